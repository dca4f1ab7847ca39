"""Every clause that is printed beside an event or a refusal is one of the book in force, or a ruling."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from support.round_table import RoundTable
from table.test_refusals import SITUATIONS
from uth.cli.app import app
from uth.rules.loader import BOOKS, load, parse
from uth.rules.registry import clauses
from uth.rules.values import Street
from uth.table.posted import post
from uth.table.round import commands as c
from uth.table.round import events as e
from uth.table.round.refusals import refusal_of

SCENARIOS = sorted((Path(__file__).parents[1] / "scenarios").glob("*.scenario"))


def foreign(cited: list[str], document: str) -> list[str]:
    """Return the citations that are neither a ruling nor a clause of that document."""
    known = {number for number, each in clauses().items() if each.book_key == document}
    return [clause for clause in cited if not re.fullmatch(r"R\d+", clause) and clause not in known]


@pytest.mark.parametrize("file", SCENARIOS, ids=lambda file: file.stem)
def test_a_scenario_prints_clauses_of_its_own_book_alone(file: Path) -> None:
    (told,) = json.loads(CliRunner().invoke(app, ["deal", "--json", str(file)]).stdout)
    happened = [each for step in told["steps"] for each in step.get("happened", ())]
    cited = [clause for each in happened for clause in each.get("clauses", ())]
    cited += [step["refused"]["clause"] for step in told["steps"] if (step.get("refused") or {}).get("clause")]
    assert cited
    assert foreign(cited, load(told["rules"]).document) == []


@pytest.mark.parametrize(("code", "situation"), SITUATIONS, ids=[str(code) for code, _ in SITUATIONS])
def test_a_refusal_cites_the_book_in_force(code: object, situation: object) -> None:
    table, command = situation()  # type: ignore[operator]
    refused = refusal_of(table.state, command, table.posted)
    assert refused is not None
    assert foreign([refused.clause] if refused.clause else [], table.posted.rules.document) == []


@pytest.mark.parametrize(("dealing", "asked"), [("shoe", "MA.7f"), ("machine", "MA.9")])
@pytest.mark.clause("MA.7f1", "MA.7f3", "MA.7f5", "MA.9a", "MA.9c", "MA.9e")
def test_a_shoe_is_asked_by_section_7_and_a_machine_by_section_9(dealing: str, asked: str) -> None:
    posted = RoundTable("massachusetts", dealing=dealing).posted
    numbers = {"MA.7f": ["MA.7f1", "MA.7f3", "MA.7f5"], "MA.9": ["MA.9a", "MA.9c", "MA.9e"]}[asked]
    assert [posted.asked_by(street) for street in Street] == numbers


@pytest.mark.clause("MA.3a", "MA.3b", "MA.3c")
def test_each_opening_step_prints_its_own_clause() -> None:
    file = next(file for file in SCENARIOS if file.stem == "ma_03_opening_one_deck")
    (told,) = json.loads(CliRunner().invoke(app, ["deal", "--json", str(file)]).stdout)
    clause_of = {
        each["event"]: each["clauses"] for step in told["steps"] for each in step.get("happened", ()) if "event" in each
    }
    steps = ("DeckInspected", "DeckVerified", "DeckSpread", "DeckLookedOver", "DeckWashed", "DeckStacked")
    assert [clause_of[step] for step in steps] == [["MA.3a"], ["MA.3b"], ["MA.3b"], ["MA.3b"], ["MA.3c"], ["MA.3c"]]


@pytest.mark.clause("GR.7")
def test_the_greek_blind_of_a_win_against_a_croupier_who_does_not_qualify_pushes_by_its_own_clause() -> None:
    table = RoundTable("greece").seat(1, "p1", hole="AsAd", ante=1000).board("8c 7d 2h 9s 4c").dealer("KdQc")
    table.play({1: "4x"})
    assert [shown.qualifies for shown in table.of(e.DealerHandShown)] == [False]
    assert (str(table.result(1)["blind"].outcome), table.result(1)["blind"].cites) == ("push", ("GR.7",))


@pytest.mark.clause("MA.12d", "MA.12e")
def test_the_mode_and_the_pays_of_cover_all_print_their_own_clauses() -> None:
    file = next(file for file in SCENARIOS if file.stem == "ma_12de_cover_all_mode")
    (told,) = json.loads(CliRunner().invoke(app, ["deal", "--json", str(file)]).stdout)
    happened = [each for step in told["steps"] for each in step.get("happened", ())]
    cited = {each["event"]: each["clauses"] for each in happened if each.get("event", "").startswith("CoverAll")}
    assert cited == {"CoverAllModeSet": ["MA.12d"], "CoverAllPaysShown": ["MA.12e"]}


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.clause("MA.9i")
def test_hands_are_rebuilt_from_the_rack_by_the_clause_of_the_book_or_a_ruling(book: str) -> None:
    table = RoundTable(book)
    refused = refusal_of(table.state, c.RebuildHands(), table.posted)
    assert refused is not None
    clause = "MA.9i" if load(book).document == "MA" else "R50"
    assert (refused.code, refused.clause) == ("nothing_to_rebuild", clause)


RIVERSIDE = """
name = "riverside"
title = "Riverside Card Room"
document = "RS"
based_on = "massachusetts"

[[pay.trips]]
name = "house"
cite = "RS.7"
pays.three_of_a_kind = "3 to 1"
"""


def test_a_rule_set_of_ones_own_cites_its_own_pay_table() -> None:
    posted = post(parse(RIVERSIDE, "riverside.toml"))
    assert posted.cites["trips_win"] == ("MA.9h4", "RS.7")
    assert posted.cites["blind_win"] == post(load("massachusetts")).cites["blind_win"]
