"""Adding a gradient to a leaf's `grad`, and gradients that meet at a node."""

from __future__ import annotations

import sys
from types import SimpleNamespace
from typing import Any, Final

from wye.autograd.state import state_of
from wye.autograd.warnings import warn_layout
from wye.call.packets import ops
from wye.grad_mode import is_grad_enabled
from wye.modes.stack import current_mode
from wye.schema.values import MEMORY_FORMATS
from wye.tensors import Tensor
from wye.tensors.wrapped_array import WrappedArray

__all__ = ["accumulate", "added"]


def _references(grad: Any) -> int:
    return sys.getrefcount(grad)


def _references_to_base(grad: Any) -> int:
    base = grad._base
    return sys.getrefcount(base)


# As many references as a base has that only its view keeps.
_BASE_ALONE: Final = _references_to_base(SimpleNamespace(_base=object()))
# As many references as `accumulate` sees to a gradient that no one else has.
_ALONE: Final = _references(object())


def accumulate(variable: Any, grad: Any, shown: int = 0) -> None:
    """Add a gradient to `variable.grad`.

    The first one is kept as it is where nothing else has it and it lies in memory as the variable does.

    Args:
        variable: A leaf.
        grad: Its gradient.
        shown: How many references hooks have, which are to see what became of the gradient: they do not count.
    """
    references = sys.getrefcount(grad) - shown
    state = state_of(variable)
    if state.grad is None:
        if is_grad_enabled():
            state.grad = _like(variable, grad)
        elif references <= _ALONE and _lies_like(variable, grad) and _has_its_own_memory(grad):
            plain = grad._base is None and not grad._requires_grad and current_mode() is None
            state.grad = grad if plain else grad.detach()
        else:
            state.grad = _like(variable, grad.detach())
    elif is_grad_enabled():
        state.grad = ops.aten.add.Tensor(state.grad, grad)
    else:
        ops.aten.add_.Tensor(state.grad, grad)
        if state.grad.stride() != variable.stride() and not _obeys_layout(variable, state.grad):
            warn_layout(state.grad, variable)
    if state.post_hooks:
        for hook in list(state.post_hooks.values()):
            returned = hook(variable)
            if isinstance(returned, Tensor):
                raise RuntimeError("Tensor post accumulate grad hooks should return None.")
            if returned is not None:
                raise TypeError(f"expected Variable, but hook returned '{type(returned).__name__}'")


def _has_its_own_memory(grad: Any) -> bool:
    """Does nothing else see its memory?  A view has it where its base is kept by the view alone."""
    if grad._base is None:
        return len(grad._storage._tensors) == 1
    return len(grad._storage._tensors) == 2 and _references_to_base(grad) <= _BASE_ALONE


def _lies_like(variable: Any, grad: Any) -> bool:
    if variable.is_contiguous():
        return bool(grad.is_contiguous()) and 0 not in grad.stride()  # one element that was expanded
    return tuple(grad.stride()) == tuple(variable.stride())


def _obeys_layout(variable: Any, grad: Any) -> bool:
    """Does a gradient lie in memory as its variable does, or in rows where the variable has gaps?"""
    if not _is_dense(variable):
        return bool(grad.is_contiguous())
    looks = zip(variable.shape, variable.stride(), grad.stride(), strict=True)
    return all(size == 1 or ours == its for size, ours, its in looks)


def _like(variable: Any, grad: Any) -> Any:
    """A copy of a gradient that lies in memory as its variable does."""
    if isinstance(grad._data, WrappedArray):  # inside a transform a new tensor does not have its levels
        return ops.aten.clone.default(grad, memory_format=MEMORY_FORMATS["contiguous_format"])
    if not is_grad_enabled() and (variable.is_contiguous() or not _is_dense(variable)):
        made = ops.aten.clone.default(grad, memory_format=MEMORY_FORMATS["contiguous_format"])
        made._bump_version()  # as a copy would
        return made
    made = ops.aten.empty_strided.default(
        list(variable.shape), list(variable.stride()), dtype=grad.dtype, device=grad.device
    )
    return made.copy_(grad)


def _is_dense(variable: Any) -> bool:
    step = 1
    for stride, size in sorted(zip(variable.stride(), variable.shape, strict=True)):
        if size != 1:
            if stride != step:
                return False
            step *= size
    return True


def added(one: Any, other: Any) -> Any:
    """The sum of two gradients, either of which may be missing."""
    if one is None or other is None:
        return other if one is None else one
    return ops.aten.add.Tensor(one, other)
