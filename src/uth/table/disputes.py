"""Disputes: a settled round is frozen with its evidence, and ends upheld, corrected by reversal, or referred."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from uth.cites import cites
from uth.errors import Refused
from uth.rules.values import Wager
from uth.table import commands as c
from uth.table import events as e
from uth.table.awards import award_in
from uth.table.disputed import Correction, Dispute, Evidence, Finding
from uth.table.opening import refused_person
from uth.table.posted import Posted
from uth.table.rack import rebuilt
from uth.table.rails import chips
from uth.table.refusal import Refusal
from uth.table.settled import Outcome, SettledWager
from uth.table.state import Phase, Table
from uth.units import WAGER_CENTS_MAX, PlayerId, Seat

STAFF_RULING = "R50"
"""Where no clause says who resolves a dispute, the house's staff does."""
STOOD_MAX = 3
"""How often a player may freeze a table for nothing within so many rounds (R66)."""
STOOD_ROUNDS = 30


def clause_of_dispute(finding: Finding, posted: Posted) -> str:
    """Return the clause a dispute is resolved by: management's, or the regulator's where it is referred."""
    document = posted.rules.document
    if any(void.clause == f"{document}.50" for void in posted.rules.void):
        return f"{document}.51" if finding is Finding.REFERRED else f"{document}.50"
    return STAFF_RULING


@cites("CN.50")
def refused_dispute(table: Table, command: c.DisputeRound) -> Refused | None:
    """Return why there is nothing for the seat to dispute, or ``None``: the round's cards must still be there."""
    unsigned = refused_person(command.says)
    if unsigned is not None:
        return unsigned
    there = table.phase is Phase.SETTLED or (table.phase is Phase.WAGERS and table.rack)
    if not there or not any(seat == command.seat for seat, _ in table.settled):
        says = f"seat {command.seat} has no settled round whose cards are still at the table"
        return Refused(Refusal.NOTHING_TO_DISPUTE, None, says)
    if table.dispute is not None:
        return Refused(Refusal.ROUND_FROZEN, None, "the round is frozen by a dispute already")
    return _too_often(table, table.chairs[command.seat].player)


def _too_often(table: Table, player: PlayerId) -> Refused | None:
    """Return why the player may not freeze the table once more, or ``None`` (R66)."""
    theirs = [each for each in table.disputes if table.disputers.get(each.number) == player]
    if any(each.evidence.round == table.rounds for each in theirs):
        says = f"round {table.rounds} was disputed by the same player and ruled on; a later round can be disputed"
        return Refused(Refusal.DISPUTED_ALREADY, "R66", says)
    stood = [each.evidence.round for each in theirs if each.finding is Finding.UPHELD][-STOOD_MAX:]
    if len(stood) == STOOD_MAX and table.rounds < stood[0] + STOOD_ROUNDS:
        says = (
            f"{STOOD_MAX} disputes of the same player within {STOOD_ROUNDS} rounds were found to stand as settled; "
            f"round {stood[0] + STOOD_ROUNDS} is the next that can be disputed, and the history keeps this one"
        )
        return Refused(Refusal.TOO_MANY_DISPUTES, "R66", says)
    return None


def disputed(table: Table, command: c.DisputeRound) -> Iterator[e.Event]:
    """Freeze the round with what it is judged on."""
    evidence = Evidence(round=table.rounds, hands=rebuilt(table), settled=table.settled)
    number = len(table.disputes) + 1
    yield e.RoundDisputed(dispute=number, seat=command.seat, says=command.says, evidence=evidence)


@cites("CN.50", "CN.51")
def refused_resolution(table: Table, command: c.ResolveDispute, posted: Posted) -> Refused | None:
    """Return why the dispute may not be resolved so, or ``None``."""
    unsigned = refused_person(command.by, command.reason)
    if unsigned is not None:
        return unsigned
    dispute = _unresolved(table, command.dispute)
    if dispute is None:
        return Refused(Refusal.NO_DISPUTE, None, f"{command.dispute!r} is not a dispute that waits")
    if not isinstance(command.finding, Finding) or (command.finding is dispute.finding):
        return Refused(Refusal.NOT_A_FINDING, None, f"{command.finding!r} is not upheld, corrected or referred")
    if (command.finding is Finding.CORRECTED) != bool(command.corrections):
        return Refused(Refusal.NOT_A_CORRECTION, None, "a correction, and nothing else, says what each wager gets")
    return _refused_corrections(table, dispute, command.corrections, posted)


def _unresolved(table: Table, number: object) -> Dispute | None:
    waits = (None, Finding.REFERRED)
    return next((each for each in table.disputes if each.number == number and each.finding in waits), None)


def _refused_corrections(table: Table, dispute: Dispute, corrections: object, posted: Posted) -> Refused | None:
    if not isinstance(corrections, tuple) or not all(isinstance(each, Correction) for each in corrections):
        return Refused(Refusal.NOT_A_CORRECTION, None, f"{corrections!r} is not a list of corrections")
    if corrections and (table.is_dealing or table.rounds != dispute.evidence.round):
        says = "the next round is on; what that one still owes is paid at the cage"
        return Refused(Refusal.NOT_A_CORRECTION, None, says)
    named = [(each.seat, each.wager) for each in corrections]
    settled = _settled(table)
    for each in corrections:
        if (each.seat, each.wager) not in settled or named.count((each.seat, each.wager)) > 1:
            return Refused(Refusal.NOT_A_CORRECTION, None, f"seat {each.seat!r} has no one {each.wager!r} to correct")
        for cents in (each.returned, each.won):
            if type(cents) is not int or not 0 <= cents <= WAGER_CENTS_MAX:
                return Refused(Refusal.NOT_A_CORRECTION, None, f"{cents!r} is not a whole number of cents")
        waits = any(owed.seat == each.seat for owed in table.owed)
        if waits and award_in(settled[each.seat, each.wager], posted):
            return Refused(Refusal.NOT_A_CORRECTION, "NV.10e", "its award waits for a supervisor")
        if each.returned > settled[each.seat, each.wager].stake:
            return Refused(Refusal.NOT_A_CORRECTION, None, f"{each.returned} is more than was staked")
    return _beyond_the_bank(table, dispute, corrections, posted) or _short(table, settled, corrections)


def _settled(table: Table) -> dict[tuple[Seat, Wager], SettledWager]:
    """Return how the last round stands settled, earlier corrections included."""
    return {(seat, wager.wager): wager for seat, wager in table.settled}


@cites("CA.PLAY19")
def _beyond_the_bank(
    table: Table, dispute: Dispute, corrections: tuple[Correction, ...], posted: Posted
) -> Refused | None:
    """Return why a player/dealer does not pay that much, or ``None``: no more than the wager is ever paid out."""
    if table.last_bank is None:
        return None
    lines = {(seat, wager.wager): wager.won for seat, wager in (*dispute.evidence.settled, *table.settled)}
    won = {**lines, **{(each.seat, each.wager): each.won for each in corrections}}
    if sum(won.values()) <= table.last_bank.wager:
        return None
    says = f"the player/dealer pays no more than the wager, {table.last_bank.wager}"
    return Refused(Refusal.NOT_A_CORRECTION, posted.rules.seats.banked_by.cite, says)


def _short(
    table: Table, settled: Mapping[tuple[Seat, Wager], SettledWager], corrections: tuple[Correction, ...]
) -> Refused | None:
    """Return which rail does not hold what a correction takes back, or ``None``."""
    due: dict[Seat, int] = {}
    for each in corrections:
        due[each.seat] = due.get(each.seat, 0) + _gain(settled[each.seat, each.wager], each)
    if corrections and table.last_bank is not None:
        bank = table.last_bank.seat
        if bank not in table.chairs or table.chairs[bank].player != table.banked_by:
            return Refused(Refusal.SEAT_EMPTY, None, f"the player/dealer of seat {bank} has left")
        due[bank] = due.get(bank, 0) - sum(due.values())
    for seat, gain in due.items():
        if table.chairs[seat].rail + gain < 0:
            return Refused(Refusal.NOT_ENOUGH_CHIPS, None, f"seat {seat} does not have the {-gain} to give back")
    return None


def _gain(settled: SettledWager, correction: Correction) -> int:
    """Return what the seat gains by the correction, in chips."""
    was = chips(settled.wager, settled.returned) + settled.won
    return chips(settled.wager, correction.returned) + correction.won - was


@cites("CN.50", "CN.51", "CA.PLAY19")
def resolved(table: Table, command: c.ResolveDispute, posted: Posted) -> Iterator[e.Event]:
    """Reverse what was wrong and enter it anew; what the house or the banker pays is the difference."""
    clause = clause_of_dispute(command.finding, posted)
    settled = _settled(table)
    gained = 0
    for each in command.corrections:
        old = settled[each.seat, each.wager]
        yield e.SettlementReversed(seat=each.seat, settled=old)
        outcome = Outcome.WIN if each.won else Outcome.PUSH if each.returned else Outcome.LOSE
        new = old._replace(outcome=outcome, returned=each.returned, won=each.won, cites=(clause,), cut=0)
        yield e.WagerSettled(seat=each.seat, settled=new)
        gained += _gain(old, each)
    if table.last_bank is not None and gained:
        yield e.BankCorrected(seat=table.last_bank.seat, cents=-gained)
    yield e.DisputeResolved(
        dispute=command.dispute,
        finding=command.finding,
        by=command.by,
        reason=command.reason,
        clause=clause,
        players=gained,
    )
