"""What nodes know about their values: shape, dtype, strides.

Warm: runs once per traced call.  ``meta["val"]`` is a fake tensor, ``meta["tensor_meta"]`` a tuple of facts.
`snapshot` is the one place that says what stands for a value in a graph.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from wye.fake import FakeTensor, FakeTensorMode
from wye.fake.tensor import make, view
from wye.nn.parameter import Parameter
from wye.schema.symbolic import stands_for
from wye.schema.values import MEMORY_FORMATS
from wye.tensors import Tensor
from wye.tensors.meta_array import describe

if TYPE_CHECKING:
    from wye.fx.node import Node

__all__ = ["TensorMetadata", "describe_node", "snapshot", "tensor_metadata"]

_FORMATS: Final = tuple(
    MEMORY_FORMATS[name]
    for name in ("contiguous_format", "channels_last", "channels_last_3d")
    if name in MEMORY_FORMATS
)


_PLAIN: Final = frozenset({Tensor, Parameter})


class TensorMetadata(NamedTuple):
    """Facts about a tensor.

    Attributes:
        shape: Its sizes.
        dtype: The type of its elements.
        requires_grad: Does autograd follow it?
        stride: Elements to the next one, by dimension.
        memory_format: The first format that its strides have, or None.
        is_quantized: Always False.
        qparams: Always empty.
    """

    shape: Any
    dtype: Any
    requires_grad: bool
    stride: tuple[int, ...]
    memory_format: Any
    is_quantized: bool
    qparams: dict[str, Any]


def tensor_metadata(value: Tensor, include_contiguity: bool = True) -> TensorMetadata:
    """The facts about a tensor.

    Args:
        value: The tensor.
        include_contiguity: Find out its memory format, too.
    """
    found = None
    if include_contiguity:
        if all(type(size) is int for size in value.shape):
            found = next((form for form in _FORMATS if value.is_contiguous(memory_format=form)), None)
        elif getattr(value._data, "is_row_major", False):  # known without a question about symbolic sizes
            found = _FORMATS[0]
    return TensorMetadata(value.shape, value.dtype, value.requires_grad, value.stride(), found, False, {})


def snapshot(value: Any) -> Any:
    """What stands for a value in a graph: tensors without their data; lists and tuples of them; other values as is."""
    if isinstance(value, Tensor):
        return _without_data(value)
    if type(value) in {list, tuple}:
        return type(value)(map(snapshot, value))
    if isinstance(value, tuple):
        return tuple(map(snapshot, value))
    if isinstance(value, dict):
        return {key: snapshot(one) for key, one in value.items()}
    return value if isinstance(value, (bool, int, float, complex, str)) or stands_for(value, int, float, bool) else None


def _without_data(value: Tensor) -> Any:
    data = value._data
    if type(value) is FakeTensor:
        return view(value, data, False)
    if type(value) in _PLAIN and hasattr(data, "strides"):
        return make(_mode(), describe(data), value.device)
    return value.detach()


@functools.cache
def _mode() -> FakeTensorMode:
    """The mode of the fakes that stand for real tensors in graphs."""
    return FakeTensorMode()


def describe_node(node: Node, value: Any) -> None:
    """Let a node know its value."""
    node.meta["val"] = snapshot(value)
    if isinstance(value, Tensor):
        node.meta["tensor_meta"] = tensor_metadata(value)
