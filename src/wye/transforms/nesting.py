"""vmap in parts: a level as a context, trees of batched tensors, a vmap whose outputs keep their batch dimensions.

For rules that run a function under the vmap that called them.  Cold path.
"""

from __future__ import annotations

import functools
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar

from wye.pytree import broadcast_to_and_flatten, tree_flatten, tree_unflatten
from wye.tensors import Tensor
from wye.transforms.batched import batch
from wye.transforms.levels import enter_vmap, leave_vmap
from wye.transforms.levels import unwrap_batched as unwrap_one

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

__all__ = ["exposed_in", "restore_vmap", "unwrap_batched", "vmap_increment_nesting", "wrap_batched"]

_T = TypeVar("_T")


@contextmanager
def vmap_increment_nesting(batch_size: int, randomness: str) -> Iterator[int]:
    """A vmap for a while; gives its level."""
    level = enter_vmap(batch_size, randomness)
    try:
        yield level
    finally:
        leave_vmap()


def wrap_batched(args: Any, bdims: Any, level: int) -> Any:
    """A tree of tensors as batched ones.

    Raises:
        ValueError: the dimensions do not fit the tree.
    """
    flat, spec = tree_flatten(args)
    dims = broadcast_to_and_flatten(bdims, spec)
    if dims is None:
        raise ValueError(f"the batch dimensions {bdims} do not fit the structure {spec}")
    return tree_unflatten([x if dim is None else batch(x, dim, level) for x, dim in zip(flat, dims, strict=True)], spec)


def unwrap_batched(args: Any, level: int) -> tuple[Any, Any]:
    """A tree of tensors without the wrappers of a level, and a tree of their batch dimensions."""
    flat, spec = tree_flatten(args)
    if not flat:
        return args, ()
    pairs = [unwrap_one(x, level) if isinstance(x, Tensor) else (x, None) for x in flat]
    return tree_unflatten([x for x, _ in pairs], spec), tree_unflatten([dim for _, dim in pairs], spec)


def restore_vmap(
    func: Callable[..., Any], in_dims: Any, batch_size: int, randomness: str
) -> Callable[..., tuple[Any, Any]]:
    """A function under vmap that returns its outputs with all examples, and where their batch dimensions are."""

    def inner(*args: Any, **kwargs: Any) -> tuple[Any, Any]:
        with vmap_increment_nesting(batch_size, randomness) as level:
            return unwrap_batched(func(*wrap_batched(args, in_dims, level), **kwargs), level)

    return functools.wraps(func)(inner) if hasattr(func, "__name__") else inner


def exposed_in(module: str) -> Callable[[_T], _T]:
    """Decorate a function or class that says that it is in ``module``."""

    def named(fn: _T) -> _T:
        fn.__module__ = module
        return fn

    return named
