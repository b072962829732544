"""Methods that convert tensors: ``x.to(...)``, ``x.type()``, ``x.cpu()``, ``x.float()``.

PyTorch parses their arguments by hand, too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import wye.shown as shown
from wye.aten.matching import check_of, has_handler
from wye.aten.metadata import is_on
from wye.call.packets import ops
from wye.errors import ArgumentError
from wye.modes.function import call_public
from wye.schema import types
from wye.schema.dtype_table import ROWS
from wye.schema.values import DTYPES, dtype
from wye.schema.values import device as device_type
from wye.tensors import Tensor
from wye.tensors.dense import CPU
from wye.tensors.dtypes import get_default_dtype
from wye.tensors.type_names import dtype_of_name, type_name

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["CONVERSIONS", "METHODS", "conversion", "wanted_by_to"]

CONVERSIONS: Final = {row.method: row.name for row in ROWS.values() if row.method}
_NUMBERS: Final = {bool: "bool", float: "float64", complex: "complex128"}  # tensors whose dtype and device are taken

_DTYPE: Final = check_of(types.SCALAR_TYPE, None)
_DEVICE: Final = check_of(types.DEVICE, None)
_FLAG: Final = check_of(types.BOOL, None)
_MEMORY_FORMAT: Final = check_of(types.MEMORY_FORMAT, None)


def _like(value: Any) -> Any:
    return value if isinstance(value, Tensor) or type(value) in _NUMBERS else NotImplemented


_Parameters = tuple[tuple[str, Any, bool], ...]  # name, check, may it be None or left out
_REST: Final[_Parameters] = (("non_blocking", _FLAG, False), ("copy", _FLAG, False))
_FORMS: Final[tuple[_Parameters, ...]] = (
    (("device", _DEVICE, True), ("dtype", _DTYPE, True), *_REST),
    (("dtype", _DTYPE, False), *_REST),
    (("tensor", _like, False), *_REST),
)


# What a call mostly passes: the exact types of values by name, and the names of values by place after the first one.
_QUICK: Final[dict[str, type]] = {"device": device_type, "dtype": dtype, "non_blocking": bool, "copy": bool}
_BY_PLACE: Final[dict[type, tuple[str, ...]]] = {
    device_type: ("device", "dtype", "non_blocking", "copy"),
    dtype: ("dtype", "non_blocking", "copy"),
}


def _parsed(parameters: _Parameters, args: tuple[Any, ...], kwargs: dict[str, Any]) -> dict[str, Any] | None:
    """The values of one form's parameters; None: they do not fit."""
    if len(args) > len(parameters):
        return None
    names = [name for name, _, _ in parameters]
    given = dict(zip(names, args, strict=False))
    if given.keys() & kwargs.keys() or kwargs.keys() - {*names, "memory_format"}:
        return None
    given |= kwargs
    first, _, optional = parameters[0]
    if first not in given and not optional:
        return None
    found: dict[str, Any] = {}
    for name, check, optional in (*parameters, ("memory_format", _MEMORY_FORMAT, True)):
        if name not in given or (given[name] is None and optional):
            continue
        found[name] = check(given[name])
        if found[name] is NotImplemented:
            return None
    return found


def _to_one(self: Any, what: Any) -> Any:
    """The tensor as a dtype, a tensor, or the device where it is already asks; None: it is something else."""
    kind = type(what)
    if kind is dtype:
        return self if self.dtype is what else _TO_COPY(self, dtype=what)
    if (what == "cpu" if kind is str else what is CPU) and self.device is CPU:
        return self
    if kind is not Tensor:
        return None
    of, where = what.dtype, what.device
    return self if where is self.device and of is self.dtype else _TO_COPY(self, dtype=of, device=where)


def _quickly_parsed(args: tuple[Any, ...], kwargs: dict[str, Any]) -> dict[str, Any] | None:
    """The values of a device, a dtype and flags of their exact types; None: not only such values, or none at all."""
    found = {}
    for name, value in kwargs.items():
        found[name] = device_type(value) if name == "device" and type(value) is str else value
        if type(found[name]) is not _QUICK.get(name):
            return None
    if args:
        first = type(args[0])
        if first is str:
            args = (device_type(args[0]), *args[1:])
            first = device_type
        names = _BY_PLACE.get(first, ())
        if len(args) > len(names) or not found.keys().isdisjoint(names[: len(args)]):
            return None
        for name, value in zip(names, args, strict=False):
            if type(value) is not _QUICK[name]:
                return None
            found[name] = value
    return found


def _to(self: Any, *args: Any, **kwargs: Any) -> Any:
    """The tensor with another dtype or on another device; the tensor itself if nothing changes.

    Takes a dtype, a device, a device and a dtype, or another tensor to take both from.
    """
    if len(args) == 1 and not kwargs:  # the common cases
        found = _to_one(self, args[0])
        if found is not None:
            return found
    wanted = _quickly_parsed(args, kwargs) or _slowly_parsed(args, kwargs)
    if wanted is None and any(map(has_handler, (*args, *kwargs.values()))):
        return call_public(Tensor.to, (self, *args), kwargs)
    wanted = _resolved(wanted, args, kwargs)
    if not wanted.pop("copy", False) and _is_already(self, wanted):
        return self
    return _TO_COPY(self, **wanted)


def _resolved(wanted: dict[str, Any] | None, args: tuple[Any, ...], kwargs: dict[str, Any]) -> dict[str, Any]:
    """What was parsed, with the dtype and the device of a tensor in its place.

    Raises:
        ArgumentError: nothing was parsed.
    """
    if wanted is None:
        raise _misfit(args, kwargs)
    like = wanted.pop("tensor", None)
    if isinstance(like, Tensor):
        wanted |= {"dtype": like.dtype, "device": like.device}
    elif like is not None:
        wanted["dtype"] = DTYPES[_NUMBERS[type(like)]]
    return wanted


def wanted_by_to(args: tuple[Any, ...], kwargs: dict[str, Any]) -> dict[str, Any]:
    """What the arguments of `to` ask for: ``dtype``, ``device``, ``non_blocking``, ``copy``, ``memory_format``.

    Raises:
        ArgumentError: they fit no form of it.
    """
    return _resolved(_slowly_parsed(args, kwargs), args, kwargs)


def _slowly_parsed(args: tuple[Any, ...], kwargs: dict[str, Any]) -> dict[str, Any] | None:
    """The values of the first form that the arguments fit; None: they fit none."""
    return next((found for form in _FORMS if (found := _parsed(form, args, kwargs)) is not None), None)


def _is_already(self: Any, wanted: dict[str, Any]) -> bool:
    """Does a tensor have the wanted dtype, device and memory format?"""
    of, where, order = wanted.get("dtype"), wanted.get("device"), wanted.get("memory_format")
    if (of is not None and of is not self.dtype) or (where is not None and not is_on(self, where)):
        return False
    return order is None or order.name == "preserve_format" or bool(self.is_contiguous(memory_format=order))


def _misfit(args: tuple[Any, ...], kwargs: dict[str, Any]) -> ArgumentError:
    got = ", ".join([*(type(v).__name__ for v in args), *(f"{n}={type(v).__name__}" for n, v in kwargs.items())])
    package = shown.package
    rest = "bool non_blocking = False, bool copy = False, *, memory_format = None"
    return ArgumentError(
        f"to() received an invalid combination of arguments - got ({got}), but expected one of:\n"
        f" * ({package}.device device = None, {package}.dtype dtype = None, {rest})\n"
        f" * ({package}.dtype dtype, {rest})\n * (Tensor tensor, {rest})",
        fix=f"a dtype is {package}.float32, ..., or one of Python's float, int, bool, complex; a device is 'cpu', ...",
    )


def conversion(name: str) -> Callable[..., Any]:
    """The method that converts to a dtype: ``x.float()``."""
    wanted = DTYPES[CONVERSIONS[name]]

    def convert(self: Any, *, memory_format: Any = None) -> Any:
        if memory_format is not None:
            return _to(self, wanted, memory_format=memory_format)
        return self if self.dtype is wanted else _TO_COPY(self, dtype=wanted)

    convert.__doc__ = f"The tensor with elements of {wanted}."
    convert.__name__ = convert.__qualname__ = name
    return convert


def _type(self: Any, dtype: Any = None, non_blocking: bool = False, **kwargs: Any) -> Any:
    """The tensor in another dtype, or the name of its type."""
    if dtype is None:
        return type_name(self)
    if dtype is Tensor:
        dtype = get_default_dtype()
    wanted = dtype_of_name(dtype) if isinstance(dtype, str) else getattr(dtype, "dtype", dtype)
    if isinstance(wanted, type):  # a class for tensors of a dtype has one
        raise ValueError(f"invalid type: '{wanted.__name__}'")
    if _DTYPE(wanted) is NotImplemented:
        raise TypeError("dtype must be a type, str, or dtype object")
    return _to(self, wanted)


def _cpu(self: Any, *, memory_format: Any = None) -> Any:
    """The tensor in the memory of this process."""
    if memory_format is None and self.device is CPU:
        return self
    return _to(self, "cpu", memory_format=memory_format)


METHODS: Final[dict[str, Callable[..., Any]]] = {"to": _to, "type": _type, "cpu": _cpu}
_TO_COPY: Final = ops.aten._to_copy.default  # last: it loads the operators, which may ask for the above
