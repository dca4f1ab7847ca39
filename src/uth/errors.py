"""The four ways an answer can be no: told apart by cause, each with what a person needs to put it right."""

from __future__ import annotations

from typing import NoReturn


class UthError(Exception):
    """Any answer of this library that is no."""


class Malformed(UthError):
    """What came in cannot be read: it names the field, the value, and what would be accepted."""

    def __init__(self, field: str, value: object, says: str, clause: str | None = None) -> None:
        super().__init__(field, value, says, clause)
        self.field = field
        self.value = value
        self.says = says
        self.clause = clause

    def under(self, place: str) -> Malformed:
        """Return the same fault as seen from outside the place it was found in."""
        return Malformed(f"{place}.{self.field}" if self.field else place, self.value, self.says, self.clause)

    def __str__(self) -> str:
        return f"{self.field}: {shown(self.value)} {self.says}" + (f" ({self.clause})" if self.clause else "")


class Refused(UthError):
    """The table does not accept a command: a code, the clause behind it, and what would be accepted."""

    def __init__(self, code: str, clause: str | None = None, says: str = "", due: str | None = None) -> None:
        super().__init__(code, clause, says, due)
        self.code = code
        self.clause = clause
        self.reason = says
        self.due = due
        """What is due instead: the name of a command, or the seat to act."""
        self.says = says if due is None else f"{says}; due now: {due}"

    def __str__(self) -> str:
        return (self.says or self.code.replace("_", " ")) + (f" ({self.clause})" if self.clause else "")


class Stale(UthError):
    """The command was made for a state of the table that has passed."""


class Broken(UthError):
    """Something that must hold does not: a fault of this software, never of its user."""


def require(holds: bool, says: str) -> None:
    """Stop with `Broken` unless the invariant holds; unlike ``assert`` it stays on under ``python -O``."""
    if not holds:
        raise Broken(says)


def never(value: NoReturn) -> NoReturn:
    """Stop: a case that cannot happen happened."""
    raise Broken(f"no case for {value!r}")


def shown(value: object) -> str:
    """Return the value as a person would type it, on one line, cut where it grows long."""
    text = repr(value) if not isinstance(value, str) else '"' + value.replace("\n", "\\n") + '"'
    return text if len(text) <= 60 else text[:57] + "..."
