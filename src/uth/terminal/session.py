"""A session: one person's seat at a table, in this process or at a house elsewhere.

The session keeps what the person sees and remembers: what was said in the round, the wagers to undo or repeat, the
record of every round. Everything at the table goes through its connection: `local.py` has the one to a table in the
same process, `remote.py` the one to a house over a websocket.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final, Protocol

from uth.cards import Card
from uth.errors import Broken, Refused, UthError
from uth.rules.values import Wager
from uth.strategy.named import Decision
from uth.table.posted import Posted
from uth.table.round import commands as c
from uth.table.round import events as e
from uth.table.round.decide import Events
from uth.table.round.refusals import WagerOffer, decisions, wager_offers
from uth.table.round.state import Phase, Table
from uth.terminal.options import Opening
from uth.terminal.record import Layouts, RoundRecord, at_stake, changed_words, is_empty, layouts_of, without_coupons
from uth.terminal.result import DecidedLater, restated
from uth.units import Seat
from uth.words.outcomes import cover_warning
from uth.words.session import PERSON, Seating, Voice, refusal_words

if TYPE_CHECKING:
    from uth.views.table import Clock

COUPONS: Final = 3
"""The number of match play coupons a person has, if the book takes them."""
LEAVE_S: Final = 2.0
"""How long a person who leaves waits for the house to confirm that the seat is free."""
NO_COUPON: Final = Refused("no_coupon", None, "you have no match play coupon left")

NO_CLOCK: Final = Refused("no_clock", None, "no clock runs here; take the time you need")


class SeatConnection(Protocol):
    """A person's connection to a table: the table as they see it, and their commands."""

    table: Table
    """The table as the person sees it."""

    def attach(self, session: TableSession) -> None:
        """Report to that session from now on."""

    @property
    def house(self) -> HouseConnection | None:
        """The connection itself if a house deals at its own pace; ``None`` if the person sets the pace."""

    @property
    def is_stopped(self) -> bool:
        """Whether something has to be put right first, so that no hand may act."""

    @property
    def looked_at(self) -> tuple[Seat, ...]:
        """The person's seats whose cards they may look at now."""

    def send(self, command: c.SeatCommand) -> Refused | None:
        """Send a command of one of the person's seats, or change nothing and return the refusal."""

    def take(self, *commands: c.Command) -> Events:
        """Send commands that cannot be refused, and return their events.

        At a house, commands that are not the person's are ignored.
        """

    def lay(self, now: Layouts, wanted: Layouts) -> Refused | None:
        """Change the wagers from these to those, or change nothing and return the refusal."""

    def deal(self) -> Refused | None:
        """Close the wagers, or tell a house that the person is ready; return the refusal, if any."""

    def buy_in(self, cents: int) -> Refused | None:
        """Buy chips, or return the refusal."""

    def step(self) -> Events:
        """Take one step if the person sets the pace; nothing at a house."""

    def collect(self) -> Refused | None:
        """Open the next round if the person sets the pace, or return the refusal."""

    def record(self, table: Table) -> RoundRecord:
        """Return the record of the round settled on that table."""

    def close(self) -> None:
        """Release what the connection holds."""


class HouseConnection(SeatConnection, Protocol):
    """A connection to a house that deals at its own pace, with other people at the table."""

    @property
    def status(self) -> str:
        """What the house waits for and for how long, or that it does not answer."""

    @property
    def clock(self) -> Clock | None:
        """What the house waits for, with the seconds left."""

    @property
    def paused(self) -> str:
        """Why the house accepts no commands now; empty while it does."""

    @property
    def away(self) -> frozenset[Seat]:
        """The seats whose players have no connection to the house."""

    @property
    def is_off(self) -> bool:
        """Whether the table takes no new wagers."""

    @property
    def is_connected(self) -> bool:
        """Whether the house answers."""

    @property
    def connections(self) -> int:
        """The number of connections so far."""

    @property
    def over(self) -> UthError | None:
        """Why the connection has ended for good, or ``None``."""

    @property
    def is_sending(self) -> bool:
        """Whether a command was sent that is not answered yet."""

    @property
    def is_ready(self) -> bool:
        """Whether the house knows that the person is ready."""

    @property
    def may_extend(self) -> bool:
        """Whether a clock runs for the person that can be restarted (R120)."""

    def more_time(self) -> None:
        """Ask the house to restart the clock."""

    @property
    def may_leave(self) -> bool:
        """Whether the person can leave the seat now."""

    def clear_the_layout(self) -> None:
        """Take back the wagers, or the bank, while that is possible."""

    async def get_up(self) -> None:
        """Leave the seat; raise `Refused` if a wager is still on the layout."""


class SeatCoach(Protocol):
    """The coach at a person's seat."""

    def hint(self, session: TableSession) -> str:
        """Return what each choice is worth, or why nothing is said."""

    def warning(self, session: TableSession, decision: Decision) -> Refused | None:
        """Return the warning before a costly choice, once; else ``None``."""

    def grade(self, session: TableSession, decision: Decision) -> str:
        """Return the grade of a decision that is about to be made; empty if none is wanted."""


def _nothing() -> None:
    """Do nothing."""


@dataclass(slots=True, kw_only=True)
class TableSession:
    """One person's session at a table."""

    opening: Opening
    people: Seating
    voice: Voice
    connection: SeatConnection
    coach: SeatCoach
    history: list[RoundRecord] = field(default_factory=list)
    bought: int = 0
    coupons: int = 0
    passed: bool = False
    """Whether the person has passed the button in this round."""
    bank_wanted: int = 0
    """The size of the person's bank at their turn."""
    undone_to: list[Layouts] = field(default_factory=list)
    last: Layouts | None = None
    """The person's wagers in the last round that was dealt."""
    events: list[e.Event] = field(default_factory=list)
    spoken: list[str] = field(default_factory=list)
    """What was said since the round began."""
    heard: int = 0
    before: int = 0
    """The person's chips when the wagers closed, including those on the layout."""
    refusals: list[str] = field(default_factory=list)
    """Refusals of the house, in its own words, to be shown."""
    is_gone: bool = False
    """Whether the person has lost the seat."""
    changed: Callable[[], None] = _nothing
    """Called when a house has sent something new."""
    round_over: Callable[[], None] = _nothing
    """Called when a round is over, before its record of what was said is cleared."""

    def __post_init__(self) -> None:
        self.connection.attach(self)

    @property
    def house(self) -> HouseConnection | None:
        """The house, if it deals at its own pace; ``None`` if the person sets the pace."""
        return self.connection.house

    @property
    def at_house(self) -> HouseConnection:
        """The house that deals at its own pace; raise `Broken` if there is none."""
        if self.house is None:
            raise Broken("the session is not at a house")
        return self.house

    @property
    def posted(self) -> Posted:
        """The posted table."""
        return self.opening.posted

    @property
    def table(self) -> Table:
        """The current state of the table."""
        return self.connection.table

    @property
    def mine(self) -> tuple[Seat, ...]:
        """The person's seats."""
        return self.people.mine

    @property
    def looked_at(self) -> tuple[Seat, ...]:
        """The person's seats whose cards they may look at now."""
        return self.connection.looked_at

    @property
    def status(self) -> str:
        """The text next to the limits: what a house waits for."""
        return self.house.status if self.house is not None else ""

    @property
    def away(self) -> frozenset[Seat]:
        """The seats whose players are away."""
        return self.house.away if self.house is not None else frozenset()

    @property
    def bankroll(self) -> int:
        """The person's chips that are not on the layout."""
        return self.table.rails.get(PERSON, 0)

    @property
    def at_stake(self) -> int:
        """The person's chips on the layout."""
        return at_stake(self.table, self.mine)

    @property
    def net(self) -> int:
        """The net result of the rounds so far."""
        return sum(record.net for record in self.history)

    @property
    def layouts(self) -> Layouts:
        """The wagers of the person's hands."""
        return layouts_of(self.table, self.mine)

    @property
    def banks(self) -> bool:
        """Whether the person banks this round."""
        return self.table.round.banker is not None and self.table.round.banker.seat in self.mine

    @property
    def asked(self) -> Seat | None:
        """The person's hand that is to act now, or ``None``."""
        return self.table.turn if self.table.turn in self.mine and not self.connection.is_stopped else None

    @property
    def waits(self) -> bool:
        """Whether nothing happens until the person acts."""
        return not self.table.is_dealing or self.asked is not None

    @property
    def is_out_of_chips(self) -> bool:
        """Whether the person has no wager and cannot make one."""
        if self.table.phase is not Phase.WAGERS or not is_empty(self.layouts) or self.banks:
            return False
        return not any(self.offers(seat) for seat in self.mine)

    @property
    def warning(self) -> str:
        """The warning that the bank may not cover the person's stakes; empty if there is none."""
        warned = (cover_warning(self.table, seat, self.posted) for seat in ((self.asked,) if self.asked else self.mine))
        open_ = self.table.phase is Phase.WAGERS or self.asked is not None
        return next(filter(None, warned), "") if open_ else ""

    def heard_now(self) -> tuple[str, ...]:
        """Return what was said since the last call."""
        new = tuple(self.spoken[self.heard :])
        self.heard = len(self.spoken)
        return new

    def offers(self, seat: Seat) -> tuple[WagerOffer, ...]:
        """Return the wagers the hand may make now."""
        return wager_offers(self.table, seat, self.posted)

    def answers(self) -> tuple[c.Check | c.MakePlay | c.Fold, ...]:
        """Return the possible answers of the hand to act."""
        seat = self.asked
        return decisions(self.table, seat, self.posted) if seat is not None else ()

    def refusal(self, refused: Refused) -> str:
        """Return the refusal in words."""
        return refusal_words(refused, self.posted.rules.currency.symbol)

    def summary(self) -> str:
        """Return a one-line summary of the session."""
        rounds = len(self.history)
        gain = ("won " if self.net > 0 else "lost ") + self.voice.money(abs(self.net)) if self.net else "broke even"
        played = f"{rounds} round{'' if rounds == 1 else 's'} played: {gain}; you leave with "
        if self.table.phase in (Phase.WAGERS, Phase.SETTLED) or not self.at_stake:
            return f"{played}{self.voice.money(self.bankroll + self.at_stake)}."
        return f"{played}{self.voice.money(self.bankroll)} and {self.voice.money(self.at_stake)} on the layout."

    # Actions of the person.

    def lay(self, wanted: Layouts, *, undo: bool = True) -> Refused | None:
        """Set the wagers to exactly these, or change nothing and return the refusal."""
        now = self.layouts
        refused = self.connection.lay(now, wanted)
        if refused is None and undo and self.layouts != now:
            self.undone_to.append(now)
        return refused

    def answer(self, command: Decision) -> Refused | None:
        """Answer the dealer for one of the person's hands; if refused or warned by the coach, return why."""
        warned = self.coach.warning(self, command)
        if warned is not None:
            return warned
        grade = self.coach.grade(self, command)
        refused = self.connection.send(command)
        if refused is None and grade:
            self.spoken.append(grade)
        return refused

    def at_seat(self, command: c.SeatCommand) -> Refused | None:
        """Send a command of one of the person's seats, or change nothing and return the refusal."""
        return self.connection.send(command)

    def take(self, *commands: c.Command) -> Events:
        """Send commands that cannot be refused; at a house only the person's own are sent."""
        return self.connection.take(*commands)

    def deal(self) -> Refused | None:
        """Close the wagers, or tell a house that the person is ready; return the refusal, if any."""
        return self.connection.deal()

    def more_time(self) -> Refused | None:
        """Ask a house to restart the clock, or return that there is no clock; the house itself explains a refusal."""
        if self.house is None:
            return NO_CLOCK
        self.house.more_time()
        return None

    def buy_in(self, cents: int) -> Refused | None:
        """Buy chips, or return the refusal."""
        refused = self.connection.buy_in(cents)
        self.bought += cents if refused is None else 0
        return refused

    def step(self) -> Events:
        """Take one step of the dealer or of another seat; nothing while the person has to act, or at a house."""
        return self.connection.step()

    def collect(self) -> Refused | None:
        """Pick up the cards and open the next round, or return the refusal; a house does so on its own."""
        return self.connection.collect()

    async def leave_if_possible(self) -> bool:
        """Leave a house's seat if it has no wager and the house answers; return whether it was left."""
        try:
            async with asyncio.timeout(LEAVE_S):
                await self.at_house.get_up()
        except (UthError, TimeoutError):
            return False
        return True

    def close(self) -> None:
        """End the session."""
        self.connection.close()

    # Events of the table.

    def forget_the_round(self) -> None:
        """Clear the events and the sentences for a new round."""
        self.events.clear()
        self.spoken.clear()
        self.heard = 0

    def close_wagers(self) -> None:
        """Store the person's chips and wagers, which can no longer change."""
        self.before = self.bankroll + self.at_stake
        if not is_empty(self.layouts):
            self.last = without_coupons(self.layouts)
        self.undone_to.clear()

    def note(self, event: e.Event, table: Table) -> None:
        """Record an event, given the table after it."""
        self.events.append(event)
        self.say(self.voice.sentence(event, table))
        if isinstance(event, e.WagerSettled) and event.seat in self.mine and event.settled.wager is Wager.MATCH_PLAY:
            self.coupons -= event.settled.returned == 0
        if isinstance(event, e.RoundSettled):
            self.history.append(self.connection.record(table))
        elif isinstance(event, DecidedLater):
            self._restate(event)

    def _restate(self, event: DecidedLater) -> None:
        """Correct the record of a round whose award or envy was decided after it was settled."""
        for at, record in enumerate(self.history):
            result = restated(record.result, event, self.posted.rules.currency.symbol)
            if record.number == event.round and result != record.result:
                change = result.net - record.result.net
                self.history[at] = replace(record, result=result, bankroll=record.bankroll + change)
                for line in changed_words(record, self.history[at], self.voice):
                    self.say(line)

    def say(self, sentence: str) -> None:
        """Add a sentence of the dealer."""
        if sentence:
            self.spoken.append(sentence)


Seen = tuple[Card | None, ...]
"""Cards on the table; ``None`` is face down."""


def board_seen(table: Table) -> Seen:
    """Return the community cards that are out, with ``None`` for those face down."""
    shown, exposed = table.round.community_shown, table.round.exposed
    return tuple(card if at < shown or card in exposed else None for at, card in enumerate(table.round.community))


def dealer_seen(table: Table) -> Seen:
    """Return the dealer's cards, with ``None`` for those neither shown nor seen by mistake."""
    shown, exposed = table.round.dealer_hand is not None, table.round.exposed
    return tuple(card if shown or card in exposed else None for card in table.round.dealer)


def hole_seen(table: Table, seat: Seat, mine: Collection[Seat]) -> Seen:
    """Return a hand's cards if they are the person's own or turned up, else ``None`` for each; empty after a fold."""
    spot = table.round.spots.get(seat)
    if spot is None:
        return ()
    if seat in mine or spot.hand is not None:
        return spot.hole
    folded = spot.folded
    return () if folded else tuple(None for _ in spot.hole)
