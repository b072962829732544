"""A few eigenpairs of a large symmetric matrix: `lobpcg`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wye.functional.operators import of, parts
from wye.grad_mode import is_grad_enabled
from wye.overrides import overridable

if TYPE_CHECKING:
    from collections.abc import Callable

    from wye.tensors import Tensor

__all__ = ["lobpcg"]

_SMALLEST = 1e-12  # directions that are this much shorter than the longest do not count, in float64


@overridable
def lobpcg(
    A: Tensor,  # noqa: N803 - PyTorch's names
    k: int | None = None,
    B: Tensor | None = None,  # noqa: N803
    X: Tensor | None = None,  # noqa: N803
    n: int | None = None,
    iK: Tensor | None = None,  # noqa: N803
    niter: int | None = None,
    tol: float | None = None,
    largest: bool | None = None,
    method: str | None = None,
    tracker: Callable[[Any], None] | None = None,
    ortho_iparams: dict[str, int] | None = None,
    ortho_fparams: dict[str, float] | None = None,
    ortho_bparams: dict[str, bool] | None = None,
) -> tuple[Tensor, Tensor]:
    """The ``k`` largest or smallest eigenvalues of a symmetric matrix with their vectors, by conjugate gradients.

    Args:
        A: Symmetric matrices.
        k: How many eigenpairs; by default 1, or the columns of ``X``.
        B: Symmetric positive definite matrices of the generalised problem ``A x = e B x``.
        X: Where the search begins; by default at random vectors.
        n: The size of the block, where ``X`` is not given.
        iK: A preconditioner.
        niter: The most iterations; by default 1000, -1 for no limit.
        tol: How small residuals must become; by default the root of the dtype's precision.
        largest: The largest eigenvalues, which is the default, or the smallest?
        method: Accepted for PyTorch's sake; both of its methods find the same pairs.
        tracker: Not supported: PyTorch calls it at each step with the state of its algorithm.
        ortho_iparams: Accepted for PyTorch's sake.
        ortho_fparams: Accepted for PyTorch's sake.
        ortho_bparams: Accepted for PyTorch's sake.

    Raises:
        ValueError: the matrix is too small for so many pairs, or ``method`` is unknown.
        RuntimeError: there is a ``tracker``.
    """
    if method not in (None, "ortho", "basic"):
        raise ValueError(f"unknown method {method!r}: 'ortho' and 'basic' are known")
    if tracker is not None:
        raise RuntimeError("lobpcg: a tracker needs the state of PyTorch's algorithm, which this one does not have")
    if A.ndim < 2 or A.shape[-1] != A.shape[-2]:
        raise RuntimeError(f"lobpcg: A must be square matrices, but has shape {list(A.shape)}")
    size = A.shape[-1]
    count = (1 if X is None else X.shape[-1]) if k is None else k
    block = (count if n is None else n) if X is None else X.shape[-1]
    if size < 3 * block:
        raise ValueError(
            f"LOBPCG algorithm is not applicable when the number of A rows (={size}) is smaller than 3 x the number of "
            f"requested eigenpairs (={block})"
        )
    limit = 1000 if niter is None else niter
    precision = 1.2e-07 if A.dtype.itemsize == 4 else 2.23e-16
    wanted = precision**0.5 if tol is None else tol
    sign = -1.0 if largest is None or largest else 1.0
    if is_grad_enabled() and (A.requires_grad or (B is not None and B.requires_grad)):
        return _by_decomposition(A, B, count, sign)
    batch = A.shape[:-2]
    if not batch:
        values, vectors = _search(A, B, _start(A, X, block), iK, sign, wanted, limit)
        return values[:count], vectors[:, :count]
    flat = A.reshape(-1, size, size)
    found = [
        _search(flat[at], _part(B, at, size), _start(flat[at], _part(X, at, size), block), iK, sign, wanted, limit)
        for at in range(flat.shape[0])
    ]
    values = of.stack([value[:count] for value, _ in found]).reshape(*batch, count)
    return values, of.stack([vector[:, :count] for _, vector in found]).reshape(*batch, size, count)


def _by_decomposition(a: Tensor, b: Tensor | None, count: int, sign: float) -> tuple[Tensor, Tensor]:
    """The pairs from a whole decomposition: the steps of a search have derivatives that are infinite where it ends."""
    a = (a + a.mT) / 2  # so that gradients are symmetric
    if b is None:
        values, vectors = parts.linalg_eigh(sign * a)
    else:
        factor = of.linalg_cholesky((b + b.mT) / 2)
        half = of.linalg_solve_triangular(factor, a, upper=False)
        values, vectors = parts.linalg_eigh(sign * of.linalg_solve_triangular(factor, half.mT, upper=False))
        vectors = of.linalg_solve_triangular(factor.mT, vectors, upper=True)
    return sign * values[..., :count], vectors[..., :count]


def _part(matrices: Tensor | None, at: int, size: int) -> Tensor | None:
    return None if matrices is None else matrices.reshape(-1, size, matrices.shape[-1])[at]


def _start(a: Tensor, x: Tensor | None, block: int) -> Tensor:
    result: Tensor = of.randn([a.shape[-1], block], dtype=a.dtype, device=a.device) if x is None else x
    return result


def _times(b: Tensor | None, x: Tensor) -> Tensor:
    result: Tensor = x if b is None else of.matmul(b, x)
    return result


def _best(a: Tensor, b: Tensor | None, basis: Tensor, block: int, sign: float) -> tuple[Tensor, Tensor]:
    """The best eigenpairs within a space: values, and the vectors' coefficients in the basis."""
    lengths, axes = parts.linalg_eigh(of.matmul(basis.mT, _times(b, basis)))
    kept = lengths > lengths[-1] * (_SMALLEST if a.dtype.itemsize == 8 else 1e-6)
    axes = axes[:, kept] / lengths[kept].sqrt()
    inner = of.matmul(basis, axes)
    values, vectors = parts.linalg_eigh(sign * of.matmul(inner.mT, of.matmul(a, inner)))
    return sign * values[:block], of.matmul(axes, vectors[:, :block])


def _search(
    a: Tensor, b: Tensor | None, x: Tensor, preconditioner: Tensor | None, sign: float, tol: float, limit: int
) -> tuple[Tensor, Tensor]:
    block = x.shape[-1]
    values, coefficients = _best(a, b, x, block, sign)
    x = of.matmul(x, coefficients)
    scale_a = float(of.linalg_norm(a))
    scale_b = 1.0 if b is None else float(of.linalg_norm(b))
    before: Tensor | None = None
    step = 0
    while step != limit:
        residual = of.matmul(a, x) - _times(b, x) * values
        error = of.linalg_norm(residual, dim=0) / (of.linalg_norm(x, dim=0) * (scale_a + values.abs() * scale_b))
        if bool((error < tol).all()):
            break
        residual = _times(preconditioner, residual)
        residual = residual / of.linalg_norm(residual, dim=0).clamp_min(1e-300 if a.dtype.itemsize == 8 else 1e-37)
        others = residual if before is None else of.cat([residual, before], 1)
        basis = of.cat([x, others], 1)
        values, coefficients = _best(a, b, basis, block, sign)
        before = of.matmul(others, coefficients[block:])
        x = of.matmul(basis, coefficients)
        step += 1
    return values, x
