"""Each event is sent in the form of its type, and its sentence is worded for its reader."""

from __future__ import annotations

import json
from typing import Any

import pytest
from pydantic import TypeAdapter

from support.played_house import PlayedHouse
from uth.house.observers import Observers
from uth.rules.loader import BOOKS
from uth.table.round import events as e
from uth.table.round.state import Phase
from uth.units import PlayerId, Seat
from uth.views.event_types import event_types
from uth.views.events import EVENTS, Reader, event_view
from uth.web.hub import Hub
from uth.web.listeners import Listener

WATCHER, STAFF = "(watcher)", "(staff)"


async def heard_in(book: str) -> dict[str, list[dict[str, Any]]]:
    """Return every event of a round as each reader hears it."""
    played, hub = PlayedHouse(), Hub()
    live = played.table(rules=book)
    listeners = {
        "ann": Listener(player=PlayerId("ann")),
        "bob": Listener(player=PlayerId("bob")),
        WATCHER: Listener(player=None),
        STAFF: Listener(player=PlayerId("sue"), staff=True),
    }
    for listener in listeners.values():
        hub.join(live, listener, live.number)
    live.observers = Observers([hub])
    await played.sit(live, ("ann", "bob"))
    await played.wager(live)
    await played.deal(live, lambda each: each.table.phase is Phase.SETTLED)
    frames = {name: [json.loads(each.text) for each in listener.queue] for name, listener in listeners.items()}
    return {name: [event for each in said for event in each.get("events", ())] for name, said in frames.items()}


@pytest.mark.parametrize("book", BOOKS)
async def test_every_event_of_a_round_is_of_its_type_to_every_reader(book: str) -> None:
    kinds = event_types()
    adapters: dict[str, TypeAdapter[Any]] = {}
    for name, events in (await heard_in(book)).items():
        assert len(events) > 30
        for event in events:
            kind = kinds[event["is"]]
            assert event.keys() <= kind.__annotations__.keys(), (name, event)
            adapters.setdefault(event["is"], TypeAdapter(kind)).validate_json(json.dumps(event), strict=True)


async def test_a_player_is_addressed_and_everyone_else_is_told_of_them() -> None:
    heard = await heard_in("massachusetts")
    said = {name: [event["sentence"] for event in events] for name, events in heard.items()}
    assert "You wager $5 on ante" in said["ann"]
    for other in ("bob", WATCHER, STAFF):
        assert "Ann wagers $5 on ante" in said[other]
        assert "Place your wagers" in said[other]
    own = {event["sentence"] for event in heard["ann"] if event["is"] == "HoleDealt" and event["seat"] == 1}
    assert own == {"You get a card"}


def test_every_event_has_its_type() -> None:
    assert event_types().keys() == {kind.__name__ for kind in EVENTS}


async def test_what_the_floor_alone_may_know_is_in_no_sentence_of_a_player() -> None:
    played = PlayedHouse()
    live = played.table()
    await played.sit(live, ("ann", "bob"))
    removed = e.PlayerRemoved(
        seat=Seat(1), player=PlayerId("ann"), by="Sue", reason="marked a card", clause="R88", from_house=True
    )
    said = {}
    for chair, reader in ((Seat(1), Reader.EVERYONE), (Seat(2), Reader.EVERYONE), (None, Reader.STAFF)):
        view = event_view(removed, live.table, live.posted, chair, reader)
        assert view is not None
        said[chair] = view["sentence"]
    assert said == {
        Seat(1): "The floor has removed you (R88)",
        Seat(2): "The floor has removed ann (R88)",
        None: "Sue removes ann from the house: marked a card (R88)",
    }
