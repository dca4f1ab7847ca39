"""What `--json` prints is what its published JSON Schema says, for every command that has the option."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import build_schemas
import jsonschema_rs
import pytest
import typer
from typer.testing import CliRunner

from cli.test_verify import document, signed_export
from uth.cli.app import app
from uth.cli.documents import PRINTED
from uth.cli.house_nodes import _document as nodes_document
from uth.rules.loader import BOOKS
from uth.store.nodes import ClusterState, Leased, Node

ROOT = Path(__file__).resolve().parents[2]
SCENARIOS = ROOT / "tests" / "scenarios"


def printed(*words: object, text: str | None = None, status: int = 0) -> str:
    done = CliRunner().invoke(app, [*map(str, words)], input=text)
    assert done.exit_code == status, (words, done.output)
    return done.stdout


def validator(name: str) -> Any:
    place = f"adjudicate/schemas/{name}" if name == "settlement" else f"cli/schemas/{name}"
    text = (build_schemas.FOLDER / f"{place}.schema.json").read_text(encoding="utf-8")
    return jsonschema_rs.validator_for(json.loads(text))


def holds(name: str, text: str, *, lines: bool = False) -> list[Any]:
    """Check the output against the schema and return its documents."""
    check = validator(name)
    found = [json.loads(line) for line in text.splitlines()] if lines else [json.loads(text)]
    for each in found:
        check.validate(each)
    assert found
    return found


def test_every_command_with_json_has_a_schema_that_is_up_to_date() -> None:
    for name, text in build_schemas.printed_files().items():
        stored = (build_schemas.FOLDER / name).read_text(encoding="utf-8")
        assert stored == text, "run .venv/bin/python scripts/build_schemas.py"
    page = build_schemas.PAGE.read_text(encoding="utf-8")
    assert page == build_schemas.page(page), "run .venv/bin/python scripts/build_schemas.py"
    documented = {
        command.removeprefix("uth ").removesuffix(" --stream") for each in PRINTED.values() for command in each.commands
    }
    assert documented == set(with_json(typer.main.get_command(app)))


def with_json(command: Any, name: str = "") -> list[str]:
    """Return the names of the commands that have `--json`."""
    found = [name] if any("--json" in each.opts for each in command.params) else []
    for word, each in getattr(command, "commands", {}).items():
        found += with_json(each, f"{name} {word}".strip())
    return found


def test_a_schema_refuses_another_document() -> None:
    advice = json.loads(printed("advise", "--hole", "Ah7d", "--json"))
    check = validator("advise")
    assert check.is_valid(advice)
    assert not check.is_valid({**advice, "more": 1})
    assert not check.is_valid({**advice, "best": "hold"})
    assert not check.is_valid({key: value for key, value in advice.items() if key != "margin"})


@pytest.mark.parametrize(
    "words",
    [
        ("--hole", "Ah7d"),
        ("--hole", "Ah7d", "--board", "Kd9s2c", "--dead", "Ks"),
        ("--hole", "AhKh", "--board", "QhJhTh2c3d", "--wagers", "ante=15000", "--rules", "nevada"),
    ],
)
def test_advise(words: tuple[str, ...]) -> None:
    holds("advise", printed("advise", *words, "--json"))


def test_clauses_and_rulings() -> None:
    (clauses,) = holds("clauses", printed("clauses", "--json"))
    assert len(clauses) == 255
    holds("clauses", printed("clauses", "R12", "R26", "--json"))


def test_deal(tmp_path: Path) -> None:
    scripts = [str(each) for each in sorted(SCENARIOS.glob("*.scenario"))[:12]]
    holds("deal", printed("deal", "--json", *scripts))
    unmet = tmp_path / "unmet.scenario"
    unmet.write_text(
        Path(scripts[0]).read_text(encoding="utf-8") + "\nexpect the board shows 4 cards\n", encoding="utf-8"
    )
    ((run,),) = holds("deal", printed("deal", "--json", unmet, status=1))
    assert not run["ok"]
    assert "failure" in run["steps"][-1]


@pytest.mark.parametrize("bet", ["trips", "progressive"])
@pytest.mark.parametrize("book", [each for each in BOOKS if each != "california"])
def test_exact_side_wagers(book: str, bet: str) -> None:
    holds("exact", printed("exact", "--rules", book, "--bet", bet, "--json"))


def test_exact_cover_all() -> None:
    holds("exact", printed("exact", "--bet", "cover_all", "--json"))


@pytest.mark.parametrize(
    "words",
    [
        (),
        ("--rules", "chickasaw", "--wagers", "ante=5,trips=5", "--strategy", "simple"),
        ("--rules", "massachusetts", "--wagers", "ante=10000"),
        ("--rules", "california", "--bet", "banker"),
        ("--rules", "california", "--bet", "banker", "--wagers", "ante=10,trips=5"),
        ("--sees", "neighbours=2", "--states", "3"),
        pytest.param(("--sees", "dealer", "--from", "river"), marks=pytest.mark.slow),
    ],
)
def test_exact(words: tuple[str, ...]) -> None:
    holds("exact", printed("exact", *words, "--json"))


@pytest.fixture
def link(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.chdir(tmp_path)
    printed("meter", "new", "link.meter", "--rules", "chickasaw")
    return "link.meter"


def test_meter(link: str) -> None:
    royal = ("--table", "T1", "--seat", 1, "--hand", "royal_flush", "--evidence", "As Ks Qs Js Ts", "--by", "Kim")

    def events(name: str, *words: object) -> set[str]:
        (found,) = holds("meter-events", printed("meter", name, link, *words, "--json"))
        return {each["is"] for each in found}

    assert events("join", "--table", "T1") == {"TableJoined"}
    assert events("coin-in", "--table", "T1", "--round", 1, "--seats", "1,2") == {"CoinedIn", "MeterFed"}
    assert "AwardRecorded" in events("award", *royal)
    (shown,) = holds("meter-show", printed("meter", "show", link, "--hands-per-hour", 240, "--json"))
    assert shown["awards"][0]["stage"] == "recorded"
    assert shown["awards"][0]["steps_missing"]
    assert events("back-out", 1, "--by", "Kim", "--second", "Lee", "--reason", "a dead hand") == {"AwardBackedOut"}
    adjusted = (
        "--meter",
        shown["meters"][0]["name"],
        "--by",
        "Kim",
        "--second",
        "Lee",
        "--reason",
        "counted twice",
        "25",
    )
    assert events("adjust", *adjusted) == {"MeterAdjusted"}
    events("game-over", "--table", "T1")
    coin_in = '{"command": "coin_in", "table": "%s", "round": 2, "seats": [1]}'
    fed = "\n".join((coin_in % "T1", coin_in % "T9", "no", '{"command": "dance"}', ""))
    Path("fed.jsonl").write_text(fed, encoding="utf-8")
    answers = holds("meter-feed", printed("meter", "feed", link, "fed.jsonl", "--json", status=2), lines=True)
    assert ["did" in each for each in answers] == [True, False, False, False]
    lines = holds("meter-history", printed("meter", "history", link, "--json"), lines=True)
    assert lines[0]["do"]["is"] == "JoinLink"
    holds("meter-check", printed("meter", "check", link, "--json"))


def test_a_paid_award(link: str) -> None:
    printed("meter", "join", link, "--table", "T1")
    printed("meter", "coin-in", link, "--table", "T1", "--round", 1, "--seats", "1")
    words = ("--table", "T1", "--seat", 1, "--hand", "royal_flush", "--evidence", "As Ks Qs Js Ts", "--by", "Kim")
    printed("meter", "award", link, *words)
    (book,) = holds("rules-show", printed("rules", "show", "chickasaw", "--json"))
    for step, names in book["progressive"]["awards"]["fields"]["value"].items():
        options = [word for name in names for word in ("--field", f"{name}=1")]
        said = printed("meter", "record", link, 1, "--step", step, *options, "--by", "Kim", "--json")
        assert [each["is"] for each in holds("meter-events", said)[0]] == ["StepRecorded"]
    said = printed("meter", "pay", link, 1, "--means", "check", "--by", "Lee", "--json")
    assert [each["is"] for each in holds("meter-events", said)[0]] == ["AwardPaid"]
    holds("meter-show", printed("meter", "show", link, "--json"))


@pytest.mark.parametrize("book", BOOKS)
def test_rules(book: str) -> None:
    holds("rules-show", printed("rules", "show", book, "--json"))
    holds("rules-diff", printed("rules", "diff", "massachusetts", book, "--json"))


def test_the_list_of_books() -> None:
    holds("rules", printed("rules", "--json"))


def test_settle() -> None:
    round_ = json.loads(
        (ROOT / "docs" / "settle.md").read_text(encoding="utf-8").partition("```json\n")[2].partition("```")[0]
    )
    holds("settlement", printed("settle", "-", "--json", text=json.dumps(round_)))
    lines = f"{json.dumps(round_)}\n{{}}\nno\n{json.dumps({**round_, 'id': [1], 'board': None})}\n\n"
    answers = holds("settle-stream", printed("settle", "--stream", text=lines, status=2), lines=True)
    assert ["error" in each for each in answers] == [False, True, True, True, True]


@pytest.mark.parametrize(
    "words",
    [
        ("--wagers", "ante=10,trips=5,progressive=5", "--seats", 3),
        (
            "--rules",
            "nevada",
            "--session",
            100,
            "--bankroll",
            "40x",
            "--goal",
            "40x",
            "--wagers",
            "ante=5,progressive=5",
        ),
        ("--rules", "california", "--bank", "500", "--irregularities", "0.01"),
    ],
)
def test_sim(words: tuple[object, ...]) -> None:
    holds("sim", printed("sim", "--rounds", 2000, "--strategy", "simple", *words, "--json"))


async def test_verify(tmp_path: Path) -> None:
    round_ = await asyncio.to_thread(document, "nevada")
    files = [tmp_path / name for name in ("right.json", "wrong.json", "export.jsonl", "none.json")]
    files[0].write_text(json.dumps(round_), encoding="utf-8")
    files[1].write_text(json.dumps({**round_, "round": 7}), encoding="utf-8")
    files[2].write_bytes(await signed_export())
    answers = holds("verify", printed("verify", *files, "--json", status=2), lines=True)
    assert [each["holds"] for each in answers] == [True, False, True, None]


def test_house_nodes() -> None:
    check = validator("house-nodes")
    alive = Node(name="a", incarnation=1, address="http://a", draining=False, left_ms=900, house=3, people=1)
    gone = Node(name="b", incarnation=1, address="http://b", draining=True, left_ms=-5, house=3, people=1)
    leases = {f"table/{name}": Leased(node=name, incarnation=1, epoch=4) for name in ("a", "b")}
    check.validate(nodes_document(ClusterState(nodes=(alive, gone), leases=leases, numbers={"house": 5})))
