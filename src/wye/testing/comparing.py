"""Are two values equal, or close?  Tensors, arrays, numbers, and containers of them.

Cold path.  In: two values.  Out: nothing, or an AssertionError that says where they differ.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence, Sized
from functools import partial
from numbers import Number
from typing import TYPE_CHECKING, Any, Final

from wye.schema.symbolic import stands_for
from wye.schema.values import DTYPES
from wye.tensors import Tensor, tensor
from wye.tensors.storage import is_storage
from wye.tensors.typed_storage import TypedStorage

if TYPE_CHECKING:
    from wye.schema.values import dtype

__all__ = ["assert_same", "assert_same_metadata", "tolerances"]

_NO_NUMBERS: Final = "SUOMmV"  # kinds of NumPy's dtypes: texts, objects, dates, records
_FLOATS: Final = {  # relative, absolute
    "float16": (1e-3, 1e-5),
    "bfloat16": (1.6e-2, 1e-5),
    "float32": (1.3e-6, 1e-5),
    "float64": (1e-7, 1e-7),
    "complex64": (1.3e-6, 1e-5),
    "complex128": (1e-7, 1e-7),
}


def tolerances(*kinds: dtype) -> tuple[float, float]:
    """How far apart elements of these dtypes may be and count as close: relative and absolute."""
    found = [_FLOATS.get(kind.name, (0.0, 0.0)) for kind in kinds]
    return max((r for r, _ in found), default=0.0), max((a for _, a in found), default=0.0)


def _close(actual: Any, expected: Any, rtol: float, atol: float) -> None:
    if any(isinstance(value, Tensor) and value._handles_calls for value in (actual, expected)):
        _close_by_operators(actual, expected, rtol, atol)
        return
    import numpy as np  # here: only comparisons of numbers need NumPy

    np.testing.assert_allclose(_array(actual), _array(expected), rtol=rtol, atol=atol)


def _close_by_operators(actual: Any, expected: Any, rtol: float, atol: float) -> None:
    """For subclasses whose handlers alone know their elements."""
    tensors = [value for value in (actual, expected) if isinstance(value, Tensor)]
    first, second = (
        value if isinstance(value, Tensor) else tensors[0].new_tensor(value) for value in (actual, expected)
    )
    if not bool(first.detach().isclose(second.detach(), rtol=rtol, atol=atol, equal_nan=True).all()):
        raise AssertionError(f"Not equal to tolerance rtol={rtol}, atol={atol}: {actual!r} != {expected!r}")


def _array(value: Any) -> Any:
    return value.detach().numpy(force=True) if isinstance(value, Tensor) else value


def _beside(value: Any, other: Any) -> Any:
    """A list with tensors of one element beside a tensor is a tensor of their elements."""
    if isinstance(other, Tensor) and isinstance(value, list | tuple) and any(isinstance(v, Tensor) for v in value):
        return tensor(value, dtype=other.dtype)
    return value


def assert_same(
    first: Any,
    second: Any,
    *,
    rtol: float | None = None,
    atol: float | None = None,
    exact_dtype: bool = True,
    exact_stride: bool = False,
    at_least: tuple[float, float] = (0.0, 0.0),
) -> None:
    """Raise AssertionError unless two values are equal; floating-point numbers and tensors may differ by rounding.

    A tensor may be compared with a number or a list; containers are compared item by item.

    Args:
        first: One value.
        second: The other.
        rtol: Relative tolerance; by default that of the dtype.
        atol: Absolute tolerance; by default that of the dtype.
        exact_dtype: Whether tensors of different dtypes differ.
        exact_stride: Whether tensors of different strides differ.
        at_least: Tolerances, relative and absolute, where those of the dtype are smaller.
    """
    same = partial(
        assert_same, rtol=rtol, atol=atol, exact_dtype=exact_dtype, exact_stride=exact_stride, at_least=at_least
    )
    first, second = _beside(first, second), _beside(second, first)
    first, second = _elements_of(first), _elements_of(second)
    if _is_array(first) or _is_array(second):
        _same_tensors(first, second, rtol, atol, exact_dtype, at_least)
        _check_strides(first, second, exact_stride)
    elif _is_mapping(first) and _is_mapping(second):
        if list(first) != list(second) and set(first) != set(second):
            raise AssertionError(f"keys {list(first)} are not {list(second)}")
        for key in first:
            same(first[key], second[key])
    elif _has_elements(first) and _has_elements(second):
        if len(first) != len(second):
            raise AssertionError(f"{len(first)} items, expected {len(second)}: {first!r} != {second!r}")
        for one, other in zip(first, second, strict=True):
            same(one, other)
    elif all(isinstance(value, Number) for value in (first, second)) and _has_fraction(first, second):
        found = _chosen(tolerances(*_kinds(first, second)), at_least, rtol, atol)
        _close(_as_float(first), _as_float(second), *found)
    elif not (first == second):  # noqa: SIM201 - values may say that they are equal and not that they differ
        raise AssertionError(f"{first!r} != {second!r}")


def _as_float(value: Any) -> Any:
    """An integer as a number with a fraction: NumPy has no integers beyond 64 bits.  Other values unchanged."""
    return float(value) if type(value) is int and abs(value) <= sys.float_info.max else value


def _has_fraction(*values: Any) -> bool:
    return any(isinstance(value, float | complex) for value in values)


def _kinds(*values: Any) -> list[dtype]:
    """The dtypes whose tolerances count: numbers are compared as those of single precision are."""
    found = [value.dtype for value in values if hasattr(value, "dtype")]
    return [*found, DTYPES["float32"]] if _has_fraction(*values) else found


def _elements_of(value: Any) -> Any:
    """Of a storage: a tensor of its elements.  Other values unchanged."""
    if not is_storage(value):
        return value
    if isinstance(value, TypedStorage):
        return value._elements()
    return tensor(value, dtype=DTYPES["uint8"], device=value.device)


def _is_array(value: object) -> bool:
    return isinstance(value, Tensor) or (
        hasattr(value, "__array__")
        and not isinstance(value, (Number, type))
        and not stands_for(value, int, float, bool)  # its value may be unknown
    )


def _is_sequence(value: object) -> bool:
    return (
        isinstance(value, Sequence) or _is_container_of_nn(value, "Sequential", "ModuleList", "ParameterList")
    ) and not isinstance(value, (str, bytes))


def _has_elements(value: object) -> bool:
    """Is it a sequence, or has elements by index as one, as datasets do?  Members of enums have none."""
    if isinstance(value, (str, bytes, Mapping)):
        return False
    return _is_sequence(value) or (
        isinstance(value, Sized) and hasattr(type(value), "__getitem__") and not _is_numpy_dtype(value)
    )


def _is_numpy_dtype(value: Any) -> bool:
    """It has fields, not elements."""
    return type(value).__module__.startswith("numpy") and hasattr(value, "fields")


def _is_mapping(value: Any) -> bool:
    return isinstance(value, Mapping) or _is_container_of_nn(value, "ModuleDict", "ParameterDict")


def _is_container_of_nn(value: Any, *names: str) -> bool:
    """Is it one of the containers of `wye.nn`?  Where that is not loaded there are none."""
    modules = sys.modules.get("wye.nn.modules")
    return modules is not None and isinstance(value, tuple(getattr(modules, name) for name in names))


def _can_be_an_array(value: object) -> bool:
    return isinstance(value, Number) or _is_sequence(value) or hasattr(value, "__array__")


def _chosen(
    usual: tuple[float, float], at_least: tuple[float, float], rtol: float | None, atol: float | None
) -> tuple[float, float]:
    """The tolerances that count: those given, else the greater ones."""
    relative, absolute = (max(pair) for pair in zip(usual, at_least, strict=True))
    return relative if rtol is None else rtol, absolute if atol is None else atol


def _same_tensors(
    first: Any, second: Any, rtol: float | None, atol: float | None, exact_dtype: bool, at_least: tuple[float, float]
) -> None:
    tensors = [value for value in (first, second) if isinstance(value, Tensor)]
    if len(tensors) == 2:
        if first.shape != second.shape:
            raise AssertionError(f"shape {first.shape} is not {second.shape}")
        if exact_dtype and first.dtype is not second.dtype:
            raise AssertionError(f"dtype {first.dtype} is not {second.dtype}")
        if first.device != second.device:
            raise AssertionError(f"device {first.device} is not {second.device}")
        if first.device.type == "meta":
            return
    elif not all(_can_be_an_array(value) for value in (first, second)):
        raise AssertionError(f"{first!r} != {second!r}")
    elif not all(_has_numbers(value) for value in (first, second)):  # arrays of texts and other objects
        _same_objects(first, second)
        return
    usual = tolerances(*_kinds(first, second))
    _close(first, second, *_chosen(usual, at_least, rtol, atol))


def _same_objects(first: Any, second: Any) -> None:
    import numpy as np  # here, as above

    if not np.array_equal(first, second):
        raise AssertionError(f"{first!r} != {second!r}")


def _has_numbers(value: Any) -> bool:
    return getattr(getattr(value, "dtype", None), "kind", "f") not in _NO_NUMBERS


def _check_strides(first: Any, second: Any, exact: bool) -> None:
    both = isinstance(first, Tensor) and isinstance(second, Tensor)
    if exact and both and first.stride() != second.stride():
        raise AssertionError(f"strides {first.stride()} are not {second.stride()}")


def assert_same_metadata(
    a: Tensor,
    b: Tensor,
    check_sizes: bool = True,
    check_strides: bool = False,
    *,
    allow_rhs_unbacked: bool = False,
    check_conj: bool = True,
) -> None:
    """Raise an error unless two tensors are alike but for their elements.

    Args:
        a: One tensor.
        b: The other.
        check_sizes: Compare sizes.
        check_strides: Compare strides, where they matter, and offsets.
        allow_rhs_unbacked: Let sizes of ``b`` be unknown.
        check_conj: Compare the lazy bits.

    Raises:
        AssertionError: dtype, device or sizes differ.
        RuntimeError: strides, offsets or lazy bits differ.
    """
    for value in (a, b):
        if not isinstance(value, Tensor):
            raise AssertionError(f"Expected TensorLike, got {type(value)}")
    sizes_known = not allow_rhs_unbacked or all(isinstance(size, int) for size in b.shape)
    if check_sizes and sizes_known and a.shape != b.shape:
        raise AssertionError(f"Shapes {a.shape} and {b.shape} are not equal!")
    if a.dtype != b.dtype:
        raise AssertionError(f"Dtypes {a.dtype} and {b.dtype} are not equal!")
    if a.device != b.device and {str(a.device), str(b.device)} != {"cuda", "cuda:0"}:
        raise AssertionError(f"Devices {a.device} and {b.device} are not equal!")
    if check_strides:
        _check_places(a, b)
    if check_conj and (a.is_conj(), a.is_neg()) != (b.is_conj(), b.is_neg()):
        raise RuntimeError(f"Conj mismatch! is_conj is set to {a.is_conj()} and {b.is_conj()}")


def _check_places(a: Tensor, b: Tensor) -> None:
    for at, (size, one, other) in enumerate(zip(a.shape, a.stride(), b.stride(), strict=True)):
        if size > 1 and one != other and a.numel():
            raise RuntimeError(f"Stride mismatch! Strides are {a.stride()} and {b.stride()} (mismatched at {at})!")
    if a.storage_offset() != b.storage_offset():
        offsets = f"{a.storage_offset()} and {b.storage_offset()}"
        raise RuntimeError(f"Storage offset mismatch! Storage offsets are {offsets}!")
