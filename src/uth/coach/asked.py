"""A decision as the seat that is asked sees it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from uth.cards import Card
from uth.errors import Refused
from uth.rules.values import Street, Wager
from uth.strategy.named import Decision, Situation
from uth.table.posted import Posted
from uth.table.round import commands as c

Faces = tuple[Card | None, ...]
"""Cards as they lie: a face-down card is ``None``."""
SHOWN: Final = {Street.PREFLOP: 0, Street.FLOP: 3, Street.RIVER: 5}
"""How many community cards are turned up when a street is asked for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AskedDecision:
    """A decision from the cards that the seat sees."""

    situation: Situation
    dead: tuple[Card, ...]
    """Cards it has seen besides its hole and the board: those of its other hand."""
    offered: tuple[int, ...]
    """The multiples it may choose; 0 is a check, at the river a fold."""


def multiple_of(decision: Decision) -> int:
    """Return the multiple of a decision; 0 is a check, at the river a fold."""
    return decision.multiple if isinstance(decision, c.MakePlay) else 0


def asked_decision(
    posted: Posted,
    street: Street,
    *,
    hole: Faces,
    community: Faces,
    dealer: Faces,
    others: Iterable[Faces],
    wagers: Mapping[Wager, int],
    meters: Mapping[str, int],
    answers: Iterable[Decision],
) -> AskedDecision:
    """Return the decision; refuse a round in which a card was shown out of turn, which the count does not cover."""
    own = tuple(card for card in hole if card is not None)
    board = tuple(card for card in community if card is not None)
    in_order = tuple(community[: len(board)]) == board
    if len(own) != 2 or len(board) != SHOWN[street] or not in_order or any(card is not None for card in dealer):
        says = "a card was shown out of turn in this round; the coach values only rounds that were dealt as usual"
        raise Refused("not_coached", None, says)
    return AskedDecision(
        situation=Situation(posted=posted, hole=own, board=board, street=street, wagers=wagers, meters=meters),
        dead=tuple(sorted(card for cards in others for card in cards if card is not None)),
        offered=tuple(map(multiple_of, answers)),
    )
