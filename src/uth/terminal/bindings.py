"""The bindings of the table's keys to its actions."""

from __future__ import annotations

from textual.binding import Binding, BindingType

from uth.terminal.keys import SPOT_KEYS

_KEYS = {
    "space,enter": "go_on",
    "c": "check",
    "f": "fold",
    "s": "watch",
    "r": "rebet",
    "d": "double",
    "z": "undo",
    "x": "clear",
    "b": "bank",
    "i": "buy_in",
    "h": "hint",
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
_BEFORE_ALL_ELSE = {"ctrl+c,ctrl+q": "leave", "tab": "other_hand"}


def bindings() -> list[BindingType]:
    """Return every key of the table; a spot's key puts a chip down, with Shift it takes the wager back."""
    found: list[BindingType] = [Binding(keys, action) for keys, action in _KEYS.items()]
    found += [Binding(keys, action, priority=True) for keys, action in _BEFORE_ALL_ELSE.items()]
    found += [Binding(str(multiple), f"play({multiple})") for multiple in range(1, 10)]
    for wager, key in SPOT_KEYS.items():
        found += [Binding(key.lower(), f"add('{wager}')"), Binding(key, f"take_back('{wager}')")]
    return found
