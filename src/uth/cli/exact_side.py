"""The side wagers of `uth exact` as a document and as a table."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from rich import box
from rich.console import Console
from rich.table import Table

from uth.cli.exact_main import progress
from uth.cli.exact_options import stakes_of
from uth.errors import Malformed
from uth.exact.banker import BankerNumbers, banker_numbers
from uth.exact.result import number
from uth.exact.side_highest import cover_all_numbers, hand_counts
from uth.exact.side_numbers import SideNumbers, trips_numbers
from uth.exact.side_progressive import progressive_numbers
from uth.rules.values import Wager
from uth.table.posted import Posted
from uth.units import money


def numbers_of(bet: str, posted: Posted, meters: dict[str, int], seats: int | None) -> dict[str, Any]:
    """Return the numbers of a side wager: decimals by name, exact fractions under `fractions`."""
    if bet == "trips":
        return _document(trips_numbers(posted), posted)
    if bet == "progressive":
        document = _document(progressive_numbers(posted, meters=meters, seats=1 if seats is None else seats), posted)
        if document["break_even_meter"] is not None:
            document["break_even_meter_for_1"] = document["break_even_meter"] * 100 / posted.progressive_wager
        return document
    counts = hand_counts(posted) if posted.cover_all is not None else ()
    hands = seats + 1 if seats is not None else max(counts, default=2)
    document = _document(cover_all_numbers(posted, hands), posted)
    document["hands"] = hands
    document["by_hands"] = {
        str(count): {"house_edge": float(each.house_edge), "hit_frequency": float(each.hit_frequency)}
        for count, each in ((count, cover_all_numbers(posted, count)) for count in counts)
    }
    return document


def _document(numbers: SideNumbers, posted: Posted) -> dict[str, Any]:
    document: dict[str, Any] = {"rules": posted.rules.name, "ev": number(-numbers.house_edge)}
    fractions: dict[str, str] = {}
    for key, value in numbers.to_json().items():
        exact = isinstance(value, dict) and value.keys() == {"fraction", "value"}
        document[key] = value["value"] if exact else value
        if exact:
            fractions[key] = value["fraction"]
    return {**document, "fractions": fractions}


def show_side(bet: str, numbers: dict[str, Any], posted: Posted) -> None:
    """Print the numbers in readable form."""
    console = Console(highlight=False)
    console.print(f"[bold]{posted.rules.title}[/bold]: {bet.replace('_', ' ')}, table {numbers['table']}")
    if bet == "cover_all":
        console.print(f"{numbers['hands']} hands, the dealer's included")
    console.print(_rows(numbers))
    console.print(_summary(numbers, posted.rules.currency.symbol))
    if "by_hands" in numbers:
        console.print(_by_hands(numbers["by_hands"]))
    for note in numbers["notes"]:
        console.print(f"[dim]{note}[/dim]")


def _rows(numbers: dict[str, Any]) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column("hand")
    table.add_column("pays")
    for heading in ("one in", "returns"):
        table.add_column(heading, justify="right")
    for row in numbers["rows"]:
        chance = row["chance"]["value"]
        often = f"{1 / chance:,.1f}" if chance else "never"
        hand = row["hand"].replace("_", " ")
        table.add_row(hand, row["pays"], often, f"{row['contribution']['value']:.6%}")
    return table


def _summary(numbers: dict[str, Any], symbol: str) -> Table:
    table = Table(box=box.SIMPLE_HEAD, show_header=False, pad_edge=False)
    table.add_column()
    table.add_column(justify="right")
    table.add_column(style="dim")
    fractions = numbers["fractions"]
    table.add_row("House edge", f"{numbers['house_edge']:.6%}", fractions["house_edge"])
    if "house_edge_long_run" in numbers:
        table.add_row("House edge in the long run", f"{numbers['house_edge_long_run']:.6%}", "")
        table.add_row("Envy, for each other seat", f"{numbers['envy_per_other_seat']:.6%}", "")
    table.add_row("Hit frequency", f"{numbers['hit_frequency']:.6%}", fractions["hit_frequency"])
    table.add_row("Standard deviation", f"{numbers['standard_deviation']:.6f}", "of one unit wagered")
    for meter in numbers.get("meters", ()):
        table.add_row(f"Meter {meter['name']}", money(meter["meter_cents"], symbol), "")
        average = meter["average_at_award"]["value"] if meter.get("average_at_award") else None
        if average is not None:
            table.add_row("  average at an award", f"{symbol}{average:,.2f}", "")
        if meter.get("break_even"):
            table.add_row(
                "  breaks even at", f"{symbol}{meter['break_even']['value']:,.2f}", meter["break_even"]["fraction"]
            )
    if numbers.get("top_award"):
        chance = numbers["top_award"]["chance"]["value"]
        table.add_row("Top award", f"one in {1 / chance:,.0f}", numbers["top_award"]["hand"].replace("_", " "))
    return table


def _by_hands(by_hands: dict[str, dict[str, float]]) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for heading in ("hands", "house edge", "hit frequency"):
        table.add_column(heading, justify="right")
    for hands, each in by_hands.items():
        table.add_row(hands, f"{each['house_edge']:.4%}", f"{each['hit_frequency']:.4%}")
    return table


def banked(posted: Posted, seats: int | None, wagers: str | None, strategy: str) -> BankerNumbers:
    """Return the value of banking against those seats, with trips if given."""
    stakes = stakes_of(wagers, posted)
    trips = Fraction(0)
    if stakes.get(Wager.TRIPS):
        if not stakes.get(Wager.ANTE):
            raise Malformed("wagers", wagers, "has trips but no ante; write for example ante=10,trips=5")
        trips = Fraction(stakes[Wager.TRIPS], stakes[Wager.ANTE])
    with progress("counting 27,813,810,024,000 deals"):
        return banker_numbers(
            posted, posted.rules.seats.players_max if seats is None else seats, strategy=strategy, trips=trips
        )


def show_banker(numbers: BankerNumbers, posted: Posted) -> None:
    """Print the banker's side in readable form."""
    console = Console(highlight=False)
    console.print(f"[bold]{posted.rules.title}[/bold]: banking {numbers.seats} seats, played {numbers.strategy}")
    table = Table(box=box.SIMPLE_HEAD, show_header=False, pad_edge=False)
    table.add_column()
    table.add_column(justify="right")
    table.add_column(style="dim")
    table.add_row(
        "Expected result of a round, in antes", f"{float(numbers.expectation):+.9f}", str(numbers.expectation)
    )
    deviation = numbers.standard_deviation
    table.add_row("Standard deviation, in antes", f"{deviation:.9f}" if deviation is not None else "not known", "")
    table.add_row("Expected result against one seat", f"{float(numbers.edge):+.9f}", str(numbers.edge))
    if numbers.correlation is not None and numbers.seats > 1:
        table.add_row("Correlation of two seats", f"{float(numbers.correlation):.6f}", "they share board and banker")
    console.print(table)
    if deviation is None:
        console.print(f"[dim]{numbers.why}[/dim]")
    console.print("[dim]The bank covers every wager.[/dim]")
