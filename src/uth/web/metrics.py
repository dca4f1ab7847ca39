"""Prometheus metrics of the house; no label contains a card, a name or an address."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Final

from prometheus_client import CollectorRegistry, Counter, Histogram
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

SECONDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
CUT_OFF: Final = ("slow", "too_large", "closing", "session", "failed", "idle", "silent", "other")
"""Why the house closes a websocket. Every label starts at 0, so that a rate includes the first one."""
CODE: Final = re.compile(r"[a-z][a-z_]{0,59}")

Numbers = dict[str, tuple[str, float]]
"""Gauges by name: help text and value."""


class Metrics:
    """The counters and histograms of one house."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.commands = self._counter("uth_commands", "Frames and link commands, by outcome.", "outcome")
        self._outcomes: dict[str, Counter] = {}
        """The counter of each outcome seen, which prometheus_client would look up under a lock."""
        self.command_seconds = self._histogram("uth_command_seconds", "From a command's arrival to its answer.")
        self.requests = self._counter("uth_http_requests", "HTTP requests, by status.", "method", "status")
        self.turned_away = self._counter("uth_turned_away", "Refused requests and connections, by reason.", "why")
        self.cut_off = self._counter("uth_sockets_cut_off", "Websockets closed by the house, by reason.", "why")
        for why in CUT_OFF:
            self.cut_off.labels(why)
        self.appends = self._counter("uth_store_appends", "Appends to the log, by outcome.", "outcome")
        self.append_seconds = self._histogram("uth_store_append_seconds", "Until an append is on the disk.")

    def _counter(self, name: str, says: str, *labels: str) -> Counter:
        return Counter(name, says, labels, registry=self.registry)

    def _histogram(self, name: str, says: str) -> Histogram:
        return Histogram(name, says, buckets=SECONDS, registry=self.registry)

    def command(self, outcome: str, seconds: float) -> None:
        """Count a command by its outcome: `done` or the refusal code."""
        counted = self._outcomes.get(outcome)
        if counted is None:
            named = outcome if CODE.fullmatch(outcome) else "other"
            counted = self._outcomes[named] = self.commands.labels(named)
        counted.inc()
        self.command_seconds.observe(seconds)

    def gauges(self, numbers: Callable[[], Numbers]) -> None:
        """Register gauges that are computed at every scrape."""
        self.registry.register(_Gauges(numbers))


class _Gauges(Collector):
    """Gauges that are computed when scraped."""

    def __init__(self, numbers: Callable[[], Numbers]) -> None:
        self.numbers = numbers

    def collect(self) -> Iterator[GaugeMetricFamily]:
        for name, (says, value) in self.numbers().items():
            yield GaugeMetricFamily(name, says, value=value)
