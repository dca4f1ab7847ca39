"""Every refusal of a link cites a clause of its book, or a ruling where the book is silent."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from progressive.game_room import GameRoom, terms_by
from support.books import WITH_PROGRESSIVE
from uth.errors import Refused
from uth.house.linked_table import terms_of
from uth.progressive import commands as c
from uth.progressive.refusal import LinkRefusal
from uth.progressive.refusals import refusal_of
from uth.progressive.state import Key, Means, Terms
from uth.rules.facts import LINK_RULINGS
from uth.rules.loader import BOOKS, load, parse
from uth.store.codec import decoded, encoded
from uth.store.link_records import header_of
from uth.table.posted import post
from uth.units import Seat

OWN = """
name = "riverside"
title = "Riverside Card Room"
document = "RS"
based_on = "{base}"

[progressive]
offered = {{ value = true, cite = "RS.1" }}
wager = {{ value = 100, cite = "RS.2" }}
wager_set_by_table = {{ value = false, cite = "RS.2" }}
beside = {{ value = ["ante"], cite = "RS.3" }}
judged_on = {{ value = "hole_and_flop", cite = "RS.4" }}
on_fold = {{ value = "loses", cite = "RS.5" }}
envy_scales = {{ value = false, cite = "RS.6" }}
envy_to_live_hands_only = {{ value = false, cite = "RS.6" }}
seed_paid_by = {{ value = "house", cite = "RS.7" }}

[progressive.awards]
steps = {{ value = ["title_31", "ofac", "patron_information"], cite = "RS.39" }}
fields = {{ value = {{ title_31 = ["result"] }}, cite = "RS.39" }}
cheques_max = {{ value = 200_000, cite = "RS.40" }}

[progressive.cites]
game_over = "RS.10"

[settlement.cites]
progressive_win = ["RS.13"]
progressive_lose = ["RS.13"]
progressive_fold = ["RS.5"]
envy = ["RS.13"]

[[pay.progressive]]
name = "house"
cite = "RS.13"
meters = [{{ name = "main", seed = 100_000, increment = "20%", limit = 900_000, cites = ["RS.13"] }}]
rows = [
  {{ hand = "royal_flush", meter = "main", percent = 100 }},
  {{ hand = "straight_flush", meter = "main", percent = 10 }},
  {{ hand = "four_of_a_kind", for_one = 300 }},
]
"""


def own_terms(base: str) -> Terms:
    terms = terms_of(post(parse(OWN.format(base=base), "riverside.toml")))
    assert terms is not None
    return terms


def is_of(cite: str | None, documents: set[str]) -> bool:
    """Whether it is a ruling, or a clause of one of those documents, or nothing is cited."""
    return cite is None or bool(re.fullmatch(r"R\d+", cite)) or cite.split(".")[0] in documents


def probes(room: GameRoom) -> Iterator[Any]:
    """Yield commands of every kind, sensible or not."""
    terms, meter, others = room.terms, room.terms.levels[0].name, terms_by("greece", "ultimate").table
    hands = sorted({row.hand for row in terms.table.rows})
    yield from ("coin in", c.StopLink(reason=" "), c.RestoreLink(), room.adjusting(0, meter=meter))
    yield from (room.joining("one"), room.joining("x", decks=2), room.joining("x", wager=12_345))
    yield room.joining("x", pay_table=replace(others, name="another"))
    for table in ("one", "two", "three"):
        for seats in ((1,), (2,), (3,), (2, 2), (9,)):
            yield c.CoinIn(table=table, round=9, seats=tuple(map(Seat, seats)))
            yield c.ReverseCoinIn(table=table, seats=tuple(map(Seat, seats)), clause="R17")
            yield c.FailSensor(table=table, seat=Seat(seats[0]))
            yield c.RepairSensor(table=table, seat=Seat(seats[0]))
            yield c.PutLampOut(table=table, seat=Seat(seats[0]), clause="R7")
            yield from (room.press(seats[0], hand, table=table) for hand in hands)
        yield from (room.key(to, table=table) for to in Key)
        yield from (c.CallSupervisor(table=table), c.GameOver(table=table), c.LeaveLink(table=table))
        for award in (1, 2, 9):
            yield room.jackpot(award, table=table)
            yield c.RejectAward(table=table, award=award, by="Dana", reason="no")
    for award in (1, 2, 9):
        yield from (room.step(award, "title_31"), room.step(award, "applause"), room.backing_out(award))
        yield c.RecordStep(award=award, step="title_31", by="Lee", fields={})
        yield room.backing_out(award, second=" dana")
        for means in Means:
            yield from (room.paying(award, means), c.PayUnattended(award=award, means=means))
            yield c.PayAward(award=award, means=means, by="Dana")
    for cents in (1, -1, 10**8):
        yield from (room.adjusting(cents, meter=meter), room.adjusting(cents, meter="x"))
        yield room.adjusting(cents, meter=meter, second="Dana")


def stages(terms: Terms, raised: int) -> Iterator[GameRoom]:
    """Yield a link as an evening goes on: two winners of one round, their awards on record, paid, and an outage."""
    room = GameRoom(terms=terms, tables=("one", "two"))
    yield room
    if raised:
        room.send(room.adjusting(raised, meter=terms.levels[0].name))
    room.send(c.FailSensor(table="one", seat=Seat(2)))
    room.coin_in(1, 3)
    room.coin_in(1, table="two")
    room.send(c.PutLampOut(table="two", seat=Seat(1), clause="R7"))
    yield room
    for seat in (3, 1):
        room.button(seat)
        yield room
    room.called()
    yield room
    for award in (1, 2):
        room.send(room.jackpot(award))
        yield room
    room.send(room.key(Key.RUN))
    yield room
    for award in (1, 2):
        for step in terms.awards.steps:
            room.send(room.step(award, step))
    yield room
    for award in (1, 2):
        room.send(room.paying(award, Means.CHECK if raised else Means.CHEQUES))
        yield room
    room.send(c.StopLink(reason="no power"))
    yield room


def refusals(terms: Terms) -> list[Refused]:
    """Return every refusal that any command meets at any of those stages."""
    met = [
        refusal_of(room.link, command)
        for raised in (0, 300_000)
        for room in stages(terms, raised)
        for command in probes(room)
    ]
    return [refused for refused in met if refused is not None]


@pytest.mark.parametrize("book", WITH_PROGRESSIVE)
@pytest.mark.clause(
    "CN.9", "CN.9a", "CN.10", "CN.37", "CN.48", "CN.49", "CN.P5", "CN.P9", "GR.11", "MA.13a", "MA.13e", "MA.13g",
    "NV.6", "NV.7", "NV.10b", "NV.10c", "NV.10d", "NV.10e", "NV.10f", "NV.10g", "NV.10h",
)  # fmt: skip
def test_every_refusal_of_a_link_cites_its_own_book_or_a_ruling(book: str) -> None:
    found = refusals(terms_by(book))
    assert len({refused.code for refused in found}) >= 30
    document = load(book).document
    assert {(str(each.code), each.clause) for each in found if not is_of(each.clause, {document})} == set()
    named = {each.clause for each in found if each.clause is not None and each.clause.startswith(f"{document}.")}
    assert named >= set((load(book).progressive.cites or {}).values())  # type: ignore[union-attr]


@pytest.mark.parametrize("base", BOOKS)
def test_every_refusal_under_a_rule_set_of_ones_own_cites_it_or_its_base_or_a_ruling(base: str) -> None:
    found = refusals(own_terms(base))
    assert {refused.code for refused in found} == set(LinkRefusal) - {LinkRefusal.METER_BELOW_ZERO}
    documents = {"RS", load(base).document}
    assert {(str(each.code), each.clause) for each in found if not is_of(each.clause, documents)} == set()
    assert "RS.10" in {each.clause for each in found if each.code == LinkRefusal.GAME_NOT_OVER}


@pytest.mark.clause("MA.13g")
@pytest.mark.parametrize(("book", "cite"), [("massachusetts", "MA.13g"), ("nevada", "R97"), ("chickasaw", "R97")])
def test_a_meter_file_of_other_terms_is_refused_by_the_book_it_is_opened_under(book: str, cite: str) -> None:
    terms = terms_by(book)
    header = header_of(terms, None, "2026-01-01T00:00:00.000Z")
    for other in ({"pay_table": "B"}, {"wager": 12_345}, {"decks": 2}):
        refused = replace(header, **other).refusal_of(terms)
        assert refused is not None
        assert refused.clause == cite


def test_a_link_of_an_older_log_names_no_clauses_and_cites_the_rulings() -> None:
    stored = encoded(terms_by("nevada"))
    del stored["cites"]
    terms = decoded(Terms, stored)
    cited = {refused.clause for refused in refusals(terms)} - {None}
    assert cited <= {*LINK_RULINGS.values(), "R82", "R83", "R99"}
