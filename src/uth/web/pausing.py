"""Pausing: while the store cannot write, everyone is told, and nobody's time runs."""

from __future__ import annotations

from uth.host.house import House
from uth.store.entries import Unavailable
from uth.web.hub import Hub
from uth.web.watched_store import WatchedStore, public_words


def pause_with(store: WatchedStore, house: House, hub: Hub) -> None:
    """Have the house pause whenever its store cannot write, and go on by itself when it can again."""

    def failed(fault: Unavailable) -> None:
        house.hold_clocks(held=True)
        hub.pause(str(fault.code), public_words(fault))
        _tell_clocks(house, hub)

    def mended() -> None:
        house.hold_clocks(held=False)
        hub.go_on()
        _tell_clocks(house, hub)

    store.on_fault, store.on_mended = failed, mended
    if store.fault is not None:
        failed(store.fault)


def _tell_clocks(house: House, hub: Hub) -> None:
    for live in house.open_tables:
        hub.aside_soon(live)
