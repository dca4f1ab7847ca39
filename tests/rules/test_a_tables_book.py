"""The rule book of one table: the book, with the table's postings instead of the defaults."""

from __future__ import annotations

from dataclasses import replace

import pytest

from uth.rulebook.book import pages_of, pages_of_table
from uth.rulebook.page import Fact, FactGroup, Grid, Section
from uth.rules.loader import BOOKS, load
from uth.rules.ruleset import WagerLimits
from uth.table.posted import post


def said(pages: tuple[Section, ...], title: str) -> list[str]:
    """Return every fact of that section, and every cell of its tables."""
    (page,) = (page for page in pages if page.title == title)
    found: list[str] = []
    for part in page.parts:
        match part:
            case Fact(says=says):
                found.append(says)
            case FactGroup(title=heading, facts=facts):
                found += [heading, *(each.says for each in facts)]
            case Grid(title=heading, head=head, rows=rows):
                found += [heading, *head, *(cell for row in rows for cell in row)]
    return found


@pytest.mark.clause("NV.3")
def test_a_nevada_wager_of_five_dollars_has_its_own_seed_and_envy() -> None:
    pages = pages_of_table(post(load("nevada"), progressive_wager=500))
    assert "It is one amount for the whole table: $5 at this table." in said(pages, "The wagers")
    progressive = said(pages, "The progressive")
    assert "The meter starts from $5,000; 27% of each wager feeds it." in progressive
    assert {"On $5", "$500", "$5,000", "$1,250", "$375", "$50"} <= set(progressive)
    assert not {"On $1", "$100"} & set(progressive)
    assert "The $5 itself is collected and never comes back: a pay is all that the player receives." in progressive


def test_a_table_says_its_own_limits_fee_pay_tables_and_hands() -> None:
    rules = load("chickasaw")
    limits = replace(rules.limits, ante=WagerLimits(min=2500, max=10000), entry_fee=100)
    posted = replace(post(rules, limits=limits), hands_per_player=1)
    wagers, table = said(pages_of_table(posted), "The wagers"), said(pages_of_table(posted), "The table")
    assert "The ante is $25 to $100 at this table." in wagers
    assert "Entry fee: taken for each hand at 'No more bets', $1 at this table." in wagers
    assert "A player plays one hand in a round." in table
    assert "A player plays up to two hands in a round." in said(pages_of(rules), "The table")
    assert not any("unless the table" in each for each in (*wagers, *table))


def test_a_table_names_the_pay_tables_it_posts_and_its_own_way_of_dealing() -> None:
    rules = load("massachusetts")
    posted = post(rules, {"trips": "C", "progressive": "PTMGL04"}, dealing="shoe")
    pages = pages_of_table(posted)
    assert "This table posts C." in said(pages, "Pay tables")
    assert "This table posts PTMGL04." in said(pages, "The progressive")
    assert "Progressive table PTMGL01" not in said(pages, "The progressive")
    assert "This table does not take Cover All." in said(pages, "The wagers")
    dealing = [each for each in said(pages, "Dealing") if each.startswith(("shoe: ", "machine: "))]
    assert dealing == ["shoe: from a manual dealing shoe, card by card"]
    assert "At this table it is $75,000." in said(pages, "The most one hand may win")
    without = pages_of_table(post(rules, {"progressive": None}))
    assert "This table does not offer the progressive." in said(without, "The wagers")
    assert all(page.title != "The progressive" for page in without)


@pytest.mark.parametrize("name", BOOKS)
def test_the_document_is_the_same_in_the_book_and_at_a_table(name: str) -> None:
    rules = load(name)
    assert pages_of(rules)[0] == pages_of_table(post(rules))[0]
