"""Levels of gradients and of tangents by hand: enter and leave them, wrap tensors and take them apart.

For code that builds transforms of its own, as PyTorch's tests do.  Cold path.
"""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from wye.autograd.apply_hooks import thread as allowed
from wye.autograd.forward_ad import unpack_dual
from wye.autograd.loading import load
from wye.call.packets import ops
from wye.grad_mode import enable_grad
from wye.pytree import tree_map
from wye.tensors import Tensor
from wye.transforms.grad_level import GradArray, GradInterpreter, track, untracked
from wye.transforms.interpreters import stack_of_thread
from wye.transforms.levels import get_level, pop_level, push_level
from wye.transforms.tangent_level import JvpInterpreter

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = [
    "create_differentiable", "enable_in_place_requires_grad", "enter_grad", "enter_jvp", "grad_nesting", "is_dead",
    "jvp_nesting", "leave_grad", "leave_jvp", "may_require_grad_in_place", "primal_and_tangent",
    "set_may_require_grad_in_place", "undo_create_differentiable", "unwrap_for_grad", "wrap_for_grad",
]  # fmt: skip


def _enter(kind: type[GradInterpreter]) -> int:
    load()
    mine = kind(stack_of_thread())
    push_level(mine)
    return mine.level()


def enter_grad() -> int:
    """Begin a level of gradients; its number."""
    return _enter(GradInterpreter)


def enter_jvp() -> int:
    """Begin a level of tangents; its number.  Its tensors get tangents by `forward_ad.make_dual`."""
    return _enter(JvpInterpreter)


def leave_grad() -> int:
    """End the level on top: its wrappers count as the tensors inside from now on.

    Raises:
        RuntimeError: there is none.
    """
    top: Any = pop_level()
    top.is_running = False
    return int(top.level())


leave_jvp = leave_grad


def wrap_for_grad(tensor: Any, level: int) -> Any:
    """A tensor as one of a level of gradients or tangents.

    Raises:
        RuntimeError: there is no such level, or the tensor belongs to it, or to one above it.
    """
    stack: list[Any] = stack_of_thread()
    if not 1 <= level <= len(stack):
        raise RuntimeError(
            '(int64_t)dynamicLayerStack.size() >= level && level >= 1 INTERNAL ASSERT FAILED at "DynamicLayer.cpp":1, '
            f"please report a bug to PyTorch. If you're trying to construct a tensor with the current level ({level}) "
            "then the interpreter for that level must be on the stack"
        )
    found = get_level(tensor)
    if found >= level:
        raise RuntimeError(f"a tensor of level {found} cannot be wrapped for level {level}: it belongs to it already")
    return track(untracked(tensor), stack[level - 1])


def unwrap_for_grad(tensor: Any, level: int) -> Any:
    """The tensor inside of one that belongs to a level; others as they are."""
    data = tensor._data
    return data.inner if type(data) is GradArray and data.is_current and data.level == level else tensor


def is_dead(tensor: Any) -> bool:
    """Does it belong to a level that has ended?"""
    data = tensor._data
    return type(data) is GradArray and not data.is_current


@contextmanager
def grad_nesting() -> Iterator[int]:
    """A level of gradients for a while."""
    level = enter_grad()
    try:
        with enable_grad():
            yield level
    finally:
        leave_grad()


@contextmanager
def jvp_nesting() -> Iterator[int]:
    """A level of tangents for a while."""
    level = enter_jvp()
    try:
        yield level
    finally:
        leave_jvp()


def may_require_grad_in_place() -> bool:
    """May `requires_grad_` be called inside of a function that is transformed?"""
    return allowed.requires_grad


def set_may_require_grad_in_place(value: bool) -> None:
    """Allow `requires_grad_` inside of a function that is transformed, or do not."""
    allowed.requires_grad = bool(value)


@contextmanager
def enable_in_place_requires_grad(enabled: bool = True) -> Iterator[None]:
    """Allow it for a while."""
    before, allowed.requires_grad = allowed.requires_grad, enabled
    try:
        yield
    finally:
        allowed.requires_grad = before


def create_differentiable(inputs: Any) -> Any:
    """Make the tensors of a tree inputs that gradients are computed for.

    Raises:
        ValueError: it holds something else.
    """

    def one(x: Any) -> Any:
        if not isinstance(x, Tensor):
            raise ValueError(f"Thing passed to transform API must be Tensor, got {type(x)}")
        with enable_in_place_requires_grad():
            return x.requires_grad_()

    return tree_map(one, inputs)


def undo_create_differentiable(inputs: Any, level: int) -> Any:
    """A tree without the wrappers of a level.

    Raises:
        RuntimeError: it holds something else than tensors.
    """

    def one(x: Any) -> Any:
        if not isinstance(x, Tensor):
            raise RuntimeError(f"Expected tensors, got unsupported type {type(x)}")
        return unwrap_for_grad(x, level)

    return tree_map(one, inputs)


def primal_and_tangent(tensor: Any, strict: bool) -> tuple[Any, Any]:
    """The two parts of a tensor; zeros for a tangent that it does not have.

    Raises:
        RuntimeError: it is no tensor, or has none, where ``strict``.
    """
    if not isinstance(tensor, Tensor):
        raise RuntimeError(
            f"jvp(f, args): expected f(*args) to return only tensors, got unsupported type {type(tensor)}"
        )
    primal, tangent = unpack_dual(tensor)
    if tangent is None:
        if strict:
            raise RuntimeError(
                "jvp(f, primals, tangents, strict=True): The output of f is independent of the inputs. This is not "
                "allowed with strict=True."
            )
        tangent = ops.aten.zeros_like.default(primal)
    return primal, tangent
