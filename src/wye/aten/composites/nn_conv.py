"""Convolutions as public functions, written over `convolution`."""

from __future__ import annotations

from typing import Any

from wye.aten.declare import Rules
from wye.aten.metadata import is_complex, ndim_of
from wye.call.packets import ops
from wye.schema.symbolic import is_known
from wye.schema.values import MEMORY_FORMATS

__all__ = ["EXPLICIT", "IMPLICIT"]

IMPLICIT = Rules()
EXPLICIT = Rules()
aten: Any = ops.aten
_CONTIGUOUS = MEMORY_FORMATS["contiguous_format"]


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


def _parts(x: Any) -> tuple[Any, Any]:
    """The real and the imaginary part."""
    pairs = aten.view_as_real.default(aten.resolve_conj.default(x))
    return aten.select.int(pairs, ndim_of(pairs) - 1, 0), aten.select.int(pairs, ndim_of(pairs) - 1, 1)


def _of_parts(input: Any, weight: Any, bias: Any, convolve: Any) -> Any:
    """A convolution of complex numbers by three of real ones."""
    (real, imaginary), (weight_real, weight_imaginary) = _parts(input), _parts(weight)
    bias_real, bias_imaginary = (None, None) if bias is None else _parts(bias)
    first = convolve(real, weight_real, bias_real)
    second = convolve(imaginary, weight_imaginary, None)
    both = None if bias is None else aten.add.Tensor(bias_real, bias_imaginary)
    weights = aten.add.Tensor(weight_real, weight_imaginary)
    third = convolve(aten.add.Tensor(real, imaginary), weights, both)
    rest = aten.mul.Scalar(aten.sub.Tensor(aten.sub.Tensor(third, first), second), 1j)
    return aten.add.Tensor(aten.sub.Tensor(first, second), rest)


def _run(input: Any, weight: Any, bias: Any, convolve: Any) -> Any:
    """One call of a convolution; several for complex numbers."""
    if is_complex(input) and is_complex(weight) and (bias is None or is_complex(bias)):
        return _of_parts(input, weight, bias, convolve)
    return convolve(input, weight, bias)


def _convolve(count: int, input: Any, weight: Any, bias: Any, how: Any, groups: int) -> Any:
    stride, padding, dilation = (_spread(values, count) for values in how)
    x, batched = _batched(input, count, f"conv{count}d")

    def convolve(x: Any, weight: Any, bias: Any) -> Any:
        return aten.convolution.default(
            x, weight, bias, stride, padding, dilation, False, [0] * count, groups
        )  # fmt: skip

    result = _run(x, weight, bias, convolve)
    return result if batched else aten.squeeze.dim(result, 0)


def _padded(count: int, input: Any, weight: Any, bias: Any, how: Any, groups: int) -> Any:
    """Padding by name: "valid" is none, "same" keeps the size."""
    stride, padding, dilation = how
    if ndim_of(weight) < 3:
        raise RuntimeError("weight should have at least three dimensions")
    if padding == "valid":
        x, batched = _batched(input, count, f"conv{count}d")
        every, dilated = _spread(stride, count), _spread(dilation, count)

        def convolve(x: Any, weight: Any, bias: Any) -> Any:
            return aten.convolution.default(x, weight, bias, every, [0], dilated, False, [0], groups)

        result = _run(x, weight, bias, convolve)
        return result if batched else aten.squeeze.dim(result, 0)
    if padding != "same":
        raise RuntimeError(f"Invalid padding string: '{padding}'; it is 'same' or 'valid'")
    if any(step != 1 for step in stride):
        raise RuntimeError("padding='same' is not supported for strided convolutions")
    x, batched = _batched(input, count, f"conv{count}d")
    if is_complex(input) and is_complex(weight):
        result = _run(x, weight, bias, lambda x, w, b: _same(count, x, w, b, how, groups))
    else:
        result = _same(count, x, weight, bias, how, groups)
    return result if batched else aten.squeeze.dim(result, 0)


def _same(count: int, input: Any, weight: Any, bias: Any, how: Any, groups: int) -> Any:
    stride, _, dilation = how
    if ndim_of(weight) != ndim_of(input):
        raise RuntimeError(
            f"Expected {ndim_of(weight)}-dimensional input for {ndim_of(weight)}-dimensional weight"
            f"{list(weight.shape)}, but got {ndim_of(input)}-dimensional input of size {list(input.shape)} instead"
        )
    kernel, steps = list(weight.shape[2:]), _spread(dilation, count)
    total = [d * (k - 1) for k, d in zip(kernel, steps, strict=True)]
    before = [one // 2 for one in total]
    extra = [size for one in reversed(total) for size in (0, one % 2)]
    if not all(is_known(size == 0) for size in extra):  # one more at the end
        input = aten.constant_pad_nd(input, extra, 0)
    return _convolve(count, input, weight, bias, (stride, before, dilation), groups)


def _transposed(count: int, input: Any, weight: Any, bias: Any, how: Any, groups: int) -> Any:
    stride, padding, output_padding, dilation = how
    x, batched = _batched(input, count, f"conv_transpose{count}d")
    stride, padding, dilation, extra = (_spread(one, count) for one in (stride, padding, dilation, output_padding))

    def convolve(x: Any, weight: Any, bias: Any) -> Any:
        return aten.convolution.default(x, weight, bias, stride, padding, dilation, True, extra, groups)

    result = _run(x, weight, bias, convolve)
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


@EXPLICIT("conv_tbc")
def conv_tbc(self: Any, weight: Any, bias: Any, pad: int = 0) -> Any:
    """A convolution over (time, batch, channels)."""
    if ndim_of(self) != 3 or ndim_of(weight) != 3 or ndim_of(bias) != 1:
        raise RuntimeError("Input must have 3 dims: time, batch, in_channel; weight 3: kernel_width, in, out; bias 1")
    (time, batch, channels), (width, inside, outside) = self.shape, weight.shape
    if channels != inside or bias.shape[0] != outside:
        raise RuntimeError("Input dim 2 (input channels) and bias must match the dimensions of the weight")
    steps = time + 2 * pad - width + 1
    if steps < 0:
        raise RuntimeError(f"Kernel width {width} is larger than the padded time {time + 2 * pad}")
    result = aten.clone.default(aten.expand.default(bias, [steps, batch, outside]), memory_format=_CONTIGUOUS)
    padded = aten.constant_pad_nd.default(self, [0, 0, 0, 0, pad, pad]) if pad else self
    for at in range(width):
        rows = aten.reshape.default(aten.narrow.default(padded, 0, at, steps), [steps * batch, channels])
        product = aten.mm.default(rows, aten.select.int(weight, 0, at))
        aten.add_.Tensor(result, aten.view.default(product, [steps, batch, outside]))
    return result
