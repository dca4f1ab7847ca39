"""Legality: the one place that defines which commands a table accepts, and so what it offers.

`decide`, the buttons of a page, the keys of the terminal and the mask of a learning environment all use it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from typing import Final, cast, get_args

from uth.cards import DECK, Card
from uth.cites import cites
from uth.errors import Refused, quoted
from uth.ranking import order_of
from uth.rules.values import Street, Wager
from uth.table.deck.opening import not_due, refused_deck_step, refused_opening, refused_recut, refused_stub
from uth.table.deck.rack import refused_rebuild
from uth.table.floor.disputes import refused_appeal, refused_dispute, refused_resolution, refused_review
from uth.table.floor.management import refused_acting_for, refused_removal, refused_setting
from uth.table.floor.remedies import refused_replacement, refused_ruling, to_replace
from uth.table.floor.rulings import refused_report
from uth.table.posted import Posted
from uth.table.round import commands as c
from uth.table.round.banking import refused_decline
from uth.table.round.dealing import next_delivery
from uth.table.round.due import deck_due, due, due_words, start_due
from uth.table.round.refusal import Refusal
from uth.table.round.seat_refusals import (
    not_enough,
    refused_at_the_chair,
    refused_bank,
    refused_give_up_bank,
    refused_wager,
)
from uth.table.round.state import Phase, Table, in_force
from uth.table.settle.awards import refused_award
from uth.units import BANK_CENTS_MAX, WAGER_CENTS_MAX, Seat


@cites("MA.7f1", "MA.7f3", "MA.7f5", "MA.9a", "MA.9c", "MA.9e", "MA.6d", "CA.PLAY1", "CA.PLAY3", "CA.PLAY5",
       "CN.16", "CN.18", "CN.20", "GR.3", "GR.4", "GR.5")  # fmt: skip
def refused_decision(table: Table, command: c.Check | c.MakePlay | c.Fold, posted: Posted) -> Refused | None:
    """Return why a seat may not check, play or fold now, or ``None``."""
    street, play = table.street, posted.rules.play
    if street is None:
        return Refused(Refusal.STEP_NOT_DUE, None, "nobody is asked now", due=due_words(table, posted))
    spot = table.round.spots.get(command.seat)
    if spot is None:
        return Refused(Refusal.SEAT_NOT_IN_ROUND, None, f"seat {command.seat} is not in the round")
    if spot.void is not None:
        return Refused(Refusal.HAND_IS_VOID, spot.void, "the hand is void")
    if spot.decision is not None:
        if spot.decision.multiple is None:
            return Refused(Refusal.ALREADY_FOLDED, play.fold.cite, "the hand has been folded")
        return Refused(
            Refusal.ALREADY_PLAYED, play.preflop.cite, "the play wager has been made; there is one per round"
        )
    if table.turn != command.seat:
        if not spot.can_act:
            alone = posted.rules.trips.alone.cite
            return Refused(Refusal.NOTHING_TO_DECIDE, alone, "trips alone has nothing to decide")
        return Refused(Refusal.NOT_YOUR_TURN, None, f"seat {table.turn} is asked now")
    match command:
        case c.Check():
            if street in play.check.value:
                return None
            return Refused(Refusal.CHECK_NOT_OFFERED, posted.asked_by(street), f"{street.words} a hand plays or folds")
        case c.Fold():
            if street in play.fold.value:
                return None
            return Refused(Refusal.FOLD_NOT_OFFERED, posted.asked_by(street), f"{street.words} a hand plays or checks")
        case c.MakePlay(seat=seat, multiple=multiple):
            return _refused_play(table, seat, multiple, street, posted)


def _refused_play(table: Table, seat: Seat, multiple: int, street: Street, posted: Posted) -> Refused | None:
    if multiple not in posted.plays[street]:
        offered = " or ".join(f"{each}x" for each in posted.plays[street]) or "none"
        says = f"{multiple}x is not offered {street.words}; {offered}"
        return Refused(Refusal.PLAY_MULTIPLE_NOT_OFFERED, posted.asked_by(street), says)
    needed = multiple * table.round.spots[seat].wagers[Wager.ANTE]
    return not_enough(table, seat, needed) if needed > table.rail(seat) else None


@cites("MA.7b", "MA.8b", "CA.DEAL1", "CN.8")
def refused_deal(table: Table, command: c.AnnounceNoMoreBets | c.DealNext, posted: Posted) -> Refused | None:
    """Return why the dealer may not close the wagers or deal now, or ``None``."""
    match command:
        case c.AnnounceNoMoreBets():
            if table.phase is not Phase.WAGERS:
                return not_due(table, posted)
            if not table.round.spots:
                return Refused(Refusal.NO_WAGER, posted.rules.ante.blind_equals_ante.cite, "nobody has made a wager")
            seats = posted.rules.seats
            if seats.player_banks and table.round.banker is None:
                return Refused(
                    Refusal.NO_BANKER, seats.banked_by.cite, "nobody banks; without a banker there is no round"
                )
            fee = posted.limits.entry_fee if posted.offers(Wager.ENTRY_FEE) else 0
            hands = Counter(table.chairs[seat].player for seat in table.round.seats)
            for seat in table.round.seats if fee else ():
                fees = fee * hands[table.chairs[seat].player]
                if table.rail(seat) < fees:
                    return not_enough(table, seat, fees)
            return not_due(table, posted) if deck_due(table, posted) is not None else None
        case c.DealNext():
            comes = bool(table.round.deck) and next_delivery(table, posted.dealing) is not None
            return None if comes and not start_due(table, posted) else not_due(table, posted)


def refused_step(table: Table, command: c.RoundStep, posted: Posted) -> Refused | None:
    """Return why the dealer may not take that step now, or ``None``."""
    if due(table, posted) is not type(command):
        return not_due(table, posted)
    return _envy_waits(table, posted) if isinstance(command, c.CollectCards) else None


@cites("NV.11b", "R55", "R81")
def _envy_waits(table: Table, posted: Posted) -> Refused | None:
    """Return why the cards stay, or ``None``. A hand stays face up until the envy for it is paid or denied."""
    stays = posted.rules.procedure.envy_hand_stays
    envy = (each for each in table.owed if each.from_seat is not None and each.round == table.rounds)
    waits = next(envy, None) if stays is not None and stays.value else None
    if stays is None or waits is None:
        return None
    says = f"envy of {waits.cents} for the hand of seat {waits.from_seat} waits with its award; the hand stays face up"
    return Refused(Refusal.ENVY_WAITS, stays.cite, says)


def to_read(table: Table, posted: Posted) -> int:
    """Return the number of cards that the step now due deals."""
    step = due(table, posted)
    if step is c.ReplaceCards:
        return len(to_replace(table))
    delivery = next_delivery(table, posted.dealing) if step is c.DealNext else None
    return delivery.cards if delivery is not None and table.round.deck else 0


def is_read(table: Table, posted: Posted) -> bool:
    """Whether the cards of the step now due have been read."""
    count = to_read(table, posted)
    if table.round.replacing is not None:
        return len(table.round.read) == count
    return table.round.read == table.round.deck[:count] or count == 0


def refused_reading(table: Table, command: c.ReadCards, posted: Posted) -> Refused | None:
    """Return why those cannot be the next cards, or ``None``."""
    count = to_read(table, posted)
    if count == 0:
        return not_due(table, posted)
    cards, left = command.cards, {*table.round.deck, *to_replace(table)}
    known = isinstance(cards, tuple) and all(type(card) is Card and card in left for card in cards)
    clause = table.round.replacing.clause if table.round.replacing is not None else posted.dealing.opening.cite
    if isinstance(cards, tuple) and len(cards) != count:
        says = f"{_cards(count)} next, and {len(cards) or 'none'} {'was' if len(cards) == 1 else 'were'} read"
        return Refused(Refusal.NOT_THE_NEXT_CARDS, clause, says)
    if not known or len(set(cards)) != count:
        says = f"{_cards(count)} next, and what was read has been dealt already or was read twice: look again"
        return Refused(Refusal.NOT_THE_NEXT_CARDS, clause, says)
    return None


def misreadable(table: Table) -> tuple[Card, ...]:
    """Return the cards of a real deck that were dealt last, if nothing has happened since; else nothing."""
    read = table.round.read
    return read if table.round.replacing is None and not set(read).intersection(table.round.deck) else ()


def refused_correction(table: Table, command: c.CorrectReading) -> Refused | None:
    """Return why those cannot be the cards dealt last, or ``None``."""
    was, cards = misreadable(table), command.cards
    if not was:
        says = "a misread card is corrected before the next step; now the floor decides"
        return Refused(Refusal.NOTHING_TO_READ_AGAIN, "R108", says)
    left = {*table.round.deck, *was}
    known = isinstance(cards, tuple) and all(type(card) is Card and card in left for card in cards)
    if not known or len(set(cards)) != len(was) or len(cards) != len(was) or cards == was:
        says = f"{len(was)} were dealt, and what was read is as before, lies elsewhere or was read twice: look again"
        return Refused(Refusal.NOT_THE_NEXT_CARDS, "R108", says)
    return None


def _cards(count: int) -> str:
    return "one card comes" if count == 1 else f"{count} cards come"


_COMMANDS: Final = frozenset(get_args(c.Command))
_SEAT_COMMANDS: Final = frozenset(get_args(c.SeatCommand))


def refusal_of(table: Table, command: c.Command, posted: Posted) -> Refused | None:
    """Return why the command is refused, or ``None`` if it is accepted."""
    if table.hands_per_player is not None or table.entry_fee is not None:
        posted = in_force(table, posted)
    refused = _malformed(command, posted)
    if refused is None and (table.disputes or table.round.floor is not None or table.round.replacing is not None):
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
    """Return why a command about procedure, the floor or a dispute is refused, or ``None``."""
    match command:
        case c.SetCoverAllMode() | c.OpenTable() | c.GoIdle() | c.CloseTable():
            return refused_opening(table, command, posted)
        case c.DiscardStub() | c.CountStub():
            return refused_stub(table, command, posted)
        case c.ReadCards():
            return refused_reading(table, command, posted)
        case c.CorrectReading():
            return refused_correction(table, command)
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
    """Return why those are not the meters of this table, or ``None``."""
    known = isinstance(meters, Mapping) and meters.keys() == table.meters.keys()
    if (
        known
        and isinstance(meters, Mapping)
        and all(isinstance(each, Fraction) and each >= 0 for each in meters.values())
    ):
        return None
    return Refused(Refusal.NOT_THE_METERS, None, f"the meters of this table are {', '.join(table.meters) or 'none'}")


def _stopped(table: Table, command: c.Command) -> Refused | None:
    """Refuse a command that has to wait for the floor's ruling, a replacement of cards or a dispute."""
    if isinstance(command, c.TakeSeat | c.LeaveSeat | c.BuyIn | c.LinkCommand | c.DisputeCommand | c.ReviewRound):
        return None
    if table.dispute is not None:
        if isinstance(command, c.ResolveDispute | c.RebuildHands):
            return None
        says = "the last round is disputed and frozen"
        return Refused(Refusal.ROUND_FROZEN, None, says, due=c.ResolveDispute.__name__)
    if table.round.floor is not None and not isinstance(command, c.RuleOnIrregularity):
        due_now = c.RuleOnIrregularity.__name__
        return Refused(Refusal.FLOOR_DECIDES, table.round.floor.clause, "the floor is called", due=due_now)
    if table.round.replacing is not None and not isinstance(command, c.ReplaceCards | c.ReadCards):
        due_now = c.ReplaceCards.__name__
        return Refused(Refusal.STEP_NOT_DUE, table.round.replacing.clause, "cards are to be replaced", due=due_now)
    return None


def _malformed(command: object, posted: Posted) -> Refused | None:
    """Refuse a malformed command: wrong types, seats that do not exist, amounts out of range."""
    if type(command) not in _COMMANDS:
        return Refused(Refusal.NOT_A_COMMAND, None, f"{type(command).__name__} is not a command")
    if type(command) not in _SEAT_COMMANDS:
        return None
    command = cast(c.SeatCommand, command)
    count = posted.rules.seats.count
    if type(command.seat) is not int or not 1 <= command.seat <= count.value:
        return Refused(Refusal.NOT_A_SEAT, count.cite, f"seat {quoted(command.seat)} is not 1 to {count.value}")
    cents = getattr(command, "cents", 1)
    most = BANK_CENTS_MAX if isinstance(command, c.Bank) else WAGER_CENTS_MAX
    if type(cents) is not int or not 1 <= cents <= most:
        return Refused(Refusal.NOT_AN_AMOUNT, None, f"{quoted(cents)} is not a whole number of cents from 1 to {most}")
    if isinstance(command, c.PlaceWager | c.TakeBackWager) and not isinstance(command.wager, Wager):
        return Refused(Refusal.NOT_A_WAGER, None, f"{quoted(command.wager)} is not a wager")
    if isinstance(command, c.BuyIn) and not isinstance(command.tender, c.Tender):
        return Refused(Refusal.NOT_AN_AMOUNT, None, f"tender {quoted(command.tender)} is not cash or foreign")
    if isinstance(command, c.TakeSeat) and (type(command.player) is not str or not command.player):
        return Refused(Refusal.NOT_A_PLAYER, None, f"{quoted(command.player)} is not the name of a player")
    if isinstance(command, c.MakePlay) and type(command.multiple) is not int:
        return Refused(Refusal.PLAY_MULTIPLE_NOT_OFFERED, None, f"{quoted(command.multiple)} is not a multiple")
    return None


# Offers: those choices of the book that `refusal_of` accepts.


@dataclass(frozen=True, slots=True, kw_only=True)
class WagerOffer:
    """A wager the seat may make now: any multiple of the unit from the minimum to the maximum."""

    wager: Wager
    cents_min: int
    cents_max: int
    unit: int


def decisions(table: Table, seat: Seat, posted: Posted) -> tuple[c.Check | c.MakePlay | c.Fold, ...]:
    """Return the decisions open to the seat; empty unless it is the seat's turn."""
    street, play = table.street, posted.rules.play
    if street is None:
        return ()
    asked: list[c.Check | c.MakePlay | c.Fold] = [c.Check(seat=seat)] if street in play.check.value else []
    asked += [c.MakePlay(seat=seat, multiple=multiple) for multiple in sorted(posted.plays[street], reverse=True)]
    if street in play.fold.value:
        asked.append(c.Fold(seat=seat))
    return tuple([command for command in asked if refusal_of(table, command, posted) is None])


def wager_offers(table: Table, seat: Seat, posted: Posted) -> tuple[WagerOffer, ...]:
    """Return the wagers the seat may make or change now."""
    found = (_wager_offer(table, seat, wager, posted) for wager in Wager)
    return tuple(offer for offer in found if offer is not None)


def _wager_offer(table: Table, seat: Seat, wager: Wager, posted: Posted) -> WagerOffer | None:
    """Return the range of accepted amounts: the posted range, limited by the chips on the player's rail."""
    spot = table.round.spots.get(seat)
    if seat not in table.chairs or not posted.offers(wager) or wager in (Wager.BLIND, Wager.ENTRY_FEE, Wager.PLAY):
        return None
    unit = posted.units[wager]
    least, most = _posted_range(table, seat, wager, posted)
    least += -least % unit
    if wager is not Wager.MATCH_PLAY:
        hands = 2 if wager is Wager.ANTE else 1
        lies = spot.wagers.get(wager, 0) if spot is not None else 0
        most = min(most, lies + table.rail(seat) // hands)
    most -= most % unit
    if least > most or refusal_of(table, c.PlaceWager(seat=seat, wager=wager, cents=least), posted) is not None:
        return None
    return WagerOffer(wager=wager, cents_min=least, cents_max=most, unit=unit)


def _posted_range(table: Table, seat: Seat, wager: Wager, posted: Posted) -> tuple[int, int]:
    spot = table.round.spots.get(seat)
    limits = posted.limits
    match wager:
        case Wager.ANTE:
            coupon = spot.wagers.get(Wager.MATCH_PLAY) if spot is not None else None
            return (coupon, coupon) if coupon is not None else (limits.ante.min, limits.ante.max)
        case Wager.TRIPS:
            return limits.trips.min, limits.trips.max
        case Wager.COVER_ALL:
            return (
                (limits.cover_all.min, limits.cover_all.max) if limits.cover_all is not None else (1, WAGER_CENTS_MAX)
            )
        case Wager.PROGRESSIVE:
            return posted.progressive_wager, posted.progressive_wager
        case _:
            ante = spot.wagers.get(Wager.ANTE, 0) if spot is not None else 0
            return ante, ante


def offers(
    table: Table, seat: Seat, posted: Posted
) -> tuple[WagerOffer | c.TakeBackWager | c.Check | c.MakePlay | c.Fold, ...]:
    """Return everything the seat may now do with its wagers and its hand."""
    back = (c.TakeBackWager(seat=seat, wager=wager) for wager in Wager)
    taken_back = tuple(command for command in back if refusal_of(table, command, posted) is None)
    return (*wager_offers(table, seat, posted), *taken_back, *decisions(table, seat, posted))


@cites("R22", "MA.6e")
def late_answer(table: Table, seat: Seat, posted: Posted) -> c.Check | c.MakePlay | c.Fold:
    """Return the decision for a seat whose time has run out: it checks, plays a hand that cannot lose, or folds.

    A wager is never silently withdrawn.
    """
    offered = decisions(table, seat, posted)
    for each in offered:
        if isinstance(each, c.Check):
            return each
    plays = [each for each in offered if isinstance(each, c.MakePlay)]
    folds = [each for each in offered if isinstance(each, c.Fold)]
    if plays and (not folds or cannot_lose(table.round.spots[seat].hole, table.round.board)):
        return plays[-1]
    return folds[0]


def cannot_lose(hole: tuple[Card, ...], board: tuple[Card, ...]) -> bool:
    """Whether the board is complete and no two dealer cards can beat the hand."""
    known = {*hole, *board}
    mine = order_of((*hole, *board))
    left = [card for card in DECK if card not in known]
    return len(board) == 5 and all(order_of((*pair, *board)) <= mine for pair in combinations(left, 2))
