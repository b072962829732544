"""Registers autograd: the derivatives become a column of the grid, and every operator gets its kernel at Autograd.

Runs once, when the first tensor requires grad, or a program asks for `wye.autograd`.  Operators that are made later get
their kernels as they are made.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from wye._engine import engine
from wye.aten import grid
from wye.aten.beside_arrays import with_tensors
from wye.aten.register import operators
from wye.autograd import custom
from wye.autograd.edges import edge_of, mark
from wye.autograd.engine import run_with_hooks
from wye.autograd.fallback import without_formula
from wye.autograd.fitting import counted, fit_one
from wye.autograd.forward_rules import Forward
from wye.autograd.hooks import run_tensor_hooks
from wye.autograd.missing import missing_kernel
from wye.autograd.nesting import run_elsewhere
from wye.autograd.node import AccumulateGrad, accumulating
from wye.autograd.recording import in_place_kernel, kernel, out_kernel
from wye.autograd.rules import BY_PARTS, NO_FORMULA, NOT_DIFFERENTIABLE, Derivative, compile_recipe
from wye.autograd.saved import save_output
from wye.autograd.views import CopySlices
from wye.call.packets import ops
from wye.keys import after_autograd, runtime_keyset
from wye.library import features
from wye.registry import fallbacks, registry
from wye.registry.kernel import EngineKernel, stepping_below
from wye.registry.providers import BELOW_PROGRAMS
from wye.registry.rules import watch

if TYPE_CHECKING:
    from collections.abc import Callable

    from wye.aten.rows import Row

__all__ = ["NO_GRADIENTS", "load"]

NO_GRADIENTS: Final = ("factory", "factory_window", "random")  # families whose results depend on no tensor's values
_DEBUG: Final = "registered at wye/autograd/loading.py"
_done: Final[list[bool]] = []  # not empty: loaded
_kept: Final[list[Any]] = []  # registrations that last
_BESIDE_ARRAYS: Final = EngineKernel(engine.BOXED, with_tensors, None, engine.RESULT_UNCHECKED)
_PASS: Final = engine.Pass(after_autograd().bits)
_NOTHING: Final = stepping_below(after_autograd())  # no gradients: the engine goes on by itself


def recorded(fn: Callable[..., Any]) -> EngineKernel:
    """A kernel that gets the key set, and is passed by where no argument requires grad."""
    return EngineKernel(engine.KEYSET, fn, _PASS, engine.RESULT_UNCHECKED)


def load() -> None:
    """Register everything; again does nothing."""
    if _done:
        return
    with registry.lock:
        if _done:
            return
        _done.append(True)
        _configure()
        grid.add_column("derivatives", "wye.autograd.derivatives", "DERIVATIVES")
        operators.watch(_register)
        features.hooks.record = custom.record
        _kept.append(watch("autograd", lambda _: engine.forget_recipes()))
        engine.forget_recipes()  # what was asked before autograd was there
        fallbacks.hooks.without_formula = without_formula


def _configure() -> None:
    """Give the engine what its part of autograd calls."""
    aten: Any = ops.aten
    engine.configure(
        autograd_keys=runtime_keyset("Autograd").bits,
        after_autograd=after_autograd().bits,
        accumulator_class=AccumulateGrad,
        copy_slices_class=CopySlices,
        clone_op=aten.clone.default,
        edge_of=edge_of,
        mark_output=mark,
        save_output=save_output,
        fit_gradient=fit_one,
        count_gradients=counted,
        run_with_hooks=run_with_hooks,
        run_elsewhere=run_elsewhere,
        run_tensor_hooks=run_tensor_hooks,
        custom_recipe=custom.recipe_of,
        finish_custom=custom.finish,
        add_gradients=aten.add.Tensor,
        sum_gradient=aten.sum.dim_IntList,
        add_to_gradient=aten.add_.Tensor,
        lock_gradients=accumulating.acquire,
        unlock_gradients=accumulating.release,
    )


def _register(row: Row) -> None:
    """Give an operator its kernel at Autograd."""
    fn = _kernel(row)
    if fn is None and not row.source.rules.keys() & {"implicit", "on_tensors"}:
        operators.library.impl(row.name, _NOTHING, "Autograd", debug=_DEBUG, priority=BELOW_PROGRAMS)
        operators.library.impl(row.name, _BESIDE_ARRAYS, "AutogradNumPy", debug=_DEBUG, priority=BELOW_PROGRAMS)
    if fn is not None:
        operators.library.impl(row.name, recorded(fn), "Autograd", debug=_DEBUG, priority=BELOW_PROGRAMS)
        operators.library.impl(
            row.name, _BESIDE_ARRAYS, "AutogradNumPy", debug=_DEBUG, priority=BELOW_PROGRAMS
        )  # or the alias would hide it


def _rule(row: Row) -> Derivative | None:
    return row.rule("derivatives")  # type: ignore[return-value]  # this column's rules are data


def _kernel(row: Row) -> Callable[..., Any] | None:
    rule = _rule(row)
    entry = registry.entries[f"aten::{row.name}"]
    rules = row.source.rules
    if rule is None and row.outs:
        is_constant = row.functional is not None and _rule(row.functional) is NOT_DIFFERENTIABLE
        return None if "implicit" in rules or is_constant else out_kernel(entry)
    source = row.functional if rule is None and row.functional is not None else row
    found = rule if rule is not None else _rule(source)
    if found is NOT_DIFFERENTIABLE or (found is None and ("implicit" in rules or source.family in NO_GRADIENTS)):
        return None
    if found is BY_PARTS:
        return _by_parts(row.source.rules["explicit"])
    if found is NO_FORMULA:
        return missing_kernel(entry)
    if found is None:
        return None if "on_tensors" in rules or not _makes_tensors(row) else missing_kernel(entry)
    recipe = compile_recipe(found, row.schema, in_place=row.is_in_place)
    functional = None
    if row.is_in_place and row.functional is not None:
        functional = registry.entries[f"aten::{row.functional.name}"].op
    entry.rules["forward"] = Forward(recipe, entry.op, functional, writes=row.is_in_place)
    if not row.is_in_place:
        return kernel(entry, recipe)
    return in_place_kernel(entry, recipe, functional, moves="inplace_view" in row.tags)


def _by_parts(composite: Callable[..., Any]) -> Callable[..., Any]:
    """A kernel that calls an operator's parts, each of which is recorded."""
    return lambda keys, *args, **kwargs: composite(*args, **kwargs)


def _makes_tensors(row: Row) -> bool:
    takes = any(a.type.has_tensors for a in row.schema.arguments)
    return takes and any(r.type.has_tensors for r in row.schema.returns)
