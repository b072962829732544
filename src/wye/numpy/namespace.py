"""NumPy's names over the table: what ``wye.numpy.sin`` is.  Cold path: each name is made once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from wye.numpy.arrays import Array, as_tensor, holds_arrays
from wye.numpy.calls import array_function, array_ufunc
from wye.numpy.table import FUNCTIONS, load
from wye.pytree import tree_map
from wye.tensors import Tensor

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["named", "names_of"]


def _is_value(value: Any) -> bool:
    return type(value) is Array or isinstance(value, (np.ndarray, np.generic))


def _as_array(value: Any) -> Any:
    return Array(as_tensor(value)) if isinstance(value, (np.ndarray, np.generic, Tensor)) else value


def _arrays(tree: Any) -> Any:
    return tree_map(_as_array, tree, is_leaf=_is_value)


def named(name: str, module: Any = np) -> Any:
    """What this package has under a name of NumPy's.

    Raises:
        AttributeError: NumPy has no such name.
    """
    load()
    theirs = getattr(module, name)
    theirs = getattr(theirs, "of_numpy", theirs)  # See Note [Symbolic sizes in NumPy code]
    if isinstance(theirs, np.ufunc):
        return _universal(theirs)
    if isinstance(theirs, type) or not callable(theirs):
        return theirs  # dtypes and constants
    return _function(theirs)


def names_of(module: Any, here: dict[str, Any]) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """The ``__getattr__`` and ``__dir__`` of a module that stands for one of NumPy's; ``here`` are its globals."""

    def find(name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(f"module {here['__name__']!r} has no attribute {name!r}")
        value = here[name] = named(name, module)
        return value

    return find, lambda: sorted({*here, *module.__all__})


def _universal(ufunc: Any) -> Callable[..., Any]:
    def function(*inputs: Any, **options: Any) -> Any:
        given = [_as_array(one) for one in inputs]
        if not any(type(one) is Array for one in given):  # Python's numbers are weak beside arrays, so they stay
            given = [Array(as_tensor(one)) if place == 0 else one for place, one in enumerate(given)]
        return array_ufunc(Array, ufunc, "__call__", *given, **_arrays(options))

    return _described(function, ufunc)


def _function(theirs: Any) -> Callable[..., Any]:
    ours = FUNCTIONS.get(theirs)

    def function(*args: Any, **kwargs: Any) -> Any:
        args, kwargs = _arrays(args), _arrays(kwargs)
        if ours is None and not holds_arrays([*args, *kwargs.values()]):
            return _arrays(theirs(*args, **kwargs))
        return array_function(Array, theirs, (Array,), args, kwargs)

    return _described(function, theirs)


def _described(function: Any, theirs: Any) -> Callable[..., Any]:
    function.__name__ = function.__qualname__ = theirs.__name__
    function.__doc__ = f"`{getattr(theirs, '__module__', None) or 'numpy'}.{theirs.__name__}`, of wye's arrays."
    function.__wrapped__ = theirs
    return function  # type: ignore[no-any-return]
