"""Levels of function transforms: what wrapped tensors and interpreters keep.

In C (csrc/levels.c) simple calls are handled without Python; here the kernels in Python handle all of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

    from wye._pure.bits import KeyBits

__all__ = [
    "Level", "Wrapped", "batching_plan", "configure_batching", "configure_grad", "configure_levels", "configure_vmap",
    "level_kernel", "wrap_at",
]  # fmt: skip


class Wrapped:
    """Stands for the array of a tensor that belongs to a level of a transform."""

    __slots__ = ("__weakref__", "dim", "inner", "level", "owner")
    inner: Any
    owner: Any
    level: int
    dim: int


class Level:
    """One level of the stack of transforms."""

    __slots__ = ("_grad_mode", "_level", "_saved", "_stack", "is_running")
    _stack: Any
    _level: int
    _saved: tuple[KeyBits, KeyBits] | None
    _grad_mode: bool
    is_running: bool


_wrap: dict[type[Any], Callable[..., Any]] = {}  # by the class of a level


def batching_plan(target: Any, codes: bytes, defaults: tuple[Any, ...], /) -> Any:
    """What becomes of the arguments of an operator under vmap: here the rules in Python say it."""
    return


def configure_batching(view: Any, movedim: Any, /) -> None:
    """Give the operators that such plans call before their own: only C has to know."""


def configure_levels(thread: Any, keys: KeyBits, /) -> None:
    """Say where a thread has its stack of transforms: only C has to know."""


def configure_vmap(array: type[Any], level: type[Any], wrap: Any, removed: KeyBits, added: KeyBits, /) -> None:
    """Give the classes of vmap, and the keys of its tensors."""
    _wrap[level] = lambda inner, owner, dim: wrap(inner, dim, owner._level)


def configure_grad(
    array: type[Any], level: type[Any], wrap: Any, removed: KeyBits, added: KeyBits, included: KeyBits,
    excluded: KeyBits, /,
) -> None:  # fmt: skip
    """Give the classes of grad, the keys of its tensors, and those of the thread at its level."""
    _wrap[level] = lambda inner, owner, dim: wrap(inner, owner)


def level_kernel(which: int, python: Any, /) -> Any:
    """The kernel of a key of function transforms."""
    return python


def wrap_at(inner: Any, interpreter: Any, dim: int, /) -> Any:
    """A tensor of the level below at a level of a transform."""
    return _wrap[type(interpreter)](inner, interpreter, dim)
