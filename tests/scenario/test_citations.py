"""Every clause printed with an event or a refusal is one of the book in force, or a ruling."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from typer.testing import CliRunner

from support.round_table import RoundTable
from table.test_refusals import SITUATIONS
from uth.cli.app import app
from uth.rules.loader import BOOKS, load, parse
from uth.rules.registry import clauses
from uth.rules.values import Street, Wager
from uth.table.dealer import next_step
from uth.table.floor.irregularities import (
    DealerCardExposed,
    ProgressiveDown,
    WrongNumberOfCards,
)
from uth.table.posted import post
from uth.table.round import commands as c
from uth.table.round import events as e
from uth.table.round.refusals import refusal_of
from uth.table.round.state import Phase
from uth.units import Seat
from uth.words.clauses import clauses_of

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


def stages(book: str) -> Iterator[RoundTable]:
    """Yield a table of that book as an evening goes on: before it opens, at each phase, in trouble, and disputed."""
    yield RoundTable(book)
    for until in (*Phase, "again"):
        if until in (Phase.CLOSED, Phase.OPENING):
            continue
        for trouble in TROUBLE:
            table = RoundTable(book)
            if table.posted.rules.seats.player_banks:
                table.bank(3, "cy", wager=20_000)
            table.seat(1, "ann", hole="AsAd", ante=1000).seat(2, "bob", hole="7c2d", ante=1000)
            table.board("8c 7d 2h 9s 4c").dealer("KdQc")
            if until != Phase.WAGERS:
                table.play({1: "4x", 2: "fold"}, until=Phase.SETTLED if until == "again" else Phase(until))
            if until == "again":
                table.next_round()
            if trouble is None or refusal_of(table.state, trouble, table.posted) is None:
                if trouble is not None:
                    table.send(trouble)
                yield table


TROUBLE: tuple[c.Command | None, ...] = (
    None,
    c.Report(irregularity=ProgressiveDown(at_win=False)),
    c.ReadLink(down=False, dark=(Seat(1),)),
    c.ReadLink(down=True, dark=()),
    c.Report(irregularity=DealerCardExposed()),
    c.Report(irregularity=WrongNumberOfCards(seat=Seat(1), cards=3, fixable=False)),
    c.DisputeRound(seat=Seat(1), says="look at it again"),
    c.RemovePlayer(seat=Seat(2), by="Dana", reason="showed the cards"),
)


@cache
def probes() -> tuple[object, ...]:
    """Return every command that is refused somewhere for some reason, and each with other seats and amounts."""
    found = [situation()[1] for _, situation in SITUATIONS]
    found += [
        c.PlaceWager(seat=Seat(at), wager=wager, cents=cents)
        for at in (1, 3)
        for wager in Wager
        for cents in (1, 500, 10**8)
    ]
    found += [answer for at in (1, 2) for answer in (c.Check(seat=Seat(at)), c.Fold(seat=Seat(at)))]
    found += [c.MakePlay(seat=Seat(1), multiple=multiple) for multiple in (1, 2, 3, 4, 9)]
    found += [c.Bank(seat=Seat(at), cents=cents) for at in (1, 3) for cents in (1, 10_000, 10**9)]
    found += [c.DeclineBank(seat=Seat(1)), c.GiveUpBank(seat=Seat(1)), c.GiveUpBank(seat=Seat(3)), c.StartGame()]
    return tuple(found)


@pytest.mark.parametrize("book", BOOKS)
def test_every_refusal_at_a_table_cites_its_own_book_or_a_ruling(book: str) -> None:
    found = [
        refused
        for table in stages(book)
        for command in probes()
        if (refused := refusal_of(table.state, command, table.posted)) is not None  # type: ignore[arg-type]
    ]
    cited = {(str(refused.code), refused.clause) for refused in found if refused.clause is not None}
    document = load(book).document
    assert [each for each in sorted(cited) if foreign([each[1]], document)] == []
    assert len({code for code, _ in cited}) >= 34
    assert any(clause.startswith(f"{document}.") for _, clause in cited)


@pytest.mark.parametrize(("dealing", "asked"), [("shoe", "MA.7f"), ("machine", "MA.9")])
@pytest.mark.clause("MA.7f1", "MA.7f3", "MA.7f5", "MA.9a", "MA.9c", "MA.9e")
def test_a_shoe_is_asked_by_section_7_and_a_machine_by_section_9(dealing: str, asked: str) -> None:
    posted = RoundTable("massachusetts", dealing=dealing).posted
    numbers = {"MA.7f": ["MA.7f1", "MA.7f3", "MA.7f5"], "MA.9": ["MA.9a", "MA.9c", "MA.9e"]}[asked]
    assert [posted.asked_by(street) for street in Street] == numbers


@pytest.mark.parametrize(
    ("book", "dealing", "clause"),
    [
        ("massachusetts", "shoe", "MA.7f5a"),
        ("massachusetts", "shoe_with_shuffler", "MA.7f5a"),
        ("massachusetts", "machine", "MA.9e"),
        ("chickasaw", "shuffler", "R79"),
    ],
)
@pytest.mark.clause("MA.7f5a", "MA.9e")
def test_a_fold_is_collected_by_the_section_on_the_way_of_dealing(book: str, dealing: str, clause: str) -> None:
    table = RoundTable(book, dealing=dealing).seat(1, "p1", ante=1000).play({1: "fold"})
    collected = table.of(e.WagerCollected)
    assert [each.wager.value for each in collected] == ["ante", "blind"]
    assert {clauses_of(each, table.state, table.posted) for each in collected} == {(clause,)}


@pytest.mark.parametrize("dealing", ["shuffler", "hand"])
@pytest.mark.clause("CN.11", "CN.12")
def test_the_chickasaw_board_and_hands_are_dealt_by_clauses_of_their_own(dealing: str) -> None:
    table = RoundTable("chickasaw", dealing=dealing).seat(1, "p1", ante=1000).play(until="opening_deal")
    cited = {}
    while not table.of(e.DealerDealt):
        step = next_step(table.state, table.posted, table.shuffled)
        assert step is not None
        for event in table.send(step):
            cited[type(event)] = clauses_of(event, table.state, table.posted)
    assert [cited[kind] for kind in (e.CommunityDealt, e.HoleDealt, e.DealerDealt)] == [
        ("CN.11",), ("CN.12",), ("CN.12",),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("book", "order", "folded", "lost"),
    [("california", "CA.PLAY10", "CA.PLAY6", "CA.PLAY6"), ("massachusetts", "MA.9h", "MA.9e", "MA.9h4")],
)
@pytest.mark.clause("CA.PLAY6", "MA.9e")
def test_a_folded_hand_is_shown_and_its_trips_lost_by_the_clause_on_folds(
    book: str, order: str, folded: str, lost: str
) -> None:
    table = RoundTable(book)
    if book == "california":
        table.bank(3, "p3", wager=100_000)
    table.seat(1, "p1", hole="6c5d", ante=1000, trips=500).seat(2, "p2", hole="AsAd", ante=1000, trips=500)
    table.board("Kh 9d 8s 3c 2h").dealer("QdQc").play({1: "fold", 2: "4x"})
    shown = {each.seat: clauses_of(each, table.state, table.posted) for each in table.of(e.HandShown)}
    assert shown == {1: (folded,), 2: (order,)}
    assert table.result(1)["trips"].cites[0] == lost
    assert table.result(2)["trips"].cites[0] != "CA.PLAY6"


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


@pytest.mark.parametrize(
    ("hole", "blind", "play"),
    [
        pytest.param("7s6s", ("MA.9h2", "MA.10c"), ("MA.9h2", "MA.10b"), marks=pytest.mark.clause("MA.9h2")),
        pytest.param("KsKd", ("MA.9h2",), ("MA.9h2", "MA.10b"), marks=pytest.mark.clause("MA.9h2")),
        pytest.param("3s2d", ("MA.9h1",), ("MA.9h1",), marks=pytest.mark.clause("MA.9h1")),
        pytest.param("QhQs", ("MA.9h3",), ("MA.9h3",), marks=pytest.mark.clause("MA.9h3")),
    ],
)
def test_blind_and_play_cite_the_clause_of_their_outcome(
    hole: str, blind: tuple[str, ...], play: tuple[str, ...]
) -> None:
    table = RoundTable("massachusetts").seat(1, "p1", hole=hole, ante=1000)
    table.board("Th 9c 8d 4s 2c").dealer("QdQc").play({1: "4x"})
    assert (table.result(1)["blind"].cites, table.result(1)["play"].cites) == (blind, play)


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
