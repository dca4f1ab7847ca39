"""Disputes: recorded with their evidence, resolved by the staff, and open to appeal to the regulator."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from uth.cites import cites
from uth.errors import Refused, quoted
from uth.table.deck.opening import refused_person
from uth.table.floor.corrections import corrected, gained_by, refused_corrections
from uth.table.floor.disputed import Dispute, Evidence, Finding
from uth.table.posted import Posted
from uth.table.round import commands as c
from uth.table.round import events as e
from uth.table.round.refusal import Refusal
from uth.table.round.state import PAST_ROUNDS, Phase, Table
from uth.units import PlayerId, Seat

FREEZE_ROUNDS: Final = 10
"""The number of rounds after a dismissed dispute in which the player's disputes do not freeze the table (R66)."""


def clause_of_dispute(finding: Finding, posted: Posted) -> str:
    """Return the clause by which a dispute is resolved: management's, or the regulator's if it is referred."""
    rules = posted.rules.floor
    return rules.regulator.cite if finding is Finding.REFERRED else rules.disputes.cite


def evidence_of(table: Table, number: int) -> Evidence | None:
    """Return the evidence of a round that the table still holds; 0 is the last round."""
    wanted = number or table.rounds
    return next((each for each in table.past if each.round == wanted), None)


@cites("CN.50", "R61")
def refused_dispute(table: Table, command: c.DisputeRound) -> Refused | None:
    """Return why the seat cannot dispute the round, or ``None``. A player of a settled round always may."""
    unsigned = refused_person(command.says)
    if unsigned is not None:
        return unsigned
    evidence = evidence_of(table, command.round)
    if evidence is None:
        return _no_round(table, command.round)
    chair = table.chairs.get(command.seat)
    player = command.player or (chair.player if chair is not None else None)
    if command.seat not in evidence.players or evidence.players[command.seat] != player:
        says = f"seat {command.seat} was not this player's in round {evidence.round}"
        return Refused(Refusal.NOTHING_TO_DISPUTE, None, says)
    waiting = next((each for each in _of_player(table, player, evidence) if each.waits), None)
    if waiting is not None:
        says = f"round {evidence.round} is disputed by the same player already: dispute {waiting.number} waits"
        return Refused(Refusal.DISPUTED_ALREADY, "R66", says)
    return None


def _no_round(table: Table, number: object) -> Refused:
    kept = [each.round for each in table.past]
    has = f"rounds {kept[0]} to {kept[-1]} can be" if kept else "no round is settled yet to be"
    says = f"round {number or table.rounds} cannot be disputed; {has}: the last {PAST_ROUNDS} of the table"
    return Refused(Refusal.NOTHING_TO_DISPUTE, "R50", says)


def _of_player(table: Table, player: PlayerId | None, evidence: Evidence) -> Iterator[Dispute]:
    """Yield the player's disputes of that round."""
    for each in table.disputes:
        if each.evidence.round == evidence.round and table.disputers.get(each.number) == player:
            yield each


def _can_freeze(table: Table, evidence: Evidence) -> bool:
    """Whether the cards of that round are still at the table and no dispute freezes it already."""
    there = table.phase is Phase.SETTLED or (table.phase is Phase.WAGERS and bool(table.rack))
    return there and evidence.round == table.rounds and table.dispute is None


def _is_late(table: Table, evidence: Evidence) -> bool:
    return table.is_dealing or evidence.round != table.rounds


@cites("R66")
def freezes(table: Table, evidence: Evidence, player: PlayerId) -> bool:
    """Whether the player's dispute freezes the table.

    It does not soon after a dismissed dispute, nor a second time in a round unless the first led to a correction.
    """
    if not _can_freeze(table, evidence):
        return False
    before = [each for each in table.disputes if table.disputers.get(each.number) == player and each.freezes]
    return not any(
        (each.finding is Finding.DISMISSED and evidence.round < each.evidence.round + FREEZE_ROUNDS)
        or (each.finding is not Finding.CORRECTED and evidence.round == each.evidence.round)
        for each in before
    )


def _next_number(table: Table) -> int:
    return max((table.disputes_made, *(each.number for each in table.disputes))) + 1


@cites("CN.50", "R61", "R66")
def disputed(table: Table, command: c.DisputeRound) -> Iterator[e.Event]:
    """Record the dispute with the evidence of its round, and freeze the table if the player may."""
    evidence = evidence_of(table, command.round)
    if evidence is None:
        return
    stops = command.floor_is_in and freezes(table, evidence, evidence.players[command.seat])
    number = _next_number(table)
    yield e.RoundDisputed(
        dispute=number,
        seat=command.seat,
        says=command.says,
        evidence=evidence,
        freezes=stops,
        late=_is_late(table, evidence),
    )


@cites("CN.50")
def refused_review(table: Table, command: c.ReviewRound) -> Refused | None:
    """Return why management may not open a review of the round, or ``None``."""
    unsigned = refused_person(command.by, command.reason)
    if unsigned is not None:
        return unsigned
    if type(command.round) is not int or evidence_of(table, command.round) is None:
        return _no_round(table, command.round)
    wanted = command.round or table.rounds
    for each in table.disputes:
        if each.seat is None and each.evidence.round == wanted and each.waits:
            says = f"round {wanted} is under review already: number {each.number} waits"
            return Refused(Refusal.DISPUTED_ALREADY, "R50", says)
    return None


@cites("CN.50")
def reviewed(table: Table, command: c.ReviewRound, posted: Posted) -> Iterator[e.Event]:
    """Open a review by management, with the same evidence as a dispute."""
    evidence = evidence_of(table, command.round)
    if evidence is None:
        return
    yield e.RoundReviewed(
        dispute=_next_number(table),
        by=command.by,
        reason=command.reason,
        evidence=evidence,
        freezes=_can_freeze(table, evidence),
        late=_is_late(table, evidence),
        clause=posted.rules.floor.disputes.cite,
    )


@cites("CN.50", "CN.51")
def refused_resolution(table: Table, command: c.ResolveDispute, posted: Posted) -> Refused | None:
    """Return why the dispute may not be resolved that way, or ``None``."""
    unsigned = refused_person(command.by, command.reason)
    if unsigned is not None:
        return unsigned
    dispute = next((each for each in table.disputes if each.number == command.dispute and each.waits), None)
    if dispute is None:
        return Refused(Refusal.NO_DISPUTE, None, f"{quoted(command.dispute)} is not a dispute that waits")
    again = command.finding is dispute.finding and not (dispute.appealed and command.finding is Finding.CORRECTED)
    if not isinstance(command.finding, Finding) or again:
        return Refused(Refusal.NOT_A_FINDING, None, f"{quoted(command.finding)} is not {', '.join(Finding)}")
    if (command.finding is Finding.CORRECTED) != bool(command.corrections):
        return Refused(Refusal.NOT_A_CORRECTION, None, "a correction, and nothing else, says what each wager gets")
    second = command.second
    two = isinstance(second, str) and bool(second.strip()) and second != command.by
    return refused_corrections(table, dispute.evidence, command.corrections, posted, signed_by_two=two)


@cites("CN.50", "CN.51", "CA.PLAY19")
def resolved(table: Table, command: c.ResolveDispute, posted: Posted) -> Iterator[e.Event]:
    """Correct what was wrong, if anything, and record the finding."""
    clause = clause_of_dispute(command.finding, posted)
    dispute = next(each for each in table.disputes if each.number == command.dispute)
    yield from corrected(table, dispute.evidence, command.corrections, clause)
    yield e.DisputeResolved(
        dispute=command.dispute,
        finding=command.finding,
        by=command.by,
        reason=command.reason,
        clause=clause,
        players=gained_by(table, dispute.evidence, command.corrections),
        round=dispute.evidence.round,
        second=command.second if command.corrections else None,
        regulator=posted.rules.floor.regulator.value,
    )


@cites("CN.51a", "CN.51")
def refused_appeal(table: Table, command: c.TakeToRegulator, posted: Posted) -> Refused | None:
    """Return why the player cannot take the dispute to the regulator, or ``None``."""
    unsigned = refused_person(command.says)
    if unsigned is not None:
        return unsigned
    dispute = next((each for each in table.disputes if each.number == command.dispute), None)
    player = command.player or _player_at(table, command.seat)
    mine = dispute is not None and dispute.seat == command.seat and table.disputers.get(dispute.number) == player
    if dispute is None or not mine:
        return Refused(
            Refusal.NO_DISPUTE, None, f"{quoted(command.dispute)} is not a dispute of seat {command.seat}'s player"
        )
    if dispute.appealed:
        rules = posted.rules.floor.regulator
        says = f"dispute {dispute.number} is with {rules.value} already"
        return Refused(Refusal.ALREADY_WITH_THE_REGULATOR, rules.cite, says)
    return None


def _player_at(table: Table, seat: Seat) -> PlayerId | None:
    chair = table.chairs.get(seat)
    return chair.player if chair is not None else None


@cites("CN.51a", "CN.51")
def appealed(table: Table, command: c.TakeToRegulator, posted: Posted) -> Iterator[e.Event]:
    """Record the player's appeal to the regulator."""
    rules = posted.rules.floor.regulator
    dispute = next(each for each in table.disputes if each.number == command.dispute)
    yield e.DisputeAppealed(
        dispute=command.dispute,
        seat=command.seat,
        says=command.says,
        regulator=rules.value,
        clause=rules.cite,
        round=dispute.evidence.round,
    )
