"""What is found once for each object is found again for another, though the two are equal."""

from __future__ import annotations

from uth.once import once_for_each


def test_an_object_is_asked_about_once_and_an_equal_one_by_itself() -> None:
    asked: list[list[int]] = []

    @once_for_each(2)
    def length(of: list[int]) -> int:
        asked.append(of)
        return len(of)

    one, equal = [1], [1]
    assert (length(one), length(one), length(equal), length(equal)) == (1, 1, 1, 1)
    assert len(asked) == 2
    assert (length([1, 2]), length(one)) == (2, 1)  # a third: there is no room for it beside the others
    assert len(asked) == 4


def test_an_object_that_is_gone_is_not_taken_for_the_next_in_its_place() -> None:
    @once_for_each(1_000)
    def first(of: list[int]) -> int:
        return of[0]

    assert [first([number]) for number in range(500)] == list(range(500))
