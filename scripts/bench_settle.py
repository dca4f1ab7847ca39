"""Benchmark the settlement of a stream of rounds against its plain twin and against reading and writing the JSON."""

from __future__ import annotations

import json
import random
import subprocess
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from twin.plain_settlement import settle as settle_plainly
from twin.random_rounds import random_round

UTH = str(Path(sys.executable).parent / "uth")
ROUNDS = 12_000
PLAIN_ROUNDS = 400
STARTS = 7


def six_seat_rounds(count: int) -> list[str]:
    rng, found = random.Random(6), list[str]()
    while len(found) < count:
        document = random_round(rng)
        if len(document["seats"]) == 6:
            found.append(json.dumps(document))
    return found


def seconds_of(*words: str, stdin: str = "") -> float:
    start = time.perf_counter()
    subprocess.run([UTH, *words], input=stdin.encode(), stdout=subprocess.DEVNULL, check=True)
    return time.perf_counter() - start


def bench() -> None:
    """Print the stream's rounds per second, and its ratio to the twin and to JSON alone."""
    lines = six_seat_rounds(ROUNDS)
    seconds = min(seconds_of("settle", "--stream", stdin="\n".join(lines)) for _ in range(3))
    start = time.perf_counter()
    for line in lines[:PLAIN_ROUNDS]:
        json.dumps(settle_plainly(json.loads(line)))
    plain = (time.perf_counter() - start) / PLAIN_ROUNDS
    start = time.perf_counter()
    for line in lines:
        json.dumps(json.loads(line))
    bare = (time.perf_counter() - start) / ROUNDS
    each = seconds / ROUNDS
    print(f"uth settle --stream, six seats, one core: {1 / each:8,.0f} rounds a second, the start included")
    print(f"  {plain / each:5.1f} times its plain twin; {each / bare:5.1f} times reading and writing the JSON alone")
    python = min(_seconds_of_python() for _ in range(STARTS))
    for words in (("--help",), ("settle",)):
        best = min(seconds_of(*words, stdin=lines[0]) for _ in range(STARTS))
        print(f"uth {' '.join(words):7} from start to end: {best:.2f} s, {best / python:.1f} times an empty Python")


def _seconds_of_python() -> float:
    start = time.perf_counter()
    subprocess.run([sys.executable, "-c", ""], check=True)
    return time.perf_counter() - start


if __name__ == "__main__":
    bench()
