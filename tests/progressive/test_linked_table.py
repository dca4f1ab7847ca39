"""A table and its link: what the one refuses leaves the other alone, and what was done once is not done again."""

from __future__ import annotations

import pytest

from progressive.game_room import posted_by
from progressive.linked_round_table import LinkedRoundTable, shared_link
from uth.errors import Refused
from uth.host.linked_table import Linked, terms_of
from uth.progressive import commands as k
from uth.rules.values import Wager
from uth.table import commands as c
from uth.table.irregularities import WrongNumberOfCards
from uth.units import Seat

SEED, A_DOLLAR = 100_000, 27


def nevada() -> LinkedRoundTable:
    return LinkedRoundTable("nevada").seat(1, "ann", ante=1000, progressive=100).seat(2, "bob", ante=1000)


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


def test_what_the_link_refuses_does_not_reach_the_table() -> None:
    table = nevada()
    table.make_ready()
    table.shared.send(k.FailSensor(table="one", seat=Seat(1)))
    before = table.state
    with pytest.raises(Refused, match=r"CN\.49"):
        table.send(c.AnnounceNoMoreBets())
    assert table.state is before


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
    with pytest.raises(Refused, match="joins no link"):
        Linked(name="one", posted=posted_by("california"), shared=shared_link("nevada")).joined()


def test_a_void_hand_has_its_coin_in_reversed_and_the_others_keep_theirs() -> None:
    table = LinkedRoundTable("massachusetts").seat(1, "ann", ante=1000, progressive=500)
    table.seat(2, "bob", ante=1000, progressive=500).play({}, until="preflop")
    table.send(c.Report(irregularity=WrongNumberOfCards(seat=Seat(2), cards=3, fixable=False)))
    assert table.place.station.lit == {1}
    assert table.shared.link.meters["main"].amount == 5_000_000 + 100
    table.play({1: "1x"})
    assert table.net(2) == 0


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
