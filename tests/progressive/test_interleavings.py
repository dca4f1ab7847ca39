"""Three tables on one link, with their keys in any order: the result follows the order of the log."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from random import Random

from progressive.game_room import GameRoom, terms_by
from progressive.linked_round_table import LinkedRoundTable, shared_link
from progressive.model import PlainLink, PlainMeter
from uth.house.linked_table import SharedLink
from uth.progressive import commands as c
from uth.progressive.decide import act
from uth.progressive.state import AwardStage, AwardTerms, Key, Means, new_link
from uth.units import Seat

TABLES = ("one", "two", "three")
CHICKASAW = replace(terms_by("chickasaw"), awards=AwardTerms())


def dealer(shared: SharedLink, table: str, random: Random) -> Iterator[c.Command]:
    """Yield what the dealer and the supervisor of a table press over two rounds, with an award in most of them."""
    for number in (1, 2):
        seats = tuple(Seat(seat) for seat in sorted(random.sample(range(1, 7), random.randint(1, 6))))
        yield c.CoinIn(table=table, round=number, seats=seats)
        for seat in seats[: random.randint(0, 2)]:
            hand = random.choice(["royal_flush", "straight_flush", "four_of_a_kind"])
            yield c.PressHandButton(table=table, seat=seat, hand=hand, evidence=hand)
        on = list(shared.link.stations[table].buttons.values())
        if on:
            yield c.CallSupervisor(table=table)
            yield c.TurnKey(table=table, to=Key.JPH, by="Dana")
            for award in on:
                if random.random() < 0.2:
                    yield c.RejectAward(table=table, award=award, by="Dana", reason="misread")
                else:
                    yield c.PressJackpot(table=table, award=award, by="Dana")
            yield c.TurnKey(table=table, to=Key.RUN, by="Dana")
            for award in on:
                if shared.link.awards[award - 1].stage is AwardStage.RECORDED:
                    yield c.PayAward(award=award, means=Means.CHECK, by="Lee")
        yield c.GameOver(table=table)


def by_hand(log: list[c.Command]) -> PlainLink:
    """Return what a clerk has who is told the log, one command after the other."""
    terms = CHICKASAW
    meters = {each.name: PlainMeter(each.seed, each.increment, each.reserve, each.limit) for each in terms.levels}
    hands = {row.hand: (row.meter, row.percent) for row in terms.table.rows if row.meter and row.percent}
    clerk = PlainLink(meters, hands, terms.wager)
    for command in log:
        match command:
            case c.JoinLink(table=table):
                done = clerk.join(table)
            case c.CoinIn(table=table, seats=seats):
                done = clerk.coin_in(table, seats)
            case c.PressHandButton(table=table, seat=seat, hand=hand):
                done = clerk.press(table, seat, hand)
            case c.CallSupervisor(table=table):
                done = clerk.call(table)
            case c.TurnKey(table=table, to=to):
                done = clerk.turn(table, to is Key.JPH)
            case c.PressJackpot(table=table, award=award):
                done = clerk.jackpot(table, award - 1)
            case c.RejectAward(table=table, award=award):
                done = clerk.reject(table, award - 1)
            case c.PayAward(award=award):
                done = clerk.pay(award - 1, cheques=False)
            case c.PayUnattended(award=award):
                clerk.awards[award - 1].stage = "recorded"
                done = clerk.pay(award - 1, cheques=True)
            case c.GameOver(table=table):
                done = clerk.game_over(table)
            case _:
                done = isinstance(command, c.RecordStep)
        assert done, command
    return clerk


def joined(log: list[c.Command]) -> SharedLink:
    terms = CHICKASAW
    shared = SharedLink(link=new_link(terms), wrote=log.append)
    for table in TABLES:
        shared.send(c.JoinLink(table=table, game="poker", pay_table=terms.table, wager=terms.wager, decks=terms.decks))
    return shared


def test_a_thousand_interleavings_of_three_tables_are_each_the_serial_order_of_the_log() -> None:
    orders = set()
    for key in range(1000):
        random, log = Random(key), list[c.Command]()
        shared = joined(log)
        waiting = {table: dealer(shared, table, random) for table in TABLES}
        while waiting:
            table = random.choice(sorted(waiting))
            command = next(waiting[table], None)
            if command is None:
                del waiting[table]
            else:
                shared.send(command)
        check(shared, log, key)
        orders.add(tuple(getattr(command, "table", "") for command in log))
    assert len(orders) == 1000


def check(shared: SharedLink, log: list[c.Command], key: int) -> None:
    """The log, worked through one command at a time by another link and by a clerk, comes to the same."""
    serial = new_link(shared.link.terms)
    for command in log:
        serial, _ = act(serial, command)
    assert serial == shared.link, f"key {key}"
    clerk = by_hand(log)
    assert [award.cents for award in clerk.awards] == [award.cents for award in serial.awards], f"key {key}"
    assert {name: meter.amount for name, meter in clerk.meters.items()} == {
        name: meter.amount for name, meter in serial.meters.items()
    }, f"key {key}"


def test_of_two_awards_at_nearly_the_same_moment_the_first_in_the_log_takes_the_meter() -> None:
    for first, second in (("one", "two"), ("two", "one")):
        room = GameRoom("nevada", tables=("one", "two"))
        room.send(room.adjusting(654_321))
        room.coin_in(1, table="one")
        room.coin_in(1, table="two")
        awards = [room.button(1, table=first), room.button(1, table=second)]
        assert [(award.table, award.cents) for award in awards] == [(first, 754_375), (second, 100_000)]
        assert room.amount() == 100_000


# The same with whole tables: rounds dealt, acted and settled in any order of their steps.

ROYAL, QUADS, NOTHING = "AsKs", "QdQc", "2d7h"
BOARD = "QsJsTs Qh 3c"


def steps(table: LinkedRoundTable, random: Random) -> Iterator[None]:
    for _ in range(2):
        for seat, player in enumerate(random.sample(["ann", "bob", "cy"], 2), start=1):
            if seat not in table.state.chairs:
                table.seat(seat, player)
            table.wager(seat, ante=1000, progressive=100)
            yield
        table.hole(1, random.choice([ROYAL, NOTHING])).hole(2, random.choice([QUADS, "4d8h"])).board(BOARD)
        for phase in ("preflop", "flop", "river", "showdown", "settled"):
            table.play({1: "4x", 2: "1x"}, until=phase)
            yield
        table.next_round()


def test_whole_tables_that_deal_in_any_order_are_paid_in_the_order_of_the_log() -> None:
    for key in range(12):
        random, log = Random(key), list[c.Command]()
        shared = shared_link("chickasaw", log.append)
        tables = {name: LinkedRoundTable("chickasaw", name, shared) for name in TABLES}
        waiting = {name: steps(table, random) for name, table in tables.items()}
        while waiting:
            name = random.choice(sorted(waiting))
            if next(waiting[name], "done") == "done":
                del waiting[name]
        clerk = by_hand(log)
        assert [award.cents for award in shared.link.awards] == [award.cents for award in clerk.awards]
        assert {name: meter.amount for name, meter in shared.link.meters.items()} == {
            name: meter.amount for name, meter in clerk.meters.items()
        }
        fed = 3 * 2 * 2 * Fraction(12)
        assert shared.link.meters["mega"].amount + paid(shared, "mega") == 1_000_000 + fed + seeds(shared, "mega")


def paid(shared: SharedLink, meter: str) -> int:
    return sum(award.cents for award in shared.link.awards if award.meter == meter)


def seeds(shared: SharedLink, meter: str) -> int:
    return sum(award.seeded for award in shared.link.awards if award.meter == meter)
