"""The examples in the documentation are run, so that they stay true."""

from __future__ import annotations

import doctest
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import build_command_page
import build_table_page
import pytest
from check_install import sample_round

from uth import Card, Street, Wager, parse_cards, settle_document
from uth.rules.loader import parse
from uth.sim.strategies import SeatObservation, load_own

ROOT = Path(__file__).parent.parent


def test_the_readmes_whole_hand_plays_as_written() -> None:
    failed, tried = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert tried > 10
    assert failed == 0


@pytest.mark.parametrize("page", ["json.md", "settle.md", "tutorial.md"])
def test_the_examples_of_the_page_hold(page: str) -> None:
    failed, tried = doctest.testfile(str(ROOT / "docs" / page), module_relative=False)
    assert tried > 0
    assert failed == 0


def test_the_files_of_the_tutorial_work(tmp_path: Path) -> None:
    text = (ROOT / "docs" / "tutorial.md").read_text(encoding="utf-8")
    (round_,), (rules,) = (re.findall(rf"```{kind}\n(.*?)```", text, re.DOTALL) for kind in ("json", "toml"))
    assert settle_document(json.loads(round_))["seats"][0]["net"] == 6500
    assert parse(rules, "riverside.toml").play.preflop.value == (3,)
    (tmp_path / "mine.py").write_text(re.findall(r"```python\n(def .*?)```", text, re.DOTALL)[0], encoding="utf-8")
    decide = load_own(f"{tmp_path / 'mine.py'}:decide")
    sees: Any = {"wagers": {Wager.ANTE: 500}, "seat": 1, "seats": 1}
    ace, low = (Card("Ah"), Card("7d")), (Card("8h"), Card("6d"))
    first = SeatObservation(hole=ace, board=(), street=Street.PREFLOP, answers=("check", 4, 3), **sees)
    last = SeatObservation(hole=low, board=parse_cards("Kd9s2c4h3s"), street=Street.RIVER, answers=(1, "fold"), **sees)
    assert (decide(first), decide(last)) == (4, "fold")


def test_every_page_is_on_the_site() -> None:
    site = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    pages = {page.name for page in (ROOT / "docs").glob("*.md")}
    assert set(re.findall(r": ([a-z-]+\.md)$", site, re.MULTILINE)) == pages


def test_the_site_is_built_without_a_warning(tmp_path: Path) -> None:
    environment = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(tmp_path)]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert 'id="uth.exact.solution_of"' in (tmp_path / "reference.html").read_text(encoding="utf-8")


def test_the_readme_says_whose_trademark_it_is_and_that_chips_are_for_play() -> None:
    text = (ROOT / "README.md").read_text()
    assert "trademark of its owner" in text
    assert "play chips" in text.replace("\n", " ")


def test_the_round_in_the_settle_document_can_be_settled() -> None:
    assert settle_document(json.loads(sample_round()))["order"] == [1, 4]


def test_the_rule_set_in_the_documents_loads() -> None:
    (block,) = re.findall(r"```toml\n(.*?)```", (ROOT / "docs" / "rule-sets.md").read_text(), re.DOTALL)
    rules = parse(block, "riverside.toml")
    assert rules.play.preflop.value == (3,)
    assert [table.name for table in rules.pay.trips] == ["house"]


def test_every_dependency_has_its_line() -> None:
    project = (ROOT / "pyproject.toml").read_text()
    named = set(re.findall(r'"([a-z-]+)[><=]', project)) | {"hatchling"}
    text = (ROOT / "docs" / "dependencies.md").read_text()
    assert {name for name in named if name not in text} == set()


def test_the_page_of_commands_events_and_refusals_is_up_to_date() -> None:
    made = (ROOT / "docs" / "table.md").read_text()
    assert made == build_table_page.page(), "run .venv/bin/python scripts/build_table_page.py"


def test_the_page_of_commands_is_up_to_date_and_every_command_shows_an_example() -> None:
    made = (ROOT / "docs" / "commands.md").read_text()
    assert made == build_command_page.page(), "run .venv/bin/python scripts/build_command_page.py"
    for part in made.split("\n## ")[1:]:
        assert "xample" in part, part.splitlines()[0]


def test_the_index_of_the_documentation_lists_every_page_and_every_link_leads_somewhere() -> None:
    pages = {page.name: page.read_text(encoding="utf-8") for page in (ROOT / "docs").glob("*.md")}
    linked = set(re.findall(r"\]\(([a-z-]+\.md)", pages["index.md"]))
    assert set(pages) - linked - {"index.md"} == set()
    for name, text in pages.items():
        for target, _, anchor in (link.partition("#") for link in re.findall(r"\]\(([^)\s]+\.md(?:#[^)]*)?)\)", text)):
            if "://" in target:
                continue
            file = (ROOT / "docs" / target).resolve()
            assert file.is_file(), f"{name} links to {target}"
            assert not anchor or anchor in _anchors(file.read_text(encoding="utf-8")), f"{name}: {target}#{anchor}"


def _anchors(text: str) -> set[str]:
    """Return the anchors of a page's headings, and those written out."""
    headings = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    named = {re.sub(r"[^a-z0-9_ -]", "", heading.lower()).replace(" ", "-") for heading in headings}
    return named | set(re.findall(r'id="([^"]+)"', text))
