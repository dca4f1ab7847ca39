"""Sessions for the tests: a table opened as by `uth play`, and an evening played at it by a fixed recipe."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from uth.cards import Card
from uth.errors import Refused
from uth.rules.values import Wager
from uth.table.round import commands as c
from uth.table.round.state import Phase
from uth.terminal import wagering
from uth.terminal import wagering as banking
from uth.terminal.local import open_session
from uth.terminal.options import read_opening
from uth.terminal.session import TableSession
from uth.words.session import drawn


def sit(
    rules: str = "massachusetts", key: str | None = "felt", card: Callable[[Card], str] = drawn, **options: Any
) -> TableSession:
    """Return a session at that table, its decks fixed by the key."""
    return open_session(read_opening(rules=rules, shuffle_key=key, **options), card)


def accept(refused: Refused | None) -> None:
    """Fail with the words of a refusal."""
    assert refused is None, refused


def run(session: TableSession) -> None:
    """Let everyone but the person go on."""
    while session.step():
        pass


def all_wagers(session: TableSession) -> None:
    """Put down every wager the table offers."""
    for seat in session.mine:
        for wager in (Wager.TRIPS, Wager.COVER_ALL, Wager.PROGRESSIVE, Wager.MATCH_PLAY):
            if session.posted.offers(wager):
                refused = wagering.add(session, seat, wager, 500)
                assert refused is None or refused.code == "no_coupon", refused


def finish(session: TableSession, pick: int = 0) -> None:
    """Play the round to its settlement, answering with one of the offers each time."""
    run(session)
    while (seat := session.asked) is not None:
        answers = session.answers()
        assert all(answer.seat == seat for answer in answers)
        accept(session.answer(answers[pick % len(answers)]))
        pick //= 2
        run(session)
    assert session.table.phase is Phase.SETTLED


def evening(session: TableSession, rounds: int) -> Iterator[TableSession]:
    """Yield the session after each of so many rounds, chips bought again when they run out."""
    for number in range(rounds):
        if session.table.phase is Phase.SETTLED:
            accept(session.collect())
        if session.is_out_of_chips:
            accept(session.buy_in(session.opening.bankroll))
        if banking.needs_banker(session.table, session.posted):
            refused = banking.take_bank(session, banking.bank_size(session))
            if refused is not None:
                accept(banking.pass_button(session))
        if not session.banks:
            refused = wagering.rebet(session)
            if refused is not None:
                accept(session.buy_in(session.opening.bankroll))
                accept(wagering.lay(session, {session.mine[0]: {Wager.ANTE: session.posted.limits.ante.min}}))
            elif number % 2:
                wagering.double(session)
                all_or_what_fits(session)
        accept(session.deal())
        finish(session, pick=number)
        yield session


def all_or_what_fits(session: TableSession) -> None:
    """Add side wagers as far as the chips go."""
    for wager in (Wager.TRIPS, Wager.COVER_ALL, Wager.PROGRESSIVE, Wager.MATCH_PLAY):
        wagering.add(session, session.mine[0], wager, 500)


def check(session: TableSession) -> c.Check:
    """Return the command to wait, from the hand that is asked."""
    return c.Check(seat=session.asked or session.mine[0])
