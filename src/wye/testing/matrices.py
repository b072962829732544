"""Random matrices with properties that tests of linear algebra need."""

from __future__ import annotations

from typing import Any

from wye.call import ops

__all__ = [
    "distinct_singular_values", "hermitian", "hermitian_positive_definite", "hermitian_positive_semidefinite",
    "of_low_rank", "of_rank", "symmetric", "symmetric_positive_definite", "symmetric_positive_semidefinite",
    "well_conditioned",
]  # fmt: skip

aten: Any = ops.aten


def _drawn(shape: Any, dtype: Any, device: Any) -> Any:
    return aten.randn.default(list(shape), dtype=dtype, device=device)


def of_rank(rows: int, rank: int, dtype: Any = None, device: Any = "cpu") -> Any:
    """A square matrix of a rank."""
    u, values, vh = aten.linalg_svd.default(_drawn((rows, rows), dtype, device), full_matrices=False)
    kept = values.clone()
    kept[rank:] = 0
    kept[:rank].clamp_(min=0.5)
    return (u * kept.to(u.dtype)) @ vh


def of_low_rank(
    rank: int, rows: int, columns: int, *batch_dims: int, dtype: Any = None, device: Any = "cpu", **_: Any
) -> Any:
    """Matrices that are products of two of ``rank`` columns and rows."""
    return _drawn((*batch_dims, rows, rank), dtype, device) @ _drawn((*batch_dims, rank, columns), dtype, device)


def symmetric(size: int, *batch_dims: int, dtype: Any = None, device: Any = "cpu") -> Any:
    """Matrices equal to their transposes."""
    a = _drawn((*batch_dims, size, size), dtype, device)
    return (a + a.mT) / 2


def symmetric_positive_semidefinite(size: int, *batch_dims: int, dtype: Any = None, device: Any = "cpu") -> Any:
    """A matrix times its transpose."""
    a = _drawn((*batch_dims, size, size), dtype, device)
    return a @ a.mT


def _shifted(a: Any) -> Any:
    return a + aten.eye.default(a.shape[-1], dtype=a.dtype, device=a.device) * 1e-5


def symmetric_positive_definite(size: int, *batch_dims: int, dtype: Any = None, device: Any = "cpu") -> Any:
    """A matrix times its transpose, and a little more on the diagonal."""
    return _shifted(symmetric_positive_semidefinite(size, *batch_dims, dtype=dtype, device=device))


def hermitian(size: int, *batch_dims: int, dtype: Any = None, device: Any = "cpu") -> Any:
    """Matrices equal to their conjugate transposes."""
    a = _drawn((*batch_dims, size, size), dtype, device)
    return (a + a.mH) / 2


def hermitian_positive_semidefinite(size: int, *batch_dims: int, dtype: Any = None, device: Any = "cpu") -> Any:
    """A matrix times its conjugate transpose."""
    a = _drawn((*batch_dims, size, size), dtype, device)
    return a @ a.mH


def hermitian_positive_definite(size: int, *batch_dims: int, dtype: Any = None, device: Any = "cpu") -> Any:
    """A matrix times its conjugate transpose, and the identity."""
    a = hermitian_positive_semidefinite(size, *batch_dims, dtype=dtype, device=device)
    return a + aten.eye.default(size, dtype=dtype, device=device)


def distinct_singular_values(*shape: int, device: Any = "cpu", dtype: Any = None, requires_grad: bool = False) -> Any:
    """Matrices of full rank whose singular values are apart from each other, between 1 and 2."""
    u, _, vh = aten.linalg_svd.default(_drawn(shape, dtype, device), full_matrices=False)
    count = min(shape[-2:])
    values = aten.arange.start_step(2, count + 2, 1, device=device).to(u.real.dtype if u.is_complex() else u.dtype)
    values = 1 + 1 / values
    values[1::2] = -values[1::2]
    made = (u * values.to(u.dtype)) @ vh
    made.requires_grad_(requires_grad)
    return made


def well_conditioned(
    *shape: int, dtype: Any = None, device: Any = "cpu", mean: float = 1.0, sigma: float = 0.001
) -> Any:
    """Square matrices whose singular values are close to ``mean``."""
    u, _, vh = aten.linalg_svd.default(_drawn(shape, dtype, device), full_matrices=False)
    values = aten.randn.default([*shape[:-2], shape[-1]], device=device) * sigma + mean
    values = aten.sort.default(values.abs(), -1, True)[0].to(u.dtype)
    return (u * values.unsqueeze(-2)) @ vh
