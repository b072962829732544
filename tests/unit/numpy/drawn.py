"""Calls of NumPy's functions with drawn arguments, and what must hold of each.

A family's module in `cases` has a list ``CASES``:

    CASES = [
        case(np.sum, draw(2, 3), axis=-1),
        case(np.sort, draw(4, dtype="int32"), gradient=False),
        case(lambda x: x.cumsum(), draw(4), of=np.cumsum),       # counts for the line of np.cumsum
    ]

Every ndarray among the arguments, also in lists, is given to wye as an array.  `draw` has a fixed seed.
"""

from __future__ import annotations

import importlib
import pkgutil
import sys
from collections import defaultdict
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from itertools import count
from typing import TYPE_CHECKING, Any
from zlib import crc32

import numpy as np

import wye
from wye.fake import FakeTensorMode
from wye.numpy.arrays import Array, as_ndarray, as_tensor
from wye.numpy.table import OWN
from wye.pytree import tree_flatten, tree_leaves, tree_unflatten
from wye.tensors import Tensor

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = [
    "Case", "assert_same", "case", "cases", "check_fake", "check_gradient", "check_plain", "check_tensors",
    "check_value", "check_vmap", "draw", "through_lines",
]  # fmt: skip

_TOLERANCE = {"float16": 5e-3, "float32": 2e-5, "complex64": 2e-5}
_seeds: dict[str, Any] = defaultdict(count)  # by module, so that a new case changes no other family's


@dataclass(frozen=True)
class Case:
    """One call and its checks.

    Attributes:
        function: Of NumPy, or any function of arrays.
        args: Its arguments: ndarrays, which become arrays, and anything else.
        kwargs: Those by name.
        of: The function of NumPy whose line this is a case for; None: ``function``.
        gradient: Check derivatives by arguments of float64 and complex128, of which integers have none anyway.
        second: Check second derivatives, too.
        vmap: Check that `wye.vmap` equals a loop.
        fake: Check that a fake run has the same shape and dtype.
        rtol: Relative tolerance of values; None: by dtype.
    """

    function: Any
    args: tuple[Any, ...]
    kwargs: dict[str, Any] = field(default_factory=dict)
    of: Any = None
    gradient: bool = True
    second: bool = True
    vmap: bool = True
    fake: bool = True
    rtol: float | None = None

    @property
    def line(self) -> Any:
        """The function of NumPy whose line this is a case for."""
        return self.function if self.of is None else self.of

    def __str__(self) -> str:
        shown = [_shown(one) for one in tree_leaves(self.args)]
        shown += [f"{name}={_shown(value)}" for name, value in self.kwargs.items()]
        return f"{_name(self.line)}({', '.join(shown)})"

    def inputs(self) -> list[np.ndarray]:
        """Copies of all ndarrays among the arguments, with the same strides."""
        return [_copied(one) for one in tree_flatten((self.args, self.kwargs))[0] if isinstance(one, np.ndarray)]

    def writes(self) -> bool:
        """Does the call write to an argument?"""
        before, after = self.inputs(), self.inputs()
        self.call(*after)
        return any(x.tobytes() != y.tobytes() for x, y in zip(before, after, strict=True))

    def call(self, *inputs: Any) -> Any:
        """Call the function with these for the ndarrays."""
        leaves, spec = tree_flatten((self.args, self.kwargs))
        given = iter(inputs)
        args, kwargs = tree_unflatten([next(given) if isinstance(one, np.ndarray) else one for one in leaves], spec)
        with np.errstate(all="ignore"):
            return self.function(*args, **kwargs)


def case(function: Any, *args: Any, of: Any = None, rtol: float | None = None, **kwargs: Any) -> Case:
    """A case; ``gradient``, ``second``, ``vmap`` and ``fake`` are its checks, other names the function's arguments."""
    checks = {name: kwargs.pop(name) for name in ("gradient", "second", "vmap", "fake") if name in kwargs}
    return Case(function, args, kwargs, of, rtol=rtol, **checks)


def draw(*shape: int, dtype: Any = float, low: float = -2.0, high: float = 2.0, order: str = "C") -> np.ndarray:
    """An ndarray of numbers between two; each call draws others, and each run of the tests the same.

    Args:
        shape: The sizes.
        dtype: Of NumPy; integers are whole numbers from ``low`` (unsigned: from 0) up to ``high``, inclusively.
        low: The least.
        high: The greatest.
        order: "C"; "F"; or "gaps": every second element of a larger ndarray.
    """
    module = sys._getframe(1).f_globals["__name__"]
    rng, wanted = np.random.default_rng([crc32(module.encode()), next(_seeds[module])]), np.dtype(dtype)
    full = (*shape[:-1], 2 * shape[-1]) if order == "gaps" else shape
    if wanted.kind == "b":
        made = rng.integers(0, 2, full)
    elif wanted.kind in "iu":
        made = rng.integers(int(low) if wanted.kind == "i" else 0, int(high) + 1, full)
    else:
        made = rng.uniform(low, high, full)
        if wanted.kind == "c":
            made = made + 1j * rng.uniform(low, high, full)
    found = np.asarray(made, dtype=wanted, order="F" if order == "F" else "C")
    return found[..., ::2] if order == "gaps" else found


@cache
def cases() -> list[Case]:
    """The cases of all families."""
    home = importlib.import_module("tests.unit.numpy.cases")
    modules = sorted(module.name for module in pkgutil.iter_modules(home.__path__))
    return [one for name in modules for one in importlib.import_module(f"{home.__name__}.{name}").CASES]


# ---- checks ----


@contextmanager
def through_lines() -> Iterator[None]:
    """Run the lines of the table also where nothing follows the arguments.  See Note [NumPy's own functions]."""
    saved = dict(OWN)
    OWN.clear()
    try:
        yield
    finally:
        OWN.update(saved)


def check_value(one: Case) -> None:
    """What `check_plain` says, of the line of the table."""
    with through_lines():
        check_plain(one)


def check_tensors(one: Case) -> None:
    """Tensors without a layer: values, dtypes and shapes equal NumPy's own, and the class is the one the table says.

    The arguments stay as they are.  Calls that write to one are left out: they are errors, as in PyTorch.
    """
    if one.writes():
        return
    theirs, ours = one.inputs(), [as_tensor(x) for x in one.inputs()]
    expected, found = one.call(*theirs), one.call(*ours)
    assert_same(found, expected, one.rtol)
    assert_same(ours, theirs, one.rtol)
    keeps = OWN[one.line][1]
    for mine, other in zip(tree_leaves(found), tree_leaves(expected), strict=True):
        if any(isinstance(other, np.ndarray) and np.shares_memory(other, x) for x in theirs):
            continue  # functions that return an argument itself give the tensor
        is_array = isinstance(other, (np.ndarray, np.generic))
        assert isinstance(mine, Tensor) if keeps and is_array else type(mine) is type(other), f"{one} gave {type(mine)}"


def check_plain(one: Case) -> None:
    """Values, dtypes and shapes equal NumPy's own; so do the arguments afterwards, which a function may write to.

    A result is a view of an argument only where NumPy's is.
    """
    theirs, ours = one.inputs(), [Array(as_tensor(x)) for x in one.inputs()]
    expected, found = one.call(*theirs), one.call(*ours)
    if not _shares(expected, theirs):
        data = [as_ndarray(x._tensor) for x in ours]
        assert not _shares([as_ndarray(x) for x in tree_leaves(found) if isinstance(x, Tensor)], data), (
            f"{one} gave memory of an argument"
        )
    assert_same(found, expected, one.rtol)
    assert_same(ours, theirs, one.rtol)
    followed = [x for x in tree_leaves(found, is_leaf=_is_array) if isinstance(x, np.ndarray)]
    assert not followed, f"{one} gave an ndarray for an array"


def check_vmap(one: Case) -> None:
    """`wye.vmap` equals a loop of NumPy's own over the examples."""
    first = one.inputs()
    second = [x * x.dtype.type(0.875) if x.dtype.kind in "fc" else x.copy() for x in first]
    found = wye.vmap(one.call)(*[np.stack(pair) for pair in zip(first, second, strict=True)])
    for place, inputs in enumerate((first, second)):
        expected = one.call(*inputs)
        part = [x[place] for x in tree_leaves(found)]
        assert_same(part, tree_leaves(expected), one.rtol)


def check_fake(one: Case) -> None:
    """A run without data has the shapes and dtypes of a run with them."""
    with FakeTensorMode() as mode:
        given = [Array(mode.from_tensor(as_tensor(x))) for x in one.inputs()]
        found = tree_leaves(one.call(*given), is_leaf=_is_array)
    expected = tree_leaves(one.call(*one.inputs()))
    assert [_form(x) for x in found] == [_form(x) for x in expected]


def check_gradient(one: Case) -> None:
    """Derivatives of a random sum of the outputs equal differences, to second order."""
    inputs, rng = one.inputs(), np.random.default_rng(0)
    places = [i for i, x in enumerate(inputs) if x.dtype in (np.float64, np.complex128) and x.size]
    points: list[Any] = []
    for i in places:
        points += [inputs[i].real.copy(), inputs[i].imag.copy()] if inputs[i].dtype.kind == "c" else [inputs[i]]

    def called(*parts: Any) -> list[Any]:
        given, rest = [x.copy() for x in inputs], iter(parts)
        for i in places:
            given[i] = next(rest) + 1j * next(rest) if inputs[i].dtype.kind == "c" else next(rest).copy()
        return [x for x in tree_leaves(one.call(*given), is_leaf=_is_array) if _kind(x) in "fc"]

    weights = [rng.uniform(0.5, 1.5, (2, *np.shape(x))) for x in called(*points)]
    if not weights or not points:
        return

    def projected(*parts: Any) -> Any:
        return _sum(called(*parts), weights)

    numbers = tuple(range(len(points)))
    directions = [rng.uniform(-1, 1, x.shape) for x in points]
    gradient = wye.grad(projected, numbers)

    def slope(*parts: Any) -> Any:
        return _dot(gradient(*parts), directions)

    _assert_close(_dot(gradient(*points), directions), _difference(projected, points, directions), f"{one}: first")
    if one.second:
        other = [rng.uniform(-1, 1, x.shape) for x in points]
        found = _dot(wye.grad(slope, numbers)(*points), other)
        _assert_close(found, _difference(slope, points, other), f"{one}: second")


# ---- what they need ----


def _shares(results: Any, inputs: list[np.ndarray]) -> bool:
    arrays = [one for one in tree_leaves(results) if isinstance(one, np.ndarray)]
    return any(np.shares_memory(one, x) for one in arrays for x in inputs)


def _difference(function: Any, points: list[Any], directions: list[Any], step: float = 1e-5) -> Any:
    ahead = function(*[x + step * d for x, d in zip(points, directions, strict=True)])
    behind = function(*[x - step * d for x, d in zip(points, directions, strict=True)])
    return (ahead - behind) / (2 * step)


def _assert_close(found: Any, expected: Any, what: str) -> None:
    np.testing.assert_allclose(found, expected, rtol=2e-4, atol=2e-5, err_msg=what)


def _sum(outputs: list[Any], weights: list[Any]) -> Any:
    """The sum of all outputs, each element with a weight: a number, or an array without dimensions."""
    total: Any = 0.0
    for out, weight in zip(outputs, weights, strict=True):
        if type(out) is not Array:
            total = total + (np.real(out) * weight[0] + np.imag(out) * weight[1]).sum()
            continue
        tensor = out.tensor
        if tensor.is_complex():
            total = total + Array((tensor.imag * as_tensor(weight[1])).sum())
            tensor = tensor.real
        total = total + Array((tensor * as_tensor(weight[0])).sum())
    return total


def _dot(parts: Any, directions: list[Any]) -> Any:
    total: Any = 0.0
    for part, direction in zip(parts, directions, strict=True):
        is_array = type(part) is Array
        total = total + (Array((part.tensor * as_tensor(direction)).sum()) if is_array else np.sum(part * direction))
    return total


def _copied(array: np.ndarray) -> np.ndarray:
    if array.ndim and not array.flags.forc and array.strides[-1] == 2 * array.itemsize and array.shape[-1] > 1:
        wide = np.repeat(array, 2, axis=-1)
        return wide[..., ::2]
    return array.copy(order="K")


def _is_array(value: Any) -> bool:
    return type(value) is Array


def _kind(value: Any) -> str:
    return value.dtype.kind if hasattr(value, "dtype") else np.asarray(value).dtype.kind


def _form(value: Any) -> Any:
    return (tuple(value.shape), str(value.dtype)) if hasattr(value, "dtype") else value


def assert_same(found: Any, expected: Any, rtol: float | None) -> None:
    """Values, dtypes and shapes of two results are the same."""
    ours, theirs = tree_leaves(found, is_leaf=_is_array), tree_leaves(expected)
    assert len(ours) == len(theirs)
    for mine, other in zip(ours, theirs, strict=True):
        if not hasattr(other, "dtype") or other.dtype == object:
            assert mine == other
            continue
        array = np.asarray(mine)
        assert (array.shape, str(array.dtype)) == (other.shape, str(other.dtype))
        tolerance = _TOLERANCE.get(str(other.dtype), 1e-10) if rtol is None else rtol
        np.testing.assert_allclose(array, other, rtol=tolerance, atol=tolerance)


def _shown(value: Any) -> str:
    return f"{value.dtype}{list(value.shape)}" if isinstance(value, np.ndarray) else str(value)[:40]


def _name(function: Any) -> str:
    return getattr(function, "__name__", repr(function))
