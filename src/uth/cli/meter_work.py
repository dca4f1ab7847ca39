"""Shared by the commands of `uth meter`: reads options, opens the file, sends commands, prints the events."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Final

import typer

from uth.cli.exact_options import amount_of, posted_of
from uth.cli.streams import complain, say
from uth.errors import Malformed, Refused, UthError
from uth.house.linked_table import terms_of
from uth.progressive import commands as c
from uth.progressive.decide import Events
from uth.progressive.events import AwardPending
from uth.progressive.state import AwardStage, Key, Link, Terms
from uth.rules.loader import BOOKS, is_same_book, load
from uth.store.codec import encoded
from uth.store.link_records import Header
from uth.store.meter_file import MeterFile, first_line
from uth.table.posted import Posted, post
from uth.table.round.refusal import refusal_says
from uth.units import WAGER_CENTS_MAX, Seat
from uth.words.link import amounts_in, link_sentence

Work = tuple[MeterFile, Posted]


@contextmanager
def work_on(command: str, open_file: Callable[[], Work]) -> Iterator[Work]:
    """Yield the open file; print a refusal as one line on standard error and exit with status 2."""
    symbol = None
    try:
        link, posted = open_file()
        symbol = posted.rules.currency.symbol
        with link:
            for note in link.notes:
                complain(f"meter {command}", note)
            yield link, posted
    except UthError as refused:
        complain(f"meter {command}", _said(refused, symbol))
        raise typer.Exit(2) from None
    except KeyboardInterrupt:
        raise typer.Exit(130) from None


def _said(refused: UthError, symbol: str | None) -> str:
    """Return the refusal with its amounts as money, if the currency is known."""
    if symbol is None or not isinstance(refused, Refused):
        return str(refused)
    return refusal_says(refused, symbol) + (f" ({refused.clause})" if refused.clause else "")


def do(
    name: str, file: str, rules: str | None, command: Callable[[MeterFile], c.Command], key: str | None, as_json: bool
) -> None:
    """Send one command and print its events."""
    with work_on(name, lambda: opened(file, rules)) as (link, posted):
        tell(link, posted, [link.send(command(link), key)], as_json)


def tell(link: MeterFile, posted: Posted, done: list[Events], as_json: bool) -> None:
    """Print the events of the commands, in words or as JSON."""
    events = [event for each in done for event in each]
    if as_json:
        typer.echo(json.dumps([encoded(event) for event in events], indent=1))
        return
    amount = amounts_in(posted.rules.currency.symbol)
    for event in events:
        say(link_sentence(event, link.link, amount))


def begun(file: str, rules: str, tables: list[str], wager: str | None, dealing: str | None) -> tuple[MeterFile, Posted]:
    """Create a link in that file; return it with the table that the options describe."""
    posted = posted_of(rules, tables, wager=amount_of("wager", wager) if wager is not None else None)
    if dealing is not None:
        chosen = posted.progressive.name if posted.progressive is not None else None
        posted = post(
            posted.rules, {"progressive": chosen}, progressive_wager=posted.progressive_wager, dealing=dealing
        )
    source = rules if rules in BOOKS else str(Path(rules).resolve())
    return MeterFile.open(file, _terms(posted), rules=source, new=True), posted


def opened(file: str, rules: str | None, *, read_only: bool = False) -> tuple[MeterFile, Posted]:
    """Open the link in the file; return it with its table, which the first line names."""
    header = first_line(file)
    posted = _posted(file, header, rules if rules is not None else header.rules)
    return MeterFile.open(file, _terms(posted), read_only=read_only), posted


def _posted(file: str, header: Header, source: str) -> Posted:
    rules = load(source)
    if rules.name != header.book or not is_same_book(rules.name, rules.fingerprint, header.fingerprint):
        says = f"{file} is of rule set {header.book} ({header.fingerprint[:12]})"
        raise Refused("other_rule_set", None, f"{says}, not of {rules.name} ({rules.fingerprint[:12]})")
    dealing = next((way.name for way in rules.dealing if way.decks.value == header.decks), None)
    return post(rules, {"progressive": header.pay_table}, progressive_wager=header.wager, dealing=dealing)


def _terms(posted: Posted) -> Terms:
    terms = terms_of(posted)
    if terms is None:
        raise Malformed("rules", posted.rules.name, "offers no progressive, or none is posted")
    return terms


def seats_of(text: str) -> tuple[Seat, ...]:
    """Return the seats written as ``1,3,5``; an empty text has none."""
    parts = [part.strip() for part in text.split(",")] if text.strip() else []
    if not all(re.fullmatch("[0-9]{1,3}", part) for part in parts):
        raise Malformed("seats", text, "is not a list of seats; write for example 1,3,5")
    return tuple(Seat(int(part)) for part in parts)


def fields_of(texts: list[str]) -> dict[str, str]:
    """Return the fields of a step from texts such as ``result=clear``."""
    found: dict[str, str] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not name or not equals or name in found:
            raise Malformed("field", text, "is not a field such as result=clear, each name once")
        found[name] = value
    return found


def signed_amount_of(field: str, text: str) -> int:
    """Return the cents of a signed amount in the currency's main unit: ``250`` or ``-12.50``."""
    try:
        cents = Fraction(text) * 100
    except (ValueError, ZeroDivisionError):
        cents = Fraction(1, 2)
    if cents.denominator != 1 or abs(cents) > WAGER_CENTS_MAX:
        raise Malformed(field, text, "is not an amount; write for example 250 or -12.50")
    return int(cents)


def pace_of(text: str) -> Fraction:
    """Return the number of wagers per hour."""
    try:
        pace = Fraction(text)
    except (ValueError, ZeroDivisionError):
        pace = Fraction(0)
    if not 0 < pace <= 10**9:
        raise Malformed("hands-per-hour", text, "is not a number of wagers an hour; write for example 240")
    return pace


STEPS: Final = ("button", "call", "key", "jpot", "run")
"""The steps of an award in order (NV.10c to NV.10f)."""
REJECT: Final = "reject"
"""The supervisor's alternative to J-POT."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportedWin:
    """A win at a table: the seat, the hand, its cards, and the supervisor who verifies it."""

    table: str
    seat: Seat
    hand: str
    evidence: str
    by: str


def guided(file: MeterFile, win: ReportedWin, key: str | None = None) -> list[Events]:
    """Take the remaining steps from the hand button to the key back at RUN, and return their events.

    It continues from the current state of the table, so an interrupted award is finished by calling it again. A hand
    button that is on is not pressed a second time, which would turn it off. With a key, each step is done only once,
    however often and however late the win is sent.
    """
    done: list[Events] = []
    with file.turn():
        number = _on(file.link, win)
        for step in STEPS:
            step_key = f"{key}/{step}" if key is not None else None
            sent = step_key is not None and file.answered(step_key) is not None
            if sent or _is_due(file.link, step, win, number):
                done.append(file.send(_command(step, win, number or 0), step_key))
                number = next((event.award for event in done[-1] if isinstance(event, AwardPending)), number)
    return done


def one_step(file: MeterFile, win: ReportedWin, step: str, reason: str | None, key: str | None) -> list[Events]:
    """Take one step of an award and return its events."""
    if step not in (*STEPS, REJECT):
        raise Malformed("step", step, f"is not a step of an award; {', '.join((*STEPS, REJECT))}")
    if (step == REJECT) != (reason is not None):
        raise Malformed("reason", reason, "goes with the step reject, and only there")
    with file.turn():
        return [file.send(_command(step, win, _on(file.link, win) or 0, reason or ""), key)]


def _on(link: Link, win: ReportedWin) -> int | None:
    """Return the award whose hand button is on for that seat and hand, or ``None``."""
    station = link.stations.get(win.table)
    return station.buttons.get((win.seat, win.hand)) if station is not None else None


def _is_due(link: Link, step: str, win: ReportedWin, number: int | None) -> bool:
    award = link.award(number)
    if award is None:
        return step == "button"
    if win.table not in link.stations or _on(link, win) != number:
        return False
    station, pending = link.stations[win.table], award.stage is AwardStage.PENDING
    match step:
        case "call":
            return pending and station.key is Key.RUN and not station.called
        case "key":
            return pending and station.key is Key.RUN
        case "jpot":
            return pending
        case "run":
            return not pending and station.key is Key.JPH
    return False


def _command(step: str, win: ReportedWin, number: int, reason: str = "") -> c.Command:
    match step:
        case "button":
            return c.PressHandButton(table=win.table, seat=win.seat, hand=win.hand, evidence=win.evidence)
        case "call":
            return c.CallSupervisor(table=win.table)
        case "key":
            return c.TurnKey(table=win.table, to=Key.JPH, by=win.by)
        case "jpot":
            return c.PressJackpot(table=win.table, award=number, by=win.by)
        case "run":
            return c.TurnKey(table=win.table, to=Key.RUN, by=win.by)
    return c.RejectAward(table=win.table, award=number, by=win.by, reason=reason)
