"""The reasons why a table refuses a command, by precedence."""

from __future__ import annotations

import re
from enum import StrEnum
from typing import Final

from uth.errors import Refused
from uth.units import money


class Refusal(StrEnum):
    """Why the table does not accept a command, in the order the reasons are checked."""

    NOT_A_COMMAND = "not_a_command"
    NOT_A_SEAT = "not_a_seat"
    NOT_AN_AMOUNT = "not_an_amount"
    NOT_A_WAGER = "not_a_wager"
    NOT_A_PLAYER = "not_a_player"
    FLOOR_DECIDES = "floor_decides"
    ROUND_FROZEN = "round_frozen"
    NOT_SIGNED = "not_signed"
    NOT_AN_IRREGULARITY = "not_an_irregularity"
    NOT_THE_METERS = "not_the_meters"
    NO_AWARD = "no_award"
    ALREADY_REMOVED = "already_removed"
    SEAT_TAKEN = "seat_taken"
    TOO_MANY_HANDS = "too_many_hands"
    SEAT_EMPTY = "seat_empty"
    FOREIGN_TENDER = "foreign_tender"
    HOUSE_BANKS = "house_banks"
    HAND_BEING_PLAYED = "hand_being_played"
    TABLE_NOT_OPEN = "table_not_open"
    STEP_NOT_DUE = "step_not_due"
    ENVY_WAITS = "envy_waits"
    NOT_IN_THIS_BOOK = "not_in_this_book"
    WAGERS_ON_THE_LAYOUT = "wagers_on_the_layout"
    NOT_THE_FIRST_PLAYER = "not_the_first_player"
    CUT_TOO_SMALL = "cut_too_small"
    NOTHING_TO_RECUT = "nothing_to_recut"
    NOT_A_COUNT = "not_a_count"
    NOT_THE_NEXT_CARDS = "not_the_next_cards"
    NOTHING_TO_READ_AGAIN = "nothing_to_read_again"
    CANNOT_HAVE_HAPPENED = "cannot_have_happened"
    NOTHING_TO_RULE_ON = "nothing_to_rule_on"
    REMEDY_NOT_OFFERED = "remedy_not_offered"
    PROGRESSIVE_IS_UP = "progressive_is_up"
    NOT_A_SETTING = "not_a_setting"
    NOTHING_TO_REBUILD = "nothing_to_rebuild"
    NOTHING_TO_DISPUTE = "nothing_to_dispute"
    DISPUTED_ALREADY = "disputed_already"
    NO_DISPUTE = "no_dispute"
    ALREADY_WITH_THE_REGULATOR = "already_with_the_regulator"
    NOT_A_FINDING = "not_a_finding"
    NOT_A_CORRECTION = "not_a_correction"
    TWO_PEOPLE_NEEDED = "two_people_needed"
    BEYOND_THE_PAY_TABLE = "beyond_the_pay_table"
    WAGERS_CLOSED = "wagers_closed"
    WAGER_NOT_OFFERED = "wager_not_offered"
    WAGER_FOLLOWS_THE_ANTE = "wager_follows_the_ante"
    OUTSIDE_THE_LIMITS = "outside_the_limits"
    NOT_A_MULTIPLE_OF_THE_UNIT = "not_a_multiple_of_the_unit"
    BLIND_MUST_EQUAL_ANTE = "blind_must_equal_ante"
    TRIPS_NEEDS_ANTE = "trips_needs_ante"
    PROGRESSIVE_IS_DOWN = "progressive_is_down"
    SENSOR_IS_DARK = "sensor_is_dark"
    LINK_NEEDED = "link_needed"
    PROGRESSIVE_WAGER_IS_FIXED = "progressive_wager_is_fixed"
    PROGRESSIVE_NEVER_ALONE = "progressive_never_alone"
    MATCH_PLAY_MUST_EQUAL_ANTE = "match_play_must_equal_ante"
    COVER_ALL_NEEDS_ANTE = "cover_all_needs_ante"
    NO_WAGER = "no_wager"
    BANKER_HAS_NO_OTHER_WAGER = "banker_has_no_other_wager"
    BANK_TAKEN = "bank_taken"
    BANK_STANDS = "bank_stands"
    BANKED_TOO_OFTEN = "banked_too_often"
    NOT_THE_BUTTON = "not_the_button"
    NO_BANKER = "no_banker"
    NOT_ENOUGH_CHIPS = "not_enough_chips"
    NOT_A_DECK = "not_a_deck"
    SEAT_NOT_IN_ROUND = "seat_not_in_round"
    HAND_IS_VOID = "hand_is_void"
    ALREADY_FOLDED = "already_folded"
    ALREADY_PLAYED = "already_played"
    NOTHING_TO_DECIDE = "nothing_to_decide"
    NOT_YOUR_TURN = "not_your_turn"
    CHECK_NOT_OFFERED = "check_not_offered"
    FOLD_NOT_OFFERED = "fold_not_offered"
    PLAY_MULTIPLE_NOT_OFFERED = "play_multiple_not_offered"


AMOUNTS_IN: Final[frozenset[str]] = frozenset(
    {
        Refusal.OUTSIDE_THE_LIMITS,
        Refusal.NOT_A_MULTIPLE_OF_THE_UNIT,
        Refusal.BLIND_MUST_EQUAL_ANTE,
        Refusal.TRIPS_NEEDS_ANTE,
        Refusal.PROGRESSIVE_WAGER_IS_FIXED,
        Refusal.PROGRESSIVE_NEVER_ALONE,
        Refusal.MATCH_PLAY_MUST_EQUAL_ANTE,
        Refusal.COVER_ALL_NEEDS_ANTE,
        Refusal.NO_WAGER,
        Refusal.WAGER_NOT_OFFERED,
        Refusal.NOT_ENOUGH_CHIPS,
        Refusal.NO_AWARD,
        Refusal.BEYOND_THE_PAY_TABLE,
        Refusal.ENVY_WAITS,
        "other_wager",
        "paid_by_check",
        "meter_above_limit",
    }
)
"""The refusals of a table or its link in whose text every number, except a seat's, is an amount in cents."""


def refusal_says(refused: Refused, symbol: str, *, with_due: bool = True) -> str:
    """Return the text of the refusal with its amounts as money, with or without the step that is due."""
    says = (refused.says if with_due else refused.reason) or refused.code.replace("_", " ")
    if refused.code in AMOUNTS_IN:
        says = re.sub(r"(?<!seat )\b\d+", lambda found: money(int(found[0]), symbol), says)
    return " ".join(says.split())
