"""The patches of `scripts/inject.py` still apply; a change of a patched line has to update its patch."""

from __future__ import annotations

import ast

import pytest
from inject import BUGS, Bug, patched
from source_copy import ROOT


def test_there_are_eighteen_bugs_by_as_many_names() -> None:
    assert len(BUGS) == len({bug.name for bug in BUGS}) == 18


@pytest.mark.parametrize("bug", BUGS, ids=lambda bug: bug.name)
def test_a_patch_applies_once_and_leaves_python(bug: Bug) -> None:
    text = patched(bug)
    assert text is not None, f"the old text of {bug.name!r} is not in {bug.file} exactly once; write its patch anew"
    ast.parse(text)
    assert text != (ROOT / bug.file).read_text(encoding="utf-8")
    assert [file for file in bug.tests if not (ROOT / file).is_file()] == []
