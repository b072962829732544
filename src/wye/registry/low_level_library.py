"""Low-level libraries: the objects through which everything is registered and removed again.

Cold path.  In: schema texts, functions, key names.  Out: entries in the one registry, undone by `reset`.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, Final, Self

import wye.shown as shown
from wye._engine import engine
from wye.errors import RegistrationError, SchemaError
from wye.keys import DispatchKey, as_key, runtime_keyset
from wye.registry.entry import Definition
from wye.registry.kernel import NO_DETAILS, Details, Place, fallthrough, line_of, make_kernel, place_of_caller
from wye.registry.operators import Registration, registry
from wye.schema import FunctionSchema, parse, parse_name

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

__all__ = ["Library", "library"]

_KINDS: Final = ("DEF", "FRAGMENT", "IMPL")
_ALIAS_ANALYSIS: Final = {
    "": "FROM_SCHEMA",
    "FROM_SCHEMA": "FROM_SCHEMA",
    "CONSERVATIVE": "CONSERVATIVE",
    "PURE_FUNCTION": "PURE_FUNCTION",
    None: "CONSERVATIVE (default)",  # no option given: what PyTorch's oldest registration API means
}
_PACKAGE: Final = os.path.dirname(os.path.dirname(os.path.abspath(__file__))) + os.sep
_ANY_NAMESPACE: Final = "_"
_CATCH_ALL: Final = DispatchKey.CompositeImplicitAutograd
_PLAIN: Final = engine.PLAIN
_KEYSET: Final = engine.KEYSET
_NAMES: Final = frozenset([str, DispatchKey])
_keys: dict[DispatchKey | int | str, DispatchKey] = {}  # the keys that registrations have named, by what they named


class Library:
    """A set of registrations that are removed together.

    Kinds: ``DEF`` owns a namespace and may exist once for it; ``FRAGMENT`` adds definitions to it from anywhere;
    ``IMPL`` only adds kernels, and with namespace ``"_"`` backend fallbacks. Made by `library`.
    """

    def __init__(
        self,
        kind: str,
        ns: str,
        key: DispatchKey | int | str = "",
        *,
        location: str | None = None,
        accepts_none: bool = False,
        redefine: bool = True,
        load: bool = True,
    ) -> None:
        if load and isinstance(ns, str):
            registry.load(ns)  # what is registered now overrides what wye has
        if kind not in _KINDS:
            raise RegistrationError(f"could not parse {kind}", fix=f"the kinds of library are {', '.join(_KINDS)}")
        if not (isinstance(ns, str) and ns.isidentifier()):
            raise RegistrationError(f"a namespace must be an identifier, not {ns!r}", fix='for example "mylib"')
        self.kind, self.ns, self._prefix = kind, ns, f"{ns}::"
        self.location = line_of(place_of_caller(_PACKAGE)) if location is None else location
        self._has_given_place = location is not None  # then every registration reports that place, as PyTorch's do
        self.key = _optional_key(key)
        self._accepts_none = accepts_none
        self._redefine = redefine and shown.package == "wye"  # PyTorch has no such exception
        self._python_module: tuple[str, str] | None = None
        self._undo: list[Registration] = []
        self.label = (kind, ns, self.location)
        self._check_kind()
        if kind == "DEF":
            self._claim_namespace()

    def held(self) -> list[Registration]:
        """What was registered through this library, in order."""
        return list(self._undo)

    def _check_kind(self) -> None:
        if self.kind == "IMPL":
            return
        if self.ns == _ANY_NAMESPACE:
            raise RegistrationError(
                f"cannot define operators in the wildcard namespace _ {self._where}",
                fix="name a namespace, or use an IMPL library for backend fallbacks",
            )
        if self.key is not None:
            raise RegistrationError(
                f"a {self.kind} library cannot have a dispatch key, got {self.key.name} {self._where}",
                fix="give the key to impl(), or use an IMPL library",
            )

    @property
    def _where(self) -> str:
        return f"(in the {self.kind} library at {self.location})"

    @property
    def debug(self) -> str:
        """Where the library was opened, as tables print it."""
        return f"registered at {self.location}"

    def _source(self) -> Place | str:
        """What tables print for a registration: its own line."""
        if self._has_given_place:
            return self.debug
        return place_of_caller(_PACKAGE, 3)

    def _claim_namespace(self) -> None:
        with registry.lock:
            other = registry.def_libraries.get(self.ns)
            if other is not None and self._redefine and other.location == self.location:
                other.reset()  # the same line ran again: the new library takes over
                other = None
            if other is not None:
                raise RegistrationError(
                    f"Only a single DEF library can be used to register the namespace {self.ns}: "
                    f"the first one was {other.debug}; the latest one was {self.debug}",
                    fix="use FRAGMENT to add definitions to a namespace, or IMPL to add kernels",
                )
            registry.def_libraries[self.ns] = self

    def _qualify(self, name: str, what: str) -> str:
        """``name`` with this library's namespace."""
        ns, found, rest = name.partition("::")
        if self.ns == _ANY_NAMESPACE:
            raise RegistrationError(
                f'{what}("{name}", ...): a library of the wildcard namespace _ takes fallbacks only {self._where}',
                fix=f"use a library of the namespace {ns if found else 'of the operator'}",
            )
        if not found:
            return f"{self.ns}::{name}"
        if ns != self.ns:
            raise RegistrationError(
                f'{what}("{name}", ...): Explicitly provided namespace ({ns}) in operator name does not match '
                f"namespace of enclosing {self.kind} library ({self.ns}). {self._where}",
                fix=f"use a library of the namespace {ns}",
            )
        return f"{ns}::{rest}"

    def define(
        self,
        schema: str | FunctionSchema,
        alias_analysis: str | None = "",
        tags: Iterable[Any] = (),
        *,
        replace: bool | None = None,
        location: str | None = None,
        debug: str | None = None,
    ) -> Any:
        """Define an operator and return it, ready to be called.

        Args:
            schema: ``"scale(Tensor x, float by=2.0) -> Tensor"``; a namespace is optional and must be the library's.
            alias_analysis: ``""`` and ``"FROM_SCHEMA"`` believe the schema, ``"CONSERVATIVE"`` nothing,
                ``"PURE_FUNCTION"`` promises neither aliasing nor mutation; None says nothing.
            tags: Kept on the operator.
            replace: Replace an existing definition. By default only when the same source line runs again.
            location: Where to say that it was defined; the caller's line by default.
            debug: What dumps print instead of the place.

        Raises:
            SchemaError: the text does not parse.
            RegistrationError: the operator exists, or this library may not define it.
        """
        parsed = self.parsed(schema)
        if alias_analysis not in _ALIAS_ANALYSIS:
            raise RegistrationError(
                f"could not parse {alias_analysis}", fix=f"one of {', '.join(filter(None, _ALIAS_ANALYSIS))}"
            )
        place: Place | str = location or (place_of_caller(_PACKAGE, 2) if self._redefine else "")
        source: Place | str = f"registered at {location}" if location else place
        definition = Definition(
            parsed,
            debug or (self.debug if self._has_given_place or not source else source),
            _ALIAS_ANALYSIS[alias_analysis],
            _as_tuple(tags) if tags else (),
            self._accepts_none,
            self._python_module,
            place,
        )
        name = parsed.qualified_name
        entry, undo = registry.define(name, definition, replace=self._may_replace(name, place, replace))
        self._undo.append(undo)
        return entry.op

    def parsed(self, schema: str | FunctionSchema) -> FunctionSchema:
        """The schema with this library's namespace.

        Raises:
            SchemaError: the text does not parse.
            RegistrationError: it has another namespace, or this library may not define operators.
        """
        if isinstance(schema, FunctionSchema):
            parsed = schema
        elif isinstance(schema, str):
            parsed = self._parsed_text(schema)
        else:
            raise RegistrationError(f"a schema is a text like 'f(Tensor x) -> Tensor', not {type(schema).__name__}")
        if self.kind == "IMPL":
            raise RegistrationError(
                f'def("{parsed.name}"): Cannot define an operator inside of an IMPL library. {self._where}',
                fix="define it in a DEF or FRAGMENT library",
            )
        if parsed.name.startswith(self._prefix):
            return parsed
        namespace = parsed.namespace
        if namespace:
            raise RegistrationError(
                f"Explicitly provided namespace ({namespace}) in schema string does not match namespace of "
                f"enclosing {self.kind} library ({self.ns}). {self._where}",
                fix=f"use a library of the namespace {namespace}",
            )
        name = f"{self.ns}::{parsed.name}"
        return FunctionSchema(
            name, parsed.overload_name, parsed.arguments, parsed.returns, parsed.is_vararg, parsed.is_varret
        )

    def _parsed_text(self, schema: str) -> FunctionSchema:
        if ":" in schema[: schema.find("(")]:
            return parse(schema, allow_typevars=False)
        try:
            return parse(self._prefix + schema, allow_typevars=False)
        except SchemaError:
            return parse(schema, allow_typevars=False)  # the error should point into the text that the caller wrote

    def _may_replace(self, name: str, place: Place | str, replace: bool | None) -> bool:
        if replace is not None or not place:
            return bool(replace)
        entry = registry.entries.peek(name)  # what is not made yet was defined on no line of a program
        if entry is None or entry.definition is None:
            return False
        return line_of(entry.definition.place) == line_of(place)

    def impl(
        self,
        name: str,
        fn: Callable[..., Any],
        key: DispatchKey | int | str = "",
        *,
        with_keyset: bool = False,
        provider: str | None = None,
        priority: int = 0,
        when: Callable[..., bool] | None = None,
        debug: str | None = None,
        inferred: FunctionSchema | None = None,
    ) -> Registration:
        """Register ``fn`` as the kernel of ``name`` for ``key``.

        Takes effect for the next call, in every thread. The newest registration of the highest priority wins; removing
        it brings back the one under it.

        Args:
            name: Operator name with overload: ``"scale.out"``.
            fn: Called with the operator's arguments in schema order, or `fallthrough`.
            key: A runtime key (``"CPU"``) or an alias key (``"Autograd"``); the library's key by default, else
                CompositeImplicitAutograd.  See Note [Table precedence].
            with_keyset: Pass the key set first, for `redispatch`.
            provider: A name for this one among several kernels at one key.
            priority: Higher ones are tried first.
            when: A predicate over the arguments; where it is false the next kernel at the key runs.
            debug: What tables print; the caller's line by default.
            inferred: The kernel's own schema, to be checked against the operator's.

        Raises:
            UnknownKeyError: ``key`` is not a key; a note lists the nearest names.
            RegistrationError: ``fn`` is not callable, or the name or key is not this library's.
        """
        if not isinstance(name, str):
            raise RegistrationError(f"an operator is named by a string, not by {name!r}", fix='for example "scale.out"')
        full = self.full_name(name)
        details = NO_DETAILS
        if when is not None or provider is not None or priority or inferred is not None:
            details = _details(inferred, provider, priority, when)
        where = _keys.get(key) if self.key is None and type(key) in _NAMES else None
        if where is None:
            where = self.key_for(name, key)
        place = debug or (self.debug if self._has_given_place else place_of_caller(_PACKAGE, 2))
        return self.add(full, where, fn, place, _KEYSET if with_keyset else _PLAIN, details)

    def add(
        self,
        full: str,
        where: DispatchKey,
        fn: Callable[..., Any],
        source: Place | str,
        kind: int = _PLAIN,
        details: Details = NO_DETAILS,
    ) -> Registration:
        """`impl` for a caller who has found the full name, the key and the place.

        Raises:
            RegistrationError: ``fn`` is not callable, or its own schema does not fit.
        """
        kernel = make_kernel(fn, source, kind, details)
        kernel._library = self.label
        undo = registry.register(full, where, kernel)
        self._undo.append(undo)
        return undo

    def full_name(self, name: str) -> str:
        """The full name of an operator of this library.

        Raises:
            SchemaError: it is not a name.
            RegistrationError: it has another namespace.
        """
        full = self._prefix + name
        if registry.entries.peek(full) is not None:  # then it has been read before
            return full
        parse_name(name)
        return self._qualify(name, "impl")

    def key_for(self, name: str, key: DispatchKey | int | str) -> DispatchKey:
        """The key of a kernel that is registered with ``key``.

        Raises:
            UnknownKeyError: there is no such key.
            RegistrationError: it is not the library's.
        """
        if self.key is None and isinstance(key, (str, int)):
            known = _keys.get(key)
            if known is not None:
                return known
        given = _optional_key(key)
        if given is not None and self.key is not None and given != self.key:
            raise RegistrationError(
                f'impl("{name}", ...): Explicitly provided dispatch key ({given.name}) is inconsistent with the '
                f"dispatch key of the enclosing {self.kind} library ({self.key.name}). {self._where}",
                fix="use a library without a key, or one of that key",
            )
        if self.key is None:
            _keys[key] = given or _CATCH_ALL
        return given or self.key or _CATCH_ALL

    def fallthrough(self, name: str, key: DispatchKey | int | str = "") -> Registration:
        """Let calls of ``name`` fall through ``key``."""
        return self.impl(name, fallthrough, key)

    def fallback(
        self,
        fn: Callable[..., Any],
        key: DispatchKey | int | str = "",
        *,
        unboxed: bool = False,
        with_keyset: bool = False,
    ) -> Registration:
        """Register a fallback for every operator that has nothing at ``key``; an alias key means all its keys, or none.

        Args:
            fn: Called as ``fn(op, keyset, args, kwargs)``, or `fallthrough`.
            key: The key; the library's by default.
            unboxed: Call ``fn(op, *args, **kwargs)`` instead, as PyTorch does.
            with_keyset: With ``unboxed``: call ``fn(keyset, op, *args, **kwargs)``.

        Raises:
            RegistrationError: this library may not have fallbacks, or a key has one already.
        """
        if self.kind != "IMPL":
            raise RegistrationError(
                f"fallback(...): Cannot define a fallback inside of a {self.kind} library. {self._where}",
                fix="use library('IMPL', '_')",
            )
        if self.ns != _ANY_NAMESPACE:
            raise RegistrationError(
                "fallback(...): Fallback functions which apply to only a single namespace (you specified "
                f"{self.ns}) are not supported.  If you intended to apply this fallback function globally, please "
                "define a separate block:",
                fix="use library('IMPL', '_')",
            )
        where = _optional_key(key) or self.key
        if where is None:
            raise RegistrationError(
                f"fallback(...): a fallback needs a dispatch key {self._where}", fix="for example key='CPU'"
            )
        kernel = make_kernel(_boxed(fn, with_keyset) if unboxed else fn, self._source(), kind=engine.BOXED)
        kernel._library = self.label
        if not any(runtime_keyset(where)):
            raise RegistrationError(
                f"fallback(...): no call arrives at {where.name}, which is not a key of a single backend {self._where}",
                fix="name the backend's own key: Sparse is a functionality, SparseCPU a key",
            )
        undo = registry.register_fallback(where, kernel)
        self._undo.append(undo)
        return undo

    def keep(self, registration: Registration) -> Registration:
        """Remove a registration that was made elsewhere together with those of this library."""
        self._undo.append(registration)
        return registration

    def set_python_module(self, module: str, context: str = "") -> None:
        """Say which Python module holds the fake kernels of operators that this library defines from now on."""
        self._python_module = (module, context)

    def reset(self) -> None:
        """Remove everything that was registered through this library, and its claim to the namespace."""
        undo, self._undo = self._undo, []
        failed: list[Exception] = []
        for registration in undo:
            try:
                registration.remove()
            except Exception as error:  # noqa: BLE001 - a listener's; the others must still be removed
                failed.append(error)
        with registry.lock:
            if registry.def_libraries.get(self.ns) is self:
                del registry.def_libraries[self.ns]
        if failed:
            raise failed[0]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        self.reset()

    def __repr__(self) -> str:
        key = "" if self.key is None else f", key={self.key.name}"
        return f"<{self.kind} library of {self.ns}{key} at {self.location}>"


def _as_tuple(tags: Iterable[Any]) -> tuple[Any, ...]:
    if isinstance(tags, (str, bytes)) or not hasattr(tags, "__iter__"):
        raise RegistrationError(f"tags are given as a list, not as {tags!r}")
    return tuple(tags)


def _optional_key(key: DispatchKey | int | str) -> DispatchKey | None:
    """None for no key and for Undefined, which PyTorch takes for the same."""
    return None if key == "" else as_key(key) or None


def _details(
    inferred: FunctionSchema | None, provider: str | None, priority: int, when: Callable[..., bool] | None
) -> Details:
    if not isinstance(priority, int):
        raise RegistrationError(f"priority= must be a number, not {type(priority).__name__}")
    if when is not None and not callable(when):
        raise RegistrationError(f"when= must be a predicate over the arguments, not {type(when).__name__}")
    return Details(inferred, provider, priority, when)


def _boxed(fn: Any, with_keyset: bool) -> Any:
    """A boxed fallback that calls one with PyTorch's signature."""
    if fn is fallthrough or not callable(fn):
        return fn

    def boxed(op: Any, keyset: object, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        return fn(keyset, op, *args, **kwargs) if with_keyset else fn(op, *args, **kwargs)

    return boxed


def library(kind: str, ns: str, key: DispatchKey | int | str = "", **options: Any) -> Library:
    """Open a library: a set of registrations that are removed together.

    Args:
        kind: ``"DEF"`` (owns the namespace), ``"FRAGMENT"`` (adds to it) or ``"IMPL"`` (only kernels).
        ns: The namespace; ``"_"`` with IMPL for backend fallbacks.
        key: For IMPL: the key of its kernels.
        options: ``location`` overrides where it says it was opened; see `Library`.

    Example:
        >>> with library("DEF", "doctest") as lib:
        ...     double = lib.define("double(Tensor x) -> Tensor")
        ...     handle = lib.impl("double", lambda x: x + x, "NumPy")
        ...     handle.remove()
    """
    return Library(kind, ns, key, **options)
