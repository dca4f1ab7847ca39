"""The casino of the staff's tests: people, tables, a programmed player, a dealer who presses keys."""

from __future__ import annotations

import re
import time
import uuid
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack
from typing import Any

import httpx
from playwright.sync_api import Locator, Page, expect
from websockets.sync.client import ClientConnection

from client.serving import Served
from uth.cards import DECK
from web.test_serve import Guest

PASSWORD = "a long password"
STAFF = {"Mia": ["manager"], "Max": ["manager"], "Sue": ["supervisor"], "Dan": ["dealer"], "Audrey": ["auditor"]}
STEPS_MAX = 60


class Casino:
    """A house, and its staff by name."""

    def __init__(self, house: Served) -> None:
        self.house = house
        self.address = house.address
        self.people: dict[str, httpx.Client] = {}
        self.csrf: dict[str, str] = {}
        assert house.process is not None
        assert house.process.stdout is not None
        found = re.search(r"/accept#(\S+)", house.process.stdout.readline())
        assert found is not None, "the first start prints where the first admin is made"
        self.accept("Ada", found[1])
        for name, roles in STAFF.items():
            self.accept(name, self.post("Ada", "/staff/invitations", {"roles": roles})["word"])

    def accept(self, name: str, word: str) -> None:
        """Have somebody make their account."""
        self.people[name] = httpx.Client(base_url=self.address, timeout=30)
        made = self.people[name].post("/api/v1/accept", json={"word": word, "name": name, "password": PASSWORD})
        assert made.status_code == 200, made.text
        self.csrf[name] = made.json()["csrf"]

    def token(self, name: str) -> str:
        return self.people[name].cookies["uth_session"]

    def post(self, name: str, path: str, document: object) -> Any:
        answer = self.people[name].post(f"/api/v1{path}", json=document, headers={"x-csrf": self.csrf[name]})
        assert answer.status_code < 300, answer.text
        return answer.json()

    def table(self, **spec: object) -> str:
        """Return the name of a new table that a person deals; a link of its own keeps other tests off its meters."""
        name = f"t-{uuid.uuid4().hex[:8]}"
        link = {} if spec.get("rules") == "california" else {"link": name}
        self.post("Mia", "/tables", {"name": name, "rules": "massachusetts", "dealt_by": "person", **link, **spec})
        return name

    def link(self, table: str) -> str:
        links = self.people["Mia"].get("/api/v1/links").json()
        return next(str(link["name"]) for link in links if table in link["tables"])

    def pay_awards(self, table: str, means: str = "check") -> None:
        """Have the floor confirm and pay what waits at the table, so that the next test finds none."""
        link = self.link(table)

        def work(is_: str, by: str = "Sue", **fields: object) -> None:
            document = {"id": uuid.uuid4().hex, "do": {"is": is_, **fields}}
            self.post(by, f"/links/{link}/do", document)

        shown = self.people["Sue"].get(f"/api/v1/links/{link}").json()
        awards = shown["awards"]
        for award in [each for each in awards if each["table"] == table and each["stage"] != "paid"]:
            if award["stage"] != "recorded":
                work("TurnKey", table=table, to="jph")
                work("PressJackpot", table=table, award=award["award"])
            for step in award["missing"]:
                fields = dict.fromkeys(shown["fields"].get(step, ()), "seen")
                work("RecordStep", award=award["award"], step=step, fields=fields)
            work("PayAward", "Max" if award["verified_by"] == "Mia" else "Mia", award=award["award"], means=means)
            work("TurnKey", table=table, to="run")

    def close(self) -> None:
        for person in self.people.values():
            person.close()


class Player(Guest):
    """Somebody who plays by program, so that a test of the staff's pages opens one browser fewer."""

    def __init__(self, address: str, table: str, seat: int = 1, name: str = "") -> None:
        super().__init__(address, name)
        self.seat = seat
        self.open = ExitStack()
        self.open.callback(self.http.close)
        self.socket: ClientConnection = self.open.enter_context(self.sit(table))
        self.hear(self.socket)
        self.must("TakeSeat", player="")
        self.must("BuyIn", cents=1_000_000, tender="cash")

    def must(self, is_: str, **fields: Any) -> None:
        answer = self.do(self.socket, is_, seat=self.seat, **fields)
        assert answer["type"] == "done", answer

    def wager(self, **wagers: int) -> None:
        for wager, cents in wagers.items():
            self.must("PlaceWager", wager=wager, cents=cents)


class Dealer(Guest):
    """Somebody of the staff who deals by program, up to where a test of the console begins."""

    def __init__(self, casino: Casino, table: str, name: str = "Sue") -> None:
        self.address, self.http, self.table = casino.address, casino.people[name], table
        self.n = 0
        self.view = {}
        self.heard = []

    def deal(self, until: str, cards: Mapping[str, list[str]] | None = None, *players: Player) -> None:
        """Take every step until that is due: each place gets its own cards of a real deck, those players play 4×."""
        left = {place: list(each) for place, each in (cards or {}).items()}
        with self.sit(self.table) as socket:
            self.hear(socket)
            for _ in range(STEPS_MAX):
                console = self.http.get(f"/api/v1/tables/{self.table}/console").json()
                if console["due"].startswith(until):
                    return
                asked = [each for each in players if console["due"] == f"seat {each.seat} to act"]
                for each in asked:
                    each.must("MakePlay", multiple=4)
                if asked:
                    continue
                self.read(socket, console, left)
                if console["due"] == "CountStub":
                    left_in_the_shoe = self.view["cards_left"]
                    assert self.do(socket, "CountStub", cards=left_in_the_shoe)["type"] == "done"
                    continue
                while (answer := self.ask(socket, step=console["due"])).get("code") == "too_fast":
                    time.sleep(0.5)
                assert answer["type"] == "done", (console["due"], answer)
        raise AssertionError(f"{until!r} was never due")

    def read(self, socket: ClientConnection, console: dict[str, Any], left: dict[str, list[str]]) -> None:
        """Read the next cards into the table, where there is a real deck: those that are wanted, or any."""
        to = console["delivery"]
        if to is None or console["deck"] != "read":
            return
        place = f"seat {to['seat']}" if to["to"] == "seat" else to["to"]
        if left:
            cards = [left[place].pop(0) for _ in range(to["cards"])]
            while (answer := self.do(socket, "ReadCards", cards=cards)).get("code") == "too_fast":
                time.sleep(0.5)
            assert answer["type"] == "done", (cards, answer)
            return
        for some in batched(map(str, DECK), to["cards"]):
            if self.do(socket, "ReadCards", cards=some)["type"] == "done":
                return
        raise AssertionError(f"nobody takes a card for {place}")


def batched(cards: Iterable[str], size: int) -> Iterator[list[str]]:
    """Yield the cards so many at a time."""
    left = list(cards)
    while len(left) >= size:
        yield [left.pop(0) for _ in range(size)]


# What a dealer sees and presses.


def called(table: str) -> str:
    """Return a table's name as the pages write it."""
    return table.replace("-", " ").capitalize()


def due(page: Page) -> Locator:
    """What stands large: the step that is due."""
    return page.locator("#due")


def said(page: Page) -> str:
    """Return what is due once the console shows the table as it is."""
    page.wait_for_selector(".step[aria-busy=false]")
    return due(page).inner_text()


def take_step(page: Page) -> None:
    """Press Space, and wait until the table has gone on."""
    said(page)
    before = page.locator(".step").get_attribute("data-record")
    page.keyboard.press("Space")
    page.wait_for_selector(f".step[aria-busy=false]:not([data-record='{before}'])")


def press_on(page: Page, until: str, floor: Page | None = None) -> list[str]:
    """Take every step until that one is due, and return what was due on the way; the floor verifies the deck."""
    way: list[str] = []
    for _ in range(STEPS_MAX):
        way.append(said(page))
        if way[-1].startswith(until):
            return way
        if way[-1].startswith("Have") and "verified" in way[-1] and floor is not None:
            table = called(page.url.rpartition("/")[2])
            floor.get_by_role("button", name=f"Verify the deck at {table}").click()
            expect(due(page)).not_to_have_text(way[-1])
        else:
            take_step(page)
    raise AssertionError(f"{until!r} was never due; {way}")


def read_and_deal(page: Page, cards: list[str]) -> None:
    """Type the cards of the next delivery, and deal them."""
    page.keyboard.type("".join(cards).lower())
    take_step(page)
