"""What the dealer pays to whom once a round is settled: seat by seat in the order of the book, the bank after all."""

from __future__ import annotations

from typing import Literal

from uth.cites import cites
from uth.host.live_table import LiveTable
from uth.host.people_log import name_of
from uth.protocol.console import BankPayout, EnvyPay, Payout, PayoutLine, StillDue
from uth.rules.values import Wager
from uth.table.claims import award_claim, envy_claims
from uth.table.rails import chips
from uth.table.settled import Outcome, SettledWager
from uth.table.settlement import in_order
from uth.table.state import Phase
from uth.units import Seat
from uth.web.seat_document import line


def payouts(live: LiveTable) -> list[Payout]:
    """Return the seats in the order of the book, each with its wagers as they were settled."""
    table = live.table
    if table.phase is not Phase.SETTLED:
        return []
    lines: dict[Seat, list[PayoutLine]] = {}
    for seat, settled in _wagers(live):
        lines.setdefault(seat, []).append(_line(settled, seat, live))
    spots = table.spots
    folded = [seat for seat in lines if seat in spots and spots[seat].folded]
    order = in_order([seat for seat in lines if seat not in folded], folded, table.banker, live.posted)
    return [_payout(live, seat, lines[seat]) for seat in order]


def still_due(live: LiveTable) -> list[StillDue]:
    """Return what corrections have left to pay or to collect, by round and seat: the difference, not the whole."""
    found: dict[tuple[int, Seat], StillDue] = {}
    for each in live.notes.corrections:
        new: StillDue = {"round": each.round, "seat": each.seat, "wagers": [], "cents": 0, "at_cage": each.at_cage}
        due = found.setdefault((each.round, each.seat), new)
        if each.gain:
            due["wagers"].append(each.was.wager.value)
            due["cents"] += each.gain
    return list(found.values())


def bank_payout(live: LiveTable) -> BankPayout | None:
    """Return what the player/dealer paid and collected: last, since the order goes round from the bank's left."""
    table, banker = live.table, live.table.banker
    if banker is None or table.phase is not Phase.SETTLED:
        return None
    settled = [each for _, each in _wagers(live)]
    paid = sum(each.won for each in settled)
    collected = sum(each.stake - each.returned for each in settled)
    return {
        "seat": banker.seat,
        "name": _name(live, banker.seat),
        "hand": str(table.dealer_hand) if table.dealer_hand is not None else None,
        "wager": banker.wager,
        "used": live.notes.bank_used,
        "paid": paid,
        "collected": collected,
        "net": collected - paid,
        "clauses": list(live.posted.rules.settlement.cites["uncovered"]),
    }


def _wagers(live: LiveTable) -> list[tuple[Seat, SettledWager]]:
    """Return what was settled against the tray or the bank; the fee of the house is no wager."""
    return [each for each in live.table.settled if each[1].wager is not Wager.ENTRY_FEE]


@cites("CA.BET4", "CA.PLAY19", "MA.7f5a")
def _line(settled: SettledWager, seat: Seat, live: LiveTable) -> PayoutLine:
    """Return the wager with what the dealer's hand really moves for it."""
    spot = live.table.spots.get(seat)
    moves: Literal["pay", "take", "push", "give_back", "collected"]
    if spot is not None and settled.wager in spot.collected and not settled.returned:
        moves, moved = "collected", settled.stake
    elif settled.won or settled.outcome is Outcome.WIN:
        moves, moved = "pay", settled.won
    elif settled.returned < settled.stake:
        moves, moved = "take", settled.stake - settled.returned
    else:
        moves, moved = ("push" if settled.outcome is Outcome.PUSH else "give_back"), settled.returned
    claim = award_claim(live.table, seat, settled)
    return {**line(settled, live.posted, claim), "moves": moves, "moved": moved}


def _payout(live: LiveTable, seat: Seat, lines: list[PayoutLine]) -> Payout:
    spot = live.table.spots.get(seat)
    claims = [each for each in envy_claims(live.table) if each.owed.seat == seat]
    envy: list[EnvyPay] = [
        {
            "seat": each.owed.from_seat or 0,
            "cents": each.owed.cents,
            "state": each.state.value,
            "reason": each.reason,
        }
        for each in claims
    ]
    paid = (each["cents"] for each in envy if each["state"] == "paid")
    net = sum(each["net"] for each in lines) + sum(paid)
    collected = spot.collected if spot is not None else ()
    before = sum(chips(Wager(each["wager"]), each["stake"]) for each in lines if each["wager"] in collected)
    awards = [each["award"] for each in lines]
    waits = [each["cents"] for each in (*awards, *envy) if each is not None and each["state"] == "waits"]
    return {
        "seat": seat,
        "name": _name(live, seat),
        "hand": str(spot.hand) if spot is not None and spot.hand is not None else None,
        "lines": lines,
        "envy": envy,
        "net": net,
        "now": net + before,
        "waits": sum(waits),
    }


def _name(live: LiveTable, seat: Seat) -> str:
    chair = live.table.chairs.get(seat)
    return name_of(chair.player) if chair is not None else f"seat {seat}"
