"""The drill: tables play through a balancer while nodes are killed, stopped, cut off and drained."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parent.parent.parent / "scripts" / "cluster_drill.py"


@pytest.mark.slow
def test_nothing_is_lost_or_done_twice_while_nodes_fail() -> None:
    words = ["--tables", "6", "--seats", "3", "--seconds", "60", "--faults", "10", "--key", "fixed"]
    done = subprocess.run([sys.executable, SCRIPT, *words], capture_output=True, text=True, check=False)
    assert "nothing is wrong" in done.stdout, done.stdout + done.stderr
