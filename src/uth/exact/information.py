"""What information is worth: the exact value of the game to a player who sees cards ahead of time."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from fractions import Fraction
from math import comb
from typing import Final

import numpy as np

from uth.cards import Card
from uth.errors import Malformed
from uth.exact.flops import start_classes
from uth.exact.game import STARTS, MainGame
from uth.exact.information_tables import (
    cards_of,
    dealer_cases,
    groups_of,
    hole_of,
    images_of,
    information_tables,
    mask_of,
    relations_of,
    renamed_masks,
    rows_of,
    scratch_of,
)
from uth.exact.solve import ev_of
from uth.exact.standings import workers_of
from uth.kernels.exact_index import Integers
from uth.kernels.information import PLAY, REST, WORTH, InformationTables, Sums, sum_plain, sum_starts, sum_suited
from uth.ranking import ORDER_BITS
from uth.rules.values import Street

SEEN_MOST: Final = {"dealer": 2, "flop": 3, "turn": 2}
KEPT_MAX: Final = 4_000_000
"""The most situations of one starting hand whose values can be listed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """How many cards are seen: of the dealer's two, of the flop's three, of turn and river; and from which decision."""

    dealer: int = 0
    flop: int = 0
    turn: int = 0
    street: Street = Street.PREFLOP

    def __post_init__(self) -> None:
        for name, most in SEEN_MOST.items():
            if not 0 <= getattr(self, name) <= most:
                raise Malformed("sees", f"{getattr(self, name)} {name}", f"is not from 0 to {most} cards")
        everyone = {Street.PREFLOP: (), Street.FLOP: ("flop",), Street.RIVER: ("flop", "turn")}[self.street]
        for name in everyone:
            if getattr(self, name):
                raise Malformed("sees", name, f"changes nothing from the decision {self.street}: everyone has seen it")

    @classmethod
    def parse(cls, text: str, street: str = "preflop") -> Seen:
        """Read ``dealer,flop``: a word for each card, seen from the decision on that street.

        >>> Seen.parse("dealer,turn").turn
        1
        """
        counts = dict.fromkeys(SEEN_MOST, 0)
        for word in text.split(","):
            name = "turn" if word.strip() == "river" else word.strip()
            if name not in counts:
                says = "is not a card to see; write dealer, flop or turn, a word for each card, as in dealer,flop"
                raise Malformed("sees", word.strip(), says)
            counts[name] += 1
        if street not in list(Street):
            raise Malformed("from", street, f"is not a decision; write {', '.join(Street)}")
        return cls(**counts, street=Street(street))

    @property
    def early(self) -> bool:
        """Whether the cards are seen before the first decision."""
        return self.street is Street.PREFLOP

    @property
    def on_flop(self) -> int:
        """How many of the dealer's cards are known on the flop."""
        return 0 if self.street is Street.RIVER else self.dealer

    @property
    def situations(self) -> int:
        """How many things one hole can see before the first decision."""
        if not self.early:
            return 1
        board = comb(50, self.flop) * comb(50 - self.flop, self.turn)
        return board * comb(50 - self.flop - self.turn, self.dealer)

    @property
    def deals(self) -> int:
        """The number of deals of one hole, each counted once for each choice of the cards seen."""
        flops = comb(50, 3) * comb(3, self.flop)
        runouts = comb(47, 2) * comb(2, self.turn)
        if not self.early:
            flops = comb(50, 3)
        return flops * runouts * comb(45, 2) * comb(2, self.dealer)

    def __str__(self) -> str:
        return ",".join(name for name in SEEN_MOST for _ in range(getattr(self, name)))


@dataclass(frozen=True, slots=True, kw_only=True)
class SeenSituation:
    """What a hole sees before the first decision, up to a renaming of suits, and the value of each action."""

    hole: str
    dealer: str
    flop: str
    turn: str
    times: int
    """The number of holes and cards seen that are the same but for their suits."""
    values: dict[int, Fraction]
    """The value of each multiple and of a check (0)."""

    @property
    def multiple(self) -> int:
        """The best action."""
        return max(self.values, key=lambda multiple: (self.values[multiple], -multiple))


@dataclass(frozen=True, slots=True, kw_only=True)
class SeenHand:
    """A starting hand's value with the information, and how often it raises before the flop."""

    name: str
    holes: int
    ev: Fraction
    raises: Fraction
    situations: tuple[SeenSituation, ...]
    """What it can see before the first decision, if that was asked for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Information:
    """The value of the game to a player who sees cards; all values are exact and in antes."""

    game: MainGame
    seen: Seen
    ev: Fraction
    without: Fraction
    """The value to a player who sees nothing."""
    hands: tuple[SeenHand, ...]

    @property
    def worth(self) -> Fraction:
        """The worth of the information."""
        return self.ev - self.without

    @property
    def raises(self) -> Fraction:
        """The share of deals that are raised before the flop."""
        return sum((hand.holes * hand.raises for hand in self.hands), Fraction(0)) / STARTS


Told = Callable[[int, int], None]
"""Called after each starting hand with the number of hands done and the number of all."""


def information_value(
    game: MainGame, seen: Seen, *, keep: bool = False, told: Told = lambda *_: None, workers: int | None = None
) -> Information:
    """Return the exact value of the game to a player who sees cards ahead of time and plays best.

    `keep` lists what each starting hand can see before the first decision, with the value of each action.
    """
    require_solved(game, seen, keep=keep)
    without = ev_of(game, workers=workers)
    names, classes = start_classes()
    holes = np.bincount(classes).tolist()
    threads = workers_of(workers)
    free = [scratch_of(3 + seen.turn, tables_of(seen)) for _ in range(threads)]

    def count(name: str) -> Counted:
        sums = free.pop()
        try:
            return count_hand(game, seen, name, sums, keep=keep)
        finally:
            free.append(sums)

    hands: list[SeenHand] = []
    with ThreadPoolExecutor(threads) as pool:
        for name, size, counted in zip(names, holes, pool.map(count, names), strict=True):
            situations = tuple(situations_of(game, seen, name, size, counted)) if keep else ()
            hands.append(
                SeenHand(
                    name=name,
                    holes=size,
                    ev=Fraction(counted.worth, game.scale * seen.deals),
                    raises=Fraction(counted.raised, counted.cases),
                    situations=situations,
                )
            )
            told(len(hands), len(names))
    ev = sum((hand.holes * hand.ev for hand in hands), Fraction(0)) / STARTS
    return Information(game=game, seen=seen, ev=ev, without=without, hands=tuple(hands))


def require_solved(game: MainGame, seen: Seen, *, keep: bool) -> None:
    """Raise `Malformed` for a game or a list that is not counted here."""
    if game.progressive_wager:
        says = "antes: a progressive that a fold forfeits is not solved together with cards that are seen"
        raise Malformed("wagers.progressive", str(game.progressive_wager), says)
    if keep and (not seen.early or seen.situations > KEPT_MAX):
        says = f"has no list of situations: it is made for up to {KEPT_MAX:,} a hole, seen before the first decision"
        raise Malformed("sees", str(seen), says)


def tables_of(seen: Seen) -> InformationTables:
    """Return the tables for what is known on the flop."""
    return information_tables(3 + seen.turn, seen.on_flop)


@dataclass(frozen=True, slots=True, kw_only=True)
class Counted:
    """One hole's sums: its value, the cases that raise before the flop and all, and the totals of what it sees."""

    worth: int
    raised: int
    cases: int
    rows: Integers
    totals: Integers


def count_hand(
    game: MainGame, seen: Seen, name: str, sums: Sums, *, keep: bool = False, rows: Integers | None = None
) -> Counted:
    """Return the sums of one hole of the starting hand.

    `rows` replaces everything that it can see of the board: masks of flop cards and of later cards, and a weight.
    """
    hole, tables, cases = hole_of(name), tables_of(seen), dealer_cases(seen.on_flop)
    limit, together, known = (game.qualifier or 0) << ORDER_BITS, seen.street is Street.RIVER, 3 + seen.turn
    terms, (low, high) = game.terms(), sorted(card.rank for card in hole)
    sum_plain(low, high, seen.dealer, together, limit, tables, terms, sums)
    relations = relations_of(hole)
    kinds = sorted(set(relations))
    for number, (x, y) in enumerate(kinds):
        sum_suited(known, x, y, number, seen.dealer, together, limit, tables, terms, sums)
    whole = seen.flop == 3  # then it does not matter which cards are the flop
    if rows is None:
        rows = rows_of(hole, known, 0) if whole else rows_of(hole, seen.flop, seen.turn * seen.early)
    coming = known - int(rows[0, :2].sum()).bit_count()
    groups = groups_of(hole)
    totals = np.zeros((len(rows) if keep else 1, len(cases.masks), 3), np.int64)
    result = np.zeros(2, np.int64)
    preflop, flop = game.preflop or (0,), game.flop or (0,)
    times = comb(known, seen.turn) if whole or not seen.early else 1
    numbers = np.array([kinds.index(relation) for relation in relations], np.uint8)
    multiples = np.array([game.scale, min(preflop), max(preflop), min(flop), max(flop)])
    scratch, even = np.zeros((5, 64), np.int64), np.zeros(totals.shape[1:], np.int64)
    sum_starts(
        coming, times, not seen.early, mask_of(hole), rows, groups, images_of(cases.masks, groups), numbers,
        tables, sums, cases, multiples, scratch, totals, even, result,
    )  # fmt: skip
    worth, raised = result.tolist()
    all_cases = int(rows[:, 2].sum()) * (comb(50 - (known - coming), seen.dealer) if seen.early else 1)
    return Counted(worth=worth, raised=raised, cases=all_cases, rows=rows, totals=totals)


def situations_of(game: MainGame, seen: Seen, name: str, holes: int, counted: Counted) -> Iterator[SeenSituation]:
    """Yield what a starting hand can see, once for all that differ by a renaming of suits."""
    hole, masks = hole_of(name), dealer_cases(seen.dealer).masks
    groups = groups_of(hole)
    for (first, later, weight), totals in zip(counted.rows.tolist(), counted.totals, strict=True):
        board = np.array([first, later])
        fixed = groups[(renamed_masks(board, groups) == board).all(axis=1)]
        images = renamed_masks(masks, fixed)
        there = (masks & (first | later | mask_of(hole)) == 0) & (images >= masks).all(axis=0)
        times = len(fixed) // (images == masks).sum(axis=0)
        boards = seen.deals // seen.situations
        if seen.flop == 3:
            boards *= comb(3 + seen.turn, seen.turn)
        for case in np.flatnonzero(there).tolist():
            total = totals[case].tolist()
            values = {0: Fraction(total[WORTH], game.scale * boards)}
            for multiple in sorted(game.preflop):
                values[multiple] = Fraction(total[REST] + game.scale * multiple * total[PLAY], game.scale * boards)
            yield SeenSituation(
                hole=words(hole),
                dealer=words(cards_of(int(masks[case]))),
                flop=words(cards_of(first)),
                turn=words(cards_of(later)),
                times=holes * weight * int(times[case]),
                values=values,
            )


def words(cards: tuple[Card, ...]) -> str:
    """Return the cards without spaces."""
    return "".join(map(str, cards))
