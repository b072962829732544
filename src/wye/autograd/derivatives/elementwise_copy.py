"""Derivatives of copies, fills and choices."""

from __future__ import annotations

from typing import Any

import numpy as np

from wye._engine import engine
from wye.autograd.derivatives.elementwise import CONJ_PHYSICAL
from wye.autograd.formulas import where, zeros
from wye.autograd.rules import Derivative, derivative
from wye.call.packets import ops
from wye.schema.values import MEMORY_FORMATS

__all__ = ["DERIVATIVES"]


def _turning(grad: Any, self: Any) -> Any:
    square = self.real * self.real + self.imag * self.imag
    if not self.size or not (np.isfinite(square).all() and square.all()) or not self.flags.c_contiguous:
        return None
    scale = grad / square
    found = np.empty(self.shape, self.dtype)
    np.multiply(-self.imag, scale, out=found.real)
    np.multiply(self.real, scale, out=found.imag)
    return found


def _angle(grad: Any, self: Any) -> Any:
    if not self.is_complex():
        return ops.aten.zeros_like.default(self, memory_format=MEMORY_FORMATS["preserve_format"])
    found = engine.compute_unseen_complex(_turning, grad, self)
    if found is not None:
        return found
    real, imag = self.real, self.imag
    square = real * real + imag * imag
    scale = (grad / square).masked_fill(square == 0, 0)
    return _complex(-imag * scale, real * scale)


def _angle_forward(self_t: Any, self: Any) -> Any:
    if not self.is_complex():
        return zeros(self_t)
    square = self.real * self.real + self.imag * self.imag
    return ((self.real * self_t.imag - self.imag * self_t.real) / square).masked_fill(square == 0, 0)


def _complex(real: Any, imag: Any) -> Any:
    from wye.call.packets import ops  # here: two formulas need it

    return ops.aten.complex.default(real, imag)


def _along(grad: Any, result: Any) -> Any:
    size = np.abs(result)
    if not result.size or not (np.isfinite(size).all() and size.all()):
        return None  # of a number without a direction
    return (grad.conj() * (result / size)).real.copy()


def _across(grad: Any, result: Any) -> Any:
    return -(grad.conj() * result).imag if np.isfinite(result).all() and np.isfinite(grad).all() else None


def _polar_size(grad: Any, result: Any) -> Any:
    found = engine.compute_unseen_complex(_along, grad, result)
    return (grad.conj() * result.sgn()).real if found is None else found


def _polar_angle(grad: Any, result: Any) -> Any:
    found = engine.compute_unseen_complex(_across, grad, result)
    if found is not None:
        return found
    return (grad.conj() * result * 1j).real


def _converted_back(grad: Any, dtype_of_self: Any) -> Any:
    if grad.dtype is dtype_of_self or (grad.is_complex() and not dtype_of_self.is_complex):
        return grad  # what is left to do is done where gradients are made to fit
    return ops.aten._to_copy.default(grad, dtype=dtype_of_self, layout=grad.layout, device=grad.device)


DERIVATIVES: dict[str, Derivative] = {
    "conj_physical_": CONJ_PHYSICAL,
    "angle": derivative(self=_angle, forward=_angle_forward),
    "polar": derivative(
        abs=_polar_size,
        angle=_polar_angle,
        forward=lambda abs_t, angle_t, result, abs, angle: _complex(
            abs_t * angle.cos() - abs * angle.sin() * angle_t, abs_t * angle.sin() + abs * angle.cos() * angle_t
        ),
    ),
    "complex": derivative(real=lambda grad: grad.real, imag=lambda grad: grad.imag, forward="joint"),
    "where.self": derivative(
        self=lambda grad, condition: where(condition, grad, 0),
        other=lambda grad, condition: where(condition, 0, grad),
        forward=lambda self_t, other_t, condition: where(condition, self_t, other_t),
    ),
    "masked_fill.Scalar": derivative(
        self=lambda grad, mask: grad.masked_fill(mask, 0), forward=lambda self_t, mask: self_t.masked_fill(mask, 0)
    ),
    "masked_fill.Tensor": derivative(
        self=lambda grad, mask: grad.masked_fill(mask, 0),
        value=lambda grad, mask: where(mask, grad, 0).sum(),
        forward=lambda self_t, value_t, mask: self_t.masked_fill(mask, value_t),
        node="MaskedFillBackward1",
    ),
    "fill.Scalar": derivative(self=zeros, forward=lambda self_t: zeros(self_t)).writes_as("FillBackward2"),
    "fill.Tensor": derivative(
        self=zeros,
        value=lambda grad: grad.sum(),
        forward=lambda self_t, value_t: ops.aten.fill.Tensor(self_t, value_t),
        node="FillBackward1",
    ).writes_as("FillBackward3"),
    "zero": derivative(self=zeros, forward=lambda self_t: zeros(self_t)),
    "copy": derivative(
        self=zeros,
        src=lambda grad: grad,
        forward=lambda self_t, src_t: self_t * 0 + src_t,
        node="torch::autograd::CopyBackwards",
    ).writes_converted(),
    "_to_copy": derivative(self=_converted_back, forward="joint", node="ToCopyBackward0"),
}
