"""Ctrl-C, once and twice, while the program is still starting: it ends at once and silently."""

from __future__ import annotations

import signal
import subprocess
import sys

import pytest


def test_what_the_program_loads_before_it_heeds_an_interrupt_takes_no_time() -> None:
    code = "import sys; before = set(sys.modules); import uth.cli.main; print(*sorted(set(sys.modules) - before))"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert {"uth", "uth.cli", "uth.cli.main"} <= set(loaded)
    assert {each for each in loaded if each.startswith("uth")} == {
        "uth", "uth.cli", "uth.cli.main", "uth.extras",
    }  # fmt: skip
    assert not {"typer", "typing", "dataclasses", "inspect"} & set(loaded)


SIGNALS = """
import builtins, os, signal, sys
real, left = builtins.__import__, [{skipped}]
def slow(name, *rest):
    heeded = signal.getsignal(signal.SIGINT) not in (signal.default_int_handler, signal.SIG_IGN)
    if left and "uth.cli.main" in sys.modules and heeded:
        left[0] -= 1
        if left[0] == 0:
            left.clear()
            os.kill(os.getpid(), signal.SIGINT)
            os.kill(os.getpid(), signal.SIGINT)
    return real(name, *rest)
builtins.__import__ = slow
sys.argv = ["uth", "--help"]
from uth.cli.main import main
main()
"""


@pytest.mark.parametrize("skipped", [1, 7, 60, 400])
def test_two_interrupts_at_any_import_of_the_start_end_it_with_130_and_not_a_word(skipped: int) -> None:
    code = SIGNALS.format(skipped=skipped)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")


@pytest.mark.slow
@pytest.mark.parametrize("gap_s", [0.0, 0.02])
@pytest.mark.parametrize("arguments", [("exact",), ("play", "--plain"), ("sim", "--rounds", "100000"), ("rules",)])
def test_two_interrupts_from_outside_leave_no_traceback(arguments: tuple[str, ...], gap_s: float) -> None:
    """A shell shows 130 too for what dies of the signal itself, which Python does in its last moments."""
    code = "import uth.cli.main, sys; sys.argv = ['uth', *sys.argv[1:]]; print('here', flush=True); uth.cli.main.main()"
    for wait_s in (0.0, 0.03, 0.08, 0.15, 0.25, 0.4, 0.6):
        with subprocess.Popen(
            [sys.executable, "-c", code, *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        ) as process:
            assert process.stdout is not None
            assert process.stdout.readline() == "here\n"
            for pause in (wait_s, gap_s):
                try:
                    process.wait(pause or 0.001)
                except subprocess.TimeoutExpired:
                    process.send_signal(signal.SIGINT)
            _, err = process.communicate(timeout=60)
        assert "Traceback" not in err, (arguments, wait_s, err)
        assert process.returncode in (0, 2, 130, -signal.SIGINT), (arguments, wait_s, err)
