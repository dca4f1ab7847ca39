"""The three stores on which every test of a store runs."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Iterator
from itertools import count
from pathlib import Path

import pytest
import pytest_asyncio

from store.house import House, NewHouse, closed
from store.postgres import Server, binaries


@pytest.fixture(scope="session")
def postgres() -> Iterator[Server]:
    """A server for the whole session; without one the tests are left out only where nobody could have installed it."""
    found = binaries()
    if found is None:
        says = "PostgreSQL's server is not here: apt-get install postgresql, or make test as root"
        assert os.geteuid() != 0, says
        assert "CI" not in os.environ, says
        pytest.skip(says)
    server = Server(found)
    yield server
    server.remove()


@pytest.fixture
def new_house(tmp_path: Path, request: pytest.FixtureRequest) -> NewHouse:
    """Return houses of any kind, each new."""
    numbers = count()

    def new(kind: str) -> House:
        if kind == "postgres":
            server: Server = request.getfixturevalue("postgres")
            return House(kind, server.new_url(), server)
        return House(kind, f"sqlite:///{tmp_path}/house-{next(numbers)}.db" if kind == "sqlite" else "")

    return new


@pytest_asyncio.fixture(params=["memory", "sqlite", "postgres"])
async def house(request: pytest.FixtureRequest, new_house: NewHouse) -> AsyncIterator[House]:
    """A house of each kind in turn."""
    new = new_house(request.param)
    yield new
    await closed(new)


@pytest_asyncio.fixture(params=["sqlite", "postgres"])
async def database(request: pytest.FixtureRequest, new_house: NewHouse) -> AsyncIterator[House]:
    """A house with a database, of each kind in turn."""
    new = new_house(request.param)
    yield new
    await closed(new)


@pytest_asyncio.fixture
async def sqlite_house(new_house: NewHouse) -> AsyncIterator[House]:
    """A house with a file."""
    new = new_house("sqlite")
    yield new
    await closed(new)


@pytest_asyncio.fixture
async def postgres_house(new_house: NewHouse) -> AsyncIterator[House]:
    """A house with a server."""
    new = new_house("postgres")
    yield new
    await closed(new)
