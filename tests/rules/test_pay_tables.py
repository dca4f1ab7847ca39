"""Every pay table of the five documents, row by row, as whole numbers."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from uth.adjudicate import settle_document
from uth.errors import Malformed
from uth.ranking import Category
from uth.rules.loader import BOOKS, load
from uth.rules.paytable import ProgressiveTable
from uth.table.posted import post
from uth.table.settle.progressive import chance_of
from uth.units import Odds

HANDS = {category.key: category for category in Category}
ODDS = tuple[int, int]

#   hand              blind
BLIND = """
    royal_flush       500 to 1
    straight_flush     50 to 1
    four_of_a_kind     10 to 1
    full_house          3 to 1
    flush               3 to 2
    straight            1 to 1
"""

#   hand              A/UTH-01  B/UTH-02  C/UTH-03  D/UTH-04
TRIPS = """
    royal_flush        50        50        50        50
    straight_flush     40        40        40        40
    four_of_a_kind     30        30        30        20
    full_house          9         8         8         7
    flush               7         6         7         6
    straight            4         5         4         5
    three_of_a_kind     3         3         3         3
"""

#   highest hand      7    6    5    4    3    2
COVER_ALL = """
    royal_flush      70   80  100  125  150  200
    straight_flush   30   40   40   70   80  100
    four_of_a_kind   20   30   35   40   50   70
    full_house        4    4    5    6    8   12
"""

#   table      hand                   pays        envy
PROGRESSIVE = """
    PTMGL01    royal_flush            100% main   1000
    PTMGL01    straight_flush          10% main    300
    PTMGL01    four_of_a_kind         300            0
    PTMGL01    full_house              50            0
    PTMGL01    flush                   40            0
    PTMGL01    straight                30            0
    PTMGL01    three_of_a_kind          9            0
    PTMGL02    royal_flush            100% main   5000
    PTMGL02    straight_flush          10% main   1500
    PTMGL02    four_of_a_kind         300            0
    PTMGL02    full_house              50            0
    PTMGL02    flush                   40            0
    PTMGL02    straight                30            0
    PTMGL02    three_of_a_kind          9            0
    PTMGL04    straight_flush         100% main    250
    PTMGL04    four_of_a_kind         300            0
    PTMGL04    full_house              50            0
    PTMGL04    flush                   40            0
    PTMGL04    straight                30            0
    PTMGL04    three_of_a_kind          9            0
    PTMGLML01  royal_flush            100% major  1000
    PTMGLML01  straight_flush         100% minor   300
    PTMGLML01  four_of_a_kind         300            0
    PTMGLML01  full_house              50            0
    PTMGLML01  flush                   40            0
    PTMGLML01  straight                30            0
    PTMGLML01  three_of_a_kind          9            0
    PTMGLML02  royal_flush            100% mega   1000
    PTMGLML02  straight_flush         100% major   300
    PTMGLML02  four_of_a_kind         100% minor     0
    PTMGLML02  full_house              50            0
    PTMGLML02  flush                   40            0
    PTMGLML02  straight                30            0
    PTMGLML02  three_of_a_kind         10            0
    PTMGLML03  royal_flush            100% mega   1000
    PTMGLML03  straight_flush         100% major   300
    PTMGLML03  four_of_a_kind         100% minor     0
    PTMGLML03  full_house              50            0
    PTMGLML03  flush                   40            0
    PTMGLML03  straight                30            0
    PTMGLML03  three_of_a_kind          9            0
    chickasaw  royal_flush            100% mega   1000
    chickasaw  straight_flush         100% major   300
    chickasaw  four_of_a_kind         100% minor     0
    chickasaw  full_house              50            0
    chickasaw  flush                   40            0
    chickasaw  straight                30            0
    chickasaw  three_of_a_kind          9            0
    UTHP-02    royal_flush            100% main    100
    UTHP-02    community_royal_flush 1000            0
    UTHP-02    straight_flush         250            0
    UTHP-02    four_of_a_kind          75            0
    UTHP-02    full_house              10            0
    ultimate   royal_flush            100% main    100
    ultimate   community_royal_flush 1000            0
    ultimate   straight_flush         300            0
    ultimate   four_of_a_kind         100            0
    ultimate   full_house              10            0
"""

MASSACHUSETTS_SEEDS = {
    "PTMGL01": {"main": 10_000},
    "PTMGL02": {"main": 10_000},
    "PTMGL04": {"main": 1_000},
    "PTMGLML01": {"major": 10_000, "minor": 1_000},
    "PTMGLML02": {"mega": 10_000, "major": 1_000, "minor": 250},
    "PTMGLML03": {"mega": 10_000, "major": 1_000, "minor": 250},
}

Row = tuple[str, str, int]


def lines(table: str) -> list[list[str]]:
    return [line.split() for line in table.strip().splitlines()]


def column(table: str, at: int) -> dict[Category, ODDS]:
    return {HANDS[hand]: (int(pays[at]), 1) for hand, *pays in lines(table)}


def pays_of(pays: dict[Category, Odds]) -> dict[Category, ODDS]:
    return {category: (odds.pays, odds.on) for category, odds in pays.items()}


def listed_rows(name: str) -> list[Row]:
    """Return the rows of a progressive as the document lists them: the hand, what it pays, its envy in whole units."""
    wanted = (line.split(maxsplit=1)[1] for line in PROGRESSIVE.strip().splitlines() if line.split()[0] == name)
    rows = [line.split() for line in wanted]
    return [(hand, " ".join(pays), int(envy)) for hand, *pays, envy in rows]


def rows_of(table: ProgressiveTable) -> list[Row]:
    found = []
    for row in table.rows:
        pays = str(row.for_one) if row.for_one is not None else f"{row.percent}% {row.meter}"
        found.append((row.hand, pays, row.envy // 100))
        assert row.envy % 100 == 0
    return found


def won_by_aces(rules: str, against: dict[str, Any]) -> dict[str, int]:
    """Return what ante and play win when a pair of aces played four times its ante beats a pair of kings."""
    seat = {
        "seat": 1,
        "player": "ann",
        "hole": ["As", "Ad"],
        "wagers": {"ante": 1000, "blind": 1000},
        "decision": {"street": "preflop", "multiple": 4},
    }
    board = ["Kd", "9c", "7h", "4s", "3d"]
    (settled,) = settle_document({"rules": rules, "board": board, "seats": [seat], **against})["seats"]
    return {wager: settled["wagers"][wager]["won"] for wager in ("ante", "play")}


BLIND_PAYS = {HANDS[hand]: (int(pays), int(on)) for hand, pays, _, on in lines(BLIND)}


# Massachusetts


@pytest.mark.clause("MA.10b")
def test_massachusetts_pays_ante_and_play_1_to_1() -> None:
    assert load("massachusetts").pay.even.value == "1 to 1"
    assert won_by_aces("massachusetts", {"dealer": ["Kh", "2c"]}) == {"ante": 1000, "play": 4000}


@pytest.mark.clause("MA.10c")
def test_massachusetts_pays_the_blind_by_the_table_of_10c_and_pushes_below_a_straight() -> None:
    (table,) = load("massachusetts").pay.blind
    assert pays_of(table.pays) == BLIND_PAYS


@pytest.mark.clause("MA.10d")
@pytest.mark.parametrize(("at", "name"), list(enumerate("ABCD")))
def test_massachusetts_has_the_trips_tables_a_to_d(at: int, name: str) -> None:
    tables = load("massachusetts").pay.trips
    assert [table.name for table in tables] == ["A", "B", "C", "D"]
    assert pays_of(tables[at].pays) == column(TRIPS, at)


@pytest.mark.clause("MA.12c")
def test_cover_all_pays_change_with_the_number_of_hands_in_the_round() -> None:
    (matrix,) = load("massachusetts").pay.cover_all
    for hand in ("royal_flush", "straight_flush", "four_of_a_kind", "full_house"):
        pays = [matrix.pays(hands)[HANDS[hand]].pays for hands in range(2, 8)]
        assert pays == sorted(pays, reverse=True)
    assert len({tuple(matrix.pays(hands).values()) for hands in range(2, 8)}) == 6


@pytest.mark.clause("MA.12f")
def test_cover_all_has_the_table_of_12f_with_seven_hands() -> None:
    (matrix,) = load("massachusetts").pay.cover_all
    assert pays_of(matrix.pays(7)) == {
        Category.ROYAL_FLUSH: (70, 1),
        Category.STRAIGHT_FLUSH: (30, 1),
        Category.FOUR_OF_A_KIND: (20, 1),
        Category.FULL_HOUSE: (4, 1),
    }


@pytest.mark.clause("MA.12k")
@pytest.mark.parametrize(("at", "hands"), list(enumerate((7, 6, 5, 4, 3, 2))))
def test_cover_all_has_the_matrix_of_12k_for_two_to_seven_hands(at: int, hands: int) -> None:
    (matrix,) = load("massachusetts").pay.cover_all
    assert sorted(matrix.hands) == ["2", "3", "4", "5", "6", "7"]
    assert pays_of(matrix.pays(hands)) == column(COVER_ALL, at)


@pytest.mark.clause("MA.13a")
@pytest.mark.parametrize("wanted", [100, 499, 501, 1000])
def test_the_massachusetts_progressive_is_five_dollars_and_a_table_cannot_post_another(wanted: int) -> None:
    rules = load("massachusetts")
    assert post(rules).progressive_wager == 500
    with pytest.raises(Malformed, match="exactly 500") as refusal:
        post(rules, progressive_wager=wanted)
    assert refusal.value.clause == "MA.13a"


@pytest.mark.clause("MA.13e")
@pytest.mark.parametrize("name", MASSACHUSETTS_SEEDS)
def test_massachusetts_has_the_six_linked_tables_with_their_pays_and_envy(name: str) -> None:
    tables = {table.name: table for table in load("massachusetts").pay.progressive}
    assert list(tables) == list(MASSACHUSETTS_SEEDS)
    assert rows_of(tables[name]) == listed_rows(name)


@pytest.mark.clause("MA.13e")
@pytest.mark.parametrize("name", MASSACHUSETTS_SEEDS)
def test_massachusetts_seeds_are_listed_for_a_dollar_and_five_times_that_on_five_dollars(name: str) -> None:
    posted = post(load("massachusetts"), {"progressive": name})
    assert posted.progressive is not None
    assert {meter.name: meter.seed for meter in posted.progressive.meters} == {
        meter: 100 * seed for meter, seed in MASSACHUSETTS_SEEDS[name].items()
    }
    assert {meter: posted.seed(meter) for meter in MASSACHUSETTS_SEEDS[name]} == {
        meter: 500 * seed for meter, seed in MASSACHUSETTS_SEEDS[name].items()
    }


# California


@pytest.mark.clause("CA.PAY")
@pytest.mark.parametrize(("at", "name"), list(enumerate(("UTH-01", "UTH-02", "UTH-03", "UTH-04"))))
def test_california_has_uth_01_to_04_each_with_its_trips_and_its_blind_pays(at: int, name: str) -> None:
    pay = load("california").pay
    assert [table.name for table in pay.trips] == [table.name for table in pay.blind]
    assert (pay.trips[at].name, pay.trips[at].blind) == (name, name)
    assert pays_of(pay.trips[at].pays) == column(TRIPS, at)
    assert pays_of(pay.blind[at].pays) == BLIND_PAYS


@pytest.mark.clause("CA.PLAY15")
def test_california_pays_ante_and_play_1_to_1() -> None:
    assert load("california").pay.even.value == "1 to 1"
    banker = {"seat": 2, "wager": 100_000, "hole": ["Kh", "2c"]}
    assert won_by_aces("california", {"banker": banker}) == {"ante": 1000, "play": 4000}


@pytest.mark.clause("CA.PLAY16")
@pytest.mark.parametrize("name", ["UTH-01", "UTH-02", "UTH-03", "UTH-04"])
def test_a_cardroom_that_selects_a_table_pays_blind_and_trips_by_that_one(name: str) -> None:
    posted = post(load("california"), {"trips": name})
    assert (posted.trips.name, posted.blind.name) == (name, name)


# Chickasaw


@pytest.mark.clause("CN.BLIND")
def test_chickasaw_pays_the_blind_by_its_posted_table() -> None:
    (table,) = load("chickasaw").pay.blind
    assert pays_of(table.pays) == BLIND_PAYS


@pytest.mark.clause("CN.TRIPS")
def test_chickasaw_pays_trips_50_40_30_8_6_5_and_3_to_1() -> None:
    (table,) = load("chickasaw").pay.trips
    assert pays_of(table.pays) == column(TRIPS, 1)


@pytest.mark.clause("CN.PROG")
def test_chickasaw_has_mega_major_and_minor_and_fixed_pays_below_them() -> None:
    (table,) = load("chickasaw").pay.progressive
    assert rows_of(table) == listed_rows("chickasaw")
    assert [meter.name for meter in table.meters] == ["mega", "major", "minor"]


@pytest.mark.clause("CN.5")
@pytest.mark.parametrize("wanted", [1, 99, 101, 500])
def test_the_chickasaw_progressive_is_one_dollar_and_a_table_cannot_post_another(wanted: int) -> None:
    rules = load("chickasaw")
    assert post(rules).progressive_wager == 100
    with pytest.raises(Malformed, match="exactly 100") as refusal:
        post(rules, progressive_wager=wanted)
    assert refusal.value.clause == "CN.5"


# Nevada


@pytest.mark.clause("NV.3")
def test_nevada_has_uthp_02_with_its_pays_and_envy() -> None:
    (table,) = load("nevada").pay.progressive
    assert rows_of(table) == listed_rows("UTHP-02")


@pytest.mark.clause("NV.3")
@pytest.mark.parametrize("dollars", [1, 2, 5, 100])
def test_the_seed_of_uthp_02_is_a_thousand_for_a_dollar_and_seed_and_envy_grow_with_the_wager(dollars: int) -> None:
    posted = post(load("nevada"), progressive_wager=100 * dollars)
    assert posted.seed("main") == 100_000 * dollars
    assert posted.envy(10_000) == 10_000 * dollars


@pytest.mark.clause("NV.3")
def test_uthp_02_has_the_hit_frequency_the_average_top_payout_and_the_house_advantage_it_prints() -> None:
    posted = post(load("nevada"))
    assert posted.progressive is not None
    top, *others = posted.progressive.rows
    (meter,) = posted.progressive.meters
    assert meter.increment is not None
    chances = {row.hand: chance_of(row, posted) for row in posted.progressive.rows}
    fixed = sum(chances[row.hand] * (row.for_one or 0) for row in others)
    # The document prints 32,488; exactly it is one in 32,487, and only the printed figure gives its average of $9,772.
    assert 1 / chances[top.hand] == 32_487
    average = 1000 + meter.increment * 32_488
    assert round(average) == 9_772
    assert round(10_000 * sum(chances.values())) == 280
    assert round(10_000 * (1 - fixed - average * chances[top.hand])) == 2_424


# Greece


@pytest.mark.clause("GR.9")
def test_greece_pays_the_blind_by_its_table() -> None:
    (table,) = load("greece").pay.blind
    assert pays_of(table.pays) == BLIND_PAYS


@pytest.mark.clause("GR.10")
def test_greece_pays_trips_50_40_30_8_7_4_and_3_to_1_on_the_one_stake_the_casino_sets_even_after_a_fold() -> None:
    rules = load("greece")
    (table,) = rules.pay.trips
    assert pays_of(table.pays) == column(TRIPS, 2)
    assert (rules.trips.stake.value, rules.trips.on_fold.value) == ("house", "stands")
    assert rules.limits.trips.min == rules.limits.trips.max


@pytest.mark.clause("GR.13")
def test_greece_has_the_ultimate_progressive_with_its_envy_of_100_euro_even_after_a_fold() -> None:
    rules = load("greece")
    (table,) = rules.pay.progressive
    assert rows_of(table) == listed_rows("ultimate")
    assert table.stated == "to"
    assert rules.progressive is not None
    assert rules.progressive.on_fold.value == "stands"


# All of them


@pytest.mark.parametrize("name", BOOKS)
def test_no_listed_progressive_gives_more_than_it_takes_at_its_seed(name: str) -> None:
    for table in load(name).pay.progressive:
        posted = post(load(name), {"progressive": table.name})
        back = Fraction(0)
        for row in table.rows:
            share = Fraction((row.percent or 0) * posted.seed(row.meter), 100) if row.meter is not None else Fraction(0)
            back += chance_of(row, posted) * ((row.for_one or 0) + share / posted.progressive_wager)
        assert 0 < back < 1


def unit_of(table: Any) -> int:
    return int(table.unit)


@pytest.mark.parametrize("name", BOOKS)
def test_a_wager_of_the_unit_is_paid_whole_by_every_row(name: str) -> None:
    pay = load(name).pay
    for table in (*pay.blind, *pay.trips):
        assert all(unit_of(table) % odds.on == 0 for odds in table.pays.values())
    assert {unit_of(table) for table in pay.blind} == {2}
    assert {unit_of(table) for table in (*pay.trips, *pay.cover_all)} == {1}
