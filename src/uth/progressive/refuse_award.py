"""Refusals about awards and meters: recording, rejecting, paying, backing out, adjusting."""

from __future__ import annotations

from collections.abc import Iterable

from uth.cites import cites
from uth.errors import Refused
from uth.progressive import commands as c
from uth.progressive import events as e
from uth.progressive.apply import apply
from uth.progressive.refusal import Refusal
from uth.progressive.state import Award, AwardStage, Key, Link, Means


@cites("NV.10e", "NV.10h", "CN.39", "CN.40", "CN.47", "R53")
def refused_award(
    link: Link, command: c.PressJackpot | c.RejectAward | c.BackOutAward | c.RecordStep | c.PayAward
) -> Refused | None:
    """Return why that may not be done with the award, or ``None``."""
    award = link.award(command.award)
    if award is None or award.stage in (AwardStage.WITHDRAWN, AwardStage.BACKED_OUT):
        return Refused(Refusal.NO_SUCH_AWARD, None, f"{command.award} is not an award that stands")
    match command:
        case c.PressJackpot() | c.RejectAward():
            return _refused_verdict(link, award, command)
        case c.BackOutAward(by=by, second=second):
            return _not_recorded(award) or _refused_pair(by, second) or below_zero(link, (award,))
        case c.RecordStep(step=step):
            terms = link.terms.awards
            if award.stage is AwardStage.PAID:
                return Refused(Refusal.AWARD_IS_PAID, terms.steps_cite, f"award {award.number} is paid already")
            if step not in terms.steps:
                known = ", ".join(terms.steps) or "none"
                return Refused(Refusal.STEP_UNKNOWN, terms.steps_cite, f"{step!r} is not a step to record; {known}")
            return None
        case c.PayAward(means=means):
            return _not_recorded(award) or _refused_payment(link, award, means)


def _refused_verdict(link: Link, award: Award, command: c.PressJackpot | c.RejectAward) -> Refused | None:
    if award.table != command.table:
        return Refused(Refusal.NO_SUCH_AWARD, None, f"award {award.number} is not of table {command.table!r}")
    if award.stage is not AwardStage.PENDING:
        says = f"award {award.number} is recorded; only a manual adjustment backs it out"
        return Refused(Refusal.AWARD_IS_RECORDED, "NV.10h", says)
    if link.stations[command.table].key is not Key.JPH:
        return Refused(Refusal.KEY_NOT_AT_JPH, "NV.10e", "the supervisor's key does not stand at JPH")
    return below_zero(link, (award,)) if isinstance(command, c.RejectAward) else None


def _not_recorded(award: Award) -> Refused | None:
    if award.stage is AwardStage.PENDING:
        return Refused(Refusal.AWARD_NOT_RECORDED, "NV.10e", f"award {award.number} waits for a supervisor")
    if award.stage is AwardStage.PAID:
        return Refused(Refusal.AWARD_IS_PAID, "NV.10e", f"award {award.number} is paid; it is paid once")
    return None


def _refused_payment(link: Link, award: Award, means: Means) -> Refused | None:
    terms = link.terms.awards
    missing = [step for step in terms.steps if step not in award.recorded]
    if missing:
        return Refused(Refusal.STEPS_MISSING, terms.steps_cite, f"not recorded yet: {', '.join(missing)}")
    if means is Means.CHEQUES and terms.cheques_max is not None and award.cents > terms.cheques_max:
        says = f"{award.cents} is more than the {terms.cheques_max} that is paid in cheques; a check pays it"
        return Refused(Refusal.PAID_BY_CHECK, terms.cheques_cite, says)
    return None


def below_zero(link: Link, awards: Iterable[Award]) -> Refused | None:
    """Return why awards cannot be taken back: their meter has been adjusted below what its seed was."""
    for award in awards:
        link = apply(link, e.AwardWithdrawn(award=award.number, by="", reason=""))
        if link.meters[award.meter].amount < 0:
            says = f"without award {award.number} the {award.meter} meter would be below zero; adjust it first"
            return Refused(Refusal.METER_BELOW_ZERO, None, says)
    return None


def _refused_pair(by: str, second: str) -> Refused | None:
    if by.strip().casefold() == second.strip().casefold():
        return Refused(Refusal.TWO_PEOPLE_NEEDED, "NV.10h", f"{by!r} alone cannot adjust a meter; two people do")
    return None


@cites("NV.10h", "R52")
def refused_adjustment(link: Link, command: c.AdjustMeter) -> Refused | None:
    """Return why a meter may not be changed so by hand, or ``None``."""
    meter = link.meters.get(command.meter)
    if meter is None:
        known = ", ".join(link.meters)
        return Refused(Refusal.METER_UNKNOWN, None, f"{command.meter!r} is not a meter of this link; {known}")
    alone = _refused_pair(command.by, command.second)
    if alone is not None:
        return alone
    limit = link.terms.level(command.meter).limit
    if meter.amount + command.cents < 0:
        return Refused(Refusal.METER_BELOW_ZERO, None, f"{command.cents} would take the meter below zero")
    if limit is not None and meter.amount + command.cents > limit:
        return Refused(
            Refusal.METER_ABOVE_LIMIT, "R52", f"{command.cents} would take the meter above its limit {limit}"
        )
    return None
