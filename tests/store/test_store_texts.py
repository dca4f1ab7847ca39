"""Stored texts read back unchanged, and each value has only one text."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from uth.errors import Malformed
from uth.ledger.book import Account, AccountKind, account_of
from uth.store.rows import fraction_of, fraction_text, utc_now


@given(st.sampled_from(AccountKind), st.text())
def test_an_account_reads_back_from_what_it_prints(kind: AccountKind, name: str) -> None:
    assert account_of(str(Account(kind, name))) == Account(kind, name)


@pytest.mark.parametrize("text", ["", "purse", "purse:ann", "cage:", "Cage", "cage ", ":ann"])
def test_a_text_that_no_account_prints_is_not_one(text: str) -> None:
    with pytest.raises(Malformed, match="is not an account"):
        account_of(text)


@given(st.fractions())
def test_a_fraction_reads_back_from_its_text(value: Fraction) -> None:
    assert fraction_of(fraction_text(value)) == value


@pytest.mark.parametrize(
    "text", ["", "1", "1/0", "2/4", "1/-2", "01/2", "+1/2", " 1/2", "1/2/3", "1.5/2", "1_0/3", "٣/2"]
)
def test_a_fraction_is_written_in_one_way(text: str) -> None:
    with pytest.raises(Malformed):
        fraction_of(text)


def test_the_time_is_written_to_the_millisecond_of_utc() -> None:
    now = utc_now()
    assert len(now) == len("2026-07-28T20:15:00.000Z")
    assert now.endswith("Z")
