"""The pages of pay tables: blind, trips, Cover All, progressive."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from uth.ranking import Category
from uth.rulebook.page import Edition, Fact, Grid, Part, Section, cited, hand, only_to, progressive_pay, row_name, share
from uth.rules.facts import LINK_RULINGS
from uth.rules.paytable import CoverAllTable, PayTable, ProgressiveTable
from uth.rules.ruleset import ProgressiveRules
from uth.rules.values import Wager
from uth.table.posted import Posted, post
from uth.table.settle.progressive import increment
from uth.units import Odds, money


def pay_page(edition: Edition) -> Section:
    """Return every pay table except the progressive's, all odds stated with "to"."""
    return Section(title="Pay tables", parts=tuple(_parts(edition)))


def posted_pay_page(posted: Posted) -> Section:
    """Return the pay tables in force at a table."""
    return Section(title="What this table pays", parts=tuple(_in_force(posted)))


def _in_force(posted: Posted) -> Iterator[Grid]:
    yield _posted_grid("Blind", posted.blind.pays, posted.blind.cite)
    if posted.offers(Wager.TRIPS):
        yield _posted_grid(f"Trips {posted.trips.name}", posted.trips.pays, posted.trips.cite)
    if posted.cover_all is not None:
        for hands, pays in sorted(posted.cover_all.hands.items()):
            yield _posted_grid(f"Cover All, {hands} hands", pays, posted.cover_all.cite)
    table, symbol = posted.progressive, posted.rules.currency.symbol
    if table is not None:
        rows = tuple(
            (
                row_name(row),
                progressive_pay(row, table, posted.rules),
                f"envy {money(posted.envy(row.envy), symbol)}" if row.envy else "",
            )
            for row in table.rows
        )
        yield Grid(title=f"Progressive {table.name}", head=("Hand", "Pays", "Envy"), rows=rows, cites=(table.cite,))


def _posted_grid(title: str, pays: Mapping[Category, Odds], cite: str) -> Grid:
    rows = tuple((which.words, str(pays[which])) for which in sorted(pays, reverse=True))
    return Grid(title=title, head=("Hand", "Pays"), rows=rows, cites=(cite,))


def _parts(edition: Edition) -> Iterator[Part]:
    rules, posted = edition.rules, edition.posted
    if rules.pay.only_to is not None and rules.pay.only_to.value:
        yield Fact('All odds are stated with the word "to".', (rules.pay.only_to.cite,))
    yield Fact(f"Ante and play pay {rules.pay.even.value}.", (rules.pay.even.cite,))
    blind, trips = rules.pay.blind, rules.pay.trips
    yield _grid("Blind, when the hand wins", blind, f"Below {hand(min(blind[0].pays))}", "push")
    if rules.trips.offered.value:
        yield _grid("Trips", trips, f"Below {hand(min(trips[0].pays))}", "lost")
        if any(table.blind is not None for table in trips):
            says = "A table is chosen whole: its blind and its trips pays go together."
            yield Fact(says, cited(*(table.cite for table in trips)))
    if len(blind) > 1 or len(trips) > 1:
        says = "This table posts" if edition.at_table else "The table posts one of them; without a choice it is"
        yield Fact(f"{says} {posted.trips.name}.", cited(posted.trips.cite, "R89"))
    if posted.cover_all is not None if edition.at_table else rules.cover_all.offered.value:
        for matrix in rules.pay.cover_all:
            yield _matrix(matrix)
        says = "Only the highest hand pays. Every hand dealt counts, the dealer's and folded ones too."
        yield Fact(says, cited(*rules.settlement.cites["cover_all_win"], "R23"))


def _grid(title: str, tables: Sequence[PayTable], below: str, then: str) -> Grid:
    rows = _rows([table.pays for table in tables])
    return Grid(
        title=title,
        head=("Hand", *(table.name for table in tables)),
        rows=(*rows, (below, *(then for _ in tables))),
        cites=cited(*(table.cite for table in tables)),
    )


def _matrix(matrix: CoverAllTable) -> Grid:
    counts = sorted(map(int, matrix.hands))
    rows = _rows([matrix.pays(count) for count in counts])
    return Grid(
        title="Cover All, by the number of hands dealt, the dealer's included",
        head=("Highest hand", *map(str, counts)),
        rows=(*rows, ("Lower", *("lost" for _ in counts))),
        cites=cited(matrix.cite, "R1"),
    )


def _rows(columns: Sequence[Mapping[Category, Odds]]) -> tuple[tuple[str, ...], ...]:
    hands = sorted({category for column in columns for category in column}, reverse=True)
    return tuple(
        (category.words, *(str(column[category]) if category in column else "-" for column in columns))
        for category in hands
    )


def progressive_page(edition: Edition) -> Section | None:
    """Return the page of the progressive, or ``None`` if there is none."""
    rules, posted = edition.rules, edition.posted
    progressive = rules.progressive
    if progressive is None or not progressive.offered.value or (edition.at_table and posted.progressive is None):
        return None
    parts: list[Part] = [*_facts(progressive, edition), *_envy(progressive)]
    tables = rules.pay.progressive
    if edition.at_table and posted.progressive is not None:
        tables = (posted.progressive,)
        parts.append(Fact(f"This table posts {posted.progressive.name}.", cited(posted.progressive.cite, "R89")))
    for table in tables:
        parts += _table(table, post(rules, {"progressive": table.name}, progressive_wager=posted.progressive_wager))
    return Section(title="The progressive", parts=tuple(parts))


def _facts(progressive: ProgressiveRules, edition: Edition) -> Iterator[Fact]:
    rules, stake = edition.rules, edition.posted.progressive_wager
    judged = {
        "hole_and_flop": "It is judged on the player's two cards and the flop.",
        "best_of_seven": "It is judged on the best five of the player's two cards and the five community cards.",
    }
    yield Fact(judged[progressive.judged_on.value], (progressive.judged_on.cite,))
    wager = money(stake, rules.currency.symbol)
    by, stated = rules.settlement.cites, rules.pay.only_to
    kept = f"The {wager} itself is collected and never comes back"
    if only_to(rules) and any(table.stated == "for" for table in rules.pay.progressive):
        hundred = money(100 * stake, rules.currency.symbol)
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
