"""The result of a round: both hands of five, and a line for each wager with its odds and its clauses."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from uth.cards import Card
from uth.ranking import Hand, rank
from uth.rules.values import Wager
from uth.table.posted import Posted
from uth.table.round import events as e
from uth.table.round.state import Table
from uth.table.settle.settled import Outcome, SettledBanker, SettledWager
from uth.table.settle.showdown import best_five, odds_of
from uth.units import Seat, money
from uth.words.outcomes import bank_words, outcome_words
from uth.words.session import Seating
from uth.words.showdown import needs_explaining, result_sentence

OUTCOMES = {
    Outcome.WIN: "wins",
    Outcome.LOSE: "loses",
    Outcome.PUSH: "pushes",
    Outcome.VOID: "is void, back",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class WagerLine:
    """One wager: its stake, its outcome and odds, its net result and its clauses."""

    label: str
    wager: Wager | None
    """``None`` for envy and for the bank."""
    stake: int
    outcome: str
    odds: str
    net: int
    """The net result so far, without a pending award or envy."""
    cites: tuple[str, ...]
    waits: int = 0
    """The award or envy that a supervisor has yet to confirm."""
    envy_of: Seat | None = None
    """The seat whose hand wins the envy."""
    why: str = ""
    """A sentence that says why its award or envy was rejected."""

    def became(self, symbol: str) -> str:
        """Return the outcome, with the odds."""
        if self.waits:
            return f"{'' if self.envy_of else 'award '}pending, {money(self.waits, symbol)}"
        return f"{self.outcome} {self.odds}".strip()


@dataclass(frozen=True, slots=True, kw_only=True)
class HandResult:
    """One hand of a seat with its settled wagers; cards that were never turned up are left out."""

    seat: Seat
    hole: tuple[Card, ...]
    five: tuple[Card, ...]
    hand: Hand | None
    folded: bool
    said: str
    """How the person's hand compares with the dealer's, if the names of the two do not say it."""
    void: str | None
    """The clause by which this hand is void."""
    lines: tuple[WagerLine, ...]

    @property
    def net(self) -> int:
        """The net result of all its wagers, in chips."""
        return sum(line.net for line in self.lines)

    @property
    def has_ante(self) -> bool:
        """Whether the hand is played against the dealer's; one with only a trips wager is not."""
        return any(line.wager is Wager.ANTE for line in self.lines)


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundResult:
    """The result of a whole round."""

    board: tuple[Card, ...]
    dealer: tuple[Card, ...]
    dealer_five: tuple[Card, ...]
    dealer_hand: Hand | None
    """``None`` if all hands are void and the dealer's was not shown."""
    qualifies: bool
    void: str | None
    """The clause by which all hands are void."""
    mine: tuple[HandResult, ...]
    others: tuple[HandResult, ...]
    bank: WagerLine | None
    """The person's bank."""
    opponent: str
    """The players' opponent, in the words of the book."""
    net: int

    @property
    def is_compared(self) -> bool:
        """Whether the dealer's hand is shown next to the person's.

        It is if all hands are void, or if the person banks, watches or has an ante.
        """
        return (
            self.void is not None or self.bank is not None or not self.mine or any(hand.has_ante for hand in self.mine)
        )


def line_of(settled: SettledWager, posted: Posted) -> WagerLine:
    """Return the wager's line; a coupon costs no chips (R33)."""
    return WagerLine(
        label=posted.rules.words.wager(settled.wager),
        wager=settled.wager,
        stake=settled.stake,
        outcome=_outcome(settled, posted),
        odds=odds_of(settled, posted),
        net=settled.net,
        cites=settled.cites,
    )


def _outcome(settled: SettledWager, posted: Posted) -> str:
    if settled.outcome is Outcome.UNCOVERED:
        return outcome_words(settled, "", posted.rules.currency.symbol)
    return OUTCOMES[settled.outcome] + (" up to the limit" if settled.cut else "")


def _unlaid(
    label: str, stake: int, outcome: str, net: int, clauses: tuple[str, ...], envy_of: Seat | None = None
) -> WagerLine:
    """Return the line of an amount without a spot: an envy pay, a bank."""
    return WagerLine(
        label=label, wager=None, stake=stake, outcome=outcome, odds="", net=net, cites=clauses, envy_of=envy_of
    )


def result_of(table: Table, events: Iterable[e.Event], people: Seating, posted: Posted, net: int) -> RoundResult:
    """Return the result of the round on the settled table, from its events."""
    lines: dict[Seat, list[WagerLine]] = {seat: [] for seat in table.round.seats}
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
                lines[seat].append(_unlaid(f"Envy of {people.name(other)}", 0, "pays", cents, envy, other))
            case e.BankSettled(seat=seat, wager=wager, used=used, net=gain) if seat in people.mine:
                outcome = f"({bank_words(SettledBanker(seat, wager, used, gain), posted.rules.currency.symbol)})"
                bank = _unlaid("Bank", wager, outcome, gain, posted.rules.settlement.cites.get("uncovered", ()))
            case _:
                pass
    hands = {seat: _hand(table, seat, seat in people.mine, tuple(lines[seat])) for seat in table.round.seats}
    compared = table.round.dealer_hand is not None and table.round.void is None
    return RoundResult(
        board=table.round.board,
        dealer=table.round.dealer,
        dealer_five=best_five((*table.round.dealer, *table.round.community)) if compared else (),
        dealer_hand=table.round.dealer_hand if compared else None,
        qualifies=bool(table.round.qualifies),
        void=table.round.void,
        mine=tuple(hands[seat] for seat in table.round.seats if seat in people.mine),
        others=tuple(hands[seat] for seat in table.round.seats if seat not in people.mine),
        bank=bank,
        opponent=posted.rules.words.against,
        net=net,
    )


DecidedLater = (
    e.AwardBrought | e.AwardChanged | e.AwardDenied | e.AwardTakenBack | e.EnvyPaid | e.EnvyDenied | e.EnvyTakenBack
)
"""Events about an award or envy after its round was settled."""


def restated(result: RoundResult, event: DecidedLater, symbol: str) -> RoundResult:
    """Return the result after an award or envy of its round was paid, changed, rejected or backed out."""
    mine = tuple(_restated_hand(hand, event, symbol) for hand in result.mine)
    others = tuple(_restated_hand(hand, event, symbol) for hand in result.others)
    change = sum(hand.net for hand in mine) - sum(hand.net for hand in result.mine)
    return replace(result, mine=mine, others=others, net=result.net + change)


def waiting(result: RoundResult, seat: Seat, cents: int, envy_of: Seat | None = None) -> RoundResult:
    """Return the result with the seat's award, or its envy for that other seat, pending a supervisor's confirmation."""

    def held_back(hand: HandResult) -> HandResult:
        lines = (
            replace(line, waits=cents, net=0 if envy_of else line.net) if _is_of(line, envy_of) else line
            for line in hand.lines
        )
        return replace(hand, lines=tuple(lines)) if hand.seat == seat else hand

    mine, others = tuple(map(held_back, result.mine)), tuple(map(held_back, result.others))
    return replace(result, mine=mine, others=others)


def _is_of(line: WagerLine, envy_of: Seat | None) -> bool:
    """Whether the line is the envy for that seat's hand or, without a seat, the progressive wager."""
    return line.envy_of == envy_of if envy_of is not None else line.wager is Wager.PROGRESSIVE


def _restated_hand(hand: HandResult, event: DecidedLater, symbol: str) -> HandResult:
    if hand.seat != event.seat:
        return hand
    envy_of = event.from_seat if isinstance(event, e.EnvyPaid | e.EnvyDenied | e.EnvyTakenBack) else None
    lines = (_restated_line(line, event, symbol) if _is_of(line, envy_of) else line for line in hand.lines)
    return replace(hand, lines=tuple(lines))


def _restated_line(line: WagerLine, event: DecidedLater, symbol: str) -> WagerLine:
    match event:
        case e.AwardBrought(cents=cents):
            return replace(line, waits=0, net=line.net + cents) if line.waits else line
        case e.AwardChanged(cents=cents, to=to):
            return replace(line, waits=to) if line.waits else replace(line, net=line.net + to - cents)
        case (
            e.AwardDenied(cents=cents, by=by, reason=reason, cites=cites)
            | e.AwardTakenBack(cents=cents, by=by, reason=reason, cites=cites)
        ):
            return replace(
                line,
                outcome="award rejected",
                odds="",
                net=-line.stake,
                cites=cites or line.cites,
                waits=0,
                why=f"The award of {money(cents, symbol)} was rejected by {by}: {reason}.",
            )
        case e.EnvyPaid(cents=cents):
            return replace(line, waits=0, net=cents)
        case e.EnvyDenied(reason=reason) | e.EnvyTakenBack(reason=reason):
            return replace(
                line, outcome="is not paid", net=0, waits=0, why=f"The award it depends on was rejected: {reason}."
            )


def _hand(table: Table, seat: Seat, mine: bool, lines: tuple[WagerLine, ...]) -> HandResult:
    spot = table.round.spots[seat]
    cards = (*spot.hole, *table.round.board)
    shown = (mine or spot.hand is not None) and len(cards) == len(spot.hole) + 5 and len(spot.hole) == 2
    hand, dealer = rank(cards) if shown else None, table.round.dealer_hand
    says = mine and hand is not None and dealer is not None and needs_explaining(hand, dealer, folded=spot.folded)
    return HandResult(
        seat=seat,
        hole=spot.hole if shown or mine else (),
        five=best_five(cards) if shown else (),
        hand=hand,
        folded=spot.folded,
        said=result_sentence(table, spot, hand) if says and hand is not None else "",
        void=spot.void or table.round.void,
        lines=lines,
    )
