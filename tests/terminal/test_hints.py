"""A hint at the terminal table."""

from __future__ import annotations

import pytest

from terminal.sitting import accept, check, run, sit
from uth.cards import parse_cards
from uth.rules.values import Wager
from uth.table.round.state import with_round, with_spot
from uth.terminal import wagering
from uth.terminal.company import hint


def test_a_hint_says_what_the_simple_strategy_does_and_what_it_sees_on_every_street() -> None:
    session = sit(seats="1")
    assert hint(session) == "You get a hint when it is your turn."
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


@pytest.mark.clause("CN.21")
@pytest.mark.parametrize("trips", [True, False])
def test_a_hint_counts_the_trips_that_a_fold_forfeits(trips: bool) -> None:
    session = sit("chickasaw", seats="1", ante="5")
    (seat,) = session.mine
    if trips:
        accept(wagering.add(session, seat, Wager.TRIPS, 500))
    accept(session.deal())
    run(session)
    for _ in range(2):
        accept(session.answer(check(session)))
        run(session)
    table = session.table
    dealt = with_round(with_spot(table, seat, hole=parse_cards("2c3d")), community=parse_cards("7s7h7d5cTs"))
    session.connection.table = dealt
    said = hint(session)
    assert said.startswith("Hint: play 1x; " if trips else "Hint: fold; "), said
    assert ("side wagers, which a fold forfeits" in said) is trips
