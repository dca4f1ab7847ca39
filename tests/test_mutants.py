"""Mutation testing itself: which changes are drawn, and that a change reaches the loaded functions."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest
from forked_tests import replace_functions
from mutate import Finder, changed

SOURCE = """
from functools import cache

class Till:
    cents = 3

    def pays(self, cents):
        return cents >= self.cents and not self.is_shut()

    def is_shut(self):
        return False

@cache
def doubled(cents):
    return [each * 2 for each in (cents,)][0]
"""


@pytest.fixture
def loaded(tmp_path: Path) -> ModuleType:
    place = tmp_path / "till.py"
    place.write_text(SOURCE, encoding="utf-8")
    spec = importlib.util.spec_from_file_location("till", place)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_every_small_change_of_a_function_is_a_mutant() -> None:
    found = {(mutant.old, mutant.new) for mutant in Finder("till.py", SOURCE).found()}
    assert found >= {
        ("cents >= self.cents", "cents > self.cents"),
        ("not self.is_shut()", "self.is_shut()"),
        ("False", "True"),
        ("each * 2", "each + 2"),
    }


def test_a_change_reaches_methods_cached_functions_and_what_was_imported_by_name(loaded: ModuleType) -> None:
    till, doubled, place = loaded.Till(), loaded.doubled, Path(str(loaded.__file__))
    assert (till.pays(3), doubled(5)) == (True, 10)
    by_old = {mutant.old: mutant for mutant in Finder("till.py", SOURCE).found()}
    replace_functions(place, changed(SOURCE, by_old["cents >= self.cents"]))
    assert (till.pays(3), till.pays(4)) == (False, True)
    replace_functions(place, changed(SOURCE, by_old["each * 2"]))
    assert (till.pays(3), doubled(6)) == (True, 8), "one change at a time"
