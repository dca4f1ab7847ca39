"""Data of the first version opens in this one: a house that was killed, and meter files.

The first version wrote `tests/kept/first_version.tar.xz`. In the house a round was settled under each book, awards wait
for a supervisor (Chickasaw, Nevada), and a wager was on the table when the process was killed. Each meter file has a
recorded award and a locked round.
"""

from __future__ import annotations

import json
import tarfile
from pathlib import Path
from typing import Any

import httpx
import pytest

from client.serving import served
from support.installed import ran_text

BOOKS = ("massachusetts", "california", "chickasaw", "nevada", "greece")
"""The books of the version that wrote it."""
KEPT = Path(__file__).parents[1] / "kept" / "first_version.tar.xz"


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    with tarfile.open(KEPT) as archive:
        archive.extractall(tmp_path, filter="data")
    return tmp_path


def printed(*command: str | Path) -> str:
    done = ran_text(*map(str, command))
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_house_that_was_killed_opens_with_every_table_round_award_and_wager(kept: Path) -> None:
    assert "every record is as it was written" in printed("house", "verify", "--data", kept / "house")
    with served(kept / "house") as house, httpx.Client(base_url=f"{house.address}/api/v1", timeout=30) as http:

        def get(path: str) -> Any:
            answer = http.get(path)
            assert answer.status_code == 200, answer.text
            return answer.json()

        tables = {each["name"]: each for each in get("/tables")}
        assert {f"kept-{book}" for book in BOOKS} <= tables.keys()
        for book in BOOKS:
            view = get(f"/tables/kept-{book}")["view"]
            assert (view["phase"], view["rounds"]) == ("settled", 1)
            assert view["seats"]["1"]["lines"]
        pending = {link["book"]: [each["cents"] for each in link["pending"]] for link in get("/links")}
        assert (pending["chickasaw"], pending["nevada"]) == ([1_000_012], [100_027])
        assert get("/tables/massachusetts")["view"]["seats"]["1"]["wagers"] == {"ante": 1_000, "blind": 1_000}
        assert http.post("/guest").status_code == 200


@pytest.mark.parametrize("book", ["massachusetts", "chickasaw", "nevada", "greece"])
def test_a_meter_file_opens_and_goes_on(kept: Path, book: str) -> None:
    file = kept / f"{book}.meter"
    before = json.loads(printed("meter", "show", file, "--json"))
    assert (before["lines"], before["rules"]) == (10, book)
    printed("meter", "game-over", file, "--table", "T1")
    printed("meter", "coin-in", file, "--table", "T1", "--seats", "1", "--round", "3")
    assert "ok, 11 commands" in printed("meter", "check", file)
    after = json.loads(printed("meter", "show", file, "--json"))
    assert [meter["amount"] for meter in after["meters"]] != [meter["amount"] for meter in before["meters"]]
