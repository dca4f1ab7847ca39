"""What can be reported to have gone wrong, each with its phrase."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from uth.table import irregularities as i

_FIXABLE: Final = ", which can be put right"
_DEALER_HAS: Final = "the dealer has {count:cards} card[s]"
_DEALER: Final = {"seat": None}

REPORTS: Final[tuple[tuple[str, Callable[..., Any], Mapping[str, Any]], ...]] = (
    ("a card of the dealer's is exposed", i.DealerCardExposed, {"positions": (1, 2)}),
    ("the dealer's first card is exposed", i.DealerCardExposed, {"positions": (1,)}),
    ("the dealer's second card is exposed", i.DealerCardExposed, {"positions": (2,)}),
    ("{count:cards} card[s] found face up", i.CardsFaceUp, {}),
    ("a card is drawn in error", i.CardDrawnInError, {}),
    (f"seat {{seat}} has {{count:cards}} card[s]{_FIXABLE}", i.WrongNumberOfCards, {"fixable": True}),
    ("seat {seat} has {count:cards} card[s]", i.WrongNumberOfCards, {"fixable": False}),
    (f"{_DEALER_HAS}{_FIXABLE}", i.WrongNumberOfCards, {**_DEALER, "fixable": True, "deck_whole": True}),
    (
        f"{_DEALER_HAS}{_FIXABLE}, but the deck is not whole",
        i.WrongNumberOfCards,
        {**_DEALER, "fixable": True, "deck_whole": False},
    ),
    (
        f"{_DEALER_HAS}, and the deck is not whole",
        i.WrongNumberOfCards,
        {**_DEALER, "fixable": False, "deck_whole": False},
    ),
    (_DEALER_HAS, i.WrongNumberOfCards, {**_DEALER, "fixable": False, "deck_whole": True}),
    (f"seat {{seat}} got no cards{_FIXABLE}", i.SeatMissed, {"fixable": True}),
    ("seat {seat} got no cards", i.SeatMissed, {"fixable": False}),
    (f"every seat has a card too many{_FIXABLE}", i.ExtraCardToAll, {"fixable": True}),
    ("every seat has a card too many", i.ExtraCardToAll, {"fixable": False}),
    ("wrong community cards are turned up: {positions}", i.WrongCommunityShown, {}),
    ("the cards were not shuffled or not cut", i.NotShuffled, {}),
    ("a card fell off the table", i.CardOffTable, {}),
    ("the count of the stub is wrong, and cards were misdealt", i.StubCountWrong, {"misdealt": True}),
    ("the count of the stub is wrong", i.StubCountWrong, {"misdealt": False}),
    ("the shuffler jams", i.ShufflerJammed, {}),
    ("the shuffler counts a wrong number of cards", i.ShufflerCountWrong, {}),
    ("the dealing machine jams", i.MachineJammed, {}),
    ("the progressive is down at a win", i.ProgressiveDown, {"at_win": True}),
    ("the progressive is down", i.ProgressiveDown, {"at_win": False}),
    ("seat {seat} breaks the rules of conduct", i.ConductBroken, {}),
)
"""The phrase, what it reports, and the facts it gives without a blank; where two would do, the first is written."""
