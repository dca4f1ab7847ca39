"""The ledger of a table over whole evenings in every book: every chip has its account, at every moment."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from functools import cache

import pytest

from ledger.booked_table import BookedTable
from ledger.evening import Evening
from uth.errors import Broken, Malformed, Refused
from uth.ledger.book import CAGE, HOUSE, Account, AccountKind, Ledger, Transfer
from uth.rules.loader import BOOKS
from uth.rules.values import Wager
from uth.table.floor.disputed import Correction, Finding
from uth.table.floor.irregularities import DealerCardExposed
from uth.table.round import commands as c
from uth.units import Seat

ROUNDS = 12
KEYS = range(3)


@cache
def evening(book: str, key: int, *, linked: bool = False) -> Evening:
    """Return an evening played under that book, the accounts counted after every event."""
    limits = {"entry_fee": 100} if book == "chickasaw" else {}
    played = Evening(BookedTable(book, linked=linked, limits=limits), key)
    played.play(ROUNDS)
    return played


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("book", BOOKS)
def test_every_chip_of_an_evening_is_in_its_account_and_every_past_moment_can_be_seen_again(
    book: str, key: int
) -> None:
    played = evening(book, key)
    table = played.table
    assert table.state.rounds >= ROUNDS // 2
    assert sum(table.book.trial_balance().values(), Fraction(0)) == 0
    assert len(table.trial_balances) > 10
    for event, then in table.trial_balances.items():
        assert table.book.trial_balance(after=event) == then
    assert table.book.balance(table.entries.escrow) == 0


def test_the_evenings_show_everything_that_moves_money() -> None:
    chosen = Counter[str]()
    for book in BOOKS:
        for key in KEYS:
            chosen.update(evening(book, key).chose)
    wanted = {"TakeSeat", "BuyIn", "PlaceWager", "TakeBackWager", "Bank", "GiveUpBank", "Report", "ResolveDispute"}
    assert wanted | {"LeaveSeat", "DisputeRound"} <= chosen.keys()


@pytest.mark.parametrize("book", [book for book in BOOKS if book != "california"])
@pytest.mark.parametrize("key", KEYS)
def test_a_table_on_a_link_and_one_with_its_own_meters_come_to_the_same_money(book: str, key: int) -> None:
    alone, linked = evening(book, key).table, evening(book, key, linked=True).table
    money = (AccountKind.PLAYER, AccountKind.TRAY, AccountKind.FEES, AccountKind.CAGE, AccountKind.HOUSE)
    assert linked.held(*money) == alone.held(*money)
    assert linked.state.chairs == alone.state.chairs
    assert {name: meter.amount for name, meter in linked.shared.link.meters.items()} == alone.state.meters


def test_the_evenings_on_a_link_have_awards_and_voids_in_them() -> None:
    tables = [evening(book, key, linked=True).table for book in BOOKS if book != "california" for key in KEYS]
    assert sum(len(table.shared.link.awards) for table in tables) > 20
    reversed_ = [entry for table in tables for entry in table.book.entries if entry.event in table.voids]
    assert len(reversed_) > 5


# One round each, in words.


def balances(table: BookedTable) -> dict[str, int]:
    return {str(account): int(cents) for account, cents in table.book.trial_balance().items()}


def test_chips_come_from_the_cage_go_to_escrow_with_the_wager_and_to_the_tray_with_the_loss() -> None:
    table = BookedTable("greece").seat(1, "ann", hole="2c7h", rail=10_000, ante=1000, trips=500)
    start = {"house": -100_000, "meter:one/main": 100_000, "cage": -10_000}
    assert balances(table) == {**start, "player:ann": 7_500, "escrow:one": 2_500}
    table.board("9h9c4d 2d Kc").dealer("KdKh").play({1: "fold"})
    assert balances(table) == {**start, "player:ann": 7_500, "tray:one": 2_500}
    table.send(c.LeaveSeat(seat=Seat(1)))
    assert balances(table) == {"house": -100_000, "meter:one/main": 100_000, "cage": -2_500, "tray:one": 2_500}


def test_an_award_comes_off_its_meter_and_the_house_seeds_it_again() -> None:
    table = BookedTable("nevada").seat(1, "ann", hole="AsKs", rail=10_000, ante=1000, progressive=100)
    table.board("QsJsTs 2d 3c").dealer("2h4c").play({1: "4x"})
    won = 1000 + 4000 + 500 * 1000 + 100_027
    assert balances(table) == {
        "house": -200_000,
        "meter:one/main": 100_000,
        "cage": -10_000,
        "player:ann": 10_000 - 100 + won,
        "tray:one": 100 - 27 - 1000 - 4000 - 500 * 1000,
    }


def test_the_entry_fee_is_kept_apart_from_what_the_tray_wins() -> None:
    table = BookedTable("chickasaw", limits={"entry_fee": 100}).seat(1, "ann", hole="2c7h", rail=10_000, ante=1000)
    table.board("9h9c4d 2d Kc").dealer("KdKh").play({1: "fold"})
    assert table.held(AccountKind.FEES, AccountKind.TRAY) == {"fees:one": 100, "tray:one": 2_000}


def test_envy_is_paid_from_the_tray() -> None:
    table = BookedTable("nevada").seat(1, "ann", hole="AsKs", rail=10_000, ante=1000, progressive=100)
    table.seat(2, "bob", hole="2c7h", rail=10_000, ante=1000, progressive=100)
    table.board("QsJsTs 2d 3c").dealer("2h4c").play({1: "4x", 2: "fold"})
    assert table.book.balance(Account(AccountKind.PLAYER, "bob")) == 10_000 - 2_000 - 100 + 10_000
    assert table.book.balance(table.entries.tray) == 2_000 + 200 - 2 * 27 - 10_000 - 1000 - 4000 - 500 * 1000


@pytest.mark.clause("NV.10a", "NV.10b")
@pytest.mark.parametrize("collected", [False, True])
def test_no_dispute_has_the_tray_pay_or_correct_an_award_of_a_meter(collected: bool) -> None:
    table = BookedTable("nevada", linked=True).seat(1, "ann", hole="AsKs", ante=1000, progressive=100)
    table.board("QsJsTs 2d 3c").dealer("2h4c").play({1: "4x"})
    if collected:
        table.next_round()
    tray = table.book.balance(table.entries.tray)
    table.send(c.DisputeRound(seat=Seat(1), says="it showed five dollars more"))
    more = Correction(seat=Seat(1), wager=Wager.PROGRESSIVE, returned=0, won=100_027 + 500)
    resolve = c.ResolveDispute(
        dispute=1, finding=Finding.CORRECTED, by="Dana", second="Lee", reason="seen", corrections=(more,)
    )
    with pytest.raises(Refused, match=r"two managers back it out at the Game Manager.*\(R60\)"):
        table.send(resolve)
    assert [award.cents for award in table.shared.link.awards] == [100_027]
    assert table.book.balance(table.entries.tray) == tray


@pytest.mark.clause("NV.10b")
def test_a_progressive_wager_is_corrected_only_to_what_the_tray_pays_on_it() -> None:
    table = BookedTable("nevada", linked=True).seat(1, "ann", hole="9s8d", ante=1000, progressive=100)
    table.board("QsJdTs 2d 3c").dealer("2h4c").play({1: "1x"})
    table.send(c.DisputeRound(seat=Seat(1), says="that was a full house"))
    award = Correction(seat=Seat(1), wager=Wager.PROGRESSIVE, returned=0, won=100_027)
    pay = replace(award, won=10 * 100)
    resolve = c.ResolveDispute(
        dispute=1, finding=Finding.CORRECTED, by="Dana", second="Lee", reason="seen", corrections=(award,)
    )
    with pytest.raises(Refused, match=r"is not what the tray pays on a progressive wager: 0, 1000, 7500"):
        table.send(resolve)
    table.send(replace(resolve, corrections=(pay,)))
    assert table.book.balance(table.entries.escrow) == 0


def test_the_bank_of_a_player_wins_and_loses_and_the_tray_is_never_in_it() -> None:
    table = BookedTable("california").seat(1, "ann", hole="2c7h", rail=10_000, ante=1000)
    table.bank(2, "bob", wager=5_000, rail=10_000).board("9h9c4d 2d Kc").dealer("KdKh")
    assert balances(table) == {
        "cage": -20_000,
        "player:ann": 8_000,
        "escrow:one": 2_000,
        "player:bob": 5_000,
        "bank:one": 5_000,
    }
    table.play({1: "fold"})
    assert balances(table) == {"cage": -20_000, "player:ann": 8_000, "player:bob": 12_000}


def test_a_correction_is_a_reversal_and_a_new_entry_and_the_old_ones_stay() -> None:
    table = BookedTable("greece").seat(1, "ann", hole="2c7h", rail=10_000, ante=1000)
    table.board("9h9c4d 2d Kc").dealer("KdKh").play({1: "fold"})
    entries = list(table.book.entries)
    table.send(c.DisputeRound(seat=Seat(1), says="I did not fold"))
    gets_back = Correction(seat=Seat(1), wager=Wager.ANTE, returned=1000, won=0)
    resolve = c.ResolveDispute(
        dispute=1, finding=Finding.CORRECTED, by="Dana", second="Lee", reason="seen", corrections=(gets_back,)
    )
    table.send(resolve)
    assert list(table.book.entries)[: len(entries)] == entries
    assert table.book.balance(Account(AccountKind.PLAYER, "ann")) == 9_000
    assert table.book.balance(table.entries.tray) == 1_000


# The book itself.


def test_the_same_event_posted_twice_is_booked_once() -> None:
    book = Ledger()
    for _ in range(2):
        book.post("table-1/1", [Transfer(source=CAGE, target=HOUSE, cents=Fraction(5))])
    assert book.balance(HOUSE) == 5
    assert len(book.entries) == 1


@pytest.mark.parametrize("cents", [0, -1])
def test_a_transfer_that_is_not_above_zero_is_a_fault_and_nothing_of_its_event_is_booked(cents: int) -> None:
    book = Ledger()
    good, bad = (Transfer(source=CAGE, target=HOUSE, cents=Fraction(each)) for each in (5, cents))
    with pytest.raises(Broken):
        book.post("table-1/1", [good, bad])
    assert book.trial_balance() == {}
    assert list(book.entries) == []


def test_a_moment_that_never_was_is_refused_by_name() -> None:
    with pytest.raises(Malformed, match="table-9/1"):
        Ledger().trial_balance(after="table-9/1")


@pytest.mark.clause("MA.7f5a")
def test_what_a_fold_loses_is_in_the_tray_before_the_dealer_shows() -> None:
    table = BookedTable("massachusetts").seat(1, "ann", ante=1000, match_play=1000, trips=500)
    table.seat(2, "ben", ante=1000).play({1: "fold"}, until="river")
    table.send(c.Fold(seat=Seat(1)))
    assert table.book.balance(table.entries.tray) == 2000
    assert table.book.balance(table.entries.escrow) == 500 + 2000


@pytest.mark.clause("MA.14a")
def test_a_round_that_is_void_after_a_fold_gives_back_what_was_collected_once() -> None:
    table = BookedTable("massachusetts").seat(1, "ann", ante=1000).seat(2, "ben", ante=1000)
    table.play(until="river").send(c.Fold(seat=Seat(1)))
    table.send(c.Report(irregularity=DealerCardExposed()))
    table.play()
    assert table.book.balance(table.entries.tray) == 0
    assert (table.net(1), table.net(2)) == (0, 0)
