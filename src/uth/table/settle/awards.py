"""Awards of meters: pending until a supervisor confirms them, then paid, denied or taken back."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from uth.cites import cites
from uth.errors import Refused, quoted
from uth.rules.values import PROGRESSIVE, Means, Wager
from uth.table.deck.opening import refused_person
from uth.table.posted import Posted
from uth.table.round import commands as c
from uth.table.round import events as e
from uth.table.round.refusal import Refusal
from uth.table.round.state import Owed, Phase, Table
from uth.table.settle.owed import envy_paid_with, envy_with, owed_to, paid_in, round_of, still_there
from uth.table.settle.progressive import envy_for
from uth.table.settle.settled import Outcome, PlayedRound, SettledWager, Settlement
from uth.units import PlayerId, Seat

AwardCommand = c.OweAward | c.ChangeAward | c.BringAward | c.DenyAward | c.TakeAwardBack


def award_in(settled: SettledWager, posted: Posted) -> int:
    """Return the part of the wager's winnings that is an award of a meter; the tray pays the rest."""
    if settled.wager is not Wager.PROGRESSIVE or settled.row is None or posted.progressive is None:
        return 0
    by_meter = any(row.hand == settled.row and row.meter is not None for row in posted.progressive.rows)
    return settled.won if by_meter else 0


@cites("CN.40")
def means_of(cents: int, posted: Posted) -> Means:
    """Return how an award of that amount is paid: by check above the book's limit for cheques."""
    rules = posted.rules.progressive
    most = rules.awards.cheques_max if rules is not None else None
    return Means.CHECK if most is not None and cents > most.value else Means.CHEQUES


def brought_at_once(table: Table, settlement: Settlement, posted: Posted) -> Iterator[e.Event]:
    """Yield the awards of a table without a link, which are paid as they are won."""
    for seat, award in awards_in(settlement, posted).items():
        yield e.AwardBrought(seat=seat, cents=award, means=means_of(award, posted), round=round_of(table))


def awards_in(settlement: Settlement, posted: Posted) -> dict[Seat, int]:
    """Return the awards of meters in the order of settlement."""
    won = {seat.seat: seat.wagers.get(PROGRESSIVE) for seat in settlement.seats}
    found = {seat: won[seat] for seat in settlement.order}
    awards = {seat: award_in(settled, posted) for seat, settled in found.items() if settled is not None}
    return {seat: award for seat, award in awards.items() if award}


@cites("NV.11a", "NV.11c", "R81")
def envy_of(table: Table, settlement: Settlement, posted: Posted) -> Iterator[e.Event]:
    """Yield the envy of the round. On a link it is pending until its award is paid; elsewhere it is paid at once."""
    awarded = awards_in(settlement, posted) if table.linked else {}
    by_seat = {seat.seat: seat for seat in settlement.seats}
    for number in settlement.order:
        for envy in by_seat[number].envy:
            if envy.from_seat in awarded:
                yield e.EnvyOwed(seat=number, from_seat=envy.from_seat, cents=envy.amount)
            else:
                yield e.EnvyPaid(seat=number, from_seat=envy.from_seat, cents=envy.amount)


# Commands from the link.


@cites("CN.36", "CN.40", "NV.10c", "R60")
def refused_award(table: Table, command: AwardCommand, posted: Posted) -> Refused | None:
    """Return why the award may not be owed, changed, paid, denied or taken back, or ``None``."""
    if isinstance(command, c.DenyAward | c.TakeAwardBack):
        unsigned = refused_person(command.by, command.reason)
        if unsigned is not None:
            return unsigned
    if isinstance(command, c.OweAward):
        return _refused_award_owed(table, command, posted)
    if isinstance(command, c.TakeAwardBack):
        return _refused_taking_back(table, command)
    owed = owed_to(table, command.seat, command.cents, command.round)
    if owed is None:
        return Refused(
            Refusal.NO_AWARD, None, f"no award of {quoted(command.cents)} waits for seat {quoted(command.seat)}"
        )
    if isinstance(command, c.ChangeAward):
        good = type(command.to) is int and command.to >= 0
        return None if good else Refused(Refusal.NOT_AN_AMOUNT, None, f"{quoted(command.to)} is not an amount in cents")
    if isinstance(command, c.DenyAward) or command.means is Means.CHECK:
        return None
    if command.means is not means_of(command.cents, posted):
        rules = posted.rules.progressive
        most = rules.awards.cheques_max if rules is not None else None
        return Refused(Refusal.NO_AWARD, most.cite if most is not None else None, "that much is paid by check")
    if not still_there(table, owed):
        return Refused(Refusal.SEAT_EMPTY, None, f"{owed.player} has left seat {command.seat}; a check pays it")
    return None


def _line(table: Table, seat: Seat) -> SettledWager | None:
    """Return the settlement of the seat's progressive wager in the last round, or ``None``."""
    return next((each for at, each in table.settled if at == seat and each.wager is Wager.PROGRESSIVE), None)


@cites("NV.10c", "R60")
def _refused_award_owed(table: Table, command: c.OweAward, posted: Posted) -> Refused | None:
    """Return why the seat cannot be owed an award now, or ``None``.

    Its hand must be on the table and must not have won anything yet.
    """
    line = _line(table, command.seat) if table.phase is Phase.SETTLED else None
    if line is None or posted.progressive is None or not table.linked:
        says = f"seat {quoted(command.seat)} has no settled progressive wager on the table"
        return Refused(Refusal.NO_AWARD, None, says)
    if line.won:
        says = f"the progressive wager of seat {command.seat} has won {line.won} already; that is corrected first"
        return Refused(Refusal.NO_AWARD, "R60", says)
    by_meter = any(row.hand == command.hand and row.meter is not None for row in posted.progressive.rows)
    if not by_meter or type(command.cents) is not int or command.cents < 0:
        return Refused(
            Refusal.NO_AWARD, None, f"{quoted(command.cents)} for {quoted(command.hand)} is not an award of a meter"
        )
    return None


@cites("R60")
def _refused_taking_back(table: Table, command: c.TakeAwardBack) -> Refused | None:
    """Return why the payment cannot be taken back, or ``None``. It must all be on the rails it was paid to."""
    paid = paid_in(table, command.seat, command.cents, command.round)
    if paid is None or paid.means is not Means.CHEQUES:
        says = f"what round {command.round} paid seat {command.seat} has left the table; a meter is adjusted instead"
        return Refused(Refusal.NO_AWARD, "R60", says)
    due: dict[PlayerId, int] = {}
    for each in (paid, *envy_paid_with(table, paid.owed)):
        if each.means is Means.CHECK or not still_there(table, each.owed):
            says = (
                f"{each.owed.player} of seat {each.owed.seat} has left with {each.owed.cents}; it cannot be taken back"
            )
            return Refused(Refusal.SEAT_EMPTY, "R60", says)
        due[each.owed.player] = due.get(each.owed.player, 0) + each.owed.cents
    for player, cents in due.items():
        if table.rails[player] < cents:
            says = f"{player} has {table.rails[player]} on the rail and {cents} to give back"
            return Refused(Refusal.NOT_ENOUGH_CHIPS, "R60", says)
    return None


def awarded(table: Table, command: AwardCommand, played: PlayedRound, posted: Posted) -> Iterator[e.Event]:
    """Yield the events of the link's command about an award; its envy follows it (R81)."""
    match command:
        case c.OweAward():
            yield from _award_owed(table, command, played, posted)
        case c.ChangeAward(seat=seat, cents=cents, to=to, round=number):
            owed = owed_to(table, seat, cents, number)
            yield e.AwardChanged(seat=seat, cents=cents, to=to, round=_round(owed, number))
        case c.BringAward(seat=seat, cents=cents, means=means, round=number):
            owed = owed_to(table, seat, cents, number)
            yield e.AwardBrought(seat=seat, cents=cents, means=means, round=_round(owed, number))
            for each in envy_with(table, owed) if owed is not None else ():
                how = Means.CHEQUES if still_there(table, each) else Means.CHECK
                yield e.EnvyPaid(seat=each.seat, from_seat=seat, cents=each.cents, means=how, round=each.round)
        case c.DenyAward(seat=seat, cents=cents, by=by, reason=reason, round=number):
            owed, cites_ = owed_to(table, seat, cents, number), posted.rules.settlement.cites["progressive_lose"]
            yield e.AwardDenied(seat=seat, cents=cents, by=by, reason=reason, round=_round(owed, number), cites=cites_)
            for each in envy_with(table, owed) if owed is not None else ():
                yield e.EnvyDenied(seat=each.seat, from_seat=seat, cents=each.cents, reason=reason, round=each.round)
        case c.TakeAwardBack(seat=seat, cents=cents, by=by, reason=reason, round=number):
            cites_ = posted.rules.settlement.cites["progressive_lose"]
            yield e.AwardTakenBack(seat=seat, cents=cents, by=by, reason=reason, round=number, cites=cites_)
            paid = paid_in(table, seat, cents, number)
            for envy in envy_paid_with(table, paid.owed) if paid is not None else ():
                to, back = envy.owed.seat, envy.owed.cents
                yield e.EnvyTakenBack(seat=to, from_seat=seat, cents=back, reason=reason, round=number)


def _round(owed: Owed | None, number: int | None) -> int:
    return owed.round if owed is not None else number or 0


@cites("NV.10c", "NV.11a", "R60")
def _award_owed(table: Table, command: c.OweAward, played: PlayedRound, posted: Posted) -> Iterator[e.Event]:
    """Owe the seat the award of that hand, and the other seats their envy for it."""
    line = _line(table, command.seat)
    rows = posted.progressive.rows if posted.progressive is not None else ()
    row = next(row for row in rows if row.hand == command.hand)
    won = posted.rules.settlement.cites["progressive_win"]
    if line is not None:
        new = line._replace(outcome=Outcome.WIN, won=command.cents, row=command.hand, cites=won)
        yield e.AwardOwed(seat=command.seat, settled=new)
    for seat in envy_for(command.seat, played, posted) if row.envy else ():
        yield e.EnvyOwed(seat=seat, from_seat=command.seat, cents=posted.envy(row.envy))


class ClaimState(StrEnum):
    """The state of a claim."""

    WAITS = "waits"
    PAID = "paid"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """One award of a meter, or one envy pay for another seat's hand."""

    owed: Owed
    state: ClaimState
    means: Means | None = None
    by: str = ""
    reason: str = ""


def claims(table: Table) -> list[Claim]:
    """Return the awards and envy of the last round: those decided, in order, then those pending."""
    found = []
    for each in table.decided:
        state = ClaimState.REFUSED if each.means is None else ClaimState.PAID
        found.append(Claim(owed=each.owed, state=state, means=each.means, by=each.by, reason=each.reason))
    waits = (each for each in table.owed if each.round == round_of(table) and table.settled)
    return found + [Claim(owed=each, state=ClaimState.WAITS) for each in waits]


def envy_claims(table: Table) -> list[Claim]:
    """Return the envy of the last round."""
    return [each for each in claims(table) if each.owed.from_seat is not None]


def award_claim(table: Table, seat: Seat, settled: SettledWager) -> Claim | None:
    """Return the current state of the wager's award in the last round, or ``None`` if it won none."""
    if settled.wager is not Wager.PROGRESSIVE:
        return None
    mine = [each for each in claims(table) if each.owed.from_seat is None and each.owed.seat == seat]
    return mine[-1] if mine else None


def waiting(table: Table, seat: Seat, settled: SettledWager) -> int:
    """Return the part of the wager's win that is pending a supervisor's confirmation."""
    claim = award_claim(table, seat, settled)
    return claim.owed.cents if claim is not None and claim.state is ClaimState.WAITS else 0
