"""A session at the table: its wagers, its chips, its rounds, without a screen."""

from __future__ import annotations

from pathlib import Path

import pytest

from terminal.sitting import accept, all_wagers, check, evening, finish, run, sit
from uth.errors import Malformed
from uth.rules.loader import BOOKS
from uth.rules.values import Street, Wager
from uth.table.round import commands as c
from uth.table.round.state import Phase
from uth.terminal import wagering
from uth.terminal import wagering as banking
from uth.terminal.session import COUPONS
from uth.units import Seat


@pytest.mark.parametrize("book", BOOKS)
def test_an_evening_comes_to_what_its_rounds_came_to(book: str) -> None:
    for session in evening(sit(book), 40):
        record = session.history[-1]
        bank = record.result.bank.net if record.result.bank is not None else 0
        assert record.net == sum(hand.net for hand in record.result.mine) + bank
        assert session.bankroll == session.bought + session.net
    assert len(session.history) == 40


@pytest.mark.parametrize("book", BOOKS)
def test_the_same_key_deals_the_same_evening_and_another_key_another(book: str) -> None:
    def told(key: str) -> list[tuple[str, ...]]:
        return [session.history[-1].said for session in evening(sit(book, key=key), 5)]

    assert told("one") == told("one")
    assert told("one") != told("two")


def test_without_a_key_no_two_sessions_are_alike() -> None:
    decks = {next(evening(sit(key=None), 1)).history[-1].deck_key for _ in range(3)}
    assert len(decks) == 3


@pytest.mark.parametrize("book", BOOKS)
def test_every_wager_of_the_book_can_be_made_and_is_settled(book: str) -> None:
    session = sit(book)
    all_wagers(session)
    laid = set(session.layouts[session.mine[0]])
    assert laid == {wager for wager in Wager if session.posted.offers(wager)} - {
        Wager.BLIND,
        Wager.PLAY,
        Wager.ENTRY_FEE,
    }
    accept(session.deal())
    finish(session, pick=1)
    settled = {line.wager for line in session.history[0].result.mine[0].lines}
    assert laid | {Wager.BLIND} <= settled
    assert all(line.cites for line in session.history[0].result.mine[0].lines)


def test_the_meters_rise_with_every_progressive_wager() -> None:
    session = sit("chickasaw", seats="1")
    before = dict(session.table.meters)
    accept(wagering.add(session, session.mine[0], Wager.PROGRESSIVE, 500))
    accept(session.deal())
    run(session)  # 'Start Game' locks the wagers
    assert {name: session.table.meters[name] - before[name] for name in before} == {"mega": 12, "major": 6, "minor": 4}


def test_undo_goes_back_one_change_after_the_other() -> None:
    session = sit(ante="10")
    seat = session.mine[0]
    first = session.layouts
    accept(wagering.add(session, seat, Wager.TRIPS, 500))
    second = session.layouts
    accept(wagering.double(session))
    assert session.layouts == {seat: {Wager.ANTE: 2000, Wager.TRIPS: 1000}}
    accept(wagering.undo(session))
    assert session.layouts == second
    accept(wagering.undo(session))
    assert session.layouts == first
    refused = wagering.undo(session)
    assert refused is not None
    assert refused.code == "nothing_to_undo"


def test_clear_takes_everything_back_and_undo_puts_it_down_again() -> None:
    session = sit()
    all_wagers(session)
    laid = session.layouts
    accept(wagering.clear(session))
    assert session.layouts == {session.mine[0]: {}}
    assert session.bankroll == 100_000
    accept(wagering.undo(session))
    assert session.layouts == laid


def test_rebet_puts_the_last_wagers_down_again_but_no_coupon() -> None:
    session = sit(ante="15")
    all_wagers(session)
    laid = dict(session.layouts[session.mine[0]])
    accept(session.deal())
    finish(session)
    accept(session.collect())
    accept(wagering.rebet(session))
    del laid[Wager.MATCH_PLAY]
    assert session.layouts == {session.mine[0]: laid}


def test_double_leaves_a_wager_of_one_amount_as_it_is() -> None:
    session = sit("greece", ante="10")
    all_wagers(session)
    accept(wagering.double(session))
    assert session.layouts[session.mine[0]] == {Wager.ANTE: 2000, Wager.TRIPS: 500, Wager.PROGRESSIVE: 100}


def test_a_coupon_follows_its_ante_and_is_gone_once_it_is_taken() -> None:
    session = sit(ante="10")
    seat = session.mine[0]
    accept(wagering.add(session, seat, Wager.MATCH_PLAY, 500))
    accept(wagering.add(session, seat, Wager.ANTE, 500))
    assert session.layouts[seat] == {Wager.ANTE: 1500, Wager.MATCH_PLAY: 1500}
    accept(session.deal())
    finish(session)
    coupon = next(line for line in session.history[0].result.mine[0].lines if line.wager is Wager.MATCH_PLAY)
    assert session.coupons == COUPONS - (coupon.outcome != "pushes")
    session.coupons = 0
    accept(session.collect())
    accept(wagering.rebet(session))
    refused = wagering.add(session, seat, Wager.MATCH_PLAY, 500)
    assert refused is not None
    assert refused.code == "no_coupon"


@pytest.mark.parametrize(
    ("wager", "cents", "says"),
    [
        (Wager.ANTE, 300, "Ante $3 is outside the posted limits, $5 to $500 (LIMITS)."),
        (Wager.ANTE, 50_002, "Ante $500.02 is outside the posted limits, $5 to $500 (LIMITS)."),
        (
            Wager.ANTE,
            1001,
            "Ante $10.01 is not a multiple of $0.02, on which every pay of its table is whole (MA.10c).",
        ),
        (Wager.PROGRESSIVE, 100, "Progressive $1 is not the progressive wager of this table, exactly $5 (MA.13a)."),
    ],
)
def test_a_refused_wager_says_why_in_money_and_changes_nothing(wager: Wager, cents: int, says: str) -> None:
    session = sit()
    before = (session.table, session.layouts, list(session.undone_to))
    refused = wagering.put(session, session.mine[0], wager, cents)
    assert refused is not None
    assert session.refusal(refused) == says.replace("LIMITS", session.posted.limits.cite)
    assert (session.table, session.layouts, list(session.undone_to)) == before


def test_a_wager_beyond_the_chips_is_refused() -> None:
    session = sit(bankroll="100")
    refused = wagering.put(session, session.mine[0], Wager.ANTE, 10_000)
    assert refused is not None
    assert session.refusal(refused) == "$200 more is needed and $100 is on the rail."


def test_nothing_on_the_layout_changes_after_no_more_bets() -> None:
    session = sit(seats="1")
    accept(wagering.add(session, session.mine[0], Wager.TRIPS, 500))
    accept(session.deal())
    run(session)
    laid = session.layouts
    for change in (wagering.undo, wagering.clear, wagering.double, wagering.rebet):
        refused = change(session)
        assert refused is not None, change
        assert refused.code == "wagers_closed"
    assert session.layouts == laid


def test_the_person_is_asked_and_may_only_do_what_is_offered() -> None:
    session = sit(seats="1")
    accept(session.deal())
    run(session)
    assert session.answer(c.MakePlay(seat=session.mine[0], multiple=2)) is not None
    accept(session.answer(check(session)))
    run(session)
    assert session.table.phase is Phase.FLOP
    assert session.answer(c.Fold(seat=session.mine[0])) is not None


def test_two_hands_are_played_from_one_pile() -> None:
    session = sit("chickasaw", hands="2", seats="2", bankroll="100", ante="5")
    first, second = session.mine
    assert session.bankroll == 10_000 - 2_000
    accept(session.deal())
    run(session)
    accept(session.answer(c.MakePlay(seat=first, multiple=4)))
    accept(session.answer(c.MakePlay(seat=second, multiple=4)))
    assert session.bankroll == 10_000 - 2_000 - 4_000
    accept(session.collect()) if session.table.phase is Phase.SETTLED else finish(session)


def test_one_hand_can_use_all_the_chips_the_other_has_not_put_down() -> None:
    session = sit("chickasaw", hands="2", seats="2", bankroll="60", ante="5")
    first, second = session.mine
    accept(wagering.clear(session))
    accept(wagering.put(session, first, Wager.ANTE, 1000))
    accept(wagering.put(session, second, Wager.TRIPS, 500))
    accept(session.deal())
    run(session)
    refused = session.answer(c.MakePlay(seat=first, multiple=4))
    assert refused is not None
    assert session.refusal(refused) == "$40 more is needed and $35 is on the rail."
    accept(session.answer(c.MakePlay(seat=first, multiple=3)))
    assert session.bankroll == 500


def test_trips_alone_is_dealt_asked_nothing_and_settled() -> None:
    session = sit("chickasaw", seats="1")
    accept(wagering.clear(session))
    accept(wagering.add(session, session.mine[0], Wager.TRIPS, 500))
    accept(session.deal())
    finish(session)
    assert [line.wager for line in session.history[0].result.mine[0].lines] == [Wager.TRIPS]


def test_trips_alone_is_refused_where_the_book_wants_an_ante() -> None:
    session = sit()
    accept(wagering.clear(session))
    refused = wagering.add(session, session.mine[0], Wager.TRIPS, 500)
    assert refused is not None
    assert refused.code == "trips_needs_ante"


def test_out_of_chips_the_person_can_buy_in_again() -> None:
    session = sit(bankroll="9")
    assert session.is_out_of_chips
    accept(session.buy_in(100_000))
    assert not session.is_out_of_chips
    accept(wagering.rebet(session))
    assert session.net == 0


def test_an_entry_fee_is_taken_from_each_hand_where_the_house_has_set_one(tmp_path: Path) -> None:
    book = tmp_path / "fee.toml"
    limits = 'ante = { min = 500, max = 20000 }\ntrips = { min = 500, max = 10000 }\nentry_fee = 100\ncite = "CN.1"\n'
    book.write_text(f'based_on = "chickasaw"\nname = "fee"\n[limits]\n{limits}', encoding="utf-8")
    session = sit(str(book), hands="2", seats="2")
    accept(session.deal())
    assert session.bankroll == 100_000 - 2 * 1_000 - 2 * 100
    finish(session)
    lines = [line for hand in session.history[0].result.mine for line in hand.lines if line.wager is Wager.ENTRY_FEE]
    assert [(line.net, line.cites) for line in lines] == [(-100, ("CN.8", "CN.43"))] * 2


def book_with(tmp_path: Path, text: str) -> str:
    book = tmp_path / "own.toml"
    book.write_text(f'based_on = "nevada"\nname = "own"\n{text}', encoding="utf-8")
    return str(book)


def test_a_book_of_ones_own_is_asked_for_its_multiples_and_plays_by_them(tmp_path: Path) -> None:
    session = sit(
        book_with(
            tmp_path,
            '[play]\npreflop = { value = [5], cite = "R25" }\nriver = { value = [2], cite = "R25" }\n'
            '[trips]\noffered = { value = false, cite = "R25" }\n',
        )
    )
    accept(session.deal())
    run(session)
    assert "Before the flop: play 5x or check?" in session.spoken
    accept(session.answer(c.MakePlay(seat=session.mine[0], multiple=5)))
    finish(session)
    assert "At the river: play 2x or fold?" in session.voice.asks(Street.RIVER)


def test_a_book_in_which_a_hand_without_chips_could_answer_nothing_is_refused(tmp_path: Path) -> None:
    with pytest.raises(Malformed, match="a seat without chips must be able to check or to fold"):
        sit(book_with(tmp_path, '[play]\nfold = { value = [], cite = "R25" }\n'))


@pytest.mark.parametrize("banks", [False, True])
def test_the_bank_goes_round_and_nobody_banks_three_hands_in_a_row(banks: bool) -> None:
    session = sit("california", seats="4", banks=banks)
    bankers: list[Seat] = []
    for _ in range(16):
        if session.table.phase is Phase.SETTLED:
            accept(session.collect())
        if not session.banks:
            accept(wagering.rebet(session))
        assert session.table.round.banker is not None
        bankers.append(session.table.round.banker.seat)
        accept(session.deal())
        finish(session)
    assert all(not a == b == c_ for a, b, c_ in zip(bankers, bankers[1:], bankers[2:], strict=False))
    expected = [2, 2, 3, 3, 4, 4, 1, 1] * 2 if banks else [1, 1, 3, 3, 4, 4, 1, 1, 3, 3, 4, 4, 1, 1, 3, 3]
    assert bankers == expected
    assert session.mine == (2,)


def test_a_third_hand_in_a_row_is_refused_with_its_clause() -> None:
    session = sit("california", seats="2", banks=True)
    for _ in range(2):
        assert session.banks
        accept(session.deal())
        finish(session)
        accept(session.collect())
    assert not session.banks
    accept(banking.pass_button(session))
    session.take(c.GiveUpBank(seat=session.people.others[0])) if session.table.round.banker else None
    refused = banking.take_bank(session, 1000)
    assert refused is not None
    assert (refused.code, refused.clause) == ("banked_too_often", "CA.PLAY20")


def test_a_person_who_has_the_button_lets_it_go_by_with_an_ante() -> None:
    session = sit("california", seats="2")
    assert banking.has_button(session)
    assert session.table.round.banker is None
    accept(wagering.rebet(session))
    assert session.table.round.banker is not None
    assert session.table.round.banker.seat == session.people.others[0]


def test_a_person_banks_and_the_house_plays_against_it() -> None:
    session = sit("california", seats="5", banks=True)
    assert session.banks
    accept(session.deal())
    finish(session)
    result = session.history[0].result
    assert result.bank is not None
    assert result.net == result.bank.net == -sum(hand.net for hand in result.others)
    assert session.bankroll == 100_000 + result.net


def test_the_seats_of_the_house_never_run_out_of_chips() -> None:
    for session in evening(sit(seats="6", bankroll="100000"), 60):
        assert len(session.history[-1].result.others) == 5
