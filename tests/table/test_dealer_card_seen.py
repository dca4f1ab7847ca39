"""A dealer card that was seen stays visible; the other one stays hidden from everyone."""

from __future__ import annotations

import pytest

from support.round_table import RoundTable
from uth.rules.procedure import Remedy
from uth.store.codec import decoded, encoded
from uth.table.floor.irregularities import DealerCardExposed, Irregularity
from uth.table.round import commands as c
from uth.views.table import view_of


def table_of(book: str) -> RoundTable:
    table = RoundTable(book).seat(1, "ann", hole="8s8d", ante=1000).board("8c 7d 2h 9s 4c").dealer("KdQc")
    return table.play(until="preflop")


def dealer_cards(table: RoundTable) -> list[str | None]:
    seen = view_of(table.state, table.posted, None).dealer
    return [str(card) if card is not None else None for card in seen]


@pytest.mark.clause("CN.50")
@pytest.mark.parametrize("book", ["chickasaw", "nevada"])
@pytest.mark.parametrize(("at", "seen"), [(1, ["Kd", None]), (2, [None, "Qc"])])
def test_where_the_floor_lets_the_round_go_on_only_the_card_that_was_seen_is_known(
    book: str, at: int, seen: list[str | None]
) -> None:
    table = table_of(book)
    table.send(c.Report(irregularity=DealerCardExposed(positions=(at,))))
    assert dealer_cards(table) == seen
    table.send(c.RuleOnIrregularity(remedy=Remedy.CONTINUE, by="Kim", reason="nobody has acted on it"))
    assert dealer_cards(table) == seen


@pytest.mark.clause("CN.50")
def test_both_cards_are_seen_where_nobody_says_which() -> None:
    table = table_of("chickasaw")
    table.send(c.Report(irregularity=DealerCardExposed()))
    assert dealer_cards(table) == ["Kd", "Qc"]


@pytest.mark.clause("CN.50")
@pytest.mark.parametrize("positions", [(), (3,), (1, 1), (0,), (2, 1), [1], None])
def test_a_card_that_the_dealer_does_not_have_cannot_have_been_seen(positions: object) -> None:
    table = table_of("chickasaw")
    seen = DealerCardExposed(positions=positions)  # type: ignore[arg-type]
    assert table.refusal(c.Report(irregularity=seen)) == "not_an_irregularity"
    assert dealer_cards(table) == [None, None]


def test_a_log_from_before_it_was_asked_which_card_reads_as_both() -> None:
    assert decoded(Irregularity, {"is": "DealerCardExposed"}) == DealerCardExposed(positions=(1, 2))
    one = DealerCardExposed(positions=(2,))
    assert decoded(Irregularity, encoded(one)) == one
