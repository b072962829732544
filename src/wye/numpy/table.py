"""The table: which function of NumPy is computed by which function of tensors.

One line for each function, in the modules of `wye.numpy.functions`, by family.  A function of
the table has NumPy's name and arguments, takes whatever NumPy takes (`as_tensor` makes tensors of it) and returns
tensors; `wye.numpy.calls` makes arrays of them.  So gradients, batches, traces and fake runs need nothing more.
"""

from __future__ import annotations

import importlib
import pkgutil
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from wye._engine import engine
from wye.errors import ArgumentError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

__all__ = [
    "FUNCTIONS", "OPERATORS", "OWN", "UNIVERSAL", "Universal", "function_of", "implements", "line", "lines", "load",
    "repeated", "universal_line", "universal_of",
]  # fmt: skip

FUNCTIONS: Final[dict[Any, Callable[..., Any]]] = {}  # of NumPy -> of tensors
UNIVERSAL: Final[dict[Any, Universal]] = {}  # universal functions of NumPy and SciPy -> their line
OPERATORS: Final[dict[Any, Any]] = {}  # what the engine computes.  See Note [Simple calls of arrays]
OWN: Final[dict[Any, tuple[Callable[..., Any], bool, bool]]] = {}  # See Note [NumPy's own functions]

# Note [NumPy's own functions]
# On tensors and arrays that no layer follows a function of NumPy gives what it gives for their data: the engine calls
# NumPy's own function with ndarrays and makes tensors, or arrays, of the results; parts of an argument's memory are
# views of it (csrc/plain_calls.c).  It does so while no mode, transform, autocast or log is active, for arguments
# that are plain; otherwise the line runs, which gives the same.  Data are handed out for reading, so a function that
# writes to an argument fails, and its line runs; but a function whose results are parts of its arguments
# (`gives_views`) gets what can be written to, so that ndarrays which it gives can be, too.
# Results of arrays are arrays.  Results of tensors are what they are in PyTorch: tensors (`keeps_class`) where NumPy
# calls the argument's method or its ``__array_wrap__``, otherwise ndarrays.
# Broken by: a line that gives anything else than NumPy's function; it must not stand here (`implements` takes it out).
# Guarded by: tests/unit/numpy/test_plain_calls.py


@dataclass(frozen=True, slots=True)
class Universal:
    """A line for a universal function.

    Attributes:
        call: The elementwise function of tensors, which have the dtypes that NumPy computes in.
        of_kind: Others for some dtypes, by NumPy's kind of the first input: "b", "i", "u", "f", "c".
        with_number: The same as ``call`` for floats, with a Python number as its second argument.
        reduce: The function of NumPy that is ``ufunc.reduce``, if it has a name of its own.
        fold: For others the function of tensors that is: takes a tensor, a tuple of dimensions and ``keepdims``.
        accumulate: The function of tensors for ``ufunc.accumulate``: takes a tensor and a dimension.
        plans: What to run for inputs of given dtypes; made by `wye.numpy.calls`.
    """

    call: Callable[..., Any]
    of_kind: Mapping[str, Callable[..., Any]] = field(default_factory=dict)
    with_number: Callable[..., Any] | None = None
    reduce: Any = None
    fold: Callable[..., Any] | None = None
    accumulate: Callable[..., Any] | None = None
    plans: dict[Any, Any] = field(default_factory=dict, compare=False, repr=False)


def implements(*functions: Any) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Make a function the one that runs when a function of NumPy is given wye's arrays or tensors.

    Args:
        functions: Of NumPy or SciPy, universal or not, or any other that asks for ``__array_function__``.

    Example:
        >>> import numpy as np, wye.numpy
        >>> @wye.numpy.implements(np.sinc)
        ... def sinc(x):
        ...     x = np.where(x == 0, 1e-20, x) * np.pi
        ...     return np.sin(x) / x

    Raises:
        ArgumentError: that is no function.
    """
    for function in functions:
        if not callable(function):
            raise ArgumentError(f"implements takes functions of NumPy, not {function!r}", fix="implements(np.median)")

    def register(ours: Callable[..., Any]) -> Callable[..., Any]:
        load()
        _register(functions, ours)
        for one in functions:
            OWN.pop(one, None)
        return ours

    return register


def line(
    *functions: Any, repeats: bool = True, keeps_class: bool = False, gives_views: bool = False, own: Any = None
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """`implements` for the table's own modules, which are being loaded.

    Args:
        functions: Of NumPy or SciPy; None for one that the installed version does not have.
        repeats: Do calls that are alike call the same operators?  See Note [Repeated calls].
        keeps_class: Are results for tensors that no layer follows tensors?
        gives_views: May its results be parts of its arguments, to which it does not write?
        own: What runs on their data, if it is another function of NumPy; False: nothing does, the line runs.
    """

    def register(ours: Callable[..., Any]) -> Callable[..., Any]:
        known = [one for one in functions if one is not None]
        _register(known, ours, repeated(ours) if repeats else ours)
        for one in known:
            implementation = None if own is False else getattr(own or one, "_implementation", None)
            if implementation is not None:  # it can be called without a way back to here
                OWN[one] = (implementation, keeps_class, gives_views)
        return ours

    return register


def repeated(function: Callable[..., Any]) -> Callable[..., Any]:
    """A function of arrays or tensors that calls the same operators in calls that are alike, for the engine.

    See Note [Repeated calls].
    """
    return engine.ArrayLine(function, _learn)


def _learn(*call: Any) -> Any:
    from wye.numpy.repeating import learn  # here: it reads modules that read this one

    return learn(*call)


def universal_line(ufunc: Any, universal: Universal) -> None:
    """Give a universal function its line."""
    UNIVERSAL[ufunc] = universal
    OWN[ufunc] = (ufunc, True, False)


def _register(functions: Any, ours: Callable[..., Any], called: Callable[..., Any] | None = None) -> None:
    """Write lines; ``called``: what runs instead, for functions that are not universal."""
    from numpy import ufunc  # here: this module is read before NumPy is needed

    for function in functions:
        if isinstance(function, ufunc):
            UNIVERSAL[function] = Universal(ours)
            if function in OPERATORS:
                OPERATORS[function].same.clear()
                OPERATORS[function].numbers.clear()
        else:
            FUNCTIONS[function] = ours if called is None else called


@cache
def load() -> None:
    """Read the table's modules."""
    from wye.numpy import functions  # here: they read this module

    for module in pkgutil.iter_modules(functions.__path__):
        importlib.import_module(f"{functions.__name__}.{module.name}")


def function_of(function: Any) -> Callable[..., Any] | None:
    """The table's function for a function of NumPy; None: there is no line."""
    load()
    return FUNCTIONS.get(function)


def universal_of(ufunc: Any) -> Universal | None:
    """The line of a universal function; None: there is none."""
    load()
    if ufunc not in UNIVERSAL:
        from wye.numpy.functions.special import find  # here: it reads this module

        return find(ufunc)
    return UNIVERSAL[ufunc]


def lines() -> Iterator[tuple[Any, Any]]:
    """All lines: a function of NumPy and what the table has for it."""
    load()
    yield from UNIVERSAL.items()
    yield from FUNCTIONS.items()
