"""Subclasses without handlers keep their class; numbers are read through the dispatcher."""

from __future__ import annotations

import numpy as np
import pytest

import wye
from wye.tensors import Tensor
from wye.tensors.dense import disabled_function


class Kept(Tensor):
    """A subclass that says nothing about calls."""


class Derived(Kept):
    """The same, one level below."""


class Silent(Tensor):
    """A subclass that overrides nothing."""

    __wye_function__ = staticmethod(disabled_function)


@pytest.mark.parametrize(
    "call",
    [
        lambda m: m + 1, lambda m: 1 + m, lambda m: wye.ones(6) + m, lambda m: m[0], lambda m: m.view(2, 3),
        wye.sin, lambda m: m.T, lambda m: m.data, lambda m: m.detach(), lambda m: wye.cat([wye.ones(1), m]),
        lambda m: m.split(2)[1], lambda m: m.max(0).values, lambda m: m.double(), wye.zeros_like,
        lambda m: m == 1, lambda m: next(iter(m)), lambda m: wye.einsum("i,i->i", m, m), lambda m: m.add_(1),
        lambda m: wye.add(wye.ones(6), 1, out=m), lambda m: m.as_subclass(Kept),
    ],
)  # fmt: skip
def test_a_plain_subclass_keeps_its_class(call):
    assert type(call(wye.arange(6.0).as_subclass(Kept))) is Kept


def test_the_most_derived_class_is_kept():
    kept, derived = wye.ones(2).as_subclass(Kept), wye.ones(2).as_subclass(Derived)
    assert (type(kept + derived), type(derived + kept)) == (Derived, Derived)


def test_a_subclass_that_overrides_nothing_is_not_kept():
    assert type(wye.ones(2).as_subclass(Silent) + 1) is Tensor


def test_results_of_a_plain_subclass_are_numbers_where_those_of_tensors_are():
    kept = wye.ones(2).as_subclass(Kept)
    assert (type(kept.sum().item()), type(kept.shape), type(kept.numpy())) == (float, wye.Size, np.ndarray)


class Seen(wye.DispatchMode):
    def __init__(self):
        self.names = []

    def __wye_dispatch__(self, func, types, args=(), kwargs=None):
        self.names.append(str(func))
        return func(*args, **(kwargs or {}))


@pytest.mark.parametrize(
    "read",
    [
        lambda x: x.item(), float, int, complex, bool, lambda x: x.is_nonzero(), lambda x: format(x, ".2f"),
        lambda x: round(float(x)), lambda x: x.long().__index__(),
    ],
)  # fmt: skip
def test_reading_a_number_is_an_operator(read):
    with Seen() as seen:
        read(wye.ones(()))
    assert seen.names[-1] == "aten._local_scalar_dense.default"


def test_reading_lists_is_none():
    x = wye.ones(2)
    with Seen() as seen:
        x.tolist()
        repr(x)
    assert seen.names == []


@pytest.mark.parametrize("dtype", ["bool", "uint8", "int64", "float16", "bfloat16", "float32", "float64", "complex64"])
def test_an_item_is_a_python_number(dtype):
    item = wye.ones((), dtype=getattr(wye, dtype)).item()
    assert item == 1
    assert type(item) in (bool, int, float, complex)
    for other in (wye.ones(2), wye.ones(0)):
        with pytest.raises(RuntimeError, match="cannot be converted to Scalar"):
            other.item()
