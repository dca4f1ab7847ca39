"""The outcome of a wager or a bank in a few words, and the warning about a stake that the bank does not cover."""

from __future__ import annotations

from uth.cites import cites
from uth.rules.values import Wager
from uth.table.posted import Posted
from uth.table.round.banking import beyond_the_bank, stakes_against
from uth.table.round.state import Table
from uth.table.settle.settled import Outcome, SettledBanker, SettledWager
from uth.units import Seat, money

_SHORT = {Outcome.WIN: "wins", Outcome.LOSE: "loses", Outcome.PUSH: "push", Outcome.VOID: "void, back"}


def outcome_words(settled: SettledWager, odds: str, symbol: str) -> str:
    """Return the outcome of the wager: its odds, ``loses``, or how far the bank covered it."""
    if settled.outcome is not Outcome.UNCOVERED:
        return odds or _SHORT[settled.outcome]
    if settled.won:
        return f"wins {money(settled.won, symbol)}, all the bank had"
    lost = settled.stake - settled.returned
    if not lost:
        return "not covered, back" if settled.returned else "not covered"
    return f"loses {money(lost, symbol)}, {money(settled.returned, symbol)} back"


def bank_words(bank: SettledBanker, symbol: str) -> str:
    """Return how much of the bank was used."""
    return "used up" if bank.used == bank.wager else f"{money(bank.used, symbol)} used"


@cites("CA.BET4")
def returned_uncovered(table: Table) -> dict[Seat, int]:
    """Return the amount returned to each seat of the last round because the bank did not cover it."""
    back: dict[Seat, int] = {}
    for seat, settled in table.settled:
        if settled.outcome is Outcome.UNCOVERED and settled.returned and not settled.won:
            back[seat] = back.get(seat, 0) + settled.returned
    return back


@cites("CA.BET4", "CA.PLAY19")
def cover_warning(table: Table, seat: Seat, posted: Posted) -> str:
    """Return the warning for a seat that stakes, or may stake, more than the bank covers; empty if there is none."""
    banker, spot, symbol = table.round.banker, table.round.spots.get(seat), posted.rules.currency.symbol
    if banker is None or banker.seat == seat or spot is None:
        return ""
    clause = posted.rules.settlement.cites["uncovered"][0]
    bank, staked = money(banker.wager, symbol), money(stakes_against(table), symbol)
    if beyond_the_bank(table):
        return f"The bank is {bank} and {staked} is staked against it: what it does not cover goes back ({clause})."
    street = table.street if table.turn == seat else None
    dearest = max(posted.plays[street], default=0) if street is not None else 0
    if beyond_the_bank(table, dearest * spot.wagers.get(Wager.ANTE, 0)):
        left = money(banker.wager - stakes_against(table), symbol)
        return (
            f"The bank is {bank} and {staked} is staked against it: a play wager above {left} may not be covered; "
            f"what is not goes back ({clause})."
        )
    return ""
