"""`cached_by_identity` computes an answer once for each object, even if two objects are equal."""

from __future__ import annotations

from uth.records import cached_by_identity


def test_equal_objects_are_cached_separately() -> None:
    computed: list[list[int]] = []

    @cached_by_identity(2)
    def length(of: list[int]) -> int:
        computed.append(of)
        return len(of)

    one, equal = [1], [1]
    assert (length(one), length(one), length(equal), length(equal)) == (1, 1, 1, 1)
    assert len(computed) == 2
    assert (length([1, 2]), length(one)) == (2, 1)  # the third object clears the cache
    assert len(computed) == 4


def test_a_new_object_at_the_address_of_an_old_one_gets_its_own_answer() -> None:
    @cached_by_identity(1_000)
    def first(of: list[int]) -> int:
        return of[0]

    assert [first([number]) for number in range(500)] == list(range(500))
