"""A house in a process of its own, which can be killed and started again at the same address."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

UTH = str(Path(sys.executable).parent / "uth")


class Served:
    """One `uth serve` on one folder: the first start takes a free port, every later one the same."""

    def __init__(self, data: Path) -> None:
        self.data = data
        self.port = 0
        self.address = ""
        self.process: subprocess.Popen[str] | None = None

    def start(self) -> None:
        command = [UTH, "serve", "--data", str(self.data), "--port", str(self.port)]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        found = re.search(r"http://[0-9.]+:(\d+)", line)
        assert found, (line, self.process.stderr.read() if self.process.stderr is not None else "")
        self.address, self.port = found[0], int(found[1])

    def stop(self, number: signal.Signals) -> None:
        process = self.process
        if process is None:
            return
        process.send_signal(number)
        process.wait(20)
        for stream in (process.stdout, process.stderr):
            if stream is not None:
                stream.close()
        self.process = None

    def kill(self) -> None:
        """Pull the plug."""
        self.stop(signal.SIGKILL)


@contextmanager
def served(data: Path) -> Iterator[Served]:
    """Run a house until the end of the block."""
    house = Served(data)
    house.start()
    try:
        yield house
    finally:
        house.stop(signal.SIGINT)
