"""Shapes."""

from __future__ import annotations

import numpy as np
from tests.unit.numpy.drawn import case, draw


def _own_mode(vector, width, axis, options):
    vector[: width[0]] = options["factor"]
    vector[len(vector) - width[1] :] = vector[width[0]] * (axis + 1)


newer = [
    case(f, *args, **kwargs)
    for f, args, kwargs in (
        (getattr(np, "permute_dims", None), (draw(2, 3, 4), (1, 2, 0)), {}),
        (getattr(np, "unstack", None), (draw(2, 3),), {"axis": -1}),
    )
    if f is not None
]
CASES = [
    case(np.reshape, draw(2, 6), (3, -1)),
    case(np.reshape, draw(2, 6), -1),
    case(np.reshape, draw(2, 6), (4, 3), order="F"),
    case(np.reshape, draw(2, 6, order="F"), (4, 3), order="A", vmap=False),
    case(np.reshape, draw(2, 6, order="gaps"), (4, 3)),
    case(np.reshape, draw(dtype="int16"), (1, 1)),
    case(np.reshape, draw(0, 3), (3, 0, 2)),
    case(np.ravel, draw(2, 3)),
    case(np.ravel, draw(2, 3), order="F"),
    case(np.ravel, draw(2, 3, order="gaps"), order="K", vmap=False),
    case(np.ravel, draw(2, 3, order="gaps")),
    case(np.ravel, draw(2, 3, order="F"), order="K", vmap=False),
    case(np.transpose, draw(2, 3, 4)),
    case(np.transpose, draw(2, 3, 4, dtype=complex), (1, -1, 0)),
    case(np.matrix_transpose, draw(2, 3, 4)),
    case(np.swapaxes, draw(2, 3, 4), 0, -1),
    case(np.moveaxis, draw(2, 3, 4), 0, -1),
    case(np.moveaxis, draw(2, 3, 4), [0, 2], [-1, 0]),
    *[case(np.rollaxis, draw(2, 3, 4), axis, start) for axis, start in ((2, 0), (0, 3), (1, -3), (-1, 1))],
    case(np.expand_dims, draw(2, 3), 0),
    case(np.expand_dims, draw(2, 3), (-1, 1)),
    case(np.expand_dims, draw(), (0, 1)),
    case(np.squeeze, draw(1, 2, 1)),
    case(np.squeeze, draw(1, 2, 1), (-1,)),
    *[case(f, one) for f in (np.atleast_1d, np.atleast_2d, np.atleast_3d) for one in (draw(), draw(2), draw(2, 3))],
    case(np.atleast_2d, draw(2), draw(1, 2, 3, dtype="f4")),
    case(np.broadcast_to, draw(2, 1), (3, 2, 2)),
    case(np.broadcast_to, draw(), 3),
    case(np.broadcast_arrays, draw(2, 1), draw(3), draw(dtype="i4")),
    case(np.flip, draw(2, 3)),
    case(np.flip, draw(2, 3), -1),
    case(np.flip, draw(2, 3, 2, dtype="u1"), (0, 2)),
    case(np.fliplr, draw(2, 3)),
    case(np.flipud, draw(2, 3)),
    *[case(np.rot90, draw(2, 3), k) for k in range(-1, 4)],
    case(np.rot90, draw(2, 3, 4), 1, (2, 1)),
    case(np.roll, draw(2, 3), 1),
    case(np.roll, draw(2, 3), -2, axis=-1),
    case(np.roll, draw(2, 3), (1, 2, -1), axis=(0, 1, 0)),
    case(np.tile, draw(2, 3), 2),
    case(np.tile, draw(2, 3), (2, 1, 2)),
    case(np.tile, draw(2, 3, 2), (2,)),
    case(np.tile, draw(dtype=bool), (2, 2)),
    case(np.repeat, draw(2, 3), 2),
    case(np.repeat, draw(2, 3), [1, 0, 2], axis=1),
    case(np.repeat, draw(), 3),
    case(np.resize, draw(2, 3), (3, 3)),
    case(np.resize, draw(2, 3), 4),
    case(np.trim_zeros, np.array([0.0, 0.0, 1.5, 0.0, 2.0, 0.0]), vmap=False, fake=False, gradient=False),
    case(np.trim_zeros, np.array([0, 3, 0]), "b", vmap=False, fake=False),
    *newer,
    # padding
    case(np.pad, draw(2, 3), 1),
    case(np.pad, draw(2, 3), 0),
    case(np.pad, draw(3), 0, mode="edge"),
    case(np.pad, draw(2, 3), ((1, 0), (0, 2)), constant_values=((1, 2), (3, 4))),
    case(np.pad, draw(2, 3, dtype="int8"), (1, 2), mode="constant", constant_values=7),
    *[
        case(np.pad, draw(4, 3), ((5, 1), (0, 4)), mode=mode)
        for mode in ("edge", "reflect", "symmetric", "wrap", "maximum", "minimum", "mean", "linear_ramp")
    ],
    *[case(np.pad, draw(4), (7, 6), mode=mode, reflect_type="odd") for mode in ("reflect", "symmetric")],
    case(np.pad, draw(4, dtype="i8"), (7, 6), mode="symmetric", reflect_type="odd"),
    case(np.pad, draw(4, dtype="i8", high=9), (3, 2), mode="linear_ramp", end_values=(5, -4)),
    case(np.pad, draw(4, dtype="i8", high=9), (1, 2), mode="mean", stat_length=3),
    case(np.pad, draw(5, 3), ((1, 2), (2, 0)), mode="maximum", stat_length=((2, 1), (1, 3))),
    case(lambda x: np.pad(x, 1, mode="empty")[1:-1], draw(3), of=np.pad),
    case(lambda x: np.pad(x, (2, 1), _own_mode, factor=3.0), draw(2, 3), of=np.pad),
]
