"""A rule set as a whole book: every page in reading order."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from uth.errors import Malformed
from uth.rulebook.difference import tables_of
from uth.rulebook.document import document_section
from uth.rulebook.irregularity_page import irregularity_page
from uth.rulebook.page import Edition, Fact, Section, cited, cites_in
from uth.rulebook.pays import pay_page, posted_pay_page, progressive_page
from uth.rulebook.round_pages import dealing_page, decisions_page, opening_page, qualifying_page
from uth.rulebook.settling_pages import fold_page, limit_page, settlement_page, void_page
from uth.rulebook.table_pages import table_page, wagers_page
from uth.rules.loader import BOOKS, book_text, load_book
from uth.rules.registry import clauses, rulings
from uth.rules.ruleset import RuleSet, values_of
from uth.rules.values import Wager
from uth.table.posted import Posted, fullest_way, post


def pages_of(rules: RuleSet) -> tuple[Section, ...]:
    """Return the book's pages: its document clause by clause, then every value of the rule set in words."""
    return _pages(Edition(posted=post(rules), at_table=False))


def pages_of_table(posted: Posted) -> tuple[Section, ...]:
    """Return the book's pages for one table, with the choices the table has posted."""
    return _pages(Edition(posted=posted, at_table=True))


def pages_for_players(posted: Posted) -> tuple[Section, ...]:
    """Return the pages a player at a table needs: seats, wagers, decisions, and the pay tables in force."""
    edition = Edition(posted=posted, at_table=True)
    return (
        table_page(edition),
        wagers_page(edition),
        decisions_page(posted.rules),
        qualifying_page(posted.rules),
        fold_page(posted.rules),
        posted_pay_page(posted),
    )


def _pages(edition: Edition) -> tuple[Section, ...]:
    rules = edition.rules
    pages = (
        document_section(rules),
        table_page(edition),
        wagers_page(edition),
        opening_page(rules),
        dealing_page(edition),
        decisions_page(rules),
        qualifying_page(rules),
        settlement_page(rules),
        fold_page(rules),
        pay_page(edition),
        progressive_page(edition),
        limit_page(edition),
        irregularity_page(rules),
        void_page(rules),
        floor_page(rules),
        conduct_page(rules),
    )
    return tuple(page for page in pages if page is not None and page.parts)


def floor_page(rules: RuleSet) -> Section:
    """Return the page of decisions that are left to the people who run the table."""
    floor = rules.floor
    handled = f"A dispute about a settled round goes to {floor.disputes.value}; each of the last ten can be disputed."
    two = "A correction of a settlement needs two people and pays no more than the posted tables do."
    appeal = f"A player who does not agree may take the dispute to {floor.regulator.value}, who is notified at once."
    facts = [
        Fact(handled, cited(floor.disputes.cite, "R50")),
        Fact(two, ("R50",)),
        Fact(appeal, cited(floor.regulator.cite)),
    ]
    if floor.hands_limited is not None and floor.hands_limited.value:
        says = "At times of high demand management limits players to fewer hands, between two rounds."
        facts.append(Fact(says, cited(floor.hands_limited.cite, "R87")))
    if floor.entry_fee_set is not None and floor.entry_fee_set.value:
        says = "Management sets the entry fee between two rounds, up to the least ante of the table."
        facts.append(Fact(says, cited(floor.entry_fee_set.cite, "R87")))
    if floor.removal_voids is not None:
        says = f"A player who breaks the rules of conduct may be removed from {floor.removal.value}, the hand void."
        facts.append(Fact(says, cited(floor.removal.cite, floor.removal_voids.cite)))
    else:
        facts.append(Fact(f"The floor may remove a player from {floor.removal.value}.", (floor.removal.cite,)))
    facts.append(Fact("The floor acts for a player who is absent while the seat is asked.", ("R86",)))
    return Section(title="The floor", parts=tuple(facts))


def conduct_page(rules: RuleSet) -> Section:
    """Return the clauses about people's behaviour that a rule set adds to those of its document."""
    added = (each for each in rules.conduct if each.clause not in clauses())
    return Section(title="Conduct", parts=tuple(Fact(each.says, (each.clause,)) for each in added))


def rulings_section(pages: tuple[Section, ...]) -> Section:
    """Return the rulings that those pages cite, each with its question and its decision."""
    cites = cites_in(pages)
    facts = (
        Fact(f"{each.question[0].upper()}{each.question[1:]}: {each.ruling}.", (number,))
        for number, each in rulings().items()
        if number in cites
    )
    return Section(title="The rulings cited", parts=tuple(facts))


@dataclass(frozen=True, slots=True, kw_only=True)
class Listed:
    """One book in a list of books."""

    name: str
    title: str
    seats: int
    banked_by: str
    wagers: tuple[Wager, ...]
    pay_tables: dict[str, tuple[str, ...]]


def listed_books() -> tuple[Listed, ...]:
    """Return the books in their order."""
    return tuple(listed(load_book(name)) for name in BOOKS)


def listed(rules: RuleSet) -> Listed:
    """Return the book's entry in a list."""
    posted = post(rules, dealing=fullest_way(rules))
    return Listed(
        name=rules.name,
        title=rules.title,
        seats=rules.seats.count.value,
        banked_by=rules.seats.banked_by.value,
        wagers=tuple(which for which in Wager if posted.offers(which)),
        pay_tables={kind: tuple(tables) for kind, tables in tables_of(rules).items() if tables},
    )


def tables_counted(rules: RuleSet) -> int:
    """Return the number of pay tables in the rule set."""
    return sum(len(names) for names in listed(rules).pay_tables.values())


def values_counted(rules: RuleSet) -> int:
    """Return the number of values in the rule set, not counting clauses."""
    return _leaves(values_of(rules))


def _leaves(value: Any) -> int:
    if isinstance(value, dict):
        return sum(_leaves(inner) for key, inner in value.items() if key not in ("cite", "cites"))
    if isinstance(value, list):
        return sum(map(_leaves, value))
    return value is not None


_OWN = re.compile(r"^(name|title) = .*\n", re.MULTILINE)


def starting_file(name: str, base: str) -> str:
    """Return a rule set file that loads and equals its base, with every value of the base as a comment."""
    if re.fullmatch(r"[a-z][a-z0-9_-]*", name) is None:
        raise Malformed("name", name, "is not a name in lower case, such as riverboat")
    if name in BOOKS:
        raise Malformed("name", name, "is the name of a book; choose another")
    if base not in BOOKS:
        raise Malformed("--from", base, f"is not a book; one of {', '.join(BOOKS)}")
    text = _OWN.sub("", book_text(base), count=2)
    values = "".join(f"# {line}".rstrip() + "\n" for line in text.splitlines() if not line.startswith("#"))
    return f"""\
# A rule set of your own. What is not written here is taken from the book it is based on.
# Uncomment what you change, with its [table] heading above it. A list, such as all of [[pay.trips]], is replaced whole.
# Money in cents; odds with "to"; beside each value the clause of your own rules that it comes from.
#
#   uth rules check {name}.toml
#   uth rules show {name}.toml
#   uth rules diff {base} {name}.toml

name = "{name}"
title = "{name.replace("_", " ").replace("-", " ").title()}"
based_on = "{base}"

# The values of {base}:
#
{values}"""
