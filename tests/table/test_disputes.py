"""Disputes: who may dispute what, and that a correction moves exactly the difference between the right people."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from support.round_table import RoundTable
from uth.rules.values import Wager
from uth.table import commands as c
from uth.table import events as e
from uth.table.disputed import Correction, Finding
from uth.table.disputes import STOOD_ROUNDS
from uth.table.refusals import refusal_of
from uth.table.state import Table
from uth.units import PlayerId, Seat

ONE, TWO, EIGHT = Seat(1), Seat(2), Seat(8)


def banked(wager: int = 100_000) -> RoundTable:
    """Return a settled round at which seat 1 won 5,000 from the banker on a bank of so much."""
    table = RoundTable("california").bank(8, "hal", wager=wager)
    table.seat(1, "ann", hole="AsAd", ante=1000).seat(2, "bob", hole="7c2d", ante=1000)
    return table.board("Kh 9d 4s 3c Jh").dealer("QdQc").play({1: "4x", 2: "fold"})


def dispute(table: RoundTable, seat: Seat = ONE) -> int:
    table.send(c.DisputeRound(seat=seat, says="that was wrong"))
    return table.state.disputes[-1].number


def corrected(number: int, *corrections: Correction) -> c.ResolveDispute:
    return c.ResolveDispute(
        dispute=number, finding=Finding.CORRECTED, by="Kim", reason="the tape", corrections=corrections
    )


def blind(won: int, *, seat: Seat = ONE) -> Correction:
    return Correction(seat=seat, wager=Wager.BLIND, returned=1000, won=won)


def referred(number: int) -> c.ResolveDispute:
    return c.ResolveDispute(dispute=number, finding=Finding.REFERRED, by="Kim", reason="not clear")


def test_what_a_correction_gives_a_player_the_banker_pays_and_the_house_does_not() -> None:
    table = banked()
    player, banker = table.rail(1), table.rail(8)
    table.send(corrected(dispute(table), blind(1500)))
    assert (table.rail(1) - player, table.rail(8) - banker) == (1500, -1500)


def test_a_correction_never_makes_the_banker_pay_beyond_the_wager() -> None:
    table = banked(wager=10_000)
    number = dispute(table)
    won = sum(settled.won for _, settled in table.state.settled)
    assert table.refusal(corrected(number, blind(10_001 - won))) == "not_a_correction"
    assert table.refusal(corrected(number, blind(10_000 - won))) is None


def test_a_second_correction_starts_from_the_first_and_not_from_what_it_reversed() -> None:
    table = banked()
    first = dispute(table)
    table.send(referred(first))
    table.send(corrected(dispute(table, TWO), blind(1500)))
    after = table.rail(1)
    table.send(corrected(first, blind(500)))
    assert after - table.rail(1) == 1000
    assert table.of(e.SettlementReversed)[-1].settled.won == 1500


@pytest.mark.parametrize("until", ["wagers", "preflop", "settled"])
def test_a_dispute_that_was_referred_is_corrected_at_the_table_only_until_the_next_round_is_on(until: str) -> None:
    table = banked()
    number = dispute(table)
    table.send(referred(number))
    table.next_round()
    if until != "wagers":
        table.send(c.Bank(seat=EIGHT, cents=50_000))
        table.wager(1, ante=1000).play({1: "1x"}, until=until)
    on_time = until == "wagers"
    assert table.refusal(corrected(number, blind(1500))) == (None if on_time else "not_a_correction")


def test_a_player_who_sits_down_later_has_nothing_to_dispute_and_gets_no_correction() -> None:
    table = banked()
    number = dispute(table, TWO)
    table.send(referred(number))
    table.send(c.CollectCards())
    table.send(c.LeaveSeat(seat=ONE))
    table.send(c.TakeSeat(seat=ONE, player=PlayerId("zoe")))
    assert table.refusal(c.DisputeRound(seat=ONE, says="I want that too")) == "nothing_to_dispute"
    assert table.refusal(corrected(number, blind(1500))) == "not_a_correction"


def test_whoever_takes_the_bankers_chair_does_not_pay_for_the_banker() -> None:
    table = banked()
    number = dispute(table)
    table.send(c.LeaveSeat(seat=EIGHT))
    table.send(c.TakeSeat(seat=EIGHT, player=PlayerId("zoe")))
    table.send(c.BuyIn(seat=EIGHT, cents=100_000))
    assert table.refusal(corrected(number, blind(1500))) == "seat_empty"


def test_nobody_sits_down_where_the_cards_of_the_last_player_still_lie() -> None:
    table = banked()
    table.send(c.LeaveSeat(seat=TWO))
    assert table.refusal(c.TakeSeat(seat=TWO, player=PlayerId("zoe"))) == "seat_taken"
    table.send(c.CollectCards())
    assert table.refusal(c.TakeSeat(seat=TWO, player=PlayerId("zoe"))) is None


def upheld(number: int) -> c.ResolveDispute:
    return c.ResolveDispute(dispute=number, finding=Finding.UPHELD, by="Kim", reason="the tape")


@pytest.mark.parametrize("ruling", [upheld, referred])
def test_a_player_disputes_a_round_once_and_another_player_still_may(ruling: Callable[[int], c.ResolveDispute]) -> None:
    table = banked()
    table.send(ruling(dispute(table)))
    again = c.DisputeRound(seat=ONE, says="look once more")
    assert table.refusal(again) == "disputed_already"
    table.send(c.CollectCards())
    assert table.refusal(again) == "disputed_already"
    assert table.refusal(c.DisputeRound(seat=TWO, says="mine, too")) is None
    assert table.refusal(c.DisputeRound(seat=ONE, says=" ")) == "not_signed"


def test_a_player_with_two_hands_disputes_a_round_once_all_the_same() -> None:
    table = RoundTable("chickasaw")
    table.seat(1, "ann", hole="AsAd", ante=1000).seat(2, "ann", hole="7c2d", ante=1000)
    table.board("Kh 9d 4s 3c Jh").dealer("QdQc").play({1: "4x", 2: "fold"})
    table.send(upheld(dispute(table)))
    assert table.refusal(c.DisputeRound(seat=TWO, says="that hand, too")) == "disputed_already"


def stood_at(*rounds: int, now: int, seat: Seat = ONE) -> Table:
    """Return a settled table at round `now` at which the seat's disputes of those rounds were found to stand."""
    table = banked()
    table.send(upheld(dispute(table, seat)))
    (found,) = table.state.disputes
    disputes = tuple(
        replace(found, number=number, evidence=replace(found.evidence, round=round_))
        for number, round_ in enumerate(rounds, 1)
    )
    disputers = {each.number: table.state.chairs[seat].player for each in disputes}
    return replace(table.state, disputes=disputes, disputers=disputers, rounds=now)


@pytest.mark.parametrize(
    ("rounds", "now", "refused"),
    [
        ((1, 2), 3, False),
        ((1, 2, 3), 4, True),
        ((1, 2, 3), STOOD_ROUNDS, True),
        ((1, 2, 3), STOOD_ROUNDS + 1, False),
        ((1, 2, 3, 30), STOOD_ROUNDS + 1, True),
        ((1, 2, 3, 30), STOOD_ROUNDS + 2, False),
    ],
)
def test_who_freezes_the_table_for_nothing_again_and_again_waits_until_it_is_long_ago(
    rounds: tuple[int, ...], now: int, refused: bool
) -> None:
    table = stood_at(*rounds, now=now)
    posted = banked().posted
    found = refusal_of(table, c.DisputeRound(seat=ONE, says="wrong again"), posted)
    assert (found is not None) == refused
    if found is not None:
        assert (found.code, found.clause) == ("too_many_disputes", "R66")
        assert f"round {rounds[-3] + STOOD_ROUNDS} is the next that can be disputed" in found.says
    assert refusal_of(table, c.DisputeRound(seat=TWO, says="mine"), posted) is None


def test_a_dispute_that_was_right_does_not_count_against_the_player() -> None:
    table = stood_at(1, 2, 3, now=4)
    corrected_once = (*table.disputes[:2], replace(table.disputes[2], finding=Finding.CORRECTED))
    table = replace(table, disputes=corrected_once)
    assert refusal_of(table, c.DisputeRound(seat=ONE, says="wrong again"), banked().posted) is None
