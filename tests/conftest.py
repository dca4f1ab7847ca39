"""Fixtures and settings shared by all tests.

The tree of commands is built once. A test that hangs fails by its name after five minutes (`timeout` in
pyproject.toml), except the slow ones. Meters and settings that `uth play` and `uth join` keep in the home directory are
redirected to a folder of the test run, so that the tests neither read nor write a person's own. The garbage collector
does not look through what collection made: it takes a fifth of the time of collection, and more of every later pass.
"""

from __future__ import annotations

import gc
import os
import sys
import tempfile
from functools import cache
from importlib.util import find_spec

import pytest
from hypothesis import settings
from typer import testing

import support.examples
import support.quick_passwords  # noqa: F401

settings.load_profile("usual")

setattr(testing, "_get_command", cache(getattr(testing, "_get_command")))  # noqa: B009, B010 - not ours to declare

_HOME = tempfile.TemporaryDirectory(prefix="uth-home-")
os.environ["XDG_DATA_HOME"] = os.environ["XDG_STATE_HOME"] = _HOME.name

if find_spec("sniffio") is None:  # httpcore looks for it at every request, in thirty folders
    sys.modules["sniffio"] = None  # type: ignore[assignment]

gc.disable()


def pytest_collection_finish() -> None:
    """Collect garbage again, but not among the modules and the tests themselves."""
    gc.freeze()
    gc.enable()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Let a slow test take its time."""
    for item in items:
        if item.get_closest_marker("slow") is not None:
            item.add_marker(pytest.mark.timeout(0))
