"""The text and the drawing of a table: results with odds and clauses, visible cards, and nothing that is face down."""

from __future__ import annotations

import pytest
from textual.content import Content

from terminal.sitting import accept, all_wagers, finish, sit
from uth.cards import Card, parse_cards
from uth.errors import Refused
from uth.ranking import rank
from uth.rules.loader import BOOKS
from uth.rules.values import Wager
from uth.table.round.state import Phase
from uth.table.settle.settled import Outcome, SettledWager
from uth.table.settle.showdown import best_five, odds_of
from uth.terminal import bars, felt
from uth.terminal.faces import Faces, Size, fitted, stacked
from uth.terminal.keys import keys_now
from uth.terminal.panel import drawn_result
from uth.terminal.record import result_words
from uth.terminal.session import TableSession
from uth.terminal.spots import drawn_neighbours
from uth.terminal.table_view import plan_of
from uth.words.amounts import chip_of, parse_amount, signed
from uth.words.session import drawn, refusal_words, short_and_long


def drawn_whole(session: TableSession, columns: int = 98, size: Size = Size.SMALL) -> str:
    """Return everything the screen could show of the table, as text."""
    faces = Faces(size=size)
    settled = session.table.phase is Phase.SETTLED
    result = session.history[-1].result if settled else None
    parts = [
        felt.drawn_dealer(session, faces, columns, result),
        felt.drawn_board(session, faces, columns, result),
        drawn_neighbours(session, columns, four_colour=False),
        *(felt.drawn_hand(session, seat, faces, columns, result, chosen=True) for seat in session.mine),
        bars.drawn_sign(session, columns),
        bars.drawn_limits(session, columns),
        bars.drawn_keys(keys_now(session, is_dealing=False), columns),
        bars.drawn_rail(session, 500, columns),
        *(drawn_result(session, result, columns, four_colour=False) if result is not None else ()),
    ]
    return "\n".join(part.plain for part in parts)


def hidden(session: TableSession) -> set[Card]:
    """Return the cards nobody at the person's seat may know."""
    table = session.table
    cards = {*table.round.deck, *table.burned, *table.round.community[table.round.community_shown :]}
    cards |= set(table.round.dealer) if table.round.dealer_hand is None else set()
    for seat, spot in table.round.spots.items():
        if seat not in session.mine and spot.hand is None:
            cards |= set(spot.hole)
    return cards


@pytest.mark.parametrize("book", BOOKS)
def test_no_card_that_is_face_down_is_ever_said_or_drawn(book: str) -> None:
    session = sit(book, seats="5")
    all_wagers(session)
    accept(session.deal())
    while session.table.phase is not Phase.SETTLED:
        text = drawn_whole(session) + "\n".join(session.spoken)
        assert not [card for card in hidden(session) if drawn(card) in text.split() or f" {drawn(card)} " in text]
        if session.asked is not None:
            accept(session.answer(session.answers()[0]))
        else:
            session.step()


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("columns", [20, 38, 58, 78, 98, 138])
def test_every_line_of_the_felt_is_exactly_as_wide_as_the_felt(book: str, columns: int) -> None:
    session = sit(book)
    all_wagers(session)
    accept(session.deal())
    finish(session)
    for size in Size:
        for seat in session.mine:
            content = felt.drawn_hand(session, seat, Faces(size=size), columns, None, chosen=True)
            assert {line.cell_length for line in content.split("\n")} == {columns}
        board = felt.drawn_board(session, Faces(size=size), columns, None)
        assert {line.cell_length for line in board.split("\n")} == {columns}


@pytest.mark.parametrize(
    ("cards", "five"),
    [
        ("Kd Kh 5s Kc 5d 2c 9h", "Kc Kh Kd 5s 5d"),
        ("Ah 2c 3d 4s 5h Kc Kd", "5h 4s 3d 2c Ah"),
        ("Ah Kh Qh Jh Th 2c 2d", "Ah Kh Qh Jh Th"),
        ("Ah Kc Qh Jh 9h 2c 3d", "Ah Kc Qh Jh 9h"),
    ],
)
def test_the_five_cards_of_a_hand_are_shown_groups_first(cards: str, five: str) -> None:
    found = best_five(parse_cards(cards))
    assert [card.rank for card in found] == [card.rank for card in parse_cards(five)]
    assert rank(found) == rank(parse_cards(cards))


def settled(wager: Wager, stake: int, won: int, cut: int = 0, row: str | None = None) -> SettledWager:
    return SettledWager(
        wager=wager, stake=stake, outcome=Outcome.WIN, returned=stake, won=won, cites=(), cut=cut, row=row
    )


@pytest.mark.parametrize(
    ("wager", "odds"),
    [
        (settled(Wager.ANTE, 1000, 1000), "1 to 1"),
        (settled(Wager.BLIND, 1000, 1500), "3 to 2"),
        (settled(Wager.BLIND, 1000, 400_000, cut=100_000), "500 to 1"),
        (settled(Wager.PROGRESSIVE, 500, 25_000, row="full_house"), "49 to 1"),
        (settled(Wager.PROGRESSIVE, 500, 500_000, row="straight_flush"), "10% of main"),
        (SettledWager(wager=Wager.ANTE, stake=5, outcome=Outcome.LOSE, returned=0, won=0, cites=()), ""),
    ],
)
def test_a_winning_wager_is_told_with_its_odds(wager: SettledWager, odds: str) -> None:
    assert odds_of(wager, sit().posted) == odds


@pytest.mark.parametrize("book", BOOKS)
def test_the_result_has_both_hands_every_wager_with_its_clause_and_the_net(book: str) -> None:
    session = sit(book)
    all_wagers(session)
    accept(session.deal())
    finish(session, pick=1)
    record = session.history[-1]
    lines = result_words(record.result, session.voice)
    panel = "\n".join(line.plain for line in drawn_result(session, record.result, 76, four_colour=True))
    for text in ("\n".join(lines), panel):
        assert ("qualifies" in text) or ("does not qualify" in text)
        assert record.result.dealer_hand is not None
        assert record.result.dealer_hand.words in text
        for line in record.result.mine[0].lines:
            assert line.label in text
            assert all(clause in text for clause in line.cites)
        assert f"Net of the round{':' if text != panel else ''} {signed(record.net, session.voice.money(0)[0])}" in text


def test_a_refusal_names_no_dealers_command_and_no_bare_cents() -> None:
    due = Refused("step_not_due", None, "nobody is asked now", due="AnnounceNoMoreBets")
    assert due.says == "nobody is asked now; due now: AnnounceNoMoreBets"
    assert refusal_words(due, "$") == "Nobody is asked now."
    limits = Refused("outside_the_limits", "MA.6a", "Ante 300 is outside the posted limits, 500 to 50000")
    assert refusal_words(limits, "€") == "Ante €3 is outside the posted limits, €5 to €500 (MA.6a)."
    seat = Refused("seat_empty", None, "nobody sits at seat 3")
    assert refusal_words(seat, "$") == "Nobody sits at seat 3."


def test_a_card_is_drawn_with_its_symbol_in_two_colours_and_in_four() -> None:
    cards = parse_cards("As Th Td 2c")
    for four_colour in (False, True):
        for size in Size:
            text = stacked(Faces(size=size, four_colour=four_colour).row(cards)).plain
            assert all(name in text for name in ("A♠", "10♥", "10♦", "2♣"))
    two = [str(span.style) for row in Faces().row(cards) for span in row.spans]
    four = [str(span.style) for row in Faces(four_colour=True).row(cards) for span in row.spans]
    assert len(set(two)) == 2
    assert len(set(four)) == 4


def test_a_card_face_down_and_an_empty_place_look_different_without_colour() -> None:
    for size in Size:
        faces = Faces(size=size)
        assert stacked(faces.row((None,))).plain != stacked(faces.row((), places=1)).plain


def test_the_cards_of_a_settled_hand_are_marked_for_whose_hand_they_are_in() -> None:
    text = stacked(Faces().row(parse_cards("As Kd 2c"), marks=("dy", "d", ""))).plain
    assert (text.count("▲"), text.count("▼")) == (2, 1)


def test_a_card_is_said_in_full_for_the_ear() -> None:
    assert short_and_long(Card("Td")) == "Ten of Diamonds (Td)"


@pytest.mark.parametrize(
    ("text", "cents"), [("10", 1000), ("12.50", 1250), ("$1,000", 100_000), ("0.5", 50), (" €7.05 ", 705)]
)
def test_an_amount_is_read_as_people_write_it(text: str, cents: int) -> None:
    assert parse_amount(text, "ante") == cents


def test_chips_have_the_colour_of_the_highest_that_fits() -> None:
    assert [chip_of(cents) for cents in (1, 100, 700, 2_500, 12_345, 10**9)] == [100, 100, 500, 2_500, 10_000, 50_000]


def test_text_is_fitted_to_the_cell() -> None:
    for text in ("", "ab", "♠♥♦♣", "a long line of words"):
        for align in ("left", "center", "right"):
            assert fitted(text, 7, "bold", align).cell_length == 7
    assert fitted(Content("ab"), 4, align="right").plain == "  ab"


@pytest.mark.parametrize("hands", [1, 2])
@pytest.mark.parametrize("others", [0, 7])
def test_the_plan_fits_every_screen(hands: int, others: int) -> None:
    for width in (1, 40, 60, 80, 100, 120, 140, 250):
        for height in (1, 14, 20, 24, 32, 45, 80):
            plan = plan_of(width, height, hands, others)
            assert plan.columns >= 10
            for rows in (5, 11, 30):
                beside = plan.with_result(rows)
                assert beside.rows_of_mine <= plan.rows_of_mine
    assert plan_of(80, 24, 1, 2).size is Size.SMALL
    assert plan_of(80, 24, 2, 2).size is Size.SMALL
    assert plan_of(140, 45, 1, 5).size is Size.LARGE
