"""The PettingZoo table environment, version 0 of its observations and rewards."""

from __future__ import annotations

from typing import Any

from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from uth.env.table_env import TableEnv

__all__ = ["env", "raw_env"]

raw_env = TableEnv


def env(**options: Any) -> OrderEnforcingWrapper:
    """Return a table that enforces the order of calls; the options are those of `TableEnv`."""
    return OrderEnforcingWrapper(TableEnv(**options))
