"""Registers the operator set: schemas, kernels, fake kernels, composites, and what whole classes of operators share.

Cold path: importing it announces the set; an operator is registered, with its variants, when it is first looked up.
See Note [Operators are made when asked for].
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, Final

from wye._engine import engine
from wye.aten.arrays.allocation import check_pinning
from wye.aten.columns import BUILT_IN, COLUMNS
from wye.aten.composite_variants import composite_in_place, composite_out
from wye.aten.lazy_bits import install_fallbacks, register_bits
from wye.aten.lines import group_of, lines
from wye.aten.meta import over_meta
from wye.aten.outputs import outputs_of
from wye.aten.rows import Row, group
from wye.aten.variants import fake_in_place, fake_out, in_place, into_arrays, into_tensors
from wye.errors import NoKernelError
from wye.keys import DispatchKeySet
from wye.registry import registry
from wye.registry.kernel import EngineKernel, counting_writes, over_arrays
from wye.registry.low_level_library import Library
from wye.registry.rules import Rule, add_rule
from wye.schema.tags import Tag
from wye.schema.values import device as device_type
from wye.tensors import Tensor
from wye.tensors.numpy_engine import np

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from wye.aten.columns import Column
    from wye.registry import Registration

__all__ = ["BuiltInOperators", "operators"]

_ALIAS_KEYS: Final = {"implicit": "CompositeImplicitAutograd", "explicit": "CompositeExplicitAutograd"}
# Families of which most programs use some operators.  Their files are read with the first operator, so that no call
# in the middle of a program waits for them: reading the files of a family takes longer than making an operator.
_EVERYDAY: Final = (
    "elementwise",
    "elementwise_activations",
    "elementwise_copy",
    "elementwise_power",
    "elementwise_ternary",
    "factory",
    "view",
    "view_split",
    "index",
    "index_join",
    "reduce",
    "reduce_order",
    "reduce_scan",
    "linalg",
    "linalg_einsum",
)
# Rules that change a tensor's own metadata or memory: an array of another class needs kernels of its own for these.
_TENSOR_KEYS: Final = ("CPU", "Meta")


class BuiltInOperators:
    """The operators of the namespace ``aten``, registered group by group as they are looked up.

    Attributes:
        library: Holds the registrations.
        rows: Of what has been registered so far, by name.
    """

    def __init__(self) -> None:
        self.library = Library("DEF", "aten", location="wye/aten/register.py:1", redefine=False, load=False)
        self.rows: dict[str, Row] = {}
        self._names = {f"aten::{name}": None for name in lines().families}
        self._packets = {f"aten::{name}": None for name in lines().methods}
        self._made: set[str] = set()
        self._being_made: set[str] = set()
        self._watchers: list[Callable[[Row], None]] = []
        # Columns whose rules are no kernels, most of them of higher layers, and their rules on entries.
        self._added: dict[Column, list[Registration]] = {
            column: [] for name, column in COLUMNS.items() if name not in BUILT_IN
        }

    def names(self) -> Collection[str]:
        """The full names of the operators."""
        return self._names.keys()

    def packets(self) -> Collection[str]:
        """Their names without overloads."""
        return self._packets.keys()

    def make(self, name: str) -> None:
        """Register the group of a full name, if it has one and that is not done."""
        wanted = group_of(name.removeprefix("aten::"))
        if wanted not in self._made and wanted in lines().groups:
            self._make(wanted)

    def make_all(self) -> None:
        """Register everything."""
        with registry.all_at_once():
            for wanted in lines().groups:
                if wanted not in self._made:
                    self._make(wanted)

    def _make(self, wanted: str) -> None:
        if wanted not in self._being_made:  # the imports come before the lock: they have locks of their own
            for family in {family for _, family in lines().groups[wanted]}:
                for column in list(COLUMNS.values()):
                    column.table(family)
        with registry.lock:
            if wanted in self._made or wanted in self._being_made:
                return  # done by another thread, or by this one: registering looks names up
            self._being_made.add(wanted)
            before = len(self.library._undo)
            try:
                with registry.all_at_once():
                    self._register(group(wanted))
            except BaseException:
                undo = self.library._undo[before:]
                del self.library._undo[before:]
                for registration in undo:
                    registration.remove()
                raise
            finally:
                self._being_made.discard(wanted)
            self._made.add(wanted)

    def _register(self, rows: tuple[Row, ...]) -> None:
        for row in rows:
            self.library.define(row.schema, tags=[Tag[tag] for tag in row.tags])
            registry.entries[f"aten::{row.name}"].row = row
            self.rows[row.name] = row
        for row in rows:
            _register_row(self.library, row)
            register_bits(self.library, row)
            for column in self._added:
                self._push(column, row)
        for row in rows:
            for tell in self._watchers:
                tell(row)

    def watch(self, tell: Callable[[Row], None]) -> None:
        """Call a function for the row of every operator that has been made, and of each that will be."""
        with registry.lock, registry.all_at_once():
            self._watchers.append(tell)
            for row in list(self.rows.values()):
                tell(row)

    def add(self, column: Column) -> None:
        """Put the rules of a column that a layer above has added on the entries, now and as operators are made."""
        for row in list(self.rows.values()):
            column.table(row.family)  # imports, and errors, come before anything is changed
        with registry.lock:
            self._added[column] = []
            for row in self.rows.values():
                self._push(column, row)

    def remove(self, column: Column) -> None:
        """Take the rules of an added column back."""
        with registry.lock:
            for registration in self._added.pop(column, ()):
                registration.remove()

    def _push(self, column: Column, row: Row) -> None:
        rule = column.rule(row.family, row.name)
        if rule is not None:
            entry = registry.entries[f"aten::{row.name}"]
            added = add_rule(entry, column.name, Rule(rule, _place(rule), is_built_in=True))
            self._added[column].append(added)


def _place(fn: Callable[..., Any]) -> str:
    """Where a rule is written, as tables print it."""
    code = getattr(getattr(fn, "__wrapped__", fn), "__code__", None)
    if code is None:
        return "registered at wye/aten"
    file = code.co_filename.replace("\\", "/").rpartition("/wye/")[2]
    return f"registered at wye/{file}:{code.co_firstlineno}"


def _register_row(made: Library, row: Row) -> None:
    source = row.source
    for feature in _ALIAS_KEYS:
        rule = source.rules.get(feature)
        if rule is not None:
            key = _ALIAS_KEYS["implicit" if row.is_implicit else "explicit"]
            made.impl(row.name, _with_shortcut(_composite(row)), key, debug=_place(rule))
            if "kernel" not in source.rules:
                made.impl(row.name, _through_tensors(row), "NumPy", debug=_place(_through_tensors))
    for feature, put in _BY_FEATURE.items():
        if feature in source.rules:
            put(made, row, source)
    arguments = row.schema.arguments
    if any(a.alias_info is not None and a.alias_info.is_write for a in arguments):
        uncounted = row.facts.get("uncounted")
        if uncounted == () or row.is_implicit:  # composites write through operators that count
            return
        made.impl(
            row.name,
            counting_writes(row.schema, uncounted or ()),
            "ADInplaceOrView",
            debug="registered at wye/aten/register.py",
        )
    elif "device" in (a.name for a in arguments) and not any(a.type.has_tensors for a in arguments):
        made.impl(row.name, _select_backend(row), "BackendSelect", debug=_place(_select_backend))


_on_cpu: Final[dict[str, Registration]] = {}  # the kernels on tensors that come with wye, by the operator's name


def _functional(row: Row) -> Callable[..., Any]:
    """Calls an operator's own kernel, whatever a program has registered over it."""
    registration = _on_cpu[row.name]
    assert registration.entry is not None
    assert registration.kernel is not None
    return partial(registration.entry.op.run_kernel, registration.kernel, DispatchKeySet("CPU"))


def _trying_out(into: Callable[..., Any], row: Row, source: Row) -> Any:
    """The kernel of ``f.out`` with its shortcut, which makes the result once more where it declines."""
    if row.outs != ("out",):
        return into
    direct = engine.shortcut("out", registry.entries[f"aten::{source.name}"].op)
    return into if direct is None else EngineKernel(engine.PLAIN, into, direct)


def _register_kernel(made: Library, row: Row, source: Row) -> None:
    kernel, fake = source.rules["kernel"], source.rules.get("fake")
    debug = _place(kernel)
    if not row.is_derived:
        _on_cpu[row.name] = made.impl(row.name, over_arrays(kernel, row.schema, _direct(kernel)), "CPU", debug=debug)
        made.impl(row.name, kernel, "NumPy", debug=debug)
    elif fake is None:
        return  # nothing says what a result will be, so nothing can be checked before it is stored
    elif row.outs:
        is_random = "nondeterministic_seeded" in source.tags
        functional = None if is_random else lambda: _functional(source)
        into: Any = into_tensors(kernel, fake, outputs_of(row), functional)
        made.impl(row.name, into if is_random else _trying_out(into, row, source), "CPU", debug=debug)
        made.impl(row.name, into_arrays(kernel, fake, outputs_of(row)), "NumPy", debug=debug)
    else:
        variant, direct = in_place(kernel, fake, outputs_of(row)), getattr(kernel, "direct", None)
        direct = direct if isinstance(direct, np.ufunc) else None  # which takes an output
        direct = _compiled(kernel, direct, in_place=True)
        made.impl(row.name, over_arrays(variant, row.schema, direct, in_place=True), "CPU", debug=debug)
        made.impl(row.name, variant, "NumPy", debug=debug)


def _register_on_tensors(made: Library, row: Row, source: Row) -> None:
    rule = source.rules["on_tensors"]
    for key in _TENSOR_KEYS:
        made.impl(row.name, _composite(row) if row.is_derived else rule, key, debug=_place(rule))


def _register_on_arrays(made: Library, row: Row, source: Row) -> None:
    """Register rules for NumPy arrays where tensors have their own.  They know MetaArrays, so they are fakes too."""
    kernel = source.rules["on_arrays"]
    if row.outs and row.is_derived:
        kernel = into_arrays(kernel, kernel, outputs_of(row))
    made.impl(row.name, kernel, "NumPy", debug=_place(kernel))


def _register_fake(made: Library, row: Row, source: Row) -> None:
    """The kernel for Meta, and the rule that layers find: the same function of tensors without data."""
    fake = source.rules["fake"]
    if not row.is_derived:
        kernel = over_meta(fake, row.schema)
    elif row.outs:
        kernel = fake_out(fake, outputs_of(row))
    else:
        kernel = over_meta(fake_in_place(fake, outputs_of(row)), row.schema)
    place = _place(fake)
    made.impl(row.name, kernel, "Meta", debug=place)
    made.keep(add_rule(registry.entries[f"aten::{row.name}"], "fake", Rule(kernel, place, is_built_in=True)))


_BY_FEATURE: Final = {
    "on_tensors": _register_on_tensors,
    "kernel": _register_kernel,
    "on_arrays": _register_on_arrays,
    "fake": _register_fake,
}


def _direct(rule: Callable[..., Any]) -> Any:
    """The function or shortcut that the engine may use instead of a rule."""
    named = getattr(rule, "shortcut", None)
    if named is None:
        return _compiled(rule, getattr(rule, "direct", None))
    return engine.shortcut(named[0], *(registry.entries[f"aten::{name}"].op for name in named[1:]))


def _compiled(rule: Callable[..., Any], direct: Any, *, in_place: bool = False) -> Any:
    """The program of a rule that has one, which tries ``direct`` on larger arrays; else ``direct``."""
    program = getattr(rule, "program", None)
    return direct if program is None else program.compiled(direct, in_place=in_place)


def _with_shortcut(rule: Callable[..., Any]) -> Any:
    direct = _direct(rule)
    return rule if direct is None else EngineKernel(engine.PLAIN, rule, direct)


def _composite(row: Row) -> Callable[..., Any]:
    """The rule of a composite operator, or of a variant of one."""
    if not row.is_derived or row.functional is None:
        return row.rules.get("implicit") or row.rules["explicit"]
    return composite_out(row) if row.outs else composite_in_place(row)


def _through_tensors(row: Row) -> Callable[..., Any]:
    """A kernel for plain arrays: composites are written for tensors, so arrays are wrapped on the way."""
    op: Any = registry.entries[f"aten::{row.name}"].op

    def through_tensors(*args: Any, **kwargs: Any) -> Any:
        given: list[tuple[Any, Any]] = []
        result = op(*_wrapped(args, given), **_wrapped(kwargs, given))
        return _unwrapped(result, given)

    return through_tensors


def _wrapped(value: Any, given: list[tuple[Any, Any]]) -> Any:
    if isinstance(value, (np.ndarray, np.generic)):
        given.append((Tensor._over(np.asarray(value)), value))
        return given[-1][0]
    if isinstance(value, dict):
        return {name: _wrapped(item, given) for name, item in value.items()}
    return type(value)(_wrapped(item, given) for item in value) if type(value) in (list, tuple) else value


def _unwrapped(value: Any, given: list[tuple[Any, Any]]) -> Any:
    if isinstance(value, Tensor):
        return next((array for tensor, array in given if tensor is value), value._resolved()._data)
    return type(value)(_unwrapped(item, given) for item in value) if type(value) in (list, tuple) else value


def _no_backend(row: Row, device: Any, error: NoKernelError) -> NoKernelError:
    return NoKernelError(
        f"there is no backend for the device '{device}': tensors are made on cpu and meta, and where a backend has "
        f"registered kernels (aten::{row.name} has none for {error.key})",
        op=error.op,
        key=error.key,
        have=error.have,
        fix=(
            f"a backend registers kernels: library('IMPL', 'aten').impl('{row.name}', fn, '{error.key}'), and so on",
            "wye.register_backend adds a device type of your own",
        ),
    )


def _select_backend(row: Row) -> Callable[..., Any]:
    """A kernel for operators without tensors: the device argument decides which backend runs."""
    op: Any = registry.entries[f"aten::{row.name}"].op
    cpu = DispatchKeySet("CPU")
    keys: dict[Any, DispatchKeySet] = {None: cpu}

    def select(*args: Any, device: Any = None, **kwargs: Any) -> Any:
        backend = keys.get(device)
        if backend is None:
            backend = keys[device] = DispatchKeySet(device_type(device).backend_key)
        check_pinning(kwargs.get("pin_memory"))
        if device is not None:
            kwargs["device"] = device
        try:
            return op.redispatch(backend, *args, **kwargs)
        except NoKernelError as error:
            if device is None or error.op != f"aten::{row.name}":
                raise
            raise _no_backend(row, device, error) from None

    direct = engine.shortcut("select_backend", op)
    return select if direct is None else EngineKernel(engine.PLAIN, select, direct)


install_fallbacks()
operators: Final = BuiltInOperators()
registry.announce("aten", operators)
for _family in _EVERYDAY:
    for _column in list(COLUMNS.values()):
        _column.table(_family)
