"""`numpy.fft`."""

from __future__ import annotations

import warnings

import numpy as np
from tests.unit.numpy.drawn import case, draw

F = np.fft
ONE = (F.fft, F.ifft, F.rfft, F.irfft, F.hfft, F.ihfft)
OF_REAL = (F.rfft, F.ihfft, F.rfftn, F.rfft2)
SEVERAL = (F.fftn, F.ifftn, F.rfftn, F.irfftn)
PLANES = (F.fft2, F.ifft2, F.rfft2, F.irfft2)


def without_axes(x):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        return F.fftn(x, (3, 2))


CASES = [
    *[case(f, draw(*shape), **options) for f in ONE for shape, options in (
        ((5,), {}), ((2, 4), {}), ((4, 2), {"axis": 0, "n": 3}), ((3,), {"n": 6, "norm": "ortho"}),
        ((2, 3), {"axis": -2, "n": 2, "norm": "forward"}), ((3,), {"norm": "backward"}), ((0, 4), {}),
    )],
    *[case(f, draw(2, 4, dtype=dtype)) for f in ONE for dtype in ("int8", "bool", "float16", "float32")],
    *[case(f, draw(2, 4, dtype=dtype)) for f in ONE if f not in OF_REAL for dtype in ("complex64", "complex128")],
    case(F.fft, draw(4, order="gaps")),
    case(F.fft, draw(4), out=draw(4, dtype="complex128"), gradient=False),
    case(F.irfft, draw(3), out=draw(4), gradient=False),
    *[case(f, draw(2, 3, 4), **options) for f in SEVERAL for options in (
        {}, {"axes": (0, 2)}, {"s": (2, 5), "axes": (-1, 0)}, {"s": (-1, 3), "axes": (1, 2), "norm": "ortho"},
        {"axes": (1, 1)}, {"axes": [2], "norm": "forward"},
    )],
    *[case(f, draw(2, 3, 4), **options) for f in PLANES for options in ({}, {"s": (2, 2)}, {"axes": (0, 1)})],
    *[case(f, draw(3, 4, dtype=dtype)) for f in SEVERAL for dtype in ("float32", "int16")],
    *[case(f, draw(3, 4, dtype="complex128")) for f in (*SEVERAL, *PLANES) if f not in OF_REAL],
    case(without_axes, draw(2, 3, 4), of=F.fftn),
    case(lambda d: F.fftfreq(5, d), draw(low=1.0), of=F.fftfreq),
    case(lambda d: F.rfftfreq(4, d), draw(low=1.0), of=F.rfftfreq),
    *[case(f, draw(*shape), *axes) for f in (F.fftshift, F.ifftshift) for shape, axes in (
        ((5,), ()), ((2, 3), ()), ((2, 3), (-1,)), ((2, 3, 4), ((0, 2),)), ((0,), ()),
    )],
    case(F.fftshift, draw(2, 3), np.int64(1)),
]  # fmt: skip
