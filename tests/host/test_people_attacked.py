"""Attacks on the staff's accounts: names, races, guesses, and a house killed in between."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence

import pytest

from uth.errors import Malformed, Refused
from uth.people import people as people_module
from uth.people.lock_outs import FAILURES_MAX, LOCKED_S, LOCKED_S_MAX, LockOuts
from uth.people.people import People
from uth.people.roles import Role
from uth.store.codec import Json
from uth.store.entries import Appended, Entry, Unavailable
from uth.store.memory import MemoryStore

WORD = "correct horse battery"
DEALER = frozenset({Role.DEALER})


class Dying(MemoryStore):
    """A store whose machine dies after so many appends."""

    left = 10**9

    async def append(self, entries: Sequence[Entry], *, key: str | None = None, answer: Json = None) -> Appended:
        self.left -= 1
        if self.left < 0:
            raise Unavailable("store_full", "the disk is full")
        return await super().append(entries, key=key, answer=answer)


def people_of(store: MemoryStore) -> People:
    return People(store=store, clock=lambda: 1_000.0)


@pytest.mark.parametrize("name", ["house", "House", "HOUSE", "h0use", "hоuse"])
async def test_no_account_is_called_what_the_log_calls_the_house(name: str) -> None:
    people = people_of(MemoryStore())
    with pytest.raises(Malformed, match="reserved for the house"):
        await people.make(name, DEALER, WORD)


@pytest.mark.parametrize(
    "name", ["\u3164\u3164", "Ann\u3164", "An\u200fn", "Ann\u202e", "Ann\n", "\u115f\u1160", "A\x00n"]
)
async def test_a_name_shows_every_letter_it_has(name: str) -> None:
    people = people_of(MemoryStore())
    with pytest.raises(Malformed, match="is not a name"):
        await people.welcome(name)
    with pytest.raises(Malformed, match="is not a name"):
        await people.make(name, DEALER, WORD)


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("O\u2019Brien", "O'Brien"),
        ("Jose\u0301", "José"),
        ("अनीता शर्मा", "अनीता शर्मा"),
        ("สมชาย ใจดี", "สมชาย ใจดี"),
        ("ปู", "ปู"),
        ("Nguyễn Thị Hạnh", "Nguyễn Thị Hạnh"),
    ],
)
async def test_people_are_called_by_their_names_in_any_script(said: str, kept: str) -> None:
    people = people_of(MemoryStore())
    session = people.session(await people.welcome(said))
    assert session is not None
    assert session.name == kept
    await people.make(said, DEALER, WORD)
    assert list(people.accounts) == [kept]
    assert await people.sign_in(said, WORD)  # typed as it was the first time


@pytest.mark.parametrize("name", ["\u0301Ann", "Ann \u0301b", "A" + "\u0327" * 4 + "n", "\u0301\u0301"])
async def test_a_mark_of_a_name_belongs_to_a_letter(name: str) -> None:
    with pytest.raises(Malformed, match="is not a name"):
        await people_of(MemoryStore()).welcome(name)


async def test_of_two_who_take_one_name_at_once_one_has_it() -> None:
    people = people_of(MemoryStore())
    asked = [people.make("Kim", DEALER, WORD), people.make("Kim", frozenset({Role.ADMIN}), "another long password")]
    done = await asyncio.gather(*asked, return_exceptions=True)
    assert sorted(str(getattr(each, "code", "")) for each in done) == ["", "name_taken"]
    kept = Role.DEALER if done[0] is None else Role.ADMIN
    assert people.accounts["Kim"].roles == {kept}


@pytest.mark.parametrize("what", ["roles", "disabled", "password"])
async def test_an_account_is_changed_with_its_sessions_ended_or_not_at_all(what: str) -> None:
    store = Dying()
    people = people_of(store)
    await people.make("Kim", DEALER, WORD)
    token = await people.sign_in("Kim", WORD)
    change: Callable[[], Awaitable[None]] = {
        "roles": lambda: people.change_roles("Kim", frozenset({Role.AUDITOR})),
        "disabled": lambda: people.disable("Kim"),
        "password": lambda: people.change_password("Kim", WORD, "another long password"),
    }[what]
    before = people.accounts["Kim"]
    store.left = 0
    with pytest.raises(Unavailable):
        await change()
    again = people_of(store)
    await again.recover()
    assert again.accounts["Kim"] == before
    assert again.session(token) is not None
    store.left = 1
    await change()
    again = people_of(store)
    await again.recover()
    assert again.accounts["Kim"] != before
    assert again.session(token) is None


async def test_whoever_has_a_session_guesses_its_password_no_oftener_than_at_the_door() -> None:
    people = people_of(MemoryStore())
    await people.make("Kim", DEALER, WORD)
    for _ in range(FAILURES_MAX):
        with pytest.raises(Refused, match="old password"):
            await people.change_password("Kim", "a guess", "another long password")
    with pytest.raises(Refused, match="too many"):
        await people.change_password("Kim", WORD, "another long password")
    with pytest.raises(Refused, match="too many"):
        await people.sign_in("Kim", WORD)


async def test_the_log_says_who_made_changed_and_locked_an_account() -> None:
    store = MemoryStore()
    people = people_of(store)
    await people.accept(await people.invite(frozenset({Role.ADMIN})), "Ada", WORD)
    await people.accept(await people.invite(DEALER, "Ada"), "Dan", WORD)
    await people.change_roles("Dan", frozenset({Role.SUPERVISOR}), "Ada")
    await people.disable("Dan", "Ada")
    done = [(record.body["is"], record.body["by"]) async for record in store.export() if "by" in record.body]
    first = [("invited", "house"), ("invitation_accepted", "Ada"), ("account_made", "house")]
    second = [("invited", "Ada"), ("invitation_accepted", "Dan"), ("account_made", "Ada")]
    assert done == [*first, *second, ("roles_changed", "Ada"), ("account_disabled", "Ada")]


ATTACKER, HOME = "203.0.113.7", "198.51.100.4"


async def tried(people: People, name: str, password: str, address: str) -> str:
    """Return what a sign-in is answered with."""
    try:
        await people.sign_in(name, password, address)
    except Refused as refused:
        return f"{refused.code}: {refused}"
    return "in"


async def test_wrong_passwords_are_answered_alike_for_an_account_a_locked_one_and_a_name_nobody_has(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    people, checked = people_of(MemoryStore()), list[str]()
    await people.make("Ada", frozenset({Role.ADMIN}), WORD)
    await people.make("Dan", DEALER, WORD)
    await people.disable("Dan")

    def verified(kept: str, said: str) -> bool:
        checked.append(kept)
        return said == WORD

    monkeypatch.setattr(people_module, "_matches", verified)
    answers = {}
    for name, password in (("Ada", "a guess"), ("Dan", WORD), ("Nobody", "a guess")):
        before = len(checked)
        answers[name] = [await tried(people, name, password, ATTACKER) for _ in range(FAILURES_MAX + 2)]
        assert len(checked) - before == FAILURES_MAX, "a password was checked for one and not for the other"
    assert answers["Ada"] == answers["Dan"] == answers["Nobody"]
    assert [each.partition(":")[0] for each in answers["Ada"]] == ["wrong_name_or_password"] * 5 + ["locked"] * 2


async def test_the_answer_that_locks_out_does_not_wait_for_the_log() -> None:
    class Slow(MemoryStore):
        async def append(self, entries: Sequence[Entry], *, key: str | None = None, answer: Json = None) -> Appended:
            if entries[0].body["is"] == "locked_out":
                await asyncio.Event().wait()
            return await super().append(entries, key=key, answer=answer)

    people = people_of(Slow())
    await people.make("Ada", frozenset({Role.ADMIN}), WORD)
    async with asyncio.timeout(30):
        for _ in range(FAILURES_MAX):
            await tried(people, "Ada", "a guess", ATTACKER)
    for task in people._recording:
        task.cancel()


async def test_nobody_locks_the_only_admin_out_by_guessing() -> None:
    people = people_of(MemoryStore())
    await people.make("Ada", frozenset({Role.ADMIN}), WORD)
    for _ in range(20):
        await tried(people, "Ada", "a guess", ATTACKER)
    assert (await tried(people, "Ada", WORD, ATTACKER)).startswith("locked")
    assert await tried(people, "Ada", WORD, HOME) == "in"
    await people.accept(await people.reset("Ada", "house/command line"), "", "another long password")
    assert await tried(people, "Ada", "another long password", ATTACKER) == "in"


def test_every_further_lock_out_lasts_twice_as_long_up_to_a_day() -> None:
    outs, now, lasted = LockOuts(), 0.0, []
    for _ in range(10):
        until = next(until for _ in range(FAILURES_MAX) if (until := outs.failed("Ada", ATTACKER, now)) is not None)
        lasted.append(until - now)
        now = until
    assert lasted[:4] == [LOCKED_S, 2 * LOCKED_S, 4 * LOCKED_S, 8 * LOCKED_S]
    assert lasted[-1] == LOCKED_S_MAX
    outs.passed("Ada", ATTACKER)
    assert [outs.failed("Ada", ATTACKER, now) for _ in range(FAILURES_MAX)][-1] == now + LOCKED_S


@pytest.mark.parametrize(
    "name",
    [
        *("house", "HOUSE", "h0use", "hоuse", "ΗΟUSE", "ho use", "Höuse", "Dealer", "deaIer", "Admin"),
        *("Ada", "ADA", "a.d.a", "Аdа", "Αda", "ad4"),
    ],
)
async def test_no_guest_is_called_like_the_house_or_one_of_its_staff(name: str) -> None:
    people = people_of(MemoryStore())
    await people.make("Ada", frozenset({Role.ADMIN}), WORD)
    before = people.number
    with pytest.raises(Malformed, match="looks like the house or one of its staff; choose another name"):
        await people.welcome(name)
    assert people.number == before


@pytest.mark.parametrize("name", ["", "Guest", "Adam", "Ada B", "Ann", "Housemartin", "Ágnes"])
async def test_other_names_are_a_guests_to_take(name: str) -> None:
    people = people_of(MemoryStore())
    await people.make("Ada", frozenset({Role.ADMIN}), WORD)
    assert await people.welcome(name)
