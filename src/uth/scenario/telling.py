"""What a run looks like: line by line for people, and as values for programs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from uth.scenario.running import Step, Told
from uth.scenario.script import Script


def step_lines(step: Step) -> Iterator[str]:
    """Yield the line, then what happened below it."""
    yield f"{step.number:>4}  {step.text}"
    by = ""
    for told in step.told:
        if told.by != by:
            by = told.by
            yield f"        {by}"
        yield f"{' ' * (10 if by else 8)}{told}"
    if step.refused is not None:
        yield f"        refused {step.refused.code}: {step.refused}"


def failure_lines(step: Step) -> Iterator[str]:
    """Yield on which line what was expected, and what happened instead."""
    if step.failure is None:
        return
    yield f"    line {step.number}: {step.text}"
    yield f"    expected: {step.failure.expected}"
    first, *more = step.failure.happened or ("nothing",)
    yield f"    happened: {first}"
    yield from (f"              {each}" for each in more)


def summary(script: Script, steps: Sequence[Step]) -> str:
    """Return the whole run on one line."""
    failed = any(step.failure is not None for step in steps)
    ended = f"FAILED on line {steps[-1].number}" if failed else f"ok, {len(steps)} lines"
    return f"{script.source}: {ended}: {_titled(script)}"


def title_lines(script: Script) -> Iterator[str]:
    """Yield what the scenario is called, and what is posted."""
    yield _titled(script)
    rules, way = script.posted.rules, script.posted.dealing
    yield f"{rules.title}; dealt {way.says}"


def _titled(script: Script) -> str:
    return script.title + (f" ({', '.join(script.clauses)})" if script.clauses else "")


def as_values(script: Script, steps: Sequence[Step]) -> dict[str, Any]:
    """Return the run as JSON could hold it."""
    failed = next((step for step in steps if step.failure is not None), None)
    return {
        "file": script.source,
        "title": script.title,
        "rules": script.posted.rules.name,
        "dealing": script.posted.dealing.name,
        "clauses": list(script.clauses),
        "ok": failed is None,
        "steps": [_step_values(step) for step in steps],
    }


def _step_values(step: Step) -> dict[str, Any]:
    values: dict[str, Any] = {
        "line": step.number,
        "text": step.text,
        "happened": [_told_values(told) for told in step.told],
    }
    if step.refused is not None:
        values["refused"] = {"code": step.refused.code, "says": step.refused.says, "clause": step.refused.clause}
    if step.failure is not None:
        values["failure"] = {"expected": step.failure.expected, "happened": list(step.failure.happened)}
    return values


def _told_values(told: Told) -> dict[str, Any]:
    values: dict[str, Any] = {"event": told.kind, "says": told.words, "clauses": list(told.clauses)}
    return {**values, "step": told.by} if told.by else values
