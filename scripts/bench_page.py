"""Benchmark the page in Debian's Chromium: size, first paint, first hand, and a processor four times slower."""

from __future__ import annotations

import json
import re
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

ROOT = Path(__file__).resolve().parents[1]
UTH = str(Path(sys.executable).parent / "uth")
RUNS = 5
SLOWER = 4
"""How many times slower a low-end processor is; Chromium slows the page's main thread down."""
WEIGHT_MAX = 150_000
"""The allowed compressed size of the page; it draws its own card faces."""
LOAD_MS = 3_000
"""How long the lobby is watched: until everything it loads is loaded, also on a slow processor."""
LONG_MS = 50
"""What a task takes beyond this blocks the reader."""
PAINT = "() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? null"
EMPTY = "<!doctype html><title>Empty</title><p>Empty"
WATCH_DEAL = """() => {
  window.drawn = new Promise((resolve) => {
    addEventListener("keydown", (press) => {
      const look = () => {
        const deal = document.querySelector(".deal")
        if (deal && !deal.disabled) return requestAnimationFrame(look)
        requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - press.timeStamp)))
      }
      look()
    }, { once: true, capture: true })
  })
}"""
"""Keep the milliseconds from a press of Space to the frame in which the button no longer offers to deal."""


def bench() -> None:
    """Print each measure beside its twin: an empty page, or the processor at full speed."""
    chromium = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    if chromium is None or not (ROOT / "src" / "uth" / "web" / "page" / "index.html").is_file():
        print("page        not measured: needs Debian's chromium-headless-shell and the built page")
        return
    with tempfile.TemporaryDirectory() as data, _house(data) as address, sync_playwright() as playwright:
        if address is None:
            print("page        not measured: the house did not open")
            return
        measured: list[dict[str, float]] = []
        for _ in range(RUNS):  # each with a browser of its own: nothing is cached or compiled yet
            browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--mute-audio"])
            measured.append(_run(browser, address))
            browser.close()
        _print(measured)


@contextmanager
def _house(data: str) -> Iterator[str | None]:
    """Run a house and yield its address, or ``None`` if it did not open."""
    command = [UTH, "serve", "--data", data, "--port", "0"]
    house = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    try:
        found = re.search(r"http://\S+", house.stdout.readline() if house.stdout is not None else "")
        yield None if found is None else found[0]
    finally:
        house.send_signal(signal.SIGINT)
        house.wait(20)


def _run(browser: Browser, address: str) -> dict[str, float]:
    """Measure everything once, the newcomer first: the browser has opened nothing yet."""
    found = _newcomer(browser, address)
    with _visitor(browser) as page:
        _loaded(browser, page, f"{address}/empty")
        found["empty_paint"] = float(page.evaluate(PAINT) or 0)
    for name, slower in (("fast", 1), ("slow", SLOWER)):
        with _visitor(browser, slower) as page:
            found[f"{name}_blocking"], found[f"{name}_busy"] = _loaded(browser, page, address)
            _sit_down(page)
            found[f"{name}_deal"], found[f"{name}_deal_busy"] = _deal(browser, page)
    return found


@contextmanager
def _visitor(browser: Browser, slower: int = 1) -> Iterator[Page]:
    """Open a browser window, with an empty page of the same origin to compare with."""
    context: BrowserContext = browser.new_context(viewport={"width": 1440, "height": 900}, service_workers="block")
    context.set_default_timeout(60_000)
    context.route("**/empty", lambda route: route.fulfill(body=EMPTY, content_type="text/html"))
    page = context.new_page()
    context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": slower})
    yield page
    context.close()


def _newcomer(browser: Browser, address: str) -> dict[str, float]:
    """Return the bytes of lobby and table, the first paint in ms, and the seconds until the first decision."""
    with _visitor(browser) as page:
        sizes: dict[str, int] = {}
        page.on("requestfinished", lambda request: sizes.update({request.url: request.sizes()["responseBodySize"]}))
        began = time.monotonic()
        page.goto(address)
        page.get_by_role("button", name="Play now").click()
        page.get_by_role("button", name=re.compile("^Deal")).click()
        page.get_by_role("group", name="Your decision").wait_for()
        hand = time.monotonic() - began
        paint = float(page.evaluate(PAINT) or 0)
        return {"weight": sum(size for url, size in sizes.items() if "/api/" not in url), "paint": paint, "hand": hand}


def _loaded(browser: Browser, page: Page, address: str) -> tuple[float, float]:
    """Open a page; return for how long its tasks block, and how long they take in all, in ms."""
    browser.start_tracing(page=page, categories=["toplevel"])
    page.goto(address)
    page.wait_for_timeout(LOAD_MS)
    tasks = _tasks(json.loads(browser.stop_tracing())["traceEvents"])
    return sum(max(0.0, task - LONG_MS) for task in tasks), sum(tasks)


def _sit_down(page: Page) -> None:
    page.get_by_role("button", name="Play now").click()
    page.get_by_role("button", name=re.compile("^Deal")).wait_for()
    page.wait_for_timeout(1_000)


def _deal(browser: Browser, page: Page) -> tuple[float, float]:
    """Press Space at a table; return the ms until the answer is drawn, and how long the tasks until then took.

    A busy house lengthens both: the page goes on drawing while it waits.
    """
    page.evaluate(WATCH_DEAL)
    browser.start_tracing(page=page, categories=["toplevel"])
    page.keyboard.press("Space")
    drawn = float(page.evaluate("() => window.drawn"))
    return drawn, sum(_tasks(json.loads(browser.stop_tracing())["traceEvents"]))


def _tasks(events: list[dict[str, Any]]) -> list[float]:
    """Return what each task on a page's main thread took in ms of that thread's own time, nested tasks included.

    Other programs on the machine do not lengthen that time, while Chromium's throttle does.
    """
    named = [each for each in events if each.get("name") == "thread_name"]
    threads = {(each["pid"], each["tid"]) for each in named if each["args"]["name"] == "CrRendererMain"}
    found: list[float] = []
    for thread in threads:
        end = 0
        spans = [each for each in events if each.get("ph") == "X" and (each["pid"], each["tid"]) == thread]
        for span in sorted(spans, key=lambda each: (each["ts"], -each["dur"])):
            if span["ts"] >= end:
                found.append(span.get("tdur", 0) / 1000)
                end = span["ts"] + span["dur"]
    return found


def _print(runs: list[dict[str, float]]) -> None:
    """Print the best run of what a busy machine lengthens, and the middle one of the rest."""
    best = {name: min(run[name] for run in runs) for name in runs[0]}
    weight = max(run["weight"] for run in runs)
    hand = statistics.median(run["hand"] for run in runs)
    print(f"weight      {weight / 1000:6.1f} kB compressed, lobby and table; {weight / WEIGHT_MAX:.0%} of 150 kB")
    print(f"first paint {best['paint']:6.0f} ms; {best['paint'] / best['empty_paint']:.1f} x an empty page")
    print(f"first hand  {hand:6.1f} s from opening the page to the first decision")
    for says, name in (
        ("lobby, main thread", "busy"),
        ("lobby, blocking", "blocking"),
        ("Space, main thread", "deal_busy"),
        ("Space to answer", "deal"),
    ):
        slow, fast = best[f"slow_{name}"], best[f"fast_{name}"]
        print(f"{says:<18} {slow:6.0f} ms on a processor {SLOWER} times slower; {fast:.0f} ms at full speed")


if __name__ == "__main__":
    bench()
