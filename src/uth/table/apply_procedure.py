"""`apply` for what happens around the round: decks, the rack, irregularities, disputes."""

from __future__ import annotations

from typing import Any, Final, assert_never

from uth.cards import Card
from uth.changed import changed
from uth.rules.procedure import Remedy
from uth.table import events as e
from uth.table.apply_awards import apply_award
from uth.table.apply_disputes import apply_dispute
from uth.table.decks import FRESH, Back, Deck, DeckStage, Pile, Racked
from uth.table.irregularities import ProgressiveDown
from uth.table.state import FloorCall, Phase, Replacing, Table
from uth.units import Seat

ROUND_FIELDS: Final = (
    "spots", "started", "acted", "someone_acted", "deck", "read", "dealt", "dealer", "dealer_hand", "qualifies",
    "community",
    "community_shown", "exposed", "face_up", "misdealt", "left_exposed", "banker", "declined", "void", "saves",
    "win_stands", "floor", "replacing", "leaving",
)  # fmt: skip
_EMPTY: Final = Table()


def cleared(table: Table) -> Table:
    """Return the table with nothing of the round left on it."""
    return changed(table, **{name: getattr(_EMPTY, name) for name in ROUND_FIELDS})


def with_deck(table: Table, back: Back, **changes: Any) -> Table:
    """Return the table with that deck changed."""
    return changed(table, decks={**table.decks, back: changed(table.decks.get(back, Deck()), **changes)})


def apply_procedure(table: Table, event: e.ProcedureEvent) -> Table:
    """Return the table after an event around the round."""
    match event:
        case e.DeckReceived() | e.DeckInspected() | e.DeckVerified() | e.DeckSpread() | e.DeckLookedOver():
            return _made_ready(table, event)
        case e.DeckWashed() | e.DeckStacked() | e.ShufflerLoaded() | e.DeckShuffled() | e.DeckCut():
            return _made_ready(table, event)
        case e.RecutOrdered() | e.DeckPlaced() | e.ReshuffleOrdered() | e.RemovalOrdered() | e.DeckRemoved():
            return _moved(table, event)
        case e.CoverAllModeSet() | e.TableOpened() | e.TableIdled() | e.TableClosed():
            return _opened(table, event)
        case e.CardsRead(cards=cards):
            return _read(table, cards)
        case e.StubCounted() | e.CardsPickedUp() | e.HandLeftExposed():
            return _racked(table, event)
        case e.CardsExposed() | e.CardsFoundFaceUp() | e.CardsMisdealt() | e.DealPutRight() | e.CardsReplaced():
            return _mended(table, event)
        case e.FloorCalled() | e.FloorRuled() | e.ReplacementOrdered():
            return _ruled(table, event)
        case e.ProgressiveStopped() | e.ProgressiveRestored():
            return changed(table, progressive_down=isinstance(event, e.ProgressiveStopped))
        case e.MetersRead(meters=meters):
            return changed(table, meters=dict(meters), linked=True)
        case e.LinkRead(down=down, dark=dark):
            return changed(table, link_down=down, dark=frozenset(dark))
        case (
            e.AwardOwed()
            | e.AwardChanged()
            | e.AwardBrought()
            | e.AwardDenied()
            | e.AwardTakenBack()
            | e.EnvyOwed()
            | e.EnvyDenied()
            | e.EnvyTakenBack()
        ):
            return apply_award(table, event)
        case e.IncrementReversed(meter=meter, amount=amount):
            return changed(table, meters={**table.meters, meter: table.meters[meter] - amount})
        case (
            e.RoundDisputed()
            | e.RoundReviewed()
            | e.DisputeResolved()
            | e.DisputeAppealed()
            | e.SettlementReversed()
            | e.BankCorrected()
        ):
            return apply_dispute(table, event)
        case e.HandVoided(seat=seat, clause=clause):
            return changed(table, spots={**table.spots, seat: changed(table.spots[seat], void=clause)})
        case e.RoundVoided(clause=clause, saves=saves):
            over = (not saves or table.phase is Phase.SHOWDOWN) and table.phase is not Phase.SETTLED
            return changed(table, void=clause, saves=saves, phase=Phase.SETTLING if over else table.phase)
        case e.TableSet(hands_per_player=hands, entry_fee=fee):
            return changed(table, hands_per_player=hands, entry_fee=fee)
        case e.PlayerRemoved(player=player):
            return changed(table, removed=table.removed | {player})
        case e.WagersInvited() | e.CoverAllPaysShown() | e.HandsRebuilt() | e.ActedForSeat():
            return table
        case e.IrregularityReported() | e.IrregularityRuled():
            return table
        case _:
            assert_never(event)


_STAGES: Final[dict[type, DeckStage]] = {
    e.DeckReceived: DeckStage.RECEIVED,
    e.DeckInspected: DeckStage.INSPECTED,
    e.DeckVerified: DeckStage.VERIFIED,
    e.DeckSpread: DeckStage.SPREAD,
    e.DeckLookedOver: DeckStage.SHOWN,
    e.DeckWashed: DeckStage.WASHED,
    e.DeckStacked: DeckStage.STACKED,
    e.ShufflerLoaded: DeckStage.IN_SHUFFLER,
}


def _made_ready(
    table: Table,
    event: e.DeckReceived
    | e.DeckInspected
    | e.DeckVerified
    | e.DeckSpread
    | e.DeckLookedOver
    | e.DeckWashed
    | e.DeckStacked
    | e.ShufflerLoaded
    | e.DeckShuffled
    | e.DeckCut,
) -> Table:
    back = event.back
    leaves_rack = back in table.decks and table.decks[back].stage is DeckStage.IN_RACK
    table = changed(table, rack=()) if leaves_rack else table
    match event:
        case e.DeckShuffled(cards=cards):
            table = changed(table, shuffles=table.shuffles + 1)
            return with_deck(table, back, stage=DeckStage.SHUFFLED, order=cards, was_cut=False)
        case e.DeckCut(taken=taken):
            order = table.decks[back].order
            return with_deck(table, back, stage=DeckStage.CUT, order=order[taken:] + order[:taken], was_cut=True)
    phase = Phase.OPENING if table.phase is Phase.CLOSED else table.phase
    return changed(with_deck(table, back, stage=_STAGES[type(event)]), phase=phase)


def _moved(
    table: Table, event: e.RecutOrdered | e.DeckPlaced | e.ReshuffleOrdered | e.RemovalOrdered | e.DeckRemoved
) -> Table:
    match event:
        case e.DeckPlaced(back=back):
            table = with_deck(table, back, stage=DeckStage.IN_PLACE)
            return changed(table, deck=table.decks[back].order, in_play=back)
        case e.RecutOrdered(back=back):
            table = with_deck(table, back, stage=DeckStage.SHUFFLED, was_cut=False)
            return changed(table, deck=(), in_play=None)
        case e.ReshuffleOrdered(back=back):
            return with_deck(table, back, stage=DeckStage.IN_SHUFFLER)
        case e.RemovalOrdered(back=back):
            return changed(table, leaving=table.leaving | {back})
        case e.DeckRemoved(back=back):
            kept = {other: deck for other, deck in table.decks.items() if other != back}
            racked = table.decks[back].stage is DeckStage.IN_RACK
            return changed(table, decks=kept, leaving=table.leaving - {back}, rack=() if racked else table.rack)


def _opened(table: Table, event: e.CoverAllModeSet | e.TableOpened | e.TableIdled | e.TableClosed) -> Table:
    match event:
        case e.CoverAllModeSet():
            return changed(table, cover_all_mode=True)
        case e.TableOpened():
            return changed(table, phase=Phase.WAGERS)
        case e.TableIdled():
            spread = {back: _spread(deck) for back, deck in table.decks.items()}
            return changed(table, decks=spread, deck=(), in_play=None, rack=(), settled=(), decided=(), unattended=True)
        case e.TableClosed():
            return changed(
                cleared(table),
                phase=Phase.CLOSED,
                decks={},
                in_play=None,
                rack=(),
                settled=(),
                decided=(),
                cover_all_mode=False,
            )


def _spread(deck: Deck) -> Deck:
    """Return the deck spread out again; one that is new at the table has yet to come so far."""
    new = deck.stage in FRESH[: FRESH.index(DeckStage.SPREAD)]
    return deck if new else changed(deck, stage=DeckStage.SPREAD, order=(), was_cut=False)


def _racked(table: Table, event: e.StubCounted | e.CardsPickedUp | e.HandLeftExposed) -> Table:
    match event:
        case e.StubCounted():
            return changed(table, rounds_uncounted=0)
        case e.HandLeftExposed(seat=seat):
            return changed(table, left_exposed=(*table.left_exposed, seat))
        case e.CardsPickedUp(pile=pile, cards=cards, seat=seat):
            table = changed(table, rack=(*table.rack, Racked(pile=pile, cards=cards, seat=seat)))
    match pile:
        case Pile.SEAT:
            return _hand_racked(table, seat or Seat(0))
        case Pile.FACE_UP:
            return changed(table, deck=table.deck[len(cards) :])
        case Pile.STUB:
            return changed(table, deck=())
        case Pile.DEALER:
            return changed(table, dealer=())
        case Pile.COMMUNITY:
            return changed(table, community=(), community_shown=0)
        case Pile.BURN:
            return table


def _hand_racked(table: Table, seat: Seat) -> Table:
    left = tuple(other for other in table.left_exposed if other != seat)
    spots = {**table.spots, seat: changed(table.spots[seat], picked_up=True)}
    return changed(table, spots=spots, left_exposed=left)


def _mended(
    table: Table, event: e.CardsExposed | e.CardsFoundFaceUp | e.CardsMisdealt | e.DealPutRight | e.CardsReplaced
) -> Table:
    match event:
        case e.CardsExposed(cards=cards):
            return changed(table, exposed=table.exposed | set(cards))
        case e.CardsFoundFaceUp(count=count):
            return changed(table, face_up=table.face_up + count)
        case e.CardsMisdealt(seat=seat, held=held):
            should = len(table.dealer if seat is None else table.spots[seat].hole)
            return changed(_holding(table, seat, held), misdealt=(*table.misdealt, (seat, should)))
        case e.DealPutRight(seat=seat, held=held):
            left = tuple(each for each in table.misdealt if each[0] != seat)
            return changed(_holding(table, seat, held), misdealt=left)
        case e.CardsReplaced(dealer=dealer, positions=positions, cards=cards):
            return _replaced(table, dealer, positions, cards)


def _holding(table: Table, seat: Seat | None, held: int) -> Table:
    """Return the table with so many cards held: what is missing is still undealt, what is too much came from there."""
    cards = table.dealer if seat is None else table.spots[seat].hole
    pool = table.undealt
    if held < len(cards):
        cards, pool = cards[:held], cards[held:] + pool
    else:
        cards, pool = cards + pool[: held - len(cards)], pool[held - len(cards) :]
    if table.deck or not any(racked.pile is Pile.STUB for racked in table.rack):
        table = changed(table, deck=pool)
    else:
        rack = tuple(changed(racked, cards=pool) if racked.pile is Pile.STUB else racked for racked in table.rack)
        table = changed(table, rack=rack)
    if seat is None:
        return changed(table, dealer=cards)
    return changed(table, spots={**table.spots, seat: changed(table.spots[seat], hole=cards)})


def _read(table: Table, cards: tuple[Card, ...]) -> Table:
    """Return the table with those cards next: on the deck, or in the places of what is to be replaced."""
    if table.replacing is not None:
        return changed(table, read=cards)
    return changed(table, read=cards, deck=(*cards, *(card for card in table.deck if card not in cards)))


def _replaced(table: Table, dealer: bool, positions: tuple[int, ...], cards: tuple[Card, ...]) -> Table:
    """Return the table with new cards in those places, the first of the order first, and the rest as the deck."""
    count = len(table.dealer) if dealer else len(positions)
    new, deck = cards[:count], cards[count:]
    back = table.dealer if dealer else tuple(table.community[at - 1] for at in positions)
    table = changed(table, deck=deck, replacing=None, exposed=table.exposed - set(back))
    if dealer:
        return changed(table, dealer=new)
    community = list(table.community)
    for at, card in zip(positions, new, strict=True):
        community[at - 1] = card
    return changed(table, community=tuple(community))


def _ruled(table: Table, event: e.FloorCalled | e.FloorRuled | e.ReplacementOrdered) -> Table:
    match event:
        case e.FloorCalled(irregularity=what, choices=choices, clause=clause):
            return changed(table, floor=FloorCall(irregularity=what, choices=choices, clause=clause))
        case e.FloorRuled(remedy=remedy):
            called = table.floor.irregularity if table.floor is not None else None
            stands = isinstance(called, ProgressiveDown) and called.at_win and remedy is Remedy.STOP_PROGRESSIVE
            return changed(table, floor=None, win_stands=table.win_stands or stands)
        case e.ReplacementOrdered(dealer=dealer, positions=positions, clause=clause):
            return changed(table, replacing=Replacing(dealer=dealer, positions=positions, clause=clause), read=())
