"""The rules for irregularities in words: the moments, the facts and the remedy."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from uth.rulebook.page import listed, wager
from uth.rules.procedure import Fact, IrregularityKind, IrregularityRule, Moment, Remedy
from uth.rules.ruleset import RuleSet

_MOMENTS: Final = tuple(Moment)
_FROM: Final = {
    Moment.BETWEEN_ROUNDS: "from the time wagers are taken",
    Moment.OPENING_DEAL: "from the first card",
    Moment.DEALT: "once the opening deal is out,",
    Moment.PREFLOP: "once someone has acted,",
    Moment.FLOP_DEAL: "from the flop deal",
    Moment.FLOP: "once the flop is out,",
    Moment.RIVER_DEAL: "from the deal of turn and river",
    Moment.RIVER: "once turn and river are out,",
    Moment.SHOWDOWN: "once everyone has acted,",
    Moment.SETTLED: "after the settlement,",
}
_UNTIL: Final = {
    Moment.BETWEEN_ROUNDS: "until the first card",
    Moment.OPENING_DEAL: "until the opening deal is out",
    Moment.DEALT: "until someone acts",
    Moment.PREFLOP: "until the flop deal",
    Moment.FLOP_DEAL: "until the flop is out",
    Moment.FLOP: "until the deal of turn and river",
    Moment.RIVER_DEAL: "until turn and river are out",
    Moment.RIVER: "until everyone has acted",
    Moment.SHOWDOWN: "until the settlement",
    Moment.SETTLED: "until the next round",
}
_WHOM: Final[dict[Fact, str]] = {
    "seat": "to a player",
    "dealer": "to the dealer",
    "one": "one card",
    "several": "more than one card",
}
_FACTS: Final[dict[Fact, str]] = {
    "hand": "dealt by hand",
    "machine": "dealt by machine",
    "fixable": "if it can be put right",
    "not_fixable": "if it cannot be put right",
    "misdealt": "if the cards were misdealt",
    "not_misdealt": "if the cards were not misdealt",
    "at_win": "at the time of a progressive win",
    "before_win": "before a progressive win",
    "nobody_acted": "before any player has acted",
    "someone_acted": "after a player has acted",
    "undecided": "before every player has folded or played",
    "decided": "once every player has folded or played",
    "hands_incomplete": "before everyone has two cards",
    "hands_dealt": "once everyone has two cards",
    "deck_whole": "if the deck has the right number of cards",
    "deck_not_whole": "if the deck has a wrong number of cards",
}


def rules_on(kind: IrregularityKind, rules: RuleSet) -> tuple[IrregularityRule, ...]:
    """Return the book's rules for the irregularity, in order, up to one that always applies."""
    found: list[IrregularityRule] = []
    for rule in rules.irregularity:
        if rule.kind is kind:
            found.append(rule)
            if always(rule):
                break
    return tuple(found)


def always(rule: IrregularityRule) -> bool:
    """Return whether the rule applies at any moment and under any facts."""
    return not rule.facts and set(rule.when) in (set(), set(_MOMENTS))


def left_to_the_floor(rule: IrregularityRule) -> bool:
    """Return whether the rule always leaves the decision to the floor."""
    return always(rule) and rule.remedy == (Remedy.FLOOR_DECIDES,)


def condition(rule: IrregularityRule, *, after_others: bool) -> str:
    """Return the moments and facts of the rule: ``one card, from the first card until someone acts``."""
    if always(rule):
        return "otherwise" if after_others else ""
    when = ", or ".join(_span(first, last) for first, last in _runs(rule.when))
    whom = (said for fact, said in _WHOM.items() if fact in rule.facts)
    facts = (said for fact, said in _FACTS.items() if fact in rule.facts)
    return ", ".join(filter(None, (*whom, when, *facts)))


def _span(first: Moment, last: Moment) -> str:
    return first.words if first is last else f"{_FROM[first]} {_UNTIL[last]}"


def _runs(when: tuple[Moment, ...]) -> Iterator[tuple[Moment, Moment]]:
    """Yield the first and last moment of each consecutive run; nothing if the rule applies at any moment."""
    places = [at for at, moment in enumerate(_MOMENTS) if moment in when and len(set(when)) < len(_MOMENTS)]
    starts = [at for before, at in pairwise([-2, *places]) if at != before + 1]
    ends = [at for at, after in pairwise([*places, len(_MOMENTS) + 1]) if after != at + 1]
    return ((_MOMENTS[start], _MOMENTS[end]) for start, end in zip(starts, ends, strict=True))


def done(rule: IrregularityRule) -> str:
    """Return the remedy, and the wagers that are still dealt out and settled."""
    return listed((*(remedy.words for remedy in dict.fromkeys(rule.remedy)), *saved(rule)))


def saved(rule: IrregularityRule) -> Iterator[str]:
    """Yield each wager of a void round that is still dealt out and settled, in words."""
    return (f"{wager(which)} is dealt out and settled" for which in dict.fromkeys(rule.saves))
