"""Composites: gamma functions written over others."""

from __future__ import annotations

import math
from typing import Any

from wye.aten.declare import Rules
from wye.aten.metadata import device_of, dtype_of, is_complex, is_floating
from wye.call.guards import below_ad_inplace_or_view
from wye.call.packets import ops
from wye.schema.values import DTYPES
from wye.tensors.dtypes import get_default_dtype, title_of

__all__ = ["EXPLICIT"]

EXPLICIT = Rules()


def _check(self: Any, p: int) -> None:
    if dtype_of(self) is DTYPES["bool"]:
        raise RuntimeError("The input tensor may not be a boolean tensor.")
    if p < 1:
        raise RuntimeError("p has to be greater than or equal to 1")


@EXPLICIT("mvlgamma")
def mvlgamma(self: Any, p: int) -> Any:
    """The logarithm of the gamma function of several variables."""
    _check(self, p)
    aten = ops.aten
    dtype = dtype_of(self) if is_floating(self) or is_complex(self) else get_default_dtype()
    steps = aten.arange.start_step(-p * 0.5 + 0.5, 0.5, 0.5, dtype=dtype, device=device_of(self))
    values = aten.lgamma.default(aten.add.Tensor(steps, aten.unsqueeze.default(self, -1)))
    return aten.add.Scalar(aten.sum.dim_IntList(values, [-1]), p * (p - 1) * math.log(math.pi) / 4)


@EXPLICIT("mvlgamma_")
def mvlgamma_(self: Any, p: int) -> Any:
    """`mvlgamma`, in place."""
    _check(self, p)
    if not is_floating(self) and not is_complex(self):
        given = title_of(dtype_of(self))
        wanted = title_of(get_default_dtype())
        raise RuntimeError(f"mvlgamma: result type {given} can't be cast to the desired output type {wanted}")
    result = mvlgamma(self, p)
    with below_ad_inplace_or_view():  # the call itself has counted the write
        return ops.aten.copy_.default(self, result)


@EXPLICIT("polygamma_")
def polygamma_(self: Any, n: int) -> Any:
    """`polygamma`, in place."""
    with below_ad_inplace_or_view():  # the call itself has counted the write
        return ops.aten.polygamma.out(n, self, out=self)
