"""Levels of function transforms: what wrapped tensors and interpreters keep.

In C (csrc/levels.c) simple calls are handled without Python; here the kernels in Python handle all of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

    from wye._pure.bits import KeyBits

__all__ = [
    "Level", "Wrapped", "batching_plan", "batching_rule", "configure_batching", "configure_entries",
    "configure_functional", "configure_grad", "configure_jvp", "configure_levels", "configure_vmap", "forward_rule",
    "functional_in_c", "level_kernel", "run_at_level", "run_functional", "run_grad", "run_vmap", "wrap_at",
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

    __slots__ = ("_batch_size", "_enabled", "_grad_mode", "_level", "_randomness", "_saved", "_stack", "is_running")
    _stack: Any
    _level: int
    _saved: tuple[KeyBits, KeyBits] | None
    _grad_mode: bool
    _batch_size: int
    _enabled: bool
    _randomness: str
    is_running: bool


_wrap: dict[type[Any], Callable[..., Any]] = {}  # by the class of a level


def batching_plan(target: Any, codes: bytes, defaults: tuple[Any, ...], /) -> Any:
    """What becomes of the arguments of an operator under vmap: here the rules in Python say it."""
    return


def forward_rule(how: int, differentiable: int, defaults: tuple[Any, ...], formula: Any, own: Any, /) -> Any:
    """How the tangent of an operator's result is found: here the handlers in Python know it."""
    return


def configure_jvp(level: type[Any], thread: Any, /) -> None:
    """Give the class of the levels of jvp, and the thread's state: only C has to know."""


def batching_rule(fn: Any, defaults: tuple[Any, ...], /) -> Any:
    """A rule for vmap in Python, as `_batching` of an operator: only C calls it from there."""
    return


def configure_batching(view: Any, movedim: Any, info: type[tuple[Any, ...]], /) -> None:
    """Give the operators that plans call before their own, and what rules are told: only C has to know."""


def configure_levels(thread: Any, keys: KeyBits, counted: KeyBits, /) -> None:
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


def configure_functional(
    array: type[Any], storage: type[Any], step: type[Any], level: type[Any], functions: tuple[Any, ...], thread: Any,
    removed: KeyBits, added: KeyBits, /,
) -> None:  # fmt: skip
    """Give the classes of functionalize, and the functions that handle its calls and run it."""
    _entries[_FUNCTIONAL] = functions[4]


def functional_in_c(flag: bool, /) -> None:
    """May calls inside of functionalize be handled without Python?  Here none is."""


_entries: list[Any] = [None] * 9
_FUNCTIONAL = 8


def configure_entries(*hooks: Any) -> None:
    """Give what the functions that run transforms call; None: as before."""
    _entries[: len(hooks)] = [new if new is not None else old for new, old in zip(hooks, _entries, strict=False)]


def run_vmap(
    func: Any, in_dims: Any, out_dims: int, randomness: str, args: tuple[Any, ...], kwargs: dict[str, Any], /
) -> Any:
    """Call a function at the level of a new vmap."""
    return _entries[0](func, in_dims, out_dims, randomness, args, kwargs)


def run_grad(func: Any, argnums: Any, args: tuple[Any, ...], kwargs: dict[str, Any], with_value: bool, /) -> Any:
    """The gradient of a function, at a level of its own, and its value if that is wanted."""
    return _entries[2](func, argnums, args, kwargs, with_value)


def run_functional(func: Any, copies: bool, args: tuple[Any, ...], kwargs: dict[str, Any], /) -> Any:
    """Call a function at the level of a new functionalize."""
    return _entries[_FUNCTIONAL](func, copies, args, kwargs)


def run_at_level(func: Any, args: tuple[Any, ...], /) -> tuple[Any, list[Any], Any] | None:
    """Call a function of tensors at a new level: here Python does it in its own way, and nothing is called."""
    return None


def level_kernel(which: int, python: Any, /) -> Any:
    """The kernel of a key of function transforms."""
    return python


def wrap_at(inner: Any, interpreter: Any, dim: int, /) -> Any:
    """A tensor of the level below at a level of a transform."""
    wrap = next(_wrap[cls] for cls in type(interpreter).__mro__ if cls in _wrap)
    return wrap(inner, interpreter, dim)
