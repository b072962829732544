"""Elements picked by position or condition, and written there."""

from __future__ import annotations

import numpy as np
from tests.unit.numpy.drawn import case, draw

I23 = draw(2, 3, dtype="i8", low=0, high=2)


def written(function, *args, **kwargs):
    """A function that writes to its first argument, which is the result."""

    def run(x, *rest, **options):
        x = np.copy(x)
        function(x, *rest, **options)
        return x

    return case(run, *args, of=function, **kwargs)


CASES = [
    case(np.take, draw(2, 3), [1, 4, -1]),
    case(np.take, draw(2, 3), I23, axis=1),
    case(np.take, draw(2, 3), 1, axis=0),
    case(np.take, draw(2, 3), [4, -5], axis=1, mode="wrap"),
    case(np.take, draw(2, 3), [4, -5], axis=1, mode="clip"),
    case(np.take, draw(2, 3, dtype="c8"), np.array([1, 0], np.uint8)),
    case(np.take_along_axis, draw(2, 3), draw(2, 4, dtype="i8", low=-3, high=2), axis=1),
    case(np.take_along_axis, draw(2, 3), draw(1, 3, dtype="i4", low=-2, high=1), axis=0),
    case(np.take_along_axis, draw(2, 3), draw(4, dtype="i8", low=0, high=5), axis=None),
    case(np.choose, I23, [draw(2, 3), draw(3), draw()]),
    case(np.choose, I23, draw(3, 3)),
    case(np.choose, draw(4, dtype="i8", low=-9, high=9), [1, 2], mode="wrap"),
    case(np.choose, draw(4, dtype="i8", low=-9, high=9), [1, 2.5], mode="clip"),
    case(np.select, [draw(3, dtype=bool), draw(3, dtype=bool)], [draw(3), draw(2, 1)]),
    case(np.select, [draw(3, dtype=bool)], [draw(3, dtype="f4")], default=-1.0),
    case(np.compress, [True, False, True], draw(3, 2), axis=0),
    case(np.compress, [0, 1], draw(3, 2), axis=-1),
    case(np.compress, np.array([True, False, True]), draw(4), vmap=False, fake=False),
    case(lambda x: np.piecewise(x, [x < 0, x >= 1], [np.negative, lambda v: v * v, 7.0]), draw(6), of=np.piecewise,
         fake=False),
    case(lambda x: np.piecewise(x, x < 0, [-1, np.sin]), draw(4), of=np.piecewise, fake=False),
    case(lambda x: np.apply_along_axis(lambda v: v * np.sum(v), 0, x), draw(3, 2), of=np.apply_along_axis),
    case(lambda x: np.apply_along_axis(np.sum, -1, x), draw(2, 3, 2), of=np.apply_along_axis),
    case(lambda x: np.apply_along_axis(np.diag, 1, x), draw(2, 3, 2), of=np.apply_along_axis),
    case(lambda x: np.apply_over_axes(np.sum, x, [0, -1]), draw(2, 3, 2), of=np.apply_over_axes),
    # diagonals, triangles, grids
    case(np.diag, draw(3)),
    case(np.diag, draw(2), -1),
    case(np.diag, draw(2, 3), 1),
    case(np.diagflat, draw(2, 2), 1),
    case(np.diagonal, draw(2, 3)),
    case(np.diagonal, draw(2, 3, 4), 1, 0, -1),
    *[case(f, draw(3, 4), k) for f in (np.tril, np.triu) for k in (-1, 0, 2)],
    case(np.tril, draw(3, dtype="i2")),
    case(np.triu, draw(2, 3, 3)),
    case(np.tril_indices_from, draw(3, 4), 1),
    case(np.triu_indices_from, draw(3, 4), -1),
    case(np.diag_indices_from, draw(3, 3)),
    case(np.vander, draw(3)),
    case(np.vander, draw(3, dtype="i4"), 2, increasing=True),
    case(np.ix_, draw(2, dtype="i8", low=0), draw(3, dtype="i8", low=0)),
    case(np.ix_, draw(2, dtype="i8", low=0), np.array([True, False, True]), vmap=False, fake=False),
    case(np.meshgrid, draw(2), draw(3)),
    case(np.meshgrid, draw(2), draw(3), draw(4), indexing="ij"),
    case(np.meshgrid, draw(2), draw(3), sparse=True),
    case(np.unravel_index, draw(3, dtype="i8", low=0, high=11), (3, 4)),
    case(np.unravel_index, draw(3, dtype="i8", low=0, high=11), (3, 4), order="F"),
    case(np.ravel_multi_index, (draw(3, dtype="i8", low=0), draw(3, dtype="i8", low=0)), (3, 4)),
    case(np.ravel_multi_index, (draw(3, dtype="i8", high=9), draw(3, dtype="i8", low=-9)), (3, 4),
         mode=("clip", "wrap"), order="F"),
    # writing
    written(np.put, draw(2, 3), [0, -1, 3], draw(2)),
    written(np.put, draw(2, 3, order="gaps"), [7, -8], 1.5, mode="wrap"),
    written(np.put, draw(2, 3), [7, -8], 1.5, mode="clip"),
    written(np.putmask, draw(2, 3), draw(2, 3, dtype=bool), draw(2)),
    written(np.place, draw(2, 3), draw(2, 3, dtype=bool), draw(2)),
    written(np.copyto, draw(2, 3), draw(3)),
    written(np.copyto, draw(2, 3), 1, where=np.array([True, False, True])),
    written(np.copyto, draw(2, 3, dtype="f4"), draw(2, 3), gradient=False),
    written(np.put_along_axis, draw(2, 3), np.array([[1], [2]]), draw(2, 1), axis=1),
    written(np.put_along_axis, draw(2, 3), np.array([1, 5]), draw(2), axis=None),
    written(np.fill_diagonal, draw(3, 4), 2.5),
    written(np.fill_diagonal, draw(3, 3), draw(2)),
    written(np.fill_diagonal, draw(7, 2), draw(3), wrap=True),
    written(np.fill_diagonal, draw(2, 2, 2), 1),
]  # fmt: skip
