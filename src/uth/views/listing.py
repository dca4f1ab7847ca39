"""A table in the lobby: what it posts, and who sits there now."""

from __future__ import annotations

from typing import Literal

from typing_extensions import TypedDict

from uth.cites import cites
from uth.house.live_table import LiveTable
from uth.people.roles import is_bot, name_of
from uth.progressive.meters import awarding
from uth.ranking import Category
from uth.rules.paytable import PayTable, ProgressiveRow, ProgressiveTable
from uth.rules.registry import owner_clause
from uth.rules.ruleset import DealingRules, RuleSet
from uth.rules.values import Street, Wager
from uth.table.posted import Posted
from uth.views.link import meters_shown


class PayRow(TypedDict):
    """One row of a pay table: the hand, and what it pays in words."""

    hand: str
    pays: str
    envy: int
    """The envy for every other progressive seat, in cents; 0 for none."""


class BookNames(TypedDict):
    """The document's own words, in lower case unless they are a name."""

    dealer: str
    """Who deals: `dealer`, `croupier`, `casino dealer`."""
    opponent: str
    """Whose hand the players play against: `dealer`, `croupier`, `player/dealer`."""
    progressive: str
    """The progressive wager, and its meter if there is only one."""


class Listing(TypedDict):
    """A table in the lobby: what it posts, and who sits there now."""

    name: str
    book: str
    book_name: str
    """The book's display name."""
    description: str
    """What sets the book apart, in one line."""
    title: str
    currency: str
    symbol: str
    phase: str
    seats: int
    taken: dict[str, str]
    bots: list[int]
    """The seats taken by bots."""
    away: list[int]
    """The seats taken by people without a connection."""
    ante: list[int]
    """The minimum and maximum, in cents."""
    trips: list[int]
    cover_all: list[int] | None
    progressive_wager: int
    entry_fee: int
    wagers: list[str]
    """The wagers of this table; the layout has these spots and no others."""
    hands: int
    """How many hands one player may play."""
    bank_min: int | None
    """The minimum bank of a player; null if the house banks."""
    banked_by: Literal["house", "player"]
    plays: dict[str, list[int]]
    """The multiples of the ante that each street offers."""
    pays: dict[str, list[PayRow]]
    """The posted pay tables of blind, trips and progressive, highest hand first."""
    qualifies: str
    """What the dealer needs to qualify, in words."""
    words: BookNames
    inscription: str
    """What the layout says about qualifying."""
    meters: dict[str, int]
    awarding: list[str]
    """The meters with an unverified award."""
    dealt_by: str
    decision_s: float | None
    """How long a seat has to act."""
    coach: bool
    """Whether players may ask the coach here."""
    rounds: int
    off: bool
    guest: bool
    """Whether a guest created it, with a link of its own and play money."""
    lends: bool
    """Whether its chips are lent and worth nothing elsewhere: it is played under a guest's own rules."""


class WayOfDealing(TypedDict):
    """The parts of a deal, each a list such as `seats:2`, `dealer:2`, `community:5`, `burn:1`."""

    says: str
    """How the cards are dealt, in words."""
    clause: str
    opening: list[str]
    flop: list[str]
    river: list[str]


class Book(TypedDict):
    """A rule book a table can use."""

    name: str
    short_name: str
    """Its display name."""
    description: str
    """What sets it apart, in one line."""
    title: str
    words: BookNames
    dealing: dict[str, WayOfDealing]
    """Its ways of dealing by name."""
    owner: str | None
    """The clause that requires an agreement with the owner of the game, if the book has one."""


def listed_book(rules: RuleSet) -> Book:
    """Return a book for the page that creates tables."""
    return {
        "name": rules.name,
        "short_name": rules.short_name,
        "description": rules.description,
        "title": rules.title,
        "words": book_names(rules),
        "dealing": {way.name: _way(way) for way in rules.dealing},
        "owner": owner_clause(rules.document),
    }


def _way(way: DealingRules) -> WayOfDealing:
    return {
        "says": way.says,
        "clause": way.opening.cite,
        "opening": list(way.opening.value),
        "flop": list(way.flop.value),
        "river": list(way.river.value),
    }


def book_names(rules: RuleSet) -> BookNames:
    """Return the document's own words."""
    return {
        "dealer": rules.words.deals,
        "opponent": rules.words.against,
        "progressive": rules.words.wager(Wager.PROGRESSIVE),
    }


def listed(live: LiveTable) -> Listing:
    """Return a table for the lobby."""
    posted, table = live.posted, live.table
    rules, limits = posted.rules, posted.limits
    covers = limits.cover_all if posted.offers(Wager.COVER_ALL) else None
    return {
        "name": live.name,
        "book": rules.name,
        "book_name": rules.short_name,
        "description": rules.description,
        "title": rules.title,
        "currency": rules.currency.code,
        "symbol": rules.currency.symbol,
        "phase": table.phase.value,
        "seats": rules.seats.count.value,
        "taken": {str(seat): name_of(chair.player) for seat, chair in sorted(table.chairs.items())},
        "bots": [seat for seat, chair in sorted(table.chairs.items()) if is_bot(chair.player)],
        "away": sorted(live.clock.away & table.chairs.keys()),
        "ante": [limits.ante.min, limits.ante.max],
        "trips": [limits.trips.min, limits.trips.max],
        "cover_all": [covers.min, covers.max] if covers is not None else None,
        "progressive_wager": posted.progressive_wager,
        "entry_fee": limits.entry_fee,
        "wagers": [wager.value for wager in Wager if posted.offers(wager)],
        "bank_min": posted.bank_min or None,
        "hands": posted.hands_per_player,
        "banked_by": "house" if rules.seats.banked_by.value == "house" else "player",
        "plays": {street.value: sorted(rules.play.multiples(street), reverse=True) for street in Street},
        "pays": _pays(posted),
        "qualifies": rules.dealer.qualifier.value.words,
        "words": book_names(rules),
        "inscription": _inscription(rules),
        "meters": meters_shown(live),
        "awarding": awarding(live.link.link) if live.link is not None else [],
        "dealt_by": "house" if live.clock.deals_itself else "person",
        "decision_s": live.clock.pace.decision,
        "coach": live.spec is None or live.spec.coach,
        "rounds": table.rounds,
        "off": live.off,
        "guest": live.guest,
        "lends": live.bankrolls is None,
    }


@cites("CA.TABLE")
def _inscription(rules: RuleSet) -> str:
    """Return what the layout says about qualifying, in the document's own words if it has any."""
    if rules.words.inscription is not None:
        return rules.words.inscription.value
    return f"{rules.words.against.capitalize()} qualifies with {rules.dealer.qualifier.value.words} or better"


def _pays(posted: Posted) -> dict[str, list[PayRow]]:
    pays = {"blind": _rows(posted.blind)}
    if posted.offers(Wager.TRIPS):
        pays["trips"] = _rows(posted.trips)
    if posted.progressive is not None:
        table = posted.progressive
        pays["progressive"] = [_progressive_row(row, table, posted) for row in table.rows]
    return pays


def _rows(table: PayTable) -> list[PayRow]:
    return [{"hand": hand.words, "pays": str(table.pays[hand]), "envy": 0} for hand in sorted(table.pays, reverse=True)]


def _progressive_row(row: ProgressiveRow, table: ProgressiveTable, posted: Posted) -> PayRow:
    category = row.category
    hand = "Royal Flush on the board" if category is None else Category(category).words
    pays = f"{row.percent}% of {row.meter}" if row.for_one is None else posted.rules.pay.fixed_pay(row, table)
    return {"hand": hand, "pays": pays, "envy": posted.envy(row.envy)}
