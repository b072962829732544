"""Functions of neural networks under PyTorch's names.

Those that have the arguments of their operators are the functions of the operators (`linear`, `conv2d`); the others are
written in Python, by subject, in the modules of this package.
"""

from __future__ import annotations

from typing import Final

from wye.functional import methods as methods  # importing the functions installs the methods
from wye.functional.operators import of
from wye.nn.functional import (
    activations,
    attention,
    dropouts,
    embeddings,
    fractional,
    losses,
    margins,
    norms,
    pools,
    resampling,
    scaled_products,
    windows,
)
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

for _name, _operator in OPERATORS.items():
    globals()[_name] = getattr(of, _operator)

__all__ = sorted([  # noqa: PLE0605 - read off the modules
    *OPERATORS,
    *(
        name
        for module in (
            activations, attention, dropouts, embeddings, fractional, losses, margins, norms, pools, resampling,
            scaled_products,
            windows,
        )
        for name in module.__all__
    ),
])  # fmt: skip


def __dir__() -> list[str]:
    return [*__all__]
