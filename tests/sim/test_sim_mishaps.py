"""Irregularities at a simulated table: each kind at its rate, repeatable by key, and money that adds up."""

from __future__ import annotations

import pytest

from sim.simulated import plan_for, stakes
from uth.rules.loader import BOOKS
from uth.rules.procedure import IrregularityKind
from uth.sim.engine import play_engine_block
from uth.sim.gathered import gather
from uth.sim.prepared import prepare
from uth.sim.stepped_table import KINDS, Trouble, irregular_rounds


def test_every_kind_of_irregularity_can_be_asked_for() -> None:
    assert set(KINDS) == set(IrregularityKind)


def test_trouble_comes_as_often_as_it_is_told_to() -> None:
    struck = irregular_rounds({"cards_face_up": 0.1, "any": 1.0}, "a key", 3, 20_000)
    assert list(struck) == list(range(20_000))
    often = sum("cards_face_up" in kinds for kinds in struck.values())
    assert abs(often - 2_000) < 4 * (20_000 * 0.09) ** 0.5
    fewer = irregular_rounds({"cards_face_up": 0.1}, "a key", 3, 500)
    assert list(fewer) == [at for at, kinds in struck.items() if "cards_face_up" in kinds and at < 500]
    assert fewer != irregular_rounds({"cards_face_up": 0.1}, "a key", 4, 500)
    assert Trouble(["any"], "a key", 1).due == Trouble(["any"], "a key", 1).due


@pytest.mark.parametrize("book", BOOKS)
def test_rounds_with_things_going_wrong_come_to_their_end_under_every_book(book: str) -> None:
    plan = plan_for(book, [stakes(trips=500)], seats=2, rounds=24, mishaps={"any": 0.7, "seat_missed": 0.3})
    prepared = prepare(plan)
    result = play_engine_block(prepared, 0)
    again = play_engine_block(prepared, 0)
    assert result.rounds == 24
    assert sum(count for _, count in result.faults) > 10
    assert (result.nets == again.nets).all()
    assert result.nets[:-1, 0].sum() == result.nets[-1, 0] == result.wagers[:, 0].sum()


def test_a_round_that_is_void_gives_every_wager_back() -> None:
    plan = plan_for(rounds=12, mishaps={"extra_card_to_all": 1.0})
    prepared = prepare(plan)
    found = gather(prepared)
    found.add(play_engine_block(prepared, 0))
    assert found.voids == found.faults["extra_card_to_all"] > 9
    folded = 12 - found.voids  # a hand that is racked has no card too many: it has lost ante and blind
    assert found.mean == -2 * folded / 12
