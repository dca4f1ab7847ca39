"""The flop: boards told by ranks alone join the sums, and every hole on every flop gets its actions' values."""

from __future__ import annotations

import numpy as np
from numba import njit

from uth.kernels.exact_index import five_at, pair_at, three_at


@njit(cache=True, nogil=True, error_model="numpy")
def value_ranked(ranked, sizes, pays, qualifier, scale, river_low, river_high, fold, plain) -> None:
    """Fill the worth of every board told by its ranks alone."""
    for board in range(ranked.shape[0]):
        for at in range(sizes[board]):
            row = ranked[board, at]
            kind = row[1]
            wins = row[3]
            losses = row[4]
            without = row[5]
            play = wins - losses
            ante = play - without if kind >= qualifier else without - 990
            rest = scale * (ante - losses) + pays[0, kind] * wins + pays[1, kind]
            river = rest + scale * play * (river_high if play > 0 else river_low)
            plain[board, 0, row[0]] = play
            plain[board, 1, row[0]] = rest
            plain[board, 2, row[0]] = max(river, fold)


@njit(cache=True, nogil=True, error_model="numpy")
def gather(plain, a, b, c, field, cells, lines, sums) -> None:
    """cells[t,u,p], lines[t,p] = sum over u, sums[0,p] total, sums[1,p] diagonal."""
    for p in range(91):
        sums[0, p] = sums[1, p] = 0
    for t in range(13):
        for p in range(91):
            lines[t, p] = 0
    for u in range(13):
        for t in range(u + 1):
            row = plain[five_at(a, b, c, t, u), field]
            for p in range(91):
                v = row[p]
                cells[t, u, p] = v
                cells[u, t, p] = v
                lines[t, p] += v
            if t != u:
                for p in range(91):
                    lines[u, p] += row[p]
            else:
                for p in range(91):
                    sums[1, p] += row[p]
    for t in range(13):
        for p in range(91):
            sums[0, p] += lines[t, p]


@njit(cache=True, nogil=True, error_model="numpy")
def deck_pairs(copies, a, b, c, gone, cells, lines, sums, low, high, out) -> None:
    """out[0,p] pairs from a deck of `copies` of each rank less the first `gone` of a, b, c; out[1], out[2] those with a
    given card of hole's low / high rank; out[3] the one pair of both."""
    for p in range(91):
        x = low[p]
        y = high[p]
        square = copies * copies * sums[0, p]
        diagonal = copies * sums[1, p]
        with_x = copies * lines[x, p] - cells[x, x, p]
        with_y = copies * lines[y, p] - cells[y, y, p]
        if gone > 0:
            square += cells[a, a, p] - 2 * copies * lines[a, p]
            diagonal -= cells[a, a, p]
            with_x -= cells[x, a, p]
            with_y -= cells[y, a, p]
        if gone > 1:
            square += cells[b, b, p] + cells[c, c, p] - 2 * copies * (lines[b, p] + lines[c, p])
            square += 2 * (cells[a, b, p] + cells[a, c, p] + cells[b, c, p])
            diagonal -= cells[b, b, p] + cells[c, c, p]
            with_x -= cells[x, b, p] + cells[x, c, p]
            with_y -= cells[y, b, p] + cells[y, c, p]
        out[0, p] = (square - diagonal) >> 1
        out[1, p] = with_x
        out[2, p] = with_y
        out[3, p] = cells[x, y, p]


@njit(cache=True, nogil=True, error_model="numpy")
def lone_card(a, b, c, field, cells, lines, sums, low, high, out, one, two) -> None:
    """Add what a flop of one card `a` and two others `b`, `c` takes from ranks alone."""
    # runouts of two in the suit of a belong to the suit
    deck_pairs(1, a, b, c, 1, cells, lines, sums, low, high, out)
    row = one[a * 91 + (pair_at(b, c) if b <= c else pair_at(c, b)), field]
    for p in range(91):
        x = low[p]
        y = high[p]
        row[p] -= out[0, p]
        row[pair_at(y, 13 + x)] -= out[0, p] - out[1, p]
        if x != y:
            row[pair_at(x, 13 + y)] -= out[0, p] - out[2, p]
            row[pair_at(13 + x, 13 + y)] -= out[0, p] - out[1, p] - out[2, p] + out[3, p]
    if b == c:
        return
    # b and c share a suit, a another
    deck_pairs(3, a, b, c, 1, cells, lines, sums, low, high, out)
    row = two[(pair_at(b, c) if b <= c else pair_at(c, b)) * 13 + a, field]
    for p in range(91):
        x = low[p]
        y = high[p]
        row[p] += out[0, p] - out[1, p] - out[2, p] + out[3, p]
        row[pair_at(y, 13 + x)] += out[0, p] - out[2, p]
        if x != y:
            row[pair_at(x, 13 + y)] += out[0, p] - out[1, p]
            row[pair_at(13 + x, 13 + y)] += out[0, p]


@njit(cache=True, nogil=True, error_model="numpy")
def sum_ranked(plain, low, high, one, two, mixed) -> None:
    cells = np.zeros((13, 13, 91), np.int64)
    lines = np.zeros((13, 91), np.int64)
    sums = np.zeros((2, 91), np.int64)
    out = np.zeros((4, 91), np.int64)
    for c in range(13):
        for b in range(c + 1):
            for a in range(b + 1):
                for field in range(3):
                    gather(plain, a, b, c, field, cells, lines, sums)
                    deck_pairs(4, a, b, c, 3, cells, lines, sums, low, high, out)
                    row = mixed[three_at(a, b, c), field]
                    for p in range(91):
                        row[p] = out[0, p] - out[1, p] - out[2, p] + out[3, p]
                    lone_card(a, b, c, field, cells, lines, sums, low, high, out, one, two)
                    if b != a:
                        lone_card(b, a, c, field, cells, lines, sums, low, high, out, one, two)
                    if c != b:
                        lone_card(c, a, b, field, cells, lines, sums, low, high, out, one, two)


@njit(cache=True, nogil=True, error_model="numpy")
def value_flops(flops, told, starts, mixed, one, two, all_, values) -> None:
    """values[flop, field, hole] for every flop class and hole; told[s, hole] its number against suit s, told[4] by ranks."""
    for at in range(flops.shape[0]):
        shape = flops[at, 0]
        a, b, c = flops[at, 1], flops[at, 2], flops[at, 3]
        # cards: rainbow a0 b1 c2; two-tone a0 b0 c1; monotone all 0
        sa = a * 4
        sb = b * 4 + (1 if shape == 0 else 0)
        sc = c * 4 + (2 - shape)
        for field in range(3):
            out = values[at, field]
            for h in range(1326):
                if (
                    starts[h, 0] == sa
                    or starts[h, 0] == sb
                    or starts[h, 0] == sc
                    or starts[h, 1] == sa
                    or starts[h, 1] == sb
                    or starts[h, 1] == sc
                ):
                    continue
                if shape == 0:
                    out[h] = (
                        mixed[three_at(a, b, c), field, told[4, h]]
                        + one[a * 91 + pair_at(b, c), field, told[0, h]]
                        + one[b * 91 + pair_at(a, c), field, told[1, h]]
                        + one[c * 91 + pair_at(a, b), field, told[2, h]]
                    )
                elif shape == 1:
                    out[h] = (
                        two[pair_at(a, b) * 13 + c, field, told[0, h]] + one[c * 91 + pair_at(a, b), field, told[1, h]]
                    )
                else:
                    out[h] = all_[three_at(a, b, c), field, told[0, h]]
