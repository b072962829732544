"""Write the Chebyshev series of `wye.aten.arrays.chebyshev_series`.  Needs mpmath; run it by hand.

Every function that is approximated is smooth: what grows, oscillates or has a pole is taken out first, and the kernels
put it back.
"""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from mpmath import mp, mpf

mp.dps = 60
TARGET = Path(__file__).resolve().parent.parent / "src/wye/aten/arrays/chebyshev_series.py"
SMALLEST = mpf(10) ** -18  # of coefficients, beside the largest
SERIES: dict[str, tuple[str, tuple[float, ...]]] = {}


def coefficients(fn: Callable[[Any], Any], count: int = 70) -> tuple[float, ...]:
    """The coefficients of ``fn`` on [-1, 1], the highest first."""
    angles = [mp.pi * (k + mpf(1) / 2) / count for k in range(count)]
    values = [fn(mp.cos(angle)) for angle in angles]
    found = [2 * mp.fsum(v * mp.cos(j * a) for v, a in zip(values, angles, strict=True)) / count for j in range(count)]
    found[0] /= 2
    largest = max(abs(c) for c in found)
    while abs(found[-1]) < largest * SMALLEST:
        found.pop()
    return tuple(float(c) for c in reversed(found))


def series(remark: str) -> Callable[[Callable[[Any], Any]], None]:
    """Add the series of a function of [-1, 1]."""

    def add(fn: Callable[[Any], Any]) -> None:
        SERIES[fn.__name__.lstrip("_").upper()] = remark, coefficients(fn)

    return add


def upto(end: int, t: Any) -> Any:
    """From [-1, 1] to [0, end]."""
    return end * (t + 1) / 2


def beyond(start: Any, t: Any) -> Any:
    """From [-1, 1] to [start, infinity]: t = 2 start / x - 1."""
    return 2 * start / (t + 1)


@series("exp(-x) i0(x), t = x / 4 - 1, x <= 8")
def _i0_near(t: Any) -> Any:
    x = upto(8, t)
    return mp.exp(-x) * mp.besseli(0, x)


@series("exp(-x) sqrt(x) i0(x), t = 16 / x - 1, x > 8")
def _i0_far(t: Any) -> Any:
    x = beyond(8, t)
    return mp.exp(-x) * mp.sqrt(x) * mp.besseli(0, x)


@series("exp(-x) i1(x) / x, t = x / 4 - 1, x <= 8")
def _i1_near(t: Any) -> Any:
    x = upto(8, t)
    return mp.exp(-x) * mp.besseli(1, x) / x


@series("exp(-x) sqrt(x) i1(x), t = 16 / x - 1, x > 8")
def _i1_far(t: Any) -> Any:
    x = beyond(8, t)
    return mp.exp(-x) * mp.sqrt(x) * mp.besseli(1, x)


@series("k0(x) + log(x / 2) i0(x), t = x^2 / 2 - 1, x <= 2")
def _k0_near(t: Any) -> Any:
    x = mp.sqrt(upto(4, t))
    return mp.besselk(0, x) + mp.log(x / 2) * mp.besseli(0, x)


@series("exp(x) sqrt(x) k0(x), t = 4 / x - 1, x > 2")
def _k0_far(t: Any) -> Any:
    x = beyond(2, t)
    return mp.exp(x) * mp.sqrt(x) * mp.besselk(0, x)


@series("x (k1(x) - log(x / 2) i1(x)), t = x^2 / 2 - 1, x <= 2")
def _k1_near(t: Any) -> Any:
    x = mp.sqrt(upto(4, t))
    return x * (mp.besselk(1, x) - mp.log(x / 2) * mp.besseli(1, x))


@series("exp(x) sqrt(x) k1(x), t = 4 / x - 1, x > 2")
def _k1_far(t: Any) -> Any:
    x = beyond(2, t)
    return mp.exp(x) * mp.sqrt(x) * mp.besselk(1, x)


def _without_zeros(order: int, x: Any) -> Any:
    zeros = [mp.besseljzero(order, k) for k in (1, 2)]
    return mp.besselj(order, x) / ((x * x - zeros[0] ** 2) * (x * x - zeros[1] ** 2))


@series("j0(x) / ((x^2 - z1^2) (x^2 - z2^2)) with its zeros z, t = x^2 / 32 - 1, x <= 8")
def _j0_near(t: Any) -> Any:
    return _without_zeros(0, mp.sqrt(upto(64, t)))


@series("j1(x) / x / ((x^2 - z1^2) (x^2 - z2^2)) with its zeros z, t = x^2 / 32 - 1, x <= 8")
def _j1_near(t: Any) -> Any:
    x = mp.sqrt(upto(64, t))
    return _without_zeros(1, x) / x


@series("y0(x) - 2 / pi log(x) j0(x), t = x^2 / 32 - 1, x <= 8")
def _y0_near(t: Any) -> Any:
    x = mp.sqrt(upto(64, t))
    return mp.bessely(0, x) - 2 / mp.pi * mp.log(x) * mp.besselj(0, x)


@series("(y1(x) - 2 / pi (log(x) j1(x) - 1 / x)) / x, t = x^2 / 32 - 1, x <= 8")
def _y1_near(t: Any) -> Any:
    x = mp.sqrt(upto(64, t))
    return (mp.bessely(1, x) - 2 / mp.pi * (mp.log(x) * mp.besselj(1, x) - 1 / x)) / x


def _waves(order: int, t: Any) -> tuple[Any, Any, Any]:
    """The amplitudes p and q of jn = sqrt(2 / pi x) (p cos - q sin), yn = sqrt(2 / pi x) (p sin + q cos)."""
    x = 8 / mp.sqrt(upto(1, t))
    phase = x - (2 * order + 1) * mp.pi / 4
    j, y, scale = mp.besselj(order, x), mp.bessely(order, x), mp.sqrt(mp.pi * x / 2)
    return (
        scale * (j * mp.cos(phase) + y * mp.sin(phase)),
        scale * (y * mp.cos(phase) - j * mp.sin(phase)) * x,
        x,
    )


@series("the amplitude p0 of j0 = sqrt(2 / pi x) (p0 cos(x - pi / 4) - q0 sin(x - pi / 4)), t = 128 / x^2 - 1, x > 8")
def _p0_far(t: Any) -> Any:
    return _waves(0, t)[0]


@series("x q0, as above")
def _q0_far(t: Any) -> Any:
    return _waves(0, t)[1]


@series("p1 of j1, with 3 pi / 4 for pi / 4")
def _p1_far(t: Any) -> Any:
    return _waves(1, t)[0]


@series("x q1, as above")
def _q1_far(t: Any) -> Any:
    return _waves(1, t)[1]


START = mpf(2) / 3 * mp.sqrt(mpf(8))  # 2 / 3 x^(3/2) at x = 2


@series("ai(x), t = x / 2, -2 <= x <= 2")
def _airy_near(t: Any) -> Any:
    return mp.airyai(2 * t)


@series("2 sqrt(pi) x^(1/4) exp(z) ai(x), z = 2 / 3 x^(3/2), t = 2 z(2) / z - 1, x > 2")
def _airy_far(t: Any) -> Any:
    z = beyond(START, t)
    x = (mpf(3) / 2 * z) ** (mpf(2) / 3)
    return 2 * mp.sqrt(mp.pi) * x ** (mpf(1) / 4) * mp.exp(z) * mp.airyai(x)


def _airy_waves(t: Any) -> tuple[Any, Any]:
    z = START / mp.sqrt(upto(1, t))
    x = (mpf(3) / 2 * z) ** (mpf(2) / 3)
    phase, scale = z + mp.pi / 4, mp.sqrt(mp.pi) * x ** (mpf(1) / 4)
    ai, bi = mp.airyai(-x), mp.airybi(-x)
    return scale * (ai * mp.sin(phase) + bi * mp.cos(phase)), scale * (bi * mp.sin(phase) - ai * mp.cos(phase)) * z


@series("f of ai(-x) = (f sin(z + pi / 4) - g cos(z + pi / 4)) / sqrt(pi) / x^(1/4), t = 2 (z(2) / z)^2 - 1, x > 2")
def _airy_f(t: Any) -> Any:
    return _airy_waves(t)[0]


@series("z g, as above")
def _airy_g(t: Any) -> Any:
    return _airy_waves(t)[1]


def text() -> str:
    """The module."""
    lines = [
        '"""Chebyshev series of functions that NumPy does not have.  Made by tools/make_chebyshev_series.py.',
        "",
        "The coefficient of the highest polynomial comes first; ``t`` is between -1 and 1.",
        '"""',
        "",
        "from __future__ import annotations",
        "",
        "from typing import Any, Final",
        "",
        "import numpy as np",
        "",
        "__all__ = [",
        *(f'    "{name}",' for name in [*sorted(SERIES), "chebyshev"]),
        "]",
        "",
        "",
        "def chebyshev(t: Any, coefficients: tuple[float, ...]) -> Any:",
        '    """The sum of a series, by Clenshaw\'s recurrence."""',
        "    twice = 2 * t",
        "    last, before = np.zeros_like(t), np.zeros_like(t)",
        "    for coefficient in coefficients[:-1]:",
        "        last, before = twice * last - before + coefficient, last",
        "    return t * last - before + coefficients[-1]",
        "",
    ]
    for name, (remark, found) in SERIES.items():
        lines += ["", f"# {remark}", f"{name}: Final[tuple[float, ...]] = ("]
        row = "   "
        for value in found:
            word = f" {value!r},"
            if len(row) + len(word) > 118:
                lines.append(row)
                row = "   "
            row += word
        lines += [row, ")  # fmt: skip"]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    TARGET.write_text(text(), encoding="utf-8")
    sys.stdout.write(f"wrote {len(SERIES)} series\n")
