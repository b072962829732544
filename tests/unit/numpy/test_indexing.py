"""Indices with NumPy's meaning: drawn ones beside NumPy's own, and what layers see of them."""

import numpy as np
import pytest

import wye
import wye.numpy as wnp
from wye.fake import FakeTensorMode

A = np.arange(12.0).reshape(3, 4) + 1


# ---- drawn indices ----


def _bound(rng, size):
    return None if rng.random() < 0.4 else int(rng.integers(-size - 2, size + 3))


def _positions(rng, size):
    return (
        rng.integers(-size, size, size=tuple(rng.integers(1, 3, size=rng.integers(0, 3))))
        if size
        else np.array([0])[:0]
    )


def _mask(rng, rest):
    return rng.random(rest[: rng.integers(1, len(rest) + 1)]) < 0.5


KINDS = [
    lambda rng, rest: int(rng.integers(-rest[0] - 1, rest[0] + 1)),
    lambda rng, rest: int(rng.integers(-rest[0], rest[0])) if rest[0] else 0,
    lambda rng, rest: slice(_bound(rng, rest[0]), _bound(rng, rest[0]), [None, 1, 2, 3][rng.integers(0, 4)]),
    lambda rng, rest: slice(_bound(rng, rest[0]), _bound(rng, rest[0]), [-1, -2, -3][rng.integers(0, 3)]),
    lambda rng, rest: None,
    lambda rng, rest: _positions(rng, rest[0]).ravel().tolist(),
    lambda rng, rest: _positions(rng, rest[0]),
    lambda rng, rest: wnp.asarray(_positions(rng, rest[0])),
    _mask,
    lambda rng, rest: wnp.asarray(_mask(rng, rest)),
    lambda rng, rest: bool(rng.integers(0, 2)),
    lambda rng, rest: np.int64(rng.integers(-rest[0], rest[0])) if rest[0] else np.int64(0),
    lambda rng, rest: slice(None),
]


def _drawn_index(rng, shape):
    parts, dim, has_ellipsis = [], 0, False
    while dim < len(shape) and rng.random() < 0.85:
        if not has_ellipsis and rng.random() < 0.15:
            parts.append(...)
            has_ellipsis = True
            dim += rng.random() < 0.5
            continue
        part = KINDS[rng.integers(0, len(KINDS))](rng, shape[dim:])
        parts.append(part)
        if part is not None and not isinstance(part, bool):
            dim += part.ndim if getattr(part, "dtype", None) == np.dtype(bool) else 1
    return tuple(parts) if len(parts) != 1 or rng.random() < 0.5 else parts[0]


def _plain(index):
    if isinstance(index, tuple):
        return tuple(map(_plain, index))
    return np.asarray(index) if type(index) is wnp.Array else index


def _drawn_value(rng, shape):
    sizes = [1 if rng.random() < 0.2 else size for size in shape]
    if rng.random() < 0.4:
        sizes = sizes[rng.integers(0, len(sizes) + 1) :]
    if rng.random() < 0.1 and shape:
        sizes = [1, *sizes]
    return rng.normal(size=sizes)


def _result(function):
    try:
        return function(), None
    except (IndexError, ValueError, TypeError) as error:
        return None, type(error)


@pytest.mark.parametrize("seed", range(4))
def test_drawn_indices_read_and_write_as_those_of_numpy(seed):
    rng = np.random.default_rng(seed)
    for _ in range(250):
        shape = tuple(rng.integers(1, 4, size=rng.integers(0, 5)).tolist())
        data, index = rng.normal(size=shape), _drawn_index(rng, shape)
        x = wnp.asarray(data.copy())
        expected, error = _result(lambda: data[_plain(index)])  # noqa: B023 - called at once
        found, ours = _result(lambda: x[index])  # noqa: B023
        assert ours is error, (shape, index)
        if error is not None:
            continue
        assert type(found) is wnp.Array
        np.testing.assert_array_equal(np.asarray(found), expected, err_msg=repr((shape, index)), strict=True)
        value = _drawn_value(rng, expected.shape)
        error = _result(lambda: data.__setitem__(_plain(index), value))[1]  # noqa: B023
        ours = _result(lambda: x.__setitem__(index, wnp.asarray(value)))[1]  # noqa: B023
        assert ours is error, (shape, index, value.shape)
        np.testing.assert_array_equal(np.asarray(x), data, err_msg=repr((shape, index, value.shape)))


# ---- views, copies, scalars ----


def test_writes_through_a_view_reach_the_array():
    x = wnp.asarray(A.copy())
    row, column = x[1], x[:, 2]
    row[0] = -1.0
    column += 100.0
    x[...][0, 0] = 7.0
    expected = A.copy()
    expected[1, 0], expected[0, 0] = -1.0, 7.0
    expected[:, 2] += 100.0
    np.testing.assert_array_equal(np.asarray(x), expected)


def test_elements_at_arrays_of_positions_are_copies():
    x = wnp.asarray(A.copy())
    for index in ([0, 1], np.array([True, False, True]), np.array(1)):
        x[index][...] = 0.0
    np.testing.assert_array_equal(np.asarray(x), A)


def test_a_single_element_is_a_value_of_its_own():
    x = wnp.asarray(np.array([1.0, 2.0]))
    kept = x[0]
    x[0] = x[1]
    x[1] = kept
    np.testing.assert_array_equal(np.asarray(x), [2.0, 1.0])
    total = x[0]
    total += 5.0
    np.testing.assert_array_equal(np.asarray(x), [2.0, 1.0])


def test_augmented_assignment_writes_once_for_each_place():
    x, expected = wnp.asarray(A.copy()), A.copy()
    for index in (0, (slice(None, None, -1), 1), ([0, 0, 2],), (A > 5,), (..., None)):
        x[index] += 2.5
        expected[index] += 2.5
    np.testing.assert_array_equal(np.asarray(x), expected)


def test_values_are_cast_as_numpy_casts_them():
    x = wnp.asarray(np.zeros(4, np.uint8))
    x[0], x[1], x[2:] = 3.9, True, np.array([260, 7])
    np.testing.assert_array_equal(np.asarray(x), [3, 1, 4, 7])
    with pytest.raises(OverflowError):
        x[0] = 300
    with pytest.warns(np.exceptions.ComplexWarning):
        x[0] = np.array(2 + 1j)
    with pytest.raises(TypeError):
        x[0] = 1j
    with pytest.raises(ValueError, match="could not broadcast"):
        x[:3] = [1, 2]


def test_bytes_are_positions_and_not_masks():
    np.testing.assert_array_equal(np.asarray(wnp.asarray(A)[np.array([2, 0], np.uint8)]), A[[2, 0]])


@pytest.mark.parametrize("shape", [(0,), (0, 0), (3, 0), (0, 4)])
def test_a_mask_without_elements_picks_none(shape):
    data, mask = np.arange(12.0).reshape(3, 4), np.zeros(shape, bool)
    x = wnp.asarray(data.copy())
    assert x[mask].shape == x[wnp.asarray(mask)].shape == data[mask].shape
    x[mask] = 5.0
    np.testing.assert_array_equal(np.asarray(x), data)
    for wrong in (np.zeros((2, 0), bool), np.zeros((0, 5), bool)):
        with pytest.raises(IndexError, match="boolean index did not match"):
            x[wrong]


@pytest.mark.parametrize("index", [1.0, "a", np.array([1.0]), (0, 0, 0), (..., ...), 3, [0, 3], np.ones(4, bool)])
def test_what_is_no_index_of_the_array_is_an_index_error(index):
    with pytest.raises(IndexError):
        A[index]
    with pytest.raises(IndexError):
        wnp.asarray(A)[index]


# ---- layers ----

INDICES = [
    0, (1, 2), (slice(None), 2), slice(None, None, -1), [0, 2], np.array([True, False, True]), (slice(None), [1, 0]),
    ([0, 1], [2, 3]), (..., None, -1), (np.arange(3), slice(None, None, -2)), A > 4,
]  # fmt: skip


def _written(index):
    def function(x):
        y = x * 1.0
        y[index] = y[index] * x[index] * 3.0
        y[index] += x[index]
        return y * y

    return function


@pytest.mark.parametrize("index", INDICES, ids=repr)
def test_gradients_pass_reading_and_writing(index):
    function = _written(index)
    total = lambda x: np.sum(function(x))  # noqa: E731
    step = np.zeros_like(A)
    found = wye.grad(total)(A)
    for place in np.ndindex(A.shape):
        step[place] = 1e-6
        np.testing.assert_allclose(found[place], (total(A + step) - total(A - step)) / 2e-6, rtol=1e-4, atol=1e-3)
        step[place] = 0.0


@pytest.mark.parametrize("index", INDICES, ids=repr)
def test_batches_traces_and_fake_runs_read_and_write(index):
    function = _written(index)
    batch = np.stack([A, A + 1])
    np.testing.assert_allclose(wye.vmap(function)(batch), np.stack([function(one) for one in batch]))
    np.testing.assert_allclose(np.asarray(wye.make_fx(function)(A)(wye.tensor(A + 1))), function(A + 1))
    with FakeTensorMode() as mode:
        assert function(wnp.Array(mode.from_tensor(wye.tensor(A)))).shape == A.shape


def test_a_mask_of_each_example_may_be_filled_under_vmap():
    def filled(x):
        y = x * 1.0
        y[np.greater(x, 3.0)] = x[0]
        return y

    batch = np.array([[1.0, 5.0, 2.0], [4.0, 0.0, 9.0]])
    np.testing.assert_array_equal(wye.vmap(filled)(batch), np.where(batch > 3, batch[:, :1], batch))


def test_positions_of_each_example_may_be_read_under_vmap():
    found = wye.vmap(lambda x, i: x[i, ::-1])(np.stack([A, A]), np.array([2, 0]))
    np.testing.assert_array_equal(found, [A[2, ::-1], A[0, ::-1]])


# ---- slices that run backwards ----


def _chained(y, v):
    y[::-1][:2] = v


def _named(y, v):
    z = y[::-1]
    z[0] = v[0]
    y[1] = 7.0
    z[2:] *= v[1]


def _twice(y, v):
    y[::-1][1:][::-2][0] = v[1]


def _flipped(y, v):
    np.flip(y)[1:3] += v
    np.flipud(y)[0] = v[0]


def _by_function(y, v):
    z = y[::-1]
    np.put(z, [0, 1], v)
    np.add.at(z, [0, 0], v[0])
    np.multiply(z, 2.0, out=z)
    z[1:].sort()


def _rows(y, v):
    m = y.reshape(2, 2)
    m[::-1, ::-1][0] = v
    np.fliplr(m)[1] -= v


@pytest.mark.parametrize("write", [_chained, _named, _twice, _flipped, _by_function, _rows])
def test_writes_to_copies_that_run_backwards_reach_the_array(write):
    x, v, weights = np.array([1.0, 2.0, 3.0, 4.0]), np.array([5.0, 6.0]), np.array([1.0, 10.0, 100.0, 1000.0])
    expected, found = x.copy(), wnp.asarray(x.copy())
    write(expected, v)
    write(found, v)
    np.testing.assert_array_equal(np.asarray(found), expected)

    def total(v):
        y = x + 0.0 * v[0]
        write(y, v)
        return np.sum(y * weights)

    slope = [(total(v + step) - total(v - step)) / 2e-6 for step in np.eye(2) * 1e-6]
    np.testing.assert_allclose(wye.grad(total)(v), slope, rtol=1e-6, atol=1e-8)
    np.testing.assert_allclose(wye.vmap(total)(np.stack([v, v + 1])), [total(v), total(v + 1)])
