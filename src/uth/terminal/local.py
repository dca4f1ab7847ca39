"""`uth play`: a table in this process, dealt at the person's pace, with the other seats played by the house.

The connection decides every command as a house does (`house/turn.py`): at the table, at the link of its progressive and
in the ledger, all or nothing. Only the pace is the person's: nothing continues while they think.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from uth.cards import Card
from uth.errors import Malformed, Refused
from uth.house.fairness import deck_of, new_shuffle_key, round_key
from uth.house.turn import Turn
from uth.ledger.table_entries import TableEntries
from uth.rules.values import Wager
from uth.table.dealer import next_step
from uth.table.posted import Posted
from uth.table.round import commands as c
from uth.table.round.decide import Events, act
from uth.table.round.refusals import refusal_of
from uth.table.round.state import Phase, Table, new_table
from uth.terminal import company, mishaps
from uth.terminal import wagering as banking
from uth.terminal.coach import Coach
from uth.terminal.kept import KeptMeters, kept_meters, own_meters
from uth.terminal.options import Opening
from uth.terminal.record import Layouts, RoundRecord, changes
from uth.terminal.result import result_of
from uth.terminal.session import COUPONS, NO_COUPON, HouseConnection, TableSession
from uth.terminal.wagering import opening_layouts
from uth.units import Seat
from uth.words.session import Voice, drawn, seated

NAME = "play"
"""The table's name in its ledger."""


@dataclass(slots=True, kw_only=True)
class LocalConnection:
    """A connection to a table in this process."""

    opening: Opening
    table: Table
    """The current state of the table."""
    meters: KeptMeters | None = None
    """The link of the progressive, kept in a file between sessions if the opening names one."""
    deck_key: bytes = b""
    steps: int = 0
    """The number of steps since the session began."""
    entries: TableEntries = field(default_factory=lambda: TableEntries(NAME))
    session: TableSession = field(init=False)

    def attach(self, session: TableSession) -> None:
        """Report to that session from now on."""
        self.session = session

    @property
    def house(self) -> HouseConnection | None:
        """``None``, because the person sets the pace."""
        return None

    @property
    def posted(self) -> Posted:
        """The posted table."""
        return self.opening.posted

    @property
    def is_stopped(self) -> bool:
        """Whether an irregularity is being resolved, so that no hand may act."""
        return self.table.round.floor is not None or self.table.round.replacing is not None

    @property
    def looked_at(self) -> tuple[Seat, ...]:
        """The person's seats, whose cards they may look at as they are dealt."""
        return self.session.mine

    # Actions of the person.

    def send(self, command: c.SeatCommand) -> Refused | None:
        """Execute a command of one of the person's seats, or return the refusal."""
        try:
            self.table, events = act(self.table, command, self.posted)
        except Refused as refused:
            return refused
        for event in events:
            self.session.note(event, self.table)
        return None

    def lay(self, now: Layouts, wanted: Layouts) -> Refused | None:
        """Replace the wagers by the wanted ones, or change nothing and return the refusal."""
        table = self.table
        for command in changes(now, wanted):
            try:
                table, _ = act(table, command, self.posted)
            except Refused as refused:
                return refused
            if isinstance(command, c.PlaceWager) and command.wager is Wager.MATCH_PLAY and not self.session.coupons:
                return NO_COUPON
        self.table = table
        return None

    def deal(self) -> Refused | None:
        """Close the wagers, or change nothing and return the refusal."""
        self.make_ready()
        refused = refusal_of(self.table, c.AnnounceNoMoreBets(), self.posted)
        if refused is not None:
            return refused
        self.session.close_wagers()
        self.take(c.AnnounceNoMoreBets())
        return None

    def buy_in(self, cents: int) -> Refused | None:
        """Buy chips between rounds."""
        if not self.session.waits or self.session.asked is not None:
            return Refused("round_being_played", None, "chips are bought between rounds")
        command = c.BuyIn(seat=self.session.mine[0], cents=cents)
        refused = refusal_of(self.table, command, self.posted)
        if refused is None:
            self.take(command)
            self.session.before += cents
        return refused

    def collect(self) -> Refused | None:
        """Pick up the cards and open the next round."""
        refused = refusal_of(self.table, c.CollectCards(), self.posted)
        if refused is None:
            self.session.forget_the_round()
            self.take(c.CollectCards())
            self.open_round()
        return refused

    def close(self) -> None:
        """Remove the table from its link, and close the file of the meters."""
        if self.meters is not None:
            self.meters.close()

    # The course of the round.

    def step(self) -> Events:
        """Take one step of the dealer or of a seat the house plays; nothing while the person has to act."""
        table, turn = self.table, self.table.turn
        if self.session.waits:
            return ()
        self.steps += 1
        command: c.Command | None = self._goes_wrong()
        if command is not None:
            return self.take(command)
        if turn is not None and table.round.replacing is None:
            command = company.answer(table, turn, self.posted)
        else:
            command = next_step(table, self.posted, self._shuffled)
        return self.take(command) if command is not None else ()

    def _goes_wrong(self) -> c.Command | None:
        """Return the floor's ruling if one is due, or a new irregularity if they are on and one happens now."""
        if self.table.round.floor is not None:
            return mishaps.ruling(self.table.round.floor)
        if not self.opening.irregularities or self.table.round.replacing is not None:
            return None
        return mishaps.mishap(self.table, self.posted, self.deck_key, self.steps)

    def make_ready(self) -> None:
        """Open the table if it is not open yet, and shuffle, cut and place the deck."""
        while not self.table.is_open or self.table.phase is Phase.WAGERS:
            command = next_step(self.table, self.posted, self._shuffled)
            if command is None:
                return
            self.take(command)

    def open_round(self) -> None:
        """Open the wagers, after the house's seats have bought in and the button is assigned."""
        session = self.session
        session.passed = False
        self.make_ready()
        self.take(*company.bought_in(self.table, self.posted))
        if not banking.has_button(session):
            banking.seat_banker(session)
        elif self.opening.banks:
            banking.take_bank(session, banking.bank_size(session))
        else:
            session.say(banking.BUTTON_IS_YOURS)

    def take(self, *commands: c.Command) -> Events:
        """Execute commands that cannot be refused, at the table and its link, and return their events."""
        happened: Events = ()
        for command in commands:
            place = self.meters.linked if self.meters is not None else None
            turn = Turn(table=self.table, posted=self.posted, entries=self.entries, place=place)
            turn.play(command)
            for event, table in zip(turn.events, turn.states, strict=True):
                self.table = table
                self.session.note(event, table)
            happened = (*happened, *turn.events)
        return happened

    def record(self, table: Table) -> RoundRecord:
        """Return the record of the round settled on that table."""
        session = self.session
        bankroll = session.bankroll + sum(each.cents for each in table.owed if each.seat in session.mine)
        return RoundRecord(
            number=table.rounds,
            result=result_of(table, session.events, session.people, self.posted, bankroll - session.before),
            said=tuple(session.spoken),
            bankroll=bankroll,
            deck_key=self.deck_key.hex(),
        )

    def _shuffled(self) -> tuple[Card, ...]:
        """Return the next deck: from the session's key if it has one, else from a new key."""
        key = self.opening.shuffle_key
        self.deck_key = new_shuffle_key() if key is None else round_key(key, self.table.rounds + 1)
        return deck_of(self.deck_key)


def open_session(opening: Opening, card: Callable[[Card], str] = drawn) -> TableSession:
    """Return a session at a new table with everyone seated and the first ante placed.

    An ante that the table cannot take is refused.
    """
    posted, people = opening.posted, seated(opening.seats, opening.hands)
    table = new_table(posted)
    for seat, player in people.players.items():
        table, _ = act(table, c.TakeSeat(seat=seat, player=player), posted)
    connection = LocalConnection(opening=opening, table=table)
    session = TableSession(
        opening=opening,
        people=people,
        voice=Voice(people=people, posted=posted, card=card),
        connection=connection,
        coach=Coach(mode=opening.coach),
        coupons=COUPONS if posted.offers(Wager.MATCH_PLAY) else 0,
    )
    session.buy_in(opening.bankroll)
    connection.take(*company.bought_in(session.table, posted))
    connection.meters = kept_meters(opening.meters, posted) if opening.meters is not None else own_meters(posted)
    if connection.meters is not None:
        connection.take(connection.meters.linked.reading)
    connection.make_ready()
    session.forget_the_round()
    _require_ante(session)
    connection.open_round()
    if not session.banks and not banking.has_button(session):
        session.lay(opening_layouts(session), undo=False)
    return session


def _require_ante(session: TableSession) -> None:
    """Refuse an opening ante that the table cannot take, naming its option."""
    ante = session.opening.ante
    if ante is None:
        return
    command = c.PlaceWager(seat=session.mine[0], wager=Wager.ANTE, cents=ante)
    refused = refusal_of(session.table, command, session.posted)
    if refused is not None:
        whole, rest = divmod(ante, 100)
        typed = f"{whole}" + (f".{rest:02d}" if rest else "")
        raise Malformed("--ante", typed, "is not taken: " + session.refusal(refused).removesuffix("."))
