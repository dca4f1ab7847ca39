"""Passwords are hashed with little work in the tests: importing this replaces the hash that the house uses.

The strong one takes a tenth of a second of two cores for each account and each sign-in.
"""

from __future__ import annotations

from argon2 import PasswordHasher

from uth.people import people

STRONG, STRONG_DECOY = people._HASHER, people._DECOY

setattr(people, "_HASHER", PasswordHasher(time_cost=1, memory_cost=64, parallelism=1))  # noqa: B010 - it is final
setattr(people, "_DECOY", people._HASHER.hash("nobody knows this one"))  # noqa: B010
