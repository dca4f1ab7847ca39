"""The coach at the terminal table: hints, warnings and grades."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from terminal.sitting import accept, check, run, sit
from uth.cards import parse_cards
from uth.coach.coaching import coach
from uth.errors import Malformed
from uth.rules.values import Street, Wager
from uth.strategy.named import Situation
from uth.table.round import commands as c
from uth.table.round.state import with_round, with_spot
from uth.terminal import coach as terminal_coach
from uth.terminal import wagering
from uth.terminal.coach import WARNED, Coach
from uth.terminal.company import simple_hint
from uth.terminal.options import CoachMode, mode_of
from uth.terminal.session import TableSession


def dealt(mode: CoachMode = CoachMode.REQUEST, hole: str = "AhKd", board: str = "") -> TableSession:
    """Return a session that is asked with these cards: before the flop, or at the river."""
    session = sit(seats="1")
    session.coach = Coach(mode=mode)
    (seat,) = session.mine
    accept(session.deal())
    run(session)
    for _ in range(2 if board else 0):
        accept(session.connection.send(check(session)))
        run(session)
    table = with_spot(session.table, seat, hole=parse_cards(hole))
    session.connection.table = with_round(table, community=parse_cards(board)) if board else table
    return session


def hint(session: TableSession) -> str:
    return session.coach.hint(session)


def test_a_hint_gives_the_reason_and_what_each_choice_is_worth() -> None:
    session = sit(seats="1")
    assert hint(session) == "You get a hint when it is your turn."
    session = dealt()
    said = coach(
        Situation(
            posted=session.posted,
            hole=parse_cards("AhKd"),
            board=(),
            street=Street.PREFLOP,
            wagers={Wager.ANTE: session.table.round.spots[session.mine[0]].wagers[Wager.ANTE]},
        )
    )
    worth = f"{float(said.best.value):+.3f}"
    assert hint(session).startswith(f"Raise 4x: any ace. Play 4x is worth {worth} antes (+$")
    assert re.search(r"; play 3x costs 0\.\d{3} antes \(\$[0-9.]+\); check costs 0\.\d{3} antes", hint(session))


def test_a_hint_at_the_river_counts_the_dealers_cards() -> None:
    said = hint(dealt(hole="3h7d", board="Kd9s2cQhJh"))
    assert said.startswith("Fold: 27 dealer cards beat you; fold at 21 or more. Fold is worth -2.000 antes (-$10)")


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
    assert hint(session).startswith("Play 1x: the exact count is against the rule" if trips else "Fold: "), hint(
        session
    )
    assert ("A fold forfeits the Trips wager (CN.21)." in hint(session)) is trips
    simple = simple_hint(session)
    assert simple.startswith("Hint: play 1x; " if trips else "Hint: fold; "), simple
    assert ("side wagers, which a fold forfeits" in simple) is trips


def test_without_the_exact_count_a_hint_is_that_of_the_simple_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    session = dealt()
    monkeypatch.setattr(terminal_coach, "is_installed", lambda _: False)
    assert hint(session) == "Hint: play 4x; you hold Ace King offsuit."


def test_a_warning_comes_once_before_a_costly_choice() -> None:
    session = dealt(CoachMode.WARN)
    refused = session.answer(check(session))
    assert refused is not None
    assert refused.code == WARNED
    assert re.fullmatch(
        r"Check costs 0\.\d{3} antes \(\$[0-9.]+\)\. Raise 4x: any ace\. Repeat it to do it anyway", refused.says
    )
    assert session.asked is not None
    accept(session.answer(check(session)))
    assert session.asked is None


def test_the_best_choice_needs_no_warning() -> None:
    session = dealt(CoachMode.WARN)
    accept(session.answer(c.MakePlay(seat=session.mine[0], multiple=4)))


def test_a_grade_is_said_after_the_decision() -> None:
    for multiple, grade in ((4, "Coach: Play 4x was best."), (3, "Coach: mistake, play 3x costs 0.")):
        session = dealt(CoachMode.GRADE)
        session.heard_now()
        accept(session.answer(c.MakePlay(seat=session.mine[0], multiple=multiple)))
        assert any(line.startswith(grade) for line in session.heard_now())


def test_the_coach_can_be_off_for_the_person_or_the_table() -> None:
    assert hint(dealt(CoachMode.OFF)) == "The coach is off; start with --coach request to ask it."
    session = dealt(CoachMode.WARN)
    session.coach = Coach(mode=CoachMode.WARN, allowed=False)
    assert hint(session) == "The house has switched the coach off at this table."
    accept(session.answer(check(session)))
    with pytest.raises(Malformed, match=r'--coach: "loud" is not one of off, request, warn, grade'):
        mode_of("--coach", "loud")


def test_a_hint_uses_no_card_that_lies_face_down() -> None:
    one = dealt(hole="3h7d")
    two = dealt(hole="3h7d")
    table = two.connection.table
    two.connection.table = with_round(table, dealer=table.round.dealer[::-1], deck=table.round.deck[::-1])
    assert hint(one) == hint(two)
    exposed = replace(table.round, exposed=frozenset(table.round.dealer[:1]))
    two.coach = Coach()
    two.connection.table = replace(table, round=exposed)
    assert hint(two).startswith("The coach cannot value this decision: a card was shown out of turn")
