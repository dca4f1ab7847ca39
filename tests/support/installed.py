"""The program as a separate process: as installed, or forked from a process that has already imported it."""

from __future__ import annotations

import fcntl
import multiprocessing
import os
import signal
import subprocess
import sys
import tempfile
import termios
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cache
from multiprocessing.context import ForkServerContext, ForkServerProcess
from multiprocessing.reduction import DupFd
from pathlib import Path
from typing import IO, Any

UTH = str(Path(sys.executable).parent / "uth")
"""The installed program: for one smoke test of each command, and for tests of how a process starts."""
IMPORTED = ("uth.cli.main", "uth.cli.app", "uth.terminal.app", "uth.terminal.remote", "support.warmed", "uvloop")
"""What the forks have already imported; it saves `uth serve` two seconds of processor time, `uth join` one."""


@cache
def _forks() -> ForkServerContext:
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(list(IMPORTED))
    return context


class Program:
    """`uth` with these arguments in a forked process, with the part of ``subprocess.Popen`` that tests use.

    It has its own pid, signals, environment and streams; only the interpreter's start and the imports are shared.
    """

    def __init__(
        self,
        *words: str,
        env: Mapping[str, str] | None = None,
        terminal: int | None = None,
        streams: Sequence[int] | None = None,
        cwd: Path | None = None,
    ) -> None:
        """Start with three pipes, with all three streams on this terminal, or with these three."""
        self.stdin: IO[str] | None = None
        self.stdout: IO[str] | None = None
        self.stderr: IO[str] | None = None
        if streams is not None or terminal is not None:
            theirs = [os.dup(fd) for fd in streams or [terminal or 0] * 3]
        else:
            (given, write), (out, said), (err, complained) = os.pipe(), os.pipe(), os.pipe()
            theirs = [given, said, complained]
            self.stdin, self.stdout, self.stderr = (
                os.fdopen(fd, mode, encoding="utf-8") for fd, mode in ((write, "w"), (out, "r"), (err, "r"))
            )
        process = _forks().Process(
            target=_run,
            args=(
                [UTH, *words],
                dict(os.environ if env is None else env),
                [_Carried(fd) for fd in theirs],
                terminal is not None,
                cwd,
            ),
        )
        process.start()
        for fd in theirs:
            os.close(fd)
        self._process: ForkServerProcess = process
        assert process.pid is not None
        self.pid = process.pid

    @property
    def returncode(self) -> int | None:
        return self._process.exitcode

    def poll(self) -> int | None:
        return self._process.exitcode

    def wait(self, timeout: float | None = None) -> int:
        self._process.join(timeout)
        if self._process.exitcode is None:
            raise subprocess.TimeoutExpired("uth", timeout or 0)
        return self._process.exitcode

    def send_signal(self, number: int) -> None:
        if self.poll() is None:
            with suppress(ProcessLookupError):
                os.kill(self.pid, number)

    def terminate(self) -> None:
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)


def ran(
    *words: str,
    given: str | bytes = b"",
    stdout: int | None = None,
    env: Mapping[str, str] | None = None,
    cwd: Path | None = None,
    timeout: float = 60,
) -> subprocess.CompletedProcess[bytes]:
    """Run `uth` with these arguments in a forked process, and return its output, or write it to ``stdout``."""
    with tempfile.TemporaryFile() as input_, tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        input_.write(given.encode() if isinstance(given, str) else given)
        input_.seek(0)
        streams = (input_.fileno(), out.fileno() if stdout is None else stdout, err.fileno())
        program = Program(*words, env=env, streams=streams, cwd=cwd)
        try:
            status = program.wait(timeout)
        finally:
            program.kill()
        out.seek(0)
        err.seek(0)
        return subprocess.CompletedProcess(["uth", *words], status, out.read(), err.read())


def ran_text(*words: str, given: str = "", timeout: float = 60) -> subprocess.CompletedProcess[str]:
    """Run `uth` as ``ran`` does, and return text."""
    done = ran(*words, given=given, timeout=timeout)
    return subprocess.CompletedProcess(done.args, done.returncode, done.stdout.decode(), done.stderr.decode())


class _Carried:
    """A descriptor that is passed to the new process."""

    def __init__(self, fd: int) -> None:
        self.fd = fd

    def __reduce__(self) -> tuple[Any, ...]:
        return _arrived, (DupFd(self.fd),)


def _arrived(carried: Any) -> int:
    fd: int = carried.detach()
    return fd


def _run(argv: list[str], env: dict[str, str], fds: list[int], has_terminal: bool, cwd: Path | None) -> None:
    """Run as the program, with its arguments, environment and streams."""
    os.environ.clear()
    os.environ.update(env)
    os.setsid()
    if cwd is not None:
        os.chdir(cwd)
    if has_terminal:
        fcntl.ioctl(fds[0], termios.TIOCSCTTY, 0)
    for at, fd in enumerate(fds):
        os.dup2(fd, at)
    for fd in fds:
        if fd > 2:
            os.close(fd)
    sys.stdin, sys.stdout, sys.stderr = (os.fdopen(at, mode, encoding="utf-8") for at, mode in enumerate("rww"))
    sys.__stdin__, sys.__stdout__, sys.__stderr__ = sys.stdin, sys.stdout, sys.stderr  # type: ignore[assignment, misc]
    sys.argv = argv
    from uth.cli.main import main

    if "serve" in argv or "house" in argv:
        import support.quick_passwords  # noqa: F401

    try:
        main()
    finally:
        with suppress(OSError, ValueError):
            sys.stdout.flush()
