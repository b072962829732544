"""Calls of the table's functions as lists of operators, which the engine calls again without Python.

See Note [Repeated calls].
"""

from __future__ import annotations

import sys
from functools import cache
from inspect import Parameter, signature
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from wye.call.packets import ops
from wye.grad_mode import is_grad_enabled
from wye.modes import DispatchMode
from wye.numpy.arrays import Array, effects
from wye.tensors import Tensor

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["learn"]

# Note [Repeated calls]
# What a function of the table calls depends on the dtypes, shapes and strides of its arrays, on whether they require
# gradients, on its other arguments and on the thread's keys, and on nothing else.  So the operators of one call, in
# order, are those of every call that is alike in all of this: the engine keeps them (csrc/array_lines.c) and calls them
# with the new arrays, above all layers, as the function would.  The first call runs here, inside a mode that sees its
# operators.  Nothing is kept of a call that reads elements, writes to arrays, records no gradients inside, computes
# with a tensor that is neither an argument nor a result nor a constant, or returns anything but one tensor.  Constants
# are made from arguments that are no arrays.  Functions that programs register are never repeated: they may depend on
# anything.
# Broken by: a function of the table that depends on anything else, as a setting of NumPy; one that reads elements and
# does not say so by `has_effect`.
# Guarded by: tests/unit/numpy/test_repeating.py

_MOST_STEPS: Final = 24
_MOST_CONSTANT: Final = 4096  # elements of a constant, which is kept
_CONSTANT, _VALUE, _LIST = range(3)  # how an argument of a step is described


class _Learner(DispatchMode):
    """Notes the operators of a call, their arguments and results."""

    def __init__(self, inputs: list[Any]) -> None:
        super().__init__()
        self.values = list(inputs)  # kept, so that their ids stay theirs
        self.numbers = {id(one): number for number, one in enumerate(inputs)}
        self.constants: dict[int, Any] = {}
        self.steps: list[tuple[Any, list[Any], tuple[str, ...], list[int]]] = []
        self.records = is_grad_enabled()
        self.is_simple = True

    def __wye_dispatch__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        result = func(*args, **(kwargs or {}))
        if func._schema.is_mutable or is_grad_enabled() is not self.records:
            self.is_simple = False
        if self.is_simple:
            self._note(func, args, kwargs or {}, result)
        return result

    def _note(self, func: Any, args: Any, kwargs: dict[str, Any], result: Any) -> None:
        if func._schema.name == "aten::lift_fresh" and id(args[0]) not in self.numbers:
            self.values += (args[0], result)
            self.is_simple = args[0].numel() <= _MOST_CONSTANT
            self.constants[id(args[0])] = self.constants[id(result)] = args[0]
            return
        given = [self._described(one) for one in (*args, *kwargs.values())]
        made = [] if result is None else list(result) if type(result) in (tuple, list) else [result]
        if not all(isinstance(one, Tensor) for one in made) or type(result) is list:
            self.is_simple = False  # it has read elements
            return
        numbers = []
        for one in made:
            self.values.append(one)
            numbers.append(len(self.values) - 1)
            self.numbers[id(one)] = numbers[-1]
        self.steps.append((func, given, tuple(kwargs), numbers))

    def _described(self, value: Any) -> tuple[int, Any]:
        if isinstance(value, Tensor):
            if id(value) in self.numbers:
                return _VALUE, self.numbers[id(value)]
            if id(value) in self.constants:
                return _CONSTANT, self.constants[id(value)]
            self.is_simple = False
        if type(value) in (list, tuple) and any(isinstance(one, Tensor) for one in value):
            return _LIST, [self._described(one) for one in value]
        return _CONSTANT, value

    def _shortened(self, result: int) -> list[Any]:
        """The steps without views that change nothing, with one for several where elements stay in order (`einsum`)."""
        first: dict[int, int] = {}  # of a view: what the first of several views is a view of
        same: dict[int, int] = {}  # of a view that changes nothing: what it is a view of
        steps: list[Any] = []
        for func, written, names, made in self.steps:
            given = [_replaced(one, same) for one in written]
            if func.is_view and len(made) == 1 and given[0][0] == _VALUE:
                of = first.get(given[0][1], given[0][1])
                first[made[0]] = of
                view = self.values[made[0]]
                if made[0] != result and _is_same(self.values[given[0][1]], view):
                    same[made[0]] = given[0][1]
                    continue
                if of != given[0][1] and _are_alike(self.values[of], view):
                    steps.append((ops.aten.view.default, [(_VALUE, of), (_CONSTANT, list(view.shape))], (), made))
                    continue
            steps.append((func, given, names, made))
        return steps

    def program(self, result: Any) -> Any:
        """The steps that give a result, and its number; None: there are none."""
        if type(result) is Array and result._source is None:
            result = result._tensor
        if not self.is_simple or id(result) not in self.numbers or type(result) is not Tensor:
            return None
        if any(np.may_share_memory(result._data, one._data) for one in self.constants.values()):
            return None
        number = self.numbers[id(result)]
        needed, steps = {number}, []
        for func, given, names, made in reversed(self._shortened(number)):
            if not made or needed.intersection(made):  # without a result: a check
                needed.update(_numbers_in(given))
                steps.append((func, given, names, made))
        steps.reverse()
        return (steps, number, len(self.values)) if len(steps) <= _MOST_STEPS else None


def _replaced(given: Any, same: dict[int, int]) -> Any:
    kind, value = given
    if kind == _LIST:
        return _LIST, [_replaced(one, same) for one in value]
    return (_VALUE, same.get(value, value)) if kind == _VALUE else given


def _have_one_meaning(tensor: Any, view: Any) -> bool:
    """Do equal elements in memory mean equal numbers, conjugated and negated or not?"""
    return bool(tensor.is_conj() == view.is_conj() and tensor.is_neg() == view.is_neg())


def _is_same(tensor: Any, view: Any) -> bool:
    """Is a view all of what it is a view of?"""
    data, seen = tensor._data, view._data
    return (
        _have_one_meaning(tensor, view) and data.dtype is seen.dtype and data.shape == seen.shape
        and data.strides == seen.strides and data.ctypes.data == seen.ctypes.data
    )  # fmt: skip


def _are_alike(tensor: Any, view: Any) -> bool:
    """Are the elements of both the same, one after the other, with nothing between them?"""
    data, seen = tensor._data, view._data
    return (
        _have_one_meaning(tensor, view) and data.dtype is seen.dtype and data.size == seen.size
        and data.flags.c_contiguous and seen.flags.c_contiguous and data.ctypes.data == seen.ctypes.data
    )  # fmt: skip


def _numbers_in(given: Any) -> set[int]:
    found = set()
    for kind, value in given:
        if kind == _LIST:
            found |= _numbers_in(value)
        elif kind == _VALUE:
            found.add(value)
    return found


@cache
def _place_of_out(function: Callable[..., Any]) -> int:
    """Where the argument that a function writes to comes among those without names; beyond all: it is not there."""
    parameters = signature(function).parameters
    has_place = "out" in parameters and parameters["out"].kind is Parameter.POSITIONAL_OR_KEYWORD
    return list(parameters).index("out") if has_place else sys.maxsize


def _writes(function: Callable[..., Any], args: Any, kwargs: Any) -> bool:
    place = _place_of_out(function)
    return (args[place] if place < len(args) else kwargs.get("out")) is not None


def learn(function: Callable[..., Any], args: Any, kwargs: Any, inputs: list[Any]) -> Any:
    """Call a function of the table.

    Args:
        function: It.
        args: Its arguments.
        kwargs: Those with names.
        inputs: The tensors among them.

    Returns:
        The result, and the operators that gave it as the engine keeps them, None: they are not kept.
        NotImplemented: the function is to be called without a mode, always.
    """
    if _writes(function, args, kwargs):
        return NotImplemented
    before = effects()
    learner = _Learner(inputs)
    with learner:
        result = function(*args, **kwargs)
    return (result, learner.program(result)) if effects() == before else NotImplemented
