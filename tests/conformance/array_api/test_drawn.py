"""Functions of the standard on drawn arrays: elements beside NumPy's, dtypes and shapes as the standard has them."""

import math
import operator

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from tests.conformance.array_api.strategies import (
    BOOL,
    COMPLEX,
    EVERY,
    FLOATS,
    INTEGERS,
    NUMBERS,
    REAL,
    arrays,
    axis_of,
    broadcast_shapes,
    drawn,
    pairs,
    plain,
    promoted,
    same,
    shapes,
    summed,
    xps,
)  # fmt: skip

import wye.array_api as xp

pytestmark = pytest.mark.filterwarnings("ignore")

BINARY = {
    **dict.fromkeys(("add", "subtract", "multiply"), NUMBERS), **dict.fromkeys(("divide",), FLOATS + COMPLEX),
    **dict.fromkeys(("bitwise_and", "bitwise_or", "bitwise_xor"), BOOL + INTEGERS),
    **dict.fromkeys(("equal", "not_equal"), EVERY),
    **dict.fromkeys(("greater", "greater_equal", "less", "less_equal", "maximum", "minimum"), REAL),
    **dict.fromkeys(("atan2", "copysign", "hypot", "logaddexp", "nextafter"), FLOATS),
    **dict.fromkeys(("logical_and", "logical_or", "logical_xor"), BOOL),
    **dict.fromkeys(("bitwise_left_shift", "bitwise_right_shift"), INTEGERS),
    **dict.fromkeys(("floor_divide", "remainder"), REAL),
}  # fmt: skip
OPERATORS = {
    "add": "add", "subtract": "sub", "multiply": "mul", "divide": "truediv", "floor_divide": "floordiv",
    "remainder": "mod", "bitwise_and": "and", "bitwise_or": "or", "bitwise_xor": "xor", "equal": "eq",
    "not_equal": "ne", "greater": "gt", "greater_equal": "ge", "less": "lt", "less_equal": "le",
    "bitwise_left_shift": "lshift", "bitwise_right_shift": "rshift",
}  # fmt: skip
COMPARED = {"equal", "not_equal", "greater", "greater_equal", "less", "less_equal"}


def second(name, dtype):
    """Elements of a second argument that every library takes."""
    if name.endswith("shift"):
        return st.integers(0, 7)
    limits = {"min_value": 1} if name in ("floor_divide", "remainder") and np.dtype(dtype).kind in "iu" else {}
    finite = {"allow_infinity": False} if name == "floor_divide" and np.dtype(dtype).kind == "f" else {}
    return xps.from_dtype(dtype, **limits, **finite)


# ---- elementwise ----


@pytest.mark.parametrize("name", BINARY)
@drawn
@given(data=st.data())
def test_functions_of_two_arrays(name, data):
    one, two, common = data.draw(pairs(BINARY[name]))
    sizes = data.draw(broadcast_shapes(2))
    x = data.draw(arrays([one], sizes[0], elements=second(name, one) if name == "floor_divide" else None))
    y = data.draw(arrays([two], sizes[1], elements=second(name, two)))
    wanted = getattr(np, name)(plain(x).astype(common), plain(y).astype(common))
    same(getattr(xp, name)(x, y), wanted, rtol=1e-5 if common.kind in "fc" else 0.0)
    if name in OPERATORS:
        word = OPERATORS[name]
        same(getattr(operator, f"__{word}__")(x, y), wanted, rtol=1e-5 if common.kind in "fc" else 0.0)
        if name not in COMPARED and wanted.shape == x.shape and wanted.dtype == x.dtype:
            changed = getattr(operator, f"__i{word}__")(xp.asarray(x, copy=True), y)
            same(changed, wanted, rtol=1e-5 if common.kind in "fc" else 0.0)


@pytest.mark.parametrize("name", BINARY)
@drawn
@given(data=st.data())
def test_numbers_of_python_take_the_dtype_of_the_array(name, data):
    x = data.draw(arrays(BINARY[name]))
    assume(name != "floor_divide" or x.dtype.kind in "iu")
    number = data.draw(second(name, x.dtype))
    wanted = getattr(np, name)(plain(x), np.asarray(number, x.dtype))
    same(getattr(xp, name)(x, number), wanted, rtol=1e-5 if x.dtype.kind in "fc" else 0.0)
    if name in OPERATORS:
        found = getattr(operator, f"__{OPERATORS[name]}__")(x, number)
        same(found, wanted, rtol=1e-5 if x.dtype.kind in "fc" else 0.0)


@drawn
@given(arrays(REAL), st.data())
def test_clip(x, data):
    finite = {"allow_nan": False} if x.dtype.kind == "f" else {}
    low, high = sorted(data.draw(xps.from_dtype(x.dtype, **finite)) for _ in range(2))
    wanted = np.clip(plain(x), np.asarray(low, x.dtype), np.asarray(high, x.dtype))
    same(xp.clip(x, low, high), wanted)
    same(xp.clip(x, xp.asarray(low, dtype=x.dtype), max=xp.asarray(high, dtype=x.dtype)), wanted)
    same(xp.clip(x, min=low), np.maximum(plain(x), np.asarray(low, x.dtype)))


@drawn
@given(st.data())
def test_where(data):
    one, two, common = data.draw(pairs(EVERY))
    sizes = data.draw(broadcast_shapes(3))
    mask, x, y = (data.draw(arrays([dtype], size)) for dtype, size in zip((xp.bool, one, two), sizes, strict=True))
    same(xp.where(mask, x, y), np.where(plain(mask), plain(x).astype(common), plain(y).astype(common)))
    number = data.draw(xps.from_dtype(one))
    same(xp.where(mask, number, x), np.where(plain(mask), np.asarray(number, one), plain(x)))


# ---- dtypes ----


@drawn
@given(st.sampled_from(EVERY), st.sampled_from(EVERY), st.data())
def test_promotion_and_casts(one, two, data):
    common = promoted(one, two)
    given_one = data.draw(st.just(one) | arrays([one]))
    assert xp.can_cast(given_one, two) is (common is not None and common == two)
    if common is not None:
        assert xp.result_type(given_one, two) == xp.result_type(two, given_one) == common
    kinds = {
        "bool": "b", "signed integer": "i", "unsigned integer": "u", "integral": "iu", "real floating": "f",
        "complex floating": "c", "numeric": "iufc",
    }  # fmt: skip
    for kind, letters in kinds.items():
        assert xp.isdtype(one, kind) is (np.dtype(one).kind in letters)
        assert xp.isdtype(one, (kind, two)) is (np.dtype(one).kind in letters or one == two)


@drawn
@given(arrays(BOOL + INTEGERS), st.sampled_from(EVERY))
def test_astype(x, dtype):
    same(xp.astype(x, dtype), plain(x).astype(dtype))


# ---- creation ----


@drawn
@given(st.sampled_from(EVERY), shapes(), st.data())
def test_new_arrays(dtype, shape, data):
    number = data.draw(xps.from_dtype(dtype))
    like = data.draw(arrays(EVERY, shape))
    for found in (xp.full(shape, number, dtype=dtype), xp.full_like(like, number, dtype=dtype)):
        same(found, np.full(shape, np.asarray(number, dtype)))
    nested = [[data.draw(xps.from_dtype(dtype)) for _ in range(2)] for _ in range(3)]
    same(xp.asarray(nested, dtype=dtype), np.asarray(nested, dtype=dtype))
    for name in ("ones", "zeros"):
        same(getattr(xp, name)(shape, dtype=dtype), getattr(np, name)(shape, dtype=dtype))
        same(getattr(xp, f"{name}_like")(like), getattr(np, f"{name}_like")(plain(like)))


@drawn
@given(st.integers(-20, 20), st.integers(-20, 20), st.integers(-5, 5).filter(bool), st.integers(0, 8), st.booleans())
def test_ranges(start, stop, step, count, endpoint):
    same(xp.arange(start, stop, step), np.arange(start, stop, step))
    same(xp.arange(start, stop=stop, step=step / 2), np.arange(start, stop, step / 2))
    found = xp.linspace(start, stop, count, endpoint=endpoint)
    same(found, np.linspace(start, stop, count, endpoint=endpoint))
    same(xp.eye(count, 3, k=step), np.eye(count, 3, k=step))


# ---- reductions, order, sets ----


@pytest.mark.parametrize("name", ["sum", "prod", "max", "min", "mean", "std", "var", "all", "any", "count_nonzero"])
@drawn
@given(data=st.data())
def test_reductions(name, data):
    dtypes = {"max": REAL, "min": REAL, "mean": FLOATS, "std": FLOATS, "var": FLOATS}.get(name, NUMBERS)
    options = {} if name == "count_nonzero" else {"elements": st.integers(0, 9)}
    x = data.draw(arrays(dtypes, shapes(min_side=1), **options))
    places = st.none() | (axis_of(x.ndim) if x.ndim else st.none())
    axis, keepdims = data.draw(places | st.just(tuple(range(x.ndim)))), data.draw(st.booleans())
    wanted = np.asarray(getattr(np, name)(plain(x), axis=axis, keepdims=keepdims))
    dtype = summed(x.dtype) if name in ("sum", "prod") else wanted.dtype
    same(getattr(xp, name)(x, axis=axis, keepdims=keepdims), wanted, dtype=dtype, rtol=1e-5 * (dtype.kind in "fc"))


@pytest.mark.parametrize("name", ["cumulative_sum", "cumulative_prod"])
@drawn
@given(data=st.data())
def test_running_sums_and_products(name, data):
    x = data.draw(arrays(NUMBERS, shapes(min_dims=1), elements=st.integers(0, 3)))
    axis, initial = data.draw(axis_of(x.ndim)), data.draw(st.booleans())
    wanted = getattr(np, name)(plain(x), axis=axis, include_initial=initial)
    same(getattr(xp, name)(x, axis=axis, include_initial=initial), wanted, dtype=summed(x.dtype), rtol=1e-5)


@drawn
@given(arrays(REAL, shapes(min_dims=1, min_side=1)), st.data())
def test_order(x, data):
    axis = data.draw(axis_of(x.ndim))
    same(xp.sort(x, axis=axis), np.sort(plain(x), axis=axis))
    same(xp.argsort(x, axis=axis), np.argsort(plain(x), axis=axis, stable=True))
    same(xp.argmax(x, axis=axis), np.argmax(plain(x), axis=axis))
    down = plain(xp.argsort(x, axis=axis, descending=True))
    kept = plain(xp.sort(x, axis=axis, descending=True))
    np.testing.assert_array_equal(np.take_along_axis(plain(x), down, axis), kept)
    values = np.where(np.isnan(kept), np.inf, kept) if x.dtype.kind == "f" else kept
    rows = np.moveaxis(values, axis, 0)
    assert (rows[1:] <= rows[:-1]).all()


@drawn
@given(arrays(REAL, shapes(min_dims=1, max_dims=1)), st.sampled_from(["left", "right"]), st.data())
def test_places_in_a_row(x, side, data):
    wanted = data.draw(arrays([x.dtype]))
    sorter = xp.argsort(x)
    found = xp.searchsorted(x, wanted, side=side, sorter=sorter)
    same(found, np.searchsorted(np.sort(plain(x)), plain(wanted), side=side))


@drawn
@given(arrays(EVERY, shapes(min_side=1)))
def test_sets_have_each_nan_by_itself(x):
    every, counted, inverse = xp.unique_all(x), xp.unique_counts(x), xp.unique_inverse(x)
    flat = plain(x).reshape(-1)
    values = plain(every.values)
    count = len({one for one in flat.tolist() if one == one}) + int(np.sum(flat != flat))
    assert values.shape == counted.values.shape == inverse.values.shape == xp.unique_values(x).shape == (count,)
    np.testing.assert_array_equal(values[plain(every.inverse_indices)], plain(x))
    np.testing.assert_array_equal(plain(inverse.values)[plain(inverse.inverse_indices)], plain(x))
    np.testing.assert_array_equal(flat[plain(every.indices)], values)
    assert int(xp.sum(every.counts)) == int(xp.sum(counted.counts)) == flat.size
    assert plain(every.counts)[values != values].tolist() == [1] * int(np.sum(flat != flat))


@drawn
@given(arrays(NUMBERS, shapes(min_dims=1, min_side=1), elements=st.integers(0, 9)), st.data())
def test_differences(x, data):
    axis, n = data.draw(axis_of(x.ndim)), data.draw(st.integers(1, 2))
    size = [*x.shape]
    size[axis] = 2
    before = xp.ones(tuple(size), dtype=x.dtype)
    same(xp.diff(x, axis=axis, n=n, prepend=before), np.diff(plain(x), axis=axis, n=n, prepend=plain(before)))


# ---- shapes ----


@drawn
@given(st.data())
def test_joined_and_taken_apart(data):
    one, two, common = data.draw(pairs(EVERY))
    shape = data.draw(shapes(min_dims=1))
    x, y = data.draw(arrays([one], shape)), data.draw(arrays([two], shape))
    axis = data.draw(axis_of(x.ndim))
    for name in ("concat", "stack"):
        wanted = getattr(np, name)([plain(x).astype(common), plain(y).astype(common)], axis=axis)
        same(getattr(xp, name)((x, y), axis=axis), wanted)
    same(xp.concat([x, y], axis=None), np.concatenate([plain(x).astype(common), plain(y).astype(common)], axis=None))
    parts = xp.unstack(x, axis=axis)
    assert isinstance(parts, tuple)
    assert len(parts) == x.shape[axis]
    for found, wanted in zip(parts, np.unstack(plain(x), axis=axis), strict=True):
        same(found, wanted)


@drawn
@given(arrays(EVERY, shapes(min_dims=1)), st.data())
def test_moved_and_repeated(x, data):
    n, axis, other = x.ndim, data.draw(axis_of(x.ndim)), data.draw(axis_of(x.ndim))
    order = tuple(data.draw(st.permutations(range(n))))
    shift, times = data.draw(st.integers(-5, 5)), tuple(data.draw(st.lists(st.integers(0, 2), max_size=4)))
    counts = data.draw(arrays(INTEGERS, (x.shape[axis],), elements=st.integers(0, 3)))
    w = plain(x)
    same(xp.flip(x, axis=axis), np.flip(w, axis))
    same(xp.permute_dims(x, order), np.transpose(w, order))
    same(xp.moveaxis(x, axis, other), np.moveaxis(w, axis, other))
    same(xp.roll(x, shift), np.roll(w, shift))
    same(xp.roll(x, (shift, 1), axis=(axis, other)), np.roll(w, (shift, 1), (axis, other)))
    same(xp.tile(x, times), np.tile(w, times))
    same(xp.repeat(x, counts, axis=axis), np.repeat(w, plain(counts).astype(np.int64), axis))
    same(xp.expand_dims(x, axis=axis), np.expand_dims(w, axis))
    same(xp.reshape(x, (-1, 1) if x.size else (0, 1)), np.reshape(w, (-1, 1) if x.size else (0, 1)))
    with pytest.raises(IndexError):
        xp.expand_dims(x, axis=n + 1)
    with pytest.raises(ValueError, match="axis"):
        xp.squeeze(xp.ones((2, 1)), axis=(0,))


@drawn
@given(arrays(EVERY, shapes(min_dims=1, min_side=1)), st.data())
def test_elements_at_positions(x, data):
    axis = data.draw(axis_of(x.ndim))
    places = st.integers(0, x.shape[axis] - 1)
    row = data.draw(arrays(INTEGERS, shapes(min_dims=1, max_dims=1), elements=places))
    same(xp.take(x, row, axis=axis), np.take(plain(x), plain(row).astype(np.int64), axis))
    size = [*x.shape]
    size[axis] = 2
    along = data.draw(arrays(INTEGERS, tuple(size), elements=places))
    wanted = np.take_along_axis(plain(x), plain(along).astype(np.int64), axis)
    same(xp.take_along_axis(x, along, axis=axis), wanted)
    found = xp.nonzero(x)
    assert isinstance(found, tuple)
    for one, other in zip(found, np.nonzero(plain(x)), strict=True):
        same(one, other)


# ---- linear algebra and Fourier transforms ----


@drawn
@given(st.data())
def test_products_of_arrays(data):
    one, two, common = data.draw(pairs(INTEGERS))
    rows, inner, columns = (data.draw(st.integers(0, 3)) for _ in range(3))
    batches = data.draw(broadcast_shapes(2))
    x, y = data.draw(arrays([one], (*batches[0], rows, inner))), data.draw(arrays([two], (*batches[1], inner, columns)))
    w, v = plain(x).astype(common), plain(y).astype(common)
    for function in (xp.matmul, xp.linalg.matmul, operator.matmul):
        same(function(x, y), w @ v)
    same(
        xp.vecdot(x, xp.matrix_transpose(y)[..., :1, :]), np.vecdot(w, np.matrix_transpose(v)[..., :1, :])
    ) if columns else None
    same(xp.tensordot(x, y, axes=((-1,), (-2,))), np.tensordot(w, v, axes=((-1,), (-2,))))
    same(xp.linalg.trace(x), np.trace(plain(x), axis1=-2, axis2=-1), dtype=summed(one))


@pytest.mark.parametrize("dtype", FLOATS + COMPLEX)
@drawn
@given(shape=shapes(max_dims=2, max_side=2), rows=st.integers(1, 3), seed=st.integers(0, 99))
def test_matrices(dtype, shape, rows, seed):
    rng = np.random.default_rng(seed)
    w = (rng.normal(size=(*shape, rows, rows)) + 4 * np.eye(rows)).astype(dtype)
    if w.dtype.kind == "c":
        w = w + 1j * rng.normal(size=w.shape).astype(w.real.dtype)
    x, real = xp.asarray(w.copy()), w.real.dtype
    for name in ("inv", "det", "pinv", "matrix_norm", "vector_norm", "svdvals"):
        same(getattr(xp.linalg, name)(x), getattr(np.linalg, name)(w), rtol=1e-3)
    same(
        xp.linalg.solve(x, xp.ones((rows,), dtype=dtype)),
        np.linalg.solve(w, np.ones((rows, 1), dtype))[..., 0],
        rtol=1e-3,
    )
    assert xp.linalg.matrix_rank(x, rtol=0.1).dtype == np.int64
    u, s, vh = xp.linalg.svd(x, full_matrices=False)
    same(u * s[..., None, :] @ vh, w, rtol=1e-3)
    q, r = xp.linalg.qr(x)
    same(q @ r, w, rtol=1e-3)
    found = xp.linalg.slogdet(x)
    assert (found.sign.dtype, found.logabsdet.dtype) == (w.dtype, real)
    both = xp.linalg.eigh(x + xp.conj(x).mT)
    assert (both.eigenvalues.dtype, both.eigenvectors.dtype) == (real, w.dtype)
    same(xp.linalg.eigvalsh(x + xp.conj(x).mT), plain(both.eigenvalues), rtol=1e-3)


@pytest.mark.parametrize("name", ["fft", "ifft", "rfft", "irfft", "hfft", "ihfft", "fftn", "ifftn", "rfftn", "irfftn"])
@drawn
@given(data=st.data())
def test_transforms(name, data):
    dtype = data.draw(st.sampled_from(FLOATS if name in ("rfft", "ihfft", "rfftn") else COMPLEX))
    shape, norm = (
        data.draw(shapes(min_dims=2, min_side=2)),
        data.draw(st.sampled_from(["backward", "ortho", "forward"])),
    )
    w = np.random.default_rng(math.prod(shape)).normal(size=shape).astype(dtype)
    options = {"axes": (0, 1), "s": (3, 4)} if name.endswith("n") else {"axis": data.draw(axis_of(len(shape))), "n": 5}
    for given_options in ({}, options):
        found = getattr(xp.fft, name)(xp.asarray(w.copy()), norm=norm, **given_options)
        same(found, getattr(np.fft, name)(w, norm=norm, **given_options), rtol=1e-4)
