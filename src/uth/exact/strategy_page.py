"""The strategy page of a game: the values of the 169 starting hands, and the simple rules with what each costs.

`price` does the counting, which depends on the game alone; `page_of` adds the words of the rule set.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from fractions import Fraction
from typing import Any, Final

import numpy as np

from uth.exact.chart import place_of
from uth.exact.game import MainGame
from uth.exact.mistakes import street_costs
from uth.exact.policies import FOUR_TIMES, actions_on, never, simple, simple_flops, simple_river, starts_in
from uth.exact.result import StartingHand, action, number
from uth.exact.solve import Policy, ev_of, solve, value_of
from uth.exact.strategy_types import StrategyPage, StreetStrategy
from uth.kernels.exact_index import BOARDS, LOW, WIDTH
from uth.rules.values import Street, Wager
from uth.strategy.simple import FLOP_RULES, RIVER_RULES
from uth.strategy.simple_words import PAIR, START_RULES, rule_words
from uth.table.posted import Posted

Priced = dict[str, Any]
"""The counted part of a page, as JSON: numbers by street and by the name of a rule."""
Told = Callable[[int, int], None]
"""Called after each step of a computation with the number of steps done and the number of all."""

NEVER, LOWER, NO_OUTS = "never", "lower", "no_outs"


def price(game: MainGame, told: Told = lambda *_: None, workers: int | None = None) -> Priced:
    """Return the counted part of the page; a rule is priced by playing all others and leaving it out."""
    flop_rules = tuple(FLOP_RULES) if game.flop else ()
    steps = 4 + len(flop_rules) + bool(flop_rules) + len(RIVER_RULES) + 2
    done = 0

    def step() -> None:
        nonlocal done
        done += 1
        told(done, steps)

    best = solve(game, workers=workers)
    perfect = Policy(preflop=tuple(start.multiple for start in best.starts), flop=best.played.flop)
    step()
    rules = simple(game)
    step()
    played = solve(game, rules, workers)
    step()
    costs = street_costs(game, rules, best, played.ev)
    step()

    def value(policy: Policy) -> Fraction:
        found = ev_of(game, policy, workers)
        step()
        return found

    starts = {rule: _without(rule, played.starts) for rule in START_RULES} if game.preflop else {}
    left_out = {
        Street.PREFLOP: {rule: played.ev - value_of(game, each) for rule, each in starts.items()},
        Street.FLOP: {rule: played.ev - value(replace(rules, flop=simple_flops(without=rule))) for rule in flop_rules},
        Street.RIVER: {
            rule: played.ev - value(replace(rules, river=simple_river(game, without=rule))) for rule in RIVER_RULES
        },
    }
    all_in = np.full((1, BOARDS, WIDTH), LOW, np.uint8)
    shortcuts: dict[Street, dict[str, Fraction]] = {
        Street.PREFLOP: {name: best.ev - value_of(game, each) for name, each in _coarser(game, best.starts)},
        Street.FLOP: {NEVER: best.ev - value(replace(perfect, flop=actions_on(never())))} if flop_rules else {},
        Street.RIVER: {
            NO_OUTS: best.ev - value(replace(perfect, river=simple_river(game, without="outs"))),
            NEVER: best.ev - value(replace(perfect, river=all_in)),
        },
    }
    return {
        "multiples": {street.value: sorted(getattr(game, street.value), reverse=True) for street in Street},
        "house_edge": number(best.house_edge),
        "element_of_risk": number(best.element_of_risk),
        "hands": [_hand(start) for start in best.starts],
        "cost": number(best.ev - played.ev),
        "streets": {
            street.value: {
                "cost": number(costs[street]),
                "left_out": {rule: number(cost) for rule, cost in left_out[street].items()},
                "shortcuts": {name: number(cost) for name, cost in shortcuts[street].items()},
            }
            for street in Street
            if left_out[street]
        },
    }


def _without(rule: str, starts: tuple[StartingHand, ...]) -> tuple[StartingHand, ...]:
    """Return the starting hands with those of one simple rule checked."""
    items = [each for each in FOUR_TIMES.split() if (PAIR if each[0] == each[1] else each[0]) == rule]
    checked = starts_in(" ".join(items))
    return tuple(replace(start, multiple=0) if start.name in checked else start for start in starts)


def _coarser(game: MainGame, starts: tuple[StartingHand, ...]) -> Iterable[tuple[str, tuple[StartingHand, ...]]]:
    """Yield coarser choices before the flop: always the lowest multiple, and never a raise."""
    least = min(game.preflop, default=0)
    if len(game.preflop) > 1:
        yield LOWER, tuple(replace(start, multiple=least if start.multiple else 0) for start in starts)
    if game.preflop:
        yield NEVER, tuple(replace(start, multiple=0) for start in starts)


def _hand(start: StartingHand) -> dict[str, Any]:
    row, column = place_of(start.name)
    return {
        "name": start.name,
        "row": row,
        "column": column,
        "combinations": start.holes,
        "values": {action("preflop", multiple): number(value) for multiple, value in start.values.items()},
        "best": action("preflop", start.multiple),
        "margin": number(start.margin) if len(start.values) > 1 else number(Fraction(0)),
    }


STREET_WORDS: Final = {Street.PREFLOP: "before the flop", Street.FLOP: "on the flop", Street.RIVER: "at the river"}


def page_of(posted: Posted, priced: Priced) -> StrategyPage:
    """Return the page of a table's rules from the counted part of its game."""
    rules, against = posted.rules, posted.rules.words.against
    return {
        "rules": rules.name,
        "title": rules.title,
        "opponent": against,
        "multiples": priced["multiples"],
        "house_edge": priced["house_edge"],
        "element_of_risk": priced["element_of_risk"],
        "hands": priced["hands"],
        "streets": [
            _street(Street(name), found, priced["multiples"][name], against)
            for name, found in priced["streets"].items()
        ],
        "cost": priced["cost"],
        "ignores": _forfeited(posted),
    }


def _street(street: Street, found: Priced, multiples: list[int], against: str) -> StreetStrategy:
    chosen = min(multiples) if street is Street.RIVER else max(multiples)
    return {
        "street": street.value,
        "action": action(street, chosen),
        "otherwise": action(street, 0),
        "rules": [
            {"says": rule_words(street, rule, against), "left_out": cost} for rule, cost in found["left_out"].items()
        ],
        "cost": found["cost"],
        "shortcuts": [
            {"says": _shortcut_words(street, name, multiples), "cost": cost}
            for name, cost in found["shortcuts"].items()
        ],
    }


def _shortcut_words(street: Street, name: str, multiples: list[int]) -> str:
    if name == LOWER:
        return f"raise {min(multiples)}× instead of {max(multiples)}×"
    if name == NO_OUTS:
        return "play only with a hidden pair or better"
    return "never fold" if street is Street.RIVER else f"never raise {STREET_WORDS[street]}"


def _forfeited(posted: Posted) -> list[str]:
    """Return the wagers this table takes and a fold forfeits."""
    rules, found = posted.rules, []
    if posted.offers(Wager.TRIPS) and rules.trips.on_fold.value == "loses":
        found.append(Wager.TRIPS.value)
    if rules.progressive is not None and posted.progressive is not None and rules.progressive.on_fold.value == "loses":
        found.append(Wager.PROGRESSIVE.value)
    return found
