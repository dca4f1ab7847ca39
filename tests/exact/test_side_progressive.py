"""The progressive: the return of each listed table, and the rulings that follow from its arithmetic."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from uth.errors import Malformed
from uth.exact.side_boards import board_classes, count_pairs_on_boards, count_pairs_on_flops, flop_classes
from uth.exact.side_pairs import BOARD_DEALS, FLOP_DEALS, TWO_ON_A_BOARD, TWO_ON_A_FLOP, chances, pair_chances
from uth.exact.side_progressive import ProgressiveNumbers, progressive_numbers, row_chances
from uth.house.specs import spec_of
from uth.kernels.ranking import rank_array
from uth.ranking import ORDER_BITS, Category
from uth.rules.loader import BOOKS, load, parse
from uth.table.posted import Posted, post
from uth.table.settle.progressive import chance_of, held

LISTED = [(book, table.name) for book in BOOKS for table in load(book).pay.progressive]
ONE_DOLLAR = 'based_on = "massachusetts"\n[progressive]\nwager = { value = 100, cite = "MA.13a" }\n'


def at(book: str, table: str | None = None) -> Posted:
    return post(load(book), {"progressive": table} if table is not None else None)


def numbers(book: str, table: str | None = None, **settings: Any) -> ProgressiveNumbers:
    return progressive_numbers(at(book, table), **settings)


# What is known in advance.


@pytest.mark.clause("MA.13e")
def test_the_fixed_rows_of_ptmgl01_return_0_530569151() -> None:
    assert f"{float(numbers('massachusetts', 'PTMGL01').fixed):.9f}" == "0.530569151"


@pytest.mark.clause("MA.13e")
def test_ptmgl01_breaks_even_for_a_dollar_at_160530_dollars_and_53_cents() -> None:
    (main,) = numbers("massachusetts", "PTMGL01", wager=100).meters
    assert main.break_even == Fraction(305_008_000, 19)
    assert round(main.break_even) == 16_053_053
    # The straight flush is paid 10% down to a whole cent (R10), so that the player is not behind two cents later.
    assert main.break_even_cents == 16_053_055


@pytest.mark.clause("MA.13e")
def test_ptmgl01_pays_each_seat_0_005694586_of_a_dollar_in_envy_for_each_other_seat() -> None:
    found = numbers("massachusetts", "PTMGL01", wager=100, seats=6)
    assert f"{float(found.envy):.9f}" == "0.005694586"
    assert found.house_edge == numbers("massachusetts", "PTMGL01", wager=100).house_edge - 5 * found.envy


@pytest.mark.clause("MA.13e")
def test_a_royal_flush_takes_the_straight_flush_award_of_ptmgl04() -> None:
    top = numbers("massachusetts", "PTMGL04").top
    assert (top.hand, top.chance) == ("straight_flush", Fraction(36 + 4, 2_598_960))


@pytest.mark.parametrize(("book", "table"), LISTED)
def test_each_row_has_the_chance_that_feeds_the_meters_too(book: str, table: str) -> None:
    posted = at(book, table)
    assert posted.progressive is not None
    assert posted.rules.progressive is not None
    found = row_chances(posted.progressive, five=posted.rules.progressive.judged_on.value == "hole_and_flop")
    assert found == {row.hand: chance_of(row, posted) for row in posted.progressive.rows}


# NV.3 prints four figures.


@pytest.mark.clause("NV.3")
def test_uthp_02_has_the_house_advantage_and_the_hit_frequency_that_nevada_prints() -> None:
    found = numbers("nevada")
    assert f"{float(found.house_edge_long_run):.2%}" == "24.24%"
    assert f"{float(found.hit_frequency):.2%}" == "2.80%"


@pytest.mark.clause("NV.3")
def test_uthp_02_has_the_top_payout_that_nevada_prints_as_one_in_32488_with_9772_dollars_on_average() -> None:
    found = numbers("nevada")
    assert found.top.chance == Fraction(1, 32_487)
    assert found.top_average_cents == 977_149
    # Exactly it is one in 32,487; the chance cut to four figures gives the printed one, and that its average.
    printed = int(1 / Fraction("0.00003078"))
    (main,) = found.meters
    assert printed == 32_488
    assert round((main.seed + main.increment * printed * found.wager_cents) / 100) == 9_772


# R12: what Greece withholds is what it holds.

WITHHELD = 'based_on = "greece"\n[progressive]\nwithheld = { value = "SHARE", cite = "GR.11" }\n'


@pytest.mark.clause("GR.11")
@pytest.mark.parametrize("share", ["15%", "17.5%", "20%"])
@pytest.mark.parametrize("wager", [100, 200, 500])
def test_a_full_greek_table_holds_in_the_long_run_what_the_casino_withholds(share: str, wager: int) -> None:
    posted = post(parse(WITHHELD.replace("SHARE", share), "house.toml"), progressive_wager=wager)
    held = progressive_numbers(posted, seats=6).house_edge_long_run
    assert held == Fraction(share.rstrip("%")) / 100


@pytest.mark.clause("GR.11")
@pytest.mark.parametrize("seats", range(1, 7))
def test_with_fewer_bettors_a_greek_table_holds_more_and_says_so(seats: int) -> None:
    found, posted = numbers("greece", seats=seats), post(load("greece"))
    assert held(posted, seats) == found.house_edge_long_run
    (note,) = found.notes
    assert note.startswith("the house withholds 17.5% at a full table of 6 (GR.11, R12)")
    assert ("with 1 betting it holds 19.0391%" in note) is (seats == 1)


TOO_DEAR = """
based_on = "greece"
name = "own"
[[pay.progressive]]
name = "dear"
cite = "own.1"
meters = [{ name = "main", seed = 100_000 }]
rows = [
  { hand = "royal_flush", meter = "main", percent = 100, envy = 10_000 },
  { hand = "full_house", for_one = 30 },
]
"""


@pytest.mark.clause("GR.11")
@pytest.mark.parametrize(("for_one", "really"), [(29, None), (30, None), (31, "14.67%"), (40, "-8.7%")])
def test_what_is_really_held_is_checked_and_not_what_is_said(for_one: int, really: str | None) -> None:
    text = TOO_DEAR.replace("= 30 }", f"= {for_one} }}")
    document = {"name": "own", "rules": text}
    if really is None:
        assert spec_of(document).posted().progressive is not None
        return
    with pytest.raises(Malformed, match=rf"{really} is really held at a full table of 6, outside 15% to 20%"):
        spec_of(document)
    assert spec_of(document, stored=True).posted().progressive is not None


@pytest.mark.clause("GR.11")
def test_the_greek_fixed_pays_are_51_3_percent_and_all_the_rest_would_return_more_than_130_percent() -> None:
    found = numbers("greece")
    assert f"{float(found.fixed):.1%}" == "51.3%"
    for withheld in (Fraction("0.15"), Fraction("0.175"), Fraction("0.20")):
        assert found.fixed + (1 - withheld) > Fraction("1.30")


# R14: the increments leave every listed table a house edge.


@pytest.mark.parametrize("seats", range(1, 7))
@pytest.mark.parametrize(("book", "table"), LISTED)
def test_every_listed_table_has_a_house_edge_at_its_seeds_and_in_the_long_run(
    book: str, table: str, seats: int
) -> None:
    found = numbers(book, table, seats=min(seats, load(book).seats.count.value))
    assert 0 < found.house_edge_long_run < found.house_edge < 1
    assert found.house_edge_long_run > Fraction("0.15")


# How the numbers hang together.


@pytest.mark.parametrize("name", ["PTMGL01", "PTMGLML02"])
def test_a_rule_set_with_another_wager_and_the_same_wager_asked_for_have_the_same_numbers(name: str) -> None:
    posted = post(parse(ONE_DOLLAR, "house.toml"), {"progressive": name})
    assert progressive_numbers(posted, seats=4) == numbers("massachusetts", name, wager=100, seats=4)


def test_five_dollars_break_even_at_five_times_the_meter_of_one_dollar() -> None:
    one, five = (numbers("massachusetts", "PTMGL01", wager=wager).top_meter.break_even for wager in (100, 500))
    assert one is not None
    assert five == 5 * one


def test_envy_grows_with_the_wager_in_nevada_and_stays_as_listed_in_massachusetts_and_greece() -> None:
    assert numbers("nevada", wager=500).envy == numbers("nevada").envy
    assert numbers("massachusetts", wager=500).envy == numbers("massachusetts", wager=100).envy / 5
    assert numbers("greece", wager=500).envy == numbers("greece").envy / 5


@pytest.mark.parametrize(("book", "table"), LISTED)
def test_the_return_of_the_rows_is_linear_in_the_meters(book: str, table: str) -> None:
    low = numbers(book, table)
    raised = {meter.name: meter.cents + 10_000 * (place + 1) for place, meter in enumerate(low.meters)}
    high = numbers(book, table, meters=raised)
    more = sum(meter.drawn * 10_000 * (place + 1) for place, meter in enumerate(low.meters))
    assert high.returned - low.returned == more / low.wager_cents


def test_a_meter_that_is_not_given_stands_at_its_seed() -> None:
    mega = numbers("chickasaw", meters={"mega": 5_000_000}).meters
    assert [(meter.name, meter.cents) for meter in mega] == [("mega", 5_000_000), ("major", 100_000), ("minor", 25_000)]


def test_the_number_is_for_hands_that_are_never_folded_where_a_fold_forfeits_the_progressive() -> None:
    (note,) = numbers("chickasaw").notes
    assert "CN.22" in note
    assert all(not numbers(book).notes for book in ("massachusetts", "nevada"))
    assert all("CN.22" not in note for note in numbers("greece").notes)


# Two seats at one table.


@pytest.mark.parametrize("five", [True, False])
def test_what_one_seat_makes_is_what_it_makes_together_with_anything_of_another(five: bool) -> None:
    pairs = pair_chances(five=five)
    for made, chance in chances(five=five).items():
        assert sum(together for (one, _), together in pairs.items() if one == made) == chance
    assert min(pairs.values()) >= 0


@pytest.mark.slow
def test_pairs_of_hands_counted_anew_are_those_written_down() -> None:
    assert len(flop_classes()) == 1755
    for counted, written, deals in (
        (count_pairs_on_flops(), TWO_ON_A_FLOP, FLOP_DEALS),
        (count_pairs_on_boards(board_classes()), TWO_ON_A_BOARD, BOARD_DEALS),
    ):
        assert int(counted.sum()) == deals
        assert (counted == counted.T).all()
        assert tuple(tuple(row[: at + 1]) for at, row in enumerate(counted.tolist())) == written


def test_no_two_seats_make_a_royal_flush_but_the_one_on_the_board() -> None:
    royal = next(made for made in chances(five=False) if made.category is Category.ROYAL_FLUSH and not made.community)
    assert pair_chances(five=False)[royal, royal] == 0
    assert pair_chances(five=True)[royal, royal] == 0


OFTEN = """
based_on = "BOOK"
[[pay.progressive]]
name = "often"
cite = "R14"
meters = [{ name = "main", seed = 10_000, increment = "5%" }]
rows = [
  { hand = "three_of_a_kind", meter = "main", percent = 10, envy = 150 },
  { hand = "two_pair", for_one = 3, envy = 70 },
  { hand = "one_pair", for_one = 1, envy = 20 },
]
"""


@pytest.mark.parametrize("book", ["massachusetts", "nevada"])
def test_pays_and_envy_of_random_rounds_spread_as_counted(book: str) -> None:
    seats, rounds = 4, 100_000
    posted = post(parse(OFTEN.replace("BOOK", book), "house.toml"))
    assert posted.progressive is not None
    found = progressive_numbers(posted, seats=seats)
    pay, envy = np.zeros(len(Category)), np.zeros(len(Category))
    for row, paid in zip(posted.progressive.rows, found.rows, strict=True):
        category = Category[row.hand.upper()]
        pay[category], envy[category] = float(paid.back), posted.envy(row.envy) / posted.progressive_wager
    dealt = np.random.default_rng(7).random((rounds, 52)).argsort(axis=1).astype(np.uint8)
    board = range(3 if book == "massachusetts" else 5)
    made = [rank_array(dealt[:, [*board, 5 + 2 * seat, 6 + 2 * seat]]) >> ORDER_BITS for seat in range(seats)]
    won = pay[made[0]] + sum(envy[other] for other in made[1:])
    mean, spread = float(found.returned + (seats - 1) * found.envy), float(found.variance)
    assert abs(won.mean() - mean) < 4 * (spread / rounds) ** 0.5
    squares = (won - mean) ** 2
    assert abs(squares.mean() - spread) < 4 * squares.std() / rounds**0.5


# What cannot be asked.


@pytest.mark.parametrize("seats", [0, -1, 7, True, 2.0])
def test_a_number_of_seats_that_the_table_does_not_have_is_refused(seats: int) -> None:
    with pytest.raises(Malformed, match="is not a number of seats here; 1 to 6"):
        numbers("nevada", seats=seats)


@pytest.mark.parametrize("cents", [-1, 2**53, 1.5, True, "100"])
def test_a_meter_that_is_no_amount_is_refused(cents: int) -> None:
    with pytest.raises(Malformed, match="is not a whole number of cents") as refusal:
        numbers("nevada", meters={"main": cents})
    assert refusal.value.field == "meters.main"


def test_a_meter_that_the_table_does_not_have_is_refused() -> None:
    with pytest.raises(Malformed, match="is not a meter of this table; mega, major, minor") as refusal:
        numbers("chickasaw", meters={"main": 100})
    assert (refusal.value.field, refusal.value.clause) == ("meters.main", "CN.PROG")


@pytest.mark.parametrize("wager", [0, -100, 1.0, True, 10**13])
def test_a_wager_that_is_no_amount_is_refused(wager: int) -> None:
    with pytest.raises(Malformed, match="wager"):
        numbers("massachusetts", wager=wager)


def test_a_table_without_a_progressive_has_no_numbers_for_it() -> None:
    for posted in (post(load("california")), post(load("nevada"), {"progressive": None})):
        with pytest.raises(Malformed, match="is not offered"):
            progressive_numbers(posted)


# JSON.


def test_the_progressive_prints_as_json_with_amounts_in_the_main_unit() -> None:
    printed = json.loads(json.dumps(numbers("massachusetts", "PTMGL01", wager=100, seats=2).to_json()))
    alone = json.loads(json.dumps(numbers("massachusetts", "PTMGL01", wager=100).to_json()))
    assert alone["break_even_meter"] == {"fraction": "3050080/19", "value": 3050080 / 19}
    assert printed["break_even_meter"]["value"] < alone["break_even_meter"]["value"]
    assert {"house_edge", "hit_frequency", "standard_deviation", "house_edge_long_run", "rows"} <= printed.keys()
    assert printed["top_award"]["hand"] == "royal_flush"
    assert [meter["name"] for meter in printed["meters"]] == ["main"]
