"""Functions about shapes: broadcasting, grids, blocks, parts."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Any

from wye.functional.operators import of, parts
from wye.overrides import overridable
from wye.schema.symbolic import expected, or_false, stands_for
from wye.schema.values import DTYPES
from wye.tensors import Size, Tensor, tensor
from wye.warn_always import warn_once

__all__ = [
    "atleast_1d",
    "atleast_2d",
    "atleast_3d",
    "block_diag",
    "broadcast_shapes",
    "broadcast_tensors",
    "cartesian_prod",
    "meshgrid",
    "split",
    "unravel_index",
]


@overridable
def broadcast_tensors(*tensors: Tensor) -> tuple[Tensor, ...]:
    """Views of the tensors, all expanded to the shape that they broadcast to.

    Example:
        >>> import wye
        >>> a, b = wye.broadcast_tensors(wye.ones(2, 1), wye.ones(3))
        >>> a.shape == b.shape == (2, 3)
        True
    """
    return parts.broadcast_tensors(list(tensors))


def _sizes(shape: Any) -> tuple[int, ...]:
    sizes = (shape,) if isinstance(shape, int) or stands_for(shape, int) else tuple(shape)
    for size in sizes:
        if not expected(size >= 0):
            raise ValueError("Attempting to broadcast a dimension with negative length!")
    return sizes


def broadcast_shapes(*shapes: int | Sequence[int] | None) -> Size:
    """The shape to which tensors of these shapes broadcast; None counts nothing.

    Raises:
        RuntimeError: the shapes do not fit.
        ValueError: a size is negative.

    Example:
        >>> import wye
        >>> tuple(wye.broadcast_shapes((2, 1), (1, 3), 3))
        (2, 3)
    """
    given = [_sizes(shape) for shape in shapes if shape is not None]
    result = [1] * max((len(sizes) for sizes in given), default=0)
    for sizes in given:
        for at in range(-1, -1 - len(sizes), -1):
            if or_false(sizes[at] == 1) or or_false(sizes[at] == result[at]):
                continue
            if not or_false(result[at] == 1):
                raise RuntimeError(
                    "Shape mismatch: objects cannot be broadcast to a single shape: "
                    f"sizes {result[at]} and {sizes[at]} at dimension {at}"
                )
            result[at] = sizes[at]
    return Size(result)


@overridable
def meshgrid(*tensors: Tensor | Sequence[Tensor], indexing: str | None = None) -> tuple[Tensor, ...]:
    """Grids of coordinates: one tensor for each of the given 1-D tensors, all of the same shape.

    Args:
        tensors: Scalars or 1-D tensors, one by one or in one list.
        indexing: ``"ij"`` (the default): dimensions in the order of the tensors.  ``"xy"``: the first two exchanged.
    """
    given: Any = tensors[0] if len(tensors) == 1 and isinstance(tensors[0], (list, tuple)) else tensors
    if indexing is None:
        warn_once(
            "meshgrid without indexing",
            "torch.meshgrid: in an upcoming release, it will be required to pass the indexing argument.",
            stacklevel=3,
        )
    options = {} if indexing is None else {"indexing": indexing}
    return parts.meshgrid(list(given), **options)


def _at_least(name: str, tensors: tuple[Any, ...]) -> Any:
    one = tensors[0] if len(tensors) == 1 else tensors
    return getattr(of, name)(list(one) if isinstance(one, (list, tuple)) else one)


@overridable
def atleast_1d(*tensors: Tensor | Sequence[Tensor]) -> Tensor | tuple[Tensor, ...]:
    """Views with at least one dimension; of several tensors, or of a list, a tuple of them."""
    result: Tensor | tuple[Tensor, ...] = _at_least("atleast_1d", tensors)
    return result


@overridable
def atleast_2d(*tensors: Tensor | Sequence[Tensor]) -> Tensor | tuple[Tensor, ...]:
    """Views with at least two dimensions; of several tensors, or of a list, a tuple of them."""
    result: Tensor | tuple[Tensor, ...] = _at_least("atleast_2d", tensors)
    return result


@overridable
def atleast_3d(*tensors: Tensor | Sequence[Tensor]) -> Tensor | tuple[Tensor, ...]:
    """Views with at least three dimensions; of several tensors, or of a list, a tuple of them."""
    result: Tensor | tuple[Tensor, ...] = _at_least("atleast_3d", tensors)
    return result


@overridable
def block_diag(*tensors: Tensor) -> Tensor:
    """A matrix with the tensors (of at most two dimensions) along its diagonal and zeros elsewhere."""
    return of.block_diag(list(tensors)) if tensors else of.empty([1, 0])


@overridable
def cartesian_prod(*tensors: Tensor) -> Tensor:
    """All combinations of one element of each 1-D tensor, one to a row."""
    return of.cartesian_prod(list(tensors))


@overridable
def split(tensor: Tensor, split_size_or_sections: int | Sequence[int], dim: int = 0) -> tuple[Tensor, ...]:
    """Views of parts of a tensor along ``dim``.

    Args:
        tensor: What is split.
        split_size_or_sections: The size of each part (the last one may be smaller), or the sizes of all parts.
        dim: The dimension along which to split.
    """
    result: tuple[Tensor, ...] = tensor.split(split_size_or_sections, dim)
    return result


def _check_unravel(indices: Any, sizes: list[Any]) -> None:
    if indices.dtype.is_floating_point or indices.dtype.is_complex or str(indices.dtype).endswith("bool"):
        raise TypeError(f"expected 'indices' to be integer dtype, but got {indices.dtype}")
    if not all(isinstance(size, int) for size in sizes):
        wrong = next(type(size) for size in sizes if not isinstance(size, int))
        raise TypeError(f"expected 'shape' sequence to only contain ints, but got {wrong}")
    if any(size < 0 for size in sizes):
        raise ValueError(f"'shape' cannot have negative values, but got {tuple(sizes)}")


@overridable
def unravel_index(indices: Tensor, shape: Any) -> tuple[Tensor, ...]:
    """The coordinates, one tensor for each dimension of ``shape``, of indices into the flattened tensor.

    Args:
        indices: Integers, of any shape.
        shape: A size or several.

    Raises:
        TypeError: the indices are not integers, or ``shape`` is not a shape.
        ValueError: a size is negative.
    """
    if isinstance(shape, Tensor) or not isinstance(shape, (int, Sequence)) or isinstance(shape, str):
        raise TypeError(f"expected 'shape' to be int or sequence of ints, but got {type(shape).__name__}")
    sizes = [shape] if isinstance(shape, int) else list(shape)
    _check_unravel(indices, sizes)
    behind = tensor([prod(sizes[at + 1 :]) for at in range(len(sizes))], dtype=DTYPES["int64"], device=indices.device)
    sized = tensor(sizes, dtype=DTYPES["int64"], device=indices.device)
    found = of.remainder(of.div(indices.unsqueeze(-1), behind, rounding_mode="floor"), sized)
    return parts.unbind(found, -1)
