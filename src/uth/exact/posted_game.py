"""From what a table has posted to the game that is solved."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from uth.errors import Malformed
from uth.exact.game import NOT_PAID, MainGame, Pays, pays_of
from uth.ranking import Category
from uth.rules.paytable import PayTable
from uth.rules.values import Street, Wager
from uth.table.posted import Posted


def main_game(
    posted: Posted, stakes: Mapping[Wager, int] | None = None, meters: Mapping[str, int] | None = None
) -> MainGame:
    """Return the main game of the table; `stakes` in cents matter where a fold forfeits trips or the progressive.

    `stakes` has the ante and whichever of trips and progressive lie beside it; `meters` stand at their seeds unless
    given, in cents.
    """
    rules = posted.rules
    play = rules.play
    if set(play.check.value) != {Street.PREFLOP, Street.FLOP} or set(play.fold.value) != {Street.RIVER}:
        says = "is not solved: a hand checks before the flop and on it, and folds at the river alone"
        raise Malformed("play.fold", ", ".join(play.fold.value), says, play.fold.cite)
    qualifier = rules.dealer.qualifier.value
    trips_wager, trips = _trips(posted, stakes or {})
    progressive_wager, progressive = _progressive(posted, stakes or {}, meters or {})
    return MainGame(
        preflop=play.preflop.value,
        flop=play.flop.value,
        river=play.river.value,
        blind=odds_of(posted.blind),
        qualifier=None if qualifier is Category.HIGH_CARD else qualifier,
        trips_wager=trips_wager,
        trips=trips,
        progressive_wager=progressive_wager,
        progressive=progressive,
    )


def odds_of(table: PayTable) -> Pays:
    """Return the odds of a pay table by category."""
    return pays_of({category: Fraction(odds.pays, odds.on) for category, odds in table.pays.items()})


def _in_antes(stakes: Mapping[Wager, int], wager: Wager) -> Fraction:
    """Return the stake in antes; without an ante there is nothing to decide."""
    if not stakes.get(wager):
        return Fraction(0)
    ante = stakes.get(Wager.ANTE, 0)
    if ante < 1:
        raise Malformed("wagers.ante", ante, f"is missing beside {wager}; its amount says what the stake weighs")
    return Fraction(stakes[wager], ante)


def _trips(posted: Posted, stakes: Mapping[Wager, int]) -> tuple[Fraction, Pays]:
    """Return the trips wager in antes and its odds where a fold forfeits it (CN.21); elsewhere it changes nothing."""
    if posted.rules.trips.on_fold.value != "loses" or not stakes.get(Wager.TRIPS):
        return Fraction(0), NOT_PAID
    return _in_antes(stakes, Wager.TRIPS), odds_of(posted.trips)


def _progressive(posted: Posted, stakes: Mapping[Wager, int], meters: Mapping[str, int]) -> tuple[Fraction, Pays]:
    """Return the progressive wager and its pays in antes where a fold forfeits it (CN.22)."""
    rules, table = posted.rules.progressive, posted.progressive
    if rules is None or table is None or rules.on_fold.value != "loses" or not stakes.get(Wager.PROGRESSIVE):
        return Fraction(0), NOT_PAID
    if rules.judged_on.value != "hole_and_flop":
        says = "is not solved: a progressive that a fold forfeits is judged on hole and flop"
        raise Malformed("progressive.judged_on", rules.judged_on.value, says, rules.judged_on.cite)
    stake = stakes[Wager.PROGRESSIVE]
    if stake != posted.progressive_wager:
        says = f"is not the progressive wager of this table, exactly {posted.progressive_wager}"
        raise Malformed("wagers.progressive", stake, says, rules.wager.cite)
    ante = stakes[Wager.ANTE] if _in_antes(stakes, Wager.PROGRESSIVE) else 1
    pays: dict[Category, Fraction] = {}
    for category in Category:
        row = table.row_of(category, community_royal=False)
        if row is not None and row.for_one is not None:
            pays[category] = Fraction(row.for_one * stake, ante)
        elif row is not None and row.meter is not None:
            meter = meters.get(row.meter, posted.seed(row.meter))
            pays[category] = Fraction(meter * (row.percent or 0) // 100, ante)
    return Fraction(stake, ante), pays_of(pays)
