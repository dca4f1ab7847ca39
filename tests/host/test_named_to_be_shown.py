"""Views contain only fields and events that are listed; a new one is hidden until someone decides."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, fields, is_dataclass, replace
from types import UnionType
from typing import Any, NewType, Union, cast, get_args, get_origin, get_type_hints

import pytest

from support.played_house import PlayedHouse
from uth.cards import DECK, Card, parse_cards
from uth.history.open_records import readable
from uth.history.round_document import Viewer, round_document
from uth.progressive import commands as k
from uth.progressive import events as ke
from uth.ranking import Hand
from uth.store.codec import encoded
from uth.table.round import commands as c
from uth.table.round import events as e
from uth.table.round.state import Phase, Table
from uth.units import PlayerId, Seat
from uth.views.console import console_document
from uth.views.events import EVENTS, Reader, event_view
from uth.views.named import FIELDS, WITHHELD, only_named
from uth.views.table import table_document
from uth.web.hub import Hub
from uth.web.listeners import Listener
from uth.web.past_rounds import steps_of


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsPeekedAt:
    """An event that somebody adds one day and forgets to decide on."""

    seat: Seat
    cards: tuple[Card, ...]


VIEWERS = (Viewer(), Viewer(player=PlayerId("ann")), Viewer(all=True))


def peeked(*cards: Card) -> e.Event:
    return cast(e.Event, CardsPeekedAt(seat=Seat(1), cards=cards))


@dataclass(frozen=True)
class Secret:
    """Two cards that nobody was dealt, so that they are next to each other only in the invented event."""

    first: Card
    second: Card

    def is_in(self, shown: object) -> bool:
        """Whether the event's name or its cards are there, as a list or in a sentence."""
        text = json.dumps(shown)
        pair = json.dumps([str(self.first), str(self.second)])
        told = (f"{self.first}{mark}{self.second}" for mark in ("", " ", ", ", " and "))
        return any(each in text for each in ("CardsPeekedAt", pair, *told))


def undealt(table: Table) -> tuple[Card, Card]:
    round_ = table.round
    dealt = {*round_.dealer, *round_.community, *(card for spot in round_.spots.values() for card in spot.hole)}
    first, second, *_ = (card for card in DECK if card not in dealt)
    return first, second


def flat(union: Any) -> Iterator[type]:
    for each in get_args(union):
        yield from flat(each) if get_args(each) else (each,)


def names_of(kind: Any) -> set[str]:
    return {each.name for each in fields(kind)} if is_dataclass(kind) else set(kind._fields)


def records_in(hint: Any) -> Iterator[type]:
    """Yield the records that a field of that type can hold, and those that they hold."""
    if isinstance(hint, NewType):
        return
    if get_origin(hint) in (Union, UnionType) or get_args(hint):
        for each in get_args(hint):
            yield from records_in(each)
    elif isinstance(hint, type) and hint is not Hand and (is_dataclass(hint) or hasattr(hint, "_fields")):
        yield hint
        for each in get_type_hints(hint).values():
            yield from records_in(each)


def test_every_event_is_decided_for_and_so_is_each_of_its_fields() -> None:
    assert set(EVENTS) == set(flat(e.Event))
    for kind, shown in EVENTS.items():
        assert shown.decided == names_of(kind), kind.__name__
        assert set(shown.own) <= set(shown.faces)


@pytest.mark.parametrize("union", [c.Command, k.Command, ke.Event], ids=["commands", "link commands", "link events"])
def test_every_command_and_every_event_of_a_link_is_decided_for(union: Any) -> None:
    for kind in flat(union):
        assert FIELDS.get(kind.__name__) == frozenset({"is", *names_of(kind)}), kind.__name__


def test_every_record_that_an_event_or_a_command_holds_is_decided_for() -> None:
    for union in (e.Event, c.Command, k.Command, ke.Event):
        for kind in flat(union):
            for held in (each for hint in get_type_hints(kind).values() for each in records_in(hint)):
                assert FIELDS.get(held.__name__) == frozenset({"is", *names_of(held)}), held.__name__


def test_a_record_without_a_name_and_a_field_that_is_not_named_are_withheld() -> None:
    check = {"is": "Check", "seat": 1, "cards": ["As"]}
    assert only_named([check, encoded(peeked(*parse_cards("7c2d")))]) == [
        {"is": "Check", "seat": 1, "cards": WITHHELD},
        WITHHELD,
    ]
    assert readable({"by": "house", "host": {"nth": 1, "deck": ["As"]}, "deck": ["As"]}) == {
        "by": "house",
        "host": {"nth": 1, "deck": WITHHELD},
        "deck": WITHHELD,
    }


async def test_an_event_that_nobody_decided_on_reaches_no_reader() -> None:
    played, hub = PlayedHouse(), Hub()
    live = played.table()
    await played.sit(live, ("ann", "bob"))
    await played.wager(live)
    await played.deal(live, lambda each: each.table.phase is Phase.SETTLED)
    secret = Secret(*undealt(live.table))
    event = peeked(secret.first, secret.second)
    assert secret.is_in([encoded(event)])
    assert secret.is_in(f"seat 1 has {secret.first} {secret.second}")
    for reader in Reader:
        assert event_view(event, live.table, live.posted, Seat(1), reader) is None

    # At the table: as it happens, and to whoever comes back.
    people = {None: False, PlayerId("ann"): False, PlayerId("bob"): False, PlayerId("sue"): True}
    listeners = [Listener(player=player, staff=staff) for player, staff in people.items()]
    for listener in listeners:
        hub.join(live, listener, live.number)
    live.notes = replace(live.notes, trouble=(event,))
    hub.table_changed(live, (event,), (live.table,))
    after = hub.kept[live.name][-1].after
    hub.kept[live.name][-1].number += 1
    again = [Listener(player=player, staff=staff) for player, staff in people.items()]
    for listener in again:
        hub.join(live, listener, after)
    for listener in (*listeners, *again):
        frames = [json.loads(each.text) for each in listener.queue]
        assert [each["type"] for each in frames].count("events") == 1
        assert not secret.is_in(frames)
    assert not secret.is_in(table_document(live.snapshot(), Seat(1)))
    assert live.spec is not None
    assert not secret.is_in(console_document(live, live.spec, off=False))

    # Afterwards: the round, its steps, the log and its export.
    round_ = await played.history.round("one", 1)
    *steps, last = round_.steps
    told = replace(last, events=(*last.events, event), states=(*last.states, live.table))
    later = replace(told, events=(event,), states=(live.table,))
    changed = replace(round_, steps=(*steps, told), later=(later,))
    for viewer in VIEWERS:
        assert not secret.is_in(round_document(changed, viewer))
        assert not secret.is_in(steps_of(changed, viewer, live))
    open_records = await played.history.open_records()
    records = [each async for each in played.store.export()]
    settled = next(each for each in records if each.number == live.number and each.stream == live.stream)
    assert not open_records.is_sealed(settled)
    body = {**settled.body, "events": [*settled.body["events"], encoded(event)]}
    assert not secret.is_in(open_records.search_result(replace(settled, body=body)))
    assert open_records.search_result(replace(settled, body=body))["sealed"]
    assert not secret.is_in(json.loads(open_records.line(replace(settled, body=body))))
