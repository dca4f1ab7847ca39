"""The ledger: transfers in the order of the log, each event posted once, and the balance of every account."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Final, NamedTuple

from uth.errors import Malformed, require


class AccountKind(StrEnum):
    """The kinds of account."""

    CAGE = "cage"
    """The source and destination of chips; its balance is minus the chips in play."""
    HOUSE = "house"
    """The house's own money, which pays seeds and adjustments."""
    PLAY = "play"
    """Play money for guests' tables. It pays their seeds and takes back what a closed table leaves."""
    PLAYER = "player"
    """A player's chips at the tables."""
    BANKROLL = "bankroll"
    """A person's chips away from the tables; never below zero."""
    ALLOWANCE = "allowance"
    """The source of people's chips; its balance is minus every allowance the house has given."""
    TRAY = "tray"
    ESCROW = "escrow"
    """The wagers of a round, from acceptance to settlement."""
    BANK = "bank"
    """The player/dealer's wager."""
    FEES = "fees"
    METER = "meter"
    RESERVE = "reserve"
    OVERFLOW = "overflow"
    PENDING = "pending"
    """Awards that are frozen and not yet paid."""
    CLEARING = "clearing"
    """What a house has given to a wide-area link or taken from it; the log of the link has the opposite balance."""


class Account(NamedTuple):
    """One account."""

    kind: AccountKind
    name: str = ""

    def __str__(self) -> str:
        return f"{self.kind}:{self.name}" if self.name else str(self.kind)


def account_of(text: str) -> Account:
    """Return the account with this text form."""
    kind, colon, name = text.partition(":")
    if kind not in AccountKind._value2member_map_ or (colon and not name):
        raise Malformed("account", text, 'is not an account such as "cage" or "tray:table-1"')
    return Account(AccountKind(kind), name)


CAGE = Account(AccountKind.CAGE)
HOUSE = Account(AccountKind.HOUSE)
PLAY = Account(AccountKind.PLAY)
ALLOWANCE = Account(AccountKind.ALLOWANCE)
FLOORED: Final = f"{AccountKind.BANKROLL}:"
"""The prefix of the accounts that the store keeps from falling below zero."""


def bankroll(person: str) -> Account:
    """Return the account of a person's chips away from the tables."""
    return Account(AccountKind.BANKROLL, person)


@dataclass(frozen=True, slots=True, kw_only=True)
class Transfer:
    """A transfer of cents, possibly fractional, from one account to another."""

    source: Account
    target: Account
    cents: Fraction


@dataclass(frozen=True, slots=True, kw_only=True)
class LedgerEntry:
    """The transfers of one event of the log."""

    event: str
    """The event's name in the log, such as ``table-1/17``. Each name is posted only once."""
    transfers: tuple[Transfer, ...]


class Ledger:
    """All entries so far and the balances. Entries are never changed or removed."""

    def __init__(self) -> None:
        self._entries: list[LedgerEntry] = []
        self._balances: dict[Account, Fraction] = {}
        self._posted: set[str] = set()

    @property
    def entries(self) -> Sequence[LedgerEntry]:
        """The entries, in the order of the log."""
        return self._entries

    def balance(self, account: Account) -> Fraction:
        """Return the balance of the account."""
        return self._balances.get(account, Fraction(0))

    def post(self, event: str, transfers: Iterable[Transfer]) -> None:
        """Post the event's transfers; posting the same event again has no effect."""
        if event in self._posted:
            return
        entry = LedgerEntry(event=event, transfers=tuple(transfers))
        for each in entry.transfers:
            require(each.cents > 0, f"a transfer of {each.cents} is not above zero")
        for each in entry.transfers:
            _moved(self._balances, each)
        self._entries.append(entry)
        self._posted.add(event)

    def trial_balance(self, after: str | None = None) -> dict[Account, Fraction]:
        """Return the balance of each account after that event, or now. The balances sum to zero."""
        if after is not None and after not in self._posted:
            raise Malformed("after", after, "is not an event of this ledger")
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
