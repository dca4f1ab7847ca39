"""Corrections of a settled round: what may be corrected, by how much, and the transfers that follow."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Final

from uth.cites import cites
from uth.errors import Refused, quoted
from uth.rules.values import Wager
from uth.table.floor.disputed import Correction, Evidence, Lines
from uth.table.posted import Posted
from uth.table.round import events as e
from uth.table.round.refusal import Refusal
from uth.table.round.state import Table, chips
from uth.table.settle.awards import award_in
from uth.table.settle.settled import Outcome, SettledWager
from uth.units import WAGER_CENTS_MAX, Cents, PlayerId, Seat

BACK_OUT: Final = "two managers back it out at the Game Manager, and the right hand button is pressed"
Standing = Mapping[tuple[Seat, Wager], SettledWager]
"""The current settlement of each wager of a round, including earlier corrections."""


def standing(table: Table, evidence: Evidence) -> Standing:
    """Return the current settlement of the round."""
    lines: Lines = evidence.settled
    if evidence.round == table.rounds and not table.is_dealing:
        lines = (*lines, *table.settled)
    return {(seat, settled.wager): settled for seat, settled in lines}


def is_at_cage(table: Table, evidence: Evidence, seat: Seat) -> bool:
    """Whether a correction for that seat is paid at the cage, because its player has left the seat."""
    chair = table.chairs.get(seat)
    return chair is None or chair.player != evidence.players.get(seat, chair.player)


@cites("MA.10e", "MA.12k", "MA.13d")
def most_won(settled: SettledWager, evidence: Evidence, posted: Posted) -> int:
    """Return the most the wager can win under the posted tables. Awards of meters are not corrected (R60)."""
    stake = Cents(settled.stake)
    match settled.wager:
        case Wager.ANTE | Wager.PLAY | Wager.MATCH_PLAY:
            return stake
        case Wager.BLIND:
            return posted.blind.top.on_wager(stake)
        case Wager.TRIPS:
            return posted.trips.top.on_wager(stake)
        case Wager.COVER_ALL:
            hands = str(len(evidence.hands.seats) + 1)
            pays = posted.cover_all.hands.get(hands, {}) if posted.cover_all is not None else {}
            return max((odds.on_wager(stake) for odds in pays.values()), default=0)
        case Wager.PROGRESSIVE:
            rows = posted.progressive.rows if posted.progressive is not None else ()
            return max((row.for_one * stake for row in rows if row.for_one is not None), default=0)
        case Wager.ENTRY_FEE:
            return 0


def refused_corrections(
    table: Table, evidence: Evidence, corrections: object, posted: Posted, *, signed_by_two: bool
) -> Refused | None:
    """Return why the corrections are refused, or ``None``."""
    if not isinstance(corrections, tuple) or not all(isinstance(each, Correction) for each in corrections):
        return Refused(Refusal.NOT_A_CORRECTION, None, f"{quoted(corrections)} is not a list of corrections")
    if corrections and not signed_by_two:
        says = "a correction moves money: a second person has to agree to it"
        return Refused(Refusal.TWO_PEOPLE_NEEDED, "R50", says)
    lines = standing(table, evidence)
    named = [(each.seat, each.wager) for each in corrections]
    for each in corrections:
        if (each.seat, each.wager) not in lines or named.count((each.seat, each.wager)) > 1:
            return Refused(
                Refusal.NOT_A_CORRECTION,
                None,
                f"seat {quoted(each.seat)} does not have exactly one {quoted(each.wager)} to correct",
            )
        refused = _refused_line(each, lines[each.seat, each.wager], evidence, posted)
        if refused is not None:
            return refused
    return (
        _beyond_the_limit(lines, corrections, posted)
        or _beyond_the_bank(evidence, lines, corrections, posted)
        or _short(table, evidence, lines, corrections)
    )


def _refused_line(each: Correction, settled: SettledWager, evidence: Evidence, posted: Posted) -> Refused | None:
    for name, cents in (("returned", each.returned), ("won", each.won)):
        if type(cents) is not int or not 0 <= cents <= WAGER_CENTS_MAX:
            return Refused(Refusal.NOT_A_CORRECTION, None, f"{name} {quoted(cents)} is not a whole number of cents")
    from_meter = _from_a_meter(settled, each, posted)
    if from_meter is not None:
        return from_meter
    if each.returned > settled.stake:
        says = f"returned {each.returned} is more than was staked, {settled.stake}"
        return Refused(Refusal.NOT_A_CORRECTION, None, says)
    most = most_won(settled, evidence, posted)
    if each.won > most:
        wager = f"the {each.wager.words.lower()} of seat {each.seat}"
        says = f"won {each.won} is more than {wager} can win; at most {most} on a stake of {settled.stake}"
        return Refused(Refusal.BEYOND_THE_PAY_TABLE, "R50", says)
    return None


@cites("CN.P9", "NV.10a", "R60")
def _from_a_meter(settled: SettledWager, correction: Correction, posted: Posted) -> Refused | None:
    """Return why the tray may not correct this line, or ``None``.

    An award of a meter is backed out and awarded again.
    """
    if settled.wager is not Wager.PROGRESSIVE or posted.progressive is None:
        return None
    if award_in(settled, posted):
        says = f"the progressive wager of seat {correction.seat} won an award of a meter, which no tray corrects"
        return Refused(Refusal.NOT_A_CORRECTION, "R60", f"{says}; {BACK_OUT}")
    pays = sorted({0, *(row.for_one * settled.stake for row in posted.progressive.rows if row.for_one is not None)})
    if correction.won not in pays:
        says = f"won {correction.won} is not what the tray pays on a progressive wager: {', '.join(map(str, pays))}"
        return Refused(Refusal.NOT_A_CORRECTION, "R60", f"{says}; an award of a meter is made with its hand button")
    return None


@cites("MA.10e", "MA.13d")
def _beyond_the_limit(lines: Standing, corrections: tuple[Correction, ...], posted: Posted) -> Refused | None:
    """Return the refusal if a hand would win more than the aggregate limit, or ``None``."""
    if posted.hand_limit is None:
        return None
    limit, most = posted.hand_limit
    won = {key: settled.won for key, settled in lines.items()} | {(c.seat, c.wager): c.won for c in corrections}
    for seat in {each.seat for each in corrections}:
        total = sum(cents for (at, wager), cents in won.items() if at == seat and wager in limit.counts)
        if total > most:
            says = f"the hand of seat {seat} would win {total} in all; at most {most}"
            return Refused(Refusal.BEYOND_THE_PAY_TABLE, limit.cite, says)
    return None


@cites("CA.PLAY19")
def _beyond_the_bank(
    evidence: Evidence, lines: Standing, corrections: tuple[Correction, ...], posted: Posted
) -> Refused | None:
    """Return why a player/dealer does not pay that much, or ``None``. The bank pays at most its wager."""
    if evidence.bank is None or not corrections:
        return None
    won = {key: settled.won for key, settled in lines.items()} | {(c.seat, c.wager): c.won for c in corrections}
    if sum(won.values()) <= evidence.bank.wager:
        return None
    says = f"the player/dealer pays no more than the wager, {evidence.bank.wager}"
    return Refused(Refusal.NOT_A_CORRECTION, posted.rules.seats.banked_by.cite, says)


def _short(table: Table, evidence: Evidence, lines: Standing, corrections: tuple[Correction, ...]) -> Refused | None:
    """Return the refusal if a player has left or lacks the chips that a correction takes back, or ``None``."""
    due: dict[Seat, int] = {}
    for each in corrections:
        due[each.seat] = due.get(each.seat, 0) + gain(lines[each.seat, each.wager], each)
    for seat, cents in due.items():
        if cents < 0 and is_at_cage(table, evidence, seat):
            says = f"the player of seat {seat} has left; the {-cents} cannot be collected"
            return Refused(Refusal.SEAT_EMPTY, None, says)
    if corrections and evidence.bank is not None:
        bank = evidence.bank.seat
        if is_at_cage(table, evidence, bank):
            return Refused(Refusal.SEAT_EMPTY, None, f"the player/dealer of seat {bank} has left")
        due[bank] = due.get(bank, 0) - sum(due.values())
    players: Counter[PlayerId] = Counter()
    for seat, cents in due.items():
        if not is_at_cage(table, evidence, seat):
            players[table.chairs[seat].player] += cents
    for player, cents in players.items():
        if cents < 0 and table.rails[player] + cents < 0:
            seats = " and ".join(f"seat {seat}" for seat in table.seats_of(player))
            return Refused(Refusal.NOT_ENOUGH_CHIPS, None, f"{seats} does not have the {-cents} to give back")
    return None


def gain(settled: SettledWager, now: Correction | SettledWager) -> int:
    """Return the player's gain in chips from the new settlement of the wager."""
    was = chips(settled.wager, settled.returned) + settled.won
    return chips(settled.wager, now.returned) + now.won - was


@cites("CN.50", "CN.51", "CA.PLAY19")
def corrected(table: Table, evidence: Evidence, corrections: tuple[Correction, ...], clause: str) -> Iterator[e.Event]:
    """Reverse the wrong lines and enter the corrected ones; the house or the banker pays the difference."""
    lines, gained = standing(table, evidence), 0
    for each in corrections:
        old, at_cage = lines[each.seat, each.wager], is_at_cage(table, evidence, each.seat)
        yield e.SettlementReversed(seat=each.seat, settled=old, round=evidence.round, at_cage=at_cage)
        outcome = Outcome.WIN if each.won else Outcome.PUSH if each.returned else Outcome.LOSE
        new = old._replace(outcome=outcome, returned=each.returned, won=each.won, cites=(clause,), cut=0)
        yield e.WagerSettled(seat=each.seat, settled=new, round=evidence.round, at_cage=at_cage)
        gained += gain(old, each)
    if evidence.bank is not None and gained:
        yield e.BankCorrected(seat=evidence.bank.seat, cents=-gained)


def gained_by(table: Table, evidence: Evidence, corrections: tuple[Correction, ...]) -> int:
    """Return the total gain of the players."""
    lines = standing(table, evidence)
    return sum(gain(lines[each.seat, each.wager], each) for each in corrections)
