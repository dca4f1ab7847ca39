"""The comparison of a hand with the dealer's in words: kickers, ties, and a folded winner."""

from __future__ import annotations

import pytest

from support.round_table import RoundTable
from uth.cards import parse_cards
from uth.house.followed_table import NOTHING
from uth.house.live_table import TableSnapshot
from uth.ranking import rank
from uth.table.round import commands as c
from uth.terminal.record import result_words
from uth.terminal.result import result_of
from uth.units import PlayerId, Seat
from uth.views.table import table_document
from uth.words.round import Teller
from uth.words.session import Seating, Voice
from uth.words.showdown import compared_words, showdown_words

#   player            dealer           in words
COMPARED = """
    As Ad Kc 7d 2h  | Ac Ah Qc 7s 2d | Pair of Aces, King kicker | Pair of Aces, Queen kicker
    As Ad Kc 9d 2h  | Ac Ah Ks 8s 2d | Pair of Aces, King and Nine kickers | Pair of Aces, King and Eight kickers
    As Ad Kc 9d 4h  | Ac Ah Ks 9s 2d | Pair of Aces, King, Nine and Four kickers | ...King, Nine and Two kickers
    As Ad Kc Kd 4h  | Ac Ah Ks Kh 2d | Two Pair, Aces and Kings, Four kicker | Two Pair, Aces and Kings, Two kicker
    9s 9d 9c Kd 4h  | 9s 9d 9c Ks 2d | Three of a Kind, Nines, King and Four kickers | ...King and Two kickers
    9s 9d 9c 9h 4h  | 9s 9d 9c 9h 2d | Four of a Kind, Nines, Four kicker | Four of a Kind, Nines, Two kicker
    As Js 9s 5s 2s  | Ad Td 9d 5d 2d | Flush, Ace-Jack high | Flush, Ace-Ten high
    As Jd 9s 5s 2s  | Ad Jc 8d 5d 2d | Ace-Jack-Nine high | Ace-Jack-Eight high
    As Ad Kc 7d 2h  | Ac Ah Ks 7s 2d | Pair of Aces | Pair of Aces
    As Ad Kc 7d 2h  | Kc Kh Qs 7s 2d | Pair of Aces | Pair of Kings
"""


@pytest.mark.parametrize("line", COMPARED.strip().splitlines())
def test_equal_names_are_told_apart_by_the_kickers_down_to_the_one_that_decides(line: str) -> None:
    own, dealer, said, other = (part.strip() for part in line.split("|"))
    found = compared_words(rank(parse_cards(own)), rank(parse_cards(dealer)))
    assert found[0] == said
    assert found[1].endswith(other.removeprefix("..."))


def test_a_tie_and_a_fold_are_said() -> None:
    aces, kings = (rank(parse_cards(each)) for each in ("AsAdKc7d2h", "KsKdQc7d2h"))
    assert showdown_words(aces, kings) == "Pair of Aces against Pair of Kings"
    assert showdown_words(aces, aces) == "Pair of Aces against Pair of Aces, a tie"
    assert showdown_words(aces, kings, folded=True) == "you folded the winning hand: Pair of Aces against Pair of Kings"
    assert showdown_words(kings, aces, folded=True) == "you folded: Pair of Kings against Pair of Aces"


FOLDED = "You folded the winning hand: Pair of Aces, King kicker against Pair of Aces, Queen kicker"


def _folded_winner() -> RoundTable:
    table = RoundTable("massachusetts")
    table.seat(1, "ann", hole="AsKd", ante=1_000).seat(2, "bob", hole="3c4d", ante=1_000)
    table.board("Ac 7d 2h 9s 5c").dealer("AdQc")
    return table.play({1: "fold", 2: "1x"})


def test_the_player_who_folded_the_winning_hand_is_told_so_and_nobody_else() -> None:
    table = _folded_winner()
    shown = TableSnapshot(posted=table.posted, table=table.state, notes=NOTHING, commitment=None)
    own = table_document(shown, Seat(1))["seats"]
    assert (own["1"]["result"], own["2"]["result"]) == (FOLDED, "")
    other = table_document(shown, Seat(2))["seats"]
    assert other["1"]["result"] == ""
    assert other["2"]["result"].endswith("high against Pair of Aces")
    assert not any(each["result"] for each in table_document(shown, None)["seats"].values())


def test_the_terminal_says_the_same_in_the_result_and_in_its_history() -> None:
    table = _folded_winner()
    people = Seating(players={Seat(1): PlayerId("you"), Seat(2): PlayerId("Ada")}, mine=(Seat(1),))
    result = result_of(table.state, table.events, people, table.posted, table.net(1))
    voice = Voice(people=people, posted=table.posted)
    said = list(result_words(result, voice))
    assert f"{FOLDED}." in said
    assert any(line.startswith("You folded with Pair of Aces: ") for line in said), said


def test_a_hand_without_an_ante_is_not_compared_with_the_dealers() -> None:
    table = RoundTable("chickasaw")
    table.seat(1, "ann", hole="AsKd", trips=500).board("Ac 7d 2h 9s 5c").dealer("AdQc")
    table.play({})
    shown = TableSnapshot(posted=table.posted, table=table.state, notes=NOTHING, commitment=None)
    assert table_document(shown, Seat(1))["seats"]["1"]["result"] == ""


def test_a_seat_whose_chips_do_not_reach_for_a_play_is_told_what_it_takes() -> None:
    table = RoundTable("massachusetts")
    table.seat(1, "ann", rail=3_500, ante=1_000).seat(2, "bob", rail=2_000, ante=1_000)
    table.play({}, until="preflop")
    told = [Teller(posted=table.posted).too_few_chips(table.state, Seat(1))]
    table.send(c.Check(seat=Seat(1)))
    told.append(Teller(posted=table.posted).too_few_chips(table.state, Seat(2)))
    assert told == ["you have $15 left, and Play 3x takes $30", "you have no chips left, and Play 3x takes $30"]
    offered = table_document(
        TableSnapshot(posted=table.posted, table=table.state, notes=NOTHING, commitment=None), Seat(2)
    )["seats"]["2"]["offers"]
    assert offered is not None
    assert (offered["plays"], offered["short"]) == ([], "You have no chips left, and Play 3x takes $30")
