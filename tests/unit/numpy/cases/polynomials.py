"""Polynomials."""

from __future__ import annotations

import numpy as np
from tests.unit.numpy.drawn import case, draw

SEVERAL_DTYPES = ("int8", "float32", "complex64")


def positive(*shape, dtype=float):
    return draw(*shape, dtype=dtype, low=1.0, high=3.0)


CASES = [
    *[case(np.polyval, draw(*p), draw(*x))
      for p, x in (((4,), ()), ((4,), (3,)), ((1,), (2, 2)), ((0,), (2,)), ((3, 2), (2,)))],
    *[case(np.polyval, draw(3, dtype=dtype), draw(2, dtype=other))
      for dtype in SEVERAL_DTYPES for other in ("int32", "float32")],
    case(np.polyval, [1.0, 2.0], draw(3)),
    case(np.polyval, draw(3), 2.5),
    *[case(np.polyder, draw(4), m) for m in (0, 1, 2, 5)],
    *[case(np.polyder, draw(4, dtype=dtype)) for dtype in SEVERAL_DTYPES],
    case(np.polyint, draw(3)),
    case(np.polyint, draw(3), 0),
    case(np.polyint, draw(3), 2, 1.5),
    case(np.polyint, draw(3), 2, draw(2)),
    *[case(np.polyint, draw(4, dtype=dtype)) for dtype in SEVERAL_DTYPES],
    *[case(f, draw(*a), draw(*b))
      for f in (np.polyadd, np.polysub) for a, b in (((3,), (3,)), ((2,), (4,)), ((4,), (1,)), ((), (2,)))],
    *[case(f, draw(3, dtype=dtype), draw(2, dtype="int16"))
      for f in (np.polyadd, np.polysub) for dtype in SEVERAL_DTYPES],
    *[case(np.polymul, positive(*a), positive(*b)) for a, b in (((3,), (3,)), ((2,), (4,)), ((4,), (1,)))],
    *[case(np.polymul, positive(3, dtype=dtype), positive(2, dtype="int16")) for dtype in SEVERAL_DTYPES],
    case(np.polymul, np.array([0.0, 0.0, 1.0, 2.0]), positive(2), gradient=False, vmap=False, fake=False),
    case(np.polymul, np.zeros(3), positive(2), gradient=False, vmap=False, fake=False),
    # what is left of a division has as many elements as the values say
    *[case(lambda u, v: np.polydiv(u, v)[0], draw(*a), positive(*b), of=np.polydiv)
      for a, b in (((5,), (2,)), ((3,), (3,)), ((2,), (3,)))],
    *[case(np.polydiv, draw(*a), positive(*b), gradient=False, vmap=False, fake=False)
      for a, b in (((5,), (2,)), ((2,), (3,)))],
    case(np.polydiv, draw(4, dtype="int8"), positive(2, dtype="float32"), vmap=False, fake=False),
    *[case(np.poly, draw(*shape)) for shape in ((1,), (4,))],
    *[case(np.poly, draw(3, dtype=dtype)) for dtype in (*SEVERAL_DTYPES, "complex128")],
    case(np.poly, np.array([1 + 2j, 1 - 2j]), gradient=False, vmap=False, fake=False),
    case(np.poly, np.diag([1.0, 2.0, 4.0]), vmap=False, fake=False),
    case(np.poly, draw(0), vmap=False),
    case(np.roots, np.array([1.0, 0.5, 3.0, 2.0])),  # two of them are complex
    case(np.roots, np.array([1.0, -6.0, 11.0, -6.0]), vmap=False, fake=False),
    case(np.roots, np.array([0.0, 2.0, -1.0, 0.0, 0.0]), vmap=False, fake=False, gradient=False),
    case(np.roots, np.array([3.0]), vmap=False, gradient=False),
    case(np.roots, np.zeros(2), vmap=False, gradient=False, fake=False),
    case(np.roots, np.array([1, 0, 1], dtype="int8")),
    case(np.polyfit, draw(5), draw(5), 2),
    case(np.polyfit, draw(5), draw(5, 2), 1),
    case(np.polyfit, draw(6), draw(6), 2, w=positive(6)),
    case(np.polyfit, draw(6), draw(6, 2), 2, w=positive(6), cov=True),
    case(np.polyfit, draw(6), draw(6), 1, cov="unscaled"),
    case(np.polyfit, draw(6), draw(6), 1, full=True),
    case(np.polyfit, draw(5, dtype="float32"), draw(5, dtype="float32"), 1, rtol=1e-4),
    case(np.polyfit, np.arange(5), draw(5, dtype="int8"), 1),
]  # fmt: skip
