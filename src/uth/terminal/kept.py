"""Files kept between sessions: the cookies of `uth join` and the meters of `uth play`.

A house identifies a guest only by a cookie. SQLAlchemy, which a meter file needs, is imported when a file is opened,
because the import takes as long as all others of `uth play --plain` together.
"""

from __future__ import annotations

import json
import os
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from uth.errors import Malformed, Refused, UthError
from uth.house.linked_table import Linked, SharedLink, terms_of
from uth.progressive import commands as k
from uth.progressive.decide import Events as LinkEvents
from uth.progressive.state import new_link
from uth.rules.loader import fingerprints_of
from uth.table.posted import Posted

if TYPE_CHECKING:
    from uth.store.meter_file import MeterFile


def cookie_path() -> Path:
    """Return the file of the cookies, readable only by its owner."""
    state = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    return Path(state) / "uth" / "houses.json"


@dataclass(frozen=True, slots=True)
class Visit:
    """The last visit to a house: the guest's cookie, and the table where they sat."""

    cookie: str
    table: str | None = None


def last_visit(address: str) -> Visit:
    """Return the last visit to that house; raise an error for a house that was never visited."""
    visit = _kept().get(address)
    if visit is None:
        raise Malformed("--again", address, "is a house you have not visited; leave out --again")
    return visit


def keep_visit(address: str, visit: Visit) -> None:
    """Store a visit; a folder that cannot be written is ignored."""
    path = cookie_path()
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        new = path.with_suffix(f".{os.getpid()}")
        with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as file:
            json.dump({at: [each.cookie, each.table] for at, each in {**_kept(), address: visit}.items()}, file)
        new.replace(path)


def _kept() -> dict[str, Visit]:
    """Return the last visit by address. Earlier versions stored only the cookie."""
    try:
        kept = json.loads(cookie_path().read_text(encoding="utf-8"))
        return {at: Visit(each) if isinstance(each, str) else Visit(*each) for at, each in kept.items()}
    except (OSError, ValueError, TypeError, AttributeError):
        return {}


@dataclass(slots=True, kw_only=True)
class KeptLink(SharedLink):
    """A link that writes every command to the file before its effect is visible."""

    file: MeterFile

    def send(self, command: k.Command) -> LinkEvents:
        """Send the command to the file. Another session may have changed the meters since."""
        events = self.file.send(command)
        self.link = self.file.link
        return events


@dataclass(slots=True, kw_only=True)
class KeptMeters:
    """A table's membership of a link for one session: a link in a file, or one of its own."""

    linked: Linked
    file: MeterFile | None = None

    @property
    def notes(self) -> list[str]:
        """Notes about the file for the person, for instance that it was upgraded."""
        return self.file.notes if self.file is not None else []

    def close(self) -> None:
        """End the current round, remove the table from the link, and close the file; a locked wager is kept."""
        name = self.linked.name
        if self.file is None:
            return
        with suppress(Refused):
            if self.linked.station.round is not None:
                self.file.send(k.GameOver(table=name))
            self.file.send(k.LeaveLink(table=name))
        self.file.close()


def own_meters(posted: Posted) -> KeptMeters | None:
    """Return the table on a new link of its own with the meters at their seeds; ``None`` without a progressive."""
    terms = terms_of(posted)
    if terms is None:
        return None
    return KeptMeters(linked=Linked(name="play", posted=posted, shared=SharedLink(link=new_link(terms))).joined())


def kept_meters(path: Path, posted: Posted) -> KeptMeters | None:
    """Return the table on the link in that file, created if needed; ``None`` without a progressive."""
    from uth.store.meter_file import MeterFile

    terms = terms_of(posted)
    if terms is None:
        return None
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        file = MeterFile.open(path, terms)
    except OSError as error:
        raise Malformed("--meters", str(path), f"cannot be used: {error.strerror or error}") from None
    name = f"play-{os.getpid()}"
    try:
        if name in file.link.stations:
            file.send(k.LeaveLink(table=name))
        linked = Linked(name=name, posted=posted, shared=KeptLink(link=file.link, file=file)).joined()
    except UthError:
        file.close()
        raise
    return KeptMeters(linked=linked, file=file)


def usual_path(posted: Posted) -> Path:
    """Return the default file for the meters of such a table; there is one for each set of terms.

    A file created under an earlier version of the same book is used again.
    """
    home = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    table = posted.progressive.name if posted.progressive is not None else "none"
    terms = f"{posted.rules.name}-{table}-{posted.progressive_wager}"
    now, *before = fingerprints_of(posted.rules)
    folder, names = Path(home) / "uth" / "meters", [f"{terms}-{each[:8]}" for each in (now, *before)]
    paths = [folder / f"{name}.{ending}" for name in names for ending in ("meter", "jsonl")]
    return next((path for path in paths if path.exists()), paths[0])
