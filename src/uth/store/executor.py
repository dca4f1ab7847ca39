"""SQLAlchemy statements compiled once and executed on the driver's cursor.

SQLAlchemy's work for each statement was nine tenths of the cost of an append. It only works for text and integers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, Insert, Select, Update
from sqlalchemy.exc import DBAPIError, StatementError

Statement = Select[Any] | Insert | Update


class Compiled(NamedTuple):
    """A compiled statement, and the order of its parameters; ``None`` where they are passed by name."""

    sql: str
    order: tuple[str, ...] | None

    def values(self, given: Mapping[str, Any]) -> Any:
        """Return the values in the form the driver takes."""
        return given if self.order is None else tuple([given[name] for name in self.order])


_COMPILED: Final[dict[tuple[Statement, str], Compiled]] = {}


class Executor:
    """Executes statements in the current transaction of a connection."""

    def __init__(self, connection: Connection) -> None:
        dialect: Any = connection.dialect
        self._connection = connection
        self._cursor: Any = connection.connection.cursor()
        self._error: type[Exception] = dialect.loaded_dbapi.Error
        self.dialect: str = dialect.name

    def rows(self, statement: Statement, values: Mapping[str, Any]) -> list[tuple[Any, ...]]:
        """Return the rows of a query."""
        compiled = self._compiled(statement)
        try:
            self._cursor.execute(compiled.sql, compiled.values(values))
            found: list[tuple[Any, ...]] = self._cursor.fetchall()
        except self._error as error:
            raise self._fault(error, compiled) from error
        return found

    def put(self, statement: Statement, names: tuple[str, ...], values: Sequence[tuple[Any, ...]]) -> None:
        """Execute the statement once for each tuple of values, which are in the order of the names."""
        compiled = self._compiled(statement)
        given: Sequence[Any] = values
        if compiled.order != names:
            given = [compiled.values(dict(zip(names, each, strict=True))) for each in values]
        try:
            if len(given) == 1:
                self._cursor.execute(compiled.sql, given[0])
            elif given:
                self._cursor.executemany(compiled.sql, given)
        except self._error as error:
            raise self._fault(error, compiled) from error

    def _compiled(self, statement: Statement) -> Compiled:
        found = _COMPILED.get((statement, self.dialect))
        if found is None:
            made: Any = statement.compile(dialect=self._connection.dialect)
            order = tuple(made.positiontup) if made.positional else None
            found = _COMPILED[statement, self.dialect] = Compiled(str(made), order)
        return found

    def _fault(self, error: Exception, compiled: Compiled) -> StatementError:
        """Return the driver's error as SQLAlchemy's; if the connection is lost, close the others too."""
        dialect: Any = self._connection.dialect
        lost = bool(dialect.is_disconnect(error, self._connection.connection.dbapi_connection, self._cursor))
        if lost:
            self._connection.invalidate(error)
            self._connection.engine.dispose()
        return DBAPIError.instance(compiled.sql, None, error, self._error, connection_invalidated=lost, dialect=dialect)
