"""The page's types and words agree with those of the Python code."""

from __future__ import annotations

import re
import runpy
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(("file", "made"), [("protocol.ts", "whole"), ("history.ts", "history")])
def test_the_types_of_the_page_are_made_from_the_ones_of_the_house(file: str, made: str) -> None:
    build = runpy.run_path(str(ROOT / "scripts" / "build_protocol_types.py"))
    written = (ROOT / "frontend" / "src" / "lib" / file).read_text(encoding="utf-8")
    assert written == build[made](), f"run .venv/bin/{build['BUILD_COMMAND']}"


def test_every_kind_the_log_search_offers_is_a_word_of_the_log() -> None:
    page = (ROOT / "frontend" / "src" / "floor" / "kinds.ts").read_text(encoding="utf-8")
    offered = re.findall(r'\["(\w+)", "', page)
    packages = [ROOT / "src" / "uth" / name for name in ("table", "progressive", "house", "people")]
    code = "\n".join(each.read_text(encoding="utf-8") for package in packages for each in package.rglob("*.py"))
    assert len(offered) > 20
    assert [each for each in offered if f"class {each}:" not in code and f'"is": "{each}"' not in code] == []
