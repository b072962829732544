"""Forward mode: tangents beside tensors.

Hot path inside a level; programs without forward mode pay one test of a list per recorded call.

Note [Tangents]
A tensor's tangent is in `TensorState.tangent`; autograd follows a tensor that has one (`TensorBase._is_dual`), so that
calls with it reach the kernels at Autograd, which compute the results' tangents (`wye.autograd.forward_rules`).
A tangent lies in memory as its tensor does: the tangent of a view is a view of the base's tangent, and a write to a
tensor writes to its tangent.  A view that was made before its base had a tangent finds it through the base.
A level that a program enters belongs to all threads, and there is one at a time; its end takes the tangents away.
`wye.func.jvp` has a level of its thread alone: only wrappers of its transform get tangents in it.
Broken by: a tangent that shares memory with that of a tensor which does not share memory with its own.
Guarded by: tests/unit/autograd/test_forward_mode.py
"""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any, Final
from weakref import WeakValueDictionary

from wye._engine import engine
from wye.autograd.edges import edge_of
from wye.autograd.node import Node
from wye.autograd.state import BELOW, TensorState
from wye.autograd.views import Geometry, Part, overlaps
from wye.call.packets import ops
from wye.grad_mode import is_grad_enabled, levels, set_level
from wye.tensors.meta_array import MetaArray
from wye.tensors.wrapped_array import WrappedArray

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wye.tensors import Tensor

__all__ = [
    "Level", "ViewBackward0", "check_size", "current_level", "enter", "enter_thread", "has_tangents", "is_recorded",
    "is_used", "laid_out", "leave", "leave_thread", "primal_of", "set_tangent", "tangent_of", "thread", "write_tangent",
]  # fmt: skip

is_used: Final[list[bool]] = []  # not empty: there was a level


class Level:
    """The time between entering and leaving, with the tensors that have got tangents."""

    __slots__ = ("_tensors",)

    def __init__(self) -> None:
        self._tensors: WeakValueDictionary[int, Tensor] | None = None

    @property
    def tensors(self) -> WeakValueDictionary[int, Tensor]:
        """By identity, the tensors that have got tangents; those of transforms are not among them."""
        if self._tensors is None:
            self._tensors = WeakValueDictionary()
        return self._tensors


class _Thread(threading.local):
    enabled: bool = True  # are tangents computed?
    level: Level | None = None  # of the transforms that run in the thread
    depth: int = 0  # how many of them there are


thread: Final = _Thread()


def current_level() -> Level | None:
    """The level that there is."""
    return levels[0] if levels else thread.level  # type: ignore[return-value]  # they are made here


def enter_thread() -> None:
    """Begin a transform that computes tangents in this thread; several share one level.

    Raises:
        RuntimeError: a program has entered a level by itself.
    """
    if thread.level is None:
        _refuse_nested()
        thread.level = Level()
        engine.set_careful(engine.CAREFUL_LEVEL, True)
    thread.depth += 1


def leave_thread() -> None:
    """End such a transform."""
    thread.depth -= 1
    if not thread.depth:
        thread.level = None
        engine.set_careful(engine.CAREFUL_LEVEL, False)


def _refuse_nested() -> None:
    if current_level() is not None:
        raise RuntimeError("Nested forward mode AD is not supported at the moment")


def enter() -> int:
    """Begin a level, and say its number, which is 0.

    Raises:
        RuntimeError: there is one already.
    """
    _refuse_nested()
    from wye.autograd.loading import load  # here: it imports what this module is a part of

    load()
    is_used[:] = [True]
    set_level(Level())
    return 0


def leave() -> None:
    """End the level: all tangents are gone."""
    level = current_level()
    set_level(None)
    if level is None:
        return
    for tensor in list(level.tensors.values()):
        state = tensor._autograd
        if state is not None:
            state.tangent = None
        tensor._is_dual = False


def has_tangents() -> bool:
    """May tensors have tangents now, in this thread?"""
    return (bool(levels) or thread.level is not None) and thread.enabled


def tangent_of(tensor: Any) -> Any:
    """The tangent of a tensor, or None."""
    state = tensor._autograd
    if state is not None and state.tangent is not None:
        return state.tangent
    base = tensor._base
    if base is None or base._autograd is None or base._autograd.tangent is None:
        return None
    set_tangent(tensor, _seen_in(base._autograd.tangent, tensor, base))
    return tensor._autograd.tangent


def _seen_in(tangent: Any, view: Any, base: Any) -> Any:
    """The part of a base's tangent that belongs to a view."""
    part = Part(view, base)
    whole = part.whole_of(tangent)
    offset = part.view.offset - part.whole.offset + whole.storage_offset()
    seen = ops.aten.as_strided.default(whole, list(part.view.shape), list(part.view.strides), offset)
    if part.conj and seen.dtype.is_complex:
        seen = ops.aten.conj.default(seen)
    return ops.aten._neg_view.default(seen) if part.neg else seen


def _lies_like(tangent: Any, tensor: Any) -> bool:
    return tuple(tangent.shape) == tuple(tensor.shape) and all(
        one == other or size <= 1
        for one, other, size in zip(tangent.stride(), tensor.stride(), tensor.shape, strict=True)
    )


def _reads_like(tangent: Any, tensor: Any) -> bool:
    return bool(tangent.is_conj() == tensor.is_conj() and tangent.is_neg() == tensor.is_neg())


def _places(tensor: Any) -> int | None:
    """How many elements its memory has room for; None where that cannot be known."""
    data = tensor._data
    return None if isinstance(data, (MetaArray, WrappedArray)) else tensor._storage._nbytes // tensor.itemsize


def _has_memory_like(tangent: Any, tensor: Any) -> bool:
    own, its = _places(tangent), _places(tensor)
    return own is None or its is None or own == its


def laid_out(tangent: Any, tensor: Any) -> Any:
    """A tangent that lies in its memory as its tensor does, so that views of one are views of the other."""
    is_like = _lies_like(tangent, tensor) and _reads_like(tangent, tensor) and _has_memory_like(tangent, tensor)
    if is_like or overlaps(tensor):
        return tangent
    if _has_memory_like(tangent, tensor):
        made = ops.aten.new_empty_strided.default(tangent, list(tensor.shape), list(tensor.stride()))
    else:  # with what no one sees now, but `as_strided` may show
        memory = ops.aten.new_zeros.default(tangent, [_places(tensor)])
        made = Geometry(tensor).of(memory)
    if tensor.is_conj() and made.dtype.is_complex:
        made = ops.aten.conj.default(made)
    if tensor.is_neg():
        made = ops.aten._neg_view.default(made)
    return made.copy_(tangent)


def check_size(tensor: Any, tangent: Any) -> None:
    """Refuse a tangent that has another shape than its tensor.

    Raises:
        RuntimeError: it has.
    """
    if tuple(tensor.shape) != tuple(tangent.shape):
        raise RuntimeError(
            "Trying to set a forward gradient that has a different size than that of the original Tensor, this is not "
            f"supported. Tensor is of size {list(tensor.shape)} while the given forward gradient is of size "
            f"{list(tangent.shape)}."
        )


def set_tangent(tensor: Any, tangent: Any) -> None:
    """Give a tensor a tangent."""
    level = current_level()
    if level is None:
        return
    state = tensor._autograd
    if state is None:
        is_counted = tensor._base is not None and not tensor.is_inference()
        state = tensor._autograd = TensorState(None, 0, tensor._version if is_counted else 0)
    state.tangent = laid_out(tangent, tensor)
    tensor._is_dual = True
    level.tensors[id(tensor)] = tensor


def write_tangent(tensor: Any, tangent: Any) -> None:
    """Change the tangent of a tensor that was written to: its base and its other views see the change."""
    base, old = tensor._base, tangent_of(tensor)
    if old is not None and not _lies_like(old, tensor) and _lies_like(tangent, tensor):
        set_tangent(tensor, tangent)  # the tensor itself has got another shape, its memory is as before
        return
    if old is None and base is None:
        set_tangent(tensor, tangent)
        _tell_views(tensor)
        return
    whole = tensor if base is None else base
    given = whole._autograd.tangent if whole._autograd is not None else None
    if given is None:
        # made from the tangent: under vmap, there may be one for each example where the tensor itself is shared
        set_tangent(whole, ops.aten.new_zeros.default(tangent, list(whole.shape), dtype=whole.dtype))
    elif (given._requires_grad and is_grad_enabled()) or overlaps(given):  # not to be written to
        set_tangent(whole, ops.aten.clone.default(given))
    if whole._autograd.tangent is not given:
        _forget_views(whole)
        _tell_views(whole)
    tangent_of(tensor).copy_(tangent)


def is_recorded(tensor: Any) -> bool:
    """Does it require grad, here or at a level of the transforms below?"""
    while not tensor._requires_grad:
        if not isinstance(tensor._data, WrappedArray):
            return False
        tensor = tensor._data.inner
    return True


def _views(base: Any) -> Sequence[Any]:
    return [other for other in base._storage._tensors if other._base is base]


def _tell_views(base: Any) -> None:
    """Views of a tensor that has got a tangent find it when they are used."""
    for view in _views(base):
        view._is_dual = True


def _forget_views(base: Any) -> None:
    for view in _views(base):
        if view._autograd is not None:
            view._autograd.tangent = None


class Identity(Node):
    """A tensor without its tangent.  The name is PyTorch's."""

    __slots__ = ()

    def apply(self, grads: list[Any]) -> Sequence[Any]:
        """The same gradient."""
        return grads


class ViewBackward0(Identity):
    """A tensor with a tangent, made from one without.  The name is PyTorch's."""

    __slots__ = ()


def primal_of(tensor: Any, kind: type[Identity] = Identity) -> Any:
    """A tensor without its tangent, over the same memory; gradients flow through it."""
    made = BELOW.run(ops.aten.detach.default, tensor)
    edge = edge_of(tensor) if is_grad_enabled() else (None, 0)
    if edge[0] is not None:
        step = kind((edge,))
        step.outputs.append((tuple(made.shape), made.dtype, made.device))
        made._autograd = TensorState(step, 0)
        made._requires_grad = True
    return made
