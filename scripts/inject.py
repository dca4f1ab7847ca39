"""Inject known bugs one by one and check that tests detect them; bugs about money must also fail simulated evenings.

    .venv/bin/python scripts/inject.py
    .venv/bin/python scripts/inject.py --only "envy paid twice" --keys 200
    .venv/bin/python scripts/inject.py --list

Each bug is a small patch of the source. The tests named with it run against a copy of the source with that patch; one
of them must fail. A bug about money must also be found by the auditor of the simulated evenings.
The exit status is 1 if a bug is not detected or a patch does not apply, and 2 if something fails without any bug.
"""

from __future__ import annotations

import argparse
import re
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from source_copy import ROOT, SourceCopy

KEYS: Final = 60
TESTS_TIMEOUT_S: Final = 600.0
EVENING_TIMEOUT_S: Final = 20.0
"""Seconds allowed per key; one takes a fifth of a second on an idle core."""
FAILED: Final = re.compile(r"^FAILED (.+?)(?: - .*)?$", re.MULTILINE)
FOUND: Final = re.compile(r"^key (\d+): (.*)", re.MULTILINE)
EVENINGS: Final = """
import sys
from simulation.test_evenings import audited
for key in range(int(sys.argv[1])):
    try:
        audited(key)
    except BaseException as error:
        says = " ".join(str(error).split())
        print(f"key {key}: {type(error).__name__}: {says}")
        sys.exit(1)
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Bug:
    """One bug: in its file, the old text, which occurs exactly once, is replaced by the new text."""

    name: str
    file: str
    old: str
    new: str
    tests: tuple[str, ...]
    """The tests that must detect it, fastest first."""
    money: bool = True
    """Whether the simulated evenings must detect it too."""


LIVE_TABLE: Final = "src/uth/house/live_table.py"
DECIDE: Final = "src/uth/table/round/decide.py"

BUGS: Final = (
    Bug(
        name="envy paid twice",
        file="src/uth/table/settle/awards.py",
        old="""\
                how = Means.CHEQUES if still_there(table, each) else Means.CHECK
                yield e.EnvyPaid(seat=each.seat, from_seat=seat, cents=each.cents, means=how, round=each.round)
""",
        new="""\
                how = Means.CHEQUES if still_there(table, each) else Means.CHECK
                yield e.EnvyPaid(seat=each.seat, from_seat=seat, cents=each.cents, means=how, round=each.round)
                yield e.EnvyPaid(seat=each.seat, from_seat=seat, cents=each.cents, means=how, round=each.round)
""",
        tests=("tests/progressive/test_linked_table.py",),
    ),
    Bug(
        name="the ledger skips envy",
        file="src/uth/ledger/table_entries.py",
        old="""\
            case e.EnvyPaid(seat=seat, cents=cents, means=means):
                yield self.tray, self._paid_by(table, seat, means), cents
""",
        new="",
        tests=("tests/ledger/test_table_ledger.py",),
    ),
    Bug(
        name="the dealer's card in a view at the river",
        file="src/uth/views/table.py",
        old="shown=len(dealt.dealer) if dealt.dealer_hand is not None else 0)",
        new="shown=len(dealt.dealer) if dealt.dealer_hand is not None else int(table.phase is Phase.RIVER))",
        tests=("tests/host/test_views.py",),
        money=False,
    ),
    Bug(
        name="told before stored",
        file=LIVE_TABLE,
        old="""\
        appended = await self._append(entries, command, key, first.body["events"])
        if appended.duplicate:
            raise Stale("the key was seen before: its first answer is in the log")
        self.table, self.number = steps[-1].turn.table, self.number + len(steps)
""",
        new="""\
        self._tell(tuple(first.turn.events), first.turn.states)
        appended = await self._append(entries, command, key, first.body["events"])
        if appended.duplicate:
            raise Stale("the key was seen before: its first answer is in the log")
        self.table, self.number = steps[-1].turn.table, self.number + len(steps)
""",
        tests=("tests/host/test_live_table.py",),
    ),
    Bug(
        name="acknowledged and not stored",
        file=LIVE_TABLE,
        old="""\
                if isinstance(error, Unavailable) and not error.unknown:
                    raise
                seen = await self._seen_before(asked, error)
""",
        new="""\
                if isinstance(error, Unavailable) and not error.unknown:
                    return ()
                seen = await self._seen_before(asked, error)
""",
        tests=("tests/host/test_house_in_trouble.py",),
    ),
    Bug(
        name="the same key applied twice",
        file=LIVE_TABLE,
        old="""\
                if seen is not None:
                    return seen
                if not left or not isinstance(error, Stale):
""",
        new="""\
                if seen is not None:
                    return await self._done(asked.by, asked.command, None)
                if not left or not isinstance(error, Stale):
""",
        tests=("tests/host/test_live_table.py",),
    ),
    Bug(
        name="an award still owed after paying",
        file="src/uth/table/floor/apply.py",
        old="table = decided(without(table, award), award, means)",
        new="table = decided(table, award, means)",
        tests=("tests/progressive/test_linked_table.py",),
    ),
    Bug(
        name="a backed-out award keeps the seed",
        file="src/uth/progressive/apply.py",
        old="return _taken_back(link, link.awards[number - 1], AwardStage.BACKED_OUT)",
        new="return _taken_back(link, changed(link.awards[number - 1], seeded=0), AwardStage.BACKED_OUT)",
        tests=("tests/clauses/test_chickasaw_game_manager.py",),
    ),
    Bug(
        name="envy without the wager",
        file="src/uth/table/settle/progressive.py",
        old="if PROGRESSIVE not in seat.wagers or seat.void or seat.player == player:",
        new="if seat.void or seat.player == player:",
        tests=("tests/clauses/test_chickasaw_envy.py",),
    ),
    Bug(
        name="a meter's remainder lost",
        file="src/uth/progressive/meters.py",
        old="""\
    grows = level.increment * cents
    reserve""",
        new="""\
    grows = Fraction(int(level.increment * cents))
    reserve""",
        tests=("tests/progressive/test_meters.py",),
    ),
    Bug(
        name="the secret from `random`",
        file="src/uth/house/fairness.py",
        old="    return secrets.token_bytes(KEY_BYTES)\n",
        new="    import random\n\n    return random.randbytes(KEY_BYTES)\n",
        tests=("tests/host/test_shuffle.py",),
        money=False,
    ),
    Bug(
        name="no rejection in the shuffle",
        file="src/uth/house/fairness.py",
        old="    return next(word for word in words if word < limit) % count\n",
        new="    return next(words) % (count if limit else 1)\n",
        tests=("tests/host/test_shuffle.py",),
        money=False,
    ),
    Bug(
        name="a switch that does not stop a bank",
        file=LIVE_TABLE,
        old="""\
        if isinstance(command, c.PlaceWager | c.Bank):
            self._require_on(command.seat)
""",
        new="""\
        if isinstance(command, c.PlaceWager):
            self._require_on(command.seat)
""",
        tests=("tests/host/test_house.py",),
    ),
    Bug(
        name="the players' words ignored in the deck",
        file="src/uth/house/round_secret.py",
        old="return shuffled(self.committed.secret, self.words, self.orders)",
        new="return shuffled(self.committed.secret, {}, self.orders)",
        tests=("tests/host/test_live_table.py",),
        money=False,
    ),
    Bug(
        name="trips winnings doubled in the event",
        file=DECIDE,
        old="    yield e.WagerSettled(seat=seat, settled=settled, award=award_in(settled, posted))\n",
        new="""\
    if settled.wager is Wager.TRIPS:
        settled = settled._replace(won=2 * settled.won)
    yield e.WagerSettled(seat=seat, settled=settled, award=award_in(settled, posted))
""",
        tests=("tests/clauses/test_massachusetts_settlement.py",),
    ),
    Bug(
        name="an unlinked meter paying twice",
        file=DECIDE,
        old="""\
                yield e.MeterPaid(meter=name, cents=meter.paid, seeded=meter.seeded)
""",
        new="""\
                yield e.MeterPaid(meter=name, cents=meter.paid, seeded=meter.seeded)
                yield e.MeterPaid(meter=name, cents=meter.paid, seeded=meter.seeded)
""",
        tests=("tests/ledger/test_table_ledger.py",),
    ),
    Bug(
        name="the aggregate limit ignored in the event",
        file=DECIDE,
        old="    yield e.WagerSettled(seat=seat, settled=settled, award=award_in(settled, posted))\n",
        new="""\
    settled = settled._replace(won=settled.won + settled.cut)
    yield e.WagerSettled(seat=seat, settled=settled, award=award_in(settled, posted))
""",
        tests=("tests/clauses/test_massachusetts_limits.py",),
    ),
    Bug(
        name="a folded hand shown to everyone",
        file="src/uth/views/seat.py",
        old="    if picked_up_unseen and not own:\n        return ()\n",
        new="""\
    if spot.decision is not None and spot.decision.multiple is None:
        return spot.hole
    if picked_up_unseen and not own:
        return ()
""",
        tests=("tests/host/test_secrets.py",),
        money=False,
    ),
)


def patched(bug: Bug) -> str | None:
    """Return the file with the bug, or ``None`` if its old text does not occur exactly once."""
    source = (ROOT / bug.file).read_text(encoding="utf-8")
    return source.replace(bug.old, bug.new) if source.count(bug.old) == 1 else None


def failing_test(copy: SourceCopy, tests: Sequence[str]) -> str | None:
    """Return the first failing test, or ``None``; a failing import does not count."""
    for file in tests:
        done = copy.pytest(["-m", "not slow", file], TESTS_TIMEOUT_S)
        if done is None:
            return f"{file} (it does not end)"
        if done.returncode == 1 and (failed := FAILED.search(done.stdout)):
            return failed[1]
        if done.returncode not in (0, 1):
            raise RuntimeError(f"{file} could not be run:\n{done.stdout}{done.stderr}")
    return None


def failing_evening(copy: SourceCopy, keys: int) -> tuple[str, str] | None:
    """Return the first key whose evening fails, with the auditor's message, or ``None``."""
    done = copy.python(["-c", EVENINGS, str(keys)], keys * EVENING_TIMEOUT_S)
    if done is None:
        return "?", "it does not end"
    if done.returncode and not (found := FOUND.search(done.stdout)):
        raise RuntimeError(f"the evenings could not be run:\n{done.stderr}")
    return (found[1], found[2]) if done.returncode and found else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Detection:
    """What detected a bug."""

    bug: Bug
    test: str | None
    evening: tuple[str, str] | None
    seconds: float

    @property
    def enough(self) -> bool:
        return self.test is not None and (self.evening is not None or not self.bug.money)

    def row(self) -> str:
        """Return the bug's row of the table."""
        test = f"`{self.test.rpartition('/')[2]}`" if self.test is not None else "**not seen**"
        key = self.evening[0] if self.evening is not None else "**not seen**" if self.bug.money else ""
        return f"| {self.bug.name} | {test} | {key} | {self.seconds:.0f} |"


def injected(copy: SourceCopy, bug: Bug, text: str, keys: int) -> Detection:
    """Return what detects the bug."""
    began = time.monotonic()
    with copy.changed(bug.file, text):
        test = failing_test(copy, bug.tests)
        evening = failing_evening(copy, keys) if bug.money else None
    return Detection(bug=bug, test=test, evening=evening, seconds=time.monotonic() - began)


def fails_without(copy: SourceCopy, bugs: Sequence[Bug], keys: int) -> str | None:
    """Return what fails without any bug, or ``None``."""
    test = failing_test(copy, sorted({file for bug in bugs for file in bug.tests}))
    evening = failing_evening(copy, keys) if any(bug.money for bug in bugs) else None
    return test or (f"evening {evening[0]}: {evening[1]}" if evening is not None else None)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", action="append", metavar="NAME", help="a bug to inject; may be repeated")
    parser.add_argument("--keys", type=int, default=KEYS, help=f"how many evenings to try; {KEYS} unless given")
    parser.add_argument("--list", action="store_true", help="print the names of the bugs and run nothing")
    parser.add_argument("--at-once", action="store_true", help="do not run everything without a bug first")
    options = parser.parse_args()
    names = {bug.name for bug in BUGS}
    for name in options.only or ():
        if name not in names:
            parser.error(f"{name!r} is no bug of the list: {', '.join(sorted(names))}")
    bugs = [bug for bug in BUGS if bug.name in (options.only or names)]
    if options.list:
        print(*(bug.name for bug in bugs), sep="\n")
        return 0
    stale = [bug.name for bug in bugs if patched(bug) is None]
    if stale:
        print(f"These patches do not apply: {', '.join(stale)}.", file=sys.stderr)
        return 1
    copy = SourceCopy()
    try:
        fault = None
        if not options.at_once:
            print(f" 0 of {len(bugs)}  without a bug", file=sys.stderr, flush=True)
            fault = fails_without(copy, bugs, options.keys)
        if fault is not None:
            print(f"Without any bug this fails: {fault}", file=sys.stderr)
            return 2
        found = []
        for number, bug in enumerate(bugs, 1):
            print(f"{number:2} of {len(bugs)}  {bug.name}", end="", file=sys.stderr, flush=True)
            seen = injected(copy, bug, patched(bug) or "", options.keys)
            says = f": {seen.evening[1][:120]}" if seen.evening is not None else ""
            print(f"  {'seen' if seen.enough else 'NOT SEEN'}{says}", file=sys.stderr, flush=True)
            found.append(seen)
    finally:
        copy.close()
    print("| bug | test | evening | seconds |", "| --- | --- | --- | --- |", *(seen.row() for seen in found), sep="\n")
    return 0 if all(seen.enough for seen in found) else 1


if __name__ == "__main__":
    sys.exit(main())
