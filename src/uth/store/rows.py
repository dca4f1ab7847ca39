"""Records as they are stored: the text that is hashed, and conversion from and to values."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import lru_cache
from typing import Final, NamedTuple

from uth.errors import Broken, Malformed
from uth.ledger.book import Account, Transfer, account_of
from uth.store.codec import Json
from uth.store.entries import Stored


class Moved(NamedTuple):
    """A transfer as text: two accounts, and the cents as ``p/q``."""

    source: str
    target: str
    cents: str


class Row(NamedTuple):
    """A record with its bodies as JSON text."""

    position: int
    stream: str
    number: int
    at: str
    key: str | None
    body: str
    answer: str
    moved: tuple[Moved, ...]
    chain: str


json_text: Final[Callable[[Json], str]] = json.JSONEncoder(separators=(",", ":"), allow_nan=False).encode
"""Return the value as compact JSON, all of it ASCII."""


def fraction_text(value: Fraction) -> str:
    """Return the fraction as ``p/q``."""
    return f"{value.numerator}/{value.denominator}"


@lru_cache(maxsize=10_000)
def fraction_of(text: str) -> Fraction:
    """Return the fraction of a text in lowest terms; any other text is refused."""
    try:
        numerator, denominator = text.split("/")
        value = Fraction(int(numerator), int(denominator))
    except (AttributeError, ValueError, ZeroDivisionError):
        raise Malformed("cents", text, 'is not a fraction such as "5/2"') from None
    if fraction_text(value) != text:
        raise Malformed("cents", text, f'is not in lowest terms, "{fraction_text(value)}"')
    return value


@lru_cache(maxsize=10_000)
def account_text(account: Account) -> str:
    """Return the account as it is stored."""
    return str(account)


def moved_of(transfer: Transfer) -> Moved:
    """Return the transfer as text."""
    return Moved(account_text(transfer.source), account_text(transfer.target), fraction_text(transfer.cents))


quoted: Final[Callable[[str], str]] = lru_cache(maxsize=10_000)(json_text)
"""Return a text as JSON, cached for texts that occur often."""


def transfer_of(moved: Moved) -> Transfer:
    """Return the transfer of a text."""
    return Transfer(source=account_of(moved.source), target=account_of(moved.target), cents=fraction_of(moved.cents))


def stored_of(row: Row) -> Stored:
    """Return the record of a row; raise `Broken` if it cannot be read."""
    try:
        body, answer = json.loads(row.body), json.loads(row.answer)
    except (ValueError, TypeError, RecursionError) as fault:
        raise Broken(f"position {row.position} of the log is not as it was written: {fault}") from None
    return Stored(
        position=row.position,
        stream=row.stream,
        number=row.number,
        at=row.at,
        key=row.key,
        body=body,
        chain=row.chain,
        transfers=tuple(transfer_of(each) for each in row.moved),
        answer=answer,
    )


def row_of(stored: Stored) -> Row:
    """Return the row of a record."""
    return Row(
        position=stored.position,
        stream=stored.stream,
        number=stored.number,
        at=stored.at,
        key=stored.key,
        body=json_text(stored.body),
        answer=json_text(stored.answer),
        moved=tuple(moved_of(each) for each in stored.transfers),
        chain=stored.chain,
    )


def move(balances: dict[str, Fraction], moved: Iterable[Moved]) -> None:
    """Apply each transfer to the balances."""
    for each in moved:
        cents = fraction_of(each.cents)
        balances[each.source] = balances.get(each.source, Fraction(0)) - cents
        balances[each.target] = balances.get(each.target, Fraction(0)) + cents


def accounts_of(balances: dict[str, Fraction]) -> dict[Account, Fraction]:
    """Return the balances by account, sorted, without those of zero."""
    return dict(sorted((account_of(text), cents) for text, cents in balances.items() if cents))
