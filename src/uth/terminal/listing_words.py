"""A table of a house in words, as its lobby tells it."""

from __future__ import annotations

from uth.protocol.listing import Listing
from uth.units import money


def facts_of(listing: Listing) -> list[str]:
    """Return what a table posts and who sits there, a fact each."""
    symbol, taken = listing["symbol"], list(listing["taken"].values())
    least, most = (money(cents, symbol) for cents in listing["ante"])
    said = [f"ante {least} to {most}", f"{len(taken)} of {listing['seats']} seats taken"]
    said[-1] += f": {', '.join(taken)}" if taken else ""
    said += [f"{name} meter {money(cents, symbol)}" for name, cents in listing["meters"].items()]
    said += ["made by a guest"] if listing["guest"] else []
    said += ["takes no new wagers now"] if listing["off"] else []
    return said


def table_words(listing: Listing) -> str:
    """Return a table on two lines: its name and its book; its ante, who sits there and its meters."""
    return f"{listing['name']:<20} {listing['title']}\n{'':<20} {' · '.join(facts_of(listing))}"
