"""Monitoring of the house: metrics without names or cards, liveness and readiness."""

from __future__ import annotations

import re

from prometheus_client.parser import text_string_to_metric_families

from support.open_house import open_house
from uth.cards import DECK
from uth.store.entries import Unavailable
from uth.store.memory import MemoryStore


async def test_commands_requests_rounds_and_people_are_counted() -> None:
    async with open_house() as at:
        await at.table("one")
        ann = await at.guest()
        async with ann.socket("one") as socket:
            await ann.sit(socket)
            await ann.round(socket)
            refused = await ann.do(socket, "PlaceWager", seat=1, wager="ante", cents=1)
            async with at.http() as http:
                text = (await http.get("/metrics")).text
    found = {
        (sample.name, *sorted(sample.labels.values())): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }
    assert found["uth_commands_total", "done"] >= 5
    assert found["uth_commands_total", refused["code"]] == 1
    assert found["uth_command_seconds_count",] == sum(
        value for key, value in found.items() if key[0] == "uth_commands_total"
    )
    gauges = {
        "uth_tables": 1, "uth_tables_stopped": 0, "uth_seats_taken": 1, "uth_rounds": 1, "uth_people": 1,
        "uth_sockets": 1, "uth_listeners": 1, "uth_commands_waiting": 0, "uth_store_fault": 0, "uth_paused": 0,
    }  # fmt: skip
    assert {name: found[name,] for name in gauges} == gauges
    labels = {value for key in found for value in key[1:]}
    assert not labels & {ann.session.person, ann.session.name, "one", *map(str, DECK)}
    assert all(re.fullmatch(r"[a-z_]+|[A-Z]+|\d{3}|\d+(\.\d+)?|\+Inf", value) for value in labels), labels


class Faulty(MemoryStore):
    """A store that can be out of reach."""

    away = False

    async def streams(self, prefix: str = "") -> dict[str, int]:
        if self.away:
            raise Unavailable("store_unreachable", "postgresql://uth@db.internal/uth: the connection was lost")
        return await super().streams(prefix)


async def test_a_house_lives_though_its_store_is_away_and_is_not_ready_then() -> None:
    store = Faulty()
    async with open_house(store) as at, at.http() as http:
        assert [(await http.get(path)).status_code for path in ("/healthz", "/readyz")] == [200, 200]
        store.away = True
        alive, ready = await http.get("/healthz"), await http.get("/readyz")
        assert (alive.status_code, ready.status_code) == (200, 503)
        assert "out of reach" in ready.text
        assert "db.internal" not in ready.text
        store.away = False
        assert (await http.get("/readyz")).text == "ok"
        at.hub.closing = True
        assert (await http.get("/readyz")).text == "the house is closing"
