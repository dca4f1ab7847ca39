"""The house that does not answer."""

from __future__ import annotations

from uth.errors import UthError


class Lost(UthError):
    """The house cannot be reached, or is no longer; what was sent and not answered may have been done."""
