"""One hand played with only the keyboard: the accessibility tree at every question, compared with a recording.

`UTH_RECORD=1 pytest tests/browser/test_recorded_hand.py` writes the recording.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, expect

from browser.playing import decision, sit_down, table_at, wait_for_wagers
from client.serving import Served

RECORDED = Path(__file__).parent / "recorded" / "hand_by_keyboard.txt"
ANY = (
    (r"t-[0-9a-f]{8}", "(table)"),
    (r"\bT [0-9a-f]{8}", "(table)"),
    (r"(Ace|King|Queen|Jack|Ten|Nine|Eight|Seven|Six|Five|Four|Three|Two) of (spades|hearts|diamonds|clubs)", "(card)"),
    (r'"[^"]* : what beats what"', '"(hand) : what beats what"'),
    (r"\b\d+ s\b", "(time)"),
    (r"\b\d+ seconds left", "(time) left"),
    (r"\b\d+:\d\d\b", "(time)"),
    (r"\$50,\d{3}\.\d\d", "(meter)"),
)
"""What differs from hand to hand."""


def _tree(page: Page) -> str:
    """Return the accessibility tree of the table and the dock, without what differs from hand to hand."""
    said = page.get_by_role("main").aria_snapshot() + "\n" + page.get_by_role("contentinfo").aria_snapshot()
    for pattern, word in ANY:
        said = re.sub(pattern, word, said)
    return re.sub(r"^( *- paragraph: )(?!Seat|Dealer|\().*$", r"\1(words)", said, flags=re.MULTILINE)


def test_a_hand_by_keyboard_is_as_recorded(visit: Callable[..., Page], house: Served) -> None:
    page = visit(reduced_motion="reduce")
    sit_down(page, house.address, table_at(page, house.address))
    wait_for_wagers(page)
    seen = {"wagers": _tree(page)}
    for key in ("a", "Space"):
        page.keyboard.press(key)
        page.wait_for_timeout(300)
    for street, offered in (("preflop", "Play 4×"), ("flop", "Play 2×"), ("river", "Play 1×")):
        expect(decision(page).get_by_role("button", name=re.compile(offered))).to_be_visible()
        page.wait_for_timeout(300)
        seen[street] = _tree(page)
        page.keyboard.press("c")
    page.keyboard.press("f")
    expect(decision(page)).to_contain_text("press F again")
    seen["fold, pressed once"] = _tree(page)
    told = "\n\n".join(f"# {when}\n{tree}" for when, tree in seen.items()) + "\n"
    if os.environ.get("UTH_RECORD"):
        RECORDED.parent.mkdir(exist_ok=True)
        RECORDED.write_text(told, encoding="utf-8")
    assert told == RECORDED.read_text(encoding="utf-8")
