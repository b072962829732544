"""Dtypes and devices of modules: ``module.to(...)``, ``module.double()``."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Any

import wye.shown as shown
from wye.aten.conversions import wanted_by_to
from wye.autograd.swapping import swap_tensors
from wye.functional.operators import of
from wye.grad_mode import no_grad
from wye.nn.parameter import Parameter
from wye.process_settings import get_overwrite_module_params_on_conversion, get_swap_module_params_on_conversion
from wye.schema.values import DTYPES
from wye.tensors.replacing import can_replace_data
from wye.wrappers import is_traceable_wrapper_subclass

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Self

    from wye.schema.values import device, dtype
    from wye.tensors import Tensor

__all__ = ["Converting"]


class Converting:
    """The part of `Module` that converts."""

    _parameters: dict[str, Parameter | None]
    _buffers: dict[str, Tensor | None]
    children: Callable[[], Iterator[Any]]

    def _apply(self, fn: Callable[[Tensor], Any], recurse: bool = True) -> Self:
        """Replace parameters, their gradients and buffers by what ``fn`` makes of them.

        Parameters stay the same objects where they can show the new data.
        """
        if recurse:
            for module in self.children():
                module._apply(fn)
        for name, value in self._parameters.items():
            if value is not None:
                self._convert_parameter(name, value, fn)
        for name, buffer in self._buffers.items():
            if buffer is not None:
                self._buffers[name] = fn(buffer)
        return self

    def _convert_parameter(self, name: str, value: Parameter, fn: Callable[[Tensor], Any]) -> None:
        with no_grad():
            made, grad = fn(value), value.grad
        kept = value
        swaps = get_swap_module_params_on_conversion()
        if swaps:
            value.grad = None  # it would not fit in between
            self._swap(name, value, Parameter(made, value.requires_grad))
        elif _stays(value, made):
            value.data = made
        else:
            kept = self._parameters[name] = Parameter(made, value.requires_grad)
        if grad is None:
            return
        with no_grad():
            made_grad = fn(grad).requires_grad_(grad.requires_grad)
        if swaps:
            self._swap(f"{name}.grad", grad, made_grad)
            value.grad = grad
        elif kept is value and _stays(grad, made_grad):
            grad.data = made_grad
        else:
            kept.grad = made_grad

    def _swap(self, name: str, value: Tensor, made: Tensor) -> None:
        try:
            swap_tensors(value, made)
        except RuntimeError as error:
            raise RuntimeError(f"_apply(): Couldn't swap {type(self).__name__}.{name}") from error

    def to(self, *args: Any, **kwargs: Any) -> Self:
        """Convert parameters and buffers, in place; dtypes only where they are floats or complex numbers.

        Takes what `Tensor.to` takes: a dtype, a device, both, or a tensor to take them from; and ``memory_format``.

        Raises:
            RuntimeError: ``copy``.
            TypeError: the dtype is no float and not complex.
        """
        wanted = wanted_by_to(args, kwargs)
        if "copy" in wanted:
            raise RuntimeError(".to() does not accept copy argument")
        kind, order = wanted.pop("dtype", None), wanted.pop("memory_format", None)
        if kind is not None and not (kind.is_floating_point or kind.is_complex):
            raise TypeError(f"nn.Module.to only accepts floating point or complex dtypes, but got desired dtype={kind}")
        if kind is not None and kind.is_complex:
            warnings.warn(
                "Complex modules are a new feature under active development whose design may change, and some modules "
                "might not work as expected when using complex tensors as parameters or buffers.",
                stacklevel=2,
            )

        def convert(value: Tensor) -> Any:
            options = dict(wanted)
            if kind is not None and (value.is_floating_point() or value.is_complex()):
                options["dtype"] = kind
            if order is not None and value.dim() in (4, 5):
                options["memory_format"] = order
            try:
                return value.to(**options) if options else value
            except NotImplementedError as error:
                if "Cannot copy out of meta tensor; no data!" not in str(error):
                    raise
                name = f"{shown.package}.nn.Module"
                # PyTorch's error for data that does not exist, with a hint; nothing is left to be written
                raise NotImplementedError(
                    f"Cannot copy out of meta tensor; no data! Please use {name}.to_empty() instead of {name}.to() "
                    "when moving module from meta to a different device."
                ) from None

        return self._apply(convert)

    def _floats_to(self, kind: dtype) -> Self:
        return self._apply(lambda t: t.to(kind) if t.is_floating_point() else t)

    def float(self) -> Self:
        """Floats become float32."""
        return self._floats_to(DTYPES["float32"])

    def double(self) -> Self:
        """Floats become float64."""
        return self._floats_to(DTYPES["float64"])

    def half(self) -> Self:
        """Floats become float16."""
        return self._floats_to(DTYPES["float16"])

    def bfloat16(self) -> Self:
        """Floats become bfloat16."""
        return self._floats_to(DTYPES["bfloat16"])

    def type(self, dst_type: Any) -> Self:
        """All parameters and buffers become of one type."""
        return self._apply(lambda t: t.type(dst_type))

    def cuda(self, device: Any = None) -> Self:
        """Parameters and buffers move to a CUDA device, where a backend has registered one."""
        return self._apply(lambda t: t.cuda(device))

    def share_memory(self) -> Self:
        """Parameters and buffers move to memory that other processes see; refused as `Tensor.share_memory_` is."""
        return self._apply(lambda t: t.share_memory_())

    def cpu(self) -> Self:
        """Parameters and buffers move to the memory of this process."""
        return self._apply(lambda t: t.cpu())

    def to_empty(self, *, device: device | str | int | None, recurse: bool = True) -> Self:
        """Parameters and buffers move to a device, without their values."""
        return self._apply(lambda t: of.empty_like(t, device=device), recurse=recurse)


def _stays(value: Tensor, made: Tensor) -> bool:
    """Can a tensor show this data and stay the same object?"""
    if get_overwrite_module_params_on_conversion():
        return False
    return can_replace_data(value, made) and not is_traceable_wrapper_subclass(made)
