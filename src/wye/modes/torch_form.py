"""Calls in the form that handlers written for PyTorch get: arguments that equal their defaults are left out.

Hot for modes and subclasses with a ``__torch_dispatch__``; a ``__wye_dispatch__`` gets what the caller passed.
PyTorch's rule: positional arguments go while the last one equals its default, keyword-only ones wherever they do.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from wye.schema.default_parser import DTYPE_NUMBERS
from wye.schema.types import OptionalType, ScalarTypeType
from wye.schema.values import DTYPES

if TYPE_CHECKING:
    from wye.call import OpOverload
    from wye.registry.entry import Definition
    from wye.schema import Argument

__all__ = ["MISSING", "without_defaults"]

MISSING: Final = object()  # the default of an argument that has none

_DTYPES: Final = {DTYPE_NUMBERS[name]: dtype for name, dtype in DTYPES.items() if name in DTYPE_NUMBERS}
# Of one definition: the defaults of positional arguments by place, and of keyword-only ones by name.
_Defaults = tuple["Definition", tuple[Any, ...], dict[str, Any]]


def _default_of(argument: Argument) -> Any:
    """The default as a caller would pass it; schemas write dtypes as numbers."""
    if not argument.has_default:
        return MISSING
    value, of = argument.default_value, argument.real_type
    of = of.elem if isinstance(of, OptionalType) else of
    return _DTYPES.get(value, value) if isinstance(of, ScalarTypeType) and isinstance(value, int) else value


def _defaults_of(op: OpOverload) -> _Defaults:
    definition = op.definition
    cached: _Defaults | None = op.__dict__.get("_defaults")
    if cached is not None and cached[0] is definition:
        return cached
    arguments = definition.schema.arguments
    by_place = tuple(_default_of(a) for a in arguments if not a.kwarg_only)
    by_name = {a.name: _default_of(a) for a in arguments if a.kwarg_only and a.has_default}
    op.__dict__["_defaults"] = made = (definition, by_place, by_name)
    return made


def _equal(value: Any, default: Any) -> bool:
    """Equal as PyTorch compares values: of one type, so that 1, 1.0 and True are three values."""
    if value is default:
        return True
    if type(default) in (list, tuple):
        if type(value) not in (list, tuple) or len(value) != len(default):
            return False
        return all(_equal(one, other) for one, other in zip(value, default, strict=True))
    return type(value) is type(default) and bool(value == default)


def without_defaults(
    op: OpOverload, args: tuple[Any, ...], kwargs: dict[str, Any]
) -> tuple[tuple[Any, ...], dict[str, Any]]:
    """The arguments of a call, less those that PyTorch would not show to a handler."""
    _, by_place, by_name = _defaults_of(op)
    end = len(args)
    while end and by_place[end - 1] is not MISSING and _equal(args[end - 1], by_place[end - 1]):
        end -= 1
    if kwargs:
        kwargs = {k: v for k, v in kwargs.items() if not (k in by_name and _equal(v, by_name[k]))}
    return (args if end == len(args) else args[:end]), kwargs
