"""Data of earlier versions opens in this one: accounts without their creator, states without later fields."""

from __future__ import annotations

import json
from pathlib import Path

from support.round_table import RoundTable
from uth.house.followed_table import checkpoint_of, table_at
from uth.people.people import People
from uth.people.roles import Role
from uth.rules.loader import load_book
from uth.store.entries import Entry
from uth.store.memory import MemoryStore
from uth.table.posted import post
from uth.table.round import events as e
from uth.table.round.apply import apply
from uth.table.round.state import new_table
from uth.units import PlayerId, Seat

RECORDS = (
    {"is": "account_made", "name": "Ada", "roles": ["admin"], "password": "$argon2id$one"},
    {"is": "password_changed", "name": "Ada", "password": "$argon2id$two"},
    {"is": "roles_changed", "name": "Ada", "roles": ["admin", "auditor"]},
    {"is": "account_disabled", "name": "Ada", "disabled": True},
    {"is": "account_disabled", "name": "Ada", "disabled": False},
    {"is": "session_opened", "token": "ab", "person": "Ada", "roles": ["admin"], "csrf": "c", "ends": 2_000.0},
    {"is": "session_ended", "token": "ab"},
)
"""As the log had them before invitations were kept in it."""


async def test_the_people_of_an_earlier_version_are_known_and_may_be_invited_to() -> None:
    store = MemoryStore()
    await store.append([Entry(stream="people", after=at, body=body) for at, body in enumerate(RECORDS)])
    people = People(store=store, clock=lambda: 1_000.0)
    await people.recover()
    ada = people.accounts["Ada"]
    assert (ada.roles, ada.password, ada.disabled) == (frozenset({Role.ADMIN, Role.AUDITOR}), "$argon2id$two", False)
    assert people.invitations.waiting(people.clock()) == []
    assert await people.invite(frozenset({Role.DEALER}), "Ada")


def test_a_state_that_was_kept_before_it_said_who_raised_a_dispute_is_read() -> None:
    table = new_table(post(load_book("chickasaw")))
    kept = checkpoint_of(table)
    del kept["disputers"]
    assert table_at({"host": {"state": kept}}) == table


def test_a_state_kept_before_the_round_was_a_record_of_its_own_is_the_same_table() -> None:
    kept = json.loads((Path(__file__).parents[1] / "kept" / "flat_table.json").read_text())
    table = RoundTable("california").seat(1, "ann", hole="AsKs", ante=1000, trips=500).seat(2, "ben", ante=2000)
    table.bank(3, "cy", wager=1_000_000).board("Qs Js Ts 2d 3c").dealer("7h 7d").play({1: "4x"}, until="flop")
    assert table_at({"host": {"state": kept}}) == table.state
    assert table_at({"host": {"state": checkpoint_of(table.state)}}) == table.state


def test_the_two_rails_of_one_player_that_an_earlier_version_kept_are_one() -> None:
    """Each chair had a rail of its own, so a player with two hands had two."""
    table = RoundTable("chickasaw").seat(2, "ann", rail=147_400).seat(3, "ann", rail=0).seat(5, "bob", rail=1_000)
    kept = checkpoint_of(table.state)
    rails = {2: 100_000, 3: 47_400, 5: 1_000}
    kept["chairs"] = [[seat, {**chair, "rail": rails[seat]}] for seat, chair in kept["chairs"]]
    del kept["rails"]
    assert table_at({"host": {"state": kept}}) == table.state


def test_a_player_of_an_earlier_log_leaves_two_seats_with_the_chips_of_each() -> None:
    """Such a log has a buy-in for each hand, and `SeatLeft` with what lay at that chair."""
    table, one, two, ann = new_table(post(load_book("chickasaw"))), Seat(1), Seat(2), PlayerId("ann")
    for event in (
        e.SeatTaken(seat=one, player=ann),
        e.ChipsBought(seat=one, cents=100_000),
        e.SeatTaken(seat=two, player=ann),
        e.ChipsBought(seat=two, cents=50_000),
        e.SeatLeft(seat=one, cents=100_000),
    ):
        table = apply(table, event)
    assert table.rails == {ann: 50_000}
    table = apply(table, e.SeatLeft(seat=two, cents=50_000))
    assert (table.chairs, table.rails) == ({}, {})
