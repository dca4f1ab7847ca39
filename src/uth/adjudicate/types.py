"""The types of the documents of `uth settle`; `scripts/build_schemas.py` makes their JSON Schemas from them.

A round has the fields of `PlayedRoundDocument` and no others.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, NotRequired, TypedDict


class Keywords:
    """JSON Schema keywords of a type, in ``Annotated``."""

    def __init__(self, **keywords: str | int) -> None:
        self.keywords = keywords


Amount = Annotated[int, Keywords(description="An amount in cents, the smallest unit of the currency.")]
Stake = Annotated[int, Keywords(minimum=1, description="An amount in cents, the smallest unit of the currency.")]
CardName = Annotated[str, Keywords(pattern="^[2-9TJQKA][cdhs]$", description="Rank, then suit: As, Td, 7h, 2c.")]
Hole = Annotated[list[CardName], Keywords(maxItems=52, description="Two cards; a dead hand may have any number.")]
SeatNumber = Annotated[int, Keywords(minimum=1, maximum=8, description="Seat 1 is at the dealer's far left.")]
Clause = Annotated[str, Keywords(description="The number of a clause or of a ruling.")]
CategoryName = Literal[
    "royal_flush", "straight_flush", "four_of_a_kind", "full_house", "flush", "straight", "three_of_a_kind", "two_pair",
    "one_pair", "high_card",
]  # fmt: skip
WagerName = Literal[
    "ante", "blind", "play", "trips", "cover_all", "progressive", "match_play", "entry_fee",
]  # fmt: skip


class WagersDocument(TypedDict, total=False):
    """The wagers of a seat; a wager that was not made is left out."""

    ante: Stake
    blind: Stake
    trips: Stake
    cover_all: Stake
    progressive: Stake
    match_play: Stake
    entry_fee: Stake


class DecisionDocument(TypedDict):
    """Where the hand played which multiple of its ante, or folded."""

    street: Literal["preflop", "flop", "river"]
    multiple: NotRequired[Annotated[int, Keywords(minimum=1)]]
    fold: NotRequired[Literal[True]]


class PlayedSeatDocument(TypedDict):
    """A hand of the round."""

    seat: SeatNumber
    player: Annotated[str, Keywords(minLength=1)]
    hole: Hole
    wagers: WagersDocument
    decision: NotRequired[DecisionDocument | None]
    void: NotRequired[Clause]


class PlayedBankerDocument(TypedDict):
    """The player/dealer, where a player banks."""

    seat: SeatNumber
    wager: Stake
    hole: Hole


class LimitsDocument(TypedDict, total=False):
    """The minimums of the table that the aggregate limit needs, and the progressive wager if the table sets it."""

    ante_min: Amount
    trips_min: Amount
    progressive_wager: Stake


class PlayedRoundDocument(TypedDict):
    """One round: cards, wagers and decisions under a rule set."""

    rules: Annotated[str, Keywords(description="A book by name, or the path of a rule set file.")]
    board: Annotated[list[CardName], Keywords(minItems=5, maxItems=5, description="Flop, turn and river.")]
    seats: Annotated[list[PlayedSeatDocument], Keywords(minItems=1)]
    dealer: NotRequired[Annotated[list[CardName], Keywords(minItems=2, maxItems=2)]]
    banker: NotRequired[PlayedBankerDocument]
    tables: NotRequired[dict[str, str | None]]
    limits: NotRequired[LimitsDocument]
    meters: NotRequired[dict[str, Amount]]
    void: NotRequired[Clause | None]
    id: NotRequired[Any]


class SettledDealerDocument(TypedDict):
    """The dealer's hand, or the banker's."""

    category: CategoryName
    hand: str
    qualifies: bool


class SettledWagerDocument(TypedDict):
    """One wager settled. `row`, `category` and `hand` are those of a progressive wager."""

    wager: Amount
    outcome: Literal["win", "lose", "push", "void", "uncovered"]
    returned: Amount
    won: Amount
    cites: Annotated[list[Clause], Keywords(minItems=1)]
    cut: NotRequired[Amount]
    row: NotRequired[str | None]
    category: NotRequired[CategoryName]
    hand: NotRequired[str]


EnvyDocument = TypedDict("EnvyDocument", {"from": SeatNumber, "amount": Amount})
"""One envy pay: the seat whose hand made it, and how much."""


class SettledSeatDocument(TypedDict):
    """One seat settled; category and hand are null for a dead hand without two cards."""

    seat: SeatNumber
    player: str
    category: CategoryName | None
    hand: str | None
    wagers: dict[WagerName, SettledWagerDocument]
    envy: list[EnvyDocument]
    net: Amount


class SettledMeterDocument(TypedDict):
    """A meter over the round: after = before - paid + seeded."""

    before: Amount
    paid: Amount
    after: Amount
    seeded: NotRequired[Amount]


class SettledBankerDocument(TypedDict):
    """The player/dealer's side."""

    seat: SeatNumber
    wager: Amount
    used: Amount
    net: Amount


class SettledTotalDocument(TypedDict):
    """What the players gained together, and the house or the banker."""

    players: Amount
    house: NotRequired[Amount]
    banker: NotRequired[Amount]


class SettlementDocument(TypedDict):
    """Who is owed what in the round, and by which clause."""

    rules: str
    dealer: SettledDealerDocument
    order: list[SeatNumber]
    seats: list[SettledSeatDocument]
    meters: dict[str, SettledMeterDocument]
    total: SettledTotalDocument
    banker: NotRequired[SettledBankerDocument]
    id: NotRequired[Any]
