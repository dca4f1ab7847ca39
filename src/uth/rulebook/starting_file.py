"""The file to start a rule set of one's own from."""

from __future__ import annotations

import re

from uth.errors import Malformed
from uth.rules.loader import BOOKS, book_text

_OWN = re.compile(r"^(name|title) = .*\n", re.MULTILINE)


def starting_file(name: str, base: str) -> str:
    """Return a rule set that loads as it is and equals its base; every value of the base is there as a comment."""
    if re.fullmatch(r"[a-z][a-z0-9_-]*", name) is None:
        raise Malformed("name", name, "is not a name in small letters, such as riverboat")
    if name in BOOKS:
        raise Malformed("name", name, "is the name of a book; choose another")
    if base not in BOOKS:
        raise Malformed("--from", base, f"is not a book; one of {', '.join(BOOKS)}")
    text = _OWN.sub("", book_text(base), count=2)
    values = "".join(f"# {line}".rstrip() + "\n" for line in text.splitlines() if not line.startswith("#"))
    return f"""\
# A rule set of your own. What is not written here is taken from the book it is based on.
# Uncomment what you change, with its [table] heading above it. A list, such as all of [[pay.trips]], is replaced whole.
# Money in cents; odds with "to"; beside each value the clause of your own rules that it comes from.
#
#   uth rules check {name}.toml
#   uth rules show {name}.toml
#   uth rules diff {base} {name}.toml

name = "{name}"
title = "{name.replace("_", " ").replace("-", " ").title()}"
based_on = "{base}"

# The values of {base}:
#
{values}"""
