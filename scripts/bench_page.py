"""Benchmark the page in Debian's Chromium: its compressed size, first paint, and time to the first hand."""

from __future__ import annotations

import re
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

ROOT = Path(__file__).resolve().parents[1]
UTH = str(Path(sys.executable).parent / "uth")
RUNS = 5
WEIGHT_MAX = 150_000
"""The allowed compressed size of the page; it draws its own card faces."""
PAINT = "() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? null"


def bench() -> None:
    """Print size, first paint and time to the first hand, each run with an empty cache."""
    chromium = shutil.which("chromium")
    if chromium is None or not (ROOT / "src" / "uth" / "web" / "page" / "index.html").is_file():
        print("page        not measured: needs Debian's chromium and the built page")
        return
    with tempfile.TemporaryDirectory() as data:
        command = [UTH, "serve", "--data", data, "--port", "0"]
        house = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        try:
            found = re.search(r"http://\S+", house.stdout.readline() if house.stdout is not None else "")
            if found is None:
                print("page        not measured: the house did not open")
                return
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--mute-audio"])
                _print([_newcomer(browser, found[0]) for _ in range(RUNS)])
                browser.close()
        finally:
            house.send_signal(signal.SIGINT)
            house.wait(20)


def _newcomer(browser: Browser, address: str) -> tuple[int, float, float]:
    """Return the bytes of lobby and table, the first paint in ms, and the seconds until the first decision."""
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    page = context.new_page()
    sizes: dict[str, int] = {}
    page.on("requestfinished", lambda request: sizes.update({request.url: request.sizes()["responseBodySize"]}))
    began = time.monotonic()
    page.goto(address)
    page.get_by_role("button", name="Play now").click()
    page.get_by_role("button", name=re.compile("^Deal")).click()
    page.get_by_role("group", name="Your decision").wait_for()
    hand = time.monotonic() - began
    paint = float(page.evaluate(PAINT) or 0)
    context.close()
    return sum(size for url, size in sizes.items() if "/api/" not in url), paint, hand


def _print(runs: list[tuple[int, float, float]]) -> None:
    weights, paints, hands = zip(*runs, strict=True)
    weight = max(weights)
    print(f"weight      {weight / 1000:6.1f} kB compressed, lobby and table; {weight / WEIGHT_MAX:.0%} of 150 kB")
    print(f"first paint {statistics.median(paints):6.0f} ms, the middle of {len(runs)} newcomers")
    print(f"first hand  {statistics.median(hands):6.1f} s from opening the page to the first decision")


if __name__ == "__main__":
    bench()
