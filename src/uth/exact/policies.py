"""The named strategies as tables over every hand, for `solve`; `uth.strategy.named` lists them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Final

import numpy as np

from uth.cards import RANKS
from uth.exact.boards import board_ranks, board_tables, hole_kinds, state_tables
from uth.exact.flops import Mask, flop_categories, flop_shares, flop_tables, start_classes
from uth.exact.game import MainGame
from uth.exact.solve import BEST, Policy, solve
from uth.kernels.exact_index import BOARDS, CHECK, FOLD, HIGH, HOLES, LOW, NO_ACTION, WIDTH, Bytes
from uth.kernels.exact_outs import count_outs
from uth.ranking import Category
from uth.strategy.simple import OUTS_TO_FOLD

FOUR_TIMES: Final = "33+ A2s+ A2o+ K2s+ K5o+ Q6s+ Q8o+ J8s+ JTo+"
"""The starting hands that the usual list raises: each of these and those with a higher second card."""


def starts_in(text: str) -> frozenset[str]:
    """Return the starting hands of a list such as ``33+ K5o+``.

    >>> sorted(starts_in("QQ+ KTs+"))
    ['AA', 'KJs', 'KK', 'KQs', 'KTs', 'QQ']
    """
    names = set()
    for item in text.split():
        high, low, kind = RANKS.index(item[0]), RANKS.index(item[1]), item[2:].rstrip("+")
        for rank in range(low, 13 if high == low else high):
            names.add(RANKS[rank if high == low else high] + RANKS[rank] + kind)
    return frozenset(names)


def raise_starts(game: MainGame, names: frozenset[str]) -> tuple[int, ...]:
    """Return the highest multiple for those starting hands and a check for all others."""
    return tuple(max(game.preflop, default=0) if name in names else 0 for name in start_classes()[0])


def flop_rules() -> Mapping[str, Mask]:
    """Return for each simple rule of the flop which holes meet it on which flop, by the names of `FLOP_RULES`."""
    flops, _, starts = flop_tables()
    cards, holes = flops[:, :3], starts.astype(np.int64)
    ranks, suits = holes >> 2, holes & 3
    paired, pocket_twos = ranks[:, 0] == ranks[:, 1], (ranks == 0).all(axis=1)
    hidden: Mask = np.broadcast_to(paired, flop_shares().shape).copy()
    for card in range(3):
        for side in range(2):
            hidden |= (cards[:, card, None] >> 2) == ranks[:, side]
    flush: Mask = never()
    for suit in range(4):
        mine = suits == suit
        four = ((cards & 3) == suit).sum(axis=1)[:, None] + mine.sum(axis=1) == 4
        flush |= four & ((mine & (ranks >= RANKS.index("T"))).any(axis=1))
    return {
        "two_pair": flop_categories() >= Category.TWO_PAIR,
        "hidden_pair": hidden & ~pocket_twos,
        "flush_draw": flush,
    }


def simple_flops(without: str = "") -> Bytes:
    """Return the flop actions of the simple rules, or of all of them but one."""
    raised = never()
    for name, mask in flop_rules().items():
        if name != without:
            raised |= mask
    return actions_on(raised)


def actions_on(raised: Mask) -> Bytes:
    """Return the action for each flop and hole: a raise where `raises` is set, else a check."""
    return np.where(flop_shares(), NO_ACTION, np.where(raised, HIGH, CHECK)).astype(np.uint8)


def simple_river(game: MainGame, without: str = "") -> Bytes:
    """Return the river actions of the simple rules, or of all of them but one, by the names of `RIVER_RULES`.

    They play a hand of a higher category than the board's and a hand with few dealer outs; a hand whose side wagers pay
    for the play wager is always played.
    """
    outs, kinds = river_outs()
    rules = {"hidden_pair": kinds > kinds[:, HOLES, None], "outs": outs < OUTS_TO_FOLD}
    plays: Mask = np.zeros(kinds.shape, np.bool_)
    for name, mask in rules.items():
        if name != without:
            plays |= mask
    return np.stack([np.where(plays | paid[kinds], np.uint8(LOW), np.uint8(FOLD)) for paid in pays_for_staying(game)])


@lru_cache(maxsize=1)
def river_outs() -> tuple[Bytes, Bytes]:
    """Return the outs and the category of each hole on each board; the last column has the board's category."""
    outs, kinds = np.zeros((2, BOARDS, WIDTH), np.uint8)
    scratch = np.zeros(26, np.int64), np.zeros(26, np.int64)
    count_outs(0, 1, board_tables().sets, hole_kinds(), board_ranks(), state_tables(), *scratch, outs, kinds)
    return outs, kinds


def pays_for_staying(game: MainGame) -> Mask:
    """Return for each grade and category whether the side wagers that a fold forfeits pay for the play wager."""
    trips = [game.bonus(category) + game.trips_wager for category in Category]
    return np.array([[grade + each >= min(game.river) for each in trips] for grade in game.grades])


def best_before_river(game: MainGame) -> Policy:
    """Return the best actions before the river."""
    best = solve(game)
    return Policy(preflop=tuple(start.multiple for start in best.starts), flop=best.played.flop)


def optimal(_: MainGame) -> Policy:
    """Return the best play."""
    return BEST


def simple(game: MainGame) -> Policy:
    """Return the simple rules: a starting list, flop rules, and at the river a hidden pair or fewer than 21 outs."""
    return Policy(
        preflop=raise_starts(game, starts_in(FOUR_TIMES)),
        flop=simple_flops() if game.flop else actions_on(never()),
        river=simple_river(game),
    )


def simple_exact_river(game: MainGame) -> Policy:
    """Return the simple rules with the best action at the river."""
    return replace(simple(game), river=None)


def hidden_pair(game: MainGame) -> Policy:
    """Return the simple rules with only a hidden pair or better played at the river."""
    return replace(simple(game), river=simple_river(game, without="outs"))


def never_fold(game: MainGame) -> Policy:
    """Return the best play before the river, and a play with every hand at the river."""
    return replace(best_before_river(game), river=np.full((1, BOARDS, WIDTH), LOW, np.uint8))


def raise_everything(game: MainGame) -> Policy:
    """Return the highest multiple with every hand on the first street that offers a multiple."""
    return Policy(
        preflop=raise_starts(game, frozenset(start_classes()[0])),
        flop=actions_on(~never() if game.flop else never()),
        river=np.full((1, BOARDS, WIDTH), HIGH, np.uint8),
    )


def never() -> Mask:
    """Return no raise for any flop and hole."""
    return np.zeros(flop_shares().shape, np.bool_)
