"""A table rebuilt from a seat's view: the same offers, the same visible cards, and no card it may not know."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Sequence

import pytest

from support.observing import Hears
from uth.bots.bots import Bots
from uth.composition import compose, opened
from uth.house.house import House
from uth.house.live_table import LiveTable
from uth.rules.loader import BOOKS
from uth.rules.values import Street, Wager
from uth.store.memory import MemoryStore
from uth.table.round import commands as c
from uth.table.round import events as e
from uth.table.round.banking import button
from uth.table.round.decide import Events
from uth.table.round.refusals import decisions, refusal_of, wager_offers
from uth.table.round.state import Phase, Table
from uth.terminal.remote import players_of
from uth.terminal.session import board_seen, dealer_seen, hole_seen
from uth.terminal.table_from_view import settled_events, table_of
from uth.units import Seat
from uth.views.seat import SeatDocument
from uth.views.table import table_document
from uth.words.session import PERSON

ONE = Seat(1)


class Watcher:
    """Compares, after every record, the table with what can be made of its document for the first seat."""

    def __init__(self) -> None:
        self.seen: Counter[str] = Counter()
        self.faults: list[Exception] = []

    def tell(self, live: LiveTable, *_: Events | Sequence[Table]) -> None:
        try:
            if ONE in live.table.chairs:
                self.compare(live)
        except Exception as fault:
            self.faults.append(fault)

    def compare(self, live: LiveTable) -> None:
        view = table_document(live.snapshot(), ONE)
        made = table_of(view, live.posted, players_of(view, (ONE,)))
        true, posted = live.table, live.posted
        assert (made.phase, made.turn, made.street, made.rounds) == (true.phase, true.turn, true.street, true.rounds)
        assert board_seen(made) == board_seen(true)
        assert (made.round.dealer_hand, made.round.qualifies) == (true.round.dealer_hand, true.round.qualifies)
        for seat in true.chairs:
            own = seat == ONE and true.phase is not Phase.OPENING_DEAL
            assert hole_seen(made, seat, (ONE,) if own else ()) == hole_seen(true, seat, (ONE,) if own else ())
            assert made.rail(seat) == true.rail(seat)
        offers = view["seats"]["1"]["offers"]
        assert offers is not None
        assert decisions(made, ONE, posted) == decisions(true, ONE, posted)
        assert [each["wager"] for each in offers["wagers"]] == self._wagers(made, live)
        assert offers["leave"] == (refusal_of(made, c.LeaveSeat(seat=ONE), posted) is None)
        assert dealer_seen(made) == dealer_seen(true)
        if true.phase is Phase.SETTLED:
            lines = [event for event in settled_events(view) if isinstance(event, e.WagerSettled)]
            told = {(event.seat, event.settled.wager): event.settled.net for event in lines}
            assert told == {(seat, settled.wager): settled.net for seat, settled in true.settled}
        self.seen[true.phase] += 1
        self.seen[f"seat 1 asked {true.street}"] += true.turn == ONE

    def _wagers(self, made: Table, live: LiveTable) -> list[str]:
        offered = wager_offers(made, ONE, live.posted) if made.phase is Phase.WAGERS else ()
        assert offered == (wager_offers(live.table, ONE, live.posted) if made.phase is Phase.WAGERS else ())
        return [offer.wager.value for offer in offered]


@pytest.mark.parametrize("rules", BOOKS)
async def test_what_is_made_of_a_document_offers_and_shows_what_the_table_does(rules: str) -> None:
    store, watcher = MemoryStore(), Watcher()
    composed = compose(store, observers=(Hears(watcher.tell),), clock=lambda: 0.0)
    async with opened(composed), asyncio.timeout(60):
        await _evening(composed.house, composed.bots, rules)
    assert watcher.faults == []
    assert {Phase.WAGERS, Phase.OPENING_DEAL, Phase.SHOWDOWN, Phase.SETTLED} <= watcher.seen.keys()
    assert watcher.seen["seat 1 asked river"]


async def _evening(house: House, bots: Bots, rules: str) -> None:
    ann = house.people.session(await house.people.welcome("Ann"))
    assert ann is not None
    await house.make_table(ann, {"name": "felt", "rules": rules, "speed": "instant"})
    live = house.live("felt")

    async def give(command: c.Command) -> None:
        await house.command(ann, "felt", command, None)

    await give(c.TakeSeat(seat=ONE, player=ann.player))
    await give(c.BuyIn(seat=ONE, cents=200_000))
    await bots.add("felt", "simple", 2)
    await bots.add("felt", "raise_everything", 2, banks=rules == "california")
    least = live.posted.limits.ante.min
    while live.table.rounds < 3:
        await asyncio.sleep(0.001)
        table = live.table
        if table.turn == ONE:
            await give(c.MakePlay(seat=ONE, multiple=1) if table.street is Street.RIVER else c.Check(seat=ONE))
        elif table.phase is not Phase.WAGERS or live.clock.ready >= {ONE}:
            continue
        elif table.round.banker is None and button(table, live.posted) == ONE:
            await give(c.DeclineBank(seat=ONE))
        elif ONE not in table.round.spots:
            await give(c.PlaceWager(seat=ONE, wager=Wager.ANTE, cents=2 * least))
        elif live.posted.offers(Wager.TRIPS) and Wager.TRIPS not in table.round.spots[ONE].wagers:
            await give(c.PlaceWager(seat=ONE, wager=Wager.TRIPS, cents=live.posted.limits.trips.min))
        else:
            live.say_ready(ONE)


def test_a_person_is_you_and_a_bot_is_marked() -> None:
    def seat(name: str, *, bot: bool = False) -> SeatDocument:
        return {
            "name": name,
            "mine": False,
            "bot": bot,
            "rail": 0,
            "ready": False,
            "lamp": False,
            "wagers": {},
            "collected": [],
            "under": None,
            "cards": [],
            "decision": None,
            "hand": None,
            "makes": None,
            "five": [],
            "result": "",
            "void": None,
            "lines": [],
            "offers": None,
        }

    view = {"seats": {"1": seat("Ann"), "2": seat("Bob"), "3": seat("bot:Optimal 2", bot=True)}}
    assert players_of(view, (ONE,)) == {1: PERSON, 2: "Bob", 3: "Optimal 2 (bot)"}  # type: ignore[arg-type]
