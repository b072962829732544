"""Counts of calls."""

import pytest

from wye.debug.call_counts import count, count_label, counts


@pytest.fixture(autouse=True)
def nothing_counted():
    before = dict(counts)
    counts.clear()
    yield
    counts.clear()
    counts.update(before)


def test_calls_are_counted_by_qualified_name_in_the_order_of_first_calls():
    class Thing:
        @count
        def make(self, n):
            """Doc."""
            return n

    assert (Thing().make(1), Thing().make(n=2)) == (1, 2)
    count_label("other")
    (name, calls), other = counts.items()
    assert (name.endswith("Thing.make"), calls, other) == (True, 2, ("other", 1))
    assert Thing.make.__doc__ == "Doc."


def test_a_call_that_raises_counts():
    @count
    def fail():
        raise ValueError

    with pytest.raises(ValueError, match=r"^$"):
        fail()
    assert list(counts.values()) == [1]
