"""A casino: a house with staff, each of them signed in with their own browser."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest
from playwright.sync_api import Page

from browser.staff.casino import Casino, Player
from client.serving import served

BOUNDS = ("--bound", "tables_per_address=500", "--bound", "absent_seconds=2")


@pytest.fixture(scope="session")
def casino(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Casino]:
    """Run a house with an admin, two managers, a supervisor, a dealer and an auditor."""
    with served(tmp_path_factory.mktemp("casino"), *BOUNDS) as house:
        found = Casino(house)
        yield found
        found.close()


@pytest.fixture
def enter(visit: Callable[..., Page], casino: Casino) -> Callable[..., Page]:
    """Return how somebody of the staff opens a page: ``enter("Sue", "/floor")``."""

    def open_page(name: str, path: str, **more: object) -> Page:
        page = visit(**more)
        page.context.add_cookies([{"name": "uth_session", "value": casino.token(name), "url": casino.address}])
        page.goto(casino.address + path)
        return page

    return open_page


@pytest.fixture
def player(casino: Casino) -> Iterator[Callable[..., Player]]:
    """Return how somebody sits down at a table and plays by program: ``player("salon", seat=2)``."""
    with ExitStack() as open_:

        def sit_down(table: str, seat: int = 1, name: str = "") -> Player:
            found = Player(casino.address, table, seat, name)
            open_.push(found.open)
            return found

        yield sit_down
