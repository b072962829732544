"""NumPy's protocols: what runs when a function of NumPy is given an array or a tensor of wye.

A universal function with a line in the table is computed by its operator, in the dtypes that NumPy would compute in.  A
function without a line runs as NumPy's own, on the data, where no layer would lose anything by it; otherwise it is an
error that names the function.
"""

from __future__ import annotations

from contextlib import suppress
from functools import lru_cache
from types import FunctionType
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from wye._engine import engine
from wye.errors import NoArrayFunctionError
from wye.numpy.arrays import SYMBOLS, Array, as_ndarray, as_tensor, has_layer, holds_arrays, lifted
from wye.numpy.promotion import resolved
from wye.numpy.table import FUNCTIONS, OPERATORS, OWN, UNIVERSAL, load, universal_of
from wye.pytree import tree_leaves, tree_map
from wye.tensors import Tensor
from wye.tensors.dtypes import from_numpy_dtype, to_numpy_dtype
from wye.tensors.making import unseen_from_numpy

if TYPE_CHECKING:
    from collections.abc import Callable

    from wye.numpy.table import Universal

__all__ = ["array_function", "array_ufunc", "compute", "planned", "presented", "raise_as_numpy", "run"]

_NUMBERS: Final = frozenset((float, int, complex))
_COMPARISONS: Final = frozenset((np.equal, np.not_equal, np.less, np.less_equal, np.greater, np.greater_equal))


# ---- universal functions ----


def _array_ufunc(self: Any, ufunc: Any, method: str, *inputs: Any, **options: Any) -> Any:
    """NumPy's ``__array_ufunc__`` for arrays and tensors, where the engine does not compute it."""
    universal = UNIVERSAL.get(ufunc)
    if options or universal is None or method != "__call__":
        return _unusual(ufunc, method, inputs, options)
    if type(self) is not Array and type(inputs[0]) is not Array and type(inputs[-1]) is not Array:
        reflected = _reflected(ufunc, inputs) if len(inputs) == 2 else NotImplemented
        return reflected if reflected is not NotImplemented else compute(ufunc, universal, inputs)
    result = compute(ufunc, universal, inputs)
    return tuple(map(Array, result)) if type(result) is tuple else Array(result)


def _unusual(ufunc: Any, method: str, inputs: Any, options: Any) -> Any:
    """A universal function that has not been called before, or has no line; one with options; one of its methods."""
    universal = universal_of(ufunc)
    if universal is None:
        return _without_line(getattr(ufunc, method), ufunc, inputs, options)
    if not options and method == "__call__":
        return array_ufunc(inputs[0], ufunc, method, *inputs)
    from wye.numpy.universal_methods import run_method  # here: few calls need it

    return run_method(ufunc, universal, method, inputs, options)


def compute(ufunc: Any, universal: Universal, inputs: Any, **loop: Any) -> Any:
    """The tensor, or tensors, that a universal function gives.

    Args:
        ufunc: The function of NumPy.
        universal: Its line.
        inputs: Arrays, tensors, ndarrays, numbers.
        loop: ``dtype``, ``signature`` and ``casting``, where a program gave them.

    Raises:
        TypeError: NumPy's function does not take such dtypes.
        ValueError: the shapes do not fit together.
    """
    if len(inputs) == 1 and not loop:  # most calls, a little quicker
        value = inputs[0]
        tensor = value._tensor if type(value) is Array else as_tensor(value)
        call, casts, outputs = universal.plans.get(tensor.dtype) or _plan(ufunc, universal, (tensor.dtype,), loop)
        result = call(tensor if casts is None else tensor.to(casts[0]))
        if type(result) is tuple:
            return _several(result, outputs)
        if result.dtype is not outputs[0]:
            return result.to(outputs[0])
        if casts is None:
            _learn(ufunc, universal, call, [tensor.dtype])
        return result
    return _computed(ufunc, universal, inputs, loop)


def planned(ufunc: Any, inputs: Any) -> tuple[Callable[..., Any], list[Any]] | None:
    """What a call of a universal function runs, and the tensors and numbers that it is given; None: it has no line.

    Raises:
        TypeError: NumPy's function does not take such dtypes.
    """
    universal = universal_of(ufunc)
    if universal is None:
        return None
    given = [one if type(one) in _NUMBERS else as_tensor(one) for one in inputs]
    kinds = tuple(type(one) if type(one) in _NUMBERS else one.dtype for one in given)
    call, casts, _ = _plan(ufunc, universal, kinds, {})
    return call, given if casts is None else _cast(ufunc, given, casts)


def _computed(ufunc: Any, universal: Universal, inputs: Any, loop: Any) -> Any:
    given, kinds = [], []
    for value in inputs:
        kind = type(value)
        if kind is Array:
            given.append(value._tensor)
            kinds.append(value._tensor.dtype)
        elif kind in _NUMBERS:
            given.append(value)
            kinds.append(kind)
        elif kind in SYMBOLS:  # as weak as a number of Python
            given.append(value)
            kinds.append(SYMBOLS[kind])
        else:
            tensor = as_tensor(value)
            given.append(tensor)
            kinds.append(tensor.dtype)
    key = tuple(kinds)
    call, casts, outputs = (not loop and universal.plans.get(key)) or _plan(ufunc, universal, key, loop)
    if casts is not None:
        given = _cast(ufunc, given, casts)
    try:
        result = call(*given)
    except RuntimeError as error:
        _check_shapes(ufunc, given)
        raise_as_numpy(error)
        raise
    if type(result) is tuple:
        return _several(result, outputs)
    if result.dtype is not outputs[0]:
        return result.to(outputs[0])
    if not loop:
        seen = kinds if casts is None else [to or kind for kind, to in zip(kinds, casts, strict=True)]
        _learn(ufunc, universal, call, seen)
    return result


# Note [Simple calls of arrays]
# A call is simple if its arrays have one dtype, the one that NumPy computes in, or if it is of an array and a number
# that its operator takes, and if the result has NumPy's dtype.  The first such call is remembered here, by dtype;
# from then on the engine calls the operator (csrc/array_calls.c).  What is remembered depends on dtypes alone.
# Numbers and ndarrays beside an array of the same dtype are made tensors there, so such calls are simple, too.
# Broken by: an operator whose result's dtype depends on anything else.
# Guarded by: tests/unit/numpy/test_calls.py


def operator_of(ufunc: Any, python: Callable[..., Any] | None = None, *, swapped: bool = False) -> Any:
    """The engine's operator for a universal function; as a method whose uncommon calls ``python`` does."""
    known = OPERATORS.get(ufunc)
    if known is None:
        known = OPERATORS[ufunc] = engine.ArrayOperator({}, {}, ufunc)
    return known if python is None else engine.ArrayOperator(known.same, known.numbers, python, swapped)


def _learn(ufunc: Any, universal: Universal, call: Callable[..., Any], kinds: list[Any]) -> None:
    if len(kinds) > 2 or kinds[0] in _NUMBERS:
        return
    known = operator_of(ufunc)
    if len(kinds) == 1 or kinds[1] is kinds[0]:
        table = known.same
    elif kinds[1] is float or (kinds[1] is int and kinds[0].is_floating_point):
        table = known.numbers  # other dtypes may not hold an int, which Python says
    else:
        return
    table.setdefault(kinds[0], call)
    if UNIVERSAL.get(ufunc) is not universal:  # replaced while it ran, perhaps by another thread
        table.pop(kinds[0], None)


def _several(results: Any, outputs: Any) -> Any:
    return tuple(one if one.dtype is to else one.to(to) for one, to in zip(results, outputs, strict=True))


def _check_shapes(ufunc: Any, given: Any) -> None:
    """What NumPy says of shapes that do not fit together."""
    shapes = [tuple(one.shape) for one in given if isinstance(one, Tensor)]
    try:
        if ufunc.signature is None:
            np.broadcast_shapes(*shapes)
    except ValueError:
        text = " ".join(str(shape).replace(" ", "") for shape in shapes)
        raise ValueError(f"operands could not be broadcast together with shapes {text}") from None


def _plan(ufunc: Any, universal: Universal, kinds: tuple[Any, ...], loop: Any) -> tuple[Any, Any, Any]:
    """What to call for inputs of these dtypes; what to cast each to, or None, if there is one; the outputs' dtypes."""
    asked = tuple(kind if kind in _NUMBERS else to_numpy_dtype(kind) for kind in kinds)
    dtypes = resolved(ufunc, asked, **loop)
    wanted = [from_numpy_dtype(one) for one in dtypes]
    call = universal.of_kind.get(dtypes[0].kind, universal.call)
    are_floats = dtypes[0].kind in "fc" and wanted[0] is wanted[1]  # an integer might be too large, which is an error
    if universal.with_number is not None and are_floats and kinds[1] in _NUMBERS and kinds[0] not in _NUMBERS:
        call, wanted[1] = universal.with_number, kinds[1]
    casts = tuple(None if kind is to else to for kind, to in zip(kinds, wanted, strict=False))
    plan = (call, casts if any(casts) else None, tuple(wanted[len(kinds) :]))
    if not loop:
        universal.plans[kinds[0] if len(kinds) == 1 else kinds] = plan
    return plan


def _cast(ufunc: Any, given: Any, casts: Any) -> Any:
    try:
        return [value if to is None else _as(value, to) for value, to in zip(given, casts, strict=True)]
    except OverflowError:
        if ufunc not in _COMPARISONS:
            raise
    # A number that the dtype does not hold lies beyond all elements.
    return [
        as_tensor(value if isinstance(value, Tensor) else np.copysign(np.inf, value), np.float64) for value in given
    ]


def _as(value: Any, dtype: Any) -> Any:
    if type(value) in _NUMBERS:
        return _constant(value, dtype) if value else as_tensor(value, to_numpy_dtype(dtype))
    return as_tensor(value, to_numpy_dtype(dtype)) if type(value) in SYMBOLS else value.to(dtype)


@lru_cache(maxsize=1024, typed=True)
def _unseen_constant(value: Any, dtype: Any) -> Any:
    return unseen_from_numpy(np.array(value, to_numpy_dtype(dtype)))


def _constant(value: Any, dtype: Any) -> Any:
    """A number, not 0 (which equals -0), as a tensor that nobody writes to."""
    return lifted(_unseen_constant(value, dtype))


_OPERATORS: Final = {
    getattr(np, name): f"__r{operator}__"
    for name, operator in (
        ("add", "add"), ("subtract", "sub"), ("multiply", "mul"), ("true_divide", "truediv"),
        ("floor_divide", "floordiv"), ("remainder", "mod"), ("power", "pow"), ("matmul", "matmul"),
        ("bitwise_and", "and"), ("bitwise_or", "or"), ("bitwise_xor", "xor"),
        ("left_shift", "lshift"), ("right_shift", "rshift"),
    )
} | {
    np.equal: "__eq__", np.not_equal: "__ne__",
    np.less: "__gt__", np.less_equal: "__ge__", np.greater: "__lt__", np.greater_equal: "__le__",
}  # fmt: skip


_ORDERS: Final = frozenset(("__gt__", "__ge__", "__lt__", "__le__"))


def _reflected(ufunc: Any, inputs: Any) -> Any:
    """An operator with an ndarray on the left of a tensor, by PyTorch's rules: as if the tensor was asked."""
    if isinstance(inputs[1], Tensor) and isinstance(inputs[0], (np.ndarray, np.generic)):
        name = _OPERATORS.get(ufunc)
        if name in _ORDERS and not inputs[0].ndim and inputs[0].dtype.kind == "c":
            scalar = inputs[0].dtype.type(inputs[0])  # NumPy has made an ndarray of it
            return getattr(inputs[1], name)(scalar)
        if name is not None:
            return getattr(inputs[1], name)(inputs[0])
    return NotImplemented


# ---- other functions ----


def _array_function(self: Any, function: Any, types: Any, args: Any, kwargs: Any) -> Any:
    """NumPy's ``__array_function__`` for arrays and tensors, where the engine does not know what to call."""
    ours = FUNCTIONS.get(function)
    if ours is None:
        load()
        function = getattr(function, "of_numpy", function)  # See Note [Arrays made of arrays]
        ours = FUNCTIONS.get(function)
    of_tensors = type(self) is not Array and Array not in types
    if of_tensors and _gives_arrays(function) and not has_layer(_tensors_of((args, kwargs))):
        return _numpys_own(function, args, kwargs)
    if ours is None:
        return _without_line(function, function, args, kwargs)
    try:
        result = ours(*args, **kwargs)
    except RuntimeError as error:
        raise_as_numpy(error)
        raise
    return presented(result, Array if Array in types else None)


def _gives_arrays(function: Any) -> bool:
    """Are the results for tensors that nothing follows ndarrays?  See Note [NumPy's own functions]."""
    return not (function in OWN and OWN[function][1]) and hasattr(function, "_implementation")


def _numpys_own(function: Any, args: Any, kwargs: Any) -> Any:
    """NumPy's function on tensors that nothing follows, which reads their data as in PyTorch."""
    implementation, _, gives_views = OWN.get(function, (None, False, False))
    if implementation is not None:
        given = tree_map(_data if gives_views else _protected, (args, kwargs))
        with suppress(ValueError):  # perhaps it writes to an argument
            found = implementation(*given[0], **given[1])
            if gives_views or not _hands_out(found, given):
                return found
    return _on_tensors(function, args, kwargs)


def _hands_out(found: Any, given: Any) -> bool:
    """Is there an ndarray in a result that cannot be written to because an argument could not?"""
    protected = [one for one in tree_leaves(given) if isinstance(one, np.ndarray)]
    parts = [one for one in tree_leaves(found) if isinstance(one, np.ndarray) and not one.flags.writeable]
    return any(np.may_share_memory(part, one) for part in parts for one in protected)


def _on_tensors(function: Any, args: Any, kwargs: Any) -> Any:
    """NumPy's function, given the tensors themselves, else their data."""
    try:
        return function._implementation(*args, **kwargs)
    except (TypeError, ValueError) as error:  # methods of tensors do not take NumPy's `ddof`, nor steps back
        if not isinstance(function._implementation, FunctionType):
            raise  # it has read the data already
        given = tree_map(_protected, (args, kwargs))
        try:
            found = function(*given[0], **given[1])
        except ValueError as other:
            raise (error if "read-only" in str(other) else other) from None
    return tree_map(lambda one: _shown(one, Tensor), found)


def _data(value: Any) -> Any:
    return as_ndarray(value) if isinstance(value, Tensor) else value


def _protected(value: Any) -> Any:
    """The data of a tensor, for reading: a write would not count as a change of the tensor."""
    if not isinstance(value, Tensor):
        return value
    data = as_ndarray(value).view()
    data.flags.writeable = False
    return data


def raise_as_numpy(error: RuntimeError) -> None:
    """Raise NumPy's exception in place of PyTorch's for shapes that do not fit or cannot be; pass over other errors."""
    if "negative dimension" in str(error) or "reach outside of the memory" in str(error):
        raise ValueError("negative dimensions are not allowed, nor larger ones than fit into memory") from error
    if "must match" in str(error) and "size" in str(error).lower():
        raise ValueError(f"operands could not be broadcast together: {error}") from error


def run(ours: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
    """Call a function of the table; its tensors as arrays."""
    return presented(ours(*args, **kwargs), Array)


def presented(result: Any, cls: Any = Array) -> Any:
    """What the table's functions return, as a program gets it: tensors become arrays, if ``cls`` is that class."""
    if cls is None:
        return tree_map(lambda one: one._tensor if type(one) is Array else one, result, is_leaf=_is_array)
    if isinstance(result, Tensor):
        return cls(result)
    if isinstance(result, (tuple, list)):
        made = [presented(one, cls) for one in result]
        return type(result)(*made) if hasattr(result, "_fields") else type(result)(made)
    return result


def _is_array(value: Any) -> bool:
    return type(value) is Array


# ---- functions without a line ----


def _tensors_of(tree: Any) -> list[Any]:
    return [one for one in tree_leaves(tree) if isinstance(one, Tensor)]  # arrays are containers of their tensor


def _module_of(function: Any) -> str:
    if isinstance(function, np.ufunc):
        from wye.numpy.functions.special import is_scipys  # here: it reads this package

        return "scipy.special" if is_scipys(function) else "numpy"
    return getattr(function, "__module__", None) or "numpy"


def _without_line(function: Any, named: Any, args: Any, kwargs: Any) -> Any:
    """NumPy's own function, where nothing but values is needed."""
    if has_layer(_tensors_of((args, kwargs))):
        name = f"{_module_of(named)}.{named.__name__}"
        raise NoArrayFunctionError(
            f"{name} has no line in wye's table of NumPy functions, and its arguments are followed by a layer "
            "(gradients, a transform, tracing or fake data), which NumPy's own function would lose",
            fix=f"register one: @wye.numpy.implements({name}); or leave the layer: wye.numpy.stop_gradient(x)",
        )

    def data(value: Any) -> Any:
        tensor = value._tensor if type(value) is Array else value
        return as_ndarray(tensor) if isinstance(tensor, Tensor) else value

    cls = Array if any(type(one) is Array for one in tree_leaves((args, kwargs), is_leaf=_is_array)) else Tensor
    found = function(*tree_map(data, args, is_leaf=_is_array), **tree_map(data, kwargs, is_leaf=_is_array))
    return tree_map(lambda one: _shown(one, cls), found)


def _shown(value: Any, cls: Any) -> Any:
    """A result of NumPy's own function as an array or tensor, where it can be one."""
    if not isinstance(value, (np.ndarray, np.generic)) or value.dtype.kind not in "biufcV" or holds_arrays(value):
        return value
    try:
        tensor = as_tensor(value)
    except TypeError:
        return value  # a structured dtype, or longdouble
    return Array(tensor) if cls is Array else tensor


array_ufunc: Final = engine.ArrayProtocol(OPERATORS, OWN, _array_ufunc)
array_function: Final = engine.ArrayFunctions(FUNCTIONS, OWN, _array_function, presented, raise_as_numpy)
