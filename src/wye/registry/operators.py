"""The one registry: every operator, every fallback, every DEF library.

Cold path, under one lock.  Calls never read it: what they need has been pushed into the engine.
A failed registration changes nothing: checks come first, then one step makes the change.
"""

from __future__ import annotations

import weakref
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from wye._engine import engine
from wye.errors import OperatorNotFoundError, RegistrationError
from wye.forking import Rank, fork_safe_lock
from wye.keys import DispatchKey, all_backends, on_new_backend
from wye.registry.catalog import Catalog, OperatorSets
from wye.registry.entry import Definition, OperatorEntry
from wye.registry.fallbacks import Fallbacks
from wye.schema import parse_name

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator

    from wye.registry.catalog import OperatorSet
    from wye.registry.kernel import Kernel

__all__ = ["Registration", "Registry", "names_like", "registry"]


class Registration(engine.Handle):
    """Undoes one registration, once, in any order; `remove` twice is harmless."""

    __slots__ = ("__weakref__",)
    _undo: Callable[[Registration], None] | None
    entry: OperatorEntry | None
    key: DispatchKey | None
    kernel: Kernel | None

    @property
    def is_active(self) -> bool:
        """Has it not been removed?"""
        return self._undo is not None

    def remove(self) -> None:
        """Take back what was registered."""
        undo, self._undo = self._undo, None
        if undo is not None:
            undo(self)

    def overridden(self) -> Kernel | None:
        """The kernel that would run at the same key if this one were not there."""
        if self.entry is None or self.key is None:
            return None
        stack = self.entry.kernels.get(self.key, ())
        below = stack[stack.index(self.kernel) + 1 :] if self.kernel in stack else ()
        return below[0] if below else None

    def call_overridden(self, /, *args: Any, **kwargs: Any) -> Any:
        """Call, from inside the kernel, the one that it overrides.

        Raises:
            RegistrationError: it overrides none, or one that needs the key set or falls through.
        """
        below = self.overridden()
        if below is None or below.fn is None or below.with_keyset:
            name = "?" if self.entry is None else self.entry.name
            what = (
                "overrides no kernel" if below is None else f"overrides a kernel that needs a key set ({below.debug})"
            )
            raise RegistrationError(
                f"this registration of {name} {what}",
                fix="with_keyset=True kernels and fallthroughs are reached by op.redispatch",
            )
        return below.fn(*args, **kwargs)


# Namespaces that come with wye, and the module that registers one when it is first named.  A name, not an import:
# layers above know this one, never the other way round.
_LAZY: Final = {"aten": "wye.autograd.attributes"}


_made: Final = dict.get  # what has been made under a name; see Note [Operators are made when asked for]


class Registry:
    """Owns all operators.  `wye.dispatch` is its public API."""

    def __init__(self, make_op: Callable[[str], Any]) -> None:
        self.lock = fork_safe_lock(Rank.REGISTRY)
        self.fallbacks = Fallbacks()
        self._sets = OperatorSets(_LAZY)  # see Note [Operators are made when asked for]
        self._is_settling = False  # operators are being registered, and their tables not pushed yet
        self.entries: Catalog[OperatorEntry] = Catalog(self._sets.names, self._sets.make, self._settle)
        # "ns::name" -> {overload name: its entry}, of what is defined, in the order of definition
        self.overloads: Catalog[dict[str, OperatorEntry]] = Catalog(self._sets.packets, self._sets.make, self._settle)
        self.on_overloads_changed: Callable[[str], None] = _ignore_name
        self.def_libraries: dict[str, Any] = {}
        # operators that are still referenced; when their name is registered again, the same object is used
        self._emptied: weakref.WeakValueDictionary[str, OperatorEntry] = weakref.WeakValueDictionary()
        self._listeners: list[tuple[Callable[[str], None] | None, Callable[[str], None] | None]] = []
        self.make_op = make_op  # the class of operators, from the layer above
        self.fit_op: Callable[[Any, Definition], None] = _ignore_definition  # changes an operator for its definition
        self._undo_kernel = self._unregister  # one object for all kernels
        on_new_backend(self._cover_backend)

    def load(self, namespace: str) -> None:
        """Announce the operators that wye has under a namespace, if it has some and that is not done yet."""
        self._sets.load(namespace)

    def is_built_in(self, namespace: str) -> bool:
        """Does wye bring a set of operators for this namespace?"""
        return namespace in self._sets.announced

    def comes_with_wye(self, name: str) -> bool:
        """Is it the full name of an operator that comes with wye?"""
        return self._sets.has(name)

    def announce(self, namespace: str, operators: OperatorSet) -> None:
        """Announce the operators of a namespace; each is made when it is first looked up."""
        with self.lock:
            self._sets.announced[namespace] = operators
        if self._listeners:
            for name in operators.names():
                self._tell(name, 0)

    def is_inside(self) -> bool:
        """Is this thread in the middle of a registration?"""
        return bool(self.lock._is_owned())  # `threading.Condition` calls the same method of its lock

    def find(self, name: str) -> OperatorEntry | None:
        """The entry of an operator's full name, or None."""
        found = _made(self.entries, name)
        if found is None:
            self._sets.make(name)
            found = _made(self.entries, name)
        return found

    def require(self, name: str) -> OperatorEntry:
        """The entry of an operator's full name.

        Raises:
            OperatorNotFoundError: nothing is registered under it.
        """
        entry = self.entries.get(name)
        if entry is None:
            parse_name(name)  # a malformed name gets its own error
            raise OperatorNotFoundError(f"operator {name} does not exist", fix=self._nearest(name))
        return entry

    def _nearest(self, name: str) -> str:
        near = names_like(name, self.entries)
        return f"did you mean {' or '.join(near)}?" if near else "wye.dispatch.all_op_names() lists what exists"

    def _entry(self, name: str) -> OperatorEntry:
        entry = _made(self.entries, name)
        if entry is None:
            entry = self._emptied.pop(name, None) if self._emptied else None
            if entry is None:
                entry = OperatorEntry(name, self.make_op(name), self.fallbacks)
            self.entries[name] = entry
        return entry

    def _drop_if_empty(self, entry: OperatorEntry) -> None:
        if entry.is_empty and self.entries.peek(entry.name) is entry:
            del self.entries[entry.name]
            entry.rules.clear()
            self._emptied[entry.name] = entry

    def define(self, name: str, definition: Definition, *, replace: bool = False) -> tuple[OperatorEntry, Registration]:
        """Define an operator.

        Raises:
            RegistrationError: it is defined already and may not be replaced, or kernels do not fit the schema.
        """
        if _made(self.entries, name) is None:
            self._sets.make(name)  # now, not under the lock
        with self.lock:
            entry = self._entry(name)
            old = entry.definition
            try:
                if old is not None and not replace:
                    raise RegistrationError(  # programs match this wording of PyTorch
                        f"Tried to register an operator ({definition.schema}) with the same name and overload name "
                        "multiple times. Each overload's schema should only be registered with a single call to def(). "
                        f"Duplicate registration: {definition.debug}. Original registration: {old.debug}",
                        fix=(
                            "remove the first one with its library, or give the second an overload name",
                            "a library of wye.dispatch may also define(..., replace=True)",
                        ),
                    )
                entry.define(definition)
                self.fit_op(entry.op, definition)
            except BaseException:
                self._drop_if_empty(entry)
                raise

            registration = Registration(partial(self._undefine, entry, definition), entry)
            schema = definition.schema
            overloads = self.overloads.peek(schema.name)
            if overloads is None:
                self.overloads[schema.name] = {schema.overload_name: entry}
            else:
                overloads[schema.overload_name] = entry
            self.on_overloads_changed(schema.name)
            try:
                if self._listeners and not self._sets.has(name):  # then listeners were told when the set was announced
                    self._tell(name, 0)
            except BaseException:
                registration.remove()
                raise
            return entry, registration

    def _undefine(self, entry: OperatorEntry, definition: Definition, _: Registration) -> None:
        with self.lock:
            was_defined = entry.definition is definition
            if was_defined:
                self._forget_overload(definition)
            entry.undefine(definition)
            self._drop_if_empty(entry)
        if was_defined:
            self._tell(entry.name, 1)

    def _forget_overload(self, definition: Definition) -> None:
        schema = definition.schema
        overloads = self.overloads[schema.name]
        overloads.pop(schema.overload_name, None)
        if not overloads:
            del self.overloads[schema.name]
        self.on_overloads_changed(schema.name)

    def register(self, name: str, key: DispatchKey, kernel: Kernel) -> Registration:
        """Register a kernel; the registration knows which one it overrides.

        Raises:
            SchemaMismatchError: the kernel's own schema does not fit.
        """
        with self.lock:
            entry = _made(self.entries, name)
            if entry is not None:  # and it is not empty: an error leaves it as it was
                entry.add(key, kernel)
                return Registration(self._undo_kernel, entry, key, kernel)
        self._sets.make(name)  # now, not under the lock
        with self.lock:
            entry = self._entry(name)
            try:
                entry.add(key, kernel)
            except BaseException:
                self._drop_if_empty(entry)
                raise
        return Registration(self._undo_kernel, entry, key, kernel)

    def _unregister(self, registration: Registration) -> None:
        entry, key, kernel = registration.entry, registration.key, registration.kernel
        assert entry is not None
        assert key is not None
        assert kernel is not None
        with self.lock:
            entry.remove(key, kernel)
            self._drop_if_empty(entry)

    def register_fallback(self, where: DispatchKey, kernel: Kernel) -> Registration:
        """Register a backend fallback at a key, or at all the keys of an alias, or at none.

        Raises:
            RegistrationError: one of the keys has a fallback.
        """
        with self.lock:
            self.fallbacks.add(where, kernel)
            self.refresh_all()

        def undo(_: Registration) -> None:
            with self.lock:
                self.fallbacks.remove(kernel)
                self.refresh_all()

        return Registration(undo, None, where, kernel)

    def give_engine(self, key: DispatchKey, fn: Any, *, unchecked: bool = False) -> None:
        """Give a built-in fallback its implementation; with None, calls continue below the key.

        Args:
            key: Where it stands.
            fn: What runs there.
            unchecked: Do not check what it returns against the schema: it acts for the caller, not for the operator.
        """
        with self.lock:
            self.fallbacks.replace_built_in(key, fn, unchecked=unchecked)
            self.refresh_all()

    @contextmanager
    def all_at_once(self) -> Iterator[None]:
        """Push tables only at the end: for code that registers thousands of kernels."""
        with self.lock:
            if self.fallbacks.waiting is not None:
                yield
                return
            waiting = self.fallbacks.waiting = {}
            self._is_settling = True
            try:
                yield
            finally:
                self.fallbacks.waiting = None
                try:
                    for entry in waiting:
                        entry.refresh()
                finally:
                    self._is_settling = False

    def _settle(self) -> None:
        """Wait while another thread registers operators: what it has registered so far is not whole."""
        if self._is_settling:
            with self.lock:
                pass

    def _cover_backend(self, place: int) -> None:
        with self.lock:
            self.fallbacks.cover_backend(all_backends()[place])
            self.refresh_all()

    def refresh_all(self) -> None:
        """Push every table again: a fallback or a backend was added or removed."""
        with self.lock:
            for entry in self.entries.made():  # a list: a collection in between may drop libraries
                entry.refresh()

    def add_listener(
        self, on_define: Callable[[str], None] | None = None, on_remove: Callable[[str], None] | None = None
    ) -> Registration:
        """Call a listener for every operator that is defined (now or later) or removed."""
        pair = (on_define, on_remove)
        with self.lock:
            self._listeners.append(pair)
            announced = [name for operators in self._sets.announced.values() for name in operators.names()]
            made = [entry.name for entry in self.entries.made() if entry.definition is not None]
            defined = list(dict.fromkeys((*announced, *made)))
        registration = Registration(lambda _: self._listeners.remove(pair))
        try:
            if on_define is not None:
                for name in defined:
                    on_define(name)
        except BaseException:
            registration.remove()
            raise
        return registration

    def _tell(self, name: str, which: int) -> None:
        for pair in list(self._listeners):
            listener = pair[which]
            if listener is not None:
                listener(name)

    def defined(self) -> Iterator[OperatorEntry]:
        """Entries that have a schema, all of them made now."""
        return (entry for entry in list(self.entries.values()) if entry.definition is not None)


def names_like(name: str, known: Collection[str]) -> list[str]:
    """Up to three of the ``known`` names of operators that may have been meant.

    Names that begin with the same letter in the same namespace, or those of other namespaces whose rest is the same: a
    comparison with every name would take longer than all else about an error that programs may expect.
    """
    from difflib import get_close_matches  # here: only for an error

    namespace, colons, rest = name.partition("::")
    begins = f"{namespace}{colons}{rest[:1]}"
    near = get_close_matches(name, [other for other in known if other.startswith(begins)], n=3)
    return near or [other for other in known if other.endswith(f"::{rest}")][:3]


def _ignore_name(name: str) -> None:
    """Placeholder until `wye.call` is loaded."""


def _ignore_definition(op: Any, definition: Definition) -> None:
    """Placeholder until `wye.call` is loaded."""


def _no_op_class(name: str) -> Any:
    raise AssertionError("wye.call gives the registry its operator class before anything is registered")


registry = Registry(_no_op_class)
