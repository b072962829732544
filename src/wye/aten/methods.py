"""Gives `Tensor` its methods and Python's operators.

Importing it does so.  Methods are the functions themselves; what Python spells differently is written here.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any, Final

from wye._engine import engine
from wye.aten import beside_arrays as beside_arrays  # before operators are made
from wye.aten.conversions import CONVERSIONS, METHODS, conversion
from wye.aten.functions import Function, function, names
from wye.aten.later import Later, LaterProperty
from wye.aten.lines import lines
from wye.aten.overloads import overloads_of, reflected
from wye.call.packets import ops
from wye.default_device import DeviceContext as DeviceContext  # devices are contexts from here on
from wye.grad_mode import is_grad_enabled
from wye.tensors import Tensor
from wye.tensors.making import check_dtype_of_elements
from wye.tensors.numpy_engine import np
from wye.warn_always import warn_once

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from wye.aten.overloads import Overload

__all__ = ["BINARY", "CONVERSIONS", "IN_PLACE", "PROPERTIES", "REFLECTED", "install"]

# Python's operators and their functions; the reflected ones that are the same with arguments exchanged follow.
BINARY: Final = {
    "add": "add", "sub": "sub", "mul": "mul", "truediv": "div", "floordiv": "floor_divide", "mod": "remainder",
    "pow": "pow", "and": "bitwise_and", "or": "bitwise_or", "xor": "bitwise_xor", "lshift": "bitwise_left_shift",
    "rshift": "bitwise_right_shift", "matmul": "matmul", "eq": "eq", "ne": "ne", "lt": "lt", "le": "le", "gt": "gt",
    "ge": "ge",
}  # fmt: skip
IN_PLACE: Final = ("add", "sub", "mul", "truediv", "floordiv", "mod", "pow", "and", "or", "xor", "lshift", "rshift")
_SHIFTS: Final = ("lshift", "rshift")  # Python's operators have operators of their own
_COMMUTATIVE: Final = ("add", "mul", "and", "or", "xor")
_EXCHANGED: Final = ("pow", "mod", "lshift", "rshift", "floordiv", "matmul")
REFLECTED: Final = (*_COMMUTATIVE, *_EXCHANGED, "sub", "truediv")
_UNARY: Final = {"neg": "neg", "abs": "abs", "pos": "positive"}
# Operators that handlers see as themselves, as in PyTorch; the others are told as their methods.
_TOLD: Final = frozenset(
    ["__and__", "__or__", "__xor__", "__eq__", "__floordiv__", "__pow__", "__iand__", "__ior__", "__ixor__", "__ipow__"]
)
_ITEM: Final = ops.aten.item.default
PROPERTIES: Final = {"T": "numpy_T", "mT": "mT", "H": "matrix_H", "mH": "mH", "real": "real", "imag": "imag"}


class _Operator(Function):
    """A method of Python's operators: returns NotImplemented where an operand does not fit: Python tries the other."""

    told: Function  # the function that handlers see as the one called, as in PyTorch
    gives_way = True  # where all handlers return NotImplemented, so does it

    def _refuse(self, /, *args: Any, **kwargs: Any) -> Any:
        return NotImplemented


class _Reflected(_Operator):
    """A reflected operator: called on the right operand."""

    def _find(self, ops: list[Any]) -> list[Overload]:
        return reflected(ops)


class _Subtracted(_Operator):
    """``number - tensor``: the operator has a function and no method."""

    def _find(self, ops: list[Any]) -> list[Overload]:
        return overloads_of(ops, method=False)


class _Set(Function):
    """`set_`: takes memory that is known as elements of a dtype, which must be the tensor's."""

    def _refuse(self, /, *args: Any, **kwargs: Any) -> Any:
        given: Any = kwargs.get("source", args[1] if len(args) > 1 else None)
        memory = getattr(given, "_untyped_storage", None)
        if memory is None or not args:
            return super()._refuse(*args, **kwargs)
        check_dtype_of_elements(args[0].dtype, given.dtype)
        if "source" in kwargs:
            return self(*args, **{**kwargs, "source": memory})
        return self(args[0], memory, *args[2:], **kwargs)


def _operator(python: str, name: str, cls: type[_Operator] = _Operator) -> Any:
    """Python's operator for the operators ``aten::name``."""
    made = cls(name, method=True)
    made.__name__, made.__qualname__ = python, f"Tensor.{python}"
    # What is called with its operands exchanged is always told as itself: its method would compute something else.
    itself = python in _TOLD or cls is not _Operator or name.startswith("__")
    made.told = made if itself else getattr(Tensor, name, made)
    return made


def _method(name: str) -> Function:
    return Function(name, method=True)


def _rtruediv(self: Any, other: Any) -> Any:
    return Tensor.__mul__(self.reciprocal(), other)


def _warn_of_lost_history() -> None:
    """Say, once, that a Python number has no gradients."""
    warn_once(
        "lost history",
        "Converting a tensor with requires_grad=True to a scalar may lead to unexpected behavior.\n"
        "Consider using tensor.detach() first.",
        stacklevel=3,
    )


def _number(convert: Callable[[Any], Any], c_name: str) -> Callable[[Any], Any]:
    def number(self: Any) -> Any:
        if self._requires_grad and convert is not int and is_grad_enabled():
            _warn_of_lost_history()
        try:
            value = _ITEM(self)
        except RuntimeError:
            if self.numel() != 1:
                raise ValueError("only one element tensors can be converted to Python scalars") from None
            raise
        if type(value) is complex and convert is not complex:
            if value.imag:
                raise RuntimeError(f"value cannot be converted to type {c_name} without overflow")
            value = value.real
        return convert(value)

    return number


def _invert(self: Any) -> Any:
    try:
        return Tensor.bitwise_not(self)
    except NotImplementedError:
        if self.dtype.is_floating_point or self.dtype.is_complex:
            raise TypeError("~ (operator.invert) is only implemented on integer and Boolean-type tensors") from None
        raise


def _bool(self: Any) -> bool:
    if self.numel() != 1:
        what = "no values" if self.numel() == 0 else "more than one value"
        raise RuntimeError(f"Boolean value of Tensor with {what} is ambiguous")
    return bool(_ITEM(self)) if type(self._data) is np.ndarray else bool(ops.aten.is_nonzero.default(self))


def _index(self: Any) -> int:
    if self.dtype.is_floating_point or self.dtype.is_complex or self.numel() != 1:
        raise TypeError("only integer tensors of a single element can be converted to an index")
    return int(_ITEM(self))


def _iter(self: Any) -> Iterator[Any]:
    if not self.dim():
        raise TypeError("iteration over a 0-d tensor")
    return iter(self.unbind(0))


def _reversed(self: Any) -> Any:
    return ops.aten.flip.default(self, [0]) if self.ndim else self


def _contains(self: Any, element: Any) -> bool:
    if not isinstance(element, (Tensor, int, float, complex)):
        raise RuntimeError(f"Tensor.__contains__ only supports Tensor or scalar, but you passed in a {type(element)}.")
    return bool(_ITEM(ops.aten.any(ops.aten.eq(self, element))))


def install() -> None:
    """Put methods and operators into the class; what needs operators is made when it is first looked up."""
    is_method = lines().methods
    for name in names():
        if is_method.get(name) and not hasattr(Tensor, name):
            setattr(Tensor, name, Later(name, _method, name))
    _install_operators()
    for name in CONVERSIONS:
        setattr(Tensor, name, engine.member(name, conversion(name)))
    Tensor.__iter__ = _iter  # type: ignore[method-assign]  # handlers see what it calls, as in PyTorch
    for name, of in PROPERTIES.items():
        setattr(Tensor, name, LaterProperty(name, _property, name, of))
    for name, member in _SPECIAL.items():
        setattr(Tensor, name, engine.member(name, member))
    for name, member in _READING.items():  # without a Python frame where the engine can read the element
        setattr(Tensor, name, engine.member(name, member, _ITEM, ops.aten._local_scalar_dense.default))


def _install_operators() -> None:
    for python, name in BINARY.items():
        _later_operator(f"__{python}__", f"__{python}__" if python in _SHIFTS else name)
    for python in _COMMUTATIVE:
        _later_operator(f"__r{python}__", BINARY[python])
    for python in _EXCHANGED:
        _later_operator(f"__r{python}__", BINARY[python], _Reflected)
    for python in IN_PLACE:
        _later_operator(f"__i{python}__", f"__i{python}__" if python in _SHIFTS else f"{BINARY[python]}_")
    for python, name in _UNARY.items():
        _later(f"__{python}__", getattr, Tensor, name)
    _later_operator("__rsub__", "rsub", _Subtracted)
    _later("set_", _set)
    _later("__getitem__", _getitem)
    _later("__setitem__", _setitem)


def _later_operator(python: str, name: str, cls: type[_Operator] = _Operator) -> None:
    _later(python, _operator, python, name, cls)


def _later(name: str, make: Callable[..., Any], *args: Any) -> None:
    setattr(Tensor, name, Later(name, make, *args))


def _property(name: str, of: str) -> Any:
    from wye.aten.summaries import SENTENCES  # here: a long table that few programs need

    return engine.member(name, property(function(of), _writer(of), doc=SENTENCES[of]))


def _writer(name: str) -> Callable[[Any, Any], None] | None:
    """What assigning to a property does: ``x.real = y`` copies into that part.  None: it cannot be assigned to."""
    if name not in ("real", "imag"):
        return None
    part = function(name)

    def write(self: Any, value: Any) -> None:
        part(self).copy_(value)

    return write


def _set() -> Any:
    return _Set("set_", method=True)


def _getitem() -> Any:
    from wye.aten.indexing import VIEWS, getitem  # here: it looks operators up

    return engine.member("__getitem__", getitem, *VIEWS)


def _setitem() -> Any:
    from wye.aten.indexing import setitem  # here, as above

    return engine.member("__setitem__", setitem)


_SPECIAL: Final[dict[str, Any]] = {
    "__rtruediv__": _rtruediv,
    "__invert__": _invert,
    "__complex__": _number(complex, "c10::complex<double>"),
    "__contains__": _contains,
    "__reversed__": _reversed,
    **METHODS,
}
_READING: Final[dict[str, Callable[[Any], Any]]] = {
    "__bool__": _bool, "__int__": _number(int, "int64_t"), "__float__": _number(float, "double"), "__index__": _index,
}  # fmt: skip

install()
if "wye.aten.indexing" not in sys.modules:  # it may be what is being imported, and looks operators up
    setattr(Tensor, "__getitem__", _getitem())  # noqa: B010 - now: nearly every program indexes
