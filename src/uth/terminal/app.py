"""The table on the screen: turns keys and clicks into actions of the session.

At a local table the app sets the dealer's pace. At a house it draws the table as the house sends it.
"""

from __future__ import annotations

import asyncio
import signal
import sys
from typing import ClassVar, Final

from rich.console import RenderableType
from textual.app import App, ComposeResult
from textual.binding import BindingType

from uth.errors import Refused, UthError
from uth.rules.values import Wager
from uth.table.round import commands as c
from uth.table.round.state import Phase
from uth.terminal import wagering
from uth.terminal import wagering as banking
from uth.terminal.company import pause_after
from uth.terminal.keys import bindings
from uth.terminal.record import headline, is_empty
from uth.terminal.screens import HelpScreen, HistoryScreen, RankingScreen
from uth.terminal.session import HouseConnection, TableSession
from uth.terminal.table_view import ScreenState, TableScreen
from uth.units import Seat
from uth.words.amounts import CHIPS

TICK_S: Final = 0.25
"""The interval at which the clock of a house is redrawn."""


class TableApp(App[None]):
    """The app for one session at one table."""

    CSS_PATH = "table.tcss"
    ENABLE_COMMAND_PALETTE = False
    TITLE = "uth"
    BINDINGS: ClassVar[list[BindingType]] = bindings()

    def __init__(self, session: TableSession, *, fast: bool = False, four_colour: bool = False) -> None:
        super().__init__()
        self.session = session
        self.fast = fast
        self.four_colour = four_colour
        self.chip = next((chip for chip in CHIPS if chip >= session.posted.limits.ante.min), CHIPS[-1])
        self.hand = 0
        self.hurries = False
        self.is_dealing = False
        self.says = "Welcome. Your wagers, please; press ? for help."
        self.is_refused = False
        self.leaves = False
        """Whether the person has asked to leave: at a house after the hand, at a local table if asked again."""
        self._fold_asked: tuple[object, ...] | None = None
        """The question at which fold was pressed once."""
        self._gets_up = False
        self._is_stale = False
        """Whether the house has sent something that is not drawn yet."""
        if session.house is not None and session.table.phase not in (Phase.WAGERS, Phase.CLOSED, Phase.OPENING):
            self.says = "Welcome. You are in from the next round; press ? for help."

    @property
    def seat(self) -> Seat:
        """The hand that keys refer to: the one to act, else the chosen one."""
        return self.session.asked or self.session.mine[self.hand]

    @property
    def _question(self) -> tuple[object, ...]:
        table = self.session.table
        return table.rounds, table.phase, self.session.asked

    @property
    def folds(self) -> bool:
        """Whether another press of the key folds, because the first was at the same question."""
        return self._fold_asked == self._question

    def compose(self) -> ComposeResult:
        """Lay out the table."""
        yield TableScreen(self.session)

    def on_mount(self) -> None:
        """Draw the table, and exit cleanly on a signal."""
        if not self.is_headless and sys.platform != "win32":
            for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
                asyncio.get_running_loop().add_signal_handler(number, self.exit)
        self._hear()
        self.draw()
        if self.session.house is not None:
            self.session.changed = self.changed
            self.set_interval(TICK_S, self.draw)

    def draw(self) -> None:
        """Draw the table, if there is still a screen; a house may send updates while the app closes."""
        if not self.screen_stack or not self.screen_stack[0].query("#rail"):
            return
        shown = ScreenState(
            seat=self.seat,
            chip=self.chip,
            says=self.says,
            is_refused=self.is_refused,
            is_dealing=self.is_dealing,
            folds=self.folds,
            four_colour=self.four_colour,
        )
        self._view.draw(shown)

    @property
    def _view(self) -> TableScreen:
        return self.screen_stack[0].query_one(TableScreen)

    def _hear(self) -> None:
        """Show what the dealer has said since the last call."""
        said = self.session.heard_now()
        if said:
            self.says, self.is_refused = " ".join(said), False

    def _report(self, refused: Refused | None, says: str = "") -> None:
        """Show the refusal or the message, then let the table continue."""
        self.leaves = self.leaves and self.session.house is not None
        if refused is not None:
            self.says, self.is_refused = self.session.refusal(refused), True
        else:
            self.says, self.is_refused = says, False
            self._hear()
        if not self.is_dealing and not self.session.waits:
            self.is_dealing = True
            self.run_worker(self._deal_on())
        self.draw()

    async def _deal_on(self) -> None:
        """Let the dealer and the house's seats continue, step by step, until the person has to act."""
        while events := self.session.step():
            self._hear()
            if not self.fast and not self.hurries:
                self.draw()
                await asyncio.sleep(pause_after(events))
        self.is_dealing = self.hurries = False
        self._stand()

    def changed(self) -> None:
        """Redraw after the house has sent something; several updates are drawn together."""
        if self.session.is_gone:
            self.exit()
            return
        self._hear()
        if not self._is_stale:
            self._is_stale = True
            self.call_later(self._show)

    def _show(self) -> None:
        """Draw the news, and leave if the person has asked to and now may."""
        self._is_stale = False
        refusals, self.session.refusals[:] = tuple(self.session.refusals), ()
        self._stand()
        if refusals:
            self.says, self.is_refused = refusals[-1], True
            self.draw()
        house = self.session.house
        if self.leaves and house is not None and house.may_leave:
            self._get_up(house)

    def _stand(self) -> None:
        """Show the state of the round."""
        self._ask()
        if self.session.table.phase is Phase.SETTLED and self.session.history:
            self.says = headline(self.session.history[-1], self.session.voice)
        self.draw()

    def _ask(self) -> None:
        """Append that it is the person's turn, unless the message says so already."""
        street, seat = self.session.table.street, self.session.asked
        if street is not None and seat is not None:
            short = self.session.voice.teller.too_few_chips(self.session.table, seat)
            asks = self.session.voice.asks(street) + (f" {short[:1].upper()}{short[1:]}." if short else "")
            self.says = self.says if self.says.endswith(asks) else f"{self.says} {asks}".strip()

    def action_go_on(self) -> None:
        """Do the usual next thing: hurry, place the ante, deal or be ready, open the next round."""
        session = self.session
        if session.house is not None and (session.asked is not None or session.table.phase is not Phase.WAGERS):
            self._stand()
        elif self.is_dealing:
            self.hurries = True
        elif session.table.phase is Phase.SETTLED:
            self._report(session.collect(), "Your wagers, please.")
            self._say_if_out_of_chips()
        elif session.asked is not None:
            self._ask()
            self.draw()
        elif session.is_out_of_chips:
            self._say_if_out_of_chips()
        elif is_empty(session.layouts) and not session.banks:
            self._report(wagering.rebet(session), f"Your wagers are down; {self._space_does}.")
        elif session.house is None:
            self._report(session.deal())
        elif session.banks:
            self._report(None, "You bank; the round begins when the others are ready or their time is up.")
        else:
            self._report(session.deal(), "You are ready; the cards are dealt once everyone is.")

    @property
    def _space_does(self) -> str:
        return "Space deals" if self.session.house is None else "press Space when you are ready"

    def _say_if_out_of_chips(self) -> None:
        if self.session.is_out_of_chips:
            again = self.session.voice.money(self.session.opening.bankroll)
            self.says, self.is_refused = (
                f"You are out of chips. I buys in again for {again}; Q leaves the table.",
                False,
            )
            self.draw()

    def action_watch(self) -> None:
        """Sit out this round: deal without the person's wagers, or take them back at a house."""
        session = self.session
        if session.house is None:
            self._report(session.deal())
            return
        clear = None if is_empty(session.layouts) else wagering.clear(session)
        self._report(clear, "You sit this round out.")

    def action_play(self, multiple: int) -> None:
        """Make the play wager."""
        self._report(self.session.answer(c.MakePlay(seat=self.seat, multiple=multiple)))

    def action_check(self) -> None:
        """Check."""
        self._report(self.session.answer(c.Check(seat=self.seat)))

    def action_fold(self) -> None:
        """Fold at the second press, because the key is next to others and a fold cannot be undone."""
        fold = c.Fold(seat=self.seat)
        if self.folds or fold not in self.session.answers():
            self._report(self.session.answer(fold))
            return
        self._fold_asked = self._question
        self._report(None, "Press F again to fold; Esc keeps the hand.")

    def action_confirm(self) -> None:
        """Fold if fold was pressed before, otherwise do the usual next thing."""
        if self.folds:
            self.action_fold()
        else:
            self.action_go_on()

    def action_keep(self) -> None:
        """Keep the hand after fold was pressed once."""
        if self.folds:
            self._fold_asked = None
            self.says, self.is_refused = "You keep your hand.", False
            self._stand()

    def action_rebet(self) -> None:
        """Place the last wagers again, after collecting the cards of the last round."""
        session = self.session
        if session.table.phase is Phase.SETTLED:
            session.collect()
        refused = wagering.rebet(session) if not session.banks or session.house is not None else None
        self._report(refused, f"The same wagers again; {self._space_does}.")
        self._say_if_out_of_chips()

    def action_double(self) -> None:
        """Double the wagers."""
        self._report(wagering.double(self.session), "Doubled.")

    def action_undo(self) -> None:
        """Undo the last change of the wagers."""
        self._report(wagering.undo(self.session), "Undone.")

    def action_clear(self) -> None:
        """Take all wagers back."""
        self._report(wagering.clear(self.session), "Cleared.")

    def action_add(self, wager: str, seat: int | None = None) -> None:
        """Add a chip to a wager. A click on a spot also chooses its hand."""
        if seat is not None:
            self.hand = self.session.mine.index(Seat(seat))
        self._wagered(wagering.add(self.session, self._chosen, Wager(wager), self.chip), Wager(wager))

    def action_coupon_or_time(self) -> None:
        """Place a coupon, or ask for more time if a hand is to act."""
        if self.session.asked is not None:
            self.action_more_time()
        else:
            self.action_add(Wager.MATCH_PLAY)

    def action_take_back(self, wager: str) -> None:
        """Take a wager back."""
        self._wagered(wagering.put(self.session, self._chosen, Wager(wager), 0), Wager(wager))

    def action_more(self) -> None:
        """Add a chip to the ante, or to the bank."""
        if self.session.banks:
            self._report(banking.take_bank(self.session, self.session.bank_wanted + self.chip))
        else:
            self._wagered(wagering.add(self.session, self._chosen, Wager.ANTE, self.chip), Wager.ANTE)

    def action_less(self) -> None:
        """Take a chip off the ante, or off the bank."""
        if self.session.banks:
            self._report(banking.take_bank(self.session, max(self.session.bank_wanted - self.chip, 1)))
        else:
            self._wagered(wagering.subtract(self.session, self._chosen, Wager.ANTE, self.chip), Wager.ANTE)

    @property
    def _chosen(self) -> Seat:
        return self.session.mine[self.hand]

    def _wagered(self, refused: Refused | None, wager: Wager) -> None:
        """Show the amount of the wager, or the refusal."""
        lies = self.session.layouts[self._chosen].get(wager)
        says = f"{wager.words} {self.session.voice.money(lies)}." if lies else f"{wager.words} taken back."
        self._report(refused, says)

    def action_chip(self, step: int) -> None:
        """Choose a larger or a smaller chip, in a cycle."""
        self.chip = CHIPS[(CHIPS.index(self.chip) + step) % len(CHIPS)]
        self.draw()

    def action_scroll(self, rows: int) -> None:
        """Scroll a result that does not fit."""
        self._view.scroll_result(rows)

    def action_bank(self) -> None:
        """Bank this round, or pass the button if the person banks already."""
        session = self.session
        if session.banks:
            self._report(banking.pass_button(session))
        else:
            self._report(banking.take_bank(session, max(banking.bank_size(session), 1)))

    def action_pass_button(self) -> None:
        """Pass the button if the person has it."""
        if self.session.banks or banking.has_button(self.session):
            self._report(banking.pass_button(self.session))

    def action_buy_in(self) -> None:
        """Buy in again for the opening bankroll."""
        self._report(self.session.buy_in(self.session.opening.bankroll))

    def action_other_hand(self) -> None:
        """Choose the person's other hand."""
        if len(self.screen_stack) > 1:
            self.screen.focus_next()
            return
        self.hand = (self.hand + 1) % len(self.session.mine)
        self.draw()

    def action_more_time(self) -> None:
        """Ask a house to restart the clock, if nobody else waits."""
        self._report(self.session.more_time(), self.says)

    def action_hint(self) -> None:
        """Show what each choice is worth."""
        self._report(None, self.session.coach.hint(self.session))

    def action_history(self) -> None:
        """Open the history."""
        self.push_screen(HistoryScreen(self.session))

    def action_rankings(self) -> None:
        """Open the ranking of hands."""
        self.push_screen(RankingScreen(self.session))

    def action_help(self) -> None:
        """Open the help."""
        self.push_screen(HelpScreen(self.session))

    # Leaving.

    def exit(self, result: None = None, return_code: int = 0, message: RenderableType | None = None) -> None:
        """Leave the screen. What a house sends from now on is not drawn."""
        self.session.changed = lambda: None
        super().exit(result, return_code, message)

    def action_leave(self) -> None:
        """Leave the table. During a hand, explain what happens to it first, and leave at once if asked again."""
        house, table = self.session.house, self.session.table
        if house is None and not self.leaves and self.session.at_stake and table.phase is not Phase.WAGERS:
            self._report(None, "Your hand is not finished. Press Q again to leave it.")
            self.leaves = True
            return
        if house is None or self.leaves or not house.is_connected:
            self.exit()
            return
        self.leaves = True
        house.clear_the_layout()
        if house.may_leave:
            self._get_up(house)
        else:
            self._report(None, "You get up after this hand. Press Q again to go at once.")

    def action_leave_now(self) -> None:
        """Leave a local table at once; at a house, same as `action_leave`."""
        self.leaves = self.leaves or self.session.house is None
        self.action_leave()

    def _get_up(self, house: HouseConnection) -> None:
        if not self._gets_up:
            self._gets_up = True
            self.run_worker(self._gone(house))

    async def _gone(self, house: HouseConnection) -> None:
        """Leave the seat and the screen, or stay if the house refuses."""
        try:
            await house.get_up()
        except UthError as error:
            self.leaves = self._gets_up = False
            self.session.refusals.append(f"{error}.")
            self.changed()
        else:
            self.exit()
