"""Arguments for samples of operators: products, factors of matrices and what is solved with them, transforms.

Cold path.  A row has calls: arguments by place, and a dictionary at the end for those by name.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from wye.aten.functions import function

if TYPE_CHECKING:
    from wye.testing.op_arguments import Rows
    from wye.testing.sample_maker import Make

__all__ = ["ARGUMENTS"]


def _matrices(m: Make) -> list[tuple[Any, ...]]:
    return [(m.matrix(3),), (m.matrix(2, 2),), (m.matrix(1),)]


def _rectangles(m: Make) -> list[tuple[Any, ...]]:
    return [(m.real(3, 3),), (m.real(2, 4, 3),), (m.real(2, 3),)]


def _hermitian(m: Make) -> list[tuple[Any, ...]]:
    return [(m.hermitian(3),), (m.hermitian(2, 2), {"UPLO": "U"})]


def _positive(m: Make) -> list[tuple[Any, ...]]:
    return [(m.positive(3),), (m.positive(2, 2), {"upper": True})]


def _factored(m: Make, n: int = 3) -> Any:
    """The factors of a matrix in one, and its pivots."""
    factors, pivots = function("linalg_lu_factor")(m.matrix(n).detach())
    return factors.requires_grad_(m.requires_grad), pivots


def _lower(m: Make, *sizes: int) -> Any:
    made = function("linalg_cholesky")(m.positive(*sizes).detach())
    return made.detach().requires_grad_(m.requires_grad)


def _ldl(m: Make) -> Any:
    factors, pivots = function("linalg_ldl_factor")(m.hermitian(3).detach())
    return factors.requires_grad_(m.requires_grad), pivots


def _reflected(m: Make) -> Any:
    a, tau = function("geqrf")(m.real(4, 3).detach())
    return a.requires_grad_(m.requires_grad), tau.requires_grad_(m.requires_grad)


_PRODUCTS: Final[Rows] = {
    "addbmm": lambda m: [
        (m.real(3, 5), m.real(2, 3, 4), m.real(2, 4, 5)),
        (m.real(5), m.real(2, 3, 4), m.real(2, 4, 5), {"beta": 2, "alpha": 3}),
    ],
    "addmm:decomposed": lambda m: [
        (m.real(3, 5), m.real(3, 4), m.real(4, 5)),
        (m.real(5), m.real(3, 4), m.real(4, 5), {"beta": 2}),
    ],
    "addmv": lambda m: [
        (m.real(3), m.real(3, 4), m.real(4)),
        (m.real(), m.real(3, 4), m.real(4), {"beta": 2, "alpha": 3}),
    ],
    "addr": lambda m: [
        (m.real(3, 4), m.real(3), m.real(4)),
        (m.real(4), m.real(3), m.real(4), {"beta": 2, "alpha": 3}),
    ],
    "addcdiv": lambda m: [(m.real(3, 4), m.real(3, 1), m(4)), (m.real(3), m.real(3), m(3), {"value": 2})],
    "vdot": lambda m: [(m.real(4), m.real(4)), (m.real(0), m.real(0))],
    "linalg.vecdot": lambda m: [
        (m.real(3, 4), m.real(3, 4)),
        (m.real(3, 4), m.real(1, 4)),
        (m.real(3, 4), m.real(3, 4), {"dim": 0}),
    ],
    "inner": lambda m: [(m.real(4), m.real(4)), (m.real(3, 4), m.real(2, 4)), (m.real(), m.real(2))],
    "tensordot": lambda m: [
        (m.real(2, 3, 4), m.real(3, 4, 2), 2),
        (m.real(2, 3), m.real(3, 2), ([0], [1])),
        (m.real(2), m.real(3), {"dims": 0}),
    ],
    "__rmatmul__": lambda m: [(m.real(3, 4), m.real(2, 3)), (m.real(3), m.real(2, 3)), (m.real(4), m.real(4))],
    **dict.fromkeys(
        ("cross", "linalg.cross"),
        lambda m: [(m.real(2, 3), m.real(2, 3), {"dim": 1}), (m.real(3, 2), m.real(3, 2), {"dim": 0})],
    ),
    "cdist": lambda m: (
        [(m.real(3, 4), m.real(2, 4), p) for p in (2.0, 1.0, 3.0)] + [(m.real(2, 3, 4), m.real(2, 2, 4))]
    ),
    "linalg.multi_dot": lambda m: [
        ([m.real(2, 3), m.real(3, 4)],),
        ([m.real(2, 3), m.real(3, 4), m.real(4, 2)],),
        ([m.real(3), m.real(3, 2), m.real(2)],),
    ],
    "linalg.vander": lambda m: [(m(4),), (m(2, 3), {"N": 4})],
    "matrix_exp": lambda m: [(m.unit(3, 3),), (m.unit(2, 2, 2),)],
    "linalg.matrix_power": lambda m: [(m.matrix(3), n) for n in (0, 1, 3, -2)],
    "bmm:triton_optimized": lambda m: [(m.real(2, 3, 4), m.real(2, 4, 5))],
    "triu": lambda m: [(m.real(3, 4),), (m.real(3, 4), -1)],
}

_FACTORS: Final[Rows] = {
    **dict.fromkeys(
        (
            "linalg.det",
            "linalg.slogdet",
            "logdet",
            "linalg.inv",
            "linalg.inv_ex",
            "linalg.lu_factor",
            "linalg.lu_factor_ex",
            "linalg.lu",
            "lu",
        ),
        _matrices,
    ),
    "logdet": lambda m: [(m.positive(3),), (m.positive(2, 2),)],
    "linalg.cond": lambda m: [(m.matrix(3),), (m.matrix(2, 3),)],
    **dict.fromkeys(("linalg.eig", "linalg.eigvals"), lambda m: [(m.real(3, 3),), (m.real(2, 2, 2),)]),
    **dict.fromkeys(("linalg.eigh", "linalg.eigvalsh"), _hermitian),
    **dict.fromkeys(("cholesky", "linalg.cholesky", "linalg.cholesky_ex"), _positive),
    "cholesky": lambda m: [(m.positive(3),), (m.positive(2, 2), True)],
    "cholesky_inverse": lambda m: [
        (_lower(m, 3),),
        (_lower(m, 2, 2).mT.detach().requires_grad_(m.requires_grad), {"upper": True}),
    ],
    "cholesky_solve": lambda m: [(m.real(3, 2), _lower(m, 3).detach()), (m.real(2, 3, 1), _lower(m, 2, 3).detach())],
    **dict.fromkeys(("linalg.qr", "qr", "geqrf", "svd", "linalg.svd", "linalg.svdvals", "pinverse"), _rectangles),
    "geqrf": lambda m: [(m.real(3, 3),), (m.real(4, 3),)],
    "linalg.qr": lambda m: [(m.real(3, 3),), (m.real(2, 4, 3),), (m.real(4, 3), {"mode": "reduced"})],
    "linalg.svd": lambda m: [(m.real(3, 3),), (m.real(2, 4, 3), False), (m.real(2, 3), {"full_matrices": False})],
    **dict.fromkeys(
        ("linalg.pinv", "linalg.matrix_rank"),
        lambda m: [(m.matrix(3),), (m.matrix(2, 2),), (m.matrix(3), {"rtol": 1e-3})],
    ),
    "linalg.pinv:hermitian": lambda m: [(m.positive(3), {"hermitian": True})],
    "linalg.matrix_rank:hermitian": lambda m: [(m.positive(3), {"hermitian": True})],
    "linalg.pinv:singular": lambda m: [(m.real(4, 2), m.real(3, 2))],
    **dict.fromkeys(("linalg.ldl_factor", "linalg.ldl_factor_ex"), lambda m: [(m.hermitian(3),), (m.hermitian(2, 3),)]),
    "linalg.ldl_solve": lambda m: [(*_ldl(m), m.real(3, 2))],
    "linalg.householder_product": lambda m: [_reflected(m)],
    "ormqr": lambda m: [(*_reflected(m), m.real(4, 2)), (*_reflected(m), m.real(2, 4), {"left": False})],
    "lu_unpack": lambda m: [_factored(m), (*_factored(m), {"unpack_pivots": False})],
    "lu_solve": lambda m: [(m.real(3, 2), *_factored(m)), (m.real(3, 1), *_factored(m))],
    "linalg.lu_solve": lambda m: [(*_factored(m), m.real(3, 2)), (*_factored(m), m.real(2, 3), {"left": False})],
    **dict.fromkeys(
        ("linalg.solve", "linalg.solve_ex"),
        lambda m: [
            (m.matrix(3), m.real(3)),
            (m.matrix(3), m.real(3, 2)),
            (m.matrix(2, 2), m.real(2, 2, 1)),
            (m.matrix(3), m.real(2, 3), {"left": False}),
        ],
    ),
    "linalg.solve_triangular": lambda m: (
        [(m.matrix(3), m.real(3, 2), {"upper": upper}) for upper in (True, False)]
        + [(m.matrix(3), m.real(2, 3), {"upper": True, "left": False, "unitriangular": True})]
    ),
    "triangular_solve": lambda m: [
        (m.real(3, 2), m.matrix(3)),
        (m.real(3, 1), m.matrix(3), {"upper": False}),
        (m.real(3, 2), m.matrix(3), {"transpose": True, "unitriangular": True}),
    ],
    **dict.fromkeys(
        ("linalg.lstsq", "linalg.lstsq:grad_oriented"),
        lambda m: [(m.matrix(3), m.real(3, 2)), (m.real(4, 3), m.real(4, 2))],
    ),
    "linalg.tensorinv": lambda m: [(m.matrix(4).detach().reshape(2, 2, 4).requires_grad_(m.requires_grad), {"ind": 2})],
    "linalg.tensorsolve": lambda m: [
        (m.matrix(4).detach().reshape(2, 2, 4).requires_grad_(m.requires_grad), m.real(2, 2))
    ],
    "linalg.norm": lambda m: [
        (m.real(3, 4),),
        (m.real(5), 3),
        (m.real(3, 4), "fro"),
        (m.real(3, 4), 1, (0, 1), True),
        (m.real(3, 4), float("inf")),
        *((m.matrix(3), order) for order in (2, "nuc") if m.dtype.itemsize > 2),
    ],
    "linalg.norm:subgradients_at_zero": lambda m: [(m.real(3),), (m.real(3, 4), 1)],
    "linalg.matrix_norm": lambda m: (
        [(m.matrix(3), order) for order in ("fro", "nuc", 1, -1, 2, -2, float("inf")) if m.dtype.itemsize > 2]
        + [(m.real(2, 3, 4), "fro", (0, 2), True)]
    ),
    "svd_lowrank": lambda m: [(m.real(4, 2), m.real(3, 2), {"q": 2})],
    "pca_lowrank": lambda m: [(m.real(4, 2), m.real(3, 2), {"q": 2, "center": False})],
    "stft": lambda m: [
        (m.real(20), {"n_fft": 8, "return_complex": True}),
        (
            m.real(2, 20),
            {"n_fft": 8, "hop_length": 3, "center": False, "return_complex": True, "window": m.floats_window(8)},
        ),
    ],
    "istft": lambda m: [
        (m.real(5, 6), {"n_fft": 8, "window": m.floats_window(8)}),
        (m.real(2, 5, 6), {"n_fft": 8, "hop_length": 2, "window": m.floats_window(8)}),
    ],
}

ARGUMENTS: Final[Rows] = {**_PRODUCTS, **_FACTORS}
