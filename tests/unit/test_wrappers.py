"""Wrapper subclasses come apart and together, and return what schemas promise."""

import pytest

import wye
from wye.library import Library
from wye.modes.python_key import overloaded_types
from wye.testing.two_tensor import TwoTensor
from wye.wrappers import (
    autograd_would_have_decomposed,
    is_traceable_wrapper_subclass,
    is_traceable_wrapper_subclass_type,
    reentrant_dispatch,
    return_and_correct_aliasing,
    transform_subclass,
)


@pytest.fixture
def lib():
    with Library("wrap", "FRAGMENT") as lib:
        lib.define("add_(Tensor(a!) x, Tensor y) -> Tensor(a!)")
        lib.define("outs(Tensor x, *, Tensor(a!) out, Tensor(b!) out2) -> (Tensor(a!), Tensor(b!))")
        lib.define("view(Tensor(a) x) -> Tensor(a)")
        lib.define("some(Tensor(a!) x) -> (Tensor(a!), Tensor)")
        lib.define("f(Tensor x) -> Tensor")
        yield lib


def two(cls=TwoTensor):
    return cls(wye.tensor([1.0]), wye.tensor([2.0]))


def test_what_is_a_wrapper():
    assert is_traceable_wrapper_subclass(two())
    assert is_traceable_wrapper_subclass_type(TwoTensor)
    for other in (wye.tensor([1.0]), 3, TwoTensor):
        assert not is_traceable_wrapper_subclass(other)
    assert not is_traceable_wrapper_subclass_type(wye.Tensor)


def test_a_wrapper_is_made_again_around_other_tensors():
    seen = []

    def change(name, tensor):
        seen.append(name)
        return wye.tensor([tensor.item() * 10])

    made = transform_subclass(two(), change)
    assert (type(made), made.a.tolist(), made.b.tolist(), seen) == (TwoTensor, [10.0], [20.0], ["a", "b"])
    with pytest.raises(AssertionError, match=r"to have shape equal to .*1.*, but got: .*2"):
        transform_subclass(two(OtherShape), lambda name, tensor: tensor)
    with pytest.raises(AssertionError, match=r"to have stride equal to \(9,\), but got: \(1,\)"):
        transform_subclass(two(OtherStride), lambda name, tensor: tensor, outer_stride=(9,))


class OtherShape(TwoTensor):
    @staticmethod
    def __tensor_unflatten__(inner, meta, outer_size, outer_stride):
        return TwoTensor(wye.tensor([1.0, 2.0]), wye.tensor([1.0, 2.0]))


class OtherStride(TwoTensor):
    @staticmethod
    def __tensor_unflatten__(inner, meta, outer_size, outer_stride):
        return TwoTensor(inner["a"], inner["b"])


def test_an_argument_that_is_written_and_returned_is_returned_itself(lib):
    x, y = two(), two()
    assert return_and_correct_aliasing(wye.ops.wrap.add_.default, (x, y), {}, two()) is x
    outs = {"out": x, "out2": y}
    assert return_and_correct_aliasing(wye.ops.wrap.outs.default, (two(),), outs, (two(), two())) == (x, y)
    fresh = two()
    assert return_and_correct_aliasing(wye.ops.wrap.f.default, (x,), None, fresh) is fresh


def test_a_view_of_a_wrapper_is_a_wrapper(lib):
    base, good = two(), two()
    assert good.untyped_storage() != base.untyped_storage()
    assert return_and_correct_aliasing(wye.ops.wrap.view.default, (base,), {}, good) is good
    assert good.untyped_storage() == base.untyped_storage()
    other = two()
    assert return_and_correct_aliasing(wye.ops.wrap.f.default, (base,), {}, other) is other
    assert other.untyped_storage() != base.untyped_storage()
    with pytest.raises(AssertionError, match="expected types to match"):
        return_and_correct_aliasing(wye.ops.wrap.view.default, (two(),), {}, wye.tensor([1.0]))
    with pytest.raises(RuntimeError, match="Unsupported schema"):
        return_and_correct_aliasing(wye.ops.wrap.some.default, (two(),), {}, (two(), two()))


def test_a_backend_kernel_keeps_autograd_from_decomposing(lib):
    op, x = wye.ops.wrap.f.default, wye.tensor([1.0])
    lib.impl("f", lambda x: x, "CompositeImplicitAutograd")
    assert autograd_would_have_decomposed(op, [3, x])
    lib.impl("f", lambda x: x, "CPU")
    assert not autograd_would_have_decomposed(op, [3, x])
    assert autograd_would_have_decomposed(op, [3])


def test_a_handler_may_go_by_the_keys_above_once_more(lib):
    calls = []
    lib.impl("f", lambda x: calls.append("autograd") or x, "AutogradCPU")
    lib.impl("f", lambda x: calls.append("cpu") or x, "CPU")

    class Handled(wye.Tensor):
        again = False

        @classmethod
        def __wye_dispatch__(cls, func, types, args=(), kwargs=None):
            plain = wye.tensor([1.0])
            if cls.again:
                with reentrant_dispatch():
                    return func(plain)
            return func(plain)

    lib.define("g(Tensor x) -> Tensor")
    lib.impl("g", lambda x: wye.ops.wrap.f(wye.tensor([1.0])), "CPU")
    x = Handled([1.0])
    assert overloaded_types([x], {}) == (Handled,)
    wye.ops.wrap.g(x)
    assert calls == ["cpu"]
    Handled.again = True
    calls.clear()
    wye.ops.wrap.g(x)
    assert calls == ["autograd"]


def test_two_tensors_run_every_operator_twice(lib):
    lib.impl("f", lambda x: wye.tensor([x.item() + 1]), "CPU")
    result = wye.ops.wrap.f(two())
    assert (type(result), result.a.item(), result.b.item()) == (TwoTensor, 2.0, 3.0)
    assert repr(two()) == "TwoTensor(tensor([1.]), tensor([2.]))"
    with pytest.raises(AssertionError, match=r"Expected a\.dtype == b\.dtype"):
        TwoTensor(wye.tensor([1.0]), wye.tensor([1]))


def test_every_piece_of_a_wrapper_shares_its_storage():
    x = TwoTensor(wye.ones(4, 4), wye.zeros(4, 4))
    pieces = (*x.split(2), *x.unbind(), x.view(16))
    assert {piece.untyped_storage()._cdata for piece in pieces} == {x.untyped_storage()._cdata}
