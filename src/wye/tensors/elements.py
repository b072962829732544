"""Python numbers as elements of a dtype: those that fit, and the errors of those that do not.

Arrays and tensors are converted with wraparound, as NumPy does it; numbers of programs are checked, as in PyTorch.
"""

from __future__ import annotations

from operator import index
from typing import TYPE_CHECKING, Any

from wye.tensors.dense import Tensor
from wye.tensors.dtypes import to_numpy_dtype

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from wye.schema.values import dtype as dtype_type

__all__ = ["elements_of", "refuse_text", "types_in", "uninferable"]

_INT64 = range(-(2**63), 2**63)
_PLAIN = {bool, int, float, complex}


def types_in(data: Any) -> set[type]:
    """The types of the numbers in nested lists."""
    if not isinstance(data, (list, tuple)):
        return {type(data)}
    found = set(map(type, data))
    if list in found or tuple in found:
        return set().union(*map(types_in, data))
    return found


def ragged(data: Any) -> Exception | None:
    """The error for nested lists and arrays of different lengths or depths; None if these agree."""
    lengths, first = [], data
    while _is_sequence(first):
        lengths.append(len(first))
        first = first[0] if len(first) else None

    def wrong(values: Any, dim: int) -> Exception | None:
        if dim == len(lengths):
            return None
        if not _is_sequence(values):
            return TypeError("not a sequence")
        if len(values) != lengths[dim]:
            return ValueError(f"expected sequence of length {lengths[dim]} at dim {dim} (got {len(values)})")
        return next(filter(None, (wrong(value, dim + 1) for value in values)), None)

    return wrong(data, 0)


def _is_sequence(values: Any) -> bool:
    return isinstance(values, (list, tuple)) or getattr(values, "ndim", 0) > 0


def refuse_text(data: Any) -> None:
    """Raise for text, which is neither a number nor a list of numbers."""
    first = data
    while isinstance(first, (list, tuple)):
        first = first[0]
    if first is not data and isinstance(first, (str, bytes)):
        raise ValueError("too many dimensions 'str'")
    raise TypeError("new(): invalid data type 'str'")


def uninferable(data: Any) -> Exception:
    """The error for numbers that no dtype can hold, when none is given, and for other objects."""
    for value in _leaves(data):
        if isinstance(value, int):
            if value not in _INT64:
                return ValueError("Overflow when unpacking long long")
        elif not isinstance(value, (float, complex, Tensor)):
            break
    else:
        return RuntimeError(f"Could not infer dtype of {type(data).__name__}")
    if hasattr(value, "dtype"):
        return TypeError("an integer is required")  # NumPy's uint64
    return RuntimeError(f"Could not infer dtype of {type(value).__name__}")


def elements_of(data: Any, array: Any, dtype: dtype_type, types: set[type]) -> Any:
    """``array``, which NumPy has made of the nested numbers ``data``, in the NumPy dtype of ``dtype``.

    Args:
        data: Numbers, and lists of them.
        array: What NumPy made of it.
        dtype: The wanted type.
        types: The types of the numbers.

    Raises:
        RuntimeError: a number is outside of the dtype's range.
        TypeError: a number of another kind, for example a complex one for a real dtype.
        ValueError: an integer has more than 64 bits.
    """
    wanted = to_numpy_dtype(dtype)
    if not _may_refuse(array, wanted, dtype, types <= _PLAIN):
        return array.astype(wanted, copy=False)
    from wye.tensors.numpy_engine import np  # here: only code that makes tensors needs NumPy

    convert = _converter(dtype, wanted)
    made = np.empty(array.size, wanted)
    for place, value in enumerate(_leaves(data)):
        made[place] = convert(value)
    return made.reshape(array.shape)


def _may_refuse(array: Any, wanted: Any, dtype: dtype_type, is_plain: bool) -> bool:
    """May some of the numbers not fit?  Then each of them is looked at."""
    kind = array.dtype.kind
    if kind == "O":
        return True
    if wanted.kind not in "iub":
        return bool(kind == "c" and not dtype.is_complex)
    if not is_plain or wanted == "uint64":
        return True
    if wanted.kind == "b" or kind == "b" or not array.size or (kind == "i" and wanted.itemsize == 8):
        return False
    low, high = _limits(wanted, kind == "f")
    return kind == "c" or not (array.min() >= low and array.max() < high + 1)  # NaN is neither


def _limits(wanted: Any, is_float: bool) -> tuple[int, int]:
    """The range of an integer dtype; negative integers wrap around in unsigned ones."""
    bits = 8 * wanted.itemsize
    if wanted.kind == "i":
        return -(2 ** (bits - 1)), 2 ** (bits - 1) - 1
    return 0 if is_float else 1 - 2**bits, 2**bits - 1


def _leaves(data: Any) -> Iterator[Any]:
    """The numbers in nested sequences, in order."""
    if isinstance(data, (list, tuple, range)):
        for item in data:
            yield from _leaves(item)
    elif hasattr(data, "ndim"):  # an array or a tensor in a list
        yield from _leaves(data.tolist()) if data.ndim else (data,)
    elif not isinstance(data, Tensor) and hasattr(data, "__len__") and hasattr(data, "__getitem__"):
        for item in data:
            yield from _leaves(item)
    else:
        yield data


def _converter(dtype: dtype_type, wanted: Any) -> Callable[[Any], Any]:
    if wanted == "uint64":
        return _unsigned_64
    if wanted.kind == "b":
        return _truth
    if wanted.kind in "iu":
        return lambda value: _integer(value, dtype, wanted)
    return _complex if dtype.is_complex else _real


def _truth(value: Any) -> bool:
    is_number = isinstance(value, (int, float, complex)) or (hasattr(value, "dtype") and not isinstance(value, Tensor))
    return bool(value if is_number else index(value))


def _unsigned_64(value: Any) -> int:
    if not isinstance(value, int):
        raise TypeError("an integer is required")
    if value < 0:
        raise OverflowError("can't convert negative int to unsigned")
    if value >= 2**64:
        raise OverflowError("int too big to convert")
    return value


def _integer(value: Any, dtype: dtype_type, wanted: Any) -> int:
    is_float = isinstance(value, float)
    number = value if is_float else index(value)
    if not is_float and number not in _INT64:
        raise ValueError("Overflow when unpacking long long")
    low, high = _limits(wanted, is_float)
    if not low <= number <= high:
        raise RuntimeError(f"value cannot be converted to type {dtype.name} without overflow")
    whole = int(number)
    return whole if wanted.kind == "i" else whole % (high + 1)


def _real(value: Any) -> float:
    try:
        return float(value)
    except TypeError:
        raise TypeError(f"must be real number, not {type(value).__name__}") from None


def _complex(value: Any) -> complex:
    try:
        return complex(value)
    except TypeError:
        raise TypeError(f"must be real number, not {type(value).__name__}") from None
