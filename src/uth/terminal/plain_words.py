"""The words of the plain table: what can be typed, and how the table is described."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from uth.rulebook.page import Fact, FactGroup, Grid, Part
from uth.rules.values import Wager
from uth.table.round import commands as c
from uth.terminal.company import held_hands
from uth.terminal.record import is_empty
from uth.terminal.session import TableSession
from uth.terminal.sign import cites_words, fact_words, limits_of, meters_of, pay_words
from uth.words.amounts import signed
from uth.words.rankings import rankings
from uth.words.session import one_of

_TYPED: Final = {
    "deal": "deal d space go ready",
    "watch": "watch sit",
    "play": "play",
    "check": "check c",
    "fold": "fold f",
    "rebet": "rebet r",
    "double": "double dd",
    "undo": "undo z",
    "clear": "clear x",
    "bank": "bank b",
    "pass": "pass",
    "buy": "buy",
    "more": "more time",
    "ante": "ante",
    "blind": "blind",
    "trips": "trips t",
    "cover_all": "cover cover_all coverall a",
    "progressive": "progressive prog p",
    "match_play": "match match_play matchplay coupon m",
    "hand": "hand",
    "hint": "hint h",
    "hands": "hands k rankings",
    "history": "history l",
    "help": "help ?",
    "rules": "rules pays",
    "table": "table",
    "quit": "quit q exit",
}
WORDS: Final = {word: verb for verb, words in _TYPED.items() for word in words.split()}
"""Every word that may begin a line, with its verb."""


def bot_words(name: str) -> str:
    """Return the name of a bot, marked as such: ``Simple 1 (bot)``."""
    return f"{name.removeprefix('bot:')} (bot)"


HELP: Final[tuple[str, ...]] = (
    "One command a line. Amounts in units of the currency: 10 or 12.50.",
    "Wagers: ante 10 (the blind follows), trips 5, cover 5, progressive, match; 'trips off' takes one back.",
    "rebet puts the last wagers down again; double, undo and clear change them.",
    "deal closes the wagers and deals; watch deals without you.",
    "When you are asked: 4, 3, 2 or 1 plays that multiple of the ante; check; fold; hint tells their worth.",
    "Where players bank: bank 500 takes the bank when the button is yours; pass passes it on.",
    "With two hands: 'hand 2' chooses the second.",
    "buy 500 buys chips; table repeats where you stand; rules prints the rules of this table.",
    "hands says what beats what, and what you have.",
    "history lists the rounds; 'history 3' shows round 3; quit ends the session.",
)

HOUSE_HELP: Final[tuple[str, ...]] = (
    *HELP[:3],
    "deal, or ready: you have made your wagers; the cards are dealt once everyone is ready or the time is up.",
    "watch takes your wagers back and sits the round out.",
    HELP[4],
    "more gives you the whole time again, where nobody else waits.",
    "bank 500 takes the bank where players bank and nobody has it; pass passes the button on.",
    *HELP[7:9],
    "history lists the rounds; 'history 3' shows round 3; quit leaves the seat, after the hand if one is played.",
)
"""The help at a table that the house deals."""


def greeting(session: TableSession) -> Iterator[str]:
    """Yield the greeting of a person who sits down."""
    posted, voice = session.posted, session.voice
    yield f"Ultimate Texas Hold'em: {posted.rules.title}."
    name = posted.rules.words.wager
    yield f"Limits: {'; '.join(f'{name(wager)} {limit}' for wager, limit in limits_of(posted).items())}."
    others = ", ".join(f"{session.people.name(seat)} in seat {seat}" for seat in session.people.others)
    seats = ("seat " if len(session.mine) == 1 else "seats ") + " and ".join(str(seat) for seat in session.mine)
    yield f"You sit in {seats} with {voice.money(session.bankroll + session.at_stake)}" + (
        f"; {others}." if others else "."
    )
    yield from _meters(session)
    yield "Type help for the commands."


def _meters(session: TableSession) -> Iterator[str]:
    for name, amount in meters_of(session.table.meters, session.posted):
        yield f"The {name} meter stands at {amount}."


def ranking_words(session: TableSession) -> Iterator[str]:
    """Yield what beats what, the best hand first, and what the person has."""
    yield "The best hand first:"
    for each in rankings():
        yield f"{each.category.words}: {each.says}, as {' '.join(map(str, each.example))}."
    held = held_hands(session)
    yield f"You have {' and '.join(held.values())}." if held else "You have no cards now."


def bankroll_words(session: TableSession) -> str:
    """Return the person's chips after a round."""
    net = signed(session.net, session.posted.rules.currency.symbol)
    return f"Bankroll {session.voice.money(session.bankroll)}, net {net}."


def out_of_chips_words(session: TableSession) -> str:
    """Return what a person without chips can do."""
    again = session.voice.money(session.opening.bankroll)
    return f"You are out of chips. Type buy for {again} more, buy AMOUNT, or quit."


def layout_words(session: TableSession, *, may_bank: bool) -> str:
    """Return the person's wagers while wagers are taken, and what to type."""
    if session.banks and session.table.round.banker is not None:
        return f"You bank with {session.voice.money(session.table.round.banker.wager)}. Type deal, or pass."
    if is_empty(session.layouts):
        button = "bank 500, pass, " if may_bank else ""
        return f"You have no wagers down. Type {button}rebet or ante 10."
    warned = f" {session.warning}" if session.warning else ""
    return f"{lying_words(session)}{warned} Type deal."


def lying_words(session: TableSession) -> str:
    """Return the wagers of each of the person's hands."""
    money, said = session.voice.money, list[str]()
    for seat, layout in session.layouts.items():
        with_blind = {**layout, **({Wager.BLIND: layout[Wager.ANTE]} if Wager.ANTE in layout else {})}
        wagers = ", ".join(
            f"{wager.words.lower()} {money(with_blind[wager])}" for wager in Wager if wager in with_blind
        )
        said.append(f"{session.people.name(seat)}: {wagers or 'nothing'}.")
    return " ".join(said)


def answers_words(session: TableSession) -> str:
    """Return the cards of the hand to act, and what may be typed."""
    seat, table = session.asked, session.table
    if seat is None:
        return ""
    typed = [_typed(answer) for answer in sorted(session.answers(), key=lambda each: isinstance(each, c.Check))]
    hole = session.voice.cards(table.round.spots[seat].hole)
    board = f" Board: {session.voice.cards(table.round.board)}." if table.round.board else ""
    short = session.voice.teller.too_few_chips(table, seat)
    why = f" {short[:1].upper()}{short[1:]}." if short else ""
    why += f" {session.warning}" if session.warning else ""
    return f"{session.people.name(seat)}: {hole}.{board}{why} Type {one_of(typed or ['buy', 'quit'])}."


def _typed(answer: c.Check | c.MakePlay | c.Fold) -> str:
    match answer:
        case c.Check():
            return "check"
        case c.MakePlay(multiple=multiple):
            return str(multiple)
        case c.Fold():
            return "fold"


def posted_words(session: TableSession) -> Iterator[str]:
    """Yield the parts of the table's book that a player needs: limits, decisions, pay tables."""
    posted = session.posted
    yield f"{posted.rules.title}. Dealt {posted.dealing.says}."
    for page in session.opening.pages:
        yield f"{page.title}:"
        for part in page.parts:
            yield from _part_words(part)
    yield from _meters(session)


def _part_words(part: Part) -> Iterator[str]:
    match part:
        case Fact():
            yield fact_words(part)
        case FactGroup(title=title, facts=facts):
            yield f"{title}:"
            yield from map(fact_words, facts)
        case Grid(title=title, rows=rows, cites=cites):
            yield f"{title} {cites_words(cites)}: {'; '.join(f'{row[0]} {pay_words(row)}' for row in rows)}."
