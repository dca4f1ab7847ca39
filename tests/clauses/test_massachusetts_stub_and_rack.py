"""Massachusetts, sections 7(e), 7(g), 7(h), 8(d), 9(i), 12(h) and 12(i): the stub, the discard rack, exposed hands."""

from __future__ import annotations

import pytest

from support.round_table import RoundTable
from uth.cards import parse_cards
from uth.table.deck.decks import Back, Pile
from uth.table.floor.irregularities import CardsFaceUp, ShufflerCountWrong
from uth.table.round import commands as c
from uth.table.round import events as e
from uth.table.round.due import due
from uth.table.round.state import Phase
from uth.units import Seat

RED, BLUE = Back.RED, Back.BLUE
COUNTED = [
    pytest.param("shoe", "MA.7g", marks=pytest.mark.clause("MA.7g")),
    pytest.param("machine", "MA.8d", marks=pytest.mark.clause("MA.8d")),
]


def wagered(dealing: str) -> RoundTable:
    return RoundTable("massachusetts", dealing=dealing).seat(1, "ann", ante=1000, trips=500).seat(2, "bob", ante=1000)


def due_at(table: RoundTable) -> type[c.Command] | None:
    return due(table.state, table.posted)


def to_the_stub(table: RoundTable) -> RoundTable:
    """Play the round to where its stub leaves the shoe."""
    table.make_ready().send(c.AnnounceNoMoreBets())
    while due_at(table) not in (c.DiscardStub, c.CountStub):
        if table.state.turn is not None:
            table.send(c.Check(seat=table.state.turn))
        else:
            table.send(c.ShowFlop() if due_at(table) is c.ShowFlop else c.DealNext())
    return table


def to_the_fifth_round(dealing: str) -> RoundTable:
    """Return a table with the wagers of the fifth round since the last count."""
    table = wagered(dealing)
    for _ in range(4):
        to_the_stub(table).play({1: "1x", 2: "1x"}).next_round().wager(1, ante=1000, trips=500).wager(2, ante=1000)
    return table


def fifth_round(dealing: str) -> RoundTable:
    """Return a table in its fifth round since the last count, at its stub."""
    return to_the_stub(to_the_fifth_round(dealing))


@pytest.mark.clause("MA.7e")
def test_the_stub_leaves_the_shoe_once_all_community_cards_are_dealt_and_goes_to_the_rack_unseen() -> None:
    table = wagered("shoe")
    for phase in ("preflop", "flop"):
        assert table.play(until=phase).refusal(c.DiscardStub()) == "step_not_due"
    table.play(until="river_deal")
    for _ in range(3):
        assert table.refusal(c.DiscardStub()) == "step_not_due"
        table.send(c.DealNext())
    assert table.refusal(c.ShowTurnAndRiver()) == "step_not_due"
    stub = table.state.round.deck
    assert table.send(c.DiscardStub()) == (e.CardsPickedUp(pile=Pile.STUB, cards=stub),)
    assert (table.state.round.deck, table.state.round.exposed) == ((), frozenset())


@pytest.mark.parametrize(("dealing", "clause"), COUNTED)
def test_the_stub_is_counted_in_the_fifth_round_at_the_latest(dealing: str, clause: str) -> None:
    table = fifth_round(dealing)
    assert (due_at(table), table.refusal(c.DiscardStub())) == (c.CountStub, "step_not_due")
    stub = table.state.round.deck
    counted, picked_up, *_ = table.send(c.CountStub(cards=len(stub)))
    assert counted == e.StubCounted(cards=len(stub), expected=len(stub))
    assert picked_up == e.CardsPickedUp(pile=Pile.STUB, cards=stub)


@pytest.mark.clause("MA.7g")
def test_the_stub_may_be_counted_before_it_has_to_be_and_then_five_rounds_begin_anew() -> None:
    table = to_the_stub(wagered("shoe"))
    assert due_at(table) is c.DiscardStub
    table.send(c.CountStub(cards=len(table.state.round.deck)))
    assert table.state.rounds_uncounted == 0


@pytest.mark.parametrize(("dealing", "clause"), COUNTED)
def test_a_wrong_count_after_a_misdeal_voids_all_hands_and_keeps_the_deck(dealing: str, clause: str) -> None:
    table = fifth_round(dealing)
    before = table.rail(1) + 1000 + 1000 + 500
    events = table.send(c.CountStub(cards=len(table.state.round.deck) - 1, misdealt=True))
    assert e.RoundVoided(clause=clause, saves=()) in events
    table.play().next_round()
    assert table.rail(1) == before
    assert RED in table.state.decks


@pytest.mark.parametrize(("dealing", "clause"), COUNTED)
def test_a_wrong_count_without_a_misdeal_voids_all_hands_and_takes_the_deck_off_the_table(
    dealing: str, clause: str
) -> None:
    table = fifth_round(dealing)
    before = table.rail(1) + 1000 + 1000 + 500
    table.send(c.CountStub(cards=len(table.state.round.deck) + 1, misdealt=False))
    used = table.state.in_play
    assert used is not None
    events = table.play().send(c.CollectCards())
    assert e.DeckRemoved(back=used) in events
    assert (table.rail(1), due_at(table)) == (before, c.ReceiveDeck)


@pytest.mark.parametrize(("dealing", "clause"), COUNTED)
def test_a_void_fifth_round_has_its_stub_counted_before_it_is_settled(dealing: str, clause: str) -> None:
    table = to_the_fifth_round(dealing)
    table.make_ready().send(c.AnnounceNoMoreBets())
    table.send(c.DealNext())
    table.send(c.Report(irregularity=CardsFaceUp(cards=2)))
    assert (table.state.round.void, due_at(table)) == ("MA.14b", c.CountStub)
    assert table.refusal(c.SettleRound()) == "step_not_due"
    table.send(c.CountStub(cards=len(table.state.round.deck)))
    assert table.state.rounds_uncounted == 0
    assert (table.play().net(2), due_at(table)) == (table.net(2), c.CollectCards)
    assert sum(len(each.cards) for each in table.next_round().state.rack) == 52


@pytest.mark.parametrize(("dealing", "clause"), COUNTED)
@pytest.mark.parametrize("misdealt", [False, True])
def test_a_wrong_count_in_a_void_round_takes_the_deck_off_the_table_unless_cards_were_misdealt(
    dealing: str, clause: str, misdealt: bool
) -> None:
    table = to_the_fifth_round(dealing)
    table.make_ready().send(c.AnnounceNoMoreBets())
    table.send(c.DealNext())
    table.send(c.Report(irregularity=CardsFaceUp(cards=2)))
    used = table.state.in_play
    events = table.send(c.CountStub(cards=len(table.state.round.deck) - 1, misdealt=misdealt))
    ordered = [event.clause for event in events if isinstance(event, e.RemovalOrdered)]
    assert ordered == ([] if misdealt else [clause])
    assert (e.DeckRemoved(back=used) in table.play().send(c.CollectCards())) is not misdealt  # type: ignore[arg-type]


@pytest.mark.clause("MA.7h")
def test_no_stub_is_counted_where_the_shuffler_counts_the_deck_after_each_shuffle() -> None:
    table = wagered("shoe_with_shuffler")
    for _ in range(6):
        assert due_at(to_the_stub(table)) is c.DiscardStub
        table.play({1: "1x", 2: "1x"}).next_round().wager(1, ante=1000).wager(2, ante=1000)
    assert table.of(e.StubCounted) == []


@pytest.mark.clause("MA.7h")
def test_a_deck_the_shuffler_counts_wrong_leaves_the_table_and_another_is_opened() -> None:
    table = wagered("shoe_with_shuffler").play({1: "4x", 2: "4x"})
    events = table.send(c.Report(irregularity=ShufflerCountWrong()))
    assert events[-2:] == (e.RemovalOrdered(back=BLUE, clause="MA.7h"), e.DeckRemoved(back=BLUE))
    table.next_round().wager(1, ante=1000)
    assert due_at(table) is c.ReceiveDeck
    table.play({1: "4x"})
    assert [event.back for event in table.of(e.DeckVerified)] == [BLUE]
    assert table.state.in_play is BLUE


@pytest.mark.clause("MA.9i")
@pytest.mark.parametrize("dealing", ["shoe", "machine"])
def test_every_hand_of_the_round_can_be_rebuilt_from_the_discard_rack(dealing: str) -> None:
    table = RoundTable("massachusetts", dealing=dealing)
    table.seat(1, "ann", hole="AsAd", ante=1000).seat(2, "bob", hole="7c2d", ante=1000).seat(
        5, "cy", hole="KhKs", ante=1000
    )
    table.board("Ac 7d 2h 9s 4c").dealer("QdQc").play({1: "4x", 2: "fold", 5: "2x"})
    table.send(c.CollectCards())
    assert (table.state.round.dealer, table.state.round.community) == ((), ())
    (rebuilt,) = table.send(c.RebuildHands())
    assert isinstance(rebuilt, e.HandsRebuilt)
    assert dict(rebuilt.hands.seats) == {1: parse_cards("AsAd"), 2: parse_cards("7c2d"), 5: parse_cards("KhKs")}
    assert rebuilt.hands.dealer == parse_cards("QdQc")
    assert rebuilt.hands.community == parse_cards("Ac 7d 2h 9s 4c")


@pytest.mark.clause("MA.9i")
def test_the_rack_shows_the_hands_in_the_order_they_were_picked_up_until_the_deck_is_shuffled() -> None:
    table = wagered("shoe").play({1: "4x", 2: "fold"})
    table.send(c.CollectCards())
    piles = [(each.pile, each.seat) for each in table.state.rack]
    assert piles == [
        (Pile.BURN, None), (Pile.BURN, None), (Pile.STUB, None), (Pile.SEAT, Seat(2)), (Pile.SEAT, Seat(1)),
        (Pile.DEALER, None), (Pile.COMMUNITY, None),
    ]  # fmt: skip
    assert table.refusal(c.RebuildHands()) is None
    table.wager(1, ante=1000).make_ready()
    assert table.refusal(c.RebuildHands()) == "nothing_to_rebuild"


def three_hands(**cover_all: int) -> RoundTable:
    """Return a round settled from seat 3 to seat 1: a straight, a flush, a full house."""
    table = RoundTable("massachusetts", dealing="machine")
    table.seat(1, "ann", hole="9s9d", ante=1000, **cover_all).seat(2, "bob", hole="Ah3h", ante=1000)
    table.seat(3, "cy", hole="JcTd", ante=1000)
    return table.board("9h 8h 7h 8s 2c").dealer("KdQc").play({1: "4x", 2: "4x", 3: "4x"})


@pytest.mark.clause("MA.12h")
def test_with_cover_all_down_a_hand_of_a_straight_or_higher_stays_on_the_table_until_all_is_resolved() -> None:
    table = three_hands(cover_all=500)
    settled = max(at for at, event in enumerate(table.events) if isinstance(event, e.WagerSettled))
    left = [event.seat for event in table.of(e.HandLeftExposed)]
    picked_up = [event.seat for event in table.events[settled:] if isinstance(event, e.CardsPickedUp)]
    assert (left[-1], picked_up) == (1, [1])
    assert table.result(1)["cover_all"].won > 0


@pytest.mark.clause("MA.12i")
def test_a_higher_hand_is_left_exposed_and_the_one_before_it_goes_to_the_rack() -> None:
    table = three_hands(cover_all=500)
    moved = [event for event in table.events if isinstance(event, e.HandLeftExposed | e.CardsPickedUp)]
    told = [(type(event).__name__, event.seat) for event in moved if event.seat is not None]
    assert told == [
        ("HandLeftExposed", 3),
        ("HandLeftExposed", 2), ("CardsPickedUp", 3),
        ("HandLeftExposed", 1), ("CardsPickedUp", 2),
        ("CardsPickedUp", 1),
    ]  # fmt: skip


@pytest.mark.clause("MA.12h")
def test_without_cover_all_every_hand_goes_to_the_rack_as_it_is_settled() -> None:
    table = three_hands()
    assert table.of(e.HandLeftExposed) == []
    assert [event.seat for event in table.of(e.CardsPickedUp) if event.pile is Pile.SEAT] == [3, 2, 1]
    assert table.state.phase is Phase.SETTLED
