"""Inverses of operators that cut a tensor into pieces.  See Note [The table of views]."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wye.aten.arrays.geometry import section_start
from wye.aten.declare import Rules
from wye.aten.metadata import list_of, ndim_of, size_of
from wye.aten.views.view import part
from wye.call.packets import ops

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

__all__ = ["VIEWS"]

VIEWS = Rules()
aten: Any = ops.aten


@VIEWS("chunk")
def _chunk(base: Any, changed: Any, output: int, chunks: int, dim: int = 0) -> Any:
    return part(base, changed, dim, output * ((size_of(base, dim) + chunks - 1) // chunks))


@VIEWS("tensor_split.sections")
def _section(base: Any, changed: Any, output: int, sections: int, dim: int = 0) -> Any:
    return part(base, changed, dim, section_start(size_of(base, dim), sections, output))


@VIEWS("tensor_split.indices")
def _between(base: Any, changed: Any, output: int, indices: Sequence[int], dim: int = 0) -> Any:
    bounds = [0, *indices, size_of(base, dim)]
    return aten.slice_scatter.default(base, changed, dim, bounds[output], bounds[output + 1])


@VIEWS("tensor_split.tensor_indices_or_sections")
def _either(base: Any, changed: Any, output: int, tensor_indices_or_sections: Any, dim: int = 0) -> Any:
    given = list_of(tensor_indices_or_sections)
    return (_between if ndim_of(tensor_indices_or_sections) else _section)(base, changed, output, given, dim)


def _along(find: Callable[..., Any], dim: int) -> Callable[..., Any]:
    """The same along one dimension; a tensor of one dimension is cut along that."""

    def rule(base: Any, changed: Any, output: int, given: Any) -> Any:
        return find(base, changed, output, given, min(dim, ndim_of(base) - 1))

    return rule


for _name, _dim in {"hsplit": 1, "vsplit": 0, "dsplit": 2}.items():
    VIEWS[f"{_name}.int"], VIEWS[f"{_name}.array"] = _along(_section, _dim), _along(_between, _dim)
