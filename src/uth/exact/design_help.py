"""Solves for one number of a table: the odds or the increment that give a wanted edge or average award."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final

from uth.errors import Malformed
from uth.exact.game import main_game
from uth.exact.side_numbers import trips_numbers
from uth.exact.side_progressive import progressive_numbers
from uth.exact.solve import solve
from uth.ranking import Category
from uth.rules.values import Wager
from uth.table.posted import Posted
from uth.units import Cents, Odds

Changed = Callable[[Fraction], Posted]
Measured = Callable[[Posted], Fraction]

ODDS_MAX, SEED_MAX, FOR_ONE_MAX = 10_000, 100_000_000, 1_000_000
EXAMPLES: Final = "blind.flush, trips.straight, progressive.main.increment, progressive.main.seed, progressive.flush"


@dataclass(frozen=True, slots=True, kw_only=True)
class DesignChoice:
    """A legal value of the parameter, and what it gives."""

    value: Fraction
    quantity: Fraction


@dataclass(frozen=True, slots=True, kw_only=True)
class Design:
    """The value of a parameter that gives the wanted quantity, and the legal values next to it."""

    parameter: str
    quantity: str
    target: Fraction
    now: DesignChoice
    """The table as it is."""
    solution: Fraction
    """Where the target is met; between the neighbours on a straight line."""
    exact: bool
    """Whether that line is exact: the quantity of a side wager is linear in every parameter of its own."""
    neighbours: tuple[DesignChoice, ...]
    """The legal values just below and above, or the one that meets the target."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Parameter:
    """A number of a table that can be changed, with its legal values: every `step` from `least` to `most`."""

    name: str
    wager: Wager
    value: Fraction
    least: Fraction
    most: Fraction
    step: Fraction
    changed: Changed
    meter: str | None = None


def design(
    posted: Posted, parameter: str, quantity: str, target: Fraction, *, step: Fraction | None = None, seats: int = 1
) -> Design:
    """Return the value of the parameter at which the quantity is the target.

    >>> from uth import load, post
    >>> found = design(post(load("nevada")), "progressive.main.increment", "average_award", Fraction(20_000))
    >>> [(float(each.value), float(each.quantity)) for each in found.neighbours]
    [(0.584, 19972.408), (0.585, 20004.895)]
    """
    changing = parameter_of(posted, parameter)
    if step is not None:
        if step <= 0 or step > changing.most:
            raise Malformed("step", str(step), f"is not a step up to {changing.most}")
        changing = replace(changing, step=step)
    measured = quantity_of(changing, quantity, seats)
    now = DesignChoice(value=changing.value, quantity=measured(posted))
    values: dict[int, Fraction] = {}

    def at(place: int) -> Fraction:
        if place not in values:
            values[place] = measured(changing.changed(changing.least + place * changing.step))
        return values[place]

    low, high = bracket(changing, at, target)
    while high - low > 1:
        middle = (low + high) // 2
        if (at(middle) - target) * (at(high) - target) > 0:
            high = middle
        else:
            low = middle
    ends = [DesignChoice(value=changing.least + place * changing.step, quantity=at(place)) for place in (low, high)]
    met = [each for each in ends if each.quantity == target]
    one, two = ends
    rise = two.quantity - one.quantity
    solution = met[0].value if met else one.value + (target - one.quantity) / rise * (two.value - one.value)
    return Design(
        parameter=parameter,
        quantity=quantity,
        target=target,
        now=now,
        solution=solution,
        exact=bool(met) or changing.wager is not Wager.BLIND,
        neighbours=tuple(met) or tuple(ends),
    )


def bracket(changing: Parameter, at: Callable[[int], Fraction], target: Fraction) -> tuple[int, int]:
    """Return two places with the target between their quantities; raise `Malformed` if no legal value gives it."""
    last = int((changing.most - changing.least) / changing.step)
    low, high = 0, min(8, last)
    while (at(low) - target) * (at(high) - target) > 0:
        if high == last or abs(at(high) - target) >= abs(at(low) - target):
            first, other = sorted((at(0), at(high)))
            says = f"is out of reach: {changing.name} gives {float(first):.6g} to {float(other):.6g}"
            raise Malformed("target", f"{float(target):g}", says)
        low, high = high, min(4 * high, last)
    return low, high


def parameter_of(posted: Posted, name: str) -> Parameter:
    """Return the parameter with that name."""
    match name.split("."):
        case ["blind" | "trips" as wager, key]:
            return _odds(posted, name, wager, _category(name, key))
        case ["progressive", meter, "increment" | "seed" as field]:
            return _meter(posted, name, meter, field)
        case ["progressive", hand]:
            return _fixed(posted, name, hand)
        case _:
            raise Malformed("parameter", name, f"is not a number that can be changed; write for example {EXAMPLES}")


def _category(name: str, key: str) -> Category:
    found = next((each for each in Category if each.key == key), None)
    if found is None:
        raise Malformed("parameter", name, f"names no hand; one of {', '.join(each.key for each in Category)}")
    return found


def _fresh(posted: Posted, **changes: object) -> Posted:
    """Return the table with changes, and nothing that was computed for the old one."""
    return replace(posted, rows={}, unit_hands={}, **changes)  # type: ignore[arg-type]


def _odds(posted: Posted, name: str, wager: str, hand: Category) -> Parameter:
    if wager == "trips" and not posted.offers(Wager.TRIPS):
        raise Malformed("parameter", name, f"is not there; {posted.rules.name} has no trips")
    table = posted.blind if wager == "blind" else posted.trips
    now = table.pays.get(hand, Odds(0))
    if wager == "trips" and hand not in table.pays:
        raise Malformed("parameter", name, f"is not a row of trips table {table.name}")

    def changed(value: Fraction) -> Posted:
        pays: Mapping[Category, Odds] = {**table.pays, hand: Odds(value.numerator, value.denominator)}
        kept = {each: odds for each, odds in pays.items() if odds.pays or wager == "trips"}
        return _fresh(posted, **{wager: replace(table, pays=kept)})

    return Parameter(
        name=name,
        wager=Wager(wager),
        value=Fraction(now.pays, now.on),
        least=Fraction(0),
        most=Fraction(ODDS_MAX),
        step=Fraction(1, 2) if wager == "blind" else Fraction(1),
        changed=changed,
    )


def _meter(posted: Posted, name: str, meter: str, field: str) -> Parameter:
    table = posted.progressive
    rule = next((each for each in table.meters if each.name == meter), None) if table is not None else None
    if table is None or rule is None:
        known = ", ".join(each.name for each in table.meters) if table is not None else "it has no progressive"
        raise Malformed("parameter", name, f"is not a meter of this table; {known}")
    if field == "increment" and rule.increment is None:
        raise Malformed("parameter", name, "is what remains of the wager after pays and what the house withholds")

    def changed(value: Fraction) -> Posted:
        if field == "seed":
            return _fresh(posted, seeds={**posted.seeds, meter: Cents(int(value * 100))})
        meters = tuple(replace(each, increment=value) if each.name == meter else each for each in table.meters)
        return _fresh(posted, progressive=replace(table, meters=meters))

    others = sum((each.increment or Fraction(0) for each in table.meters if each.name != meter), Fraction(0))
    reserved = sum((each.reserve or Fraction(0) for each in table.meters), Fraction(0))
    seeded = field == "seed"
    return Parameter(
        name=name,
        wager=Wager.PROGRESSIVE,
        value=Fraction(posted.seed(meter), 100) if seeded else rule.increment or Fraction(0),
        least=Fraction(0),
        most=Fraction(SEED_MAX) if seeded else 1 - others - reserved,
        step=Fraction(1) if seeded else Fraction(1, 1000),
        changed=changed,
        meter=meter,
    )


def _fixed(posted: Posted, name: str, hand: str) -> Parameter:
    table = posted.progressive
    row = next((each for each in table.rows if each.hand == hand), None) if table is not None else None
    if table is None or row is None or row.for_one is None:
        raise Malformed("parameter", name, "is not a row of the progressive that pays so many for one")

    def changed(value: Fraction) -> Posted:
        rows = tuple(replace(each, for_one=int(value)) if each.hand == hand else each for each in table.rows)
        return _fresh(posted, progressive=replace(table, rows=rows))

    return Parameter(
        name=name,
        wager=Wager.PROGRESSIVE,
        value=Fraction(row.for_one),
        least=Fraction(1),
        most=Fraction(FOR_ONE_MAX),
        step=Fraction(1),
        changed=changed,
    )


def quantity_of(parameter: Parameter, name: str, seats: int) -> Measured:
    """Return what measures that quantity of the parameter's wager."""
    known: dict[str, Measured]
    if parameter.wager is Wager.BLIND:
        known = {
            "house_edge": lambda posted: solve(main_game(posted)).house_edge,
            "element_of_risk": lambda posted: solve(main_game(posted)).element_of_risk,
        }
    elif parameter.wager is Wager.TRIPS:
        known = {"house_edge": lambda posted: trips_numbers(posted).house_edge}
    else:
        known = {
            "house_edge": lambda posted: progressive_numbers(posted, seats=seats).house_edge,
            "house_edge_long_run": lambda posted: progressive_numbers(posted, seats=seats).house_edge_long_run,
            "average_award": lambda posted: _average(posted, parameter.meter),
        }
    if name not in known:
        raise Malformed("target", name, f"is not a quantity of {parameter.wager}; one of {', '.join(known)}")
    return known[name]


def _average(posted: Posted, meter: str | None) -> Fraction:
    """Return the average of the meter when it is won, in the currency's main unit; else of the top award."""
    numbers = progressive_numbers(posted)
    cents = next((each.average for each in numbers.meters if each.name == meter), numbers.top_average_cents)
    return Fraction(cents or 0) / 100
