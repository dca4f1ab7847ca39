"""The adjudicator: reads a document of one round and returns a document of its settlement."""

from uth.adjudicate.document import settle_document

__all__ = ["settle_document"]
