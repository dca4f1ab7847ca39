"""A player who has seen cards of the dealer's hole or of the board: the value of one starting hand.

A board of five has at most one suit with three cards or more. Its value is that of its ranks alone plus, for that suit,
an excess over it. Sums over the cards still to come are therefore sums over ranks alone plus, for each suit, a row that
depends on the known cards relative to that suit. Everything is a vector over the dealer's known cards.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from uth.kernels.exact_index import (
    FOLDS,
    LESS,
    LOST,
    PLAY_BIT,
    RIVER_HIGH,
    RIVER_LOW,
    SCALE,
    STAKED,
    WON,
    Bytes,
    Counts,
    Integers,
    Words,
)  # fmt: skip
from uth.kernels.loop import loop
from uth.ranking import ORDER_BITS

STAY: Final = 0
BEST: Final = 1
FIELDS: Final = 2
"""The result of staying, packed as in the exact count, and that of the best action at the river."""

WORTH: Final = 0
PLAY: Final = 1
REST: Final = 2
"""The totals before the flop: the best later actions, wins less losses, and what does not depend on the multiple."""

DEALERS: Final = 990
SUIT_BITS: Final = 13
SUIT_MASK: Final = (1 << SUIT_BITS) - 1


class InformationTables(NamedTuple):
    """The orders of all hands on each board, by ranks alone and relative to a suit, and how cards are numbered.

    `known` is the number of cards on the flop and seen ahead of it: three, four or five. `draws` has the ranks still
    to come (-1 for none), `drawn` the board that each makes with those known. `bases` is the first row of each set of
    suited ranks, -1 if too few. `dealers` has the kinds of what is seen of the dealer's hole, relative to a suit (-1
    for none), `ranked` its number by ranks alone.
    """

    plain: Words
    suited: Words
    ranks: Integers
    left: Bytes
    sets: Integers
    draws: Integers
    drawn: Integers
    copies: Integers
    bases: Counts
    dealers: Integers
    ranked: Integers
    numbers: Integers


class Cases(NamedTuple):
    """The dealer's known cards in the full deck: a mask each, and its number relative to each suit and by ranks."""

    masks: Integers
    kinds: Integers


class Sums(NamedTuple):
    """Scratch for one starting hand: values and sums by ranks alone, then a row of sums for each of its relations."""

    values: Integers
    plain: Integers
    rows: Integers
    have: Integers
    river: Integers
    excess: Integers
    weighed: Integers
    left: Integers


def worth_of(terms: Integers, hand: int, wins: int, losses: int, without: int, dealers: int) -> tuple[int, int]:
    """Return the packed result of staying, and that of the best action at the river, against so many dealers."""
    rest = terms[WON + hand] * wins + terms[LOST + hand] * losses + terms[LESS + hand] * without
    rest += terms[STAKED + hand] // DEALERS * dealers
    play = wins - losses
    low = rest + terms[SCALE] * terms[RIVER_LOW] * play
    high = rest + terms[SCALE] * terms[RIVER_HIGH] * play
    return rest + (play << PLAY_BIT), max(terms[FOLDS] // DEALERS * dealers, low, high)


def value_board(
    orders: Words, left: Bytes, x: int, y: int, seen: int, together: int, limit: int, terms: Integers,
    have: Integers, values: Integers,
) -> int:  # fmt: skip
    """Fill the values of a hole of two kinds for each known part of the dealer's hole; return 0 without such a hole.

    `seen` is how many of the dealer's cards are known; with `together` all cases are added up into the first. `limit`
    is the order below which a dealer does not qualify.
    """
    kinds = orders.shape[0]
    for kind in range(kinds):
        have[kind] = left[kind] - (kind == x) - (kind == y)
    if have[x] < 0 or have[y] < 0:
        return 0
    mine = 0 + orders[x, y]
    hand = mine >> ORDER_BITS
    if together:
        values[0, STAY] = values[0, BEST] = 0
    wins = losses = without = 0
    if seen == 2:
        at = 0
        for two in range(kinds):
            for one in range(two + 1):
                ways = have[one] * have[two]
                if one == two:
                    ways = have[one] * (have[one] - 1) >> 1
                stay = best = 0
                if ways > 0:
                    order = 0 + orders[two, one]
                    stay, best = worth_of(terms, hand, int(order < mine), int(order > mine), int(order < limit), 1)
                if together:
                    values[0, STAY] += ways * stay
                    values[0, BEST] += ways * best
                else:
                    values[at, STAY] = stay
                    values[at, BEST] = best
                at += 1
        return 1
    for one in range(kinds):
        row = orders[one]
        below = above = bad = 0
        for two in range(kinds):
            below += have[two] * (row[two] < mine)
            above += have[two] * (row[two] > mine)
            bad += have[two] * (row[two] < limit)
        below -= row[one] < mine
        above -= row[one] > mine
        bad -= row[one] < limit
        if seen == 0:
            wins += have[one] * below
            losses += have[one] * above
            without += have[one] * bad
            continue
        stay = best = 0
        if have[one] > 0:
            stay, best = worth_of(terms, hand, below, above, bad, 44)
        if together:
            values[0, STAY] += have[one] * stay
            values[0, BEST] += have[one] * best
        else:
            values[one, STAY] = stay
            values[one, BEST] = best
    if seen == 0:
        values[0, STAY], values[0, BEST] = worth_of(terms, hand, wins >> 1, losses >> 1, without >> 1, DEALERS)
    return 1


@loop
def sum_plain(
    low: int, high: int, seen: int, together: int, limit: int, tables: InformationTables, terms: Integers, sums: Sums
) -> None:
    """Fill the values of every board by ranks alone, and their sums over the cards to come."""
    values, plain = sums.values, sums.plain
    for board in range(values.shape[0]):
        if not value_board(
            tables.plain[board], tables.left[board], low, high, seen, together, limit, terms, sums.have, values[board]
        ):
            for case in range(values.shape[1]):
                values[board, case, STAY] = values[board, case, BEST] = 0
    have = sums.have
    for at in range(tables.drawn.shape[0]):
        for case in range(plain.shape[1]):
            one, two = tables.dealers[case, 0], tables.dealers[case, 1]
            for rank in range(13):
                have[rank] = 4 - tables.copies[at, rank] - (rank == low) - (rank == high)
                have[rank] -= int(rank == one) + int(rank == two)
            stay = best = 0
            for draw in range(tables.draws.shape[0]):
                p, q = tables.draws[draw, 0], tables.draws[draw, 1]
                ways = 1
                if q >= 0:
                    ways = have[p] * (have[p] - 1) >> 1 if p == q else have[p] * have[q]
                elif p >= 0:
                    ways = have[p]
                value = values[tables.drawn[at, draw], case]
                stay += ways * value[STAY]
                best += ways * value[BEST]
            plain[at, case, STAY] = stay
            plain[at, case, BEST] = best


def weigh(case: int, one: int, two: int, double: int, left: Integers) -> int:
    """Return in how many ways one or two other cards can come; `double` if the cards known have one of them too."""
    if two >= 0:
        if one == two:
            pairs: int = left[one, case] * (left[one, case] - 1) >> 1
            return pairs
        ways: int = left[one, case] * left[two, case]
        return ways
    lone: int = left[one, case] - double
    return lone


def add_row(target: Integers, values: Integers) -> None:
    """Add the values to a row."""
    for case in range(values.shape[0]):
        target[case, STAY] += values[case, STAY]
        target[case, BEST] += values[case, BEST]


def spread(stays: int, mask: int, others: int, bases: Counts, weighed: Integers, rows: Integers) -> None:
    """Add a board's values to the row of each way to choose its suited cards to come; `others` numbers the others."""
    kept = 0
    for rank in range(13):
        kept += mask >> rank & 1
    coming = kept - stays
    if coming == 0:
        add_row(rows[bases[mask] + others], weighed)
        return
    for one in range(13):
        if not mask >> one & 1:
            continue
        less = mask ^ 1 << one
        if coming == 1:
            add_row(rows[bases[less] + others], weighed)
            continue
        for two in range(one):
            if mask >> two & 1:
                add_row(rows[bases[less ^ 1 << two] + others], weighed)


@loop
def sum_suited(
    known: int, x: int, y: int, relation: int, seen: int, together: int, limit: int, tables: InformationTables,
    terms: Integers, sums: Sums,
) -> None:  # fmt: skip
    """Fill the rows of one relation of the hole to a suit: the excess of each board, summed over the cards to come."""
    rows, values, river, excess, weighed = sums.rows[relation], sums.values, sums.river, sums.excess, sums.weighed
    cases = excess.shape[0]
    for row in range(rows.shape[0]):
        for case in range(cases):
            rows[row, case, STAY] = rows[row, case, BEST] = 0
    left = sums.left
    for rank in range(13):
        for case in range(cases):
            left[rank, case] = 3 - (rank == x) - (rank == y)
            left[rank, case] -= int(rank == tables.dealers[case, 0]) + int(rank == tables.dealers[case, 1])
    for board in range(tables.suited.shape[0]):
        size, mask, low, high = (
            tables.sets[board, 0],
            tables.sets[board, 1],
            tables.sets[board, 2],
            tables.sets[board, 3],
        )
        if not value_board(
            tables.suited[board], tables.left[values.shape[0] + board], x, y, seen, together, limit, terms, sums.have,
            river,
        ):  # fmt: skip
            continue
        plain = values[tables.ranks[board]]
        for case in range(cases):
            one, two = tables.dealers[case, 0], tables.dealers[case, 1]
            there = one < 0 or sums.have[one] > 0
            if two >= 0:
                there = there and sums.have[two] > (one == two)
            alone = plain[tables.ranked[case]]
            excess[case, STAY] = river[case, STAY] - alone[STAY] if there else 0
            excess[case, BEST] = river[case, BEST] - alone[BEST] if there else 0
        for option in range(4):  # the others that are still to come: none, the lower, the higher, both
            if (option & 1 and low < 0) or (option & 2 and high < 0) or (option == 2 and low == high):
                continue
            coming = (option & 1) + (option >> 1)
            stays = size - (5 - known - coming)
            if 5 - known < coming or stays < known - 2:
                continue
            others = 0
            if option == 0:
                others = high * (high + 1) // 2 + low if high >= 0 else max(low, 0)
            elif option < 3 and high >= 0:
                others = high if option == 1 else low
            for case in range(cases):
                ways = 1
                if option == 3:
                    ways = weigh(case, low, high, 0, left)
                elif option:
                    ways = weigh(case, low if option == 1 else high, -1, int(low == high), left)
                weighed[case, STAY] = ways * excess[case, STAY]
                weighed[case, BEST] = ways * excess[case, BEST]
            spread(stays, mask, others, tables.bases, weighed, rows)


def renamed(mask: int, names: Bytes) -> int:
    """Return a mask of cards with its suits renamed."""
    image = 0
    for suit in range(4):
        image |= (mask >> SUIT_BITS * suit & SUIT_MASK) << SUIT_BITS * names[suit]
    return image


def locate(mask: int, relations: Bytes, tables: InformationTables, found: Integers, ranks: Integers) -> int:
    """Find the sums of the known board cards: their number by ranks alone, then rows with relation and suit.

    Return how many rows there are.
    """
    count = 0
    for rank in range(13):
        for suit in range(4):
            if mask >> SUIT_BITS * suit + rank & 1:
                ranks[count] = rank
                count += 1
    number = 0
    for place in range(count):
        number += tables.numbers[place, ranks[place]]
    found[0] = number
    rows = 0
    for suit in range(4):
        suited = mask >> SUIT_BITS * suit & SUIT_MASK
        if tables.bases[suited] < 0:
            continue
        one = two = -1
        for rank in range(13):
            for other in range(4):
                if other != suit and mask >> SUIT_BITS * other + rank & 1:
                    one, two = two, rank
        others = 0
        if one >= 0:
            others = two * (two + 1) // 2 + one
        elif two >= 0:
            others = two
        found[1 + 3 * rows] = relations[suit]
        found[2 + 3 * rows] = tables.bases[suited] + others
        found[3 + 3 * rows] = suit
        rows += 1
    return rows


def add_flop(
    mask: int, weight: int, places: Integers, rows: int, sums: Sums, cases: Cases, multiples: Integers, totals: Integers
) -> None:
    """Add the best action on a flop to the totals, for each case that shares no card with the board."""
    kinds, scale = cases.kinds, multiples[0]
    for case in range(cases.masks.shape[0]):
        if cases.masks[case] & mask:
            continue
        value = sums.plain[places[0], kinds[4, case]]
        stay, best = value[STAY], value[BEST]
        for row in range(rows):
            value = sums.rows[places[1 + 3 * row], places[2 + 3 * row], kinds[places[3 + 3 * row], case]]
            stay += value[STAY]
            best += value[BEST]
        play = (stay + (1 << (PLAY_BIT - 1))) >> PLAY_BIT
        rest = stay - (play << PLAY_BIT)
        if multiples[3]:
            best = max(best, rest + scale * multiples[3] * play, rest + scale * multiples[4] * play)
        totals[case, WORTH] += weight * best
        totals[case, PLAY] += weight * play
        totals[case, REST] += weight * rest


def even_out(fixed: int, names: Integers, images: Integers, totals: Integers, even: Integers) -> None:
    """Give each case the totals of all boards, where only one of those that a renaming of suits makes was added.

    The sum over the cases with renamed suits is a whole multiple of it.
    """
    for case in range(totals.shape[0]):
        for field in range(3):
            even[case, field] = 0
            for at in range(fixed):
                even[case, field] += totals[images[names[at], case], field]
    for case in range(totals.shape[0]):
        for field in range(3):
            totals[case, field] = even[case, field] // fixed


def settle_starts(late: int, weight: int, multiples: Integers, totals: Integers, result: Integers) -> None:
    """Add the best action before the flop to the result: its value, and the cases that raise; `late` joins them."""
    if late:
        for case in range(1, totals.shape[0]):
            for field in range(3):
                totals[0, field] += totals[case, field]
    for case in range(1 if late else totals.shape[0]):
        check = totals[case, WORTH]
        low = totals[case, REST] + multiples[0] * multiples[1] * totals[case, PLAY]
        high = totals[case, REST] + multiples[0] * multiples[2] * totals[case, PLAY]
        if multiples[1] and max(low, high) > check:
            result[0] += weight * max(low, high)
            result[1] += weight
        else:
            result[0] += weight * check


@loop
def sum_starts(
    coming: int, times: int, late: int, hole: int, seen: Integers, groups: Bytes, images: Integers,
    relations: Bytes, tables: InformationTables, sums: Sums, cases: Cases, multiples: Integers, scratch: Integers,
    totals: Integers, even: Integers, result: Integers,
) -> None:  # fmt: skip
    """Add up a hole's values over the cards seen and the board cards `coming` with them.

    A row of `seen` has the masks of the flop cards and of the later cards seen, and a weight. Boards are counted once
    for all that differ by a renaming of suits (`groups`) that changes neither the hole nor the board cards seen;
    `images` has each case of the dealer's cards under each renaming. The totals
    of each row of `seen` are kept if there is a row of `totals` for it. `multiples` has the scale, and the lowest and
    highest multiple before the flop and on it.
    """
    cards, wheels, places, ranks, names = scratch[0], scratch[1], scratch[2], scratch[3], scratch[4]
    for at in range(seen.shape[0]):
        first, later = seen[at, 0], seen[at, 1]
        fixed = 0
        for group in range(groups.shape[0]):
            if renamed(first, groups[group]) == first and renamed(later, groups[group]) == later:
                names[fixed] = group
                fixed += 1
        total = totals[at if at < totals.shape[0] else 0]
        for case in range(total.shape[0]):
            for field in range(3):
                total[case, field] = 0
        count = 0
        for card in range(52):
            if not (hole | first | later) >> card & 1:
                cards[count] = card
                count += 1
        for wheel in range(coming):
            wheels[wheel] = wheel
        while True:
            mask = 0
            for wheel in range(coming):
                mask |= 1 << cards[wheels[wheel]]
            same = 0
            for group in range(fixed):
                image = renamed(mask, groups[names[group]])
                if image < mask:
                    same = -1
                    break
                same += image == mask
            if same > 0:
                board = mask | first | later
                rows = locate(board, relations, tables, places, ranks)
                add_flop(board | hole, times * (fixed // same), places, rows, sums, cases, multiples, total)
            wheel = coming - 1
            while wheel >= 0 and wheels[wheel] == count - coming + wheel:
                wheel -= 1
            if wheel < 0:
                break
            wheels[wheel] += 1
            for after in range(wheel + 1, coming):
                wheels[after] = wheels[after - 1] + 1
        if fixed > 1 and not late:
            even_out(fixed, names, images, total, even)
        settle_starts(late, seen[at, 2], multiples, total, result)
