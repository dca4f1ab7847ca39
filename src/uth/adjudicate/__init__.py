"""The adjudicator: a document of one round in, a document of its settlement out."""

from uth.adjudicate.document import settle_document

__all__ = ["settle_document"]
