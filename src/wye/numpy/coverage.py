"""Which functions of NumPy have a line in the table, and what works with each: ``python -m wye.numpy.coverage``.

Every function is called with a sample of arguments that NumPy takes: on arrays (value), inside `wye.grad` (gradient),
under `wye.vmap` (vmap), on fake tensors (fake).  So the answer is what runs, not what is written down.
"""

from __future__ import annotations

import argparse
import inspect
import sys
import warnings
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from wye import late_names
from wye.fake import DynamicOutputShapeException, FakeTensorMode
from wye.numpy.arrays import Array, as_tensor
from wye.numpy.table import FUNCTIONS, UNIVERSAL, load
from wye.pytree import tree_leaves, tree_map
from wye.tensors import Tensor

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

__all__ = ["Row", "functions", "main", "rows"]

# Functions that do not compute with arrays: files, text, settings, dtypes, and what only makes arrays of numbers.
_ELSEWHERE: Final = frozenset({
    "array2string", "array_repr", "array_str", "asarray_chkfinite", "asmatrix", "base_repr", "binary_repr", "bmat",
    "busday_count", "busday_offset", "array", "asanyarray", "ascontiguousarray", "asfortranarray", "asarray",
    "astype", "datetime_as_string", "datetime_data", "einsum_path", "array_equal", "array_equiv",
    "broadcast_shapes", "can_cast", "common_type", "format_float_positional", "format_float_scientific",
    "from_dlpack", "frombuffer", "fromfile", "fromfunction", "fromiter", "frompyfunc", "fromregex", "fromstring",
    "genfromtxt", "get_include", "get_printoptions", "getbufsize", "geterr", "geterrcall", "info", "is_busday",
    "isdtype", "isfortran", "isnat", "isscalar", "issubdtype", "iterable", "load", "loadtxt", "may_share_memory",
    "mintypecode", "min_scalar_type", "nested_iters", "printoptions", "promote_types", "put_along_axis",
    "result_type", "save", "savetxt", "savez", "savez_compressed", "set_printoptions", "setbufsize", "seterr",
    "seterrcall", "shares_memory", "show_config", "show_runtime", "test", "typename", "arange", "bartlett",
    "blackman", "empty", "eye", "full", "hamming", "hanning", "identity", "indices", "kaiser", "ones", "tri",
    "tril_indices", "triu_indices", "zeros", "diag_indices", "mask_indices", "require", "copyto", "place", "put",
    "putmask", "fill_diagonal",
})  # fmt: skip
_LAYERS: Final = ("value", "gradient", "vmap", "fake")


@dataclass(frozen=True, slots=True)
class Row:
    """One function: its name, whether it has a line, and what each layer does: ``yes``, ``no`` or ``-``.

    ``-`` is said where the layer does not apply: without floats there is no gradient, and an array whose shape depends
    on data has another shape for each example.
    """

    name: str
    has_line: bool
    value: str = "-"
    gradient: str = "-"
    vmap: str = "-"
    fake: str = "-"


def functions() -> Iterator[tuple[str, Any]]:
    """The functions of NumPy that compute with arrays, by name."""
    for prefix, module in (("", np), ("linalg.", np.linalg), ("fft.", np.fft)):
        for name in sorted(module.__all__):
            found = getattr(module, name, None)
            if (
                callable(found)
                and not inspect.isclass(found)
                and name not in _ELSEWHERE
                and not inspect.ismodule(found)
            ):
                yield f"{prefix}{name}", found


def _samples() -> Iterator[tuple[tuple[Any, ...], dict[str, Any]]]:
    """Arguments to try, in turn."""
    rng = np.random.default_rng(0)
    matrix, other = rng.uniform(0.2, 0.9, (3, 3)), rng.uniform(0.2, 0.9, (3, 3))
    matrix, row, numbers = matrix + 3 * np.eye(3), rng.uniform(0.2, 0.9, 3), np.array([1, 2, 3])
    yield from (((one,), {}) for one in (matrix, row, numbers, [matrix, other]))
    yield from (((one, two), {}) for one in (matrix, row, numbers) for two in (other, row, numbers, 1, (1, 0)))
    yield from [((matrix, numbers - 1, 0), {}), ((row, 0.1, 0.5), {}), ((matrix, (3, 3)), {}), ((row, 1, 0), {})]
    yield from [((matrix > 0, matrix, other), {}), (([row > 0], [row]), {}), (("ij,jk->ik", matrix, other), {})]
    yield from [((np.argsort(matrix, 1), matrix), {}), ((matrix, np.argsort(matrix, 1), 1), {}), ((row, 3, 1), {})]
    yield from [((lambda x: x * x, 0, matrix), {}), ((np.sum, matrix, [0]), {})]
    yield from [((row, [row > 0.5], [lambda x: x]), {}), ((numbers, [row, row, row, row]), {}), ((row, row, row), {})]


def _chosen() -> dict[str, tuple[Any, ...]]:
    """Arguments for functions that would take others of the samples in a way that nobody means."""
    row, matrix = np.array([0.3, 0.8, 0.6]), np.array([[0.3, 0.8, 0.6], [0.9, 0.2, 0.5], [0.7, 0.1, 0.4]])
    sections = dict.fromkeys(("array_split", "hsplit", "split", "vsplit"), (matrix, 3))
    sizes = dict.fromkeys(("broadcast_to", "resize", "tile"), (row, (2, 3)))
    bits = np.array([[1, 0, 1, 1], [0, 0, 1, 1]], np.uint8)
    return sections | sizes | {
        "apply_over_axes": (np.sum, matrix, [0]), "choose": ([0, 1, 0], [row, row * 2]), "delete": (row, 1),
        "insert": (row, 1, row[:1]), "packbits": (bits,), "piecewise": (row, [row > 0.5], [np.sin, np.cos]),
        "roll": (row, 1), "select": ([row > 0.5], [row]), "unpackbits": (bits,),
        "unravel_index": (np.array([1, 5]), (3, 3)),
    }  # fmt: skip


def _call_of(function: Any) -> tuple[Any, dict[str, Any]] | None:
    """Arguments that NumPy's own function takes."""
    chosen = _chosen().get(getattr(function, "__name__", ""))
    if chosen is not None:
        return chosen, {}
    for args, kwargs in _samples():
        copies = tree_map(lambda one: one.copy() if isinstance(one, np.ndarray) else one, args)
        try:
            result = function(*copies, **kwargs)
        except Exception:  # noqa: BLE001 - not these, then
            continue
        if result is not None:
            return args, kwargs
    return None


def _is_data(value: Any) -> bool:
    return isinstance(value, np.ndarray)


def _is_float(value: Any) -> bool:
    return _is_data(value) and value.dtype.kind == "f"


def _floats(tree: Any) -> list[Any]:
    """The results that a gradient can come from, as arrays."""
    leaves = [Array(leaf) for leaf in tree_leaves(tree) if isinstance(leaf, Tensor)]
    return [leaf for leaf in leaves if leaf._tensor.is_floating_point() or leaf._tensor.is_complex()]


def _total(tree: Any) -> Any:
    """One number made of all results."""
    found: Any = sum(np.sum(np.abs(leaf)) for leaf in _floats(tree))
    return found


def _answer(run: Callable[[], Any]) -> str:
    try:
        return "yes" if run() is not False else "-"
    except Exception as error:  # noqa: BLE001 - whatever it is, it does not work
        return "-" if _is_about_data(error) else "no"


def _is_about_data(error: Exception) -> bool:
    """Does it say that the shape of the result depends on data: different for each example, unknown without a run?"""
    signs = ("dynamic shape", "data-dependent", "for the shape of its result")
    return isinstance(error, DynamicOutputShapeException) or any(sign in str(error) for sign in signs)


def _shape_env() -> Any:
    """What holds sizes that depend on data; None without sympy, which it needs."""
    try:
        from wye.symbolic import ShapeEnv
    except ImportError:
        return None
    return ShapeEnv(allow_scalar_outputs=True, allow_dynamic_output_shape_ops=True)


def row_of(name: str, function: Any) -> Row:
    """What works with one function."""
    load()
    has_line = function in UNIVERSAL or function in FUNCTIONS
    call = _call_of(function)
    if call is None:
        return Row(name, has_line)
    args, kwargs = call
    has_floats = any(map(_is_float, tree_leaves(args)))

    def with_arrays(make: Callable[[Any], Any]) -> Any:
        return tree_map(lambda one: make(one) if _is_data(one) else one, args)

    def value() -> Any:
        function(*with_arrays(lambda one: Array(as_tensor(one.copy()))), **kwargs)

    def gradient() -> Any:
        given = with_arrays(lambda one: one.copy())
        result = function(*with_arrays(lambda one: Array(as_tensor(one.copy()))), **kwargs)
        if not has_floats or not _floats(result):
            return False
        chosen = next(i for i, one in enumerate(given) if any(map(_is_float, tree_leaves(one))))
        late_names.find("wye.numpy", "grad")(lambda *inside: _total(function(*inside, **kwargs)), argnums=chosen)(
            *given
        )
        return True

    def vmap() -> Any:
        given = with_arrays(lambda one: np.stack([one, one]))
        dims = tuple(tree_map(lambda one: 0 if _is_data(one) else None, args))
        late_names.find("wye.numpy", "vmap")(lambda *inside: function(*inside, **kwargs), in_dims=dims)(*given)

    def fake() -> Any:
        with FakeTensorMode(shape_env=_shape_env(), static_shapes=True) as mode:
            function(*with_arrays(lambda one: Array(mode.from_tensor(as_tensor(one.copy())))), **kwargs)

    return Row(name, has_line, *[_answer(run) for run in (value, gradient, vmap, fake)])


def rows() -> list[Row]:
    """A row for each function of NumPy that computes with arrays."""
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        return [row_of(name, function) for name, function in functions()]


def main(arguments: list[str] | None = None) -> int:
    """Print the table, and how many functions each layer has."""
    parser = argparse.ArgumentParser(prog="python -m wye.numpy.coverage", description=__doc__.splitlines()[0])
    parser.add_argument("--missing", action="store_true", help="only functions that lack something")
    options = parser.parse_args(arguments)
    found = rows()
    print(f"{'function':28} {'line':5} " + " ".join(f"{layer:9}" for layer in _LAYERS))
    for row in found:
        answers = [getattr(row, layer) for layer in _LAYERS]
        if not options.missing or not row.has_line or "no" in answers:
            line = "yes" if row.has_line else "no"
            print(f"{row.name:28} {line:5} " + " ".join(f"{answer:9}" for answer in answers).rstrip())
    counts = ", ".join(f"{layer} {sum(getattr(row, layer) == 'yes' for row in found)}" for layer in _LAYERS)
    print("-: does not apply: no floats, no derivative, or a result whose shape depends on data")
    print(f"{len(found)} functions: a line {sum(row.has_line for row in found)}, {counts}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
