"""The record of a session: what was said in each round, and its result."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from uth.rules.values import Wager
from uth.table.round import commands as c
from uth.table.round.refusals import WagerOffer
from uth.table.round.state import Phase, Table
from uth.terminal.result import HandResult, RoundResult, WagerLine
from uth.units import Seat
from uth.words.amounts import signed
from uth.words.session import Voice


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundRecord:
    """One round of the session's history."""

    number: int
    result: RoundResult
    said: tuple[str, ...]
    """What the dealer said, in order."""
    bankroll: int
    """The person's chips after the round."""
    deck_key: str
    """The key of its deck in hexadecimal; the same key deals the same cards."""

    @property
    def net(self) -> int:
        """The person's net result of the round."""
        return self.result.net


def wager_words(line: WagerLine, voice: Voice) -> str:
    """Return a wager's line as a sentence: ``Blind $10 wins 3 to 2: +$15 (MA.9h2, MA.10c).``"""
    stake = f" {voice.money(line.stake)}" if line.stake else ""
    clauses = f" ({', '.join(line.cites)})" if line.cites else ""
    symbol = voice.posted.rules.currency.symbol
    why = f" {line.why}" if line.why else ""
    return f"{line.label}{stake} {line.became(symbol)}: {signed(line.net, symbol)}{clauses}.{why}"


def hand_words(hand: HandResult, voice: Voice) -> str:
    """Return a hand in words: whose it is, its five cards, its name."""
    name = voice.people.name(hand.seat)
    have = "folded with" if hand.folded else "have" if name == "You" else "has"
    if hand.void is not None:
        return f"{name}: void ({hand.void})."
    if hand.hand is None:
        return f"{name}: folded, not shown."
    return f"{name} {have} {hand.hand.words}: {voice.cards(hand.five)}."


def dealer_words(result: RoundResult) -> str:
    """Return the hand the players play against and whether it qualifies, or say that the round is void."""
    if result.dealer_hand is None:
        return f"All hands are void ({result.void}); the stakes go back"
    return f"{opponent_name(result)}'s hand: {qualified_words(result)}"


def opponent_name(result: RoundResult) -> str:
    """Return the players' opponent, with a capital."""
    return f"{result.opponent[:1].upper()}{result.opponent[1:]}"


def qualified_words(result: RoundResult) -> str:
    """Return the hand the players play against and whether it qualifies; empty if all hands are void."""
    if result.dealer_hand is None:
        return ""
    return f"{result.dealer_hand.words}, {'qualifies' if result.qualifies else 'does not qualify'}"


def result_words(result: RoundResult, voice: Voice) -> tuple[str, ...]:
    """Return the result of a round as sentences: both hands, every wager, the other players, the net."""
    symbol = voice.posted.rules.currency.symbol
    five = f": {voice.cards(result.dealer_five)}" if result.dealer_five else ""
    lines = [f"{dealer_words(result)}{five}."] if result.is_compared else []
    for hand in result.mine:
        lines.append(hand_words(hand, voice))
        lines += [f"{hand.said}."] if hand.said else []
        lines += [wager_words(line, voice) for line in hand.lines]
    if result.bank is not None:
        lines.append(wager_words(result.bank, voice))
    for hand in result.others:
        ends = f" {signed(hand.net, symbol)}."
        lines.append(hand_words(hand, voice) + ends)
    lines.append(f"Net of the round: {signed(result.net, symbol)}.")
    return tuple(lines)


def changed_words(before: RoundRecord, after: RoundRecord, voice: Voice) -> tuple[str, ...]:
    """Return the changes for the person: each wager that changed, and the new net of the round."""
    had = {(hand.seat, line) for hand in before.result.mine for line in hand.lines}
    lines = [
        wager_words(line, voice) for hand in after.result.mine for line in hand.lines if (hand.seat, line) not in had
    ]
    net = signed(after.net, voice.posted.rules.currency.symbol)
    return (*lines, f"Net of round {after.number}: {net}.") if lines else ()


def headline(record: RoundRecord, voice: Voice) -> str:
    """Return the round on one line of the history."""
    result = record.result
    symbol = voice.posted.rules.currency.symbol
    if result.bank is not None:
        who = "You banked"
    elif not result.mine:
        who = "You sat out"
    else:
        who = " and ".join(
            (hand.hand.words if hand.hand is not None else "no hand")
            + (" (folded)" if hand.folded else "")
            + (" (void)" if hand.void is not None else "")
            for hand in result.mine
        )
    if len(result.mine) == 1 and result.mine[0].said:
        return f"Round {record.number}: {signed(record.net, symbol)}. {result.mine[0].said}."
    if result.dealer_hand is None:
        return f"Round {record.number}: {signed(record.net, symbol)}. {who}; all hands void."
    if not result.is_compared:
        return f"Round {record.number}: {signed(record.net, symbol)}. {who}."
    against = f"{result.opponent} {result.dealer_hand.words}" + ("" if result.qualifies else ", not qualified")
    return f"Round {record.number}: {signed(record.net, symbol)}. {who}; {against}."


Layout = Mapping[Wager, int]
Layouts = Mapping[Seat, Layout]

LAID: Final = (Wager.ANTE, Wager.TRIPS, Wager.COVER_ALL, Wager.MATCH_PLAY, Wager.PROGRESSIVE)
"""The wagers a person places, in an order in which each is accepted after the last; the blind follows the ante."""


def at_stake(table: Table, seats: Iterable[Seat]) -> int:
    """Return the chips of those seats on the layout; a coupon is not chips (R18)."""
    if table.phase is Phase.SETTLED:
        return 0
    total = 0
    for seat in seats:
        spot = table.round.spots.get(seat)
        if spot is not None:
            total += sum(cents for wager, cents in spot.on_layout.items() if wager is not Wager.MATCH_PLAY)
            if spot.decision is not None and spot.decision.multiple is not None:
                total += spot.decision.multiple * spot.wagers.get(Wager.ANTE, 0)
        if table.round.banker is not None and table.round.banker.seat == seat:
            total += table.round.banker.wager
    return total


def layouts_of(table: Table, seats: Sequence[Seat]) -> Layouts:
    """Return the wagers of those seats."""
    found: dict[Seat, Layout] = {}
    for seat in seats:
        spot = table.round.spots.get(seat)
        found[seat] = {wager: spot.wagers[wager] for wager in LAID if wager in spot.wagers} if spot is not None else {}
    return found


def changes(now: Layouts, wanted: Layouts) -> Iterator[c.PlaceWager | c.TakeBackWager]:
    """Yield the commands that take all wagers back and place the wanted ones."""
    for seat, layout in now.items():
        yield from (c.TakeBackWager(seat=seat, wager=wager) for wager in reversed(LAID) if wager in layout)
    for seat, layout in wanted.items():
        for wager in LAID:
            if wager in layout:
                yield c.PlaceWager(seat=seat, wager=wager, cents=layout[wager])


def fewest_changes(now: Layouts, wanted: Layouts) -> Iterator[c.PlaceWager | c.TakeBackWager]:
    """Yield only the commands for wagers that differ."""
    for seat, layout in now.items():
        gone = (wager for wager in reversed(LAID) if wager in layout and wager not in wanted.get(seat, {}))
        yield from (c.TakeBackWager(seat=seat, wager=wager) for wager in gone)
    for seat, layout in wanted.items():
        for wager in LAID:
            if wager in layout and now.get(seat, {}).get(wager) != layout[wager]:
                yield c.PlaceWager(seat=seat, wager=wager, cents=layout[wager])


def with_wager(layouts: Layouts, seat: Seat, wager: Wager, cents: int) -> Layouts:
    """Return the layouts with that wager at that amount, or without it for 0; a coupon follows its ante."""
    layout = {kind: amount for kind, amount in layouts.get(seat, {}).items() if kind is not wager}
    if cents:
        layout[wager] = cents
    if wager is Wager.ANTE and Wager.MATCH_PLAY in layout:
        del layout[Wager.MATCH_PLAY]
        layout |= {Wager.MATCH_PLAY: cents} if cents else {}
    return {**layouts, seat: layout}


def without_coupons(layouts: Layouts) -> Layouts:
    """Return the layouts without coupons, which are never placed automatically."""
    return {
        seat: {wager: cents for wager, cents in layout.items() if wager is not Wager.MATCH_PLAY}
        for seat, layout in layouts.items()
    }


def doubled(layouts: Layouts, offers: Mapping[Seat, Sequence[WagerOffer]]) -> Layouts:
    """Return the layouts with every wager doubled, except those with a single possible amount."""
    twice: dict[Seat, Layout] = {}
    for seat, layout in layouts.items():
        fixed = {offer.wager for offer in offers[seat] if offer.cents_min == offer.cents_max} - {Wager.ANTE}
        layout = {wager: cents if wager in fixed else 2 * cents for wager, cents in layout.items()}
        if Wager.MATCH_PLAY in layout:
            layout = {**layout, Wager.MATCH_PLAY: layout[Wager.ANTE]}
        twice[seat] = layout
    return twice


def is_empty(layouts: Layouts) -> bool:
    """Whether none of the seats has a wager."""
    return not any(layouts.values())
