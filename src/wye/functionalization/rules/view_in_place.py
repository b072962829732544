"""Tensors that get another size or other memory under functionalization."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wye.aten.arrays.allocation import format_strides
from wye.aten.composites.view_in_place import detach_
from wye.aten.declare import Rules
from wye.call.packets import ops
from wye.functionalization.handlers import become, taking_calls
from wye.functionalization.key import KEY
from wye.functionalization.steps import FunctionalStep
from wye.functionalization.storage import FunctionalStorage
from wye.functionalization.wrapper import sync, wrap
from wye.functionalization.writes import refuse_plain
from wye.tensors.layout import contiguous_strides

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wye.functionalization.wrapper import FunctionalArray, Owner

__all__ = ["FUNCTIONALIZE", "move_to"]

FUNCTIONALIZE = Rules()
aten: Any = ops.aten


def _reach(sizes: Sequence[int], strides: Sequence[int], offset: int) -> int:
    """The elements from the start of a storage to the last one that is seen."""
    if 0 in sizes:
        return 0
    return 1 + offset + sum((n - 1) * step for n, step in zip(sizes, strides, strict=True))


def move_to(data: FunctionalArray, value: Any) -> None:
    """Let a functional tensor be the base of other memory."""
    data.inner, data.storage, data.views, data.generation = value, FunctionalStorage(value), (), 0


@FUNCTIONALIZE("detach_")
@taking_calls
def _detach(owner: Owner, op: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """Autograd, which stands above, forgets the history; at the key nothing else happens, transforms see a view."""
    data = owner.find(args[0])
    if data is None:
        return owner.below(op, *args, **kwargs)
    detach_(args[0])
    if owner is not KEY:
        become(data, FunctionalStep(aten.detach.default, (), {}, copies=owner.copies))
    return args[0]


@FUNCTIONALIZE("resize_")
@taking_calls
def _resize(owner: Owner, op: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    self, size = args[0], tuple(args[1] if len(args) > 1 else kwargs["size"])
    data = owner.find(self)
    if data is None:
        return owner.below(op, *args, **kwargs)
    memory_format = kwargs.get("memory_format")
    value = owner.below(aten.resize.default, sync(data), list(size), memory_format=memory_format)
    strides = format_strides(size, memory_format) or contiguous_strides(size)
    if _reach(size, strides, data.offset) * data.itemsize > data.storage.nbytes:
        if data.views or data.storage.is_seen_by_others(data):
            raise RuntimeError(
                "Attempted to resize a view tensor to a larger size. This is not allowed in the functionalization pass"
            )
        move_to(data, value)
        return self
    if tuple(data.shape) != size or tuple(data.steps) != tuple(strides):
        become(data, FunctionalStep(aten.as_strided.default, (list(size), list(strides)), {}, copies=owner.copies))
    return self


@FUNCTIONALIZE("resize_as_")
@taking_calls
def _resize_as(owner: Owner, op: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    self, template = args
    return _resize(owner, aten.resize_.default, (self, [*template.shape]), kwargs)


@FUNCTIONALIZE("set_.source_Tensor")
@taking_calls
def _set(owner: Owner, op: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    self, source = args
    data, other = owner.find(self), owner.find(source)
    if data is None:
        if other is not None:
            raise refuse_plain(op)
        return owner.below(op, *args, **kwargs)
    if self.dtype != source.dtype:
        raise RuntimeError(
            f"Could not set tensor of type {source.dtype} to a tensor of type {self.dtype}; view the source first: "
            f"source.view({self.dtype})"
        )
    found: FunctionalArray = wrap(source, owner)._data if other is None else other
    data.inner, data.storage, data.views, data.generation = found.inner, found.storage, found.views, found.generation
    data.storage.remember(data)
    data.new_storages += 1
    return self


@FUNCTIONALIZE("set_.source_Tensor_storage_offset")
@taking_calls
def _set_at(owner: Owner, op: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    self, source, offset, size, *strides = args
    if owner.find(self) is None and owner.find(source) is None:
        return owner.below(op, *args, **kwargs)
    if not source.is_contiguous():
        raise RuntimeError("passed in tensor to be used as storage must be contiguous")
    steps = list(strides[0]) if strides and strides[0] else list(contiguous_strides(size))
    return aten.set_.source_Tensor(self, aten.as_strided.default(source, size, steps, offset + source.storage_offset()))


@FUNCTIONALIZE("set_")
@taking_calls
def _set_empty(owner: Owner, op: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    data = owner.find(args[0])
    if data is None:
        return owner.below(op, *args, **kwargs)
    move_to(data, owner.below(aten.new_empty.default, data.inner, [0]))
    data.new_storages += 1
    return args[0]


@FUNCTIONALIZE("set_.source_Storage", "set_.source_Storage_storage_offset")
@taking_calls
def _set_storage(owner: Owner, op: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    if owner.find(args[0]) is None:
        return owner.below(op, *args, **kwargs)
    raise RuntimeError(
        f"{op.name()}: a functional tensor cannot use a storage, which knows nothing of the values that replaced it; "
        "pass the tensor whose storage it is"
    )
