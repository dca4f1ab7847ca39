"""`uth settle` on a terminal: the settlement as tables."""

from __future__ import annotations

import json
import os
import pty
import re
import subprocess
import sys
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from uth.adjudicate import settle_document
from uth.cli.settle_table import amounts_of, parts_of

BOARD = ["7h", "7c", "2s", "Kd", "9d"]
MASSACHUSETTS: dict[str, Any] = {
    "rules": "massachusetts",
    "tables": {"trips": "A", "progressive": "PTMGL01"},
    "meters": {"main": 5_000_000},
    "board": BOARD,
    "dealer": ["Qs", "Qd"],
    "seats": [
        {
            "seat": 1,
            "player": "ann",
            "hole": ["7s", "Ad"],
            "wagers": {"ante": 1000, "blind": 1000, "trips": 500, "cover_all": 500, "progressive": 500},
            "decision": {"street": "preflop", "multiple": 4},
        },
        {
            "seat": 4,
            "player": "bob",
            "hole": ["3h", "4s"],
            "wagers": {"ante": 2000, "blind": 2000},
            "decision": {"street": "river", "fold": True},
        },
    ],
}
ROYAL: dict[str, Any] = {
    "rules": "massachusetts",
    "tables": {"progressive": "PTMGLML02"},
    "board": ["Th", "Jh", "Qh", "Kd", "9d"],
    "dealer": ["Qs", "Jd"],
    "seats": [
        {
            "seat": 1,
            "player": "ann",
            "hole": ["Ah", "Kh"],
            "wagers": {"ante": 50_000, "blind": 50_000, "trips": 500, "progressive": 500},
            "decision": {"street": "preflop", "multiple": 4},
        },
        {
            "seat": 4,
            "player": "bob",
            "hole": ["3h", "4s"],
            "wagers": {"ante": 2000, "blind": 2000, "progressive": 500},
            "decision": {"street": "river", "fold": True},
        },
    ],
}
BANKED: dict[str, Any] = {
    "rules": "california",
    "board": BOARD,
    "banker": {"seat": 3, "wager": 3000, "hole": ["Qs", "Jd"]},
    "seats": [
        {
            "seat": 4,
            "player": "bob",
            "hole": ["3h", "4s"],
            "wagers": {"ante": 2000, "blind": 2000},
            "decision": {"street": "river", "fold": True},
        },
    ],
}


def lines_of(document: dict[str, Any], columns: int = 80) -> list[str]:
    """Return the lines of the table with single spaces, as a person reads them across."""
    page = StringIO()
    console = Console(file=page, width=columns, color_system=None, highlight=False)
    for part in parts_of(settle_document(document)):
        console.print(part)
    return [" ".join(line.split()) for line in page.getvalue().splitlines()]


def on_terminal(document: dict[str, Any], path: Path, *arguments: str, columns: int = 80) -> str:
    """Return what `uth settle` writes to a terminal of that width."""
    path.write_text(json.dumps(document), encoding="utf-8")
    reading, writing = pty.openpty()
    environment = os.environ | {"COLUMNS": str(columns), "LINES": "24", "TERM": "xterm-256color"}
    environment.pop("NO_COLOR", None)
    command = [sys.executable, "-c", "from uth.cli.main import main; main()", "settle", str(path), *arguments]
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


def test_the_dealers_hand_comes_first_and_whether_it_qualifies() -> None:
    assert lines_of(MASSACHUSETTS)[:2] == [
        "Settlement under massachusetts",
        "Dealer: Two Pair, Queens and Sevens, qualifies",
    ]
    low = {**MASSACHUSETTS, "board": ["8h", "7c", "2s", "Kd", "9d"], "dealer": ["Qs", "3d"]}
    assert "Dealer: King high, does not qualify: antes come back" in lines_of(low)


def test_the_seats_come_in_the_order_of_settlement_with_player_and_hand() -> None:
    lines = lines_of(MASSACHUSETTS)
    assert [line for line in lines if line.startswith("Seat ")] == [
        "Seat 1 ann Three of a Kind, Sevens",
        "Seat 4 bob Pair of Sevens",
    ]
    assert "Settled in this order: seats 1, 4." in lines


def test_every_wager_has_a_row_with_outcome_stake_return_winnings_and_clauses() -> None:
    lines = lines_of(MASSACHUSETTS)
    assert "wager outcome stake returned won clauses" in lines
    assert "Ante win $10 $10 $10 MA.9h2, MA.10b" in lines
    assert "Blind push $10 $10 - MA.9h2" in lines
    assert "Play win $40 $40 $40 MA.9h2, MA.10b" in lines
    assert "Trips win $5 $5 $15 MA.9h4, MA.10d" in lines
    assert "Cover All lose $5 - - MA.12b" in lines
    assert "Progressive win $5 - $45 MA.13e, MA.13f" in lines
    assert "Net +$100" in lines
    assert "Net -$40" in lines


def test_meters_and_totals_come_last() -> None:
    lines = lines_of(MASSACHUSETTS)
    assert lines[lines.index("Meters") + 1 :] == [
        "meter before paid seeded after",
        "main $50,000 - - $50,000",
        "",
        "Totals",
        "players +$60",
        "house -$60",
    ]


def test_a_cut_envy_a_paid_meter_and_a_progressive_hand_of_its_own_are_shown() -> None:
    lines = lines_of(ROYAL, columns=100)
    assert "wager outcome stake returned won cut clauses" in lines
    assert "Blind win $500 $500 $72,500 $177,500 MA.9h2, MA.10c, MA.13d" in lines
    assert "Envy, seat 1 win $1,000" in lines
    assert "The progressive's own hand: Queen high." in lines
    assert "mega $50,000 $50,000 $50,000 $50,000" in lines


def test_a_void_hand_gets_its_stakes_back_and_what_its_clause_saves_is_settled() -> None:
    lines = lines_of({**ROYAL, "void": "MA.14a"}, columns=100)
    assert "Ante void $500 $500 - MA.14a" in lines
    assert "Trips win $5 $5 $250 MA.14a, MA.9h4, MA.10d" in lines


def test_a_player_dealer_is_shown_with_the_bank_and_what_was_used_of_it() -> None:
    lines = lines_of(BANKED)
    assert "Player/dealer, seat 3: Pair of Sevens, qualifies" in lines
    assert "The bank is $30, of which $30 was used." in lines
    assert any(line.startswith("Blind uncovered $20 $10 - CA.PLAY6, CA.BET4,") for line in lines)
    assert lines[-2:] == ["players -$30", "banker +$30"]


@pytest.mark.parametrize(
    ("rules", "shown"), [("massachusetts", "$12.50"), ("greece", "€12.50"), ("riverboat", "1,250"), ("", "1,250")]
)
def test_money_is_in_the_currency_of_the_book_and_plain_numbers_where_it_is_unknown(rules: str, shown: str) -> None:
    assert amounts_of(rules)(1250) == shown


def test_a_rule_set_of_ones_own_says_what_its_plain_numbers_are(tmp_path: Path) -> None:
    own = tmp_path / "riverboat.toml"
    own.write_text('name = "riverboat"\nbased_on = "massachusetts"\n', encoding="utf-8")
    lines = lines_of({**MASSACHUSETTS, "rules": str(own)})
    assert "Amounts are in the smallest unit of the currency." in lines
    assert "Ante win 1,000 1,000 1,000 MA.9h2, MA.10b" in lines


@pytest.mark.parametrize("columns", [80, 120])
@pytest.mark.parametrize("document", [MASSACHUSETTS, ROYAL, BANKED], ids=["plain", "royal", "banked"])
def test_a_terminal_gets_the_table_in_colour_within_its_width(
    document: dict[str, Any], columns: int, tmp_path: Path
) -> None:
    written = on_terminal(document, tmp_path / "round.json", columns=columns)
    lines = re.sub(r"\x1b\[[0-9;]*m", "", written).splitlines()
    assert "\x1b[" in written
    assert lines[0].startswith(f"Settlement under {document['rules']}")
    assert max(map(len, lines)) <= columns


def test_a_terminal_that_asks_for_json_gets_json(tmp_path: Path) -> None:
    written = on_terminal(MASSACHUSETTS, tmp_path / "round.json", "--json")
    assert json.loads(written) == settle_document(MASSACHUSETTS)
