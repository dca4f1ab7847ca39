"""The coach of one's own seat: computed on threads of its own, so that the tables do not wait."""

from __future__ import annotations

import asyncio
import os
import sys
import threading
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Annotated, Final, TypeVar

from fastapi import APIRouter, Depends, Query, Response
from starlette.requests import HTTPConnection

from uth.cards import DECK, Card
from uth.coach.asked import AskedDecision
from uth.coach.coaching import SolvedKey, coach, is_slow, solve_starts_of, start_key
from uth.coach.drills import DrillGame
from uth.errors import Malformed, Refused
from uth.exact.advice import advise
from uth.exact.game import MainGame
from uth.house.live_table import LiveTable
from uth.rules.values import Street, Wager
from uth.strategy.named import Situation
from uth.table.round.state import Phase
from uth.units import PlayerId, Seat
from uth.views.coaching import CoachAnswer, CoachingDocument, asked_at, coaching_document, meters_in
from uth.views.table import view_of
from uth.web.requests import HouseDep, OptionalSession

PATIENCE_S: Final = 8.0
"""How long a request waits for a computation before it gets 202."""
KEPT: Final = 1024
NICE: Final = 10
"""How much the thread that solves games yields to the others, where the system knows priorities of threads."""

Answer = TypeVar("Answer")
Key = tuple[str, int, Seat, Street]
"""A decision: the table, the round, the seat, the street."""


def _yield_to_tables() -> None:
    if sys.platform == "linux":
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICE)


def _counted(situation: Situation, dead: tuple[Card, ...]) -> None:
    """Compute the decision for the cache; what cannot be valued says so when it is asked."""
    with suppress(Malformed):
        coach(situation, dead)


@dataclass(slots=True, kw_only=True, eq=False)
class Coaches:
    """Coaching by decision: one thread for what takes milliseconds, one of low priority for what takes seconds."""

    _tasks: OrderedDict[Key, asyncio.Task[CoachingDocument]] = field(default_factory=OrderedDict)
    _solved: set[SolvedKey] = field(default_factory=set)
    _solving: dict[SolvedKey, asyncio.Task[None]] = field(default_factory=dict)
    _quick: ThreadPoolExecutor = field(default_factory=lambda: ThreadPoolExecutor(1, "coach"))
    _slow: ThreadPoolExecutor = field(
        default_factory=lambda: ThreadPoolExecutor(1, "solver", initializer=_yield_to_tables)
    )

    _drills: ThreadPoolExecutor = field(
        default_factory=lambda: ThreadPoolExecutor(1, "drills", initializer=_yield_to_tables)
    )
    _warm: bool = False
    """Whether the compiled loops are loaded, or being loaded: the first use of them takes seconds."""

    async def answer(self, live: LiveTable, seat: Seat) -> CoachAnswer:
        """Return the coaching for the decision the seat is asked for, or else for its last one in this round."""
        if not self._warm:
            self._warm = True
            asyncio.get_running_loop().run_in_executor(self._slow, advise, MainGame(), DECK[:2], DECK[2:5])
        key = self._key(live, seat)
        if key is None:
            return {"coaching": None, "counting": self._prepare(live, seat)}
        task = self._tasks[key]
        done, _ = await asyncio.wait({task}, timeout=PATIENCE_S)
        if not done:
            return {"coaching": None, "counting": True}
        if task.exception() is not None and self._tasks.get(key) is task:
            del self._tasks[key]  # the next request computes it again
        try:
            return {"coaching": task.result(), "counting": False}
        except Malformed as fault:
            raise Refused("not_coached", fault.clause, f"the coach cannot value this decision: {fault}") from None

    async def is_ready(self, game: DrillGame) -> bool:
        """Return whether the game's first decisions are known, after waiting a moment for them if they are not."""
        if not game.is_slow(self._solved):
            return True
        done, _ = await asyncio.wait({self._solve(game.start)}, timeout=PATIENCE_S)
        return bool(done)

    async def drilled(self, work: Callable[..., Answer], *args: object) -> Answer:
        """Return what the work returns on the thread of the drills, which yields to the tables."""
        return await asyncio.get_running_loop().run_in_executor(self._drills, work, *args)

    def _key(self, live: LiveTable, seat: Seat) -> Key | None:
        """Return the newest decision of the seat in this round; a new one starts to be computed."""
        table = live.table
        round_ = table.rounds + (table.phase is not Phase.SETTLED)
        asked = asked_at(table, live.posted, seat)
        if asked is None:
            known = (key for key in reversed(self._tasks) if key[:3] == (live.name, round_, seat))
            return next(known, None)
        key = live.name, round_, seat, asked.situation.street
        if key not in self._tasks:
            self._tasks[key] = asyncio.create_task(self._compute(asked, round_, seat), name="coaching")
            self._count_ahead(live, seat, asked)
            while len(self._tasks) > KEPT:
                self._tasks.popitem(last=False)
        return key

    def _count_ahead(self, live: LiveTable, seat: Seat, asked: AskedDecision) -> None:
        """Count the first decision of the player's other hand too, which comes next, behind this one."""
        if asked.situation.street is not Street.PREFLOP:
            return
        chairs, spots = live.table.chairs, live.table.round.spots
        for other, spot in spots.items():
            if other > seat and chairs[other].player == chairs[seat].player and set(spot.hole) == set(asked.dead):
                situation = replace(asked.situation, hole=spot.hole, wagers=spot.wagers)
                asyncio.get_running_loop().run_in_executor(self._slow, _counted, situation, asked.situation.hole)

    async def _compute(self, asked: AskedDecision, round_: int, seat: Seat) -> CoachingDocument:
        situation, dead = asked.situation, asked.dead
        slow = is_slow(situation, dead, self._solved)
        if slow and not dead:
            await self._solve(start_key(situation))
        loop, executor = asyncio.get_running_loop(), self._slow if slow and dead else self._quick
        said = await loop.run_in_executor(executor, coach, situation, dead, asked.offered)
        return coaching_document(said, round_, seat)

    def _prepare(self, live: LiveTable, seat: Seat) -> bool:
        """Start to solve the first decisions of a seat whose wagers are down; return whether they are being solved."""
        spot = live.table.round.spots.get(seat)
        if spot is None or not spot.wagers.get(Wager.ANTE):
            return False
        meters = meters_in(view_of(live.table, live.posted, seat))
        situation = Situation(
            posted=live.posted, hole=(), board=(), street=Street.PREFLOP, wagers=spot.wagers, meters=meters
        )
        try:
            if not is_slow(situation, (), self._solved):
                return False
            self._solve(start_key(situation))
        except Malformed:
            return False
        return True

    def _solve(self, key: SolvedKey) -> asyncio.Task[None]:
        """Return the task that solves the game; one for each game."""
        if key not in self._solving:
            self._solving[key] = asyncio.create_task(self._solved_by_thread(key), name="first decisions")
        return self._solving[key]

    async def _solved_by_thread(self, key: SolvedKey) -> None:
        try:
            await asyncio.get_running_loop().run_in_executor(self._slow, solve_starts_of, key)
            self._solved.add(key)
        finally:
            del self._solving[key]


def coaches_of(connection: HTTPConnection) -> Coaches:
    """Return the coaches of this app."""
    state = connection.app.state
    if not hasattr(state, "coaches"):
        state.coaches = Coaches()
    coaches: Coaches = state.coaches
    return coaches


def own_seat(live: LiveTable, player: PlayerId, wanted: int | None) -> Seat:
    """Return the wanted seat of the player, or the one that is asked, or the first; refuse any other."""
    mine = [seat for seat, chair in sorted(live.table.chairs.items()) if chair.player == player]
    if wanted is None and mine:
        turn = live.table.turn
        return turn if turn is not None and turn in mine else mine[0]
    if wanted not in mine:
        says = f"seat {wanted} is not yours" if wanted is not None else "you have no seat at this table"
        raise Refused("not_your_seat", None, says)
    return Seat(wanted)


router = APIRouter(prefix="/api/v1", tags=["coach"])
CoachesDep = Annotated[Coaches, Depends(coaches_of)]


@router.get("/tables/{name}/coach")
async def coaching(
    name: str,
    session: OptionalSession,
    house: HouseDep,
    coaches: CoachesDep,
    response: Response,
    seat: Annotated[int | None, Query(ge=1, le=99, description="One of your seats.")] = None,
) -> CoachAnswer:
    """The exact value of every action you are offered, from what your seat sees; 202 while it is being computed.

    After your decision, and until the next one, it is the same answer again. Nobody else can ask for it.
    """
    live = await house.running(name)
    if live.spec is not None and not live.spec.coach:
        raise Refused("coach_off", None, "the house has switched the coach off at this table")
    if session is None:
        raise Refused("not_signed_in", None, "create a guest first: POST /api/v1/guest")
    answer = await coaches.answer(live, own_seat(live, session.player, seat))
    if answer["counting"]:
        response.status_code = 202
    return answer
