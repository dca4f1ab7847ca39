"""The databases on which a killed house is tested, the same as for the tests of stores."""

from __future__ import annotations

from store.conftest import new_house as new_house
from store.conftest import postgres as postgres
