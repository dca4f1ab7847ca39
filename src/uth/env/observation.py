"""A seat's observation: its own cards, the cards that are face up, its wagers. Fields are added by name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from uth.cards import Card
from uth.env.actions import MULTIPLES, Action, mask_of
from uth.env.episode import Episode, Sitting
from uth.rules.values import ANTE, BLIND, COVER_ALL, PLAY, PROGRESSIVE, TRIPS, Street
from uth.table.round.state import Phase, Spot
from uth.units import Seat, money

Observation = dict[str, Any]

NO_CARD: Final = -1
"""The value of a card that is not dealt yet or face down."""
STREETS: Final = tuple(Street)
OVER: Final = len(STREETS)
"""The street of a settled round."""
WAGERS: Final = (ANTE, BLIND, PLAY, TRIPS, COVER_ALL, PROGRESSIVE)
"""The order of the wagers."""


def seat_space(sitting: Sitting) -> spaces.Dict:
    """Return the observation space of one seat."""
    return spaces.Dict(
        {
            "hole": spaces.Box(NO_CARD, 51, (2,), np.int8),
            "board": spaces.Box(NO_CARD, 51, (5,), np.int8),
            "dealer": spaces.Box(NO_CARD, 51, (2,), np.int8),
            "street": spaces.Discrete(len(STREETS) + 1),
            "wagers": spaces.Box(0, most_wagered(sitting), (len(WAGERS),), np.float32),
            "action_mask": spaces.Box(0, 1, (len(Action),), np.int8),
        }
    )


def most_wagered(sitting: Sitting) -> float:
    """Return the highest amount of any single wager, in antes."""
    most = max(*(cents / sitting.ante for cents in sitting.stakes.values()), max(MULTIPLES))
    return float(np.float32(most))


def observe(episode: Episode, seat: Seat) -> Observation:
    """Return the seat's observation, in new arrays."""
    table = episode.table
    spot, over = table.round.spots[seat], table.phase is Phase.SETTLED
    return {
        "hole": _cards(spot.hole, 2),
        "board": _cards(table.round.board, 5),
        "dealer": _cards(table.round.dealer if over else (), 2),
        "street": np.int64(OVER if table.street is None else STREETS.index(table.street)),
        "wagers": _wagers(spot, episode.sitting),
        "action_mask": mask_of(episode.offered if episode.turn == seat else ()),
    }


def _cards(cards: tuple[Card, ...], places: int) -> npt.NDArray[np.int8]:
    seen = np.full(places, NO_CARD, np.int8)
    seen[: len(cards)] = cards
    return seen


def _wagers(spot: Spot, sitting: Sitting) -> npt.NDArray[np.float32]:
    """Return each wager in antes."""
    lies = [spot.wagers.get(wager, 0) / sitting.ante for wager in WAGERS]
    decision = spot.decision
    lies[WAGERS.index(PLAY)] = 0 if decision is None else decision.multiple or 0
    return np.array(lies, np.float32)


def decisions_of(episode: Episode, seats: int) -> npt.NDArray[np.int8]:
    """Return every seat's decision, which all seats see: -1 none yet, 0 folded, else the multiple."""
    seen = np.full(seats, -1, np.int8)
    for place, seat in enumerate(episode.sitting.seats):
        decision = episode.table.round.spots[seat].decision
        if decision is not None:
            seen[place] = decision.multiple or 0
    return seen


def flat(parts: Mapping[str, Any]) -> npt.NDArray[np.float32]:
    """Return the parts concatenated in order, as one row of numbers."""
    return np.concatenate([np.atleast_1d(part) for part in parts.values()]).astype(np.float32)


def drawn(episode: Episode, seat: Seat) -> str:
    """Return the table as the seat sees it, as text."""
    table, sitting = episode.table, episode.sitting
    rules, spot, seen = sitting.posted.rules, table.round.spots[seat], observe(episode, seat)
    board = [str(card) for card in table.round.board] + ["--"] * (5 - len(table.round.board))
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
    if episode.is_over:
        antes = episode.net_of(seat) / sitting.ante
        lines += [
            f"dealer  {' '.join(map(str, table.round.dealer))}  {table.round.dealer_hand}",
            f"result  {spot.hand or 'folded'}, {antes:+g} antes",
        ]
    elif episode.turn == seat:
        lines.append(f"asked   {', '.join(f'{action} {action.words}' for action in episode.offered)}")
    else:
        lines.append(f"asked   seat {episode.turn}")
    return "\n".join(lines)
