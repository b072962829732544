"""Control flow as operators: `cond`, `while_loop`, `map` and `scan`, on trees of tensors and arrays.

Warm: each function checks its arguments, takes the trees apart and calls its operator, so that modes, subclasses and
transforms see one call with flat arguments.  The rules here run it in Python, step by step.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from wye.errors import ArgumentError, ReturnError
from wye.higher_order.operator import HigherOrderOperator
from wye.higher_order.slices import describe, is_array, select, stack, stacking_dim
from wye.pytree import TreeSpec, leaf_paths, tree_flatten
from wye.schema.symbolic import stands_for

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

__all__ = [
    "cond", "cond_op", "map", "map_op", "next_carried", "run_cond", "run_map", "run_scan",
    "run_while_loop", "scan", "scan_op", "truth_of", "while_loop", "while_loop_op",
]  # fmt: skip

cond_op: Final = HigherOrderOperator("cond", cacheable=True)
while_loop_op: Final = HigherOrderOperator("while_loop", cacheable=True)
map_op: Final = HigherOrderOperator("map_impl", cacheable=True)
scan_op: Final = HigherOrderOperator("scan", cacheable=True)


def cond(
    pred: Any, true_fn: Callable[..., Any], false_fn: Callable[..., Any], operands: tuple[Any, ...] | list[Any] = ()
) -> Any:
    """Call one of two functions.

    >>> cond(True, lambda x: x + 1, lambda x: x - 1, (5,))
    6

    Args:
        pred: A bool, or a tensor or array with one element.
        true_fn: Called with the operands if ``pred`` is true.
        false_fn: Called with the operands if it is not.
        operands: A tuple of trees of tensors, arrays and whatever else the functions take.

    Raises:
        ArgumentError: ``pred`` is no truth value, a function is none, or ``operands`` is no tuple.
    """
    _check_predicate(pred)
    _check_callable("cond", true_fn=true_fn, false_fn=false_fn)
    leaves, spec = tree_flatten(_check_tuple("cond", "operands", operands))
    results: list[TreeSpec] = []
    flat = (_to_leaves(fn, spec, results) for fn in (true_fn, false_fn))
    out = cond_op(pred, *flat, tuple(leaves))
    if any(result != results[0] for result in results):
        raise ReturnError(
            f"cond(): both functions must return the same tree, not {results[0]} and {results[1]}",
            fix="where both are computed, under vmap or in a trace, each must return what the other one does",
        )
    return results[0].unflatten(out)


def while_loop(
    cond_fn: Callable[..., Any], body_fn: Callable[..., Any], carried: tuple[Any, ...] | list[Any]
) -> tuple[Any, ...]:
    """Call ``body_fn`` on its own results while ``cond_fn`` is true of them.

    >>> while_loop(lambda i, n: i < 4, lambda i, n: (i + 1, n * 2), (0, 1))
    (4, 16)

    Args:
        cond_fn: Called with the carried values; returns a bool, or a tensor or array with one element.
        body_fn: Called with the carried values; returns the next ones: the same tree, shapes and dtypes.
        carried: A tuple of trees of tensors, arrays and numbers.

    Raises:
        ArgumentError: a function is none, or ``carried`` is no tuple.
        ReturnError: ``body_fn`` changes the tree, a shape or a dtype, or ``cond_fn`` gives no truth value.
    """
    _check_callable("while_loop", cond_fn=cond_fn, body_fn=body_fn)
    leaves, spec = tree_flatten(_check_tuple("while_loop", "carried", carried))

    def step(*before: Any) -> tuple[Any, ...]:
        result = body_fn(*spec.unflatten(before))
        if not isinstance(result, (tuple, list)):
            raise ReturnError(
                f"while_loop(): body_fn must return a tuple like the carried values, not {describe(result)}",
                fix="a lone value is returned as (value,)",
            )
        return _next_carry("while_loop(): body_fn", spec, before, tuple(result))

    return tuple(spec.unflatten(while_loop_op(_on_leaves(cond_fn, spec), step, tuple(leaves), ())))


def map(f: Callable[..., Any], xs: Any, /, *args: Any) -> Any:
    """Call ``f`` on each part of ``xs`` along the first dimension, and stack the results.

    >>> import numpy as np
    >>> map(lambda x, y: x * y, np.array([1, 2, 3]), 10)
    array([10, 20, 30])

    Args:
        f: Called with the tree ``xs`` of parts, and ``args``; returns a tree of tensors or arrays, always the same.
        xs: A tree of tensors or arrays with the same number of parts.
        args: More arguments for ``f``.

    Raises:
        ArgumentError: ``f`` is no function, ``xs`` has something else in it, no parts, or unequally many.
        ReturnError: ``f`` gives something else, or another tree than before.
    """
    _check_callable("map", f=f)
    leaves, spec = tree_flatten(xs)
    _check_dimension("map", leaves, spec, 0)
    more, more_spec = tree_flatten(args)
    n, outputs = len(leaves), _SameTree("map(): f")

    def step(*flat: Any) -> tuple[Any, ...]:
        return tuple(outputs.leaves(f(spec.unflatten(flat[:n]), *more_spec.unflatten(flat[n:]))))

    return outputs.unflatten(map_op(step, tuple(leaves), tuple(more)))


def scan(
    combine_fn: Callable[[Any, Any], tuple[Any, Any]], init: Any, xs: Any, *, dim: int = 0, reverse: bool = False
) -> tuple[Any, Any]:
    """Call ``combine_fn`` on a carry and each part of ``xs`` in turn; returns the last carry and all outputs, stacked.

    >>> import numpy as np
    >>> scan(lambda total, x: (total + x, total), np.int64(0), np.array([1, 2, 3]))[1]
    array([0, 1, 3])

    Args:
        combine_fn: Called with the carry and the tree of parts; returns the next carry and a tree of outputs.
        init: The first carry: a tree of tensors, arrays and numbers.
        xs: A tree of tensors or arrays with the same number of parts.
        dim: The dimension along which ``xs`` is cut and the outputs are stacked.
        reverse: From the last part to the first; outputs keep the places of their parts.

    Raises:
        ArgumentError: ``combine_fn`` is no function, or ``xs`` has something else in it, no parts, or unequally many.
        ReturnError: ``combine_fn`` gives no pair, changes the carry's tree, a shape or a dtype, or the outputs' tree.
    """
    _check_callable("scan", combine_fn=combine_fn)
    if not isinstance(dim, int) or not isinstance(reverse, bool):
        raise ArgumentError(f"scan() takes an int as dim and a bool as reverse, not {dim!r} and {reverse!r}")
    carry, carry_spec = tree_flatten(init)
    leaves, spec = tree_flatten(xs)
    if not leaves:
        return init, xs
    dim = _check_dimension("scan", leaves, spec, dim)
    n, outputs = len(carry), _SameTree("scan(): combine_fn")

    def step(*flat: Any) -> tuple[Any, ...]:
        result = combine_fn(carry_spec.unflatten(flat[:n]), spec.unflatten(flat[n:]))
        if not isinstance(result, (tuple, list)) or len(result) != 2:
            raise ReturnError(
                f"scan(): combine_fn must return a carry and an output, not {describe(result)}",
                fix="return (carry, None) where there is no output",
            )
        after = _next_carry("scan(): combine_fn", carry_spec, flat[:n], result[0])
        return (*after, *outputs.leaves(result[1]))

    how = (dim, reverse) if dim or reverse else ()
    flat = scan_op(step, tuple(carry), tuple(leaves), (), *how)
    return carry_spec.unflatten(flat[:n]), outputs.unflatten(flat[n:])


# ---- the rules that run without modes and transforms -----------------------------------------------------------------


@cond_op.py_impl("CompositeExplicitAutograd")
def run_cond(pred: Any, true_fn: Callable[..., Any], false_fn: Callable[..., Any], operands: Sequence[Any] = ()) -> Any:
    """Call the function that ``pred`` chooses."""
    return (true_fn if bool(pred.item() if is_array(pred) else pred) else false_fn)(*operands)


@while_loop_op.py_impl("CompositeExplicitAutograd")
def run_while_loop(
    cond_fn: Callable[..., Any],
    body_fn: Callable[..., Any],
    carried: tuple[Any, ...],
    additional: tuple[Any, ...] = (),
) -> tuple[Any, ...]:
    """Call the body while the condition holds; both get the additional values behind the carried ones."""
    while True:
        go_on = truth_of(cond_fn, (*carried, *additional))
        if not (go_on.item() if is_array(go_on) else go_on):
            return carried
        carried = next_carried(body_fn, carried, additional)


def next_carried(body_fn: Callable[..., Any], carried: tuple[Any, ...], additional: tuple[Any, ...]) -> tuple[Any, ...]:
    """What the body of a loop makes of the carried values.

    Raises:
        AssertionError: it gives no tuple of as many values.
    """
    after = body_fn(*carried, *additional)
    if not isinstance(after, (tuple, list)):
        raise AssertionError(f"body_fn should return a tuple but got {type(after)}")
    if len(after) != len(carried):
        raise AssertionError(
            f"body_fn should return the same number of elements as carried_inputs, got {len(after)} vs {len(carried)}"
        )
    return tuple(after)


def truth_of(cond_fn: Callable[..., Any], carried: tuple[Any, ...]) -> Any:
    """Whether a loop goes on: a bool, or a tensor or array with one element.

    Raises:
        ReturnError: the function gives something else.
    """
    go_on = cond_fn(*carried)
    _check_truth("while_loop(): cond_fn must return a bool or a one-element tensor", go_on, ReturnError)
    return go_on


@map_op.py_impl("CompositeExplicitAutograd")
def run_map(f: Callable[..., Any], xs: Sequence[Any], args: Sequence[Any] = ()) -> Any:
    """Call the function on each part, and stack."""
    outputs = _SameTree("map(): f")
    steps = ([select(x, 0, index) for x in xs] for index in range(xs[0].shape[0]))
    rows = [outputs.leaves(f(*parts, *args)) for parts in steps]
    return outputs.unflatten(_stacked(rows, 0))


@scan_op.py_impl("CompositeExplicitAutograd")
def run_scan(
    combine_fn: Callable[..., Any],
    init: Sequence[Any],
    xs: Sequence[Any],
    additional: Sequence[Any] = (),
    dim: int = 0,
    reverse: bool = False,
) -> tuple[Any, ...]:
    """Call the function on the carry and each part in turn; gives the last carry, then the stacked outputs."""
    carry, parts = tuple(init), xs[0].shape[dim]
    rows: list[Sequence[Any]] = []
    for index in reversed(range(parts)) if reverse else range(parts):
        result = combine_fn(*carry, *[select(x, dim, index) for x in xs], *additional)
        carry = tuple(result[: len(carry)])
        rows.append(result[len(carry) :])
    if reverse:
        rows.reverse()
    return (*carry, *_stacked(rows, dim))


for _op in (cond_op, while_loop_op, map_op, scan_op):
    _op.record_inside()


def _stacked(rows: Sequence[Sequence[Any]], dim: int) -> list[Any]:
    """The leaves of all steps, side by side; None stays None."""
    leaves = zip(*rows, strict=True)
    return [None if parts[0] is None else stack(parts, stacking_dim(parts[0], dim)) for parts in leaves]


class _SameTree:
    """The outputs of a function in each step of a loop, taken apart: the same tree, shapes and dtypes each time."""

    def __init__(self, who: str) -> None:
        self.who = who
        self.first: list[Any] | None = None
        self.spec: TreeSpec | None = None

    def leaves(self, output: Any) -> list[Any]:
        """The leaves of an output.

        Raises:
            ReturnError: it differs from the first one, or has something else than arrays in it.
        """
        if self.spec is None or self.first is None:
            leaves, self.spec = tree_flatten(output)
            for path, leaf in zip(leaf_paths(self.spec), leaves, strict=True):
                self._check_first(path, leaf)
            self.first = leaves
            return leaves
        try:
            leaves = self.spec.flatten_up_to(output)
        except ArgumentError as error:
            raise ReturnError(f"{self.who} must return the same tree in every step: {error}") from error
        for path, before, leaf in zip(leaf_paths(self.spec), self.first, leaves, strict=True):
            _check_alike(self.who, path, before, leaf, "in the first step")
        return leaves

    def _check_first(self, path: str, leaf: Any) -> None:
        if leaf is None:
            return
        if not is_array(leaf):
            raise ReturnError(
                f"{self.who} must return tensors or arrays, not {describe(leaf)}{_at(path)}",
                fix="wye.tensor(value) makes one of a number",
            )

    def unflatten(self, leaves: Sequence[Any]) -> Any:
        """The tree of the outputs, with other leaves."""
        assert self.spec is not None
        return self.spec.unflatten(list(leaves) if isinstance(leaves, tuple) else leaves)


def _next_carry(who: str, spec: TreeSpec, before: Sequence[Any], result: Any) -> tuple[Any, ...]:
    try:
        after = spec.flatten_up_to(result)
    except ArgumentError as error:
        raise ReturnError(f"{who} must return the same tree as it was given: {error}") from error
    for path, old, new in zip(leaf_paths(spec), before, after, strict=True):
        _check_alike(who, path, old, new, "as it was given")
    return tuple(after)


def _check_alike(who: str, path: str, old: Any, new: Any, when: str) -> None:
    if is_array(old) and is_array(new):
        alike = tuple(old.shape) == tuple(new.shape) and old.dtype == new.dtype
    else:
        alike = isinstance(new, type(old))
    if not alike:
        raise ReturnError(
            f"{who} must return the same {when}{_at(path)}: {describe(old)} became {describe(new)}",
            fix="shapes, dtypes and kinds stay the same from step to step: begin with what a step gives",
        )


def _at(path: str) -> str:
    return f" at {path}" if path else ""


def _is_flat(spec: TreeSpec) -> bool:
    return all(child.is_leaf() for child in spec.children())


def _to_leaves(fn: Callable[..., Any], spec: TreeSpec, results: list[TreeSpec]) -> Callable[..., tuple[Any, ...]]:
    """``fn`` from the leaves of its arguments to those of its result, whose tree it tells ``results``."""

    def call(*leaves: Any) -> tuple[Any, ...]:
        out, found = tree_flatten(fn(*spec.unflatten(leaves)))
        results.append(found)
        return tuple(out)

    return call


def _on_leaves(fn: Callable[..., Any], spec: TreeSpec) -> Callable[..., Any]:
    """``fn`` for the leaves of its arguments; itself where its arguments are leaves."""
    return fn if _is_flat(spec) else lambda *leaves: fn(*spec.unflatten(leaves))


def _check_callable(who: str, **functions: Any) -> None:
    for name, fn in functions.items():
        if not callable(fn):
            raise ArgumentError(f"{who}() takes a function as {name}, not {describe(fn)}")


def _check_tuple(who: str, name: str, value: Any) -> tuple[Any, ...]:
    if type(value) not in (tuple, list):
        raise ArgumentError(
            f"{who}() takes a tuple of arguments for the functions as {name}, not {describe(value)}",
            fix=f"{name}=(x,) passes a lone one",
        )
    return tuple(value)


def _check_predicate(pred: Any) -> None:
    if isinstance(pred, bool) or stands_for(pred, bool):
        return
    if not is_array(pred) or getattr(type(pred), "_sees_operators", False):  # of a trace that knows no values
        raise ArgumentError(f"Expected pred to be bool or tensor, but got {pred}.")
    if any(size != 1 for size in pred.shape):
        raise ArgumentError(f"Expected pred to be bool or single-element tensor, but got {pred}.")


def _check_truth(expected: str, value: Any, error: type[ArgumentError | ReturnError]) -> None:
    if isinstance(value, bool) or stands_for(value, bool):
        return
    if not is_array(value) or any(size != 1 for size in value.shape):
        raise error(f"{expected}, not {describe(value)}")


def _check_dimension(who: str, leaves: Sequence[Any], spec: TreeSpec, dim: int) -> int:
    """The dimension to loop over, counted from the front, that all leaves have with equally many parts."""
    if not leaves:
        raise ArgumentError(f"{who}() needs at least one tensor or array in xs")
    for path, leaf in zip(leaf_paths(spec), leaves, strict=True):
        if not is_array(leaf):
            raise ArgumentError(f"{who}() takes tensors or arrays in xs, not {describe(leaf)}{_at(path)}")
    found = dim + len(leaves[0].shape) if dim < 0 else dim
    for path, leaf in zip(leaf_paths(spec), leaves, strict=True):
        if not 0 <= found < len(leaf.shape):
            raise ArgumentError(f"{who}() cannot cut {describe(leaf)}{_at(path)} along dimension {dim}")
    sizes = [leaf.shape[found] for leaf in leaves]
    if any(size != sizes[0] for size in sizes):  # symbols are compared, which a set could not
        raise ArgumentError(
            f"{who}() needs equally many parts in xs along dimension {dim}, not {', '.join(str(n) for n in sizes)}"
        )
    if sizes[0] == 0:
        raise ArgumentError(f"{who}() needs at least one part in xs along dimension {dim}: an output has no shape else")
    return found
