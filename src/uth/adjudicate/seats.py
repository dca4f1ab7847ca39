"""Reads the seats of a document: seat, player, cards, wagers and decision."""

from __future__ import annotations

from operator import itemgetter
from typing import Any, Final

from uth.adjudicate.fields import CardsSeen, keys_of, must, text_of
from uth.cards import BY_NAME, Card
from uth.errors import Malformed
from uth.rules.ruleset import RuleSet
from uth.rules.values import ANTE, PLAY, Street, Wager
from uth.table.posted import Posted
from uth.table.round.wagers import fault_in
from uth.table.settle.settled import Banker, Decision, PlayedSeat
from uth.units import PlayerId, Seat

WAGERS: Final[dict[str, Wager]] = {wager.value: wager for wager in Wager if wager is not PLAY}
_parts = itemgetter("seat", "player", "hole", "wagers", "decision")


def read_seats_quickly(value: list[Any], posted: Posted, table: CardsSeen) -> list[PlayedSeat] | None:
    """Return the seats if each has exactly the five usual fields, or ``None`` if one needs `read_seats`."""
    seats: list[PlayedSeat] = []
    cards: list[Card] = []
    try:
        for each in value:
            seat = _read_quick_seat(each, posted)
            if seat is None:
                return None
            seats.append(seat)
            cards += seat.hole
    except (AttributeError, KeyError, TypeError, ValueError):
        return None
    return seats if table.see(cards) else None


def _read_quick_seat(value: Any, posted: Posted) -> PlayedSeat | None:
    number, player, hole, staked, decided = _parts(value)
    first, second = hole
    wagers = {}
    for name, cents in staked.items():
        wagers[WAGERS[name]] = cents
    decision = None
    if decided is not None:
        multiple = decided.get("multiple")
        decision = posted.decisions[decided["street"], multiple]
        if len(decided) != 2 or (type(multiple) is not int and decided["fold"] is not True):
            return None
    in_order = (
        len(value) == 5
        and type(number) is int
        and 1 <= number <= posted.rules.seats.count.value
        and type(player) is str
        and player.isprintable()
        and player.strip()
        and type(hole) is list
        and (decision is not None) is (ANTE in wagers)
        and fault_in(wagers, posted) is None
    )
    return PlayedSeat(number, player, (BY_NAME[first], BY_NAME[second]), wagers, decision) if in_order else None


KEYS: Final = frozenset({"seat", "player", "hole", "wagers", "decision", "void"})
DECISION_KEYS: Final = frozenset({"street", "multiple", "fold"})
STREETS: Final = {street.value: street for street in Street}


def read_seats(
    value: Any, posted: Posted, table: CardsSeen, *, banker: Banker | None, void: str | None
) -> tuple[PlayedSeat, ...]:
    """Return the seats of the round: at least one, all distinct, and no player on more hands than the book allows."""
    must(type(value) is list and len(value) > 0, "seats", value, "is not a list of at least one seat")
    seats = read_seats_quickly(value, posted, table) if void is None else None
    if seats is None:
        seats = [_read_place(at, each, posted, table, void) for at, each in enumerate(value)]
    _require_places(seats, posted, banker)
    return tuple(seats)


def _require_places(seats: list[PlayedSeat], posted: Posted, banker: Banker | None) -> None:
    """Raise `Malformed` for a repeated seat number, or a player on more hands than the book allows."""
    numbers, players = {seat.seat for seat in seats}, {seat.player for seat in seats}
    if len(numbers) == len(players) == len(seats) and (banker is None or banker.seat not in numbers):
        return
    taken: dict[Seat, int] = {banker.seat: -1} if banker is not None else {}
    hands: dict[PlayerId, int] = {}
    most = posted.rules.seats.hands_per_player
    for at, seat in enumerate(seats):
        if seat.seat in taken:
            who = "the banker's" if taken[seat.seat] < 0 else f"taken by seats.{taken[seat.seat]}"
            raise Malformed(f"seats.{at}.seat", seat.seat, f"is {who} already", posted.rules.seats.count.cite)
        taken[seat.seat] = at
        hands[seat.player] = hands.get(seat.player, 0) + 1
        if hands[seat.player] > most.value:
            says = f"has more than {most.value} hand{'s' if most.value > 1 else ''}"
            raise Malformed(f"seats.{at}.player", seat.player, says, most.cite)


def _read_place(at: int, value: Any, posted: Posted, table: CardsSeen, round_void: str | None) -> PlayedSeat:
    try:
        return _read_seat(value, posted, table, round_void)
    except Malformed as fault:
        raise fault.under(f"seats.{at}") from None


def _read_seat(value: Any, posted: Posted, table: CardsSeen, round_void: str | None) -> PlayedSeat:
    if not isinstance(value, dict):
        raise Malformed("", value, "is not an object with seat, player, hole, wagers and decision")
    keys_of(value, KEYS, "")
    void = read_void(value["void"], "void", "seat", posted.rules) if "void" in value else None
    dead = void is not None or round_void is not None
    wagers = _read_wagers(value.get("wagers"), posted)
    return PlayedSeat(
        seat=read_seat_number(value.get("seat"), "seat", posted.rules),
        player=PlayerId(text_of(value.get("player"), "player", "the name of a player")),
        hole=table.cards(value.get("hole"), "hole", None if dead else 2, "the player's own"),
        wagers=wagers,
        decision=_read_decision(value.get("decision"), wagers, dead, posted.rules),
        void=void,
    )


def _read_wagers(value: Any, posted: Posted) -> dict[Wager, int]:
    if not isinstance(value, dict):
        raise Malformed("wagers", value, "is not an object with an amount for each wager")
    if not value.keys() <= WAGERS.keys():
        key = next(key for key in value if key not in WAGERS)
        raise Malformed(f"wagers.{key}", value[key], f"is not a wager; known here: {', '.join(WAGERS)}")
    wagers: dict[Wager, int] = {WAGERS[key]: cents for key, cents in value.items()}
    fault = fault_in(wagers, posted)
    if fault is not None:
        raise Malformed(f"wagers.{fault.wager}", wagers.get(fault.wager), fault.says, fault.clause)
    return wagers


def _read_decision(value: Any, wagers: dict[Wager, int], dead: bool, rules: RuleSet) -> Decision | None:
    if ANTE not in wagers:
        cite = rules.trips.alone.cite
        must(value is None, "decision", value, "is not taken: without an ante there is nothing to decide", cite)
        return None
    if value is None and dead:
        return None
    play = rules.play
    if not isinstance(value, dict):
        raise Malformed("decision", value, "is not an object with street, and multiple or fold", play.river.cite)
    keys_of(value, DECISION_KEYS, "decision.")
    named = value.get("street")
    street = STREETS.get(named) if type(named) is str else None
    if street is None:
        raise Malformed("decision.street", named, f"is not one of {', '.join(STREETS)}", play.river.cite)
    if "fold" in value:
        if street not in play.fold.value or value["fold"] is not True or "multiple" in value:
            accepted = " or ".join(f'{{"street": "{each}", "fold": true}}' for each in play.fold.value) or "none"
            raise Malformed("decision.fold", value["fold"], f"is not offered; accepted: {accepted}", play.fold.cite)
        return Decision(street=street, multiple=None)
    multiples = play.multiples(street)
    multiple = value.get("multiple")
    if type(multiple) is not int or multiple not in multiples:
        says = f"is not a multiple of the ante offered {street.words}; {', '.join(map(str, multiples)) or 'none is'}"
        raise Malformed("decision.multiple", multiple, says, getattr(play, street.value).cite)
    return Decision(street=street, multiple=multiple)


def read_void(value: Any, field: str, scope: str, rules: RuleSet) -> str | None:
    """Return the clause by which a hand or the round is dead, or ``None``."""
    if value is None:
        return None
    clauses = [void.clause for void in rules.void if scope in void.scope]
    if type(value) is str and value in clauses:
        return value
    if not clauses:
        raise Malformed(field, value, f"is not taken: {rules.name} has no clause that voids a {scope}")
    raise Malformed(field, value, f"is not a clause of this book that voids a {scope}; one of {', '.join(clauses)}")


def read_seat_number(value: Any, field: str, rules: RuleSet) -> Seat:
    """Return a seat number of this table."""
    count = rules.seats.count
    if type(value) is not int or not 1 <= value <= count.value:
        raise Malformed(field, value, f"is not a seat from 1 to {count.value}", count.cite)
    return Seat(value)
