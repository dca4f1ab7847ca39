"""A player's bank in the history: won, lost, used up, or short of cover; always equal to the ledger."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from support.played_house import PLAYERS, PlayedHouse, StackedSecret
from support.round_table import RoundTable
from uth.cards import Card
from uth.history.round_document import Viewer, round_document
from uth.ledger.book import Account, AccountKind
from uth.rules.values import Wager
from uth.store.rounds import RoundFilter
from uth.table.round import commands as c
from uth.table.round.state import Phase
from uth.units import PlayerId, Seat
from uth.views.table import table_document
from uth.web.past_rounds import listed

BOARD = "2c 7d 9h Js 4d"
ACES, KINGS, QUEENS = "AsAh", "KsKh", "QsQh"
ANN = PlayerId(PLAYERS[0])


@dataclass(frozen=True, kw_only=True)
class Case:
    """What Ann banks, the cards of Ann, Bob and Cat, their antes, and what the bank comes to by hand."""

    bank: int
    cards: tuple[str, str, str]
    antes: tuple[int, int]
    net: int
    how: str
    uncovered: dict[int, list[str]]
    """The wagers of each seat that the bank did not cover in full."""


CASES = {
    # Ante, blind and play of both: 2 x 3 x $10.
    "won": Case(
        bank=50_000, cards=(ACES, KINGS, QUEENS), antes=(1_000, 1_000), net=6_000, how="$60 used", uncovered={}
    ),
    # A pair pushes the blind: ante and play of both, 2 x 2 x $10.
    "lost": Case(
        bank=50_000, cards=(QUEENS, ACES, KINGS), antes=(1_000, 1_000), net=-4_000, how="$40 used", uncovered={}
    ),
    # Bob loses $30 and Cat wins $20: the whole $50 has action.
    "used up": Case(
        bank=5_000, cards=(KINGS, QUEENS, ACES), antes=(1_000, 1_000), net=1_000, how="used up", uncovered={}
    ),
    # Bob wins $20, all that is left for Cat's $40 is $5.
    "uncovered": Case(
        bank=2_500,
        cards=(QUEENS, ACES, KINGS),
        antes=(1_000, 2_000),
        net=-2_500,
        how="used up",
        uncovered={3: ["ante", "play"]},
    ),
}


@pytest.mark.clause("CA.BET4")
@pytest.mark.parametrize("name", CASES)
async def test_the_bank_of_a_round_is_in_list_document_and_view_what_the_ledger_moved(name: str) -> None:
    case, played = CASES[name], PlayedHouse()
    live = played.table(rules="california")
    live.secret = StackedSecret(stacked=_deck(case))
    await played.sit(live)
    before = await played.store.balances()
    await live._done(PLAYERS[0], c.Bank(seat=Seat(1), cents=case.bank), None)
    for at, ante in enumerate(case.antes, 2):
        await live._done(PLAYERS[at - 1], c.PlaceWager(seat=Seat(at), wager=Wager.ANTE, cents=ante), None)
    while live.table.phase is not Phase.SETTLED:
        turn = live.table.turn
        if turn is None:
            await live._go_on()
        elif live.table.phase is Phase.RIVER:
            await live._done(PLAYERS[turn - 1], c.MakePlay(seat=turn, multiple=1), None)
        else:
            await live._done(PLAYERS[turn - 1], c.Check(seat=turn), None)
    after = await played.store.balances()
    moved = {at: after[account] - before[account] for at, account in enumerate(map(_account, PLAYERS[:3]), 1)}
    assert moved[1] == case.net
    assert sum(moved.values()) == 0
    assert after.get(Account(AccountKind.BANK, "one"), 0) == 0

    document = round_document(await played.history.round("one", 1), Viewer(player=ANN))
    assert document["start"]["banker"] == {"seat": 1, "wager": case.bank}
    assert {int(seat): each["net"] for seat, each in document["seats"].items()} == moved
    uncovered = {
        int(seat): [line["wager"] for line in each["lines"] if line["outcome"] == "uncovered"]
        for seat, each in document["seats"].items()
    }
    assert {seat: wagers for seat, wagers in uncovered.items() if wagers} == case.uncovered

    (entry,) = (await played.history.rounds(RoundFilter(player=ANN))).entries
    assert {seat.seat: seat.net for seat in entry.seats} == moved
    ann = next(seat for seat in entry.seats if seat.seat == 1)
    assert (ann.wagers, ann.lines) == (("bank",), (case.bank, case.net))
    shown = next(seat for seat in listed(entry, Viewer(player=ANN))["seats"] if seat["seat"] == 1)
    assert shown["net"] == case.net
    won = (await played.history.rounds(RoundFilter(player=ANN, result="won" if case.net > 0 else "lost"))).entries
    assert [each.number for each in won] == [1]

    (line,) = table_document(live.snapshot(), Seat(1))["seats"]["1"]["lines"]
    assert (line["wager"], line["stake"], line["net"], line["how"]) == ("bank", case.bank, case.net, case.how)
    assert line["returned"] + line["won"] - line["stake"] == case.net
    assert line["outcome"] == ("win" if case.net > 0 else "lose")


def _account(player: str) -> Account:
    return Account(AccountKind.PLAYER, player)


def _deck(case: Case) -> tuple[Card, ...]:
    """Return the shuffle that deals these cards."""
    table = RoundTable("california").bank(1, "ann", wager=case.bank)
    for at, (hole, ante) in enumerate(zip(case.cards[1:], case.antes, strict=True), 2):
        table.seat(at, f"p{at}", hole=hole, ante=ante)
    return table.board(BOARD).dealer(case.cards[0]).shuffled()
