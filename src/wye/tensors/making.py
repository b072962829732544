"""Tensors made of data: numbers, nested lists, arrays, other tensors."""

from __future__ import annotations

import warnings
from functools import cache, reduce
from typing import Any, Final

import wye.shown as shown
from wye._engine import engine
from wye.call.guards import included_keys
from wye.call.packets import ops
from wye.keys import DispatchKey
from wye.modes import function as functions
from wye.modes import pre_dispatch
from wye.modes.stack import ModeKey, dispatch_stack, get_mode
from wye.schema.symbolic import stands_for
from wye.schema.values import DTYPES, DTYPES_OF_PYTHON
from wye.schema.values import device as device_type
from wye.schema.values import dtype as dtype_type
from wye.tensors.dense import CPU, META, Tensor
from wye.tensors.dlpack import array_of
from wye.tensors.dtypes import default_dtype_of, from_numpy_dtype, get_default_dtype, title_of, to_numpy_dtype
from wye.tensors.elements import elements_of, ragged, refuse_text, types_in, uninferable
from wye.tensors.meta_array import MetaArray
from wye.tensors.storage import is_storage
from wye.tensors.wrapped_array import WrappedArray
from wye.warn_always import warn_once

__all__ = [
    "as_tensor", "from_numpy", "only_lift_cpu_tensors", "set_only_lift_cpu_tensors", "tensor", "unseen_from_numpy",
    "unseen_tensor", "warn_of_copy",
]  # fmt: skip


class _Lifting:
    cpu_only = False


_lifting: Final = _Lifting()
_MADE_HERE: Final = frozenset(("cpu", "meta"))
_thread: Final = dispatch_stack.thread
_NUMBERS: Final = frozenset((int, float, bool, complex, str, bytes))
_of_numbers: Final = engine.tensor_of  # the common case; None: it is another one


@cache
def _numpy() -> Any:
    """NumPy, loaded when the first tensor is made; faster than an import statement."""
    from wye.tensors.numpy_engine import np

    return np


def _checked_dtype(dtype: Any) -> dtype_type | None:
    """``dtype``, or the one that a Python type of numbers stands for."""
    if dtype is None or isinstance(dtype, dtype_type):
        return dtype
    if isinstance(dtype, type) and dtype in DTYPES_OF_PYTHON:
        return DTYPES_OF_PYTHON[dtype]
    raise TypeError(f"dtype must be one of wye's, for example wye.float32, not {dtype!r}")


def _without_tensors(data: Any) -> Any:
    """Nested lists with the arrays of the tensors in them; in a list, a tensor of one element is a number.

    Raises:
        TypeError: a list that is in itself.
        ValueError: what looks like a sequence gives no elements, or a tensor in a list has not one element.
    """
    if isinstance(data, Tensor):
        if (isinstance(data._data, WrappedArray) or data._handles_calls) and not data.ndim:
            return data.item()
        return data._resolved()._readable("wye.tensor()")
    if isinstance(data, (list, tuple)):
        try:
            return [_item_without_tensors(item) for item in data]
        except RecursionError:
            raise TypeError("new(): self-referential lists are incompatible") from None
    return _checked_sequence(data)


def _item_without_tensors(item: Any) -> Any:
    plain = _without_tensors(item)
    if not isinstance(item, Tensor) or not item.ndim:
        return plain
    if item.numel() != 1:
        error = ValueError("only one element tensors can be converted to Python scalars")
        error.add_note(f"{shown.package}.stack makes one tensor of tensors of one shape, and keeps their gradients")
        raise error
    return plain.reshape(())


def _checked_sequence(data: Any) -> Any:
    """An object that is no list: one with a length and elements has to give the first of them."""
    cls = type(data)
    if cls in _NUMBERS or not hasattr(cls, "__len__") or not hasattr(cls, "__getitem__") or hasattr(data, "ndim"):
        return data
    try:
        if len(data):
            data[0]
    except Exception as error:
        raise ValueError(f"could not determine the shape of object type '{cls.__name__}'") from error
    return data


def _array_of(data: Any, dtype: dtype_type | None) -> Any:
    """``data`` as an array of its own, in the dtype that tensors of it have."""
    from wye.tensors.numpy_engine import np  # here: only code that makes tensors needs NumPy

    if stands_for(data, int, float, bool):
        data = data.node.evaluate()  # a symbolic number is no array: Python's own has the default dtype
    is_array = isinstance(data, (np.ndarray, Tensor)) or hasattr(data, "__array__")
    if not is_array and hasattr(data, "__dlpack__"):
        data, is_array = array_of(data), True
    if isinstance(data, list) and data and isinstance(data[0], np.ndarray):
        warn_once(
            "a list of arrays",
            "Creating a tensor from a list of numpy.ndarrays is extremely slow. Please consider converting the list to "
            "a single numpy.ndarray with numpy.array() before converting to a tensor.",
            stacklevel=4,
        )
    plain = _without_tensors(data)
    try:
        array = np.array(plain)
    except ValueError as error:
        raise ragged(data) or ValueError(f"the sizes of the nested sequences differ: {error}") from None
    if is_array and not isinstance(data, np.generic):
        return array.astype(to_numpy_dtype(dtype or from_numpy_dtype(array.dtype.newbyteorder("="))), copy=False)
    if array.dtype.kind in "US":
        refuse_text(data)
    types = types_in(data)
    if dtype is None and not array.size and array.dtype.kind == "f":
        dtype = get_default_dtype()
    elif dtype is None:
        dtype = _inferred(data, array, types)
    return elements_of(data, array, dtype, types)


def check_dtype_of_elements(wanted: dtype_type, own: dtype_type) -> None:
    """Refuse memory of elements of another dtype.

    Raises:
        RuntimeError: it is another one.
    """
    if own is not wanted:
        raise RuntimeError(
            f"Expected a Storage of type {title_of(wanted)} or an UntypedStorage, but got type {title_of(own)} for "
            "argument 1 'storage'"
        )


def over_storage(storage: Any, dtype: dtype_type | None) -> Tensor:
    """A tensor over the memory of a storage, as elements of its own dtype; of bytes, as elements of any dtype."""
    own, wanted = getattr(storage, "dtype", None), dtype
    memory = getattr(storage, "_untyped_storage", storage)
    if wanted is None:
        wanted = own or DTYPES["int64"]  # a storage of bytes is a sequence of integers
    if own is not None:
        check_dtype_of_elements(wanted, own)
    made: Tensor = ops.aten.empty.memory_format([0], dtype=wanted, device=memory.device)
    return ops.aten.set_.source_Storage(made, memory)  # type: ignore[no-any-return]


def _inferred(data: Any, array: Any, types: set[type]) -> dtype_type:
    """The dtype of tensors made of these numbers, which NumPy has made into ``array``."""
    kind = array.dtype.kind
    if any(issubclass(one, Tensor) for one in types):
        return from_numpy_dtype(_meeting_dtype(data))
    if kind == "O" or (kind == "u" and array.dtype.itemsize == 8) or (kind == "f" and types <= {int, bool}):
        raise uninferable(data)
    found = from_numpy_dtype(array.dtype.newbyteorder("="))
    of_numpy = {one for one in types if hasattr(one, "dtype")}
    if not of_numpy:
        return default_dtype_of(found)
    from wye.tensors.numpy_engine import np  # here: only code that makes tensors needs NumPy
    from wye.tensors.promotion import dtype_of_number, promote  # here: it needs NumPy

    if not all(issubclass(one, np.generic) for one in of_numpy):  # arrays in a list
        return from_numpy_dtype(_meeting_dtype(data)) if array.size else found
    numbers = [np.dtype(one) if one in of_numpy else dtype_of_number(one()) for one in types]
    return from_numpy_dtype(reduce(promote, numbers))


def _meeting_dtype(data: Any) -> Any:
    """The NumPy dtype of nested lists with tensors in them."""
    from wye.tensors.promotion import dtype_of_number, promote  # here: it needs NumPy

    if isinstance(data, (list, tuple)):
        return reduce(promote, map(_meeting_dtype, data))
    return data._data.dtype if isinstance(data, Tensor) else getattr(data, "dtype", None) or dtype_of_number(data)


def tensor(
    data: Any,
    *,
    dtype: dtype_type | None = None,
    device: device_type | str | None = None,
    requires_grad: bool = False,
    pin_memory: bool = False,
) -> Tensor:
    """Make a tensor with a copy of ``data``: numbers, nested lists, arrays or tensors.

    Args:
        data: Python floats become the default dtype (``float32``); arrays keep their dtype.
        dtype: The type of the elements.
        device: ``"cpu"``, or ``"meta"`` for a tensor without data.
        requires_grad: Shall gradients be computed for it?
        pin_memory: Accepted for PyTorch's sake; the memory is ordinary.

    Raises:
        TypeError: a dtype that is not wye's, or data that no dtype fits.
        ValueError: a device on which wye cannot hold data.
    """
    if functions.thread.top is not None and functions.is_mode_enabled():
        options = _given(dtype=dtype, device=device, requires_grad=requires_grad, pin_memory=pin_memory)
        handled: Tensor = functions.call_public(tensor, (data,), options)
        return handled
    if isinstance(data, Tensor):
        warn_of_copy(f"{shown.package}.tensor")
    is_seen: Any = _thread.top is not None or _thread.levels or _thread.lifts > 0 or pre_dispatch.thread.is_active
    is_seen = is_seen or (isinstance(data, Tensor) and isinstance(data._data, WrappedArray))
    is_here = device is None or device == "cpu" or device is CPU
    made: Tensor | None = _of_numbers(data, dtype) if is_here and not is_seen else None
    if made is None:
        dtype = _checked_dtype(dtype)
        made = (_seen_tensor if is_seen else unseen_tensor)(data, dtype, device)
        if _thread.lifts > 0 and not made.is_meta and _leaves_are_seen():
            made = ops.aten.detach_.default(made)
    return made._begin_as_leaf() if requires_grad else made


def _leaves_are_seen() -> bool:
    """Does the layer see that the tensor is made a leaf?  The transform does; the key does not, modes do already."""
    return not (pre_dispatch.thread.is_active or included_keys().has(DispatchKey.Functionalize))


def only_lift_cpu_tensors() -> bool:
    """Are numbers for another device made a tensor on the CPU first, which then is moved?  So under fake tensors."""
    return _lifting.cpu_only or get_mode(ModeKey.FAKE) is not None


def set_only_lift_cpu_tensors(value: bool) -> None:
    """Set that for the process, whether or not fake tensors are in use."""
    _lifting.cpu_only = bool(value)


def warn_of_copy(name: str) -> None:
    """Say that ``name``, which makes tensors of numbers, was called with a tensor."""
    warnings.warn(
        "To copy construct from a tensor, it is recommended to use sourceTensor.detach().clone() or "
        f"sourceTensor.detach().clone().requires_grad_(True), rather than {name}(sourceTensor).",
        stacklevel=3,
    )


def _given(**options: Any) -> dict[str, Any]:
    """Options that are not the defaults: what a caller has written."""
    return {name: value for name, value in options.items() if value is not None and value is not False}


def unseen_tensor(data: Any, dtype: dtype_type | None = None, device: device_type | str | None = None) -> Tensor:
    """The same without any operator, which a mode would see."""
    if device is None or device == "cpu" or device is CPU:
        numbers: Tensor | None = _of_numbers(data, dtype)
        if numbers is not None:
            return numbers
    where = data._device if device is None and isinstance(data, Tensor) else device_type(device or "cpu")
    if isinstance(data, Tensor) and type(data._data) is MetaArray:
        wanted = data.dtype if dtype is None else dtype
        made = Tensor._over(MetaArray(data._data.shape, to_numpy_dtype(wanted)), META)
    elif is_storage(data):
        made = over_storage(data, dtype)
    else:
        array = _array_of(data, dtype)
        if where.type == "meta":
            made = Tensor._over(MetaArray(array.shape, array.dtype), META)
        elif where.type == "cpu":
            made = Tensor._over(array)
        else:
            raise ValueError(
                f"wye.tensor cannot hold data on the device {where}: a backend for it must make the tensor"
            )
    return made


def _seen_tensor(data: Any, dtype: dtype_type | None, device: device_type | str | None) -> Tensor:
    """The same with the operators that PyTorch shows to modes."""
    from wye.tensors.numpy_engine import np  # here: only code that makes tensors needs NumPy

    aten: Any = ops.aten
    if isinstance(data, Tensor):
        where = data.device if device is None else device_type(device)
        made = aten._to_copy.default(aten.detach.default(data), dtype=dtype or data.dtype, device=where)
    elif isinstance(data, np.ndarray) and data.dtype.kind != "O" and data.dtype.isnative:
        lifted = aten.lift_fresh.default(unseen_tensor(data))
        made = aten._to_copy.default(lifted, dtype=dtype or lifted.dtype, device=device_type(device or "cpu"))
    else:
        later = device if device is not None and device_type(device).type not in _MADE_HERE else None
        if later is not None and not only_lift_cpu_tensors():
            later = None
        made = unseen_tensor(data, dtype, device if later is None else None)
        if not made.is_meta:
            made = aten.lift_fresh.default(made)
            if later is not None:
                made = aten._to_copy.default(made, device=device_type(later))
            if pre_dispatch.thread.is_active:
                made = aten.detach_.default(made)
    return made  # type: ignore[no-any-return]


def from_numpy(array: Any) -> Tensor:
    """Make a tensor that shares memory with a NumPy array.

    Raises:
        TypeError: it is no NumPy array, or its elements are of no dtype that wye has.
        ValueError: a stride is negative, or no multiple of the element's size.
    """
    made = unseen_from_numpy(array)
    if _thread.top is not None or _thread.levels or _thread.lifts:
        made = ops.aten.lift_fresh.default(made)
    return made


def unseen_from_numpy(array: Any) -> Tensor:
    """The same without any operator, which a mode would see."""
    np = _numpy()
    if type(array) is np.ndarray and array.flags.c_contiguous and 1 not in array.shape and array.size:
        from_numpy_dtype(array.dtype)
        return _sharing(array, array.view())  # the common case: its strides are positive
    if not isinstance(array, np.ndarray):
        raise TypeError(f"expected np.ndarray (got {type(array).__name__}); wye.tensor copies other data")
    from_numpy_dtype(array.dtype)
    if any(stride < 0 for stride in array.strides):
        raise ValueError(
            "At least one stride in the given numpy array is negative, and tensors with negative strides are not "
            "supported. (You can probably work around this by making a copy of your array with array.copy().)"
        )
    if any(stride % array.dtype.itemsize for stride in array.strides):
        raise ValueError("given numpy array strides not a multiple of the element byte size. Copy the array first.")
    return _sharing(array, array.view(np.ndarray))


def _sharing(array: Any, seen: Any) -> Tensor:
    """A tensor over a view of an array, not over the array itself, whose shape and flags its owner can change."""
    made = Tensor._over(seen)
    storage = made._storage
    storage._resizable = False
    storage._source = array  # programs hold weak references to it, and NumPy's views skip arrays that are views
    return made


def as_tensor(data: Any, dtype: dtype_type | None = None, device: device_type | str | None = None) -> Tensor:
    """Make a tensor of ``data``, sharing its memory where dtype and device allow it."""
    if functions.thread.top is not None and functions.is_mode_enabled():
        handled: Tensor = functions.call_public(as_tensor, (data,), _given(dtype=dtype, device=device))
        return handled
    if type(data) is Tensor and (dtype is None or data.dtype is dtype) and (device is None or device is data.device):
        return data
    np = _numpy()
    dtype = _checked_dtype(dtype)
    where = None if device is None else device_type(device)
    if isinstance(data, Tensor):
        if (dtype is None or data.dtype is dtype) and (where is None or where == data.device):
            return data
        made: Tensor = ops.aten._to_copy.default(data, dtype=dtype or data.dtype, device=where or data.device)
        return made
    if isinstance(data, np.ndarray) and (where is None or where.type == "cpu"):
        shared = all(stride >= 0 and stride % data.dtype.itemsize == 0 for stride in data.strides)
        if shared and (dtype is None or to_numpy_dtype(dtype) == data.dtype):
            return from_numpy(data)
    if _thread.lifts > 0:  # PyTorch makes a leaf of what `tensor` returns, and not here
        return _seen_tensor(data, dtype, where)
    return tensor(data, dtype=dtype, device=where)
