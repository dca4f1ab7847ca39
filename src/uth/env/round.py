"""One round of an environment, played through the engine."""

from __future__ import annotations

from uth.cards import Card
from uth.env.actions import Action, Answer, not_offered, offered_to, read_action
from uth.env.dealer import dealt
from uth.env.sitting import CHIPS, Sitting
from uth.table.decide import act
from uth.table.state import Table
from uth.units import Seat


class Round:
    """A round from the first card to the settlement: who is asked, what is offered, what came of it."""

    def __init__(self, sitting: Sitting, deck: tuple[Card, ...]) -> None:
        self.sitting = sitting
        self.deck = deck
        self.table: Table = dealt(sitting.table, sitting.posted, deck)
        self.offered: dict[Action, Answer] = offered_to(self.table, sitting.posted)

    @property
    def turn(self) -> Seat | None:
        """The seat that is asked; none once the round is settled."""
        return self.table.turn

    @property
    def is_over(self) -> bool:
        """Whether the round is settled."""
        return self.table.turn is None

    def answer(self, value: object) -> None:
        """Have the seat that is asked take the action; one that is not offered is refused and changes nothing."""
        action = read_action(value)
        if action not in self.offered:
            raise not_offered(action, self.offered, self.table.street)
        posted = self.sitting.posted
        table, _ = act(self.table, self.offered[action], posted)
        self.table = dealt(table, posted, self.deck)
        self.offered = offered_to(self.table, posted)

    def net_of(self, seat: Seat) -> int:
        """Return what the seat has gained in cents, once the round is settled; nothing before."""
        return self.table.chairs[seat].rail - CHIPS if self.is_over else 0
