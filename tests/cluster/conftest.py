"""One PostgreSQL for the tests of clusters."""

from __future__ import annotations

from store.conftest import postgres

__all__ = ["postgres"]
