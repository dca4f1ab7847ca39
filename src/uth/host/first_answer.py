"""The first answer: what a command brought about when it was done under its key, found in the log for ever."""

from __future__ import annotations

from uth.host.asked import TakeStep, Wanted
from uth.host.used_keys import commands_in, require_same
from uth.store.codec import Json, decoded, encoded
from uth.store.entries import Store
from uth.table import events as e
from uth.table.decide import Events


def _without_presence(command: Json) -> Json:
    """Return the command without whether the floor was in: it may have left before the same was sent again."""
    return {name: value for name, value in command.items() if name != "floor_is_in"}


async def first_answer(store: Store, stream: str, key: str | None, command: Wanted) -> Events | None:
    """Return what the command brought about when it was done under this key, or ``None`` if it was not."""
    seen = await store.under(key) if key is not None else None
    if seen is None:
        return None
    made_by = commands_in(seen.body)
    if isinstance(command, TakeStep):
        same = [each["is"] for each in made_by] == [command.step]
    else:
        same = [_without_presence(each) for each in made_by] == [_without_presence(encoded(command))]
    require_same(seen, stream, same=same)
    return tuple(decoded(e.Event, event) for event in seen.answer)
