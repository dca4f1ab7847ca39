"""`uth advise`: the exact value of each action, and why."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated, Any

import typer

from uth.cli import completion
from uth.cli.streams import complain
from uth.errors import UthError

if TYPE_CHECKING:
    from uth.cards import Card
    from uth.exact.advice import Advice


def command(
    hole: Annotated[str, typer.Option(help="Your two cards, as Ah7d.")],
    board: Annotated[str, typer.Option(help="The three or five cards of the board.")] = "",
    dead: Annotated[str, typer.Option(help="Cards known to be out: a neighbour's, an exposed one.")] = "",
    rules: Annotated[
        str, typer.Option(help="A rule set by name, or the path of a .toml file.", autocompletion=completion.books)
    ] = "massachusetts",
    table: Annotated[
        list[str] | None,
        typer.Option(help="A pay table, as trips=B; repeatable.", autocompletion=completion.pay_tables),
    ] = None,
    meter: Annotated[list[str] | None, typer.Option(help="A meter, as mega=50000; repeatable.")] = None,
    wagers: Annotated[
        str | None,
        typer.Option(help="The wagers: ante=5,trips=5. They matter if a fold forfeits them or a payout limit applies."),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Print the exact value of each action of a hand, the best one, and why.

    Example: uth advise --hole Ah7d --board Kd9s2c

    With a neighbour's cards known: uth advise --hole 5h5c --dead 5d5s
    """
    from uth.cards import parse_cards
    from uth.cli.exact_options import meters_of, posted_of, stakes_of
    from uth.exact.advice import advise
    from uth.exact.game import main_game
    from uth.exact.limit import limit_of
    from uth.exact.result import number
    from uth.strategy.reasons import limit_words

    try:
        mine, shared, gone = (_cards(name, text, parse_cards) for name, text in _given(hole, board, dead))
        posted = posted_of(rules, table or [])
        stakes = stakes_of(wagers, posted)
        game = main_game(posted, stakes, meters_of(meter or [], posted))
        limit = limit_of(posted, stakes, game)
        advice = advise(game, mine, shared, gone, limit)
    except UthError as refused:
        complain("advise", refused)
        raise typer.Exit(2) from None
    why = reasons(advice, mine, shared, gone)
    if limit is not None:
        why.append(limit_words(posted))
    if as_json:
        document = document_of(advice, why)
        if limit is not None:
            document["limit_in_antes"] = number(limit.antes)
        print(json.dumps(document, indent=1))
    else:
        for line in lines_of(advice, mine, shared, why):
            print(line)


def _given(hole: str, board: str, dead: str) -> tuple[tuple[str, str], ...]:
    return ("hole", hole), ("board", board), ("dead", dead)


def _cards(field: str, text: str, parse: Any) -> tuple[Card, ...]:
    from uth.errors import Malformed

    try:
        cards: tuple[Card, ...] = parse(text)
    except Malformed as fault:
        raise Malformed(field, fault.value, fault.says, fault.clause) from None
    return cards


def reasons(advice: Advice, hole: tuple[Card, ...], board: tuple[Card, ...], dead: tuple[Card, ...] = ()) -> list[str]:
    """Return the reasons as sentences."""
    from uth.strategy.reasons import held_words, outs_words, start_words

    if not board:
        return [f"You hold {start_words(hole)}."]
    said = [f"You have {held_words(hole, board)}."]
    if advice.standing is not None:
        standing = advice.standing
        dealers = standing.wins + standing.pushes + standing.losses
        said.append(
            f"Of {dealers:,} hands the dealer may have, you beat {standing.wins:,}, tie {standing.pushes:,} "
            f"and lose to {standing.losses:,}; {standing.unqualified:,} of them do not qualify."
        )
        outs = outs_words(hole, board, dead)
        said.append(f"{outs[0].upper()}{outs[1:]}.")
    return said


def lines_of(advice: Advice, hole: tuple[Card, ...], board: tuple[Card, ...], why: list[str]) -> list[str]:
    """Return the advice as lines of text."""
    from uth.exact.result import TIES, action

    best = action(advice.street, advice.best.multiple)
    lines = [" ".join(map(str, hole)) + (" on " + " ".join(map(str, board)) if board else "") + f": {best}"]
    for option in advice.options:
        mark = "best" if option is advice.best else f"{float(option.value - advice.best.value):+.6f}"
        name = action(advice.street, option.multiple)
        fraction = f"{option.value.numerator}/{option.value.denominator}"
        lines.append(f"  {name:6}{float(option.value):+.9f}  {mark:>10}  {fraction}")
    lines += why
    if len(advice.options) > 1:
        other = action(advice.street, advice.options[1].multiple)
        if not advice.margin:
            return [*lines, f"{best.capitalize()} and {other} are worth the same; {TIES}."]
        lines.append(f"{best.capitalize()} is worth {float(advice.margin):.6f} of an ante more than {other}.")
    return lines


def document_of(advice: Advice, why: list[str]) -> dict[str, Any]:
    """Return the advice as a JSON document."""
    from uth.exact.result import TIES, action, number

    return {
        "street": advice.street,
        "best": action(advice.street, advice.best.multiple),
        "margin": number(advice.margin),
        "actions": {action(advice.street, each.multiple): number(each.value) for each in advice.options},
        "ties": TIES,
        "reasons": why,
    }
