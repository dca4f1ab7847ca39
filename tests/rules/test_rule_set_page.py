"""docs/rule-sets.md: what it shows loads, and every word a rule set accepts is in it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

import pytest

from uth.rules.loader import parse
from uth.rules.procedure import Fact, IrregularityKind, Moment, OpeningStep, Remedy

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "rule-sets.md").read_text(encoding="utf-8")
EXAMPLE = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)[0]


@pytest.mark.parametrize("word", [*IrregularityKind, *Moment, *Remedy, *OpeningStep, *get_args(Fact)], ids=str)
def test_every_word_of_an_irregularity_and_of_an_opening_is_in_the_page(word: str) -> None:
    assert f"`{word}`" in PAGE


@pytest.mark.parametrize("words", [IrregularityKind, Remedy])
def test_each_kind_and_each_remedy_has_its_row_with_its_own_words(
    words: type[IrregularityKind] | type[Remedy],
) -> None:
    for each in words:
        assert f"| `{each}` | {each.words}" in PAGE


def test_the_rows_stand_in_the_order_of_the_table() -> None:
    for words in (IrregularityKind, Moment, Remedy):
        places = [PAGE.index(f"| `{each}` |") for each in words]
        assert places == sorted(places)


@pytest.mark.parametrize(
    "key",
    [
        "dealt_by", "shuffled_by", "decks", "device_counts", "cut",
        "opening", "cut_min", "stub", "stub_count_every", "left_exposed_from",
        "kind", "when", "facts", "remedy", "clause", "says", "racked", "kept", "hand", "machine", "device",
    ],
)  # fmt: skip
def test_every_key_of_the_cards_is_in_the_page(key: str) -> None:
    assert f"`{key}`" in PAGE


def test_the_example_rules_on_cards_face_up_by_its_own_clause_and_keeps_the_rest_of_its_base() -> None:
    rules = parse(EXAMPLE, "riverside.toml")
    (rule,) = rules.irregularity
    assert (rule.kind, rule.remedy, rule.clause) == (IrregularityKind.CARDS_FACE_UP, (Remedy.VOID_ROUND,), "RS.12")
    assert rules.procedure.opening.value == (OpeningStep.INSPECT, OpeningStep.VERIFY)
    assert rules.procedure.cut_min.cite == "R44"


def test_the_rule_shown_alone_loads_once_its_clause_is_listed() -> None:
    (shown,) = re.findall(r"```\n(\[\[irregularity\]\].*?)```", PAGE, re.DOTALL)
    listed = (
        '[[void]]\nclause = "RS.13"\nscope = ["round"]\nsaves = ["trips"]\nsays = "a card of the dealer\'s was seen"\n'
    )
    rules = parse(f'based_on = "nevada"\n{shown}\n{listed}', "own.toml")
    assert rules.irregularity[0].kind is IrregularityKind.DEALER_CARD_EXPOSED
