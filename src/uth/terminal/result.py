"""The result of a round: both hands of five, and a line for each wager with its odds and its clauses."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from uth.cards import Card
from uth.ranking import Hand, rank
from uth.rules.values import Wager
from uth.table import events as e
from uth.table.posted import Posted
from uth.table.settled import Outcome, SettledWager
from uth.table.shown import best_five, odds_of
from uth.table.state import Table
from uth.terminal.people import People
from uth.units import Seat

OUTCOMES = {
    Outcome.WIN: "wins",
    Outcome.LOSE: "loses",
    Outcome.PUSH: "pushes",
    Outcome.VOID: "is void",
    Outcome.UNCOVERED: "is covered in part",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class WagerLine:
    """One wager: its stake, what became of it, at which odds, what it came to and by which clauses."""

    label: str
    wager: Wager | None
    """``None`` for envy and for the bank."""
    stake: int
    outcome: str
    odds: str
    net: int
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class HandResult:
    """One hand of a seat, its wagers settled; cards that were never turned up are not in it."""

    seat: Seat
    hole: tuple[Card, ...]
    five: tuple[Card, ...]
    hand: Hand | None
    folded: bool
    void: str | None
    """The clause by which this hand is void."""
    lines: tuple[WagerLine, ...]

    @property
    def net(self) -> int:
        """What all its wagers came to, in chips."""
        return sum(line.net for line in self.lines)


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundResult:
    """Everything a round came to."""

    board: tuple[Card, ...]
    dealer: tuple[Card, ...]
    dealer_five: tuple[Card, ...]
    dealer_hand: Hand | None
    """``None`` where all hands are void and the dealer's was not shown."""
    qualifies: bool
    void: str | None
    """The clause by which all hands are void."""
    mine: tuple[HandResult, ...]
    others: tuple[HandResult, ...]
    bank: WagerLine | None
    """The person's bank."""
    net: int


def line_of(settled: SettledWager, posted: Posted) -> WagerLine:
    """Return the wager's line; a coupon costs no chips (R33)."""
    return WagerLine(
        label=settled.wager.words,
        wager=settled.wager,
        stake=settled.stake,
        outcome=OUTCOMES[settled.outcome] + (" up to the limit" if settled.cut else ""),
        odds=odds_of(settled, posted),
        net=settled.net,
        cites=settled.cites,
    )


def _unlaid(label: str, stake: int, outcome: str, net: int, clauses: tuple[str, ...]) -> WagerLine:
    """Return the line of what lies on no spot: an envy pay, a bank."""
    return WagerLine(label=label, wager=None, stake=stake, outcome=outcome, odds="", net=net, cites=clauses)


def result_of(table: Table, events: Iterable[e.Event], people: People, posted: Posted, net: int) -> RoundResult:
    """Return what the round on the settled table came to, told from what happened in it."""
    lines: dict[Seat, list[WagerLine]] = {seat: [] for seat in table.in_round}
    bank: WagerLine | None = None
    envy = posted.rules.settlement.cites.get("envy", ())
    for event in events:
        match event:
            case e.WagerSettled(seat=seat, settled=settled):
                lines[seat].append(line_of(settled, posted))
            case (
                e.EnvyPaid(seat=seat, cents=cents, from_seat=other, round=0)
                | e.EnvyOwed(seat=seat, cents=cents, from_seat=other)
            ):
                lines[seat].append(_unlaid(f"Envy of {people.name(other)}", 0, "pays", cents, envy))
            case e.BankSettled(seat=seat, wager=wager, used=used, net=gain) if seat in people.mine:
                clauses = posted.rules.settlement.cites.get("uncovered", ()) if used == wager else ()
                outcome = "is used up" if used == wager else f"is used to {used * 100 // wager}%"
                bank = _unlaid("Bank", wager, outcome, gain, clauses)
            case _:
                pass
    hands = {seat: _hand(table, seat, seat in people.mine, tuple(lines[seat])) for seat in table.in_round}
    compared = table.dealer_hand is not None and table.void is None
    return RoundResult(
        board=table.board,
        dealer=table.dealer,
        dealer_five=best_five((*table.dealer, *table.community)) if compared else (),
        dealer_hand=table.dealer_hand if compared else None,
        qualifies=bool(table.qualifies),
        void=table.void,
        mine=tuple(hands[seat] for seat in table.in_round if seat in people.mine),
        others=tuple(hands[seat] for seat in table.in_round if seat not in people.mine),
        bank=bank,
        net=net,
    )


def gain_of(event: e.Event, mine: Collection[Seat]) -> int:
    """Return what the event brought the person."""
    match event:
        case e.WagerSettled(seat=seat, settled=settled) if seat in mine:
            return settled.net
        case e.EnvyPaid(seat=seat, cents=cents, round=0) | e.EnvyOwed(seat=seat, cents=cents) if seat in mine:
            return cents
        case (
            e.AwardDenied(seat=seat, cents=cents)
            | e.AwardTakenBack(seat=seat, cents=cents)
            | e.EnvyDenied(seat=seat, cents=cents)
            | e.EnvyTakenBack(seat=seat, cents=cents)
        ) if seat in mine:
            return -cents
        case e.AwardChanged(seat=seat, cents=cents, to=to) if seat in mine:
            return to - cents
        case e.AwardOwed(seat=seat, settled=settled) if seat in mine:
            return settled.won
        case e.BankSettled(seat=seat, net=net) if seat in mine:
            return net
        case e.EntryFeeTaken(seat=seat, cents=cents) if seat in mine:
            return -cents
    return 0


def _hand(table: Table, seat: Seat, mine: bool, lines: tuple[WagerLine, ...]) -> HandResult:
    spot = table.spots[seat]
    cards = (*spot.hole, *table.board)
    shown = (mine or spot.hand is not None) and len(cards) == len(spot.hole) + 5 and len(spot.hole) == 2
    return HandResult(
        seat=seat,
        hole=spot.hole if shown or mine else (),
        five=best_five(cards) if shown else (),
        hand=rank(cards) if shown else None,
        folded=spot.folded,
        void=spot.void or table.void,
        lines=lines,
    )
