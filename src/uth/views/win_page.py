"""The win page of an award (NV.10e): what an accountant records, to be signed and filed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from uth.cards import Card
from uth.cites import cites
from uth.errors import Malformed, Refused
from uth.progressive import events as e
from uth.progressive.award_history import AwardHistory
from uth.progressive.refusal import LinkRefusal
from uth.progressive.state import AwardStage, Terms
from uth.table.posted import Posted
from uth.words.link import Amount, amounts_in, hand_words, seats_words

SIGNED_BY: Final = ("Dealer", "Supervisor", "Paid by", "Accounting")
UNVERIFIED: Final = ", verified by nobody"
FORMS: Final = ("text", "html", "pdf")

Rows = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Done:
    """A line of the record: what was done, by whom and when, the last two empty if still to be done."""

    what: str
    by: str = ""
    at: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class WinPage:
    """The contents of the page, whatever its format."""

    house: str
    award: int
    amount: str
    hand: str
    stage: str
    win: Rows
    cards: tuple[Card, ...]
    """The evidence if it is only cards."""
    meter: Rows
    record: tuple[Done, ...]
    foot: tuple[str, ...]
    letter: bool
    """Whether the page is letter size; otherwise it is A4."""

    @property
    def texts(self) -> Iterator[str]:
        """Everything on the page that someone may have typed."""
        yield from (self.house, self.amount, self.hand, *self.foot)
        yield from (text for row in (*self.win, *self.meter) for text in row)
        yield from (text for done in self.record for text in (done.what, done.by))


@cites("NV.10e")
def win_page(known: AwardHistory, terms: Terms, posted: Posted, *, symbol: str, foot: tuple[str, ...]) -> WinPage:
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
        award=number,
        amount=amount(award.cents),
        hand=hand_words(award.hand),
        stage=f"{award.stage.replace('_', ' ')}{means}{UNVERIFIED if award.unattended else ''}",
        win=(
            ("Table", award.table),
            ("Round", str(award.round)),
            ("Seat", str(award.seat)),
            ("Hand", hand_words(award.hand)),
            ("Pays", f"{row.percent if row is not None else 0}% of the {award.meter} meter"),
            ("Evidence", award.evidence),
            ("Coined in", f"{seats_words(known.seats)}, {amount(terms.wager)} each"),
        ),
        cards=cards_in(award.evidence),
        meter=_meter(known, amount),
        record=tuple(_record(known, terms)),
        foot=(f"Rule set {terms.book} ({terms.fingerprint[:16]}), pay table {terms.table.name}", *foot),
        letter=posted.rules.currency.code == "USD",
    )


def cards_in(evidence: str) -> tuple[Card, ...]:
    """Return the cards of an evidence; none if it holds anything else."""
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


def _record(known: AwardHistory, terms: Terms) -> Iterator[Done]:
    """Yield what was done, in order, then what remains before the award is paid."""
    for moment in known.moments:
        at, event = time_words(moment.at), moment.event
        match event:
            case e.AwardPending():
                yield Done(what="Hand button: the amount is reserved", by=event.by, at=at)
            case e.AwardRepriced():
                yield Done(what="Priced again: an earlier award of the round is no more", at=at)
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


def time_words(at: str) -> str:
    """Return a time of the log as printed on the page."""
    return f"{at[:10]} {at[11:19]} UTC"
