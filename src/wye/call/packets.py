"""`wye.ops`: operators by name.  ``ops.ns.name`` is a packet of overloads, ``ops.ns.name.overload`` one operator.

Cold but for calls of packets: one with a single overload forwards to it without any Python in between.
In: attribute names.  Out: packets, made once and kept while they are referenced or their operators exist.
"""

from __future__ import annotations

import weakref
from types import ModuleType
from typing import TYPE_CHECKING, Any, Final

import wye.shown as shown
from wye._engine import engine
from wye.call.load import import_module, load_library
from wye.errors import ArgumentError, MissingNameError
from wye.registry import registry
from wye.schema.bind import bind
from wye.schema.values import device, dtype, layout, memory_format

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Iterator

    from wye.call.op import OpOverload
    from wye.schema import FunctionSchema

__all__ = ["OpNamespace", "OpOverloadPacket", "Ops", "ops", "packet_of"]


# Whether such an argument can be bound depends on its type alone, so calls with the same types need one resolution.
_TELLING: Final = frozenset((int, float, bool, complex, str, type(None), dtype, device, layout, memory_format))


def _kind_of_value(value: Any) -> Any:
    cls = type(value)
    if cls in _TELLING or isinstance(value, engine.TensorBase):
        return cls
    if cls is list or cls is tuple:
        inside = tuple(map(_kind_of_value, value[:8]))
        return None if None in inside or len(value) > 8 else (cls, inside)
    return None


def _kind_of_call(args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """What the choice of an overload depends on; None: on the values themselves."""
    kinds = (*map(_kind_of_value, args), *map(_kind_of_value, kwargs.values()))
    return None if None in kinds else (len(args), kinds, tuple(kwargs))


class _Overriding:
    """What the layer of function handlers gives to this module.

    Attributes:
        find: Who handles a call on objects that stand for values of any kind, before a schema has a say; or None.
    """

    def __init__(self) -> None:
        self.find: Callable[[tuple[Any, ...], dict[str, Any]], Callable[..., Any] | None] = lambda args, kwargs: None


overriding: Final = _Overriding()


class OpOverloadPacket(engine.Forward):
    """The overloads of one operator name; calling it picks the first overload that the arguments fit."""

    _qualified_op_name: str
    _resolved: dict[Any, OpOverload]  # the overload of calls with arguments of these types
    _stored: tuple[str, ...]  # the overloads that are attributes, so that reading them again computes nothing
    __name__: str

    def __new__(cls, qualified_name: str) -> OpOverloadPacket:
        """The packet of a name like ``"aten::add"``."""
        self = super().__new__(cls)
        namespace, _, name = qualified_name.partition("::")
        self._qualified_op_name, self.__name__ = qualified_name, name
        self.__module__ = f"{shown.operators}.{namespace}"
        self._refresh()
        return self

    def _refresh(self) -> None:
        """Choose what a call does: overloads were added or removed."""
        overloads = list(registry.overloads.get(self._qualified_op_name, {}).values())
        self._resolved = {}
        for name in self.__dict__.get("_stored", ()):
            self.__dict__.pop(name, None)
        self._stored = ()
        if len(overloads) == 1:
            self.forward_to(self._call_only, overloads[0].op)
        else:
            self.forward_to(self._resolve, overloads[0].op if overloads else None)

    def _call_only(self, /, *args: Any, **kwargs: Any) -> Any:
        handler = overriding.find(args, kwargs)
        if handler is not None:
            return handler(self, args, kwargs)
        (entry,) = registry.overloads[self._qualified_op_name].values()
        return entry.op(*args, **kwargs)

    def _resolve(self, /, *args: Any, **kwargs: Any) -> Any:
        kind = _kind_of_call(args, kwargs)
        op = self._resolved.get(kind)
        if op is None:
            handler = overriding.find(args, kwargs)
            if handler is not None:
                return handler(self, args, kwargs)
            op = self.resolve(args, kwargs)
            if kind is not None:
                self._resolved[kind] = op
        return op(*args, **kwargs)

    def resolve(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> OpOverload:
        """The first overload, in the order of their definition, that the arguments can be bound to.

        Raises:
            ArgumentError: there is none; the message lists every overload with the reason why it does not fit.
        """
        reasons = []
        for entry in list(registry.overloads.get(self._qualified_op_name, {}).values()):
            definition = entry.definition
            if definition is None:
                continue
            try:
                bind(definition.schema, args, kwargs, accepts_none=definition.accepts_none)
            except ArgumentError as error:
                reasons.append(str(error))
            else:
                op: OpOverload = entry.op  # type: ignore[assignment]  # the registry makes no others
                return op
        if not reasons:
            raise AttributeError(f"'{self}' has no overloads any more: its definitions were removed")
        raise ArgumentError(  # programs match this wording of PyTorch
            "Overloaded torch operator invoked from Python failed to match any schema:\n" + "\n\n".join(reasons),
            fix=f"name the overload: wye.ops.{self}.{self.overloads()[0]}",
        )

    def overloads(self) -> list[str]:
        """The names of the overloads; the one without name is ``"default"``."""
        return [name or "default" for name in registry.overloads.get(self._qualified_op_name, {})]

    def op_overloads(self) -> list[OpOverload]:
        """The overloads themselves, in the order of their definition."""
        return [getattr(self, name) for name in self.overloads()]

    @property
    def op(self) -> OpOverloadPacket:
        """What is called: the packet itself."""
        return self

    _op = op

    @property
    def _schemas(self) -> dict[str, FunctionSchema]:
        entries = registry.overloads.get(self._qualified_op_name, {})
        return {name: e.definition.schema for name, e in entries.items() if e.definition is not None}

    @property
    def _overload_names(self) -> list[str]:
        return list(registry.overloads.get(self._qualified_op_name, {}))

    def __getattr__(self, name: str) -> Any:
        if name == "__file__":
            return "wye.ops"
        if name.startswith("__"):
            raise AttributeError(
                f"'{self}' can't have an overload name beginning with '__' and the underlying op {self!r} has no "
                f"attribute {name} either."
            )
        overload = "" if name == "default" else name
        entry = registry.overloads.get(self._qualified_op_name, {}).get(overload)
        if entry is None:
            raise AttributeError(f"The underlying op of '{self}' has no overload name '{name}'")
        self._stored = (*self._stored, name)
        self.__dict__[name] = entry.op  # until overloads come or go
        return entry.op

    def __iter__(self) -> Iterator[str]:
        return iter(self.overloads())

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self.overloads()]

    def __str__(self) -> str:
        return self._qualified_op_name.replace("::", ".")

    def __repr__(self) -> str:
        return f"<OpOverloadPacket(op='{self}')>"

    def __reduce__(self) -> tuple[Any, ...]:
        return (packet_of, (self._qualified_op_name,))

    def __copy__(self) -> OpOverloadPacket:
        return self

    def __deepcopy__(self, memo: object) -> OpOverloadPacket:
        return self

    def __hash__(self) -> int:
        return hash(self._qualified_op_name)

    def __eq__(self, other: object) -> bool:
        return self is other


_packets: weakref.WeakValueDictionary[str, OpOverloadPacket] = weakref.WeakValueDictionary()
_looked_up: set[str] = set()  # names whose packet was looked up; definitions under other names need no refresh


def packet_of(qualified_name: str) -> OpOverloadPacket:
    """The packet of ``"ns::name"``, always the same object.

    Raises:
        AttributeError: no operator of that name is defined.
    """
    packet = _packets.get(qualified_name)
    if qualified_name not in registry.overloads:
        namespace, _, name = qualified_name.partition("::")
        registry.load(namespace)
    if qualified_name not in registry.overloads:
        text = f"'_OpNamespace' '{namespace}' object has no attribute '{name}'"
        raise MissingNameError(text, name=name, obj=getattr(ops, namespace))
    if packet is None:
        packet = _packets[qualified_name] = OpOverloadPacket(qualified_name)
    _looked_up.add(qualified_name)
    return packet


def _overloads_changed(qualified_name: str) -> None:
    if qualified_name not in _looked_up:
        return
    packet = _packets.get(qualified_name)
    if packet is not None:
        packet._refresh()
    namespace, _, name = qualified_name.partition("::")
    space = ops.__dict__.get(namespace)
    if qualified_name not in registry.overloads:
        if isinstance(space, OpNamespace):
            space.__dict__.pop(name, None)
        del packet
        if qualified_name not in _packets:  # one that is still held comes back with the next definition
            _looked_up.discard(qualified_name)


registry.on_overloads_changed = _overloads_changed


class OpNamespace(ModuleType):
    """The operators of one namespace."""

    def __init__(self, name: str) -> None:
        super().__init__(f"wye.ops.{name}")
        self.__dict__["name"] = name

    def __getattr__(self, name: str) -> Any:
        if name == "__file__":
            return "wye.ops"
        if name in ("__origin__", "__self__"):  # typing and inspect ask; any other name may be an operator's: __and__
            raise AttributeError(f"Invalid attribute '{name}' for '_OpNamespace' '{self.__dict__['name']}'")
        namespace = self.__dict__["name"]
        packet = packet_of(f"{namespace}::{name}")
        self.__dict__[name] = packet  # the next look-up does not come here
        return packet

    def _names(self) -> list[str]:
        registry.load(self.__dict__["name"])
        prefix = f"{self.__dict__['name']}::"
        return [name.removeprefix(prefix) for name in registry.overloads if name.startswith(prefix)]

    def __iter__(self) -> Iterator[str]:
        return iter(self._names())

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self._names()]

    def __repr__(self) -> str:
        return f"<OpNamespace {self.__dict__['name']}: {len(self._names())} operators>"


class Ops(ModuleType):
    """All namespaces: `wye.ops`."""

    __file__: Final = "_ops.py"  # type: ignore[misc]  # ModuleType says it may be None

    def __init__(self) -> None:
        super().__init__("wye.ops", "Operators by name: ops.namespace.name.overload")
        self.loaded_libraries: set[str] = set()

    def load_library(self, path: str | os.PathLike[str]) -> None:
        """Load a shared library that registers operators; `loaded_libraries` has its full path then.

        Raises:
            LibraryLoadError: the file is not there, or is not a library that this process can load.
        """
        self.loaded_libraries.add(load_library(path))

    def import_module(self, module: str) -> None:
        """Import a Python module for the operators it registers."""
        import_module(module)

    def __getattr__(self, name: str) -> OpNamespace:
        if name.startswith("__") and name.endswith("__"):
            raise AttributeError(f"module 'wye.ops' has no attribute {name!r}")
        namespace = OpNamespace(name)
        setattr(self, name, namespace)
        return namespace

    def __iter__(self) -> Iterator[str]:
        return iter(dict.fromkeys(name.partition("::")[0] for name in registry.overloads))

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), "import_module", "load_library", *self]


ops: Final = Ops()
