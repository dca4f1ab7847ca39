"""Reviews of past rounds: the values of `uth advise`, from what the chair saw, stored once, gathered into reports."""

from __future__ import annotations

import json
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from fractions import Fraction

import pytest

from store.house import House
from support.played_house import PlayedHouse, StackedSecret
from support.round_table import RoundTable
from uth.cards import parse_cards
from uth.coach.coaching import coach
from uth.coach.drills import Drill, game_of, question_of, theme_named
from uth.coach.review import reviewed as review_of_decision
from uth.errors import Refused
from uth.exact.advice import advise, starts_of
from uth.exact.game import MainGame, main_game
from uth.exact.limit import limit_of
from uth.exact.solve import solve
from uth.history.own_mistakes import MISTAKES_MAX, own_mistakes
from uth.history.review_jobs import WriteReport, done
from uth.history.reviews import Progress, Reviews, is_current, played_hand
from uth.history.round_review import DecisionReview, SeatReview, review_of
from uth.history.session_report import SessionReport
from uth.house.live_table import LiveTable
from uth.rules.loader import BOOKS
from uth.rules.values import Wager
from uth.store.entries import Store
from uth.store.rounds import RoundFilter
from uth.table.round import commands as c
from uth.table.round.refusals import decisions
from uth.table.round.state import Phase
from uth.units import PlayerId, Seat
from uth.views.coaching import asked_at

ANN, BOB = PlayerId("ann~1"), PlayerId("bob~2")
ONE = Seat(1)
Choose = Callable[[LiveTable, Seat], int]
"""Returns the multiple that a seat chooses; 0 is a check or a fold."""


def best(live: LiveTable, seat: Seat) -> int:
    """Do what the coach says."""
    asked = asked_at(live.table, live.posted, seat)
    assert asked is not None
    return coach(asked.situation, asked.dead, asked.offered).best.multiple


def never_raises_ace_five_offsuit(live: LiveTable, seat: Seat) -> int:
    """Do what the coach says, except with this one hand."""
    hole, board = live.table.round.spots[seat].hole, live.table.round.board
    ranks = {str(card)[0] for card in hole}
    offsuit = hole[0].suit != hole[1].suit
    return 0 if not board and ranks == {"A", "5"} and offsuit else best(live, seat)


@dataclass
class Reviewed:
    """A house with one table and its reviews."""

    at: PlayedHouse
    live: LiveTable
    reviews: Reviews

    async def play(self, choose: Choose | None = None, *, ante: int = 1_000) -> None:
        """Play a round with antes alone; at random, unless the seats choose."""
        live = self.live
        if live.posted.rules.seats.player_banks:
            await self.at._bank(live, sorted(live.table.chairs))
        for seat in sorted(live.table.chairs):
            if live.table.round.banker is None or live.table.round.banker.seat != seat:
                await live._done(self.at.who(live, seat), _ante(seat, ante), None)
        while live.table.phase is not Phase.SETTLED:
            turn = live.table.turn
            if choose is None:
                await self.at.deal(live, _over)
                continue
            if turn is None:
                await live._go_on()
                continue
            offered = decisions(live.table, turn, live.posted)
            wanted = choose(live, turn)
            command = next(each for each in offered if getattr(each, "multiple", 0) == wanted)
            await live._done(self.at.who(live, turn), command, None)
        await live._go_on()

    async def of(self, number: int, player: PlayerId = ANN) -> list[SeatReview]:
        """Return the player's reviews of a round."""
        while (found := await self.reviews.of_round("one", number, player)) is None:
            pass
        return found

    async def report(
        self, player: PlayerId = ANN, *, table: str | None = None, since: str | None = None, until: str | None = None
    ) -> SessionReport:
        """Return the player's report."""
        wanted = RoundFilter(player=player, table=table, since=since, until=until)
        while isinstance(found := await self.reviews.report(wanted), Progress):
            pass
        return found

    def stack(self, hole: str, *, dealer: str, board: str, others: dict[int, str] | None = None) -> None:
        """Deal seat 1 and the others these cards."""
        table = RoundTable(self.live.posted.rules.name).seat(1, "p1", hole=hole, ante=1_000)
        for seat, cards in (others or {}).items():
            table.seat(seat, f"p{seat}", hole=cards, ante=1_000)
        self.live.secret = StackedSecret(stacked=table.board(board).dealer(dealer).shuffled())


def _over(live: LiveTable) -> bool:
    return live.table.phase is Phase.SETTLED


def _ante(seat: Seat, cents: int) -> c.PlaceWager:
    return c.PlaceWager(seat=seat, wager=Wager.ANTE, cents=cents)


@asynccontextmanager
async def reviewed(
    book: str, players: tuple[str, ...] = (ANN,), *, store: Store | None = None
) -> AsyncIterator[Reviewed]:
    """Keep a house with one table open while the block runs."""
    at = PlayedHouse(store=store) if store is not None else PlayedHouse()
    live = at.table(rules=book)
    await at.sit(live, players)
    found = Reviewed(at=at, live=live, reviews=Reviews(history=at.history))
    try:
        yield found
    finally:
        await found.reviews.close()


def value(decision: DecisionReview, action: str) -> Fraction:
    return next(Fraction(each["fraction"]) for each in decision["choices"] if each["action"] == action)


def words(multiple: int, street: str) -> str:
    return f"{multiple}x" if multiple else "fold" if street == "river" else "check"


@pytest.mark.parametrize("book", BOOKS)
async def test_the_values_of_random_decisions_are_those_of_advise(book: str) -> None:
    at = PlayedHouse()
    live = at.table(rules=book)
    await at.sit(live)
    count = 0
    for number in range(1, 13):
        await at.round(live)
        round_ = await at.history.round("one", number)
        for seat, spot in round_.end.round.spots.items():
            wagers = spot.wagers
            asked = next(state for step in round_.steps for state in step.states if state.turn is not None)
            meters = {name: int(cents) for name, cents in asked.meters.items()}
            for said in review_of(round_, seat)["decisions"]:
                game = main_game(round_.posted, wagers, meters)
                hole, board = parse_cards(" ".join(said["hole"])), parse_cards(" ".join(said["board"]))
                told = advise(game, hole, board, (), limit_of(round_.posted, wagers, game))
                assert {words(each.multiple, told.street): each.value for each in told.options} == {
                    each["action"]: Fraction(each["fraction"]) for each in said["choices"]
                }
                assert Fraction(said["lost"]) == told.best.value - value(said, said["action"])
                assert said["cost_cents"] == pytest.approx(float(Fraction(said["lost"]) * wagers[Wager.ANTE]))
                count += 1
    assert count > 20


@pytest.mark.parametrize(("book", "beside"), [("nevada", ()), ("chickasaw", ("trips", "progressive"))])
async def test_a_wrong_decision_is_drilled_under_the_rules_of_its_round(book: str, beside: tuple[str, ...]) -> None:
    at = PlayedHouse()
    live = at.table(rules=book)
    await at.sit(live)
    drilled = 0
    for number in range(1, 9):
        await at.round(live)
        round_ = await at.history.round("one", number)
        for seat in round_.end.round.spots:
            for said in review_of(round_, seat)["decisions"]:
                if said["drill"] is None:
                    assert said["grade"] == "best"
                    continue
                drilled += 1
                question = question_of(said["drill"], BOOKS)
                assert said["drill"] == question.document()
                assert (said["drill"]["hole"], said["drill"]["board"]) == (said["hole"], said["board"])
                assert (question.game.book, question.game.beside) == (book, beside)
                assert question.game.tables["blind"] == round_.posted.blind.name
                chosen = next(each["multiple"] for each in said["choices"] if each["action"] == said["action"])
                assert coach(question.situation).choice(chosen).cost > 0
    assert drilled > 5


def a_review(hole: str, grade: str, *, by_clock: bool = False, book: str = "nevada") -> SeatReview:
    """Return a review with one decision, as far as mistakes read it."""
    question = question_of({"book": book, "hole": hole.split(), "board": []}).document()
    decision = {"grade": grade, "by_clock": by_clock, "drill": None if grade == "best" else question}
    found: SeatReview = json.loads(json.dumps({"decisions": [decision]}))
    return found


def test_mistakes_are_worst_then_newest_first_and_once() -> None:
    newest_first = [
        a_review("Ah Kh", "inaccuracy"),
        a_review("As Kd", "blunder", by_clock=True),
        a_review("2h 2d", "blunder"),
        a_review("Kh 4d", "best"),
        a_review("Ks 4s", "mistake"),
        a_review("2s 2c", "blunder", book="greece"),
        a_review("2s 2c", "inaccuracy"),
    ]

    def found(**only: str) -> list[str]:
        return [each["id"] for each in own_mistakes(newest_first, **only)]

    assert found() == [
        "nevada/blind=standard/22",
        "greece/blind=posted/22",
        "nevada/blind=standard/K4s",
        "nevada/blind=standard/AKs",
    ]
    assert found(theme="suited-kings") == ["nevada/blind=standard/K4s"]
    assert found(street="river") == []
    ranks = "AKQJT98765432"
    names = [f"{high}s {low}{suit}" for at, high in enumerate(ranks) for low in ranks[at + 1 :] for suit in "sh"]
    many = own_mistakes(a_review(f"{each}", "mistake", book=book) for book in BOOKS for each in names)
    assert len(many) == MISTAKES_MAX
    assert many[0]["hole"] == ["As", "Ks"]


async def test_mistakes_are_those_of_the_player_alone_of_a_street_and_a_theme() -> None:
    async with reviewed("nevada", (ANN, BOB)) as at:
        at.stack("Ah Ad", dealer="9c 8d", board="2c 7h 9d Js 4c", others={2: "Kh Qh"})
        await at.play(lambda live, seat: 0 if seat == ONE else best(live, seat))

        async def of(player: PlayerId, **only: object) -> list[str]:
            drill = Drill(game=game_of("greece"), **only)  # type: ignore[arg-type]
            while isinstance(found := await at.reviews.mistakes(player, drill), Progress):
                pass
            return [" ".join(each["hole"]) for each in found]

        assert await of(ANN) == ["Ah Ad"] * 3
        assert await of(ANN, street="flop") == ["Ah Ad"]
        assert await of(ANN, theme=theme_named("pocket-pairs")) == ["Ah Ad"]
        assert await of(ANN, theme=theme_named("suited-kings")) == []
        assert await of(BOB) == []
        assert await of(PlayerId("nobody~9")) == []


@pytest.mark.parametrize("book", ["massachusetts", "chickasaw"])
async def test_who_follows_the_coach_loses_nothing(book: str) -> None:
    async with reviewed(book) as at:
        for _ in range(20):
            await at.play(best)
        report = await at.report()
    assert (report["hands"], report["lost"]["fraction"], report["habits"]) == (20, "0/1", [])
    assert report["grades"]["best"] == report["decisions"] > 20
    (money,) = report["money"]
    edge = float(sum(each.holes * each.values[each.multiple] for each in solve(MainGame()).starts)) / 1326
    assert money["expected"] == pytest.approx(20 * 1_000 * edge)


async def test_a_fixed_mistake_is_found_with_its_right_cost() -> None:
    async with reviewed("massachusetts") as at:
        for number in range(12):
            if number % 4 == 0:
                at.stack("Ah5d" if number else "5hAc", dealer="KsQs", board="Kd 9s 2c 7h 3d")
            else:
                at.live.secret = StackedSecret(stacked=None)
            await at.play(never_raises_ace_five_offsuit)
        report = await at.report()
    values = starts_of(MainGame())["A5o"]
    cost = 3 * (values[4] - values[0])
    (habit,) = report["habits"]
    assert (habit["kind"], habit["action"], habit["best"], habit["times"]) == ("offsuit-aces", "check", "4x", 3)
    assert Fraction(habit["cost"]["fraction"]) == Fraction(report["lost"]["fraction"]) == cost > 0
    assert [(each["table"], each["round"]) for each in habit["examples"]] == [("one", 1), ("one", 5), ("one", 9)]
    assert habit["drill"] == "/drill?book=massachusetts&theme=offsuit-aces"
    assert report["lost_per_100"] == pytest.approx(float(100 * cost / 12))


@pytest.mark.parametrize("book", BOOKS)
async def test_hidden_cards_do_not_change_the_analysis(book: str) -> None:
    found = []
    for dealer, other, rest in (("KsKh", "AsAh", "7h 3d"), ("4s5h", "TsTh", "Ac Ad")):
        table = RoundTable(book)
        if table.posted.player_banks:
            table.bank(3, "p3", wager=10_000_000)
        table.seat(1, "p1", hole="Qh8d", ante=1_000).seat(2, "p2", hole=other, ante=500)
        table.board(f"Kd 9s 2c {rest}").dealer(dealer)
        table.play({1: "2x"}, until="flop")
        while table.state.turn != ONE:
            table.send(c.Check(seat=Seat(table.state.turn or 0)))
        asked = asked_at(table.state, table.posted, ONE)
        assert asked is not None
        found.append(repr(review_of_decision(asked, 0)))
    assert found[0] == found[1]


async def test_a_folded_winner_is_told_apart_from_a_mistake() -> None:
    async with reviewed("massachusetts", (ANN, BOB)) as at:
        # Against 42 of 45 possible pairs of cards the fold is right; this dealer has nothing either.
        at.stack("2h3d", dealer="4s5c", board="Kd Qs Jc 9h 7d", others={2: "AsAd"})
        await at.play(lambda live, seat: best(live, seat) if seat == ONE else 4 if not live.table.round.board else 0)
        (review,) = await at.of(1)
        last = review["decisions"][-1]
        assert (last["action"], last["grade"]) == ("fold", "best")
        assert review["would_have"] in ("lost", "tied")
        at.stack("8h4d", dealer="2s3c", board="Kd Qs Jc 9h 7d", others={2: "AsAd"})
        await at.play(lambda live, seat: 0 if seat == ONE else 4 if not live.table.round.board else 0)
        (review,) = await at.of(2)
        assert review["decisions"][-1]["action"] == "fold"


async def test_nobody_gets_the_review_of_another_seat() -> None:
    async with reviewed("massachusetts", (ANN, BOB)) as at:
        await at.play()
        assert [each["seat"] for each in await at.of(1, ANN)] == [1]
        assert [each["seat"] for each in await at.of(1, BOB)] == [2]
        assert await at.of(1, PlayerId("eve~9")) == []
        assert (await at.report(PlayerId("eve~9")))["hands"] == 0


async def test_reviews_are_stored_with_the_rounds_and_filtered(database: House) -> None:
    store = await database.open()
    async with reviewed("nevada", (ANN, BOB), store=store) as at:
        for _ in range(3):
            await at.play()
        before = await at.report()
        seats = await store.reviewed_seats(RoundFilter(player=ANN), 10)
        assert [each.round for each in seats] == [3, 2, 1]
        assert all(is_current(each.review) for each in seats)
        assert len(await store.reviewed_seats(RoundFilter(player=ANN), 2)) == 2
        assert await at.report(table="one") == before
        assert (await at.report(table="two"))["hands"] == 0
        since = seats[0].at
        assert (await at.report(since=since))["hands"] == 1
        assert (await at.report(until=seats[-1].at))["hands"] == 1
        again = Reviews(history=at.at.history)
        again.worker = at.reviews.worker
        stored = json.loads(seats[0].review or "")
        assert (await again.of_round("one", 3, ANN)) == [stored]


async def test_a_round_in_progress_is_not_reviewed() -> None:
    async with reviewed("massachusetts") as at:
        await at.live._done(ANN, _ante(ONE, 1_000), None)
        with pytest.raises(Refused, match="after its settlement"):
            await at.of(1)


async def test_a_report_over_ten_thousand_rounds_takes_less_than_two_seconds_of_a_processor() -> None:
    async with reviewed("nevada") as at:
        for _ in range(8):
            await at.play()
        await at.report()
        seats = await at.at.store.reviewed_seats(RoundFilter(player=ANN), 10)
    hands = [played_hand(each) for each in seats] * 1_250
    start = time.process_time()
    report = done(WriteReport(hands=hands))
    assert time.process_time() - start < 2
    assert isinstance(report, dict)
    assert report["hands"] == 10_000
