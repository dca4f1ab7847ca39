"""The value of cards that are seen ahead of time: published values, and states counted again card by card."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from random import Random

import numpy as np
import pytest

from uth.cards import DECK, Card
from uth.errors import Malformed
from uth.exact import information as counting
from uth.exact.collusion import collusion_value
from uth.exact.game import MainGame, pays_of
from uth.exact.information import Information, Seen, count_hand, information_value
from uth.exact.information_tables import dealer_cases, hole_of, mask_of, rows_of, scratch_of
from uth.exact.plain import settle
from uth.kernels.information import REST, WORTH
from uth.ranking import Category, rank

STANDARD = MainGame()
OTHER = MainGame(
    preflop=(2, 5),
    flop=(1, 3),
    river=(1, 2),
    qualifier=Category.TWO_PAIR,
    blind=pays_of({Category.FLUSH: Fraction(7, 3)}),
)


def flop_by_hand(
    game: MainGame, hole: tuple[Card, ...], board: list[Card], dealer: list[Card], *, late: bool = False
) -> dict[str, Fraction]:
    """Return the sums of the best action from the flop on, and of a play of nothing, over all cards still unknown."""
    left = [card for card in DECK if card not in {*hole, *board, *dealer}]
    sums = dict.fromkeys(("check", 0, *game.flop), Fraction(0))
    for runout in combinations(left, 5 - len(board)):
        five = (*board, *runout)
        mine = rank((*hole, *five))
        rivers = dict.fromkeys((0, *game.flop, *game.river), Fraction(0))
        others = list(combinations([card for card in left if card not in runout], 2 - len(dealer)))
        for unknown in others:
            theirs = rank((*dealer, *unknown, *five))
            compared = (mine > theirs) - (mine < theirs)
            for multiple in rivers:
                rivers[multiple] += settle(game, multiple, mine.category, compared, theirs.category)
        sums["check"] += max(Fraction(-2 * len(others)), *(rivers[multiple] for multiple in game.river))
        for multiple in (0, *game.flop):
            sums[multiple] += rivers[multiple]
    return {"best": max(sums["check"], *(sums[multiple] for multiple in game.flop)), "rest": sums[0]}


@pytest.mark.parametrize("game", [STANDARD, OTHER], ids=["standard", "another game"])
@pytest.mark.parametrize("sees", ["dealer", "dealer,dealer", "dealer,turn", "dealer,dealer,turn", "turn,turn", "turn"])
def test_a_flop_with_cards_seen_is_counted_as_card_by_card(sees: str, game: MainGame) -> None:
    ahead = Seen.parse(sees)
    seen = Seen(dealer=ahead.dealer, flop=3, turn=ahead.turn)
    known = 3 + seen.turn
    random, sums = Random(sees), scratch_of(known, counting.tables_of(seen))
    for name in ("AKs", "88", "T4o") if seen.dealer + seen.turn > 1 else ("T4s",):
        hole = hole_of(name)
        left = [card for card in DECK if card not in hole]
        random.shuffle(left)
        left.sort(key=lambda card: (card.suit != 0) * random.random())  # flushes are likely
        board, dealer = left[:known], left[known + 3 : known + 3 + seen.dealer]
        rows = np.array([[mask_of(board), 0, 1]])
        counted = count_hand(game, seen, name, sums, keep=True, rows=rows)
        case = dealer_cases(seen.dealer).masks.tolist().index(mask_of(dealer))
        ways = {3: 1, 4: 4, 5: 10}[known]
        total = counted.totals[0, case]
        by_hand = flop_by_hand(game, hole, board, dealer)
        assert Fraction(int(total[WORTH]), ways * game.scale) == by_hand["best"]
        assert Fraction(int(total[REST]), ways * game.scale) == by_hand["rest"]


def test_a_hand_that_sees_the_flop_but_one_card_adds_up_its_flops() -> None:
    """Kings see two flop cards and both of the dealer's: the sums over the third card are those of each flop."""
    sums, hole = scratch_of(3, counting.tables_of(Seen(dealer=2, flop=2))), hole_of("KK")
    two, dealer = [Card("Ac"), Card("Kh")], [Card("As"), Card("2s")]
    rows = np.array([[mask_of(two), 0, 1]])
    counted = count_hand(STANDARD, Seen(dealer=2, flop=2), "KK", sums, keep=True, rows=rows)
    case = dealer_cases(2).masks.tolist().index(mask_of(dealer))
    left = [card for card in DECK if card not in {*hole, *two, *dealer}]
    by_hand = sum((flop_by_hand(STANDARD, hole, [*two, card], dealer)["best"] for card in left), Fraction(0))
    assert Fraction(int(counted.totals[0, case, WORTH]), STANDARD.scale) == by_hand


def test_what_a_hand_can_see_is_listed_once_and_weighed_by_its_renamings() -> None:
    for name in ("77", "QJs", "A5o"):
        for flop, turn, choices in ((0, 0, 1), (1, 0, 50), (0, 1, 50), (1, 1, 50 * 49), (2, 0, 1225)):
            assert rows_of(hole_of(name), flop, turn)[:, 2].sum() == choices


def test_a_deal_is_counted_once_for_each_choice_of_the_cards_seen() -> None:
    assert Seen().deals * 1326 == 27_813_810_024_000
    assert Seen.parse("dealer").deals == 2 * Seen().deals
    assert Seen.parse("flop,dealer,river").deals == 12 * Seen().deals
    assert Seen.parse("turn", "flop").deals == 2 * Seen().deals


@pytest.mark.parametrize(
    ("sees", "street", "says"),
    [
        ("burn", "preflop", "burn"),
        ("dealer,dealer,dealer", "preflop", "from 0 to 2"),
        ("flop", "flop", "everyone has seen it"),
        ("turn", "river", "everyone has seen it"),
        ("dealer", "turn", "not a decision"),
    ],
)
def test_cards_that_cannot_be_seen_are_refused_in_one_line(sees: str, street: str, says: str) -> None:
    with pytest.raises(Malformed, match=says):
        Seen.parse(sees, street)


def test_a_progressive_that_a_fold_forfeits_is_refused() -> None:
    game = MainGame(progressive_wager=Fraction(1), progressive=pays_of({Category.FLUSH: 5}))
    with pytest.raises(Malformed, match="forfeits"):
        information_value(game, Seen(dealer=1))


def test_the_same_key_samples_the_same_states_and_their_error_is_small() -> None:
    first = collusion_value(STANDARD, 5, states=3, shuffle_key="test")
    again = collusion_value(STANDARD, 5, states=3, shuffle_key="test")
    assert first == again
    assert first.without == Fraction(-50643648973, 2317817502000)
    assert first.standard_error < 0.2
    assert first.ev == pytest.approx(float(first.without) + first.worth)


def published(sees: str, street: str = "preflop", *, keep: bool = False) -> Information:
    return information_value(STANDARD, Seen.parse(sees, street), keep=keep, workers=2)


@pytest.mark.slow
def test_one_dealer_card_is_worth_the_published_edge_in_5083_situations() -> None:
    information = published("dealer", keep=True)
    assert information.ev == Fraction(8592081451, 63213204600)
    assert f"{float(100 * information.ev):.4f}" == "13.5922"
    situations = [each for hand in information.hands for each in hand.situations]
    assert len(situations) == 5083
    assert sum(each.times for each in situations) == 1326 * 50
    best = sum((each.times * each.values[each.multiple] for each in situations), Fraction(0))
    assert best / (1326 * 50) == information.ev


@pytest.mark.slow
@pytest.mark.parametrize(
    ("sees", "percent", "value"),
    [
        ("dealer,flop", "22.3286", Fraction(182660181577, 818053236000)),
        ("dealer,turn", "26.1867", Fraction(1456704258661, 5562762004800)),
        ("dealer,dealer", "38.5816", Fraction(2682750886069, 6953452506000)),
    ],
)
def test_two_cards_are_worth_the_published_edge(sees: str, percent: str, value: Fraction) -> None:
    information = published(sees)
    assert f"{float(100 * information.ev):.4f}" == percent
    assert information.ev == value


@pytest.mark.slow
def test_seeing_nothing_is_the_known_value_and_seeing_later_is_worth_less() -> None:
    assert published_nothing().ev == Fraction(-50643648973, 2317817502000)
    river, flop = published("dealer", "river"), published("dealer", "flop")
    assert 0 < river.worth < flop.worth < Fraction(157772, 1_000_000)


def published_nothing() -> Information:
    return information_value(STANDARD, Seen(), workers=2)
