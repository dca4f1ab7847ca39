"""Remedies: from the report of an irregularity to a ruling, and from the ruling to cards and money."""

from __future__ import annotations

from collections.abc import Iterator

from uth.cards import Card
from uth.cites import cites
from uth.errors import Refused, quoted
from uth.rules.procedure import Remedy
from uth.rules.values import Street, Wager
from uth.table.deck.decks import Back, Pile
from uth.table.deck.opening import not_due, refused_person
from uth.table.deck.stub import stub_leaves
from uth.table.floor.irregularities import (
    CardsFaceUp,
    DealerCardExposed,
    ExtraCardToAll,
    Irregularity,
    ProgressiveDown,
    SeatMissed,
    StubCountWrong,
    WrongCommunityShown,
    WrongNumberOfCards,
)
from uth.table.floor.rulings import FLOOR_RULING, choices, counted, in_shuffler, rule_for
from uth.table.floor.system_failure import DOWN, returned, unlocked_seats
from uth.table.floor.voids import hand_voided, round_voided, settlement_voided
from uth.table.posted import Posted
from uth.table.round import commands as c
from uth.table.round import events as e
from uth.table.round.dealing import next_delivery
from uth.table.round.due import moment_of
from uth.table.round.refusal import Refusal
from uth.table.round.state import Phase, Table, with_round
from uth.units import Seat


def reported(table: Table, what: Irregularity, posted: Posted) -> Iterator[e.Event]:
    """Record the irregularity and its facts, then rule on it by the book or call the floor."""
    what = counted(table, what)
    yield e.IrregularityReported(irregularity=what, moment=moment_of(table))
    yield from _facts(table, what)
    rule = rule_for(table, what, posted)
    if rule is None or rule.remedy == (Remedy.FLOOR_DECIDES,):
        clause = rule.clause if rule is not None else FLOOR_RULING
        yield e.FloorCalled(irregularity=what, choices=choices(table, what, posted), clause=clause)
        return
    yield e.IrregularityRuled(remedies=rule.remedy, clause=rule.clause, says=rule.says)
    for remedy in rule.remedy:
        yield from _done(table, what, remedy, rule.clause, rule.saves, posted)


@cites("MA.14a", "GR.WRONG1", "R68")
def _facts(table: Table, what: Irregularity) -> Iterator[e.Event]:
    """Yield the events that record what happened to the cards."""
    match what:
        case DealerCardExposed(positions=positions):
            yield e.CardsExposed(cards=tuple(card for at, card in enumerate(table.round.dealer, 1) if at in positions))
        case CardsFaceUp(cards=cards):
            yield e.CardsFoundFaceUp(count=cards)
        case WrongCommunityShown(positions=positions):
            yield e.CardsExposed(cards=tuple(table.round.community[at - 1] for at in sorted(positions)))
        case WrongNumberOfCards() | SeatMissed() | ExtraCardToAll():
            for seat, held in _misdealt(table, what):
                yield e.CardsMisdealt(seat=seat, held=held)


def _misdealt(
    table: Table, what: WrongNumberOfCards | SeatMissed | ExtraCardToAll
) -> Iterator[tuple[Seat | None, int]]:
    """Yield each misdealt hand with the number of cards it holds; the dealer is ``None``."""
    match what:
        case WrongNumberOfCards(seat=seat, cards=cards):
            yield seat, cards
        case SeatMissed(seat=seat):
            yield seat, 0
        case ExtraCardToAll():
            for seat, spot in sorted(table.round.spots.items()):
                if not spot.picked_up:
                    yield seat, len(spot.hole) + 1


def _done(
    table: Table, what: Irregularity, remedy: Remedy, clause: str, saves: tuple[Wager, ...], posted: Posted
) -> Iterator[e.Event]:
    """Yield the events of the remedy. `table` is the state before the irregularity."""
    match remedy:
        case Remedy.DISCARD_CARDS:
            count = what.cards if isinstance(what, CardsFaceUp) else 1
            yield e.CardsPickedUp(pile=Pile.FACE_UP, cards=table.round.deck[:count])
            dealt_out = table.phase is Phase.OPENING_DEAL and next_delivery(table, posted.dealing) is None
            if dealt_out and count >= len(table.round.deck):  # no stub is left that could open the street
                yield e.StreetOpened(street=Street.PREFLOP)
        case Remedy.COMPLETE_DEAL:
            yield from _put_right(table, what)
        case Remedy.VOID_HAND:
            yield from hand_voided(table, _seat_of(what), clause, posted)
        case Remedy.VOID_ROUND:
            settled = table.phase is Phase.SETTLED
            yield from settlement_voided(table, clause) if settled else round_voided(table, clause, saves, posted)
        case Remedy.REPLACE_DEALER_CARDS:
            yield e.ReplacementOrdered(dealer=True, positions=(), clause=clause)
        case Remedy.REPLACE_COMMUNITY_CARDS:
            positions = what.positions if isinstance(what, WrongCommunityShown) else ()
            yield e.ReplacementOrdered(dealer=False, positions=tuple(sorted(positions)), clause=clause)
        case Remedy.RESHUFFLE:
            yield from (e.ReshuffleOrdered(back=Back(back), clause=clause) for back in in_shuffler(table))
        case Remedy.REMOVE_DECK:
            yield from _removed(table, what, clause)
        case Remedy.STOP_PROGRESSIVE:
            yield from _stopped(table, what, clause, posted)
        case Remedy.CONTINUE | Remedy.USE_AS_NEXT | Remedy.FLOOR_DECIDES:
            return


def _seat_of(what: Irregularity) -> Seat:
    seat: Seat | None = getattr(what, "seat", None)
    return seat if seat is not None else Seat(0)


def _put_right(table: Table, what: Irregularity) -> Iterator[e.Event]:
    """Deal the missing cards in sequence, or take an extra card back as the next one.

    The book rules before the cards have moved. When the floor rules they are already misplaced, and `misdealt` holds
    the right numbers.
    """
    if isinstance(what, WrongNumberOfCards | SeatMissed | ExtraCardToAll):
        should = dict(table.round.misdealt) if table.round.floor is not None else {}
        for seat, _ in reversed(list(_misdealt(table, what))):
            now = len(table.round.dealer if seat is None else table.round.spots[seat].hole)
            yield e.DealPutRight(seat=seat, held=should.get(seat, now))


@cites("MA.7g", "MA.7h")
def _removed(table: Table, what: Irregularity, clause: str) -> Iterator[e.Event]:
    """Remove the deck from the table: one in the shuffler at once, one in play when its cards are collected."""
    inside = () if what.kind == "stub_count_wrong" else in_shuffler(table)
    if not inside and table.in_play is not None:
        yield e.RemovalOrdered(back=table.in_play, clause=clause)
    for back in inside:
        yield e.RemovalOrdered(back=Back(back), clause=clause)
        yield e.DeckRemoved(back=Back(back))


@cites("CN.48")
def _stopped(table: Table, what: Irregularity, clause: str, posted: Posted) -> Iterator[e.Event]:
    """Stop progressive wagers unless they are already stopped, and return those not yet locked."""
    yield from (returned(seat, clause, DOWN) for seat in unlocked_seats(table, posted))
    by_the_link = table.link_down and isinstance(what, ProgressiveDown) and what.at_win
    if not table.progressive_down and not by_the_link:
        yield e.ProgressiveStopped(clause=clause)


@cites("CN.50", "R42")
def refused_ruling(table: Table, command: c.RuleOnIrregularity) -> Refused | None:
    """Return why the floor's ruling is refused, or ``None``."""
    unsigned = refused_person(command.by, command.reason)
    if unsigned is not None:
        return unsigned
    call = table.round.floor
    if call is None:
        return Refused(Refusal.NOTHING_TO_RULE_ON, None, "nothing waits for a ruling of the floor")
    if command.remedy not in call.choices:
        listed = ", ".join(call.choices)
        return Refused(Refusal.REMEDY_NOT_OFFERED, call.clause, f"{quoted(command.remedy)} is not one of {listed}")
    return None


def floor_ruled(table: Table, command: c.RuleOnIrregularity, posted: Posted) -> Iterator[e.Event]:
    """Record the floor's ruling with its reason, and carry it out."""
    call = table.round.floor
    if call is None:
        return
    yield e.FloorRuled(remedy=command.remedy, by=command.by, reason=command.reason, clause=call.clause)
    yield from _done(table, call.irregularity, command.remedy, call.clause, (), posted)
    if isinstance(call.irregularity, ProgressiveDown) and command.remedy is not Remedy.STOP_PROGRESSIVE:
        yield from _stopped(table, call.irregularity, call.clause, posted)


@cites("GR.WRONG1", "GR.WRONG2")
def refused_replacement(table: Table, command: c.ReplaceCards, posted: Posted) -> Refused | None:
    """Return why the replacement is refused, or ``None``. The new order must hold exactly the shuffled cards."""
    replacing = table.round.replacing
    if replacing is None:
        return not_due(table, posted)
    wanted = sorted((*to_replace(table), *table.round.deck))
    cards = command.cards
    if not isinstance(cards, tuple) or not all(isinstance(card, int) for card in cards) or sorted(cards) != wanted:
        return Refused(Refusal.NOT_A_DECK, replacing.clause, f"the order is not of the {len(wanted)} cards left")
    return None


def to_replace(table: Table) -> tuple[Card, ...]:
    """Return the cards that go back into the deck."""
    replacing, community = table.round.replacing, table.round.community
    if replacing is None:
        return ()
    return table.round.dealer if replacing.dealer else tuple(community[at - 1] for at in replacing.positions)


def replaced(table: Table, command: c.ReplaceCards) -> Iterator[e.Event]:
    """Deal new cards face down in place of the old ones."""
    now = table.round.replacing
    if now is not None:
        yield e.CardsReplaced(dealer=now.dealer, positions=now.positions, cards=command.cards)


@cites("MA.7g", "MA.8d")
def stub_counted(table: Table, command: c.CountStub, posted: Posted) -> Iterator[e.Event]:
    """Count the stub. A right count is racked; a wrong one is ruled on.

    In a void round, a wrong count only removes the deck from the table.
    """
    if command.cards == len(table.round.deck):
        yield from stub_leaves(table, command)
        return
    yield e.StubCounted(cards=command.cards, expected=len(table.round.deck))
    wrong = StubCountWrong(misdealt=command.misdealt)
    if table.round.void is None:
        yield from reported(table, wrong, posted)
        return
    yield e.IrregularityReported(irregularity=wrong, moment=moment_of(table))
    rule = rule_for(with_round(table, void=None), wrong, posted)
    if rule is not None and Remedy.REMOVE_DECK in rule.remedy and table.in_play is not None:
        yield e.RemovalOrdered(back=table.in_play, clause=rule.clause)
    yield e.CardsPickedUp(pile=Pile.STUB, cards=table.round.deck)
