"""Fake kernels: random numbers that count events."""

from __future__ import annotations

from typing import Any

from wye.aten.arrays.windows import refuse
from wye.aten.declare import Rules
from wye.tensors.dtypes import title_of
from wye.tensors.layout import broadcast_shapes
from wye.tensors.meta_array import MetaArray

__all__ = ["FAKES"]

FAKES = Rules()


@FAKES("poisson")
def poisson(self: Any, generator: Any = None) -> MetaArray:
    """How often events happen, each with the rate at its position."""
    refuse(self.dtype, "fh", "poisson_cpu")
    return MetaArray(self.shape, self.dtype)


@FAKES("binomial")
def binomial(count: Any, prob: Any, generator: Any = None) -> MetaArray:
    """How many of ``count`` trials succeed, each with probability ``prob``."""
    for name, one in (("count", count), ("prob", prob)):
        if one.dtype.kind in "biuc":
            raise ValueError(f"binomial only supports floating-point dtypes for {name}, got: {title_of(one.dtype)}")
    shape = broadcast_shapes(count.shape, prob.shape)
    if count.dtype != prob.dtype:
        raise RuntimeError(f"Found dtype {title_of(prob.dtype)} but expected {title_of(count.dtype)}")
    refuse(count.dtype, "f", "binomial_cpu")
    return MetaArray(shape, count.dtype)
