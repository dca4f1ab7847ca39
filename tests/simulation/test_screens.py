"""The auditor of the screens finds errors: a screen that differs from the ledger is named."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from simulation import screens
from simulation.evening import evening
from uth.house.live_table import LiveTable

KEY = 1
"""An evening with rounds that are settled and a link that is fed."""


def off_by_a_cent(maker: Callable[[Any], Any], change: Callable[[Any], None]) -> Callable[[Any], Any]:
    """Return the maker of a document that is wrong."""

    def wrong(live: LiveTable) -> Any:
        document = maker(live)
        change(document)
        return document

    return wrong


def a_cent_on_every_meter(document: Any) -> None:
    document["meters"] = {name: cents + 1 for name, cents in document["meters"].items()}


def a_cent_to_every_seat(document: Any) -> None:
    for payout in document:
        payout["net"] += 1


@pytest.mark.parametrize(
    ("name", "change", "says"),
    [
        ("listed", a_cent_on_every_meter, "the lobby shows"),
        ("link_document", a_cent_on_every_meter, "the sign shows"),
        ("payouts", a_cent_to_every_seat, "the console of"),
    ],
)
def test_a_screen_that_differs_from_the_ledger_is_found(
    monkeypatch: pytest.MonkeyPatch, name: str, change: Callable[[Any], None], says: str
) -> None:
    assert not [fault for fault in evening(KEY).faults if says in fault]
    monkeypatch.setattr(screens, name, off_by_a_cent(getattr(screens, name), change))
    assert [fault for fault in evening(KEY).faults if says in fault]
