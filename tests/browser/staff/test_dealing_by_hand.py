"""The dealer's console in a real browser: a whole round by keys, a real deck card by card, a misdeal."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from browser.playing import bet, decision, resized, sit_down, wait_until
from browser.staff.casino import Casino, Dealer, Player, called, due, press_on, read_and_deal, said, take_step

ROYAL = {
    "community": ["Qs", "Js", "Ts", "2d", "7h"],
    "seat 1": ["As", "Ks"],
    "seat 2": ["4c", "4d"],
    "dealer": ["Kd", "5c"],
}


def test_a_person_deals_a_whole_round_by_keys_alone_and_a_player_in_another_browser_plays_it(
    enter: Callable[..., Page], visit: Callable[..., Page], casino: Casino
) -> None:
    table = casino.table(rules="massachusetts")
    player = visit()
    sit_down(player, casino.address, table, "Ann")
    dealer = enter("Dan", f"/dealer/{table}")
    floor = enter("Sue", "/floor")
    way = press_on(dealer, "Wait for wagers", floor)
    assert way[:3] == ["Receive the red deck", "Inspect the red deck", "Have the red deck verified"]
    expect(dealer.get_by_role("button", name="No more bets")).to_be_disabled()

    bet(player, "ante")
    expect(due(dealer)).to_have_text("No more bets")
    expect(dealer.locator(".seats")).to_contain_text("Ann")
    take_step(dealer)
    press_on(dealer, "Ask seat")
    expect(dealer.locator(".seats li.turn")).to_contain_text("Ann")
    dealer.keyboard.press("Space")
    expect(dealer.get_by_role("button", name="Waiting")).to_be_disabled()

    player.wait_for_timeout(500)  # the page takes no answer in the moment it is asked: it may be a second click
    decision(player).get_by_role("button", name=re.compile("^Play 4×")).click()
    expect(due(dealer)).not_to_contain_text("Ask")
    press_on(dealer, "Collect the cards")
    expect(dealer.locator("ol li").filter(has_text="Seat")).to_contain_text(re.compile("Pay|Take|Even"))
    expect(player.get_by_text(re.compile("You (win|lose|are even)")).first).to_be_visible()
    take_step(dealer)
    assert said(dealer) not in ("Collect the cards", "Settle the round")


def test_a_real_deck_is_read_card_by_card_by_keys_and_by_the_pad_and_a_card_comes_once(
    enter: Callable[..., Page], player: Callable[..., Player], casino: Casino
) -> None:
    table = casino.table(rules="nevada", deck="read")
    ann = player(table)
    Dealer(casino, table).deal("AnnounceNoMoreBets")
    ann.wager(ante=1_000)
    dealer = enter("Dan", f"/dealer/{table}")
    take_step(dealer)
    expect(dealer.get_by_role("button", name=re.compile("^(Deal|Burn)"))).to_be_disabled()

    dealer.keyboard.press("a")
    expect(dealer.locator(".slot").first).to_have_text("A")
    dealer.keyboard.press("Backspace")
    expect(dealer.locator(".slot").first).to_have_text("?")
    dealer.keyboard.type("as")
    expect(dealer.locator(".slots").get_by_label("Ace of spades")).to_be_visible()
    wanted = 1 + dealer.locator(".slots .slot").count()
    for suit in ("hearts", "diamonds", "clubs")[: wanted - 1]:
        dealer.get_by_role("button", name=f"Ace of {suit}").click()
    take_step(dealer)
    expect(dealer.get_by_role("button", name="Ace of spades")).to_be_disabled()
    dealer.keyboard.type("as")
    expect(dealer.get_by_role("alert").filter(has_text="is on the table already").first).to_be_visible()
    dealer.goto(f"{casino.address}/fair/{table}")
    expect(dealer.get_by_role("heading", name="A real deck")).to_be_visible()
    expect(dealer.get_by_role("heading", name="The commitment now")).to_have_count(0)


def test_a_card_that_was_read_wrong_is_read_again_before_the_next_step(
    enter: Callable[..., Page], player: Callable[..., Player], casino: Casino
) -> None:
    table = casino.table(rules="nevada", deck="read", dealing="shoe")
    ann = player(table)
    Dealer(casino, table).deal("AnnounceNoMoreBets")
    ann.wager(ante=1_000)
    dealer = enter("Dan", f"/dealer/{table}")
    take_step(dealer)
    expect(dealer.get_by_role("button", name="Misread?")).to_have_count(0)
    read_and_deal(dealer, ["As"])
    stands = said(dealer)

    dealer.keyboard.press("u")
    expect(due(dealer)).to_have_text(re.compile("^Read again: one card to seat 1"))
    dealer.keyboard.press("Escape")
    assert said(dealer) == stands
    dealer.get_by_role("button", name="Misread?").click()
    dealer.keyboard.type("ad")
    take_step(dealer)
    assert said(dealer) == stands
    expect(dealer.locator(".last")).to_have_text("The dealer corrects a misread card")
    expect(dealer.get_by_role("button", name="Ace of diamonds")).to_be_disabled()
    expect(dealer.get_by_role("button", name="Ace of spades")).to_be_enabled()
    for card in ("As", "Kc", "Qd"):
        read_and_deal(dealer, [card])
    assert said(dealer).startswith("Ask seat 1")
    while ann.view["turn"] != 1:
        ann.hear(ann.socket)
    assert ann.view["seats"]["1"]["cards"] == ["Ad", "Kc"]
    ann.must("Check")
    expect(dealer.get_by_role("button", name="Misread?")).to_have_count(0)


def test_cards_that_replace_the_dealers_own_are_read_and_are_the_ones_that_lie_there(
    enter: Callable[..., Page], player: Callable[..., Player], casino: Casino
) -> None:
    table = casino.table(rules="greece", deck="read", dealing="shuffler")
    ann, by_program = player(table), Dealer(casino, table)
    by_program.deal("AnnounceNoMoreBets")
    ann.wager(ante=1_000)
    by_program.deal("seat 1 to act")
    ann.must("Check")
    with by_program.sit(table) as socket:
        by_program.hear(socket)
        assert by_program.do(socket, "Report", irregularity={"is": "DealerCardExposed"})["type"] == "done"
    dealer = enter("Dan", f"/dealer/{table}")
    expect(due(dealer)).to_have_text("Replace the cards")
    expect(dealer.get_by_role("button", name="Replaced")).to_be_disabled()
    read_and_deal(dealer, ["Kh", "Kd"])
    by_program.deal("seat 1 to act")
    ann.must("MakePlay", multiple=2)
    by_program.deal("CollectCards")
    expect(dealer.locator(".laid").get_by_label("King of hearts")).to_be_visible()
    expect(dealer.locator(".laid").get_by_label("King of diamonds")).to_be_visible()


@pytest.mark.clause("MA.7d2")
def test_what_is_read_of_the_dealers_own_cards_is_shown_neither_in_the_slots_nor_on_the_pad(
    enter: Callable[..., Page], player: Callable[..., Player], casino: Casino
) -> None:
    table = casino.table(rules="chickasaw", deck="read")
    ann = player(table)
    Dealer(casino, table).deal("AnnounceNoMoreBets")
    ann.wager(ante=1_000)
    dealer = enter("Dan", f"/dealer/{table}")
    take_step(dealer)
    take_step(dealer)
    for card in ("qs", "js", "ts", "2d", "7h", "asks"):
        read_and_deal(dealer, [card])
    assert said(dealer) == "Two cards to the dealer"
    dealer.keyboard.type("kd5c")
    expect(dealer.locator(".slots .slot")).to_have_count(0)
    for card, named in (("King of diamonds", "King of diamonds"), ("Five of clubs", "5 of clubs")):
        expect(dealer.locator(".slots").get_by_label(card)).to_have_count(0)
        key = dealer.get_by_role("button", name=named)
        expect(key).to_be_enabled()
        expect(key).to_have_attribute("aria-pressed", "false")
    take_step(dealer)
    assert said(dealer).startswith("Ask seat 1")
    assert "King of diamonds" not in dealer.content()


@pytest.mark.clause("MA.7g")
def test_the_dealer_enters_how_many_cards_the_stub_has_and_a_wrong_number_is_ruled_on(
    enter: Callable[..., Page], player: Callable[..., Player], casino: Casino
) -> None:
    table = casino.table(rules="massachusetts", dealing="shoe")
    ann, program = player(table), Dealer(casino, table)
    for stop in ("CollectCards",) * 4 + ("CountStub",):
        program.deal("AnnounceNoMoreBets")
        ann.wager(ante=1_000)
        program.deal(stop, None, ann)
    dealer = enter("Dan", f"/dealer/{table}")
    assert said(dealer) == "Count the stub"
    expect(dealer.get_by_role("button", name="Counted")).to_be_disabled()
    dealer.get_by_label("Cards in the stub").fill("40")
    dealer.get_by_role("button", name="Counted").click()
    expect(dealer.get_by_text("MA.7g").first).to_be_visible()
    assert said(dealer) == "Settle the round"


SLOW_HOUSE = """() => {
    const fetched = window.fetch
    window.fetch = async (...asked) => {
        if (String(asked[0]).endsWith("/console")) await new Promise(done => setTimeout(done, 700))
        return fetched(...asked)
    }
}"""


def test_cards_typed_faster_than_the_house_answers_are_all_read_and_no_step_is_taken_unseen(
    enter: Callable[..., Page], player: Callable[..., Player], casino: Casino
) -> None:
    table = casino.table(rules="chickasaw", deck="read")
    ann = player(table)
    Dealer(casino, table).deal("AnnounceNoMoreBets")
    ann.wager(ante=1_000)
    Dealer(casino, table).deal("StartGame")
    dealer = enter("Dan", f"/dealer/{table}")
    said(dealer)
    dealer.evaluate(SLOW_HOUSE)
    slots, ahead = dealer.locator(".slots"), dealer.get_by_role("group", name=re.compile("^Read ahead"))

    dealer.keyboard.press("Space")
    dealer.keyboard.type("qs js ts")
    assert said(dealer) == "One card to the middle"
    expect(slots.get_by_label("Queen of spades")).to_be_visible()
    expect(ahead.get_by_role("img")).to_have_count(2)
    assert left_in_the_shoe(dealer) == 52, "a Space that was pressed before the step was seen deals nothing"

    for _ in range(5):
        dealer.keyboard.down("Space")
    dealer.keyboard.up("Space")
    dealer.keyboard.type("2d")
    said(dealer)
    assert left_in_the_shoe(dealer) == 51, "a key that is held down takes one step"
    expect(slots.get_by_label("Jack of spades")).to_be_visible()
    expect(ahead.get_by_role("img")).to_have_count(2)
    dealer.keyboard.press("Backspace")
    expect(ahead.get_by_role("img")).to_have_count(1)
    dealer.keyboard.type("7h")
    for card in ("Ten of spades", "Seven of hearts"):
        take_step(dealer)
        expect(slots.get_by_label(card)).to_be_visible()


def test_at_a_full_table_on_a_small_screen_step_pad_and_alarm_are_in_sight_also_when_a_card_is_refused(
    enter: Callable[..., Page], player: Callable[..., Player], casino: Casino
) -> None:
    table = casino.table(rules="chickasaw", deck="read")
    seated = [player(table, seat) for seat in range(1, 7)]
    program = Dealer(casino, table)
    program.deal("AnnounceNoMoreBets")
    for each in seated:
        each.wager(ante=1_000, trips=500, progressive=100)
    program.deal("DealNext")
    dealer = enter("Dan", f"/dealer/{table}", width=1366, height=768)
    said(dealer)
    dealer.keyboard.type("asas")
    alarm = dealer.get_by_role("button", name="Something went wrong")
    parts = [due(dealer), dealer.locator(".slots"), dealer.locator(".go"), dealer.locator(".refused"),
             dealer.locator("section.pad")]  # fmt: skip
    expect(dealer.locator(".refused")).to_be_visible()
    for size in resized(dealer, [(1366, 768), (1024, 768)]):
        foot = alarm.bounding_box()
        assert foot is not None
        assert foot["y"] + foot["height"] <= size[1]
        for part in parts:
            box = part.bounding_box()
            assert box is not None
            assert box["y"] >= 0
            assert box["y"] + box["height"] <= foot["y"], part
        expect(dealer.locator(".seats li").last).to_be_in_viewport(ratio=1)


def test_a_card_that_comes_face_up_out_of_a_real_deck_is_named_and_it_alone_leaves_the_deck(
    enter: Callable[..., Page], player: Callable[..., Player], casino: Casino
) -> None:
    table = casino.table(rules="massachusetts", deck="read")
    ann = player(table)
    program = Dealer(casino, table)
    program.deal("AnnounceNoMoreBets")
    ann.wager(ante=1_000)
    program.deal("DealNext")
    dealer = enter("Dan", f"/dealer/{table}")
    said(dealer)
    dealer.keyboard.press("m")
    found = dealer.get_by_role("button", name="Cards are found or dealt face up")
    dealer.keyboard.press(found.locator("kbd").inner_text())
    dealer.get_by_label("Which card is it?").fill("10h")
    expect(dealer.get_by_role("dialog")).to_contain_text("unused (MA.14b)")
    expect(dealer.get_by_role("button", name="Report it")).to_be_enabled()
    dealer.get_by_label("Which card is it?").press("Enter")
    rulings = dealer.get_by_role("status", name="What went wrong, and what is done")
    expect(rulings).to_contain_text("MA.14b")
    expect(dealer.get_by_role("button", name="10 of hearts")).to_be_disabled()
    with program.sit(table) as socket:
        program.hear(socket)
        assert program.do(socket, "ReadCards", cards=["Th"])["code"] == "not_the_next_cards"
        for card in ("As", "2c", "9h"):
            assert program.do(socket, "ReadCards", cards=[card])["type"] == "done"


def test_a_card_that_was_read_for_a_step_somebody_else_took_is_not_dealt_with_the_next(
    enter: Callable[..., Page], player: Callable[..., Player], casino: Casino
) -> None:
    table = casino.table(rules="chickasaw", deck="read")
    ann = player(table)
    program = Dealer(casino, table)
    program.deal("AnnounceNoMoreBets")
    ann.wager(ante=1_000)
    program.deal("DealNext")
    dan, sue = enter("Dan", f"/dealer/{table}"), enter("Sue", f"/dealer/{table}")
    said(sue)
    sue.keyboard.type("js")
    said(dan)
    read_and_deal(dan, ["Qs"])
    gone_on = "the table has moved on: Jack of spades"
    expect(sue.get_by_role("alert").filter(has_text=gone_on).first).to_be_visible()
    expect(sue.locator(".slots .slot")).to_have_count(1)


def left_in_the_shoe(page: Page) -> int:
    return int(page.locator(".laid p").inner_text().partition(" ")[0])


def test_cards_that_nobody_asks_for_are_not_kept_for_later_and_the_dealer_is_told(
    enter: Callable[..., Page], player: Callable[..., Player], casino: Casino
) -> None:
    table = casino.table(rules="chickasaw", deck="read")
    ann = player(table)
    program = Dealer(casino, table)
    program.deal("AnnounceNoMoreBets")
    dealer = enter("Dan", f"/dealer/{table}")
    said(dealer)
    dealer.keyboard.type("as")
    ann.wager(ante=1_000)
    program.deal("DealNext")
    expect(due(dealer)).to_have_text("One card to the middle")
    expect(dealer.locator(".slots .slot")).to_have_count(1)

    for card in ("qs", "js", "ts", "2d", "7h", "asks"):
        read_and_deal(dealer, [card])
    dealer.keyboard.type("kd5c9h")
    take_step(dealer)
    assert said(dealer).startswith("Ask seat 1")
    expect(dealer.get_by_role("alert").filter(has_text="no card is due now: Nine of hearts").first).to_be_visible()


def test_the_payouts_stand_in_the_order_of_the_book_with_envy_also_after_the_page_is_loaded_again(
    enter: Callable[..., Page], player: Callable[..., Player], casino: Casino
) -> None:
    table = casino.table(rules="chickasaw", deck="read", awards="house")
    ann, bob = player(table), player(table, seat=2)
    program = Dealer(casino, table)
    program.deal("AnnounceNoMoreBets")
    for each in (ann, bob):
        each.wager(ante=1_000, progressive=100)
    program.deal("SettleRound", ROYAL, ann, bob)
    dealer = enter("Dan", f"/dealer/{table}")
    assert said(dealer) == "Settle the round"
    take_step(dealer)
    payouts = dealer.locator(".step ol > li")
    expect(payouts).to_contain_text([re.compile("^1 Seat 2"), re.compile("^2 Seat 1")])
    expect(payouts.first.locator("tr").last).to_have_text(re.compile(r"Envy.*for seat 1.*pay.*\$1,000"))
    expect(payouts.first.get_by_role("row", name=re.compile("^Progressive"))).to_have_text(re.compile("coined in *–"))
    expect(payouts.first).to_contain_text("Pay $1,040")
    paid = payouts.all_inner_texts()
    dealer.reload()
    expect(payouts).to_have_count(2)
    assert payouts.all_inner_texts() == paid
    dealer.set_viewport_size({"width": 360, "height": 800})
    wait_until(dealer, "() => document.documentElement.scrollWidth <= 360")


def test_whom_the_table_waits_for_stands_large_with_the_clock_that_runs(
    enter: Callable[..., Page], player: Callable[..., Player], casino: Casino
) -> None:
    table = casino.table(rules="nevada", decision_s=60)
    ann = player(table)
    program = Dealer(casino, table)
    program.deal("AnnounceNoMoreBets")
    ann.wager(ante=1_000)
    program.deal("seat 1")
    dealer = enter("Dan", f"/dealer/{table}")
    assert said(dealer).startswith("Ask seat 1, ")
    expect(dealer.locator(".clock")).to_contain_text("then seat 1 checks")
    expect(dealer.locator(".seats li.turn").get_by_role("timer", name=re.compile("seconds left"))).to_be_visible()


def test_a_misdeal_is_one_press_away_and_the_book_rules_in_words_and_the_wagers_come_back(
    enter: Callable[..., Page], player: Callable[..., Player], visit: Callable[..., Page], casino: Casino
) -> None:
    table = casino.table(rules="massachusetts")
    ann = player(table)
    Dealer(casino, table).deal("AnnounceNoMoreBets")
    dealer = enter("Sue", f"/dealer/{table}")
    sign = visit(reduced_motion="reduce")
    sign.goto(f"{casino.address}/sign/{casino.link(table)}")
    meter = sign.get_by_role("img", name=re.compile(r"\$[\d,.]+"))
    ann.wager(ante=1_000, progressive=500)
    rail = ann.view["seats"]["1"]["rail"]
    expect(due(dealer)).to_have_text("No more bets")
    stood = amount(meter.get_attribute("aria-label"))
    take_step(dealer)
    expect(meter).not_to_have_attribute("aria-label", re.compile(re.escape(f"{stood:,.2f}") + "$"))
    fed = amount(meter.get_attribute("aria-label"))
    assert fed > stood
    press_on(dealer, "Ask seat")

    dealer.keyboard.press("m")
    offered = dealer.get_by_role("dialog").locator("li kbd").all_inner_texts()
    other = next(each for each in "123456789ABCDEF" if each not in offered)
    dealer.keyboard.press(other.lower())
    expect(dealer.get_by_role("dialog").get_by_role("alert")).to_have_text(
        f"{other} is for something that cannot have happened now."
    )
    wrong = dealer.get_by_role("button", name="A wrong number of cards is dealt")
    dealer.keyboard.press(wrong.locator("kbd").inner_text())
    expect(dealer.get_by_role("button", name="Report it")).to_be_disabled()
    dealer.keyboard.press("d")
    expect(dealer.get_by_label("The dealer")).to_be_checked()
    dealer.get_by_label("How many cards are there?").fill("2")
    dealer.get_by_role("button", name="Report it").click()
    expect(dealer.get_by_role("dialog").get_by_role("alert")).to_have_text(re.compile(r"^\w.*cards"))
    dealer.get_by_label("How many cards are there?").fill("3")
    expect(dealer.get_by_role("dialog")).to_contain_text(re.compile(r"The book rules: .*MA\.14d"))
    dealer.get_by_role("button", name="Void all hands").click()
    rulings = dealer.get_by_role("status", name="What went wrong, and what is done")
    expect(rulings).to_contain_text("The book rules")
    expect(rulings).to_contain_text("MA.14d")
    expect(rulings).to_contain_text("All hands are void")
    ruled = rulings.inner_text()
    dealer.reload()
    expect(rulings).to_have_text(ruled.replace("\n", ""))
    press_on(dealer, "Collect the cards")
    while ann.view["phase"] != "settled":
        ann.hear(ann.socket)
    assert ann.view["seats"]["1"]["rail"] == rail + 1_000 * 2 + 500
    assert amount(meter.get_attribute("aria-label")) == fed, "the odometer does not run backwards for a void round"


def amount(label: str | None) -> float:
    assert label is not None
    return float(label.rpartition("$")[2].replace(",", ""))


def test_a_table_is_idled_and_closed_and_a_house_table_is_only_watched(
    enter: Callable[..., Page], player: Callable[..., Player], casino: Casino
) -> None:
    table = casino.table(rules="nevada")
    for seat in (1, 3):
        player(table, seat)
    dealer = enter("Dan", "/dealer")
    Dealer(casino, table).deal("AnnounceNoMoreBets")
    dealer.get_by_role("link", name=f"Deal at {table.replace('-', ' ').capitalize()}").click()
    dealer.get_by_role("button", name="Close the table").click()
    expect(dealer.get_by_role("dialog")).to_contain_text(re.compile(r"\(seat 1\) and \w+ \(seat 3\) sit there"))
    dealer.get_by_role("button", name="Close it").click()
    expect(due(dealer)).to_have_text("Receive the red deck")
    dealer.goto(f"{casino.address}/dealer/nevada")
    expect(due(dealer)).to_have_text("The house deals here")
    expect(dealer.get_by_role("button", name="Something went wrong")).to_be_enabled()


def test_a_royal_flush_from_a_real_deck_is_confirmed_from_key_to_payment_and_the_sign_shows_it(
    enter: Callable[..., Page], player: Callable[..., Player], visit: Callable[..., Page], casino: Casino
) -> None:
    table = casino.table(rules="chickasaw", deck="read", awards="floor")
    ann = player(table)
    sign = visit(width=1920, height=1080, reduced_motion="reduce")
    sign.goto(f"{casino.address}/sign/{casino.link(table)}")
    expect(sign.get_by_role("img", name=re.compile(r"^mega: \$10,000\.\d\d$"))).to_be_visible()
    program = Dealer(casino, table)
    program.deal("AnnounceNoMoreBets")
    ann.wager(ante=1_000, progressive=100)
    program.deal("SettleRound", ROYAL, ann)
    dealer = enter("Dan", f"/dealer/{table}")
    take_step(dealer)
    expect(dealer.locator(".seats .award")).to_contain_text("Royal Flush")
    expect(sign.get_by_text("Award pending").first).to_be_visible()
    assert said(dealer) == "Wait for the floor"
    waits = re.compile(r"^Award \d waits for a supervisor \(R53\)\. Then: collect the cards\.$")
    expect(dealer.locator(".says")).to_have_text(waits)
    expect(dealer.get_by_role("button", name="Waiting")).to_be_disabled()
    dealer.keyboard.press("Space")

    floor = enter("Sue", "/floor")
    floor.get_by_role("link", name=re.compile("^Awards")).click()
    award = floor.get_by_role("article").filter(has_text=called(table))
    expect(award).to_contain_text("Royal Flush")
    for card in ("Ace of spades", "King of spades", "Ten of spades"):
        expect(award.get_by_label(card)).to_be_visible()
    for button in ("Turn the key to JPH", "Press J-POT"):
        award.get_by_role("button", name=button).click()
    for step in ("Title 31", "OFAC", "Patron information"):
        award.get_by_role("button", name=f"Record {step}").click()
        form = floor.get_by_role("dialog", name=f"Record {step}")
        for each in form.get_by_role("textbox").all():
            each.fill("clear, 2026-17")
        form.get_by_role("button", name="Record it").click()
        expect(form).to_have_count(0)
    payer = enter("Max", "/floor/awards")  # who pressed J-POT does not pay (R82)
    paying = payer.get_by_role("article").filter(has_text=called(table))
    paying.get_by_role("button", name="Pay in cheques").click()
    award.get_by_role("button", name="Turn the key to RUN").click()
    expect(award.get_by_role("button", name="Turn the key to RUN")).to_have_count(0)
    with floor.context.expect_page() as opened:
        paid = floor.get_by_role("listitem").filter(has_text=called(table))
        paid.get_by_role("link", name=re.compile("^Win page")).click()
    expect(opened.value.locator("body")).to_contain_text("Verified, J-POT pressed")
    opened.value.close()
    expect(sign.get_by_text("Award pending")).to_have_count(0)
    expect(sign.get_by_role("region", name="Recent awards")).to_contain_text("Royal Flush")
    expect(due(dealer)).to_have_text("Collect the cards")
    take_step(dealer)


def deal_a_royal_flush(dealer: Page, player: Player) -> None:
    """Deal it from the console, once the wagers are closed; the player's answer comes from elsewhere."""
    cards = iter([*ROYAL["community"], "AsKs", "Kd5c"])
    while (says := said(dealer)) not in ("Collect the cards", "Wait for the floor"):
        if says.startswith("Ask"):
            player.must("MakePlay", multiple=4)
            expect(due(dealer)).not_to_have_text(says)
        elif dealer.locator(".slots").count():
            read_and_deal(dealer, [next(cards)])
        else:
            take_step(dealer)


def test_a_player_dealers_hand_is_called_so_and_a_short_bank_pays_what_the_console_says(
    enter: Callable[..., Page], player: Callable[..., Player], casino: Casino
) -> None:
    table = casino.table(rules="california", deck="read")
    ann, bob = player(table), player(table, seat=2)
    program = Dealer(casino, table)
    program.deal("AnnounceNoMoreBets")
    ann.must("Bank", cents=10_000)
    bob.wager(ante=2_500)
    cards = {"community": ["8c", "7h", "2h", "9s", "4c"], "seat 2": ["As", "Ad"], "dealer": ["Kd", "Kc"]}
    program.deal("ShowDealerHand", cards, bob)
    dealer = enter("Dan", f"/dealer/{table}")
    assert said(dealer) == "Turn up the player/dealer’s hand"
    dealer.keyboard.press("m")
    wrong = dealer.get_by_role("dialog")
    wrong.get_by_role("button", name="A wrong number of cards is dealt").click()
    expect(wrong.get_by_role("radio", name="The player/dealer D")).to_be_visible()
    dealer.keyboard.press("Escape")
    expect(wrong).to_be_hidden()
    dealer.wait_for_function(
        "() => document.activeElement === document.body"
    )  # a key in the closing form is the form's
    take_step(dealer)
    take_step(dealer)
    (seat_2,) = [each for each in dealer.locator(".step ol > li").all() if "Seat 2" in each.inner_text()]
    expect(seat_2).to_contain_text("Pay $100")
    expect(seat_2.get_by_role("row", name=re.compile("^Ante"))).to_have_text(re.compile(r"pay *\$25"))
    expect(seat_2.get_by_role("row", name=re.compile("^Play"))).to_have_text(re.compile(r"of \$100.*pay *\$75"))
    expect(dealer.locator(".laid")).to_contain_text("Player/dealer: Pair of Kings")


CUT_OFF = """() => [...document.querySelectorAll('.step ol > li, .seats li')].flatMap((place) => {
  const edge = place.getBoundingClientRect()
  return [...place.querySelectorAll('.who, .who *, .net, td, th, .btn')].filter((each) => {
    const text = document.createRange()
    text.selectNodeContents(each)
    const outside = [...text.getClientRects()].some((box) => box.right > edge.right + 1 || box.left < edge.left - 1)
    return outside || (getComputedStyle(each).overflow === 'hidden' && each.scrollWidth > each.clientWidth)
  }).map((each) => each.textContent.trim())
})"""


def test_long_names_and_large_sums_stay_whole_inside_their_place_on_small_screens(
    enter: Callable[..., Page], player: Callable[..., Player], casino: Casino
) -> None:
    table = casino.table(rules="massachusetts", deck="read")
    people = [player(table, seat, name) for seat, name in enumerate(("Bartholomew Fitzgera", "Wolfeschlegelstein"), 1)]
    program = Dealer(casino, table)
    program.deal("AnnounceNoMoreBets")
    for each in people:
        each.wager(ante=50_000, trips=10_000, progressive=500)
    cards = {
        "community": ["9s", "8s", "7s", "2d", "3c"], "seat 1": ["Ts", "Js"], "seat 2": ["6c", "5h"],
        "dealer": ["Kd", "5c"], "burn": ["2c", "3d", "4d"],
    }  # fmt: skip
    program.deal("CollectCards", cards, *people)
    dealer = enter("Dan", f"/dealer/{table}")
    for width in (1024, 1366, 390):
        dealer.set_viewport_size({"width": width, "height": 768})
        said(dealer)
        expect(dealer.locator(".step ol > li")).to_have_count(2)
        assert dealer.evaluate(CUT_OFF) == [], width
    casino.pay_awards(table)
