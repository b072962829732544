"""Calls of operators that the recorded samples have none of."""

from __future__ import annotations

from typing import Any

from tests.conformance.operators.hand import call, ints, t


def _labels(*rows: list[int]) -> dict[str, Any]:
    return {"shape": [len(rows), len(rows[0])], "dtype": "int64", "values": list(rows)}


def _complex(*shape: int) -> dict[str, Any]:
    return {"shape": list(shape), "dtype": "complex64"}


_PIVOTS = {"shape": [3], "dtype": "int32", "values": [2, 3, 3]}
_PLACES = {"shape": [1, 2, 2, 2], "dtype": "int64", "values": [[[[0, 3], [9, 10]], [[1, 6], [12, 15]]]]}
_PLACES_3D = {"shape": [1, 1, 1, 1, 2], "dtype": "int64", "values": [[[[[3, 7]]]]]}

HAND: dict[str, list[dict[str, Any]]] = {
    "linalg_lu": [call(t(3, 3)), call(t(2, 3, 5)), call(t(5, 3)), call(_complex(3, 3)), call(_complex(4, 2))],
    "linalg_lu_factor_ex": [call(t(3, 3)), call(t(2, 3, 5)), call(t(5, 3)), call(_complex(3, 3))],
    "linalg_lu_solve": [
        call(matrix, _PIVOTS, right, left=left, adjoint=adjoint)
        for matrix, right in ((t(3, 3), t(3, 3)), (_complex(3, 3), _complex(3, 3)))
        for left in (True, False)
        for adjoint in (True, False)
    ],
    "lu_unpack": [call(t(3, 3), _PIVOTS), call(t(3, 5), _PIVOTS), call(t(5, 3), _PIVOTS)],
    "cholesky_inverse": [call(t(3, 3)), call(t(2, 3, 3), True)],
    "cholesky_solve": [call(t(3, 2), t(3, 3)), call(t(3, 2), t(3, 3), True), call(_complex(3, 2), _complex(3, 3))],
    "linalg_lstsq": [call(t(5, 3), t(5, 2)), call(t(2, 4, 3), t(2, 4, 1)), call(_complex(5, 3), _complex(5, 2))],
    "linalg_matrix_exp": [call(t(3, 3)), call(t(2, 2, 2)), call(_complex(3, 3))],
    "linalg_householder_product": [call(t(4, 3), t(3)), call(t(2, 4, 3), t(2, 2)), call(_complex(4, 3), _complex(3))],
    "ormqr": [
        call(t(4, 2), t(2), other, left, transpose)
        for left, other in ((True, t(4, 3)), (False, t(3, 4)))
        for transpose in (True, False)
    ],
    "_neg_view": [call(t(3)), call(_complex(3))],
    "_trilinear": [call(t(2, 3), t(4, 3, 2), t(2, 4), [1, 3], [0], [1, 2], [2, 3])],
    "conv_tbc": [call(t(5, 2, 3), t(3, 3, 4), t(4), 1), call(t(5, 2, 3), t(2, 3, 4), t(4), 0)],
    "native_channel_shuffle": [call(t(2, 4, 3, 3), 2)],
    "_upsample_bilinear2d_aa": [call(t(1, 2, 5, 6), [3, 4], False), call(t(1, 2, 5, 6), [7, 3], True)],
    "_upsample_bicubic2d_aa": [call(t(1, 2, 5, 6), [3, 4], False), call(t(1, 2, 5, 6), [7, 3], True, 1.4, 0.5)],
    "max_unpool2d": [call(t(1, 2, 2, 2), _PLACES, [4, 4])],
    "max_unpool3d": [call(t(1, 1, 1, 1, 2), _PLACES_3D, [2, 2, 2], [1, 1, 1], [0, 0, 0])],
    "fractional_max_pool2d": [call(t(1, 2, 5, 5), [2, 2], [3, 3], t(1, 2, 2, scale=0.1))],
    "multi_margin_loss": [
        call(t(3, 4), ints(0, 2, 1), p, 0.5, weight, reduction)
        for p in (1, 2)
        for weight in (None, t(4))
        for reduction in (0, 1, 2)
    ],
    "multilabel_margin_loss_forward": [
        call(t(2, 4), _labels([0, 2, -1, 1], [3, 1, 0, -1]), reduction) for reduction in (0, 1, 2)
    ],
    "_ctc_loss": [call(t(6, 2, 4), _labels([1, 2, 3], [2, 2, 1]), [6, 5], [3, 2], 0, zero) for zero in (False, True)]
    + [call(t(5, 3), ints(1, 2), [5], [2]), call(t(6, 2, 4), ints(1, 2, 3, 3, 1), [6, 6], [3, 2], 0, True)],
    "polygamma": [call(n, t(4)) for n in (1, 2)],
    "_scaled_dot_product_flash_attention_for_cpu": [
        call(t(1, 2, 3, 4), t(1, 2, 3, 4), t(1, 2, 3, 4)),
        call(t(1, 2, 3, 4), t(1, 2, 5, 4), t(1, 2, 5, 4), scale=0.3),
        call(t(1, 2, 3, 4), t(1, 2, 3, 4), t(1, 2, 3, 4), 0.0, True),
    ],
    "_safe_softmax": [call(t(2, 3), 1), call(t(2, 3), 0)],
}
