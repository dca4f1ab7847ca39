"""The page's types are up to date with the Python code."""

from __future__ import annotations

import build_protocol_types as types

from uth.web.sockets import PHRASES


def test_the_types_of_the_page_are_up_to_date() -> None:
    written = types.TARGET.read_text(encoding="utf-8")
    assert written == types.whole(), f"run .venv/bin/{types.BUILD_COMMAND}"


def test_every_frame_command_event_and_phrase_has_its_type() -> None:
    made = types.whole()
    for name in ("ViewFrame", "TableDocument", "Listing", "PlaceWager", "RuleOnIrregularity", "CardsFaceUp"):
        assert f"export interface {name} {{" in made
    for name in ('| "WagerSettled"', '| "CardsReplaced"', *PHRASES):
        assert name in made
    assert "unknown>" not in made.split("export interface Listing")[1].split("}")[0]


def test_a_type_that_a_log_cannot_hold_is_not_passed_over() -> None:
    assert types.typed(int | None, {}) == "number | null"
    assert types.typed(tuple[str, ...], {}) == "Array<string>"
    assert types.type_of({"anyOf": [{"type": "string"}, {"type": "null"}]}) == "string | null"
