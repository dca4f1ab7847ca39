"""A seat as one reader sees it: what everyone may see, and what only its own player may see and do.

A view is built field by field, and a card that is face down for the reader is left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields
from functools import lru_cache
from operator import attrgetter, is_
from typing import Final, get_args

from typing_extensions import TypedDict

from uth.cards import NAMES, Card
from uth.cites import cites
from uth.house.live_link import LinkSnapshot
from uth.house.live_table import TableSnapshot
from uth.people.roles import is_bot, name_of
from uth.progressive.state import Link
from uth.ranking import rank
from uth.records import record
from uth.rules.values import Wager
from uth.table.floor.system_failure import is_lit
from uth.table.round import commands as c
from uth.table.round.banking import laid_by
from uth.table.round.refusals import decisions, refusal_of, wager_offers
from uth.table.round.state import Phase, Round, Spot, Table
from uth.table.settle.settled import Decision
from uth.table.settle.showdown import best_five
from uth.units import PlayerId, Seat
from uth.views.lines import Line, lines_of
from uth.views.link import LinkDocument, link_document
from uth.words.outcomes import cover_warning
from uth.words.rankings import held_hand
from uth.words.round import Teller
from uth.words.showdown import result_sentence

Face = str | None
"""A card such as ``As``; ``None`` if it is face down."""


class OfferedWager(TypedDict):
    """A wager the seat may make now: every multiple of the unit from minimum to maximum, in cents."""

    wager: str
    min: int
    max: int
    unit: int


class OfferedBank(TypedDict):
    """The banks a seat may take: every amount from the minimum to all its chips, in cents."""

    min: int
    max: int


class Offers(TypedDict):
    """What your own seat may do now; the page shows these buttons and no others."""

    wagers: list[OfferedWager]
    back: list[str]
    """The wagers that may be taken back."""
    plays: list[int]
    """The multiples of the ante that may be played."""
    short: str
    """Why some multiples cannot be played, in words, if too few chips are left; otherwise empty."""
    check: bool
    fold: bool
    bank: OfferedBank | None
    """The bank the seat may take or change to; null if there is none."""
    acts: list[str]
    """The other accepted commands without fields, such as `GiveUpBank`."""
    warning: str
    """Why the bank may not cover a stake; empty if there is nothing to warn of."""
    leave: bool
    ready: bool


class Made(TypedDict):
    """The Play wager, or the fold, and its street."""

    street: str
    multiple: int | None


class HeldHand(TypedDict):
    """What one's two cards make with the board so far."""

    kind: str
    """The category, as `full_house`."""
    says: str


class SeatDocument(TypedDict):
    """A taken seat, what lies before it and how its last round was settled."""

    name: str
    mine: bool
    bot: bool
    rail: int
    """The player's chips that are not wagered; the same at each seat of one player."""
    ready: bool
    lamp: bool
    """Whether the sensor is lit: the seat made the progressive wager and is still eligible."""
    wagers: dict[str, int]
    collected: list[str]
    """The wagers lost by a fold that the dealer has already collected."""
    under: str | None
    """The wager that the cards lie under, face down."""
    cards: list[Face]
    decision: Made | None
    hand: str | None
    makes: HeldHand | None
    """What the cards make with the board so far; only for one's own seats, and not after a fold."""
    five: list[str]
    """The five cards that make up the hand, once it is turned up."""
    result: str
    """How the hand compares with the dealer's, in words, once the round is settled; only for your own seats."""
    void: str | None
    lines: list[Line]
    offers: Offers | None
    """Only for your own seats."""


Faces = tuple[Card | None, ...]
"""Cards in their places; a face-down card is ``None``."""


@record
class SpotView:
    """The cards and wagers of a seat."""

    wagers: Mapping[Wager, int]
    collected: tuple[Wager, ...]
    """The wagers lost by a fold that the dealer has collected."""
    under: Wager | None
    """The wager that its cards lie under."""
    cards: Faces
    decision: Decision | None
    hand: str | None
    void: str | None


@record
class SeatView:
    """A taken seat: its player, the chips, and its cards and wagers."""

    player: PlayerId
    rail: int
    spot: SpotView | None


class PartBuilder:
    """Builds the parts of a table's document from scratch."""

    def seats(self, shown: TableSnapshot) -> dict[str, SeatDocument]:
        """Return every taken seat as everyone may see it."""
        return {str(seat): self.watched(shown, seat) for seat in sorted(shown.table.chairs)}

    def watched(self, shown: TableSnapshot, seat: Seat) -> SeatDocument:
        """Return the seat as everyone may see it."""
        table = shown.table
        seen, held = seat_view(table, seat, own=False), table.round.spots.get(seat)
        spot = seen.spot
        decision = spot.decision if spot is not None else None
        has_progressive = spot is not None and Wager.PROGRESSIVE in spot.wagers
        turned_up = spot is not None and spot.hand is not None and held is not None
        return {
            "name": name_of(seen.player),
            "mine": False,
            "bot": is_bot(seen.player),
            "rail": seen.rail,
            "ready": seat in shown.ready,
            "lamp": has_progressive and is_lit(table, seat, shown.posted) and seat not in table.dark,
            "wagers": {wager.value: cents for wager, cents in spot.wagers.items()} if spot is not None else {},
            "collected": [wager.value for wager in spot.collected] if spot is not None else [],
            "under": spot.under.value if spot is not None and spot.under is not None else None,
            "cards": faces(spot.cards) if spot is not None else [],
            "decision": {"street": decision.street.value, "multiple": decision.multiple}
            if decision is not None
            else None,
            "hand": spot.hand if spot is not None else None,
            "makes": None,
            "five": five(held.hole, table) if turned_up and held is not None else [],
            "result": "",
            "void": spot.void if spot is not None else None,
            "lines": lines_of(table, seat, shown.posted) if table.settled else [],
            "offers": None,
        }

    def own(self, shown: TableSnapshot, seat: Seat, watched: SeatDocument) -> SeatDocument:
        """Return the seat as its own player sees it, with its cards and offers."""
        spot = shown.table.round.spots.get(seat)
        seen = hole_view(spot, shown.table, own=True) if spot is not None else ()
        made, dealt = watched["decision"], shown.table.round
        folded = made is not None and made["multiple"] is None
        return {
            **watched,
            "mine": True,
            "cards": faces(seen),
            "makes": None if folded else _makes(seen, dealt.community[: dealt.community_shown]),
            "result": _result(shown.table, seat) if shown.table.phase is Phase.SETTLED else "",
            "offers": None if shown.is_past else offers(shown, seat),
        }

    def own_seats(
        self, shown: TableSnapshot, watched: Mapping[str, SeatDocument], own: Iterable[Seat]
    ) -> dict[str, SeatDocument]:
        """Return every taken seat as the owner of the `own` seats sees it, given the seats as everyone sees them."""
        return {**watched, **{str(seat): self.own(shown, seat, watched[str(seat)]) for seat in own}}

    def link(self, shown: LinkSnapshot) -> LinkDocument:
        """Return the table's link as everyone may see it."""
        return link_document(shown)


PART_BUILDER: Final = PartBuilder()
_OF_THE_SEATS: Final = frozenset({"chairs", "rails", "round", "round.spots", "round.acted"})
_OF_THE_DECKS: Final = frozenset(
    {"decks", "in_play", "last_in_play", "shuffles", "rack", "rounds_uncounted", "round.deck"}
)
"""What a seat's document does not depend on: a deck on its way, and how many cards are left."""
_FIELDS: Final = (*(each.name for each in fields(Table)), *(f"round.{each.name}" for each in fields(Round)))
_AROUND: Final = attrgetter(*(name for name in _FIELDS if name not in _OF_THE_SEATS | _OF_THE_DECKS))
"""Everything else of a table; a record that does not change it keeps the same objects."""


@dataclass(slots=True, kw_only=True)
class CachedPartBuilder(PartBuilder):
    """Builds a seat or the link only if something about it has changed since the last time.

    Most events concern one seat and leave the other five unchanged. Apart from the turn, a seat's document does not
    depend on other seats. Where players bank it depends on more, so nothing is cached.
    """

    _table: Table | None = None
    _around: tuple[object, ...] = ()
    _watched: dict[Seat, tuple[tuple[object, ...], SeatDocument]] = field(default_factory=dict)
    _own: dict[Seat, tuple[tuple[object, ...], SeatDocument]] = field(default_factory=dict)
    _link: tuple[Link, LinkDocument] | None = None

    def seats(self, shown: TableSnapshot) -> dict[str, SeatDocument]:
        """Return every taken seat as everyone may see it."""
        table, found = shown.table, {}
        if table is not self._table:
            self._clear_if_changed(shown)
        for seat, chair in sorted(table.chairs.items()):
            signs = (chair, table.rails[chair.player], table.round.spots.get(seat), seat in shown.ready)
            kept = self._watched.get(seat)
            if kept is None or not all(map(is_, kept[0], signs)):
                kept = self._watched[seat] = signs, self.watched(shown, seat)
            found[str(seat)] = kept[1]
        return found

    def own_seats(
        self, shown: TableSnapshot, watched: Mapping[str, SeatDocument], own: Iterable[Seat]
    ) -> dict[str, SeatDocument]:
        """Return every taken seat as the owner of the `own` seats sees it, given the seats as everyone sees them."""
        found = dict(watched)
        if shown.table is not self._table:
            self._clear_if_changed(shown)
        for seat in own:
            signs = (found[str(seat)], shown.is_past, shown.table.turn == seat, seat in shown.off_seats)
            kept = self._own.get(seat)
            if kept is None or not all(map(is_, kept[0], signs)):
                kept = self._own[seat] = signs, self.own(shown, seat, found[str(seat)])
            found[str(seat)] = kept[1]
        return found

    def link(self, shown: LinkSnapshot) -> LinkDocument:
        """Return the table's link as everyone may see it."""
        if self._link is None or self._link[0] is not shown.link:
            self._link = shown.link, link_document(shown)
        return self._link[1]

    def _clear_if_changed(self, shown: TableSnapshot) -> None:
        """Clear the cache if something has changed that does not belong to a seat."""
        table = shown.table
        around = (shown.posted, *_AROUND(table))
        if shown.posted.player_banks or not all(map(is_, self._around, around)):
            self._watched.clear()
            self._own.clear()
        self._table, self._around = table, around


def seat_view(table: Table, seat: Seat, *, own: bool) -> SeatView:
    """Return a taken seat as its own player sees it, or as everyone else does."""
    return SeatView(player=table.chairs[seat].player, rail=table.rail(seat), spot=_spot(table, seat, own))


def _spot(table: Table, seat: Seat, own: bool) -> SpotView | None:
    spot = table.round.spots.get(seat)
    if spot is None:
        return None
    return SpotView(
        wagers=dict(spot.wagers),
        collected=spot.collected,
        under=spot.under,
        cards=hole_view(spot, table, own=own),
        decision=spot.decision,
        hand=str(spot.hand) if spot.hand is not None else None,
        void=spot.void,
    )


def hole_view(spot: Spot, table: Table, *, own: bool) -> Faces:
    """Return a seat's two cards: visible to its own player after the opening deal, to all once turned up."""
    picked_up_unseen = spot.picked_up and spot.hand is None
    if picked_up_unseen and not own:
        return ()
    looked_at = own and table.phase is not Phase.OPENING_DEAL
    return spot.hole if looked_at or spot.hand is not None else (None,) * len(spot.hole)


def card_faces(cards: tuple[Card, ...], table: Table, *, shown: int) -> Faces:
    """Return the cards in their places; those face up, also by mistake, are visible."""
    return tuple([card if at < shown or card in table.round.exposed else None for at, card in enumerate(cards)])


def faces(seen: Faces) -> list[Face]:
    """Return the names of the cards; ``None`` for a face-down card."""
    return [NAMES[card] if card is not None else None for card in seen]


def five(hole: tuple[Card, ...], table: Table) -> list[str]:
    """Return the five cards that make up a hand that lies face up."""
    cards = (*hole, *table.round.community)
    return list(_best(cards)) if len(hole) == 2 and len(cards) == 7 else []


@lru_cache(maxsize=4096)
def _makes(seen: Faces, board: tuple[Card, ...]) -> HeldHand | None:
    """Return what the cards one sees make with the board so far, cached."""
    found = held_hand([card for card in seen if card is not None], board)
    return {"kind": found[0].key, "says": found[1]} if found is not None else None


def _result(table: Table, seat: Seat) -> str:
    """Return how the seat's hand compares with the dealer's, even if it folded; the round is settled."""
    spot = table.round.spots.get(seat)
    if spot is None or len(spot.hole) != 2 or len(table.round.community) != 5:
        return ""
    return result_sentence(table, spot, rank((*spot.hole, *table.round.community)))


@lru_cache(maxsize=4096)
def _best(cards: tuple[Card, ...]) -> tuple[str, ...]:
    return tuple(map(str, best_five(cards)))


def offers(shown: TableSnapshot, seat: Seat) -> Offers:
    """Return what the seat may do now, as decided by `refusal_of`."""
    posted, table = shown.posted, shown.table
    leave = refusal_of(table, c.LeaveSeat(seat=seat), posted) is None
    asked = _BANK_ACTS if posted.player_banks else ()
    acts = [kind.__name__ for kind in asked if refusal_of(table, kind(seat=seat), posted) is None]
    if table.phase is not Phase.WAGERS:
        answers = decisions(table, seat, posted) if table.turn == seat else ()
        kinds = set(map(type, answers))
        plays = [each.multiple for each in answers if isinstance(each, c.MakePlay)]
        return {
            **_NO_OFFERS,
            "plays": plays,
            "short": _capital(Teller(posted=posted).too_few_chips(table, seat)) if answers else "",
            "check": c.Check in kinds,
            "fold": c.Fold in kinds,
            "acts": acts,
            "warning": cover_warning(table, seat, posted) if answers and table.round.banker is not None else "",
            "leave": leave,
        }
    laid = table.round.spots[seat].wagers if seat in table.round.spots else {}
    offered = wager_offers(table, seat, posted) if seat not in shown.off_seats else ()
    backs = [c.TakeBackWager(seat=seat, wager=wager) for wager in Wager if wager in laid]
    return {
        **_NO_OFFERS,
        "wagers": [
            {"wager": each.wager.value, "min": each.cents_min, "max": each.cents_max, "unit": each.unit}
            for each in offered
        ],
        "back": [each.wager.value for each in backs if refusal_of(table, each, posted) is None],
        "bank": _bank(shown, seat),
        "acts": acts,
        "warning": cover_warning(table, seat, posted),
        "leave": leave,
        "ready": seat in table.round.spots and seat not in shown.ready,
    }


_NO_OFFERS: Final[Offers] = {
    "wagers": [],
    "back": [],
    "plays": [],
    "short": "",
    "check": False,
    "fold": False,
    "bank": None,
    "acts": [],
    "warning": "",
    "leave": False,
    "ready": False,
}


@cites("CA.PLAY19")
def _bank(shown: TableSnapshot, seat: Seat) -> OfferedBank | None:
    """Return the banks the seat may take, up to all its chips including those on its own wagers or its bank."""
    table, posted = shown.table, shown.posted
    if not posted.player_banks:
        return None
    banker = table.round.banker
    mine = banker.wager if banker is not None and banker.seat == seat else laid_by(table, seat)
    most = table.rail(seat) + mine
    least = mine if banker is not None and table.round.spots else posted.bank_min
    return {"min": least, "max": most} if refusal_of(table, c.Bank(seat=seat, cents=least), posted) is None else None


_BANK_ACTS: Final[tuple[type[c.BankAct], ...]] = get_args(c.BankAct)


def _capital(said: str) -> str:
    return f"{said[:1].upper()}{said[1:]}"
