"""The discard rack. Cards are picked up in a fixed order, so that every hand can be rebuilt from it."""

from __future__ import annotations

from collections.abc import Iterator

from uth.cites import cites
from uth.errors import Refused
from uth.rules.values import Wager
from uth.table.deck.decks import Pile
from uth.table.floor.disputed import RebuiltHands
from uth.table.posted import Posted
from uth.table.round import events as e
from uth.table.round.refusal import Refusal
from uth.table.round.state import Phase, Spot, Table
from uth.table.settle.settled import PlayedSeat, Settlement
from uth.units import Seat


@cites("MA.7f5", "MA.9e", "CA.PLAY6")
def outlives_a_fold(wagers: frozenset[Wager] | set[Wager], posted: Posted) -> bool:
    """Whether one of the wagers survives a fold, so that the cards stay on the table under it (R40)."""
    trips, progressive = posted.rules.trips.on_fold, posted.rules.progressive
    stands = {Wager.TRIPS} if trips.value == "stands" else set()
    if progressive is not None and progressive.on_fold.value == "stands":
        stands.add(Wager.PROGRESSIVE)
    return bool(stands & wagers)


@cites("MA.12b", "MA.12h")
def cover_all_lies(table: Table) -> bool:
    """Whether a live Cover All wager is on the layout, so that every hand dealt has to be seen (R40)."""
    live = (spot.wagers for spot in table.round.spots.values() if spot.void is None)
    return table.round.void is None and any(Wager.COVER_ALL in wagers for wagers in live)


@cites("MA.7f5", "MA.7f5a", "MA.9e", "CA.PLAY6", "CN.20", "CN.21", "GR.5")
def folded(table: Table, seat: Seat, posted: Posted) -> Iterator[e.Event]:
    """Collect the wagers that the fold loses, and rack the cards unless a wager still depends on them (R40, R79)."""
    rules, spot = posted.rules, table.round.spots[seat]
    if rules.settlement.fold_collected.value == "at_settlement":
        return
    lost = {Wager.ANTE, Wager.BLIND, Wager.MATCH_PLAY}
    lost |= {Wager.TRIPS} if rules.trips.on_fold.value == "loses" else set()
    for wager in rules.settlement.on_fold.value:
        if wager in lost and wager in spot.wagers:
            yield e.WagerCollected(seat=seat, wager=wager, cents=spot.wagers[wager])
    if rules.procedure.folded_cards is not None and Wager.TRIPS in spot.wagers:
        yield e.CardsTucked(seat=seat, under=Wager.TRIPS)
    elif not outlives_a_fold(set(spot.wagers), posted) and not cover_all_lies(table):
        yield picked_up(seat, spot, posted)


def is_shown(seat: PlayedSeat, posted: Posted) -> bool:
    """Whether the hand is turned up at settlement; a folded hand is, only if one of its wagers survives the fold."""
    return not seat.folded or outlives_a_fold(set(seat.wagers), posted)


@cites("CA.COUNT")
def picked_up(seat: Seat, spot: Spot, posted: Posted) -> e.CardsPickedUp:
    """Return the event that moves a hand's cards to the rack, with their number where the book counts them."""
    counts = posted.rules.procedure.hands_counted
    counted = len(spot.hole) if counts is not None and counts.value else None
    return e.CardsPickedUp(pile=Pile.SEAT, seat=seat, cards=spot.hole, counted=counted)


class Exposed:
    """The settled hands that stay face up: the highest one for Cover All, and hands that win envy for other seats."""

    def __init__(self, table: Table, settlement: Settlement, posted: Posted) -> None:
        self._spots, self._posted = table.round.spots, posted
        self._from = posted.rules.procedure.left_exposed_from
        self._covers = cover_all_lies(table)
        self._highest = settlement.dealer.order
        self._dealer_stays = self._from is not None and settlement.dealer.category >= self._from.value
        self._hands = {seat.seat: seat.hand for seat in settlement.seats}
        stays = posted.rules.procedure.envy_hand_stays
        self._envy_clause = stays.cite if stays is not None and stays.value else None
        self._envied = {envy.from_seat for seat in settlement.seats for envy in seat.envy if self._envy_clause}
        self._best: Seat | None = None

    @cites("MA.12b", "MA.12h", "MA.12j")
    def waits(self, seat: Seat) -> bool:
        """Whether the folded hand is turned up only to reconcile Cover All, because no other wager depends on it."""
        spot = self._spots[seat]
        unseen = spot.folded and not outlives_a_fold(set(spot.wagers), self._posted)
        return self._covers and unseen and not spot.picked_up

    @cites("MA.12h", "MA.12i", "NV.11b", "NV.11b1", "MA.9h", "CA.PLAY12", "CA.PLAY13", "CA.PLAY17")
    def after(self, seat: Seat) -> Iterator[e.Event]:
        """Pick up the settled hand, or leave it exposed and pick up the exposed hand that it beats."""
        spot = self._spots[seat]
        if spot.picked_up:
            return
        hand = self._hands[seat]
        if seat in self._envied and self._envy_clause is not None:
            yield e.HandLeftExposed(seat=seat, clause=self._envy_clause)
            return
        high = self._covers and hand is not None and self._from is not None and hand.category >= self._from.value
        beats = hand is not None and hand.order > self._highest
        if not high or self._from is None or (not beats and (self._best is not None or self._dealer_stays)):
            yield picked_up(seat, spot, self._posted)
            return
        yield e.HandLeftExposed(seat=seat, clause=self._from.cite)
        if self._best is not None:
            yield picked_up(self._best, self._spots[self._best], self._posted)
        self._best, self._highest = seat, hand.order if hand is not None else self._highest

    def at_the_end(self, order: tuple[Seat, ...]) -> Iterator[e.Event]:
        """Pick up the exposed hands once every wager is settled."""
        for seat in order:
            if seat in self._envied or seat == self._best:
                yield picked_up(seat, self._spots[seat], self._posted)


@cites("MA.9i")
def collected(table: Table, posted: Posted) -> Iterator[e.Event]:
    """Pick up what is still on the table, in order: the hands, the dealer's hand, the community cards, the stub."""
    for seat, spot in sorted(table.round.spots.items(), reverse=True):
        if spot.hole and not spot.picked_up:
            yield picked_up(seat, spot, posted)
    piles = {
        Pile.DEALER: table.round.dealer,
        Pile.COMMUNITY: table.round.community,
        Pile.STUB: table.round.deck,
    }
    for pile, cards in piles.items():
        if cards:
            yield e.CardsPickedUp(pile=pile, cards=cards)


@cites("MA.9i")
def rebuilt(table: Table) -> RebuiltHands:
    """Return every hand of the round, from the rack or from the table if the cards are still there."""
    seats = {racked.seat: racked.cards for racked in table.rack if racked.seat is not None}
    seats |= {seat: spot.hole for seat, spot in table.round.spots.items() if spot.hole and not spot.picked_up}
    piles = {racked.pile: racked.cards for racked in table.rack}
    return RebuiltHands(
        seats=dict(sorted(seats.items())),
        dealer=table.round.dealer or piles.get(Pile.DEALER, ()),
        community=table.round.community or piles.get(Pile.COMMUNITY, ()),
    )


@cites("MA.9i", "R50")
def refused_rebuild(table: Table, posted: Posted) -> Refused | None:
    """Return why nothing can be rebuilt, or ``None``. The rack holds the last round until its deck is shuffled."""
    if table.phase is Phase.SETTLED or (table.phase is Phase.WAGERS and table.rack):
        return None
    rebuilds = posted.rules.procedure.rack_rebuilds
    cite = rebuilds.cite if rebuilds is not None else "R50"
    return Refused(Refusal.NOTHING_TO_REBUILD, cite, "the discard rack does not hold a round that is over")
