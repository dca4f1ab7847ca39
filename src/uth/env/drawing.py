"""A round in words, as far as a seat sees it."""

from __future__ import annotations

from uth.env.observing import WAGERS, observe
from uth.env.round import Round
from uth.rules.values import PLAY
from uth.units import Seat, money


def drawn(round_: Round, seat: Seat) -> str:
    """Return the table as the seat sees it, for a terminal."""
    table, sitting = round_.table, round_.sitting
    rules, spot, seen = sitting.posted.rules, table.spots[seat], observe(round_, seat)
    board = [str(card) for card in table.board] + ["--"] * (5 - len(table.board))
    wagers = [
        f"{wager.words.lower()} {float(antes):g}"
        for wager, antes in zip(WAGERS, seen["wagers"], strict=True)
        if antes or wager is PLAY
    ]
    lines = [
        f"{rules.name.capitalize()}, seat {seat}, ante {money(sitting.ante, rules.currency.symbol)}",
        f"hole    {' '.join(map(str, spot.hole))}",
        f"board   {' '.join(board)}",
        f"wagers  {', '.join(wagers)}",
    ]
    if round_.is_over:
        antes = round_.net_of(seat) / sitting.ante
        lines += [
            f"dealer  {' '.join(map(str, table.dealer))}  {table.dealer_hand}",
            f"result  {spot.hand or 'folded'}, {antes:+g} antes",
        ]
    elif round_.turn == seat:
        lines.append(f"asked   {', '.join(f'{action} {action.words}' for action in round_.offered)}")
    else:
        lines.append(f"asked   seat {round_.turn}")
    return "\n".join(lines)
