"""Sorting, searching, unique elements, sets, comparisons of arrays, and what arrays are."""

from __future__ import annotations

import numpy as np
from tests.unit.numpy.drawn import case, draw

_DTYPES = (
    "bool", "int8", "uint8", "int32", "uint16", "uint32", "uint64", "float16", "float32", "complex64", "complex128",
)  # fmt: skip
_NANS = np.array([2.0, np.nan, -1.0, np.nan, 2.0, 0.5])
_COMPLEX_NANS = np.array(
    [1 + 2j, complex(np.nan, 1), complex(2, np.nan), 1 + 1j, complex(np.nan, 0), 3j, complex(0, np.nan)]
)
_HUGE = np.array([2**63 + 5, 3, 2**64 - 1, 2**63], "uint64")
_INFINITE = np.array([1.0, np.inf, -np.inf, np.nan])


def _whole(*shape: int, dtype: str = "int64") -> np.ndarray:
    return draw(*shape, dtype=dtype, low=-3, high=3)


_DATA = {"vmap": False, "fake": False}  # the shape of the result depends on values

CASES = [
    *[case(f, draw(3, 4), axis=axis) for f in (np.sort, np.argsort) for axis in (None, 0, -1)],
    *[case(np.sort, _whole(2, 5, dtype=dtype), vmap=False) for dtype in _DTYPES],
    *[case(np.argsort, _whole(2, 5, dtype=dtype), kind="stable", vmap=False) for dtype in _DTYPES],
    *[case(f, x, gradient=False) for f in (np.sort,) for x in (_NANS, _HUGE, _COMPLEX_NANS, draw(0))],
    *[case(np.argsort, x, kind="stable", gradient=False) for x in (_NANS, _HUGE, _COMPLEX_NANS, np.array(3.0))],
    *[case(f, _HUGE) for f in (np.argmax, np.argmin, np.max, np.min)],
    *[case(f, _COMPLEX_NANS, gradient=False) for f in (np.argmax, np.argmin, np.max, np.min)],
    case(np.sort, draw(3, 4, order="F"), axis=0),
    case(np.sort, draw(4, order="gaps"), stable=True),
    *[case(np.sort_complex, draw(4, dtype=dtype)) for dtype in ("int8", "int32", "float32", "float64", "complex128")],
    case(np.lexsort, (_whole(6), _whole(6))),
    case(np.lexsort, (_whole(2, 6), draw(2, 6)), axis=0),
    case(np.lexsort, _whole(3, 6)),
    case(lambda x: np.partition(x, 2)[2], draw(6), of=np.partition),
    case(lambda x: np.sort(np.partition(x, 1, axis=0)[:2], 0), draw(4, 3), of=np.partition),
    case(lambda x: np.sort(np.argpartition(x, 2)[:3]), draw(6), of=np.argpartition),
    case(lambda x: np.argpartition(x, (0, 5))[5], draw(6), of=np.argpartition),
    *[case(np.searchsorted, np.sort(_whole(5, dtype=dtype)), _whole(2, 3, dtype=dtype), side=side)
      for dtype in ("int8", "uint16", "float32", "float64", "complex128", "bool") for side in ("left", "right")],
    case(np.searchsorted, np.sort(draw(5)), 0.5),
    case(np.searchsorted, np.array([0.5, -1.0, 3.0]), draw(2), sorter=np.array([1, 0, 2])),
    case(np.searchsorted, np.sort(_NANS), np.array([np.nan, 1.0, np.inf])),
    case(np.searchsorted, np.array([1, 3, 5]), np.array([0.5, 3.5])),
    *[case(np.digitize, draw(2, 3), bins, right=right)
      for bins in (np.array([-1.0, 0.0, 1.5]), np.array([1.5, 0.0, -1.0])) for right in (False, True)],
    case(np.digitize, _whole(4), np.array([-1, 0, 0, 2])),
    # choosing
    case(np.where, draw(2, 3, dtype="bool"), draw(2, 3), draw(3)),
    case(np.where, draw(2, 1), draw(3), 1.5),
    case(np.where, draw(3, dtype="bool"), 1, 2.5),
    case(np.where, draw(3, dtype="bool"), draw(3, dtype="float32"), 2.5),
    case(np.where, draw(3, dtype="bool"), _whole(3, dtype="int8"), _whole(3, dtype="uint8")),
    case(np.where, draw(2, 3, dtype="bool"), **_DATA),
    case(np.nonzero, _whole(2, 3), **_DATA),
    case(np.nonzero, draw(0, 3), **_DATA),
    case(np.flatnonzero, _whole(2, 3), **_DATA),
    case(np.argwhere, _whole(2, 3), **_DATA),
    case(np.argwhere, np.array(2), **_DATA),
    case(np.extract, draw(2, 3, dtype="bool"), draw(2, 3), **_DATA),
    # unique elements
    *[case(np.unique, _whole(8, dtype=dtype), **_DATA) for dtype in _DTYPES],
    *[case(np.unique, _whole(2, 5, dtype=dtype), return_index=True, return_inverse=True, return_counts=True, **_DATA)
      for dtype in ("bool", "int8", "uint64", "float32", "complex64")],
    *[case(np.unique, _whole(6, 2), axis=axis, return_index=True, return_inverse=True, return_counts=True, **_DATA)
      for axis in (0, -1)],
    case(np.unique, _whole(4, 2, 2, dtype="bool"), axis=0, **_DATA),
    case(np.unique, _whole(4), axis=0, return_counts=True, **_DATA),
    case(np.unique, draw(0), return_index=True, return_inverse=True, return_counts=True, **_DATA),
    case(np.unique, draw(5), **_DATA),
    *[case(np.unique, x, return_counts=True, equal_nan=equal, gradient=False, **_DATA)
      for x in (_NANS, _COMPLEX_NANS[:3]) for equal in (True, False)],
    case(np.unique_all, _whole(2, 5), **_DATA),
    case(np.unique_counts, _whole(2, 5), **_DATA),
    case(np.unique_inverse, _whole(2, 5), **_DATA),
    case(lambda x: np.sort(np.unique_values(x)), _whole(2, 5), of=np.unique_values, **_DATA),
    *[case(np.isin, _whole(2, 3, dtype=dtype), _whole(4, dtype=dtype)) for dtype in _DTYPES],
    case(np.isin, draw(2, 3), [1, 2], invert=True),
    case(np.isin, draw(2, 3), draw(0)),
    *[case(f, _whole(6), _whole(5), **_DATA) for f in (np.intersect1d, np.union1d, np.setdiff1d, np.setxor1d)],
    *[case(f, _whole(6, dtype="int8"), draw(2, 2, dtype="float32"), **_DATA)
      for f in (np.intersect1d, np.union1d, np.setdiff1d, np.setxor1d)],
    *[case(f, draw(0), draw(0), **_DATA) for f in (np.intersect1d, np.union1d, np.setdiff1d, np.setxor1d)],
    case(np.intersect1d, _whole(6), _whole(5), return_indices=True, **_DATA),
    case(np.intersect1d, np.array([3, 1, 2]), np.array([2, 5, 3]), assume_unique=True, return_indices=True, **_DATA),
    case(np.setdiff1d, np.array([3, 1, 2]), np.array([2, 5]), assume_unique=True, **_DATA),
    case(np.setxor1d, np.array([3, 1, 2]), np.array([2, 5]), assume_unique=True, **_DATA),
    # comparisons
    *[case(f, np.array([1.0, np.nan, np.inf, -np.inf, 2.0]), np.array([1.0 + 1e-9, np.nan, np.inf, np.inf, 2.1]),
           equal_nan=equal, fake=f is np.isclose)
      for f in (np.isclose, np.allclose) for equal in (True, False)],
    *[case(np.isclose, _whole(3, dtype=dtype), _whole(2, 3, dtype=dtype), rtol=0.25, vmap=False) for dtype in _DTYPES],
    case(np.isclose, np.array([1.0, 1.0]), np.array([1.05, 1.05]), np.array([0.1, 1e-9]), 0.0),
    *[case(np.array_equal, x, x.copy(), equal_nan=equal, fake=False)
      for x in (_NANS, _whole(3)) for equal in (True, False)],
    case(np.array_equal, _whole(3), _whole(2, 3), vmap=False),
    case(np.array_equiv, np.array([1, 2]), np.array([[1, 2], [1, 2]]), fake=False),
    case(np.array_equiv, _whole(2), _whole(3), vmap=False),
    # kinds of numbers
    *[case(f, x) for f in (np.isreal, np.iscomplex) for x in (draw(3), np.array([1 + 1j, 2]), _whole(3))],
    *[case(f, x) for f in (np.isposinf, np.isneginf) for x in (_INFINITE, _whole(3), draw(3, dtype="bool"))],
    *[case(f, x, vmap=False) for f in (np.iscomplexobj, np.isrealobj, np.ndim, np.shape, np.size)
      for x in (draw(2, 3), draw(3, dtype="complex64"), np.array(2))],
    case(np.size, draw(2, 3), axis=1, vmap=False),
    case(np.result_type, draw(2, dtype="int8"), draw(2, dtype="uint8"), 3, vmap=False),
    case(np.can_cast, np.dtype("int8"), "float32", vmap=False),
    case(lambda x: np.can_cast(x.dtype, "float32"), draw(2), vmap=False, of=np.can_cast),
    case(lambda *x: np.dtype(np.common_type(*x)).name, draw(2, dtype="int8"), draw(2, dtype="float32"),
         of=np.common_type, vmap=False),
    case(lambda x: np.may_share_memory(x, x[1:]), draw(3), of=np.may_share_memory, vmap=False),
    case(lambda x: np.shares_memory(x[:2], x[1:]), draw(3), of=np.shares_memory, vmap=False),
    case(lambda x: np.shares_memory(x, x + 1), draw(3), of=np.shares_memory, vmap=False),
]  # fmt: skip
