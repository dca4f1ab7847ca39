"""The settlement of every round in a log, recomputed by the twin and compared with the events.

The table before the settlement is the fold of its log; the twin knows only the documents and nothing of the project. A
round of a table on a link is settled once more as if its meters were its own: a house has no such table, but others do.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from simulation.rich_rules import rich_table
from twin import plain_settlement as twin
from uth.store.codec import decoded
from uth.store.entries import Stored
from uth.table.posted import Posted
from uth.table.round import commands as c
from uth.table.round import events as e
from uth.table.round.apply import apply
from uth.table.round.decide import act
from uth.table.round.state import Table, new_table
from uth.table.settle.settled import SettledWager
from uth.units import Seat

ENVY = (e.EnvyPaid, e.EnvyOwed)
"""Envy is paid at once, or waits with the award that causes it (R81)."""

Lines = dict[tuple[Seat, str], SettledWager]


def require_same_settlements(records: Sequence[Stored], posted: Mapping[str, Posted]) -> int:
    """Raise `AssertionError` at the first round the twin settles otherwise; return how many rounds were compared."""
    compared = 0
    for name, rules in posted.items():
        for table, events in _settlements(records, name, rules):
            where = f"round {table.rounds} of {name}"
            lines = {(event.seat, str(event.settled.wager)): event.settled for event in _wagers(table, events)}
            if table.round.void is not None and not table.round.saves:
                _require_all_back(table, lines, where, table.round.spots)
            else:
                misdealt = [seat for seat, spot in table.round.spots.items() if len(spot.hole) != 2]
                _require_all_back(table, lines, where, misdealt)
                _require_twin(table, rules, events, lines, where)
                if table.linked and not table.system_down:
                    _require_twin_alone(table, rules, where)
            compared += 1
    return compared


def _require_twin_alone(table: Table, posted: Posted, where: str) -> None:
    """The round is settled alike at a table with meters of its own, which then show what the twin says."""
    alone = replace(table, linked=False)
    after, settling = act(alone, c.SettleRound(), posted)
    lines = {(event.seat, str(event.settled.wager)): event.settled for event in _wagers(table, settling)}
    _require_twin(alone, posted, settling, lines, f"{where}, on no link")
    answer = twin.settle(_document(table, posted))
    for name, meter in answer["meters"].items():
        moved = after.meters[name] - table.meters[name]
        assert moved == meter.get("seeded", 0) - meter["paid"], f"{where}, on no link: {name} moved by {moved}"
    awards = [(each.seat, each.cents) for each in settling if isinstance(each, e.AwardBrought)]
    won = [(each.seat, each.award) for each in settling if isinstance(each, e.WagerSettled) and each.award]
    assert awards == won, f"{where}, on no link: awards {won}, brought {awards}"


def _settlements(records: Sequence[Stored], name: str, posted: Posted) -> Iterator[tuple[Table, list[e.Event]]]:
    """Yield each round as it lay before 'settle', with the events that settled it, a fold's collection included."""
    table = new_table(posted)
    collected: list[e.Event] = []
    for record in records:
        if record.stream != f"table/{name}":
            continue
        events = [decoded(e.Event, event) for event in record.body["events"]]
        if record.body["command"]["is"] == "SettleRound" and any(isinstance(each, e.RoundSettled) for each in events):
            at = next((at for at, each in enumerate(events) if isinstance(each, e.WagerSettled | e.HandShown)), 0)
            for event in events[:at]:
                table = apply(table, event)
            yield table, [*collected, *events]
            for event in events[at:]:
                table = apply(table, event)
            continue
        is_correction = record.body["command"]["is"] == "ResolveDispute"  # of an earlier round, at any time
        for event in events:
            table = apply(table, event)
            if isinstance(event, e.NoMoreBetsAnnounced):
                collected = []
            if isinstance(event, e.WagerSettled) and table.is_dealing and not is_correction:
                collected.append(event)


def _wagers(table: Table, events: Sequence[e.Event]) -> list[e.WagerSettled]:
    """Return the wagers as they were settled; a wager is settled once, but where a void gives a collected one back."""
    settled = [event for event in events if isinstance(event, e.WagerSettled)]
    named = [(event.seat, event.settled.wager) for event in settled]
    twice = {each for each in named if named.count(each) > 1}
    assert not twice or table.round.void is not None, f"settled twice: {twice}"
    return settled


def _require_all_back(table: Table, lines: Lines, where: str, seats: Iterable[Seat]) -> None:
    """Every wager of those seats goes back whole; a hand without two cards is void (R34)."""
    for seat in seats:
        spot = table.round.spots[seat]
        stakes = {str(wager): cents for wager, cents in spot.wagers.items()}
        if spot.decision is not None and spot.decision.multiple:
            stakes["play"] = spot.decision.multiple * stakes["ante"]
        for wager, stake in stakes.items():
            line = lines.get((seat, wager))
            assert line is not None, f"{where}: {wager} of seat {seat} was not settled"
            assert (line.outcome, line.stake, line.returned, line.won) == ("void", stake, stake, 0), f"{where}: {line}"


def _require_twin(table: Table, posted: Posted, events: Sequence[e.Event], lines: Lines, where: str) -> None:
    asked = _document(table, posted)
    answer = twin.settle(asked)
    expected = {(seat["seat"], wager): line for seat in answer["seats"] for wager, line in seat["wagers"].items()}
    known = {place for place in lines if len(table.round.spots[Seat(place[0])].hole) == 2}
    assert known == expected.keys(), f"{where}: {sorted(known ^ expected.keys())} differ in {asked}"
    for place, line in expected.items():
        settled = lines[place]
        is_ = (settled.stake, str(settled.outcome), settled.returned, settled.won, settled.cut)
        must = (line["wager"], line["outcome"], line["returned"], line["won"], line.get("cut", 0))
        assert is_ == must, f"{where}: {place} is {is_}, the twin says {must} of {asked}"
    kinds = [[(each.seat, each.from_seat, each.cents) for each in events if type(each) is kind] for kind in ENVY]
    assert all(len(each) == len(set(each)) for each in kinds), f"{where}: envy twice for one winner: {kinds}"
    envy = sorted({each for kind in kinds for each in kind})
    owed = sorted((seat["seat"], each["from"], each["amount"]) for seat in answer["seats"] for each in seat["envy"])
    assert envy == owed, f"{where}: envy {envy}, the twin says {owed} of {asked}"
    (total,) = (event for event in events if isinstance(event, e.RoundSettled))
    house = answer["total"].get("house", 0)
    assert (total.players, total.house) == (answer["total"]["players"], house), f"{where}: {total}, twin {answer}"
    banks = [(event.used, event.net) for event in events if isinstance(event, e.BankSettled)]
    assert banks == ([(answer["banker"]["used"], answer["banker"]["net"])] if "banker" in answer else []), where
    meters = {name: (meter["paid"], meter.get("seeded", 0)) for name, meter in answer["meters"].items()}
    if table.linked:  # the link pays, and its sign follows later
        awards = sum(event.award for event in events if isinstance(event, e.WagerSettled))
        assert awards == sum(each for each, _ in meters.values()), f"{where}: {awards}, the twin says {meters}"
    else:
        paid = [(event.meter, (event.cents, event.seeded)) for event in events if isinstance(event, e.MeterPaid)]
        assert paid == [each for each in meters.items() if each[1][0]], f"{where}: {paid}, twin {meters}"
    _require_order(table, events, answer["order"], where)


def _require_order(table: Table, events: Sequence[e.Event], order: Sequence[int], where: str) -> None:
    """The hands are turned up in the order of settlement."""
    shown = [event.seat for event in events if isinstance(event, e.HandShown)]
    assert len(shown) == len(set(shown)), f"{where}: a hand was turned up twice: {shown}"
    played = [seat for seat in shown if (it := table.round.spots[seat].decision) is None or it.multiple is not None]
    assert played == [seat for seat in order if seat in played], f"{where}: shown {shown}, the order is {order}"


def _document(table: Table, posted: Posted) -> dict[str, Any]:
    """Return the round as a settle document."""
    seats = []
    for seat, spot in sorted(table.round.spots.items()):
        if len(spot.hole) != 2:
            continue
        decision = spot.decision
        told: dict[str, Any] = {
            "seat": seat,
            "player": table.chairs[seat].player,
            "hole": [str(card) for card in spot.hole],
            "wagers": {str(wager): cents for wager, cents in spot.wagers.items()},
            "decision": None,
        }
        if decision is not None:
            said = {"fold": True} if decision.multiple is None else {"multiple": decision.multiple}
            told["decision"] = {"street": str(decision.street), **said}
        if spot.void is not None:
            told["void"] = spot.void
        seats.append(told)
    document: dict[str, Any] = {
        "rules": posted.rules.name,
        "limits": {"ante_min": posted.limits.ante.min, "trips_min": posted.limits.trips.min},
        "board": [str(card) for card in table.round.community],
        "seats": seats,
        "hands_dealt": len(table.round.spots)
        + 1,  # a hand without two cards is none of the seats', and counts (MA.12e, R34)
    }
    book = twin.BOOKS[posted.rules.name]
    named = posted.trips.name if posted.trips.name in book["trips"] else next(iter(book["trips"]))
    document["tables"] = {"trips": named}
    if posted.progressive is not None:
        document["tables"]["progressive"] = rich_table(next(iter(book["progressive"].values())))
        document["limits"]["progressive_wager"] = posted.progressive_wager
        document["meters"] = {name: int(amount) for name, amount in table.meters.items()}
    else:
        document["tables"]["progressive"] = None
    if table.round.banker is not None:
        hole = [str(card) for card in table.round.dealer]
        document["banker"] = {"seat": table.round.banker.seat, "wager": table.round.banker.wager, "hole": hole}
    else:
        document["dealer"] = [str(card) for card in table.round.dealer]
    if table.round.void is not None:
        document["void"] = table.round.void
    return document
