"""A settlement as tables for a terminal, for a floor supervisor to read to a patron."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from rich.console import Console, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from uth.rules.loader import BOOKS, load_book
from uth.rules.values import Wager
from uth.units import money

WIDTH_MAX: Final = 100
ALIGNED_WIDTH: Final = 72
INDENT: Final = 2
_COLOURS: Final = {"win": "green", "lose": "red", "push": "yellow", "void": "magenta", "uncovered": "magenta"}

Amount = Callable[[int], str]


def show(answer: Mapping[str, Any]) -> None:
    """Print the settlement to the terminal."""
    console = Console(highlight=False)
    console.width = min(console.width, WIDTH_MAX)
    for part in parts_of(answer, narrow=console.width < ALIGNED_WIDTH):
        console.print(part)


def parts_of(answer: Mapping[str, Any], *, narrow: bool = False) -> Iterator[RenderableType]:
    """Yield the settlement from top to bottom: the dealer, each seat in the order of settlement, meters, totals.

    On a narrow terminal the columns of different seats are not aligned, which leaves room for the clauses.
    """
    amount = amounts_of(str(answer["rules"]))
    yield from _head(answer, amount)
    by_number = {seat["seat"]: seat for seat in answer["seats"]}
    for number in answer["order"]:
        yield from _seat(by_number[number], amount, narrow)
    if answer["meters"]:
        yield from _meters(answer["meters"], amount)
    yield from _totals(answer, amount)


def amounts_of(rules: str) -> Amount:
    """Return a formatter of amounts under that rule set: with its currency, or plain numbers if it is unknown."""
    if rules not in BOOKS:
        return "{:,}".format
    symbol = load_book(rules).currency.symbol
    return lambda cents: money(cents, symbol)


def _head(answer: Mapping[str, Any], amount: Amount) -> Iterator[RenderableType]:
    dealer, banker = answer["dealer"], answer.get("banker")
    who = "Dealer" if banker is None else f"Player/dealer, seat {banker['seat']}"
    qualifies = ("qualifies", "green") if dealer["qualifies"] else ("does not qualify: antes come back", "yellow")
    yield Text.assemble(("Settlement", "bold"), f" under {answer['rules']}")
    yield Text.assemble(f"{who}: ", (dealer["hand"], "bold"), ", ", qualifies)
    if banker is not None:
        yield Text(f"The bank is {amount(banker['wager'])}, of which {amount(banker['used'])} was used.")
    if answer["rules"] not in BOOKS:
        yield Text("Amounts are in the smallest unit of the currency.", "dim")
    order = ", ".join(map(str, answer["order"]))
    yield Text(f"Settled in this order: seat{'s' if len(answer['order']) > 1 else ''} {order}.", "dim")


def _seat(seat: Mapping[str, Any], amount: Amount, narrow: bool) -> Iterator[RenderableType]:
    """Yield one seat: its hand, a row for each wager, its envy and its net."""
    wagers = seat["wagers"]
    is_cut = any("cut" in settled for settled in wagers.values())
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    least = (None, None, None) if narrow else (12, 9, 8)
    table.add_column("wager", no_wrap=True, min_width=least[0])
    table.add_column("outcome", no_wrap=True, min_width=least[1])
    for column in ("stake", "returned", "won", *(("cut",) if is_cut else ())):
        table.add_column(column, justify="right", no_wrap=True, min_width=least[2])
    table.add_column("clauses", style="cyan", overflow="fold")
    for name, settled in wagers.items():
        cells = [amount(settled[key]) if settled[key] else "-" for key in ("wager", "returned", "won")]
        cells += [amount(settled["cut"]) if "cut" in settled else ""] if is_cut else []
        outcome = Text(settled["outcome"], _COLOURS.get(settled["outcome"], ""))
        table.add_row(Wager(name).words, outcome, *cells, ", ".join(settled["cites"]))
    for envy in seat["envy"]:
        won = amount(envy["amount"])
        table.add_row(f"Envy, seat {envy['from']}", Text("win", _COLOURS["win"]), "", "", won)
    table.add_row(Text("Net", "bold"), "", "", "", _net(seat["net"], amount))
    hand = seat["hand"] or "no hand"
    yield ""
    yield Text.assemble((f"Seat {seat['seat']}", "bold"), f"  {seat['player']}  ", (hand, "bold"))
    yield Padding(table, (0, 0, 0, INDENT))
    progressive = wagers.get("progressive", {})
    judged = progressive.get("hand")
    if judged not in (None, seat["hand"]) and progressive["outcome"] != "void":
        yield Padding(Text(f"The progressive's own hand: {judged}.", "dim"), (0, 0, 0, INDENT))


def _net(cents: int, amount: Amount) -> Text:
    """Return a gain or a loss; the sign carries the meaning and the colour repeats it."""
    colour = "green" if cents > 0 else "red" if cents < 0 else ""
    return Text(("+" if cents > 0 else "") + amount(cents), f"bold {colour}")


def _meters(meters: Mapping[str, Mapping[str, int]], amount: Amount) -> Iterator[RenderableType]:
    columns = ("before", "paid", "seeded", "after")
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    table.add_column("meter", no_wrap=True)
    for column in columns:
        table.add_column(column, justify="right", no_wrap=True)
    for name, meter in meters.items():
        table.add_row(name, *(amount(meter[column]) if meter.get(column) else "-" for column in columns))
    yield ""
    yield Text("Meters", "bold")
    yield Padding(table, (0, 0, 0, INDENT))


def _totals(answer: Mapping[str, Any], amount: Amount) -> Iterator[RenderableType]:
    yield ""
    yield Text("Totals", "bold")
    for side, cents in answer["total"].items():
        yield Padding(Text.assemble(f"{side:<7} ", _net(cents, amount)), (0, 0, 0, INDENT))
