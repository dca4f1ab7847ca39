"""One guest cannot exhaust the house: whatever they do, another guest always gets a table.

A failure prints the one line that repeats it.
"""

from __future__ import annotations

import os

import pytest

from simulation.attacker import BOUNDS, Crowded, crowded

QUICK_S = 150.0
TEN_MINUTES_S = 600.0


def keys(first: int, count: int) -> list[int]:
    """Return the keys; only the one that the environment names, if it does."""
    return [int(os.environ["UTH_KEY"])] if "UTH_KEY" in os.environ else [*range(first, first + count)]


def held(key: int, lasts_s: float) -> Crowded:
    try:
        house = crowded(key, lasts_s)
        assert house.wrong == [], house.wrong[:5]
        assert house.met["another's table 201"] >= lasts_s // 25
    except BaseException as error:
        which = "a_guest" if lasts_s == QUICK_S else "ten_minutes"
        error.add_note(
            f"again: UTH_KEY={key} .venv/bin/pytest -n 0 -m '' tests/simulation/test_one_guest.py -k {which}"
        )
        raise
    return house


@pytest.mark.parametrize("key", keys(0, 3))
def test_whatever_one_guest_does_another_guest_gets_a_table_and_nothing_is_left_behind(key: int) -> None:
    house = held(key, QUICK_S)
    assert "UTH_KEY" in os.environ or house.met["table done"] >= BOUNDS.tables_per_address


@pytest.mark.slow
@pytest.mark.parametrize("key", keys(1_000, 60))
def test_it_is_so_for_ten_minutes_of_any_order_of_commands(key: int) -> None:
    held(key, TEN_MINUTES_S)
