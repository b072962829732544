"""Tensors over NumPy arrays: kernels that take and give arrays, views of memory, versions.  Twin: csrc/arrays.c."""

from __future__ import annotations

from operator import index
from typing import TYPE_CHECKING, Any, NamedTuple

from wye._pure.plan import RETURNS_FRESH, RETURNS_SAME, RETURNS_VALUE, Kernel, Signature
from wye._pure.state import TensorBase, Version, _hooks

if TYPE_CHECKING:
    from collections.abc import Callable


def _version_of(tensor: TensorBase) -> Version:
    version = tensor._version_counter
    if type(version) is not Version:
        version = tensor._version_counter = Version()
    return version


def _bump(value: Any) -> None:
    if isinstance(value, TensorBase):
        _version_of(value).count += 1
    elif type(value) is list:
        for item in value:
            _bump(item)


def _argument(sig: Signature, number: int, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """The value of the argument with this number, or None when the caller left it out."""
    return args[number] if number < len(args) else kwargs.get(sig.names[number])


def bump_versions(sig: Signature, writes: int, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
    """Count a write to the arguments whose bits are set."""
    for number in range(len(sig.names)):
        if writes >> number & 1:
            _bump(_argument(sig, number, args, kwargs))


def _as_array(value: Any) -> Any:
    import numpy as np  # here: only who has tensors needs NumPy

    return value if type(value) is np.ndarray else np.asarray(value)


def wrap(array: Any, /) -> Any:
    """A plain tensor over an array that nobody else sees."""
    if getattr(_hooks, "plain_type", None) is None:
        raise RuntimeError("there is no plain type of tensors yet")
    tensor = TensorBase.__new__(_hooks.plain_type)
    tensor._bits = _hooks.array_keys
    tensor._data = _as_array(array)
    return tensor


def view(base: TensorBase, array: Any, /) -> Any:
    """A plain tensor over an array that sees a part of the memory of ``base``."""
    if not isinstance(base, TensorBase):
        raise TypeError("a view needs the tensor that it is a view of")
    tensor = wrap(array)
    tensor._bits |= base._bits & _hooks.view_keys
    tensor._root = base._data if base._root is None else base._root
    tensor._owner = base._owner
    tensor._version_counter = _version_of(base)
    return tensor


class _Memory:
    """Memory by its address, for NumPy to look at; holds the array that owns it."""

    def __init__(self, interface: dict[str, Any], owner: Any) -> None:
        self.__array_interface__ = interface
        self.owner = owner


def restride(array: Any, shape: tuple[int, ...], strides: tuple[int, ...], offset: int, /) -> Any:
    """The memory of an array with another shape, strides and start, in bytes; nothing is checked."""
    import numpy as np  # here: there is an array, so NumPy is loaded

    both = isinstance(shape, tuple) and isinstance(strides, tuple) and len(shape) == len(strides)
    if not isinstance(array, np.ndarray) or not both:
        raise TypeError("restride() takes an array, two tuples of the same length, and an offset")
    interface = dict(
        array.__array_interface__,
        shape=tuple(map(index, shape)),
        strides=tuple(map(index, strides)),
        typestr=f"|V{array.itemsize}",  # extension dtypes have no letters of their own
        descr=[("", f"|V{array.itemsize}")],
        data=(data_ptr(array) + offset, not array.flags.writeable),
    )
    return np.asarray(_Memory(interface, array)).view(array.dtype)


def _memory_of(tensor: TensorBase) -> Any:
    for array in (tensor._owner, tensor._root):
        if array is not None:
            return array
    return tensor._data


def _owner_of(value: Any) -> Any:
    import numpy as np  # here: only who has tensors needs NumPy

    is_tensor = isinstance(value, TensorBase)
    array = _memory_of(value) if is_tensor else value
    if not isinstance(array, np.ndarray):
        return array if is_tensor else None
    while isinstance(array.base, np.ndarray):
        array = array.base
    return array


def shares_memory(a: Any, b: Any, /) -> bool:
    """Do two tensors or arrays see memory of the same owner?"""
    if not hasattr(_hooks, "quiet"):
        return False
    owner = _owner_of(a)
    return owner is not None and owner is _owner_of(b)


def data_ptr(array: Any, /) -> int:
    """The address of an array's first element."""
    import numpy as np  # here: there is an array, so NumPy is loaded

    if not isinstance(array, np.ndarray):
        raise TypeError(f"data_ptr() takes an array, not {type(array).__name__}")
    address: int = array.__array_interface__["data"][0]
    return address


def _unwrap(value: Any) -> Any:
    if isinstance(value, TensorBase):
        if value._data is None:
            raise RuntimeError("a tensor without data reached a kernel that computes on data")
        return value._data
    return [_unwrap(item) for item in value] if type(value) is list else value


def _with_strides(array: Any) -> Any:
    """An array without elements, with the strides that it would have with some."""
    if any(array.strides):
        return array  # somebody chose them
    step, reverse = array.itemsize, []
    for size in reversed(array.shape):
        reverse.append(step)
        step *= max(size, 1)
    return restride(array, array.shape, tuple(reversed(reverse)), 0)


class _Call(NamedTuple):
    sig: Signature
    args: tuple[Any, ...]  # as the operator got them
    kwargs: dict[str, Any]
    arrays: list[Any]  # as the kernel got them


def _wrapped(code: int, value: Any, call: _Call) -> Any:
    """One place of a kernel's result as the caller gets it."""
    if code == RETURNS_VALUE:
        return value
    if code != RETURNS_FRESH and code >= RETURNS_SAME:
        same = _argument(call.sig, code & 0x3F, call.args, call.kwargs)
        if same is None:
            raise TypeError("a kernel returned an argument that was not given")
        return same
    if type(value) in (list, tuple):
        return [_wrapped(code, item, call) for item in value]
    if value is None:
        return None  # an optional result that is not there
    if code == RETURNS_FRESH:
        array = _as_array(value)
        if array.size == 0:
            array = _with_strides(array)
        # an argument unchanged: a fresh result has its own memory
        return wrap(array.copy(order="K") if any(array is one for one in call.arrays) else array)
    return view(_argument(call.sig, code, call.args, call.kwargs), value)


def call_arrays(
    fn: Callable[..., Any], kernel: Kernel, sig: Signature, args: tuple[Any, ...], kwargs: dict[str, Any]
) -> Any:
    """Call a kernel with the data of tensors, and make tensors of its arrays."""
    if not hasattr(_hooks, "quiet"):
        raise RuntimeError("NumPy is not loaded: import wye.tensors first")
    arrays = [_unwrap(value) for value in args]
    by_name = {name: _unwrap(value) for name, value in kwargs.items()}
    variable, value = _hooks.quiet
    token = variable.set(value)
    try:
        result = fn(*arrays, **by_name)
    finally:
        variable.reset(token)
    call = _Call(sig, args, kwargs, [*arrays, *by_name.values()])
    codes = kernel.returns
    assert codes is not None
    if len(codes) == 1:
        return _wrapped(codes[0], result, call)
    if not codes or type(result) is not tuple or len(result) != len(codes):
        return result  # the check of the operator's returns has the words
    return tuple(_wrapped(code, value, call) for code, value in zip(codes, result, strict=True))
