"""`wye.array_api` beside `array_api_strict`, which has the standard and nothing else: drawn calls, fixed seed."""

import numpy as np
import pytest

import wye.array_api as xp
from wye.numpy import Array

strict = pytest.importorskip("array_api_strict")

UNARY = [
    "abs", "acos", "acosh", "asin", "asinh", "atan", "atanh", "bitwise_invert", "ceil", "conj", "cos", "cosh",
    "exp", "expm1", "floor", "imag", "isfinite", "isinf", "isnan", "log", "log10", "log1p", "log2",
    "logical_not", "negative", "positive", "real", "reciprocal", "round", "sign", "signbit", "sin", "sinh",
    "sqrt", "square", "tan", "tanh", "trunc",
]  # fmt: skip
BINARY = [
    "add", "atan2", "bitwise_and", "bitwise_left_shift", "bitwise_or", "bitwise_right_shift", "bitwise_xor",
    "copysign", "divide", "equal", "floor_divide", "greater", "greater_equal", "hypot", "less", "less_equal",
    "logaddexp", "logical_and", "logical_or", "logical_xor", "maximum", "minimum", "multiply", "nextafter",
    "not_equal", "pow", "remainder", "subtract",
]  # fmt: skip
OTHERS = [
    "sum", "prod", "max", "min", "mean", "std", "var", "all", "any", "argmax", "argmin", "cumulative_sum",
    "cumulative_prod", "flip", "roll", "squeeze", "unique_all", "unique_counts", "unique_inverse",
    "unique_values", "nonzero", "count_nonzero", "sort", "argsort", "diff", "matrix_transpose",
]  # fmt: skip
OPTIONS = (
    {}, {"axis": 0}, {"axis": -1}, {"axis": (0, 1)}, {"axis": 1, "keepdims": True}, {"shift": 1}, {"descending": True},
    {"correction": 1},
)  # fmt: skip
DTYPES = [
    "bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float32", "float64",
    "complex64", "complex128",
]  # fmt: skip


def draw(rng, dtype, shape):
    if dtype == "bool":
        return rng.integers(0, 2, shape).astype(bool)
    if dtype.startswith("complex"):
        return (rng.normal(size=shape) + 1j * rng.normal(size=shape)).astype(dtype)
    if dtype.startswith("float"):
        return rng.normal(size=shape).astype(dtype)
    return rng.integers(0 if dtype[0] == "u" else -5, 6, shape).astype(dtype)


def calls():
    rng = np.random.default_rng(0)
    for dtype in DTYPES:
        for shape in ((3, 4), (), (0, 2)):
            one, two = draw(rng, dtype, shape), draw(rng, dtype, shape)
            yield from ((name, (one,), {}) for name in UNARY)
            yield from ((name, (one, two), {}) for name in BINARY)
        one, row = draw(rng, dtype, (3, 4)), draw(rng, dtype, (5,))
        yield from ((name, (one,), options) for name in OTHERS for options in OPTIONS)
        yield from (
            ("take", (one, np.array([0, 2])), {"axis": 0}), ("concat", ([one, one],), {"axis": 1}),
            ("stack", ([one, one],), {}), ("permute_dims", (one, (1, 0)), {}), ("expand_dims", (one,), {"axis": 1}),
            ("reshape", (one, (4, 3)), {}), ("tile", (one, (2, 1)), {}), ("repeat", (one, 2), {"axis": 1}),
            ("unstack", (one,), {}), ("broadcast_to", (row, (2, 5)), {}), ("where", (one != 0, one, one), {}),
            ("searchsorted", (np.sort(row), row), {}), ("matmul", (one, one.T.copy()), {}),
            ("tensordot", (one, one), {}), ("vecdot", (one, one), {}), ("tril", (one,), {}), ("triu", (one,), {"k": 1}),
            ("meshgrid", (row, row), {}),
            ("clip", (one, 0, 1), {}), ("isin", (one, row), {}), ("moveaxis", (one, 0, 1), {}),
            ("full_like", (one, 1), {}), ("take_along_axis", (one, np.zeros((3, 1), int)), {"axis": 1}),
        )  # fmt: skip
    square = rng.normal(size=(3, 3))
    for dtype in ("float64", "float32", "complex128"):
        matrix = (square @ square.T + 3 * np.eye(3)).astype(dtype)
        every = ((matrix,), (matrix, matrix), (matrix, 2), (matrix[0], matrix[1]))
        yield from ((f"linalg.{name}", args, {}) for name in strict.linalg.__all__ for args in every)
        yield from ((f"fft.{name}", (matrix,), {}) for name in strict.fft.__all__)


def given(value, namespace):
    if isinstance(value, list):
        return [given(one, namespace) for one in value]
    return namespace.asarray(value) if isinstance(value, np.ndarray) else value


def run(namespace, name, args, options):
    for part in name.split("."):
        namespace, outer = getattr(namespace, part), namespace
    top = strict if outer in (strict, strict.linalg, strict.fft) else xp
    return namespace(*[given(one, top) for one in args], **options)


def same(found, wanted):
    if isinstance(wanted, (tuple, list)):
        assert len(found) == len(wanted)
        for one, other in zip(found, wanted, strict=True):
            same(one, other)
        return
    if hasattr(wanted, "_array"):
        assert type(found) is Array
        wanted = wanted._array
    found, wanted = np.asarray(found), np.asarray(wanted)
    assert (found.dtype, found.shape) == (wanted.dtype, wanted.shape)
    np.testing.assert_allclose(found, wanted, rtol=1e-3, atol=1e-5)


@pytest.mark.filterwarnings("ignore")
def test_drawn_calls_have_the_results_of_the_strict_implementation():
    compared, different = 0, []
    for name, args, options in calls():
        try:
            wanted = run(strict, name, args, options)
        except Exception:  # noqa: BLE001 - the standard does not have such a call
            continue
        compared += 1
        try:
            same(run(xp, name, args, options), wanted)
        except Exception as error:  # noqa: BLE001 - all differences are shown together
            different.append((name, [getattr(one, "dtype", one) for one in args], options, repr(error)[:200]))
    assert compared > 2000
    assert not different, different[:20]
