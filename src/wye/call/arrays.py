"""Arrays of other libraries: which keys their objects bring to a call.

Asked once per type, then the engine knows it by a pointer.  NumPy is known by name: nothing here imports it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from wye._engine import engine
from wye.errors import RegistrationError
from wye.keys import DispatchKeySet, as_keyset

__all__ = ["register_array_type"]

_Keys = DispatchKeySet | Callable[[Any], DispatchKeySet]
_by_type: dict[type, _Keys] = {}
# Types of libraries that may never be imported, by module and name.
_by_name: dict[str, _Keys] = {
    "numpy.ndarray": DispatchKeySet("NumPy"),
    "numpy.generic": DispatchKeySet("NumPy"),  # what NumPy returns where PyTorch returns a 0-dim tensor
}


def _resolve(cls: type) -> _Keys | None:
    """The keys of objects of ``cls`` or of its nearest registered base, or None."""
    for base in cls.__mro__:
        keys = _by_type.get(base)
        if keys is None:
            keys = _by_name.get(f"{base.__module__}.{base.__qualname__}")
        if keys is not None:
            return keys
    return None


def register_array_type(cls: type | str, keys_or_callable: object) -> None:
    """Let objects of ``cls`` and its subclasses be passed where a schema says Tensor.

    Args:
        cls: The class, or ``"module.QualName"`` for one whose library may not be imported.
        keys_or_callable: Keys (a key set, a key, names), or a function from an object to its key set.

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
    engine.forget_types()


engine.configure(resolve_type=_resolve)
