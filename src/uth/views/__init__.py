"""What each reader may see of a table, a link or the floor; each module holds document types and their builders."""

from __future__ import annotations

from typing import Final

PROTOCOL: Final = 1
"""The version of the protocol. Every frame carries it; a client that knows another version says so and stops."""
