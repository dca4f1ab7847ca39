"""Acts: what was done in a round once the wagers were closed, as everyone may know it; enough to do it all again."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import takewhile
from typing import Any, Final

from uth.store.codec import encoded
from uth.table import commands as c
from uth.table import events as e

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
