"""What all tests share: the tree of commands is made once, not anew for every command a test types."""

from __future__ import annotations

from functools import cache

from typer import testing

setattr(testing, "_get_command", cache(getattr(testing, "_get_command")))  # noqa: B009, B010 - not ours to declare
