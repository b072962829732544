"""`eval_shape`: the shapes and dtypes that a function returns, without a run of it on data."""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from wye.array_transforms import has_arrays, inside_of_functions, is_numpys
from wye.call.packets import ops
from wye.fake import FakeTensor, FakeTensorMode
from wye.pytree import tree_leaves, tree_map
from wye.schema.values import dtype as dtype_class
from wye.tensors import Tensor

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["ShapeDtype", "eval_shape", "from_array"]


@dataclass(frozen=True, slots=True)
class ShapeDtype:
    """The shape and the dtype of an array or a tensor that has no data.

    Attributes:
        shape: The sizes.
        dtype: Of NumPy for an array, of wye for a tensor; float64 of NumPy where none is given.
    """

    shape: tuple[int, ...]
    dtype: Any = "float64"

    def __post_init__(self) -> None:
        object.__setattr__(self, "shape", tuple(self.shape))
        if not isinstance(self.dtype, dtype_class):
            import numpy as np  # here: programs of tensors alone need it not

            object.__setattr__(self, "dtype", np.dtype(self.dtype))

    @property
    def ndim(self) -> int:
        """The number of dimensions."""
        return len(self.shape)


def eval_shape(func: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
    """What ``func(*args, **kwargs)`` returns, with a `ShapeDtype` for each array and tensor; no data are computed.

    Args:
        func: Takes ndarrays, tensors, or trees of them.  It runs once, on fakes: it cannot branch on data.
        args: The arguments; a `ShapeDtype` stands for an array or a tensor that need not exist.
        kwargs: Arguments by name.

    Raises:
        RuntimeError: the function asks for data, or its result has a shape that depends on them.

    Example:
        >>> import numpy as np, wye
        >>> wye.eval_shape(np.matmul, wye.ShapeDtype((10**6, 3)), np.ones((3, 10**6), np.float32))
        ShapeDtype(shape=(1000000, 1000000), dtype=dtype('float64'))
    """
    leaves = tree_leaves((args, kwargs), is_leaf=_is_whole)
    modes = [leaf.fake_mode for leaf in leaves if isinstance(leaf, FakeTensor)]
    with modes[0] if modes else FakeTensorMode() as mode:
        given, named = tree_map(lambda one: _faked(one, mode), (args, kwargs), is_leaf=_is_whole)
        try:
            with inside_of_functions()[1] if has_arrays((given, named)) else nullcontext():
                result = func(*given, **named)
        except Exception as error:
            from wye.numpy.outside import raise_explained  # here: it loads NumPy

            raise_explained(error)
            raise
    return tree_map(_shown, result, is_leaf=is_numpys)


def from_array(mode: FakeTensorMode, value: Any) -> Any:
    """The fake of an ndarray or an `Array`: an array whose tensor is fake."""
    from wye.numpy.arrays import Array, as_tensor  # here: it loads NumPy

    return Array(mode.from_tensor(as_tensor(value)))


def _is_whole(value: Any) -> bool:
    return isinstance(value, ShapeDtype) or is_numpys(value)


def _faked(value: Any, mode: FakeTensorMode) -> Any:
    if isinstance(value, ShapeDtype):
        return _without_data(value)
    if is_numpys(value):
        return from_array(mode, value)
    return mode.from_tensor(value) if isinstance(value, Tensor) and not isinstance(value, FakeTensor) else value


def _without_data(value: ShapeDtype) -> Any:
    is_tensor = isinstance(value.dtype, dtype_class)
    if is_tensor:
        return ops.aten.empty.memory_format(list(value.shape), dtype=value.dtype)
    from wye.numpy.arrays import Array
    from wye.tensors.dtypes import from_numpy_dtype

    return Array(ops.aten.empty.memory_format(list(value.shape), dtype=from_numpy_dtype(value.dtype)))


def _shown(value: Any) -> Any:
    if is_numpys(value) or isinstance(value, Tensor):
        return ShapeDtype(tuple(value.shape), value.dtype)
    return value
