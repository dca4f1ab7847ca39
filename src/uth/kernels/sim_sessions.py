"""Sessions: consecutive hands until a bankroll is lost, a goal is won, or the hands are over."""

from __future__ import annotations

from uth.kernels.exact_index import Integers
from uth.kernels.loop import loop
from uth.kernels.sim_table import DROUGHT, FALL, HIGHEST, LOWEST, NET, REACHED, RUINED, THROUGH


def play_session(first: int, last: int, seat: int, ruin: int, goal: int, hands: Integers, session: Integers) -> None:
    """Play a session's hands. After ruin or goal, only the final result is updated."""
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
def play_sessions(length: int, ruin: int, goal: int, hands: Integers, sessions: Integers) -> None:
    """Fill the sessions of that many hands each, all seats of the first sessions before the next.

    A session ends when it is that far behind or ahead, or never if the limit is 0. Hands that do not fill a session are
    carried over.
    """
    seats = hands.shape[1]
    for number in range(sessions.shape[0]):
        first = number // seats * length
        play_session(first, first + length, number % seats, ruin, goal, hands, sessions[number])
