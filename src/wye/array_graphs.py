"""Graphs that were traced on ndarrays: given ndarrays, they give ndarrays back."""

from __future__ import annotations

from typing import Any

from wye.array_transforms import on_arrays
from wye.fx import GraphModule

__all__ = ["ArrayGraphModule"]


class ArrayGraphModule(GraphModule):
    """A module whose operators compute on tensors, as they were traced; its callers have ndarrays, or tensors."""

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Run the graph: on tensors that share the memory of ndarrays."""
        return on_arrays(self._call_impl, args, kwargs)
