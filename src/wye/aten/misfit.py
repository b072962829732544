"""Error messages for calls that fit none of a function's overloads.

Cold path: runs for errors alone.  In: a function and the arguments of a call.  Out: an `ArgumentError`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import wye.shown as shown
from wye.aten.matching import check_of, has_handler
from wye.aten.overloads import OTHER_NAMES
from wye.errors import ArgumentError
from wye.schema import types
from wye.schema.values import DTYPES
from wye.tensors import Tensor
from wye.tensors.numpy_engine import np

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wye.aten.functions import Function
    from wye.aten.overloads import Overload, Parameter

__all__ = ["form_texts", "is_about_numpy", "misfit", "why_not"]

_NOT_DEFINED: Final = "its operator is not defined"  # what is left where all arguments fit
_WORDS: Final = {
    "Tensor": "Tensor", "Scalar": "Number", "SymInt": "int", "ScalarType": "dtype", "Layout": "layout",
    "MemoryFormat": "memory_format", "Device": "device", "SymBool": "bool",
}  # fmt: skip


def is_about_numpy(function: Function, args: tuple[Any, ...], kwargs: dict[str, Any]) -> bool:
    """Does a NumPy scalar stand for the first tensor, without tensors beside it?  Operators take it for an array."""
    first = args[0] if args else kwargs.get("input")
    if not isinstance(first, np.generic) or any(isinstance(v, Tensor) for v in (*args, *kwargs.values())):
        return False
    return any(isinstance(o.parameters[0].of, types.TensorType) for o in function.overloads())


def misfit(function: Function, args: tuple[Any, ...], kwargs: dict[str, Any]) -> ArgumentError:
    """The error of a call that fits no overload: what it got, what exists, and why the nearest does not fit."""
    overloads = [o for o in function.overloads() if not o.deprecated]
    given = args[1:] if function.is_method else args
    reasons = [(_reason(o, args, kwargs), o) for o in overloads]
    wanted = [(reason, o) for reason, o in reasons if o.writes_out == (kwargs.get("out") is not None)]
    (_, text, fix), nearest = max(wanted or reasons, key=lambda pair: pair[0][0])
    got = ", ".join([*map(_type_name, given), *(f"{name}={_type_name(value)}" for name, value in kwargs.items())])
    forms = form_texts(overloads)
    if len(forms) == 1:
        message = f"{function.__name__}(): {text}\n  it takes: {forms[0]}\n  it got: ({got})"
    else:
        listed = "\n".join(f" * {form}" for form in forms)
        message = (
            f"{function.__name__}() received an invalid combination of arguments - got ({got}), but expected one of:\n"
            f"{listed}\n  the nearest is {_form_text(nearest)}: {text}"
        )
    return ArgumentError(message, fix=fix)


def former_text(function: Function) -> str:
    """The warning of a call by a deprecated overload."""
    overloads = function.overloads()
    former = [_form_text(o) for o in overloads if o.deprecated and not o.writes_out]
    now = form_texts([o for o in overloads if not o.deprecated])
    old, new = ("".join(f"\n\t{function.__name__}{form}" for form in forms) for forms in (former, now))
    return (
        f"This overload of {function.__name__} is deprecated:{old}\n"
        f"Consider using one of the following signatures instead:{new}"
    )


def why_not(overload: Overload, args: tuple[Any, ...], kwargs: dict[str, Any]) -> str | None:
    """Why a call does not fit an overload; None: its arguments fit."""
    why = _reason(overload, args, kwargs)[1]
    return None if why == _NOT_DEFINED else why


def _type_name(value: Any) -> str:
    cls = type(value)
    if cls.__module__ in ("builtins", "__main__") or isinstance(value, Tensor):
        return cls.__qualname__
    package = cls.__module__.partition(".")[0]
    return f"{shown.package if package == 'wye' else package}.{cls.__qualname__}"


def _word(of: types.Type) -> str:
    if isinstance(of, types.OptionalType):
        return _word(of.elem)
    if isinstance(of, types.ListType):
        word = _word(of.elem)
        return f"tuple of {word}s"
    word = _WORDS.get(of.str(), of.str())
    return f"{shown.package}.{word}" if word in ("dtype", "layout", "device", "memory_format") else word


def form_texts(overloads: list[Overload]) -> list[str]:
    """The ways to call a function, as PyTorch writes them; one with and without ``out`` is one way."""
    found = []
    for i, overload in enumerate(overloads):
        joined = i > 0 and overload.writes_out and _has_out(overloads[i - 1])
        if not overload.deprecated and not joined:
            found.append(_form_text(overload, overloads[i + 1] if _has_out(overload) else None))
    return found


def _has_out(overload: Overload) -> bool:
    """Is it followed by its variant that writes to ``out``?"""
    return any(p.name == "out" and p.default is not None for p in overload.parameters)


def _form_text(overload: Overload, variant: Overload | None = None) -> str:
    words: list[str] = []
    starred = False
    for parameter in overload.parameters[overload.is_method :]:
        word = _word(parameter.of)
        if isinstance(parameter.of, types.NoneType):
            word = "Tensor" if variant is None or not variant.outputs else "tuple of Tensors"
        if parameter.by_name and not starred:
            starred = True
            words.append("*")
        default = "" if parameter.default is None else f" = {parameter.default}"
        words.append(f"{word} {parameter.name}{default}")
    return f"({', '.join(words)})"


def _reason(overload: Overload, args: tuple[Any, ...], kwargs: dict[str, Any]) -> tuple[int, str, Any]:
    """How far the call fits, why no farther, and what to do about it."""
    parameters, at, fitting = overload.parameters, int(overload.is_method), 0
    by_place = overload.by_place
    used: set[str] = set()
    for i, parameter in enumerate(parameters):
        name = next((n for n in (parameter.name, *OTHER_NAMES.get(parameter.name, ())) if n in kwargs), None)
        if i < min(len(args), by_place):
            if name is not None:
                return fitting + 1, f"got multiple values for argument '{name}'", f"pass {name} once"
            value: Any = list(args[i:]) if i == overload.gathers and not _is_list(args[i]) else args[i]
        elif name is None:
            if parameter.default is None:
                return fitting - 1, f"missing required argument '{parameter.name}'", ()
            continue
        else:
            used.add(name)
            value = kwargs[name]
        if not _fits(parameter, value):
            place = f" (position {i + 1 - at})" if name is None else ""
            what = f"argument '{parameter.name}'{place} must be {_word(parameter.of)}, not {_found(parameter, value)}"
            return fitting, what, _advice(parameter, value)
        fitting += 2
    unknown = next((name for name in kwargs if name not in used), None)
    if unknown is not None:
        return fitting, f"got an unexpected keyword argument '{unknown}'", ()
    if len(args) > by_place and overload.gathers < 0:
        takes = f"takes {by_place - at} positional arguments but {len(args) - at} were given"
        return fitting - 1, takes, ()
    return fitting - 1, _NOT_DEFINED, ()


def _is_list(value: Any) -> bool:
    return isinstance(value, (list, tuple))


def _fits(parameter: Parameter, value: Any) -> bool:
    if value is None:
        return parameter.takes_none
    of = parameter.of.elem if isinstance(parameter.of, types.OptionalType) else parameter.of
    if isinstance(of, types.NoneType):
        return False
    if isinstance(of, types.ListType) and isinstance(of.elem, types.TensorType):
        return _is_list(value) and all(isinstance(v, Tensor) for v in value)
    if isinstance(of, types.TensorType):
        number = parameter.operand and isinstance(value, (int, float, complex, np.generic))
        return number or isinstance(value, (Tensor, np.ndarray)) or has_handler(value)
    check = check_of(parameter.of, parameter.size)
    try:
        return check(value) is not NotImplemented
    except (RuntimeError, TypeError, ValueError):
        return False


def _found(parameter: Parameter, value: Any) -> str:
    if not _is_list(value) or "[]" not in parameter.of.str():
        return _type_name(value)
    inside = list(dict.fromkeys(map(_type_name, value)))
    return f"{type(value).__name__} of {', '.join(inside[:4])}"


def _advice(parameter: Parameter, value: Any) -> Any:
    """What to write instead."""
    return next(iter(_advices(parameter, value)), ())


def _advices(parameter: Parameter, value: Any) -> Iterator[str]:
    of, package = parameter.of.str().removesuffix("?"), shown.package
    if of == "ScalarType":
        named = getattr(value, "__name__", value) if isinstance(value, (type, str)) else getattr(value, "name", None)
        name = str(named).rpartition(".")[2]
        if name in DTYPES:
            yield f"write {parameter.name}={package}.{name}"
        yield f"a dtype is {package}.float32, {package}.int64, ..., or one of Python's float, int, bool, complex"
    if of == "Tensor" and isinstance(value, (int, float, complex, list, tuple)):
        yield f"make a tensor of it: {package}.tensor(...)"
    if of == "bool" and isinstance(value, int):
        yield f"write {bool(value)}"
    if of in ("int", "SymInt") and isinstance(value, float) and value.is_integer():
        yield f"write {int(value)}"
