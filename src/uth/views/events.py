"""An event as a reader is shown it: a field is shown because it is named here, and an event because it is listed.

What a reader may know of an event is built up from nothing. An event without an entry in `EVENTS` is shown to nobody,
neither at the table nor in the log, and a field without a column is not shown either.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, fields
from enum import StrEnum
from functools import cache
from typing import Any, Final

from uth.store.codec import encoded
from uth.table.round import events as e
from uth.table.round.state import Phase, Table
from uth.units import Seat
from uth.views.named import FIELDS, only_named

EventView = dict[str, Any]
"""An event as one reader is shown it: its name under ``is``, and the fields that reader may know."""


class Reader(StrEnum):
    """Who is shown an event."""

    EVERYONE = "everyone"
    """Every chair, whoever watches, and a sign."""
    OWN = "own"
    """The player the event is about, once the opening deal is over."""
    STAFF = "staff"
    """Dealers and the floor, at the table and on their consoles."""
    AUDITOR = "auditor"
    """Who may read the log, once the round is settled."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """The fields of an event by who is shown them; the staff and the auditor are shown what everyone is, too."""

    everyone: tuple[str, ...] = ()
    staff: tuple[str, ...] = ()
    """Also shown to the staff and to the auditor."""
    auditor: tuple[str, ...] = ()
    """Also shown to the auditor."""
    faces: tuple[str, ...] = ()
    """Cards that lie face down: ``None`` for each of them, and the cards themselves to the auditor."""
    own: tuple[str, ...] = ()
    """Those of `faces` that the player they were dealt to may look at."""
    counts: tuple[str, ...] = ()
    """Cards that are only counted: how many they are, and the cards themselves to the auditor."""
    turned_up: tuple[str, ...] = ()
    """A settled wager: without its hand, unless the seat's cards are turned up."""

    @property
    def decided(self) -> frozenset[str]:
        """Every field that is named in a column."""
        return frozenset((*self.everyone, *self.staff, *self.auditor, *self.faces, *self.counts, *self.turned_up))


def _shown(everyone: str = "", **others: str) -> Shown:
    return Shown(everyone=tuple(everyone.split()), **{column: tuple(each.split()) for column, each in others.items()})


EVENTS: Final[Mapping[type, Shown]] = {
    # At a seat.
    e.SeatTaken: _shown("seat player"),
    e.SeatLeft: _shown("seat cents"),
    e.ChipsBought: _shown("seat cents"),
    e.WagerPlaced: _shown("seat wager cents"),
    e.WagerTakenBack: _shown("seat wager clause reason"),
    e.BankTaken: _shown("seat cents"),
    e.BankGivenUp: _shown("seat"),
    e.BankDeclined: _shown("seat"),
    # The round.
    e.NoMoreBetsAnnounced: _shown(),
    e.GameStarted: _shown(),
    e.EntryFeeTaken: _shown("seat cents"),
    e.MeterRaised: _shown("meter amount"),
    e.HoleDealt: _shown("seat", faces="cards", own="cards"),
    e.DealerDealt: _shown(faces="cards"),
    e.CommunityDealt: _shown(faces="cards"),
    e.CardBurned: _shown(faces="cards"),
    e.StreetOpened: _shown("street"),
    e.Checked: _shown("seat"),
    e.PlayMade: _shown("seat multiple cents"),
    e.Folded: _shown("seat"),
    e.WagerCollected: _shown("seat wager cents"),
    e.CardsTucked: _shown("seat under"),
    e.FlopShown: _shown("cards"),
    e.TurnAndRiverShown: _shown("cards"),
    e.DealerHandShown: _shown("cards hand qualifies five"),
    e.HandShown: _shown("seat hand outcome"),
    e.WagerSettled: _shown("seat award round", turned_up="settled", staff="at_cage"),
    e.WinningsCut: _shown("seat wager cents"),
    e.EnvyPaid: _shown("seat from_seat cents means round"),
    e.MeterPaid: _shown("meter cents seeded"),
    e.BankSettled: _shown("seat wager used net"),
    e.RoundSettled: _shown("players house"),
    e.CardsCollected: _shown(),
    # The cards around the round; the order of a deck and the cards to come are nobody's.
    e.DeckReceived: _shown("back"),
    e.DeckInspected: _shown("back"),
    e.DeckVerified: _shown("back by"),
    e.DeckSpread: _shown("back"),
    e.DeckLookedOver: _shown("back seat"),
    e.DeckWashed: _shown("back"),
    e.DeckStacked: _shown("back"),
    e.CoverAllModeSet: _shown(),
    e.TableOpened: _shown(),
    e.WagersInvited: _shown(),
    e.TableIdled: _shown(),
    e.TableClosed: _shown(),
    e.ShufflerLoaded: _shown("back"),
    e.DeckShuffled: _shown("back", auditor="cards"),
    e.DeckCut: _shown("back taken"),
    e.RecutOrdered: _shown("back by reason"),
    e.DeckPlaced: _shown("back"),
    e.CardsRead: _shown(auditor="cards"),
    e.StubCounted: _shown("cards expected"),
    e.CardsPickedUp: _shown("pile seat counted", counts="cards"),
    e.HandLeftExposed: _shown("seat clause"),
    e.CoverAllPaysShown: _shown("hands pays"),
    e.HandsRebuilt: _shown(staff="hands"),
    # What goes wrong.
    e.IrregularityReported: _shown("irregularity moment"),
    e.IrregularityRuled: _shown("remedies clause says"),
    e.FloorCalled: _shown("irregularity choices clause"),
    e.FloorRuled: _shown("remedy by reason clause"),
    e.CardsExposed: _shown("cards"),
    e.CardsFoundFaceUp: _shown("count"),
    e.CardsMisdealt: _shown("seat held"),
    e.DealPutRight: _shown("seat held"),
    e.HandVoided: _shown("seat clause"),
    e.RoundVoided: _shown("clause saves"),
    e.IncrementReversed: _shown("meter amount clause"),
    e.ReplacementOrdered: _shown("dealer positions clause"),
    e.CardsReplaced: _shown("dealer positions", auditor="cards"),
    e.ReshuffleOrdered: _shown("back clause"),
    e.RemovalOrdered: _shown("back clause"),
    e.DeckRemoved: _shown("back"),
    # The progressive.
    e.ProgressiveStopped: _shown("clause"),
    e.ProgressiveRestored: _shown(),
    e.MetersRead: _shown("meters"),
    e.LinkRead: _shown("down dark"),
    e.AwardOwed: _shown("seat settled"),
    e.AwardChanged: _shown("seat cents to round"),
    e.AwardBrought: _shown("seat cents means round"),
    e.AwardDenied: _shown("seat cents by reason round cites"),
    e.AwardTakenBack: _shown("seat cents by reason round cites"),
    e.EnvyOwed: _shown("seat from_seat cents"),
    e.EnvyDenied: _shown("seat from_seat cents reason round"),
    e.EnvyTakenBack: _shown("seat from_seat cents reason round"),
    # Disputes and the floor; what is said and the evidence are for the staff.
    e.RoundDisputed: _shown("dispute seat freezes late", staff="says evidence"),
    e.RoundReviewed: _shown("dispute freezes late clause", staff="by reason evidence"),
    e.SettlementReversed: _shown("seat settled round at_cage"),
    e.BankCorrected: _shown("seat cents"),
    e.DisputeResolved: _shown("dispute finding by reason clause players round second regulator"),
    e.DisputeAppealed: _shown("dispute seat regulator clause round", staff="says"),
    e.ActedForSeat: _shown("seat by reason clause"),
    e.TableSet: _shown("hands_per_player entry_fee by reason clause"),
    e.PlayerRemoved: _shown("seat clause", staff="player by reason from_house"),
}
"""Every event of a table, with what of it each reader is shown."""

OWN_EVENTS: Final = frozenset(kind for kind, shown in EVENTS.items() if shown.own)
"""The events that a chair of one's own is shown more of than whoever only watches."""

LOGGED: Final[Mapping[str, frozenset[str]]] = {
    **FIELDS,
    **{kind.__name__: frozenset(("is", *shown.decided)) for kind, shown in EVENTS.items()},
}
"""What of a record in the log may be read once its round is settled: of an event, every field that has a column."""


def event_view(event: e.Event, table: Table, chair: Seat | None, reader: Reader = Reader.EVERYONE) -> EventView | None:
    """Return the event as the reader on that chair is shown it, or ``None`` for one that is shown to nobody.

    The table is as the event left it. A chair of one's own adds what its player alone may look at.
    """
    kind: type = type(event)
    write = _writer(kind, reader)
    if write is None:
        return None
    if kind in OWN_EVENTS and chair is not None and reader is not Reader.AUDITOR and _may_look(event, table, chair):
        write = _writer(kind, Reader.OWN) or write
    return write(event, table)


def event_views(events: Iterable[e.Event], table: Table, reader: Reader = Reader.EVERYONE) -> list[EventView]:
    """Return events of the past as anybody of that kind is shown them, whatever their chair."""
    views = (event_view(event, table, None, reader) for event in events)
    return [view for view in views if view is not None]


Writer = Callable[[e.Event, Table], EventView]
FieldWriter = Callable[[e.Event, Table], Any]


@cache
def _writer(kind: type, reader: Reader) -> Writer | None:
    """Return how an event of that class is written for the reader, or ``None`` for one that nobody is shown."""
    shown = EVENTS.get(kind)
    if shown is None:
        return None
    name, written = kind.__name__, list(_field_writers(kind, shown, reader))

    def write(event: e.Event, table: Table) -> EventView:
        return {"is": name, **{field: value(event, table) for field, value in written}}

    return write


def _field_writers(kind: type, shown: Shown, reader: Reader) -> list[tuple[str, FieldWriter]]:
    """Return how each field is written that the reader is shown, in the order of the event."""
    found: dict[str, FieldWriter] = {}
    for name in shown.faces:
        found[name] = _whole(name) if reader is Reader.OWN and name in shown.own else _face_down(name)
    found |= {name: _count(name) for name in shown.counts}
    found |= {name: _turned_up(name) for name in shown.turned_up}
    whole = shown.everyone
    if reader in (Reader.STAFF, Reader.AUDITOR):
        whole += shown.staff
    if reader is Reader.AUDITOR:
        whole += (*shown.auditor, *shown.faces, *shown.counts, *shown.turned_up)
    found |= {name: _whole(name) for name in whole}
    return [(each.name, found[each.name]) for each in fields(kind) if each.name in found]


def _whole(name: str) -> FieldWriter:
    def write(event: e.Event, _: Table) -> Any:
        value = encoded(getattr(event, name))
        return only_named(value) if isinstance(value, dict | list) else value

    return write


def _face_down(name: str) -> FieldWriter:
    return lambda event, _: [None] * len(getattr(event, name))


def _count(name: str) -> FieldWriter:
    return lambda event, _: len(getattr(event, name))


def _turned_up(name: str) -> FieldWriter:
    def write(event: e.Event, table: Table) -> Any:
        settled, spot = getattr(event, name), table.spots.get(_seat_of(event))
        is_up = spot is not None and spot.hand is not None
        return only_named(encoded(settled if is_up else settled._replace(hand=None)))

    return write


def _may_look(event: e.Event, table: Table, chair: Seat) -> bool:
    """Whether the event is about the player on that chair, who may look at the cards: not while they are dealt."""
    mine, theirs = table.chairs.get(chair), table.chairs.get(_seat_of(event))
    is_own = mine is not None and theirs is not None and mine.player == theirs.player
    return is_own and table.phase is not Phase.OPENING_DEAL


def _seat_of(event: e.Event) -> Seat:
    seat: Seat = getattr(event, "seat", Seat(0))
    return seat
