"""Functions of neural networks under PyTorch's names, as far as operators have the same arguments.

Most are the functions of the operators themselves.  Activations take ``inplace`` too, as PyTorch's do.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, Final

from wye.aten import methods as methods  # who has functions has tensors with methods
from wye.aten.functions import function, names

if TYPE_CHECKING:
    from collections.abc import Callable

_SAME: Final = (
    "adaptive_avg_pool1d", "adaptive_avg_pool2d", "adaptive_avg_pool3d", "avg_pool1d", "avg_pool2d", "avg_pool3d",
    "bilinear", "celu_", "channel_shuffle", "conv1d", "conv2d", "conv3d", "conv_transpose1d", "conv_transpose2d",
    "conv_transpose3d", "cosine_similarity", "elu_", "gelu", "glu", "group_norm", "hardshrink", "hardtanh_",
    "layer_norm", "leaky_relu_", "linear", "one_hot", "pad", "pairwise_distance", "pdist", "pixel_shuffle",
    "pixel_unshuffle", "prelu", "relu_", "rms_norm", "scaled_dot_product_attention", "selu_", "sigmoid", "softplus",
    "softshrink", "tanh", "threshold_",
)  # fmt: skip
_OTHER_NAME: Final = {"logsigmoid": "log_sigmoid"}
# Activations, and how many arguments stand between the tensor and `inplace`.
_ACTIVATIONS: Final = {
    "relu": 0, "relu6": 0, "silu": 0, "mish": 0, "selu": 0, "hardsigmoid": 0, "hardswish": 0, "celu": 1, "elu": 1,
    "leaky_relu": 1, "hardtanh": 2, "threshold": 2,
}  # fmt: skip


@cache
def _activation(name: str) -> Callable[..., Any]:
    n, plain, in_place = _ACTIVATIONS[name], function(name), function(f"{name}_")

    def activation(input: Any, *args: Any, inplace: bool = False, **kwargs: Any) -> Any:
        if len(args) > n:
            *args, inplace = args  # type: ignore[assignment]  # by place, after the activation's own
        return (in_place if inplace else plain)(input, *args, **kwargs)

    activation.__name__ = activation.__qualname__ = name
    activation.__doc__ = f"{plain.__doc__}\nWith ``inplace`` the result is written to ``input``.\n"
    return activation


def __dir__() -> list[str]:
    has = set(names())
    return sorted(name for name in (*_SAME, *_OTHER_NAME, *_ACTIVATIONS) if _OTHER_NAME.get(name, name) in has)


def __getattr__(name: str) -> Any:
    if name == "__all__":
        return __dir__()
    if name not in __dir__():
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return _activation(name) if name in _ACTIVATIONS else function(_OTHER_NAME.get(name, name))
