"""`vmap`: a function of one example becomes a function of a batch of them.

Inputs and outputs are trees.  What operators do with batched tensors is in `wye.transforms.batched_calls`.
"""

from __future__ import annotations

import functools
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from wye._engine import engine
from wye.call.packets import ops
from wye.call.py_impl import TransformType
from wye.pytree import broadcast_to_and_flatten, tree_flatten, tree_unflatten
from wye.tensors import Tensor
from wye.tensors.generator import get_rng_state, set_rng_state
from wye.transforms.batched import ADDED_KEYS, REMOVED_KEYS, BatchedArray, batch, is_batched
from wye.transforms.batched_calls import call_batched
from wye.transforms.interpreters import ENTER, Interpreter, stack_of_thread
from wye.transforms.naming import named_like

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from wye.pytree import TreeSpec

__all__ = ["VmapInterpreter", "chunk_vmap", "flatten_inputs", "name_of", "run_flat", "unbatch", "vmap"]

_RANDOMNESS: Final = ("error", "different", "same")


class VmapInterpreter(Interpreter):
    """The level of a vmap."""

    __slots__ = ()
    kind = TransformType.Vmap

    def __init__(self, stack: list[Interpreter], batch_size: int, randomness: str) -> None:
        self._stack = stack
        self._level = len(stack) + 1
        self._batch_size = batch_size
        self._randomness = randomness

    def batch_size(self) -> int:
        """How many examples there are."""
        return self._batch_size

    def randomness(self) -> str:
        """What random operators do: ``"error"``, ``"different"`` or ``"same"``."""
        return self._randomness

    process = call_batched


run_vmap: Final = engine.run_vmap  # `_map`, in C where arguments are no trees
engine.configure_vmap(BatchedArray, VmapInterpreter, batch, REMOVED_KEYS, ADDED_KEYS)


def name_of(func: Any) -> str:
    """A function's name for error messages."""
    if hasattr(func, "__name__"):
        return str(func.__name__)
    if isinstance(func, functools.partial):
        return f"functools.partial({name_of(func.func)}, ...)"
    return repr(func)


def vmap(
    func: Callable[..., Any],
    in_dims: Any = 0,
    out_dims: Any = 0,
    randomness: str = "error",
    *,
    chunk_size: int | None = None,
) -> Callable[..., Any]:
    """Map a function over a dimension of its inputs, all examples at once.

    Inside, tensors have no batch dimension; operators compute on all examples together.

    Args:
        func: Takes and returns tensors, or trees of them.  Its keyword arguments are passed as they are.
        in_dims: The dimension to map over, of all inputs; or a tuple with one for each, nested as the inputs are, and
            None for inputs that all examples share.
        out_dims: Where the batch dimension goes in the outputs: one number, or a tree of them; None for outputs that
            are the same for all examples.
        randomness: What random operators do: ``"error"``; ``"different"`` numbers for each example; the ``"same"``.
        chunk_size: How many examples are computed at once; None: all.

    Returns:
        A function of the same arguments with a batch dimension.

    Raises:
        ValueError: ``chunk_size`` is not positive.  When called: the dimensions do not fit the inputs or outputs.
        RuntimeError: there is no such randomness.

    Example:
        >>> import wye
        >>> x = wye.arange(6.0).view(2, 3)
        >>> wye.vmap(wye.dot)(x, x)
        tensor([ 5., 50.])
    """
    return named_like(bare_vmap(func, in_dims, out_dims, randomness, chunk_size), func)  # type: ignore[no-any-return]


def chunk_vmap(
    func: Callable[..., Any], in_dims: Any = 0, out_dims: Any = 0, randomness: str = "error", chunks: int = 2
) -> Callable[..., Any]:
    """`vmap` that computes a batch in a number of parts, one after the other.

    Args:
        func: As for `vmap`.
        in_dims: As for `vmap`.
        out_dims: As for `vmap`.
        randomness: As for `vmap`.
        chunks: How many parts.

    Raises:
        ValueError: ``chunks`` is not positive.
    """
    if not chunks > 0:
        raise ValueError(f"chunk_vmap: chunks should be greater than 0. (got {chunks})")

    def mapped(*args: Any, **kwargs: Any) -> Any:
        *_, size = flatten_inputs(func, in_dims, args)
        return _map(func, in_dims, out_dims, randomness, max(1, -(-size // chunks)), args, kwargs)

    return named_like(mapped, func)  # type: ignore[no-any-return]


def bare_vmap(
    func: Callable[..., Any], in_dims: Any, out_dims: Any, randomness: str, chunk_size: int | None
) -> Callable[..., Any]:
    """`vmap`; what it returns has no name yet."""
    if randomness not in _RANDOMNESS:
        raise RuntimeError(f"Only allowed values for randomness are 'error', 'different', or 'same'. Got {randomness}")
    if chunk_size is not None and not chunk_size > 0:
        raise ValueError(f"vmap: chunk_size should be None or greater than 0. (got {chunk_size})")
    if type(out_dims) is int and chunk_size is None and _is_flat(in_dims):

        def mapped(*args: Any, **kwargs: Any) -> Any:
            return run_vmap(func, in_dims, out_dims, randomness, args, kwargs)

        return mapped

    def mapped_trees(*args: Any, **kwargs: Any) -> Any:
        return _map(func, in_dims, out_dims, randomness, chunk_size, args, kwargs)

    return mapped_trees


def _is_flat(in_dims: Any) -> bool:
    """Is it one number that is not negative, or a tuple of those and None?"""
    if type(in_dims) is int:
        return in_dims >= 0
    return type(in_dims) is tuple and all(dim is None or (type(dim) is int and dim >= 0) for dim in in_dims)


def _map(
    func: Callable[..., Any],
    in_dims: Any,
    out_dims: Any,
    randomness: str,
    chunk_size: int | None,
    args: tuple[Any, ...],
    kwargs: dict[str, Any],
) -> Any:
    """A call of a mapped function, in general."""
    _check_out_dims(func, out_dims)
    flat, dims, spec, size = flatten_inputs(func, in_dims, args)
    if chunk_size is not None:
        return _map_chunks(func, flat, dims, spec, out_dims, randomness, chunk_size, size, kwargs)
    return _map_flat(func, flat, dims, spec, out_dims, randomness, size, kwargs)


def _map_trees(
    func: Callable[..., Any],
    in_dims: Any,
    out_dims: Any,
    randomness: str,
    args: tuple[Any, ...],
    kwargs: dict[str, Any],
) -> Any:
    return _map(func, in_dims, out_dims, randomness, None, args, kwargs)


def _map_flat(
    func: Callable[..., Any],
    flat: Sequence[Any],
    dims: Sequence[int | None],
    spec: TreeSpec,
    out_dims: Any,
    randomness: str,
    size: int,
    kwargs: dict[str, Any],
) -> Any:
    level, result = run_flat(func, flat, dims, spec, size, randomness, kwargs)
    return _unwrap(func, result, out_dims, level, size)


def run_flat(
    func: Callable[..., Any],
    flat: Sequence[Any],
    dims: Sequence[int | None],
    spec: TreeSpec,
    size: int,
    randomness: str = "error",
    kwargs: Mapping[str, Any] = MappingProxyType({}),
) -> tuple[int, Any]:
    """Call a function with batched tensors, at a level of its own: the level, and the result with its wrappers."""

    def unflatten(*leaves: Any, **kwargs: Any) -> Any:
        return func(*tree_unflatten(leaves, spec), **kwargs)

    return _run(unflatten, flat, dims, size, randomness, kwargs)


def _run(
    func: Callable[..., Any],
    args: Sequence[Any],
    dims: Sequence[int | None],
    size: int,
    randomness: str,
    kwargs: Mapping[str, Any],
) -> tuple[int, Any]:
    """Call a function with batched tensors, at a level of its own."""
    stack = stack_of_thread()
    mine = VmapInterpreter(stack, size, randomness)
    level = mine._level
    batched = [arg if dim is None else batch(arg, dim, level) for arg, dim in zip(args, dims, strict=True)]
    stack.append(mine)
    try:
        return level, ENTER.run(func, *batched, **kwargs)
    finally:
        stack.pop()


# ---- inputs ----


def flatten_inputs(
    func: Callable[..., Any], in_dims: Any, args: tuple[Any, ...], *, from_end: bool = True
) -> tuple[list[Any], list[int | None], TreeSpec, int]:
    """The leaves of the arguments, the batch dimension of each, their structure, and the size of the batch.

    ``from_end``: may dimensions be counted from the end?
    """
    where = f"vmap({name_of(func)}, in_dims={in_dims}, ...)(<inputs>): "
    if not isinstance(in_dims, (int, tuple)):
        raise ValueError(
            f"{where}expected `in_dims` to be int or a (potentially nested) tuple matching the structure of inputs, "
            f"got: {type(in_dims)}."
        )
    if not args:
        raise ValueError(
            f"vmap({name_of(func)})(<inputs>): got no inputs. Maybe you forgot to add inputs, or you are trying to "
            "vmap over a function with no inputs. The latter is unsupported."
        )
    flat, spec = tree_flatten(args)
    dims = broadcast_to_and_flatten(in_dims, spec)
    if dims is None:
        raise ValueError(
            f"{where}in_dims is not compatible with the structure of `inputs`. in_dims has structure "
            f"{tree_flatten(in_dims)[1]} but inputs has structure {spec}."
        )
    checked = [_checked_dim(where, arg, dim, from_end) for arg, dim in zip(flat, dims, strict=True)]
    sizes = [arg.size(dim) for arg, dim in zip(flat, checked, strict=True) if dim is not None]
    if not sizes:
        raise ValueError("vmap: Expected at least one Tensor to vmap over")
    if any(size != sizes[0] for size in sizes):
        raise ValueError(
            "vmap: Expected all tensors to have the same size in the mapped dimension, got sizes "
            f"{sizes} for the mapped dimension"
        )
    return flat, checked, spec, sizes[0]


def _checked_dim(where: str, arg: Any, dim: Any, from_end: bool) -> int | None:
    """A batch dimension, counted from the front."""
    if dim is None:
        return None
    if not isinstance(dim, int):
        raise ValueError(
            f"{where}Got in_dim={dim} for an input but in_dim must be either an integer dimension or None."
        )
    if not isinstance(arg, Tensor):
        raise ValueError(
            f"{where}Got in_dim={dim} for an input but the input is of type {type(arg)}. We cannot vmap over "
            "non-Tensor arguments, please use None as the respective in_dim"
        )
    n = arg.dim()
    least = f"-{n}" if from_end else "0"
    if not int(least) <= dim < n:
        raise ValueError(
            f"{where}Got in_dim={dim} for some input, but that input is a Tensor of dimensionality {n} so expected "
            f"in_dim to satisfy {least} <= in_dim < {n}."
        )
    return dim % n


# ---- outputs ----


def _check_out_dims(func: Callable[..., Any], out_dims: Any) -> None:
    if out_dims is None or isinstance(out_dims, int):
        return
    if not all(dim is None or isinstance(dim, int) for dim in tree_flatten(out_dims)[0]):
        raise ValueError(
            f"vmap({name_of(func)}, ..., out_dims={out_dims}): `out_dims` must be an int, None or a python collection "
            "of ints representing where in the outputs the vmapped dimension should appear."
        )


def _flat_out_dims(func: Callable[..., Any], out_dims: Any, result: Any, spec: TreeSpec) -> list[int | None]:
    found: list[int | None] | None
    if isinstance(result, Tensor):
        if out_dims is None or isinstance(out_dims, int):
            found = [out_dims]
        else:
            found = list(out_dims) if isinstance(out_dims, tuple) and len(out_dims) == 1 else None
    else:
        found = broadcast_to_and_flatten(out_dims, spec)
    if found is None:
        raise ValueError(
            f"vmap({name_of(func)}, ..., out_dims={out_dims})(<inputs>): out_dims is not compatible with the structure "
            f"of `outputs`. out_dims has structure {tree_flatten(out_dims)[1]} but outputs has structure {spec}."
        )
    return found


def _unwrap(func: Callable[..., Any], result: Any, out_dims: Any, level: int, size: int) -> Any:
    """The outputs with their batch dimensions."""
    if type(result) is Tensor and type(out_dims) is int:
        return unbatch(result, level, size, out_dims)
    flat, spec = tree_flatten(result)
    dims = _flat_out_dims(func, out_dims, result, spec)
    made = [_unwrap_one(func, leaf, dim, level, size) for leaf, dim in zip(flat, dims, strict=True)]
    return tree_unflatten(made, spec)


engine.configure_entries(_map_trees, _unwrap)


def _unwrap_one(func: Callable[..., Any], leaf: Any, dim: int | None, level: int, size: int) -> Any:
    name = name_of(func)
    if dim is None:
        if is_batched(leaf):
            raise ValueError(f"vmap({name}, ...): `{name}` can not return a BatchedTensor when out_dim is None")
        return leaf
    if not isinstance(leaf, Tensor):
        raise ValueError(
            f"vmap({name}, ...): `{name}` must only return Tensors, got type {type(leaf)}. Did you mean to set "
            "out_dims= to None for output?"
        )
    return unbatch(leaf, level, size, dim)


def unbatch(tensor: Any, level: int, size: int, out_dim: int) -> Any:
    """The tensor inside with its batch dimension at ``out_dim``; one that is not batched is expanded."""
    data = tensor._data
    if type(data) is BatchedArray and data.level == level:
        inner = data.inner
        return inner if data.dim == out_dim else inner.movedim(data.dim, out_dim)
    sizes = list(tensor.shape)
    n = len(sizes) + 1
    if not -n <= out_dim < n:
        raise IndexError(f"Dimension out of range (expected to be in range of [{-n}, {n - 1}], but got {out_dim})")
    sizes.insert(out_dim % n, size)
    return tensor.expand(sizes)


# ---- chunks ----


def _map_chunks(
    func: Callable[..., Any],
    flat: Sequence[Any],
    dims: Sequence[int | None],
    spec: TreeSpec,
    out_dims: Any,
    randomness: str,
    chunk_size: int,
    size: int,
    kwargs: dict[str, Any],
) -> Any:
    """The same in chunks, one after the other."""
    starts = range(0, max(size, 1), chunk_size)
    random_state = get_rng_state() if randomness == "same" else None
    columns: list[list[Any]] = []
    out_spec, flat_dims = spec, []
    for start in starts:
        if random_state is not None:
            set_rng_state(random_state)
        length = min(chunk_size, size - start)
        part = [arg if dim is None else arg.narrow(dim, start, length) for arg, dim in zip(flat, dims, strict=True)]
        result = _map_flat(func, part, dims, spec, out_dims, randomness, length, kwargs)
        leaves, out_spec = tree_flatten(result)
        flat_dims = _flat_out_dims(func, out_dims, result, out_spec)
        columns.append(leaves)
    joined = [
        chunks[0] if dim is None else ops.aten.cat.default(list(chunks), dim)
        for chunks, dim in zip(zip(*columns, strict=True), flat_dims, strict=True)
    ]
    return tree_unflatten(joined, out_spec)
