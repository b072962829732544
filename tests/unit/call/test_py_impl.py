"""Python rules on operators."""

from __future__ import annotations

import enum

import pytest

import wye
from wye import dispatch
from wye.call.py_impl import FunctionalizeContext, FunctionalMode, TransformType, hooks, mode_rule
from wye.errors import OperatorNotFoundError, RegistrationError, UnknownKeyError
from wye.keys import DispatchKey, DispatchKeySet


class Mode:
    def __wye_dispatch__(self, func, types, args=(), kwargs=None):
        return func(*args, **(kwargs or {}))


class Subclass(wye.Tensor):
    pass


@pytest.fixture
def op(lib):
    return lib.define("f(Tensor x) -> Tensor")


def test_the_decorator_gives_the_function_back(op):
    def rule(x):
        return x

    for key in ("CPU", DispatchKey.Meta, int(DispatchKey.CUDA), "Autograd", Mode, Subclass, TransformType.Vmap):
        assert op.py_impl(key)(rule) is rule


def test_the_tables_are_views_on_one(op):
    by_key, by_mode, by_transform = (op.py_impl(k)(lambda *args: None) for k in ("CPU", Mode, TransformType.Grad))
    assert op.py_kernels == {DispatchKey.CPU: by_key}
    assert op.python_key_table == op.python_key_mode_table == {Mode: by_mode}
    assert op.functorch_table == {TransformType.Grad: by_transform}
    assert set(op._entry.rules["py_impl"]) == {DispatchKey.CPU, Mode, TransformType.Grad}
    assert Mode not in op.py_kernels
    assert repr(op.python_key_table) == repr({Mode: by_mode})
    op.python_key_table.clear()
    op.py_kernels[DispatchKey.Meta] = by_key
    assert set(op._entry.rules["py_impl"]) == {DispatchKey.CPU, DispatchKey.Meta, TransformType.Grad}
    with pytest.raises(KeyError):
        del op.py_kernels[TransformType.Grad]
    with pytest.raises(TypeError, match="rules here are for a DispatchKey"):
        op.py_kernels[Mode] = by_mode


def test_an_operator_without_rules_has_empty_tables(op):
    assert (len(op.py_kernels), len(op.python_key_table), len(op.functorch_table)) == (0, 0, 0)
    assert "py_impl" not in op._entry.rules


@pytest.mark.parametrize("key", [DispatchKey.CPU, Mode, TransformType.Jvp], ids=str)
def test_a_second_rule_for_the_same_is_refused(op, key):
    first = op.py_impl(key)(lambda x: 1)
    with pytest.raises(RegistrationError) as raised:
        op.py_impl(key)(lambda x: 2)
    assert str(raised.value) == f"Trying to override a python impl for {key} on operator call::f"
    assert list(op._entry.rules["py_impl"].values()) == [first]


def test_the_python_key_is_for_modes(op):
    with pytest.raises(RegistrationError, match=r"^Please register a mode for the DispatchKey\.Python key instead\."):
        op.py_impl("Python")


@pytest.mark.parametrize("key", [int, "Cpu", 9999, None, 1.5])
def test_what_is_no_key_is_refused(op, key):
    with pytest.raises(UnknownKeyError):
        op.py_impl(key)


def test_other_enums_may_name_transforms(op):
    class Mine(enum.Enum):
        SHIFT = 1

    rule = op.py_impl(Mine.SHIFT)(lambda interpreter, x: x)
    assert op.functorch_table[Mine.SHIFT] is rule


def test_a_removed_operator_takes_no_rules():
    with dispatch.library("FRAGMENT", "call") as lib:
        op = lib.define("f(Tensor x) -> Tensor")
    with pytest.raises(OperatorNotFoundError):
        op.py_impl("CPU")


@pytest.fixture
def alone(monkeypatch):
    """Operators as they are without the layer that functionalizes."""
    monkeypatch.setattr(hooks, "contexts", {})
    monkeypatch.setattr(hooks, "functional_mode", None)


def test_one_rule_serves_all_ways_to_functionalize(op, alone):
    @op.py_functionalize_impl
    def rule(context, x):
        return context, x

    assert set(op._entry.rules["py_impl"]) == {
        DispatchKey.Functionalize, FunctionalMode, TransformType.Functionalize,
    }  # fmt: skip
    assert op.py_kernels[DispatchKey.Functionalize](1) == (FunctionalizeContext(DispatchKey.Functionalize), 1)
    by_mode = op.python_key_table[FunctionalMode]("mode", 2)
    assert by_mode == (FunctionalizeContext(FunctionalMode, "mode"), 2)
    by_transform = op.functorch_table[TransformType.Functionalize]("interpreter", x=3)
    assert by_transform == (FunctionalizeContext(TransformType.Functionalize, "interpreter"), 3)


def test_functionalization_registers_all_or_nothing(op):
    op.py_impl(TransformType.Functionalize)(lambda interpreter, x: x)
    with pytest.raises(RegistrationError):
        op.py_functionalize_impl(lambda context, x: x)
    assert set(op._entry.rules["py_impl"]) == {TransformType.Functionalize}


def test_a_mode_finds_the_rule_for_exactly_its_class(op, alone):
    class Derived(Mode):
        pass

    class Functionalizes(FunctionalMode):
        pass

    assert mode_rule(op, Mode()) is None
    rule = op.py_impl(Mode)(lambda mode, x: x)
    op.py_functionalize_impl(lambda context, x: x)
    assert mode_rule(op, Mode()) is rule
    assert mode_rule(op, Derived()) is None
    assert mode_rule(op, Functionalizes()) is op.python_key_table[FunctionalMode]


def test_rules_count_as_kernels(lib, op):
    cpu = DispatchKeySet("CPU")
    assert not op.has_kernel_for_dispatch_key("CPU")
    op.py_impl("CompositeImplicitAutograd")(lambda x: x)
    assert op.has_kernel_for_dispatch_key("CompositeImplicitAutograd")
    assert not op.has_kernel_for_any_dispatch_key(cpu)
    op.py_impl("CPU")(lambda x: x)
    assert op.has_kernel_for_dispatch_key("CPU")
    assert op.has_kernel_for_any_dispatch_key(cpu)
    assert not dispatch.has_kernel_for_key("call::f", "CPU")  # registered with a library, that is


def test_decompose_prefers_the_python_rule(lib):
    op, x = lib.define("g(Tensor x, int y=1) -> str"), wye.tensor([1.0])
    assert op.decompose(x) is NotImplemented
    assert not op._can_decompose()
    lib.impl("g", lambda ks, x, y=1: f"{ks} {y}", "CompositeImplicitAutograd", with_keyset=True)
    assert op._can_decompose()
    expected = f"{wye.dispatch.keys_of_call(op, (x,), {})} 2"
    assert op.decompose(x, y=2) == op.decompose(x, 2) == expected
    op.py_impl("CompositeImplicitAutograd")(lambda x, y=1: f"rule {y}")
    assert op.decompose(x) == "rule 1"


def test_op_dk_runs_the_kernel_of_a_key_or_an_alias(lib):
    op, x = lib.define("g(Tensor x) -> str"), wye.tensor([1.0])
    lib.impl("g", lambda ks, x: f"composite {ks}", "CompositeImplicitAutograd", with_keyset=True)
    lib.impl("g", lambda x: "meta", "Meta")
    assert op._op_dk("Meta", x) == "meta"
    assert op._op_dk("CompositeImplicitAutograd", x).startswith("composite DispatchKeySet(CPU")
    with pytest.raises(NotImplementedError):
        op._op_dk("CompositeExplicitAutograd", x)
    with pytest.raises(wye.errors.ArgumentError):
        op._op_dk("Meta", 1)
