"""Verification of a round without its house: the deck is dealt again from the proof, and the round is settled again."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import count, groupby
from typing import Any, Final

from pydantic import TypeAdapter, ValidationError

from uth.cards import Card
from uth.errors import Malformed, Refused, UthError
from uth.history.replayed_round import ReplayedRound, ReplayStep
from uth.history.round_document import Document, Viewer, round_document, sealed
from uth.history.round_types import RoundDocument
from uth.house.fairness import Proof
from uth.house.followed_table import kind_of
from uth.house.round_secret import posted_again, rules_of, stamp_of
from uth.house.signing_key import ROUND, is_signed
from uth.people.roles import MARK
from uth.rules.values import Wager
from uth.store.codec import decoded
from uth.table.dealer import next_step
from uth.table.deck.decks import Back, Deck, DeckStage, backs
from uth.table.posted import Posted
from uth.table.round import commands as c
from uth.table.round import events as e
from uth.table.round.apply import apply
from uth.table.round.decide import Events, decide
from uth.table.round.due import start_due
from uth.table.round.state import Chair, Phase, Round, Spot, Table, new_table
from uth.table.settle.settled import Banker
from uth.units import BANK_CENTS_MAX, PlayerId, Seat


class Differs(UthError):
    """Something in the document does not follow from the proof and the rules."""


def viewer_in(document: Document) -> Viewer:
    """Return a viewer with the seats of the document's viewer."""
    mine = [each for each in document["seats"].values() if each["mine"] is True]
    return Viewer(player=_player(mine[0]) if mine else None, all=document["for"]["all"] is True)


def _player(seat: Mapping[str, Any]) -> PlayerId:
    """Return a player id with the name in the document; two seats of one player share it."""
    return PlayerId(f"{seat['name']}{MARK}{seat['who']}")


def replayed(document: Document, posted: Posted, proof: Proof, deck: tuple[Card, ...]) -> ReplayedRound:
    """Return the round as replayed by the engine from the wagers, the deck and the acts alone."""
    _require_start(document, posted)
    before = _start(document, posted, deck)
    orders = map(proof.order, count(proof.nth + 1))
    table, steps = before, []
    for _, acts in groupby(enumerate(document["acts"]), key=lambda each: each[1]["n"]):
        step = _step(list(acts), table, posted, orders)
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


def replay_of(document: Any) -> tuple[ReplayedRound, Viewer]:
    """Return the round of a document with its proof, as the engine replays it, and the document's viewer.

    Raise `Malformed` for a document without a proof, and `Differs` if the round cannot be played as it says.
    """
    read = _read(document)
    rules = read["rules"]
    posted = posted_again(rules_of(rules["name"], rules["text"]), read["posted"])
    proof = _proof(read)
    try:
        return replayed(read, posted, proof, proof.deck()), viewer_in(read)
    except (LookupError, ValueError, TypeError) as fault:
        raise Differs(f"acts: the round cannot be played again from what the document says: {fault!r}") from None


def _require_start(document: Document, posted: Posted) -> None:
    """Refuse a start that is impossible under these rules."""
    start, seats = document["start"], {int(number): seat for number, seat in document["seats"].items()}
    meters = new_table(posted).meters.keys()
    if start["meters"].keys() != meters:
        raise Malformed("start.meters", ", ".join(start["meters"]), f"are not the meters here: {', '.join(meters)}")
    most = posted.rules.seats.count.value
    for number in (*seats, *start["dark"]):
        if not 1 <= number <= most:
            raise Malformed("seats", number, f"is not a seat of this table: 1 to {most}")
    if start["banker"] is not None and start["banker"]["seat"] not in seats:
        raise Malformed("start.banker.seat", start["banker"]["seat"], "is not in the round")
    for number, seat in seats.items():
        for name, cents in seat["wagers"].items():
            if name not in {wager.value for wager in posted.units} or not cents:
                raise Malformed(f"seats.{number}.wagers.{name}", cents, "is not a wager of this table")


def _start(document: Document, posted: Posted, deck: tuple[Card, ...]) -> Table:
    """Return the table as the wagers close, with the deck in place and more chips than any wager needs."""
    start, back = document["start"], Back(document["proof"]["back"])
    bank = start["banker"]
    seats = {Seat(int(number)): seat for number, seat in document["seats"].items()}
    chairs = {number: Chair(player=_player(seat)) for number, seat in seats.items()}
    stakes = {number: _wagers(seat["wagers"]) for number, seat in seats.items() if seat["wagers"]}
    fees = posted.limits.entry_fee if posted.offers(Wager.ENTRY_FEE) else 0
    table = Table(
        chairs=chairs,
        rails={chair.player: BANK_CENTS_MAX for chair in chairs.values()},
        phase=Phase.WAGERS,
        round=Round(
            spots={number: Spot(wagers=_without_fee(wagers, fees)) for number, wagers in stakes.items()},
            banker=Banker(seat=Seat(bank["seat"]), wager=bank["wager"]) if bank is not None else None,
        ),
        decks={each: Deck(stage=DeckStage.IN_SHUFFLER) for each in backs(posted)},
        rounds=document["round"] - 1,
        meters={name: decoded(Fraction, amount) for name, amount in start["meters"].items()},
        linked=start["linked"],
        progressive_down=start["progressive_down"],
        link_down=start["link_down"],
        dark=frozenset(map(Seat, start["dark"])),
        cover_all_mode=start["cover_all_mode"],
        rounds_uncounted=start["rounds_uncounted"],
    )
    table = apply(table, e.DeckShuffled(back=back, cards=deck))
    if posted.dealing.cut.value:
        table = apply(table, e.DeckCut(back=back, taken=0))
    return apply(table, e.DeckPlaced(back=back))


def _wagers(wagers: Mapping[str, Any]) -> dict[Wager, int]:
    return {Wager(name): cents for name, cents in wagers.items()}


def _without_fee(wagers: dict[Wager, int], fee: int) -> dict[Wager, int]:
    """Return the wagers before the entry fee, which is taken as the wagers close."""
    return {wager: cents for wager, cents in wagers.items() if not (fee and wager is Wager.ENTRY_FEE)}


def _step(
    acts: list[tuple[int, Document]], table: Table, posted: Posted, orders: Iterator[tuple[Card, ...]]
) -> ReplayStep:
    """Return the step that results from the acts of one record."""
    happened: list[e.Event] = []
    states: list[Table] = []
    for at, act in acts:
        events: Events | Refused = ()
        if start_due(table, posted) and act["do"].get("is") == "DealNext":
            events = decide(table, c.StartGame(), posted)  # rounds recorded before 'Start Game' was a step of its own
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
    return ReplayStep(
        number=first["n"],
        position=0,
        at=first["at"],
        by=first["by"],
        acts=tuple(act["do"] for _, act in acts),
        events=tuple(happened),
        states=tuple(states),
    )


def _command(do: Document, at: int, table: Table, posted: Posted, orders: Iterator[tuple[Card, ...]]) -> c.Command:
    """Return the command of an act; the order of cards comes from the proof, never from the document."""
    kind = kind_of(do) if isinstance(do.get("is"), str) else None
    if kind is None:
        raise Malformed(f"acts.{at}", do.get("is"), "is not an act of a round")
    try:
        if kind is c.ShuffleDeck:
            return c.ShuffleDeck(back=Back(do["back"]), cards=next(orders))
        if kind is c.ReplaceCards:
            order = next(orders)
            return next_step(table, posted, lambda: order) or c.ReplaceCards(cards=())
        command: c.Command = decoded(kind, do)
    except (KeyError, ValueError) as fault:
        raise Malformed(f"acts.{at}", do.get("is"), f"is incomplete: {fault}") from None
    return command


NOT_REPLAYED: Final = ("stamp", "times", "brought", "disputes", "log", "commitment", "proof", "seal", "signature")
"""Fields that the cards and rules do not determine; they are checked separately, or by the document's seal."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundCheck:
    """The result of a verification: what holds, as sentences, and the first difference."""

    table: str
    round: int
    lines: tuple[str, ...]
    differs: str | None
    signed: str | None
    """The key that signed the document, if the signature is right."""
    is_expected_key: bool
    """Whether it is the given key."""

    @property
    def holds(self) -> bool:
        """Whether the document holds."""
        return self.differs is None


def check_round(document: Any, key: str | None = None) -> RoundCheck:
    """Verify a round; raise `Malformed` unless it is the document of a settled round.

    If a public key is given, the document must be signed with it.
    """
    read = _read(document)
    lines: list[str] = []
    differs = None
    try:
        for line in _checks(read, key):
            lines.append(line)
    except Differs as fault:
        differs = str(fault)
    signed = read["signature"]["key"] if differs is None and read["signature"] is not None else None
    is_expected_key = signed is not None and signed == key
    return RoundCheck(
        table=read["table"],
        round=read["round"],
        lines=tuple(lines),
        differs=differs,
        signed=signed,
        is_expected_key=is_expected_key,
    )


def _checks(document: Document, key: str | None) -> Iterator[str]:
    """Yield what holds, line by line; raise `Differs` at the first difference."""
    posted = yield from _rules(document)
    proof = _proof(document)
    try:
        deck = proof.deck()
    except Malformed as fault:
        raise Differs(f"proof.secret: {fault.value} {fault.says}") from None
    yield "the secret is the one that was committed to before the wagers closed"
    words = f"{len(proof.words)} word{'' if len(proof.words) == 1 else 's'} of the players"
    yield f"the deck follows from the secret, {words} and a cut of {proof.cut} cards"
    try:
        again = round_document(replayed(document, posted, proof, deck), viewer_in(document))
    except (LookupError, ValueError, TypeError) as fault:
        raise Differs(f"acts: the round cannot be played again from what the document says: {fault!r}") from None
    again["irregularities"] = [*_earlier(document), *again["irregularities"]]
    yield from _compared(document, again)
    if sealed(document)["seal"] != document["seal"]:
        raise Differs("seal: something was changed that only the seal can tell, such as a name, a time or a position")
    yield "the document is whole: its hash is the one it ends with, which anybody could recompute"
    yield _signature(document, key)


def _signature(document: Document, key: str | None) -> str:
    """Return who signed the document; raise `Differs` if the signature is wrong, or missing though a key is given."""
    signature = document["signature"]
    if signature is None:
        if key is not None:
            raise Differs("signature: there is none; the house signs its documents")
        return "NOT SIGNED: nothing proves the names, times, table and log positions"
    if not is_signed(ROUND, document["seal"], signature):
        raise Differs("signature: it is not of this document; something was changed after the house signed it")
    if key is None:
        says = "whose key that is was not checked: compare it with the house's /api/v1/key, or give --key"
        return f"key {signature['key']} signed all of it; {says}"
    if signature["key"] != key:
        raise Differs(f"signature: it is by key {signature['key']}, not by {key}")
    return f"key {key[:16]}, the one you gave, signed all of it: names, times, table and positions too"


def _rules(document: Document) -> Generator[str, None, Posted]:
    """Check the rules of the round, yield the result, and return what the table posted."""
    rules, stamp = document["rules"], document["stamp"]
    book = rules_of(rules["name"], rules["text"])
    posted = posted_again(book, document["posted"])
    own = stamp_of(posted)
    if own["rules_hash"] != rules["fingerprint"] or book.name != rules["name"]:
        raise Differs(f"rules.fingerprint: the rules here are {own['rules_hash']}, not {rules['fingerprint']}")
    if own["posted_hash"] != rules["posted_hash"]:
        raise Differs("posted: the tables, limits or way of dealing are not those the round was played by")
    if stamp is not None and stamp != own:
        raise Differs(f"stamp: the log has {stamp}, not {own}")
    stamped = "" if stamp is not None else "; the log has no stamp of this round"
    yield f"the rules are {book.name}, fingerprint {own['rules_hash'][:16]}, with their pay tables as posted{stamped}"
    return posted


_READER: Final[TypeAdapter[Any]] = TypeAdapter(RoundDocument)
_GIVE = "give what /rounds/N/proof answers"


def _read(document: Any) -> Document:
    """Return the document if it is valid and has a proof."""
    if not isinstance(document, dict):
        raise Malformed("document", document, f"is not an object; {_GIVE}")
    if isinstance(says := document.get("says"), str) and isinstance(code := document.get("code"), str):
        raise Malformed("document", code, f"is a refusal of the house, not a round: {says}")
    document = {"signature": None, **document}  # early documents were not signed
    if document.get("proof", "") is None:
        raise Malformed("proof", None, "is not there: the round is not settled yet, or a person shuffled it")
    try:
        read: Document = _READER.validate_python(document)
    except ValidationError as fault:
        first = fault.errors()[0]
        place = ".".join(map(str, first["loc"]))
        if first["type"] == "missing":
            raise Malformed(place, None, f"is missing; {_GIVE}") from None
        raise Malformed(place, first["input"], f"is not as it should be: {first['msg']}") from None
    return read


def _proof(document: Document) -> Proof:
    proof = document["proof"]
    words = {Seat(int(seat)): word for seat, word in proof["words"].items()}
    return Proof(
        commitment=document["commitment"] or "", secret=proof["secret"], words=words, cut=proof["cut"], nth=proof["nth"]
    )


def _earlier(document: Document) -> list[Document]:
    """Return the irregularities before the wagers closed, which the replay does not cover."""
    first = document["acts"][0]["n"] if document["acts"] else 0
    return [each for each in document["irregularities"] if each["n"] < first]


def _compared(document: Document, again: Document) -> Iterator[str]:
    """Compare cards, then steps, then money, and yield what is equal; raise `Differs` at the first difference."""
    names = [name for name in dict.fromkeys((*again, *document)) if name not in NOT_REPLAYED]
    found = [each for name in names for each in differences(name, document.get(name), again.get(name))]
    seats, acts = document["seats"].values(), document["acts"]
    lines = [line for seat in seats for line in seat["lines"]]
    dealt = [*(seat["cards"] for seat in seats), document["dealer"], document["community"]]
    shown = [card for cards in dealt for card in cards if card is not None]
    _require_none([each for each in found if _CARDS & set(each[0].split("."))])
    yield f"{len(shown)} cards that were shown lie where the deck puts them"
    _require_none([each for each in found if not each[0].startswith(_MONEY)])
    yield f"{len(acts)} steps are all accepted by the rules, in this order"
    _require_none(found)
    yield f"{len(lines)} wagers of {len(seats)} seats come out the same when they are settled again"


_CARDS: Final = {"cards", "five", "dealer", "dealer_five", "community", "unseen", "hand", "dealer_hand"}
_MONEY: Final = ("seats", "total", "meters", "awards")


def _require_none(found: list[tuple[str, Any, Any]]) -> None:
    for place, one, other in found:
        raise Differs(f"{place}: the document says {_shown(one)}, the deck and the rules say {_shown(other)}")


def differences(place: str, one: Any, other: Any) -> Iterator[tuple[str, Any, Any]]:
    """Yield the path and both values of every difference between two documents."""
    if isinstance(one, dict) and isinstance(other, dict):
        for key in dict.fromkeys((*one, *other)):
            yield from differences(f"{place}.{key}", one.get(key, _NOTHING), other.get(key, _NOTHING))
    elif isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        for at, (left, right) in enumerate(zip(one, other, strict=True)):
            yield from differences(f"{place}.{at}", left, right)
    elif type(one) is not type(other) or one != other:
        yield place, one, other


_NOTHING: Final = "nothing"


def _shown(value: Any) -> str:
    text = str(value)
    return text if len(text) <= 80 else f"{text[:77]}..."
