"""Factories: arrays from sizes and numbers, and copies.

``like`` is None, or a MetaArray: then there is no memory, which makes the fake kernels.  Device, layout and pinning are
handled by the caller: kernels here use CPU memory.
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from wye.aten.arrays.allocation import (
    allocate,
    cast_fill,
    cast_number,
    cast_to_scalar,
    channels_last_of,
    check_pinning,
    check_sizes,
    contiguous_clone,
    format_strides,
    store,
)
from wye.aten.declare import Rules, shortcut
from wye.schema.symbolic import expected, stands_for, sym_max
from wye.schema.values import DTYPES, MEMORY_FORMATS
from wye.tensors.dtypes import get_default_dtype, not_implemented, to_numpy_dtype
from wye.tensors.layout import permuted_strides
from wye.tensors.meta_array import MetaArray, restride, strides_of
from wye.tensors.new_memory import fill_new
from wye.tensors.promotion import dtype_of_number, to_complex
from wye.tensors.replacing import overflow

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["KERNELS", "ON_ARRAYS"]

KERNELS = Rules()
ON_ARRAYS = Rules()  # for plain arrays; tensors have rules of their own
_CONTIGUOUS = MEMORY_FORMATS["contiguous_format"]


def element_type(dtype: Any) -> Any:
    """The NumPy dtype of a new tensor; None is the default dtype."""
    return to_numpy_dtype(get_default_dtype() if dtype is None else dtype)


def _is_plain(like: Any, size: Sequence[int]) -> bool:
    """Is it non-empty and row-major?  Then NumPy's strides are PyTorch's."""
    return like is None and (not size or min(size) > 0)


def _make(like: Any, size: Sequence[int], dtype: Any, memory_format: Any = None, make: Any = np.empty) -> Any:
    shape = check_sizes(size)
    if memory_format is None:
        return allocate(like, shape, dtype, None, make)
    return allocate(like, shape, dtype, format_strides(shape, memory_format), make)


@KERNELS("empty.memory_format")
@shortcut("empty")
def _empty(size: Sequence[int], *, dtype: Any = None, memory_format: Any = None, like: Any = None, **_: Any) -> Any:
    try:
        if memory_format is None and _is_plain(like, size):
            return fill_new(np.empty(size, element_type(dtype)))
        return fill_new(_make(like, size, element_type(dtype), memory_format))
    except ValueError as error:  # NumPy's words for more bytes than it can count
        raise overflow(size) from error


@KERNELS("empty_strided")
def _empty_strided(size: Sequence[int], stride: Sequence[int], *, dtype: Any = None, like: Any = None, **_: Any) -> Any:
    if len(size) != len(stride):
        raise RuntimeError(
            f"dimensionality of sizes ({len(size)}) must match dimensionality of strides ({len(stride)})"
        )
    if any(step < 0 for step in stride):
        raise RuntimeError(f"empty_strided: strides are not negative, got {list(stride)}")
    of = element_type(dtype)
    shape = check_sizes(size)
    try:
        return fill_new(allocate(like, shape, of, tuple(stride)))
    except ValueError as error:
        raise overflow(size, stride) from error


@KERNELS("empty_permuted")
def _empty_permuted(
    size: Sequence[int], physical_layout: Sequence[int], *, dtype: Any = None, like: Any = None, **_: Any
) -> Any:
    if len(size) != len(physical_layout):
        raise RuntimeError(
            f"Number of dimensions in size does not match the length of the physical_layout; i.e. len(size) = "
            f"{len(size)} is not equal to len(physical_layout) = {len(physical_layout)}"
        )
    if sorted(physical_layout) != list(range(len(size))):
        raise RuntimeError(f"Duplicate dim not allowed or dimension out of range in {list(physical_layout)}")
    of, shape = element_type(dtype), check_sizes(size)
    sizes = [sym_max(size, 1) for size in shape]
    return fill_new(allocate(like, shape, of, permuted_strides(sizes, [*reversed(physical_layout)])))


@KERNELS("zeros")
@shortcut("zeros")
def _zeros(size: Sequence[int], *, dtype: Any = None, like: Any = None, **_: Any) -> Any:
    if _is_plain(like, size):
        return np.zeros(size, element_type(dtype))
    return _make(like, size, element_type(dtype), None, np.zeros)


@KERNELS("ones")
@shortcut("ones")
def _ones(size: Sequence[int], *, dtype: Any = None, like: Any = None, **_: Any) -> Any:
    if _is_plain(like, size):
        made = np.empty(size, element_type(dtype))
        made.fill(1)
        return made
    made = _make(like, size, element_type(dtype))
    store(made, 1)
    return made


@KERNELS("full")
@shortcut("full")
def _full(size: Sequence[int], fill_value: Any, *, dtype: Any = None, like: Any = None, **_: Any) -> Any:
    of = dtype_of_number(fill_value) if dtype is None else to_numpy_dtype(dtype)
    made = _make(like, size, of)
    store(made, cast_fill(fill_value, made))
    return made


@KERNELS("scalar_tensor")
@shortcut("scalar_tensor")
def _scalar_tensor(s: Any, *, dtype: Any = None, like: Any = None, **_: Any) -> Any:
    of = element_type(dtype)
    made = allocate(like, (), of)
    store(made, s if type(made) is MetaArray and stands_for(s, int, float, bool) else cast_to_scalar(s, of))
    return made


def _real_numbers(name: str, of: Any, kinds: str = "bc") -> Any:
    """The dtype, unless PyTorch's kernel does not support it."""
    if of.kind in kinds:
        raise not_implemented(f"{name}_cpu", of)
    return of


def _are_whole(*numbers: Any) -> bool:
    return all(isinstance(one, int) or stands_for(one, int) for one in numbers)


def _length_of_range(start: Any, end: Any, step: Any, of: Any) -> int:
    """How many elements an arange has."""
    if any(isinstance(one, complex) for one in (start, end, step)):
        raise RuntimeError("value cannot be converted to type double without overflow")
    if not step:
        raise RuntimeError("step must be nonzero")
    whole = _are_whole(start, end, step)
    if not (whole or (math.isfinite(start) and math.isfinite(end))):
        raise RuntimeError(f"unsupported range: {start} -> {end}")
    if (end - start) * (1 if step > 0 else -1) < 0:
        raise RuntimeError(f"upper bound and lower bound inconsistent with step sign: from {start} to {end} by {step}")
    if whole and (of.name == "int64" or not all(type(one) is int for one in (start, end, step))):
        return -((start - end) // step)  # type: ignore[no-any-return]  # may be symbolic
    if of.name == "int64":
        if not int(step):
            raise RuntimeError("step must be nonzero as an integer")
        return int(-((int(start) - int(end)) // int(step)))
    return math.ceil((float(end) - float(start)) / float(step))


def _computing_type(of: Any) -> Any:
    """In which type the elements of a range are computed before they are rounded."""
    if of.kind in "iu":
        return np.dtype("int64")
    return np.dtype("float64" if of.name in ("float32", "float64") else "float32")


def _fill_range(made: Any, start: Any, step: Any) -> Any:
    if type(made) is MetaArray:
        return made
    wide = _computing_type(made.dtype)
    steps = np.arange(made.size, dtype=wide)
    if wide.kind == "i":
        start, step = int(start), int(step)
    if step != 1:
        steps *= wide.type(step)
    if start != 0 or step < 0:  # the first of a falling range from 0 is 0, not -0
        steps += wide.type(start)
    if wide is made.dtype:
        return steps if made.size else made
    store(made, steps)
    return made


def _arange_type(dtype: Any, *numbers: Any) -> Any:
    if dtype is not None:
        return to_numpy_dtype(dtype)
    return np.dtype("int64") if _are_whole(*numbers) else element_type(None)


@KERNELS("arange.start_step")
@shortcut("arange")
def _arange(start: Any, end: Any, step: Any = 1, *, dtype: Any = None, like: Any = None, **_: Any) -> Any:
    if like is None and dtype is None and type(start) is type(end) is type(step) is int and (end - start) * step > 0:
        return np.arange(start, end, step)  # the common case
    of = _real_numbers("arange", _arange_type(dtype, start, end, step))
    return _fill_range(allocate(like, (_length_of_range(start, end, step, of),), of), start, step)


@KERNELS("arange")
@shortcut("arange")
def _arange_end(end: Any, **options: Any) -> Any:
    return _arange(0, end, 1, **options)


@KERNELS("arange.start")
@shortcut("arange")
def _arange_start(start: Any, end: Any, **options: Any) -> Any:
    return _arange(start, end, 1, **options)


@KERNELS("range", "range.step")
def _range(start: Any, end: Any, step: Any = 1, *, dtype: Any = None, like: Any = None, **_: Any) -> Any:
    of = _real_numbers("range", element_type(dtype))
    _length_of_range(start, end, step, np.dtype("float64"))
    if of.kind in "iu":
        start, end, step = int(start), int(end), int(step)
    length = int((float(end) - float(start)) / float(step)) + 1
    return _fill_range(allocate(like, (length,), of), start, step)


def _number(name: str, role: str, value: Any) -> Any:
    """The number in a 0-dim tensor."""
    if isinstance(value, (bool, int, float, complex)):
        return value
    if stands_for(value, int, float):  # only the shape of the result is asked
        return 0
    if value.ndim:
        raise RuntimeError(
            f"{name} only supports 0-dimensional start and end tensors, but got {role} with {value.ndim} dimension(s)"
        )
    return 0 if type(value) is MetaArray else value.item()


def _is_complex(value: Any) -> bool:
    return isinstance(value, complex) or getattr(getattr(value, "dtype", None), "kind", "") == "c"


def _space_type(name: str, start: Any, end: Any, steps: int, dtype: Any) -> Any:
    """The dtype of evenly spaced numbers; complex ends make it complex."""
    if steps < 0:
        raise RuntimeError("number of steps must be non-negative")
    of = _real_numbers(name, element_type(dtype), "b" if steps > 1 else "")
    if of.kind == "c" or not (_is_complex(start) or _is_complex(end)):
        return of
    if dtype is not None:
        raise RuntimeError(f"torch.{name}(): inferred dtype {to_complex(of).name} can't be safely cast to {of.name}")
    return to_complex(of)


_MOST_KEPT = 1024  # numbers whose distances from the nearer end are kept


@lru_cache(maxsize=64)
def _distances(steps: int, dtype: Any) -> Any:
    """How many steps each number is away from the nearer end."""
    made = np.arange(steps, dtype=dtype)
    half = steps // 2
    made[half:] = made[: steps - half][::-1]
    return made


def _spaced(start: Any, end: Any, steps: int, wide: Any) -> Any:
    """Evenly spaced numbers, counted from the nearer end so that both ends are exact."""
    if steps == 1:
        return np.full(1, start, wide)
    first, last = wide.type(start), wide.type(end)
    step = (last - first) / wide.type(steps - 1)
    half = steps // 2
    made = (_distances if steps <= _MOST_KEPT else _distances.__wrapped__)(steps, wide) * step
    made[:half] += first
    np.subtract(last, made[half:], out=made[half:])
    return made


def _space_compute_type(of: Any) -> Any:
    return np.dtype("float64") if of.kind in "iu" else np.dtype("float32") if of.kind not in "fc" else of


@KERNELS("linspace", "linspace.Tensor_Tensor", "linspace.Tensor_Scalar", "linspace.Scalar_Tensor")
@shortcut("linspace")
def _linspace(start: Any, end: Any, steps: int, *, dtype: Any = None, like: Any = None, **options: Any) -> Any:
    check_pinning(options.get("pin_memory"))
    of = _space_type("linspace", start, end, steps, dtype)
    start, end = _number("linspace", "start", start), _number("linspace", "end", end)
    made = allocate(like, (steps,), of)
    if steps and type(made) is not MetaArray:
        store(made, _spaced(cast_number(start, of), cast_number(end, of), steps, _space_compute_type(of)))
    return made


_PLAIN_NUMBERS = (int, float)
_MODEST = 1e6  # exponents up to here are numbers of every float dtype


@KERNELS("logspace", "logspace.Tensor_Tensor", "logspace.Tensor_Scalar", "logspace.Scalar_Tensor")
def _logspace(
    start: Any, end: Any, steps: int, base: float = 10.0, *, dtype: Any = None, like: Any = None, **options: Any
) -> Any:
    check_pinning(options.get("pin_memory"))
    if dtype is None and like is None and steps > 1 and type(start) in _PLAIN_NUMBERS and type(end) in _PLAIN_NUMBERS:
        wide = element_type(None)
        if wide.kind == "f" and wide.itemsize > 2 and abs(start) < _MODEST and abs(end) < _MODEST:
            made = _spaced(start, end, steps, wide)
            return np.power(np.array(base, wide), made, made)
    of = _space_type("logspace", start, end, steps, dtype)
    start, end = _number("logspace", "start", start), _number("logspace", "end", end)
    made = allocate(like, (steps,), of)
    if steps and type(made) is not MetaArray:
        wide = _space_compute_type(of)
        store(made, np.power(wide.type(base), _spaced(cast_number(start, of), cast_number(end, of), steps, wide)))
    return made


@KERNELS("eye.m")
@shortcut("eye")
def _eye(n: int, m: int, *, dtype: Any = None, like: Any = None, **_: Any) -> Any:
    for name, size in (("n", n), ("m", m)):
        if not expected(size >= 0):
            raise RuntimeError(f"{name} must be greater or equal to 0, got {size}")
    of = element_type(dtype)
    made = allocate(like, (n, m), of, None, np.zeros)
    if type(made) is not MetaArray and made.size:
        made.ravel()[: min(n, m) * m : m + 1] = 1
    return made


@KERNELS("eye")
@shortcut("eye")
def _eye_square(n: int, **options: Any) -> Any:
    return _eye(n, n, **options)


def _triangle_size(row: int, col: int, offset: int) -> int:
    """How many positions the lower triangle of a matrix has."""
    if row == 0 or col == 0:
        return 0
    first = min(col, 1 + offset) if offset > 0 else int(row + offset > 0)
    last = max(0, min(col, row + offset))
    rows = max(0, min(row, row + offset))
    rising = last - first + 1
    size = (first + last) * rising // 2
    return size + max(0, rows - rising) * col


_FEW = 64  # positions of a matrix that a loop in Python goes through sooner than NumPy


def _triangle(name: str, row: int, col: int, length: int, dtype: Any, like: Any, spans: Any, holds: Any) -> Any:
    """The positions in a triangle of a matrix, row by row.

    Args:
        name: The operator's name for messages.
        row: The rows of the matrix.
        col: Its columns.
        length: How many positions there are.
        dtype: The type of the result's elements; None: `int64`.
        like: An array to allocate the result like.
        spans: Gives the rows that the triangle reaches, and where it begins and ends in each.
        holds: Is a position in the triangle whose column is so many more than its row?
    """
    if row < 0 or col < 0:
        raise RuntimeError(f"row and col must be non-negative, got {row} and {col}")
    of = to_numpy_dtype(DTYPES["int64"] if dtype is None else dtype)
    if of.name not in ("int64", "int32"):
        raise NotImplementedError(f"\"{name}\" not implemented for '{of.name}'")
    made = allocate(like, (2, length), of)
    if type(made) is not MetaArray and 0 < row * col <= _FEW:
        made[0] = [i for i in range(row) for j in range(col) if holds(j - i)]
        made[1] = [j for i in range(row) for j in range(col) if holds(j - i)]
    elif type(made) is not MetaArray and length:
        rows, begins, ends = spans()
        counts = ends - begins
        made[0] = np.repeat(rows, counts)
        first = np.repeat(np.cumsum(counts) - counts, counts)
        made[1] = np.arange(length) - first + np.repeat(begins, counts)
    return made


@KERNELS("tril_indices")
@shortcut("tril_indices")
def _tril_indices(row: int, col: int, offset: int = 0, *, dtype: Any = None, like: Any = None, **_: Any) -> Any:
    def spans() -> tuple[Any, Any, Any]:
        rows = np.arange(max(0, -offset), row)
        return rows, np.zeros_like(rows), np.minimum(rows, col - min(offset, col) - 1) + min(offset, col) + 1

    return _triangle("tril_indices", row, col, _triangle_size(row, col, offset), dtype, like, spans, offset.__ge__)


@KERNELS("triu_indices")
@shortcut("triu_indices")
def _triu_indices(row: int, col: int, offset: int = 0, *, dtype: Any = None, like: Any = None, **_: Any) -> Any:
    def spans() -> tuple[Any, Any, Any]:
        rows = np.arange(min(row, col - offset))
        return rows, np.maximum(rows + max(offset, -row), 0), np.full_like(rows, col)

    length = row * col - _triangle_size(row, col, offset - 1)
    return _triangle("triu_indices", row, col, length, dtype, like, spans, offset.__le__)


@KERNELS("clone")
@shortcut("clone")
def _clone(self: Any, *, memory_format: Any = None) -> Any:
    if type(self) is not MetaArray:
        if memory_format is None:
            made = self.copy("K")
            if made.strides == self.strides:
                return made
        elif memory_format is _CONTIGUOUS and self.size:
            return self.copy("C")
    made = allocate(self, tuple(self.shape), self.dtype, channels_last_of(self, memory_format))
    store(made, self)
    return made


KERNELS["lift_fresh_copy"] = contiguous_clone


@ON_ARRAYS("lift", "lift_fresh")
def _lift(self: Any) -> Any:
    return restride(self, tuple(self.shape), tuple(strides_of(self)), 0)


@ON_ARRAYS("empty.out")
def _empty_out(size: Any, *, memory_format: Any = None, out: Any) -> Any:
    if out.shape != tuple(size):
        raise RuntimeError(
            f"aten::empty.out: argument 'out' has the shape {list(out.shape)}, not {list(size)}, and a "
            "NumPy array cannot be resized"
        )
    return out


def _mask(keep: Any, rows: int, columns: int, diagonal: int) -> Any:
    """True in the places of a matrix that a triangle leaves out."""
    return ~keep(np.ones((rows, columns), bool), diagonal)


_SMALL = 4096  # elements of masks that are kept
_known_mask = lru_cache(maxsize=64)(_mask)


def _triangular(name: str, self: Any, out: Any, keep: Any, diagonal: int) -> Any:
    """Zeros on one side of a diagonal of the last two dimensions."""
    if self.ndim < 2:
        raise RuntimeError(f"{name}: input tensor must have at least 2 dimensions")
    made = allocate(self, tuple(self.shape), self.dtype) if out is None else out
    if type(made) is not MetaArray:
        rows, columns = self.shape[-2:]
        diagonal = max(-rows, min(diagonal, columns))  # further out there are no elements, and NumPy's numbers end
        rows, columns = self.shape[-2:]
        mask = (_known_mask if rows * columns <= _SMALL else _mask)(keep, rows, columns, diagonal)
        np.copyto(made, self)
        np.copyto(made, self.dtype.type(0), where=mask)
    return made


@KERNELS("tril")
@shortcut("tril")
def _tril(self: Any, diagonal: int = 0, *, out: Any = None) -> Any:
    return _triangular("tril", self, out, np.tril, diagonal)


@KERNELS("triu")
@shortcut("triu")
def _triu(self: Any, diagonal: int = 0, *, out: Any = None) -> Any:
    return _triangular("triu", self, out, np.triu, diagonal)
