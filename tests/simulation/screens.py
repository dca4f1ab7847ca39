"""The screens of every reader after every step, compared with the ledger at the same place of the log.

The ledger is counted from the stored transfers, stream by stream, up to the record a screen is drawn from. The expected
content of a screen uses nothing of the table's own state.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from uth.house.live_link import LiveLink
from uth.house.live_table import LiveTable
from uth.store.codec import encoded
from uth.store.memory import MemoryStore
from uth.store.rows import stored_of
from uth.table.round.decide import Events
from uth.units import Seat
from uth.views.console import payouts
from uth.views.link import link_document
from uth.views.listing import listed
from uth.views.table import table_document

COUPON = "match_play"
SETTLED = "settled"
OF_A_ROUND = ("DisputeResolved", "AwardBrought", "AwardTakenBack", "EnvyPaid", "EnvyTakenBack")
"""Events that move money of the round they name, which may be an earlier one; 0 is the round that is settled."""


@dataclass(kw_only=True)
class Stream:
    """One stream of the log as far as a screen has come: what its records moved, and what its round has moved."""

    number: int = 0
    held: dict[str, Fraction] = field(default_factory=lambda: defaultdict(Fraction))
    round: dict[str, Fraction] = field(default_factory=lambda: defaultdict(Fraction))
    """What each player gained at the table since the layout was last clear; buying and leaving is not gaining."""
    settled: int = 0
    """How many rounds were settled."""
    lies: int | None = None
    """The number of the settled round that still lies on the layout, if one does."""
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
    _display: dict[str, dict[int, dict[str, Any]]] = field(default_factory=lambda: defaultdict(dict))
    """The awards each link's sign still shows, by their number."""

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
            if event["is"] == "SeatLeft":  # whoever sits down again is shown nothing of the round they left
                left = f"player:{self._sits.pop((table, event['seat']))}"
                stream.round.pop(left, None)
                del stream.by_check[left]
            if event["is"] == "RoundSettled":
                stream.settled += 1
                stream.lies = stream.settled
            if event["is"] == "CardsCollected":
                stream.lies = None
                stream.round.clear()
                stream.by_check.clear()
            by_check = event["is"] in ("AwardBrought", "EnvyPaid") and event.get("means") == "check"
            by_check = by_check and (event["round"] or stream.lies) == stream.lies
            if by_check and (table, event["seat"]) in self._sits:
                stream.by_check[f"player:{self._sits[table, event['seat']]}"] += event["cents"]
            if event["is"] in ("AwardPending", "AwardRepriced", "AwardWithdrawn", "AwardBackedOut", "AwardPaid"):
                self._awarded(name, event)
            if event["is"] in ("KeyTurned", "AwardRecorded"):
                self._verified(name, event)
        named = {event["round"] for event in record.body["events"] if event["is"] in OF_A_ROUND and event["round"]}
        is_of_this_round = named <= {stream.lies}  # what comes late for an earlier round is on no slip of this one
        for each in record.transfers:
            source, target = str(each.source), str(each.target)
            stream.held[source] -= each.cents
            stream.held[target] += each.cents
            if not is_of_this_round:
                continue
            for player, other, sign in ((source, target, -1), (target, source, 1)):
                if player.startswith("player:") and not other.startswith(("cage", "bankroll:")):
                    stream.round[player] += sign * each.cents

    def _awarded(self, link: str, event: dict[str, Any]) -> None:
        """Keep what is on display: an award stays on the sign until its key is back at RUN after J-POT (NV.10f)."""
        shown, number = self._display[link], event["award"]
        match event["is"]:
            case "AwardPending":
                shown[number] = dict(event)
            case "AwardRepriced" if number in shown:
                shown[number] |= {"cents": event["cents"], "seed": event["seed"]}
            case "AwardWithdrawn" | "AwardBackedOut":
                shown.pop(number, None)
            case "AwardPaid" if event.get("unattended"):
                shown.pop(number, None)

    def _verified(self, link: str, event: dict[str, Any]) -> None:
        shown = self._display[link]
        if event["is"] == "AwardRecorded" and event["award"] in shown:
            shown[event["award"]]["recorded"] = True
        if event["is"] == "KeyTurned" and event["to"] == "run":
            gone = [at for at, each in shown.items() if each["table"] == event["table"] and each.get("recorded")]
            for at in gone:
                del shown[at]

    # What is told.

    def heard(self, live: LiveTable, events: Events) -> None:
        """Look at everything that is shown of the table now that these events are told."""
        stream = self._stream(live.stream, live.number)
        told = [encoded(event) for event in events]
        stored = [event for record in self._last(live, len(told)) for event in record]
        if told and stored[-len(told) :] != told:
            self._say(live, f"told {told}, stored {stored}")
        self._look_at_table(live, stream)
        self._look_at_payouts(live, stream)
        if live.link is not None:
            self._look_at_meters(live, live.link)

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
            document = table_document(live.snapshot(), chair)
            self.looked["table"] += 1
            rails: set[tuple[str, Fraction]] = set()
            on_layout = 0
            for seat, shown in document["seats"].items():
                rails.add((f"player:{live.table.chairs[int(seat)].player}", Fraction(shown["rail"])))  # type: ignore[index]
                on_layout += _on_layout(dict(shown)) if document["phase"] != SETTLED else 0
            held = {(player, stream.held[player]) for player, _ in rails}
            if rails != held:
                self._say(live, f"chair {chair} is shown the rails {rails}, the ledger has {held}")
            if on_layout != stream.held[f"escrow:{live.name}"]:
                escrow = stream.held[f"escrow:{live.name}"]
                self._say(live, f"chair {chair} is shown {on_layout} on the layout, the ledger has {escrow}")
            banker = document["banker"]
            bank = stream.held[f"bank:{live.name}"]
            if (banker["wager"] if banker is not None and document["phase"] != SETTLED else 0) != bank:
                self._say(live, f"chair {chair} is shown the bank {banker}, the ledger has {bank}")

    def _look_at_payouts(self, live: LiveTable, stream: Stream) -> None:
        """The console's payouts and every slip come to what the ledger moved in this round, and to nothing else."""
        document = table_document(live.snapshot(), None)
        if document["phase"] != SETTLED:
            return
        self.looked["payouts"] += 1
        player_of = {seat: f"player:{chair.player}" for seat, chair in live.table.chairs.items()}
        console: Counter[str] = Counter()
        waits = 0
        for payout in payouts(live):
            waits += payout["waits"]
            if Seat(payout["seat"]) in player_of:
                console[player_of[Seat(payout["seat"])]] += payout["net"]
        slips: Counter[str] = Counter()
        for seat, shown in document["seats"].items():
            slips[player_of[Seat(int(seat))]] += sum(line["net"] for line in shown["lines"])
        for envy in document["envy"]:
            if envy["state"] == "paid" and Seat(envy["seat"]) in player_of:
                slips[player_of[Seat(envy["seat"])]] += envy["cents"]
        banker = live.table.last_bank or live.table.round.banker
        for player in {*console, *slips}:
            gained = stream.round[player] + stream.by_check[player]
            if banker is not None and player == player_of.get(banker.seat):
                continue  # the bank has a line of its own
            for name, shown_net in (("slip", slips[player]), ("console", console[player])):
                fees = self._fees(document, player_of, player) if name == "console" else 0
                if shown_net + fees != gained:
                    self._say(live, f"the {name} of {player} says {shown_net}, the ledger moved {gained}")
        here = [each for each in live.table.owed if f"player:{each.player}" == player_of.get(each.seat)]
        owed = sum(each.cents for each in here if each.round == live.table.rounds)
        if waits != owed:
            self._say(live, f"the console says that {waits} waits, {owed} is owed")

    def _fees(self, document: Any, player_of: dict[Seat, str], player: str) -> int:
        """Return the entry fees a player paid, which the console does not list among the payouts."""
        lines = [
            line
            for seat, shown in document["seats"].items()
            if player_of[Seat(int(seat))] == player
            for line in shown["lines"]
            if line["wager"] == "entry_fee"
        ]
        return sum(line["net"] for line in lines)

    def _look_at_meters(self, live: LiveTable, link: LiveLink) -> None:
        """Lobby, table and sign show one value: the meter's account and the awards that are still on display."""
        stream = self._stream(link.stream, link.number)
        self.looked["meters"] += 1
        shown = {
            "table": table_document(live.snapshot(), None)["meters"],
            "lobby": listed(live)["meters"],
            "sign": link_document(link)["meters"],
        }
        for meter in link.terms.levels:
            held = stream.held[f"meter:{link.name}/{meter.name}"]
            on_display = [each for each in self._display[link.stream].values() if each["meter"] == meter.name]
            amount = held + sum(each["cents"] - each["seed"] for each in on_display)
            if meter.limit is not None:
                amount = min(amount, Fraction(meter.limit))
            for where, meters in shown.items():
                if meters[meter.name] != int(amount):
                    self._say(live, f"the {where} shows {meters[meter.name]} on {meter.name}, the ledger {amount}")


def _on_layout(seat: dict[str, Any]) -> int:
    """Return the chips a seat is shown on the layout: wagers that are not collected, and the play wager it has made."""
    wagers: dict[str, int] = seat["wagers"]
    made = seat["decision"]
    play = made["multiple"] * wagers["ante"] if made is not None and made["multiple"] is not None else 0
    return sum(cents for wager, cents in wagers.items() if wager not in (COUPON, *seat["collected"])) + play
