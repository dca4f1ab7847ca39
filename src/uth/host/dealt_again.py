"""A round dealt again from its document: wagers, the deck of its proof and its acts go in, the engine does the rest."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import count, groupby
from typing import Any

from uth.cards import Card
from uth.errors import Malformed, Refused, UthError
from uth.host.acts import kind_of
from uth.host.fairness import Proof
from uth.host.house_dealer import next_step
from uth.host.people_log import MARK
from uth.host.replayed_round import ReplayedRound, Step
from uth.host.round_seats import Document, Viewer
from uth.rules.values import Wager
from uth.store.codec import decoded
from uth.table import commands as c
from uth.table import events as e
from uth.table.apply import apply
from uth.table.decide import Events, decide
from uth.table.decks import Back, Deck, DeckStage, backs
from uth.table.due import start_due
from uth.table.played import Banker
from uth.table.posted import Posted
from uth.table.state import Chair, Phase, Spot, Table, new_table
from uth.units import BANK_CENTS_MAX, PlayerId, Seat


class Differs(UthError):
    """Something in the document is not what the proof and the rules make of it."""


def viewer_in(document: Document) -> Viewer:
    """Return somebody who sat where the viewer of the document did."""
    mine = [each for each in document["seats"].values() if each["mine"] is True]
    return Viewer(player=_player(mine[0]) if mine else None, all=document["for"]["all"] is True)


def _player(seat: Mapping[str, Any]) -> PlayerId:
    """Return somebody called as the document says; two seats of one player are one person."""
    return PlayerId(f"{seat['name']}{MARK}{seat['who']}")


def dealt_again(document: Document, posted: Posted, proof: Proof, deck: tuple[Card, ...]) -> ReplayedRound:
    """Return the round as the engine plays it from the wagers, the deck and the acts; nothing else comes in."""
    _require_start(document, posted)
    before = _start(document, posted, deck)
    orders = map(proof.order, count(proof.nth + 1))
    table, steps = before, []
    for _, acts in groupby(enumerate(document["acts"]), key=lambda each: each[1]["n"]):
        step = _acted(list(acts), table, posted, orders)
        table = step.states[-1] if step.states else table
        steps.append(step)
    return ReplayedRound(
        table=document["table"],
        number=document["round"],
        posted=posted,
        rules_text=document["rules"]["text"],
        before=before,
        steps=tuple(steps),
    )


def _require_start(document: Document, posted: Posted) -> None:
    """Refuse a start that no table of these rules can have."""
    start, seats = document["start"], {int(number): seat for number, seat in document["seats"].items()}
    meters = new_table(posted).meters.keys()
    if start["meters"].keys() != meters:
        raise Malformed("start.meters", ", ".join(start["meters"]), f"are not the meters here: {', '.join(meters)}")
    most = posted.rules.seats.count.value
    for number in (*seats, *start["dark"]):
        if not 1 <= number <= most:
            raise Malformed("seats", number, f"is no seat of this table; 1 to {most}")
    if start["banker"] is not None and start["banker"]["seat"] not in seats:
        raise Malformed("start.banker.seat", start["banker"]["seat"], "is not in the round")
    for number, seat in seats.items():
        for name, cents in seat["wagers"].items():
            if name not in {wager.value for wager in posted.units} or not cents:
                raise Malformed(f"seats.{number}.wagers.{name}", cents, "is no wager that this table takes")


def _start(document: Document, posted: Posted, deck: tuple[Card, ...]) -> Table:
    """Return the table as the wagers close, the deck in its place; chips enough that none of them decides anything."""
    start, back = document["start"], Back(document["proof"]["back"])
    bank = start["banker"]
    seats = {Seat(int(number)): seat for number, seat in document["seats"].items()}
    chairs = {number: Chair(player=_player(seat), rail=BANK_CENTS_MAX) for number, seat in seats.items()}
    stakes = {number: _wagers(seat["wagers"]) for number, seat in seats.items() if seat["wagers"]}
    fees = posted.limits.entry_fee if posted.offers(Wager.ENTRY_FEE) else 0
    table = Table(
        chairs=chairs,
        phase=Phase.WAGERS,
        spots={number: Spot(wagers=_without_fee(wagers, fees)) for number, wagers in stakes.items()},
        decks={each: Deck(stage=DeckStage.IN_SHUFFLER) for each in backs(posted)},
        rounds=document["round"] - 1,
        meters={name: decoded(Fraction, amount) for name, amount in start["meters"].items()},
        linked=start["linked"],
        progressive_down=start["progressive_down"],
        link_down=start["link_down"],
        dark=frozenset(map(Seat, start["dark"])),
        cover_all_mode=start["cover_all_mode"],
        rounds_uncounted=start["rounds_uncounted"],
        banker=Banker(seat=Seat(bank["seat"]), wager=bank["wager"]) if bank is not None else None,
    )
    table = apply(table, e.DeckShuffled(back=back, cards=deck))
    if posted.dealing.cut.value:
        table = apply(table, e.DeckCut(back=back, taken=0))
    return apply(table, e.DeckPlaced(back=back))


def _wagers(wagers: Mapping[str, Any]) -> dict[Wager, int]:
    return {Wager(name): cents for name, cents in wagers.items()}


def _without_fee(wagers: dict[Wager, int], fee: int) -> dict[Wager, int]:
    """Return what lay there before the house took its fee, which it does as the wagers close."""
    return {wager: cents for wager, cents in wagers.items() if not (fee and wager is Wager.ENTRY_FEE)}


def _acted(acts: list[tuple[int, Document]], table: Table, posted: Posted, orders: Iterator[tuple[Card, ...]]) -> Step:
    """Return the acts of one record, done again."""
    happened: list[e.Event] = []
    states: list[Table] = []
    for at, act in acts:
        events: Events | Refused = ()
        if start_due(table, posted) and act["do"].get("is") == "DealNext":
            events = decide(table, c.StartGame(), posted)  # the round is older than 'Start Game' as a step of its own
        for event in events if isinstance(events, tuple) else ():
            table = apply(table, event)
            happened.append(event)
            states.append(table)
        events = decide(table, _command(act["do"], at, table, posted, orders), posted)
        if isinstance(events, Refused):
            raise Differs(f"acts.{at}: {act['do'].get('is')} is not accepted by the rules: {events}")
        for event in events:
            table = apply(table, event)
            happened.append(event)
            states.append(table)
    first = acts[0][1]
    return Step(
        number=first["n"],
        position=0,
        at=first["at"],
        by=first["by"],
        acts=tuple(act["do"] for _, act in acts),
        events=tuple(happened),
        states=tuple(states),
    )


def _command(do: Document, at: int, table: Table, posted: Posted, orders: Iterator[tuple[Card, ...]]) -> c.Command:
    """Return the command an act asks for; the order of cards is never in it: it is the next one of the proof."""
    kind = kind_of(do) if isinstance(do.get("is"), str) else None
    if kind is None:
        raise Malformed(f"acts.{at}", do.get("is"), "is nothing that is done in a round")
    try:
        if kind is c.ShuffleDeck:
            return c.ShuffleDeck(back=Back(do["back"]), cards=next(orders))
        if kind is c.ReplaceCards:
            order = next(orders)
            return next_step(table, posted, lambda: order) or c.ReplaceCards(cards=())
        command: c.Command = decoded(kind, do)
    except (KeyError, ValueError) as fault:
        raise Malformed(f"acts.{at}", do.get("is"), f"does not say all it should: {fault}") from None
    return command
