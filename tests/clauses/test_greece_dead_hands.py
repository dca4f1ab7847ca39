"""Greece: the money after a misdeal or a voided hand, where every stake is returned."""

from __future__ import annotations

import pytest

from support.documents import HANDS, LOW_PAIR, document, hand, refused, settle

MISDEALS = [
    pytest.param("GR.MISA1", id="not shuffled or cut", marks=pytest.mark.clause("GR.MISA1")),
    pytest.param("GR.MISA2", id="a card dealt face up", marks=pytest.mark.clause("GR.MISA2")),
    pytest.param("GR.MISA3", id="a wrong number of cards to a player", marks=pytest.mark.clause("GR.MISA3")),
    pytest.param("GR.MISA4", id="a card too many to all, or a player missed", marks=pytest.mark.clause("GR.MISA4")),
    pytest.param("GR.MISA5", id="a wrong number of cards to the croupier", marks=pytest.mark.clause("GR.MISA5")),
    pytest.param("GR.MISA6", id="the croupier shows too early", marks=pytest.mark.clause("GR.MISA6")),
    pytest.param("GR.MISA7", id="a card off the table", marks=pytest.mark.clause("GR.MISA7")),
    pytest.param("GR.MISB1", id="shuffler: a wrong number of cards", marks=pytest.mark.clause("GR.MISB1")),
    pytest.param("GR.MISB2", id="shuffler: a malfunction", marks=pytest.mark.clause("GR.MISB2")),
    pytest.param("GR.MISB3", id="shuffler: two cards face up", marks=pytest.mark.clause("GR.MISB3")),
]


@pytest.mark.parametrize("misdeal", MISDEALS)
def test_a_misdeal_cancels_all_hands_and_every_stake_goes_back(misdeal: str) -> None:
    hole, board = HANDS["royal_flush"]
    seats = [
        hand(1, "p1", hole, ante=1000, trips=500, progressive=100),
        hand(2, "p2", "AdQc", "2x", ante=2000, progressive=100),
        hand(3, "p3", "8h7c", "fold", ante=1000, trips=500),
    ]
    settled = settle(document("greece", board=board, dealer=LOW_PAIR, seats=seats, void=misdeal))
    assert {outcome for seat in (1, 2, 3) for outcome in settled.outcomes(seat).values()} == {"void"}
    assert [settled.net(seat) for seat in (1, 2, 3)] == [0, 0, 0]
    assert all(wager["cites"] == [misdeal] for wager in settled.seats[1]["wagers"].values())
    assert settled.meters["main"]["paid"] == settled.house == 0


WRONG_NUMBER = [
    pytest.param("GR.MISA3", "AdQc3d", marks=pytest.mark.clause("GR.MISA3")),
    pytest.param("GR.MISA4", "", marks=pytest.mark.clause("GR.MISA4")),
    pytest.param("GR.MISB1", "Ad", marks=pytest.mark.clause("GR.MISB1")),
]


@pytest.mark.parametrize(("misdeal", "hole"), WRONG_NUMBER)
def test_a_player_with_a_wrong_number_of_cards_gets_every_stake_back_and_so_do_the_others(
    misdeal: str, hole: str
) -> None:
    short = {**hand(1, "p1", hole, ante=1000, trips=500, progressive=100), "decision": None}
    whole = {**hand(2, "p2", "9s9d", ante=2000, trips=500), "decision": None}
    settled = settle(document("greece", board="9h 9c 5s 2d Kc", dealer="2h4c", seats=[short, whole], void=misdeal))
    assert (settled.net(1), settled.net(2)) == (0, 0)


@pytest.mark.parametrize("misdeal", MISDEALS)
def test_a_misdeal_is_never_of_one_hand_alone(misdeal: str) -> None:
    hole, board = HANDS["royal_flush"]
    seats = [hand(1, "p1", hole, ante=1000, void=misdeal), hand(2, "p2", "AdQc", ante=1000)]
    assert refused(document("greece", board=board, dealer=LOW_PAIR, seats=seats)) == ("seats.0.void", None)


@pytest.mark.clause("GR.15")
def test_the_hand_voided_for_a_violation_gets_its_stakes_back_and_the_others_play_on() -> None:
    hole, board = HANDS["royal_flush"]
    seats = [
        hand(1, "p1", hole, ante=1000, trips=500, progressive=100, void="GR.15"),
        hand(2, "p2", "KdKh", ante=1000, progressive=100),
    ]
    settled = settle(document("greece", board=board, dealer=LOW_PAIR, seats=seats))
    assert set(settled.outcomes(1).values()) == {"void"}
    assert settled.net(1) == 0
    assert settled.outcomes(2) == {"ante": "win", "blind": "push", "play": "win", "progressive": "lose"}


@pytest.mark.clause("GR.15")
def test_a_voided_hand_takes_no_meter_and_brings_and_receives_no_envy() -> None:
    hole, board = HANDS["royal_flush"]
    other = hand(2, "p2", "KdKh", ante=1000, progressive=100)
    made = [hand(1, "p1", hole, ante=1000, progressive=100, void="GR.15"), other]
    settled = settle(document("greece", board=board, dealer=LOW_PAIR, seats=made))
    assert (settled.envy(2), settled.meters["main"]["paid"]) == ([], 0)
    received = [hand(1, "p1", hole, ante=1000, progressive=100), {**other, "void": "GR.15"}]
    assert settle(document("greece", board=board, dealer=LOW_PAIR, seats=received)).envy(2) == []


@pytest.mark.clause("GR.15")
def test_the_casino_may_void_the_hands_of_all_who_worked_together() -> None:
    hole, board = HANDS["royal_flush"]
    seats = [hand(1, "p1", hole, ante=1000, trips=500), hand(2, "p2", "KdKh", "fold", ante=1000)]
    settled = settle(document("greece", board=board, dealer=LOW_PAIR, seats=seats, void="GR.15"))
    assert (settled.net(1), settled.net(2)) == (0, 0)
