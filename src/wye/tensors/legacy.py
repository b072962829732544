"""The constructors that PyTorch had before factories: ``Tensor(2, 3)``, ``Tensor([1, 2])``."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, Final

from wye.call.packets import ops
from wye.modes.stack import dispatch_stack
from wye.schema.values import device as device_type
from wye.tensors.dense import CPU, Tensor
from wye.tensors.dtypes import get_default_dtype
from wye.tensors.making import over_storage, tensor
from wye.tensors.size import Size
from wye.tensors.storage import is_storage

if TYPE_CHECKING:
    from wye.schema.values import dtype as dtype_type

__all__ = ["make", "sizes_of"]

_INT: Final = frozenset((int,))
_thread: Final = dispatch_stack.thread


@cache
def _empty() -> Any:
    return ops.aten.empty.memory_format


def _is_size(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def sizes_of(args: tuple[Any, ...]) -> list[int] | None:
    """The requested sizes; None: the arguments are data."""
    if len(args) == 1 and isinstance(args[0], Size):
        return list(args[0])
    if args and not _is_size(args[0]):
        return None
    for place, size in enumerate(args):
        if not _is_size(size):
            raise TypeError(
                f"new(): argument 'size' failed to unpack the object at pos {place + 1} with error "
                f'"type must be tuple of ints,but got {type(size).__name__}"'
            )
    return list(args) or [0]


def _of_data(data: Any, dtype: dtype_type, keeps_dtype: bool) -> Any:
    if is_storage(data):
        return over_storage(data, dtype)
    if isinstance(data, Tensor):
        if data.dtype is not dtype and not keeps_dtype:
            raise TypeError(f"expected a tensor of {dtype} (got one of {data.dtype})")
        return ops.aten.alias.default(data)
    if isinstance(data, str):
        raise TypeError("new(): invalid data type 'str'")
    if not hasattr(data, "__len__") and not hasattr(data, "__array__"):
        raise TypeError(f"new(): data must be a sequence (got {type(data).__name__})")
    return tensor(data, dtype=dtype)


def _misfit(args: tuple[Any, ...], kwargs: dict[str, Any]) -> TypeError:
    got = [type(value).__name__ for value in args] + [f"{name}={type(one).__name__}" for name, one in kwargs.items()]
    return TypeError(f"new() received an invalid combination of arguments - got ({', '.join(got)})")


def make(dtype: dtype_type | None, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """Make a tensor as the old constructors do.

    Args:
        dtype: The type of the elements; None: the default dtype, or what a tensor has.
        args: Sizes, or a sequence of numbers, a tensor or a storage to share memory with, or nothing.
        kwargs: ``device``, ``data`` and ``size`` are known.

    Raises:
        TypeError: the arguments are none of these.
        RuntimeError: another device than the CPU.
    """
    if dtype is None and not kwargs and _INT.issuperset(map(type, args)) and _thread.top is None:
        return _empty()(list(args) or [0])  # the common case; a mode sees all the options
    options = dict(kwargs)
    where = options.pop("device", None)
    given = (*args, options.pop("data")) if "data" in options and not args else args
    if "size" in options and not given:
        given = (Size(options.pop("size")),)
    if options:
        raise _misfit(args, kwargs)
    if where is not None and device_type(where).type != "cpu":
        raise RuntimeError(
            f"legacy constructor expects device type: cpu but device type: {device_type(where).type} was passed"
        )
    of = get_default_dtype() if dtype is None else dtype
    size = sizes_of(given)
    if size is not None:
        return ops.aten.empty.memory_format(size, dtype=of, device=CPU, pin_memory=False)
    if len(given) > 1:
        raise _misfit(args, kwargs)
    return _of_data(given[0], of, dtype is None)
