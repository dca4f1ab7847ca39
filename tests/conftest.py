"""What all tests share: the tree of commands is made once, not anew for every command a test types; and a test that
waits for what never comes fails by its name after five minutes (`timeout` in pyproject.toml), but for the slow ones."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import settings
from typer import testing

import support.examples
import support.quick_passwords  # noqa: F401

settings.load_profile("usual")

setattr(testing, "_get_command", cache(getattr(testing, "_get_command")))  # noqa: B009, B010 - not ours to declare


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Let a slow test take its time."""
    for item in items:
        if item.get_closest_marker("slow") is not None:
            item.add_marker(pytest.mark.timeout(0))
