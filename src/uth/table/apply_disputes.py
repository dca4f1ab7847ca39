"""`apply` for disputes: the evidence of settled rounds, what is said of them, and what is corrected."""

from __future__ import annotations

from uth.changed import changed
from uth.table import events as e
from uth.table.disputed import Dispute, Evidence, Lines
from uth.table.rack import rebuilt
from uth.table.rails import chips, on_rail
from uth.table.settled import SettledWager
from uth.table.state import PAST_ROUNDS, Table
from uth.units import Seat


def with_evidence(table: Table) -> Table:
    """Return the table with the round that was just settled among those that can be disputed.

    A dispute that is resolved leaves the table with the evidence of its round; the log keeps it.
    """
    seats = [*table.spots, *([table.banker.seat] if table.banker is not None else [])]
    players = {seat: table.chairs[seat].player for seat in sorted(seats) if seat in table.chairs}
    new = Evidence(round=table.rounds, hands=rebuilt(table), settled=table.settled, players=players, bank=table.banker)
    oldest = table.rounds - PAST_ROUNDS
    disputes = tuple(each for each in table.disputes if each.waits or each.evidence.round > oldest)
    if len(disputes) == len(table.disputes):
        return changed(table, past=(*table.past, new)[-PAST_ROUNDS:])
    kept = {each.number for each in disputes}
    disputers = {number: player for number, player in table.disputers.items() if number in kept}
    return changed(table, past=(*table.past, new)[-PAST_ROUNDS:], disputes=disputes, disputers=disputers)


def apply_dispute(table: Table, event: e.DisputeEvent) -> Table:
    """Return the table after something about a dispute."""
    match event:
        case e.RoundDisputed(dispute=number, seat=seat, says=says, evidence=evidence, freezes=freezes):
            opened = Dispute(number=number, seat=seat, says=says, evidence=evidence, freezes=freezes)
            player = evidence.players.get(seat) or table.chairs[seat].player
            table = changed(table, disputers={**table.disputers, number: player})
            return changed(table, disputes=(*table.disputes, opened), disputes_made=number)
        case e.RoundReviewed(dispute=number, by=by, reason=reason, evidence=evidence, freezes=freezes):
            opened = Dispute(number=number, seat=None, says=reason, evidence=evidence, freezes=freezes, by=by)
            return changed(table, disputes=(*table.disputes, opened), disputes_made=number)
        case e.DisputeResolved(dispute=number, finding=finding):
            return changed(table, disputes=_with(table.disputes, number, finding=finding))
        case e.DisputeAppealed(dispute=number):
            return changed(table, disputes=_with(table.disputes, number, appealed=True))
        case e.SettlementReversed(seat=seat, settled=settled, round=number, at_cage=at_cage):
            if not number:  # A correction in a log of an older version takes the line off and enters another.
                table = changed(table, settled=tuple(line for line in table.settled if line != (seat, settled)))
            taken = -chips(settled.wager, settled.returned) - settled.won
            return table if at_cage else on_rail(table, seat, taken)
        case e.BankCorrected(seat=seat, cents=cents):
            return on_rail(table, seat, cents)


def entered_again(table: Table, event: e.WagerSettled) -> Table:
    """Return the table with the corrected wager in the place of what was reversed, wherever the round is kept."""
    seat, settled, number = event.seat, event.settled, event.round
    if number == table.rounds and not table.is_dealing:
        table = changed(table, settled=_replaced(table.settled, seat, settled))
    past = tuple(_corrected(each, number, seat, settled) for each in table.past)
    disputes = tuple(
        changed(each, evidence=_corrected(each.evidence, number, seat, settled)) for each in table.disputes
    )
    table = changed(table, past=past, disputes=disputes)
    return table if event.at_cage else on_rail(table, seat, chips(settled.wager, settled.returned) + settled.won)


def _with(disputes: tuple[Dispute, ...], number: int, **changes: object) -> tuple[Dispute, ...]:
    return tuple(changed(each, **changes) if each.number == number else each for each in disputes)


def _corrected(evidence: Evidence, number: int, seat: Seat, settled: SettledWager) -> Evidence:
    if evidence.round != number:
        return evidence
    return changed(evidence, settled=_replaced(evidence.settled, seat, settled))


def _replaced(lines: Lines, seat: Seat, settled: SettledWager) -> Lines:
    """Return the lines with that wager of that seat settled so."""
    return tuple((at, settled) if (at, line.wager) == (seat, settled.wager) else (at, line) for at, line in lines)
