"""`numpy.linalg`.  Derivatives are taken of what hangs on the matrix alone: not on the sign or phase of vectors."""

from __future__ import annotations

from math import inf

import numpy as np
from tests.unit.numpy.drawn import case, draw

L = np.linalg
DTYPES = ("int32", "bool", "float32", "complex64")


def regular(*shape, dtype=float):
    """Matrices that are far from singular, with different eigenvalues."""
    return draw(*shape, dtype=dtype) + np.diag(np.arange(4.0, 4 + 3 * shape[-1], 3)).astype(dtype)


def adjoint(x):
    return x.mT if x.dtype.kind == "f" else x.mT.real - x.mT.imag * 1j


def symmetric(x):
    return (x + adjoint(x)) / 2


def definite(*shape, dtype=float):
    made = regular(*shape, dtype=dtype)
    return made @ adjoint(made)


def weighted(vectors, values):
    """A matrix from vectors and values, which hangs on neither order nor signs."""
    return np.matmul(vectors * values[..., None, :], adjoint(vectors))


def by_eigh(x):
    found = L.eigh(symmetric(x))
    return weighted(found.eigenvectors, np.sin(found.eigenvalues))


def by_eig(x):
    found = L.eig(x)
    return np.matmul(found.eigenvectors * np.sin(found.eigenvalues), L.inv(found.eigenvectors)).real


def by_svd(x, full=False, hermitian=False):
    u, s, vh = L.svd(x, full_matrices=full, hermitian=hermitian)
    count = s.shape[-1]
    return np.matmul(u[..., :, :count] * np.sin(s)[..., None, :], vh[..., :count, :])


CASES = [
    *[case(f, regular(*shape)) for f in (L.inv, L.det, L.slogdet) for shape in ((3, 3), (2, 2, 2), (1, 1))],
    *[case(f, draw(*shape)) for f in (L.inv, L.det, L.slogdet) for shape in ((0, 0), (2, 0, 0), (0, 2, 2))],
    *[case(f, np.eye(3, dtype=dtype) * 1) for f in (L.inv, L.det, L.slogdet) for dtype in DTYPES],
    *[case(f, regular(2, 2, dtype="complex128")) for f in (L.inv, L.det)],
    case(L.slogdet, regular(2, 2, dtype="complex128"), second=False),
    case(L.slogdet, np.zeros((2, 2)), gradient=False),
    # systems of equations
    *[case(L.solve, regular(*a), draw(*b)) for a, b in (
        ((3, 3), (3,)), ((3, 3), (3, 2)), ((2, 2, 2), (2,)), ((2, 2, 2), (2, 2)), ((2, 2), (3, 2, 1)), ((0, 0), (0, 2)),
    )],
    case(L.solve, regular(2, 2, dtype="complex128"), draw(2)),
    case(L.solve, regular(2, 2, dtype="float32"), draw(2, dtype="float32")),
    case(L.solve, regular(2, 2, dtype="float32"), draw(2, dtype="int8")),
    case(L.tensorsolve, regular(6, 6).reshape(2, 3, 6), draw(2, 3)),
    case(L.tensorsolve, regular(4, 4).reshape(2, 4, 2), draw(2, 2), axes=(1,)),
    case(L.tensorinv, regular(4, 4).reshape(2, 2, 4)),
    case(L.tensorinv, regular(4, 4).reshape(4, 2, 2), ind=1),
    *[case(L.matrix_power, regular(2, 3, 3), n) for n in (0, 1, 2, 5, -1, -2)],
    *[case(L.matrix_power, draw(2, 2, dtype=dtype), 3) for dtype in DTYPES],
    # least squares
    *[case(L.lstsq, draw(*a), draw(*b)) for a, b in (
        ((4, 2), (4,)), ((4, 2), (4, 3)), ((3, 3), (3,)), ((2, 3), (2, 2)),
    )],
    case(L.lstsq, draw(4, 2, dtype="float32"), draw(4, dtype="int8")),
    case(L.lstsq, draw(4, 2, dtype="complex128"), draw(4)),
    case(L.lstsq, np.ones((3, 2)), draw(3), gradient=False, vmap=False, fake=False),  # less than full rank
    case(L.lstsq, draw(4, 2), draw(4), rcond=-1),
    *[case(L.pinv, draw(*shape)) for shape in ((3, 2), (2, 3), (2, 3, 2), (0, 3), (2, 2))],
    *[case(L.pinv, np.eye(3, 2, dtype=dtype)) for dtype in DTYPES],
    case(L.pinv, definite(3, 3), hermitian=True, gradient=False),
    case(L.pinv, draw(3, 2), rtol=None),
    case(L.pinv, np.diag([1.0, 1e-3]), 1e-2, gradient=False),
    # triangles and orthonormal vectors
    case(lambda x: L.cholesky(symmetric(x)), definite(3, 3), of=L.cholesky),
    case(lambda x: L.cholesky(symmetric(x), upper=True), definite(2, 2, 2), of=L.cholesky),
    case(lambda x: L.cholesky(symmetric(x)), definite(2, 2, dtype="complex128"), of=L.cholesky),
    case(L.cholesky, np.eye(2, dtype="float32")),
    case(L.cholesky, np.eye(2, dtype="int32")),
    case(L.cholesky, draw(0, 0)),
    *[case(L.qr, draw(*shape)) for shape in ((3, 2), (2, 3), (2, 3, 3), (0, 2))],
    case(L.qr, draw(3, 2, dtype="float32")),
    case(L.qr, draw(3, 2, dtype="complex128"), gradient=False),
    case(L.qr, draw(3, 2), "r"),
    case(L.qr, draw(2, 3), "complete"),
    case(L.qr, draw(3, 2), "complete", gradient=False),
    case(L.qr, draw(3, 2), "raw", gradient=False),
    # singular values
    *[case(by_svd, draw(*shape), of=L.svd) for shape in ((3, 2), (2, 3), (2, 2, 2))],
    case(by_svd, draw(3, 2), True, of=L.svd),
    case(lambda x: by_svd(symmetric(x), hermitian=True), regular(3, 3), of=L.svd),
    case(by_svd, draw(2, 2, dtype="complex128"), of=L.svd, second=False),
    *[case(L.svd, draw(*shape), gradient=False) for shape in ((3, 2), (2, 3), (0, 2))],
    case(L.svd, draw(3, 2), full_matrices=False, gradient=False),
    case(L.svd, draw(3, 2), compute_uv=False),
    case(lambda x: L.svd(symmetric(x), compute_uv=False, hermitian=True), regular(3, 3), of=L.svd),
    *[case(L.svdvals, draw(*shape)) for shape in ((3, 2), (2, 3), (2, 2, 2), (0, 2))],
    *[case(L.svdvals, draw(3, 2, dtype=dtype)) for dtype in DTYPES],
    # eigenvalues
    case(by_eigh, regular(3, 3), of=L.eigh),
    case(by_eigh, regular(2, 2, 2), of=L.eigh),
    case(by_eigh, regular(2, 2, dtype="complex128"), of=L.eigh, second=False),
    *[case(L.eigh, definite(3, 3), UPLO, gradient=False) for UPLO in "LUlu"],
    *[case(L.eigh, np.diag([1, 0, 1]).astype(dtype)) for dtype in DTYPES],
    case(lambda x: L.eigvalsh(symmetric(x)), regular(2, 3, 3), of=L.eigvalsh),
    case(L.eigvalsh, draw(3, 3), "U", gradient=False),
    case(L.eigvalsh, draw(0, 0)),
    case(by_eig, regular(3, 3), of=L.eig),
    case(L.eig, np.array([[0.0, 1.0], [-1.0, 0.0]]), gradient=False),
    case(L.eig, regular(2, 2), gradient=False, vmap=False, fake=False),  # See Note [Real eigenvalues]
    case(L.eig, draw(2, 2, dtype="complex128"), gradient=False),
    case(L.eigvals, np.add(draw(3, 3), [[0, 3, 0], [-3, 0, 0], [0, 0, 0]])),
    case(L.eigvals, regular(2, 3, 3), vmap=False, fake=False),
    case(L.eigvals, draw(2, 2, dtype="complex128")),
    # norms
    *[case(L.norm, draw(4), order) for order in (None, 1, -1, 2, -2, 3, 0.5, inf, -inf)],
    case(L.norm, draw(4, dtype="int8"), 0),
    *[case(L.norm, draw(3, 2), order) for order in (None, 1, -1, 2, -2, inf, -inf, "fro", "nuc")],
    *[case(L.norm, draw(2, 3, 2), order, axis, keepdims) for order, axis, keepdims in (
        (None, None, False), (None, None, True), (3, 1, True), (inf, -1, False), (None, (0, 2), False), (1,
        (2, 0), True),
        (2, (0, -1), False), ("nuc", (2, 1), True), (-inf, (1, 0), False), (2, (1,), False),
    )],
    *[case(L.norm, draw(3, 2, dtype=dtype), order) for dtype in DTYPES for order in (None, 1, 2)],
    *[case(L.norm, draw(*shape), order, axis) for shape, order, axis in (
        ((0,), None, None), ((0,), inf, None), ((0,), -1, None), ((0, 2), 2, None), ((0, 2), 1, None),
        ((2, 0), 3, -1), ((), None, None),
    )],
    case(L.norm, draw(3, dtype="complex128")),
    case(L.vector_norm, draw(2, 3)),
    case(L.vector_norm, draw(2, 3, 2), axis=(0, 2), keepdims=True, ord=1),
    case(L.vector_norm, draw(2, 3), axis=-1, ord=inf),
    case(L.matrix_norm, draw(2, 3, 2)),
    case(L.matrix_norm, draw(2, 3, 2), ord=2, keepdims=True),
    *[case(L.cond, regular(2, 3, 3), order) for order in (None, 2, -2, 1, -1, inf, -inf, "fro", "nuc")],
    case(L.cond, np.zeros((2, 2)), gradient=False),
    case(L.cond, np.stack([np.zeros((2, 2)), np.eye(2)]), 1, gradient=False),
    case(L.cond, draw(3, 2)),
    *[case(L.matrix_rank, value) for value in (draw(2, 3, 2), np.ones((3, 3)), draw(0, 2))],
    case(L.matrix_rank, definite(3, 3), hermitian=True),
    case(L.matrix_rank, np.diag([1.0, 0.1]), 0.5),
    case(L.matrix_rank, np.diag([1.0, 0.1]), rtol=0.5),
]  # fmt: skip
