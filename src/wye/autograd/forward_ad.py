"""Forward mode for programs: levels, tensors with tangents, and their two parts.

>>> import wye
>>> from wye.autograd import forward_ad
>>> with forward_ad.dual_level():
...     x = forward_ad.make_dual(wye.tensor([1.0, 2.0]), wye.tensor([1.0, 10.0]))
...     forward_ad.unpack_dual(x * x).tangent
tensor([ 2., 40.])
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from wye.autograd import forward_mode
from wye.call import is_included
from wye.call.packets import ops
from wye.grad_mode import Decorating
from wye.keys import DispatchKeySet

if TYPE_CHECKING:
    from wye.tensors import Tensor

__all__ = [
    "UnpackedDualTensor",
    "check_pair",
    "dual_level",
    "enter_dual_level",
    "exit_dual_level",
    "make_dual",
    "unpack_dual",
]


_BATCHED: Final = DispatchKeySet("FuncTorchBatched")


class UnpackedDualTensor(NamedTuple):
    """A tensor and its tangent, which is None where it has none."""

    primal: Tensor
    tangent: Tensor | None


def _is_level() -> bool:
    return forward_mode.current_level() is not None


def enter_dual_level() -> int:
    """Begin a level of forward mode, and say its number, which is 0.

    Raises:
        RuntimeError: there is one already.
    """
    return forward_mode.enter()


def exit_dual_level(*, level: int | None = None) -> None:
    """End the level: all tangents are gone.

    Raises:
        RuntimeError: there is none.
    """
    if level is not None and level != (0 if _is_level() else -1):
        raise RuntimeError(
            "Trying to exit a forward AD level that was not the last one that was created. This is not supported."
        )
    if not _is_level():
        raise RuntimeError("Dual level must be a positive number.")
    forward_mode.leave()


class dual_level(Decorating):  # noqa: N801 - PyTorch's name
    """A level of forward mode as a block, or as a decorator of a function."""

    def clone(self) -> dual_level:
        """Another one."""
        return dual_level()

    def __enter__(self) -> int:
        return enter_dual_level()

    def __exit__(self, *exc: object) -> None:
        exit_dual_level()


def check_pair(tensor: Tensor, tangent: Tensor) -> None:
    """Refuse a tangent that does not fit its tensor.

    Raises:
        RuntimeError: the shapes differ.
        ValueError: one of them has another kind of elements than floating point or complex numbers.
    """
    if not (tensor.is_floating_point() or tensor.is_complex()):
        raise ValueError(f"Expected primal to be floating point or complex, but got: {tensor.dtype}")
    if not (tangent.is_floating_point() or tangent.is_complex()):
        raise ValueError(f"Expected tangent to be floating point or complex, but got: {tangent.dtype}")
    forward_mode.check_size(tensor, tangent)


def make_dual(tensor: Tensor, tangent: Tensor, *, level: int | None = None) -> Tensor:
    """A tensor over the same memory that has a tangent; gradients flow through it.

    Args:
        tensor: Of floating point or complex numbers.
        tangent: Of the same shape.
        level: There is one: it is 0.

    Raises:
        RuntimeError: there is no level; the shapes differ; the tensor has a tangent already.
        ValueError: one of them has another kind of elements.
    """
    if (level is None and not _is_level()) or (level is not None and level < 0):
        raise RuntimeError(
            "Trying to create a dual Tensor for forward AD but no level exists, make sure to enter_dual_level() first."
        )
    check_pair(tensor, tangent)
    if forward_mode.tangent_of(tensor) is not None:
        raise RuntimeError(
            "Making a dual Tensor based on a Tensor that already has a forward gradient at the same level 0 is not "
            "supported."
        )
    if forward_mode.tangent_of(tangent) is not None:
        raise RuntimeError(
            "Setting a forward grad that itself has a forward gradient at the same level 0 is not supported."
        )
    if tensor._keys & _BATCHED:
        raise RuntimeError(
            "Batching rule not implemented for aten::_make_dual; the fallback path doesn't work on out= or view ops."
        )
    made: Tensor = forward_mode.primal_of(tensor, forward_mode.ViewBackward0)
    if is_included("FuncTorchDynamicLayerFrontMode"):  # a tangent belongs to the level of its tensor
        tangent = ops.aten.alias.default(tangent)
    forward_mode.set_tangent(made, tangent)
    return made


def unpack_dual(tensor: Tensor, *, level: int | None = None) -> UnpackedDualTensor:
    """A tensor without its tangent, and the tangent; without a level, the tensor itself and None."""
    if (level is None and not _is_level()) or (level is not None and level < 0):
        return UnpackedDualTensor(tensor, None)
    tangent = forward_mode.tangent_of(tensor) if _is_level() else None
    return UnpackedDualTensor(forward_mode.primal_of(tensor), tangent)


class _set_fwd_grad_enabled(Decorating):  # noqa: N801 - PyTorch's name
    """Compute tangents in this thread, or do not; at once, and in a block until its end."""

    def __init__(self, mode: bool) -> None:
        self._mode, self._before = bool(mode), forward_mode.thread.enabled
        forward_mode.thread.enabled = self._mode

    def clone(self) -> _set_fwd_grad_enabled:
        """Another one."""
        return _set_fwd_grad_enabled(self._mode)

    def __enter__(self) -> None:
        pass

    def __exit__(self, *exc: object) -> None:
        forward_mode.thread.enabled = self._before


def set_enabled(enabled: bool) -> None:
    """Compute tangents in this thread from now on, or do not."""
    forward_mode.thread.enabled = bool(enabled)


def _is_fwd_grad_enabled() -> bool:
    """Are tangents computed in this thread?"""
    return forward_mode.thread.enabled


def __getattr__(name: str) -> Any:
    if name == "_current_level":
        return 0 if _is_level() else -1
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
