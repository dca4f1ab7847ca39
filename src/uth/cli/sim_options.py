"""Reads the options of `uth sim` into a plan."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal, InvalidOperation

from uth.cli.exact_options import amount_of, meters_of, posted_of
from uth.errors import Malformed, quoted
from uth.rules.values import Wager
from uth.sim.plan import Plan, SeatPlan, SessionPlan, seats_max
from uth.table.posted import Posted, not_where, with_progressive_wager
from uth.units import BANK_CENTS_MAX, money

OFFERED = (Wager.ANTE, Wager.TRIPS, Wager.COVER_ALL, Wager.PROGRESSIVE, Wager.MATCH_PLAY, Wager.ENTRY_FEE)


def rounds_of(text: str) -> int:
    """Return a number of rounds: ``1e8``, ``100_000`` or ``100,000``.

    >>> rounds_of("1e6"), rounds_of("2.5e3"), rounds_of("10_000")
    (1000000, 2500, 10000)
    """
    try:
        number = Decimal(text.replace(",", "").replace("_", ""))
        rounds = int(number) if number.is_finite() and number == number.to_integral_value() else -1
    except (InvalidOperation, ValueError, OverflowError):
        rounds = -1
    if rounds < 1:
        raise Malformed("rounds", text, "is not a number of rounds; write for example 1e8 or 250000")
    return rounds


def plan_of(
    *, rules: str, tables: list[str], seats: int, rounds: str, strategy: str, wagers: str, shuffle_key: str,
    meters: list[str], bank: str | None, session: SessionPlan | None, rounds_an_hour: int,
    mishaps: dict[str, float], dealing: str | None = None,
) -> Plan:  # fmt: skip
    """Return the plan that the options describe; a session's amounts are already in cents."""
    posted = posted_of(rules, tables, dealing=dealing, wagers=wagers)
    most = seats_max(posted)
    if not 1 <= seats <= most:
        cite = posted.rules.seats.count.cite
        raise Malformed("seats", seats, f"is not a number of seats at {posted.rules.name}'s table; 1 to {most}", cite)
    stakes = [_stakes(part, posted) for part in _shared("wagers", wagers, ";", seats)]
    posted = _with_wager(posted, stakes)
    strategies = _shared("strategy", strategy, ",", seats)
    return Plan(
        posted=posted,
        seats=tuple(SeatPlan(wagers=its, strategy=name.strip()) for its, name in zip(stakes, strategies, strict=True)),
        rounds=rounds_of(rounds),
        shuffle_key=shuffle_key,
        meters=meters_of(meters, posted),
        bank=None if bank is None else amount_of("bank", bank),
        session=session,
        rounds_an_hour=rounds_an_hour,
        mishaps=mishaps,
    )


def _shared(field: str, text: str, mark: str, seats: int) -> list[str]:
    """Return one value per seat, from one value for all or one for each."""
    parts = text.split(mark)
    if len(parts) == 1:
        return parts * seats
    if len(parts) != seats:
        raise Malformed(
            field, text, f"is for {len(parts)} seats; write one for all, or {seats} with {quoted(mark)} between"
        )
    return parts


def _stakes(text: str, posted: Posted) -> dict[Wager, int]:
    """Return a seat's wagers in cents; the ante defaults to the table's minimum, 0 for none."""
    stakes, given = {Wager.ANTE: posted.limits.ante.min}, set[Wager]()
    for part in filter(None, (part.strip() for part in text.split(","))):
        name, equals, amount = part.partition("=")
        known = {wager.value: wager for wager in OFFERED}
        if not equals or name.strip() not in known:
            says = f"is not a wager and an amount; write for example trips=5, with {', '.join(known)}"
            raise Malformed("wagers", part, says)
        wager = known[name.strip()]
        if wager in given:
            raise Malformed("wagers", text, f"has {wager.words.lower()} twice; write it once")
        given.add(wager)
        if wager is Wager.COVER_ALL and posted.rules.cover_all.offered.value and not posted.offers(wager):
            raise Malformed(f"wagers.{wager}", amount, *not_where(posted.dealing, posted.rules))
        if not posted.offers(wager):
            raise Malformed(f"wagers.{wager}", amount, f"is not offered by {posted.rules.name}")
        stakes[wager] = amount_of(f"wagers.{wager}", amount.strip())
    stakes = {wager: cents for wager, cents in stakes.items() if cents}
    if Wager.ANTE in stakes:
        stakes[Wager.BLIND] = stakes[Wager.ANTE]
    return {wager: stakes[wager] for wager in Wager if wager in stakes}


def _with_wager(posted: Posted, stakes: list[dict[Wager, int]]) -> Posted:
    """Return the table with the seats' progressive wager, if the book lets the table set it."""
    wanted = {its[Wager.PROGRESSIVE] for its in stakes if Wager.PROGRESSIVE in its}
    rules = posted.rules.progressive
    if rules is None or not wanted:
        return posted
    if not rules.wager_set_by_table.value and wanted != {rules.wager.value}:
        symbol = posted.rules.currency.symbol
        says = f"is not the progressive wager of {posted.rules.name}, exactly {money(rules.wager.value, symbol)}"
        (other, *_) = sorted(wanted - {rules.wager.value})
        raise Malformed("wagers.progressive", money(other, symbol), says, rules.wager.cite)
    if len(wanted) > 1:
        raise Malformed("wagers.progressive", len(wanted), "different wagers; a table has one", rules.wager.cite)
    return with_progressive_wager(posted, wanted.pop())


def session_of(hands: int | None, bankroll: str | None, goal: str | None, ante: int) -> SessionPlan | None:
    """Return the session; amounts are money, or antes with a trailing x as in ``20x``."""
    if hands is None:
        for name, given in (("bankroll", bankroll), ("goal", goal)):
            if given is not None:
                raise Malformed(name, given, "is for sessions; set their length with --session")
        return None
    return SessionPlan(hands=hands, bankroll=_money("bankroll", bankroll, ante), goal=_money("goal", goal, ante))


def _money(field: str, text: str | None, ante: int) -> int | None:
    if text is None:
        return None
    if text.endswith("x"):
        try:
            cents = Decimal(text[:-1]) * ante
            found = int(cents) if cents == cents.to_integral_value() else -1
        except (InvalidOperation, ValueError, OverflowError):
            found = -1
    else:
        found = amount_of(field, text)
    if not 1 <= found <= BANK_CENTS_MAX:
        most = BANK_CENTS_MAX // 100
        raise Malformed(
            field, text, f"is not a {field}; write money as 100, or antes as 20x, above 0 and up to {most:,}"
        )
    return found


def with_session(
    plan: Plan, hands: int | None, bankroll: str | None, goal: str | None, *, fresh_meters: bool = False
) -> Plan:
    """Return the plan with its session, whose amounts may be in the plan's antes."""
    session = session_of(hands, bankroll, goal, plan.ante)
    return replace(plan, session=session, fresh_meters=fresh_meters)


def mishaps_of(text: str | None) -> dict[str, float]:
    """Return the chance of each irregularity in a round: ``cards_face_up=0.01``, or ``0.01`` for any."""
    from uth.rules.procedure import IrregularityKind

    rates: dict[str, float] = {}
    for part in filter(None, (part.strip() for part in (text or "").split(","))):
        name, equals, value = part.partition("=")
        kind, rate = (name.strip(), value) if equals else ("any", name)
        kinds = ["any", *(each.value for each in IrregularityKind)]
        if kind not in kinds:
            raise Malformed("irregularities", kind, f"is not known; one of {', '.join(kinds)}")
        if kind in rates:
            raise Malformed("irregularities", text, f"has {kind} twice; write it once")
        try:
            rates[kind] = float(rate)
        except ValueError:
            rates[kind] = -1.0
        if not 0 < rates[kind] <= 1:
            raise Malformed("irregularities", part, "has no rate; write a chance above 0 and up to 1, as in 0.01")
    return rates
