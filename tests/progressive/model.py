"""An independent model of a link: plain fractions, no code of the engine, one method for each key.

Every method returns whether it was done; one that was not changes nothing. It is written from the documents and the
rulings (NV.5, NV.10, CN.37, CN.48, CN.49, R10, R17, R32, R52, R53, R54, R60, R83), not from the engine.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from fractions import Fraction

ZERO = Fraction(0)


@dataclass
class PlainMeter:
    seed: int
    share: Fraction
    reserve_share: Fraction
    limit: int | None
    amount: Fraction = ZERO
    overflow: Fraction = ZERO
    reserve: Fraction = ZERO

    def __post_init__(self) -> None:
        self.amount = Fraction(self.seed)

    def fill(self) -> None:
        """Bring what waits onto the meter, as far as it goes."""
        space = self.overflow if self.limit is None else max(self.limit - self.amount, ZERO)
        moved = min(self.overflow, space)
        self.amount, self.overflow = self.amount + moved, self.overflow - moved

    def spill(self) -> None:
        """Set aside what is beyond the limit."""
        if self.limit is not None and self.amount > self.limit:
            self.overflow, self.amount = self.overflow + self.amount - self.limit, Fraction(self.limit)


@dataclass
class PlainTable:
    locked: bool = False
    rounds: int = 0
    lit: set[int] = field(default_factory=set)
    dark: set[int] = field(default_factory=set)
    awards_seen: int = 0
    on: dict[int, int] = field(default_factory=dict)
    """The award of each seat whose hand button is on."""
    called: bool = False
    at_jph: bool = False
    tray: Fraction = ZERO


@dataclass
class PlainAward:
    table: str
    round: int
    seat: int
    hand: str
    meter: str
    whole: bool
    cents: int
    seed: int
    from_reserve: Fraction
    found: Fraction
    """What stood on the meter when it was taken."""
    stage: str = "pending"
    cheques: bool = False
    """Whether it was paid at the table, where it can be taken back."""


@dataclass
class PlainLink:
    meters: dict[str, PlainMeter]
    hands: dict[str, tuple[str, int]]
    """By hand: the meter, and how many percent of it."""
    wager: int
    tables: dict[str, PlainTable] = field(default_factory=dict)
    awards: list[PlainAward] = field(default_factory=list)
    up: bool = True
    frozen: int = 0
    """What the awards that are not paid yet come to."""
    house: Fraction = ZERO

    def __post_init__(self) -> None:
        self.house = -Fraction(sum(meter.seed for meter in self.meters.values()))

    def held(self) -> Fraction:
        """All money on the meters, beyond them, set aside for them, and frozen."""
        return self.frozen + sum((each.amount + each.overflow + each.reserve for each in self.meters.values()), ZERO)

    def join(self, table: str) -> bool:
        if table in self.tables:
            return False
        self.tables[table] = PlainTable()
        return True

    def coin_in(self, table: str, seats: tuple[int, ...]) -> bool:
        at = self.tables[table]
        if not self.up or at.locked or at.dark & set(seats):
            return False
        at.locked, at.lit, at.awards_seen, at.called = True, set(seats), len(self.awards), False
        at.rounds += 1
        for meter in self.meters.values():
            for _ in seats:
                meter.overflow += meter.share * self.wager
                meter.reserve += meter.reserve_share * self.wager
                at.tray -= (meter.share + meter.reserve_share) * self.wager
            meter.fill()
        return True

    def reverse(self, table: str, seats: tuple[int, ...]) -> bool:
        at = self.tables[table]
        if not at.locked or not set(seats) <= at.lit:
            return False
        waiting = [at.on[seat] for seat in at.on if seat in seats]
        if any(self.awards[number].stage != "pending" for number in waiting) or not self._fall(waiting, "withdrawn"):
            return False
        at.lit -= set(seats)
        gone = {
            a.meter for a in self.awards[at.awards_seen :] if a.whole and a.stage not in ("withdrawn", "backed out")
        }
        for name, meter in self.meters.items():
            if name in gone:
                continue
            back = meter.share * self.wager * len(seats)
            beyond = min(back, meter.overflow)
            shown = min(back - beyond, meter.amount)
            aside = min(meter.reserve_share * self.wager * len(seats), meter.reserve)
            meter.overflow, meter.amount, meter.reserve = (
                meter.overflow - beyond,
                meter.amount - shown,
                meter.reserve - aside,
            )
            at.tray += beyond + shown + aside
        return True

    def press(self, table: str, seat: int, hand: str) -> bool:
        at = self.tables[table]
        if not self.up or not at.locked or seat not in at.lit or hand not in self.hands:
            return False
        if seat in at.on:
            number = at.on[seat]
            award = self.awards[number]
            return award.hand == hand and award.stage == "pending" and self._fall([number], "withdrawn")
        name, percent = self.hands[hand]
        meter = self.meters[name]
        cents = (meter.amount.numerator // meter.amount.denominator) * percent // 100
        seed = meter.seed if percent == 100 else 0
        from_reserve, found = min(meter.reserve, Fraction(seed)), meter.amount
        meter.amount += seed - cents
        meter.reserve -= from_reserve
        self.house -= seed - from_reserve
        self.frozen += cents
        at.on[seat] = len(self.awards)
        whole = percent == 100
        self.awards.append(PlainAward(table, at.rounds, seat, hand, name, whole, cents, seed, from_reserve, found))
        return True

    def call(self, table: str) -> bool:
        at = self.tables[table]
        if not self.up or not any(self.awards[number].stage == "pending" for number in at.on.values()):
            return False
        at.called = True
        return True

    def turn(self, table: str, to_jph: bool) -> bool:
        at = self.tables[table]
        if not self.up or to_jph == at.at_jph or (to_jph and not at.called):
            return False
        at.at_jph, at.called = to_jph, at.called and to_jph
        return True

    def jackpot(self, table: str, number: int) -> bool:
        if not self.up or not self._pending(table, number) or not self.tables[table].at_jph:
            return False
        self.awards[number].stage = "recorded"
        return True

    def reject(self, table: str, number: int) -> bool:
        if not self.up or not self._pending(table, number) or not self.tables[table].at_jph:
            return False
        return self._fall([number], "withdrawn")

    def pay(self, number: int, *, cheques: bool) -> bool:
        if not self.up or not self._recorded(number):
            return False
        award = self.awards[number]
        earlier = [each for each in self.awards[:number] if self._same_round(each, award)]
        if any(each.stage in ("pending", "recorded") for each in earlier):
            return False
        award.stage, award.cheques = "paid", cheques
        self.frozen -= award.cents
        self.tables[award.table].tray += award.cents
        return True

    def back_out(self, number: int) -> bool:
        award = self.awards[number] if number < len(self.awards) else None
        if not self.up or award is None or not (award.stage == "recorded" or (award.stage == "paid" and award.cheques)):
            return False
        later = [each for each in self.awards[number + 1 :] if self._same_round(each, award)]
        return all(each.stage != "paid" for each in later) and self._fall([number], "backed out")

    def adjust(self, name: str, cents: int, *, warned: bool) -> bool:
        meter = self.meters[name]
        after = meter.amount + cents
        if not self.up or cents == 0 or (meter.limit is not None and after > meter.limit):
            return False
        in_play = any(each.locked for each in self.tables.values())
        if cents < 0 and (after < meter.seed or (in_play and not warned)):
            return False
        meter.amount = after
        self.house -= cents
        return True

    def game_over(self, table: str) -> bool:
        at = self.tables[table]
        waits = any(self.awards[number].stage == "pending" for number in at.on.values())
        if not at.locked or at.at_jph or waits:
            return False
        at.locked, at.called = False, False
        at.lit, at.on = set(), {}
        return True

    def fail(self, table: str, seat: int) -> bool:
        if not self.up or seat in self.tables[table].dark:
            return False
        self.tables[table].dark.add(seat)
        return True

    def repair(self, table: str, seat: int) -> bool:
        if not self.up or seat not in self.tables[table].dark:
            return False
        self.tables[table].dark.remove(seat)
        return True

    def stop(self) -> bool:
        was_up, self.up = self.up, False
        return was_up

    def restore(self) -> bool:
        was_up, self.up = self.up, True
        return not was_up

    def _pending(self, table: str, number: int) -> bool:
        there = number < len(self.awards)
        return there and self.awards[number].table == table and self.awards[number].stage == "pending"

    def _recorded(self, number: int) -> bool:
        return number < len(self.awards) and self.awards[number].stage == "recorded"

    def _fall(self, numbers: list[int], stage: str) -> bool:
        """Take awards back in turn and price the later ones of their rounds again; not where a meter goes negative."""
        meters = {name: replace(meter) for name, meter in self.meters.items()}
        awards, house, frozen = [replace(each) for each in self.awards[-40:]], self.house, self.frozen
        trays = {name: each.tray for name, each in self.tables.items()}
        buttons = {name: dict(each.on) for name, each in self.tables.items()}
        for number in numbers:
            if not self._undo_one(number, stage):
                self.meters, self.awards[-40:], self.house, self.frozen = meters, awards, house, frozen
                for name, each in self.tables.items():
                    each.tray, each.on = trays[name], buttons[name]
                return False
        return True

    def _undo_one(self, number: int, stage: str) -> bool:
        gone = self.awards[number]
        meter = self.meters[gone.meter]
        self._undo(number, stage)
        if meter.amount < 0:
            return False
        took = {number: gone.cents - gone.seed}
        """What each award has taken off the meter less than before."""
        for at in range(number + 1, len(self.awards)):
            award = self.awards[at]
            if not self._same_round(award, gone) or award.stage not in ("pending", "recorded"):
                continue
            found = award.found + sum(took.values())
            award.found = found if meter.limit is None else min(found, Fraction(meter.limit))
            cents = award.found.numerator // award.found.denominator * self.hands[award.hand][1] // 100
            aside = min(meter.reserve + award.from_reserve, Fraction(award.seed))
            took[at] = award.cents - cents
            meter.amount += award.cents - cents
            meter.reserve += award.from_reserve - aside
            self.house += aside - award.from_reserve
            self.frozen += cents - award.cents
            award.cents, award.from_reserve = cents, aside
            if meter.amount < 0:
                return False
        return True

    def _same_round(self, one: PlainAward, other: PlainAward) -> bool:
        return (one.table, one.round, one.meter) == (other.table, other.round, other.meter)

    def _undo(self, number: int, stage: str) -> None:
        award = self.awards[number]
        meter = self.meters[award.meter]
        meter.amount += award.cents - award.seed
        meter.reserve += award.from_reserve
        self.house += award.seed - award.from_reserve
        if award.stage == "paid":
            self.tables[award.table].tray -= award.cents
        else:
            self.frozen -= award.cents
        meter.spill()
        award.stage = stage
        on = self.tables[award.table].on
        if on.get(award.seat) == number:
            del on[award.seat]
