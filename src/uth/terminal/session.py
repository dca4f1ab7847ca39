"""A session: one person's evening at a table, every step of it through the table's own commands."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, field, replace

from uth.cards import Card
from uth.errors import Refused
from uth.house.fairness import deck_of, new_shuffle_key, round_key
from uth.rules.values import Wager
from uth.table.dealer import next_step
from uth.table.posted import Posted
from uth.table.round import commands as c
from uth.table.round import events as e
from uth.table.round.apply import apply
from uth.table.round.decide import Events, decide
from uth.table.round.offers import WagerOffer, decisions, wager_offers
from uth.table.round.refusals import refusal_of
from uth.table.round.state import Phase, Table
from uth.terminal import company, mishaps
from uth.terminal.held import Held, act_at_seat, at_stake, swept, with_fees
from uth.terminal.kept import KeptMeters
from uth.terminal.options import Opening
from uth.terminal.record import Layouts, RoundRecord, changed_words, changes, is_empty, layouts_of, without_coupons
from uth.terminal.result import DecidedLater, restated, result_of
from uth.units import Seat
from uth.words.session import PERSON, People, Voice, refusal_words

COUPONS = 3
"""How many match play coupons a person brings along, where the book takes them."""


@dataclass(slots=True, kw_only=True)
class Session:
    """Where the evening stands: the table, the person's chips, what can be undone and what is remembered."""

    opening: Opening
    people: People
    voice: Voice
    held: Held
    history: list[RoundRecord] = field(default_factory=list)
    bought: int = 0
    coupons: int = 0
    passed: bool = False
    """Whether the person has let the button go by in this round."""
    bank_wanted: int = 0
    """How much the person banks with when the button comes round."""
    undone_to: list[Layouts] = field(default_factory=list)
    last: Layouts | None = None
    """What the person had down in the last round that was dealt."""
    events: list[e.Event] = field(default_factory=list)
    spoken: list[str] = field(default_factory=list)
    """What was said since the round began."""
    heard: int = 0
    deck_key: bytes = b""
    steps: int = 0
    """How many steps were taken since the session began."""
    meters: KeptMeters | None = None
    """The meters, where they live on after the session."""
    before: int = 0
    """What the person had when the wagers closed, layout included."""

    @property
    def posted(self) -> Posted:
        """What the table has posted."""
        return self.opening.posted

    @property
    def table(self) -> Table:
        """The table as it stands."""
        return self.held.table

    @property
    def mine(self) -> tuple[Seat, ...]:
        """The person's seats."""
        return self.people.mine

    @property
    def looked_at(self) -> tuple[Seat, ...]:
        """The person's seats whose cards may be looked at now."""
        return self.mine

    @property
    def beside(self) -> str:
        """What is shown next to the limits: nothing at a local table."""
        return ""

    @property
    def bankroll(self) -> int:
        """The person's chips that do not lie on the layout."""
        return self.held.purse + sum(self.table.chairs[seat].rail for seat in self.mine)

    @property
    def at_stake(self) -> int:
        """The person's chips on the layout."""
        return at_stake(self.table, self.mine)

    @property
    def net(self) -> int:
        """What the rounds so far came to."""
        return sum(record.net for record in self.history)

    @property
    def layouts(self) -> Layouts:
        """What lies before the person's hands."""
        return layouts_of(self.table, self.mine)

    @property
    def banks(self) -> bool:
        """Whether the person banks this round."""
        return self.table.banker is not None and self.table.banker.seat in self.mine

    @property
    def asked(self) -> Seat | None:
        """The person's hand that is asked now, or ``None``; nobody is asked while something is being put right."""
        stopped = self.table.floor is not None or self.table.replacing is not None
        return self.table.turn if self.table.turn in self.mine and not stopped else None

    @property
    def waits(self) -> bool:
        """Whether nothing goes on until the person does something."""
        return not self.table.is_dealing or self.asked is not None

    @property
    def is_out_of_chips(self) -> bool:
        """Whether the person has nothing down and cannot make any wager."""
        if self.table.phase is not Phase.WAGERS or not is_empty(self.layouts) or self.banks:
            return False
        return not any(self.offers(seat) for seat in self.mine)

    def heard_now(self) -> tuple[str, ...]:
        """Return what was said since it was last asked."""
        new = tuple(self.spoken[self.heard :])
        self.heard = len(self.spoken)
        return new

    def offers(self, seat: Seat) -> tuple[WagerOffer, ...]:
        """Return the wagers the hand may make now, all the person's chips counted."""
        return wager_offers(self.held.with_purse(seat, self.posted), seat, self.posted)

    def answers(self) -> tuple[c.Check | c.MakePlay | c.Fold, ...]:
        """Return what the hand that is asked may answer."""
        seat = self.asked
        return decisions(self.held.with_purse(seat, self.posted), seat, self.posted) if seat is not None else ()

    def refusal(self, refused: Refused) -> str:
        """Return why not, in words."""
        return refusal_words(refused, self.posted.rules.currency.symbol)

    def lay(self, wanted: Layouts, *, undo: bool = True) -> Refused | None:
        """Put exactly these wagers down, or change nothing and return why not."""
        now, held = self.layouts, self.held
        for command in changes(now, wanted):
            outcome = act_at_seat(held, command, self.posted)
            if isinstance(outcome, Refused):
                return outcome
            if isinstance(command, c.PlaceWager) and command.wager is Wager.MATCH_PLAY and not self.coupons:
                return Refused("no_coupon", None, "you have no match play coupon left")
            held = outcome[0]
            if isinstance(command, c.TakeBackWager):
                held = self.sweep(held)
        self.held = held
        if undo and self.layouts != now:
            self.undone_to.append(now)
        return None

    def answer(self, command: c.Check | c.MakePlay | c.Fold) -> Refused | None:
        """Answer the dealer for one of the person's hands, or change nothing and return why not."""
        return self.at_seat(command)

    def deal(self) -> Refused | None:
        """Close the wagers, or change nothing and return why not."""
        self.make_ready()
        fee = self.posted.limits.entry_fee if self.posted.offers(Wager.ENTRY_FEE) else 0
        held = with_fees(self.held, self.mine, fee, self.posted)
        refused = refusal_of(held.table, c.AnnounceNoMoreBets(), self.posted)
        if refused is not None:
            return refused
        self.before = self.bankroll + self.at_stake
        if not is_empty(self.layouts):
            self.last = without_coupons(self.layouts)
        self.undone_to.clear()
        self.held = held
        self.take(c.AnnounceNoMoreBets())
        return None

    def step(self) -> Events:
        """Go on by one step of the dealer or of a seat the house plays; nothing while the person is waited for."""
        table, turn = self.table, self.table.turn
        if self.waits:
            return ()
        self.steps += 1
        command: c.Command | None = self._goes_wrong()
        if command is not None:
            return self.take(command)
        if turn is not None and table.replacing is None:
            command = company.answer(table, turn, self.posted)
        else:
            command = next_step(table, self.posted, self._shuffled())
        return self.take(command) if command is not None else ()

    def _goes_wrong(self) -> c.Command | None:
        """Return the floor's ruling if one is due, or what goes wrong now where things may."""
        if self.table.floor is not None:
            return mishaps.ruling(self.table.floor)
        if not self.opening.irregularities or self.table.replacing is not None:
            return None
        return mishaps.mishap(self.table, self.posted, self.deck_key, self.steps)

    def make_ready(self) -> None:
        """Open the table if it is not open yet, and have the deck shuffled, cut and in place."""
        while not self.table.is_open or self.table.phase is Phase.WAGERS:
            command = next_step(self.table, self.posted, self._shuffled())
            if command is None:
                return
            self.take(command)

    def forget_the_round(self) -> None:
        """Begin a new round with nothing said and nothing happened."""
        self.events.clear()
        self.spoken.clear()
        self.heard = 0

    def buy_in(self, cents: int) -> Refused | None:
        """Buy chips between rounds."""
        if not self.waits or self.asked is not None:
            return Refused("round_being_played", None, "chips are bought between rounds")
        seat = self.mine[0]
        refused = refusal_of(self.table, c.BuyIn(seat=seat, cents=cents), self.posted)
        if refused is None:
            self.take(c.BuyIn(seat=seat, cents=cents))
            self.bought += cents
            self.before += cents
            self.held = self.sweep(self.held)
        return refused

    def summary(self) -> str:
        """Return the evening on one line."""
        rounds = len(self.history)
        gain = ("won " if self.net > 0 else "lost ") + self.voice.money(abs(self.net)) if self.net else "broke even"
        played = f"{rounds} round{'' if rounds == 1 else 's'} played: {gain}; you leave with "
        if self.table.phase in (Phase.WAGERS, Phase.SETTLED) or not self.at_stake:
            return f"{played}{self.voice.money(self.bankroll + self.at_stake)}."
        return f"{played}{self.voice.money(self.bankroll)} and {self.voice.money(self.at_stake)} on the layout."

    def _shuffled(self) -> Callable[[], tuple[Card, ...]]:
        def deck() -> tuple[Card, ...]:
            key = self.opening.shuffle_key
            self.deck_key = new_shuffle_key() if key is None else round_key(key, self.table.rounds + 1)
            return deck_of(self.deck_key)

        return deck

    def sweep(self, held: Held) -> Held:
        """Return the chips with what lies idle on two rails back in one pile."""
        return swept(held, self.mine, PERSON, self.posted) if len(self.mine) > 1 else held

    def at_seat(self, command: c.SeatCommand) -> Refused | None:
        """Send a command of one of the person's seats, or change nothing and return why not."""
        outcome = act_at_seat(self.held, command, self.posted)
        if isinstance(outcome, Refused):
            return outcome
        self.held, events = outcome
        for event in events:
            self._note(event, self.table)
        return None

    def take(self, *commands: c.Command) -> Events:
        """Send commands that cannot be refused, and note what happened."""
        happened: list[e.Event] = []
        for command in commands:
            for first in self.meters.linked.before(self.table, command) if self.meters is not None else ():
                self._happens(first)
            events = self._happens(command)
            for later in self.meters.linked.after(self.table, events) if self.meters is not None else ():
                self._happens(later)
            happened += events
        return tuple(happened)

    def _happens(self, command: c.Command) -> Events:
        events = decide(self.table, command, self.posted)
        if isinstance(events, Refused):
            raise events
        for event in events:
            self.held = replace(self.held, table=apply(self.table, event))
            self._note(event, self.table)
        return events

    def _note(self, event: e.Event, table: Table) -> None:
        self.events.append(event)
        self.say(self.voice.sentence(event, table))
        if isinstance(event, e.WagerSettled) and event.seat in self.mine and event.settled.wager is Wager.MATCH_PLAY:
            self.coupons -= event.settled.returned == 0
        if isinstance(event, e.RoundSettled):
            self._record(table)
        elif isinstance(event, DecidedLater):
            self._restate(event)

    def _restate(self, event: DecidedLater) -> None:
        """Correct the record of the round whose award or envy was decided after it was settled."""
        for at, record in enumerate(self.history):
            result = restated(record.result, event, self.posted.rules.currency.symbol)
            if record.number == event.round and result != record.result:
                change = result.net - record.result.net
                self.history[at] = replace(record, result=result, bankroll=record.bankroll + change)
                for line in changed_words(record, self.history[at], self.voice):
                    self.say(line)

    def say(self, sentence: str) -> None:
        """Let the dealer say it."""
        if sentence:
            self.spoken.append(sentence)

    def _record(self, table: Table) -> None:
        owed = sum(each.cents for each in table.owed if each.seat in self.mine)
        result = result_of(table, self.events, self.people, self.posted, self.bankroll + owed - self.before)
        record = RoundRecord(
            number=table.rounds,
            result=result,
            said=tuple(self.spoken),
            bankroll=self.bankroll + owed,
            deck_key=self.deck_key.hex(),
        )
        self.history.append(record)


Seen = tuple[Card | None, ...]
"""Cards as they lie; ``None`` is face down."""


def board_seen(table: Table) -> Seen:
    """Return the community cards: those turned up, and the backs of the others that are out."""
    shown = table.community_shown
    return tuple(card if at < shown or card in table.exposed else None for at, card in enumerate(table.community))


def dealer_seen(table: Table) -> Seen:
    """Return the dealer's cards once they are shown, or were seen by mistake; until then their backs."""
    return tuple(card if table.dealer_hand is not None or card in table.exposed else None for card in table.dealer)


def hole_seen(table: Table, seat: Seat, mine: Collection[Seat]) -> Seen:
    """Return a hand's cards: one's own, or those that were turned up; until then their backs; none once mucked."""
    spot = table.spots.get(seat)
    if spot is None:
        return ()
    if seat in mine or spot.hand is not None:
        return spot.hole
    folded = spot.folded
    return () if folded else tuple(None for _ in spot.hole)
