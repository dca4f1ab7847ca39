"""A million steps of a link and its ledger against an independent model: equal to the last digit after every step."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest

from progressive.game_room import terms_by, with_level
from progressive.model import PlainLink, PlainMeter, PlainTable
from uth.errors import Refused
from uth.ledger.book import HOUSE, Account, AccountKind
from uth.ledger.link_entries import LinkEntries
from uth.progressive import commands as c
from uth.progressive import events as e
from uth.progressive.apply import apply
from uth.progressive.decide import act, decide
from uth.progressive.state import Key, Link, Means, Terms, new_link
from uth.rules.paytable import ProgressiveRow
from uth.units import Seat

TABLES = ("one", "two", "three")
STAGES = {"withdrawn": "withdrawn", "backed out": "backed_out"}


def odd_terms() -> Terms:
    """Return three meters whose shares never come out even: one with a limit, one with a reserve, one paid in parts."""
    terms = terms_by("chickasaw")
    tenth = ProgressiveRow(hand="full_house", meter="minor", percent=10)
    rows = tuple(tenth if row.hand == "full_house" else row for row in terms.table.rows)
    terms = replace(terms, table=replace(terms.table, rows=rows), awards=replace(terms.awards, steps=()))
    terms = with_level(terms, "mega", seed=10_000, increment=Fraction(1, 7), limit=10_400, reserve=Fraction(1, 1100))
    terms = with_level(terms, "major", seed=1_000, increment=Fraction(3, 13), reserve=Fraction(2, 11))
    return with_level(terms, "minor", seed=250, increment=Fraction(7, 300), limit=400)


def model_of(terms: Terms) -> PlainLink:
    meters = {each.name: PlainMeter(each.seed, each.increment, each.reserve, each.limit) for each in terms.levels}
    hands = {row.hand: (row.meter, row.percent) for row in terms.table.rows if row.meter and row.percent}
    model = PlainLink(meters, hands, terms.wager)
    for table in TABLES:
        model.join(table)
    return model


def opened(terms: Terms) -> Link:
    link = new_link(terms)
    for table in TABLES:
        joins = c.JoinLink(table=table, game="poker", pay_table=terms.table, wager=terms.wager, decks=terms.decks)
        link, _ = act(link, joins)
    return link


Step = tuple[c.Command, Callable[[PlainLink], bool]]


def any_step(random: Random, model: PlainLink) -> Step:
    """Return a command and what the clerk does for it: mostly what is due at some table, now and then anything."""
    table = random.choice(TABLES)
    at = model.tables[table]
    number = random.choice(list(at.on.values())) if at.on else max(len(model.awards) - random.randrange(4), 0)
    seat = random.choice(sorted(at.lit)) if at.lit and random.random() < 0.9 else random.randint(1, 6)
    hand = model.awards[at.on[seat]].hand if seat in at.on and random.random() < 0.8 else random.choice(HANDS)
    seats = tuple(seat for seat in range(1, 7) if random.random() < 0.5 and seat not in at.dark)
    kind = due(random, model, at, number) if random.random() < 0.8 else random.choices(KINDS, WEIGHTS)[0]
    name = random.choice(list(model.meters))
    cents = random.choice([random.randint(-300, 300), -int(model.meters[name].amount)])
    return one_of(kind, table, seat, seats, hand, number, name, cents, at.rounds + 1)


def due(random: Random, model: PlainLink, at: PlainTable, number: int) -> str:
    """Return what comes next at the table, with an award now and then."""
    stage = model.awards[number].stage if at.on else ""
    if not model.up:
        return "restore"
    if stage == "pending" and random.random() < 0.3:
        return "press"
    if at.at_jph:
        return random.choice(["jackpot", "jackpot", "reject"]) if stage == "pending" else "run"
    if stage == "pending":
        return "jph" if at.called else "call"
    if stage == "recorded" and random.random() < 0.7:
        return random.choice(["pay", "pay", "pay", "back_out"])
    if stage and random.random() < 0.3:
        return random.choice(["press", "back_out"])
    if not at.locked:
        return "coin_in"
    return random.choices(["game_over", "press", "reverse"], [10, 1, 1])[0]


KINDS = ["press", "call", "jph", "run", "jackpot", "reject", "pay", "back_out", "reverse", "adjust", "fail", "repair"]
KINDS += ["coin_in", "game_over", "restore", "stop"]
WEIGHTS = [6, 1, 1, 1, 1, 1, 1, 1, 4, 5, 2, 3, 3, 3, 0.5, 1]
HANDS = ["royal_flush", "straight_flush", "four_of_a_kind", "full_house", "flush"]


def one_of(
    kind: str, table: str, seat: int, seats: tuple[int, ...], hand: str, number: int, name: str, cents: int, next_: int
) -> Step:
    at, even = Seat(seat), cents % 2 == 0
    match kind:
        case "coin_in":
            coin_in = c.CoinIn(table=table, round=next_, seats=tuple(map(Seat, seats)))
            return coin_in, lambda model: model.coin_in(table, seats)
        case "game_over":
            return c.GameOver(table=table), lambda model: model.game_over(table)
        case "press":
            press = c.PressHandButton(table=table, seat=at, hand=hand, evidence="As")
            return press, lambda model: model.press(table, seat, hand)
        case "call":
            return c.CallSupervisor(table=table), lambda model: model.call(table)
        case "jph" | "run":
            return c.TurnKey(table=table, to=Key(kind), by="Dana"), lambda model: model.turn(table, kind == "jph")
        case "jackpot":
            jackpot = c.PressJackpot(table=table, award=number + 1, by="Dana")
            return jackpot, lambda model: model.jackpot(table, number)
        case "reject":
            reject = c.RejectAward(table=table, award=number + 1, by="Dana", reason="misread")
            return reject, lambda model: model.reject(table, number)
        case "pay":
            means = Means.CHEQUES if even else Means.CHECK
            pay = c.PayAward(award=number + 1, means=means, by="Lee")
            return pay, lambda model: model.pay(number, cheques=even)
        case "back_out":
            back_out = c.BackOutAward(award=number + 1, by="Dana", second="Lee", reason="misread")
            return back_out, lambda model: model.back_out(number)
        case "reverse":
            some = (seat,) if cents > 0 else seats
            reverse = c.ReverseCoinIn(table=table, seats=tuple(map(Seat, some)), clause="MA.14d")
            return reverse, lambda model: model.reverse(table, some)
        case "adjust":
            told = TABLES if even else ()
            adjust = c.AdjustMeter(meter=name, cents=cents, by="Dana", second="Lee", reason="counted", tables=told)
            return adjust, lambda model: model.adjust(name, cents, warned=even)
        case "fail":
            return c.FailSensor(table=table, seat=at), lambda model: model.fail(table, seat)
        case "repair":
            return c.RepairSensor(table=table, seat=at), lambda model: model.repair(table, seat)
        case "restore":
            return c.RestoreLink(), lambda model: model.restore()
    return c.StopLink(reason="no power"), lambda model: model.stop()


class Ledger:
    """What every account holds, by the transfers that the link's events come to."""

    def __init__(self, link: Link) -> None:
        self.entries = LinkEntries("link")
        self.balances: Counter[Account] = Counter()
        self.frozen = Fraction(0)
        for each in self.entries.opening(link):
            self.move(each.source, each.target, each.cents)

    def move(self, source: Account, target: Account, cents: Fraction) -> None:
        assert cents > 0
        self.balances[source] -= cents  # type: ignore[assignment]
        self.balances[target] += cents  # type: ignore[assignment]
        self.frozen += cents * ((target.kind is AccountKind.PENDING) - (source.kind is AccountKind.PENDING))

    def check(self, link: Link, model: PlainLink) -> None:
        """Every account is what the link shows and what the clerk has written; what was issued is what is held."""
        for name, meter in link.meters.items():
            clerk = model.meters[name]
            assert (meter.amount, meter.overflow, meter.reserve) == (clerk.amount, clerk.overflow, clerk.reserve)
            assert min(meter.amount, meter.overflow, meter.reserve) >= 0
            assert self.balances[self.entries.meter(name)] == meter.amount
            assert self.balances[self.entries.overflow(name)] == meter.overflow
            assert self.balances[self.entries.reserve(name)] == meter.reserve
        trays = [self.balances[Account(AccountKind.TRAY, table)] for table in TABLES]
        assert trays == [model.tables[table].tray for table in TABLES]
        assert self.balances[HOUSE] == model.house
        assert self.frozen == model.frozen
        assert -(self.balances[HOUSE] + sum(trays)) == model.held()


def walk(steps: int, key: int) -> Counter[str]:
    """Take so many steps that are accepted, and count them by kind; the key repeats them."""
    random, terms = Random(key), odd_terms()
    link, model = opened(terms), model_of(terms)
    ledger, done = Ledger(link), Counter[str]()
    while sum(done.values()) < steps:
        command, by_hand = any_step(random, model)
        answer = decide(link, command)
        assert by_hand(model) == (not isinstance(answer, Refused)), f"key {key}: {command}: {answer}"
        if isinstance(answer, Refused):
            continue
        for event in answer:
            for each in ledger.entries.transfers(link, event):
                ledger.move(each.source, each.target, each.cents)
            link = apply(link, event)
        ledger.check(link, model)
        done[type(command).__name__] += 1
        done.update(["repriced"] * sum(isinstance(event, e.AwardRepriced) for event in answer))
    check_awards(link, model, ledger)
    return done


def check_awards(link: Link, model: PlainLink, ledger: Ledger) -> None:
    assert [(a.cents, str(a.stage)) for a in link.awards] == [
        (a.cents, STAGES.get(a.stage, a.stage)) for a in model.awards
    ]
    assert all(award.cents >= 0 for award in link.awards)
    for award in link.awards:
        waits = award.cents if award.stage in ("pending", "recorded") else 0
        assert ledger.balances[ledger.entries.pending(award.number)] == waits


EVERYTHING = {
    "CoinIn", "ReverseCoinIn", "PressHandButton", "CallSupervisor", "TurnKey", "PressJackpot", "RejectAward",
    "BackOutAward", "PayAward", "repriced", "GameOver", "AdjustMeter", "FailSensor", "RepairSensor",
    "StopLink", "RestoreLink",
}  # fmt: skip


@pytest.mark.parametrize("key", range(4))
def test_twenty_thousand_steps_are_equal_to_the_last_digit_and_no_cent_is_lost(key: int) -> None:
    assert walk(5_000, key).keys() == EVERYTHING


@pytest.mark.slow
def test_a_million_steps_are_equal_to_the_last_digit_and_no_cent_is_lost() -> None:
    assert walk(1_000_000, 2010_03_08).keys() == EVERYTHING
