"""What each reader may see of a table, a link or the floor; each file holds a type and the function that builds it."""

from __future__ import annotations

from typing import Final

PROTOCOL: Final = 1
"""The version of the protocol: every frame carries it, and a client that knows another says so and stops."""
