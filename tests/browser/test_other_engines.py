"""Firefox and WebKit each play one hand: Debian's browsers, driven by the protocols they ship with."""

from __future__ import annotations

import asyncio
import json
import os
import re
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from itertools import count
from pathlib import Path
from typing import Any, Protocol, TypeVar

import httpx
import pytest
from websockets.asyncio.client import ClientConnection, connect

from browser.conftest import BUILT
from client.serving import served

pytestmark = [pytest.mark.slow, pytest.mark.skipif(not BUILT.is_file(), reason="needs the built page; make setup")]

T = TypeVar("T")
PATIENCE_S = 60.0
DEAL = "[...document.querySelectorAll('button')].some(each => /^Deal/.test(each.innerText) && !each.disabled)"
ASKED = (
    "[...document.querySelectorAll('[aria-label=\"Your decision\"] button')].some(each => /4×/.test(each.innerText))"
)
LINES = "document.querySelectorAll('[aria-label^=\"Last hand\"] tbody tr').length"
"""How many lines the settled hand has."""


class Engine(Protocol):
    """A browser with one page."""

    async def open(self, url: str) -> None: ...

    async def evaluate(self, expression: str) -> Any: ...

    async def press(self, key: str) -> None: ...


def pressing(key: str) -> list[dict[str, Any]]:
    """Return the key press as both protocols write it."""
    downs = [{"type": "keyDown", "value": key}, {"type": "keyUp", "value": key}]
    return [{"type": "key", "id": "keyboard", "actions": downs}]


class Firefox:
    """Firefox over WebDriver BiDi, which it speaks without a driver."""

    def __init__(self, socket_: ClientConnection) -> None:
        self.socket = socket_
        self.numbers = count(1)
        self.context = ""

    async def ask(self, method: str, **params: Any) -> Any:
        number = next(self.numbers)
        await self.socket.send(json.dumps({"id": number, "method": method, "params": params}))
        while True:
            heard = json.loads(await self.socket.recv())
            if heard.get("id") == number:
                assert heard["type"] == "success", heard
                return heard["result"]

    async def open(self, url: str) -> None:
        await self.ask("session.new", capabilities={})
        self.context = (await self.ask("browsingContext.getTree"))["contexts"][0]["context"]
        await self.ask("browsingContext.navigate", context=self.context, url=url, wait="complete")

    async def evaluate(self, expression: str) -> Any:
        target = {"context": self.context}
        found = await self.ask("script.evaluate", expression=expression, target=target, awaitPromise=False)
        return found["result"].get("value")

    async def press(self, key: str) -> None:
        await self.ask("input.performActions", context=self.context, actions=pressing(key))


class WebKit:
    """WebKitGTK's small browser over WebDriver."""

    def __init__(self, http: httpx.AsyncClient) -> None:
        self.http = http
        self.session = ""

    async def ask(self, path: str, **params: Any) -> Any:
        answer = await self.http.post(f"{self.session}{path}", json=params)
        assert answer.status_code == 200, answer.text
        return answer.json()["value"]

    async def open(self, url: str) -> None:
        made = await self.ask("/session", capabilities={"alwaysMatch": {}})
        self.session = f"/session/{made['sessionId']}"
        await self.ask("/window/rect", width=1440, height=950)  # its window opens as small as a phone held sideways
        await self.ask("/url", url=url)

    async def evaluate(self, expression: str) -> Any:
        return await self.ask("/execute/sync", script=f"return {expression}", args=[])

    async def press(self, key: str) -> None:
        await self.ask("/actions", actions=pressing(key))


@asynccontextmanager
async def running(*command: str, **env: str) -> AsyncIterator[None]:
    """Run a program until the end of the block."""
    process = subprocess.Popen(
        command, env={**os.environ, **env}, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
    )
    try:
        yield
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, 15)
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, 9)
            process.wait(10)


async def once(attempt: Callable[[], Awaitable[T]]) -> T:
    """Return what the attempt gives as soon as the program behind it answers."""
    until = time.monotonic() + PATIENCE_S
    while True:
        try:
            return await attempt()
        except (OSError, httpx.TransportError):
            assert time.monotonic() < until
            await asyncio.sleep(0.1)


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
        return port


@asynccontextmanager
async def firefox() -> AsyncIterator[Engine]:
    program, port = shutil.which("firefox-esr"), free_port()
    if program is None:
        pytest.skip("needs Debian's firefox-esr; make engines brings it")
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as home:
        words = ("--headless", "--no-remote", "--profile", home, "--remote-debugging-port", str(port))
        async with running(program, *words, HOME=home):
            socket_ = await once(lambda: connect(f"ws://127.0.0.1:{port}/session", max_size=None))
            async with socket_:
                yield Firefox(socket_)


@asynccontextmanager
async def webkit() -> AsyncIterator[Engine]:
    driver, screen, port = shutil.which("WebKitWebDriver"), shutil.which("Xvfb"), free_port()
    if driver is None or screen is None:
        pytest.skip("needs Debian's webkit2gtk-driver and xvfb; make engines brings both")
    display = next(f":{at}" for at in range(90, 200) if not Path(f"/tmp/.X11-unix/X{at}").exists())
    async with (
        running(screen, display, "-screen", "0", "1440x1000x24", "-nolisten", "tcp"),
        running(driver, f"--port={port}", DISPLAY=display, GDK_BACKEND="x11"),
        httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=PATIENCE_S) as http,
    ):
        await once(lambda: http.get("/status"))
        while not Path(f"/tmp/.X11-unix/X{display[1:]}").exists():
            await asyncio.sleep(0.05)
        engine = WebKit(http)
        yield engine
        if engine.session:
            await http.delete(engine.session)


async def until_true(engine: Engine, expression: str) -> None:
    until = time.monotonic() + PATIENCE_S
    while not await engine.evaluate(expression):
        assert time.monotonic() < until, (expression, await engine.evaluate("document.body.innerText"))
        await asyncio.sleep(0.1)


@pytest.mark.parametrize("browser", [firefox, webkit], ids=["firefox", "webkit"])
async def test_another_engine_plays_a_hand_by_keys(browser: Any, tmp_path: Path) -> None:
    with served(tmp_path) as house:
        async with httpx.AsyncClient(base_url=f"{house.address}/api/v1") as http:
            who = (await http.post("/guest", json={"name": "Maker"})).json()
            spec = {"name": "other", "rules": "massachusetts", "speed": "instant"}
            assert (await http.post("/tables", json=spec, headers={"x-csrf": who["csrf"]})).status_code == 201
        async with browser() as engine:
            await engine.open(f"{house.address}/table/other?sit")
            await until_true(engine, DEAL)
            await engine.press("a")
            await until_true(engine, DEAL)
            await engine.press(" ")
            await until_true(engine, ASKED)
            await asyncio.sleep(0.5)  # the page takes no answer in the moment it asks
            await engine.press("4")
            await until_true(engine, f"{LINES} === 3")
            said = await engine.evaluate("document.body.textContent")
            assert re.search(r"You (win|lose|are even)", said)
            assert re.search(r"[A-Z]{2}\.\d", said)
