"""The table on the screen when it stands elsewhere: the same felt and the same keys, at the house's pace."""

from __future__ import annotations

from rich.console import RenderableType
from textual.app import ComposeResult

from uth.errors import UthError
from uth.table.round.state import Phase
from uth.terminal import wagering
from uth.terminal.app import TableApp
from uth.terminal.keys import remote_keys_now
from uth.terminal.record import is_empty
from uth.terminal.remote_session import RemoteSession
from uth.terminal.table_view import TableView

TICK_S = 0.25


class RemoteTableApp(TableApp):
    """One seat at one table of a house."""

    def __init__(self, session: RemoteSession, *, four_colour: bool = False) -> None:
        super().__init__(session, four_colour=four_colour)
        self.remote = session
        self.leaves = False
        """Whether the person wants to get up once the hand is played."""
        self._gets_up = False
        self._is_stale = False
        """Whether something was heard that is not drawn yet."""
        if session.table.phase is not Phase.WAGERS:
            self.says = "Welcome. You are in from the next round on; ? is help."

    def compose(self) -> ComposeResult:
        """Lay out the table, with the keys of a table that the house deals."""
        yield TableView(self.session, remote_keys_now)

    def on_mount(self) -> None:
        """Draw the table, and its clock again and again."""
        super().on_mount()
        self.remote.changed = self.changed
        self.set_interval(TICK_S, self.draw)

    def draw(self) -> None:
        """Draw the table, as long as there is a screen for it: the house goes on while this one is closed."""
        if self.screen_stack and self.screen_stack[0].query("#rail"):
            super().draw()

    def changed(self) -> None:
        """Say what is new, and have it drawn, however much of it comes at once."""
        if self.remote.is_gone:
            self.exit()
            return
        self._hear()
        if not self._is_stale:
            self._is_stale = True
            self.call_later(self._show)

    def _show(self) -> None:
        """Draw what is new; go, if the person wanted to and now may."""
        self._is_stale = False
        refusals, self.remote.refusals[:] = tuple(self.remote.refusals), ()
        self._stand()
        if refusals:
            self.says, self.is_refused = refusals[-1], True
            self.draw()
        if self.leaves and self.remote.may_leave:
            self._get_up()

    def action_go_on(self) -> None:
        """Do what comes next: put the ante down, or be ready; the house does the rest."""
        session = self.remote
        if session.asked is not None or session.table.phase is not Phase.WAGERS:
            self._stand()
        elif session.is_out_of_chips:
            self._say_if_out_of_chips()
        elif is_empty(session.layouts) and not session.banks:
            self._report(wagering.rebet(session), "Your wagers are down; Space says that you are ready.")
        elif session.banks:
            self._report(None, "You bank; the round begins when the others are ready or their time is up.")
        else:
            self._report(session.deal(), "You are ready; the cards come once everyone is.")

    def action_watch(self) -> None:
        """Sit this round out."""
        clear = None if is_empty(self.session.layouts) else wagering.clear(self.session)
        self._report(clear, "You sit this round out.")

    def action_rebet(self) -> None:
        """Put the last wagers down again."""
        self._report(wagering.rebet(self.session), "The same wagers again; Space says that you are ready.")
        self._say_if_out_of_chips()

    # Leaving.

    def exit(self, result: None = None, return_code: int = 0, message: RenderableType | None = None) -> None:
        """Leave the screen; what is heard from now on is not drawn."""
        self.remote.changed = lambda: None
        super().exit(result, return_code, message)

    def action_leave(self) -> None:
        """Get up and go; during a hand once it is played, and at once when asked again."""
        if self.leaves or not self.remote.place.is_connected:
            self.exit()
            return
        self.leaves = True
        self.remote.clear_the_layout()
        if self.remote.may_leave:
            self._get_up()
        else:
            self._report(None, "You get up when the hand is played. Q again goes at once.")

    def _get_up(self) -> None:
        if not self._gets_up:
            self._gets_up = True
            self.run_worker(self._gone())

    async def _gone(self) -> None:
        """Leave the seat and the screen; where the house says no, stay."""
        try:
            await self.remote.get_up()
        except UthError as error:
            self.leaves = self._gets_up = False
            self.remote.refusals.append(f"{error}.")
            self.changed()
        else:
            self.exit()
