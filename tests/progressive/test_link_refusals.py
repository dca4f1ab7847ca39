"""Every reason for which a link refuses, each shown once, and in the order they are checked."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from progressive.game_room import GameRoom, terms_by, with_level
from uth.progressive import commands as c
from uth.progressive.decide import decide
from uth.progressive.refusal import LinkRefusal
from uth.progressive.state import Key, Means
from uth.units import Seat

Situation = tuple[GameRoom, Any]


def nevada() -> GameRoom:
    return GameRoom("nevada", tables=("one", "two"))


def coined_in() -> GameRoom:
    room = nevada()
    room.coin_in(1, 3)
    return room


def pending() -> GameRoom:
    room = coined_in()
    room.button(3)
    return room


def at_jph() -> GameRoom:
    room = pending()
    room.called()
    return room


def recorded() -> GameRoom:
    room = pending()
    room.confirm(1)
    return room


def paid() -> GameRoom:
    room = recorded()
    room.pay(1)
    return room


def down() -> GameRoom:
    room = coined_in()
    room.send(c.StopLink(reason="no power"))
    return room


def dark() -> GameRoom:
    room = nevada()
    room.send(c.FailSensor(table="one", seat=Seat(2)))
    return room


def massachusetts() -> GameRoom:
    """Return a link with a hand that takes all of its meter and one that takes a tenth of it."""
    room = GameRoom("massachusetts", table="PTMGL01")
    room.coin_in(1, 3)
    return room


def chickasaw(mega: int = 1) -> GameRoom:
    """Return a link of the Chickasaw Nation with a recorded award of the Mega meter, raised by so much."""
    room = GameRoom("chickasaw")
    room.send(room.adjusting(mega, meter="mega"))
    room.coin_in(1)
    room.button(1)
    room.confirm(1)
    return room


def with_steps() -> GameRoom:
    """Return an award above what cheques pay, with every step recorded."""
    room = chickasaw(mega=10**7)
    for step in room.terms.awards.steps:
        room.send(room.step(1, step))
    return room


def drained() -> GameRoom:
    """Return a link whose meter was low when award 31 took all of it, and tenth parts took more than that since."""
    room = GameRoom("massachusetts", table="PTMGL01", tables=("one", "two"))
    _tenths(room, 30)
    room.coin_in(1)
    room.button(1)
    _tenths(room, 30)
    return room


def _tenths(room: GameRoom, count: int) -> None:
    """Have the meter pay tenth parts of itself at table two, so many times."""
    for _ in range(count):
        room.coin_in(1, table="two")
        award = room.button(1, "straight_flush", table="two").number
        room.confirm(award, table="two")
        room.over("two")


def two_of_one_round() -> GameRoom:
    """Return two recorded awards of one round and meter, the second of them the re-seed."""
    room = GameRoom("massachusetts", table="PTMGL01")
    room.coin_in(1, 3)
    for seat in (3, 1):
        room.button(seat)
    room.called()
    for award in (1, 2):
        room.send(room.jackpot(award))
    room.send(room.key(Key.RUN))
    return room


def both_paid() -> GameRoom:
    room = two_of_one_round()
    for award in (1, 2):
        room.send(room.paying(award))
    return room


def limited() -> GameRoom:
    return GameRoom(terms=with_level(terms_by("nevada"), "main", limit=150_000))


def coin(*seats: Any, table: Any = "one", number: Any = 1) -> c.CoinIn:
    return c.CoinIn(table=table, round=number, seats=seats)


SITUATIONS: list[tuple[LinkRefusal, Callable[[], Situation]]] = [
    (LinkRefusal.NOT_A_COMMAND, lambda: (nevada(), "coin in")),
    (LinkRefusal.NOT_A_NAME, lambda: (nevada(), c.StopLink(reason=" "))),
    (LinkRefusal.NOT_A_SEAT, lambda: (nevada(), coin(1, 9))),
    (LinkRefusal.ONE_WAGER_A_SEAT, lambda: (nevada(), coin(2, 2))),
    (LinkRefusal.NOT_AN_AMOUNT, lambda: (nevada(), nevada().adjusting(0))),
    (LinkRefusal.ALREADY_ON_THE_LINK, lambda: (nevada(), nevada().joining("two"))),
    (LinkRefusal.OTHER_PAY_TABLE, lambda: (nevada(), nevada().joining("x", pay_table=terms_by("greece").table))),
    (LinkRefusal.OTHER_WAGER, lambda: (nevada(), nevada().joining("x", wager=500))),
    (LinkRefusal.OTHER_DECKS, lambda: (nevada(), nevada().joining("x", decks=2))),
    (LinkRefusal.TABLE_UNKNOWN, lambda: (nevada(), coin(1, table="three"))),
    (LinkRefusal.SYSTEM_IS_DOWN, lambda: (down(), coin(1, table="two"))),
    (LinkRefusal.SYSTEM_IS_UP, lambda: (nevada(), c.RestoreLink())),
    (LinkRefusal.GAME_NOT_OVER, lambda: (coined_in(), coin(2))),
    (LinkRefusal.NOT_COINED_IN, lambda: (nevada(), nevada().press(1))),
    (LinkRefusal.SENSOR_FAILED, lambda: (dark(), coin(1, 2))),
    (LinkRefusal.SENSOR_WORKS, lambda: (dark(), c.RepairSensor(table="one", seat=Seat(1)))),
    (LinkRefusal.SEAT_DID_NOT_BET, lambda: (coined_in(), nevada().press(2))),
    (LinkRefusal.NOT_A_METER_HAND, lambda: (coined_in(), nevada().press(1, "straight_flush"))),
    (LinkRefusal.BUTTON_IS_ON, lambda: (both_hands(), nevada().press(3, "straight_flush"))),
    (LinkRefusal.KEY_STANDS_THERE, lambda: (pending(), nevada().key(Key.RUN))),
    (LinkRefusal.SUPERVISOR_NOT_CALLED, lambda: (pending(), nevada().key(Key.JPH))),
    (LinkRefusal.NO_SUCH_AWARD, lambda: (at_jph(), nevada().jackpot(2))),
    (LinkRefusal.AWARD_IS_RECORDED, lambda: (recorded(), nevada().press(3))),
    (LinkRefusal.AWARD_NOT_RECORDED, lambda: (pending(), c.GameOver(table="one"))),
    (LinkRefusal.AWARD_IS_PAID, lambda: (paid(), nevada().paying(1))),
    (LinkRefusal.KEY_NOT_AT_JPH, lambda: (pending(), nevada().jackpot(1))),
    (LinkRefusal.STEP_UNKNOWN, lambda: (chickasaw(), nevada().step(1, "applause"))),
    (LinkRefusal.FIELDS_MISSING, lambda: (chickasaw(), nevada().step(1, "title_31"))),
    (LinkRefusal.STEPS_MISSING, lambda: (chickasaw(), nevada().paying(1))),
    (LinkRefusal.EARLIER_AWARD_WAITS, lambda: (two_of_one_round(), nevada().paying(2))),
    (LinkRefusal.LATER_AWARD_PAID, lambda: (both_paid(), nevada().backing_out(1))),
    (LinkRefusal.PAID_BY_CHECK, lambda: (with_steps(), nevada().paying(1))),
    (LinkRefusal.METER_UNKNOWN, lambda: (nevada(), nevada().adjusting(1, meter="mega"))),
    (LinkRefusal.TWO_PEOPLE_NEEDED, lambda: (nevada(), nevada().adjusting(1, second=" dana"))),
    (LinkRefusal.METER_BELOW_SEED, lambda: (nevada(), nevada().adjusting(-1))),
    (LinkRefusal.METER_IN_PLAY, lambda: (coined_in(), nevada().adjusting(-1))),
    (LinkRefusal.METER_BELOW_ZERO, lambda: (drained(), drained().press(1))),
    (LinkRefusal.METER_ABOVE_LIMIT, lambda: (limited(), nevada().adjusting(50_001))),
]


def both_hands() -> GameRoom:
    room = massachusetts()
    room.button(3)
    return room


@pytest.mark.clause(
    "CN.39", "CN.40", "CN.48", "CN.49", "CN.P5", "MA.13g", "NV.7", "NV.10b", "NV.10c",
    "NV.10d", "NV.10e", "NV.10f", "NV.10g", "NV.10h",
)  # fmt: skip
@pytest.mark.parametrize(("code", "situation"), SITUATIONS, ids=[str(code) for code, _ in SITUATIONS])
def test_each_reason_is_given_where_it_holds_and_nothing_changes(
    code: LinkRefusal, situation: Callable[[], Situation]
) -> None:
    room, command = situation()
    before = room.link
    refused = decide(room.link, command)
    assert not isinstance(refused, tuple)
    assert refused.code == code
    assert len(str(refused).splitlines()) == 1
    assert room.link is before


def test_every_reason_is_shown_above_in_the_order_it_is_looked_for() -> None:
    assert [code for code, _ in SITUATIONS] == list(LinkRefusal)


# Of several faults the first is given: each line has all the faults of the lines below it.


@pytest.mark.clause("NV.6", "NV.7", "NV.10g")
def test_a_coin_in_is_refused_for_its_seats_its_table_the_system_the_round_then_the_sensors() -> None:
    room = dark()
    room.coin_in(1)
    room.send(c.StopLink(reason="no power"))
    assert room.refused(coin(2, 9, 9, table="three", number=0)) == (LinkRefusal.NOT_A_SEAT, None)
    assert room.refused(coin(2, 2, table="three", number=0)) == (LinkRefusal.ONE_WAGER_A_SEAT, "NV.6")
    assert room.refused(coin(2, table="three", number=0)) == (LinkRefusal.NOT_AN_AMOUNT, None)
    assert room.refused(coin(2, table="three")) == (LinkRefusal.TABLE_UNKNOWN, None)
    assert room.refused(coin(2)) == (LinkRefusal.SYSTEM_IS_DOWN, "R47")
    room.send(c.RestoreLink())
    assert room.refused(coin(2)) == (LinkRefusal.GAME_NOT_OVER, "NV.10g")
    room.over()
    assert room.refused(coin(2)) == (LinkRefusal.SENSOR_FAILED, "NV.6")
    assert room.refused(coin(1)) is None


@pytest.mark.clause("MA.13e")
def test_a_hand_button_is_refused_for_the_round_the_seat_the_hand_then_another_button() -> None:
    room = massachusetts()
    room.over()
    assert room.refused(room.press(2, "flush")) == (LinkRefusal.NOT_COINED_IN, "R98")
    room.coin_in(1, 3)
    assert room.refused(room.press(2, "flush")) == (LinkRefusal.SEAT_DID_NOT_BET, "R98")
    assert room.refused(room.press(3, "flush")) == (LinkRefusal.NOT_A_METER_HAND, "MA.13e")
    room.button(3, "straight_flush")
    room.confirm(1)
    assert room.refused(room.press(3, "royal_flush")) == (LinkRefusal.BUTTON_IS_ON, "R53")
    assert room.refused(room.press(3, "straight_flush")) == (LinkRefusal.AWARD_IS_RECORDED, "R60")
    assert room.refused(room.press(1, "royal_flush")) is None


@pytest.mark.clause("MA.13g")
def test_a_joining_table_is_refused_for_its_name_its_pay_table_its_wager_then_its_decks() -> None:
    room = massachusetts()
    other = {"pay_table": terms_by("greece").table, "wager": 100, "decks": 2}
    assert room.refused(room.joining("one", **other)) == (LinkRefusal.ALREADY_ON_THE_LINK, None)
    assert room.refused(room.joining("x", **other)) == (LinkRefusal.OTHER_PAY_TABLE, "MA.13g")
    assert room.refused(room.joining("x", wager=100, decks=2)) == (LinkRefusal.OTHER_WAGER, "MA.13g")
    assert room.refused(room.joining("x", decks=2)) == (LinkRefusal.OTHER_DECKS, "MA.13g")
    assert room.refused(room.joining("x", game="three_card_poker")) is None


@pytest.mark.clause("NV.10e", "NV.10h")
def test_j_pot_is_refused_for_the_award_its_table_its_stage_then_the_key() -> None:
    room = recorded()
    assert room.refused(room.jackpot(2)) == (LinkRefusal.NO_SUCH_AWARD, None)
    assert room.refused(room.jackpot(1, table="two")) == (LinkRefusal.NO_SUCH_AWARD, None)
    assert room.refused(room.jackpot(1)) == (LinkRefusal.AWARD_IS_RECORDED, "NV.10h")
    room.button(1)
    assert room.refused(room.jackpot(2)) == (LinkRefusal.KEY_NOT_AT_JPH, "NV.10e")
    room.called()
    assert room.refused(room.jackpot(2)) is None


@pytest.mark.clause("CN.39", "CN.40")
def test_a_payment_is_refused_for_the_record_the_steps_then_its_means() -> None:
    room = GameRoom("chickasaw")
    room.send(room.adjusting(10**7, meter="mega"))
    room.coin_in(1)
    room.button(1)
    assert room.refused(room.paying(1)) == (LinkRefusal.AWARD_NOT_RECORDED, "R53")
    room.confirm(1)
    assert room.refused(room.paying(1)) == (LinkRefusal.STEPS_MISSING, "CN.39")
    for step in room.terms.awards.steps:
        room.send(room.step(1, step))
    assert room.refused(room.paying(1)) == (LinkRefusal.PAID_BY_CHECK, "CN.40")
    room.send(room.paying(1, Means.CHECK))
    assert room.refused(room.paying(1)) == (LinkRefusal.AWARD_IS_PAID, "R53")
    assert room.refused(room.step(1, "applause")) == (LinkRefusal.AWARD_IS_PAID, "CN.39")


@pytest.mark.clause("NV.10h")
def test_an_adjustment_is_refused_for_its_meter_its_people_then_its_amount() -> None:
    room = limited()
    assert room.refused(room.adjusting(10**6, meter="mega", second="Dana")) == (LinkRefusal.METER_UNKNOWN, None)
    assert room.refused(room.adjusting(10**6, second="Dana")) == (LinkRefusal.TWO_PEOPLE_NEEDED, "R99")
    assert room.refused(room.adjusting(10**6)) == (LinkRefusal.METER_ABOVE_LIMIT, "R52")
    assert room.refused(room.adjusting(-(10**6))) == (LinkRefusal.METER_BELOW_SEED, "R83")
    assert room.refused(room.adjusting(50_000)) is None


@pytest.mark.clause("NV.10c", "NV.10h")
def test_an_award_is_not_taken_back_from_a_meter_that_would_go_below_zero() -> None:
    room = drained()
    award = room.award(31)
    assert award.seeded > award.cents + room.amount()
    for command in (room.press(1), c.ReverseCoinIn(table="one", seats=(Seat(1),), clause="MA.14d")):
        assert room.refused(command) == (LinkRefusal.METER_BELOW_ZERO, None)
    room.called()
    reject = c.RejectAward(table="one", award=31, by="Dana", reason="no royal")
    assert room.refused(reject) == (LinkRefusal.METER_BELOW_ZERO, None)
    room.send(room.jackpot(31))
    assert room.refused(room.backing_out(31)) == (LinkRefusal.METER_BELOW_ZERO, None)
    room.send(room.adjusting(award.seeded))
    assert room.refused(room.backing_out(31)) is None


@pytest.mark.clause("NV.10d", "NV.10e", "NV.10f", "NV.10g")
def test_the_key_and_game_over_wait_for_each_other_in_the_order_of_the_procedure() -> None:
    room = nevada()
    assert room.refused(c.GameOver(table="one")) == (LinkRefusal.NOT_COINED_IN, "NV.7")
    assert room.refused(c.CallSupervisor(table="one")) == (LinkRefusal.NO_SUCH_AWARD, "NV.10c")
    room = at_jph()
    assert room.refused(room.key(Key.JPH)) == (LinkRefusal.KEY_STANDS_THERE, "NV.10e")
    assert room.refused(c.GameOver(table="one")) == (LinkRefusal.KEY_STANDS_THERE, "NV.10f")
    assert room.refused(c.LeaveLink(table="one")) == (LinkRefusal.GAME_NOT_OVER, "NV.10g")
    room.send(room.key(Key.RUN))
    assert room.refused(c.GameOver(table="one")) == (LinkRefusal.AWARD_NOT_RECORDED, "NV.10e")


ODD = [None, True, 0, 0.5, "", "x" * 501, "a\nb", b"x", (), (1.0,), 10**30, object]


@pytest.mark.parametrize("odd", ODD, ids=repr)
def test_whatever_stands_in_a_command_it_is_accepted_or_refused_in_words(odd: Any) -> None:
    room = at_jph()
    for command in (
        room.joining("x"),
        coin(1),
        c.ReverseCoinIn(table="one", seats=(Seat(1),), clause="MA.14d"),
        room.press(1),
        room.key(Key.RUN),
        room.jackpot(1),
        c.RejectAward(table="one", award=1, by="Dana", reason="no royal"),
        room.backing_out(1),
        room.step(1, "ofac"),
        room.paying(1),
        room.adjusting(1),
        c.FailSensor(table="one", seat=Seat(1)),
        c.StopLink(reason="no power"),
    ):
        for name in command.__slots__:
            answer = decide(room.link, replace(command, **{name: odd}))
            assert isinstance(answer, tuple) or str(answer)
