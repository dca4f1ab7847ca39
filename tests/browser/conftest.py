"""A real browser at a real house: Debian's Chromium, `uth serve`, and an empty console."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from client.serving import Served, served

BUILT = Path(__file__).parents[2] / "src" / "uth" / "web" / "page" / "index.html"
PATIENCE_MS = 30_000
"""How long a test waits for anything; the machine may be busy."""
BLOCKED = "Service Worker registration blocked by Playwright"


class PlaywrightLoop:
    """The event loop of Playwright's sync API, which stays marked as running in this thread while the browser is open.

    Outside the browser tests the mark is taken off, so that other tests in the same worker can run loops of their own.
    """

    kept: asyncio.AbstractEventLoop | None = None

    @classmethod
    @contextmanager
    def running(cls) -> Iterator[None]:
        """Mark the loop as running until the end of the block."""
        asyncio._set_running_loop(cls.kept)
        try:
            yield
        finally:
            cls.kept = asyncio._get_running_loop()
            asyncio._set_running_loop(None)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Run a browser test, its fixtures included, with Playwright's loop; pytest asks this hook for every test."""
    if not item.path.is_relative_to(Path(__file__).parent):
        return (yield)
    with PlaywrightLoop.running():
        return (yield)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Run one browser for each worker; Playwright downloads none.

    Debian's headless shell is the same Chromium without windows: each page costs a third less processor time.
    """
    chromium = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    if chromium is None or not BUILT.is_file():
        pytest.skip(
            "needs Debian's chromium-headless-shell and the built page; make setup and make chromium bring both"
        )
    expect.set_options(timeout=PATIENCE_MS)
    playwright = sync_playwright().start()
    browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--mute-audio"])
    yield browser
    with PlaywrightLoop.running():  # the last test of the session may be no browser test
        browser.close()
        playwright.stop()


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """Run a house with a table for each book."""
    with served(tmp_path_factory.mktemp("house"), "--bound", "tables_per_address=500") as house:
        yield house


class Visitors:
    """Whoever opens the page: each in a browser of their own, and each browser's console is kept."""

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self.console: list[str] = []
        self.contexts: list[BrowserContext] = []

    def __call__(
        self, *, width: int = 1440, height: int = 900, theme: str = "dark", newcomer: bool = False, **more: Any
    ) -> Page:
        """Open a browser: of somebody who has been here before, unless it is a newcomer's, who is offered the guide."""
        more.setdefault("service_workers", "block")  # each browser is new, and would fetch the page twice
        more.setdefault("reduced_motion", "reduce")  # painting cards in flight takes half the processor time of a hand
        context = self.browser.new_context(
            viewport={"width": width, "height": height}, color_scheme="light" if theme == "light" else "dark", **more
        )
        context.set_default_timeout(PATIENCE_MS)
        self.contexts.append(context)
        page = context.new_page()
        if not newcomer:
            page.add_init_script("localStorage.setItem('uth.first-hand', '\"skipped\"')")
        page.on("console", lambda message: self.hear(f"{message.type}: {message.text}"))
        page.on("pageerror", lambda error: self.console.append(f"error: {error}"))
        return page

    def hear(self, said: str) -> None:
        """Keep what a console says, but for what these tests themselves have the browser not do."""
        if BLOCKED not in said:
            self.console.append(said)


@pytest.fixture
def visit(browser: Browser) -> Iterator[Callable[..., Page]]:
    """Return how somebody opens a browser; at the end there is nothing in any console."""
    visitors = Visitors(browser)
    yield visitors
    for context in visitors.contexts:
        context.close()
    assert visitors.console == []
