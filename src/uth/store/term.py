"""The term of a house: from its first record in the log to the first of the next house, with which it ends.

A lock can be lost without a word: somebody cleans up a file, a firewall drops a quiet connection. What a house writes
is therefore held against the log itself, in the transaction that writes it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from uth.store.drafts import Draft, draft_of
from uth.store.entries import Entry, Unavailable
from uth.store.statements import EVERY

STREAM: Final = "opened"
"""Where the log says that a house was opened, before anything else of its."""
TAKEN_OVER: Final = "house_taken_over"


@dataclass(slots=True, kw_only=True)
class Term:
    """The time in which one house writes; it begins with the first thing it writes."""

    number: int | None = None
    """The record that began it, once there is one."""
    stated: int | None = None
    """The position at which the balances were last stated in it."""

    def states(self, position: int) -> bool:
        """Whether the balances are stated again, the log ending at that position."""
        return self.stated is None or position >= self.stated + EVERY

    def beginning(self, last: int) -> Draft | None:
        """Return what is written first of all, or ``None`` once it is; refuse where another house has begun since."""
        if self.number is None:
            return draft_of([Entry(stream=STREAM, after=last, body={"is": "opened"})], None, None)
        if last != self.number:
            raise taken_over()
        return None


def taken_over() -> Unavailable:
    """Return the answer of a house that is not the house any more."""
    says = "another uth serve has opened this house since; this one takes nothing more, and what was done is there"
    return Unavailable(TAKEN_OVER, says)
