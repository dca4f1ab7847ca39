"""Two decks that differ only in cards a viewer may not know yet produce the same bytes, by every output of the house.

A round is played to a moment with one deck. What the viewer has seen of it stays in place; every other card changes
places, and the round is played again. Frames, HTTP responses, metrics and log lines must be the same up to there.
"""

from __future__ import annotations

import hashlib
import io
import logging
import re
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from itertools import count

import httpx
import pytest

from support.known_cards import may_know
from support.played_house import Ticks
from uth.cards import Card
from uth.house import round_secret
from uth.house.fairness import KEY_BYTES, Commitment, deck_of
from uth.house.house import House
from uth.house.live_table import LiveTable
from uth.house.logs import write_logs
from uth.house.observers import Observers
from uth.house.signing_key import new_key
from uth.people.people import People
from uth.people.roles import Role, Session
from uth.rules.loader import BOOKS, load_book
from uth.rules.values import Wager
from uth.store.memory import MemoryStore
from uth.table.round import commands as c
from uth.table.round.refusals import decisions, wager_offers
from uth.table.round.state import Phase
from uth.units import PlayerId, Seat
from uth.web.app import make_app
from uth.web.hub import Hub
from uth.web.listeners import Listener
from uth.web.security import COOKIE

KEY = new_key()
"""Every house of these tests signs alike: a signature is of what it signs, and of nothing else."""
PLAYERS = tuple(map(PlayerId, ("ann~1", "bob~2", "cat~3")))
ANSWERS = (0, 1, 0, 2, 1, 0, 0, 1, 2)
"""Which of its offers each seat takes, one after the other."""
ROLES = {
    "nobody": None,
    PLAYERS[0]: Role.PLAYER,
    PLAYERS[1]: Role.PLAYER,
    "dora": Role.DEALER,
    "sue": Role.SUPERVISOR,
    "max": Role.MANAGER,
    "ada": Role.AUDITOR,
    "adam": Role.ADMIN,
    "sign": Role.DISPLAY,
}
PATHS = (
    "tables", "tables/one", "tables/one/posted", "tables/one/spec", "tables/one/proof", "tables/one/console",
    "tables/one/rounds", "tables/one/rounds/1", "tables/one/rounds/2", "tables/one/rounds/2/steps",
    "tables/one/rounds/2/proof", "history", "history/export", "log", "log/export", "log/verify", "balances", "links",
    "floor", "staff", "approvals", "me",
)  # fmt: skip
TIMES = re.compile(r"seconds|_created|^python_|^process_|^#|bytes", re.MULTILINE)

Order = tuple[Card, ...]


@dataclass
class Evening:
    """A round in a house that everybody listens to."""

    house: House
    hub: Hub
    live: LiveTable
    listeners: dict[str, Listener]
    answers: Iterator[int] = field(default_factory=lambda: iter(ANSWERS))
    heard: dict[str, list[str]] = field(default_factory=dict)

    def note(self) -> None:
        """Take down what everyone has heard by now."""
        for name, listener in self.listeners.items():
            while listener.queue:
                self.heard.setdefault(name, []).append(listener.queue.popleft().text)

    async def step(self) -> None:
        """Take the next step of the round: a seat's answer, or the dealer's."""
        live, turn = self.live, self.live.table.turn
        if turn is None:
            await live._go_on()
        else:
            offered = decisions(live.table, turn, live.posted)
            choice = offered[next(self.answers, 0) % len(offered)]
            await live.ask(live.table.chairs[turn].player, choice)
        self.note()

    def known(self, viewer: str) -> set[Card]:
        """Return every card the viewer may know now; a view that shows more would tell of it."""
        return may_know(self.live.table, PlayerId(viewer))


@asynccontextmanager
async def begun(
    book: str, way: str, order: Order, patch: pytest.MonkeyPatch, *, rounds: int = 0, only_antes: bool = False
) -> AsyncIterator[Evening]:
    """Have so many rounds behind everyone, and the wagers of the next down, to be dealt from that order."""
    orders = [deck_of(b"the round before")]
    patch.setattr(round_secret, "shuffled", lambda *_: orders[-1])
    secrets = count(1)
    store, hub = MemoryStore(clock=Ticks()), Hub()
    house = House(
        store=store,
        people=People(store=store, clock=lambda: 1_000.0),
        observers=Observers([hub]),
        commit=lambda: Commitment(secret=next(secrets).to_bytes(KEY_BYTES, "big")),
        key=KEY,
    )
    await house.open()
    maker = Session(person="max", roles=frozenset({Role.MANAGER}), csrf="", ends=10**12)
    await house.make_table(maker, {"name": "one", "rules": book, "dealing": way, "dealt_by": "person", "decision_s": 0})
    live = house.live("one")
    listeners = {name: Listener(player=PlayerId(name), staff=name in ("sue", "max", "ada")) for name in ROLES}
    for name, listener in listeners.items():
        if name == "sign":
            for link in house.links.live.values():
                hub.watch(link, listener)
        else:
            hub.join(live, listener, None)
    evening = Evening(house=house, hub=hub, live=live, listeners=listeners)
    try:
        await _sit(evening)
        for _ in range(rounds):
            await _round(evening)
        orders.append(order)
        await _wagers(live, only_antes=only_antes)
        evening.note()
        yield evening
    finally:
        await house.close()


async def _sit(evening: Evening) -> None:
    live = evening.live
    for at, player in enumerate(PLAYERS, 1):
        await live.ask(player, c.TakeSeat(seat=Seat(at), player=player))
        await live.ask(player, c.BuyIn(seat=Seat(at), cents=1_000_000))
    while not live.table.is_open:
        await live._go_on()


async def _round(evening: Evening) -> None:
    live, rounds = evening.live, evening.live.table.rounds
    await _wagers(live)
    while live.table.rounds == rounds or live.table.phase is not Phase.WAGERS:
        await evening.step()
    evening.answers = iter(ANSWERS)


async def _wagers(live: LiveTable, *, only_antes: bool = False) -> None:
    """Have everybody's wagers down: whatever is offered, or nothing beside the ante; a bank where players bank."""
    for at, player in enumerate(PLAYERS, 1):
        seat = Seat(at)
        if at == 3 and live.posted.rules.seats.player_banks:
            await live.ask(player, c.Bank(seat=seat, cents=100_000))
            continue
        await live.ask(player, c.PlaceWager(seat=seat, wager=Wager.ANTE, cents=live.posted.limits.ante.min))
        for offer in wager_offers(live.table, seat, live.posted) if not only_antes else ():
            if offer.wager not in live.table.round.spots[seat].wagers:
                cents = max(offer.cents_min, offer.unit)
                await live.ask(player, c.PlaceWager(seat=seat, wager=offer.wager, cents=cents))


def twin_of(order: Order, known: set[Card]) -> Order:
    """Return the deck with every card that is not known in another place."""
    unknown = [card for card in order if card not in known]
    moved = iter([*unknown[7:], *unknown[:7]])
    return tuple(card if card in known else next(moved) for card in order)


@dataclass
class Played:
    """A round as it was heard, step by step."""

    phases: list[Phase] = field(default_factory=list)
    heard: list[dict[str, tuple[str, ...]]] = field(default_factory=list)
    known: list[dict[str, set[Card]]] = field(default_factory=list)

    @property
    def last(self) -> dict[Phase, int]:
        """The last step of every phase before the round is settled."""
        return {phase: at for at, phase in enumerate(self.phases) if phase is not Phase.SETTLED}


async def played(
    book: str, way: str, order: Order, patch: pytest.MonkeyPatch, steps: int | None = None, rounds: int = 0
) -> Played:
    """Return the round as everyone hears it, or so many steps of it."""
    found = Played()
    async with begun(book, way, order, patch, rounds=rounds) as evening:
        while evening.live.table.phase is not Phase.SETTLED and (steps is None or len(found.phases) < steps):
            await evening.step()
            found.phases.append(evening.live.table.phase)
            found.heard.append({name: tuple(heard) for name, heard in evening.heard.items()})
            found.known.append({name: evening.known(name) for name in ROLES})
    return found


async def _frames(book: str, way: str, viewers: tuple[str, ...], patch: pytest.MonkeyPatch) -> None:
    """Hold that at the end of every phase nothing a viewer has heard depends on what it may not know."""
    order = deck_of(b"the round")
    first = await played(book, way, order, patch)
    for viewer in viewers:
        for at in first.last.values():
            twin = twin_of(order, first.known[at][viewer])
            assert twin != order
            second = await played(book, way, twin, patch, steps=at + 1)
            assert len(first.heard[at][viewer]) > at
            assert second.heard[at][viewer] == first.heard[at][viewer]


@pytest.mark.parametrize("book", BOOKS)
async def test_frames_tell_nobody_a_card_before_its_time(book: str, monkeypatch: pytest.MonkeyPatch) -> None:
    await _frames(book, load_book(book).dealing[0].name, (PLAYERS[0],), monkeypatch)


@pytest.mark.parametrize("viewer", ["nobody", "sue"])
async def test_frames_tell_neither_who_watches_nor_the_floor(viewer: str, monkeypatch: pytest.MonkeyPatch) -> None:
    await _frames("massachusetts", "machine", (viewer,), monkeypatch)


@pytest.mark.slow
@pytest.mark.parametrize(("book", "way"), [(book, way.name) for book in BOOKS for way in load_book(book).dealing])
async def test_it_is_so_for_everyone_by_every_way_of_dealing(
    book: str, way: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    viewers = tuple(name for name in ROLES if name != "sign")
    await _frames(book, way, viewers, monkeypatch)


# Everything else that leaves the house: HTTP for every role, the numbers, the log lines.


async def answers(evening: Evening, roles: dict[str, Role | None], paths: tuple[str, ...] = PATHS) -> dict[str, str]:
    """Return what the house answers to every question, whoever asks it."""
    app, people = make_app(evening.house, evening.hub), evening.house.people
    found = {}
    for name, role in roles.items():
        if role is not None:
            session = Session(person=name, roles=frozenset({role}), csrf="word", ends=10.0**12)
            people.sessions[hashlib.sha256(name.encode()).hexdigest()] = session
        cookies = {COOKIE: name} if role is not None else {}
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost", cookies=cookies) as client:
            for path in paths:
                answer = await client.get(f"/api/v1/{path}")
                found[f"{name} {path}"] = f"{answer.status_code} {answer.text}"
            numbers = (await client.get("/metrics")).text
            found[f"{name} metrics"] = "\n".join(line for line in numbers.splitlines() if not TIMES.search(line))
    return found


async def told_at(
    steps: int, order: Order, roles: dict[str, Role | None], book: str, patch: pytest.MonkeyPatch
) -> tuple[dict[str, str], set[Card], str]:
    """Return every answer so many steps into the round, what a spectator knows, and what was logged on the way."""
    stream, root, own = io.StringIO(), logging.getLogger(), logging.getLogger("uth")
    kept = root.handlers, root.level, own.level
    try:
        write_logs("debug", stream)
        async with begun(book, load_book(book).dealing[0].name, order, patch, rounds=1) as evening:
            for _ in range(steps):
                await evening.step()
            known = {card for name in roles for card in evening.known(name)}
            return await answers(evening, roles), known, stream.getvalue()
    finally:
        root.handlers, level, own_level = kept
        root.setLevel(level)
        own.setLevel(own_level)


@pytest.mark.parametrize(
    ("book", "viewers"),
    [
        ("massachusetts", ("nobody", "ada")),
        ("greece", (PLAYERS[0],)),
        pytest.param("nevada", ("max", "adam", "dora", "sign"), marks=pytest.mark.slow),
        pytest.param("california", (PLAYERS[0],), marks=pytest.mark.slow),
        pytest.param("chickasaw", ("sue", "ada", "max", "adam", "dora"), marks=pytest.mark.slow),
    ],
)
async def test_no_page_number_or_log_line_tells_a_card_before_its_time(
    book: str, viewers: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    order, roles = deck_of(b"the round"), {name: ROLES[name] for name in viewers}
    round_ = await played(book, load_book(book).dealing[0].name, order, monkeypatch, rounds=1)
    for phase in (Phase.PREFLOP, Phase.RIVER):
        steps = round_.last[phase] + 1
        first, known, lines = await told_at(steps, order, roles, book, monkeypatch)
        second, _, again = await told_at(steps, twin_of(order, known), roles, book, monkeypatch)
        different = [what for what in first if first[what] != second[what]]
        assert not different, [(what, first[what][:2000], second[what][:2000]) for what in different[:1]]
        assert not re.search(r"\b(?:[2-9TJQKA][cdhs])+\b", lines + again)


# A hand that was folded stays face down for everyone else, to the end of the round and after it.

FOLDS = Seat(2)
OTHERS: dict[str, Role | None] = {
    "nobody": None, PLAYERS[0]: Role.PLAYER, "dora": Role.DEALER,
}  # fmt: skip
"""Whoever learns no card of a settled round that they did not see; who reads the log learns them all then."""
AFTER = ("tables/one", "tables/one/rounds", "tables/one/rounds/1", "tables/one/rounds/1/steps",
         "tables/one/rounds/1/proof", "tables/one/console", "history", "history/export")  # fmt: skip


@dataclass
class Folded:
    """A round in which seat 2 folds, as everyone else heard and read it."""

    heard: dict[str, list[str]]
    read: dict[str, str]
    held: tuple[Card, ...]
    never_dealt: tuple[Card, ...]


async def folded(book: str, way: str, order: Order, patch: pytest.MonkeyPatch) -> Folded:
    """Play a round of antes alone in which seat 2 folds as soon as it may, and the others play."""
    async with begun(book, way, order, patch, only_antes=True) as evening:
        live = evening.live
        held: tuple[Card, ...] = ()
        never_dealt: tuple[Card, ...] = ()
        while live.table.rounds == 0 or live.table.phase is not Phase.WAGERS:
            turn = live.table.turn
            if turn is None:
                await live._go_on()
            else:
                offered = decisions(live.table, turn, live.posted)
                wanted = c.Fold if turn == FOLDS else c.MakePlay
                choice = next((each for each in offered if isinstance(each, wanted)), c.Check(seat=turn))
                await live.ask(live.table.chairs[turn].player, choice)
            spot = live.table.round.spots.get(FOLDS)
            held = spot.hole if spot is not None and len(spot.hole) == 2 else held
            never_dealt = live.table.round.deck or live.table.undealt or never_dealt
            evening.note()
        read = await answers(evening, OTHERS, AFTER)
        return Folded({name: evening.heard[name] for name in OTHERS}, read, held, never_dealt)


@pytest.mark.parametrize("book", BOOKS)
async def test_a_folded_hand_is_shown_to_nobody_else(book: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The folded cards change places with cards nobody is dealt: nobody else hears or reads of it, then or later."""
    order, way = deck_of(b"a fold"), load_book(book).dealing[0].name
    first = await folded(book, way, order, monkeypatch)
    assert len(first.held) == 2
    swapped = dict(zip((*first.held, *first.never_dealt[:2]), (*first.never_dealt[:2], *first.held), strict=True))
    second = await folded(book, way, tuple(swapped.get(card, card) for card in order), monkeypatch)
    assert second.held == first.never_dealt[:2]
    for name in OTHERS:
        for one, other in zip(first.heard[name], second.heard[name], strict=True):
            assert one == other, name
    assert {what: text for what, text in first.read.items() if second.read[what] != text} == {}


async def test_the_twin_is_another_deck_and_shows_once_the_round_is_settled(monkeypatch: pytest.MonkeyPatch) -> None:
    """The tests above can fail: two decks that nobody knows anything of are not told alike to the end."""
    order = deck_of(b"the round")
    one, other = [await played("massachusetts", "shoe", deck, monkeypatch) for deck in (order, twin_of(order, set()))]
    assert one.heard[0] == other.heard[0]
    assert one.heard[-1]["nobody"] != other.heard[-1]["nobody"]
