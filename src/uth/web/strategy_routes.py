"""Routes for the strategy pages of the books and of the tables."""

from __future__ import annotations

import asyncio
import json
import sys
from collections import OrderedDict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Annotated, Any, Final

from fastapi import APIRouter, Depends, Response
from starlette.requests import HTTPConnection
from typing_extensions import TypedDict

from uth.errors import Broken, Malformed
from uth.exact.strategy_types import StrategyPage
from uth.house.logs import LOG
from uth.rules.loader import BOOKS, load_book
from uth.table.posted import Posted, post
from uth.web.requests import HouseDep

if TYPE_CHECKING:
    from uth.exact.game import MainGame

KEPT: Final = 64
"""How many games are cached."""
WAITING_MAX: Final = 8
"""How many games may wait to be counted; a request for one more is told to ask again."""
TIMEOUT_S: Final = 600.0
"""How long counting one game may take; it takes about ten seconds on a free processor."""
LINE_MAX: Final = 1 << 20
WORKER: Final = (sys.executable, "-m", "uth.exact.strategy_worker")


class StrategyAnswer(TypedDict):
    """A strategy page, or how far its computation is."""

    counting: bool
    done: int
    """The steps that are done; 0 while other games are counted first."""
    of: int
    """The number of steps; 0 while it is not known."""
    page: StrategyPage | None


@dataclass(slots=True, kw_only=True, eq=False)
class Counting:
    """A game that is being counted or waits for it."""

    task: asyncio.Task[None] | None = None
    done: int = 0
    of: int = 0
    fault: str = ""
    """Why the computation failed; the next request starts it again."""


@dataclass(slots=True, kw_only=True, eq=False)
class StrategyPages:
    """The counted strategy pages by game: one process at a time, at the lowest priority, once for each game.

    Tables and books whose rules make the same game share one computation.
    """

    _priced: OrderedDict[MainGame, dict[str, Any]] = field(default_factory=OrderedDict)
    _counting: dict[MainGame, Counting] = field(default_factory=dict)
    _one: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def answer(self, posted: Posted) -> StrategyAnswer:
        """Return the page of what a table posts, or how far its computation is."""
        game = await asyncio.to_thread(_game_of, posted)
        priced = self._priced.get(game)
        if priced is not None:
            self._priced.move_to_end(game)
            from uth.exact.strategy_page import page_of

            return {"counting": False, "done": 0, "of": 0, "page": page_of(posted, priced)}
        counting = self._counting.get(game)
        if counting is None and len(self._counting) < WAITING_MAX:
            counting = self._counting[game] = Counting()
            counting.task = asyncio.create_task(self._count(game, counting), name="strategy page")
        if counting is not None and counting.fault:
            del self._counting[game]
            raise Broken(f"the strategy page was not computed: {counting.fault}")
        done, of = (counting.done, counting.of) if counting is not None else (0, 0)
        return {"counting": True, "done": done, "of": of, "page": None}

    async def _count(self, game: MainGame, counting: Counting) -> None:
        try:
            async with self._one, asyncio.timeout(TIMEOUT_S):
                self._priced[game] = await _counted(game, counting)
        except (Broken, OSError, TimeoutError) as fault:
            counting.fault = str(fault) or type(fault).__name__
            LOG.warning("a strategy page was not computed", says=counting.fault)
            return
        del self._counting[game]
        while len(self._priced) > KEPT:
            self._priced.popitem(last=False)


def _game_of(posted: Posted) -> MainGame:
    """Return the game of ante, blind and play; the import takes a moment the first time."""
    from uth.exact.game import main_game

    return main_game(posted)


async def _counted(game: MainGame, counting: Counting) -> dict[str, Any]:
    """Return what the worker counts, and note its steps."""
    from uth.exact.strategy_worker import written

    pipe = asyncio.subprocess.PIPE
    worker = await asyncio.create_subprocess_exec(
        *WORKER, stdin=pipe, stdout=pipe, stderr=pipe, limit=LINE_MAX, start_new_session=True
    )
    try:
        if worker.stdin is None or worker.stdout is None or worker.stderr is None:
            raise Broken("the worker has no pipes")
        worker.stdin.write(f"{written(game)}\n".encode())
        worker.stdin.close()
        async for line in worker.stdout:
            said = json.loads(line)
            if "priced" in said:
                priced: dict[str, Any] = said["priced"]
                return priced
            counting.done, counting.of = said["done"], said["of"]
        why = (await worker.stderr.read()).decode(errors="replace").strip().splitlines()
        raise Broken(f"the worker stopped: {why[-1] if why else 'it said nothing'}")
    finally:
        if worker.returncode is None:
            worker.kill()
        await worker.wait()


def strategies_of(connection: HTTPConnection) -> StrategyPages:
    """Return the strategy pages of this app."""
    pages: StrategyPages = connection.app.state.strategies
    return pages


StrategiesDep = Annotated[StrategyPages, Depends(strategies_of)]

router = APIRouter(prefix="/api/v1", tags=["rules"])


@router.get("/books/{name}/strategy")
async def of_book(name: str, strategies: StrategiesDep, response: Response) -> StrategyAnswer:
    """The strategy page of a rule book as it comes; 202 while it is being computed."""
    if name not in BOOKS:
        raise Malformed("book", name, f"is not a rule book; one of {', '.join(BOOKS)}")
    return with_status(await strategies.answer(post(load_book(name))), response)


@router.get("/tables/{name}/strategy")
async def of_table(name: str, house: HouseDep, strategies: StrategiesDep, response: Response) -> StrategyAnswer:
    """The strategy page of a table's own rules and pay tables; 202 while it is being computed."""
    live = await house.recalled(name)
    return with_status(await strategies.answer(live.posted), response)


def with_status(answer: StrategyAnswer, response: Response) -> StrategyAnswer:
    """Return the answer after setting the status: 202 while the page is being computed."""
    if answer["counting"]:
        response.status_code = 202
    return answer
