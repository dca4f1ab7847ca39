"""Write docs/irregularities.md: the remedy for every irregularity, at every moment, in every book."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from uth.cards import DECK, Card, parse_cards
from uth.errors import Broken, Refused
from uth.rules.loader import BOOKS, is_based_on_another, load_book
from uth.rules.procedure import Moment, Remedy
from uth.rules.values import Street, Wager
from uth.table.dealer import due_command
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
)
from uth.table.floor.rulings import FLOOR_RULING
from uth.table.posted import Posted, post
from uth.table.round import commands as c
from uth.table.round import events as e
from uth.table.round.banking import button
from uth.table.round.decide import act, decide
from uth.table.round.due import due_words, facts_of, moment_of
from uth.table.round.state import Phase, Table, new_table
from uth.units import PlayerId, Seat

PAGE = Path(__file__).parent.parent / "docs" / "irregularities.md"

EVERYTHING, FOLDS, WAITS, PLAYS, BANKS = (Seat(number) for number in range(1, 6))
"""Seat 1 makes every wager of the book; 2 folds; 3 plays on the flop; 4 before it, or has trips only; 5 may bank."""

PLAYS_ON: Final = {EVERYTHING: Street.RIVER, WAITS: Street.FLOP, PLAYS: Street.PREFLOP}
BOUGHT: Final = 1_000_000
BANK: Final = 500_000
ANTE, TRIPS, COVER_ALL, FEE = 1000, 500, 100, 100


def posted_tables() -> list[Posted]:
    """Return a table for every book and way of dealing, with an entry fee if the book has one."""
    found = []
    for book in map(load_book, BOOKS):
        limits = replace(book.limits, entry_fee=FEE) if book.ante.entry_fee.value else book.limits
        found += [post(book, dealing=way.name, limits=limits) for way in book.dealing]
    return found


def shuffled() -> tuple[Card, ...]:
    """Return a fixed shuffled order."""
    return tuple(DECK[at * 23 % 52] for at in range(52))


def winning(posted: Posted) -> Callable[[], tuple[Card, ...]]:
    """Return the same order with a royal flush on the flop for seat 3, which has a progressive wager."""
    table = next(table for table in round_of(posted) if table.phase is Phase.FLOP)
    order = list(shuffled())
    for card, wanted in zip(
        (*table.round.spots[WAITS].hole, *table.round.board), parse_cards("AsKsQsJsTs"), strict=True
    ):
        here, there = shuffled().index(card), order.index(wanted)
        order[here], order[there] = order[there], order[here]
    return lambda: tuple(order)


def wagers(posted: Posted, banker: Seat = BANKS) -> Iterator[c.Bank | c.PlaceWager]:
    """Yield every wager of the round; a seat that banks makes no other."""
    banked = posted.rules.seats.banked_by.value == "player"
    alone = posted.rules.trips.alone.value
    amounts = {
        Wager.MATCH_PLAY: ANTE,
        Wager.TRIPS: TRIPS,
        Wager.COVER_ALL: COVER_ALL,
        Wager.PROGRESSIVE: posted.progressive_wager,
    }
    placed = [(seat, Wager.ANTE, ANTE) for seat in (EVERYTHING, FOLDS, WAITS, *(() if alone else (PLAYS,)))]
    placed += [(EVERYTHING, wager, cents) for wager, cents in amounts.items()]
    placed += [(PLAYS, Wager.TRIPS, TRIPS)] if alone else []
    placed += [(seat, Wager.PROGRESSIVE, posted.progressive_wager) for seat in (WAITS, PLAYS)]
    if banked:
        yield c.Bank(seat=banker, cents=BANK)
    for seat, wager, cents in placed:
        if posted.offers(wager) and not (banked and seat == banker):
            yield c.PlaceWager(seat=seat, wager=wager, cents=cents)


def missing(table: Table, posted: Posted) -> list[c.Bank | c.PlaceWager]:
    """Return the wagers that are not yet placed."""
    has_it = button(table, posted)
    found = []
    for wager in wagers(posted, has_it if has_it is not None else BANKS):
        if isinstance(wager, c.Bank):
            laid = table.round.banker is not None
        else:
            laid = wager.seat in table.round.spots and wager.wager in table.round.spots[wager.seat].wagers
            laid = laid or (wager.wager is Wager.PROGRESSIVE and table.progressive_down)
        found += [] if laid else [wager]
    return found


def answer(table: Table, seat: Seat, posted: Posted, *, at_once: bool = False) -> c.Check | c.MakePlay | c.Fold:
    """Return the seat's answer when it is to act."""
    street = table.street or Street.RIVER
    if at_once or PLAYS_ON.get(seat) is street:
        return c.MakePlay(seat=seat, multiple=max(posted.rules.play.multiples(street)))
    return c.Fold(seat=seat) if street is Street.RIVER else c.Check(seat=seat)


def round_of(
    posted: Posted, order: Callable[[], tuple[Card, ...]] = shuffled, *, at_once: bool = False
) -> Iterator[Table]:
    """Yield the table after every step of a round, from the cards in their box to the discard rack.

    If everyone plays at once, only the steps after which nobody has a decision left.
    """
    table = new_table(posted)
    for number in (EVERYTHING, FOLDS, WAITS, PLAYS, BANKS):
        table, _ = act(table, c.TakeSeat(seat=number, player=PlayerId(f"player {number}")), posted)
        table, _ = act(table, c.BuyIn(seat=number, cents=BOUGHT), posted)
    yield from () if at_once else (table,)
    while not table.rounds or table.phase is not Phase.WAGERS:
        table, _ = act(table, next_command(table, posted, order, at_once=at_once), posted)
        if not at_once or "decided" in facts_of(table):
            yield table


def next_command(
    table: Table, posted: Posted, order: Callable[[], tuple[Card, ...]] = shuffled, *, at_once: bool = False
) -> c.Command:
    """Return the next command: a seat's answer, a wager, the dealer's step, or the end of wagers or round."""
    if table.turn is not None and table.round.replacing is None:
        return answer(table, table.turn, posted, at_once=at_once)
    if table.phase is Phase.WAGERS and missing(table, posted):
        return missing(table, posted)[0]
    command = due_command(table, posted, order)
    if command is None:
        raise Broken(f"the dealer waits; due now: {due_words(table, posted)}")
    return command


FIXABLE: Final = {True: "can be put right", False: "cannot be put right"}


def _wrong(seat: Seat | None, fixable: bool) -> Iterator[Irregularity]:
    return (WrongNumberOfCards(seat=seat, cards=cards, fixable=fixable) for cards in (1, 3))


EARLY: Final = "a card of the dealer's is exposed; every player has folded or played"
"""The row for a round in which everyone plays at once."""

ROWS: Final[tuple[tuple[str, tuple[Irregularity, ...]], ...]] = (
    ("a card of the dealer's is exposed", (DealerCardExposed(),)),
    (EARLY, (DealerCardExposed(),)),
    ("one card is face up", (CardsFaceUp(cards=1),)),
    ("several cards are face up", (CardsFaceUp(cards=2),)),
    ("a card is drawn in error, unseen", (CardDrawnInError(),)),
    *(
        (f"a player has a wrong number of cards; {says}", tuple(_wrong(WAITS, fixable)))
        for fixable, says in FIXABLE.items()
    ),
    *(
        (f"the dealer has a wrong number of cards; {says}", tuple(_wrong(None, fixable)))
        for fixable, says in FIXABLE.items()
    ),
    *(
        (f"a player is dealt no cards; {says}", (SeatMissed(seat=WAITS, fixable=fixable),))
        for fixable, says in FIXABLE.items()
    ),
    *(
        (f"every player has a card too many; {says}", (ExtraCardToAll(fixable=fixable),))
        for fixable, says in FIXABLE.items()
    ),
    ("wrong community cards are turned up", tuple(WrongCommunityShown(positions=at) for at in ((1,), (4, 5)))),
    ("the cards were not shuffled or not cut", (NotShuffled(),)),
    ("a card falls off the table", (CardOffTable(),)),
    ("the stub's count is wrong: misdealt", (StubCountWrong(misdealt=True),)),
    ("the stub's count is wrong: not misdealt", (StubCountWrong(misdealt=False),)),
    ("the shuffler jams or stops", (ShufflerJammed(),)),
    ("the shuffler counts a wrong number", (ShufflerCountWrong(),)),
    ("the dealing machine jams", (MachineJammed(),)),
    ("the progressive system is down", (ProgressiveDown(at_win=False),)),
    ("it goes down at the time of a win", (ProgressiveDown(at_win=True),)),
    ("a player breaks the rules of conduct", (ConductBroken(seat=WAITS),)),
)

COLUMNS: Final = {
    Moment.BETWEEN_ROUNDS: "between rounds",
    Moment.OPENING_DEAL: "opening deal",
    Moment.DEALT: "dealt",
    Moment.PREFLOP: "before the flop",
    Moment.FLOP_DEAL: "flop deal",
    Moment.FLOP: "flop",
    Moment.RIVER_DEAL: "turn and river deal",
    Moment.RIVER: "river",
    Moment.SHOWDOWN: "showdown",
    Moment.SETTLED: "settled",
}
SHORT: Final = {
    Remedy.CONTINUE: "go on",
    Remedy.DISCARD_CARDS: "discard",
    Remedy.USE_AS_NEXT: "next card",
    Remedy.COMPLETE_DEAL: "put right",
    Remedy.VOID_HAND: "void hand",
    Remedy.VOID_ROUND: "void all",
    Remedy.REPLACE_DEALER_CARDS: "new dealer cards",
    Remedy.REPLACE_COMMUNITY_CARDS: "new community cards",
    Remedy.RESHUFFLE: "reshuffle",
    Remedy.REMOVE_DECK: "deck out",
    Remedy.STOP_PROGRESSIVE: "no progressive",
}


@dataclass(frozen=True, slots=True)
class Cell:
    """The result of an irregularity at a moment: rulings by clause, the floor's choices, or why it is impossible."""

    ruled: tuple[str, ...] = ()
    floor: tuple[tuple[str, tuple[Remedy, ...]], ...] = ()
    impossible: tuple[str, ...] = ()

    @property
    def happens(self) -> bool:
        return bool(self.ruled or self.floor)


def cell(tables: list[Table], whats: tuple[Irregularity, ...], posted: Posted) -> Cell:
    """Return what the table answers to the reports, over all the steps of one moment."""
    ruled, floor, impossible = {}, {}, {}
    for answered in (decide(table, c.Report(irregularity=what), posted) for table in tables for what in whats):
        if isinstance(answered, Refused):
            impossible[re.sub(r"seat \d", "the seat", answered.says)] = True
            continue
        for event in answered:
            match event:
                case e.IrregularityRuled(remedies=remedies, clause=clause):
                    saves = any(isinstance(other, e.RoundVoided) and other.saves for other in answered)
                    done = ", ".join(SHORT[remedy] for remedy in remedies) + (" but trips" if saves else "")
                    ruled[f"**{clause}** {done}"] = True
                case e.FloorCalled(choices=choices, clause=clause):
                    floor[clause, choices] = True
    if not tables:
        impossible["a player has still to fold or play"] = True
    return Cell(tuple(ruled), tuple(floor), tuple(impossible))


def said(answered: Cell, notes: list[str]) -> str:
    """Return the printed cell; a new reason becomes a note."""
    if not answered.happens:
        reason = "; ".join(answered.impossible)
        if reason not in notes:
            notes.append(reason)
        return f"–<sup>{notes.index(reason) + 1}</sup>"
    return "<br>".join((*answered.ruled, *_floor(answered.floor)))


def _floor(calls: tuple[tuple[str, tuple[Remedy, ...]], ...]) -> Iterator[str]:
    """Yield the floor's choices under each clause; a choice that is not always available is in brackets."""
    for clause in dict.fromkeys(clause for clause, _ in calls):
        offered = [set(choices) for other, choices in calls if other == clause]
        listed = (remedy for remedy in Remedy if any(remedy in choices for choices in offered))
        words = [SHORT[each] if all(each in one for one in offered) else f"({SHORT[each]})" for each in listed]
        by = "floor" if clause == FLOOR_RULING else f"floor (**{clause}**)"
        yield f"{by}: {' / '.join(words)}"


def matrix(posted: Posted) -> list[str]:
    """Return the table of one way of dealing, its notes, and what cannot happen there."""
    order = winning(posted) if posted.progressive is not None else shuffled
    usual, early = _by_moment(round_of(posted, order)), _by_moment(round_of(posted, at_once=True))
    grid = {
        words: {moment: cell((early if words == EARLY else usual)[moment], whats, posted) for moment in Moment}
        for words, whats in ROWS
    }
    never = {words: row for words, row in grid.items() if not any(each.happens for each in row.values())}
    shown = {words: row for words, row in grid.items() if words not in never}
    notes: list[str] = []
    printed = {words: {moment: said(row[moment], notes) for moment in Moment} for words, row in shown.items()}
    spans = _spans([tuple(row[moment] for row in printed.values()) for moment in Moment])
    heads = [COLUMNS[span[0]] if len(span) == 1 else f"{COLUMNS[span[0]]} – {COLUMNS[span[-1]]}" for span in spans]
    lines = ["| what went wrong | " + " | ".join(heads) + " |", "|---" * (len(heads) + 1) + "|"]
    lines += [f"| {words} | " + " | ".join(row[span[0]] for span in spans) + " |" for words, row in printed.items()]
    lines += ["", *(f"{number}. {note}" for number, note in enumerate(notes, start=1))]
    if never:
        lines += ["", "Never here: " + "; ".join(f"{words} ({_why(row)})" for words, row in never.items()) + "."]
    return lines


def _by_moment(tables: Iterable[Table]) -> dict[Moment, list[Table]]:
    """Return the tables of a round by moment."""
    found: dict[Moment, list[Table]] = {moment: [] for moment in Moment}
    for table in tables:
        found[moment_of(table)].append(table)
    return found


def _why(row: dict[Moment, Cell]) -> str:
    """Return why it cannot happen even during a round."""
    return "; ".join(row[Moment.DEALT].impossible)


def _spans(columns: list[tuple[str, ...]]) -> list[list[Moment]]:
    """Return the moments, with consecutive identical columns merged."""
    spans: list[list[Moment]] = []
    for moment, column, before in zip(Moment, columns, [None, *columns], strict=False):
        if column == before:
            spans[-1].append(moment)
        else:
            spans.append([moment])
    return spans


HEAD: Final = """# What goes wrong, and what is done

Made by `scripts/build_irregularity_page.py`, which deals a round by every way of dealing of every document,
reports after each of its steps all that can go wrong, and writes down what the table answers; a test keeps it up to
date.

How to read a cell:

- **MA.14a** void all: the book rules, by that clause.
- floor: go on / void all: the book leaves it to the floor (R42), which chooses one of these, signs it and gives a
  reason. A choice in brackets is there only in part of that time, mostly while the stub is still in the shoe.
- –: it cannot have happened then; the note says why. A report of it is refused.

"Dealt" is from the end of the opening deal until somebody acts, "before the flop" from then on. Moments that follow one
another and are ruled on alike share a column.

What it comes to:

| in the tables | what is done |
|---|---|
"""

MONEY: Final = """
Where all hands are void, every stake goes back to its player, with it a coupon, an entry fee and a player/dealer's
wager, and what the progressive wagers fed the meters is taken off them again (R17, R35). "Void all but trips": the
community cards are dealt out, and trips alone is settled by its pay table. A void hand gets the same back, and the
others play on. A settled round is not undone: it can be disputed (R50).
"""


def page() -> str:
    """Return the generated page."""
    lines = [HEAD + "\n".join(f"| {short} | {remedy.words} |" for remedy, short in SHORT.items()), MONEY]
    for posted in posted_tables():
        if is_based_on_another(posted.rules.name):
            continue  # the order of the documents
        if posted.dealing is posted.rules.dealing[0]:
            lines += [f"## {posted.rules.title}", ""]
        lines += [f"### {posted.dealing.name.replace('_', ' ').capitalize()}: {posted.dealing.says}", ""]
        lines += [*matrix(posted), ""]
    return "\n".join(lines)


if __name__ == "__main__":
    if "--check" in sys.argv:
        sys.exit(PAGE.read_text(encoding="utf-8") != page())
    PAGE.write_text(page(), encoding="utf-8")
