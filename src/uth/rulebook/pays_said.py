"""Every pay table of a rule set, row by row in words: what a comparison compares."""

from __future__ import annotations

from collections.abc import Mapping

from uth.ranking import Category
from uth.rulebook.values_said import Said
from uth.rulebook.words import progressive_pay, row_name, share
from uth.rules.paytable import ProgressiveTable
from uth.rules.ruleset import RuleSet
from uth.units import Odds, money

GOES_WITH = "goes with the blind table"
"""The row of a trips table that is posted together with a blind table of its own."""

Rows = dict[str, Said]
Tables = dict[str, dict[str, Rows]]
"""Rows by kind of wager, as a rule set writes it, and name of table."""


def tables_of(rules: RuleSet) -> Tables:
    """Return every pay table of the book, highest hand first."""
    pay = rules.pay
    return {
        "blind": {table.name: _odds(table.pays, table.cite) for table in pay.blind},
        "trips": {
            table.name: _odds(table.pays, table.cite)
            | ({GOES_WITH: Said(table.blind, table.cite)} if table.blind is not None else {})
            for table in pay.trips
        },
        "cover_all": {
            table.name: {
                f"{hands} hands, {row}": said
                for hands in sorted(table.hands)
                for row, said in _odds(table.hands[hands], table.cite).items()
            }
            for table in pay.cover_all
        },
        "progressive": {table.name: _progressive(table, rules) for table in pay.progressive},
    }


def _odds(pays: Mapping[Category, Odds], cite: str) -> Rows:
    return {hand.words.lower(): Said(str(pays[hand]), cite) for hand in sorted(pays, reverse=True)}


def _progressive(table: ProgressiveTable, rules: RuleSet) -> Rows:
    symbol = rules.currency.symbol
    rows: Rows = {}
    for row in table.rows:
        envy = f", envy {money(row.envy, symbol)}" if row.envy else ""
        paid = f"{row.for_one} for 1{envy}" if row.for_one is not None else None
        rows[row_name(row).lower()] = Said(progressive_pay(row, table, rules) + envy, table.cite, paid)
    for meter in table.meters:
        fed = f"{share(meter.increment)} of each wager" if meter.increment is not None else "what the house leaves"
        says = f"seed {money(meter.seed, symbol)} on {money(100, symbol)}, fed by {fed}"
        rows[f"{meter.name} meter"] = Said(says, ", ".join(meter.cites) or table.cite)
    return rows
