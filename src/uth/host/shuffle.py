"""The shuffle: the only randomness that reaches a dealt card."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterator

from uth.cards import DECK, Card

KEY_BYTES = 32


def new_shuffle_key() -> bytes:
    """Return a fresh key from the operating system's generator."""
    return secrets.token_bytes(KEY_BYTES)


def round_key(shuffle_key: str, round_number: int) -> bytes:
    """Return the key of one round of a repeatable session."""
    return hashlib.sha256(f"{shuffle_key}\n{round_number}".encode()).digest()


def deck_of(key: bytes) -> tuple[Card, ...]:
    """Return the one order of the deck that belongs to the key: each of the 52! orders is as likely as any other."""
    cards, words = list(DECK), _words(key)
    for last in range(len(cards) - 1, 0, -1):
        chosen = _below(last + 1, words)
        cards[last], cards[chosen] = cards[chosen], cards[last]
    return tuple(cards)


def _words(key: bytes) -> Iterator[int]:
    """Yield 32-bit words of the key's own stream: SHA-256 over key and counter."""
    counter = 0
    while True:
        block = hashlib.sha256(key + counter.to_bytes(8, "big")).digest()
        yield from (int.from_bytes(block[at : at + 4], "big") for at in range(0, len(block), 4))
        counter += 1


def _below(count: int, words: Iterator[int]) -> int:
    """Return a number from 0 to count - 1, unbiased: words beyond the last whole multiple of count are thrown away."""
    limit = (1 << 32) // count * count
    return next(word for word in words if word < limit) % count
