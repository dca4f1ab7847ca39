"""Where the cards of a round lie in the deck, and which actions each street offers: the same in every round."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from uth.cards import DECK
from uth.env.actions import Action, Mask, mask_of
from uth.env.observing import OVER, STREETS
from uth.env.round import Round
from uth.env.sitting import Sitting
from uth.errors import Malformed
from uth.rules.values import Street
from uth.table.dealing import deliveries
from uth.table.state import Phase

DEALS: Final = (Phase.OPENING_DEAL, Phase.FLOP_DEAL, Phase.RIVER_DEAL)


class Places(NamedTuple):
    """The places in the deck of the hole, of the board and of the dealer's hand, and how many cards a round takes."""

    hole: list[int]
    board: list[int]
    dealer: list[int]
    cards: int


def places_of(sitting: Sitting) -> Places:
    """Return where the cards of one seat's round lie, by the way of dealing in force."""
    found: dict[str, list[int]] = {"seat": [], "community": [], "dealer": [], "burn": []}
    count = 0
    for phase in DEALS:
        for delivery in deliveries(sitting.posted.dealing, phase, sitting.seats):
            found[delivery.to] += range(count, count + delivery.cards)
            count += delivery.cards
    return Places(found["seat"], found["community"], found["dealer"], count)


def street_masks(sitting: Sitting) -> Mask:
    """Return what the engine offers on each street to a seat that has only checked; nothing once the round is over."""
    masks = np.zeros((OVER + 1, len(Action)), np.int8)
    round_ = Round(sitting, DECK)
    for street in STREETS:
        masks[STREETS.index(street)] = mask_of(round_.offered)
        if Action.CHECK not in round_.offered:
            break
        if street is Street.RIVER:
            cite = sitting.posted.rules.play.check.cite
            raise Malformed("play.check", "river", "is not stepped in arrays: a hand plays or folds at the river", cite)
        round_.answer(Action.CHECK)
    return masks
