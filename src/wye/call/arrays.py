"""Arrays of other libraries: which keys their objects bring to a call.

Called once per type; the engine then finds the type by its address.  NumPy is known by name: nothing here imports it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from wye._engine import engine
from wye.errors import RegistrationError
from wye.keys import DispatchKeySet, all_backends, as_keyset, device_of_backend

__all__ = ["ArrayLike", "brings_keys", "device_type_of", "dtype_reader_of", "is_array_type", "register_array_type"]

_Keys = DispatchKeySet | Callable[[Any], DispatchKeySet]
_by_type: dict[type, _Keys] = {}
# Types of libraries that may never be imported, by module and name.
_by_name: dict[str, _Keys] = {
    "numpy.ndarray": DispatchKeySet("NumPy"),
    "numpy.generic": DispatchKeySet("NumPy"),  # what NumPy returns where PyTorch returns a 0-dim tensor
}
_dtype_readers: dict[type | str, Callable[[Any], Any]] = {}


class ArrayLike(Protocol):
    """An array of another library, for type checkers: it has a shape and a dtype."""

    @property
    def shape(self) -> Any:
        """The size of each dimension."""

    @property
    def dtype(self) -> Any:
        """The type of the elements."""


def _resolve(cls: type) -> _Keys | None:
    """The keys of objects of ``cls`` or of its nearest registered base, or None."""
    for base in cls.__mro__:
        keys = _by_type.get(base)
        if keys is None:
            keys = _by_name.get(f"{base.__module__}.{base.__qualname__}")
        if keys is not None:
            return keys
    return None


def is_array_type(cls: type) -> bool:
    """Are objects of ``cls`` taken where a schema says Tensor, though they are no tensors?"""
    return _resolve(cls) is not None


def brings_keys(cls: type, keys: DispatchKeySet) -> bool:
    """Do all objects of ``cls``, which are no tensors, bring these keys to a call?"""
    found = _resolve(cls)
    return isinstance(found, DispatchKeySet) and found.bits & keys.bits == keys.bits


def dtype_reader_of(cls: type) -> Callable[[Any], Any] | None:
    """The function that reads the dtype of objects of ``cls``; None: read their attribute ``dtype``."""
    if not _dtype_readers:
        return None
    for base in cls.__mro__:
        found = _dtype_readers.get(base) or _dtype_readers.get(f"{base.__module__}.{base.__qualname__}")
        if found is not None:
            return found
    return None


def device_type_of(array: Any) -> str:
    """The device type of the backend whose key an array brings to a call.

    Raises:
        TypeError: it brings no key.
    """
    keys = _resolve(type(array))
    if keys is None:
        raise TypeError(f"objects of {type(array).__name__} bring no dispatch keys; see wye.register_array_type")
    found = keys if isinstance(keys, DispatchKeySet) else keys(array)
    return device_of_backend(all_backends()[found.backend_index()])


def register_array_type(
    cls: type | str, keys_or_callable: object, *, dtype: Callable[[Any], Any] | None = None
) -> None:
    """Allow objects of ``cls`` and its subclasses where a schema says Tensor.

    Args:
        cls: The class, or ``"module.QualName"`` for one whose library may not be imported.
        keys_or_callable: Keys (a key set, a key, names), or a function from an object to its key set.
        dtype: A function from an object to the dtype of its elements, wye's or one of the same name.  By default
            that is the object's attribute ``dtype``.

    Raises:
        RegistrationError: neither keys nor a function; or a class whose objects carry keys themselves.

    Example:
        >>> class Boxed: ...
        >>> register_array_type(Boxed, "NumPy")
    """
    if callable(keys_or_callable) and not isinstance(keys_or_callable, int):
        keys: _Keys = keys_or_callable
    else:
        try:
            keys = as_keyset(keys_or_callable)
        except TypeError as error:
            raise RegistrationError(
                f"register_array_type() takes dispatch keys or a function, not {type(keys_or_callable).__name__}"
            ) from error
    if isinstance(cls, str):
        _by_name[cls] = keys
    elif not isinstance(cls, type):
        raise RegistrationError(f"register_array_type() takes a class, not {type(cls).__name__}")
    elif issubclass(cls, engine.TensorBase):
        raise RegistrationError(f"objects of {cls.__name__} carry their own keys", fix="set them on the tensor")
    else:
        _by_type[cls] = keys
    if dtype is not None:
        _dtype_readers[cls] = dtype
    else:
        _dtype_readers.pop(cls, None)
    engine.forget_types()


engine.configure(resolve_type=_resolve)
