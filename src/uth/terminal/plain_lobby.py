"""The lobby line by line: the tables of a house, one to be chosen by its number or its name."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence

from uth.client.visitor import Visitor
from uth.protocol.listing import Listing
from uth.terminal.listing_words import facts_of
from uth.terminal.plain import Say
from uth.terminal.plain_words import WORDS

ASKS = "Which table? Type its number or its name, table to hear them again, or quit."


async def chosen_table(visitor: Visitor, lines: AsyncIterator[str], say: Say) -> str | None:
    """Return the table that is chosen, or ``None`` for whoever quits or has nothing more to say."""
    listings = await _told(visitor, say)
    async for line in lines:
        typed = line.strip()
        numbers = {str(at): each["name"] for at, each in enumerate(listings, 1)}
        names = {each["name"].lower(): each["name"] for each in listings}
        if found := numbers.get(typed) or names.get(typed.lower()):
            return found
        match WORDS.get(typed.lower()):
            case "quit":
                return None
            case "table" | "help":
                listings = await _told(visitor, say)
            case _ if typed:
                say(f'table: "{typed[:40]}" is none of these; 1 to {len(listings)}, or a name.')
    return None


async def _told(visitor: Visitor, say: Say) -> Sequence[Listing]:
    """Tell the tables, and return them."""
    listings = await visitor.tables()
    say(f"Tables at {visitor.address}.")
    for at, each in enumerate(listings, 1):
        say(f"{at}. {each['name']}: {each['title']}; {'; '.join(facts_of(each))}.")
    say(ASKS)
    return listings
