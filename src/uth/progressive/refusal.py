"""Why a link says no: every reason, by precedence."""

from __future__ import annotations

from enum import StrEnum


class Refusal(StrEnum):
    """Why a link does not accept a command, in the order the reasons are looked for."""

    NOT_A_COMMAND = "not_a_command"
    NOT_A_NAME = "not_a_name"
    NOT_A_SEAT = "not_a_seat"
    ONE_WAGER_A_SEAT = "one_wager_a_seat"
    NOT_AN_AMOUNT = "not_an_amount"
    ALREADY_ON_THE_LINK = "already_on_the_link"
    OTHER_PAY_TABLE = "other_pay_table"
    OTHER_WAGER = "other_wager"
    OTHER_DECKS = "other_decks"
    TABLE_UNKNOWN = "table_unknown"
    SYSTEM_IS_DOWN = "system_is_down"
    SYSTEM_IS_UP = "system_is_up"
    GAME_NOT_OVER = "game_not_over"
    NOT_COINED_IN = "not_coined_in"
    SENSOR_FAILED = "sensor_failed"
    SENSOR_WORKS = "sensor_works"
    SEAT_DID_NOT_BET = "seat_did_not_bet"
    NOT_A_METER_HAND = "not_a_meter_hand"
    BUTTON_IS_ON = "button_is_on"
    KEY_STANDS_THERE = "key_stands_there"
    SUPERVISOR_NOT_CALLED = "supervisor_not_called"
    NO_SUCH_AWARD = "no_such_award"
    AWARD_IS_RECORDED = "award_is_recorded"
    AWARD_NOT_RECORDED = "award_not_recorded"
    AWARD_IS_PAID = "award_is_paid"
    KEY_NOT_AT_JPH = "key_not_at_jph"
    STEP_UNKNOWN = "step_unknown"
    STEPS_MISSING = "steps_missing"
    PAID_BY_CHECK = "paid_by_check"
    METER_UNKNOWN = "meter_unknown"
    TWO_PEOPLE_NEEDED = "two_people_needed"
    METER_BELOW_ZERO = "meter_below_zero"
    METER_ABOVE_LIMIT = "meter_above_limit"
