"""The exceptions of this library, one for each kind of cause."""

from __future__ import annotations

import json
from typing import NoReturn


class UthError(Exception):
    """Base class of every exception of this library."""


class Malformed(UthError):
    """The input cannot be read. The error has the field, the value and what would be accepted."""

    def __init__(self, field: str, value: object, says: str, clause: str | None = None) -> None:
        super().__init__(field, value, says, clause)
        self.field = field
        self.value = value
        self.says = says
        self.clause = clause

    def under(self, place: str) -> Malformed:
        """Return the same error with `place` prefixed to its field."""
        return Malformed(f"{place}.{self.field}" if self.field else place, self.value, self.says, self.clause)

    def __str__(self) -> str:
        value = "" if self.value is None and self.says.startswith("is missing") else f" {quoted(self.value)}"
        return f"{self.field}:{value} {self.says}" + (f" ({self.clause})" if self.clause else "")


class Refused(UthError):
    """The table does not accept a command. The error has a code, the clause and what would be accepted."""

    def __init__(self, code: str, clause: str | None = None, says: str = "", due: str | None = None) -> None:
        super().__init__(code, clause, says, due)
        self.code = code
        self.clause = clause
        self.reason = says
        self.due = due
        """The step that is due instead: the name of a command, or the seat to act."""
        self.says = says if due is None else f"{says}; due now: {due}"

    def __str__(self) -> str:
        return (self.says or self.code.replace("_", " ")) + (f" ({self.clause})" if self.clause else "")


class Stale(UthError):
    """The command was made for an earlier state of the table."""


class Broken(UthError):
    """An invariant does not hold, which is a bug in this software and not a mistake of its user."""


def require(holds: bool, says: str) -> None:
    """Raise `Broken` unless the invariant holds; unlike ``assert``, it stays on under ``python -O``."""
    if not holds:
        raise Broken(says)


def never(value: NoReturn) -> NoReturn:
    """Raise `Broken` for a case that cannot happen."""
    raise Broken(f"no case for {value!r}")


def quoted(value: object) -> str:
    """Return the value on one line as a person would type it, shortened if it is long: text in quotes, else as JSON."""
    if isinstance(value, str):
        text = '"' + value.replace("\n", "\\n") + '"'
    elif value is None or isinstance(value, bool | int | float | list | tuple | dict):
        text = json.dumps(value, ensure_ascii=False, default=str)
    else:
        text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."
