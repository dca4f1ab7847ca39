"""`uth join` on a real terminal against a real house, and its messages when it fails."""

from __future__ import annotations

import fcntl
import json
import os
import pty
import select
import struct
import termios
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from client.serving import Served, served
from support.installed import Program

ENTERS, LEAVES = b"\x1b[?1049h", b"\x1b[?1049l"


class Terminal:
    """A terminal with `uth join` on it."""

    def __init__(self, state: Path, *options: str) -> None:
        self.terminal, theirs = pty.openpty()
        fcntl.ioctl(self.terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 32, 100, 0, 0))
        known = {"TERM": "xterm-256color", "NO_COLOR": "", "XDG_STATE_HOME": str(state)}
        self.process = Program("join", *options, env={**os.environ, **known}, terminal=theirs)
        os.close(theirs)
        self.seen = b""

    def until(self, wanted: bytes, seconds: float = 60) -> bytes:
        """Return what is drawn up to those bytes, since they were last waited for."""
        ends = time.monotonic() + seconds
        while wanted not in self.seen and time.monotonic() < ends:
            if select.select([self.terminal], [], [], 0.2)[0]:
                try:
                    self.seen += os.read(self.terminal, 65536)
                except OSError:
                    break
        assert wanted in self.seen, self.seen[-2000:]
        drawn, _, self.seen = self.seen.partition(wanted)
        return drawn

    def press(self, keys: bytes) -> None:
        os.write(self.terminal, keys)

    def status(self) -> int:
        return self.process.wait(60)

    def close(self) -> None:
        self.process.kill()
        self.process.wait(60)
        os.close(self.terminal)


@contextmanager
def joined(state: Path, *options: str) -> Iterator[Terminal]:
    terminal = Terminal(state, *options)
    try:
        yield terminal
    finally:
        terminal.close()


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("house")) as running:
        yield running


def test_somebody_sits_down_and_control_c_gives_seat_chips_and_screen_back(house: Served, tmp_path: Path) -> None:
    with joined(tmp_path, f"{house.address}/table/nevada", "--name", "Ann", "--seat", "3", "--buy-in", "250") as ann:
        ann.until(ENTERS)
        ann.until(b"Bankroll")
        assert house.seats_at("nevada")["3"]["name"] == "Ann"
        assert house.seats_at("nevada")["3"]["rail"] == 25_000
        ann.press(b"\x03")
        ann.until(LEAVES)
        ann.until(b"0 rounds played: broke even; you leave with $250.\r\n")
        assert ann.status() == 0
    assert house.seats_at("nevada") == {}


@pytest.mark.slow
def test_without_a_table_the_lobby_is_shown_and_one_is_chosen(house: Served, tmp_path: Path) -> None:
    with joined(tmp_path, house.address, "--name", "Ann") as ann:
        ann.until(b"Enter sits down")
        ann.press(b"\r")
        ann.until(b"Bankroll")
        assert [each["name"] for each in house.seats_at("massachusetts").values()] == ["Ann"]
        ann.press(b"q")
        assert ann.until(b"you leave with $1,000.") is not None
        assert ann.status() == 0
    with joined(tmp_path, house.address) as bob:
        bob.until(b"Enter sits down")
        bob.press(b"q")
        assert bob.status() == 0


@pytest.mark.slow
def test_who_went_in_the_middle_of_a_hand_comes_back_to_the_seat(house: Served, tmp_path: Path) -> None:
    address = f"{house.address}/table/chickasaw"
    with joined(tmp_path, address, "--name", "Ann") as ann:
        ann.until(b"Ante down")
        ann.press(b" ")
        ann.until(b"Ready")
        ann.press(b" ")
        ann.until(b"Before the flop")
        ann.press(b"q")
        ann.until(b"You get up after")
        ann.press(b"q")
        ann.until(b"uth join --again goes back to it.")
        assert ann.status() == 0
    (seat,) = house.seats_at("chickasaw").values()
    assert seat["name"] == "Ann"
    kept = tmp_path / "uth" / "houses.json"
    assert (kept.stat().st_mode & 0o777, list(json.loads(kept.read_text()))) == (0o600, [house.address])
    with joined(tmp_path, "--again", address) as ann:
        ann.until(b"Bankroll")
        assert len(house.seats_at("chickasaw")) == 1
        ann.press(b"4")
        ann.until(b"Net of the round")
        ann.press(b"q")
        ann.until(b"you leave with")
    assert house.seats_at("chickasaw") == {}


@pytest.mark.slow
def test_the_plug_is_pulled_in_the_middle_of_a_hand_and_the_table_is_back_by_itself(tmp_path: Path) -> None:
    with served(tmp_path) as house, joined(tmp_path, f"{house.address}/table/massachusetts", "--name", "Ann") as ann:
        ann.until(b"Ante down")
        ann.press(b" ")
        ann.until(b"Ready")
        ann.press(b" ")
        ann.until(b"Before the flop")
        before = house.seats_at("massachusetts")["1"]["wagers"]
        house.kill()
        ann.until(b"does not answer")
        house.start()
        ann.until(b"your turn")
        assert house.seats_at("massachusetts")["1"]["wagers"] == before
        ann.press(b"4")
        ann.until(b"Net of the round")
        ann.press(b"q")
        ann.until(b"1 round played")
        assert ann.status() == 0


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (("ftp://house",), 'uth join: address: "ftp://house" is not the address of a house; write for example'),
        (("127.0.0.1:1",), "uth join: the house at http://127.0.0.1:1 does not answer"),
        (("127.0.0.1:1", "--seat", "x"), 'uth join: --seat: "x" is not a number this option accepts; 1 to 9'),
        (("127.0.0.1:1", "--buy-in", "much"), 'uth join: --buy-in: "much" is not an amount; write for example 10'),
        (("127.0.0.1:1", "--ante", "-1"), 'uth join: --ante: "-1" is not an amount; write for example 10'),
        (("HOUSE", "--table", "nowhere"), 'uth join: there is no table "nowhere"'),
        (("HOUSE", "--table", "nevada", "--seat", "9"), "uth join: "),
        (("HOUSE", "--again"), "is a house you have not visited; leave out --again"),
        (("HOUSE", "--name", "x"), 'uth join: name: "x" is not a name of 2 to 20 letters'),
    ],
)
def test_what_cannot_be_is_said_in_one_line(house: Served, tmp_path: Path, options: tuple[str, ...], says: str) -> None:
    with joined(tmp_path, *(house.address if each == "HOUSE" else each for each in options)) as ann:
        ann.until(says.encode())
        assert ann.status() == 2
        assert b"Traceback" not in ann.seen
