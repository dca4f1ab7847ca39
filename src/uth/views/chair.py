"""A table at one moment, and what one chair may see of it.

A snapshot is everything a frame is built from, so that the same frame can be built again later. A chair's view is built
field by field, and a card that is face down for that chair is left out.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from fractions import Fraction
from typing import Any

from uth.cards import Card
from uth.cites import cites
from uth.house.followed_table import RoundNotes
from uth.house.live_link import LiveLink
from uth.house.live_table import LiveTable
from uth.progressive.state import Award, Link, Terms
from uth.rules.procedure import Remedy
from uth.rules.values import Street, Wager
from uth.table.posted import Posted
from uth.table.round import commands as c
from uth.table.round.banking import button
from uth.table.round.due import due_words
from uth.table.round.state import Phase, Spot, Table
from uth.table.settle.settled import Banker, Decision, SettledWager
from uth.table.settle.showdown import odds_of
from uth.units import PlayerId, Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkSnapshot:
    """A link at one moment."""

    name: str
    terms: Terms
    link: Link
    open_awards: tuple[Award, ...]
    guest: bool = False
    """Whether it belongs to a guest's table."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TableSnapshot:
    """A table at one moment, with the state that is not in its log; immutable."""

    posted: Posted
    table: Table
    notes: RoundNotes
    commitment: str | None
    """The published hash of the secret; ``None`` before one is stored, empty if a real deck is dealt."""
    off: bool = False
    off_seats: frozenset[Seat] = frozenset()
    """The seats that may place no new wagers."""
    ready: frozenset[Seat] = frozenset()
    link: LinkSnapshot | None = None
    is_past: bool = False
    """Whether the snapshot is of a past state, which has neither offers nor a clock."""
    left_s: float | None = None
    """Seconds until the house acts."""
    of_s: float | None = None
    more: int = 0
    """How many times the running clock can still be restarted."""
    then: c.Command | None = None
    """The next step of the house while wagers are open, if it is not 'No more bets'."""


def snapshot_of(live: LiveTable) -> TableSnapshot:
    """Return a snapshot of the table."""
    table, off = live.table, live.off
    left, of = live.clock.time_left(table)
    between = live.clock.between_rounds(table)
    stopped = live.switches.players
    return TableSnapshot(
        posted=live.posted,
        table=table,
        notes=live.notes,
        commitment=live.secret.published,
        off=off,
        off_seats=frozenset([seat for seat, chair in table.chairs.items() if off or chair.player in stopped]),
        ready=frozenset(live.clock.ready),
        link=link_snapshot_of(live.link) if live.link is not None else None,
        left_s=left,
        of_s=of,
        more=live.clock.more_left(table) if of and between is None else 0,
        then=between[1] if between is not None else None,
    )


def link_snapshot_of(live: LiveLink) -> LinkSnapshot:
    """Return a snapshot of the link."""
    return LinkSnapshot(
        name=live.name, terms=live.terms, link=live.link, open_awards=live.open_awards, guest=live.guest
    )


Faces = tuple[Card | None, ...]
"""Cards in their places; a face-down card is ``None``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SpotView:
    """The cards and wagers of a seat."""

    wagers: Mapping[Wager, int]
    collected: tuple[Wager, ...]
    """The wagers lost by a fold that the dealer has collected."""
    under: Wager | None
    """The wager that its cards lie under."""
    cards: Faces
    decision: Decision | None
    hand: str | None
    void: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatView:
    """A taken seat: its player, the chips, and its cards and wagers."""

    player: PlayerId
    rail: int
    spot: SpotView | None


@dataclass(frozen=True, slots=True, kw_only=True)
class FeltView:
    """The middle of the table, the same for everyone."""

    phase: Phase
    due: str
    turn: Seat | None
    street: Street | None
    dealer: Faces
    dealer_hand: str | None
    qualifies: bool | None
    community: Faces
    cards_left: int
    racked: int
    banker: Banker | None
    button: Seat | None
    meters: Mapping[str, Fraction]
    progressive_down: bool
    void: str | None
    floor_choices: tuple[Remedy, ...]
    rounds: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TableView(FeltView):
    """The table as one chair sees it; chair ``None`` is a watcher."""

    chair: Seat | None
    seats: Mapping[Seat, SeatView]


@cites("MA.7d2")
def view_of(table: Table, posted: Posted, chair: Seat | None = None) -> TableView:
    """Return what that chair may see now."""
    seated = table.chairs.get(chair) if chair is not None else None
    player = seated.player if seated is not None else None
    seats = {seat: seat_view(table, seat, own=player == each.player) for seat, each in sorted(table.chairs.items())}
    felt = felt_view(table, posted)
    return TableView(chair=chair, seats=seats, **{each.name: getattr(felt, each.name) for each in fields(felt)})


def felt_view(table: Table, posted: Posted) -> FeltView:
    """Return what everyone may see in the middle of the table now."""
    dealt = table.round
    return FeltView(
        phase=table.phase,
        due=due_words(table, posted),
        turn=table.asked,
        street=table.street,
        dealer=_faces(dealt.dealer, table, shown=len(dealt.dealer) if dealt.dealer_hand is not None else 0),
        dealer_hand=str(dealt.dealer_hand) if dealt.dealer_hand is not None else None,
        qualifies=dealt.qualifies,
        community=_faces(dealt.community, table, shown=dealt.community_shown),
        cards_left=len(dealt.deck),
        racked=sum([len(racked.cards) for racked in table.rack]),
        banker=dealt.banker,
        button=button(table, posted) if posted.player_banks else None,
        meters=dict(table.meters),
        progressive_down=table.system_down,
        void=dealt.void,
        floor_choices=dealt.floor.choices if dealt.floor is not None else (),
        rounds=table.rounds,
    )


def seat_view(table: Table, seat: Seat, *, own: bool) -> SeatView:
    """Return a taken seat as its own player sees it, or as everyone else does."""
    return SeatView(player=table.chairs[seat].player, rail=table.rail(seat), spot=_spot(table, seat, own))


def _faces(cards: tuple[Card, ...], table: Table, *, shown: int) -> Faces:
    """Return the cards in their places; those face up, also by mistake, are visible."""
    return tuple([card if at < shown or card in table.round.exposed else None for at, card in enumerate(cards)])


def _spot(table: Table, seat: Seat, own: bool) -> SpotView | None:
    spot = table.round.spots.get(seat)
    if spot is None:
        return None
    return SpotView(
        wagers=dict(spot.wagers),
        collected=spot.collected,
        under=spot.under,
        cards=hole_view(spot, table, own=own),
        decision=spot.decision,
        hand=str(spot.hand) if spot.hand is not None else None,
        void=spot.void,
    )


def hole_view(spot: Spot, table: Table, *, own: bool) -> Faces:
    """Return a seat's two cards: visible to its own player after the opening deal, to all once turned up."""
    picked_up_unseen = spot.picked_up and spot.hand is None
    if picked_up_unseen and not own:
        return ()
    looked_at = own and table.phase is not Phase.OPENING_DEAL
    return spot.hole if looked_at or spot.hand is not None else (None,) * len(spot.hole)


def line_of(settled: SettledWager, posted: Posted) -> dict[str, Any]:
    """Return how a wager was settled."""
    return {
        "wager": settled.wager.value,
        "stake": settled.stake,
        "outcome": settled.outcome.value,
        "returned": settled.returned,
        "won": settled.won,
        "net": settled.net,
        "odds": odds_of(settled, posted),
        "row": settled.row,
        "clauses": list(settled.cites),
        "cut": settled.cut,
    }
