"""Several seats at one table for PettingZoo, in the first version of its rules of observation and reward."""

from __future__ import annotations

from typing import Any

from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from uth.env.table_env import TableEnv

__all__ = ["env", "raw_env"]

raw_env = TableEnv


def env(**options: Any) -> OrderEnforcingWrapper:
    """Return a table, which also says so when it is used in the wrong order; the options are those of `TableEnv`."""
    return OrderEnforcingWrapper(TableEnv(**options))
