"""Arrays, dtypes and indices of the standard, drawn by hypothesis' own strategies for it."""

from __future__ import annotations

import itertools

import numpy as np
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.extra.array_api import make_strategies_namespace

import wye.array_api as xp

xps = make_strategies_namespace(xp, api_version="2024.12")
drawn = settings(max_examples=20, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))

BOOL = (xp.bool,)
SIGNED = (xp.int8, xp.int16, xp.int32, xp.int64)
UNSIGNED = (xp.uint8, xp.uint16, xp.uint32, xp.uint64)
FLOATS = (xp.float32, xp.float64)
COMPLEX = (xp.complex64, xp.complex128)
INTEGERS = SIGNED + UNSIGNED
REAL = INTEGERS + FLOATS
NUMBERS = REAL + COMPLEX
EVERY = BOOL + NUMBERS


def shapes(**limits):
    return xps.array_shapes(**{"min_dims": 0, "min_side": 0, "max_dims": 3, "max_side": 3, **limits})


def arrays(dtypes, shape=None, **options):
    return xps.arrays(dtype=st.sampled_from(dtypes), shape=shapes() if shape is None else shape, **options)


def broadcast_shapes(count):
    return xps.mutually_broadcastable_shapes(count, max_dims=3, max_side=3).map(lambda found: found.input_shapes)


def pairs(dtypes):
    """Two dtypes that the standard promotes, and the promoted one."""
    both = itertools.product(dtypes, dtypes)
    return st.sampled_from([(*pair, found) for pair in both if (found := promoted(*pair)) is not None])


def promoted(one, two):
    """The dtype that two have together in the standard; None: they do not meet there."""
    kinds = {np.dtype(one).kind, np.dtype(two).kind}
    if len(kinds) > 1 and not (kinds <= {"i", "u"} or kinds <= {"f", "c"}):
        return None
    found = np.promote_types(one, two)
    return None if found.kind == "f" and "u" in kinds else found  # uint64 meets no signed integers


def summed(dtype):
    """The dtype of sums."""
    kind = np.dtype(dtype).kind
    return np.dtype({"i": np.int64, "u": np.uint64}.get(kind, dtype))


def axis_of(ndim):
    return st.integers(-ndim, ndim - 1)


def plain(x):
    """A copy of the numbers that NumPy computes with."""
    return np.array(x)


def same(found, wanted, *, dtype=None, rtol=0.0):
    """Is it an array of wye with the elements of NumPy's result?"""
    wanted = np.asarray(wanted)
    assert type(found) is type(xp.asarray(0))
    assert (found.dtype, found.shape) == (wanted.dtype if dtype is None else dtype, wanted.shape)
    if rtol:
        np.testing.assert_allclose(plain(found), wanted.astype(found.dtype), rtol=rtol, atol=rtol)
    else:
        np.testing.assert_array_equal(plain(found), wanted.astype(found.dtype))
