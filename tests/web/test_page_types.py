"""The page's types are those of the house: what is written there is what the generator makes of the Python side."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(("file", "made"), [("protocol.ts", "whole"), ("history.ts", "history")])
def test_the_types_of_the_page_are_made_from_the_ones_of_the_house(file: str, made: str) -> None:
    build = runpy.run_path(str(ROOT / "scripts" / "build_protocol_types.py"))
    written = (ROOT / "frontend" / "src" / "lib" / file).read_text(encoding="utf-8")
    assert written == build[made](), f"run .venv/bin/{build['BUILD_COMMAND']}"
