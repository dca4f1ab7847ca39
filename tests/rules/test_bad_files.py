"""Rule set files that do not load: every fault at once, each with its line and what would be accepted."""

from __future__ import annotations

import re

import pytest

from uth.errors import Malformed, UthError
from uth.exact.game import main_game
from uth.house.specs import spec_of
from uth.rules.loader import BOOKS, LineFault, Unloadable, book_text, parse
from uth.table.posted import post

MASSACHUSETTS = book_text("massachusetts")


def faults_in(text: str) -> tuple[LineFault, ...]:
    with pytest.raises(Unloadable) as refusal:
        parse(text, "own.toml")
    assert refusal.value.faults
    return refusal.value.faults


def edited(old: str, new: str, text: str = MASSACHUSETTS) -> tuple[str, int]:
    """Return the text with the one place changed, and the line it is on."""
    assert text.count(old) == 1, old
    return text.replace(old, new), text[: text.index(old)].count("\n") + 1


def the_fault(old: str, new: str, text: str = MASSACHUSETTS) -> LineFault:
    """Return the one fault of a text with one place changed, once it is known to be on that line."""
    changed, line = edited(old, new, text)
    (fault,) = faults_in(changed)
    assert fault.line == line
    return fault


def test_a_book_without_a_change_has_no_fault() -> None:
    assert parse(MASSACHUSETTS, "own.toml").name == "massachusetts"


# One fault


def test_an_unknown_key_is_named_with_the_known_one_it_is_like() -> None:
    fault = the_fault("hands_per_player =", 'hands_per_plyer = { value = 1, cite = "R20" }\nhands_per_player =')
    assert (fault.field, fault.says) == ("seats.hands_per_plyer", "unknown key; did you mean hands_per_player?")


def test_an_unknown_table_is_named_with_the_tables_there_are() -> None:
    fault = the_fault("[dealer]", "[jokers]\nwild = true\n\n[dealer]")
    assert fault.field == "jokers"
    assert "known here: name, title, document" in fault.says


def test_an_unknown_key_of_a_row_is_found_on_its_own_line() -> None:
    row = '{ hand = "straight_flush", meter = "minor", percent = 100, envy = 30_000 }'
    fault = the_fault(row, row.replace("envy", "envie"))
    assert fault.field == "pay.progressive.3.rows.1.envie"


def test_a_missing_key_is_named_on_the_line_of_its_table() -> None:
    changed, _ = edited('qualifier = { value = "one_pair", cite = "MA.9g" }\n', "")
    (fault,) = faults_in(changed)
    assert (fault.field, fault.says) == ("dealer.qualifier", "is missing")
    assert changed.splitlines()[fault.line - 1] == "[dealer]"


def test_a_missing_table_is_named() -> None:
    changed, _ = edited('[deck]\ncards = { value = 52, cite = "MA.2a" }\n', "")
    (fault,) = faults_in(changed)
    assert (fault.line, fault.field, fault.says) == (1, "deck", "is missing")


def test_a_value_without_its_clause_is_refused() -> None:
    fault = the_fault('count = { value = 6, cite = "R20" }', "count = { value = 6 }")
    assert (fault.field, fault.says) == ("seats.count.cite", "is missing")


@pytest.mark.parametrize(
    ("old", "new", "field", "says"),
    [
        ("count = { value = 6,", 'count = { value = "six",', "seats.count.value", '"six" is not a whole number'),
        ("count = { value = 6,", "count = { value = true,", "seats.count.value", "true is not a whole number"),
        ("count = { value = 6,", "count = { value = 9,", "seats.count.value", "9 is not 1 to 8"),
        ("count = { value = 6,", "count = { value = 0,", "seats.count.value", "0 is not 1 to 8"),
        ("match_play = { value = true,", "match_play = { value = 1,", "ante.match_play.value", "1 is not true or"),
        ('title = "Mass', 'title = "" # "Mass', "title", '"" is empty'),
        ('document = "MA"', "document = 5", "document", "5 is not a text"),
        ('name = "massachusetts"', 'name = "My Rules"', "name", '"My Rules" is not a name in lower case'),
        ('symbol = "$"', 'symbol = "\\u001b[31m"', "currency.symbol", "has characters that cannot be printed"),
        ("cards = { value = 52,", "cards = { value = 54,", "deck.cards.value", "54 is not one of 52"),
        ("value = [3, 4]", "value = 3", "play.preflop.value", "3 is not a list"),
        ("value = [3, 4]", "value = [3, 400]", "play.preflop.value.1", "400 is not 1 to 100"),
        ('banked_by = { value = "house"', "banked_by = { value = 0", "seats.banked_by.value", '0 is not one of'),
        ('"community:5", "seats:2"', '"community:6", "seats:2"', "dealing.1.opening.value.0", "is not a step such as"),
        ('dealt_by = { value = "machine"', 'dealt_by = { value = "me"', "dealing.1.dealt_by.value", 'one of "hand", '),
        ("decks = { value = 1,", "decks = { value = 3,", "dealing.0.decks.value", "3 is not 1 to 2"),
        ("cut_min = { value = 10", "cut_min = { value = 52", "procedure.cut_min.value", "52 is not 1 to 51"),
        ('stub = { value = "racked"', 'stub = { value = "burned"', "procedure.stub.value", '"racked", "kept"'),
        ("every = { value = 5", "every = { value = 0", "procedure.stub_count_every.value", "0 is not 1 to 1000"),
        ('from = { value = "straight"', 'from = { value = "str8"', "procedure.left_exposed_from.value", "not a hand"),
    ],
)  # fmt: skip
def test_a_value_of_the_wrong_kind_is_refused_with_what_would_be_accepted(
    old: str, new: str, field: str, says: str
) -> None:
    fault = the_fault(old, new)
    assert fault.field == field
    assert says in fault.says


@pytest.mark.parametrize("cents", ["500.0", "5e2", "0.5", "-500", "0", "'500'", "true", "10_000_000_000_000", "inf"])
def test_money_that_is_not_whole_cents_from_one_up_is_refused(cents: str) -> None:
    fault = the_fault("wager = { value = 500,", f"wager = {{ value = {cents},")
    assert fault.field == "progressive.wager.value"


@pytest.mark.parametrize(
    "odds", ["-3 to 2", "3 to -2", "3 to 0", "3 for 2", "three to two", "3.5 to 1", "", "1e3 to 1"]
)
def test_odds_that_are_no_odds_are_refused_with_an_example(odds: str) -> None:
    fault = the_fault('pays.flush = "3 to 2"', f'pays.flush = "{odds}"')
    assert fault.field == "pay.blind.0.pays.flush"
    assert fault.says == f"\"{odds}\" is not odds; write for example '3 to 2' or '50 to 1'"


@pytest.mark.parametrize("odds", ["3", "1.5", "true", "[3, 2]"])
def test_odds_that_are_no_text_are_refused_with_an_example(odds: str) -> None:
    assert "is not odds; write for example" in the_fault('pays.flush = "3 to 2"', f"pays.flush = {odds}").says


@pytest.mark.parametrize("hand", ["flash", "FLUSH", "Flush", "five_of_a_kind", "flush_"])
def test_an_unknown_hand_is_refused_with_the_hands_there_are(hand: str) -> None:
    fault = the_fault('pays.flush = "3 to 2"', f'pays.{hand} = "3 to 2"')
    assert fault.says.startswith(f'"{hand}" is not a hand; one of royal_flush, straight_flush, four_of_a_kind')


def test_a_hand_written_twice_in_two_cases_is_refused_for_its_name() -> None:
    fault = the_fault('pays.flush = "3 to 2"', 'pays.FLUSH = "3 to 1"\npays.flush = "3 to 2"')
    assert fault.field == "pay.blind.0.pays.FLUSH"


def test_an_unknown_hand_of_a_progressive_is_refused_with_the_hands_there_are() -> None:
    row = '{ hand = "three_of_a_kind", for_one = 10 }'
    fault = the_fault(row, row.replace("three", "thre"))
    assert fault.field == "pay.progressive.4.rows.6.hand"
    assert "is not a hand; one of community_royal_flush, royal_flush" in fault.says


@pytest.mark.parametrize(
    ("row", "says"),
    [
        ('{ hand = "three_of_a_kind" }', "either `percent` of a `meter` or so many `for_one`"),
        ('{ hand = "three_of_a_kind", for_one = 9, percent = 5, meter = "mega" }', "either `percent`"),
        ('{ hand = "three_of_a_kind", percent = 5 }', "`percent` and `meter` go together"),
        ('{ hand = "three_of_a_kind", percent = 5, meter = "tiny" }', "not a meter of this table; one of mega, major"),
        ('{ hand = "flush", for_one = 9 }', '"flush" is there twice'),
    ],
)
def test_a_row_that_does_not_fit_together_is_found_on_its_own_line(row: str, says: str) -> None:
    assert says in the_fault('{ hand = "three_of_a_kind", for_one = 10 }', row).says


@pytest.mark.parametrize(
    ("book", "old", "new", "field"),
    [
        ("massachusetts", 'name = "B"', 'name = "A"', "pay.trips.1"),
        ("massachusetts", 'name = "PTMGL02"', 'name = "PTMGL01"', "pay.progressive.1"),
        ("massachusetts", 'name = "machine"', 'name = "shoe"', "dealing.1"),
        ("chickasaw", 'clause = "CN.50"\nscope', 'clause = "CN.48"\nscope', "void.2"),
    ],
)
def test_two_tables_of_one_name_are_refused_at_the_second(book: str, old: str, new: str, field: str) -> None:
    changed, line = edited(old, new, book_text(book))
    (fault,) = faults_in(changed)
    assert (fault.field, fault.line) == (field, line - 1)
    assert fault.says.endswith("is there twice")


@pytest.mark.clause("GR.11")
@pytest.mark.parametrize("withheld", ["0%", "14.99%", "20.01%", "100%", "1/2"])
def test_a_greek_house_that_withholds_less_than_15_or_more_than_20_percent_is_refused(withheld: str) -> None:
    fault = the_fault('withheld = { value = "17.5%"', f'withheld = {{ value = "{withheld}"', book_text("greece"))
    assert fault.field == "progressive.withheld"
    assert fault.says.endswith("is outside 15% to 20% (GR.11)")


@pytest.mark.clause("GR.11")
@pytest.mark.parametrize("withheld", ["15%", "17.5%", "20%", "0.15", "1/5"])
def test_a_greek_house_may_withhold_15_to_20_percent(withheld: str) -> None:
    changed, _ = edited('withheld = { value = "17.5%"', f'withheld = {{ value = "{withheld}"', book_text("greece"))
    assert parse(changed, "own.toml").progressive is not None


@pytest.mark.parametrize("share", ["101%", "-1%", "twelve", "1e999999999", "", "1/0", "%"])
def test_a_share_that_is_no_share_is_refused_at_once(share: str) -> None:
    old = '{ name = "main", seed = 100_000, increment = "20%"'
    fault = the_fault(old, old.replace("20%", share))
    assert "is not a share from '0%' to '100%'" in fault.says


@pytest.mark.parametrize(
    ("book", "old", "new", "field", "says"),
    [
        ("california", 'coverage = { value = "action", cite = "R16" }', "", "seats", "coverage goes with banked_by"),
        ("california", 'blind = "UTH-03"', 'blind = "UTH-05"', "pay.trips.2.blind", "not a blind table of this book"),
        ("massachusetts", "count = { value = 6", "count = { value = 7", "pay.cover_all.0.hands", "no pays for 8 hands"),
        ("greece", "trips = { min = 500, max = 500 }", "trips = { min = 500, max = 600 }", "limits.trips", "one stake"),
        ("nevada", "ante = { min = 500, max", "ante = { min = 500_000, max", "limits.ante", "is above max"),
        ("nevada", '"seats:1", "dealer:1", "seats:1"', '"seats:1", "dealer:1"', "dealing.1", "a round is 2 to seats"),
        ("nevada", "fold = [", "folds = [", "settlement.cites.folds", "is not an outcome of a settlement"),
        ("nevada", "trips_win = [\"NV.9\", \"R25\"]", "trips_win = []", "settlement.cites.trips_win", "is empty"),
        ("nevada", 'even = { value = "1 to 1"', 'even = { value = "6 to 5"', "pay.even.value", 'not one of "1 to 1"'),
    ],
)  # fmt: skip
def test_values_that_do_not_fit_together_are_refused(book: str, old: str, new: str, field: str, says: str) -> None:
    changed, _ = edited(old, new, book_text(book))
    assert any(fault.field == field and says in fault.says for fault in faults_in(changed))


# The cards and what goes wrong with them


@pytest.mark.parametrize(
    "steps",
    ['"verify", "inspect"', '"inspect", "inspect"', '"inspect", "wash", "show"', '"stack", "inspect", "verify"'],
)
def test_opening_steps_out_of_order_or_twice_there_are_refused_with_the_order(steps: str) -> None:
    fault = the_fault('"inspect", "verify", "spread", "show", "wash", "stack"', steps)
    assert fault.field == "procedure.opening.value"
    assert fault.says == "are out of order or repeated; the order is inspect, verify, spread, show, wash, stack"


@pytest.mark.parametrize("steps", ["", '"inspect"', '"wash"', '"inspect", "show", "stack"'])
def test_a_house_may_leave_opening_steps_out(steps: str) -> None:
    changed, _ = edited('"inspect", "verify", "spread", "show", "wash", "stack"', steps)
    assert len(parse(changed, "own.toml").procedure.opening.value) == steps.count(",") + bool(steps)


def test_an_unknown_opening_step_is_refused_with_those_there_are() -> None:
    fault = the_fault('"inspect", "verify", "spread", "show", "wash", "stack"', '"inspect", "sniff"')
    assert fault.field == "procedure.opening.value.1"
    assert fault.says.startswith('"sniff" is not one of "inspect", "verify", "spread"')


def test_two_decks_shuffled_by_hand_are_refused_since_no_shuffler_holds_the_one_that_waits() -> None:
    fault = the_fault('decks = { value = 1, cite = "MA.2a" }', 'decks = { value = 2, cite = "MA.2a" }')
    assert fault.field == "dealing.0.decks"
    assert fault.says.startswith('2 needs shuffled_by = "device"')


def test_a_book_without_a_procedure_is_refused() -> None:
    start, end = MASSACHUSETTS.index("[procedure]"), MASSACHUSETTS.index("[[irregularity]]")
    (fault,) = faults_in(MASSACHUSETTS[:start] + MASSACHUSETTS[end:])
    assert (fault.line, fault.field, fault.says) == (1, "procedure", "is missing")


def test_a_book_of_ones_own_may_replace_the_voids_and_keep_the_irregularities() -> None:
    """What is not listed under void saves nothing; the hands are void all the same."""
    own = """
        based_on = "massachusetts"
        name = "riverside"
        [[void]]
        clause = "R1"
        scope = ["round"]
        saves = []
        says = "the floor has spoken"
    """
    rules = parse("\n".join(line.strip() for line in own.splitlines()), "own.toml")
    assert [void.clause for void in rules.void] == ["R1"]
    assert any(rule.clause == "MA.14a" for rule in rules.irregularity)


def test_a_wager_saved_from_a_round_that_is_not_void_is_refused() -> None:
    changed, line = edited('remedy = ["use_as_next"]', 'remedy = ["use_as_next"]\nsaves = ["trips"]')
    (fault,) = faults_in(changed)
    assert (fault.line, fault.field) == (line + 1, "irregularity.5.saves")
    assert fault.says == "goes with the remedy void_round"


KIND, REMEDY = 'kind = "card_drawn_in_error"', 'remedy = ["use_as_next"]'
"""Two lines of the one rule of the book on a card drawn in error."""


@pytest.mark.parametrize(
    ("old", "new", "field", "says"),
    [
        (KIND, 'kind = "card_drawn"', "kind", '"card_drawn" is not one of "dealer_card_exposed"'),
        (KIND, "kind = 3", "kind", '3 is not one of "dealer_card_exposed"'),
        (KIND, f'{KIND}; when = ["turn"]', "when.0", '"turn" is not one of "between_rounds"'),
        (KIND, f'{KIND}; when = "flop"', "when", '"flop" is not a list'),
        (KIND, f'{KIND}; facts = ["seen"]', "facts.0", '"seen" is not one of "hand"'),
        (REMEDY, 'remedy = ["use_next"]', "remedy.0", '"use_next" is not one of "continue"'),
        (REMEDY, 'remedy = ["reshuffle", "shrug"]', "remedy.1", '"shrug" is not one of "continue"'),
        (REMEDY, "remedy = []", "remedy", "is not 1 to 3 entries"),
        (REMEDY, 'remedy = ["void_round"]; saves = ["ante"]', "saves.0", 'not one of "trips"'),
    ],
)
def test_an_unknown_kind_moment_fact_or_remedy_is_refused_with_those_there_are(
    old: str, new: str, field: str, says: str
) -> None:
    changed, line = edited(old, new.replace("; ", "\n"))
    (fault,) = faults_in(changed)
    assert (fault.line, fault.field) == (line + new.count("; "), f"irregularity.5.{field}")
    assert says in fault.says


def test_a_misspelt_key_of_an_irregularity_is_named_with_the_one_it_is_like() -> None:
    fault = the_fault('remedy = ["reshuffle"]', 'remedies = ["reshuffle"]\nremedy = ["reshuffle"]')
    assert (fault.field, fault.says) == ("irregularity.11.remedies", "unknown key; did you mean remedy?")


@pytest.mark.parametrize("key", [r'"a\nb"', r'"\u001b[2J"', r'"\r"'])
def test_a_key_of_odd_signs_is_written_out_on_one_line(key: str) -> None:
    changed, line = edited("[dealer]", f"[dealer]\n{key} = 1")
    (fault,) = faults_in(changed)
    assert str(fault).isprintable()
    assert fault.line == line + 1


# Not TOML at all


@pytest.mark.parametrize(
    ("text", "line"),
    [("name = ", 1), ("name = 'a'\n= 3\n", 2), ("[seats\n", 1), ("a = 1\na = 2\n", 2), ("x = " + "[" * 5000, 1)],
)
def test_a_text_that_is_not_toml_is_refused_with_the_line_where_it_stops_being_so(text: str, line: int) -> None:
    (fault,) = faults_in(text)
    assert fault.line == line
    assert fault.says.startswith("not TOML: ")


@pytest.mark.parametrize("text", ["", "\n\n", "# nothing yet\n"])
def test_an_empty_file_is_refused_with_every_table_it_lacks(text: str) -> None:
    faults = faults_in(text)
    assert {fault.line for fault in faults} == {1}
    assert {"name", "title", "seats", "ante", "play", "dealer", "settlement", "dealing", "limits", "pay"} <= {
        fault.field for fault in faults
    }


@pytest.mark.parametrize("digits", ["1" * 5000, "0x" + "f" * 5000, "-" + "9" * 5000])
def test_a_number_of_thousands_of_digits_is_refused(digits: str) -> None:
    assert faults_in(edited("count = { value = 6", f"count = {{ value = {digits}")[0])


# All at once

TWENTY = [
    ('name = "massachusetts"', 'name = "Massachusetts"'),
    ('currency = { code = "USD"', 'currency = { code = "usd"'),
    ("cards = { value = 52", "cards = { value = 51"),
    ("count = { value = 6", "count = { value = 60"),
    ("hands_per_player = { value = 1", "hands_per_player = { value = 1.5"),
    ("match_play = { value = true", "match_play = { value = 'yes'"),
    ("preflop = { value = [3, 4]", "preflop = { value = [3, -4]"),
    ('qualifier = { value = "one_pair"', 'qualifier = { value = "a_pair"'),
    ('on_fold = { value = "stands", cite = "MA.9e" }', 'on_fold = { value = "stays", cite = "MA.9e" }'),
    ("wager = { value = 500", "wager = { value = 5.00"),
    ('judged_on = { value = "hole_and_flop"', 'judged_on = { value = "flop"'),
    ("cents = 7_500_000", "cents = -7_500_000"),
    ('order = { value = "highest_seat_first"', 'order = { value = "lowest_seat_first"'),
    ('"community:5", "seats:2"', '"communal:5", "seats:2"'),
    ('clause = "MA.14f"\nscope = ["round"]', 'clause = "MA.14f"\nscope = ["table"]'),
    ("cover_all = { min = 100,", "cover_all = { min = 0,"),
    ('pays.flush = "3 to 2"', 'pays.flush = "3 for 2"'),
    ('7 = { royal_flush = "70 to 1"', '7 = { royal_flush = "seventy"'),
    ('{ hand = "three_of_a_kind", for_one = 10 }', '{ hand = "three_of_a_kind", for_one = 0 }'),
    ('clause = "MA.7h"', 'klause = "MA.7h"'),
]


def test_a_rule_set_with_twenty_faults_shows_all_twenty_on_their_lines() -> None:
    text, lines = MASSACHUSETTS, []
    for old, new in TWENTY:
        text, line = edited(old, new, text)
        lines.append(line + new.count("\n"))
    faults = faults_in(text)
    shown = [fault for fault in faults if not re.fullmatch(r"irregularity\.\d+\.clause", fault.field)]
    assert [fault.line for fault in shown] == sorted(lines)
    assert len(faults) == len(TWENTY) + 1  # the misspelt key is unknown, and the right one is missing


def test_every_fault_is_on_a_line_of_its_own_that_begins_with_the_file_and_the_line() -> None:
    text = MASSACHUSETTS
    for old, new in TWENTY:
        text, _ = edited(old, new, text)
    with pytest.raises(UthError) as refusal:
        parse(text, "riverboat.toml")
    for line in str(refusal.value).splitlines():
        assert line.startswith("riverboat.toml: line ")
    assert len(str(refusal.value).splitlines()) == 21


# Based on a book


def test_a_file_based_on_a_book_takes_what_it_does_not_say_from_it() -> None:
    own = parse('name = "own"\nbased_on = "nevada"\n[seats]\ncount = { value = 5, cite = "own.1" }\n', "own.toml")
    base = parse(book_text("nevada"), "nevada.toml")
    assert (own.name, own.seats.count.value, own.seats.count.cite) == ("own", 5, "own.1")
    assert (own.seats.banked_by, own.pay, own.title) == (base.seats.banked_by, base.pay, base.title)


def test_a_list_in_a_file_based_on_a_book_replaces_the_whole_list() -> None:
    text = 'based_on = "nevada"\n[[pay.trips]]\nname = "E"\ncite = "own.2"\npays.flush = "9 to 1"\n'
    own = parse(text, "own.toml")
    assert [table.name for table in own.pay.trips] == ["E"]
    assert [table.name for table in own.pay.blind] == ["standard"]


def test_a_key_inside_a_value_of_a_base_may_be_changed_alone() -> None:
    own = parse('based_on = "nevada"\n[progressive]\nwager.value = 500\n', "own.toml")
    assert own.progressive is not None
    assert (own.progressive.wager.value, own.progressive.wager.cite) == (500, "R31")


@pytest.mark.parametrize("base", ['"texas"', "5", "[]", '["nevada"]', "{}"])
def test_a_base_that_is_no_book_is_refused_with_the_books_there_are(base: str) -> None:
    faults = faults_in(f"name = 'own'\nbased_on = {base}\n")
    (fault,) = (fault for fault in faults if fault.field == "based_on")
    assert fault.line == 2
    assert fault.says.endswith(f"is not one of {', '.join(BOOKS)}")


@pytest.mark.parametrize("book", BOOKS)
def test_a_fault_in_a_file_based_on_a_book_is_on_the_line_of_that_file(book: str) -> None:
    (fault,) = faults_in(f'based_on = "{book}"\n\n[dealer]\nqualifier.value = "two_pears"\n')
    assert (fault.line, fault.field) == (4, "dealer.qualifier.value")


# What can be read and nobody can play

UNPLAYABLE = """
based_on = "massachusetts"
name = "own"

[play]
preflop = { value = [4, 3, 4], cite = "R1" }
river = { value = [], cite = "R1" }
check = { value = ["preflop", "flop", "river"], cite = "R1" }

[dealer]
qualifier = { value = "royal_flush", cite = "R1" }

[limits]
ante = { min = 100, max = 150 }
trips = { min = 301, max = 399 }

[[pay.blind]]
name = "slow"
cite = "R1"
pays.straight = "1 to 200"

[[pay.trips]]
name = "slow"
cite = "R1"
pays.flush = "7 to 100"
"""


def test_every_reason_why_nobody_could_play_is_told_at_once() -> None:
    told = {(fault.field, fault.says) for fault in faults_in(UNPLAYABLE)}
    whole = 'the unit on which pay table "slow" pays whole; nobody could wager'
    assert told == {
        ("play.preflop.value.2", "4 is there twice"),
        ("play.river.value", "is empty; at the river a hand plays or folds, so write at least one multiple"),
        ("play.check.value", "has the river; there a hand plays or folds"),
        ("dealer.qualifier.value", "royal_flush is too high; straight_flush is the highest qualifier"),
        ("limits.ante", f"100 to 150 holds no multiple of 200, {whole}"),
        ("limits.trips", f"301 to 399 holds no multiple of 100, {whole}"),
    }


def test_a_stored_rule_set_is_read_even_where_nobody_could_play_by_it() -> None:
    assert parse(UNPLAYABLE, "the table's rules", stored=True).play.preflop.value == (4, 3, 4)
    with pytest.raises(Unloadable):
        parse(UNPLAYABLE + "\n[[pay.trips]]\n", "the table's rules", stored=True)


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("play", ["preflop = [4, 4]", "river = []", "river = [2, 2]", "flop = [2, 1, 2]"])
def test_multiples_that_exact_refuses_do_not_load(book: str, play: str) -> None:
    street, _, value = play.partition(" = ")
    text = f'based_on = "{book}"\nname = "own"\n[play]\n{street} = {{ value = {value}, cite = "R1" }}\n'
    (fault,) = faults_in(text)
    assert fault.field.startswith(f"play.{street}.value")
    with pytest.raises(Malformed, match=street):
        main_game(post(parse(text, "own.toml", stored=True)))


def test_limits_of_a_tables_own_that_hold_no_wager_are_refused() -> None:
    document = {"name": "odd", "rules": "massachusetts", "ante": [101, 101]}
    with pytest.raises(Malformed, match=r"ante: .101 to 101. holds no multiple of 2, on which every pay is whole"):
        spec_of(document)
    assert spec_of(document, stored=True).posted().limits.ante.max == 101
