"""`uth session`: the exact chances of a session of many hands."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any

import typer

from uth.cli import completion
from uth.cli.streams import complain
from uth.errors import Malformed, UthError

if TYPE_CHECKING:
    from uth.exact.session_chances import SessionNumbers

SHARES = (0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99)


def command(
    hands: Annotated[int, typer.Option(help="The number of hands.")] = 200,
    bankroll: Annotated[str | None, typer.Option(help="What may be lost, in antes: 40.")] = None,
    goal: Annotated[str | None, typer.Option(help="What is to be won, in antes: 40.")] = None,
    rules: Annotated[
        str, typer.Option(help="A rule set by name, or the path of a .toml file.", autocompletion=completion.books)
    ] = "massachusetts",
    table: Annotated[
        list[str] | None, typer.Option(help="A pay table, as blind=B.", autocompletion=completion.pay_tables)
    ] = None,
    blind: Annotated[
        str | None, typer.Option(help="Blind odds, royal flush down to straight: 500,50,10,3,3/2,1.")
    ] = None,
    multiples: Annotated[
        str | None, typer.Option(help="Multiples before the flop/on it/at the river: 3,4/2/1.")
    ] = None,
    strategy: Annotated[
        str, typer.Option(help="optimal, simple, ...", autocompletion=completion.strategies)
    ] = "optimal",
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Print the exact chances of a session: its result, ruin, a goal, and drawdowns, for ante, blind and play.

    Example: uth session --hands 100 --bankroll 40 --goal 40
    """
    from uth.cli.exact_main import progress
    from uth.cli.exact_options import posted_of
    from uth.exact.session_chances import session
    from uth.exact.solution import solution_of

    try:
        posted = posted_of(rules, table or [], blind, multiples)
        least, most = _antes("bankroll", bankroll), _antes("goal", goal)
        with progress("counting 27,813,810,024,000 deals"):
            found = session(solution_of(posted, strategy), hands, bankroll=least, goal=most)
    except UthError as refused:
        complain("session", refused)
        raise typer.Exit(2) from None
    except KeyboardInterrupt:
        raise typer.Exit(130) from None
    document = {"rules": posted.rules.name, "strategy": strategy, **document_of(found)}
    if as_json:
        print(json.dumps(document, indent=1))
    else:
        print(f"{posted.rules.title}: {hands:,} hands, played {strategy}; amounts in antes")
        for line in lines_of(found):
            print(line)


def _antes(field: str, text: str | None) -> Fraction | None:
    if text is None:
        return None
    try:
        return Fraction(text.removesuffix("x"))
    except (ValueError, ZeroDivisionError):
        raise Malformed(field, text, "is not an amount in antes; write for example 40") from None


def document_of(found: SessionNumbers) -> dict[str, Any]:
    """Return the session's chances as a JSON document."""
    spread = found.spread
    document: dict[str, Any] = {
        "hands": found.hands,
        "mean": {"fraction": str(found.mean), "value": float(found.mean)},
        "standard_deviation": found.standard_deviation,
        "result": {f"{share:g}": _quantile(found, share) for share in SHARES},
        "ahead": 1 - spread.at_most(Fraction(0)),
        "even": spread.at_most(Fraction(0)) - spread.at_most(Fraction(-1, 2 * spread.parts)),
        "behind": spread.at_most(Fraction(-1, 2 * spread.parts)),
        "drawdown": {f"{share:g}": float(fallen) for share, fallen in found.drawdowns.items()},
        "error_at_most": max(found.error, spread.error * len(spread.chances)),
    }
    for name, amount, chance in (("bankroll", found.bankroll, found.ruined), ("goal", found.goal, found.reached)):
        if amount is not None:
            document[name] = float(amount)
            document["ruined" if name == "bankroll" else "reached"] = chance
    return document


def _quantile(found: SessionNumbers, share: float) -> float | None:
    return float(found.spread.quantile(share)) if share <= 1 - found.spread.above else None


def lines_of(found: SessionNumbers) -> list[str]:
    """Return the session's chances as lines of text."""
    told = document_of(found)
    amounts = ["above all" if each is None else f"{each:+g}" for each in told["result"].values()]
    lines = [
        f"  Mean and standard deviation        {float(found.mean):+.6f}, {found.standard_deviation:.6f}",
        f"  Ahead, even, behind after them     {told['ahead']:.4%}, {told['even']:.4%}, {told['behind']:.4%}",
        f"  Result at 1, 5, 25, 50, 75, 95, 99%  {', '.join(amounts)}",
    ]
    if found.bankroll is not None:
        lines.append(
            f"  Loses {float(found.bankroll):g} at some time{_first(found.goal, 'the goal')}   {found.ruined:.6%}"
        )
    if found.goal is not None:
        lines.append(f"  Wins {float(found.goal):g} at some time{_first(found.bankroll, 'ruin')}   {found.reached:.6%}")
    fallen = ", ".join(f"{float(each):g}" for each in found.drawdowns.values())
    lines.append(f"  Largest fall below a peak at 50, 90, 99%  {fallen}")
    lines.append(f"  Every chance is within {told['error_at_most']:.1e} of the exact one.")
    return lines


def _first(other: Fraction | None, name: str) -> str:
    return "" if other is None else f", before {name}"
