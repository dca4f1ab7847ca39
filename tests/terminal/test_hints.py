"""A hint at the terminal table."""

from __future__ import annotations

from terminal.sitting import accept, check, run, sit
from uth.terminal.hint import hint


def test_a_hint_says_what_the_simple_strategy_does_and_what_it_sees_on_every_street() -> None:
    session = sit(seats="1")
    assert hint(session) == "A hint is there when you are asked."
    accept(session.deal())
    run(session)
    said = [hint(session)]
    for _ in range(2):
        accept(session.answer(check(session)))
        run(session)
        said.append(hint(session))
    assert all(each.startswith(("Hint: play ", "Hint: check", "Hint: fold")) for each in said)
    assert "you hold" in said[0]
    assert all("you have" in each for each in said[1:])
