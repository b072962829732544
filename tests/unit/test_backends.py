"""Fallbacks for array classes, and what is said where a kernel is missing."""

from __future__ import annotations

import numpy as np
import pytest
from tests.unit.aten.boxed import KEY, Boxed, array_of, primitive

import wye
from wye.aten.metadata import device_of
from wye.backends import numpy_fallback, write_by_copy
from wye.errors import NoKernelError
from wye.library import Library


def test_the_error_names_the_operator_that_is_missing():
    box = Boxed(np.ones((2, 3)))
    with pytest.raises(NoKernelError, match="aten::view") as caught:
        wye.ops.aten.reshape(box, [6])
    assert caught.value.op == "aten::view"
    assert f"impl('view', fn, '{KEY}')" in "".join(caught.value.__notes__)


@pytest.fixture
def library():
    libraries = [Library("aten", "IMPL"), Library("_", "IMPL")]
    yield libraries
    for one in libraries:
        one._destroy()


def test_writes_are_copies_of_functional_results(library):
    kernels, fallbacks = library
    fallbacks.fallback(write_by_copy, KEY)
    for name in ("add.Tensor", "sin", "copy_"):
        kernels.impl(name, primitive(name), KEY)
    x, out = Boxed(np.ones(3)), Boxed(np.zeros(3))
    assert wye.ops.aten.add_(x, x) is x
    assert wye.ops.aten.sin(x, out=out) is out
    assert x.array.tolist() == [2.0] * 3
    assert np.allclose(out.array, np.sin(2.0))


def test_a_write_that_nothing_computes_names_the_functional_operator(library):
    library[1].fallback(write_by_copy, KEY)
    with pytest.raises(NoKernelError, match="aten::cos") as caught:
        wye.ops.aten.cos_(Boxed(np.ones(3)))
    assert caught.value.op == "aten::cos"


def test_a_fallback_that_copies_can_write_back(library):
    def write(box, array):
        box.array[...] = array

    library[1].fallback(numpy_fallback(lambda box: box.array.copy(), Boxed, write), KEY)
    x = Boxed(np.ones(3))
    assert wye.ops.aten.add_(x, 1) is x
    assert x.array.tolist() == [2.0] * 3


def test_factories_make_arrays_of_the_backend_of_a_device(library):
    library[1].fallback(numpy_fallback(array_of, Boxed), KEY)
    made = wye.zeros(2, 3, device="boxed")
    assert isinstance(made, Boxed)
    assert made.shape == (2, 3)
    assert isinstance(wye.ops.aten.ones_like(made), Boxed)


def test_a_dtype_may_be_read_by_a_function(library):
    class Named:
        def __init__(self, array):
            self.array, self.shape = array, array.shape

    wye.register_array_type(Named, KEY, dtype=lambda x: x.array.dtype.name)
    library[1].fallback(numpy_fallback(lambda x: x.array, Named), KEY)
    assert isinstance(wye.ops.aten.isfinite(Named(np.ones(3))), Named)
    wye.register_array_type(Named, KEY, dtype=lambda x: "f99")
    with pytest.raises(TypeError, match="register_array_type"):
        wye.ops.aten.isfinite(Named(np.ones(3)))


def test_an_object_of_a_class_that_is_not_registered_brings_no_device():
    with pytest.raises(TypeError, match="register_array_type"):
        device_of(object())
