"""axe checks every dialog of the page in light and dark; this walk covers those of the staff."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

from playwright.sync_api import Page, expect

from browser.axe import found_by_axe, go_to
from browser.staff.casino import Casino, Dealer, Player, called
from browser.staff.test_awards_at_the_table import ROYAL, SHARED

SOURCES = Path(__file__).parents[3] / "frontend" / "src"
DIALOGS = {
    "Settings": "test_every_page",
    "Make a table": "test_every_page",
    "How to play": "test_every_page",
    "At your seat": "test_every_page",
    "Bots at this table": "test_every_page",
    "Your session": "test_every_page",
    "What happened, and the pays": "test_every_page",
    "What beats what": "test_guided_hand",
    "What to drill": "test_drills",
    "Your progress": "test_drills",
    "Dispute this round": "test_disputes_at_the_page",
    'chosen ? capital(chosen.words) : "What went wrong?"': "test_dialogs",
    "Close the table?": "test_dialogs",
    "Make a table to deal": "test_dialogs",
    "Record {stepName(step)}": "test_dialogs",
    'asking === "reject" ? "Reject the award?" : "Back the award out?"': "test_dialogs",
    "Adjust a meter": "test_dialogs",
    "The progressive system is down": "test_dialogs",
    "Close {stopping.says} for good?": "test_dialogs",
    "Stop new wagers?": "test_dialogs",
    "Remove {seat.name} from the game?": "test_dialogs",
}
"""Where axe looks at each dialog, by its title as the sources have it."""


def test_each_dialog_of_the_sources_is_listed_with_the_test_that_looks_at_it() -> None:
    text = "".join(path.read_text(encoding="utf-8") for path in sorted(SOURCES.rglob("*.svelte")))
    titles = re.findall(r'<Dialog\s+title=(?:"([^"]+)"|\{(.+?)\} bind:open)', text)
    assert len(titles) == len(re.findall(r"<Dialog\b", text))
    assert sorted(quoted or computed for quoted, computed in titles) == sorted(DIALOGS)
    assert len(re.findall(r"<dialog\b", text)) == 1, "Dialog.svelte is the only dialog element"


def opened(page: Page, *buttons: str) -> Iterator[tuple[str, list[str]]]:
    """Open the dialog behind each of these buttons, yield its title and what axe finds in it, and close it."""
    for button in buttons:
        page.get_by_role("button", name=button).first.click()
        yield look(page)
        page.keyboard.press("Escape")
        page.wait_for_selector("dialog[open]", state="detached")


def look(page: Page) -> tuple[str, list[str]]:
    """Return the title of the dialog that is open, and what axe finds in it."""
    return page.locator("dialog[open] h2").inner_text(), found_by_axe(page, "dialog[open]")


def test_axe_finds_nothing_in_any_dialog_of_the_staff_nor_at_a_console_that_reads_cards_and_pays(
    enter: Callable[..., Page], player: Callable[..., Player], casino: Casino
) -> None:
    table = casino.table(rules="chickasaw", deck="read", awards="floor")
    ann, program = player(table, name="Ann"), Dealer(casino, table)
    program.deal("AnnounceNoMoreBets")
    page = enter("Mia", f"/dealer/{table}", reduced_motion="reduce")
    found = list(opened(page, "Close the table"))
    ann.wager(ante=1_000, progressive=100)
    program.deal("DealNext")
    expect(page.get_by_role("button", name="10 of spades")).to_be_visible()
    found.append(("the card pad", found_by_axe(page)))
    program.deal("CollectCards", {**SHARED, "seat 1": ROYAL}, ann)
    expect(page.locator("ol li").filter(has_text="Seat 1")).to_be_visible()
    found.append(("the payouts", found_by_axe(page)))

    page.get_by_role("button", name="Something went wrong").click()
    found.append(look(page))
    page.locator("dialog[open] li button").first.click()
    page.wait_for_selector("dialog[open] form")
    found.append(look(page))
    page.keyboard.press("Escape")

    go_to(page, "/floor/awards")
    award = page.get_by_role("article").filter(has_text=called(table))
    award.get_by_role("button", name="Turn the key to JPH").click()
    found.extend(opened(page, "Reject the award"))
    award.get_by_role("button", name="Press J-POT").click()
    found.extend(opened(page, "Record ", "Back it out"))
    casino.pay_awards(table)

    link = casino.link(table)
    go_to(page, "/floor/meters")
    found.extend(opened(page, f"Adjust a meter of {link}", f"System down : {link}"))
    go_to(page, "/floor")
    found.extend(opened(page, "Stop the whole house"))
    card = page.locator("li", has=page.get_by_role("heading", name=called(table), exact=True))
    card.locator("summary").last.click()
    found.extend(opened(page, "Remove Ann", f"Close it for good : {called(table)}"))
    go_to(page, "/dealer")
    found.extend(opened(page, "Make a table to deal"))

    assert [each for each in found if each[1]] == []
    assert len(found) == 14, found
