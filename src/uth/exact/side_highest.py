"""The highest of two to nine hands on one board: the number of deals in each category."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from uth.errors import Malformed
from uth.exact.side_numbers import PaidRow, SideNumbers
from uth.ranking import Category
from uth.rules.paytable import CoverAllTable
from uth.rules.values import Wager
from uth.table.posted import Posted, not_where

HIGHEST_HANDS: Final = {
    2: (
        82_467_454_380, 516_236_836_140, 436_923_538_596, 99_988_515_012, 111_516_076_692, 72_978_304_876,
        65_400_191_568, 4_339_967_232, 751_861_124, 87_755_580,
    ),
    3: (
        8_200_405_332_540, 125_443_979_850_852, 141_976_346_887_548, 38_708_766_293_580, 45_175_679_041_140,
        29_439_206_888_076, 27_370_258_454_160, 1_908_917_594_832, 334_981_001_292, 39_299_517_180,
    ),
    4: (
        533_048_958_006_120, 20_688_952_327_424_280, 28_977_213_447_617_040, 9_471_391_595_814_888,
        11_225_697_050_593_512, 7_297_420_716_508_872, 7_002_589_207_684_752, 514_814_246_412_816, 90_731_982_503_820,
        10_697_843_979_900,
    ),
    5: (
        23_783_296_520_937_240, 2_492_055_594_069_097_032, 4_119_523_084_090_919_376, 1_600_473_580_042_534_992,
        1_906_273_753_849_477_656, 1_239_775_126_858_158_936, 1_222_286_309_974_964_592, 94_589_579_318_107_536,
        16_683_796_155_723_060, 1_976_882_324_196_780,
    ),
    6: (
        745_883_789_959_820_880, 227_558_853_085_685_809_536, 430_710_570_249_202_093_392,
        196_351_680_337_797_626_928, 234_201_026_048_464_850_904, 152_862_715_214_350_292_520,
        154_203_070_212_440_244_432, 12_529_366_454_891_976_768, 2_207_679_759_930_759_660, 262_886_202_933_534_180,
    ),
    7: (
        16_590_387_735_269_042_040, 16_066_786_733_220_609_493_128, 34_173_680_253_242_615_256_096,
        18_032_062_022_339_678_833_608, 21_528_668_584_985_938_706_808, 14_143_372_802_439_841_432_008,
        14_546_598_167_010_541_111_632, 1_237_478_418_912_176_335_440, 217_591_025_574_271_379_940,
        26_038_769_769_904_191_300,
    ),
    8: (
        261_228_558_855_594_054_960, 886_494_747_079_569_576_846_636, 2_096_265_566_200_874_794_071_048,
        1_263_613_519_209_872_251_544_292, 1_511_589_887_629_650_941_134_464, 1_002_054_587_435_322_495_600_744,
        1_047_653_048_846_600_725_608_576, 93_053_382_525_117_861_406_560, 16_316_939_408_201_354_842_920,
        1_962_326_011_170_226_501_800,
    ),
    9: (
        2_878_391_053_900_520_852_400, 38_428_288_105_299_981_844_290_372, 100_478_322_129_556_313_576_861_688,
        68_365_299_890_085_838_807_252_068, 82_082_385_386_628_948_619_025_112, 55_020_227_211_120_406_144_118_616,
        58_332_081_278_099_266_677_841_824, 5_395_507_763_624_633_342_207_520, 943_065_395_062_344_471_317_400,
        113_981_482_905_550_112_853_000,
    ),
}  # fmt: skip
"""Deals by number of hands, then by category, high card first; a deal is a board and that many holes, in any order.

`side_boards` recomputes them, and a test compares.
"""


def highest_chances(hands: int) -> dict[Category, Fraction]:
    """Return the probability of each category for the highest of that many hands, including the dealer's."""
    counts = HIGHEST_HANDS[hands]
    return {category: Fraction(counts[category], sum(counts)) for category in Category}


def cover_all_numbers(posted: Posted, hands: int) -> SideNumbers:
    """Return the numbers of Cover All with that many hands dealt, including the dealer's; every hand counts (R23)."""
    table = _table(posted)
    if type(hands) is not int or hands not in hand_counts(posted):
        says = (
            f"is not a number of hands here; one of {', '.join(map(str, hand_counts(posted)))}, the dealer's included"
        )
        raise Malformed("hands", hands, says, table.cite)
    chances = highest_chances(hands)
    rows = tuple(
        PaidRow(
            hand=category.key,
            pays=str(odds),
            chance=chances[category],
            back=1 + Fraction(odds.pays, odds.on),
        )
        for category, odds in sorted(table.pays(hands).items(), reverse=True)
    )
    return SideNumbers(wager=Wager.COVER_ALL, table=table.name, rows=rows)


def hand_counts(posted: Posted) -> tuple[int, ...]:
    """Return the numbers of hands that the table can deal and the matrix pays."""
    return tuple(hands for hands in range(2, posted.rules.seats.count.value + 2) if str(hands) in _table(posted).hands)


def _table(posted: Posted) -> CoverAllTable:
    if posted.cover_all is None and posted.rules.cover_all.offered.value:
        raise Malformed("bet", Wager.COVER_ALL.value, *not_where(posted.dealing, posted.rules))
    if posted.cover_all is None:
        says = f"is not offered; {posted.rules.name} has no Cover All"
        raise Malformed("bet", Wager.COVER_ALL.value, says, posted.rules.cover_all.offered.cite)
    return posted.cover_all
