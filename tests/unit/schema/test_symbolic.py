"""Objects that stand for numbers go through binding as they are."""

from __future__ import annotations

import pytest

import wye
from wye import dispatch
from wye.errors import ArgumentError
from wye.schema.symbolic import at_most, least, likely, register_symbolic, stands_for


class Size:
    """A size that is not known yet: it has a node, and is no number."""

    def __init__(self, node):
        self.node = node


class Truth:
    pass


@pytest.fixture(autouse=True)
def registered():
    before = register_symbolic(int, Size), register_symbolic(bool, Truth)
    yield
    register_symbolic(int, before[0])
    register_symbolic(bool, before[1])


@pytest.fixture
def op():
    with dispatch.library("DEF", "symbolic") as lib:
        made = lib.define("f(SymInt a, SymInt[] b, SymInt? c=None, *, SymInt[1]? d=None, SymBool? e=None) -> Any")
        lib.impl("f", lambda *args, **kwargs: (args, kwargs), "CompositeExplicitAutograd")
        yield made


def test_symbolic_sizes_arrive_untouched(op):
    s, t, truth = Size("s"), Size("t"), Truth()
    assert op(s, [s, 2]) == ((s, [s, 2]), {})
    assert op(1, (s, t), None, d=t) == ((1, [s, t], None), {"d": [t]})
    assert op(c=t, b=[], a=s) == ((s, [], t), {})
    assert op(s, [], e=truth) == ((s, []), {"e": truth})
    assert op(True, [True, s]) == ((1, [1, s]), {})  # converted around the symbol, in Python


def test_an_int_that_is_not_symbolic_refuses_symbols(op):
    with dispatch.library("FRAGMENT", "symbolic") as lib:
        plain = lib.define("g(int a) -> Any")
        lib.impl("g", lambda a: a, "CompositeExplicitAutograd")
        with pytest.raises(ArgumentError):
            plain(Size("s"))
    with pytest.raises(ArgumentError):
        op(Truth(), [])


def test_scalars_take_symbols():
    with dispatch.library("DEF", "symbolic_scalars") as lib:
        op = lib.define("f(Scalar a) -> Any")
        lib.impl("f", lambda a: a, "CompositeExplicitAutograd")
        s = Size("s")
        assert op(s) is s


def test_a_kernel_may_return_a_symbol():
    with dispatch.library("DEF", "symbolic_returns") as lib:
        op = lib.define("f(SymInt a) -> (SymInt, SymInt[])")
        lib.impl("f", lambda a: (a, [a, 1]), "CompositeExplicitAutograd")
        s = Size("s")
        assert op(s) == (s, [s, 1])


def test_a_mode_sees_the_symbol():
    seen = []

    class Mode(wye.modes.DispatchMode):
        def __wye_dispatch__(self, func, types, args=(), kwargs=None):
            seen.append(args)
            return wye.ones(1)

    s, x = Size("s"), wye.ones(2)
    with Mode():
        wye.ops.aten.view(x, [s, 2])
        wye.ops.aten.select.int(x, 0, s)
    assert seen == [(x, [s, 2]), (x, 0, s)]


def test_what_stands_for_nothing_is_refused():
    assert stands_for(Size("s"), int)
    assert not stands_for(Size("s"), float, bool)
    with pytest.raises(TypeError, match="int, float or bool"):
        register_symbolic(str, Size)
    with pytest.raises(TypeError, match="takes a class"):
        register_symbolic(int, 3)


@pytest.mark.parametrize(("example", "answer"), [(3, True), (5, True), (8, False)])
def test_equal_numbers_pass_the_guard_of_either_answer(example, answer):
    pytest.importorskip("sympy")
    from wye.symbolic import ConstantSource, ShapeEnv, SymInt
    from wye.symbolic.values import value_of

    env = ShapeEnv()
    before = register_symbolic(int, SymInt)
    symbol = env.create_symbol(example, ConstantSource("n"))
    n = env.create_symintnode(symbol, hint=example)
    assert likely(n) == example
    assert likely(n > 100) is False
    assert not env.guards
    assert at_most(n, 5) is answer
    assert least(n, 5) is (n if answer else 5)
    assert all(value_of(guard.expr, {symbol: 5}) for guard in env.guards)
    assert not all(value_of(guard.expr, {symbol: 11 - example if example != 5 else 6}) for guard in env.guards)
    register_symbolic(int, before)


def test_what_only_data_says_has_no_likely_value():
    pytest.importorskip("sympy")
    from wye.symbolic import ShapeEnv

    n = ShapeEnv().create_unbacked_symint()
    assert likely(n) is None
    assert at_most(n, 5) is None
