"""The secret of a round: what the order of its cards comes from, kept in the log before anyone sees its effect."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from uth.cards import Card
from uth.errors import Refused
from uth.host.fairness import Commitment, Proof, new_commitment, shuffled, word_of
from uth.host.house_dealer import CUT
from uth.progressive import commands as k
from uth.table import commands as c
from uth.table.posted import Posted
from uth.table.state import Phase, Table
from uth.units import Seat


@dataclass(slots=True, kw_only=True)
class RoundSecret:
    """The secret a table is committed to, the players' words beside it, and the orders it has given."""

    commit: Callable[[], Commitment] = new_commitment
    """Where secrets come from; a house gives none but the operating system's."""
    real: bool = False
    """Whether a real deck is shuffled by hand: the house is committed to nothing then, and publishes nothing."""
    committed: Commitment = field(init=False)
    stored: bool = False
    """Whether the log has the secret: nothing is published of one that a crash would lose."""
    words: dict[Seat, str] = field(default_factory=dict)
    orders: int = 0
    """How many orders of the cards the secret has given; cards shuffled again come in the next one."""
    nth: int = 0
    """Which of them is dealt."""

    def __post_init__(self) -> None:
        self.committed = self.commit()

    @property
    def published(self) -> str | None:
        """What everyone may know of it before the wagers close; ``None`` until it is stored."""
        if self.real:
            return ""
        return self.committed.published if self.stored else None

    def order(self) -> tuple[Card, ...]:
        """Return the next order of the cards, before a cut."""
        return shuffled(self.committed.secret, self.words, self.orders)

    def with_word(self, table: Table, seat: Seat, word: str) -> dict[str, Any]:
        """Return what the log keeps of a player's word for the next shuffle; refuse one that comes after it."""
        if self.real:
            raise Refused("real_deck", None, "a real deck is shuffled by hand at this table; no word goes into it")
        if table.phase is not Phase.WAGERS or self.orders:
            raise Refused(
                "shuffled_already",
                None,
                "words are taken while wagers are and the cards are not shuffled; say it again then",
            )
        return {"words": _listed({**self.words, seat: word_of(word)})}

    def kept(self, command: c.Command | k.Command) -> dict[str, Any]:
        """Return what the log keeps beside the events: the shuffle's secret and words, and the next round's secret.

        The next secret is stored with the end of the round, so that what is published of it survives a crash.
        """
        if isinstance(command, c.ShuffleDeck):
            secret = self.committed.secret.hex()
            return {"secret": secret, "words": _listed(self.words), "nth": self.orders, "orders": self.orders + 1}
        if isinstance(command, c.ReplaceCards):
            return {"orders": self.orders + 1}
        if isinstance(command, c.CollectCards | c.OpenTable):
            return {"secret": self.commit().secret.hex(), "words": [], "nth": 0, "orders": 0}
        return {}

    def restore(self, kept: Mapping[str, Any]) -> None:
        """Be what the log kept."""
        if "secret" in kept:
            self.committed = Commitment(secret=bytes.fromhex(kept["secret"]))
            self.stored = True
        self.nth, self.orders = kept.get("nth", self.nth), kept.get("orders", self.orders)
        if "words" in kept:
            self.words = {Seat(seat): word for seat, word in kept["words"]}

    def proof(self, table: Table, posted: Posted) -> Proof:
        """Return what anyone needs to deal the settled round again."""
        if self.real:
            raise Refused("no_proof", None, "a real deck is dealt at this table; the house does not shuffle it")
        if table.phase is not Phase.SETTLED:
            raise Refused("round_not_settled", None, "the proof is shown after the settlement")
        return Proof(
            commitment=self.committed.published,
            secret=self.committed.secret.hex(),
            words=dict(self.words),
            cut=CUT if posted.dealing.cut.value else 0,
            nth=self.nth,
        )


def _listed(words: Mapping[Seat, str]) -> list[list[int | str]]:
    return [[int(seat), word] for seat, word in sorted(words.items())]
