"""What a higher-order operator is besides the recorded calls: an object, a subclass, a guest under every mode."""

import copy
import pickle

import numpy as np
import pytest

import wye
from wye import HigherOrderOperator, dispatch
from wye.higher_order.operator import hooks
from wye.modes import DispatchMode, FunctionMode, ModeKey, disable_functions, pre_dispatch
from wye.tensors.making import unseen_tensor
from wye.tensors.subclass import make_wrapper_subclass


@pytest.fixture
def op():
    op = HigherOrderOperator("apply", cacheable=True)
    op.py_impl("CompositeExplicitAutograd")(lambda fn, *args, **kwargs: fn(*args, **kwargs))
    op.py_autograd_impl(lambda fn, *args, **kwargs: fn(*args, **kwargs))
    return op


class Seen(DispatchMode):
    def __init__(self, key=None):
        super().__init__(key)
        self.calls = []

    def __wye_dispatch__(self, func, types, args=(), kwargs=None):
        self.calls.append((func, types))
        return func(*args, **(kwargs or {}))


class Wrapped(wye.Tensor):
    @staticmethod
    def __new__(cls, inner):
        self = make_wrapper_subclass(cls, inner.shape)
        self.inner = inner
        return self

    @classmethod
    def __wye_dispatch__(cls, func, types, args=(), kwargs=None):
        return cls(func(*(a.inner if isinstance(a, cls) else a for a in args), **kwargs))


def test_it_lives_in_its_namespace(op):
    assert wye.ops.higher_order.apply is op
    assert {"apply", "cond", "while_loop", "map_impl", "scan"} <= set(wye.ops.higher_order)
    assert "apply" in dir(wye.ops.higher_order)
    with pytest.raises(AttributeError, match="'higher_order' object has no attribute 'nothing'"):
        _ = wye.ops.higher_order.nothing


def test_a_new_one_of_the_same_name_takes_its_place(op):
    again = HigherOrderOperator("apply")
    assert wye.ops.higher_order.apply is again
    assert not again.py_kernels


def test_it_is_one_object_wherever_it_goes(op):
    assert copy.copy(op) is op
    assert copy.deepcopy([op])[0] is op
    assert pickle.loads(pickle.dumps(op)) is op


def test_it_says_what_it_is(op):
    assert str(op) == op.name() == op.__name__ == "apply"
    assert repr(op) == "<HigherOrderOperator(name='apply')>"
    assert op.cacheable()


def test_a_subclass_checks_its_arguments_first():
    class Twice(HigherOrderOperator):
        def __init__(self):
            super().__init__("twice")

        def __call__(self, fn, x):
            if not callable(fn):
                raise TypeError("not a function")
            return super().__call__(fn, x)

    twice = Twice()
    twice.py_impl("CompositeExplicitAutograd")(lambda fn, x: fn(fn(x)))
    assert wye.ops.higher_order.twice(lambda x: x + 1, 5) == 7
    with pytest.raises(TypeError, match="not a function"):
        twice(3, 5)
    assert repr(twice) == "<Twice(name='twice')>"


def test_arrays_of_other_libraries_bring_their_keys(op):
    op.py_impl("NumPy")(lambda fn, *args: "numpy")
    assert op(abs, np.ones(2)) == "numpy"
    assert op(abs, {"deep": [np.ones(2)]}) == "numpy"
    assert op(abs, -2) == 2


def test_a_parameter_may_be_called_self_or_key(op):
    assert op(dict, self=1, key=2) == {"self": 1, "key": 2}
    assert op.dispatch("CPU", dict, self=1, key=2) == {"self": 1, "key": 2}


def test_a_mode_without_rule_gets_the_operator(op):
    x = wye.tensor([1.0])
    with Seen() as outer, Seen() as inner:
        assert op(lambda t: t, x) is x
    assert outer.calls == inner.calls == [(op, ())]


def test_an_infrastructure_mode_without_rule_gets_it_too(op):
    mode = Seen()
    mode._mode_key = ModeKey.FAKE
    with mode:
        op(abs, 1)
    assert mode.calls == [(op, ())]


def test_a_pre_dispatch_mode_without_rule_gets_it_too(op):
    mode = Seen(wye.DispatchKey.PreDispatch)
    mode._mode_key = ModeKey.PROXY
    with mode:
        assert op(abs, -1) == 1
        assert pre_dispatch.count() == 1
    assert mode.calls == [(op, ())]


def test_a_subclass_without_rule_gets_the_operator(op):
    x = wye.tensor([1.0])
    result = op(lambda t: t, Wrapped(x))
    assert type(result) is Wrapped
    assert result.inner is x


def test_a_mode_sees_the_subclasses_among_the_arguments(op):
    with Seen() as mode:
        op(lambda t: t, Wrapped(unseen_tensor([1.0])))
    assert mode.calls == [(op, (Wrapped,))]


def test_a_mode_that_declines_leaves_it_to_the_subclass(op):
    class Declines(DispatchMode):
        def __wye_dispatch__(self, func, types, args=(), kwargs=None):
            return NotImplemented

    with Declines():
        op.py_impl(Wrapped)(lambda fn, x: "the subclass's rule")
        assert op(abs, Wrapped(unseen_tensor([1.0]))) == "the subclass's rule"
        with pytest.raises(TypeError, match="'apply' is not supported for the given input types"):
            op(abs, unseen_tensor([1.0]))


def test_one_functionalization_rule_serves_the_key_and_the_transform(op):
    op.py_functionalize_impl(lambda ctx, fn, *args: ctx.kind)
    assert op.dispatch("Functionalize", abs, 1) == wye.DispatchKey.Functionalize
    assert dispatch.TransformType.Functionalize in op.functorch_table


def test_a_later_rule_is_seen_though_the_key_was_cached(op):
    x = wye.tensor([1.0])
    with dispatch.below_autograd():
        assert op(lambda t: "composite", x) == "composite"
        op.py_impl("CPU")(lambda fn, t: "CPU")
        assert op(lambda t: "composite", x) == "CPU"


def test_a_rule_that_is_refused_changes_nothing(op):
    before = op.non_fallthrough_keys
    op.py_impl("CPU")(abs)
    with pytest.raises(wye.errors.RegistrationError):
        op.py_impl("CPU")(abs)
    assert op.non_fallthrough_keys == before


def test_a_transform_without_engine_is_a_missing_kernel(op, monkeypatch):
    monkeypatch.setattr(hooks, "transform", None)
    with (
        dispatch.include("FuncTorchDynamicLayerFrontMode"),
        pytest.raises(NotImplementedError, match="could not find kernel for"),
    ):
        op(abs, 1)


def test_function_modes_and_functions_of_subclasses_come_first(op):
    seen = []

    class Functions(FunctionMode):
        def __wye_function__(self, func, types, args=(), kwargs=None):
            seen.append((func, types))
            return func(*args, **(kwargs or {}))

    class Overrides(wye.Tensor):
        @classmethod
        def __wye_function__(cls, func, types, args=(), kwargs=None):
            return "overridden"

    x = Overrides([1.0])
    with Functions():
        assert op(abs, -1) == 1
        assert op(abs, x) == "overridden"
    with disable_functions():
        assert op(lambda t: t, x) is x
    assert seen == [(op, ()), (op, (Overrides,))]


def test_redispatch_takes_the_keys_it_is_given(op):
    op.py_impl("CUDA")(lambda fn, x: "CUDA")
    assert op.redispatch(wye.DispatchKeySet("CUDA", "BackendSelect"), abs, wye.tensor([1.0])) == "CUDA"
