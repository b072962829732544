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

__all__ = ["named"]


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
    if isinstance(theirs, np.ufunc):
        return _universal(theirs)
    if isinstance(theirs, type) or not callable(theirs):
        return theirs  # dtypes and constants
    return _function(theirs)


def _universal(ufunc: Any) -> Callable[..., Any]:
    def function(*inputs: Any, **options: Any) -> Any:
        first, *rest = inputs
        return array_ufunc(Array, ufunc, "__call__", _first(first), *rest, **_arrays(options))

    return _described(function, ufunc)


def _first(value: Any) -> Any:
    """An array, so that results are arrays; Python's numbers are as weak as beside other arrays only if they stay."""
    return value if type(value) is Array else Array(as_tensor(value))


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
