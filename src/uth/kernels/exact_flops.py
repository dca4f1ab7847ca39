"""The flop: boards told by ranks alone join the sums, and every hole on every flop gets its actions' values."""

from __future__ import annotations

import numpy as np
from numba import njit

from uth.kernels.exact_index import WIDTH, five_at, pair_at


@njit(cache=True, nogil=True, error_model="numpy")
def sum_decks(first, step, decks, copies, pairs, holes, boards, drawn, plain, sums) -> None:
    """decks: three ranks, row, sign, suited?; copies[deck, rank]."""
    for at in range(first, decks.shape[0], step):
        a, b, c, row, sign, suited = decks[at, 0], decks[at, 1], decks[at, 2], decks[at, 3], decks[at, 4], decks[at, 5]
        q = copies[at]
        for p in range(91):
            boards[p] = five_at(a, b, c, pairs[p, 0], pairs[p, 1])
        for f in range(2):
            for p in range(91):
                drawn[0, p] = 0
            for tu in range(91):
                t = pairs[tu, 0]
                u = pairs[tu, 1]
                ways = q[t] * (q[t] - 1) >> 1 if t == u else q[t] * q[u]
                if ways:
                    for p in range(91):
                        drawn[0, p] += ways * plain[boards[tu], f, p]
            for p in range(91):
                x = pairs[p, 0]
                y = pairs[p, 1]
                with_x = -plain[boards[pair_at(x, x)], f, p]
                with_y = -plain[boards[pair_at(y, y)], f, p]
                for u in range(13):
                    with_x += q[u] * plain[boards[pair_at(min(x, u), max(x, u))], f, p]
                    with_y += q[u] * plain[boards[pair_at(min(y, u), max(y, u))], f, p]
                drawn[1, p] = with_x
                drawn[2, p] = with_y
                drawn[3, p] = plain[boards[p], f, p]
            for h in range(351):
                p = holes[h, 3]
                # whether the card of the lower, higher rank is in the deck
                x_in = holes[h, 4] == suited
                y_in = holes[h, 5] == suited
                ways = drawn[0, p]
                if x_in:
                    ways -= drawn[1, p]
                if y_in:
                    ways -= drawn[2, p]
                if x_in and y_in:
                    ways += drawn[3, p]
                sums[row, f, h] += sign * ways


@njit(cache=True, nogil=True, error_model="numpy")
def value_flops(flops, told, starts, sums, values) -> None:
    for at in range(flops.shape[0]):
        for field in range(2):
            out = values[at, field]
            for h in range(1326):
                out[h] = 0
            for i in range(flops[at, 3]):
                row = sums[flops[at, 4 + 2 * i], field]
                name = told[flops[at, 5 + 2 * i]]
                for h in range(1326):
                    out[h] += row[name[h]]
        for h in range(1326):
            for i in range(3):
                if starts[h, 0] == flops[at, i] or starts[h, 1] == flops[at, i]:
                    for field in range(2):
                        values[at, field, h] = 0
