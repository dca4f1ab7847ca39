"""A round's stamp: the hash of the rule set and of what the table posts, kept in the log with 'No more bets'."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any, Final

from uth.cites import cites
from uth.errors import Malformed
from uth.once import once_for_each
from uth.rules.loader import BOOKS, load_book, parse
from uth.rules.ruleset import PostedLimits, RuleSet, WagerLimits, plain
from uth.table.posted import Posted, post

_STAMPS_MAX: Final = 1_000


def stamp_of(posted: Posted) -> dict[str, str]:
    """Return the stamp of a round that is played by what is posted now."""
    rules = posted.rules
    return {"rules": rules.name, "rules_hash": rules.fingerprint, "posted_hash": _posted_hash(posted)}


@once_for_each(_STAMPS_MAX)
def _posted_hash(posted: Posted) -> str:
    """Return a hash of every choice the table has made: pay tables row by row, limits, way of dealing, wager."""
    tables = (posted.blind, posted.trips, posted.cover_all, posted.progressive)
    chosen = [plain(each) for each in (*tables, posted.limits, posted.dealing)]
    return hashlib.sha256(json.dumps([*chosen, posted.progressive_wager], sort_keys=True).encode()).hexdigest()


@cites("MA.8a1")
def choices_of(posted: Posted) -> dict[str, Any]:
    """Return what the table has chosen, by name: enough to post the same again from its rule set."""
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
    """Return the rule set of a book's name, or of the text of one's own."""
    if text is not None:
        return parse(text, "the rules of the round", stored=True)
    if name not in BOOKS:
        raise Malformed("rules.name", name, f"is not a book; one of {', '.join(BOOKS)}")
    return load_book(name)


def posted_again(rules: RuleSet, choices: Mapping[str, Any]) -> Posted:
    """Return what a table had posted from its choices; raise `Malformed` where the rule set has no such choice."""
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
