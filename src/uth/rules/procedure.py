"""Procedures of a book: opening the table, handling the stub, and ruling on irregularities."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Literal

from uth.ranking import Category
from uth.rules.reader import Between, Fault
from uth.rules.values import Cited, Wager


class OpeningStep(StrEnum):
    """A step before a deck's first shuffle, in order. Every deck is received first."""

    INSPECT = "inspect"
    VERIFY = "verify"
    SPREAD = "spread"
    SHOW = "show"
    WASH = "wash"
    STACK = "stack"


class Moment(StrEnum):
    """The part of a round in which an irregularity happens."""

    BETWEEN_ROUNDS = "between_rounds"
    """Wagers are taken, or the table is not open yet."""
    OPENING_DEAL = "opening_deal"
    DEALT = "dealt"
    """The opening deal is complete and nobody has acted."""
    PREFLOP = "preflop"
    FLOP_DEAL = "flop_deal"
    FLOP = "flop"
    RIVER_DEAL = "river_deal"
    RIVER = "river"
    SHOWDOWN = "showdown"
    """Everyone has acted and the round is not settled."""
    SETTLED = "settled"

    @property
    def words(self) -> str:
        """The moment in a floor supervisor's words."""
        return {
            "between_rounds": "between rounds",
            "opening_deal": "during the opening deal",
            "dealt": "after the opening deal, before anyone has acted",
            "preflop": "before the flop, after someone has acted",
            "flop_deal": "at the flop deal",
            "flop": "on the flop",
            "river_deal": "at the deal of turn and river",
            "river": "at the river",
            "showdown": "at the showdown",
            "settled": "after the settlement",
        }[self.value]


class IrregularityKind(StrEnum):
    """The kinds of irregularity."""

    DEALER_CARD_EXPOSED = "dealer_card_exposed"
    CARDS_FACE_UP = "cards_face_up"
    CARD_DRAWN_IN_ERROR = "card_drawn_in_error"
    WRONG_NUMBER_OF_CARDS = "wrong_number_of_cards"
    SEAT_MISSED = "seat_missed"
    EXTRA_CARD_TO_ALL = "extra_card_to_all"
    WRONG_COMMUNITY_SHOWN = "wrong_community_shown"
    NOT_SHUFFLED = "not_shuffled"
    CARD_OFF_TABLE = "card_off_table"
    STUB_COUNT_WRONG = "stub_count_wrong"
    SHUFFLER_JAMMED = "shuffler_jammed"
    SHUFFLER_COUNT_WRONG = "shuffler_count_wrong"
    MACHINE_JAMMED = "machine_jammed"
    PROGRESSIVE_DOWN = "progressive_down"
    CONDUCT_BROKEN = "conduct_broken"

    @property
    def words(self) -> str:
        """The irregularity in a dealer's words."""
        return {
            "dealer_card_exposed": "a card of the dealer's is exposed",
            "cards_face_up": "cards are found or dealt face up",
            "card_drawn_in_error": "a card is drawn in error, its face not shown",
            "wrong_number_of_cards": "a wrong number of cards is dealt",
            "seat_missed": "a seat is dealt no cards",
            "extra_card_to_all": "every seat has a card too many",
            "wrong_community_shown": "wrong community cards are turned up",
            "not_shuffled": "the cards were not shuffled or not cut",
            "card_off_table": "a card falls off the table",
            "stub_count_wrong": "the count of the stub is wrong",
            "shuffler_jammed": "the shuffler jams or stops",
            "shuffler_count_wrong": "the shuffler counts a wrong number of cards",
            "machine_jammed": "the dealing machine jams",
            "progressive_down": "the progressive system is down",
            "conduct_broken": "a player breaks the rules of conduct",
        }[self.value]


class Remedy(StrEnum):
    """The remedies for an irregularity."""

    CONTINUE = "continue"
    DISCARD_CARDS = "discard_cards"
    USE_AS_NEXT = "use_as_next"
    COMPLETE_DEAL = "complete_deal"
    VOID_HAND = "void_hand"
    VOID_ROUND = "void_round"
    REPLACE_DEALER_CARDS = "replace_dealer_cards"
    REPLACE_COMMUNITY_CARDS = "replace_community_cards"
    RESHUFFLE = "reshuffle"
    REMOVE_DECK = "remove_deck"
    STOP_PROGRESSIVE = "stop_progressive"
    FLOOR_DECIDES = "floor_decides"

    @property
    def words(self) -> str:
        """The remedy in words."""
        return {
            "continue": "the round goes on",
            "discard_cards": "the card goes to the discard rack unused",
            "use_as_next": "the card is used as the next one",
            "complete_deal": "the deal is put right in sequence",
            "void_hand": "that player's hand is void",
            "void_round": "all hands are void",
            "replace_dealer_cards": "the dealer's cards are shuffled back and two new ones dealt",
            "replace_community_cards": "the cards are shuffled back and replaced face down",
            "reshuffle": "the cards are shuffled again",
            "remove_deck": "the deck is taken off the table",
            "stop_progressive": "no progressive wagers until it is back",
            "floor_decides": "the floor decides",
        }[self.value]


Fact = Literal[
    "hand", "machine", "seat", "dealer", "one", "several", "fixable", "not_fixable", "misdealt", "not_misdealt",
    "at_win", "before_win", "nobody_acted", "someone_acted", "undecided", "decided", "hands_incomplete", "hands_dealt",
    "deck_whole", "deck_not_whole",
]  # fmt: skip
"""The facts on which a ruling may depend.

They are how the cards are dealt, who is affected, how many cards, whether it can be put right, and how far the players'
decisions and hands are; also whether the deck is whole, and whether a win is at stake. ``decided`` means that every
player has folded or made a play wager.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class IrregularityRule:
    """The book's rule for one irregularity. The first rule that fits applies; if none does, the floor decides."""

    kind: IrregularityKind
    when: tuple[Moment, ...] = ()
    """The moments at which it applies; empty for any."""
    facts: tuple[Fact, ...] = ()
    """The other conditions."""
    remedy: Annotated[tuple[Remedy, ...], Between(1, 3)]
    saves: tuple[Literal[Wager.TRIPS], ...] = ()
    """The wagers of a void round that are still dealt out and settled."""
    clause: str
    says: str

    def faults(self) -> Iterator[Fault]:
        """Yield a fault if a round that is not void saves a wager."""
        if self.saves and Remedy.VOID_ROUND not in self.remedy:
            yield Fault(("saves",), "goes with the remedy void_round")


@dataclass(frozen=True, slots=True, kw_only=True)
class ProcedureRules:
    """How the table opens, how cards are cut, and what happens to the stub."""

    opening: Cited[tuple[OpeningStep, ...]]
    opening_cites: dict[OpeningStep, str] | None = None
    """The clause of a step, if it differs from the clause of the list."""
    cut_min: Cited[Annotated[int, Between(1, 51)]]
    stub: Cited[Literal["racked", "kept"]]
    """Whether the stub is racked once all cards are dealt, or picked up with the other cards."""
    stub_count_every: Cited[Annotated[int, Between(1, 1000)]] | None = None
    """The number of rounds within which the stub is counted at least once, unless the shuffler counts."""
    left_exposed_from: Cited[Category] | None = None
    """With a Cover All wager, a highest hand of this category or better stays on the table until the round ends."""
    envy_hand_stays: Cited[bool] | None = None
    """Whether a hand that wins envy for other seats stays face up until they are paid."""
    played_cards: Cited[Literal["under_blind"]] | None = None
    """Where a player who plays puts the cards."""
    folded_cards: Cited[Literal["under_trips"]] | None = None
    """Where the dealer puts the cards of a folded hand whose trips wager is still live."""
    hands_counted: Cited[bool] | None = None
    """Whether the cards of every hand are counted as they are collected."""
    rack_rebuilds: Cited[Literal[True]] | None = None
    """The clause or ruling by which cards are racked in an order that allows every hand to be rebuilt."""

    def cite_of(self, step: OpeningStep) -> str:
        """Return the clause of one step of the opening."""
        return (self.opening_cites or {}).get(step, self.opening.cite)

    def faults(self) -> Iterator[Fault]:
        """Yield a fault if steps are out of order or repeated."""
        steps = list(self.opening.value)
        if steps != [step for step in OpeningStep if step in steps]:
            order = ", ".join(OpeningStep)
            yield Fault(("opening", "value"), f"are out of order or repeated; the order is {order}")
