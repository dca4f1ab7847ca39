"""The documents of `uth settle`: the worked example exactly, and every kind of bad input refused as a whole."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.examples import examples
from uth.adjudicate import settle_document
from uth.errors import Malformed, UthError

Document = dict[str, Any]

EXAMPLE: Document = {
    "rules": "massachusetts",
    "tables": {"trips": "A", "progressive": "PTMGL01"},
    "limits": {"ante_min": 1000, "trips_min": 500},
    "meters": {"main": 5000000},
    "board": ["7h", "7c", "2s", "Kd", "9d"],
    "dealer": ["Qs", "Qd"],
    "seats": [
        {
            "seat": 1, "player": "p1", "hole": ["7s", "Ad"],
            "wagers": {"ante": 1000, "blind": 1000, "trips": 500, "cover_all": 500, "progressive": 500},
            "decision": {"street": "preflop", "multiple": 4},
        },
        {
            "seat": 4, "player": "p4", "hole": ["3h", "4s"], "wagers": {"ante": 2000, "blind": 2000},
            "decision": {"street": "river", "fold": True},
        },
        {
            "seat": 5, "player": "p5", "hole": ["Jh", "Js"], "wagers": {"ante": 1000, "blind": 1000, "trips": 500},
            "decision": {"street": "flop", "multiple": 2},
        },
    ],
}  # fmt: skip

CALIFORNIA: Document = {
    "rules": "california",
    "board": ["7h", "7c", "2s", "Kd", "9d"],
    "banker": {"seat": 3, "wager": 5000, "hole": ["Qs", "Qd"]},
    "seats": [
        {
            "seat": 4, "player": "p4", "hole": ["7s", "Ad"], "wagers": {"ante": 1000, "blind": 1000, "trips": 500},
            "decision": {"street": "preflop", "multiple": 4},
        }
    ],
}  # fmt: skip

CHICKASAW: Document = {
    "rules": "chickasaw",
    "board": ["7h", "7c", "2s", "Kd", "9d"],
    "dealer": ["Qs", "Qd"],
    "seats": [{"seat": 2, "player": "p", "hole": ["7s", "Ad"], "wagers": {"trips": 500}, "decision": None}],
}


COUPON = """
    hole  decision                               | net    match_play won
    KsAd  {"street": "preflop", "multiple": 4}   | 6000   win        1000
    3cTd  {"street": "preflop", "multiple": 4}   | -6000  lose       0
    3cTd  {"street": "river", "fold": true}      | -2000  lose       0
"""


def test_a_match_play_coupon_is_in_no_total_and_what_it_wins_is() -> None:
    for line in COUPON.strip().splitlines()[1:]:
        told, came = line.split("|")
        hole, decision = told.split(maxsplit=1)
        wagers = {"ante": 1000, "blind": 1000, "match_play": 1000}
        seat = {"seat": 1, "player": "p1", "wagers": wagers, "decision": json.loads(decision)}
        board = ["7h", "8c", "2s", "Kd", "9d"]
        document = {"rules": "massachusetts", "board": board, "dealer": ["Qs", "Qd"]}
        answer = settle_document({**document, "seats": [{**seat, "hole": [hole[:2], hole[2:]]}]})
        net, outcome, won = came.split()
        assert answer["total"] == {"players": int(net), "house": -int(net)}
        assert answer["seats"][0]["net"] == int(net)
        coupon = answer["seats"][0]["wagers"]["match_play"]
        assert (coupon["outcome"], coupon["won"], coupon["wager"]) == (outcome, int(won), 1000)


def test_the_worked_example_comes_out_to_the_letter() -> None:
    answer = settle_document(EXAMPLE)
    assert answer["dealer"] == {"category": "two_pair", "hand": "Two Pair, Queens and Sevens", "qualifies": True}
    assert answer["order"] == [5, 1, 4]
    assert answer["seats"][0] == {
        "seat": 1, "player": "p1", "category": "three_of_a_kind", "hand": "Three of a Kind, Sevens",
        "wagers": {
            "ante": {"wager": 1000, "outcome": "win", "returned": 1000, "won": 1000, "cites": ["MA.9h2", "MA.10b"]},
            "blind": {"wager": 1000, "outcome": "push", "returned": 1000, "won": 0, "cites": ["MA.9h2"]},
            "play": {"wager": 4000, "outcome": "win", "returned": 4000, "won": 4000, "cites": ["MA.9h2", "MA.10b"]},
            "trips": {"wager": 500, "outcome": "win", "returned": 500, "won": 1500, "cites": ["MA.9h4", "MA.10d"]},
            "cover_all": {"wager": 500, "outcome": "lose", "returned": 0, "won": 0, "cites": ["MA.12b"]},
            "progressive": {
                "wager": 500, "outcome": "win", "returned": 0, "won": 4500, "cites": ["MA.13e", "MA.13f"],
                "row": "three_of_a_kind", "category": "three_of_a_kind", "hand": "Three of a Kind, Sevens",
            },
        },
        "envy": [], "net": 10000,
    }  # fmt: skip
    assert answer["meters"] == {"main": {"before": 5000000, "paid": 0, "after": 5000000}}
    assert answer["total"] == {"players": 1500, "house": -1500}
    assert set(answer) == {"rules", "dealer", "order", "seats", "meters", "total"}


def test_an_id_is_echoed_whatever_it_is() -> None:
    for given_id in ("round-7", 7, None, {"shift": 2}):
        assert settle_document({**EXAMPLE, "id": given_id})["id"] == given_id


def changed(change: Callable[[Document], object], base: Document = EXAMPLE) -> Document:
    document = copy.deepcopy(base)
    change(document)
    return document


def at(path: str, value: object) -> Callable[[Document], object]:
    """Return a change that puts the value at the path; a part that is a number is a place in a list."""

    def change(document: Document) -> None:
        *parts, last = [int(part) if part.isdigit() else part for part in path.split(".")]
        place: Any = document
        for part in parts:
            place = place[part]
        place[last] = value

    return change


BAD = [
    # field refused             change                                            base
    ("rules", at("rules", "vegas"), EXAMPLE),
    ("rules", at("rules", 7), EXAMPLE),
    ("rules", lambda d: d.pop("rules"), EXAMPLE),
    ("tables.trips", at("tables.trips", "E"), EXAMPLE),
    ("tables.trips", at("tables.trips", None), EXAMPLE),
    ("tables.progressive", at("tables.progressive", "UTHP-02"), EXAMPLE),
    ("tables.side", at("tables.side", "A"), EXAMPLE),
    ("limits.ante_min", at("limits.ante_min", -1), EXAMPLE),
    ("limits.ante_max", at("limits.ante_max", 5), EXAMPLE),
    ("limits.progressive_wager", at("limits.progressive_wager", 100), EXAMPLE),
    ("meters.main", at("meters.main", -1), EXAMPLE),
    ("meters.main", at("meters.main", 0.5), EXAMPLE),
    ("meters.mega", at("meters.mega", 5), EXAMPLE),
    ("board", at("board", ["7h", "7c", "2s", "Kd"]), EXAMPLE),
    ("board", at("board.0", "1x"), EXAMPLE),
    ("board", at("board", None), EXAMPLE),
    ("dealer", at("dealer.0", "7h"), EXAMPLE),
    ("seats.1.hole", at("seats.1.hole.0", "7h"), EXAMPLE),
    ("seats.1.hole", at("seats.1.hole", ["7d", "1x"]), EXAMPLE),
    ("seats.1.hole", at("seats.1.hole", ["3h", "4s", "5s"]), EXAMPLE),
    ("seats.1.hole", at("seats.1.hole.0", 7), EXAMPLE),
    ("seats", at("seats", []), EXAMPLE),
    ("seats", at("seats", {}), EXAMPLE),
    ("seats.0", at("seats.0", 3), EXAMPLE),
    ("seats.0.seat", at("seats.0.seat", 7), EXAMPLE),
    ("seats.0.seat", at("seats.0.seat", 0), EXAMPLE),
    ("seats.0.seat", at("seats.0.seat", True), EXAMPLE),
    ("seats.1.seat", at("seats.1.seat", 1), EXAMPLE),
    ("seats.2.player", at("seats.2.player", "p1"), EXAMPLE),
    ("seats.0.player", at("seats.0.player", ""), EXAMPLE),
    ("seats.0.player", lambda d: d["seats"][0].pop("player"), EXAMPLE),
    ("seats.0.colour", at("seats.0.colour", "red"), EXAMPLE),
    ("seats.0.wagers", at("seats.0.wagers", []), EXAMPLE),
    ("seats.0.wagers.ante", at("seats.0.wagers.ante", 0), EXAMPLE),
    ("seats.0.wagers.ante", at("seats.0.wagers.ante", -1), EXAMPLE),
    ("seats.0.wagers.ante", at("seats.0.wagers.ante", 10**30), EXAMPLE),
    ("seats.0.wagers.ante", at("seats.0.wagers.ante", 0.5), EXAMPLE),
    ("seats.0.wagers.ante", at("seats.0.wagers.ante", 1000.0), EXAMPLE),
    ("seats.0.wagers.ante", at("seats.0.wagers.ante", True), EXAMPLE),
    ("seats.0.wagers.ante", at("seats.0.wagers.ante", "1000"), EXAMPLE),
    ("seats.0.wagers.ante", at("seats.0.wagers", {"ante": 1001, "blind": 1001}), EXAMPLE),
    ("seats.0.wagers.blind", at("seats.0.wagers.blind", 1002), EXAMPLE),
    ("seats.0.wagers.blind", lambda d: d["seats"][0]["wagers"].pop("blind"), EXAMPLE),
    ("seats.0.wagers.ante", lambda d: d["seats"][0]["wagers"].pop("ante"), EXAMPLE),
    ("seats.0.wagers.play", at("seats.0.wagers.play", 4000), EXAMPLE),
    ("seats.0.wagers.bonus", at("seats.0.wagers.bonus", 500), EXAMPLE),
    ("seats.0.wagers.entry_fee", at("seats.0.wagers.entry_fee", 100), EXAMPLE),
    ("seats.0.wagers.progressive", at("seats.0.wagers.progressive", 400), EXAMPLE),
    ("seats.0.wagers.match_play", at("seats.0.wagers.match_play", 500), EXAMPLE),
    ("seats.0.wagers.trips", at("seats.0.wagers", {"trips": 500}), EXAMPLE),
    ("seats.0.wagers.ante", at("seats.0.wagers", {}), EXAMPLE),
    ("seats.0.wagers.progressive", at("tables.progressive", None), changed(lambda d: d.pop("meters"))),
    ("seats.0.decision", at("seats.0.decision", None), EXAMPLE),
    ("seats.0.decision", lambda d: d["seats"][0].pop("decision"), EXAMPLE),
    ("seats.0.decision.street", at("seats.0.decision.street", "turn"), EXAMPLE),
    ("seats.0.decision.multiple", at("seats.0.decision.multiple", 2), EXAMPLE),
    ("seats.0.decision.multiple", at("seats.0.decision.multiple", 4.0), EXAMPLE),
    ("seats.0.decision.multiple", at("seats.0.decision", {"street": "flop"}), EXAMPLE),
    ("seats.0.decision.fold", at("seats.0.decision", {"street": "flop", "fold": True}), EXAMPLE),
    ("seats.1.decision.fold", at("seats.1.decision.fold", False), EXAMPLE),
    ("seats.1.decision.fold", at("seats.1.decision.multiple", 1), EXAMPLE),
    ("seats.0.decision.bluff", at("seats.0.decision.bluff", 1), EXAMPLE),
    ("seats.0.void", at("seats.0.void", "MA.14a"), EXAMPLE),
    ("void", at("void", "CN.48"), EXAMPLE),
    ("void", at("void", ["MA.14a"]), EXAMPLE),
    ("banker", at("banker", {"seat": 3, "wager": 1, "hole": ["2c", "2d"]}), EXAMPLE),
    ("note", at("note", "hello"), EXAMPLE),
    ("banker.seat", at("banker.seat", 9), CALIFORNIA),
    ("banker.wager", at("banker.wager", 0), CALIFORNIA),
    ("banker.wager", at("banker.wager", 10**30), CALIFORNIA),
    ("banker.hole", at("banker.hole", ["Qs"]), CALIFORNIA),
    ("banker.player", at("banker.player", "b"), CALIFORNIA),
    ("banker", lambda d: d.pop("banker"), CALIFORNIA),
    ("dealer", at("dealer", ["2c", "2d"]), CALIFORNIA),
    ("seats.0.seat", at("seats.0.seat", 3), CALIFORNIA),
    ("tables.progressive", at("tables", {"progressive": "PTMGL01"}), CALIFORNIA),
    ("seats.0.wagers.cover_all", at("seats.0.wagers.cover_all", 100), CALIFORNIA),
    ("void", at("void", "MA.14a"), CALIFORNIA),
    ("seats.0.decision", at("seats.0.decision", {"street": "preflop", "multiple": 4}), CHICKASAW),
    ("seats.0.wagers.progressive", at("seats.0.wagers", {"progressive": 100}), CHICKASAW),
    ("seats.0.wagers.match_play", at("seats.0.wagers.match_play", 500), CHICKASAW),
]


@pytest.mark.parametrize(("field", "change", "base"), BAD, ids=lambda value: value if isinstance(value, str) else "")
def test_bad_input_is_refused_with_the_field_that_is_wrong(
    field: str, change: Callable[[Document], object], base: Document
) -> None:
    with pytest.raises(Malformed) as refused:
        settle_document(changed(change, base))
    assert refused.value.field == field
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("document", [None, 7, [], "round", True])
def test_what_is_no_object_is_refused(document: object) -> None:
    with pytest.raises(Malformed, match="document"):
        settle_document(document)


def test_the_refusal_names_the_value_and_the_clause() -> None:
    with pytest.raises(Malformed) as refused:
        settle_document(changed(at("seats.1.hole", ["3h", "1x"])))
    assert (refused.value.value, refused.value.clause) == ("1x", "MA.2a")


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=8,
)
PATHS = sorted({field for field, _, base in BAD if base is EXAMPLE and field not in ("note",)})


@examples(300)
@given(st.sampled_from(PATHS), JSON)
def test_no_value_anywhere_raises_anything_but_a_refusal(path: str, value: object) -> None:
    document = copy.deepcopy(EXAMPLE)
    try:
        at(path, value)(document)
    except (KeyError, IndexError, TypeError):
        return
    try:
        json.dumps(settle_document(document))
    except UthError as refused:
        assert str(refused)  # noqa: PT017
