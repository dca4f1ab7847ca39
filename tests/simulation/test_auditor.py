"""The auditor finds errors: every kind, put into a good log and sealed again, is named."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from copy import deepcopy
from dataclasses import replace
from fractions import Fraction
from functools import cache
from typing import Any

import pytest

from simulation.auditor import Auditor
from simulation.evening import Ended, evening
from uth.house.followed_table import RoundNotes
from uth.store.entries import Stored
from uth.table.round import events as e
from uth.table.round.state import Owed
from uth.units import PlayerId, Seat

KEYS = range(40)
Wrong = Callable[[list[Stored]], "list[Stored] | None"]


@cache
def good(key: int) -> Ended:
    return evening(key)


def sealed(records: list[Stored]) -> list[Stored]:
    """Return the records numbered and sealed as if they had been written so."""
    chain, numbers, found = "", dict[str, int](), []
    for position, record in enumerate(records, 1):
        numbers[record.stream] = numbers.get(record.stream, 0) + 1
        moved = [[str(x.source), str(x.target), f"{x.cents.numerator}/{x.cents.denominator}"] for x in record.transfers]
        told = {
            "position": position,
            "stream": record.stream,
            "number": numbers[record.stream],
            "at": record.at,
            "key": record.key,
            "body": record.body,
            "transfers": moved,
            "answer": record.answer,
        }
        line = json.dumps(told, separators=(",", ":")).removesuffix("}")
        chain = hashlib.sha256((chain + line).encode()).hexdigest()
        found.append(replace(record, position=position, number=numbers[record.stream], chain=chain))
    return found


def first(records: list[Stored], wanted: Callable[[Stored], bool]) -> int | None:
    return next((at for at, record in enumerate(records) if wanted(record)), None)


def has(record: Stored, event: str) -> bool:
    body = record.body
    return isinstance(body, dict) and any(each["is"] == event for each in body.get("events", ()))


def changed(records: list[Stored], at: int | None, change: Callable[[Any], object]) -> list[Stored] | None:
    if at is None:
        return None
    body = deepcopy(records[at].body)
    change(body)
    return [*records[:at], replace(records[at], body=body), *records[at + 1 :]]


def one_cent_more(records: list[Stored]) -> list[Stored] | None:
    at = first(records, lambda record: len(record.transfers) > 0 and has(record, "RoundSettled"))
    if at is None:
        return None
    head, *rest = records[at].transfers
    moved = (replace(head, cents=head.cents + Fraction(1)), *rest)
    return [*records[:at], replace(records[at], transfers=moved), *records[at + 1 :]]


def a_chip_from_nowhere(records: list[Stored]) -> list[Stored] | None:
    at = first(records, lambda record: has(record, "ChipsBought"))
    return changed(records, at, lambda body: body["events"][0].update(cents=1))


def a_record_gone(records: list[Stored]) -> list[Stored] | None:
    at = first(records, lambda record: has(record, "WagerPlaced"))
    return None if at is None else [*records[:at], *records[at + 1 :]]


def a_wager_behind_the_switch(records: list[Stored]) -> list[Stored] | None:
    at = first(records, lambda record: has(record, "WagerPlaced"))
    if at is None:
        return None
    body = {"is": "switched", "by": "max", "what": "house", "name": "", "off": True}
    switch = Stored(position=0, stream="house", number=0, at="", key=None, body=body, chain="")
    return [*records[:at], switch, *records[at:]]


def a_meter_by_one_person(records: list[Stored]) -> list[Stored] | None:
    def alone(body: Any) -> None:
        for event in body["events"]:
            event["second"] = event["by"]

    at = first(records, lambda record: has(record, "MeterAdjusted") and _goes_down(record))
    return changed(records, at, alone)


def _goes_down(record: Stored) -> bool:
    return any(Fraction(each["after"]) < Fraction(each["before"]) for each in record.body["events"])


def an_award_paid_and_not_brought(records: list[Stored]) -> list[Stored] | None:
    def gone(body: Any) -> None:
        body["events"] = [event for event in body["events"] if event["is"] != "AwardBrought"]

    return changed(records, first(records, lambda record: has(record, "AwardBrought")), gone)


def a_stranger_paid_envy(records: list[Stored]) -> list[Stored] | None:
    def stranger(body: Any) -> None:
        next(event for event in body["events"] if event["is"] == "EnvyPaid").update(seat=77)

    return changed(records, first(records, lambda record: has(record, "EnvyPaid")), stranger)


@pytest.mark.parametrize(
    "wrong",
    [
        one_cent_more,
        a_chip_from_nowhere,
        a_record_gone,
        a_wager_behind_the_switch,
        a_meter_by_one_person,
        an_award_paid_and_not_brought,
        a_stranger_paid_envy,
    ],
)
def test_what_is_wrong_with_a_log_is_found(wrong: Wrong) -> None:
    tried = next(log for key in KEYS if (log := wrong(good(key).records)) is not None)
    with pytest.raises((AssertionError, KeyError)):
        Auditor(sealed(tried)).audit()


def test_a_changed_byte_is_found_by_its_seal_and_a_good_log_sealed_again_is_good() -> None:
    records = good(0).records
    assert sealed(records) == records
    Auditor(records).audit()
    bent = changed(records, len(records) // 2, lambda body: body.update(by="somebody else"))
    assert bent is not None
    with pytest.raises(AssertionError, match="not as it was sealed"):
        Auditor(bent).audit()


def test_a_fraction_of_a_cent_that_a_meter_loses_is_found_though_events_and_ledger_agree() -> None:
    def whole(record: Stored) -> Stored:
        body = deepcopy(record.body)
        for event in body.get("events", ()):
            if event["is"] == "MeterFed":
                event["amount"] = f"{int(Fraction(event['amount']))}/1"
        meters = [replace(each, cents=Fraction(int(each.cents))) for each in record.transfers]
        return replace(record, body=body, transfers=tuple(meters))

    records = next(good(key).records for key in KEYS if first(good(key).records, lambda each: has(each, "CoinedIn")))
    at = first(records, lambda record: has(record, "CoinedIn") and whole(record) != record)
    assert at is not None
    with pytest.raises(AssertionError, match=r"fed .* not \["):
        Auditor(sealed([*records[:at], whole(records[at]), *records[at + 1 :]])).audit()


def test_an_award_that_is_still_owed_after_it_was_paid_is_found() -> None:
    ended = next(good(key) for key in KEYS if first(good(key).records, lambda record: has(record, "AwardPaid")))
    auditor = Auditor(ended.records)
    auditor.audit()
    brought = next(record for record in ended.records if has(record, "AwardBrought"))
    name = brought.stream.removeprefix("table/")
    event = next(each for each in brought.body["events"] if each["is"] == "AwardBrought")
    owed = Owed(seat=Seat(event["seat"]), player=PlayerId("p0"), cents=event["cents"], round=event["round"])
    table = ended.tables[name]
    auditor._compare_owed(name, table)
    with pytest.raises(AssertionError, match="owes the awards"):
        auditor._compare_owed(name, replace(table, owed=(*table.owed, owed)))


def test_an_answer_that_is_not_in_the_log_or_is_there_though_it_was_refused_is_found() -> None:
    ended = good(0)
    auditor = Auditor(ended.records)
    auditor.compare_answers(ended.acknowledged, ended.refused)
    with pytest.raises(AssertionError, match="not in the log"):
        auditor.compare_answers([*ended.acknowledged, "ann/99"], ended.refused)
    with pytest.raises(AssertionError, match="refused and in the log"):
        auditor.compare_answers([], ended.acknowledged)
    twice = next(record for record in ended.records if record.key in ended.acknowledged)
    with pytest.raises(AssertionError, match="done twice"):
        Auditor([*ended.records, twice]).compare_answers(ended.acknowledged, ended.refused)
    of_a_table = next(each for each in ended.records if each.key in ended.acknowledged and "command" in each.body)
    with pytest.raises(AssertionError, match="under no key"):
        Auditor([*ended.records, replace(of_a_table, key=None)]).compare_answers(ended.acknowledged, ended.refused)


def test_a_table_or_a_link_that_is_not_what_its_log_tells_is_found() -> None:
    ended = good(0)
    auditor = Auditor(ended.records)
    auditor.audit()
    auditor.compare_tables(ended.tables, ended.specs)
    name, table = next(iter(ended.tables.items()))
    with pytest.raises(AssertionError, match="is not what its log tells"):
        auditor.compare_tables({**ended.tables, name: replace(table, rounds=99)}, ended.specs)
    auditor.compare_notes(ended.notes)
    with pytest.raises(AssertionError, match="forgets for whom"):
        auditor.compare_notes({name: RoundNotes(late=(e.Checked(seat=Seat(1)),))})
    link, state = next(iter(ended.links.items()))
    with pytest.raises(AssertionError, match="is not what its log tells"):
        auditor.compare_links({**ended.links, link: replace(state, down=not state.down)})
