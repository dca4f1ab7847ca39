"""The types of what `--json` prints; `scripts/build_schemas.py` makes their JSON Schemas and docs/json.md from them.

The documents of `uth settle` are in `uth.adjudicate.types`, those of `uth review` in `uth.history`.
Amounts are in antes unless a name says cents.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Final, Literal, NotRequired, TypedDict

from uth.adjudicate.types import CategoryName, Keywords, SettlementDocument
from uth.history.saved_rounds import SavedReport, SavedReview
from uth.progressive.commands import Command
from uth.progressive.events import Event
from uth.progressive.state import AwardStage
from uth.rules.ruleset import RuleSet

Count = Annotated[int, Keywords(minimum=0)]
Cents = Annotated[int, Keywords(description="An amount in cents, the smallest unit of the currency.")]
Share = Annotated[float, Keywords(minimum=0, maximum=1)]
ExactCents = Annotated[str, Keywords(pattern="^-?[0-9]+(/[0-9]+)?$", description="Exact cents, as a fraction.")]
ActionName = Annotated[str, Keywords(pattern="^(check|fold|[0-9]+x)$", description="A multiple of the ante: 4x.")]
StreetName = Literal["preflop", "flop", "river"]
TIES = Annotated[str, Keywords(description="Which of two actions of equal value is taken.")]


class ExactValue(TypedDict):
    """A number, exact and as a decimal."""

    fraction: Annotated[str, Keywords(pattern="^-?[0-9]+/[0-9]+$")]
    value: float


# uth advise


class AdviceDocument(TypedDict):
    """The value of each action of a hand, in antes."""

    street: StreetName
    best: ActionName
    margin: ExactValue
    actions: dict[ActionName, ExactValue]
    ties: TIES
    reasons: list[str]
    limit_in_antes: NotRequired[ExactValue]


# uth clauses


class CodePlaceDocument(TypedDict):
    """Code that implements a clause."""

    path: str
    line: Count
    name: str


class ClauseDocument(TypedDict):
    """A clause, the tests that show it to hold and the code that implements it."""

    kind: str
    says: str
    document: str
    tests: list[str]
    code: list[CodePlaceDocument]


class RulingDocument(TypedDict):
    """A ruling: what the documents leave open, and how it is decided here; a policy is the program's own."""

    number: str
    where: str
    question: str
    ruling: str
    why: str
    policy: bool


# uth deal


class OccurrenceDocument(TypedDict):
    """An event in words; `step` is the step of a procedure, if one caused it."""

    event: str
    says: str
    clauses: list[str]
    step: NotRequired[str]


class RefusedStepDocument(TypedDict):
    """Why a command was refused."""

    code: str
    says: str
    clause: str | None


class UnmetDocument(TypedDict):
    """An expectation that is not met."""

    expected: str
    happened: list[str]


class StepDocument(TypedDict):
    """A line of the scenario and what happened."""

    line: Count
    text: str
    happened: list[OccurrenceDocument]
    refused: NotRequired[RefusedStepDocument]
    failure: NotRequired[UnmetDocument]


class RunDocument(TypedDict):
    """A scenario that was run; `ok` is false if an expectation is not met."""

    file: str
    title: str
    rules: str
    dealing: str
    clauses: list[str]
    ok: bool
    steps: list[StepDocument]


# uth design


class DesignChoiceDocument(TypedDict):
    """A value of the number, and what the quantity is with it."""

    value: ExactValue
    quantity: ExactValue


class DesignDocument(TypedDict):
    """The value of one number of a table that gives a wanted quantity, and its legal neighbours."""

    rules: str
    parameter: Annotated[str, Keywords(description="What is changed: blind.flush.")]
    quantity: Annotated[str, Keywords(description="What is wanted: house_edge.")]
    target: ExactValue
    now: DesignChoiceDocument
    solution: ExactValue
    solution_is_exact: bool
    neighbours: list[DesignChoiceDocument]


# uth exact


class MainWagersDocument(TypedDict):
    """The value of each wager."""

    ante: ExactValue
    blind: ExactValue
    play: ExactValue
    forfeited_by_a_fold: ExactValue


class DecisionCountDocument(TypedDict):
    """How many of all deals end with this action."""

    street: StreetName
    action: ActionName
    combinations: Count
    frequency: Share


class OutcomeDocument(TypedDict):
    """How many of all deals end like this, and with what result."""

    action: str
    result: Literal["win", "push", "loss", "fold"]
    qualifies: bool
    hand: CategoryName
    combinations: Count
    net: ExactValue


class StartingHandDocument(TypedDict):
    """A starting hand: the value of each action; `margin` is the best multiple's over a check."""

    combinations: Count
    best: ActionName
    values: dict[ActionName, ExactValue]
    margin: ExactValue


class MistakeDocument(TypedDict):
    """A decision of the strategy that costs something; `board` is empty before the flop."""

    street: StreetName
    hole: str
    board: str
    chosen: ActionName
    best: ActionName
    cost: ExactValue
    frequency: ExactValue


class PayoutLimitDocument(TypedDict):
    """The game under the table's aggregate payout limit."""

    limit_in_antes: ExactValue
    ev: ExactValue
    house_edge: float
    cost_of_the_usual_strategy: ExactValue


class MainGameDocument(TypedDict):
    """The main game under a strategy. Numbers that are decimals here are exact under `fractions`, by name."""

    rules: str
    strategy: str
    ev: ExactValue
    house_edge: float
    element_of_risk: float
    average_wager: float
    standard_deviation: float
    ties: TIES
    wagers: MainWagersDocument
    fractions: dict[str, str]
    decisions: list[DecisionCountDocument]
    outcomes: list[OutcomeDocument]
    preflop: dict[str, StartingHandDocument]
    cost_against_optimal: ExactValue
    cost_by_street: NotRequired[dict[StreetName, ExactValue]]
    mistakes: NotRequired[list[MistakeDocument]]
    aggregate_limit: NotRequired[PayoutLimitDocument]
    cost_of_the_usual_strategy: NotRequired[ExactValue]


class PaidRowDocument(TypedDict):
    """A row of a pay table: what is returned with the stake, and its share of the return."""

    hand: str
    pays: str
    chance: ExactValue
    back: ExactValue
    contribution: ExactValue


class MeterNumbersDocument(TypedDict):
    """A meter: its amounts in the currency's main unit, unless the name says cents."""

    name: str
    meter_cents: Cents
    seed_cents: Cents
    increment: ExactValue
    average_at_award: ExactValue | None
    break_even: ExactValue | None
    break_even_cents: Cents | None


class TopAwardDocument(TypedDict):
    """The highest row: its chance, and its average pay in the currency's main unit."""

    hand: str
    chance: ExactValue
    average: ExactValue | None


class HandsDocument(TypedDict):
    """Cover All with this number of hands."""

    house_edge: float
    hit_frequency: Share


class SideWagerDocument(TypedDict):
    """A side wager, per unit wagered. Numbers that are decimals here are exact under `fractions`, by name."""

    rules: str
    ev: ExactValue
    bet: Literal["trips", "progressive", "cover_all"]
    table: str
    house_edge: float
    hit_frequency: Share
    standard_deviation: float
    variance: float
    break_even_meter: float | None
    rows: list[PaidRowDocument]
    notes: list[str]
    fractions: dict[str, str]
    wager_cents: NotRequired[Cents]
    seats: NotRequired[Count]
    house_edge_long_run: NotRequired[float]
    fixed_pays: NotRequired[float]
    envy_per_other_seat: NotRequired[float]
    meters: NotRequired[list[MeterNumbersDocument]]
    top_award: NotRequired[TopAwardDocument]
    break_even_meter_for_1: NotRequired[float]
    hands: NotRequired[Count]
    by_hands: NotRequired[dict[str, HandsDocument]]


class BankingDocument(TypedDict):
    """The player/dealer's side of a round."""

    rules: str
    bet: Literal["banker"]
    seats: Count
    strategy: str
    trips: ExactValue
    expectation: ExactValue
    standard_deviation: float | None
    variance: ExactValue | None
    edge_per_seat: ExactValue
    variance_per_seat: ExactValue
    covariance: ExactValue | None
    correlation: ExactValue | None
    no_deviation_because: str | None
    notes: list[str]


class SeenHandDocument(TypedDict):
    """A starting hand of a player who sees cards: its value, and how often it raises before the flop."""

    combinations: Count
    ev: ExactValue
    raises: ExactValue


InformationDocument = TypedDict(
    "InformationDocument",
    {
        "rules": str,
        "sees": str,
        "from": StreetName,
        "ev": ExactValue,
        "house_edge": float,
        "without": ExactValue,
        "worth": ExactValue,
        "raised_before_the_flop": ExactValue,
        "ties": TIES,
        "preflop": dict[str, SeenHandDocument],
    },
)
"""What it is worth to see cards ahead of time."""


class EstimateDocument(TypedDict):
    """A value from a sample."""

    value: float
    standard_error: float | None


class ChangedDocument(TypedDict):
    """How often a hand of the sample acts differently."""

    times: Count
    of: Count


class CollusionDocument(TypedDict):
    """What it is worth to know the neighbours' cards, from a sample."""

    rules: str
    sees: str
    states: Count
    shuffle_key: str
    ev: EstimateDocument
    without: ExactValue
    worth: EstimateDocument
    first_action_changes: dict[str, ChangedDocument]


# uth house


class NodeDocument(TypedDict):
    """A server of the house; `behind` counts the records it has not applied yet."""

    node: str
    state: Literal["alive", "draining", "gone"]
    address: str
    tables: Count
    behind: Count | None
    expires_in_ms: Count


class TableNodeDocument(TypedDict):
    """The server that runs a table; the epoch grows whenever the table changes hands."""

    table: str
    node: str | None
    epoch: Count


class NodesDocument(TypedDict):
    """The servers that run a house together."""

    nodes: list[NodeDocument]
    tables: list[TableNodeDocument]


# uth meter


class MeterDocument(TypedDict):
    """A meter; exact amounts are fractions of cents."""

    name: str
    shown_cents: Cents
    award_pending: bool
    amount: ExactCents
    carried: ExactCents
    overflow: ExactCents
    reserve: ExactCents
    seed_cents: Cents
    increment: Annotated[str, Keywords(description="The share of each wager, as a fraction.")]
    limit_cents: Cents | None
    break_even_cents: Cents | None
    award_chance: ExactValue
    hours_to_next_award: float | None


class MeterAwardDocument(TypedDict):
    """An award, and which of the records that the book requires it has."""

    award: Count
    stage: AwardStage
    table: str
    round: Count
    seat: Count
    hand: str
    meter: str | None
    cents: Cents
    seeded: ExactCents
    evidence: str
    steps_recorded: list[str]
    steps_missing: list[str]


class HandButtonDocument(TypedDict):
    """A hand button that is on."""

    seat: Count
    hand: str
    award: Count


class StationDocument(TypedDict):
    """A table of the link: its key, its lamps and its buttons."""

    table: str
    game: str
    key: str
    round: Count | None
    lit: list[Count]
    buttons: list[HandButtonDocument]
    supervisor_called: bool
    sensors_failed: list[Count]


class MeterFileDocument(TypedDict):
    """A link: its terms, its meters, its awards and its tables."""

    file: str
    rules: str
    title: str
    fingerprint: str
    pay_table: str
    wager_cents: Cents
    decks: Count
    lines: Count
    chain: str
    down: bool
    meters: list[MeterDocument]
    seats: Count
    house_edge: ExactValue
    house_edge_long_run: ExactValue
    awards: list[MeterAwardDocument]
    tables: list[StationDocument]
    notes: list[str]
    file_notes: list[str]


class LinkRecordDocument(TypedDict):
    """A line of the log: the command and its events. One object a line."""

    line: Count
    at: str
    key: str | None
    do: Command
    did: list[Event]


class FedDocument(TypedDict):
    """A line that was taken, and its events."""

    line: Count
    did: list[Event]


class UnfedDocument(TypedDict):
    """A line that was refused or cannot be read; it changed nothing."""

    line: Count
    error: RefusedStepDocument | FaultDocument


class AuditDocument(TypedDict):
    """A meter file that was checked: the balance of every account, in exact cents."""

    commands: Count
    lines: Count
    chain: str
    balances: dict[str, ExactCents]


# uth rules


class BookDocument(TypedDict):
    """A rule book: what it offers and the names of its pay tables."""

    name: str
    title: str
    seats: Count
    banked_by: Literal["house", "player"]
    wagers: list[str]
    pay_tables: dict[str, list[str]]


class BookValueDocument(TypedDict):
    """What a book says, and by which clause."""

    book: str
    says: str
    cite: str


class DifferenceDocument(TypedDict):
    """A value in which two books differ."""

    section: str
    field: str
    values: Annotated[list[BookValueDocument], Keywords(minItems=2, maxItems=2)]


# uth sim


class SimulatedWagerDocument(TypedDict):
    """A wager per hand: simulated, and exact where it can be computed; `z` is the distance in standard errors."""

    mean: float
    standard_deviation: float
    standard_error: float
    exact: float | None
    z: float | None
    exact_fraction: NotRequired[str]
    stake_cents: NotRequired[Cents]
    of_the_stake: NotRequired[float]


class SimulatedSeatDocument(TypedDict):
    """A seat."""

    seat: Count
    strategy: str
    wagers_cents: dict[str, Cents]
    mean: float
    standard_deviation: float
    standard_error: float


class HourDocument(TypedDict):
    """What an hour brings one seat, in cents."""

    rounds: Count
    mean_cents: float
    standard_deviation_cents: float


class DrawdownDocument(TypedDict):
    """The falls from a peak, and the hands spent below one."""

    mean: float
    deepest: float
    mean_longest_hands: float
    longest_hands: Count


class SessionsDocument(TypedDict):
    """The sessions; `by_result` counts them by result in whole antes."""

    count: Count
    mean: float
    standard_deviation: float
    least: float
    most: float
    ahead: Share
    even: Share
    behind: float
    quantiles: dict[str, int]
    by_result: dict[str, Count]
    drawdown: DrawdownDocument
    bankroll: NotRequired[float]
    ruin: NotRequired[Share]
    ruin_hands: NotRequired[float | None]
    behind_by_the_bankroll_at_the_end: NotRequired[Share]
    goal: NotRequired[float]
    goal_reached: NotRequired[Share]
    goal_hands: NotRequired[float | None]
    ahead_by_the_goal_at_the_end: NotRequired[Share]


class SpreadDocument(TypedDict):
    """How a number was distributed."""

    count: Count
    mean: float
    standard_deviation: float
    least: float
    most: float


class MeterLifeDocument(TypedDict):
    """A meter over the simulation."""

    now_cents: Cents
    seed_cents: Cents
    average_cents: float | None
    paid_cents: SpreadDocument
    emptied_cents: SpreadDocument
    rounds_between: SpreadDocument
    hours_between: float | None


class MonthsDocument(TypedDict):
    """What the house keeps of the progressive wagers by month."""

    count: Count
    rounds: Count
    wagered_cents: Cents
    hold: float | None
    hold_standard_deviation: float
    hold_least: float | None
    hold_most: float | None
    paid_out_more_than_taken: Share


class BankDocument(TypedDict):
    """The player/dealer's result per round, in antes, and how far the bank was used."""

    wager_cents: Cents
    mean: float
    standard_error: float
    used_share: Share
    ran_out: Share


class IrregularitiesDocument(TypedDict):
    """The irregularities that were dealt, by kind."""

    void_rounds: Count
    kinds: dict[str, Count]


class SimulationDocument(TypedDict):
    """A simulation, per hand; `complete` is false if it was stopped before its last round."""

    rounds: Count
    mean: float
    standard_error: float
    standard_deviation: float
    exact: float | None
    z: float | None
    exact_fraction: NotRequired[str]
    complete: bool
    rules: str
    seats: Count
    shuffle_key: str
    ante_cents: Cents
    wagers: dict[str, SimulatedWagerDocument]
    by_seat: list[SimulatedSeatDocument]
    decisions: NotRequired[dict[str, Share]]
    hour: HourDocument
    sessions: NotRequired[SessionsDocument]
    meters: NotRequired[dict[str, MeterLifeDocument]]
    months: NotRequired[MonthsDocument]
    bank: NotRequired[BankDocument]
    irregularities: NotRequired[IrregularitiesDocument]


# uth session


class SessionDocument(TypedDict):
    """The chances of the result of a number of hands, in antes."""

    rules: str
    strategy: str
    hands: Count
    mean: ExactValue
    standard_deviation: float
    result: Annotated[
        dict[str, float | None], Keywords(description="What a share of sessions does not exceed; null above all.")
    ]
    ahead: Share
    even: Share
    behind: Share
    drawdown: Annotated[
        dict[str, float],
        Keywords(description="The fall from a peak that a share of sessions does not exceed."),
    ]
    error_at_most: float
    bankroll: NotRequired[float]
    ruined: NotRequired[Share]
    goal: NotRequired[float]
    reached: NotRequired[Share]


# uth settle


class FaultDocument(TypedDict):
    """Why a document cannot be read: its field, the value there, and what would be accepted."""

    field: str
    value: Any
    says: str
    clause: str | None


class UnsettledDocument(TypedDict):
    """The answer to a line that cannot be settled; `id` is the line's own."""

    error: FaultDocument
    id: NotRequired[Any]


# uth verify


class VerifiedRoundDocument(TypedDict):
    """A round that was checked; `differs` says what does not agree."""

    file: str
    table: str
    round: Count
    holds: bool
    signed_by: str | None
    key_checked: bool
    checked: list[str]
    differs: str | None


class VerifiedExportDocument(TypedDict):
    """An export of the log that was checked; `differs` says what does not agree."""

    file: str
    holds: bool
    checked: list[str]
    differs: str | None


class UnreadableDocument(TypedDict):
    """A file that cannot be read."""

    file: str
    holds: None
    error: str


@dataclass(frozen=True, slots=True)
class Printed:
    """The commands that print a document, its type, and whether they print one on each line."""

    commands: tuple[str, ...]
    kind: Any
    lines: bool = False

    @property
    def title(self) -> str:
        """The commands, and how many documents they print."""
        return ", ".join(self.commands) + (" (each line)" if self.lines else "")


_SENT: Final = ("adjust", "award", "back-out", "coin-in", "game-over", "join", "pay", "record")

PRINTED: Final[Mapping[str, Printed]] = {
    "advise": Printed(("uth advise",), AdviceDocument),
    "clauses": Printed(("uth clauses",), dict[str, ClauseDocument] | list[RulingDocument]),
    "deal": Printed(("uth deal",), list[RunDocument]),
    "design": Printed(("uth design",), DesignDocument),
    "exact": Printed(
        ("uth exact",),
        MainGameDocument | SideWagerDocument | BankingDocument | InformationDocument | CollusionDocument,
    ),
    "house-nodes": Printed(("uth house nodes",), NodesDocument),
    "meter-check": Printed(("uth meter check",), AuditDocument),
    "meter-events": Printed(tuple(f"uth meter {name}" for name in _SENT), list[Event]),
    "meter-feed": Printed(("uth meter feed",), FedDocument | UnfedDocument, lines=True),
    "meter-history": Printed(("uth meter history",), LinkRecordDocument, lines=True),
    "meter-show": Printed(("uth meter show",), MeterFileDocument),
    "review": Printed(("uth review",), SavedReview | SavedReport),
    "rules": Printed(("uth rules",), list[BookDocument]),
    "rules-diff": Printed(("uth rules diff",), list[DifferenceDocument]),
    "rules-show": Printed(("uth rules show",), RuleSet),
    "session": Printed(("uth session",), SessionDocument),
    "settle": Printed(("uth settle",), SettlementDocument),
    "settle-stream": Printed(("uth settle --stream",), SettlementDocument | UnsettledDocument, lines=True),
    "sim": Printed(("uth sim",), SimulationDocument),
    "verify": Printed(("uth verify",), VerifiedRoundDocument | VerifiedExportDocument | UnreadableDocument, lines=True),
}
"""What `--json` prints, by the name of its schema."""
