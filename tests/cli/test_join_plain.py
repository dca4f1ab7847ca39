"""`uth join --plain`: a whole process, lines in, text out, against a house in its own process."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from client.serving import Served, served
from support.installed import UTH, Program
from uth.client import Visitor


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("house")) as running:
        yield running


def made(house: Served, name: str, rules: str = "massachusetts", **options: Any) -> str:
    """Return the address of a new table."""

    async def make() -> None:
        async with Visitor(house.address, name="Maker") as maker:
            await maker.make_table({"name": name, "rules": rules, "speed": "instant", **options})

    asyncio.run(make())
    return f"{house.address}/table/{name}"


class Player:
    """`uth join` with pipes for its input and its output."""

    def __init__(self, state: Path, *options: str) -> None:
        self.process = Program("join", *options, env={**os.environ, "XDG_STATE_HOME": str(state)})
        self.heard: list[str] = []

    def type(self, *lines: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write("".join(f"{line}\n" for line in lines))
        self.process.stdin.flush()

    def until(self, wanted: str) -> str:
        """Return the next line that has this in it."""
        assert self.process.stdout is not None
        while line := self.process.stdout.readline():
            self.heard.append(line)
            if wanted in line:
                return line
        raise AssertionError(f"{wanted!r} was not said: {''.join(self.heard)}")

    def end(self, *lines: str) -> list[str]:
        """Return everything that was said, once the last lines were typed and nothing more comes."""
        self.type(*lines)
        return self.ended()

    def ended(self) -> list[str]:
        process = self.process
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdin.close()
        out, err = process.stdout.read(), process.stderr.read()
        assert (process.wait(), err) == (0, "")
        return ("".join(self.heard) + out).splitlines()


@contextmanager
def joined(state: Path, *options: str) -> Iterator[Player]:
    player = Player(state, *options)
    too_long = threading.Timer(50, player.process.kill)
    too_long.start()
    try:
        yield player
    finally:
        too_long.cancel()
        if player.process.poll() is None:
            player.process.kill()
        player.process.wait()
        for stream in (player.process.stdin, player.process.stdout, player.process.stderr):
            if stream is not None:
                stream.close()


ROUND = ("rebet", "deal", "check", "check", "1")


@pytest.mark.parametrize(
    "book",
    [
        "massachusetts",
        pytest.param("chickasaw", marks=pytest.mark.slow),
        pytest.param("nevada", marks=pytest.mark.slow),
        pytest.param("greece", marks=pytest.mark.slow),
    ],
)
def test_lines_from_a_pipe_wait_for_their_turn_and_the_end_of_them_leaves_the_table(
    house: Served, tmp_path: Path, book: str
) -> None:
    with joined(tmp_path, made(house, f"piped-{book}", book), "--name", "Ann", "--ante", "10") as ann:
        said = ann.end("check", "trips 5", *ROUND, "history", "rebet", "deal", "4")
    assert "Refused: Nobody is asked now." in said
    for words in ("No more bets.", "You check.", "Net of the round:", "Bankroll ", "Your wagers, please.", "Round 1: "):
        assert sum(line.startswith(words) for line in said) in (1, 2), words
    assert said[-1].startswith("2 rounds played: ")
    assert not any("\x1b" in line for line in said)
    assert house.seats_at(f"piped-{book}") == {}


def test_one_banks_and_the_other_plays_line_by_line(house: Served, tmp_path: Path) -> None:
    address = made(house, "banked", "california")
    with joined(tmp_path, address, "--name", "Ann") as ann, joined(tmp_path, address, "--name", "Bob") as bob:
        for each in (ann, bob):
            each.until("rebet or ante 10.")
        ann.type("bank 300", "deal")
        bob.until("Ann banks this round with $300.")
        played = bob.end("rebet", "deal", "4")
        ann.until("You bank; the round begins when the others are ready")
        banked = ann.end()
    net = next(line for line in played if line.startswith("Net of the round:"))
    turned = net.translate(str.maketrans("+-", "-+"))
    assert turned in banked
    assert any(re.match(r"Bank \$300 \((\$\d\S* used|used up)\): ", line) for line in banked)


def test_a_hint_says_what_each_choice_is_worth_unless_the_house_has_no_coach(house: Served, tmp_path: Path) -> None:
    with joined(tmp_path, made(house, "coached"), "--plain", "--coach", "grade") as ann:
        ann.type("rebet", "deal")
        ann.until("or check.")
        ann.type("hint", "4")
        assert " is worth " in ann.until(" costs ")
        assert "lay 4x" in ann.until("Coach: ")
    with joined(tmp_path, made(house, "alone", coach=False), "--plain") as bob:
        bob.type("rebet", "deal")
        bob.until("or check.")
        bob.type("hint")
        bob.until("The house has switched the coach off at this table.")


def test_a_refusal_of_the_house_is_said_and_nothing_has_changed(house: Served, tmp_path: Path) -> None:
    with joined(tmp_path, made(house, "refused"), "--name", "Ann") as ann:
        said = ann.end("ante 501", "deal", "fly", "trips x")
    assert any(line.startswith("Refused: Ante $501 is outside the posted limits, $5 to $500 (") for line in said)
    assert "Refused: You have no wagers down; rebet, ante 10, or watch to sit out." in said
    assert 'command: "fly" is not a command; help lists them.' in said
    assert said[-1] == "0 rounds played: broke even; you leave with $1,000."


def test_the_plug_is_pulled_in_a_hand_and_the_game_goes_on_by_itself(tmp_path: Path) -> None:
    with served(tmp_path) as house, joined(tmp_path, made(house, "pulled"), "--name", "Ann") as ann:
        ann.type("rebet", "deal")
        asked = ann.until("Type 4, 3 or check.")
        house.kill()
        ann.until("The house does not answer; trying again.")
        house.start()
        ann.until("The house answers again.")
        assert ann.until("Type 4, 3 or check.") == asked
        said = ann.end("4")
        assert house.seats_at("pulled") == {}
    assert said[-1].startswith("1 round played: ")


@pytest.mark.slow
def test_who_does_not_answer_is_told_how_long_there_is_and_that_the_time_is_up(house: Served, tmp_path: Path) -> None:
    with joined(tmp_path, made(house, "timed", decision_s=5), "--name", "Ann") as ann:
        ann.type("rebet", "deal")
        ann.until("You have 5 seconds; then the house checks for you.")
        ann.until("Your time is up; the house answers for you.")
        ann.until("You check.")
        ann.until("Type 2 or check.")
        said = ann.end("2")
    assert said[-1].startswith("1 round played: ")


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupt_gives_wagers_and_seat_back_with_the_summary(
    house: Served, tmp_path: Path, number: signal.Signals
) -> None:
    table = f"ended-{number.name.lower()}"
    with joined(tmp_path, made(house, table), "--name", "Ann") as ann:
        ann.type("ante 10")
        ann.until("You: ante $10, blind $10. Type deal.")
        ann.process.send_signal(number)
        assert ann.ended()[-1] == "0 rounds played: broke even; you leave with $1,000."
    assert house.seats_at(table) == {}


def test_who_goes_in_a_hand_comes_back_to_it(house: Served, tmp_path: Path) -> None:
    address = made(house, "back")
    with joined(tmp_path, address, "--name", "Ann") as ann:
        said = ann.end("rebet", "deal")
    assert said[-1].endswith("Your seat is still yours: uth join --again goes back to it.")
    with joined(tmp_path, house.address, "--again") as ann:
        said = ann.end("4")
    assert said[-1].startswith("1 round played: ")
    assert house.seats_at("back") == {}


def test_again_shows_the_lobby_once_the_table_is_gone(house: Served, tmp_path: Path) -> None:
    with joined(tmp_path, made(house, "gone"), "--name", "Ann") as ann:
        ann.end("quit")
    kept = tmp_path / "uth" / "houses.json"
    kept.write_text(kept.read_text().replace('"gone"', '"gone for good"'))
    with joined(tmp_path, house.address, "--again") as ann:
        assert ann.end("quit")[0] == f"Tables at {house.address}."


def test_a_reader_that_goes_away_is_no_error_and_frees_the_seat(house: Served, tmp_path: Path) -> None:
    with joined(tmp_path, made(house, "unread"), "--name", "Ann") as ann:
        ann.until("Type rebet or ante 10.")
        assert ann.process.stdout is not None
        ann.process.stdout.close()
        ann.type("help")
        assert ann.process.wait(30) == 0
        assert ann.process.stderr is not None
        assert ann.process.stderr.read() == ""
    assert house.seats_at("unread") == {}


def test_without_a_table_the_lobby_is_told_and_one_is_chosen_by_number_or_name(house: Served, tmp_path: Path) -> None:
    with joined(tmp_path, house.address, "--name", "Ann") as ann:
        said = ann.end("nowhere", "table", "Nevada", "quit")
    assert said[1].startswith("1. massachusetts: Massachusetts, ")
    assert (
        'table: "nowhere" is not one of these tables; type '
        in said[said.index("Which table? Type its number or its name, table to hear them again, or quit.") + 1]
    )
    assert any(line.startswith("Ultimate Texas Hold'em: Nevada") for line in said)
    with joined(tmp_path, house.address, "--name", "Ann") as ann:
        assert any(line.startswith("Ultimate Texas Hold'em: Massachusetts") for line in ann.end("1"))
    with joined(tmp_path, house.address, "--name", "Ann") as ann:
        assert ann.end("quit")[-1].startswith("Which table?")


def test_a_house_that_is_not_there_is_said_in_one_line(tmp_path: Path) -> None:
    answer = subprocess.run(
        [UTH, "join", "--plain", "127.0.0.1:1"], input="", capture_output=True, text=True, timeout=60, check=False
    )
    assert (answer.returncode, answer.stdout) == (2, "")
    assert answer.stderr.startswith("uth join: the house at http://127.0.0.1:1 does not answer")
    assert answer.stderr.count("\n") == 1
