"""What an `Array` can do: operators, attributes and methods of NumPy's ndarray.

Operators run the table's lines directly; methods are the functions of the same name.  Loaded with `wye.numpy`.
"""

from __future__ import annotations

from itertools import chain
from math import prod
from types import GenericAlias
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from wye._engine import engine
from wye.call.packets import ops
from wye.numpy import indexing
from wye.numpy.arrays import SYMBOLS, Array, as_tensor
from wye.numpy.calls import array_function, array_ufunc, compute, operator_of
from wye.numpy.flat import Flags, Flat, set_flat
from wye.numpy.methods import OTHERS
from wye.numpy.reading import READING
from wye.numpy.table import UNIVERSAL, load, repeated
from wye.numpy.writing import check_cast
from wye.tensors import Tensor
from wye.tensors.dtypes import from_numpy_dtype, to_numpy_dtype

if TYPE_CHECKING:
    from collections.abc import Callable

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
_BOOL: Final = from_numpy_dtype(np.dtype(bool))
_OPERANDS: Final = (Array, Tensor, np.ndarray, np.generic, int, float, complex, bool, *SYMBOLS)


def _binary(ufunc: Any, *, swapped: bool = False) -> Callable[[Any, Any], Any]:
    def method(self: Any, other: Any, /) -> Any:
        if not isinstance(other, _OPERANDS):
            if other is None and ufunc in (np.equal, np.not_equal):
                return Array(self._tensor.new_full(self.shape, ufunc is np.not_equal, dtype=_BOOL))
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
    def method(self: Any, other: Any, /) -> Any:
        if not self._tensor.dim() or not isinstance(other, (*_OPERANDS, list, tuple)):
            return NotImplemented  # without dimensions: see Note [Numbers do not change]
        if self._source is None:
            return changed(self, other)
        return indexing.through(self, lambda: changed(self, other))

    def changed(self: Any, other: Any) -> Any:
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
    wanted = tuple(np.reshape(self, shape).shape)
    try:
        self._tensor = self._tensor.view(wanted)
    except RuntimeError:
        raise AttributeError("Incompatible shape for in-place modification. Use `.reshape()` to make a copy.") from None


def _base(self: Any) -> Any:
    return Array(self._tensor._base) if self._tensor._is_view() else None


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


def _transposed(self: Any) -> Any:
    return Array(self._tensor.permute(tuple(reversed(range(self._tensor.dim())))))


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
    "T": property(_transposed, doc="Transposed."),
    "mT": property(_mT, doc="Matrices transposed."),
    "real": property(_real, _set_real, doc="The real parts."),
    "imag": property(_imag, _set_imag, doc="The imaginary parts."),
    "flat": property(Flat, set_flat, doc="All elements in a row."),
    "flags": property(Flags, doc="How the elements lie in memory."),
    "base": property(_base, doc="The array that this one is a view of."),
    "device": property(lambda self: self._tensor.device.type, doc="Where the elements are."),
}


# ---- methods ----

# Methods that are the function of the same name.
METHODS: Final = (
    "all", "any", "argmax", "argmin", "argpartition", "argsort", "choose", "cumprod", "cumsum", "diagonal",
    "dot", "max", "mean", "min", "nonzero", "prod", "ravel", "repeat", "round", "searchsorted", "squeeze", "std", "sum",
    "swapaxes", "take", "trace", "var",
)  # fmt: skip
_PROTOCOLS: Final[dict[str, Any]] = {
    "__array_function__": array_function, "__array_ufunc__": array_ufunc, "__setitem__": indexing.setitem,
    "__getitem__": engine.ArrayIndex(repeated(indexing.getitem), ops.aten.select_copy.int),
    "__class_getitem__": classmethod(GenericAlias),
}  # fmt: skip


def _install(name: str, method: Any, ufunc: Any = None, *, swapped: bool = False) -> None:
    """Give `Array` an operator; with a universal function, one that the engine computes where it can."""
    method.__name__, method.__qualname__ = name, f"Array.{name}"
    setattr(Array, name, method if ufunc is None else operator_of(ufunc, method, swapped=swapped))


def install() -> None:
    """Give `Array` its members."""
    load()
    for name, ufunc in _BINARY.items():
        _install(f"__{name}__", _binary(ufunc), ufunc)
        commutes = name in ("add", "mul")
        _install(f"__r{name}__", _binary(ufunc, swapped=True), ufunc, swapped=not commutes)
        if name != "divmod":
            _install(f"__i{name}__", _in_place(ufunc))
    for name, ufunc in _COMPARISONS.items():
        _install(f"__{name}__", _binary(ufunc), ufunc)
    for name, ufunc in _UNARY.items():
        _install(f"__{name}__", _unary(ufunc), ufunc)
    for name in METHODS:
        setattr(Array, name, engine.ArrayMethod(array_function, getattr(np, name)))
    for name, member in chain(*[one.items() for one in (_PROPERTIES, _PROTOCOLS, OTHERS, READING)]):
        setattr(Array, name, member)
    # The same for tensors, without a way over their module.
    Tensor.__array_ufunc__ = array_ufunc  # type: ignore[method-assign]
    Tensor.__array_function__ = array_function  # type: ignore[method-assign]
    for ufunc in UNIVERSAL:  # ndarrays of objects call methods with the names of universal functions
        if ufunc.nin == 1 and not hasattr(Array, ufunc.__name__):
            setattr(Array, ufunc.__name__, _unary(ufunc))
