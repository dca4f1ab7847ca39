"""Event views: what each reader may see of an event, and its sentence for them.

Views are built from nothing: an event is shown because it has an entry in `EVENTS`, and a field because it has a column
there. Everything else is hidden at the table and in the log.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields, is_dataclass
from enum import StrEnum
from functools import cache
from typing import Any, Final, cast, get_args, get_type_hints

from uth.cards import Card
from uth.people.roles import BOT, name_of
from uth.ranking import Hand
from uth.store.codec import encoded
from uth.table.posted import Posted
from uth.table.round import events as e
from uth.table.round.state import Phase, Table
from uth.units import Seat
from uth.views.named import FIELDS, only_named
from uth.words.round import Teller, reader_sentence

EventView = dict[str, Any]
"""An event as one reader sees it: its name under ``is``, the fields they may see, and its ``sentence``."""


class Reader(StrEnum):
    """Who sees an event."""

    EVERYONE = "everyone"
    """Every chair, watchers and signs."""
    OWN = "own"
    """The player whom the event is about, once the opening deal is over."""
    STAFF = "staff"
    """Dealers and the floor, at the table and on their consoles."""
    AUDITOR = "auditor"
    """Readers of the log, once the round is settled."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Visibility:
    """The fields of an event by reader; the staff and the auditor also see what everyone does."""

    everyone: tuple[str, ...] = ()
    staff: tuple[str, ...] = ()
    """Also for the staff and the auditor."""
    auditor: tuple[str, ...] = ()
    """Also for the auditor."""
    faces: tuple[str, ...] = ()
    """Face-down cards; the auditor sees the cards, everyone else ``None`` for each."""
    own: tuple[str, ...] = ()
    """Those of `faces` that the player they were dealt to may see."""
    counts: tuple[str, ...] = ()
    """Cards that are only counted; the auditor sees the cards, everyone else their number."""
    turned_up: tuple[str, ...] = ()
    """A settled wager, without its hand unless the seat's cards are turned up."""

    @property
    def decided(self) -> frozenset[str]:
        """Every field that has a column."""
        return frozenset((*self.everyone, *self.staff, *self.auditor, *self.faces, *self.counts, *self.turned_up))

    def hides(self, reader: Reader) -> bool:
        """Whether some field is hidden from the reader; no sentence names a face-down card, not even afterwards."""
        faces = set(self.faces) - set(self.own) if reader is Reader.OWN else self.faces
        staff = self.staff if reader not in (Reader.STAFF, Reader.AUDITOR) else ()
        return bool(staff or self.auditor or faces or self.counts or self.turned_up)


def _visible(everyone: str = "", **others: str) -> Visibility:
    return Visibility(
        everyone=tuple(everyone.split()), **{column: tuple(each.split()) for column, each in others.items()}
    )


EVENTS: Final[Mapping[type, Visibility]] = {
    # At a seat.
    e.SeatTaken: _visible("seat player"),
    e.SeatLeft: _visible("seat cents player"),
    e.ChipsBought: _visible("seat cents"),
    e.WagerPlaced: _visible("seat wager cents"),
    e.WagerTakenBack: _visible("seat wager clause reason"),
    e.BankTaken: _visible("seat cents"),
    e.BankGivenUp: _visible("seat"),
    e.BankDeclined: _visible("seat"),
    # The round.
    e.NoMoreBetsAnnounced: _visible(),
    e.GameStarted: _visible(),
    e.EntryFeeTaken: _visible("seat cents"),
    e.MeterRaised: _visible("meter amount"),
    e.HoleDealt: _visible("seat", faces="cards", own="cards"),
    e.DealerDealt: _visible(faces="cards"),
    e.CommunityDealt: _visible(faces="cards"),
    e.CardBurned: _visible(faces="cards"),
    e.StreetOpened: _visible("street"),
    e.Checked: _visible("seat"),
    e.PlayMade: _visible("seat multiple cents"),
    e.Folded: _visible("seat"),
    e.WagerCollected: _visible("seat wager cents"),
    e.CardsTucked: _visible("seat under"),
    e.FlopShown: _visible("cards"),
    e.TurnAndRiverShown: _visible("cards"),
    e.DealerHandShown: _visible("cards hand qualifies five"),
    e.HandShown: _visible("seat hand outcome"),
    e.WagerSettled: _visible("seat award round", turned_up="settled", staff="at_cage"),
    e.WinningsCut: _visible("seat wager cents"),
    e.EnvyPaid: _visible("seat from_seat cents means round"),
    e.MeterPaid: _visible("meter cents seeded"),
    e.BankSettled: _visible("seat wager used net"),
    e.RoundSettled: _visible("players house"),
    e.CardsCollected: _visible(),
    # The cards around the round; nobody sees the order of a deck or the cards to come.
    e.DeckReceived: _visible("back"),
    e.DeckInspected: _visible("back"),
    e.DeckVerified: _visible("back by"),
    e.DeckSpread: _visible("back"),
    e.DeckLookedOver: _visible("back seat"),
    e.DeckWashed: _visible("back"),
    e.DeckStacked: _visible("back"),
    e.CoverAllModeSet: _visible(),
    e.TableOpened: _visible(),
    e.WagersInvited: _visible(),
    e.TableIdled: _visible(),
    e.TableClosed: _visible(),
    e.ShufflerLoaded: _visible("back"),
    e.DeckShuffled: _visible("back", auditor="cards"),
    e.DeckCut: _visible("back taken"),
    e.RecutOrdered: _visible("back by reason"),
    e.DeckPlaced: _visible("back"),
    e.CardsRead: _visible(auditor="cards"),
    e.ReadingCorrected: _visible(auditor="was cards"),
    e.StubCounted: _visible("cards expected"),
    e.CardsPickedUp: _visible("pile seat counted", counts="cards"),
    e.HandLeftExposed: _visible("seat clause"),
    e.CoverAllPaysShown: _visible("hands pays"),
    e.HandsRebuilt: _visible(staff="hands"),
    # Irregularities.
    e.IrregularityReported: _visible("irregularity moment"),
    e.IrregularityRuled: _visible("remedies clause says"),
    e.FloorCalled: _visible("irregularity choices clause"),
    e.FloorRuled: _visible("remedy by reason clause"),
    e.CardsExposed: _visible("cards"),
    e.CardsFoundFaceUp: _visible("count"),
    e.CardsMisdealt: _visible("seat held"),
    e.DealPutRight: _visible("seat held"),
    e.HandVoided: _visible("seat clause"),
    e.RoundVoided: _visible("clause saves"),
    e.IncrementReversed: _visible("meter amount clause"),
    e.ReplacementOrdered: _visible("dealer positions clause"),
    e.CardsReplaced: _visible("dealer positions", auditor="cards"),
    e.ReshuffleOrdered: _visible("back clause"),
    e.RemovalOrdered: _visible("back clause"),
    e.DeckRemoved: _visible("back"),
    # The progressive.
    e.ProgressiveStopped: _visible("clause"),
    e.ProgressiveRestored: _visible(),
    e.MetersRead: _visible("meters"),
    e.LinkRead: _visible("down dark"),
    e.AwardOwed: _visible("seat settled"),
    e.AwardChanged: _visible("seat cents to round"),
    e.AwardBrought: _visible("seat cents means round"),
    e.AwardDenied: _visible("seat cents by reason round cites"),
    e.AwardTakenBack: _visible("seat cents by reason round cites"),
    e.EnvyOwed: _visible("seat from_seat cents"),
    e.EnvyDenied: _visible("seat from_seat cents reason round"),
    e.EnvyTakenBack: _visible("seat from_seat cents reason round"),
    # Disputes and the floor; statements and evidence are for the staff.
    e.RoundDisputed: _visible("dispute seat freezes late", staff="says evidence"),
    e.RoundReviewed: _visible("dispute freezes late clause", staff="by reason evidence"),
    e.SettlementReversed: _visible("seat settled round at_cage"),
    e.BankCorrected: _visible("seat cents"),
    e.DisputeResolved: _visible("dispute finding by reason clause players round second regulator"),
    e.DisputeAppealed: _visible("dispute seat regulator clause round", staff="says"),
    e.ActedForSeat: _visible("seat by reason clause"),
    e.TableSet: _visible("hands_per_player entry_fee by reason clause"),
    e.PlayerRemoved: _visible("seat clause", staff="player by reason from_house"),
}
"""Every event of a table, with what each reader sees of it."""

OWN_EVENTS: Final = cast(tuple[type[e.HoleDealt], ...], tuple(kind for kind, visible in EVENTS.items() if visible.own))
"""The events of which a player sees more than a watcher does."""

LOGGED: Final[Mapping[str, frozenset[str]]] = {
    **FIELDS,
    **{kind.__name__: frozenset(("is", *visible.decided)) for kind, visible in EVENTS.items()},
}
"""The fields of a log record that may be read once its round is settled: every field with a column."""


def event_view(
    event: e.Event, table: Table, posted: Posted, chair: Seat | None = None, reader: Reader = Reader.EVERYONE
) -> EventView | None:
    """Return the event as this reader on this chair sees it, or ``None`` if nobody sees it.

    `table` is the state after the event. A player's own chair also sees the cards that only they may look at.
    """
    view = event_fields(event, table, chair, reader)
    return with_sentence(own_seats(table, chair), view, event, table, posted, reader)[0] if view is not None else None


def event_views(
    events: Iterable[e.Event], table: Table, posted: Posted, reader: Reader = Reader.EVERYONE
) -> list[EventView]:
    """Return past events as this kind of reader sees them without a chair."""
    views = (event_view(event, table, posted, None, reader) for event in events)
    return [view for view in views if view is not None]


def event_fields(event: e.Event, table: Table, chair: Seat | None, reader: Reader) -> EventView | None:
    """Return the fields that this reader on this chair may see, without the sentence."""
    kind: type = type(event)
    write = _writer(kind, _reader_of(event, table, chair, reader) if chair is not None else reader)
    return write(event, table) if write is not None else None


def with_sentence(
    mine: frozenset[Seat], view: EventView, event: e.Event, table: Table, posted: Posted, reader: Reader
) -> tuple[EventView, frozenset[Seat]]:
    """Return the view with the sentence for the owner of those seats, and the seats the sentence names."""
    own = next(iter(mine), None)
    kind: type = type(event)
    hides = _hides(kind, _reader_of(event, table, own, reader) if own is not None else reader)
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


def _reader_of(event: e.Event, table: Table, chair: Seat, reader: Reader) -> Reader:
    """Return `Reader.OWN` if the chair may look at the event's cards, otherwise the reader."""
    if not isinstance(event, OWN_EVENTS) or reader is Reader.AUDITOR:
        return reader
    return Reader.OWN if _may_look(event, table, chair) else reader


Writer = Callable[[e.Event, Table], EventView]
FieldWriter = Callable[[e.Event, Table], Any] | None
"""Writes one field of an event; ``None`` stands for the whole field as the log encodes it."""


@cache
def _writer(kind: type, reader: Reader) -> Writer | None:
    """Return the function that writes an event class for a reader, or ``None`` if nobody sees it."""
    shown = EVENTS.get(kind)
    if shown is None:
        return None
    name, written = kind.__name__, _field_writers(kind, shown, reader)

    def write(event: e.Event, table: Table) -> EventView:
        view: EventView = {"is": name}
        for each, value in written:
            view[each] = value(event, table) if value is not None else encoded(getattr(event, each))
        return view

    return write


def _field_writers(kind: type, visible: Visibility, reader: Reader) -> list[tuple[str, FieldWriter]]:
    """Return the writers of the fields that the reader may see, in the event's order."""
    found: dict[str, FieldWriter] = {}
    for name in visible.faces:
        found[name] = _whole(kind, name) if reader is Reader.OWN and name in visible.own else _face_down(name)
    found |= {name: _count(name) for name in visible.counts}
    found |= {name: _turned_up(kind, name) for name in visible.turned_up}
    whole = visible.everyone
    if reader in (Reader.STAFF, Reader.AUDITOR):
        whole += visible.staff
    if reader is Reader.AUDITOR:
        whole += (*visible.auditor, *visible.faces, *visible.counts, *visible.turned_up)
    found |= {name: _whole(kind, name) for name in whole}
    return [(each.name, found[each.name]) for each in fields(kind) if each.name in found]


def _whole(kind: type, name: str) -> FieldWriter:
    """Return the writer of a whole field; it filters unless everything the field can hold is named."""
    if _is_named(get_type_hints(kind)[name]):
        return None
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
    """Whether the event is about the player on that chair and the opening deal is over."""
    mine, theirs = table.chairs.get(chair), table.chairs.get(_seat_of(event))
    is_own = mine is not None and theirs is not None and mine.player == theirs.player
    return is_own and table.phase is not Phase.OPENING_DEAL


def _seat_of(event: e.Event) -> Seat:
    seat: Seat = getattr(event, "seat", Seat(0))
    return seat


# The sentence of an event for one reader: seats by their players' names, the reader's own as ``you``.


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatNames:
    """The names of a table's seats for the owner of some of them; it records the seats it was asked for."""

    table: Table
    mine: frozenset[Seat] = frozenset()
    left: str = ""
    """The player who has just left an empty seat."""
    named: set[Seat] = field(default_factory=set)

    def name(self, seat: Seat) -> str:
        """Return ``you``, the player's name, or the number of an empty seat."""
        self.named.add(seat)
        if seat in self.mine:
            return "you"
        chair = self.table.chairs.get(seat)
        player = chair.player if chair is not None else self.left
        return name_of(player).removeprefix(BOT) if player else f"seat {seat}"

    def does(self, seat: Seat, verb: str) -> str:
        """Return subject and verb: ``you check``, ``Ann checks``."""
        return f"{self.name(seat)} {verb}{'' if seat in self.mine else 's'}"

    def whose(self, seat: Seat) -> str:
        """Return the possessive: ``your``, ``Ann's``."""
        name = self.name(seat)
        return "your" if seat in self.mine else f"{name}'s"


@dataclass(frozen=True, slots=True)
class Sentence:
    """The sentence of an event and the seats it names; it is the same for everyone who owns none of them."""

    says: str
    named: frozenset[Seat]


def sentence_of(
    event: e.Event, table: Table, posted: Posted, *, mine: frozenset[Seat] = frozenset(), hides: bool
) -> Sentence:
    """Return the sentence of the event for the owner of those seats, given the table after it."""
    left = event.player if isinstance(event, e.SeatLeft) else ""
    names = SeatNames(table=table, mine=mine, left=left)
    says = reader_sentence(event, table, Teller(posted=posted, names=names, card=_in_words), hides=hides)
    return Sentence(says, frozenset(names.named))


def _in_words(card: Card) -> str:
    return card.words
