"""Slicing and stacking of tensors and arrays, for loops over a dimension.

Warm: once per step of `map` and `scan`.  Tensors are cut and stacked by operators, which autograd
and transforms see; other arrays by their own means.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wye._engine import engine
from wye.call import ops
from wye.errors import ArgumentError
from wye.pytree import tree_flatten, tree_unflatten
from wye.tensors import Tensor

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["describe", "is_array", "select", "stack", "stack_trees", "stacking_dim", "unstack_tree"]


def is_array(value: Any) -> bool:
    """Is it a tensor, or an array of a library that wye knows?"""
    return engine.keys_of(value) is not None


def describe(value: Any) -> str:
    """A value in an error message: its kind, not its numbers."""
    if not is_array(value):
        return f"{type(value).__name__} {value!r}" if isinstance(value, (bool, int, float)) else type(value).__name__
    return f"{type(value).__name__} of shape {tuple(value.shape)} and dtype {value.dtype}"


def select(value: Any, dim: int, index: int) -> Any:
    """The part of an array at one place of a dimension; it shares memory where the library does that."""
    if isinstance(value, Tensor):
        return ops.aten.select.int(value, dim, index)
    return value[(*(slice(None),) * dim, index, ...)]  # the dots keep an array where NumPy would give a number


def stack_trees(trees: Sequence[Any]) -> Any:
    """One tree of trees that are alike: their leaves side by side; what is no tensor or array is that of the first."""
    flat = [tree_flatten(tree) for tree in trees]
    columns = zip(*(leaves for leaves, _ in flat), strict=True)
    return tree_unflatten([stack(column, 0) if is_array(column[0]) else column[0] for column in columns], flat[0][1])


def unstack_tree(tree: Any) -> list[Any]:
    """The trees of which `stack_trees` makes this one.

    Raises:
        RuntimeError: its leaves have unequally many parts, or one is no tensor or array.
    """
    leaves, spec = tree_flatten(tree)
    if not all(is_array(leaf) for leaf in leaves):
        raise RuntimeError(f"Leaves of xs must be tensors or arrays: {[describe(leaf) for leaf in leaves]}")
    sizes = [leaf.shape[0] for leaf in leaves]
    if any(size != sizes[0] for size in sizes):
        raise RuntimeError(f"Leaves of xs must have same leading dimension size {sizes}")
    return [tree_unflatten([select(leaf, 0, at) for leaf in leaves], spec) for at in range(sizes[0])]


def stacking_dim(part: Any, dim: int) -> int:
    """The dimension along which parts of slices along ``dim`` are stacked: the first where they have too few."""
    return dim if dim <= len(part.shape) else 0


def stack(parts: Sequence[Any], dim: int) -> Any:
    """The arrays side by side along a new dimension.

    Raises:
        ArgumentError: nothing is known about how to stack such arrays.
    """
    first = parts[0]
    if isinstance(first, Tensor):
        return ops.aten.stack.default(list(parts), dim)
    if hasattr(first, "__array_namespace__"):
        return first.__array_namespace__().stack(parts, axis=dim)
    import numpy as np  # here: there is data, so NumPy is loaded

    if isinstance(first, (np.ndarray, np.generic)):
        return np.stack(parts, dim)
    raise ArgumentError(
        f"arrays of type {type(first).__name__} cannot be stacked here", fix="the array API's __array_namespace__ helps"
    )
