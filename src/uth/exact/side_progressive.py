"""Exact numbers of the progressive for any meters, wager and number of seats."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from uth.errors import Malformed
from uth.exact.side_meters import MeterNumbers, in_units, meter_numbers, paid_cents
from uth.exact.side_numbers import PaidRow, SideNumbers, fraction
from uth.exact.side_pairs import MadeHand, chances, pair_chances
from uth.rules.paytable import ProgressiveRow, ProgressiveTable
from uth.rules.ruleset import ProgressiveRules
from uth.rules.values import Wager
from uth.table.posted import Posted
from uth.table.settle.progressive import held
from uth.units import BANK_CENTS_MAX, WAGER_CENTS_MAX, Cents


@dataclass(frozen=True, slots=True, kw_only=True)
class ProgressiveNumbers(SideNumbers):
    """A progressive wager at the given meters and number of seats, with shares of the wager.

    The stake is never returned, so `back` is the pay of a row. Each row is paid from the full meter, as no other seat
    was paid from it earlier in the round (R11).
    """

    wager_cents: int
    seats: int
    """The number of seats with this wager; with 1 there is no envy."""
    meters: tuple[MeterNumbers, ...]
    fixed: Fraction
    """The return of the rows not paid from a meter."""
    envy: Fraction
    """The average envy pay for each other seat's hand."""
    spread: Fraction
    """The variance of pays and envy together."""
    top_meter: MeterNumbers
    """The meter of the top award, or the first meter if the top award is fixed."""
    top_average_cents: Fraction
    """The average top award in the long run."""

    @property
    def house_edge(self) -> Fraction:
        """The house edge per wager at these meters."""
        return 1 - self.returned - (self.seats - 1) * self.envy

    @property
    def house_edge_long_run(self) -> Fraction:
        """The house edge in the long run, when everything that feeds a meter, and the seeds, is paid back."""
        to_meters = sum(
            (each.increment + each.emptied * each.seed / self.wager_cents for each in self.meters), Fraction(0)
        )
        return 1 - self.fixed - to_meters - (self.seats - 1) * self.envy

    @property
    def variance(self) -> Fraction:
        """The variance of the result of one wager, including envy."""
        return self.spread

    @property
    def top(self) -> PaidRow:
        """The top award: the first row."""
        return self.rows[0]

    def to_json(self) -> dict[str, Any]:
        """Return the numbers for JSON; amounts are in the currency's main unit unless the name says cents."""
        return {
            **SideNumbers.to_json(self),
            "wager_cents": self.wager_cents,
            "seats": self.seats,
            "house_edge_long_run": fraction(self.house_edge_long_run),
            "fixed_pays": fraction(self.fixed),
            "envy_per_other_seat": fraction(self.envy),
            "break_even_meter": in_units(self.top_meter.break_even),
            "meters": [meter.to_json() for meter in self.meters],
            "top_award": {
                "hand": self.top.hand,
                "chance": fraction(self.top.chance),
                "average": in_units(self.top_average_cents),
            },
        }


def progressive_numbers(
    posted: Posted, *, meters: Mapping[str, int] | None = None, wager: int | None = None, seats: int = 1
) -> ProgressiveNumbers:
    """Return the numbers of the progressive; each meter in cents defaults to its seed."""
    table, rules = posted.progressive, posted.rules.progressive
    if table is None or rules is None:
        says = f"is not offered; {posted.rules.name} has no progressive, or none is posted"
        raise Malformed("bet", Wager.PROGRESSIVE.value, says)
    _require_seats(seats, posted)
    if wager is not None:
        posted = with_wager(posted, table, wager)
    stand = {**posted.seeds, **_required_meters(meters or {}, table)}
    cents = posted.progressive_wager
    five = rules.judged_on.value == "hole_and_flop"
    by_hand = row_chances(table, five=five)
    envy = sum((by_hand[row.hand] * posted.envy(row.envy) for row in table.rows), Fraction(0))
    top, found = table.rows[0], meter_numbers(table, by_hand, stand, (seats - 1) * envy, posted)
    top_meter = next((meter for meter in found if meter.name == top.meter), found[0])
    share = Fraction(top.percent or 0, 100) * (top_meter.average or 0)
    return ProgressiveNumbers(
        wager=Wager.PROGRESSIVE,
        table=table.name,
        rows=tuple(_paid(row, by_hand[row.hand], stand, table, posted) for row in table.rows),
        notes=_notes(rules, posted, seats),
        wager_cents=cents,
        seats=seats,
        meters=found,
        fixed=sum((by_hand[row.hand] * (row.for_one or 0) for row in table.rows), Fraction(0)),
        envy=envy / cents,
        spread=_spread(table, stand, seats - 1, posted, five=five),
        top_meter=top_meter,
        top_average_cents=Fraction(top.for_one * cents) if top.for_one is not None else share,
    )


def with_wager(posted: Posted, table: ProgressiveTable, wager: int) -> Posted:
    """Return the table with another progressive wager and seeds in proportion."""
    if type(wager) is not int or not 1 <= wager <= WAGER_CENTS_MAX:
        raise Malformed("wager", wager, f"is not a whole number of cents from 1 to {WAGER_CENTS_MAX}", table.cite)
    seeds = {meter.name: Cents(meter.seed * wager // 100) for meter in table.meters}
    return replace(posted, progressive_wager=Cents(wager), seeds=seeds)


def row_chances(table: ProgressiveTable, *, five: bool) -> dict[str, Fraction]:
    """Return the chance of each row by its hand; a hand that fits two rows counts for the one that pays."""
    found = {row.hand: Fraction(0) for row in table.rows}
    for made, chance in chances(five=five).items():
        row = _row(table, made)
        if row is not None:
            found[row.hand] += chance
    return found


def _row(table: ProgressiveTable, made: MadeHand) -> ProgressiveRow | None:
    return table.row_of(made.category, community_royal=made.community)


def _paid(
    row: ProgressiveRow, chance: Fraction, meters: Mapping[str, int], table: ProgressiveTable, posted: Posted
) -> PaidRow:
    pays = f"{row.percent}% of {row.meter}" if row.for_one is None else posted.rules.pay.fixed_pay(row, table)
    back = Fraction(paid_cents(row, meters, posted.progressive_wager), posted.progressive_wager)
    return PaidRow(hand=row.hand, pays=pays, chance=chance, back=back)


def _spread(table: ProgressiveTable, meters: Mapping[str, int], others: int, posted: Posted, *, five: bool) -> Fraction:
    """Return the variance of pays and envy: each seat's own, and the covariances between seats."""
    wager = posted.progressive_wager
    alone, pairs = chances(five=five), pair_chances(five=five)
    rows = {made: _row(table, made) for made in alone}
    pay = {made: paid_cents(row, meters, wager) if row is not None else 0 for made, row in rows.items()}
    envy = {made: posted.envy(row.envy) if row is not None else 0 for made, row in rows.items()}
    pay_mean = sum(chance * pay[made] for made, chance in alone.items())
    envy_mean = sum(chance * envy[made] for made, chance in alone.items())
    own = sum(chance * pay[made] ** 2 for made, chance in alone.items()) - pay_mean**2
    other = sum(chance * envy[made] ** 2 for made, chance in alone.items()) - envy_mean**2
    mine_and_theirs = sum(chance * pay[a] * envy[b] for (a, b), chance in pairs.items()) - pay_mean * envy_mean
    theirs = sum(chance * envy[a] * envy[b] for (a, b), chance in pairs.items()) - envy_mean**2
    total = own + others * other + 2 * others * mine_and_theirs + others * (others - 1) * theirs
    return Fraction(total, wager**2)


def _require_seats(seats: int, posted: Posted) -> None:
    most = posted.rules.seats.count
    if type(seats) is not int or not 1 <= seats <= most.value:
        raise Malformed("seats", seats, f"is not a number of seats here; 1 to {most.value}", most.cite)


def _required_meters(meters: Mapping[str, int], table: ProgressiveTable) -> Mapping[str, int]:
    known = [meter.name for meter in table.meters]
    for name, cents in meters.items():
        if name not in known:
            raise Malformed(f"meters.{name}", cents, f"is not a meter of this table; {', '.join(known)}", table.cite)
        if type(cents) is not int or not 0 <= cents <= BANK_CENTS_MAX:
            says = f"is not a whole number of cents from 0 to {BANK_CENTS_MAX}"
            raise Malformed(f"meters.{name}", cents, says, table.cite)
    return meters


def _notes(rules: ProgressiveRules, posted: Posted, seats: int) -> tuple[str, ...]:
    notes = []
    if rules.on_fold.value == "loses":
        cite = rules.on_fold.cite
        notes.append(f"for hands that are never folded: a fold loses the progressive and its envy ({cite})")
    if rules.withheld is not None:
        full, cite = posted.rules.seats.count.value, rules.withheld.cite
        says = f"the house withholds {float(100 * held(posted)):.6g}% at a full table of {full} ({cite}, R12)"
        if seats < full:
            says += f"; with {seats} betting it holds {float(100 * held(posted, seats)):.6g}%, as less envy is paid"
        notes.append(says)
    return tuple(notes)
