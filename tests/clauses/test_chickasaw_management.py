"""Chickasaw Nation, rules 42, 44, 46, 48, 50 and 51: cheques, the manner of dealing, the system, management."""

from __future__ import annotations

from fractions import Fraction

import pytest

from support.round_table import RoundTable
from uth.cards import parse_cards
from uth.errors import Refused
from uth.rules.loader import BOOKS
from uth.rules.procedure import Remedy
from uth.rules.values import Wager
from uth.table.floor.disputed import Correction, Finding
from uth.table.floor.irregularities import CardOffTable, DealerCardExposed, ProgressiveDown
from uth.table.round import commands as c
from uth.table.round import events as e
from uth.table.round.decide import decide
from uth.units import PlayerId, Seat

ONE, TWO = Seat(1), Seat(2)
FLUSH, QUEENS = "AhKh", "QsQd"


def wagered(dealing: str | None = None, board: str = "2h 7h Jh 3c 4d") -> RoundTable:
    """Return a table at which seat 1 has a flush with the flop and every wager, and seat 4 trips alone."""
    table = RoundTable("chickasaw", dealing=dealing, limits={"entry_fee": 100})
    table.seat(1, "ann", hole=FLUSH, ante=1000, trips=500, progressive=100).seat(2, "bob", hole="9s9d", ante=1000)
    return table.seat(4, "dee", hole="8s5c", trips=500, progressive=100).board(board).dealer(QUEENS)


def seeds(table: RoundTable) -> dict[str, Fraction]:
    return {name: Fraction(table.posted.seed(name)) for name in table.state.meters}


@pytest.mark.clause("CN.42")
def test_a_player_takes_part_by_buying_cheques_at_the_table_with_cash() -> None:
    table = RoundTable("chickasaw").seat(1, "ann", rail=0)
    ante = c.PlaceWager(seat=ONE, wager=Wager.ANTE, cents=1000)
    assert table.refusal(ante) == "not_enough_chips"
    assert table.send(c.BuyIn(seat=ONE, cents=2000)) == (e.ChipsBought(seat=ONE, cents=2000),)
    assert table.refusal(ante) is None


@pytest.mark.clause("CN.42")
def test_whoever_does_not_sit_at_the_table_buys_nothing_there() -> None:
    assert RoundTable("chickasaw").seat(1, "ann").refusal(c.BuyIn(seat=TWO, cents=2000)) == "seat_empty"


@pytest.mark.clause("CN.44")
@pytest.mark.parametrize("dealing", ["shuffler", "hand"])
def test_the_cards_may_be_dealt_by_hand_or_from_a_shuffler_and_come_out_alike(dealing: str) -> None:
    table = wagered(dealing).play(until="preflop")
    assert table.delivered()[:6] == [
        "community: 2h", "community: 7h", "community: Jh", "community: 3c", "community: 4d", "seat 1: AhKh",
    ]  # fmt: skip
    assert table.state.round.dealer == parse_cards(QUEENS)


@pytest.mark.clause("CN.46")
@pytest.mark.parametrize("book", BOOKS)
def test_foreign_cheques_coins_and_currency_buy_nothing(book: str) -> None:
    table = RoundTable(book).seat(1, "ann")
    assert table.refusal(c.BuyIn(seat=ONE, cents=2000, tender=c.Tender.FOREIGN)) == "foreign_tender"


@pytest.mark.clause("CN.48")
def test_when_the_system_fails_before_the_cards_progressive_wagers_go_back_and_no_more_are_taken() -> None:
    table = wagered()
    table.send(c.Report(irregularity=ProgressiveDown(at_win=False)))
    assert all(Wager.PROGRESSIVE not in spot.wagers for spot in table.state.round.spots.values())
    again = c.PlaceWager(seat=ONE, wager=Wager.PROGRESSIVE, cents=100)
    assert table.refusal(again) == "progressive_is_down"
    table.send(c.RestoreProgressive())
    assert table.refusal(again) is None


@pytest.mark.clause("CN.48")
def test_when_the_system_fails_in_a_round_its_locked_wagers_stand_and_the_next_round_has_none() -> None:
    table = wagered(board="2h 7c Js 3c 4d").play(until="preflop")
    fed = table.state.meters
    assert fed != seeds(table)
    table.send(c.Report(irregularity=ProgressiveDown(at_win=False)))
    assert [seat for seat, spot in table.state.round.spots.items() if Wager.PROGRESSIVE in spot.wagers] == [1, 4]
    table.play({1: "4x", 2: "4x"})
    lost = table.result(1)["progressive"]
    assert (str(lost.outcome), lost.stake, lost.returned, lost.won) == ("lose", 100, 0, 0)
    assert table.state.meters == fed
    table.next_round()
    table.wager(1, ante=1000)
    assert table.refusal(c.PlaceWager(seat=ONE, wager=Wager.PROGRESSIVE, cents=100)) == "progressive_is_down"
    table.play({1: "4x"})
    assert ("progressive" in table.result(1), table.state.meters) == (False, fed)


@pytest.mark.clause("CN.48a")
@pytest.mark.parametrize("before", [False, True], ids=["at a win", "down, then at a win"])
@pytest.mark.parametrize("until", ["flop", "river", "showdown", "settling"])
def test_a_failure_at_the_time_of_a_progressive_win_calls_all_hands_dead_and_stops_the_progressive(
    until: str, before: bool
) -> None:
    table = wagered().play({1: "4x", 2: "1x"}, until=until)
    if before:
        table.send(c.Report(irregularity=ProgressiveDown(at_win=False)))
    events = table.send(c.Report(irregularity=ProgressiveDown(at_win=True)))
    assert e.RoundVoided(clause="CN.48a", saves=()) in events
    table.play()
    assert {str(each.settled.outcome) for each in table.of(e.WagerSettled)} == {"void"}
    assert [table.net(seat) for seat in (1, 2, 4)] == [0, 0, 0]
    assert table.state.meters == seeds(table)
    assert table.state.progressive_down


@pytest.mark.clause("CN.48a")
def test_a_win_while_the_system_is_reported_down_is_not_paid_but_makes_all_hands_dead() -> None:
    table = wagered().play({1: "4x", 2: "1x"}, until="river")
    table.send(c.Report(irregularity=ProgressiveDown(at_win=False)))
    table.play({1: "4x", 2: "1x"})
    assert e.RoundVoided(clause="CN.48a", saves=()) in table.events
    assert [table.net(seat) for seat in (1, 2, 4)] == [0, 0, 0]
    assert table.state.meters == seeds(table)


@pytest.mark.clause("CN.48a")
def test_nothing_can_have_won_before_the_flop_is_seen() -> None:
    table = wagered().play(until="preflop")
    assert table.refusal(c.Report(irregularity=ProgressiveDown(at_win=True))) == "cannot_have_happened"


@pytest.mark.clause("CN.48a")
@pytest.mark.parametrize("until", ["flop", "river", "showdown", "settling"])
def test_the_system_cannot_fail_at_a_win_where_no_progressive_wager_wins(until: str) -> None:
    lost = wagered(board="2h 7c Js 3c 4d").play({1: "4x", 2: "1x"}, until=until)
    nobody = RoundTable("chickasaw").seat(1, "ann", hole=FLUSH, ante=1000).board("2h 7h Jh 3c 4d")
    nobody.play({1: "1x"}, until=until)
    for table in (lost, nobody):
        assert table.refusal(c.Report(irregularity=ProgressiveDown(at_win=True))) == "cannot_have_happened"


@pytest.mark.clause("CN.48a")
def test_a_folded_hand_has_not_won_and_makes_no_hand_dead() -> None:
    table = RoundTable("chickasaw").seat(1, "ann", hole=FLUSH, ante=1000, progressive=100).seat(2, "bob", ante=1000)
    table.board("2h 7h Jh 3c 4d").play({1: "fold", 2: "1x"}, until="showdown")
    assert table.refusal(c.Report(irregularity=ProgressiveDown(at_win=True))) == "cannot_have_happened"
    table.send(c.Report(irregularity=ProgressiveDown(at_win=False)))
    table.play()
    assert table.of(e.RoundVoided) == []


@pytest.mark.parametrize("remedy", [Remedy.STOP_PROGRESSIVE, Remedy.VOID_ROUND])
@pytest.mark.parametrize("book", ["massachusetts", "nevada", "greece"])
def test_where_no_clause_calls_the_hands_dead_the_floor_is_called_at_the_win_and_nothing_is_paid_before(
    book: str, remedy: Remedy
) -> None:
    table = RoundTable(book)
    table.seat(1, "ann", hole="9s9d", ante=1000, progressive=table.posted.progressive_wager).board("9h 9c 4h 2d Kc")
    table.play({1: "4x"}, until="settling")
    table.send(c.Report(irregularity=ProgressiveDown(at_win=False)))
    table.send(c.SettleRound())
    (call,) = table.of(e.FloorCalled)
    assert (call.clause, set(call.choices)) == ("R47", {Remedy.STOP_PROGRESSIVE, Remedy.VOID_ROUND})
    assert table.of(e.WagerSettled) == []
    table.send(c.RuleOnIrregularity(remedy=remedy, by="Kim", reason="the cards were seen before it failed"))
    table.send(c.SettleRound())
    won = table.result(1)["progressive"].won
    assert won > 0 if remedy is Remedy.STOP_PROGRESSIVE else won == 0
    assert (table.of(e.RoundVoided) == []) is (remedy is Remedy.STOP_PROGRESSIVE)


@pytest.mark.clause("CN.50")
@pytest.mark.parametrize("what", [DealerCardExposed(), CardOffTable()], ids=["dealer card", "off the table"])
def test_an_irregularity_stops_the_table_until_management_has_ruled_with_a_name_and_a_reason(
    what: DealerCardExposed | CardOffTable,
) -> None:
    table = wagered().play(until="preflop")
    called = table.send(c.Report(irregularity=what))[-1]
    assert isinstance(called, e.FloorCalled)
    assert called.clause == "CN.50"
    assert table.refusal(c.Check(seat=ONE)) == "floor_decides"
    assert table.refusal(c.RuleOnIrregularity(remedy=Remedy.CONTINUE, by="Kim", reason="")) == "not_signed"
    ruled, *_ = table.send(c.RuleOnIrregularity(remedy=Remedy.CONTINUE, by="Kim", reason="nobody saw it"))
    assert ruled == e.FloorRuled(remedy=Remedy.CONTINUE, by="Kim", reason="nobody saw it", clause="CN.50")
    assert table.refusal(c.Check(seat=ONE)) is None


@pytest.mark.clause("CN.50")
def test_management_may_call_all_hands_dead_and_every_stake_and_fee_goes_back() -> None:
    table = wagered().play({1: "4x"}, until="flop")
    table.send(c.Report(irregularity=CardOffTable()))
    table.send(c.RuleOnIrregularity(remedy=Remedy.VOID_ROUND, by="Kim", reason="the card was the river"))
    table.play()
    assert [table.net(seat) for seat in (1, 2, 4)] == [0, 0, 0]
    assert table.state.meters == seeds(table)


def disputed() -> RoundTable:
    table = wagered().play({1: "4x", 2: "4x"})
    table.send(c.DisputeRound(seat=TWO, says="the dealer did not qualify"))
    return table


def resolved(finding: Finding, *corrections: Correction, dispute: int = 1) -> c.ResolveDispute:
    return c.ResolveDispute(
        dispute=dispute, finding=finding, by="Kim", second="Lee", reason="the tape", corrections=corrections
    )


@pytest.mark.clause("CN.50")
def test_a_dispute_is_late_once_the_next_round_is_dealt_or_settled() -> None:
    table = wagered().play({1: "4x", 2: "4x"})
    dispute, review = c.DisputeRound(seat=TWO, says="I won", round=1), c.ReviewRound(by="Kim", reason="tape", round=1)

    def is_late() -> list[bool]:
        answers = [decide(table.state, each, table.posted) for each in (dispute, review)]
        events = [event for answer in answers if not isinstance(answer, Refused) for event in answer]
        return [event.late for event in events if isinstance(event, e.RoundDisputed | e.RoundReviewed)]

    assert is_late() == [False, False]
    table.next_round()
    assert is_late() == [False, False], "its cards are in the rack"
    table.wager(1, ante=1000).play(until="flop")
    assert is_late() == [True, True]
    table.play({1: "1x"})
    assert is_late() == [True, True]
    table.next_round()
    assert is_late() == [True, True]


@pytest.mark.clause("CN.50")
def test_a_disputed_round_is_frozen_with_its_hands_and_its_settlement_until_management_decides() -> None:
    table = disputed()
    (opened,) = table.of(e.RoundDisputed)
    assert opened.evidence.hands.seats[TWO] == parse_cards("9s9d")
    assert opened.evidence.hands.dealer == parse_cards(QUEENS)
    assert opened.evidence.settled == table.state.settled
    assert table.refusal(c.CollectCards()) == "round_frozen"
    before = table.rail(2)
    table.send(resolved(Finding.UPHELD))
    assert (table.refusal(c.CollectCards()), table.rail(2)) == (None, before)


@pytest.mark.clause("CN.50")
def test_management_corrects_a_settlement_by_reversing_it_and_entering_it_anew() -> None:
    table = disputed()
    before, old = table.rail(2), table.result(2)["blind"]
    correction = Correction(seat=TWO, wager=Wager.BLIND, returned=1000, won=1500)
    reversed_, entered, done = table.send(resolved(Finding.CORRECTED, correction))
    assert reversed_ == e.SettlementReversed(seat=TWO, settled=old, round=1)
    assert isinstance(entered, e.WagerSettled)
    assert (entered.settled.won, entered.settled.cites) == (1500, ("CN.50",))
    assert isinstance(done, e.DisputeResolved)
    assert table.rail(2) - before == done.players == 1500 + 1000 - old.returned - old.won


@pytest.mark.clause("CN.51")
def test_what_management_cannot_resolve_goes_to_the_gaming_commissioner_and_the_table_goes_on() -> None:
    table = disputed()
    assert table.refusal(c.CollectCards()) == "round_frozen"
    assert table.send(resolved(Finding.REFERRED))[-1] == e.DisputeResolved(
        dispute=1,
        finding=Finding.REFERRED,
        by="Kim",
        reason="the tape",
        clause="CN.51",
        players=0,
        round=1,
        regulator="the Chickasaw Nation Office of the Gaming Commissioner",
    )
    assert table.refusal(resolved(Finding.REFERRED)) == "not_a_finding"
    assert table.refusal(resolved(Finding.UPHELD)) is None
    table.next_round()
    assert table.state.disputes[0].evidence.hands.seats[TWO] == parse_cards("9s9d")
    assert table.state.disputes[0].finding is Finding.REFERRED
    assert table.refusal(c.TakeSeat(seat=Seat(5), player=PlayerId("eve"))) is None
    assert table.wager(1, ante=1000).play({1: "4x"}).state.rounds == 2
    table.send(resolved(Finding.UPHELD))
    assert [dispute.finding for dispute in table.state.disputes] == [Finding.UPHELD]
