"""A malformed command: the error names its field, its value and what would be accepted, but no name of the code."""

from __future__ import annotations

from typing import Any

import pytest

from uth.errors import Malformed
from uth.progressive import commands as k
from uth.rules.values import Wager
from uth.store.codec import command_of
from uth.table.round import commands as c
from uth.units import PlayerId, Seat


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        (None, 'do: null is not an object such as {"is": "TakeSeat", ...}'),
        ([], "is not an object such as"),
        ({}, "do.is: null is not one of TakeSeat, LeaveSeat, BuyIn"),
        ({"is": ["Check"]}, "is not one of TakeSeat"),
        ({"is": "Shuffle"}, '"Shuffle" is not one of TakeSeat'),
        ({"is": "BuyIn", "seat": 1}, "do.cents: null is not a whole number; BuyIn has seat, cents, tender"),
        ({"is": "BuyIn", "seat": 1, "cents": 1.5}, "do.cents: 1.5 is not a whole number"),
        ({"is": "BuyIn", "seat": 1, "cents": True}, "do.cents: true is not a whole number"),
        ({"is": "BuyIn", "seat": "1", "cents": 5}, 'do.seat: "1" is not a whole number'),
        ({"is": "BuyIn", "seat": 1, "cents": 5, "tender": "gold"}, 'do.tender: "gold" is not one of cash, foreign'),
        ({"is": "Check", "seat": 1, "now": 2}, "do.now: 2 is not a field of Check, which has seat"),
        ({"is": "DealNext", "now": 2}, "do.now: 2 is not a field of DealNext, which has no fields"),
        ({"is": "PlaceWager", "seat": 1, "wager": "antes", "cents": 5}, 'do.wager: "antes" is not one of ante, '),
        ({"is": "ReadCards", "cards": ["As", "1s"]}, "is not a list; each item is a card such as As or Td"),
        (
            {"is": "Report", "irregularity": {"is": "CardsFell"}},
            'do.irregularity.is: "CardsFell" is not one of DealerCardExposed',
        ),
        (
            {"is": "Report", "irregularity": 5},
            'do.irregularity: 5 is not an object such as {"is": "DealerCardExposed", ...}',
        ),
    ],
)
def test_what_is_wrong_is_named_with_what_would_be_accepted(asked: Any, says: str) -> None:
    with pytest.raises(Malformed) as fault:
        command_of(c.Command, asked)
    assert says in str(fault.value)
    assert "uth." not in str(fault.value)


def test_what_has_a_usual_value_and_who_gives_the_command_may_be_left_out() -> None:
    assert command_of(c.Command, {"is": "BuyIn", "seat": 1, "cents": 5}) == c.BuyIn(seat=Seat(1), cents=5)
    assert command_of(c.Command, {"is": "TakeSeat", "seat": 1}) == c.TakeSeat(seat=Seat(1), player=PlayerId("-"))
    wager = {"is": "PlaceWager", "seat": 2, "wager": "trips", "cents": 500}
    assert command_of(c.Command, wager) == c.PlaceWager(seat=Seat(2), wager=Wager.TRIPS, cents=500)
    asked = {"is": "AdjustMeter", "meter": "mega", "cents": -5, "reason": "a drill"}
    command = command_of(k.Command, asked)
    assert command == k.AdjustMeter(meter="mega", cents=-5, by="-", second="-", reason="a drill")
