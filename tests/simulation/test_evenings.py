"""A whole house in simulation: whatever fails, no chip is lost and nobody is told anything false.

A failure prints the one line that repeats it.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from simulation.auditor import Auditor
from simulation.evening import Ended, evening
from simulation.second_settlement import require_same_settlements

QUICK = 100
MANY = 4_000
LONG = 1_500
BATCH = 10
TESTS = Path(__file__).resolve().parents[1]


def batches(first: int, count: int, size: int = BATCH) -> list[range]:
    """Return the keys in handfuls; only the one that the environment names, if it does."""
    if "UTH_KEY" in os.environ:
        return [range(int(os.environ["UTH_KEY"]), int(os.environ["UTH_KEY"]) + 1)]
    return [range(at, at + size) for at in range(first, first + count, size)]


def audited(key: int, records: int | None = None) -> Ended:
    """Return the evening of that key once an auditor has found nothing."""
    try:
        ended = evening(key) if records is None else evening(key, records)
        auditor = Auditor(ended.records)
        auditor.audit()
        auditor.compare_balances(ended.balances)
        auditor.compare_tables(ended.tables, ended.specs)
        auditor.compare_notes(ended.notes)
        auditor.compare_links(ended.links)
        auditor.compare_answers(ended.acknowledged, ended.refused)
        require_same_settlements(ended.records, ended.specs)
        unanswered = ended.sent.keys() - ended.acknowledged.keys() - ended.refused.keys()
        assert not unanswered, f"never answered: {sorted(unanswered)}"
        assert ended.faults == [], ended.faults
        assert ended.numbers == {name: auditor.numbers[name] for name in ended.numbers}
    except BaseException as error:
        which = "an_evening" if records is None else "long_evenings"
        error.add_note(f"again: UTH_KEY={key} .venv/bin/pytest -n 0 tests/simulation/test_evenings.py -k {which}")
        raise
    return ended


@pytest.mark.parametrize("keys", batches(0, QUICK), ids=str)
def test_an_evening_full_of_failures_loses_nothing_and_makes_nothing_up(keys: range) -> None:
    met: Counter[str] = Counter()
    for key in keys:
        met += audited(key).met
    assert len(keys) < BATCH or met.keys() >= {"a message lost", "a message doubled", "crash at any time"}


@pytest.mark.slow
@pytest.mark.parametrize("keys", batches(QUICK, MANY, 20 * BATCH), ids=str)
def test_it_is_so_on_thousands_of_evenings(keys: range) -> None:
    for key in keys:
        audited(key)


@pytest.mark.slow
@pytest.mark.parametrize("keys", batches(100_000, 100), ids=str)
def test_it_is_so_on_long_evenings(keys: range) -> None:
    for key in keys:
        audited(key, LONG)


def test_one_key_has_one_story_in_any_process() -> None:
    told = "import sys; from simulation.evening import evening; print(evening(int(sys.argv[1])).records[-1].chain)"
    seals = {
        subprocess.run(
            [sys.executable, "-c", told, "17"],
            env={**os.environ, "PYTHONPATH": str(TESTS), "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout.strip()
        for seed in ("1", "2")
    }
    assert seals == {evening(17).records[-1].chain}
