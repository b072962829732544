"""NumPy kernels: symmetric matrices as L D L^T, and what is solved with the factors.

The method is Bunch and Kaufman's: D has blocks of one or two rows, and the pivots are those of LAPACK's ``sytrf`` and
``hetrf`` for lower triangles.
"""

from __future__ import annotations

from math import prod, sqrt
from typing import Any

import numpy as np

from wye.aten.arrays.results import laid_out
from wye.aten.declare import Rules
from wye.aten.fake import linalg_ldl as fake
from wye.aten.fake.linalg_solve import failure

__all__ = ["KERNELS"]

KERNELS = Rules()
_ALPHA = (1 + sqrt(17)) / 8  # the growth of elements is least with this bound


def _size(values: Any) -> Any:
    """How large elements are, as LAPACK compares them."""
    return np.abs(values.real) + np.abs(values.imag) if values.dtype.kind == "c" else np.abs(values)


def _pivot(a: Any, k: int, hermitian: bool) -> tuple[int, int] | None:
    """The row to bring to the front and the number of rows of the next block; None: the column is zero."""
    at_front = float(_size(a[k, k].real if hermitian else a[k, k]))
    below = _size(a[k + 1 :, k])
    best = k + 1 + int(below.argmax()) if below.size else k
    largest = float(below[best - k - 1]) if below.size else 0.0
    if max(at_front, largest) == 0 or at_front != at_front:
        return None
    if at_front >= _ALPHA * largest:
        return k, 1
    row = _size(a[best, k:])
    row[best - k] = 0
    across = float(row.max())
    if at_front >= _ALPHA * largest * (largest / across):
        return k, 1
    on_diagonal = float(_size(a[best, best].real if hermitian else a[best, best]))
    return (best, 1) if on_diagonal >= _ALPHA * across else (best, 2)


def _exchange(a: Any, k: int, first: int, second: int) -> None:
    """Exchange two rows and columns of what is not factored yet."""
    part = a[k:, k:]
    order = [first - k, second - k]
    part[order] = part[order[::-1]]
    part[:, order] = part[:, order[::-1]]


def _eliminate(a: Any, k: int, rows: int, hermitian: bool) -> None:
    """Take the next block out of what follows it, and put the columns of L into its place."""
    rest = k + rows
    columns = a[rest:, k:rest].copy()
    across = columns.conj().T if hermitian else columns.T
    if rows == 1:
        pivot = a[k, k].real if hermitian else a[k, k]
        made = columns / pivot
    else:
        (p, q), (r, s) = a[k:rest, k:rest]
        d, e = s / r, p / q
        t = 1 / (d * e - 1)
        first, second = columns[:, 0], columns[:, 1]
        made = np.stack(((t / q) * (d * first - second), (t / r) * (e * second - first)), 1)
    a[rest:, rest:] -= made @ across
    a[rest:, k:rest] = made


def _factor(a: Any, hermitian: bool) -> tuple[Any, int]:
    """Put L and D into the lower triangle of a full symmetric matrix; the pivots, and where the first zero is."""
    n, k, info = a.shape[0], 0, 0
    pivots = np.zeros(n, np.int64)
    while k < n:
        found = _pivot(a, k, hermitian)
        if found is None:
            info = info or k + 1
            pivots[k] = k + 1
            k += 1
            continue
        row, rows = found
        last = k + rows - 1
        if row != last:
            _exchange(a, k, last, row)
        if k + rows < n:
            _eliminate(a, k, rows, hermitian)
        pivots[k : k + rows] = row + 1 if rows == 1 else -(row + 1)
        k += rows
    return pivots, info


@KERNELS("linalg_ldl_factor_ex")
def linalg_ldl_factor_ex(self: Any, *, hermitian: bool = False, check_errors: bool = False) -> Any:
    """L and D in one matrix, the pivots, and the position of the first zero on the diagonal."""
    metas = fake.linalg_ldl_factor_ex(self, hermitian=hermitian, check_errors=check_errors)
    hermitian = hermitian and self.dtype.kind == "c"
    n, count = self.shape[-1], prod(self.shape[:-2])
    lower = np.tril(self).reshape(count, n, n)
    upper = np.tril(lower, -1).swapaxes(-1, -2)
    full = lower + (upper.conj() if hermitian else upper)
    diagonal = np.arange(n)
    if hermitian:
        full[:, diagonal, diagonal] = full[:, diagonal, diagonal].real
    pivots, info = np.zeros((count, n), np.int64), np.zeros(count, np.int64)
    with np.errstate(all="ignore"):
        for at in range(count):
            pivots[at], info[at] = _factor(full[at], hermitian)
    if hermitian:
        full[:, diagonal, diagonal] = full[:, diagonal, diagonal].real
    if check_errors and info.any():
        at = int(np.flatnonzero(info)[0])
        raise failure("torch.linalg.ldl_factor_ex", at if self.ndim > 2 else None, int(info[at]))
    found = np.tril(full), pivots, info
    return tuple(
        laid_out(one.reshape(meta.shape).astype(meta.dtype, copy=False), meta)
        for one, meta in zip(found, metas, strict=True)
    )


def _blocks(pivots: Any) -> list[tuple[int, int, int]]:
    """For each block of D: where it begins, how many rows it has, and the row that was brought there.

    Raises:
        RuntimeError: no factorization has such pivots.
    """
    made, k, n = [], 0, len(pivots)
    while k < n:
        pivot = int(pivots[k])
        rows = 1 if pivot > 0 else 2
        row = abs(pivot) - 1
        if not k + rows - 1 <= row < n or (rows == 2 and pivots[k + 1] != pivot):
            raise RuntimeError(
                f"torch.linalg.ldl_solve: pivots are those of torch.linalg.ldl_factor, which has no {pivot} at place "
                f"{k} for matrices of {n} rows"
            )
        made.append((k, rows, row))
        k += rows
    return made


def _solve(ld: Any, pivots: Any, x: Any, hermitian: bool) -> None:
    """Put the solution of one system into the place of its right side."""
    blocks = _blocks(pivots)
    for k, rows, row in blocks:
        rest, last = k + rows, k + rows - 1
        x[[last, row]] = x[[row, last]]
        x[rest:] -= ld[rest:, k:rest] @ x[k:rest]
        block = ld[k:rest, k:rest]
        if rows == 2:
            (p, _), (r, s) = block
            q = r.conj() if hermitian else r
            first, second = x[k].copy(), x[k + 1].copy()
            over = p * s - q * r
            x[k], x[k + 1] = (s * first - q * second) / over, (p * second - r * first) / over
        else:
            x[k] /= block[0, 0].real if hermitian else block[0, 0]
    for k, rows, row in reversed(blocks):
        rest, last = k + rows, k + rows - 1
        across = ld[rest:, k:rest]
        x[k:rest] -= (across.conj().T if hermitian else across.T) @ x[rest:]
        x[[last, row]] = x[[row, last]]


@KERNELS("linalg_ldl_solve")
def linalg_ldl_solve(LD: Any, pivots: Any, B: Any, *, hermitian: bool = False) -> Any:  # noqa: N803 - the schema's names
    """The solution of systems whose symmetric matrix is given by its factors."""
    meta = fake.linalg_ldl_solve(LD, pivots, B, hermitian=hermitian)
    lead, (n, k) = meta.shape[:-2], B.shape[-2:]
    factors = np.broadcast_to(LD, (*lead, n, n)).reshape(-1, n, n) if n else LD
    rows = np.broadcast_to(pivots, (*lead, n)).reshape(-1, n) if n else pivots
    found = np.array(np.broadcast_to(B, meta.shape)).reshape(prod(lead), n, k)
    if n:
        with np.errstate(all="ignore"):
            for at in range(found.shape[0]):
                _solve(factors[at], rows[at], found[at], hermitian and LD.dtype.kind == "c")
    return laid_out(found.reshape(meta.shape), meta)
