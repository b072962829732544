"""What an operator does with batched tensors: its rule for vmap, its parts, or a loop over the examples.

Hot path under vmap.  Which of them it is, is decided at an operator's first call and kept on its entry.
"""

# Note [A call under vmap]
# `handler_of` chooses, first match first; registering a kernel or a rule makes it choose again:
#   0. a kernel that a program has registered at FuncTorchBatched
#   1. a rule of `py_impl(TransformType.Vmap)`: it gets the interpreter and the arguments as they are
#   2. a rule that a program has registered (`register_vmap`)
#   3. a rule of the grid's column "vmap" (`wye/transforms/batching/<family>.py`)
#   4. a variant that writes in place: its functional operator, then `copy_`; one that writes to `out`: an error
#   5. a composite of the operator set: its parts
#   6. a loop over the examples, with a warning (`wye.transforms.loop`)
# Rules 2 and 3 have one form: rule(info, in_dims, *args, **kwargs) -> (outputs, out_dims).  They see tensors without
# the wrapper of this level and compute with the interpreter removed.  Rules of the grid get all positional arguments,
# defaults included, and `info.op`, so that operators can share a rule.  Those marked with `taking_calls` are handlers.
# If no argument is batched at this level, the operator itself runs at the level below, whatever rule it has.
# Broken by: a rule of the grid that calls `info.op` on a tensor that is still wrapped at its level.
# Guarded by: tests/unit/transforms/test_vmap_of_operators.py

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from wye._engine import engine
from wye.call.py_impl import TransformType
from wye.keys import DispatchKey, DispatchKeySet
from wye.pytree import broadcast_to_and_flatten, tree_flatten, tree_unflatten
from wye.registry import registry
from wye.registry.rules import find_rule, watch
from wye.schema.tags import Tag
from wye.schema.types import ListType
from wye.tensors import Tensor
from wye.tensors.dtypes import title_of
from wye.tensors.promotion import can_cast
from wye.transforms.batched import BatchedArray, batch
from wye.transforms.batching_plans import plan_of, prepare
from wye.transforms.interpreters import (
    PARTS,
    PLANNED,
    POINTWISE,
    RULE,
    current,
    lowered,
    process_below_front,
    run_registered,
)
from wye.transforms.loop import loop, no_fallback_for_outputs, random_outputs

if TYPE_CHECKING:
    from collections.abc import Callable

    from wye.registry.entry import OperatorEntry
    from wye.registry.rules import Rule
    from wye.transforms.vmap import VmapInterpreter

    Handler = Callable[[VmapInterpreter, Any, tuple[Any, ...], dict[str, Any]], Any]

__all__ = [
    "VmapInfo",
    "Way",
    "call_batched",
    "checked_pair",
    "dynamic_shape",
    "in_engine",
    "keeping_places",
    "refuse_unbatched_self",
    "take_apart",
    "taking_calls",
    "way_of",
    "wrap_outputs",
    "wrap_results",
]

_SLOT: Final = DispatchKeySet("FuncTorchBatched").slot()
_HANDLER: Final = "vmap_handler"  # on an operator's entry: what was derived from its rules


class VmapInfo(NamedTuple):
    """What a rule is told about the vmap.

    Attributes:
        batch_size: How many examples there are.
        randomness: ``"error"``, ``"different"`` or ``"same"``.
        op: The operator.
    """

    batch_size: int
    randomness: str
    op: Any = None


def call_batched(self: VmapInterpreter, op: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """Handle a call of an operator at the level of a vmap.  See Note [A call under vmap]."""
    rules = op._entry.rules
    handler: Handler | None = rules.get(_HANDLER)
    if handler is None:
        handler = rules[_HANDLER] = handler_of(op)
    if not op._levels & _KNOWN:
        _tell_engine(op, handler)
    return handler(self, op, args, kwargs)


_KNOWN: Final = POINTWISE | PLANNED | PARTS | RULE


def _tell_engine(op: Any, handler: Any) -> None:
    """Let the engine handle such calls where nothing is unusual."""
    if getattr(handler, "keeps_places", False):
        bit = POINTWISE
    elif getattr(handler, "batching", None) is not None:
        op._batching, bit = handler.batching, handler.bit
    else:
        return
    prepare(VmapInfo)
    op._levels |= bit


class Way(NamedTuple):
    """What a call of an operator does under vmap.

    Attributes:
        name: ``"kernel"`` (registered at FuncTorchBatched), ``"transform rule"``, ``"rule"`` (of a program),
            ``"batching rule"`` (of the grid), ``"refused"``, ``"in place"``, ``"decomposition"`` or ``"loop"``.
        make: Makes the handler.
        fn: The rule, or the function of the composite; None where there is none.
    """

    name: str
    make: Callable[[], Handler]
    fn: Any = None


def handler_of(op: Any) -> Handler:
    """What a call of an operator does under vmap."""
    return way_of(op).make()


def way_of(op: Any) -> Way:
    """Which way a call takes.  See Note [A call under vmap]."""
    if op.kernel_at(_SLOT) is not _fallback_kernel:
        return Way("kernel", lambda: lambda interpreter, op, args, kwargs: run_registered(op, args, kwargs))
    by_transform = op._entry.rules.get("py_impl", {}).get(TransformType.Vmap)
    if by_transform is not None:
        handler: Handler = lambda interpreter, op, args, kwargs: by_transform(interpreter, *args, **kwargs)  # noqa: E731
        return Way("transform rule", lambda: handler, by_transform)
    rule = find_rule(op, "vmap")
    if rule is not None:
        if rule.is_built_in:
            return Way("batching rule", lambda: _by_grid(op, rule), rule.fn)
        return Way("rule", lambda: _by_program(rule), rule.fn)
    return _way_without_rule(op, op._entry.row)


def _way_without_rule(op: Any, row: Any) -> Way:
    looping = Way("loop", lambda: loop)
    if row is None:
        return looping
    if row.outs:
        is_random = Tag.nondeterministic_seeded in op.tags
        return Way("refused", lambda: random_outputs if is_random else no_fallback_for_outputs)
    if "implicit" in row.rules:
        return Way("decomposition", lambda: _by_parts(op), row.rules["implicit"])
    if row.is_in_place and isinstance(row.schema.arguments[0].type, ListType):
        return Way("decomposition", lambda: _by_parts(op), row.rules["explicit"])
    if row.functional is not None and row.is_in_place:
        functional = registry.require(f"aten::{row.functional.name}").op
        return Way("in place", lambda: _in_place(op, functional), functional)
    if Tag.dynamic_output_shape in op.tags:
        return Way("refused", lambda: dynamic_shape)
    if "explicit" in row.rules:
        return Way("decomposition", lambda: _by_parts(op, only_batched=True), row.rules["explicit"])
    return looping


def take_apart(values: Any, level: int) -> tuple[list[Any], list[Any], bool]:
    """Values without the wrappers of a level, their batch dimensions, and whether there is one.

    Tensors may stand in lists; the dimensions are in lists, too, then.
    """
    plain: list[Any] = []
    dims: list[Any] = []
    found = False
    for value in values:
        inside: Any = value
        dim: Any = None
        if isinstance(value, engine.TensorBase):
            data = value._data
            if type(data) is BatchedArray and data.level == level:
                inside, dim, found = data.inner, data.dim, True
        elif type(value) in (list, tuple):
            several, inner_dims, some = take_apart(value, level)
            if some:
                inside, dim, found = several, inner_dims, True
        plain.append(inside)
        dims.append(dim)
    return plain, dims, found


def wrap_results(results: Any, out_dims: Any, level: int) -> Any:
    """Tensors as batched ones; None among the dimensions: a tensor is the same for all examples."""
    if isinstance(results, engine.TensorBase):
        return results if out_dims is None else batch(results, out_dims, level)
    if isinstance(results, (list, tuple)):
        dims = out_dims if isinstance(out_dims, (list, tuple)) else [out_dims] * len(results)
        made = [wrap_results(one, dim, level) for one, dim in zip(results, dims, strict=True)]
        return made if type(results) is list else tuple(made)
    return results


def _has_batched(values: Any, level: int) -> bool:
    return take_apart(values, level)[2]


# ---- rules ----


def taking_calls(fn: Handler) -> Handler:
    """Mark a rule of the grid that gets the interpreter, the operator and the arguments as they are."""
    fn.takes_calls = True  # type: ignore[attr-defined]
    return fn


def keeping_places(fn: Handler) -> Handler:
    """Mark a rule by which batch dimensions stay where they are, if all tensors have them in front or there is one."""
    fn.keeps_places = True  # type: ignore[attr-defined]
    return fn


def in_engine(handler: Handler, batching: Any, bit: int) -> Handler:
    """Say what C does instead of a handler: follow a plan, call a rule, or the function of a composite."""
    handler.batching, handler.bit = batching, bit  # type: ignore[attr-defined]
    return handler


def _by_program(rule: Rule) -> Handler:
    fn = rule.fn

    def run(interpreter: VmapInterpreter, op: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        level = interpreter._level
        plain, dims, found = take_apart(args, level)
        if not found and not _has_batched(kwargs.values(), level):
            return lowered(op, *args, **kwargs)
        info = VmapInfo(interpreter._batch_size, interpreter._randomness)
        results, out_dims = checked_pair(lowered(fn, info, tuple(dims), *plain, **kwargs))
        return wrap_outputs(results, out_dims, level, interpreter._batch_size)

    return run


def checked_pair(result: Any) -> tuple[Any, Any]:
    """What a program's rule for vmap returned, checked: the outputs, and their batch dimensions.

    Raises:
        RuntimeError: it is something else.
    """
    wanted = (
        "Expected the vmap staticmethod to have two returns, an output and out_dims with pytree structure compatible "
        "with the output. "
    )
    if not isinstance(result, tuple):
        raise RuntimeError(f"{wanted}Got a {type(result)} instead")
    if len(result) != 2:
        raise RuntimeError(f"{wanted}Got {len(result)} returns instead")
    return result


def wrap_outputs(outputs: Any, out_dims: Any, level: int, size: Any) -> Any:
    """What a program's rule for vmap computed, as batched tensors.

    Raises:
        RuntimeError: the dimensions do not fit the outputs: in structure, or one of them its tensor.
    """
    if isinstance(outputs, Tensor) and type(out_dims) is int:  # the common case
        return batch(outputs, _place(outputs, out_dims, size), level)
    flat, spec = tree_flatten(outputs)
    dims = broadcast_to_and_flatten(out_dims, spec)
    if dims is None:
        raise RuntimeError(
            "The autograd.Function's vmap staticmethod returned an incompatible (output, out_dims) tuple. Expected "
            f"out_dims={out_dims} to be compatible with the structure of `output`. out_dims has structure "
            f"{tree_flatten(out_dims)[1]} but output has structure {spec}. For more details, please see "
            "https://pytorch.org/docs/main/notes/extending.func.html"
        )
    made = [
        batch(one, _place(one, dim, size), level) if isinstance(one, Tensor) and dim is not None else one
        for one, dim in zip(flat, dims, strict=True)
    ]
    return tree_unflatten(made, spec)


def _place(output: Tensor, dim: Any, size: Any) -> int:
    """The batch dimension that a rule named, counted from the front."""
    ndim = output.ndim
    if type(dim) is not int or not -ndim <= dim < ndim:
        raise RuntimeError(
            f"a rule for vmap returned out_dims={dim!r} for an output of shape {tuple(output.shape)}: it must be the "
            "number of the dimension of the batch, or None where the output is the same for all examples"
        )
    found = output.shape[dim]
    if type(found) is type(size) is int and found != size:
        raise RuntimeError(
            f"a rule for vmap returned an output of shape {tuple(output.shape)} with out_dims={dim}: that dimension "
            f"must have the {size} examples of the batch"
        )
    return dim % ndim


def _by_grid(op: Any, rule: Rule) -> Handler:
    fn: Callable[..., Any] = rule.fn
    if getattr(fn, "takes_calls", False):
        return fn
    arguments = [a for a in op.schema.arguments if not a.kwarg_only]
    defaults = [a.default_value if a.has_default_value() else None for a in arguments]

    def run(interpreter: VmapInterpreter, op: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        level = interpreter._level
        plain, dims, found = take_apart(args, level)
        if _has_batched(kwargs.values(), level):
            return loop(interpreter, op, args, kwargs)
        if not found:
            return lowered(op, *args, **kwargs)
        given = len(plain)
        plain += defaults[given:]
        dims += [None] * (len(defaults) - given)
        info = VmapInfo(interpreter._batch_size, interpreter._randomness, op)
        results, out_dims = lowered(fn, info, dims, *plain, **kwargs)
        return wrap_results(results, out_dims, level)

    if getattr(fn, "keeps_places", False):
        return keeping_places(run)
    plan = plan_of(op, fn)
    if plan is not None:
        return in_engine(run, plan, PLANNED)
    return in_engine(run, engine.batching_rule(fn, tuple(defaults)), RULE)


def _in_place(op: Any, functional: Any) -> Handler:
    """``f_`` from ``f``: compute, then copy into the tensor."""
    copy: Any = registry.require("aten::copy_").op

    def run(interpreter: VmapInterpreter, op: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        level = interpreter._level
        if not _has_batched((*args, *kwargs.values()), level):
            return lowered(op, *args, **kwargs)
        refuse_unbatched_self(op.name().partition(".")[0], args[0], level, f"at level {level}")
        result = functional(*args, **kwargs)
        if not can_cast(result._data.dtype, args[0]._data.dtype):
            made, found = title_of(result._data.dtype), title_of(args[0]._data.dtype)
            raise RuntimeError(f"result type {made} can't be cast to the desired output type {found}")
        copy(args[0], result)
        return args[0]

    return run


def refuse_unbatched_self(name: str, target: Any, level: int, where: str) -> None:
    """An operator that would write different values into a tensor that all examples share is an error."""
    data = target._data
    if type(data) is BatchedArray and data.level == level:
        return
    raise RuntimeError(
        f"vmap: {name}(self, *extra_args) is not possible because there exists a Tensor `other` in extra_args that has "
        "more elements than `self`. This happened due to `other` being vmapped over but `self` not being vmapped over "
        f"{where}. Please try to use out-of-place operators instead of {name}. If said operator is being called inside "
        "the PyTorch framework, please file a bug report instead."
    )


def dynamic_shape(interpreter: VmapInterpreter, op: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """Refuse an operator whose results may have another shape for each example."""
    if not _has_batched((*args, *kwargs.values()), interpreter._level):
        return lowered(op, *args, **kwargs)
    raise RuntimeError(
        "vmap: We do not support batching operators that can output dynamic shape. Attempted to vmap over "
        f"{op.name()}. Please file an issue at https://github.com/pytorch/pytorch/issues if you need this feature."
    )


def _by_parts(op: Any, *, only_batched: bool = False) -> Handler:
    """A composite: the operators that it calls come to the interpreter."""
    kernels = op._entry.kernels
    found = kernels.get(DispatchKey.CompositeImplicitAutograd) or kernels[DispatchKey.CompositeExplicitAutograd]
    fn = found[0].fn

    def run(interpreter: VmapInterpreter, op: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        if only_batched and not _has_batched((*args, *kwargs.values()), interpreter._level):
            return lowered(op, *args, **kwargs)
        engine.mark_call("decomposition")
        return fn(*args, **kwargs)

    return run if only_batched else in_engine(run, fn, PARTS)


# ---- the key ----


def _escaped(op: Any, keyset: DispatchKeySet, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """A call on a batched tensor that no interpreter has handled."""
    interpreter = current()
    level = interpreter._level if interpreter is not None and interpreter.kind is TransformType.Vmap else None
    if level is not None and _has_batched((*args, *kwargs.values()), level):
        return process_below_front(op, args, kwargs)
    raise RuntimeError(
        "Either your tensor may have escaped from inside a function being vmapped and this is a user error (see "
        "https://pytorch.org/functorch/stable/ux_limitations.html), or there is an internal functorch error in "
        "`gen_vmap_plumbing` Please file an issue if it looks like the latter"
    )


def _forget(entry: OperatorEntry) -> None:
    entry.rules.pop(_HANDLER, None)
    entry.op._levels = 0


registry.give_engine(DispatchKey.FuncTorchBatched, _escaped, unchecked=True)
_fallback_kernel: Final = registry.fallbacks.kernels[DispatchKey.FuncTorchBatched]
watch("vmap", _forget)
