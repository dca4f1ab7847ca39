"""The page on opening the table: what is done with a deck before its first round, and with the stub in every round."""

from __future__ import annotations

from collections.abc import Iterator

from uth.rulebook.page import Fact, Group, Section
from uth.rulebook.words import hand, several
from uth.rules.procedure import OpeningStep, ProcedureRules
from uth.rules.ruleset import RuleSet

_STEPS = {
    OpeningStep.INSPECT: "The dealer inspects it.",
    OpeningStep.VERIFY: "The floor verifies it.",
    OpeningStep.SPREAD: "It is spread face up, by suit and in sequence.",
    OpeningStep.SHOW: "It is shown to the first player to arrive.",
    OpeningStep.WASH: "It is turned face down and washed.",
    OpeningStep.STACK: "It is stacked.",
}
_STUB = {
    "racked": "Once all cards are dealt the stub goes to the discard rack.",
    "kept": "The stub stays where it is and is picked up with the other cards.",
}


def opening_page(rules: RuleSet) -> Section:
    """Return what is done with a deck before it is first shuffled, how it is cut, and what becomes of the stub."""
    before = Group(title="Each deck, before its first round", facts=tuple(_before(rules.procedure)), numbered=True)
    every = Group(title="In every round", facts=tuple(_every_round(rules.procedure)))
    return Section(title="Opening the table and the cards", parts=(before, every))


def _before(procedure: ProcedureRules) -> Iterator[Fact]:
    opening = procedure.opening
    yield Fact("It is received at the table.", (procedure.cite_of(OpeningStep.INSPECT),))
    for step in opening.value:
        yield Fact(_STEPS[step], (procedure.cite_of(step),))
    yield Fact("It is shuffled.", (procedure.cite_of(OpeningStep.STACK),))


def _every_round(procedure: ProcedureRules) -> Iterator[Fact]:
    cut_min, stub = procedure.cut_min, procedure.stub
    yield Fact(f"Where the cards are cut, the cut takes at least {several(cut_min.value, 'card')}.", (cut_min.cite,))
    yield Fact(_STUB[stub.value], (stub.cite,))
    every, exposed = procedure.stub_count_every, procedure.left_exposed_from
    if every is None:
        yield Fact("The document asks for no count of the stub.")
    else:
        often = "in every round" if every.value == 1 else f"at least once in {several(every.value, 'round')}"
        yield Fact(f"The stub is counted {often}, unless the shuffler counts the cards.", (every.cite,))
    if exposed is not None:
        says = f"With a Cover All wager down, the highest hand so far stays exposed from {hand(exposed.value)} up"
        yield Fact(f"{says}, until the round is resolved.", (exposed.cite,))
        folded = "Folded cards stay face down at their place then, and are turned up when Cover All is reconciled."
        yield Fact(folded, (exposed.cite, "R40"))
    stays = procedure.envy_hand_stays
    if stays is not None and stays.value:
        yield Fact("A hand that others are paid envy for stays face up until they are paid.", (stays.cite,))
    counted = procedure.hands_counted
    if counted is not None and counted.value:
        yield Fact("The cards of every hand are counted as they are collected.", (counted.cite,))
