"""Several seats at one table as a PettingZoo environment, acting in the dealer's order."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from pettingzoo import AECEnv

from uth.env.actions import MULTIPLES, Action
from uth.env.decks import Generator, deck_in, deck_of, drawn_key
from uth.env.episode import Episode, Sitting, sit_down
from uth.env.observation import OVER, WAGERS, Observation, decisions_of, drawn, flat, most_wagered, observe
from uth.env.seat_env import RENDER_MODES, require_render_mode
from uth.errors import Malformed
from uth.units import Seat


def table_space(sitting: Sitting) -> spaces.Dict:
    """Return the observation space of a seat at a table: one row of numbers, and the action mask."""
    highest = [51] * 9 + [OVER] + [most_wagered(sitting)] * len(WAGERS) + [max(MULTIPLES)] * len(sitting.seats)
    lowest = [-1] * 9 + [0] * (1 + len(WAGERS)) + [-1] * len(sitting.seats)
    row = spaces.Box(np.array(lowest, np.float32), np.array(highest, np.float32), dtype=np.float32)
    return spaces.Dict({"observation": row, "action_mask": spaces.Box(0, 1, (len(Action),), np.int8)})


class TableEnv(AECEnv):  # type: ignore[misc]  # PettingZoo has no types
    """A table with one agent at each seat, ``seat_1`` at the dealer's left; each round is an episode.

    The options are those of `sit_down`; every seat makes the same wagers.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "uth_table_v0",
        "render_modes": [*RENDER_MODES],
        "is_parallelizable": False,
    }

    def __init__(self, *, seats: int = 3, render_mode: str | None = None, **options: Any) -> None:
        super().__init__()
        require_render_mode(render_mode)
        self.render_mode = render_mode
        self.sitting = sit_down(seats=seats, **options)
        self.seats: dict[str, Seat] = {f"seat_{seat}": seat for seat in self.sitting.seats}
        self.possible_agents = list(self.seats)
        self.agents: list[str] = []
        self.agent_selection = self.possible_agents[0]
        self.observation_spaces = {agent: table_space(self.sitting) for agent in self.seats}
        self.action_spaces = {agent: spaces.Discrete(len(Action)) for agent in self.seats}
        self.episode: Episode | None = None
        self.generator: Generator | None = None
        self.shuffle_key: int | None = None
        self.round_number = 0

    def observation_space(self, agent: str) -> spaces.Dict:
        """Return the agent's observation space."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete[np.int64]:
        """Return the agent's action space."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal the next round; with a seed, the first round of that seed.

        ``options={"deck": "As Kd 7h"}`` puts those cards on top of the deck, in the order they are dealt.
        """
        named = deck_in(options)
        if seed is not None or self.shuffle_key is None:
            self.generator, _ = seeding.np_random(seed)
            self.shuffle_key, self.round_number = drawn_key(self.generator), 0
        else:
            self.round_number += 1
        self.episode = Episode(self.sitting, named or deck_of(self.shuffle_key, self.round_number))
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self._ask()

    def observe(self, agent: str) -> Observation:
        """Return the agent's observation: a row of numbers, ``observation``, and its ``action_mask``."""
        episode = self._dealt()
        seen = observe(episode, self.seats[agent])
        mask = seen.pop("action_mask")
        row = flat({**seen, "decisions": decisions_of(episode, len(self.seats))})
        return {"observation": row, "action_mask": mask}

    def step(self, action: Any) -> None:
        """Take the action of the agent to act. Rewards come at the end of the round, in antes."""
        if self.agents and self.terminations[self.agent_selection]:
            self._was_dead_step(action)
            return
        episode = self._dealt()
        episode.answer(action)
        self._cumulative_rewards[self.agent_selection] = 0.0
        self._clear_rewards()
        if episode.is_over:
            for agent, seat in self.seats.items():
                self.rewards[agent] = episode.net_of(seat) / self.sitting.ante
                self.terminations[agent] = True
            self.agent_selection = self.agents[0]
        else:
            self._ask()
        self._accumulate_rewards()

    def render(self) -> str | None:
        """Return the table as text for the agent to act if ``render_mode="ansi"``."""
        return drawn(self._dealt(), self.seats[self.agent_selection]) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Do nothing; there is nothing to release."""

    def _ask(self) -> None:
        turn = self._dealt().turn
        self.agent_selection = next(agent for agent, seat in self.seats.items() if seat == turn)

    def _dealt(self) -> Episode:
        if self.episode is None:
            raise Malformed("round", None, "has not been dealt; call reset() first")
        return self.episode
