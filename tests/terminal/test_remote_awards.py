"""An award in the terminal: pending until the floor confirms it, and removed from every line if it is rejected."""

from __future__ import annotations

import asyncio
import re
import uuid
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager

import pytest

from browser.staff.casino import Casino, Dealer
from client.serving import served
from terminal.test_remote_plain import Typist
from uth.client import Visitor
from uth.terminal.plain import HousePlainTable
from uth.terminal.remote import opening_at, remote_session
from uth.terminal.session import TableSession
from uth.words.session import short_and_long

CARDS = {
    "community": ["Qs", "Js", "Ts", "2d", "7h"],
    "dealer": ["Kd", "5c"],
    "seat 1": ["As", "Ks"],
    "seat 2": ["4c", "4d"],
}


@pytest.fixture(scope="module")
def casino(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Casino]:
    with served(tmp_path_factory.mktemp("casino")) as house:
        found = Casino(house)
        yield found
        found.close()


@asynccontextmanager
async def seated(casino: Casino, table: str, name: str) -> AsyncIterator[tuple[Typist, TableSession]]:
    """Yield somebody who plays the plain table, and their session."""
    async with Visitor(casino.address, name=name) as visitor, visitor.place(table) as place:
        opening = await opening_at(visitor, table, bankroll=100_000, ante=None)
        await place.sit(buy_in=opening.bankroll)
        typist, session = Typist(), remote_session(visitor, place, opening, short_and_long)
        plain = HousePlainTable(session, typist.said.append, is_typed=True)
        playing = asyncio.create_task(plain.play(typist.lines()))
        try:
            yield typist, session
        finally:
            playing.cancel()


class Floor:
    """The floor's work on the one award of a table."""

    def __init__(self, casino: Casino, table: str) -> None:
        self.casino, self.table, self.link = casino, table, casino.link(table)
        links = casino.people["Sue"].get(f"/api/v1/links/{self.link}").json()
        self.award = links["awards"][0]["award"]

    def work(self, is_: str, by: str = "Sue", **fields: object) -> None:
        document = {"id": uuid.uuid4().hex, "do": {"is": is_, **fields}}
        self.casino.post(by, f"/links/{self.link}/do", document)

    def reject(self) -> None:
        self.work("TurnKey", table=self.table, to="jph")
        self.work("RejectAward", table=self.table, award=self.award, reason="the hand was fouled")

    def record(self) -> None:
        self.work("TurnKey", table=self.table, to="jph")
        self.work("PressJackpot", table=self.table, award=self.award)
        self.work("TurnKey", table=self.table, to="run")

    def back_out(self) -> None:
        self.work("BackOutAward", "Mia", award=self.award, reason="the hand was fouled")
        waits = self.casino.people["Max"].get("/api/v1/approvals").json()
        (number,) = (each["number"] for each in waits if each["link"] == self.link)
        self.casino.post("Max", f"/approvals/{number}", {"agreed": True})


def wagers_at(dealer: Dealer) -> int:
    """Return how many wagers the house has at the table."""
    seats = dealer.http.get(f"/api/v1/tables/{dealer.table}").json()["view"]["seats"]
    return sum(len(seat["wagers"]) for seat in seats.values())


async def play_a_royal(dealer: Dealer, ann: Typist, bob: Typist, *, envy: bool) -> None:
    """Deal Ann in seat 1 a royal flush and settle the round; Bob gets envy if he makes the progressive wager too."""
    await asyncio.to_thread(dealer.deal, "AnnounceNoMoreBets")
    for each in (ann, bob):
        each.type("ante 5", *(["progressive 1"] if envy or each is ann else []))
        await each.until("blind $5, progressive $1." if envy or each is ann else "blind $5.")
    while await asyncio.to_thread(wagers_at, dealer) < 5 + envy:
        await asyncio.sleep(0.02)  # a wager is shown before the house has it
    await asyncio.to_thread(dealer.deal, "seat", CARDS)
    for each in (ann, bob):
        await each.until("Type 4, 3 or check.")
        each.type("4")
        await each.until("play 4x, $20.")
    await asyncio.to_thread(dealer.deal, "CollectCards")


@pytest.mark.clause("NV.10e", "NV.10f", "NV.10h")
@pytest.mark.parametrize("falls", ["rejected", "backed out later", "paid and backed out"])
async def test_an_award_is_pending_in_words_and_once_it_falls_no_line_says_it_was_won(
    casino: Casino, falls: str
) -> None:
    table = casino.table(rules="nevada", deck="read", awards="floor", link=f"award-{uuid.uuid4().hex[:6]}")
    dealer = Dealer(casino, table)
    async with seated(casino, table, "Ann") as (ann, ann_plays), seated(casino, table, "Bob") as (bob, bob_plays):
        envy = falls != "backed out later"  # envy that waits keeps the cards on the table
        await play_a_royal(dealer, ann, bob, envy=envy)
        await ann.until("Progressive $1 award pending, $1,000.")
        pending = await ann.until("Net of the round: ")
        await bob.until("Envy of Ann pending, $" if envy else "Net of the round: ")
        net, envied = ann_plays.net, bob_plays.net
        assert net == ann_plays.bankroll - 100_000
        assert envied == bob_plays.bankroll - 100_000
        floor = Floor(casino, table)
        if falls == "backed out later":
            await asyncio.to_thread(floor.record)
            with dealer.sit(table) as socket:
                dealer.hear(socket)
                answer = dealer.ask(socket, step="CollectCards")
                assert answer["type"] == "done", answer
            await ann.until("Your wagers, please.")
        if falls == "paid and backed out":
            await asyncio.to_thread(casino.pay_awards, table, "cheques")
            await ann.until("Progressive $1 wins 100% of main: +$999.")
        await asyncio.to_thread(floor.reject if falls == "rejected" else floor.back_out)
        line = await ann.until("Progressive $1 award rejected: -$1 (")
        assert re.search(r"The award of \$1,000\.\d\d was rejected by \w+: the hand was fouled\.$", line)
        assert await ann.until("Net of round 1: ") == pending.replace("the round", "round 1")
        if envy:
            await bob.until("Envy of Ann is not paid: $0")
        assert (ann_plays.net, bob_plays.net) == (net, envied)
        for typist in (ann, bob):
            typist.read = len(typist.said)
            typist.type("history 1")
        await ann.until("Progressive $1 award rejected: -$1 (")
        await bob.until("Envy of Ann is not paid: $0" if envy else "Net of the round: ")
        assert not any("pending" in said for said in (*ann.said[ann.read :], *bob.said[bob.read :]))
