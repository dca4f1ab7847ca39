"""What a hole is worth on a finished board, summed over 990 dealer holes, in scaled integers."""

from __future__ import annotations

from typing import Final

import numpy as np
from numba import njit

from uth.kernels.exact_index import WIDTH
from uth.kernels.exact_standing import HOLE, KIND, LOSSES, WINS, WITHOUT

STAY: Final = 0
RIVER: Final = 1
FIELDS: Final = 2
"""Rows of a worth: what a hand that stays gets, whatever the multiple; what the river's action gets."""

PLAY_BIT: Final = 40
"""To stay is one integer: wins less losses above this bit, below it the ante, the blind and what else is paid."""

FOLD: Final = 0
LOW: Final = 1
HIGH: Final = 2
"""River actions: fold, play the lowest multiple offered, play the highest; one between is never better than both."""

QUALIFIER: Final = 0
SCALE: Final = 1
RIVER_LOW: Final = 2
RIVER_HIGH: Final = 3
FOLDING: Final = 4
BLIND: Final = 5
BONUS: Final = 15
TERMS: Final = 25
"""A game in numbers: these, then what the blind pays and what else is paid for each category, scaled."""


@njit(cache=True, nogil=True, error_model="numpy")
def value_standing(standing: np.ndarray, count: int, terms: np.ndarray, obey: bool, plays: np.ndarray, worth: np.ndarray) -> None:
    """Fill the worth of each hole; the river's action is the one in `plays`, or else the best, noted there."""
    qualifier = terms[QUALIFIER]
    scale = terms[SCALE]
    folding = terms[FOLDING]
    river_low = scale * terms[RIVER_LOW]
    river_high = scale * terms[RIVER_HIGH]
    for hole in range(WIDTH):
        worth[STAY, hole] = 0
        worth[RIVER, hole] = 0
    for at in range(count):
        hole = standing[HOLE, at]
        kind = standing[KIND, at]
        wins = standing[WINS, at]
        losses = standing[LOSSES, at]
        without = standing[WITHOUT, at]
        play = wins - losses
        ante = play - without if kind >= qualifier else without - 990
        rest = scale * (ante - losses) + terms[BLIND + kind] * wins + terms[BONUS + kind]
        low = rest + play * river_low
        high = rest + play * river_high
        if not obey:
            plays[hole] = FOLD if folding > max(low, high) else HIGH if high > low else LOW
        worth[STAY, hole] = rest + (play << PLAY_BIT)
        worth[RIVER, hole] = folding if plays[hole] == FOLD else low if plays[hole] == LOW else high
