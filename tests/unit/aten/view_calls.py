"""Random calls of every view operator, as descriptions that run on wye and on torch.

A base is made twice from one description: one is written to through a real view, the other goes through the table.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import prod
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

__all__ = ["DRAWS", "ViewCall", "operator"]

LAYOUTS = ("rows", "turned", "steps")


@dataclass(frozen=True)
class ViewCall:
    """A call of a view operator: the base as numbers, shape, layout and dtype, and the other arguments.

    Attributes:
        layout: Row-major; dimensions in reverse order; every second element from the third on.
        args: Made for a library, because dtypes and tensors are its own.
        overlaps: Are elements of the base shown several times?
        before: Operators that turn the base into what the view operator is called on.
    """

    name: str
    shape: tuple[int, ...]
    args: Callable[[Any], tuple[Any, ...]] = lambda _: ()
    kwargs: dict[str, Any] = field(default_factory=dict)
    layout: str = "rows"
    dtype: str = "float32"
    overlaps: bool = False
    before: str | None = None

    def base(self, lib: Any) -> Any:
        """The tensor that the operator is called on."""
        count, dtype = prod(self.shape), getattr(lib, self.dtype)
        if self.layout == "turned":
            made = numbers(lib, count, dtype).reshape(self.shape[::-1]).permute(list(reversed(range(len(self.shape)))))
        elif self.layout == "steps" and self.shape:
            made = numbers(lib, 2 * count, dtype).reshape(*self.shape, 2).select(-1, 1)
        else:
            made = numbers(lib, count, dtype).reshape(self.shape)
        return made if self.before is None else getattr(lib.ops.aten, self.before)(made)

    def view(self, lib: Any, base: Any) -> Any:
        """What the operator returns: a view, or a list of them."""
        return operator(lib, self.name)(base, *self.args(lib), **self.kwargs)


def numbers(lib: Any, count: int, dtype: Any) -> Any:
    made = lib.arange(float(count)).to(dtype)
    return made * (1 + 2j) if dtype.is_complex else made


def operator(lib: Any, name: str) -> Any:
    """An operator by its name, ``select.int``."""
    packet, _, overload = name.partition(".")
    return getattr(getattr(lib.ops.aten, packet), overload or "default")


def sizes(rng: Random, least: int = 0, most: int = 4, smallest: int = 0) -> tuple[int, ...]:
    return tuple(rng.choice((smallest or 1, 1, 2, 3, 4)) for _ in range(rng.randint(least, most)))


def dim_of(rng: Random, shape: tuple[int, ...], extra: int = 0) -> int:
    bound = max(len(shape), 1) + extra
    return rng.randrange(-bound, bound)


def layout(rng: Random) -> str:
    return rng.choice(LAYOUTS)


def dtype(rng: Random) -> str:
    return rng.choice(("float32", "float64", "int64", "complex64"))


DRAWS: dict[str, Callable[[Random], ViewCall]] = {}


def drawing(*names: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Draw calls of these operators; the function gets the name and the source of random numbers."""

    def register(fn: Callable[[str, Random], ViewCall]) -> Callable[[str, Random], ViewCall]:
        for name in names:
            DRAWS[name] = lambda rng, name=name: fn(name, rng)  # type: ignore[misc]
        return fn

    return register


@drawing("alias", "detach", "lift_fresh", "numpy_T", "squeeze", "conj", "_conj", "_neg_view", "resolve_conj",
         "resolve_neg", "positive", "real")  # fmt: skip
def plain(name, rng):
    only = {"_conj": "complex64", "_neg_view": "float32"}
    shape = sizes(rng, 0, 4 if name != "numpy_T" else 2)
    if name == "numpy_T":
        shape = rng.choice(((), (3,), (2, 4)))
        if len(shape) != 2:
            shape = (2, 3)
    before = "conj" if name == "real" and rng.random() < 0.5 else None
    return ViewCall(name, shape, layout=layout(rng), dtype=only.get(name, dtype(rng)), before=before)


@drawing("imag")
def imag(name, rng):
    before = rng.choice((None, "_conj"))
    return ViewCall(name, sizes(rng), layout=layout(rng), dtype=rng.choice(("complex64", "complex128")), before=before)


@drawing("t", "mT", "mH", "matrix_H", "adjoint")
def turned(name, rng):
    many = {"t": (0, 2), "matrix_H": (2, 2)}.get(name, (2, 4))
    return ViewCall(name, sizes(rng, *many), layout=layout(rng), dtype=dtype(rng))


@drawing("view", "reshape", "_reshape_alias", "view_as", "reshape_as")
def reshaped(name, rng):
    shape = sizes(rng, 0, 4)
    parts = list(shape)
    rng.shuffle(parts)
    wanted = [1, *parts] if rng.random() < 0.5 else [prod(shape)]
    if name.endswith("_as"):
        return ViewCall(name, shape, lambda lib: (lib.zeros(wanted),))
    if name == "_reshape_alias":
        strides = [prod(wanted[i + 1 :]) for i in range(len(wanted))]
        return ViewCall(name, shape, lambda _: (wanted, strides))
    return ViewCall(name, shape, lambda _: (wanted,), dtype=dtype(rng))


@drawing("flatten.using_ints")
def flatten(name, rng):
    shape = sizes(rng)
    start, end = sorted((rng.randrange(max(len(shape), 1)), rng.randrange(max(len(shape), 1))))
    return ViewCall(name, shape, lambda _: (start, end))


@drawing("unflatten.int")
def unflatten(name, rng):
    shape = (*sizes(rng, 0, 2), 6, *sizes(rng, 0, 1))
    dim, parts = shape.index(6), rng.choice(([2, 3], [-1, 3], [6, 1]))
    return ViewCall(name, shape, lambda _: (dim, parts), layout=layout(rng))


@drawing("ravel", "contiguous")
def in_rows(name, rng):
    return ViewCall(name, sizes(rng), dtype=dtype(rng))


@drawing("to.dtype", "to.device", "to.other", "to.dtype_layout")
def converted(name, rng):
    args = {
        "to.dtype": lambda lib: (lib.float32,),
        "to.device": lambda lib: (lib.device("cpu"), lib.float32),
        "to.other": lambda lib: (lib.zeros(1),),
        "to.dtype_layout": lambda lib: (),
    }
    return ViewCall(name, sizes(rng), args[name], layout=layout(rng))


@drawing("squeeze.dim", "unsqueeze")
def one_dim(name, rng):
    shape = sizes(rng)
    dim = dim_of(rng, shape, 1 if name == "unsqueeze" and shape else 0)
    return ViewCall(name, shape, lambda _: (dim,), layout=layout(rng))


@drawing("squeeze.dims")
def some_dims(name, rng):
    shape = sizes(rng, 1)
    dims = rng.sample(range(-len(shape), 0), rng.randint(0, len(shape)))
    return ViewCall(name, shape, lambda _: (dims,), layout=layout(rng))


@drawing("permute")
def permute(name, rng):
    shape = sizes(rng)
    dims = [dim - rng.choice((0, len(shape))) for dim in rng.sample(range(len(shape)), len(shape))]
    return ViewCall(name, shape, lambda _: (dims,), layout=layout(rng), dtype=dtype(rng))


@drawing("transpose.int", "swapaxes", "swapdims", "movedim.int", "moveaxis.int")
def two_dims(name, rng):
    shape = sizes(rng)
    dims = dim_of(rng, shape), dim_of(rng, shape)
    return ViewCall(name, shape, lambda _: dims, layout=layout(rng))


@drawing("movedim.intlist", "moveaxis.intlist")
def moved(name, rng):
    shape = sizes(rng, 1)
    many = rng.randint(0, len(shape))
    given = rng.sample(range(len(shape)), many), rng.sample(range(-len(shape), 0), many)
    return ViewCall(name, shape, lambda _: given, layout=layout(rng))


@drawing("select.int")
def select(name, rng):
    shape = sizes(rng, 1)
    dim = dim_of(rng, shape)
    index = rng.randrange(-shape[dim], shape[dim])
    return ViewCall(name, shape, lambda _: (dim, index), layout=layout(rng), dtype=dtype(rng))


@drawing("slice.Tensor")
def sliced(name, rng):
    shape = sizes(rng, 1)
    args = dim_of(rng, shape), rng.choice((None, *range(-5, 6))), rng.choice((None, *range(-5, 6))), rng.randint(1, 3)
    given = args[: rng.randint(0, 4)]
    return ViewCall(name, shape, lambda _: given, layout=layout(rng), dtype=dtype(rng))


@drawing("narrow", "narrow.Tensor")
def narrow(name, rng):
    shape = sizes(rng, 1)
    dim = dim_of(rng, shape)
    start = rng.randint(0, shape[dim])
    length = rng.randint(0, shape[dim] - start)
    start = start - shape[dim] if rng.random() < 0.5 else start
    if name == "narrow":
        return ViewCall(name, shape, lambda _: (dim, start, length), layout=layout(rng))
    return ViewCall(name, shape, lambda lib: (dim, lib.tensor(start), length), layout=layout(rng))


@drawing("diagonal", "linalg_diagonal")
def diagonal(name, rng):
    shape = sizes(rng, 2)
    dims = rng.sample(range(-len(shape), 0), 2)
    given = {"offset": rng.randint(-3, 3), "dim1": dims[0], "dim2": dims[1]}
    if name == "diagonal":
        return ViewCall(name, shape, lambda _: tuple(given.values()), layout=layout(rng), dtype=dtype(rng))
    return ViewCall(name, shape, kwargs=given, layout=layout(rng))


@drawing("expand", "expand_as", "broadcast_to")
def expand(name, rng):
    shape = sizes(rng)
    wanted = [*sizes(rng, 0, 2), *(rng.choice((1, 3, -1)) if size == 1 else size for size in shape)]
    if name == "expand_as":
        wanted = [abs(size) for size in wanted]
        return ViewCall(name, shape, lambda lib: (lib.zeros(wanted),), layout=layout(rng), overlaps=True)
    if len(wanted) == len(shape) and rng.random() < 0.5:
        wanted = [-1] * len(shape)
    return ViewCall(name, shape, lambda _: (wanted,), layout=layout(rng), dtype=dtype(rng), overlaps=True)


@drawing("unfold")
def unfold(name, rng):
    shape = sizes(rng)
    dim = dim_of(rng, shape)
    size, step = rng.randint(0, shape[dim] if shape else 1), rng.randint(1, 4)
    return ViewCall(
        name, shape, lambda _: (dim, size, step), layout=layout(rng), dtype=dtype(rng), overlaps=step < size
    )


@drawing("as_strided")
def as_strided(name, rng):
    shape, overlaps = (4, 6), rng.random() < 0.5
    wanted = [rng.randint(1, 3), rng.randint(1, 3)]
    stride = [rng.randint(0, 3), rng.randint(0, 3)] if overlaps else [rng.choice((6, 3)), 1]
    start = rng.choice((None, 2))
    return ViewCall(name, shape, lambda _: (wanted, stride, start), overlaps=overlaps)


@drawing("slice_inverse")
def slice_inverse(name, rng):
    # The base is all of its memory here, so only the slice of all elements fits.
    shape = sizes(rng, 1)
    dim = dim_of(rng, shape)
    return ViewCall(name, shape, lambda lib: (lib.zeros(shape), dim, 0, None, 1))


@drawing("view.dtype")
def view_dtype(name, rng):
    of, wanted = rng.choice((
        ("float32", "int32"), ("float32", "float64"), ("float64", "float32"), ("int64", "int16"), ("int64", "int64"),
    ))  # fmt: skip
    return ViewCall(name, (*sizes(rng, 0, 2), 4), lambda lib: (getattr(lib, wanted),), dtype=of)


@drawing("view_as_real")
def view_as_real(name, rng):
    return ViewCall(name, sizes(rng), layout=layout(rng), dtype=rng.choice(("complex64", "complex128")))


@drawing("view_as_complex")
def view_as_complex(name, rng):
    return ViewCall(name, (*sizes(rng, 0, 3), 2), dtype=rng.choice(("float32", "float64")))


@drawing("split.Tensor", "chunk", "tensor_split.sections", "tensor_split.tensor_indices_or_sections")
def split(name, rng):
    shape = sizes(rng, 1)
    many, dim = rng.randint(1, 5), dim_of(rng, shape)
    if name.endswith("_or_sections"):
        many = rng.choice((many, [1, 3]))
        return ViewCall(name, shape, lambda lib: (lib.tensor(many), dim), layout=layout(rng))
    return ViewCall(name, shape, lambda _: (many, dim), layout=layout(rng))


@drawing("split.sizes", "split_with_sizes")
def split_sizes(name, rng):
    shape = sizes(rng, 1)
    dim = dim_of(rng, shape)
    first = rng.randint(0, shape[dim])
    return ViewCall(name, shape, lambda _: ([first, 0, shape[dim] - first], dim), layout=layout(rng))


@drawing("tensor_split.indices")
def split_at(name, rng):
    shape = sizes(rng, 1)
    at, dim = [rng.randint(-5, 5) for _ in range(rng.randint(0, 3))], dim_of(rng, shape)
    return ViewCall(name, shape, lambda _: (at, dim), layout=layout(rng))


@drawing("unbind.int")
def unbind(name, rng):
    shape = sizes(rng, 1)
    dim = dim_of(rng, shape)
    return ViewCall(name, shape, lambda _: (dim,), layout=layout(rng))


@drawing("hsplit.int", "vsplit.int", "dsplit.int", "hsplit.array", "vsplit.array", "dsplit.array")
def split_along(name, rng):
    shape = [*sizes(rng, {"h": 1, "v": 2, "d": 3}[name[0]])]
    if name.endswith("array"):
        at = [rng.randint(-5, 5) for _ in range(rng.randint(0, 3))]
        return ViewCall(name, tuple(shape), lambda _: (at,), layout=layout(rng))
    many = rng.randint(1, 3)
    shape[min({"h": 1, "v": 0, "d": 2}[name[0]], len(shape) - 1)] = many * rng.randint(1, 2)
    return ViewCall(name, tuple(shape), lambda _: (many,), layout=layout(rng))
