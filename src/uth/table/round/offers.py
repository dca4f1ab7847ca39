"""Offers: what a seat may do now, found by asking `refusal_of`."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

from uth.cards import DECK, Card
from uth.cites import cites
from uth.ranking import order_of
from uth.rules.values import Wager
from uth.table.posted import Posted
from uth.table.round import commands as c
from uth.table.round.refusals import refusal_of
from uth.table.round.state import Table
from uth.units import WAGER_CENTS_MAX, Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class WagerOffer:
    """A wager the seat may make now: every multiple of the unit from least to most."""

    wager: Wager
    cents_min: int
    cents_max: int
    unit: int


def decisions(table: Table, seat: Seat, posted: Posted) -> tuple[c.Check | c.MakePlay | c.Fold, ...]:
    """Return the decisions open to the seat; none unless it is its turn."""
    street = table.street
    multiples = posted.rules.play.multiples(street) if street is not None else ()
    asked: list[c.Check | c.MakePlay | c.Fold] = [c.Check(seat=seat)]
    asked += [c.MakePlay(seat=seat, multiple=multiple) for multiple in sorted(multiples, reverse=True)]
    asked.append(c.Fold(seat=seat))
    return tuple([command for command in asked if refusal_of(table, command, posted) is None])


def wager_offers(table: Table, seat: Seat, posted: Posted) -> tuple[WagerOffer, ...]:
    """Return the wagers the seat may make or change now."""
    found = (_wager_offer(table, seat, wager, posted) for wager in Wager)
    return tuple(offer for offer in found if offer is not None)


def _wager_offer(table: Table, seat: Seat, wager: Wager, posted: Posted) -> WagerOffer | None:
    """Return the range of accepted amounts: the posted range, limited by the chips on the rail."""
    chair, spot = table.chairs.get(seat), table.round.spots.get(seat)
    if chair is None or not posted.offers(wager) or wager in (Wager.BLIND, Wager.ENTRY_FEE, Wager.PLAY):
        return None
    unit = posted.units[wager]
    least, most = _posted_range(table, seat, wager, posted)
    least += -least % unit
    if wager is not Wager.MATCH_PLAY:
        hands = 2 if wager is Wager.ANTE else 1
        lies = spot.wagers.get(wager, 0) if spot is not None else 0
        most = min(most, lies + chair.rail // hands)
    most -= most % unit
    if least > most or refusal_of(table, c.PlaceWager(seat=seat, wager=wager, cents=least), posted) is not None:
        return None
    return WagerOffer(wager=wager, cents_min=least, cents_max=most, unit=unit)


def _posted_range(table: Table, seat: Seat, wager: Wager, posted: Posted) -> tuple[int, int]:
    spot = table.round.spots.get(seat)
    limits = posted.limits
    match wager:
        case Wager.ANTE:
            coupon = spot.wagers.get(Wager.MATCH_PLAY) if spot is not None else None
            return (coupon, coupon) if coupon is not None else (limits.ante.min, limits.ante.max)
        case Wager.TRIPS:
            return limits.trips.min, limits.trips.max
        case Wager.COVER_ALL:
            return (
                (limits.cover_all.min, limits.cover_all.max) if limits.cover_all is not None else (1, WAGER_CENTS_MAX)
            )
        case Wager.PROGRESSIVE:
            return posted.progressive_wager, posted.progressive_wager
        case _:
            ante = spot.wagers.get(Wager.ANTE, 0) if spot is not None else 0
            return max(ante, 1), max(ante, 1)


def offers(
    table: Table, seat: Seat, posted: Posted
) -> tuple[WagerOffer | c.TakeBackWager | c.Check | c.MakePlay | c.Fold, ...]:
    """Return everything the seat may do now with its wagers and its hand."""
    back = (c.TakeBackWager(seat=seat, wager=wager) for wager in Wager)
    taken_back = tuple(command for command in back if refusal_of(table, command, posted) is None)
    return (*wager_offers(table, seat, posted), *taken_back, *decisions(table, seat, posted))


@cites("R22", "MA.6e")
def late_answer(table: Table, seat: Seat, posted: Posted) -> c.Check | c.MakePlay | c.Fold:
    """Return the decision of a seat whose time is up; a wager is never silently withdrawn."""
    offered = decisions(table, seat, posted)
    for each in offered:
        if isinstance(each, c.Check):
            return each
    plays = [each for each in offered if isinstance(each, c.MakePlay)]
    folds = [each for each in offered if isinstance(each, c.Fold)]
    if plays and (not folds or cannot_lose(table.round.spots[seat].hole, table.round.board)):
        return plays[-1]
    return folds[0]


def cannot_lose(hole: tuple[Card, ...], board: tuple[Card, ...]) -> bool:
    """Whether no two dealer cards can beat the hand."""
    known = {*hole, *board}
    mine = order_of((*hole, *board))
    left = [card for card in DECK if card not in known]
    return len(board) == 5 and all(order_of((*pair, *board)) <= mine for pair in combinations(left, 2))
