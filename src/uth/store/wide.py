"""The log of wide-area links: several houses in one PostgreSQL database, each in its own schema, write to it.

It is a store of its own, in a schema of its own. What a house does at a wide-area link is stored in the log of the
house and in that of the link in one transaction, so neither ever has what the other has not. The log of the link is
locked after that of the house, and is one order for all houses.
"""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Final

from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError

from uth.errors import Broken, Malformed
from uth.store.database import DatabaseStore
from uth.store.engine import Engines
from uth.store.faults import fault_of
from uth.store.rows import fraction_of

SCHEMA: Final = re.compile(r"[a-z][a-z0-9_]{0,39}")


class WideLog(DatabaseStore):
    """The log of the wide-area links in one schema, as one house sees it."""

    schema: str
    """Where this log is."""
    house: str
    """The schema of the house, which is its name at the links."""
    home: Engines
    """How the house is reached."""

    async def clearing(self, link: str) -> tuple[Fraction, Fraction]:
        """Return what the house and the link have in their clearing accounts, in one snapshot."""
        there = f'(SELECT cents FROM "{self.schema}".balances WHERE account = :wide)'
        query = text(f"SELECT (SELECT cents FROM balances WHERE account = :home), {there}")
        asked = {"home": f"clearing:{link}", "wide": f"clearing:{self.house}/{link}"}

        def work() -> tuple[Fraction, Fraction]:
            with self.home.read.begin() as connection:
                home, wide = connection.execute(query, asked).one()
            return fraction_of(home or "0/1"), fraction_of(wide or "0/1")

        return await self._in_thread(work)

    async def require_agreement(self, link: str) -> None:
        """Raise `Broken` unless what this house has cleared with the link is what the link has cleared with it."""
        home, wide = await self.clearing(link)
        if home + wide:
            says = f"the house has {home} cents in its clearing account, and the link {wide}; they should sum to zero"
            raise Broken(f"this house and the wide-area link {link} do not agree: {says}")


async def open_wide(store: DatabaseStore, schema: str) -> WideLog:
    """Open the log of wide-area links in that schema of the store's database; the first house creates it."""
    home = store.engines
    if home.is_sqlite:
        raise Malformed("wide", schema, "needs a database that several houses share: give --database postgresql://...")
    if not SCHEMA.fullmatch(schema):
        raise Malformed("wide", schema, "is not a name of 1 to 40 lower-case letters, digits or _, a letter first")
    try:
        with home.write.begin() as connection:
            house = str(connection.execute(text("SELECT current_schema()")).scalar())
            if house != schema:
                connection.execute(text(f'CREATE SCHEMA IF NOT EXISTS "{schema}"'))
    except SQLAlchemyError as error:
        raise fault_of(error, home.name) from None
    if house == schema:
        raise Malformed("wide", schema, "is the schema of this house; the links of several houses need their own")
    url = home.write.url.update_query_dict({"options": f"-csearch_path={schema}"})
    log = await WideLog.open(url.render_as_string(hide_password=False))
    log.schema, log.house, log.home = schema, house, home
    return log
