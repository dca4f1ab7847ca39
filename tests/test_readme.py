"""What the documents show is run, so that it stays true."""

from __future__ import annotations

import doctest
import json
import re
from pathlib import Path

import build_command_page
import build_table_page

from uth import settle_document
from uth.rules.loader import parse

ROOT = Path(__file__).parent.parent


def test_the_readmes_whole_hand_plays_as_written() -> None:
    failed, tried = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert tried > 10
    assert failed == 0


def test_the_settle_pages_example_holds() -> None:
    failed, tried = doctest.testfile(str(ROOT / "docs" / "settle.md"), module_relative=False)
    assert tried > 0
    assert failed == 0


def test_the_readme_says_whose_trademark_it_is_and_that_chips_are_for_play() -> None:
    text = (ROOT / "README.md").read_text()
    assert "trademark of its owner" in text
    assert "play chips" in text.replace("\n", " ")


def test_the_round_in_the_settle_document_can_be_settled() -> None:
    (block,) = re.findall(r"```json\n(.*?)```", (ROOT / "docs" / "settle.md").read_text(), re.DOTALL)
    assert settle_document(json.loads(block))["order"] == [1, 4]


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
