"""A generated house is valid: its log is verified, it opens, and its rounds are replayed."""

from __future__ import annotations

from pathlib import Path

from generate_rounds import generate

from uth.composition import compose, opened
from uth.history.history import History
from uth.history.round_check import check_round
from uth.history.round_document import Viewer, round_document
from uth.store.database import DatabaseStore
from uth.store.rounds import RoundFilter


async def test_generated_rounds_are_verified_listed_and_replayed(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'house.sqlite'}"
    await generate(url, rounds=96, tables=2)
    store = await DatabaseStore.open(url, lease=True)
    await store.verify()
    async with opened(compose(store)) as composed:
        past = History(house=composed.house)
        page = await past.rounds(RoundFilter(table="generated-00001"), limit=100)
        assert [entry.number for entry in page.entries] == list(range(48, 0, -1))
        assert {entry.checkpoint > 0 for entry in page.entries[:32]} == {True}
        for number in (1, 17, 48):
            document = round_document(await past.round("generated-00001", number), Viewer())
            assert check_round(document).holds
        assert composed.house.live("generated-00001").table.rounds == 48
    await store.close()
