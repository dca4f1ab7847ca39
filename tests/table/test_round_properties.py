"""Properties of every round, for any commands: replay, conservation, offers that agree with refusals."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.examples import examples
from uth.cards import DECK, Card
from uth.errors import Refused
from uth.rules.loader import BOOKS, load_book
from uth.rules.values import Wager
from uth.table.dealer import STEPS, deal_until_asked, next_step
from uth.table.deck.decks import Back
from uth.table.posted import Posted, post
from uth.table.round import commands as c
from uth.table.round import events as e
from uth.table.round.apply import apply, chips
from uth.table.round.banking import button
from uth.table.round.decide import act, decide
from uth.table.round.refusals import WagerOffer, decisions, offers, refusal_of, wager_offers
from uth.table.round.state import Phase, Table, new_table
from uth.units import PlayerId, Seat

ODD: st.SearchStrategy[Any] = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 10),
    st.sampled_from([10**30, -(10**30), 0.5, float("inf"), "", "1", b"x", (), Wager.ANTE]),
)
SEATS = st.integers(1, 8).map(Seat)
BACKS = st.sampled_from(Back)
DECK_STEPS = (c.ReceiveDeck, c.InspectDeck, c.SpreadDeck, c.WashDeck, c.StackDeck, c.LoadShuffler, c.PlaceDeck)
CENTS = st.sampled_from([1, 2, 100, 500, 501, 1000, 2000, 20_000, 10**7])
COMMANDS: st.SearchStrategy[Any] = st.one_of(
    st.builds(c.TakeSeat, seat=SEATS, player=st.sampled_from("abc").map(PlayerId)),
    st.builds(c.BuyIn, seat=SEATS, cents=CENTS),
    st.builds(c.LeaveSeat, seat=SEATS),
    st.builds(c.PlaceWager, seat=SEATS, wager=st.sampled_from(Wager), cents=CENTS),
    st.builds(c.TakeBackWager, seat=SEATS, wager=st.sampled_from(Wager)),
    st.builds(c.Bank, seat=SEATS, cents=CENTS),
    st.builds(c.GiveUpBank, seat=SEATS),
    st.builds(c.Check, seat=SEATS),
    st.builds(c.MakePlay, seat=SEATS, multiple=st.integers(0, 5)),
    st.builds(c.Fold, seat=SEATS),
    st.builds(c.DeclineBank, seat=SEATS),
    st.builds(c.ShuffleDeck, back=BACKS, cards=st.permutations(DECK).map(tuple)),
    st.builds(c.ShuffleDeck, back=BACKS, cards=st.just((*DECK, DECK[0]))),
    st.builds(c.CutDeck, back=BACKS, taken=st.integers(0, 60)),
    st.sampled_from([step(back=back) for step in DECK_STEPS for back in Back]),
    st.sampled_from([step() for step in STEPS.values()]),
    st.sampled_from([c.GoIdle(), c.RebuildHands(), c.CountStub(cards=40), c.RestoreProgressive()]),
)
ODD_COMMANDS: st.SearchStrategy[Any] = st.one_of(
    ODD,
    st.builds(c.TakeSeat, seat=ODD, player=ODD),
    st.builds(c.BuyIn, seat=ODD, cents=ODD),
    st.builds(c.PlaceWager, seat=ODD, wager=ODD, cents=ODD),
    st.builds(c.MakePlay, seat=SEATS, multiple=ODD),
    st.builds(c.ShuffleDeck, back=BACKS, cards=ODD),
    st.builds(c.CutDeck, back=ODD, taken=ODD),
    st.builds(c.ShowDeck, back=BACKS, seat=ODD),
    st.builds(c.VerifyDeck, back=BACKS, by=ODD),
    st.builds(c.CountStub, cards=ODD, misdealt=ODD),
    st.builds(c.Report, irregularity=ODD),
    st.builds(c.RuleOnIrregularity, remedy=ODD, by=ODD, reason=ODD),
    st.builds(c.ReplaceCards, cards=ODD),
    st.builds(c.DisputeRound, seat=ODD, says=ODD),
    st.builds(c.ResolveDispute, dispute=ODD, finding=ODD, by=ODD, reason=ODD, corrections=ODD),
    st.builds(c.Bank, seat=SEATS, cents=ODD),
)
POSTED = [post(load_book(book), dealing=way.name) for book in BOOKS for way in load_book(book).dealing]


def helpful(table: Table, posted: Posted, draw: st.DataObject) -> Any:
    """Return a command that moves the round on, so that chance alone need not."""
    if table.turn is not None:
        return draw.draw(st.sampled_from(offers(table, table.turn, posted)))
    step = next_step(table, posted, lambda: draw.draw(st.permutations(DECK).map(tuple)))
    if step is not None:
        return step
    if table.phase is Phase.SETTLED:
        return c.CollectCards()
    if len(table.chairs) < 2:
        return c.TakeSeat(seat=draw.draw(SEATS), player=PlayerId(f"p{len(table.chairs)}"))
    short = [seat for seat in table.chairs if table.rail(seat) < 2000]
    if short:
        return c.BuyIn(seat=short[0], cents=draw.draw(st.sampled_from([10_000, 100_000])))
    if posted.rules.seats.player_banks and table.round.banker is None:
        has_it = button(table, posted)
        seats = [has_it] if has_it is not None else sorted(table.chairs)
        return c.Bank(seat=draw.draw(st.sampled_from(seats)), cents=draw.draw(CENTS))
    seat = draw.draw(st.sampled_from(sorted(table.chairs)))
    wagers = wager_offers(table, seat, posted)
    if not wagers or (table.round.spots and draw.draw(st.integers(0, 3)) == 0):
        return c.AnnounceNoMoreBets()
    offer = draw.draw(st.sampled_from(wagers))
    return c.PlaceWager(seat=seat, wager=offer.wager, cents=offer.cents_min)


def held(table: Table, posted: Posted) -> Fraction:
    """Return every chip on the table: rails, wagers, the bank and the meters."""
    total = Fraction(sum(table.rails.values())) + sum(table.meters.values())
    if table.phase is not Phase.SETTLED:
        for spot in table.round.spots.values():
            total += sum(chips(wager, cents) for wager, cents in spot.wagers.items())
            if spot.decision is not None and spot.decision.multiple is not None:
                total += spot.decision.multiple * spot.wagers[Wager.ANTE]
        total += table.round.banker.wager if table.round.banker is not None else 0
    del posted
    return total


def from_outside(event: e.Event, banked: int) -> Fraction:
    """Return what the event brings to the table from the cage, the tray or the house."""
    match event:
        case e.ChipsBought(cents=cents):
            return Fraction(cents)
        case e.SeatLeft(cents=cents):
            return Fraction(-cents)
        case e.MeterRaised(amount=amount):
            return amount
        case e.MeterPaid(seeded=seeded, cents=cents):
            return Fraction(seeded - cents)
        case e.RoundSettled(players=players):
            return Fraction(players + banked)
    return Fraction(0)


@examples(40)
@given(st.data(), st.sampled_from(POSTED))
def test_whatever_is_commanded_replay_gives_the_state_and_no_chip_is_lost(draw: st.DataObject, posted: Posted) -> None:
    table, log = new_table(posted), []
    start = held(table, posted)
    brought, banked = Fraction(0), 0
    for _ in range(draw.draw(st.integers(20, 120))):
        choice = draw.draw(st.integers(0, 11))
        command = draw.draw(ODD_COMMANDS) if choice == 0 else draw.draw(COMMANDS) if choice == 1 else None
        command = helpful(table, posted, draw) if command is None else command
        answer = decide(table, command, posted)
        if isinstance(answer, Refused):
            assert str(answer)
            continue
        for event in answer:
            if isinstance(event, e.BankSettled):
                banked = event.net
            brought += from_outside(event, banked)
            if isinstance(event, e.RoundSettled):
                banked = 0
            table = apply(table, event)
            log.append(event)
        assert held(table, posted) == start + brought
    replayed = new_table(posted)
    for event in log:
        replayed = apply(replayed, event)
    assert replayed == table
    assert all(rail >= 0 for rail in table.rails.values())
    assert all(meter >= 0 for meter in table.meters.values())


@examples(20)
@given(st.data(), st.sampled_from(POSTED))
def test_offers_and_refusals_never_disagree(draw: st.DataObject, posted: Posted) -> None:
    table = new_table(posted)
    for _ in range(draw.draw(st.integers(10, 60))):
        seat = draw.draw(SEATS)
        for command in asked_of(seat, posted):
            offered = any(is_offer(offer, command) for offer in offers(table, seat, posted))
            assert offered == (refusal_of(table, command, posted) is None), command
        move = helpful(table, posted, draw) if draw.draw(st.integers(0, 9)) else draw.draw(COMMANDS)
        answer = decide(table, move, posted)
        for event in answer if not isinstance(answer, Refused) else ():
            table = apply(table, event)


def asked_of(seat: Seat, posted: Posted) -> list[Any]:
    amounts = [1, 2, 100, 499, 500, 501, 1000, 2000, 20_000, 50_000, 50_002, 10**7]
    found: list[Any] = [c.PlaceWager(seat=seat, wager=wager, cents=cents) for wager in Wager for cents in amounts]
    found += [c.TakeBackWager(seat=seat, wager=wager) for wager in Wager]
    found += [c.Check(seat=seat), c.Fold(seat=seat), *(c.MakePlay(seat=seat, multiple=times) for times in range(6))]
    del posted
    return found


def is_offer(offer: Any, command: Any) -> bool:
    if isinstance(offer, WagerOffer):
        return (
            isinstance(command, c.PlaceWager)
            and command.wager is offer.wager
            and offer.cents_min <= command.cents <= offer.cents_max
            and command.cents % offer.unit == 0
        )
    return bool(offer == command)


@pytest.mark.clause("MA.2a")
@pytest.mark.parametrize("posted", POSTED, ids=lambda posted: f"{posted.rules.name}-{posted.dealing.name}")
def test_every_card_of_a_round_is_dealt_once_and_the_rest_is_the_stub(posted: Posted) -> None:
    table = new_table(posted)
    count = posted.rules.seats.count.value
    commands: list[Any] = []
    for number in range(1, count + 1):
        seat = Seat(number)
        commands += [c.TakeSeat(seat=seat, player=PlayerId(f"p{number}")), c.BuyIn(seat=seat, cents=10**6)]
        if posted.rules.seats.player_banks and number == count:
            commands.append(c.Bank(seat=seat, cents=10**6))
        else:
            commands.append(c.PlaceWager(seat=seat, wager=Wager.ANTE, cents=1000))
    for command in (*commands, c.AnnounceNoMoreBets()):
        table, _ = deal_until_asked(table, posted, lambda: tuple(reversed(DECK)))
        for event in accepted(decide(table, command, posted)):
            table = apply(table, event)
    while table.phase is not Phase.SETTLED:
        table, _ = deal_until_asked(table, posted, lambda: DECK)
        if table.turn is not None:
            table, _ = act(table, decisions(table, table.turn, posted)[-1], posted)
        assert sorted(cards_in_play(table)) == list(DECK)
    assert table.rounds == 1


def cards_in_play(table: Table) -> list[Card]:
    """Return every card of the deck in play, wherever it lies: in the shoe, on the table, in the discard rack."""
    lying = [card for spot in table.round.spots.values() if not spot.picked_up for card in spot.hole]
    racked = [card for each in table.rack for card in each.cards]
    return [*table.round.deck, *table.round.dealer, *table.round.community, *lying, *racked]


def accepted(answer: tuple[e.Event, ...] | Refused) -> tuple[e.Event, ...]:
    assert not isinstance(answer, Refused), answer
    return answer
