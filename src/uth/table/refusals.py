"""Legality: the one place that says which commands the table accepts.

`decide`, the buttons of a page, the keys of the terminal and the mask of a learning environment all ask it.
"""

from __future__ import annotations

from enum import StrEnum

from uth.cards import DECK, Card
from uth.cites import cites
from uth.errors import Refused
from uth.rules.values import Street, Wager
from uth.table import commands as c
from uth.table.dealing import next_delivery
from uth.table.posted import Posted
from uth.table.state import ACTING, Phase, Spot, Table
from uth.table.wagers import clause_of, fault_in
from uth.units import WAGER_CENTS_MAX, Seat


class Refusal(StrEnum):
    """Why the table does not accept a command, in the order the reasons are looked for."""

    NOT_A_COMMAND = "not_a_command"
    NOT_A_SEAT = "not_a_seat"
    NOT_AN_AMOUNT = "not_an_amount"
    NOT_A_WAGER = "not_a_wager"
    NOT_A_PLAYER = "not_a_player"
    SEAT_TAKEN = "seat_taken"
    SEAT_EMPTY = "seat_empty"
    TOO_MANY_HANDS = "too_many_hands"
    HAND_BEING_PLAYED = "hand_being_played"
    STEP_NOT_DUE = "step_not_due"
    WAGERS_CLOSED = "wagers_closed"
    WAGER_NOT_OFFERED = "wager_not_offered"
    WAGER_FOLLOWS_THE_ANTE = "wager_follows_the_ante"
    OUTSIDE_THE_LIMITS = "outside_the_limits"
    NOT_A_MULTIPLE_OF_THE_UNIT = "not_a_multiple_of_the_unit"
    BLIND_MUST_EQUAL_ANTE = "blind_must_equal_ante"
    TRIPS_NEEDS_ANTE = "trips_needs_ante"
    PROGRESSIVE_WAGER_IS_FIXED = "progressive_wager_is_fixed"
    PROGRESSIVE_NEVER_ALONE = "progressive_never_alone"
    MATCH_PLAY_MUST_EQUAL_ANTE = "match_play_must_equal_ante"
    COVER_ALL_NEEDS_ANTE = "cover_all_needs_ante"
    NO_WAGER = "no_wager"
    BANKER_HAS_NO_OTHER_WAGER = "banker_has_no_other_wager"
    HOUSE_BANKS = "house_banks"
    BANK_TAKEN = "bank_taken"
    BANKED_TOO_OFTEN = "banked_too_often"
    NO_BANKER = "no_banker"
    NOT_ENOUGH_CHIPS = "not_enough_chips"
    NOT_A_DECK = "not_a_deck"
    SEAT_NOT_IN_ROUND = "seat_not_in_round"
    ALREADY_FOLDED = "already_folded"
    ALREADY_PLAYED = "already_played"
    NOTHING_TO_DECIDE = "nothing_to_decide"
    NOT_YOUR_TURN = "not_your_turn"
    CHECK_NOT_OFFERED = "check_not_offered"
    FOLD_NOT_OFFERED = "fold_not_offered"
    PLAY_MULTIPLE_NOT_OFFERED = "play_multiple_not_offered"


def refusal_of(table: Table, command: c.Command, posted: Posted) -> Refused | None:
    """Return why the command is refused, or ``None`` if it is accepted."""
    malformed = _malformed(command, posted)
    if malformed is not None:
        return malformed
    match command:
        case c.TakeSeat() | c.LeaveSeat() | c.BuyIn():
            return _refused_at_the_chair(table, command, posted)
        case c.PlaceWager() | c.TakeBackWager():
            return _refused_wager(table, command, posted)
        case c.Bank():
            return _refused_bank(table, command, posted)
        case c.GiveUpBank(seat=seat):
            banks = table.banker is not None and table.banker.seat == seat and table.phase is Phase.WAGERS
            return None if banks else Refused(Refusal.NO_BANKER, None, f"seat {seat} has no bank to take back now")
        case c.Check() | c.MakePlay() | c.Fold():
            return _refused_decision(table, command, posted)
        case c.PlaceDeck() | c.AnnounceNoMoreBets() | c.DealNext():
            return _refused_deal(table, command, posted)
        case c.ShowFlop() | c.ShowTurnAndRiver() | c.ShowDealerHand() | c.SettleRound() | c.CollectCards():
            return _refused_step(table, command, posted)


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
    if type(cents) is not int or not 1 <= cents <= WAGER_CENTS_MAX:
        return Refused(Refusal.NOT_AN_AMOUNT, None, f"{cents!r} is not a whole number of cents from 1 upwards")
    if isinstance(command, c.PlaceWager | c.TakeBackWager) and not isinstance(command.wager, Wager):
        return Refused(Refusal.NOT_A_WAGER, None, f"{command.wager!r} is not a wager")
    if isinstance(command, c.TakeSeat) and (type(command.player) is not str or not command.player):
        return Refused(Refusal.NOT_A_PLAYER, None, f"{command.player!r} is not the name of a player")
    if isinstance(command, c.MakePlay) and type(command.multiple) is not int:
        return Refused(Refusal.PLAY_MULTIPLE_NOT_OFFERED, None, f"{command.multiple!r} is not a multiple")
    return None


@cites("MA.6e", "MA.11", "CN.7", "GR.1", "GR.16")
def _refused_at_the_chair(table: Table, command: c.TakeSeat | c.LeaveSeat | c.BuyIn, posted: Posted) -> Refused | None:
    if isinstance(command, c.TakeSeat):
        if command.seat in table.chairs:
            return Refused(Refusal.SEAT_TAKEN, None, f"seat {command.seat} is taken")
        most = posted.rules.seats.hands_per_player
        if sum(chair.player == command.player for chair in table.chairs.values()) >= most.value:
            return Refused(Refusal.TOO_MANY_HANDS, most.cite, f"a player has at most {most.value} hand(s) here")
        return None
    if command.seat not in table.chairs:
        return Refused(Refusal.SEAT_EMPTY, None, f"nobody sits at seat {command.seat}")
    banks = table.banker is not None and table.banker.seat == command.seat
    playing = table.phase is not Phase.SETTLED and (command.seat in table.spots or banks)
    if isinstance(command, c.LeaveSeat) and playing:
        return Refused(
            Refusal.HAND_BEING_PLAYED, None, "a wager lies on the layout; the seat stays until the round ends"
        )
    return None


@cites("MA.6b", "CA.BET1", "CA.BET2", "CN.1", "CN.2", "CN.9", "MA.12a")
def _refused_wager(table: Table, command: c.PlaceWager | c.TakeBackWager, posted: Posted) -> Refused | None:
    if command.seat not in table.chairs:
        return Refused(Refusal.SEAT_EMPTY, None, f"nobody sits at seat {command.seat}; only seated players wager")
    if table.phase is not Phase.WAGERS:
        says = "'No more bets' has been announced; nothing is made, increased or withdrawn"
        return Refused(Refusal.WAGERS_CLOSED, None, says)
    if command.wager in (Wager.BLIND, Wager.ENTRY_FEE):
        says = f"the {command.wager.words.lower()} comes with the ante by itself"
        return Refused(Refusal.WAGER_FOLLOWS_THE_ANTE, clause_of(command.wager, posted), says)
    spot = table.spots.get(command.seat, Spot())
    wagers = dict(spot.wagers)
    if isinstance(command, c.TakeBackWager):
        if command.wager not in wagers:
            return Refused(Refusal.NO_WAGER, None, f"there is no {command.wager.words.lower()} wager to take back")
        for gone in _with_it(command.wager):
            wagers.pop(gone, None)
        return _refused_layout(wagers, posted) if wagers else None
    if table.banker is not None and table.banker.seat == command.seat:
        return Refused(Refusal.BANKER_HAS_NO_OTHER_WAGER, None, "the player/dealer wagers the bank alone")
    for laid in _with_it(command.wager):
        wagers[laid] = command.cents
    more = sum(wagers.values()) - sum(spot.wagers.values()) if command.wager is not Wager.MATCH_PLAY else 0
    refused = _refused_layout(wagers, posted) or _outside_limits(command, posted)
    if refused is None and more > table.chairs[command.seat].rail:
        return _not_enough(table, command.seat, more)
    return refused


def _with_it(wager: Wager) -> tuple[Wager, ...]:
    """Return what moves with the wager: the blind follows the ante."""
    return (Wager.ANTE, Wager.BLIND) if wager is Wager.ANTE else (wager,)


def _refused_layout(wagers: dict[Wager, int], posted: Posted) -> Refused | None:
    fault = fault_in(wagers, posted)
    if fault is None:
        return None
    amount = wagers.get(fault.wager)
    return Refused(Refusal(fault.code), fault.clause, f"{fault.wager.words} {amount if amount else ''} {fault.says}")


def _outside_limits(command: c.PlaceWager, posted: Posted) -> Refused | None:
    limits = {
        Wager.ANTE: posted.limits.ante,
        Wager.TRIPS: posted.limits.trips,
        Wager.COVER_ALL: posted.limits.cover_all,
    }.get(command.wager)
    if limits is None or limits.min <= command.cents <= limits.max:
        return None
    says = f"{command.wager.words} {command.cents} is outside the posted limits, {limits.min} to {limits.max}"
    return Refused(Refusal.OUTSIDE_THE_LIMITS, posted.limits.cite, says)


def _not_enough(table: Table, seat: Seat, needed: int) -> Refused:
    rail = table.chairs[seat].rail
    return Refused(Refusal.NOT_ENOUGH_CHIPS, None, f"{needed} more is needed and {rail} is on the rail")


@cites("CA.STD", "CA.PLAY19", "CA.PLAY20")
def _refused_bank(table: Table, command: c.Bank, posted: Posted) -> Refused | None:
    seats = posted.rules.seats
    if command.seat not in table.chairs:
        return Refused(Refusal.SEAT_EMPTY, None, f"nobody sits at seat {command.seat}")
    if seats.banked_by.value == "house":
        return Refused(Refusal.HOUSE_BANKS, seats.banked_by.cite, "the house banks this game")
    if table.phase is not Phase.WAGERS:
        return Refused(Refusal.WAGERS_CLOSED, None, "'No more bets' has been announced")
    if command.seat in table.spots:
        return Refused(Refusal.BANKER_HAS_NO_OTHER_WAGER, None, "the player/dealer wagers the bank alone")
    if table.banker is not None and table.banker.seat != command.seat:
        return Refused(Refusal.BANK_TAKEN, seats.banked_by.cite, f"seat {table.banker.seat} banks this round")
    most = seats.bank_consecutive_max
    same = table.chairs[command.seat].player == table.banked_by
    if most is not None and same and table.banked_rounds >= most.value:
        return Refused(Refusal.BANKED_TOO_OFTEN, most.cite, f"nobody banks more than {most.value} hands in a row")
    mine = table.banker.wager if table.banker is not None and table.banker.seat == command.seat else 0
    if command.cents - mine > table.chairs[command.seat].rail:
        return _not_enough(table, command.seat, command.cents - mine)
    return None


@cites("MA.7f1", "MA.7f3", "MA.7f5", "MA.9a", "MA.9c", "MA.9e", "MA.6d", "CA.PLAY1", "CA.PLAY3", "CA.PLAY5",
       "CN.16", "CN.18", "CN.20", "GR.3", "GR.4", "GR.5")  # fmt: skip
def _refused_decision(table: Table, command: c.Check | c.MakePlay | c.Fold, posted: Posted) -> Refused | None:
    street, play = table.street, posted.rules.play
    if street is None:
        return Refused(Refusal.STEP_NOT_DUE, None, f"nobody is asked now; due: {due(table, posted)}")
    spot = table.spots.get(command.seat)
    if spot is None:
        return Refused(Refusal.SEAT_NOT_IN_ROUND, None, f"seat {command.seat} is not in the round")
    if spot.decision is not None:
        if spot.decision.multiple is None:
            return Refused(Refusal.ALREADY_FOLDED, play.fold.cite, "the hand has been folded")
        return Refused(Refusal.ALREADY_PLAYED, play.preflop.cite, "the play wager has been made; there is one a round")
    if not spot.can_act:
        return Refused(Refusal.NOTHING_TO_DECIDE, posted.rules.trips.alone.cite, "trips alone has nothing to decide")
    if table.turn != command.seat:
        return Refused(Refusal.NOT_YOUR_TURN, None, f"seat {table.turn} is asked now")
    match command:
        case c.Check():
            if street in play.check.value:
                return None
            return Refused(Refusal.CHECK_NOT_OFFERED, play.check.cite, f"{street.words} a hand plays or folds")
        case c.Fold():
            if street in play.fold.value:
                return None
            return Refused(Refusal.FOLD_NOT_OFFERED, play.fold.cite, f"{street.words} a hand plays or checks")
        case c.MakePlay(seat=seat, multiple=multiple):
            return _refused_play(table, seat, multiple, street, posted)


def _refused_play(table: Table, seat: Seat, multiple: int, street: Street, posted: Posted) -> Refused | None:
    multiples = posted.rules.play.multiples(street)
    if multiple not in multiples:
        offered = " or ".join(f"{each}x" for each in multiples) or "none"
        clause = {Street.PREFLOP: posted.rules.play.preflop, Street.FLOP: posted.rules.play.flop}.get(
            street, posted.rules.play.river
        )
        says = f"{multiple}x is not offered {street.words}; {offered}"
        return Refused(Refusal.PLAY_MULTIPLE_NOT_OFFERED, clause.cite, says)
    needed = multiple * table.spots[seat].wagers[Wager.ANTE]
    return _not_enough(table, seat, needed) if needed > table.chairs[seat].rail else None


@cites("MA.2a", "MA.7b", "CA.DEAL1", "CN.8", "CN.45")
def _refused_deal(
    table: Table, command: c.PlaceDeck | c.AnnounceNoMoreBets | c.DealNext, posted: Posted
) -> Refused | None:
    match command:
        case c.PlaceDeck(cards=cards):
            if table.phase not in (Phase.WAGERS, Phase.OPENING_DEAL) or table.dealt:
                return _not_due(table, posted)
            return _refused_deck(cards, posted)
        case c.AnnounceNoMoreBets():
            if table.phase is not Phase.WAGERS:
                return _not_due(table, posted)
            if not table.spots:
                return Refused(Refusal.NO_WAGER, posted.rules.ante.blind_equals_ante.cite, "nobody has made a wager")
            seats = posted.rules.seats
            if seats.banked_by.value == "player" and table.banker is None:
                return Refused(
                    Refusal.NO_BANKER, seats.banked_by.cite, "nobody banks; without a banker there is no round"
                )
            fee = posted.limits.entry_fee if posted.offers(Wager.ENTRY_FEE) else 0
            short = next((seat for seat in table.in_round if table.chairs[seat].rail < fee), None)
            return _not_enough(table, short, fee) if short is not None else None
        case c.DealNext():
            if next_delivery(table, posted.dealing) is None:
                return _not_due(table, posted)
            return None if table.deck else Refused(Refusal.NOT_A_DECK, None, "the deck is not in place; due: PlaceDeck")


def _refused_deck(cards: object, posted: Posted) -> Refused | None:
    deck = posted.rules.deck.cards
    if isinstance(cards, tuple) and all(type(card) is Card for card in cards) and sorted(cards) == list(DECK):
        return None
    return Refused(Refusal.NOT_A_DECK, deck.cite, f"a deck is {deck.value} different cards")


def _refused_step(
    table: Table,
    command: c.ShowFlop | c.ShowTurnAndRiver | c.ShowDealerHand | c.SettleRound | c.CollectCards,
    posted: Posted,
) -> Refused | None:
    return None if due(table, posted) == type(command).__name__ else _not_due(table, posted)


def _not_due(table: Table, posted: Posted) -> Refused:
    return Refused(Refusal.STEP_NOT_DUE, None, f"out of order; due now: {due(table, posted)}")


@cites("MA.9b", "MA.9d", "MA.9f", "CA.PLAY2", "CA.PLAY4", "CN.17", "CN.19", "CN.23", "GR.6")
def due(table: Table, posted: Posted) -> str:
    """Return the step that is due: the name of the dealer's next command, or which seat is asked."""
    if table.phase in ACTING:
        return f"seat {table.turn} to act"
    if next_delivery(table, posted.dealing) is not None:
        return "DealNext" if table.deck else "PlaceDeck"
    return {
        Phase.WAGERS: "AnnounceNoMoreBets",
        Phase.FLOP_DEAL: "ShowFlop",
        Phase.RIVER_DEAL: "ShowTurnAndRiver",
        Phase.SHOWDOWN: "ShowDealerHand",
        Phase.SETTLING: "SettleRound",
        Phase.SETTLED: "CollectCards",
    }[table.phase]
