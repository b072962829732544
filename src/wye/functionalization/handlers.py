"""What an operator does with functional tensors, decided from its schema at its first call and kept on its entry.

Hot path under functionalization.  In: a layer, an operator, its arguments.  Out: its result, functional again.
"""

# Note [A functionalized call]
# `handler_of` chooses, first match first; registering a kernel or a rule makes it choose again:
#   1. a rule of the grid's column "functionalize" that is marked with `taking_calls`
#   2. a composite: its parts, which come to the layer one by one; of one with `out`, those of its functional form
#   3. a view, that is an operator whose schema says so or that has an inverse in the column: the view, or the copy, of
#      the value, with the step that made it; nothing is brought up to date for it
#   4. a view in place (`t_`): the same, and the tensor itself becomes the view
#   5. an operator that writes and has a functional form: that one computes, then each value that would have been
#      written to is replaced, committed and brought up to date
#   6. a program's operator that writes: `auto_functionalized`
#   7. everything else: the operator itself, on values that are brought up to date
# All of them compute below the layer (`Owner.below`).  An operator on tensors none of which is functional is left
# alone; one without tensors makes functional tensors, so that what a program creates can be written to.
# Broken by: a handler that calls its operator with functional tensors, or outside of `below`.
# Guarded by: tests/unit/functionalization/test_handlers.py

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from wye._engine import engine
from wye.aten.outputs import check_dtype, outputs_of
from wye.functionalization.custom import custom_handler
from wye.functionalization.steps import FunctionalStep, copying
from wye.functionalization.wrapper import commit, regenerate, replace, sync, view_of, wrap
from wye.keys import DispatchKey
from wye.registry import registry
from wye.registry.rules import find_rule, watch
from wye.schema.queries import is_tensorlist_like_type
from wye.schema.tags import Tag

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from wye.functionalization.wrapper import FunctionalArray, Owner
    from wye.registry.entry import OperatorEntry

    Handler = Callable[[Owner, Any, tuple[Any, ...], dict[str, Any]], Any]

__all__ = ["HANDLER", "Values", "call_functional", "taking_calls", "wrapped", "write"]

HANDLER: Final = "functionalize_handler"  # on an operator's entry: what was derived from its schema and rules
_TensorBase: Final = engine.TensorBase


def taking_calls(fn: Handler) -> Handler:
    """Mark a rule of the column that handles whole calls; others are inverses of views."""
    fn.takes_calls = True  # type: ignore[attr-defined]
    return fn


def call_functional(owner: Owner, op: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """Handle a call of an operator in a layer that functionalizes.  See Note [A functionalized call]."""
    rules = op._entry.rules
    handler: Handler | None = rules.get(HANDLER)
    if handler is None:
        handler = rules[HANDLER] = handler_of(op)
    return handler(owner, op, args, kwargs)


def handler_of(op: Any) -> Handler:
    """What a call of an operator does."""
    rule = find_rule(op, "functionalize")
    if rule is not None and getattr(rule.fn, "takes_calls", False):
        return rule.fn
    entry, row = op._entry, op._entry.row
    if DispatchKey.CompositeImplicitAutograd in entry.kernels and not (row is not None and row.outs and row.functional):
        return _parts(entry)
    if row is None:
        return custom_handler(op, plain, refuse_plain)
    if op.is_view or rule is not None:
        return _view
    if not op.schema.is_mutable:
        return plain
    if Tag.inplace_view in op.tags and row.functional is not None:
        return _view_in_place(row)
    found = _functional_form(row)
    return _write_with(op, *found) if found is not None else _explicit_parts(op)


def _parts(entry: OperatorEntry) -> Handler:
    fn: Any = entry.kernels[DispatchKey.CompositeImplicitAutograd][0].fn

    def run(owner: Owner, op: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        return fn(*args, **kwargs)

    return run


def _explicit_parts(op: Any) -> Handler:
    """An operator that writes by calling others; without kernel for that, a clear error."""
    kernels = op._entry.kernels.get(DispatchKey.CompositeExplicitAutograd)
    if kernels:
        fn = kernels[0].fn
        return lambda owner, op, args, kwargs: fn(*args, **kwargs)

    def refuse(owner: Owner, op: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        raise RuntimeError(
            f"{op.name()} writes to an argument, and no operator computes what it would write: it cannot be "
            "functionalized. Register a kernel at Functionalize, or call it outside of functionalization."
        )

    return refuse


def _functional_form(row: Any) -> tuple[Any, bool] | None:
    """The operator that computes what this one writes, and whether its arguments stand in another order."""
    if row.functional is not None and not row.functional.schema.is_mutable:
        return registry.require(f"aten::{row.functional.name}").op, False
    name = row.facts.value("functional")
    if name is None:
        return None
    found: Any = registry.require(f"aten::{name}").op
    ours = [a.name for a in row.schema.arguments if a.name not in row.outs]
    return found, ours != [a.name for a in found.schema.arguments]


# ---- arguments and results ----


class Values:
    """The arguments of a call without their wrappers.

    Attributes:
        args: By place.
        kwargs: By name.
        has_functional: Was there a functional tensor?
        has_plain: Was there another one?
    """

    __slots__ = ("args", "has_functional", "has_plain", "kwargs")

    def __init__(self, owner: Owner, args: Sequence[Any], kwargs: dict[str, Any]) -> None:
        self.has_functional = self.has_plain = False
        self.args = [self._value(owner, value) for value in args]
        self.kwargs = {name: self._value(owner, value) for name, value in kwargs.items()} if kwargs else kwargs

    def _value(self, owner: Owner, value: Any) -> Any:
        if isinstance(value, _TensorBase):
            data = owner.find(value)
            if data is None:
                self.has_plain = True
                return value
            self.has_functional = True
            return data.inner if data.generation == data.storage.generation else sync(data)
        if type(value) in (list, tuple):
            return type(value)([self._value(owner, item) for item in value])
        return value

    @property
    def is_left_alone(self) -> bool:
        """Are there tensors, and none of them functional?"""
        return self.has_plain and not self.has_functional


def wrapped(owner: Owner, result: Any) -> Any:
    """A result whose tensors are functional."""
    if isinstance(result, _TensorBase):
        return wrap(result, owner)
    if isinstance(result, (list, tuple)):
        made = [wrapped(owner, one) for one in result]
        if type(result) is list:
            return made
        return type(result)(*made) if hasattr(result, "_fields") else tuple(made)
    return result


def plain(owner: Owner, op: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """An operator that neither writes nor makes views."""
    values = Values(owner, args, kwargs)
    result = owner.below(op, *values.args, **values.kwargs)
    return result if values.is_left_alone else wrapped(owner, result)


# ---- views ----


def _view(owner: Owner, op: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    base, rest = args[0], args[1:]
    data = owner.find(base)
    if data is None:
        return owner.below(op, *args, **kwargs)
    copies = owner.copies
    result = owner.below(copying(op) if copies else op, data.inner, *rest, **kwargs)
    if isinstance(result, (list, tuple)):
        steps = (FunctionalStep(op, rest, kwargs, at, copies=copies, is_multi=True) for at in range(len(result)))
        return [view_of(base, owner.shown(one), step) for one, step in zip(result, steps, strict=True)]
    step = FunctionalStep(op, rest, kwargs, copies=copies)
    return view_of(base, owner.shown(result), step, is_view=op.name() != "aten::detach")


def _view_in_place(row: Any) -> Handler:
    """``t_`` from ``t``: the tensor becomes a view of what it was."""
    view = registry.require(f"aten::{row.functional.name}").op

    def run(owner: Owner, op: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        data = owner.find(args[0])
        if data is None:
            return owner.below(op, *args, **kwargs)
        step = FunctionalStep(view, args[1:], kwargs, copies=owner.copies)
        become(data, step)
        return args[0]

    return run


def become(data: FunctionalArray, step: FunctionalStep) -> None:
    """Let a functional tensor be a view of what it was."""

    def run() -> None:
        data.inner = step.forward(data.inner)
        data.views = (*data.views, step)
        data.has_new_metadata = True
        if data.generation != data.storage.generation:
            regenerate(data)

    data.owner.below(run)


# ---- writes ----


def write(data: FunctionalArray, value: Any) -> None:
    """Store a value in a functional tensor, as its base and all views see from then on.  Runs below its layer."""
    replace(data, value)
    commit(data)
    regenerate(data)


def refuse_plain(op: Any) -> RuntimeError:
    """The error for a write of functional values to a tensor that is not functional."""
    return RuntimeError(
        f"{op.name()}: mutating a non-functional tensor with a functional tensor is not allowed. Please ensure that "
        "all of your inputs are wrapped inside of a functionalize() call: what the function captures and writes to "
        "must be an argument of it."
    )


def _in_order_of_results(schema: Any) -> list[tuple[int, Any]]:
    """The arguments that are written to, with their places: first those that are returned, in that order.

    So do functional forms return them: what the operator returns, then what else it would have written.
    """
    writes = [(at, a) for at, a in enumerate(schema.arguments) if a.alias_info is not None and a.alias_info.is_write]
    order = [one.alias_info.before_set for one in schema.returns if one.alias_info is not None]

    def place(pair: tuple[int, Any]) -> int:
        mine = pair[1].alias_info.before_set
        return next((at for at, names in enumerate(order) if names & mine), len(order))

    return sorted(writes, key=place)


class _Writes:
    """Where an operator's arguments that it writes to stand, and what it returns besides."""

    __slots__ = (
        "by_name", "first_new", "in_list", "is_composite", "is_out", "names", "op", "outputs", "outs", "places",
        "returned",
    )  # fmt: skip

    def __init__(self, op: Any, functional: Any, by_name: bool) -> None:
        schema, row = op.schema, op._entry.row
        writes = _in_order_of_results(schema)
        self.op, self.by_name = functional, by_name
        self.is_composite = DispatchKey.CompositeImplicitAutograd in functional._entry.kernels
        self.outs: tuple[str, ...] = row.outs if row is not None else ()
        self.places = [at for at, _ in writes]
        self.names = [a.name for _, a in writes]
        self.in_list = [is_tensorlist_like_type(a.type) for _, a in writes]
        self.is_out = bool(row is not None and row.outs)
        self.returned = len([one for one in schema.returns if one.alias_info is not None])
        self.first_new = len(schema.returns) - self.returned
        self.outputs = outputs_of(row) if row is not None and row.functional is not None else None

    def targets(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> list[Any]:
        """What is written to, lists included; None where an optional argument is left out."""
        return [
            args[at] if at < len(args) else kwargs.get(name) for at, name in zip(self.places, self.names, strict=True)
        ]

    def call(self, values: Values, first: FunctionalArray, arguments: Sequence[Any]) -> Any:
        """What the functional operator computes."""
        kwargs = values.kwargs
        if self.is_out:
            kwargs = {name: value for name, value in kwargs.items() if name not in self.outs}
        if self.outputs is not None:
            operand = values.args[0]._data if values.args and isinstance(values.args[0], _TensorBase) else None
            target = first.inner._data
            same = operand is not None and operand.dtype == target.dtype and target.dtype.kind not in "biu"
            if not same or "dtype" in self.outputs.missing:  # else the result has this dtype anyway
                kwargs = self.outputs.with_dtype(kwargs, target, operand)
        if not self.by_name:
            return self.op(*values.args, **kwargs)
        given = {a.name: value for a, value in zip(arguments, values.args, strict=False)}
        return self.op(**given, **kwargs)

    def call_parts(self, owner: Owner, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """What the functional operator computes in this layer, so that its parts are functionalized one by one."""
        given = {name: value for name, value in kwargs.items() if name not in self.outs}
        return Values(owner, [self.op(*args, **given)], {}).args[0]

    def check(self, value: Any, target: FunctionalArray) -> None:
        """Refuse a value that the operator would not store there."""
        if not self.is_out and tuple(value.shape) != tuple(target.shape):
            raise RuntimeError(
                f"output with shape {list(target.shape)} doesn't match the broadcast shape {list(value.shape)}"
            )
        if self.outputs is not None and value._data.dtype != target.dtype:
            check_dtype(value._data, target, self.outputs, target)


def _write_with(op: Any, functional: Any, by_name: bool = False) -> Handler:
    """An operator that writes: another one computes the values."""
    writes = _Writes(op, functional, by_name)
    arguments = op.schema.arguments

    def run(owner: Owner, op: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        given = writes.targets(args, kwargs)
        targets = [owner.find(one) for one in _spread(given)]
        values = Values(owner, args, kwargs)
        if None in targets or not targets:
            if values.has_functional and targets:
                raise refuse_plain(op)
            return owner.below(op, *args, **kwargs)
        found: list[Any] = targets
        computed = writes.call_parts(owner, args, kwargs) if writes.is_composite else None

        def compute() -> Any:
            result = writes.call(values, found[0], arguments) if computed is None else computed
            results = list(result) if isinstance(result, (list, tuple)) else [result]
            new = results[writes.first_new :]
            if any(writes.in_list) and len(new) == len(given):
                new = list(_spread(new))
            for target, value in zip(found, new, strict=True):
                writes.check(value, target)
            for target, value in zip(found, new, strict=True):
                write(target, value)
            return results[: writes.first_new]

        first = owner.below(compute)
        if writes.returned:
            return given[0] if writes.returned == 1 else tuple(given[: writes.returned])
        made = [wrapped(owner, one) for one in first]
        return made[0] if len(made) == 1 else tuple(made) or None

    return run


def _spread(values: Sequence[Any]) -> Any:
    for value in values:
        if isinstance(value, (list, tuple)):
            yield from value
        elif value is not None:
            yield value


def _forget(entry: OperatorEntry) -> None:
    entry.rules.pop(HANDLER, None)


watch("functionalize", _forget)
