"""Random operators written over others: dropout in its forms."""

from __future__ import annotations

import math
from typing import Any

from wye.aten.declare import Rules
from wye.aten.metadata import layout_of, ndim_of, numel_of, reuse
from wye.aten.outputs import Output, Outputs
from wye.aten.variants import prepare
from wye.call.guards import below_ad_inplace_or_view, is_included
from wye.call.packets import ops

__all__ = ["EXPLICIT", "IMPLICIT"]

IMPLICIT = Rules()
EXPLICIT = Rules()
aten: Any = ops.aten

# The value to which a dropped unit of a self-normalising network goes: -scale * alpha of selu.
_SATURATION = 1.7580993408473766
# `normal.out` is made of an operator of another name, so it declares what happens to its output.
_STORED = Outputs("normal", ("out",), frozenset(), Output.SAME, row_major=True, apart=False, late=False)


def _check(p: float) -> None:
    if not 0 <= p <= 1:
        raise RuntimeError(f"dropout probability has to be between 0 and 1, but got {p:g}")


def _noise(input: Any, p: float, feature: bool) -> Any:
    """Ones and zeros for the elements, or for whole channels."""
    if feature and ndim_of(input) < 2:
        raise RuntimeError("Feature dropout requires at least 2 dimensions in the input")
    sizes = [*input.shape[:2], *[1] * (ndim_of(input) - 2)]
    if is_included("FuncTorchDynamicLayerFrontMode"):
        # New numbers: each example of a vmap has its own, also where the examples share the input.
        empty = aten.new_empty.default(input, []).expand(sizes if feature else input.shape)
        return aten.bernoulli.p(empty, 1 - p)
    empty = aten.new_empty.default(input, sizes) if feature else aten.empty_like(input)
    return aten.bernoulli_(empty, 1 - p)


def _dropped(input: Any, p: float, train: bool, feature: bool, in_place: bool) -> Any:
    _check(p)
    if p == 0 or not train or numel_of(input) == 0:
        return input
    if p == 1:
        zeros = aten.new_zeros.default(input, [])
        return aten.mul_(input, zeros) if in_place else aten.mul(input, zeros)
    noise = _noise(input, p, feature)
    noise = reuse(noise, "div").Scalar(noise, 1 - p)
    return aten.mul_.Tensor(input, noise) if in_place else aten.mul.Tensor(input, noise)


def _alpha_dropped(input: Any, p: float, train: bool, feature: bool, in_place: bool) -> Any:
    """Dropped elements saturate, and the rest is moved so that mean and variance stay."""
    _check(p)
    if p == 0 or not train or numel_of(input) == 0:
        return input
    if p == 1:
        zeros = aten.new_zeros.default(input, [])
        return aten.mul_(input, zeros) if in_place else aten.mul(input, zeros)
    noise = _noise(input, p, feature)
    a = 1.0 / math.sqrt((_SATURATION * _SATURATION * p + 1) * (1 - p))
    shift = aten.add.Scalar(noise, -1)
    shift = reuse(shift, "mul").Scalar(shift, _SATURATION * a)
    shift = reuse(shift, "add").Scalar(shift, _SATURATION * a * p)
    noise = reuse(noise, "mul").Scalar(noise, a)
    scaled = aten.mul_.Tensor(input, noise) if in_place else aten.mul.Tensor(input, noise)
    return reuse(scaled, "add").Tensor(scaled, shift)


@IMPLICIT("dropout")
def dropout(input: Any, p: float, train: bool) -> Any:
    """Set random elements to zero and scale the others up."""
    return _dropped(input, p, train, False, False)


@IMPLICIT("dropout_")
def dropout_(self: Any, p: float, train: bool) -> Any:
    """Set random elements to zero and scale the others up, in place."""
    return _dropped(self, p, train, False, True)


@IMPLICIT("feature_dropout")
def feature_dropout(input: Any, p: float, train: bool) -> Any:
    """Set random channels to zero and scale the others up."""
    return _dropped(input, p, train, True, False)


@IMPLICIT("feature_dropout_")
def feature_dropout_(self: Any, p: float, train: bool) -> Any:
    """Set random channels to zero and scale the others up, in place."""
    return _dropped(self, p, train, True, True)


@IMPLICIT("alpha_dropout")
def alpha_dropout(input: Any, p: float, train: bool) -> Any:
    """Dropout that keeps mean and variance: random elements are set to the saturation value of SELU."""
    return _alpha_dropped(input, p, train, False, False)


@IMPLICIT("alpha_dropout_")
def alpha_dropout_(self: Any, p: float, train: bool) -> Any:
    """`alpha_dropout` in place."""
    return _alpha_dropped(self, p, train, False, True)


@IMPLICIT("feature_alpha_dropout")
def feature_alpha_dropout(input: Any, p: float, train: bool) -> Any:
    """`alpha_dropout` of whole channels."""
    return _alpha_dropped(input, p, train, True, False)


@IMPLICIT("feature_alpha_dropout_")
def feature_alpha_dropout_(self: Any, p: float, train: bool) -> Any:
    """`alpha_dropout` of whole channels, in place."""
    return _alpha_dropped(self, p, train, True, True)


@EXPLICIT("normal.out")
def normal_out(self: Any, mean: float = 0.0, std: float = 1.0, *, generator: Any = None, out: Any) -> Any:
    """Random numbers, normally distributed in the shape of a tensor, stored in another one."""
    result = aten.normal_functional(self, mean, std, generator=generator)
    prepare(out, layout_of(result), _STORED)
    with below_ad_inplace_or_view():  # the caller has counted this write
        return aten.copy_.default(out, result)


@IMPLICIT("randn.out")
def randn_out(size: Any, *, out: Any) -> Any:
    """Random numbers, normally distributed, stored in a tensor."""
    return aten.normal_(aten.resize_(out, size))


@IMPLICIT("randn.generator_out")
def randn_generator_out(size: Any, *, generator: Any, out: Any) -> Any:
    """The same from a generator."""
    return aten.normal_(aten.resize_(out, size), generator=generator)


@IMPLICIT("rand.generator_out")
def rand_generator_out(size: Any, *, generator: Any, out: Any) -> Any:
    """Numbers from [0, 1) from a generator, stored in a tensor."""
    return aten.uniform_(aten.resize_(out, size), generator=generator)
