"""What an `Array` can do: operators, attributes and methods of NumPy's ndarray.

Operators run the table's lines directly; methods are the functions of the same name.  Loaded with `wye.numpy`.
"""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from wye.errors import ArgumentError
from wye.modes.stack import dispatch_stack
from wye.numpy import indexing
from wye.numpy.arrays import Array, as_ndarray, as_tensor, cast, concrete, has_layer, is_followed
from wye.numpy.calls import array_function, array_ufunc, compute, operator_of
from wye.numpy.table import UNIVERSAL, load
from wye.numpy.writing import check_cast
from wye.tensors import Tensor
from wye.tensors.dtypes import to_numpy_dtype

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

__all__ = ["METHODS", "install"]


# ---- operators ----

_BINARY: Final = {
    "add": np.add, "sub": np.subtract, "mul": np.multiply, "truediv": np.true_divide, "floordiv": np.floor_divide,
    "mod": np.remainder, "divmod": np.divmod, "pow": np.power, "matmul": np.matmul, "and": np.bitwise_and,
    "or": np.bitwise_or, "xor": np.bitwise_xor, "lshift": np.left_shift, "rshift": np.right_shift,
}  # fmt: skip
_COMPARISONS: Final = {
    "lt": np.less, "le": np.less_equal, "gt": np.greater, "ge": np.greater_equal, "eq": np.equal, "ne": np.not_equal,
}  # fmt: skip
_UNARY: Final = {"neg": np.negative, "pos": np.positive, "abs": np.absolute, "invert": np.invert}
_OPERANDS: Final = (Array, Tensor, np.ndarray, np.generic, int, float, complex, bool)


def _binary(ufunc: Any, *, swapped: bool = False) -> Callable[[Any, Any], Any]:
    def method(self: Any, other: Any) -> Any:
        if not isinstance(other, _OPERANDS):
            if not isinstance(other, (list, tuple)):
                return NotImplemented
            other = Array(as_tensor(other))
        result = compute(ufunc, UNIVERSAL[ufunc], (other, self) if swapped else (self, other))
        return Array(result) if isinstance(result, Tensor) else tuple(map(Array, result))

    return method


# Note [Numbers do not change]
# NumPy's `np.sum(x)` and `x[0]` are scalars, which nothing can write to: after ``a = np.sum(x); b = a; b += 1`` a is as
# before.  Here they are arrays without dimensions, so in-place operators make a new one, which the name then has.
# Broken by: a program that has two names for ``np.array(1.0)``, which NumPy writes to in place.
# Guarded by: tests/unit/numpy/test_members.py


def _in_place(ufunc: Any) -> Callable[[Any, Any], Any]:
    def method(self: Any, other: Any) -> Any:
        if not self._tensor.dim() or not isinstance(other, (*_OPERANDS, list, tuple)):
            return NotImplemented  # without dimensions: see Note [Numbers do not change]
        result = compute(ufunc, UNIVERSAL[ufunc], (self, other))
        check_cast(result, self, ufunc)
        if tuple(result.shape) != tuple(self._tensor.shape):
            raise ValueError("non-broadcastable output operand: an in-place operator does not change the shape")
        self._tensor.copy_(result)
        return self

    return method


def _unary(ufunc: Any) -> Callable[[Any], Any]:
    def method(self: Any) -> Any:
        return Array(compute(ufunc, UNIVERSAL[ufunc], (self,)))

    return method


# ---- attributes ----


def _shape(self: Any) -> tuple[int, ...]:
    return tuple(self._tensor.shape)


def _reshape_in_place(self: Any, shape: Any) -> None:
    self._tensor = self._tensor.view(indexing.as_shape(shape))


def _real(self: Any) -> Any:
    tensor = self._tensor
    return Array(tensor.real if tensor.is_complex() else tensor)


def _set_real(self: Any, value: Any) -> None:
    _real(self)[...] = value


def _imag(self: Any) -> Any:
    tensor = self._tensor
    return Array(tensor.imag if tensor.is_complex() else tensor.new_zeros(tensor.shape))


def _set_imag(self: Any, value: Any) -> None:
    if not self._tensor.is_complex():
        raise TypeError("array does not have imaginary part to set")
    _imag(self)[...] = value


def _mT(self: Any) -> Any:  # noqa: N802 - NumPy's name
    if self._tensor.dim() < 2:
        raise ValueError("matrix transpose with ndim < 2 is undefined")
    return Array(self._tensor.transpose(-1, -2))


_PROPERTIES: Final[dict[str, property]] = {
    "shape": property(_shape, _reshape_in_place, doc="The sizes."),
    "dtype": property(lambda self: to_numpy_dtype(self._tensor.dtype), doc="NumPy's dtype of the elements."),
    "ndim": property(lambda self: self._tensor.dim(), doc="How many dimensions there are."),
    "size": property(lambda self: prod(self._tensor.shape), doc="How many elements there are."),
    "itemsize": property(lambda self: self.dtype.itemsize, doc="Bytes of an element."),
    "nbytes": property(lambda self: self.dtype.itemsize * self.size, doc="Bytes of all elements."),
    "strides": property(
        lambda self: tuple(one * self.dtype.itemsize for one in self._tensor.stride()),
        doc="Bytes between neighbours.",
    ),
    "T": property(lambda self: Array(self._tensor.permute(*reversed(range(self._tensor.dim())))), doc="Transposed."),
    "mT": property(_mT, doc="Matrices transposed."),
    "real": property(_real, _set_real, doc="The real parts."),
    "imag": property(_imag, _set_imag, doc="The imaginary parts."),
    "flat": property(lambda self: Array(self._tensor.reshape(-1)), doc="All elements in a row."),
    "base": property(lambda self: None, doc="None: the memory is that of the tensor inside."),
    "device": property(lambda self: self._tensor.device.type, doc="Where the elements are."),
}


# ---- values for Python ----

# Note [Arrays of arrays]
# `np.array([x, y])`, `w.dot(x)` of a plain ndarray w, and a few others of NumPy take no array classes: they ask for
# `__array__`.  An array that a layer follows then gives an ndarray of objects, each an array with one element.
# Arithmetic on them is right, and gradients pass, at the price of a call for each element.  Where such an ndarray comes
# back to wye it is stacked into one array.  A dtype of numbers would lose the layer, and is refused; so are numbers of
# the elements that were not computed with since.
# Broken by: an `__array__` that gives numbers while a layer follows.
# Guarded by: tests/unit/numpy/test_members.py


def _array(self: Any, dtype: Any = None, copy: bool | None = None) -> Any:
    tensor = self._tensor
    if not has_layer((tensor,)):
        data = as_ndarray(tensor)
        if dtype is not None and data.dtype != dtype:
            if copy is False:
                raise ValueError("Unable to avoid copy while creating an array as requested.")
            return data.astype(dtype)
        return data.copy() if copy else data
    if dtype is not None and np.dtype(dtype).kind in "biu" and dispatch_stack.thread.top is None:
        return concrete(self, f"an ndarray of {np.dtype(dtype)}").astype(dtype)  # integers have no gradient to lose
    if dtype is not None and np.dtype(dtype) != object:
        raise ArgumentError(
            f"an array that a layer follows cannot become an ndarray of {np.dtype(dtype)}: gradients, batches or the "
            "trace would be lost",
            fix="compute with functions of NumPy; write into np.zeros_like(x) or wye.numpy.zeros(...) instead of an "
            "ndarray; wye.numpy.stop_gradient(x) gives the values",
        )
    made = np.empty(tuple(tensor.shape), object)
    for place in np.ndindex(made.shape):
        element = tensor[place]
        element._is_element = made.ndim > 0
        made[place] = Array(element)
    return made


def _item(self: Any, *place: Any) -> Any:
    """An element as a number of Python."""
    data = concrete(self, "item()")
    return data.item(*place)


def _number(kind: Callable[[Any], Any], name: str) -> Callable[[Any], Any]:
    def method(self: Any) -> Any:
        tensor = self._tensor
        if name in ("__float__", "__int__", "__complex__") and tensor.dim():
            raise TypeError("only 0-dimensional arrays can be converted to Python scalars")
        if kind is not bool and getattr(tensor, "_is_element", False):  # `data.astype(float)` of a function in C
            raise ArgumentError(
                "an array that a layer follows was made into an ndarray, whose elements now become numbers: gradients, "
                "batches or the trace would be lost",
                fix="compute with functions of NumPy that have a line: np.linalg.cholesky, not scipy.linalg.cholesky; "
                "wye.numpy.stop_gradient(x) gives the values",
            )
        return kind(concrete(self, f"{kind.__name__}(x)")[()] if not tensor.dim() else concrete(self, "bool(x)"))

    return method


def _index(self: Any) -> int:
    if self._tensor.dim() or self.dtype.kind not in "iu":
        raise TypeError("only integer scalar arrays can be converted to a scalar index")
    return int(concrete(self, "an index")[()])


def _len(self: Any) -> int:
    if not self._tensor.dim():
        raise TypeError("len() of unsized object")
    return int(self._tensor.shape[0])


def _iter(self: Any) -> Iterator[Any]:
    if not self._tensor.dim():
        raise TypeError("iteration over a 0-d array")
    return iter([Array(part) for part in self._tensor.unbind(0)])


def _contains(self: Any, value: Any) -> bool:
    return bool((self == value).any())


def _repr(self: Any) -> str:
    tensor = self._tensor
    try:
        text = repr(tensor.detach().numpy(force=True)) if type(tensor) is Tensor else None
    except (RuntimeError, TypeError):
        text = None
    if text is None:
        return f"Array(shape={self.shape}, dtype={self.dtype}, {type(tensor._data).__name__})"
    return "Array" + text.removeprefix("array")


def _str(self: Any) -> str:
    try:
        return str(self._tensor.detach().numpy(force=True))
    except (RuntimeError, TypeError):
        return _repr(self)


def _format(self: Any, spec: str) -> str:
    return format(concrete(self, "format")[()], spec) if not self._tensor.dim() else format(str(self), spec)


def _astype(
    self: Any, dtype: Any, order: str = "K", casting: Any = "unsafe", subok: bool = True, copy: bool = True
) -> Any:
    """The elements in another dtype."""
    wanted = np.dtype(dtype)
    if not np.can_cast(self.dtype, wanted, casting):
        raise TypeError(f"Cannot cast array data from {self.dtype!r} to {wanted!r} according to the rule '{casting}'")
    tensor = self._tensor
    if tensor.is_complex() and wanted.kind not in "cb":
        tensor = tensor.real
    if wanted != self.dtype:
        return Array(cast(tensor, wanted))
    return Array(tensor.clone()) if copy else self


def _copy(self: Any, order: str = "C") -> Any:
    """The same elements in memory of their own."""
    return Array(self._tensor.clone())


def _fill(self: Any, value: Any) -> None:
    """Write one number to all elements."""
    self[...] = value


def _tolist(self: Any) -> Any:
    """The elements in lists, as numbers of Python."""
    return concrete(self, "tolist()").tolist()


def _view(self: Any, dtype: Any = None, type: Any = None) -> Any:
    """The same memory, also as another dtype."""
    if dtype is None or dtype is np.ndarray:
        return Array(self._tensor.view_as(self._tensor))
    from wye.tensors.dtypes import from_numpy_dtype

    return Array(self._tensor.view(from_numpy_dtype(np.dtype(dtype))))


def _reduce(self: Any) -> Any:
    if is_followed(self._tensor):
        raise TypeError("an array that a layer follows cannot be pickled")
    return (_rebuilt, (as_ndarray(self._tensor),))


def _rebuilt(data: Any) -> Any:
    return Array(as_tensor(data))


def _flatten(self: Any, order: Any = "C") -> Any:
    """A copy of the elements in one dimension."""
    return np.ravel(self, order).copy()


def _reshape(self: Any, *shape: Any, order: Any = "C", copy: Any = None) -> Any:
    """The elements in another shape."""
    given: Any = shape[0] if len(shape) == 1 else shape
    return np.reshape(self, given, order=order) if copy is None else np.reshape(self, given, order=order, copy=copy)


def _transpose(self: Any, *axes: Any) -> Any:
    """The dimensions in another order."""
    return np.transpose(self, (axes[0] if len(axes) == 1 and not isinstance(axes[0], int) else axes) or None)


def _sort(self: Any, axis: int = -1, kind: Any = None, order: Any = None, *, stable: bool | None = None) -> None:
    """Put the elements in order, in place."""
    self[...] = np.sort(self, axis=axis)


def _partition(self: Any, kth: Any, axis: int = -1, kind: str = "introselect", order: Any = None) -> None:
    """Put the smallest elements first, in place."""
    self[...] = np.partition(self, kth, axis=axis)


def _put(self: Any, indices: Any, values: Any, mode: Any = "raise") -> None:
    """Write values to places of the elements in a row."""
    np.put(self, indices, values, mode)


def _conjugate(self: Any) -> Any:
    """The complex conjugates."""
    return np.conjugate(self)


def _dlpack(self: Any, **options: Any) -> Any:
    """A DLPack capsule of the memory."""
    return self._tensor.__dlpack__(**options)


def _dlpack_device(self: Any) -> Any:
    """Where the memory is, in DLPack's numbers."""
    return self._tensor.__dlpack_device__()


def _to_device(self: Any, device: Any, /, *, stream: Any = None) -> Any:
    """The array on a device: there is the one it is on."""
    if str(device) != self.device:
        raise ValueError(f"device={device!r}: arrays are on {self.device!r}")
    return self


def _namespace(self: Any, /, *, api_version: str | None = None) -> Any:
    from importlib import import_module  # the module stands above this one

    module = import_module("wye.array_api")
    return module if api_version is None else module.of_version(api_version)


# Methods that are the function of the same name.
METHODS: Final = (
    "all", "any", "argmax", "argmin", "argpartition", "argsort", "choose", "clip", "cumprod", "cumsum", "diagonal",
    "dot", "max", "mean", "min", "nonzero", "prod", "ravel", "repeat", "round", "searchsorted", "squeeze", "std", "sum",
    "swapaxes", "take", "trace", "var",
)  # fmt: skip
_OTHERS: Final[dict[str, Any]] = {
    "astype": _astype, "conj": _conjugate, "conjugate": _conjugate, "copy": _copy, "fill": _fill, "flatten": _flatten,
    "item": _item, "partition": _partition, "put": _put, "reshape": _reshape, "sort": _sort, "tolist": _tolist,
    "transpose": _transpose, "view": _view,
    "__array__": _array, "__array_function__": array_function, "__array_ufunc__": array_ufunc,
    "__array_namespace__": _namespace, "__dlpack__": _dlpack, "__dlpack_device__": _dlpack_device,
    "to_device": _to_device,
    "__bool__": _number(bool, "__bool__"), "__complex__": _number(complex, "__complex__"), "__contains__": _contains,
    "__copy__": _copy, "__deepcopy__": lambda self, memo: _copy(self), "__float__": _number(float, "__float__"),
    "__format__": _format, "__getitem__": indexing.getitem, "__index__": _index, "__int__": _number(int, "__int__"),
    "__iter__": _iter, "__len__": _len, "__reduce__": _reduce, "__repr__": _repr, "__setitem__": indexing.setitem,
    "__str__": _str,
}  # fmt: skip


def _method(name: str) -> Callable[..., Any]:
    function = getattr(np, name)

    def method(self: Any, *args: Any, **kwargs: Any) -> Any:
        return function(self, *args, **kwargs)

    method.__name__, method.__qualname__ = name, f"Array.{name}"
    method.__doc__ = f"`numpy.{name}` of this array."
    return method


def _compress(self: Any, condition: Any, axis: Any = None, out: Any = None) -> Any:
    """The parts along an axis for which a condition holds."""
    return np.compress(condition, self, axis=axis, out=out)


def install() -> None:
    """Give `Array` its members."""
    load()
    for name, ufunc in _BINARY.items():
        setattr(Array, f"__{name}__", operator_of(ufunc, _binary(ufunc)))
        swapped = _binary(ufunc, swapped=True)
        setattr(Array, f"__r{name}__", operator_of(ufunc, swapped) if name in ("add", "mul") else swapped)
        if name != "divmod":
            setattr(Array, f"__i{name}__", _in_place(ufunc))
    for name, ufunc in _COMPARISONS.items():
        setattr(Array, f"__{name}__", operator_of(ufunc, _binary(ufunc)))
    for name, ufunc in _UNARY.items():
        setattr(Array, f"__{name}__", operator_of(ufunc, _unary(ufunc)))
    for name in METHODS:
        setattr(Array, name, _method(name))
    for name, member in (*_PROPERTIES.items(), *_OTHERS.items()):
        setattr(Array, name, member)
    Array.compress = _compress  # type: ignore[attr-defined]
    Tensor.__array_ufunc__ = array_ufunc  # type: ignore[method-assign]  # the same, without a way over its module
    for ufunc in UNIVERSAL:  # ndarrays of objects call methods with the names of universal functions
        if ufunc.nin == 1 and not hasattr(Array, ufunc.__name__):
            setattr(Array, ufunc.__name__, _unary(ufunc))
