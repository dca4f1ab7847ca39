"""Two seats against one banker: the compiled sweep equals brute force over all pairs of holes, and random deals."""

from __future__ import annotations

import random
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import sqrt

import numpy as np
import pytest

from uth.cards import DECK, Card, parse_cards
from uth.errors import Broken, Malformed
from uth.exact.banker import PAIR_DEALS, SHIPPED, STANDARD, banker_numbers, require_agreement
from uth.exact.banker_count import boards_of, count_pairs, flop_count, refusal_to_count, river_multiples
from uth.exact.flops import flop_tables, start_name
from uth.exact.game import MainGame, pays_of
from uth.exact.plain import settle
from uth.exact.result import Solution
from uth.exact.solve import flop_at, river_action, solve
from uth.kernels.banker import BY_CATEGORY, NETS, PRODUCTS, SQUARES
from uth.kernels.exact_flops import TIMES
from uth.kernels.exact_index import HIGH, LOW
from uth.kernels.ranking import rank_boards
from uth.ranking import ORDER_BITS, Category, rank
from uth.rules.loader import load
from uth.rules.values import Street, Wager
from uth.strategy.named import strategy_named
from uth.table.posted import post
from uth.table.settle.settled import Banker, Decision, PlayedRound, PlayedSeat
from uth.table.settle.settlement import settle as settle_round
from uth.units import PlayerId, Seat

GAMES = {
    "standard": STANDARD,
    "every multiple on every street": MainGame(preflop=(1, 2, 3, 4), flop=(1, 2, 3, 4), river=(1, 2, 3, 4)),
    "no raise before the river, another blind": MainGame(
        preflop=(), flop=(), blind=pays_of({Category.THREE_OF_A_KIND: Fraction(1, 3)})
    ),
    "two pair to qualify": MainGame(qualifier=Category.TWO_PAIR),
    "a full house to qualify": MainGame(qualifier=Category.FULL_HOUSE),
    "nothing to qualify": MainGame(qualifier=None),
}
BOARDS = {
    "rainbow": "2c 9d Kh 7h 3d",
    "paired": "7c Kd Kh 2s 7d",
    "three of a suit on the flop": "2c 9c Kc 7h 7s",
    "three of a suit by the river": "2c 9c Kd 7c 7s",
    "four of a suit": "2c 9c Kd 9h 7c",
    "five of a suit": "2c 9c Kc 8c 7c",
    "a straight": "6c 8d Th 9s 7d",
    "a royal flush to come": "Tc Jc Qd Kc Ac",
    "the board's own quads": "4c 4d 4h 4s Qd",
}
QUICK = ("rainbow", "four of a suit", "the board's own quads")
TRIED = [
    *(pytest.param("standard", name, marks=() if name in QUICK else pytest.mark.slow) for name in BOARDS),
    *(("nothing to qualify", "four of a suit"), ("every multiple on every street", "rainbow")),
    *(pytest.param(game, "four of a suit", marks=pytest.mark.slow) for game in GAMES if game != "standard"),
    *(pytest.param(game, "paired", marks=pytest.mark.slow) for game in GAMES if game != "standard"),
]
ROUNDS = 30_000


@cache
def solved(game: MainGame, strategy: str = "optimal") -> Solution:
    return solve(game, strategy_named(strategy).policy(game))


@cache
def preflop(solution_of: MainGame) -> dict[str, int]:
    return {start.name: start.multiple for start in solved(solution_of).starts}


def multiple_of(game: MainGame, hole: tuple[Card, ...], board: tuple[Card, ...]) -> int:
    """What the best play ends with, looked up street by street; 0 is a fold."""
    played = solved(game).played
    if preflop(game)[start_name(hole)]:
        return preflop(game)[start_name(hole)]
    action = int(played.flop[flop_at(board[:3], hole)])
    if action in (LOW, HIGH):
        return min(game.flop) if action == LOW else max(game.flop)
    action = river_action(played, board, hole)
    return 0 if action == 0 else min(game.river) if action == LOW else max(game.river)


def net_of(game: MainGame, multiple: int, mine: int, theirs: int) -> Fraction:
    """What a hand of one order wins or loses against another."""
    if multiple == 0:
        return Fraction(-2)
    compared = (mine > theirs) - (mine < theirs)
    return settle(game, multiple, Category(mine >> ORDER_BITS), compared, Category(theirs >> ORDER_BITS))


def found_plainly(game: MainGame, board: tuple[Card, ...]) -> tuple[int, int, int, list[int]]:
    """Every banker's hole with every two holes that share no card with it nor with each other."""
    holes = list(combinations([card for card in DECK if card not in board], 2))
    orders = rank_boards(np.array([board], np.uint8), np.array(holes, np.uint8))[0].astype(int).tolist()
    multiples = [multiple_of(game, hole, board) for hole in holes]
    apart = np.array([[not {*one} & {*two} for two in holes] for one in holes])
    net = cache(lambda multiple, mine, theirs: int(game.scale * net_of(game, multiple, mine, theirs)))
    rows = [[net(times, mine, theirs) for times, mine in zip(multiples, orders, strict=True)] for theirs in orders]
    nets = np.array(rows) * apart
    beside = (nets.astype(float) @ apart.astype(float)).astype(np.int64)  # whole numbers far below 2^53
    kinds = np.array(orders) >> ORDER_BITS
    others = (beside * apart).sum(axis=0)
    return (
        int(nets.sum()),
        int((nets**2).sum()),
        int((nets * beside).sum()),
        [int(others[kinds == category].sum()) for category in Category],
    )


@pytest.mark.parametrize(("game", "name"), TRIED)
def test_the_sweep_equals_every_pair_of_holes_tried(game: str, name: str) -> None:
    board = parse_cards(BOARDS[name])
    number, _ = flop_at(board[:3], board[3:])
    assert flop_tables().flops[number, :3].tolist() == [int(card) for card in board[:3]], "the flop as it is numbered"
    found = flop_count(solved(GAMES[game]), river_multiples(solved(GAMES[game])), number, {tuple(map(int, board)): 1})
    nets, squares, products, beside = found_plainly(GAMES[game], board)
    assert found[NETS] == nets
    assert found[SQUARES] == squares
    assert found[PRODUCTS] == products
    assert found[BY_CATEGORY:] == beside


@pytest.mark.parametrize("text", ["2c 9d Kh", "7c 7d Kh", "4c 4d 4h", "2c 9c Kd", "2c 9c 9d", "2c 9c Kc"])
def test_boards_that_differ_in_their_suits_names_alone_are_counted_once_and_weighed(text: str) -> None:
    flop = tuple(map(int, parse_cards(text)))
    number, _ = flop_at(parse_cards(text), parse_cards("As Ks"))
    left = [card for card in range(52) if card not in flop]
    every = {(*flop, *runout): 1 for runout in combinations(left, 2)}
    some = boards_of(number)
    assert sum(some.values()) == len(every) == 1176
    assert (len(some) < len(every)) == (text != "2c 9d Kh")
    river = river_multiples(solved(STANDARD))
    weighed = flop_count(solved(STANDARD), river, number, some)
    assert weighed == flop_count(solved(STANDARD), river, number, every)
    assert weighed == flop_count(solved(STANDARD), river, number)


def test_the_flops_stand_for_all_22_100() -> None:
    assert int(flop_tables().flops[:, TIMES].sum()) == 22_100
    assert PAIR_DEALS == 22_100 * 1176 * 1081 * 990 * 903


@pytest.mark.parametrize("strategy", SHIPPED)
def test_the_shipped_count_has_the_value_and_the_variance_of_one_seat(strategy: str) -> None:
    require_agreement(SHIPPED[strategy], solved(STANDARD, strategy))


def test_a_count_of_another_game_is_not_taken_for_this_one() -> None:
    with pytest.raises(Broken, match="not those of the solution"):
        require_agreement(SHIPPED["optimal"], solved(GAMES["two pair to qualify"]))


def test_what_cannot_be_counted_says_why() -> None:
    assert refusal_to_count(STANDARD) is None
    high = MainGame(blind=pays_of({Category.ROYAL_FLUSH: 5000}))
    assert "too high" in str(refusal_to_count(high))
    forfeits = MainGame(trips_wager=Fraction(1), trips=pays_of({Category.FLUSH: 7}))
    with pytest.raises(Malformed, match="a fold forfeits a side wager"):
        count_pairs(solved(forfeits))


@cache
def random_rounds() -> list[tuple[Fraction, Fraction, Category, Category]]:
    """Two seats' nets in random rounds, and what both made."""
    chance = random.Random("two seats, one banker")
    rounds = []
    for _ in range(ROUNDS):
        cards = tuple(chance.sample(DECK, 11))
        board, banker, seats = cards[:5], rank(cards[:7]), (cards[7:9], cards[9:11])
        hands = [rank((*board, *seat)) for seat in seats]
        one, two = (
            net_of(STANDARD, multiple_of(STANDARD, seat, board), hand.order, banker.order)
            for seat, hand in zip(seats, hands, strict=True)
        )
        rounds.append((one, two, hands[0].category, hands[1].category))
    return rounds


def within_four_errors(sample: list[float], mean: Fraction) -> bool:
    average = sum(sample) / len(sample)
    error = sqrt(sum((each - average) ** 2 for each in sample)) / len(sample)
    return abs(average - float(mean)) < 4 * error


def test_random_rounds_have_the_shipped_mean_of_the_product_of_two_seats() -> None:
    sample = [float(one * two) for one, two, *_ in random_rounds()]
    assert within_four_errors(sample, SHIPPED["optimal"].mean_product)
    assert not within_four_errors(sample, Fraction(0)), "the sample is large enough to see that seats go together"


def test_random_rounds_have_the_shipped_mean_of_a_net_beside_three_of_a_kind_or_better() -> None:
    made = [Fraction(category >= Category.THREE_OF_A_KIND) for category in Category]
    sample = [float(one * made[category]) for one, _, _, category in random_rounds()]
    assert within_four_errors(sample, SHIPPED["optimal"].mean_with_category(made))


def test_random_rounds_with_trips_have_the_edge_of_a_seat_and_the_covariance_of_two() -> None:
    california = post(load("california"))
    numbers = banker_numbers(california, 2, trips=1)
    assert numbers.covariance is not None
    pays = {category: Fraction(odds.pays, odds.on) for category, odds in california.trips.pays.items()}
    both = [(one + pays.get(a, -1), two + pays.get(b, -1)) for one, two, a, b in random_rounds()]
    assert within_four_errors([float(one) for one, _ in both], -numbers.edge)
    assert within_four_errors([float(one * two) for one, two in both], numbers.covariance + numbers.edge**2)


def test_a_banker_who_covers_everything_wins_what_the_count_says_the_seats_lose() -> None:
    california = post(load("california"))
    pays = {category: Fraction(odds.pays, odds.on) for category, odds in california.trips.pays.items()}
    chance = random.Random("a bank that covers everything")
    ante = 1000
    for _ in range(300):
        cards = tuple(chance.sample(DECK, 13))
        board, banker = cards[:5], rank(cards[:7])
        seats, lost = [], Fraction(0)
        for number, hole in enumerate((cards[7:9], cards[9:11], cards[11:]), start=2):
            hand, multiple = rank((*board, *hole)), multiple_of(STANDARD, hole, board)
            lost -= ante * (net_of(STANDARD, multiple, hand.order, banker.order) + pays.get(hand.category, -1))
            wagers = {Wager.ANTE: ante, Wager.BLIND: ante, Wager.TRIPS: ante}
            did = Decision(street=Street.RIVER, multiple=multiple or None)
            player = PlayerId(f"player {number}")
            seats.append(PlayedSeat(seat=Seat(number), player=player, hole=hole, wagers=wagers, decision=did))
        bank = Banker(seat=Seat(1), wager=10_000 * ante)
        settled = settle_round(PlayedRound(board=board, dealer=cards[5:7], seats=tuple(seats), banker=bank), california)
        assert settled.banker is not None
        assert settled.banker.net == lost


@pytest.mark.slow
def test_the_whole_count_made_anew_is_the_one_that_is_shipped() -> None:
    assert count_pairs(solved(STANDARD)) == SHIPPED["optimal"]
