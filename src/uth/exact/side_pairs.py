"""The joint chances of two seats' categories on one flop or one board.

The hands of a round are not independent. This does not change an average, but it changes the variance of a wager that
is also paid for other seats' hands. That variance depends only on pairs of seats.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import comb, factorial
from typing import Final, NamedTuple

from uth.ranking import Category
from uth.table.settle.progressive import COMMUNITY_ROYALS, FIVE_CARD_HANDS, SEVEN_CARD_HANDS

TWO_ON_A_FLOP: Final = (
    (8_357_866_704,),
    (5_158_058_400, 5_506_575_360),
    (351_685_800, 780_848_640, 127_752_768),
    (117_228_600, 332_766_720, 65_729_664, 68_365_440),
    (63_897_216, 40_392_000, 2_754_000, 918_000, 2_052_384),
    (31_480_296, 20_227_680, 1_379_160, 459_720, 240_384, 1_419_104),
    (0, 29_652_480, 4_694_976, 5_601_024, 0, 0, 340_704),
    (0, 3_294_720, 741_312, 2_525_952, 0, 0, 183_456, 0),
    (216_156, 142_560, 9_720, 3_240, 7_404, 10_020, 0, 0, 56),
    (24_228, 15_840, 1_080, 360, 612, 1_116, 0, 0, 4, 0),
)  # fmt: skip
"""Deals of a flop and two holes: a row for the first hole's category, high card first, up to its own."""

TWO_ON_A_BOARD: Final = (
    (164_934_908_760,),
    (228_994_769_160, 574_484_133_960),
    (43_652_558_880, 270_127_833_552, 246_286_292_328),
    (7_303_757_580, 47_736_401_832, 31_155_189_408, 27_586_332_384),
    (26_248_866_180, 50_797_137_096, 18_549_991_152, 3_310_535_196, 25_219_094_136),
    (13_060_678_788, 30_076_271_352, 14_200_694_712, 2_606_403_900, 3_229_836_828, 19_608_838_592),
    (0, 15_829_506_000, 28_751_944_680, 12_910_316_760, 975_510_000, 1_102_206_960, 11_661_414_336),
    (0, 586_278_000, 653_378_400, 1_705_867_680, 43_198_800, 50_221_200, 966_835_584, 668_375_136),
    (85_751_460, 214_250_184, 109_829_304, 19_970_844, 98_961_348, 191_762_164, 8_767_440, 390_960, 44_354_840),
    (10_532_592, 25_380_864, 12_673_584, 2_304_216, 9_485_064, 23_604_264, 993_600, 44_160, 596_856, 4_280_760),
)  # fmt: skip
"""The same with all five board cards. `side_boards` recomputes both, and a test compares."""

FLOP_DEALS: Final = comb(52, 3) * comb(49, 2) * comb(47, 2)
BOARD_DEALS: Final = comb(52, 5) * comb(47, 2) * comb(45, 2)


class MadeHand(NamedTuple):
    """The hand a seat has made: a category, and whether it is a royal flush on the board (NV.4)."""

    category: Category
    community: bool = False


COMMUNITY: Final = MadeHand(Category.ROYAL_FLUSH, True)


@cache
def chances(*, five: bool) -> dict[MadeHand, Fraction]:
    """Return the chance of every hand that a seat can make with hole and flop, or with all seven cards."""
    counts = FIVE_CARD_HANDS if five else SEVEN_CARD_HANDS
    hands = sum(counts.values())
    found = {MadeHand(category): Fraction(counts[category], hands) for category in Category}
    if not five:
        found[COMMUNITY] = COMMUNITY_ROYALS
        found[MadeHand(Category.ROYAL_FLUSH)] -= COMMUNITY_ROYALS
    return found


@cache
def pair_chances(*, five: bool) -> dict[tuple[MadeHand, MadeHand], Fraction]:
    """Return the joint chance of every two hands that two given seats can make."""
    counts, deals = (TWO_ON_A_FLOP, FLOP_DEALS) if five else (TWO_ON_A_BOARD, BOARD_DEALS)
    found = {
        (MadeHand(one), MadeHand(other)): Fraction(counts[max(one, other)][min(one, other)], deals)
        for one in Category
        for other in Category
    }
    if not five:
        found[COMMUNITY, COMMUNITY] = COMMUNITY_ROYALS
        found[MadeHand(Category.ROYAL_FLUSH), MadeHand(Category.ROYAL_FLUSH)] -= COMMUNITY_ROYALS
    return found


HANDS_MAX: Final = 9
"""The most hands a rule set can deal: eight seats and the dealer."""

Polynomial = dict[tuple[int, int], int]
"""Matchings by their number of holes and of cards from the clique."""

NOTHING: Final[Polynomial] = {(0, 0): 1}


@cache
def deals(cards: int, hands: int) -> int:
    """Return the number of ways to draw that many holes from that many cards, in any order."""
    if cards < 2 * hands:
        return 0
    return comb(cards, 2 * hands) * factorial(2 * hands) // (factorial(hands) << hands)


@dataclass(frozen=True, slots=True)
class Forbidden:
    """Card types, and the pairs of them that may not form a hole.

    `lines[i]` has bit ``j`` set if a card of type ``i`` may not go with one of type ``j``; ``i`` itself means two of
    the same type. Any two cards of types in the `clique` are also forbidden; `lines` leaves those pairs out. A type of
    size 0 has no lines.
    """

    sizes: tuple[int, ...]
    clique: tuple[bool, ...]
    lines: tuple[int, ...]


@dataclass(frozen=True, slots=True, order=True)
class Part:
    """A connected component of card types under their lines."""

    sizes: tuple[int, ...]
    clique: tuple[bool, ...]
    lines: tuple[int, ...]


def allowed_deals(forbidden: Forbidden) -> tuple[int, ...]:
    """Return, for each number of hands, the ways in which that many allowed holes can be drawn together."""
    clique = sum(size for size, inside in zip(forbidden.sizes, forbidden.clique, strict=True) if inside)
    return _allowed_deals(sum(forbidden.sizes), clique, tuple(sorted(parts_of(forbidden))))


@cache
def _allowed_deals(cards: int, clique: int, parts: tuple[Part, ...]) -> tuple[int, ...]:
    lines = NOTHING
    for part in parts:
        lines = together(lines, matchings_of(part))
    matchings = [0] * (HANDS_MAX + 1)
    for (holes, used), ways in lines.items():
        for more in range(HANDS_MAX + 1 - holes):
            matchings[holes + more] += ways * deals(clique - used, more)
    return tuple(
        sum((-1) ** bad * matchings[bad] * deals(cards - 2 * bad, hands - bad) for bad in range(hands + 1))
        for hands in range(HANDS_MAX + 1)
    )


def parts_of(forbidden: Forbidden) -> Iterator[Part]:
    """Yield the connected components, with types of identical lines merged."""
    left = {at for at, line in enumerate(forbidden.lines) if line}
    while left:
        found, reached = set[int](), {left.pop()}
        while reached:
            found |= reached
            reached = {to for at in reached for to in left if forbidden.lines[at] >> to & 1}
            left -= reached
        groups: dict[tuple[bool, int], list[int]] = {}
        for at in sorted(found):
            groups.setdefault((forbidden.clique[at], forbidden.lines[at]), []).append(at)
        firsts = [group[0] for group in groups.values()]
        yield Part(
            tuple(sum(forbidden.sizes[at] for at in group) for group in groups.values()),
            tuple(inside for inside, _ in groups),
            tuple(sum((line >> to & 1) << new for new, to in enumerate(firsts)) for _, line in groups),
        )


@cache
def matchings_of(part: Part) -> Polynomial:
    """Return the matchings of one component.

    Its first card is in no hole, or in one with a card it has a line to.
    """

    @cache
    def of(left: tuple[int, ...]) -> Polynomial:
        first = next((at for at, size in enumerate(left) if size), None)
        if first is None:
            return NOTHING
        without = tuple(size - (at == first) for at, size in enumerate(left))
        total = dict(of(without))
        for other, size in enumerate(without):
            if size and part.lines[first] >> other & 1:
                rest = of(tuple(each - (at == other) for at, each in enumerate(without)))
                for (holes, used), ways in rest.items():
                    if holes < HANDS_MAX:
                        key = holes + 1, used + part.clique[first] + part.clique[other]
                        total[key] = total.get(key, 0) + size * ways
        return total

    return of(part.sizes)


def together(one: Polynomial, other: Polynomial) -> Polynomial:
    """Return the matchings of two components without a line between them."""
    total: Polynomial = {}
    for (holes, used), ways in one.items():
        for (more, also), by in other.items():
            if holes + more <= HANDS_MAX:
                key = holes + more, used + also
                total[key] = total.get(key, 0) + ways * by
    return total
