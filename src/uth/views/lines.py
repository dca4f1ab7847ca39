"""The lines of a settlement: how each wager was settled, at the table and in the history."""

from __future__ import annotations

from typing import Any, Literal, cast

from typing_extensions import TypedDict

from uth.table.posted import Posted
from uth.table.round.banking import settled_bank
from uth.table.round.state import Table
from uth.table.settle.awards import Claim, ClaimState, award_claim
from uth.table.settle.settled import SettledBanker, SettledWager
from uth.table.settle.showdown import odds_of
from uth.units import Seat
from uth.words.outcomes import bank_words, outcome_words


class AwardOnLine(TypedDict):
    """The award of a meter on a wager: pending, paid, or denied and why."""

    cents: int
    state: Literal["waits", "paid", "refused"]
    means: Literal["cheques", "check"] | None
    by: str
    """Who denied it."""
    reason: str


class Line(TypedDict):
    """How one wager was settled."""

    wager: str
    stake: int
    outcome: Literal["win", "lose", "push", "void", "uncovered"]
    returned: int
    won: int
    """What it has won so far; an award counts once it is paid."""
    net: int
    award: AwardOnLine | None
    odds: str
    how: str
    """The result in a few words: its odds, `loses`, or how far a bank covered it."""
    row: str | None
    clauses: list[str]
    cut: int


def line_of(settled: SettledWager, posted: Posted) -> dict[str, Any]:
    """Return how a wager was settled."""
    return {**_fields(settled), "odds": odds_of(settled, posted)}


def _fields(settled: SettledWager) -> dict[str, Any]:
    return {
        "wager": settled.wager.value,
        "stake": settled.stake,
        "outcome": settled.outcome.value,
        "returned": settled.returned,
        "won": settled.won,
        "net": settled.net,
        "row": settled.row,
        "clauses": list(settled.cites),
        "cut": settled.cut,
    }


def lines_of(table: Table, seat: Seat, posted: Posted) -> list[Line]:
    """Return the seat's wagers of the last round; an award counts as won once it is paid."""
    lines = [line(each, posted, award_claim(table, seat, each)) for at, each in table.settled if at == seat]
    bank = settled_bank(table, posted)
    return [*lines, bank_line(bank, posted)] if bank is not None and bank.seat == seat else lines


def bank_line(bank: SettledBanker, posted: Posted) -> Line:
    """Return how a player/dealer's wager was settled; the whole wager counts as staked."""
    rules = posted.rules
    return {
        "wager": "bank",
        "stake": bank.wager,
        "outcome": "win" if bank.net > 0 else "lose" if bank.net < 0 else "push",
        "returned": bank.wager + min(bank.net, 0),
        "won": max(bank.net, 0),
        "net": bank.net,
        "award": None,
        "odds": "",
        "how": bank_words(bank, rules.currency.symbol),
        "row": None,
        "clauses": list(rules.settlement.cites["uncovered"]),
        "cut": 0,
    }


def line(settled: SettledWager, posted: Posted, claim: Claim | None = None) -> Line:
    """Return how a wager was settled, in the form the history uses too."""
    waits = claim is not None and claim.state is ClaimState.WAITS
    paid = settled._replace(won=settled.won - claim.owed.cents) if claim is not None and waits else settled
    odds = odds_of(settled, posted)
    how = outcome_words(settled, odds, posted.rules.currency.symbol)
    return cast(Line, {**_fields(paid), "odds": odds, "how": how, "award": _award(claim)})


def _award(claim: Claim | None) -> AwardOnLine | None:
    if claim is None:
        return None
    return {
        "cents": claim.owed.cents,
        "state": claim.state.value,
        "means": claim.means.value if claim.means is not None else None,
        "by": claim.by,
        "reason": claim.reason,
    }
