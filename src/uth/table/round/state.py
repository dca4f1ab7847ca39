"""The state of a table: what a camera above it would see, and the cards that it would not."""

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
"""How many settled rounds a table keeps with their evidence, so that they can be disputed (R50)."""


class Phase(StrEnum):
    """Where the table and its round stand."""

    CLOSED = "closed"
    """No cards are on the table."""
    OPENING = "opening"
    """The cards are being received, inspected and made ready."""
    WAGERS = "wagers"
    """Wagers are taken."""
    OPENING_DEAL = "opening_deal"
    PREFLOP = "preflop"
    FLOP_DEAL = "flop_deal"
    FLOP = "flop"
    RIVER_DEAL = "river_deal"
    RIVER = "river"
    SHOWDOWN = "showdown"
    """Everyone has acted; the dealer's hand is to be shown."""
    SETTLING = "settling"
    SETTLED = "settled"
    """Every wager is settled; the cards still lie on the table."""


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
    """What lies before a seat in this round."""

    wagers: Mapping[Wager, int] = field(default_factory=dict)
    """Wagers before the cards; the play wager is in the decision."""
    hole: tuple[Card, ...] = ()
    decision: Decision | None = None
    hand: Hand | None = None
    """The hand, once it is turned up."""
    void: str | None = None
    """The clause by which this hand is dead."""
    picked_up: bool = False
    """Whether its cards are in the discard rack."""
    collected: tuple[Wager, ...] = ()
    """The wagers that went to the tray when the hand was folded."""
    under: Wager | None = None
    """The wager its cards lie under."""

    @property
    def on_layout(self) -> Mapping[Wager, int]:
        """The wagers that still lie there: all but those collected at the fold."""
        return {wager: cents for wager, cents in self.wagers.items() if wager not in self.collected}

    @property
    def folded(self) -> bool:
        """Whether the hand was given up."""
        return self.decision is not None and self.decision.multiple is None

    @property
    def can_act(self) -> bool:
        """Whether the seat still has a play wager to make or to refuse."""
        return self.decision is None and self.void is None and Wager.ANTE in self.wagers


@dataclass(frozen=True, slots=True, kw_only=True)
class FloorCall:
    """Something the book leaves to the floor: what it is, and what the floor may do."""

    irregularity: Irregularity
    choices: tuple[Remedy, ...]
    clause: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Replacing:
    """Cards that are to be shuffled back and replaced: the dealer's, or community cards by their place."""

    dealer: bool
    positions: tuple[int, ...] = ()
    clause: str


@state
class Owed:
    """A pending award of a meter, or the envy it causes."""

    seat: Seat
    player: PlayerId
    cents: int
    round: int = 0
    """The round it was won in; 0 in a state older than this field."""
    from_seat: Seat | None = None
    """Whose hand it is envy for; ``None`` for an award."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Decided:
    """What became of an award or an envy pay of the last round."""

    owed: Owed
    means: Means | None
    """How it was paid; ``None`` where it was not."""
    by: str = ""
    reason: str = ""


@state
class Round:
    """One round: what lies on the layout, from the first wager until the cards are collected."""

    spots: Mapping[Seat, Spot] = field(default_factory=dict)
    started: bool = False
    """Whether 'Start Game' was pressed, where it is a step of its own."""
    acted: frozenset[Seat] = frozenset()
    """The seats that have acted on this street."""
    someone_acted: bool = False
    """Whether a player has acted in this round: checked, played or folded."""
    deck: tuple[Card, ...] = ()
    """The cards still to be dealt, the next one first."""
    read: tuple[Card, ...] = ()
    """The cards of a real deck that were named last."""
    dealt: int = 0
    """How many cards and stacks of this part of the deal are out."""
    dealer: tuple[Card, ...] = ()
    dealer_hand: Hand | None = None
    qualifies: bool | None = None
    community: tuple[Card, ...] = ()
    community_shown: int = 0
    exposed: frozenset[Card] = frozenset()
    """Cards that were seen by mistake."""
    face_up: int = 0
    """How many cards were found face up in this round."""
    misdealt: tuple[tuple[Seat | None, int], ...] = ()
    """Who holds a wrong number of cards, the dealer as ``None``, and how many it should be."""
    left_exposed: tuple[Seat, ...] = ()
    """Hands that are settled and stay on the table until the round is resolved."""
    banker: Banker | None = None
    declined: frozenset[Seat] = frozenset()
    """The seats that declined the bank of this round, or gave it up."""
    void: str | None = None
    """The clause by which all hands are dead."""
    saves: tuple[Wager, ...] = ()
    """The wagers for which a void round is dealt out and settled."""
    win_stands: bool = False
    """Whether the floor let a progressive win stand although the system was down."""
    floor: FloorCall | None = None
    replacing: Replacing | None = None
    leaving: frozenset[Back] = frozenset()
    """Decks that leave the table when the cards are collected."""

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
    """One table between two events."""

    chairs: Mapping[Seat, Chair] = field(default_factory=dict)
    rails: Mapping[PlayerId, int] = field(default_factory=dict)
    """The chips of each player who sits here; a player has one rail for all their hands (R110)."""
    phase: Phase = Phase.CLOSED
    round: Round = Round()
    """The round on the layout; an empty one once the cards are collected."""
    decks: Mapping[Back, Deck] = field(default_factory=dict)
    in_play: Back | None = None
    """The deck in the shoe or the machine, or out on the table."""
    last_in_play: Back | None = None
    cover_all_mode: bool = False
    """Whether the shuffler is set to show the pays of Cover All (MA.12d)."""
    unattended: bool = False
    """Whether the cards were spread because nobody played, and nobody has sat down or wagered since (MA.4e)."""
    rounds: int = 0
    rounds_uncounted: int = 0
    """How many rounds were dealt since the stub was counted."""
    shuffles: int = 0
    meters: Mapping[str, Fraction] = field(default_factory=dict)
    linked: bool = False
    """Whether the meters are a link's, which feeds and pays them."""
    progressive_down: bool = False
    link_down: bool = False
    """Whether the link takes no wagers."""
    dark: frozenset[Seat] = frozenset()
    """The seats whose sensor does not light."""
    owed: tuple[Owed, ...] = ()
    """Pending awards of meters, and the envy that waits with them."""
    decided: tuple[Decided, ...] = ()
    """What became of the last round's awards and envy, for as long as `settled` says how it was settled."""
    banked_by: PlayerId | None = None
    """The player who banks this round, or banked the one before."""
    banked_rounds: int = 0
    """How many rounds in a row that player has banked."""
    button: Seat | None = None
    """Where the player/dealer's button lay when the bank was last taken or given up."""
    disputes: tuple[Dispute, ...] = ()
    disputers: Mapping[int, PlayerId] = field(default_factory=dict)
    """Who raised each dispute, by its number."""
    disputes_made: int = 0
    """The number of the newest dispute."""
    past: tuple[Evidence, ...] = ()
    """The last settled rounds with their evidence, the newest last."""
    hands_per_player: int | None = None
    """How many hands a player may play, if the floor has set it."""
    entry_fee: int | None = None
    """The entry fee, if the floor has set it."""
    removed: frozenset[PlayerId] = frozenset()
    """Players the floor has removed, who leave once the round is settled."""
    settled: tuple[tuple[Seat, SettledWager], ...] = ()
    """How the last round was settled, until the next one's wagers are closed or the player gets up."""
    last_bank: Banker | None = None
    """The bank of the last round, kept as long as `settled`."""
    rack: tuple[Racked, ...] = ()
    """The discard rack, oldest first."""

    def rail(self, seat: Seat) -> int:
        """Return the chips of the player at that seat that lie on no wager."""
        return self.rails[self.chairs[seat].player]

    def seats_of(self, player: PlayerId) -> tuple[Seat, ...]:
        """Return the player's seats, clockwise from the dealer's left."""
        return tuple(sorted(seat for seat, chair in self.chairs.items() if chair.player == player))

    @property
    def burned(self) -> tuple[Card, ...]:
        """The cards that were burned in this round."""
        return tuple(card for racked in self.rack if racked.pile is Pile.BURN for card in racked.cards)

    @property
    def is_open(self) -> bool:
        """Whether wagers are taken at this table at all."""
        return self.phase not in (Phase.CLOSED, Phase.OPENING)

    @property
    def is_dealing(self) -> bool:
        """Whether a round is on: the wagers are closed and nothing is settled."""
        return self.is_open and self.phase not in (Phase.WAGERS, Phase.SETTLED)

    @property
    def system_down(self) -> bool:
        """Whether the progressive system is down: reported at this table, or stopped at its link."""
        return self.progressive_down or self.link_down

    @property
    def undealt(self) -> tuple[Card, ...]:
        """The cards nobody got: what is left to deal, or the stub in the discard rack."""
        stub = (racked.cards for racked in self.rack if racked.pile is Pile.STUB)
        return self.round.deck or (next(stub, ()) if self.is_dealing else ())

    @cached_property
    def dispute(self) -> Dispute | None:
        """The dispute that freezes the round, or ``None``."""
        return next((dispute for dispute in self.disputes if dispute.is_open), None)

    @cached_property
    def turn(self) -> Seat | None:
        """The seat the dealer asks now, or ``None``."""
        if self.phase not in ACTING or self.round.void is not None:
            return None
        spots, acted = self.round.spots, self.round.acted
        for seat in sorted(spots):
            if seat not in acted and spots[seat].can_act:
                return seat
        return None

    @property
    def asked(self) -> Seat | None:
        """The seat that may answer now: none while the floor decides or cards are replaced."""
        return self.turn if self.round.floor is None and self.round.replacing is None else None

    @cached_property
    def street(self) -> Street | None:
        """The street that is being acted on, or ``None``."""
        return ACTING.get(self.phase)


def first_to_arrive(table: Table) -> Seat | None:
    """Return the seat of the player who sat down first, or ``None``; chairs are in the order of arrival."""
    return next(iter(table.chairs), None)


def new_table(posted: Posted) -> Table:
    """Return an empty table, closed, its meters at their seeds."""
    meters = posted.progressive.meters if posted.progressive is not None else ()
    return Table(meters={meter.name: Fraction(posted.seed(meter.name)) for meter in meters})


def in_force(table: Table, posted: Posted) -> Posted:
    """Return what is posted with the table's own settings."""
    hands = table.hands_per_player if table.hands_per_player is not None else posted.hands_per_player
    fee = table.entry_fee if table.entry_fee is not None else posted.limits.entry_fee
    if (hands, fee) == (posted.hands_per_player, posted.limits.entry_fee):
        return posted
    return replace(posted, hands_per_player=hands, limits=replace(posted.limits, entry_fee=fee))


def with_round(table: Table, **values: Any) -> Table:
    """Return the table with these fields of its round different."""
    return changed(table, round=changed(table.round, **values))


def with_spot(table: Table, seat: Seat, **values: Any) -> Table:
    """Return the table with these fields of that seat's spot different."""
    spots = table.round.spots
    return with_round(table, spots={**spots, seat: changed(spots[seat], **values)})


def on_rail(table: Table, seat: Seat, cents: int) -> Table:
    """Return the table with the cents added to the rail of the player at that seat."""
    return changed(table, rails=rails_with(table, seat, cents))


def rails_with(table: Table, seat: Seat, cents: int) -> Mapping[PlayerId, int]:
    """Return the table's rails with the cents added to that of the player at that seat."""
    player = table.chairs[seat].player
    return {**table.rails, player: table.rails[player] + cents}


@cites("CN.7", "R110")
def leaves_with(table: Table, seat: Seat) -> int:
    """Return what the player takes along from that seat: nothing while they keep another one, else the whole rail."""
    return table.rail(seat) if len(table.seats_of(table.chairs[seat].player)) == 1 else 0


def chips(wager: Wager, cents: int) -> int:
    """Return the wager's value in chips; a coupon has none (R18)."""
    return 0 if wager is Wager.MATCH_PLAY else cents
