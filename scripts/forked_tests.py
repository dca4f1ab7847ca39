"""The clause tests, collected once: which lines each of them runs, and which fail with a change of the source.

A change is made in a forked process by giving the loaded functions the code of the changed source. That is exact unless
the changed lines run while the tests are collected, or outside a function; such a change needs a new process.
"""

from __future__ import annotations

import functools
import gc
import hashlib
import json
import os
import signal
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from inspect import CO_OPTIMIZED
from pathlib import Path
from time import process_time
from types import CodeType, FrameType, FunctionType
from typing import Any, Final

import pytest
from source_copy import ROOT

CACHE: Final = ROOT / ".pytest_cache" / "clause-lines.json"
SURVIVED, KILLED, NOT_CHANGED = 0, 1, 2
CPU_LIMIT_S: Final = 90
"""Processor time for all clause tests with one change; they take about a quarter of it."""

KNOWN: Final = 20
"""After so many calls in a row that run no new line, a function is not traced any more."""

Line = tuple[str, int]


@dataclass(frozen=True, slots=True)
class Ran:
    """The lines one test runs and its processor time; under the name "" those that run during collection."""

    lines: frozenset[Line]
    cpu_s: float


class Recorder:
    """Records which lines of the mutated packages run."""

    def __init__(self, packages: tuple[str, ...]) -> None:
        self.roots = tuple(f"{ROOT / package}{os.sep}" for package in packages)
        self.lines: set[Line] = set()
        self.calls: dict[CodeType, tuple[int, int]] = {}

    def __enter__(self) -> set[Line]:
        self.lines, self.calls = set(), {}
        sys.settrace(self._call)
        return self.lines

    def __exit__(self, *_: object) -> None:
        sys.settrace(None)

    def _call(self, frame: FrameType, _event: str, _argument: object) -> Callable[..., Any] | None:
        name = frame.f_code.co_filename
        if not name.startswith(self.roots):
            return None
        lines = self.lines
        same, before = self.calls.get(frame.f_code, (0, 0))
        if same == KNOWN:
            return None
        self.calls[frame.f_code] = (same + 1 if len(lines) == before else 0, len(lines))

        def line(frame: FrameType, _event: str, _argument: object) -> Callable[..., Any]:
            lines.add((name, frame.f_lineno))
            return line

        return line


class ForkedTests:
    """A pytest plugin that collects the tests and hands them to `work` instead of running them."""

    def __init__(self, packages: tuple[str, ...], tests: list[str], work: Callable[[ForkedTests], None]) -> None:
        self.recorder, self.tests, self.work = Recorder(packages), tests, work
        self.items: dict[str, pytest.Item] = {}
        self.ran: dict[str, Ran] = {}
        self.failed = False

    def run(self) -> int:
        """Collect the tests and do the work; return pytest's exit status."""
        arguments = ["-m", "clause and not slow", "-n", "0", "-qq", "--no-header", "-p", "no:cacheprovider"]
        return int(pytest.main([*arguments, *self.tests], plugins=[self]))

    @pytest.hookimpl(wrapper=True)
    def pytest_collection(self) -> Iterator[None]:
        """Record what runs while the tests are collected."""
        with self.recorder as lines:
            done = yield
        self.ran[""] = Ran(frozenset(lines), 0.0)
        return done

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Do the work; no test runs in this process."""
        session.config.pluginmanager.unregister(name="terminalreporter")  # many processes would print to one screen
        self.items = {item.nodeid: item for item in session.items}
        self.work(self)
        return True

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note that a test failed."""
        self.failed = self.failed or report.failed

    def record(self, jobs: int) -> bool:
        """Run every test once without a change; return whether all passed.

        A test that passed before with the same source and the same file is not run again.
        """
        source = _digest("src/uth", "tests", but="test_*.py")
        digests = {name: _digest(name.partition("::")[0]) for name in self.items}
        kept = json.loads(CACHE.read_text(encoding="utf-8")) if CACHE.exists() else {}
        passed = kept.get("passed", {}) if kept.get("source") == source else {}
        passed = {name: found for name, found in passed.items() if digests.get(name) == found["file"]}
        missing = [item for name, item in self.items.items() if name not in passed]
        CACHE.parent.mkdir(exist_ok=True)
        places = [CACHE.with_suffix(f".{part}") for part in range(jobs)]
        running = [self._recording(missing[part::jobs], place) for part, place in enumerate(places)]
        for pid, place in zip(running, places, strict=True):
            os.waitpid(pid, 0)
            for name, found in json.loads(place.read_text(encoding="utf-8")).items():
                passed[name] = {**found, "file": digests[name]}
            place.unlink()
        CACHE.write_text(json.dumps({"source": source, "passed": passed}), encoding="utf-8")
        for name, found in passed.items():
            self.ran[name] = Ran(frozenset((str(ROOT / file), line) for file, line in found["lines"]), found["cpu_s"])
        failing = self.items.keys() - passed.keys()
        if failing:
            print("Without a change these fail:", *sorted(failing), sep="\n", file=sys.stderr)
        return not failing

    def _recording(self, items: list[pytest.Item], place: Path) -> int:
        """Record the tests in a new process and return its id."""
        pid = os.fork()
        if pid == 0:
            try:
                self._record(items, place)
            finally:
                os._exit(0)
        return pid

    def _record(self, items: list[pytest.Item], place: Path) -> None:
        caches = [each for each in gc.get_objects() if isinstance(each, functools._lru_cache_wrapper)]
        found: dict[str, dict[str, Any]] = {}
        place.write_text("{}", encoding="utf-8")
        for item, following in _with_next(items):
            for cache in caches:  # or only the first test would run what is cached
                cache.cache_clear()
            begun, self.failed = process_time(), False
            with self.recorder as lines:
                item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            if not self.failed:
                ran = sorted((os.path.relpath(file, ROOT), line) for file, line in lines)
                found[item.nodeid] = {"lines": ran, "cpu_s": process_time() - begun}
        place.write_text(json.dumps(found), encoding="utf-8")

    def running(self, lines: set[Line]) -> list[str]:
        """Return the tests that run one of the lines, the quickest first."""
        found = [name for name, ran in self.ran.items() if name and not lines.isdisjoint(ran.lines)]
        return sorted(found, key=lambda name: self.ran[name].cpu_s)

    def is_exact(self, lines: set[Line]) -> bool:
        """Return whether the lines are a function's and none ran during collection, so that it can still be changed."""
        (file,) = {file for file, _ in lines}
        code = compile(Path(file).read_text(encoding="utf-8"), file, "exec")
        in_functions = {(file, line) for each in _functions(code).values() for line in _lines(each)}
        return not lines.isdisjoint(in_functions) and lines.isdisjoint(self.ran[""].lines)

    def fork(self, file: Path, source: str, lines: set[Line]) -> int:
        """Run the tests of those lines, then all others, in a new process with the changed file; return its id.

        Its exit status is 1 as soon as a test fails, 0 if none does, and 2 if the functions cannot be changed. A hang
        ends it by a signal.
        """
        pid = os.fork()
        if pid:
            return pid
        status = NOT_CHANGED
        try:
            os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
            os.dup2(1, 2)
            signal.setitimer(signal.ITIMER_PROF, CPU_LIMIT_S)
            replace_functions(file, source)
            status = SURVIVED
            first = self.running(lines)
            names = [*first, *sorted(self.items.keys() - set(first), key=lambda name: self.ran[name].cpu_s)]
            for item, following in _with_next([self.items[name] for name in names]):
                item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
                if self.failed:
                    status = KILLED
                    break
        finally:
            os._exit(status)


def _with_next(items: list[pytest.Item]) -> Iterator[tuple[pytest.Item, pytest.Item | None]]:
    return zip(items, [*items[1:], None], strict=True)


def replace_functions(file: Path, source: str) -> None:
    """Give every loaded function of the file its code in the changed source."""
    old = _functions(compile(file.read_text(encoding="utf-8"), str(file), "exec"))
    new = _functions(compile(source, str(file), "exec"))
    changed = {(name, code.co_firstlineno): new[name, number] for (name, number), code in old.items()}
    for each in gc.get_objects():
        if isinstance(each, FunctionType) and each.__code__.co_filename == str(file):
            place = each.__code__.co_qualname, each.__code__.co_firstlineno
            if place in changed:
                each.__code__ = changed[place]


def _functions(code: CodeType) -> dict[tuple[str, int], CodeType]:
    """Return the functions and methods in the code by name; several of one name by their order."""
    found: dict[tuple[str, int], CodeType] = {}
    for each in code.co_consts:
        if isinstance(each, CodeType):
            number = sum(1 for name, _ in found if name == each.co_qualname)
            found[each.co_qualname, number] = each
            if not each.co_flags & CO_OPTIMIZED:  # the body of a class
                found |= _functions(each)
    return found


def _lines(code: CodeType) -> Iterator[int]:
    """Yield the lines of a function and of what is nested in it; the body of a class is none."""
    if code.co_flags & CO_OPTIMIZED:
        yield from (line for *_, line in code.co_lines() if line is not None and line != code.co_firstlineno)
        for each in code.co_consts:
            if isinstance(each, CodeType):
                yield from _lines(each)


def _digest(*places: str, but: str = "") -> str:
    """Return the digest of a file, or of the sources in folders."""
    digest = hashlib.sha256()
    for place in places:
        folder = ROOT / place
        for path in sorted(folder.rglob("*")) if folder.is_dir() else [folder]:
            if path.suffix in (".py", ".toml", ".scenario") and not (but and path.match(but)):
                digest.update(str(path.relative_to(ROOT)).encode() + path.read_bytes())
    return digest.hexdigest()
