"""Calls of linear algebra that PyTorch's own samples do not reach: mostly operators made of others."""

from __future__ import annotations

from typing import Any

from tests.conformance.operators.hand import call, t

_DTYPE = {"$dtype": "float32"}
_SQUARE = [call(t(3, 3)), call(t(2, 4, 4)), call(t(0, 0)), call(t(2, 3)), call(t(3, 3, dtype="complex64"))]
_TALL = [call(t(3, 3)), call(t(4, 2)), call(t(2, 2, 4)), call(t(0, 3)), call(t(3)), call(t(3, 2, dtype="complex128"))]
_PRODUCTS = [
    call(t(3), t(3)),
    call(t(2, 3), t(3)),
    call(t(3), t(3, 2)),
    call(t(2, 3), t(3, 4)),
    call(t(5, 2, 3), t(3, 4)),
    call(t(5, 2, 3), t(5, 3, 2)),
    call(t(2, 3), t(5, 3, 2)),
    call(t(2, 1, 2, 3), t(5, 3, 2)),
    call(t(3), t(2, 3, 4)),
    call(t(2, 2, 3), t(3)),
    call(t(0, 3), t(3, 2)),
    call(t(2, 0), t(0, 3)),
    call(t(), t(2)),
]
_SIGNALS = [
    call(t(4)),
    call(t(2, 5)),
    call(t(2, 6), 4),
    call(t(2, 4), 6, 0),
    call(t(2, 4), None, -1, "ortho"),
    call(t(3, 4, dtype="complex64"), None, 0, "forward"),
    call(t(2, 4), None, 1, "backward"),
    call(t(2, 0)),
    call(t()),
]
_PLANES = [
    call(t(3, 4)),
    call(t(2, 3, 4), [4, 3]),
    call(t(2, 3, 4), None, [0, 1]),
    call(t(3, 4), None, [-2, -1], "ortho"),
    call(t(3, 4, dtype="complex64"), [2, 5], [0, 1], "forward"),
    call(t(4)),
]
_VOLUMES = [
    call(t(3, 4)),
    call(t(2, 3, 4), [4, 3]),
    call(t(2, 3, 4), None, [0, 2]),
    call(t(2, 3, 4), [4, 3, 2], None, "ortho"),
    call(t(3, 4, dtype="complex64"), [2, 5], [0, 1], "forward"),
    call(t(4)),
    call(t(2, 3), None, [0, 0]),
    call(t(2, 3), []),
]
_MATRIX_ORDERS = (2, -2, 1, -1, {"$float": "inf"}, {"$float": "-inf"}, 3)
_RANKS = [{"atol": 0.1}, {"rtol": 0.1}, {}, {"atol": 0.1, "rtol": 0.01}, {"hermitian": True}]
_SYSTEMS = [
    call(t(3, 3), t(3)),
    call(t(3, 3), t(3, 2)),
    call(t(2, 3, 3), t(2, 3)),
    call(t(2, 3, 3), t(3, 2)),
    call(t(3, 3), t(2, 3, 1)),
    call(t(3, 3), t(2, 3), left=False),
    call(t(0, 0), t(0, 2)),
    call(t(2, 3), t(3)),
    call(t(3, 3, dtype="complex64"), t(3, 2, dtype="complex64")),
]
_EYE = {"shape": [3, 3], "dtype": "float32", "values": [[4.0, 1.0, 0.0], [1.0, 3.0, 1.0], [0.0, 1.0, 5.0]]}
_SINGULAR = {"shape": [2, 2], "dtype": "float32", "values": [[1.0, 2.0], [2.0, 4.0]]}
_ATTENTION = [
    call(t(2, 3, 4), t(2, 5, 4), t(2, 5, 4)),
    call(t(2, 2, 3, 4), t(2, 2, 3, 4), t(2, 2, 3, 4), None, 0.0, True),
    call(t(2, 3, 4), t(2, 5, 4), t(2, 5, 6), t(3, 5)),
    call(t(2, 3, 4), t(2, 5, 4), t(2, 5, 4), t(3, 5, dtype="bool")),
    call(t(2, 3, 4), t(2, 5, 4), t(2, 5, 4), scale=0.5),
]

HAND: dict[str, list[dict[str, Any]]] = {
    **{
        f"{name}.dtype": [call(*shapes, _DTYPE), call(*half, _DTYPE)]
        for name, shapes, half in (
            ("mm", (t(2, 3), t(3, 2)), (t(2, 3, dtype="float16"), t(3, 2, dtype="float16"))),
            ("bmm", (t(2, 2, 3), t(2, 3, 2)), (t(2, 2, 3, dtype="bfloat16"), t(2, 3, 2, dtype="bfloat16"))),
            ("addmm", (t(2), t(2, 3), t(3, 2)), (t(2), t(2, 3, dtype="float16"), t(3, 2, dtype="float16"))),
            (
                "baddbmm",
                (t(2), t(2, 2, 3), t(2, 3, 2)),
                (t(2), t(2, 2, 3, dtype="float16"), t(2, 3, 2, dtype="float16")),
            ),
        )
    },
    **{
        f"{name}.dtype_out": [call(*shapes, _DTYPE, out=t(0))]
        for name, shapes in (
            ("mm", (t(2, 3), t(3, 2))),
            ("bmm", (t(2, 2, 3), t(2, 3, 2))),
            ("addmm", (t(2), t(2, 3), t(3, 2))),
            ("baddbmm", (t(2), t(2, 2, 3), t(2, 3, 2))),
        )
    },
    "inner": [call(t(3), t(3)), call(t(2, 3), t(4, 3)), call(t(2, 3), t(2, 4, 3)), call(t(), t(3)), call(t(2), t(3))],
    **{name: [call(t(2), t(3)), call(t(0), t(3)), call(t(2, 1), t(3))] for name in ("outer", "ger")},
    **dict.fromkeys(("matmul", "linalg_matmul"), _PRODUCTS),
    "linear": [
        call(t(2, 3), t(4, 3)),
        call(t(2, 3), t(4, 3), t(4)),
        call(t(2, 5, 3), t(4, 3), t(4)),
        call(t(3), t(4, 3), t(4)),
        call(t(2, 3), t(3)),
        call(t(2, 3), t(4, 2)),
    ],
    "einsum": [
        call("ij,jk->ik", [t(2, 3), t(3, 4)]),
        call("bij,bjk->bik", [t(2, 2, 3), t(2, 3, 2)]),
        call("ii", [t(3, 3)]),
        call("ii->i", [t(3, 3)]),
        call("...i,...i", [t(2, 3), t(2, 3)]),
        call("i,j", [t(2), t(3)]),
        call("ij->ji", [t(2, 3)]),
        call("ij->", [t(2, 3)]),
        call("i,ij,j->", [t(2), t(2, 3), t(3)]),
        call("a...,b...->ab...", [t(2, 3), t(2, 3)]),
        call("ij,jk->ik", [t(2, 3), t(2, 4)]),
        call("i->", []),
    ],
    "tensordot": [
        call(t(2, 3), t(3, 4), [1], [0]),
        call(t(2, 3, 4), t(4, 3), [1, 2], [1, 0]),
        call(t(2), t(3), [], []),
        call(t(2, 3), t(2, 4), [1], [0]),
    ],
    "kron": [call(t(2, 3), t(2, 2)), call(t(2), t(3, 2)), call(t(), t(2)), call(t(0, 2), t(2, 2))],
    "bilinear": [
        call(t(2, 3), t(2, 4), t(5, 3, 4)),
        call(t(2, 3), t(2, 4), t(5, 3, 4), t(5)),
        call(t(3), t(4), t(5, 3, 4), t(5)),
    ],
    **{
        name: [
            call([t(2, 3), t(3, 4)]),
            call([t(2, 3), t(3, 4), t(4, 2)]),
            call([t(2, 3), t(3, 4), t(4, 5), t(5, 2)]),
            call([t(2, 3)]),
        ]
        for name in ("chain_matmul", "linalg_multi_dot")
    },
    "cross": [
        call(t(2, 3), t(2, 3)),
        call(t(3, 2), t(3, 2)),
        call(t(2, 3), t(2, 3), 1),
        call(t(3, 3), t(3, 3)),
        call(t(2, 2), t(2, 2)),
    ],
    "cdist": [
        call(t(2, 3), t(4, 3)),
        call(t(2, 2, 3), t(4, 3), 1.0),
        call(t(2, 3), t(4, 3), 2.0, 2),
        call(t(2, 0), t(3, 0)),
        call(t(2, 3), t(2, 3), 0.0),
        call(t(2, 3), t(2, 3), {"$float": "inf"}),
    ],
    "pdist": [call(t(3, 2)), call(t(3, 2), 1.0), call(t(1, 2)), call(t(3, 2), 0.0), call(t(3, 2), {"$float": "inf"})],
    **{
        name: [call(t(3, 3), n) for n in (0, 1, 2, 3, 5)] + [call(t(2, 3, 3), -1), call(t(2, 3), 2)]
        for name in ("matrix_power", "linalg_matrix_power")
    },
    "cosine_similarity": [
        call(t(2, 3), t(2, 3)),
        call(t(2, 3), t(3), 1),
        call(t(2, 3), t(2, 3), 0, 0.1),
        call(t(3), t(3), 0),
        call(t(2, 0), t(2, 0)),
    ],
    **dict.fromkeys(("scaled_dot_product_attention", "_scaled_dot_product_attention_math"), _ATTENTION),
    **{f"fft_{name}": _SIGNALS for name in ("fft", "ifft", "rfft", "irfft", "hfft", "ihfft")},
    **{f"fft_{name}2": _PLANES for name in ("fft", "ifft", "rfft", "irfft", "hfft", "ihfft")},
    **{f"fft_{name}n": _VOLUMES for name in ("fft", "ifft", "rfft", "irfft", "hfft", "ihfft")},
    **{
        f"fft_{name}.out": [{**one, "kwargs": {"out": t(0, dtype=dtype)}} for one in calls]
        for end, calls in (("", _SIGNALS), ("2", _PLANES), ("n", _VOLUMES))
        for name, dtype in (
            ("fft" + end, "complex64"),
            ("ifft" + end, "complex64"),
            ("rfft" + end, "complex64"),
            ("irfft" + end, "float32"),
            ("hfft" + end, "float32"),
            ("ihfft" + end, "complex64"),
        )
    },
    **{
        name: [call(t(5)), call(t(2, 3)), call(t(2, 3), [0]), call(t(2, 3), [1, 0])]
        for name in ("fft_fftshift", "fft_ifftshift")
    },
    **{
        name: [call(4), call(5, 0.5), call(0), call(3, dtype={"$dtype": "float64"})]
        for name in ("fft_fftfreq", "fft_rfftfreq")
    },
    "linalg_vecdot": [
        call(t(3), t(3)),
        call(t(2, 3), t(3)),
        call(t(2, 3), t(2, 3), dim=0),
        call(t(2, 3, dtype="complex64"), t(2, 3, dtype="complex64")),
    ],
    "linalg_matrix_norm": [call(t(2, 3), p) for p in _MATRIX_ORDERS]
    + [call(t(2, 3, 4), 1, [0, 2], True), call(t(2, 3), 2, dtype={"$dtype": "float64"}), call(t(3), 1)],
    "linalg_matrix_norm.str_ord": [
        call(t(2, 3)),
        call(t(2, 3), "nuc"),
        call(t(2, 3, 4), "fro", [0, 1], True),
        call(t(2, 3), "f"),
        call(t(2, 3), "nuc", dtype={"$dtype": "float64"}),
    ],
    "linalg_norm": [
        call(t(2, 3)),
        call(t(3), 2),
        call(t(2, 3), 1),
        call(t(2, 3), 2, [1]),
        call(t(2, 3), {"$float": "inf"}, [0, 1], True),
        call(t(2, 3), None, [0]),
        call(t(2, 3, 4)),
        call(t(2, 3, 4), 1),
        call(t(3), dtype={"$dtype": "float64"}),
    ],
    "linalg_norm.ord_str": [
        call(t(2, 3), "fro"),
        call(t(2, 3), "nuc"),
        call(t(2, 3, 4), "fro", [0, 1]),
        call(t(3), "fro"),
    ],
    "linalg_cond": [
        call(t(3, 3)),
        *(call(t(3, 3), p) for p in _MATRIX_ORDERS),
        call(t(2, 3)),
        call(t(2, 3, 3), 1),
        call(t(0, 0)),
    ],
    "linalg_cond.p_str": [call(t(3, 3), "fro"), call(t(2, 3, 3), "nuc"), call(t(3, 3), "x"), call(t(2, 3), "fro")],
    "linalg_diagonal": [call(t(3, 3)), call(t(2, 3, 4)), call(t(2, 3, 4), offset=1), call(t(2, 3, 4), dim1=0, dim2=1)],
    **{name: [*_SQUARE, call(_SINGULAR)] for name in ("linalg_det", "det", "logdet", "linalg_slogdet", "slogdet")},
    **{name: [*_SQUARE, call(_SINGULAR)] for name in ("linalg_inv", "inverse")},
    "linalg_inv_ex": [*_SQUARE, call(_SINGULAR), call(_SINGULAR, check_errors=True)],
    **{name: [*_SYSTEMS, call(_SINGULAR, t(2, scale=0.0))] for name in ("linalg_solve", "linalg_solve_ex")},
    "linalg_cholesky": [call(_EYE), call(_EYE, upper=True), call(t(0, 0)), call(t(2, 2)), call(t(2, 3))],
    "linalg_cholesky_ex": [
        call(_EYE),
        call(_EYE, upper=True),
        call(t(0, 0)),
        call(t(2, 2)),
        call(_SINGULAR, check_errors=True),
    ],
    "cholesky": [call(_EYE), call(_EYE, True), call(t(0, 0)), call(t(2, 2))],
    "qr": [*_TALL, call(t(4, 2), False), call(t(2, 4), False)],
    "linalg_qr": [*_TALL, call(t(4, 2), "complete"), call(t(2, 4), "r"), call(t(2, 4), "x")],
    **{
        name: [*_SQUARE, call(t(3, 3), "U"), call(t(3, 3), "l"), call(t(3, 3), "x")]
        for name in ("linalg_eigh", "linalg_eigvalsh")
    },
    **{name: [*_SQUARE, call(t(3, 3, special=1))] for name in ("linalg_eigvals", "linalg_eig")},
    **{
        f"{name}.out": [{"args": one["args"], "kwargs": outs} for one in _SQUARE]
        for name, outs in (
            ("linalg_eigvals", {"out": t(0, dtype="complex64")}),
            ("linalg_eig", {"eigenvalues": t(0, dtype="complex64"), "eigenvectors": t(0, dtype="complex64")}),
        )
    },
    "linalg_svd": [*_TALL, call(t(4, 2), False), call(t(2, 4), False)],
    "linalg_svdvals": _TALL,
    "geqrf": _TALL,
    "ormqr": [
        call(t(4, 2), t(2), t(4, 3)),
        call(t(4, 2), t(2), t(3, 4), False),
        call(t(4, 2), t(2), t(4, 3), True, True),
        call(t(2, 3, 3), t(2, 3), t(2, 3, 1)),
        call(t(4, 2), t(3), t(4, 3)),
        call(t(4, 2), t(2), t(3, 3)),
        call(t(4, 2), t(), t(4, 3)),
        call(t(4, 2, dtype="complex64"), t(2, dtype="complex64"), t(3, 4, dtype="complex64"), False, True),
    ],
    "norm_except_dim": [call(t(2, 3)), call(t(2, 3, 4), 1, 1), call(t(2, 3), 3, -1), call(t(2, 3), 2, 2)],
    "svd": [*_TALL, call(t(4, 2), False), call(t(2, 4), True, False)],
    "linalg_pinv": [call(t(2, 3), 1e-5), call(t(3, 3), 1e-3, True), call(t(2, 3, 2), 0.1), call(t(0, 3), 1e-5)],
    "linalg_pinv.atol_rtol_float": [call(t(2, 3), **more) for more in _RANKS] + [call(t(3, 3), hermitian=True)],
    "linalg_pinv.rcond_tensor": [call(t(2, 3), t(scale=0.01)), call(t(2, 3, 2), t(2, scale=0.01))],
    "pinverse": [call(t(2, 3)), call(t(3, 2), 1e-3), call(t(2, 3, 2))],
    "linalg_matrix_rank": [call(t(2, 3), 0.1), call(t(3, 3), 0.1, True), call(t(0, 2), 0.1), call(_SINGULAR, 1e-3)],
    "linalg_matrix_rank.tol_tensor": [call(t(2, 3), t(scale=0.1)), call(t(2, 3, 2), t(2, scale=0.1))],
    "linalg_matrix_rank.atol_rtol_tensor": [
        call(t(2, 3)),
        call(t(2, 3), atol=t(scale=0.1)),
        call(t(2, 3, 2), rtol=t(2, scale=0.1)),
        call(t(2, 3), atol=t(scale=0.1), rtol=t(scale=0.1)),
    ],
    "linalg_matrix_rank.atol_rtol_float": [call(t(2, 3), **more) for more in _RANKS]
    + [call(t(3, 3), hermitian=True), call(_SINGULAR)],
    "_linalg_check_errors": [
        call({"shape": [2], "dtype": "int32", "values": [0, 0]}, "linalg.inv", is_matrix=False),
        call({"shape": [2], "dtype": "int32", "values": [0, 1]}, "linalg.inv", is_matrix=False),
        call({"shape": [], "dtype": "int32", "values": 2}, "linalg.inv", is_matrix=True),
    ],
    "linalg_tensorinv": [
        call(t(2, 3, 6)),
        call(t(2, 3, 6), 2),
        call(t(4, 2, 2), 1),
        call(t(2, 3, 4)),
        call(t(3, 3), 0),
    ],
    "linalg_tensorsolve": [
        call(t(2, 3, 6), t(2, 3)),
        call(t(2, 3, 6), t(2, 3), [2]),
        call(t(2, 2), t(2)),
        call(t(6, 2, 3), t(2, 3), [0]),
        call(t(2, 3), t(2)),
    ],
    "frobenius_norm.dim": [
        call(t(2, 3), [0]),
        call(t(2, 3), [0, 1], True),
        call(t(2, 3), []),
        call(t(2, 3, 4), [0, 1, 2]),
    ],
    "nuclear_norm": [call(t(2, 3)), call(t(2, 3), True), call(t(2, 3, 4)), call(t(3))],
    "nuclear_norm.dim": [
        call(t(2, 3), [0, 1]),
        call(t(2, 3, 4), [0, 2], True),
        call(t(2, 3), [0]),
        call(t(2, 3, dtype="complex64"), [1, 0]),
    ],
}
