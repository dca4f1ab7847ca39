"""docs/rule-sets.md describes every key of a rule set."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any, get_args, get_type_hints

import pytest

from uth.rules.ruleset import RuleSet

PAGE = (Path(__file__).parents[2] / "docs" / "rule-sets.md").read_text(encoding="utf-8")
NAMED = set(re.findall(r"`([a-z_]+)`", PAGE)) | set(re.findall(r"\b([a-z_]+) = ", PAGE))
VALUES = ("Cited", "Odds")
"""Records that are written as one value."""


def records_of(kind: Any) -> Iterator[type]:
    """Yield every record inside a type, the type itself included."""
    if isinstance(kind, type) and is_dataclass(kind) and kind.__name__ not in VALUES:
        yield kind
        for hint in get_type_hints(kind, include_extras=True).values():
            yield from records_of(hint)
    for inner in get_args(kind):
        yield from records_of(inner)


RECORDS = list(dict.fromkeys(records_of(RuleSet)))


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: record.__name__)
def test_every_key_of_a_rule_set_is_described(record: type) -> None:
    assert is_dataclass(record)
    assert [each.name for each in fields(record) if each.name not in NAMED] == []


def test_every_part_of_a_rule_set_is_reached() -> None:
    assert {"SeatRules", "MeterRule", "ProgressiveRow", "AwardRules", "IrregularityRule", "BookListing"} <= {
        record.__name__ for record in RECORDS
    }
