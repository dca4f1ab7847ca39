"""A link as a document: its meters to the fraction, its awards, its tables, and what the meters mean for a player."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from uth.exact.side_numbers import fraction
from uth.exact.side_progressive import ProgressiveNumbers, progressive_numbers
from uth.progressive.display import awarding, displayed, displayed_cents
from uth.progressive.state import Award, AwardStage, Station
from uth.progressive.terms import Level
from uth.store.meter_file import MeterFile
from uth.table.posted import Posted

OPEN_STAGES = (AwardStage.PENDING, AwardStage.RECORDED)


def document_of(file: MeterFile, posted: Posted, *, seats: int, wagers_an_hour: Fraction | None) -> dict[str, Any]:
    """Return the link as JSON can hold it; exact amounts are fractions of cents, as text."""
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
    """Return the award as JSON can hold it."""
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
