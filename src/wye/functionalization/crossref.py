"""Cross-reference checking: every functionalized operator runs also on tensors without data, and both must agree.

Cold path: for finding fake kernels that are wrong.  In: a call of an operator.  Out: its result, or an AssertionError
that shows the call so that it can be repeated.
"""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Any, Final

from wye._engine import engine
from wye.call.guards import included_keys
from wye.call.packets import ops
from wye.call.python_dispatcher import enable_python_dispatcher, no_python_dispatcher
from wye.call.resolve import get_cached_ops, hooks
from wye.functionalization import key, tensors
from wye.functionalization.wrapper import sync
from wye.keys import DispatchKey
from wye.modes.mode import disable_current_modes
from wye.pytree import tree_flatten, tree_map
from wye.registry.rules import find_rule
from wye.schema.tags import Tag
from wye.tensors import Tensor

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

__all__ = [
    "Lit",
    "check_metadata_matches",
    "check_tensor_metadata_matches",
    "enable_crossref_functionalize",
    "expected",
    "make_crossref_functionalize",
    "shown",
    "suspend_functionalization",
]

_FUNCTIONALIZE: Final = DispatchKey.Functionalize
# What these return depends on the elements: without data there is nothing to compare.
_BY_ELEMENTS: Final = (Tag.data_dependent_output, Tag.dynamic_output_shape)


def check_tensor_metadata_matches(nv: Any, rv: Any, desc: Callable[[], str]) -> None:
    """Fail unless two tensors have the same size, dtype and significant strides.

    Args:
        nv: One tensor.
        rv: The other.
        desc: Says which call they come from.
    """
    assert callable(desc)
    assert nv.size() == rv.size(), f"{desc()}: sizes {nv.size()} != {rv.size()}"
    assert nv.dtype == rv.dtype, f"{desc()}: dtype {nv.dtype} != {rv.dtype}"
    for dim, (size, ours, theirs) in enumerate(zip(nv.shape, nv.stride(), rv.stride(), strict=True)):
        significant = size > 1 and nv.numel() > 0
        assert not significant or ours == theirs, (
            f"{desc()}: strides {nv.stride()} != {rv.stride()} (mismatch at index {dim})"
        )


def check_metadata_matches(n: object, r: object, desc: Callable[[], str]) -> None:
    """`check_tensor_metadata_matches` for each tensor of two trees."""
    assert callable(desc)
    ours, theirs = tree_flatten(n)[0], tree_flatten(r)[0]
    assert len(ours) == len(theirs), f"{len(ours)} != {len(theirs)}"
    for at, (one, other) in enumerate(zip(ours, theirs, strict=True)):
        if isinstance(other, Tensor):
            check_tensor_metadata_matches(one, other, lambda at=at: f"{desc()} output {at}")  # type: ignore[misc]


class Lit:
    """Text that `repr` shows without quotes.

    Attributes:
        s: The text.
    """

    __slots__ = ("s",)

    def __init__(self, s: str) -> None:
        self.s = s

    def __repr__(self) -> str:
        return self.s


def shown(value: Any) -> Any:
    """A tensor as the call that makes one like it; everything else as it is."""
    if not isinstance(value, Tensor):
        return value
    return Lit(f"torch.empty_strided({tuple(value.size())}, {value.stride()}, dtype={value.dtype})")


@contextlib.contextmanager
def suspend_functionalization() -> Iterator[None]:
    """A context in which factories of this thread make ordinary tensors again."""
    was_on, reapplies = included_keys().has(_FUNCTIONALIZE), tensors.reapplies_views()
    if was_on:
        tensors.disable()
    try:
        yield
    finally:
        if was_on:
            tensors.enable(reapply_views=reapplies)


def _value_of(value: Any) -> Any:
    """The value of a functional tensor, where it is one.  Bringing it up to date is a part of the program."""
    data = key.KEY.find(value) if isinstance(value, Tensor) else None
    return value if data is None else sync(data)


def _without_data(value: Any) -> Any:
    """A tensor without data like a tensor; everything else as it is."""
    if not isinstance(value, Tensor):
        return value
    return ops.aten.empty_strided.default(list(value.shape), list(value.stride()), dtype=value.dtype, device="meta")


def _run_without_data(op: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    rule = find_rule(op, "fake")
    if rule is not None and not rule.is_built_in:
        return rule.fn(*args, **kwargs)
    return op(*args, **kwargs)


def expected(op: Any, args: tuple[Any, ...], kwargs: dict[str, Any], *, copies: bool) -> Callable[[Any], None]:
    """Run a call on tensors without data; a function that compares a result with what that gave.

    Args:
        op: The operator.
        args: Its arguments by place.
        kwargs: Its arguments by name.
        copies: Does a copy stand for a view?  Then views lie in memory as they please.

    Returns:
        A function that raises an AssertionError for a result of other sizes, dtypes, strides, or another number.
    """
    has_tensors = any(isinstance(leaf, Tensor) for leaf in tree_flatten((args, kwargs))[0])
    if not has_tensors or any(tag in op.tags for tag in _BY_ELEMENTS):
        return lambda result: None
    if op.is_view and copies:
        return lambda result: None
    values = tree_map(_value_of, (args, kwargs))
    # modes and traces see the program, not the check of it
    with suspend_functionalization(), no_python_dispatcher(), key.OUTSIDE, disable_current_modes():
        mine, by_name = tree_map(_without_data, values)
        if "device" in by_name:
            by_name["device"] = "meta"
        given = tree_map(shown, (mine, by_name))
        without_data = _run_without_data(op, mine, by_name)

    def call() -> str:
        words = [*map(repr, given[0]), *(f"{name}={value!r}" for name, value in given[1].items())]
        return f"{op}({', '.join(words)})"

    return lambda result: check_metadata_matches(without_data, result, call)


def make_crossref_functionalize(op: Any, final_key: DispatchKey) -> Callable[..., Any]:
    """What the Python dispatcher calls for an operator that arrives at Functionalize: the check, and the kernel."""

    def handler(*args: Any, **kwargs: Any) -> Any:
        check = expected(op, args, kwargs, copies=key.KEY.copies)
        result = op._op_dk(final_key, *args, **kwargs)
        check(result)
        return result

    return handler


@contextlib.contextmanager
def enable_crossref_functionalize() -> Iterator[None]:
    """A context in which every functionalized operator is checked.  See `expected`."""

    def forget() -> None:
        for op in get_cached_ops():
            op._uncache_dispatch(_FUNCTIONALIZE)

    before = hooks.crossref
    forget()
    hooks.crossref = make_crossref_functionalize
    engine.functional_in_c(False)  # the checks are in Python
    try:
        with enable_python_dispatcher():
            yield
    finally:
        hooks.crossref = before
        engine.functional_in_c(before is None)
        forget()
