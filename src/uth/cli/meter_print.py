"""Prints a link, its log and its win pages: on a terminal, as plain text, as JSON, or to a file."""

from __future__ import annotations

import json
import sys
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any, Final, TypeVar

from rich.console import Console, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from uth.cli.streams import say
from uth.errors import Malformed
from uth.exact.side_numbers import fraction
from uth.exact.side_progressive import ProgressiveNumbers, progressive_numbers
from uth.progressive.apply import apply
from uth.progressive.meters import awarding, displayed, displayed_cents
from uth.progressive.state import Award, AwardStage, Level, Station, new_link
from uth.rulebook.page import share
from uth.store.codec import encoded
from uth.store.link_records import LinkRecord
from uth.store.meter_file import MeterFile, award_history
from uth.store.rows import utc_now
from uth.table.posted import Posted
from uth.views.win_page import FORMS, win_page
from uth.views.win_page_text import rendered, symbol_for
from uth.words.link import Amount, amounts_in, hand_words, link_sentence, seats_words
from uth.words.times import machine_zone

Each = TypeVar("Each")


def put_history(file: MeterFile, symbol: str, last: int | None, *, as_json: bool) -> None:
    """Print the commands, or only the last ones, as JSON or in words."""
    if as_json:
        for line in _last(file.lines(), last):
            print(json.dumps(_document(line)))
        return
    console = Console(highlight=False, soft_wrap=True) if sys.stdout.isatty() else None
    for line, words in _last(_told(file, symbol), last):
        at = line.at[:19].replace("T", " ")
        if console is not None:
            console.print(Text.assemble((f"{line.number:>6}  {at}  ", "dim"), words))
        else:
            say(f"{line.number:>6}  {at}  {words}")


def _last(lines: Iterable[Each], count: int | None) -> Iterable[Each]:
    return lines if count is None else deque(lines, maxlen=count)


def _document(line: LinkRecord) -> dict[str, object]:
    did = [encoded(event) for event in line.events]
    return {"line": line.number, "at": line.at, "key": line.key, "do": encoded(line.command), "did": did}


def _told(file: MeterFile, symbol: str) -> Iterator[tuple[LinkRecord, str]]:
    link, amount = new_link(file.terms), amounts_in(symbol)
    for line in file.lines():
        said = []
        for event in line.events:
            link = apply(link, event)
            said.append(link_sentence(event, link, amount))
        yield line, "; ".join(said)


OPEN_STAGES = (AwardStage.PENDING, AwardStage.RECORDED)


def document_of(file: MeterFile, posted: Posted, *, seats: int, wagers_an_hour: Fraction | None) -> dict[str, Any]:
    """Return the link for JSON; exact amounts are fractions of cents, as text."""
    link = file.link
    shown = displayed_cents(link)
    numbers = progressive_numbers(posted, meters=shown, seats=seats)
    return {
        "file": str(file.path),
        "rules": link.terms.book,
        "title": posted.rules.title,
        "fingerprint": link.terms.fingerprint,
        "pay_table": link.terms.table.name,
        "wager_cents": link.terms.wager,
        "decks": link.terms.decks,
        "lines": file.line,
        "chain": file.chain,
        "down": link.down,
        "meters": [_meter(level, file, numbers, wagers_an_hour) for level in link.terms.levels],
        "seats": seats,
        "house_edge": fraction(numbers.house_edge),
        "house_edge_long_run": fraction(numbers.house_edge_long_run),
        "awards": [award_document(award, file) for award in link.awards],
        "tables": [_table(name, station) for name, station in link.stations.items()],
        "notes": list(numbers.notes),
        "file_notes": file.notes,
    }


def _meter(
    level: Level, file: MeterFile, numbers: ProgressiveNumbers, wagers_an_hour: Fraction | None
) -> dict[str, Any]:
    meter = file.link.meters[level.name]
    (known,) = (each for each in numbers.meters if each.name == level.name)
    drawing = {row.hand for row in file.terms.table.rows if row.meter == level.name}
    chance = sum((row.chance for row in numbers.rows if row.hand in drawing), Fraction(0))
    hours = None if not chance or wagers_an_hour is None else 1 / (chance * wagers_an_hour)
    return {
        "name": level.name,
        "shown_cents": int(displayed(file.link, level.name)),
        "award_pending": level.name in awarding(file.link),
        "amount": str(meter.amount),
        "carried": str(meter.amount - meter.shown),
        "overflow": str(meter.overflow),
        "reserve": str(meter.reserve),
        "seed_cents": level.seed,
        "increment": str(level.increment),
        "limit_cents": level.limit,
        "break_even_cents": known.break_even_cents,
        "award_chance": fraction(chance),
        "hours_to_next_award": None if hours is None else float(hours),
    }


def award_document(award: Award, file: MeterFile) -> dict[str, Any]:
    """Return the award for JSON."""
    steps = file.terms.awards.steps
    return {
        "award": award.number,
        "stage": award.stage.value,
        "table": award.table,
        "round": award.round,
        "seat": award.seat,
        "hand": award.hand,
        "meter": award.meter,
        "cents": award.cents,
        "seeded": str(award.seeded),
        "evidence": award.evidence,
        "steps_recorded": [step for step in steps if step in award.recorded],
        "steps_missing": [step for step in steps if step not in award.recorded],
    }


def _table(name: str, station: Station) -> dict[str, Any]:
    return {
        "table": name,
        "game": station.game,
        "key": station.key.value,
        "round": station.round,
        "lit": sorted(station.lamps),
        "buttons": [{"seat": seat, "hand": hand, "award": award} for (seat, hand), award in station.buttons.items()],
        "supervisor_called": station.called,
        "sensors_failed": sorted(station.failed),
    }


INDENT: Final = 2


def parts_of(link: Mapping[str, Any], symbol: str) -> Iterator[RenderableType]:
    """Yield the link from top to bottom: its title, its meters and their numbers, its awards, its tables."""
    amount = amounts_in(symbol, full=True)
    decks = f"{link['decks']} deck{'s' if link['decks'] > 1 else ''}"
    wager = f"wager {amounts_in(symbol)(link['wager_cents'])}, {decks}"
    yield Text(link["title"], "bold")
    yield Text(f"pay table {link['pay_table']}, {wager}; {link['lines']:,} lines, hash {link['chain'][:12]}", "dim")
    if link["down"]:
        yield Text("The progressive system is down: no coin-in until it is restored.", "bold red")
    yield ""
    yield _under(_meters(link["meters"], amount))
    yield ""
    yield _under(_numbers(link["meters"], amount))
    edge, long_run = link["house_edge"]["value"], link["house_edge_long_run"]["value"]
    seats = f"{link['seats']} seats with it" if link["seats"] > 1 else "one seat, no envy"
    yield Text(f"House edge at these meters {edge:.4%}, {seats}; in the long run {long_run:.4%}.")
    yield from _awards(link["awards"], amount)
    yield from _tables(link["tables"])
    for note in link["notes"]:
        yield Text(f"Note: {note}", "dim")


def _under(table: Table) -> Padding:
    return Padding(table, (0, 0, 0, INDENT))


def _grid(*columns: str, right: Sequence[str] = ()) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    for column in columns:
        table.add_column(column, justify="right" if column in right else "left", overflow="fold")
    return table


def _meters(meters: Sequence[Mapping[str, Any]], amount: Amount) -> Table:
    """Return the displayed amount and the contents of each meter; empty columns are left out."""
    rows = [
        {
            "meter": each["name"],
            "shows": amount(each["shown_cents"]),
            "carried": _part(each["carried"]),
            "seed": amount(each["seed_cents"]),
            "of a wager": share(Fraction(each["increment"])),
            "reserve": _held(each["reserve"], amount),
            "limit": amount(each["limit_cents"]) if each["limit_cents"] is not None else "",
            "beyond it": _held(each["overflow"], amount),
        }
        for each in meters
    ]
    kept = [column for column in rows[0] if any(row[column] for row in rows)]
    table = _grid(*kept, right=kept[1:])
    for row in rows:
        table.add_row(*(Text(row[column], "bold" if column == "shows" else "") for column in kept))
    return table


def _part(text: str) -> str:
    return f"{text} cent" if Fraction(text) else ""


def _held(text: str, amount: Amount) -> str:
    cents = Fraction(text)
    return amount(cents) if cents else ""


def _numbers(meters: Sequence[Mapping[str, Any]], amount: Amount) -> Table:
    timed = any(each["hours_to_next_award"] is not None for each in meters)
    table = _grid("meter", "breaks even at", "an award in", *(("that is",) if timed else ()), right=("breaks even at",))
    for each in meters:
        chance, fair = Fraction(each["award_chance"]["fraction"]), each["break_even_cents"]
        often = f"{round(1 / chance):,} wagers" if chance else "no wager"
        late = [_duration(each["hours_to_next_award"])] if timed else []
        table.add_row(each["name"], amount(fair) if fair is not None else "-", often, *late)
    return table


def _duration(hours: float | None) -> str:
    if hours is None:
        return "-"
    if hours < 48:
        return f"{hours:,.1f} hours"
    return f"{hours / 24:,.1f} days" if hours < 24 * 365 else f"{hours / 24 / 365.25:,.1f} years"


def _awards(awards: Sequence[Mapping[str, Any]], amount: Amount) -> Iterator[RenderableType]:
    if not awards:
        return
    table = _grid("award", "stage", "amount", "meter", "table", "seat", "hand", right=("award", "amount"))
    waiting = [each for each in awards if each["stage"] in OPEN_STAGES]
    for each in waiting:
        table.add_row(
            str(each["award"]),
            Text(each["stage"], "yellow" if each["stage"] == "pending" else "green"),
            Text(amount(each["cents"]), "bold"),
            each["meter"],
            each["table"],
            str(each["seat"]),
            hand_words(each["hand"]),
        )
    yield ""
    yield Text("Awards", "bold")
    if waiting:
        yield _under(table)
    for each in waiting:
        if each["steps_missing"]:
            steps = ", ".join(step.replace("_", " ") for step in each["steps_missing"])
            yield Padding(Text(f"award {each['award']}: not recorded yet: {steps}", "dim"), (0, 0, 0, INDENT))
    done = [f"{count} {word}" for word in ("paid", "withdrawn", "backed_out") if (count := _count(awards, word))]
    if done:
        yield Padding(Text(", ".join(done).replace("_", " "), "dim"), (0, 0, 0, INDENT))


def _count(awards: Sequence[Mapping[str, Any]], stage: str) -> int:
    return sum(each["stage"] == stage for each in awards)


def _tables(tables: Sequence[Mapping[str, Any]]) -> Iterator[RenderableType]:
    if not tables:
        yield Text("No table has joined yet: uth meter join.", "dim")
        return
    grid = _grid("table", "key", "round", "sensors lit", "hand buttons", "")
    for each in tables:
        buttons = ", ".join(f"seat {on['seat']} {hand_words(on['hand'])}" for on in each["buttons"])
        failed = f"{seats_words(tuple(each['sensors_failed']))} out of use" if each["sensors_failed"] else ""
        called = "supervisor called" if each["supervisor_called"] else ""
        grid.add_row(
            Text(each["table"], "bold"),
            each["key"].upper(),
            "open" if each["round"] is None else str(each["round"]),
            ", ".join(map(str, each["lit"])) or "-",
            buttons or "-",
            Text("; ".join(filter(None, (called, failed))), "yellow"),
        )
    yield ""
    yield Text("Tables", "bold")
    yield _under(grid)


def put_page(file: MeterFile, posted: Posted, number: int, form: str | None, out: str | None, font: str | None) -> None:
    """Write the page to the file or to standard output, in the given format or that of the file's name."""
    form = form if form is not None else _form_of(out)
    if form not in FORMS:
        raise Malformed("format", form, f"is not one of {', '.join(FORMS)}")
    if form == "pdf" and out is None and sys.stdout.isatty():
        raise Malformed("format", form, "is not for a terminal; name a file with -o")
    known = award_history(file, number)
    page = win_page(
        known,
        file.terms,
        posted,
        link=file.path.stem,
        symbol=symbol_for(form, posted),
        foot=f"{file.path.name}, line {known.moments[0].line}; hash of line {file.line}: {file.chain}",
        printed=utc_now(),
        zone=machine_zone(),
    )
    document = rendered(page, form, font)
    if out is None:
        sys.stdout.buffer.write(document)
        return
    try:
        Path(out).write_bytes(document)
    except OSError as fault:
        raise Malformed("out", out, f"cannot be written: {fault.strerror}") from None


def _form_of(out: str | None) -> str:
    ending = Path(out).suffix.lower() if out is not None else ""
    return {".html": "html", ".htm": "html", ".pdf": "pdf"}.get(ending, "text")
