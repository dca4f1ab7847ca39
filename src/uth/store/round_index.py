"""The index of rounds: one entry for each settled round, computed from the records of its table.

It is computed from the JSON of the log alone, record by record. It can therefore be written with the record that
settles a round, filled from an older log, and recomputed to verify what is stored.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any, Final

from uth.ranking import hand_of_order
from uth.store.entries import Noted
from uth.store.rounds import RoundEntry, RoundFilter, RoundPage, RoundProgress, SeatResult
from uth.units import PlayerId

TABLE: Final = "table/"
"""The prefix of the streams of tables."""
SETTLED: Final = '"is":"RoundSettled"'
COUPON: Final = "match_play"
PROGRESSIVE: Final = "progressive"
NOBODY: Final = PlayerId("")
"""The player of a seat whose player is unknown, so that an append never fails because of it."""
BANK: Final = "bank"
"""The player/dealer's wager."""
AFTERWARDS: Final = frozenset(
    {
        "AwardOwed",
        "AwardChanged",
        "AwardBrought",
        "AwardDenied",
        "AwardTakenBack",
        "RoundDisputed",
        "RoundReviewed",
        "DisputeResolved",
        "DisputeAppealed",
    }
)
"""Events about a round that may follow its settlement."""
_INDEXED: Final = AFTERWARDS | {"SeatTaken", "SeatLeft", "Folded", "RoundSettled", "CardsCollected"}
is_marked: Final = re.compile(f'"is":"(?:{"|".join(sorted(_INDEXED))})"').search
"""Finds the marks that the text of a record must contain to change the index."""

EntryOf = Callable[[int], RoundEntry]
"""Returns the entry of a round of the same table, as it is before the current record."""


def take_record(progress: RoundProgress, record: Noted, entry_of: EntryOf) -> RoundEntry | None:
    """Apply one record of a table, and return the entry that it creates or changes."""
    events: list[dict[str, Any]] = record.body["events"]
    names = {event["is"] for event in events}
    for event in events:
        if event["is"] == "SeatTaken":
            progress.players[event["seat"]] = PlayerId(event["player"])
    _take_folds(progress, events)
    entry = None
    if "RoundSettled" in names:
        progress.settled, progress.rounds = record.number, progress.rounds + 1
        entry = _entry(progress, record, events)
    elif "CardsCollected" in names:
        progress.collected = record.number
        if "state" in record.body.get("host", {}):
            progress.checkpoint = record.number
        if progress.rounds:
            entry = entry_of(progress.rounds)._replace(through=record.number, folded=_folded(progress))
        progress.folds.clear()
    elif names & AFTERWARDS and progress.rounds:
        entry = _afterwards(progress, record, events, entry_of)
    for event in events:
        if event["is"] == "SeatLeft":
            progress.players.pop(event["seat"], None)
    return entry


def _take_folds(progress: RoundProgress, events: list[dict[str, Any]]) -> None:
    """Note who folded, and the cards of a folded hand once they go to the discard rack."""
    for event in events:
        if event["is"] == "Folded":
            progress.folds[event["seat"]] = ""
        elif event["is"] == "CardsPickedUp" and event.get("seat") in progress.folds:
            progress.folds[event["seat"]] = "".join(event["cards"])


def _folded(progress: RoundProgress) -> tuple[tuple[int, str], ...]:
    return tuple(sorted(progress.folds.items()))


def _entry(progress: RoundProgress, record: Noted, events: list[dict[str, Any]]) -> RoundEntry:
    nets, hands, settled = _sums(events)
    seats = tuple(
        SeatResult(
            seat,
            progress.players.get(seat, NOBODY),
            nets[seat],
            tuple(each["wager"] for each in settled.get(seat, ())),
            hands.get(seat),
            tuple(cents for each in settled.get(seat, ()) for cents in (each["stake"], _net(each))),
        )
        for seat in sorted(nets)
    )
    return RoundEntry(
        table=progress.table,
        number=progress.rounds,
        after=progress.collected,
        settled=record.number,
        through=record.number,
        position=record.position,
        at=record.at,
        seats=seats,
        checkpoint=progress.checkpoint,
        folded=_folded(progress),
    )


def _afterwards(progress: RoundProgress, record: Noted, events: list[dict[str, Any]], entry_of: EntryOf) -> RoundEntry:
    """Return the changed entry of the round that this record disputes, corrects or changes an award of."""
    number = min(next(filter(None, map(_round_of, events)), progress.rounds), progress.rounds)
    entry = _corrected(entry_of(number), events)
    if number == progress.rounds:
        return entry._replace(through=record.number)
    return entry._replace(later=(*entry.later, record.number))


def changes_index(stream: str, body: str) -> bool:
    """Whether a record may change the index."""
    return stream.startswith(TABLE) and is_marked(body) is not None


def settles_round(stream: str, body: str) -> bool:
    """Whether a record settles a round."""
    return stream.startswith(TABLE) and SETTLED in body


def table_of(stream: str) -> str:
    """Return the name of the stream's table."""
    return stream.removeprefix(TABLE)


def _corrected(entry: RoundEntry, events: list[dict[str, Any]]) -> RoundEntry:
    """Return the entry with later changes: awards, reversals and corrected lines."""
    nets, _, _ = _sums(events)
    won = {event["seat"]: _after(event) for event in events if event["is"].startswith("Award")}
    seats = (_line_changed(each, won.get(each.seat, 0)) for each in entry.seats)
    changed = (each._replace(net=each.net + nets.get(each.seat, 0)) for each in seats)
    return entry._replace(seats=tuple(changed))


def _round_of(event: dict[str, Any]) -> int:
    """Return the round that a dispute or finding is about; 0 if the event does not say."""
    about: int = event["evidence"]["round"] if "evidence" in event else event.get("round", 0)
    return about


def _sums(events: list[dict[str, Any]]) -> tuple[dict[int, int], dict[int, str], dict[int, list[dict[str, Any]]]]:
    """Return the net of each seat, the category of each hand shown, and the settled wagers of each seat."""
    nets: dict[int, int] = {}
    hands: dict[int, str] = {}
    wagers: dict[int, list[dict[str, Any]]] = {}
    for event in events:
        seat, gained = event.get("seat"), None
        match event["is"]:
            case "WagerSettled":
                settled = event["settled"]
                gained = _net(settled)
                wagers.setdefault(event["seat"], []).append(settled)
            case "SettlementReversed":
                gained = -_net(event["settled"])
            case "EnvyOwed" | "BankCorrected":
                gained = event["cents"]
            case "EnvyPaid":
                gained = 0 if event.get("round") else event["cents"]
            case "EnvyDenied" | "EnvyTakenBack":
                gained = -event["cents"]
            case "AwardOwed" | "AwardChanged" | "AwardDenied" | "AwardTakenBack":
                gained = _after(event)
            case "BankSettled":
                gained, stake = event["net"], event["wager"]
                bank = {"wager": BANK, "stake": stake, "returned": stake + min(gained, 0), "won": max(gained, 0)}
                wagers.setdefault(event["seat"], []).append(bank)
            case "HandShown":
                hands[event["seat"]] = hand_of_order(event["hand"]).category.key
        if seat is not None and gained is not None:
            nets[seat] = nets.get(seat, 0) + gained
    return nets, hands, wagers


def _after(event: dict[str, Any]) -> int:
    """Return by how much an event of an award changes the seat's progressive win after the settlement."""
    match event["is"]:
        case "AwardOwed":
            won: int = event["settled"]["won"]
            return won
        case "AwardChanged":
            more: int = event["to"] - event["cents"]
            return more
        case "AwardDenied" | "AwardTakenBack":
            gone: int = event["cents"]
            return -gone
    return 0


def _line_changed(seat: SeatResult, more: int) -> SeatResult:
    """Return the seat with its progressive line changed by that amount."""
    if not more or PROGRESSIVE not in seat.wagers:
        return seat
    at = 2 * seat.wagers.index(PROGRESSIVE) + 1
    return seat._replace(lines=(*seat.lines[:at], seat.lines[at] + more, *seat.lines[at + 1 :]))


def _net(settled: dict[str, Any]) -> int:
    won: int = settled["won"]
    return won if settled["wager"] == COUPON else won + settled["returned"] - settled["stake"]


@dataclass(slots=True, kw_only=True)
class RoundIndex:
    """The rounds of every table of a log held in memory."""

    tables: dict[str, RoundProgress] = field(default_factory=dict)
    entries: dict[str, list[RoundEntry]] = field(default_factory=dict)

    def take(self, stream: str, record: Noted) -> None:
        """Apply a record of the log."""
        table = table_of(stream)
        progress = self.tables.setdefault(table, RoundProgress(table=table))
        known = self.entries.setdefault(table, [])
        entry = take_record(progress, record, lambda number: known[number - 1])
        if entry is not None:
            known[entry.number - 1 :] = [entry, *known[entry.number :]]

    def page(self, wanted: RoundFilter, before: int | None, limit: int) -> RoundPage:
        """Return a page of matching rounds."""
        every: Iterable[RoundEntry] = (entry for listed in self.entries.values() for entry in listed)
        fits = [entry for entry in every if wanted.fits(entry) and (before is None or entry.position < before)]
        fits.sort(key=lambda entry: -entry.position)
        page = tuple(fits[:limit])
        return RoundPage(entries=page, before=page[-1].position if len(fits) > limit else None)
