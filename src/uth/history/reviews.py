"""Reviews of past rounds: computed once in a process of low priority, stored, and gathered into reports."""

from __future__ import annotations

import asyncio
import json
import pickle
import sys
from collections import defaultdict
from collections.abc import Callable, Coroutine, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import ClassVar, Final, cast

from typing_extensions import override

from uth.coach.drills import Drill, QuestionDocument
from uth.errors import Broken, Refused, UthError
from uth.history.history import History
from uth.history.own_mistakes import has_mistake
from uth.history.review_jobs import Answer, FindMistakes, Job, ReviewRounds, RoundSpan, WriteReport
from uth.history.review_worker import WIDTH
from uth.history.round_review import VERSION, SeatReview
from uth.history.session_report import PlayedHand, SessionReport
from uth.house.followed_table import EVERY, is_due
from uth.house.live_table import LiveTable
from uth.house.logs import LOG
from uth.house.observers import Observer
from uth.people.roles import is_bot
from uth.store.round_index import TABLE
from uth.store.rounds import ReviewedSeat, RoundEntry, RoundFilter, StoredReview
from uth.table.round import events as e
from uth.table.round.decide import Events
from uth.table.round.state import Table
from uth.units import PlayerId, Seat

WORKER: Final = (sys.executable, "-m", "uth.history.review_worker")
HANDS_MAX: Final = 20_000
"""The most hands of one report."""
TIMEOUT_S: Final = 120.0
"""How long one job may take; a first decision in a game that has to be solved takes seconds."""
SEATS_MAX: Final = 99
PATIENCE_S: Final = 4.0
"""How long a request waits for reviews that are not stored yet."""


@dataclass(slots=True, eq=False)
class Worker:
    """The process that reviews: one job at a time; it starts with the first job and ends with the house."""

    _process: asyncio.subprocess.Process | None = None
    _killed: list[asyncio.subprocess.Process] = field(default_factory=list)
    _one: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def done(self, job: Job) -> Answer:
        """Return the answer to a job."""
        text = await asyncio.to_thread(pickle.dumps, job, pickle.HIGHEST_PROTOCOL)
        async with self._one:
            try:
                async with asyncio.timeout(TIMEOUT_S):
                    answer = await self._asked(text)
            except BaseException:
                self._kill()
                raise
        found: Answer | str = await asyncio.to_thread(pickle.loads, answer)
        if isinstance(found, str):
            raise Broken(f"a review was not computed: {found}")
        return found

    async def _asked(self, text: bytes) -> bytes:
        process = self._process
        if process is None or process.returncode is not None:
            pipe = asyncio.subprocess.PIPE
            process = self._process = await asyncio.create_subprocess_exec(
                *WORKER, stdin=pipe, stdout=pipe, start_new_session=True
            )
        if process.stdin is None or process.stdout is None:
            raise Broken("the worker has no pipes")
        try:
            process.stdin.write(text)
            await process.stdin.drain()
            length = int.from_bytes(await process.stdout.readexactly(WIDTH), "big")
            return await process.stdout.readexactly(length)
        except (asyncio.IncompleteReadError, ConnectionError) as fault:
            raise Broken(f"the worker that reviews rounds stopped: {fault!r}") from None

    def _kill(self) -> None:
        """End the process; the next job starts another."""
        process, self._process = self._process, None
        if process is not None:
            self._killed.append(process)
            with suppress(ProcessLookupError):
                process.kill()

    async def close(self) -> None:
        """End the process and wait until it has ended."""
        self._kill()
        while self._killed:
            await self._killed.pop().wait()


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
    """How many hands of a report are reviewed."""

    done: int
    of: int


@dataclass(slots=True, kw_only=True, eq=False)
class Reviews(Observer):
    """The reviews of a house: stored with the rounds, computed when they are missing."""

    history: History
    worker: Worker = field(default_factory=Worker)
    hears: ClassVar[frozenset[type[e.Event]] | None] = frozenset({e.CardsCollected})
    _filling: dict[tuple[str, int], asyncio.Task[None]] = field(default_factory=dict)
    """Tasks under way: by table and round, -1 for the last rounds of a table; by player and 0 for a whole report."""

    @override
    def table_changed(self, live: LiveTable, events: Events, states: Sequence[Table]) -> None:
        """Review the last rounds of a table with people as often as it stores a checkpoint."""
        table = states[-1] if states else live.table
        people = {chair.player for chair in table.chairs.values() if not is_bot(chair.player)}
        if people and table.rounds and is_due(table):
            self._task((live.name, -1), lambda: self._follow(live.name, table.rounds))

    async def _follow(self, table: str, last: int) -> None:
        try:
            await self._fill_rounds(table, range(max(1, last - EVERY + 1), last + 1))
        except UthError as fault:
            LOG.warning("rounds were not reviewed", table=table, says=str(fault))

    async def _entry(self, table: str, number: int) -> RoundEntry:
        entry = await self.history.house.store.round_entry(table, number)
        if entry is None:
            raise Refused("round_not_settled", None, "a round is reviewed after its settlement")
        return entry

    async def of_round(self, table: str, number: int, player: PlayerId) -> list[SeatReview] | None:
        """Return the reviews of the player's seats in a settled round, or ``None`` while they are being computed."""
        entry = await self._entry(table, number)
        mine = {Seat(each.seat) for each in entry.seats if each.player == player}
        found = await self._stored(entry, player)
        if mine and not found:
            task = self._task((table, number), lambda: self._fill_rounds(table, [number]))
            await asyncio.wait({task}, timeout=PATIENCE_S)
            if not task.done():
                return None
            task.result()
            found = await self._stored(entry, player)
        return [each for each in found if each["seat"] in mine]

    async def _stored(self, entry: RoundEntry, player: PlayerId) -> list[SeatReview]:
        at = RoundFilter(table=entry.table, player=player, since=entry.at, until=entry.at)
        seats = await self.history.house.store.reviewed_seats(at, SEATS_MAX)
        texts = [each.review for each in seats if each.position == entry.position and is_current(each.review)]
        return [cast(SeatReview, json.loads(text)) for text in texts if text is not None]

    async def report(
        self, wanted: RoundFilter, *, last: int | None = None, book: str | None = None
    ) -> SessionReport | Progress:
        """Return the report of a player's hands, or how many of them are reviewed while the others are computed."""
        seats = await self._all_reviewed(wanted, min(last or HANDS_MAX, HANDS_MAX))
        if isinstance(seats, Progress):
            return seats
        hands = await asyncio.to_thread(lambda: [played_hand(each) for each in reversed(seats)])
        return cast(SessionReport, await self.worker.done(WriteReport(hands=hands, book=book)))

    async def mistakes(self, player: PlayerId, drill: Drill) -> list[QuestionDocument] | Progress:
        """Return a player's own wrong decisions of the drill's street and theme, or how many hands are reviewed."""
        seats = await self._all_reviewed(RoundFilter(player=player), HANDS_MAX)
        if isinstance(seats, Progress):
            return seats
        found = await asyncio.to_thread(
            lambda: [each.review for each in seats if each.review is not None and has_mistake(each.review)]
        )
        theme = drill.theme.name if drill.theme is not None else None
        job = FindMistakes(reviews=found, street=drill.street, theme=theme)
        return cast(list[QuestionDocument], await self.worker.done(job))

    async def _all_reviewed(self, wanted: RoundFilter, most: int) -> list[ReviewedSeat] | Progress:
        """Return the player's newest seats, newest first, or how many are reviewed while the others are computed."""
        seats = await self.history.house.store.reviewed_seats(wanted, most)
        if any(not is_current(each.review) for each in seats):
            missing = [each for each in seats if not is_current(each.review)]
            task = self._task((wanted.player or "", 0), lambda: self._fill_all(missing))
            await asyncio.wait({task}, timeout=PATIENCE_S)
            if task.done():
                task.result()
            seats = await self.history.house.store.reviewed_seats(wanted, most)
            done = sum(1 for each in seats if is_current(each.review))
            if done < len(seats):
                return Progress(done=done, of=len(seats))
        return seats

    async def _fill_all(self, missing: Iterable[ReviewedSeat]) -> None:
        """Review the rounds of these seats, newest first."""
        runs: dict[tuple[str, int], set[int]] = defaultdict(set)
        for each in missing:
            runs[each.table, (each.round - 1) // EVERY].add(each.round)
        for (table, _), numbers in runs.items():
            await self._fill_rounds(table, numbers)

    async def _fill_rounds(self, table: str, numbers: Iterable[int]) -> None:
        """Review these rounds of a table, those after one checkpoint together, and store the reviews."""
        groups: dict[int, list[RoundEntry]] = defaultdict(list)
        for number in numbers:
            entry = await self._entry(table, number)
            groups[entry.checkpoint].append(entry)
        for checkpoint, entries in groups.items():
            job = await self._job(table, checkpoint, entries)
            await self.history.house.store.write_reviews(cast(list[StoredReview], await self.worker.done(job)))

    async def _job(self, table: str, checkpoint: int, entries: Sequence[RoundEntry]) -> ReviewRounds:
        house, stream = self.history.house, f"{TABLE}{table}"
        live = await house.recalled(table)
        kept = await house.store.between(stream, checkpoint - 1, checkpoint) if checkpoint else []
        return ReviewRounds(
            table=table,
            posted=live.spec.posted() if live.spec is not None else live.posted,
            checkpoint=kept[0].body if kept else None,
            at=checkpoint,
            records=await house.store.between(stream, checkpoint, max(each.through for each in entries)),
            spans=[
                RoundSpan(number=each.number, after=each.after, through=each.through, position=each.position)
                for each in entries
            ],
        )

    def _task(self, key: tuple[str, int], work: Callable[[], Coroutine[None, None, None]]) -> asyncio.Task[None]:
        """Return the task of that key; it starts unless it is under way."""
        task = self._filling.get(key)
        if task is None:
            task = self._filling[key] = asyncio.create_task(work(), name="reviews")
            task.add_done_callback(lambda _: self._filling.pop(key, None))
        return task

    async def close(self) -> None:
        """Stop everything."""
        tasks = list(self._filling.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self.worker.close()


_CURRENT: Final = f'{{"v":{VERSION},'


def is_current(review: str | None) -> bool:
    """Whether there is a review of this version."""
    return review is not None and review.startswith(_CURRENT)


def played_hand(seat: ReviewedSeat) -> PlayedHand:
    """Return a reviewed seat as a hand of a report."""
    lines = json.loads(seat.lines)
    return PlayedHand(
        table=seat.table,
        round=seat.round,
        seat=seat.seat,
        at=seat.at,
        net=seat.net,
        lines=tuple(zip(seat.wagers.split(), lines[1::2], strict=True)),
        review=seat.review or "",
    )
