"""One seat as a Gymnasium environment: each round is an episode."""

from __future__ import annotations

from typing import Any, Final

import gymnasium
import numpy as np
import numpy.typing as npt

from uth.cards import DECK
from uth.env.actions import OfferedActions, mask_of
from uth.env.decks import deck_in, deck_of, drawn_key
from uth.env.episode import Episode, sit_down
from uth.env.observation import Observation, drawn, observe, seat_space
from uth.errors import Malformed

RENDER_MODES: Final = ("ansi",)
METADATA: Final[dict[str, Any]] = {"render_modes": [*RENDER_MODES], "render_fps": 1}


def require_render_mode(mode: str | None) -> None:
    """Raise `Malformed` for an unknown render mode."""
    if mode is not None and mode not in RENDER_MODES:
        raise Malformed("render_mode", mode, f"is not a way to render; one of {', '.join(RENDER_MODES)}, or none")


class SeatEnv(gymnasium.Env[Observation, np.int64]):
    """One seat at its own table.

    The options are those of `sit_down`, without the number of seats: ``rules``, ``tables``, ``dealing``, ``ante``,
    ``wagers`` and ``meters``.
    """

    metadata = METADATA

    def __init__(self, *, render_mode: str | None = None, **options: Any) -> None:
        require_render_mode(render_mode)
        if "seats" in options:
            raise Malformed(
                "seats", options["seats"], "is not accepted here: one seat is played; for more use uth.env.table_v0"
            )
        self.render_mode = render_mode
        self.sitting = sit_down(**options)
        self.seat = self.sitting.seats[0]
        self.observation_space = seat_space(self.sitting)
        self.opening_mask = mask_of(Episode(self.sitting, DECK).offered)
        self.offered_actions = OfferedActions(self.opening_mask)
        self.action_space = self.offered_actions
        self.episode: Episode | None = None
        self.shuffle_key: int | None = None
        self.round_number = 0

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Deal the next round; with a seed, the first round of that seed.

        ``options={"deck": "As Kd 7h"}`` puts those cards on top of the deck, in the order they are dealt.
        """
        super().reset(seed=seed)
        named = deck_in(options)
        if seed is not None or self.shuffle_key is None:
            self.shuffle_key, self.round_number = drawn_key(self.np_random), 0
        else:
            self.round_number += 1
        self.episode = Episode(self.sitting, named or deck_of(self.shuffle_key, self.round_number))
        return self._seen(self.episode)

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Take the action; the reward comes at the end of the round, in antes."""
        episode = self._dealt()
        episode.answer(action)
        observation, extras = self._seen(episode)
        return observation, episode.net_of(self.seat) / self.sitting.ante, episode.is_over, False, extras

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Return which actions are offered now, for learners that read masks from a method."""
        return mask_of(self._dealt().offered).astype(np.bool_)

    def render(self) -> str | None:
        """Return the table as text if ``render_mode="ansi"``."""
        return drawn(self._dealt(), self.seat) if self.render_mode == "ansi" else None

    def _dealt(self) -> Episode:
        if self.episode is None:
            raise gymnasium.error.ResetNeeded("no round has been dealt; call reset() first")
        return self.episode

    def _seen(self, episode: Episode) -> tuple[Observation, dict[str, Any]]:
        observation = observe(episode, self.seat)
        mask = observation["action_mask"]
        self.offered_actions.offered = self.opening_mask if episode.is_over else mask.copy()
        return observation, {"action_mask": mask.copy()}
