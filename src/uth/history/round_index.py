"""The index of a table's rounds: a small entry for each, updated by reading the log once."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from uth.house.followed_table import is_checkpoint
from uth.ranking import hand_of_order
from uth.store.entries import Noted, Store
from uth.units import PlayerId

MARKS: Final = tuple(
    f'"is":"{name}"'
    for name in (
        "SeatTaken",
        "SeatLeft",
        "Folded",
        "RoundSettled",
        "CardsCollected",
        "AwardOwed",
        "AwardChanged",
        "AwardBrought",
        "AwardDenied",
        "AwardTakenBack",
        "RoundDisputed",
        "RoundReviewed",
        "DisputeResolved",
        "DisputeAppealed",
    )
)
"""What a record must contain to be read by the index."""
PAGE: Final = 500
YIELD_EVERY: Final = 50
"""The index yields to other tasks after this many records."""
COUPON: Final = "match_play"
PROGRESSIVE: Final = "progressive"
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


class SeatResult(NamedTuple):
    """The result of one seat."""

    seat: int
    player: PlayerId
    net: int
    wagers: tuple[str, ...]
    hand: str | None
    """The category of its hand, if it was turned up."""
    lines: tuple[int, ...] = ()
    """Stake and net of each settled wager, alternating, in order."""


class RoundEntry(NamedTuple):
    """One settled round: its place in the log and its results."""

    table: str
    number: int
    after: int
    """The record that collected the cards of the round before."""
    settled: int
    """The record that settled it."""
    through: int
    """Its last record so far: the collected cards, or a later dispute."""
    position: int
    """The position in the whole log at which it was settled; unique."""
    at: str
    seats: tuple[SeatResult, ...]
    later: tuple[int, ...] = ()
    """Records of disputes about it after another round was settled."""
    folded: tuple[tuple[int, str], ...] = ()
    """The seats that folded, each with its two cards, such as ``Ac7d``: only their own players may see them."""


@dataclass(slots=True, kw_only=True)
class RoundIndex:
    """The rounds of one table, in order."""

    table: str
    store: Store
    entries: list[RoundEntry] = field(default_factory=list)
    collected: int = 0
    """The record that last collected the cards."""
    settled: int = 0
    """The record that last settled a round; later ones are not public yet."""
    number: int = 0
    """The last record read."""
    end: int = 0
    """The end of the log at the last update."""
    checkpoints: list[int] = field(default_factory=list)
    """The records that hold the whole state of the table."""
    players: dict[int, PlayerId] = field(default_factory=dict)
    folds: dict[int, str] = field(default_factory=dict)
    """The seats that have folded in the round on the table, with their cards once these are picked up."""
    _lock: asyncio.Lock = field(default_factory=asyncio.Lock)

    @property
    def stream(self) -> str:
        """The stream of the log."""
        return f"table/{self.table}"

    async def follow(self, end: int, enter: Callable[[RoundEntry], None]) -> None:
        """Read the log up to that record, and pass on every new or changed entry."""
        async with self._lock:
            while page := await self.store.noted(self.stream, self.number, MARKS, PAGE):
                for at, record in enumerate(page):
                    if at % YIELD_EVERY == 0:
                        await asyncio.sleep(0)
                    entry = self._take(record)
                    if entry is not None:
                        enter(entry)
            self.end = max(self.end, end)

    def _take(self, record: Noted) -> RoundEntry | None:
        """Read one record; return the entry it created or changed."""
        self.number = record.number
        events: list[dict[str, Any]] = record.body["events"]
        names = {event["is"] for event in events}
        for event in events:
            if event["is"] == "SeatTaken":
                self.players[event["seat"]] = PlayerId(event["player"])
        self._take_folds(events)
        entry = None
        if "RoundSettled" in names:
            self.settled = record.number
            entry = self._put(self._entry(record, events))
        elif "CardsCollected" in names:
            self.collected = record.number
            if is_checkpoint(record.body):
                self.checkpoints.append(record.number)
            last = self.entries[-1]._replace(through=record.number, folded=self._folded) if self.entries else None
            entry = self._put(last) if last is not None else None
            self.folds.clear()
        elif names & AFTERWARDS and self.entries:
            entry = self._put(self._afterwards(record, events))
        for event in events:
            if event["is"] == "SeatLeft":
                self.players.pop(event["seat"], None)
        return entry

    def _take_folds(self, events: list[dict[str, Any]]) -> None:
        """Note who folded, and the cards of a folded hand when they go to the discard rack."""
        for event in events:
            if event["is"] == "Folded":
                self.folds[event["seat"]] = ""
            elif event["is"] == "CardsPickedUp" and event.get("seat") in self.folds:
                self.folds[event["seat"]] = "".join(event["cards"])

    @property
    def _folded(self) -> tuple[tuple[int, str], ...]:
        return tuple(sorted(self.folds.items()))

    def _put(self, entry: RoundEntry) -> RoundEntry:
        """Append a new entry, or replace a changed one."""
        if entry.number > len(self.entries):
            self.entries.append(entry)
        else:
            self.entries[entry.number - 1] = entry
        return entry

    def _entry(self, record: Noted, events: list[dict[str, Any]]) -> RoundEntry:
        nets, hands, settled = _sums(events)
        seats = tuple(
            _kept(
                SeatResult(
                    seat,
                    self.players[seat],
                    nets[seat],
                    tuple(each["wager"] for each in settled.get(seat, ())),
                    hands.get(seat),
                    tuple(cents for each in settled.get(seat, ()) for cents in (each["stake"], _net(each))),
                )
            )
            for seat in sorted(nets)
        )
        return RoundEntry(
            table=self.table,
            number=len(self.entries) + 1,
            after=self.collected,
            settled=record.number,
            through=record.number,
            position=record.position,
            at=record.at,
            seats=seats,
            folded=self._folded,
        )

    def _afterwards(self, record: Noted, events: list[dict[str, Any]]) -> RoundEntry:
        """Return the entry of a round that this record disputes, corrects or denies an award."""
        number = next(filter(None, map(_round_of, events)), len(self.entries))
        entry = self._corrected(self.entries[number - 1], events)
        if number == len(self.entries):
            return entry._replace(through=record.number)
        return entry._replace(later=(*entry.later, record.number))

    def _corrected(self, entry: RoundEntry, events: list[dict[str, Any]]) -> RoundEntry:
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
    """Return the change of a seat's progressive win after the settlement, from what became of its award."""
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


_RESULTS: Final[dict[SeatResult, SeatResult]] = {}


def _kept(result: SeatResult) -> SeatResult:
    """Return an equal result from a cache: regular wagers have few results, and many rounds share them."""
    return _RESULTS.setdefault(result, result)


def _net(settled: dict[str, Any]) -> int:
    won: int = settled["won"]
    return won if settled["wager"] == COUPON else won + settled["returned"] - settled["stake"]
