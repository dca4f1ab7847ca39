"""Sessions: hands one after the other, until a bankroll is gone, a goal is won, or the hands are over."""

from __future__ import annotations

from uth.kernels.exact_index import Integers
from uth.kernels.loop import loop
from uth.kernels.sim_table import DROUGHT, FALL, HIGHEST, LOWEST, NET, REACHED, RUINED, THROUGH


def walk(first: int, last: int, seat: int, ruin: int, goal: int, hands: Integers, session: Integers) -> None:
    """Let a session go through its hands; once it is ruined or its goal reached, only its end goes on."""
    peak_at = 0
    for at in range(first, last):
        net = hands[at, seat]
        session[THROUGH] += net
        if session[RUINED] or session[REACHED]:
            continue
        session[NET] += net
        now, hand = session[NET], at - first + 1
        session[LOWEST] = min(session[LOWEST], now)
        if now >= session[HIGHEST]:
            session[HIGHEST] = now
            peak_at = hand
        else:
            session[FALL] = max(session[FALL], session[HIGHEST] - now)
            session[DROUGHT] = max(session[DROUGHT], hand - peak_at)
        if ruin and now <= -ruin:
            session[RUINED] = hand
        if goal and now >= goal:
            session[REACHED] = hand


@loop
def walk_sessions(length: int, ruin: int, goal: int, hands: Integers, sessions: Integers) -> None:
    """Fill in the sessions of so many hands each, all seats of the first ones before the next.

    A session ends that far behind or ahead, never where that is 0; hands that make no whole session are left over.
    """
    seats = hands.shape[1]
    for number in range(sessions.shape[0]):
        first = number // seats * length
        walk(first, first + length, number % seats, ruin, goal, hands, sessions[number])
