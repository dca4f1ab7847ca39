"""Which wagers a seat may combine. Both the table and `uth settle` use this module."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from uth.cites import cites
from uth.rules.values import ANTE, BLIND, COVER_ALL, MATCH_PLAY, PLAY, PROGRESSIVE, TRIPS, Wager
from uth.table.posted import Posted, not_where
from uth.units import WAGER_CENTS_MAX

NEEDS_A_CLOSER_LOOK: Final = frozenset({PROGRESSIVE, MATCH_PLAY})


@dataclass(frozen=True, slots=True)
class WagerFault:
    """A fault in a seat's wagers: the wager, a code, the clause, and what would be accepted."""

    wager: Wager
    code: str
    clause: str | None
    says: str


@cites("MA.6c", "MA.13a", "MA.13b", "CA.BET3", "CN.1", "CN.3", "CN.5", "CN.6", "CN.P7", "NV.6", "GR.1")
def fault_in(wagers: Mapping[Wager, int], posted: Posted) -> WagerFault | None:
    """Return the first fault in a seat's wagers before the deal, or ``None``."""
    units = posted.units
    for wager, cents in wagers.items():
        if (
            wager is PLAY
            or wager not in units
            or type(cents) is not int
            or not 1 <= cents <= WAGER_CENTS_MAX
            or cents % units[wager]
        ):
            return _fault_of_amount(wager, cents, posted)
    ante = wagers.get(ANTE)
    if ante is not None and ante == wagers.get(BLIND) and not wagers.keys() & NEEDS_A_CLOSER_LOOK:
        return None
    return (
        _fault_of_blind(wagers, posted)
        or _fault_of_trips_alone(wagers, posted)
        or _fault_of_progressive(wagers, posted)
        or _fault_of_what_needs_an_ante(wagers, posted)
    )


def _fault_of_amount(wager: Wager, cents: int, posted: Posted) -> WagerFault:
    clause = clause_of(wager, posted)
    if wager is COVER_ALL and posted.rules.cover_all.offered.value and not posted.offers(wager):
        says, clause = not_where(posted.dealing, posted.rules)
        return WagerFault(wager, "wager_not_offered", clause, says)
    if wager is PLAY or not posted.offers(wager):
        return WagerFault(wager, "wager_not_offered", clause, "is not taken: this table does not offer the wager")
    if type(cents) is not int or not 1 <= cents <= WAGER_CENTS_MAX:
        return WagerFault(wager, "not_an_amount", clause, f"is not a whole number of cents from 1 to {WAGER_CENTS_MAX}")
    says = f"is not a multiple of {posted.units[wager]}, on which every pay of its table is whole"
    return WagerFault(wager, "not_a_multiple_of_the_unit", _unit_clause(wager, posted), says)


def _fault_of_blind(wagers: Mapping[Wager, int], posted: Posted) -> WagerFault | None:
    ante, blind = wagers.get(ANTE), wagers.get(BLIND)
    if ante == blind:
        return None
    clause = posted.rules.ante.blind_equals_ante.cite
    at = ANTE if ante is None else BLIND
    return WagerFault(at, "blind_must_equal_ante", clause, "is not right: ante and blind are equal wagers")


def _fault_of_trips_alone(wagers: Mapping[Wager, int], posted: Posted) -> WagerFault | None:
    alone = posted.rules.trips.alone
    if ANTE in wagers or TRIPS not in wagers or alone.value:
        return None
    return WagerFault(TRIPS, "trips_needs_ante", alone.cite, "is not taken without an ante and a blind")


def _fault_of_progressive(wagers: Mapping[Wager, int], posted: Posted) -> WagerFault | None:
    rules = posted.rules.progressive
    if PROGRESSIVE not in wagers or rules is None:
        return None
    if wagers[PROGRESSIVE] != posted.progressive_wager:
        says = f"is not the progressive wager of this table, exactly {posted.progressive_wager}"
        return WagerFault(PROGRESSIVE, "progressive_wager_is_fixed", rules.wager.cite, says)
    if not any(wager in wagers for wager in rules.beside.value):
        says = f"is not taken alone; it stands beside {' or '.join(rules.beside.value)}"
        return WagerFault(PROGRESSIVE, "progressive_never_alone", rules.beside.cite, says)
    return None


def _fault_of_what_needs_an_ante(wagers: Mapping[Wager, int], posted: Posted) -> WagerFault | None:
    ante = wagers.get(ANTE)
    coupon = wagers.get(MATCH_PLAY)
    if coupon is not None and coupon != ante:
        says = "is not right: the coupon stands beside equal chips on the ante"
        return WagerFault(MATCH_PLAY, "match_play_must_equal_ante", posted.rules.ante.match_play.cite, says)
    if COVER_ALL in wagers and ante is None:
        cite = posted.rules.cover_all.offered.cite
        return WagerFault(COVER_ALL, "cover_all_needs_ante", cite, "is not taken without an ante and a blind")
    if not wagers.keys() & {ANTE, TRIPS}:
        cite = posted.rules.ante.blind_equals_ante.cite
        return WagerFault(ANTE, "no_wager", cite, "is missing: a hand is dealt to a wager")
    return None


def clause_of(wager: Wager, posted: Posted) -> str:
    """Return the clause of the book that covers the wager."""
    rules = posted.rules
    match wager:
        case Wager.ANTE | Wager.BLIND:
            return rules.ante.blind_equals_ante.cite
        case Wager.PLAY:
            return rules.play.preflop.cite
        case Wager.TRIPS:
            return rules.trips.offered.cite
        case Wager.COVER_ALL:
            return rules.cover_all.offered.cite
        case Wager.PROGRESSIVE:
            return rules.progressive.offered.cite if rules.progressive is not None else rules.trips.offered.cite
        case Wager.MATCH_PLAY:
            return rules.ante.match_play.cite
        case Wager.ENTRY_FEE:
            return rules.ante.entry_fee.cite


def _unit_clause(wager: Wager, posted: Posted) -> str:
    if wager is TRIPS:
        return posted.trips.cite
    if wager is COVER_ALL and posted.cover_all is not None:
        return posted.cover_all.cite
    return posted.blind.cite
