"""Gives `Tensor` the methods that are written in Python.  Importing it does so, after those of the operators.

A method can be handled by function modes and subclasses like a function; handlers are given the method, with the
arguments of those that PyTorch writes in C as they were passed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from wye._engine import engine
from wye.aten import methods as methods  # the methods of the operators come first
from wye.call.packets import ops
from wye.functional import distances, former_methods, low_rank, searches, spectral, uniques
from wye.functional.operators import of, parts
from wye.overrides import overridable
from wye.schema.values import device as device_type
from wye.tensors import Tensor, tensor
from wye.tensors.making import warn_of_copy

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from wye.schema.values import dtype as dtype_type

__all__ = ["METHODS"]


@overridable
def norm(
    self: Tensor,
    p: float | str | None = "fro",
    dim: int | Sequence[int] | None = None,
    keepdim: bool = False,
    dtype: dtype_type | None = None,
) -> Tensor:
    """See `wye.norm`."""
    return distances.norm(self, p, dim, keepdim, dtype=dtype)


@overridable
def split(self: Tensor, split_size: Any, dim: int = 0) -> tuple[Tensor, ...]:
    """See `wye.split`."""
    result: tuple[Tensor, ...]
    if isinstance(split_size, Tensor):
        split_size = int(split_size)
    if isinstance(split_size, int):
        result = parts.split(self, split_size, dim)
    else:
        result = parts.split_with_sizes(self, split_size, dim)
    return result


@overridable
def unique(
    self: Tensor,
    sorted: bool = True,
    return_inverse: bool = False,
    return_counts: bool = False,
    dim: int | None = None,
) -> Any:
    """See `wye.unique`."""
    return uniques.unique(self, sorted=sorted, return_inverse=return_inverse, return_counts=return_counts, dim=dim)


@overridable
def unique_consecutive(
    self: Tensor, return_inverse: bool = False, return_counts: bool = False, dim: int | None = None
) -> Any:
    """See `wye.unique_consecutive`."""
    return uniques.unique_consecutive(self, return_inverse=return_inverse, return_counts=return_counts, dim=dim)


@overridable
def stft(
    self: Tensor,
    n_fft: int,
    hop_length: int | None = None,
    win_length: int | None = None,
    window: Tensor | None = None,
    center: bool = True,
    pad_mode: str = "reflect",
    normalized: bool = False,
    onesided: bool | None = None,
    return_complex: bool | None = None,
    align_to_window: bool | None = None,
) -> Tensor:
    """See `wye.stft`."""
    return spectral.stft(
        self, n_fft, hop_length, win_length, window, center, pad_mode, normalized, onesided, return_complex,
        align_to_window,
    )  # fmt: skip


@overridable
def lu(self: Tensor, pivot: bool = True, get_infos: bool = False) -> Any:
    """See `wye.lu`."""
    return low_rank.lu(self, pivot=pivot, get_infos=get_infos)


@overridable
def unflatten(self: Tensor, dim: int, sizes: Sequence[int]) -> Tensor:
    """A view in which dimension ``dim`` is several of these sizes."""
    if isinstance(sizes, range):
        raise TypeError("unflatten(): argument 'sizes' (position 2) must be tuple of ints, not range")
    if not sizes:
        raise RuntimeError("unflatten: sizes must be non-empty")
    return of.unflatten(self, dim, list(sizes))


def nonzero(self: Tensor, *, as_tuple: bool = False) -> Any:
    """See `wye.nonzero`."""
    return searches.nonzero(self, as_tuple=as_tuple)


def where(self: Tensor, condition: Tensor, other: Any = None, *, x2: Any = None) -> Tensor:
    """The elements of this tensor where ``condition`` holds, those of ``other`` (or ``x2``) elsewhere."""
    return of.where(condition, self, x2 if other is None else other)


def repeat_interleave(
    self: Tensor, repeats: Any, dim: int | None = None, *, output_size: int | None = None, axis: int | None = None
) -> Tensor:
    """Each element, or each slice along ``dim`` (or ``axis``), repeated consecutively."""
    named = {} if axis is None else {"axis": axis}
    places = () if dim is None and named else (dim,)
    return of.repeat_interleave(self, repeats, *places, output_size=output_size, **named)


def new_tensor(
    self: Tensor,
    data: Any,
    *,
    dtype: dtype_type | None = None,
    device: Any = None,
    requires_grad: bool = False,
    pin_memory: bool = False,
) -> Tensor:
    """A tensor of ``data``, with this tensor's dtype and device unless others are given."""
    of_self = (self.dtype if dtype is None else dtype, self.device if device is None else device)
    if isinstance(data, Tensor):
        warn_of_copy("tensor.new_tensor")
        made: Tensor = ops.aten._to_copy.default(data.detach(), dtype=of_self[0], device=device_type(of_self[1]))
        return made._begin_as_leaf() if requires_grad else made
    return tensor(data, dtype=of_self[0], device=of_self[1], requires_grad=requires_grad, pin_memory=pin_memory)


def cuda(self: Tensor, device: Any = None, non_blocking: bool = False, memory_format: Any = None) -> Tensor:
    """The tensor on a CUDA device, where a backend has registered one.

    Raises:
        RuntimeError: there is none.
    """
    return _on(self, "cuda", device, non_blocking, memory_format)


def xpu(self: Tensor, device: Any = None, non_blocking: bool = False, memory_format: Any = None) -> Tensor:
    """`cuda` for XPU devices."""
    return _on(self, "xpu", device, non_blocking, memory_format)


def mtia(self: Tensor, device: Any = None, non_blocking: bool = False, memory_format: Any = None) -> Tensor:
    """`cuda` for MTIA devices."""
    return _on(self, "mtia", device, non_blocking, memory_format)


def ipu(self: Tensor, device: Any = None, non_blocking: bool = False, memory_format: Any = None) -> Tensor:
    """`cuda` for IPU devices."""
    return _on(self, "ipu", device, non_blocking, memory_format)


def _on(self: Tensor, kind: str, device: Any, non_blocking: bool, memory_format: Any) -> Tensor:
    place = kind if device is None else f"{kind}:{device}" if isinstance(device, int) else device
    options = {} if memory_format is None else {"memory_format": memory_format}
    return self.to(place, non_blocking=non_blocking, **options)


def pin_memory(self: Tensor, device: Any = None) -> Tensor:
    """The tensor in memory from which an accelerator copies, where a backend has such memory.

    Raises:
        RuntimeError: there is no accelerator.
    """
    if self.is_pinned():
        return self
    raise RuntimeError("Cannot access accelerator device when none is available.")


METHODS: Final[dict[str, Callable[..., Any]]] = {
    method.__name__: method
    for method in (
        new_tensor,
        norm,
        split,
        unique,
        unique_consecutive,
        stft,
        lu,
        unflatten,
        nonzero,
        where,
        repeat_interleave,
        cuda,
        xpu,
        mtia,
        ipu,
        pin_memory,
    )
} | former_methods.FORMER


def _answer(value: Any) -> property:
    return property(lambda self: value, doc=f"Always {value}.")


def _install() -> None:
    for name, method in METHODS.items():
        method.__qualname__ = f"Tensor.{name}"
        # Handlers get the arguments of the others as PyTorch's methods in Python pass them: see `overridable`.
        setattr(Tensor, name, method if hasattr(method, "asks_handlers") else engine.member(name, method))
    for name, answer in former_methods.ANSWERS.items():
        setattr(Tensor, name, engine.member(name, _answer(answer)))


_install()
