"""A process that works on a meter file and may be killed while it does so; run by the tests, never by the library.

``kill FOLDER EVERY``: for every point, or every EVERY-th one, at which a process can be stopped, one child runs the
plan and stops itself there with SIGKILL; prints a line for each child with the answers it had received.
``feed FILE NAME COUNT``: plays COUNT games at one table, from COIN IN to GAME OVER, and prints each answer at once.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from pathlib import Path
from typing import Any, Final

from sqlalchemy import Engine, event

from uth.house.linked_table import terms_of
from uth.progressive import commands as c
from uth.progressive.state import Key, Means, Terms
from uth.rules.loader import load
from uth.store.codec import encoded
from uth.store.meter_file import MeterFile
from uth.table.posted import post
from uth.units import Seat


def terms_for(book: str = "chickasaw", **posted: Any) -> Terms:
    terms = terms_of(post(load(book), **posted))
    assert terms is not None
    return terms


def joining(terms: Terms, table: str) -> c.JoinLink:
    return c.JoinLink(
        table=table, game="ultimate_texas_holdem", pay_table=terms.table, wager=terms.wager, decks=terms.decks
    )


def plan(terms: Terms) -> list[tuple[str, c.Command]]:
    """Return an evening with coin-ins, an award from the button to the payment, and one that is rejected."""
    steps: list[c.Command] = [
        joining(terms, "T1"),
        joining(terms, "T2"),
        c.CoinIn(table="T1", round=1, seats=(Seat(1), Seat(3))),
        c.CoinIn(table="T2", round=7, seats=(Seat(2),)),
        c.PressHandButton(table="T1", seat=Seat(3), hand="royal_flush", evidence="As Ks Qs Js Ts"),
        c.CallSupervisor(table="T1"),
        c.TurnKey(table="T1", to=Key.JPH, by="Kim"),
        c.PressJackpot(table="T1", award=1, by="Kim"),
        *(
            c.RecordStep(award=1, step=step, by="Kim", fields=dict.fromkeys(terms.awards.fields[step], "seen"))
            for step in terms.awards.steps
        ),
        c.PayAward(award=1, means=Means.CHECK, by="Lee"),
        c.TurnKey(table="T1", to=Key.RUN, by="Kim"),
        c.GameOver(table="T1"),
        c.PressHandButton(table="T2", seat=Seat(2), hand="straight_flush", evidence="9h 8h 7h 6h 5h"),
        c.CallSupervisor(table="T2"),
        c.TurnKey(table="T2", to=Key.JPH, by="Kim"),
        c.RejectAward(table="T2", award=2, by="Kim", reason="the hand was dead"),
        c.TurnKey(table="T2", to=Key.RUN, by="Kim"),
        c.GameOver(table="T2"),
        c.CoinIn(table="T1", round=2, seats=(Seat(1),)),
    ]
    return [(f"plan/{at}", command) for at, command in enumerate(steps)]


OPCODES: Final = 25
"""After so many steps of its virtual machine SQLite lets a process be stopped, in the middle of a statement."""


def stop_at(point: int) -> None:
    """Have this process kill itself at its so-manieth step outside: within SQLite, or at a call of the system."""
    count = 0

    def reached(*_: object) -> None:
        nonlocal count
        count += 1
        if count == point:
            os.kill(os.getpid(), signal.SIGKILL)

    def stopping(module: Any, name: str) -> None:
        real = getattr(module, name)

        def step(*words: Any, **named: Any) -> Any:
            reached()
            return real(*words, **named)

        setattr(module, name, step)

    for name in ("open", "fsync", "link", "unlink"):
        stopping(os, name)
    for name in ("begin", "commit", "rollback"):
        event.listen(Engine, name, reached)
    event.listen(Engine, "connect", lambda connection, _: connection.set_progress_handler(reached, OPCODES))


def killed(folder: Path, every: int) -> None:
    """Work through the plan in one child after the other, each stopped so many steps later, until one is through."""
    terms = terms_for()
    steps = plan(terms)
    for point in range(1, 10_000, every):
        reader, writer = os.pipe()
        child = os.fork()
        if child == 0:
            stop_at(point)
            with MeterFile.open(folder / f"{point}.meter", terms) as file:
                for key, command in steps:
                    answer = [encoded(event) for event in file.send(command, key)]
                    os.write(writer, json.dumps([key, answer]).encode() + b"\n")
            os._exit(0)
        os.close(writer)
        with os.fdopen(reader) as told:
            answers = [json.loads(line) for line in told]
        _, status = os.waitpid(child, 0)
        print(json.dumps({"point": point, "killed": os.WIFSIGNALED(status), "answers": answers}), flush=True)
        if not os.WIFSIGNALED(status):
            return


def feeding(path: Path, name: str, count: int) -> None:
    """Coin in and end games at one table, going on where the file says it was left, and tell every answer."""
    terms = terms_for()
    with MeterFile.open(path, terms) as file:
        file.send(joining(terms, name), f"{name}/join")
        for number in range(1, count + 1):
            file.send(c.CoinIn(table=name, round=number, seats=(Seat(1), Seat(2))), f"{name}/{number}/in")
            print(f"{name}/{number}/in", flush=True)
            file.send(c.GameOver(table=name), f"{name}/{number}/over")
            print(f"{name}/{number}/over", flush=True)


if __name__ == "__main__":
    if sys.argv[1] == "kill":
        killed(Path(sys.argv[2]), int(sys.argv[3]))
    else:
        feeding(Path(sys.argv[2]), sys.argv[3], int(sys.argv[4]))
