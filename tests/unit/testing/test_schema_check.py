"""SchemaCheckMode: calls are checked against the schemas of their operators."""

import pytest

import wye
from wye.keys import DispatchKey
from wye.library import Library
from wye.modes import pre_dispatch
from wye.testing import SchemaCheckMode


def test_calls_writes_and_views_are_noted():
    with SchemaCheckMode() as mode:
        a = wye.zeros(2)
        a.view(2, 1).add_(1)
        wye.add(a, a, out=a)
    assert mode.ops == ["aten::zeros", "aten::view", "aten::add_", "aten::add"]
    assert [tuple(one) for one in mode.mutated] == [
        ("aten::add_", "input"), ("aten::add", "input"), ("aten::add", "other"), ("aten::add", "out"),
    ]  # fmt: skip
    assert ("aten::view", "input", "output_0") in mode.aliasing
    mode.reset_cache()
    assert (mode.ops, mode.mutated, mode.aliasing) == ([], [], [])


def test_the_operators_are_printed(capsys):
    with SchemaCheckMode() as mode:
        wye.ones(1).sin()
    mode.display_ops()
    assert capsys.readouterr().out == "aten::ones,aten::sin\n"


def test_a_fault_is_raised_where_the_operator_is_called():
    with Library("checked", "FRAGMENT") as lib:
        lib.define("f(Tensor x) -> Tensor")
        lib.impl("f", lambda x: x.mul_(1).clone(), "CPU")
        with SchemaCheckMode(), pytest.raises(RuntimeError, match="Argument x is not defined as mutable"):
            wye.ops.checked.f(wye.ones(2))


@pytest.mark.parametrize(
    "call",
    [
        lambda x: wye.ops.aten._unsafe_view(x, [4]),
        lambda x: wye.ops.aten.unsafe_split(x, 1),
        lambda x: wye.ops.aten.native_batch_norm(x, None, None, wye.zeros(2), wye.ones(2), True, 0.1, 1e-5),
        lambda x: x.set_(wye.ones(3)),
        lambda x: x.resize_(9),
    ],
    ids=["_unsafe_view", "unsafe_split", "native_batch_norm", "set_", "resize_"],
)
def test_operators_whose_schemas_do_not_say_all_are_known(call):
    with SchemaCheckMode():
        call(wye.ones(2, 2))


def test_higher_order_operators_pass():
    with SchemaCheckMode() as mode:
        assert wye.cond(wye.tensor(True), lambda x: x.sin(), lambda x: x, (wye.zeros(2),)).tolist() == [0.0, 0.0]
    assert mode.ops


def test_before_autograd_it_is_alone():
    with SchemaCheckMode(_dispatch_key=DispatchKey.PreDispatch) as mode:
        assert pre_dispatch.count() == 1
        assert pre_dispatch.is_active(mode)
    assert pre_dispatch.count() == 0


class Outer(wye.Tensor):
    """A tensor whose memory is that of another one, and whose handler does what no schema says."""

    def __new__(cls, elem):
        made = wye.Tensor._make_wrapper_subclass(cls, elem.size(), dtype=elem.dtype)
        made.elem = elem
        return made

    @classmethod
    def __wye_dispatch__(cls, func, types, args=(), kwargs=None):
        values = [one.elem if isinstance(one, Outer) else one for one in args]
        result = func(*values, **(kwargs or {}))
        if func is wye.ops.aten.add.Tensor:
            args[0].elem = result
        if func is wye.ops.aten.sub.Tensor:
            args[0].elem = wye.zeros(2)
        if func is wye.ops.aten.aminmax.default:
            result = (result[0], result[0])
        return tuple(map(Outer, result)) if isinstance(result, tuple) else Outer(result)


@pytest.mark.parametrize(
    ("call", "fault"),
    [
        (lambda x: x.sin().add(x), "Argument input is not defined to alias output but was aliasing"),
        (lambda x: x.cos().sub(x), "Argument input is not defined as mutable but was mutated"),
        (wye.aminmax, "Outputs 0 and 1 alias unexpectedly"),
    ],
)
def test_tensors_that_hold_others_are_watched_by_what_they_hold(call, fault):
    with SchemaCheckMode(), pytest.raises(RuntimeError, match=fault):
        call(Outer(wye.ones(2)))


def test_tensors_that_hold_others_raise_no_false_alarm():
    with SchemaCheckMode() as mode:
        Outer(wye.ones(2)).sin().mul(2)
    assert (mode.mutated, mode.aliasing) == ([], [])
