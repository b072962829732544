"""Gradients of convolutions by hand: of the input, and of the weight."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wye.functional.operators import of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from wye.tensors import Tensor

__all__ = ["conv1d_input", "conv1d_weight", "conv2d_input", "conv2d_weight", "conv3d_input", "conv3d_weight"]


def _both(dims: int) -> tuple[Callable[..., Any], Callable[..., Any]]:
    def each(value: Any) -> list[int]:
        return [value] * dims if isinstance(value, int) else list(value)

    def backward(grad: Any, x: Any, weight: Any, options: Sequence[Any], mask: list[bool]) -> Any:
        stride, padding, dilation, groups = options
        places = each(stride), each(padding), each(dilation)
        return of.convolution_backward(grad, x, weight, None, *places, False, [0], groups, mask)

    def of_input(
        input_size: Sequence[int], weight: Tensor, grad_output: Tensor,
        stride: Any = 1, padding: Any = 0, dilation: Any = 1, groups: int = 1,
    ) -> Tensor:  # fmt: skip
        x = grad_output.new_empty(1).expand(tuple(input_size))  # only its sizes count
        return backward(grad_output, x, weight, (stride, padding, dilation, groups), [True, False, False])[0]  # type: ignore[no-any-return]

    def of_weight(
        input: Tensor, weight_size: Sequence[int], grad_output: Tensor,
        stride: Any = 1, padding: Any = 0, dilation: Any = 1, groups: int = 1,
    ) -> Tensor:  # fmt: skip
        weight = grad_output.new_empty(1).expand(tuple(weight_size))
        return backward(grad_output, input, weight, (stride, padding, dilation, groups), [False, True, False])[1]  # type: ignore[no-any-return]

    of_input.__doc__ = f"The gradient of a convolution over {dims} dimensions with respect to its input."
    of_weight.__doc__ = f"The gradient of a convolution over {dims} dimensions with respect to its weight."
    of_input.__name__, of_weight.__name__ = f"conv{dims}d_input", f"conv{dims}d_weight"
    return of_input, of_weight


conv1d_input, conv1d_weight = _both(1)
conv2d_input, conv2d_weight = _both(2)
conv3d_input, conv3d_weight = _both(3)
