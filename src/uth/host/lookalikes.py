"""Look-alikes: whether two names read the same at a glance, whatever letters they are written with."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from typing import Final

from uth.host.roles import Role

OF_THE_HOUSE: Final = ("house", "staff", "floor", "cage", "bot", *(each.value for each in Role if each != Role.PLAYER))
"""What only the house and its staff are called."""
READS_AS: Final = str.maketrans(
    {
        # Cyrillic and Greek letters that look Latin, small after case folding.
        "а": "a", "в": "b", "с": "c", "ԁ": "d", "е": "e", "һ": "h", "н": "h", "і": "i", "ј": "j", "к": "k", "м": "m",
        "о": "o", "р": "p", "ԛ": "q", "г": "r", "ѕ": "s", "т": "t", "у": "y", "ԝ": "w", "х": "x", "п": "n", "ц": "u",
        "α": "a", "β": "b", "ε": "e", "η": "n", "ι": "i", "κ": "k", "μ": "u", "ν": "v", "ο": "o", "ρ": "p", "σ": "o",
        "τ": "t", "υ": "u", "χ": "x", "ω": "w", "γ": "y",
        # Letters with a stroke or of another kind that no decomposition takes apart.
        "ø": "o", "đ": "d", "ð": "d", "ħ": "h", "ı": "i", "ł": "l", "ŧ": "t", "æ": "ae", "œ": "oe", "ɑ": "a", "ɡ": "g",
        # Digits that are read as letters, and l, which is read as I.
        "0": "o", "1": "i", "3": "e", "4": "a", "5": "s", "7": "t", "8": "b", "l": "i",
    }
)  # fmt: skip


def glance(name: str) -> str:
    """Return what a name looks like at a glance; names that look alike have the same."""
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", name).casefold())
    letters = "".join(each for each in plain if not unicodedata.combining(each)).translate(READS_AS)
    return "".join(each for each in letters if each.isalnum()).replace("rn", "m").replace("vv", "w")


def looks_like(name: str, others: Iterable[str]) -> bool:
    """Whether the name looks like one of the others."""
    seen = glance(name)
    return any(glance(other) == seen for other in others)
