"""The table on the screen, driven by keys and clicks."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from textual.pilot import Pilot
from textual.widgets import OptionList, Static

from terminal.sitting import sit
from uth.rulebook.book import pages_of_table
from uth.rulebook.page import Fact
from uth.rules.loader import BOOKS
from uth.rules.values import Wager
from uth.table.round.state import Phase
from uth.terminal.app import TableApp
from uth.terminal.panel import drawn_result
from uth.terminal.plain_words import posted_words
from uth.terminal.record import result_words
from uth.terminal.screens import HelpScreen, HistoryScreen
from uth.terminal.session import TableSession
from uth.terminal.sign import fact_words


@asynccontextmanager
async def table(
    session: TableSession, size: tuple[int, int] = (100, 32), *, fast: bool = True
) -> AsyncIterator[tuple[TableApp, Pilot[None]]]:
    app = TableApp(session, fast=fast)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        yield app, pilot


async def press(pilot: Pilot[None], *keys: str) -> None:
    for key in keys:
        await pilot.press(key)
        await pilot.app.workers.wait_for_complete()
        await pilot.pause()


def screen_text(app: TableApp) -> str:
    """Return what is on the screen, line by line."""
    lines = app.screen_stack[0]._compositor.render_strips()
    return "\n".join(strip.text for strip in lines)


async def play_out(app: TableApp, pilot: Pilot[None]) -> None:
    """Check while one can, then play."""
    for _ in range(6):
        if app.session.asked is None:
            return
        offered = {type(answer).__name__ for answer in app.session.answers()}
        await press(pilot, "c" if "Check" in offered else "1")


@pytest.mark.parametrize(
    ("book", "size"),
    [
        pytest.param(book, size, marks=() if size == (80, 24) or book == "massachusetts" else pytest.mark.slow)
        for book in BOOKS
        for size in ((60, 20), (80, 24), (140, 45))
    ],
)
async def test_a_whole_round_is_played_in_every_book_on_every_screen(book: str, size: tuple[int, int]) -> None:
    session = sit(book, "table")
    async with table(session, size) as (app, pilot):
        await press(pilot, "t", "p", "a", "m", "plus", "space")
        assert session.table.phase is Phase.PREFLOP
        assert "your turn" in screen_text(app)
        await play_out(app, pilot)
        text = screen_text(app)
        assert "Net of the round" in text
        dealer = session.history[0].result.dealer_hand
        assert dealer is not None
        assert dealer.words.split(",")[0] in text
        await press(pilot, "space", "r", "space")
        assert len(session.history) == 1
        assert session.asked is not None


async def test_at_80_by_24_everything_a_player_needs_is_on_the_screen() -> None:
    async with table(sit(ante="10"), (80, 24)) as (app, pilot):
        text = screen_text(app)
        for said in ("Ante $5 to $500", "Progressive $50,000.00", "DEALER", "BOARD", "YOU, seat 2", "Trips", "Blind",
                     "Play", "Space", "Bankroll $980", "Net $0", "On the layout $20", "1 Ada", "3 Ben",
                     "Quit"):  # fmt: skip
            assert said in text
        assert not app.query_one("#felt").show_vertical_scrollbar
        await press(pilot, "t", "a", "p", "m", "space")
        for said in ("Play 4x $40", "Play 3x $30", "Check"):
            assert said in screen_text(app)
        await play_out(app, pilot)
        for said in ("Ante", "Match play", "Blind", "Play", "Trips", "Progressive", "Cover All", "Net of the round"):
            assert said in screen_text(app)
        assert not app.query_one("#felt").show_vertical_scrollbar


async def test_two_hands_fit_on_80_by_24_and_tab_goes_from_one_to_the_other() -> None:
    session = sit("chickasaw", hands="2")
    first, second = session.mine
    async with table(session, (80, 24)) as (app, pilot):
        assert not app.query_one("#felt").show_vertical_scrollbar
        await press(pilot, "t", "tab", "p")
        assert session.layouts == {
            first: {Wager.ANTE: 500, Wager.TRIPS: 500},
            second: {Wager.ANTE: 500, Wager.PROGRESSIVE: 100},
        }
        await press(pilot, "space", "4")
        assert session.asked == second
        await press(pilot, "c", "2")
        assert session.table.phase is Phase.SETTLED
        assert len(session.history[0].result.mine) == 2


async def test_the_wager_keys_put_chips_down_and_take_them_back() -> None:
    session = sit()
    seat = session.mine[0]
    async with table(session) as (_, pilot):
        await press(pilot, "plus", "plus", "minus", "t", "t", "a", "p", "m")
        assert session.layouts[seat] == {
            Wager.ANTE: 1000,
            Wager.TRIPS: 1000,
            Wager.COVER_ALL: 500,
            Wager.PROGRESSIVE: 500,
            Wager.MATCH_PLAY: 1000,
        }
        await press(pilot, "T", "p", "m", "A")
        assert session.layouts[seat] == {Wager.ANTE: 1000}
        await press(pilot, "d")
        assert session.layouts[seat] == {Wager.ANTE: 2000}
        await press(pilot, "z", "z")
        assert session.layouts[seat] == {Wager.ANTE: 1000, Wager.COVER_ALL: 500}
        await press(pilot, "x")
        assert session.layouts[seat] == {}
        await press(pilot, "space")
        assert session.layouts[seat] == {Wager.ANTE: 500}


async def test_a_larger_chip_in_hand_moves_more() -> None:
    session = sit()
    async with table(session) as (app, pilot):
        await press(pilot, "right_square_bracket", "plus")
        assert app.chip == 2_500
        assert session.layouts[session.mine[0]] == {Wager.ANTE: 3_000}
        await press(pilot, "left_square_bracket", "left_square_bracket", "minus")
        assert app.chip == 100
        assert session.layouts[session.mine[0]] == {Wager.ANTE: 2_900}


async def test_a_refused_key_says_why_on_the_table_and_changes_nothing() -> None:
    session = sit(ante="500", bankroll="10000")
    async with table(session) as (app, pilot):
        before = session.table
        await press(pilot, "plus")
        assert session.table == before
        assert "Ante $505 is outside the posted limits, $5 to $500" in screen_text(app)
        assert "✗" in screen_text(app)
        await press(pilot, "4")
        assert "Nobody is asked now." in screen_text(app)
        await press(pilot, "b")
        assert "The house banks this game" in screen_text(app)
        await press(pilot, "minus")
        assert "✗" not in screen_text(app)


async def test_space_never_answers_for_the_player() -> None:
    session = sit(seats="1")
    async with table(session) as (app, pilot):
        await press(pilot, "space", "space", "space", "enter")
        assert session.table.phase is Phase.PREFLOP
        assert "Before the flop: play 4x, play 3x or check?" in screen_text(app)


async def test_the_meter_on_the_sign_runs() -> None:
    session = sit("nevada", seats="1")
    async with table(session) as (app, pilot):
        assert "Progressive $1,000.00" in screen_text(app)
        await press(pilot, "p", "space")
        assert "Progressive $1,000.27" in screen_text(app)


async def test_a_click_on_a_spot_puts_a_chip_there_and_a_click_on_a_key_presses_it() -> None:
    session = sit(seats="1")
    async with table(session, (80, 24)) as (app, pilot):
        lines = screen_text(app).splitlines()
        row = next(at for at, line in enumerate(lines) if "Trips" in line and "Blind" in line)
        await pilot.click(offset=(lines[row].index("Trips") + 1, row + 1))
        await pilot.pause()
        assert session.layouts[session.mine[0]] == {Wager.ANTE: 500, Wager.TRIPS: 500}
        row = next(at for at, line in enumerate(lines) if "Deal" in line and "Space" in line)
        await pilot.click(offset=(lines[row].index("Deal") + 1, row))
        await app.workers.wait_for_complete()
        assert session.table.phase is Phase.PREFLOP


async def test_the_history_lists_the_rounds_and_tells_the_one_under_the_bar() -> None:
    session = sit()
    async with table(session) as (app, pilot):
        await press(pilot, "l")
        assert isinstance(app.screen, HistoryScreen)
        await press(pilot, "escape", "space")
        await play_out(app, pilot)
        await press(pilot, "r", "space")
        await play_out(app, pilot)
        await press(pilot, "l")
        assert isinstance(app.screen, HistoryScreen)
        assert app.screen.query_one(OptionList).option_count == 2
        lines = app.screen.query_one("#round-lines", Static)
        assert session.history[1].deck_key in str(lines.content)
        await press(pilot, "down")
        assert session.history[0].deck_key in str(lines.content)
        await press(pilot, "tab", "q")
        assert not isinstance(app.screen, HistoryScreen)
        assert app.is_running


async def test_the_help_shows_the_keys_and_what_is_posted() -> None:
    async with table(sit("greece"), (80, 24)) as (app, pilot):
        await press(pilot, "question_mark")
        assert isinstance(app.screen, HelpScreen)
        text = str(app.screen.query_one(Static).content)
        for said in (
            "Space",
            "T  A  P  M",
            "Blind (GR.9)",
            "Royal Flush",
            "100% of the meter",
            "or better (GR.7)",
        ):
            assert said in text
        await press(pilot, "question_mark")
        assert not isinstance(app.screen, HelpScreen)


@pytest.mark.parametrize("key", ["q", "ctrl+c", "ctrl+q"])
async def test_q_and_control_c_leave_the_table_with_status_0(key: str) -> None:
    async with table(sit()) as (app, pilot):
        await pilot.press(key)
        await pilot.pause()
    assert app.return_code == 0


@pytest.mark.parametrize("key", ["ctrl+c", "ctrl+q"])
async def test_control_c_leaves_at_once_in_the_middle_of_a_hand(key: str) -> None:
    async with table(sit()) as (app, pilot):
        await press(pilot, "space", "space")
        await pilot.press(key)
        await pilot.pause()
    assert app.return_code == 0


async def test_q_asks_once_in_the_middle_of_a_hand_and_is_forgotten_when_the_hand_goes_on() -> None:
    async with table(sit()) as (app, pilot):
        await press(pilot, "space", "space", "q")
        assert "Your hand is not finished. Press Q again to leave it." in screen_text(app)
        await press(pilot, "c", "q")
        assert app.is_running
        assert "Press Q again to leave" in screen_text(app)
        await pilot.press("q")
        await pilot.pause()
        assert not app.is_running


async def test_the_screen_can_be_made_smaller_and_larger_in_the_middle_of_a_round() -> None:
    session = sit("chickasaw", hands="2", seats="6")
    async with table(session) as (app, pilot):
        await press(pilot, "t", "p", "space")
        for size in ((60, 20), (40, 12), (20, 6), (1, 1), (200, 60), (80, 24)):
            await pilot.resize_terminal(*size)
            await pilot.pause()
        assert "your turn" in screen_text(app)
        await play_out(app, pilot)
        for size in ((60, 20), (33, 9), (140, 45), (80, 24)):
            await pilot.resize_terminal(*size)
            await pilot.pause()
        assert session.table.phase is Phase.SETTLED


async def test_out_of_chips_the_table_says_so_and_i_buys_in_again() -> None:
    session = sit(bankroll="9")
    async with table(session) as (app, pilot):
        await press(pilot, "space")
        assert "You are out of chips." in screen_text(app)
        assert "Buy in for $9" in screen_text(app)
        await press(pilot, "i")
        assert session.bankroll == 1800
        await press(pilot, "space", "space")
        assert session.table.phase is Phase.PREFLOP


async def test_a_person_banks_with_b_and_passes_with_b() -> None:
    session = sit("california", seats="2")
    async with table(session) as (app, pilot):
        assert "The button is yours" in screen_text(app)
        await press(pilot, "b")
        assert session.banks
        assert "YOU BANK" in screen_text(app)
        await press(pilot, "plus")
        assert session.table.round.banker is not None
        assert session.table.round.banker.wager == 50_500
        await press(pilot, "b")
        assert not session.banks
        await press(pilot, "space", "space")
        assert session.table.phase is Phase.PREFLOP


async def test_the_round_of_a_banker_runs_by_itself_to_its_result() -> None:
    session = sit("california", seats="4", banks=True)
    async with table(session, (80, 24)) as (app, pilot):
        await press(pilot, "space")
        assert session.table.phase is Phase.SETTLED
        assert "Bank" in screen_text(app)
        await press(pilot, "r")
        assert session.banks


async def test_s_sits_the_round_out() -> None:
    session = sit()
    async with table(session, (80, 24)) as (app, pilot):
        await press(pilot, "x", "s")
        assert session.history[0].result.mine == ()
        assert "You sat out" in screen_text(app)
        assert session.bankroll == 100_000


async def test_the_dealer_takes_time_and_space_hurries_him() -> None:
    session = sit(seats="6")
    async with table(session, fast=False) as (app, pilot):
        await pilot.press("space")
        await pilot.pause(0.05)
        assert app.is_dealing
        assert "Hurry" in screen_text(app)
        await pilot.press("t", "space")
        await app.workers.wait_for_complete()
        assert session.asked is not None


async def test_beside_a_wide_felt_the_dealers_words_are_listed() -> None:
    session = sit()
    async with table(session, (150, 45)) as (app, pilot):
        await press(pilot, "space")
        await play_out(app, pilot)
        text = screen_text(app)
        assert "No more bets." in text
        assert "The flop:" in text


async def test_the_same_key_shows_the_same_table() -> None:
    shown = []
    for _ in range(2):
        async with table(sit()) as (app, pilot):
            await press(pilot, "space")
            await play_out(app, pilot)
            shown.append(screen_text(app))
    assert shown[0] == shown[1]


async def at_the_river(pilot: Pilot[None], session: TableSession) -> None:
    await press(pilot, "space", "c", "c")
    assert session.asked is not None
    assert session.table.phase is Phase.RIVER


async def test_a_fold_is_pressed_twice_and_escape_keeps_the_hand() -> None:
    session = sit()
    async with table(session, (80, 24)) as (app, pilot):
        await at_the_river(pilot, session)
        await press(pilot, "f")
        assert session.asked is not None
        assert "Press F again to fold; Esc keeps the hand." in screen_text(app)
        assert "Fold? F again" in screen_text(app)
        await press(pilot, "escape")
        assert "You keep your hand." in app.says
        assert "Fold? F again" not in screen_text(app)
        await press(pilot, "enter", "f", "space")
        assert session.asked is not None
        await press(pilot, "f")
        assert session.history[0].result.mine[0].folded


async def test_enter_confirms_a_fold_and_a_fold_that_is_not_offered_is_refused_at_once() -> None:
    session = sit()
    async with table(session) as (app, pilot):
        await press(pilot, "space", "f")
        assert app.is_refused
        await press(pilot, "c", "c", "f", "enter")
        assert session.history[0].result.mine[0].folded


async def test_the_second_press_has_to_come_at_the_same_hand() -> None:
    session = sit("chickasaw", hands="2")
    first, second = session.mine
    async with table(session) as (_, pilot):
        await press(pilot, "space", "c", "c", "c", "c")
        assert session.asked == first
        await press(pilot, "f", "1", "f")
        assert session.asked == second


async def test_no_clock_runs_at_a_table_of_ones_own() -> None:
    async with table(sit()) as (app, pilot):
        await press(pilot, "space", "m")
        assert app.says == "No clock runs here; take the time you need."


@pytest.mark.clause("CN.33")
async def test_a_hand_with_only_a_trips_wager_is_not_shown_against_the_dealers_hand() -> None:
    session = sit("chickasaw")
    async with table(session, (100, 40)) as (app, pilot):
        await press(pilot, "x", "t", "space")
        assert session.table.phase is Phase.SETTLED
        (record,) = session.history
        assert [line.wager for line in record.result.mine[0].lines] == [Wager.TRIPS]
        drawn = "\n".join(str(line) for line in drawn_result(session, record.result, 80, four_colour=False))
        own = record.result.mine[0].hand
        assert own is not None
        assert own.words in drawn
        for told in (drawn, app.says, *result_words(record.result, session.voice)):
            assert "dealer" not in told.lower()
            assert "qualif" not in told
        await press(pilot, "space", "r", "x", "plus", "t", "space", "4")
        assert "against" in app.says
        assert "Dealer" in screen_text(app)


@pytest.mark.parametrize("rules", BOOKS)
async def test_help_sign_and_the_typed_rules_say_what_the_printed_book_of_this_table_says(rules: str) -> None:
    session = sit(rules)
    book = pages_of_table(session.posted)
    printed = {part.says for page in book for part in page.parts if isinstance(part, Fact)}
    own = [part for page in session.opening.pages for part in page.parts]
    facts = [part for part in own if isinstance(part, Fact)]
    assert len(facts) > 10
    assert {fact.says for fact in facts} <= printed
    typed = list(posted_words(session))
    async with table(session, (140, 45)) as (app, pilot):
        sign = str(app.query_one("#log Static", Static).content)
        await press(pilot, "question_mark")
        text = " ".join(str(app.screen.query_one(Static).content).split())
        for fact in facts:
            assert fact_words(fact) in typed
            assert fact_words(fact) in text
        assert f"Blind ({session.posted.blind.cite})" in sign
        assert "100% of the" in sign or session.posted.progressive is None
