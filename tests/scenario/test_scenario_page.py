"""docs/scenarios.md shows every phrase, and its worked example is dealt as written."""

from __future__ import annotations

import re
from pathlib import Path

from uth.scenario.page import phrase_lines, sections
from uth.scenario.reading import read_script
from uth.scenario.running import run

TEXT = (Path(__file__).parents[2] / "docs" / "scenarios.md").read_text(encoding="utf-8")


def block(heading: str) -> str:
    """Return the block of code below that heading."""
    match = re.search(rf"^## {heading}\n.*?```text\n(.*?)```", TEXT, re.DOTALL | re.MULTILINE)
    assert match is not None
    return match[1]


def test_every_phrase_is_in_the_document() -> None:
    assert block("Every phrase").rstrip("\n") == "\n".join(phrase_lines()), "run scripts/build_command_page.py"


def test_no_phrase_is_shown_twice() -> None:
    phrases = [phrase for _, section in sections() for phrase in section]
    assert sorted(phrases) == sorted(set(phrases))


def test_the_worked_example_is_dealt_as_written() -> None:
    script = read_script(block("An example"), "docs/scenarios.md")
    steps = list(run(script))
    assert [step.failure for step in steps if step.failure is not None] == []
    assert len(steps) == len(script.lines)
    assert sum(len(line.expected.events) for line in script.lines if hasattr(line, "expected")) >= 8


def test_what_the_document_says_is_printed_is_printed() -> None:
    from uth.scenario.running import step_lines

    printed = [line for step in run(read_script(block("An example"), "x")) for line in step_lines(step)]
    shown = block("Output").rstrip("\n").splitlines()
    assert [line for line in shown if line.strip() != "..." and line not in printed] == []
