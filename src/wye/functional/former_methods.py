"""Methods of PyTorch's Tensor that are no operators: functions of elements, layout, and what old programs call."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from wye.functional.operators import of
from wye.overrides import overridable
from wye.schema.values import MEMORY_FORMATS, memory_format
from wye.tensors.legacy import make, sizes_of
from wye.tensors.storage_classes import storage_type as type_of_storage
from wye.tensors.typed_storage import storage as typed_storage
from wye.tensors.typed_storage import warn

if TYPE_CHECKING:
    from collections.abc import Callable

    from wye.tensors import Tensor

__all__ = ["ANSWERS", "FORMER"]


def _checked(self: Tensor, name: str, *others: Tensor) -> list[Any]:
    """The elements of tensors as numbers, each broadcast to the first."""
    if any(one.requires_grad for one in (self, *others)):
        raise RuntimeError(f"Can't call {name}() on Variable that requires grad. Use var.detach().{name}() instead.")
    for one in others:
        if one.dtype is not self.dtype:
            raise TypeError(f"{name}: expected {self.type()} for 'other' (got {one.type()})")
    if self.device.type != "cpu":
        raise TypeError(f"{name} is only implemented on CPU tensors")
    return [of.expand_as(other, self).reshape(-1).tolist() for other in (self, *others)]


def _filled(self: Tensor, numbers: list[Any]) -> Tensor:
    is_real = not self.dtype.is_complex
    for number in numbers:
        if (
            not hasattr(number, "__float__")
            and not hasattr(number, "__index__")
            and (is_real or not isinstance(number, complex))
        ):
            raise TypeError(f"must be real number, not {type(number).__name__}")
    return self.copy_(self.new_tensor(numbers).reshape(self.shape))


def apply_(self: Tensor, callable: Callable[[Any], Any]) -> Tensor:
    """Replace each element by what a function returns for it.  Slow: it is called for each."""
    (own,) = _checked(self, "apply_")
    return _filled(self, [callable(value) for value in own])


def map_(self: Tensor, tensor: Tensor, callable: Callable[[Any, Any], Any]) -> Tensor:
    """Replace each element by what a function returns for it and for that of another tensor."""
    own, other = _checked(self, "map_", tensor)
    return _filled(self, [callable(a, b) for a, b in zip(own, other, strict=True)])


def map2_(self: Tensor, x: Tensor, y: Tensor, callable: Callable[[Any, Any, Any], Any]) -> Tensor:
    """Replace each element by what a function returns for it and for those of two other tensors."""
    own, first, second = _checked(self, "map2_", x, y)
    return _filled(self, [callable(a, b, c) for a, b, c in zip(own, first, second, strict=True)])


@overridable
def storage(self: Tensor) -> Any:
    """The memory of the tensor, all of it, as elements of its dtype; `untyped_storage` is for new programs."""
    warn(4)
    return typed_storage(self)


def _typed_storage(self: Tensor) -> Any:
    """`storage` without a warning."""
    return typed_storage(self)


@overridable
def storage_type(self: Tensor) -> Any:
    """The class of `storage`."""
    return type_of_storage(self)


def _is_in_both_orders(self: Tensor) -> bool:
    last = {4: "channels_last", 5: "channels_last_3d"}.get(self.ndim)
    return last is not None and self.is_contiguous() and self.is_contiguous(memory_format=MEMORY_FORMATS[last])


def dim_order(self: Tensor, *, ambiguity_check: bool | list[Any] = False) -> tuple[int, ...]:
    """The dimensions from the one with the largest stride to the one with the smallest.

    With ``ambiguity_check`` tensors for which several orders are right are refused; with a list of memory formats only
    those that do not have exactly one of them.

    Raises:
        RuntimeError: several orders are right, and that shall be checked.
        TypeError: ``ambiguity_check`` is neither a bool nor a list of memory formats.
    """
    strides, shape = self.stride(), self.shape
    if isinstance(ambiguity_check, bool):
        formats: list[Any] = []
    elif isinstance(ambiguity_check, list) and all(isinstance(one, memory_format) for one in ambiguity_check):
        formats = ambiguity_check
    else:
        raise TypeError("The ambiguity_check argument must be a bool or a list of memory formats.")
    is_open = (
        ambiguity_check is not False and len({s for s, n in zip(strides, shape, strict=True) if n != 1}) < self.ndim
    )
    if is_open and sum(self.is_contiguous(memory_format=one) for one in formats) != 1:
        raise RuntimeError(
            "The tensor does not have unique dim order, or cannot map to exact one of the given memory formats."
        )
    if ambiguity_check is not False and (0 in strides or _is_in_both_orders(self)):
        raise RuntimeError("The tensor does not have unique dim order.")
    return tuple(sorted(range(self.ndim), key=lambda dim: -strides[dim]))


def _fix_weakref(self: Tensor) -> None:
    """Nothing to do: a weak reference to a tensor holds as long as the tensor lives."""


def is_set_to(self: Tensor, tensor: Tensor) -> bool:
    """Do two tensors see the same memory with the same shape and strides?"""
    return (
        self.untyped_storage()._cdata == tensor.untyped_storage()._cdata
        and self.storage_offset() == tensor.storage_offset()
        and self.shape == tensor.shape
        and self.stride() == tensor.stride()
    )


@overridable
def is_shared(self: Tensor) -> bool:
    """Do other processes see its memory?  No."""
    return False


@overridable
def share_memory_(self: Tensor) -> Tensor:
    """Refused: memory is not shared between processes.

    Raises:
        RuntimeError: always.
    """
    raise RuntimeError("share_memory_: tensors of wye do not share memory between processes")


@overridable
def resize(self: Tensor, *sizes: Any) -> Tensor:
    """`view`: the shape may change, the number of elements may not.

    Raises:
        RuntimeError: it would.
    """
    wanted = list(sizes[0]) if len(sizes) == 1 and not isinstance(sizes[0], int) else list(sizes)
    count = 1
    for size in wanted:
        count *= size
    if count != self.numel():
        shape = "x".join(map(str, self.shape))
        raise RuntimeError(
            f"requested resize to {'x'.join(map(str, wanted))} ({count} elements in total), but the given tensor has "
            f"a size of {shape} ({self.numel()} elements). autograd's resize can only change the shape of a given "
            "tensor, while preserving the number of elements. "
        )
    return self.contiguous().view(wanted)


@overridable
def resize_as(self: Tensor, tensor: Tensor) -> Tensor:
    """`resize` to the shape of another tensor."""
    return resize(self, *tensor.shape)


def new(self: Tensor, *args: Any, device: Any = None, size: Any = None, data: Any = None) -> Tensor:
    """A tensor of the same dtype: of sizes, without particular values; of data, a storage, a tensor's memory."""
    where = self.device if device is None else device
    given = (*args, data) if data is not None else args
    sizes = sizes_of(given) if size is None else size
    if sizes is not None:
        return self.new_empty(sizes, device=where)
    if self.device.type == "cpu":
        return make(self.dtype, given, {} if device is None else {"device": device})  # type: ignore[no-any-return]
    return self.new_tensor(given[0], device=where)


def const_data_ptr(self: Tensor) -> int:
    """The address of the first element, for reading."""
    return self.data_ptr()


def sparse_dim(self: Tensor) -> int:
    """The number of sparse dimensions: none."""
    return 0


def dense_dim(self: Tensor) -> int:
    """The number of dense dimensions: all."""
    return self.ndim


def to_dense(self: Tensor, dtype: Any = None, *, masked_grad: bool = True) -> Tensor:
    """The tensor itself, which is dense; in another dtype if one is given."""
    return self if dtype is None else self.to(dtype)


@overridable
def module_load(self: Tensor, other: Tensor, assign: bool = False) -> Tensor:
    """What a module keeps when it loads ``other`` in the place of this tensor."""
    return other.detach() if assign else self.copy_(other).detach()


def _divided(self: Tensor, other: Any) -> Any:
    """``self / other``, as Python 2 called it."""
    return self / other


def _dividing(self: Tensor, other: Any) -> Any:
    """``other / self``, as Python 2 called it."""
    return other / self


def _divided_in_place(self: Tensor, other: Any) -> Any:
    """``self /= other``, as Python 2 called it."""
    return self.div_(other)


def _truth(self: Tensor) -> bool:
    """``bool(self)``, as Python 2 called it."""
    return bool(self)


def _integer(self: Tensor) -> int:
    """``int(self)``, as Python 2 called it."""
    return int(self)


def _without_deleting(self: Tensor, index: Any) -> None:
    """Refused: elements cannot be taken out.

    Raises:
        TypeError: always.
    """
    raise TypeError("Tensor does not support deleting items")


FORMER: Final[dict[str, Callable[..., Any]]] = {
    method.__name__: method
    for method in (
        apply_, map_, map2_, storage, storage_type, _typed_storage, _fix_weakref,
        dim_order, is_set_to, is_shared, share_memory_, resize, resize_as,
        new, const_data_ptr, sparse_dim, dense_dim, to_dense, module_load,
    )
} | {
    "__div__": _divided,
    "__rdiv__": _dividing,
    "__idiv__": _divided_in_place,
    "__delitem__": _without_deleting,
    "__nonzero__": _truth,
    "__long__": _integer,
}  # fmt: skip
# Questions with one answer here.
ANSWERS: Final[dict[str, Any]] = {
    **dict.fromkeys(("is_ipu", "is_maia", "is_mtia", "is_sparse_csr", "is_vulkan", "is_xpu", "volatile"), False),
    "name": None,
}
