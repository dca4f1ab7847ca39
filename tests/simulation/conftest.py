"""The databases a killed house is tried on: the same as every test of a store has."""

from __future__ import annotations

from store.conftest import new_house as new_house
from store.conftest import postgres as postgres
