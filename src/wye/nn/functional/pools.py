"""Pooling: maxima, averages and norms over windows, and the way back from maxima."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import TYPE_CHECKING, Any

from wye.functional.operators import of, parts
from wye.overrides import overridable

if TYPE_CHECKING:
    from wye.tensors import Tensor

__all__ = [
    "adaptive_avg_pool2d", "adaptive_avg_pool3d", "adaptive_max_pool1d", "adaptive_max_pool1d_with_indices",
    "adaptive_max_pool2d", "adaptive_max_pool2d_with_indices", "adaptive_max_pool3d",
    "adaptive_max_pool3d_with_indices", "lp_pool1d", "lp_pool2d", "lp_pool3d", "max_pool1d",
    "max_pool1d_with_indices", "max_pool2d", "max_pool2d_with_indices", "max_pool3d", "max_pool3d_with_indices",
    "max_unpool1d", "max_unpool2d", "max_unpool3d",
]  # fmt: skip

Sizes = int | Sequence[int]


def _max_pool(name: str, input: Tensor, sizes: tuple[Any, ...], ceil_mode: bool, return_indices: bool) -> Any:
    kernel_size, stride, padding, dilation = sizes
    args = (input, kernel_size, [] if stride is None else stride, padding, dilation, ceil_mode)
    return getattr(parts, f"{name}_with_indices")(*args) if return_indices else getattr(of, name)(*args)


@overridable
def max_pool1d(
    input: Tensor,
    kernel_size: Sizes,
    stride: Sizes | None = None,
    padding: Sizes = 0,
    dilation: Sizes = 1,
    ceil_mode: bool = False,
    return_indices: bool = False,
) -> Any:
    """The largest element of each window; with ``return_indices`` also its index."""
    return _max_pool("max_pool1d", input, (kernel_size, stride, padding, dilation), ceil_mode, return_indices)


@overridable
def max_pool2d(
    input: Tensor,
    kernel_size: Sizes,
    stride: Sizes | None = None,
    padding: Sizes = 0,
    dilation: Sizes = 1,
    ceil_mode: bool = False,
    return_indices: bool = False,
) -> Any:
    """The largest element of each window; with ``return_indices`` also its index."""
    return _max_pool("max_pool2d", input, (kernel_size, stride, padding, dilation), ceil_mode, return_indices)


@overridable
def max_pool3d(
    input: Tensor,
    kernel_size: Sizes,
    stride: Sizes | None = None,
    padding: Sizes = 0,
    dilation: Sizes = 1,
    ceil_mode: bool = False,
    return_indices: bool = False,
) -> Any:
    """The largest element of each window; with ``return_indices`` also its index."""
    return _max_pool("max_pool3d", input, (kernel_size, stride, padding, dilation), ceil_mode, return_indices)


@overridable
def max_pool1d_with_indices(
    input: Tensor,
    kernel_size: Sizes,
    stride: Sizes | None = None,
    padding: Sizes = 0,
    dilation: Sizes = 1,
    ceil_mode: bool = False,
    return_indices: bool = False,
) -> tuple[Tensor, Tensor]:
    """The largest element of each window, and its index."""
    result: tuple[Tensor, Tensor] = _max_pool(
        "max_pool1d", input, (kernel_size, stride, padding, dilation), ceil_mode, True
    )
    return result


@overridable
def max_pool2d_with_indices(
    input: Tensor,
    kernel_size: Sizes,
    stride: Sizes | None = None,
    padding: Sizes = 0,
    dilation: Sizes = 1,
    ceil_mode: bool = False,
    return_indices: bool = False,
) -> tuple[Tensor, Tensor]:
    """The largest element of each window, and its index."""
    result: tuple[Tensor, Tensor] = _max_pool(
        "max_pool2d", input, (kernel_size, stride, padding, dilation), ceil_mode, True
    )
    return result


@overridable
def max_pool3d_with_indices(
    input: Tensor,
    kernel_size: Sizes,
    stride: Sizes | None = None,
    padding: Sizes = 0,
    dilation: Sizes = 1,
    ceil_mode: bool = False,
    return_indices: bool = False,
) -> tuple[Tensor, Tensor]:
    """The largest element of each window, and its index."""
    result: tuple[Tensor, Tensor] = _max_pool(
        "max_pool3d", input, (kernel_size, stride, padding, dilation), ceil_mode, True
    )
    return result


def _wanted(output_size: Any, input: Tensor, count: int) -> list[int]:
    """The size of the output; None stands for the size of the input."""
    if isinstance(output_size, int):
        return [output_size] * count
    sizes = list(output_size)
    if input.dim() <= len(sizes):
        raise ValueError(f"Input dimension should be at least {len(sizes) + 1}")
    given = input.size()[-len(sizes) :] if sizes else ()
    return [have if want is None else want for want, have in zip(sizes, given, strict=True)]


@overridable
def adaptive_avg_pool2d(input: Tensor, output_size: Any) -> Tensor:
    """Averages over windows such that the result has ``output_size``; None in it keeps a size."""
    return of.adaptive_avg_pool2d(input, _wanted(output_size, input, 2))


@overridable
def adaptive_avg_pool3d(input: Tensor, output_size: Any) -> Tensor:
    """Averages over windows such that the result has ``output_size``; None in it keeps a size."""
    return of.adaptive_avg_pool3d(input, _wanted(output_size, input, 3))


@overridable
def adaptive_max_pool1d_with_indices(
    input: Tensor, output_size: Any, return_indices: bool = False
) -> tuple[Tensor, Tensor]:
    """Maxima over windows such that the result has ``output_size``, and their indices."""
    values, indices = parts.adaptive_max_pool1d(input, output_size)
    return values, indices


@overridable
def adaptive_max_pool2d_with_indices(
    input: Tensor, output_size: Any, return_indices: bool = False
) -> tuple[Tensor, Tensor]:
    """Maxima over windows such that the result has ``output_size``, and their indices."""
    values, indices = parts.adaptive_max_pool2d(input, _wanted(output_size, input, 2))
    return values, indices


@overridable
def adaptive_max_pool3d_with_indices(
    input: Tensor, output_size: Any, return_indices: bool = False
) -> tuple[Tensor, Tensor]:
    """Maxima over windows such that the result has ``output_size``, and their indices."""
    values, indices = parts.adaptive_max_pool3d(input, _wanted(output_size, input, 3))
    return values, indices


@overridable
def adaptive_max_pool1d(input: Tensor, output_size: Any, return_indices: bool = False) -> Any:
    """Maxima over windows such that the result has ``output_size``; with ``return_indices`` also their indices."""
    found = adaptive_max_pool1d_with_indices(input, output_size)
    return found if return_indices else found[0]


@overridable
def adaptive_max_pool2d(input: Tensor, output_size: Any, return_indices: bool = False) -> Any:
    """Maxima over windows such that the result has ``output_size``; with ``return_indices`` also their indices."""
    found = adaptive_max_pool2d_with_indices(input, output_size)
    return found if return_indices else found[0]


@overridable
def adaptive_max_pool3d(input: Tensor, output_size: Any, return_indices: bool = False) -> Any:
    """Maxima over windows such that the result has ``output_size``; with ``return_indices`` also their indices."""
    found = adaptive_max_pool3d_with_indices(input, output_size)
    return found if return_indices else found[0]


def _each(value: Any, count: int) -> tuple[int, ...]:
    return (value,) * count if isinstance(value, int) else tuple(value)


def _lp_pool(input: Tensor, norm_type: float, kernel_size: Any, stride: Any, ceil_mode: bool, count: int) -> Tensor:
    """The norm of each window, from the average of the powers."""
    sizes = _each(kernel_size, count)
    if count > 1 and len(sizes) != count:
        raise ValueError(f"lp_pool{count}d: expected {count} kernel sizes, got {len(sizes)}")
    elements = prod(sizes) if count > 1 else kernel_size
    powers = input.pow(norm_type)
    average = getattr(of, f"avg_pool{count}d")
    if stride is None:
        mean: Tensor = average(powers, kernel_size, padding=0, ceil_mode=ceil_mode)
    else:
        mean = average(powers, kernel_size, stride, 0, ceil_mode)
    return (mean.sign() * mean.abs().relu()).mul(elements).pow(1.0 / norm_type)


@overridable
def lp_pool1d(
    input: Tensor, norm_type: float, kernel_size: int, stride: Sizes | None = None, ceil_mode: bool = False
) -> Tensor:
    """The norm of order ``norm_type`` of each window."""
    return _lp_pool(input, norm_type, kernel_size, stride, ceil_mode, 1)


@overridable
def lp_pool2d(
    input: Tensor, norm_type: float, kernel_size: Sizes, stride: Sizes | None = None, ceil_mode: bool = False
) -> Tensor:
    """The norm of order ``norm_type`` of each window."""
    return _lp_pool(input, norm_type, kernel_size, stride, ceil_mode, 2)


@overridable
def lp_pool3d(
    input: Tensor, norm_type: float, kernel_size: Sizes, stride: Sizes | None = None, ceil_mode: bool = False
) -> Tensor:
    """The norm of order ``norm_type`` of each window."""
    return _lp_pool(input, norm_type, kernel_size, stride, ceil_mode, 3)


def _unpooled_size(input: Tensor, sizes: tuple[Any, Any, Any], output_size: Any, count: int) -> list[int]:
    """The size before pooling; several are possible, so the caller may say which."""
    kernel, padding = _each(sizes[0], count), _each(sizes[2], count)
    stride = kernel if sizes[1] is None else _each(sizes[1], count)
    given = input.size()[-count:]
    usual = [(n - 1) * s + k - 2 * p for n, s, k, p in zip(given, stride, kernel, padding, strict=True)]
    if output_size is None:
        return usual
    wanted = list(output_size)[2:] if len(output_size) == count + 2 else list(output_size)
    if len(wanted) != count:
        raise ValueError(
            f"output_size should be a sequence containing {count} or {count + 2} elements, but it has a length of "
            f"'{len(output_size)}'"
        )
    for dim, (want, size, step) in enumerate(zip(wanted, usual, stride, strict=True)):
        if not size - step < want < size + step:
            raise ValueError(
                f'invalid output_size "{wanted}" (dim {dim} must be between {size - step} and {size + step})'
            )
    return wanted


@overridable
def max_unpool1d(
    input: Tensor,
    indices: Tensor,
    kernel_size: Sizes,
    stride: Sizes | None = None,
    padding: Sizes = 0,
    output_size: Sequence[int] | None = None,
) -> Tensor:
    """Maxima put back to where `max_pool1d` found them, with zeros elsewhere."""
    size = _unpooled_size(input, (kernel_size, stride, padding), output_size, 1)
    return of.max_unpool2d(input.unsqueeze(-1), indices.unsqueeze(-1), [*size, 1]).squeeze(-1)


@overridable
def max_unpool2d(
    input: Tensor,
    indices: Tensor,
    kernel_size: Sizes,
    stride: Sizes | None = None,
    padding: Sizes = 0,
    output_size: Sequence[int] | None = None,
) -> Tensor:
    """Maxima put back to where `max_pool2d` found them, with zeros elsewhere."""
    return of.max_unpool2d(input, indices, _unpooled_size(input, (kernel_size, stride, padding), output_size, 2))


@overridable
def max_unpool3d(
    input: Tensor,
    indices: Tensor,
    kernel_size: Sizes,
    stride: Sizes | None = None,
    padding: Sizes = 0,
    output_size: Sequence[int] | None = None,
) -> Tensor:
    """Maxima put back to where `max_pool3d` found them, with zeros elsewhere."""
    size = _unpooled_size(input, (kernel_size, stride, padding), output_size, 3)
    strides = _each(kernel_size if stride is None else stride, 3)
    return of.max_unpool3d(input, indices, size, list(strides), list(_each(padding, 3)))
