"""What share of each progressive wager feeds a meter."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from uth.cites import cites
from uth.ranking import Category
from uth.rules.paytable import ProgressiveRow, ProgressiveTable
from uth.rules.values import percent
from uth.table.posted import Posted

FIVE_CARD_HANDS: Final = {
    Category.ROYAL_FLUSH: 4,
    Category.STRAIGHT_FLUSH: 36,
    Category.FOUR_OF_A_KIND: 624,
    Category.FULL_HOUSE: 3_744,
    Category.FLUSH: 5_108,
    Category.STRAIGHT: 10_200,
    Category.THREE_OF_A_KIND: 54_912,
    Category.TWO_PAIR: 123_552,
    Category.ONE_PAIR: 1_098_240,
    Category.HIGH_CARD: 1_302_540,
}
SEVEN_CARD_HANDS: Final = {
    Category.ROYAL_FLUSH: 4_324,
    Category.STRAIGHT_FLUSH: 37_260,
    Category.FOUR_OF_A_KIND: 224_848,
    Category.FULL_HOUSE: 3_473_184,
    Category.FLUSH: 4_047_644,
    Category.STRAIGHT: 6_180_020,
    Category.THREE_OF_A_KIND: 6_461_620,
    Category.TWO_PAIR: 31_433_400,
    Category.ONE_PAIR: 58_627_800,
    Category.HIGH_CARD: 23_294_460,
}
COMMUNITY_ROYALS: Final = Fraction(4, 2_598_960)
"""The chance that the five board cards are a royal flush by themselves."""


def chance_of(row: ProgressiveRow, posted: Posted) -> Fraction:
    """Return the chance that a wager is paid by that row."""
    table, rules = posted.progressive, posted.rules.progressive
    if table is None or rules is None:
        return Fraction(0)
    if rules.judged_on.value == "hole_and_flop":
        counts, community = FIVE_CARD_HANDS, Fraction(0)
    else:
        counts, community = SEVEN_CARD_HANDS, COMMUNITY_ROYALS
    hands = sum(counts.values())
    chance = Fraction(0)
    for category, count in counts.items():
        on_board = community if category is Category.ROYAL_FLUSH else Fraction(0)
        if table.row_of(category, community_royal=False) is row:
            chance += Fraction(count, hands) - on_board
        if table.row_of(category, community_royal=True) is row:
            chance += on_board
    return chance


@cites("GR.11")
def increment(meter: str, posted: Posted) -> Fraction:
    """Return the share of a wager that feeds the meter: the rule set's own, or what its house leaves over (R12)."""
    table, rules = posted.progressive, posted.rules.progressive
    if table is None or rules is None:
        return Fraction(0)
    (own,) = (rule.increment for rule in table.meters if rule.name == meter)
    if own is not None:
        return own
    withheld = rules.withheld.value if rules.withheld is not None else Fraction(0)
    return max(1 - withheld - _cost(table, posted.rules.seats.count.value, posted), Fraction(0))


def held(posted: Posted, bettors: int | None = None) -> Fraction:
    """Return the share of each wager that the house keeps in the long run where so many bet: a full table unless given.

    The increment is fixed in advance, for a full table. Where fewer bet, less envy is paid and the house keeps more.
    """
    table = posted.progressive
    if table is None:
        return Fraction(0)
    fed = sum((increment(rule.name, posted) for rule in table.meters), Fraction(0))
    return 1 - fed - _cost(table, posted.rules.seats.count.value if bettors is None else bettors, posted)


def fault_in_held(posted: Posted) -> str | None:
    """Return why the house does not hold what its document lets it, or ``None`` (R12)."""
    rules = posted.rules.progressive
    if posted.progressive is None or rules is None or rules.withheld_range is None:
        return None
    low, high = rules.withheld_range.value
    if low <= held(posted) <= high:
        return None
    seats = posted.rules.seats.count.value
    really = percent(Fraction(held(posted) * 10_000 // 1, 10_000))
    says = f"{really} is really held at a full table of {seats}"
    return f"{says}, outside {percent(low)} to {percent(high)} ({rules.withheld_range.cite}); change pays or increments"


def _cost(table: ProgressiveTable, bettors: int, posted: Posted) -> Fraction:
    """Return what each wager costs on average besides what feeds meters: fixed pays, envy, seeds or their reserve."""
    wager, cost = posted.progressive_wager, Fraction(0)
    seeds = {rule.name: Fraction(0) for rule in table.meters}
    for row in table.rows:
        envy = Fraction((bettors - 1) * posted.envy(row.envy), wager)
        cost += chance_of(row, posted) * (Fraction(row.for_one or 0) + envy)
        if row.percent == 100 and row.meter is not None:
            seeds[row.meter] += chance_of(row, posted) * Fraction(posted.seed(row.meter), wager)
    for rule in table.meters:  # a reserve pays the seeds; what it takes beyond them no award ever pays out
        cost += max(seeds[rule.name], rule.reserve or Fraction(0))
    return cost
