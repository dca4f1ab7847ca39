"""`uth exact --sees`: what cards that are seen ahead of time are worth."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from rich import box
from rich.console import Console
from rich.progress import Progress
from rich.table import Table
from rich.text import Text

from uth.cards import RANKS
from uth.errors import Malformed
from uth.exact.chart import place_of
from uth.exact.collusion import Collusion, collusion_value
from uth.exact.game import MainGame, main_game
from uth.exact.information import Information, Seen, information_value
from uth.exact.limit import limit_of
from uth.exact.result import TIES, action, number
from uth.rules.values import Wager
from uth.table.posted import Posted

STATES = 200
FEW, MANY = 1 / 3, 2 / 3


def show_seen(
    posted: Posted, stakes: Mapping[Wager, int], sees: str, street: str, states: int | None, shuffle_key: str | None,
    situations: Path | None, as_json: bool,
) -> None:  # fmt: skip
    """Count and print what the cards seen are worth."""
    game = main_game(posted, stakes)
    if limit_of(posted, stakes, game) is not None:
        says = "reaches the aggregate payout limit, which is not counted with --sees; lower the ante or leave it out"
        raise Malformed("wagers.ante", stakes[Wager.ANTE], says)
    if sees.startswith("neighbours"):
        if street != "preflop" or situations is not None:
            raise Malformed("sees", sees, "goes with neither --from nor --situations")
        _show_collusion(posted, game, sees, STATES if states is None else states, shuffle_key, as_json)
        return
    for option, given in (("states", states), ("shuffle-key", shuffle_key)):
        if given is not None:
            raise Malformed(option, given, "goes with --sees neighbours=K; the value of other cards is exact")
    seen = Seen.parse(sees, street)
    with counted("starting hands counted") as told:
        information = information_value(game, seen, keep=situations is not None, told=told)
    if situations is not None:
        _write(information, situations)
    if as_json:
        print(json.dumps({"rules": posted.rules.name, **document_of(information)}, indent=1))
    else:
        _print(posted, information)


@contextmanager
def counted(says: str) -> Iterator[Callable[[int, int], None]]:
    """Show the progress of a count on a terminal."""
    console = Console(stderr=True)
    with Progress(console=console, disable=not console.is_terminal, transient=True) as progress:
        task = progress.add_task(says, total=None)
        yield lambda done, steps: progress.update(task, completed=done, total=steps)


def document_of(information: Information) -> dict[str, Any]:
    """Return the value of the information as a JSON document."""
    return {
        "sees": str(information.seen),
        "from": information.seen.street,
        "ev": number(information.ev),
        "house_edge": float(-information.ev),
        "without": number(information.without),
        "worth": number(information.worth),
        "raised_before_the_flop": number(information.raises),
        "ties": TIES,
        "preflop": {
            hand.name: {"combinations": hand.holes, "ev": number(hand.ev), "raises": number(hand.raises)}
            for hand in information.hands
        },
    }


def _write(information: Information, path: Path) -> None:
    """Write every situation before the first decision as CSV, with the value of each action as a fraction."""
    multiples = sorted(information.game.preflop)
    try:
        with path.open("w", encoding="utf-8", newline="") as file:
            rows = csv.writer(file)
            rows.writerow(
                ["hole", "dealer", "flop", "turn", "times", "best", "check", *(f"{each}x" for each in multiples)]
            )
            for hand in information.hands:
                for each in hand.situations:
                    seen = (each.hole, each.dealer, each.flop, each.turn, each.times)
                    values = (each.values[multiple] for multiple in (0, *multiples))
                    rows.writerow([*seen, action("preflop", each.multiple), *values])
    except OSError as fault:
        raise Malformed("situations", str(path), f"cannot be written: {fault.strerror}") from None


def _print(posted: Posted, information: Information) -> None:
    console = Console(highlight=False)
    seen = information.seen
    since = {"preflop": "before the first decision", "flop": "from the flop on", "river": "at the river"}[seen.street]
    console.print(f"[bold]{posted.rules.title}[/bold]: a player who sees [bold]{seen}[/bold] {since}")
    table = Table(box=box.SIMPLE_HEAD, show_header=False, pad_edge=False)
    table.add_column()
    table.add_column(justify="right")
    table.add_column(style="dim", overflow="fold")
    for name, value in (
        ("Expected of the player, of the ante", information.ev),
        ("Without what is seen", information.without),
        ("Worth of what is seen", information.worth),
    ):
        table.add_row(name, f"{float(value):+.6%}", f"{value.numerator}/{value.denominator}")
    table.add_row("Raised before the flop, of all deals", f"{float(information.raises):.6%}", "")
    console.print(table)
    console.print(_grid(information, narrow=console.width < 13 * 6 + 3))
    console.print("How many percent of the time each hand raises before the flop; -- is never, ** always.")


def _grid(information: Information, *, narrow: bool) -> Text:
    cells = {place_of(hand.name): hand for hand in information.hands}
    text = Text()
    for row in range(13):
        for column in range(13):
            hand = cells[row, column]
            share = float(hand.raises)
            style = "white on dark_green" if share > MANY else "black on grey70" if share < FEW else "black on khaki3"
            often = "--" if not share else "**" if share == 1 else f"{min(99, max(1, round(100 * share))):2d}"
            text.append(f"{hand.name:3}{often}" if narrow else f"{hand.name:3}{often} ", style=style)
        text.append(f" {RANKS[12 - row]}\n", style="dim")
    return text


def _show_collusion(
    posted: Posted, game: MainGame, sees: str, states: int, shuffle_key: str | None, as_json: bool
) -> None:
    from uth.house.fairness import new_shuffle_key

    _, equals, count = sees.partition("=")
    if not equals or not count.strip().isdecimal() or len(count) > 3:
        raise Malformed("sees", sees, "is not a number of neighbours; write for example neighbours=5")
    most = posted.rules.seats.players_max - 1
    if not 1 <= int(count) <= most:
        raise Malformed("sees", sees, f"is not a number of neighbours at {posted.rules.name}'s table; 1 to {most}")
    key = shuffle_key if shuffle_key is not None else new_shuffle_key()[:8].hex()
    with counted("states counted") as told:
        found = collusion_value(game, int(count), states=states, shuffle_key=key, told=told)
    if as_json:
        print(json.dumps({"rules": posted.rules.name, **_collusion_document(found, key)}, indent=1))
        return
    console = Console(highlight=False)
    title = f"{posted.rules.title}[/bold]: a player who knows the holes of [bold]{found.neighbours} neighbours"
    console.print(f"[bold]{title}[/bold]")
    console.print(f"[dim]{found.states:,} random states, each exact; shuffle key {key}[/dim]")
    table = Table(box=box.SIMPLE_HEAD, show_header=False, pad_edge=False)
    table.add_column()
    table.add_column(justify="right")
    table.add_column(style="dim")
    error = f"± {found.standard_error:.6%} (standard error)"
    table.add_row("Expected of the player, of the ante", f"{found.ev:+.6%}", error)
    table.add_row("Without what is known", f"{float(found.without):+.6%}", str(found.without))
    table.add_row("Worth of what is known", f"{found.worth:+.6%}", error)
    console.print(table)
    hands = ", ".join(f"{name} {times} of {of}" for name, (times, of) in found.changed.items())
    console.print(f"First action changes with: {hands or 'no hand of the sample'}")


def _collusion_document(found: Collusion, shuffle_key: str) -> dict[str, Any]:
    return {
        "sees": f"neighbours={found.neighbours}",
        "states": found.states,
        "shuffle_key": shuffle_key,
        "ev": {"value": found.ev, "standard_error": found.standard_error},
        "without": number(found.without),
        "worth": {"value": found.worth, "standard_error": found.standard_error},
        "first_action_changes": {name: {"times": times, "of": of} for name, (times, of) in found.changed.items()},
    }
