"""An event as a reader is shown it: a field is shown because it is named here, and an event because it is listed.

What a reader may know of an event is built up from nothing. An event without an entry in `EVENTS` is shown to nobody,
neither at the table nor in the log, and a field without a column is not shown either.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, fields, is_dataclass
from enum import StrEnum
from functools import cache
from typing import Any, Final, cast, get_args, get_type_hints

from uth.ranking import Hand
from uth.store.codec import encoded
from uth.table.posted import Posted
from uth.table.round import events as e
from uth.table.round.state import Phase, Table
from uth.units import Seat
from uth.views.named import FIELDS, only_named
from uth.views.sentences import sentence_of

EventView = dict[str, Any]
"""An event as one reader is shown it: its name under ``is``, the fields that reader may know, and its ``sentence``."""


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

    def hides(self, reader: Reader) -> bool:
        """Whether the reader is not told all of the event: a face-down card is in no sentence, not even afterwards."""
        faces = set(self.faces) - set(self.own) if reader is Reader.OWN else self.faces
        staff = self.staff if reader not in (Reader.STAFF, Reader.AUDITOR) else ()
        return bool(staff or self.auditor or faces or self.counts or self.turned_up)


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

OWN_EVENTS: Final = cast(tuple[type[e.HoleDealt], ...], tuple(kind for kind, shown in EVENTS.items() if shown.own))
"""The events that a chair of one's own is shown more of than whoever only watches."""

LOGGED: Final[Mapping[str, frozenset[str]]] = {
    **FIELDS,
    **{kind.__name__: frozenset(("is", *shown.decided)) for kind, shown in EVENTS.items()},
}
"""What of a record in the log may be read once its round is settled: of an event, every field that has a column."""


def event_view(
    event: e.Event, table: Table, posted: Posted, chair: Seat | None = None, reader: Reader = Reader.EVERYONE
) -> EventView | None:
    """Return the event as the reader on that chair is shown it, or ``None`` for one that is shown to nobody.

    The table is as the event left it. A chair of one's own adds what its player alone may look at.
    """
    view = event_fields(event, table, chair, reader)
    return told_to(own_seats(table, chair), view, event, table, posted, reader)[0] if view is not None else None


def event_views(
    events: Iterable[e.Event], table: Table, posted: Posted, reader: Reader = Reader.EVERYONE
) -> list[EventView]:
    """Return events of the past as anybody of that kind is shown them, whatever their chair."""
    views = (event_view(event, table, posted, None, reader) for event in events)
    return [view for view in views if view is not None]


def event_fields(event: e.Event, table: Table, chair: Seat | None, reader: Reader) -> EventView | None:
    """Return what the reader on that chair is shown of the event, without its sentence."""
    kind: type = type(event)
    write = _writer(kind, _reader_of(event, table, chair, reader))
    return write(event, table) if write is not None else None


def told_to(
    mine: frozenset[Seat], view: EventView, event: e.Event, table: Table, posted: Posted, reader: Reader
) -> tuple[EventView, frozenset[Seat]]:
    """Return the view with the sentence for whoever has those seats, and the seats that the sentence names."""
    own = next(iter(mine), None)
    kind: type = type(event)
    hides = _hides(kind, _reader_of(event, table, own, reader))
    sentence = sentence_of(event, table, posted, mine=mine, hides=hides)
    return {**view, "sentence": sentence.says}, sentence.named


@cache
def _hides(kind: type, reader: Reader) -> bool:
    return EVENTS[kind].hides(reader)


def own_seats(table: Table, chair: Seat | None) -> frozenset[Seat]:
    """Return the seats of the player on that chair."""
    seated = table.chairs.get(chair) if chair is not None else None
    if seated is None:
        return frozenset()
    return frozenset([seat for seat, each in table.chairs.items() if each.player == seated.player])


def _reader_of(event: e.Event, table: Table, chair: Seat | None, reader: Reader) -> Reader:
    """Return the reader, or the owner of the cards where it is one who may look at them."""
    if chair is None or not isinstance(event, OWN_EVENTS) or reader is Reader.AUDITOR:
        return reader
    return Reader.OWN if _may_look(event, table, chair) else reader


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
        found[name] = _whole(kind, name) if reader is Reader.OWN and name in shown.own else _face_down(name)
    found |= {name: _count(name) for name in shown.counts}
    found |= {name: _turned_up(kind, name) for name in shown.turned_up}
    whole = shown.everyone
    if reader in (Reader.STAFF, Reader.AUDITOR):
        whole += shown.staff
    if reader is Reader.AUDITOR:
        whole += (*shown.auditor, *shown.faces, *shown.counts, *shown.turned_up)
    found |= {name: _whole(kind, name) for name in whole}
    return [(each.name, found[each.name]) for each in fields(kind) if each.name in found]


def _whole(kind: type, name: str) -> FieldWriter:
    """Return how a field is written whole: filtered, unless all that it can hold is named."""
    if _is_named(get_type_hints(kind)[name]):
        return lambda event, _: encoded(getattr(event, name))
    return lambda event, _: only_named(encoded(getattr(event, name)))


def _is_named(hint: Any) -> bool:
    """Whether every record that a value of that type can hold is shown with all its fields."""
    if get_args(hint):
        return all(map(_is_named, get_args(hint)))
    names = getattr(hint, "_fields", None) or [each.name for each in fields(hint)] if _is_record(hint) else None
    if names is None:
        return True
    return FIELDS.get(hint.__name__) == frozenset(("is", *names)) and all(map(_is_named, get_type_hints(hint).values()))


def _is_record(hint: Any) -> bool:
    return isinstance(hint, type) and hint is not Hand and (is_dataclass(hint) or hasattr(hint, "_fields"))


def _face_down(name: str) -> FieldWriter:
    return lambda event, _: [None] * len(getattr(event, name))


def _count(name: str) -> FieldWriter:
    return lambda event, _: len(getattr(event, name))


def _turned_up(kind: type, name: str) -> FieldWriter:
    is_named = _is_named(get_type_hints(kind)[name])

    def write(event: e.Event, table: Table) -> Any:
        settled, spot = getattr(event, name), table.round.spots.get(_seat_of(event))
        is_up = settled.hand is None or (spot is not None and spot.hand is not None)
        shown = encoded(settled if is_up else settled._replace(hand=None))
        return shown if is_named else only_named(shown)

    return write


def _may_look(event: e.Event, table: Table, chair: Seat) -> bool:
    """Whether the event is about the player on that chair, who may look at the cards: not while they are dealt."""
    mine, theirs = table.chairs.get(chair), table.chairs.get(_seat_of(event))
    is_own = mine is not None and theirs is not None and mine.player == theirs.player
    return is_own and table.phase is not Phase.OPENING_DEAL


def _seat_of(event: e.Event) -> Seat:
    seat: Seat = getattr(event, "seat", Seat(0))
    return seat
