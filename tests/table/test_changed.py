"""`changed` gives the same state as `dataclasses.replace`."""

from __future__ import annotations

from dataclasses import FrozenInstanceError, dataclass, fields, replace

import pytest

from uth.errors import Broken
from uth.records import changed, state
from uth.rules.loader import load_book
from uth.table.posted import post
from uth.table.round.state import Phase, new_table


@state
class Plain:
    one: int
    two: str = "b"


@state
class Longer(Plain):
    three: tuple[int, ...] = ()


@state
class Checked:
    one: int

    def __post_init__(self) -> None:
        assert self.one > 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Slotted:
    one: int


def test_a_state_of_a_table_is_changed_as_it_would_be_made_anew_and_the_old_one_stays() -> None:
    table = new_table(post(load_book("massachusetts")))
    for field in fields(table):
        values = {field.name: getattr(table, field.name), "rounds": 7, "phase": Phase.SETTLED}
        assert changed(table, **values) == replace(table, **values)
    assert table == new_table(post(load_book("massachusetts")))
    assert changed(table) == table
    assert changed(table) is not table


def test_fields_of_a_class_before_it_are_copied_too_and_nothing_is_taken_that_is_no_field() -> None:
    record = Longer(one=1, three=(1, 2))
    assert changed(record, two="c") == replace(record, two="c")
    with pytest.raises(AttributeError, match="Longer has no field four"):
        changed(record, four=4)
    with pytest.raises(FrozenInstanceError):
        record.one = 2  # type: ignore[misc]


@pytest.mark.parametrize("record", [Checked(one=1), Slotted(one=1)])
def test_a_record_that_checks_itself_or_has_slots_is_not_for_it(record: object) -> None:
    with pytest.raises(Broken, match="is not a plain state"):
        changed(record, one=-1)
