"""The phrases of scripts: every command in a dealer's words, in one table."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, fields
from typing import Any, Final, cast

from uth.errors import Broken, UthError
from uth.rules.values import Means, Wager
from uth.table.deck.decks import Back
from uth.table.floor import irregularities as i
from uth.table.floor.disputed import Finding
from uth.table.floor.irregularities import Irregularity
from uth.table.round import commands as c
from uth.table.round import events as e
from uth.words.blanks import Pattern, recognised

_FIXABLE: Final = ", which can be put right"
_DEALER_HAS: Final = "the dealer has {count:cards} card[s]"
_DEALER: Final = {"seat": None}

REPORTS: Final[tuple[tuple[str, Callable[..., Any], Mapping[str, Any]], ...]] = (
    ("a card of the dealer's is exposed", i.DealerCardExposed, {"positions": (1, 2)}),
    ("the dealer's first card is exposed", i.DealerCardExposed, {"positions": (1,)}),
    ("the dealer's second card is exposed", i.DealerCardExposed, {"positions": (2,)}),
    ("{count:cards} card[s] found face up", i.CardsFaceUp, {}),
    ("a card is drawn in error", i.CardDrawnInError, {}),
    (f"seat {{seat}} has {{count:cards}} card[s]{_FIXABLE}", i.WrongNumberOfCards, {"fixable": True}),
    ("seat {seat} has {count:cards} card[s]", i.WrongNumberOfCards, {"fixable": False}),
    (f"{_DEALER_HAS}{_FIXABLE}", i.WrongNumberOfCards, {**_DEALER, "fixable": True, "deck_whole": True}),
    (
        f"{_DEALER_HAS}{_FIXABLE}, but the deck is not whole",
        i.WrongNumberOfCards,
        {**_DEALER, "fixable": True, "deck_whole": False},
    ),
    (
        f"{_DEALER_HAS}, and the deck is not whole",
        i.WrongNumberOfCards,
        {**_DEALER, "fixable": False, "deck_whole": False},
    ),
    (_DEALER_HAS, i.WrongNumberOfCards, {**_DEALER, "fixable": False, "deck_whole": True}),
    (f"seat {{seat}} got no cards{_FIXABLE}", i.SeatMissed, {"fixable": True}),
    ("seat {seat} got no cards", i.SeatMissed, {"fixable": False}),
    (f"every seat has a card too many{_FIXABLE}", i.ExtraCardToAll, {"fixable": True}),
    ("every seat has a card too many", i.ExtraCardToAll, {"fixable": False}),
    ("wrong community cards are turned up: {positions}", i.WrongCommunityShown, {}),
    ("the cards were not shuffled or not cut", i.NotShuffled, {}),
    ("a card fell off the table", i.CardOffTable, {}),
    ("the count of the stub is wrong, and cards were misdealt", i.StubCountWrong, {"misdealt": True}),
    ("the count of the stub is wrong", i.StubCountWrong, {"misdealt": False}),
    ("the shuffler jams", i.ShufflerJammed, {}),
    ("the shuffler counts a wrong number of cards", i.ShufflerCountWrong, {}),
    ("the dealing machine jams", i.MachineJammed, {}),
    ("the progressive is down at a win", i.ProgressiveDown, {"at_win": True}),
    ("the progressive is down", i.ProgressiveDown, {"at_win": False}),
    ("seat {seat} breaks the rules of conduct", i.ConductBroken, {}),
)
"""The phrases of reports, each with its irregularity and the facts it implies; the first that fits is written."""


AT_THE_TABLE: Final[tuple[()]] = ()
"""Stands for cards that the line does not name; the script's runner fills them in."""


@dataclass(frozen=True, slots=True)
class Phrase:
    """A phrase and the records it makes, with fields from its blanks and from `given`."""

    pattern: Pattern
    makes: tuple[Callable[..., Any], ...]
    given: Mapping[str, Any]

    @property
    def names(self) -> frozenset[str]:
        """The fields it sets, from its blanks and from `given`."""
        return frozenset((*self.pattern.names, *self.given))

    def made(self, values: Mapping[str, Any]) -> tuple[Any, ...]:
        """Return the records with those values."""
        known = {**self.given, **values}
        return tuple(
            make(**{each.name: known[each.name] for each in fields(cast(Any, make)) if each.name in known})
            for make in self.makes
        )

    def says(self, record: object, symbol: str) -> str | None:
        """Return the record in the words of this phrase, or ``None`` if the phrase does not fit."""
        if (type(record),) != self.makes:
            return None
        given = ((name, value) for name, value in self.given.items() if value != AT_THE_TABLE)
        if any(getattr(record, name) != value for name, value in given):
            return None
        values = {each.name: getattr(record, each.name) for each in fields(cast(Any, record))}
        try:
            said = self.pattern.write(values, symbol)
            read = self.pattern.read(said, symbol)
        except (UthError, KeyError, TypeError):
            return None
        return said if read is not None and all(values[name] == value for name, value in read.items()) else None


def phrase(text: str, *makes: Callable[..., Any], **given: Any) -> Phrase:
    """Return the phrase with that text."""
    return Phrase(Pattern(text), makes, given)


@dataclass(frozen=True, slots=True)
class Act:
    """An act of a seat as a verb and its complement: `seat 2 checks` in a script, `you check` at the table."""

    command: type
    event: type[e.PlainEvent]
    verb: str
    rest: str = ""

    @property
    def phrase(self) -> Phrase:
        """The command in a script."""
        return phrase(f"seat {{seat}} {self.verb}s{self.rest}", self.command)


ACTS: Final = (
    Act(c.Check, e.Checked, "check"),
    Act(c.Fold, e.Folded, "fold"),
)
"""The acts of a seat whose command and event use the same words."""

COMMANDS: Final[Mapping[str, tuple[Phrase, ...]]] = {
    "At a seat": (
        phrase("seat {seat} sits down as {player} with {cents}", c.TakeSeat, c.BuyIn),
        phrase("seat {seat} sits down as {player}", c.TakeSeat),
        phrase("seat {seat} gets up", c.LeaveSeat),
        phrase("seat {seat} buys in for {cents} in foreign money", c.BuyIn, tender=c.Tender.FOREIGN),
        phrase("seat {seat} buys in for {cents}", c.BuyIn, tender=c.Tender.CASH),
        phrase("seat {seat} antes {cents}", c.PlaceWager, wager=Wager.ANTE),
        phrase("seat {seat} bets {cents} on {wager}", c.PlaceWager),
        phrase("seat {seat} takes back {wager}", c.TakeBackWager),
        phrase("seat {seat} banks with {cents}", c.Bank),
        phrase("seat {seat} gives up the bank", c.GiveUpBank),
        phrase("seat {seat} declines the bank", c.DeclineBank),
        phrase("seat {seat} plays {multiple}", c.MakePlay),
        *(act.phrase for act in ACTS),
        phrase("seat {seat} disputes round {count:round}: {says}", c.DisputeRound),
        phrase("seat {seat} disputes: {says}", c.DisputeRound),
        phrase("seat {seat} takes dispute {dispute} to the regulator: {says}", c.TakeToRegulator),
    ),
    "The decks": (
        phrase("dealer receives the {back} deck", c.ReceiveDeck),
        phrase("dealer inspects the {back} deck", c.InspectDeck),
        phrase("floor {by} verifies the {back} deck", c.VerifyDeck),
        phrase("dealer spreads the {back} deck", c.SpreadDeck),
        phrase("dealer shows the {back} deck to seat {seat}", c.ShowDeck),
        phrase("dealer washes the {back} deck", c.WashDeck),
        phrase("dealer stacks the {back} deck", c.StackDeck),
        phrase("dealer loads the {back} deck into the shuffler", c.LoadShuffler),
        phrase("dealer shuffles the {back} deck", c.ShuffleDeck, cards=AT_THE_TABLE),
        phrase("dealer cuts {taken} cards", c.CutDeck, back=Back.RED),
        phrase("dealer cuts {taken} cards of the {back} deck", c.CutDeck),
        phrase("dealer puts the {back} deck in place", c.PlaceDeck),
        phrase("supervisor {by} orders a recut: {reason}", c.OrderRecut),
    ),
    "The table": (
        phrase("dealer sets the shuffler to Cover All", c.SetCoverAllMode),
        phrase("dealer opens the table for wagers", c.OpenTable),
        phrase("dealer spreads the cards of the idle table", c.GoIdle),
        phrase("dealer closes the table", c.CloseTable),
    ),
    "The round": (
        phrase("no more bets", c.AnnounceNoMoreBets),
        phrase("dealer presses Start Game", c.StartGame),
        phrase("dealer starts the game", c.StartGame),
        phrase("start game", c.StartGame),
        phrase("deal", c.DealNext),
        phrase("the shoe reads {cards}", c.ReadCards),
        phrase("dealer corrects the reading to {cards}", c.CorrectReading),
        phrase("dealer discards the stub", c.DiscardStub),
        phrase("dealer counts the stub: {count:cards}, and cards were misdealt", c.CountStub, misdealt=True),
        phrase("dealer counts the stub: {count:cards}", c.CountStub, misdealt=False),
        phrase("dealer shows the flop", c.ShowFlop),
        phrase("dealer shows turn and river", c.ShowTurnAndRiver),
        phrase("dealer shows the dealer's hand", c.ShowDealerHand),
        phrase("dealer settles the round", c.SettleRound),
        phrase("dealer collects the cards", c.CollectCards),
        phrase("dealer rebuilds the hands", c.RebuildHands),
        phrase("dealer replaces the cards with {cards}", c.ReplaceCards),
        phrase("dealer replaces the cards", c.ReplaceCards, cards=AT_THE_TABLE),
    ),
    "The floor": (
        phrase("floor {by} rules: {remedy}, because {reason}", c.RuleOnIrregularity),
        phrase("floor {by} acts for seat {seat}: {reason}", c.ActForSeat),
        phrase("floor {by} allows {count:hands_per_player} hand[s] a player: {reason}", c.SetTable),
        phrase("floor {by} sets the entry fee to {cents:entry_fee}: {reason}", c.SetTable),
        phrase(
            "floor {by} voids the hand of seat {seat} and bans the player from the house: {reason}",
            c.RemovePlayer,
            void=True,
            from_house=True,
        ),
        phrase("floor {by} voids the hand of seat {seat} and removes the player: {reason}", c.RemovePlayer, void=True),
        phrase("floor {by} bans the player of seat {seat} from the house: {reason}", c.RemovePlayer, from_house=True),
        phrase("floor {by} removes the player of seat {seat}: {reason}", c.RemovePlayer),
        phrase("the progressive is back", c.RestoreProgressive),
        phrase("the link's meters stand at {meters}", c.ReadMeters),
        phrase("the link is down and the dark sensors are {dark}", c.ReadLink, down=True),
        phrase("the link is up and the dark sensors are {dark}", c.ReadLink, down=False),
        phrase("the hand button of seat {seat} goes on for {hand}: {cents}", c.OweAward),
        phrase("the award of seat {seat} is {to}, not {cents}", c.ChangeAward),
        phrase("an award of {cents} is brought to seat {seat} in cheques", c.BringAward, means=Means.CHEQUES),
        phrase("an award of {cents} to seat {seat} is paid by check", c.BringAward, means=Means.CHECK),
        phrase("staff {by} refuse[s] seat {seat} an award of {cents}: {reason}", c.DenyAward),
        phrase(
            "staff {by} take[s] the award of {cents} of round {count:round} from seat {seat}: {reason}", c.TakeAwardBack
        ),
        phrase("staff {by} review[s] round {count:round}: {reason}", c.ReviewRound),
        phrase("staff {by} uphold[s] dispute {dispute}: {reason}", c.ResolveDispute, finding=Finding.UPHELD),
        phrase("staff {by} dismisses dispute {dispute}: {reason}", c.ResolveDispute, finding=Finding.DISMISSED),
        phrase(
            "staff {by} and {second} correct dispute {dispute}: {corrections}, because {reason}",
            c.ResolveDispute,
            finding=Finding.CORRECTED,
        ),
        phrase("staff {by} refer[s] dispute {dispute}: {reason}", c.ResolveDispute, finding=Finding.REFERRED),
    ),
}
"""The phrases of every command; the first that fits is written."""

PHRASES: Final = tuple(phrase for group in COMMANDS.values() for phrase in group)
REPORTED: Final = tuple(phrase(text, make, **given) for text, make, given in REPORTS)
REPORT: Final = "report: "


def read_commands(text: str, symbol: str) -> tuple[c.Command, ...]:
    """Return the commands of a line; cards it does not name are left open."""
    if text.lower().startswith(REPORT.strip()):
        what, values = recognised(text[len(REPORT.strip()) :].strip(), REPORTED, symbol, REPORT)
        return (c.Report(irregularity=what.made(values)[0]),)
    found, values = recognised(text, PHRASES, symbol)
    return found.made(values)


def command_words(command: c.Command, symbol: str) -> str:
    """Return the command as a line of a script."""
    if isinstance(command, c.Report):
        return REPORT + irregularity_words(command.irregularity, symbol)
    return _said(command, PHRASES, symbol)


def irregularity_words(irregularity: Irregularity, symbol: str = "$") -> str:
    """Return the irregularity as a line of a script."""
    return _said(irregularity, REPORTED, symbol)


def _said(record: object, phrases: Iterable[Phrase], symbol: str) -> str:
    said = next(filter(None, (each.says(record, symbol) for each in phrases)), None)
    if said is None:
        raise Broken(f"no phrase says {record!r}")
    return said
