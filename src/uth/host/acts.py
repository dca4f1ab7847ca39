"""Acts: what was done in a round once the wagers were closed, as everyone may know it; enough to do it all again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from uth.table import commands as c

SHOWN: Final[Mapping[type, tuple[str, ...]]] = {
    c.AnnounceNoMoreBets: (),
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
    c.LoadShuffler: ("back",),
    c.ShuffleDeck: ("back",),
    c.CutDeck: ("back", "taken"),
    c.PlaceDeck: ("back",),
    c.ReplaceCards: (),
    c.ReadMeters: ("meters",),
    c.ReadLink: ("down", "dark"),
    c.RestoreProgressive: (),
}
"""The commands that bear on how a round goes on, with what everyone may know of them; no order of cards is in it."""

_BY_NAME: Final = {kind.__name__: (kind, fields) for kind, fields in SHOWN.items()}


def act_of(command: Mapping[str, Any]) -> dict[str, Any] | None:
    """Return a stored command as an act, or ``None`` if the round does not turn on it."""
    name = command["is"]
    if name not in _BY_NAME:
        return None
    return {"is": name, **{field: command[field] for field in _BY_NAME[name][1]}}


def kind_of(act: Mapping[str, Any]) -> type | None:
    """Return the command an act asks for, or ``None`` if there is none of that name."""
    return _BY_NAME.get(act["is"], (None, ()))[0]
