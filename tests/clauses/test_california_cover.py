"""California: the warnings to a player about a bank that does not cover everything, and what the banker sees."""

from __future__ import annotations

import pytest

from support.round_table import RoundTable
from uth.rules.values import Wager
from uth.table.round import commands as c
from uth.table.round import events as e
from uth.table.settle.settled import Outcome, SettledWager
from uth.units import Seat
from uth.views.lines import lines_of
from uth.words.outcomes import cover_warning, outcome_words
from uth.words.round import Teller

ONE, THREE = Seat(1), Seat(3)


def short_bank(wager: int = 10_000) -> RoundTable:
    """Return a table at which seat 1 plays 4x an ante of $100 against a small bank of seat 3, and loses."""
    table = RoundTable("california").seat(1, "ann", hole="2c7h", ante=10_000).bank(3, "cy", wager=wager)
    return table.board("9h9c4dKd3s").dealer("AsAd")


@pytest.mark.clause("CA.BET4")
@pytest.mark.parametrize(
    ("settled", "says"),
    [
        (SettledWager(Wager.PLAY, 30_000, Outcome.UNCOVERED, 20_000, 0, ()), "loses $100, $200 back"),
        (SettledWager(Wager.PLAY, 30_000, Outcome.UNCOVERED, 30_000, 0, ()), "not covered, back"),
        (SettledWager(Wager.PLAY, 30_000, Outcome.UNCOVERED, 30_000, 5_000, ()), "wins $50, all the bank had"),
        (SettledWager(Wager.PLAY, 30_000, Outcome.LOSE, 0, 0, ()), "loses"),
        (SettledWager(Wager.PLAY, 30_000, Outcome.VOID, 30_000, 0, ()), "void, back"),
    ],
)
def test_a_wager_says_how_far_the_bank_covered_it(settled: SettledWager, says: str) -> None:
    assert outcome_words(settled, "", "$") == says


@pytest.mark.clause("CA.BET4", "CA.PLAY19")
def test_a_player_is_warned_before_staking_more_than_the_bank_covers() -> None:
    table = short_bank(wager=30_000)
    assert cover_warning(table.state, ONE, table.posted) == ""
    table.play(until="preflop")
    warned = cover_warning(table.state, ONE, table.posted)
    assert warned.startswith(
        "The bank is $300 and $200 is staked against it: a play wager above $100 may not be covered"
    )
    assert warned.endswith("(CA.BET4).")
    assert cover_warning(table.state, THREE, table.posted) == ""
    low = short_bank()
    assert cover_warning(low.state, ONE, low.posted).startswith("The bank is $100 and $200 is staked against it: what")


@pytest.mark.clause("CA.BET4")
def test_the_end_of_the_bank_is_told_with_whose_stakes_go_back() -> None:
    table = short_bank().play({1: "4x"})
    (settled,) = table.of(e.BankSettled)
    says = Teller(posted=table.posted).sentence(settled, table.state)
    assert says == ("seat 3's bank gains $100, all of it used: stakes it did not cover go back, $500 to seat 1's rail")


@pytest.mark.clause("CA.PLAY19")
def test_the_player_dealer_has_a_line_of_the_settlement_until_they_get_up() -> None:
    table = short_bank(wager=100_000).play({1: "4x"})
    (line,) = lines_of(table.state, THREE, table.posted)
    assert (line["wager"], line["stake"], line["net"], line["how"]) == ("bank", 100_000, 60_000, "$600 used")
    table.send(c.CollectCards())
    assert lines_of(table.state, THREE, table.posted) == [line]
    table.send(c.LeaveSeat(seat=THREE))
    table.seat(3, "dee")
    assert lines_of(table.state, THREE, table.posted) == []
