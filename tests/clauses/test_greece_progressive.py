"""Greece: Ultimate Progressive, its stake, its pays, its meter and its envy."""

from __future__ import annotations

from fractions import Fraction

import pytest

from support.documents import HANDS, LOW_PAIR, Document, Settled, document, hand, settle
from support.round_table import RoundTable
from support.tables import Row, rows
from uth.rules.loader import Unloadable, parse
from uth.table.round import commands as c
from uth.table.round import events as e

METER, SEED, ENVY = 543_210, 100_000, 10_000


def one_hand(category: str, acts: str = "4x", *, dealer: str = LOW_PAIR) -> Settled:
    """Return a round of one seat with that hand and the progressive stake."""
    hole, board = HANDS[category]
    seats = [hand(1, "p1", hole, acts, ante=1000, progressive=100)]
    return settle(document("greece", board=board, dealer=dealer, seats=seats, meters={"main": METER}))


# The stake.


@pytest.mark.clause("GR.11")
@pytest.mark.parametrize("category", HANDS)
def test_the_stake_is_kept_whatever_the_outcome_of_the_hand(category: str) -> None:
    assert one_hand(category).wager(1, "progressive")["returned"] == 0


@pytest.mark.clause("GR.11")
def test_the_stake_is_made_separately_before_the_hand() -> None:
    table = RoundTable("greece").seat(1, "p1", ante=1000).seat(2, "p2", ante=1000, progressive=100)
    table.play({1: "1x", 2: "1x"})
    assert ["progressive" in table.result(seat) for seat in (1, 2)] == [False, True]


WITHHELD = 'based_on = "greece"\n[progressive]\nwithheld = { value = "SHARE", cite = "GR.11" }\n'


@pytest.mark.clause("GR.11")
@pytest.mark.parametrize("share", ["15%", "17.5%", "20%"])
def test_the_casino_may_withhold_from_15_to_20_percent_of_the_stake(share: str) -> None:
    progressive = parse(WITHHELD.replace("SHARE", share), "house.toml").progressive
    assert progressive is not None
    assert progressive.withheld is not None
    assert progressive.withheld.value == Fraction(share.rstrip("%")) / 100


@pytest.mark.clause("GR.11")
@pytest.mark.parametrize("share", ["0%", "14.9%", "20.1%", "25%"])
def test_a_casino_that_withholds_less_than_15_or_more_than_20_percent_is_refused(share: str) -> None:
    with pytest.raises(Unloadable, match=r"GR\.11"):
        parse(WITHHELD.replace("SHARE", share), "house.toml")


# What feeds the meter is the stake less what is withheld and what every other pay costs on average (R12).
ROYALS = Fraction(4324, 133_784_560) - Fraction(4, 2_598_960)
FIXED_PAYS = (
    1000 * Fraction(4, 2_598_960)
    + 300 * Fraction(37_260, 133_784_560)
    + 100 * Fraction(224_848, 133_784_560)
    + 10 * Fraction(3_473_184, 133_784_560)
)


@pytest.mark.clause("GR.11")
def test_the_meter_grows_with_every_stake_by_what_is_not_withheld_and_not_owed_to_the_other_pays() -> None:
    table = RoundTable("greece").seat(1, "p1", ante=1000, progressive=100).seat(2, "p2", ante=1000, progressive=100)
    raised = [event for event in table.send(c.AnnounceNoMoreBets()) if isinstance(event, e.MeterRaised)]
    share = 1 - Fraction("0.175") - FIXED_PAYS - ROYALS * (1000 + 5 * 100)
    assert [(event.meter, event.amount) for event in raised] == [("main", 200 * share)]
    assert table.state.meters["main"] == SEED + 200 * share


@pytest.mark.clause("GR.11")
def test_were_all_that_is_not_withheld_to_feed_the_meter_the_bet_would_return_more_than_130_percent() -> None:
    assert FIXED_PAYS + 1 - Fraction("0.175") > Fraction("1.30")


# The pays.

PAYS = """
    says             pays
    royal_flush      543_210
    straight_flush   300_00
    four_of_a_kind   100_00
    full_house       10_00
    flush            0
    straight         0
    three_of_a_kind  0
    two_pair         0
    one_pair         0
    high_card        0
"""


@pytest.mark.clause("GR.13")
@pytest.mark.parametrize("row", rows(PAYS))
@pytest.mark.parametrize("acts", ["4x", "fold"])
def test_the_progressive_pays_by_its_table_even_after_a_fold(acts: str, row: Row) -> None:
    assert one_hand(row["says"], acts).won(1, "progressive") == int(row["pays"])


@pytest.mark.clause("GR.13")
@pytest.mark.parametrize("dealer", ["2h4c", "KsKd"])
def test_the_progressive_pays_whether_the_hand_beats_the_croupier_or_not(dealer: str) -> None:
    settled = one_hand("full_house", dealer=dealer)
    assert settled.won(1, "progressive") == 1000


@pytest.mark.clause("GR.13")
@pytest.mark.parametrize(("category", "odds"), [("straight_flush", 300), ("four_of_a_kind", 100), ("full_house", 10)])
def test_odds_to_1_are_paid_and_the_withheld_stake_is_not_returned_with_them(category: str, odds: int) -> None:
    assert one_hand(category, "fold").net(1) == odds * 100 - 100 - 2000


ROYAL_ROWS = """
    player  board           row                    pays     | says
    AsKs    Qs Js Ts 2d 3c  royal_flush            543_210  | two pocket cards in the royal flush
    As2c    Ks Qs Js Ts 3c  royal_flush            543_210  | one pocket card in the royal flush
    2c3d    As Ks Qs Js Ts  community_royal_flush  1000_00  | the five cards of the table
"""


@pytest.mark.clause("GR.13")
@pytest.mark.parametrize("row", rows(ROYAL_ROWS))
def test_a_royal_flush_takes_the_meter_and_a_community_royal_flush_1000_to_1(row: Row) -> None:
    seats = [hand(1, "p1", row["player"], ante=1000, progressive=100)]
    told = document("greece", board=row["board"], dealer="4h4c", seats=seats, meters={"main": METER})
    progressive = settle(told).wager(1, "progressive")
    assert (progressive["row"], progressive["won"]) == (row["row"], int(row["pays"]))


@pytest.mark.clause("GR.13")
def test_the_whole_meter_is_paid_and_it_starts_again_from_its_seed() -> None:
    assert one_hand("royal_flush").meters["main"] == {"before": METER, "paid": METER, "seeded": SEED, "after": SEED}


ANY_FIVE = """
    player  board           row             | says
    9s9d    9h 5c 6s 5d Kc  full_house      | both pocket cards and three of the table
    9s2c    9h 9c 6s 5d 9d  four_of_a_kind  | one pocket card and four of the table
    AdKd    9h 9c 6s 9s 9d  four_of_a_kind  | the table alone
"""


@pytest.mark.clause("GR.14")
@pytest.mark.parametrize("row", rows(ANY_FIVE))
def test_the_progressive_is_judged_on_the_best_five_of_seven_in_any_combination(row: Row) -> None:
    seats = [hand(1, "p1", row["player"], ante=1000, progressive=100)]
    settled = settle(document("greece", board=row["board"], dealer="QhJd", seats=seats))
    assert settled.wager(1, "progressive")["row"] == row["row"]


# Envy.


def with_royal(*others: Document, acts: str = "4x", wager: int = 100) -> Settled:
    """Return a round in which seat 3 wins the meter."""
    hole, board = HANDS["royal_flush"]
    seats = [hand(3, "ann", hole, acts, ante=1000, progressive=wager), *others]
    told = document("greece", board=board, dealer=LOW_PAIR, seats=seats, meters={"main": METER})
    return settle({**told, "limits": {"progressive_wager": wager}})


@pytest.mark.clause("GR.12")
def test_every_other_progressive_player_at_the_table_is_paid_envy_and_the_winner_is_not() -> None:
    settled = with_royal(
        hand(1, "bob", "8h7d", ante=1000, progressive=100),
        hand(4, "cy", "8c7c", ante=1000),
        hand(6, "dee", "6h6d", "1x", ante=2000, progressive=100),
    )
    assert [settled.envy(seat) for seat in (1, 3, 4, 6)] == [[(3, ENVY)], [], [], [(3, ENVY)]]


@pytest.mark.clause("GR.12", "GR.13")
@pytest.mark.parametrize(("winner", "other"), [("4x", "fold"), ("fold", "4x"), ("fold", "fold")])
def test_a_fold_on_either_side_takes_no_envy_away(winner: str, other: str) -> None:
    settled = with_royal(hand(1, "bob", "8h7d", other, ante=1000, progressive=100), acts=winner)
    assert settled.envy(1) == [(3, ENVY)]


@pytest.mark.clause("GR.13")
@pytest.mark.parametrize("wager", [100, 200, 500])
def test_envy_is_100_euro_whatever_the_stake(wager: int) -> None:
    settled = with_royal(hand(1, "bob", "8h7d", ante=1000, progressive=wager), wager=wager)
    assert settled.envy(1) == [(3, ENVY)]


@pytest.mark.clause("GR.13")
@pytest.mark.parametrize("category", ["straight_flush", "four_of_a_kind", "full_house"])
def test_no_hand_below_the_royal_flush_brings_envy(category: str) -> None:
    hole, board = HANDS[category]
    seats = [hand(3, "ann", hole, ante=1000, progressive=100), hand(1, "bob", "8h7d", ante=1000, progressive=100)]
    assert settle(document("greece", board=board, dealer=LOW_PAIR, seats=seats)).envy(1) == []


@pytest.mark.clause("GR.12")
def test_envy_is_paid_by_the_casino_and_not_by_the_meter() -> None:
    alone, envied = with_royal(), with_royal(hand(1, "bob", "8h7d", "fold", ante=1000, progressive=100))
    assert alone.meters == envied.meters
    assert envied.house - alone.house == 2000 + 100 - ENVY
