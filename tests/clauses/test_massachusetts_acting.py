"""Massachusetts, sections 7(f) and 9(a) to (f): each player's choices on each street, and the order of acting.

Section 7(f) applies to the manual shoe, section 9 to the automated one.
"""

from __future__ import annotations

from itertools import takewhile
from typing import cast

import pytest

from support.round_table import RoundTable
from uth.cards import parse_cards
from uth.rules.values import Wager
from uth.table.deck.decks import Pile, Racked
from uth.table.floor.irregularities import DealerCardExposed
from uth.table.round import commands as c
from uth.table.round import events as e
from uth.units import Seat
from uth.words.round import Teller

ANSWERS = ("check", "fold", "1x", "2x", "3x", "4x", "5x")


def answer(seat: int, said: str) -> c.Command:
    if said == "check":
        return c.Check(seat=Seat(seat))
    return c.Fold(seat=Seat(seat)) if said == "fold" else c.MakePlay(seat=Seat(seat), multiple=int(said[0]))


def one_player(dealing: str) -> RoundTable:
    return RoundTable("massachusetts", dealing=dealing).seat(1, "p1", ante=1000)


def three_players(dealing: str) -> RoundTable:
    table = RoundTable("massachusetts", dealing=dealing)
    return table.seat(6, "p6", ante=1000).seat(3, "p3", ante=1000).seat(1, "p1", ante=1000)


def refusals(table: RoundTable) -> dict[str, str | None]:
    """Return for every answer that seat 1 could give why it is refused; an accepted one has ``None``."""
    return {said: table.refusal(answer(1, said)) for said in ANSWERS}


def offered(table: RoundTable) -> set[str]:
    return {said for said, refused in refusals(table).items() if refused is None}


PREFLOP = pytest.mark.parametrize(
    "dealing",
    [
        pytest.param("shoe", marks=pytest.mark.clause("MA.7f1")),
        pytest.param("machine", marks=pytest.mark.clause("MA.9a")),
    ],
)
ON_THE_FLOP = pytest.mark.parametrize(
    "dealing",
    [
        pytest.param("shoe", marks=pytest.mark.clause("MA.7f3")),
        pytest.param("machine", marks=pytest.mark.clause("MA.9c")),
    ],
)
AT_THE_RIVER = pytest.mark.parametrize(
    "dealing",
    [
        pytest.param("shoe", marks=pytest.mark.clause("MA.7f5")),
        pytest.param("machine", marks=pytest.mark.clause("MA.9e")),
    ],
)
DEALER_SHOWS = pytest.mark.parametrize(
    "dealing",
    [
        pytest.param("shoe", marks=pytest.mark.clause("MA.7f6")),
        pytest.param("machine", marks=pytest.mark.clause("MA.9f")),
    ],
)


@PREFLOP
@pytest.mark.parametrize("multiple", [4.0, "4", True, None])
def test_a_play_wager_is_a_whole_multiple_of_the_ante(dealing: str, multiple: object) -> None:
    table = one_player(dealing).play(until="preflop")
    play = c.MakePlay(seat=Seat(1), multiple=cast(int, multiple))
    assert table.refusal(play) == "play_multiple_not_offered"


@PREFLOP
def test_before_the_flop_a_player_checks_or_plays_three_or_four_times_the_ante(dealing: str) -> None:
    table = one_player(dealing).play(until="preflop")
    assert offered(table) == {"check", "3x", "4x"}
    assert refusals(table)["fold"] == "fold_not_offered"
    assert {refusals(table)[said] for said in ("1x", "2x", "5x")} == {"play_multiple_not_offered"}


@ON_THE_FLOP
def test_on_the_flop_a_player_checks_or_plays_twice_the_ante(dealing: str) -> None:
    table = one_player(dealing).play(until="flop")
    assert offered(table) == {"check", "2x"}
    assert refusals(table)["fold"] == "fold_not_offered"
    assert {refusals(table)[said] for said in ("1x", "3x", "4x")} == {"play_multiple_not_offered"}


@AT_THE_RIVER
def test_at_the_river_a_player_folds_or_plays_once_the_ante(dealing: str) -> None:
    table = one_player(dealing).play(until="river")
    assert offered(table) == {"fold", "1x"}
    assert refusals(table)["check"] == "check_not_offered"
    assert {refusals(table)[said] for said in ("2x", "3x", "4x")} == {"play_multiple_not_offered"}


@PREFLOP
@pytest.mark.parametrize("said", ["3x", "4x"])
def test_the_play_wager_is_that_multiple_of_the_ante_in_chips(dealing: str, said: str) -> None:
    table = one_player(dealing).play({1: said}, until="flop_deal")
    multiple = int(said[0])
    assert table.of(e.PlayMade) == [e.PlayMade(seat=Seat(1), multiple=multiple, cents=multiple * 1000)]
    assert table.net(1) == -2000 - multiple * 1000


@PREFLOP
def test_the_dealer_asks_clockwise_from_the_player_farthest_to_the_left(dealing: str) -> None:
    table = three_players(dealing).play(until="preflop")
    assert table.refusal(answer(3, "4x")) == "not_your_turn"
    assert table.refusal(answer(6, "check")) == "not_your_turn"
    table.play(until="flop_deal")
    assert [event.seat for event in table.of(e.Checked)] == [1, 3, 6]


@PREFLOP
def test_a_player_who_checks_stays_in_the_game_for_the_next_opportunity(dealing: str) -> None:
    table = one_player(dealing).play(until="flop")
    assert table.of(e.Checked) == [e.Checked(seat=Seat(1))]
    assert table.state.turn == 1


@ON_THE_FLOP
def test_on_the_flop_only_the_players_who_have_not_played_are_asked(dealing: str) -> None:
    table = three_players(dealing).play({1: "4x"}, until="flop")
    assert refusals(table)["2x"] == "already_played"
    assert table.state.turn == 3
    table.play({3: "2x"}, until="river_deal")
    assert [event.seat for event in table.of(e.PlayMade)] == [1, 3]
    assert table.of(e.Checked)[-1].seat == 6


@AT_THE_RIVER
def test_at_the_river_only_the_players_who_have_not_played_are_asked(dealing: str) -> None:
    table = three_players(dealing).play({1: "4x", 3: "2x"}, until="river")
    assert table.state.turn == 6
    table.play({6: "1x"}, until="showdown")
    assert [(event.seat, event.multiple) for event in table.of(e.PlayMade)] == [(1, 4), (3, 2), (6, 1)]


@AT_THE_RIVER
def test_a_fold_loses_the_ante_and_the_blind_even_with_the_better_hand(dealing: str) -> None:
    table = RoundTable("massachusetts", dealing=dealing).seat(1, "p1", hole="AsAd", ante=1000)
    table.board("8c 7d 2h 9s 4c").dealer("KdKc").play({1: "fold"})
    assert {wager: settled.outcome for wager, settled in table.result(1).items()} == {"ante": "lose", "blind": "lose"}
    assert table.net(1) == -2000


@AT_THE_RIVER
def test_a_folded_hand_waits_under_its_trips_wager_which_is_settled_when_the_round_ends(dealing: str) -> None:
    table = RoundTable("massachusetts", dealing=dealing).seat(1, "p1", hole="8s8d", ante=1000, trips=500)
    table.board("8c 7d 2h 9s 4c").dealer("KdKc").play({1: "fold"})
    assert [shown.hand.words for shown in table.of(e.HandShown)] == ["Three of a Kind, Eights"]
    assert (table.result(1)["trips"].won, table.net(1)) == (1500, 1500 - 2000)


@AT_THE_RIVER
def test_a_folded_hand_without_a_trips_wager_goes_to_the_discard_rack_face_down(dealing: str) -> None:
    table = RoundTable("massachusetts", dealing=dealing).seat(1, "p1", hole="AsAd", ante=1000).dealer("KdKc")
    table.board("8c 7d 2h 9s 4c").play(until="river")
    picked = e.CardsPickedUp(pile=Pile.SEAT, seat=Seat(1), cards=parse_cards("AsAd"))
    assert table.send(c.Fold(seat=Seat(1)))[-1] == picked
    assert table.state.rack[-1] == Racked(pile=Pile.SEAT, seat=Seat(1), cards=parse_cards("AsAd"))
    table.play()
    assert table.of(e.HandShown) == []
    assert table.of(e.CardsPickedUp).count(picked) == 1


@pytest.mark.clause("MA.9b")
def test_the_flop_is_exposed_once_every_player_has_played_or_checked() -> None:
    table = three_players("machine").board("Th Jh Qh Kh Ah").play(until="preflop")
    for seat, said in ((1, "4x"), (3, "check"), (6, "3x")):
        assert table.refusal(c.ShowFlop()) == "step_not_due"
        table.send(answer(seat, said))
    shown = table.send(c.ShowFlop())
    assert shown[0] == e.FlopShown(cards=parse_cards("Th Jh Qh"))
    assert table.state.round.board == parse_cards("Th Jh Qh")


@pytest.mark.clause("MA.9d")
def test_the_last_two_community_cards_are_exposed_once_every_player_has_played_or_checked() -> None:
    table = three_players("machine").board("Th Jh Qh Kh Ah").play({6: "4x"}, until="flop")
    for seat, said in ((1, "2x"), (3, "check")):
        assert table.refusal(c.ShowTurnAndRiver()) == "step_not_due"
        table.send(answer(seat, said))
    shown = table.send(c.ShowTurnAndRiver())
    assert shown[0] == e.TurnAndRiverShown(cards=parse_cards("Kh Ah"))
    assert table.state.round.board == parse_cards("Th Jh Qh Kh Ah")


@DEALER_SHOWS
def test_once_every_player_has_folded_or_played_the_dealer_turns_up_and_announces_the_best_hand(dealing: str) -> None:
    table = three_players(dealing).board("Th Jh 2c Kd 3s").dealer("KhTd").play({1: "4x"}, until="river")
    for seat, said in ((3, "fold"), (6, "1x")):
        assert table.refusal(c.ShowDealerHand()) == "step_not_due"
        table.send(answer(seat, said))
    (*_, shown) = table.send(c.ShowDealerHand())
    assert isinstance(shown, e.DealerHandShown)
    assert (shown.cards, shown.hand.words) == (parse_cards("KhTd"), "Two Pair, Kings and Tens")


@pytest.mark.clause("MA.7f7")
def test_a_round_from_the_manual_shoe_is_completed_like_one_from_the_machine() -> None:
    shoe, machine = (
        RoundTable("massachusetts", dealing=dealing)
        .seat(1, "p1", hole="AsAd", ante=1000, trips=500)
        .seat(4, "p4", hole="JsJd", ante=1000)
        .board("Ac 7d 2h 9s 4c")
        .dealer("KdKc")
        .play({1: "4x", 4: "fold"})
        for dealing in ("shoe", "machine")
    )
    assert shoe.of(e.WagerSettled) == machine.of(e.WagerSettled)


def after_the_fold(table: RoundTable, seat: int) -> list[str]:
    """Return what came of a fold, up to the next decision, as `uth deal` tells it."""
    at = next(at for at, event in enumerate(table.events) if event == e.Folded(seat=Seat(seat)))
    rest = takewhile(
        lambda event: not isinstance(event, e.Folded | e.PlayMade | e.DealerHandShown), table.events[at + 1 :]
    )
    return [Teller(posted=table.posted).sentence(event, table.state) for event in rest]


@pytest.mark.clause("MA.7f5a")
def test_a_fold_collects_ante_and_blind_at_once_and_racks_the_cards() -> None:
    table = RoundTable("massachusetts").seat(1, "p1", ante=1000).seat(2, "p2", ante=1000)
    table.play({1: "fold", 2: "1x"}, until="showdown")
    assert after_the_fold(table, 1) == [
        "seat 1's ante $10 is collected",
        "seat 1's blind $10 is collected",
        "seat 1's cards go to the discard rack",
    ]
    assert dict(table.state.round.spots[Seat(1)].on_layout) == {}


@pytest.mark.clause("MA.7f5a")
def test_a_fold_collects_the_coupon_too_and_puts_the_cards_under_the_trips_wager() -> None:
    table = RoundTable("massachusetts").seat(1, "p1", ante=1000, match_play=1000, trips=500).seat(2, "p2", ante=1000)
    table.play({1: "fold", 2: "1x"}, until="showdown")
    assert after_the_fold(table, 1) == [
        "seat 1's ante $10 is collected",
        "seat 1's match play $10 is collected",
        "seat 1's blind $10 is collected",
        "seat 1's cards lie face down under trips",
    ]
    assert dict(table.state.round.spots[Seat(1)].on_layout) == {Wager.TRIPS: 500}


@pytest.mark.clause("MA.14a")
def test_what_a_fold_lost_comes_back_once_when_all_hands_are_void() -> None:
    table = RoundTable("massachusetts").seat(1, "p1", ante=1000).seat(2, "p2", ante=1000)
    table.play({1: "fold"}, until="river")
    table.send(c.Fold(seat=Seat(1)))
    table.send(c.Report(irregularity=DealerCardExposed()))
    table.play()
    assert (table.net(1), table.net(2)) == (0, 0)
    assert [each.settled.outcome for each in table.of(e.WagerSettled) if each.seat == 1] == ["void", "void"]


@pytest.mark.clause("MA.9f1")
def test_the_dealer_shows_which_community_cards_make_the_best_hand() -> None:
    table = RoundTable("massachusetts").board("8c 7d 2h 9s 4c").dealer("TdJc").seat(1, "p1", ante=1000)
    table.play({1: "4x"})
    (shown,) = table.of(e.DealerHandShown)
    assert {str(card) for card in shown.five} == {"Jc", "Td", "9s", "8c", "7d"}
    told = Teller(posted=table.posted).sentence(shown, table.state)
    assert told == "the dealer shows Td Jc with 9s 8c 7d of the board: Straight, Jack high, which qualifies"
