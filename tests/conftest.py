"""Fixtures and settings shared by all tests.

The tree of commands is built once. A test that hangs fails by its name after five minutes (`timeout` in
pyproject.toml), except the slow ones. Meters and settings that `uth play` and `uth join` keep in the home directory are
redirected to a folder of the test run, so that the tests neither read nor write a person's own.
"""

from __future__ import annotations

import os
import tempfile
from functools import cache

import pytest
from hypothesis import settings
from typer import testing

import support.examples
import support.quick_passwords  # noqa: F401

settings.load_profile("usual")

setattr(testing, "_get_command", cache(getattr(testing, "_get_command")))  # noqa: B009, B010 - not ours to declare

_HOME = tempfile.TemporaryDirectory(prefix="uth-home-")
os.environ["XDG_DATA_HOME"] = os.environ["XDG_STATE_HOME"] = _HOME.name


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Let a slow test take its time."""
    for item in items:
        if item.get_closest_marker("slow") is not None:
            item.add_marker(pytest.mark.timeout(0))
