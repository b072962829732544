"""Dtypes and shapes of values as short text: ``f32[2, 3]``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from wye.tensors import Tensor

if TYPE_CHECKING:
    from wye.fx.node import Node

__all__ = ["annotation_of", "short_dtype"]

_SHORT: Final = {
    "bfloat16": "bf16", "float64": "f64", "float32": "f32", "float16": "f16", "complex32": "c32", "complex64": "c64",
    "complex128": "c128", "int8": "i8", "int16": "i16", "int32": "i32", "int64": "i64", "bool": "b8", "uint8": "u8",
    "uint16": "u16", "uint32": "u32", "uint64": "u64",
}  # fmt: skip


def short_dtype(dtype: Any) -> str:
    """``wye.float32`` as ``f32``."""
    name = str(dtype).rpartition(".")[2]
    return _SHORT.get(name, name)


def annotation_of(node: Node, *, stride: bool = False, place: bool = False) -> str:
    """What a node's value is, where that is known; else nothing."""
    value: Any = node.meta.get("val", node.meta.get("tensor_meta"))
    if isinstance(value, Tensor) or (hasattr(value, "shape") and hasattr(value, "dtype")):
        text = f"{short_dtype(value.dtype)}{list(value.shape)}"
        if stride:
            text += f"{list(value.stride() if callable(value.stride) else value.stride)}"
        return f"{text}{value.device}" if place and hasattr(value, "device") else text
    if type(value).__name__ in {"SymInt", "SymFloat", "SymBool"}:
        return f"{type(value).__name__}({value})"
    return ""
