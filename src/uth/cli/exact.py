"""`uth exact`: edges and optimal play as fractions."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

import typer

from uth.cli import completion
from uth.cli.streams import complain
from uth.errors import Malformed, UthError

BETS = ("main", "trips", "cover_all", "progressive", "banker")
GOES_WITH = {
    "blind": ("main", "banker"),
    "multiples": ("main", "banker"),
    "meter": ("main", "progressive"),
    "seats": ("cover_all", "progressive", "banker"),
    "wager": ("main", "progressive"),
    "wagers": ("main", "banker"),
    "strategy": ("main", "banker"),
    "chart": ("main",),
    "sees": ("main",),
    "from": ("main",),
    "states": ("main",),
    "shuffle-key": ("main",),
    "situations": ("main",),
}
"""The bets to which each option applies; with any other bet it is refused, not ignored."""


def command(
    rules: Annotated[
        str, typer.Option(help="A rule set by name, or the path of a .toml file.", autocompletion=completion.books)
    ] = "massachusetts",
    table: Annotated[
        list[str] | None,
        typer.Option(help="A pay table, as trips=B; repeatable.", autocompletion=completion.pay_tables),
    ] = None,
    bet: Annotated[
        str, typer.Option(help="main, trips, cover_all, progressive, or banker: the player/dealer's side.")
    ] = "main",
    blind: Annotated[
        str | None, typer.Option(help="Blind odds, royal flush down to straight: 500,50,10,3,3/2,1.")
    ] = None,
    multiples: Annotated[
        str | None, typer.Option(help="Multiples before the flop/on it/at the river: 3,4/2/1.")
    ] = None,
    meter: Annotated[list[str] | None, typer.Option(help="A meter, as main=50000; repeatable.")] = None,
    seats: Annotated[int | None, typer.Option(help="The number of seats with the side wager, or banked.")] = None,
    wager: Annotated[str | None, typer.Option(help="The progressive wager, if the table sets it.")] = None,
    wagers: Annotated[
        str | None, typer.Option(help="The wagers, where they matter: ante=5,trips=5,progressive=1.")
    ] = None,
    strategy: Annotated[
        str | None,
        typer.Option(
            help="optimal (default), simple, never_fold, ...; an unknown name lists them.",
            autocompletion=completion.strategies,
        ),
    ] = None,
    chart: Annotated[Path | None, typer.Option(help="Draw the strategy before the flop into this SVG file.")] = None,
    dealing: Annotated[
        str | None,
        typer.Option(help="The way of dealing; Cover All needs a shuffler's.", autocompletion=completion.dealings),
    ] = None,
    sees: Annotated[
        str | None,
        typer.Option(help="Cards the player sees: dealer,dealer; dealer,flop; dealer,turn; ... or neighbours=5."),
    ] = None,
    street: Annotated[
        str | None, typer.Option("--from", help="The first decision with the cards seen: preflop, flop or river.")
    ] = None,
    situations: Annotated[
        Path | None, typer.Option(help="With --sees: write every situation before the flop into this CSV file.")
    ] = None,
    states: Annotated[int | None, typer.Option(help="With neighbours: the number of random states (200).")] = None,
    shuffle_key: Annotated[str | None, typer.Option(help="With neighbours: the same key, the same states.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Compute a wager's exact edge and the best play, for any rule set and any pay table.

    Example: uth exact --rules massachusetts, or: uth exact --multiples 3/2/1 --strategy simple

    A side wager: uth exact --bet progressive --rules nevada --meter main=9772 --seats 6

    A player who sees one of the dealer's cards: uth exact --sees dealer
    """
    from uth.cli.exact_options import amount_of, meters_of, posted_of, stakes_of

    try:
        if bet not in BETS:
            raise Malformed("bet", bet, f"is not one of {', '.join(BETS)}")
        given = {
            "blind": blind, "multiples": multiples, "meter": meter, "seats": seats, "wager": wager, "wagers": wagers,
            "strategy": strategy, "chart": chart, "sees": sees, "from": street, "states": states,
            "shuffle-key": shuffle_key, "situations": situations,
        }  # fmt: skip
        _require_options(bet, given)
        own_wager = amount_of("wager", wager) if wager is not None else None
        posted = posted_of(
            rules, table or [], blind, multiples, own_wager, dealing=dealing, wagers=f"{bet},{wagers or ''}"
        )
        known = meters_of(meter or [], posted)
        if sees is not None:
            from uth.cli.exact_sees import show_seen

            stakes = stakes_of(wagers, posted)
            show_seen(posted, stakes, sees, street or "preflop", states, shuffle_key, situations, as_json)
        elif bet == "main":
            _main(posted, known, wagers, strategy or "optimal", chart, as_json)
        elif bet == "banker":
            _banker(posted, seats, wagers, strategy or "optimal", as_json)
        else:
            _side(bet, posted, known, seats, as_json)
    except UthError as refused:
        complain("exact", refused)
        raise typer.Exit(2) from None
    except KeyboardInterrupt:
        raise typer.Exit(130) from None


def _require_options(bet: str, given: dict[str, Any]) -> None:
    """Raise `Malformed` for an option that does not apply to this bet."""
    for option, value in given.items():
        if value not in (None, []) and bet not in GOES_WITH[option]:
            said = ", ".join(value) if isinstance(value, list) else str(value)
            says = f"changes nothing for --bet {bet}; --{option} goes with --bet {' or '.join(GOES_WITH[option])}"
            raise Malformed(option, said, says)
    for option in ("from", "states", "shuffle-key", "situations"):
        if given["sees"] is None and given[option] is not None:
            raise Malformed(option, str(given[option]), "goes with --sees; write for example --sees dealer")
    for option in ("strategy", "chart", "meter"):
        if given["sees"] is not None and given[option] not in (None, []):
            raise Malformed(option, str(given[option]), "does not go with --sees, which counts the best play")


def _main(
    posted: Any, meters: dict[str, int], wagers: str | None, strategy: str, chart: Path | None, as_json: bool
) -> None:
    from uth.cli.exact_main import show_main, solved
    from uth.cli.exact_options import stakes_of

    answer = solved(posted, stakes_of(wagers, posted), meters, strategy)
    if chart is not None:
        from uth.exact.chart import drawing_of

        title = f"{posted.rules.name}, {strategy}"
        try:
            chart.write_text(drawing_of(answer.solution, title), encoding="utf-8")
        except OSError as fault:
            raise Malformed("chart", str(chart), f"cannot be written: {fault.strerror}") from None
    if as_json:
        print(json.dumps(answer.document(), indent=1))
    else:
        show_main(answer)


def _banker(posted: Any, seats: int | None, wagers: str | None, strategy: str, as_json: bool) -> None:
    from uth.cli.exact_side import banked, show_banker

    numbers = banked(posted, seats, wagers, strategy)
    if as_json:
        print(json.dumps({"rules": posted.rules.name, "bet": "banker", **numbers.to_json()}, indent=1))
    else:
        show_banker(numbers, posted)


def _side(bet: str, posted: Any, meters: dict[str, int], seats: int | None, as_json: bool) -> None:
    from uth.cli.exact_side import numbers_of, show_side

    numbers = numbers_of(bet, posted, meters, seats)
    if as_json:
        print(json.dumps(numbers, indent=1))
    else:
        show_side(bet, numbers, posted)
