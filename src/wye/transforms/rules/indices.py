"""Advanced indexing of batches: one more index, which counts the examples."""

# Note [Indices of a batch]
# x[i, j] of each example is x[(0, 1, ...), i, j] of the batch, with the numbers of the examples in the first place and
# i and j broadcast against them.  An index after a dimension that is taken whole, x[:, i], puts its dimensions there;
# with the numbers in front the indices would no longer stand side by side, and NumPy and PyTorch would put the result's
# dimensions first.  So the indexed dimensions are moved to the front of the example before, and the result's after.
# Broken by: indices that are masks; they are replaced by the positions that they hold.
# Guarded by: tests/unit/transforms/test_vmap_of_operators.py

from __future__ import annotations

from typing import Any

from wye.transforms.rules.moving import aten, front, logical_rank, padded, spread

__all__ = ["Indices", "place_of"]

_MASKS = ("bool", "uint8")


def place_of(indices: Any) -> int | None:
    """The dimension of the first index, if all stand side by side; else None."""
    given = [place for place, index in enumerate(indices) if index is not None]
    return given[0] if given and given == list(range(given[0], given[-1] + 1)) else None


def _is_mask(index: Any) -> bool:
    return index is not None and str(index.dtype).rpartition(".")[2] in _MASKS


class Indices:
    """One indexing of all examples.  See Note [Indices of a batch].

    Attributes:
        x: The tensor, batch first, then the indexed dimensions.
        indices: Of that.
    """

    def __init__(self, size: int, self_: Any, self_dim: int | None, indices: Any, dims: Any) -> None:
        x = spread(self_, self_dim, size)
        given, places = self._given(list(indices), list(dims), x)
        self.rank = x.ndim - 1
        self.order = [*places, *(place for place in range(self.rank) if place not in places)]
        self.x = aten.permute.default(x, [0, *(place + 1 for place in self.order)])
        self.index_rank = max((logical_rank(index, dim) for index, dim in given), default=0)
        adjacent = places == list(range(places[0], places[-1] + 1)) if places else False
        self.place = places[0] if adjacent else 0
        self.n_indices = len(places)
        numbers = aten.arange.default(size).view([size, *[1] * self.index_rank])
        aligned = [index if dim is None else padded(front(index, dim), self.index_rank) for index, dim in given]
        self.indices = [numbers, *aligned]

    @staticmethod
    def _given(indices: list[Any], dims: list[Any], x: Any) -> tuple[list[tuple[Any, Any]], list[int]]:
        """The indices that are there with their batch dimensions, and the dimensions of the example that they index."""
        given: list[tuple[Any, Any]] = []
        places: list[int] = []
        place = 0
        for index, dim in zip(indices, dims, strict=True):
            if _is_mask(index):
                if dim is not None:
                    raise RuntimeError(
                        "vmap: We do not support batching operators that can support dynamic shape. Attempting to "
                        "batch over indexing with a boolean mask."
                    )
                for one in aten.unbind.int(aten.nonzero.default(index), 1):
                    given.append((one, None))
                    places.append(place)
                    place += 1
                continue
            if index is not None:
                given.append((index, dim))
                places.append(place)
            place += 1
        if place > x.ndim - 1:
            raise IndexError(f"too many indices for tensor of dimension {x.ndim - 1}")
        return given, places

    def placed(self, result: Any) -> Any:
        """The result of indexing, ``(B, indices, rest)``, with the indices' dimensions where they belong."""
        if not self.place:
            return result
        before = list(range(1 + self.index_rank, 1 + self.index_rank + self.place))
        moved = list(range(1, 1 + self.index_rank))
        rest = list(range(1 + self.index_rank + self.place, result.ndim))
        return aten.permute.default(result, [0, *before, *moved, *rest])

    def values(self, values: Any, dim: int | None) -> Any:
        """Values to be stored, as ``(B, indices, rest)`` or what broadcasts to it."""
        if not self.place:
            rank = self.index_rank + self.rank - self.n_indices
            return values if dim is None else padded(front(values, dim), rank)
        rank = self.index_rank + self.rank - self.n_indices
        x = padded(spread(values, dim, self.x.size(0)), rank)
        here = list(range(1 + self.place, 1 + self.place + self.index_rank))
        before = list(range(1, 1 + self.place))
        rest = list(range(1 + self.place + self.index_rank, rank + 1))
        return aten.permute.default(x, [0, *here, *before, *rest])

    def restored(self, made: Any) -> Any:
        """A tensor like `x` with the dimensions in the order of the example."""
        back = [0] * self.rank
        for new, old in enumerate(self.order):
            back[old] = new
        return aten.permute.default(made, [0, *(place + 1 for place in back)])
