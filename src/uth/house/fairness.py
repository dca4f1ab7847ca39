"""Provable fairness: the house commits to a secret before the wagers close, players add words, and a proof follows."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from uth.cards import DECK, Card
from uth.errors import Malformed
from uth.units import Seat

KEY_BYTES = 32


def new_shuffle_key() -> bytes:
    """Return a fresh key from the operating system's generator."""
    return secrets.token_bytes(KEY_BYTES)


def round_key(shuffle_key: str, round_number: int) -> bytes:
    """Return the key of one round of a reproducible session."""
    return hashlib.sha256(f"{shuffle_key}\n{round_number}".encode()).digest()


def deck_of(key: bytes) -> tuple[Card, ...]:
    """Return the deck order determined by the key; all 52! orders are equally likely."""
    cards, words = list(DECK), _words(key)
    for last in range(len(cards) - 1, 0, -1):
        chosen = _below(last + 1, words)
        cards[last], cards[chosen] = cards[chosen], cards[last]
    return tuple(cards)


def _words(key: bytes) -> Iterator[int]:
    """Yield 32-bit words of the key's stream: SHA-256 over the key and a counter."""
    counter = 0
    while True:
        block = hashlib.sha256(key + counter.to_bytes(8, "big")).digest()
        yield from (int.from_bytes(block[at : at + 4], "big") for at in range(0, len(block), 4))
        counter += 1


def _below(count: int, words: Iterator[int]) -> int:
    """Return an unbiased number from 0 to count - 1; words from the last whole multiple of count on are rejected."""
    limit = (1 << 32) // count * count
    return next(word for word in words if word < limit) % count


WORDS_MAX = 64


@dataclass(frozen=True, slots=True, kw_only=True)
class Commitment:
    """The secret of one round, and its published hash."""

    secret: bytes
    published: str = field(init=False)
    """The hash that everyone may see before the wagers close."""

    def __post_init__(self) -> None:
        published = hashlib.sha256(b"uth commitment\n" + self.secret).hexdigest()
        object.__setattr__(self, "published", published)


def new_commitment() -> Commitment:
    """Return a commitment to a fresh secret from the operating system's generator."""
    return Commitment(secret=new_shuffle_key())


def word_of(text: object) -> str:
    """Return a player's word for the shuffle, or raise `Malformed`."""
    if type(text) is not str or not text.isprintable() or not 1 <= len(text) <= WORDS_MAX:
        raise Malformed("word", text, f"is not a text of 1 to {WORDS_MAX} printable characters")
    return text


def shuffle_key(secret: bytes, words: Mapping[Seat, str], nth: int = 0) -> bytes:
    """Return the key of the deck, derived from the secret and every player's word by seat.

    Nobody controls the key alone. Each reshuffle in the same round (`nth`) gives the next order of the same secret.
    """
    if len(secret) != KEY_BYTES:
        raise Malformed("secret", secret.hex(), f"is not {KEY_BYTES} bytes in hexadecimal")
    mixed = hashlib.sha256(b"uth shuffle\n" + secret)
    for seat, word in sorted(words.items()):
        text = word.encode()
        mixed.update(f"{seat}:{len(text)}:".encode() + text)
    if nth:
        mixed.update(f"again:{nth}".encode())
    return mixed.digest()


def shuffled(secret: bytes, words: Mapping[Seat, str], nth: int = 0) -> tuple[Card, ...]:
    """Return the order of the deck before it is cut."""
    return deck_of(shuffle_key(secret, words, nth))


@dataclass(frozen=True, slots=True, kw_only=True)
class Proof:
    """The proof shown after the settlement, from which anyone can deal the round again."""

    commitment: str
    secret: str
    words: Mapping[Seat, str]
    cut: int
    """How many cards were cut from the top to the bottom; 0 if the deck is not cut."""
    nth: int = 0
    """Which order of the secret was dealt; 0 unless the cards were reshuffled."""

    def deck(self) -> tuple[Card, ...]:
        """Return the deck as dealt; raise `Malformed` if the secret does not match the commitment."""
        secret = bytes.fromhex(self.secret)
        if Commitment(secret=secret).published != self.commitment:
            raise Malformed("secret", self.secret, "is not the one that was committed to")
        order = self.order(self.nth)
        return order[self.cut :] + order[: self.cut]

    def order(self, nth: int) -> tuple[Card, ...]:
        """Return the nth order of the secret, before the cut."""
        return shuffled(bytes.fromhex(self.secret), self.words, nth)
