"""Accounts: every place at a house where money can be."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from uth.errors import Malformed


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
