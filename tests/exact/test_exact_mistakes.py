"""The mistakes of a strategy."""

from __future__ import annotations

from uth.cards import parse_cards
from uth.exact.advice import advise
from uth.exact.flops import start_classes
from uth.exact.game import MainGame
from uth.exact.mistakes import flop_mistakes, start_mistakes, street_costs
from uth.exact.solve import solve
from uth.rules.values import Street
from uth.strategy.named import strategy_named

GAME = MainGame()


def test_what_the_simple_rules_give_away_on_each_street_adds_up_to_what_they_cost() -> None:
    policy, best = strategy_named("simple").policy(GAME), solve(GAME)
    played = solve(GAME, policy)
    costs = street_costs(GAME, policy, best, played.ev)
    assert sum(costs.values()) == best.ev - played.ev
    assert costs[Street.PREFLOP] == 0
    assert costs[Street.FLOP] > 0
    assert costs[Street.RIVER] > 0


def test_the_flops_that_cost_most_are_mistakes_by_the_advice_too() -> None:
    policy, best = strategy_named("simple").policy(GAME), solve(GAME)
    _, classes = start_classes()
    starts = tuple((policy.preflop or ())[number] for number in classes.tolist())
    worst = flop_mistakes(GAME, policy, best, starts, 3)
    assert [mistake.total for mistake in worst] == sorted((mistake.total for mistake in worst), reverse=True)
    for mistake in worst:
        advice = advise(GAME, parse_cards(mistake.hole), parse_cards(mistake.board))
        assert advice.best.multiple == mistake.best
        assert advice.margin == mistake.cost
        assert mistake.chosen != mistake.best


def test_raising_everything_errs_most_with_the_hands_that_lose_most_by_it() -> None:
    mistakes = start_mistakes(strategy_named("raise_everything").policy(GAME), solve(GAME))
    assert {mistake.best for mistake in mistakes} == {0}
    assert sum(mistake.frequency for mistake in mistakes) * 1326 == 1326 - 500
    assert max(mistakes, key=lambda mistake: mistake.cost).hole == "32o"
