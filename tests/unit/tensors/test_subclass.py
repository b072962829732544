"""Which tensors behave like subclasses."""

from __future__ import annotations

import numpy as np
import pytest
from tests.unit.call.tensor_kinds import Tensor

import wye
from wye.keys import DispatchKeySet
from wye.tensors.dense import disabled_function
from wye.tensors.subclass import is_tensor_subclass_like, make_subclass, make_wrapper_subclass


@pytest.mark.parametrize(
    "key", ["Meta", "SparseCPU", "SparseCsrCPU", "Python", "Functionalize", "FuncTorchBatched", "Batched"]
)
def test_keys_that_take_operators_away_from_plain_data_make_it_so(key):
    assert is_tensor_subclass_like(Tensor("any", DispatchKeySet(key)))


@pytest.mark.parametrize(
    "key", ["CPU", "QuantizedCPU", "MkldnnCPU", "NestedTensorCPU", "Conjugate", "AutogradCPU", "NumPy"]
)
def test_other_keys_do_not(key):
    assert not is_tensor_subclass_like(Tensor("any", DispatchKeySet(key)))


def test_arrays_and_other_objects_are_plain():
    assert not is_tensor_subclass_like(np.ones(1))
    assert not is_tensor_subclass_like(wye.tensor(1))
    assert not is_tensor_subclass_like("no tensor")


class Mine(wye.Tensor):
    pass


class Handled(wye.Tensor):
    @classmethod
    def __wye_dispatch__(cls, func, types, args=(), kwargs=None):
        return NotImplemented


def test_a_subclass_over_a_tensor_shares_memory_and_version():
    base = wye.ones(2, requires_grad=True)
    made = make_subclass(Mine, base)
    assert (type(made), made.data_ptr(), made.requires_grad) == (Mine, base.data_ptr(), False)
    base.detach().add_(1)
    assert made._version == base._version == 1
    assert make_subclass(Mine, base, True).requires_grad
    assert wye.Tensor._make_subclass(Mine, base).tolist() == [2.0, 2.0]
    seen = base.as_subclass(Mine)
    assert (type(seen), seen.data_ptr(), seen.requires_grad, seen._version) == (Mine, base.data_ptr(), True, 1)


def test_a_wrapper_shows_what_it_was_given():
    made = make_wrapper_subclass(Handled, (2, 3), strides=(1, 2), storage_offset=3, dtype=wye.int8, device="cuda:1")
    assert (made.shape, made.stride(), made.storage_offset()) == ((2, 3), (1, 2), 3)
    assert (made.dtype, made.device, made.is_contiguous()) == (wye.int8, wye.device("cuda:1"), False)
    assert made.keys == DispatchKeySet(
        "CUDA", "Python", "ADInplaceOrView", "AutogradCUDA", "AutocastCUDA", "PythonTLSSnapshot"
    )
    assert wye.Tensor._make_wrapper_subclass(Handled, (2,), requires_grad=True).requires_grad


@pytest.mark.parametrize(
    ("make", "error", "words"),
    [
        (lambda: make_subclass(int, wye.ones(1)), TypeError, "inherits from Tensor"),
        (lambda: make_subclass(Mine, [1]), TypeError, "must be Tensor, not list"),
        (lambda: make_subclass(Mine, wye.tensor([1]), True), RuntimeError, "can require gradients"),
        (lambda: make_wrapper_subclass(Mine, (1,)), TypeError, "must define __wye_dispatch__"),
        (lambda: make_wrapper_subclass(3, (1,)), TypeError, "cls must be a type"),
        (lambda: make_wrapper_subclass(Handled, (1,), dispatch_sizes_strides_policy="x"), ValueError, "'strides' or"),
        (
            lambda: make_wrapper_subclass(Handled, (1,), dtype=wye.int8, requires_grad=True),
            RuntimeError,
            "require grad",
        ),
    ],
)
def test_what_is_no_subclass_is_refused(make, error, words):
    with pytest.raises(error, match=words):
        make()


class Asked(wye.Tensor):
    """Answers questions about itself, and remembers which."""

    @classmethod
    def __wye_dispatch__(cls, func, types, args=(), kwargs=None):
        args[0].asked.append(str(func))
        return {
            "aten.sym_size.default": (7, 8), "aten.sym_stride.default": (1, 7), "aten.dim.default": 2,
            "aten.is_contiguous.default": False, "aten.is_contiguous.memory_format": True,
            "aten.sym_storage_offset.default": 3, "aten.sym_numel.default": 56, "aten.numel.default": 56,
            "aten.size.default": [7, 8], "aten.stride.default": [1, 7], "aten.is_strides_like_format.default": None,
            "aten.is_non_overlapping_and_dense.default": False,
            "prim.device.default": wye.device("cuda:1"), "prim.layout.default": wye.strided,
        }.get(str(func), NotImplemented)  # fmt: skip


aten = wye.ops.aten
QUESTIONS = [
    ("sizes", lambda x: x.shape, (7, 8), ["aten.sym_size.default"]),
    ("sizes", lambda x: x.size(1), 8, ["aten.dim.default", "aten.sym_size.default"]),
    ("sizes", len, 7, ["aten.dim.default", "aten.sym_size.default"]),
    ("sizes", lambda x: x.dim(), 2, ["aten.dim.default"]),
    ("sizes", lambda x: x.numel(), 56, ["aten.sym_numel.default"]),
    ("sizes", lambda x: x.nbytes, 224, ["aten.numel.default"]),
    ("sizes", lambda x: x.storage_offset(), 3, ["aten.sym_storage_offset.default"]),
    ("strides", lambda x: x.shape, (2, 3), []),
    ("strides", lambda x: x.stride(), (1, 7), ["aten.sym_stride.default"]),
    ("sizes", lambda x: x.stride(0), 1, ["aten.sym_stride.default"]),
    ("strides", lambda x: x.is_contiguous(), False, ["aten.is_contiguous.default"]),
    (
        "strides",
        lambda x: x.is_contiguous(memory_format=wye.channels_last),
        True,
        ["aten.is_contiguous.memory_format"],
    ),
    ("strides", aten.is_contiguous.default, False, ["aten.is_contiguous.default"]),
    ("sizes", aten.size.default, [7, 8], ["aten.size.default"]),
    ("strides", aten.size.default, [2, 3], []),
    ("strides", aten.stride.default, [1, 7], ["aten.stride.default"]),
    ("device", aten.stride.default, [3, 1], []),
    (
        "strides",
        aten.is_non_overlapping_and_dense,
        False,
        ["aten.is_non_overlapping_and_dense.default"],
    ),
    (
        "strides",
        lambda x: aten.is_strides_like_format(x, wye.channels_last),
        False,
        ["aten.is_strides_like_format.default"],
    ),
    ("device", lambda x: x.device, wye.device("cuda:1"), ["prim.device.default"]),
    ("device", lambda x: (x.is_cuda, x.get_device()), (True, 1), ["prim.device.default"] * 2),
    ("layout", lambda x: x.layout, wye.strided, ["prim.layout.default"]),
    ("layout", lambda x: (x.shape, x.device.type), ((2, 3), "cpu"), []),
]
POLICIES = {
    "sizes": {"dispatch_sizes_strides_policy": "sizes"},
    "strides": {"dispatch_sizes_strides_policy": "strides"},
    "device": {"dispatch_device": True},
    "layout": {"dispatch_layout": True},
}


@pytest.mark.parametrize(("policy", "question", "answer", "asked"), QUESTIONS)
@pytest.mark.parametrize(
    "make",
    [
        lambda **how: make_wrapper_subclass(Asked, (2, 3), **how),
        lambda **how: make_subclass(Asked, wye.ones(2, 3), **how),
    ],
    ids=["wrapper", "over data"],
)
def test_handlers_answer_the_questions_that_they_take(make, policy, question, answer, asked):
    x = make(**POLICIES[policy])
    x.asked = []
    assert question(x) == answer
    assert x.asked == asked


def test_the_address_of_a_tensor_whose_handler_counts_no_elements_is_none():
    class Empty(wye.Tensor):
        @classmethod
        def __wye_dispatch__(cls, func, types, args=(), kwargs=None):
            return 0 if str(func) == "aten.numel.default" else NotImplemented

    assert make_subclass(Empty, wye.ones(2), dispatch_sizes_strides_policy="sizes").data_ptr() == 0
    assert make_subclass(Empty, wye.ones(2)).data_ptr() != 0


def test_a_wrapper_takes_its_arguments_by_place_and_extra_keys():
    made = make_wrapper_subclass(
        Handled, (2, 3), (3, 1), 1, None, wye.int64, _extra_dispatch_keys=DispatchKeySet("Conjugate"), storage_size=99
    )
    assert (made.stride(), made.storage_offset(), made.dtype) == ((3, 1), 1, wye.int64)
    assert made.keys.has("Conjugate")
    assert made.untyped_storage().nbytes() == 99


class Wrap(wye.Tensor):
    @staticmethod
    def __new__(cls, inside):
        made = make_wrapper_subclass(cls, inside.shape, dtype=inside.dtype)
        made.inside = inside
        return made

    @classmethod
    def __wye_dispatch__(cls, func, types, args=(), kwargs=None):
        result = func(*(one.inside if isinstance(one, Wrap) else one for one in args), **(kwargs or {}))
        return Wrap(result) if isinstance(result, wye.Tensor) else result

    __wye_function__ = staticmethod(disabled_function)


def test_views_of_a_wrapper_count_versions_with_it():
    x = Wrap(wye.ones(3))
    x.detach().add_(2)
    assert x._version == 1
    view = x.view(3, 1)
    view.add_(2)
    assert (x._version, view._base is x, x.detach()._base) == (2, True, None)
    assert x.data._version == 0


def test_what_has_no_data_says_so():
    x = Wrap(wye.ones(3))
    assert (x.data_ptr(), x.untyped_storage().nbytes()) == (0, 12)
    for what, words in (
        (lambda: x.untyped_storage().data_ptr(), "access the data pointer on an invalid python storage"),
        (lambda: x.untyped_storage().resize_(4), "call resize_.. on an invalid python storage"),
        (x.numpy, "not supported for tensor subclasses"),
        (x.tolist, "not supported for tensor subclasses, got Wrap"),
        (lambda: make_subclass(Mine, x), "already associated to a python object of type Wrap"),
        (lambda: x.as_subclass(Mine), "already associated to a python object of type Wrap"),
        (lambda: Mine(x), "already associated to a python object of type Wrap"),
    ):
        with pytest.raises(RuntimeError, match=words):
            what()
    assert type(make_subclass(Wrap, x)) is Wrap
    assert x.sum().item() == 3


def test_an_ordinary_method_handles_calls_of_its_object():
    class Bound(wye.Tensor):
        def __wye_dispatch__(self, func, types, args=(), kwargs=None):
            return wye.full((1,), self.number)

    made = make_wrapper_subclass(Bound, (2,))
    made.number = 5
    assert wye.add(wye.ones(2), made).tolist() == [5]
    assert wye.cat([wye.ones(2), made]).tolist() == [5]


@pytest.mark.parametrize(
    ("base", "name"), [(wye.DispatchMode, "__wye_dispatch__"), (wye.FunctionMode, "__wye_function__")]
)
def test_a_mode_whose_handler_is_a_classmethod_is_refused(base, name):
    mode = type("Mode", (base,), {name: classmethod(lambda cls, func, types, args=(), kwargs=None: None)})
    with pytest.raises(
        RuntimeError, match=f"`{name}` as a classmethod is not supported, please make it a plain method"
    ):
        mode().__enter__()


class TestRequiresGrad:
    def test_requires_grad_is_kept_and_shown(self):
        x = wye.ones(2, requires_grad=True)
        assert (x.requires_grad, x.is_leaf, x.grad, x.grad_fn) == (True, True, None, None)
        assert repr(x).endswith("requires_grad=True)")
        assert not x.detach().requires_grad
        assert not x.data.requires_grad


def test_gradients_go_through_a_change_of_class():
    class Kind(wye.Tensor):
        pass

    x = wye.ones(2, requires_grad=True)
    y = (x * 3).as_subclass(Kind) * 2
    assert type(y) is Kind
    assert y.grad_fn.name() == "AliasBackward0"
    y.sum().backward()
    assert x.grad.tolist() == [6, 6]
