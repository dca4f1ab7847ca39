"""Signing: a command that names who gives it carries the name of whoever really does."""

from __future__ import annotations

from dataclasses import replace

from uth.table import commands as c


def by_the_person(command: c.Command, person: str) -> c.Command:
    """Return the command with the person's own name on it, whatever it said."""
    match command:
        case c.VerifyDeck() | c.OrderRecut() | c.RuleOnIrregularity() | c.ReviewRound():
            return replace(command, by=person)
        case c.ActForSeat() | c.SetTable() | c.RemovePlayer():
            return replace(command, by=person)
        case c.ResolveDispute():
            return replace(command, by=person, second=None)
    return command
