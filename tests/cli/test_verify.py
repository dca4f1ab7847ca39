"""`uth verify`: checks a round independently of its house, and finds every change in it."""

from __future__ import annotations

import asyncio
import copy
import json
import subprocess
from collections.abc import AsyncIterator, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner
from typer.testing import Result as CliResult

from support.examples import examples
from support.installed import UTH
from support.played_house import PlayedHouse
from uth.cli.app import app
from uth.errors import Malformed
from uth.history.export import check_export, signed_lines
from uth.history.round_check import check_round
from uth.history.round_document import Viewer, round_document, sealed, signed_document
from uth.house.signing_key import ROUND, new_key
from uth.rulebook.book import starting_file
from uth.rules.loader import BOOKS, load_book
from uth.table.floor.irregularities import DealerCardExposed, WrongCommunityShown
from uth.table.round import commands as c
from uth.table.round.state import Phase
from uth.units import PlayerId, Seat

KEY = new_key()
"""The key of the house."""


@cache
def document(book: str) -> dict[str, Any]:
    """Return a settled round of that book as seat 2's player saw it, somebody folding and somebody playing."""

    async def played() -> dict[str, Any]:
        house = PlayedHouse()
        live = house.table(rules=book if book in BOOKS else starting_file(book, "nevada"))
        await house.sit(live)
        live.secret.words = {Seat(1): "lucky"}
        await house.round(live, (0, 1, 0, 0, 0, 0, 1, 1))
        return signed_document(await house.history.round("one", 1), Viewer(player=PlayerId("bob~2")), KEY)

    return asyncio.run(played())


Place = tuple[Any, ...]


def places(value: Any, here: Place = ()) -> Iterator[Place]:
    """Yield the place of everything in a document that is no collection, and of every collection in it."""
    if here:
        yield here
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, each in inner:
        yield from places(each, (*here, key))


def changed(whole: dict[str, Any], place: Place) -> dict[str, Any]:
    """Return the document with something else at that place."""
    found: Any = copy.deepcopy(whole)
    *path, last = place
    inner = found
    for key in path:
        inner = inner[key]
    inner[last] = other(inner[last])
    return dict(found)


def other(value: Any) -> Any:
    match value:
        case bool():
            return not value
        case int():
            return value + 1
        case str():
            return f"{value[:-1]}{'1' if value[-1:] != '1' else '2'}"
        case list() | dict() if value:
            return type(value)(list(value)[:-1]) if isinstance(value, list) else dict(list(value.items())[:-1])
        case None:
            return 1
    return ["something"]


def test_a_rule_set_of_the_tables_own_comes_with_the_round() -> None:
    whole = document("riverboat")
    assert whole["rules"]["name"] == "riverboat"
    assert check_round(whole).holds, check_round(whole)
    other = whole["rules"]["text"] + '\n[dealer]\nqualifier = { value = "two_pair", cite = "R25" }\n'
    assert is_found(sealed({**whole, "rules": {**whole["rules"], "text": other}}))


def is_found(whole: dict[str, Any]) -> bool:
    try:
        return not check_round(whole).holds
    except Malformed:
        return True


@pytest.mark.parametrize("book", BOOKS[:2])
@examples(15)
@given(st.data())
def test_whatever_is_changed_in_a_round_is_found(book: str, data: st.DataObject) -> None:
    whole = document(book)
    assert check_round(whole).holds
    place = data.draw(st.sampled_from(list(places(whole))))
    assert is_found(changed(whole, place)), place


TOLD_BY_THE_CARDS = ("rules", "posted", "acts", "seats", "dealer", "dealer_hand", "dealer_five", "qualifies",
                     "community", "unseen", "meters", "awards", "total", "commitment", "proof")  # fmt: skip
ONLY_SEALED = ({"n"}, {"at"}, {"by"}, {"name"}, {"title"})


@pytest.mark.parametrize("book", BOOKS[:2])
@examples(15)
@given(st.data())
def test_a_card_or_a_cent_that_is_changed_is_found_even_under_a_new_seal(book: str, data: st.DataObject) -> None:
    whole = document(book)
    able = [each for each in places(whole) if each[0] in TOLD_BY_THE_CARDS and {each[-1]} not in ONLY_SEALED]
    place = data.draw(st.sampled_from(able))
    assert is_found(sealed(changed(whole, place))), place


@pytest.mark.slow
@pytest.mark.parametrize("book", BOOKS)
def test_every_single_place_of_a_round_is_held(book: str) -> None:
    whole = document(book)
    for place in places(whole):
        assert is_found(changed(whole, place)), place
        if place[0] in TOLD_BY_THE_CARDS and {place[-1]} not in ONLY_SEALED:
            assert is_found(sealed(changed(whole, place))), place


def verified(*args: str, given: str = "") -> CliResult:
    return CliRunner().invoke(app, ["verify", *args], input=given)


def test_the_command_says_what_was_checked_and_ends_by_what_it_found(tmp_path: Path) -> None:
    whole = document("massachusetts")
    good, bad, none = tmp_path / "good.json", tmp_path / "bad.json", tmp_path / "none.json"
    good.write_text(json.dumps(whole))
    swapped = {**whole, "dealer": whole["dealer"][::-1]}
    bad.write_text(json.dumps(swapped))
    none.write_text("{")
    right = verified(str(good), "-", given=good.read_text())
    assert (right.exit_code, right.stdout.count("Round verified: its cards and its money. Who wrote")) == (0, 2)
    assert "ok: the secret is the one that was committed to before the wagers closed" in right.stdout
    wrong = verified(str(bad), str(good))
    assert wrong.exit_code == 1
    one, other = swapped["dealer"]
    assert f"DIFFERENT: dealer.0: the document says {one}, the deck and the rules say {other}" in wrong.stdout
    unreadable = verified(str(none), str(tmp_path / "missing.json"), str(good))
    assert unreadable.exit_code == 2
    assert "is not JSON" in unreadable.stderr
    assert "cannot be read: No such file" in unreadable.stderr
    answers = [json.loads(line) for line in verified("--json", str(good), str(bad)).stdout.splitlines()]
    assert [(each["holds"], each["round"]) for each in answers] == [(True, 1), (False, 1)]


# What the signature proves, and what is said where there is none.


def renamed(whole: dict[str, Any]) -> dict[str, Any]:
    """Return the round with another name, another time and another table, under a seal that fits."""
    seats = {**whole["seats"], "1": {**whole["seats"]["1"], "name": "mallory"}}
    return sealed({**whole, "table": "two", "seats": seats, "times": {**whole["times"], "began": "2020-01-01"}})


def test_a_document_that_was_changed_and_sealed_anew_is_found() -> None:
    forged = renamed(document("nevada"))
    for key in (None, KEY.public):
        found = check_round(forged, key)
        assert found.differs == "signature: it is not of this document; something was changed after the house signed it"
        assert (found.signed, found.is_expected_key) == (None, False)


def test_a_document_that_somebody_else_signed_is_found_by_the_key_of_the_house() -> None:
    forged, forger = renamed(document("nevada")), new_key()
    forged["signature"] = forger.signature(ROUND, forged["seal"])
    found = check_round(forged, KEY.public)
    assert found.differs == f"signature: it is by key {forger.public}, not by {KEY.public}"
    unchecked = check_round(forged)
    assert (unchecked.holds, unchecked.signed, unchecked.is_expected_key) == (True, forger.public, False)
    assert "whose key that is was not checked" in unchecked.lines[-1]


def test_a_document_without_a_signature_says_what_is_not_proved() -> None:
    old = {key: value for key, value in renamed(document("nevada")).items() if key != "signature"}
    found = check_round(old)
    assert (found.holds, found.signed) == (True, None)
    assert found.lines[-1] == "NOT SIGNED: nothing proves the names, times, table and log positions"
    assert check_round(old, KEY.public).differs == "signature: there is none; the house signs its documents"


def test_a_signature_of_something_else_is_no_signature_of_a_round() -> None:
    whole = document("nevada")
    other = {**whole, "signature": KEY.signature("uth log export", whole["seal"])}
    assert not check_round(other, KEY.public).holds


def test_the_command_takes_the_key_as_itself_or_in_a_file(tmp_path: Path) -> None:
    good, forged, key = (tmp_path / name for name in ("good.json", "forged.json", "house.pub"))
    good.write_text(json.dumps(document("nevada")))
    forged.write_text(json.dumps(renamed(document("nevada"))))
    for text in (f"{KEY.public}\n", json.dumps({"algorithm": "Ed25519", "public_key": KEY.public})):
        key.write_text(text)
        right = verified(str(good), "--key", str(key))
        assert right.exit_code == 0, right.output
        assert right.stdout.endswith("Round verified, and signed by the house.\n")
    assert verified(str(good), "--key", KEY.public).exit_code == 0
    assert verified(str(good), "--key", new_key().public).exit_code == 1
    assert verified(str(forged)).exit_code == 1
    for wrong in ("abc", str(tmp_path / "missing"), "http://127.0.0.1:9"):
        refused = verified(str(good), "--key", wrong)
        assert (refused.exit_code, refused.stdout) == (2, "")
        assert refused.stderr.count("\n") == 1
    (answer,) = [json.loads(line) for line in verified("--json", str(good), "--key", KEY.public).stdout.splitlines()]
    assert (answer["holds"], answer["signed_by"], answer["key_checked"]) == (True, KEY.public, True)


async def signed_export() -> bytes:
    """Return the log of a house in which a round was played, as it exports it."""
    house = PlayedHouse()
    live = house.table()
    await house.sit(live)
    await house.round(live)
    open_records = await house.history.open_records()

    async def lines() -> AsyncIterator[bytes]:
        async for record in house.store.export():
            yield open_records.line(record)

    return b"".join([line async for line in signed_lines(lines(), KEY)])


async def test_an_export_of_the_log_is_signed_and_any_change_of_it_is_found(tmp_path: Path) -> None:
    whole = await signed_export()
    said = check_export(whole, KEY.public)
    assert said[0].startswith(f"{len(whole.splitlines()) - 1} records stand in their order")
    for at in range(0, len(whole), 97):
        with pytest.raises(Malformed):
            check_export(whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :], KEY.public)
    without_last = whole.splitlines(keepends=True)
    for fewer in (without_last[:-1], without_last[:-2] + without_last[-1:], without_last[1:]):
        with pytest.raises(Malformed):
            check_export(b"".join(fewer))
    with pytest.raises(Malformed, match="which was to sign it"):
        check_export(whole, new_key().public)
    file = tmp_path / "log.jsonl"
    file.write_bytes(whole)
    assert CliRunner().invoke(app, ["verify", str(file), "--key", KEY.public]).stdout.endswith("Export verified.\n")
    file.write_bytes(whole.replace(b"WagerPlaced", b"WagerPlacet", 1))
    assert CliRunner().invoke(app, ["verify", str(file)]).exit_code == 1


def test_it_runs_as_a_program_of_its_own(tmp_path: Path) -> None:
    command = [UTH, "verify", "-"]
    run = subprocess.run(command, input="[1", capture_output=True, text=True, check=False, timeout=60)
    assert (run.returncode, run.stdout) == (2, "")
    assert run.stderr.startswith("uth verify: -: document: ")
    assert "Traceback" not in run.stderr


def test_the_stamp_that_the_log_kept_is_held_against_the_rules() -> None:
    whole = document("nevada")
    assert "no stamp" not in check_round(whole).lines[0]
    for name in ("rules", "rules_hash", "posted_hash"):
        wrong = check_round(sealed(changed(whole, ("stamp", name))))
        assert wrong.differs is not None
        assert wrong.differs.startswith("stamp: the log has ")


@pytest.mark.parametrize(
    ("given", "field"),
    [("[]", "document"), ("{}", "v"), ('{"v": 1}', "table"), ('{"v": 2}', "v"), ("null", "document")],
)
def test_what_is_no_round_is_said_to_be_none(given: str, field: str) -> None:
    with pytest.raises(Malformed) as fault:
        check_round(json.loads(given))
    assert fault.value.field == field


@pytest.mark.parametrize(
    ("given", "says"),
    [
        (
            '{"code": "no_such_round", "clause": null, "says": "there is no round 9"}',
            'uth verify: -: document: "no_such_round" is a refusal of the house, not a round: there is no round 9',
        ),
        ('{"v": 1}', "uth verify: -: table: is missing; give what /rounds/N/proof answers"),
    ],
)
def test_a_refusal_of_the_house_is_said_in_its_own_words_and_no_dictionary_is_printed(given: str, says: str) -> None:
    answer = verified("-", given=given)
    assert answer.exit_code == 2
    assert answer.stderr.strip() == says


def test_a_round_that_is_not_settled_has_nothing_to_check_yet() -> None:
    async def half() -> dict[str, Any]:
        house = PlayedHouse()
        live = house.table()
        await house.sit(live)
        await house.wager(live)
        await house.deal(live, lambda each: each.table.turn is not None)
        return round_document(await house.history.round("one", 1), Viewer())

    with pytest.raises(Malformed) as fault:
        check_round(asyncio.run(half()))
    assert fault.value.field == "proof"


@pytest.mark.parametrize(("book", "moment", "what"), [
    ("massachusetts", Phase.FLOP, DealerCardExposed()),
    ("greece", Phase.FLOP, WrongCommunityShown(positions=(4,))),
    ("greece", Phase.FLOP, DealerCardExposed()),
    ("nevada", Phase.PREFLOP, DealerCardExposed()),
])  # fmt: skip
def test_a_round_in_which_something_went_wrong_is_checked_all_the_same(
    book: str, moment: Phase, what: DealerCardExposed | WrongCommunityShown
) -> None:
    async def gone_wrong() -> dict[str, Any]:
        house = PlayedHouse()
        live = house.table(rules=book)
        await house.sit(live)
        await house.wager(live)
        await house.deal(live, lambda each: each.table.phase is moment, (0,) * 3)
        await live._done("kim", c.Report(irregularity=what), None)
        if live.table.round.floor is not None:
            remedy = live.table.round.floor.choices[0]
            await live._done("kim", c.RuleOnIrregularity(remedy=remedy, by="kim", reason="as the book has it"), None)
        await house.deal(live, lambda each: each.table.phase is Phase.SETTLED)
        return round_document(await house.history.round("one", 1), Viewer())

    whole = asyncio.run(gone_wrong())
    assert whole["irregularities"][0]["says"].startswith(
        what.kind.words.replace("dealer", load_book(book).words.against)
    )
    assert check_round(whole).holds, check_round(whole)
