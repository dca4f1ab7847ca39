"""The HTTP interface under requests nobody would think of: made by schemathesis from what it says of itself."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Coroutine, Iterator
from dataclasses import fields
from typing import Any, cast

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
    unsupported_method,
)

from support.open_house import OpenHouse, open_house
from uth.house.house import House
from uth.people.people import People
from uth.people.roles import Role
from uth.store.memory import MemoryStore
from uth.web.app import make_app
from uth.web.hub import Hub
from uth.web.limits import Bounds

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    unsupported_method,
]
CALLERS = ("a stranger", "a guest", "all of the staff in one")
WIDE = Bounds(**{each.name: 1_000_000 for each in fields(Bounds)})


class Background:
    """An open house in a loop of its own, on a thread of its own."""

    def __init__(self) -> None:
        self.loop = asyncio.new_event_loop()
        self.thread = threading.Thread(target=self.loop.run_forever, daemon=True)
        self.thread.start()
        self.way = open_house(bounds=WIDE)
        self.at: OpenHouse = self.run(self.way.__aenter__())

    def run(self, work: Coroutine[Any, Any, Any]) -> Any:
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(60)

    def close(self) -> None:
        self.run(self.way.__aexit__(None, None, None))
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join(20)
        self.loop.close()

    def headers(self, caller: str) -> dict[str, str]:
        """Return what a caller sends along; a session of their own each time, since some requests end it."""
        if caller == "a stranger":
            return {}
        person = self.run(self.at.guest() if caller == "a guest" else self.at.staff("Zoe", *Role))
        return dict(person.headers)


@pytest.fixture(scope="module")
def background() -> Iterator[Background]:
    running = Background()
    running.run(running.at.table("one", rules="massachusetts"))
    running.run(running.at.table("two", rules="nevada"))
    yield running
    running.close()


def operations() -> dict[str, Any]:
    """Return everything the interface says of itself, by method and path."""
    house = House(store=MemoryStore(), people=People(store=MemoryStore(), clock=time.time))
    schema = schemathesis.openapi.from_dict(make_app(house, Hub()).openapi())
    found: list[Any] = [operation.ok() for operation in cast(Any, schema.get_all_operations())]
    return {f"{each.method.upper()} {each.path}": each for each in found}


OPERATIONS = operations()


def fuzzed(operation: Any, background: Background, examples: int) -> None:
    """Send requests as each caller; every answer is one that the description knows, and none is a failure."""

    @settings(max_examples=examples, deadline=None, suppress_health_check=list(HealthCheck), database=None)
    @given(case=operation.as_strategy(), caller=st.sampled_from(CALLERS))
    def sent(case: Any, caller: str) -> None:
        headers = background.headers(caller)
        case.call_and_validate(base_url=background.at.address, headers=headers, checks=CHECKS, timeout=30)

    sent()


@pytest.mark.parametrize("operation", OPERATIONS)
def test_every_answer_is_one_the_description_knows_and_none_is_a_failure(
    operation: str, background: Background
) -> None:
    fuzzed(OPERATIONS[operation], background, 6)


@pytest.mark.slow
@pytest.mark.parametrize("operation", OPERATIONS)
def test_many_requests_of_every_kind(operation: str, background: Background) -> None:
    fuzzed(OPERATIONS[operation], background, 150)


def test_the_tables_are_as_they_were_after_all_of_it(background: Background) -> None:
    for name in ("one", "two"):
        live = background.at.house.tables[name]
        assert (live.stopped, live.table.chairs) == (None, {})
