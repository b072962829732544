"""Convert one value to one schema type, or refuse it.

Cold path: the engine calls this only when a value is not already of the exact type.
In: a value and a type.  Out: the value as a kernel gets it.  Pure but for asking the engine what is a tensor.
"""

from __future__ import annotations

import numbers
import operator
from typing import TYPE_CHECKING, Any, Final

from wye._engine import engine
from wye.schema import types
from wye.schema.object_classes import classes
from wye.schema.symbolic import stands_for
from wye.schema.values import device, dtype, layout, memory_format

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["EXACT_TYPES", "DoesNotFit", "convert", "is_tensor"]


class DoesNotFit(Exception):  # noqa: N818 - caught by `bind`, which builds the error message
    """A value that is not of the type and cannot become one."""


def is_tensor(value: object) -> bool:
    """Is ``value`` a wye Tensor or a registered array?"""
    return engine.keys_of(value) is not None


def _item(value: Any) -> Any:
    """The number in a tensor of one element; anything but a tensor unchanged."""
    if not is_tensor(value):
        return value
    try:
        return value.item()
    except (AttributeError, TypeError, ValueError, RuntimeError):  # raised by array libraries for several elements
        raise DoesNotFit from None


def _int(value: Any) -> int:
    value = _item(value)
    if isinstance(value, bool):
        return int(value)
    if isinstance(value, int):
        return value
    if hasattr(value, "__index__"):
        return operator.index(value)
    raise DoesNotFit


def _float(value: Any) -> float:
    value = _item(value)
    if isinstance(value, float):
        return value
    if hasattr(value, "__float__") or hasattr(value, "__index__"):
        try:
            return float(value)
        except OverflowError:  # an int beyond every float
            raise DoesNotFit from None
    raise DoesNotFit


def _bool(value: Any) -> bool:
    value = _item(value)
    if isinstance(value, numbers.Number) or stands_for(value, bool):
        return bool(value)
    raise DoesNotFit


def _complex(value: Any) -> complex:
    value = _item(value)
    return value if isinstance(value, complex) else complex(_float(value))


def _number(value: Any) -> Any:
    if is_tensor(value):
        if isinstance(value, numbers.Number):
            return _item(value)  # a NumPy scalar is a number first
        raise DoesNotFit
    if isinstance(value, (int, float, complex)):
        return value
    raise DoesNotFit


def _str(value: Any) -> str:
    if isinstance(value, str):
        return value
    raise DoesNotFit


def _device(value: Any) -> device:
    if isinstance(value, device):
        return value
    if isinstance(value, str):
        return device(value)
    raise DoesNotFit


def _tensor(value: Any) -> Any:
    if is_tensor(value):
        return value
    raise DoesNotFit


def _anything(value: Any) -> Any:
    return value


def _opaque(value: Any) -> Any:
    """Opaque objects; plain data in their place is refused."""
    if value is None or isinstance(value, (str, bytes, list, tuple, dict, numbers.Number)):
        raise DoesNotFit
    return value


def _object(value: Any, text: str) -> Any:
    """Objects of a registered class and their stand-ins; objects of a class known only by name cannot be checked."""
    fits = classes.fits(value, text)
    if fits is None:
        return _opaque(value)
    if fits:
        return value
    raise DoesNotFit


def _constant(cls: type[Any]) -> Callable[[Any], Any]:
    def accept(value: Any) -> Any:
        if isinstance(value, cls):
            return value
        if isinstance(value, int) and not isinstance(value, bool):
            try:
                return cls(value)
            except ValueError:
                raise DoesNotFit from None
        raise DoesNotFit

    return accept


def _or_symbolic(plain: Callable[[Any], Any], *numbers: type) -> Callable[[Any], Any]:
    """A conversion that leaves symbolic numbers unchanged."""
    return lambda value: value if stands_for(value, *numbers) else plain(value)


_SIMPLE: Final[dict[type[types.Type], Callable[[Any], Any]]] = {
    types.TensorType: _tensor,
    types.IntType: _int,
    types.SymIntType: _or_symbolic(_int, int),
    types.FloatType: _float,
    types.SymFloatType: _or_symbolic(_float, float, int),
    types.BoolType: _bool,
    types.SymBoolType: _or_symbolic(_bool, bool),
    types.ComplexType: _complex,
    types.NumberType: _or_symbolic(_number, int, float, bool),
    types.StringType: _str,
    types.DimnameType: _str,
    types.DeviceObjType: _device,
    types.ScalarTypeType: _constant(dtype),
    types.LayoutType: _constant(layout),
    types.MemoryFormatType: _constant(memory_format),
    types.AnyType: _anything,
    types.VarType: _anything,
}

# Types whose exact class the engine can check by one pointer.
EXACT_TYPES: Final[dict[type[types.Type], type]] = {
    types.IntType: int,
    types.BoolType: bool,
    types.SymBoolType: bool,
    types.ComplexType: complex,
    types.StringType: str,
    types.DeviceObjType: device,
    types.ScalarTypeType: dtype,
    types.LayoutType: layout,
    types.MemoryFormatType: memory_format,
}

# Of these a single one stands for a list of fixed size, as in PyTorch: an int does not for float[2].
_BROADCAST: Final[dict[type[types.Type], type]] = {types.IntType: int, types.FloatType: float}


def convert(value: Any, to: types.Type, size: int | None = None) -> Any:
    """``value`` as a value of type ``to``.

    Args:
        value: What the caller passed.
        to: The type as the schema writes it.
        size: The ``N`` of ``int[N]``: then a single number stands for N equal ones.

    Raises:
        DoesNotFit: it is not one and cannot become one.
    """
    simple = _SIMPLE.get(type(to))
    if simple is not None:
        return simple(value)
    if isinstance(to, types.OptionalType):
        return None if value is None else convert(value, to.elem, size)
    if isinstance(to, types.ListType):
        return _list(value, to.elem, size)
    if isinstance(to, types.TupleType):
        return _tuple(value, to.contained)
    if isinstance(to, types.DictType):
        return _dict(value, *to.contained)
    if isinstance(to, types.UnionType):
        return _union(value, to.contained)
    if isinstance(to, types.NoneType):
        if value is not None:
            raise DoesNotFit
        return None
    return _object(value, to.text) if to.has_objects else _opaque(value)


def _list(value: Any, elem: types.Type, size: int | None) -> list[Any]:
    if size is not None and type(elem) in _BROADCAST and isinstance(value, _BROADCAST[type(elem)]):
        return [convert(value, elem)] * size
    is_text = isinstance(value, str) and isinstance(elem, types.StringType)
    if not is_text and (isinstance(value, (str, bytes, dict)) or is_tensor(value) or not _is_sequence(value)):
        raise DoesNotFit
    return [convert(item, elem) for item in value]


def _is_sequence(value: object) -> bool:
    return isinstance(value, (list, tuple)) or (hasattr(value, "__len__") and hasattr(value, "__getitem__"))


def _tuple(value: Any, elems: tuple[types.Type, ...]) -> tuple[Any, ...]:
    if not isinstance(value, (list, tuple)) or len(value) != len(elems):
        raise DoesNotFit
    return tuple(convert(item, elem) for item, elem in zip(value, elems, strict=True))


def _dict(value: Any, key: types.Type, elem: types.Type) -> dict[Any, Any]:
    if not isinstance(value, dict):
        raise DoesNotFit
    return {convert(k, key): convert(v, elem) for k, v in value.items()}


def _union(value: Any, members: tuple[types.Type, ...]) -> Any:
    for member in members:
        try:
            return convert(value, member)
        except DoesNotFit:
            continue
    raise DoesNotFit
