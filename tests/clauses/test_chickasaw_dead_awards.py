"""Chickasaw Nation, rule 48(a): the system fails while an award is pending."""

from __future__ import annotations

from typing import Any

import pytest

from progressive.linked_round_table import LinkedRoundTable
from uth.ledger.book import Ledger
from uth.ledger.table_entries import TableEntries
from uth.progressive import commands as k
from uth.progressive.state import AwardStage, Key
from uth.rules.procedure import Remedy
from uth.rules.values import Wager
from uth.table.floor.disputed import Finding
from uth.table.floor.irregularities import ProgressiveDown
from uth.table.round import commands as c
from uth.table.round import events as e
from uth.table.round.apply import apply
from uth.table.round.state import Phase
from uth.units import Seat

ONE, TWO, THREE = Seat(1), Seat(2), Seat(3)


class BookedAwards(LinkedRoundTable):
    """A table on a link that books its own events; the link's are not in its book."""

    def __init__(self, book: str, **posting: Any) -> None:
        self.book, self.entries, self.count = Ledger(), TableEntries("one", "link"), 0
        super().__init__(book, **posting)

    def take(self, command: c.Command) -> tuple[e.Event, ...]:
        before = self.state
        events = super().take(command)
        for event in events:
            self.count += 1
            self.book.post(f"table/{self.count}", self.entries.transfers(before, event))
            before = apply(before, event)
        return events


def waiting(book: str = "chickasaw") -> LinkedRoundTable:
    """Return a settled round whose royal flush waits for a supervisor: seat 1 won it, seat 2 folded, seat 3 lost."""
    return wait_in(LinkedRoundTable(book))


def wait_in(table: LinkedRoundTable) -> LinkedRoundTable:
    """Play that round at the table."""
    table.place.floor = True
    wager = table.posted.progressive_wager
    table.seat(1, "ann", hole="AsKs", ante=1000, trips=500, progressive=wager, rail=100_000)
    table.seat(2, "bob", hole="2c7h", ante=1000, rail=100_000)
    table.seat(3, "cy", hole="4c9d", ante=1000, progressive=wager, rail=100_000)
    table.board("QsJsTs 2d 3c").dealer("AhAd").play({1: "4x", 2: "fold", 3: "1x"})
    return table


def rails(table: LinkedRoundTable) -> list[int]:
    return [table.state.rail(seat) for seat in (ONE, TWO, THREE) if seat in table.state.chairs]


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
    assert table.state.round.void == "CN.48a"
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


def two_waiting() -> LinkedRoundTable:
    """Return a settled round in which seats 1 and 2 wait for awards of a meter, and seat 3 folded."""
    table = LinkedRoundTable("chickasaw")
    table.place.floor = True
    wager = table.posted.progressive_wager
    table.seat(1, "ann", hole="AsKs", ante=1000, progressive=wager, rail=100_000)
    table.seat(2, "bob", hole="9s8s", ante=1000, progressive=wager, rail=100_000)
    table.seat(3, "cy", hole="4c9d", ante=1000, progressive=wager, rail=100_000)
    return table.board("QsJsTs 2d 3c").dealer("AhAd").play({1: "4x", 2: "4x", 3: "fold"})


@pytest.mark.clause("CN.48a")
def test_two_awards_that_wait_fall_together() -> None:
    table = two_waiting()
    assert [award.stage for award in table.shared.link.awards] == [AwardStage.PENDING] * 2
    table.stop_link()
    assert rails(table) == [100_000] * 3
    assert table.state.owed == ()
    assert [award.stage for award in table.shared.link.awards] == [AwardStage.WITHDRAWN] * 2


@pytest.mark.clause("CN.48a")
def test_a_round_that_is_disputed_when_the_system_fails_is_dead_once_the_dispute_is_resolved() -> None:
    table = waiting()
    table.send(c.DisputeRound(seat=THREE, says="my nine was not seen"))
    table.stop_link()
    assert table.state.round.void is None
    table.send(c.ResolveDispute(dispute=1, finding=Finding.UPHELD, by="Kim", reason="the hand lost"))
    assert table.state.round.void == "CN.48a"
    assert rails(table) == [100_000, 100_000, 100_000]


@pytest.mark.clause("CN.48a")
def test_what_may_be_disputed_of_a_dead_round_is_how_it_stands_now() -> None:
    table = waiting()
    table.stop_link()
    assert table.state.past[-1].settled == table.state.settled
    assert {settled.wager for seat, settled in table.state.settled if seat == ONE} >= {Wager.PROGRESSIVE, Wager.TRIPS}


@pytest.mark.clause("CN.48a")
def test_the_accounts_of_a_dead_round_are_as_before_it_and_a_wager_collected_at_the_fold_comes_back() -> None:
    table = BookedAwards("chickasaw", limits={"entry_fee": 100})
    wait_in(table)
    assert [event.wager for event in table.of(e.WagerCollected)] != []
    assert table.book.balance(table.entries.fees) == 300
    table.stop_link()
    assert rails(table) == [100_000, 100_000, 100_000]
    for account in (table.entries.escrow, table.entries.tray, table.entries.fees):
        assert table.book.balance(account) == 0
    assert [table.book.balance(table.entries.player(table.state, seat)) for seat in (ONE, TWO, THREE)] == [100_000] * 3


@pytest.mark.clause("CN.48")
def test_a_system_that_the_dealer_reported_down_is_back_when_the_link_is_restored_and_not_before() -> None:
    table = LinkedRoundTable("chickasaw").seat(1, "ann", ante=1000)
    table.send(c.Report(irregularity=ProgressiveDown(at_win=False)))
    table.shared.send(k.FailSensor(table="one", seat=THREE))
    table.followed(table.place.state)
    assert table.state.system_down, "a sensor says nothing about the system"
    table.stop_link()
    assert table.state.system_down
    table.shared.send(k.RestoreLink())
    table.followed(table.place.state)
    assert not table.state.system_down
