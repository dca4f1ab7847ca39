"""What a hole is worth on a finished board, summed over 990 dealer holes, in scaled integers."""

from __future__ import annotations

from typing import Final

import numpy as np
from numba import njit

from uth.kernels.exact_index import WIDTH
from uth.kernels.exact_standing import KIND, LOSSES, NO_HOLE, WINS, WITHOUT

PLAY: Final = 0
REST: Final = 1
RIVER: Final = 2
FIELDS: Final = 3
"""Rows of a worth: wins less losses, ante and blind and what else a hand that stays gets, the best river action."""


@njit(cache=True, nogil=True, error_model="numpy")
def value_standing(
    standing: np.ndarray,
    pays: np.ndarray,
    qualifier: int,
    scale: int,
    low: int,
    high: int,
    fold: int,
    worth: np.ndarray,
) -> None:
    """Fill the worth of each hole; `low` and `high` are the river's multiples, `fold` what folding is worth."""
    for hole in range(WIDTH):
        kind = standing[KIND, hole]
        wins = standing[WINS, hole]
        losses = standing[LOSSES, hole]
        without = standing[WITHOUT, hole]
        play = wins - losses
        ante = play - without if kind >= qualifier else without - 990
        rest = scale * (ante - losses) + pays[0, kind] * wins + pays[1, kind]
        river = rest + scale * play * (high if play > 0 else low)
        river = max(river, fold)
        there = kind != NO_HOLE
        worth[PLAY, hole] = play if there else 0
        worth[REST, hole] = rest if there else 0
        worth[RIVER, hole] = river if there else 0
