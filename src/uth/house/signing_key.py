"""The key of a house: an Ed25519 key that signs the documents it issues."""

from __future__ import annotations

import os
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
    load_pem_private_key,
)

from uth.errors import Malformed

ROUND = "uth round"
LOG_EXPORT = "uth log export"
"""The kinds of signed texts. The kind is part of the signed message, so that one never passes for another."""


@dataclass(frozen=True, slots=True, eq=False)
class HouseKey:
    """The private key and its public half."""

    private: Ed25519PrivateKey

    @property
    def public(self) -> str:
        """The public key, 32 bytes in hexadecimal."""
        return self.private.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw).hex()

    @property
    def text(self) -> bytes:
        """The private key as a PEM text."""
        return self.private.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())

    def signature(self, kind: str, text: str) -> dict[str, str]:
        """Return the signature of a text of that kind, with the public key that checks it."""
        return {"key": self.public, "signature": self.private.sign(_message(kind, text)).hex()}


def new_key() -> HouseKey:
    """Return a fresh key from the operating system's generator."""
    return HouseKey(Ed25519PrivateKey.generate())


def is_signed(kind: str, text: str, signature: dict[str, str]) -> bool:
    """Whether the signature is valid for that text and the key it names."""
    try:
        public = Ed25519PublicKey.from_public_bytes(bytes.fromhex(signature["key"]))
        public.verify(bytes.fromhex(signature["signature"]), _message(kind, text))
    except (InvalidSignature, UnsupportedAlgorithm, ValueError):
        return False
    return True


def _message(kind: str, text: str) -> bytes:
    return f"{kind}\n{text}".encode()


def read_key(path: Path) -> HouseKey | None:
    """Return the key in the file, or ``None`` if there is no file."""
    try:
        return key_of(path.read_bytes(), str(path))
    except FileNotFoundError:
        return None
    except OSError as fault:
        raise Malformed("key", str(path), f"cannot be read: {fault.strerror}") from None


def key_of(text: bytes, where: str) -> HouseKey:
    """Return the key in a PEM text; `where` names the source in the error."""
    try:
        key = load_pem_private_key(text, None)
    except (ValueError, TypeError, UnsupportedAlgorithm):
        key = None
    if not isinstance(key, Ed25519PrivateKey):
        raise Malformed("key", where, "holds no Ed25519 key; put the file back from a backup")
    return HouseKey(key)


def write_key(path: Path, key: HouseKey) -> None:
    """Write the key atomically to a new file that only its owner can read."""
    text = key.text
    part = path.with_name(f"{path.name}.{os.getpid()}.new")
    try:
        file = os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
        try:
            os.write(file, text)
            os.fsync(file)
        finally:
            os.close(file)
        part.rename(path)
    except OSError as fault:
        raise Malformed("key", str(path), f"cannot be written: {fault.strerror}") from None
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)


def private_folder(data: Path) -> None:
    """Create a folder that only its owner can read, unless it exists."""
    try:
        data.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as fault:
        raise Malformed("data", str(data), f"is not a folder, and cannot be made one: {fault.strerror}") from None


def key_at(path: Path, last: str | None, *, renew: bool) -> HouseKey:
    """Return the key in the file, or create it if the house has never signed (`last` is ``None``).

    `last` is the key the house last signed with. With `renew`, a missing file or the file of the last key gets a new
    key; without it, a missing or different key raises `Malformed`.
    """
    found = read_key(path)
    if found is None or (renew and found.public == last):
        if last is not None and not renew:
            says = f"is not there, and this house signs with key {last[:16]}; put it back, or start with --new-key"
            raise Malformed("key", str(path), says)
        private_folder(path.parent)
        found = new_key()
        write_key(path, found)
    elif last not in (None, found.public) and not renew:
        says = f"is key {found.public[:16]}, and this house signs with {str(last)[:16]}; put that back, or --new-key"
        raise Malformed("key", str(path), says)
    return found
