"""Legality: the one place that says which commands the table accepts.

`decide`, the buttons of a page, the keys of the terminal and the mask of a learning environment all ask it.
"""

from __future__ import annotations

from uth.errors import Refused
from uth.rules.values import Wager
from uth.table import commands as c
from uth.table.posted import Posted
from uth.table.refusal import Refusal
from uth.table.refuse_round import refused_deal, refused_decision, refused_step
from uth.table.refuse_seat import refused_at_the_chair, refused_bank, refused_give_up_bank, refused_wager
from uth.table.state import Table
from uth.units import BANK_CENTS_MAX, WAGER_CENTS_MAX


def refusal_of(table: Table, command: c.Command, posted: Posted) -> Refused | None:
    """Return why the command is refused, or ``None`` if it is accepted."""
    malformed = _malformed(command, posted)
    if malformed is not None:
        return malformed
    match command:
        case c.TakeSeat() | c.LeaveSeat() | c.BuyIn():
            return refused_at_the_chair(table, command, posted)
        case c.PlaceWager() | c.TakeBackWager():
            return refused_wager(table, command, posted)
        case c.Bank():
            return refused_bank(table, command, posted)
        case c.GiveUpBank():
            return refused_give_up_bank(table, command, posted)
        case c.Check() | c.MakePlay() | c.Fold():
            return refused_decision(table, command, posted)
        case c.PlaceDeck() | c.AnnounceNoMoreBets() | c.DealNext():
            return refused_deal(table, command, posted)
        case c.ShowFlop() | c.ShowTurnAndRiver() | c.ShowDealerHand() | c.SettleRound() | c.CollectCards():
            return refused_step(table, command, posted)


def _malformed(command: object, posted: Posted) -> Refused | None:
    """Refuse what no table could understand: odd types, seats that are not there, fantastic amounts."""
    if not isinstance(command, c.SeatCommand | c.DealerCommand):
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
    if isinstance(command, c.TakeSeat) and (type(command.player) is not str or not command.player):
        return Refused(Refusal.NOT_A_PLAYER, None, f"{command.player!r} is not the name of a player")
    if isinstance(command, c.MakePlay) and type(command.multiple) is not int:
        return Refused(Refusal.PLAY_MULTIPLE_NOT_OFFERED, None, f"{command.multiple!r} is not a multiple")
    return None
