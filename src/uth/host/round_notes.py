"""What happened in the round that is on and its table forgets: envy, the bank, what went wrong, who was late."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final

from uth.table import events as e
from uth.units import Seat

TROUBLE: Final = (e.IrregularityReported, e.IrregularityRuled, e.FloorCalled, e.FloorRuled, e.HandVoided, e.RoundVoided,
                  e.ReplacementOrdered, e.DealPutRight, e.RoundDisputed, e.DisputeResolved)  # fmt: skip
"""What goes wrong, and what is said about it."""
ANSWERS: Final = (e.Checked, e.PlayMade, e.Folded)
OVER: Final = (e.CardsCollected, e.TableClosed)
"""With these nothing of the round is left."""
DISPUTES: Final = (e.RoundDisputed, e.DisputeResolved)
"""What may also come once the cards are collected, and is then about the round before."""
NOTED: Final = frozenset({*TROUBLE, *ANSWERS, *OVER, e.EnvyPaid, e.BankSettled, e.NoMoreBetsAnnounced})


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundNotes:
    """The round that is on, as far as its table does not have it; it follows the log as the table does."""

    envy: tuple[e.EnvyPaid, ...] = ()
    """What seats were paid for the hands of others."""
    bank_used: int = 0
    """How much of the player/dealer's wager was used up."""
    trouble: tuple[e.Event, ...] = ()
    """What went wrong, and what was ruled."""
    late: tuple[e.Event, ...] = ()
    """The answers the house gave for seats whose time was up."""

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

    def is_late(self, event: e.Event) -> bool:
        """Whether this very event is an answer the house gave."""
        return any(event is each for each in self.late)

    def _disputes(self) -> set[int]:
        return {each.dispute for each in self.trouble if isinstance(each, e.RoundDisputed)}

    def _with(self, event: e.Event, *, by_house: bool) -> RoundNotes:
        match event:
            case e.EnvyPaid():
                return replace(self, envy=(*self.envy, event))
            case e.BankSettled(used=used):
                return replace(self, bank_used=self.bank_used + used)
            case e.NoMoreBetsAnnounced():
                return replace(self, trouble=tuple(each for each in self.trouble if not isinstance(each, DISPUTES)))
            case e.DisputeResolved(dispute=number) if number not in self._disputes():
                return self  # referred rounds ago
        if isinstance(event, OVER):
            return NOTHING
        if isinstance(event, TROUBLE):
            return replace(self, trouble=(*self.trouble, event))
        return replace(self, late=(*self.late, event)) if by_house else self


NOTHING: Final = RoundNotes()
