"""Massachusetts, sections 13(c), (e) and (f): the Multi Game Link progressive, on a wager of $5."""

from __future__ import annotations

import pytest

from support.documents import HANDS, document, hand, settle
from support.round_table import RoundTable
from support.tables import Row, rows
from uth.errors import Malformed
from uth.table.round import events as e

METERS = {"main": 6_543_210, "mega": 7_000_001, "major": 1_234_567, "minor": 345_678}

SEEDS = """
    table      main    mega    major   minor
    PTMGL01    10,000  -       -       -
    PTMGL02    10,000  -       -       -
    PTMGL04    1,000   -       -       -
    PTMGLML01  -       -       10,000  1,000
    PTMGLML02  -       10,000  1,000   250
    PTMGLML03  -       10,000  1,000   250
"""
"""Dollars, as listed for a wager of $1."""

# A share of a meter, or so many for one. PTMGL04 has no row for a royal flush, which takes the straight flush's (R24).
PAYS = """
    table      royal_flush  straight_flush  four_of_a_kind  full_house  flush  straight  three_of_a_kind  two_pair
    PTMGL01    main 100%    main 10%        300             50          40     30        9                0
    PTMGL02    main 100%    main 10%        300             50          40     30        9                0
    PTMGL04    main 100%    main 100%       300             50          40     30        9                0
    PTMGLML01  major 100%   minor 100%      300             50          40     30        9                0
    PTMGLML02  mega 100%    major 100%      minor 100%      50          40     30        10               0
    PTMGLML03  mega 100%    major 100%      minor 100%      50          40     30        9                0
"""

ENVY = """
    table      royal_flush  straight_flush  four_of_a_kind
    PTMGL01    1,000        300             0
    PTMGL02    5,000        1,500           0
    PTMGL04    250          250             0
    PTMGLML01  1,000        300             0
    PTMGLML02  1,000        300             0
    PTMGLML03  1,000        300             0
"""
"""Dollars, as listed, whatever the wager (R5)."""


def seeds(name: str) -> dict[str, int]:
    """Return the listed seeds of that table, in cents."""
    (row,) = (param.values[0] for param in rows(SEEDS) if param.id == name)
    return {meter: 100 * int(row[meter].replace(",", "")) for meter in METERS if row[meter] != "-"}


@pytest.mark.clause("MA.13e")
@pytest.mark.parametrize("row", rows(SEEDS))
def test_the_meters_start_from_the_listed_seeds_five_times_over_for_a_wager_of_five_dollars(row: Row) -> None:
    table = RoundTable("massachusetts", tables={"progressive": row["table"]})
    assert table.state.meters == {meter: 5 * cents for meter, cents in seeds(row["table"]).items()}


@pytest.mark.clause("MA.13e")
@pytest.mark.parametrize("category", ["royal_flush", "straight_flush", "four_of_a_kind", "full_house", "flush",
                                      "straight", "three_of_a_kind", "two_pair"])  # fmt: skip
@pytest.mark.parametrize("row", rows(PAYS))
def test_each_listed_table_pays_a_share_of_its_meter_or_so_many_for_one(row: Row, category: str) -> None:
    hole, board = HANDS[category]
    before = {meter: METERS[meter] for meter in seeds(row["table"])}
    told = document("massachusetts", board=board, dealer="4h2c", tables={"progressive": row["table"]}, meters=before,
                    seats=[hand(1, "p1", hole, ante=1000, progressive=500)])  # fmt: skip
    settled = settle(told)
    progressive = settled.wager(1, "progressive")
    after = {meter: standing["after"] for meter, standing in settled.meters.items()}
    meter, _, share = row[category].partition(" ")
    if share == "100%":
        assert progressive["won"] == before[meter]
        assert after == {**before, meter: 5 * seeds(row["table"])[meter]}
    elif share == "10%":
        assert progressive["won"] == before[meter] // 10
        assert after == {**before, meter: before[meter] - before[meter] // 10}
    else:
        assert progressive["won"] == int(row[category]) * 500
        assert after == before
    assert progressive["returned"] == 0


@pytest.mark.clause("MA.13e")
@pytest.mark.parametrize("category", ["royal_flush", "straight_flush", "four_of_a_kind"])
@pytest.mark.parametrize("row", rows(ENVY))
def test_every_other_progressive_bet_at_the_table_is_paid_the_listed_envy(row: Row, category: str) -> None:
    hole, board = HANDS[category]
    table = RoundTable("massachusetts", tables={"progressive": row["table"]}).board(board)
    table.seat(2, "p2", hole=hole, ante=1000, progressive=500)
    table.seat(1, "p1", ante=1000, progressive=500).seat(3, "p3", ante=1000, progressive=500).seat(4, "p4", ante=1000)
    table.play({1: "1x", 2: "4x", 3: "fold", 4: "1x"})
    cents = 100 * int(row[category].replace(",", ""))
    paid = [(2, cents)] if cents else []
    assert [table.envy(seat) for seat in (1, 2, 3, 4)] == [paid, [], paid, []]


@pytest.mark.clause("MA.13e")
def test_a_table_that_is_not_listed_cannot_be_used() -> None:
    with pytest.raises(Malformed, match="PTMGL03"):
        RoundTable("massachusetts", tables={"progressive": "PTMGL03"})


@pytest.mark.clause("MA.13c")
def test_the_progressive_is_settled_in_sequence_with_the_other_wagers_of_each_hand() -> None:
    table = RoundTable("massachusetts")
    for seat in (1, 2):
        table.seat(seat, f"p{seat}", ante=1000, trips=500, progressive=500)
    table.play({1: "4x", 2: "1x"})
    sequence = ["ante", "blind", "play", "trips", "progressive"]
    settled = [(each.seat, each.settled.wager.value) for each in table.of(e.WagerSettled)]
    assert settled == [(seat, wager) for seat in (2, 1) for wager in sequence]


@pytest.mark.clause("MA.13c")
@pytest.mark.parametrize(
    ("name", "first", "second"),
    [("PTMGL01", 1_000_000, 900_000), ("PTMGL04", 10_000_000, 500_000)],
    ids=["a tenth, then a tenth of what is left", "the whole meter, then the seed"],
)
def test_of_two_hands_on_one_meter_the_one_settled_first_is_paid_first(name: str, first: int, second: int) -> None:
    table = RoundTable("massachusetts", tables={"progressive": name}).board("7h 6h 5h Kd Jc")
    table.seat(1, "p1", hole="9h8h", ante=1000, progressive=500).seat(5, "p5", hole="4h3h", ante=1000, progressive=500)
    table.meter("main", 10_000_000 - 200).play({1: "4x", 5: "4x"})
    assert (table.result(5)["progressive"].won, table.result(1)["progressive"].won) == (first, second)


@pytest.mark.clause("MA.9e")
def test_a_folded_hand_takes_the_meter_only_after_the_hands_that_played() -> None:
    table = RoundTable("massachusetts", tables={"progressive": "PTMGL04"}).board("7h 6h 5h Kd Jc")
    table.seat(1, "p1", hole="9h8h", ante=1000, progressive=500).seat(5, "p5", hole="4h3h", ante=1000, progressive=500)
    table.meter("main", 10_000_000 - 200).play({1: "4x", 5: "fold"})
    assert (table.result(1)["progressive"].won, table.result(5)["progressive"].won) == (10_000_000, 500_000)


HOLE_AND_FLOP = """
    hole  board           | progressive      main             won | says
    AhKh  Qh Jh 9c Th 2d  | high_card        royal_flush      0   | the royal flush comes with the turn
    9h9s  9c 5d 6h 5h 2d  | three_of_a_kind  full_house       45  | three of a kind on the flop is a full house later
    9h8s  7c 6d 5h Th Jd  | straight         straight         150 | a straight on the flop
    2c3d  9h 9s 9c Kd Qh  | three_of_a_kind  three_of_a_kind  45  | three of a kind lies on the flop
    2c3d  Kd 7s 9c 9h 9s  | high_card        three_of_a_kind  0   | three of a kind is on the board, not on the flop
"""


@pytest.mark.clause("MA.13f")
@pytest.mark.parametrize("acts", ["1x", "fold"])
@pytest.mark.parametrize("row", rows(HOLE_AND_FLOP))
def test_the_progressive_hand_is_the_players_two_cards_and_the_flop(row: Row, acts: str) -> None:
    table = RoundTable("massachusetts").seat(1, "p1", hole=row["hole"], ante=1000, progressive=500)
    table.board(row["board"]).dealer("4c4d").play({1: acts})
    progressive = table.result(1)["progressive"]
    assert progressive.hand is not None
    assert progressive.hand.category.key == row["progressive"]
    assert table.of(e.HandShown)[0].hand.category.key == row["main"]
    assert progressive.won == 100 * int(row["won"])
