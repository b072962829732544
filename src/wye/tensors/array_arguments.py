"""Arrays of other libraries as arguments of functions that are written in Python, with methods of tensors.

Operators take arrays as they are.  These functions get NumPy's arrays as tensors over the same memory, and give arrays
back; objects of other array classes are passed unchanged, and what they lack is named.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wye.call.arrays import is_array_type
from wye.errors import ArgumentError
from wye.pytree import tree_leaves, tree_map
from wye.tensors.dense import Tensor
from wye.tensors.making import unseen_from_numpy

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

__all__ = ["any_arrays", "call_with_arrays"]


def any_arrays(values: Iterable[object]) -> bool:
    """Is an object of an array class, that is no tensor, among the values?"""
    return any(not isinstance(value, Tensor) and is_array_type(type(value)) for value in values)


def call_with_arrays(func: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """Call ``func`` with tensors over NumPy's arrays; results are arrays unless a tensor was among the arguments.

    Raises:
        ArgumentError: an object of another array class has no method that the function calls.
    """
    from wye.tensors.numpy_engine import np  # here: only programs with arrays come here

    originals: dict[int, Any] = {}

    def to_tensor(value: Any) -> Any:
        if not isinstance(value, np.ndarray):
            return value
        made = unseen_from_numpy(value if all(stride >= 0 for stride in value.strides) else value.copy())
        originals[id(made)] = value
        return made

    given, named = tree_map(to_tensor, args), tree_map(to_tensor, kwargs)
    try:
        result = func(*given, **named)
    except AttributeError as error:
        _explain(func, error)
        raise
    if not originals or any(isinstance(value, Tensor) for value in tree_leaves((args, kwargs))):
        return result

    def to_array(value: Any) -> Any:
        same = originals.get(id(value))
        return value if not isinstance(value, Tensor) else np.asarray(value) if same is None else same

    return tree_map(to_array, result)


def _explain(func: Callable[..., Any], error: AttributeError) -> None:
    """Raise a clear error where an object of an array class has no method that tensors have."""
    cls = type(error.obj)
    if error.obj is not None and is_array_type(cls) and hasattr(Tensor, error.name or ""):
        raise ArgumentError(
            f"{func.__name__}() calls the method '{error.name}' of tensors, which {cls.__name__} does not have",
            fix="give the class this method, or call operators instead: they take objects of array classes",
        ) from error
