"""A Python client of a house: sign in, take a place at a table, play; see docs/client.md."""

from uth.client.connection import Lost
from uth.client.place import Place
from uth.client.visitor import Visitor
from uth.errors import Malformed, Refused

__all__ = ["Lost", "Malformed", "Place", "Refused", "Visitor"]
