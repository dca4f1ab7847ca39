"""The document of a link: its meters, pending awards and wins, as everyone may see them."""

from __future__ import annotations

from itertools import islice
from typing import Literal

from typing_extensions import TypedDict

from uth.house.live_link import LinkSnapshot, LiveLink
from uth.house.live_table import LiveTable, TableSnapshot
from uth.progressive import events as ke
from uth.progressive.decide import Events as LinkEvents
from uth.progressive.meters import awarding, displayed_cents
from uth.progressive.state import Award, AwardStage
from uth.rules.loader import book_name


class AwardDocument(TypedDict):
    """An award of a meter: who won what, and its stage."""

    award: int
    table: str
    round: int
    seat: int
    hand: str
    meter: str
    cents: int
    stage: Literal["pending", "recorded", "paid", "withdrawn", "backed_out"]


class LinkDocument(TypedDict):
    """A link: many tables, one set of meters."""

    name: str
    book: str
    book_name: str
    """The book's display name."""
    wager: int
    meters: dict[str, int]
    """The amounts on the sign; an award stays included until it is verified (NV.10f)."""
    awarding: list[str]
    """The meters with an unverified award, shown as "award pending"."""
    down: bool
    guest: bool
    """Whether it is the link of one guest's table, which uses play money and ends with the table."""
    tables: list[str]
    pending: list[AwardDocument]
    """Awards that wait for a supervisor or for payment."""
    recent: list[AwardDocument]
    """The latest awards that stand, newest first."""


class SignDocument(LinkDocument):
    """A link as a sign first shows it: its currency, and which hand takes which share of which meter."""

    title: str
    symbol: str
    progressive: str
    """The progressive wager in the document's words, and its meter if there is only one."""
    hands: dict[str, list[str]]


RECENT = 10
AWARD_STEPS = (
    ke.AwardPending,
    ke.AwardRepriced,
    ke.AwardRecorded,
    ke.AwardPaid,
    ke.AwardWithdrawn,
    ke.AwardBackedOut,
)


def link_document(live: LiveLink | LinkSnapshot) -> LinkDocument:
    """Return the link as a sign shows it."""
    gone = (AwardStage.WITHDRAWN, AwardStage.BACKED_OUT)
    won = (award for award in reversed(live.link.awards) if award.stage not in gone)
    return {
        "name": live.name,
        "book": live.terms.book,
        "book_name": book_name(live.terms.book),
        "wager": live.terms.wager,
        "meters": displayed_cents(live.link),
        "awarding": awarding(live.link),
        "down": live.link.down,
        "guest": live.guest,
        "tables": list(live.link.stations),
        "pending": [award_document(award) for award in live.open_awards],
        "recent": [award_document(award) for award in islice(won, RECENT)],
    }


def meters_shown(live: LiveTable | TableSnapshot) -> dict[str, int]:
    """Return the meters that a table shows: those on its link's sign, or its own."""
    if live.link is not None:
        return displayed_cents(live.link.link)
    return {name: int(amount) for name, amount in live.table.meters.items()}


def award_document(award: Award) -> AwardDocument:
    """Return an award without its evidence: who won what, and its stage."""
    return {
        "award": award.number,
        "table": award.table,
        "round": award.round,
        "seat": award.seat,
        "hand": award.hand,
        "meter": award.meter,
        "cents": award.cents,
        "stage": award.stage.value,
    }


def changed_awards(live: LiveLink, events: LinkEvents) -> list[AwardDocument]:
    """Return the awards that these events have changed."""
    moved = [event.award for event in events if isinstance(event, AWARD_STEPS)]
    return [award_document(live.link.awards[number - 1]) for number in dict.fromkeys(moved)]
