"""Legality: the one place that says which commands the table accepts.

`decide`, the buttons of a page, the keys of the terminal and the mask of a learning environment all ask it.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Final, get_args

from uth.errors import Refused
from uth.rules.values import Wager
from uth.table import commands as c
from uth.table.awards import refused_award
from uth.table.banking import refused_decline
from uth.table.disputes import refused_appeal, refused_dispute, refused_resolution, refused_review
from uth.table.opening import refused_deck_step, refused_opening, refused_recut
from uth.table.posted import Posted
from uth.table.rack import refused_rebuild
from uth.table.reading import refused_reading
from uth.table.refusal import Refusal
from uth.table.refuse_round import refused_deal, refused_decision, refused_step
from uth.table.refuse_seat import refused_at_the_chair, refused_bank, refused_give_up_bank, refused_wager
from uth.table.refuse_stub import refused_stub
from uth.table.remedies import refused_replacement, refused_ruling
from uth.table.removals import refused_acting_for, refused_removal
from uth.table.rulings import refused_report
from uth.table.settings import in_force, refused_setting
from uth.table.state import Table
from uth.units import BANK_CENTS_MAX, WAGER_CENTS_MAX

_COMMANDS: Final = frozenset(get_args(c.Command))


def refusal_of(table: Table, command: c.Command, posted: Posted) -> Refused | None:
    """Return why the command is refused, or ``None`` if it is accepted."""
    posted = in_force(table, posted)
    malformed = _malformed(command, posted)
    if malformed is not None:
        return malformed
    refused = _stopped(table, command)
    if refused is not None:
        return refused
    match command:
        case c.TakeSeat() | c.LeaveSeat() | c.BuyIn():
            return refused_at_the_chair(table, command, posted)
        case c.PlaceWager() | c.TakeBackWager():
            return refused_wager(table, command, posted)
        case c.Bank():
            return refused_bank(table, command, posted)
        case c.GiveUpBank():
            return refused_give_up_bank(table, command, posted)
        case c.DeclineBank():
            return refused_decline(table, command, posted)
        case c.Check() | c.MakePlay() | c.Fold():
            return refused_decision(table, command, posted)
        case c.AnnounceNoMoreBets() | c.DealNext():
            return refused_deal(table, command, posted)
        case (
            c.StartGame()
            | c.ShowFlop()
            | c.ShowTurnAndRiver()
            | c.ShowDealerHand()
            | c.SettleRound()
            | c.CollectCards()
        ):
            return refused_step(table, command, posted)
        case _:
            return _refused_around(table, command, posted)


def _refused_around(
    table: Table, command: c.ProcedureCommand | c.FloorCommand | c.DisputeCommand, posted: Posted
) -> Refused | None:
    """Return why a command of the procedure, the floor or a dispute is refused, or ``None``."""
    match command:
        case c.SetCoverAllMode() | c.OpenTable() | c.GoIdle() | c.CloseTable():
            return refused_opening(table, command, posted)
        case c.DiscardStub() | c.CountStub():
            return refused_stub(table, command, posted)
        case c.ReadCards():
            return refused_reading(table, command, posted)
        case c.Report(irregularity=what):
            return refused_report(table, what, posted)
        case c.ReplaceCards():
            return refused_replacement(table, command, posted)
        case c.RebuildHands():
            return refused_rebuild(table, posted)
        case c.ReadMeters(meters=meters):
            return _refused_meters(meters, table)
        case c.ReadLink(down=down, dark=dark):
            good = type(down) is bool and isinstance(dark, tuple) and all(type(seat) is int for seat in dark)
            return None if good else Refused(Refusal.NOT_THE_METERS, None, "is not the state of a link")
        case c.OweAward() | c.ChangeAward() | c.BringAward() | c.DenyAward() | c.TakeAwardBack():
            return refused_award(table, command, posted)
        case c.RuleOnIrregularity():
            return refused_ruling(table, command)
        case c.OrderRecut():
            return refused_recut(table, command, posted)
        case c.ActForSeat():
            return refused_acting_for(table, command, posted)
        case c.SetTable():
            return refused_setting(table, command, posted)
        case c.RemovePlayer():
            return refused_removal(table, command, posted)
        case c.RestoreProgressive():
            up = Refused(Refusal.PROGRESSIVE_IS_UP, None, "the progressive system is not down")
            return None if table.progressive_down else up
        case c.DisputeRound():
            return refused_dispute(table, command)
        case c.TakeToRegulator():
            return refused_appeal(table, command, posted)
        case c.ReviewRound():
            return refused_review(table, command)
        case c.ResolveDispute():
            return refused_resolution(table, command, posted)
        case _:
            return refused_deck_step(table, command, posted)


def _refused_meters(meters: object, table: Table) -> Refused | None:
    """Return why those are not this table's meters, or ``None``."""
    known = isinstance(meters, Mapping) and meters.keys() == table.meters.keys()
    if (
        known
        and isinstance(meters, Mapping)
        and all(isinstance(each, Fraction) and each >= 0 for each in meters.values())
    ):
        return None
    return Refused(Refusal.NOT_THE_METERS, None, f"the meters of this table are {', '.join(table.meters) or 'none'}")


def _stopped(table: Table, command: c.Command) -> Refused | None:
    """Refuse what has to wait: for the floor's ruling, for cards to be replaced, for a dispute."""
    if isinstance(command, c.TakeSeat | c.LeaveSeat | c.BuyIn | c.LinkCommand | c.DisputeCommand | c.ReviewRound):
        return None
    if table.dispute is not None:
        if isinstance(command, c.ResolveDispute | c.RebuildHands):
            return None
        says = "the last round is disputed and frozen; due now: ResolveDispute"
        return Refused(Refusal.ROUND_FROZEN, None, says)
    if table.floor is not None and not isinstance(command, c.RuleOnIrregularity):
        says = "the floor is called; due now: RuleOnIrregularity"
        return Refused(Refusal.FLOOR_DECIDES, table.floor.clause, says)
    if table.replacing is not None and not isinstance(command, c.ReplaceCards | c.ReadCards):
        says = "cards are to be replaced; due now: ReplaceCards"
        return Refused(Refusal.STEP_NOT_DUE, table.replacing.clause, says)
    return None


def _malformed(command: object, posted: Posted) -> Refused | None:
    """Refuse what no table could understand: odd types, seats that are not there, fantastic amounts."""
    if type(command) not in _COMMANDS:
        return Refused(Refusal.NOT_A_COMMAND, None, f"{type(command).__name__} is not a command")
    if not isinstance(command, c.SeatCommand):
        return None
    count = posted.rules.seats.count
    if type(command.seat) is not int or not 1 <= command.seat <= count.value:
        return Refused(Refusal.NOT_A_SEAT, count.cite, f"seat {command.seat!r} is not 1 to {count.value}")
    cents = getattr(command, "cents", 1)
    most = BANK_CENTS_MAX if isinstance(command, c.Bank) else WAGER_CENTS_MAX
    if type(cents) is not int or not 1 <= cents <= most:
        return Refused(Refusal.NOT_AN_AMOUNT, None, f"{cents!r} is not a whole number of cents from 1 to {most}")
    if isinstance(command, c.PlaceWager | c.TakeBackWager) and not isinstance(command.wager, Wager):
        return Refused(Refusal.NOT_A_WAGER, None, f"{command.wager!r} is not a wager")
    if isinstance(command, c.BuyIn) and not isinstance(command.tender, c.Tender):
        return Refused(Refusal.NOT_AN_AMOUNT, None, f"tender {command.tender!r} is not cash or foreign")
    if isinstance(command, c.TakeSeat) and (type(command.player) is not str or not command.player):
        return Refused(Refusal.NOT_A_PLAYER, None, f"{command.player!r} is not the name of a player")
    if isinstance(command, c.MakePlay) and type(command.multiple) is not int:
        return Refused(Refusal.PLAY_MULTIPLE_NOT_OFFERED, None, f"{command.multiple!r} is not a multiple")
    return None
