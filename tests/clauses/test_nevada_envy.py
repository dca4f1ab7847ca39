"""Nevada: which seats are paid envy for which hands, and when."""

from __future__ import annotations

from pathlib import Path

import pytest

from support.documents import HANDS, LOW_PAIR, Document, Settled, document, hand, settle
from support.round_table import RoundTable
from uth.table.round import events as e
from uth.units import Seat

ENVY = 10_000


def with_royal(*others: Document, acts: str = "4x") -> Settled:
    """Return a round in which seat 3 has the royal flush that takes the meter."""
    hole, board = HANDS["royal_flush"]
    seats = [hand(3, "ann", hole, acts, ante=1000, progressive=100), *others]
    return settle(document("nevada", board=board, dealer=LOW_PAIR, seats=seats))


def table_with_royal() -> RoundTable:
    """Return a table at which seat 3 folded the royal flush and seats 1 and 5 made the progressive wager too."""
    hole, board = HANDS["royal_flush"]
    table = RoundTable("nevada").seat(3, "ann", hole=hole, ante=1000, progressive=100)
    table.seat(1, "bob", hole="8h7d", ante=1000, progressive=100).seat(5, "cy", hole="8c7c", ante=1000, progressive=100)
    return table.board(board).dealer(LOW_PAIR).play({1: "1x", 3: "fold", 5: "1x"})


@pytest.mark.clause("NV.11a")
def test_every_other_progressive_wager_at_the_table_wins_the_envy_pay() -> None:
    settled = with_royal(
        hand(1, "bob", "8h7d", ante=1000, progressive=100),
        hand(4, "cy", "8c7c", ante=1000),
        hand(6, "dee", "6h6d", "1x", ante=2000, progressive=100),
    )
    assert [settled.envy(seat) for seat in (1, 4, 6)] == [[(3, ENVY)], [], [(3, ENVY)]]


@pytest.mark.clause("NV.11a")
def test_the_player_who_hits_the_hand_is_paid_the_award_and_no_envy() -> None:
    settled = with_royal(hand(1, "bob", "8h7d", ante=1000, progressive=100))
    assert settled.wager(3, "progressive")["row"] == "royal_flush"
    assert settled.envy(3) == []


@pytest.mark.clause("NV.11a")
def test_the_dealers_royal_flush_pays_nobody_envy() -> None:
    seats = [hand(seat, f"p{seat}", hole, ante=1000, progressive=100) for seat, hole in ((1, "8h7d"), (2, "8c7c"))]
    settled = settle(document("nevada", board="Qs Js Ts 2d 3c", dealer="AsKs", seats=seats))
    assert settled.answer["dealer"]["category"] == "royal_flush"
    assert (settled.envy(1), settled.envy(2)) == ([], [])


@pytest.mark.clause("NV.11a")
@pytest.mark.parametrize("category", ["straight_flush", "four_of_a_kind", "full_house"])
def test_a_hand_without_an_envy_pay_in_the_table_pays_none(category: str) -> None:
    hole, board = HANDS[category]
    seats = [hand(3, "ann", hole, ante=1000, progressive=100), hand(1, "bob", "8h7d", ante=1000, progressive=100)]
    assert settle(document("nevada", board=board, dealer=LOW_PAIR, seats=seats)).envy(1) == []


@pytest.mark.clause("NV.11a")
def test_a_royal_flush_on_the_board_pays_nobody_envy() -> None:
    seats = [hand(seat, f"p{seat}", hole, ante=1000, progressive=100) for seat, hole in ((1, "8h7d"), (2, "8c7c"))]
    settled = settle(document("nevada", board="As Ks Qs Js Ts", dealer="4h4c", seats=seats))
    assert (settled.envy(1), settled.envy(2)) == ([], [])


# A folded hand keeps its progressive wager with all that goes with it (R7).


@pytest.mark.clause("NV.11a")
def test_a_player_who_made_the_side_bet_and_folded_wins_the_envy_pay() -> None:
    settled = with_royal(hand(1, "bob", "8h7d", "fold", ante=1000, progressive=100))
    assert settled.envy(1) == [(3, ENVY)]


@pytest.mark.clause("NV.11a")
def test_a_hand_that_was_folded_pays_the_others_envy() -> None:
    settled = with_royal(hand(1, "bob", "8h7d", ante=1000, progressive=100), acts="fold")
    assert settled.envy(1) == [(3, ENVY)]


# When it is paid.


@pytest.mark.clause("NV.11b")
def test_a_hand_that_triggers_envy_is_turned_up_and_stays_face_up_until_envy_is_paid() -> None:
    table = table_with_royal()
    kinds = (e.HandShown, e.HandLeftExposed, e.EnvyPaid, e.CardsPickedUp)
    told = [(event.seat, type(event).__name__) for event in table.events if isinstance(event, kinds)]
    at = told.index((Seat(3), "HandShown"))
    assert told[at:] == [
        (3, "HandShown"), (3, "HandLeftExposed"), (5, "EnvyPaid"), (1, "EnvyPaid"), (3, "CardsPickedUp"),
    ]  # fmt: skip
    assert table.of(e.HandLeftExposed) == [e.HandLeftExposed(seat=Seat(3), clause="NV.11b")]
    assert [each.hand.words for each in table.of(e.HandShown) if each.seat == 3] == ["Royal Flush"]


@pytest.mark.clause("NV.11b")
def test_a_hand_that_nobody_is_paid_envy_for_does_not_stay() -> None:
    hole, board = HANDS["royal_flush"]
    table = RoundTable("nevada").seat(3, "ann", hole=hole, ante=1000, progressive=100)
    table.seat(1, "bob", hole="8h7d", ante=1000).board(board).dealer(LOW_PAIR).play({1: "1x", 3: "4x"})
    assert (table.of(e.HandLeftExposed), table.of(e.EnvyPaid)) == ([], [])


@pytest.mark.clause("NV.11c")
def test_envy_is_paid_at_the_end_of_the_round_when_every_hand_is_settled() -> None:
    table = table_with_royal()
    paid = [at for at, event in enumerate(table.events) if isinstance(event, e.EnvyPaid)]
    settled = [at for at, event in enumerate(table.events) if isinstance(event, e.WagerSettled)]
    assert len(paid) == 2
    assert max(settled) < min(paid)


# One deck has no two royal flushes that take the meter in one round, so this table pays envy on a straight flush too.
TWO_ENVY_ROWS = """
based_on = "nevada"
[[pay.progressive]]
name = "house"
cite = "NV.3"
meters = [{ name = "main", seed = 100_000, increment = "27%" }]
rows = [
  { hand = "royal_flush", meter = "main", percent = 100, envy = 10_000 },
  { hand = "straight_flush", for_one = 250, envy = 2_500 },
]
"""


@pytest.mark.clause("NV.11c")
def test_when_several_hands_qualify_every_player_wins_the_envy_pay_of_each_of_the_others(tmp_path: Path) -> None:
    house = tmp_path / "house.toml"
    house.write_text(TWO_ENVY_ROWS)
    holes = {1: "AdTc", 2: "9s8s", 5: "4s3s"}
    seats = [hand(seat, f"p{seat}", hole, ante=1000, progressive=100) for seat, hole in holes.items()]
    settled = settle(document(str(house), board="7s 6s 5s 2d Kc", dealer="QhJd", seats=seats))
    assert settled.envy(1) == [(5, 2_500), (2, 2_500)]
    assert (settled.envy(2), settled.envy(5)) == ([(5, 2_500)], [(2, 2_500)])


@pytest.mark.clause("NV.11b1")
def test_every_other_hand_is_locked_up_before_the_dealer_moves_on_to_the_next() -> None:
    table = table_with_royal()
    kinds = (e.HandShown, e.CardsPickedUp, e.HandLeftExposed)
    told = [(event.seat, type(event).__name__) for event in table.events if isinstance(event, kinds)]
    dealt = [seat for seat, what in told if what == "HandShown"]
    for seat in dealt:
        at = told.index((seat, "HandShown"))
        assert told[at + 1] == (seat, "HandLeftExposed" if seat == 3 else "CardsPickedUp")
    assert len(dealt) > 1
