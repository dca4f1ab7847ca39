"""The documents of the protocol, under the name they had here."""

from uth.protocol.documents import *  # noqa: F403
