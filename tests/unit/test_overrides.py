"""Functions in Python ask function modes and values, as operators do."""

import inspect

import pytest

import wye
from wye import overrides
from wye.errors import DispatchRefusedError
from wye.library import Library
from wye.modes.function import (
    disable_functions,
    disable_subclass_functions,
    enable_functions,
    pop_function_mode,
    push_function_mode,
)
from wye.overrides import (
    handle_override,
    has_override,
    is_tensor_like,
    is_tensor_method_or_property,
    overridable_functions,
    resolve_name,
    skip_one_override,
    testing_overrides,
    wrap_override,
)


class Duck:
    """No tensor, but handles functions."""

    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        return cls.__name__, func.__name__, types, args, kwargs


class Duckling(Duck):
    pass


class Shy:
    @classmethod
    def __wye_function__(cls, func, types, args=(), kwargs=None):
        return NotImplemented


class Loud(wye.FunctionMode):
    def __wye_function__(self, func, types, args=(), kwargs=None):
        return "mode", types


class Silent(wye.FunctionMode):
    def __wye_function__(self, func, types, args=(), kwargs=None):
        return NotImplemented


@wrap_override(lambda x, y=None: (x, y))
def function(x, y=None):
    return "itself"


def test_values_and_modes_are_asked_and_plain_ones_are_not():
    assert has_override([1, Duck()])
    assert not has_override([1, wye.tensor([1.0]), None])
    with Loud():
        assert has_override([1])
        with disable_functions():
            assert not has_override([1, Duck()])
    assert function(1) == "itself"


def test_the_most_derived_class_is_asked_first():
    assert function(Duck(), Duckling())[:3] == ("Duckling", "function", (Duckling, Duck))
    assert function(Duck(), Duck())[2] == (Duck,)
    name, func, _, args, kwargs = function(Duck(), y=2)
    assert (name, func, len(args), kwargs) == ("Duck", "function", 1, {"y": 2})


def test_not_implemented_tries_the_next():
    assert function(Shy(), Duck())[0] == "Duck"
    with pytest.raises(DispatchRefusedError, match=r"no implementation found for '.*\.function' on types .*Shy"):
        function(Shy())


def test_a_mode_comes_first_and_is_off_meanwhile():
    seen = []

    class Once(wye.FunctionMode):
        def __wye_function__(self, func, types, args=(), kwargs=None):
            seen.append(types)
            return func(*args, **(kwargs or {}))

    with Once():
        assert function(1) == "itself"
        assert function(Duck())[0] == "Duck"
    assert seen == [(), (Duck,)]
    with Silent():
        assert function(Duck())[0] == "Duck"
        with pytest.raises(TypeError, match=r"nor in mode .*Silent"):
            function(1)


def test_the_stack_can_be_changed_by_hand():
    push_function_mode(loud := Loud())
    try:
        assert function(1) == ("mode", ())
    finally:
        assert pop_function_mode() is loud
    assert function(1) == "itself"


def test_one_hop_can_be_skipped():
    @wrap_override(lambda x: (x,))
    def outer(x):
        return "outer", function(x)

    assert skip_one_override(outer, (), (Duck(),))[1][0] == "Duck"
    assert has_override([Duck()])  # nothing is left over


@pytest.fixture
def lib():
    with Library("over", "FRAGMENT") as lib:
        lib.define("f(Tensor x, int n=2, *, bool flag) -> Tensor")
        lib.impl("f", lambda x, n=2, *, flag: wye.tensor([float(n)]), "CPU")
        yield lib


def test_an_operator_goes_on_below_its_overrides(lib):
    class Sub(wye.Tensor):
        @classmethod
        def __wye_function__(cls, func, types, args=(), kwargs=None):
            return wye.tensor([skip_one_override(func, types, args, kwargs).item() + 1])

    assert wye.ops.over.f(Sub([1.0]), 5, flag=True).tolist() == [6.0]


def test_operators_are_what_can_be_overridden(lib):
    found = overridable_functions()
    assert found[wye.ops.over] == [wye.ops.over.f]
    dummy = testing_overrides()[wye.ops.over.f.default]
    assert str(inspect.signature(dummy)) == "(x, n=2, *, flag)"
    assert dummy(1, flag=True) == -1
    with pytest.raises(TypeError):
        dummy()


def test_what_looks_like_a_tensor():
    assert is_tensor_like(wye.tensor([1.0]))
    assert is_tensor_like(Duck())
    assert not is_tensor_like(3)


def test_names_of_operators_and_methods(lib):
    assert resolve_name(wye.ops.over.f) == "over.f"
    assert resolve_name(wye.ops.over.f.default) == "over.f.default"
    assert resolve_name(wye.Tensor.numel) == "wye.Tensor.numel"
    assert resolve_name(print) is None
    assert is_tensor_method_or_property(wye.Tensor.numel)
    assert is_tensor_method_or_property(wye.Tensor.shape.__get__)
    assert not is_tensor_method_or_property(print)
    assert not is_tensor_method_or_property([])


def test_handling_without_asking_asks_everybody(lib):
    assert handle_override(function, (Duck(),), 1)[3] == (1,)


def test_there_is_a_dummy_for_every_function_that_can_be_overridden():
    listed = [function for functions in overrides.overridable_functions().values() for function in functions]
    dummies = overrides.testing_overrides()
    assert len(listed) > 800
    assert [function for function in listed if function not in dummies] == []
    assert dummies[wye.sin](1) == -1
    with pytest.raises(TypeError):
        dummies[wye.sin]()


def test_functions_written_in_python_are_listed_under_their_modules():
    listed = overrides.overridable_functions()
    assert any(wye.einsum in functions for functions in listed.values())
    assert overrides.testing_overrides()[wye.einsum]("i->i", 1) == -1


def test_methods_of_tensors_are_known_also_when_new_ones_come():
    assert overrides.is_tensor_method_or_property(wye.Tensor.add)
    assert not overrides.is_tensor_method_or_property(print)

    def added(self):
        return self

    assert not overrides.is_tensor_method_or_property(added)
    wye.Tensor.added_for_a_test = added
    try:
        assert overrides.is_tensor_method_or_property(added)
        assert overrides.resolve_name(added).endswith("Tensor.added_for_a_test")
    finally:
        del wye.Tensor.added_for_a_test


def test_modes_see_calls_where_subclasses_do_not():
    seen = []

    class Mode(wye.FunctionMode):
        def __wye_function__(self, func, types, args=(), kwargs=None):
            seen.append(types)
            return func(*args, **(kwargs or {}))

    class Sub(wye.Tensor):
        @classmethod
        def __wye_function__(cls, func, types, args=(), kwargs=None):
            return "handled"

    x = wye.ones(2).as_subclass(Sub)
    assert wye.sin(x) == "handled"
    with disable_subclass_functions(), Mode():
        assert isinstance(wye.sin(x), wye.Tensor)
        assert not overrides.is_enabled()
        assert not overrides.is_disabled()
    assert len(seen) == 1
    with disable_functions(), enable_functions():
        assert wye.sin(x) == "handled"


def test_methods_have_names_and_dummies_of_their_own():
    assert overrides.resolve_name(wye.Tensor.add) == "wye.Tensor.add"
    assert overrides.resolve_name(wye.add) == "wye.add"
    assert overrides.resolve_name(wye.nn.functional.relu) == "wye.nn.functional.relu"
    assert {wye.add, wye.Tensor.add} <= overrides.testing_overrides().keys()


def test_functions_without_tensors_among_their_arguments_are_ignored():
    ignored = overrides.ignored_functions()
    assert {wye.ones, wye.empty, wye.tensor} <= ignored
    assert not ignored & {wye.sin, wye.Tensor}
    listed = [function for functions in overrides.overridable_functions().values() for function in functions]
    assert wye.ones not in listed


def test_functions_say_where_they_are_from():
    assert wye.sin.__module__ == "wye"
    assert overrides.resolve_name(wye.linalg.det) == "wye.linalg.det"
    listed = overrides.overridable_functions()
    assert wye.sin in listed[wye]
    assert wye.Tensor.sin_ in listed[wye.Tensor]
    assert wye.sin_ not in listed[wye]
    assert wye.ops.aten.sin.default not in overrides.testing_overrides()


def test_modules_are_pytorchs_while_its_names_stand_for_wye(monkeypatch):
    monkeypatch.setattr(wye.shown, "package", "torch")
    assert wye.shown.function_module("fft_rfft") == "torch._C._fft"
    assert wye.shown.function_module("sin") == "torch"
    assert wye.shown.python_module("wye.nn.functional.activations") == "torch.nn.functional"
    assert wye.shown.python_module("wye.functional.shapes") == "torch.functional"
    assert wye.shown.python_module("mine") == "mine"


def test_an_equation_of_a_class_of_its_own_reaches_the_handlers_of_the_operands():
    class Operand:
        @classmethod
        def __torch_function__(cls, func, types, args=(), kwargs=None):
            return func, args

    equation, operand = object(), Operand()
    assert wye.einsum(equation, operand) == (wye.einsum, (equation, operand))
    assert wye.einsum(operand, operand) == (wye.einsum, (operand, operand))
