"""A NumPy scalar beside a tensor does what it does beside PyTorch's, on either side, in every operator."""

from __future__ import annotations

import operator
import warnings

import numpy as np
import pytest

pytest.importorskip("torch")

import torch

import wye

pytestmark = [pytest.mark.torch, pytest.mark.filterwarnings("ignore")]

OPERATORS = (
    "add", "sub", "mul", "truediv", "floordiv", "mod", "pow", "and_", "or_", "xor", "lshift", "rshift", "eq", "ne",
    "lt", "le", "gt", "ge", "matmul", "iadd", "isub", "imul", "itruediv", "ifloordiv", "imod", "ipow", "iand", "ior",
    "ixor", "ilshift", "irshift",
)  # fmt: skip
FUNCTIONS = (
    "add", "sub", "mul", "div", "floor_divide", "remainder", "fmod", "pow", "bitwise_and", "eq", "lt", "maximum",
    "atan2", "float_power", "true_divide", "rsub", "xlogy", "clamp", "where", "full_like", "masked_fill", "lerp",
)  # fmt: skip
SCALARS = ("float64", "float32", "float16", "int64", "int32", "int8", "uint8", "bool", "complex64", "complex128")
DTYPES = ("float32", "float64", "int64", "uint8", "bool", "complex64")


def outcome(module, call):
    """A result in words: its dtype and elements, or the class of the error."""
    try:
        with warnings.catch_warnings(), np.errstate(all="ignore"):
            warnings.simplefilter("ignore")
            result = call()
    except Exception as error:  # noqa: BLE001 - both sides must raise
        return "raised", isinstance(error, TypeError)
    if not isinstance(result, module.Tensor):
        return "no tensor", str(result)
    return str(result.dtype).rpartition(".")[2], result.tolist()


def same(theirs, ours) -> bool:
    if theirs[0] != ours[0] or isinstance(theirs[1], (bool, str)):
        return theirs == ours
    return bool(np.allclose(np.array(theirs[1]), np.array(ours[1]), rtol=1e-3, equal_nan=True))


@pytest.mark.parametrize("scalar", SCALARS)
@pytest.mark.parametrize("dtype", DTYPES)
def test_operators_take_numpy_scalars_on_either_side(scalar, dtype):
    value = np.dtype(scalar).type(1)
    wrong = []
    for name in OPERATORS:
        called = getattr(operator, name)
        for side in ("left", "right"):
            if name.startswith("i") and side == "left":
                continue

            def run(module, side=side, called=called):
                x = module.tensor([0, 1, 2], dtype=getattr(module, dtype))
                return outcome(module, lambda: called(x, value) if side == "right" else called(value, x))

            theirs, ours = run(torch), run(wye)
            if not same(theirs, ours):
                wrong.append((name, side, theirs, ours))
    assert wrong == []


@pytest.mark.parametrize("scalar", SCALARS[:-1])
@pytest.mark.parametrize("dtype", DTYPES)
def test_functions_take_numpy_scalars(scalar, dtype):
    value = np.dtype(scalar).type(1)
    wrong = []
    for name in FUNCTIONS:

        def run(module, name=name):
            x = module.tensor([0, 1, 2], dtype=getattr(module, dtype))
            args = {"where": (x > 0 if dtype != "complex64" else x == 0, x), "masked_fill": (x, x == 1), "lerp": (x, x)}
            return outcome(module, lambda: getattr(module, name)(*args.get(name, (x,)), value))

        theirs, ours = run(torch), run(wye)
        if not same(theirs, ours):
            wrong.append((name, theirs, ours))
    assert wrong == []


@pytest.mark.parametrize("scalar", ["int64", "int32", "uint8"])
def test_numpy_integers_are_sizes_and_dimensions(scalar):
    two = np.dtype(scalar).type(2)
    x = wye.ones(4, 2)
    assert wye.zeros(two, 3).shape == wye.zeros([two, 3]).shape == (2, 3)
    assert x.view(two, -1).shape == x.reshape((two, 4)).shape == (2, 4)
    assert x.sum(two - 1).shape == (4,)
    assert x.flip([two - 2]).shape == x.roll(two, 0).shape == (4, 2)
