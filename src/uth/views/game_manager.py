"""The Game Managers of tables and the awards of a link, for the staff."""

from __future__ import annotations

from typing import Literal

from typing_extensions import TypedDict

from uth.house.live_link import OPEN_STAGES, LiveLink
from uth.house.live_table import LiveTable
from uth.people.roles import name_of
from uth.progressive.state import Award, AwardStage, Link
from uth.rules.ruleset import BookWords
from uth.rules.values import Wager
from uth.table.posted import Posted
from uth.table.round.state import Chair
from uth.views.link import AwardDocument, LinkDocument, SignDocument, award_document, link_document
from uth.views.win_page import award_number, cards_in
from uth.words.link import hand_words


class ButtonDocument(TypedDict):
    """A hand button that is on, with its award."""

    seat: int
    award: int
    hand: str
    cents: int
    stage: str


class GameManager(TypedDict):
    """A table's Game Manager: the supervisor's key, the sensors, the hand buttons."""

    key: Literal["run", "jph"]
    round: int | None
    """The round whose wagers COIN IN has locked."""
    lit: list[int]
    failed: list[int]
    called: bool
    buttons: list[ButtonDocument]
    again: dict[str, list[str]]
    """By seat, the hand buttons that can be pressed once an award of this round has ended (NV.10c, R60)."""


class StationView(GameManager):
    """A table's Game Manager on a link."""

    table: str


class AwardEvidence(AwardDocument):
    """An award with its evidence, and what remains to be done before it is paid."""

    number: str
    """Its number in the house, as on the win page."""
    player: str | None
    """The player who sits there now."""
    evidence: str
    hole: list[str]
    board: list[str]
    recorded: list[str]
    filled: dict[str, dict[str, str]]
    """What was entered with each recorded step."""
    missing: list[str]
    verified_by: str | None
    """The person who pressed J-POT; another person pays (R82)."""
    unattended: bool
    """Whether it was paid without verification by a person."""
    cheques: bool
    """Whether the book allows payment in cheques."""


class FloorLink(LinkDocument):
    """A link with its stations, the evidence of every open award, and the hidden part of its meters."""

    symbol: str
    progressive: str
    """The progressive wager in the document's words, and its meter if there is only one."""
    stations: list[StationView]
    awards: list[AwardEvidence]
    """Open awards, then paid ones, newest first."""
    steps: list[str]
    fields: dict[str, list[str]]
    """What is entered with each step."""
    buttons: dict[str, str]
    """The hands that have a button, each with the meter that pays it."""
    reserve: dict[str, str]
    overflow: dict[str, str]


PAID_SHOWN = 10


def keypads_of(link: Link, table: str) -> GameManager:
    """Return the position of the key, the sensors and the hand buttons."""
    station = link.stations[table]
    return {
        "key": "jph" if station.key.value == "jph" else "run",
        "round": station.round,
        "lit": sorted(station.lamps),
        "failed": sorted(station.failed),
        "called": station.called,
        "buttons": [
            {"seat": each.seat, "award": each.number, "hand": each.hand, "cents": each.cents, "stage": each.stage.value}
            for each in link.buttons_of(table)
        ],
        "again": _again(link, table),
    }


def _again(link: Link, table: str) -> dict[str, list[str]]:
    """Return the hand buttons that can be pressed again; none unless an award of the round no longer stands."""
    station = link.stations[table]
    fallen = [each for each in link.awards if each.table == table and each.round == station.round and not each.stands]
    on = {seat for seat, _ in station.buttons}
    hands = [row.hand for row in link.terms.table.rows if row.meter is not None]
    return {str(seat): hands for seat in sorted(station.lit - on)} if fallen else {}


def station_of(link: Link, table: str) -> StationView:
    """Return a table's Game Manager with the table's name."""
    shown = keypads_of(link, table)
    return {
        "table": table,
        "key": shown["key"],
        "round": shown["round"],
        "lit": shown["lit"],
        "failed": shown["failed"],
        "called": shown["called"],
        "buttons": shown["buttons"],
        "again": shown["again"],
    }


def evidence_of(award: Award, live: LiveLink, chair: Chair | None = None) -> AwardEvidence:
    """Return an award with its cards, and the steps still to be recorded before it is paid."""
    terms, cards = live.terms.awards, [str(card) for card in cards_in(award.evidence)]
    shown = award_document(award)
    return {
        "award": shown["award"],
        "number": award_number(live.name, award.number),
        "table": shown["table"],
        "round": shown["round"],
        "seat": shown["seat"],
        "hand": shown["hand"],
        "meter": shown["meter"],
        "cents": shown["cents"],
        "stage": shown["stage"],
        "player": name_of(chair.player) if chair is not None else None,
        "evidence": award.evidence,
        "hole": cards[:2],
        "board": cards[2:],
        "recorded": sorted(award.recorded),
        "filled": {step: dict(fields) for step, fields in award.filled.items()},
        "missing": [step for step in terms.steps if step not in award.recorded],
        "verified_by": award.verified_by,
        "unattended": award.unattended,
        "cheques": terms.cheques_max is None or award.cents <= terms.cheques_max,
    }


def floor_link(live: LiveLink, tables: dict[str, LiveTable]) -> FloorLink:
    """Return the link as the floor sees it."""
    link = live.link
    still = [award for award in link.awards if award.stage in OPEN_STAGES]
    paid = [award for award in link.awards if award.stage is AwardStage.PAID][-PAID_SHOWN:][::-1]
    symbol, progressive = _named_by(live, tables)
    return {
        **link_document(live),
        "symbol": symbol,
        "progressive": progressive,
        "stations": [station_of(link, table) for table in link.stations],
        "awards": [evidence_of(award, live, _chair(award, tables)) for award in (*still, *paid)],
        "steps": list(live.terms.awards.steps),
        "fields": {step: list(fields) for step, fields in live.terms.awards.fields.items()},
        "buttons": {row.hand: row.meter for row in live.terms.table.rows if row.meter is not None},
        "reserve": {name: str(meter.reserve) for name, meter in link.meters.items()},
        "overflow": {name: str(meter.overflow) for name, meter in link.meters.items()},
    }


def sign_document(live: LiveLink, tables: dict[str, LiveTable]) -> SignDocument:
    """Return the link as a sign first shows it."""
    posted = _posted(live, tables)
    symbol, progressive = _named_by(live, tables)
    hands: dict[str, list[str]] = {name: [] for name in live.link.meters}
    for row in live.terms.table.rows:
        if row.meter is not None and row.percent is not None:
            share = "" if row.percent == 100 else f", {row.percent}%"
            hands[row.meter].append(f"{hand_words(row.hand)}{share}")
    return {
        **link_document(live),
        "title": posted.rules.title if posted is not None else live.terms.book,
        "symbol": symbol,
        "progressive": progressive,
        "hands": hands,
    }


def _posted(live: LiveLink, tables: dict[str, LiveTable]) -> Posted | None:
    return next((tables[name].posted for name in live.link.stations if name in tables), None)


def _named_by(live: LiveLink, tables: dict[str, LiveTable]) -> tuple[str, str]:
    """Return the currency symbol of the link's tables, and their name for the progressive wager."""
    posted = _posted(live, tables)
    if posted is None:
        return "$", BookWords().wager(Wager.PROGRESSIVE)
    return posted.rules.currency.symbol, posted.rules.words.wager(Wager.PROGRESSIVE)


def _chair(award: Award, tables: dict[str, LiveTable]) -> Chair | None:
    live = tables.get(award.table)
    return live.table.chairs.get(award.seat) if live is not None else None
