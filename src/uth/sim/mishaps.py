"""What goes wrong at a simulated table, at given rates, and how the floor rules where the book leaves it open."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from hashlib import blake2b, shake_128
from typing import Final

import numpy as np

from uth.rules.procedure import IrregularityKind as Kind
from uth.table import commands as c
from uth.table import irregularities as i
from uth.table.posted import Posted
from uth.table.refusals import refusal_of
from uth.table.state import FloorCall, Table

STEPS: Final = 16
"""About how many steps a round has: what goes wrong does so after any of them."""

Facts = Callable[[Table], Iterator[i.Irregularity]]

KINDS: Final[dict[Kind, Facts]] = {
    Kind.DEALER_CARD_EXPOSED: lambda _: iter([i.DealerCardExposed()]),
    Kind.CARDS_FACE_UP: lambda _: iter([i.CardsFaceUp(cards=1), i.CardsFaceUp(cards=2)]),
    Kind.CARD_DRAWN_IN_ERROR: lambda _: iter([i.CardDrawnInError()]),
    Kind.WRONG_NUMBER_OF_CARDS: lambda table: (
        i.WrongNumberOfCards(seat=seat, cards=3, fixable=False) for seat in (*table.in_round, None)
    ),
    Kind.SEAT_MISSED: lambda table: (i.SeatMissed(seat=seat, fixable=False) for seat in table.in_round),
    Kind.EXTRA_CARD_TO_ALL: lambda _: iter([i.ExtraCardToAll(fixable=False)]),
    Kind.WRONG_COMMUNITY_SHOWN: lambda table: iter(
        [i.WrongCommunityShown(positions=(min(table.community_shown + 1, 5),))]
    ),
    Kind.NOT_SHUFFLED: lambda _: iter([i.NotShuffled()]),
    Kind.CARD_OFF_TABLE: lambda _: iter([i.CardOffTable()]),
    Kind.STUB_COUNT_WRONG: lambda _: iter([i.StubCountWrong(misdealt=True), i.StubCountWrong(misdealt=False)]),
    Kind.SHUFFLER_JAMMED: lambda _: iter([i.ShufflerJammed()]),
    Kind.SHUFFLER_COUNT_WRONG: lambda _: iter([i.ShufflerCountWrong()]),
    Kind.MACHINE_JAMMED: lambda _: iter([i.MachineJammed()]),
    Kind.PROGRESSIVE_DOWN: lambda _: iter([i.ProgressiveDown(at_win=False)]),
    Kind.CONDUCT_BROKEN: lambda table: (i.ConductBroken(seat=seat) for seat in table.in_round),
}


def struck_rounds(rates: Mapping[str, float], shuffle_key: str, block: int, rounds: int) -> dict[int, list[str]]:
    """Return the rounds of a block in which something will go wrong, and what: decided by key and block alone."""
    found: dict[int, list[str]] = {}
    for kind, rate in rates.items():
        words = shake_128(f"uth mishap\n{shuffle_key}\n{block}\n{kind}".encode()).digest(8 * rounds)
        chances = (np.frombuffer(words, "<u8") >> np.uint64(11)) * 2.0**-53
        for at in np.flatnonzero(chances < rate).tolist():
            found.setdefault(at, []).append(kind)
    return dict(sorted(found.items()))


class Trouble:
    """What will go wrong in one round: known before it, and reported as soon as it can have happened."""

    def __init__(self, kinds: Sequence[str], shuffle_key: str, round_: int) -> None:
        self.key = f"{shuffle_key}\n{round_}"
        self.due = [(self._drawn(kind) % STEPS, kind) for kind in kinds]

    def _drawn(self, what: str) -> int:
        digest = blake2b(f"{self.key}\n{what}".encode(), digest_size=8, person=b"uth mishap").digest()
        return int.from_bytes(digest, "big")

    def now(self, table: Table, posted: Posted, step: int) -> c.Report | None:
        """Return what is reported after so many steps, if anything is."""
        for at, (first, kind) in enumerate(self.due):
            if step < first or not table.is_dealing or table.floor is not None:
                continue
            kinds = [Kind(kind)] if kind != "any" else list(Kind)
            found = [each for one in kinds for each in KINDS[one](table)]
            possible = [each for each in found if refusal_of(table, c.Report(irregularity=each), posted) is None]
            if possible:
                del self.due[at]
                return c.Report(irregularity=possible[self._drawn(f"which {kind}") % len(possible)])
        return None


def ruling(call: FloorCall) -> c.RuleOnIrregularity:
    """Return how the floor rules: by the mildest of its choices."""
    return c.RuleOnIrregularity(remedy=call.choices[0], by="the floor", reason="the mildest that puts it right")
