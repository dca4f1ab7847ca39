"""The secret of a round, which decides the order of its cards; it is stored before anyone sees its effect."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from uth.cards import Card
from uth.cites import cites
from uth.errors import Malformed, Refused
from uth.house.fairness import Commitment, Proof, new_commitment, shuffled, word_of
from uth.progressive import commands as k
from uth.records import cached_by_identity
from uth.rules.loader import BOOKS, load_book, parse
from uth.rules.ruleset import PostedLimits, RuleSet, WagerLimits, plain
from uth.table.dealer import CUT
from uth.table.posted import Posted, post
from uth.table.round import commands as c
from uth.table.round.state import Phase, Table
from uth.units import Seat

KEPT_WITH: Final = (c.ShuffleDeck, c.ReplaceCards, c.CollectCards, c.OpenTable)
"""The commands with which the log stores part of the secret."""


@dataclass(slots=True, kw_only=True)
class RoundSecret:
    """The secret a table is committed to, the players' words, and the card orders made from them."""

    commit: Callable[[], Commitment] = new_commitment
    """Makes commitments; a house only uses the operating system's generator."""
    real: bool = False
    """Whether a real deck is shuffled by hand, so that the house commits to nothing and publishes nothing."""
    committed: Commitment = field(init=False)
    published: str | None = field(init=False)
    """The commitment everyone may see before the wagers close; ``None`` until the secret is in the log."""
    words: dict[Seat, str] = field(default_factory=dict)
    orders: int = 0
    """How many card orders the secret has produced; a reshuffle uses the next one."""
    nth: int = 0
    """Which of the orders is dealt."""

    def __post_init__(self) -> None:
        self.committed, self.published = self.commit(), "" if self.real else None

    def order(self) -> tuple[Card, ...]:
        """Return the next order of the cards, before the cut."""
        return shuffled(self.committed.secret, self.words, self.orders)

    def with_word(self, table: Table, seat: Seat, word: str) -> dict[str, Any]:
        """Return what the log stores for a player's word; raise `Refused` if the cards are already shuffled."""
        if self.real:
            raise Refused("real_deck", None, "a real deck is shuffled by hand at this table; no word goes into it")
        if table.phase is not Phase.WAGERS or self.orders:
            raise Refused(
                "shuffled_already",
                None,
                "a word is taken while wagers are open, before the cards are shuffled; send it again then",
            )
        return {"words": _listed({**self.words, seat: word_of(word)})}

    def kept(self, command: c.Command | k.Command) -> dict[str, Any]:
        """Return what the log stores with the events: the shuffle's secret and words, and the next round's secret.

        The next secret is stored with the end of the round, so that its published commitment survives a crash.
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
        """Restore the secret from the log."""
        if "secret" in kept:
            self.committed = Commitment(secret=bytes.fromhex(kept["secret"]))
            self.published = "" if self.real else self.committed.published
        self.nth, self.orders = kept.get("nth", self.nth), kept.get("orders", self.orders)
        if "words" in kept:
            self.words = {Seat(seat): word for seat, word in kept["words"]}

    def proof(self, table: Table, posted: Posted) -> Proof:
        """Return the proof of the settled round, from which anyone can deal it again."""
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


_STAMPS_MAX: Final = 1_000


def stamp_of(posted: Posted) -> dict[str, str]:
    """Return the stamp of a round played under the posted choices."""
    rules = posted.rules
    return {"rules": rules.name, "rules_hash": rules.fingerprint, "posted_hash": _posted_hash(posted)}


@cached_by_identity(_STAMPS_MAX)
def _posted_hash(posted: Posted) -> str:
    """Return a hash of the table's choices: pay tables row by row, limits, way of dealing, progressive wager."""
    tables = (posted.blind, posted.trips, posted.cover_all, posted.progressive)
    chosen = [plain(each) for each in (*tables, posted.limits, posted.dealing)]
    return hashlib.sha256(json.dumps([*chosen, posted.progressive_wager], sort_keys=True).encode()).hexdigest()


@cites("MA.8a1")
def choices_of(posted: Posted) -> dict[str, Any]:
    """Return the table's choices by name, enough to post the same again from its rule set."""
    limits = posted.limits
    return {
        "tables": {
            "blind": posted.blind.name,
            "trips": posted.trips.name,
            "cover_all": posted.cover_all.name if posted.cover_all is not None else None,
            "progressive": posted.progressive.name if posted.progressive is not None else None,
        },
        "dealing": posted.dealing.name,
        "progressive_wager": posted.progressive_wager,
        "limits": {
            "ante": _range(limits.ante),
            "trips": _range(limits.trips),
            "cover_all": _range(limits.cover_all),
            "entry_fee": limits.entry_fee,
        },
    }


def _range(limits: WagerLimits | None) -> list[int] | None:
    return [limits.min, limits.max] if limits is not None else None


def rules_of(name: str, text: str | None) -> RuleSet:
    """Return the rule set of a book by name, or parse the text of a custom one."""
    if text is not None:
        return parse(text, "the rules of the round", stored=True)
    if name not in BOOKS:
        raise Malformed("rules.name", name, f"is not a book; one of {', '.join(BOOKS)}")
    return load_book(name)


def posted_again(rules: RuleSet, choices: Mapping[str, Any]) -> Posted:
    """Return what a table with these choices posted; raise `Malformed` if the rule set lacks one of them."""
    limits, tables = choices["limits"], choices["tables"]
    kept = PostedLimits(
        ante=_limits("ante", limits["ante"]),
        trips=_limits("trips", limits["trips"]),
        cover_all=_limits("cover_all", limits["cover_all"]) if limits["cover_all"] is not None else None,
        entry_fee=limits["entry_fee"],
        cite=rules.limits.cite,
    )
    offered = {kind: name for kind, name in tables.items() if name is not None or kind == "progressive"}
    wager = choices["progressive_wager"] if rules.progressive is not None else None
    return post(rules, offered, progressive_wager=wager, limits=kept, dealing=choices["dealing"], recorded=True)


def _limits(name: str, value: Any) -> WagerLimits:
    if not isinstance(value, list) or [type(each) for each in value] != [int, int]:
        raise Malformed(f"posted.limits.{name}", value, "is not two amounts in cents: the least and the most")
    return WagerLimits(min=value[0], max=value[1])
