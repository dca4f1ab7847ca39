"""Nevada: COIN IN, the hand buttons, the supervisor's key, J-POT, GAME OVER; the meter and the tray."""

from __future__ import annotations

from fractions import Fraction

import pytest

from progressive.game_room import GameRoom
from progressive.linked_round_table import LinkedRoundTable
from uth.errors import Refused
from uth.progressive import commands as k
from uth.progressive import events as f
from uth.progressive.meters import awarding
from uth.progressive.state import AwardStage, Key, Means
from uth.rules.values import Wager
from uth.table.round import commands as c
from uth.table.round import events as e
from uth.units import Seat

SEED, A_DOLLAR = 100_000, 27
"""What the meter starts from, and what it gains with each dollar."""
ROYAL, ROYAL_BOARD = "AsKs", "QsJsTs 2d 3c"


def room(*seats: int) -> GameRoom:
    """Return a link of two tables; at table one these seats have their wager taken in."""
    nevada = GameRoom("nevada", tables=("one", "two"))
    if seats:
        nevada.coin_in(*seats)
    return nevada


def royal_flush(*, floor: bool = True) -> LinkedRoundTable:
    """Return a table before a round in which seat 1 gets the royal flush and seat 2 has the progressive wager too."""
    table = LinkedRoundTable("nevada")
    table.place.floor = floor
    table.seat(1, "p1", hole=ROYAL, ante=1000, progressive=100).seat(2, "p2", ante=1000, progressive=100)
    return table.board(ROYAL_BOARD).dealer("2h4c")


def confirmed() -> list[k.Command]:
    """Return what a supervisor and a second person do to pay award 1."""
    return [
        k.TurnKey(table="one", to=Key.JPH, by="Kim"),
        k.PressJackpot(table="one", award=1, by="Kim"),
        k.TurnKey(table="one", to=Key.RUN, by="Kim"),
        k.PayAward(award=1, means=Means.CHEQUES, by="Lee"),
    ]


def with_a_winner() -> GameRoom:
    nevada = room(1, 3)
    nevada.button(3)
    return nevada


# NV.6 and NV.7: the sensors and COIN IN.


@pytest.mark.clause("NV.6")
def test_a_seat_whose_sensor_does_not_light_has_no_progressive_wager() -> None:
    table = LinkedRoundTable("nevada").seat(1, "p1", ante=1000)
    table.shared.send(k.FailSensor(table="one", seat=Seat(1)))
    with pytest.raises(Exception, match="does not light"):
        table.wager(1, progressive=100)
    table.shared.send(k.RepairSensor(table="one", seat=Seat(1)))
    table.wager(1, progressive=100)
    assert table.state.round.spots[Seat(1)].wagers[Wager.PROGRESSIVE] == 100


@pytest.mark.clause("NV.7")
def test_coin_in_lights_the_sensors_of_those_who_bet_and_of_nobody_else() -> None:
    table = LinkedRoundTable("nevada").seat(1, "p1", ante=1000, progressive=100).seat(2, "p2", ante=1000)
    table.seat(5, "p5", ante=1000, progressive=100)
    assert table.place.station.lit == set()
    table.send(c.AnnounceNoMoreBets())
    assert table.place.station.lit == {1, 5}


@pytest.mark.clause("NV.7")
def test_coin_in_takes_every_progressive_wager_at_once_and_feeds_the_meter() -> None:
    nevada = room(1, 3, 6)
    (coined,) = nevada.of(f.CoinedIn)
    assert (coined.seats, coined.cents) == ((1, 3, 6), 300)
    assert nevada.amount() == SEED + 3 * A_DOLLAR


@pytest.mark.clause("NV.7")
def test_a_hand_button_before_coin_in_does_nothing() -> None:
    nevada = room()
    assert nevada.refused(nevada.press(1)) == ("not_coined_in", "NV.7")


# NV.5 and NV.10a, 10b: what is paid from where.


@pytest.mark.clause("NV.5")
def test_the_meter_is_reseeded_the_moment_the_100_percent_award_hits() -> None:
    nevada = room(1, 3)
    nevada.send(nevada.adjusting(443_210))
    award = nevada.button(3)
    assert award.cents == SEED + 443_210 + 2 * A_DOLLAR
    assert award.seeded == nevada.amount() == SEED


@pytest.mark.clause("NV.5")
def test_the_house_pays_the_reseed_and_no_player_and_no_tray_does() -> None:
    nevada = with_a_winner()
    (pending,) = nevada.of(f.AwardPending)
    assert pending.seed == SEED
    assert pending.from_reserve == 0


@pytest.mark.clause("NV.10a")
def test_a_percentage_pay_is_what_the_meter_shows_to_the_cent_and_comes_off_it() -> None:
    table = LinkedRoundTable("nevada").seat(1, "p1", hole=ROYAL, ante=1000, progressive=100)
    table.seat(2, "p2", ante=1000, progressive=100).board(ROYAL_BOARD).dealer("2h4c")
    table.play({1: "4x", 2: "fold"})
    assert table.result(1)["progressive"].won == SEED + 2 * A_DOLLAR
    assert [award.cents for award in table.shared.link.awards] == [SEED + 2 * A_DOLLAR]
    assert table.shared.link.meters["main"].amount == table.state.meters["main"] == SEED


@pytest.mark.clause("NV.10b")
def test_other_hands_are_paid_from_the_tray_and_no_hand_button_is_theirs() -> None:
    table = LinkedRoundTable("nevada").seat(1, "p1", hole="9s9d", ante=1000, progressive=100)
    table.board("9h 9c 6s 2d Kc").dealer("2h4c").play({1: "4x"})
    assert table.result(1)["progressive"].won == 75_00
    assert table.shared.link.awards == ()
    assert table.shared.link.meters["main"].amount == SEED + A_DOLLAR
    nevada = room(1)
    for hand in ("community_royal_flush", "straight_flush", "four_of_a_kind", "full_house", "flush"):
        assert nevada.refused(nevada.press(1, hand)) == ("not_a_meter_hand", "NV.10b")


# NV.10c: the hand button.


@pytest.mark.clause("NV.10c")
def test_the_hand_button_freezes_the_award_with_its_evidence() -> None:
    nevada = with_a_winner()
    award = nevada.award(1)
    assert (award.table, award.seat, award.hand, award.cents) == ("one", 3, "royal_flush", SEED + 2 * A_DOLLAR)
    assert (award.stage, award.evidence) == (AwardStage.PENDING, "AsKs with QsJsTs2d3c")
    nevada.coin_in(1, 2, 3, table="two")
    assert nevada.award(1).cents == SEED + 2 * A_DOLLAR


@pytest.mark.clause("NV.10c")
def test_a_button_pressed_by_accident_goes_off_when_it_is_pressed_again() -> None:
    nevada = room(1, 3)
    before = nevada.link.meters
    nevada.button(3)
    assert nevada.button(3).stage is AwardStage.WITHDRAWN
    assert nevada.link.meters == before
    assert nevada.station().buttons == {}
    nevada.over()


@pytest.mark.clause("NV.10c")
def test_a_hand_button_of_a_seat_that_did_not_bet_does_not_go_on() -> None:
    nevada = room(1, 3)
    assert nevada.refused(nevada.press(2)) == ("seat_did_not_bet", "NV.7")


# NV.10d to 10f: the supervisor.


@pytest.mark.clause("NV.10d")
def test_the_supervisor_is_called_once_a_hand_button_is_on_and_turns_the_key_once_called() -> None:
    nevada = room(1)
    assert nevada.refused(k.CallSupervisor(table="one")) == ("no_such_award", "NV.10c")
    nevada.button(1)
    assert nevada.refused(nevada.key(Key.JPH)) == ("supervisor_not_called", "NV.10d")
    nevada.send(k.CallSupervisor(table="one"))
    assert nevada.refused(nevada.key(Key.JPH)) is None


@pytest.mark.clause("NV.10e")
def test_j_pot_with_the_key_at_jph_records_the_win_and_by_whom() -> None:
    nevada = with_a_winner()
    assert nevada.refused(nevada.jackpot(1)) == ("key_not_at_jph", "NV.10e")
    nevada.called()
    nevada.send(nevada.jackpot(1, by="Dana"))
    assert nevada.of(f.AwardRecorded) == [f.AwardRecorded(award=1, by="Dana")]
    assert nevada.award(1).stage is AwardStage.RECORDED


@pytest.mark.clause("NV.10e")
def test_a_prize_is_paid_once_it_is_recorded_and_once_only() -> None:
    nevada = with_a_winner()
    assert nevada.refused(nevada.paying(1)) == ("award_not_recorded", "NV.10e")
    nevada.confirm(1)
    nevada.send(nevada.paying(1, Means.CHEQUES))
    assert nevada.award(1).stage is AwardStage.PAID
    assert nevada.refused(nevada.paying(1)) == ("award_is_paid", "NV.10e")


@pytest.mark.clause("NV.10e")
def test_a_win_the_casino_does_not_verify_is_rejected_and_goes_back_on_the_meter() -> None:
    nevada = with_a_winner()
    nevada.called()
    nevada.send(k.RejectAward(table="one", award=1, by="Dana", reason="a club among the spades"))
    assert nevada.award(1).stage is AwardStage.WITHDRAWN
    assert nevada.amount() == SEED + 2 * A_DOLLAR


@pytest.mark.clause("NV.10f")
def test_the_key_back_at_run_restores_the_table_and_the_meter_stands_without_the_prize() -> None:
    nevada = with_a_winner()
    nevada.called()
    nevada.send(nevada.jackpot(1))
    assert nevada.award(1).cents == SEED + 2 * A_DOLLAR
    assert nevada.refused(k.GameOver(table="one")) == ("key_stands_there", "NV.10f")
    assert nevada.send(nevada.key(Key.RUN)) == (f.KeyTurned(table="one", to=Key.RUN, by="Dana"),)
    assert nevada.refused(nevada.key(Key.RUN)) == ("key_stands_there", "NV.10e")
    nevada.over()
    assert (set(nevada.station().lit), nevada.station().round) == (set(), None)
    assert nevada.amount() == SEED
    nevada.coin_in(1)
    assert nevada.amount() == SEED + A_DOLLAR


@pytest.mark.clause("NV.10f")
def test_other_tables_play_on_while_the_key_stands_at_jph() -> None:
    nevada = with_a_winner()
    nevada.called()
    nevada.coin_in(1, 2, table="two")
    assert nevada.button(2, table="two").cents == SEED + 2 * A_DOLLAR


# NV.10g and 10h: GAME OVER, and after J-POT.


@pytest.mark.clause("NV.10g")
def test_game_over_darkens_the_sensors_and_the_next_hand_may_be_coined_in() -> None:
    nevada = room(1, 3)
    assert nevada.refused(k.CoinIn(table="one", round=2, seats=(Seat(1),))) == ("game_not_over", "NV.10g")
    nevada.over()
    assert (nevada.station().lit, nevada.station().round) == (frozenset(), None)
    nevada.coin_in(1)


@pytest.mark.clause("NV.10g")
def test_game_over_waits_until_every_winner_is_reconciled() -> None:
    nevada = with_a_winner()
    assert nevada.refused(k.GameOver(table="one")) == ("award_not_recorded", "NV.10e")
    nevada.confirm(1)
    nevada.over()


@pytest.mark.clause("NV.10h")
def test_after_j_pot_neither_the_button_nor_the_supervisor_backs_the_prize_out() -> None:
    nevada = with_a_winner()
    nevada.called()
    nevada.send(nevada.jackpot(1))
    assert nevada.refused(nevada.press(3)) == ("award_is_recorded", "NV.10h")
    reject = k.RejectAward(table="one", award=1, by="Dana", reason="misread")
    assert nevada.refused(reject) == ("award_is_recorded", "NV.10h")


@pytest.mark.clause("NV.10h")
def test_after_j_pot_a_manual_adjustment_by_two_people_backs_the_prize_out() -> None:
    nevada = with_a_winner()
    nevada.confirm(1)
    assert nevada.refused(nevada.backing_out(1, second="dana ")) == ("two_people_needed", "R99")
    nevada.send(nevada.backing_out(1))
    (backed_out,) = nevada.of(f.AwardBackedOut)
    assert (backed_out.by, backed_out.second, backed_out.reason) == ("Dana", "Lee", "the hand was misread")
    assert [backed_out.before, backed_out.after] == [Fraction(SEED), Fraction(SEED + 2 * A_DOLLAR)]
    assert nevada.amount() == SEED + 2 * A_DOLLAR
    assert nevada.refused(nevada.paying(1)) == ("no_such_award", None)


@pytest.mark.clause("NV.10h")
def test_a_manual_adjustment_by_one_person_is_refused_and_by_two_it_is_on_record() -> None:
    nevada = room()
    assert nevada.refused(nevada.adjusting(500, second="Dana")) == ("two_people_needed", "R99")
    nevada.send(nevada.adjusting(500))
    (adjusted,) = nevada.of(f.MeterAdjusted)
    assert [adjusted.before, adjusted.after] == [Fraction(SEED), Fraction(SEED + 500)]
    assert (adjusted.by, adjusted.second, adjusted.reason) == ("Dana", "Lee", "counted again")


# The whole procedure: with a supervisor, and where there is nobody.


@pytest.mark.clause("NV.10c", "NV.10d", "NV.10e", "NV.10f", "NV.10g")
def test_a_round_with_a_royal_flush_goes_through_every_key_in_the_order_of_the_procedure() -> None:
    pressed: list[k.Command] = []
    table = royal_flush()
    table.shared.wrote = pressed.append
    table.play({1: "4x", 2: "fold"})
    for step in confirmed():
        table.work(step)
    table.next_round()
    assert [type(command).__name__ for command in pressed] == [
        "CoinIn", "PressHandButton", "CallSupervisor", "TurnKey", "PressJackpot", "TurnKey", "PayAward", "GameOver",
    ]  # fmt: skip
    assert table.shared.link.awards[0].evidence == "AsKs with QsJsTs2d3c"


@pytest.mark.clause("NV.10d")
def test_where_nobody_supervises_no_key_is_turned_and_the_record_says_that_no_person_verified_it() -> None:
    pressed: list[k.Command] = []
    table = royal_flush(floor=False)
    table.shared.wrote = pressed.append
    table.play({1: "4x", 2: "fold"})
    table.next_round()
    names = [type(command).__name__ for command in pressed]
    assert names == ["CoinIn", "PressHandButton", "PayUnattended", "GameOver"]
    (award,) = table.shared.link.awards
    assert (award.stage, award.unattended, award.verified_by) == (AwardStage.PAID, True, None)


# NV.10f: what the sign shows, and when.


@pytest.mark.clause("NV.10f")
def test_the_sign_shows_the_prize_until_j_pot_is_pressed_and_the_key_is_back_at_run() -> None:
    nevada = with_a_winner()
    full = SEED + 2 * A_DOLLAR
    assert (nevada.shown(), awarding(nevada.link)) == (full, ["main"])
    nevada.called()
    nevada.send(nevada.jackpot(1))
    assert (nevada.shown(), awarding(nevada.link)) == (full, ["main"])
    nevada.send(nevada.key(Key.RUN))
    assert (nevada.shown(), awarding(nevada.link)) == (SEED, [])


@pytest.mark.clause("NV.10f")
def test_a_rejected_win_changes_nothing_that_the_sign_shows() -> None:
    nevada = with_a_winner()
    nevada.called()
    nevada.coin_in(1, 2, table="two")
    shown = nevada.shown()
    nevada.send(k.RejectAward(table="one", award=1, by="Dana", reason="a club among the spades"))
    assert nevada.shown() == shown == SEED + 4 * A_DOLLAR
    nevada.send(nevada.key(Key.RUN))
    assert nevada.shown() == shown


@pytest.mark.clause("NV.10h")
def test_a_prize_that_is_backed_out_is_on_the_sign_again() -> None:
    nevada = with_a_winner()
    nevada.confirm(1)
    assert nevada.shown() == SEED
    nevada.send(nevada.backing_out(1))
    assert nevada.shown() == SEED + 2 * A_DOLLAR


@pytest.mark.clause("NV.10h")
def test_a_prize_that_was_paid_at_a_table_that_has_left_the_link_is_not_backed_out() -> None:
    nevada = with_a_winner()
    nevada.confirm(1)
    nevada.pay(1)
    nevada.send(k.GameOver(table="one"))
    nevada.send(k.LeaveLink(table="one"))
    shown = nevada.amount()
    assert nevada.refused(nevada.backing_out(1)) == ("award_is_paid", "R60")
    assert nevada.amount() == shown


# NV.10c at a table: the button goes off and on again.


@pytest.mark.clause("NV.10c")
def test_a_button_that_goes_off_takes_the_win_off_the_seat_and_on_again_it_is_there() -> None:
    table = royal_flush().play({1: "4x", 2: "fold"})
    full = SEED + 2 * A_DOLLAR
    press = k.PressHandButton(table="one", seat=Seat(1), hand="royal_flush", evidence="AsKs with QsJsTs2d3c", by="Dee")
    table.work(press)
    assert not table.state.owed
    assert table.line(1, Wager.PROGRESSIVE).won == 0
    table.work(press)
    assert table.line(1, Wager.PROGRESSIVE).won == full
    waits = [(each.seat, each.from_seat, each.cents) for each in table.state.owed]
    assert waits == [(1, None, full), (2, 1, 10_000)]


# NV.10a, CN.P9: the tray pays no award of a meter.


@pytest.mark.clause("NV.10a")
def test_a_prize_that_was_paid_in_cheques_is_taken_off_the_rail_when_two_people_back_it_out() -> None:
    table = royal_flush().play({1: "4x", 2: "fold"})
    rails = {seat: table.state.rail(seat) for seat in table.state.chairs}
    for step in confirmed():
        table.work(step)
    assert table.state.rail(Seat(2)) == rails[Seat(2)] + 10_000
    table.work(k.BackOutAward(award=1, by="Max", second="Mia", reason="the wrong seat"))
    assert {seat: table.state.rail(seat) for seat in table.state.chairs} == rails
    assert table.line(1, Wager.PROGRESSIVE).won == 0
    assert table.shared.link.meters["main"].amount == SEED + 2 * A_DOLLAR


@pytest.mark.clause("NV.10a")
def test_a_prize_whose_chips_have_left_the_table_is_not_backed_out() -> None:
    table = royal_flush().play({1: "4x", 2: "fold"})
    for step in confirmed():
        table.work(step)
    table.send(c.LeaveSeat(seat=Seat(2)))
    with pytest.raises(Refused, match=r"has left with 10000; it cannot be taken back \(R60\)"):
        table.work(k.BackOutAward(award=1, by="Max", second="Mia", reason="the wrong seat"))


@pytest.mark.clause("NV.10a")
def test_a_prize_that_was_not_paid_at_the_table_cannot_be_taken_off_a_rail() -> None:
    table = royal_flush().play({1: "4x", 2: "fold"})
    back = c.TakeAwardBack(seat=Seat(1), cents=SEED + 2 * A_DOLLAR, by="Max", reason="the wrong seat", round=1)
    with pytest.raises(Refused, match=r"what round 1 paid seat 1 has left the table.*\(R60\)"):
        table.send(back)


@pytest.mark.clause("NV.9")
def test_the_progressive_is_reconciled_at_the_same_time_as_the_seats_other_wagers() -> None:
    table = LinkedRoundTable("nevada").seat(1, "p1", hole=ROYAL, ante=1000, trips=500, progressive=100)
    table.seat(2, "p2", hole="9s9d", ante=1000, progressive=100).board(ROYAL_BOARD).dealer("2h4c")
    table.play({1: "4x", 2: "4x"})
    assert [(event.seat, str(event.settled.wager)) for event in table.of(e.WagerSettled)] == [
        (2, "ante"), (2, "blind"), (2, "play"), (2, "progressive"),
        (1, "ante"), (1, "blind"), (1, "play"), (1, "trips"), (1, "progressive"),
    ]  # fmt: skip
    assert table.result(1)["progressive"].won == SEED + 2 * A_DOLLAR
