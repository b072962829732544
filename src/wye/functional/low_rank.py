"""Factors of matrices: `lu` as PyTorch calls it, and approximations of low rank."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wye.functional.operators import of, parts
from wye.overrides import overridable

if TYPE_CHECKING:
    from wye.tensors import Tensor

__all__ = ["lu", "pca_lowrank", "svd_lowrank"]


@overridable
def lu(A: Tensor, pivot: bool = True, get_infos: bool = False, out: Any = None) -> Any:  # noqa: N803 - PyTorch's name
    """The LU factors of matrices, packed into one tensor, and the pivots.

    Args:
        A: A matrix or a batch of them.
        pivot: Exchange rows for the sake of precision.
        get_infos: Return whether each matrix could be factored instead of raising an error.
        out: A tuple of tensors for the results.

    Returns:
        Factors and pivots, and with ``get_infos`` a tensor of zeros for success.
    """
    result = parts._lu_with_info(A, pivot=pivot, check_errors=not get_infos)
    wanted = result if get_infos else result[:2]
    if out is None:
        return wanted
    if not isinstance(out, (tuple, list)):
        raise TypeError(f"argument 'out' must be tuple of Tensors, not {type(out).__name__}")
    if len(out) != len(wanted):
        raise TypeError(f"expected tuple of {len(wanted)} elements but got {len(out)}")
    for target, value in zip(out, wanted, strict=True):
        target.resize_as_(value).copy_(value)
    return out


def _range_basis(a: Tensor, columns: int, steps: int) -> Tensor:
    """An orthonormal basis of most of the range of ``a``, by products with random vectors."""
    like = {"dtype": a.dtype, "device": a.device}
    adjoint = a.mH
    basis = parts.linalg_qr(of.matmul(a, of.randn([a.shape[-1], columns], **like)))[0]
    for _ in range(steps):
        basis = parts.linalg_qr(of.matmul(adjoint, basis))[0]
        basis = parts.linalg_qr(of.matmul(a, basis))[0]
    result: Tensor = basis
    return result


@overridable
def svd_lowrank(
    A: Tensor,  # noqa: N803 - PyTorch's names
    q: int | None = 6,
    niter: int | None = 2,
    M: Tensor | None = None,  # noqa: N803
) -> tuple[Tensor, Tensor, Tensor]:
    """Singular values and vectors of a matrix, approximated by random vectors: ``A - M ~ U diag(S) V^H``.

    Args:
        A: A matrix or a batch of them.
        q: How many singular values; a few more than the rank is a good choice.
        niter: How often the approximation is improved.
        M: What is subtracted from ``A`` first.
    """
    columns, steps = 6 if q is None else q, 2 if niter is None else niter
    given = A if M is None else A - of.expand_as(M, A)
    wide = given.shape[-2] < given.shape[-1]
    tall = given.mH if wide else given
    basis = _range_basis(tall, columns, steps)
    u, s, vh = parts.linalg_svd(of.matmul(basis.mH, tall), full_matrices=False)
    u, v = of.matmul(basis, u), vh.mH
    return (v, s, u) if wide else (u, s, v)


@overridable
def pca_lowrank(
    A: Tensor,  # noqa: N803 - PyTorch's name
    q: int | None = None,
    center: bool = True,
    niter: int = 2,
) -> tuple[Tensor, Tensor, Tensor]:
    """Principal components of the rows of a matrix, approximated by random vectors.

    Args:
        A: One sample to a row.
        q: How many components: 6 by default, or what the matrix has.
        center: Subtract the mean of each column first.
        niter: How often the approximation is improved.

    Raises:
        ValueError: ``q`` is negative or more than the matrix has, or ``niter`` is negative.
    """
    m, n = A.shape[-2:]
    columns = min(6, m, n) if q is None else q
    if not 0 <= columns <= min(m, n):
        raise ValueError(f"q(={q}) must be non-negative integer and not greater than min(m, n)={min(m, n)}")
    if niter < 0:
        raise ValueError(f"niter(={niter}) must be non-negative integer")
    result: tuple[Tensor, Tensor, Tensor] = svd_lowrank(
        A - A.mean(dim=-2, keepdim=True) if center else A, columns, niter=niter
    )
    return result
