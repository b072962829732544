"""Library: registrations that are removed together, with PyTorch's API.

Cold path.  In: schemas, kernels, fake kernels.  Out: entries in the one registry; `_destroy`, garbage collection or the
end of the process remove them.  See Note [Finalizers wait].
"""

from __future__ import annotations

import os
import warnings
import weakref
from types import FunctionType
from typing import TYPE_CHECKING, Any, Final, Self

from wye._engine import engine
from wye.call import OpOverload
from wye.errors import LibraryError, LibraryGoneError, NotCallableError, RegistrationError
from wye.keys import DispatchKey, key_name
from wye.library.dispatch_rules import python_kernel
from wye.library.fake_context import on_meta
from wye.library.lifetimes import settle, take_back_later, waiting
from wye.library.tags import as_tags, check_tags
from wye.registry import Library as LowLibrary
from wye.registry import Registration, fallthrough, registry
from wye.registry.kernel import Place, make_kernel, place_of_caller
from wye.registry.operators import names_like
from wye.registry.rules import Rule, add_rule
from wye.schema import parse

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

    from wye.registry import Kernel
    from wye.registry.entry import OperatorEntry

__all__ = ["Library", "fallthrough_kernel", "live"]

_KINDS: Final = ("IMPL", "DEF", "FRAGMENT")
_RESERVED: Final = frozenset(["prim"])
_ALIAS_ANALYSIS: Final = ("", "FROM_SCHEMA", "CONSERVATIVE")
_PLAIN: Final = engine.PLAIN
_KEYSET: Final = engine.KEYSET
_META: Final = DispatchKey.Meta
_PACKAGE: Final = os.path.dirname(os.path.dirname(os.path.abspath(__file__))) + os.sep


def fallthrough_kernel(*args: object, **kwargs: object) -> Any:
    """Pass this to `Library.impl` instead of a function: calls fall through the key to the next one.

    Raises:
        NotImplementedError: it is called.
    """
    # A marker, not a kernel: PyTorch's raises the same when it is called.
    raise NotImplementedError("fallthrough_kernel() should never be called.")


live: Final[weakref.WeakSet[Library]] = weakref.WeakSet()  # the libraries that hold something


class Library:
    """A set of registrations that are removed together.

    They last while the library object lives; `_destroy` removes them at once, `del` and garbage collection when the
    object goes, the end of the process at last. Running the same line again replaces what it made before.

    Args:
        ns: The namespace; ``"_"`` with IMPL for backend fallbacks.
        kind: ``"DEF"`` owns the namespace and may exist once for it, ``"FRAGMENT"`` adds definitions to it from
            anywhere, ``"IMPL"`` only adds kernels.
        dispatch_key: For IMPL: the key of its kernels.

    Raises:
        LibraryError: an unknown kind, or a namespace that is reserved.
        RegistrationError: the namespace has its DEF library, or the kind takes no key.
        UnknownKeyError: ``dispatch_key`` is not a key.

    Example:
        >>> lib = Library("doctest", "FRAGMENT")
        >>> lib.define("twice(int x) -> int")
        'twice'
        >>> handle = lib.impl("twice", lambda x: 2 * x, "CompositeExplicitAutograd")
        >>> from wye.call import ops
        >>> ops.doctest.twice(21)
        42
        >>> lib._destroy()
    """

    def __init__(self, ns: str, kind: str, dispatch_key: DispatchKey | int | str = "") -> None:
        settle()
        if kind not in _KINDS:
            raise LibraryError(f"Unsupported kind: {kind}", fix=f"the kinds of library are {', '.join(_KINDS)}")
        if ns in _RESERVED and kind != "IMPL":
            raise LibraryError(f"{ns} is a reserved namespace. Please try creating a library with another name.")
        self._low: LowLibrary | None = LowLibrary(kind, ns, dispatch_key)
        self._is_built_in = registry.is_built_in(ns)
        self.ns, self.kind, self.dispatch_key = ns, kind, dispatch_key
        self._finalizer = weakref.finalize(self, take_back_later, self._low)
        live.add(self)

    def _registrar(self) -> LowLibrary:
        settle()
        if self._low is None:
            raise LibraryGoneError("Library object has been destroyed", fix="make a new Library")
        return self._low

    def define(self, schema: str, alias_analysis: str = "", *, tags: Any = ()) -> str:
        """Define an operator; returns its name.

        Args:
            schema: ``"scale(Tensor x, float by=2.0) -> Tensor"``.
            alias_analysis: ``""`` or ``"FROM_SCHEMA"`` believe the schema, ``"CONSERVATIVE"`` does not.
            tags: One `Tag` or several.

        Raises:
            SchemaError: the text does not parse.
            TagError: the schema is not of the form that a tag promises.
            RegistrationError: the operator exists, or this library may not define it.
        """
        low = self._low
        if low is None or waiting:
            low = self._registrar()
        if alias_analysis not in _ALIAS_ANALYSIS:
            raise RegistrationError(
                f"Invalid alias_analysis type {alias_analysis}", fix='"", "FROM_SCHEMA" or "CONSERVATIVE"'
            )
        if not isinstance(schema, str):
            raise RegistrationError(f"a schema is a text like 'f(Tensor x) -> Tensor', not {type(schema).__name__}")
        given = as_tags(tags) if tags != () else ()
        if given:
            check_tags(parse(schema, allow_typevars=False), given)
        parsed = low.parsed(schema)
        low.define(parsed, alias_analysis, given)
        if waiting:
            settle()
        return parsed.name if ":" in schema[: schema.find("(")] else parsed.name[len(self.ns) + 2 :]

    def impl(
        self,
        op_name: str | OpOverload,
        fn: Callable[..., Any],
        dispatch_key: DispatchKey | int | str = "",
        *,
        with_keyset: bool = False,
        allow_override: bool = True,
    ) -> Registration:
        """Register ``fn`` as the kernel of an operator for a key.

        Takes effect for the next call, in every thread. The newest registration wins; removing it, by the handle
        that is returned or with the library, brings back the one under it.

        Args:
            op_name: Name with overload (``"scale.out"``), or the operator.
            fn: Called with the operator's arguments in schema order, or `fallthrough_kernel`.
            dispatch_key: A runtime or an alias key; the library's by default, else CompositeImplicitAutograd.
            with_keyset: Pass the key set first, for `redispatch`.
            allow_override: False makes it an error that a kernel is there.

        Raises:
            NotCallableError: ``fn`` cannot be called.
            UnknownKeyError: ``dispatch_key`` is not a key.
            RegistrationError: a kernel is there and may not be overridden, or the name or key is not this library's.
        """
        low = self._low
        if low is None or waiting:
            low = self._registrar()
        name = op_name if type(op_name) is str and ":" not in op_name else self._name_of(op_name)
        kernel = fn if type(fn) is FunctionType and fn is not fallthrough_kernel else _as_kernel(fn)
        key = low.key_for(name, dispatch_key)
        if not allow_override:
            self._check_free(name, key)
        if key is _META:
            check_meta(f"{self.ns}::{name}", name)
        if self._is_built_in:
            self._warn_if_misspelt(name)
        kind = _KEYSET if with_keyset else _PLAIN
        handle = low.add(low.full_name(name), key, kernel, place_of_caller(_PACKAGE, 2), kind)
        if waiting:
            settle()
        return handle

    def _warn_if_misspelt(self, name: str) -> None:
        """Kernels may come before their operator, but the set that wye brings is complete: say what may be meant."""
        if registry.find(f"{self.ns}::{name}") is not None:
            return
        near = names_like(f"{self.ns}::{name}", registry.overloads)
        hint = f"; did you mean {' or '.join(near)}?" if near else ""
        warnings.warn(f"{self.ns}::{name} is not defined: the kernel waits until it is defined{hint}", stacklevel=3)

    def _name_of(self, op: str | OpOverload) -> str:
        if isinstance(op, OpOverload):
            return op.name_in_namespace if op.namespace == self.ns else op.name()
        if isinstance(op, str):
            return op.removeprefix(f"{self.ns}::")
        raise RegistrationError(
            f"impl should be passed either a name or an OpOverload object as the first argument, got {type(op)}",
            fix="an overload is ops.ns.name.default; a packet stands for all overloads",
        )

    def _check_free(self, name: str, key: DispatchKey) -> None:
        entry = registry.find(f"{self.ns}::{name}")
        if entry is not None and entry.kernels.get(key):
            raise RegistrationError(
                "This is not allowed since there's already a kernel registered from python overriding "
                f"{name}'s behavior for {key_name(key)} dispatch key and {self.ns} namespace.",
                fix=(f"the kernel was {entry.kernels[key][0].debug}", "allow_override=True overrides it"),
            )

    def fallback(
        self, fn: Callable[..., Any], dispatch_key: DispatchKey | int | str = "", *, with_keyset: bool = False
    ) -> Registration:
        """Register a fallback for every operator that has nothing at a key; only in a library of namespace ``"_"``.

        Args:
            fn: Called as ``fn(op, *args, **kwargs)``, or `fallthrough_kernel`.
            dispatch_key: The key; the library's by default.
            with_keyset: Call ``fn(keyset, op, *args, **kwargs)``.

        Raises:
            LibraryGoneError: no key is given.
            RegistrationError: the library is of another namespace, or the key has a fallback.
        """
        low = self._registrar()
        key = dispatch_key if dispatch_key != "" else self.dispatch_key
        if self.ns != "_":
            raise RegistrationError(
                'Fallback can only be registered using library fragment on the global namespace "_" but it is '
                f"{self.ns}",
                fix="use Library('_', 'IMPL')",
            )
        if key == "":
            raise LibraryGoneError("dispatch_key must not be empty for fallback", fix="for example 'CPU'")
        return low.fallback(_as_kernel(fn), key, unboxed=True, with_keyset=with_keyset)

    def _register_fake(
        self, op_name: str | OpOverload, fn: Callable[..., Any], _stacklevel: int = 1, *, allow_override: bool = True
    ) -> Registration:
        """Register what the operator does on tensors without data; see `wye.library.register_fake`."""
        self._registrar()
        name = self._name_of(op_name)
        entry = registry.require(f"{self.ns}::{name}")
        if not callable(fn):
            raise NotCallableError(f"Input function is required to be a callable but found type {type(fn)}")
        if not allow_override:
            _check_no_fake(entry)
        check_meta(entry.name, entry.name)
        source = place_of_caller(_PACKAGE)
        handle = self._add_rule(entry, "fake", Rule(fn, source))
        self._add_kernel(entry, DispatchKey.Meta, make_kernel(on_meta(entry.name, fn, source), source))
        return handle

    def _register_dispatch_rule(self, op_name: str | OpOverload, cls: type, fn: Callable[..., Any]) -> Registration:
        """Register what the operator does under a mode class, or for a tensor class."""
        self._registrar()
        entry = registry.require(f"{self.ns}::{self._name_of(op_name)}")
        if cls in entry.rules.get("dispatch", {}):
            raise RegistrationError(
                f"{cls} already has a `__wye_dispatch__` rule registered for {entry.name}",
                fix="destroy the library that registered it first",
            )
        source = place_of_caller(_PACKAGE)
        handle = self._add_rule(entry, "dispatch", Rule(fn, source), key=cls)
        self._add_kernel(entry, DispatchKey.Python, python_kernel(source))
        return handle

    _register_torch_dispatch_rule = _register_dispatch_rule

    def registrations(self) -> list[Registration]:
        """What it holds now, in the order of registration."""
        return [] if self._low is None else [handle for handle in self._low.held() if handle.is_active]

    def _add_rule(self, entry: OperatorEntry, kind: str, rule: Rule, *, key: Hashable = None) -> Registration:
        """Give an operator a rule that is removed with this library."""
        return self._registrar().keep(add_rule(entry, kind, rule, key=key))

    def _add_kernel(self, entry: OperatorEntry, key: DispatchKey, kernel: Kernel) -> Registration:
        """Register a finished kernel that is removed with this library."""
        registrar = self._registrar()
        kernel._library = registrar.label
        return registrar.keep(registry.register(entry.name, key, kernel))

    @property
    def m(self) -> LowLibrary | None:
        """What holds the registrations; ``del library.m`` takes them back."""
        return self._low

    @m.deleter
    def m(self) -> None:
        self._destroy()

    def _destroy(self) -> None:
        """Take back everything that was registered through this library, and its claim to the namespace."""
        low, self._low = self._low, None
        self._finalizer.detach()
        if low is not None:
            low.reset()
        settle()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        self._destroy()

    def __repr__(self) -> str:
        return f"Library(kind={self.kind}, ns={self.ns}, dispatch_key={_shown(self.dispatch_key)})>"


def _shown(key: DispatchKey | int | str) -> str:
    return key if isinstance(key, str) else key_name(key)


def _as_kernel(fn: Any) -> Any:
    if fn is fallthrough_kernel:
        return fallthrough
    if not callable(fn):
        raise NotCallableError(
            f"Input function is required to be a callable but found type {type(fn)}",
            fix="register a function, or wye.library.fallthrough_kernel",
        )
    return fn


def check_meta(full_name: str, name: str) -> None:
    """Refuse a meta kernel for an operator that is decomposed: the operators it decomposes into have meta kernels."""
    if DispatchKey.CompositeImplicitAutograd in registry.require(full_name).kernels:
        raise RegistrationError(
            f"We should not register a meta kernel directly to the operator '{name}', because it has a "
            "CompositeImplicitAutograd kernel. Instead we should let the operator decompose, and ensure that we have "
            "meta kernels for the base ops that it decomposes into."
        )


def _check_no_fake(entry: OperatorEntry) -> None:
    start = f"register_fake(...): the operator {entry.name} already has"
    rule = next(iter(entry.rules.get("fake", {}).get(None, ())), None)
    if rule is not None and not rule.is_built_in:
        raise RegistrationError(f"{start} a fake impl {rule.debug}.", fix="allow_override=True overrides it")
    if DispatchKey.Meta in entry.kernels:
        raise RegistrationError(
            f"{start} a DispatchKey::Meta implementation via a pre-existing registration "
            f"({entry.kernels[DispatchKey.Meta][0].debug}). Please either remove that registration or don't call "
            "register_fake."
        )
    if DispatchKey.CompositeImplicitAutograd in entry.kernels:
        raise RegistrationError(
            f"{start} an implementation for this device type via a pre-existing registration to "
            "DispatchKey::CompositeImplicitAutograd. CompositeImplicitAutograd operators do not need a fake impl; "
            "instead, the operator will decompose into its constituents and those can have fake impls."
        )


def source_here() -> Place:
    """The line outside of wye that is running."""
    return place_of_caller(_PACKAGE)
