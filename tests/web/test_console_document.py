"""The document of the dealer's console: what the bank paid and collected, and the rulings of the current round."""

from __future__ import annotations

from typing import Any

import pytest

from support.played_house import PLAYERS, PlayedHouse
from support.round_table import RoundTable
from uth.house.live_table import LiveTable
from uth.rules.loader import BOOKS
from uth.rules.procedure import IrregularityKind
from uth.rules.values import Wager
from uth.table.floor import irregularities as i
from uth.table.round import commands as c
from uth.table.round.due import due
from uth.table.round.state import Phase
from uth.units import Seat
from uth.views.console import KEYS, console_document, foreseen, reports


async def console(played: PlayedHouse, live: LiveTable) -> Any:
    spec = played.house.specs[live.name]
    return console_document(live, spec, off=False)


@pytest.mark.clause("CA.BET4", "CA.PLAY10")
async def test_the_player_dealer_is_paid_out_last_with_what_the_bank_paid_and_collected() -> None:
    played = PlayedHouse()
    live = played.table(rules="california")
    await played.sit(live, PLAYERS)
    for _ in range(3):
        await played.wager(live)
        assert (await console(played, live))["bank"] is None
        before = {seat: live.table.rail(seat) for seat in live.table.chairs}
        await played.deal(live, lambda each: each.table.phase is Phase.SETTLED)
        seen, banker = await console(played, live), live.table.round.banker
        assert banker is not None
        bank, others = seen["bank"], seen["payouts"]
        assert bank["seat"] == banker.seat
        left = [(banker.seat + step - 1) % 8 + 1 for step in range(1, 8)]
        assert [each["seat"] for each in others] == [seat for seat in left if seat in range(1, 5)]
        assert bank["net"] == bank["collected"] - bank["paid"] == -sum(each["net"] for each in others)
        assert live.table.rail(banker.seat) == before[banker.seat] + bank["wager"] + bank["net"]
        assert bank["used"] == bank["collected"] + bank["paid"]
        assert bank["clauses"] == ["CA.BET4", "CA.PLAY19"]
        await live._go_on()


async def test_what_was_ruled_is_told_until_the_cards_are_collected_and_not_in_the_next_round() -> None:
    played = PlayedHouse()
    live = played.table()
    await played.sit(live)
    await played.wager(live)
    await played.deal(live, lambda each: each.table.turn is not None)
    assert (await console(played, live))["ruled"] == []
    wrong = i.WrongNumberOfCards(seat=None, cards=3, fixable=False)
    await live._done("dan", c.Report(irregularity=wrong), None)
    ruled = (await console(played, live))["ruled"]
    assert [each["is"] for each in ruled] == ["IrregularityReported", "IrregularityRuled", "RoundVoided"]
    assert ruled[1]["clause"] == "MA.14d"
    await played.deal(live, lambda each: each.table.phase is Phase.SETTLED)
    assert (await console(played, live))["ruled"] == ruled
    await live._go_on()
    assert (await console(played, live))["ruled"] == []


@pytest.mark.clause("CA.PLAY19")
async def test_why_the_wagers_are_not_closed_yet_is_told_as_the_table_would_refuse_it() -> None:
    played = PlayedHouse()
    live = played.table(rules="california")
    await played.sit(live, PLAYERS)
    while due(live.table, live.posted) is not c.AnnounceNoMoreBets:
        await live._go_on()
    assert (await console(played, live))["not_yet"]["code"] == "no_wager"
    await live._done(PLAYERS[0], c.PlaceWager(seat=Seat(1), wager=Wager.ANTE, cents=1_000), None)
    seen = (await console(played, live))["not_yet"]
    assert (seen["code"], seen["clause"]) == ("no_banker", "CA.PLAY19")
    await live._done(PLAYERS[1], c.Bank(seat=Seat(2), cents=20_000), None)
    assert (await console(played, live))["not_yet"] is None


SHORT_BANK = """
    hole  acts | ante        play        blind       now
    AsAd  4x   | pay 25      pay 75      push 25     100
    AsAd  3x   | pay 25      pay 75      push 25     100
    2s3d  4x   | give_back 25 take 100   give_back 25 -100
    2s3d  fold | take 25     none        take 25     -50
"""


@pytest.mark.clause("CA.BET4")
@pytest.mark.parametrize("line", SHORT_BANK.strip().splitlines()[1:])
async def test_the_console_says_what_is_really_paid_and_taken_when_the_player_dealers_bank_runs_out(line: str) -> None:
    dealt, came = line.split("|")
    hole, acts = dealt.split()
    words = came.split()
    now = int(words.pop())
    wanted: dict[str, tuple[str, int]] = {}
    for wager in ("ante", "play", "blind"):
        moves = words.pop(0)
        if moves != "none":
            wanted[wager] = moves, 100 * int(words.pop(0))
    table = RoundTable("california").bank(3, "banker", wager=10_000).board("8c 7h 2h 9s 4c").dealer("KdKc")
    table.seat(4, "p4", hole=hole, ante=2500).play({4: acts})
    played = PlayedHouse()
    live = played.table(rules="california")
    live.table = table.state
    (payout,) = (await console(played, live))["payouts"]
    assert {each["wager"]: (each["moves"], each["moved"]) for each in payout["lines"]} == wanted
    assert payout["now"] == 100 * now == table.net(4)


@pytest.mark.clause("MA.7f5a")
async def test_the_console_takes_nothing_at_the_settlement_that_was_collected_at_the_fold() -> None:
    table = RoundTable("massachusetts").board("8c 7h 2h 9s 4c").dealer("KdKc")
    table.seat(1, "p1", hole="JsTd", ante=2500, match_play=2500, trips=500).play({1: "fold"})
    played = PlayedHouse()
    live = played.table()
    live.table = table.state
    (payout,) = (await console(played, live))["payouts"]
    assert {each["wager"]: each["moves"] for each in payout["lines"]} == {
        "ante": "collected", "blind": "collected", "match_play": "collected", "trips": "pay",
    }  # fmt: skip
    assert (payout["net"], payout["now"]) == (-5000 + 2000, 2000)


async def test_the_console_knows_whose_hand_the_dealers_is() -> None:
    played = PlayedHouse()
    for book, banked_by, opponent in (
        ("california", "player", "player/dealer"),
        ("massachusetts", "house", "dealer"),
        ("greece", "house", "croupier"),
    ):
        shown = await console(played, played.table(rules=book))
        assert (shown["banked_by"], shown["words"]["opponent"]) == (banked_by, opponent)


@pytest.mark.parametrize(("book", "opponent"), [("california", "player/dealer"), ("greece", "croupier")])
def test_what_can_be_reported_and_what_the_book_would_do_name_the_hand_as_the_book_does(
    book: str, opponent: str
) -> None:
    table = RoundTable(book).seat(1, "ann", ante=1000)
    table = table.bank(8, "hal", wager=100_000) if book == "california" else table
    state = table.play({}, until="preflop").state
    says = {each["irregularity"]: each["words"] for each in reports(state, table.posted)}
    assert says["DealerCardExposed"] == f"a card of the {opponent}'s is exposed"
    assert not any("the dealer" in each for each in says.values())
    for at in (1, 2):
        report = c.Report(irregularity=i.DealerCardExposed(positions=(at,)))
        assert "the dealer" not in foreseen(state, report, table.posted)["says"]


def test_the_key_of_an_irregularity_is_the_same_at_every_moment_and_under_every_book() -> None:
    keys = {kind.value: key for kind, key in KEYS.items()}
    assert (keys["dealer_card_exposed"], keys["wrong_number_of_cards"], keys["progressive_down"]) == ("1", "4", "e")
    assert len(set(keys.values())) == len(IrregularityKind)
    assert "0" not in keys.values(), "0 is a sensor that does not light"
    seen: dict[str, set[str]] = {}
    for book in BOOKS:
        table = RoundTable(book).seat(1, "ann", ante=1000)
        table = table.bank(8, "hal", wager=100_000) if book == "california" else table
        for phase in ("opening_deal", "preflop", "showdown", "settled"):
            for each in reports(table.play({1: "4x"}, until=phase).state, table.posted):
                seen.setdefault(each["irregularity"], set()).add(each["key"])
    assert len(seen) > 8
    assert all(len(each) == 1 for each in seen.values()), seen


def test_what_the_book_would_do_is_foreseen_and_nothing_is_done() -> None:
    table = RoundTable("massachusetts").seat(1, "ann", ante=1000).play({}, until="preflop")
    whole = c.Report(irregularity=i.WrongNumberOfCards(seat=None, cards=3, fixable=False))
    found = foreseen(table.state, whole, table.posted)
    assert (found["voids"], found["clause"]) == ("round", "MA.14d")
    one = c.Report(irregularity=i.WrongNumberOfCards(seat=Seat(1), cards=3, fixable=False))
    assert foreseen(table.state, one, table.posted)["voids"] == "hand"
    floor = c.Report(irregularity=i.CardOffTable())
    assert foreseen(table.state, floor, table.posted)["voids"] is None
    assert foreseen(table.state, floor, table.posted)["says"].startswith("the floor is called")
    none = c.Report(irregularity=i.WrongNumberOfCards(seat=None, cards=2, fixable=False))
    assert foreseen(table.state, none, table.posted)["possible"] is False
    assert table.state.round.void is None
