"""The types of the round document, for writing, validating and generating the page's types."""

from __future__ import annotations

from typing import Annotated, Any, Literal, NotRequired

from pydantic import ConfigDict, Field, with_config
from typing_extensions import TypedDict

Strict = ConfigDict(extra="forbid", strict=True)
Face = Annotated[str, Field(pattern=r"^[2-9TJQKA][cdhs]$")] | None
"""A card such as ``As``; ``None`` if the viewer did not see it."""
Amount = Annotated[int, Field(ge=-(2**53) + 1, le=2**53 - 1)]
Count = Annotated[int, Field(ge=0, le=2**53 - 1)]
Share = Annotated[str, Field(pattern=r"^-?\d{1,30}/[1-9]\d{0,30}$")]
"""Cents as a fraction ``p/q``."""


@with_config(Strict)
class Of(TypedDict):
    """The viewer: their first seat in the round, and whether every card is shown."""

    chair: int | None
    all: bool


@with_config(Strict)
class RulesOf(TypedDict):
    """The rules of the round; `text` is a rule set of the table's own."""

    name: str
    title: str
    fingerprint: str
    posted_hash: str
    text: str | None


@with_config(Strict)
class Tables(TypedDict):
    """The pay tables by name; ``None`` if not offered."""

    blind: str
    trips: str
    cover_all: str | None
    progressive: str | None


@with_config(Strict)
class Limits(TypedDict):
    """The minimum and maximum of each wager, in cents."""

    ante: list[Count]
    trips: list[Count]
    cover_all: list[Count] | None
    entry_fee: Count


@with_config(Strict)
class Choices(TypedDict):
    """What the table posts."""

    tables: Tables
    dealing: str
    progressive_wager: Count
    limits: Limits


@with_config(Strict)
class Stamp(TypedDict):
    """The hashes that the log stores with every round."""

    rules: str
    rules_hash: str
    posted_hash: str


@with_config(Strict)
class Times(TypedDict):
    """When the first wager was made, the wagers closed, the round was settled and the cards were collected."""

    began: str | None
    closed: str | None
    settled: str | None
    collected: str | None


@with_config(Strict)
class RoundBank(TypedDict):
    """The player/dealer and the wager behind the bank."""

    seat: int
    wager: Count


@with_config(Strict)
class Start(TypedDict):
    """The table as the wagers closed, as far as it affects the round."""

    meters: dict[str, Share]
    linked: bool
    progressive_down: bool
    link_down: bool
    dark: list[int]
    cover_all_mode: bool
    rounds_uncounted: Count
    banker: RoundBank | None


@with_config(Strict)
class RoundAct(TypedDict):
    """One act, with the number of its record."""

    n: Count
    at: str
    by: str
    do: dict[str, Any]


@with_config(Strict)
class DecisionOf(TypedDict):
    """The Play wager, or the fold, and its street."""

    street: str
    multiple: int | None


@with_config(Strict)
class SettledLine(TypedDict):
    """How one wager was settled."""

    wager: str
    stake: Amount
    outcome: Literal["win", "lose", "push", "void", "uncovered"]
    returned: Amount
    won: Amount
    net: Amount
    odds: str
    row: str | None
    clauses: list[str]
    cut: Amount


EnvyOf = TypedDict("EnvyOf", {"from": int, "cents": Amount})
"""Envy that a seat was paid."""


@with_config(Strict)
class SeatOf(TypedDict):
    """A seat of the round as the viewer saw it."""

    name: str
    who: Count
    """The same for two seats of one player."""
    mine: bool
    bot: bool
    wagers: dict[str, Count]
    cards: list[Face]
    decision: DecisionOf | None
    hand: str | None
    five: list[str]
    void: str | None
    lines: list[SettledLine]
    envy: list[EnvyOf]
    net: Amount | None


@with_config(Strict)
class Unseen(TypedDict):
    """The cards that nobody at the table saw; only for readers of the log."""

    burned: list[str]
    stub: list[str]
    dealer: list[str]
    community: list[str]


@with_config(Strict)
class MeterOf(TypedDict):
    """A meter over the round, in whole cents."""

    before: Amount
    paid: Amount
    after: Amount


@with_config(Strict)
class AwardOf(TypedDict):
    """An award of a meter that the settlement owes."""

    seat: int
    hand: str | None
    cents: Amount


@with_config(Strict)
class BroughtAward(TypedDict):
    """An award that was brought; if it has no means, an award or envy that was denied or taken back."""

    n: Count
    seat: int
    cents: Amount
    means: str | None
    reason: NotRequired[str]
    """Why it was denied."""
    envy_for: NotRequired[int | None]
    """The seat whose hand the envy is for; ``None`` for an award."""


@with_config(Strict)
class SaidOf(TypedDict):
    """An irregularity or what was done about it, in words."""

    n: Count
    says: str
    clause: str | None


@with_config(Strict)
class Total(TypedDict):
    """The totals of the round."""

    players: Amount
    house: Amount


@with_config(Strict)
class ProofOf(TypedDict):
    """What the deck is derived from; shown once the round is settled."""

    secret: Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
    words: dict[Annotated[str, Field(pattern=r"^[1-9]\d?$")], Annotated[str, Field(max_length=64)]]
    cut: Annotated[int, Field(ge=0, le=51)]
    nth: Annotated[int, Field(ge=0, le=99)]
    """The index of the order derived from the secret: 0, unless the cards were shuffled again."""
    back: Literal["red", "blue"]


@with_config(Strict)
class LogOf(TypedDict):
    """The round's position in the log."""

    stream: str
    numbers: list[Count]
    positions: list[Count]


@with_config(Strict)
class SignatureOf(TypedDict):
    """The house's signature of the seal: Ed25519, key and signature in hexadecimal."""

    key: Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
    signature: Annotated[str, Field(pattern=r"^[0-9a-f]{128}$")]


RoundDocument = TypedDict(
    "RoundDocument",
    {
        "v": Literal[1],
        "table": str,
        "round": Annotated[int, Field(ge=1, le=2**53 - 1)],
        "for": Of,
        "rules": RulesOf,
        "posted": Choices,
        "stamp": Stamp | None,
        "times": Times,
        "start": Start,
        "acts": list[RoundAct],
        "seats": dict[Annotated[str, Field(pattern=r"^[1-9]\d?$")], SeatOf],
        "dealer": list[Face],
        "dealer_hand": str | None,
        "dealer_five": list[str],
        "qualifies": bool | None,
        "community": list[Face],
        "void": str | None,
        "unseen": Unseen | None,
        "meters": dict[str, MeterOf],
        "awards": list[AwardOf],
        "brought": list[BroughtAward],
        "irregularities": list[SaidOf],
        "disputes": list[dict[str, Any]],
        "total": Total | None,
        "commitment": str | None,
        "proof": ProofOf | None,
        "log": LogOf,
        "seal": str,
        "signature": SignatureOf | None,
    },
)
"""A round as one viewer saw it; with its proof once it is settled."""
with_config(Strict)(RoundDocument)
with_config(Strict)(EnvyOf)
