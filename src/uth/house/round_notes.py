"""What happened in the round that is on and its table forgets: the bank, what went wrong, who was late."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import Any, Final

from uth.store.codec import encoded
from uth.table.floor.corrections import gain
from uth.table.round import commands as c
from uth.table.round import events as e
from uth.table.settle.settled import SettledWager
from uth.units import Seat

TROUBLE: Final = (e.IrregularityReported, e.IrregularityRuled, e.FloorCalled, e.FloorRuled, e.HandVoided, e.RoundVoided,
                  e.ReplacementOrdered, e.DealPutRight, e.RoundDisputed, e.RoundReviewed, e.DisputeResolved,
                  e.DisputeAppealed)  # fmt: skip
"""What goes wrong, and what is said about it."""
ANSWERS: Final = (e.Checked, e.PlayMade, e.Folded)
OVER: Final = (e.CardsCollected, e.TableClosed)
"""With these nothing of the round is left."""
OPENED: Final = (e.RoundDisputed, e.RoundReviewed)
DISPUTES: Final = (*OPENED, e.DisputeResolved, e.DisputeAppealed)
"""What may also come once the cards are collected, and is then about the round before."""
NOTED: Final = frozenset({*TROUBLE, *ANSWERS, *OVER, e.BankSettled, e.NoMoreBetsAnnounced,
                          e.WagerSettled, e.SettlementReversed})  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Corrected:
    """A wager of a settled round that was corrected: how it stood first, and how it stands now."""

    round: int
    seat: Seat
    was: SettledWager
    now: SettledWager
    at_cage: bool

    @property
    def gain(self) -> int:
        """What is still owed to the player, or to be collected where it is below zero."""
        return gain(self.was, self.now)


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundNotes:
    """The round that is on, as far as its table does not have it; it follows the log as the table does."""

    bank_used: int = 0
    """How much of the player/dealer's wager was used up."""
    trouble: tuple[e.Event, ...] = ()
    """What went wrong, and what was ruled."""
    late: tuple[e.Event, ...] = ()
    """The answers the house gave for seats whose time was up."""

    corrections: tuple[Corrected, ...] = ()
    """What was corrected since the wagers closed or the cards were collected, of this round or of earlier ones."""

    def after(self, events: Iterable[e.Event], *, by_house: bool) -> RoundNotes:
        """Return the notes with what has happened now, done by the house or by somebody else."""
        notes = self
        for event in events:
            if type(event) in NOTED:
                notes = notes._with(event, by_house=by_house)
        return notes

    @property
    def late_seats(self) -> frozenset[Seat]:
        """The seats the house has answered for in this round."""
        return frozenset(each.seat for each in self.late if isinstance(each, ANSWERS))

    def late_among(self, events: Iterable[e.Event]) -> list[Seat]:
        """Return the seats whose answers among these very events the house gave."""
        late = set(map(id, self.late))
        return [event.seat for event in events if id(event) in late and isinstance(event, ANSWERS)]

    def _corrected(self, event: e.WagerSettled) -> RoundNotes:
        """Return the notes with what was entered again in the place of what was reversed."""
        now = Corrected(round=event.round, seat=event.seat, was=event.settled, now=event.settled, at_cage=event.at_cage)
        corrections = (replace(each, now=now.now) if _same(each, now) else each for each in self.corrections)
        return replace(self, corrections=tuple(corrections))

    def _disputes(self) -> set[int]:
        return {each.dispute for each in self.trouble if isinstance(each, OPENED)}

    def _with(self, event: e.Event, *, by_house: bool) -> RoundNotes:
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
        if isinstance(event, TROUBLE):
            return replace(self, trouble=(*self.trouble, event))
        return replace(self, late=(*self.late, event)) if by_house else self


def _same(one: Corrected, other: Corrected) -> bool:
    return (one.round, one.seat, one.was.wager) == (other.round, other.seat, other.was.wager)


NOTHING: Final = RoundNotes()


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
"""The commands that bear on how a round goes on, with what everyone may know of them; no order of cards is in it."""

_BY_NAME: Final = {kind.__name__: (kind, fields) for kind, fields in SHOWN.items()}
_READINGS: Final[Mapping[str, type]] = {"ReadMeters": c.ReadMeters, "ReadLink": c.ReadLink}


def acts_of(command: Mapping[str, Any], events: tuple[e.Event, ...]) -> tuple[dict[str, Any], ...]:
    """Return what a record's command was, and what the table read of its link before and after it."""
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
    """Return the command behind what a table reads of its link."""
    match event:
        case e.MetersRead(meters=meters):
            read: dict[str, Any] = encoded(c.ReadMeters(meters=meters))
            return read
        case e.LinkRead(down=down, dark=dark):
            seen: dict[str, Any] = encoded(c.ReadLink(down=down, dark=dark))
            return seen
    return None


def kind_of(act: Mapping[str, Any]) -> type | None:
    """Return the command an act asks for, or ``None`` if there is none of that name."""
    name = act["is"]
    return _BY_NAME[name][0] if name in _BY_NAME else _READINGS.get(name)
