"""One block of rounds. Its number determines its content, so every worker and machine gets the same result."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import blake2b
from typing import Any

import numpy as np

from uth.errors import require
from uth.kernels.exact_index import Bytes, Integers
from uth.kernels.ranking import card_tables
from uth.kernels.sim_alone import AT_A_TIME, AloneScratch, play_alone
from uth.kernels.sim_cards import State
from uth.kernels.sim_rounds import play_rounds
from uth.kernels.sim_sessions import play_sessions
from uth.kernels.sim_table import (
    AWARD,
    BANK_FIELDS,
    FIRST_ROUND,
    QUALIFIER,
    ROWS,
    SESSION_FIELDS,
    WAGERS,
    LeftOut,
    Scratch,
    Totals,
    Trace,
)  # fmt: skip
from uth.sim.prepared import Prepared
from uth.sim.strategies import choice_tables


@dataclass(frozen=True, slots=True, kw_only=True)
class BlockResult:
    """The result of a block, in units; see `Totals`."""

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
    award_sessions: Integers
    """The numbers in the block of the sessions with a meter award."""
    award_session_hands: Integers
    """The results, without the awards, of every hand of those sessions, a column for each session."""
    unfed: Integers
    """For rounds with void progressive wagers: the round, the cents that fed no meter, and the cents returned."""
    voids: int = 0
    """Rounds that were declared void."""
    unclassed: tuple[int, ...] = (0,) * WAGERS
    """The sum of squares in cents of each wager's results, over the hands without a class."""
    failed: str = ""
    """Why the block ended early, or empty."""
    faults: tuple[tuple[str, int], ...] = ()
    """The number of irregularities of each kind."""


def stream_of(shuffle_key: str, block: int) -> State:
    """Return the state of the random stream of a block."""
    digest = blake2b(f"{shuffle_key}\n{block}".encode(), digest_size=32, person=b"uth sim").digest()
    return np.frombuffer(digest, "<u8").astype(np.uint64)


def play_block(prepared: Prepared, block: int) -> BlockResult:
    """Play a block of rounds."""
    if prepared.is_alone:
        return _alone(prepared, block)
    rounds = prepared.rounds_of(block)
    totals, trace = empty_totals(prepared, rounds), no_trace()
    _play(prepared, block, rounds, totals, trace)
    return result_of(prepared, block, rounds, totals)


def trace_block(prepared: Prepared, block: int, rounds: int, given: Bytes | None = None) -> tuple[BlockResult, Trace]:
    """Play the first rounds of a block, or the given cards, and record every card, decision and amount."""
    seats = len(prepared.plan.seats)
    trace = Trace(
        cards=np.zeros((rounds, 7 + 2 * seats), np.uint8),
        decisions=np.zeros((rounds, seats), np.uint8),
        rows=np.zeros((rounds, seats), np.uint8),
        nets=np.zeros((rounds, seats, WAGERS), np.int64),
    )
    totals = empty_totals(prepared, rounds)
    if len(totals.awards):
        totals = totals._replace(awards=_zeros(rounds * seats, AWARD))
    _play(prepared, block, rounds, totals, trace, given)
    return result_of(prepared, block, rounds, totals), trace


def play_except(prepared: Prepared, block: int, left_out: Bytes, given: Bytes | None = None) -> tuple[Totals, Bytes]:
    """Play a block except for the marked rounds; return the totals, and the cards of the rounds left out."""
    rounds = prepared.rounds_of(block)
    totals = empty_totals(prepared, rounds)
    cards = np.zeros((int(left_out.sum()), 7 + 2 * len(prepared.plan.seats)), np.uint8)
    _play(prepared, block, rounds, totals, no_trace(), given, LeftOut(left_out, cards))
    return totals, cards


def _play(
    prepared: Prepared, block: int, rounds: int, totals: Totals, trace: Trace, given: Bytes | None = None,
    left_out: LeftOut | None = None,
) -> None:  # fmt: skip
    table = prepared.table._replace(terms=prepared.table.terms.copy())
    table.terms[FIRST_ROUND] = block * prepared.block
    stream = stream_of(prepared.plan.shuffle_key, block)
    nothing = np.zeros((0, 0), np.uint8)
    awards = play_rounds(
        rounds, stream, nothing if given is None else given, card_tables(), choice_tables(),
        prepared.solved.tables, table, _scratch(len(table.seats)), totals, trace,
        LeftOut(np.zeros(0, np.uint8), nothing) if left_out is None else left_out,
    )  # fmt: skip
    require(awards <= len(totals.awards), f"{awards} awards of meters in one block are more than the array holds")
    totals.awards[awards:] = -1


def _alone(prepared: Prepared, block: int) -> BlockResult:
    """Play one seat's block, and derive the results of its wagers from its classes."""
    rounds, table = prepared.rounds_of(block), prepared.table
    totals = empty_totals(prepared, rounds)
    deck = np.arange(52, dtype=np.uint8)
    stream = stream_of(prepared.plan.shuffle_key, block)
    play_alone(
        rounds, stream, int(table.terms[QUALIFIER]), card_tables(), choice_tables(), prepared.solved.tables, deck,
        _alone_scratch(), totals.classes[0],
    )  # fmt: skip
    classes = totals.classes[0]
    for power in (1, 2):
        totals.nets[:, power - 1] = classes @ table.amounts[0] ** power
        totals.wagers[:, power - 1] = classes @ table.parts[0] ** power
    return result_of(prepared, block, rounds, totals)


def empty_totals(prepared: Prepared, rounds: int) -> Totals:
    """Return empty totals for that many rounds."""
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
        hands=_zeros(rounds if sessions else 0, seats),
    )


def result_of(
    prepared: Prepared, block: int, rounds: int, totals: Totals, unfed: Integers | None = None, **more: Any
) -> BlockResult:
    """Return the totals as the result of a block, with its sessions filled in."""
    found = totals._asdict()
    hands = found.pop("hands")
    found["awards"] = awards = totals.awards[totals.awards[:, 0] >= 0].copy()
    award_sessions, columns = np.zeros(0, np.int64), _zeros(0, 0)
    if prepared.plan.session is not None:
        fill_sessions(prepared, totals.sessions, hands, prepared.unit)
        award_sessions, columns = _sessions_with_awards(
            awards, hands, prepared.plan.session.hands, len(totals.sessions)
        )
    found |= {
        "award_sessions": award_sessions,
        "award_session_hands": columns,
        "unfed": _zeros(0, 3) if unfed is None else unfed,
    }
    return BlockResult(number=block, rounds=rounds, **found, **more)


def fill_sessions(prepared: Prepared, sessions: Integers, hands: Integers, unit: int) -> None:
    """Fill in the sessions from the results of their hands, in units of that many cents."""
    plan = prepared.plan.session
    require(plan is not None, "there are no sessions to replay")
    if plan is not None:
        play_sessions(plan.hands, (plan.bankroll or 0) // unit, (plan.goal or 0) // unit, hands, sessions)


def _sessions_with_awards(awards: Integers, hands: Integers, length: int, sessions: int) -> tuple[Integers, Integers]:
    """Return the numbers of the sessions with a meter award, and their hands."""
    seats = hands.shape[1]
    numbers = np.unique(awards[:, 0] // length * seats + awards[:, 1])
    numbers = numbers[numbers < sessions]
    columns = [hands[number // seats * length : (number // seats + 1) * length, number % seats] for number in numbers]
    return numbers, np.column_stack(columns) if columns else _zeros(0, 0)


def no_trace() -> Trace:
    """Return a trace that records nothing."""
    return Trace(np.zeros((0, 0), np.uint8), np.zeros((0, 0), np.uint8), np.zeros((0, 0), np.uint8), _zeros(0, 0, 0))


def _scratch(seats: int) -> Scratch:
    return Scratch(
        deck=np.arange(52, dtype=np.uint8),
        orders=_zeros(seats), fives=_zeros(seats), decisions=_zeros(seats), classes=_zeros(seats), rows=_zeros(seats),
        nets=_zeros(seats), parts=_zeros(seats, WAGERS),
    )  # fmt: skip


def _alone_scratch() -> AloneScratch:
    return AloneScratch(
        cards=np.zeros((AT_A_TIME, 9), np.uint8), flops=np.zeros(AT_A_TIME, np.uint32),
        boards=np.zeros(AT_A_TIME, np.uint64), bits=np.zeros(AT_A_TIME, np.uint64), cells=_zeros(AT_A_TIME),
        decisions=np.zeros(AT_A_TIME, np.uint8), undecided=_zeros(AT_A_TIME),
    )  # fmt: skip


def _zeros(*shape: int) -> Integers:
    return np.zeros(shape, np.int64)
