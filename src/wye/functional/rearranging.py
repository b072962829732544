"""`rearrange`: axes of a tensor split, ordered and joined as a pattern says, in at most three views."""

from __future__ import annotations

import functools
from math import prod
from typing import Any, NamedTuple

from wye.functional.axis_patterns import ELLIPSIS, ParsedExpression, parse_pattern, validate_rearrange_expressions
from wye.functional.operators import of
from wye.tensors import Tensor

__all__ = ["rearrange"]


class _Plan(NamedTuple):
    """What a pattern means for tensors of some number of dimensions; axes are counted on the left side."""

    groups: tuple[tuple[int, ...], ...]  # the axes of each dimension of the tensor
    lengths: tuple[int | None, ...]  # of each axis, as far as they are given
    order: tuple[int, ...]  # the axes of the right side
    results: tuple[int, ...]  # how many of these each dimension of the result has


def rearrange(tensor: Tensor | list[Tensor] | tuple[Tensor, ...], pattern: str, **axes_lengths: int) -> Tensor:
    """Order the elements of a tensor as a pattern of named axes says.

    Args:
        tensor: A tensor; or several of one shape, of which the first axis counts.
        pattern: Names of axes on both sides of an arrow.  Axes in brackets are one dimension; ``1`` and ``()`` are a
            dimension of size one; ``...`` are all others.
        axes_lengths: Lengths of axes that the shape does not tell.

    Raises:
        ValueError: the pattern is not valid, or does not fit the number of dimensions.
        RuntimeError: it does not fit the sizes.

    Example:
        >>> import wye
        >>> rearrange(wye.arange(6), "(a b) -> b a", a=2)
        tensor([[0, 3],
                [1, 4],
                [2, 5]])
    """
    whole = tensor if isinstance(tensor, Tensor) else of.stack(tensor)
    plan = _planned(whole.dim(), pattern, tuple(axes_lengths.items()))
    sizes = [
        size for at, axes in enumerate(plan.groups) for size in _split(whole.shape[at], [plan.lengths[i] for i in axes])
    ]
    ordered = whole.reshape(sizes).permute(plan.order)
    taken = iter([sizes[axis] for axis in plan.order])
    return ordered.reshape([prod(next(taken) for _ in range(count)) for count in plan.results])


def _split(size: int, lengths: list[int | None]) -> list[int]:
    """The lengths of the axes of one dimension."""
    unknown = [at for at, length in enumerate(lengths) if length is None]
    if len(unknown) > 1:
        raise RuntimeError(f"cannot infer the sizes of {len(unknown)} axes of one dimension at once")
    known = prod(length for length in lengths if length is not None)
    if unknown and known and size % known == 0:
        return [size // known if length is None else length for length in lengths]
    if unknown:
        raise RuntimeError(f"inferred dimension does not evenly fit into larger dimension: {size} vs {known}")
    if size != known:
        raise RuntimeError(f"Dimension sizes to do not match ({size} != {known}) when matching the axes of a dimension")
    return [length for length in lengths if length is not None]


@functools.lru_cache(256)
def _planned(ndim: int, pattern: str, given: tuple[tuple[str, int], ...]) -> _Plan:
    lengths = dict(given)
    left, right = parse_pattern(pattern, lengths)
    validate_rearrange_expressions(left, right, lengths)
    spread = _named(left, ndim)
    names: list[str] = []
    groups = []
    for group in spread:
        groups.append(tuple(range(len(names), len(names) + len(group))))
        names += group
    others = [name for name in names if name.startswith(ELLIPSIS)]
    results = [
        [one for name in group for one in (others if name == ELLIPSIS else [str(name)])]
        for group in _each_dimension(right, others)
    ]
    order = tuple(names.index(name) for group in results for name in group)
    return _Plan(tuple(groups), tuple(lengths.get(name) for name in names), order, tuple(map(len, results)))


def _each_dimension(side: ParsedExpression, others: list[str]) -> list[list[Any]]:
    """The groups, with one for each dimension that the dots stand for."""
    spread: list[list[Any]] = []
    for group in side.composition:
        spread += [[name] for name in others] if isinstance(group, str) else [group]
    return spread


def _named(left: ParsedExpression, ndim: int) -> list[list[str]]:
    """The names of the axes of each dimension."""
    named = len(left.composition) - left.has_ellipsis
    if left.has_ellipsis and ndim < named:
        raise ValueError(
            f"Number of dimensions in pattern ({named}) must be less than or equal to the number of dimensions in the "
            f"tensor ({ndim})"
        )
    if not left.has_ellipsis and ndim != named:
        raise ValueError(
            f"Number of dimensions in pattern ({named}) must be equal to the number of dimensions in the tensor "
            f"({ndim})"
        )
    return _each_dimension(left, [f"{ELLIPSIS}{at}" for at in range(ndim - named)])
