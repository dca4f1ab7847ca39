"""Rates: buckets that fill with time, one for each address or person."""

from __future__ import annotations

import math
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from uth.errors import Refused

BUCKETS_MAX: Final = 10_000
"""How many are kept; the one that was not asked for longest is forgotten, and is full by then."""

Now = Callable[[], float]


class TooFast(Refused):
    """Somebody asks more than their share; in a while they may again."""

    def __init__(self, says: str, retry_after_s: int) -> None:
        super().__init__("too_fast", None, f"{says}; try again in {retry_after_s} s")
        self.retry_after_s = retry_after_s


@dataclass(slots=True, kw_only=True)
class Bucket:
    """A rate: so many at once, so many a second in the long run."""

    burst: float
    per_s: float
    now: Now = time.monotonic
    left: float = field(init=False)
    at: float = field(init=False)

    def __post_init__(self) -> None:
        self.left, self.at = self.burst, self.now()

    def take(self) -> bool:
        """Whether there is room for one more now."""
        now = self.now()
        self.left = min(self.burst, self.left + (now - self.at) * self.per_s)
        self.at = now
        if self.left < 1:
            return False
        self.left -= 1
        return True

    @property
    def wait_s(self) -> int:
        """How many whole seconds until there is room for one."""
        return max(1, math.ceil((1 - self.left) / self.per_s))


@dataclass(slots=True, kw_only=True)
class Rate:
    """The same rate for everyone, each with a bucket of their own."""

    burst: float
    per_s: float
    says: str
    now: Now = time.monotonic
    _of: OrderedDict[str, Bucket] = field(default_factory=OrderedDict)

    def take(self, who: str) -> None:
        """Have one more of theirs, or raise `TooFast`."""
        bucket = self._of.get(who)
        if bucket is None:
            bucket = self._of[who] = Bucket(burst=self.burst, per_s=self.per_s, now=self.now)
            if len(self._of) > BUCKETS_MAX:
                self._of.popitem(last=False)
        self._of.move_to_end(who)
        if not bucket.take():
            raise TooFast(self.says, bucket.wait_s)
