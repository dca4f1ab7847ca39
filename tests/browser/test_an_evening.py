"""An evening of three people in three browsers: a mouse, a finger on a phone, and only a keyboard.

They play eight rounds of each book. After every round each page shows the chips that the ledger has for its player, and
the slip adds up to what the ledger moved. `UTH_PICTURES=DIR` stores a picture of every page in the first rounds, which
are dealt at the usual pace then, since otherwise a settled round is cleared away before the picture is taken.
"""

from __future__ import annotations

import os
import re
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing, suppress
from fractions import Fraction
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, TimeoutError, expect

from browser.playing import decision, hands, purse, sit_down, slip, table_at
from client.serving import Served

ROUNDS = 8
WAIT_S = 60.0
PICTURED = 2
"""How many rounds of an evening are pictured."""


class Player:
    """Somebody at the table: how they act, and what their page and the ledger say they have."""

    def __init__(self, page: Page, house: Served, name: str) -> None:
        self.page = page
        self.house = house
        self.name = name
        self.chips_before = Fraction(0)

    def sit(self, table: str) -> None:
        sit_down(self.page, self.house.address, table, self.name)
        self.person = self.page.request.get(f"{self.house.address}/api/v1/me").json()["person"]

    @property
    def in_ledger(self) -> Fraction:
        """The player's chips off the layout, in whole units of the currency."""
        with closing(sqlite3.connect(self.house.data / "house.sqlite")) as store:
            (cents,) = store.execute(
                "SELECT cents FROM balances WHERE account = ?", (f"player:{self.person}",)
            ).fetchone()
        return Fraction(cents) / 100

    @property
    def shown(self) -> Fraction:
        """The chips that the page shows."""
        return amount(purse(self.page).inner_text().split("Net")[0])

    @property
    def banks(self) -> bool:
        return self.bank.count() > 0

    @property
    def bank(self) -> Locator:
        """The player's own place while they bank."""
        return self.page.locator(".hero").get_by_text("You bank this round", exact=True)

    def wager(self, number: int) -> None:
        """Place the wagers of each hand that the player has."""
        self.wager_one_hand(number)
        other = self.page.get_by_role("button", name=re.compile(r"^Your seat \d"))
        if other.count():
            other.first.click()
            expect(self.page.locator('[data-spot="ante"] .sum b')).to_have_count(0)
            self.wager_one_hand(number + 1)

    def wager_one_hand(self, number: int) -> None:
        """Place an ante, and in turns the other wagers that the table takes."""
        page = self.page
        for spot in ("ante", *(("trips",) if number % 2 else ()), *(("progressive",) if number % 3 == 0 else ())):
            button = page.locator(f'[data-spot="{spot}"]').get_by_role("button")
            if button.count():
                self.press(page, spot)

    def press(self, page: Page, spot: str) -> None:
        page.locator(f'[data-spot="{spot}"]').get_by_role("button").first.click()

    def ready(self) -> None:
        self.page.get_by_role("button", name=re.compile("^Deal")).click()

    def answer(self, number: int) -> None:
        """Answer if asked, in another way each round."""
        wishes = ("Play 4×", "Check", "Play 3×", "Fold")[number % 4], "Check", "Play"
        names = decision(self.page).get_by_role("button").all_inner_texts()
        for wish in wishes:
            found = [name for name in names if name.startswith(wish)]
            if found:
                buttons = decision(self.page).get_by_role("button")
                with suppress(TimeoutError):  # the question may be answered already
                    buttons.filter(has_text=found[0].splitlines()[0]).click(timeout=2_000)
                return


class Keyboard(Player):
    """A player who touches nothing but the keyboard."""

    KEYS = {"ante": "a", "trips": "t", "progressive": "p"}  # noqa: RUF012

    def press(self, page: Page, spot: str) -> None:
        page.locator("body").press(self.KEYS[spot])
        expect(page.locator(f'[data-spot="{spot}"] .sum b')).to_be_visible()

    def ready(self) -> None:
        self.page.locator("body").press(" ")

    def answer(self, number: int) -> None:
        names = " ".join(decision(self.page).get_by_role("button").all_inner_texts())
        keys = [key for key, label in (("4", "Play 4×"), ("c", "Check"), ("1", "Play 1×")) if label in names]
        if keys:
            self.page.locator("body").press(keys[number % len(keys)])


def amount(text: str) -> Fraction:
    """Return the first amount in a text; a minus may stand before the currency."""
    found = re.search(r"([−-]?)\s*[$€]\s*([\d,]+(?:\.\d\d)?)", text)
    assert found is not None, text
    return Fraction(found[2].replace(",", "")) * (-1 if found[1] else 1)


@pytest.fixture
def pictures(tmp_path: Path) -> Path:
    folder = Path(os.environ.get("UTH_PICTURES") or tmp_path)
    folder.mkdir(parents=True, exist_ok=True)
    return folder


@pytest.fixture
def people(visit: Callable[..., Page], house: Served) -> list[Player]:
    return [
        Player(visit(width=1366, height=768, theme="light"), house, "Ann"),
        Keyboard(visit(), house, "Bob"),
        Player(visit(width=390, height=844, has_touch=True), house, "Cleo"),
    ]


def until(holds: Callable[[], bool], says: str) -> None:
    """Wait for something that several pages bring about together."""
    ends = time.monotonic() + WAIT_S
    while not holds():
        assert time.monotonic() < ends, says
        time.sleep(0.02)


def take_the_bank(people: list[Player], number: int) -> None:
    """Let the player with the button bank: with little in the second round, so that the bank runs out."""
    ends = time.monotonic() + WAIT_S
    while not any(player.banks for player in people):
        assert time.monotonic() < ends, "nobody banks"
        for player in people:
            form = player.page.get_by_role("form", name="The bank")
            if form.count():
                form.get_by_role("spinbutton").fill("25" if number == 1 else "500")
                form.get_by_role("button", name=re.compile(r"^Bank \$")).click()
                expect(player.bank).to_be_visible()
                break


def play_a_round(people: list[Player], number: int, shoot: Callable[[str], None]) -> None:
    """Play one round, and compare every page with the ledger."""
    players = [player for player in people if not player.banks]
    before = {player.name: (hands(player.page), player.in_ledger) for player in people}
    for player in players:
        player.wager(number)
    shoot("wagers")
    for player in players:
        player.ready()
    shot = False
    ends = time.monotonic() + WAIT_S
    while any(hands(player.page) == before[player.name][0] for player in players):
        assert time.monotonic() < ends, "the round does not end"
        for player in players:
            if decision(player.page).count():
                if not shot:
                    shoot("decision")
                    shot = True
                player.answer(number)
    shoot("settled")
    for player in people:
        until(lambda: player.shown == player.in_ledger, f"{player.name} is shown {player.shown}")  # noqa: B023
    for player in players:
        region = slip(player.page)
        if region.count() and region.first.is_visible():
            nets = region.locator("tbody .net").all_inner_texts()
            shown = sum(Fraction(0) if each.strip() in ("0", "") else amount(each) for each in nets)
            assert shown == player.in_ledger - before[player.name][1], (player.name, number, nets)


EVENINGS: tuple[tuple[str, dict[str, str]], ...] = (
    ("massachusetts", {}),
    ("california", {}),
    ("chickasaw", {}),
    ("nevada", {}),
    ("greece", {"dealing": "shuffler"}),
    ("greece", {"dealing": "hand"}),
)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("book", "more"), EVENINGS, ids=[f"{book}-{'-'.join(more.values())}" for book, more in EVENINGS]
)
def test_three_people_play_eight_rounds_and_every_page_agrees_with_the_ledger(
    people: list[Player], house: Served, pictures: Path, book: str, more: dict[str, str]
) -> None:
    speed = "usual" if os.environ.get("UTH_PICTURES") else "instant"
    table = table_at(people[0].page, house.address, rules=book, called="Ann", speed=speed, **more)
    for player in people:
        player.sit(table)
    if book == "chickasaw":
        people[0].page.get_by_role("button", name=re.compile("^Second hand")).first.click()
        expect(people[0].page.get_by_role("button", name=re.compile(r"^Your seat \d"))).to_be_visible()
    for number in range(ROUNDS):

        def shoot(moment: str, number: int = number) -> None:
            for player in people if number < PICTURED else ():
                name = f"{book}-{'-'.join(more.values())}-{number}-{moment}-{player.name}.png"
                player.page.screenshot(path=pictures / name)

        if book == "california":
            take_the_bank(people, number)
        for player in people:
            if not player.banks:
                expect(player.page.get_by_role("button", name=re.compile("^Deal"))).to_be_enabled()
        play_a_round(people, number, shoot)
