"""Fakes of objects: the classes that simulate script classes, and making a fake of an object.

Cold path.  In: real objects.  Out: `FakeScriptObject`, which calls of operators dispatch in Python.
See Note [Fake objects are dispatched in Python].
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, TypeVar

from wye._engine import engine
from wye.call.guards import no_dispatch
from wye.call.script_objects import FakeScriptMethod, FakeScriptObject, fallthrough_rules
from wye.errors import OpaqueClassError
from wye.library.library import fallthrough_kernel
from wye.library.opaque_types import full_class_name, keep, take_back
from wye.registry import registry
from wye.schema.object_classes import SCRIPT_PREFIX, OpaqueClass, classes

if TYPE_CHECKING:
    from wye.library.library import Library

__all__ = [
    "FakeOpaqueObject",
    "deregister_fake_class",
    "find_fake_class",
    "has_fake_class",
    "maybe_to_fake_obj",
    "register_fake_class",
]

_C = TypeVar("_C", bound=type)
_FROM_REAL: Final = "__obj_unflatten__"
_TO_FLAT: Final = "__obj_flatten__"
fallthrough_rules.append(fallthrough_kernel)


class FakeOpaqueObject:
    """The empty object that fakes of opaque types wrap."""

    __slots__ = ()


def register_fake_class(qualname: str, fake_class: _C | None = None, /, *, lib: Library | None = None) -> Any:
    """Register the class that simulates objects of a script class while tensors have no data.

    Args:
        qualname: ``"ns::Name"``, the name of the real class.
        fake_class: Has a classmethod ``__obj_unflatten__(flat)``, which makes an object from what the
            ``__obj_flatten__`` of a real one gave, with fake tensors in it. Without the argument: a decorator.
        lib: What holds the registration; without one it stays until `deregister_fake_class`.

    Raises:
        OpaqueClassError: there is no such script class, or the fake lacks that classmethod.
    """

    def inner(found: _C) -> _C:
        text = full_class_name(qualname)
        if not classes.is_known(text):
            raise OpaqueClassError(
                f"Tried to instantiate class '{text.removeprefix(SCRIPT_PREFIX)}', but it does not exist!",
                fix=f"wye.library.register_opaque_class({qualname!r}, cls) first",
            )
        if not getattr(found, _FROM_REAL, None):
            raise OpaqueClassError(f"{found} doesn't define a classmethod {_FROM_REAL}.")
        if not isinstance(found.__dict__.get(_FROM_REAL), classmethod):
            raise OpaqueClassError(
                f"{_FROM_REAL} method is not a classmethod.", fix=f"write @classmethod above it, in {found} itself"
            )
        with registry.lock:
            keep("fake", text, classes.add_fake(text, found), lib)
        return found

    return inner if fake_class is None else inner(fake_class)


def deregister_fake_class(qualname: str) -> type | None:
    """Remove the newest fake of a class; returns it, or None if there is none."""
    text = full_class_name(qualname)
    found = classes.fake_of(text)
    take_back("fake", text)
    return found


def has_fake_class(full_qualname: str) -> bool:
    """Does the class have a fake?  Name it as in schemas: ``"__torch__.torch.classes.ns.Name"``."""
    return classes.fake_of(full_qualname) is not None


def find_fake_class(full_qualname: str) -> type | None:
    """The fake of a class, by its name in schemas; None where there is none."""
    return classes.fake_of(full_qualname)


def maybe_to_fake_obj(fake_mode: Any, x: Any) -> Any:
    """The fake of an object; the object itself where its ``tracing_mode()`` is ``"real"``.

    Args:
        fake_mode: Its ``from_tensor`` makes a fake of each tensor inside the object; it may also be a function, or
            None where there are no tensors.
        x: An object of an opaque type, or of a script class that has a fake class.

    Raises:
        OpaqueClassError: its class is not registered or has no fake, or a part of it is malformed.
    """
    if hasattr(x, "tracing_mode") and x.tracing_mode() == "real":
        return x
    known = classes.of_class(type(x))
    if known is None:
        raise OpaqueClassError(
            f"there is no fake of a {type(x).__name__}: its class is not registered",
            fix="register_opaque_type registers it; or register_opaque_class and register_fake_class",
        )
    return _fake_script_object(fake_mode, x, known) if known.kind == "script" else _fake_opaque_object(x, known)


def _fake_opaque_object(x: Any, known: OpaqueClass) -> FakeScriptObject:
    made = FakeScriptObject(FakeOpaqueObject(), known.text, x)
    with no_dispatch():
        for name in known.members:
            if not hasattr(x, name):
                raise OpaqueClassError(
                    f"Opaque object of type '{known.text}' was specified to have member '{name}', but this doesn't "
                    "actually exist in the object."
                )
            made._give(**{name: getattr(x, name)})
    return made


def _fake_script_object(fake_mode: Any, x: Any, known: OpaqueClass) -> FakeScriptObject:
    fake_class: Any = classes.fake_of(known.text)
    qualname = "::".join(known.text.removeprefix(SCRIPT_PREFIX).split("."))
    if fake_class is None:
        raise OpaqueClassError(
            f"ScriptObject's {known.text} haven't registered a fake class. Please use register_fake_class({qualname}) "
            "to annotate a fake class for the script obj.",
            fix=f"it simulates the methods that are used, and has a classmethod {_FROM_REAL}",
        )
    if not hasattr(x, _TO_FLAT):
        raise OpaqueClassError(
            f"{type(x).__name__} has no {_TO_FLAT}, so no fake can be made of its objects",
            fix='it returns what is inside: (("name", value), ...)',
        )
    with no_dispatch():
        flat = getattr(x, _TO_FLAT)()
    _check_flat(flat)
    made = FakeScriptObject(getattr(fake_class, _FROM_REAL)(_with_fake_tensors(fake_mode, flat)), known.text, x)
    for name in dir(type(x)):
        method = None if name.startswith("_") else getattr(made.wrapped_obj, name, None)
        if method is None or not callable(getattr(type(x), name)):
            continue
        if not callable(method):
            raise OpaqueClassError(f"Expect {name} to be a callable but got {method}.")
        made._give(**{name: FakeScriptMethod(made, name)})
    return made


def _check_flat(flat: Any) -> None:
    if not isinstance(flat, tuple):
        raise OpaqueClassError(f"Expect flat x to be a tuple. {_TO_FLAT} returned a {type(flat).__name__}")
    for pair in flat:
        if not (isinstance(pair, tuple) and len(pair) == 2 and isinstance(pair[0], str)):
            raise OpaqueClassError(
                f"Expect element of flat x to be a tuple of two elements with first element being a string, got {pair}"
            )


def _with_fake_tensors(fake_mode: Any, value: Any) -> Any:
    if isinstance(value, (list, tuple)):
        return type(value)(_with_fake_tensors(fake_mode, item) for item in value)
    if isinstance(value, dict):
        return {key: _with_fake_tensors(fake_mode, item) for key, item in value.items()}
    if engine.keys_of(value) is None:
        return value
    convert = getattr(fake_mode, "from_tensor", fake_mode)
    if not callable(convert):
        raise OpaqueClassError(
            "the object holds a tensor, and no mode was given that makes fakes of tensors",
            fix="pass a mode with from_tensor, or a function",
        )
    return convert(value)
