"""A rule set as a whole book: every page in reading order."""

from __future__ import annotations

from uth.rulebook.irregularity_page import irregularity_page
from uth.rulebook.opening_page import opening_page
from uth.rulebook.page import Fact, Group, Section, cites_in
from uth.rulebook.pay_pages import pay_page
from uth.rulebook.progressive_page import progressive_page
from uth.rulebook.round_pages import dealing_page, decisions_page, qualifying_page
from uth.rulebook.settling_pages import fold_page, limit_page, settlement_page, void_page
from uth.rulebook.table_pages import table_page, wagers_page
from uth.rules.registry import Clause, Kind, clauses
from uth.rules.ruleset import RuleSet


def pages_of(rules: RuleSet) -> tuple[Section, ...]:
    """Return the book: every value of the rule set in words, then what its document says besides."""
    pages = (
        table_page(rules),
        wagers_page(rules),
        opening_page(rules),
        dealing_page(rules),
        decisions_page(rules),
        qualifying_page(rules),
        settlement_page(rules),
        fold_page(rules),
        pay_page(rules),
        progressive_page(rules),
        limit_page(rules),
        irregularity_page(rules),
        void_page(rules),
        conduct_page(rules),
    )
    printed = tuple(page for page in pages if page is not None and page.parts)
    rest = rest_of_document(rules, cites_in(printed))
    return (*printed, rest) if rest.parts else printed


def conduct_page(rules: RuleSet) -> Section:
    """Return the clauses about people's behaviour, and the words of the book."""
    return Section(title="Conduct and words", parts=tuple(Fact(each.says, (each.clause,)) for each in rules.conduct))


def rest_of_document(rules: RuleSet, printed: frozenset[str]) -> Section:
    """Return what the document of the book says that no page has said, most of it the dealer's procedure."""
    rest = [each for each in clauses().values() if each.book_key == rules.document and each.number not in printed]
    groups = (
        Group(title=title, facts=tuple(_fact(each) for each in rest if each.kind is kind))
        for kind, title in _REST.items()
    )
    return Section(
        title="What the document says besides, in short", parts=tuple(group for group in groups if group.facts)
    )


_REST = {
    Kind.RULE: "Rules",
    Kind.PAY: "Pays",
    Kind.PROCEDURE: "The dealer's procedure",
    Kind.STAFF: "The people who run the table",
    Kind.CONDUCT: "Conduct",
}


def _fact(clause: Clause) -> Fact:
    return Fact(f"{clause.says[0].upper()}{clause.says[1:]}.", (clause.number,))
