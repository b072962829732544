"""Checks of numbers and of metadata."""

from __future__ import annotations

from typing import Any

from wye.aten.declare import Rules
from wye.call.packets import ops
from wye.schema.symbolic import constrain
from wye.tensors.dtypes import title_of

__all__ = ["EXPLICIT"]

EXPLICIT = Rules()


@EXPLICIT("_assert_scalar")
def assert_scalar(self: Any, assert_msg: str) -> None:
    """Raise with a message if a number is 0."""
    if not self:
        raise RuntimeError(assert_msg)


@EXPLICIT("_functional_assert_scalar")
def functional_assert_scalar(self: Any, assert_msg: str, dep_token: Any) -> Any:
    """Raise if a number is 0; else a copy of the last argument, which orders such checks."""
    assert_scalar(self, assert_msg)
    return ops.aten.clone.default(dep_token)


@EXPLICIT("sym_constrain_range")
def sym_constrain_range(size: Any, *, min: int | None = None, max: int | None = None) -> None:
    """Raise if an integer is not between two numbers; asks for the value of a symbolic one."""
    constrain(int(size), min, max, is_size=False)


@EXPLICIT("sym_constrain_range_for_size")
def sym_constrain_range_for_size(size: Any, *, min: int | None = None, max: int | None = None) -> None:
    """The same for an integer that is used as a size: from 0 on."""
    constrain(int(size), 0 if min is None else min, max, is_size=True)


def _mismatch(what: str, expected: Any, got: Any) -> RuntimeError:
    return RuntimeError(f"Tensor {what} mismatch! Expected: {expected}, Got: {got}")


@EXPLICIT("_assert_tensor_metadata")
def assert_tensor_metadata(
    a: Any, size: Any = None, stride: Any = None, dtype: Any = None, *, device: Any = None, layout: Any = None
) -> None:
    """Raise if a tensor has other metadata than those given."""
    if size is not None and list(a.shape) != list(size):
        raise _mismatch("sizes", list(size), list(a.shape))
    if stride is not None and list(a.stride()) != list(stride):
        raise _mismatch("strides", list(stride), list(a.stride()))
    if dtype is not None and a.dtype is not dtype:
        raise _mismatch("dtype", title_of(dtype), title_of(a.dtype).lower())
    if device is not None and a.device != device:
        raise _mismatch("device", device, a.device)
    if layout is not None and a.layout is not layout:
        raise _mismatch("layout", _layout_name(layout), _layout_name(a.layout))


def _layout_name(layout: Any) -> str:
    name: str = layout.name
    return {"sparse_coo": "Sparse"}.get(name, name.title().replace("_", ""))
