"""Which fields of log records may be read: commands, link events, and records of the house.

A record is a JSON object with its name under ``is``. A record or a field that is not named here is hidden. The events
of a table are listed by reader in `uth.views.events`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any, Final, cast

from uth.words.phrases import PHRASES

Json = Any

WITHHELD: Final = "(withheld)"
"""Stands in for a hidden field."""

_PARTS: Final = {
    "DealerCardExposed": "positions",
    "CardsFaceUp": "cards before",
    "CardDrawnInError": "",
    "WrongNumberOfCards": "seat cards fixable deck_whole",
    "SeatMissed": "seat fixable",
    "ExtraCardToAll": "fixable",
    "WrongCommunityShown": "positions",
    "NotShuffled": "",
    "CardOffTable": "",
    "StubCountWrong": "misdealt",
    "ShufflerJammed": "",
    "ShufflerCountWrong": "",
    "MachineJammed": "",
    "ProgressiveDown": "at_win",
    "ConductBroken": "seat",
    "Correction": "seat wager returned won",
    "SettledWager": "wager stake outcome returned won cites cut row hand",
    "RebuiltHands": "seats dealer community",
    "Evidence": "round hands settled players bank",
    "Banker": "seat wager",
    "Terms": "book fingerprint table wager decks levels awards cites",
    "Level": "name seed increment reserve limit",
    "AwardTerms": "steps steps_cite fields cheques_max cheques_cite placed",
    "ProgressiveTable": "name cite stated meters rows",
    "MeterRule": "name seed increment reserve limit cites",
    "ProgressiveRow": "hand meter percent for_one envy",
}
"""The records inside commands and events."""

_BESIDES: Final = {
    "DisputeRound": "player floor_is_in",
    "TakeToRegulator": "player",
    "Report": "irregularity",
    "ChangeAward": "round",
    "BringAward": "round",
    "DenyAward": "round",
    "SayWord": "seat word",
}
"""Fields of a table's commands that no phrase mentions."""


def _table_commands() -> dict[str, str]:
    """Return the fields of each command that its phrases mention, and those of `_BESIDES`."""
    found = {name: set(names.split()) for name, names in _BESIDES.items()}
    for each in PHRASES:
        for kind in each.makes:
            own = {field.name for field in fields(cast(Any, kind))}
            found.setdefault(kind.__name__, set()).update(each.names & own)
    return {name: " ".join(sorted(names)) for name, names in found.items()}


_TABLE_COMMANDS: Final = _table_commands()
"""The commands of a table. Their cards may be read with the record, once its round is settled."""

_LINK_COMMANDS: Final = {
    "JoinLink": "table game pay_table wager decks",
    "LeaveLink": "table",
    "CoinIn": "table round seats",
    "ReverseCoinIn": "table seats clause",
    "PutLampOut": "table seat clause",
    "PressHandButton": "table seat hand evidence by",
    "CallSupervisor": "table",
    "TurnKey": "table to by",
    "PressJackpot": "table award by",
    "RejectAward": "table award by reason",
    "BackOutAward": "award by second reason",
    "RecordStep": "award step by fields",
    "PayAward": "award means by",
    "PayUnattended": "award means",
    "GameOver": "table",
    "AdjustMeter": "meter cents by second reason tables",
    "FailSensor": "table seat",
    "RepairSensor": "table seat",
    "StopLink": "reason",
    "RestoreLink": "",
}

_LINK_EVENTS: Final = {
    "TableJoined": "table game",
    "TableLeft": "table",
    "CoinedIn": "table round seats cents",
    "MeterFed": "table meter amount overflow reserve",
    "CoinInReversed": "table seats cents clause",
    "LampPutOut": "table seat clause",
    "AwardPending": "award table round seat hand meter cents seed from_reserve evidence by",
    "AwardRepriced": "award cents seed from_reserve before",
    "AwardWithdrawn": "award by reason",
    "AwardBackedOut": "award by second reason before after",
    "SupervisorCalled": "table",
    "KeyTurned": "table to by",
    "AwardRecorded": "award by",
    "StepRecorded": "award step by fields",
    "AwardPaid": "award means placed by unattended",
    "GameReset": "table",
    "MeterAdjusted": "meter before after by second reason tables",
    "SensorFailed": "table seat",
    "SensorRepaired": "table seat",
    "LinkStopped": "reason",
    "LinkRestored": "",
}

_HOUSE: Final = {
    "table_made": "by guest spec",
    "table_closed": "by table rounds made",
    "closed_before": "table made",
    "checkpoint": "tables unmarked closed_rounds links resting approvals next house_off tables_off players_off banned"
    " signing_keys delivered",
    "link_made": "name terms awards guest",
    "link_ended": "name",
    "asked_for_two": "number link table command",
    "settled_by_two": "number by agreed",
    "switched": "by what name off",
    "notified": "table dispute what attempts status",
    "banned": "by name reason banned",
    "signs_with": "key",
    "written_again": "",
    "opened": "",
    "balances": "position digest",
}

_PEOPLE: Final = {
    "account_made": "name roles by",
    "password_changed": "name by",
    "roles_changed": "name roles by",
    "account_disabled": "name disabled by",
    "locked_out": "name address until",
    "lock_out_lifted": "name by",
    "session_opened": "person roles ends",
    "session_ended": "",
    "sessions_ended": "person",
    "invited": "id roles account ends by",
    "invitation_revoked": "id by",
    "invitation_accepted": "id by",
}

_OBJECTS: Final = {
    "host": "secret words nth orders stamp state",
    "stamp": "rules rules_hash posted_hash",
    "spec": "name rules tables dealing progressive_wager ante trips bank_min speed decision_s dealt_by deck link awards"
    " agreement coach",
}
"""Objects without a name, by the field that holds them."""
_WHOLE: Final = frozenset({"state", "tables"})
"""Fields whose objects are shown whole; a state follows from events whose fields are all named."""

COMMANDS: Final[Mapping[str, str]] = {**_TABLE_COMMANDS, **_LINK_COMMANDS}
FIELDS: Final[Mapping[str, frozenset[str]]] = {
    name: frozenset(("is", *names.split()))
    for named in (_PARTS, COMMANDS, _LINK_EVENTS, _HOUSE, _PEOPLE)
    for name, names in named.items()
}
"""The fields that may be read, by the name of the record."""
_UNNAMED: Final = {field: frozenset(names.split()) for field, names in _OBJECTS.items()}


def only_named(value: Json, fields: Mapping[str, frozenset[str]] = FIELDS, under: str = "") -> Json:
    """Return the value with `WITHHELD` in place of every record and field that is not named."""
    if isinstance(value, list):
        return [only_named(each, fields, under) for each in value]
    if not isinstance(value, dict) or under in _WHOLE:
        return value
    named = fields.get(value["is"]) if "is" in value else _UNNAMED.get(under)
    if named is None:
        return WITHHELD
    return {key: only_named(each, fields, key) if key in named else WITHHELD for key, each in value.items()}
