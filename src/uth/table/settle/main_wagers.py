"""Ante, blind, play, trips and coupon of one hand: win, lose, push, fold."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from uth.cites import cites
from uth.ranking import Category
from uth.rules.values import ANTE, BLIND, MATCH_PLAY, PLAY, TRIPS, Wager
from uth.table.posted import Posted
from uth.table.settle.settled import LOSE, PUSH, WIN, PlayedSeat, SettledUnit, SettledWager, new
from uth.table.settle.showdown import Showdown
from uth.units import Cents, Odds

EVEN: Final = Odds(1, 1)
MAIN_WAGERS: Final = (ANTE, BLIND, PLAY, TRIPS, MATCH_PLAY)
"""The wagers settled here, in the order of the layout."""


def settle_main_wagers(seat: PlayedSeat, showdown: Showdown, posted: Posted) -> dict[Wager, SettledWager]:
    """Return the hand's main wagers settled: the result of one unit on each, times the stake."""
    hand, dealer = showdown.hands[seat.seat], showdown.dealer
    wagers: dict[Wager, SettledWager] = {}
    if hand is None:
        return wagers
    stakes, decision = seat.wagers, seat.decision
    multiple = decision.multiple if decision is not None else 0
    if multiple is None:
        result = "fold"
    else:
        result = "win" if hand.order > dealer.order else "lose" if hand.order < dealer.order else "tie"
    stood = result, showdown.qualifies, hand.category
    units = posted.unit_hands.get(stood)
    if units is None:
        units = posted.unit_hands[stood] = _settle_units(*stood, posted)
    for wager, unit, outcome, kept, won, clauses in units:
        if wager in stakes:
            stake = stakes[wager]
        elif wager is PLAY and ANTE in stakes:
            stake = stakes[ANTE] * (multiple or 0)
        else:
            continue
        won = stake * won // unit
        wagers[wager] = new(SettledWager, (wager, stake, outcome, stake * kept, won, clauses, 0, None, None))
    return wagers


def _settle_units(result: str, qualifies: bool, category: Category, posted: Posted) -> tuple[SettledUnit, ...]:
    """Return one unit on every offered wager, settled. On a unit every pay is whole (R19)."""
    units = posted.units
    wagers = _fold(units, posted) if result == "fold" else _compare(units, result, qualifies, category, posted)
    if TRIPS in units:
        folded = result == "fold"
        forfeited = folded and posted.rules.trips.on_fold.value == "loses"
        wagers[TRIPS] = (
            _lost(TRIPS, units[TRIPS], posted.cites["trips_fold"])
            if forfeited
            else settle_trips(units[TRIPS], category, posted, folded=folded)
        )
    settled = [wagers[wager] for wager in MAIN_WAGERS if wager in wagers]
    return tuple([(wager, unit, outcome, back // unit, won, by) for wager, unit, outcome, back, won, by, *_ in settled])


@cites("MA.7f5", "MA.9e", "CA.PLAY6", "CN.20", "CN.21", "GR.5")
def _fold(stakes: Mapping[Wager, int], posted: Posted) -> dict[Wager, SettledWager]:
    """Collect the ante, the blind, and the coupon on the ante."""
    clauses = posted.cites["fold"]
    return {wager: _lost(wager, stakes[wager], clauses) for wager in (ANTE, BLIND, MATCH_PLAY) if wager in stakes}


@cites(
    "MA.9g", "MA.9h1", "MA.9h2", "MA.9h3", "CA.PLAY9", "CA.PLAY11", "CN.26", "CN.27", "CN.28", "CN.29", "GR.7", "GR.8"
)
def _compare(
    stakes: Mapping[Wager, int], result: str, qualifies: bool, category: Category, posted: Posted
) -> dict[Wager, SettledWager]:
    """Settle ante, coupon, blind and play of a hand that played, by its comparison with the dealer's."""
    wagers: dict[Wager, SettledWager] = {}
    ante_result = result if qualifies else "returned"
    by = posted.cites
    wagers[ANTE] = _even(ANTE, stakes[ANTE], ante_result, by[f"ante_{ante_result}"])
    if MATCH_PLAY in stakes:
        wagers[MATCH_PLAY] = _settle_coupon(stakes[MATCH_PLAY], ante_result, by["match_play"])
    blind_odds = posted.blind.pays.get(category) if result == "win" else None
    blind_fact = "blind_push" if result == "win" and blind_odds is None else f"blind_{result}"
    wagers[BLIND] = _settle_blind(stakes[BLIND], result, blind_odds, _by(by, blind_fact, qualifies))
    wagers[PLAY] = _even(PLAY, stakes[PLAY], result, _by(by, f"play_{result}", qualifies))
    return wagers


def _by(by: Mapping[str, tuple[str, ...]], fact: str, qualifies: bool) -> tuple[str, ...]:
    """Return the clauses of an outcome; some books have other clauses for a dealer who does not qualify."""
    return by[fact] if qualifies else by.get(f"{fact}_unqualified", by[fact])


@cites("MA.10b", "CA.PLAY15", "CN.27", "GR.8")
def _even(wager: Wager, stake: int, result: str, clauses: tuple[str, ...]) -> SettledWager:
    """Settle ante or play, which win 1 to 1."""
    if result == "win":
        won = EVEN.on_wager(Cents(stake))
        return SettledWager(wager, stake, WIN, stake, won, clauses)
    if result == "lose":
        return _lost(wager, stake, clauses)
    return _pushed(wager, stake, clauses)


@cites("MA.10c", "CA.PLAY13", "CA.PLAY16", "CN.30", "CN.31", "CN.32", "CN.BLIND", "GR.9")
def _settle_blind(stake: int, result: str, odds: Odds | None, clauses: tuple[str, ...]) -> SettledWager:
    """Settle the blind: paid by its table on a win listed there, a push on any other win."""
    if result == "lose":
        return _lost(BLIND, stake, clauses)
    if odds is None:
        return _pushed(BLIND, stake, clauses)
    won = odds.on_wager(Cents(stake))
    return SettledWager(BLIND, stake, WIN, stake, won, clauses)


@cites("MA.6a")
def _settle_coupon(value: int, result: str, clauses: tuple[str, ...]) -> SettledWager:
    """Settle a match play coupon (R18): a win pays 1 to 1 in chips and takes it, a loss takes it, a push leaves it."""
    won = EVEN.on_wager(Cents(value)) if result == "win" else 0
    outcome = {"win": WIN, "lose": LOSE}.get(result, PUSH)
    returned = value if outcome is PUSH else 0
    return SettledWager(MATCH_PLAY, value, outcome, returned, won, clauses)


@cites("MA.9h4", "MA.10d", "CA.PLAY12", "CA.PLAY14", "CA.PLAY18", "CN.33", "CN.TRIPS", "GR.10")
def settle_trips(stake: int, category: Category, posted: Posted, *, folded: bool = False) -> SettledWager:
    """Settle trips by the hand alone, regardless of the other wagers. A book may cite its fold (CA.PLAY6)."""
    by = posted.cites
    odds = posted.trips.pays.get(category)
    if odds is None:
        clauses = by["trips_lose"]
        return _lost(TRIPS, stake, by.get("trips_lose_folded", clauses) if folded else clauses)
    won = odds.on_wager(Cents(stake))
    return SettledWager(TRIPS, stake, WIN, stake, won, by["trips_win"])


def _lost(wager: Wager, stake: int, clauses: tuple[str, ...]) -> SettledWager:
    return SettledWager(wager, stake, LOSE, 0, 0, clauses)


def _pushed(wager: Wager, stake: int, clauses: tuple[str, ...]) -> SettledWager:
    return SettledWager(wager, stake, PUSH, stake, 0, clauses)
