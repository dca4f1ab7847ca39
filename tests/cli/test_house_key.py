"""The signing key of a house: created once, readable only by its owner, and never replaced silently."""

from __future__ import annotations

from pathlib import Path

import pytest

from support.open_house import open_house
from uth.cli.serve import KEY_FILE
from uth.composition import HouseSettings, compose
from uth.composition import opened as opened_house
from uth.errors import Malformed
from uth.history.round_check import check_round
from uth.house.house import House
from uth.house.signing_key import new_key, read_key, write_key
from uth.store.entries import Store
from uth.store.memory import MemoryStore


async def opened(store: Store, path: Path, *, renew: bool = False) -> House:
    composed = compose(store, settings=HouseSettings(key=path, new_key=renew))
    async with opened_house(composed):
        return composed.house


async def test_the_first_start_makes_a_key_for_its_owner_alone_and_the_next_ones_keep_it(tmp_path: Path) -> None:
    store, path = MemoryStore(), tmp_path / "data" / KEY_FILE
    first = await opened(store, path)
    assert oct(path.stat().st_mode)[-3:] == "600"
    written = path.read_bytes()
    again = await opened(store, path)
    assert (again.key.public, again.former_keys, path.read_bytes()) == (first.key.public, [], written)
    assert [each.name for each in path.parent.iterdir()] == [KEY_FILE]


async def test_a_key_that_is_gone_or_another_is_refused_unless_a_new_one_is_wanted(tmp_path: Path) -> None:
    store, path = MemoryStore(), tmp_path / KEY_FILE
    first = await opened(store, path)
    path.unlink()
    with pytest.raises(Malformed, match="is not there, and this house signs with key"):
        await opened(store, path)
    assert not path.exists()
    write_key(path, new_key())
    other = path.read_bytes()
    with pytest.raises(Malformed, match="put that back, or --new-key"):
        await opened(store, path)
    assert path.read_bytes() == other
    path.write_bytes(b"no key")
    with pytest.raises(Malformed, match="holds no Ed25519 key"):
        await opened(store, path)
    path.unlink()
    second = await opened(store, path, renew=True)
    assert second.former_keys == [first.key.public]
    third = await opened(store, path, renew=True)
    assert third.former_keys == [first.key.public, second.key.public]
    kept = read_key(path)
    assert kept is not None
    assert kept.public == third.key.public
    assert third.key.private.private_bytes_raw().hex() not in str([each.body async for each in store.export()])


async def test_what_a_house_gives_away_is_signed_with_the_key_it_publishes() -> None:
    async with open_house() as at, at.http() as http:
        await at.table("one")
        ann = await at.guest()
        async with ann.socket("one") as socket:
            await ann.sit(socket)
            await ann.round(socket)
        key = (await http.get("/api/v1/key")).json()
        assert (key["algorithm"], key["former"]) == ("Ed25519", [])
        for path in ("tables/one/rounds/1/proof", "tables/one/rounds/1"):
            document = (await http.get(f"/api/v1/{path}", headers=ann.headers)).json()
            checked = check_round(document, key["public_key"])
            assert (checked.differs, checked.is_expected_key) == (None, True)
        (document,) = (await http.get("/api/v1/history/export?format=json", headers=ann.headers)).json()
        assert check_round(document, key["public_key"]).is_expected_key
