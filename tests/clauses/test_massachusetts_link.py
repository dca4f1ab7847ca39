"""Massachusetts, section 13(g): which games may be linked to one progressive."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from progressive.game_room import GameRoom, posted_by, terms_by
from progressive.linked_round_table import LinkedRoundTable, shared_link
from uth.errors import Refused
from uth.house.linked_table import Linked, SharedLink
from uth.progressive.state import new_link
from uth.table.round import commands as c

MA13G = "MA.13g"
ROYAL, ROYAL_FLOP = "AsKs", "QsJsTs 2d 3c"


def link() -> GameRoom:
    return GameRoom("massachusetts", table="PTMGL01")


@pytest.mark.clause("MA.13g")
def test_different_game_titles_are_linked_to_one_progressive() -> None:
    room = link()
    room.send(room.joining("two", game="three_card_poker"))
    room.send(room.joining("three", game="mississippi_stud"))
    for table in ("one", "two", "three"):
        room.coin_in(1, table=table)
    assert room.amount() == 5_000_000 + 3 * 100


@pytest.mark.clause("MA.13g")
@pytest.mark.parametrize("other", ["PTMGL02", "PTMGL04", "PTMGLML01"])
def test_a_game_with_another_pay_table_may_not_join(other: str) -> None:
    room = link()
    joins = room.joining("two", pay_table=terms_by("massachusetts", other).table)
    assert room.refused(joins) == ("other_pay_table", MA13G)


@pytest.mark.clause("MA.13g")
def test_a_pay_table_of_the_same_name_with_another_row_or_increment_may_not_join() -> None:
    room = link()
    table = room.terms.table
    rows = replace(table, rows=(*table.rows[:-1], replace(table.rows[-1], for_one=10)))
    meters = replace(table, meters=(replace(table.meters[0], increment=Fraction(1, 4)),))
    for other in (rows, meters):
        assert other.name == table.name
        assert room.refused(room.joining("two", pay_table=other)) == ("other_pay_table", MA13G)


@pytest.mark.clause("MA.13g")
@pytest.mark.parametrize("wager", [100, 499, 1000])
def test_a_game_with_another_wager_amount_may_not_join(wager: int) -> None:
    room = link()
    assert room.refused(room.joining("two", wager=wager)) == ("other_wager", MA13G)


@pytest.mark.clause("MA.13g")
def test_a_game_with_another_number_of_decks_may_not_join() -> None:
    room = link()
    assert room.refused(room.joining("two", decks=room.terms.decks + 1)) == ("other_decks", MA13G)


@pytest.mark.clause("MA.13g")
def test_a_table_joins_by_its_own_posted_terms_and_not_by_the_links() -> None:
    shared = SharedLink(link=new_link(terms_by("massachusetts", "PTMGL01")))
    Linked(name="one", posted=posted_by("massachusetts", "PTMGL01"), shared=shared).joined()
    with pytest.raises(Refused, match=r"PTMGL02.*MA\.13g"):
        Linked(name="two", posted=posted_by("massachusetts", "PTMGL02"), shared=shared).joined()
    with pytest.raises(Refused, match=r"MA\.13g"):
        Linked(name="two", posted=posted_by("nevada"), shared=shared).joined()
    assert list(shared.link.stations) == ["one"]


@pytest.mark.clause("MA.13g")
def test_tables_of_one_link_show_one_meter_and_the_first_royal_flush_takes_it() -> None:
    shared = shared_link("massachusetts")
    one, two = (LinkedRoundTable("massachusetts", name, shared) for name in ("one", "two"))
    for table in (one, two):
        table.seat(1, "p1", hole=ROYAL, ante=1000, progressive=500).board(ROYAL_FLOP).dealer("2h4c")
    one.play({1: "4x"}, until="preflop")
    two.play({1: "4x"})
    one.play({1: "4x"})
    assert two.result(1)["progressive"].won == 5_000_000 + 2 * 100
    assert one.result(1)["progressive"].won == 5_000_000
    assert one.state.meters == {"main": 5_000_000}


@pytest.mark.clause("MA.13g")
def test_a_linked_table_shows_every_meter_of_its_link_and_no_amount_below_nothing() -> None:
    table = LinkedRoundTable("massachusetts")
    meters = dict(table.state.meters)
    nothing = dict.fromkeys(meters, Fraction(0))
    assert table.refusal(c.ReadMeters(meters=nothing)) is None
    for wrong in ({}, {**meters, "other": Fraction(1)}, dict.fromkeys(meters, Fraction(-1, 100))):
        assert table.refusal(c.ReadMeters(meters=wrong)) == "not_the_meters"
    table.take(c.ReadMeters(meters=nothing))
    assert table.state.meters == nothing
