"""Fake kernels: random numbers of the gamma and Dirichlet distributions."""

from __future__ import annotations

from typing import Any

from wye.aten.arrays.windows import refuse
from wye.aten.declare import Rules
from wye.tensors.layout import broadcast_shapes
from wye.tensors.meta_array import MetaArray

__all__ = ["FAKES"]

FAKES = Rules()


@FAKES("_standard_gamma")
def standard_gamma(self: Any, generator: Any = None) -> MetaArray:
    """Numbers of gamma distributions with these shapes and rate 1."""
    refuse(self.dtype, "f", "gamma_cpu")
    return MetaArray(self.shape, self.dtype)


@FAKES("_sample_dirichlet")
def sample_dirichlet(self: Any, generator: Any = None) -> MetaArray:
    """Numbers of Dirichlet distributions with these concentrations along the last dimension."""
    refuse(self.dtype, "f", "dirichlet")
    return MetaArray(self.shape, self.dtype)


@FAKES("_standard_gamma_grad")
def standard_gamma_grad(self: Any, output: Any) -> MetaArray:
    """How a number that was drawn changes with the shape of its distribution."""
    refuse(self.dtype, "f", "_standard_gamma_grad_cpu")
    return MetaArray(broadcast_shapes(self.shape, output.shape), self.dtype)


@FAKES("_dirichlet_grad")
def dirichlet_grad(x: Any, alpha: Any, total: Any) -> MetaArray:
    """How a number that was drawn changes with its concentration, while the others keep their proportions."""
    refuse(x.dtype, "f", "_dirichlet_grad_cpu")
    return MetaArray(broadcast_shapes(broadcast_shapes(x.shape, alpha.shape), total.shape), x.dtype)
