"""The dealer's console: the next delivery, the Game Manager, reportable irregularities, payouts."""

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
from uth.people.roles import name_of
from uth.rules.procedure import IrregularityKind
from uth.rules.ruleset import BookWords
from uth.rules.values import Wager
from uth.table.floor import irregularities as i
from uth.table.floor.rulings import refused_report
from uth.table.posted import Posted
from uth.table.round import commands as c
from uth.table.round import events as e
from uth.table.round.dealing import next_delivery
from uth.table.round.decide import decide
from uth.table.round.due import Step, deck_due, due, due_words, starts_apart
from uth.table.round.refusal import Refusal, refusal_says
from uth.table.round.refusals import misreadable, refusal_of, to_read
from uth.table.round.state import Phase, Table, chips
from uth.table.settle.awards import award_claim, envy_claims
from uth.table.settle.settled import Outcome, SettledWager
from uth.table.settle.settlement import in_order
from uth.units import Seat
from uth.views.events import EventView, Reader, event_views
from uth.views.game_manager import GameManager, keypads_of
from uth.views.lines import Line, line
from uth.views.listing import BookNames, book_names
from uth.views.stopped import DisputeDocument, FloorCallDocument, call_of, dispute_of
from uth.words.procedure import irregularity_note


class Delivery(TypedDict):
    """The cards to deal next, and to which place."""

    to: Literal["seat", "dealer", "community", "burn"]
    seat: int | None
    cards: int


class Reportable(TypedDict):
    """An irregularity that can be reported as the cards lie now."""

    irregularity: str
    """Its name, as in `is` of a report."""
    key: str
    """Its key at the console, which never changes."""
    words: str
    seats: list[int | None]
    """The seats it can concern, with null for the dealer; empty if it concerns no particular seat."""
    positions: list[int]
    """The community cards it can concern."""
    fixable: bool
    """Whether the dealer may be able to correct it in sequence."""
    at_win: bool
    """Whether it can have happened during a progressive win."""


class ForeseenRuling(TypedDict):
    """What the book would do about a report, before it is made."""

    possible: bool
    """Whether it can have happened; if not, `says` gives the reason."""
    says: str
    clause: str | None
    voids: Literal["round", "hand"] | None
    """What would be void; the console asks for confirmation once."""


class EnvyPay(TypedDict):
    """What a seat is paid for the hand of another."""

    seat: int
    """The seat whose hand it is paid for."""
    cents: int
    state: Literal["waits", "paid", "refused"]
    reason: str
    """Why it was refused."""


class PayoutLine(Line):
    """How one wager was settled, and what the dealer does with it now."""

    moves: Literal["pay", "take", "push", "give_back", "collected"]
    """`collected` was taken at the fold, so that nothing is left to do."""
    moved: int
    """The amount actually paid, collected or returned; less than the stake if a player/dealer's bank ran out."""


class Payout(TypedDict):
    """What the dealer collects from and pays to a seat, wager by wager."""

    seat: int
    name: str
    hand: str | None
    lines: list[PayoutLine]
    envy: list[EnvyPay]
    net: int
    """The net of all wagers and envy, without pending awards."""
    now: int
    """The amount the dealer pays now, or collects if negative: `net` without what was collected at the fold."""
    waits: int
    """The pending award and envy, which are not paid yet."""


class StillDue(TypedDict):
    """The rest due to a seat after a correction, negative if the seat owes it."""

    round: int
    seat: int
    wagers: list[str]
    cents: int
    at_cage: bool
    """Whether the cage pays it, because the player has left."""


class BankPayout(TypedDict):
    """What the player/dealer's wager paid and collected, once all opponents are settled."""

    seat: int
    name: str
    hand: str | None
    wager: int
    used: int
    """How much of the wager was used."""
    paid: int
    collected: int
    net: int
    clauses: list[str]


class HeldStep(TypedDict):
    """Why the link blocks the due step: an award is pending, or the key is at JPH."""

    says: str
    clause: str | None


class NotYet(TypedDict):
    """Why 'No more bets' cannot be said yet: no wager, no banker, or a fee that somebody cannot pay."""

    code: str
    says: str
    clause: str | None


class ConsoleDocument(TypedDict):
    """What the dealer's console shows besides the table, after record `n` of its log."""

    name: str
    n: int
    book: str
    book_name: str
    """The book's display name."""
    symbol: str
    words: BookNames
    banked_by: Literal["house", "player"]
    """Who banks at this table, the house or a player."""
    dealt_by: Literal["house", "person"]
    deck: Literal["house", "read"]
    off: bool
    """Whether new wagers are stopped here or in the whole house."""
    due: str
    back: str | None
    """The deck of the next step."""
    delivery: Delivery | None
    manager: GameManager | None
    call: FloorCallDocument | None
    dispute: DisputeDocument | None
    reports: list[Reportable]
    locks: bool
    """Whether the due step locks the progressive wagers."""
    held: HeldStep | None
    """Why the due step must wait for the floor."""
    not_yet: NotYet | None
    """Why the wagers cannot be closed yet."""
    payouts: list[Payout]
    """In the book's order; empty unless the round is settled."""
    still_due: list[StillDue]
    """What corrections have left to pay or to collect since the dealer last paid."""
    bank: BankPayout | None
    """The bank's result, if a player banks and the round is settled."""
    ruled: list[EventView]
    """The irregularities and rulings of this round, in order."""
    misread: Delivery | None
    """The last dealt cards of a real deck, if they can still be read again."""
    also: list[str]
    """The commands accepted now besides the due step; those of `ALSO`."""


def payouts(live: LiveTable) -> list[Payout]:
    """Return the seats in the book's order, each with its settled wagers."""
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
    """Return what corrections have left to pay or to collect, by round and seat."""
    found: dict[tuple[int, Seat], StillDue] = {}
    for each in live.notes.corrections:
        new: StillDue = {"round": each.round, "seat": each.seat, "wagers": [], "cents": 0, "at_cage": each.at_cage}
        due = found.setdefault((each.round, each.seat), new)
        if each.gain:
            due["wagers"].append(each.was.wager.value)
            due["cents"] += each.gain
    return list(found.values())


def bank_payout(live: LiveTable) -> BankPayout | None:
    """Return what the player/dealer paid and collected; it comes last, since the order starts at the bank's left."""
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
    """Return the wagers settled against the tray or the bank; the entry fee is not a wager."""
    return [each for each in live.table.settled if each[1].wager is not Wager.ENTRY_FEE]


@cites("CA.BET4", "CA.PLAY19", "MA.7f5a")
def _line(settled: SettledWager, seat: Seat, live: LiveTable) -> PayoutLine:
    """Return the wager with the chips the dealer moves for it."""
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
KEYS: Final = dict(zip(IrregularityKind, "123456789abcdef", strict=True))
"""The key of each irregularity at the console, the same at all times and under every book; 0 is a sensor."""


def reports(table: Table, posted: Posted) -> list[Reportable]:
    """Return every irregularity that can be reported now, with the seats and cards it can concern."""
    if table.round.floor is not None or table.round.replacing is not None or table.dispute is not None:
        return []
    found: dict[str, Reportable] = {}
    for what in _possible(table):
        if refused_report(table, what, posted) is None:
            _add(found, what, posted.rules.words)
    return list(found.values())


def foreseen(table: Table, report: c.Report, posted: Posted) -> ForeseenRuling:
    """Return what the book would do about the report."""
    events = decide(table, report, posted)
    if isinstance(events, Refused):
        return {"possible": False, "says": events.says, "clause": events.clause, "voids": None}
    ruled = (event for event in events if isinstance(event, e.IrregularityRuled | e.FloorCalled))
    notes = [irregularity_note(event, posted.rules.words) for event in ruled]
    note = next((each for each in notes if each is not None), {"says": "", "clause": None})
    whole = any(isinstance(event, e.RoundVoided) for event in events)
    one = any(isinstance(event, e.HandVoided) for event in events)
    return {
        "possible": True,
        "says": note["says"] or "",
        "clause": note["clause"],
        "voids": "round" if whole else "hand" if one else None,
    }


def _add(found: dict[str, Reportable], what: i.Irregularity, words: BookWords) -> None:
    name = type(what).__name__
    fresh: Reportable = {
        "irregularity": name,
        "key": KEYS[what.kind],
        "words": words.opposing(what.kind.words),
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


def _possible(table: Table) -> Iterator[i.Irregularity]:
    """Yield an irregularity of every kind, for every seat, card and variant."""
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
"""The steps that involve the link."""


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
"""What a dealer or a supervisor may do besides the due step."""


def console_document(live: LiveTable, spec: TableSpec, *, off: bool) -> ConsoleDocument:
    """Return the console's document."""
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
        "words": book_names(posted.rules),
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
        "misread": _misread(table) if spec.deck == "read" else None,
        "also": [type(each).__name__ for each in ALSO if not isinstance(refusal_of(table, each, posted), Refused)],
    }


def _delivery(live: LiveTable, step: Step | None) -> Delivery | None:
    """Return the cards the step deals, and where they go."""
    replacing = live.table.round.replacing
    if step is c.ReplaceCards and replacing is not None:
        to: Literal["dealer", "community"] = "dealer" if replacing.dealer else "community"
        return {"to": to, "seat": None, "cards": to_read(live.table, live.posted)}
    delivery = next_delivery(live.table, live.posted.dealing) if step is c.DealNext else None
    if delivery is None:
        return None
    return {"to": delivery.to, "seat": delivery.seat, "cards": delivery.cards}


def _misread(table: Table) -> Delivery | None:
    """Return the place of the cards that can still be read again."""
    cards = misreadable(table)
    if not cards:
        return None
    seat = next((seat for seat, spot in table.round.spots.items() if cards[0] in spot.hole), None)
    if seat is not None:
        return {"to": "seat", "seat": seat, "cards": len(cards)}
    to: Literal["dealer", "community", "burn"] = "dealer" if cards[0] in table.round.dealer else "burn"
    return {"to": "community" if cards[0] in table.round.community else to, "seat": None, "cards": len(cards)}


def _not_yet(live: LiveTable) -> NotYet | None:
    refused = refusal_of(live.table, c.AnnounceNoMoreBets(), live.posted)
    if not isinstance(refused, Refused):
        return None
    return {"code": str(refused.code), "says": refused.says, "clause": refused.clause}
