"""Fairness in the open: a secret is committed to before the wagers close, players add words, all is shown after."""

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


WORDS_MAX = 64


@dataclass(frozen=True, slots=True, kw_only=True)
class Commitment:
    """One round's secret, and the hash that was published of it."""

    secret: bytes
    published: str = field(init=False)
    """What everyone may know before the wagers close."""

    def __post_init__(self) -> None:
        published = hashlib.sha256(b"uth commitment\n" + self.secret).hexdigest()
        object.__setattr__(self, "published", published)


def new_commitment() -> Commitment:
    """Return a fresh secret from the operating system's generator."""
    return Commitment(secret=new_shuffle_key())


def word_of(text: object) -> str:
    """Return a player's own word for the shuffle, or refuse it."""
    if type(text) is not str or not text.isprintable() or not 1 <= len(text) <= WORDS_MAX:
        raise Malformed("word", text, f"is not a text of 1 to {WORDS_MAX} printable characters")
    return text


def shuffle_key(secret: bytes, words: Mapping[Seat, str], nth: int = 0) -> bytes:
    """Return the key of the deck: the secret and every player's word, by seat; nobody alone decides it.

    Cards that are shuffled again in the same round come in another order: the next one of the same secret.
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
    """What is shown after the settlement: enough for anyone to deal the round again."""

    commitment: str
    secret: str
    words: Mapping[Seat, str]
    cut: int
    """How many cards went from the top to the bottom; 0 where nothing is cut."""
    nth: int = 0
    """Which order of the secret was dealt: 0, unless the cards were shuffled again."""

    def deck(self) -> tuple[Card, ...]:
        """Return the deck as it was dealt; refuse a secret that is not the one committed to."""
        secret = bytes.fromhex(self.secret)
        if Commitment(secret=secret).published != self.commitment:
            raise Malformed("secret", self.secret, "is not the one that was committed to")
        order = self.order(self.nth)
        return order[self.cut :] + order[: self.cut]

    def order(self, nth: int) -> tuple[Card, ...]:
        """Return an order of the secret, as it is before a cut."""
        return shuffled(bytes.fromhex(self.secret), self.words, nth)
