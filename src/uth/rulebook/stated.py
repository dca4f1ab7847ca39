"""The values of a rule set, by name, in the form in which the plain words of its document state them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from uth.ranking import Category
from uth.rulebook.page import hand, listed, number, progressive_pay, row_name, share
from uth.rules.loader import BOOKS, load_book
from uth.rules.paytable import ProgressiveTable
from uth.rules.ruleset import ProgressiveRules, RuleSet
from uth.units import Odds, money


def stated_values(rules: RuleSet) -> dict[str, str]:
    """Return every value that a document's text may name; the document's book supplies those the rule set lacks."""
    own = dict(_values(rules))
    for name in BOOKS:
        book = load_book(name)
        if book.document == rules.document and book is not rules:
            return dict(_values(book)) | own
    return own


def _values(rules: RuleSet) -> Iterator[tuple[str, str]]:
    symbol, seats, play = rules.currency.symbol, rules.seats, rules.play
    yield "deck", str(rules.deck.cards.value)
    yield "seats", number(seats.count.value)
    yield "other_seats", number(seats.count.value - 1)
    yield "hands", number(seats.hands_per_player.value)
    if seats.bank_consecutive_max is not None:
        yield "bank_in_a_row", number(seats.bank_consecutive_max.value)
    yield "preflop", _times(play.preflop.value)
    yield "flop", _times(play.flop.value)
    yield "river", _times(play.river.value)
    yield "qualifier", hand(rules.dealer.qualifier.value)
    yield "even", rules.pay.even.value
    yield "blind_from", hand(min(rules.pay.blind[0].pays))
    yield "blind_pays", _pays(rules.pay.blind[0].pays)
    yield "trips_from", hand(min(rules.pay.trips[0].pays))
    yield "trips_pays", _pays(rules.pay.trips[0].pays)
    yield "trips_tables", listed(table.name for table in rules.pay.trips)
    yield "cut_min", number(rules.procedure.cut_min.value)
    if rules.procedure.stub_count_every is not None:
        yield "stub_every", number(rules.procedure.stub_count_every.value)
    if rules.procedure.left_exposed_from is not None:
        yield "exposed_from", hand(rules.procedure.left_exposed_from.value)
    for limit in rules.aggregate_limit:
        yield f"limit_{limit.when}", money(limit.cents, symbol)
    if rules.pay.cover_all:
        hands = rules.pay.cover_all[0].hands
        yield "cover_all_from", hand(min(min(column) for column in hands.values()))
        yield "cover_all_most", number(max(map(int, hands)))
        yield "cover_all_least", number(min(map(int, hands)))
        yield "cover_all_full_table", _pays(hands[max(hands, key=int)])
    yield "one_unit", money(100, symbol)
    if rules.progressive is not None and rules.pay.progressive:
        yield from _progressive(rules.progressive, rules.pay.progressive[0], rules)


def _progressive(progressive: ProgressiveRules, first: ProgressiveTable, rules: RuleSet) -> Iterator[tuple[str, str]]:
    symbol = rules.currency.symbol
    yield "progressive_wager", money(progressive.wager.value, symbol)
    yield "progressive_tables", listed(table.name for table in rules.pay.progressive)
    rows = ((row_name(row).lower(), progressive_pay(row, first, rules)) for row in first.rows)
    yield "progressive_rows", ", ".join(f"{name} {pays}" for name, pays in rows)
    yield "progressive_from", row_name(first.rows[-1]).lower()
    if first.meters:
        yield "seed", money(first.meters[0].seed, symbol)
        if first.meters[0].increment is not None:
            yield "meter_share", share(first.meters[0].increment)
    for row in first.rows:
        if row.envy:
            yield f"envy_{row.hand.removesuffix('_flush')}", money(row.envy, symbol)
    if progressive.withheld_range is not None:
        yield "withheld_range", listed(map(share, progressive.withheld_range.value), "to")
    if progressive.awards.cheques_max is not None:
        yield "cheques_max", money(progressive.awards.cheques_max.value, symbol)


def _times(multiples: tuple[int, ...]) -> str:
    """Return a play wager in relation to the ante: ``three or four times``, ``equal to``."""
    return "equal to" if multiples == (1,) else f"{listed(map(number, sorted(multiples)), 'or')} times"


def _pays(pays: Mapping[Category, Odds]) -> str:
    return ", ".join(f"{each.words.lower()} {pays[each]}" for each in sorted(pays, reverse=True))
