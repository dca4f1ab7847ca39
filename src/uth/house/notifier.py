"""The notifier: posts notices for the regulator to a webhook until they are delivered; no table waits for it."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

import httpx
from typing_extensions import override

from uth.errors import Malformed
from uth.house.house import House
from uth.house.live_table import LiveTable
from uth.house.logs import LOG
from uth.house.notices import Notice, notices_of, notified_by
from uth.house.observers import Observer
from uth.people.roles import name_of
from uth.table.round import events as e
from uth.table.round.decide import Events
from uth.table.round.state import Table

TIMEOUT_S: Final = 10.0
AGAIN_S: Final = (1.0, 600.0)
"""The delay after the first failed attempt, and the longest delay; it doubles each time."""
SIGNATURE: Final = "x-uth-signature"


def address_of_notices(url: str) -> str:
    """Return the webhook's URL, or raise `Malformed`."""
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise Malformed("notify-url", url, "is not an address such as https://regulator.example/notices")
    return url


def key_of_notices(file: Path | None) -> bytes | None:
    """Return the key that signs notices, read from its file."""
    if file is None:
        return None
    try:
        key = file.read_bytes().strip()
    except OSError as error:
        raise Malformed("notify-key", str(file), f"cannot be read: {error.strerror}") from None
    if len(key) < 16:
        raise Malformed("notify-key", str(file), "holds fewer than 16 bytes")
    return key


@dataclass(slots=True, kw_only=True)
class Notifier(Observer):
    """Sends notices one by one, oldest first."""

    hears = frozenset({e.DisputeAppealed, e.DisputeResolved})
    house: House
    url: str
    key: bytes | None = None
    first_again_s: float = AGAIN_S[0]
    transport: httpx.AsyncBaseTransport | None = None
    _waiting: dict[Notice, float] = field(default_factory=dict)
    """The notices to send, each with the time of the next attempt."""
    _news: asyncio.Event = field(default_factory=asyncio.Event)

    @override
    def table_changed(self, live: LiveTable, events: Events, states: Sequence[Table]) -> None:
        """Queue the notices that the events make due."""
        for notice in notified_by(live.name, events):
            self._waiting.setdefault(notice, 0.0)
            self._news.set()

    async def watch(self) -> None:
        """Send pending notices, including those from before the house was opened, until cancelled."""
        self.house.notices.is_sent = True
        for live in self.house.tables.values():
            for dispute in live.table.disputes:
                for notice in notices_of(live.name, dispute):
                    if notice not in self.house.notices.delivered:
                        self._waiting.setdefault(notice, 0.0)
        async with httpx.AsyncClient(timeout=TIMEOUT_S, transport=self.transport) as http:
            while True:
                try:
                    await self._send_due(http)
                except Exception as error:
                    LOG.error("a notice could not be recorded", exc_info=error)
                    await asyncio.sleep(self.first_again_s)
                await self._wait()

    async def _wait(self) -> None:
        self._news.clear()
        now = asyncio.get_running_loop().time()
        left = min((at - now for at in self._waiting.values()), default=None)
        try:
            async with asyncio.timeout(None if left is None else max(left, 0.0)):
                await self._news.wait()
        except TimeoutError:
            return

    async def _send_due(self, http: httpx.AsyncClient) -> None:
        now = asyncio.get_running_loop().time()
        for notice in [each for each, at in self._waiting.items() if at <= now]:
            times, _ = self.house.notices.failed.get(notice, (0, ""))
            status, why = await self._sent(http, notice)
            if why is None:
                await self.house.record_notice(notice, attempts=times + 1, status=status)
                self._waiting.pop(notice, None)
                LOG.info("a notice is delivered", table=notice.table, dispute=notice.dispute, what=notice.what.value)
                continue
            again = min(self.first_again_s * 2**times, AGAIN_S[1])
            self.house.notices.failed[notice] = (times + 1, why)
            self._waiting[notice] = asyncio.get_running_loop().time() + again
            LOG.warning("a notice is not delivered", table=notice.table, dispute=notice.dispute, why=why)

    async def _sent(self, http: httpx.AsyncClient, notice: Notice) -> tuple[int, str | None]:
        """Return the HTTP status, and why the notice was not delivered, or ``None`` if it was."""
        body = json.dumps(self.document(notice), sort_keys=True).encode()
        headers = {"content-type": "application/json", "x-uth-notice": "/".join(map(str, notice))}
        if self.key is not None:
            headers[SIGNATURE] = f"sha256={hmac.new(self.key, body, hashlib.sha256).hexdigest()}"
        try:
            answer = await http.post(self.url, content=body, headers=headers)
        except httpx.HTTPError as error:
            return 0, str(error) or type(error).__name__
        return answer.status_code, None if answer.is_success else f"answered with {answer.status_code}"

    def document(self, notice: Notice) -> dict[str, Any]:
        """Return the body of the notice."""
        live = self.house.tables[notice.table]
        rules = live.posted.rules
        dispute = next((each for each in live.table.disputes if each.number == notice.dispute), None)
        player = live.table.disputers.get(notice.dispute)
        return {
            "v": 1,
            "is": notice.what.value,
            "table": notice.table,
            "book": rules.name,
            "regulator": rules.floor.regulator.value,
            "clause": rules.floor.regulator.cite,
            "dispute": notice.dispute,
            "round": dispute.evidence.round if dispute is not None else None,
            "seat": dispute.seat if dispute is not None else None,
            "player": name_of(player) if player is not None else None,
            "says": dispute.says if dispute is not None else None,
            "finding": dispute.finding.value if dispute is not None and dispute.finding is not None else None,
        }
