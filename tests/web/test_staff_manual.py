"""The manual for dealers and the floor agrees with the role table, the console and the books."""

from __future__ import annotations

import re
from pathlib import Path

from uth.people.roles import MAY, HouseAction, Role
from uth.rules.loader import BOOKS, load
from uth.views.console import KEYS

MANUAL = (Path(__file__).parents[2] / "docs" / "staff.md").read_text()
STAFF = (Role.DEALER, Role.SUPERVISOR, Role.MANAGER, Role.AUDITOR, Role.ADMIN)


def rows(heading: str) -> list[list[str]]:
    """Return the cells of the rows of the first table after the heading."""
    table = MANUAL[MANUAL.index(f"## {heading}") :].partition("|---")[2].partition("\n\n")[0]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in table.splitlines()[1:]]


def test_the_table_of_roles_in_the_manual_is_the_one_in_force() -> None:
    told: dict[str, set[Role]] = {}
    for _, names, *ticks in rows("Who may do what"):
        for name in re.findall(r"`(\w+)`", names):
            assert name not in told, f"{name} is in the table twice"
            told[name] = {role for role, tick in zip(STAFF, ticks, strict=True) if tick == "yes"}
    allowed = {
        what.value if isinstance(what, HouseAction) else what.__name__: set(roles) & set(STAFF)
        for what, roles in MAY.items()
    }
    assert told == {name: roles for name, roles in allowed.items() if roles}


def test_the_keys_of_the_alarm_are_those_of_the_console() -> None:
    told = {
        key: words for row in rows("When something goes wrong") for key, words in zip(row[::2], row[1::2], strict=True)
    }
    assert told == {
        **{key.upper(): kind.words for kind, key in KEYS.items()},
        "0": "the sensor of a seat does not light",
    }


def test_the_steps_before_payment_are_those_of_each_book() -> None:
    told = {row[0]: row[1] for row in rows("Awards")}
    for name in BOOKS:
        book = load(name)
        steps = told[book.short_name]
        if book.progressive is None:
            assert steps == "no progressive"
            continue
        awards = book.progressive.awards
        wanted = awards.steps.value if awards is not None and awards.steps is not None else ()
        assert bool(wanted) == ("none beyond" not in steps)
        for step in wanted:
            assert step.replace("_", " ").lower() in steps.lower()
