"""Sizes that are symbols: NumPy code in a trace whose graph is right for other sizes, too.

See Note [Symbolic sizes in NumPy code].
"""

from __future__ import annotations

import math
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from wye.call.packets import ops
from wye.forking import Rank, fork_safe_lock
from wye.numpy.arrays import SYMBOLS, Array, as_tensor, cast, is_symbol
from wye.numpy.calls import array_ufunc
from wye.numpy.indexing import as_shape
from wye.symbolic.numbers import SymInt
from wye.tensors.dtypes import from_numpy_dtype

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

__all__ = ["MADE", "followed", "has_symbols"]

aten: Any = ops.aten

# Note [Symbolic sizes in NumPy code]
# In a trace with symbolic sizes ``x.shape[0]`` is a symbol.  Beside an array it is a weak number, like an int.  But
# NumPy's functions that get it alone (``np.sqrt(n)``, ``np.arange(n)``, ``np.zeros(n)``) ask it for its value, and the
# graph would have the number of the example.  So while such a trace runs, symbols take part in universal functions, and
# NumPy's functions that make arrays of sizes are replaced by ones that look for symbols first; without one they call
# NumPy's.  What asks Python for a number (``float(n)``, ``len(x)``, ``range(n)``) has the example's.
# Broken by: a program that has imported the function itself, ``from numpy import arange``: it specializes.
# Guarded by: tests/unit/numpy/test_symbolic_sizes.py


def has_symbols(values: Any) -> bool:
    """Is there a symbol among these arguments, or in a tuple or list of them?"""
    return any(is_symbol(one) or (isinstance(one, (tuple, list)) and has_symbols(one)) for one in values)


# ---- new arrays ----


def _wanted(dtype: Any, default: Any = float) -> Any:
    return from_numpy_dtype(np.dtype(default if dtype is None else dtype))


def _filled(make: Any) -> Callable[..., Any]:
    def made(shape: Any, dtype: Any = None, order: Any = "C", *, device: Any = None) -> Any:
        return make(list(as_shape(shape)), dtype=_wanted(dtype))

    return made


def _full(shape: Any, fill_value: Any, dtype: Any = None, order: Any = "C", *, device: Any = None) -> Any:
    value = as_tensor(fill_value)
    value = value if dtype is None else cast(value, np.dtype(dtype))
    return aten.expand.default(value, list(as_shape(shape))).clone()


def _arange(start: Any, stop: Any = None, step: Any = 1, dtype: Any = None, *, device: Any = None) -> Any:
    first, last = (0, start) if stop is None else (start, stop)
    is_whole = all(isinstance(one, (int, np.integer, SymInt)) for one in (first, last, step))
    return aten.arange.start_step(first, last, step, dtype=_wanted(dtype, int if is_whole else float))


def _eye(N: Any, M: Any = None, k: int = 0, dtype: Any = None, order: Any = "C", *, device: Any = None) -> Any:  # noqa: N803 - NumPy's names
    rows, columns = aten.arange.default(N).unsqueeze(1), aten.arange.default(N if M is None else M)
    return aten.eq.Tensor(rows + k, columns).to(_wanted(dtype))


def _tri(N: Any, M: Any = None, k: int = 0, dtype: Any = None) -> Any:  # noqa: N803 - NumPy's names
    rows, columns = aten.arange.default(N).unsqueeze(1), aten.arange.default(N if M is None else M)
    return aten.ge.Tensor(rows + k, columns).to(_wanted(dtype))


def _linspace(*args: Any, **kwargs: Any) -> Any:
    from wye.numpy.functions.creation import linspace  # here: its module reads this one

    return linspace(*args, **kwargs)


def _prod(a: Any, *args: Any, **kwargs: Any) -> Any:
    return math.prod(a)


MADE: Final[dict[str, Callable[..., Any]]] = {  # by the names of NumPy's functions
    "arange": _arange, "empty": _filled(aten.zeros.default), "eye": _eye, "full": _full,
    "identity": lambda n, dtype=None: _eye(n, dtype=dtype), "linspace": _linspace, "ones": _filled(aten.ones.default),
    "prod": _prod, "tri": _tri, "zeros": _filled(aten.zeros.default),
}  # fmt: skip
_THEIRS: Final = {name: getattr(np, name) for name in MADE}


# ---- while a trace runs ----


def _looking_for_symbols(theirs: Any, ours: Callable[..., Any]) -> Callable[..., Any]:
    def function(*args: Any, **kwargs: Any) -> Any:
        if not has_symbols((*args, *kwargs.values())) or not _is_called_by_a_program():
            return theirs(*args, **kwargs)
        made = ours(*args, **{name: value for name, value in kwargs.items() if name != "like"})
        return made if is_symbol(made) else Array(made)

    function.__name__ = function.__qualname__ = theirs.__name__
    function.of_numpy = theirs  # type: ignore[attr-defined]
    return function


def _is_called_by_a_program() -> bool:
    """Neither by wye nor by NumPy itself?"""
    return not str(sys._getframe(2).f_globals.get("__name__", "")).startswith(("wye.", "numpy."))


def _symbols_ufunc(self: Any, ufunc: Any, method: str, *inputs: Any, **options: Any) -> Any:
    """NumPy's ``__array_ufunc__`` for symbols: a number of the graph, as an array without dimensions."""
    given = [Array(as_tensor(one)) if is_symbol(one) else one for one in inputs]
    return array_ufunc(Array, ufunc, method, *given, **options)


_lock: Final = fork_safe_lock(Rank.TRACING)
_running = 0


@contextmanager
def followed() -> Iterator[None]:
    """While it is active, NumPy's functions keep symbols.  See Note [Symbolic sizes in NumPy code]."""
    _change(1)
    try:
        yield
    finally:
        _change(-1)


def _change(by: int) -> None:
    global _running
    with _lock:
        before, _running = _running, _running + by
        if before and _running:
            return
        for name, theirs in _THEIRS.items():
            setattr(np, name, _looking_for_symbols(theirs, MADE[name]) if _running else theirs)
        symbols: Any = SYMBOLS
        for cls in symbols:
            if _running:
                cls.__array_ufunc__ = _symbols_ufunc
            else:
                del cls.__array_ufunc__
