"""Times as staff read them: in the zone of the house, with its abbreviation."""

from __future__ import annotations

from datetime import UTC

import pytest

from uth.errors import Malformed
from uth.table.round import events as e
from uth.units import Seat
from uth.views.win_page import Envied, won_round
from uth.words import times
from uth.words.times import machine_zone, time_words, zone_named


def test_a_time_of_the_log_is_read_in_the_zone_of_the_house_in_summer_and_in_winter() -> None:
    chicago = zone_named("America/Chicago")
    assert time_words("2026-11-18T01:02:03.456Z", chicago) == "2026-11-17 19:02:03 CST"
    assert time_words("2026-07-18T01:02:03Z", chicago) == "2026-07-17 20:02:03 CDT"
    assert time_words("2026-07-18T01:02:03Z", zone_named("Europe/Athens")) == "2026-07-18 04:02:03 EEST"
    assert time_words("2026-11-18T01:02:03Z") == "2026-11-18 01:02:03 UTC"


@pytest.mark.parametrize("name", ["Chicago", "", "../etc/passwd", "America/Nowhere"])
def test_a_zone_that_is_none_is_refused_with_an_example(name: str) -> None:
    with pytest.raises(Malformed, match="is not a time zone such as America/Chicago"):
        zone_named(name)


def test_the_zone_is_the_machines_unless_it_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TZ", ":Europe/Athens")
    assert str(machine_zone()) == "Europe/Athens"
    monkeypatch.setattr(times, "_machine_names", lambda: ["Nowhere/At_All"])
    assert machine_zone() is UTC


def test_the_win_page_lists_envy_for_the_winners_hand_as_it_ended() -> None:
    one, two, three = Seat(1), Seat(2), Seat(3)
    events: list[e.Event] = [
        e.EnvyOwed(seat=two, from_seat=one, cents=1000),
        e.EnvyOwed(seat=three, from_seat=one, cents=1000),
        e.EnvyOwed(seat=three, from_seat=two, cents=500),
        e.EnvyPaid(seat=two, from_seat=one, cents=1000, round=4),
        e.EnvyDenied(seat=three, from_seat=one, cents=1000, reason="no wager", round=4),
    ]
    found = won_round({one: "Ann", two: "Bob"}, events, one)
    assert found.winner == "Ann"
    assert found.envy == (
        Envied(seat=2, name="Bob", cents=1000, state="paid"),
        Envied(seat=3, name="", cents=1000, state="not paid"),
    )
