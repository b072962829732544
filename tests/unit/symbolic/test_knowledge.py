"""What is known about symbols: ranges, replacements, bounds of sums, divisibility."""

import pytest

from wye.symbolic import DimDynamic, LocalSource, statically_known_false, statically_known_true
from wye.symbolic.ranges import ValueRangeError
from wye.symbolic.sources import EphemeralSource


def test_what_was_unknown_is_asked_again_after_a_new_fact(env, size):
    a, b = size(5), size(3, "b")
    assert not statically_known_true(a > 3)
    assert bool(a > b)
    assert not statically_known_true(a > 3)
    assert bool(b > 2)
    assert statically_known_true(a > b)
    assert not statically_known_true(a + b > 100)


def test_a_guard_narrows_the_range_of_its_symbol(env, size):
    a = size(6)
    assert str(env.var_to_range[a.node.expr]) == "VR[2, int_oo]"
    assert bool(2 * a <= 21)
    assert str(env.var_to_range[a.node.expr]) == "VR[2, 10]"
    assert statically_known_false(a > 10)
    assert not bool(a == 2)
    assert str(env.var_to_range[a.node.expr]) == "VR[3, 10]"


def test_symbols_that_equal_expressions_are_replaced(env, size):
    a, b = size(6), size(3, "b")
    assert bool(a == b * 2)
    assert (str(a), str(a + 1)) == ("2*s65", "2*s65 + 1")
    assert bool(a == 6)
    assert (str(a), str(b)) == ("6", "3")
    assert [str(guard.expr) for guard in env.guards] == ["Eq(s99, 2*s65)", "Eq(2*s65, 6)"]
    assert {str(one): str(to) for one, to in env.replacements.items()} == {"s99": "6", "s65": "3"}


@pytest.mark.parametrize(
    ("given", "follows"),
    [
        (lambda a, b: a < b, lambda a, b: a <= b),
        (lambda a, b: a < b, lambda a, b: b > a),
        (lambda a, b: a < b, lambda a, b: a != b),
        (lambda a, b: a + 1 <= b, lambda a, b: a < b),
        (lambda a, b: a < b, lambda a, b: a - b < 0),
        (lambda a, b: a * b > 7, lambda a, b: a * b > 5),
        (lambda a, b: b % a == 1, lambda a, b: b % a == 1),
        (lambda a, b: (a < b) & (b < 9), lambda a, b: a < 8),
    ],
)
def test_what_follows_from_a_guard_needs_no_other(env, size, given, follows):
    a, b = size(3), size(4, "b")
    assert bool(given(a, b))
    assert statically_known_true(follows(a, b))


@pytest.mark.parametrize(
    "truth",
    [
        lambda a, b: a * b >= a,
        lambda a, b: a * b >= 4,
        lambda a, b: (a - 1) * b > 0,
        lambda a, b: a * a > a,
        lambda a, b: a // 2 >= 1,
        lambda a, b: a % 4 < 4,
        lambda a, b: a % b < b,
        lambda a, b: (a - b) % b - b < 0,
        lambda a, b: 2 * b - a % b > b,
        lambda a, b: a + b > a,
    ],
)
def test_sizes_are_at_least_two(env, size, truth):
    assert statically_known_true(truth(size(3), size(4, "b")))
    assert env.guards == []


def test_a_remainder_that_is_zero_is_remembered(env, size):
    a = size(6)
    assert bool(a % 2 == 0)
    assert sorted(map(str, env.divisible)) == ["Mod(s99, 2)"]
    assert str(env.simplify((a % 2 + 3).node.expr)) == "3"


def test_ranges_that_exclude_each_other_are_an_error(env, size):
    env.constrain_range(size(5).node.expr, 2, 9)
    with pytest.raises(ValueRangeError, match=r"\[20:9\]"):
        env.constrain_range(size(5).node.expr, 20, 30)


def test_a_quotient_without_remainder_is_exact(env, size):
    a = size(8)
    assert not statically_known_true(a // (a // 2) == 2)
    assert bool(a % 2 == 0)
    assert bool(a % (a // 2) == 0)
    assert statically_known_true(a // (a // 2) == 2)
    assert not statically_known_true(a // 3 == 2)


@pytest.mark.parametrize("first", [True, False])
def test_symbols_of_values_that_will_be_gone_are_replaced_by_others(env, first):
    sources = [EphemeralSource(), LocalSource("a")]
    made = [env.create_symbol(6, source=one, dynamic_dim=DimDynamic.DYNAMIC) for one in sources[:: 1 if first else -1]]
    gone, stays = made if first else reversed(made)
    a, b = (env.create_symintnode(one, hint=6) for one in made)
    assert bool(a == b)
    assert env.replacements == {gone: stays}
