"""The tables of a house in words, and the choice of one by typing."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from typing import TYPE_CHECKING

from uth.client.visitor import Visitor
from uth.terminal.plain import Say
from uth.terminal.plain_words import WORDS, bot_words
from uth.units import money

if TYPE_CHECKING:
    from uth.views.listing import Listing


def facts_of(listing: Listing) -> list[str]:
    """Return what a table posts and who sits there, one fact each."""
    symbol = listing["symbol"]
    taken = [_sitter(listing, int(seat), name) for seat, name in listing["taken"].items()]
    least, most = (money(cents, symbol) for cents in listing["ante"])
    said = [f"ante {least} to {most}", f"{len(taken)} of {listing['seats']} seats taken"]
    said[-1] += f": {', '.join(taken)}" if taken else ""
    said += [f"{name} meter {money(cents, symbol)}" for name, cents in listing["meters"].items()]
    said += ["made by a guest"] if listing["guest"] else []
    said += ["takes no new wagers now"] if listing["off"] else []
    return said


def _sitter(listing: Listing, seat: int, name: str) -> str:
    if seat in listing["bots"]:
        return bot_words(name)
    return f"{name} (away)" if seat in listing["away"] else name


def table_words(listing: Listing) -> str:
    """Return a table on two lines: its name and book, then its ante, its players and its meters."""
    return f"{listing['name']:<20} {listing['title']}\n{'':<20} {' · '.join(facts_of(listing))}"


ASKS = "Which table? Type its number or its name, table to hear them again, or quit."


async def chosen_table(visitor: Visitor, lines: AsyncIterator[str], say: Say) -> str | None:
    """Return the chosen table, or ``None`` if the person quits or the input ends."""
    listings = await _told(visitor, say)
    async for line in lines:
        typed = line.strip()
        numbers = {str(at): each["name"] for at, each in enumerate(listings, 1)}
        names = {each["name"].lower(): each["name"] for each in listings}
        if found := numbers.get(typed) or names.get(typed.lower()):
            return found
        match WORDS.get(typed.lower()):
            case "quit":
                return None
            case "table" | "help":
                listings = await _told(visitor, say)
            case _ if typed:
                say(f'table: "{typed[:40]}" is not one of these tables; type 1 to {len(listings)}, or a name.')
    return None


async def _told(visitor: Visitor, say: Say) -> Sequence[Listing]:
    """Print the tables, and return them."""
    listings = await visitor.tables()
    say(f"Tables at {visitor.address}.")
    for at, each in enumerate(listings, 1):
        say(f"{at}. {each['name']}: {each['title']}; {'; '.join(facts_of(each))}.")
    say(ASKS)
    return listings
