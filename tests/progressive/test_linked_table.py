"""A table and its link: a refusal by one leaves the other unchanged, and nothing is done twice."""

from __future__ import annotations

import pytest

from progressive.game_room import posted_by
from progressive.linked_round_table import LinkedRoundTable, shared_link
from uth.errors import Refused
from uth.house.linked_table import Linked, terms_of
from uth.progressive import commands as k
from uth.progressive.state import Key, Means
from uth.rules.values import Wager
from uth.table.floor.irregularities import WrongNumberOfCards
from uth.table.round import commands as c
from uth.table.round import events as e
from uth.table.round.refusals import wager_offers
from uth.units import Seat

SEED, A_DOLLAR = 100_000, 27


def nevada() -> LinkedRoundTable:
    return LinkedRoundTable("nevada").seat(1, "ann", ante=1000, progressive=100).seat(2, "bob", ante=1000)


@pytest.mark.clause("NV.7")
def test_what_the_table_refuses_does_not_reach_the_link() -> None:
    table = LinkedRoundTable("nevada").seat(1, "ann")
    for command in (
        c.AnnounceNoMoreBets(),
        c.SettleRound(),
        c.PlaceWager(seat=Seat(1), wager=Wager.PROGRESSIVE, cents=5),
    ):
        with pytest.raises(Refused):
            table.send(command)
    assert table.place.station.round is None
    assert table.shared.link.meters["main"].amount == SEED


@pytest.mark.clause("NV.7")
def test_what_the_link_refuses_does_not_reach_the_table() -> None:
    table = nevada()
    table.make_ready()
    table.shared.send(k.CoinIn(table="one", round=7, seats=(Seat(2),)))
    before = table.state
    with pytest.raises(Refused, match="GAME OVER comes first"):
        table.send(c.AnnounceNoMoreBets())
    assert (table.state.phase, table.state.round.spots) == (before.phase, before.round.spots)


@pytest.mark.clause("CN.48", "CN.49")
@pytest.mark.parametrize(
    ("book", "fails", "clause"),
    [
        ("chickasaw", k.StopLink(reason="no power"), "CN.48"),
        ("nevada", k.StopLink(reason="no power"), "R47"),
        ("massachusetts", k.StopLink(reason="no power"), "R47"),
        ("greece", k.StopLink(reason="no power"), "R47"),
        ("chickasaw", k.FailSensor(table="one", seat=Seat(1)), "CN.49"),
        ("nevada", k.FailSensor(table="one", seat=Seat(1)), "NV.6"),
    ],
)
def test_a_progressive_wager_the_link_cannot_take_goes_back_with_its_clause_and_the_game_goes_on(
    book: str, fails: k.Command, clause: str
) -> None:
    table = LinkedRoundTable(book)
    wager = table.posted.progressive_wager
    table.seat(1, "ann", ante=1000, progressive=wager).seat(2, "bob", ante=1000, progressive=wager)
    table.make_ready()
    table.shared.send(fails)
    rail = table.state.rail(Seat(1))
    table.send(c.AnnounceNoMoreBets())
    if book == "chickasaw":
        table.send(c.StartGame())
    returned = {event.seat: event.clause for event in table.of(e.WagerTakenBack)}
    assert returned == ({1: clause, 2: clause} if isinstance(fails, k.StopLink) else {1: clause})
    assert all(event.reason for event in table.of(e.WagerTakenBack))
    assert table.state.rail(Seat(1)) == rail + wager
    assert table.place.station.lit == ({2} - returned.keys())
    table.play({1: "1x", 2: "1x"})
    assert "progressive" not in table.result(1)
    table.next_round()
    assert Wager.PROGRESSIVE not in {offer.wager for offer in wager_offers(table.state, Seat(1), table.posted)}


@pytest.mark.clause("CN.48")
def test_while_the_link_is_down_the_table_offers_no_progressive_and_takes_it_again_when_it_is_back() -> None:
    table = LinkedRoundTable("nevada").seat(1, "ann", ante=1000)
    place = c.PlaceWager(seat=Seat(1), wager=Wager.PROGRESSIVE, cents=100)
    table.shared.send(k.StopLink(reason="the line is cut"))
    with pytest.raises(Refused, match="R47"):
        table.send(place)
    assert Wager.PROGRESSIVE not in {offer.wager for offer in wager_offers(table.state, Seat(1), table.posted)}
    table.shared.send(k.RestoreLink())
    table.send(place)
    assert table.state.round.spots[Seat(1)].wagers[Wager.PROGRESSIVE] == 100


@pytest.mark.clause("CN.49")
def test_a_table_that_comes_back_to_its_link_has_its_dark_sensors_dark() -> None:
    table = LinkedRoundTable("nevada")
    table.shared.send(k.FailSensor(table="one", seat=Seat(2)))
    table.shared.send(k.LeaveLink(table="one"))
    table.place.joined()
    assert table.place.station.failed == {2}


@pytest.mark.clause("CN.40")
def test_an_award_above_what_cheques_pay_is_paid_by_check_and_never_lies_on_the_rail() -> None:
    shared = shared_link("chickasaw")
    shared.send(k.AdjustMeter(meter="mega", cents=10_000_000, by="Kim", second="Lee", reason="carried over"))
    table = LinkedRoundTable("chickasaw", "one", shared)
    table.seat(1, "ann", hole="AsKs", ante=1000, progressive=100, rail=10_000)
    table.board("QsJsTs 2d 3c").dealer("2h4c").play({1: "4x"})
    (award,) = shared.link.awards
    assert award.cents > 10_000_000
    assert table.state.owed == ()
    assert table.state.rail(Seat(1)) == 10_000 - 100 + 1000 + 500 * 1000 + 4000
    assert [event.means for event in table.events if isinstance(event, e.AwardBrought)] == [Means.CHECK]


@pytest.mark.clause("NV.10e")
def test_where_the_floor_confirms_awards_nothing_is_on_the_rail_and_no_card_is_collected_before_it_has() -> None:
    table = LinkedRoundTable("nevada")
    table.place.floor = True
    table.seat(1, "ann", hole="AsKs", ante=1000, progressive=100, rail=10_000)
    table.board("QsJsTs 2d 3c").dealer("2h4c").play({1: "4x"})
    (award,) = table.shared.link.awards
    rail = table.state.rail(Seat(1))
    assert [owed.cents for owed in table.state.owed] == [award.cents]
    with pytest.raises(Refused, match=r"waits for a supervisor \(NV\.10e\)"):
        table.send(c.CollectCards())
    for step in (
        k.TurnKey(table="one", to=Key.JPH, by="Kim"),
        k.PressJackpot(table="one", award=1, by="Kim"),
        k.TurnKey(table="one", to=Key.RUN, by="Kim"),
        k.PayAward(award=1, means=Means.CHEQUES, by="Lee"),
    ):
        table.work(step)
    assert table.state.rail(Seat(1)) == rail + award.cents
    table.send(c.CollectCards())
    assert table.place.station.round is None


def royal_and_envy() -> LinkedRoundTable:
    """Return a table whose floor confirms awards, settled with a royal flush at seat 1 and envy at seats 2 and 4."""
    table = LinkedRoundTable("nevada")
    table.place.floor = True
    table.seat(1, "ann", hole="AsKs", ante=1000, progressive=100, rail=10_000)
    table.seat(2, "bob", hole="9d8d", ante=1000, progressive=100, rail=10_000)
    table.seat(3, "cat", hole="9h8h", ante=1000, rail=10_000)
    table.seat(4, "dan", hole="9c8c", ante=1000, progressive=100, rail=10_000)
    table.board("QsJsTs 2d 3c").dealer("2h4c").play(dict.fromkeys((1, 2, 3, 4), "4x"))
    return table


@pytest.mark.clause("NV.11a", "NV.11c")
def test_envy_waits_with_the_award_that_causes_it_and_is_paid_with_it_once() -> None:
    table = royal_and_envy()
    rails = {seat: table.state.rail(seat) for seat in table.state.chairs}
    assert not any(isinstance(event, e.EnvyPaid) for event in table.events)
    for step in (
        k.TurnKey(table="one", to=Key.JPH, by="Kim"),
        k.PressJackpot(table="one", award=1, by="Kim"),
        k.TurnKey(table="one", to=Key.RUN, by="Kim"),
        k.PayAward(award=1, means=Means.CHEQUES, by="Lee"),
    ):
        table.work(step)
    paid = [(event.seat, event.from_seat, event.cents) for event in table.events if isinstance(event, e.EnvyPaid)]
    assert sorted(paid) == [(2, 1, 10_000), (4, 1, 10_000)]
    assert {seat: table.state.rail(seat) - rails[seat] for seat in table.state.chairs} == {
        1: table.shared.link.awards[0].cents, 2: 10_000, 3: 0, 4: 10_000
    }  # fmt: skip
    assert table.state.owed == ()


@pytest.mark.clause("NV.11a", "NV.10h")
def test_envy_falls_with_the_award_that_caused_it() -> None:
    table = royal_and_envy()
    rails = {seat: table.state.rail(seat) for seat in table.state.chairs}
    table.shared.send(k.TurnKey(table="one", to=Key.JPH, by="Kim"))
    table.work(k.RejectAward(table="one", award=1, by="Kim", reason="a card was marked"))
    denied = [(event.seat, event.cents) for event in table.events if isinstance(event, e.EnvyDenied)]
    assert sorted(denied) == [(2, 10_000), (4, 10_000)]
    assert {seat: table.state.rail(seat) for seat in table.state.chairs} == rails
    assert table.state.owed == ()


@pytest.mark.clause("NV.10h")
def test_an_award_that_is_rejected_is_not_owed_any_more() -> None:
    table = LinkedRoundTable("nevada")
    table.place.floor = True
    table.seat(1, "ann", hole="AsKs", ante=1000, progressive=100)
    table.board("QsJsTs 2d 3c").dealer("2h4c").play({1: "4x"})
    table.shared.send(k.TurnKey(table="one", to=Key.JPH, by="Kim"))
    table.work(k.RejectAward(table="one", award=1, by="Kim", reason="a card was marked"))
    assert table.state.owed == ()
    assert any(isinstance(event, e.AwardDenied) and event.by == "Kim" for event in table.events)


@pytest.mark.clause("NV.7")
def test_a_coin_in_that_was_stored_before_the_table_could_close_its_wagers_is_not_made_twice() -> None:
    table = nevada()
    table.shared.send(k.CoinIn(table="one", round=1, seats=(Seat(1),)))
    table.send(c.AnnounceNoMoreBets())
    assert table.state.meters["main"] == table.shared.link.meters["main"].amount == SEED + A_DOLLAR


def test_a_table_joins_once_and_finds_its_place_again() -> None:
    shared = shared_link("nevada")
    for _ in range(2):
        Linked(name="one", posted=posted_by("nevada"), shared=shared).joined()
    assert list(shared.link.stations) == ["one"]


def test_a_book_without_a_progressive_has_no_link_to_join() -> None:
    assert terms_of(posted_by("california")) is None
    with pytest.raises(Refused, match="cannot join a link"):
        Linked(name="one", posted=posted_by("california"), shared=shared_link("nevada")).joined()


@pytest.mark.clause("MA.14d")
def test_a_void_hand_has_its_coin_in_reversed_and_the_others_keep_theirs() -> None:
    table = LinkedRoundTable("massachusetts").seat(1, "ann", ante=1000, progressive=500)
    table.seat(2, "bob", ante=1000, progressive=500).play({}, until="preflop")
    table.send(c.Report(irregularity=WrongNumberOfCards(seat=Seat(2), cards=3, fixable=False)))
    assert table.place.station.lit == {1}
    assert table.shared.link.meters["main"].amount == 5_000_000 + 100
    table.play({1: "1x"})
    assert table.net(2) == 0


@pytest.mark.clause("NV.7")
def test_the_table_shows_what_the_link_has_once_the_round_is_closed_and_once_it_is_settled() -> None:
    shared = shared_link("nevada")
    one, two = LinkedRoundTable("nevada", "one", shared), LinkedRoundTable("nevada", "two", shared)
    for table in (one, two):
        table.seat(1, "ann", ante=1000, progressive=100)
    one.send(c.AnnounceNoMoreBets())
    assert one.state.meters == {"main": SEED + A_DOLLAR}
    two.send(c.AnnounceNoMoreBets())
    assert one.state.meters == {"main": SEED + A_DOLLAR}
    one.play({1: "1x"})
    assert one.state.meters == {"main": SEED + 2 * A_DOLLAR}
