"""The sign of a table: its book, its limits, its pay tables and its meters, as posted."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction

from uth.rulebook.page import Fact, Grid, Section, limits
from uth.rules.values import Wager
from uth.table.posted import Posted
from uth.units import money


def limits_of(posted: Posted) -> dict[Wager, str]:
    """Return the posted limits of each wager: ``$5 to $500``, or a single amount."""
    symbol, found = posted.rules.currency.symbol, dict[Wager, str]()
    own = posted.limits
    ranges = {Wager.ANTE: own.ante, Wager.TRIPS: own.trips, Wager.COVER_ALL: own.cover_all}
    for wager, limit in ranges.items():
        if limit is not None and posted.offers(wager):
            found[wager] = limits(limit, symbol)
    if posted.offers(Wager.PROGRESSIVE):
        found[Wager.PROGRESSIVE] = money(posted.progressive_wager, symbol)
    if posted.offers(Wager.ENTRY_FEE) and own.entry_fee:
        found[Wager.ENTRY_FEE] = money(own.entry_fee, symbol)
    return found


def spots_of(posted: Posted) -> tuple[Wager, ...]:
    """Return the spots of a hand on the layout of this book, left to right."""
    order = (
        Wager.TRIPS,
        Wager.ANTE,
        Wager.BLIND,
        Wager.PLAY,
        Wager.COVER_ALL,
        Wager.PROGRESSIVE,
        Wager.MATCH_PLAY,
    )
    return tuple(wager for wager in order if posted.offers(wager))


def meters_of(meters: Mapping[str, Fraction], posted: Posted) -> tuple[tuple[str, str], ...]:
    """Return each meter with its amount, down to the cent; a single meter has the name of its wager."""
    symbol, words = posted.rules.currency.symbol, posted.rules.words
    alone = words.wager(Wager.PROGRESSIVE) if len(meters) == 1 else None
    return tuple((alone or name, _to_the_cent(int(amount), symbol)) for name, amount in meters.items())


def _to_the_cent(cents: int, symbol: str) -> str:
    """Return the amount with its cents even if they are 0, so that a running meter keeps its width."""
    return f"{symbol}{cents // 100:,}.{cents % 100:02d}"


def pay_tables(pages: Iterable[Section]) -> Iterator[Grid]:
    """Yield the pay tables on those pages of a book."""
    return (part for page in pages for part in page.parts if isinstance(part, Grid))


def cites_words(cites: Iterable[str]) -> str:
    """Return the clauses in brackets."""
    return f"({', '.join(cites)})"


def fact_words(fact: Fact) -> str:
    """Return a fact of the book with its clauses."""
    return f"{fact.says.removesuffix('.')} {cites_words(fact.cites)}."


def pay_words(row: Sequence[str]) -> str:
    """Return what a row of a pay table pays, including its envy."""
    return ", ".join(filter(None, row[1:]))
