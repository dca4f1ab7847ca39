"""`uth join`: a seat at a house. The house sends the table, and the person's commands are sent to the house.

A command that is sent but not yet answered is already applied locally, so that two keys pressed in a row have their
usual effect. The next view from the house replaces the local state.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final

from uth.cards import Card
from uth.client.place import Place
from uth.client.player import posted_at
from uth.client.visitor import Visitor
from uth.errors import Malformed, Refused, UthError
from uth.house.fairness import shuffle_key
from uth.rulebook.page import section_of
from uth.rules.values import Wager
from uth.store.codec import decoded, encoded
from uth.table.posted import Posted
from uth.table.round import commands as c
from uth.table.round import events as e
from uth.table.round.decide import Events, act
from uth.table.round.refusals import refusal_of
from uth.table.round.state import Phase, Table
from uth.terminal import wagering
from uth.terminal.coach import Coach
from uth.terminal.options import CoachMode, Opening
from uth.terminal.plain_words import bot_words
from uth.terminal.record import Layouts, RoundRecord, changes, fewest_changes, is_empty
from uth.terminal.result import RoundResult, restated, result_of, waiting
from uth.terminal.session import COUPONS, NO_COUPON, HouseConnection, TableSession
from uth.terminal.table_from_view import envy_events, own_cards, settled_events, table_of
from uth.units import PlayerId, Seat

if TYPE_CHECKING:
    from uth.views.frames import EventsFrame, Frame
    from uth.views.seat import SeatDocument
    from uth.views.table import Clock, TableDocument
from uth.words.session import PERSON, Seating, Voice, drawn

NOTHING_LIES: Final = Refused("nothing_lies", None, "you have no wagers down")
SAID_BY_THE_HOUSE: Final = frozenset({"RoundDisputed", "RoundReviewed", "DisputeAppealed", "PlayerRemoved"})
"""Events with too few fields to be worded here, for which the sentence of the house is used."""


@dataclass(slots=True, kw_only=True)
class RemoteConnection:
    """A connection to a seat at a house, over the client's place at the table."""

    opening: Opening
    place: Place
    table: Table
    proof: Callable[[], Awaitable[dict[str, Any]]]
    """Requests from the house the proof of the settled round."""
    session: TableSession = field(init=False)
    _unanswered: list[c.SeatCommand] = field(default_factory=list)
    _sending: set[asyncio.Task[None]] = field(default_factory=set)

    def attach(self, session: TableSession) -> None:
        """Report what the house sends to that session from now on."""
        self.session = session
        self.place.listen(self.hear)

    @property
    def house(self) -> HouseConnection | None:
        """This connection, because the house deals at its own pace."""
        return self

    @property
    def posted(self) -> Posted:
        """The posted table."""
        return self.opening.posted

    @property
    def mine(self) -> tuple[Seat, ...]:
        """The person's seats."""
        return self.session.mine

    @property
    def is_stopped(self) -> bool:
        """Whether the floor has to decide first, so that no hand may act."""
        return bool(self.place.view["floor_choices"])

    @property
    def looked_at(self) -> tuple[Seat, ...]:
        """The person's seats whose cards they may look at now; none during the deal."""
        return tuple(seat for seat in self.mine if own_cards(self.place.view, seat))

    @property
    def clock(self) -> Clock | None:
        """What the house waits for, with the seconds left."""
        return self.place.clock

    @property
    def paused(self) -> str:
        """Why the house accepts no commands now; empty while it does."""
        return self.place.paused

    @property
    def away(self) -> frozenset[Seat]:
        """The seats whose players have no connection to the house."""
        return frozenset(map(Seat, self.place.away)) & self.table.chairs.keys()

    @property
    def is_off(self) -> bool:
        """Whether the table takes no new wagers."""
        return self.place.view["off"]

    @property
    def is_connected(self) -> bool:
        """Whether the house answers."""
        return self.place.is_connected

    @property
    def connections(self) -> int:
        """The number of connections so far."""
        return self.place.connections

    @property
    def over(self) -> UthError | None:
        """Why the connection has ended for good, or ``None``."""
        return self.place.over

    @property
    def is_sending(self) -> bool:
        """Whether a command was sent that is not answered yet."""
        return bool(self._sending)

    @property
    def may_extend(self) -> bool:
        """Whether a clock runs for the person that can be restarted, because nobody else waits (R120)."""
        clock = self.clock
        if clock is None or not clock["more"] or not self.is_connected:
            return False
        return self.session.asked is not None or (clock["what"] == "wagers" and not is_empty(self.session.layouts))

    @property
    def may_leave(self) -> bool:
        """Whether the person can leave the seat now: none of their wagers is on the layout."""
        return refusal_of(self.table, c.LeaveSeat(seat=self.mine[0]), self.posted) is None

    @property
    def is_ready(self) -> bool:
        """Whether the house knows that the person is ready."""
        mine = self.place.mine
        return mine is not None and mine["ready"]

    @property
    def status(self) -> str:
        """What the house waits for and for how long, or that it does not answer."""
        if not self.is_connected:
            return "the house does not answer; trying again"
        if self.paused:
            return f"the house has paused: {self.paused}"
        if self.is_off:
            return "the table takes no new wagers"
        clock = self.clock
        if clock is None:
            nobody = self.table.phase is Phase.WAGERS and wagering.needs_banker(self.table, self.posted)
            return "no cards until somebody banks; B banks" if nobody else ""
        left = f"{clock['left']:.0f} s"
        match clock["what"]:
            case "decision":
                seat = Seat(clock["seat"] or 0)
                name = self.session.voice.people.name(seat)
                does = "is away" if seat in self.away else "thinks"
                return f"your turn: {left}" if seat in self.mine else f"{name} {does}: {left}"
            case "wagers":
                return f"no more bets in {left}"
            case "bank":
                mine = clock["seat"] in self.mine
                return f"your button: B banks, N passes it on: {left}" if mine else f"the button passes on in {left}"
            case "next_round":
                return f"next round in {left}"

    # Frames from the house.

    def hear(self, frame: Frame) -> None:
        """Update the table from a frame, and record what was said."""
        session = self.session
        if self.place.seat not in self.mine:
            session.is_gone = True
            session.changed()
            return
        had_button = wagering.has_button(session)
        match frame["type"]:
            case "view":
                self._look()
                self._catch_up()
            case "events":
                self._follow(frame)
            case "said":
                session.say(f"{frame['name']}: {frame['phrase'].replace('_', ' ')}.")
            case "idle" if frame["minutes"] is not None:
                session.say(f"{frame['says'][:1].upper()}{frame['says'][1:]} ({frame['clause']}).")
            case _:
                self._look()
        if wagering.has_button(session) and not had_button and self.place.view["button"] in self.mine:
            session.say(wagering.BUTTON_IS_YOURS)
        session.changed()

    def _look(self) -> None:
        """Adopt the newest view, and apply the commands that are not answered yet."""
        view, session = self.place.view, self.session
        now = players_of(view, self.mine)
        everyone = Seating(players={**session.voice.people.players, **now}, mine=self.mine)
        session.people = Seating(players=now, mine=self.mine)
        session.voice = replace(session.voice, people=everyone)
        self.table = table_of(view, self.posted, now)
        for command in self._unanswered:
            with suppress(Refused):
                self.table, _ = act(self.table, command, self.posted)

    def _follow(self, frame: EventsFrame) -> None:
        """Report the events of a frame, given the table after them."""
        saw, session = self._own_cards_shown(), self.session
        self._look()
        for event in self._whole(frame, saw):
            if isinstance(event, e.CardsCollected):
                session.round_over()
                session.forget_the_round()
                session.passed = False
                session.say("Your wagers, please.")
            elif isinstance(event, e.NoMoreBetsAnnounced):
                session.close_wagers()
            elif isinstance(event, e.SeatTaken | e.SeatLeft) and event.seat not in self.mine:
                came = "sits down" if isinstance(event, e.SeatTaken) else "gets up"
                session.say(f"{session.voice.people.name(event.seat)} {came}.")
            elif isinstance(event, e.Checked | e.PlayMade | e.Folded) and event.seat in self.mine:
                session.say("Your time is up; the house answers for you." if event.seat in frame["late"] else "")
            session.note(event, self.table)

    def _own_cards_shown(self) -> tuple[Card, ...]:
        """Return the person's own cards as the screen shows them."""
        spots = self.table.round.spots
        return tuple(card for seat in self.mine if seat in spots for card in spots[seat].hole)

    def _whole(self, frame: EventsFrame, saw: tuple[Card, ...]) -> Iterator[e.Event]:
        """Yield the events that can be decoded in full; the person's own cards once they may look at them."""
        hidden = [seat for seat in self.mine for cards in (own_cards(self.place.view, seat),) if cards and cards != saw]
        for document in frame["events"]:
            if document["is"] == "StreetOpened":
                for seat in hidden:
                    yield e.HoleDealt(seat=seat, cards=own_cards(self.place.view, seat))
                hidden = []
            if document["is"] in SAID_BY_THE_HOUSE:
                self.session.say(f"{document['sentence']}.")
            with suppress(Malformed):
                event: e.Event = decoded(e.Event, {name: each for name, each in document.items() if name != "sentence"})
                yield event

    def _catch_up(self) -> None:
        """Record a round that was settled, or whose award was decided, while there was no connection."""
        if self.table.phase is not Phase.SETTLED:
            return
        history = self.session.history
        for at, record in enumerate(history):
            if record.number == self.table.rounds:
                history[at] = replace(record, result=self._result(self.table), bankroll=self.session.bankroll)
                return
        history.append(self.record(self.table))

    def record(self, table: Table) -> RoundRecord:
        """Return the record of the round from its view; the key of its deck is added once it is known."""
        self._run(self._prove(table.rounds))
        return RoundRecord(
            number=table.rounds,
            result=self._result(table),
            said=tuple(self.session.spoken),
            bankroll=self.session.bankroll,
            deck_key="",
        )

    def _result(self, table: Table) -> RoundResult:
        """Return the result of the round from the newest view, with the events about the bank and entry fees."""
        view, symbol = self.place.view, self.posted.rules.currency.symbol
        heard = [event for event in self.session.events if isinstance(event, e.BankSettled | e.EntryFeeTaken)]
        events = (*settled_events(view), *envy_events(view), *heard)
        result = result_of(table, events, self.session.voice.people, self.posted, 0)
        for number, each in view["seats"].items():
            for award in (line["award"] for line in each["lines"]):
                if award is not None and award["state"] == "waits":
                    result = waiting(result, Seat(int(number)), award["cents"])
                elif award is not None and award["state"] == "refused":
                    denied = e.AwardDenied(
                        seat=Seat(int(number)), cents=award["cents"], by=award["by"], reason=award["reason"]
                    )
                    result = restated(result, denied, symbol)
        for envy in view["envy"]:
            seat, other, cents = Seat(envy["seat"]), Seat(envy["from_seat"]), envy["cents"]
            if envy["state"] == "waits":
                result = waiting(result, seat, cents, other)
            elif envy["state"] == "refused":
                fell = e.EnvyDenied(seat=seat, from_seat=other, cents=cents, reason=envy["reason"], round=table.rounds)
                result = restated(result, fell, symbol)
        fees = sum(event.cents for event in heard if isinstance(event, e.EntryFeeTaken) and event.seat in self.mine)
        bank = result.bank.net if result.bank is not None else 0
        return replace(result, net=sum(hand.net for hand in result.mine) + bank - fees)

    async def _prove(self, number: int) -> None:
        """Add the key of its deck to a round's record, if the house still shows it."""
        with suppress(UthError, KeyError, ValueError):
            shown = await self.proof()
            words = {Seat(int(seat)): word for seat, word in shown["words"].items()}
            key = shuffle_key(bytes.fromhex(shown["secret"]), words).hex()
            self.session.history = [
                replace(record, deck_key=key) if record.number == number else record for record in self.session.history
            ]

    # Actions of the person.

    def _run(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._sending.add(task)
        task.add_done_callback(self._sending.discard)

    def send(self, command: c.SeatCommand) -> Refused | None:
        """Send a command of the person's seat, or change nothing and return why the house would refuse it."""
        try:
            after, _ = act(self.table, command, self.posted)
        except Refused as refused:
            return refused
        if not isinstance(command, c.BuyIn | c.LeaveSeat):
            self.table = after
            self._unanswered.append(command)
        self._run(self._given(command))
        return None

    async def _given(self, command: c.SeatCommand) -> None:
        await self._sent(do=encoded(command))
        if command in self._unanswered:
            self._unanswered.remove(command)
            self._look()
        self.session.changed()

    async def _sent(self, **frame: Any) -> bool:
        """Send a frame and return whether it was accepted; a refusal is stored for display."""
        try:
            await self.place.send(**frame)
        except UthError as error:
            self.session.refusals.append(f"{str(error)[:1].upper()}{str(error)[1:]}.")
            return False
        return True

    async def _said_ready(self) -> None:
        await self._sent(ready=True)

    def take(self, *commands: c.Command) -> Events:
        """Send the person's own commands; those of other seats are ignored."""
        for command in commands:
            if isinstance(command, c.SeatCommand) and command.seat in self.mine:
                self.send(command)
        return ()

    def lay(self, now: Layouts, wanted: Layouts) -> Refused | None:
        """Change the wagers with as few commands as possible, or change nothing and return the refusal."""
        commands = tuple(fewest_changes(now, wanted))
        refused = self._refused(commands)
        if refused is not None:
            commands = tuple(changes(now, wanted))
            refused = self._refused(commands)
        if refused is not None:
            return refused
        for command in commands:
            self.send(command)
        return None

    def _refused(self, commands: tuple[c.PlaceWager | c.TakeBackWager, ...]) -> Refused | None:
        """Return the refusal of the first command in the sequence that would be refused, or ``None``."""
        table = self.table
        for command in commands:
            try:
                table, _ = act(table, command, self.posted)
            except Refused as refused:
                return refused
            if isinstance(command, c.PlaceWager) and command.wager is Wager.MATCH_PLAY and not self.session.coupons:
                return NO_COUPON
        return None

    def deal(self) -> Refused | None:
        """Tell the house that the person is ready; the wagers close once everyone is."""
        if self.table.phase is Phase.WAGERS and not is_empty(self.session.layouts):
            self._run(self._said_ready())
            return None
        return None if self.session.banks else NOTHING_LIES

    def more_time(self) -> None:
        """Ask the house to restart the clock, and report it if granted."""
        self._run(self._extended())

    async def _extended(self) -> None:
        if await self._sent(more_time=True):
            self.session.say("Your time starts again.")
        self.session.changed()

    def buy_in(self, cents: int) -> Refused | None:
        """Send a buy-in; the chips appear once the house confirms it."""
        return self.send(c.BuyIn(seat=self.mine[0], cents=cents))

    def clear_the_layout(self) -> None:
        """Take back the wagers, or the bank, while that is possible."""
        session = self.session
        if self.table.phase is Phase.WAGERS and (session.banks or not is_empty(session.layouts)):
            wagering.clear(session)

    async def get_up(self) -> None:
        """Leave the seat with the chips; raise `Refused` if a wager is still on the layout."""
        for task in tuple(self._sending):
            await task
        await self.place.get_up()

    def step(self) -> Events:
        """Do nothing, because the house deals."""
        return ()

    def collect(self) -> Refused | None:
        """Do nothing, because the house opens the next round."""
        return None

    def close(self) -> None:
        """Do nothing, because the program that opened the place closes it."""


def remote_session(
    visitor: Visitor, place: Place, opening: Opening, card: Callable[[Card], str] = drawn
) -> TableSession:
    """Return a session at the seat taken at the place."""
    mine = (Seat(place.seat or 0),)
    people = Seating(players=players_of(place.view, mine), mine=mine)
    connection = RemoteConnection(
        opening=opening,
        place=place,
        table=table_of(place.view, opening.posted, people.players),
        proof=lambda: visitor.proof(place.table),
    )
    return TableSession(
        opening=opening,
        people=people,
        voice=Voice(people=people, posted=opening.posted, card=card),
        connection=connection,
        coach=Coach(mode=opening.coach, allowed=opening.has_coach),
        coupons=COUPONS if opening.posted.offers(Wager.MATCH_PLAY) else 0,
        bought=opening.bankroll,
    )


def players_of(view: TableDocument, mine: tuple[Seat, ...]) -> dict[Seat, PlayerId]:
    """Return the players by seat; bots are marked as such."""
    seats = {Seat(int(seat)): each for seat, each in view["seats"].items()}
    return {seat: PERSON if seat in mine else PlayerId(_name(each)) for seat, each in sorted(seats.items())}


def _name(each: SeatDocument) -> str:
    return bot_words(each["name"]) if each["bot"] else each["name"]


async def opening_at(
    visitor: Visitor, table: str, *, bankroll: int, ante: int | None, coach: CoachMode = CoachMode.REQUEST
) -> Opening:
    """Return the table as its house posts it; refuse a rule set that is not the same here as there."""
    posted, rules, spec = await asyncio.gather(posted_at(visitor, table), visitor.rules(table), visitor.spec(table))
    return Opening(
        posted=posted,
        pages=tuple(map(section_of, rules["help"])),
        seats=posted.rules.seats.count.value,
        hands=1,
        bankroll=bankroll,
        ante=ante,
        shuffle_key=None,
        banks=False,
        coach=coach,
        has_coach=spec.get("coach", True),
    )
