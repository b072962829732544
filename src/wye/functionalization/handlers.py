"""What an operator does with functional tensors, decided from its schema at its first call and kept on its entry.

Hot path under functionalization.  In: a layer, an operator, its arguments.  Out: its result, functional again.
"""

# Note [A functionalized call]
# `handler_of` chooses, first match first; registering a kernel or a rule makes it choose again:
#   0. a kernel that a program has registered at the key
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
from wye.call.guards import is_included
from wye.call.packets import ops
from wye.functionalization.custom import custom_handler
from wye.functionalization.steps import FunctionalStep, copying
from wye.functionalization.values import Values, wrapped
from wye.functionalization.wrapper import regenerate, view_of, wrap
from wye.functionalization.writes import refuse_plain, write_with
from wye.keys import DispatchKey, DispatchKeySet
from wye.registry import registry
from wye.registry.rules import find_rule, watch
from wye.schema.tags import Tag

if TYPE_CHECKING:
    from collections.abc import Callable

    from wye.functionalization.wrapper import FunctionalArray, Owner
    from wye.registry.entry import OperatorEntry

    Handler = Callable[[Owner, Any, tuple[Any, ...], dict[str, Any]], Any]

__all__ = ["HANDLER", "become", "call_functional", "finish_view", "handler_of", "in_c", "taking_calls"]

HANDLER: Final = "functionalize_handler"  # on an operator's entry: what was derived from its schema and rules
_TensorBase: Final = engine.TensorBase
_DETACH: Final[Any] = ops.aten.detach.default
# What C does with the calls that a handler with `in_c` is for; writes: in `writes`.  See csrc/functional.c.
PLAIN: Final = 1
VIEW: Final = 2
PARTS: Final = 4
DETACH: Final = 6
BECOME: Final = 7
_SLOT: Final = DispatchKeySet("Functionalize").slot()


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


def in_c(op: Any, handler: Handler) -> tuple[int, Any, Any] | None:
    """What `_functional` of an operator says to C: what its handler does, and with what; None: only Python knows."""
    found: tuple[int, Any, Any] | None = getattr(handler, "in_c", None)
    return (DETACH if op is _DETACH else VIEW, *_inverse_operator(op)) if handler is _view else found


def _inverse_operator(op: Any) -> tuple[Any, int]:
    """The operator that is the inverse of a view operator, and what it takes; None, 0: a rule says more than that."""
    rule = find_rule(op, "functionalize") or find_rule(op, "views")
    name, how = getattr(None if rule is None else rule.fn, "inverse_is", (None, 0))
    return (None, 0) if name is None else (registry.require(f"aten::{name}").op, how)


def handler_of(op: Any) -> Handler:
    """What a call of an operator does."""
    if op.kernel_at(_SLOT) is not registry.fallbacks.kernels[DispatchKey.Functionalize]:
        return _run_registered
    handler = _derived(op)
    python_rule = op._entry.rules.get("py_impl", {}).get(DispatchKey.Functionalize)
    return handler if python_rule is None else _python_rule_first(python_rule, handler)


def _run_registered(owner: Owner, op: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """The kernel that a program has registered at the key."""
    return owner.run_registered(op, args, kwargs)


def _python_rule_first(rule: Callable[..., Any], handler: Handler) -> Handler:
    """A rule for the key counts at levels, too, but as at the key only under the Python dispatcher."""

    def run(owner: Owner, op: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        if owner.level_of_wrappers and is_included("PythonDispatcher"):
            return rule(*args, **kwargs)
        return handler(owner, op, args, kwargs)

    return run


def _derived(op: Any) -> Handler:
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
    return write_with(op, *found) if found is not None else _explicit_parts(op)


def _parts(entry: OperatorEntry) -> Handler:
    fn: Any = entry.kernels[DispatchKey.CompositeImplicitAutograd][0].fn

    def run(owner: Owner, op: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        return fn(*args, **kwargs)

    run.in_c = (PARTS, fn, None)  # type: ignore[attr-defined]
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


# ---- operators that neither write nor make views ----


def plain(owner: Owner, op: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """An operator that neither writes nor makes views."""
    values = Values(owner, args, kwargs)
    result = owner.below(op, *values.args, **values.kwargs)
    if values.is_left_alone:
        return result
    return wrap(result, owner) if isinstance(result, _TensorBase) else wrapped(owner, result)


plain.in_c = (PLAIN, None, None)  # type: ignore[attr-defined]


# ---- views ----


def _view(owner: Owner, op: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    base, rest = args[0], args[1:]
    data = owner.find(base)
    if data is None:
        return owner.below(op, *args, **kwargs)
    result = owner.below(copying(op) if owner.copies else op, data.inner, *rest, **kwargs)
    return finish_view(base, op, rest, result, kwargs)


def finish_view(base: Any, op: Any, rest: tuple[Any, ...], result: Any, kwargs: dict[str, Any] | None = None) -> Any:
    """What a view operator returned, as views of a functional tensor.

    Args:
        base: The functional tensor.
        op: The operator.
        rest: Its arguments after the base.
        result: What it returned for the value of the base.
        kwargs: Its arguments by name.
    """
    owner, given = base._data.owner, kwargs or {}
    copies = owner.copies
    if isinstance(result, (list, tuple)):
        steps = (FunctionalStep(op, rest, given, at, copies=copies, is_multi=True) for at in range(len(result)))
        return [view_of(base, owner.shown(one), step) for one, step in zip(result, steps, strict=True)]
    step = FunctionalStep(op, rest, given, copies=copies)
    return view_of(base, owner.shown(result), step, is_view=op is not _DETACH)


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

    run.in_c = (BECOME, view, None)  # type: ignore[attr-defined]
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


def _forget(entry: OperatorEntry) -> None:
    entry.rules.pop(HANDLER, None)
    entry.op._functional = None


watch("functionalize", _forget)
watch("views", _forget)
