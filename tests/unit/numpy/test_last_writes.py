"""Positions that name an element several times: values and gradients beside a plain loop of writes."""

import numpy as np
import pytest

import wye

SEEDS = range(3)


def _drawn(rng):
    """A shape, an index with positions that repeat, and the shape of a value that broadcasts to it."""
    shape = tuple(rng.integers(1, 4, size=rng.integers(1, 4)).tolist())
    common = tuple(rng.integers(1, 4, size=rng.integers(1, 3)).tolist())
    index = []
    for size in shape:
        kind = rng.random()
        sizes = common if kind < 0.45 else tuple(1 if rng.random() < 0.5 else one for one in common)
        if kind < 0.6:
            index.append(rng.integers(-size, size, size=sizes))
        elif kind < 0.8:
            index.append(slice(None, None, [None, 2, -1][rng.integers(0, 3)]))
        else:
            index.append(int(rng.integers(-size, size)))
    if not any(isinstance(one, np.ndarray) for one in index):
        index[0] = rng.integers(-shape[0], shape[0], size=common)
    index = tuple(index)
    value = np.zeros(shape)[index].shape
    sizes = [1 if rng.random() < 0.25 else size for size in value]
    return shape, index, tuple(sizes[rng.integers(0, 2) if len(sizes) > 1 else 0 :])


def _writers(shape, index, sizes):
    """For each element the number of the value that a loop of writes leaves there; -1 where none is written."""
    places = np.arange(int(np.prod(shape))).reshape(shape)[index]
    numbers = np.broadcast_to(np.arange(int(np.prod(sizes))).reshape(sizes), places.shape)
    found = np.full(int(np.prod(shape)), -1)
    for place in np.ndindex(places.shape):
        found[places[place]] = numbers[place]
    return found.reshape(shape)


def _expected(x, v, weights, writers):
    """The gradients of ``sum(weights * y)`` for x and v, where y is x with ``v * v`` written to it."""
    of_x, of_v = np.where(writers < 0, weights, 0.0), np.zeros_like(v)
    for place in np.ndindex(x.shape):
        if writers[place] >= 0:
            of_v.flat[writers[place]] += 2 * v.flat[writers[place]] * weights[place]
    return of_x, of_v


def _cases(seed):
    rng = np.random.default_rng(seed)
    for _ in range(25):
        shape, index, sizes = _drawn(rng)
        x, v, weights = rng.normal(size=shape), rng.normal(size=sizes), rng.normal(size=shape)
        yield index, x, v, weights, _writers(shape, index, sizes)


def _total(index, weights):
    def total(x, v):
        y = x * 1.0
        y[index] = v * v
        return np.sum(y * weights)

    return total


@pytest.mark.parametrize("seed", SEEDS)
def test_only_the_last_write_to_an_element_has_a_gradient(seed):
    for index, x, v, weights, writers in _cases(seed):
        total, expected = _total(index, weights), _expected(x, v, weights, writers)
        for function in (total, wye.functionalize(total)):
            for found, wanted in zip(wye.grad(function, (0, 1))(x, v), expected, strict=True):
                np.testing.assert_allclose(found, wanted, rtol=1e-12, atol=1e-12, err_msg=repr((x.shape, index)))
        slope = wye.jvp(total, (x, v), (np.zeros_like(x), np.ones_like(v)))[1]
        np.testing.assert_allclose(slope, expected[1].sum(), rtol=1e-10, atol=1e-12)


@pytest.mark.parametrize("seed", SEEDS)
def test_positions_of_each_example_and_of_a_graph_are_written_in_order(seed):
    rng = np.random.default_rng(seed)
    for _ in range(8):
        count, size = int(rng.integers(1, 6)), int(rng.integers(1, 4))
        x, v = rng.normal(size=(2, size, 2)), rng.normal(size=(2, count, 2))
        at, weights = rng.integers(-size, size, size=(2, count)), rng.normal(size=(size, 2))

        def total(x, v, at, weights=weights):
            return _total(at, weights)(x, v)

        expected = [_expected(x[k], v[k], weights, _writers((size, 2), (at[k],), (count, 2)))[1] for k in range(2)]
        gradient = wye.grad(total, 1)
        np.testing.assert_allclose(wye.vmap(gradient)(x, v, at), expected)
        graph = wye.make_fx(gradient)(x[0], v[0], at[0])
        np.testing.assert_allclose(np.asarray(graph(*map(wye.tensor, (x[1], v[1], at[1])))), expected[1])


def _put(y, v):
    np.put(y, [0, 2, 0, -1, 2], v)


def _flat(y, v):
    y.flat[[1, 1, 3]] = v[:3]


def _along_axis(y, v):
    np.put_along_axis(y, np.array([[0, 0, 1], [1, 1, 1]]), v[:6].reshape(2, 3), 1)


def _along_none(y, v):
    np.put_along_axis(y, np.array([3, 0, 3]), v[:3], None)


def _added(y, v):
    y[[0, 0, 1]] += v[:3, None]


def _place(y, v):
    np.place(y, y > 0.5, v[:2])


def _copyto(y, v):
    np.copyto(y, v[:3], where=np.array([[True, False, True], [False, True, True]]))


@pytest.mark.parametrize("write", [_put, _flat, _along_axis, _along_none, _added, _place, _copyto])
def test_functions_that_write_leave_the_last_value_and_its_gradient(write):
    rng = np.random.default_rng(4)
    x, v, weights = rng.uniform(0.6, 1.0, (2, 3)), rng.normal(size=7), rng.normal(size=(2, 3))

    def total(v):
        y = x + v[0] * 0.0
        write(y, v)
        return np.sum(y * y * weights)

    found = wye.grad(total)(v)
    step = np.eye(7) * 1e-6
    expected = [(total(v + one) - total(v - one)) / 2e-6 for one in step]
    np.testing.assert_allclose(found, expected, rtol=1e-5, atol=1e-8)
    np.testing.assert_allclose(wye.vmap(wye.grad(total))(np.stack([v, v])), [found, found])
    np.testing.assert_allclose(wye.grad(wye.functionalize(total))(v), found)


def test_a_value_for_all_positions_counts_once_for_each_element():
    def total(v):
        y = np.zeros(3) * v
        y[[1, 1, 1]] = v
        return np.sum(y)

    assert wye.grad(total)(2.0) == 1.0


def test_writes_that_name_each_element_once_add_nothing_to_a_graph():
    def written(x):
        y = x * 1.0
        y[[2, 0]] = x[:2]
        return y

    code = wye.make_fx(written)(np.arange(3.0)).code
    assert "index_put_" in code
    assert "where" not in code
