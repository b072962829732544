"""Convolutions as people call them, over `convolution`."""

from __future__ import annotations

from typing import Any

from wye.aten.declare import Rules
from wye.aten.metadata import ndim_of
from wye.call.packets import ops

__all__ = ["EXPLICIT", "IMPLICIT"]

IMPLICIT = Rules()
EXPLICIT = Rules()
aten: Any = ops.aten


def _batched(input: Any, count: int, name: str) -> tuple[Any, bool]:
    """The input as a batch, and whether it was one."""
    if ndim_of(input) == count + 2:
        return input, True
    if ndim_of(input) != count + 1:
        raise RuntimeError(
            f"Expected {count + 1}D (unbatched) or {count + 2}D (batched) input to {name}, but got input of size: "
            f"{list(input.shape)}"
        )
    return aten.unsqueeze.default(input, 0), False


def _spread(values: Any, count: int) -> list[int]:
    return list(values) * count if len(values) == 1 else list(values)


def _convolve(count: int, input: Any, weight: Any, bias: Any, how: Any, groups: int) -> Any:
    stride, padding, dilation = how
    x, batched = _batched(input, count, f"conv{count}d")
    result = aten.convolution(
        x,
        weight,
        bias,
        _spread(stride, count),
        _spread(padding, count),
        _spread(dilation, count),
        False,
        [0] * count,
        groups,
    )
    return result if batched else aten.squeeze.dim(result, 0)


def _padded(count: int, input: Any, weight: Any, bias: Any, how: Any, groups: int) -> Any:
    """Padding by name: "valid" is none, "same" keeps the size."""
    stride, padding, dilation = how
    if padding == "valid":
        return _convolve(count, input, weight, bias, (stride, [0], dilation), groups)
    if padding != "same":
        raise RuntimeError(f"Invalid padding string: '{padding}'; it is 'same' or 'valid'")
    if any(step != 1 for step in stride):
        raise RuntimeError("padding='same' is not supported for strided convolutions")
    kernel, steps = list(weight.shape[2:]), _spread(dilation, count)
    total = [d * (k - 1) for k, d in zip(kernel, steps, strict=True)]
    before = [one // 2 for one in total]
    if any(one % 2 for one in total):  # one more at the end
        extra = [size for one in reversed(total) for size in (0, one % 2)]
        input = aten.constant_pad_nd(input, extra, 0)
    return _convolve(count, input, weight, bias, (stride, before, dilation), groups)


def _transposed(count: int, input: Any, weight: Any, bias: Any, how: Any, groups: int) -> Any:
    stride, padding, output_padding, dilation = how
    x, batched = _batched(input, count, f"conv_transpose{count}d")
    result = aten.convolution(
        x, weight, bias, _spread(stride, count), _spread(padding, count), _spread(dilation, count), True,
        _spread(output_padding, count), groups,
    )  # fmt: skip
    return result if batched else aten.squeeze.dim(result, 0)


def _define() -> None:
    """One, two and three dimensions differ in nothing else."""

    def define(count: int) -> None:
        @IMPLICIT(f"conv{count}d")
        def conv(
            input: Any, weight: Any, bias: Any = None, stride: Any = (1,), padding: Any = (0,), dilation: Any = (1,),
            groups: int = 1,
        ) -> Any:  # fmt: skip
            return _convolve(count, input, weight, bias, (stride, padding, dilation), groups)

        @IMPLICIT(f"conv{count}d.padding")
        def conv_padding(
            input: Any, weight: Any, bias: Any = None, stride: Any = (1,), padding: str = "valid", dilation: Any = (1,),
            groups: int = 1,
        ) -> Any:  # fmt: skip
            return _padded(count, input, weight, bias, (stride, padding, dilation), groups)

        @IMPLICIT("conv_transpose1d" if count == 1 else f"conv_transpose{count}d.input")
        def conv_transpose(
            input: Any, weight: Any, bias: Any = None, stride: Any = (1,), padding: Any = (0,),
            output_padding: Any = (0,), groups: int = 1, dilation: Any = (1,),
        ) -> Any:  # fmt: skip
            return _transposed(count, input, weight, bias, (stride, padding, output_padding, dilation), groups)

    for count in (1, 2, 3):
        define(count)


_define()
