"""The player/dealer's side of `uth exact`."""

from __future__ import annotations

from fractions import Fraction

from rich import box
from rich.console import Console
from rich.table import Table

from uth.cli.exact_options import stakes_of
from uth.cli.exact_work import progress
from uth.errors import Malformed
from uth.exact.banker import BankerNumbers, banker_numbers, seats_max
from uth.rules.values import Wager
from uth.table.posted import Posted


def banked(posted: Posted, seats: int | None, wagers: str | None, strategy: str) -> BankerNumbers:
    """Return what banking those seats comes to, trips beside the ante if it is given."""
    stakes = stakes_of(wagers, posted)
    trips = Fraction(0)
    if stakes.get(Wager.TRIPS):
        if not stakes.get(Wager.ANTE):
            raise Malformed("wagers", wagers, "has trips without an ante; write for example ante=10,trips=5")
        trips = Fraction(stakes[Wager.TRIPS], stakes[Wager.ANTE])
    with progress("counting 27,813,810,024,000 deals"):
        return banker_numbers(posted, seats_max(posted) if seats is None else seats, strategy=strategy, trips=trips)


def show_banker(numbers: BankerNumbers, posted: Posted) -> None:
    """Print the banker's side so that a person likes to read it."""
    console = Console(highlight=False)
    console.print(f"[bold]{posted.rules.title}[/bold]: banking {numbers.seats} seats, played {numbers.strategy}")
    table = Table(box=box.SIMPLE_HEAD, show_header=False, pad_edge=False)
    table.add_column()
    table.add_column(justify="right")
    table.add_column(style="dim")
    table.add_row("Expected of a round, in antes", f"{float(numbers.expectation):+.9f}", str(numbers.expectation))
    deviation = numbers.standard_deviation
    table.add_row("Standard deviation, in antes", f"{deviation:.9f}" if deviation is not None else "not known", "")
    table.add_row("Expected of one seat", f"{float(numbers.edge):+.9f}", str(numbers.edge))
    if numbers.correlation is not None and numbers.seats > 1:
        table.add_row("Correlation of two seats", f"{float(numbers.correlation):.6f}", "they share board and banker")
    console.print(table)
    if deviation is None:
        console.print(f"[dim]{numbers.why}[/dim]")
    console.print("[dim]The bank covers every wager.[/dim]")
