"""Functions of neural networks under PyTorch's names.

Those that have the arguments of their operators are the functions of the operators (`linear`, `conv2d`); the others are
written in Python, by subject, in the modules of this package.  Each is looked up when it is first used, since that
makes operators or imports a module.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any, Final

from wye.functional import methods as methods  # importing the functions installs the methods
from wye.functional.operators import of

if TYPE_CHECKING:
    from wye.nn.functional.activations import *  # noqa: F403 - each module lists what it has
    from wye.nn.functional.attention import *  # noqa: F403
    from wye.nn.functional.dropouts import *  # noqa: F403
    from wye.nn.functional.embeddings import *  # noqa: F403
    from wye.nn.functional.fractional import *  # noqa: F403
    from wye.nn.functional.losses import *  # noqa: F403
    from wye.nn.functional.margins import *  # noqa: F403
    from wye.nn.functional.norms import *  # noqa: F403
    from wye.nn.functional.pools import *  # noqa: F403
    from wye.nn.functional.resampling import *  # noqa: F403
    from wye.nn.functional.scaled_products import *  # noqa: F403
    from wye.nn.functional.windows import *  # noqa: F403

# The functions of operators, under the name that PyTorch has for them here.
OPERATORS: Final = {
    **{
        name: name
        for name in (
            "adaptive_avg_pool1d", "avg_pool1d", "avg_pool2d", "avg_pool3d", "bilinear", "celu_", "channel_shuffle",
            "conv1d", "conv2d", "conv3d", "conv_tbc", "conv_transpose1d", "conv_transpose2d", "conv_transpose3d",
            "cosine_similarity", "elu_", "gelu", "hardshrink", "hardtanh_", "leaky_relu_", "linear",
            "native_channel_shuffle", "one_hot", "pairwise_distance", "pdist", "pixel_shuffle", "pixel_unshuffle",
            "prelu", "relu_", "rrelu_", "scaled_dot_product_attention", "selu_", "softplus", "softshrink", "threshold_",
        )
    },
    "logsigmoid": "log_sigmoid",
}  # fmt: skip

# The functions that are written in Python, by module; a test compares them with what the modules list.
WRITTEN: Final[dict[str, tuple[str, ...]]] = {
    "activations": (
        "celu", "elu", "glu", "gumbel_softmax", "hardsigmoid", "hardswish", "hardtanh", "leaky_relu", "log_softmax",
        "mish", "relu", "relu6", "rrelu", "selu", "sigmoid", "silu", "softmax", "softmin", "softsign", "tanh",
        "tanhshrink", "threshold",
    ),
    "attention": ("multi_head_attention_forward",),
    "dropouts": ("alpha_dropout", "dropout", "dropout1d", "dropout2d", "dropout3d", "feature_alpha_dropout"),
    "embeddings": ("embedding", "embedding_bag"),
    "fractional": (
        "fractional_max_pool2d", "fractional_max_pool2d_with_indices", "fractional_max_pool3d",
        "fractional_max_pool3d_with_indices",
    ),
    "losses": (
        "binary_cross_entropy", "binary_cross_entropy_with_logits", "cross_entropy", "ctc_loss", "gaussian_nll_loss",
        "huber_loss", "kl_div", "l1_loss", "linear_cross_entropy", "mse_loss", "nll_loss", "poisson_nll_loss",
        "smooth_l1_loss",
    ),
    "margins": (
        "cosine_embedding_loss", "hinge_embedding_loss", "margin_ranking_loss", "multi_margin_loss",
        "multilabel_margin_loss", "multilabel_soft_margin_loss", "soft_margin_loss", "triplet_margin_loss",
        "triplet_margin_with_distance_loss",
    ),
    "norms": (
        "batch_norm", "group_norm", "instance_norm", "layer_norm", "local_response_norm", "normalize", "rms_norm",
    ),
    "pools": (
        "adaptive_avg_pool2d", "adaptive_avg_pool3d", "adaptive_max_pool1d", "adaptive_max_pool1d_with_indices",
        "adaptive_max_pool2d", "adaptive_max_pool2d_with_indices", "adaptive_max_pool3d",
        "adaptive_max_pool3d_with_indices", "lp_pool1d", "lp_pool2d", "lp_pool3d", "max_pool1d",
        "max_pool1d_with_indices", "max_pool2d", "max_pool2d_with_indices", "max_pool3d", "max_pool3d_with_indices",
        "max_unpool1d", "max_unpool2d", "max_unpool3d",
    ),
    "resampling": ("affine_grid", "grid_sample", "interpolate", "upsample", "upsample_bilinear", "upsample_nearest"),
    "scaled_products": ("ScalingType", "SwizzleType", "grouped_mm", "scaled_grouped_mm", "scaled_mm"),
    "windows": ("fold", "pad", "unfold"),
}  # fmt: skip

_HOME: Final = {name: module for module, names in WRITTEN.items() for name in names}

__all__ = sorted([*OPERATORS, *_HOME])  # noqa: PLE0605 - read off the tables


def __getattr__(name: str) -> Any:
    if name in OPERATORS:
        found = getattr(of, OPERATORS[name])
    elif name in _HOME:
        found = getattr(importlib.import_module(f"{__name__}.{_HOME[name]}"), name)
    elif name in WRITTEN:
        return importlib.import_module(f"{__name__}.{name}")
    else:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return [*__all__]
