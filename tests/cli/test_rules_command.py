"""`uth rules`: the books listed, read, compared and checked."""

from __future__ import annotations

import json
import os
import pty
import re
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest
from typer.testing import CliRunner

from support.installed import ran
from uth.cli.app import app
from uth.rulebook.book import pages_of
from uth.rulebook.page import Fact
from uth.rules.loader import BOOKS, book_text, is_based_on_another, load
from uth.rules.registry import clauses
from uth.rules.ruleset import plain

in_every_book = pytest.mark.parametrize("name", BOOKS)


def uth(*arguments: str) -> str:
    """Return what a command prints to a pipe, once it is known to have ended well; of a shipped book it is the same."""
    return _of_books(*arguments) if set(arguments) <= {"show", "diff", "list", *BOOKS} else _printed(*arguments)


@cache
def _of_books(*arguments: str) -> str:
    return _printed(*arguments)


def _printed(*arguments: str) -> str:
    result = CliRunner().invoke(app, ["rules", *arguments])
    assert (result.exit_code, result.stderr) == (0, "")
    return result.stdout


def ended(*arguments: str, cwd: Path | None = None) -> tuple[int, str, str]:
    """Return exit status, output and errors of the command, run as a person runs it."""
    done = ran("rules", *arguments, cwd=cwd)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def on_terminal(*arguments: str, columns: int = 80) -> str:
    """Return what the command writes to a terminal of that width."""
    reading, writing = pty.openpty()
    environment = os.environ | {"COLUMNS": str(columns), "LINES": "24", "TERM": "xterm-256color"}
    environment.pop("NO_COLOR", None)
    command = [sys.executable, "-c", "from uth.cli.main import main; main()", "rules", *arguments]
    with subprocess.Popen(command, stdout=writing, stdin=writing, env=environment) as running:
        os.close(writing)
        written = b""
        try:
            while chunk := os.read(reading, 65536):
                written += chunk
        except OSError:  # the other end is closed: nothing more will come
            pass
        os.close(reading)
    assert running.returncode == 0
    return written.decode()


def without_colour(text: str) -> str:
    return re.sub(r"\x1b\[[0-9;]*m", "", text)


def words(text: str) -> str:
    """Return the facts of a printed page as running text, without their clauses and line ends."""
    left = (re.sub(r"\s{2,}(?:[A-Z]{2}\.\w+|R\d+)$", "", line) for line in text.splitlines())
    return " ".join(" ".join(left).split())


def spaced(text: str) -> list[str]:
    """Return the lines with single spaces, as a person reads them across columns."""
    return [" ".join(line.split()) for line in text.splitlines()]


def fact(text: str, clause: str) -> str:
    """Return the first line of a printed page that has that clause beside it."""
    return next(line for line in text.splitlines() if line.endswith(f" {clause}"))


# The list


def test_the_list_has_the_books_with_their_seats_bank_wagers_and_pay_tables() -> None:
    printed = " ".join(uth().split())
    for name in BOOKS:
        assert f"{name} {load(name).title}" in printed
    assert "8 seats, a player banks: ante, blind, play, trips pays: blind UTH-01" in printed
    assert "6 seats, the house banks: ante, blind, play, trips, Cover All, progressive, match play" in printed
    assert "progressive PTMGL01, PTMGL02, PTMGL04, PTMGLML01, PTMGLML02, PTMGLML03" in printed


def test_the_list_fits_a_terminal_of_80_by_24_and_says_what_to_type_next() -> None:
    lines = uth().splitlines()
    assert len(lines) - 5 * sum(map(is_based_on_another, BOOKS)) < 24
    assert max(map(len, lines)) <= 80
    assert lines[-3].endswith("uth rules show massachusetts")


def test_the_list_as_json_has_every_book() -> None:
    books = json.loads(uth("--json"))
    assert [book["name"] for book in books] == list(BOOKS)
    assert books[0]["wagers"] == ["ante", "blind", "play", "trips", "cover_all", "progressive", "match_play"]
    assert books[1]["pay_tables"] == {"blind": ["UTH-01", "UTH-02", "UTH-03", "UTH-04"]} | {
        "trips": ["UTH-01", "UTH-02", "UTH-03", "UTH-04"]
    }


# A book


@in_every_book
def test_a_printed_book_is_plain_text_of_80_columns_in_a_pipe(name: str) -> None:
    printed = uth("show", name)
    assert "\x1b" not in printed
    assert max(map(len, printed.splitlines())) <= 80
    assert not any(line.endswith(" ") for line in printed.splitlines())


@in_every_book
def test_every_clause_of_a_document_stands_in_its_printed_book(name: str) -> None:
    printed, _, _ = uth("show", name).partition("\nThe rulings cited ")
    for number, clause in clauses().items():
        assert (number in printed.split()) == (clause.book_key == load(name).document), number


@in_every_book
def test_every_fact_of_a_printed_book_has_a_clause_or_a_ruling_beside_it(name: str) -> None:
    from uth.rulebook.page import FactGroup

    for page in pages_of(load(name)):
        for part in page.parts:
            if part.title == "Left out" if isinstance(part, FactGroup) else False:
                continue
            for each in part.facts if isinstance(part, FactGroup) else (part,):
                assert each.cites, each


@in_every_book
def test_a_book_as_json_is_the_whole_rule_set(name: str) -> None:
    assert json.loads(uth("show", name, "--json")) == plain(load(name))


@pytest.mark.clause("MA.10a")
def test_the_printed_massachusetts_book_states_no_odds_with_the_word_for() -> None:
    printed = uth("show", "massachusetts")
    assert re.search(r"\d\s+for\s+\d", printed, re.IGNORECASE) is None
    assert len(re.findall(r"\d to \d", printed)) > 80
    assert 'All odds are stated with the word "to".' in words(printed)


@pytest.mark.clause("MA.12b", "MA.5c", "MA.13d", "CA.PLAY19")
@pytest.mark.parametrize(
    ("name", "says", "ruling"),
    [
        ("massachusetts", "It pays from a full house up, where its tables in (f) and (k) begin", "R1"),
        ("massachusetts", "Hands of one rank are compared as in ordinary poker", "R28"),
        ("massachusetts", "This limit holds where the table offers the progressive.", "R2"),
        ("massachusetts", "When the highest hand at the table, a player's or the dealer's, is a full house", "R1"),
        ("california", "It has a minimum, which the table posts.", "R75"),
        ("california", "No hand wins more than the player/dealer's wager covers.", "CA.BET4"),
    ],
)
def test_what_is_played_otherwise_than_the_clause_reads_stands_under_it_with_its_ruling(
    name: str, says: str, ruling: str
) -> None:
    facts = [each for page in pages_of(load(name)) for part in page.parts for each in getattr(part, "facts", (part,))]
    (found,) = (each for each in facts if isinstance(each, Fact) and each.says.startswith(says))
    assert ruling in found.cites


@pytest.mark.clause("MA.10a")
def test_a_massachusetts_progressive_pay_that_keeps_the_stake_is_stated_as_what_the_player_is_ahead() -> None:
    printed = uth("show", "massachusetts")
    assert "$500 paid while $5 is kept is 99 to 1" in words(printed)
    assert "Four of a Kind 299 to 1 $1,500" in spaced(printed)
    assert "Three of a Kind 8 to 1 $45" in spaced(printed)


@pytest.mark.parametrize(("name", "stated"), [("chickasaw", "50 for 1"), ("nevada", "10 for 1"), ("greece", "10 to 1")])
def test_the_other_books_state_progressive_pays_in_their_own_way(name: str, stated: str) -> None:
    assert any(f" {stated} " in line for line in uth("show", name).splitlines() if "Full House" in line)


CONDUCT = """
    massachusetts  MA.1         Burn: to take the next card off the deck
    massachusetts  MA.4c1       The dealer cuts with one hand.
    massachusetts  MA.7c        with the hand nearer to it and lays it down with the other
    massachusetts  MA.7f        without showing them to anyone and lay them face down again
    california     CA.PLAY8     Players keep their cards on or above the table.
    california     CA.GLOSSARY  Player/dealer: the seated position that all other players play against
    california     CA.DROP      A drop box is attached to every table.
    chickasaw      CN.13        Nobody touches the cards while they are dealt.
    chickasaw      CN.14        pick their cards up when the dealer points to them
    chickasaw      CN.15        neither touches another's cards nor shows or tells their own
    chickasaw      CN.41        Players do not bet with or against each other.
    greece         GR.15        They do not exchange cards, show them to each other or tell anything about them.
    greece         GR.TERMS     Check: a player who has not decided to bet says "check"
    greece         GR.RG        210 921 5776. Nobody under 21 is admitted.
"""
ROWS = {
    clause: (name, says) for name, clause, says in (line.split(maxsplit=2) for line in CONDUCT.strip().splitlines())
}


@pytest.mark.parametrize(
    "clause",
    [
        pytest.param("MA.1", marks=pytest.mark.clause("MA.1")),
        pytest.param("MA.4c1", marks=pytest.mark.clause("MA.4c1")),
        pytest.param("MA.7c", marks=pytest.mark.clause("MA.7c")),
        pytest.param("MA.7f", marks=pytest.mark.clause("MA.7f")),
        pytest.param("CA.DROP", marks=pytest.mark.clause("CA.DROP")),
        pytest.param("CA.PLAY8", marks=pytest.mark.clause("CA.PLAY8")),
        pytest.param("CA.GLOSSARY", marks=pytest.mark.clause("CA.GLOSSARY")),
        pytest.param("CN.13", marks=pytest.mark.clause("CN.13")),
        pytest.param("CN.14", marks=pytest.mark.clause("CN.14")),
        pytest.param("CN.15", marks=pytest.mark.clause("CN.15")),
        pytest.param("CN.41", marks=pytest.mark.clause("CN.41")),
        pytest.param("GR.15", marks=pytest.mark.clause("GR.15")),
        pytest.param("GR.TERMS", marks=pytest.mark.clause("GR.TERMS")),
        pytest.param("GR.RG", marks=pytest.mark.clause("GR.RG")),
    ],
)
def test_what_a_book_asks_of_people_is_printed_in_it(clause: str) -> None:
    name, says = ROWS[clause]
    document, _, _ = uth("show", name).partition("\nThe table ")
    assert clause in document.split()
    assert says in words(document)


@pytest.mark.clause("MA.1")
@pytest.mark.parametrize(
    "word",
    [
        "Ante:", "Blind:", "Burn:", "Check:", "Community card:", "Flop:", "Fold:", "Hand:", "Play wager:",
        "Push:", "Rank:", "Round:", "Stub:", "Suit:", "Trips wager:",
    ],
)  # fmt: skip
def test_the_massachusetts_book_explains_every_word_of_its_document(word: str) -> None:
    document, _, _ = uth("show", "massachusetts").partition("\nThe table ")
    assert word in words(document)


def test_a_printed_book_has_the_table_the_wagers_the_deal_the_choices_the_settlement_and_the_limits() -> None:
    printed = uth("show", "massachusetts")
    titles = re.findall(r"^(\w[^\n]*?) -{3,}$", printed, re.MULTILINE)
    assert titles == [
        "The document, clause by clause",
        "The table",
        "The wagers",
        "Opening the table and the cards",
        "Dealing",
        "What a seat is asked",
        "Qualifying",
        "Settlement",
        "What a fold forfeits",
        "Pay tables",
        "The progressive",
        "The most one hand may win",
        "When something goes wrong",
        "What voids a hand or a round",
        "The floor",
        "The rulings cited",
    ]
    facts = printed[printed.index("\nThe table ") :]
    assert "It is exactly $5, no more and no less." in fact(facts, "MA.13a")
    assert "The flop: burn one card." in fact(facts, "MA.7f2")
    assert "Before the flop: check or play three or four times the ante." in words(printed)
    assert "at most $75,000 in a" in fact(facts, "MA.13d")
    assert "The meter starts from $50,000; 20% of each wager feeds it." in printed
    assert "Royal Flush     200 to 1  150 to 1  125 to 1  100 to 1  80 to 1  70 to 1" in printed


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("massachusetts", "Trips stays alive and is settled on the hand."),
        ("chickasaw", "Trips is lost."),
        ("chickasaw", "It may be wagered alone: such a hand gets cards, is asked nothing and cannot fold."),
        ("california", "Nobody banks more than two hands in a row."),
        ("greece", "The house sets its one stake: €5 unless the table posts another."),
        ("greece", "The house withholds 17.5% of it at a full table; it may withhold 15% to 20%."),
        ("greece", "less envy is paid and the house holds more: about 19.04% of a single bettor."),
        ("nevada", "Envy grows with the wager."),
        ("california", "Hands are settled one at a time, clockwise from the player/dealer's left."),
        ("massachusetts", "The shuffler counts the cards after each shuffle, so that the stub need not be counted."),
        ("massachusetts", "The stub is counted at least once in five rounds, unless the shuffler counts the cards."),
        ("massachusetts", "the highest hand so far stays exposed from a straight up, until the round is resolved."),
        ("massachusetts", "if the deck has the right number of cards: the deal is put right in sequence."),
        ("california", "Two decks of different backs take turns: one is shuffled while the other is in play"),
        ("california", "Once all cards are dealt the stub goes to the discard rack."),
        ("chickasaw", "What the book does not rule on Management decides (the floor decides)."),
        ("nevada", "Before a progressive win: no progressive wagers until it is back; the game goes on."),
        ("nevada", "The stub stays where it is and is picked up with the other cards."),
        ("greece", "the croupier's cards are shuffled back and two new ones dealt, face down."),
    ],
)
def test_each_book_says_what_it_does_otherwise(name: str, says: str) -> None:
    assert says in words(uth("show", name))


def test_the_facts_of_a_book_call_the_dealer_as_its_document_does() -> None:
    """The text of the rulings, at the end, speaks of every book."""
    of_its_own = uth("show", "greece").partition("The rulings cited")[0]
    assert "croupier" in of_its_own
    assert "dealer" not in of_its_own.replace("player/dealer", "").lower()
    california = words(uth("show", "california"))
    assert "Seat 1 is the one farthest to the casino dealer's left" in california
    assert "one card face down to the player/dealer" in california.lower()


def test_a_massachusetts_deck_is_opened_in_eight_steps_and_the_others_in_three() -> None:
    steps = opening_of("massachusetts")
    assert steps[:2] == ["1. It is received at the table. MA.3a", "2. The dealer inspects it. MA.3a"]
    assert steps[5:7] == ["6. It is turned face down and washed. MA.3c", "7. It is stacked. MA.3c"]
    assert steps[2:5] == [
        "3. The floor verifies it. MA.3b",
        "4. It is spread face up, by suit and in sequence. MA.3b",
        "5. It is shown to the first player to arrive. MA.3b",
    ]
    assert len(steps) == 8
    for name in (name for name in BOOKS if load(name).procedure.opening.value == ("inspect",)):
        assert [step.removesuffix(" R44") for step in opening_of(name)] == [
            "1. It is received at the table.",
            f"2. The {load(name).words.deals} inspects it.",
            "3. It is shuffled.",
        ]


def opening_of(name: str) -> list[str]:
    """Return the steps of a book for a deck before its first round, each with its clause."""
    printed = uth("show", name)
    start = printed.index("Each deck, before its first round")
    return spaced(printed[start : printed.index("In every round", start)])[1:-2]


@in_every_book
def test_each_way_of_dealing_says_who_deals_who_shuffles_and_how_many_decks_there_are(name: str) -> None:
    printed = uth("show", name)
    dealing = printed[printed.index("\nDealing ") : printed.index("\nWhat a seat is asked ")]
    for way in load(name).dealing:
        here = words(dealing[dealing.index(f"\n  {way.name}: ") :])
        hand = way.dealt_by.value == "hand"
        assert f"1. The cards are dealt by {'hand' if hand else 'machine'}. 2. They are shuffled by" in here
    assert dealing.count("There is one deck.") == sum(way.decks.value == 1 for way in load(name).dealing)


@in_every_book
def test_every_rule_on_what_goes_wrong_is_printed_with_its_clause_and_the_floor_comes_last(name: str) -> None:
    printed = uth("show", name)
    start = printed.index("When something goes wrong")
    wrong = printed[start : printed.index("What voids a hand or a round", start)]
    assert {rule.clause for rule in load(name).irregularity} <= set(wrong.split())
    for rule in load(name).irregularity:
        said = words(wrong).lower()
        assert rule.says.lower() in said
        happened = rule.kind.words.lower().replace("dealer", load(name).words.against)
        assert happened in said or rule.remedy == ("floor_decides",)
    last = spaced(wrong).index("What the book does not rule on")
    clause = "CN.50" if name == "chickasaw" else "R42"
    assert clause in " ".join(spaced(wrong)[last:]).split()


def test_a_book_that_rules_on_nothing_leaves_it_all_to_the_floor() -> None:
    printed = uth("show", "california")
    assert "It goes to the floor, which decides and gives a name and a" in fact(printed, "R42")
    assert "The document names none; what goes wrong is for the floor." in fact(printed, "R42") + words(printed)


def test_a_terminal_gets_colour_and_no_line_wider_than_it_is() -> None:
    for columns in (60, 80, 120):
        written = on_terminal("show", "greece", columns=columns)
        assert "\x1b[" in written
        assert max(len(line) for line in without_colour(written).splitlines()) <= columns


def test_a_terminal_and_a_pipe_get_the_same_words() -> None:
    terminal = without_colour(on_terminal("show", "nevada")).replace("─", "-")
    assert [line.rstrip() for line in terminal.splitlines()] == uth("show", "nevada").splitlines()


# A difference


@in_every_book
def test_a_book_does_not_differ_from_itself(name: str) -> None:
    assert uth("diff", name, name) == "no difference\n"
    assert json.loads(uth("diff", name, name, "--json")) == []


def test_a_difference_has_both_values_with_their_clauses() -> None:
    lines = spaced(uth("diff", "massachusetts", "chickasaw"))
    assert "after a fold stays in play (MA.9e) lost (CN.21)" in lines
    assert "hands a player may 1 (MA.11) 2 (CN.7)" in lines
    assert "the same pays B (MA.10d) posted (CN.TRIPS)" in lines
    assert "the same pays PTMGLML03 (MA.13e) chickasaw (CN.PROG)" in lines
    assert "every seat has a all hands are void (MA.14d) the floor decides (CN.50)" in lines
    assert "the stub is at least once in 5 rounds -" in lines
    assert "AwardRules" not in "".join(lines)


def test_two_books_with_a_way_of_dealing_of_one_name_differ_in_its_decks_its_shuffle_and_its_cut() -> None:
    lines = spaced(uth("diff", "california", "nevada"))
    assert "shoe: shuffled by a shuffler (R93) hand (R25)" in lines
    assert "shoe: decks 2 (CA.DECK3) 1 (R25)" in lines
    assert "shoe: the cards no (R95) yes (R95)" in lines


@pytest.mark.parametrize("one", BOOKS)
@pytest.mark.parametrize("other", BOOKS)
def test_any_two_books_are_compared_on_their_procedure_and_on_what_goes_wrong(one: str, other: str) -> None:
    found = json.loads(uth("diff", one, other, "--json"))
    sections = {each["section"] for each in found}
    ruled = [plain(load(book).irregularity) for book in (one, other)]
    assert ("when something goes wrong" in sections) == (ruled[0] != ruled[1])
    values = [plain(load(book).procedure).items() for book in (one, other)]
    bare = [{key: value and value["value"] for key, value in items if key != "opening_cites"} for items in values]
    assert ("the dealer's procedure" in sections) == (bare[0] != bare[1])


def test_tables_of_one_name_differ_row_by_row() -> None:
    lines = spaced(uth("diff", "chickasaw", "greece"))
    assert "flush 6 to 1 (CN.TRIPS) 7 to 1 (GR.10)" in lines
    assert "straight 5 to 1 (CN.TRIPS) 4 to 1 (GR.10)" in lines


def test_a_difference_as_json_names_the_two_books() -> None:
    found = json.loads(uth("diff", "nevada", "greece", "--json"))
    (trips,) = (each for each in found if (each["section"], each["field"]) == ("trips", "who sets the stake"))
    assert trips["values"] == [
        {"book": "nevada", "says": "the player, within limits", "cite": "R25"},
        {"book": "greece", "says": "the house, one amount", "cite": "GR.10"},
    ]


def test_a_file_is_compared_by_its_path(tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    own.write_text('based_on = "nevada"\n[trips]\nalone = { value = true, cite = "own.1" }\n', encoding="utf-8")
    lines = spaced(uth("diff", "nevada", str(own)))
    assert "without ante and not allowed (R25) allowed (own.1)" in lines


# A file checked


def test_a_file_without_fault_is_ok_with_its_count_of_values_and_tables(tmp_path: Path) -> None:
    (tmp_path / "own.toml").write_text(book_text("massachusetts"), encoding="utf-8")
    code, out, err = ended("check", "own.toml", cwd=tmp_path)
    assert (code, err) == (0, "")
    assert re.fullmatch(r"own\.toml: ok, \d{3} values, 12 pay tables\n", out)


def test_a_file_with_faults_ends_with_2_and_a_line_for_each_on_the_error_stream(tmp_path: Path) -> None:
    text = (
        'based_on = "nevada"\n\n[seats]\ncount = { value = 99, cite = "x" }\nchairs = 3\n\n[limits]\nante.min = 0.5\n'
    )
    (tmp_path / "own.toml").write_text(text, encoding="utf-8")
    code, out, err = ended("check", "own.toml", cwd=tmp_path)
    assert (code, out) == (2, "")
    assert [line.partition(": ")[2].partition(":")[0] for line in err.splitlines()] == ["line 4", "line 5", "line 8"]
    assert "own.toml: line 4: seats.count.value: 99 is not 1 to 8" in err


@pytest.mark.clause("GR.11")
def test_a_progressive_that_really_holds_less_than_it_says_is_refused(tmp_path: Path) -> None:
    text = book_text("greece").replace('"full_house", for_one = 10', '"full_house", for_one = 30')
    (tmp_path / "own.toml").write_text(text, encoding="utf-8")
    code, out, err = ended("check", "own.toml", cwd=tmp_path)
    assert (code, out) == (2, "")
    assert "own.toml: pay.progressive ultimate: " in err
    assert "is really held at a full table of 6, outside 15% to 20% (GR.11)" in err


def test_a_game_that_is_played_but_not_counted_is_ok_and_says_so(tmp_path: Path) -> None:
    text = 'based_on = "nevada"\nname = "own"\n[play]\nfold = { value = ["flop", "river"], cite = "own.1" }\n'
    (tmp_path / "own.toml").write_text(text, encoding="utf-8")
    code, out, err = ended("check", "own.toml", cwd=tmp_path)
    assert (code, err) == (0, "")
    assert "own.toml: can be played, but not by uth exact and uth sim: play.fold: " in out


@pytest.mark.parametrize("command", ["check", "show"])
@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("missing.toml", "No such file or directory"),
        ("folder", "Is a directory"),
        ("folder.toml", "Is a directory"),
        ("binary.toml", "is not text in UTF-8, from byte 0"),
        ("texas", "is not a rule set; one of massachusetts, california"),
    ],
)
def test_a_file_that_cannot_be_read_gets_one_clear_line_and_2(
    command: str, name: str, says: str, tmp_path: Path
) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder.toml").mkdir()
    (tmp_path / "binary.toml").write_bytes(b"\xff\xfe\x00\x01" * 100)
    code, out, err = ended(command, name, cwd=tmp_path)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert err.startswith(f'uth rules {command}: rules: "{name}" ')
    assert says in err


def test_a_file_that_begins_with_a_byte_order_mark_is_read(tmp_path: Path) -> None:
    (tmp_path / "own.toml").write_text('based_on = "nevada"\n', encoding="utf-8-sig")
    assert ended("check", "own.toml", cwd=tmp_path)[0] == 0


def test_a_bad_file_is_no_traceback_in_any_command(tmp_path: Path) -> None:
    (tmp_path / "bad.toml").write_text("name = ", encoding="utf-8")
    for arguments in (("show", "bad.toml"), ("diff", "nevada", "bad.toml"), ("check", "bad.toml")):
        code, out, err = ended(*arguments, cwd=tmp_path)
        assert (code, out) == (2, "")
        assert err == "bad.toml: line 1: not TOML: Invalid value\n" or err.startswith("bad.toml: line 1: not TOML: ")


# A file begun


@in_every_book
def test_a_new_file_checks_out_and_equals_its_base_until_something_is_changed(name: str, tmp_path: Path) -> None:
    own = tmp_path / "riverboat.toml"
    own.write_text(uth("new", "riverboat", "--from", name), encoding="utf-8")
    assert uth("check", str(own)).startswith(f"{own}: ok, ")
    assert uth("diff", name, str(own)) == "no difference\n"
    assert load(str(own)).name == "riverboat"


def test_a_new_file_has_every_value_of_its_base_as_a_comment() -> None:
    printed = uth("new", "riverboat", "--from", "nevada")
    for line in book_text("nevada").splitlines():
        if line and not line.startswith(("#", 'name = "nevada"', "title =")):
            assert f"# {line}" in printed


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("new", "My Rules"), 'name: "My Rules" is not a name in lower case'),
        (("new", "nevada"), 'name: "nevada" is the name of a book'),
        (("new", "own", "--from", "texas"), '--from: "texas" is not a book; one of massachusetts'),
    ],
)
def test_a_new_file_that_cannot_be_begun_says_why(arguments: tuple[str, ...], says: str) -> None:
    code, out, err = ended(*arguments)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert says in err


# Help


@pytest.mark.parametrize("command", [(), ("show",), ("diff",), ("check",), ("new",)])
def test_every_command_has_help_with_an_example(command: tuple[str, ...]) -> None:
    assert f"For example: uth rules {command[0] if command else 'show'}" in uth(*command, "--help")
