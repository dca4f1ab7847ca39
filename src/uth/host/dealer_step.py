"""The dealer's step: what a person who deals asks for by its name, the house knowing the rest of it."""

from __future__ import annotations

from uth.errors import Refused
from uth.host.asked import TakeStep
from uth.host.house_dealer import Shuffled, next_step
from uth.host.signing import by_the_person
from uth.table import commands as c
from uth.table.due import due
from uth.table.posted import Posted
from uth.table.reading import is_read, to_read
from uth.table.refusal import Refusal
from uth.table.state import Table


def step_asked(asked: TakeStep, by: str, table: Table, posted: Posted, order: Shuffled) -> c.Command:
    """Return the dealer's command that is due, if it is the one that was asked for."""
    step = due(table, posted)
    if asked.step != step:
        raise Refused("step_not_due", None, f"{asked.step!r} is not due; due now: {step}")
    if asked.reads and not is_read(table, posted):
        says = f"{to_read(table, posted)} of the real deck come next: read them into the table first"
        raise Refused("cards_not_read", None, says)
    if asked.reads and asked.cards is not None and asked.cards != tuple(str(card) for card in table.read):
        raise Refused("cards_not_read", None, "another console has read other cards since: look, and read again")
    if step == "CountStub":
        cite = posted.rules.procedure.stub_count_every
        says = "the dealer says how many cards the stub has: CountStub with cards"
        raise Refused(Refusal.NOT_A_COUNT, cite.cite if cite is not None else None, says)
    waits: dict[str, c.Command] = {"AnnounceNoMoreBets": c.AnnounceNoMoreBets(), "CollectCards": c.CollectCards()}
    command = waits.get(step) or next_step(table, posted, order)
    if command is None:
        raise Refused("step_not_due", None, f"{step} is not the dealer's")
    return by_the_person(command, by)
