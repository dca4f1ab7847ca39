"""The sentences of events outside the round: decks, the stub and the rack, irregularities, disputes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Final, Protocol

from uth.cards import Card
from uth.rules.ruleset import BookWords
from uth.rules.values import Means, Wager
from uth.table.deck.decks import Pile
from uth.table.floor.disputed import RebuiltHands
from uth.table.round import events as e
from uth.units import Seat
from uth.words.blanks import REMEDIES
from uth.words.phrases import irregularity_words


class Names(Protocol):
    """The naming of seats."""

    def name(self, seat: Seat) -> str:
        """Return the name of the seat."""
        ...

    def does(self, seat: Seat, verb: str) -> str:
        """Return subject and verb: ``seat 1 checks``, ``you check``."""
        ...

    def whose(self, seat: Seat) -> str:
        """Return the possessive: ``seat 1's``, ``your``."""
        ...


class SeatNumbers:
    """Names every seat by its number, as scripts do."""

    def name(self, seat: Seat) -> str:
        """Return ``seat 1``."""
        return f"seat {seat}"

    def does(self, seat: Seat, verb: str) -> str:
        """Return ``seat 1 checks``."""
        return f"seat {seat} {verb}s"

    def whose(self, seat: Seat) -> str:
        """Return ``seat 1's``."""
        return f"seat {seat}'s"


DeckEvent = (
    e.DeckReceived | e.DeckInspected | e.DeckVerified | e.DeckSpread | e.DeckLookedOver | e.DeckWashed | e.DeckStacked
    | e.ShufflerLoaded | e.DeckShuffled | e.DeckCut | e.RecutOrdered | e.DeckPlaced
    | e.ReshuffleOrdered | e.RemovalOrdered | e.DeckRemoved
)  # fmt: skip
TableEvent = (
    e.CoverAllModeSet | e.TableOpened | e.WagersInvited | e.TableIdled | e.TableClosed | e.CoverAllPaysShown
    | e.ProgressiveStopped | e.ProgressiveRestored | e.MetersRead | e.LinkRead
)  # fmt: skip
AwardEvent = (
    e.AwardOwed | e.AwardChanged | e.AwardBrought | e.AwardDenied | e.AwardTakenBack
    | e.EnvyOwed | e.EnvyDenied | e.EnvyTakenBack
)  # fmt: skip
RackEvent = e.CardsRead | e.ReadingCorrected | e.StubCounted | e.CardsPickedUp | e.HandLeftExposed | e.HandsRebuilt
RulingEvent = e.IrregularityReported | e.IrregularityRuled | e.FloorCalled | e.FloorRuled
RemedyEvent = (
    e.CardsExposed | e.CardsFoundFaceUp | e.CardsMisdealt | e.DealPutRight | e.HandVoided | e.RoundVoided
    | e.ReplacementOrdered | e.CardsReplaced
)  # fmt: skip
DisputeEvent = e.RoundDisputed | e.RoundReviewed | e.SettlementReversed | e.DisputeResolved | e.DisputeAppealed
FloorEvent = e.ActedForSeat | e.TableSet | e.PlayerRemoved
AroundTheRound = FloorEvent | DeckEvent | TableEvent | AwardEvent | RackEvent | RulingEvent | RemedyEvent | DisputeEvent

_PILES: Final = {
    Pile.BURN: "the burned cards go",
    Pile.FACE_UP: "what was found face up goes",
    Pile.STUB: "the stub goes",
    Pile.COMMUNITY: "the community cards go",
}


HOLE_CARDS: Final = 2


class Wording(Protocol):
    """The context of a sentence: how its reader sees names, money, wagers and cards."""

    @property
    def names(self) -> Names:
        """The names of the seats."""
        ...

    @property
    def opponent(self) -> str:
        """The hand the players play against, in the words of the book."""
        ...

    def wager(self, wager: Wager) -> str:
        """Return the wager inside a sentence."""
        ...

    def money(self, cents: int | Fraction) -> str:
        """Return the amount in the currency of the book."""
        ...

    def cards(self, cards: Iterable[Card]) -> str:
        """Return several cards."""
        ...


def procedure_sentence(event: AroundTheRound, teller: Wording) -> str:
    """Return the event as a sentence, without a capital or a full stop; no sentence has a semicolon."""
    match event:
        case e.CardsRead() | e.ReadingCorrected() | e.CardsPickedUp() | e.StubCounted() | e.HandLeftExposed():
            return _rack(event, teller)
        case e.HandsRebuilt():
            return _rack(event, teller)
        case e.IrregularityReported() | e.IrregularityRuled() | e.FloorCalled() | e.FloorRuled():
            return _ruling(event)
        case e.ActedForSeat() | e.TableSet() | e.PlayerRemoved():
            return _floor(event, teller)
        case e.RoundDisputed() | e.RoundReviewed() | e.SettlementReversed() | e.DisputeResolved() | e.DisputeAppealed():
            return _dispute(event, teller)
        case (
            e.CoverAllModeSet() | e.TableOpened() | e.WagersInvited() | e.TableIdled() | e.TableClosed()
            | e.CoverAllPaysShown() | e.ProgressiveStopped() | e.ProgressiveRestored() | e.MetersRead()
            | e.LinkRead()
        ):  # fmt: skip
            return _table(event, teller)
        case (
            e.AwardOwed() | e.AwardChanged() | e.AwardBrought() | e.AwardDenied() | e.AwardTakenBack()
            | e.EnvyOwed() | e.EnvyDenied() | e.EnvyTakenBack()
        ):  # fmt: skip
            return _award(event, teller)
        case (
            e.CardsExposed() | e.CardsFoundFaceUp() | e.CardsMisdealt() | e.DealPutRight() | e.HandVoided()
            | e.RoundVoided() | e.ReplacementOrdered() | e.CardsReplaced()
        ):  # fmt: skip
            return _remedy(event, teller)
        case _:
            return _deck(event, teller)


def _deck(event: DeckEvent, teller: Wording) -> str:
    deck = f"the {event.back} deck"
    match event:
        case e.DeckVerified(by=by):
            return f"{deck} is verified by {by}"
        case e.DeckLookedOver(seat=seat):
            return f"{teller.names.does(seat, 'look')} {deck} over"
        case e.DeckCut(taken=taken):
            return f"{deck} is cut, {taken} cards taken from the top"
        case e.RecutOrdered(by=by, reason=reason):
            return f"{deck} is to be cut again, orders {by}: {reason}"
        case e.DeckReceived():
            return f"{deck} is received"
        case e.DeckInspected():
            return f"{deck} is inspected"
        case e.DeckSpread():
            return f"{deck} is spread face up"
        case e.DeckWashed():
            return f"{deck} is washed"
        case e.DeckStacked():
            return f"{deck} is stacked"
        case e.ShufflerLoaded():
            return f"{deck} is in the shuffler"
        case e.DeckShuffled():
            return f"{deck} is shuffled"
        case e.DeckPlaced():
            return f"{deck} is in place"
        case e.ReshuffleOrdered():
            return f"{deck} is to be shuffled again"
        case e.RemovalOrdered():
            return f"{deck} is to leave the table"
        case e.DeckRemoved():
            return f"{deck} leaves the table"


def _table(event: TableEvent, teller: Wording) -> str:
    match event:
        case e.CoverAllModeSet():
            return "the shuffler is set to Cover All"
        case e.TableOpened():
            return "the table is open"
        case e.WagersInvited():
            return "place your bets"
        case e.TableIdled():
            return "the table is idle, the cards lie spread"
        case e.TableClosed():
            return "the table is closed"
        case e.CoverAllPaysShown(hands=hands, pays=pays):
            shown = ", ".join(f"{hand.replace('_', ' ')} {odds}" for hand, odds in pays.items())
            return f"the shuffler shows the pays of Cover All for {hands} hands{f': {shown}' if shown else ''}"
        case e.ProgressiveStopped():
            return "no progressive wagers are taken"
        case e.ProgressiveRestored():
            return "progressive wagers are taken again"
        case e.MetersRead(meters=meters):
            return (
                f"the link's meters stand at {', '.join(f'{name} {teller.money(at)}' for name, at in meters.items())}"
            )
        case e.LinkRead(down=down, dark=dark):
            sensors = f", the sensors of seats {', '.join(map(str, dark))} are dark" if dark else ""
            return f"the link is {'down' if down else 'up'}{sensors}"


def _award(event: AwardEvent, teller: Wording) -> str:
    names, money = teller.names, teller.money
    match event:
        case e.AwardOwed(seat=seat, settled=settled):
            return f"{names.does(seat, 'win')} an award of {money(settled.won)}, which waits for a supervisor"
        case e.AwardChanged(seat=seat, cents=cents, to=to):
            return f"the award of {names.name(seat)} is {money(to)}, not {money(cents)}"
        case e.AwardBrought(seat=seat, cents=cents, means=means):
            by = "in cheques" if means is Means.CHEQUES else "by check"
            return f"{names.does(seat, 'get')} the award of {money(cents)} {by}"
        case e.AwardDenied(seat=seat, cents=cents, by=by, reason=reason):
            return f"{by} denies {names.name(seat)} the award of {money(cents)}, {reason}"
        case e.AwardTakenBack(seat=seat, cents=cents, by=by, reason=reason):
            return f"{by} takes the award of {money(cents)} back from {names.name(seat)}, {reason}"
        case _:
            return _envy(event, teller)


def _envy(event: e.EnvyOwed | e.EnvyDenied | e.EnvyTakenBack, teller: Wording) -> str:
    names, whose = teller.names, teller.names.whose(event.from_seat)
    envy = f"{teller.money(event.cents)} of envy for {whose} hand"
    match event:
        case e.EnvyOwed(seat=seat):
            return f"{names.does(seat, 'wait')} for {envy}, which comes with the award"
        case e.EnvyDenied(seat=seat, reason=reason):
            return f"{names.does(seat, 'get')} no {envy}, {reason}"
        case e.EnvyTakenBack(seat=seat, reason=reason):
            return f"{names.does(seat, 'give')} back {envy}, {reason}"


def _rack(event: RackEvent, teller: Wording) -> str:
    match event:
        case e.CardsRead(cards=cards):
            return f"the shoe reads {teller.cards(cards)}"
        case e.ReadingCorrected(was=was, cards=cards):
            return f"the dealer corrects a misread card: {teller.cards(cards)}, not {teller.cards(was)}"
        case e.StubCounted(cards=cards, expected=expected):
            return f"the stub is counted: {cards} cards" + (f", not {expected}" if cards != expected else "")
        case e.CardsPickedUp(pile=pile, seat=seat, counted=counted):
            of_opponent = f"{teller.opponent}'s cards go" if pile is Pile.DEALER else None
            goes = of_opponent or _PILES.get(pile) or f"{teller.names.whose(seat or Seat(0))} cards go"
            return f"{goes} to the discard rack{_counted(counted)}"
        case e.HandLeftExposed(seat=seat):
            return f"{teller.names.whose(seat)} hand stays face up"
        case e.HandsRebuilt(hands=hands):
            return f"the rack shows {_hands(hands, teller)}"


def _counted(cards: int | None) -> str:
    """Return how many cards of a hand were counted, marked as wrong if not two."""
    if cards is None:
        return ""
    return f", {cards} counted" + (f", not {HOLE_CARDS}: wrong" if cards != HOLE_CARDS else "")


def _hands(hands: RebuiltHands, teller: Wording) -> str:
    seats = (f"{teller.names.name(seat)} {teller.cards(cards)}" for seat, cards in sorted(hands.seats.items()))
    others = ((teller.opponent, hands.dealer), ("the board", hands.community))
    return ", ".join([*seats, *(f"{where} {teller.cards(cards)}" for where, cards in others if cards)])


def _ruling(event: RulingEvent) -> str:
    match event:
        case e.IrregularityReported(irregularity=irregularity, moment=moment):
            return f"reported {moment.words}: {irregularity_words(irregularity)}"
        case e.IrregularityRuled(says=says):
            return f"the book rules: {says}"
        case e.FloorCalled(choices=choices):
            return f"the floor is called: {_listed([REMEDIES[choice] for choice in choices], 'or')}"
        case e.FloorRuled(remedy=remedy, by=by, reason=reason):
            return f"{by} rules: {REMEDIES[remedy]}, because {reason}"


def _remedy(event: RemedyEvent, teller: Wording) -> str:
    match event:
        case e.CardsExposed(cards=cards):
            return f"{teller.cards(cards)} {'is' if len(cards) == 1 else 'are'} seen"
        case e.CardsFoundFaceUp(count=count):
            return "a card is found face up" if count == 1 else f"{count} cards are found face up"
        case e.CardsMisdealt(seat=seat, held=held):
            return f"{_who(seat, teller)} {held} card{'' if held == 1 else 's'}"
        case e.DealPutRight(seat=seat, held=held):
            return f"{_who(seat, teller)} {held} cards again, dealt in sequence"
        case e.HandVoided(seat=seat):
            return f"{teller.names.whose(seat)} hand is void"
        case e.RoundVoided(saves=saves):
            saved = ", ".join(map(teller.wager, saves))
            return "all hands are void" + (f", {saved} is dealt out all the same" if saved else "")
        case e.ReplacementOrdered(dealer=dealer, positions=positions):
            return f"{_places(dealer, positions, teller)} to be shuffled back and replaced"
        case e.CardsReplaced(dealer=dealer, positions=positions):
            return f"{_places(dealer, positions, teller)} shuffled back and replaced face down"


def _who(seat: Seat | None, teller: Wording) -> str:
    return f"{teller.opponent} holds" if seat is None else teller.names.does(seat, "hold")


def _places(dealer: bool, positions: Sequence[int], teller: Wording) -> str:
    if dealer:
        return f"{teller.opponent}'s cards are"
    which = _listed([str(at) for at in positions], "and")
    return f"community card {which} is" if len(positions) == 1 else f"community cards {which} are"


def _floor(event: FloorEvent, teller: Wording) -> str:
    match event:
        case e.ActedForSeat(seat=seat, by=by, reason=reason):
            return f"{by} acts for {teller.names.name(seat)}: {reason}"
        case e.TableSet(hands_per_player=hands, entry_fee=fee, by=by, reason=reason):
            most = "one hand" if hands == 1 else f"{hands} hands"
            return f"{by} sets the table to {most} a player and an entry fee of {teller.money(fee)}: {reason}"
        case e.PlayerRemoved(seat=seat, by=by, reason=reason, from_house=from_house):
            return f"{by} removes {teller.names.name(seat)} from the {'house' if from_house else 'game'}: {reason}"


def _dispute(event: DisputeEvent, teller: Wording) -> str:
    match event:
        case e.RoundDisputed(dispute=dispute, seat=seat, says=says, evidence=evidence, freezes=freezes):
            told = f"{teller.names.does(seat, 'dispute')} round {evidence.round}, dispute {dispute}: {says}"
            return told if freezes else f"{told} (the table goes on)"
        case e.RoundReviewed(dispute=dispute, by=by, reason=reason, evidence=evidence):
            return f"{by} reviews round {evidence.round}, number {dispute}: {reason}"
        case e.DisputeAppealed(dispute=dispute, seat=seat, says=says, regulator=regulator):
            return f"{teller.names.does(seat, 'take')} dispute {dispute} to {regulator}: {says}"
        case e.SettlementReversed(seat=seat, settled=settled):
            wager = f"{teller.names.whose(seat)} {teller.wager(settled.wager)} {teller.money(settled.stake)}"
            return f"the settlement of {wager} is reversed"
        case e.DisputeResolved(dispute=dispute, finding=finding, by=by, reason=reason, second=second):
            who = f"{by} and {second}" if second is not None else by
            return f"dispute {dispute} is {finding.value} by {who}: {reason}"


def _listed(words: Sequence[str], last: str) -> str:
    *most, end = words or ("nothing",)
    return f"{', '.join(most)} {last} {end}" if most else end


Said = dict[str, str | None]


def irregularity_note(event: e.Event, words: BookWords) -> Said | None:
    """Return what an event says about an irregularity in the words of the book, or ``None`` for other events."""
    said = _irregularity_note(event)
    return {**said, "says": words.opposing(said["says"] or "")} if said is not None else None


def _irregularity_note(event: e.Event) -> Said | None:
    match event:
        case e.IrregularityReported(irregularity=what, moment=moment):
            return _said(f"{what.kind.words}, {moment.words}")
        case e.IrregularityRuled(says=says, clause=clause):
            return _said(f"the book rules: {says}", clause)
        case e.FloorCalled(choices=choices, clause=clause):
            return _said(f"the floor is called: {', or '.join(choice.words for choice in choices)}", clause)
        case e.FloorRuled(remedy=remedy, by=by, reason=reason, clause=clause):
            return _said(f"{by} rules: {remedy.words}, because {reason}", clause)
        case e.CardsExposed(cards=cards):
            return _said(f"{' '.join(map(str, cards))} {'is' if len(cards) == 1 else 'are'} seen")
        case e.CardsFoundFaceUp(count=count):
            return _said("a card is found face up" if count == 1 else f"{count} cards are found face up")
        case e.CardsMisdealt(seat=seat, held=held):
            return _said(f"{_holder(seat)} {held} card{'' if held == 1 else 's'}")
        case e.DealPutRight(seat=seat, held=held):
            return _said(f"{_holder(seat)} {held} cards again, dealt in sequence")
        case e.HandVoided(seat=seat, clause=clause):
            return _said(f"the hand of seat {seat} is void", clause)
        case e.RoundVoided(clause=clause):
            return _said("all hands are void", clause)
        case e.ReplacementOrdered(clause=clause):
            return _said("the cards that were seen are shuffled back and replaced", clause)
        case e.ProgressiveStopped(clause=clause):
            return _said("no progressive wagers are taken", clause)
        case e.RecutOrdered(by=by, reason=reason):
            return _said(f"{by} has the cards cut again, because {reason}")
    return None


def _said(says: str, clause: str | None = None) -> Said:
    return {"says": says, "clause": clause}


def _holder(seat: Seat | None) -> str:
    return "the dealer holds" if seat is None else f"seat {seat} holds"
