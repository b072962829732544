"""Calls of layers, losses and resampling that PyTorch's own samples do not reach: mostly operators made of others."""

from __future__ import annotations

from typing import Any

from tests.conformance.operators.hand import call, ints, t

_ALL = [True, True, True]


def _classes(*shape: int, high: int = 3) -> dict[str, Any]:
    """Numbers of classes, in order."""
    count = 1
    for size in shape:
        count *= size
    values: Any = [i % high for i in range(count)]
    for size in reversed(shape[1:]):
        values = [values[i : i + size] for i in range(0, len(values), size)]
    return {"shape": list(shape), "dtype": "int64", "values": values}


def _convolutions(n: int) -> list[dict[str, Any]]:
    x, w = t(2, 4, *[5] * n), t(4, 4, *[3] * n)
    return [
        call(x, w),
        call(x, w, t(4)),
        call(x, w, None, [2] * n, [1] * n),
        call(x, t(4, 2, *[3] * n), t(4), [1] * n, [1] * n, [2] * n, 2),
        call(t(4, *[5] * n), w),
        call(x, t(8, 1, *[2] * n), t(8), [1] * n, [0] * n, [1] * n, 4),
        call(t(0, 4, *[5] * n), w),
        call(x, t(4, 3, *[3] * n)),
    ]


def _padded_convolutions(n: int) -> list[dict[str, Any]]:
    x = t(2, 4, *[5] * n)
    return [
        call(x, t(4, 4, *[size] * n), t(4), [1] * n, padding, [dilation] * n)
        for size in (2, 3)
        for padding in ("same", "valid", "x")
        for dilation in (1, 2)
    ] + [call(x, t(4, 4, *[3] * n), None, [2] * n, "same")]


def _transposed(n: int) -> list[dict[str, Any]]:
    x, w = t(2, 4, *[3] * n), t(4, 2, *[3] * n)
    return [
        call(x, w),
        call(x, w, t(2)),
        call(x, w, None, [2] * n, [1] * n, [1] * n),
        call(x, w, t(4), [1] * n, [0] * n, [0] * n, 2),
        call(t(4, *[3] * n), w),
        call(x, w, None, [2] * n, [0] * n, [0] * n, 1, [2] * n),
        call(x, w, None, [1] * n, [0] * n, [1] * n),
    ]


def _pools(n: int) -> list[dict[str, Any]]:
    x = t(2, 3, *[6] * n)
    return [
        call(x, [2] * n),
        call(x, [3] * n, [1] * n, [1] * n),
        call(x, [2] * n, [2] * n, [0] * n, [2] * n),
        call(t(3, *[5] * n), [2] * n, [2] * n, [0] * n, [1] * n, True),
        call(x, [3] * n, [], [2] * n),
        call(t(0, 3, *[4] * n), [2] * n),
    ]


def _adaptive(n: int) -> list[dict[str, Any]]:
    return [
        call(t(2, 3, *[5] * n), [3] * n),
        call(t(3, *[4] * n), [1] * n),
        call(t(2, 3, *[4] * n), [4] * n),
        call(t(2, 3, *[3] * n), [0] * n),
        call(t(0, 3, *[4] * n), [2] * n),
    ]


def _by_size_or_scale(n: int, *middle: Any) -> list[dict[str, Any]]:
    x = t(1, 2, *[4] * n)
    return [
        call(x, [6] * n, *middle, None),
        call(x, None, *middle, [2.0] * n),
        call(x, None, *middle, [0.6] * n),
        call(x, [3] * n, *middle, None),
        call(x, None, *middle, None),
        call(x, [3] * n, *middle, [2.0] * n),
    ]


_REDUCED = [call(t(2, 3), t(2, 3), reduction) for reduction in (0, 1, 2, 3)] + [call(t(2, 3), t(3)), call(t(0), t(0))]
_PROBABILITIES = [
    call(t(4, 3), _classes(4)),
    call(t(4, 3), _classes(4), t(3), 0),
    call(t(4, 3), _classes(4), t(3), 2),
    call(t(4, 3), _classes(4), None, 1, 1),
    call(t(3), {"shape": [], "dtype": "int64", "values": 2}),
    call(t(4, 3), _classes(4, high=4)),
    call(t(0, 3), _classes(0)),
    call(t(4, 3), _classes(3)),
]
_PICTURES = [
    call(t(2, 3, 2, 2), _classes(2, 2, 2)),
    call(t(2, 3, 2, 2), _classes(2, 2, 2), t(3), 0),
    call(t(2, 3, 2, 2), _classes(2, 2, 2), t(3), 2, 1),
    call(t(2, 3, 2, 2), _classes(2, 2, 2, high=4)),
]
_FULL = [call(*one["args"], *[None, 1, -100][len(one["args"]) - 2 :]) for one in _PROBABILITIES]
_POSITIVE = t(3, dtype="float32", values=[0.5, 1.0, 2.0])
_BATCH_NORM = [
    call(t(2, 3, 4), t(3), t(3), t(3), _POSITIVE, True, 0.1, 1e-5),
    call(t(2, 3, 4), None, None, t(3), _POSITIVE, False, 0.1, 1e-5),
    call(t(2, 3, 2, 2), t(3), t(3), t(3), _POSITIVE, True, 0.5, 1e-3),
    call(t(2, 3), t(3), t(3), t(3), _POSITIVE, False, 0.1, 1e-5),
    call(t(0, 3, 2), t(3), t(3), t(3), _POSITIVE, True, 0.1, 1e-5),
]
_WITH_UPDATE = [call(*one["args"][:5], *one["args"][6:]) for one in _BATCH_NORM if one["args"][5]]
_WITHOUT_STATISTICS = [
    call(t(2, 3, 4), t(3), t(3), None, None, True, 0.1, 1e-5),
    call(t(2, 3, 4), t(3), t(3), None, None, False, 0.1, 1e-5),
]
_TRIPLE = {"out0": t(0), "out1": t(0), "out2": t(0)}
_STATISTICS = {"out": t(0), "save_mean": t(0), "save_invstd": t(0)}
_BATCH_NORM_BACKWARD = [
    call(t(2, 3, 4), t(2, 3, 4), t(3), t(3), _POSITIVE, t(3), _POSITIVE, True, 1e-5, _ALL),
    call(t(2, 3, 4), t(2, 3, 4), t(3), t(3), _POSITIVE, None, None, False, 1e-5, _ALL),
    call(t(2, 3, 2, 2), t(2, 3, 2, 2), None, None, None, t(3), _POSITIVE, True, 1e-5, [True, False, True]),
]
_BAGS = [
    call(t(5, 3), ints(0, 1, 2, 4), ints(0, 2)),
    call(t(5, 3), ints(0, 1, 2, 4), ints(0, 2), False, 1),
    call(t(5, 3), ints(0, 1, 2, 4), ints(0, 2), False, 2),
    call(t(5, 3), ints(0, 1, 2, 4), ints(0, 2), False, 0, False, t(4)),
    call(t(5, 3), ints(0, 1, 2, 4), ints(0, 2, 4), False, 0, False, None, True),
    call(t(5, 3), ints(0, 1, 2, 4), ints(0, 2, 2), False, 1),
    call(t(5, 3), ints(0, 5), ints(0)),
    call(t(5, 3), ints(0, 1), ints(1)),
]


def _with(calls: list[dict[str, Any]], **more: Any) -> list[dict[str, Any]]:
    return [{"args": one["args"], "kwargs": {**one["kwargs"], **more}} for one in calls]


HAND: dict[str, list[dict[str, Any]]] = {
    **{f"conv{n}d": _convolutions(n) for n in (1, 2, 3)},
    **{f"conv{n}d.padding": _padded_convolutions(n) for n in (1, 2, 3)},
    "conv_transpose1d": _transposed(1),
    "conv_transpose2d.input": _transposed(2),
    "conv_transpose3d.input": _transposed(3),
    "convolution_backward": [
        call(t(2, 4, 3, 3), t(2, 2, 2, 2), t(2, 4, 2, 2), [4], [1, 1], [0, 0], [1, 1], True, [0, 0], 1, _ALL),
        call(t(2, 4, 4), t(2, 4, 6), t(4, 1, 3), [4], [1], [0], [1], False, [0], 4, _ALL),
        call(
            t(1, 2, 2, 2, 2),
            t(1, 2, 3, 3, 3),
            t(2, 2, 2, 2, 2),
            None,
            [1, 1, 1],
            [0, 0, 0],
            [1, 1, 1],
            False,
            [0, 0, 0],
            1,
            [True, True, False],
        ),
    ],
    "l1_loss": _REDUCED,
    "kl_div": [*_REDUCED, *_with(_REDUCED, log_target=True)],
    "nll_loss": _PROBABILITIES,
    "nll_loss_nd": [*_PROBABILITIES, *_PICTURES, call(t(2, 3, 4), _classes(2, 4))],
    "nll_loss2d": _PICTURES,
    "nll_loss_forward": _FULL,
    "cross_entropy_loss": [
        *_PROBABILITIES,
        *_PICTURES,
        call(t(2, 3), t(2, 3)),
        call(t(2, 3), t(2, 3), t(3), 1, -100, 0.1),
        call(t(4, 3), _classes(4), t(3), 1, -100, 0.1),
        call(t(4, 3), _classes(4), None, 0, 1, 0.2),
        call(t(3), t(3)),
    ],
    "hinge_embedding_loss": [
        call(t(2, 3), t(2, 3, dtype="int64")),
        call(t(2, 3), t(2, 3), 0.5, 2),
        call(t(2, 3), t(3), 1.0, 0),
    ],
    "margin_ranking_loss": [call(t(3), t(3), t(3)), call(t(2, 3), t(3), t(3), 0.5, 0), call(t(3), t(3), t(2))],
    "cosine_embedding_loss": [
        call(t(2, 3), t(2, 3), ints(1, -1)),
        call(t(2, 3), t(2, 3), ints(1, -1), 0.5, 0),
        call(t(3), t(3), t()),
        call(t(3), t(3), t(3)),
    ],
    "triplet_margin_loss": [
        call(t(2, 3), t(2, 3), t(2, 3)),
        call(t(2, 3), t(2, 3), t(2, 3), 0.5, 1.0, 1e-6, True, 0),
        call(t(3), t(3), t(3)),
        call(t(2, 3), t(3), t(2, 3)),
    ],
    "poisson_nll_loss": [
        call(t(2, 3), t(2, 3), log, full, 1e-8, reduction)
        for log in (True, False)
        for full in (True, False)
        for reduction in (0, 1)
    ],
    "pairwise_distance": [
        call(t(2, 3), t(2, 3)),
        call(t(2, 3), t(3), 1.0, 1e-3, True),
        call(t(3), t(2, 3), {"$float": "inf"}),
    ],
    "layer_norm": [
        call(t(2, 3, 4), [4]),
        call(t(2, 3, 4), [3, 4], t(3, 4), t(3, 4)),
        call(t(2, 3), [3], t(3), None, 0.1),
        call(t(2, 3), [2]),
        call(t(0, 3), [3]),
    ],
    "rms_norm": [
        call(t(2, 3, 4), [4]),
        call(t(2, 3, 4), [3, 4], t(3, 4)),
        call(t(2, 3), [3], t(3), 0.1),
        call(t(2, 3), [2]),
        call(t(0, 3), [3]),
    ],
    "_fused_rms_norm": [
        call(t(2, 3, 4), [4], None, None),
        call(t(2, 3, 4), [3, 4], t(3, 4), 1e-5),
        call(t(2, 3), [3], t(3), 0.1),
    ],
    "group_norm": [
        call(t(2, 4, 3), 2),
        call(t(2, 4, 3, 3), 4, t(4), t(4)),
        call(t(2, 4), 1, t(4)),
        call(t(2, 4, 3), 3),
        call(t(0, 4, 3), 2),
    ],
    **dict.fromkeys(("_native_batch_norm_legit_functional", "_native_batch_norm_legit"), _BATCH_NORM),
    **dict.fromkeys(("_batch_norm_with_update", "_batch_norm_with_update_functional"), _WITH_UPDATE),
    "native_batch_norm": [*_BATCH_NORM, *_WITHOUT_STATISTICS],
    **{f"{name}.out": _with(_BATCH_NORM, **_STATISTICS) for name in ("native_batch_norm", "_native_batch_norm_legit")},
    "_native_batch_norm_legit.no_stats_out": [call(t(2, 3, 4), t(3), t(3), True, 0.1, 1e-5, **_STATISTICS)],
    **{
        name: [call(*one["args"], True) for one in (*_BATCH_NORM, *_WITHOUT_STATISTICS)]
        for name in ("batch_norm", "instance_norm")
    },
    "native_batch_norm_backward": _BATCH_NORM_BACKWARD,
    "native_batch_norm_backward.out": _with(_BATCH_NORM_BACKWARD, **_TRIPLE),
    "pad": [
        call(t(2, 3), [1, 2]),
        call(t(2, 3, 4), [1, 1], "reflect"),
        call(t(2, 3, 4), [1, -1], "replicate"),
        call(t(2, 3, 4), [1, 2], "circular"),
        call(t(2, 3), [1, 1, 0, 2], "constant", 1.5),
        call(t(1, 2, 3, 4), [1, 1, 2, 0], "reflect"),
        call(t(1, 2, 3, 4), [1, 1, 2, 0], "circular"),
        call(t(2, 3), [1]),
        call(t(2, 3), [1, 1], "x"),
    ],
    "_pad_circular": [
        call(t(2, 3, 4), [1, 2]),
        call(t(1, 2, 3, 4), [1, 1, 2, 0]),
        call(t(2, 3, 4), [5, 0]),
        call(t(2, 3, 4), [-1, 1]),
    ],
    "_pad_enum": [call(t(2, 3, 4), [1, 1], mode) for mode in (0, 1, 2, 3, 4)] + [call(t(2, 3), [1, 1], 0, 2.5)],
    "_adaptive_avg_pool3d_backward": [call(t(2, 3, 2, 2, 2), t(2, 3, 4, 5, 3)), call(t(3, 1, 1, 1), t(3, 2, 2, 2))],
    "adaptive_avg_pool2d": _adaptive(2),
    "adaptive_avg_pool3d": _adaptive(3),
    "adaptive_max_pool1d": _adaptive(1),
    "adaptive_max_pool2d": _adaptive(2),
    "adaptive_max_pool3d": _adaptive(3),
    **{f"adaptive_max_pool{n}d.out": _with(_adaptive(n), out=t(0), indices=t(0, dtype="int64")) for n in (2, 3)},
    "max_pool1d": _pools(1),
    "max_pool1d_with_indices": _pools(1),
    "max_pool2d": _pools(2),
    "max_pool3d": _pools(3),
    **{f"max_pool{n}d_with_indices.out": _with(_pools(n), out=t(0), indices=t(0, dtype="int64")) for n in (2, 3)},
    "max_pool3d_with_indices_backward": [
        call(
            t(1, 2, 2, 2, 2),
            t(1, 2, 4, 4, 4),
            [2, 2, 2],
            [2, 2, 2],
            [0, 0, 0],
            [1, 1, 1],
            False,
            _classes(1, 2, 2, 2, 2, high=64),
        ),
        call(t(2, 1, 1, 1), t(2, 2, 2, 2), [2, 2, 2], [], [0, 0, 0], [1, 1, 1], False, _classes(2, 1, 1, 1, high=8)),
    ],
    "grid_sampler": [
        call(t(1, 2, 3, 4), t(1, 2, 2, 2, scale=0.7), mode, padding, align)
        for mode in (0, 1, 2)
        for padding in (0, 1, 2)
        for align in (True, False)
    ]
    + [call(t(1, 2, 3, 4, 3), t(1, 2, 2, 2, 3, scale=0.7), mode, 0, False) for mode in (0, 1, 2)],
    "affine_grid_generator": [
        call(t(2, 2, 3), [2, 3, 4, 5], True),
        call(t(2, 2, 3), [2, 3, 4, 5], False),
        call(t(1, 3, 4), [1, 2, 2, 3, 2], False),
        call(t(2, 2, 3), [2, 3, 4], True),
    ],
    **{
        f"{name}{n}d.vec": _by_size_or_scale(n)
        for name in ("upsample_nearest", "_upsample_nearest_exact")
        for n in (1, 2, 3)
    },
    **{
        f"upsample_{name}.vec": [*_by_size_or_scale(n, True), *_by_size_or_scale(n, False)]
        for name, n in (("linear1d", 1), ("trilinear3d", 3), ("bicubic2d", 2))
    },
    "_embedding_bag": _BAGS,
    "embedding_bag": _BAGS,
    "_embedding_bag.out": _with(_BAGS, out0=t(0), **{f"out{i}": t(0, dtype="int64") for i in (1, 2, 3)}),
    "embedding_bag.padding_idx": [
        call(t(5, 3), ints(0, 1, 2, 4), ints(0, 2), False, mode, False, None, False, index)
        for mode in (0, 1, 2)
        for index in (None, 1, -1)
    ],
}
