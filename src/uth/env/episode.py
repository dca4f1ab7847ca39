"""Rounds of an environment, dealt until a seat is to act or the round is settled."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import Final

from uth.cards import Card
from uth.env.actions import Action, Answer, not_offered, offered_to, read_action, require_actions
from uth.errors import Broken, Malformed
from uth.rules.loader import load
from uth.rules.ruleset import RuleSet
from uth.rules.values import COVER_ALL, PROGRESSIVE, TRIPS, Wager
from uth.table.dealer import Shuffled, deck_before_the_cut, due_command
from uth.table.posted import Posted, fullest_way, post
from uth.table.round import commands as c
from uth.table.round.decide import act
from uth.table.round.due import due_words
from uth.table.round.state import Phase, Table, new_table
from uth.units import WAGER_CENTS_MAX, PlayerId, Seat


def opened(table: Table, posted: Posted) -> Table:
    """Return the table once it takes wagers. Opening needs a player to inspect the cards."""
    while not table.is_open:
        table = _stepped(table, posted, tuple)
    return table


def dealt(table: Table, posted: Posted, deck: tuple[Card, ...]) -> Table:
    """Return the table once a seat is to act or the round is settled, with cards in the order of the deck."""
    while table.turn is None and table.phase is not Phase.SETTLED:
        table = _stepped(table, posted, lambda: deck_before_the_cut(deck, posted))
    return table


def _stepped(table: Table, posted: Posted, shuffled: Shuffled) -> Table:
    command = due_command(table, posted, shuffled)
    if command is None:
        raise Broken(f"the dealer of an environment waits; due now: {due_words(table, posted)}")
    return act(table, command, posted)[0]


SIDE_WAGERS: Final = (TRIPS, COVER_ALL, PROGRESSIVE)
CHIPS: Final = WAGER_CENTS_MAX
"""The starting chips of every player: enough that no seat and no bank runs out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sitting:
    """The parts that are the same in every round of an environment."""

    posted: Posted
    table: Table
    """The table before the shuffle, with the wagers placed but not closed."""
    seats: tuple[Seat, ...]
    ante: int
    stakes: Mapping[Wager, int]
    """The wagers of each seat before the deal, in cents."""


def sit_down(
    rules: str | Path | RuleSet = "massachusetts",
    *,
    seats: int = 1,
    tables: Mapping[str, str | None] | None = None,
    dealing: str | None = None,
    ante: int | None = None,
    wagers: Mapping[str, int] | None = None,
    meters: Mapping[str, int] | None = None,
) -> Sitting:
    """Return a table under the rules at which that many seats have made the same wagers, in cents.

    The ante defaults to the table's minimum. The meters default to their seeds, and every round starts with the same
    ones.
    """
    book = rules if isinstance(rules, RuleSet) else load(str(rules))
    require_actions(book)
    if dealing is None and Wager.COVER_ALL.value in (wagers or {}):
        dealing = fullest_way(book)
    posted = post(book, tables, dealing=dealing)
    numbers = _seat_numbers(seats, posted)
    least = posted.limits.ante.min + -posted.limits.ante.min % posted.units[Wager.ANTE]
    stakes = {Wager.ANTE: least if ante is None else _whole("ante", ante), **_side_wagers(wagers or {})}
    table = _with_meters(_seated(posted, numbers), meters or {})
    for seat in numbers:
        for wager, cents in stakes.items():
            table, _ = act(table, c.PlaceWager(seat=seat, wager=wager, cents=cents), posted)
    lies = table.round.spots[numbers[0]].wagers
    return Sitting(posted=posted, table=table, seats=numbers, ante=lies[Wager.ANTE], stakes=dict(lies))


def _seat_numbers(seats: int, posted: Posted) -> tuple[Seat, ...]:
    """Return the seats in play from the dealer's left. Where a player banks, one seat is the bank's."""
    count = posted.rules.seats.count
    most = posted.rules.seats.players_max
    if type(seats) is not int or not 1 <= seats <= most:
        says = f"is not a number of seats here; {posted.rules.name} has 1 to {most}"
        raise Malformed("seats", seats, says, count.cite)
    return tuple(Seat(number) for number in range(1, seats + 1))


def _side_wagers(wagers: Mapping[str, int]) -> dict[Wager, int]:
    if not isinstance(wagers, Mapping):
        raise Malformed("wagers", wagers, "is not a list of wagers; write for example {'trips': 500}, in cents")
    for name, cents in wagers.items():
        if name not in SIDE_WAGERS:
            raise Malformed(f"wagers.{name}", cents, f"is not a side wager; one of {', '.join(SIDE_WAGERS)}")
    return {Wager(name): _whole(f"wagers.{name}", cents) for name, cents in wagers.items()}


def _seated(posted: Posted, seats: tuple[Seat, ...]) -> Table:
    """Return the open table with every player seated, and with a player/dealer where the house does not bank."""
    table = new_table(posted)
    banked = posted.player_banks
    bank = Seat(posted.rules.seats.count.value)
    for seat in (*seats, bank) if banked else seats:
        table, _ = act(table, c.TakeSeat(seat=seat, player=PlayerId(f"seat_{seat}")), posted)
        table, _ = act(table, c.BuyIn(seat=seat, cents=CHIPS), posted)
    table = opened(table, posted)
    if banked:
        table, _ = act(table, c.Bank(seat=bank, cents=CHIPS), posted)
    return table


def _with_meters(table: Table, meters: Mapping[str, int]) -> Table:
    for name, cents in meters.items():
        if name not in table.meters:
            known = ", ".join(table.meters) or "none"
            raise Malformed(f"meters.{name}", cents, f"is not a meter of this table; its meters: {known}")
        _whole(f"meters.{name}", cents)
    return replace(table, meters={**table.meters, **{name: Fraction(cents) for name, cents in meters.items()}})


def _whole(field: str, cents: int) -> int:
    if type(cents) is not int or cents < 0:
        raise Malformed(field, cents, "is not a whole number of cents, 0 or more")
    return cents


class Episode:
    """One round from the first card to the settlement: the seat to act, its offers, and the result."""

    def __init__(self, sitting: Sitting, deck: tuple[Card, ...]) -> None:
        self.sitting = sitting
        self.deck = deck
        self.table: Table = dealt(sitting.table, sitting.posted, deck)
        self.offered: dict[Action, Answer] = offered_to(self.table, sitting.posted)

    @property
    def turn(self) -> Seat | None:
        """The seat to act, or ``None`` once the round is settled."""
        return self.table.turn

    @property
    def is_over(self) -> bool:
        """Whether the round is settled."""
        return self.table.turn is None

    def answer(self, value: object) -> None:
        """Take the action for the seat to act; raise `Refused` and change nothing if it is not offered."""
        action = read_action(value)
        if action not in self.offered:
            raise not_offered(action, self.offered, self.table.street)
        posted = self.sitting.posted
        table, _ = act(self.table, self.offered[action], posted)
        self.table = dealt(table, posted, self.deck)
        self.offered = offered_to(self.table, posted)

    def net_of(self, seat: Seat) -> int:
        """Return the seat's gain in cents once the round is settled, or 0 before."""
        return self.table.rail(seat) - CHIPS if self.is_over else 0
