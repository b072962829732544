"""Functions of numbers that may be symbolic: `sym_int`, `sym_max`, ...  Plain numbers are computed at once."""

from __future__ import annotations

import builtins
import math
import operator
from numbers import Integral, Real
from typing import TYPE_CHECKING, Any

from wye.symbolic import handlers
from wye.symbolic.numbers import MATH, SymBool, SymFloat, SymInt, _binary, _unary, node_of, plain, wrap_node

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = [
    "METHOD_TO_OPERATOR",
    "SYM_MATH",
    "contiguous_strides",
    "method_to_operator",
    "sym_cast_bool",
    "sym_float",
    "sym_fresh_size",
    "sym_int",
    "sym_ite",
    "sym_max",
    "sym_min",
    "sym_not",
    "sym_sqrt",
    "sym_sum",
]

_SYMBOLIC = (SymInt, SymFloat, SymBool)


def sym_float(a: Any) -> Any:
    """The number as a real one: a float, or a SymFloat.

    >>> sym_float(2)
    2.0
    """
    a = plain(a)
    if isinstance(a, SymFloat):
        return a
    return _unary("sym_float", sym_float)(a) if isinstance(a, _SYMBOLIC) else float(a)


def sym_int(a: Any) -> Any:
    """The number rounded towards zero: an int, or a SymInt.

    >>> sym_int(-2.7)
    -2
    """
    a = plain(a)
    if isinstance(a, SymFloat):
        return a.__sym_int__()
    return a if isinstance(a, SymInt) else int(a)


def sym_not(a: Any) -> Any:
    """The opposite condition.

    >>> sym_not(True)
    False
    """
    a = plain(a)
    return a.__sym_not__() if isinstance(a, SymBool) else not a


def _of_python(a: Any) -> Any:
    """A number of NumPy as Python's; anything else as it is."""
    if isinstance(a, (int, SymInt, SymFloat)):
        return a
    return int(a) if isinstance(a, Integral) else float(a) if isinstance(a, Real) else a


def _extreme(name: str, choose: Callable[..., Any], function: Any, a: Any, b: Any) -> Any:
    a, b = _of_python(plain(a)), _of_python(plain(b))
    for one in (a, b):
        if not isinstance(one, (int, float, SymInt, SymFloat)):
            raise AssertionError(f"expected a number, got {type(one)}")
    if isinstance(a, (SymInt, SymFloat)):
        return _binary(name, function)(a, b)
    if isinstance(b, (SymInt, SymFloat)):
        return _binary(name, function, reflected=True)(b, a)
    either = float in (type(a), type(b))
    return choose(float(a), float(b)) if either else choose(a, b)


def sym_max(a: Any, b: Any) -> Any:
    """The greater of two numbers; decides nothing.

    >>> sym_max(3, 2.0)
    3.0
    """
    return _extreme("sym_max", builtins.max, sym_max, a, b)


def sym_min(a: Any, b: Any) -> Any:
    """The less of two numbers; decides nothing."""
    return _extreme("sym_min", builtins.min, sym_min, a, b)


def sym_sum(args: Any) -> Any:
    """The sum of several integers, as one expression.

    >>> sym_sum([1, 2])
    3
    """
    if not isinstance(args, (list, tuple)):
        return args
    numbers = [plain(one) for one in args]
    first = next((one for one in numbers if isinstance(one, SymInt) and one.node.is_symbolic()), None)
    if first is None or not all(isinstance(one, (int, SymInt)) for one in numbers) or len(numbers) == 1:
        return sum(numbers)
    if handlers.innermost() is not None:
        return handlers.run_handler(sym_sum, (args,))
    return wrap_node(first.node.sym_sum([node_of(first.node, one) for one in numbers]))


def sym_ite(b: Any, t: Any, f: Any) -> Any:
    """``t`` if the condition holds, else ``f``; decides nothing.

    Raises:
        AssertionError: the two are not of one type.
    """
    b = plain(b)
    if not isinstance(b, (SymBool, bool)):
        raise AssertionError(f"expected a condition, got {type(b)}")
    if type(t) is not type(f):
        raise AssertionError(f"type mismatch: {type(t)} vs {type(f)}")
    if isinstance(b, SymBool):
        if handlers.innermost() is not None:
            return handlers.run_handler(sym_ite, (b, t, f))
        return b.__sym_ite__(t, f)
    return t if b else f


def _math(name: str) -> Callable[[Any], Any]:
    rule = getattr(math, name)

    def function(a: Any) -> Any:
        a = plain(a)
        return _unary(f"sym_{name}", function)(a) if isinstance(a, (SymInt, SymFloat)) else rule(a)

    function.__name__ = function.__qualname__ = f"_sym_{name}" if name != "sqrt" else "sym_sqrt"
    function.__doc__ = f"``math.{name}`` of a number that may be symbolic."
    function.__module__ = __name__
    return function


SYM_MATH: dict[str, Callable[[Any], Any]] = {name: _math(name) for name in MATH}
sym_sqrt = SYM_MATH["sqrt"]
for _name, _function in SYM_MATH.items():  # as methods, too: x.__sym_sqrt__()
    for _cls in (SymInt, SymFloat):
        setattr(_cls, f"__sym_{_name}__", _function)
globals().update({f"_sym_{name}": function for name, function in SYM_MATH.items()})  # PyTorch's names


def sym_fresh_size(expr: Any) -> Any:
    """An integer that equals this one, and depends on data where this one does; others as they are."""
    expr = plain(expr)
    if not isinstance(expr, SymInt) or not expr.node.is_symbolic():
        return expr
    return expr.node.shape_env.create_unbacked_symint() if expr.node.hint is None else int(expr)


def sym_cast_bool(symbool: Any) -> Any:
    """A truth value as the integer 0 or 1; decides nothing."""
    symbool = plain(symbool)
    return operator.add(symbool, 0) if isinstance(symbool, SymBool) else int(symbool)


def contiguous_strides(shape: Any) -> list[Any]:
    """The strides of a row-major tensor with these sizes.

    >>> contiguous_strides([2, 3, 4])
    [12, 4, 1]
    """
    steps: list[Any] = [1]
    for size in list(shape)[:0:-1]:
        steps.append(size * steps[-1])
    return steps[::-1] if len(shape) else []


METHOD_TO_OPERATOR: dict[str, Any] = {  # an operation of nodes -> the function that a handler gets
    **{name: getattr(operator, name) for name in (
        "add", "sub", "mul", "truediv", "floordiv", "mod", "pow", "lshift", "rshift", "eq", "ne", "lt", "le", "gt",
        "ge", "neg", "pos", "abs",
    )},
    "and": operator.and_,
    "or": operator.or_,
    "bitwise_and": operator.and_,
    "bitwise_or": operator.or_,
    "bitwise_xor": operator.xor,
    "int_floordiv": operator.floordiv,
    "int_truediv": operator.truediv,
    "float_truediv": operator.truediv,
    "pow_by_natural": operator.pow,
    "float_pow": operator.pow,
    "is_integer": lambda number: number.is_integer(),
    "floor": math.floor,
    "ceil": math.ceil,
    "trunc": math.trunc,
    "round": builtins.round,
    "sym_float": sym_float,
    "sym_int": sym_int,
    "sym_ite": sym_ite,
    "sym_max": sym_max,
    "sym_min": sym_min,
    "sym_not": sym_not,
    "sym_sum": sym_sum,
    **{f"sym_{name}": function for name, function in SYM_MATH.items()},
}  # fmt: skip


def method_to_operator(method: str) -> Any:
    """The function of an operation of nodes: ``operator.add`` for ``"add"``."""
    return METHOD_TO_OPERATOR[method]
