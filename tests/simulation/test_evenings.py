"""A whole house in simulation: whatever fails and whoever shouts, no chip is lost and nobody was told a lie.

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

QUICK = 240
MANY = 4_000
LONG = 1_500
BATCH = 20
KEYS = [int(os.environ["UTH_KEY"])] if "UTH_KEY" in os.environ else []
"""One key to try again, or nothing."""
TESTS = Path(__file__).resolve().parents[1]


def audited(key: int, records: int | None = None) -> Ended:
    """Return the evening of that key once an auditor has found nothing."""
    try:
        ended = evening(key) if records is None else evening(key, records)
        auditor = Auditor(ended.records)
        auditor.audit()
        auditor.compare_balances(ended.balances)
        auditor.compare_tables(ended.tables, ended.specs)
        auditor.compare_links(ended.links)
        auditor.compare_answers(ended.acknowledged, ended.refused)
        unanswered = ended.sent.keys() - ended.acknowledged.keys() - ended.refused.keys()
        assert not unanswered, f"never answered: {sorted(unanswered)}"
        assert ended.faults == [], ended.faults
        assert ended.numbers == {name: auditor.numbers[name] for name in ended.numbers}
    except BaseException as error:
        size = "" if records is None else f" UTH_RECORDS={records}"
        error.add_note(f"again: UTH_KEY={key}{size} .venv/bin/pytest tests/simulation/test_evenings.py -n 0 -k one_key")
        raise
    return ended


@pytest.mark.skipif("UTH_KEY" not in os.environ, reason="UTH_KEY names the one key to try again")
@pytest.mark.parametrize("key", KEYS)
def test_one_key(key: int) -> None:
    records = os.environ.get("UTH_RECORDS")
    print(audited(key, int(records) if records is not None else None).met)


@pytest.mark.parametrize("first", range(0, QUICK, BATCH))
def test_an_evening_full_of_failures_loses_nothing_and_makes_nothing_up(first: int) -> None:
    met: Counter[str] = Counter()
    for key in range(first, first + BATCH):
        met += audited(key).met
    assert {"a message lost", "a message doubled", "a message late", "crash at any time"} <= met.keys()


@pytest.mark.slow
@pytest.mark.parametrize("first", range(QUICK, QUICK + MANY, 10 * BATCH))
def test_it_is_so_on_thousands_of_evenings(first: int) -> None:
    for key in range(first, first + 10 * BATCH):
        audited(key)


@pytest.mark.slow
@pytest.mark.parametrize("first", range(100_000, 100_100, BATCH))
def test_it_is_so_on_long_evenings(first: int) -> None:
    for key in range(first, first + BATCH):
        audited(key, LONG)


def test_one_key_has_one_story_in_any_process() -> None:
    told = "import sys; from simulation.evening import evening; print(evening(int(sys.argv[1])).records[-1].chain)"
    for key in (3, 17):
        seals = {
            subprocess.run(
                [sys.executable, "-c", told, str(key)],
                env={**os.environ, "PYTHONPATH": str(TESTS), "PYTHONHASHSEED": seed},
                capture_output=True,
                text=True,
                check=True,
            ).stdout.strip()
            for seed in ("1", "2")
        }
        assert seals == {evening(key).records[-1].chain}
