"""Somebody the house knows."""

from __future__ import annotations

from typing_extensions import TypedDict


class Me(TypedDict):
    """Who you are to the house."""

    person: str | None
    name: str | None
    roles: list[str]
    csrf: str | None


class StaffDocument(TypedDict):
    """Somebody who works here."""

    name: str
    roles: list[str]
    disabled: bool
    locked_until: str | None
    """Until when wrong passwords keep them out."""


class InvitationDocument(TypedDict):
    """An invitation that waits."""

    id: str
    roles: list[str]
    account: str | None
    """Whose password it sets anew; `null` makes a new account with the roles."""
    by: str
    ends: str
