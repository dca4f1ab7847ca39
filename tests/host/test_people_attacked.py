"""The doors of the staff against those who try them: names, races, guesses, and a house that is killed in between."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence

import pytest

from uth.errors import Malformed, Refused
from uth.host.people import FAILURES_MAX, People
from uth.host.roles import Role
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


@pytest.mark.parametrize("name", ["house", "House", "HOUSE"])
async def test_no_account_is_called_what_the_log_calls_the_house(name: str) -> None:
    people = people_of(MemoryStore())
    with pytest.raises(Malformed, match="the log calls the house"):
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
