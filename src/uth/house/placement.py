"""Which tables this program runs, when several programs run one house together."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from functools import wraps
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar

from typing_extensions import override

from uth.errors import Stale
from uth.house.turn import Wanted
from uth.store.entries import Unavailable
from uth.store.lease import TABLE, moved

P = ParamSpec("P")
S = TypeVar("S")
T = TypeVar("T")

TRIES_MAX = 50
"""How many times a change is decided again after another node has changed the same thing first."""


class Placement(Protocol):
    """Decides where the tables of the house run."""

    @property
    def is_shared(self) -> bool:
        """Whether other programs may run tables of the house too."""

    def runs(self, table: str) -> bool:
        """Whether this program runs the table."""

    @property
    def is_current(self) -> bool:
        """Whether this program's state is current enough to answer requests."""

    async def claim(self, table: str) -> None:
        """Claim a table that is about to be created."""

    async def ask(self, table: str, by: str, command: Wanted, key: str | None) -> None:
        """Send a command to a table that another program runs; raise `Refused` as the table itself would."""

    async def everywhere(self) -> None:
        """Return once every program has applied what this one has stored of the house and its people."""


class Alone(Placement):
    """The placement of a single program, which runs every table."""

    @override
    def runs(self, table: str) -> bool:
        """Whether this program runs the table; always true."""
        return True

    is_shared = False
    is_current = True

    @override
    async def claim(self, table: str) -> None:
        """Do nothing, since this program runs every table."""

    @override
    async def ask(self, table: str, by: str, command: Wanted, key: str | None) -> None:
        """Raise, since no table runs elsewhere."""
        raise elsewhere(table)

    @override
    async def everywhere(self) -> None:
        """Return at once."""


def elsewhere(table: str) -> Unavailable:
    """Return the error for a request that reached a program which does not run the table."""
    return moved([f"{TABLE}{table}"])


def decided_again(
    method: Callable[Concatenate[S, P], Coroutine[Any, Any, T]],
) -> Callable[Concatenate[S, P], Coroutine[Any, Any, T]]:
    """Retry the method, on the log as it is now, each time another program has written first."""

    @wraps(method)
    async def decided(self: S, /, *args: P.args, **kwargs: P.kwargs) -> T:
        for _ in range(TRIES_MAX):
            try:
                return await method(self, *args, **kwargs)
            except Stale:
                continue
        return await method(self, *args, **kwargs)

    return decided
