"""Rulings: the book's remedy for an irregularity, or the remedies the floor may choose from."""

from __future__ import annotations

from dataclasses import replace
from typing import Final, cast

from uth.cites import cites
from uth.errors import Refused
from uth.rules.procedure import IrregularityRule, Moment, Remedy
from uth.table.deck.decks import DeckStage
from uth.table.floor.irregularities import (
    CardDrawnInError,
    CardOffTable,
    CardsFaceUp,
    ConductBroken,
    DealerCardExposed,
    ExtraCardToAll,
    Irregularity,
    MachineJammed,
    NotShuffled,
    ProgressiveDown,
    SeatMissed,
    ShufflerCountWrong,
    ShufflerJammed,
    StubCountWrong,
    WrongCommunityShown,
    WrongNumberOfCards,
    faults_in,
)
from uth.table.floor.system_failure import award_waits, no_win, win_clause
from uth.table.posted import Posted
from uth.table.round.dealing import still_to_deal
from uth.table.round.due import facts_of, moment_of
from uth.table.round.refusal import Refusal
from uth.table.round.state import Table
from uth.units import Seat

FLOOR_RULING: Final = "R42"
"""The ruling that the floor decides where no clause says who does."""


def counted(table: Table, what: Irregularity) -> Irregularity:
    """Return the irregularity with the number of cards found face up earlier in the round (R49)."""
    return replace(what, before=table.round.face_up) if isinstance(what, CardsFaceUp) else what


@cites("MA.14a", "MA.14b", "MA.14c", "MA.14d", "MA.14e", "MA.14f", "CN.48", "CN.50", "GR.WRONG1", "GR.WRONG2",
       "GR.MISA1", "GR.MISA2", "GR.MISA3", "GR.MISA4", "GR.MISA5", "GR.MISA6", "GR.MISA7", "GR.MISB1", "GR.MISB2",
       "GR.MISB3")  # fmt: skip
def rule_for(table: Table, what: Irregularity, posted: Posted) -> IrregularityRule | None:
    """Return the first matching rule of the book whose remedies are possible as the cards lie, or ``None``."""
    moment, possible = moment_of(table), choices(table, what, posted)
    facts = what.facts | facts_of(table) | {posted.dealing.dealt_by.value}
    for rule in posted.rules.irregularity:
        fits = rule.kind is what.kind and (not rule.when or moment in rule.when) and facts.issuperset(rule.facts)
        if fits and (rule.remedy == (Remedy.FLOOR_DECIDES,) or set(rule.remedy) <= {*possible, Remedy.CONTINUE}):
            return rule
    return None


def refused_report(table: Table, what: object, posted: Posted) -> Refused | None:
    """Return why the report is refused, or ``None``."""
    for fault in faults_in(what):
        return Refused(Refusal.NOT_AN_IRREGULARITY, None, fault)
    says = _impossible(table, cast(Irregularity, what), posted)  # `faults_in` found no fault
    clause = win_clause(posted) if isinstance(what, ProgressiveDown) and what.at_win else None
    return Refused(Refusal.CANNOT_HAVE_HAPPENED, clause, says) if says is not None else None


def _impossible(table: Table, what: Irregularity, posted: Posted) -> str | None:
    """Return why the irregularity cannot have happened at this moment, or ``None``."""
    match what:
        case ProgressiveDown():
            return _progressive_cannot_fail(table, what, posted)
        case ShufflerJammed() | ShufflerCountWrong():
            return _shuffler_cannot_fail(table, what, posted)
    if table.round.void is not None:
        return "all hands are void already"
    if not table.is_dealing:
        return "no round is on; a settled one can be disputed"
    match what:
        case DealerCardExposed(positions=positions):
            there = len(table.round.dealer) >= min(positions) and moment_of(table) is not Moment.SHOWDOWN
            return None if there else _dealer_cards(table)
        case CardsFaceUp(cards=cards):
            return None if 1 <= cards <= len(table.undealt) else f"{cards} cards are not left to be found"
        case CardDrawnInError():
            return None if table.round.deck else "no card is left to draw"
        case WrongNumberOfCards() | SeatMissed() | ExtraCardToAll():
            return _cannot_be_misdealt(table, what, posted)
        case WrongCommunityShown(positions=positions):
            lying = range(table.round.community_shown + 1, len(table.round.community) + 1)
            return None if set(positions) <= set(lying) else "those community cards do not lie face down"
        case CardOffTable() | NotShuffled():
            return None if table.round.dealt or table.round.dealer or table.round.community else "no card is dealt"
        case StubCountWrong():
            return None if table.undealt else "there is no stub"
        case MachineJammed():
            return None if posted.dealing.dealt_by.value == "machine" else "no machine deals here"
        case ConductBroken(seat=seat):
            return _not_in_round(table, seat)


def _dealer_cards(table: Table) -> str:
    if moment_of(table) is Moment.SHOWDOWN:
        return "everyone has acted"
    return "the dealer has no card" if not table.round.dealer else "the dealer has no second card yet"


def _not_in_round(table: Table, seat: Seat) -> str | None:
    spot = table.round.spots.get(seat)
    if spot is None:
        return f"seat {seat} has no wager in this round"
    if spot.void is not None:
        return f"the hand of seat {seat} is void already"
    if spot.picked_up:
        return f"the cards of seat {seat} are in the discard rack"
    return None if spot.hole else f"seat {seat} has not been dealt to yet"


def _cannot_be_misdealt(
    table: Table, what: WrongNumberOfCards | SeatMissed | ExtraCardToAll, posted: Posted
) -> str | None:
    if what.fixable and (why := _cannot_be_put_right(table, what)):
        return f"it cannot be put right: {why}"
    spare = len(table.undealt) - still_to_deal(table, posted.dealing)
    if isinstance(what, ExtraCardToAll):
        held = [spot for spot in table.round.spots.values() if not spot.picked_up]
        dealt = held and all(spot.hole for spot in held) and len(held) <= spare
        return None if dealt else "not every seat has cards"
    seat, cards = (what.seat, what.cards) if isinstance(what, WrongNumberOfCards) else (what.seat, 0)
    if seat is not None and _not_in_round(table, seat) is not None:
        return _not_in_round(table, seat)
    held_now = len(table.round.dealer if seat is None else table.round.spots[seat].hole)
    if not held_now:
        return "the dealer has no card"
    if cards == held_now:
        return f"{cards} is the right number of cards"
    return None if cards - held_now <= spare else "there are not that many cards left"


@cites("MA.14d", "R48")
def _cannot_be_put_right(table: Table, what: WrongNumberOfCards | SeatMissed | ExtraCardToAll) -> str | None:
    """Return why the deal cannot be completed in sequence, or ``None``.

    The dealer's hand is completed only with cards that have not been seen.
    """
    if not table.round.deck:
        return "the stub has left the shoe"
    if not isinstance(what, WrongNumberOfCards) or what.seat is not None:
        return "community cards are turned up" if table.round.community_shown else None
    held = table.round.dealer
    needed = held[what.cards :] if what.cards < len(held) else table.round.deck[: what.cards - len(held)]
    if table.round.exposed.intersection(needed):
        return "a card that the dealer's hand needs has been turned face up"
    return "the deck has a wrong number of cards and leaves the table" if table.in_play in table.round.leaving else None


def _progressive_cannot_fail(table: Table, what: ProgressiveDown, posted: Posted) -> str | None:
    if posted.progressive is None:
        return "there is no progressive here"
    if what.at_win:
        return no_win(table, posted)
    return "it is down already" if table.progressive_down else None


def _shuffler_cannot_fail(table: Table, what: ShufflerJammed | ShufflerCountWrong, posted: Posted) -> str | None:
    way = posted.dealing
    if way.shuffled_by.value != "device":
        return "no shuffler is used here"
    if isinstance(what, ShufflerCountWrong) and (way.device_counts is None or not way.device_counts.value):
        return "this shuffler does not count"
    deals = way.dealt_by.value == "machine" and table.is_dealing and table.round.void is None
    jams = isinstance(what, ShufflerJammed) and deals
    return None if jams or in_shuffler(table) else "no deck is in the shuffler"


def in_shuffler(table: Table) -> tuple[str, ...]:
    """Return the decks in the shuffler, being shuffled or waiting for their round."""
    inside = (DeckStage.IN_SHUFFLER, DeckStage.SHUFFLED)
    return tuple(back for back, deck in table.decks.items() if deck.stage in inside and back != table.in_play)


def choices(table: Table, what: Irregularity, posted: Posted) -> tuple[Remedy, ...]:
    """Return the remedies that are possible as the cards lie, from which the floor chooses."""
    deck_there = bool(table.round.deck)
    void_round = (Remedy.VOID_ROUND,) if table.is_dealing and table.round.void is None else ()
    fix = (Remedy.COMPLETE_DEAL,) if getattr(what, "fixable", False) else ()
    match what:
        case DealerCardExposed():
            replace_ = (Remedy.REPLACE_DEALER_CARDS,) if deck_there and len(table.round.dealer) == 2 else ()
            return (Remedy.CONTINUE, *replace_, *void_round)
        case CardsFaceUp(cards=cards):
            spare = len(table.round.deck) - cards >= still_to_deal(table, posted.dealing)
            return (Remedy.CONTINUE, *((Remedy.DISCARD_CARDS,) if deck_there and spare else ()), *void_round)
        case CardDrawnInError():
            return (Remedy.USE_AS_NEXT, *void_round)
        case WrongNumberOfCards(seat=seat):
            return (*fix, *((Remedy.VOID_HAND,) if seat is not None else ()), *void_round)
        case SeatMissed():
            return (*fix, Remedy.VOID_HAND, *void_round)
        case ExtraCardToAll():
            return (*fix, *void_round)
        case WrongCommunityShown():
            return (Remedy.CONTINUE, *((Remedy.REPLACE_COMMUNITY_CARDS,) if deck_there else ()), *void_round)
        case StubCountWrong():
            return (Remedy.CONTINUE, Remedy.REMOVE_DECK, *void_round)
        case ShufflerJammed():
            return (*((Remedy.RESHUFFLE,) if in_shuffler(table) else (Remedy.CONTINUE,)), *void_round)
        case ShufflerCountWrong():
            return (Remedy.RESHUFFLE, Remedy.REMOVE_DECK)
        case ProgressiveDown():
            settled = (Remedy.VOID_ROUND,) if award_waits(table) and table.last_bank is None else ()
            return (Remedy.STOP_PROGRESSIVE, *(void_round or settled if what.at_win else ()))
        case ConductBroken():
            return (Remedy.CONTINUE, Remedy.VOID_HAND)
        case NotShuffled() | CardOffTable() | MachineJammed():
            return (Remedy.CONTINUE, *void_round)
