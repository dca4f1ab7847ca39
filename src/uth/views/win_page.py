"""The win page of an award (NV.10e): what an accountant records, to be signed and filed."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, tzinfo
from hashlib import sha256
from typing import Final

from uth.cards import Card
from uth.cites import cites
from uth.errors import Malformed, Refused
from uth.progressive import events as e
from uth.progressive.award_history import AwardHistory
from uth.progressive.refusal import LinkRefusal
from uth.progressive.state import AwardStage, Terms
from uth.table.posted import Posted
from uth.table.round import events as te
from uth.units import Seat
from uth.words.link import Amount, amounts_in, hand_words, seats_words
from uth.words.times import time_words

DEALER: Final = "dealer"
"""Stands for the person who pressed a hand button, if nobody is named; the log of a house names them."""
SIGNED_BY: Final = ("Dealer", "Supervisor", "Paid by", "Accounting")
UNVERIFIED: Final = ", verified by nobody"
FORMS: Final = ("text", "html", "pdf")

Rows = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Done:
    """A line of the record: what was done, by whom and when; `by` and `at` are empty if it is still to be done."""

    what: str
    by: str = ""
    at: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Envied:
    """The envy of a seat for the winner's hand, and its state."""

    seat: int
    name: str
    cents: int
    state: str


@dataclass(frozen=True, slots=True, kw_only=True)
class WonRound:
    """The round on the page: the winner, and the envy their hand pays."""

    winner: str
    envy: tuple[Envied, ...]


def won_round(names: Mapping[Seat, str], events: Iterable[te.Event], seat: Seat) -> WonRound:
    """Return the winner and the envy for that seat's hand, as of the last of these events."""
    envy: dict[Seat, Envied] = {}
    for event in events:
        if isinstance(event, ENVY) and event.from_seat == seat:
            name, state = names.get(event.seat, ""), _ENVY_STATES[type(event)]
            envy[event.seat] = Envied(seat=event.seat, name=name, cents=event.cents, state=state)
    return WonRound(winner=names.get(seat, ""), envy=tuple(envy[at] for at in sorted(envy)))


ENVY: Final = (te.EnvyOwed, te.EnvyPaid, te.EnvyDenied, te.EnvyTakenBack)
_ENVY_STATES: Final = {
    te.EnvyOwed: "waits",
    te.EnvyPaid: "paid",
    te.EnvyDenied: "not paid",
    te.EnvyTakenBack: "taken back",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class WinPage:
    """The contents of the page, independent of its format."""

    house: str
    award: str
    """The number with the code of its link: `3FA9C1-3` is the third award of a link."""
    amount: str
    hand: str
    stage: str
    win: Rows
    cards: tuple[Card, ...]
    """The cards of the evidence, if it consists of cards only."""
    meter: Rows
    envy: Rows
    record: tuple[Done, ...]
    foot: tuple[str, ...]
    letter: bool
    """Whether the page is letter size; otherwise it is A4."""

    @property
    def texts(self) -> Iterator[str]:
        """Everything on the page that someone may have typed."""
        yield from (self.house, self.amount, self.hand, *self.foot)
        yield from (text for row in (*self.win, *self.meter, *self.envy) for text in row)
        yield from (text for done in self.record for text in (done.what, done.by))


@cites("NV.10e")
def win_page(
    known: AwardHistory,
    terms: Terms,
    posted: Posted,
    *,
    link: str,
    symbol: str,
    foot: str,
    printed: str,
    round_: WonRound | None = None,
    zone: tzinfo = UTC,
) -> WinPage:
    """Return the page of an award that J-POT has recorded or that was paid unattended; refuse any other."""
    award, number = known.award, known.award.number
    if known.last(e.AwardRecorded) is None and not award.unattended:
        says = f"award {number} is {award.stage}; a win page is printed once J-POT has recorded the win"
        raise Refused(LinkRefusal.AWARD_NOT_RECORDED, terms.cite("verified"), says)
    amount = amounts_in(symbol, full=True)
    row = terms.meter_row(award.hand)
    paid = known.last(e.AwardPaid)
    means = f", {_means(paid.event.means)}" if paid is not None and isinstance(paid.event, e.AwardPaid) else ""
    return WinPage(
        house=posted.rules.title,
        award=award_number(link, number),
        amount=amount(award.cents),
        hand=hand_words(award.hand),
        stage=f"{award.stage.replace('_', ' ')}{means}{UNVERIFIED if award.unattended else ''}",
        win=(
            ("Table", award.table),
            ("Round", str(award.round)),
            ("Seat", str(award.seat)),
            *((("Winner", round_.winner),) if round_ is not None and round_.winner else ()),
            ("Hand", hand_words(award.hand)),
            ("Pays", f"{row.percent if row is not None else 0}% of the {award.meter} meter"),
            ("Evidence", award.evidence),
            ("Coined in", f"{seats_words(known.seats)}, {amount(terms.wager)} each"),
        ),
        cards=cards_in(award.evidence),
        meter=_meter(known, amount),
        envy=tuple(
            (f"Seat {each.seat}", f"{each.name}{', ' if each.name else ''}{amount(each.cents)}, {each.state}")
            for each in (round_.envy if round_ is not None else ())
        ),
        record=tuple(_record(known, terms, zone)),
        foot=(
            f"Rule set {terms.book} ({terms.fingerprint[:16]}), pay table {terms.table.name}",
            foot,
            f"Printed {time_words(printed, zone)}; the log keeps UTC",
        ),
        letter=posted.rules.currency.code == "USD",
    )


def cards_in(evidence: str) -> tuple[Card, ...]:
    """Return the cards of an evidence; empty if it contains anything else."""
    texts = re.findall(r"[2-9TJQKA][shdc]", evidence)
    if re.sub(r"[\s,]|with", "", evidence) != "".join(texts):
        return ()
    try:
        return tuple(Card(text) for text in texts)
    except Malformed:
        return ()


def _meter(known: AwardHistory, amount: Amount) -> Rows:
    """Return the meter before and after the win in whole cents; the fraction of a cent is carried over."""
    award, rest = known.award, known.before.amount - known.before.shown
    rows = [("Meter", award.meter)]
    rows += [("Carried on", f"{rest} of a cent")] if rest else []
    rows += [("Before the win", amount(known.before.shown)), ("This award", amount(-award.cents))]
    if award.seeded:
        rows.append(("Started again with", amount(award.seeded)))
    rows += [("of that from its reserve", amount(award.from_reserve))] if award.from_reserve else []
    return (*rows, ("After the win", amount(known.after.shown)))


def award_number(link: str, number: int) -> str:
    """Return the number of an award in its house: a short code of its link, then its number on the link."""
    return f"{sha256(link.encode()).hexdigest()[:6].upper()}-{number}"


def _person(event: e.AwardPending, by: str) -> str:
    """Return who pressed the hand button; if the event only says that a dealer did, the author of the record."""
    if event.by != DEALER:
        return event.by
    return {"": DEALER, "meter": DEALER, "house": "the house"}.get(by, by)


def _record(known: AwardHistory, terms: Terms, zone: tzinfo) -> Iterator[Done]:
    """Yield what was done, in order, then what remains to be done before the award is paid."""
    for moment in known.moments:
        at, event = time_words(moment.at, zone), moment.event
        match event:
            case e.AwardPending():
                yield Done(what="Hand button: the amount is reserved", by=_person(event, moment.by), at=at)
            case e.KeyTurned(to=to, by=by):
                yield Done(what=f"Key turned to {to.upper()}", by=by, at=at)
            case e.AwardRepriced():
                yield Done(what="Priced again: an earlier award of the round fell", at=at)
            case e.AwardRecorded(by=by):
                yield Done(what="Verified, J-POT pressed", by=by, at=at)
            case e.StepRecorded(step=step, by=by, fields=fields):
                entered = "".join(f"; {name.replace('_', ' ')}: {text}" for name, text in fields.items())
                yield Done(what=f"{_step(step)} recorded{entered}", by=by, at=at)
            case e.AwardPaid(means=means, unattended=True):
                yield Done(what=f"Paid unattended {_means(means)}: no person verified the win", at=at)
            case e.AwardPaid(means=means, by=by):
                yield Done(what=f"Paid {_means(means)}", by=by, at=at)
            case e.AwardBackedOut(by=by, second=second, reason=reason):
                yield Done(what=f"Backed out by hand: {reason}", by=f"{by} and {second}", at=at)
            case e.AwardWithdrawn(by=by, reason=reason):
                yield Done(what=f"Withdrawn: {reason}", by=by, at=at)
    if known.award.stage is AwardStage.RECORDED:
        for step in terms.awards.steps:
            if step not in known.award.recorded:
                yield Done(what=f"{_step(step)} recorded")
        yield Done(what="Paid")


def _step(step: str) -> str:
    """Return a step as a heading: ``Title 31``, ``OFAC``."""
    return step.upper() if len(step) <= 4 else step.replace("_", " ").capitalize()


def _means(means: str) -> str:
    return "by check" if means == "check" else f"in {means}"
