"""The keys that can be pressed now, with their labels. They follow from the commands that the table accepts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from textual.binding import Binding, BindingType

from uth.rules.values import Wager
from uth.table.round import commands as c
from uth.table.round.state import Phase
from uth.terminal import wagering as banking
from uth.terminal.record import is_empty
from uth.terminal.session import TableSession

SPOT_KEYS = {
    Wager.TRIPS: "T",
    Wager.COVER_ALL: "A",
    Wager.PROGRESSIVE: "P",
    Wager.MATCH_PLAY: "M",
}
"""The key of each wager except the ante, which has + and -."""


@dataclass(frozen=True, slots=True, kw_only=True)
class KeyBinding:
    """One key: its printed form, what it does in words, and the action of the app."""

    key: str
    words: str
    action: str
    is_main: bool = False


def keys_now(
    session: TableSession, *, is_dealing: bool, folds: bool = False, with_spots: bool = True
) -> tuple[KeyBinding, ...]:
    """Return the keys that do something now, the most likely first; the keys of the spots may be left out.

    ``folds`` means that the fold is to be confirmed.
    """
    if session.house is not None and session.asked is None and session.table.phase is not Phase.WAGERS:
        found = list[KeyBinding]()
    elif session.is_out_of_chips:
        again = session.voice.money(session.opening.bankroll)
        found = [KeyBinding(key="I", words=f"Buy in for {again}", action="buy_in", is_main=True)]
    elif session.asked is not None:
        buys = KeyBinding(key="I", words="Buy in", action="buy_in", is_main=True)
        found = list(_answers(session, folds)) if session.answers() else [buys]
    elif session.table.phase is Phase.SETTLED:
        found = [
            KeyBinding(key="Space", words="Next round", action="go_on", is_main=True),
            KeyBinding(key="R", words="Rebet", action="rebet"),
        ]
    elif session.table.phase is Phase.WAGERS and not is_dealing:
        found = list(_wagers(session, with_spots))
    else:
        found = [KeyBinding(key="Space", words="Hurry", action="go_on")]
    if session.house is not None and session.house.may_extend:
        key = "W" if session.asked is None else "M"
        found.append(KeyBinding(key=key, words="More time", action="more_time"))
    return (*found, *ALWAYS)


ALWAYS = (
    KeyBinding(key="L", words="History", action="history"),
    KeyBinding(key="?", words="Help", action="help"),
    KeyBinding(key="Q", words="Quit", action="leave"),
)


def _answers(session: TableSession, folds: bool) -> Iterator[KeyBinding]:
    seat = session.asked
    ante = session.table.round.spots[seat].wagers[Wager.ANTE] if seat is not None else 0
    for answer in sorted(session.answers(), key=lambda each: isinstance(each, c.Check)):
        match answer:
            case c.MakePlay(multiple=multiple):
                words = f"Play {multiple}x {session.voice.money(multiple * ante)}"
                yield KeyBinding(key=str(multiple), words=words, action=f"play({multiple})", is_main=True)
            case c.Check():
                yield KeyBinding(key="C", words="Check", action="check", is_main=True)
            case c.Fold():
                yield KeyBinding(key="F", words="Fold? F again" if folds else "Fold", action="fold", is_main=True)
    yield KeyBinding(key="H", words="Hint", action="hint")


def _wagers(session: TableSession, with_spots: bool) -> Iterator[KeyBinding]:
    empty, deals = is_empty(session.layouts), "Deal" if session.house is None else "Ready"
    if session.banks:
        yield KeyBinding(key="Space", words=deals, action="go_on", is_main=True)
        yield KeyBinding(key="+ -", words="Bank", action="more")
        yield KeyBinding(key="B", words="Pass the button", action="bank")
        return
    if banking.needs_banker(session.table, session.posted):
        yield KeyBinding(key="B", words="Bank", action="bank", is_main=True)
        if banking.has_button(session):
            yield KeyBinding(key="N", words="Pass the button", action="pass_button")
    yield KeyBinding(key="Space", words="Ante down" if empty else deals, action="go_on", is_main=True)
    yield KeyBinding(key="+ -", words="Ante", action="more")
    for wager, key in SPOT_KEYS.items():
        if with_spots and session.posted.offers(wager):
            yield KeyBinding(key=key, words=wager.words, action=f"add('{wager.value}')")
    if empty:
        yield KeyBinding(key="R", words="Rebet", action="rebet")
    else:
        yield KeyBinding(key="D", words="Double", action="double")
        yield KeyBinding(key="X", words="Clear", action="clear")
    if session.undone_to:
        yield KeyBinding(key="Z", words="Undo", action="undo")
    if empty and not any(offer.wager is Wager.ANTE for seat in session.mine for offer in session.offers(seat)):
        yield KeyBinding(key="I", words="Buy in", action="buy_in", is_main=True)
    yield KeyBinding(key="[ ]", words="Chip", action="chip(1)")
    if len(session.mine) > 1:
        yield KeyBinding(key="Tab", words="Other hand", action="other_hand")


_KEYS = {
    "space": "go_on",
    "enter": "confirm",
    "escape": "keep",
    "c": "check",
    "f": "fold",
    "s": "watch",
    "r": "rebet",
    "d": "double",
    "z": "undo",
    "x": "clear",
    "b": "bank",
    "n": "pass_button",
    "i": "buy_in",
    "h": "hint",
    "w": "more_time",
    "k": "rankings",
    "l": "history",
    "question_mark,f1": "help",
    "q": "leave",
    "plus,equals_sign": "more",
    "minus,underscore": "less",
    "left_square_bracket": "chip(-1)",
    "right_square_bracket": "chip(1)",
    "up": "scroll(-1)",
    "down": "scroll(1)",
}
_BEFORE_ALL_ELSE = {"ctrl+c,ctrl+q": "leave_now", "tab": "other_hand"}


def bindings() -> list[BindingType]:
    """Return every key of the table. A spot's key places a chip, and with Shift it takes the wager back."""
    found: list[BindingType] = [Binding(keys, action) for keys, action in _KEYS.items()]
    found += [Binding(keys, action, priority=True) for keys, action in _BEFORE_ALL_ELSE.items()]
    found += [Binding(str(multiple), f"play({multiple})") for multiple in range(1, 10)]
    for wager, key in SPOT_KEYS.items():
        adds = "coupon_or_time" if wager is Wager.MATCH_PLAY else f"add('{wager}')"
        found += [Binding(key.lower(), adds), Binding(key, f"take_back('{wager}')")]
    return found
