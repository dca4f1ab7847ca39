"""The pages of pay tables: blind, trips, Cover All."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from uth.ranking import Category
from uth.rulebook.page import Fact, Grid, Part, Section, cited
from uth.rulebook.words import hand
from uth.rules.paytable import CoverAllTable, PayTable
from uth.rules.ruleset import RuleSet
from uth.units import Odds


def pay_page(rules: RuleSet) -> Section:
    """Return every pay table but the progressive's, all odds stated with "to"."""
    return Section(title="Pay tables", parts=tuple(_parts(rules)))


def _parts(rules: RuleSet) -> Iterator[Part]:
    if rules.pay.only_to is not None and rules.pay.only_to.value:
        yield Fact('All odds are stated with the word "to".', (rules.pay.only_to.cite,))
    yield Fact(f"Ante and play pay {rules.pay.even.value}.", (rules.pay.even.cite,))
    blind, trips = rules.pay.blind, rules.pay.trips
    yield _grid("Blind, when the hand wins", blind, f"Below {hand(min(blind[0].pays))}", "push")
    if rules.trips.offered.value:
        yield _grid("Trips", trips, f"Below {hand(min(trips[0].pays))}", "lost")
        if any(table.blind is not None for table in trips):
            says = "A table is chosen whole: its blind and its trips pays go together."
            yield Fact(says, cited(*(table.cite for table in trips)))
    if len(blind) > 1 or len(trips) > 1:
        yield Fact(f"The table posts one of them; {trips[0].name} unless it says otherwise.", cited(trips[0].cite))
    if rules.cover_all.offered.value:
        for matrix in rules.pay.cover_all:
            yield _matrix(matrix)
        says = "Only the highest hand pays. Every hand dealt counts, the dealer's and folded ones too."
        yield Fact(says, cited(*rules.settlement.cites["cover_all_win"], "R23"))


def _grid(title: str, tables: Sequence[PayTable], below: str, then: str) -> Grid:
    rows = _rows([table.pays for table in tables])
    return Grid(
        title=title,
        head=("Hand", *(table.name for table in tables)),
        rows=(*rows, (below, *(then for _ in tables))),
        cites=cited(*(table.cite for table in tables)),
    )


def _matrix(matrix: CoverAllTable) -> Grid:
    counts = sorted(map(int, matrix.hands))
    rows = _rows([matrix.pays(count) for count in counts])
    return Grid(
        title="Cover All, by the number of hands dealt, the dealer's included",
        head=("Highest hand", *map(str, counts)),
        rows=(*rows, ("Lower", *("lost" for _ in counts))),
        cites=cited(matrix.cite, "R1"),
    )


def _rows(columns: Sequence[Mapping[Category, Odds]]) -> tuple[tuple[str, ...], ...]:
    hands = sorted({category for column in columns for category in column}, reverse=True)
    return tuple(
        (category.words, *(str(column[category]) if category in column else "-" for column in columns))
        for category in hands
    )
