"""The sentence of an event for a person at the table.

Most sentences are the teller's own. Here are those worded differently for a person who sits there or watches, and
those for a reader who may not know every field of the event.
"""

from __future__ import annotations

from typing import Final

from uth.rules.values import Street
from uth.table.floor import irregularities as i
from uth.table.round import events as e
from uth.table.round.state import Table
from uth.words.blanks import wager_words
from uth.words.phrases import irregularity_words
from uth.words.procedure import HOLE_CARDS
from uth.words.round import Teller

NOTHING_HIDDEN_NAMED: Final = (e.CardBurned, e.CardsPickedUp, e.WagerSettled, e.DeckShuffled, e.CardsReplaced)
"""Events with hidden cards whose sentence names none of them."""
REWORDED: Final = frozenset((
    e.SeatTaken, e.WagerPlaced, e.WagerTakenBack, e.WagersInvited, e.StreetOpened, e.PlayMade, e.FlopShown,
    e.TurnAndRiverShown, e.DealerHandShown, e.BankSettled, e.RoundSettled, e.CardsPickedUp, e.IrregularityReported,
    e.FloorRuled, e.TableSet, e.RoundVoided,
))  # fmt: skip
"""Events with a different sentence for a person at the table."""
_NUMBERS: Final = ("no", "a", "two", "three", "four", "five")
_STREETS: Final = {Street.FLOP: "flop", Street.RIVER: "river"}


def reader_sentence(event: e.Event, table: Table, teller: Teller, *, hides: bool) -> str:
    """Return the sentence with a capital and its clause, without a full stop; empty if there is nothing to say.

    `hides` means that the reader may not know every field, so that the sentence must be named here.
    """
    if not hides or isinstance(event, NOTHING_HIDDEN_NAMED):
        reworded = _reworded(event, table, teller) if type(event) in REWORDED else None
        said = reworded or _with_clause(teller.sentence(event, table), event)
    else:
        said = _with_clause(_without_hidden(event, teller), event)
    return f"{said[:1].upper()}{said[1:]}"


def _with_clause(said: str, event: e.Event) -> str:
    clause = getattr(event, "clause", None)
    return f"{said} ({clause})" if said and clause else said


def _without_hidden(event: e.Event, teller: Teller) -> str:
    """Return the sentence for a reader who may not know every field; empty for an event not listed here."""
    does = teller.names.does
    match event:
        case e.HoleDealt(seat=seat, cards=cards):
            return f"{does(seat, 'get')} {_cards(len(cards))}"
        case e.DealerDealt(cards=cards):
            return f"the dealer gets {_cards(len(cards))}"
        case e.CommunityDealt(cards=cards):
            return f"the board gets {_cards(len(cards))}"
        case e.HandsRebuilt():
            return "the hands are rebuilt from the discard rack"
        case e.RoundDisputed(seat=seat, freezes=freezes):
            return f"{does(seat, 'dispute')} the settlement; {_until_ruled(freezes)}"
        case e.RoundReviewed(freezes=freezes):
            return f"the floor reviews the settlement of a round; {_until_ruled(freezes)}"
        case e.DisputeAppealed(seat=seat, regulator=regulator):
            return f"{does(seat, 'take')} the dispute to {regulator}"
        case e.PlayerRemoved(seat=seat):
            return f"the floor has removed {teller.names.name(seat)}"
    return ""


def _cards(count: int) -> str:
    number = _NUMBERS[count] if count < len(_NUMBERS) else str(count)
    return f"{number} card{'' if count == 1 else 's'}"


def _until_ruled(freezes: bool) -> str:
    return "the round is frozen until the floor has ruled" if freezes else "the table goes on"


def _reworded(event: e.Event, table: Table, teller: Teller) -> str | None:
    """Return the sentence for a person at the table if it differs from the dealer's own."""
    does, whose, money = teller.names.does, teller.names.whose, teller.money
    match event:
        case e.SeatTaken(seat=seat):
            return f"{does(seat, 'sit')} down at seat {seat}"
        case e.WagerPlaced(seat=seat, wager=wager, cents=cents):
            return f"{does(seat, 'wager')} {money(cents)} on {wager_words(wager)}"
        case e.WagerTakenBack(seat=seat, wager=wager, reason=reason) if reason:
            return _with_clause(f"{whose(seat)} {wager_words(wager)} wager goes back: {reason}", event)
        case e.WagersInvited():
            return "place your wagers"
        case e.StreetOpened(street=street):
            return f"the dealer asks, after the {_STREETS[street]}" if street in _STREETS else "the dealer asks"
        case e.PlayMade(seat=seat, multiple=multiple, cents=cents):
            return f"{does(seat, 'play')} {multiple}×, {money(cents)}"
        case e.FlopShown(cards=cards):
            return f"flop: {teller.cards(cards)}"
        case e.TurnAndRiverShown(cards=cards):
            return f"turn and river: {teller.cards(cards[-2:])}"
        case e.DealerHandShown(cards=cards, five=five, qualifies=qualifies):
            shared = [card for card in five if card not in cards]
            beside = f" with {teller.cards(shared)} of the board," if shared else ""
            who = "and" if table.round.banker is None else "and the hand"
            which = "qualifies" if qualifies else "does not qualify"
            return f"{teller.dealer_shows(table)} {teller.cards(cards)}{beside} {who} {which}"
        case e.BankSettled(seat=seat, wager=wager, used=used, net=net):
            came_to = f"{'won' if net >= 0 else 'lost'} {money(abs(net))}"
            return f"{does(seat, 'get')} the bank back: it {came_to}, {money(used)} of {money(wager)} was used"
        case e.RoundSettled():
            return "every wager is settled"
        case e.CardsPickedUp(seat=int() as seat, counted=int() as counted) if counted != HOLE_CARDS:
            return f"{whose(seat)} cards are counted: {counted}, not two"
        case e.IrregularityReported(irregularity=what):
            return f"stop: {_wrong(what, teller)}"
        case e.FloorRuled(remedy=remedy, by=by, reason=reason):
            return _with_clause(f"{by} rules: {remedy.words}, because {reason}", event)
        case e.TableSet(hands_per_player=hands, entry_fee=fee):
            most, costs = "one hand" if hands == 1 else f"{hands} hands", money(fee) if fee else "none"
            return _with_clause(f"the floor has set the table: {most} a player, entry fee {costs}", event)
        case e.RoundVoided(clause=clause, saves=saves):
            saved = ", ".join(map(wager_words, saves))
            back = f"{saved} is dealt out all the same, the other wagers come back" if saved else "wagers come back"
            return f"all hands are void ({clause}); {back}"
    return None


def _wrong(what: i.Irregularity, teller: Teller) -> str:
    match what:
        case i.WrongNumberOfCards(seat=seat, cards=cards):
            holds = "the dealer holds" if seat is None else teller.names.does(seat, "hold")
            return f"{holds} {cards} cards"
        case i.SeatMissed(seat=seat):
            return f"{teller.names.does(seat, 'get')} no cards"
    return irregularity_words(what)
