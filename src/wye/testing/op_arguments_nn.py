"""Arguments for samples of operators: `nn.functional`, and the operators below it.

Cold path.  A row has calls: arguments by place, and a dictionary at the end for those by name.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from wye.aten.functions import function

if TYPE_CHECKING:
    from wye.testing.op_arguments import Rows
    from wye.testing.sample_maker import Make

__all__ = ["ARGUMENTS"]

_REDUCTIONS: Final = ("mean", "sum", "none")
_SPACES: Final = {1: (6,), 2: (5, 4), 3: (4, 3, 3)}  # sizes of images


def _image(m: Make, dims: int, channels: int = 2) -> Any:
    return m.real(2, channels, *_SPACES[dims])


def _adaptive(dims: int) -> Any:
    return lambda m: [(_image(m, dims), 2), (_image(m, dims), (3, None, 1)[:dims]), (m.real(2, *_SPACES[dims]), 3)]


def _average(dims: int) -> Any:
    return lambda m: [
        (_image(m, dims), 2),
        (_image(m, dims), 3, 1, 1),
        (_image(m, dims), 2, {"ceil_mode": True}),
        (_image(m, dims), 3, 2, 1, {"count_include_pad": False}),
    ]


def _largest(dims: int) -> Any:
    return lambda m: [
        (_image(m, dims), 2),
        (_image(m, dims), 2, 1, {"dilation": 2}),
        (_image(m, dims), 3, 2, 1),
        (_image(m, dims), 2, {"ceil_mode": True, "return_indices": True}),
    ]


def _fractional(dims: int) -> Any:
    return lambda m: [
        (_image(m, dims), 2, {"output_size": 2}),
        (_image(m, dims), 2, {"output_ratio": (0.5,) * dims, "return_indices": True}),
    ]


def _convolution(dims: int, *, transposed: bool = False) -> Any:
    size = (3, 2, 1)[:dims]

    def rows(m: Make) -> list[tuple[Any, ...]]:
        weight = (2, 3) if transposed else (3, 2)
        return [
            (_image(m, dims), m.real(*weight, *size)),
            (_image(m, dims), m.real(*weight, *size), m.real(3), 2, 1),
            (_image(m, dims), m.real(*((2, 1) if transposed else (4, 1)), *size), None, 1, 0, {"groups": 2}),
            (_image(m, dims)[0].detach().requires_grad_(m.requires_grad), m.real(*weight, *size)),
        ]

    return rows


def _unpooling(dims: int) -> Any:
    def rows(m: Make) -> list[tuple[Any, ...]]:
        image = m.plain(1, 2, *(4, 4, 4)[:dims])
        pooled, places = function(f"max_pool{dims}d_with_indices")(image, [2] * dims)
        return [(pooled.detach().requires_grad_(m.requires_grad), places, {"kernel_size": 2})]

    return rows


def _padding(mode: str, *pads: tuple[int, ...]) -> Any:
    return lambda m: [(m.real(2, 3, *(4,) * (len(pad) // 2)), pad, {"mode": mode}) for pad in pads]


def _resized(mode: str, dims: int) -> Any:
    corners = {"align_corners": True} if mode in ("linear", "bilinear", "bicubic", "trilinear") else {}
    return lambda m: [
        (m.real(2, 2, *(4,) * dims), 3, {"mode": mode}),
        (m.real(2, 2, *(4,) * dims), {"scale_factor": 1.7, "mode": mode}),
        (m.real(2, 2, *(4,) * dims), (6,) * dims, {"mode": mode, **corners}),
    ]


def _loss(first: Any, second: Any, reductions: Any = _REDUCTIONS, **more: Any) -> Any:
    return lambda m: [(first(m), second(m), {"reduction": reduction, **more}) for reduction in reductions]


def _dropped(dims: int) -> Any:
    cases: Any = ((0.5, {"training": True}), (0.0, {}), (1.0, {}), (0.4, {"training": False}))
    return lambda m: [(m.real(*(2, 3, 2, 2, 2)[:dims]), {"p": p, **more}) for p, more in cases]


def _labels(m: Make) -> Any:
    return m.listed([1, 0, 3])


def _signs(m: Make) -> Any:
    return m.listed([1, -1, 1], m.dtype.name)


_POOLING: Final[Rows] = {
    **{f"nn.functional.adaptive_avg_pool{dims}d": _adaptive(dims) for dims in (1, 2, 3)},
    **{f"nn.functional.adaptive_max_pool{dims}d": _adaptive(dims) for dims in (1, 2, 3)},
    **{f"nn.functional.avg_pool{dims}d": _average(dims) for dims in (1, 2, 3)},
    **{f"nn.functional.max_pool{dims}d": _largest(dims) for dims in (1, 2, 3)},
    **{f"nn.functional.fractional_max_pool{dims}d": _fractional(dims) for dims in (2, 3)},
    **{f"nn.functional.conv{dims}d": _convolution(dims) for dims in (1, 2, 3)},
    **{f"nn.functional.conv_transpose{dims}d": _convolution(dims, transposed=True) for dims in (1, 2, 3)},
    **{f"nn.functional.max_unpool{dims}d{grad}": _unpooling(dims) for dims in (1, 2, 3) for grad in ("", ":grad")},
    "max_pool2d_with_indices_backward": lambda m: [
        (_image(m, 2), {"kernel_size": 2}),
        (_image(m, 2), {"kernel_size": 3, "stride": 2, "padding": 1}),
    ],
    "nn.functional.unfold": lambda m: [(_image(m, 2), 2), (_image(m, 2), (2, 3), {"padding": 1, "stride": 2})],
    "nn.functional.fold": lambda m: [(m.real(2, 8, 12), (4, 5), 2), (m.real(2, 8, 6), (4, 6), 2, {"stride": (2, 2)})],
    "nn.functional.pad:constant": _padding("constant", (1, 2), (1, 0, 0, 2), (-1, 1)),
    "nn.functional.pad:reflect": _padding("reflect", (1, 2), (1, 0, 0, 2)),
    "nn.functional.pad:replicate": _padding("replicate", (1, 2), (1, 0, 0, 2), (0, 1, 1, 0, 2, 1)),
    "nn.functional.pad:replicate_negative": _padding("replicate", (-1, 2), (-1, 0, 0, -2)),
    "nn.functional.pad:circular": _padding("circular", (1, 2), (1, 0, 0, 2)),
    **{
        f"nn.functional.interpolate:{mode}": _resized(mode, dims)
        for mode, dims in (
            ("nearest", 2),
            ("nearest-exact", 2),
            ("linear", 1),
            ("bilinear", 2),
            ("bicubic", 2),
            ("trilinear", 3),
            ("area", 2),
        )
    },
    **dict.fromkeys(
        ("nn.functional.upsample_bilinear", "nn.functional.upsample_nearest"),
        lambda m: [(m.real(2, 2, 4, 3), 3), (m.real(2, 2, 4, 3), {"scale_factor": 2})],
    ),
    "_upsample_bilinear2d_aa": lambda m: [
        (m.real(2, 2, 4, 3), [3, 3], False, None),
        (m.real(1, 2, 4, 4), [6, 2], True, None),
    ],
    "nn.functional.pixel_shuffle": lambda m: [(m.real(2, 4, 3, 2), 2), (m.real(9, 1, 2), {"upscale_factor": 3})],
    "nn.functional.pixel_unshuffle": lambda m: [(m.real(2, 1, 4, 2), 2), (m.real(1, 3, 6), {"downscale_factor": 3})],
    "nn.functional.channel_shuffle": lambda m: [(m.real(2, 4, 3, 2), 2), (m.real(1, 6, 2), {"groups": 3})],
    "nn.functional.grid_sample": lambda m: [
        (m.real(2, 2, 4, 3), m(2, 3, 2, 2, low=-0.9, high=0.9), mode, padding, corners)
        for mode, padding, corners in (
            ("bilinear", "zeros", False),
            ("nearest", "border", True),
            ("bicubic", "reflection", False),
        )
    ],
    "grid_sampler_2d": lambda m: [
        (m.real(2, 2, 4, 3), m(2, 3, 2, 2, low=-0.9, high=0.9), *mode)
        for mode in ((0, 0, False), (0, 1, True), (1, 2, False))
    ],
    "grid_sampler_3d": lambda m: [
        (m.real(1, 2, 3, 3, 2), m(1, 2, 2, 2, 3, low=-0.9, high=0.9), *mode) for mode in ((0, 0, False), (1, 1, True))
    ],
}

_LOSSES: Final[Rows] = {
    **{
        f"nn.functional.{name}": _loss(lambda m: m.real(3, 4), lambda m: m.real(3, 4))
        for name in ("smooth_l1_loss", "l1_loss", "mse_loss", "huber_loss")
    },
    "nn.functional.soft_margin_loss": _loss(lambda m: m.real(3), _signs),
    "nn.functional.hinge_embedding_loss": _loss(lambda m: m.real(3), _signs, margin=2.0),
    "nn.functional.poisson_nll_loss": _loss(lambda m: m.real(3, 4), lambda m: m(3, 4)),
    "nn.functional.kl_div": _loss(lambda m: m.unit(3, 4), lambda m: m.unit(3, 4), (*_REDUCTIONS, "batchmean")),
    "nn.functional.binary_cross_entropy": _loss(lambda m: m.unit(3, 4), lambda m: m.unit(3, 4)),
    "nn.functional.binary_cross_entropy_with_logits": _loss(lambda m: m.real(3, 4), lambda m: m.unit(3, 4)),
    "nn.functional.gaussian_nll_loss": lambda m: [
        (m.real(3, 4), m.real(3, 4), m(3, 4), {"reduction": reduction}) for reduction in _REDUCTIONS
    ],
    "nn.functional.margin_ranking_loss": lambda m: [
        (m.real(3), m.real(3), _signs(m), {"margin": 0.5, "reduction": reduction}) for reduction in _REDUCTIONS
    ],
    "nn.functional.cosine_embedding_loss": lambda m: [
        (m.real(3, 4), m.real(3, 4), _signs(m), {"margin": 0.2, "reduction": reduction}) for reduction in _REDUCTIONS
    ],
    "nn.functional.multi_margin_loss": lambda m: [
        (m.real(3, 4), _labels(m), {"reduction": reduction, "p": p}) for reduction in _REDUCTIONS for p in (1, 2)
    ],
    "nn.functional.multilabel_margin_loss": lambda m: [
        (m.real(3, 4), m.listed([[1, -1, 0, 0], [3, 0, -1, 1], [2, 1, 0, 3]]), {"reduction": reduction})
        for reduction in _REDUCTIONS
    ],
    "nn.functional.multilabel_soft_margin_loss": _loss(lambda m: m.real(3, 4), lambda m: m.unit(3, 4)),
    "nn.functional.nll_loss": lambda m: (
        [(m.real(3, 4), _labels(m), {"reduction": reduction}) for reduction in _REDUCTIONS]
        + [(m.real(3, 4), _labels(m), {"weight": m.plain(4), "ignore_index": 0}), (m.real(2, 4, 3), m.index(4, 2, 3))]
    ),
    "nn.functional.cross_entropy": lambda m: (
        [(m.real(3, 4), _labels(m), {"reduction": reduction}) for reduction in _REDUCTIONS]
        + [
            (m.real(3, 4), m.unit(3, 4), {"label_smoothing": 0.2}),
            (m.real(2, 4, 3), m.index(4, 2, 3), {"weight": m.plain(4)}),
        ]
    ),
    "nn.functional.ctc_loss": lambda m: [
        (
            m.real(6, 2, 4).detach().log_softmax(2).requires_grad_(m.requires_grad),
            m.listed([[1, 2, 3], [3, 1, 1]]),
            (6, 6),
            (3, 2),
            {"reduction": reduction},
        )
        for reduction in _REDUCTIONS
    ],
    **dict.fromkeys(
        ("nn.functional.triplet_margin_loss", "nn.functional.triplet_margin_with_distance_loss"),
        lambda m: [
            (m.real(3, 4), m.real(3, 4), m.real(3, 4), {"margin": margin, "swap": swap})
            for margin, swap in ((1.0, False), (20.0, True))
        ],
    ),
    "nn.functional.pdist": lambda m: [(m.real(4, 3), p) for p in (2.0, 1.0, 3.0)],
    "nn.functional.pairwise_distance": lambda m: [
        (m.real(3, 4), m.real(3, 4)),
        (m.real(3, 4), m.real(4), {"p": 1, "keepdim": True}),
    ],
    "nn.functional.cosine_similarity": lambda m: [
        (m.real(3, 4), m.real(3, 4)),
        (m.real(3, 4), m.real(1, 4), {"dim": 0}),
    ],
}

_LAYERS: Final[Rows] = {
    **dict.fromkeys(
        ("nn.functional.batch_norm", "nn.functional.batch_norm:without_cudnn"),
        lambda m: (
            [
                (m.real(3, 2, 4), m.plain(2), m.plain(2), m.real(2), m.real(2), training, 0.5)
                for training in (True, False)
            ]
            + [(m.real(3, 2), None, None, {"training": True})]
        ),
    ),
    "native_batch_norm": lambda m: [
        (m.real(3, 2, 4), m.real(2), m.real(2), m.plain(2), m.plain(2), training, 0.5, 1e-5)
        for training in (True, False)
    ],
    "_native_batch_norm_legit": lambda m: [
        (m.real(3, 2, 4), m.real(2), m.real(2), m.plain(2), m.plain(2), training, 0.5, 1e-5)
        for training in (True, False)
    ],
    "nn.functional.instance_norm": lambda m: [
        (m.real(2, 3, 4),),
        (m.real(2, 3, 4), m.plain(3), m.plain(3), m.real(3), m.real(3), {"momentum": 0.5}),
        (m.real(2, 3, 4, 2), {"use_input_stats": True}),
    ],
    "nn.functional.group_norm": lambda m: [(m.real(2, 4, 3), 2), (m.real(2, 4, 3, 2), 4, m.real(4), m.real(4), 1e-3)],
    "native_group_norm": lambda m: [(m.real(2, 4, 3), m.real(4), m.real(4), 2, 4, 3, 2, 1e-5)],
    "native_layer_norm": lambda m: [
        (m.real(2, 3, 4), (4,), m.real(4), m.real(4), 1e-5),
        (m.real(2, 3, 4), (3, 4), None, None, 1e-5),
    ],
    "nn.functional.rms_norm": lambda m: [(m.real(2, 3, 4), (4,)), (m.real(2, 3, 4), (3, 4), m.real(3, 4), 1e-3)],
    "nn.functional.local_response_norm": lambda m: [
        (m.real(2, 5, 3), 2),
        (m.real(2, 5, 3, 2), 3, {"alpha": 0.1, "beta": 0.5, "k": 2.0}),
    ],
    "nn.functional.normalize": lambda m: [
        (m.real(3, 4),),
        (m.real(3, 4), {"p": 3, "dim": 0}),
        (m.real(3, 4), 2.0, 1, 1e-3),
    ],
    "nn.functional.bilinear": lambda m: [
        (m.real(3, 2), m.real(3, 4), m.real(5, 2, 4)),
        (m.real(3, 2), m.real(3, 4), m.real(5, 2, 4), m.real(5)),
    ],
    "nn.functional.glu": lambda m: [(m.real(3, 4),), (m.real(4, 3), 0), (m.real(2, 3, 2), {"dim": -1})],
    "nn.functional.prelu": lambda m: [(m.real(2, 3, 4), m.real(3)), (m.real(2, 3), m.real(1)), (m.real(), m.real(1))],
    "nn.functional.rrelu": lambda m: [
        (m.real(3, 4), {"lower": 0.2, "upper": 0.2}),
        (m.real(3), {"lower": 0.1, "upper": 0.5, "training": False}),
    ],
    "nn.functional.hardswish": lambda m: [(m.real(3, 4),), (m.real(),)],
    "nn.functional.silu:complex": lambda m: [(m.real(3, 4),), (m.real(),)],
    "nn.functional.softmin": lambda m: [(m.real(3, 4), 1), (m.real(), 0)],
    "nn.functional.softmin:with_dtype": lambda m: [
        (m.real(3, 4), 1, {"dtype": m.wide}),
        (m.real(), 0, {"dtype": m.wide}),
    ],
    "_softmax_backward_data": lambda m: [(m.real(3, 4), m.unit(3, 4), 1, m.dtype), (m.real(3), m.unit(3), 0, m.dtype)],
    "native_dropout_backward": lambda m: [(m.real(3, 4), m.mask(3, 4), 2.0)],
    **{
        f"nn.functional.{name}": _dropped(dims)
        for name, dims in (("dropout", 2), ("dropout2d", 4), ("dropout3d", 5), ("alpha_dropout", 2))
    },
    "nn.functional.feature_alpha_dropout:with_train": lambda m: [
        (m.real(2, 3, 4), {"p": p, "training": True}) for p in (0.5, 0.0)
    ],
    "nn.functional.feature_alpha_dropout:without_train": lambda m: [
        (m.real(2, 3, 4), {"p": p, "training": False}) for p in (0.5, 0.0)
    ],
    "nn.functional.embedding_bag": lambda m: (
        [
            (m.real(5, 3), m.listed([0, 2, 4, 1]), {"offsets": m.listed([0, 2]), "mode": mode})
            for mode in ("sum", "mean")
        ]
        + [(m.real(5, 3), m.listed([[0, 2], [4, 1]]), {"mode": "sum", "per_sample_weights": m.real(2, 2)})]
    ),
    "nn.functional.multi_head_attention_forward": lambda m: [
        (
            m.real(3, 2, 4),
            m.real(3, 2, 4),
            m.real(3, 2, 4),
            4,
            2,
            m.real(12, 4),
            m.real(12),
            None,
            None,
            False,
            0.0,
            m.real(4, 4),
            m.real(4),
            {"need_weights": need},
        )
        for need in (True, False)
    ],
}

ARGUMENTS: Final[Rows] = {**_POOLING, **_LOSSES, **_LAYERS}
