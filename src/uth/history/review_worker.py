"""The program that reviews rounds in a process of its own: `python -m uth.history.review_worker`.

It reads jobs from standard input and writes an answer for each, both pickled, until its input ends. It runs on one
thread at a low priority, so that it hardly takes the processor from the tables.
"""

from __future__ import annotations

import os
import pickle
import sys
from typing import Any, BinaryIO, Final

from uth.coach.expected import deviation_of
from uth.exact.game import MainGame
from uth.history.review_jobs import Job, done

NICE: Final = 10
"""How much the process yields to the tables."""
WIDTH: Final = 8
"""The length of an answer comes before it, in so many bytes."""


def run(source: BinaryIO, target: BinaryIO) -> None:
    """Answer jobs until the input ends."""
    while True:
        try:
            job: Job = pickle.load(source)
        except EOFError:
            return
        try:
            answer: Any = done(job)
        except Exception as fault:
            answer = repr(fault)
        text = pickle.dumps(answer, pickle.HIGHEST_PROTOCOL)
        target.write(len(text).to_bytes(WIDTH, "big") + text)
        target.flush()


def main() -> None:
    """Load the compiled loops, then answer the jobs on standard input."""
    if hasattr(os, "nice"):
        os.nice(NICE)
    deviation_of(MainGame())
    run(sys.stdin.buffer, sys.stdout.buffer)


if __name__ == "__main__":
    main()
