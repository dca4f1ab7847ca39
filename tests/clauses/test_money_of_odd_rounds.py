"""The money of unusual rounds: void with a player/dealer, paid awards, corrections, coupons."""

from __future__ import annotations

import pytest

from progressive.linked_round_table import LinkedRoundTable
from support.documents import document, hand, settle
from support.round_table import RoundTable
from uth.cards import parse_cards
from uth.errors import Refused
from uth.progressive import commands as k
from uth.rules.procedure import Remedy
from uth.rules.values import Means
from uth.table.floor.irregularities import CardOffTable
from uth.table.round import commands as c
from uth.table.round import events as e
from uth.table.round.decide import decide
from uth.table.settle.showdown import odds_of
from uth.units import Seat

ONE, TWO = Seat(1), Seat(2)


def refused(table: RoundTable, command: c.Command) -> tuple[str, str | None] | None:
    before = table.state
    answer = decide(table.state, command, table.posted)
    assert table.state is before
    return (answer.code, answer.clause) if isinstance(answer, Refused) else None


@pytest.mark.clause("CA.PLAY19")
def test_a_void_round_gives_the_player_dealer_the_whole_bank_back() -> None:
    table = RoundTable("california").bank(3, "hal", wager=50_000).seat(1, "ann", ante=1000, trips=500)
    table.play(until="preflop").send(c.Report(irregularity=CardOffTable()))
    table.send(c.RuleOnIrregularity(remedy=Remedy.VOID_ROUND, by="Dana", reason="a card fell"))
    table.play()
    assert table.of(e.BankSettled) == [e.BankSettled(seat=Seat(3), wager=50_000, used=0, net=0)]
    assert table.of(e.RoundSettled) == [e.RoundSettled(players=0, house=0)]
    assert (table.net(1), table.net(3)) == (0, 0)
    racked = [each for each in table.of(e.CardsPickedUp) if each.seat is not None]
    assert [(each.seat, each.cards) for each in racked] == [(ONE, table.state.round.spots[ONE].hole)]


@pytest.mark.clause("MA.6a")
def test_a_coupon_lies_last_on_the_slip_and_counts_what_it_brought() -> None:
    seat = hand(1, "ann", "AsAd", ante=1000, trips=500, progressive=500, match_play=1000)
    settled = settle(document("massachusetts", board="Ac 7d 2h 9s 4c", dealer="KdKc", seats=[seat]))
    assert list(settled.outcomes(1)) == ["ante", "blind", "play", "trips", "progressive", "match_play"]
    coupon = settled.wager(1, "match_play")
    assert (coupon["returned"], coupon["won"]) == (0, 1000)


@pytest.mark.clause("CN.8")
def test_the_entry_fee_lies_last_on_the_slip_and_is_gone() -> None:
    seat = hand(1, "ann", "AsAd", ante=1000, trips=500, progressive=100, entry_fee=100)
    settled = settle(document("chickasaw", board="Kh 7d 2h 9s 4c", dealer="KdKc", seats=[seat]))
    assert list(settled.outcomes(1)) == ["ante", "blind", "play", "trips", "progressive", "entry_fee"]
    assert settled.net(1) == -(1000 + 1000 + 4000 + 500 + 100 + 100)


@pytest.mark.clause("CN.36", "CN.40")
def test_an_award_is_brought_to_whom_it_waits_for_by_its_means_and_signed_where_it_is_denied() -> None:
    table = LinkedRoundTable("chickasaw")
    table.place.floor = True
    table.seat(1, "ann", hole="AsKs", ante=1000, progressive=100)
    table.seat(2, "bob", ante=1000).board("QsJsTs 2d 3c").play({1: "4x", 2: "4x"})
    won = table.result(1)["progressive"].won
    bring = c.BringAward(seat=ONE, cents=won, means=Means.CHEQUES)
    assert refused(table, c.BringAward(seat=TWO, cents=won, means=Means.CHEQUES)) == ("no_award", None)
    assert refused(table, c.BringAward(seat=ONE, cents=won - 1, means=Means.CHEQUES)) == ("no_award", None)
    assert refused(table, c.DenyAward(seat=ONE, cents=won, by="", reason="no")) == ("not_signed", None)
    assert refused(table, c.DenyAward(seat=ONE, cents=won, by="Dana", reason="")) == ("not_signed", None)
    assert refused(table, c.DenyAward(seat=ONE, cents=won, by="Dana", reason="no royal")) is None
    assert refused(table, bring) is None
    assert won > 0


@pytest.mark.clause("CN.40")
def test_an_award_above_what_cheques_pay_or_of_a_player_who_left_is_paid_by_check_alone() -> None:
    table = LinkedRoundTable("chickasaw")
    table.place.floor = True
    table.seat(1, "ann", hole="AsKs", ante=1000, progressive=100)
    table.seat(2, "bob", hole="9s8s", ante=1000, progressive=100).board("QsJsTs 2d 3c")
    table.work(k.AdjustMeter(meter="mega", cents=95_000_00, by="Kim", second="Lee", reason="counted again"))
    table.play({1: "4x", 2: "4x"})
    royal, straight = table.result(1)["progressive"].won, table.result(2)["progressive"].won
    assert straight < 100_000_00 < royal

    def refused_by(means: Means, seat: Seat, cents: int) -> tuple[str, str | None] | None:
        return refused(table, c.BringAward(seat=seat, cents=cents, means=means))

    assert refused_by(Means.CHEQUES, ONE, royal) == ("no_award", "CN.40")
    assert refused_by(Means.CHECK, ONE, royal) is None
    assert refused_by(Means.CHEQUES, TWO, straight) is None
    assert refused_by(Means.CHECK, TWO, straight) is None
    table.send(c.LeaveSeat(seat=TWO))
    assert refused_by(Means.CHEQUES, TWO, straight) == ("seat_empty", None)
    assert refused_by(Means.CHECK, TWO, straight) is None


ODDS = [
    ("AhKh", "Qh Jh Th 3d 2c", {"blind": "500 to 1", "trips": "50 to 1", "play": "1 to 1", "ante": "1 to 1"}),
    ("9h4h", "Kh 6h 5h 3d 2c", {"blind": "3 to 2", "trips": "7 to 1", "play": "1 to 1", "ante": "1 to 1"}),
    ("9h8s", "7h 6c 5h 3d Kc", {"blind": "1 to 1", "trips": "4 to 1", "play": "1 to 1", "ante": "1 to 1"}),
    ("9h9s", "9c Jd 5h 3d 2c", {"blind": "", "trips": "3 to 1", "play": "1 to 1", "ante": "1 to 1"}),
]


@pytest.mark.clause("MA.10a")
@pytest.mark.parametrize(("hole", "board", "stated"), ODDS, ids=[hole for hole, _, _ in ODDS])
def test_the_odds_a_wager_was_paid_at_are_stated_with_to(hole: str, board: str, stated: dict[str, str]) -> None:
    table = RoundTable("massachusetts").seat(1, "p1", hole=hole, ante=1000, trips=500)
    table.board(board).dealer("AsAd").play({1: "1x"})
    assert {wager: odds_of(settled, table.posted) for wager, settled in table.result(1).items()} == stated


@pytest.mark.clause("MA.10a", "MA.13e")
@pytest.mark.parametrize(
    ("hole", "board", "odds"),
    [
        ("AhKh", "Qh Jh Th 3d 2c", "100% of main"),
        ("9h9s", "9c 9d 5h 3d 2c", "299 to 1"),
        ("9h9s", "9c Jd 5h 3d 2c", "8 to 1"),
    ],
)
def test_the_progressive_is_stated_as_a_share_of_its_meter_or_with_to(hole: str, board: str, odds: str) -> None:
    table = RoundTable("massachusetts", tables={"progressive": "PTMGL01"})
    table.seat(1, "p1", hole=hole, ante=1000, progressive=500).board(board).dealer("AsAd").play({1: "1x"})
    assert odds_of(table.result(1)["progressive"], table.posted) == odds


@pytest.mark.clause("CA.PLAY19", "CA.PLAY20")
def test_the_bank_is_declined_by_the_button_alone_and_before_no_more_bets() -> None:
    table = RoundTable("california").seat(1, "ann", ante=1000).seat(2, "bob")
    table.bank(3, "hal", wager=100_000)
    assert refused(table, c.DeclineBank(seat=Seat(5))) == ("seat_empty", "CA.PLAY19")
    assert refused(table, c.DeclineBank(seat=ONE)) == ("not_the_button", "CA.PLAY19")
    table.play(until="preflop")
    assert refused(table, c.DeclineBank(seat=TWO)) == ("wagers_closed", "CA.PLAY19")
    house = RoundTable("massachusetts").seat(1, "ann")
    code, _ = refused(house, c.DeclineBank(seat=ONE)) or ("", None)
    assert code == "house_banks"


@pytest.mark.clause("CA.PLAY19")
def test_the_bank_is_taken_by_somebody_who_sits_there_and_has_the_chips() -> None:
    table = RoundTable("california").seat(1, "ann", ante=1000).seat(2, "bob", rail=60_000)
    assert refused(table, c.Bank(seat=Seat(5), cents=50_000)) == ("seat_empty", "CA.PLAYERS")
    code, _ = refused(table, c.Bank(seat=TWO, cents=60_001)) or ("", None)
    assert code == "not_enough_chips"
    table.send(c.Bank(seat=TWO, cents=50_000))
    assert (table.rail(2), refused(table, c.Bank(seat=TWO, cents=60_000))) == (10_000, None)


@pytest.mark.clause("MA.7d")
def test_cards_that_are_read_are_as_many_as_come_next_and_were_not_dealt_before() -> None:
    table = RoundTable("massachusetts").seat(1, "ann", ante=1000)
    assert refused(table, c.ReadCards(cards=parse_cards("As"))) is not None
    table.make_ready().send(c.AnnounceNoMoreBets())
    for cards in ("", "AsKs"):
        assert refused(table, c.ReadCards(cards=parse_cards(cards))) == ("not_the_next_cards", "MA.7d")
    table.send(c.ReadCards(cards=parse_cards("As")))
    table.send(c.DealNext())
    assert refused(table, c.ReadCards(cards=parse_cards("As"))) == ("not_the_next_cards", "MA.7d")
    assert table.state.round.spots[ONE].hole == parse_cards("As")
