"""Classes whose objects operators take as black boxes: script classes and opaque types.

Cold path: registration.  In: names and classes.  Out: records in the one registry of classes, and signatures of the
operators that take them, pushed again.  See Note [One registry of classes].
"""

from __future__ import annotations

import enum
import re
from typing import TYPE_CHECKING, Any, Final, TypeVar

from wye._engine import engine
from wye.call.script_objects import unwrap_fake
from wye.errors import OpaqueClassError
from wye.library.targets import split_name
from wye.registry import Registration, registry
from wye.schema.bind import compile_signature
from wye.schema.object_classes import SCRIPT_PREFIX, OpaqueClass, classes

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from wye.library.library import Library

__all__ = [
    "MemberType",
    "OpaqueBase",
    "deregister_opaque_class",
    "deregister_opaque_type",
    "full_class_name",
    "get_member_type",
    "get_opaque_obj_info",
    "get_opaque_obj_repr",
    "get_opaque_type_name",
    "get_reconstruct_fn",
    "has_members",
    "is_opaque_reference_type",
    "is_opaque_type",
    "is_opaque_value",
    "is_opaque_value_type",
    "keep",
    "register_opaque_class",
    "register_opaque_type",
    "should_hoist",
    "take_back",
]

_C = TypeVar("_C", bound=type)
_NAME: Final = re.compile(r"[A-Za-z_]\w*(\.[A-Za-z_]\w*)+", re.ASCII)
_FX_REPR: Final = "an `__fx_repr__` method that returns (text, {name: class}), from which tracing writes the object"
_handles: Final[dict[tuple[str, str], list[Registration]]] = {}  # by kind and name: what `deregister_*` takes back


class MemberType(enum.Enum):
    """How tracing treats an attribute of an opaque object."""

    USE_REAL = "use_real"  # read from the real object, a constant afterwards
    INLINED = "inlined"  # a method whose body is traced


class _OpaqueMeta(type):
    def __instancecheck__(cls, instance: Any) -> bool:
        return is_opaque_value(instance) if cls is OpaqueBase else super().__instancecheck__(instance)


class OpaqueBase(metaclass=_OpaqueMeta):
    """Every object of an opaque type is an instance of it; as a base class it does nothing and is optional."""


def full_class_name(qualname: str) -> str:
    """The name in schemas of the script class ``"ns::Name"``.

    Raises:
        LibraryError: the name is not of that form.
    """
    return SCRIPT_PREFIX + ".".join(split_name(qualname))


def keep(of: str, text: str, undo: Callable[[], None], lib: Library | None) -> None:
    """Keep the function that removes a registration, and update the signatures of operators."""

    def undone(_: Registration) -> None:
        with registry.lock:
            undo()
            rest = [other for other in _handles.get((of, text), ()) if other is not handle]
            if rest:
                _handles[of, text] = rest
            else:
                _handles.pop((of, text), None)
            _renew_signatures()

    handle = Registration(undone)
    _handles.setdefault((of, text), []).append(handle)
    if lib is not None:
        lib._registrar().keep(handle)
    _renew_signatures()


def _renew_signatures() -> None:
    for entry in registry.defined():
        definition = entry.definition
        assert definition is not None
        schema = definition.schema
        if any(value.type.has_objects for value in (*schema.arguments, *schema.returns)):
            definition.signature = compile_signature(schema, accepts_none=definition.accepts_none)
            entry.refresh()


def take_back(of: str, text: str) -> bool:
    """Remove the newest registration of a kind and name."""
    handles = _handles.get((of, text))
    if handles:
        handles[-1].remove()
    return bool(handles)


def register_opaque_class(qualname: str, cls: _C | None = None, /, *, lib: Library | None = None) -> Any:
    """Make objects of a class arguments of operators: ``__torch__.torch.classes.ns.Name`` in schemas.

    A call with real objects is a call like any other. A call that sees a fake of one is dispatched in Python: see
    `register_fake_class` and `maybe_to_fake_obj`.

    Args:
        qualname: ``"ns::Name"``.
        cls: The class, which may also be an annotation in `custom_op`. Without it: a decorator.
        lib: What holds the registration; without one it stays until `deregister_opaque_class`.

    Raises:
        OpaqueClassError: the class cannot be one, or the name is taken by another class.

    Example:
        >>> from wye.library import Library
        >>> from wye.call import ops
        >>> with Library("doctest_opaque", "DEF") as lib:
        ...     @register_opaque_class("doctest_opaque::Counter", lib=lib)
        ...     class Counter:
        ...         n = 41
        ...     _ = lib.define("next(__torch__.torch.classes.doctest_opaque.Counter c) -> int")
        ...     _ = lib.impl("next", lambda c: c.n + 1, "CompositeExplicitAutograd")
        ...     ops.doctest_opaque.next(Counter())
        42
    """

    def register(found: _C) -> _C:
        text = full_class_name(qualname)
        _check_class(found, text)
        with registry.lock:
            old = classes.named(text)
            if old is not None and _path_of(old.cls) != _path_of(found):
                raise OpaqueClassError(
                    f"the class {qualname} is {old.cls} already and cannot be {found} too",
                    fix=f"deregister_opaque_class({qualname!r}) frees the name",
                )
            keep("class", text, classes.add(OpaqueClass(text, found, "script")), lib)
        return found

    return register if cls is None else register(cls)


def deregister_opaque_class(qualname: str) -> None:
    """Remove the newest registration of a class.

    Raises:
        OpaqueClassError: there is none.
    """
    if not take_back("class", full_class_name(qualname)):
        raise OpaqueClassError(f"no class is registered as {qualname}", fix="register_opaque_class registers one")


def register_opaque_type(
    cls: Any,
    *,
    typ: str,
    hoist: bool = False,
    guard_fn: Callable[[Any], list[Any]] | None = None,
    members: Mapping[str, MemberType] | None = None,
    reconstruct_fn: Callable[..., Any] | None = None,
    lib: Library | None = None,
) -> None:
    """Let operators take objects of a class that tracing treats as a black box, or as a constant.

    The class and its subclasses are annotations of `custom_op` then; in schemas its name is ``module.Name``.

    Args:
        cls: Any class that is not Python's own.
        typ: ``"reference"``: an object with a state, an input of what is traced. ``"value"``: a constant; it has
            ``__eq__``, ``__hash__`` and ``__fx_repr__``.
        hoist: For values: let compiled code take it as an input instead of having it inside.
        guard_fn: For references: returns the values that compiled code must find unchanged.
        members: Attributes that fakes of its objects have too.
        reconstruct_fn: Rebuilds an object met in tracing from known ones.
        lib: What holds the registration; without one it stays until `deregister_opaque_type`.

    Raises:
        OpaqueClassError: the class cannot be one.
    """
    if typ not in ("reference", "value"):
        raise OpaqueClassError(f"Opaque type must be either 'reference' or 'value', got {typ!r}")
    text = _path_of(cls)
    _check_class(cls, text)
    if typ == "value":
        _check_value_class(cls, guard_fn)
    known = OpaqueClass(text, cls, typ, members=members, guard_fn=guard_fn, hoist=hoist, reconstruct_fn=reconstruct_fn)
    with registry.lock:
        keep("type", text, classes.add(known), lib)


def deregister_opaque_type(cls: type) -> None:
    """Remove the newest registration of an opaque type.

    Raises:
        OpaqueClassError: there is none.
    """
    if not take_back("type", _path_of(cls)):
        raise OpaqueClassError(f"Class {cls} is not registered as an opaque type.")


def _path_of(cls: Any) -> str:
    """The name of a class: its module and its place in it."""
    return f"{cls.__module__}.{cls.__qualname__}".replace("<locals>.", "")


def _check_class(cls: Any, text: str) -> None:
    if not isinstance(cls, type):
        raise OpaqueClassError(f"{text} must be a class, not {cls!r}")
    if cls.__module__ == "builtins" or issubclass(cls, engine.TensorBase):
        raise OpaqueClassError(
            f"Unable to register built-in type {cls} as an opaque type. Please wrap it in a custom class and register "
            "the custom class as opaque."
        )
    if _NAME.fullmatch(text) is None:
        raise OpaqueClassError(f"{text} cannot be written in a schema", fix="names have letters, digits and _ only")


def _check_value_class(cls: Any, guard_fn: object) -> None:
    start = f"Value-type opaque object of type {cls} is expected to have"
    is_enum = issubclass(cls, enum.Enum)
    if not is_enum and cls.__eq__ is object.__eq__:
        raise OpaqueClassError(f"{start} a non-default `__eq__`: compiled code compares constants by it.")
    if cls.__hash__ is None:
        raise OpaqueClassError(f"{start} a `__hash__`: fake tensors are cached by it.")
    if not is_enum and not hasattr(cls, "__fx_repr__"):
        raise OpaqueClassError(f"{start} {_FX_REPR}.")
    if guard_fn is not None:
        raise OpaqueClassError(f"No need to specify `guard_fn` for value-type opaque class {cls}: `__eq__` is used.")


def get_opaque_obj_info(cls: type | str) -> OpaqueClass | None:
    """What is known about an opaque type, by the class, a subclass or its name in schemas."""
    known = classes.named(cls) if isinstance(cls, str) else classes.of_class(cls)
    return None if known is None or known.kind == "script" else known


def is_opaque_type(cls: type | str) -> bool:
    """Is it an opaque type, a subclass of one, or the name of one?"""
    return get_opaque_obj_info(cls) is not None


def is_opaque_value_type(cls: type | str) -> bool:
    """Is it an opaque type whose objects are constants?"""
    known = get_opaque_obj_info(cls)
    return known is not None and known.kind == "value"


def is_opaque_reference_type(cls: type | str) -> bool:
    """Is it an opaque type whose objects have a state?"""
    known = get_opaque_obj_info(cls)
    return known is not None and known.kind == "reference"


def is_opaque_value(value: object) -> bool:
    """Is it an object of an opaque type, or the fake of one?"""
    return is_opaque_type(type(unwrap_fake(value)))


def get_opaque_type_name(cls: type) -> str:
    """The name of an opaque type in schemas.

    Raises:
        OpaqueClassError: it is not one.
    """
    known = get_opaque_obj_info(cls)
    if known is None:
        name = getattr(cls, "__name__", cls)
        raise OpaqueClassError(
            f"Class {cls} is not registered as an opaque type. Call register_opaque_type({name}) first."
        )
    return known.text


def should_hoist(cls: type | str) -> bool:
    """Does compiled code take its objects as inputs?"""
    known = get_opaque_obj_info(cls)
    return known is not None and known.hoist


def get_reconstruct_fn(cls: type | str) -> Callable[..., Any] | None:
    """The function that rebuilds an object met in tracing from known ones."""
    known = get_opaque_obj_info(cls)
    return None if known is None else known.reconstruct_fn


def has_members(cls: type | str) -> bool:
    """Do fakes of its objects have attributes?"""
    known = get_opaque_obj_info(cls)
    return known is not None and bool(known.members)


def get_member_type(cls: type | str, member_name: str) -> MemberType | None:
    """How tracing treats an attribute; None where it is not allowed."""
    known = get_opaque_obj_info(cls)
    return None if known is None else known.members.get(member_name)  # type: ignore[return-value]  # set here alone


def get_opaque_obj_repr(obj: Any) -> tuple[str, dict[str, type]]:
    """The text that makes an equal object, and the classes that are named in it.

    Raises:
        OpaqueClassError: its ``__fx_repr__`` is missing, or gives something else.
    """
    cls = type(obj)
    if isinstance(obj, enum.Enum):
        return f"{cls.__name__}.{obj.name}", {cls.__name__: cls}
    if not hasattr(obj, "__fx_repr__"):
        raise OpaqueClassError(f"Value-type opaque object of type {cls} is expected to have {_FX_REPR}.")
    text, named = obj.__fx_repr__()
    for place, value, expected in (("first", text, str), ("second", named, dict)):
        if not isinstance(value, expected):
            raise OpaqueClassError(
                f"__fx_repr__ for {cls.__name__} must return a {expected.__name__} as the {place} element, got "
                f"{type(value).__name__}"
            )
    return text, named
