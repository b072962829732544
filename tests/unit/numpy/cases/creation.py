"""New arrays."""

from __future__ import annotations

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from tests.unit.numpy.drawn import case, draw


def like(function, *args, **kwargs):
    """A function with ``like=``."""
    return case(lambda x: function(*args, **kwargs, like=x), draw(2), of=function, vmap=False)


CASES = [
    *[case(f, draw(2, 3)) for f in (np.zeros_like, np.ones_like)],
    *[case(f, draw(2, 3, dtype="i4"), dtype="f4", shape=(4,)) for f in (np.zeros_like, np.ones_like)],
    case(lambda x: np.empty_like(x, dtype=int) * 0, draw(2, 3), of=np.empty_like),
    case(np.full_like, draw(2, 3), 2),
    case(np.full_like, draw(2, 3), draw(3)),
    case(np.full_like, draw(2, 3), 2.9, dtype="u1"),
    case(np.copy, draw(2, 3)),
    case(np.copy, draw(2, 3, order="F"), order="K", vmap=False),
    case(np.linspace, draw(), draw(), 5),
    case(np.linspace, draw(2), 3, 4, endpoint=False),
    case(np.linspace, draw(2, 1), draw(3), 3, axis=-1),
    case(np.linspace, draw(2, dtype="i4"), draw(2, dtype="i4", low=5, high=9), 4, dtype=int),
    case(np.linspace, draw(2), draw(2), 3, retstep=True),
    case(np.linspace, draw(2), draw(2), 1),
    case(np.linspace, draw(2), draw(2), 0),
    case(np.logspace, draw(2), draw(2), 4),
    case(np.logspace, draw(2), 1, 4, base=draw(2, low=1, high=3), axis=-1),
    case(np.geomspace, draw(2, low=1), draw(2, low=1), 4),
    case(np.geomspace, draw(2, low=-3, high=-1), draw(2, low=-3, high=-1), 4, endpoint=False, axis=1),
    case(sliding_window_view, draw(5), 3),
    case(sliding_window_view, draw(4, 5), (2, 3)),
    case(sliding_window_view, draw(4, 5), (2,), axis=-1),
    # like=
    like(np.zeros, (2, 3)),
    like(np.ones, 3, dtype="i4"),
    case(lambda x: np.empty((2, 3), like=x) * 0, draw(2), of=np.empty, vmap=False),
    like(np.arange, 1, 7, 2),
    like(np.eye, 2, 3, 1),
    like(np.identity, 2),
    like(np.tri, 2, 3),
    like(np.fromfunction, lambda i, j: i + j, (2, 3)),
    like(np.fromiter, (1.0, 2.0), float),
    like(np.frombuffer, b"abcd", dtype="u1"),
    like(np.fromstring, "1 2 3", sep=" "),
    like(np.full, (2, 3), 7),
    case(lambda x: np.full((2, 2), x, dtype="f8", like=x), draw(2), of=np.full),
    case(lambda x: np.array([x[0], 2 * x[1]], like=x), draw(2), of=np.array),
    case(lambda x: np.array(x, ndmin=3, like=x), draw(2), of=np.array),
    case(lambda x: np.asarray([x, x], dtype=complex, like=x), draw(2), of=np.asarray),
    case(lambda x: np.asanyarray(x, like=x), draw(2), of=np.asanyarray),
    case(lambda x: np.ascontiguousarray(x, like=x), draw(2, 3, order="F"), of=np.ascontiguousarray),
    case(lambda x: np.asfortranarray(x, like=x), draw(2, 3), of=np.asfortranarray),
    case(lambda x: np.require(x, "f4", "F", like=x), draw(2, 3), of=np.require, gradient=False),
]
