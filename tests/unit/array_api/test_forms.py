"""Signatures of the array-API standard."""

import inspect

import numpy as np
import pytest

import wye.array_api as xp
from wye.array_api.forms import FFT, FUNCTIONS, LINALG, taken


@pytest.mark.parametrize(
    ("name", "signature"),
    [
        ("sin", "(x, /)"), ("add", "(x1, x2, /)"), ("sum", "(x, /, *, axis=None, dtype=None, keepdims=False)"),
        ("clip", "(x, /, min=None, max=None)"), ("reshape", "(x, /, shape, *, copy=None)"),
        ("diff", "(x, /, *, axis=-1, n=1, prepend=None, append=None)"), ("where", "(condition, x1, x2, /)"),
        ("meshgrid", "(*arrays, indexing='xy')"), ("take_along_axis", "(x, indices, /, *, axis=-1)"),
        ("linalg.pinv", "(x, /, *, rtol=None)"), ("linalg.vecdot", "(x1, x2, /, *, axis=-1)"),
        ("fft.rfftn", "(x, /, *, s=None, axes=None, norm='backward')"),
        ("fft.fftfreq", "(n, /, *, d=1.0, dtype=None, device=None)"),
    ],
)  # fmt: skip
def test_functions_have_the_signatures_of_the_standard(name, signature):
    function = xp
    for part in name.split("."):
        function = getattr(function, part)
    shown = inspect.signature(function)
    plain = [one.replace(annotation=inspect.Parameter.empty) for one in shown.parameters.values()]
    assert str(inspect.Signature(plain)) == signature


@pytest.mark.parametrize(("forms", "module"), [(FUNCTIONS, xp), (LINALG, xp.linalg), (FFT, xp.fft)])
def test_every_function_of_a_form_is_there(forms, module):
    for form, names in forms.items():
        assert all(inspect.signature(getattr(module, name)) == inspect.signature(form) for name in names)


def test_names_that_the_standard_does_not_have_are_refused():
    with pytest.raises(AttributeError, match="no 'median'"):
        taken("median", FUNCTIONS, np)
    assert not hasattr(xp, "median")


@pytest.mark.parametrize("name", ["__add__", "__radd__", "__lt__", "__neg__", "__matmul__", "__rsub__", "__iadd__"])
def test_operators_of_arrays_can_be_inspected(name):
    method = getattr(xp.ones(2), name)
    assert method.__name__ == name
    names = list(inspect.signature(method).parameters)
    assert names == ([] if name == "__neg__" else ["other"])


def test_numbers_are_weak_on_either_side():
    x = xp.ones(2, dtype=xp.float32)
    assert xp.add(1.5, x).dtype == xp.subtract(x, 2).dtype == xp.maximum(0, x).dtype == xp.float32
    assert xp.bitwise_or(1, xp.ones(2, dtype=xp.uint64)).dtype == xp.uint64


def test_indices_and_methods_of_arrays_can_be_inspected():
    x = xp.ones(2)
    assert len(inspect.signature(x.__getitem__).parameters) == 1
    assert "axis" in inspect.signature(x.sum).parameters
