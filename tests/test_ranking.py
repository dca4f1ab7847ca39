"""The ranking of hands as the documents give it, and the fast implementation against the plain one."""

from __future__ import annotations

import runpy
from collections import Counter
from collections.abc import Callable, Collection, Iterator
from itertools import combinations, combinations_with_replacement, pairwise, product
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.examples import examples
from uth.cards import DECK, RANKS, Card, parse_cards
from uth.errors import Malformed
from uth.ranking import Category, Hand, hand_of_order, hand_with, hands_of, order_of, rank, shared_by
from uth.ranking_plain import best_five, rank_five, rank_plain

ROOT = Path(__file__).resolve().parents[1]


def hand(text: str) -> Hand:
    return rank(parse_cards(text))


def fives() -> Iterator[tuple[Card, ...]]:
    """Yield one hand of five cards of each kind there is: by ranks, and where all five differ also as a flush."""
    for ranks in combinations_with_replacement(range(13), 5):
        if ranks[0] != ranks[4]:
            yield tuple(DECK[4 * rank + suit] for rank, suit in zip(ranks, (0, 1, 2, 3, 0), strict=True))
    for ranks in combinations(range(13), 5):
        yield tuple(DECK[4 * rank] for rank in ranks)


# The nine hands, each with the highest and the lowest as the clause names them.

NINE = {
    Category.ROYAL_FLUSH: ("As Ks Qs Js Ts", "Ac Kc Qc Jc Tc"),
    Category.STRAIGHT_FLUSH: ("Kd Qd Jd Td 9d", "Ah 2h 3h 4h 5h"),
    Category.FOUR_OF_A_KIND: ("Ac Ad Ah As Kc", "2c 2d 2h 2s 3c"),
    Category.FULL_HOUSE: ("Ac Ad Ah Kc Kd", "2c 2d 2h 3c 3d"),
    Category.FLUSH: ("Ac Kc Qc Jc 9c", "2s 3s 4s 5s 7s"),
    Category.STRAIGHT: ("Ac Kd Qh Js Tc", "Ac 2d 3h 4s 5c"),
    Category.THREE_OF_A_KIND: ("Ac Ad Ah Kc Qd", "2c 2d 2h 3c 4d"),
    Category.TWO_PAIR: ("Ac Ad Kh Kc Qd", "3c 3d 2h 2c 4d"),
    Category.ONE_PAIR: ("Ac Ad Kh Qc Jd", "2c 2d 3h 4c 5d"),
}


@pytest.mark.clause("MA.5b")
@pytest.mark.parametrize("category", NINE)
def test_each_of_the_nine_hands_has_the_highest_and_the_lowest_that_the_document_names(category: Category) -> None:
    highest, lowest = map(hand, NINE[category])
    places = [order_of(five) for five in fives() if rank(five).category is category]
    assert (highest.order, lowest.order) == (max(places), min(places))


@pytest.mark.clause("MA.5b", "CA.RANK")
def test_a_hand_that_comes_before_another_in_the_list_beats_it_whatever_its_cards() -> None:
    for (_, weakest), (strongest, _) in pairwise(NINE.values()):
        assert hand(weakest) > hand(strongest)
    assert hand("2c 2d 3h 4c 5d") > hand("Ac Kd Qh Js 9c")


@pytest.mark.clause("MA.5b")
@pytest.mark.parametrize("around", ["Qc Kd Ah 2s 3c", "Kd Ah 2s 3c 4d", "Jc Qd Kh As 2c"])
def test_a_straight_does_not_go_round_the_ace(around: str) -> None:
    assert hand(around).category is Category.HIGH_CARD
    suited = " ".join(name[0] + "h" for name in around.split())
    assert hand(suited).category is Category.FLUSH


@pytest.mark.clause("MA.5b")
def test_five_to_seven_cards_have_no_straight_but_the_ten_of_the_document() -> None:
    straights = {frozenset("A2345"), *(frozenset(RANKS[low : low + 5]) for low in range(9))}
    for five in fives():
        is_straight = frozenset(str(card)[0] for card in five) in straights
        assert is_straight == (
            rank(five).category in {Category.STRAIGHT, Category.STRAIGHT_FLUSH, Category.ROYAL_FLUSH}
        )


@pytest.mark.clause("MA.5a", "CA.RANK")
def test_ranks_go_from_the_two_up_to_the_ace() -> None:
    assert RANKS == "23456789TJQKA"
    for lower, higher in pairwise(RANKS):
        others = " ".join(other + "h" for other in "369Q58" if other not in lower + higher)[:11]
        assert hand(f"{higher}c {others}") > hand(f"{lower}c {others}")
        assert hand(f"{higher}c {higher}d {others[:8]}") > hand(f"{lower}c {lower}d {others[:8]}")


@pytest.mark.clause("MA.5a")
@pytest.mark.parametrize("suits", ["cdhsc", "hhhhh"])
def test_the_ace_is_low_in_a_straight_with_two_three_four_and_five_and_high_in_all_else(suits: str) -> None:
    wheel, six_high, broadway = (
        rank(parse_cards("".join(r + s for r, s in zip(ranks, suits, strict=True))))
        for ranks in ("A2345", "23456", "AKQJT")
    )
    assert wheel.words.endswith("Five high")
    assert wheel < six_high < broadway
    assert hand("Ac 2d 3h 4s 6c").words == "Ace high"
    assert hand("Ac Ad 2h 3s 4c") > hand("Kc Kd Qh Js 9c")


@pytest.mark.clause("CA.RANK")
def test_the_ace_counts_high_or_low_in_a_straight() -> None:
    assert hand("Ac Kd Qh Js Tc").category is hand("Ac 2d 3h 4s 5c").category is Category.STRAIGHT


@pytest.mark.clause("CA.RANK")
@given(st.sets(st.sampled_from(DECK), min_size=5, max_size=7), st.permutations(range(4)))
def test_no_suit_is_worth_more_than_another(cards: set[Card], suits: list[int]) -> None:
    assert rank(cards) is rank([DECK[4 * card.rank + suits[card.suit]] for card in cards])


COMPARED = """
    Ac Kd 9h 7s 4c   >  Ah Qd Jh Ts 8c      the first card that differs decides, without a hand
    Ac Kd 9h 7s 4c   >  Ah Kc 9d 7h 3c      down to the fifth
    Ac Kd 9h 7s 4c   =  Ah Kc 9d 7h 4d      the same ranks are a push
    Jc Jd Ah 3s 2c   >  Jh Js Kh Qs Tc      a pair, then the highest other card
    Jc Jd Ah 7s 3c   >  Jh Js Ad 7h 2c      and the last of them
    3c 3d 4h 5s 6c   >  2h 2s Ah Ks Qc      the pair comes before the other cards (R28)
    Qc Qd 3h 3s 2c   >  Jh Js Th Ts Ac      the higher of two pairs first
    Qc Qd 8h 8s 2c   >  Qh Qs 7h 7s Ac      then the lower
    Qc Qd 7h 7s 3c   >  Qh Qs 7c 7d 2c      then the fifth card
    9c 9d 9h Ks 2c   >  8c 8d 8h As Kc      three of a kind
    6h 7c 8d 9h Ts   >  5h 6c 7d 8h 9s      a straight by its highest card
    6h 7c 8d 9h Ts   =  6d 7s 8h 9c Td      and nothing else
    Kc Qc 9c 7c 5c   >  Ks Qs 9s 7s 4s      flushes card by card
    Ac 6c 4c 3c 2c   >  Kd Qd Jd Td 8d      the highest first
    8c 8d 8h 2s 2c   >  7c 7d 7h As Ac      full houses by the three
    8c 8d 8h 3s 3c   >  8c 8d 8h 2s 2c      then by the pair
    5c 5d 5h 5s 3c   >  4c 4d 4h 4s Ac      four of a kind
    5c 5d 5h 5s 4c   >  5c 5d 5h 5s 3c      then the fifth card
    9h Th Jh Qh Kh   >  8s 9s Ts Js Qs      straight flushes
    As Ks Qs Js Ts   =  Ad Kd Qd Jd Td      royal flushes are all alike
"""


@pytest.mark.clause("MA.5c", "CA.RANK")
@pytest.mark.parametrize("line", COMPARED.strip().splitlines())
def test_hands_of_the_same_kind_are_told_apart_by_their_cards_and_else_push(line: str) -> None:
    words = line.split()
    one, sign, other = hand(" ".join(words[:5])), words[5], hand(" ".join(words[6:11]))
    assert one.category is other.category
    assert (one > other, one == other) == (sign == ">", sign == "=")


@pytest.mark.clause("MA.5c")
def test_the_sixth_and_seventh_card_break_no_tie() -> None:
    board = "Ac Kd 9h 8s 7c"
    assert hand(f"{board} 3d 2h") is hand(f"{board} 6h 4d") is hand(board)


WORDS = """
    As Ks Qs Js Ts 2d 2c | Royal Flush
    5h 6h 7h 8h 9h Ac Ad | Straight Flush, Nine high
    Ah 2h 3h 4h 5h Ac Ad | Straight Flush, Five high
    7c 7d 7h 7s Ac Ad Ah | Four of a Kind, Sevens
    Kc Kd Kh 5s 5c 2d 3h | Full House, Kings over Fives
    6c 6d 6h Ks Kc Kd 2h | Full House, Kings over Sixes
    Ac Kc 9c 5c 2c 2d 2h | Flush, Ace high
    Ac 2d 3h 4s 5c Kd Kh | Straight, Five high
    6c 6d 6h Ks Qc 9d 2h | Three of a Kind, Sixes
    Qc Qd 7h 7s 2c 2d Ah | Two Pair, Queens and Sevens
    Jc Jd 9h 7s 5c 3d 2h | Pair of Jacks
    Ac Qd 9h 7s 5c 3d 2h | Ace high
"""


@pytest.mark.parametrize("line", WORDS.strip().splitlines())
def test_a_hand_is_announced_in_words(line: str) -> None:
    cards, words = (part.strip() for part in line.split("|"))
    assert str(hand(cards)) == words


def test_every_category_has_a_hand_that_is_announced() -> None:
    assert {hand(line.split("|")[0].strip()).category for line in WORDS.strip().splitlines()} == set(Category)
    assert all(hand_of_order(order_of(five)).words for five in fives())


# The fast ranking and its plain twin.


def test_there_are_7462_different_hands_and_the_fast_ranking_tells_each_as_the_plain_one_does() -> None:
    found = Counter(rank(five) for five in fives())
    assert all(rank(five) == rank_five(five) for five in fives())
    assert sum(found.values()) == len(found) == 7462
    assert [len(hands_of(category)) for category in Category] == [1277, 2860, 858, 858, 10, 1277, 156, 156, 9, 1]


@examples(300)
@given(st.lists(st.sampled_from(DECK), min_size=5, max_size=7, unique=True))
def test_the_fast_ranking_is_the_plain_one_whatever_the_cards(cards: list[Card]) -> None:
    assert rank(cards) == rank_plain(cards)
    assert rank(cards) is hand_of_order(order_of(tuple(cards)))


def test_two_cards_beside_what_a_board_brings_rank_as_all_of_them_together() -> None:
    rng = Random(5)
    for suits in (DECK, DECK, DECK[1::2], DECK[::4]):  # in two suits, and in one, flushes are common
        for _ in range(1_500):
            first, second, *board = rng.sample(suits, rng.choice((5, 6, 7)))
            assert hand_with((first, second), shared_by(board)) is rank([first, second, *board])


@examples(300)
@given(st.integers(0, 3), st.data())
def test_the_fast_ranking_is_the_plain_one_when_five_or_more_share_a_suit(suit: int, data: st.DataObject) -> None:
    suited = data.draw(st.lists(st.sampled_from(DECK[suit::4]), min_size=5, max_size=7, unique=True))
    others = [card for card in DECK if card not in suited]
    rest = data.draw(st.lists(st.sampled_from(others), max_size=7 - len(suited), unique=True))
    cards = data.draw(st.permutations(suited + rest))
    assert rank(cards) == rank_plain(cards)


@pytest.mark.parametrize("size", [5, 6, 7])
def test_the_fast_ranking_is_the_plain_one_on_many_deals(size: int) -> None:
    deal = Random(size)
    for _ in range(4000):
        cards = deal.sample(DECK, size)
        assert rank(cards) == rank_plain(cards)
        assert order_of(cards) == rank_plain(cards).order


@pytest.mark.parametrize("collect", [tuple, list, set, frozenset])
def test_cards_may_come_in_any_collection(collect: Callable[[Collection[Card]], Collection[Card]]) -> None:
    assert rank(collect(parse_cards("Kd Kh 5s Kc 5d 2c 9h"))).words == "Full House, Kings over Fives"


def test_the_best_five_of_seven_make_the_hand_of_the_seven() -> None:
    deal = Random(7)
    for _ in range(1000):
        cards = deal.sample(DECK, 7)
        five = best_five(cards)
        assert set(five) <= set(cards)
        assert rank(five) is rank(cards)


def test_the_shipped_tables_are_what_the_plain_ranking_makes_of_them() -> None:
    build = runpy.run_path(str(ROOT / "scripts" / "build_ranking_tables.py"))
    shipped = (ROOT / "src" / "uth" / "kernels" / "ranking.tables").read_bytes()
    assert build["table_bytes"]() == shipped
    assert len(shipped) < 200_000


@pytest.mark.parametrize("ranking", [rank, rank_plain])
@pytest.mark.parametrize(
    ("cards", "says"),
    [
        ("As Kd Qh Js", 'cards: "As Kd Qh Js" has 4 cards; a hand is made from five, six or seven'),
        ("", 'cards: "" has 0 cards; a hand is made from five, six or seven'),
        (
            "As Kd Qh Js Tc 9d 8h 7s",
            'cards: "As Kd Qh Js Tc 9d 8h 7s" has 8 cards; a hand is made from five, six or seven',
        ),
        ("As Kd Qh Js As", 'cards: "As" is there twice; one deck has each card once'),
        ("As Kd Qh Js Tc As", 'cards: "As" is there twice; one deck has each card once'),
        ("2c Kd Qh Js Tc 9d 2c", 'cards: "2c" is there twice; one deck has each card once'),
        ("2c 2d 2c 2d 2c 2d 2c", 'cards: "2c" is there twice; one deck has each card once'),
    ],
)
def test_too_few_too_many_or_repeated_cards_are_refused(
    ranking: Callable[[Collection[Card]], Hand], cards: str, says: str
) -> None:
    with pytest.raises(Malformed) as refusal:
        ranking(parse_cards(cards))
    assert str(refusal.value) == says


def test_any_card_that_is_there_twice_is_refused() -> None:
    for card, size in product(DECK, (5, 6, 7)):
        others = [other for other in DECK if other != card][: size - 2]
        with pytest.raises(Malformed, match="is there twice"):
            rank([card, *others, card])


@pytest.mark.parametrize("bad", ["As", "1x", 53, -1, None, [1]])
@pytest.mark.parametrize("size", [5, 6, 7])
def test_what_is_not_a_card_is_not_ranked(bad: object, size: int) -> None:
    with pytest.raises(Malformed, match="is not a card; make one with Card"):
        rank([*DECK[: size - 1], bad])  # type: ignore[list-item]
