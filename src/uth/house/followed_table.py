"""A table rebuilt from its log: its state, the notes of its round and its secret."""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator, Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from itertools import takewhile
from typing import Any, Final

from uth.house.round_secret import RoundSecret
from uth.store.codec import Json, decoded, encoded
from uth.store.entries import Store
from uth.table.floor.corrections import gain
from uth.table.posted import Posted
from uth.table.round import commands as c
from uth.table.round import events as e
from uth.table.round.apply import apply
from uth.table.round.decide import Events
from uth.table.round.state import Phase, Round, Table, in_force, new_table
from uth.table.settle.settled import SettledWager
from uth.units import PlayerId, Seat

# Facts about the current round that the table state does not keep: the bank, irregularities, late seats.

TROUBLE: Final = (e.IrregularityReported, e.IrregularityRuled, e.FloorCalled, e.FloorRuled, e.HandVoided, e.RoundVoided,
                  e.ReplacementOrdered, e.DealPutRight, e.RoundDisputed, e.RoundReviewed, e.DisputeResolved,
                  e.DisputeAppealed)  # fmt: skip
"""The events of irregularities, floor calls and disputes."""
ANSWERS: Final = (e.Checked, e.PlayMade, e.Folded)
OVER: Final = (e.CardsCollected, e.TableClosed)
"""The events that end a round."""
OPENED: Final = (e.RoundDisputed, e.RoundReviewed)
DISPUTES: Final = (*OPENED, e.DisputeResolved, e.DisputeAppealed)
"""Events that can also come after the cards are collected, and then concern an earlier round."""
NOTED: Final = frozenset({*TROUBLE, *OVER, e.BankSettled, e.NoMoreBetsAnnounced, e.WagerSettled, e.SettlementReversed})


@dataclass(frozen=True, slots=True, kw_only=True)
class Corrected:
    """A corrected wager of a settled round: its first settlement and the current one."""

    round: int
    seat: Seat
    was: SettledWager
    now: SettledWager
    at_cage: bool

    @property
    def gain(self) -> int:
        """The amount still owed to the player; negative if it is to be collected."""
        return gain(self.was, self.now)


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundNotes:
    """Facts about the current round that the table does not keep, built from the log like the table."""

    bank_used: int = 0
    """How much of the player/dealer's wager has been used."""
    trouble: tuple[e.Event, ...] = ()
    """The irregularities, disputes and rulings of the round."""
    late: tuple[e.Event, ...] = ()
    """The actions the house took for seats whose time ran out."""

    corrections: tuple[Corrected, ...] = ()
    """The corrections since the wagers closed or the cards were collected, of this round or earlier ones."""

    def after(self, events: Iterable[e.Event], *, by_house: bool) -> RoundNotes:
        """Return the notes after these events; `by_house` marks actions the house took for late seats."""
        notes = self
        for event in events:
            if type(event) in NOTED:
                notes = notes._with(event)
            elif by_house and isinstance(event, ANSWERS):
                notes = replace(notes, late=(*notes.late, event))
        return notes

    @property
    def late_seats(self) -> frozenset[Seat]:
        """The seats that the house has acted for in this round."""
        return frozenset([each.seat for each in self.late if isinstance(each, ANSWERS)]) if self.late else frozenset()

    def late_among(self, events: Iterable[e.Event]) -> list[Seat]:
        """Return the seats of those given events in which the house acted for a late seat."""
        late = set(map(id, self.late))
        return [event.seat for event in events if id(event) in late and isinstance(event, ANSWERS)]

    def _corrected(self, event: e.WagerSettled) -> RoundNotes:
        """Return the notes with the new settlement in place of the reversed one."""
        now = Corrected(round=event.round, seat=event.seat, was=event.settled, now=event.settled, at_cage=event.at_cage)
        corrections = (replace(each, now=now.now) if _same(each, now) else each for each in self.corrections)
        return replace(self, corrections=tuple(corrections))

    def _disputes(self) -> set[int]:
        return {each.dispute for each in self.trouble if isinstance(each, OPENED)}

    def _with(self, event: e.Event) -> RoundNotes:
        match event:
            case e.BankSettled(used=used):
                return replace(self, bank_used=self.bank_used + used)
            case e.NoMoreBetsAnnounced():
                trouble = tuple(each for each in self.trouble if not isinstance(each, DISPUTES))
                return replace(self, trouble=trouble, corrections=())
            case e.WagerSettled(round=number):
                return self._corrected(event) if number else self
            case e.SettlementReversed(seat=seat, settled=settled, round=number, at_cage=at_cage):
                new = Corrected(round=number, seat=seat, was=settled, now=settled, at_cage=at_cage)
                known = any(_same(each, new) for each in self.corrections)
                return self if known else replace(self, corrections=(*self.corrections, new))
            case e.RoundDisputed(late=True) | e.RoundReviewed(late=True):
                return self  # about an earlier round
            case e.DisputeResolved(dispute=number) | e.DisputeAppealed(dispute=number) if (
                number not in self._disputes()
            ):
                return self  # about an earlier round
        if isinstance(event, OVER):
            return NOTHING
        return replace(self, trouble=(*self.trouble, event))


def _same(one: Corrected, other: Corrected) -> bool:
    return (one.round, one.seat, one.was.wager) == (other.round, other.seat, other.was.wager)


NOTHING: Final = RoundNotes()


# Checkpoints.

EVERY: Final = 16
"""A checkpoint is stored every so many rounds."""


def checkpoint_of(table: Table) -> Json:
    """Return the checkpoint that a record stores under ``host.state``."""
    return encoded(table)


def is_due(table: Table) -> bool:
    """Whether the record that collects the cards stores a checkpoint."""
    return table.rounds % EVERY == 0


def table_at(body: Any) -> Table:
    """Return the state in a record's checkpoint; fields newer than the record get their defaults."""
    table: Table = decoded(Table, _with_rails(_with_round(body["host"]["state"])))
    return table


def _with_rails(kept: Json) -> Json:
    """Return the state with one rail per player; older versions kept one per chair."""
    if "rails" in kept:
        return kept
    rails: Counter[str] = Counter()
    for _, chair in kept["chairs"]:
        rails[chair["player"]] += chair.get("rail", 0)
    chairs = [[seat, {"is": chair["is"], "player": chair["player"]}] for seat, chair in kept["chairs"]]
    return {**kept, "chairs": chairs, "rails": list(rails.items())}


def _with_round(kept: Json) -> Json:
    """Return the state with its round as a nested record; older versions kept those fields in the table itself."""
    if "round" in kept:
        return kept
    names = {each.name for each in fields(Round)}
    of_round = {name: value for name, value in kept.items() if name in names}
    of_table = {name: value for name, value in kept.items() if name not in names}
    return {**of_table, "round": {"is": Round.__name__, **of_round}}


HOUSE: Final = "house"
"""The author of commands that no person gives."""


@dataclass(slots=True, kw_only=True)
class FollowedTable:
    """One table of the house, as its log records it."""

    name: str
    posted: Posted
    store: Store
    secret: RoundSecret = field(default_factory=RoundSecret)
    table: Table = field(init=False)
    stream: str = field(init=False)
    """The stream name of its log."""
    notes: RoundNotes = NOTHING
    """Facts about the round that the table itself does not keep."""
    number: int = 0
    """How many records the log holds."""
    stamp: Mapping[str, str] = field(default_factory=dict)
    """The hashes of the rules and of the posted choices that the round on the table began under."""

    def __post_init__(self) -> None:
        self.table, self.stream = new_table(self.posted), f"table/{self.name}"

    @property
    def is_idle(self) -> bool:
        """Whether wagers are open and there is no wager, bank, unpaid award, dispute or floor call."""
        table = self.table
        waits = table.round.spots or table.round.banker or table.owed or table.dispute or table.round.floor
        return table.phase is Phase.WAGERS and not waits

    def sits(self, player: PlayerId) -> bool:
        """Whether the player has a seat here."""
        return any(chair.player == player for chair in self.table.chairs.values())

    async def followed(self) -> AsyncIterator[tuple[Events, list[Table]]]:
        """Replay the log; yield each record's events with the table after each event."""
        if self.number == 0:
            await self._begin_at_checkpoint()
        for record in await self.store.read(self.stream, self.number):
            if record.number <= self.number:  # another task has applied it in the meantime
                continue
            events, states = tuple(decoded(e.Event, event) for event in record.body["events"]), []
            for event in events:
                self.table = apply(self.table, event)
                states.append(self.table)
            self.keep(record.body.get("host", {}))
            self.notes = self.notes.after(events, by_house=record.body["by"] == HOUSE)
            self.number = record.number
            self.post_settings()
            yield events, states

    async def _begin_at_checkpoint(self) -> None:
        """Start from the newest checkpoint instead of the beginning of the log."""
        last = (await self.store.round_progress([self.name]))[self.name].checkpoint
        kept = await self.store.between(self.stream, last - 1, last) if last else []
        for record in kept if self.number == 0 else ():
            self.table, self.number = table_at(record.body), record.number
            self.keep(record.body["host"])
            self.post_settings()

    def post_settings(self) -> None:
        """Update `posted` with the settings the floor has changed at the running table."""
        self.posted = in_force(self.table, self.posted)

    def keep(self, kept: Mapping[str, Any]) -> None:
        """Restore what the log stores with the events: the round's stamp and its secret."""
        if "stamp" in kept:
            self.stamp = kept["stamp"]
        self.secret.restore(kept)


# The command of a record, for replaying a round.

SHOWN: Final[Mapping[type, tuple[str, ...]]] = {
    c.AnnounceNoMoreBets: (),
    c.StartGame: (),
    c.DealNext: (),
    c.Check: ("seat",),
    c.MakePlay: ("seat", "multiple"),
    c.Fold: ("seat",),
    c.ShowFlop: (),
    c.ShowTurnAndRiver: (),
    c.ShowDealerHand: (),
    c.SettleRound: (),
    c.DiscardStub: (),
    c.CountStub: ("cards", "misdealt"),
    c.Report: ("irregularity",),
    c.RuleOnIrregularity: ("remedy", "by", "reason"),
    c.OrderRecut: ("by", "reason"),
    c.ActForSeat: ("seat", "by", "reason"),
    c.RemovePlayer: ("seat", "by", "reason", "void", "from_house"),
    c.LoadShuffler: ("back",),
    c.ShuffleDeck: ("back",),
    c.CutDeck: ("back", "taken"),
    c.PlaceDeck: ("back",),
    c.ReplaceCards: (),
    c.RestoreProgressive: (),
}
"""The commands that affect the course of a round, with their public fields; none holds an order of cards."""

_BY_NAME: Final = {kind.__name__: (kind, fields) for kind, fields in SHOWN.items()}
_READINGS: Final[Mapping[str, type]] = {"ReadMeters": c.ReadMeters, "ReadLink": c.ReadLink}


def acts_of(command: Mapping[str, Any], events: tuple[e.Event, ...]) -> tuple[dict[str, Any], ...]:
    """Return the command of a record, with the link readings of the table before and after it."""
    read = [_reading(event) for event in events]
    before = list(takewhile(lambda each: each is not None, read))
    after = [each for each in read[len(before) :] if each is not None]
    done = _act(command) if len(before) < len(events) else None
    return tuple(each for each in (*before, done, *after) if each is not None)


def _act(command: Mapping[str, Any]) -> dict[str, Any] | None:
    name = command["is"]
    if name not in _BY_NAME:
        return None
    return {"is": name, **{field: command[field] for field in _BY_NAME[name][1]}}


def _reading(event: e.Event) -> dict[str, Any] | None:
    """Return the command behind a link reading, or ``None`` for any other event."""
    match event:
        case e.MetersRead(meters=meters):
            read: dict[str, Any] = encoded(c.ReadMeters(meters=meters))
            return read
        case e.LinkRead(down=down, dark=dark):
            seen: dict[str, Any] = encoded(c.ReadLink(down=down, dark=dark))
            return seen
    return None


def kind_of(act: Mapping[str, Any]) -> type | None:
    """Return the command type of an act, or ``None`` if there is none of that name."""
    name = act["is"]
    return _BY_NAME[name][0] if name in _BY_NAME else _READINGS.get(name)
