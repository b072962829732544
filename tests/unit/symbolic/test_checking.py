"""Guards as text, and whether other inputs pass them."""

import pytest

import wye
from wye.symbolic import LocalSource, ShapeEnv


class Sized:
    """A tensor's geometry with symbols."""

    def __init__(self, env, tensor, name="x"):
        numbers = env.create_symbolic_sizes_strides_storage_offset(tensor, LocalSource(name))
        self.shape, self._strides, self._offset = numbers

    def size(self):
        return self.shape

    def stride(self):
        return self._strides

    def storage_offset(self):
        return self._offset


def test_conditions_are_python_text():
    env = ShapeEnv()
    x = Sized(env, wye.ones(3, 4))
    assert bool(x.shape[0] * 2 > x.shape[1])
    assert env.produce_guards_expression([x]) == (
        "L['t0'].stride()[0] == L['t0'].size()[1] and 2*L['t0'].size()[0] > L['t0'].size()[1] and "
        "2 <= L['t0'].size()[0] and 2 <= L['t0'].size()[1]"
    )
    assert env.produce_guards([x], [LocalSource("x")])[1] == "2*L['x'].size()[0] > L['x'].size()[1]"


@pytest.mark.parametrize(
    ("ask", "passing", "failing"),
    [
        (lambda a, b: a < b, (7, 9), (9, 7)),
        (lambda a, b: a == 3, (3, 9), (4, 9)),
        (lambda a, b: (a + b) // 2 == 3, (2, 5), (3, 5)),
        (lambda a, b: b % a == 1, (4, 5), (4, 6)),
        (lambda a, b: a / b < 1.5, (3, 4), (6, 4)),
        (lambda a, b: ((a > 2) & (b > 3)) | (a > 100), (3, 4), (2, 4)),
    ],
)
def test_other_inputs_pass_the_guards_or_not(ask, passing, failing):
    env = ShapeEnv()
    x = Sized(env, wye.ones(3, 4))
    assert bool(ask(*x.shape))
    assert env.evaluate_guards_for_args([x], [wye.ones(passing)])
    assert not env.evaluate_guards_for_args([x], [wye.ones(failing)])


def test_symbols_are_bound_to_the_sizes_of_other_inputs():
    env = ShapeEnv()
    x, y = Sized(env, wye.ones(3, 4)), Sized(env, wye.ones(4, 5), "y")
    bound = env.bind_symbols([x, y, 3], [wye.ones(7, 9), wye.ones(9, 2), 3])
    assert list(bound.values()) == [7, 9, 2]


def test_sizes_that_were_equal_have_to_be(env):
    env = ShapeEnv()
    x = Sized(env, wye.ones(3, 3))
    assert env.evaluate_guards_for_args([x], [wye.ones(5, 5)])
    assert not env.evaluate_guards_for_args([x], [wye.ones(5, 6)])


def test_numbers_that_stayed_numbers_are_compared_when_asked(env):
    x = Sized(env, wye.ones(3, 1))
    assert env.evaluate_guards_for_args([x], [wye.ones(5, 1)])
    assert not env.evaluate_guards_for_args([x], [wye.ones(5, 2)], ignore_static=False)


def test_a_text_names_the_variable_that_a_number_comes_from(env, size):
    n = size(5)
    assert n > 3
    assert env.produce_guards([n], ["n"]) == ["4 <= L['n']"]


def test_guards_that_follow_from_ranges_are_left_out(env):
    env = ShapeEnv()
    x = Sized(env, wye.ones(15, 16))
    assert bool(x.shape[0] < 20)
    assert bool(x.shape[0] < 30)
    assert bool(x.shape[1] > x.shape[0])
    found = env.produce_guards([x], ["x"], _simplified=True)
    assert found == ["L['x'].size()[1] > L['x'].size()[0]", "L['x'].size()[0] <= 19", "3 <= L['x'].size()[1]"]
    assert env.evaluate_guards_for_args([x], [wye.ones(18, 19)])
    assert not env.evaluate_guards_for_args([x], [wye.ones(20, 21)])


def test_numbers_that_are_known_to_equal_others_are_conditions_of_the_inputs(env):
    env = ShapeEnv()
    x, y = Sized(env, wye.ones(16)), Sized(env, wye.ones(8), "y")
    assert bool(x.shape[0] == y.shape[0] * 2)
    found = env.produce_guards([x, y], ["x", "y"])
    assert found == ["L['x'].size()[0] == 2*L['y'].size()[0]", "2 <= L['y'].size()[0]"]
    assert env.produce_guards([x, y], ["x", "y"], _simplified=True) == []
    assert env.evaluate_guards_for_args([x, y], [wye.ones(6), wye.ones(3)])
    assert not env.evaluate_guards_for_args([x, y], [wye.ones(6), wye.ones(4)])


def test_real_numbers_are_written_with_all_their_digits(env, size):
    a = size(3)
    assert bool(2 / a == 2 / 3)
    code = env.produce_guards_expression([a])
    assert repr(2 / 3) in code
    assert env.evaluate_guards_expression(code, [3])
    assert not env.evaluate_guards_expression(code, [4])
