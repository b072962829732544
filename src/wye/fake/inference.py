"""Fake kernels found from examples: for operators that compute element by element, reduce, or keep a shape.

Cold path.  In: an operator and example calls.  Out: a fake kernel that was right for all of them and for variations of
them, or an error.  The operator itself runs, on small real tensors of other sizes, dtypes and strides.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from wye.call.packets import ops
from wye.errors import FakeKernelError
from wye.library import register_fake
from wye.pytree import tree_map_only
from wye.schema.values import DTYPES, MEMORY_FORMATS
from wye.tensors import Tensor
from wye.tensors.dtypes import from_numpy_dtype
from wye.tensors.layout import broadcast_shapes, contiguous_strides, pointwise_strides, wrap_dim
from wye.tensors.meta_array import describe
from wye.tensors.promotion import result_type

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from wye.library import Library

__all__ = ["InferredKernel", "infer_fake_kernel"]

aten: Any = ops.aten
Sample = tuple[tuple[Any, ...], dict[str, Any]]
_DTYPES = [DTYPES[name] for name in ("float32", "float64", "int64", "int32", "bool", "complex64")]


@dataclass(frozen=True)
class _Guess:
    """How one fact of a result may follow from the arguments.

    Attributes:
        words: For people.
        find: From the arguments by name to the fact; an exception says that it does not apply.
    """

    words: str
    find: Callable[[dict[str, Any]], Any]


class InferredKernel:
    """A fake kernel that was found from examples.

    Attributes:
        op: The operator.
        words: Of each result, what it was found to be.
        calls: How many calls of the operator agreed with it.
    """

    def __init__(self, op: Any, facts: list[tuple[_Guess, _Guess, _Guess]], is_single: bool, calls: int) -> None:
        """A kernel that makes results of these shapes, dtypes and strides."""
        self.op, self.calls = op, calls
        self._facts, self._is_single = facts, is_single
        self.words = [f"{shape.words}, {dtype.words}, {strides.words}" for shape, dtype, strides in facts]

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Results without data for a call."""
        given = _by_name(self.op, args, kwargs)
        first = next(value for value in given.values() if isinstance(value, Tensor))
        made = []
        for shape, dtype, strides in self._facts:
            sizes, element = shape.find(given), dtype.find(given)
            steps = strides.find({**given, "": sizes})
            made.append(aten.empty_strided.default([*sizes], [*steps], dtype=element, device=first.device))
        return made[0] if self._is_single else tuple(made)

    def __repr__(self) -> str:
        return f"<InferredKernel of {self.op}: {'; '.join(self.words)}>"


def infer_fake_kernel(
    op: Any, samples: Iterable[Sample], *, register: bool = False, lib: Library | None = None
) -> InferredKernel:
    """Find the fake kernel of an operator from calls of it.

    The operator must return tensors, each of which has the shape of an argument, the shape that all tensors are
    broadcast to, or that of an argument without the dimensions that it was reduced over.

    Args:
        op: The operator.
        samples: Example calls as ``(args, kwargs)``, with real tensors.  The more they differ, the better.
        register: Register what was found, as `wye.library.register_fake` does.
        lib: What holds the registration.

    Raises:
        FakeKernelError: nothing that was tried is right for all calls.

    >>> import wye
    >>> @wye.library.custom_op("doc_infer::shifted", mutates_args=())
    ... def shifted(x: wye.Tensor, by: float) -> wye.Tensor:
    ...     return x + by
    >>> kernel = infer_fake_kernel(wye.ops.doc_infer.shifted.default, [((wye.ones(2, 3), 1.0), {})])
    >>> kernel.words
    ['the shape of x, the dtype of x, laid out like x']
    """
    outcomes = []
    for args, kwargs in samples:
        outcomes.append((_by_name(op, args, kwargs), op(*args, **kwargs)))
        outcomes += _varied(op, args, kwargs)
    if not outcomes:
        raise FakeKernelError(f"there is no example call of {op}, so nothing is known of its results")
    is_single = isinstance(outcomes[0][1], Tensor)
    facts = []
    for at in range(len(_results(outcomes[0][1]))):
        seen = [(given, _results(results)[at]) for given, results in outcomes]
        facts.append(_facts(op, at, seen))
    kernel = InferredKernel(op, facts, is_single, len(outcomes))
    if register:
        register_fake(op.name(), kernel, lib=lib)
    return kernel


def _by_name(op: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> dict[str, Any]:
    """The arguments of a call by name, defaults included."""
    arguments = op.schema.arguments
    given = {a.name: a.default_value for a in arguments if a.has_default_value()}
    given |= {a.name: value for a, value in zip(arguments, args, strict=False)}
    return given | kwargs


def _results(result: Any) -> list[Any]:
    return list(result) if isinstance(result, (list, tuple)) else [result]


def _facts(op: Any, at: int, seen: list[tuple[dict[str, Any], Any]]) -> tuple[_Guess, _Guess, _Guess]:
    """What says the shape, the dtype and the strides of one result in all calls."""
    if not all(isinstance(result, Tensor) for _, result in seen):
        raise FakeKernelError(f"result {at} of {op} is not always a tensor")
    first = seen[0][0]
    shape = _right(op, at, "shape", _shapes(first), [(given, tuple(result.shape)) for given, result in seen])
    dtype = _right(op, at, "dtype", _element_types(first), [(given, result.dtype) for given, result in seen])
    strides = next(
        (guess for guess in _layouts(first) if all(_agrees_on_strides(guess, given, result) for given, result in seen)),
        None,
    )
    if strides is None:
        raise _not_found(op, at, "strides", [(given, result.stride()) for given, result in seen])
    return shape, dtype, strides


def _agrees(guess: _Guess, given: dict[str, Any], wanted: Any) -> bool:
    try:
        return bool(guess.find(given) == wanted)
    except Exception:  # noqa: BLE001 - a guess that does not apply may fail in any way
        return False


def _agrees_on_strides(guess: _Guess, given: dict[str, Any], result: Any) -> bool:
    try:
        found = guess.find({**given, "": tuple(result.shape)})
    except Exception:  # noqa: BLE001 - as above
        return False
    if not result.numel():
        return True
    steps = zip(result.shape, found, result.stride(), strict=True)
    return all(size == 1 or ours == theirs for size, ours, theirs in steps)


def _right(op: Any, at: int, what: str, guesses: Iterator[_Guess], seen: list[tuple[dict[str, Any], Any]]) -> _Guess:
    found = next((guess for guess in guesses if all(_agrees(guess, given, wanted) for given, wanted in seen)), None)
    if found is None:
        raise _not_found(op, at, what, seen)
    return found


def _not_found(op: Any, at: int, what: str, seen: list[tuple[dict[str, Any], Any]]) -> FakeKernelError:
    def words(given: dict[str, Any]) -> str:
        shown = (f"{name}: {tuple(one.shape)} {one.dtype}" for name, one in _tensors(given))
        return ", ".join(shown)

    lines = dict.fromkeys(f"  {words(given)} -> {wanted}" for given, wanted in seen)
    return FakeKernelError(
        f"the {what} of result {at} of {op} follows from its arguments in no way that was tried:\n"
        + "\n".join(list(lines)[:6]),
        fix="write its fake kernel: wye.library.register_fake",
    )


def _tensors(given: dict[str, Any]) -> list[tuple[str, Any]]:
    return [(name, value) for name, value in given.items() if isinstance(value, Tensor)]


# ---- what is tried ----


def _shapes(first: dict[str, Any]) -> Iterator[_Guess]:
    """What a shape may follow from, the likeliest first."""
    names = [name for name, _ in _tensors(first)]
    if len(names) > 1:
        shown = ", ".join(names)
        yield _Guess(f"the shape that {shown} are broadcast to", lambda given: _broadcast(given, names))
    for name in names:
        yield _Guess(f"the shape of {name}", lambda given, name=name: tuple(given[name].shape))  # type: ignore[misc]
    yield _Guess("without dimensions", lambda given: ())
    dims = [name for name in ("dim", "axis", "dims") if name in first]
    for name in names:
        for dim in dims:
            yield _Guess(
                f"the shape of {name} without {dim}",
                lambda given, name=name, dim=dim: _reduced(given[name], given[dim], given.get("keepdim", False)),  # type: ignore[misc]
            )
        for place in (-1, 0, 1, -2):
            for keeps in (False, True):
                yield _Guess(
                    f"the shape of {name} {'with size 1 in' if keeps else 'without'} dimension {place}",
                    lambda given, name=name, place=place, keeps=keeps: _reduced(given[name], place, keeps),  # type: ignore[misc]
                )


def _broadcast(given: dict[str, Any], names: list[str]) -> tuple[int, ...]:
    return tuple(broadcast_shapes(*(tuple(given[name].shape) for name in names)))


def _reduced(x: Any, dims: Any, keeps: bool) -> tuple[int, ...]:
    ndim = x.dim()
    chosen = range(ndim) if dims is None or dims == [] else [dims] if isinstance(dims, int) else dims
    places = {wrap_dim(dim, ndim) for dim in chosen}
    if keeps:
        return tuple(1 if at in places else size for at, size in enumerate(x.shape))
    return tuple(size for at, size in enumerate(x.shape) if at not in places)


def _element_types(first: dict[str, Any]) -> Iterator[_Guess]:
    names = [name for name, _ in _tensors(first)]
    if len(names) > 1:
        yield _Guess(f"the dtype that {', '.join(names)} are promoted to", lambda given: _promoted(given, names))
    for name in names:
        yield _Guess(f"the dtype of {name}", lambda given, name=name: given[name].dtype)  # type: ignore[misc]
    if "dtype" in first:
        yield _Guess("the dtype that is asked for", lambda given: given["dtype"])
    for dtype in _DTYPES:
        yield _Guess(str(dtype), lambda given, dtype=dtype: dtype)  # type: ignore[misc]


def _promoted(given: dict[str, Any], names: list[str]) -> Any:
    return from_numpy_dtype(result_type(*(given[name]._data for name in names)))


def _layouts(first: dict[str, Any]) -> Iterator[_Guess]:
    """What strides may follow from; the shape of the result is the argument without a name."""
    for name, _ in _tensors(first):
        yield _Guess(f"laid out like {name}", lambda given, name=name: _like(given[name], given[""]))  # type: ignore[misc]
    names = [name for name, _ in _tensors(first)]
    if len(names) > 1:
        yield _Guess("laid out as elementwise results are", lambda given: _pointwise(given, names))
    yield _Guess("row by row", lambda given: contiguous_strides(given[""]))


def _pointwise(given: dict[str, Any], names: list[str]) -> Any:
    found = pointwise_strides(given[""], 1, [describe(given[name]._data) for name in names])
    return contiguous_strides(given[""]) if found is None else found


def _like(x: Any, shape: Any) -> Any:
    if tuple(x.shape) != tuple(shape):
        raise ValueError("another shape")
    return aten.empty_like.default(x, memory_format=MEMORY_FORMATS["preserve_format"]).stride()


# ---- other calls ----


def _varied(op: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> list[tuple[dict[str, Any], Any]]:
    """Calls with tensors of other sizes, dtypes and strides, as far as the operator takes them."""
    found = []
    for change in (_larger, _wider, _turned, *_thinner(args, kwargs)):
        given, named = tree_map_only(Tensor, change, (args, kwargs))
        try:
            found.append((_by_name(op, given, named), op(*given, **named)))
        except Exception:  # noqa: BLE001 - the operator need not take what nobody has given it
            continue
    return found


def _larger(x: Any) -> Any:
    """A tensor with one more in every dimension, the same size wherever there was the same size."""
    for dim, size in enumerate(x.shape):
        if size > 1:
            places = aten.remainder.Scalar(aten.arange.default(size + 1), size)
            x = aten.index_select.default(x, dim, places)
    return x


def _wider(x: Any) -> Any:
    return aten._to_copy.default(x, dtype=DTYPES["float64"]) if x.dtype is DTYPES["float32"] else x


def _turned(x: Any) -> Any:
    """A tensor whose first dimension is the fastest in memory."""
    order = [*reversed(range(x.dim()))]
    turned = aten.clone.default(aten.permute.default(x, order), memory_format=MEMORY_FORMATS["contiguous_format"])
    return aten.permute.default(turned, order)


def _thinner(args: tuple[Any, ...], kwargs: dict[str, Any]) -> list[Callable[[Any], Any]]:
    """For each of several tensors: a change that makes its first dimension 1, so that it is broadcast."""
    tensors = [value for value in (*args, *kwargs.values()) if isinstance(value, Tensor)]
    if len(tensors) < 2:
        return []

    def change(chosen: Any) -> Callable[[Any], Any]:
        return lambda x: aten.slice.Tensor(x, 0, 0, 1) if x is chosen and x.dim() else x

    return [change(one) for one in tensors]
