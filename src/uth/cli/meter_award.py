"""An award as one guided step: hand button, supervisor, key, J-POT, key back at RUN."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from uth.errors import Malformed
from uth.progressive import commands as c
from uth.progressive.decide import Events
from uth.progressive.events import AwardPending
from uth.progressive.state import AwardStage, Key, Link
from uth.store.meter_file import MeterFile
from uth.units import Seat

STEPS: Final = ("button", "call", "key", "jpot", "run")
"""The steps of an award, in their order (NV.10c to NV.10f)."""
REJECT: Final = "reject"
"""What the supervisor may do in place of J-POT."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Award:
    """A win at a table: whose hand, which cards, and the supervisor who verifies it."""

    table: str
    seat: Seat
    hand: str
    evidence: str
    by: str


def guided(file: MeterFile, win: Award, key: str | None = None) -> list[Events]:
    """Return what happened on the way from the hand button to the key back at RUN.

    The walk goes on from where the table stands, so that one that was interrupted is finished by asking again: a hand
    button that is on is not pressed a second time, which would turn it off. With a key each step is done once, however
    often and however late the win is sent.
    """
    done: list[Events] = []
    with file.turn():
        number = _on(file.link, win)
        for step in STEPS:
            step_key = f"{key}/{step}" if key is not None else None
            sent = step_key is not None and file.answered(step_key) is not None
            if sent or _is_due(file.link, step, win, number):
                done.append(file.send(_command(step, win, number or 0), step_key))
                number = next((event.award for event in done[-1] if isinstance(event, AwardPending)), number)
    return done


def one_step(file: MeterFile, win: Award, step: str, reason: str | None, key: str | None) -> list[Events]:
    """Return what happened at one step of an award."""
    if step not in (*STEPS, REJECT):
        raise Malformed("step", step, f"is not a step of an award; {', '.join((*STEPS, REJECT))}")
    if (step == REJECT) != (reason is not None):
        raise Malformed("reason", reason, "goes with the step reject, and only there")
    with file.turn():
        return [file.send(_command(step, win, _on(file.link, win) or 0, reason or ""), key)]


def _on(link: Link, win: Award) -> int | None:
    """Return the award whose hand button is on at that seat, or ``None``."""
    station = link.stations.get(win.table)
    return station.buttons.get((win.seat, win.hand)) if station is not None else None


def _is_due(link: Link, step: str, win: Award, number: int | None) -> bool:
    award = link.award(number)
    if award is None:
        return step == "button"
    if win.table not in link.stations or _on(link, win) != number:
        return False
    station, pending = link.stations[win.table], award.stage is AwardStage.PENDING
    match step:
        case "call":
            return pending and station.key is Key.RUN and not station.called
        case "key":
            return pending and station.key is Key.RUN
        case "jpot":
            return pending
        case "run":
            return not pending and station.key is Key.JPH
    return False


def _command(step: str, win: Award, number: int, reason: str = "") -> c.Command:
    match step:
        case "button":
            return c.PressHandButton(table=win.table, seat=win.seat, hand=win.hand, evidence=win.evidence)
        case "call":
            return c.CallSupervisor(table=win.table)
        case "key":
            return c.TurnKey(table=win.table, to=Key.JPH, by=win.by)
        case "jpot":
            return c.PressJackpot(table=win.table, award=number, by=win.by)
        case "run":
            return c.TurnKey(table=win.table, to=Key.RUN, by=win.by)
    return c.RejectAward(table=win.table, award=number, by=win.by, reason=reason)
