"""PyTorch's names for implementations of convolutions.  wye has one; programs that tell them apart use the names."""

from __future__ import annotations

import enum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wye.tensors import Tensor

__all__ = ["ConvolutionBackend", "backend_of"]


class ConvolutionBackend(enum.IntEnum):
    """Implementations of convolutions that PyTorch has."""

    CudaDepthwise2d = 0
    CudaDepthwise3d = 1
    Cudnn = 2
    CudnnTranspose = 3
    Empty = 4
    Miopen = 5
    MiopenDepthwise = 6
    MiopenTranspose = 7
    Mkldnn = 8
    MkldnnEmpty = 10
    NnpackSpatial = 11
    Overrideable = 12
    Slow2d = 13
    Slow3d = 14
    SlowDilated2d = 15
    SlowDilated3d = 16
    SlowTranspose2d = 17
    SlowTranspose3d = 18
    Winograd3x3Depthwise = 19
    Xnnpack2d = 20
    Mps = 21
    MpsTranspose = 22


def backend_of(
    input: Tensor,
    weight: Tensor,
    bias: Tensor | None,
    stride: Sequence[int],
    padding: Sequence[int],
    dilation: Sequence[int],
    transposed: bool,
    output_padding: Sequence[int],
    groups: int,
    bias_sizes: Sequence[int] | None = None,
) -> ConvolutionBackend:
    """What PyTorch calls a convolution of tensors on the CPU, where it runs without oneDNN.

    Args:
        input: What is convolved.
        weight: The kernels.
        bias: Accepted, as nothing depends on it.
        stride: Accepted.
        padding: Accepted.
        dilation: Steps between the elements of a kernel.
        transposed: Is it the transposed convolution?
        output_padding: Accepted.
        groups: Accepted.
        bias_sizes: Accepted.

    Example:
        >>> import wye
        >>> x, weight = wye.ones(1, 1, 4, 4), wye.ones(1, 1, 2, 2)
        >>> backend_of(x, weight, None, [1, 1], [0, 0], [2, 2], False, [0, 0], 1).name
        'SlowDilated2d'
    """
    if input.numel() == 0 or weight.numel() == 0:
        return ConvolutionBackend.Empty
    kind = "SlowTranspose" if transposed else "SlowDilated" if any(step != 1 for step in dilation) else "Slow"
    return ConvolutionBackend[f"{kind}{max(input.dim() - 2, 2)}d"]  # one dimension runs as two
