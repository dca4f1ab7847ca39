"""The document of a seat: what everyone may see, and what only its own player may see and do."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from functools import lru_cache
from operator import attrgetter, is_
from typing import Final, Literal, cast, get_args

from typing_extensions import TypedDict

from uth.cards import Card
from uth.people.log import is_bot, name_of
from uth.progressive.state import Link
from uth.rules.values import Wager
from uth.table.floor.system_failure import is_lit
from uth.table.posted import Posted
from uth.table.round import commands as c
from uth.table.round.offers import decisions, wager_offers
from uth.table.round.refusals import refusal_of
from uth.table.round.state import Phase, Round, Table
from uth.table.settle.awards import Claim, ClaimState, award_claim
from uth.table.settle.settled import SettledWager
from uth.table.settle.showdown import best_five, odds_of
from uth.units import Seat
from uth.views.chair import Faces, line_of, seat_view
from uth.views.link import LinkDocument, link_document
from uth.views.snapshot import LinkSnapshot, TableSnapshot

Face = str | None
"""A card such as ``As``; ``None`` lies face down."""


class OfferedWager(TypedDict):
    """A wager the seat may make now: every multiple of the unit from minimum to maximum, in cents."""

    wager: str
    min: int
    max: int
    unit: int


class Offers(TypedDict):
    """What one's own seat may do now; the page shows these buttons and no others."""

    wagers: list[OfferedWager]
    back: list[str]
    """The wagers that may be taken back."""
    plays: list[int]
    """The multiples of the ante that may be played."""
    check: bool
    fold: bool
    bank: bool
    """Whether the seat may bank this round."""
    acts: list[str]
    """The other accepted commands without fields, such as `GiveUpBank`."""
    leave: bool
    ready: bool


class AwardOnLine(TypedDict):
    """The award of a meter on a wager: pending, paid, or denied and why."""

    cents: int
    state: Literal["waits", "paid", "refused"]
    means: Literal["cheques", "check"] | None
    by: str
    """Who denied it."""
    reason: str


class Line(TypedDict):
    """How one wager was settled."""

    wager: str
    stake: int
    outcome: Literal["win", "lose", "push", "void", "uncovered"]
    returned: int
    won: int
    """What it has won so far; an award counts once it is paid."""
    net: int
    award: AwardOnLine | None
    odds: str
    row: str | None
    clauses: list[str]
    cut: int


class Made(TypedDict):
    """The Play wager, or the fold, and its street."""

    street: str
    multiple: int | None


class SeatDocument(TypedDict):
    """A taken seat, what lies before it and how its last round was settled."""

    name: str
    mine: bool
    bot: bool
    rail: int
    ready: bool
    lamp: bool
    """Whether the sensor is lit: the seat made the progressive wager and is still eligible."""
    wagers: dict[str, int]
    collected: list[str]
    """The wagers a fold lost, which the dealer has already collected."""
    under: str | None
    """The wager the cards lie under, face down."""
    cards: list[Face]
    decision: Made | None
    hand: str | None
    five: list[str]
    """The five cards that make the hand, once it is turned up."""
    void: str | None
    lines: list[Line]
    offers: Offers | None
    """Only for one's own seats."""


class PartBuilder:
    """Builds the parts of a table's document from the table each time."""

    def watched(self, shown: TableSnapshot, seat: Seat) -> SeatDocument:
        """Return the seat as everyone may see it."""
        table = shown.table
        seen, held = seat_view(table, seat, own=False), table.round.spots.get(seat)
        spot = seen.spot
        decision = spot.decision if spot is not None else None
        turned_up = spot is not None and spot.hand is not None and held is not None
        return {
            "name": name_of(seen.player),
            "mine": False,
            "bot": is_bot(seen.player),
            "rail": seen.rail,
            "ready": seat in shown.ready,
            "lamp": is_lit(table, seat, shown.posted) and seat not in table.dark,
            "wagers": {wager.value: cents for wager, cents in spot.wagers.items()} if spot is not None else {},
            "collected": [wager.value for wager in spot.collected] if spot is not None else [],
            "under": spot.under.value if spot is not None and spot.under is not None else None,
            "cards": faces(spot.cards) if spot is not None else [],
            "decision": {"street": decision.street.value, "multiple": decision.multiple}
            if decision is not None
            else None,
            "hand": spot.hand if spot is not None else None,
            "five": five(held.hole, table) if turned_up and held is not None else [],
            "void": spot.void if spot is not None else None,
            "lines": lines_of(table, seat, shown.posted),
            "offers": None,
        }

    def own(self, shown: TableSnapshot, seat: Seat, watched: SeatDocument) -> SeatDocument:
        """Return the seat as its own player sees it, with its cards and offers."""
        spot = seat_view(shown.table, seat, own=True).spot
        return {
            **watched,
            "mine": True,
            "cards": faces(spot.cards) if spot is not None else [],
            "offers": None if shown.is_past else offers(shown, seat),
        }

    def link(self, shown: LinkSnapshot) -> LinkDocument:
        """Return the table's link as everyone may see it."""
        return link_document(shown)


PART_BUILDER: Final = PartBuilder()
_OF_THE_SEATS: Final = frozenset({"chairs", "round", "round.spots", "round.acted"})
_FIELDS: Final = (*(each.name for each in fields(Table)), *(f"round.{each.name}" for each in fields(Round)))
_AROUND: Final = attrgetter(*(name for name in _FIELDS if name not in _OF_THE_SEATS))
"""Everything of a table except its seats; a record that does not change it keeps the same objects."""


@dataclass(slots=True, kw_only=True)
class CachedPartBuilder(PartBuilder):
    """Builds a seat or the link only if something about it has changed since the last time.

    Most events concern one seat and leave the other five unchanged. A seat's document depends on nothing at other
    seats but the turn. Where players bank it depends on more, and nothing is cached.
    """

    _table: Table | None = None
    _around: tuple[object, ...] = ()
    _watched: dict[Seat, tuple[tuple[object, ...], SeatDocument]] = field(default_factory=dict)
    _own: dict[Seat, tuple[tuple[object, ...], SeatDocument]] = field(default_factory=dict)
    _link: tuple[Link, LinkDocument] | None = None

    def watched(self, shown: TableSnapshot, seat: Seat) -> SeatDocument:
        """Return the seat as everyone may see it."""
        table = shown.table
        if table is not self._table:
            self._clear_if_changed(shown)
        signs = (table.chairs[seat], table.round.spots.get(seat), seat in shown.ready)
        kept = self._watched.get(seat)
        if kept is None or not all(map(is_, kept[0], signs)):
            kept = self._watched[seat] = signs, PartBuilder.watched(self, shown, seat)
        return kept[1]

    def own(self, shown: TableSnapshot, seat: Seat, watched: SeatDocument) -> SeatDocument:
        """Return the seat as its own player sees it."""
        if shown.table is not self._table:
            self._clear_if_changed(shown)
        signs = (watched, shown.is_past, shown.table.turn == seat, seat in shown.off_seats)
        kept = self._own.get(seat)
        if kept is None or not all(map(is_, kept[0], signs)):
            kept = self._own[seat] = signs, PartBuilder.own(self, shown, seat, watched)
        return kept[1]

    def link(self, shown: LinkSnapshot) -> LinkDocument:
        """Return the table's link as everyone may see it."""
        if self._link is None or self._link[0] is not shown.link:
            self._link = shown.link, link_document(shown)
        return self._link[1]

    def _clear_if_changed(self, shown: TableSnapshot) -> None:
        """Clear the cache if something changed that belongs to no seat."""
        table = shown.table
        around = (shown.posted, *_AROUND(table))
        if shown.posted.rules.seats.banked_by.value == "player" or not all(map(is_, self._around, around)):
            self._watched.clear()
            self._own.clear()
        self._table, self._around = table, around


def faces(seen: Faces) -> list[Face]:
    """Return the cards as they lie, by their names."""
    return [str(card) if card is not None else None for card in seen]


def five(hole: tuple[Card, ...], table: Table) -> list[str]:
    """Return the five cards that make a hand that lies face up."""
    cards = (*hole, *table.round.community)
    return list(_best(cards)) if len(hole) == 2 and len(cards) == 7 else []


@lru_cache(maxsize=4096)
def _best(cards: tuple[Card, ...]) -> tuple[str, ...]:
    return tuple(map(str, best_five(cards)))


def lines_of(table: Table, seat: Seat, posted: Posted) -> list[Line]:
    """Return the seat's wagers of the last round; an award counts as won once it is paid."""
    return [line(each, posted, award_claim(table, seat, each)) for at, each in table.settled if at == seat]


def line(settled: SettledWager, posted: Posted, claim: Claim | None = None) -> Line:
    """Return how a wager was settled, in the form the history uses too."""
    waits = claim is not None and claim.state is ClaimState.WAITS
    paid = settled._replace(won=settled.won - claim.owed.cents) if claim is not None and waits else settled
    found = {**line_of(paid, posted), "odds": odds_of(settled, posted), "award": _award(claim)}
    return cast(Line, found)


def _award(claim: Claim | None) -> AwardOnLine | None:
    if claim is None:
        return None
    return {
        "cents": claim.owed.cents,
        "state": claim.state.value,
        "means": claim.means.value if claim.means is not None else None,
        "by": claim.by,
        "reason": claim.reason,
    }


def offers(shown: TableSnapshot, seat: Seat) -> Offers:
    """Return what the seat may do now, as decided by `refusal_of`."""
    posted, table = shown.posted, shown.table
    leave, acts = _may(shown, c.LeaveSeat(seat=seat)), _acts(shown, seat)
    if table.phase is not Phase.WAGERS:
        answers = decisions(table, seat, posted) if table.turn == seat else ()
        kinds = {type(each) for each in answers}
        plays = [each.multiple for each in answers if isinstance(each, c.MakePlay)]
        return {
            **_NO_OFFERS,
            "plays": plays,
            "check": c.Check in kinds,
            "fold": c.Fold in kinds,
            "acts": acts,
            "leave": leave,
        }
    laid = table.round.spots[seat].wagers if seat in table.round.spots else {}
    offered = wager_offers(table, seat, posted) if seat not in shown.off_seats else ()
    back = [wager for wager in Wager if wager in laid and _may(shown, c.TakeBackWager(seat=seat, wager=wager))]
    players_bank = posted.rules.seats.banked_by.value == "player"
    return {
        **_NO_OFFERS,
        "wagers": [
            {"wager": each.wager.value, "min": each.cents_min, "max": each.cents_max, "unit": each.unit}
            for each in offered
        ],
        "back": [wager.value for wager in back],
        "bank": players_bank and _may(shown, c.Bank(seat=seat, cents=posted.bank_min)),
        "acts": acts,
        "leave": leave,
        "ready": seat in table.round.spots and seat not in shown.ready,
    }


_NO_OFFERS: Final[Offers] = {
    "wagers": [],
    "back": [],
    "plays": [],
    "check": False,
    "fold": False,
    "bank": False,
    "acts": [],
    "leave": False,
    "ready": False,
}


_PLAIN: Final[tuple[type[c.PlainCommand], ...]] = get_args(c.PlainCommand)


def _acts(shown: TableSnapshot, seat: Seat) -> list[str]:
    return [kind.__name__ for kind in _PLAIN if _may(shown, kind(seat=seat))]


def _may(shown: TableSnapshot, command: c.Command) -> bool:
    return refusal_of(shown.table, command, shown.posted) is None
