"""Reads the seats of a document: who sits where, with which cards, wagers and decision."""

from __future__ import annotations

from typing import Any, Final

from uth.adjudicate.cards_seen import CardsSeen
from uth.adjudicate.fields import keys_of, must, text_of
from uth.errors import Malformed
from uth.rules.ruleset import RuleSet
from uth.rules.values import Street, Wager
from uth.table.played import Banker, Decision, PlayedSeat
from uth.table.posted import Posted
from uth.table.wagers import fault_in
from uth.units import PlayerId, Seat

KEYS: Final = frozenset({"seat", "player", "hole", "wagers", "decision", "void"})
WAGERS: Final[dict[str, Wager]] = {wager.value: wager for wager in Wager if wager is not Wager.PLAY}
STREETS: Final = {street.value: street for street in Street}


def read_seats(
    value: Any, posted: Posted, table: CardsSeen, *, banker: Banker | None, void: str | None
) -> tuple[PlayedSeat, ...]:
    """Return the seats of the round, at least one, no two alike, no player on more hands than the book allows."""
    must(type(value) is list and len(value) > 0, "seats", value, "is not a list of at least one seat")
    seats = tuple([_read_seat(each, f"seats.{at}", posted, table, void) for at, each in enumerate(value)])
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
    return seats


def _read_seat(value: Any, at: str, posted: Posted, table: CardsSeen, round_void: str | None) -> PlayedSeat:
    must(isinstance(value, dict), at, value, "is not an object with seat, player, hole, wagers and decision")
    keys_of(value, KEYS, f"{at}.")
    void = read_void(value.get("void"), f"{at}.void", "seat", posted.rules)
    dead = void is not None or round_void is not None
    wagers = _read_wagers(value.get("wagers"), f"{at}.wagers", posted)
    return PlayedSeat(
        seat=read_seat_number(value.get("seat"), f"{at}.seat", posted.rules),
        player=PlayerId(text_of(value.get("player"), f"{at}.player", "the name of a player")),
        hole=table.cards(value.get("hole"), f"{at}.hole", None if dead else 2, "the player's own"),
        wagers=wagers,
        decision=_read_decision(value, f"{at}.decision", wagers, dead, posted.rules),
        void=void,
    )


def _read_wagers(value: Any, at: str, posted: Posted) -> dict[Wager, int]:
    must(isinstance(value, dict), at, value, "is not an object with an amount for each wager")
    if not value.keys() <= WAGERS.keys():
        key = next(key for key in value if key not in WAGERS)
        raise Malformed(f"{at}.{key}", value[key], f"is no wager; known here: {', '.join(WAGERS)}")
    wagers: dict[Wager, int] = {WAGERS[key]: cents for key, cents in value.items()}
    fault = fault_in(wagers, posted)
    if fault is not None:
        raise Malformed(f"{at}.{fault.wager}", wagers.get(fault.wager), fault.says, fault.clause)
    return wagers


def _read_decision(
    seat: dict[str, Any], at: str, wagers: dict[Wager, int], dead: bool, rules: RuleSet
) -> Decision | None:
    value: Any = seat.get("decision")
    if Wager.ANTE not in wagers:
        must(
            value is None, at, value, "is not taken: without an ante there is nothing to decide", rules.trips.alone.cite
        )
        return None
    if value is None and dead:
        return None
    must(
        isinstance(value, dict), at, value, "is not an object with street, and multiple or fold", rules.play.river.cite
    )
    keys_of(value, frozenset({"street", "multiple", "fold"}), f"{at}.")
    street = STREETS.get(value.get("street")) if type(value.get("street")) is str else None
    if street is None:
        raise Malformed(
            f"{at}.street", value.get("street"), f"is not one of {', '.join(STREETS)}", rules.play.river.cite
        )
    if "fold" in value:
        offered = street in rules.play.fold.value and value["fold"] is True and "multiple" not in value
        says = f'is not offered: a fold is {{"street": "{rules.play.fold.value[-1]}", "fold": true}}'
        must(offered, f"{at}.fold", value["fold"], says, rules.play.fold.cite)
        return Decision(street=street, multiple=None)
    multiples = rules.play.multiples(street)
    multiple = value.get("multiple")
    if type(multiple) is not int or multiple not in multiples:
        says = f"is not a multiple of the ante offered {street.words}; {', '.join(map(str, multiples)) or 'none is'}"
        raise Malformed(f"{at}.multiple", multiple, says, getattr(rules.play, street.value).cite)
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
    """Return the number of a seat of this table."""
    count = rules.seats.count
    if type(value) is not int or not 1 <= value <= count.value:
        raise Malformed(field, value, f"is not a seat from 1 to {count.value}", count.cite)
    return Seat(value)
