"""Write docs/table.md: every command, event and refusal of the table."""

from __future__ import annotations

import sys
from dataclasses import fields
from pathlib import Path
from typing import Any, get_args

from uth.table.round import commands, events
from uth.table.round.refusal import Refusal
from uth.table.round.state import Phase

PAGE = Path(__file__).parent.parent / "docs" / "table.md"


def rows(kinds: Any) -> list[str]:
    return [f"| `{kind.__name__}` | {', '.join(f.name for f in fields(kind))} | {kind.__doc__} |" for kind in kinds]


def page() -> str:
    """Return the generated page."""
    seats, dealers = get_args(commands.SeatCommand), get_args(commands.DealerCommand)
    table = ["| name | fields | says |", "|---|---|---|"]
    lines = ["# The table: commands, events, refusals", ""]
    lines += ["Made by `scripts/build_table_page.py` from the code; a test keeps it up to date.", ""]
    lines += ["## What a seat may ask for", "", *table, *rows(seats), ""]
    lines += ["## What the dealer does", "", *table, *rows(dealers), ""]
    lines += ["## What happens", "", *table, *rows(get_args(events.Event)), ""]
    lines += ["## Where the round stands", "", ", ".join(f"`{phase}`" for phase in Phase), ""]
    lines += ["## Why a command is refused, in the order the reasons are looked for", ""]
    lines += [f"{number}. `{refusal}`" for number, refusal in enumerate(Refusal, start=1)]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    if "--check" in sys.argv:
        sys.exit(PAGE.read_text(encoding="utf-8") != page())
    PAGE.write_text(page(), encoding="utf-8")
