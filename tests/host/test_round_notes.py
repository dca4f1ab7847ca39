"""Notes about a round beyond what its table shows: they follow the log, and end when the cards are collected."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from support.played_house import PLAYERS, PlayedHouse
from uth.house.followed_table import NOTHING
from uth.house.live_table import LiveTable
from uth.house.observers import Observers
from uth.table.floor import irregularities as i
from uth.table.floor.disputed import Finding
from uth.table.round import commands as c
from uth.table.round import events as e
from uth.table.round.state import Phase
from uth.units import Seat
from uth.web.hub import Hub
from uth.web.listeners import Listener


def settled(live: LiveTable) -> bool:
    return live.table.phase is Phase.SETTLED


async def again(live: LiveTable) -> LiveTable:
    """Return the table as a house that starts anew has it."""
    other = LiveTable(name=live.name, posted=live.posted, store=live.store)
    await other.recover()
    return other


async def test_whoever_reads_the_log_anew_has_the_same_notes() -> None:
    played = PlayedHouse()
    live = played.table(rules="california")
    await played.sit(live, PLAYERS)
    for _ in range(4):
        await played.wager(live)
        await played.deal(live, settled)
        assert live.notes.bank_used > 0
        assert (await again(live)).notes == live.notes
        await live._go_on()
        assert live.notes == (await again(live)).notes == NOTHING


async def test_trouble_lasts_until_the_cards_are_collected_and_everyone_may_see_it() -> None:
    played, hub, stranger = PlayedHouse(), Hub(), Listener(player=None)
    live = played.table()
    await played.sit(live)
    await played.wager(live)
    await played.deal(live, lambda each: each.table.turn is not None)
    wrong = i.WrongNumberOfCards(seat=None, cards=3, fixable=False)
    await live._done("dan", c.Report(irregularity=wrong), None)
    kinds = [e.IrregularityReported, e.IrregularityRuled, e.RoundVoided]
    assert [type(each) for each in live.notes.trouble] == kinds
    assert (await again(live)).notes == live.notes
    hub.join(live, stranger, None)
    assert [each["is"] for each in _last(stranger)["view"]["trouble"]] == [each.__name__ for each in kinds]
    await played.deal(live, settled)
    assert [type(each) for each in live.notes.trouble] == kinds
    await live._go_on()
    assert live.notes == NOTHING


async def test_a_dispute_is_forgotten_when_the_next_round_begins_and_one_of_long_ago_is_none_of_this_round() -> None:
    played = PlayedHouse()
    live = played.table()
    await played.sit(live)
    await played.wager(live)
    await played.deal(live, settled)
    await live._go_on()
    assert live.table.phase is Phase.WAGERS
    await live._done("ann", c.DisputeRound(seat=Seat(1), says="it was read wrong"), None)
    assert [type(each) for each in live.notes.trouble] == [e.RoundDisputed]
    hub, stranger = Hub(), Listener(player=None, staff=True)
    hub.join(live, stranger, None)
    assert _last(stranger)["view"]["trouble"] == [
        {
            "is": "RoundDisputed",
            "dispute": 1,
            "seat": 1,
            "freezes": True,
            "late": False,
            "sentence": "Ann disputes the settlement; the round is frozen until the floor has ruled",
        }
    ]
    refer = c.ResolveDispute(dispute=1, finding=Finding.REFERRED, by="sue", reason="not to be seen here")
    await live._done("sue", refer, None)
    assert [type(each) for each in live.notes.trouble] == [e.RoundDisputed, e.DisputeResolved]
    assert (await again(live)).notes == live.notes
    await played.wager(live)
    await played.deal(live, lambda each: each.table.turn is not None)
    assert live.notes.trouble == ()
    await live._done("sue", replace(refer, finding=Finding.UPHELD), None)
    assert live.notes.trouble == ()
    assert (await again(live)).notes == live.notes


async def test_an_answer_of_the_house_is_marked_and_one_of_the_seat_is_not() -> None:
    played, hub, listener = PlayedHouse(), Hub(), Listener(player=None)
    live = played.table()
    live.observers = Observers([hub])
    hub.join(live, listener, None)
    await played.sit(live)
    await played.wager(live)
    await played.deal(live, lambda each: each.table.turn is not None)
    first = live.table.turn
    assert first is not None
    await live._done(played.who(live, first), c.Check(seat=first), None)
    assert _last(listener)["late"] == []
    second = live.table.turn
    await live._go_on()
    assert _answers(_last(listener)) == _last(listener)["late"] == [second]
    (late,) = live.notes.late
    assert (await again(live)).notes.late == (late,)
    assert live.notes.late_among([late]) == [second]
    assert live.notes.late_among([e.Checked(seat=Seat(second or 0))]) == []


def _last(listener: Listener) -> Any:
    return listener.queue[-1]


def _answers(frame: Any) -> list[int]:
    return [each["seat"] for each in frame["events"] if each["is"] in {"Checked", "PlayMade", "Folded"}]
