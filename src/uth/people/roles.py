"""Who people are and what they may do: names, sessions, roles, and one table of the roles allowed for each command.

A test checks that the table is complete.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final, get_args

from uth.errors import Refused
from uth.progressive import commands as link
from uth.table.round import commands as c
from uth.units import PlayerId

MARK: Final = "~"
"""Separates a guest's name from the suffix that makes it unique."""
BOT: Final = "bot:"
"""The prefix of a bot's player id; no person's name contains a colon."""


class Role(StrEnum):
    """The role of a person."""

    PLAYER = "player"
    """Players and guests, for their own seats only."""
    DEALER = "dealer"
    SUPERVISOR = "supervisor"
    MANAGER = "manager"
    AUDITOR = "auditor"
    """Reads everything, changes nothing."""
    ADMIN = "admin"
    DISPLAY = "display"
    """A sign that shows the meters."""


@dataclass(frozen=True, slots=True, kw_only=True)
class UserAccount:
    """A staff account."""

    name: str
    roles: frozenset[Role]
    password: str
    """The Argon2id hash."""
    disabled: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Session:
    """A session of a guest or a staff account."""

    person: str
    roles: frozenset[Role]
    csrf: str
    ends: float

    @property
    def player(self) -> PlayerId:
        """The player's id at tables and in the ledger."""
        return PlayerId(self.person)

    @property
    def name(self) -> str:
        """The display name."""
        return name_of(self.person)


def is_bot(player: str) -> bool:
    """Whether the player is a bot."""
    return player.startswith(BOT)


def name_of(person: str) -> str:
    """Return the display name of a person: without the suffix that makes a guest's id unique."""
    return person.partition(MARK)[0]


class HouseAction(StrEnum):
    """Actions that are not commands of a table or a link."""

    WATCH_TABLE = "watch_table"
    WATCH_METERS = "watch_meters"
    READ_OWN_HISTORY = "read_own_history"
    READ_LOG = "read_log"
    MAKE_TABLE = "make_table"
    CLOSE_FOR_GOOD = "close_for_good"
    SWITCH_OFF = "switch_off"
    SWITCH_ON = "switch_on"
    BAN = "ban"
    LIFT_BAN = "lift_ban"
    MANAGE_PEOPLE = "manage_people"
    SEAT_BOTS = "seat_bots"
    SAY_WORD = "say_word"
    SAY_READY = "say_ready"
    SAY_PHRASE = "say_phrase"
    DEAL = "deal"
    EXPORT_LOG = "export_log"
    CONFIRM = "confirm"
    """Approve as the second person."""


P, D, S, M, AU, AD, SIGN = Role
STAFF: Final = frozenset({D, S, M})
FLOOR: Final = frozenset({S, M})
EVERYONE: Final = frozenset(Role)
NOBODY: Final[frozenset[Role]] = frozenset()
"""Only the house: no person sets the order of the cards or the state of the meters."""

_SEAT: Final = {kind: frozenset({P}) for kind in get_args(c.SeatCommand)}
_DEALER: Final = dict.fromkeys(get_args(c.DealerCommand), STAFF)
_FLOOR: Final = dict.fromkeys(get_args(c.FloorCommand), FLOOR)
_LINK: Final[dict[type | HouseAction, frozenset[Role]]] = {
    link.JoinLink: frozenset({M}),
    link.LeaveLink: frozenset({M}),
    link.CoinIn: STAFF,
    link.ReverseCoinIn: FLOOR,
    link.PutLampOut: STAFF,
    link.PressHandButton: STAFF,
    link.CallSupervisor: STAFF,
    link.TurnKey: FLOOR,
    link.PressJackpot: FLOOR,
    link.RejectAward: FLOOR,
    link.BackOutAward: frozenset({M}),
    link.RecordStep: FLOOR,
    link.PayAward: FLOOR,
    link.PayUnattended: NOBODY,
    link.GameOver: STAFF,
    link.AdjustMeter: frozenset({M}),
    link.FailSensor: STAFF,
    link.RepairSensor: FLOOR,
    link.StopLink: FLOOR,
    link.RestoreLink: FLOOR,
}
_ACTIONS: Final[dict[type | HouseAction, frozenset[Role]]] = {
    HouseAction.WATCH_TABLE: EVERYONE,
    HouseAction.WATCH_METERS: EVERYONE,
    HouseAction.READ_OWN_HISTORY: frozenset({P, D, S, M, AU, AD}),
    HouseAction.READ_LOG: frozenset({S, M, AU, AD}),
    HouseAction.MAKE_TABLE: frozenset({P, M, AD}),
    HouseAction.CLOSE_FOR_GOOD: frozenset({M, AD}),
    HouseAction.SWITCH_OFF: frozenset({S, M, AD}),
    HouseAction.SWITCH_ON: frozenset({M, AD}),
    HouseAction.BAN: FLOOR,
    HouseAction.LIFT_BAN: frozenset({M, AD}),
    HouseAction.MANAGE_PEOPLE: frozenset({AD}),
    HouseAction.SEAT_BOTS: frozenset({P, S, M, AD}),
    HouseAction.SAY_WORD: frozenset({P}),
    HouseAction.SAY_READY: frozenset({P}),
    HouseAction.SAY_PHRASE: frozenset({P, D, S, M}),
    HouseAction.DEAL: STAFF,
    HouseAction.EXPORT_LOG: frozenset({AU, AD}),
    HouseAction.CONFIRM: FLOOR,
}

MAY: Final[dict[type | HouseAction, frozenset[Role]]] = {
    **_SEAT,
    **_DEALER,
    **_FLOOR,
    c.VerifyDeck: FLOOR,
    c.ShuffleDeck: NOBODY,
    c.ReplaceCards: NOBODY,
    **dict.fromkeys(get_args(c.LinkCommand), NOBODY),
    **_LINK,
    **_ACTIONS,
}
"""The roles allowed for every command of a table and a link, and for every action."""


def may(roles: frozenset[Role], what: object) -> bool:
    """Whether one of the roles allows the command or action; anything not in the table is not allowed."""
    kind = what if isinstance(what, HouseAction) else type(what)
    return bool(MAY.get(kind, frozenset()) & roles)


def refused_role(roles: frozenset[Role], what: object) -> Refused:
    """Return the refusal of a command or action; it names the roles that are allowed."""
    kind = what if isinstance(what, HouseAction) else type(what)
    name = kind.replace("_", " ") if isinstance(kind, HouseAction) else kind.__name__
    allowed = [role.value for role in Role if role in MAY.get(kind, NOBODY)]
    *most, last = allowed or ["the house itself"]
    whose = f"{', '.join(most)} or {last}" if most else last
    says = f"{name} is not for {', '.join(sorted(roles))}; it is for {whose}"
    hint = ". An admin can give an account that role under People" if Role.ADMIN in roles and allowed else ""
    return Refused("not_your_role", None, says + hint)


def with_author(command: c.Command, person: str) -> c.Command:
    """Return the command with the person as its author, whatever it said."""
    match command:
        case c.VerifyDeck() | c.OrderRecut() | c.RuleOnIrregularity() | c.ReviewRound():
            return replace(command, by=person)
        case c.ActForSeat() | c.SetTable() | c.RemovePlayer():
            return replace(command, by=person)
        case c.ResolveDispute():
            return replace(command, by=person, second=None)
    return command
