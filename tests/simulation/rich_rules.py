"""Rule books whose meters pay for frequent hands, so that a short evening has many awards.

A meter's increment is not a whole number of cents, a part of each wager is set aside for its next seed, and its limit
is soon reached, so that losses in rounding, in the reserve or beyond the limit show in the money.
"""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files
from typing import Any

_ROWS = re.compile(r"(\[\[pay\.progressive\]\].*?)rows = \[\n(?:  .*\n)*?\]\n", re.DOTALL)
_METER = re.compile(r'(\{ name = "\w+", seed = )([\d_]+)(?:, increment = "(\d+)%")?')
_RANGE = re.compile(r"^withheld_range = .*\n", re.MULTILINE)


def rich_table(own: dict[str, Any]) -> dict[str, Any]:
    """Return the same table as the twin writes it, with the seeds of the book's own; envy in whole units."""
    names = [*own["seeds"]]
    most, middle, least = names[0], names[len(names) // 2], names[-1]
    whole = len(names) > 1
    rows = {
        "royal_flush": (most, 100),
        "full_house": (most, 50),
        "three_of_a_kind": (most, 100),
        "two_pair": (middle, 100 if whole else 20),
        "one_pair": (least, 100 if whole else 5),
    }
    return {
        "rows": rows,
        "seeds": own["seeds"],
        "envy": {"royal_flush": 100, "full_house": 20, "three_of_a_kind": 10, "two_pair": 10, "one_pair": 5},
    }


def has_meters(book: str) -> bool:
    """Return whether the book's first progressive feeds a meter."""
    return rich(book) != book


@cache
def rich(book: str) -> str:
    """Return the text of the book with its first progressive paid from pairs up; the book's name without one."""
    text = files("uth.rules").joinpath("books", f"{book}.toml").read_text()
    text = _RANGE.sub("", text)  # such a table holds nothing, and is posted all the same
    text = text.replace('seed_paid_by = { value = "house"', 'seed_paid_by = { value = "reserve"')
    found = _ROWS.search(text)
    if found is None:
        return book
    names = re.findall(r'\{ name = "(\w+)", seed', found[1])
    most, middle, least = names[0], names[len(names) // 2], names[-1]
    whole = len(names) > 1
    rows = [
        f'{{ hand = "royal_flush", meter = "{most}", percent = 100, envy = 10_000 }}',
        f'{{ hand = "full_house", meter = "{most}", percent = 50, envy = 2_000 }}',
        f'{{ hand = "three_of_a_kind", meter = "{most}", percent = 100, envy = 1_000 }}',
        f'{{ hand = "two_pair", meter = "{middle}", percent = {100 if whole else 20}, envy = 1_000 }}',
        f'{{ hand = "one_pair", meter = "{least}", percent = {100 if whole else 5}, envy = 500 }}',
    ]
    listed = "".join(f"  {row},\n" for row in rows)
    return _ROWS.sub(lambda each: f"{_METER.sub(_meter, each[1])}rows = [\n{listed}]\n", text, count=1)


def _meter(found: re.Match[str]) -> str:
    """Return a meter with an odd increment, a reserve and a limit a little above its seed."""
    seed, share = int(found[2].replace("_", "")), int(found[3] or 11)
    return f'{found[1]}{seed}, increment = "{share}.37%", reserve = "1.13%", limit = {seed + 40}'
