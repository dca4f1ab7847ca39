"""One block of rounds, from its number alone: whoever plays it, on whatever machine, gets the same."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import blake2b
from typing import Any

import numpy as np

from uth.errors import require
from uth.kernels.exact_index import Bytes, Integers
from uth.kernels.ranking import card_tables
from uth.kernels.sim_alone import AT_A_TIME, AloneRoom, play_alone
from uth.kernels.sim_cards import State
from uth.kernels.sim_rounds import play_rounds
from uth.kernels.sim_table import (
    AWARD,
    BANK_FIELDS,
    FIRST_ROUND,
    PATH,
    QUALIFIER,
    ROWS,
    SESSION_FIELDS,
    WAGERS,
    Room,
    Totals,
    Trace,
)  # fmt: skip
from uth.sim.choices import choice_tables
from uth.sim.prepared import Prepared


@dataclass(frozen=True, slots=True, kw_only=True)
class BlockResult:
    """What a block came to, in units; see `Totals`."""

    number: int
    rounds: int
    classes: Integers
    rows: Integers
    nets: Integers
    wagers: Integers
    awards: Integers
    sessions: Integers
    months: Integers
    bank: Integers
    voids: int = 0
    """Rounds that were declared void."""
    faults: tuple[tuple[str, int], ...] = ()
    """Irregularities, and how often."""


def stream_of(shuffle_key: str, block: int) -> State:
    """Return the state of the stream that deals a block."""
    digest = blake2b(f"{shuffle_key}\n{block}".encode(), digest_size=32, person=b"uth sim").digest()
    return np.frombuffer(digest, "<u8").astype(np.uint64)


def play_block(prepared: Prepared, block: int) -> BlockResult:
    """Play a block of rounds."""
    if prepared.is_alone:
        return _alone(prepared, block)
    rounds = prepared.rounds_of(block)
    totals, trace = room_for(prepared, rounds), no_trace()
    _play(prepared, block, rounds, totals, trace)
    return result_of(block, rounds, totals)


def trace_block(prepared: Prepared, block: int, rounds: int, given: Bytes | None = None) -> tuple[BlockResult, Trace]:
    """Play the first rounds of a block, or those with the given cards, and note every card, decision and amount."""
    seats = len(prepared.plan.seats)
    trace = Trace(
        cards=np.zeros((rounds, 7 + 2 * seats), np.uint8),
        decisions=np.zeros((rounds, seats), np.uint8),
        rows=np.zeros((rounds, seats), np.uint8),
        nets=np.zeros((rounds, seats, WAGERS), np.int64),
    )
    totals = room_for(prepared, rounds)
    if len(totals.awards):
        totals = totals._replace(awards=_zeros(rounds * seats, AWARD))
    _play(prepared, block, rounds, totals, trace, given)
    return result_of(block, rounds, totals), trace


def _play(
    prepared: Prepared, block: int, rounds: int, totals: Totals, trace: Trace, given: Bytes | None = None
) -> None:
    table = prepared.table._replace(terms=prepared.table.terms.copy())
    table.terms[FIRST_ROUND] = block * prepared.block
    stream = stream_of(prepared.plan.shuffle_key, block)
    awards = play_rounds(
        rounds, stream, np.zeros((0, 0), np.uint8) if given is None else given, card_tables(), choice_tables(),
        prepared.solved.tables, table, _room(len(table.seats)), totals, trace,
    )  # fmt: skip
    require(awards <= len(totals.awards), f"{awards} awards of meters in one block are more than there was room for")
    totals.awards[awards:] = -1


def _alone(prepared: Prepared, block: int) -> BlockResult:
    """Play one seat's block, and find from its classes what its wagers came to."""
    rounds, table = prepared.rounds_of(block), prepared.table
    totals = room_for(prepared, rounds)
    deck = np.arange(52, dtype=np.uint8)
    stream = stream_of(prepared.plan.shuffle_key, block)
    play_alone(
        rounds, stream, int(table.terms[QUALIFIER]), card_tables(), choice_tables(), prepared.solved.tables, deck,
        _alone_room(), totals.classes[0],
    )  # fmt: skip
    classes = totals.classes[0]
    for power in (1, 2):
        totals.nets[:, power - 1] = classes @ table.amounts[0] ** power
        totals.wagers[:, power - 1] = classes @ table.parts[0] ** power
    return result_of(block, rounds, totals)


def room_for(prepared: Prepared, rounds: int) -> Totals:
    """Return empty totals for so many rounds."""
    plan = prepared.plan
    seats, classes = prepared.table.amounts.shape
    sessions = rounds // plan.session.hands * seats if plan.session is not None else 0
    return Totals(
        classes=_zeros(seats, classes),
        rows=_zeros(seats, ROWS),
        nets=_zeros(seats + 1, 2),
        wagers=_zeros(WAGERS, 2),
        awards=_zeros(prepared.awards_max(rounds) if prepared.awards_chance else 0, AWARD),
        sessions=_zeros(sessions, SESSION_FIELDS),
        months=_zeros(rounds // plan.month + 2),
        bank=_zeros(BANK_FIELDS),
    )


def result_of(block: int, rounds: int, totals: Totals, **more: Any) -> BlockResult:
    """Return the totals as the result of a block."""
    found = totals._asdict()
    found["awards"] = totals.awards[totals.awards[:, 0] >= 0].copy()
    return BlockResult(number=block, rounds=rounds, **found, **more)


def no_trace() -> Trace:
    """Return a trace without room for a round."""
    return Trace(np.zeros((0, 0), np.uint8), np.zeros((0, 0), np.uint8), np.zeros((0, 0), np.uint8), _zeros(0, 0, 0))


def _room(seats: int) -> Room:
    return Room(
        deck=np.arange(52, dtype=np.uint8),
        orders=_zeros(seats), fives=_zeros(seats), decisions=_zeros(seats), classes=_zeros(seats), rows=_zeros(seats),
        nets=_zeros(seats), parts=_zeros(seats, WAGERS), paths=_zeros(seats + 1, PATH),
    )  # fmt: skip


def _alone_room() -> AloneRoom:
    return AloneRoom(
        cards=np.zeros((AT_A_TIME, 9), np.uint8), flops=np.zeros(AT_A_TIME, np.uint32),
        boards=np.zeros(AT_A_TIME, np.uint64), bits=np.zeros(AT_A_TIME, np.uint64), cells=_zeros(AT_A_TIME),
        decisions=np.zeros(AT_A_TIME, np.uint8), undecided=_zeros(AT_A_TIME),
    )  # fmt: skip


def _zeros(*shape: int) -> Integers:
    return np.zeros(shape, np.int64)
