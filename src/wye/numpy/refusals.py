"""NumPy's errors: where a line of the table fails, NumPy's own function is asked what it says to such arguments.

Cold path: it gets zeros of the same shapes and dtypes, so shapes, axes and dtypes that do not fit are refused with
NumPy's exception and words, and a matrix that could not be inverted with NumPy's `LinAlgError`.
"""

from __future__ import annotations

from functools import wraps
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from wye.errors import LinAlgError
from wye.numpy.arrays import Array
from wye.pytree import tree_map
from wye.tensors import Tensor
from wye.tensors.dtypes import to_numpy_dtype

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["refuses_as", "zeros_like"]

_FAILURES: Final = (RuntimeError, IndexError, ValueError, TypeError, NotImplementedError)


def refuses_as(function: Any, failed: str = "") -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Let a line of the table raise what NumPy's function would raise for arguments of the same shapes and dtypes.

    Args:
        function: Of NumPy; None where this version has it not.
        failed: What NumPy says where a decomposition of other values than zeros fails.
    """

    def decorate(ours: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(ours)
        def line(*args: Any, **kwargs: Any) -> Any:
            try:
                return ours(*args, **kwargs)
            except _FAILURES as error:
                theirs = _theirs(function, args, kwargs, error, failed)
                if theirs is error:
                    raise
                raise theirs from error

        return line

    return decorate


def _theirs(function: Any, args: Any, kwargs: Any, error: Exception, failed: str) -> Exception:
    try:
        with np.errstate(all="ignore"):
            function(*_plain(args), **_plain(kwargs))
    except _FAILURES as theirs:
        is_of_zeros = str(theirs) == failed and not isinstance(error, LinAlgError)  # the shapes are not at fault
        return error if is_of_zeros else theirs
    except MemoryError:
        return error
    return np.linalg.LinAlgError(failed or str(error)) if isinstance(error, LinAlgError) else error


def _plain(tree: Any) -> Any:
    return tree_map(zeros_like, tree, is_leaf=lambda one: type(one) is Array)


def zeros_like(value: Any) -> Any:
    """An ndarray of zeros, all in the memory of one, for an array or a tensor; other values as they are."""
    tensor = value._tensor if type(value) is Array else value
    if not isinstance(tensor, Tensor):
        return value
    return np.broadcast_to(np.zeros((), to_numpy_dtype(tensor.dtype)), tuple(map(int, tensor.shape)))
