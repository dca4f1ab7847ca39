"""The dealer's console as a document: what the bank paid and collected, and what was ruled in the round that is on."""

from __future__ import annotations

from typing import Any

import pytest

from support.played_house import PLAYERS, PlayedHouse
from uth.host.live_table import LiveTable
from uth.rules.values import Wager
from uth.table import commands as c
from uth.table import irregularities as i
from uth.table.due import due
from uth.table.state import Phase
from uth.units import Seat
from uth.web.console_document import console_document


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
        before = {seat: chair.rail for seat, chair in live.table.chairs.items()}
        await played.deal(live, lambda each: each.table.phase is Phase.SETTLED)
        seen, banker = await console(played, live), live.table.banker
        assert banker is not None
        bank, others = seen["bank"], seen["payouts"]
        assert bank["seat"] == banker.seat
        left = [(banker.seat + step - 1) % 8 + 1 for step in range(1, 8)]
        assert [each["seat"] for each in others] == [seat for seat in left if seat in range(1, 5)]
        assert bank["net"] == bank["collected"] - bank["paid"] == -sum(each["net"] for each in others)
        assert live.table.chairs[banker.seat].rail == before[banker.seat] + bank["wager"] + bank["net"]
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
    while due(live.table, live.posted) != "AnnounceNoMoreBets":
        await live._go_on()
    assert (await console(played, live))["not_yet"]["code"] == "no_wager"
    await live._done(PLAYERS[0], c.PlaceWager(seat=Seat(1), wager=Wager.ANTE, cents=1_000), None)
    seen = (await console(played, live))["not_yet"]
    assert (seen["code"], seen["clause"]) == ("no_banker", "CA.PLAY19")
    await live._done(PLAYERS[1], c.Bank(seat=Seat(2), cents=20_000), None)
    assert (await console(played, live))["not_yet"] is None
