"""`uth play --plain`: a whole process, lines in, text out."""

from __future__ import annotations

import os
import signal
import subprocess
import time

import pytest

from support.installed import UTH, ran, ran_text
from terminal.sitting import sit
from uth.rules.loader import BOOKS
from uth.terminal.plain import PlainTable
from uth.terminal.plain_words import WORDS
from uth.terminal.session import TableSession
from uth.words.session import short_and_long

ROUND = "deal\ncheck\ncheck\n1\n"


def played(typed: str, *options: str) -> str:
    answer = ran_text("play", "--plain", "--shuffle-key", "felt", *options, given=typed)
    assert (answer.returncode, answer.stderr) == (0, "")
    assert "\x1b" not in answer.stdout
    assert "Traceback" not in answer.stdout
    return answer.stdout


def told(typed: str, session: TableSession | None = None) -> list[str]:
    lines: list[str] = []
    PlainTable(session or sit(), lines.append).run(typed.splitlines())
    return lines


@pytest.mark.parametrize(
    ("book", "wager"),
    [
        pytest.param(
            "massachusetts", "It is exactly $5, no more and no less (MA.13a).", marks=pytest.mark.clause("MA.13a")
        ),
        pytest.param("chickasaw", "It is exactly $1, no more and no less (CN.5).", marks=pytest.mark.clause("CN.5")),
        ("nevada", "It is one amount for the whole table: $1 at this table (R31, NV.3)."),
    ],
)
def test_the_posted_progressive_wager_cites_its_own_clause(book: str, wager: str) -> None:
    lines = told("rules\n", sit(book))
    assert wager in lines
    assert next(line for line in lines if line.startswith("The ante is ")).endswith("(R89).")


@pytest.mark.parametrize("book", BOOKS)
def test_a_whole_round_is_played_from_a_pipe_in_every_book(book: str) -> None:
    text = played(f"trips 5\nprogressive\ncover 5\nmatch\n{ROUND}history\nquit\n", "--rules", book)
    for said in ("No more bets.", "The flop:", "Turn and river:", "'s hand:", "Net of the round:", "Round 1:"):
        assert said in text
    assert text.splitlines()[-1].startswith("1 round played: ")


def test_a_card_is_said_in_words_and_in_short() -> None:
    session = sit(card=short_and_long)
    asked = told("deal\n", session)[-2]
    first, second = session.table.round.spots[session.mine[0]].hole
    assert asked == f"You: {first.words} ({first}), {second.words} ({second}). Type 4, 3 or check."


def test_the_same_key_tells_the_same_session() -> None:
    assert played(ROUND + "rebet\n" + ROUND) == played(ROUND + "rebet\n" + ROUND)


def test_the_end_of_the_input_ends_the_session_with_its_summary() -> None:
    assert played("").splitlines()[-1] == "0 rounds played: broke even; you leave with $1,000."
    assert played("deal\n").splitlines()[-1].endswith("on the layout.")


def test_without_a_terminal_the_table_is_plain_by_itself() -> None:
    answer = subprocess.run([UTH, "play"], input="quit\n", capture_output=True, text=True, timeout=60)
    assert answer.returncode == 0
    assert "0 rounds played" in answer.stdout


def test_a_refusal_says_why_with_its_clause_and_changes_nothing() -> None:
    session = sit()
    lines = told("ante 501\ntrips 3\nblind 10\n4\nundo\n", session)
    refusals = [line for line in lines if line.startswith("Refused: ")]
    assert refusals[0].startswith("Refused: Ante $501 is outside the posted limits, $5 to $500 (")
    assert refusals[1].startswith("Refused: Trips $3 is outside the posted limits, $5 to $200 (")
    assert refusals[2] == "Refused: The blind comes with the ante (MA.1)."
    assert refusals[3] == "Refused: Nobody is asked now."
    assert refusals[4] == "Refused: There is nothing to undo."
    assert session.at_stake == 1000


def test_wagers_are_made_doubled_undone_cleared_and_made_again() -> None:
    lines = told("ante 10\ntrips 5\ndouble\nundo\ntrips off\nclear\nrebet\nprog\nprogressive off\n")
    assert "You: ante $10, blind $10, trips $5. Type deal." in lines
    assert "You: ante $20, blind $20, trips $10. Type deal." in lines
    assert lines.count("You: ante $10, blind $10, trips $5. Type deal.") == 2
    assert "You have no wagers down. Type rebet or ante 10." in lines
    assert "You: ante $5, blind $5, progressive $5. Type deal." in lines


def test_dealing_without_a_wager_is_asked_about_and_watching_is_a_choice() -> None:
    lines = told("clear\ndeal\nwatch\nhistory\n")
    assert any(line.startswith("Refused: You have no wagers down; rebet") for line in lines)
    assert any("You sat out" in line for line in lines)


@pytest.mark.parametrize(
    "line",
    ["", "   ", "ante", "ante x", "ante 1 2", "ante -1", "ante 1e3", "ante 99999999999999999999", "play", "play x", "9",
     "999999999999", "fold", "check", "bank", "bank 5", "pass", "buy x", "hand 2", "hand", "history 9", "history x",
     "history 1 2", "cover all 5", "match play", "ünïcödé", "\x00", "x" * 100_000, "quit now?", "rules", "table",
     "help", "watch out", "½", "²"],
)  # fmt: skip
def test_no_line_however_odd_gets_anything_but_an_answer(line: str) -> None:
    lines = told(f"{line}\ndeal\n{line}\n")
    assert lines[-1].startswith(("0 rounds", "1 round"))
    assert all(len(each) < 400 for each in lines)


def test_a_byte_that_is_not_text_is_answered_too() -> None:
    answer = ran("play", "--plain", given=b"\xff\xfe\nquit\n")
    assert answer.returncode == 0
    assert answer.stderr == b""


def test_two_hands_are_spoken_of_by_number() -> None:
    session = sit("chickasaw", hands="2", seats="2")
    lines = told("hand 2\nante 20\nhand 1\ntrips 5\ndeal\n4\ncheck\n", session)
    assert any(line.startswith("You sit in seats ") for line in lines)
    assert "Your first hand: ante $5, blind $5, trips $5. Your second hand: ante $20, blind $20. Type deal." in lines
    assert any(line.startswith("Your second hand: ") and line.endswith("Type 4, 3 or check.") for line in lines)


def test_a_person_banks_and_lets_the_button_go_by() -> None:
    lines = told("bank 200\nbank 300\npass\nante 10\ndeal\n", sit("california", seats="2"))
    assert "You bank this round with $200." in lines
    assert "You bank with $300. Type deal, or pass." in lines
    assert "Ada banks this round with $8,000." in lines
    assert "No more bets." in lines


def test_out_of_chips_it_says_so_and_offers_to_buy_in() -> None:
    lines = told("rebet\nbuy\nrebet\nbuy 50\n", sit(bankroll="8"))
    assert "You are out of chips. Type buy for $8 more, buy AMOUNT, or quit." in lines
    assert "You buy in for $8." in lines
    assert "You buy in for $50." in lines


def test_the_history_tells_a_round_again_with_its_lines() -> None:
    lines = told(ROUND + "history\nhistory 1\n")
    again = lines[next(at for at, line in enumerate(lines) if line.startswith("Round 1: ")) :]
    assert "No more bets." in again
    assert any(line.startswith("Ante $5 ") for line in again)
    assert any(line.startswith("Deck key ") for line in again)


def test_the_rules_read_the_limits_and_every_pay_table() -> None:
    lines = told("rules\n")
    assert any(line.startswith("Trips A (MA.10d): Royal Flush 50 to 1; ") for line in lines)
    assert any(line.startswith("Cover All, 7 hands (MA.12k): ") for line in lines)
    assert any("100% of the meter, envy $1,000" in line for line in lines)


def test_every_word_that_may_be_typed_does_something() -> None:
    for word in WORDS:
        assert not any("is not a command" in line for line in told(f"{word}\n"))


def test_an_interrupt_ends_it_with_its_summary_and_no_traceback() -> None:
    with subprocess.Popen(
        [UTH, "play", "--plain"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        while "Type deal." not in process.stdout.readline():
            pass
        time.sleep(0.2)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=30)
    assert (process.returncode, err) == (0, "")
    assert out.splitlines()[-1] == "0 rounds played: broke even; you leave with $1,000."


def test_a_reader_that_goes_away_is_no_error() -> None:
    read, write = os.pipe()
    os.close(read)
    answer = ran("play", "--plain", given="help\n" * 5, stdout=write)
    os.close(write)
    assert answer.stderr == b""
    assert answer.returncode == 0
