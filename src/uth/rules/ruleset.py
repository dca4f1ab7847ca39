"""A rule set: every value that differs between houses."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass, field, fields, is_dataclass
from enum import Enum
from fractions import Fraction
from typing import Annotated, Any, Final, Literal

from uth.cites import cites
from uth.errors import quoted
from uth.ranking import Category
from uth.records import cached_by_identity
from uth.rules.facts import EVERY_FACT, MAIN_FACTS, LinkFact
from uth.rules.paytable import CoverAllTable, PayTable, ProgressiveRow, ProgressiveTable, TripsTable, twice
from uth.rules.procedure import IrregularityRule, ProcedureRules
from uth.rules.reader import Between, Fault, Matching
from uth.rules.values import Amount, Cited, OnFold, PositiveAmount, Street, Wager, percent
from uth.units import Odds

Multiples = Annotated[tuple[Annotated[int, Between(1, 100)], ...], Between(0, 10)]
DealStep = Annotated[
    str, Matching("(seats|dealer|community|burn):[1-5]", "a step such as 'seats:1', 'burn:1', 'community:3'")
]
DealSteps = tuple[DealStep, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Currency:
    """The currency of the chips."""

    code: Annotated[str, Matching("[A-Z]{3}", "a currency code such as USD")]
    symbol: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DeckRules:
    """The deck."""

    cards: Cited[Literal[52]]


@dataclass(frozen=True, slots=True, kw_only=True)
class WagerRules:
    """Who may wager, and until when."""

    by_seated_players: Cited[Literal[True]]
    closed_by: Cited[Literal["no_more_bets"]]
    locked_by: Cited[Literal["no_more_bets", "start_game"]] | None = None
    """What locks the progressive wagers: the announcement, or a separate step after it."""
    foreign_refused: Cited[Literal[True]]


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatRules:
    """Who may sit, how many hands a player may play, and who banks."""

    count: Cited[Annotated[int, Between(1, 8)]]
    hands_per_player: Cited[Annotated[int, Between(1, 8)]]
    banked_by: Cited[Literal["house", "player"]]
    bank_consecutive_max: Cited[Annotated[int, Between(1, 100)]] | None = None
    bank_min: Cited[PositiveAmount] | None = None
    """The smallest bank unless the table posts another amount; never below the minimum ante."""
    coverage: Cited[Literal["action", "payouts"]] | None = None

    @property
    def player_banks(self) -> bool:
        """Whether a player banks the round."""
        return self.banked_by.value == "player"

    @property
    def players_max(self) -> int:
        """The number of seats that can play against the bank: all but the banker's where a player banks."""
        return self.count.value - self.player_banks


@dataclass(frozen=True, slots=True, kw_only=True)
class AnteRules:
    """The ante, the blind that equals it, and the wagers that may accompany them."""

    blind_equals_ante: Cited[Literal[True]]
    match_play: Cited[bool]
    entry_fee: Cited[bool]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayRules:
    """The multiples of the ante offered on each street, and where folding is offered."""

    preflop: Cited[Multiples]
    flop: Cited[Multiples]
    river: Cited[Multiples]
    check: Cited[tuple[Street, ...]]
    fold: Cited[tuple[Street, ...]]
    cites: dict[Literal["in_turn"], str] | None = None
    """The clause by which seats are asked clockwise from the dealer's left; if absent, a ruling applies (R104)."""

    def faults(self) -> Iterator[Fault]:
        """Yield faults for repeated multiples, and for a hand that could end without a play wager or a fold."""
        for name in ("preflop", "flop", "river", "check", "fold"):
            for fault in twice("value", getattr(self, name).value):
                yield Fault((name, *fault.path), fault.says, unplayable=True)
        if not self.river.value:
            says = "is empty; at the river a hand plays or folds, so write at least one multiple"
            yield Fault(("river", "value"), says, unplayable=True)
        if Street.RIVER in self.check.value:
            yield Fault(("check", "value"), "has the river; there a hand plays or folds", unplayable=True)

    def multiples(self, street: Street) -> tuple[int, ...]:
        """Return the multiples offered on that street."""
        if street is Street.PREFLOP:
            return self.preflop.value
        return self.flop.value if street is Street.FLOP else self.river.value


@dataclass(frozen=True, slots=True, kw_only=True)
class DealerRules:
    """What the dealer's hand needs to qualify."""

    qualifier: Cited[Category]

    def faults(self) -> Iterator[Fault]:
        """Yield a fault if only a royal flush would qualify."""
        if self.qualifier.value > Category.STRAIGHT_FLUSH:
            says = "royal_flush is too high; straight_flush is the highest qualifier"
            yield Fault(("qualifier", "value"), says, unplayable=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class TripsRules:
    """When trips is offered, and what a fold does to it."""

    offered: Cited[bool]
    alone: Cited[bool]
    on_fold: Cited[OnFold]
    stake: Cited[Literal["player", "house"]]


@dataclass(frozen=True, slots=True, kw_only=True)
class CoverAllRules:
    """Whether Cover All is offered, and where."""

    offered: Cited[bool]
    dealt_by: Cited[tuple[Literal["hand", "machine"], ...]] | None = None
    """The ways of dealing for which it is offered; empty for any."""
    pays_shown: Cited[Literal[True]] | None = None
    """The clause by which the number of hands and the pays are shown once the hands are dealt."""

    @cites("MA.12d", "MA.12e", "R76")
    def offered_where(self, way: DealingRules) -> bool:
        """Return whether a table with this way of dealing offers the wager."""
        return self.offered.value and (self.dealt_by is None or way.dealt_by.value in self.dealt_by.value)


PaymentStep = Literal["title_31", "ofac", "patron_information"]
FieldName = Annotated[str, Matching("[a-z][a-z_]{0,29}", "a name in lower case")]


@dataclass(frozen=True, slots=True, kw_only=True)
class AwardRules:
    """How a progressive win is paid: the records required, the limit for cheques, and where those are placed."""

    steps: Cited[tuple[PaymentStep, ...]] | None = None
    fields: Cited[dict[PaymentStep, Annotated[tuple[FieldName, ...], Between(1, 8)]]] | None = None
    """The entries required with each step."""
    cheques_max: Cited[PositiveAmount] | None = None
    placed: Cited[Literal["beside_the_sensor"]] | None = None

    def faults(self) -> Iterator[Fault]:
        """Yield a fault if entries are required for a step that does not exist."""
        steps = self.steps.value if self.steps is not None else ()
        for step in self.fields.value if self.fields is not None else ():
            if step not in steps:
                known = ", ".join(steps) or "none"
                yield Fault(("fields", "value", step), f"is not one of the steps; {known}")


@dataclass(frozen=True, slots=True, kw_only=True)
class ProgressiveRules:
    """The progressive wager: its amount, the cards it is judged on, and the effects of a fold and of envy."""

    offered: Cited[bool]
    wager: Cited[PositiveAmount]
    wager_set_by_table: Cited[bool]
    beside: Cited[tuple[Literal[Wager.ANTE, Wager.TRIPS], ...]]
    judged_on: Cited[Literal["hole_and_flop", "best_of_seven"]]
    on_fold: Cited[OnFold]
    envy_scales: Cited[bool]
    envy_to_live_hands_only: Cited[bool]
    seed_paid_by: Cited[Literal["reserve", "house"]]
    sensor_must_light: Cited[Literal[True]] | None = None
    """The clause by which a seat with a dark sensor cannot make a progressive wager."""
    withheld: Cited[Fraction] | None = None
    withheld_range: Cited[Annotated[tuple[Fraction, ...], Between(2, 2)]] | None = None
    awards: AwardRules = AwardRules()
    cites: dict[LinkFact, str] | None = None
    """The clauses of a link under this book; if absent, a ruling applies."""

    def faults(self) -> Iterator[Fault]:
        """Yield a fault if the house withholds more or less than its document allows (R12)."""
        if self.withheld is not None and self.withheld_range is not None:
            low, high = self.withheld_range.value
            if not low <= self.withheld.value <= high:
                says = f"{percent(self.withheld.value)} is outside {percent(low)} to {percent(high)}"
                yield Fault(("withheld",), f"{says} ({self.withheld_range.cite})")


@dataclass(frozen=True, slots=True, kw_only=True)
class AggregateLimit:
    """The most one hand may win in a round, and the wagers that count, in the order they are cut (R3)."""

    when: Literal["progressive_offered", "progressive_not_offered", "always"]
    cents: PositiveAmount
    or_minimum_wagers: bool
    """Whether the limit is raised to what the table's minimum wagers could win (R2)."""
    counts: tuple[Wager, ...]
    cite: str


FoldedHands = Literal["first", "last"]
FOLDED_LAST: Final[Cited[FoldedHands]] = Cited(value="last", cite="R26")
FoldCollected = Literal["at_fold", "at_settlement"]
WITH_THE_OTHERS: Final[Cited[FoldCollected]] = Cited(value="at_settlement", cite="R79")
UnqualifiedAntes = Literal["before_any_cards", "before_its_cards", "after_its_cards"]
HAND_BY_HAND: Final[Cited[UnqualifiedAntes]] = Cited(value="before_its_cards", cite="R80")


@dataclass(frozen=True, slots=True, kw_only=True)
class SettlementRules:
    """The order of hands, the order of the wagers within a hand, and the clause of every outcome."""

    order: Cited[Literal["highest_seat_first", "from_the_bankers_left"]]
    folded: Cited[FoldedHands] = FOLDED_LAST
    """Whether folded hands are settled before or after the others, each group in the same order."""
    fold_collected: Cited[FoldCollected] = WITH_THE_OTHERS
    """Whether the wagers lost by a fold are collected at the fold or at settlement."""
    unqualified_antes: Cited[UnqualifiedAntes] = HAND_BY_HAND
    """When the antes are returned if the dealer does not qualify.

    All of them are returned before any player's cards are turned up, or each is returned with its own hand, before or
    after its cards are turned up.
    """
    on_win: Cited[tuple[Wager, ...]]
    on_loss: Cited[tuple[Wager, ...]]
    on_fold: Cited[tuple[Wager, ...]]
    cites: dict[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True, kw_only=True)
class DealingRules:
    """One way of dealing: the cards before the flop, for the flop, and for turn and river."""

    name: Annotated[str, Matching("[a-z_]+", "a name in lower case")]
    says: str
    opening: Cited[DealSteps]
    flop: Cited[DealSteps]
    river: Cited[DealSteps]
    dealt_by: Cited[Literal["hand", "machine"]]
    shuffled_by: Cited[Literal["hand", "device"]]
    decks: Cited[Annotated[int, Between(1, 2)]]
    """The number of decks. Two decks with different backs alternate: one is shuffled while the other is in play."""
    device_counts: Cited[bool] | None = None
    """Whether the shuffler counts the cards after each shuffle, so that the stub need not be counted."""
    cut: Cited[bool]
    asks: dict[Street, str] | None = None
    """The clause of a street under this way of dealing, if it differs from that of `[play]`."""
    cites: dict[Literal["community"], str] = field(default_factory=dict)
    """The clause of the community cards in the opening deal, if it differs from that of `opening`."""

    def faults(self) -> Iterator[Fault]:
        """Yield faults if the steps do not deal a round, or if a second deck has no shuffler."""
        if self.decks.value == 2 and self.shuffled_by.value == "hand":
            yield Fault(("decks",), '2 needs shuffled_by = "device"; one deck is shuffled while the other is in play')
        dealt = dict.fromkeys(("seats", "dealer", "community"), 0)
        for step in self.opening.value + self.flop.value + self.river.value:
            to, cards = step.split(":")
            if to in dealt:
                dealt[to] += int(cards)
        if dealt != {"seats": 2, "dealer": 2, "community": 5}:
            said = ", ".join(f"{cards} to {to}" for to, cards in dealt.items())
            yield Fault((), f"deals {said}; a round is 2 to seats, 2 to dealer, 5 to community")


@dataclass(frozen=True, slots=True, kw_only=True)
class VoidRules:
    """A clause by which a hand or the round is dead, and the wagers it saves."""

    clause: str
    scope: Annotated[tuple[Literal["seat", "round"], ...], Between(1, 2)]
    saves: tuple[Wager, ...]
    says: str


@dataclass(frozen=True, slots=True, kw_only=True)
class WagerLimits:
    """The minimum and maximum of a wager, posted by the operator."""

    min: PositiveAmount
    max: PositiveAmount

    def faults(self) -> Iterator[Fault]:
        """Yield a fault if the minimum is above the maximum."""
        if self.min > self.max:
            yield Fault((), f"min {self.min} is above max {self.max}")

    def holds(self, unit: int) -> bool:
        """Return whether the limits include a multiple of the unit."""
        return -(-self.min // unit) * unit <= self.max


@dataclass(frozen=True, slots=True, kw_only=True)
class PostedLimits:
    """The limits of a new table."""

    ante: WagerLimits
    trips: WagerLimits
    cover_all: WagerLimits | None = None
    entry_fee: Amount = 0
    cite: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PayTables:
    """Every pay table of the book; the first of each kind is the default."""

    even: Cited[Literal["1 to 1"]]
    """The odds of ante and play. Every document says even money."""
    only_to: Cited[bool] | None = None
    """Whether all published odds are stated with `to`, including those of the progressive (MA.10a)."""
    blind: Annotated[tuple[PayTable, ...], Between(1, 50)]
    trips: Annotated[tuple[TripsTable, ...], Between(1, 50)]
    cover_all: tuple[CoverAllTable, ...] = ()
    progressive: tuple[ProgressiveTable, ...] = ()

    def faults(self) -> Iterator[Fault]:
        """Yield faults for repeated tables, and for references to a missing blind table."""
        yield from twice("blind", [table.name for table in self.blind])
        yield from twice("trips", [table.name for table in self.trips])
        yield from twice("cover_all", [table.name for table in self.cover_all])
        yield from twice("progressive", [table.name for table in self.progressive])
        blinds = [table.name for table in self.blind]
        for at, trips in enumerate(self.trips):
            if trips.blind is not None and trips.blind not in blinds:
                says = f"{quoted(trips.blind)} is not a blind table of this book; one of {', '.join(blinds)}"
                yield Fault(("trips", at, "blind"), says)

    @cites("MA.10a", "R41")
    def fixed_pay(self, row: ProgressiveRow, table: ProgressiveTable) -> str:
        """Return the fixed odds of a progressive row as every sign, page and result states them.

        The stake is never returned, so "300 for 1" and "299 to 1" are the same to the player. Only the second may be
        published where the book forbids the word "for". A book that writes "to 1" itself is quoted unchanged (R15).
        """
        pays = row.for_one or 0
        if table.stated == "for" and not (self.only_to is not None and self.only_to.value):
            return f"{pays:,} for 1"
        return str(Odds(pays if table.stated == "to" else pays - 1))


_STAFF: Final = Cited("the house's staff", "R50")
_REGULATOR: Final = Cited("the regulator", "R50")
_REMOVAL: Final = Cited("the game or the house", "R88")


@dataclass(frozen=True, slots=True, kw_only=True)
class FloorRules:
    """The decisions that a document leaves to the people who run the table."""

    disputes: Cited[str] = _STAFF
    """The people who handle a dispute about a settled round."""
    regulator: Cited[str] = _REGULATOR
    """The regulator to whom a player may take an unresolved dispute."""
    hands_limited: Cited[bool] | None = None
    """Whether management may limit players to fewer hands at a running table."""
    entry_fee_set: Cited[bool] | None = None
    """Whether management sets the entry fee of a running table."""
    removal: Cited[str] = _REMOVAL
    """What a player may be removed from."""
    removal_voids: Cited[str] | None = None
    """The clause by which the hand of a removed player is void, if the book has one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Conduct:
    """A clause about people's behaviour, which software can only print."""

    clause: str
    says: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BookListing:
    """How lists of books show this one. It is not part of the rules and not in the fingerprint."""

    short_name: Annotated[str, Matching(r".{1,40}", "one line of at most 40 characters")] | None = None
    description: Annotated[str, Matching(r".{1,100}", "one line of at most 100 characters")] | None = None
    order: Annotated[int, Between(1, 1000)] = 1000
    """Its place among the books. Books with the same number are listed by name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BookWords:
    """The document's own words for the dealer and the progressive.

    They are not rules and not in the fingerprint.
    """

    dealer: Cited[str] | None = None
    """The person who deals; ``None`` for the dealer."""
    opponent: Cited[str] | None = None
    """The opponent of the players; ``None`` for the person who deals."""
    progressive: Cited[str] | None = None
    """The progressive wager and its meter; ``None`` for the usual name."""
    inscription: Cited[str] | None = None
    """The inscription on the layout about qualifying, as the document words it."""

    @property
    def deals(self) -> str:
        """The person who deals, inside a sentence."""
        return self.dealer.value if self.dealer is not None else "dealer"

    @property
    def against(self) -> str:
        """The players' opponent, inside a sentence."""
        return self.opponent.value if self.opponent is not None else self.deals

    def opposing(self, says: str) -> str:
        """Return a sentence about the dealer's hand with the document's word for the opponent."""
        return says.replace("the dealer", f"the {self.against}")

    def wager(self, which: Wager) -> str:
        """Return the wager as the layout prints it."""
        return self.progressive.value if which is Wager.PROGRESSIVE and self.progressive is not None else which.words


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleSet:
    """One rule book as data."""

    name: Annotated[str, Matching("[a-z][a-z0-9_-]*", "a name in lower case")]
    title: str
    document: str
    book: BookListing = BookListing()
    words: BookWords = BookWords()
    currency: Currency
    deck: DeckRules
    seats: SeatRules
    wagers: WagerRules
    ante: AnteRules
    play: PlayRules
    dealer: DealerRules
    trips: TripsRules
    cover_all: CoverAllRules
    progressive: ProgressiveRules | None = None
    aggregate_limit: tuple[AggregateLimit, ...] = ()
    settlement: SettlementRules
    dealing: Annotated[tuple[DealingRules, ...], Between(1, 50)]
    procedure: ProcedureRules
    irregularity: tuple[IrregularityRule, ...] = ()
    void: tuple[VoidRules, ...] = ()
    limits: PostedLimits
    pay: PayTables
    floor: FloorRules = FloorRules()
    conduct: tuple[Conduct, ...] = ()

    def faults(self) -> Iterator[Fault]:
        """Yield the contradictions in this book."""
        yield from twice("dealing", [way.name for way in self.dealing])
        yield from twice("void", [void.clause for void in self.void])
        if self.cover_all.offered.value and not any(map(self.cover_all.offered_where, self.dealing)):
            yield Fault(("cover_all", "dealt_by"), "no way of dealing of this book has it; Cover All is never offered")
        if self.cover_all.offered.value and not self.pay.cover_all:
            yield Fault(("cover_all", "offered"), "Cover All is offered without a pay table; add [[pay.cover_all]]")
        if self.progressive is not None and self.progressive.offered.value and not self.pay.progressive:
            says = "the progressive is offered without a pay table; add [[pay.progressive]]"
            yield Fault(("progressive", "offered"), says)
        if self.seats.player_banks != (self.seats.coverage is not None):
            yield Fault(("seats",), 'coverage goes with banked_by = "player", and only with it')
        for street in Street:
            if street not in (*self.play.check.value, *self.play.fold.value):
                says = f"{street.words} a seat without chips must be able to check or to fold"
                yield Fault(("play", "fold" if street is Street.RIVER else "check"), says)
        if self.trips.stake.value == "house" and self.limits.trips.min != self.limits.trips.max:
            yield Fault(
                ("limits", "trips"), f"the house sets one stake ({self.trips.stake.cite}); min and max are equal"
            )
        wanted = {str(hands) for hands in range(2, self.seats.count.value + 2)}
        for at, matrix in enumerate(self.pay.cover_all if self.cover_all.offered.value else ()):
            for hands in sorted(wanted - matrix.hands.keys()):
                yield Fault(("pay", "cover_all", at, "hands"), f"has no pays for {hands} hands")
        yield from self._faults_of_units()
        yield from self._faults_of_reserves()
        yield from self._faults_of_cites()

    def _faults_of_units(self) -> Iterator[Fault]:
        """Yield a fault for each limit that allows no wager on which every pay is in whole cents (R19)."""
        kinds: list[tuple[str, WagerLimits | None, tuple[PayTable | CoverAllTable, ...]]] = [
            ("ante", self.limits.ante, self.pay.blind),
            ("trips", self.limits.trips, self.pay.trips if self.trips.offered.value else ()),
            ("cover_all", self.limits.cover_all, self.pay.cover_all if self.cover_all.offered.value else ()),
        ]
        for wager, limits, tables in kinds:
            if limits is None or limits.min > limits.max:
                continue
            for table in tables:
                if not limits.holds(table.unit):
                    says = f"{limits.min} to {limits.max} holds no multiple of {table.unit}, the unit on which"
                    says += f" pay table {quoted(table.name)} pays whole; nobody could wager"
                    yield Fault(("limits", wager), says, unplayable=True)

    def _faults_of_reserves(self) -> Iterator[Fault]:
        """Yield a fault for each meter with a reserve although the house pays the seeds (R32)."""
        if self.progressive is None or self.progressive.seed_paid_by.value == "reserve":
            return
        for at, table in enumerate(self.pay.progressive):
            for number, meter in enumerate(table.meters):
                if meter.reserve is not None:
                    says = 'nothing is set aside for a seed while seed_paid_by = "house"; say "reserve" there'
                    yield Fault(("pay", "progressive", at, "meters", number, "reserve"), says)

    def _faults_of_cites(self) -> Iterator[Fault]:
        """Yield faults for outcomes without a clause, and for clauses without an outcome."""
        path, given, wanted = ("settlement", "cites"), self.settlement.cites, self._facts()
        for fact in sorted(wanted - given.keys()):
            yield Fault((*path, fact), "is missing; every outcome of a settlement names its clause")
        for fact in sorted(given.keys() - EVERY_FACT):
            yield Fault((*path, fact), f"is not an outcome of a settlement; one of {', '.join(sorted(wanted))}")
        for fact in sorted(fact for fact, clauses in given.items() if not clauses):
            yield Fault((*path, fact), "is empty; every outcome of a settlement names its clause")

    def _facts(self) -> set[str]:
        """The outcomes for which the settlement of this book may cite a clause."""
        facts = set(MAIN_FACTS)
        facts |= {"trips_fold"} if self.trips.on_fold.value == "loses" else set()
        facts |= {"cover_all_win", "cover_all_lose"} if self.cover_all.offered.value else set()
        if self.progressive is not None and self.progressive.offered.value:
            facts |= {"progressive_win", "progressive_lose", "envy"}
            facts |= {"progressive_fold"} if self.progressive.on_fold.value == "loses" else set()
        facts |= {"match_play"} if self.ante.match_play.value else set()
        facts |= {"entry_fee"} if self.ante.entry_fee.value else set()
        facts |= {"uncovered"} if self.seats.player_banks else set()
        return facts

    @property
    def short_name(self) -> str:
        """The display name of the book."""
        return self.book.short_name or self.name[:1].upper() + self.name[1:]

    @property
    def description(self) -> str:
        """A one-line description of the book."""
        return self.book.description or self.title

    @property
    def fingerprint(self) -> str:
        """The hash of every value except the citations. Tables with the same fingerprint play by the same rules."""
        return _fingerprint(self)


@cached_by_identity(100)
def _fingerprint(rules: RuleSet) -> str:
    return hashlib.sha256(json.dumps(_uncited(values_of(rules)), sort_keys=True).encode()).hexdigest()


def _uncited(value: Any) -> Any:
    """Return the plain value without its clauses, because another citation is not another rule."""
    if isinstance(value, dict):
        return {name: _uncited(item) for name, item in value.items() if name not in ("cite", "cites")}
    return [_uncited(item) for item in value] if isinstance(value, list) else value


def values_of(rules: RuleSet) -> dict[str, Any]:
    """Return the rules as values for JSON, without names and words."""
    return {name: value for name, value in plain(rules).items() if name not in ("book", "words")}


def plain(value: Any) -> Any:
    """Return the value for JSON: records as objects, hands by name, odds and shares as text."""
    if is_dataclass(value) and not isinstance(value, type) and type(value).__name__ != "Odds":
        return {each.name: plain(getattr(value, each.name)) for each in fields(value)}
    if isinstance(value, dict):
        return {str(plain(key)): plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    if isinstance(value, Category):
        return value.key
    if isinstance(value, Enum):
        return value.value
    return value if isinstance(value, bool | int | str | None) else str(value)
