"""Rebuilds the table of a house from the view sent to its seat, for the screens and keys of a local table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from uth.cards import DECK, Card
from uth.ranking import Hand, rank
from uth.rules.values import Street, Wager
from uth.table.deck.decks import Deck, DeckStage, backs
from uth.table.posted import Posted
from uth.table.round import events as e
from uth.table.round.state import ACTING, Chair, Phase, Round, Spot, Table, new_table
from uth.table.settle.settled import Banker, Decision, Outcome, SettledWager
from uth.units import PlayerId, Seat

if TYPE_CHECKING:
    from uth.views.seat import Face, SeatDocument
    from uth.views.table import TableDocument

SHOWN: Final = {
    Phase.CLOSED: 0,
    Phase.OPENING: 0,
    Phase.WAGERS: 0,
    Phase.OPENING_DEAL: 0,
    Phase.PREFLOP: 0,
    Phase.FLOP_DEAL: 0,
    Phase.FLOP: 3,
    Phase.RIVER_DEAL: 3,
}
"""The most community cards that are face up in each phase; five in later ones."""

IN_PLACE: Final = Deck(stage=DeckStage.IN_PLACE)


def table_of(view: TableDocument, posted: Posted, players: Mapping[Seat, PlayerId]) -> Table:
    """Return the table of that view; each face-down card is replaced by one that is not in sight.

    It has what the rules need to determine what a seat may do, but not what the dealer has to do next.
    """
    phase, stand_ins = Phase(view["phase"]), _out_of_sight(view)
    community = _cards(view["community"], stand_ins)
    known = next((at for at, face in enumerate(view["community"]) if face is None), len(community))
    shown = min(SHOWN.get(phase, 5), 5 if known == 5 else 3 if known >= 3 else 0)
    dealer = _cards(view["dealer"], stand_ins)
    hand = _hand(dealer, community) if view["dealer_hand"] is not None else None
    seats = {Seat(int(seat)): each for seat, each in view["seats"].items()}
    spots = {seat: _spot(each, community, stand_ins) for seat, each in seats.items() if each["wagers"]}
    return replace(
        new_table(posted),
        chairs={seat: Chair(player=players[seat]) for seat in seats},
        rails={players[seat]: each["rail"] for seat, each in seats.items()},
        phase=phase,
        decks=dict.fromkeys(backs(posted), IN_PLACE) if phase not in (Phase.CLOSED, Phase.OPENING) else {},
        rounds=view["rounds"],
        meters={name: Fraction(cents) for name, cents in view["meters"].items()},
        linked=view["link"] is not None,
        progressive_down=view["progressive_down"],
        button=Seat(view["button"]) if view["button"] is not None else None,
        round=Round(
            spots=spots,
            acted=_acted(phase, spots, view["turn"]),
            dealer=dealer,
            dealer_hand=hand,
            qualifies=view["qualifies"],
            community=community,
            community_shown=shown,
            exposed=_exposed(view, shown),
            banker=_banker(view),
            void=view["void"],
        ),
    )


def settled_events(view: TableDocument) -> Iterator[e.WagerSettled | e.BankSettled]:
    """Yield the settlement of a settled round as events, for a reader who joined later."""
    for seat, each in view["seats"].items():
        for line in each["lines"]:
            if line["wager"] == "bank":
                continue
            settled = SettledWager(
                wager=Wager(line["wager"]),
                stake=line["stake"],
                outcome=Outcome(line["outcome"]),
                returned=line["returned"],
                won=line["won"],
                cites=tuple(line["clauses"]),
                cut=line["cut"],
                row=line["row"],
            )
            yield e.WagerSettled(seat=Seat(int(seat)), settled=settled)
    bank = view["banker"]
    if bank is not None and bank["used"] is not None and bank["net"] is not None:
        yield e.BankSettled(seat=Seat(bank["seat"]), wager=bank["wager"], used=bank["used"], net=bank["net"])


def envy_events(view: TableDocument) -> Iterator[e.EnvyPaid]:
    """Yield the envy of a settled round as if all of it were paid."""
    for envy in view["envy"]:
        yield e.EnvyPaid(seat=Seat(envy["seat"]), from_seat=Seat(envy["from_seat"]), cents=envy["cents"])


def own_cards(view: TableDocument, seat: Seat) -> tuple[Card, ...]:
    """Return the cards of the person's own seat once they may look at both; before that, nothing."""
    each = view["seats"].get(str(seat))
    known = tuple(Card(face) for face in (each["cards"] if each is not None else ()) if face is not None)
    return known if len(known) == 2 else ()


def _out_of_sight(view: TableDocument) -> Iterator[Card]:
    faces = [*view["community"], *view["dealer"], *(face for each in view["seats"].values() for face in each["cards"])]
    seen = {face for face in faces if face is not None}
    return (card for card in DECK if str(card) not in seen)


def _cards(faces: list[Face], stand_ins: Iterator[Card]) -> tuple[Card, ...]:
    return tuple(next(stand_ins) if face is None else Card(face) for face in faces)


def _hand(hole: tuple[Card, ...], community: tuple[Card, ...]) -> Hand | None:
    return rank((*hole, *community)) if len(hole) == 2 and len(community) == 5 else None


def _exposed(view: TableDocument, shown: int) -> frozenset[Card]:
    """Return the cards that were exposed before they were turned up."""
    dealer = view["dealer"] if view["dealer_hand"] is None else []
    return frozenset(Card(face) for face in (*dealer, *view["community"][shown:]) if face is not None)


def _spot(each: SeatDocument, community: tuple[Card, ...], stand_ins: Iterator[Card]) -> Spot:
    hole, decision = _cards(each["cards"], stand_ins), each["decision"]
    return Spot(
        wagers={Wager(wager): cents for wager, cents in each["wagers"].items()},
        collected=tuple(map(Wager, each["collected"])),
        under=Wager(each["under"]) if each["under"] is not None else None,
        hole=hole,
        decision=Decision(street=Street(decision["street"]), multiple=decision["multiple"]) if decision else None,
        hand=_hand(hole, community) if each["hand"] is not None else None,
        void=each["void"],
    )


def _acted(phase: Phase, spots: Mapping[Seat, Spot], turn: int | None) -> frozenset[Seat]:
    """Return the seats that have answered on this street: all before the seat to act, or all."""
    if phase not in ACTING:
        return frozenset()
    return frozenset(seat for seat, spot in spots.items() if spot.can_act and (turn is None or seat < turn))


def _banker(view: TableDocument) -> Banker | None:
    banker = view["banker"]
    return Banker(seat=Seat(banker["seat"]), wager=banker["wager"]) if banker is not None else None
