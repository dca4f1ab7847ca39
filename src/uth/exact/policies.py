"""Ways to play that have a name: each says what it does at every point, and `solve` says what that is worth."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

import numpy as np

from uth.cards import RANKS
from uth.errors import Malformed
from uth.exact.boards import board_ranks, board_tables, hole_kinds, state_tables
from uth.exact.flops import Mask, flop_categories, flop_shares, flop_tables, start_classes
from uth.exact.game import MainGame
from uth.exact.solve import Policy, solve
from uth.kernels.exact_index import BOARDS, CHECK, FOLD, HIGH, HOLES, LOW, NO_ACTION, WIDTH, Bytes
from uth.kernels.exact_outs import count_outs
from uth.ranking import Category

FOUR_TIMES: Final = "33+ A2s+ A2o+ K2s+ K5o+ Q6s+ Q8o+ J8s+ JTo+"
"""The starting hands that the usual list raises: each of them and those with a higher second card."""

OUTS: Final = 21


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
    """Return the highest multiple for those starting hands, and a check for the others."""
    return tuple(max(game.preflop, default=0) if name in names else 0 for name in start_classes()[0])


def simple_flops() -> Bytes:
    """Return the flop of the simple rules: two pair or better, a hidden pair but pocket twos, four to a flush with a
    hidden ten or better."""
    flops, _, starts = flop_tables()
    cards, holes = flops[:, :3], starts.astype(np.int64)
    ranks, suits = holes >> 2, holes & 3
    raised: Mask = flop_categories() >= Category.TWO_PAIR
    raised |= (ranks[:, 0] == ranks[:, 1]) & (ranks[:, 0] > 0)
    for card in range(3):
        for side in range(2):
            raised |= (cards[:, card, None] >> 2) == ranks[:, side]
    for suit in range(4):
        mine = suits == suit
        four = ((cards & 3) == suit).sum(axis=1)[:, None] + mine.sum(axis=1) == 4
        raised |= four & ((mine & (ranks >= RANKS.index("T"))).any(axis=1))
    return actions_on(raised)


def actions_on(raised: Mask) -> Bytes:
    """Return a flop action for each flop and hole: the raises, else a check."""
    return np.where(flop_shares(), NO_ACTION, np.where(raised, HIGH, CHECK)).astype(np.uint8)


def river_by_outs(outs_below: int) -> Bytes:
    """Return the river that plays a hand of a higher category than the board's own, or with fewer outs than that."""
    outs = np.zeros((BOARDS, WIDTH), np.uint8)
    kinds = np.zeros_like(outs)
    room = np.zeros(26, np.int64), np.zeros(26, np.int64)
    count_outs(0, 1, board_tables().sets, hole_kinds(), board_ranks(), state_tables(), *room, outs, kinds)
    plays = (kinds > kinds[:, HOLES, None]) | (outs < outs_below)
    return np.where(plays, LOW, FOLD).astype(np.uint8)[None]


def best_before_river(game: MainGame) -> Policy:
    """Return the best play of the game up to the river."""
    best = solve(game)
    return Policy(preflop=tuple(start.multiple for start in best.starts), flop=best.played.flop)


def simple(game: MainGame) -> Policy:
    """Return the simple rules: the usual list, flop rules, and at the river a hidden pair or fewer than 21 outs."""
    return Policy(preflop=raise_starts(game, starts_in(FOUR_TIMES)), flop=simple_flops(), river=river_by_outs(OUTS))


def simple_exact_river(game: MainGame) -> Policy:
    """Return the simple rules with the best action at the river."""
    return replace(simple(game), river=None)


def hidden_pair(game: MainGame) -> Policy:
    """Return the simple rules with only a hidden pair or better played at the river."""
    return replace(simple(game), river=river_by_outs(0))


def never_fold(game: MainGame) -> Policy:
    """Return the best play before the river, and a hand that always stays there."""
    return replace(best_before_river(game), river=np.full((1, BOARDS, WIDTH), LOW, np.uint8))


def raise_everything(game: MainGame) -> Policy:
    """Return the highest multiple before the flop with every hand."""
    return Policy(preflop=raise_starts(game, frozenset(start_classes()[0])))


POLICIES: Final[dict[str, Callable[[MainGame], Policy]]] = {
    "optimal": lambda _: Policy(),
    "simple": simple,
    "simple_exact_river": simple_exact_river,
    "hidden_pair": hidden_pair,
    "never_fold": never_fold,
    "raise_everything": raise_everything,
}


def policy_named(name: str, game: MainGame) -> Policy:
    """Return the way to play of that name."""
    if name not in POLICIES:
        raise Malformed("strategy", name, f"is not known; there are {', '.join(POLICIES)}")
    if game.progressive_wager and name not in ("optimal", "raise_everything"):
        raise Malformed("strategy", name, "takes no account of a progressive that a fold forfeits")
    return POLICIES[name](game)
