"""Products of vectors and matrices, `einsum`, traces."""

from __future__ import annotations

import warnings

import numpy as np
from tests.unit.numpy.drawn import case, draw

LINALG = np.linalg


def cross_in_the_plane(a, b):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        return np.cross(a, b)


CASES = [
    *[case(np.dot, draw(*a), draw(*b)) for a, b in (
        ((), ()), ((), (2, 3)), ((3,), (3,)), ((2, 3), (3,)), ((3,), (3, 2)), ((2, 3), (3, 4)), ((2, 1, 3), (3,)),
        ((2, 3), (2, 3, 4)), ((2, 1, 3), (2, 3, 1)), ((0, 3), (3, 2)), ((2, 0), (0, 3)), ((0,), (0,)),
    )],
    *[case(np.dot, draw(2, 3, dtype=a), draw(3, 2, dtype=b)) for a, b in (
        ("int32", "int32"), ("bool", "bool"), ("int8", "float32"), ("float32", "float32"), ("complex64", "float64"),
        ("float16", "float16"), ("uint8", "int8"), ("complex128", "complex128"),
    )],
    case(np.dot, draw(3, 2, order="gaps").T, draw(3, 4, order="F")),
    case(np.dot, draw(2, 3), 2.5),
    case(np.dot, draw(2, 2), draw(2, 2), draw(2, 2), gradient=False),
    *[case(np.matmul, draw(*a), draw(*b)) for a, b in (
        ((3,), (3,)), ((3,), (3, 2)), ((2, 3), (3,)), ((2, 2, 3), (3, 2)), ((2, 1, 2, 3), (4, 3, 1)), ((0, 3), (3, 2)),
    )],
    *[case(np.matmul, draw(2, 3, dtype=a), draw(3, 2, dtype=a)) for a in ("bool", "int16", "complex128")],
    *[case(LINALG.matmul, draw(*a), draw(*b)) for a, b in (((2, 3), (3, 2)), ((3, 2, 3), (3,)))],
    *[case(np.inner, draw(*a), draw(*b)) for a, b in (
        ((3,), (3,)), ((2, 3), (3,)), ((3,), (2, 3)), ((2, 3), (4, 3)), ((2, 1, 3), (2, 3)), ((), (3,)), ((0,), (2, 0)),
    )],
    *[case(np.inner, draw(2, 3, dtype=a), draw(4, 3, dtype=a)) for a in ("bool", "int32", "complex128", "float32")],
    *[case(np.vdot, draw(*a), draw(*b)) for a, b in (((3,), (3,)), ((2, 3), (3, 2)), ((), (1,)), ((0, 2), (0,)))],
    *[case(np.vdot, draw(2, 3, dtype=a), draw(6, dtype=b)) for a, b in (
        ("complex128", "complex128"), ("bool", "bool"),
    )],
    *[case(np.outer, draw(*a), draw(*b)) for a, b in (((2,), (3,)), ((2, 2), (3,)), ((), (3,)), ((0,), (3,)))],
    case(np.outer, draw(2, dtype="int8"), draw(3, dtype="float32")),
    case(np.outer, draw(2), draw(3), draw(2, 3), gradient=False),
    case(LINALG.outer, draw(2), draw(3, dtype="complex128")),
    *[case(np.tensordot, draw(2, 3, 4), draw(*b), axes) for b, axes in (
        ((3, 4, 2), 2), ((4, 2), 1), ((2,), 0), ((4, 3), ([1, 2], [1, 0])), ((4, 3), (-1, 0)), ((4, 3, 2),
        ([0, -2], [2, 1])),
    )],
    case(np.tensordot, draw(2, 3, dtype="bool"), draw(2, 3, dtype="bool")),
    case(np.tensordot, draw(2, 0), draw(0, 3), axes=1),
    case(LINALG.tensordot, draw(2, 3), draw(3, 2, dtype="complex128"), axes=1),
    *[case(np.kron, draw(*a), draw(*b)) for a, b in (
        ((2,), (3,)), ((2, 2), (3, 1)), ((2,), (2, 3)), ((), (2,)), ((2, 1, 2), (2, 2)),
    )],
    case(np.kron, draw(2, dtype="int8"), draw(2, dtype="float32")),
    case(LINALG.multi_dot, [draw(2, 3), draw(3, 4), draw(4, 2)]),
    case(LINALG.multi_dot, [draw(3), draw(3, 4), draw(4, 2), draw(2)]),
    case(LINALG.multi_dot, [draw(2, 3), draw(3, 2, dtype="float32")]),
    case(LINALG.multi_dot, [draw(2, 3, dtype="int8"), draw(3, 2, dtype="int32"), draw(2, dtype="int8")]),
    *[case(getattr(np, name), draw(*a, dtype=dtype), draw(*b, dtype=dtype))
      for name, a, b in (("vecdot", (2, 3), (3,)), ("matvec", (2, 3, 3), (2, 3)), ("vecmat", (2, 1, 3), (3, 3)))
      for dtype in ("float64", "complex128", "bool") if hasattr(np, name)],  # since NumPy 2.2
    case(LINALG.vecdot, draw(2, 3), draw(3)),
    case(LINALG.vecdot, draw(2, 3, dtype="complex128"), draw(2, 3, dtype="complex128"), axis=0),
    # cross products
    case(np.cross, draw(3), draw(3)),
    case(np.cross, draw(2, 3), draw(4, 1, 3)),
    case(np.cross, draw(3, 2), draw(2, 3), axisa=0),
    case(np.cross, draw(2, 3), draw(3, 2), axisb=0, axisc=0),
    case(np.cross, draw(3, 2), draw(3, 2), axis=0),
    case(np.cross, draw(3, dtype="int32"), draw(3, dtype="float32")),
    case(np.cross, draw(3, dtype="complex128"), draw(3)),
    *[case(cross_in_the_plane, draw(2, a), draw(b), of=np.cross) for a, b in ((2, 2), (2, 3), (3, 2))],
    case(LINALG.cross, draw(2, 3), draw(3)),
    case(LINALG.cross, draw(3, 2), draw(3, 2), axis=0),
    # diagonals
    *[case(np.trace, draw(*a), **options) for a, options in (
        ((3, 3), {}), ((2, 4), {"offset": 1}), ((2, 4), {"offset": -1}), ((2, 3, 4), {"axis1": -1, "axis2": 0}),
        ((0, 2), {}), ((2, 2), {"offset": 5}),
    )],
    *[case(np.trace, draw(3, 3, dtype=a)) for a in ("bool", "int8", "uint8", "float32", "complex64", "float16")],
    case(np.trace, draw(3, 3, dtype="int8"), dtype="float32"),
    case(np.trace, draw(2, 3, 3), axis1=1, axis2=2, out=draw(2), gradient=False),
    case(LINALG.trace, draw(2, 3, 3), offset=1),
    case(LINALG.trace, draw(3, 3, dtype="int16"), dtype=float),
    *[case(LINALG.diagonal, draw(2, 3, 3), offset=offset) for offset in (0, 1, -1)],
    case(LINALG.matrix_transpose, draw(2, 3, 4)),
    # Einstein's notation
    *[case(np.einsum, text, *[draw(*shape) for shape in shapes]) for text, *shapes in (
        ("ij", (2, 3)), ("ji", (2, 3)), ("ij->", (2, 3)), ("ii", (3, 3)), ("ii->i", (3, 3)), ("ij,jk", (2, 3), (3, 2)),
        ("ij,kj->ik", (2, 3), (4, 3)), ("...j,...j", (2, 3), (3,)), ("...i->i...", (2, 3, 4)), ("i , j", (2,), (3,)),
        ("bij,bjk->bik", (2, 2, 3), (2, 3, 2)), ("ij,jk", (2, 1), (3, 2)), (",->", (), ()), ("aB", (2, 3)),
        ("i,i,i->i", (3,), (3,), (3,)), ("iij,j->i", (2, 2, 3), (3,)), ("ij,ij->", (2, 0), (2, 0)), ("i->...i", (2,)),
    )],
    *[case(np.einsum, "ij,jk,kl->il", draw(2, 3), draw(3, 4), draw(4, 2), optimize=how) for how in (
        True, "greedy", "optimal", ["einsum_path", (0, 1), (0, 1)], ["einsum_path", (0, 1, 2)],
    )],
    case(np.einsum, draw(2, 3), [0, 1], draw(3, 4), [1, 2]),
    case(np.einsum, draw(2, 3), [1, 0]),
    case(np.einsum, draw(2, 3), [Ellipsis, 27], draw(3), [27], [Ellipsis]),
    *[case(np.einsum, "ij,kj->i", draw(2, 3, dtype=a), draw(2, 3, dtype=b)) for a, b in (
        ("bool", "bool"), ("int8", "int8"), ("int8", "float32"), ("complex128", "float64"),
    )],
    case(np.einsum, "ij->i", draw(2, 3, dtype="int8")),
    case(np.einsum, "ij->i", draw(2, 3, dtype="float32"), dtype="float64"),
    case(np.einsum, "ij->i", draw(2, 3), dtype="float32", casting="same_kind", rtol=2e-5, gradient=False),
    case(np.einsum, "ij->i", draw(2, 3), out=draw(2), gradient=False),
    case(np.einsum_path, "ij,jk,kl->il", draw(2, 3), draw(3, 4), draw(4, 2), gradient=False, vmap=False),
]  # fmt: skip
