"""Pools: means, maxima and norms of windows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from wye.functional.operators import of
from wye.nn import functional as F  # noqa: N812 - as everybody calls it
from wye.nn.modules.sizes import repeated
from wye.nn.modules.stateless import Stateless, stateless

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wye.tensors import Tensor

__all__ = [
    "AdaptiveAvgPool1d", "AdaptiveAvgPool2d", "AdaptiveAvgPool3d", "AdaptiveMaxPool1d", "AdaptiveMaxPool2d",
    "AdaptiveMaxPool3d", "AvgPool1d", "AvgPool2d", "AvgPool3d", "FractionalMaxPool2d", "FractionalMaxPool3d",
    "LPPool1d", "LPPool2d", "LPPool3d", "MaxPool1d", "MaxPool2d", "MaxPool3d", "MaxUnpool1d", "MaxUnpool2d",
    "MaxUnpool3d",
]  # fmt: skip

_Sizes = int | tuple[int, ...]


@stateless
class MaxPool1d(Stateless):
    """The greatest element of each window; ``stride`` is the size of windows by default."""

    kernel_size: _Sizes
    stride: _Sizes | None = None
    padding: _Sizes = 0
    dilation: _Sizes = 1
    return_indices: bool = False
    ceil_mode: bool = False
    function = staticmethod(F.max_pool1d)
    shown = "kernel_size={kernel_size}, stride={stride}, padding={padding}, dilation={dilation}, ceil_mode={ceil_mode}"

    def __post_init__(self) -> None:
        self.stride = self.kernel_size if self.stride is None else self.stride


@stateless
class MaxPool2d(MaxPool1d):
    """The greatest element of each window; see `MaxPool1d`."""

    function = staticmethod(F.max_pool2d)


@stateless
class MaxPool3d(MaxPool1d):
    """The greatest element of each window; see `MaxPool1d`."""

    function = staticmethod(F.max_pool3d)


@stateless
class MaxUnpool1d(Stateless):
    """The inverse of `MaxPool1d`: elements go back to their places, which its ``indices`` say; the rest is 0."""

    kernel_size: _Sizes
    stride: _Sizes | None = None
    padding: _Sizes = 0
    _dims: ClassVar[int] = 1
    function = staticmethod(F.max_unpool1d)
    shown = "kernel_size={kernel_size}, stride={stride}, padding={padding}"

    def __post_init__(self) -> None:
        self.stride = self.kernel_size if self.stride is None else self.stride
        for name in ("kernel_size", "stride", "padding"):
            setattr(self, name, repeated(getattr(self, name), self._dims))

    def forward(self, input: Tensor, indices: Tensor, output_size: Sequence[int] | None = None) -> Tensor:
        """The elements at their places; ``output_size`` chooses among the sizes that are possible."""
        made: Tensor = type(self).function(input, indices, **self._options(), output_size=output_size)
        return made


@stateless
class MaxUnpool2d(MaxUnpool1d):
    """The inverse of `MaxPool2d`; see `MaxUnpool1d`."""

    _dims = 2
    function = staticmethod(F.max_unpool2d)


@stateless
class MaxUnpool3d(MaxUnpool1d):
    """The inverse of `MaxPool3d`; see `MaxUnpool1d`."""

    _dims = 3
    function = staticmethod(F.max_unpool3d)


@stateless
class AvgPool1d(Stateless):
    """The mean of each window; ``stride`` is the size of windows by default."""

    kernel_size: _Sizes
    stride: _Sizes | None = None
    padding: _Sizes = 0
    ceil_mode: bool = False
    count_include_pad: bool = True
    function = staticmethod(of.avg_pool1d)
    shown = "kernel_size={kernel_size}, stride={stride}, padding={padding}"

    def __post_init__(self) -> None:
        self.stride = self.kernel_size if self.stride is None else self.stride
        for name in ("kernel_size", "stride", "padding"):
            setattr(self, name, repeated(getattr(self, name), 1))


@stateless
class AvgPool2d(Stateless):
    """The mean of each window; ``stride`` is the size of windows by default, ``divisor_override`` divides the sum."""

    kernel_size: _Sizes
    stride: _Sizes | None = None
    padding: _Sizes = 0
    ceil_mode: bool = False
    count_include_pad: bool = True
    divisor_override: int | None = None
    function = staticmethod(of.avg_pool2d)
    shown = "kernel_size={kernel_size}, stride={stride}, padding={padding}"

    def __post_init__(self) -> None:
        self.stride = self.kernel_size if self.stride is None else self.stride


@stateless
class AvgPool3d(AvgPool2d):
    """The mean of each window; see `AvgPool2d`."""

    function = staticmethod(of.avg_pool3d)


@stateless
class FractionalMaxPool2d(Stateless):
    """The greatest elements of windows at random places; ``output_size`` or ``output_ratio`` says how many.

    Args:
        kernel_size: The size of windows.
        output_size: The size of the output.
        output_ratio: Its size as a part of the input's.
        return_indices: Return the places of elements too.

    Raises:
        ValueError: not one of ``output_size`` and ``output_ratio``, or a ratio outside of 0 to 1.
    """

    kernel_size: _Sizes
    output_size: _Sizes | None = None
    output_ratio: float | tuple[float, ...] | None = None
    return_indices: bool = False
    _random_samples: Tensor | None = None
    _dims: ClassVar[int] = 2
    function = staticmethod(F.fractional_max_pool2d)

    def __post_init__(self) -> None:
        n, name = self._dims, type(self).__name__
        self.register_buffer("_random_samples", self.__dict__.pop("_random_samples"))
        self.kernel_size = repeated(self.kernel_size, n)
        if self.output_size is not None:
            self.output_size = repeated(self.output_size, n)
        if self.output_ratio is not None:
            self.output_ratio = repeated(self.output_ratio, n)
            if any(not 0 < ratio < 1 for ratio in self.output_ratio):
                raise ValueError(f"output_ratio must be between 0 and 1 (got {self.output_ratio})")
        if (self.output_size is None) == (self.output_ratio is None):
            known = "neither" if self.output_size is None else "both"
            raise ValueError(f"{name} requires specifying one of output_size and output_ratio, but got {known}")

    def _options(self) -> dict[str, Any]:
        names = ("kernel_size", "output_size", "output_ratio", "return_indices", "_random_samples")
        return {name: getattr(self, name) for name in names}


@stateless
class FractionalMaxPool3d(FractionalMaxPool2d):
    """The greatest elements of windows at random places; see `FractionalMaxPool2d`."""

    _dims = 3
    function = staticmethod(F.fractional_max_pool3d)


@stateless
class LPPool1d(Stateless):
    """The norm of each window."""

    norm_type: float
    kernel_size: _Sizes
    stride: _Sizes | None = None
    ceil_mode: bool = False
    function = staticmethod(F.lp_pool1d)
    shown = "norm_type={norm_type}, kernel_size={kernel_size}, stride={stride}, ceil_mode={ceil_mode}"


@stateless
class LPPool2d(LPPool1d):
    """The norm of each window."""

    function = staticmethod(F.lp_pool2d)


@stateless
class LPPool3d(LPPool1d):
    """The norm of each window."""

    function = staticmethod(F.lp_pool3d)


@stateless
class AdaptiveAvgPool1d(Stateless):
    """The means of as many windows as the output has elements; None keeps a size."""

    output_size: Any
    function = staticmethod(of.adaptive_avg_pool1d)
    shown = "output_size={output_size}"


@stateless
class AdaptiveAvgPool2d(AdaptiveAvgPool1d):
    """The means of as many windows as the output has elements; None keeps a size."""

    function = staticmethod(F.adaptive_avg_pool2d)


@stateless
class AdaptiveAvgPool3d(AdaptiveAvgPool1d):
    """The means of as many windows as the output has elements; None keeps a size."""

    function = staticmethod(F.adaptive_avg_pool3d)


@stateless
class AdaptiveMaxPool1d(Stateless):
    """The greatest elements of as many windows as the output has elements; None keeps a size."""

    output_size: Any
    return_indices: bool = False
    function = staticmethod(F.adaptive_max_pool1d)
    shown = "output_size={output_size}"


@stateless
class AdaptiveMaxPool2d(AdaptiveMaxPool1d):
    """The greatest elements of as many windows as the output has elements; None keeps a size."""

    function = staticmethod(F.adaptive_max_pool2d)


@stateless
class AdaptiveMaxPool3d(AdaptiveMaxPool1d):
    """The greatest elements of as many windows as the output has elements; None keeps a size."""

    function = staticmethod(F.adaptive_max_pool3d)
