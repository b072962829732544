"""``x.flat`` and ``x.flags``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from wye.numpy import indexing
from wye.numpy.arrays import Array, as_tensor

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["Flags", "Flat", "set_flat"]


class Flat:
    """The elements of an array in a row, in C's order: what ``x.flat`` is.  Writing to it writes to the array."""

    __slots__ = ("_array", "_place")
    __hash__ = None  # type: ignore[assignment]

    def __init__(self, array: Any) -> None:
        """The elements of this array."""
        self._array, self._place = array, 0

    @property
    def base(self) -> Any:
        """The array."""
        return self._array

    @property
    def index(self) -> int:
        """The number of the element that comes next."""
        return self._place

    @property
    def coords(self) -> tuple[int, ...]:
        """Where the element that comes next is."""
        return tuple(int(one) for one in np.unravel_index(self._place, self._array.shape))

    def copy(self) -> Any:
        """The elements, in an array of their own."""
        return self._array.flatten()

    def __array__(self, dtype: Any = None, copy: Any = None) -> Any:
        """The elements as an ndarray."""
        return np.asarray(self._array.reshape(-1), dtype=dtype)

    def __len__(self) -> int:
        """How many there are."""
        return int(self._array.size)

    def __iter__(self) -> Iterator[Any]:
        """The elements."""
        return self

    def __next__(self) -> Any:
        """The next element."""
        if self._place >= len(self):
            self._place = 0
            raise StopIteration
        self._place += 1
        return self._array.reshape(-1)[self._place - 1]

    def __getitem__(self, index: Any) -> Any:
        """Copies of elements."""
        return self._array.reshape(-1)[index].copy()

    def __setitem__(self, index: Any, value: Any) -> None:
        """Write to elements; values repeat where there are fewer."""
        numbers: Any = Array(as_tensor(np.arange(len(self))))
        np.put(self._array, numbers[index].reshape(-1), value)

    def _compared(self, other: Any, ufunc: Any) -> Any:
        return ufunc(self._array.reshape(-1), other._array.reshape(-1) if type(other) is Flat else other)

    def __eq__(self, other: object) -> Any:
        """Elementwise."""
        return self._compared(other, np.equal)

    def __ne__(self, other: object) -> Any:
        """Elementwise."""
        return self._compared(other, np.not_equal)


def set_flat(array: Any, value: Any) -> None:
    """``x.flat = value``: values repeat where there are fewer."""
    given: Any = Array(indexing.value_for(array._tensor, value))
    if given.size:
        np.copyto(array, np.resize(given, array.shape))


class Flags:
    """How the elements of an array lie in memory: what ``x.flags`` is."""

    __slots__ = ("_values",)

    _NAMES: Final = {
        "C": "C_CONTIGUOUS", "CONTIGUOUS": "C_CONTIGUOUS", "F": "F_CONTIGUOUS", "FORTRAN": "F_CONTIGUOUS",
        "O": "OWNDATA", "W": "WRITEABLE", "A": "ALIGNED", "X": "WRITEBACKIFCOPY", "B": "BEHAVED", "CA": "CARRAY",
        "FA": "FARRAY",
    }  # fmt: skip

    def __init__(self, array: Any) -> None:
        """The flags of this array now."""
        tensor = array._tensor
        c = bool(tensor.is_contiguous())
        f = bool(tensor.permute(tuple(reversed(range(tensor.dim())))).is_contiguous())
        self._values = {
            "C_CONTIGUOUS": c, "F_CONTIGUOUS": f, "OWNDATA": not tensor._is_view(), "WRITEABLE": True, "ALIGNED": True,
            "WRITEBACKIFCOPY": False, "FNC": f and not c, "FORC": f or c, "BEHAVED": True, "CARRAY": c,
            "FARRAY": f and not c,
        }  # fmt: skip

    def __getitem__(self, name: str) -> bool:
        """One of them, by NumPy's names."""
        try:
            return self._values[self._NAMES.get(name, name)]
        except (KeyError, TypeError):
            raise KeyError("Unknown flag") from None

    def __getattr__(self, name: str) -> bool:
        """One of them, by the names in small letters."""
        known = {"contiguous": "C_CONTIGUOUS", "fortran": "F_CONTIGUOUS"}.get(name, name.upper())
        if name != name.lower() or known not in self._values:
            raise AttributeError(f"flags have no attribute {name!r}")
        return self._values[known]

    def __eq__(self, other: object) -> bool:
        """Are they the same?"""
        return isinstance(other, Flags) and self._values == other._values

    def __hash__(self) -> int:
        """Of the values."""
        return hash(tuple(self._values.values()))

    def __repr__(self) -> str:
        """As NumPy shows them."""
        shown = ("C_CONTIGUOUS", "F_CONTIGUOUS", "OWNDATA", "WRITEABLE", "ALIGNED", "WRITEBACKIFCOPY")
        return "\n".join(f"  {name} : {self._values[name]}" for name in shown)
