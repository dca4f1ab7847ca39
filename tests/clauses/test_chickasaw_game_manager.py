"""Chickasaw Nation: 'Start Game', the coin sensors, how awards are paid, and what happens when the system fails."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from progressive.game_room import GameRoom
from progressive.linked_round_table import LinkedRoundTable
from support.round_table import RoundTable
from uth.errors import Refused
from uth.progressive import commands as k
from uth.progressive import events as f
from uth.progressive.refusals import refusal_of as link_refusal
from uth.progressive.state import AwardStage, Key, Means
from uth.rules.procedure import Remedy
from uth.rules.values import Wager
from uth.table.floor.irregularities import MachineJammed, ProgressiveDown
from uth.table.floor.system_failure import is_lit
from uth.table.round import commands as c
from uth.table.round import events as e
from uth.table.round.apply import apply
from uth.table.round.due import due
from uth.table.round.refusals import refusal_of
from uth.table.round.state import Phase
from uth.units import Seat
from uth.views.game_manager import keypads_of

ROYAL, ROYAL_FLOP = "AsKs", "QsJsTs 2d 3c"
NINES, NINES_FLOP = "9s9d", "9h9c4h 2d Kc"
MEGA, MAJOR = 1_000_000, 100_000
DOLLARS_100_000 = 10_000_000


def recorded(mega: int = MEGA + 1) -> GameRoom:
    """Return a link on which the Mega meter, standing at that amount, was won and recorded."""
    room = GameRoom("chickasaw", tables=("one", "two"))
    room.coin_in(1)
    more = mega - int(room.amount("mega"))
    room.send(replace(room.adjusting(more, meter="mega"), tables=("one", "two")))
    room.button(1)
    room.confirm(1)
    return room


def with_every_step(mega: int = MEGA + 1) -> GameRoom:
    room = recorded(mega)
    for step in room.terms.awards.steps:
        room.send(room.step(1, step))
    return room


# CN.9 and CN.10: 'Start Game', and what the sensors show.


@pytest.mark.clause("CN.9")
def test_once_start_game_is_pressed_no_wager_changes_at_the_table() -> None:
    table = LinkedRoundTable("chickasaw").seat(1, "p1", ante=1000, progressive=100).seat(2, "p2", ante=1000)
    table.send(c.AnnounceNoMoreBets())
    table.send(c.StartGame())
    late = c.PlaceWager(seat=Seat(2), wager=Wager.PROGRESSIVE, cents=100)
    back = c.TakeBackWager(seat=Seat(1), wager=Wager.PROGRESSIVE)
    for command in (late, back):
        refused = refusal_of(table.state, command, table.posted)
        assert refused is not None
        assert (refused.code, refused.clause) == ("wagers_closed", "CN.9a")
    assert table.place.station.lit == {1}


@pytest.mark.clause("CN.9a")
def test_start_game_is_a_step_of_its_own_between_no_more_bets_and_the_first_card() -> None:
    table = LinkedRoundTable("chickasaw").seat(1, "p1", ante=1000, progressive=100)
    assert table.refusal(c.StartGame()) == "step_not_due"
    table.send(c.AnnounceNoMoreBets())
    assert due(table.state, table.posted) is c.StartGame
    assert table.refusal(c.DealNext()) == "step_not_due"
    assert table.place.station.lit == set()
    assert e.GameStarted() in table.send(c.StartGame())
    assert table.place.station.lit == {1}
    assert due(table.state, table.posted) is c.DealNext
    assert table.refusal(c.StartGame()) == "step_not_due"


@pytest.mark.clause("CN.9a")
def test_a_table_on_no_link_feeds_its_meters_when_the_game_is_started() -> None:
    table = RoundTable("chickasaw").seat(1, "p1", ante=1000, progressive=100)
    assert [event for event in table.send(c.AnnounceNoMoreBets()) if isinstance(event, e.MeterRaised)] == []
    raised = [event.meter for event in table.send(c.StartGame()) if isinstance(event, e.MeterRaised)]
    assert raised == ["mega", "major", "minor"]


@pytest.mark.clause("CN.9a", "CN.50")
def test_hands_that_are_void_before_the_game_is_started_take_nothing_off_the_meters() -> None:
    table = RoundTable("chickasaw").seat(1, "p1", ante=1000, progressive=100)
    meters = dict(table.state.meters)
    table.send(c.AnnounceNoMoreBets())
    table.send(c.Report(irregularity=MachineJammed()))
    if table.state.round.floor is not None:
        table.send(c.RuleOnIrregularity(remedy=Remedy.VOID_ROUND, by="Sue", reason="seen on camera"))
    assert table.of(e.RoundVoided)
    assert table.of(e.IncrementReversed) == []
    assert table.state.meters == meters


@pytest.mark.clause("CN.9a")
@pytest.mark.parametrize("book", ["massachusetts", "california", "nevada", "greece"])
def test_where_no_document_asks_for_it_no_more_bets_locks_the_wagers_itself(book: str) -> None:
    table = RoundTable(book).seat(1, "p1", ante=1000)
    if book == "california":
        table.seat(2, "p2").send(c.Bank(seat=Seat(2), cents=100_000))
    table.send(c.AnnounceNoMoreBets())
    assert due(table.state, table.posted) is c.DealNext
    assert table.refusal(c.StartGame()) == "step_not_due"


@pytest.mark.clause("CN.48", "CN.9a")
def test_a_system_that_fails_between_no_more_bets_and_start_game_returns_the_progressive_wagers() -> None:
    table = LinkedRoundTable("chickasaw").seat(1, "p1", hole=NINES, ante=1000, progressive=100).board(NINES_FLOP)
    table.send(c.AnnounceNoMoreBets())
    table.shared.send(k.StopLink(reason="no power"))
    table.send(c.StartGame())
    assert [(event.seat, event.clause) for event in table.of(e.WagerTakenBack)] == [(1, "CN.48")]
    assert table.place.station.round is None
    table.play({1: "4x"})
    assert table.of(e.RoundVoided) == []
    assert "progressive" not in table.result(1)


@pytest.mark.clause("CN.9a")
def test_a_round_from_before_start_game_was_a_step_goes_on_where_it_stood() -> None:
    table = RoundTable("chickasaw").seat(1, "p1", ante=1000, progressive=100).make_ready()
    old = (e.NoMoreBetsAnnounced(), e.MeterRaised(meter="mega", amount=Fraction(12)))
    for event in old:
        table.state = apply(table.state, event)
    assert due(table.state, table.posted) is c.DealNext
    assert table.refusal(c.DealNext()) is None


@pytest.mark.clause("CN.10a")
def test_the_lamp_of_a_folded_seat_goes_out_and_the_others_stay_lit() -> None:
    table = LinkedRoundTable("chickasaw").seat(1, "p1", hole=NINES, ante=1000, progressive=100)
    table.seat(2, "p2", ante=1000, progressive=100).board(NINES_FLOP).play({1: "fold", 2: "1x"}, until="showdown")
    assert table.place.station.lamps == {2}
    assert keypads_of(table.shared.link, "one")["lit"] == [2]
    assert [seat for seat in table.state.round.spots if is_lit(table.state, seat, table.posted)] == [2]
    press = k.PressHandButton(table="one", seat=Seat(1), hand="four_of_a_kind", evidence="9s9d with 9h9c4h")
    refused = link_refusal(table.shared.link, press)
    assert refused is not None
    assert "its lamp is out" in refused.says


@pytest.mark.clause("CN.10a", "CN.22")
def test_a_folded_seats_increment_still_goes_back_when_all_hands_are_dead() -> None:
    table = LinkedRoundTable("chickasaw").seat(1, "p1", ante=1000, progressive=100)
    table.seat(2, "p2", hole=NINES, ante=1000, progressive=100).board(NINES_FLOP).play(
        {1: "fold", 2: "1x"}, until="showdown"
    )
    table.shared.send(k.StopLink(reason="no power"))
    table.play()
    assert table.shared.link.meters["mega"].amount == MEGA
    assert [table.net(seat) for seat in (1, 2)] == [0, 0]


def test_where_a_fold_keeps_the_progressive_the_lamp_stays_lit() -> None:
    table = LinkedRoundTable("nevada").seat(1, "p1", ante=1000, progressive=100).seat(2, "p2", ante=1000)
    table.play({1: "fold", 2: "1x"}, until="showdown")
    assert table.place.station.lamps == {1}
    assert [seat for seat in table.state.round.spots if is_lit(table.state, seat, table.posted)] == [1]


@pytest.mark.clause("CN.9")
def test_once_start_game_is_pressed_no_other_seat_is_taken_in_until_the_round_is_over() -> None:
    room = GameRoom("chickasaw")
    room.coin_in(1, 2)
    assert room.refused(k.CoinIn(table="one", round=1, seats=(Seat(3),))) == ("game_not_over", "CN.9a")


@pytest.mark.clause("CN.10")
def test_the_sensors_of_those_who_play_for_the_progressive_stay_lit_to_the_end_of_the_round() -> None:
    table = LinkedRoundTable("chickasaw").seat(1, "p1", ante=1000, progressive=100).seat(2, "p2", ante=1000)
    table.seat(4, "p4", trips=500, progressive=100)
    for phase in (Phase.PREFLOP, Phase.FLOP, Phase.RIVER, Phase.SETTLED):
        table.play({1: "1x", 2: "1x"}, until=phase)
        assert table.place.station.lit == {1, 4}
    table.next_round()
    assert table.place.station.lit == set()


@pytest.mark.clause("CN.10")
def test_the_progressive_wagers_are_collected_to_the_tray_whatever_becomes_of_the_hands() -> None:
    table = LinkedRoundTable("chickasaw").seat(1, "p1", hole=NINES, ante=1000, progressive=100)
    table.seat(2, "p2", hole="2c7h", ante=1000, progressive=100).board(NINES_FLOP).play({1: "4x", 2: "fold"})
    assert [table.result(seat)["progressive"].returned for seat in (1, 2)] == [0, 0]


@pytest.mark.clause("CN.10")
def test_only_a_seat_whose_sensor_is_lit_is_eligible_for_an_award() -> None:
    room = GameRoom("chickasaw")
    room.coin_in(1, 4)
    assert room.refused(room.press(2)) == ("seat_did_not_bet", "CN.10")
    assert room.refused(room.press(4)) is None


# CN.36: where a win is placed.


@pytest.mark.clause("CN.36")
def test_each_winning_progressive_wager_is_paid_by_itself_at_the_seat_of_its_sensor() -> None:
    table = LinkedRoundTable("chickasaw").seat(1, "ann", hole=NINES, ante=1000, trips=500, progressive=100)
    table.seat(2, "ann", hole="KdKh", ante=1000, progressive=100).seat(3, "bob", ante=1000, progressive=100)
    table.board("9hKs4h 2d Kc").dealer("2c2s").play({1: "4x", 2: "4x", 3: "4x"})
    paid = [
        (each.seat, each.settled.won) for each in table.of(e.WagerSettled) if each.settled.wager is Wager.PROGRESSIVE
    ]
    assert paid == [(3, 0), (2, 9_00), (1, 9_00)]
    fours, kings_full, trips = 10 * 1000, 3 * 1000, 8 * 500
    first, second = 1000 + 4000 + kings_full + trips + 9_00 - 1_00, 1000 + 4000 + fours + 9_00 - 1_00
    assert table.rail(1) == table.bought[1] + table.bought[2] + first + second


@pytest.mark.clause("CN.36")
def test_the_cheques_of_an_award_are_placed_beside_the_sensor_and_a_check_is_not() -> None:
    room = with_every_step()
    room.send(room.paying(1, Means.CHEQUES))
    assert [event.placed for event in room.of(f.AwardPaid)] == ["beside_the_sensor"]
    by_check = with_every_step()
    by_check.send(by_check.paying(1, Means.CHECK))
    assert [event.placed for event in by_check.of(f.AwardPaid)] == [None]


# CN.37 and CN.P9: who takes the meter, and what the tray pays.


@pytest.mark.clause("CN.37")
def test_two_straight_flushes_of_one_hand_are_paid_from_the_dealers_right_to_left_meter_then_reseed() -> None:
    table = LinkedRoundTable("chickasaw").seat(1, "p1", hole="8s7s", ante=1000, progressive=100)
    table.seat(2, "p2", hole="6s5s", ante=1000, progressive=100)
    table.seat(5, "p5", hole="QsKs", ante=1000, progressive=100).board("JsTs9s 2d 3c")
    table.play({1: "4x", 2: "fold", 5: "4x"})
    awards = [(award.seat, award.meter, award.cents) for award in table.shared.link.awards]
    assert awards == [(5, "major", MAJOR + 3 * 6), (1, "major", MAJOR)]
    assert table.shared.link.meters["major"].amount == MAJOR


@pytest.mark.clause("CN.37")
def test_a_hand_at_another_table_of_the_link_finds_the_reseed_too() -> None:
    room = GameRoom("chickasaw", tables=("one", "two"))
    room.coin_in(1)
    room.coin_in(1, table="two")
    awards = [room.button(1, "straight_flush", table=table).cents for table in ("two", "one")]
    assert awards == [MAJOR + 2 * 6, MAJOR]


@pytest.mark.clause("CN.P9")
@pytest.mark.parametrize(
    ("hand", "meter"), [("royal_flush", "mega"), ("straight_flush", "major"), ("four_of_a_kind", "minor")]
)
def test_mega_major_and_minor_are_paid_from_their_own_meter_and_from_no_other(hand: str, meter: str) -> None:
    room = GameRoom("chickasaw")
    room.coin_in(1)
    before = room.link.meters
    award = room.button(1, hand)
    assert (award.meter, award.cents) == (meter, before[meter].shown)
    assert {name for name in before if room.link.meters[name] != before[name]} == {meter}


@pytest.mark.clause("CN.P9")
@pytest.mark.parametrize("hand", ["full_house", "flush", "straight", "three_of_a_kind"])
def test_all_other_payouts_come_from_the_tray_and_never_off_a_meter(hand: str) -> None:
    room = GameRoom("chickasaw")
    room.coin_in(1)
    assert room.refused(room.press(1, hand)) == ("not_a_meter_hand", "CN.P9")


# CN.39, CN.40 and CN.47: what is recorded before an award is paid, and how it is paid.


@pytest.mark.clause("CN.39", "CN.47")
@pytest.mark.parametrize("missing", ["title_31", "ofac", "patron_information"])
def test_an_award_is_paid_once_title_31_ofac_and_patron_information_are_recorded(missing: str) -> None:
    room = recorded()
    for step in room.terms.awards.steps:
        if step != missing:
            room.send(room.step(1, step))
    assert room.refused(room.paying(1)) == ("steps_missing", "CN.39")
    room.send(room.step(1, missing))
    room.send(room.paying(1))
    assert room.award(1).stage is AwardStage.PAID


@pytest.mark.clause("CN.39", "CN.47")
def test_each_step_is_on_record_with_who_took_it() -> None:
    room = with_every_step()
    steps = [(event.step, event.by) for event in room.of(f.StepRecorded)]
    assert steps == [("title_31", "Lee"), ("ofac", "Lee"), ("patron_information", "Lee")]


@pytest.mark.clause("CN.39a")
def test_a_step_is_recorded_with_what_was_checked_and_not_by_a_bare_press() -> None:
    room = recorded()
    bare = k.RecordStep(award=1, step="title_31", by="Lee")
    assert room.refused(bare) == ("fields_missing", "CN.39")
    assert room.refused(replace(bare, fields={"result": "filed", "reference": " "})) == ("not_a_name", None)
    room.send(replace(bare, fields={"result": "filed", "reference": "CTRC 2026-118"}))
    assert room.award(1).filled == {"title_31": {"result": "filed", "reference": "CTRC 2026-118"}}
    wanted = {"name", "document", "reference"}
    assert set(room.terms.awards.fields["patron_information"]) == wanted


@pytest.mark.clause("CN.39a")
def test_at_a_table_that_nobody_supervises_no_step_is_recorded_that_nobody_took() -> None:
    table = LinkedRoundTable("chickasaw").seat(1, "ann", hole="AsKs", ante=1000, progressive=100)
    sent: list[k.Command] = []
    table.shared.wrote = sent.append
    table.board("QsJsTs 2d 3c").dealer("2h4c").play({1: "4x"})
    assert not [each for each in sent if isinstance(each, k.RecordStep | k.TurnKey | k.PressJackpot)]
    (award,) = table.shared.link.awards
    assert (award.stage, award.recorded, award.unattended) == (AwardStage.PAID, frozenset(), True)


@pytest.mark.clause("CN.39a")
def test_who_verified_an_award_does_not_pay_it() -> None:
    room = with_every_step()
    alone = replace(room.paying(1), by="dana ")
    assert room.refused(alone) == ("two_people_needed", "R82")
    assert room.refused(room.paying(1)) is None


# CN.37: two hands of one round on one meter.


def two_straight_flushes() -> GameRoom:
    """Return a round in which seat 5 takes the Major meter and seat 2 finds the re-seed amount."""
    room = GameRoom("chickasaw")
    room.send(room.adjusting(400_000, meter="major"))
    room.coin_in(2, 5)
    for seat in (5, 2):
        room.button(seat, "straight_flush")
    return room


@pytest.mark.clause("CN.37")
@pytest.mark.parametrize("falls", ["rejected", "button", "backed out"])
def test_when_the_first_of_two_hands_falls_the_second_is_paid_what_the_meter_showed(falls: str) -> None:
    room = two_straight_flushes()
    full, reseed = room.award(1).cents, room.award(2).cents
    assert (full, reseed) == (MAJOR + 400_000 + 12, MAJOR)
    shown = room.shown("major")
    if falls == "button":
        room.button(5, "straight_flush")
    else:
        room.called()
        if falls == "rejected":
            room.send(k.RejectAward(table="one", award=1, by="Dana", reason="fouled"))
        else:
            room.send(room.jackpot(1))
            room.send(room.backing_out(1))
    assert room.award(2).cents == full
    assert room.amount("major") == MAJOR
    assert room.shown("major") == shown
    assert room.replayed() == room.link


@pytest.mark.clause("CN.37")
def test_the_second_of_two_hands_is_not_paid_before_the_first_is_decided() -> None:
    room = two_straight_flushes()
    room.called()
    for award in (1, 2):
        room.send(room.jackpot(award))
    room.send(room.key(Key.RUN))
    for award in (1, 2):
        for step in room.terms.awards.steps:
            room.send(room.step(award, step))
    assert room.refused(room.paying(2)) == ("earlier_award_waits", "CN.37")
    room.send(room.paying(1))
    room.send(room.paying(2))
    assert room.refused(room.backing_out(1)) == ("later_award_paid", "CN.37")
    room.send(room.backing_out(2))
    assert room.refused(room.backing_out(1)) is None


@pytest.mark.clause("CN.39", "CN.40")
def test_up_to_100_000_dollars_an_award_is_paid_in_cheques_at_the_table() -> None:
    room = with_every_step(DOLLARS_100_000)
    assert room.award(1).cents == DOLLARS_100_000
    assert room.refused(room.paying(1, Means.CHEQUES)) is None


@pytest.mark.clause("CN.40")
def test_an_award_over_100_000_dollars_is_paid_by_casino_check() -> None:
    room = with_every_step(DOLLARS_100_000 + 1)
    assert room.refused(room.paying(1, Means.CHEQUES)) == ("paid_by_check", "CN.40")
    room.send(room.paying(1, Means.CHECK))
    assert room.award(1).stage is AwardStage.PAID


@pytest.mark.clause("CN.47")
def test_the_steps_before_payment_are_the_books_own_and_other_books_ask_for_none() -> None:
    assert recorded().refused(recorded().paying(1)) == ("steps_missing", "CN.39")
    for book, table in (("massachusetts", "PTMGL01"), ("nevada", None), ("greece", None)):
        room = GameRoom(book, table=table) if table is not None else GameRoom(book)
        room.coin_in(1)
        room.button(1)
        room.confirm(1)
        room.send(room.paying(1))
        assert (room.award(1).stage, room.of(f.StepRecorded)) == (AwardStage.PAID, []), book


# CN.46 and CN.P5: whose money lies on a sensor.


@pytest.mark.clause("CN.46")
def test_foreign_cheques_buy_nothing_that_could_lie_on_a_sensor() -> None:
    table = LinkedRoundTable("chickasaw").seat(1, "p1", rail=0)
    foreign = c.BuyIn(seat=Seat(1), cents=500, tender=c.Tender.FOREIGN)
    with pytest.raises(Refused, match=r"CN\.46"):
        table.send(foreign)
    assert table.rail(1) == 0
    assert table.refusal(c.PlaceWager(seat=Seat(1), wager=Wager.TRIPS, cents=500)) == "not_enough_chips"


@pytest.mark.clause("CN.P5")
def test_a_second_wager_on_a_sensor_for_the_dealer_is_not_taken_in() -> None:
    room = GameRoom("chickasaw")
    toke = k.CoinIn(table="one", round=1, seats=(Seat(2), Seat(2)))
    assert room.refused(toke) == ("one_wager_a_seat", "CN.P5")


# CN.48: the system fails.


@pytest.mark.clause("CN.48")
def test_while_the_system_is_down_progressive_wagering_stops_at_every_table_and_the_game_goes_on() -> None:
    table = LinkedRoundTable("chickasaw").seat(1, "p1", ante=1000)
    before = table.shared.link.meters
    table.shared.send(k.StopLink(reason="the server does not answer"))
    with pytest.raises(Refused, match=r"CN\.48"):
        table.wager(1, progressive=100)
    table.play({1: "1x"}).next_round()
    assert table.shared.link.meters == before


@pytest.mark.clause("CN.48")
def test_when_the_system_is_operational_again_its_state_is_what_it_was() -> None:
    room = recorded()
    before = room.link
    room.send(k.StopLink(reason="no power"))
    assert room.refused(room.paying(1)) == ("system_is_down", "CN.48")
    room.send(k.RestoreLink())
    assert room.link == before


@pytest.mark.clause("CN.48")
def test_a_system_that_fails_after_start_game_lets_a_round_without_a_win_finish() -> None:
    table = LinkedRoundTable("chickasaw").seat(1, "p1", hole="2c7h", ante=1000, progressive=100).board("9h9c4h 2d Kc")
    table.play({1: "1x"}, until="flop")
    table.shared.send(k.StopLink(reason="no power"))
    table.play({1: "1x"}).next_round()
    assert table.place.station.round is None
    table.shared.send(k.RestoreLink())
    assert table.shared.link.meters["mega"].amount == MEGA + 12


@pytest.mark.clause("CN.48a")
@pytest.mark.parametrize("reported", [False, True], ids=["the link stops", "the link stops and the dealer reports it"])
@pytest.mark.parametrize("when", ["preflop", "flop", "river", "settling"])
@pytest.mark.parametrize(("hole", "board"), [(ROYAL, ROYAL_FLOP), ("9s9d", "9h4c4h 2d Kc"), ("9s9d", "9h4c5h 2d Kc")])
def test_a_win_from_a_meter_or_the_tray_while_the_link_is_down_makes_all_hands_dead_by_itself(
    hole: str, board: str, when: str, reported: bool
) -> None:
    table = LinkedRoundTable("chickasaw").seat(1, "p1", hole=hole, ante=1000, progressive=100, trips=500)
    table.seat(2, "p2", ante=1000, progressive=100).board(board)
    table.play({1: "1x", 2: "1x"}, until=when)
    table.shared.send(k.StopLink(reason="no power"))
    if reported:
        table.send(c.Report(irregularity=ProgressiveDown(at_win=False)))
    table.play({1: "1x", 2: "1x"})
    assert e.RoundVoided(clause="CN.48a", saves=()) in table.events
    assert {str(each.settled.outcome) for each in table.of(e.WagerSettled)} == {"void"}
    assert [table.net(seat) for seat in (1, 2)] == [0, 0]
    assert table.shared.link.awards == ()
    assert table.shared.link.meters["mega"].amount == MEGA
    table.next_round()
    table.shared.send(k.RestoreLink())
    assert table.shared.link.awards == ()


@pytest.mark.clause("CN.48a")
def test_a_win_after_the_link_is_back_is_paid_as_ever() -> None:
    table = LinkedRoundTable("chickasaw").seat(1, "p1", hole=NINES, ante=1000, progressive=100).board(NINES_FLOP)
    table.play({1: "4x"}, until="settling")
    table.shared.send(k.StopLink(reason="no power"))
    table.shared.send(k.RestoreLink())
    table.play()
    assert table.result(1)["progressive"].won == 25_004


@pytest.mark.clause("CN.48a")
def test_a_dead_round_is_reversed_on_a_stopped_link_and_its_award_withdrawn() -> None:
    """That the table calls the round dead by itself is shown in `test_chickasaw_dead_awards.py`."""
    room = GameRoom("chickasaw")
    before = room.link.meters
    room.coin_in(1, 2)
    room.button(1)
    room.send(k.StopLink(reason="no power"))
    assert (room.award(1).stage, room.link.meters == before) == (AwardStage.PENDING, False)
    room.reverse(1, 2, clause="CN.48a")
    assert [event.clause for event in room.of(f.CoinInReversed)] == ["CN.48a"]
    room.over()
    assert room.award(1).stage is AwardStage.WITHDRAWN
    assert room.link.meters == before


# CN.49: a sensor fails.


@pytest.mark.clause("CN.49")
def test_a_seat_whose_sensor_fails_plays_on_without_the_progressive_until_it_is_repaired() -> None:
    table = LinkedRoundTable("chickasaw").seat(2, "p2", ante=1000)
    table.shared.send(k.FailSensor(table="one", seat=Seat(2)))
    with pytest.raises(Refused, match=r"CN\.49"):
        table.wager(2, progressive=100)
    table.play({2: "1x"}).next_round()
    table.shared.send(k.RepairSensor(table="one", seat=Seat(2)))
    table.wager(2, ante=1000, progressive=100).play({2: "1x"})
    assert "progressive" in table.result(2)


@pytest.mark.clause("CN.49")
def test_the_patron_moves_to_a_functional_sensor_and_plays_for_the_progressive_there() -> None:
    table = LinkedRoundTable("chickasaw").seat(2, "p2")
    table.shared.send(k.FailSensor(table="one", seat=Seat(2)))
    table.send(c.LeaveSeat(seat=Seat(2)))
    table.seat(3, "p2", ante=1000, progressive=100).play({3: "1x"})
    assert table.place.station.lit == {3}


@pytest.mark.clause("CN.49")
def test_no_coin_in_takes_a_wager_from_a_dark_sensor_and_the_other_seats_are_not_touched() -> None:
    room = GameRoom("chickasaw")
    room.send(k.FailSensor(table="one", seat=Seat(2)))
    assert room.refused(k.CoinIn(table="one", round=1, seats=(Seat(1), Seat(2)))) == ("sensor_failed", "CN.49")
    room.coin_in(1, 3)
    assert room.station().lit == {1, 3}
