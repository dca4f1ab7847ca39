"""The people of a simulated evening: players with their whims, a dealer, a supervisor, two managers."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Any, TypeVar

from uth.errors import UthError
from uth.house.house import House
from uth.house.live_link import LiveLink
from uth.house.live_table import LiveTable
from uth.people.roles import Role, Session
from uth.progressive import commands as k
from uth.progressive.state import Award, AwardStage, Key, Means
from uth.rules.values import Wager
from uth.table.floor import irregularities as wrong
from uth.table.floor.disputed import Correction, Dispute, Finding
from uth.table.round import commands as c
from uth.table.round.due import due_words
from uth.table.round.refusals import decisions, refusal_of, wager_offers
from uth.table.round.state import Phase
from uth.units import Seat

if TYPE_CHECKING:
    from simulation.evening import Evening

T = TypeVar("T")


@dataclass(kw_only=True)
class Person:
    """Somebody with a session and a client that does not give up."""

    evening: Evening
    session: Session
    random: Random
    every_s: float
    sent: int = 0

    @property
    def house(self) -> House | None:
        return self.evening.wire.house

    async def live(self) -> None:
        """Do one thing after the other until the evening is over."""
        while not self.evening.is_over:
            await asyncio.sleep(self.random.uniform(0.0, 2 * self.every_s))
            if self.house is not None and not self.evening.is_over:
                await self.act(self.house)

    async def act(self, house: House) -> None:
        raise NotImplementedError

    def often(self, chance: float) -> bool:
        return self.random.random() < chance

    def pick(self, choices: Sequence[T]) -> T:
        return choices[self.random.randrange(len(choices))]

    async def command(self, table: str, command: c.Command) -> bool:
        """Have the table take a command; return whether it did."""
        return await self._keyed(lambda house, key: house.command(self.session, table, command, key), command)

    async def step(self, table: str, step: str) -> bool:
        return await self._keyed(lambda house, key: house.step(self.session, table, step, key), step)

    async def work(self, link: str, command: k.Command) -> bool:
        return await self._keyed(lambda house, key: house.work_link(self.session, link, command, key), command)

    async def _keyed(self, send: Any, what: object) -> bool:
        self.sent += 1
        key = str(self.sent)
        whole = f"{self.session.person}/{key}"
        self.evening.sent[whole] = what
        try:
            answer = await self.evening.wire.ask(lambda house: send(house, key))
        except UthError as refused:
            self.evening.refused[whole] = refused
            return False
        self.evening.acknowledged[whole] = answer
        return True

    async def unkeyed(self, send: Any) -> None:
        """Have the house do what has no key: done twice it is as if it were done once, or it is refused."""
        try:
            await self.evening.wire.ask(send)
        except UthError:
            self.evening.met("a refusal without a key")


@dataclass(kw_only=True)
class Player(Person):
    """Somebody who sits down, plays in a fashion, and goes."""

    table: str
    progressive: bool = True
    """Whether the player makes the progressive wager."""

    async def act(self, house: House) -> None:
        live = house.tables.get(self.table)
        if live is None:
            return
        seat = next((at for at, each in live.table.chairs.items() if each.player == self.session.player), None)
        if seat is None:
            count = live.posted.rules.seats.count.value
            await self.command(
                self.table, c.TakeSeat(seat=Seat(self.random.randint(1, count)), player=self.session.player)
            )
            return
        if self.often(0.02):
            await self.command(self.table, self.odd(seat))
        elif live.table.rail(seat) < 20_000 * (stakes := stakes_of(live)) and not live.table.is_dealing:
            cents = self.pick([5_001, 50_000, 300_000]) * stakes
            await self.command(self.table, c.BuyIn(seat=seat, cents=cents))
        elif live.table.turn == seat:
            await self.decide(live, seat)
        elif live.table.phase is Phase.WAGERS:
            await self.wager(live, seat)
        elif live.table.phase is Phase.SETTLED and self.often(0.1):
            await self.command(self.table, c.DisputeRound(seat=seat, says="that is not what I was owed"))
        elif self.often(0.03):
            await self.command(self.table, c.LeaveSeat(seat=seat))

    async def decide(self, live: LiveTable, seat: Seat) -> None:
        offered = decisions(live.table, seat, live.posted)
        if not offered:
            await self.command(self.table, c.BuyIn(seat=seat, cents=100_000 * stakes_of(live)))
        elif self.often(0.1):
            self.evening.met("a seat was late")
            await self.evening.passes(live.clock.pace.decision or 0.0)
        else:
            await self.command(self.table, self.pick(offered))

    async def wager(self, live: LiveTable, seat: Seat) -> None:
        if live.posted.rules.seats.player_banks and live.table.round.banker is None:
            cents = self.pick([777, 20_000, max(live.table.rail(seat) // 2, 1)])
            bank = c.DeclineBank(seat=seat) if self.often(0.1) else c.Bank(seat=seat, cents=cents)
            if refusal_of(live.table, bank, live.posted) is None and self.often(0.7):
                await self.command(self.table, bank)
                return
        offers = wager_offers(live.table, seat, live.posted)
        down = live.table.round.spots[seat].wagers if seat in live.table.round.spots else {}
        new = [each for each in offers if each.wager not in down]
        if not self.progressive:
            new = [each for each in new if each.wager is not Wager.PROGRESSIVE]
        if Wager.ANTE not in down:
            new = [each for each in new if each.wager is Wager.ANTE]
        if new and self.often(0.9):
            offer = next((each for each in new if each.wager is Wager.PROGRESSIVE), None) or self.pick(new)
            steps = min((offer.cents_max - offer.cents_min) // offer.unit, 8_000 // offer.unit)
            cents = offer.cents_min + offer.unit * self.random.randint(0, max(steps, 0))
            await self.command(self.table, c.PlaceWager(seat=seat, wager=offer.wager, cents=cents))
        elif down and self.often(0.1):
            await self.command(self.table, c.TakeBackWager(seat=seat, wager=self.pick([*down])))
        elif down:
            await self.beside(live, seat)
        elif self.often(0.2):
            await self.command(self.table, c.LeaveSeat(seat=seat))

    async def beside(self, live: LiveTable, seat: Seat) -> None:
        """Say a word into the shuffle, or that the wagers are down, which is in no log and done at once."""
        try:
            if self.often(0.3):
                await live.say_word(self.session.person, seat, f"word {self.random.randrange(1000)}")
            live.say_ready(seat)
        except UthError:
            self.evening.met("a word too late")

    def odd(self, seat: Seat) -> c.Command:
        odd: list[c.Command] = [
            c.BuyIn(seat=Seat(seat + 1), cents=100),
            c.PlaceWager(seat=seat, wager=Wager.ANTE, cents=-500),
            c.MakePlay(seat=seat, multiple=7),
            c.Fold(seat=Seat(99)),
            c.CollectCards(),
            c.Bank(seat=seat, cents=10**15),
            c.GiveUpBank(seat=seat),
        ]
        return self.pick(odd)


@dataclass(kw_only=True)
class Dealer(Person):
    """Somebody who deals the tables that do not deal themselves, and says what went wrong at any."""

    tables: Sequence[str]
    mishaps: float = 0.01
    """How often something goes wrong."""

    async def act(self, house: House) -> None:
        live = house.tables.get(self.pick(self.tables))
        if live is None:
            return
        table = live.table
        if table.round.spots and self.often(self.mishaps):
            await self.command(live.name, c.Report(irregularity=self.mishap(live)))
        if live.clock.deals_itself or table.turn is not None:
            return
        if table.phase is Phase.WAGERS and table.round.deck and self.often(0.6):
            return  # the players may still wager
        await self.step(live.name, due_words(table, live.posted))

    def mishap(self, live: LiveTable) -> wrong.Irregularity:
        seat = self.pick(sorted(live.table.round.spots))
        known: list[wrong.Irregularity] = [
            wrong.ConductBroken(seat=seat),
            wrong.MachineJammed(),
            wrong.WrongNumberOfCards(seat=self.pick([None, seat]), cards=3, fixable=self.often(0.5)),
            wrong.SeatMissed(seat=seat, fixable=self.often(0.5)),
            wrong.ProgressiveDown(at_win=self.often(0.5)),
            wrong.DealerCardExposed(),
            wrong.CardsFaceUp(cards=self.random.randint(1, 2)),
        ]
        return self.pick(known)


@dataclass(kw_only=True)
class Supervisor(Person):
    """Somebody who rules, settles disputes, confirms and rejects awards, and works the links."""

    async def act(self, house: House) -> None:
        for live in house.tables.values():
            if live.table.round.floor is not None:
                remedy = self.pick(live.table.round.floor.choices)
                await self.command(live.name, c.RuleOnIrregularity(remedy=remedy, by="x", reason="seen on camera"))
                return
            asked = any(each.table == live.name for each in house.approvals.open.values())
            waiting = [each for each in live.table.disputes if each.waits]
            if waiting and not asked and (live.table.dispute is not None or self.often(0.2)):
                await self.command(live.name, self.resolution(live.table.dispute or self.pick(waiting)))
                return
            if live.table.progressive_down and self.often(0.5):
                await self.command(live.name, c.RestoreProgressive())
                return
        for link in house.links.live.values():
            if await self.at_link(link):
                return

    def resolution(self, dispute: Dispute) -> c.ResolveDispute:
        finding, lines = self.pick([*Finding]), dispute.evidence.settled
        corrections = tuple(
            Correction(seat=seat, wager=each.wager, returned=self.pick([0, each.stake]), won=self.pick([0, each.won]))
            for seat, each in self.random.sample(lines, min(2, len(lines)))
        )
        if finding is not Finding.CORRECTED:
            corrections = ()
        return c.ResolveDispute(
            dispute=dispute.number, finding=finding, by="x", reason="the rack shows it", corrections=corrections
        )

    async def at_link(self, link: LiveLink) -> bool:
        """Do what waits at a link; return whether something did."""
        if link.link.down:
            return await self.work(link.name, k.RestoreLink()) or True
        for award in link.open_awards:
            await self.work(link.name, self.for_award(link, award))
            return True
        again = self.pressed_again(link)
        if again is not None and self.often(0.5):
            return await self.work(link.name, again) or True
        for table, station in link.link.stations.items():
            if station.key is Key.JPH:
                return await self.work(link.name, k.TurnKey(table=table, to=Key.RUN, by="x")) or True
            if station.failed and self.often(0.3):
                return await self.work(link.name, k.RepairSensor(table=table, seat=min(station.failed))) or True
        if self.evening.of_awards:
            return False
        if self.often(0.03):
            return await self.work(link.name, k.StopLink(reason="the line is dead")) or True
        if link.link.stations and self.often(0.05):
            table = self.pick([*link.link.stations])
            return await self.work(link.name, k.FailSensor(table=table, seat=Seat(self.random.randint(1, 4)))) or True
        return False

    def pressed_again(self, link: LiveLink) -> k.Command | None:
        """Return the hand button of an award that fell while its round is still on the table."""
        for award in link.link.awards[-3:]:
            station = link.link.stations.get(award.table)
            if not award.stands and station is not None and station.round == award.round and award.seat in station.lit:
                return self.button(award)
        return None

    def button(self, award: Award) -> k.Command:
        return k.PressHandButton(table=award.table, seat=award.seat, hand=award.hand, evidence="again", by="x")

    def for_award(self, link: LiveLink, award: Award) -> k.Command:
        number, table = award.number, award.table
        if award.stage is AwardStage.PENDING:
            if self.often(0.1):
                return self.button(award)
            if link.link.stations[table].key is Key.RUN:
                return k.TurnKey(table=table, to=Key.JPH, by="x")
            if self.often(0.3):
                return k.RejectAward(table=table, award=number, by="x", reason="the hand did not win")
            return k.PressJackpot(table=table, award=number, by="x")
        terms = link.link.terms.awards
        missing = [step for step in terms.steps if step not in award.recorded]
        if missing:
            fields = dict.fromkeys(terms.fields.get(missing[0], ()), "seen")
            return k.RecordStep(award=number, step=missing[0], by="x", fields=fields)
        if link.link.stations[table].key is Key.JPH:
            return k.TurnKey(table=table, to=Key.RUN, by="x")
        return k.PayAward(award=number, means=self.pick([*Means]), by="x")


@dataclass(kw_only=True)
class Manager(Person):
    """Somebody who switches things off and on, asks for adjustments, and confirms another's."""

    async def act(self, house: House) -> None:
        if not house.tables:  # all of them were closed for good
            return
        waiting = [*house.approvals.open.values()]
        if waiting:
            asked = self.pick(waiting)
            agreed = self.often(0.75)
            await self.unkeyed(lambda now: now.confirm(self.session, asked.number, agreed=agreed))
        elif (
            (self.often(0.6) and await self.backs_out(house))
            or (self.often(0.4) and await self.pays(house))
            or (self.evening.of_awards and self.often(0.9))
        ):
            return
        elif self.often(0.4) and house.links.live:
            await self.ask_for_two(self.pick([*house.links.live.values()]))
        elif self.often(0.02):
            table = self.pick([*house.tables])
            await self.unkeyed(lambda now: now.close_table(self.session, table))
        elif self.often(0.5):
            await self.switch(house)

    async def pays(self, house: House) -> bool:
        """Pay, as another than who verified it, the award that waits for it longest; return whether there is one."""
        for link in house.links.live.values():
            for award in link.open_awards:
                if award.stage is AwardStage.RECORDED and award.recorded >= set(link.terms.awards.steps):
                    await self.work(link.name, k.PayAward(award=award.number, means=self.pick([*Means]), by="x"))
                    return True
        return False

    async def backs_out(self, house: House) -> bool:
        """Ask for one of the last awards to be taken back; return whether there is one."""
        for link in house.links.live.values():
            last = link.link.awards[-6:]
            recorded = [each for each in last if each.stage is AwardStage.RECORDED]
            paid = [each for each in last if each.stage is AwardStage.PAID]
            if recorded or paid:
                number = self.pick(recorded or paid[-1:]).number
                await self.work(link.name, k.BackOutAward(award=number, by="x", second="x", reason="misread"))
                return True
        return False

    async def ask_for_two(self, link: LiveLink) -> None:
        cents = self.pick([1, 5_000, -3, -3, -700, 10**9])
        meter = self.pick([*link.link.meters])
        tables = self.pick([(), tuple(link.link.stations)])
        command = k.AdjustMeter(
            meter=meter, cents=cents, by="x", second="x", reason="the sign was wrong", tables=tables
        )
        await self.work(link.name, command)

    async def switch(self, house: House) -> None:
        """Let in what is off, or switch something off."""
        off = [("house", "")] if house.switches.house else []
        off += [("table", name) for name in sorted(house.switches.tables)]
        off += [("player", name) for name in sorted(house.switches.players)]
        if off:
            what, name = self.pick(off)
        else:
            players = [person.session.person for person in self.evening.people if isinstance(person, Player)]
            what, name = self.pick(
                [("house", ""), ("table", self.pick([*house.tables])), ("player", self.pick(players))]
            )
        await self.unkeyed(lambda now: now.switch(self.session, what, name, off=not off))


def stakes_of(live: LiveTable) -> int:
    """Return how many times higher than usual the table's stakes are."""
    return max(live.posted.limits.ante.min // 2_500, 1)


def session(person: str, role: Role) -> Session:
    return Session(person=person, roles=frozenset({role}), csrf="", ends=10.0**12)
