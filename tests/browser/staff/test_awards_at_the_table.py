"""Rare events at the player's table, made to happen: an award, its envy, and an irregularity."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from browser.playing import (
    bet,
    deal_button,
    decision,
    plaque,
    play_on,
    purse,
    sit_down,
    slip,
    spot,
    table_at,
    wait_until,
)
from browser.staff.casino import Casino, Dealer, Player, called, due, take_step

ROYAL = ["As", "Ks"]
FOURS = ["4c", "4d"]
SHARED = {"community": ["Qs", "Js", "Ts", "2d", "7h"], "dealer": ["Kd", "5c"]}
IN_SIGHT = """() => {
    const box = each => document.querySelector(each).getBoundingClientRect()
    const cells = [...document.querySelectorAll(".dock td, .dock .purse b")]
    const names = [...document.querySelectorAll(".dock tbody th")]
    return document.documentElement.scrollWidth <= innerWidth
        && names.every(each => each.getBoundingClientRect().width > 60)
        && box(".hero").bottom <= (box(".dock").x > 0 ? innerHeight : box(".dock").y) + 1
        && cells.every(each => each.getBoundingClientRect().right <= innerWidth)
}"""
PAYOUTS_FIT = """() => [...document.querySelectorAll("ol td, ol .net")]
    .every(each => each.getBoundingClientRect().right <= each.closest("li").getBoundingClientRect().right)"""
SMALL: ViewportSize = {"width": 360, "height": 640}
PHONES: tuple[ViewportSize, ...] = (
    SMALL,
    {"width": 412, "height": 732},
    {"width": 390, "height": 844},
    {"width": 667, "height": 375},
    {"width": 768, "height": 1024},
)


def seat_of(page: Page) -> str:
    found = re.search(r"\d", page.locator(".hero .hand").inner_text())
    assert found is not None
    return f"seat {found[0]}"


def in_sight(page: Page) -> None:
    """On phones and a tablet each line is named, nothing is cut, and one's own place is whole above the dock."""
    size = page.viewport_size
    assert size is not None
    for phone in (*PHONES, size):
        page.set_viewport_size(phone)
        wait_until(page, IN_SIGHT)  # the lines slide in from the right


def play_four(page: Page) -> None:
    page.wait_for_timeout(500)  # the page takes no answer in the moment it is asked: it may be a second click
    decision(page).get_by_role("button", name=re.compile("^Play 4×")).click()
    expect(decision(page)).to_have_count(0)


def test_an_award_is_celebrated_waits_for_the_floor_in_words_and_envy_is_paid_and_counted(
    visit: Callable[..., Page], casino: Casino
) -> None:
    table = casino.table(rules="chickasaw", deck="read", awards="floor")
    ann, bob = visit(width=390, height=844, theme="light"), visit(**SMALL)
    for page, name in ((ann, "Ann"), (bob, "Bob")):
        sit_down(page, casino.address, table, name)
    dealer = Dealer(casino, table)
    dealer.deal("AnnounceNoMoreBets")
    for page in (ann, bob):
        bet(page, "ante")
        spot(page, "progressive").get_by_role("button").click()
        expect(spot(page, "progressive").locator(".sum b")).to_be_visible()
    seats = {seat_of(page): page for page in (ann, bob)}  # a hand with cards is called by its name
    dealer.deal("seat", dict(zip(seats, (ROYAL, FOURS), strict=True)) | SHARED)
    for _, page in sorted(seats.items()):
        play_four(page)
    dealer.deal("CollectCards")

    expect(plaque(ann)).to_have_text(
        re.compile(r"^You win \$2,519 *Award pending: \$10,000\.\d\d waits for a supervisor")
    )
    expect(slip(ann)).to_contain_text(re.compile(r"award pending, \$10,000\.\d\d"))
    expect(bob.locator(".notice")).to_contain_text("Envy pending: $1,000 for Ann’s hand")
    for page in (ann, bob):
        in_sight(page)
    expect(plaque(bob)).to_have_text("You win $19")
    expect(slip(bob)).to_contain_text(re.compile(r"Envy for Ann’s hand\s*pending, \$1,000"))
    casino.pay_awards(table)
    expect(plaque(ann)).to_have_text(re.compile(r"^You win \$12,519\.\d\d"))
    expect(bob.locator(".notice", has_text="Envy: you get $1,000 for Ann’s hand")).to_be_visible()
    for _ in range(2):
        expect(plaque(bob)).to_have_text("You win $1,019")
        expect(slip(bob)).to_contain_text(re.compile(r"Envy for Ann’s hand\s*\+\$1,000"))
        expect(purse(bob)).to_contain_text("+$1,019")
        bob.reload()


def test_on_a_short_phone_what_went_wrong_is_one_line_that_opens_and_moves_nothing(
    visit: Callable[..., Page], casino: Casino
) -> None:
    table = casino.table(rules="massachusetts")
    page = visit(**SMALL, has_touch=True)
    sit_down(page, casino.address, table, "Ann")
    dealer = Dealer(casino, table)
    dealer.deal("AnnounceNoMoreBets")
    for wager in ("ante", "trips"):
        bet(page, wager)
    dealer.deal("seat")
    wrong = {"is": "WrongNumberOfCards", "seat": None, "cards": 3, "fixable": False}
    with dealer.sit(table) as socket:
        dealer.hear(socket)
        assert dealer.do(socket, "Report", irregularity=wrong)["type"] == "done"
    note = page.get_by_role("note")
    for theme in ("light", "dark"):
        page.emulate_media(color_scheme="light" if theme == "light" else "dark")
        expect(note.get_by_text("All hands are void (MA.14d); wagers come back")).to_be_visible()
        expect(plaque(page)).to_have_text("The round is void")
        expect(note.get_by_text("Stop: the dealer holds 3 cards")).to_be_hidden()
        in_sight(page)
        note.get_by_role("button", name="More").tap()
        expect(note.get_by_text("Stop: the dealer holds 3 cards")).to_be_visible()
        in_sight(page)
        page.reload()


def test_a_dispute_corrects_no_wager_that_won_an_award(
    enter: Callable[..., Page], player: Callable[..., Player], casino: Casino
) -> None:
    table = casino.table(rules="chickasaw", deck="read", awards="floor")
    ann = player(table)
    dealer = Dealer(casino, table)
    dealer.deal("AnnounceNoMoreBets")
    ann.wager(ante=1_000, progressive=100)
    dealer.deal("CollectCards", {**SHARED, "seat 1": ROYAL}, ann)
    floor = enter("Sue", "/floor")
    ann.must("DisputeRound", says="It is a royal flush")
    card = floor.locator("li.stopped", has_text="It is a royal flush")
    card.get_by_label("The settlement is corrected").check()
    row = card.get_by_role("row", name=re.compile("Progressive"))
    expect(row).to_contain_text("an award is backed out, not corrected (R60)")
    expect(row.get_by_role("spinbutton")).to_have_count(0)
    expect(card.get_by_role("row", name=re.compile("Ante")).get_by_role("spinbutton")).to_have_count(2)
    casino.pay_awards(table)
    expect(row.get_by_role("spinbutton")).to_have_count(0)


@pytest.mark.clause("NV.10e", "NV.10f", "NV.10h")
@pytest.mark.parametrize("falls", ["rejected", "backed_out"])
def test_a_win_that_is_not_verified_is_gone_from_every_screen_at_once(
    enter: Callable[..., Page], visit: Callable[..., Page], player: Callable[..., Player], casino: Casino, falls: str
) -> None:
    table = casino.table(rules="nevada", deck="read", awards="floor", link=f"screens-{falls.replace('_', '-')}")
    ann, bob = visit(), player(table, seat=2)
    sit_down(ann, casino.address, table, "Ann")
    program = Dealer(casino, table)
    program.deal("AnnounceNoMoreBets")
    bet(ann, "ante")
    spot(ann, "progressive").get_by_role("button").click()
    bob.wager(ante=1_000, progressive=100)
    mine = seat_of(ann)
    program.deal("seat", {**SHARED, mine: ROYAL, "seat 2": FOURS})
    for seat in sorted((mine, "seat 2")):
        if seat == "seat 2":
            bob.must("MakePlay", multiple=4)
        else:
            play_four(ann)
    program.deal("CollectCards")
    dealer, floor, sign = enter("Dan", f"/dealer/{table}"), enter("Sue", "/floor/awards"), visit()
    sign.goto(f"{casino.address}/sign/{casino.link(table)}")
    meter = re.compile(r"1,000\.\d\d")
    expect(plaque(ann)).to_contain_text(re.compile(r"Award pending: \$1,000\.\d\d"))
    expect(dealer.locator("main")).to_contain_text("award pending")
    expect(dealer.locator("main")).to_contain_text("Envy of $100 for the hand of seat")
    expect(sign.locator("main")).to_contain_text("Award pending")

    dealer.set_viewport_size({"width": 1366, "height": 768})
    wait_until(dealer, PAYOUTS_FIT)
    award = floor.get_by_role("article").filter(has_text=called(table))
    award.get_by_role("button", name="Turn the key to JPH").click()
    if falls == "rejected":
        award.get_by_role("button", name="Reject the award").click()
        floor.get_by_role("dialog").get_by_label("Reason").fill("the hand was fouled")
        floor.get_by_role("button", name="Reject it").click()
    else:
        award.get_by_role("button", name="Press J-POT").click()
        back_out(enter, casino, table, "the hand was fouled")

    expect(dealer.locator("main")).to_contain_text("Award rejected by")
    expect(dealer.locator("main")).to_contain_text("management corrects them in a dispute")
    expect(dealer.locator(".step")).not_to_contain_text(re.compile(r"\$1,0\d\d\.\d\d"))
    expect(dealer.locator(".step .net", has_text="Pay $2,520")).to_have_count(1)
    expect(dealer.locator(".step .net", has_text=re.compile(r"^Pay \$40$"))).to_have_count(1)
    expect(dealer.get_by_role("row", name=re.compile("^Envy for seat"))).to_contain_text("not paid")
    expect(plaque(ann)).to_have_text(
        re.compile(r"^You win \$2,519 *\$1,000\.\d\d award rejected: the hand was fouled$")
    )
    expect(slip(ann).get_by_role("row", name=re.compile("^Progressive"))).to_contain_text("award rejected")
    expect(purse(ann)).to_contain_text("$3,519")
    expect(ann.locator(".meters")).to_contain_text(meter)
    expect(sign.locator("main")).not_to_contain_text("Award pending")
    owed = casino.people["Sue"].get(f"/api/v1/tables/{table}/console").json()["payouts"]
    assert [each["state"] for payout in owed for each in payout["envy"]] == ["refused"]
    assert all(payout["waits"] == 0 for payout in owed)


def back_out(enter: Callable[..., Page], casino: Casino, table: str, reason: str) -> None:
    """Have one manager ask for the award to be backed out, and another agree."""
    asks, agrees = enter("Max", "/floor/awards"), enter("Mia", "/floor/meters")
    award = asks.get_by_role("article").filter(has_text=called(table))
    award.get_by_role("button", name="Back it out").click()
    asks.get_by_role("dialog").get_by_label("Reason").fill(reason)
    asks.get_by_role("button", name="Ask for it").click()
    agrees.get_by_role("button", name=re.compile("^Agree")).click()


def test_an_award_that_is_rejected_leaves_a_key_to_turn_back_and_the_table_plays_on(
    enter: Callable[..., Page], player: Callable[..., Player], casino: Casino
) -> None:
    table = casino.table(rules="nevada", deck="read", awards="floor", link="rejected")
    ann = player(table)
    program = Dealer(casino, table)
    program.deal("AnnounceNoMoreBets")
    ann.wager(ante=1_000, progressive=100)
    program.deal("CollectCards", {**SHARED, "seat 1": ROYAL}, ann)
    dealer, floor = enter("Dan", f"/dealer/{table}"), enter("Sue", "/floor/awards")
    award = floor.get_by_role("article").filter(has_text=called(table))
    award.get_by_role("button", name="Turn the key to JPH").click()
    award.get_by_role("button", name="Reject the award").click()
    floor.get_by_role("dialog").get_by_label("Reason").fill("the hand was fouled")
    floor.get_by_role("button", name="Reject it").click()
    expect(award).to_have_count(0)
    expect(due(dealer)).to_have_text("Wait for the floor")

    waits = floor.get_by_text(f"The key at {called(table)} stands at JPH")
    expect(waits).to_be_visible()
    expect(floor.get_by_role("link", name=re.compile("^Awards")).last).to_contain_text("waiting")
    floor.get_by_role("link", name=re.compile("^Tables")).click()
    card = floor.get_by_role("listitem").filter(has=floor.get_by_role("heading", name=called(table)))
    expect(card).to_contain_text("the key stands at JPH")
    card.get_by_role("button", name="Turn the key to RUN").click()
    expect(card).not_to_contain_text("JPH")
    expect(due(dealer)).to_have_text("Collect the cards")
    take_step(dealer)


def test_two_settled_hands_are_two_sums_on_a_short_phone_and_line_by_line_when_asked(
    visit: Callable[..., Page], casino: Casino
) -> None:
    page = visit(**SMALL, has_touch=True, reduced_motion="reduce")
    sit_down(page, casino.address, table_at(page, casino.address, rules="chickasaw", speed="slow"))
    page.get_by_role("button", name=re.compile("^Second hand")).first.tap()
    other = page.get_by_role("button", name=re.compile(r"^Your seat \d")).first
    expect(other).to_be_visible()
    bet(page, "ante")
    other.tap()
    expect(spot(page, "ante").locator(".sum b")).to_have_count(0)
    bet(page, "ante")
    deal_button(page).tap()
    play_on(page, wish="^Play 4")
    expect(page.locator(".dock").get_by_role("region", name=re.compile(r"Last hand, seat \d"))).to_have_count(2)
    in_sight(page)
    page.get_by_role("button", name="Line by line").tap()
    expect(page.get_by_role("dialog").get_by_role("row", name=re.compile("^Ante"))).to_have_count(2)


@pytest.mark.clause("GR.WRONG1")
def test_a_croupiers_card_seen_too_early_has_its_whole_reason_at_the_table_the_console_and_in_the_log(
    visit: Callable[..., Page], enter: Callable[..., Page], casino: Casino
) -> None:
    table = casino.table(rules="greece")
    page = visit(**SMALL, has_touch=True, reduced_motion="reduce")
    sit_down(page, casino.address, table, "Ann")
    program = Dealer(casino, table)
    program.deal("AnnounceNoMoreBets")
    bet(page, "ante", chip="€5")
    program.deal("seat")
    page.wait_for_timeout(500)  # the page takes no answer in the moment it is asked
    decision(page).get_by_role("button", name=re.compile("^Check")).click()
    program.deal("seat")
    with program.sit(table) as socket:
        program.hear(socket)
        seen = {"is": "DealerCardExposed", "positions": [1, 2]}
        assert program.do(socket, "Report", irregularity=seen)["type"] == "done"
    reason = "the croupier's cards are shuffled back and two new ones dealt, face down"
    note = page.get_by_role("note")
    expect(note.get_by_text(re.compile(re.escape(reason))).first).to_be_attached()
    more = note.get_by_role("button", name="More")
    if more.count():
        more.tap()
    ruled = note.get_by_text(re.compile(re.escape(reason)))
    expect(ruled.first).to_contain_text("GR.WRONG1")
    assert ruled.first.evaluate("each => each.scrollWidth <= each.clientWidth + 1"), "cut off"
    dealer = enter("Dan", f"/dealer/{table}")
    expect(dealer.locator(".rulings")).to_contain_text(f"The book rules: {reason}")
    expect(dealer.locator(".rulings")).to_contain_text("GR.WRONG1")
    for wish in ("^Check", "^Fold"):
        program.deal("seat")
        page.wait_for_timeout(500)
        decision(page).get_by_role("button", name=re.compile(wish)).click()
        expect(decision(page)).to_have_count(0)
    program.deal("AnnounceNoMoreBets")  # while a round is on, the log keeps what is in it
    found = casino.people["Audrey"].get("/api/v1/log", params={"stream": f"table/{table}", "limit": 200}).json()
    events = [each for record in found["records"] for each in record["body"].get("events", ())]
    (logged,) = [each for each in events if each["is"] == "IrregularityRuled"]
    assert (logged["says"], logged["clause"]) == (reason, "GR.WRONG1")


def test_a_void_hand_ends_with_the_stakes_back_and_a_hand_on_trips_alone_is_compared_with_nobody(
    visit: Callable[..., Page], casino: Casino
) -> None:
    void, alone = casino.table(rules="massachusetts"), casino.table(rules="chickasaw", deck="read")
    page = visit(reduced_motion="reduce")
    sit_down(page, casino.address, void, "Ann")
    program = Dealer(casino, void)
    program.deal("AnnounceNoMoreBets")
    bet(page, "ante")
    program.deal("seat")
    wrong = {"is": "WrongNumberOfCards", "seat": None, "cards": 3, "fixable": False}
    with program.sit(void) as socket:
        program.hear(socket)
        assert program.do(socket, "Report", irregularity=wrong)["type"] == "done"
    program.deal("CollectCards")
    expect(plaque(page)).to_have_text("Void: your stakes are returned")
    expect(purse(page)).to_contain_text("$1,000")

    sit_down(page, casino.address, alone, "Ann")
    program = Dealer(casino, alone)
    program.deal("AnnounceNoMoreBets")
    bet(page, "trips")
    program.deal("CollectCards", {**SHARED, seat_of(page): ["2c", "2h"]})
    expect(plaque(page)).to_have_text("You win $15")
    expect(page.locator(".hero .hand")).to_have_text("Three of a Kind, Twos")
    expect(slip(page).get_by_role("row", name=re.compile("^Trips"))).to_contain_text("+$15")
    expect(slip(page)).not_to_contain_text(re.compile("against|dealer|qualif", re.IGNORECASE))
    expect(page.locator(".dock")).not_to_contain_text(re.compile("against|qualif"))
