"""The adjudicator: one round in as a document, its settlement out as a document."""

from uth.adjudicate.document import settle_document

__all__ = ["settle_document"]
