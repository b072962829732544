"""Function modes and subclasses see methods and attributes of tensors, whoever wrote them, as PyTorch's do."""

import pickle

import numpy as np
import pytest

import wye
from wye import overrides


class Seen(wye.FunctionMode):
    def __init__(self):
        self.calls = []

    def __wye_function__(self, func, types, args=(), kwargs=None):
        self.calls.append((func, len(args), kwargs or {}))
        return func(*args, **(kwargs or {}))


class Mine(wye.Tensor):
    calls = []  # noqa: RUF012 - of the class, for the tests

    @classmethod
    def __wye_function__(cls, func, types, args=(), kwargs=None):
        cls.calls.append(func)
        return super().__wye_function__(func, types, args, kwargs)


METHODS = {
    "size": lambda x: x.size(),
    "stride": lambda x: x.stride(),
    "dim": lambda x: x.dim(),
    "numel": lambda x: x.nelement(),
    "is_contiguous": lambda x: x.is_contiguous(),
    "is_floating_point": lambda x: x.is_floating_point(),
    "to": lambda x: x.to(wye.float64),
    "cpu": lambda x: x.cpu(),
    "double": lambda x: x.double(),
    "type": lambda x: x.type(),
    "tolist": lambda x: x.tolist(),
    "__getitem__": lambda x: x[0],
    "__len__": len,
    "__bool__": lambda x: bool(x.sum()),
    "__float__": lambda x: float(x.sum()),
    "__contains__": lambda x: 1.0 in x,
    "__invert__": lambda x: ~(x > 0),
    "requires_grad_": lambda x: x.requires_grad_(),
    "untyped_storage": lambda x: x.untyped_storage(),
    "where": lambda x: x.where(x > 0, x),
    "new_tensor": lambda x: x.new_tensor([1]),
    "positive": lambda x: +x,
    "__repr__": repr,
}
ATTRIBUTES = (
    "shape", "dtype", "device", "ndim", "layout", "requires_grad", "grad", "is_leaf", "T", "real", "data", "itemsize",
    "is_cpu", "is_sparse", "_version", "is_quantized", "name",
)  # fmt: skip


@pytest.mark.parametrize("name", METHODS)
def test_handlers_see_methods(name):
    x = wye.ones(2)
    with Seen() as seen:
        METHODS[name](x)
    assert seen.calls[-1][0] is getattr(wye.Tensor, name)
    Mine.calls.clear()
    METHODS[name](x.as_subclass(Mine))
    assert getattr(wye.Tensor, name) in Mine.calls


@pytest.mark.parametrize("name", ATTRIBUTES)
def test_handlers_see_attributes(name):
    x = wye.ones(2, 2)
    without = getattr(x, name)
    with Seen() as seen:
        found = getattr(x, name)
    assert seen.calls == [(getattr(wye.Tensor, name).__get__, 1, {})]
    assert type(found) is type(without)
    Mine.calls.clear()
    getattr(x.as_subclass(Mine), name)
    assert Mine.calls == [getattr(wye.Tensor, name).__get__]


def test_handlers_see_that_attributes_are_set_and_answer_for_them():
    class Answers(wye.FunctionMode):
        def __wye_function__(self, func, types, args=(), kwargs=None):
            if func == wye.Tensor.shape.__get__:
                return "a shape"
            return func(*args, **(kwargs or {}))

    x = wye.ones(2)
    with Answers():
        assert x.shape == "a shape"
        assert x.ndim == 1
    with Seen() as seen:
        x.requires_grad = True
        x.grad = wye.ones(2)
        x[0:1].data[0] = 5.0
    assert [func for func, _, _ in seen.calls] == [
        wye.Tensor.requires_grad.__set__,
        wye.ones,
        wye.Tensor.grad.__set__,
        wye.Tensor.__getitem__,
        wye.Tensor.data.__get__,
        wye.Tensor.__setitem__,
    ]
    assert x.tolist() == [5.0, 1.0]


def test_handlers_get_arguments_as_they_were_written():
    x = wye.ones(4)
    with Seen() as seen:
        x.to(dtype=wye.int32)
        x.size(dim=0)
        x.stride(0)
        x.repeat_interleave(2)
    assert seen.calls == [
        (wye.Tensor.to, 1, {"dtype": wye.int32}),
        (wye.Tensor.size, 1, {"dim": 0}),
        (wye.Tensor.stride, 2, {}),
        (wye.Tensor.repeat_interleave, 2, {}),
    ]


def test_errors_of_handlers_and_members_reach_the_caller():
    class Refuses(wye.FunctionMode):
        def __wye_function__(self, func, types, args=(), kwargs=None):
            raise KeyError("no")

    x = wye.ones(2)
    with Refuses():
        for ask in (lambda: x.shape, x.size, lambda: x[0], x.backward):
            with pytest.raises(KeyError, match="no"):
                ask()
        with pytest.raises(KeyError, match="no"):
            x.requires_grad = True
        with pytest.raises(KeyError, match="no"):
            del x.grad
    with Seen(), pytest.raises(IndexError):
        x.size(7)
    with Seen(), pytest.raises(AttributeError, match="not writable"):
        x.shape = (1, 2)


def test_arguments_beside_a_plain_tensor_may_handle_a_method():
    x, mine = wye.ones(2), wye.tensor([True, False]).as_subclass(Mine)
    Mine.calls.clear()
    assert type(x.where(mine, x)) is Mine
    assert type(x[mine]) is Mine
    assert Mine.calls == [wye.Tensor.where, wye.Tensor.__getitem__]


def test_making_tensors_and_modules_asks_no_handler_about_metadata():
    with Seen() as seen:
        wye.nn.Parameter(wye.ones(2))
    assert {func for func, _, _ in seen.calls} == {wye.ones}


def test_members_have_names_and_are_listed():
    assert (wye.Tensor.size.__name__, wye.Tensor.shape.__name__) == ("size", "shape")
    assert "size" in repr(wye.Tensor.size)
    assert "shape" in repr(wye.Tensor.shape)
    assert wye.Tensor.shape.__get__ == wye.Tensor.shape.__get__
    listed = overrides.overridable_functions()[wye.Tensor]
    assert wye.Tensor.shape.__get__ in listed
    assert wye.Tensor.to in listed
    assert wye.Tensor.__getitem__ in listed
    dummies = overrides.testing_overrides()
    assert dummies[wye.Tensor.shape.__get__](1) == -1
    assert dummies[wye.Tensor.to](1, 2) == -1
    assert overrides.is_tensor_method_or_property(wye.Tensor.shape.__get__)
    assert overrides.is_tensor_method_or_property(wye.Tensor.to)
    assert overrides.resolve_name(wye.Tensor.to) == "wye.Tensor.to"


def test_what_numpy_asks_is_seen():
    x = wye.ones(2)
    with Seen() as seen:
        assert np.asarray(x).tolist() == [1.0, 1.0]
    assert [func for func, _, _ in seen.calls] == [wye.Tensor.__array__]
    assert pickle.loads(pickle.dumps(x)).tolist() == [1.0, 1.0]


def test_a_class_that_only_keeps_itself_is_asked_about_tensors_and_not_about_metadata():
    class Kept(wye.Tensor):
        pass

    class Mixed(Kept):
        asked = 0

        @classmethod
        def __wye_function__(cls, func, types, args=(), kwargs=None):
            cls.asked += 1
            return super().__wye_function__(func, types, args, kwargs)

    x = wye.ones(2, 2).as_subclass(Kept)
    assert (x.shape, x.dim(), x.size(0), x.dtype, len(x), x.requires_grad) == ((2, 2), 2, 2, wye.float32, 2, False)
    assert [type(one) for one in (x[0], x.T, x.data, x.to(wye.float64), x.unbind()[0])] == [Kept] * 5
    x.requires_grad = True
    (x * 2).sum().backward()
    assert type(x.grad) is wye.Tensor  # as it was accumulated
    assert (x.grad.tolist(), x.is_leaf, x.tolist()) == ([[2.0, 2.0]] * 2, True, [[1.0, 1.0]] * 2)
    mixed = wye.ones(2).as_subclass(Mixed)
    assert mixed.shape == (2,)
    assert mixed.size() == (2,)
    assert Mixed.asked == 2
    with pytest.raises(IndexError):
        x.size(5)
    with Seen() as seen:
        assert x.shape == (2, 2)
    assert seen.calls[0][0] == wye.Tensor.shape.__get__
