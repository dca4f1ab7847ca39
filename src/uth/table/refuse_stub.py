"""Refusals of the stub's way out of the shoe."""

from __future__ import annotations

from uth.cards import DECK
from uth.cites import cites
from uth.errors import Refused
from uth.table import commands as c
from uth.table.opening import not_due
from uth.table.posted import Posted
from uth.table.refusal import Refusal
from uth.table.state import Table
from uth.table.stub import stub_due


@cites("MA.7e", "MA.7g", "CA.DEAL5")
def refused_stub(table: Table, command: c.StubCommand, posted: Posted) -> Refused | None:
    """Return why the stub may not leave the shoe so, or ``None``; it may always be counted when it leaves."""
    if isinstance(command, c.CountStub) and (type(command.cards) is not int or not 0 <= command.cards <= len(DECK)):
        return Refused(Refusal.NOT_A_COUNT, None, f"cards {command.cards!r} is not a count from 0 to {len(DECK)}")
    if isinstance(command, c.CountStub) and type(command.misdealt) is not bool:
        return Refused(Refusal.NOT_A_COUNT, None, f"misdealt {command.misdealt!r} is not true or false")
    step = stub_due(table, posted)
    if step is None:
        return not_due(table, posted)
    if step == "CountStub" and isinstance(command, c.DiscardStub):
        every = posted.rules.procedure.stub_count_every
        cite = every.cite if every is not None else None
        return Refused(Refusal.STEP_NOT_DUE, cite, "the stub is to be counted in this round; due now: CountStub")
    return None
