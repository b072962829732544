"""What a public function takes for a value of each schema type: PyTorch's argument parser, type by type.

Called only for values that the engine's quick test refuses: NumPy's scalars, tensors of one element, subclasses of int,
names of devices.  Each check returns the value as kernels get it, or NotImplemented.
See Note [Forms of a function] (_pure/function.py).
"""

from __future__ import annotations

from functools import cache
from operator import index
from typing import TYPE_CHECKING, Any, Final

from wye._engine import engine
from wye.schema import types
from wye.schema.convert import EXACT_TYPES, DoesNotFit, convert
from wye.schema.symbolic import stands_for
from wye.schema.values import DTYPES, DTYPES_OF_PYTHON, device, dtype
from wye.tensors import Tensor
from wye.tensors.generator import Generator
from wye.tensors.numpy_engine import np

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["check_of", "converts_numbers", "has_handler", "nothing"]

_INTEGERS: Final = (int, np.integer)
_NUMBERS: Final[tuple[Any, ...]] = (bool, int, float, complex)
_BEFORE_ML_DTYPES: Final = 256  # numbers of NumPy's own dtypes; those of ml_dtypes follow


def nothing(value: Any) -> Any:
    """The check for types without conversions."""
    return NotImplemented


def has_handler(value: Any) -> bool:
    """Does the class of a value that is not a tensor handle calls of functions?"""
    cls = type(value)
    if issubclass(cls, engine.TensorBase):
        return False
    return hasattr(cls, "__wye_function__") or hasattr(cls, "__torch_function__")


def _operand(value: Any) -> Any:
    """A tensor, or a number that stands for one."""
    fits = isinstance(value, (np.generic, int, float, complex)) or stands_for(value, int, float, bool)
    return _number(value) if fits else NotImplemented


def _is_integral(value: Tensor) -> bool:
    return not (value.dtype.is_floating_point or value.dtype.is_complex or value.dtype is DTYPES["bool"])


def _int(value: Any) -> Any:
    if (isinstance(value, _INTEGERS) and not isinstance(value, bool)) or stands_for(value, int):
        return int(value)  # of a symbolic one: makes a guard
    if isinstance(value, Tensor) and value.ndim == 0 and _is_integral(value) and not value.requires_grad:
        return _whole(value)
    return NotImplemented


def _whole(value: Any) -> int:
    return int(value)


def _size_in(value: Any) -> Any:
    """The only element of a tensor, as a size: that of a traced or fake one stays symbolic."""
    found = value.item()
    return int(found) if isinstance(found, bool) else found


def _no_size(value: Any) -> int:
    raise RuntimeError(f"a size must be an integer, not a tensor of {value.dtype}; convert it with int()")


def _symint(value: Any) -> Any:
    """A size: also what has ``__index__``, and an integral tensor of one element."""
    if isinstance(value, Tensor):
        fits = value.numel() == 1 and _is_integral(value) and not value.requires_grad
        return _size_in(value) if fits else NotImplemented
    if stands_for(value, int):
        return value
    if isinstance(value, (bool, np.bool_, float)) or not hasattr(type(value), "__index__"):
        return NotImplemented
    try:
        return index(value)
    except TypeError:  # an array of several elements
        return NotImplemented


def _is_truth(value: Any) -> bool:
    """Is it a tensor of one bool?  PyTorch takes it for an integer where integers are given one by one."""
    return isinstance(value, Tensor) and value.numel() == 1 and value.dtype is DTYPES["bool"]


def _element(value: Tensor) -> Any:
    """The integer or bool in a tensor of one element."""
    fits = value.numel() == 1 and not (value.dtype.is_floating_point or value.dtype.is_complex or value.requires_grad)
    return _size_in(value) if fits else NotImplemented


def _number(value: Any) -> Any:
    if isinstance(value, (np.complexfloating, np.bool_)) and complex not in type(value).__mro__:
        return float(value.real)  # as PyTorch reads what is neither an integer nor a Python number
    if isinstance(value, np.generic):
        return value.item() if value.dtype.num < _BEFORE_ML_DTYPES else float(value)
    if isinstance(value, Tensor):
        return value.item() if value.ndim == 0 and not value.requires_grad else NotImplemented
    found = next((cls for cls in _NUMBERS if isinstance(value, cls)), None)  # and subclasses
    if found is None:
        return value if stands_for(value, int, float, bool) else NotImplemented
    return found(value)


def _float(value: Any) -> Any:
    if isinstance(value, complex) and not isinstance(value, np.generic):
        return NotImplemented
    found = _number(value)
    if found is NotImplemented:
        return found
    if isinstance(found, complex):
        if isinstance(value, Tensor) and found.imag:
            raise RuntimeError("value cannot be converted to type double without overflow")
        found = found.real
    return float(found)


def _bool(value: Any) -> Any:
    if stands_for(value, bool):
        return bool(value)  # makes a guard
    return value if isinstance(value, bool) else NotImplemented


def _dtype(value: Any) -> Any:
    if isinstance(value, type):
        return DTYPES_OF_PYTHON.get(value, NotImplemented)
    return value if isinstance(value, dtype) else NotImplemented


def _device(value: Any) -> Any:
    if isinstance(value, device):
        return value
    if isinstance(value, str):
        return device(value)
    if isinstance(value, _INTEGERS) and not isinstance(value, bool):
        raise RuntimeError(
            f"device={value!r} names an accelerator, and there is none here: say 'cpu', 'meta' or a name"
        )
    return NotImplemented


def _storage(value: Any) -> Any:
    """Memory as bytes; `set_` looks at the dtype of elements that are known."""
    return value if isinstance(value, engine.Storage) else NotImplemented


_SIMPLE: Final[dict[type[types.Type], Callable[[Any], Any]]] = {
    types.TensorType: nothing,
    types.IntType: _int,
    types.SymIntType: _symint,
    types.FloatType: _float,
    types.SymFloatType: _float,
    types.BoolType: _bool,
    types.SymBoolType: _bool,
    types.NumberType: _number,
    types.ComplexType: _number,
    types.ScalarTypeType: _dtype,
    types.DeviceObjType: _device,
    types.StorageType: _storage,
}


_CLASSES: Final[dict[type[types.Type], type]] = {types.GeneratorType: Generator}


def converts_numbers(of: types.Type, *, operand: bool) -> bool:
    """Can a Python number that the quick test refuses still be a value of this type?"""
    inner = of.elem if isinstance(of, types.OptionalType) else of
    return operand or isinstance(inner, (types.FloatType, types.SymFloatType, types.DeviceObjType))


@cache
def check_of(
    of: types.Type, size: int | None, *, operand: bool = False, gathered: bool = False
) -> Callable[[Any], Any]:
    """The check for a schema type.

    Args:
        of: The type.
        size: The ``N`` of ``int[N]``: then a single number stands for N equal ones.
        operand: May a number stand for a tensor?
        gathered: May the elements of a list be given one by one, as in ``x.view(2, 3)``?
    """
    inner = of.elem if isinstance(of, types.OptionalType) else of
    if isinstance(inner, types.ListType):
        return _list_check(inner.elem, size, gathered=gathered)
    if operand and isinstance(inner, types.TensorType):
        return _operand
    simple = _SIMPLE.get(type(inner))
    if simple is not None:
        return simple
    exact = EXACT_TYPES.get(type(inner), _CLASSES.get(type(inner)))
    return _objects(inner) if exact is None else _instances(exact)


def _instances(cls: type) -> Callable[[Any], Any]:
    def check(value: Any) -> Any:
        return value if isinstance(value, cls) else NotImplemented

    return check


def _objects(of: types.Type) -> Callable[[Any], Any]:
    """Objects of other classes: what operators take, but no tensors."""

    def check(value: Any) -> Any:
        try:
            return NotImplemented if isinstance(value, Tensor) else convert(value, of)
        except DoesNotFit:
            return NotImplemented

    return check


def _list_check(element: types.Type, size: int | None, *, gathered: bool) -> Callable[[Any], Any]:
    inner = element.elem if isinstance(element, types.OptionalType) else element
    if isinstance(inner, types.TensorType):
        return _tensors
    one = _SIMPLE.get(type(inner), nothing)
    integers = isinstance(inner, (types.IntType, types.SymIntType))
    whole = _no_size if isinstance(inner, types.SymIntType) else _whole

    def check(value: Any) -> Any:
        if not isinstance(value, (list, tuple)):
            if not integers or not (size or (gathered and _is_truth(value))):
                return NotImplemented
            if not size:
                return [whole(value)]
            single = _element(value) if isinstance(value, Tensor) else _int(value)
            return NotImplemented if single is NotImplemented else [single] * size
        found: list[Any] = []
        for item in value:
            # PyTorch looks at the first integer alone before it takes the list: later ones may be bools.
            fits = int(item) if integers and found and isinstance(item, bool) else one(item)
            if fits is NotImplemented and integers:
                fits = whole(item) if _is_truth(item) and (gathered or not item.ndim) else _symint(item)
            if fits is NotImplemented:
                return NotImplemented
            found.append(fits)
        return found

    return check


def _tensors(value: Any) -> Any:
    """A subclass of list as a list."""
    fits = isinstance(value, (list, tuple)) and all(isinstance(item, Tensor) for item in value)
    return list(value) if fits else NotImplemented
