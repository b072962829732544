"""What the functions of linear algebra and the Fourier transforms are called with."""

from __future__ import annotations

from typing import Any

import numpy as np
from tests.conformance.array_api.drawing import ALL, COMPLEX, FLOATS, Drawer, Drawn, Made, options

# ---- linear algebra ----


MATMUL = (
    ((3,), (3,)), ((2, 3), (3,)), ((3,), (3, 2)), ((2, 3), (3, 4)), ((2, 2, 3), (3, 2)), ((), (3,)), ((0, 3), (3, 2)),
    ((2, 0), (0, 3)), ((2, 3), (2, 3)), ((2, 1, 2, 3), (3, 3, 1)), ((0,), (0,)),
)  # fmt: skip


def _matrices(d: Drawer, square: bool = False) -> Made:
    inner = d.choice((1, 2, 3))
    last = (inner, inner) if square else (inner, d.choice((1, 2, 3, 4)))
    shape = (*d.choice(((), (), (2,), (0,), (2, 1))), *last)
    return d.finite(d.dtype((*FLOATS, *COMPLEX)), shape)


def _matmul(d: Drawer) -> Drawn:
    dtype = d.dtype(ALL)
    shapes = d.choice(MATMUL)
    return [d.array(dtype, shapes[0]), d.array(d.choice((dtype, dtype, d.dtype(ALL))), shapes[1])], {}


def _vecdot(d: Drawer) -> Drawn:
    x = d.array(shape=d.choice(((3,), (2, 3), (3, 3), (2, 1, 3), (0, 3), ())))
    return [x, d.partner(x)], {"axis": d.choice((-1, -1, 0, -2, 1))} if d.chance(0.5) else {}


def _tensordot(d: Drawer) -> Drawn:
    dtype = d.dtype(ALL)
    a, b = d.choice((((2, 3), (3, 2)), ((2, 3, 4), (3, 4, 2)), ((3,), (3,)), ((2, 3), (2, 3)), ((0, 3), (3, 0))))
    axes = d.choice((0, 1, 2, {"$tuple": [[1], [0]]}, {"$tuple": [[0, 1], [0, 1]]}, {"$tuple": [[-1], [0]]}))
    return [d.array(dtype, a), d.array(d.choice((dtype, dtype, d.dtype())), b)], {"axes": axes} if d.chance(0.8) else {}


def _cross(d: Drawer) -> Drawn:
    x = d.array(shape=d.choice(((3,), (2, 3), (3, 3), (3, 1), (2, 2), (3, 2, 3), (0, 3))))
    return [x, d.partner(x)], {"axis": d.choice((-1, 0, 1))} if d.chance(0.6) else {}


def _matrix_norm(d: Drawer) -> Drawn:
    options: dict[str, Any] = {"ord": d.choice((1, -1, 2, -2, float("inf"), -float("inf"), "fro", "nuc"))}
    return [_matrices(d)], options | ({"keepdims": d.chance(0.5)} if d.chance(0.5) else {}) if d.chance(0.8) else {}


def _vector_norm(d: Drawer) -> Drawn:
    x = d.array(among=(*FLOATS, *COMPLEX, "int32", "bool"))
    options = {"axis": d.axes(x.values.ndim)} if d.chance(0.7) else {}
    if d.chance(0.7):
        options["ord"] = d.choice((0, 1, 2, 3, -1, -2, 0.5, float("inf"), -float("inf"), "fro"))
    return [x], options | ({"keepdims": d.chance(0.5)} if d.chance(0.5) else {})


def _solve(d: Drawer) -> Drawn:
    a = _matrices(d, square=True)
    n = a.values.shape[-1]
    shape = d.choice(((n,), (n, 2), (*a.values.shape[:-1], 2)))
    return [a, d.finite(str(a.values.dtype) if d.chance(0.8) else d.dtype(FLOATS), shape)], {}


def _positive(d: Drawer) -> Made:
    a = _matrices(d, square=True).values
    return Made(a @ np.conj(np.swapaxes(a, -1, -2)) + np.eye(a.shape[-1], dtype=a.dtype))


def magnitudes(name: str) -> Any:
    """A factorisation up to signs and phases."""

    def called(xp: Any, *args: Any, **kwargs: Any) -> Any:
        result = getattr(xp.linalg, name)(*args, **kwargs)
        return type(result).__name__, [xp.abs(part) for part in result]

    return called


LINALG: dict[str, Any] = {
    "cholesky": lambda d: ([_positive(d)], {"upper": d.chance(0.5)} if d.chance(0.5) else {}),
    "cross": _cross,
    "det": lambda d: ([_matrices(d, square=d.chance(0.9))], {}),
    "diagonal": lambda d: ([d.array()], {"offset": d.choice((-2, -1, 0, 1, 3))} if d.chance(0.6) else {}),
    "eigvalsh": lambda d: ([_positive(d)], {}),
    "inv": lambda d: ([_positive(d)], {}),
    "matmul": _matmul,
    "matrix_norm": _matrix_norm,
    "matrix_power": lambda d: ([_matrices(d, square=True), d.choice((0, 1, 2, 3, -1))], {}),
    "matrix_rank": lambda d: ([_matrices(d)], {"rtol": d.choice((0.1, 1e-5))} if d.chance(0.5) else {}),
    "matrix_transpose": lambda d: ([d.array()], {}),
    "outer": lambda d: ([d.array(shape=(d.choice((0, 1, 3)),)), d.array(shape=d.choice(((2,), (0,), (2, 2))))], {}),
    "pinv": lambda d: ([_matrices(d)], {"rtol": d.choice((0.1, 1e-5))} if d.chance(0.5) else {}),
    "slogdet": lambda d: ([_matrices(d, square=True)], {}),
    "solve": _solve,
    "svdvals": lambda d: ([_matrices(d)], {}),
    "tensordot": _tensordot,
    "trace": lambda d: ([d.array()], options(d, offset=d.choice((-1, 0, 1)))),
    "vecdot": _vecdot,
    "vector_norm": _vector_norm,
}
FACTORS: dict[str, Any] = {
    "eigh": lambda d: ([_positive(d)], {}),
    "qr": lambda d: ([_matrices(d)], {"mode": d.choice(("reduced", "complete"))} if d.chance(0.6) else {}),
    "svd": lambda d: ([_matrices(d)], {"full_matrices": False}),
}


# ---- Fourier transforms ----


def _fft_one(d: Drawer) -> Drawn:
    x = d.finite(d.dtype((*FLOATS, *COMPLEX)), d.choice(((4,), (2, 3), (2, 3, 4), (1,), ())))
    options: dict[str, Any] = {"n": d.choice((1, 3, 6, None))} if d.chance(0.4) else {}
    if d.chance(0.4):
        options["axis"] = d.axis(x.values.ndim)
    return [x], options | ({"norm": d.choice(("backward", "ortho", "forward"))} if d.chance(0.5) else {})


def _fft_many(d: Drawer) -> Drawn:
    x = d.finite(d.dtype((*FLOATS, *COMPLEX)), d.choice(((4,), (2, 3), (2, 3, 4))))
    options: dict[str, Any] = {"axes": {"$tuple": list(range(x.values.ndim))}} if d.chance(0.5) else {}
    if options and d.chance(0.5):
        options["s"] = {"$tuple": [d.choice((2, 3)) for _ in range(x.values.ndim)]}
    return [x], options | ({"norm": d.choice(("backward", "ortho", "forward"))} if d.chance(0.5) else {})


FFT: dict[str, Any] = {
    **dict.fromkeys(("fft", "ifft", "rfft", "irfft", "hfft", "ihfft"), _fft_one),
    **dict.fromkeys(("fftn", "ifftn", "rfftn", "irfftn"), _fft_many),
    **dict.fromkeys(
        ("fftfreq", "rfftfreq"),
        lambda d: ([d.choice((1, 4, 5))], options(d, d=d.choice((1.0, 0.5, 2)))),
    ),
    **dict.fromkeys(("fftshift", "ifftshift"), lambda d: ([x := d.array()], {"axes": d.axes(x.values.ndim)})),
}
