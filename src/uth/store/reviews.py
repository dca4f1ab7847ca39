"""The cache of reviews in the database: written apart from the log, and never needed to read it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sqlalchemy import Connection, select
from sqlalchemy.dialects import postgresql

from uth.store import upgrade as schema
from uth.store.queries import first_at
from uth.store.round_index import TABLE, table_of
from uth.store.rounds import ReviewedSeat, RoundFilter, StoredReview

rounds, seats, reviews = schema.rounds, schema.round_seats, schema.round_reviews


_PUT: Final = postgresql.insert(reviews)
_UPSERT: Final = _PUT.on_conflict_do_update(
    index_elements=list(reviews.primary_key.columns), set_={"review": _PUT.excluded["review"]}
)


def write(connection: Connection, found: Sequence[StoredReview]) -> None:
    """Write reviews; one that is there already is replaced."""
    if found:
        connection.execute(_UPSERT, [each._asdict() for each in found])


def seats_of(connection: Connection, wanted: RoundFilter, limit: int) -> list[ReviewedSeat]:
    """Return the seats that the player had, newest round first, by table and time; other conditions are not read."""
    query = (
        select(
            seats.c.position,
            rounds.c.stream,
            rounds.c.number,
            rounds.c.at,
            seats.c.seat,
            seats.c.net,
            seats.c.wagers,
            seats.c.lines,
            reviews.c.review,
        )
        .join(rounds, rounds.c.position == seats.c.position)
        .join(reviews, (reviews.c.position == seats.c.position) & (reviews.c.seat == seats.c.seat), isouter=True)
        .where(seats.c.player == wanted.player)
        .order_by(seats.c.position.desc(), seats.c.seat)
        .limit(limit)
    )
    if wanted.table is not None:
        query = query.where(rounds.c.stream == f"{TABLE}{wanted.table}")
    if wanted.since is not None:
        query = query.where(seats.c.position >= first_at(connection, wanted.since))
    if wanted.until is not None:
        query = query.where(seats.c.position < first_at(connection, wanted.until, beyond=True))
    return [ReviewedSeat(row[0], table_of(row[1]), *row[2:]) for row in connection.execute(query)]
