"""The state of a table: what a camera above it would see, plus the cards that are face down."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from fractions import Fraction
from functools import cached_property
from typing import Any, Final

from uth.cards import Card
from uth.cites import cites
from uth.ranking import Hand
from uth.records import changed, state
from uth.rules.procedure import Remedy
from uth.rules.values import Means, Street, Wager
from uth.table.deck.decks import Back, Deck, Pile, Racked
from uth.table.floor.disputed import Dispute, Evidence
from uth.table.floor.irregularities import Irregularity
from uth.table.posted import Posted
from uth.table.settle.settled import Banker, Decision, SettledWager
from uth.units import PlayerId, Seat

PAST_ROUNDS: Final = 10
"""The number of settled rounds a table keeps with their evidence, so that they can be disputed (R50)."""


class Phase(StrEnum):
    """The stage of the table and its round."""

    CLOSED = "closed"
    """No cards are on the table."""
    OPENING = "opening"
    """The cards are being received, inspected and prepared."""
    WAGERS = "wagers"
    """Wagers are taken."""
    OPENING_DEAL = "opening_deal"
    PREFLOP = "preflop"
    FLOP_DEAL = "flop_deal"
    FLOP = "flop"
    RIVER_DEAL = "river_deal"
    RIVER = "river"
    SHOWDOWN = "showdown"
    """Everyone has acted; the dealer's hand comes next."""
    SETTLING = "settling"
    SETTLED = "settled"
    """Every wager is settled; the cards are still on the table."""


ACTING: Mapping[Phase, Street] = {
    Phase.PREFLOP: Street.PREFLOP,
    Phase.FLOP: Street.FLOP,
    Phase.RIVER: Street.RIVER,
}


@state
class Chair:
    """A seat that is taken."""

    player: PlayerId


@state
class Spot:
    """A seat's cards and wagers in this round."""

    wagers: Mapping[Wager, int] = field(default_factory=dict)
    """The wagers made before the deal; the play wager is in the decision."""
    hole: tuple[Card, ...] = ()
    decision: Decision | None = None
    hand: Hand | None = None
    """The hand, once turned up."""
    void: str | None = None
    """The clause by which this hand is dead."""
    picked_up: bool = False
    """Whether the cards are in the discard rack."""
    collected: tuple[Wager, ...] = ()
    """The wagers that went to the tray when the hand was folded."""
    under: Wager | None = None
    """The wager under which the cards lie."""

    @property
    def on_layout(self) -> Mapping[Wager, int]:
        """The wagers still on the layout: all except those collected at the fold."""
        return {wager: cents for wager, cents in self.wagers.items() if wager not in self.collected}

    @property
    def folded(self) -> bool:
        """Whether the seat has folded."""
        return self.decision is not None and self.decision.multiple is None

    @property
    def can_act(self) -> bool:
        """Whether the seat still has a decision to make about the play wager."""
        return self.decision is None and self.void is None and Wager.ANTE in self.wagers


@dataclass(frozen=True, slots=True, kw_only=True)
class FloorCall:
    """A matter that the book leaves to the floor: the irregularity and the possible remedies."""

    irregularity: Irregularity
    choices: tuple[Remedy, ...]
    clause: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Replacing:
    """A pending replacement of cards: the dealer's, or community cards by position."""

    dealer: bool
    positions: tuple[int, ...] = ()
    clause: str


@state
class Owed:
    """A pending award of a meter, or an envy pay that depends on one."""

    seat: Seat
    player: PlayerId
    cents: int
    round: int = 0
    """The round it was won in; 0 in states older than this field."""
    from_seat: Seat | None = None
    """The seat whose hand wins the envy; ``None`` for an award."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Decided:
    """The decision on an award or an envy pay of the last round."""

    owed: Owed
    means: Means | None
    """How it was paid; ``None`` if it was not."""
    by: str = ""
    reason: str = ""


@state
class Round:
    """One round: everything on the layout from the first wager until the cards are collected."""

    spots: Mapping[Seat, Spot] = field(default_factory=dict)
    started: bool = False
    """Whether 'Start Game' was pressed, where it is a separate step."""
    acted: frozenset[Seat] = frozenset()
    """The seats that have acted on the current street."""
    someone_acted: bool = False
    """Whether a player has acted in this round: checked, played or folded."""
    deck: tuple[Card, ...] = ()
    """The undealt cards, the next one first."""
    read: tuple[Card, ...] = ()
    """The cards of a real deck that were read last."""
    dealt: int = 0
    """The number of deliveries made in this part of the deal."""
    dealer: tuple[Card, ...] = ()
    dealer_hand: Hand | None = None
    qualifies: bool | None = None
    community: tuple[Card, ...] = ()
    community_shown: int = 0
    exposed: frozenset[Card] = frozenset()
    """The cards that were seen by mistake."""
    face_up: int = 0
    """The number of cards found face up in this round."""
    misdealt: tuple[tuple[Seat | None, int], ...] = ()
    """The hands with a wrong number of cards, each with the right number; the dealer is ``None``."""
    left_exposed: tuple[Seat, ...] = ()
    """The settled hands that stay on the table until the round is resolved."""
    banker: Banker | None = None
    declined: frozenset[Seat] = frozenset()
    """The seats that declined or gave up the bank of this round."""
    void: str | None = None
    """The clause by which all hands are dead."""
    saves: tuple[Wager, ...] = ()
    """The wagers for which a void round is still dealt out and settled."""
    win_stands: bool = False
    """Whether the floor let a progressive win stand although the system was down."""
    floor: FloorCall | None = None
    replacing: Replacing | None = None
    leaving: frozenset[Back] = frozenset()
    """The decks that leave the table when the cards are collected."""

    @property
    def board(self) -> tuple[Card, ...]:
        """The community cards that are face up."""
        return self.community[: self.community_shown]

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats with a wager, clockwise from the dealer's left."""
        return tuple(sorted(self.spots))


@state
class Table:
    """The state of one table between two events."""

    chairs: Mapping[Seat, Chair] = field(default_factory=dict)
    rails: Mapping[PlayerId, int] = field(default_factory=dict)
    """The chips of each seated player. A player has one rail for all their hands (R110)."""
    phase: Phase = Phase.CLOSED
    round: Round = Round()
    """The round on the layout; empty once the cards are collected."""
    decks: Mapping[Back, Deck] = field(default_factory=dict)
    in_play: Back | None = None
    """The deck in the shoe or machine, or dealt out on the table."""
    last_in_play: Back | None = None
    cover_all_mode: bool = False
    """Whether the shuffler is set to show the pays of Cover All (MA.12d)."""
    unattended: bool = False
    """Whether the cards lie spread because no one played, with no arrival or wager since (MA.4e)."""
    rounds: int = 0
    rounds_uncounted: int = 0
    """The number of rounds dealt since the stub was counted."""
    shuffles: int = 0
    meters: Mapping[str, Fraction] = field(default_factory=dict)
    linked: bool = False
    """Whether the meters belong to a link, which feeds and pays them."""
    progressive_down: bool = False
    link_down: bool = False
    """Whether the link takes no wagers."""
    dark: frozenset[Seat] = frozenset()
    """The seats whose sensor does not light."""
    owed: tuple[Owed, ...] = ()
    """Pending awards of meters, and the envy that waits with them."""
    decided: tuple[Decided, ...] = ()
    """The decisions on the last round's awards and envy, kept as long as `settled`."""
    banked_by: PlayerId | None = None
    """The player who banks this round, or banked the last one."""
    banked_rounds: int = 0
    """The number of consecutive rounds that player has banked."""
    button: Seat | None = None
    """The seat of the player/dealer's button when the bank was last taken or given up."""
    disputes: tuple[Dispute, ...] = ()
    disputers: Mapping[int, PlayerId] = field(default_factory=dict)
    """The player who raised each dispute, by its number."""
    disputes_made: int = 0
    """The number of the newest dispute."""
    past: tuple[Evidence, ...] = ()
    """The last settled rounds with their evidence, the newest last."""
    hands_per_player: int | None = None
    """The number of hands a player may play, if the floor has set it."""
    entry_fee: int | None = None
    """The entry fee, if the floor has set it."""
    removed: frozenset[PlayerId] = frozenset()
    """The players removed by the floor, who leave once the round is settled."""
    settled: tuple[tuple[Seat, SettledWager], ...] = ()
    """The settlement of the last round, until the next one's wagers are closed or the player leaves."""
    last_bank: Banker | None = None
    """The bank of the last round, kept as long as `settled`."""
    rack: tuple[Racked, ...] = ()
    """The discard rack, oldest first."""

    def rail(self, seat: Seat) -> int:
        """Return the chips of that seat's player that are not wagered."""
        return self.rails[self.chairs[seat].player]

    def seats_of(self, player: PlayerId) -> tuple[Seat, ...]:
        """Return the player's seats, clockwise from the dealer's left."""
        return tuple(sorted(seat for seat, chair in self.chairs.items() if chair.player == player))

    @property
    def burned(self) -> tuple[Card, ...]:
        """The cards burned in this round."""
        return tuple(card for racked in self.rack if racked.pile is Pile.BURN for card in racked.cards)

    @property
    def is_open(self) -> bool:
        """Whether the table is open for wagers at all."""
        return self.phase not in (Phase.CLOSED, Phase.OPENING)

    @property
    def is_dealing(self) -> bool:
        """Whether a round is in progress: the wagers are closed and not settled yet."""
        return self.is_open and self.phase not in (Phase.WAGERS, Phase.SETTLED)

    @property
    def system_down(self) -> bool:
        """Whether the progressive system is down: reported at this table, or stopped at its link."""
        return self.progressive_down or self.link_down

    @property
    def undealt(self) -> tuple[Card, ...]:
        """The cards dealt to no one: the rest of the deck, or the stub in the discard rack."""
        stub = (racked.cards for racked in self.rack if racked.pile is Pile.STUB)
        return self.round.deck or (next(stub, ()) if self.is_dealing else ())

    @cached_property
    def dispute(self) -> Dispute | None:
        """The dispute that freezes the round, or ``None``."""
        return next((dispute for dispute in self.disputes if dispute.is_open), None)

    @cached_property
    def turn(self) -> Seat | None:
        """The seat whose turn it is, or ``None``."""
        if self.phase not in ACTING or self.round.void is not None:
            return None
        spots, acted = self.round.spots, self.round.acted
        for seat in sorted(spots):
            if seat not in acted and spots[seat].can_act:
                return seat
        return None

    @property
    def asked(self) -> Seat | None:
        """The seat that may answer now, or ``None``, also while the floor decides or cards are replaced."""
        return self.turn if self.round.floor is None and self.round.replacing is None else None

    @cached_property
    def street(self) -> Street | None:
        """The current street, or ``None``."""
        return ACTING.get(self.phase)


def first_to_arrive(table: Table) -> Seat | None:
    """Return the seat of the player who sat down first, or ``None``. Chairs are in the order of arrival."""
    return next(iter(table.chairs), None)


def new_table(posted: Posted) -> Table:
    """Return an empty, closed table with its meters at their seeds."""
    meters = posted.progressive.meters if posted.progressive is not None else ()
    return Table(meters={meter.name: Fraction(posted.seed(meter.name)) for meter in meters})


def in_force(table: Table, posted: Posted) -> Posted:
    """Return the posted rules with the settings that the floor changed at this table."""
    hands = table.hands_per_player if table.hands_per_player is not None else posted.hands_per_player
    fee = table.entry_fee if table.entry_fee is not None else posted.limits.entry_fee
    if (hands, fee) == (posted.hands_per_player, posted.limits.entry_fee):
        return posted
    return replace(posted, hands_per_player=hands, limits=replace(posted.limits, entry_fee=fee))


def with_round(table: Table, **values: Any) -> Table:
    """Return the table with these fields of its round changed."""
    return changed(table, round=changed(table.round, **values))


def with_spot(table: Table, seat: Seat, **values: Any) -> Table:
    """Return the table with these fields of that seat's spot changed."""
    spots = table.round.spots
    return with_round(table, spots={**spots, seat: changed(spots[seat], **values)})


def on_rail(table: Table, seat: Seat, cents: int) -> Table:
    """Return the table with the cents added to that player's rail."""
    return changed(table, rails=rails_with(table, seat, cents))


def rails_with(table: Table, seat: Seat, cents: int) -> Mapping[PlayerId, int]:
    """Return the table's rails with the cents added for the player at that seat."""
    player = table.chairs[seat].player
    return {**table.rails, player: table.rails[player] + cents}


@cites("CN.7", "R110")
def leaves_with(table: Table, seat: Seat) -> int:
    """Return the chips the player takes from that seat: the whole rail, or 0 while they keep another seat."""
    return table.rail(seat) if len(table.seats_of(table.chairs[seat].player)) == 1 else 0


def chips(wager: Wager, cents: int) -> int:
    """Return the wager's value in chips, which is 0 for a coupon (R18)."""
    return 0 if wager is Wager.MATCH_PLAY else cents
