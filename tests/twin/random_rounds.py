"""Random rounds for comparing two settlements: every book, every wager, and rare hands made frequent."""

import random
from collections.abc import Callable
from typing import Any

from .plain_settlement import BOOKS, RANKS, SUITS, best_of, settle

Document = dict[str, Any]
DECK = [rank + suit for suit in SUITS for rank in RANKS]
DEALER = 0
"""The dealer's (or the player/dealer's) place among the holes; players have their seat's number."""


class Deal:
    """Cards set aside on purpose; what is left open is filled from the rest of the deck."""

    def __init__(self, rng: random.Random, seats: list[int]) -> None:
        self.rng = rng
        self.seats = seats
        self.board: list[str | None] = [None] * 5
        self.holes: dict[int, list[str]] = {chair: [] for chair in [DEALER, *seats]}
        self.rest = DECK.copy()
        rng.shuffle(self.rest)

    def chair(self) -> int:
        """A player mostly, sometimes the dealer, with room for two cards where there is one."""
        free = [seat for seat in self.seats if not self.holes[seat]]
        if not free or (self.rng.random() < 0.12 and not self.holes[DEALER]):
            return DEALER
        return self.rng.choice(free)

    def give(self, chair: int, *cards: str) -> None:
        for card in cards:
            if card in self.rest and len(self.holes[chair]) < 2:
                self.rest.remove(card)
                self.holes[chair].append(card)

    def put(self, cards: list[str], first: int = 0, last: int = 5) -> None:
        """Put the cards on open places of the board between first and last, in any order."""
        places = [i for i in range(first, last) if self.board[i] is None]
        self.rng.shuffle(places)
        for card, place in zip(cards, places, strict=False):
            if card in self.rest:
                self.rest.remove(card)
                self.board[place] = card

    def of_rank(self, rank: str, count: int) -> list[str]:
        return [card for card in self.rest if card[0] == rank][:count]

    def fill(self) -> tuple[list[str], dict[int, list[str]]]:
        board = [card or self.rest.pop() for card in self.board]
        for hole in self.holes.values():
            while len(hole) < 2:
                hole.append(self.rest.pop())
            self.rng.shuffle(hole)
        return board, self.holes


def run_of(rng: random.Random, suit: str, length: int = 5) -> list[str]:
    """Cards of one suit in sequence, the ace low or high."""
    ranks = "A" + RANKS
    start = rng.randrange(len(ranks) - length + 1)
    return [rank + suit for rank in ranks[start : start + length]]


def plain(deal: Deal) -> None:
    """Nothing set aside."""


def royal_on_the_flop(deal: Deal) -> None:
    suit = deal.rng.choice(SUITS)
    cards = [rank + suit for rank in "TJQKA"]
    if deal.rng.random() < 0.5:
        deal.rng.shuffle(cards)
    deal.put(cards[:3], last=3)
    deal.give(deal.chair(), *cards[3:])
    deal.give(deal.chair(), "8" + suit, "9" + suit)


def royal_anywhere(deal: Deal) -> None:
    suit = deal.rng.choice(SUITS)
    cards = [rank + suit for rank in "TJQKA"]
    deal.rng.shuffle(cards)
    held = deal.rng.choice([1, 1, 2])
    deal.put(cards[held:])
    deal.give(deal.chair(), *cards[:held])


def royal_on_the_board(deal: Deal) -> None:
    suit = deal.rng.choice(SUITS)
    deal.put([rank + suit for rank in "TJQKA"])


def two_straight_flushes_on_the_flop(deal: Deal) -> None:
    suit = deal.rng.choice(SUITS)
    ranks = "A" + RANKS
    low = deal.rng.randrange(2, len(ranks) - 4)
    deal.put([rank + suit for rank in ranks[low : low + 3]], last=3)
    deal.give(deal.chair(), *(rank + suit for rank in ranks[low + 3 : low + 5]))
    deal.give(deal.chair(), *(rank + suit for rank in ranks[low - 2 : low]))


def straight_flush_anywhere(deal: Deal) -> None:
    cards = run_of(deal.rng, deal.rng.choice(SUITS))
    deal.rng.shuffle(cards)
    held = deal.rng.choice([0, 1, 2])
    deal.put(cards[held:])
    deal.give(deal.chair(), *cards[:held])


def straight_flush_on_the_board_beaten(deal: Deal) -> None:
    suit = deal.rng.choice(SUITS)
    low = deal.rng.randrange(len(RANKS) - 6)
    deal.put([rank + suit for rank in RANKS[low : low + 5]])
    deal.give(deal.chair(), *(rank + suit for rank in RANKS[low + 5 : low + 7]))


def quads(deal: Deal) -> None:
    rank, other = deal.rng.sample(RANKS, 2)
    on_board = deal.rng.choice([2, 2, 3, 4])
    flop_first = deal.rng.random() < 0.6
    deal.put(deal.of_rank(rank, on_board), last=3 if flop_first and on_board < 4 else 5)
    deal.give(deal.chair(), *deal.of_rank(rank, 4 - on_board))
    if deal.rng.random() < 0.4:
        deal.put(deal.of_rank(other, 2))
        deal.give(deal.chair(), *deal.of_rank(other, 2))


def full_houses(deal: Deal) -> None:
    first, second, third = deal.rng.sample(RANKS, 3)
    deal.put(deal.of_rank(first, deal.rng.choice([2, 3])), last=deal.rng.choice([3, 5]))
    deal.put(deal.of_rank(second, deal.rng.choice([1, 2])))
    for _ in range(deal.rng.randint(1, 3)):
        hole = deal.rng.choice([(first, second), (second, second), (third, third), (first, third)])
        deal.give(deal.chair(), *(card for rank in hole for card in deal.of_rank(rank, 1)))


def board_plays(deal: Deal) -> None:
    kind = deal.rng.randrange(5)
    if kind == 0:
        deal.put([rank + deal.rng.choice(SUITS) for rank in "TJQKA"])
    elif kind == 1:
        suit = deal.rng.choice(SUITS)
        deal.put([rank + suit for rank in deal.rng.sample(RANKS[6:], 5)])
    elif kind == 2:
        first, second = deal.rng.sample(RANKS, 2)
        deal.put(deal.of_rank(first, 3) + deal.of_rank(second, 2))
    elif kind == 3:
        rank = deal.rng.choice(RANKS[:-1])
        deal.put(deal.of_rank(rank, 4) + deal.of_rank("A", 1))
    else:
        low = deal.rng.randrange(len(RANKS) - 4)
        deal.put([rank + deal.rng.choice(SUITS) for rank in RANKS[low : low + 5]])


def same_ranks(deal: Deal) -> None:
    ranks = deal.rng.choice([deal.rng.sample(RANKS, 2), deal.rng.sample(RANKS[8:], 2)])
    for chair in (DEALER, deal.chair(), deal.chair()):
        deal.give(chair, *(card for rank in ranks for card in deal.of_rank(rank, 1)))


def flush_or_straight_about(deal: Deal) -> None:
    suit = deal.rng.choice(SUITS)
    if deal.rng.random() < 0.5:
        deal.put(
            [rank + suit for rank in deal.rng.sample(RANKS, deal.rng.choice([3, 4]))], last=deal.rng.choice([3, 5])
        )
        deal.give(deal.chair(), *(card for card in deal.rest.copy() if card[1] == suit and deal.rng.random() < 0.4))
        return
    cards = [card[0] + deal.rng.choice(SUITS) for card in run_of(deal.rng, suit)]
    deal.rng.shuffle(cards)
    deal.put(cards[2:], last=deal.rng.choice([3, 5]))
    deal.give(deal.chair(), *cards[:2])
    deal.give(deal.chair(), *(card for other in cards[:2] for card in deal.of_rank(other[0], 1)))


def sets_and_pairs(deal: Deal) -> None:
    for rank in deal.rng.sample(RANKS, 2):
        deal.put(deal.of_rank(rank, 1), last=deal.rng.choice([3, 5]))
        deal.give(deal.chair(), *deal.of_rank(rank, 2))


RIGS: list[tuple[Callable[[Deal], None], int]] = [
    (plain, 12),
    (royal_on_the_flop, 10),
    (royal_anywhere, 8),
    (royal_on_the_board, 4),
    (two_straight_flushes_on_the_flop, 10),
    (straight_flush_anywhere, 7),
    (straight_flush_on_the_board_beaten, 3),
    (quads, 10),
    (full_houses, 9),
    (board_plays, 7),
    (same_ranks, 6),
    (flush_or_straight_about, 8),
    (sets_and_pairs, 6),
]


def dealt(rng: random.Random, seats: list[int]) -> tuple[list[str], dict[int, list[str]]]:
    """Board and holes; one round in eight has a dealer below a pair."""
    if rng.random() < 0.125:
        while True:
            board, holes = Deal(rng, seats).fill()
            if best_of(holes[DEALER] + board)[0] == 0:
                return board, holes
    deal = Deal(rng, seats)
    rig = rng.choices([rig for rig, _ in RIGS], [weight for _, weight in RIGS])[0]
    rig(deal)
    return deal.fill()


# ---------------------------------------------------------------- wagers


def even_stake(rng: random.Random, style: str) -> int:
    """An ante: whole dollars, odd amounts (always even in cents), or stakes at which the limits bite."""
    if style == "odd":
        return 2 * rng.randint(1, 20_000)
    if style == "high":
        return 2 * int(10 ** rng.uniform(3.5, 7))
    return 500 * rng.randint(1, 40)


def side_stake(rng: random.Random, style: str) -> int:
    if style == "odd":
        return rng.randint(1, 9_999)
    if style == "high":
        return int(10 ** rng.uniform(2, 6.5))
    return 100 * rng.randint(1, 50)


def random_decision(rng: random.Random) -> Document:
    return rng.choice(
        [
            {"street": "preflop", "multiple": 3},
            {"street": "preflop", "multiple": 4},
            {"street": "preflop", "multiple": 4},
            {"street": "flop", "multiple": 2},
            {"street": "flop", "multiple": 2},
            {"street": "river", "multiple": 1},
            {"street": "river", "multiple": 1},
            {"street": "river", "fold": True},
            {"street": "river", "fold": True},
        ]
    )


def random_seat(rng: random.Random, book: str, number: int, style: str, progressive: int) -> Document:
    """Wagers and a decision for one seat; ``progressive`` is the wager's amount, 0 where it is not offered."""
    wagers: dict[str, int] = {}
    decision: Document | None = None
    alone = book == "chickasaw" and rng.random() < 0.18
    if not alone:
        wagers["ante"] = wagers["blind"] = even_stake(rng, style)
        decision = random_decision(rng)
    if alone or rng.random() < 0.6:
        wagers["trips"] = side_stake(rng, style)
    if progressive and rng.random() < 0.75:
        wagers["progressive"] = progressive
    if book == "massachusetts" and rng.random() < 0.5:
        wagers["cover_all"] = side_stake(rng, style)
    if book == "massachusetts" and rng.random() < 0.15:
        wagers["match_play"] = wagers["ante"]
    if book == "chickasaw" and rng.random() < 0.3:
        wagers["entry_fee"] = rng.choice([50, 100, 25, 133])
    return {"seat": number, "player": f"p{number}", "wagers": wagers, "decision": decision}


def share_players(rng: random.Random, seats: list[Document]) -> None:
    """Let one or two players hold two of the hands each."""
    numbers = list(range(len(seats)))
    rng.shuffle(numbers)
    while len(numbers) >= 2 and rng.random() < 0.55:
        seats[numbers.pop()]["player"] = seats[numbers.pop()]["player"]


# ---------------------------------------------------------------- the table


def random_tables(rng: random.Random, book: str) -> Document:
    tables: Document = {}
    names = [name for name in BOOKS[book]["trips"] if name]
    if names and rng.random() < 0.7:
        tables["trips"] = rng.choice(names)
    names = [name for name in BOOKS[book]["progressive"] if name]
    if rng.random() < (0.25 if book == "massachusetts" else 0.12):
        tables["progressive"] = None
    elif names and rng.random() < 0.8:
        tables["progressive"] = rng.choice(names)
    return tables


def random_limits(rng: random.Random, book: str, offers_progressive: bool) -> Document:
    limits: Document = {}
    if rng.random() < (0.6 if book == "massachusetts" else 0.15):
        limits["ante_min"] = rng.choice([500, 1000, 2500, 9900, 10_000, 25_000, 2 * rng.randint(1, 20_000)])
    if rng.random() < (0.5 if book == "massachusetts" else 0.15):
        limits["trips_min"] = rng.choice([100, 500, 1001, 20_000, rng.randint(1, 50_000)])
    if book in ("nevada", "greece") and offers_progressive and rng.random() < 0.5:
        limits["progressive_wager"] = rng.choice([100, 200, 500, 50, 1000, rng.randint(1, 999)])
    return limits


def random_meters(rng: random.Random, names: list[str]) -> Document:
    if rng.random() < 0.25:
        return {}
    meters = {}
    for name in names:
        if rng.random() < 0.8:
            meters[name] = rng.choice([rng.randint(1, 999), rng.randint(1_000, 999_999), rng.randint(10**6, 10**8)])
    return meters


def add_voids(rng: random.Random, document: Document) -> None:
    book = BOOKS[document["rules"]]
    if book["void_all"] and rng.random() < 0.06:
        document["void"] = rng.choice(sorted(book["void_all"]))
    if book["void_seat"] and rng.random() < 0.1:
        for seat in rng.sample(document["seats"], rng.randint(1, min(2, len(document["seats"])))):
            seat["void"] = rng.choice(sorted(book["void_seat"]))


def set_banker_wager(rng: random.Random, document: Document) -> None:
    """Mostly a wager that runs out somewhere in the round, in the middle of a wager or exactly between two."""
    banker = document["banker"]
    banker["wager"] = 10**12
    needed = settle(document)["banker"]["used"]
    kind = rng.random()
    if kind < 0.6 and needed:
        banker["wager"] = rng.randint(1, needed)
    elif kind < 0.75 and needed >= 500:
        banker["wager"] = 500 * rng.randint(1, needed // 500)
    elif kind < 0.85 and needed:
        banker["wager"] = needed
    else:
        banker["wager"] = needed + rng.randint(1, 10**6)


def random_round(rng: random.Random, book: str | None = None) -> Document:
    """A valid random round, of any book unless one is named."""
    book = book or rng.choice(list(BOOKS))
    places = list(range(1, BOOKS[book]["seats"] + 1))
    banker_seat = rng.choice(places) if book == "california" else 0
    places = [place for place in places if place != banker_seat]
    numbers = sorted(rng.sample(places, rng.choice([1, 2, 3, 4, 5, 6, len(places)])))
    board, holes = dealt(rng, numbers)

    tables = random_tables(rng, book)
    offered = BOOKS[book]["progressive"]
    offers_progressive = bool(offered) and ("progressive" not in tables or tables["progressive"] is not None)
    limits = random_limits(rng, book, offers_progressive)
    wager = limits.get("progressive_wager", BOOKS[book]["progressive_wager"]) if offers_progressive else 0
    style = rng.choices(["dollars", "odd", "high"], [5, 2, 4 if book == "massachusetts" else 1])[0]

    document: Document = {"rules": book}
    if rng.random() < 0.15:
        document["id"] = f"round-{rng.randrange(10**6)}"
    if tables or rng.random() < 0.3:
        document["tables"] = tables
    if limits or rng.random() < 0.1:
        document["limits"] = limits
    if offers_progressive:
        table = offered[tables["progressive"]] if "progressive" in tables else next(iter(offered.values()))
        meters = random_meters(rng, list(table["seeds"]))
        if meters or rng.random() < 0.1:
            document["meters"] = meters
    document["board"] = board
    if book == "california":
        document["banker"] = {"seat": banker_seat, "wager": 1, "hole": holes[DEALER]}
    else:
        document["dealer"] = holes[DEALER]
    seats = [random_seat(rng, book, number, style, wager) | {"hole": holes[number]} for number in numbers]
    if book == "chickasaw":
        share_players(rng, seats)
    if rng.random() < 0.3:
        rng.shuffle(seats)
    document["seats"] = seats
    add_voids(rng, document)
    if book == "california":
        set_banker_wager(rng, document)
    return document
