"""Programs: elementwise rules as lists of NumPy's loops, which the engine runs on small arrays without Python.

Cold path: runs when an operator first gets floats of a dtype.
In: the function of arrays with which a rule computes.  Out: what `engine.program` takes.
The function is called once for each float dtype with objects that stand for arrays and write down what is done with
them, so that there is one text of it, and what the engine does is what the function does.
"""

from __future__ import annotations

from functools import partial
from math import inf, nan
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np
from numpy.lib.mixins import NDArrayOperatorsMixin

from wye._engine import engine

if TYPE_CHECKING:
    from collections.abc import Callable

    from wye.aten.pointwise import Typing

__all__ = ["Number", "Program", "UntraceableError", "program", "traced"]

_SELECT, _CAST = 0, 1  # the steps that are not ufuncs
_LETTERS: Final = "?fd"  # in the order in which they promote
_DTYPES: Final = {letter: np.dtype(letter) for letter in _LETTERS}
_NUMBERS: Final = (bool, int, float)
_MOST_REGISTERS: Final = 1023
_MOST_SCRATCH: Final = 64


class UntraceableError(Exception):
    """The function does something that a program cannot."""


class Number(NamedTuple):
    """An operand that is a number: its default, and the range in which the rule takes it as it is."""

    name: str
    default: float = nan  # there is none
    low: float = -inf
    high: float = inf


class Program(NamedTuple):
    """What a rule says about its program."""

    fn: Callable[..., Any]  # of arrays, with which the rule computes
    typings: tuple[Typing, ...]  # the dtypes of its results
    operands: tuple[str | Number, ...]  # arrays by name, and numbers
    promotes: bool = False  # does it take integers and bools beside floats, which they are converted to?

    def compiled(self, otherwise: Any, *, in_place: bool = False) -> Any:
        """The program as a shortcut of the engine's, which calls ``otherwise`` on larger arrays."""
        operands = tuple((one,) if isinstance(one, str) else tuple(one) for one in self.operands)
        made = engine.program(operands, partial(traced, self), in_place, otherwise, self.promotes)
        return otherwise if made is None else made


class _Value:
    """One step's result: a ufunc, `_SELECT` or `_CAST` of other values; or an operand or constant."""

    __slots__ = ("inputs", "letter", "what")

    def __init__(self, what: Any, letter: str, inputs: tuple[_Value, ...] = ()) -> None:
        self.what, self.letter, self.inputs = what, letter, inputs


class _Trace:
    """The values of one function; equal ones are made once."""

    def __init__(self) -> None:
        self._known: dict[Any, _Value] = {}

    def value(self, what: Any, letter: str, *inputs: _Value) -> _Value:
        return self._known.setdefault((what, letter, *map(id, inputs)), _Value(what, letter, inputs))

    def cast(self, value: _Value, letter: str) -> _Value:
        return value if value.letter == letter else self.value(_CAST, letter, value)

    def constant(self, number: Any, letter: str) -> _Value:
        element = float(_DTYPES[letter].type(number))
        return self.value(("constant", element if element == element else "nan", str(element)), letter)

    def meet(self, *operands: Any) -> tuple[list[_Value], str]:
        """The operands as values of one dtype."""
        letters = [_letter_of(one) for one in operands]
        letter = max((one for one in letters if one), key=_LETTERS.index)
        if letter == "?" and any(type(one) in (int, float) for one in operands):
            raise UntraceableError("a number beside bools")
        return [self.cast(self.read(one, letter), letter) for one in operands], letter

    def read(self, operand: Any, letter: str) -> _Value:
        if isinstance(operand, _Array):
            if operand.value is None or operand.trace is not self:
                raise UntraceableError("memory that nothing was written to")
            return operand.value
        return self.constant(operand, _letter_of(operand) or letter)

    def select(self, mask: Any, yes: Any, no: Any) -> _Value:
        (chosen,), letter = self.meet(mask)
        if letter != "?":
            raise UntraceableError("a mask that is not of bools")
        if _letter_of(yes) is None and _letter_of(no) is None:
            yes = np.float64(yes)
        both, letter = self.meet(yes, no)
        return self.value(_SELECT, letter, chosen, *both)

    def ufunc(self, ufunc: np.ufunc, *operands: Any) -> _Value:
        values, letter = self.meet(*operands)
        for types in ufunc.types:
            given, _, made = types.partition("->")
            if given == letter * len(values) and made in ("?", "f", "d"):
                return self.value(ufunc, made, *values)
        raise UntraceableError(f"{ufunc.__name__} has no loop for {letter}")


def _letter_of(operand: Any) -> str | None:
    """The dtype of an operand; None for Python's numbers, which take that of the others."""
    if isinstance(operand, _Array):
        return str(operand.dtype.char)
    if type(operand) in _NUMBERS:
        return None
    if isinstance(operand, (np.ndarray, np.generic)) and operand.ndim == 0 and operand.dtype.char in _LETTERS:
        return str(operand.dtype.char)
    raise UntraceableError(f"an operand of type {type(operand).__name__}")


class _Array(NDArrayOperatorsMixin):
    """Stands for an array in a call of a rule's function."""

    shape = ()
    ndim, size = 0, 1

    def __init__(self, trace: _Trace, dtype: Any, value: _Value | None) -> None:
        self.trace, self.dtype, self.value = trace, dtype, value

    def _of(self, value: _Value) -> _Array:
        return _Array(self.trace, _DTYPES[value.letter], value)

    def _store(self, value: _Value) -> _Array:
        self.value = self.trace.cast(value, self.dtype.char)
        return self

    def astype(self, dtype: Any, **_: Any) -> _Array:
        """The same numbers in another dtype."""
        letter = np.dtype(dtype).char
        if letter not in _LETTERS or self.value is None:
            raise UntraceableError("a conversion to another dtype than floats")
        return self._of(self.trace.cast(self.value, letter))

    def copy(self, **_: Any) -> _Array:
        """The same numbers in memory of their own."""
        return _Array(self.trace, self.dtype, self.value)

    def __bool__(self) -> bool:
        raise UntraceableError("a condition on elements")

    def __pow__(self, other: Any) -> Any:
        if other != 2:
            raise UntraceableError("a power: NumPy chooses among several functions")
        return np.square(self)

    def __rpow__(self, other: Any) -> Any:
        raise UntraceableError("a power: NumPy chooses among several functions")

    __ipow__ = __rpow__

    def __array_ufunc__(self, ufunc: np.ufunc, method: str, *inputs: Any, **options: Any) -> Any:
        out = options.pop("out", (None,))[0]
        if method != "__call__" or options:
            raise UntraceableError(f"{ufunc.__name__} with options")
        made = self.trace.ufunc(ufunc, *inputs)
        return out._store(made) if isinstance(out, _Array) else self._of(made)

    def __array_function__(self, function: Any, types: Any, args: Any, kwargs: Any) -> Any:
        if function is np.where and len(args) == 3:
            return self._of(self.trace.select(*args))
        if function is np.copyto and set(kwargs) <= {"where"}:
            target, source = args
            mask = kwargs.get("where")
            return target._store(self.trace.select(mask, source, target) if mask is not None else source.value)
        if function is np.isneginf and not kwargs:
            return self._of(self.trace.ufunc(np.equal, self, -inf))
        if function is np.empty_like and not kwargs and len(args) == 1:
            return _Array(self.trace, self.dtype, None)
        if function in (np.zeros_like, np.ones_like) and not kwargs and len(args) == 1:
            return self._of(self.trace.constant(float(function is np.ones_like), self.dtype.char))
        raise UntraceableError(f"{function.__name__}")


def traced(program: Program, letter: str) -> tuple[Any, ...] | None:
    """The steps for one float dtype: letters of registers, constants, how many results, steps; None: none are taken.

    Raises:
        UntraceableError: the function does something that a program cannot.
    """
    dtype, trace = _DTYPES[letter], _Trace()
    try:
        wanted = [typing.of(dtype)[1].char for typing in program.typings]
    except (NotImplementedError, RuntimeError):
        return None  # the operator refuses such elements
    operands = [trace.value(("operand", i), letter) for i in range(len(program.operands))]
    made = program.fn(*(_Array(trace, dtype, one) for one in operands))
    results = [trace.cast(trace.read(one, letter), to) for one, to in zip(_as_tuple(made), wanted, strict=True)]
    # each result has a step of its own, which nothing else reads
    results = [one if one.inputs and results.count(one) == 1 else _Value(_CAST, one.letter, (one,)) for one in results]
    return _allocated(operands, results)


def _as_tuple(made: Any) -> tuple[Any, ...]:
    return made if isinstance(made, tuple) else (made,)


def _in_order(results: list[_Value]) -> list[_Value]:
    """The values that the results need, each after those it is made of."""
    found: dict[_Value, None] = {}
    waiting = [(one, False) for one in reversed(results)]
    while waiting:
        value, is_ready = waiting.pop()
        if value in found:
            continue
        if is_ready:
            found[value] = None
        else:
            waiting.append((value, True))
            waiting += [(one, False) for one in reversed(value.inputs)]
    return list(found)


def _allocated(operands: list[_Value], results: list[_Value]) -> tuple[Any, ...]:
    """Give every value a register: scratch registers are used again when nothing reads them any more."""
    order = _in_order(results)
    if any(one in value.inputs for value in order for one in results):
        results_read = [one for one in results if any(one in value.inputs for value in order)]
        copies = {one: _Value(_CAST, one.letter, (one,)) for one in results_read}
        results = [copies.get(one, one) for one in results]
        order = _in_order(results)
    constants = [one for one in order if not one.inputs and one.what[0] == "constant"]
    registers = {one: i for i, one in enumerate([*operands, *constants, *results])}
    letters = [one.letter for one in registers]
    last_use = {one: at for at, value in enumerate(order) for one in value.inputs}
    fixed = len(registers)
    free: dict[str, list[int]] = {letter: [] for letter in _LETTERS}
    steps = []
    for at, value in enumerate(order):
        if not value.inputs:
            continue
        sources = [registers[one] for one in value.inputs]
        if value not in registers:
            if not free[value.letter]:
                letters.append(value.letter)
                free[value.letter].append(len(letters) - 1)
            registers[value] = free[value.letter].pop()
        steps.append((value.what, registers[value], *sources))
        for one in dict.fromkeys(value.inputs):
            if last_use[one] == at and registers[one] >= fixed:
                free[one.letter].append(registers[one])
    if len(letters) > _MOST_REGISTERS or len(letters) - fixed > _MOST_SCRATCH:
        raise UntraceableError("too many values at a time")
    return "".join(letters), tuple(_number_of(one) for one in constants), len(results), tuple(steps)


def _number_of(constant: _Value) -> float:
    return float(constant.what[2])


def program(
    kernel: Callable[..., Any],
    fn: Callable[..., Any],
    *operands: str | Number,
    typing: Typing | tuple[Typing, ...],
    first: str = "self",
    promotes: bool = False,
) -> Callable[..., Any]:
    """Let the engine run ``fn`` as a program on small arrays.  See `Program`; the operands come after the ``first``."""
    typings = typing if isinstance(typing, tuple) else (typing,)
    kernel.program = Program(fn, typings, (first, *operands), promotes)  # type: ignore[attr-defined]
    return kernel
