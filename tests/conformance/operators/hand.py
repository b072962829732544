"""Calls written by hand, for operators that PyTorch's own samples do not reach."""

from __future__ import annotations

from typing import Any


def t(*shape: int, dtype: str = "float32", **more: Any) -> dict[str, Any]:
    return {"shape": list(shape), "dtype": dtype, **more}


def ints(*values: int) -> dict[str, Any]:
    return {"shape": [len(values)], "dtype": "int64", "values": list(values)}


def call(*args: Any, **kwargs: Any) -> dict[str, Any]:
    return {"args": list(args), "kwargs": kwargs}


def _with_number(name: str) -> list[dict[str, Any]]:
    return [
        call(t(2, 3, dtype=dtype), value) for dtype in ("int64", "uint8", "bool", "float32") for value in (3, -2, True)
    ]


HAND: dict[str, list[dict[str, Any]]] = {
    "_adaptive_avg_pool2d_backward": [call(t(2, 3, 2, 2), t(2, 3, 4, 5)), call(t(3, 1, 1), t(3, 2, 2))],
    "_embedding_bag": [
        call(t(5, 3), ints(0, 1, 2, 4), ints(0, 2)),
        call(t(5, 3), ints(0, 1, 2, 4), ints(0, 2), False, 1),
        call(t(5, 3), ints(0, 1, 2, 4), ints(0, 2), False, 2),
    ],
    "_native_batch_norm_legit_no_training": [call(t(2, 3, 4), t(3), t(3), t(3), t(3, scale=0.0), 0.1, 1e-5)],
    "_native_batch_norm_legit.no_stats": [
        call(t(2, 3, 4), t(3), t(3), True, 0.1, 1e-5),
        call(t(2, 3), None, None, True, 0.1, 1e-5),
    ],
    "adaptive_avg_pool1d": [call(t(2, 3, 5), [2]), call(t(3, 4), [3])],
    "atan2.out": [call(t(2, 3), t(3), out=t(0))],
    "avg_pool1d": [call(t(2, 3, 8), [3]), call(t(3, 8), [2], [2], [1], True, False)],
    "avg_pool2d_backward": [call(t(2, 3, 2, 2), t(2, 3, 4, 4), [2, 2], [2, 2], [0, 0], False, True, None)],
    **{f"bitwise_{name}.Scalar": _with_number(name) for name in ("and", "or", "xor")},
    **{
        f"bitwise_{name}.Tensor": [
            call(t(2, 3, dtype="int64"), t(3, dtype="int64")),
            call(t(2, dtype="bool"), t(2, dtype="bool")),
        ]
        for name in ("and", "or", "xor")
    },
    "bitwise_not": [call(t(2, 3, dtype="int64")), call(t(2, dtype="bool")), call(t(2, dtype="uint8"))],
    "col2im": [
        call(t(1, 12, 12), [4, 5], [2, 2], [1, 1], [0, 0], [1, 1]),
        call(t(12, 4), [4, 4], [2, 2], [1, 1], [0, 0], [2, 2]),
    ],
    "convolution_backward": [
        call(
            t(2, 4, 5, 5),
            t(2, 3, 5, 5),
            t(4, 3, 3, 3),
            [4],
            [1, 1],
            [1, 1],
            [1, 1],
            False,
            [0, 0],
            1,
            [True, True, True],
        ),
        call(t(2, 4, 4), t(2, 2, 6), t(4, 2, 3), [0], [1], [0], [1], False, [0], 1, [True, True, False]),
        call(
            t(2, 4, 2, 2),
            t(2, 4, 5, 5),
            t(4, 2, 2, 2),
            [4],
            [2, 2],
            [0, 0],
            [1, 1],
            False,
            [0, 0],
            2,
            [True, True, True],
        ),
    ],
    "copy": [call(t(2, 3), t(3)), call(t(2, 3, dtype="int64"), t(2, 3))],
    "div.Scalar_mode": [call(t(2, 3), 2, rounding_mode=mode) for mode in ("floor", "trunc", None)],
    "embedding_dense_backward": [
        call(t(4, 3), ints(0, 2, 1, 2), 5, -1, False),
        call(t(4, 3), ints(0, 2, 1, 2), 5, 2, True),
    ],
    "fmod.Scalar": [call(t(2, 3), 2.5), call(t(2, 3, dtype="int64"), 3)],
    "gt.Scalar": [call(t(2, 3), 0.5), call(t(2, 3, dtype="int64"), 1)],
    "native_dropout": [call(t(3, 4), 0.0, True), call(t(3, 4), 0.5, False)],
    "native_group_norm_backward": [
        call(t(2, 4, 3), t(2, 4, 3), t(2, 2), t(2, 2), t(4), 2, 4, 3, 2, [True, True, True]),
        call(t(2, 4, 3), t(2, 4, 3), t(2, 2), t(2, 2), None, 2, 4, 3, 2, [True, False, True]),
    ],
    "native_layer_norm_backward": [
        call(t(2, 3, 4), t(2, 3, 4), [4], t(2, 3, 1), t(2, 3, 1), t(4), t(4), [True, True, True]),
        call(t(2, 3, 4), t(2, 3, 4), [3, 4], t(2, 1, 1), t(2, 1, 1), None, None, [True, False, False]),
    ],
    "pow.Scalar": [call(2, t(2, 3)), call(2.5, t(3, dtype="int64", low=0, high=5))],
    "randperm": [call(5), call(0)],
    "sym_is_contiguous": [call(t(2, 3))],
    "sym_numel": [call(t(2, 3))],
    "sym_size.int": [call(t(2, 3), 1), call(t(2, 3), 2)],
    "sym_storage_offset": [call(t(2, 3, offset=2))],
    "sym_stride.int": [call(t(2, 3), 0)],
    "upsample_bilinear2d.vec": [call(t(1, 2, 3, 4), [6, 8], False, None), call(t(1, 2, 3, 4), None, True, [2.0, 1.5])],
    "upsample_nearest2d.vec": [call(t(1, 2, 3, 4), [6, 7], None), call(t(1, 2, 3, 4), None, [2.0, 1.5])],
    "var.dim": [call(t(2, 3, 4), [1]), call(t(2, 3, 4), [0, 2], False, True), call(t(3), None, True, False)],
}
