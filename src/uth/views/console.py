"""The dealer's console: the next delivery, the Game Manager, what can be reported, what is paid to whom."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Literal

from typing_extensions import TypedDict

from uth.cites import cites
from uth.errors import Refused
from uth.house.linked_table import Linked, SharedLink
from uth.house.live_table import LiveTable
from uth.house.specs import TableSpec
from uth.house.turn import needs_link
from uth.people.log import name_of
from uth.rules.values import Wager
from uth.table.floor import irregularities as i
from uth.table.floor.rulings import refused_report
from uth.table.posted import Posted
from uth.table.round import commands as c
from uth.table.round.dealing import next_delivery
from uth.table.round.due import Step, deck_due, due, due_words, starts_apart
from uth.table.round.refusal import Refusal, refusal_says
from uth.table.round.refusals import refusal_of, to_read
from uth.table.round.state import Phase, Table, chips
from uth.table.settle.awards import award_claim, envy_claims
from uth.table.settle.settled import Outcome, SettledWager
from uth.table.settle.settlement import in_order
from uth.units import Seat
from uth.views.events import EventView, Reader, event_views
from uth.views.game_manager import GameManager, keypads_of
from uth.views.seat import Line, line
from uth.views.stopped import DisputeDocument, FloorCallDocument, call_of, dispute_of


class Delivery(TypedDict):
    """What the dealer deals next: so many cards to one place, at once."""

    to: Literal["seat", "dealer", "community", "burn"]
    seat: int | None
    cards: int


class Reportable(TypedDict):
    """Something that can have gone wrong as the cards lie now."""

    irregularity: str
    """Its name, as a report has it under `is`."""
    words: str
    seats: list[int | None]
    """Whom it can have happened to, the dealer as null; empty where it concerns nobody alone."""
    positions: list[int]
    """Which community cards it can have been."""
    fixable: bool
    """Whether the dealer may be able to put it right in sequence."""
    at_win: bool
    """Whether it can have been at the time of a progressive win."""


class EnvyPay(TypedDict):
    """What a seat is paid for the hand of another."""

    seat: int
    """Whose hand it is paid for."""
    cents: int
    state: Literal["waits", "paid", "refused"]
    reason: str
    """Why it was refused."""


class PayoutLine(Line):
    """How one wager was settled, and what the dealer's hand does with it now."""

    moves: Literal["pay", "take", "push", "give_back", "collected"]
    """`collected` was taken at the fold: nothing is done now."""
    moved: int
    """What is really paid, taken or given back: less than the stake where a player/dealer's bank ran out."""


class Payout(TypedDict):
    """What the dealer takes from and pays to a seat, wager by wager."""

    seat: int
    name: str
    hand: str | None
    lines: list[PayoutLine]
    envy: list[EnvyPay]
    net: int
    """Of all the wagers and the envy, without what waits for a supervisor."""
    now: int
    """What the dealer pays, or takes if below zero, now: `net` but for what was collected at the fold."""
    waits: int
    """The award and the envy that wait: nobody pays them yet."""


class StillDue(TypedDict):
    """What is still to be paid to a seat, or collected where it is below zero, after a correction; 0 is nothing."""

    round: int
    seat: int
    wagers: list[str]
    cents: int
    at_cage: bool
    """Whether the cage pays it: the player does not sit there any more."""


class BankPayout(TypedDict):
    """What the player/dealer's wager paid and collected, once everyone it plays against is settled."""

    seat: int
    name: str
    hand: str | None
    wager: int
    used: int
    """How much of the wager was used up."""
    paid: int
    collected: int
    net: int
    clauses: list[str]


class HeldStep(TypedDict):
    """Why the link does not let the table take the step that is due: an award waits, or the key stands at JPH."""

    says: str
    clause: str | None


class NotYet(TypedDict):
    """Why 'No more bets' is not said yet: nobody wagers, nobody banks, somebody cannot pay the fee."""

    code: str
    says: str
    clause: str | None


class ConsoleDocument(TypedDict):
    """What the dealer's console shows beside the table itself, after record `n` of its log."""

    name: str
    n: int
    book: str
    book_name: str
    """What people call the book."""
    symbol: str
    banked_by: Literal["house", "player"]
    """Whose hand the dealer's is."""
    dealt_by: Literal["house", "person"]
    deck: Literal["house", "read"]
    off: bool
    """Whether new wagers are stopped here or in the whole house."""
    due: str
    back: str | None
    """The deck the next step is about."""
    delivery: Delivery | None
    manager: GameManager | None
    call: FloorCallDocument | None
    dispute: DisputeDocument | None
    reports: list[Reportable]
    locks: bool
    """Whether the step that is due locks the progressive wagers."""
    held: HeldStep | None
    """Why the step that is due has to wait for the floor."""
    not_yet: NotYet | None
    """Why the wagers that are due to be closed cannot be closed yet."""
    payouts: list[Payout]
    """In the order of the book; empty unless the round is settled."""
    still_due: list[StillDue]
    """What corrections have left to pay or to collect since the dealer last paid."""
    bank: BankPayout | None
    """After everyone else: what comes back to the player/dealer, where a player banks and the round is settled."""
    ruled: list[EventView]
    """What went wrong in the round that is on, and what was ruled, in the order of the log."""
    also: list[str]
    """The commands beside the due one that the table takes now: `GoIdle`, `CloseTable`, `RestoreProgressive`."""


def payouts(live: LiveTable) -> list[Payout]:
    """Return the seats in the order of the book, each with its wagers as they were settled."""
    table = live.table
    if table.phase is not Phase.SETTLED:
        return []
    lines: dict[Seat, list[PayoutLine]] = {}
    for seat, settled in _wagers(live):
        lines.setdefault(seat, []).append(_line(settled, seat, live))
    spots = table.round.spots
    folded = [seat for seat in lines if seat in spots and spots[seat].folded]
    order = in_order([seat for seat in lines if seat not in folded], folded, table.round.banker, live.posted)
    return [_payout(live, seat, lines[seat]) for seat in order]


def still_due(live: LiveTable) -> list[StillDue]:
    """Return what corrections have left to pay or to collect, by round and seat: the difference, not the whole."""
    found: dict[tuple[int, Seat], StillDue] = {}
    for each in live.notes.corrections:
        new: StillDue = {"round": each.round, "seat": each.seat, "wagers": [], "cents": 0, "at_cage": each.at_cage}
        due = found.setdefault((each.round, each.seat), new)
        if each.gain:
            due["wagers"].append(each.was.wager.value)
            due["cents"] += each.gain
    return list(found.values())


def bank_payout(live: LiveTable) -> BankPayout | None:
    """Return what the player/dealer paid and collected: last, since the order goes round from the bank's left."""
    table, banker = live.table, live.table.round.banker
    if banker is None or table.phase is not Phase.SETTLED:
        return None
    settled = [each for _, each in _wagers(live)]
    paid = sum(each.won for each in settled)
    collected = sum(each.stake - each.returned for each in settled)
    return {
        "seat": banker.seat,
        "name": _name(live, banker.seat),
        "hand": str(table.round.dealer_hand) if table.round.dealer_hand is not None else None,
        "wager": banker.wager,
        "used": live.notes.bank_used,
        "paid": paid,
        "collected": collected,
        "net": collected - paid,
        "clauses": list(live.posted.rules.settlement.cites["uncovered"]),
    }


def _wagers(live: LiveTable) -> list[tuple[Seat, SettledWager]]:
    """Return what was settled against the tray or the bank; the fee of the house is no wager."""
    return [each for each in live.table.settled if each[1].wager is not Wager.ENTRY_FEE]


@cites("CA.BET4", "CA.PLAY19", "MA.7f5a")
def _line(settled: SettledWager, seat: Seat, live: LiveTable) -> PayoutLine:
    """Return the wager with what the dealer's hand really moves for it."""
    spot = live.table.round.spots.get(seat)
    moves: Literal["pay", "take", "push", "give_back", "collected"]
    if spot is not None and settled.wager in spot.collected and not settled.returned:
        moves, moved = "collected", settled.stake
    elif settled.won or settled.outcome is Outcome.WIN:
        moves, moved = "pay", settled.won
    elif settled.returned < settled.stake:
        moves, moved = "take", settled.stake - settled.returned
    else:
        moves, moved = ("push" if settled.outcome is Outcome.PUSH else "give_back"), settled.returned
    claim = award_claim(live.table, seat, settled)
    return {**line(settled, live.posted, claim), "moves": moves, "moved": moved}


def _payout(live: LiveTable, seat: Seat, lines: list[PayoutLine]) -> Payout:
    spot = live.table.round.spots.get(seat)
    claims = [each for each in envy_claims(live.table) if each.owed.seat == seat]
    envy: list[EnvyPay] = [
        {
            "seat": each.owed.from_seat or 0,
            "cents": each.owed.cents,
            "state": each.state.value,
            "reason": each.reason,
        }
        for each in claims
    ]
    paid = (each["cents"] for each in envy if each["state"] == "paid")
    net = sum(each["net"] for each in lines) + sum(paid)
    collected = spot.collected if spot is not None else ()
    before = sum(chips(Wager(each["wager"]), each["stake"]) for each in lines if each["wager"] in collected)
    awards = [each["award"] for each in lines]
    waits = [each["cents"] for each in (*awards, *envy) if each is not None and each["state"] == "waits"]
    return {
        "seat": seat,
        "name": _name(live, seat),
        "hand": str(spot.hand) if spot is not None and spot.hand is not None else None,
        "lines": lines,
        "envy": envy,
        "net": net,
        "now": net + before,
        "waits": sum(waits),
    }


def _name(live: LiveTable, seat: Seat) -> str:
    chair = live.table.chairs.get(seat)
    return name_of(chair.player) if chair is not None else f"seat {seat}"


PLACES = range(1, 6)


def reports(table: Table, posted: Posted) -> list[Reportable]:
    """Return every irregularity that can be reported now, with whom and what it can be about."""
    if table.round.floor is not None or table.round.replacing is not None or table.dispute is not None:
        return []
    found: dict[str, Reportable] = {}
    for what in _thinkable(table):
        if refused_report(table, what, posted) is None:
            _add(found, what)
    return list(found.values())


def _add(found: dict[str, Reportable], what: i.Irregularity) -> None:
    name = type(what).__name__
    fresh: Reportable = {
        "irregularity": name,
        "words": what.kind.words,
        "seats": [],
        "positions": [],
        "fixable": False,
        "at_win": False,
    }
    kept = found.setdefault(name, fresh)
    if hasattr(what, "seat") and what.seat not in kept["seats"]:
        kept["seats"].append(what.seat)
    if isinstance(what, i.WrongCommunityShown | i.DealerCardExposed):
        kept["positions"] += what.positions
    kept["fixable"] |= getattr(what, "fixable", False)
    kept["at_win"] |= getattr(what, "at_win", False)


def _thinkable(table: Table) -> Iterator[i.Irregularity]:
    """Yield one of every kind, for every seat, every card and both ways it can stand."""
    yield from (i.DealerCardExposed(positions=(at,)) for at in (1, 2))
    yield from (i.CardsFaceUp(cards=1), i.CardDrawnInError())
    for fixable in (False, True):
        yield from (_wrong_number(table, seat, fixable=fixable) for seat in (None, *table.round.seats))
        yield from (i.SeatMissed(seat=seat, fixable=fixable) for seat in table.round.seats)
        yield i.ExtraCardToAll(fixable=fixable)
    yield from (i.WrongCommunityShown(positions=(at,)) for at in PLACES)
    yield from (i.NotShuffled(), i.CardOffTable(), i.StubCountWrong(misdealt=False))
    yield from (i.ShufflerJammed(), i.ShufflerCountWrong(), i.MachineJammed())
    yield from (i.ProgressiveDown(at_win=False), i.ProgressiveDown(at_win=True))
    yield from (i.ConductBroken(seat=seat) for seat in table.round.seats)


def _wrong_number(table: Table, seat: Seat | None, *, fixable: bool) -> i.WrongNumberOfCards:
    held = len(table.round.dealer if seat is None else table.round.spots[seat].hole)
    return i.WrongNumberOfCards(seat=seat, cards=held + 1, fixable=fixable)


AT_THE_LINK: Final[dict[Step, c.Command]] = {
    type(each): each for each in (c.AnnounceNoMoreBets(), c.StartGame(), c.SettleRound(), c.CollectCards())
}
"""The steps that a link follows."""


def held_step(live: LiveTable, step: Step | None) -> HeldStep | None:
    """Return why the link would refuse that step now, or ``None``."""
    command = AT_THE_LINK.get(step) if step is not None else None
    if command is None or live.link is None or live.name not in live.link.link.stations:
        return None
    if not needs_link(live.table, command):
        return None
    symbol = live.posted.rules.currency.symbol
    own = refusal_of(live.table, command, live.posted)
    if own is not None and own.code == Refusal.ENVY_WAITS:
        return {"says": refusal_says(own, symbol), "clause": own.clause}
    place = Linked(name=live.name, posted=live.posted, shared=SharedLink(link=live.link.link))
    try:
        list(place.before(live.table, command))
    except Refused as refused:
        return {"says": refusal_says(refused, symbol), "clause": refused.clause}
    return None


ALSO: tuple[c.Command, ...] = (c.GoIdle(), c.CloseTable(), c.RestoreProgressive(), c.RebuildHands())
"""What a dealer or a supervisor may do beside the step that is due."""


def console_document(live: LiveTable, spec: TableSpec, *, off: bool) -> ConsoleDocument:
    """Return what the console shows beside the table."""
    table, posted = live.table, live.posted
    step = due(table, posted)
    waiting = deck_due(table, posted) if not table.is_dealing and table.phase is not Phase.SETTLED else None
    on_link = live.link is not None and live.name in live.link.link.stations
    return {
        "name": live.name,
        "n": live.number,
        "book": posted.rules.name,
        "book_name": posted.rules.short_name,
        "symbol": posted.rules.currency.symbol,
        "banked_by": posted.rules.seats.banked_by.value,
        "dealt_by": "house" if live.clock.deals_itself else "person",
        "deck": "read" if spec.deck == "read" else "house",
        "off": off,
        "due": due_words(table, posted),
        "back": waiting[1].value if waiting is not None and waiting[0] is step else None,
        "delivery": _delivery(live, step),
        "manager": keypads_of(live.link.link, live.name) if live.link is not None and on_link else None,
        "call": call_of(live),
        "dispute": dispute_of(live),
        "reports": reports(table, posted),
        "locks": step is c.StartGame or (step is c.AnnounceNoMoreBets and not starts_apart(posted)),
        "held": held_step(live, step),
        "not_yet": _not_yet(live) if step is c.AnnounceNoMoreBets else None,
        "payouts": payouts(live),
        "still_due": still_due(live),
        "bank": bank_payout(live),
        "ruled": event_views(live.notes.trouble, table, posted, Reader.STAFF),
        "also": [type(each).__name__ for each in ALSO if not isinstance(refusal_of(table, each, posted), Refused)],
    }


def _delivery(live: LiveTable, step: Step | None) -> Delivery | None:
    """Return the cards the step brings, and where they go."""
    replacing = live.table.round.replacing
    if step is c.ReplaceCards and replacing is not None:
        to: Literal["dealer", "community"] = "dealer" if replacing.dealer else "community"
        return {"to": to, "seat": None, "cards": to_read(live.table, live.posted)}
    delivery = next_delivery(live.table, live.posted.dealing) if step is c.DealNext else None
    if delivery is None:
        return None
    return {"to": delivery.to, "seat": delivery.seat, "cards": delivery.cards}


def _not_yet(live: LiveTable) -> NotYet | None:
    refused = refusal_of(live.table, c.AnnounceNoMoreBets(), live.posted)
    if not isinstance(refused, Refused):
        return None
    return {"code": str(refused.code), "says": refused.says, "clause": refused.clause}
