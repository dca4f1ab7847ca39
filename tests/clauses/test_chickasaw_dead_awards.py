"""Chickasaw Nation, rule 48(a): an award waits for a supervisor when the system fails."""

from __future__ import annotations

import pytest

from progressive.linked_round_table import LinkedRoundTable
from uth.progressive import commands as k
from uth.progressive.state import AwardStage, Key
from uth.rules.procedure import Remedy
from uth.rules.values import Wager
from uth.table import commands as c
from uth.table import events as e
from uth.table.irregularities import ProgressiveDown
from uth.table.state import Phase
from uth.units import Seat

ONE, TWO, THREE = Seat(1), Seat(2), Seat(3)


def waiting(book: str = "chickasaw") -> LinkedRoundTable:
    """Return a settled round whose royal flush waits for a supervisor: seat 1 won it, seat 2 folded, seat 3 lost."""
    table = LinkedRoundTable(book)
    table.place.floor = True
    wager = table.posted.progressive_wager
    table.seat(1, "ann", hole="AsKs", ante=1000, trips=500, progressive=wager, rail=100_000)
    table.seat(2, "bob", hole="2c7h", ante=1000, rail=100_000)
    table.seat(3, "cy", hole="4c9d", ante=1000, progressive=wager, rail=100_000)
    return table.board("QsJsTs 2d 3c").dealer("AhAd").play({1: "4x", 2: "fold", 3: "1x"})


def rails(table: LinkedRoundTable) -> list[int]:
    return [table.state.chairs[seat].rail for seat in (ONE, TWO, THREE) if seat in table.state.chairs]


@pytest.mark.clause("CN.48a")
@pytest.mark.parametrize("how", ["the link stops", "down is reported", "down at a win is reported"])
def test_an_award_that_waits_when_the_system_fails_is_withdrawn_and_the_settlement_reversed(how: str) -> None:
    table = waiting()
    before = table.shared.link.terms.levels
    if how == "the link stops":
        table.stop_link()
    else:
        table.send(c.Report(irregularity=ProgressiveDown(at_win="win" in how)))
    assert rails(table) == [100_000, 100_000, 100_000]
    assert table.state.owed == ()
    assert table.state.void == "CN.48a"
    assert {str(settled.outcome) for _, settled in table.state.settled} == {"void"}
    assert [award.stage for award in table.shared.link.awards] == [AwardStage.WITHDRAWN]
    assert {level.name: level.seed for level in before} == {
        name: meter.amount for name, meter in table.shared.link.meters.items()
    }
    table.send(c.CollectCards())
    assert table.state.phase is Phase.WAGERS
    assert table.place.station.round is None


@pytest.mark.clause("CN.48a")
def test_a_player_who_has_left_keeps_what_the_round_came_to_and_the_others_get_their_stakes() -> None:
    table = waiting()
    table.send(c.LeaveSeat(seat=TWO))
    table.send(c.LeaveSeat(seat=ONE))
    table.stop_link()
    assert rails(table) == [100_000]
    assert table.state.owed == ()
    assert [event.seat for event in table.of(e.AwardDenied)] == [1]


@pytest.mark.clause("CN.48a")
def test_an_award_that_is_on_record_when_the_system_fails_stands() -> None:
    table = waiting()
    for step in (k.TurnKey(table="one", to=Key.JPH, by="Kim"), k.PressJackpot(table="one", award=1, by="Kim")):
        table.shared.send(step)
    table.stop_link()
    assert table.of(e.RoundVoided) == []
    assert [owed.seat for owed in table.state.owed if owed.from_seat is None] == [1]


@pytest.mark.parametrize("remedy", [Remedy.STOP_PROGRESSIVE, Remedy.VOID_ROUND])
def test_where_no_clause_says_so_the_floor_decides_what_becomes_of_an_award_that_waits(remedy: Remedy) -> None:
    table = waiting("nevada")
    table.stop_link()
    (call,) = table.of(e.FloorCalled)
    assert call.clause == "R47"
    table.send(c.RuleOnIrregularity(remedy=remedy, by="Kim", reason="the cards were seen"))
    dead = remedy is Remedy.VOID_ROUND
    assert (rails(table) == [100_000, 100_000, 100_000]) is dead
    assert (table.state.owed == ()) is dead
    assert any(settled.wager is Wager.PROGRESSIVE for _, settled in table.state.settled)
