"""The book: transfers in the order of the log, each event once, and what every account holds at any moment."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import NamedTuple

from uth.errors import Malformed, require


class Kind(StrEnum):
    """What sort of place it is."""

    CAGE = "cage"
    """Where chips come from and go back to: minus what is in play."""
    HOUSE = "house"
    """The house's own money: it pays seeds and adjustments."""
    PLAY = "play"
    """Play money for the tables that guests make: it pays their seeds, and takes back what a closed one leaves."""
    PLAYER = "player"
    TRAY = "tray"
    ESCROW = "escrow"
    """The wagers of a round, from the moment they are accepted until they are settled."""
    BANK = "bank"
    """The player/dealer's wager."""
    FEES = "fees"
    METER = "meter"
    RESERVE = "reserve"
    OVERFLOW = "overflow"
    PENDING = "pending"
    """Awards that are frozen and not yet paid."""


class Account(NamedTuple):
    """One place."""

    kind: Kind
    name: str = ""

    def __str__(self) -> str:
        return f"{self.kind}:{self.name}" if self.name else str(self.kind)


def account_of(text: str) -> Account:
    """Return the account that prints as this text, and as no other."""
    kind, colon, name = text.partition(":")
    if kind not in Kind._value2member_map_ or (colon and not name):
        raise Malformed("account", text, 'is not an account such as "cage" or "tray:table-1"')
    return Account(Kind(kind), name)


CAGE = Account(Kind.CAGE)
HOUSE = Account(Kind.HOUSE)
PLAY = Account(Kind.PLAY)


@dataclass(frozen=True, slots=True, kw_only=True)
class Transfer:
    """So many cents, to the fraction, from one account to another."""

    source: Account
    target: Account
    cents: Fraction


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """What one event of the log moved."""

    event: str
    """The event's own name in the log, such as ``table-1/17``; the same name is posted once."""
    transfers: tuple[Transfer, ...]


class Book:
    """Every entry so far, and what it comes to; an entry is added and never changed."""

    def __init__(self) -> None:
        self._entries: list[Entry] = []
        self._balances: dict[Account, Fraction] = {}
        self._posted: set[str] = set()

    @property
    def entries(self) -> Sequence[Entry]:
        """The entries, in the order of the log."""
        return self._entries

    def balance(self, account: Account) -> Fraction:
        """Return what the account holds."""
        return self._balances.get(account, Fraction(0))

    def post(self, event: str, transfers: Iterable[Transfer]) -> None:
        """Enter the event's transfers; posting the same event again changes nothing."""
        if event in self._posted:
            return
        entry = Entry(event=event, transfers=tuple(transfers))
        for each in entry.transfers:
            require(each.cents > 0, f"a transfer of {each.cents} is not above zero")
        for each in entry.transfers:
            _moved(self._balances, each)
        self._entries.append(entry)
        self._posted.add(event)

    def trial_balance(self, after: str | None = None) -> dict[Account, Fraction]:
        """Return what each account held after that event, or holds now; the sum is zero."""
        if after is not None and after not in self._posted:
            raise Malformed("after", after, "is not an event of this book")
        balances: dict[Account, Fraction] = {}
        for entry in self._entries:
            for each in entry.transfers:
                _moved(balances, each)
            if entry.event == after:
                break
        require(sum(balances.values(), Fraction(0)) == 0, "the accounts do not sum to zero")
        require(after is not None or balances == self._balances, "the running balances differ from the entries")
        return {account: cents for account, cents in sorted(balances.items()) if cents}


def _moved(balances: dict[Account, Fraction], transfer: Transfer) -> None:
    balances[transfer.source] = balances.get(transfer.source, Fraction(0)) - transfer.cents
    balances[transfer.target] = balances.get(transfer.target, Fraction(0)) + transfer.cents
