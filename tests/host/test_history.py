"""History: rounds are equal to what was stored, shown as each viewer saw them, and quick to find."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import pytest

from support.observing import heard_by
from support.played_house import PlayedHouse, StackedSecret, Ticks
from uth.cards import Card
from uth.errors import Refused
from uth.history.open_records import OpenRecords
from uth.history.round_check import check_round
from uth.history.round_document import Viewer, round_document
from uth.house.fairness import Commitment, deck_of
from uth.house.followed_table import checkpoint_of
from uth.house.live_table import LiveTable
from uth.house.round_secret import RoundSecret, posted_again, stamp_of
from uth.people.roles import Role, Session
from uth.rules.loader import BOOKS, load_book
from uth.rules.values import Wager
from uth.store.entries import Stored
from uth.store.memory import MemoryStore
from uth.store.rounds import RoundEntry, RoundFilter
from uth.table.floor.disputed import Correction, Finding
from uth.table.posted import post
from uth.table.round import commands as c
from uth.table.round import events as e
from uth.table.round.decide import Events
from uth.table.round.state import Phase, Table
from uth.units import PlayerId, Seat
from uth.views.table import view_of
from uth.web.past_rounds import listed, steps_of

WAYS = [(book, way.name) for book in BOOKS for way in load_book(book).dealing]
ANN, BOB, WATCHER, STAFF = (
    Viewer(player=PlayerId("ann~1")),
    Viewer(player=PlayerId("bob~2")),
    Viewer(),
    Viewer(all=True),
)


@pytest.mark.parametrize(("book", "way"), WAYS)
async def test_any_round_is_dealt_and_settled_again_from_its_document(book: str, way: str) -> None:
    played = PlayedHouse()
    live = played.table(rules=book, dealing=way)
    await played.sit(live)
    for number in (1, 2):
        await played.round(live)
        found = await played.history.round("one", number)
        for viewer in (WATCHER, ANN, STAFF):
            checked = check_round(round_document(found, viewer))
            assert checked.holds, checked


@pytest.mark.parametrize("book", ["nevada", "massachusetts"])
async def test_a_round_at_a_table_on_a_link_is_checked_with_the_meters_it_read(book: str) -> None:
    played = PlayedHouse()
    manager = Session(person="kim", roles=frozenset({Role.MANAGER}), csrf="", ends=10**12)
    await played.house.open()
    try:
        await played.house.make_table(manager, {"name": "one", "rules": book, "dealt_by": "person"})
        live = played.house.live("one")
        await played.sit(live)
        await played.round(live)
        document = round_document(await played.history.round("one", 1), ANN)
    finally:
        await played.house.close()
    assert document["start"]["linked"]
    assert {"ReadMeters", "SettleRound"} <= {act["do"]["is"] for act in document["acts"]}
    assert check_round(document).holds, check_round(document)


@pytest.mark.parametrize("book", BOOKS)
async def test_a_round_is_recalled_as_it_happened_event_by_event(book: str) -> None:
    happened: list[tuple[Events, tuple[Table, ...]]] = []

    def tell(_: LiveTable, events: Events, states: Sequence[Table]) -> None:
        happened.append((events, tuple(states)))

    played = PlayedHouse()
    live = played.table(rules=book)
    live.observers = heard_by(tell)
    await played.sit(live)
    for _ in range(3):
        await played.round(live)
    recalled = [await played.history.round("one", number) for number in (3, 1, 2)]
    steps = sorted((step for found in recalled for step in found.steps), key=lambda step: step.number)
    events, states = (tuple(each for told in happened for each in told[part]) for part in (0, 1))
    recalled_events = tuple(event for step in steps for event in step.events)
    assert recalled_events == events[-len(recalled_events) :]
    assert isinstance(recalled_events[0], e.WagerPlaced | e.BankTaken)
    assert tuple(state for step in steps for state in step.states) == states[-len(recalled_events) :]
    assert steps[-1].states[-1] == live.table


async def begun(secret: bytes, order: tuple[Card, ...], book: str, until: Phase) -> tuple[PlayedHouse, LiveTable]:
    """Return a house at that point of a first round, everyone checking or playing the least."""
    played = PlayedHouse()
    live = played.table(rules=book)
    live.secret = StackedSecret(stacked=order)
    await played.sit(live)
    live.secret.committed = Commitment(secret=secret)
    await played.wager(live)
    await played.deal(live, lambda each: each.table.phase is until, (0,) * 30)
    return played, live


async def bytes_of(played: PlayedHouse, live: LiveTable, viewer: Viewer) -> str:
    found = await played.history.round("one", 1)
    return json.dumps([round_document(found, viewer), steps_of(found, viewer, live)])


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("until", [Phase.PREFLOP, Phase.FLOP, Phase.SHOWDOWN])
async def test_two_decks_that_differ_in_what_a_viewer_may_not_know_have_the_same_history(
    book: str, until: Phase
) -> None:
    order = deck_of(b"one")
    played, live = await begun(b"s" * 32, order, book, until)
    for viewer in (ANN, STAFF):
        view = view_of(live.table, live.posted, viewer.chair(live.table))
        seats = [card for seat in view.seats.values() if seat.spot is not None for card in seat.spot.cards]
        known = {card for card in (*view.dealer, *view.community, *seats) if card is not None}
        unknown = iter([card for card in order if card not in known][::-1])
        twin = tuple(card if card in known else next(unknown) for card in order)
        again = await begun(b"s" * 32, twin, book, until)
        assert twin != order
        assert await bytes_of(*again, viewer) == await bytes_of(played, live, viewer)


async def test_a_folded_hand_is_in_nobody_elses_history_and_the_staff_that_reads_the_log_sees_it() -> None:
    played = PlayedHouse()
    live = played.table()
    await played.sit(live)
    await played.wager(live, every=False)
    await played.deal(live, lambda each: each.table.turn == 2)
    while live.table.phase is not Phase.SETTLED:
        turn = live.table.turn
        if turn == 2:
            answer = c.Fold(seat=turn) if live.table.phase is Phase.RIVER else c.Check(seat=turn)
            await live._done("bob~2", answer, None)
        else:
            await played.deal(live, lambda each: each.table.turn == 2 or each.table.phase is Phase.SETTLED)
    hole = [f'"{card}"' for card in live.table.round.spots[Seat(2)].hole]
    found = await played.history.round("one", 1)
    for viewer in (WATCHER, ANN):
        text = json.dumps([round_document(found, viewer), steps_of(found, viewer, live)])
        assert not any(card in text for card in hole)
    for viewer in (BOB, STAFF):
        assert all(card in json.dumps(round_document(found, viewer)) for card in hole)
        assert all(card in json.dumps(steps_of(found, viewer, live)) for card in hole)
    (entry,) = (await played.history.rounds(RoundFilter())).entries
    for viewer, sees in ((WATCHER, False), (ANN, False), (BOB, True), (STAFF, True)):
        bob = next(seat for seat in listed(entry, viewer)["seats"] if seat["seat"] == 2)
        assert (bob["folded"], [f'"{card}"' for card in bob["cards"]]) == (True, hole if sees else [])


async def test_the_staff_sees_no_more_than_a_watcher_of_a_round_that_is_on() -> None:
    played, live = await begun(b"s" * 32, deck_of(b"two"), "massachusetts", Phase.FLOP)
    assert await bytes_of(played, live, STAFF) == await bytes_of(played, live, WATCHER)
    assert live.secret.committed.secret.hex() not in await bytes_of(played, live, STAFF)


async def test_a_round_dealt_from_a_real_deck_has_no_proof_and_its_cards_are_as_secret_as_any() -> None:
    played = PlayedHouse()
    live = played.table(dealt_by="person", deck="read")
    await played.sit(live)
    await played.wager(live, every=False)
    await played.deal(live, lambda each: each.table.phase is Phase.OPENING_DEAL)
    hole = (live.table.round.deck[7], live.table.round.deck[3])
    await live._done("kim", c.ReadCards(cards=hole[:1]), None)
    await live._done("kim", c.DealNext(), None)
    for viewer in (WATCHER, STAFF):
        text = await bytes_of(played, live, viewer)
        assert f'"{hole[0]}"' not in text
        assert text == await bytes_of(played, live, viewer)
    await played.deal(live, lambda each: each.table.phase is Phase.SETTLED)
    document = round_document(await played.history.round("one", 1), STAFF)
    assert document["seats"]["1"]["cards"][0] == str(hole[0])
    assert (document["proof"], document["commitment"]) == (None, None)


async def entries_of(played: PlayedHouse, table: str) -> list[RoundEntry]:
    """Return the rounds of a table, the oldest first."""
    page = await played.history.rounds(RoundFilter(table=table), limit=1_000)
    return list(reversed(page.entries))


async def test_rounds_are_found_by_table_player_time_result_hand_wager_and_win_page_by_page() -> None:
    played = PlayedHouse()
    one, two = played.table("one"), played.table("two", rules="nevada")
    await played.sit(one)
    await played.sit(two, ("bob~2", "dan~4"))
    for _ in range(6):
        await played.round(one)
        await played.round(two, every=False)

    async def rounds(**wanted: Any) -> list[tuple[str, int]]:
        found: list[RoundEntry] = []
        before: int | None = None
        while True:
            page = await played.history.rounds(RoundFilter(**wanted), before=before, limit=2)
            found += page.entries
            before = page.before
            if before is None:
                return [(entry.table, entry.number) for entry in found]

    every = [(table, number) for number in range(6, 0, -1) for table in ("two", "one")]
    assert await rounds() == await rounds(player="bob~2") == every
    assert await rounds(table="one") == await rounds(player="ann~1") == [each for each in every if each[0] == "one"]
    assert await rounds(player="nobody") == []
    entries = {(each.table, each.number): each for each in await entries_of(played, "one")}
    nets = {key: next(seat.net for seat in each.seats if seat.player == "ann~1") for key, each in entries.items()}
    for result, sign in (("won", 1), ("lost", -1), ("even", 0)):
        wanted = [key for key in every if key in nets and (nets[key] > 0) - (nets[key] < 0) == sign]
        assert await rounds(player="ann~1", result=result) == wanted
    best = max(nets.values())
    assert await rounds(player="ann~1", win_min=best) == [key for key in every if nets.get(key) == best]
    assert await rounds(wagers=frozenset({"trips"})) == [each for each in every if each[0] == "one"]
    shown = {key: {seat.hand for seat in each.seats} for key, each in entries.items()}
    pairs = [key for key in every if key in shown and "one_pair" in shown[key]]
    assert pairs
    assert await rounds(table="one", hand="one_pair") == pairs
    third = entries["one", 3].at
    assert await rounds(table="one", since=third, until=third) == [("one", 3)]


async def test_an_entry_says_what_the_document_says() -> None:
    played = PlayedHouse()
    for book in BOOKS:
        live = played.table(book, rules=book)
        await played.sit(live)
        await played.round(live)
        (entry,) = await entries_of(played, book)
        document = round_document(await played.history.round(book, 1), WATCHER)
        assert {str(seat.seat): seat.net for seat in entry.seats} == {
            seat: each["net"] for seat, each in document["seats"].items()
        }
        said = {
            seat: [(line["wager"], line["stake"], line["net"]) for line in each["lines"]]
            for seat, each in document["seats"].items()
        }
        if banker := document["start"]["banker"]:  # the bank is a line of the list
            seat = str(banker["seat"])
            said[seat].append(("bank", banker["wager"], document["seats"][seat]["net"]))
        assert said == {
            str(seat.seat): list(zip(seat.wagers, seat.lines[::2], seat.lines[1::2], strict=True))
            for seat in entry.seats
        }


class Counting(MemoryStore):
    """A store that notes how far back it was asked to read."""

    def __init__(self) -> None:
        super().__init__(clock=Ticks())
        self.asked: list[int] = []

    async def read(self, stream: str, after: int = 0) -> list[Stored]:
        self.asked.append(after)
        return await super().read(stream, after)


async def test_nothing_is_read_twice_for_a_list_and_a_round_is_not_found_from_the_first_record() -> None:
    store = Counting()
    played = PlayedHouse(store=store)
    live = played.table()
    await played.sit(live)
    for _ in range(3):
        await played.round(live, every=False)
    await played.history.rounds(RoundFilter())
    store.asked.clear()
    await played.history.rounds(RoundFilter(player=PlayerId("ann~1")))
    assert store.asked == []
    for _ in range(30):
        await played.round(live, every=False)
    entries = await entries_of(played, "one")
    last = await played.history.round("one", 33)
    store.asked.clear()
    assert (await played.history.round("one", 33)) is last
    assert store.asked == []
    await played.history.round("one", 32)
    assert min(store.asked) >= entries[15].after


async def test_a_round_is_found_from_a_checkpoint_in_the_log() -> None:
    class Kept(RoundSecret):
        def kept(self, command: Any) -> dict[str, Any]:
            kept = super().kept(command)
            return {**kept, "state": checkpoint_of(after)} if isinstance(command, c.CollectCards) else kept

    played = PlayedHouse(store=Counting())
    first = played.table()
    live = LiveTable(name="one", posted=first.posted, store=first.store, secret=Kept())
    played.house.tables["one"] = live
    await played.sit(live)
    await played.wager(live)
    await played.deal(live, lambda each: each.table.phase is Phase.SETTLED)
    twin = LiveTable(name="one", posted=live.posted, store=MemoryStore())
    twin.table = live.table
    await twin._done("house", c.CollectCards(), None)
    after = twin.table
    await live._go_on()
    await played.round(live)
    store = played.store
    assert isinstance(store, Counting)
    checkpoint = (await entries_of(played, "one"))[1].checkpoint
    store.asked.clear()
    found = await played.history.round("one", 2)
    assert min(store.asked) == checkpoint - 1
    assert check_round(round_document(found, ANN)).holds
    assert found.steps[-1].states[-1] == live.table


async def test_a_dispute_is_told_with_its_round_and_its_words_to_the_staff_alone() -> None:
    played = PlayedHouse()
    live = played.table()
    await played.sit(live)
    await played.round(live, every=False)
    before = (await entries_of(played, "one"))[0]
    await live._done("ann~1", c.DisputeRound(seat=Seat(1), says="I had a flush"), None)
    ante = next(settled for seat, settled in live.table.settled if seat == 1 and settled.wager is Wager.ANTE)
    right = Correction(seat=Seat(1), wager=Wager.ANTE, returned=ante.stake, won=ante.stake)
    command = c.ResolveDispute(
        dispute=1, finding=Finding.CORRECTED, by="kim", second="lee", reason="it was", corrections=(right,)
    )
    await live._done("kim", command, None)
    found = await played.history.round("one", 1)
    document = round_document(found, ANN)
    names = [each["is"] for each in document["disputes"]]
    assert names == ["RoundDisputed", "SettlementReversed", "WagerSettled", "DisputeResolved"]
    assert "I had a flush" not in json.dumps(document)
    assert "I had a flush" in json.dumps(round_document(found, STAFF))
    assert check_round(document).holds
    (after,) = await entries_of(played, "one")
    assert after.seats[0].net - before.seats[0].net == 2 * ante.stake - ante.returned - ante.won


async def test_what_there_is_no_round_of_is_said() -> None:
    played = PlayedHouse()
    live = played.table()
    await played.sit(live)
    for number, says in ((1, "has not begun"), (2, "rounds played at one: 0"), (0, "0; there is no round 0")):
        with pytest.raises(Refused, match=says):
            await played.history.round("one", number)
    with pytest.raises(Refused, match="no table"):
        await played.history.round("nowhere", 1)


@pytest.mark.parametrize("book", BOOKS)
def test_a_stamp_changes_with_anything_that_is_posted(book: str) -> None:
    posted = post(load_book(book))
    found = stamp_of(posted)
    assert found == stamp_of(post(load_book(book)))
    others = [post(load_book(book), dealing=way.name) for way in posted.rules.dealing[1:]]
    others += [post(load_book(book), {"trips": table.name}) for table in posted.rules.pay.trips[1:]]
    hashes = {stamp_of(each)["posted_hash"] for each in (posted, *others)}
    assert len(hashes) == 1 + len(others)
    assert found["rules_hash"] == posted.rules.fingerprint


async def test_a_table_in_a_round_is_sealed_alone_and_the_rest_of_the_house_is_exported() -> None:
    played, live = await begun(b"s" * 32, deck_of(b"three"), "massachusetts", Phase.FLOP)
    other = played.table("two", rules="nevada")
    await played.sit(other)
    await played.round(other)
    await played.deal(live, lambda each: each.table.phase is Phase.RIVER)
    await played.wager(other, every=False)
    open_records = await played.history.open_records()
    records = [record async for record in played.store.export()]
    lines = [json.loads(open_records.line(record)) for record in records]
    assert [line["position"] for line in lines] == list(range(1, len(records) + 1))
    at_one = [line for line in lines if line["stream"] == "table/one"]
    shuffle = next(each for each in at_one if "sealed" in each and each["number"] > 15)
    assert all("sealed" in line for line in at_one if line["position"] > shuffle["position"])
    at_two = [line for line in lines if line["stream"] == "table/two" and "sealed" not in line]
    assert {"RoundSettled", "WagerPlaced"} <= {event["is"] for line in at_two for event in line["body"]["events"]}
    assert [line["position"] for line in at_two][-1] == records[-1].position
    seals = [line["chain"] for line in lines]
    assert seals == [record.chain for record in records[: open_records.below - 1]] + [None] * (
        len(records) - open_records.below + 1
    )
    await played.deal(live, lambda each: each.table.phase is Phase.SETTLED)
    later = await played.history.open_records()
    again = [json.loads(later.line(record)) async for record in played.store.export()]
    assert all(line["chain"] for line in again)
    assert not [line for line in again if line["stream"] == "table/one" and "sealed" in line][1:]


@pytest.mark.parametrize("book", BOOKS)
async def test_what_was_posted_is_posted_again_from_the_document_of_a_round(book: str) -> None:
    played = PlayedHouse()
    live = played.table(rules=book, ante=[1000, 20_000])
    await played.sit(live)
    await played.round(live)
    document = round_document(await played.history.round("one", 1), WATCHER)
    again = posted_again(load_book(book), json.loads(json.dumps(document["posted"])))
    assert again == live.posted


async def test_the_log_shows_no_card_secret_or_password_that_is_not_for_its_reader() -> None:
    played, live = await begun(b"s" * 32, deck_of(b"three"), "massachusetts", Phase.FLOP)
    open_records = await played.history.open_records()
    records = [record async for record in played.store.export()]
    shown = json.dumps([open_records.search_result(record) for record in records])
    lines = b"".join(open_records.line(each) for each in records).decode()
    for text in (shown, lines):
        assert not any(f'"{card}"' in text for card in deck_of(b"three"))
        assert live.secret.committed.secret.hex() not in text
    assert [record["chain"] for record in json.loads(shown)][-1] is None
    await played.deal(live, lambda each: each.table.phase is Phase.SETTLED)
    later = await played.history.open_records()
    assert live.secret.committed.secret.hex() in json.dumps(
        [later.search_result(each) async for each in played.store.export()]
    )
    made = Stored(position=1, stream="people", number=1, at="", key=None, chain="c",
                  body={"is": "account_made", "name": "kim", "roles": ["admin"], "password": "$argon2id$"})  # fmt: skip
    nothing_on = OpenRecords(settled={}, shuffled={}, end=9, closed_at=played.house.closed_at)
    assert "argon2id" not in json.dumps(nothing_on.search_result(made))
    assert b"argon2id" not in nothing_on.line(made)
    assert json.loads(nothing_on.line(made))["chain"] == "c"


async def test_no_card_of_a_round_at_a_table_that_another_node_runs_is_in_the_log_that_is_shown() -> None:
    played, live = await begun(b"s" * 32, deck_of(b"three"), "massachusetts", Phase.FLOP)
    records = [record async for record in played.store.export()]
    here = await played.history.open_records()
    del played.house.tables[live.name]
    elsewhere = await played.history.open_records()
    assert elsewhere == here
    assert any(elsewhere.is_sealed(record) for record in records)
    assert (await played.history.rounds(RoundFilter(table=live.name))).entries == ()
