"""The aggregate payout limit at high stakes, against the settlement itself."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

import pytest

from uth.cards import DECK, parse_cards
from uth.errors import Malformed
from uth.exact.advice import advise, advise_start
from uth.exact.game import MainGame, odds_of
from uth.exact.limit import PayoutLimit, solve_limited, under_limit
from uth.exact.solve import solve
from uth.ranking import rank
from uth.rules.loader import load
from uth.rules.values import Street, Wager
from uth.table.posted import post
from uth.table.settle.settled import Decision, PlayedRound, PlayedSeat
from uth.table.settle.settlement import settle
from uth.units import PlayerId, Seat

GAME = MainGame()
MASSACHUSETTS = post(load("massachusetts"))

STATES = [
    # hole   board         ante in cents, trips in cents
    ("AsKs", "QsJsTs2d3c", 300_00, 0),
    ("AsKs", "QsJsTs2d3c", 300_00, 1_000_00),
    ("9s8s", "7s6s5sAdKc", 3_000_00, 0),
    ("9s8s", "7s6s5sAdKc", 1_365_00, 200_00),
    ("AsAd", "AhAc2d3c7h", 8_000_00, 0),
]


@pytest.mark.clause("MA.13d")
@pytest.mark.parametrize(("hole", "board", "ante", "trips"), STATES)
def test_a_hand_under_the_limit_is_worth_what_990_settlements_pay(hole: str, board: str, ante: int, trips: int) -> None:
    mine, shared = parse_cards(hole), parse_cards(board)
    wagers = {Wager.ANTE: ante, Wager.BLIND: ante} | ({Wager.TRIPS: trips} if trips else {})
    seat = PlayedSeat(
        seat=Seat(1), player=PlayerId("p"), hole=mine, wagers=wagers,
        decision=Decision(street=Street.RIVER, multiple=1),
    )  # fmt: skip
    paid = 0
    for dealer in combinations([card for card in DECK if card not in {*mine, *shared}], 2):
        settlement = settle(PlayedRound(board=shared, dealer=dealer, seats=(seat,)), MASSACHUSETTS)
        paid += settlement.players
    limit, odds = Fraction(7_500_000, ante), odds_of(MASSACHUSETTS.trips)
    under = PayoutLimit(antes=limit, trips_wager=Fraction(trips, ante), trips=odds)
    advice = advise(GAME, mine, shared, limit=under)
    value = next(option.value for option in advice.options if option.multiple == 1)
    trips_alone = min(Fraction(trips, ante) * (odds[rank((*mine, *shared)).category] or 0), limit)
    assert 990 * (value + trips_alone) == Fraction(paid, ante)


def test_a_limit_nothing_reaches_changes_nothing() -> None:
    best = solve(GAME)
    limited = solve_limited(GAME, best, PayoutLimit(antes=Fraction(10_000)))
    assert limited.ev == limited.usual_ev == best.ev
    assert limited.starts == {start.name: start.multiple for start in best.starts}


def test_a_lower_limit_costs_more_and_the_usual_play_then_gives_something_away() -> None:
    best = solve(GAME)
    values = [solve_limited(GAME, best, PayoutLimit(antes=Fraction(limit))) for limit in (300, 100, 20, 7)]
    assert [each.ev for each in values] == sorted((each.ev for each in values), reverse=True)
    assert all(each.cost_of_the_usual_strategy > 0 for each in values)
    assert values[-1].starts["K2s"] == 0


def test_a_limit_below_what_play_alone_wins_is_refused() -> None:
    with pytest.raises(Malformed, match="limit"):
        under_limit(GAME, PayoutLimit(antes=Fraction(3)), 4)


@pytest.mark.clause("MA.13d")
def test_a_check_on_the_flop_under_the_limit_is_worth_its_1081_rivers() -> None:
    hole, flop, limit = parse_cards("9s8s"), parse_cards("7s6s2d"), PayoutLimit(antes=Fraction(9))
    rivers = [
        advise(GAME, hole, (*flop, *runout), limit=limit).best.value
        for runout in combinations([card for card in DECK if card not in {*hole, *flop}], 2)
    ]
    told = {option.multiple: option.value for option in advise(GAME, hole, flop, limit=limit).options}
    assert told[0] == sum(rivers, Fraction(0)) / len(rivers)
    assert told[2] < next(option.value for option in advise(GAME, hole, flop).options if option.multiple == 2)


@pytest.mark.slow
@pytest.mark.clause("MA.13d")
def test_a_start_under_the_limit_is_worth_the_same_over_all_its_boards() -> None:
    hole, limit = parse_cards("Ks2s"), PayoutLimit(antes=Fraction(7))
    assert advise(GAME, hole, limit=limit) == advise_start(GAME, hole, (), limit)
    assert advise(GAME, hole, limit=limit).best.multiple == 0
    assert advise(GAME, hole).best.multiple == 4
