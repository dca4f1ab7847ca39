"""The blanks of a phrase, such as a seat, an amount or a wager, and how each is parsed and written."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from fractions import Fraction
from typing import Any, Final, Protocol, TypeVar, get_args

from uth.cards import parse_cards
from uth.errors import Malformed
from uth.rules.procedure import Remedy
from uth.rules.values import Wager
from uth.table.deck.decks import Back, DeckStage
from uth.table.floor.disputed import Correction
from uth.table.round import commands as c
from uth.units import BANK_CENTS_MAX, PlayerId, Seat, money

REMEDIES: Final[Mapping[Remedy, str]] = {
    Remedy.CONTINUE: "go on",
    Remedy.DISCARD_CARDS: "discard the card",
    Remedy.USE_AS_NEXT: "use the card as the next one",
    Remedy.COMPLETE_DEAL: "put the deal right",
    Remedy.VOID_HAND: "void the hand",
    Remedy.VOID_ROUND: "void the round",
    Remedy.REPLACE_DEALER_CARDS: "replace the dealer's cards",
    Remedy.REPLACE_COMMUNITY_CARDS: "replace the community cards",
    Remedy.RESHUFFLE: "reshuffle",
    Remedy.REMOVE_DECK: "remove the deck",
    Remedy.STOP_PROGRESSIVE: "stop the progressive",
    Remedy.FLOOR_DECIDES: "leave it open",
}
"""The floor's rulings in words."""

_AMOUNT: Final = re.compile(r"(?P<symbol>[^\d\s.,-]?)(?P<whole>\d{1,3}(?:,\d{3})+|\d+)(?:\.(?P<cents>\d{2}))?")
_CORRECTION: Final = re.compile(r"seat (\S+)'s (.+) gets (\S+) back and wins (\S+)", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Blank:
    """One kind of blank: an example, its parser and its writer."""

    example: str
    read: Callable[[str, str], Any]
    write: Callable[[Any, str], str]


def wager_words(wager: Wager) -> str:
    """Return the wager inside a sentence: ``ante``, ``cover all``."""
    return wager.value.replace("_", " ")


def read_money(text: str, symbol: str) -> int:
    """Return the cents of ``$10``, ``$12.50`` or ``1,000``."""
    match = _AMOUNT.fullmatch(text) if len(text) < 40 else None
    if match is None:
        raise Malformed("amount", text, f"is not an amount; write for example {symbol}10 or {symbol}12.50")
    if match["symbol"] not in ("", symbol):
        raise Malformed(
            "amount", text, f"is not in the chips of this book; write {symbol}{text.lstrip(match['symbol'])}"
        )
    cents = int(match["whole"].replace(",", "")) * 100 + int(match["cents"] or 0)
    if cents > BANK_CENTS_MAX:
        raise Malformed("amount", text, "is more than any table takes")
    return cents


def read_meters(text: str, symbol: str) -> dict[str, Fraction]:
    """Return the amounts of ``mega $10,000, major $1,000`` by meter."""
    found: dict[str, Fraction] = {}
    for each in re.split(r",\s+", text):
        match = re.fullmatch(r"(\S+)\s+(\S+)", each.strip())
        if match is None:
            raise Malformed("meters", each, f"is not a meter and an amount; write for example mega {symbol}10,000")
        found[match[1].lower()] = Fraction(read_money(match[2], symbol))
    return found


def _write_meters(meters: Mapping[str, Fraction], symbol: str) -> str:
    return ", ".join(f"{name} {money(int(cents), symbol)}" for name, cents in meters.items())


def read_count(text: str, _symbol: str = "") -> int:
    """Return a whole number."""
    if not (text.isascii() and text.isdigit() and len(text) < 6):
        raise Malformed("number", text, "is not a whole number; write for example 20")
    return int(text)


def _read_seat(text: str, _symbol: str = "") -> Seat:
    if not (text.isascii() and text.isdigit() and len(text) < 3):
        raise Malformed("seat", text, "is not the number of a seat; write for example seat 1")
    return Seat(int(text))


def _read_words(text: str, _symbol: str) -> str:
    return text


def _read_player(text: str, _symbol: str) -> PlayerId:
    return PlayerId(text)


def _read_multiple(text: str, _symbol: str) -> int:
    if re.fullmatch(r"\d{1,3}x", text, re.IGNORECASE) is None:
        raise Malformed("multiple", text, "is not a multiple of the ante; write for example 4x")
    return int(text[:-1])


def _read_cards(text: str, _symbol: str) -> Any:
    return parse_cards(text)


def _read_positions(text: str, _symbol: str) -> tuple[int, ...]:
    return tuple(read_count(each) for each in re.split(r",\s*|\s+and\s+|\s+", text))


def _read_seats(text: str, _symbol: str) -> tuple[Seat, ...]:
    return () if text.lower() == "none" else tuple(_read_seat(each) for each in re.split(r",\s*", text))


def _read_corrections(text: str, symbol: str) -> tuple[Correction, ...]:
    found: list[Correction] = []
    for each in text.split(", "):
        match = _CORRECTION.fullmatch(each)
        if match is None:
            says = f"is not a correction; write for example: seat 2's blind gets {symbol}10 back and wins {symbol}15"
            raise Malformed("correction", each, says)
        returned, won = read_money(match[3], symbol), read_money(match[4], symbol)
        found.append(
            Correction(seat=_read_seat(match[1]), wager=_read_wager(match[2], symbol), returned=returned, won=won)
        )
    return tuple(found)


def _write_corrections(corrections: tuple[Correction, ...], symbol: str) -> str:
    return ", ".join(
        f"seat {each.seat}'s {wager_words(each.wager)} gets {money(each.returned, symbol)} back"
        f" and wins {money(each.won, symbol)}"
        for each in corrections
    )


def _one_of(kind: str, words: Mapping[Any, str]) -> tuple[Callable[[str, str], Any], Callable[[Any, str], str]]:
    """Return the parser and writer of a fixed set of words."""
    by_words = {said: value for value, said in words.items()}

    def read(text: str, _symbol: str) -> Any:
        found = by_words.get(" ".join(text.lower().split()))
        if found is None:
            raise Malformed(kind, text, f"is not a {kind}; one of {', '.join(by_words)}")
        return found

    def write(value: Any, _symbol: str) -> str:
        return words[value]

    return read, write


_read_wager, _write_wager = _one_of("wager", {wager: wager_words(wager) for wager in Wager})
_read_back, _write_back = _one_of("deck", {back: back.value for back in Back})
_read_remedy, _write_remedy = _one_of("ruling", REMEDIES)
_read_stage, _write_stage = _one_of("stage of a deck", {stage: stage.value.replace("_", " ") for stage in DeckStage})
_STEPS: Final = {command.__name__.lower(): command.__name__ for command in get_args(c.Command)}


def _read_step(text: str, _symbol: str) -> str:
    """Return the due step: the name of a command, or ``seat 1 to act``."""
    step = _STEPS.get(text.lower()) or (text.lower() if re.fullmatch(r"seat \d+ to act", text.lower()) else None)
    if step is None:
        near = get_close_matches(text, _STEPS.values(), n=3, cutoff=0.5)
        meant = " | ".join(near) if near else "CutDeck, DealNext or seat 1 to act"
        raise Malformed("step", text, f"is not a step; write for example {meant}")
    return step


def _plain(value: Any, _symbol: str) -> str:
    return str(value)


BLANKS: Final[Mapping[str, Blank]] = {
    "seat": Blank(example="1", read=_read_seat, write=_plain),
    "player": Blank(example="Ann", read=_read_player, write=_plain),
    "cents": Blank(example="$10", read=read_money, write=money),
    "to": Blank(example="$10", read=read_money, write=money),
    "hand": Blank(example="royal_flush", read=_read_words, write=_plain),
    "wager": Blank(example="trips", read=_read_wager, write=_write_wager),
    "multiple": Blank(example="4x", read=_read_multiple, write=lambda value, _: f"{value}x"),
    "back": Blank(example="red", read=_read_back, write=_write_back),
    "by": Blank(example="Kim", read=_read_words, write=_plain),
    "second": Blank(example="Lee", read=_read_words, write=_plain),
    "reason": Blank(example="the cut was too thin", read=_read_words, write=_plain),
    "says": Blank(example="my flush was read as a straight", read=_read_words, write=_plain),
    "taken": Blank(example="20", read=read_count, write=_plain),
    "count": Blank(example="3", read=read_count, write=_plain),
    "cards": Blank(example="Kd Qc", read=_read_cards, write=lambda cards, _: " ".join(map(str, cards))),
    "positions": Blank(example="4 and 5", read=_read_positions, write=lambda at, _: " and ".join(map(str, at))),
    "dark": Blank(example="2, 5", read=_read_seats, write=lambda at, _: ", ".join(map(str, at)) or "none"),
    "remedy": Blank(example="void the round", read=_read_remedy, write=_write_remedy),
    "dispute": Blank(example="1", read=read_count, write=_plain),
    "corrections": Blank(
        example="seat 2's blind gets $10 back and wins $15", read=_read_corrections, write=_write_corrections
    ),
    "meters": Blank(example="mega $10,000, major $1,000", read=read_meters, write=_write_meters),
    "step": Blank(example="CutDeck", read=_read_step, write=_plain),
    "stage": Blank(example="in place", read=_read_stage, write=_write_stage),
    "meter": Blank(example="mega", read=_read_words, write=_plain),
}
"""Every kind of blank by name; it fills the field of that name."""


_PART: Final = re.compile(r"\{(\w+)(?::(\w+))?\}|\[(\w+)\]")


@dataclass(frozen=True, slots=True)
class Pattern:
    """The text of a phrase: ``{count:cards}`` is a count for the field cards, ``[s]`` is optional."""

    text: str
    _regex: re.Pattern[str] = field(init=False, repr=False, compare=False)
    _blanks: tuple[tuple[str, str], ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        regex, at, blanks = "", 0, []
        for part in _PART.finditer(self.text):
            regex += _spaced(self.text[at : part.start()])
            if part[3] is not None:
                regex += f"(?:{part[3]})?"
            else:
                regex += "(.+?)"
                blanks.append((part[2] or part[1], part[1]))
            at = part.end()
        regex += _spaced(self.text[at:])
        object.__setattr__(self, "_regex", re.compile(regex, re.IGNORECASE))
        object.__setattr__(self, "_blanks", tuple(blanks))

    @property
    def names(self) -> tuple[str, ...]:
        """The fields that its blanks fill."""
        return tuple(name for name, _ in self._blanks)

    @property
    def example(self) -> str:
        """The phrase with every blank filled by an example."""
        filled = _PART.sub(lambda part: part[3] or BLANKS[part[1]].example, self.text)
        return filled.replace("1 cards", "1 card")

    def read(self, text: str, symbol: str) -> dict[str, Any] | None:
        """Return the values of the blanks, or ``None`` if the line does not match; raise on an invalid value."""
        match = self._regex.fullmatch(text)
        if match is None:
            return None
        return {
            name: BLANKS[kind].read(said.strip(), symbol)
            for (name, kind), said in zip(self._blanks, match.groups(), strict=True)
        }

    def write(self, values: Mapping[str, Any], symbol: str) -> str:
        """Return the phrase with those values; an optional plural is left out after a one."""
        names, last = iter(self._blanks), ""

        def part(found: re.Match[str]) -> str:
            nonlocal last
            if found[3] is not None:
                return "" if last == "1" else found[3]
            name, kind = next(names)
            last = BLANKS[kind].write(values[name], symbol)
            return last

        return _PART.sub(part, self.text)


def _spaced(text: str) -> str:
    """Return a regular expression for the text that allows any white space between words."""
    return re.sub(r"(?:\\ )+", r"\\s+", re.escape(text))


class Patterned(Protocol):
    """Anything that a phrase can match."""

    @property
    def pattern(self) -> Pattern:
        """Its phrase."""
        ...


Kind = TypeVar("Kind", bound=Patterned)


def recognised(text: str, phrases: Iterable[Kind], symbol: str, before: str = "") -> tuple[Kind, dict[str, Any]]:
    """Return the matching phrase and the values of its blanks; raise with the nearest phrases if there is none.

    `before` is the text in front of the phrase on its line, shown with the suggestions.
    """
    fault: Malformed | None = None
    known = tuple(phrases)
    for phrase in known:
        try:
            values = phrase.pattern.read(text, symbol)
        except Malformed as found:
            fault = fault or found
        else:
            if values is not None:
                return phrase, values
    raise fault if fault is not None else Malformed("line", text, f"is not a phrase; {_nearest(text, known, before)}")


def _nearest(text: str, phrases: tuple[Patterned, ...], before: str) -> str:
    """Return the nearest phrases as a sentence."""
    examples = {phrase.pattern.example.lower(): phrase.pattern.example for phrase in phrases}
    near = get_close_matches(text.lower(), examples, n=3, cutoff=0.4)
    if not near:
        return "uth deal --phrases prints every one"
    return f"write for example: {' | '.join(before + examples[each] for each in near)}"
