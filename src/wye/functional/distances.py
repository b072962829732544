"""Norms and distances: `norm`, `cdist`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from wye.functional.operators import of
from wye.overrides import overridable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wye.schema.values import dtype as dtype_type
    from wye.tensors import Tensor

__all__ = ["cdist", "norm"]

_COMPUTE_MODES: Final = {
    "use_mm_for_euclid_dist_if_necessary": None,
    "use_mm_for_euclid_dist": 1,
    "donot_use_mm_for_euclid_dist": 2,
}


@overridable
def norm(
    input: Tensor,
    p: float | str | None = "fro",
    dim: int | Sequence[int] | None = None,
    keepdim: bool = False,
    out: Tensor | None = None,
    dtype: dtype_type | None = None,
) -> Tensor:
    """A norm of a tensor, of its rows, or of matrices in it.

    Args:
        input: A tensor of floats or complex numbers.
        p: The order of a vector norm, ``"fro"`` or ``"nuc"``.
        dim: The dimensions that are reduced; all of them by default.
        keepdim: Keep reduced dimensions, with size 1.
        out: Where to store the result.
        dtype: Convert to this dtype first.
    """
    dims = [dim] if isinstance(dim, int) else dim
    options: dict[str, Any] = {} if out is None else {"out": out}
    result: Tensor
    if isinstance(p, str) and not (p == "fro" and (dims is None or len(dims) <= 2)):
        over = list(range(input.dim())) if dims is None else list(dims)
        result = of.linalg_matrix_norm(input, p, over, keepdim, dtype=dtype, **options)
        return result
    order = 2 if p is None or isinstance(p, str) else p
    result = of.linalg_vector_norm(input, order, dims, keepdim, dtype=dtype, **options)
    return result


@overridable
def cdist(x1: Tensor, x2: Tensor, p: float = 2.0, compute_mode: str = "use_mm_for_euclid_dist_if_necessary") -> Tensor:
    """The distances between the rows of two matrices, or of two batches of them.

    Args:
        x1: One point to a row.
        x2: The same number of columns.
        p: The order of the norm.
        compute_mode: Whether Euclidean distances may use a matrix product, which is faster and less exact.

    Raises:
        ValueError: there is no such ``compute_mode``.
    """
    if not isinstance(compute_mode, str) or compute_mode not in _COMPUTE_MODES:
        raise ValueError(f"{compute_mode} is not a valid value for compute_mode")
    return of.cdist(x1, x2, p, _COMPUTE_MODES[compute_mode])
