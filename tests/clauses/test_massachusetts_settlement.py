"""Massachusetts, sections 9(g) to (h) and 10(a) to (d): who wins, the pays, and the order."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from support.round_table import RoundTable
from support.tables import ANTE, Row, in_antes, rows
from uth.exact.side_progressive import progressive_numbers
from uth.house.live_table import LiveTable
from uth.rulebook.book import pages_for_players
from uth.rules.loader import load
from uth.rules.values import Wager
from uth.store.memory import MemoryStore
from uth.table.posted import Posted, post
from uth.table.round import commands as c
from uth.table.round import events as e
from uth.terminal.sign import pay_tables
from uth.units import Seat
from uth.views.listing import listed
from uth.web.rules_routes import pays_of as page_pays


def settled(row: Row, *, trips: int = 0, tables: dict[str, str | None] | None = None) -> RoundTable:
    """Return the table after the round of the row: its player at seat 1, on an ante of $10."""
    table = RoundTable("massachusetts", tables=tables).seat(1, "p1", hole=row["player"], ante=ANTE)
    if trips:
        table.wager(1, trips=trips)
    return table.board(row["board"]).dealer(row["dealer"]).play({1: row["acts"]})


def came_to(table: RoundTable, row: Row) -> Row:
    """Return the row with what its wagers really came to."""
    result = table.result(1)
    wagers = [name for name in ("ante", "blind", "play", "trips") if name in row]
    return {**row, **{name: in_antes(result[name]) if name in result else "none" for name in wagers}}


BELOW_A_PAIR = """
    player  dealer  board           acts | ante  blind  play | says
    AsAd    KdQc    8c 7d 2h 9s 4c  4x   | .     .      4    | a pair wins: its ante comes back
    AsJd    KdQc    8c 7d 2h 9s 4c  1x   | .     .      1    | an ace wins: its ante comes back
    KsJd    KdQc    8c 7d 2h 9s 4c  3x   | .     -1     -3   | a lower hand loses blind and play and keeps its ante
    KsQd    KdQc    8c 7d 2h 9s 4c  2x   | .     .      .    | an equal hand keeps everything
    JsTd    KdQc    8c 7d 2h 9s 4c  2x   | .     1      2    | a straight is paid on blind and play
    JsTd    KdQc    8c 7d 2h 9s 4c  fold | -1    -1     none | a folded hand has no ante to come back
"""


@pytest.mark.clause("MA.9g")
@pytest.mark.parametrize("row", rows(BELOW_A_PAIR))
def test_a_dealer_below_a_pair_returns_the_antes_and_resolves_all_other_wagers(row: Row) -> None:
    table = settled(row)
    assert [shown.qualifies for shown in table.of(e.DealerHandShown)] == [False]
    assert came_to(table, row) == row


@pytest.mark.clause("MA.9g")
def test_the_antes_are_returned_counterclockwise_from_the_dealers_far_right() -> None:
    table = RoundTable("massachusetts").board("8c 7d 2h 9s 4c").dealer("KdQc")
    table.seat(2, "p2", hole="AsAd", ante=ANTE).seat(6, "p6", hole="KsJd", ante=ANTE).seat(4, "p4", ante=ANTE)
    table.play({2: "4x", 6: "1x", 4: "2x"})
    returned = [each for each in table.of(e.WagerSettled) if each.settled.wager == "ante"]
    assert [(each.seat, each.settled.outcome) for each in returned] == [(6, "push"), (4, "push"), (2, "push")]


@pytest.mark.clause("MA.9h")
def test_each_player_is_turned_up_announced_and_settled_before_the_next_counterclockwise() -> None:
    table = RoundTable("massachusetts").board("8c 7d 2h 9s 4c").dealer("KdKc")
    table.seat(1, "p1", hole="AsAd", ante=ANTE).seat(3, "p3", hole="8s8d", ante=ANTE, trips=500)
    table.seat(6, "p6", hole="QsJd", ante=ANTE).play({1: "4x", 3: "2x", 6: "1x"})
    told = [
        f"seat {event.seat}: {event.hand.words}, {event.outcome}" if isinstance(event, e.HandShown)
        else event.settled.wager.value if isinstance(event, e.WagerSettled)
        else f"seat {event.seat} is collected"
        for event in table.events
        if isinstance(event, e.HandShown | e.WagerSettled)
        or (isinstance(event, e.CardsPickedUp) and event.seat is not None)
    ]  # fmt: skip
    assert told == [
        "seat 6: Queen high, lose", "ante", "blind", "play", "seat 6 is collected",
        "seat 3: Three of a Kind, Eights, win", "ante", "blind", "play", "trips", "seat 3 is collected",
        "seat 1: Pair of Aces, win", "ante", "blind", "play", "seat 1 is collected",
    ]  # fmt: skip


@pytest.mark.clause("MA.9e")
def test_the_trips_of_folded_hands_are_resolved_after_every_hand_that_played() -> None:
    table = RoundTable("massachusetts").board("8c 7d 2h 9s 4c").dealer("KdKc")
    for seat in (1, 2, 4, 6):
        table.seat(seat, f"p{seat}", ante=ANTE, trips=500)
    table.play({1: "4x", 2: "fold", 4: "2x", 6: "fold"})
    trips = [event.seat for event in table.of(e.WagerSettled) if event.settled.wager is Wager.TRIPS]
    assert trips == [4, 1, 6, 2]


LOSSES = """
    player  dealer  board           acts | ante  blind  play | says
    JsJd    KdKc    8c 7d 2h 9s 4c  4x   | -1    -1     -4   | a lower pair
    AsQd    KdKc    8c 7d 2h 9s 4c  1x   | -1    -1     -1   | no pair against a pair
    JsTd    Qd8d    8c 8h Qh 9s 7c  2x   | -1    -1     -2   | a straight against a full house
    AsJd    AdKc    Ac 7d 2h 9s 4c  3x   | -1    -1     -3   | the same pair with a lower card beside it
"""


@pytest.mark.clause("MA.9h1")
@pytest.mark.parametrize("row", rows(LOSSES))
def test_a_lower_hand_loses_ante_blind_and_play(row: Row) -> None:
    assert came_to(settled(row), row) == row


WINS = """
    player  dealer  board           acts | ante  blind  play | says
    AsAd    KdKc    8c 7d 2h 9s 4c  4x   | 1     .      4    | one pair: the blind is not paid
    AsKs    KdQc    Ac Kc 2h 9s 4c  3x   | 1     .      3    | two pairs: the blind is not paid
    AsAd    KdKc    Ac 7d 2h 9s 4c  2x   | 1     .      2    | three of a kind: the blind is not paid
    JsTd    KdKc    8c 7d 2h 9s 4c  1x   | 1     1      1    | a straight: the blind is paid
"""


@pytest.mark.clause("MA.9h2")
@pytest.mark.parametrize("row", rows(WINS))
def test_a_higher_hand_wins_and_its_blind_is_paid_only_from_a_straight_up(row: Row) -> None:
    assert came_to(settled(row), row) == row


TIES = """
    player  dealer  board           acts | ante  blind  play | says
    AsJd    AcJh    8c 8d 2h 9s 4c  4x   | .     .      .    | the same pair and the same cards beside it
    3s3d    2c2d    Th Js Qh Kd Ac  1x   | .     .      .    | a straight on the board: the blind is not paid
    3s3d    2c2d    Th Jh Qh Kh Ah  2x   | .     .      .    | a royal flush on the board: the blind is not paid
"""


@pytest.mark.clause("MA.9h3")
@pytest.mark.parametrize("row", rows(TIES))
def test_equal_hands_neither_win_nor_lose_ante_blind_and_play(row: Row) -> None:
    assert came_to(settled(row), row) == row


TRIPS = """
    player  dealer  board           acts | ante  trips | says
    8s8d    KdKc    8c 7d 2h 9s 4c  4x   | 1     3     | the hand wins
    8s8d    KdKc    8c Kh 2h 9s 4c  4x   | -1    3     | the hand loses
    5s3d    4d2s    Th Js Qh Kd Ac  1x   | .     4     | the hand pushes
    8s8d    KdKc    8c 7d 2h 9s 4c  fold | -1    3     | the hand is folded
    8s8d    AdQc    8c 7d 2h 9s 4c  2x   | .     3     | the dealer is below a pair
    AsAd    KdKc    8c 7d 2h 9s 4c  4x   | 1     -1    | a pair wins the hand and not the trips wager
"""


@pytest.mark.clause("MA.9h4")
@pytest.mark.parametrize("row", rows(TRIPS))
def test_trips_is_settled_by_the_hand_whatever_became_of_the_other_wagers(row: Row) -> None:
    assert came_to(settled(row, trips=ANTE), row) == row


@pytest.mark.clause("MA.9h4")
def test_trips_is_settled_after_ante_blind_and_play() -> None:
    (row,) = rows(TRIPS)[1].values
    assert [*settled(row, trips=ANTE).result(1)] == ["ante", "blind", "play", "trips"]


BLIND_STATED = ["500 to 1", "50 to 1", "10 to 1", "3 to 1", "3 to 2", "1 to 1"]
TRIPS_STATED = ["50 to 1", "40 to 1", "30 to 1", "9 to 1", "7 to 1", "4 to 1", "3 to 1"]
COVER_ALL_STATED = ["70 to 1", "30 to 1", "20 to 1", "4 to 1"]


@pytest.mark.clause("MA.10a")
def test_the_odds_of_blind_trips_and_cover_all_are_stated_with_the_word_to_on_sign_and_page() -> None:
    posted = post(load("massachusetts"), {"cover_all": "cover_all"}, dealing="machine")
    sign = {table.title: [row[1] for row in table.rows] for table in pay_tables(pages_for_players(posted))}
    blind, trips = (
        next(rows_ for title, rows_ in sign.items() if title.startswith(name)) for name in ("Blind", "Trips")
    )
    assert (blind, trips, sign["Cover All, 7 hands"]) == (BLIND_STATED, TRIPS_STATED, COVER_ALL_STATED)
    page = page_pays(posted)
    for name, stated in (("blind", BLIND_STATED), ("trips", TRIPS_STATED)):
        assert [row["pays"] for row in page[name]] == stated
    assert [row["pays"] for row in page["cover_all"]["7"]] == COVER_ALL_STATED


def _on_the_sign(posted: Posted) -> list[str]:
    *_, progressive = pay_tables(pages_for_players(posted))
    return [row[1] for row in progressive.rows]


def _in_the_lobby(posted: Posted) -> list[str]:
    live = LiveTable(name="t", posted=posted, store=MemoryStore())
    return [row["pays"] for row in listed(live)["pays"]["progressive"]]


def _on_the_rules_page(posted: Posted) -> list[str]:
    return [row["pays"] for row in page_pays(posted)["progressive"]]


def _worked_out(posted: Posted) -> list[str]:
    return [row.pays for row in progressive_numbers(posted).rows]


@pytest.mark.clause("MA.10a")
@pytest.mark.parametrize("stated", [_on_the_sign, _in_the_lobby, _on_the_rules_page, _worked_out])
@pytest.mark.parametrize("table", ["PTMGL01", "PTMGL02", "PTMGL04", "PTMGLML01"])
def test_the_progressives_300_for_1_is_published_as_299_to_1_wherever_it_is_shown(
    stated: Callable[[Posted], list[str]], table: str
) -> None:
    fixed = [pays for pays in stated(post(load("massachusetts"), {"progressive": table})) if "%" not in pays]
    assert fixed == ["299 to 1", "49 to 1", "39 to 1", "29 to 1", "8 to 1"]


@pytest.mark.clause("MA.10b")
@pytest.mark.parametrize(("acts", "played"), [("4x", 4000), ("3x", 3000), ("2x", 2000), ("1x", 1000)])
def test_a_winning_ante_and_a_winning_play_wager_are_paid_1_to_1(acts: str, played: int) -> None:
    table = settled({"player": "AsAd", "dealer": "KdKc", "board": "8c 7d 2h 9s 4c", "acts": acts})
    ante, play = table.result(1)["ante"], table.result(1)["play"]
    assert (ante.returned, ante.won) == (1000, 1000)
    assert (play.returned, play.won) == (played, played)


PAYS = """
    player  dealer  board           acts | blind  A   B   C   D   | says
    AhKh    9s9d    Qh Jh Th 3d 2c  1x   | 500    50  50  50  50  | royal flush
    9h8h    AsAd    7h 6h 5h 3d 2c  1x   | 50     40  40  40  40  | straight flush
    9h9s    AsAd    9c 9d 5h 3d 2c  1x   | 10     30  30  30  20  | four of a kind
    9h9s    AsAd    9c 5d 5h 3d 2c  1x   | 3      9   8   8   7   | full house
    9h4h    AsAd    Kh 6h 5h 3d 2c  1x   | 3/2    7   6   7   6   | flush
    9h8s    AsAd    7h 6c 5h 3d Kc  1x   | 1      4   5   4   5   | straight
    9h9s    AsAd    9c Jd 5h 3d 2c  1x   | .      3   3   3   3   | three of a kind
    9h5s    KsKd    9c 5d Ah 3d 2c  1x   | .      -1  -1  -1  -1  | two pairs
    AhJs    KsKd    Ac 9d 5h 3d 2c  1x   | .      -1  -1  -1  -1  | one pair
"""


@pytest.mark.clause("MA.10c")
@pytest.mark.parametrize("row", rows(PAYS))
def test_a_winning_blind_is_paid_by_the_players_hand(row: Row) -> None:
    assert came_to(settled(row), row)["blind"] == row["blind"]


@pytest.mark.clause("MA.10c")
def test_a_flush_pays_3_to_2_on_the_blind_to_the_cent() -> None:
    table = RoundTable("massachusetts").seat(1, "p1", hole="9h4h", ante=1502)
    table.board("Kh 6h 5h 3d 2c").dealer("AsAd").play({1: "1x"})
    assert table.result(1)["blind"].won == 2253
    odd = c.PlaceWager(seat=Seat(1), wager=Wager.ANTE, cents=1501)
    assert table.next_round().refusal(odd) == "not_a_multiple_of_the_unit"


@pytest.mark.clause("MA.10d")
@pytest.mark.parametrize("name", ["A", "B", "C", "D"])
@pytest.mark.parametrize("row", rows(PAYS))
def test_a_winning_trips_wager_is_paid_by_the_pay_table_that_was_selected(row: Row, name: str) -> None:
    table = settled(row, trips=ANTE, tables={"trips": name})
    assert in_antes(table.result(1)["trips"]) == row[name]


@pytest.mark.clause("MA.10d")
def test_a_table_has_one_trips_pay_table_selected_before_anyone_wagers() -> None:
    rules = load("massachusetts")
    assert [post(rules, {"trips": table.name}).trips.name for table in rules.pay.trips] == ["A", "B", "C", "D"]
    assert post(rules).trips.name == "A"


@pytest.mark.clause("MA.9g")
def test_each_players_ante_goes_back_before_the_cards_are_turned_up_and_the_rest_is_resolved() -> None:
    table = RoundTable("massachusetts").board("8c 7d 2h 9s 4c").dealer("KdQc")
    table.seat(2, "p2", hole="AsAd", ante=ANTE).seat(6, "p6", hole="KsJd", ante=ANTE).play({2: "4x", 6: "1x"})
    told = [
        (event.seat, event.settled.wager.value if isinstance(event, e.WagerSettled) else "shown")
        for event in table.events
        if isinstance(event, e.HandShown | e.WagerSettled)
    ]
    assert told == [
        (6, "ante"), (6, "shown"), (6, "blind"), (6, "play"),
        (2, "ante"), (2, "shown"), (2, "blind"), (2, "play"),
    ]  # fmt: skip
