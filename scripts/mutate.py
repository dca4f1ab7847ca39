"""Mutation testing of `table/` and `progressive/`: make one small change, and check whether a clause test fails.

    .venv/bin/python scripts/mutate.py --sample 60 --key 7
    .venv/bin/python scripts/mutate.py --only src/uth/table/settle/settlement.py --sample 0
    .venv/bin/python scripts/mutate.py --list | wc -l

A mutant is one small change of the source: a comparison reversed, a condition negated, a number off by one, an
event that is not yielded. The tests that carry a clause run once without a change, and must pass. Then each mutant is
run against the tests that run its lines, and if they all pass, against all others (`forked_tests.py`). A mutant that
none of them notices survives. The same key draws the same sample.
"""

from __future__ import annotations

import argparse
import ast
import os
import random
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise
from typing import Final

import forked_tests
from forked_tests import ForkedTests, Line
from source_copy import ROOT, SourceCopy

PACKAGES: Final = ("src/uth/table", "src/uth/progressive")
TESTS: Final = ("tests/clauses", "tests/table", "tests/progressive")
TIMEOUT_S: Final = 900

COMPARES: Final[dict[type[ast.cmpop], str]] = {
    ast.Eq: "!=",
    ast.NotEq: "==",
    ast.Lt: "<=",
    ast.LtE: "<",
    ast.Gt: ">=",
    ast.GtE: ">",
    ast.Is: "is not",
    ast.IsNot: "is",
    ast.In: "not in",
    ast.NotIn: "in",
}
BINARIES: Final[dict[type[ast.operator], str]] = {
    ast.Add: "-",
    ast.Sub: "+",
    ast.Mult: "+",
    ast.FloorDiv: "*",
    ast.Mod: "+",
    ast.BitAnd: "|",
    ast.BitOr: "&",
}
NAMES: Final = {"min": "max", "max": "min", "any": "all", "all": "any"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Mutant:
    """One change: the characters from `start` to `end` of a file become `new`."""

    file: str
    line: int
    start: int
    end: int
    old: str
    new: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.old!r} -> {self.new!r}"


class Finder:
    """Finds every mutant of one file."""

    def __init__(self, file: str, source: str) -> None:
        self.file, self.source = file, source
        self.starts = [0]
        for line in source.splitlines(keepends=True):
            self.starts.append(self.starts[-1] + len(line.encode()))
        self.bytes = source.encode()

    def found(self) -> Iterator[Mutant]:
        for node in ast.parse(self.source).body:
            if isinstance(node, ast.FunctionDef | ast.ClassDef):
                yield from self._in(node)

    def _in(self, node: ast.AST) -> Iterator[Mutant]:
        if isinstance(node, ast.FunctionDef):
            for statement in node.body:  # decorators, defaults and annotations are left alone
                yield from self._in(statement)
            return
        if isinstance(node, ast.ClassDef):
            for statement in node.body:
                yield from self._in(statement)
            return
        if isinstance(node, ast.JoinedStr):  # the text of a message is not behaviour
            return
        yield from self._of(node)
        for child in ast.iter_child_nodes(node):
            if isinstance(node, ast.AnnAssign) and child is node.annotation:
                continue
            yield from self._in(child)

    def _of(self, node: ast.AST) -> Iterator[Mutant]:
        match node:
            case ast.Compare(left=left, ops=[op], comparators=[right]):
                yield self._between(node, left, right, COMPARES[type(op)])
            case ast.BoolOp(op=op, values=values):
                for left, right in pairwise(values):
                    yield self._between(node, left, right, "or" if isinstance(op, ast.And) else "and")
            case ast.BinOp(left=left, op=op, right=right) if type(op) in BINARIES and not _is_type(node):
                yield self._between(node, left, right, BINARIES[type(op)])
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                yield self._whole(node, self._text(operand))
            case ast.Constant(value=bool() as value):
                yield self._whole(node, str(not value))
            case ast.Constant(value=int() as value):
                yield self._whole(node, str(value + 1))
            case ast.If(test=test) | ast.IfExp(test=test) if not isinstance(test, ast.Compare | ast.UnaryOp):
                yield self._whole(test, f"(not ({self._text(test)}))")
            case ast.Call(func=ast.Name(id=name)) if name in NAMES:
                yield self._whole(node.func, NAMES[name])
            case ast.Expr(value=ast.Yield() | ast.YieldFrom()):
                yield self._whole(node, "pass")
            case ast.Return(value=ast.expr() as value) if not (isinstance(value, ast.Constant) and value.value is None):
                yield self._whole(value, "None")

    def _at(self, line: int, column: int) -> int:
        return self.starts[line - 1] + column

    def _span(self, node: ast.expr | ast.stmt) -> tuple[int, int]:
        return self._at(node.lineno, node.col_offset), self._at(node.end_lineno or 0, node.end_col_offset or 0)

    def _text(self, node: ast.expr | ast.stmt) -> str:
        start, end = self._span(node)
        return self.bytes[start:end].decode()

    def _whole(self, node: ast.expr | ast.stmt, new: str) -> Mutant:
        start, end = self._span(node)
        old = self.bytes[start:end].decode()
        return Mutant(file=self.file, line=node.lineno, start=start, end=end, old=old, new=new)

    def _between(self, node: ast.expr, left: ast.expr, right: ast.expr, new: str) -> Mutant:
        """Return the node with the operator between two of its operands replaced."""
        start, end = self._span(node)
        head, tail = self._span(left)[1], self._span(right)[0]
        old = self.bytes[start:end].decode()
        brackets = self.bytes[head:tail].decode()
        closing, opening = brackets.count(")"), brackets.count("(")
        middle = f"{')' * closing} {new} {'(' * opening}"
        changed = self.bytes[start:head].decode() + middle + self.bytes[tail:end].decode()
        return Mutant(file=self.file, line=left.end_lineno or node.lineno, start=start, end=end, old=old, new=changed)


def _is_type(node: ast.BinOp) -> bool:
    """Return whether `|` joins types rather than numbers or sets, judging by capitalized operands."""
    if not isinstance(node.op, ast.BitOr):
        return False
    ends = [node.left.right if isinstance(node.left, ast.BinOp) else node.left, node.right]
    names = [end.attr if isinstance(end, ast.Attribute) else getattr(end, "id", "") for end in ends]
    return any(name[:1].isupper() for name in names) or any(isinstance(end, ast.Constant) for end in ends)


def mutants_of(files: list[str]) -> list[Mutant]:
    """Return every mutant of those files that is valid Python."""
    found = []
    for file in files:
        source = (ROOT / file).read_text(encoding="utf-8")
        for mutant in Finder(file, source).found():
            try:
                ast.parse(changed(source, mutant))
            except SyntaxError:
                continue
            found.append(mutant)
    return found


def changed(source: str, mutant: Mutant) -> str:
    """Return the changed source."""
    text = source.encode()
    return (text[: mutant.start] + mutant.new.encode() + text[mutant.end :]).decode()


class Verdict(StrEnum):
    """What became of a mutant."""

    KILLED = "killed"
    TIMEOUT = "timed out"
    SURVIVED = "SURVIVED"

    @property
    def counts(self) -> bool:
        """Return whether the tests noticed the change; one that hangs is noticed."""
        return self is not Verdict.SURVIVED


def in_new_process(mutant: Mutant, tests: list[str]) -> Verdict:
    """Run every clause test in a copy of the source with the change."""
    copy = SourceCopy()
    source = (copy.place / mutant.file).read_text(encoding="utf-8")
    with copy.changed(mutant.file, changed(source, mutant)):
        done = copy.pytest(["-m", "clause and not slow", *tests], TIMEOUT_S)
    copy.close()
    if done is None:
        return Verdict.TIMEOUT
    return Verdict.SURVIVED if done.returncode == 0 else Verdict.KILLED


class Run:
    """Runs the mutants drawn, a few at a time, and prints each verdict."""

    def __init__(self, drawn: list[Mutant], tests: list[str], jobs: int) -> None:
        self.drawn, self.tests, self.jobs = drawn, tests, jobs
        self.verdicts: dict[Mutant, Verdict] = {}
        self.late: list[Mutant] = []
        """Mutants that need a new process."""
        self.started = False

    def work(self, forked: ForkedTests) -> None:
        """Check that the tests pass without a change, then run the mutants."""
        if not forked.record(self.jobs):
            return
        self.started = True
        running: dict[int, Mutant] = {}
        for mutant in self.drawn:
            source = (ROOT / mutant.file).read_text(encoding="utf-8")
            lines = lines_of(mutant, source)
            if not forked.is_exact(lines):
                self.late.append(mutant)
                continue
            if len(running) == self.jobs:
                self._wait(running)
            running[forked.fork(ROOT / mutant.file, changed(source, mutant), lines)] = mutant
        while running:
            self._wait(running)
        for mutant in self.late:
            self._found(mutant, in_new_process(mutant, self.tests))

    def _wait(self, running: dict[int, Mutant]) -> None:
        pid, status = os.wait()
        mutant = running.pop(pid)
        match os.waitstatus_to_exitcode(status):
            case forked_tests.NOT_CHANGED:
                self.late.append(mutant)
            case forked_tests.SURVIVED:
                self._found(mutant, Verdict.SURVIVED)
            case forked_tests.KILLED:
                self._found(mutant, Verdict.KILLED)
            case _:
                self._found(mutant, Verdict.TIMEOUT)

    def _found(self, mutant: Mutant, verdict: Verdict) -> None:
        self.verdicts[mutant] = verdict
        print(f"{len(self.verdicts):4} of {len(self.drawn)}  {verdict:9}  {mutant}", flush=True)


def lines_of(mutant: Mutant, source: str) -> set[Line]:
    """Return the lines the change touches."""
    text = source.encode()
    first, last = text[: mutant.start].count(b"\n") + 1, text[: mutant.end].count(b"\n") + 1
    return {(str(ROOT / mutant.file), line) for line in range(first, last + 1)}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sample", type=int, default=60, help="how many mutants to draw; 0 is all of them")
    parser.add_argument("--key", type=int, default=1, help="the key the sample is drawn with")
    parser.add_argument("--only", action="append", help="a file, or file:line, to mutate instead; may be repeated")
    parser.add_argument("--tests", nargs="*", default=list(TESTS), help="where the clause tests are")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--list", action="store_true", help="print the mutants and run nothing")
    options = parser.parse_args()
    files = [str(path.relative_to(ROOT)) for package in PACKAGES for path in sorted((ROOT / package).rglob("*.py"))]
    every = mutants_of(files)
    if options.only:
        every = [each for each in every if {each.file, f"{each.file}:{each.line}"} & set(options.only)]
    drawn = every
    if options.sample:
        drawn = random.Random(options.key).sample(every, min(options.sample, len(every)))
    if options.list:
        print(*every, sep="\n")
        return 0
    run = Run(drawn, options.tests, options.jobs)
    ForkedTests(PACKAGES, options.tests, run.work).run()
    if not run.started:
        return 2
    noticed = sum(1 for verdict in run.verdicts.values() if verdict.counts)
    share = f"{noticed / len(drawn):.0%}" if drawn else "none drawn"
    print(f"{noticed} of {len(drawn)} mutants killed ({share}); {len(every)} in all, key {options.key}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
