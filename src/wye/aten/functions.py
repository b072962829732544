"""Functions and methods, made from the schemas: `wye.sin(x)`, ``x.sin()``, ``x.add_(y)``, ``out=``.

A function tries the overloads of its name as PyTorch's argument parser does, in the engine: see
Note [Forms of a function] (_pure/function.py).  `overloads` says in which order and what each takes, `matching` what
passes for what, `misfit` the error message where nothing fits.
"""

from __future__ import annotations

from collections import namedtuple
from functools import cache
from typing import TYPE_CHECKING, Any, Final

import wye.shown as shown
from wye._engine import engine
from wye.aten.lines import lines
from wye.aten.misfit import former_text, is_about_numpy, misfit
from wye.aten.overloads import OF_OUTPUT, engine_form, overloads_of
from wye.aten.register import operators
from wye.aten.signatures import Form, forms, result_names
from wye.call.packets import ops
from wye.modes import function as function_modes
from wye.schema.bind import NUMBERS, TAKE_NUMBERS
from wye.schema.symbolic import stands_for
from wye.schema.values import DTYPES, device, dtype, layout
from wye.tensors import Tensor, tensor
from wye.tensors.dtypes import get_default_dtype, title_of
from wye.warn_always import warn_once

if TYPE_CHECKING:
    from inspect import Signature

    from wye.aten.overloads import Overload
    from wye.call import OpOverload, OpOverloadPacket
    from wye.schema import FunctionSchema

__all__ = ["Function", "function", "function_forms", "names", "rename_modules", "result_type", "summary"]

assert operators.names()  # importing it has announced the operators
_ELSEWHERE: Final = ("A copy", "A view", "Views", "The same memory")  # prefixes of names whose in-place variant differs
_VARIANTS: Final = {"_": "in place", "_copy": "as a copy", "_backward": "backwards: the gradient of its input"}
_FROM_NUMPY: Final = frozenset(("axis", "out", "dtype", "keepdims"))  # how NumPy's functions call methods
_PRIVATE: Final = ("__and__", "__or__", "__xor__", "__lshift__", "__rshift__")


class _Doc:
    """Text for `help`, made when it is first read."""

    def __get__(self, instance: Function | None, owner: type) -> str:
        if instance is None:
            return "A function of tensors, and the method of the same name."
        return _doc(getattr(ops.aten, instance.__name__))


# Functions whose numbers stay symbolic -> the operators that they call; handlers see the functions.
_SYMBOLIC: Final = {"numel": "sym_numel"}
_PLAIN: Final = {op: name for name, op in _SYMBOLIC.items()}


def _engine_forms(overloads: list[Overload], *, deprecated: bool) -> tuple[engine.Form, ...]:
    return tuple(engine_form(overload) for overload in overloads if overload.deprecated is deprecated)


def _title_of_layout(one: layout) -> str:
    """A layout as messages name it: ``Strided``, ``SparseCsr``; ``Sparse`` is `sparse_coo`."""
    return one.name.removesuffix("_coo").title().replace("_", "")


class Function(engine.Function):  # noqa: D101 - see _Doc
    __doc__ = _Doc()  # of the class and of each function
    __name__: str
    __qualname__: str
    __module__: str
    packet: OpOverloadPacket  # the operators that it calls

    is_method: bool  # is it a method?
    _overloads: list[Overload]  # in the order in which a call tries them
    _former: engine.Function | None  # of the deprecated ones, which are tried last and warn

    def __new__(cls, name: str, *, method: bool = False) -> Function:
        """The function, or the method, of the operators ``aten::name``."""
        self = super().__new__(cls)
        self.packet, self.is_method, self._overloads = getattr(ops.aten, _SYMBOLIC.get(name, name)), method, []
        self._former = None
        self.__name__, self.__qualname__ = name, f"Tensor.{name}" if method else name
        self.__module__ = _module_of(name)
        self.forward_to(self._prepare)  # the first call makes the forms
        return self

    def _prepare(self, /, *args: Any, **kwargs: Any) -> Any:
        """Make the forms, and call again."""
        self.overloads()
        self.forward_to(self._refuse)
        return self(*args, **kwargs)

    def overloads(self) -> list[Overload]:
        """The ways to call it, in the order in which a call tries them."""
        ops = self.packet.op_overloads()
        if not self._overloads or {o.op for o in self._overloads} - set(ops):
            found = self._find(ops)
            self.use_forms(_engine_forms(found, deprecated=False), _packing(self.packet))
            if found and found[-1].deprecated:
                self._former = engine.Function()
                self._former.use_forms(_engine_forms(found, deprecated=True), None)
            self._overloads = found  # last: another thread that finds it calls by the forms
        return self._overloads

    def _find(self, ops: list[OpOverload]) -> list[Overload]:
        return overloads_of(ops, method=self.is_method)

    def _refuse(self, /, *args: Any, **kwargs: Any) -> Any:
        """What happens to a call that fits no form.

        Raises:
            ArgumentError: always, but for NumPy's scalars alone, which operators take as arrays.
        """
        former = self._former
        if former is not None and former.match(*args, **kwargs) is not None:
            warn_once("former overloads", former_text(self), stacklevel=2)
            return former(*args, **kwargs)
        if is_about_numpy(self, args, kwargs):
            return self.packet(*args, **kwargs)
        if self.is_method and "axis" in kwargs and kwargs.get("out", ...) is None and kwargs.keys() <= _FROM_NUMPY:
            return self(*args, **{k: v for k, v in kwargs.items() if k != "out" and not (k == "axis" and v is None)})
        if isinstance(kwargs.get("out"), Tensor) and any(kwargs.get(name) is not None for name in OF_OUTPUT):
            return self._into_output(args, kwargs)
        if args and f"aten::{self.__name__}" in TAKE_NUMBERS:  # numbers alone: the first is a tensor
            if type(args[0]) in NUMBERS:
                return self(tensor(args[0]), *args[1:], **kwargs)
            if stands_for(args[0], int, float):
                kind = DTYPES["int64"] if stands_for(args[0], int) else get_default_dtype()
                return self(ops.aten.scalar_tensor.default(args[0], dtype=kind), *args[1:], **kwargs)
        raise misfit(self, args, kwargs)

    def match(self, /, *args: Any, **kwargs: Any) -> tuple[Any, tuple[Any, ...], dict[str, Any]] | None:
        """The operator that a call would call, and with what; None: no overload fits."""
        found = super().match(*args, **kwargs)
        return found if found is not None or self._former is None else self._former.match(*args, **kwargs)

    def _into_output(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """A factory that stores in ``out``, whose dtype, layout and kind of device must be the requested ones."""
        out, wanted, order = kwargs["out"], kwargs.get("dtype"), kwargs.get("layout")
        rest = {name: value for name, value in kwargs.items() if name not in OF_OUTPUT}
        makes = any(p.name == "device" and p.of.str() == "NoneType" for o in self.overloads() for p in o.parameters)
        is_known = isinstance(wanted, dtype | None) and isinstance(order, layout | None)
        if not makes or self.match(*args, **rest) is None or not is_known:
            raise misfit(self, args, kwargs)
        if wanted not in (None, out.dtype):
            raise RuntimeError(
                f"dtype {title_of(wanted)} does not match dtype of out parameter ({title_of(out.dtype)})"
            )
        if order not in (None, out.layout):
            titles = _title_of_layout(order), _title_of_layout(out.layout)
            raise RuntimeError(f"layout {titles[0]} does not match layout of out parameter ({titles[1]})")
        where = kwargs.get("device")
        if where is not None and device(where).type != out.device.type:
            raise RuntimeError(
                f"device type {device(where).type} does not match device type of out parameter ({out.device.type})"
            )
        return self(*args, **rest)

    @property
    def __signature__(self) -> Signature:
        return function_forms(self.__name__)[0].signature()

    def __repr__(self) -> str:
        return f"<method wye.{self.__qualname__}>" if self.is_method else f"<function wye.{self.__name__}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return (getattr, (Tensor, self.__name__)) if self.is_method else (function, (self.__name__,))

    def __copy__(self) -> Function:
        return self

    def __deepcopy__(self, memo: object) -> Function:
        return self


class ListFunction(Function):
    """A function that writes to the tensors of a list: it returns the list, where its operators return nothing."""

    def __call__(self, /, *args: Any, **kwargs: Any) -> Any:
        """Call the operator of the first form that fits."""
        found = super().__call__(*args, **kwargs)
        return (args[0] if args else kwargs["self"]) if found is None else found


def _writes_list(name: str) -> bool:
    return name.startswith("_foreach_") and name.endswith("_")


def _schemas(packet: OpOverloadPacket) -> list[FunctionSchema]:
    return list(packet._schemas.values())  # without making an overload object of each


def function_forms(name: str) -> list[Form]:
    """The ways to call a function, the most informative first; its first tensor is called ``input``, as in PyTorch."""
    made = forms(_schemas(getattr(ops.aten, name)))
    return [form.renamed("self", "input") for form in made]


def _said_by_rules(packet: OpOverloadPacket) -> str | None:
    """The first sentence of a rule's docstring; a derived rule does not describe its variant."""
    from wye.registry import registry  # here: only `help` needs it

    for overload in packet.op_overloads():
        for kernels in registry.entries[overload.name()].kernels.values():
            fn = kernels[0].fn
            doc = getattr(fn, "__doc__", None) if fn is not None else None
            if doc and doc != type(fn).__doc__ and not doc.startswith("The same"):
                return str(doc).strip().splitlines()[0]
    return None


def summary(name: str) -> str:
    """One sentence about the function of an operator, by its name without overload."""
    from wye.aten.rows import other_name  # here: only `help` needs it
    from wye.aten.summaries import OTHER_NAMES, SENTENCES

    if name in SENTENCES:
        return SENTENCES[name]
    for suffix, remark in (("", "Another name of `{}`."), ("_", "Another name of `{}_`.")):
        other = OTHER_NAMES.get(name.removesuffix(suffix)) or other_name(name.removesuffix(suffix))
        if other is not None and name.endswith(suffix):
            return f"{remark.format(other)}  {summary(other)}"
    said = _said_by_rules(getattr(ops.aten, name))
    if said is not None:
        return said
    for suffix, remark in _VARIANTS.items():
        base = name.removesuffix(suffix)
        if base != name and base in ops.aten:
            said = summary(base)
            return f"`{base}` {remark}." if said.startswith(_ELSEWHERE) else f"`{base}` {remark}.  {said}"
    return f"The operator aten::{name}."


_docs: dict[str, tuple[object, str]] = {}  # by name, with what a packet has anew when its overloads change


def _doc(packet: OpOverloadPacket) -> str:
    """Kept, as decorators read it often."""
    known = _docs.get(packet.__name__)
    if known is None or known[0] is not packet._resolved:
        known = _docs[packet.__name__] = packet._resolved, _made_doc(packet)
    return known[1]


def _made_doc(packet: OpOverloadPacket) -> str:
    name = packet.__name__
    calls = "\n".join(f"    {name}{form}" for form in function_forms(name))
    schemas = "\n".join(f"    {schema}" for schema in _schemas(packet))
    return f"{summary(name)}\n\n{calls}\n\nSchemas:\n{schemas}\n"


@cache
def result_type(name: str) -> Any:
    """The class of a function's results, where it has several and they have names; None otherwise."""
    named = result_names(_schemas(getattr(ops.aten, name)))
    if not named:
        return None
    plain = namedtuple(name, named)  # type: ignore[misc]

    def new(cls: Any, *values: Any, **by_name: Any) -> Any:
        """The results, given one by one, or as one sequence, as PyTorch takes them."""
        if len(values) != 1 or by_name:
            return plain.__new__(cls, *values, **by_name)
        if len(values[0]) != len(named):
            title = f"{shown.package}.return_types.{name}"
            raise TypeError(f"{title}() takes a {len(named)}-sequence ({len(values[0])}-sequence given)")
        return tuple.__new__(cls, values[0])

    counts = {"n_fields": len(named), "n_sequence_fields": len(named), "n_unnamed_fields": 0}
    own = {"__slots__": (), "__module__": "wye.return_types", "__repr__": _results_text, "__new__": new, **counts}
    return type(name, (plain,), own)


def _results_text(results: Any) -> str:
    """Named results as PyTorch prints them, one to a line."""
    lines = ",\n".join(f"{name}={value!r}" for name, value in zip(results._fields, results, strict=True))
    return f"{shown.package}.return_types.{type(results).__name__}(\n{lines})"


def _packing(packet: OpOverloadPacket) -> type | None:
    """The class of several results: a tuple with names, or a tuple for a list; None: there is one result."""
    named: type | None = result_type(packet.__name__)
    if named is None and any(
        len(s.returns) == 1 and s.returns[0].real_type.str() == "Tensor[]" for s in _schemas(packet)
    ):
        return tuple
    return named


_functions: dict[str, Function] = {}


def names() -> list[str]:
    """The names that have a function."""
    return [name for name in ops.aten if not name.startswith("__") or name in _PRIVATE]


def function(name: str) -> Function:
    """The function of a name, always the same.

    Raises:
        AttributeError: there is no such operator.
    """
    found = _functions.get(name)
    if found is None:
        found = _functions[name] = (ListFunction if _writes_list(name) else Function)(name)
    return found


def rename_modules() -> None:
    """Let the functions that there are already say that they are from where `shown` says."""
    for name, made in _functions.items():
        made.__module__ = _module_of(name)


def _module_of(name: str) -> str:
    return shown.function_module(name, name in lines().nn)


def _public(op: Any) -> Any:
    """The function that handlers see as the one that was called.  See Note [What handlers are told]."""
    if op.namespace != "aten":
        return op
    name = _PLAIN.get(op._opname, op._opname)
    return op if name.startswith("__") and name not in _PRIVATE else function(name)


function_modes.hooks.public = _public
