"""Invitations and password resets: stored by the house, listed, revoked, and valid once for one purpose."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest

from uth.errors import Malformed, Refused
from uth.people.invitations import INVITATION_S, INVITATIONS_MAX, RESET_S
from uth.people.lock_outs import FAILURES_MAX, LOCKED_S
from uth.people.people import BY_HOUSE, People
from uth.people.roles import Role
from uth.store.codec import Json
from uth.store.entries import Appended, Entry, Unavailable
from uth.store.memory import MemoryStore

ADMIN, DEALER = frozenset({Role.ADMIN}), frozenset({Role.DEALER})
PASSWORD, OTHER = "correct horse battery", "another long password"


class Clock:
    now = 1_000.0

    def __call__(self) -> float:
        return self.now


async def house_with(*names: str, store: MemoryStore | None = None, clock: Clock | None = None) -> People:
    """Return people of whom these have an account; Ada is admin and the others deal."""
    people = People(store=store or MemoryStore(), clock=clock or Clock())
    for name in names:
        await people.make(name, ADMIN if name == "Ada" else DEALER, PASSWORD)
    return people


async def again(people: People) -> People:
    """Return the people as they are after a restart."""
    anew = People(store=people.store, clock=people.clock)
    await anew.recover()
    return anew


def waiting(people: People) -> list[tuple[str | None, list[str], str]]:
    """Return for whom, with which roles and by whom, of every invitation that waits."""
    return [(each.account, sorted(each.roles), each.by) for each in people.invitations.waiting(people.clock())]


async def test_an_invitation_outlives_a_restart_and_the_log_has_no_word_of_it() -> None:
    people = await house_with("Ada")
    word = await people.invite(DEALER, "Ada")
    anew = await again(people)
    assert waiting(anew) == [(None, ["dealer"], "Ada")]
    assert word not in str([record.body for record in await people.store.read("people")])
    assert await anew.accept(word, "Dan", PASSWORD) == "Dan"
    assert anew.accounts["Dan"].roles == DEALER
    assert waiting(anew) == waiting(await again(anew)) == []
    with pytest.raises(Refused, match="has been used"):
        await (await again(anew)).accept(word, "Eve", PASSWORD)


async def test_an_invitation_that_has_run_out_is_in_no_list_and_makes_nothing() -> None:
    clock = Clock()
    people = await house_with("Ada", clock=clock)
    word = await people.invite(DEALER, "Ada")
    clock.now += INVITATION_S - 1
    assert waiting(people)
    clock.now += 1
    with pytest.raises(Refused, match="has ended"):
        await people.accept(word, "Dan", PASSWORD)
    assert waiting(people) == []
    assert people.accounts.keys() == {"Ada"}


async def test_a_revoked_invitation_makes_nothing_and_is_not_revoked_twice() -> None:
    people = await house_with("Ada")
    word = await people.invite(DEALER, "Ada")
    (found,) = people.invitations.waiting(people.clock())
    assert await people.revoke(found.id, "Ada") == found
    before = people.number
    with pytest.raises(Refused, match="was revoked"):
        await (await again(people)).accept(word, "Dan", PASSWORD)
    with pytest.raises(Refused, match=f'there is no open invitation "{found.id}"; GET /api/v1/staff/invitations'):
        await people.revoke(found.id, "Ada")
    assert people.number == before
    last = (await people.store.read("people"))[-1].body
    assert last == {"is": "invitation_revoked", "id": found.id, "by": "Ada"}


async def test_of_two_who_use_one_invitation_at_once_one_has_an_account() -> None:
    people = await house_with("Ada")
    word = await people.invite(DEALER, "Ada")
    asked = [people.accept(word, name, PASSWORD) for name in ("Dan", "Eve")]
    done = await asyncio.gather(*asked, return_exceptions=True)
    assert sorted(str(getattr(each, "code", "")) for each in done) == ["", "no_invitation"]
    assert len(people.accounts) == 2


async def test_an_invitation_whose_account_could_not_be_made_can_be_used_again() -> None:
    people = await house_with("Ada")
    word = await people.invite(DEALER, "Ada")
    before = people.number
    for name, password in (("Ada", PASSWORD), ("Dan", "short"), ("house", PASSWORD)):
        with pytest.raises((Refused, Malformed)):
            await people.accept(word, name, password)
    assert people.number == before
    assert await people.accept(word, "Dan", PASSWORD) == "Dan"


@pytest.mark.parametrize("how", ["locked", "no admin"])
async def test_the_invitations_of_an_admin_end_when_the_admin_is_one_no_more(how: str) -> None:
    people = await house_with("Ada", "Dan")
    back_door = await people.invite(ADMIN, "Ada")
    of_another = await people.invite(DEALER, "Bea")
    await (people.disable("Ada") if how == "locked" else people.change_roles("Ada", DEALER))
    for known in (people, await again(people)):
        assert waiting(known) == [(None, ["dealer"], "Bea")]
        with pytest.raises(Refused, match="was revoked"):
            await known.accept(back_door, "Mallory", PASSWORD)
    assert await people.accept(of_another, "Eve", PASSWORD) == "Eve"


async def test_no_more_invitations_wait_than_may_and_the_refusal_says_what_to_do() -> None:
    clock = Clock()
    people = await house_with("Ada", "Dan", clock=clock)
    for _ in range(INVITATIONS_MAX):
        await people.invite(DEALER, "Ada")
    before = people.number
    with pytest.raises(Refused, match=f"there are {INVITATIONS_MAX} open invitations already; revoke one"):
        await people.invite(DEALER, "Ada")
    with pytest.raises(Refused, match="revoke one"):
        await people.reset("Dan", "Ada")
    assert people.number == before
    clock.now += INVITATION_S
    assert await people.invite(DEALER, "Ada")


async def test_of_the_links_that_starts_have_printed_for_the_first_admin_the_last_is_good() -> None:
    people = await house_with()
    first = await people.invite_first()
    anew = await again(people)
    last = await anew.invite_first()
    assert waiting(anew) == [(None, ["admin"], BY_HOUSE)]
    with pytest.raises(Refused, match="revoked"):
        await anew.accept(first, "Mallory", PASSWORD)
    assert await anew.accept(last, "Ada", PASSWORD) == "Ada"


async def test_a_forgotten_password_is_set_anew_once_the_sessions_end_and_the_roles_stay() -> None:
    people = await house_with("Ada", "Dan")
    token = await people.sign_in("Dan", PASSWORD)
    word = await people.reset("Dan", "Ada")
    assert people.session(token) is not None, "until it is used nothing has changed"
    anew = await again(people)
    assert await anew.accept(word, "", OTHER) == "Dan"
    assert anew.session(token) is None
    assert anew.accounts["Dan"].roles == DEALER
    assert await anew.sign_in("Dan", OTHER)
    with pytest.raises(Refused, match="wrong"):
        await anew.sign_in("Dan", PASSWORD)
    with pytest.raises(Refused, match="has been used"):
        await anew.accept(word, "", PASSWORD)
    done = [(each.body["is"], each.body["by"]) for each in await people.store.read("people") if "by" in each.body]
    assert done[-3:] == [("invited", "Ada"), ("invitation_accepted", "Dan"), ("password_changed", "Ada")]


async def test_a_link_for_a_password_makes_no_account_and_is_for_nobody_else() -> None:
    people = await house_with("Ada", "Dan")
    word = await people.reset("Dan", "Ada")
    before = people.number
    with pytest.raises(Malformed, match='is not "Dan", whose password this link sets'):
        await people.accept(word, "Ada", OTHER)
    with pytest.raises(Malformed, match="12 to 200 characters"):
        await people.accept(word, "Dan", "short")
    assert people.number == before
    assert await people.accept(word, "Dan", OTHER) == "Dan"
    assert await people.sign_in("Ada", PASSWORD)


@pytest.mark.parametrize("after", ["an hour", "a newer link", "a new password", "a lock"])
async def test_a_link_for_a_password_ends_with(after: str) -> None:
    clock = Clock()
    people = await house_with("Ada", "Dan", clock=clock)
    word = await people.reset("Dan", "Ada")
    if after == "an hour":
        clock.now += RESET_S
    elif after == "a newer link":
        newer = await people.reset("Dan", "Ada")
    elif after == "a new password":
        await people.change_password("Dan", PASSWORD, OTHER)
    else:
        await people.disable("Dan", "Ada")
        await people.disable("Dan", "Ada", disabled=False)
    with pytest.raises(Refused, match="has ended"):
        await people.accept(word, "Dan", "yet another password")
    assert len(waiting(people)) == (after == "a newer link")
    if after == "a newer link":
        assert await people.accept(newer, "Dan", OTHER) == "Dan"


async def test_nobody_gets_a_link_for_an_account_there_is_not_or_that_an_admin_has_locked() -> None:
    people = await house_with("Ada", "Dan")
    await people.disable("Dan", "Ada")
    before = people.number
    with pytest.raises(Refused, match='there is no account "Eve"'):
        await people.reset("Eve", "Ada")
    with pytest.raises(Refused, match='"Dan" is disabled; enable the account first'):
        await people.reset("Dan", "Ada")
    assert people.number == before


async def locked_out(people: People, name: str = "Dan") -> None:
    for _ in range(FAILURES_MAX):
        with pytest.raises(Refused, match="wrong"):
            await people.sign_in(name, "a guess")
    await asyncio.gather(*people._recording)


async def test_a_lock_out_outlives_a_restart_says_until_when_and_an_admin_lifts_it() -> None:
    clock = Clock()
    people = await house_with("Ada", "Dan", clock=clock)
    with pytest.raises(Refused, match='"Dan" is not locked out'):
        await people.lift("Dan", "Ada")
    await locked_out(people)
    people = await again(people)
    assert people.locked_out("Dan") == clock.now + LOCKED_S
    assert people.locked_out("Ada") is None
    clock.now += 61
    with pytest.raises(Refused, match="try again in 14 min, or ask an admin"):
        await people.sign_in("Dan", PASSWORD)
    await people.lift("Dan", "Ada")
    assert people.locked_out("Dan") is (await again(people)).locked_out("Dan") is None
    assert await people.sign_in("Dan", PASSWORD)
    last = [each.body for each in await people.store.read("people") if "out" in each.body["is"]]
    assert last == [
        {"is": "locked_out", "name": "Dan", "address": "", "until": 1_000.0 + LOCKED_S},
        {"is": "lock_out_lifted", "name": "Dan", "by": "Ada"},
    ]


async def test_a_new_password_lets_in_who_was_locked_out() -> None:
    people = await house_with("Ada", "Dan")
    await locked_out(people)
    await people.accept(await people.reset("Dan", "Ada"), "", OTHER)
    assert await people.sign_in("Dan", OTHER)


class Full(MemoryStore):
    """A store that takes nothing once it is full."""

    full = False

    async def append(self, entries: Sequence[Entry], *, key: str | None = None, answer: Json = None) -> Appended:
        if self.full:
            raise Unavailable("store_full", "the disk is full")
        return await super().append(entries, key=key, answer=answer)


async def test_guesses_are_bounded_also_while_nothing_can_be_stored() -> None:
    store = Full()
    people = await house_with("Dan", store=store)
    store.full = True
    await locked_out(people)
    with pytest.raises(Refused, match="too many wrong passwords"):
        await people.sign_in("Dan", PASSWORD)


async def test_what_another_program_writes_of_people_is_known_to_an_open_house() -> None:
    store = MemoryStore()
    house, machine = await house_with("Ada", store=store), People(store=store, clock=Clock())
    await machine.recover()
    word = await machine.reset("Ada", "house/command line")
    await house.welcome("Guest")
    await machine.invite(DEALER, "house/command line")
    assert await house.accept(word, "", OTHER) == "Ada"
    with pytest.raises(Refused, match="has been used"):
        await machine.invitation(word)


class Busy(MemoryStore):
    """A store in which another program writes of people just before each of the next appends."""

    others = 0

    async def append(self, entries: Sequence[Entry], *, key: str | None = None, answer: Json = None) -> Appended:
        if self.others:
            self.others -= 1
            last = (await self.streams("people")).get("people", 0)
            await super().append([Entry(stream="people", after=last, body={"is": "session_ended", "token": "none"})])
        return await super().append(entries, key=key, answer=answer)


async def test_an_open_house_and_the_command_line_may_write_of_people_at_the_same_moment() -> None:
    store = Busy()
    people = await house_with("Ada", store=store)
    store.others = 3
    word = await people.invite(DEALER, "Ada")
    assert await people.accept(word, "Dan", PASSWORD) == "Dan"
    assert people.number == (await store.streams("people"))["people"]
