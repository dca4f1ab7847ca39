"""Meters: what feeds them, pays from them and reseeds them, exact to the fraction of a cent."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from progressive.game_room import GameRoom, terms_by, with_level
from uth.progressive import commands as c
from uth.progressive import events as e
from uth.progressive.state import AwardStage, Means, Meter
from uth.units import Seat

THIRD = Fraction(1, 3)


def nevada(**changes: object) -> GameRoom:
    return GameRoom(terms=with_level(terms_by("nevada"), "main", **changes), tables=("one", "two"))


def fed(room: GameRoom, times: int, *seats: int, table: str = "one") -> None:
    for _ in range(times):
        room.coin_in(*seats, table=table)
        room.over(table)


@pytest.mark.clause("NV.7")
def test_a_remainder_below_a_cent_is_carried_and_never_lost() -> None:
    room = nevada(increment=THIRD / 100)
    shown = []
    for _ in range(3):
        fed(room, 1, 1)
        shown.append(room.meter().shown)
    assert shown == [100_000, 100_000, 100_001]
    assert room.amount() == 100_001


@pytest.mark.clause("NV.10a")
def test_an_award_takes_the_whole_cents_and_the_rest_stays_on_the_meter() -> None:
    room = nevada(increment=THIRD / 100)
    room.coin_in(1, 2)
    assert room.button(1).cents == 100_000
    assert room.amount() == 100_000 + 2 * THIRD


@pytest.mark.clause("CN.10", "NV.7")
def test_every_meter_of_the_link_is_fed_by_every_table() -> None:
    room = GameRoom("chickasaw", tables=("one", "two"))
    room.coin_in(1, 2, table="one")
    room.coin_in(5, table="two")
    assert {name: meter.amount for name, meter in room.link.meters.items()} == {
        "mega": 1_000_000 + 3 * 12,
        "major": 100_000 + 3 * 6,
        "minor": 25_000 + 3 * 4,
    }


@pytest.mark.clause("NV.10a")
def test_a_tenth_of_a_meter_is_paid_down_to_a_cent_and_does_not_reseed_it() -> None:
    room = GameRoom("massachusetts", table="PTMGL01")
    room.send(room.adjusting(9))
    room.coin_in(1)
    assert room.button(1, "straight_flush").cents == 500_010
    assert room.amount() == 5_000_109 - 500_010


# The limit: what comes beyond waits, and joins the next seed (R52).


@pytest.mark.clause("NV.7")
def test_a_meter_stops_at_its_limit_and_what_comes_beyond_waits() -> None:
    room = nevada(limit=100_040)
    fed(room, 3, 1)
    assert room.meter() == Meter(amount=Fraction(100_040), overflow=Fraction(41))


@pytest.mark.clause("NV.5")
def test_what_waited_joins_the_next_seed_with_the_next_coin_in() -> None:
    room = nevada(limit=100_040)
    fed(room, 2, 1)
    room.coin_in(1)
    assert room.button(1).cents == 100_040
    assert room.meter() == Meter(amount=Fraction(100_000), overflow=Fraction(41))
    room.coin_in(1, table="two")
    assert room.meter() == Meter(amount=Fraction(100_040), overflow=Fraction(41 + 27 - 40))


@pytest.mark.clause("NV.5")
def test_of_two_hands_in_one_round_the_second_finds_the_seed_alone_though_more_waits() -> None:
    room = nevada(limit=100_040)
    fed(room, 2, 1)
    room.coin_in(1, 2)
    assert [room.button(2).cents, room.button(1).cents] == [100_040, 100_000]


@pytest.mark.clause("NV.10c")
def test_a_withdrawn_award_never_leaves_its_meter_above_the_limit() -> None:
    room = nevada(limit=100_040)
    fed(room, 2, 1)
    room.coin_in(1)
    room.button(1)
    fed(room, 1, 1, table="two")
    room.button(1)
    assert room.meter() == Meter(amount=Fraction(100_040), overflow=Fraction(4 * 27 - 40))


# The reserve: what is set aside pays the next seed, as far as it goes (R32).


@pytest.mark.clause("NV.5")
def test_the_reserve_pays_the_seed_and_the_house_the_rest() -> None:
    room = nevada(reserve=Fraction(1, 10))
    fed(room, 5, 1, 2)
    room.coin_in(1)
    assert room.meter().reserve == 110
    (pending,) = [event for event in room.send(room.press(1)) if isinstance(event, e.AwardPending)]
    assert pending.seed == 100_000
    assert pending.from_reserve == 110
    assert room.meter().reserve == 0


@pytest.mark.clause("NV.5")
def test_a_reserve_larger_than_the_seed_keeps_the_rest() -> None:
    room = nevada(reserve=Fraction(1, 2), seed=10)
    room.coin_in(1)
    room.button(1)
    assert room.meter() == Meter(amount=Fraction(10), reserve=Fraction(40))
    room.button(1)
    assert room.meter() == Meter(amount=Fraction(37), reserve=Fraction(50))


# Voids.


@pytest.mark.clause("MA.14d")
def test_a_void_hand_takes_back_all_that_its_wager_fed() -> None:
    room = nevada(limit=100_030, reserve=Fraction(1, 10))
    room.coin_in(1, 2)
    fed_by_one = GameRoom(terms=room.terms)
    fed_by_one.coin_in(1)
    room.reverse(2)
    assert room.meter() == fed_by_one.meter()
    assert room.station().lit == {1}


@pytest.mark.clause("MA.14d")
def test_what_an_award_has_paid_out_is_not_taken_off_the_new_seed() -> None:
    room = nevada()
    room.coin_in(1)
    room.coin_in(4, table="two")
    assert room.button(4, table="two").cents == 100_054
    room.reverse(1)
    assert room.amount() == 100_000


@pytest.mark.clause("MA.14d")
def test_once_that_award_is_withdrawn_the_void_takes_its_increment_off_the_meter_again() -> None:
    room = nevada()
    room.coin_in(1)
    room.coin_in(4, table="two")
    room.button(4, table="two")
    room.button(4, table="two")
    room.reverse(1)
    assert room.amount() == 100_027


@pytest.mark.clause("MA.14d")
def test_a_tenth_paid_in_between_leaves_the_rest_of_the_increment_to_be_taken_back() -> None:
    room = GameRoom("massachusetts", table="PTMGL01", tables=("one", "two"))
    room.coin_in(1)
    room.coin_in(4, table="two")
    room.button(4, "straight_flush", table="two")
    room.reverse(1)
    assert room.amount() == 5_000_200 - 500_020 - 100


@pytest.mark.clause("MA.14d")
def test_a_void_takes_no_meter_below_zero() -> None:
    room = GameRoom(terms=with_level(terms_by("nevada"), "main", seed=0, increment=Fraction(1, 2)))
    room.coin_in(1)
    room.send(replace(room.adjusting(-40), tables=("one",)))
    room.reverse(1)
    assert room.amount() == 0


@pytest.mark.clause("MA.14d")
def test_what_waits_for_a_void_hand_is_withdrawn_with_it() -> None:
    room = nevada()
    room.coin_in(1, 2)
    room.button(2)
    assert [type(event) for event in room.reverse(2)] == [e.AwardWithdrawn, e.CoinInReversed, e.MeterFed]
    assert room.award(1).stage is AwardStage.WITHDRAWN
    assert room.amount() == 100_027
    assert room.refused(room.press(2)) == ("seat_did_not_bet", "NV.7")


@pytest.mark.clause("NV.10h")
def test_a_recorded_award_stands_in_the_way_of_a_void() -> None:
    room = nevada()
    room.coin_in(1)
    room.button(1)
    room.confirm(1)
    reverse = c.ReverseCoinIn(table="one", seats=(Seat(1),), clause="MA.14d")
    assert room.refused(reverse) == ("award_is_recorded", "NV.10h")


# Awards.


@pytest.mark.clause("NV.10c")
def test_an_award_that_goes_off_leaves_the_meter_as_if_it_had_never_been() -> None:
    room, other = nevada(reserve=Fraction(1, 7)), nevada(reserve=Fraction(1, 7))
    room.coin_in(1, 2)
    other.coin_in(1, 2)
    room.button(1)
    for each in (room, other):
        each.coin_in(3, 4, 5, table="two")
    room.button(1)
    assert room.link.meters == other.link.meters


@pytest.mark.clause("NV.10e")
def test_a_recorded_award_that_is_not_paid_when_its_table_leaves_is_paid_all_the_same() -> None:
    room = nevada()
    room.coin_in(1)
    room.button(1)
    room.confirm(1)
    room.over()
    room.send(c.LeaveLink(table="one"))
    room.pay(1, Means.CHECK)
    assert room.award(1).stage is AwardStage.PAID


def test_the_events_alone_give_the_link_back() -> None:
    room = nevada(limit=100_040, reserve=Fraction(1, 7))
    room.coin_in(1, 2, 3)
    room.button(2)
    room.coin_in(1, table="two")
    room.button(1, table="two")
    room.reverse(3)
    room.confirm(1)
    room.send(room.backing_out(1))
    room.send(c.FailSensor(table="two", seat=Seat(6)))
    room.send(c.StopLink(reason="no power"))
    room.over()
    room.send(c.LeaveLink(table="one"))
    assert room.replayed() == room.link
