"""`Array`: a tensor with NumPy's face, and the ways between ndarrays, tensors and arrays.

Functions of NumPy that get an `Array` come back to wye by NumPy's protocols (`wye.numpy.calls`), methods by
`wye.numpy.members`.  Both work on the tensor inside, so every layer of wye follows.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from wye._engine import engine
from wye.autograd import attributes as attributes  # what tensors can do
from wye.call.packets import ops
from wye.errors import ArgumentError
from wye.grad_mode import is_grad_enabled
from wye.modes.stack import dispatch_stack
from wye.pytree import register_pytree_node
from wye.symbolic.numbers import SymBool, SymFloat, SymInt
from wye.tensors import Tensor
from wye.tensors.dtypes import from_numpy_dtype, to_numpy_dtype
from wye.tensors.making import unseen_from_numpy
from wye.transforms.grad_level import GradArray

__all__ = [
    "SYMBOLS", "Array", "are_copied", "as_ndarray", "as_tensor", "effects", "has_effect", "has_layer", "holds_arrays",
    "is_followed", "is_symbol", "kept", "known", "known_values", "to_ndarray", "values_of", "well_laid_out",
]  # fmt: skip


class Array(engine.ArrayBase):
    """A tensor that behaves like an `numpy.ndarray`: NumPy's methods, promotion, indexing and results.

    Transforms of functions of ndarrays pass these to the function.  Programs make them with `wye.numpy.asarray`.
    """

    __slots__ = ("__weakref__",)
    __array_priority__ = 2000  # above that of `Tensor`
    __hash__ = None  # type: ignore[assignment]  # as that of ndarrays: they compare elementwise

    def __init_subclass__(cls, **_: Any) -> None:
        """Refuse: functions of NumPy give arrays, and nothing would say when they should be the subclass.

        Raises:
            ArgumentError: always.
        """
        raise ArgumentError(
            f"{cls.__name__} cannot be a subclass of wye.numpy.Array: NumPy's functions would return plain arrays",
            fix="keep an array in an attribute of a class of its own",
        )

    @property
    def tensor(self) -> Any:
        """The tensor inside, which shares the memory and the gradient."""
        return self._tensor


register_pytree_node(
    Array,
    lambda array: ([array._tensor], None),
    lambda children, _: Array(next(iter(children))),
    serialized_type_name="wye.numpy.Array",
)


# ---- ndarrays and others -> tensors ----

SYMBOLS: Final = {SymInt: int, SymFloat: float, SymBool: bool}  # and the class of Python that each stands for


def as_tensor(value: Any, dtype: Any = None) -> Any:
    """A tensor over the data of an array, a tensor, an ndarray, a number or a list of them; shares memory if it can.

    Args:
        value: Lists may hold arrays, which are stacked, so that gradients pass.
        dtype: NumPy's dtype of the tensor; None: that of the data, numbers as NumPy takes them (float64, int64).

    Raises:
        TypeError: no tensor can hold such elements.
    """
    kind = type(value)
    if kind is Array:
        tensor = value._tensor
    elif isinstance(value, Tensor):
        tensor = value
    else:
        shared = engine.share_array(value)
        tensor = _from_data(value, dtype) if shared is None else lifted(shared)
    return tensor if dtype is None else cast(tensor, np.dtype(dtype))


# Note [Operands that change later]
# Programs of NumPy fill an ndarray, compute with it, and fill it again.  A gradient needs the values that were computed
# with, and nobody hears of a write to an ndarray.  So while a function runs that is differentiated or traced, each
# ndarray that becomes a tensor is copied: `engine.copy_arrays`, for the thread.  Arguments of the function, and what
# functions write to (``out=``), are not made tensors here.
# Broken by: a way from ndarrays to tensors that shares their memory without asking.
# Guarded by: tests/unit/test_array_transforms.py


def are_copied() -> bool:
    """Are ndarrays that become tensors copied in this thread?"""
    copies = engine.copy_arrays(True)
    engine.copy_arrays(copies)
    return copies


def kept(array: Any) -> Any:
    """An ndarray that nobody changes while a gradient needs it: itself, or a copy."""
    return array.copy("K") if are_copied() else array


def is_symbol(value: Any) -> bool:
    """Is it a number of a trace with symbolic sizes, like ``x.shape[0]``?"""
    return type(value) in SYMBOLS


def _from_data(value: Any, dtype: Any) -> Any:
    """The tensor of other data, in ``dtype`` where it is made of numbers: some have no place in what NumPy chooses."""
    if type(value) in SYMBOLS:
        return ops.aten.scalar_tensor.default(value, dtype=from_numpy_dtype(np.dtype(SYMBOLS[type(value)])))
    if isinstance(value, (list, tuple)) and holds_arrays(value):
        parts = [as_tensor(one, dtype) for one in value]
        wanted = np.result_type(*[to_numpy_dtype(part.dtype) for part in parts])
        try:
            return ops.aten.stack.default([cast(part, wanted) for part in parts], 0)
        except RuntimeError as error:
            if "equal size" not in str(error):
                raise
            raise ValueError(
                "setting an array element with a sequence. The requested array has an inhomogeneous shape: "
                f"{[tuple(part.shape) for part in parts]}"
            ) from None
    array = value if type(value) is np.ndarray else _plain(value, dtype)
    if array.dtype == object:
        return _from_objects(array)
    if not array.flags.carray or not array.dtype.isnative or 1 in array.shape:
        array = well_laid_out(array)
    return known(kept(array) if array is value or array.base is not None else array)


def _plain(value: Any, dtype: Any) -> Any:
    """An ndarray of other data.

    Raises:
        TypeError: it is a masked array, whose mask would be lost.
    """
    if type(value).__module__.startswith("numpy.ma"):
        raise TypeError(
            "tensors have no masks: give x.filled(0) and the mask as arrays of their own, for np.where or where="
        )
    return np.asarray(value, dtype)


def well_laid_out(array: Any) -> Any:
    """The same array where a tensor can have its memory, otherwise a copy."""
    if not array.dtype.isnative:
        array = array.astype(array.dtype.newbyteorder("="))
    if not array.flags.writeable or any(stride < 0 or stride % array.itemsize for stride in array.strides):
        # strides of dimensions of size 1 may be any numbers: without them, it may lie in rows
        return array.reshape(-1).reshape(array.shape) if array.flags.carray else array.copy()
    return array


def known(array: Any) -> Any:
    """A tensor over an ndarray of numbers; in a fake run or a trace, a constant of it."""
    return lifted(unseen_from_numpy(array))


def lifted(tensor: Any) -> Any:
    """A tensor that no operator has made; in a fake run or a trace, a constant of it."""
    return tensor if dispatch_stack.thread.top is None else ops.aten.lift_fresh.default(tensor)


def _from_objects(array: Any) -> Any:
    """The tensor of an ndarray of objects that holds arrays with one element each: see Note [Arrays of arrays]."""
    elements = array.ravel().tolist()
    if not elements or not any(type(one) is Array or isinstance(one, Tensor) for one in elements):
        raise TypeError("arrays of Python objects have no gradients, batches or traces: give an array of numbers")
    parts = [as_tensor(one) for one in elements]
    wanted = np.result_type(*[to_numpy_dtype(part.dtype) for part in parts])
    made = ops.aten.stack.default([cast(part, wanted).reshape(()) for part in parts], 0)
    return made.reshape(array.shape)


def holds_arrays(value: Any) -> bool:
    """Is there an `Array`, a tensor or a symbol in these nested lists?"""
    if isinstance(value, (list, tuple)):
        return any(holds_arrays(one) for one in value)
    if type(value) is Array or isinstance(value, Tensor) or type(value) in SYMBOLS:
        return True
    return type(value) is np.ndarray and value.dtype == object


def cast(tensor: Any, dtype: Any) -> Any:
    """A tensor with elements of NumPy's ``dtype``; the same one where it has them."""
    wanted = from_numpy_dtype(dtype)
    return tensor if tensor.dtype is wanted else tensor.to(wanted)


# ---- tensors -> ndarrays ----

_effects = 0


def effects() -> int:
    """How often `has_effect` was called."""
    return _effects


def has_effect() -> None:
    """Say that a call may do more than call operators: read elements, warn.  See Note [Repeated calls]."""
    global _effects  # noqa: PLW0603 - a count, which all threads share
    _effects += 1


def is_followed(tensor: Any) -> bool:
    """Does a layer follow this tensor: gradients, a transform, fake data?"""
    if type(tensor) is not Tensor or type(tensor._data) is not np.ndarray or tensor._is_dual:
        return True
    return tensor._requires_grad and is_grad_enabled()


def has_layer(tensors: Any) -> bool:
    """Would anything but values be lost if these tensors were computed with as ndarrays?"""
    if dispatch_stack.thread.top is None:
        return any(map(is_followed, tensors))
    if not any(map(is_followed, tensors)):
        has_effect()  # without the mode the answer is another
    return True


def as_ndarray(tensor: Any) -> Any:
    """The data of a tensor that no layer follows, in the same memory where it can."""
    has_effect()
    return tensor.numpy(force=True)


def _own(data: Any) -> Any:
    """Data whose elements have a place each: a copy of what is expanded."""
    return data.copy() if data.size > 1 and 0 in data.strides else data


def to_ndarray(value: Any) -> Any:
    """What a transform returns to a program of ndarrays: data where nothing follows the tensor, otherwise an array."""
    tensor = value._tensor if type(value) is Array else value
    if not isinstance(tensor, Tensor):
        return value
    return Array(tensor) if has_layer((tensor,)) else _own(as_ndarray(tensor))


def values_of(tensor: Any) -> Any:
    """The numbers of a tensor as an ndarray, also of one that a gradient follows.

    Raises:
        RuntimeError: there are none here, or one for each example of a batch.
        TypeError: the same.
    """
    while type(tensor._data) is GradArray:
        tensor = tensor._data.inner
    return as_ndarray(tensor)


def known_values(tensor: Any) -> Any:
    """`values_of` a tensor; None where there are none."""
    try:
        return values_of(tensor)
    except (RuntimeError, TypeError):
        return None


def concrete(array: Array, action: str) -> Any:
    """The data of an array for what Python must know: the truth of a number, a size.

    Levels of gradients have data, which are those of the tensor inside; what is done with them has no gradient.

    Raises:
        ArgumentError: there are no data, or one for each example.
    """
    try:
        return values_of(array._tensor)
    except (RuntimeError, TypeError) as error:
        raise ArgumentError(
            f"{action} needs the values of an array that has none here: {error}",
            fix="use np.where instead of `if`, and shapes instead of values",
        ) from error
