"""The sign of a table: its book, its limits, its pay tables and its meters, as they are posted."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from uth.ranking import Category
from uth.rules.paytable import ProgressiveTable
from uth.rules.values import Wager
from uth.table.posted import Posted
from uth.units import Odds, money


def limits_of(posted: Posted) -> dict[Wager, str]:
    """Return what each wager may be, as posted: ``$5 to $500``, or the one amount that is taken."""
    symbol, limits = posted.rules.currency.symbol, posted.limits
    found: dict[Wager, str] = {}
    ranges = {Wager.ANTE: limits.ante, Wager.TRIPS: limits.trips, Wager.COVER_ALL: limits.cover_all}
    for wager, limit in ranges.items():
        if limit is not None and posted.offers(wager):
            least, most = money(limit.min, symbol), money(limit.max, symbol)
            found[wager] = least if limit.min == limit.max else f"{least} to {most}"
    if posted.offers(Wager.PROGRESSIVE):
        found[Wager.PROGRESSIVE] = money(posted.progressive_wager, symbol)
    if posted.offers(Wager.ENTRY_FEE) and limits.entry_fee:
        found[Wager.ENTRY_FEE] = money(limits.entry_fee, symbol)
    return found


def spots_of(posted: Posted) -> tuple[Wager, ...]:
    """Return the spots before a hand, as the layout of this book has them, left to right."""
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
    """Return each meter with what stands on it, down to the cent."""
    symbol = posted.rules.currency.symbol
    return tuple((name, _to_the_cent(int(amount), symbol)) for name, amount in meters.items())


def _to_the_cent(cents: int, symbol: str) -> str:
    """Return the amount with its cents even where they are 0, so that a running meter keeps its width."""
    return f"{symbol}{cents // 100:,}.{cents % 100:02d}"


def pays_of(posted: Posted) -> tuple[tuple[str, str, tuple[tuple[str, str], ...]], ...]:
    """Return every pay table in force: its title, its clause and its rows, highest hand first."""
    tables = [("Blind", posted.blind.cite, _rows(posted.blind.pays))]
    if posted.offers(Wager.TRIPS):
        tables.append((f"Trips {posted.trips.name}", posted.trips.cite, _rows(posted.trips.pays)))
    if posted.cover_all is not None:
        for hands, pays in sorted(posted.cover_all.hands.items()):
            tables.append((f"Cover All, {hands} hands", posted.cover_all.cite, _rows(pays)))
    if posted.progressive is not None:
        table = posted.progressive
        tables.append((f"Progressive {table.name}", table.cite, _progressive_rows(table, posted)))
    return tuple(tables)


def _rows(pays: Mapping[Category, Odds]) -> tuple[tuple[str, str], ...]:
    return tuple((category.words, str(pays[category])) for category in sorted(pays, reverse=True))


def _progressive_rows(table: ProgressiveTable, posted: Posted) -> tuple[tuple[str, str], ...]:
    symbol, pay = posted.rules.currency.symbol, posted.rules.pay
    rows: list[tuple[str, str]] = []
    for row in table.rows:
        pays = pay.fixed_pay(row, table) if row.for_one is not None else f"{row.percent}% of the {row.meter} meter"
        envy = f", envy {money(posted.envy(row.envy), symbol)}" if row.envy else ""
        rows.append((row.hand.replace("_", " ").title().replace(" Of A ", " of a "), pays + envy))
    return tuple(rows)
