"""Refusals about awards and meters: recording, rejecting, paying, backing out, adjusting."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from uth.cites import cites
from uth.errors import Refused, quoted
from uth.progressive import commands as c
from uth.progressive import events as e
from uth.progressive.apply import apply
from uth.progressive.meters import fallen
from uth.progressive.refusal import LinkRefusal
from uth.progressive.state import Award, AwardStage, Key, Link, Means

AwardCommand = c.PressJackpot | c.RejectAward | c.BackOutAward | c.RecordStep | c.PayAward | c.PayUnattended
TWO_PEOPLE: Final = "R99"
"""The ruling that an adjustment or a back-out needs two people, under every book."""


@cites("NV.10e", "NV.10h", "CN.39", "CN.40", "CN.47", "R53")
def refused_award(link: Link, command: AwardCommand) -> Refused | None:
    """Return why the command is refused for this award, or ``None``."""
    award = link.award(command.award)
    if award is None or not award.stands:
        return Refused(LinkRefusal.NO_SUCH_AWARD, None, f"{command.award} is not an award that stands")
    match command:
        case c.PressJackpot() | c.RejectAward():
            return _refused_verdict(link, award, command)
        case c.BackOutAward():
            return _refused_back_out(link, award, command)
        case c.RecordStep():
            return _refused_step(link, award, command)
        case c.PayAward(means=means, by=by):
            return _not_recorded(link, award) or _alone(award, by) or _refused_payment(link, award, means)
        case c.PayUnattended(means=means):
            if award.stage is not AwardStage.PENDING:
                return Refused(
                    LinkRefusal.AWARD_IS_RECORDED, "R53", f"award {award.number} has been verified by a person"
                )
            return _earlier(link, award) or _by_check(link, award, means)


def _refused_verdict(link: Link, award: Award, command: c.PressJackpot | c.RejectAward) -> Refused | None:
    if award.table != command.table:
        return Refused(LinkRefusal.NO_SUCH_AWARD, None, f"award {award.number} is not of table {quoted(command.table)}")
    if award.stage is not AwardStage.PENDING:
        says = f"award {award.number} is recorded; only a manual adjustment backs it out"
        return Refused(LinkRefusal.AWARD_IS_RECORDED, link.terms.cite("on_record"), says)
    if link.stations[command.table].key is not Key.JPH:
        says = "the supervisor's key does not stand at JPH"
        return Refused(LinkRefusal.KEY_NOT_AT_JPH, link.terms.cite("verified"), says)
    return below_zero(link, (award,)) if isinstance(command, c.RejectAward) else None


@cites("NV.10h", "R60")
def _refused_back_out(link: Link, award: Award, command: c.BackOutAward) -> Refused | None:
    """Return why the award cannot be backed out, or ``None``. Money paid by check has left the table."""
    if award.stage is AwardStage.PENDING:
        says = f"award {award.number} waits for a supervisor, who can reject it"
        return Refused(LinkRefusal.AWARD_NOT_RECORDED, link.terms.cite("verified"), says)
    if award.stage is AwardStage.PAID and award.means is not Means.CHEQUES:
        says = f"award {award.number} was paid by check and has left the table; a meter is corrected by an adjustment"
        return Refused(LinkRefusal.AWARD_IS_PAID, "R60", says)
    if award.stage is AwardStage.PAID and award.table not in link.stations:
        says = f"table {award.table} has left the link with what award {award.number} paid; adjust the meter instead"
        return Refused(LinkRefusal.AWARD_IS_PAID, "R60", says)
    for later in link.level_with(award):
        if later.number > award.number and later.stage is AwardStage.PAID:
            says = f"award {later.number} of the same round and meter was paid after it; back that one out first"
            return Refused(LinkRefusal.LATER_AWARD_PAID, link.terms.cite("in_turn"), says)
    return _refused_pair(command.by, command.second) or below_zero(link, (award,))


@cites("CN.39", "R82")
def _refused_step(link: Link, award: Award, command: c.RecordStep) -> Refused | None:
    """Return why the step is not recorded, or ``None``.

    The book must have the step, and its fields must be complete.
    """
    terms = link.terms.awards
    if award.stage is AwardStage.PAID:
        return Refused(LinkRefusal.AWARD_IS_PAID, terms.steps_cite, f"award {award.number} is paid already")
    if command.step not in terms.steps:
        known = ", ".join(terms.steps) or "none"
        return Refused(
            LinkRefusal.STEP_UNKNOWN, terms.steps_cite, f"{quoted(command.step)} is not a step to record; {known}"
        )
    wanted = terms.fields.get(command.step, ())
    if set(command.fields) != set(wanted):
        given, asked = ", ".join(command.fields) or "nothing", ", ".join(wanted) or "nothing"
        says = f"{command.step} is recorded with {asked}; given: {given}"
        return Refused(LinkRefusal.FIELDS_MISSING, terms.steps_cite, says)
    return None


def _not_recorded(link: Link, award: Award) -> Refused | None:
    cite = link.terms.cite("verified")
    if award.stage is AwardStage.PENDING:
        return Refused(LinkRefusal.AWARD_NOT_RECORDED, cite, f"award {award.number} waits for a supervisor")
    if award.stage is AwardStage.PAID:
        return Refused(LinkRefusal.AWARD_IS_PAID, cite, f"award {award.number} is paid; it is paid once")
    return None


@cites("R82")
def _alone(award: Award, by: str) -> Refused | None:
    """Return why this person may not pay the award, or ``None``. The person who verified it may not."""
    if award.verified_by is None or not _same(award.verified_by, by):
        return None
    says = f"{quoted(by)} verified award {award.number}; another person pays it"
    return Refused(LinkRefusal.TWO_PEOPLE_NEEDED, "R82", says)


def _refused_payment(link: Link, award: Award, means: Means) -> Refused | None:
    terms = link.terms.awards
    missing = [step for step in terms.steps if step not in award.recorded]
    if missing:
        return Refused(LinkRefusal.STEPS_MISSING, terms.steps_cite, f"not recorded yet: {', '.join(missing)}")
    return _earlier(link, award) or _by_check(link, award, means)


@cites("CN.37", "R11")
def _earlier(link: Link, award: Award) -> Refused | None:
    """Return the earlier award that has to be decided first, or ``None``.

    If it falls, later awards of its round and meter change.
    """
    for earlier in link.level_with(award):
        if earlier.number < award.number and earlier.stage is not AwardStage.PAID:
            says = f"award {earlier.number} of the same round and meter is not decided; it is paid or falls first"
            return Refused(LinkRefusal.EARLIER_AWARD_WAITS, link.terms.cite("in_turn"), says)
    return None


@cites("CN.40")
def _by_check(link: Link, award: Award, means: Means) -> Refused | None:
    terms = link.terms.awards
    if means is Means.CHEQUES and terms.cheques_max is not None and award.cents > terms.cheques_max:
        says = f"{award.cents} is more than the {terms.cheques_max} that is paid in cheques; a check pays it"
        return Refused(LinkRefusal.PAID_BY_CHECK, terms.cheques_cite, says)
    return None


def below_zero(link: Link, awards: Iterable[Award]) -> Refused | None:
    """Return why awards cannot be taken back, or ``None``. Their meter must not fall below zero."""
    for award in awards:
        for event in fallen(link, e.AwardWithdrawn(award=award.number, by="", reason="")):
            link = apply(link, event)
            if link.meters[award.meter].amount < 0:
                says = f"without award {award.number} the {award.meter} meter would be below zero; adjust it first"
                return Refused(LinkRefusal.METER_BELOW_ZERO, None, says)
    return None


def _same(one: str, other: str) -> bool:
    return one.strip().casefold() == other.strip().casefold()


@cites("R99")
def _refused_pair(by: str, second: str) -> Refused | None:
    if _same(by, second):
        return Refused(
            LinkRefusal.TWO_PEOPLE_NEEDED, TWO_PEOPLE, f"{quoted(by)} alone cannot adjust a meter; two people do"
        )
    return None


@cites("NV.10h", "R52", "R83")
def refused_adjustment(link: Link, command: c.AdjustMeter) -> Refused | None:
    """Return why the adjustment of a meter is refused, or ``None``."""
    meter = link.meters.get(command.meter)
    if meter is None:
        known = ", ".join(link.meters)
        return Refused(LinkRefusal.METER_UNKNOWN, None, f"{quoted(command.meter)} is not a meter of this link; {known}")
    alone = _refused_pair(command.by, command.second)
    if alone is not None:
        return alone
    level, after = link.terms.level(command.meter), meter.amount + command.cents
    if command.cents < 0 and after < level.seed:
        most = max(int(meter.amount) - level.seed, 0)
        says = (
            f"cents {command.cents} would take the {command.meter} meter below its seed {level.seed}; at most {-most}"
        )
        return Refused(LinkRefusal.METER_BELOW_SEED, "R83", says)
    locked = [name for name, station in link.stations.items() if station.round is not None]
    unnamed = [name for name in locked if name not in command.tables]
    if command.cents < 0 and unnamed:
        says = (
            f"a round that plays for the {command.meter} meter is on at {', '.join(locked)}; "
            "wait for it to end, or confirm the reduction by naming these in `tables`"
        )
        return Refused(LinkRefusal.METER_IN_PLAY, "R83", says)
    if level.limit is not None and after > level.limit:
        says = f"{command.cents} would take the meter above its limit {level.limit}"
        return Refused(LinkRefusal.METER_ABOVE_LIMIT, "R52", says)
    return None
