"""wye's dtypes and NumPy's.

A tensor's elements are NumPy's; `bfloat16` and the 8-bit floats come from `ml_dtypes`, which few programs load.
"""

from __future__ import annotations

from functools import cache
from typing import Any, Final

from wye._engine import engine
from wye.schema.dtype_table import ROWS
from wye.schema.values import DTYPES, dtype

__all__ = [
    "c_name_of", "default_dtype_of", "element_size", "from_numpy_dtype", "get_default_dtype", "name_of",
    "not_implemented", "numbered", "set_default_dtype", "title_of", "to_numpy_dtype",
]  # fmt: skip

_SHARED: Final = tuple(row.name for row in ROWS.values() if row.arrays == "numpy")  # NumPy has them under these names
_EXTENDED: Final = tuple(row.name for row in ROWS.values() if row.arrays == "ml_dtypes")

_to_numpy: dict[dtype, Any] = {}
_from_numpy: dict[Any, dtype] = {}


def numbered() -> tuple[tuple[int, dtype], ...]:
    """The dtypes that NumPy has, each with NumPy's number."""
    return tuple((to_numpy_dtype(DTYPES[name]).num, DTYPES[name]) for name in _SHARED)


def to_numpy_dtype(of: dtype) -> Any:
    """The NumPy dtype with the same elements.

    Raises:
        TypeError: NumPy has none.
    """
    found = _to_numpy.get(of)
    if found is not None:
        return found
    import numpy as np  # here: only code that makes tensors needs NumPy

    if of.name in _SHARED:
        found = np.dtype(of.name)
    elif of.name in _EXTENDED:
        import ml_dtypes  # here: few programs have these elements

        found = np.dtype(getattr(ml_dtypes, of.name))
    else:
        raise TypeError(f"no array can hold elements of {of}; dtypes with data are: {', '.join(_SHARED + _EXTENDED)}")
    _to_numpy[of], _from_numpy[found] = found, of
    return found


def from_numpy_dtype(of: Any) -> dtype:
    """The dtype with the same elements as a NumPy dtype.

    Raises:
        TypeError: there is none.
        ValueError: its bytes come in the other order.
    """
    found = _from_numpy.get(of)
    if found is not None:
        return found
    if of.name not in _SHARED + _EXTENDED:
        raise TypeError(
            f"can't convert np.ndarray of type {of.type.__module__}.{of.type.__name__}. The only supported types are: "
            f"{', '.join(_SHARED + _EXTENDED)}"
        )
    if not of.isnative:
        raise ValueError(
            "given numpy array has byte order different from the native byte order. Conversion between byte orders is "
            "currently not supported."
        )
    _from_numpy[of] = DTYPES[of.name]
    return DTYPES[of.name]


@cache
def name_of(of: Any) -> str:
    """The name of a NumPy dtype, which NumPy computes each time it is asked.

    >>> name_of(to_numpy_dtype(DTYPES["float16"]))
    'float16'
    """
    name: str = of.name
    return name


def title_of(of: Any) -> str:
    """What PyTorch's messages call a dtype, NumPy's or wye's.

    >>> title_of(DTYPES["float16"])
    'Half'
    """
    name = (of if isinstance(of, dtype) else from_numpy_dtype(of)).name
    return ROWS[name].title or name.capitalize()


def element_size(of: dtype) -> int:
    """How many bytes an element of a dtype has.

    >>> element_size(DTYPES["float16"])
    2
    """
    return of.itemsize


def c_name_of(of: Any) -> str:
    """The C++ name of a NumPy dtype in PyTorch's messages.

    >>> c_name_of(to_numpy_dtype(DTYPES["float16"]))
    'c10::Half'
    """
    name = from_numpy_dtype(of).name
    return ROWS[name].c_name


def not_implemented(kernel: str, of: Any) -> NotImplementedError:
    """The error of a kernel that has no code for elements of a dtype, with PyTorch's message."""
    return NotImplementedError(f"\"{kernel}\" not implemented for '{title_of(of)}'; convert the tensor with .to()")


_default = DTYPES["float32"]
engine.configure(default_dtype=_default)


def get_default_dtype() -> dtype:
    """The dtype of tensors made from Python floats."""
    return _default


def set_default_dtype(wanted: dtype) -> None:
    """From now on, Python floats make tensors of this dtype.

    Raises:
        TypeError: it is not a floating-point dtype that arrays can hold.
    """
    global _default  # noqa: PLW0603 - one setting of the process, as in PyTorch
    if not isinstance(wanted, dtype):
        raise TypeError(f"set_default_dtype() takes a dtype, for example wye.float64, not {wanted!r}")
    if not wanted.is_floating_point or wanted.itemsize == 1:
        raise TypeError(f"only floating-point types are supported as the default type, not {wanted}")
    _default = wanted
    engine.configure(default_dtype=wanted)


def default_dtype_of(of: dtype) -> dtype:
    """The dtype of a tensor made from Python numbers that NumPy would give ``of``."""
    if of.is_floating_point:
        return _default
    if not of.is_complex:
        return of
    return DTYPES["complex128" if _default.name == "float64" else "complex64"]
