"""California: who wins, the pays, and the order. The bank covers everything here; see the tests of coverage."""

from __future__ import annotations

import pytest

from support.round_table import RoundTable
from support.tables import ANTE, Row, in_antes, rows
from uth.cards import parse_cards
from uth.rules.loader import load
from uth.rules.procedure import Remedy
from uth.table.deck.decks import Pile
from uth.table.floor.irregularities import WrongNumberOfCards
from uth.table.posted import post
from uth.table.round import commands as c
from uth.table.round import events as e
from uth.table.settle.settled import Outcome
from uth.units import Seat
from uth.words.round import Teller

WAGERS = ("ante", "blind", "play", "trips")


def settled(row: Row, *, trips: int = ANTE, table: str = "UTH-01") -> RoundTable:
    """Return the table after the round of the row: its player at seat 1, on $10 antes, seat 3 the player/dealer."""
    limits = {"trips": (500, 100_000)}
    played = RoundTable("california", tables={"trips": table}, limits=limits).bank(3, "banker", wager=10_000_000)
    played.seat(1, "p1", hole=row["player"], ante=ANTE, trips=trips)
    return played.board(row["board"]).dealer(row["dealer"]).play({1: row["acts"]})


def came_to(table: RoundTable, row: Row) -> Row:
    """Return the row with what its wagers really came to."""
    result = table.result(1)
    return {**row, **{name: in_antes(result[name]) if name in result else "none" for name in WAGERS if name in row}}


FOLDS = """
    player  dealer  board           acts | ante  blind  play  trips | says
    JsTd    KdKc    8c 6d 2h 9s 4c  fold | -1    -1     none  -1    | below three of a kind: trips is collected too
    8s8d    KdKc    8c 7d 2h 9s 4c  fold | -1    -1     none  3     | three of a kind: trips is paid
    AsAd    KdKc    8c 7d 2h 9s 4c  fold | -1    -1     none  -1    | even with the better hand
    JsTd    KdQc    8c 6d 2h 9s 4c  fold | -1    -1     none  -1    | even when the player/dealer does not qualify
"""


@pytest.mark.clause("CA.PLAY6")
@pytest.mark.parametrize("row", rows(FOLDS))
def test_a_fold_loses_ante_blind_and_a_trips_wager_below_three_of_a_kind(row: Row) -> None:
    table = settled(row)
    assert came_to(table, row) == row
    assert table.net(3) == -table.net(1)
    lost = [each.settled for each in table.of(e.WagerSettled) if each.settled.outcome is Outcome.LOSE]
    assert {settled.cites[0] for settled in lost} == {"CA.PLAY6"}
    played = settled({**row, "acts": "1x"}).result(1)["trips"]
    assert played.outcome is Outcome.WIN or played.cites[0] == "CA.PLAY16"
    shown = [each.seat for each in table.of(e.HandShown)]
    assert shown == [1], "trips is determined by the hand, so it is turned up"
    after = [event for event in table.events if isinstance(event, e.DealerHandShown | e.WagerSettled | e.CardsPickedUp)]
    assert after[-1] == e.CardsPickedUp(pile=Pile.SEAT, seat=Seat(1), cards=parse_cards(row["player"]), counted=2)


@pytest.mark.clause("CA.PLAY6")
def test_a_folded_hand_without_a_trips_wager_is_counted_and_discarded_face_down() -> None:
    table = RoundTable("california").bank(3, "banker", wager=1_000_000).seat(1, "p1", hole="AsAd", ante=1000)
    table.dealer("KdKc").board("8c 7d 2h 9s 4c").play({1: "fold"})
    assert table.of(e.HandShown) == []
    assert table.of(e.CardsPickedUp)[-1] == e.CardsPickedUp(
        pile=Pile.SEAT, seat=Seat(1), cards=parse_cards("AsAd"), counted=2
    )
    assert (table.net(1), table.net(3)) == (-2000, 2000)


@pytest.mark.clause("CA.PLAY6")
@pytest.mark.parametrize(("banker", "order"), [(3, [5, 1, 8, 2]), (7, [1, 5, 8, 2]), (1, [5, 2, 8])])
def test_the_folded_hands_are_settled_first_clockwise_from_the_player_dealers_left(
    banker: int, order: list[int]
) -> None:
    table = RoundTable("california").dealer("KdKc").board("8c 7d 3h 9s 4c").bank(banker, "banker", wager=1_000_000)
    for seat in {1, 2, 5, 8} - {banker}:
        table.seat(seat, f"p{seat}", ante=1000, trips=500)
    table.play({1: "fold", 2: "2x", 5: "fold", 8: "3x"})
    assert list(dict.fromkeys(event.seat for event in table.of(e.WagerSettled))) == order
    assert list(table.result(5)) == ["ante", "blind", "trips"]


NOT_QUALIFIED = """
    player  dealer  board           acts | ante  blind  play  trips | says
    AsAd    KdQc    8c 7d 2h 9s 4c  4x   | .     .      4     -1    | a win
    KsJd    KdQc    8c 7d 2h 9s 4c  3x   | .     -1     -3    -1    | a loss: it is not an automatic win
    KsQd    KdQc    8c 7d 2h 9s 4c  2x   | .     .      .     -1    | a push
    JsTd    KdQc    8c 7d 2h 9s 4c  1x   | .     1      1     4     | a straight wins on blind and play
    JsTd    KdQc    8c 6d 2h 9s 4c  fold | -1    -1     none  -1    | a folded hand gets no ante back
"""


@pytest.mark.clause("CA.PLAY9")
@pytest.mark.parametrize("row", rows(NOT_QUALIFIED))
def test_a_player_dealer_below_a_pair_pushes_the_antes_and_plays_on_for_the_rest(row: Row) -> None:
    table = settled(row)
    assert [shown.qualifies for shown in table.of(e.DealerHandShown)] == [False]
    assert came_to(table, row) == row


@pytest.mark.parametrize(
    "dealer",
    [
        pytest.param("KdQc", marks=pytest.mark.clause("CA.PLAY9"), id="not qualified"),
        pytest.param("KdKc", marks=pytest.mark.clause("CA.PLAY10"), id="qualified"),
    ],
)
@pytest.mark.parametrize(("banker", "order"), [(3, [5, 8, 1, 2]), (7, [8, 1, 2, 5]), (4, [5, 8, 1, 2])])
def test_the_hands_are_reconciled_clockwise_from_the_player_dealers_left(
    dealer: str, banker: int, order: list[int]
) -> None:
    table = RoundTable("california").dealer(dealer).board("8c 7d 3h 9s 4c").bank(banker, "banker", wager=1_000_000)
    for seat, hole in {1: "2c2d", 2: "5c5d", 5: "6c6d", 8: "QsQd"}.items():
        table.seat(seat, f"p{seat}", hole=hole, ante=1000)
    table.play({1: "4x", 2: "2x", 5: "1x", 8: "3x"})
    told = [
        (
            event.seat,
            f"{event.settled.wager} {event.settled.outcome}"
            if isinstance(event, e.WagerSettled)
            else type(event).__name__,
        )
        for event in table.events
        if isinstance(event, e.HandShown | e.WagerSettled | e.CardsPickedUp) and event.seat is not None
    ]
    settled = ["play lose", "ante lose", "blind lose"] if dealer == "KdKc" else ["ante push", "play win", "blind push"]
    assert told == [(seat, step) for seat in order for step in ("HandShown", *settled, "CardsPickedUp")]


@pytest.mark.clause("CA.PLAY10")
def test_each_players_hand_is_revealed_and_announced_before_its_wagers_are_settled() -> None:
    row = {"player": "8s8d", "dealer": "KdKc", "board": "8c 7d 2h 9s 4c", "acts": "4x"}
    told = [event for event in settled(row).events if isinstance(event, e.HandShown | e.WagerSettled)]
    assert isinstance(told[0], e.HandShown)
    assert told[0].hand.words == "Three of a Kind, Eights"
    assert all(isinstance(event, e.WagerSettled) for event in told[1:])


QUALIFIED = """
    player  dealer  board           acts | ante  blind  play | says
    AsAd    KdKc    8c 7d 2h 9s 4c  4x   | 1     .      4    | a win with a pair: the blind pushes
    8s8d    KdKc    8c 7d 2h 9s 4c  3x   | 1     .      3    | a win with three of a kind: the blind pushes
    JsTd    KdKc    8c 7d 2h 9s 4c  2x   | 1     1      2    | a win with a straight
    JsJd    KdKc    8c 7d 2h 9s 4c  4x   | -1    -1     -4   | a loss
    AsJd    AcJh    8c 8d 2h 9s 4c  1x   | .     .      .    | a push
"""


@pytest.mark.clause("CA.PLAY11")
@pytest.mark.parametrize("row", rows(QUALIFIED))
def test_a_hand_wins_loses_or_pushes_against_the_player_dealers(row: Row) -> None:
    assert came_to(settled(row), row) == row


@pytest.mark.clause("CA.PLAY12")
def test_a_loss_collects_play_ante_and_blind_in_that_order_and_then_determines_trips() -> None:
    table = settled({"player": "8s8d", "dealer": "KdKc", "board": "8c Kh 2h 9s 4c", "acts": "4x"})
    assert {wager: in_antes(each) for wager, each in table.result(1).items()} == {
        "play": "-4", "ante": "-1", "blind": "-1", "trips": "3",
    }  # fmt: skip
    assert [*table.result(1)] == ["play", "ante", "blind", "trips"]


@pytest.mark.clause("CA.PLAY13")
def test_a_win_pays_ante_and_play_then_the_blind_on_a_straight_and_trips_on_three_of_a_kind() -> None:
    table = settled({"player": "JsTd", "dealer": "KdKc", "board": "8c 7d 2h 9s 4c", "acts": "4x"})
    assert {wager: in_antes(each) for wager, each in table.result(1).items()} == {
        "ante": "1", "play": "4", "blind": "1", "trips": "4",
    }  # fmt: skip
    assert [*table.result(1)] == ["ante", "play", "blind", "trips"]


@pytest.mark.clause("CA.PLAY14")
def test_a_push_still_pays_trips_on_three_of_a_kind_or_better() -> None:
    table = settled({"player": "5s3d", "dealer": "4d2s", "board": "8h 8s 8c Kd Ac", "acts": "1x"})
    assert {wager: in_antes(each) for wager, each in table.result(1).items()} == {
        "ante": ".", "play": ".", "blind": ".", "trips": "3",
    }  # fmt: skip


@pytest.mark.clause("CA.PLAY15")
@pytest.mark.parametrize(("acts", "played"), [("4x", 4000), ("3x", 3000), ("2x", 2000), ("1x", 1000)])
def test_a_winning_ante_and_a_winning_play_wager_are_paid_1_to_1(acts: str, played: int) -> None:
    table = settled({"player": "AsAd", "dealer": "KdKc", "board": "8c 7d 2h 9s 4c", "acts": acts})
    assert (table.result(1)["ante"].won, table.result(1)["play"].won) == (1000, played)


PAYS = """
    player  dealer  board           acts | blind  UTH-01  UTH-02  UTH-03  UTH-04 | says
    AhKh    9s9d    Qh Jh Th 3d 2c  1x   | 500    50      50      50      50     | royal flush
    9h8h    AsAd    7h 6h 5h 3d 2c  1x   | 50     40      40      40      40     | straight flush
    9h9s    AsAd    9c 9d 5h 3d 2c  1x   | 10     30      30      30      20     | four of a kind
    9h9s    AsAd    9c 5d 5h 3d 2c  1x   | 3      9       8       8       7      | full house
    9h4h    AsAd    Kh 6h 5h 3d 2c  1x   | 3/2    7       6       7       6      | flush
    9h8s    AsAd    7h 6c 5h 3d Kc  1x   | 1      4       5       4       5      | straight
    9h9s    AsAd    9c Jd 5h 3d 2c  1x   | .      3       3       3       3      | three of a kind
    9h5s    KsKd    9c 5d Ah 3d 2c  1x   | .      -1      -1      -1      -1     | two pairs
"""


@pytest.mark.clause("CA.PAY")
@pytest.mark.parametrize("name", ["UTH-01", "UTH-02", "UTH-03", "UTH-04"])
@pytest.mark.parametrize("row", rows(PAYS))
def test_each_of_the_four_tables_pays_blind_and_trips_as_it_is_printed(row: Row, name: str) -> None:
    result = settled(row, table=name).result(1)
    assert (in_antes(result["blind"]), in_antes(result["trips"])) == (row["blind"], row[name])


@pytest.mark.clause("CA.PLAY16")
def test_one_selected_table_has_both_the_blind_and_the_trips_pays() -> None:
    rules = load("california")
    for name in ("UTH-01", "UTH-02", "UTH-03", "UTH-04"):
        posted = post(rules, {"trips": name})
        assert (posted.trips.name, posted.blind.name) == (name, name)


@pytest.mark.clause("CA.PLAY17")
@pytest.mark.parametrize("acts", ["4x", "fold"])
def test_a_winning_trips_hand_stays_face_up_until_it_has_been_paid(acts: str) -> None:
    table = settled({"player": "8s8d", "dealer": "KdKc", "board": "8c 7d 2h 9s 4c", "acts": acts})
    told = [event for event in table.events if isinstance(event, e.HandShown | e.WagerSettled | e.CardsCollected)]
    assert isinstance(told[0], e.HandShown)
    assert isinstance(told[-1], e.WagerSettled)
    assert (told[-1].settled.wager, told[-1].settled.won) == ("trips", 3000)
    assert [spot.hand for spot in table.state.round.spots.values()] == [told[0].hand]
    table.send(c.CollectCards())
    assert table.state.round.spots == {}


TRIPS = """
    player  dealer  board           acts | ante  trips | says
    8s8d    KdKc    8c 7d 2h 9s 4c  4x   | 1     3     | the hand wins
    8s8d    KdKc    8c Kh 2h 9s 4c  4x   | -1    3     | the hand loses
    5s3d    4d2s    Th Js Qh Kd Ac  1x   | .     4     | the hand pushes
    8s8d    KdKc    8c 7d 2h 9s 4c  fold | -1    3     | the hand is folded
"""


@pytest.mark.clause("CA.PLAY18")
@pytest.mark.parametrize("row", rows(TRIPS))
def test_trips_is_paid_whether_the_hand_wins_loses_pushes_or_is_folded(row: Row) -> None:
    assert came_to(settled(row), row) == row


def told_at(table: RoundTable, seat: int) -> list[str]:
    """Return what is said of a seat as it is settled."""
    teller, kinds = Teller(posted=table.posted), (e.HandShown, e.WagerSettled, e.CardsPickedUp)
    told = [event for event in table.events if isinstance(event, kinds) and event.seat == seat]
    return [teller.sentence(event, table.state) for event in told]


@pytest.mark.clause("CA.PLAY9")
def test_without_a_pair_each_hand_is_exposed_then_its_ante_returned_then_the_rest_of_it_settled() -> None:
    table = RoundTable("california").bank(3, "banker", wager=1_000_000).board("8c 7d 2h 9s 4c").dealer("KdQc")
    table.seat(4, "p4", hole="AsAd", ante=1000).seat(1, "p1", hole="KsJd", ante=1000).play({4: "4x", 1: "1x"})
    kinds = (e.HandShown, e.WagerSettled)
    told = [
        (event.seat, event.settled.wager.value if isinstance(event, e.WagerSettled) else "shown")
        for event in table.events
        if isinstance(event, kinds)
    ]
    assert told == [
        (4, "shown"), (4, "ante"), (4, "play"), (4, "blind"),
        (1, "shown"), (1, "ante"), (1, "play"), (1, "blind"),
    ]  # fmt: skip


@pytest.mark.clause("CA.PLAY10d")
@pytest.mark.parametrize(
    ("hole", "said"),
    [
        ("AsAd", "seat 4 shows Pair of Aces, it wins"),
        ("QsQd", "seat 4 shows Pair of Queens, it loses"),
        ("KsKh", "seat 4 shows Pair of Kings, it pushes"),
    ],
)
def test_each_hand_is_announced_with_whether_it_wins_or_loses(hole: str, said: str) -> None:
    table = RoundTable("california").bank(3, "banker", wager=1_000_000).board("8c 7d 2h 9s 4c").dealer("KdKc")
    table.seat(4, "p4", hole=hole, ante=1000).play({4: "4x"})
    assert told_at(table, 4)[0] == said


@pytest.mark.clause("CA.COUNT")
@pytest.mark.parametrize("acts", ["4x", "fold"])
def test_the_cards_of_every_hand_are_counted_as_they_are_collected(acts: str) -> None:
    table = RoundTable("california").bank(3, "banker", wager=1_000_000).board("8c 7d 2h 9s 4c").dealer("KdKc")
    table.seat(4, "p4", hole="AsAd", ante=1000).play({4: acts})
    assert told_at(table, 4)[-1] == "seat 4's cards go to the discard rack, 2 counted"
    assert [event.counted for event in table.of(e.CardsPickedUp) if event.seat == 4] == [2]


@pytest.mark.clause("CA.COUNT")
def test_a_wrong_count_of_a_hand_is_told() -> None:
    table = RoundTable("california").bank(3, "banker", wager=1_000_000).seat(4, "p4", ante=1000)
    table.seat(5, "p5", ante=1000).play(until="river")
    table.send(c.Report(irregularity=WrongNumberOfCards(seat=Seat(4), cards=3, fixable=False)))
    table.send(c.RuleOnIrregularity(remedy=Remedy.VOID_HAND, by="Kim", reason="three cards"))
    table.play({5: "1x"})
    assert told_at(table, 4)[-1] == "seat 4's cards go to the discard rack, 3 counted, not 2: wrong"


@pytest.mark.clause("CA.PLAY6")
def test_a_folded_hand_keeps_its_wagers_and_cards_until_it_is_settled() -> None:
    table = RoundTable("california").bank(3, "banker", wager=1_000_000).seat(4, "p4", ante=1000)
    table.seat(5, "p5", ante=1000).play({4: "fold", 5: "1x"}, until="showdown")
    assert not table.of(e.WagerCollected)
    assert not table.state.round.spots[Seat(4)].picked_up
