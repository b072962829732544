"""GuardedArray: an array that calls its guard before it is written to.  See Note [Guards cost nothing without them]."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from wye.tensors.numpy_engine import np

if TYPE_CHECKING:
    from wye.tensors.storage import Guard

__all__ = ["GuardedArray"]

_STORING: Final = ("copyto", "put", "place", "putmask", "fill_diagonal", "put_along_axis")  # of NumPy, into the first


class GuardedArray(np.ndarray):
    """An array that can be read freely, and calls its guard before it is written to."""

    _guard: Guard | None = None  # of what is computed from one, none

    @property
    def _plain(self) -> Any:
        return self.view(np.ndarray)

    @property
    def _writable(self) -> Any:
        if self._guard is not None:
            self._guard.touch()
        return self._plain

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, out: Any = (), **kwargs: Any) -> Any:
        if out:
            kwargs["out"] = tuple(one._writable if isinstance(one, GuardedArray) else one for one in out)
        if method == "at":
            inputs = (inputs[0]._writable if isinstance(inputs[0], GuardedArray) else inputs[0], *inputs[1:])
        return getattr(ufunc, method)(*map(_read, inputs), **kwargs)

    def __array_function__(self, func: Any, types: Any, args: Any, kwargs: Any) -> Any:
        if func.__name__ in _STORING and isinstance(args[0], GuardedArray):
            args = (args[0]._writable, *args[1:])
        out = kwargs.get("out")
        if isinstance(out, GuardedArray):
            kwargs = {**kwargs, "out": out._writable}
        return func(*map(_read, args), **{name: _read(value) for name, value in kwargs.items()})

    def __setitem__(self, key: Any, value: Any) -> None:
        self._writable[key] = _read(value)

    def __getitem__(self, key: Any) -> Any:
        return self._plain[key]

    def fill(self, value: Any) -> None:
        """Store ``value`` everywhere."""
        self._writable.fill(value)

    def sort(self, *args: Any, **kwargs: Any) -> None:
        """Sort in place."""
        self._writable.sort(*args, **kwargs)


def _read(value: Any) -> Any:
    """Without guards, for reading."""
    if isinstance(value, GuardedArray):
        return value._plain
    return type(value)(map(_read, value)) if type(value) in (list, tuple) else value
