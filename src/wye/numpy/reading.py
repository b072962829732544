"""The values of an array for Python and for NumPy: numbers, text, lists, ndarrays."""

from __future__ import annotations

import sys
from opcode import opmap
from typing import TYPE_CHECKING, Any, Final
from weakref import WeakValueDictionary

import numpy as np

from wye.errors import ArgumentError, NoArrayFunctionError
from wye.modes.stack import dispatch_stack
from wye.numpy import outside
from wye.numpy.arrays import Array, as_ndarray, as_tensor, concrete, has_layer, is_followed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from wye.tensors import Tensor

__all__ = ["READING"]

# Note [Arrays of arrays]
# `np.array([x, y])`, `w.dot(x)` of a plain ndarray w, and a few others of NumPy take no array classes: they ask for
# `__array__`.  An array that a layer follows then gives an ndarray of objects, each an array with one element.
# Arithmetic on them is right, and gradients pass, at the price of a call for each element.  Where such an ndarray comes
# back to wye it is stacked into one array.  A dtype of numbers would lose the layer, and is refused; so is the `float`
# that NumPy takes of an array to write it into an ndarray of numbers: ``out[0] = x[0]`` is known by its instruction.
# NumPy's own code takes such numbers, too: the mean of such an ndarray is one.
# Integers and truth values have no gradient: where they are known, NumPy gets them, so that ``w[np.argsort(x)]`` works.
# Broken by: an `__array__` that gives floats while a layer follows.
# Guarded by: tests/unit/numpy/test_members.py

_AS_STRIDED: Final = getattr(np.lib.stride_tricks.as_strided, "__code__", None)
_STORE: Final = opmap["STORE_SUBSCR"]  # what Python runs for ``out[i] = x``
_elements: Final[WeakValueDictionary[int, Any]] = WeakValueDictionary()  # by id: arrays in ndarrays of objects


def _is_called_by_as_strided() -> bool:
    """Does `as_strided` ask for an array now, perhaps by way of what stands for `np.array`?"""
    asking = sys._getframe(1).f_back
    before = None if asking is None else asking.f_back  # None: the program's first frame asks
    return any(frame is not None and frame.f_code is _AS_STRIDED for frame in (asking, before))


def _array(self: Any, dtype: Any = None, copy: bool | None = None) -> Any:
    tensor = self._tensor
    if not has_layer((tensor,)):
        return _converted(as_ndarray(tensor), dtype, copy)
    wanted = None if dtype is None else np.dtype(dtype)
    if not (tensor.dtype.is_floating_point or tensor.dtype.is_complex):
        return _converted(_known_integers(self), dtype, True)
    if wanted is not None and wanted.kind in "biu" and dispatch_stack.thread.top is None:
        return concrete(self, f"an ndarray of {wanted}").astype(wanted)  # integers have no gradient to lose
    name = outside.asking()
    if name is not None and wanted is not None and wanted.kind != "O":
        raise outside.refused(name, f"it asked for an ndarray of {wanted}")
    if wanted is not None and wanted.kind != "O":
        raise ArgumentError(
            f"an array that a layer follows cannot become an ndarray of {wanted}: gradients, batches or the "
            "trace would be lost",
            fix="compute with functions of NumPy; write into np.zeros_like(x) or wye.numpy.zeros(...) instead of an "
            "ndarray; wye.numpy.stop_gradient(x) gives the values",
        )
    if _is_called_by_as_strided():
        raise NoArrayFunctionError(
            "numpy.lib.stride_tricks.as_strided reads the memory around an array, and a layer follows this one",
            fix="use np.lib.stride_tricks.sliding_window_view, or an index: x[np.arange(3)[:, None] + np.arange(2)]",
        )
    outside.seen()
    made = np.empty(tuple(tensor.shape), object)
    for place in np.ndindex(made.shape):
        made[place] = element = Array(tensor[place])
        if made.ndim:
            _elements[id(element)] = element
    return made


def _known_integers(self: Any) -> Any:
    """Integers or truth values that an ndarray is indexed with, or computes with."""
    if dispatch_stack.thread.top is None:
        try:
            return concrete(self, "an ndarray")
        except ArgumentError:
            pass
    raise ArgumentError(
        "integers or truth values that differ in the examples of a batch, or are traced, or fake, cannot become an "
        "ndarray",
        fix="index an array of wye with them: wye.numpy.asarray(w)[i] instead of w[i]; np.take(w, i, axis=0) does it, "
        "too; np.stack([i, j]) instead of np.array([i, j])",
    )


def _converted(data: Any, dtype: Any, copy: Any) -> Any:
    if dtype is not None and data.dtype != dtype:
        if copy is False:
            raise ValueError("Unable to avoid copy while creating an array as requested.")
        return data.astype(dtype)
    return data.copy() if copy else data


# ---- numbers ----


def _item(self: Any, *args: Any) -> Any:
    """An element as a number of Python."""
    return concrete(self, "item()").item(*args)


def _is_lost(self: Any) -> bool:
    """Does NumPy ask for this number to write it into an ndarray?  Then the layer would be lost without a word."""
    tensor = self._tensor
    if not (tensor.dtype.is_floating_point or tensor.dtype.is_complex) or not has_layer((tensor,)):
        return False
    if _elements.get(id(self)) is self or outside.asking() is not None:
        return True
    frame = sys._getframe(2)  # the program's, or NumPy's: neither this function nor `__float__`
    if str(frame.f_globals.get("__name__")).startswith(("numpy.", "wye.numpy.joining")):
        return True
    return frame.f_lasti >= 0 and frame.f_code.co_code[frame.f_lasti] == _STORE


def _number(kind: Callable[[Any], Any]) -> Callable[[Any], Any]:
    def method(self: Any) -> Any:
        if kind is not bool and self._tensor.dim():
            raise TypeError("only 0-dimensional arrays can be converted to Python scalars")
        if kind is not bool and _is_lost(self):
            name = outside.asking()
            if name is not None:
                raise outside.refused(name, "it asked for a number")
            raise ArgumentError(
                "an array that a layer follows was made into an ndarray, or is written into one, whose elements become "
                "numbers: gradients, batches or the trace would be lost",
                fix="write into np.zeros_like(x), np.zeros(n, like=x) or wye.numpy.zeros(n), or np.stack the parts; "
                "compute with functions of NumPy that have a line: np.linalg.cholesky, not scipy.linalg.cholesky",
            )
        return kind(concrete(self, f"{kind.__name__}(x)"))

    return method


def _index(self: Any) -> int:
    if self._tensor.dim() or self.dtype.kind not in "iu":
        raise TypeError("only integer scalar arrays can be converted to a scalar index")
    return int(concrete(self, "an index")[()])


# ---- elements ----


def _len(self: Any) -> int:
    if not self._tensor.dim():
        raise TypeError("len() of unsized object")
    return int(self._tensor.shape[0])


def _iter(self: Any) -> Iterator[Any]:
    tensor = self._tensor
    if not tensor.dim():
        raise TypeError("iteration over a 0-d array")
    if tensor.dim() == 1:
        tensor = tensor.clone()  # NumPy gives numbers, which later writes do not change
    return iter([Array(part) for part in tensor.unbind(0)])


def _contains(self: Any, value: Any) -> bool:
    return bool((self == value).any())


def _tolist(self: Any) -> Any:
    """The elements in lists, as numbers of Python."""
    return concrete(self, "tolist()").tolist()


def _tobytes(self: Any, order: Any = "C") -> bytes:
    """The elements as bytes."""
    return bytes(concrete(self, "tobytes()").tobytes(order))


def _tofile(self: Any, fid: Any, sep: str = "", format: str = "%s") -> None:
    """Write the elements to a file."""
    concrete(self, "tofile()").tofile(fid, sep, format)


def _dumps(self: Any) -> bytes:
    """The array, pickled as an ndarray."""
    return bytes(concrete(self, "dumps()").dumps())


def _dump(self: Any, file: Any) -> None:
    """Write the array, pickled as an ndarray, to a file."""
    concrete(self, "dump()").dump(file)


# ---- text ----


def _shown(self: Any) -> Any:
    """The data where there are some, under gradients too."""
    try:
        return concrete(self, "") if dispatch_stack.thread.top is None else self._tensor.detach().numpy(force=True)
    except (RuntimeError, TypeError):
        return None


def _repr(self: Any) -> str:
    data = _shown(self)
    if data is None:
        return f"Array(shape={self.shape}, dtype={self.dtype}, {type(self._tensor._data).__name__})"
    return "Array" + repr(data).removeprefix("array")


def _str(self: Any) -> str:
    data = _shown(self)
    return _repr(self) if data is None else str(data)


def _format(self: Any, format_spec: str, /) -> str:
    if self._tensor.dim():
        return format(str(self), format_spec) if not format_spec else _unformatted()
    return format(concrete(self, "format")[()], format_spec)


def _unformatted() -> Any:
    raise TypeError("unsupported format string passed to Array.__format__")


# ---- other libraries ----


def _reduce(self: Any) -> Any:
    if is_followed(self._tensor):
        raise TypeError("an array that a layer follows cannot be pickled")
    return (_rebuilt, (as_ndarray(self._tensor),))


def _rebuilt(data: Any) -> Any:
    return Array(as_tensor(data))


def _setstate(self: Any, state: Any, /) -> None:
    """Become what NumPy pickled: the state of an ndarray."""
    data = np.empty(0)
    data.__setstate__(state)
    self._tensor = as_tensor(data)


def _plain(self: Any) -> Tensor:
    if has_layer((self._tensor,)):
        raise BufferError("an array that a layer follows cannot be given to another library: its layer would be lost")
    return self._tensor  # type: ignore[no-any-return]


def _dlpack(
    self: Any, *, stream: Any = None, max_version: Any = None, dl_device: Any = None, copy: bool | None = None
) -> Any:
    return _plain(self).__dlpack__(stream=stream, max_version=max_version, dl_device=dl_device, copy=copy)


def _dlpack_device(self: Any) -> Any:
    return self._tensor.__dlpack_device__()


def _namespace(self: Any, /, *, api_version: str | None = None) -> Any:
    from importlib import import_module  # the module stands above this one

    module = import_module("wye.array_api")
    return module if api_version is None else module.of_version(api_version)


READING: Final[dict[str, Any]] = {
    "dump": _dump, "dumps": _dumps, "item": _item, "tobytes": _tobytes, "tofile": _tofile, "tolist": _tolist,
    "__array__": _array, "__array_namespace__": _namespace, "__bool__": _number(bool), "__complex__": _number(complex),
    "__contains__": _contains, "__dlpack__": _dlpack, "__dlpack_device__": _dlpack_device, "__float__": _number(float),
    "__format__": _format, "__index__": _index, "__int__": _number(int), "__iter__": _iter, "__len__": _len,
    "__reduce__": _reduce, "__repr__": _repr, "__setstate__": _setstate, "__str__": _str,
}  # fmt: skip
