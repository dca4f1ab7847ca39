"""The page on irregularities."""

from __future__ import annotations

from collections.abc import Iterator

from uth.rulebook.irregularities_said import always, condition, left_to_the_floor, rules_on, saved
from uth.rulebook.page import Fact, FactGroup, Part, Section, listed
from uth.rules.procedure import IrregularityKind, IrregularityRule
from uth.rules.ruleset import RuleSet

_REST = "What the book does not rule on"
Ruled = dict[IrregularityKind, tuple[IrregularityRule, ...]]


def irregularity_page(rules: RuleSet) -> Section:
    """Return the remedy for each irregularity, and who decides in all other cases."""
    ruled = {kind: found for kind in IrregularityKind if (found := rules_on(kind, rules))}
    alike = _alike(ruled)
    own = {kind: found for kind, found in ruled.items() if not any(kind in kinds for kinds in alike.values())}
    parts: list[Part] = []
    if any(len(found) > 1 for found in own.values()):
        parts.append(Fact("Under each heading the first line that fits holds.", ("R42",)))
    against = rules.words.against
    parts += (_group(kind.words, found, against) for kind, found in own.items())
    for kinds in alike.values():
        rest = len(kinds) + len(own) == len(IrregularityKind)
        what = _REST if rest else listed((kind.words for kind in kinds), "or")
        parts.append(_group(what, ruled[kinds[0]], against))
    if len(ruled) < len(IrregularityKind) or not all(always(found[-1]) for found in ruled.values()):
        says = "It goes to the floor, which decides and gives a name and a reason."
        parts.append(FactGroup(title=_REST, facts=(Fact(says, ("R42",)),)))
    return Section(title="When something goes wrong", parts=tuple(parts))


def _alike(ruled: Ruled) -> dict[tuple[str, str], list[IrregularityKind]]:
    """Return the kinds of irregularity that the book leaves to the floor, grouped by clause and wording."""
    alike: dict[tuple[str, str], list[IrregularityKind]] = {}
    for kind, (first, *_) in ruled.items():
        if left_to_the_floor(first):
            alike.setdefault((first.clause, first.says), []).append(kind)
    return {words: kinds for words, kinds in alike.items() if len(kinds) > 1}


def _group(what: str, found: tuple[IrregularityRule, ...], against: str) -> FactGroup:
    """Return the rules on an irregularity, with the book's word for the dealer."""
    says = (": ".join(_said(rule, against, after_others=at > 0)) for at, rule in enumerate(found))
    facts = tuple(Fact(f"{_capital(said)}.", (rule.clause,)) for said, rule in zip(says, found, strict=True))
    return FactGroup(title=_capital(what.replace("dealer", against)), facts=facts, numbered=len(facts) > 1)


def _said(rule: IrregularityRule, against: str, *, after_others: bool) -> Iterator[str]:
    """Yield the condition of the rule, then the book's words, with the remedy if the words leave it open."""
    if when := condition(rule, after_others=after_others):
        yield when.replace("dealer", against)
    says = rule.says.rstrip(".")
    remedies = (remedy.words.replace("dealer", against) for remedy in rule.remedy)
    unsaid = [words for words in remedies if words not in says]
    unsaid += saved(rule) if not all(which.value in says for which in rule.saves) else ()
    yield f"{says} ({listed(unsaid)})" if unsaid else says


def _capital(says: str) -> str:
    return f"{says[:1].upper()}{says[1:]}"
