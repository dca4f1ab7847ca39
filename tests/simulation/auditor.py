"""An auditor that recounts everything from the log alone, and then compares it with the house's results."""

from __future__ import annotations

import hashlib
import json
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import takewhile
from typing import Any

from simulation.pockets import Pockets
from uth.house.bankrolls import ALLOWANCE_CENTS
from uth.house.followed_table import RoundNotes
from uth.progressive import events as ke
from uth.progressive.apply import apply as apply_to_link
from uth.progressive.state import Link, Terms, new_link
from uth.rules.loader import BOOKS
from uth.store.codec import decoded, encoded
from uth.store.entries import Stored
from uth.table.posted import Posted
from uth.table.round import events as e
from uth.table.round.apply import apply
from uth.table.round.state import Table, new_table

NEVER_BELOW_ZERO = ("player", "bankroll", "escrow", "bank", "meter", "reserve", "pending", "fees", "overflow")
"""Pockets that hold something or nothing after every command."""

TROUBLE = {"IrregularityReported", "IrregularityRuled", "FloorCalled", "FloorRuled", "HandVoided", "RoundVoided",
           "ReplacementOrdered", "DealPutRight", "RoundDisputed", "RoundReviewed", "DisputeResolved",
           "DisputeAppealed"}  # fmt: skip
OPENED = ("RoundDisputed", "RoundReviewed")


class Auditor:
    """Reads the log from its first record to its last."""

    def __init__(self, records: Sequence[Stored], *, allowance: int = ALLOWANCE_CENTS) -> None:
        self.records = records
        self.allowance = allowance
        self.allowed: set[tuple[str, str]] = set()
        """Who was given an allowance on which day."""
        self.pockets = Pockets()
        self.ledger: dict[str, Fraction] = defaultdict(Fraction)
        self.touched: set[str] = set()
        """What has moved since it was last counted."""
        self.off: set[tuple[str, str]] = set()
        self.closed: set[str] = set()
        self.guests: set[str] = set()
        """The tables that guests have made."""
        self.asked: dict[int, str] = {}
        self.coined: dict[str, tuple[int, ...]] = {}
        self.chain = ""
        self.numbers: dict[str, int] = defaultdict(int)
        self.paid: Counter[str] = Counter()
        self.brought: Counter[str] = Counter()
        self.envy: dict[str, Counter[tuple[int, int, int]]] = defaultdict(Counter)
        """The envy that waits at each table: to whom, for whose hand, how much."""
        self.levels: dict[str, list[dict[str, Any]]] = {}
        """The meters of each link, as its terms have them."""
        self.open: set[tuple[str, int]] = set()
        """The awards that wait: their link and number."""

    def audit(self) -> None:
        """Raise `AssertionError` at the first thing that is not as it must be."""
        for append in appends(self.records):
            for record in append:
                self._seal(record)
                self._move(record)
                self._tell(record)
            self._count()
        assert sum(self.ledger.values()) == 0, "chips were made or lost"

    def _seal(self, record: Stored) -> None:
        self.numbers[record.stream] += 1
        assert record.number == self.numbers[record.stream], f"{record.stream} has no number {record.number}"
        told = {
            "position": record.position,
            "stream": record.stream,
            "number": record.number,
            "at": record.at,
            "key": record.key,
            "body": record.body,
            "transfers": [[str(x.source), str(x.target), _fraction(x.cents)] for x in record.transfers],
            "answer": record.answer,
        }
        line = json.dumps(told, separators=(",", ":")).removesuffix("}")
        self.chain = hashlib.sha256((self.chain + line).encode()).hexdigest()
        assert record.chain == self.chain, f"position {record.position} is not as it was sealed"

    def _move(self, record: Stored) -> None:
        for each in record.transfers:
            self.ledger[str(each.source)] -= each.cents
            self.ledger[str(each.target)] += each.cents
            self.touched |= {str(each.source), str(each.target)}

    # What the records tell.

    def _tell(self, record: Stored) -> None:
        room, _, name = record.stream.partition("/")
        match room:
            case "house":
                self._house(record.body)
            case "table":
                self._table(name, record.body)
            case "link":
                self._link(name, record.body)
            case "bankroll":
                self._allowance(name, record)

    def _house(self, body: dict[str, Any]) -> None:
        match body["is"]:
            case "switched":
                (self.off.add if body["off"] else self.off.discard)((body["what"], body["name"]))
            case "table_closed":
                assert not any(table == body["table"] for table, _ in self.pockets.sits), f"somebody sits at {body}"
                self.closed.add(body["table"])
                if body["table"] in self.guests:
                    self.pockets.table_left(body["table"])
            case "table_made" if body["guest"]:
                self.guests.add(body["spec"]["name"])
                if body["spec"]["rules"] not in BOOKS:
                    self.pockets.lends_chips.add(body["spec"]["name"])
            case "link_made":
                self.levels[body["name"]] = body["terms"]["levels"]
                self.pockets.link_made(body["name"], body["terms"], guest=body.get("guest", False))
            case "link_ended":
                self.pockets.link_left(body["name"])
            case "asked_for_two":
                self.asked[body["number"]] = body["command"]["by"]
            case "settled_by_two":
                first = self.asked.pop(body["number"])
                assert not body["agreed"] or first != body["by"], f"{first} agreed with themselves"

    def _allowance(self, person: str, record: Stored) -> None:
        """An allowance is given once a day, to somebody whose bankroll and rails it tops up to no more than itself."""
        day, cents = record.body["day"], record.body["cents"]
        assert (person, day) not in self.allowed, f"{person} got two allowances on {day}"
        self.allowed.add((person, day))
        self.pockets.move("allowance", f"bankroll:{person}", cents)
        chips = self.pockets.held[f"bankroll:{person}"] + self.pockets.held[f"player:{person}"]
        assert 0 < cents <= chips <= self.allowance, f"{person} was topped up to {chips} by {cents}"

    def _table(self, table: str, body: dict[str, Any]) -> None:
        assert table not in self.closed, f"{table} is closed and took {body['command']}"
        for event in body["events"]:
            if event["is"] in ("WagerPlaced", "BankTaken"):
                player = self.pockets.sits[table, event["seat"]]
                stopped = self.off & {("house", ""), ("table", table), ("player", player)}
                assert not stopped, f"{table} took {event} while {stopped} was off"
            if event["is"] in ("EnvyPaid", "EnvyOwed"):
                assert event["seat"] in self.coined[table], f"seat {event['seat']} had no share in the envy at {table}"
            if event["is"] in ("EnvyOwed", "EnvyPaid", "EnvyDenied"):
                self._envy(table, event)
            if event["is"] == "AwardBrought":
                self.brought[table] += event["cents"]
            if event["is"] == "AwardTakenBack":
                self.brought[table] -= event["cents"]
            self.pockets.at_table(table, event)

    def _envy(self, table: str, event: dict[str, Any]) -> None:
        """Envy that waits is paid or denied once; what is paid without having waited belongs to no award of a link."""
        envy = (event["seat"], event["from_seat"], event["cents"])
        waits = self.envy[table]
        if event["is"] == "EnvyOwed":
            assert waits[envy] == 0, f"seat {event['seat']} is owed the same envy twice at {table}"
            waits[envy] += 1
        elif event["is"] == "EnvyDenied" or event.get("round"):
            assert waits[envy] == 1, f"no envy of {envy} waited at {table}"
            waits[envy] -= 1

    def _link(self, link: str, body: dict[str, Any]) -> None:
        reverses = any(event["is"] == "CoinInReversed" for event in body["events"])
        self._fed(link, body["events"])
        for event in body["events"]:
            if event["is"] == "CoinedIn":
                self.coined[event["table"]] = tuple(event["seats"])
            if event["is"] == "AwardPending":
                self.open.add((link, event["award"]))
            if event["is"] in ("AwardPaid", "AwardWithdrawn", "AwardBackedOut"):
                self.open.discard((link, event["award"]))
            if event["is"] == "AwardPaid":
                was = self.pockets.awards[link, event["award"]]
                self.paid[was["table"]] += was["cents"]
            if event["is"] == "AwardBackedOut" and self.pockets.awards[link, event["award"]].get("paid"):
                was = self.pockets.awards[link, event["award"]]
                self.paid[was["table"]] -= was["cents"]
            before = {pocket: held for pocket, held in self.pockets.held.items() if pocket.startswith("meter:")}
            self.pockets.at_link(link, event)
            if any(self.pockets.held[pocket] < held for pocket, held in before.items()):
                self._require_reason(event, reverses)

    def _fed(self, link: str, events: Sequence[dict[str, Any]]) -> None:
        """Locked wagers feed every meter its exact share, and its reserve: no fraction of a cent is lost."""
        for at, coined in enumerate(events):
            if coined["is"] != "CoinedIn":
                continue
            fed = {each["meter"]: each for each in takewhile(lambda each: each["is"] == "MeterFed", events[at + 1 :])}
            for level in self.levels[link]:
                shares = [Fraction(level[name]) * coined["cents"] for name in ("increment", "reserve")]
                each = fed.get(level["name"], {"amount": 0, "overflow": 0, "reserve": 0})
                gained = [Fraction(each["amount"]) + Fraction(each["overflow"]), Fraction(each["reserve"])]
                assert gained == shares, f"{coined} fed {level['name']} of {link} {gained}, not {shares}"

    def _require_reason(self, event: dict[str, Any], reverses: bool) -> None:
        """A meter goes down only by a recorded award, an approved adjustment, or what gave its own increment back."""
        match event["is"]:
            case "AwardPending" | "AwardRepriced" | "AwardWithdrawn" | "AwardBackedOut":
                return  # an award that is taken back takes its seed along
            case "MeterAdjusted":
                assert event["by"] != event["second"], f"one person adjusted a meter: {event}"
                assert event["by"] in self.asked.values(), f"nobody asked for {event}"
                return
            case "MeterFed" if reverses:
                return
        raise AssertionError(f"a meter went down by {event}")

    # After every append.

    def _count(self) -> None:
        for pocket in self.touched | self.pockets.touched:
            kind, _, name = pocket.partition(":")
            beyond = self.ledger[f"overflow:{name}"] if kind == "meter" else 0
            kept, counted = self.ledger[pocket] + beyond, self.pockets.held[pocket]
            assert kind == "overflow" or kept == counted, f"{pocket}: the ledger says {kept}, the events say {counted}"
            assert kind not in NEVER_BELOW_ZERO or self.ledger[pocket] >= 0, f"{pocket} holds {self.ledger[pocket]}"
        self.touched.clear()
        self.pockets.touched.clear()
        assert self.paid == self.brought, f"links paid {self.paid}, tables brought {self.brought}"

    # What the house made of it.

    def compare_balances(self, balances: Mapping[str, str]) -> None:
        held = {pocket: cents for pocket, cents in self.ledger.items() if cents}
        assert held == {pocket: Fraction(cents) for pocket, cents in balances.items()}

    def compare_tables(self, tables: Mapping[str, Table], posted: Mapping[str, Posted]) -> None:
        """Every table is the fold of its log, and the rails hold what the pockets do."""
        rails: dict[str, int] = defaultdict(int)
        for name, table in tables.items():
            folded = new_table(posted[name])
            for event in self._events(f"table/{name}"):
                folded = apply(folded, decoded(e.Event, event))
            assert folded == table, f"table {name} is not what its log tells"
            self._compare_owed(name, table)
            for player, rail in table.rails.items():
                rails[f"player:{player}"] += rail
        held = {pocket: cents for pocket, cents in self.pockets.held.items() if pocket.startswith("player:") and cents}
        assert held == {pocket: cents for pocket, cents in rails.items() if cents}

    def _compare_owed(self, name: str, table: Table) -> None:
        """A table owes the awards that wait at its link, and the envy that waits with them, and nothing else."""
        waiting = (self.pockets.awards[place] for place in self.open)
        awards = Counter((each["seat"], each["cents"]) for each in waiting if each["table"] == name)
        owed = Counter((each.seat, each.cents) for each in table.owed if each.from_seat is None)
        assert owed == awards, f"table {name} owes the awards {owed}, the link says that {awards} wait"
        envy = Counter((each.seat, each.from_seat, each.cents) for each in table.owed if each.from_seat is not None)
        assert envy == +self.envy[name], f"table {name} owes the envy {envy}, its log says that {self.envy[name]} waits"

    def compare_notes(self, notes: Mapping[str, RoundNotes]) -> None:
        """What a table remembers of its round beside what it shows is what its log tells since the last collection."""
        for name, noted in notes.items():
            since: list[tuple[str, dict[str, Any]]] = []
            for record in self.records:
                for event in record.body["events"] if record.stream == f"table/{name}" else ():
                    over = event["is"] in ("CardsCollected", "TableClosed")
                    since = [] if over else [*since, (record.body["by"], event)]
            assert noted.bank_used == sum(event["used"] for _, event in since if event["is"] == "BankSettled")
            late = [x for by, x in since if by == "house" and x["is"] in ("Checked", "PlayMade", "Folded")]
            assert list(map(encoded, noted.late)) == late, f"table {name} forgets for whom it has answered"
            trouble = _trouble([event for _, event in since])
            assert list(map(encoded, noted.trouble)) == trouble, f"table {name} does not know what went wrong"

    def compare_links(self, links: Mapping[str, Link]) -> None:
        """Every link is the fold of its log, and its meters show what the pockets hold."""
        terms = {record.body["name"]: record.body["terms"] for record in self.records if _is(record, "link_made")}
        assert terms.keys() == links.keys()
        for name, link in links.items():
            folded = new_link(decoded(Terms, terms[name]))
            for event in self._events(f"link/{name}"):
                folded = apply_to_link(folded, decoded(ke.Event, event))
            assert folded == link, f"link {name} is not what its log tells"
            for meter, shows in link.meters.items():
                assert self.pockets.held[f"meter:{name}/{meter}"] == shows.amount + shows.overflow

    def compare_answers(self, acknowledged: Collection[str], refused: Collection[str]) -> None:
        """Whoever was told that it is done finds it in the log once; whoever was told no finds nothing."""
        written = Counter(append[0].key for append in appends(self.records) if append[0].key is not None)
        assert set(written.values()) <= {1}, f"done twice: {[key for key, times in written.items() if times > 1]}"
        lost = set(acknowledged) - written.keys()
        assert not lost, f"acknowledged and not in the log: {sorted(lost)}"
        clients = {key.partition("/")[0] for key in (*acknowledged, *refused)}
        for record in self.records:
            keyless = record.key is None and record.body.get("by") in clients and "command" in record.body
            word = keyless and record.body["command"]["is"] == "SayWord"
            assert word or not keyless, f"{record.body['by']} did {record.body['command']} under no key"
        slipped = set(refused) & written.keys()
        assert not slipped, f"refused and in the log: {sorted(slipped)}"

    def _events(self, stream: str) -> Iterable[dict[str, Any]]:
        return (event for record in self.records if record.stream == stream for event in record.body["events"])


def appends(records: Sequence[Stored]) -> Iterator[list[Stored]]:
    """Yield the records append by append: those of one key, or what a table or the house did with its link."""
    append: list[Stored] = []
    for record in records:
        keyed = bool(append) and record.key is not None and record.key == append[-1].key
        linked = record.key is None and record.stream.startswith("link/")
        with_table = _is(record, "link_ended")
        if append and not keyed and not linked and not with_table and not _is(append[-1], "link_made"):
            yield append
            append = []
        append.append(record)
    if append:
        yield append


def _fraction(cents: Fraction) -> str:
    return f"{cents.numerator}/{cents.denominator}"


def _trouble(events: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return what went wrong in the round these events end with; a dispute of the last one is over with its wagers."""
    begun = max((at for at, event in enumerate(events) if event["is"] == "NoMoreBetsAnnounced"), default=0)
    said, raised = list[dict[str, Any]](), set[int]()
    for at, event in enumerate(events):
        dispute = event["is"] in (*OPENED, "DisputeResolved", "DisputeAppealed")
        if event["is"] in OPENED and at >= begun and not event["late"]:
            raised.add(event["dispute"])
        if event["is"] in TROUBLE and (not dispute or event["dispute"] in raised):
            said.append(event)
    return said


def _is(record: Stored, what: str) -> bool:
    return record.stream == "house" and bool(record.body["is"] == what)
