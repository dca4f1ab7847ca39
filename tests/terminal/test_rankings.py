"""What beats what at the terminal table: the card behind K, the typed word, and the name of the hand one holds."""

from __future__ import annotations

import pytest
from textual.widgets import Static

from terminal.sitting import accept, check, run, sit
from terminal.test_table_app import press, table
from uth.cards import parse_cards
from uth.ranking import Category, rank
from uth.table.round.state import with_round, with_spot
from uth.terminal.company import held_hands
from uth.terminal.plain import PlainTable
from uth.terminal.screens import RankingScreen
from uth.terminal.session import TableSession
from uth.words.rankings import held_hand, rankings


@pytest.mark.clause("MA.5b")
def test_every_example_is_a_hand_of_its_category_and_the_best_comes_first() -> None:
    card = rankings()
    assert [rank(each.example).category for each in card] == [each.category for each in card]
    orders = [rank(each.example).order for each in card]
    assert orders == sorted(orders, reverse=True)
    assert {each.category for each in card} == set(Category)


HELD = """
    Kd Kh  |                 one_pair     Pair of Kings
    7c Ad  |                 high_card    Ace high
    7c Ad  | 7d 7h 2s        three_of_a_kind  Three of a Kind, Sevens
    7c Ad  | 7d 7h 2s 2c Ac  full_house   Full House, Sevens over Aces
           |                 -
"""


@pytest.mark.parametrize("row", HELD.strip("\n").splitlines())
def test_the_hand_one_holds_is_named_from_the_first_two_cards_on(row: str) -> None:
    hole, _, rest = row.partition("|")
    words = rest.split()
    board = [word for word in words if len(word) == 2 and word[1] in "shdc"]
    kind, says = words[len(board)], " ".join(words[len(board) + 1 :])
    found = held_hand(parse_cards(hole), parse_cards(" ".join(board)))
    assert found == (None if kind == "-" else (Category[kind.upper()], says))


def asked() -> TableSession:
    """Sit down and check to the river with a known full house."""
    session = sit(seats="1")
    accept(session.deal())
    run(session)
    for _ in range(2):
        accept(session.answer(check(session)))
        run(session)
    (seat,) = session.mine
    dealt = with_spot(session.table, seat, hole=parse_cards("7c Ad"))
    session.connection.table = with_round(dealt, community=parse_cards("7d 7h 2s 2c Ac"))
    return session


async def test_k_opens_the_card_with_ones_own_hand_marked_and_closes_it_again() -> None:
    async with table(asked(), (100, 40)) as (app, pilot):
        await press(pilot, "k")
        assert isinstance(app.screen, RankingScreen)
        lines = str(app.screen.query_one(Static).content).splitlines()
        assert lines[0].startswith("  Royal Flush")
        (marked,) = [at for at, line in enumerate(lines) if line.startswith("▶")]
        assert lines[marked].startswith("▶ Full House ")
        assert lines[marked + 1].endswith("You have Full House, Sevens over Aces")
        await press(pilot, "k")
        assert not isinstance(app.screen, RankingScreen)


def test_the_plain_table_says_what_beats_what_and_what_one_has() -> None:
    lines: list[str] = []
    session = asked()
    PlainTable(session, lines.append).obey(["hands"])
    assert lines[1].startswith("Royal Flush: ")
    assert lines[-1] == "You have Full House, Sevens over Aces."
    (seat,) = session.mine
    assert held_hands(session) == {(seat, Category.FULL_HOUSE): "Full House, Sevens over Aces"}
    before = sit(seats="1")
    PlainTable(before, lines.append).obey(["k"])
    assert lines[-1] == "You have no cards now."
