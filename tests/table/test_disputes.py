"""Disputes: who may dispute what, and corrections that move exactly the difference between the right people."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from support.books import HOUSE_BANKED
from support.round_table import RoundTable
from uth.rules.values import Wager
from uth.table.floor.corrections import most_won
from uth.table.floor.disputed import Correction, Finding
from uth.table.floor.disputes import FREEZE_ROUNDS
from uth.table.floor.irregularities import ShufflerJammed
from uth.table.round import commands as c
from uth.table.round import events as e
from uth.table.round.due import due
from uth.table.round.refusals import refusal_of
from uth.table.round.state import PAST_ROUNDS
from uth.table.settle.settled import Outcome, SettledWager
from uth.units import PlayerId, Seat

ONE, TWO, EIGHT = Seat(1), Seat(2), Seat(8)


def banked(wager: int = 100_000) -> RoundTable:
    """Return a settled round at which seat 1 won 5,000 from the banker on a bank of so much."""
    table = RoundTable("california").bank(8, "hal", wager=wager)
    table.seat(1, "ann", hole="AsAd", ante=1000).seat(2, "bob", hole="7c2d", ante=1000)
    return table.board("Kh 9d 4s 3c Jh").dealer("QdQc").play({1: "4x", 2: "fold"})


def house(book: str = "chickasaw") -> RoundTable:
    """Return a settled round against the house: seat 1 won by a pair of aces, seat 2 folded."""
    table = RoundTable(book).seat(1, "ann", hole="AsAd", ante=1000).seat(2, "bob", hole="7c2d", ante=1000)
    return table.board("Kh 9d 4s 3c Jh").dealer("QdQc").play({1: "4x", 2: "fold"})


def dispute(table: RoundTable, seat: Seat = ONE) -> int:
    table.send(c.DisputeRound(seat=seat, says="that was wrong"))
    return table.state.disputes[-1].number


def corrected(number: int, *corrections: Correction) -> c.ResolveDispute:
    return c.ResolveDispute(
        dispute=number, finding=Finding.CORRECTED, by="Kim", second="Lee", reason="the tape", corrections=corrections
    )


def blind(won: int, *, seat: Seat = ONE) -> Correction:
    return Correction(seat=seat, wager=Wager.BLIND, returned=1000, won=won)


def referred(number: int) -> c.ResolveDispute:
    return c.ResolveDispute(dispute=number, finding=Finding.REFERRED, by="Kim", reason="not clear")


@pytest.mark.clause("CA.PLAY19")
def test_what_a_correction_gives_a_player_the_banker_pays_and_the_house_does_not() -> None:
    table = banked()
    player, banker = table.rail(1), table.rail(8)
    table.send(corrected(dispute(table), blind(1500)))
    assert (table.rail(1) - player, table.rail(8) - banker) == (1500, -1500)


@pytest.mark.clause("CA.PLAY19")
def test_a_correction_never_makes_the_banker_pay_beyond_the_wager() -> None:
    table = banked(wager=10_000)
    number = dispute(table)
    won = sum(settled.won for _, settled in table.state.settled)
    assert table.refusal(corrected(number, blind(10_001 - won))) == "not_a_correction"
    assert table.refusal(corrected(number, blind(10_000 - won))) is None


@pytest.mark.clause("CA.PLAY19", "CN.50")
def test_a_second_correction_starts_from_the_first_and_not_from_what_it_reversed() -> None:
    table = banked()
    first = dispute(table)
    table.send(referred(first))
    table.send(corrected(dispute(table, TWO), blind(1500)))
    player, banker = table.rail(1), table.rail(8)
    table.send(corrected(first, blind(500)))
    assert (table.rail(1) - player, table.rail(8) - banker) == (-1000, 1000)
    assert table.of(e.SettlementReversed)[-1].settled.won == 1500


@pytest.mark.parametrize("until", ["wagers", "preflop", "settled"])
def test_a_dispute_that_was_referred_is_corrected_at_the_table_in_a_later_round_too(until: str) -> None:
    table = banked()
    number = dispute(table)
    table.send(referred(number))
    table.next_round()
    if until != "wagers":
        table.send(c.Bank(seat=EIGHT, cents=50_000))
        table.wager(1, ante=1000).play({1: "1x"}, until=until)
    player, banker, lines = table.rail(1), table.rail(8), table.state.settled
    table.send(corrected(number, blind(1500)))
    assert (table.rail(1) - player, table.rail(8) - banker) == (1500, -1500)
    assert (table.state.settled == lines) == (until != "wagers"), "only the round it is about changes"


@pytest.mark.clause("CN.50")
def test_a_player_who_sits_down_later_has_nothing_to_dispute_and_a_correction_goes_to_the_cage() -> None:
    table = house()
    number = dispute(table, TWO)
    table.send(referred(number))
    table.send(c.CollectCards())
    table.send(c.LeaveSeat(seat=ONE))
    table.send(c.TakeSeat(seat=ONE, player=PlayerId("zoe")))
    assert table.refusal(c.DisputeRound(seat=ONE, says="I want that too")) == "nothing_to_dispute"
    assert table.refusal(corrected(number, blind(0))) is None, "the blind pushed, and pushes again"
    lost = Correction(seat=ONE, wager=Wager.BLIND, returned=0, won=0)
    assert table.refusal(corrected(number, lost)) == "seat_empty"
    rail = table.rail(1)
    reversed_, entered, _ = table.send(corrected(number, blind(1500)))
    assert isinstance(reversed_, e.SettlementReversed)
    assert isinstance(entered, e.WagerSettled)
    assert (reversed_.at_cage, entered.at_cage, table.rail(1)) == (True, True, rail)


@pytest.mark.clause("CN.50")
def test_a_player_who_has_left_disputes_the_round_all_the_same() -> None:
    table = house()
    table.send(c.CollectCards())
    table.send(c.LeaveSeat(seat=ONE))
    theirs = c.DisputeRound(seat=ONE, says="look at it", player=PlayerId("ann"))
    assert table.refusal(replace(theirs, player=PlayerId("zoe"))) == "nothing_to_dispute"
    assert table.refusal(theirs) is None


@pytest.mark.clause("CA.PLAY19")
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


Ruling = Callable[[int], c.ResolveDispute]


def upheld(number: int) -> c.ResolveDispute:
    return c.ResolveDispute(dispute=number, finding=Finding.UPHELD, by="Kim", reason="the tape")


def dismissed(number: int) -> c.ResolveDispute:
    return c.ResolveDispute(dispute=number, finding=Finding.DISMISSED, by="Kim", reason="asked every round")


def play_on(table: RoundTable, rounds: int = 1) -> None:
    """Play so many rounds more."""
    for _ in range(rounds):
        table.next_round()
        table.wager(1, ante=1000).play({1: "4x"})


def newest(table: RoundTable) -> e.RoundDisputed:
    return table.of(e.RoundDisputed)[-1]


@pytest.mark.clause("CN.50")
@pytest.mark.parametrize("book", HOUSE_BANKED)
def test_a_dispute_is_recorded_where_nobody_of_the_floor_is_in_and_the_table_goes_on(book: str) -> None:
    table = house(book)
    table.send(c.DisputeRound(seat=ONE, says="that was wrong", floor_is_in=False))
    assert (newest(table).freezes, newest(table).evidence.settled) == (False, table.state.settled)
    play_on(table)
    (waiting,) = table.state.disputes
    assert waiting.waits
    assert table.refusal(upheld(waiting.number)) is None


@pytest.mark.clause("CN.50")
def test_a_dispute_while_the_floor_is_called_is_resolved_first_and_then_the_floor_rules() -> None:
    table = banked()
    table.send(c.CollectCards())
    table.send(c.Report(irregularity=ShufflerJammed()))
    assert table.state.round.floor is not None
    number = dispute(table)
    rules = c.RuleOnIrregularity(remedy=table.state.round.floor.choices[0], by="Sue", reason="seen on camera")
    assert due(table.state, table.posted) is c.ResolveDispute
    assert table.refusal(rules) == "round_frozen"
    table.send(upheld(number))
    assert due(table.state, table.posted) is c.RuleOnIrregularity
    table.send(rules)
    assert table.state.round.floor is None


@pytest.mark.clause("CN.50")
def test_after_a_dismissed_dispute_a_player_disputes_however_often_and_freezes_nothing_for_ten_rounds() -> None:
    table = house()
    table.send(dismissed(dispute(table)))
    for played in range(1, FREEZE_ROUNDS):
        play_on(table)
        table.send(c.DisputeRound(seat=ONE, says="wrong again"))
        assert not newest(table).freezes, f"frozen again after {played} rounds"
        table.send(upheld(newest(table).dispute))
    play_on(table)
    table.send(c.DisputeRound(seat=ONE, says="wrong again"))
    assert newest(table).freezes


@pytest.mark.clause("CN.50")
@pytest.mark.parametrize("ruling", [lambda number: corrected(number, blind(1500)), upheld, referred])
def test_only_a_dismissed_dispute_counts_against_the_player(ruling: Ruling) -> None:
    table = house()
    table.send(ruling(dispute(table)))
    play_on(table)
    dispute(table)
    assert newest(table).freezes


@pytest.mark.clause("CN.50")
def test_the_same_round_is_frozen_once_by_the_same_player_when_the_settlement_stands() -> None:
    table = house()
    table.send(upheld(dispute(table)))
    dispute(table)
    assert not newest(table).freezes


@pytest.mark.clause("CN.50")
def test_a_player_whose_dispute_waits_says_no_more_of_the_round_and_another_player_still_may() -> None:
    table = house()
    dispute(table)
    again = c.DisputeRound(seat=ONE, says="look once more")
    assert table.refusal(again) == "disputed_already"
    table.send(c.DisputeRound(seat=TWO, says="mine, too"))
    assert not newest(table).freezes, "it is frozen already"
    assert table.refusal(c.DisputeRound(seat=ONE, says=" ")) == "not_signed"
    table.send(upheld(1))
    assert table.refusal(again) is None, "a finding can be disputed"


@pytest.mark.clause("CN.50")
def test_a_player_with_two_hands_disputes_a_round_once_at_a_time() -> None:
    table = RoundTable("chickasaw")
    table.seat(1, "ann", hole="AsAd", ante=1000).seat(2, "ann", hole="7c2d", ante=1000)
    table.board("Kh 9d 4s 3c Jh").dealer("QdQc").play({1: "4x", 2: "fold"})
    dispute(table)
    assert table.refusal(c.DisputeRound(seat=TWO, says="that hand, too")) == "disputed_already"


@pytest.mark.clause("CN.50")
def test_the_last_ten_rounds_can_be_disputed_in_the_middle_of_another_and_no_earlier_one() -> None:
    table = house()
    play_on(table, PAST_ROUNDS)
    table.next_round()
    table.wager(1, ante=1000).play(until="preflop")
    refused = c.DisputeRound(seat=ONE, says="the first one", round=1)
    assert table.refusal(refused) == "nothing_to_dispute"
    table.send(c.DisputeRound(seat=ONE, says="the second one", round=2))
    assert (newest(table).evidence.round, newest(table).freezes, newest(table).late) == (2, False, True)
    table.play({1: "4x"})
    table.send(corrected(newest(table).dispute, blind(1500)))
    assert [each.round for each in table.of(e.SettlementReversed)] == [2]


@pytest.mark.clause("CN.50")
def test_a_resolved_dispute_leaves_the_table_with_its_round_and_one_that_waits_stays() -> None:
    table = house()
    table.send(upheld(dispute(table)))
    table.send(c.DisputeRound(seat=TWO, says="mine", floor_is_in=False))
    play_on(table, PAST_ROUNDS + 1)
    assert [each.number for each in table.state.disputes] == [2]
    table.send(c.DisputeRound(seat=ONE, says="this one"))
    assert newest(table).dispute == 3


@pytest.mark.clause("CN.50")
def test_management_opens_a_review_of_its_own_and_corrects_it_by_two() -> None:
    table = house()
    review = c.ReviewRound(by="Kim", reason="the blind was not paid")
    assert table.refusal(replace(review, reason=" ")) == "not_signed"
    assert table.refusal(replace(review, round=7)) == "nothing_to_dispute"
    table.send(review)
    (opened,) = table.of(e.RoundReviewed)
    assert (opened.freezes, opened.by, table.refusal(review)) == (True, "Kim", "disputed_already")
    assert table.refusal(c.CollectCards()) == "round_frozen"
    rail = table.rail(1)
    table.send(corrected(opened.dispute, blind(1500)))
    assert (table.rail(1) - rail, table.refusal(c.CollectCards())) == (1500, None)


@pytest.mark.clause("CN.50")
@pytest.mark.parametrize("second", [None, " ", "Kim"])
def test_a_correction_needs_two_different_people(second: str | None) -> None:
    table = house()
    alone = replace(corrected(dispute(table), blind(1500)), second=second)
    assert table.refusal(alone) == "two_people_needed"
    assert table.refusal(replace(alone, second="Lee")) is None


CEILINGS = [
    ("massachusetts", Wager.ANTE, 1000, 1000),
    ("massachusetts", Wager.PLAY, 4000, 4000),
    ("massachusetts", Wager.BLIND, 1000, 500_000),
    ("massachusetts", Wager.TRIPS, 500, 25_000),
    ("massachusetts", Wager.COVER_ALL, 500, 100_000),
    ("massachusetts", Wager.MATCH_PLAY, 1000, 1000),
]


@pytest.mark.clause("MA.10b", "MA.10c", "MA.10d", "MA.12k")
@pytest.mark.parametrize(("book", "wager", "stake", "most"), CEILINGS)
def test_a_correction_pays_no_more_than_the_wager_can_win(book: str, wager: Wager, stake: int, most: int) -> None:
    table = RoundTable(book, dealing="machine")
    table.seat(1, "ann", hole="AsAd", ante=1000, match_play=1000, trips=500, cover_all=500)
    table.board("Kh 9d 4s 3c Jh").dealer("QdQc").play({1: "4x"})
    number = dispute(table)
    right = corrected(number, Correction(seat=ONE, wager=wager, returned=0, won=most))
    assert table.refusal(right) is None
    (line,) = right.corrections
    refused = refusal_of(table.state, replace(right, corrections=(replace(line, won=most + 1),)), table.posted)
    assert refused is not None
    assert refused.code == "beyond_the_pay_table"
    assert f"won {most + 1} is more than the {wager.words.lower()} of seat 1 can win; at most {most}" in refused.says
    assert f"a stake of {stake}" in refused.says


@pytest.mark.clause("MA.10e", "MA.13d")
@pytest.mark.parametrize(("progressive", "most"), [("PTMGL01", 7_500_000), (None, 5_000_000)])
def test_a_correction_does_not_lift_a_hand_above_the_aggregate_limit(progressive: str | None, most: int) -> None:
    table = RoundTable("massachusetts", tables={"progressive": progressive})
    table.seat(1, "ann", hole="AsAd", ante=20_000).seat(2, "bob", hole="KsKd", ante=20_000)
    if progressive is not None:
        table.wager(1, progressive=500)  # three aces with the flop win $45, which is outside the limit
    table.board("Ah 9d 4s 3c Jh").dealer("QdQc").play({1: "4x", 2: "4x"})
    number = dispute(table)
    left = most - 20_000 - 80_000  # what the hand of seat 1 won on ante and play; seat 2 has its own limit
    over = Correction(seat=ONE, wager=Wager.BLIND, returned=20_000, won=left + 1)
    assert table.refusal(corrected(number, over)) == "beyond_the_pay_table"
    assert table.refusal(corrected(number, replace(over, won=left))) is None


@pytest.mark.clause("CN.51a", "CN.51")
@pytest.mark.parametrize("before", [upheld, referred, None])
def test_the_player_takes_a_dispute_to_the_commissioner_and_nobody_else_does(before: Ruling | None) -> None:
    table = house("chickasaw")
    number = dispute(table)
    if before is not None:
        table.send(before(number))
    asks = c.TakeToRegulator(seat=ONE, dispute=number, says="I ask for an investigation")
    assert table.refusal(replace(asks, says="")) == "not_signed"
    assert table.refusal(replace(asks, seat=TWO)) == "no_dispute"
    assert table.refusal(replace(asks, player=PlayerId("zoe"))) == "no_dispute"
    assert table.send(asks) == (
        e.DisputeAppealed(
            dispute=number,
            seat=ONE,
            says="I ask for an investigation",
            regulator="the Chickasaw Nation Office of the Gaming Commissioner",
            clause="CN.51",
            round=1,
        ),
    )
    assert table.refusal(asks) == "already_with_the_regulator"
    assert table.state.disputes[0].waits, "what the Commissioner finds can be entered"
    assert table.refusal(corrected(number, blind(1500))) is None


@pytest.mark.parametrize(
    ("book", "regulator", "clause"),
    [
        ("massachusetts", "the Massachusetts Gaming Commission", "R50"),
        ("california", "the regulator", "R50"),
        ("nevada", "the regulator", "R50"),
        ("greece", "the HGC", "GR.RG"),
    ],
)
def test_in_the_other_books_a_dispute_goes_to_the_regulator_by_a_ruling(book: str, regulator: str, clause: str) -> None:
    table = banked() if book == "california" else house(book)
    table.send(upheld(dispute(table)))
    (appealed,) = table.send(c.TakeToRegulator(seat=ONE, dispute=1, says="I do not agree"))
    assert isinstance(appealed, e.DisputeAppealed)
    assert (appealed.regulator, appealed.clause) == (regulator, clause)


@pytest.mark.clause("MA.13d", "MA.10e")
def test_no_wager_is_corrected_to_more_than_its_highest_pay() -> None:
    table = RoundTable("massachusetts", progressive_wager=500).seat(1, "ann", ante=1000, trips=1000, progressive=500)
    table.play({1: "1x"})
    posted, evidence = table.posted, table.state.past[-1]
    assert posted.progressive is not None
    highest = max(row.for_one for row in posted.progressive.rows if row.for_one is not None)
    line = SettledWager(Wager.PROGRESSIVE, 500, Outcome.LOSE, 0, 0, ())
    assert most_won(line, evidence, posted) == highest * 500
    for wager, pays in ((Wager.ANTE, 1), (Wager.PLAY, 1), (Wager.BLIND, 500), (Wager.TRIPS, 50)):
        assert most_won(SettledWager(wager, 1000, Outcome.LOSE, 0, 0, ()), evidence, posted) == pays * 1000


@pytest.mark.clause("MA.12k")
@pytest.mark.parametrize(("seats", "royal"), [(1, 200), (2, 150), (3, 125), (6, 70)])
@pytest.mark.parametrize("acts", ["1x", "fold"])
def test_cover_all_is_corrected_to_at_most_the_pay_for_the_hands_of_the_round(
    seats: int, royal: int, acts: str
) -> None:
    table = RoundTable("massachusetts", dealing="machine").board("9c 7d Kh 6d 2c")
    for seat in range(1, seats + 1):
        table.seat(seat, f"p{seat}", ante=1000)
    table.wager(1, cover_all=1000).play(dict.fromkeys(range(1, seats + 1), acts))
    number = dispute(table)
    most = Correction(seat=ONE, wager=Wager.COVER_ALL, returned=1000, won=royal * 1000)
    assert table.refusal(corrected(number, most)) is None
    assert table.refusal(corrected(number, replace(most, won=royal * 1000 + 1000))) == "beyond_the_pay_table"
