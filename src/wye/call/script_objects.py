"""Operators that take objects, and fakes that replace an object while a program is only traced.

Warm: an operator with a script class in its schema looks for fakes among its arguments, in Python, on every call; all
others are not touched.  In: arguments.  Out: the engine's call, or a Python rule for a call with a fake.

See Note [Fake objects are dispatched in Python].
"""

from __future__ import annotations

import copy
import threading
import warnings
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from wye._engine import engine
from wye.call.guards import no_dispatch
from wye.call.op import OpOverload
from wye.call.resolve import get_dispatch
from wye.errors import FakeObjectError, NoKernelError
from wye.keys import FUNCTION, DispatchKey, DispatchKeySet, to_functionality_key
from wye.registry import entry_of, fallthrough, registry
from wye.registry.table import slot_of
from wye.schema import types
from wye.schema.bind import bind, check_return
from wye.schema.object_classes import StandIn, classes

if TYPE_CHECKING:
    from collections.abc import Callable

    from wye.registry.entry import Definition
    from wye.schema import FunctionSchema

__all__ = [
    "FakeScriptMethod",
    "FakeScriptObject",
    "OpaqueOpOverload",
    "ScriptObject",
    "fallthrough_rules",
    "is_called_with_fakes",
    "unwrap_fake",
]

# Note [Fake objects are dispatched in Python]
# Kernels work on real objects. A fake has none of their contents, so only rules written for it, by `py_impl` for a key
# or a mode, can take it: a call that sees one never runs a registered kernel.
# The keys are those of any call. From the highest down, a key is passed by when its kernel falls through, and, where
# the operator has nothing of its own there, at the keys of `_PASSED`, whose kernels do nothing else. The first
# other key decides: the Python rule that `resolve_key` finds for it, or an error.
# For the time of such a call the operator counts as effectful (`is_called_with_fakes`), unless a program has registered
# an effect for it: changes of the object's state must stay in order.
# Which operators look for fakes is decided by their schema when they are defined: they get another class then.
# Broken by: a rule that calls its operator with the same fake again, at the same keys.
# Guarded by: tests/unit/library/test_opaque_types.py

K: Final = DispatchKey
_PASSED: Final = frozenset(
    [
        K.AutogradFunctionality,
        K.AutogradOther,
        K.AutogradNestedTensor,
        K.ADInplaceOrView,
        K.BackendSelect,
        K.PythonTLSSnapshot,
        K.PythonDispatcher,
        K.Functionalize,
    ]
)
_AUTOGRAD: Final = frozenset([K.AutogradFunctionality, K.AutogradOther, K.AutogradNestedTensor])
_GOES_BELOW: Final = (engine.FALLTHROUGH, engine.PASS)
fallthrough_rules: Final[list[Any]] = [fallthrough]  # as a rule, each of these means: pass the key by


class FakeScriptObject(StandIn):
    """Stands in for an object whose contents must not be read.

    It is equal to the object, has its hash, and passes for it in `isinstance`; its attributes are only those that the
    registration of the class allows.

    Attributes:
        wrapped_obj: The object of the fake class, which simulates the real one.
        script_class_name: The name of the real class in schemas.
        real_obj: The real object; a copy of it where the class is a script class.
    """

    wrapped_obj: Any
    real_obj: Any

    def __init__(self, wrapped_obj: Any, script_class_name: str, x: Any) -> None:
        known = classes.of_class(type(x))
        real = _copied(x, script_class_name) if known is None or known.kind == "script" else x
        self.__dict__.update(wrapped_obj=wrapped_obj, script_class_name=script_class_name, real_obj=real)

    def _give(self, **members: Any) -> None:
        """Set these attributes."""
        self.__dict__.update(members)

    @property  # type: ignore[misc]  # read-only: never assigned, but `isinstance` reads it
    def __class__(self) -> type:
        real = self.__dict__.get("real_obj")
        return FakeScriptObject if real is None else type(real)

    def __getattr__(self, name: str) -> Any:
        raise FakeObjectError(
            f"Tried to call __getattr__ with attr '{name}' on a FakeScriptObject, implying that you are calling this "
            "inside of a fake kernel. A fake kernel must not depend on what is inside an object.",
            fix=f"allow it by register_opaque_type(..., members={{{name!r}: MemberType.USE_REAL}}), or by a method of "
            "the fake class",
        )

    def __setattr__(self, name: str, value: object) -> None:
        raise FakeObjectError(
            f"Tried to call __setattr__ with attr '{name}' on a FakeScriptObject, implying that you are calling this "
            "inside of a fake kernel. A fake kernel must not change what is inside an object.",
            fix="a script class with a fake class (register_fake_class) simulates changes in its methods",
        )

    def __getitem__(self, key: Any) -> Any:
        return self.real_obj[key]

    def __eq__(self, other: object) -> bool:
        theirs = other.real_obj if type(other) is FakeScriptObject else other
        return self is other or self.real_obj is theirs or bool(self.real_obj == theirs)

    def __hash__(self) -> int:
        try:
            return hash(self.real_obj)
        except TypeError:  # the object has none
            return id(self.real_obj)

    def __deepcopy__(self, memo: dict[int, Any]) -> FakeScriptObject:
        made = FakeScriptObject.__new__(FakeScriptObject)
        memo[id(self)] = made
        with no_dispatch():
            for name, value in self.__dict__.items():
                made.__dict__[name] = (
                    FakeScriptMethod(made, name) if isinstance(value, FakeScriptMethod) else copy.deepcopy(value, memo)
                )
        return made

    def __repr__(self) -> str:
        return f"<FakeScriptObject of {self.script_class_name}>"


def _copied(real: Any, name: str) -> Any:
    """A copy, so that what a program does to the fake does not change the original."""
    try:
        with no_dispatch():
            return copy.deepcopy(real)
    except (RuntimeError, TypeError) as error:  # raised by objects that cannot be copied
        warnings.warn(
            f"Unable to deepcopy the custom object {name} due to {error}: its fake keeps the object itself, and what "
            "is done to it is done to the object",
            stacklevel=4,
        )
        return real


class FakeScriptMethod:
    """A method of a fake object: runs that of the fake class."""

    __slots__ = ("method_name", "self_fake_obj")

    def __init__(self, self_fake_obj: FakeScriptObject, method_name: str) -> None:
        self.self_fake_obj, self.method_name = self_fake_obj, method_name

    def __call__(self, /, *args: Any, **kwargs: Any) -> Any:
        """Call the fake class's method."""
        return getattr(self.self_fake_obj.wrapped_obj, self.method_name)(*args, **kwargs)


def unwrap_fake(value: Any) -> Any:
    """The real object behind a fake; anything else unchanged."""
    return value.real_obj if type(value) is FakeScriptObject else value


class OpaqueOpOverload(OpOverload):
    """An operator whose schema has a script class among its arguments."""

    __slots__ = ()

    def __call__(self, /, *args: Any, **kwargs: Any) -> Any:
        """Call it; in Python when a fake object is among the arguments."""
        for value in args:
            if type(value) in _LOOKED_INTO and _is_or_has_fake(value):
                return _call_in_python(self, args, kwargs)
        if not kwargs:
            return _call_engine(self, *args)
        return _call_in_python(self, args, kwargs) if _is_or_has_fake(kwargs) else _call_engine(self, *args, **kwargs)


_call_engine: Final = OpOverload.__call__
_LOOKED_INTO: Final = frozenset([FakeScriptObject, list, tuple, dict])


def has_fakes(args: tuple[Any, ...], kwargs: dict[str, Any]) -> bool:
    """Is there a fake object among the arguments of a call, so that it must be dispatched in Python?"""
    return any(_is_or_has_fake(value) for value in (*args, *kwargs.values()))


def _is_or_has_fake(value: Any) -> bool:
    cls = type(value)
    if cls is FakeScriptObject:
        return True
    inside = value.values() if cls is dict else value if cls is list or cls is tuple else ()
    return any(map(_is_or_has_fake, inside))


class _Calls(threading.local):
    """The operators that this thread is calling with fakes, the innermost last."""

    def __init__(self) -> None:
        self.running: list[OpOverload] = []


_calls: Final = _Calls()


def is_called_with_fakes(op: object) -> bool:
    """Is this thread inside a call of ``op`` that has a fake object among its arguments?"""
    return any(running is op for running in _calls.running)


def _call_in_python(op: OpOverload, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    definition = op.definition
    args, kwargs = bind(definition.schema, args, kwargs, accepts_none=definition.accepts_none)
    keyset = DispatchKeySet.raw(engine.keys_of_call(op, args, kwargs, False).bits)  # rules may be at any key
    if keyset.bits & FUNCTION.bits:  # function overrides run first, and come back without this bit
        return _call_engine(op, *args, **kwargs)
    _calls.running.append(op)
    try:
        result = _handler(op, keyset)(*args, **kwargs)
    finally:
        _calls.running.pop()
    return check_return(definition.schema, result)


class _OfScriptClasses(type):
    def __instancecheck__(cls, value: object) -> bool:
        known = classes.of_class(type(value))
        return known is not None and known.kind == "script"


class ScriptObject(metaclass=_OfScriptClasses):
    """What an object of a registered script class is an instance of."""


@lru_cache(4096)
def _highest(keyset: DispatchKeySet) -> DispatchKey:
    return keyset.highest_priority()


def _handler(op: OpOverload, keyset: DispatchKeySet) -> Callable[..., Any]:
    """The Python rule for a call with these keys.

    Raises:
        NoKernelError: the key that decides has a kernel and no rule, or neither.
    """
    while True:
        key = _highest(keyset)
        if key == K.Undefined or not _is_passed_by(op, key):
            break
        keyset = keyset.remove(key)
    answer = get_dispatch(op, key)
    if not isinstance(answer, DispatchKey):
        return answer
    if answer == K.Python:  # modes and tensor subclasses take fakes as they take everything
        return lambda *args, **kwargs: op._op_dk(K.Python, *args, **kwargs)
    raise NoKernelError(
        f"Torchbind op {op} received a FakeScriptObject input when dispatching {answer}. but no python implementation "
        f"is found. The kernel that is registered for {key} works on real objects only.",
        op=op.name(),
        key=key.name,
        have=[known.name for known in op.py_kernels],
        fix=f"to add a rule for fakes: op.py_impl({key.name!r})(fn)",
    )


def _is_passed_by(op: OpOverload, key: DispatchKey) -> bool:
    functionality = to_functionality_key(key)
    rule = op.py_kernels.get(key) or (op.py_kernels.get(K.Autograd) if functionality in _AUTOGRAD else None)
    if rule is not None:
        return any(rule is mark for mark in fallthrough_rules)
    if key == K.PreDispatch:  # passed by unless a mode is waiting there
        return isinstance(get_dispatch(op, key), DispatchKey)
    if functionality in _PASSED and key not in entry_of(op).kernels:
        return True
    kernel = op.kernel_at(slot_of(key))
    return kernel is not None and kernel.kind in _GOES_BELOW


def _fit(op: Any, definition: Definition) -> None:
    """Give an operator the class that its definition asks for."""
    cls = OpOverload
    for argument in definition.schema.arguments:
        of = argument.type
        if of.has_objects and _is_or_has_script_class(of):
            cls = OpaqueOpOverload
    if type(op) is not cls:
        op.__class__ = cls


def takes_objects(schema: FunctionSchema, *args: Any, **kwargs: Any) -> bool:
    """Does an operator take script objects, or fakes of them, as arguments?"""
    return any(_is_or_has_script_class(argument.type) for argument in schema.arguments)


def _is_or_has_script_class(of: types.Type) -> bool:
    return isinstance(of, types.ClassType) or any(map(_is_or_has_script_class, of.contained))


registry.fit_op = _fit
