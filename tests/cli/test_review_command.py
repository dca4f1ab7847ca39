"""`uth review`: saved rounds graded, an export reported on, and faults named."""

from __future__ import annotations

import json
from pathlib import Path

from jsonschema_rs import validator_for
from typer.testing import CliRunner

import uth
from support.played_house import PlayedHouse
from uth.cli.app import app
from uth.history.round_document import Viewer, signed_document
from uth.history.round_review import review_of
from uth.history.saved_rounds import saved_mistakes
from uth.house.signing_key import new_key
from uth.units import PlayerId, Seat

ANN = PlayerId("ann~1")
SCHEMA = Path(uth.__file__).parent / "cli" / "schemas" / "review.schema.json"


async def saved(folder: Path, rounds: int) -> PlayedHouse:
    """Play rounds and save Ann's documents: one.json, and all.jsonl."""
    at = PlayedHouse()
    live = at.table(rules="nevada")
    await at.sit(live)
    documents = []
    for number in range(1, rounds + 1):
        await at.round(live)
        found = await at.history.round("one", number)
        documents.append(json.dumps(signed_document(found, Viewer(player=ANN), new_key())))
    (folder / "one.json").write_text(documents[0])
    (folder / "all.jsonl").write_text("\n".join(documents))
    return at


def run(*words: str, status: int = 0) -> str:
    result = CliRunner().invoke(app, ["review", *words])
    assert result.exit_code == status, result.output
    return result.output


async def test_a_saved_round_is_reviewed_as_the_house_reviews_it(tmp_path: Path) -> None:
    at = await saved(tmp_path, 4)
    found = json.loads(run(str(tmp_path / "one.json"), "--json"))
    (review,) = found["reviews"]
    own = review_of(await at.history.round("one", 1), Seat(1))
    for name in ("book", "ante", "expected", "would_have", "seat"):
        assert review[name] == own[name]
    assert [each["choices"] for each in review["decisions"]] == [each["choices"] for each in own["decisions"]]
    schema = validator_for(json.loads(SCHEMA.read_text(encoding="utf-8")))
    schema.validate(found)
    said = run(str(tmp_path / "one.json"))
    assert said.startswith("Round 1 of table one\nSeat 1\n")
    assert f"{review['decisions'][0]['reason']}" in said
    report = json.loads(run(str(tmp_path / "all.jsonl"), "--json"))
    schema.validate(report)
    assert (report["rounds"], report["report"]["hands"]) == (4, 4)
    assert "The most expensive habits" in run(str(tmp_path / "all.jsonl"))


async def test_the_mistakes_in_an_export_are_drilled_and_come_again(tmp_path: Path) -> None:
    await saved(tmp_path, 4)
    rounds = [json.loads(line) for line in (tmp_path / "all.jsonl").read_text(encoding="utf-8").splitlines()]
    made = [each.document() for each in saved_mistakes(rounds)]
    assert made
    progress = tmp_path / "progress.json"

    def drilled() -> str:
        words = ["drill", "--from", str(tmp_path / "all.jsonl"), "--progress", str(progress), "--plain"]
        result = CliRunner().invoke(app, words, input="c\nf\n")
        assert result.exit_code == 0, result.output
        return result.output

    said = drilled()
    assert said.startswith("Every book, All decisions, my mistakes. ")
    assert "Nevada. " in said
    items = json.loads(progress.read_text(encoding="utf-8"))["items"]
    assert made[0]["id"] in [each["question"]["id"] for each in items]
    assert {each["question"]["book"] for each in items} == {"nevada"}


async def test_faults_name_the_file_and_what_is_wrong(tmp_path: Path) -> None:
    assert "cannot be read" in run(str(tmp_path / "none.json"), status=2)
    assert "is missing; give a saved round" in run(status=2)
    (tmp_path / "bad.json").write_text("{")
    assert "line 1" in run(str(tmp_path / "bad.json"), status=2)
    (tmp_path / "empty.json").write_text("[]")
    assert "has no rounds" in run(str(tmp_path / "empty.json"), status=2)
