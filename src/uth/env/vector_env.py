"""Many rounds of one seat at once: the same rounds as `SeatEnv`, stepped as arrays."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium.spaces import Discrete
from gymnasium.utils import seeding
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from uth.env.actions import Action, not_offered, read_action
from uth.env.decks import drawn_key
from uth.env.episode import sit_down
from uth.env.observation import NO_CARD, OVER, STREETS, WAGERS, Observation, seat_space
from uth.env.vector_decks import Keys, tops_of
from uth.env.vector_pays import FOLD, Integers, VectorPays, places_of, street_masks
from uth.errors import Malformed
from uth.rules.values import PLAY

Floats = npt.NDArray[np.float64]
Flags = npt.NDArray[np.bool_]

METADATA: Final[dict[str, Any]] = {"autoreset_mode": AutoresetMode.NEXT_STEP}
BOARD_SHOWN: Final = np.array([0, 3, 5, 5])
"""The number of community cards face up on each street, and after the round."""


class SeatVectorEnv(VectorEnv[Observation, Any, Any]):
    """Many tables with one seat each. A step at a table whose round is over deals the next round.

    With the same seed it gives the same results as `SyncVectorEnv` of as many `SeatEnv`. The options are those of
    `SeatEnv`.
    """

    metadata = METADATA

    def __init__(self, num_envs: int = 1, **options: Any) -> None:
        if type(num_envs) is not int or num_envs < 1:
            raise Malformed("num_envs", num_envs, "is not a number of tables; 1 or more")
        if "seats" in options:
            raise Malformed(
                "seats", options["seats"], "is not accepted here: one seat is played; for more use uth.env.table_v0"
            )
        self.num_envs = num_envs
        self.sitting = sit_down(**options)
        self.single_observation_space = seat_space(self.sitting)
        self.single_action_space = Discrete(len(Action))
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.places = places_of(self.sitting)
        self.masks = street_masks(self.sitting)
        self.pays = VectorPays(self.sitting)
        self.keys: Keys | None = None
        self.rounds = np.zeros(num_envs, np.uint64)
        self.hole, self.board, self.dealer = (np.zeros((num_envs, count), np.int8) for count in (2, 5, 2))
        self.street = np.zeros(num_envs, np.int64)
        lies = [self.sitting.stakes.get(wager, 0) / self.sitting.ante for wager in WAGERS]
        self.staked = np.array(lies, np.float32)
        self.multiple = np.zeros(num_envs, np.int64)

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Deal a round at every table. A seed is that of the first table; each further table takes the next number."""
        if (options or {}).get("deck") is not None:
            raise Malformed("options.deck", (options or {})["deck"], "is not accepted here; pass it to SeatEnv")
        seeds = [seed + at for at in range(self.num_envs)] if isinstance(seed, int) else seed
        super().reset(seed=seed if isinstance(seed, int) else None)
        if seeds is not None or self.keys is None:
            self.keys = self._drawn_keys(seeds)
            self.rounds[:] = 0
        else:
            self.rounds += np.uint64(1)
        self._deal(self.keys, np.arange(self.num_envs))
        return self._observations()

    def step(self, actions: Any) -> tuple[Observation, Floats, Flags, Flags, dict[str, Any]]:
        """Take one action at each table. Where the round was over, deal the next one instead."""
        if self.keys is None:
            raise gymnasium.error.ResetNeeded("no round has been dealt; call reset() first")
        chosen = self._read(actions)
        over = self.street == OVER
        self._require_offered(chosen, over)
        ended = ~over & (chosen != Action.CHECK)
        self.street[~over & (chosen == Action.CHECK)] += 1
        self.street[ended] = OVER
        self.multiple[ended] = np.where(chosen == Action.FOLD, FOLD, chosen - Action.CHECK)[ended]
        rewards = np.zeros(self.num_envs)
        rewards[ended] = self._net(np.flatnonzero(ended)) / self.sitting.ante
        self.rounds[over] += np.uint64(1)
        self._deal(self.keys, np.flatnonzero(over))
        observation, extras = self._observations()
        return observation, rewards, ended, np.zeros(self.num_envs, np.bool_), extras

    def _drawn_keys(self, seeds: Sequence[int | None] | None) -> Keys:
        if seeds is None:
            return np.array([drawn_key(self.np_random) for _ in range(self.num_envs)], np.uint64)
        if len(seeds) != self.num_envs:
            raise Malformed("seed", list(seeds), f"is not one seed for each of the {self.num_envs} tables")
        return np.array([drawn_key(seeding.np_random(seed)[0]) for seed in seeds], np.uint64)

    def _deal(self, keys: Keys, rows: npt.NDArray[np.intp]) -> None:
        cards = tops_of(keys[rows], self.rounds[rows], self.places.cards).view(np.int8)
        self.hole[rows] = cards[:, self.places.hole]
        self.board[rows] = cards[:, self.places.board]
        self.dealer[rows] = cards[:, self.places.dealer]
        self.street[rows] = 0
        self.multiple[rows] = 0

    def _net(self, rows: npt.NDArray[np.intp]) -> Integers:
        """Return the results of the rounds that end, in cents."""
        hole, board, dealer = (cards[rows].view(np.uint8) for cards in (self.hole, self.board, self.dealer))
        return self.pays.net(hole, board, dealer, self.multiple[rows])

    def _observations(self) -> tuple[Observation, dict[str, Any]]:
        """Return every seat's observation, in new arrays."""
        street, mask = self.street, self.masks[self.street]
        face_up = np.arange(5) < BOARD_SHOWN[street][:, None]
        wagers = np.repeat(self.staked[None], self.num_envs, axis=0)
        wagers[:, WAGERS.index(PLAY)] = self.multiple
        observation = {
            "hole": self.hole.copy(),
            "board": np.where(face_up, self.board, np.int8(NO_CARD)),
            "dealer": np.where((street == OVER)[:, None], self.dealer, np.int8(NO_CARD)),
            "street": street.copy(),
            "wagers": wagers,
            "action_mask": mask,
        }
        return observation, {"action_mask": mask.copy(), "_action_mask": np.ones(self.num_envs, np.bool_)}

    def _read(self, actions: Any) -> Integers:
        chosen = np.asarray(actions)
        if chosen.shape != (self.num_envs,):
            raise Malformed("actions", f"shape {chosen.shape}", f"is not one action for each of {self.num_envs} tables")
        if not np.issubdtype(chosen.dtype, np.integer):
            raise Malformed("actions", str(chosen.dtype), "is not an array of action numbers")
        return chosen.astype(np.int64)

    def _require_offered(self, chosen: Integers, over: Flags) -> None:
        """Raise an error for the first action that is unknown or not offered, before any table changes."""
        known = (chosen >= 0) & (chosen < len(Action))
        wrong = ~over & ~(known & (self.masks[self.street, np.where(known, chosen, 0)] == 1))
        if wrong.any():
            at = int(np.flatnonzero(wrong)[0])
            street = int(self.street[at])
            offered = [action for action in Action if self.masks[street, action]]
            raise not_offered(read_action(int(chosen[at])), offered, STREETS[street], f"actions[{at}]")
