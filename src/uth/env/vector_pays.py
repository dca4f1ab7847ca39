"""The results of many rounds of one seat at once, looked up in tables filled by the engine's own settlement."""

from __future__ import annotations

from enum import IntEnum
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from uth.cards import DECK
from uth.env.actions import MULTIPLES, Action, Mask, mask_of
from uth.env.episode import Episode, Sitting
from uth.env.observation import OVER, STREETS
from uth.env.vector_decks import Cards
from uth.errors import Malformed
from uth.kernels.ranking import rank_array
from uth.ranking import ORDER_BITS, Category, Hand, hand_of_order, hands_of
from uth.rules.values import COVER_ALL, ENTRY_FEE, PROGRESSIVE, Street
from uth.table.round.dealing import deliveries
from uth.table.round.state import Phase
from uth.table.settle.main_wagers import settle_main_wagers
from uth.table.settle.settled import Decision, PlayedSeat
from uth.table.settle.settlement import cut_to_limit, settle_cover_all
from uth.table.settle.showdown import Showdown
from uth.units import PlayerId

Integers = npt.NDArray[np.int64]

FOLD: Final = 0
"""The multiple of a folded hand."""
COMMUNITY_ROYAL: Final = len(Category)
"""The index of the progressive's pay for a royal flush on the board, after the categories."""


class Comparison(IntEnum):
    """How a hand compares with the dealer's."""

    LOSE = 0
    TIE = 1
    WIN = 2


class VectorPays:
    """The settlement of one seat's wagers for arrays of rounds, in cents."""

    def __init__(self, sitting: Sitting) -> None:
        self.sitting = sitting
        dealt = Episode(sitting, DECK).table
        self.stakes = dict(dealt.round.spots[sitting.seats[0]].wagers)
        self.meters = {name: int(amount) for name, amount in dealt.meters.items()}
        self.qualifier = sitting.posted.rules.dealer.qualifier.value
        self.covers = COVER_ALL in self.stakes
        self.nets = self._net_table()
        self.progressive = np.array([self._progressive_nets(folded=folded) for folded in (False, True)])

    def net(self, hole: Cards, board: Cards, dealer: Cards, multiple: Integers) -> Integers:
        """Return the gain of each round in cents, from arrays of holes, boards and dealer's hands."""
        mine = rank_array(np.concatenate((hole, board), axis=1), distinct=False)
        theirs = rank_array(np.concatenate((dealer, board), axis=1), distinct=False)
        result = np.sign(mine.astype(np.int64) - theirs) + Comparison.TIE
        qualifies = (theirs >> ORDER_BITS >= self.qualifier).astype(np.int64)
        category = mine >> ORDER_BITS
        highest = np.maximum(mine, theirs) >> ORDER_BITS if self.covers else np.zeros_like(category)
        net: Integers = self.nets[result, qualifies, category, highest, multiple]
        if PROGRESSIVE in self.stakes:
            net = net + self.progressive[(multiple == FOLD).astype(np.int64), self._judged(hole, board, mine)]
        return net

    def _judged(self, hole: Cards, board: Cards, mine: npt.NDArray[np.uint16]) -> Integers:
        """Return the category for which the progressive is paid, or `COMMUNITY_ROYAL`."""
        rules = self.sitting.posted.rules.progressive
        if rules is not None and rules.judged_on.value == "hole_and_flop":
            mine = rank_array(np.concatenate((hole, board[:, :3]), axis=1), distinct=False)
        royal = rank_array(board, distinct=False) >> ORDER_BITS == Category.ROYAL_FLUSH
        category = (mine >> ORDER_BITS).astype(np.int64)
        return np.where(royal & (category == Category.ROYAL_FLUSH), COMMUNITY_ROYAL, category)

    def _net_table(self) -> Integers:
        """Return the net of every possible result without the progressive, computed by the engine's own functions."""
        highest = tuple(Category) if self.covers else (Category.HIGH_CARD,)
        nets = np.zeros((len(Comparison), 2, len(Category), len(highest), max(MULTIPLES) + 1), np.int64)
        for at in np.ndindex(nets.shape):
            result, qualifies, category, high, multiple = at
            mine = hand_of_order(category << ORDER_BITS | len(hands_of(Category(category))) // 2)
            dealer = _dealer_hand_for(mine, Comparison(result))
            showdown = Showdown(dealer, bool(qualifies), {self.sitting.seats[0]: mine}, _some_hand(highest[high]))
            nets[at] = self._net(showdown, multiple)
        return nets

    def _net(self, showdown: Showdown, multiple: int) -> int:
        posted, seat = self.sitting.posted, self.sitting.seats[0]
        decision = Decision(street=Street.RIVER, multiple=multiple or None)
        played = PlayedSeat(seat, PlayerId("seat"), (), self.stakes, decision)
        wagers = settle_main_wagers(played, showdown, posted)
        if self.covers:
            wagers[COVER_ALL] = settle_cover_all(self.stakes[COVER_ALL], showdown, posted)
        if posted.hand_limit is not None:
            cut_to_limit(wagers, *posted.hand_limit)
        return sum(settled.net for settled in wagers.values()) - self.stakes.get(ENTRY_FEE, 0)

    def _progressive_nets(self, *, folded: bool) -> list[int]:
        """Return the progressive's gain or loss for each category, and for a royal flush on the board."""
        posted, stake = self.sitting.posted, self.stakes.get(PROGRESSIVE, 0)
        rules, table = posted.rules.progressive, posted.progressive
        nets = [-stake] * (len(Category) + 1)
        if rules is None or table is None or (folded and rules.on_fold.value == "loses"):
            return nets
        for place in range(len(nets)):
            category = Category(min(place, Category.ROYAL_FLUSH))
            row = table.row_of(category, community_royal=place == COMMUNITY_ROYAL)
            if row is not None and row.for_one is not None:
                nets[place] += row.for_one * stake
            elif row is not None and row.meter is not None:
                nets[place] += self.meters[row.meter] * (row.percent or 0) // 100
        return nets


def _some_hand(category: Category) -> Hand:
    return hand_of_order(category << ORDER_BITS)


def _dealer_hand_for(mine: Hand, result: Comparison) -> Hand:
    """Return a dealer's hand against which this hand has that result. A royal flush cannot lose, so it ties."""
    match result:
        case Comparison.TIE:
            return mine
        case Comparison.WIN:
            return _some_hand(Category.HIGH_CARD)
        case Comparison.LOSE:
            return _some_hand(Category.ROYAL_FLUSH)


DEALS: Final = (Phase.OPENING_DEAL, Phase.FLOP_DEAL, Phase.RIVER_DEAL)


class Places(NamedTuple):
    """The positions in the deck of the hole, the board and the dealer's hand, and the number of cards in a round."""

    hole: list[int]
    board: list[int]
    dealer: list[int]
    cards: int


def places_of(sitting: Sitting) -> Places:
    """Return the positions of the cards of one seat's round in this way of dealing."""
    found: dict[str, list[int]] = {"seat": [], "community": [], "dealer": [], "burn": []}
    count = 0
    for phase in DEALS:
        for delivery in deliveries(sitting.posted.dealing, phase, sitting.seats):
            found[delivery.to] += range(count, count + delivery.cards)
            count += delivery.cards
    return Places(found["seat"], found["community"], found["dealer"], count)


def street_masks(sitting: Sitting) -> Mask:
    """Return the engine's offers on each street to a seat that has only checked; none once the round is over."""
    masks = np.zeros((OVER + 1, len(Action)), np.int8)
    episode = Episode(sitting, DECK)
    for street in STREETS:
        masks[STREETS.index(street)] = mask_of(episode.offered)
        if Action.CHECK not in episode.offered:
            break
        if street is Street.RIVER:
            cite = sitting.posted.rules.play.check.cite
            raise Malformed("play.check", "river", "is not stepped in arrays: a hand plays or folds at the river", cite)
        episode.answer(Action.CHECK)
    return masks
