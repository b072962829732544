"""A rule of an operator for a mode class or a tensor class runs in place of the class's own handler."""

import pytest

import wye
from wye.library import Library, custom_op, register_dispatch_rule
from wye.tensors.making import unseen_tensor


class Log(wye.DispatchMode):
    def __init__(self):
        self.seen = []

    def __wye_dispatch__(self, func, types, args=(), kwargs=None):
        self.seen.append(func.name())
        return func(*args, **(kwargs or {}))


class Marked(wye.Tensor):
    """A tensor that handles calls."""

    @classmethod
    def __wye_dispatch__(cls, func, types, args=(), kwargs=None):
        return "handler"


@pytest.fixture
def lib():
    with Library("dr", "DEF") as lib:
        lib.define("f(Tensor x) -> str")
        lib.define("g(Tensor x) -> str")
        lib.impl("f", lambda x: "kernel", "CPU")
        lib.impl("g", lambda x: "other", "CPU")
        yield lib


def test_a_rule_for_a_mode_runs_with_the_mode_off_the_stack(lib):
    calls = []

    @register_dispatch_rule("dr::f", Log, lib=lib)
    def rule(mode, func, types, args, kwargs):
        calls.append((type(mode), func.name(), types, len(args), kwargs))
        return f"rule, {func(*args)}"

    x = wye.tensor([1.0])
    with Log() as log:
        assert wye.ops.dr.f(x) == "rule, kernel"
        assert wye.ops.dr.g(x) == "other"
    assert log.seen == ["dr::g"]
    assert calls == [(Log, "dr::f", (), 1, {})]
    assert wye.ops.dr.f(x) == "kernel"


def test_other_modes_do_not_see_the_rule(lib):
    class Other(Log): ...

    register_dispatch_rule("dr::f", Log, lambda *a: "rule", lib=lib)
    with Other() as other:
        assert wye.ops.dr.f(unseen_tensor([1.0])) == "kernel"
    assert other.seen == ["dr::f"]
    with Log() as outer, Other() as inner:
        assert wye.ops.dr.f(unseen_tensor([1.0])) == "rule"
    assert (outer.seen, inner.seen) == ([], ["dr::f"])


def test_a_rule_for_a_tensor_class(lib):
    assert wye.ops.dr.f(Marked()) == "handler"
    handle = lib._register_dispatch_rule("f", Marked, lambda cls, func, types, args, kwargs: f"rule {cls.__name__}")
    assert wye.ops.dr.f(Marked()) == "rule Marked"
    marked = Marked()
    with Log() as log:
        assert wye.ops.dr.f(marked) == "rule Marked"
    assert log.seen == ["dr::f"]
    handle.remove()
    assert wye.ops.dr.f(Marked()) == "handler"


def test_the_rule_goes_with_its_library(lib):
    other = Library("dr", "IMPL")
    register_dispatch_rule("dr::f", Log, lambda *a: "rule", lib=other)
    other._destroy()
    with Log():
        assert wye.ops.dr.f(unseen_tensor([1.0])) == "kernel"
    assert not wye.ops.dr.f.default.has_kernel_for_dispatch_key("Python")


def test_custom_operators_take_rules():
    made = custom_op("dr2::f", lambda x: 1, mutates_args=(), schema="(Tensor x) -> int")
    made.register_torch_dispatch(Log, lambda mode, func, types, args, kwargs: 2)
    with Log():
        assert made(wye.tensor([1.0])) == 2
    assert made(wye.tensor([1.0])) == 1
