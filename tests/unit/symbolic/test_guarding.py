"""Guards: where they were made, what depends on data, checks at run time, blocks."""

import pytest

import wye
from wye import checks
from wye.symbolic import (
    GuardOnDataDependentSymNode,
    ShapeEnv,
    constrain_range,
    expect_true,
    guard_or_false,
    guard_or_true,
    guard_size_oblivious,
)


def test_a_guard_knows_the_line_that_made_it(env, size):
    assert bool(size(5) > 3)
    place = env.guards[0].sloc
    assert (place.file, place.function) == (__file__, "test_a_guard_knows_the_line_that_made_it")
    assert "test_guarding.py:" in env.format_guards(verbose=True)
    assert env.format_guards() == " - s99 > 3"


def test_a_value_that_depends_on_data_is_not_given(env):
    u = env.create_unbacked_symint()
    assert [str(u), str(u + 1), str(u < 3)] == ["u0", "u0 + 1", "u0 < 3"]
    with pytest.raises(GuardOnDataDependentSymNode, match=r"guard on data-dependent expression Eq\(u0, 3\)") as caught:
        bool(u == 3)
    assert str(caught.value.cond) == "Eq(u0, 3)"
    assert isinstance(caught.value, RuntimeError)
    assert "test_guarding.py" in str(caught.value)
    with pytest.raises(GuardOnDataDependentSymNode, match="extract specialized integer"):
        int(u)
    assert (guard_or_false(u == 3), guard_or_true(u == 3)) == (False, True)
    assert env.guards == []


def test_symbols_for_what_depends_on_data_are_numbered(env):
    made = env.create_unbacked_symint(), env.create_unbacked_symfloat(), env.create_unbacked_symbool()
    assert [str(one) for one in made] == ["u0", "zuf0", "Eq(u1, 1)"]
    assert str(env.var_to_range[made[0].node.expr]) == "VR[-int_oo, int_oo]"


def test_a_check_of_what_depends_on_data_is_done_later_and_taken_as_given(env):
    u = env.create_unbacked_symint()
    checks.check(u >= 2)
    assert bool(u > 1)
    checks.check(u <= 10)
    checks.check(u % 2 == 0)
    assert bool(u % 2 == 0)
    assert [str(one.expr) for one in env.deferred_runtime_asserts[u.node.expr]] == [
        "2 <= u0",
        "u0 <= 10",
        "Eq(Mod(u0, 2), 0)",
    ]
    checks.check(u == 4)
    assert int(u) == 4
    assert not expect_true(u == 5)


def test_a_check_of_a_size_is_a_guard(env, size):
    a = size(5)
    checks.check(a > 2)
    assert [str(guard.expr) for guard in env.guards] == ["s99 > 2"]
    with pytest.raises(RuntimeError, match="too small s99"):
        checks.check(a > 7, lambda: f"too small {a}")


def test_sizes_that_depend_on_data_may_count_as_neither_zero_nor_one(env):
    u = env.create_unbacked_symint()
    with pytest.warns(FutureWarning):
        checks.check_is_size(u)
    with pytest.warns(FutureWarning):
        assert not guard_size_oblivious(u == 0)
    with pytest.raises(GuardOnDataDependentSymNode, match="Size-like symbols: u0"):
        bool(u == 0)


def test_symbols_without_values_do_not_replace_each_other(env):
    u, v = env.create_unbacked_symint(), env.create_unbacked_symint()
    checks.check(u == v)
    assert bool(u == v)
    assert env.replacements == {}


def test_a_number_outside_of_its_range_is_an_error():
    constrain_range(3, min=2, max=4)
    with pytest.raises(ValueError, match="Invalid value 5"):
        constrain_range(5, min=2, max=4)


def test_guards_can_be_suppressed_or_refused(env, size):
    a = size(5)
    with env.suppress_guards():
        assert bool(a == 5)
    assert env.guards == []
    with env.error_on_new_guards(), pytest.raises(RuntimeError, match=r"new guard .* Eq\(s99, 5\)"):
        int(a)
    env.freeze()
    assert int(a) == 5
    assert len(env.guards) == 1


def test_environments_that_learned_the_same_are_equal():
    from wye.symbolic import ConstantSource

    def run():
        env = ShapeEnv()
        n = env.create_symintnode(env.create_symbol(4, ConstantSource("n")), hint=4)
        assert n * 3 == 12
        return env

    one, other = run(), run()
    one.check_equal(other)
    other.create_unbacked_symint()
    with pytest.raises(AssertionError, match="environments differ"):
        one.check_equal(other)


def test_symbolic_numbers_are_taken_by_operators(env, size):
    made = wye.ops.aten.empty.memory_format([size(4), 2], device="meta")
    assert [str(one) for one in made.shape] == ["s99", "2"]
    assert env.guards == []
