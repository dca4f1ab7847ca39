"""Opening a table and preparing its decks: which steps are legal, and the events of each."""

from __future__ import annotations

from collections.abc import Iterator

from uth.cards import DECK, Card
from uth.cites import cites
from uth.errors import Refused, quoted
from uth.rules.procedure import OpeningStep
from uth.table.deck.commands import OPENING
from uth.table.deck.decks import Back, DeckStage, backs, opening_step
from uth.table.deck.stub import stub_due
from uth.table.posted import Posted
from uth.table.round import commands as c
from uth.table.round import events as e
from uth.table.round.due import current_back, deck_due, due, due_words
from uth.table.round.refusal import Refusal
from uth.table.round.state import Phase, Table, first_to_arrive


@cites("MA.3a", "MA.3b", "MA.3c", "MA.3d", "MA.4a", "MA.4b", "MA.2b", "CA.DECK3")
def refused_deck_step(table: Table, command: c.DeckCommand, posted: Posted) -> Refused | None:
    """Return why the step is refused for that deck now, or ``None``."""
    back = command.back
    if not isinstance(back, Back) or back not in backs(posted):
        decks = posted.dealing.decks
        return Refused(Refusal.NOT_A_DECK, decks.cite, f"{quoted(back)} is not a deck of this table; {_listed(posted)}")
    malformed = _malformed(command, table, posted)
    if malformed is not None:
        return malformed
    deck = table.decks.get(back)
    if isinstance(command, c.ReceiveDeck):
        return None if deck is None and not table.is_dealing else not_due(table, posted)
    if deck is None:
        says = f"the {back} deck is not at the table"
        missing = Refused(Refusal.STEP_NOT_DUE, None, says, due=c.ReceiveDeck.__name__)
        return not_due(table, posted) if table.is_dealing else missing
    if type(command) in OPENING.values():
        step = opening_step(deck, posted)
        return None if step is not None and OPENING[step] is type(command) else not_due(table, posted)
    return _refused_ready(table, command, posted)


def _listed(posted: Posted) -> str:
    return " or ".join(backs(posted))


def _refused_ready(table: Table, command: c.DeckCommand, posted: Posted) -> Refused | None:
    """Return why an inspected deck may not be loaded, shuffled, cut or placed now, or ``None``."""
    if isinstance(command, c.ShuffleDeck) and table.decks[command.back].stage is DeckStage.IN_SHUFFLER:
        return None if table.is_open else not_due(table, posted)
    step = deck_due(table, posted)
    before_the_deal = table.phase is Phase.WAGERS or (table.phase is Phase.OPENING_DEAL and not table.round.dealt)
    if not before_the_deal or step != (type(command), command.back):
        return not_due(table, posted)
    return None


@cites("MA.4c", "MA.2a", "CN.45", "CA.DECK2")
def _malformed(command: c.DeckCommand, table: Table, posted: Posted) -> Refused | None:
    match command:
        case c.ShuffleDeck(cards=cards):
            known = isinstance(cards, tuple) and all(type(card) is Card for card in cards)
            if not known or sorted(cards) != list(DECK):
                whole = posted.rules.deck.cards
                return Refused(Refusal.NOT_A_DECK, whole.cite, f"a deck is {whole.value} different cards")
        case c.CutDeck(taken=taken):
            least = posted.rules.procedure.cut_min
            if type(taken) is not int or not least.value <= taken < len(DECK):
                says = f"a cut of {quoted(taken)} cards is not {least.value} to {len(DECK) - 1}"
                return Refused(Refusal.CUT_TOO_SMALL, least.cite, says)
        case c.VerifyDeck(by=by):
            return refused_person(by)
        case c.ShowDeck(seat=seat):
            if type(seat) is not int or seat not in table.chairs:
                cite = posted.rules.procedure.opening.cite
                return Refused(Refusal.SEAT_EMPTY, cite, f"nobody sits at seat {quoted(seat)} to look the cards over")
            if seat != (first := first_to_arrive(table)):
                cite = posted.rules.procedure.opening.cite
                says = f"seat {seat} was not the first to arrive; the cards are shown to seat {first}"
                return Refused(Refusal.NOT_THE_FIRST_PLAYER, cite, says)
    return None


def refused_person(*texts: object) -> Refused | None:
    """Return the refusal of a ruling that lacks a name or a reason, or ``None``."""
    for text in texts:
        if type(text) is not str or not text.strip() or not text.isprintable() or len(text) > 500:
            return Refused(Refusal.NOT_SIGNED, None, f"{quoted(text)} is not a name or a reason; both are recorded")
    return None


def not_due(table: Table, posted: Posted) -> Refused:
    """Return the refusal of a step that is out of order; it names the step that is due."""
    return Refused(Refusal.STEP_NOT_DUE, None, "out of order", due=due_words(table, posted))


@cites("MA.4e", "MA.12d")
def refused_opening(table: Table, command: c.OpeningCommand, posted: Posted) -> Refused | None:
    """Return why the table may not open, go idle or close now, or ``None``."""
    match command:
        case c.OpenTable() | c.SetCoverAllMode():
            return None if due(table, posted) is type(command) else not_due(table, posted)
        case c.GoIdle():
            opening = posted.rules.procedure.opening
            if OpeningStep.SPREAD not in opening.value:
                return Refused(Refusal.NOT_IN_THIS_BOOK, opening.cite, "this book does not have idle cards spread")
    if table.phase is not Phase.WAGERS or table.dispute is not None:
        return not_due(table, posted)
    if table.round.spots or table.round.banker is not None:
        return Refused(Refusal.WAGERS_ON_THE_LAYOUT, None, "wagers lie on the layout")
    return None


@cites("MA.4d")
def refused_recut(table: Table, command: c.OrderRecut, posted: Posted) -> Refused | None:
    """Return why the cards may not be cut again, or ``None``. They may after a cut, before any card is dealt."""
    unsigned = refused_person(command.by, command.reason)
    if unsigned is not None:
        return unsigned
    before_the_deal = table.phase is Phase.WAGERS or (table.phase is Phase.OPENING_DEAL and not table.round.dealt)
    deck = table.decks.get(current_back(table, posted))
    if before_the_deal and deck is not None and deck.was_cut:
        whole = deck.stage is DeckStage.IN_PLACE and len(table.round.deck) == len(deck.order)
        if whole or deck.stage is DeckStage.CUT:
            return None
    says = "the cards are not cut, or cards are dealt or discarded already"
    return Refused(Refusal.NOTHING_TO_RECUT, posted.rules.procedure.cut_min.cite, says)


def deck_steps(command: c.DeckCommand) -> Iterator[e.Event]:
    """Yield the events of the deck step."""
    match command:
        case c.ReceiveDeck(back=back):
            yield e.DeckReceived(back=back)
        case c.InspectDeck(back=back):
            yield e.DeckInspected(back=back)
        case c.VerifyDeck(back=back, by=by):
            yield e.DeckVerified(back=back, by=by)
        case c.SpreadDeck(back=back):
            yield e.DeckSpread(back=back)
        case c.ShowDeck(back=back, seat=seat):
            yield e.DeckLookedOver(back=back, seat=seat)
        case c.WashDeck(back=back):
            yield e.DeckWashed(back=back)
        case c.StackDeck(back=back):
            yield e.DeckStacked(back=back)
        case c.LoadShuffler(back=back):
            yield e.ShufflerLoaded(back=back)
        case c.ShuffleDeck(back=back, cards=cards):
            yield e.DeckShuffled(back=back, cards=cards)
        case c.CutDeck(back=back, taken=taken):
            yield e.DeckCut(back=back, taken=taken)
        case c.PlaceDeck(back=back):
            yield e.DeckPlaced(back=back)


def opening_steps(command: c.OpeningCommand) -> Iterator[e.Event]:
    """Yield the events of opening, idling or closing the table."""
    match command:
        case c.SetCoverAllMode():
            yield e.CoverAllModeSet()
        case c.OpenTable():
            yield e.TableOpened()
            yield e.WagersInvited()
        case c.GoIdle():
            yield e.TableIdled()
        case c.CloseTable():
            yield e.TableClosed()


@cites("MA.7e", "MA.7g", "CA.DEAL5")
def refused_stub(table: Table, command: c.StubCommand, posted: Posted) -> Refused | None:
    """Return why the stub may not leave the shoe by that command, or ``None``; counting it is always allowed."""
    if isinstance(command, c.CountStub) and (type(command.cards) is not int or not 0 <= command.cards <= len(DECK)):
        return Refused(Refusal.NOT_A_COUNT, None, f"cards {quoted(command.cards)} is not a count from 0 to {len(DECK)}")
    if isinstance(command, c.CountStub) and type(command.misdealt) is not bool:
        return Refused(Refusal.NOT_A_COUNT, None, f"misdealt {quoted(command.misdealt)} is not true or false")
    step = stub_due(table, posted)
    if step is None:
        return not_due(table, posted)
    if step is c.CountStub and isinstance(command, c.DiscardStub):
        every = posted.rules.procedure.stub_count_every
        cite = every.cite if every is not None else None
        says = "the stub is to be counted in this round"
        return Refused(Refusal.STEP_NOT_DUE, cite, says, due=c.CountStub.__name__)
    return None
