"""Does an operator run on tensor subclasses, and under modes, as on plain tensors?

Cold path.  A composite operator must be made of calls that subclasses and modes see.  In: a function and its arguments.
Out: nothing, or the error of the comparison.
"""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Any, Final, Self

from wye.autograd import forward_ad
from wye.autograd.api import grad
from wye.modes import DispatchMode
from wye.pytree import tree_flatten, tree_leaves, tree_map_only, tree_unflatten
from wye.tensors import Tensor
from wye.tensors.subclass import make_wrapper_subclass
from wye.testing.comparing import assert_same
from wye.wrappers import return_and_correct_aliasing

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

__all__ = [
    "Wrapped",
    "check_backward",
    "check_choices",
    "check_forward",
    "check_with_mode",
    "expected_gradients",
    "leaf_tensors",
]

_MANY: Final = 3  # with more tensors, each alone and all together instead of every choice of them


class Wrapped(Tensor):
    """One tensor inside of another: what runs on it is seen by its handler."""

    held: Tensor

    def __new__(cls, held: Tensor, *, requires_grad: bool = False) -> Self:
        """A wrapper of a tensor."""
        return make_wrapper_subclass(
            cls, held.shape, strides=held.stride(), storage_offset=held.storage_offset(), dtype=held.dtype,
            device=held.device, requires_grad=requires_grad,
        )  # fmt: skip

    def __init__(self, held: Tensor, *, requires_grad: bool = False) -> None:
        self.held = held.detach() if held.requires_grad else held

    def __repr__(self) -> str:
        return f"Wrapped({self.held!r})"

    @classmethod
    def __torch_dispatch__(
        cls, func: Any, types: tuple[type, ...], args: tuple[Any, ...] = (), kwargs: dict[str, Any] | None = None
    ) -> Any:
        """Run the operator on what is inside."""
        inside, more = tree_map_only(Wrapped, lambda one: one.held, (args, kwargs or {}))
        out = tree_map_only(Tensor, Wrapped, func(*inside, **more))
        return return_and_correct_aliasing(func, args, kwargs or {}, out)


class _Passing(DispatchMode):
    """A mode that sees all calls and changes none."""

    def __torch_dispatch__(
        self, func: Any, types: tuple[type, ...], args: tuple[Any, ...] = (), kwargs: dict[str, Any] | None = None
    ) -> Any:
        """Run the operator."""
        return func(*args, **(kwargs or {}))


def _plain(value: Any) -> Any:
    return tree_map_only(Wrapped, lambda one: one.held, value)


def _choices(args: Any, kwargs: Any) -> Iterator[tuple[Any, Any, list[Any]]]:
    """The arguments with some tensors wrapped, and the leaves that require grad as they are there."""
    flat, spec = tree_flatten((list(args), dict(kwargs)))
    places = [at for at, one in enumerate(flat) if isinstance(one, Tensor)]
    sizes = range(1, len(places) + 1) if len(places) <= _MANY else (1, len(places))
    for chosen in itertools.chain.from_iterable(itertools.combinations(places, size) for size in sizes):
        given = [Wrapped(one, requires_grad=one.requires_grad) if at in chosen else one for at, one in enumerate(flat)]
        leaves = [one for one in given if isinstance(one, Tensor) and one.requires_grad]
        yield (*tree_unflatten(given, spec), leaves)


def leaf_tensors(args: Any, kwargs: Any) -> list[Any]:
    """The tensors among the arguments that require grad."""
    return [one for one in tree_leaves((args, kwargs)) if isinstance(one, Tensor) and one.requires_grad]


def check_with_mode(op: Callable[..., Any], args: Any, kwargs: Any, same: Callable[[Any, Any], None]) -> None:
    """A mode that sees the calls changes nothing."""
    expected = op(*args, **kwargs)
    with _Passing():
        found = op(*args, **kwargs)
    same(found, expected)


def check_choices(op: Callable[..., Any], args: Any, kwargs: Any, same: Callable[[Any, Any], None]) -> None:
    """Wrapped tensors in the places of some give the same."""
    expected = op(*args, **kwargs)
    for given, more, _ in _choices(args, kwargs):
        same(_plain(op(*given, **more)), expected)


def _differentiable(op: Any, args: Any, kwargs: Any, process: Any, call: Any) -> list[Any]:
    made = op(*args, **kwargs) if call is None else call(op, *args, **kwargs)
    made = made if process is None else process(made)
    return [one for one in tree_leaves(made) if isinstance(one, Tensor) and one.requires_grad]


def expected_gradients(op: Any, args: Any, kwargs: Any, process: Any = None, call: Any = None) -> tuple[Any, ...]:
    """Gradients of a sum over the results, for the arguments that require grad."""
    return _gradients(_differentiable(op, args, kwargs, process, call), leaf_tensors(args, kwargs))


def _gradients(results: list[Any], leaves: list[Any]) -> tuple[Any, ...]:
    if not results or not leaves:
        return ()
    starts = [one.detach() * 0 + 1 for one in results]
    return grad(results, leaves, starts, allow_unused=True, retain_graph=True)


def check_backward(
    op: Any, args: Any, kwargs: Any, process: Any = None, call: Any = None,
    same: Callable[[Any, Any], None] = assert_same,
) -> None:  # fmt: skip
    """Wrapped tensors in the places of some give the same gradients."""
    expected = expected_gradients(op, args, kwargs, process, call)
    for given, more, leaves in _choices(args, kwargs):
        found = _gradients(_differentiable(op, given, more, process, call), leaves)
        same([_plain(one) for one in found], list(expected))


def _pushed(op: Any, args: Any, kwargs: Any, tangents: list[Any], call: Any) -> list[Any]:
    """Tangents of the results."""
    flat, spec = tree_flatten((list(args), dict(kwargs)))
    given = iter(tangents)
    with forward_ad.dual_level():
        dual = [
            forward_ad.make_dual(one.detach(), next(given)) if isinstance(one, Tensor) and one.requires_grad else one
            for one in flat
        ]
        first, more = tree_unflatten(dual, spec)
        made = op(*first, **more) if call is None else call(op, *first, **more)
        parts = [forward_ad.unpack_dual(one) for one in tree_leaves(made) if isinstance(one, Tensor)]
        return [_plain(value) for part in parts for value in part]


def check_forward(
    op: Any, args: Any, kwargs: Any, call: Any = None, same: Callable[[Any, Any], None] = assert_same
) -> None:
    """Wrapped tensors in the places of some give the same tangents."""
    leaves = leaf_tensors(args, kwargs)
    tangents = [one.detach() * 0 + 1 for one in leaves]
    expected = _pushed(op, args, kwargs, tangents, call)
    for given, more, chosen in _choices(args, kwargs):
        wrapped = [
            Wrapped(tangent) if isinstance(one, Wrapped) else tangent
            for one, tangent in zip(chosen, tangents, strict=True)
        ]
        same(_pushed(op, given, more, wrapped, call), expected)
