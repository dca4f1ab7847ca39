"""`decide`: turns a command into its events or its refusal."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from uth.cites import cites
from uth.errors import Refused
from uth.ranking import rank
from uth.rules.values import Street, Wager
from uth.table.deck.opening import deck_steps, opening_steps
from uth.table.deck.rack import Exposed, collected, folded, is_shown, rebuilt
from uth.table.deck.stub import stub_due, stub_leaves
from uth.table.floor.disputes import appealed, disputed, resolved, reviewed
from uth.table.floor.irregularities import ProgressiveDown
from uth.table.floor.management import removed, removed_get_up, table_set
from uth.table.floor.remedies import floor_ruled, replaced, reported, stub_counted
from uth.table.floor.system_failure import fails_at_a_win, link_read
from uth.table.floor.voids import all_returned
from uth.table.posted import Posted
from uth.table.round import commands as c
from uth.table.round import events as e
from uth.table.round.apply import apply
from uth.table.round.dealing import dealt, is_last_delivery, next_delivery
from uth.table.round.due import current_back, starts_apart
from uth.table.round.refusals import late_answer, refusal_of
from uth.table.round.seat_refusals import BANK_ALONE
from uth.table.round.state import Phase, Table, in_force, leaves_with
from uth.table.settle.awards import award_in, awarded, awards_in, brought_at_once, envy_of
from uth.table.settle.progressive import increment
from uth.table.settle.settled import Outcome, PlayedRound, PlayedSeat, SettledSeat, SettledWager, Settlement
from uth.table.settle.settlement import settle, settlement_order, wager_order
from uth.table.settle.showdown import best_five
from uth.units import Seat

Events = tuple[e.Event, ...]


def decide(table: Table, command: c.Command, posted: Posted) -> Events | Refused:
    """Return the command's events, or its refusal. The table itself does not change."""
    posted = in_force(table, posted)
    refused = refusal_of(table, command, posted)
    if refused is not None:
        return refused
    events = tuple(_happens(table, command, posted))
    if table.removed and isinstance(command, c.CollectCards):
        return (*events, *removed_get_up(_after(table, events)))
    return events


def _after(table: Table, events: Events) -> Table:
    for event in events:
        table = apply(table, event)
    return table


def act(table: Table, command: c.Command, posted: Posted) -> tuple[Table, Events]:
    """Return the table after the command, and its events; raise `Refused` if it is not accepted."""
    events = decide(table, command, posted)
    if isinstance(events, Refused):
        raise events
    for event in events:
        table = apply(table, event)
    return table, events


def _happens(table: Table, command: c.Command, posted: Posted) -> Iterator[e.Event]:
    match command:
        case c.TakeSeat(seat=seat, player=player):
            yield e.SeatTaken(seat=seat, player=player)
        case c.LeaveSeat(seat=seat):
            yield e.SeatLeft(seat=seat, cents=leaves_with(table, seat), player=table.chairs[seat].player)
        case c.BuyIn(seat=seat, cents=cents):
            yield e.ChipsBought(seat=seat, cents=cents)
        case c.PlaceWager(seat=seat, wager=wager, cents=cents):
            yield e.WagerPlaced(seat=seat, wager=wager, cents=cents)
            if wager is Wager.ANTE:
                yield e.WagerPlaced(seat=seat, wager=Wager.BLIND, cents=cents)
        case c.TakeBackWager(seat=seat, wager=wager):
            if wager is Wager.ANTE:
                yield e.WagerTakenBack(seat=seat, wager=Wager.BLIND)
            yield e.WagerTakenBack(seat=seat, wager=wager)
        case c.Bank(seat=seat, cents=cents):
            laid = table.round.spots[seat].wagers if seat in table.round.spots else {}
            for wager in reversed(list(laid)):
                yield e.WagerTakenBack(seat=seat, wager=wager, clause="R39", reason=BANK_ALONE)
            yield e.BankTaken(seat=seat, cents=cents)
        case c.GiveUpBank(seat=seat):
            yield e.BankGivenUp(seat=seat)
        case c.DeclineBank(seat=seat):
            yield e.BankDeclined(seat=seat)
        case c.Check(seat=seat):
            yield e.Checked(seat=seat)
        case c.MakePlay(seat=seat, multiple=multiple):
            yield e.PlayMade(seat=seat, multiple=multiple, cents=multiple * table.round.spots[seat].wagers[Wager.ANTE])
            if posted.rules.procedure.played_cards is not None:
                yield e.CardsTucked(seat=seat, under=Wager.BLIND)
        case c.Fold(seat=seat):
            yield e.Folded(seat=seat)
            yield from folded(table, seat, posted)
        case c.AnnounceNoMoreBets():
            yield from _wagers_closed(table, posted)
        case c.StartGame():
            yield e.GameStarted()
            yield from _meters_fed(table, posted)
        case c.DealNext():
            yield from _dealt(table, posted)
        case c.ShowFlop():
            yield e.FlopShown(cards=table.round.community[:3])
            yield e.StreetOpened(street=Street.FLOP)
        case c.ShowTurnAndRiver():
            yield e.TurnAndRiverShown(cards=table.round.community[3:])
            yield e.StreetOpened(street=Street.RIVER)
        case c.ShowDealerHand():
            if table.cover_all_mode:
                yield _cover_all_shown(len(table.round.spots) + 1, posted)
            seven = (*table.round.dealer, *table.round.community)
            hand, five = rank(seven), best_five(seven)
            qualifies = hand.category >= posted.rules.dealer.qualifier.value
            yield e.DealerHandShown(cards=table.round.dealer, hand=hand, qualifies=qualifies, five=five)
        case c.SettleRound():
            yield from _settled(table, posted)
        case c.CollectCards():
            yield from collected(table, posted)
            yield e.CardsCollected()
            yield from (e.DeckRemoved(back=back) for back in sorted(table.round.leaving))
            yield e.WagersInvited()
        case _:
            yield from _around_the_round(table, command, posted)


def _around_the_round(
    table: Table, command: c.ProcedureCommand | c.FloorCommand | c.DisputeCommand, posted: Posted
) -> Iterator[e.Event]:
    """Yield the events of a command about procedure, the floor or a dispute."""
    match command:
        case c.SetCoverAllMode() | c.OpenTable() | c.GoIdle() | c.CloseTable():
            yield from opening_steps(command)
        case c.DiscardStub():
            yield from stub_leaves(table, command)
        case c.CountStub():
            yield from stub_counted(table, command, posted)
        case c.ReadCards(cards=cards):
            yield e.CardsRead(cards=cards)
        case c.CorrectReading(cards=cards):
            yield e.ReadingCorrected(was=table.round.read, cards=cards)
        case c.Report(irregularity=what):
            yield from reported(table, what, posted)
        case c.RuleOnIrregularity():
            yield from floor_ruled(table, command, posted)
        case c.ReplaceCards():
            yield from replaced(table, command)
        case c.ActForSeat(seat=seat, by=by, reason=reason):
            yield e.ActedForSeat(seat=seat, by=by, reason=reason, clause="R86")
            yield from _happens(table, late_answer(table, seat, posted), posted)
        case c.SetTable():
            yield from table_set(command, posted)
        case c.RemovePlayer():
            yield from removed(table, command, posted)
        case c.RestoreProgressive():
            yield e.ProgressiveRestored()
        case c.ReadMeters(meters=meters):
            yield e.MetersRead(meters=meters)
        case c.ReadLink():
            yield from link_read(table, command, posted)
        case c.OweAward() | c.ChangeAward() | c.BringAward() | c.DenyAward() | c.TakeAwardBack():
            yield from awarded(table, command, played_round(table), posted)
        case c.RebuildHands():
            yield e.HandsRebuilt(hands=rebuilt(table))
        case c.OrderRecut(by=by, reason=reason):
            yield e.RecutOrdered(back=current_back(table, posted), by=by, reason=reason)
        case c.DisputeRound():
            yield from disputed(table, command)
        case c.TakeToRegulator():
            yield from appealed(table, command, posted)
        case c.ReviewRound():
            yield from reviewed(table, command, posted)
        case c.ResolveDispute():
            yield from resolved(table, command, posted)
        case _:
            yield from deck_steps(command)


@cites("MA.7b", "CN.8", "CN.9", "NV.7")
def _wagers_closed(table: Table, posted: Posted) -> Iterator[e.Event]:
    """Close the wagers and take the entry fee. Where 'Start Game' locks the wagers, it also feeds the meters."""
    yield e.NoMoreBetsAnnounced()
    if posted.offers(Wager.ENTRY_FEE) and posted.limits.entry_fee:
        yield from (e.EntryFeeTaken(seat=seat, cents=posted.limits.entry_fee) for seat in table.round.seats)
    if not starts_apart(posted):
        yield from _meters_fed(table, posted)


@cites("CN.10", "NV.7")
def _meters_fed(table: Table, posted: Posted) -> Iterator[e.Event]:
    """Feed the meters from the locked progressive wagers. A link feeds its own meters."""
    wagered = 0 if table.linked else sum(spot.wagers.get(Wager.PROGRESSIVE, 0) for spot in table.round.spots.values())
    for meter in posted.progressive.meters if posted.progressive is not None and wagered else ():
        share = increment(meter.name, posted)
        yield e.MeterRaised(meter=meter.name, amount=Fraction(wagered) * share)


def _dealt(table: Table, posted: Posted) -> Iterator[e.Event]:
    """Deal the next card or stack. The last one of the opening deal opens the first street."""
    delivery = next_delivery(table, posted.dealing)
    if delivery is None:
        return
    event = dealt(table, delivery)
    yield event
    last = table.phase is Phase.OPENING_DEAL and is_last_delivery(table, posted.dealing)
    if last and stub_due(apply(table, event), posted) is None:
        yield e.StreetOpened(street=Street.PREFLOP)


@cites("MA.12e")
def _cover_all_shown(hands: int, posted: Posted) -> e.CoverAllPaysShown:
    """Return what the shuffler's front screen shows once the dealer's hand is out."""
    pays = posted.cover_all.pays(hands) if posted.cover_all is not None else {}
    return e.CoverAllPaysShown(hands=hands, pays={each.key: str(pays[each]) for each in sorted(pays, reverse=True)})


def played_round(table: Table) -> PlayedRound:
    """Return the round on the table in the form that settlement takes."""
    seats = tuple(
        PlayedSeat(
            seat=seat,
            player=table.chairs[seat].player,
            hole=spot.hole,
            wagers=spot.wagers,
            decision=spot.decision,
            void=spot.void,
        )
        for seat, spot in sorted(table.round.spots.items())
        if seat in table.chairs  # a player may have left after the settlement
    )
    return PlayedRound(
        board=table.round.community,
        dealer=table.round.dealer,
        seats=seats,
        meters={name: int(amount) for name, amount in table.meters.items()},
        banker=table.round.banker,
        void=table.round.void,
    )


@cites("MA.9g", "MA.9h", "MA.12h", "MA.12j", "MA.13c", "CA.PLAY9", "CN.26", "CN.35", "CN.48a", "GR.7", "NV.9", "NV.11c")
def _settled(table: Table, posted: Posted) -> Iterator[e.Event]:
    """Settle the hands one by one in the order of the book, then Cover All and envy.

    A progressive win while the system is down is first ruled on as an irregularity, by the book or by the floor.
    """
    if fails_at_a_win(table, posted):
        for event in reported(table, ProgressiveDown(at_win=True), posted):
            yield event
            table = apply(table, event)
        if table.round.void is None:
            return
    played = played_round(table)
    if table.round.void is not None and not table.round.saves:
        yield from all_returned(table, settlement_order(played, posted), posted)
        return
    settlement = settle(played, posted)
    exposed = Exposed(table, settlement, posted)
    by_seat = {seat.seat: seat for seat in settlement.seats}
    at_seat = {seat.seat: seat for seat in played.seats}
    returned = {} if settlement.qualifies else _antes_returned(settlement)
    if posted.rules.settlement.unqualified_antes.value == "before_any_cards":
        for number, ante in returned.items():
            yield from _paid(number, ante, posted)
    for number in settlement.order:
        yield from _hand_settled(at_seat[number], by_seat[number], settlement, number in returned, posted)
        if not exposed.waits(number):
            yield from exposed.after(number)
    for number in filter(exposed.waits, settlement.order):
        hand = by_seat[number].hand
        if hand is not None:
            yield e.HandShown(seat=number, hand=hand)
        yield from exposed.after(number)
    for number in settlement.order:
        if Wager.COVER_ALL in by_seat[number].wagers:
            yield from _paid(number, by_seat[number].wagers[Wager.COVER_ALL], posted)
    yield from envy_of(table, settlement, posted)
    waits = awards_in(settlement, posted) if table.linked else {}
    yield from exposed.at_the_end(tuple(seat for seat in settlement.order if seat not in waits))
    if not table.linked:
        for name, meter in settlement.meters.items():
            if meter.paid:
                yield e.MeterPaid(meter=name, cents=meter.paid, seeded=meter.seeded)
        yield from brought_at_once(table, settlement, posted)
    if settlement.banker is not None:
        bank = settlement.banker
        yield e.BankSettled(seat=bank.seat, wager=bank.wager, used=bank.used, net=bank.net)
    yield e.RoundSettled(players=settlement.players, house=settlement.house)


def _hand_settled(
    played: PlayedSeat, seat: SettledSeat, settlement: Settlement, ante_returned: bool, posted: Posted
) -> Iterator[e.Event]:
    """Turn one hand up and settle its wagers except Cover All. The book says when an ante is returned."""
    number, when = seat.seat, posted.rules.settlement.unqualified_antes.value
    if ante_returned and when == "before_its_cards":
        yield from _paid(number, seat.wagers[Wager.ANTE], posted)
    if seat.hand is not None and is_shown(played, posted):
        yield e.HandShown(seat=number, hand=seat.hand, outcome=_against(played, seat, settlement))
    if ante_returned and when == "after_its_cards":
        yield from _paid(number, seat.wagers[Wager.ANTE], posted)
    order = wager_order(played, seat.hand, settlement.dealer, posted)
    for wager in sorted(seat.wagers, key=lambda each: order.index(each) if each in order else len(order)):
        if wager is not Wager.COVER_ALL and not (wager is Wager.ANTE and ante_returned):
            yield from _paid(number, seat.wagers[wager], posted)


@cites("MA.9h", "CA.PLAY10d", "CN.24", "GR.6")
def _against(played: PlayedSeat, seat: SettledSeat, settlement: Settlement) -> Outcome | None:
    """Return the announced result of the hand against the dealer's, or ``None`` if it does not play against it."""
    ante = seat.wagers.get(Wager.ANTE)
    if seat.hand is None or played.folded or ante is None or ante.outcome is Outcome.VOID:
        return None
    mine, theirs = seat.hand.order, settlement.dealer.order
    return Outcome.WIN if mine > theirs else Outcome.LOSE if mine < theirs else Outcome.PUSH


@cites("MA.9g", "CA.PLAY9", "CN.26", "GR.7")
def _antes_returned(settlement: Settlement) -> dict[Seat, SettledWager]:
    """Return the antes that are returned because the dealer does not qualify, in the order of settlement."""
    wagers = {seat.seat: seat.wagers for seat in settlement.seats}
    antes = {number: wagers[number].get(Wager.ANTE) for number in settlement.order}
    return {number: ante for number, ante in antes.items() if ante is not None and ante.outcome is Outcome.PUSH}


@cites("MA.10e", "MA.13d")
def _paid(seat: Seat, settled: SettledWager, posted: Posted) -> Iterator[e.Event]:
    """Settle one wager. An amount cut by the aggregate limit has its own event (R3)."""
    yield e.WagerSettled(seat=seat, settled=settled, award=award_in(settled, posted))
    if settled.cut:
        yield e.WinningsCut(seat=seat, wager=settled.wager, cents=settled.cut)
