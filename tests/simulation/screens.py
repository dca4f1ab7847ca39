"""What every reader is shown after every step, compared with the ledger at the same place of the log.

The ledger is counted from the stored transfers, stream by stream, up to the record a screen is drawn from. Nothing of
the table's own state is used to say what should be on the screen.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from uth.host.live_table import LiveTable
from uth.store.codec import encoded
from uth.store.memory import MemoryStore
from uth.store.rows import stored_of
from uth.table.decide import Events
from uth.web.table_document import table_document
from uth.web.table_snapshot import snapshot_of

COUPON = "match_play"
SETTLED = "settled"


@dataclass(kw_only=True)
class Stream:
    """One stream of the log as far as a screen has come: what its records moved, and what its round has moved."""

    number: int = 0
    held: dict[str, Fraction] = field(default_factory=lambda: defaultdict(Fraction))
    round: dict[str, Fraction] = field(default_factory=lambda: defaultdict(Fraction))
    """What each player gained at the table since the layout was last clear; buying and leaving is not gaining."""
    by_check: Counter[str] = field(default_factory=Counter)
    """Awards of the round that were paid by check, which never lie on the rail."""
    events: list[dict[str, Any]] = field(default_factory=list)
    """The events of the last record."""


@dataclass(kw_only=True)
class Screens:
    """Looks at every screen a house shows."""

    log: MemoryStore
    wrong: list[str] = field(default_factory=list)
    looked: Counter[str] = field(default_factory=Counter)
    streams: dict[str, Stream] = field(default_factory=lambda: defaultdict(Stream))
    _rows: dict[str, list[int]] = field(default_factory=lambda: defaultdict(list))
    _read: int = 0
    _sits: dict[tuple[str, int], str] = field(default_factory=dict)

    def restart(self) -> None:
        """Begin to count again: a house that was opened again begins at the log."""
        self.streams.clear()
        self._sits.clear()

    # What is stored.

    def _stream(self, name: str, until: int) -> Stream:
        """Return the stream as it was after its record of that number."""
        for at in range(self._read, len(self.log._rows)):
            self._rows[self.log._rows[at].stream].append(at)
        self._read = len(self.log._rows)
        stream = self.streams[name]
        places = self._rows[name]
        if until > len(places):
            self.wrong.append(f"{name} shows record {until}, and {len(places)} are stored")
            until = len(places)
        for at in places[stream.number : until]:
            self._take(name, stream, stored_of(self.log._rows[at]))
        stream.number = max(stream.number, until)
        return stream

    def _take(self, name: str, stream: Stream, record: Any) -> None:
        table = name.partition("/")[2]
        stream.events = record.body["events"]
        for event in record.body["events"]:
            if event["is"] == "SeatTaken":
                self._sits[table, event["seat"]] = event["player"]
            if event["is"] == "CardsCollected":
                stream.round.clear()
                stream.by_check.clear()
            if event["is"] == "AwardBrought" and event["means"] == "check":
                stream.by_check[f"player:{self._sits[table, event['seat']]}"] += event["cents"]
        for each in record.transfers:
            source, target = str(each.source), str(each.target)
            stream.held[source] -= each.cents
            stream.held[target] += each.cents
            for player, other, sign in ((source, target, -1), (target, source, 1)):
                if player.startswith("player:") and other != "cage":
                    stream.round[player] += sign * each.cents

    # What is told.

    def heard(self, live: LiveTable, events: Events) -> None:
        """Look at everything that is shown of the table now that these events are told."""
        stream = self._stream(live.stream, live.number)
        told = [encoded(event) for event in events]
        stored = [event for record in self._last(live, len(told)) for event in record]
        if told and stored[-len(told) :] != told:
            self._say(live, f"told {told}, stored {stored}")
        self._look_at_table(live, stream)

    def _last(self, live: LiveTable, events: int) -> Iterator[list[dict[str, Any]]]:
        """Yield the events of the last records of the table that hold so many, oldest first."""
        found: list[list[dict[str, Any]]] = []
        for at in reversed(self._rows[live.stream][: live.number]):
            if sum(map(len, found)) >= events:
                break
            found.append(stored_of(self.log._rows[at]).body["events"])
        yield from reversed(found)

    def _say(self, live: LiveTable, what: str) -> None:
        self.wrong.append(f"{live.name} at {live.number}: {what}")

    def _look_at_table(self, live: LiveTable, stream: Stream) -> None:
        """The table as someone who only watches sees it, and as every chair does."""
        for chair in (None, *live.table.chairs):
            document = table_document(snapshot_of(live), chair)
            self.looked["table"] += 1
            rails: dict[str, int] = defaultdict(int)
            on_layout = 0
            for seat, shown in document["seats"].items():
                rails[f"player:{live.table.chairs[int(seat)].player}"] += shown["rail"]  # type: ignore[index]
                on_layout += _on_layout(dict(shown)) if document["phase"] != SETTLED else 0
            held = {player: stream.held[player] for player in rails}
            if rails != held:
                self._say(live, f"chair {chair} is shown the rails {rails}, the ledger has {held}")
            if on_layout != stream.held[f"escrow:{live.name}"]:
                escrow = stream.held[f"escrow:{live.name}"]
                self._say(live, f"chair {chair} is shown {on_layout} on the layout, the ledger has {escrow}")
            banker = document["banker"]
            bank = stream.held[f"bank:{live.name}"]
            if (banker["wager"] if banker is not None and document["phase"] != SETTLED else 0) != bank:
                self._say(live, f"chair {chair} is shown the bank {banker}, the ledger has {bank}")


def _on_layout(seat: dict[str, Any]) -> int:
    """Return the chips a seat is shown on the layout: wagers that are not collected, and the play wager it has made."""
    wagers: dict[str, int] = seat["wagers"]
    made = seat["decision"]
    play = made["multiple"] * wagers["ante"] if made is not None and made["multiple"] is not None else 0
    return sum(cents for wager, cents in wagers.items() if wager not in (COUPON, *seat["collected"])) + play
