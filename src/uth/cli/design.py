"""`uth design`: the odds, seed or increment that give a wanted edge or average award."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any

import typer

from uth.cli import completion
from uth.cli.streams import complain
from uth.errors import Malformed, UthError

if TYPE_CHECKING:
    from uth.exact.design_help import Design, DesignChoice


def command(
    parameter: Annotated[
        str, typer.Argument(help="What to change: blind.flush, trips.flush, progressive.main.increment, ...")
    ],
    target: Annotated[
        str,
        typer.Option(help="house_edge=2.5%, element_of_risk=0.5%, house_edge_long_run=20% or average_award=20000."),
    ],
    rules: Annotated[
        str, typer.Option(help="A rule set by name, or the path of a .toml file.", autocompletion=completion.books)
    ] = "massachusetts",
    table: Annotated[
        list[str] | None,
        typer.Option(help="A pay table, as trips=B; repeatable.", autocompletion=completion.pay_tables),
    ] = None,
    step: Annotated[str | None, typer.Option(help="The step between legal values: 1/2, 0.1%.")] = None,
    seats: Annotated[int, typer.Option(help="The number of seats with the progressive.")] = 1,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Find the value of one number of a table that gives a wanted edge or average award, and its legal neighbours.

    Example: uth design blind.flush --target house_edge=2.5%

    A meter: uth design progressive.main.increment --target average_award=20000 --rules nevada
    """
    from uth.cli.exact_main import progress
    from uth.cli.exact_options import posted_of
    from uth.exact.design_help import design

    try:
        quantity, equals, wanted = target.partition("=")
        if not equals:
            raise Malformed("target", target, "is not a quantity and its value; write for example house_edge=2.5%")
        posted = posted_of(rules, table or [])
        size = None if step is None else _number("step", step)
        with progress("solving"):
            found = design(posted, parameter, quantity.strip(), _number("target", wanted), step=size, seats=seats)
    except UthError as refused:
        complain("design", refused)
        raise typer.Exit(2) from None
    except KeyboardInterrupt:
        raise typer.Exit(130) from None
    if as_json:
        print(json.dumps({"rules": posted.rules.name, **document_of(found)}, indent=1))
    else:
        for line in lines_of(found):
            print(line)


def _number(field: str, text: str) -> Fraction:
    """Return a number: ``2.5%``, ``3/2`` or ``20000``."""
    try:
        if len(text) > 20:
            raise ValueError
        digits = text.strip().replace(",", "")
        return Fraction(digits.removesuffix("%")) / (100 if digits.endswith("%") else 1)
    except (ValueError, ZeroDivisionError):
        raise Malformed(field, text, "is not a number; write for example 2.5%, 3/2 or 20000") from None


def document_of(found: Design) -> dict[str, Any]:
    """Return the solution as a JSON document."""
    from uth.exact.result import number

    def choice(each: DesignChoice) -> dict[str, Any]:
        return {"value": number(each.value), found.quantity: number(each.quantity)}

    return {
        "parameter": found.parameter,
        "quantity": found.quantity,
        "target": number(found.target),
        "now": choice(found.now),
        "solution": number(found.solution),
        "solution_is_exact": found.exact,
        "neighbours": [choice(each) for each in found.neighbours],
    }


def lines_of(found: Design) -> list[str]:
    """Return the solution as lines of text."""

    def told(value: Fraction, name: str) -> str:
        if name.startswith("average"):
            return f"{float(value):,.2f}"
        if name.startswith(("house_edge", "element")) or name.endswith("increment"):
            return f"{float(value):.6%}"
        return f"{float(value):,.6f}".rstrip("0").rstrip(".")

    about = "" if found.exact else "about "
    words = found.quantity.replace("_", " ")
    lines = [
        f"{found.parameter} = {about}{told(found.solution, found.parameter)} "
        f"for {words} {told(found.target, found.quantity)}",
        f"  now     {told(found.now.value, found.parameter):>14}  {words} {told(found.now.quantity, found.quantity)}",
    ]
    for each in found.neighbours:
        value, quantity = told(each.value, found.parameter), told(each.quantity, found.quantity)
        lines.append(f"  legal   {value:>14}  {words} {quantity}")
    return lines
