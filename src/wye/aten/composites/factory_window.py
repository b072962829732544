"""Windows of signals: a cosine, two lines or a Bessel function over the points of a line."""

from __future__ import annotations

import math
from typing import Any

from wye.aten.declare import Rules
from wye.call.packets import ops
from wye.schema.values import DTYPES
from wye.tensors.dtypes import get_default_dtype, title_of, to_numpy_dtype

__all__ = ["EXPLICIT", "IMPLICIT"]

IMPLICIT = Rules()
EXPLICIT = Rules()
aten: Any = ops.aten


def _options(name: str, length: int, options: dict[str, Any]) -> dict[str, Any]:
    """The requested dtype, or the default one.

    Raises:
        RuntimeError: it is not a floating-point dtype, or the length is negative.
    """
    dtype = options["dtype"] if options.get("dtype") is not None else get_default_dtype()
    if not dtype.is_floating_point:
        raise RuntimeError(f"{name} expects floating point dtypes, got: {title_of(to_numpy_dtype(dtype))}")
    if length < 0:
        raise RuntimeError(f"{name} requires non-negative window_length, got window_length={length}")
    return {**options, "dtype": dtype}


def _short(length: int, options: dict[str, Any]) -> Any:
    """A window of no or one point; None: there are more."""
    if length == 0:
        return aten.empty.memory_format([0], **options)
    return aten.ones.default([1], **options) if length == 1 else None


def _periodic(window: Any, periodic: bool, length: int) -> Any:
    """Without the last point if the window is periodic."""
    return aten.narrow.default(window, 0, 0, length) if periodic else window


def _cosine(name: str, length: int, periodic: bool, alpha: float, beta: float, options: dict[str, Any]) -> Any:
    options = _options(name, length, options)
    short = _short(length, options)
    if short is not None:
        return short
    points = length + periodic
    window = aten.arange.default(points, **options)
    aten.cos_.default(aten.mul_.Scalar(window, 2 * math.pi / (points - 1)))
    aten.add_.Scalar(aten.mul_.Scalar(window, -beta), alpha)
    return _periodic(window, periodic, length)


@EXPLICIT("hann_window")
def hann_window(window_length: int, **options: Any) -> Any:
    """The Hann window: one wave of a cosine, from 0 to 1 and back."""
    return _cosine("hann_window", window_length, True, 0.5, 0.5, options)


@EXPLICIT("hann_window.periodic")
def hann_window_periodic(window_length: int, periodic: bool, **options: Any) -> Any:
    """The Hann window: one wave of a cosine, from 0 to 1 and back."""
    return _cosine("hann_window", window_length, periodic, 0.5, 0.5, options)


@EXPLICIT("hamming_window")
def hamming_window(window_length: int, **options: Any) -> Any:
    """The Hamming window: one wave of a cosine on a pedestal."""
    return _cosine("hamming_window", window_length, True, 0.54, 0.46, options)


@EXPLICIT("hamming_window.periodic")
def hamming_window_periodic(window_length: int, periodic: bool, **options: Any) -> Any:
    """The Hamming window: one wave of a cosine on a pedestal."""
    return _cosine("hamming_window", window_length, periodic, 0.54, 0.46, options)


@EXPLICIT("hamming_window.periodic_alpha")
def hamming_window_alpha(window_length: int, periodic: bool, alpha: float, **options: Any) -> Any:
    """The Hamming window: one wave of a cosine on a pedestal."""
    return _cosine("hamming_window", window_length, periodic, alpha, 0.46, options)


@EXPLICIT("hamming_window.periodic_alpha_beta")
def hamming_window_alpha_beta(window_length: int, periodic: bool, alpha: float, beta: float, **options: Any) -> Any:
    """The Hamming window: one wave of a cosine on a pedestal."""
    return _cosine("hamming_window", window_length, periodic, alpha, beta, options)


@EXPLICIT("bartlett_window")
def bartlett_window(window_length: int, **options: Any) -> Any:
    """The Bartlett window: a triangle."""
    return bartlett_window_periodic(window_length, True, **options)


@EXPLICIT("bartlett_window.periodic")
def bartlett_window_periodic(window_length: int, periodic: bool, **options: Any) -> Any:
    """The Bartlett window: a triangle."""
    options = _options("bartlett_window", window_length, options)
    short = _short(window_length, options)
    if short is not None:
        return short
    points = window_length + periodic
    window = aten.mul_.Scalar(aten.arange.default(points, **options), 2.0 / (points - 1))
    rising = ((points - 1) >> 1) + 1
    falling = aten.narrow.default(window, 0, rising, points - rising)
    aten.add_.Scalar(aten.mul_.Scalar(falling, -1), 2)
    return _periodic(window, periodic, window_length)


@EXPLICIT("blackman_window")
def blackman_window(window_length: int, **options: Any) -> Any:
    """The Blackman window: a sum of two cosines."""
    return blackman_window_periodic(window_length, True, **options)


@EXPLICIT("blackman_window.periodic")
def blackman_window_periodic(window_length: int, periodic: bool, **options: Any) -> Any:
    """The Blackman window: a sum of two cosines."""
    options = _options("blackman_window", window_length, options)
    short = _short(window_length, options)
    if short is not None:
        return short
    points = window_length + periodic
    window = aten.mul_.Scalar(aten.arange.default(points, **options), math.pi / (points - 1))
    fast = aten.mul_.Scalar(aten.cos_.default(aten.mul.Scalar(window, 4)), 0.08)
    slow = aten.mul_.Scalar(aten.cos_.default(aten.mul.Scalar(window, 2)), 0.5)
    window = aten.add_.Scalar(aten.sub.Tensor(fast, slow), 0.42)
    return _periodic(window, periodic, window_length)


@EXPLICIT("kaiser_window")
def kaiser_window(window_length: int, **options: Any) -> Any:
    """The Kaiser window: a Bessel function over an ellipse."""
    return kaiser_window_beta(window_length, True, 12.0, **options)


@EXPLICIT("kaiser_window.periodic")
def kaiser_window_periodic(window_length: int, periodic: bool, **options: Any) -> Any:
    """The Kaiser window: a Bessel function over an ellipse."""
    return kaiser_window_beta(window_length, periodic, 12.0, **options)


def _terms(x: float) -> int:
    """How many terms of the power series of the Bessel function matter up to this argument."""
    term = total = 1.0
    count = 1
    while term > total * 1e-17:
        term *= (x / (2 * count)) ** 2
        total += term
        count += 1
    return count


def _bessel(quarter_square: Any, terms: int) -> Any:
    """The modified Bessel function of order zero, of numbers whose squares over four are given."""
    total = aten.ones_like.default(quarter_square)
    term = aten.ones_like.default(quarter_square)
    for k in range(1, terms):
        aten.mul_.Scalar(aten.mul_.Tensor(term, quarter_square), 1 / k**2)
        aten.add_.Tensor(total, term)
    return total


@EXPLICIT("kaiser_window.beta")
def kaiser_window_beta(window_length: int, periodic: bool, beta: float, **options: Any) -> Any:
    """The Kaiser window: a Bessel function over an ellipse."""
    options = _options("kaiser_window", window_length, options)
    short = _short(window_length, options)
    if short is not None:
        return short
    points, terms = window_length + periodic, _terms(abs(beta))
    line = aten.arange.default(points, **{**options, "dtype": DTYPES["float64"]})
    line = aten.sub.Scalar(aten.mul.Scalar(line, 2 / (points - 1)), 1)  # from -1 to 1
    heights = aten.clamp_min.default(aten.rsub.Scalar(aten.mul.Tensor(line, line), 1), 0)
    values = _bessel(aten.mul.Scalar(heights, beta**2 / 4), terms)
    peak = _bessel(aten.mul.Scalar(aten.ones_like.default(heights), beta**2 / 4), terms)
    window = aten.to.dtype(aten.div.Tensor(values, peak), options["dtype"])
    return _periodic(window, periodic, window_length)
