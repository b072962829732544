"""`scipy.linalg`: solvers over wye's operators, matrix functions of SciPy with registered derivatives."""

from __future__ import annotations

from typing import Any

import wye.linalg
from wye.compat.autograd import numpy as np
from wye.compat.autograd.core import defjvp, defjvp_argnums, defvjp, defvjp_argnums
from wye.compat.autograd.scipy.installed import function_of, name_of
from wye.compat.autograd.tracer import getval
from wye.numpy import Array
from wye.numpy.arrays import holds_arrays
from wye.numpy.promotion import promoted

__all__ = ["solve_banded", "solve_sylvester", "solve_triangular", "sqrtm"]


def solve_triangular(a: Any, b: Any, trans: Any = 0, lower: bool = False, unit_diagonal: bool = False, **_: Any) -> Any:
    """The solution ``x`` of ``a x = b``, for a triangular matrix ``a``.

    Args:
        a: A matrix; the other triangle is not read.
        b: A vector or a matrix.
        trans: 0 or ``"N"``; 1 or ``"T"``: the transpose of ``a``; 2 or ``"C"``: its conjugate transpose.
        lower: Is the lower triangle read?
        unit_diagonal: Is the diagonal taken for ones?
    """
    matrix, right = promoted(a, b, 1.0)[:2]
    matrix = matrix.tril() if lower else matrix.triu()
    if trans not in (0, "N"):
        matrix = matrix.mT if trans in (1, "T") else matrix.mH
    columns = right if right.dim() > 1 else right.unsqueeze(-1)
    upper = bool(lower) == (trans not in (0, "N"))
    found = wye.linalg.solve_triangular(matrix, columns, upper=upper, unitriangular=unit_diagonal)
    found = found if right.dim() > 1 else found.squeeze(-1)
    return Array(found) if holds_arrays((a, b)) else getval(Array(found))


def solve_banded(l_and_u: Any, ab: Any, b: Any, **_: Any) -> Any:
    """The solution ``x`` of ``a x = b``, for a matrix given by its diagonals.

    Args:
        l_and_u: How many diagonals there are below and above the main one.
        ab: The diagonals, as rows, from above.
        b: A vector or a matrix.
    """
    below, above = l_and_u
    size = np.shape(ab)[1]
    row, column = np.meshgrid(np.arange(size), np.arange(size), indexing="ij")
    place = above + row - column
    inside = (place >= 0) & (place <= below + above)
    return np.linalg.solve(np.where(inside, ab[np.where(inside, place, 0), column], 0.0), b)


sqrtm = function_of("scipy.linalg", "sqrtm")
solve_sylvester = function_of("scipy.linalg", "solve_sylvester")


def _sqrtm_vjp(ans: Any, A: Any, disp: bool = True, blocksize: int = 64) -> Any:  # noqa: N803 - SciPy's name
    root = np.transpose(ans)
    return lambda g: solve_sylvester(root, root, g)


def _sylvester_vjp(argnums: Any, ans: Any, args: Any, kwargs: Any) -> Any:
    a, b, _ = args

    def pulled(g: Any) -> list[Any]:
        q = solve_sylvester(np.transpose(a), np.transpose(b), g)
        return [(-np.dot(q, np.transpose(ans)), -np.dot(np.transpose(ans), q), q)[number] for number in argnums]

    return pulled


def _sylvester_jvp(argnums: Any, tangents: Any, ans: Any, args: Any, kwargs: Any) -> Any:
    known = dict(zip(argnums, tangents, strict=True))
    right = known.get(2, 0.0 * ans)
    if 0 in known:
        right = right - np.dot(known[0], ans)
    if 1 in known:
        right = right - np.dot(ans, known[1])
    return solve_sylvester(args[0], args[1], right)


defvjp(sqrtm, _sqrtm_vjp)
defjvp(sqrtm, lambda g, ans, *args, **kwargs: solve_sylvester(ans, ans, g))
defvjp_argnums(solve_sylvester, _sylvester_vjp)
defjvp_argnums(solve_sylvester, _sylvester_jvp)


def __getattr__(name: str) -> Any:
    return name_of("scipy.linalg", name)
