"""A pen: statements of SQLAlchemy about texts and whole numbers, each written out once, run on the driver's own cursor.

What SQLAlchemy does around every single statement was nine tenths of what an append cost.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, Insert, Select, Update
from sqlalchemy.exc import DBAPIError, StatementError

Statement = Select[Any] | Insert | Update


class Written(NamedTuple):
    """A statement in a database's own words, and the order its values are given in; by name where there is none."""

    words: str
    order: tuple[str, ...] | None

    def values(self, given: Mapping[str, Any]) -> Any:
        """Return the values as the driver takes them."""
        return given if self.order is None else tuple([given[name] for name in self.order])


_WRITTEN: Final[dict[tuple[Statement, str], Written]] = {}


class Pen:
    """A way to write in the transaction a connection is in."""

    def __init__(self, connection: Connection) -> None:
        dialect: Any = connection.dialect
        self._connection = connection
        self._cursor: Any = connection.connection.cursor()
        self._error: type[Exception] = dialect.loaded_dbapi.Error
        self.dialect: str = dialect.name

    def rows(self, statement: Statement, values: Mapping[str, Any]) -> list[tuple[Any, ...]]:
        """Return what a question is answered."""
        written = self._written(statement)
        try:
            self._cursor.execute(written.words, written.values(values))
            found: list[tuple[Any, ...]] = self._cursor.fetchall()
        except self._error as error:
            raise self._fault(error, written) from error
        return found

    def put(self, statement: Statement, names: tuple[str, ...], values: Sequence[tuple[Any, ...]]) -> None:
        """Execute the statement once for each of the values, which come in the order of the names."""
        written = self._written(statement)
        given: Sequence[Any] = values
        if written.order != names:
            given = [written.values(dict(zip(names, each, strict=True))) for each in values]
        try:
            if len(given) == 1:
                self._cursor.execute(written.words, given[0])
            elif given:
                self._cursor.executemany(written.words, given)
        except self._error as error:
            raise self._fault(error, written) from error

    def _written(self, statement: Statement) -> Written:
        found = _WRITTEN.get((statement, self.dialect))
        if found is None:
            compiled: Any = statement.compile(dialect=self._connection.dialect)
            order = tuple(compiled.positiontup) if compiled.positional else None
            found = _WRITTEN[statement, self.dialect] = Written(str(compiled), order)
        return found

    def _fault(self, error: Exception, written: Written) -> StatementError:
        """Return the driver's error as SQLAlchemy's; where the connection is gone, the others may be too."""
        dialect: Any = self._connection.dialect
        lost = bool(dialect.is_disconnect(error, self._connection.connection.dbapi_connection, self._cursor))
        if lost:
            self._connection.invalidate(error)
            self._connection.engine.dispose()
        return DBAPIError.instance(
            written.words, None, error, self._error, connection_invalidated=lost, dialect=dialect
        )
