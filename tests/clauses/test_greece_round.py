"""Greece: seats, stakes, the deal, and the three betting rounds."""

from __future__ import annotations

import pytest

from support.decisions import offered, said
from support.documents import document, hand, refused
from support.round_table import RoundTable
from uth.cards import DECK, Card
from uth.rules.values import Wager
from uth.table.deck.decks import Back
from uth.table.round import commands as c
from uth.table.round import events as e
from uth.table.round.due import due
from uth.units import PlayerId, Seat
from uth.views.table import view_of

ONE, THREE = Seat(1), Seat(3)


def two_players(dealing: str = "hand") -> RoundTable:
    """Return a table with seats 1 and 3 taken, stakes at both."""
    table = RoundTable("greece", dealing=dealing)
    table.seat(1, "p1", hole="AsKd", ante=1000).seat(3, "p3", hole="8c8d", ante=2000)
    return table.board("7h 7c 2s Kh 9d").dealer("QsQd")


# Who sits and what is staked.


@pytest.mark.clause("GR.1")
@pytest.mark.parametrize("seat", [1, 2, 3, 4, 5, 6])
def test_there_is_a_seat_for_each_of_six_players(seat: int) -> None:
    assert RoundTable("greece").refusal(c.TakeSeat(seat=Seat(seat), player=PlayerId("ann"))) is None


@pytest.mark.clause("GR.1")
def test_six_players_play_one_round() -> None:
    table = RoundTable("greece")
    for seat in range(1, 7):
        table.seat(seat, f"p{seat}", ante=1000)
    table.play(dict.fromkeys(range(1, 7), "1x"))
    assert all("ante" in table.result(seat) for seat in range(1, 7))


@pytest.mark.clause("GR.1")
@pytest.mark.parametrize("seat", [0, 7])
def test_there_is_no_seat_for_a_seventh_player(seat: int) -> None:
    assert RoundTable("greece").refusal(c.TakeSeat(seat=Seat(seat), player=PlayerId("ann"))) == "not_a_seat"


@pytest.mark.clause("GR.1")
@pytest.mark.parametrize("cards", [DECK[:51], (*DECK[:51], Card("2c")), DECK + DECK])
def test_the_game_is_dealt_from_one_deck_of_52(cards: tuple[Card, ...]) -> None:
    table = two_players()
    assert table.refused_shuffle(cards) == "not_a_deck"
    assert table.refused_shuffle(DECK[::-1]) is None


@pytest.mark.clause("GR.1")
@pytest.mark.parametrize("blind", [500, 1500])
def test_the_stakes_on_ante_and_blind_are_equal(blind: int) -> None:
    seats = [hand(1, "p1", "AsKd", ante=1000, blind=blind)]
    told = document("greece", board="7h 7c 2s Kh 9d", dealer="QsQd", seats=seats)
    assert refused(told) == ("seats.0.wagers.blind", "GR.1")


@pytest.mark.clause("GR.1")
def test_the_hand_opens_with_equal_stakes_on_ante_and_blind() -> None:
    table = RoundTable("greece").seat(1, "p1", ante=1500)
    assert table.state.round.spots[ONE].wagers == {Wager.ANTE: 1500, Wager.BLIND: 1500}


@pytest.mark.clause("GR.1")
@pytest.mark.parametrize("beside", [{}, {"trips": 500}, {"progressive": 100}, {"trips": 500, "progressive": 100}])
def test_trips_and_ultimate_progressive_are_optional_beside_them(beside: dict[str, int]) -> None:
    table = RoundTable("greece").seat(1, "p1", ante=1000).wager(1, **beside)
    assert table.refusal(c.AnnounceNoMoreBets()) is None


@pytest.mark.clause("GR.1")
@pytest.mark.parametrize(
    ("wager", "cents", "refusal"),
    [(Wager.TRIPS, 500, "trips_needs_ante"), (Wager.PROGRESSIVE, 100, "progressive_never_alone")],
)
def test_ante_and_blind_are_mandatory(wager: Wager, cents: int, refusal: str) -> None:
    table = RoundTable("greece").seat(1, "p1")
    assert table.refusal(c.PlaceWager(seat=ONE, wager=wager, cents=cents)) == refusal


@pytest.mark.clause("GR.1")
def test_nobody_stakes_without_a_seat() -> None:
    table = RoundTable("greece").seat(1, "p1", ante=1000)
    assert table.refusal(c.PlaceWager(seat=THREE, wager=Wager.ANTE, cents=1000)) == "seat_empty"


@pytest.mark.clause("GR.1", "GR.16")
def test_a_player_has_one_hand_at_a_time() -> None:
    table = RoundTable("greece").seat(1, "ann", ante=1000)
    assert table.refusal(c.TakeSeat(seat=THREE, player=PlayerId("ann"))) == "too_many_hands"


@pytest.mark.clause("GR.16")
def test_two_hands_of_one_player_in_one_round_are_refused() -> None:
    seats = [hand(1, "ann", "AsKd", ante=1000), hand(2, "ann", "8c8d", ante=1000)]
    told = document("greece", board="7h 7c 2s Kh 9d", dealer="QsQd", seats=seats)
    assert refused(told) == ("seats.1.player", "GR.16")


# The deal.

BY_HAND = "1 3 croupier 1 3 croupier board board board board board"
BY_SHUFFLER = "board board board board board 1 1 3 3 croupier croupier"


@pytest.mark.clause("GR.2")
@pytest.mark.parametrize(("dealing", "order"), [("hand", BY_HAND), ("shuffler", BY_SHUFFLER)])
def test_by_hand_the_board_is_dealt_last_and_by_shuffler_first(dealing: str, order: str) -> None:
    table = two_players(dealing).play(until="preflop")
    places: list[str] = []
    for event in table.events:
        match event:
            case e.HoleDealt(seat=seat, cards=cards):
                places += [str(seat)] * len(cards)
            case e.DealerDealt(cards=cards):
                places += ["croupier"] * len(cards)
            case e.CommunityDealt(cards=cards):
                places += ["board"] * len(cards)
    assert places == order.split()


@pytest.mark.clause("GR.2")
def test_by_hand_all_cards_are_dealt_one_at_a_time() -> None:
    table = two_players("hand").play(until="preflop")
    dealt = [event.cards for event in table.events if isinstance(event, e.HoleDealt | e.DealerDealt | e.CommunityDealt)]
    assert [len(cards) for cards in dealt] == [1] * 11


@pytest.mark.clause("GR.2")
@pytest.mark.parametrize("dealing", ["hand", "shuffler"])
def test_the_community_cards_lie_face_down_until_the_first_betting_round_is_over(dealing: str) -> None:
    table = two_players(dealing).play(until="preflop")
    assert len(table.state.round.community) == 5
    assert table.state.round.board == ()


@pytest.mark.clause("GR.2")
@pytest.mark.parametrize(("dealing", "cut"), [("hand", True), ("shuffler", False)])
def test_the_cards_are_cut_by_hand_and_not_when_a_shuffler_is_used(dealing: str, cut: bool) -> None:
    table = RoundTable("greece", dealing=dealing).seat(1, "p1", ante=1000).ready_for(c.ShuffleDeck)
    order = table.shuffled()
    table.send(c.ShuffleDeck(back=Back.RED, cards=order))
    assert (due(table.state, table.posted) is c.CutDeck) is cut
    assert table.refusal(c.CutDeck(back=Back.RED, taken=20)) == (None if cut else "step_not_due")
    if cut:
        table.send(c.CutDeck(back=Back.RED, taken=20))
        order = (*order[20:], *order[:20])
    table.play(until="preflop")
    dealt = [event.cards for event in table.events if isinstance(event, e.HoleDealt | e.CommunityDealt | e.DealerDealt)]
    assert dealt[0] == order[: len(dealt[0])]


# The three betting rounds.

ASKED = [
    pytest.param("preflop", "check 4x 3x", "2x 1x fold", marks=pytest.mark.clause("GR.3")),
    pytest.param("flop", "check 2x", "4x 3x 1x fold", marks=pytest.mark.clause("GR.4")),
    pytest.param("river", "1x fold", "check 2x 3x 4x", marks=pytest.mark.clause("GR.5")),
]


@pytest.mark.parametrize(("street", "may", "may_not"), ASKED)
def test_a_player_is_offered_what_the_betting_round_has_and_nothing_else(street: str, may: str, may_not: str) -> None:
    table = two_players().play(until=street)
    assert offered(table, 1) == set(may.split())
    assert all(table.refusal(said(words, 1)) is not None for words in may_not.split())


MULTIPLES = [
    pytest.param("4x", 8000, marks=pytest.mark.clause("GR.3")),
    pytest.param("3x", 6000, marks=pytest.mark.clause("GR.3")),
    pytest.param("2x", 4000, marks=pytest.mark.clause("GR.4")),
    pytest.param("1x", 2000, marks=pytest.mark.clause("GR.5")),
]


@pytest.mark.parametrize(("play", "cents"), MULTIPLES)
def test_the_stake_on_play_is_that_many_times_the_ante(play: str, cents: int) -> None:
    table = two_players().play({1: "1x", 3: play})
    (made,) = [event for event in table.of(e.PlayMade) if event.seat == THREE]
    assert made.cents == cents


LATER = [
    pytest.param("4x", "flop", marks=pytest.mark.clause("GR.3")),
    pytest.param("3x", "river", marks=pytest.mark.clause("GR.3")),
    pytest.param("2x", "river", marks=pytest.mark.clause("GR.4")),
]


@pytest.mark.parametrize(("play", "later"), LATER)
def test_a_player_with_a_stake_on_play_stakes_nothing_in_the_following_rounds(play: str, later: str) -> None:
    table = two_players().play({1: play}, until=later)
    assert table.state.turn == THREE
    assert {table.refusal(said(words, 1)) for words in ("check", "4x", "2x", "1x", "fold")} == {"already_played"}


@pytest.mark.clause("GR.4")
def test_the_croupier_turns_the_flop_once_every_player_has_acted() -> None:
    table = two_players().play(until="preflop")
    table.send(c.Check(seat=ONE))
    assert table.refusal(c.ShowFlop()) == "step_not_due"
    table.send(c.Check(seat=THREE))
    assert table.send(c.ShowFlop())[0] == e.FlopShown(cards=(Card("7h"), Card("7c"), Card("2s")))


@pytest.mark.clause("GR.5")
def test_the_croupier_turns_turn_and_river_once_every_player_has_acted() -> None:
    table = two_players().play(until="flop")
    table.send(c.Check(seat=ONE))
    assert table.refusal(c.ShowTurnAndRiver()) == "step_not_due"
    table.send(c.Check(seat=THREE))
    assert table.send(c.ShowTurnAndRiver())[0] == e.TurnAndRiverShown(cards=(Card("Kh"), Card("9d")))


@pytest.mark.clause("GR.5")
def test_a_fold_loses_the_stakes_on_ante_and_blind() -> None:
    table = two_players().play({1: "fold", 3: "1x"})
    assert table.net(1) == -2000
    assert table.result(1).keys() == {"ante", "blind"}


# The showdown.


@pytest.mark.clause("GR.6")
def test_the_croupier_shows_and_announces_first_and_then_the_players_from_right_to_left() -> None:
    table = RoundTable("greece").seat(1, "p1", hole="AsAd", ante=1000).seat(3, "p3", hole="8c8d", ante=1000)
    table.seat(6, "p6", hole="Jh9s", ante=1000).board("7h 7c 2s Kh 9d").dealer("QsQd")
    table.play({1: "4x", 3: "4x", 6: "4x"})
    shown = [event for event in table.events if isinstance(event, e.DealerHandShown | e.HandShown)]
    assert [(getattr(event, "seat", "croupier"), str(event.hand)) for event in shown] == [
        ("croupier", "Two Pair, Queens and Sevens"),
        (6, "Two Pair, Nines and Sevens"),
        (3, "Two Pair, Eights and Sevens"),
        (1, "Two Pair, Aces and Sevens"),
    ]


@pytest.mark.clause("GR.6")
def test_a_hand_that_was_folded_is_not_among_the_active_players_shown() -> None:
    table = two_players().play({1: "4x", 3: "fold"})
    assert [event.seat for event in table.of(e.HandShown)] == [1]


@pytest.mark.clause("GR.6")
def test_the_croupier_does_not_show_before_the_last_decision() -> None:
    table = two_players().play({1: "4x"}, until="river")
    assert table.refusal(c.ShowDealerHand()) == "step_not_due"


@pytest.mark.clause("GR.3a")
def test_a_player_who_plays_puts_the_cards_under_the_blind_wager() -> None:
    table = RoundTable("greece").seat(1, "p1", ante=1000).seat(2, "p2", ante=1000)
    table.play({1: "4x", 2: "check"}, until="flop")
    assert table.of(e.CardsTucked) == [e.CardsTucked(seat=Seat(1), under=Wager.BLIND)]
    view = view_of(table.state, table.posted)
    assert [view.seats[Seat(seat)].spot.under for seat in (1, 2)] == [Wager.BLIND, None]  # type: ignore[union-attr]


@pytest.mark.clause("GR.7")
def test_the_antes_push_before_any_players_cards_are_revealed() -> None:
    table = RoundTable("greece").board("8c 7d 2h 9s 4c").dealer("KdQc")
    table.seat(1, "p1", hole="AsAd", ante=1000).seat(2, "p2", hole="KsJd", ante=1000).play({1: "4x", 2: "1x"})
    told = [
        (event.seat, event.settled.wager.value if isinstance(event, e.WagerSettled) else "shown")
        for event in table.events
        if isinstance(event, e.HandShown | e.WagerSettled)
    ]
    assert told[:3] == [(2, "ante"), (1, "ante"), (2, "shown")]
