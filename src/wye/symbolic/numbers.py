"""SymInt, SymFloat and SymBool: numbers that are computed with before their values are known.

Each holds a node, which has the expression (`node.SymNode`), a nested int or a constant (`fixed_nodes`).  Arithmetic
gives numbers of these classes; `int`, `float` and `bool` of one ask for its value, which makes a guard.
"""

from __future__ import annotations

import math
import operator
from typing import TYPE_CHECKING, Any, Final, Self

from wye.schema.symbolic import register_symbolic
from wye.symbolic import handlers

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["MATH", "SymBool", "SymFloat", "SymInt", "node_of", "plain", "wrap_node"]

MATH: Final = ("sqrt", "cos", "cosh", "sin", "sinh", "tan", "tanh", "asin", "acos", "atan", "log2")  # as sym_sqrt


def wrap_node(node: Any) -> Any:
    """A node as a number; constants as Python's own."""
    if node.is_constant():
        return node.value()
    return _CLASSES[node.pytype](node)


def plain(value: Any) -> Any:
    """The value of a symbolic number whose node is constant; everything else as it is."""
    return value.node.value() if isinstance(value, _Number) and value.node.is_constant() else value


def node_of(node: Any, value: Any) -> Any:
    """An operand as a node beside ``node``; NotImplemented if it is no real number."""
    if isinstance(value, _Number):
        return value.node
    if value is True or value is False:
        return node.wrap_bool(value)
    if isinstance(value, int):
        return node.wrap_int(int(value))
    return node.wrap_float(float(value)) if isinstance(value, float) else NotImplemented


def _binary(name: str, function: Any, reflected: bool = False) -> Callable[[Any, Any], Any]:
    def method(self: Any, other: Any) -> Any:
        node, other = self.node, plain(other)
        if node.is_constant():
            return function(other, node.value()) if reflected else function(node.value(), other)
        other_node = node_of(node, other)
        if other_node is NotImplemented:
            return NotImplemented
        if handlers.innermost() is not None:
            return _handled(name, function, other, self) if reflected else _handled(name, function, self, other)
        if reflected:
            node, other_node = other_node, node
            if not hasattr(node, name):  # a plain number beside a nested int
                node, other_node = other_node, node
        return wrap_node(getattr(node, name)(other_node))

    return method


def _handled(name: str, function: Any, a: Any, b: Any) -> Any:
    """Give an operation to the handler; beside a real number, an integer becomes one first, which is seen, too."""
    from wye.symbolic.functions import sym_float  # here: the handler gets the public function

    reals = [isinstance(one, (float, SymFloat)) for one in (a, b)]
    if not any(reals):
        return handlers.run_handler(function, (a, b))
    a, b = (one if is_real else sym_float(one) for one, is_real in zip((a, b), reals, strict=True))
    if name == "floordiv":
        return sym_float(math.floor(a / b))
    return handlers.run_handler(function, (a, b))


def _unary(name: str, function: Any) -> Callable[[Any], Any]:
    def method(self: Any) -> Any:
        node = self.node
        if node.is_constant():
            return function(node.value())
        if handlers.innermost() is not None:
            return handlers.run_handler(function, (self,))
        return wrap_node(getattr(node, name)())

    return method


class _Number:
    """What the three have in common."""

    __slots__ = ("__weakref__", "node")

    def __init__(self, node: Any) -> None:
        self.node = node

    def __repr__(self) -> str:
        return str(self.node.str())

    def __bool__(self) -> bool:
        raise NotImplementedError

    def __reduce__(self) -> Any:
        return type(self), (self.node,)

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:
        """The value as an array without dimensions, for NumPy; makes a guard."""
        import numpy as np  # here: where there is an array, NumPy is loaded already

        return np.asarray(self.node.pytype(self), dtype)

    def _sympy_(self) -> Any:
        return self.node.expr

    def __sym_max__(self, other: Any) -> Any:
        """The greater of two numbers; decides nothing."""
        from wye.symbolic.functions import sym_max  # here: the handler gets the public function

        return sym_max(self, other)

    def __sym_min__(self, other: Any) -> Any:
        """The less of two numbers; decides nothing."""
        from wye.symbolic.functions import sym_min  # here: the handler gets the public function

        return sym_min(self, other)

    def __sym_float__(self) -> Any:
        """The number as a SymFloat."""
        from wye.symbolic.functions import sym_float  # here: the handler gets the public function

        return _unary("sym_float", sym_float)(self)


class SymInt(_Number):
    """An integer with an expression instead of a value, such as the size of a dimension.

    Made by `ShapeEnv.create_symintnode` and by tensors with symbolic sizes.  Comparing gives a `SymBool`; using that
    in an ``if`` decides by the hint, and the environment remembers the condition as a guard.
    """

    __slots__ = ()

    def __bool__(self) -> bool:
        return bool(operator.ne(self, 0))

    def __index__(self) -> int:
        return int(self.node.int_())

    def __int__(self) -> int:
        return int(self.node.int_())

    def __hash__(self) -> int:
        if self.node.is_nested_int():
            return hash((self.node.nested_int(), self.node.nested_int_coeff()))
        raise TypeError("unhashable type: non-nested SymInt")

    def __constrain__(self, low: int | None, high: int | None, is_size: bool) -> None:
        """Take it as given that it lies between two numbers, and is a size."""
        from wye.symbolic.asking import constrain_range, mark_as_size  # here: it is above

        constrain_range(self, min=low, max=high)
        if is_size:
            mark_as_size(self)

    def __likely__(self) -> Any:
        """The value for the example; None if it depends on data.  Makes no guard."""
        node = self.node
        return node.value() if node.is_constant() else getattr(node, "hint", None)

    def __settled__(self) -> Any:
        """The value, where the expression is a number: what the sizes of tensors are shown as."""
        known = self.node.maybe_as_int()
        return self if known is None else known

    def __pow__(self, other: Any) -> Any:
        return _POW(self, other)

    def __rpow__(self, other: Any) -> Any:
        return _RPOW(self, other)

    def __round__(self, ndigits: Any = None) -> Any:
        return self if ndigits is None or ndigits >= 0 else round(int(self), ndigits)

    def as_integer_ratio(self) -> tuple[Any, int]:
        """The number as a fraction: itself and 1."""
        return self, 1

    def bit_length(self) -> Any:
        """The number of bits; asks for the value."""
        return int(self).bit_length()

    def conjugate(self) -> Self:
        """The number itself, which is real."""
        return self


class SymFloat(_Number):
    """A real number with an expression instead of a value."""

    __slots__ = ()

    def __bool__(self) -> bool:
        return bool(operator.ne(self, 0.0))

    def __float__(self) -> float:
        return float(self.node.guard_float("", 0))

    def __int__(self) -> Any:
        return int(self.__sym_int__())

    def __hash__(self) -> int:
        return hash(float(self))

    def __pow__(self, other: Any) -> Any:
        return _POW(self, other)

    def __rpow__(self, other: Any) -> Any:
        return _RPOW(self, other)

    def __round__(self, ndigits: Any = None) -> Any:
        if handlers.innermost() is not None:
            return handlers.run_handler(round, (self,) if ndigits is None else (self, ndigits))
        return wrap_node(self.node.round(ndigits))

    def __sym_int__(self) -> Any:
        """Rounded towards zero, as a SymInt."""
        return _TRUNC(self)

    def is_integer(self) -> Any:
        """Is there no fraction?"""
        return wrap_node(self.node.is_integer())

    def as_integer_ratio(self) -> tuple[int, int]:
        """The number as a fraction; asks for the value."""
        return float(self).as_integer_ratio()

    def hex(self) -> str:
        """The number in hexadecimal notation; asks for the value."""
        return float(self).hex()

    def conjugate(self) -> Self:
        """The number itself, which is real."""
        return self


class SymBool(_Number):
    """A condition on symbolic numbers.  ``bool()`` of it decides by the hints and makes a guard."""

    __slots__ = ()

    def __bool__(self) -> bool:
        return bool(self.node.bool_())

    def __int__(self) -> int:
        return int(bool(self))

    def __hash__(self) -> int:
        return hash(self.node.value() if self.node.is_constant() else bool(self))  # a guard: equal ones hash equal

    def __expected__(self) -> bool:
        """Is it true?  What depends on data is taken to be, and checked when the program runs."""
        return bool(self.node.expect_true("", 0))

    def __decided__(self) -> bool | None:
        """Is it true?  None if that depends on data."""
        node = self.node
        if node.is_constant():
            return bool(node.value())
        known: bool | None = node.shape_env.known(node.expr)
        return bool(self) if known is None and node.hint is not None else known

    def __likely__(self) -> bool | None:
        """Is it true for the example?  None if that depends on data.  Makes no guard."""
        node = self.node
        hint = node.value() if node.is_constant() else node.hint
        return None if hint is None else bool(hint)

    def __known__(self) -> bool:
        """Is it true for all sizes that pass the guards?  Makes no guard."""
        node = self.node
        return bool(node.value()) if node.is_constant() else node.shape_env.known(node.expr) is True

    def __or_false__(self) -> bool:
        """Is it true?  What depends on data is taken not to be."""
        return bool(self.node.guard_or_false("", 0))

    def __sym_not__(self) -> Any:
        """The opposite condition."""
        from wye.symbolic.functions import sym_not  # here: the handler gets the public function

        return _unary("sym_not", sym_not)(self)

    def __sym_ite__(self, if_true: Any, if_false: Any) -> Any:
        """One of two numbers, by this condition."""
        sides = [node_of(self.node, side) for side in (if_true, if_false)]
        return wrap_node(self.node.sym_ite(*sides))


_ARITHMETIC: Final = {
    "add": operator.add, "sub": operator.sub, "mul": operator.mul, "truediv": operator.truediv,
    "floordiv": operator.floordiv, "mod": operator.mod,
}  # fmt: skip
_SHIFTS: Final = {"lshift": operator.lshift, "rshift": operator.rshift}
_COMPARISONS: Final = {
    "eq": operator.eq, "ne": operator.ne, "lt": operator.lt, "le": operator.le, "gt": operator.gt, "ge": operator.ge,
}  # fmt: skip
_BITWISE: Final = {"and": operator.and_, "or": operator.or_, "xor": operator.xor}
_TRUNC = _unary("trunc", math.trunc)
_POW, _RPOW = _binary("pow", operator.pow), _binary("pow", operator.pow, reflected=True)
_UNARY: Final[dict[str, Any]] = {
    "neg": operator.neg, "pos": operator.pos, "abs": operator.abs, "floor": math.floor, "ceil": math.ceil,
    "trunc": math.trunc,
}  # fmt: skip
_CLASSES: Final[dict[type, Any]] = {int: SymInt, float: SymFloat, bool: SymBool}


def _install() -> None:
    made: dict[Any, dict[str, Any]] = {SymInt: {}, SymFloat: {}, SymBool: {}}
    for cls in (SymInt, SymFloat):
        for name, function in (_ARITHMETIC | _SHIFTS if cls is SymInt else _ARITHMETIC).items():
            made[cls][name] = _binary(name, function)
            made[cls][f"r{name}"] = _binary(name, function, reflected=True)
        made[cls].update({name: _binary(name, function) for name, function in _COMPARISONS.items()})
        made[cls].update({name: _unary(name, function) for name, function in _UNARY.items()})
    for name in ("add", "sub", "mul"):
        made[SymBool][name] = _binary(name, _ARITHMETIC[name])
        made[SymBool][f"r{name}"] = _binary(name, _ARITHMETIC[name], reflected=True)
    for name, function in _BITWISE.items():
        for number, method in {SymInt: f"bitwise_{name}", SymBool: f"{name}_"}.items():
            made[number][name] = _binary(method, function)
            made[number][f"r{name}"] = _binary(method, function, reflected=True)
    del made[SymBool]["xor"], made[SymBool]["rxor"]
    made[SymBool].update({name: _binary(name, _COMPARISONS[name]) for name in ("eq", "ne")})
    for number, methods in made.items():
        for name, implementation in methods.items():
            setattr(number, f"__{name}__", implementation)


_install()
for _number, _cls in _CLASSES.items():
    register_symbolic(_number, _cls)
