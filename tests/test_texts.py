"""Every text that people read is listed, and none has a banned phrase."""

from __future__ import annotations

import re

import list_texts
import pytest

BANNED = re.compile(
    r"\b(whoever|anew|by itself|by themselves|is no more|good no more|is so\b|as it mostly goes"
    r"|has the edge|is resting|who only watches|acts for nobody|is no (number|phrase|part|document|folder)"
    r"|[Aa]re confirmed as they are won|Set it and come in|Make it and come in|[Cc]ome in again)"
)
"""Phrases that read as if translated; docs and comments avoid them too."""


def test_texts_of_the_program_are_listed_with_their_gaps_and_without_docstrings() -> None:
    module = '''
def command() -> None:
    """Print the help of a command."""

def seat(n: int) -> str:
    """Return nothing that people read."""
    return f"seat {n} is taken by somebody" + "not one" + "two words"
'''
    said = [each.text for each in list_texts.texts_of_module(module, "src/uth/cli/made_up.py")]
    assert sorted(said) == ["Print the help of a command.", "not one", "seat … is taken by somebody", "two words"]


def test_the_texts_of_the_page_are_listed() -> None:
    texts = list_texts.texts_of_page()
    if not (list_texts.ROOT / "frontend" / "node_modules").is_dir():
        pytest.skip("the page's packages are not installed")
    said = {each.text for each in texts}
    assert {"Play now", "Chip to place"} <= said


def test_no_text_reads_as_if_translated() -> None:
    texts = list_texts.texts_of_page() + list_texts.texts_of_program()
    assert [f"{each.file}: {each.text}" for each in texts if BANNED.search(each.text)] == []
