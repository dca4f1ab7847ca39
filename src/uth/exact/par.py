"""The PAR sheet of a table: every wager's outcomes with their combinations, and what follows from them.

All numbers are exact fractions until they are printed; square roots, the skewness and the bands of the hold are not.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import lcm, sqrt
from typing import Any, Final

from uth import __version__
from uth.errors import Malformed, require
from uth.exact.game import DEALS, main_game
from uth.exact.result import OutcomeCount, Result, Solution, action, number
from uth.exact.session_chances import OneHand, long_spread, spread_of
from uth.exact.side_highest import cover_all_numbers, hand_counts
from uth.exact.side_numbers import SideNumbers, trips_numbers
from uth.exact.side_progressive import ProgressiveNumbers, progressive_numbers
from uth.exact.solve import solve
from uth.ranking import Category
from uth.rules.values import Wager
from uth.strategy.named import strategy_named
from uth.table.posted import Posted

VOLATILITY: Final = {"90%": 1.6448536269514722, "95%": 1.959963984540054, "99%": 2.5758293035489004}
"""The two-sided quantiles of a normal distribution."""
ROUNDS: Final = (1_000, 10_000, 100_000, 1_000_000, 10_000_000)
DIRECT, TRANSFORMED = 1_000, 10_000
CELLS_MAX: Final = 1 << 24
EXACT_HOLD: Final = "exact: convolution"
NEAR_HOLD: Final = "approximate: normal distribution, corrected for skewness"
NO_HOLD: Final = "not given: so few rounds depend on one rare award"
SKEW_MAX: Final = 1.0
"""The skewness of a session above which the correction means nothing."""
STRATEGIES: Final = {"optimal": "optimal", "simple": "simple", "hidden_pair": "typical: plays hidden pairs or better"}
ROUNDS_AN_HOUR: Final = 40
METHOD: Final = (
    "Main game: all 27,813,810,024,000 deals are counted under the best play, in whole numbers; boards are grouped by "
    "ranks and one suit, so no deal is left out or sampled. Trips: all 133,784,560 seven-card hands. Cover All: all "
    "deals, by inclusion and exclusion over the holes of each class of boards. Progressive: all 2,598,960 five-card or "
    "133,784,560 seven-card hands."
)
SECOND: Final = (
    "Second computation: the values of all actions (a forward pass) and the counts of all outcomes (a backward pass) "
    "are computed separately and must give the same fraction, or no sheet is made. A plain program that ranks hands "
    "card by card agrees on sampled states, the side wagers are counted again from the cards, and a billion simulated "
    "rounds agree within their error."
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ParOutcome:
    """One outcome of a wager: its combinations, and what it wins or loses per unit wagered."""

    name: str
    pays: str
    combinations: int
    net: Fraction


@dataclass(frozen=True, slots=True, kw_only=True)
class WagerSheet:
    """One wager: its outcomes, which are all there are, per unit of the wager."""

    name: str
    table: str
    unit: str
    outcomes: tuple[ParOutcome, ...]
    element_of_risk: Fraction | None = None
    """The loss per unit of all money wagered, where that is more than the wager."""
    long_run_edge: Fraction | None = None
    """The house edge when everything that feeds a meter is paid back."""
    envy: Fraction = Fraction(0)
    """What envy returns, which is no outcome of the hand itself."""
    notes: tuple[str, ...] = ()

    @property
    def combinations(self) -> int:
        """The number of all combinations."""
        return sum(outcome.combinations for outcome in self.outcomes)

    def probability(self, outcome: ParOutcome) -> Fraction:
        """Return the chance of the outcome."""
        return Fraction(outcome.combinations, self.combinations)

    def contribution(self, outcome: ParOutcome) -> Fraction:
        """Return what the outcome contributes to the return: its chance times what comes back."""
        return self.probability(outcome) * (1 + outcome.net)

    def moment(self, power: int) -> Fraction:
        """Return the mean of a power of the result."""
        return Fraction(sum(each.combinations * each.net**power for each in self.outcomes)) / self.combinations

    @property
    def returned(self) -> Fraction:
        """The average return per unit."""
        return 1 + self.moment(1) + self.envy

    @property
    def house_edge(self) -> Fraction:
        """The house edge per unit."""
        return 1 - self.returned

    @property
    def hit_frequency(self) -> Fraction:
        """The chance of winning something."""
        return sum((self.probability(each) for each in self.outcomes if each.net > 0), Fraction(0))

    @property
    def variance(self) -> Fraction:
        """The variance of the result, without envy."""
        return self.moment(2) - self.moment(1) ** 2

    @property
    def standard_deviation(self) -> float:
        """The standard deviation of the result, without envy."""
        return sqrt(self.variance)

    @property
    def skew(self) -> float:
        """The skewness of the result, without envy."""
        mean = self.moment(1)
        return float(self.moment(3) - 3 * mean * self.moment(2) + 2 * mean**3) / self.standard_deviation**3

    @property
    def hand(self) -> OneHand:
        """The distribution of one result."""
        parts = lcm(*(outcome.net.denominator for outcome in self.outcomes))
        deals: dict[int, int] = {}
        for outcome in self.outcomes:
            deals[int(outcome.net * parts)] = deals.get(int(outcome.net * parts), 0) + outcome.combinations
        return OneHand(parts=parts, deals=deals)


@dataclass(frozen=True, slots=True, kw_only=True)
class HoldBand:
    """The band in which the hold of so many rounds lies with a given chance, as shares of the wager."""

    wager: str
    rounds: int
    confidence: str
    low: float | None
    high: float | None
    method: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MeterSheet:
    """A meter: its seed and increment, its average award, and the time between awards that empty it."""

    name: str
    seed_cents: int
    increment: Fraction
    average_cents: Fraction | None
    wagers_between: Fraction | None
    """The average number of wagers between two awards that empty the meter."""
    hours_between: Fraction | None
    """The same in hours, for the seats of the sheet."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ParSheet:
    """The PAR sheet of one table."""

    rules: str
    title: str
    fingerprint: str
    version: str
    date: str
    seats: int
    currency: str
    wagers: tuple[WagerSheet, ...]
    bands: tuple[HoldBand, ...]
    strategies: tuple[tuple[str, str, Fraction, Fraction], ...]
    """By strategy: its name, what it is, the house edge per ante, and the element of risk."""
    correlations: tuple[tuple[str, str, float], ...]
    meters: tuple[MeterSheet, ...]

    def to_json(self) -> dict[str, Any]:
        """Return the sheet for JSON, every number as a fraction too."""
        return {
            "rules": self.rules,
            "title": self.title,
            "rules_hash": self.fingerprint,
            "version": self.version,
            "date": self.date,
            "seats": self.seats,
            "currency": self.currency,
            "wagers": [_wager_json(sheet) for sheet in self.wagers],
            "hold": [
                {
                    "wager": band.wager,
                    "rounds": band.rounds,
                    "confidence": band.confidence,
                    "low": band.low,
                    "high": band.high,
                    "method": band.method,
                }
                for band in self.bands
            ],
            "strategies": [
                {"name": name, "says": says, "house_edge": number(edge), "element_of_risk": number(risk)}
                for name, says, edge, risk in self.strategies
            ],
            "correlations": [{"wagers": [one, two], "value": value} for one, two, value in self.correlations],
            "meters": [_meter_json(meter) for meter in self.meters],
            "method": METHOD,
            "second_computation": SECOND,
        }


def _wager_json(sheet: WagerSheet) -> dict[str, Any]:
    return {
        "wager": sheet.name,
        "table": sheet.table,
        "unit": sheet.unit,
        "combinations": sheet.combinations,
        "outcomes": [
            {
                "outcome": outcome.name,
                "pays": outcome.pays,
                "combinations": outcome.combinations,
                "probability": number(sheet.probability(outcome)),
                "net": number(outcome.net),
                "contribution": number(sheet.contribution(outcome)),
            }
            for outcome in sheet.outcomes
        ],
        "envy": number(sheet.envy),
        "return": number(sheet.returned),
        "house_edge": number(sheet.house_edge),
        "house_edge_long_run": None if sheet.long_run_edge is None else number(sheet.long_run_edge),
        "element_of_risk": None if sheet.element_of_risk is None else number(sheet.element_of_risk),
        "hit_frequency": number(sheet.hit_frequency),
        "variance": number(sheet.variance),
        "standard_deviation": sheet.standard_deviation,
        "skew": sheet.skew,
        "volatility_index": {level: z * sheet.standard_deviation for level, z in VOLATILITY.items()},
        "notes": list(sheet.notes),
    }


def _meter_json(meter: MeterSheet) -> dict[str, Any]:
    def known(value: Fraction | None) -> dict[str, Any] | None:
        return None if value is None else number(value)

    return {
        "name": meter.name,
        "seed_cents": meter.seed_cents,
        "increment": number(meter.increment),
        "average_award_cents": known(meter.average_cents),
        "wagers_between_awards": known(meter.wagers_between),
        "hours_between_awards": known(meter.hours_between),
    }


def par_sheet(
    posted: Posted, *, seats: int = 1, date: str = "", meters: Mapping[str, int] | None = None, hold: bool = True
) -> ParSheet:
    """Return the PAR sheet of the table with that many seats, as of that date.

    `hold` computes the bands of the hold, which takes some seconds.
    """
    most = posted.rules.seats.players_max
    if type(seats) is not int or not 1 <= seats <= most:
        raise Malformed("seats", seats, f"is not a number of seats here; 1 to {most}", posted.rules.seats.count.cite)
    game = main_game(posted)
    best = solve(game)
    sheets = [*_main_sheets(posted, best)]
    found: ProgressiveNumbers | None = None
    if posted.offers(Wager.TRIPS):
        sheets.append(_side_sheet("Trips", trips_numbers(posted), 133_784_560))
    for hands in hand_counts(posted) if posted.offers(Wager.COVER_ALL) else ():
        numbers = cover_all_numbers(posted, hands)
        sheets.append(_side_sheet(f"Cover All, {hands} hands", numbers, _combinations(numbers)))
    if posted.offers(Wager.PROGRESSIVE):
        found = progressive_numbers(posted, meters=meters, seats=min(seats, posted.rules.seats.count.value))
        sheets.append(_side_sheet("Progressive", found, _combinations(found)))
    for sheet in sheets:
        chances = sum((sheet.probability(outcome) for outcome in sheet.outcomes), Fraction(0))
        require(chances == 1, f"the probabilities of {sheet.name} do not sum to 1")
    return ParSheet(
        rules=posted.rules.name,
        title=posted.rules.title,
        fingerprint=posted.rules.fingerprint,
        version=__version__,
        date=date,
        seats=seats,
        currency=posted.rules.currency.code,
        wagers=tuple(sheets),
        bands=tuple(band for sheet in sheets[:1] + sheets[4:] for band in _bands(sheet)) if hold else (),
        strategies=tuple(_strategies(best)),
        correlations=tuple(_correlations(posted, best)),
        meters=tuple(_meters(found, seats)) if found is not None else (),
    )


def _main_sheets(posted: Posted, best: Solution) -> Iterator[WagerSheet]:
    """Yield the main game as one wager of one ante, then the ante, the blind and the play wager alone."""
    totals: dict[tuple[str, Fraction], int] = {}
    parts: dict[str, dict[tuple[str, Fraction], int]] = {"Ante": {}, "Blind": {}, "Play": {}}
    for each in best.outcomes:
        name = f"{action(each.street, each.multiple)} {each.street}, {each.result}"
        add(totals, (name, each.net), each.deals)
        add(parts["Ante"], (_ante_name(each), each.ante), each.deals)
        pays = f"{each.result} with {each.hand.words.lower()}" if each.blind > 0 else _blind_name(each)
        add(parts["Blind"], (pays, each.blind), each.deals)
        play = f"{each.multiple}x, {each.result}" if each.multiple else "no play wager"
        add(parts["Play"], (play, each.play), each.deals)
    average = best.average_wager
    yield WagerSheet(
        name="Main game",
        table=f"blind {posted.blind.name}",
        unit="one ante, with the blind and the play wager that go with it",
        outcomes=_outcomes(totals),
        element_of_risk=best.house_edge / average,
        notes=(f"average wager {float(average):.9f} antes",),
    )
    for name, counted in parts.items():
        table = posted.blind.name if name == "Blind" else ""
        yield WagerSheet(name=name, table=table, unit="one ante", outcomes=_outcomes(counted))


def add(counts: dict[tuple[str, Fraction], int], key: tuple[str, Fraction], deals: int) -> None:
    """Add deals to the count of an outcome."""
    counts[key] = counts.get(key, 0) + deals


def _ante_name(each: OutcomeCount) -> str:
    if each.result is Result.FOLD:
        return "fold"
    return f"{each.result}, dealer {'qualifies' if each.qualifies else 'does not qualify'}"


def _blind_name(each: OutcomeCount) -> str:
    return f"{each.result} without pay" if each.result is Result.WIN else str(each.result)


def _outcomes(counts: Mapping[tuple[str, Fraction], int]) -> tuple[ParOutcome, ...]:
    ordered = sorted(counts.items(), key=lambda item: (-item[0][1], item[0][0]))
    return tuple(
        ParOutcome(name=name, pays=f"{'+' if net > 0 else ''}{net}", combinations=deals, net=net)
        for (name, net), deals in ordered
        if deals
    )


def _combinations(numbers: SideNumbers) -> int:
    """Return the number of combinations: the deals in which every row has a whole number, at least 2,598,960."""
    return lcm(2_598_960, *(row.chance.denominator for row in numbers.rows))


def _side_sheet(name: str, numbers: SideNumbers, combinations: int) -> WagerSheet:
    outcomes = [
        ParOutcome(
            name=row.hand.replace("_", " "),
            pays=row.pays,
            combinations=int(row.chance * combinations),
            net=row.back - 1,
        )
        for row in numbers.rows
    ]
    loses = combinations - sum(outcome.combinations for outcome in outcomes)
    outcomes.append(ParOutcome(name="all other hands", pays="loses", combinations=loses, net=Fraction(-1)))
    progressive = isinstance(numbers, ProgressiveNumbers)
    return WagerSheet(
        name=name,
        table=numbers.table,
        unit="one unit wagered",
        outcomes=tuple(outcomes),
        long_run_edge=numbers.house_edge_long_run if isinstance(numbers, ProgressiveNumbers) else None,
        envy=(numbers.seats - 1) * numbers.envy if isinstance(numbers, ProgressiveNumbers) else Fraction(0),
        notes=(*numbers.notes, *(("variance, skewness and hold are without envy",) if progressive else ())),
    )


def _bands(sheet: WagerSheet) -> Iterator[HoldBand]:
    """Yield the bands of the hold, exact for as many rounds as can be convolved."""
    hand = sheet.hand
    width = max(hand.deals) - min(hand.deals)
    mean, deviation, skew = float(hand.mean), sheet.standard_deviation, sheet.skew
    for rounds in ROUNDS:
        spread = None
        if rounds <= DIRECT:
            spread = spread_of(hand, rounds)
        elif rounds <= TRANSFORMED and width * rounds < CELLS_MAX:
            spread = long_spread(hand, rounds)
        for level, z in VOLATILITY.items():
            tail = (1 - float(level.rstrip("%")) / 100) / 2
            low = high = None
            method = NO_HOLD
            if spread is not None and spread.above < tail:
                low, high = -float(spread.quantile(1 - tail)) / rounds, -float(spread.quantile(tail)) / rounds
                method = EXACT_HOLD
            elif spread is None and skew / sqrt(rounds) <= SKEW_MAX:
                bend = skew / sqrt(rounds) / 6 * (z * z - 1)  # Cornish and Fisher's first term
                low = -(mean + deviation * (bend + z) / sqrt(rounds))
                high = -(mean + deviation * (bend - z) / sqrt(rounds))
                method = NEAR_HOLD
            yield HoldBand(
                wager=sheet.name,
                rounds=rounds,
                confidence=level,
                low=low,
                high=high,
                method=method,
            )


def _strategies(best: Solution) -> Iterator[tuple[str, str, Fraction, Fraction]]:
    for name, says in STRATEGIES.items():
        solution = best if name == "optimal" else solve(best.game, strategy_named(name).policy(best.game))
        yield name, says, solution.house_edge, solution.element_of_risk


def _correlations(posted: Posted, best: Solution) -> Iterator[tuple[str, str, float]]:
    """Yield the correlation of each two wagers that follow from the outcomes of the main game: all but the last two."""
    values: dict[str, list[Fraction]] = {
        "Ante": [each.ante for each in best.outcomes],
        "Blind": [each.blind for each in best.outcomes],
        "Play": [each.play for each in best.outcomes],
    }
    if posted.offers(Wager.TRIPS) and posted.rules.trips.on_fold.value != "loses":
        pays = {
            category: Fraction(odds.pays, odds.on) if (odds := posted.trips.pays.get(category)) else Fraction(-1)
            for category in Category
        }
        values["Trips"] = [pays[each.hand] for each in best.outcomes]
        values["Main game"] = [each.net for each in best.outcomes]
    deals = [each.deals for each in best.outcomes]
    means = {name: _mean(column, deals) for name, column in values.items()}
    spreads = {name: _mean([x * x for x in column], deals) - means[name] ** 2 for name, column in values.items()}
    names = list(values)
    for at, one in enumerate(names):
        for two in names[at + 1 :]:
            if two == "Main game" and one != "Trips":
                continue
            product = _mean([x * y for x, y in zip(values[one], values[two], strict=True)], deals)
            yield one, two, float(product - means[one] * means[two]) / sqrt(spreads[one] * spreads[two])


def _mean(values: list[Fraction], deals: list[int]) -> Fraction:
    return sum((value * count for value, count in zip(values, deals, strict=True)), Fraction(0)) / DEALS


def _meters(numbers: ProgressiveNumbers, seats: int) -> Iterator[MeterSheet]:
    for meter in numbers.meters:
        between = 1 / meter.emptied if meter.emptied else None
        yield MeterSheet(
            name=meter.name,
            seed_cents=meter.seed,
            increment=meter.increment,
            average_cents=meter.average,
            wagers_between=between,
            hours_between=None if between is None else between / (seats * ROUNDS_AN_HOUR),
        )
