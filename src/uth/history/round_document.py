"""The document of a round for one viewer, built from what that viewer saw."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from uth.cards import Card
from uth.history.replayed_round import AFTERWARDS, ReplayedRound, ReplayStep, is_about
from uth.house.round_secret import choices_of, stamp_of
from uth.house.signing_key import ROUND, HouseKey
from uth.people.roles import is_bot, name_of
from uth.store.codec import encoded
from uth.table.posted import Posted
from uth.table.round import events as e
from uth.table.round.state import Table
from uth.table.settle.settled import SettledWager
from uth.table.settle.showdown import best_five
from uth.units import PlayerId, Seat
from uth.views.events import Reader, event_view
from uth.views.lines import line_of
from uth.views.table import view_of
from uth.words.procedure import irregularity_note

Document = dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Viewer:
    """The reader of a round, a player or a watcher; staff who may read the log see all of it."""

    player: PlayerId | None = None
    all: bool = False
    """Whether every card of a settled round is shown; an unsettled round shows nobody more."""

    def chair(self, table: Table) -> Seat | None:
        """Return the viewer's first seat at the table."""
        seats = (seat for seat, chair in sorted(table.chairs.items()) if chair.player == self.player)
        return next(seats, None) if self.player is not None else None


def seats_of(round_: ReplayedRound) -> list[Seat]:
    """Return the seats in the round, the banker's included."""
    end = round_.end
    banked = {end.round.banker.seat} if end.round.banker is not None else set()
    return sorted({*end.round.spots, *banked})


def seat_document(round_: ReplayedRound, seat: Seat, viewer: Viewer) -> Document:
    """Return the seat as the viewer saw it, settled if the round is."""
    end, posted = round_.end, round_.posted
    seen = view_of(end, posted, viewer.chair(end)).seats[seat]
    spot, held = seen.spot, end.round.spots.get(seat)
    settling = round_.steps[round_.settling] if round_.settling is not None else None
    lines = [line_of(each, posted) for each in _settled(settling, seat)]
    envy = envy_of(settling, seat)
    bank = sum(event.net for event in events_of(settling) if isinstance(event, e.BankSettled) and event.seat == seat)
    cards = spot.cards if spot is not None else ()
    if viewer.all and settling is not None and held is not None:
        cards = held.hole
    decision = spot.decision if spot is not None else None
    turned_up = held is not None and held.hand is not None
    return {
        "name": name_of(seen.player),
        "who": _who(round_)[seen.player],
        "mine": viewer.player is not None and seen.player == viewer.player,
        "bot": is_bot(seen.player),
        "wagers": {wager.value: cents for wager, cents in spot.wagers.items()} if spot is not None else {},
        "cards": [str(card) if card is not None else None for card in cards],
        "decision": {"street": decision.street.value, "multiple": decision.multiple} if decision is not None else None,
        "hand": spot.hand if spot is not None else None,
        "five": five_of(held.hole, end.round.community) if turned_up and held is not None else [],
        "void": spot.void if spot is not None else None,
        "lines": lines,
        "envy": [{"from": each.from_seat, "cents": each.cents} for each in envy],
        "net": sum(line["net"] for line in lines) + sum(each.cents for each in envy) + bank if settling else None,
    }


def chair_in(round_: ReplayedRound, viewer: Viewer) -> Seat | None:
    """Return the viewer's first seat in the round."""
    chairs = round_.end.chairs
    return next((seat for seat in seats_of(round_) if chairs[seat].player == viewer.player), None)


def _who(round_: ReplayedRound) -> dict[PlayerId, int]:
    """Return a number for each player, shared by all seats of one player, that does not identify them."""
    players = dict.fromkeys(round_.end.chairs[seat].player for seat in seats_of(round_))
    return {player: at for at, player in enumerate(players)}


def events_of(step: ReplayStep | None) -> tuple[e.Event, ...]:
    """Return the events of a step; none if there is no step."""
    return step.events if step is not None else ()


def _settled(step: ReplayStep | None, seat: Seat) -> list[SettledWager]:
    return [each.settled for each in events_of(step) if isinstance(each, e.WagerSettled) and each.seat == seat]


def envy_of(step: ReplayStep | None, seat: Seat) -> list[e.EnvyOwed | e.EnvyPaid]:
    """Return the envy that the settlement owes a seat; if no award is pending it is paid without being owed first."""
    events = [each for each in events_of(step) if isinstance(each, e.EnvyOwed | e.EnvyPaid) and each.seat == seat]
    owed = [each for each in events if isinstance(each, e.EnvyOwed)]
    waited = {each.from_seat for each in owed}
    return [*owed, *(each for each in events if isinstance(each, e.EnvyPaid) and each.from_seat not in waited)]


def five_of(hole: tuple[Card, ...], community: tuple[Card, ...]) -> list[str]:
    """Return the five cards that make up a hand, once all seven are dealt."""
    cards = (*hole, *community)
    return [str(card) for card in best_five(cards)] if len(cards) == 7 else []


VERSION: Final = 1


def round_document(round_: ReplayedRound, viewer: Viewer) -> Document:
    """Return the round as the viewer may know it, sealed with a hash of itself."""
    settled = round_.settling is not None
    sees_all = viewer.all and settled
    shuffle, end = round_.shuffle, round_.end
    document: Document = {
        "v": VERSION,
        "table": round_.table,
        "round": round_.number,
        "for": {"chair": chair_in(round_, viewer), "all": sees_all},
        "rules": _rules(round_),
        "posted": choices_of(round_.posted),
        "stamp": next((step.kept["stamp"] for step in round_.steps if "stamp" in step.kept), None),
        "times": _times(round_),
        "start": _start(round_),
        "acts": list(_acts(round_)),
        "seats": {str(seat): seat_document(round_, seat, viewer) for seat in seats_of(round_)},
        **_middle(end, round_.posted, viewer),
        "unseen": _unseen(round_) if sees_all else None,
        "meters": _meters(round_),
        "awards": list(_awards(round_)),
        "brought": list(_brought(round_)),
        "irregularities": [
            {"n": step.number, **said}
            for step in round_.steps
            for event in step.events
            if (said := irregularity_note(event, round_.posted.rules.words))
        ],
        "disputes": list(_disputes(round_, viewer)),
        "total": _total(round_),
        "commitment": shuffle.commitment if shuffle is not None else None,
        "proof": None,
        "log": _log(round_),
    }
    if settled and shuffle is not None:
        words = {str(seat): word for seat, word in sorted(shuffle.words.items())}
        document["proof"] = {
            "secret": shuffle.secret,
            "words": words,
            "cut": shuffle.cut,
            "nth": shuffle.nth,
            "back": shuffle.back.value,
        }
    return sealed(document)


def signed_document(round_: ReplayedRound, viewer: Viewer, key: HouseKey) -> Document:
    """Return the round as the viewer may know it, signed by the house."""
    document = round_document(round_, viewer)
    return {**document, "signature": key.signature(ROUND, document["seal"])}


def sealed(document: Document) -> Document:
    """Return the document with its seal, a hash of the rest, and its signature, if any, as the last fields."""
    body = {key: value for key, value in document.items() if key not in ("seal", "signature")}
    text = json.dumps(body, sort_keys=True, separators=(",", ":"))
    return {**body, "seal": hashlib.sha256(text.encode()).hexdigest(), "signature": document.get("signature")}


def _rules(round_: ReplayedRound) -> Document:
    rules = round_.posted.rules
    return {
        "name": rules.name,
        "title": rules.title,
        "fingerprint": stamp_of(round_.posted)["rules_hash"],
        "posted_hash": stamp_of(round_.posted)["posted_hash"],
        "text": round_.rules_text,
    }


def _times(round_: ReplayedRound) -> dict[str, str | None]:
    steps = round_.steps
    places = {"closed": round_.closing, "settled": round_.settling, "collected": round_.collecting}
    began = {"began": steps[0].at if steps else None}
    return began | {name: steps[at].at if at is not None else None for name, at in places.items()}


def _start(round_: ReplayedRound) -> Document:
    """Return what affects the round of the table just before the wagers closed."""
    start, banker = round_.start, round_.start.round.banker
    return {
        "meters": {name: encoded(amount) for name, amount in start.meters.items()},
        "linked": start.linked,
        "progressive_down": start.progressive_down,
        "link_down": start.link_down,
        "dark": sorted(start.dark),
        "cover_all_mode": start.cover_all_mode,
        "rounds_uncounted": start.rounds_uncounted,
        "banker": {"seat": banker.seat, "wager": banker.wager} if banker is not None else None,
    }


def _acts(round_: ReplayedRound) -> Iterator[Document]:
    """Yield the acts from 'No more bets' to the settlement."""
    if round_.closing is None:
        return
    end = len(round_.steps) if round_.settling is None else round_.settling + 1
    for step in round_.steps[round_.closing : end]:
        for act in step.acts:
            yield {"n": step.number, "at": step.at, "by": name_of(step.by), "do": dict(act)}


def _middle(end: Table, posted: Posted, viewer: Viewer) -> Document:
    """Return the community cards and the dealer's hand."""
    view = view_of(end, posted, viewer.chair(end))
    return {
        "dealer": [str(card) if card is not None else None for card in view.dealer],
        "dealer_hand": view.dealer_hand,
        "dealer_five": five_of(end.round.dealer, end.round.community) if view.dealer_hand is not None else [],
        "qualifies": view.qualifies,
        "community": [str(card) if card is not None else None for card in view.community],
        "void": view.void,
    }


def _unseen(round_: ReplayedRound) -> Document:
    """Return the cards that nobody at the table saw."""
    end = round_.end
    burned, stub = map(str, end.burned), map(str, end.undealt or _stub(end))
    dealer, community = map(str, end.round.dealer), map(str, end.round.community)
    return {"burned": [*burned], "stub": [*stub], "dealer": [*dealer], "community": [*community]}


def _stub(table: Table) -> tuple[Card, ...]:
    return next((racked.cards for racked in table.rack if racked.pile.value == "stub"), ())


def _meters(round_: ReplayedRound) -> Document:
    start, end = round_.start, round_.end
    paid: dict[str, int] = {}
    for step in round_.steps:
        for event in step.events:
            if isinstance(event, e.MeterPaid):
                paid[event.meter] = paid.get(event.meter, 0) + event.cents
    return {
        name: {"before": int(amount), "paid": paid.get(name, 0), "after": int(end.meters[name])}
        for name, amount in start.meters.items()
    }


def _awards(round_: ReplayedRound) -> Iterator[Document]:
    """Yield the awards of meters that the settlement owes."""
    for event in events_of(round_.steps[round_.settling] if round_.settling is not None else None):
        if isinstance(event, e.WagerSettled) and event.award:
            yield {"seat": event.seat, "hand": event.settled.row, "cents": event.award}


def _brought(round_: ReplayedRound) -> Iterator[Document]:
    """Yield the awards paid, and the awards and envy denied or taken back, while the round was on the table.

    They may be of this round or of earlier ones.
    """
    for step in round_.steps:
        for event in step.events:
            match event:
                case e.AwardBrought(seat=seat, cents=cents, means=means):
                    yield _claim(step.number, seat, cents, means.value)
                case e.AwardDenied(seat=seat, cents=cents, reason=reason):
                    yield _claim(step.number, seat, cents, None, reason=reason)
                case e.AwardTakenBack(seat=seat, cents=cents, reason=reason):
                    yield _claim(step.number, seat, cents, None, reason=reason)
                case e.EnvyDenied(seat=seat, cents=cents, reason=reason, from_seat=winner):
                    yield _claim(step.number, seat, cents, None, reason=reason, winner=winner)
                case e.EnvyTakenBack(seat=seat, cents=cents, reason=reason, from_seat=winner):
                    yield _claim(step.number, seat, cents, None, reason=reason, winner=winner)


def _claim(
    number: int, seat: Seat, cents: int, means: str | None, *, reason: str = "", winner: Seat | None = None
) -> Document:
    return {"n": number, "seat": seat, "cents": cents, "means": means, "reason": reason, "envy_for": winner}


def _disputes(round_: ReplayedRound, viewer: Viewer) -> Iterator[Document]:
    """Yield disputes, reversals and corrections of the settlement."""
    kinds = (*AFTERWARDS, e.SettlementReversed, e.BankCorrected, e.WagerSettled)
    first = len(round_.steps) if round_.settling is None else round_.settling + 1
    for step in (*round_.steps[first:], *round_.later):
        if step.has(*AFTERWARDS) and not is_about(step, round_.number):
            continue
        for event, state in zip(step.events, step.states, strict=True):
            if isinstance(event, kinds):
                reader = Reader.STAFF if viewer.all else Reader.EVERYONE
                heard = event_view(event, state, round_.posted, viewer.chair(state), reader)
                if heard is not None:
                    yield {"n": step.number, "at": step.at, **heard}


def _total(round_: ReplayedRound) -> Document | None:
    settling = round_.steps[round_.settling] if round_.settling is not None else None
    for event in events_of(settling):
        if isinstance(event, e.RoundSettled):
            return {"players": event.players, "house": event.house}
    return None


def _log(round_: ReplayedRound) -> Document:
    """Return the round's position in the log, without seals, which are hashes over cards."""
    steps = round_.steps
    numbers, positions = [step.number for step in steps], [step.position for step in steps]
    return {"stream": f"table/{round_.table}", "numbers": numbers, "positions": positions}
