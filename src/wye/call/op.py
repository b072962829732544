"""OpOverload: one operator as a callable object.

Hot by inheritance: calling it and `redispatch` are the engine's; everything in this file is cold.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

import wye.shown as shown
from wye._engine import engine
from wye.call.handle import OperatorHandle
from wye.call.packets import OpOverloadPacket, overriding, packet_of
from wye.call.py_impl import OperatorBase
from wye.call.python_dispatcher import call_kernel_of
from wye.call.resolve import get_dispatch
from wye.errors import OperatorNotFoundError, UnknownKeyError
from wye.keys import DispatchKey, DispatchKeySet, as_key
from wye.registry import registry
from wye.schema.bind import bind, check_return
from wye.schema.signature import python_signature
from wye.schema.tags import Tag

if TYPE_CHECKING:
    from collections.abc import Callable
    from inspect import Signature

    from wye.registry.entry import Definition, OperatorEntry
    from wye.schema import FunctionSchema

__all__ = ["OpOverload", "call_with_key"]

_new: Final = engine.Op.__new__


class OpOverload(engine.Op, OperatorBase):
    """An operator: call it, or `redispatch` from inside one of its kernels.

    Made by `define`; the same object serves all definitions that follow under its name.
    """

    _entry: OperatorEntry
    _name: str
    report_error: Callable[[str], Any] | None = None  # told the key before a call without kernel fails

    def __new__(cls, name: str) -> OpOverload:
        """An operator that nothing is registered for yet."""
        self = _new(cls)
        self._name = name
        self.__module__ = f"{shown.operators}.{name[: name.find('::')]}"
        return self

    def name(self) -> str:
        """Namespace, name and overload: ``"aten::add.out"``."""
        return self._name

    @cached_property
    def namespace(self) -> str:
        """The part of the name before ``::``."""
        return self._name.partition("::")[0]

    @property
    def _namespace(self) -> str:
        return self.namespace

    @cached_property
    def name_in_namespace(self) -> str:
        """Name and overload: ``"add.out"``."""
        return self._name.partition("::")[2]

    @cached_property
    def _opname(self) -> str:
        return self.name_in_namespace.partition(".")[0]

    @cached_property
    def _overloadname(self) -> str:
        return self.name_in_namespace.partition(".")[2] or "default"

    @cached_property
    def __name__(self) -> str:
        return f"{self._opname}.{self._overloadname}"

    def __getattr__(self, name: str) -> Any:
        if name == "__qualname__":
            return self._name
        if name == "_nondeterministic_seeded" and self.tags:  # PyTorch's has it only where there are tags
            return Tag.nondeterministic_seeded in self.tags
        raise AttributeError(f"'OpOverload' object has no attribute '{name}'")

    @property
    def overloadpacket(self) -> OpOverloadPacket:
        """The packet of all overloads of this name."""
        return packet_of(self._name.partition(".")[0])

    _overloadpacket = overloadpacket

    @property
    def op(self) -> OpOverload:
        """What is called: the operator itself."""
        return self

    _op = op

    @property
    def _handle(self) -> OperatorHandle:
        return OperatorHandle(self)

    @property
    def definition(self) -> Definition:
        """The operator's definition.

        Raises:
            OperatorNotFoundError: it has been removed.
        """
        definition = self._entry.definition
        if definition is None:
            raise _undefined(self)
        return definition

    @property
    def schema(self) -> FunctionSchema:
        """The operator's schema."""
        return self.definition.schema

    _schema = schema  # PyTorch's name for it

    @property
    def __signature__(self) -> Signature:
        return python_signature(self.schema)

    @property
    def tags(self) -> list[Any]:
        """What `define` was given as tags."""
        return list(self.definition.tags)

    _tags = tags

    @property
    def is_view(self) -> bool:
        """Does it return views of its arguments, and write to none?"""
        definition = self.definition
        if definition.is_view is None:
            aliases = [a.alias_info for a in definition.schema.arguments if a.alias_info is not None]
            definition.is_view = bool(aliases) and not any(alias.is_write for alias in aliases)
        return definition.is_view

    @cached_property
    def gives_back(self) -> tuple[int, ...]:
        """The numbers of the arguments that its results are; empty, if not all results are arguments it has written to.

        Of operators that come with wye: others return what their kernels return, as in PyTorch.
        """
        schema = self.schema
        if self.defined_in_python or not all(
            r.alias_info is not None and r.alias_info.is_write for r in schema.returns
        ):
            return ()
        sets = [None if a.alias_info is None else a.alias_info.after_set for a in schema.arguments]
        return tuple(sets.index(r.alias_info.after_set) for r in schema.returns if r.alias_info is not None)

    @property
    def defined_in_python(self) -> bool:
        """Was it defined through a library?  Operators that come with wye were not."""
        return not registry.comes_with_wye(self._name)

    _defined_in_python = defined_in_python

    @property
    def _rules(self) -> dict[str, Any]:
        return self._entry.rules

    def _changed(self) -> None:
        super()._changed()
        self._levels = 0  # what function transforms may do with its calls in C is worked out again

    def py_impl(self, key: Any) -> Callable[[Any], Any]:  # noqa: D102 - the base class says it
        _ = self.definition  # rules of an operator that is gone would be lost
        return super().py_impl(key)

    def registered_keys(self) -> frozenset[DispatchKey]:  # noqa: D102 - the base class says it
        return super().registered_keys().union(self._entry.kernels)

    def has_kernel_for_dispatch_key(self, key: DispatchKey | int | str) -> bool:
        """Is a kernel registered at exactly this key, by a library or `py_impl`, alias keys included?"""
        return as_key(key) in self._entry.kernels or super().has_kernel_for_dispatch_key(key)

    def has_kernel_for_any_dispatch_key(self, keyset: DispatchKeySet) -> bool:
        """Is a kernel registered, by a library or `py_impl`, at a runtime key of this set?"""
        registered = any(not key.is_alias and keyset.has(key) for key in self._entry.kernels)
        return registered or super().has_kernel_for_any_dispatch_key(keyset)

    @property
    def _dispatch_cache(self) -> dict[DispatchKey, Any]:
        rules = self._entry.rules
        cache: dict[DispatchKey, Any] | None = rules.get("dispatch_cache")
        return rules.setdefault("dispatch_cache", {}) if cache is None else cache

    def _get_dispatch(self, key: DispatchKey | int | str) -> DispatchKey | Callable[..., Any]:
        return get_dispatch(self, as_key(key))

    def _uncache_dispatch(self, key: DispatchKey | int | str) -> None:
        self._rules.get("dispatch_cache", {}).pop(as_key(key), None)

    def _op_dk(self, key: DispatchKey | int | str, /, *args: Any, **kwargs: Any) -> Any:
        """Run the kernel for ``key``, which may be an alias, with the key set that a call would begin with."""
        args, kwargs = _bound(self, args, kwargs)
        return _check_return(self, call_kernel_of(self, as_key(key), args, kwargs))

    def _can_decompose(self) -> bool:
        return self.has_kernel_for_dispatch_key(DispatchKey.CompositeImplicitAutograd)

    def decompose(self, /, *args: Any, **kwargs: Any) -> Any:
        """Run its composite kernel, the Python rule first; ``NotImplemented`` when it has none."""
        rule = self.py_kernels.get(DispatchKey.CompositeImplicitAutograd)
        if rule is not None:
            return rule(*args, **kwargs)
        if not self._can_decompose():
            return NotImplemented
        return self._op_dk(DispatchKey.CompositeImplicitAutograd, *args, **kwargs)

    def call_boxed(self, /, *args: Any, **kwargs: Any) -> Any:
        """Call it; the name under which PyTorch's operator handles do."""
        return self(*args, **kwargs)

    def redispatch_boxed(self, keyset: DispatchKeySet, /, *args: Any, **kwargs: Any) -> Any:
        """`redispatch`; the name under which PyTorch's operator handles do."""
        return self.redispatch(keyset, *args, **kwargs)

    def debug(self) -> str:
        """Where it was defined."""
        return self.definition.debug

    def __str__(self) -> str:
        return f"{self.namespace}.{self._opname}.{self._overloadname}"

    def __repr__(self) -> str:
        return f"<OpOverload(op='{self.namespace}.{self._opname}', overload='{self._overloadname}')>"

    def __hash__(self) -> int:
        return hash(self._name)

    def __eq__(self, other: object) -> bool:
        return self is other

    def __reduce__(self) -> tuple[Any, ...]:
        return (_find, (self._name,))

    def __copy__(self) -> OpOverload:
        return self

    def __deepcopy__(self, memo: object) -> OpOverload:
        return self


def _find(name: str) -> OpOverload:
    op = registry.require(name).op
    assert isinstance(op, OpOverload)
    return op


def call_with_key(op: OpOverload, key: DispatchKey | int | str, /, *args: Any, **kwargs: Any) -> Any:
    """Run exactly the kernel that ``op`` has for ``key``, whatever the arguments and the thread say.

    Raises:
        UnknownKeyError: ``key`` is no runtime key: an alias key, or a functionality without its backend.
    """
    found = as_key(key)
    if not found.is_runtime and found != DispatchKey.Undefined:
        kind = "an alias for several keys" if found.is_alias else "not a runtime key"
        raise UnknownKeyError(
            f"{found.name} is {kind}, so no single kernel is meant", fix="name a runtime key, for example CPU"
        )
    return op.redispatch(DispatchKeySet(found), *args, **kwargs)


def _undefined(op: OpOverload) -> OperatorNotFoundError:
    name = op.name()
    found = registry.find(name)
    hint = " but we found an implementation; did you forget to def() the operator?" if found is not None else ""
    return OperatorNotFoundError(
        f"Could not find schema for {name}.{hint}",
        fix=f"its definition is missing or was removed: define {name} in a library that stays alive",
    )


def _bind(
    op: OpOverload, args: tuple[Any, ...], kwargs: dict[str, Any]
) -> tuple[tuple[Any, ...], dict[str, Any]] | tuple[Callable[..., Any]]:
    handler = overriding.find(args, kwargs)  # of a proxy, say, where the schema wants a size
    if handler is not None:
        return (handler,)
    return _bound(op, args, kwargs)


def _bound(op: OpOverload, args: tuple[Any, ...], kwargs: dict[str, Any]) -> tuple[tuple[Any, ...], dict[str, Any]]:
    definition = op.definition
    return bind(definition.schema, args, kwargs, accepts_none=definition.accepts_none)


def _check_return(op: OpOverload, result: Any) -> Any:
    return check_return(op.schema, result)


engine.configure(bind=_bind, check_return=_check_return, explain_undefined=_undefined)
registry.make_op = OpOverload
