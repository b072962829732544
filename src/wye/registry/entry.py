"""One operator: its definition, its kernels by key, and the engine's operator that they are pushed into.

Cold path: everything here happens at registration.
The canonical state is `definition` and `kernels`; the installed table is computed from it after each change.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import wye.shown as shown
from wye._engine import engine
from wye.errors import RegistrationError, SchemaMismatchError
from wye.keys import DispatchKey
from wye.registry.fallbacks import Fallbacks, ambiguous_kernel
from wye.registry.kernel import NO_DETAILS, shown_source
from wye.registry.providers import active_kernel, order
from wye.registry.table import Choice, TableLayout, Verdict, Why, choose_all, slot_of, weigh
from wye.schema.bind import compile_signature

if TYPE_CHECKING:
    from wye.registry.kernel import Kernel, Place
    from wye.schema import FunctionSchema

__all__ = ["Definition", "OperatorEntry", "entry_of"]

_FALLTHROUGH: Final = engine.FALLTHROUGH


class Definition:
    """One `define`: a schema and the options given with it.

    Attributes:
        schema: With its namespace.
        source: Where it was defined, or the text that dumps print.
        alias_analysis: What compilers may believe of the schema.
        tags: As given.
        accepts_none: Take None for ``Tensor``, as PyTorch does.
        python_module: The module that holds the fake kernels, and a hint where it is.
        place: The source line of the `define` itself; running it again replaces the definition.
        signature: The schema as the engine checks it.
        is_view: Does it return views of its arguments, and write to none?  None: not computed yet.
    """

    __slots__ = (
        "accepts_none",
        "alias_analysis",
        "is_view",
        "place",
        "python_module",
        "schema",
        "signature",
        "source",
        "tags",
    )

    def __init__(
        self,
        schema: FunctionSchema,
        source: Place | str,
        alias_analysis: str = "FROM_SCHEMA",
        tags: tuple[Any, ...] = (),
        accepts_none: bool = False,
        python_module: tuple[str, str] | None = None,
        place: Place | str = "",
    ) -> None:
        self.is_view: bool | None = None
        self.schema, self.source, self.alias_analysis, self.tags = schema, source, alias_analysis, tags
        self.accepts_none = accepts_none or shown.takes_none
        self.python_module, self.place = python_module, place
        self.signature = compile_signature(schema, accepts_none=self.accepts_none)

    @property
    def debug(self) -> str:
        """What dumps print for it."""
        return shown_source(self.source)


class OperatorEntry:
    """What is registered for one operator name.

    Attributes:
        name: With namespace and overload: ``"aten::add.out"``.
        definition: None while there are only kernels.
        kernels: For each key its kernels, the active one first.
        op: The callable operator; it stays the same object while anything is registered.
        rules: What features keep per operator, by the feature's name.  See Note [Rules live on the entry].
        row: Of an operator of the built-in set: its row of the grid.
    """

    __slots__ = (
        "__weakref__",
        "_actives",
        "_fallbacks",
        "_fingerprint",
        "definition",
        "kernels",
        "name",
        "op",
        "row",
        "rules",
    )

    def __init__(self, name: str, op: engine.Op, fallbacks: Fallbacks) -> None:
        self.name = name
        self.op = op
        op._entry = self  # type: ignore[attr-defined]  # its class, in the layer above, has room for it
        self.definition: Definition | None = None
        self.kernels: dict[DispatchKey, tuple[Kernel, ...]] = {}
        self.rules: dict[str, Any] = {}
        self.row: Any = None
        self._fallbacks = fallbacks
        self._actives: dict[DispatchKey, Kernel] = {}
        self._fingerprint = 0  # two bits per key: a kernel there, or a fallthrough

    @property
    def is_empty(self) -> bool:
        """Is nothing registered any more?"""
        return self.definition is None and not self.kernels

    def define(self, definition: Definition) -> None:
        """Give the operator its schema.

        Raises:
            RegistrationError: it has one, or a kernel that is already there does not fit the new one.
        """
        for key, kernels in self.kernels.items():
            for kernel in kernels:
                _check_inferred(self.name, definition, kernel, key)
        self.definition = definition
        self.refresh()

    def undefine(self, definition: Definition) -> None:
        """Take the definition back, if it is still this one."""
        if self.definition is definition:
            self.definition = None
            self.refresh()

    def add(self, key: DispatchKey, kernel: Kernel) -> None:
        """Register a kernel, above those of the same priority that are there.

        Raises:
            SchemaMismatchError: its types are known and are not those of the schema.
        """
        details = kernel.details
        if details is not NO_DETAILS and details.inferred is not None and self.definition is not None:
            _check_inferred(self.name, self.definition, kernel, key)
        if key not in self.kernels and (details is NO_DETAILS or details.when is None):
            self.kernels[key] = (kernel,)
            self._actives[key] = kernel
            self._fingerprint |= key.mark if kernel.kind != _FALLTHROUGH else key.mark << 1
        else:
            self.kernels[key] = order((kernel, *self.kernels.get(key, ())))
            self._activate(key)
        self.refresh()

    def remove(self, key: DispatchKey, kernel: Kernel) -> None:
        """Remove a kernel; the one under it, if any, comes back."""
        rest = tuple([other for other in self.kernels.get(key, ()) if other is not kernel])
        if rest:
            self.kernels[key] = rest
            self._activate(key)
        else:
            self.kernels.pop(key, None)
            self._actives.pop(key, None)
            self._fingerprint &= ~(3 * key.mark)
        self.refresh()

    def _activate(self, key: DispatchKey) -> None:
        kernel = self._actives[key] = active_kernel(self.kernels[key], self.name, key.name)
        self._fingerprint = self._fingerprint & ~(3 * key.mark) | key.mark << (kernel.kind == _FALLTHROUGH)

    def table_kernel(self, source: DispatchKey | None, is_fallback: bool) -> Kernel:
        """The kernel that a layout's source stands for."""
        if source is None:
            return ambiguous_kernel
        return self._fallbacks.kernels[source] if is_fallback else self._actives[source]

    def refresh(self) -> None:
        """Push the finished table into the engine, or take it away when there is no schema."""
        fallbacks = self._fallbacks
        if fallbacks.waiting is not None:
            fallbacks.waiting[self] = None
            return
        if self.rules:
            self.rules.pop("dispatch_cache", None)  # drop what the Python dispatcher and vmap had resolved
            self.rules.pop("vmap_handler", None)
            self.op._levels = 0
            self.rules.pop("jvp_handler", None)
            self.rules.pop("grad_writes", None)
            self.rules.pop("functionalize_handler", None)
            self.rules.pop("fake_plan", None)
        if self.definition is None:
            self.op.uninstall()
            return
        known = fallbacks.layouts.get(self._fingerprint)
        layout, shared = known or fallbacks.layout_for(self._fingerprint, self._actives)
        self.op.install(self.definition.signature, layout, shared + layout.pick(self._actives))

    def layout(self) -> TableLayout:
        """The table's layout for what is registered now."""
        return self._fallbacks.layout_for(self._fingerprint, self._actives)[0]

    def weigh(self, key: DispatchKey) -> list[tuple[Choice, Verdict, Kernel | None]]:
        """Every candidate for a runtime key, what becomes of it, and its kernel."""
        found = []
        for choice, verdict in weigh(key, self._actives, self._fallbacks.kernels):
            absent = verdict is Verdict.ABSENT
            kernel = None if absent else self.table_kernel(choice.source, choice.why is Why.FALLBACK)
            found.append((choice, verdict, kernel))
        return found

    def _expected(self, choice: Choice) -> Kernel | None:
        if self.definition is None or choice.why is Why.MISSING:
            return None
        return self.table_kernel(choice.source, choice.why is Why.FALLBACK)

    def check(self) -> None:
        """Compare what is installed with a table computed from scratch.

        Raises:
            RegistrationError: they differ: a bug in wye.
        """
        kernels: dict[int, Kernel | None] = {}  # by choice: most keys share theirs with others
        kernel_at = self.op.kernel_at
        for key, choice in choose_all(self._actives, self._fallbacks.kernels).items():
            at = id(choice)
            if at not in kernels:
                kernels[at] = self._expected(choice)
            if kernel_at(slot_of(key)) is not kernels[at]:
                raise RegistrationError(f"the table of {self.name} is stale at {key.name}: this is a bug in wye")


def entry_of(op: engine.Op) -> OperatorEntry:
    """The entry of an operator that the registry made."""
    entry: OperatorEntry = op._entry  # type: ignore[attr-defined]
    return entry


def _check_inferred(name: str, definition: Definition, kernel: Kernel, key: DispatchKey) -> None:
    inferred = kernel.inferred
    if inferred is None:
        return
    reason = _difference(definition.schema, inferred)
    if reason is None:
        return
    shown_key = "(catch all)" if key == DispatchKey.CompositeImplicitAutograd else key.name
    signature = str(inferred).removeprefix(inferred.name)
    raise SchemaMismatchError(  # programs match this wording of PyTorch, where only C++ has such kernels
        "Inferred operator schema for a C++ kernel function doesn't match the expected function schema.\n"
        f"  operator: {name}\n  expected schema: {definition.schema}\n    {definition.debug}\n"
        f"  inferred schema: {signature}\n    {kernel.debug}\n  reason: {reason}",
        fix=f"change the kernel registered for {shown_key}, or the schema",
    )


def _difference(schema: FunctionSchema, inferred: FunctionSchema) -> str | None:
    for what, ours, theirs in (
        ("arguments", schema.arguments, inferred.arguments),
        ("returns", schema.returns, inferred.returns),
    ):
        if len(ours) != len(theirs):
            return f"The number of {what} is different. {len(ours)} vs {len(theirs)}."
        for i, (a, b) in enumerate(zip(ours, theirs, strict=True), 1):
            if a.type != b.type:
                return f"Type mismatch in {what[:-1]} {i}: {a.type.str()} vs {b.type.str()}."
    return None
