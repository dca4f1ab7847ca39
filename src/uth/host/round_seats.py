"""The seats of a round in its document, each as the viewer saw it: wagers, cards, lines, envy and what it nets."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from uth.cards import Card
from uth.host.people_log import is_bot, name_of
from uth.host.replayed_round import ReplayedRound, Step
from uth.host.views import view_of
from uth.table import events as e
from uth.table.posted import Posted
from uth.table.settled import SettledWager
from uth.table.shown import best_five, odds_of
from uth.table.state import Table
from uth.units import PlayerId, Seat

Document = dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Viewer:
    """For whom a round is told: a player, or whoever only watched; the staff that reads the log sees all of it."""

    player: PlayerId | None = None
    all: bool = False
    """Every card of a settled round; nobody sees more of a round that is not settled."""

    def chair(self, table: Table) -> Seat | None:
        """Return the viewer's first seat at the table as it was then."""
        seats = (seat for seat, chair in sorted(table.chairs.items()) if chair.player == self.player)
        return next(seats, None) if self.player is not None else None


def seats_of(round_: ReplayedRound) -> list[Seat]:
    """Return the seats that were in the round, the banker's too."""
    end = round_.end
    banked = {end.banker.seat} if end.banker is not None else set()
    return sorted({*end.spots, *banked})


def seat_document(round_: ReplayedRound, seat: Seat, viewer: Viewer) -> Document:
    """Return the seat as the viewer saw it, settled once the round is."""
    end, posted = round_.end, round_.posted
    seen = view_of(end, posted, viewer.chair(end)).seats[seat]
    spot, held = seen.spot, end.spots.get(seat)
    settling = round_.steps[round_.settling] if round_.settling is not None else None
    lines = [line_of(each, posted) for each in _settled(settling, seat)]
    envy = envy_of(settling, seat)
    bank = sum(event.net for event in events_of(settling) if isinstance(event, e.BankSettled) and event.seat == seat)
    cards = spot.cards if spot is not None else ()
    if viewer.all and settling is not None and held is not None:
        cards = held.hole
    decision = spot.decision if spot is not None else None
    turned_up = held is not None and held.hand is not None
    return {
        "name": name_of(seen.player),
        "who": _who(round_)[seen.player],
        "mine": viewer.player is not None and seen.player == viewer.player,
        "bot": is_bot(seen.player),
        "wagers": {wager.value: cents for wager, cents in spot.wagers.items()} if spot is not None else {},
        "cards": [str(card) if card is not None else None for card in cards],
        "decision": {"street": decision.street.value, "multiple": decision.multiple} if decision is not None else None,
        "hand": spot.hand if spot is not None else None,
        "five": five_of(held.hole, end.community) if turned_up and held is not None else [],
        "void": spot.void if spot is not None else None,
        "lines": lines,
        "envy": [{"from": each.from_seat, "cents": each.cents} for each in envy],
        "net": sum(line["net"] for line in lines) + sum(each.cents for each in envy) + bank if settling else None,
    }


def chair_in(round_: ReplayedRound, viewer: Viewer) -> Seat | None:
    """Return the first seat of the round that was the viewer's."""
    chairs = round_.end.chairs
    return next((seat for seat in seats_of(round_) if chairs[seat].player == viewer.player), None)


def _who(round_: ReplayedRound) -> dict[PlayerId, int]:
    """Return a small number for each player: two hands of one player share it, and it is no one's name."""
    players = dict.fromkeys(round_.end.chairs[seat].player for seat in seats_of(round_))
    return {player: at for at, player in enumerate(players)}


def events_of(step: Step | None) -> tuple[e.Event, ...]:
    """Return what happened in a step; nothing in one that is yet to come."""
    return step.events if step is not None else ()


def _settled(step: Step | None, seat: Seat) -> list[SettledWager]:
    return [each.settled for each in events_of(step) if isinstance(each, e.WagerSettled) and each.seat == seat]


def envy_of(step: Step | None, seat: Seat) -> list[e.EnvyOwed | e.EnvyPaid]:
    """Return the envy the settlement owes a seat; where nothing waits it is paid without being owed first."""
    events = [each for each in events_of(step) if isinstance(each, e.EnvyOwed | e.EnvyPaid) and each.seat == seat]
    owed = [each for each in events if isinstance(each, e.EnvyOwed)]
    waited = {each.from_seat for each in owed}
    return [*owed, *(each for each in events if isinstance(each, e.EnvyPaid) and each.from_seat not in waited)]


def five_of(hole: tuple[Card, ...], community: tuple[Card, ...]) -> list[str]:
    """Return the five cards that make a hand, once all seven are there."""
    cards = (*hole, *community)
    return [str(card) for card in best_five(cards)] if len(cards) == 7 else []


def line_of(settled: SettledWager, posted: Posted) -> Document:
    """Return how a wager was settled."""
    return {
        "wager": settled.wager.value,
        "stake": settled.stake,
        "outcome": settled.outcome.value,
        "returned": settled.returned,
        "won": settled.won,
        "net": settled.net,
        "odds": odds_of(settled, posted),
        "row": settled.row,
        "clauses": list(settled.cites),
        "cut": settled.cut,
    }
