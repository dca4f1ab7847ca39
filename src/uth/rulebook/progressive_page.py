"""The page on the progressive: its hands, tables, meters and envy."""

from __future__ import annotations

from collections.abc import Iterator

from uth.rulebook.page import Fact, Grid, Part, Section, cited
from uth.rulebook.words import only_to, progressive_pay, row_name, share
from uth.rules.facts import LINK_RULINGS
from uth.rules.paytable import ProgressiveTable
from uth.rules.ruleset import ProgressiveRules, RuleSet
from uth.table.increments import increment
from uth.table.posted import Posted, post
from uth.units import money


def progressive_page(rules: RuleSet) -> Section | None:
    """Return the page, or ``None`` where there is no progressive."""
    progressive = rules.progressive
    if progressive is None or not progressive.offered.value:
        return None
    parts: list[Part] = [*_facts(progressive, rules), *_envy(progressive)]
    for table in rules.pay.progressive:
        parts += _table(table, post(rules, {"progressive": table.name}))
    return Section(title="The progressive", parts=tuple(parts))


def _facts(progressive: ProgressiveRules, rules: RuleSet) -> Iterator[Fact]:
    judged = {
        "hole_and_flop": "It is judged on the player's two cards and the flop.",
        "best_of_seven": "It is judged on the best five of the player's two cards and the five community cards.",
    }
    yield Fact(judged[progressive.judged_on.value], (progressive.judged_on.cite,))
    wager = money(progressive.wager.value, rules.currency.symbol)
    by, stated = rules.settlement.cites, rules.pay.only_to
    kept = f"The {wager} itself is collected and never comes back"
    if only_to(rules) and any(table.stated == "for" for table in rules.pay.progressive):
        hundred = money(100 * progressive.wager.value, rules.currency.symbol)
        says = f"{kept}. The odds below count it in: {hundred} paid while {wager} is kept is 99 to 1."
        yield Fact(says, cited(*by["progressive_win"], *((stated.cite,) if stated is not None else ())))
    else:
        ruled = ("R15",) if any(table.stated == "to" for table in rules.pay.progressive) else ()
        cites = cited(*by["progressive_win"], *by["progressive_lose"], *ruled)
        yield Fact(f"{kept}: a pay is all that the player receives.", cites)
    says = "Two hands on one meter in one round: the first to be settled takes the meter, the next finds its seed."
    yield Fact(says, ((progressive.cites or {}).get("in_turn", LINK_RULINGS["in_turn"]),))
    payer = {"reserve": "the reserve", "house": "the house"}[progressive.seed_paid_by.value]
    yield Fact(
        f"A whole meter that is won starts again from its seed, paid by {payer}.", (progressive.seed_paid_by.cite,)
    )
    if any(row.percent not in (None, 100) for table in rules.pay.progressive for row in table.rows):
        says = "A part of a meter is paid down to a whole cent; the meter drops by it and is not seeded again."
        yield Fact(says, ("R10",))


def _envy(progressive: ProgressiveRules) -> Iterator[Fact]:
    live = " that is still alive" if progressive.envy_to_live_hands_only.value else ""
    says = f"Envy goes to every other progressive wager at the table{live}, never to the winner's own hands."
    yield Fact(says, cited(progressive.envy_to_live_hands_only.cite, "R29"))
    says = "Envy grows with the wager." if progressive.envy_scales.value else "Envy is as listed, whatever the wager."
    yield Fact(says, (progressive.envy_scales.cite,))


def _table(table: ProgressiveTable, posted: Posted) -> Iterator[Part]:
    symbol = posted.rules.currency.symbol
    wager = posted.progressive_wager
    envied = any(row.envy for row in table.rows)
    head = ("Hand", "Pays", f"On {money(wager, symbol)}", *(("Envy",) if envied else ()))
    rows = []
    for row in table.rows:
        paid = money(row.for_one * wager, symbol) if row.for_one is not None else ""
        envy = (money(posted.envy(row.envy), symbol) if row.envy else "",) if envied else ()
        rows.append((row_name(row), progressive_pay(row, table, posted.rules), paid, *envy))
    yield Grid(title=f"Progressive table {table.name}", head=head, rows=tuple(rows), cites=(table.cite,))
    for meter in table.meters:
        name = "The meter" if len(table.meters) == 1 else f"The {meter.name.capitalize()} meter"
        seed = money(posted.seed(meter.name), symbol)
        says = f"{name} starts from {seed}; {share(increment(meter.name, posted))} of each wager feeds it."
        yield Fact(says, meter.cites or (table.cite,))
    if not any(row.hand == "royal_flush" for row in table.rows):
        yield Fact("A royal flush takes the straight flush's row.", ("R24",))
