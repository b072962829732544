"""Calls of the table's functions that are repeated: see Note [Repeated calls] (src/wye/numpy/repeating.py)."""

import gc
import weakref

import numpy as np
import pytest
from tests.unit.numpy import drawn

import wye
import wye.numpy
from wye._engine import engine
from wye.fx import make_fx
from wye.numpy.table import FUNCTIONS


@pytest.fixture(autouse=True)
def _lines():
    """Lines run also for arrays that no layer follows."""
    with drawn.through_lines():
        yield


IS_PURE = engine.__name__ != "wye._hot"
W = np.arange(9.0).reshape(3, 3) / 7 - 0.5
PLACES = np.array([2, 0, 0, 1])
FUNCTIONS_OF_VECTORS = {
    "sum": lambda x: np.sum(x, axis=0, keepdims=True),
    "mean": np.mean,
    "std": lambda x: np.std(x, ddof=1),
    "max": lambda x: np.max(np.reshape(x, (3, 1)) * W, axis=1),
    "where": lambda x: np.where(x > 0.5, x, 2.0 * x),
    "where of ndarrays": lambda x: np.where(W > 0, x, W),
    "where with a number": lambda x: np.where(x > 0.5, x, 0.0),
    "dot": lambda x: np.dot(W, x),
    "matmul": lambda x: W @ x + x @ W,
    "matmul of a transposed": lambda x: (x * W).T @ (x * W),
    "einsum": lambda x: np.einsum("ij,j->i", W, x),
    "outer": lambda x: np.outer(x, x[:2]),
    "concatenate": lambda x: np.concatenate([x, W[0], x[1:]]),
    "stack": lambda x: np.stack((x, W[1]), axis=1),
    "cumsum": np.cumsum,
    "clip": lambda x: np.clip(x, 0.3, 0.8),
    "einsum that permutes nothing": lambda x: np.einsum("i,i,i->i", x, np.cos(x), x) + np.einsum("i->i", x),
    "einsum of complex numbers": lambda x: np.abs(np.einsum("i,ij->j", np.conj(x + 1j), W) + np.vdot(x * 1j, x + 2j)),
    "solve": lambda x: np.linalg.solve(np.outer(x, x) + np.eye(3), x),
    "trace": lambda x: np.trace(x * W),
    "norm": np.linalg.norm,
    "tril": lambda x: np.tril(x * W),
    "roll": lambda x: np.roll(x, 1),
    "at places": lambda x: x[PLACES],
    "at places of two dimensions": lambda x: (x * W)[[0, 1], PLACES[:2]],
    "under a mask": lambda x: x[np.array([True, False, True])],
    "under a mask of itself": lambda x: x[x > 0.5],
    "backwards": lambda x: x[::-1],
    "sort": np.sort,
    "diff": np.diff,
    "pad": lambda x: np.pad(x, 1),
    "tensordot": lambda x: np.tensordot(W, x, 1),
    "prod": np.prod,
    "median": np.median,
    "repeat": lambda x: np.repeat(x, 2),
    "fft": lambda x: np.abs(np.fft.fft(np.fft.fft(x) * x)),
    "rfft": lambda x: np.fft.irfft(np.fft.rfft(x) * (1 + 2j), 3),
    "sums and products of complex numbers": lambda x: np.real(np.sum(np.exp(1j * x)) * np.dot(x + 1j, np.conj(x * 1j))),
    "conjugated and transposed": lambda x: np.imag(np.outer(x + 2j, x * 1j).conj().T @ np.stack([x, x * 1j]).T),
}


@pytest.mark.parametrize("function", FUNCTIONS_OF_VECTORS.values(), ids=list(FUNCTIONS_OF_VECTORS))
def test_a_repeated_call_computes_with_its_own_elements(function):
    total = wye.value_and_grad(lambda x: np.sum(np.sin(function(x))))
    for seed in range(4):
        x = np.random.default_rng(seed).uniform(0.1, 1.2, 3)
        value, gradient = total(x)
        wanted = [(np.sum(np.sin(function(x + h))) - np.sum(np.sin(function(x - h)))) / 2e-6 for h in 1e-6 * np.eye(3)]
        np.testing.assert_allclose(value, np.sum(np.sin(function(x))), rtol=1e-13)
        np.testing.assert_allclose(gradient, wanted, rtol=1e-5, atol=1e-7)


FUNCTIONS_OF_TWO = {
    "dot": np.dot,
    "outer": np.outer,
    "einsum": lambda x, y: np.einsum("i,i,i->i", x, y, x),
    "where": lambda x, y: np.where(x > 0.6, x, y),
    "concatenate": lambda x, y: np.concatenate([x, y, x]),
    "stack": lambda x, y: np.stack((x, y)),
    "tensordot": lambda x, y: np.tensordot(x, y, 0),
    "solve": lambda x, y: np.linalg.solve(np.outer(x, y) + np.eye(3), y),
    "at places": lambda x, y: x[np.argsort(y)],
}


@pytest.mark.parametrize("function", FUNCTIONS_OF_TWO.values(), ids=list(FUNCTIONS_OF_TWO))
def test_a_call_of_one_array_twice_is_not_repeated_for_two_arrays(function):
    def total(x):
        y = x * x + 0.5
        twice = function(x, x)  # its operators are kept
        return np.sum(np.sin(twice)) + np.sum(np.cos(function(x, y))) + np.sum(function(y, y))

    for seed in range(3):
        x = np.random.default_rng(seed).uniform(0.1, 1.2, 3)
        wanted = [(total(x + h) - total(x - h)) / 2e-6 for h in 1e-6 * np.eye(3)]
        np.testing.assert_allclose(wye.grad(total)(x), wanted, rtol=1e-5, atol=1e-7)


@pytest.mark.parametrize("function", FUNCTIONS_OF_VECTORS.values(), ids=list(FUNCTIONS_OF_VECTORS))
def test_layers_follow_before_and_after(function):
    total = lambda x: np.sum(np.sin(function(x)))  # noqa: E731
    xs = np.random.default_rng(5).uniform(0.6, 1.2, (2, 3))
    first = [wye.hessian(total)(x) for x in xs]
    for x in xs:
        wye.grad(total)(x)
    for x, before in zip(xs, first, strict=True):
        np.testing.assert_allclose(wye.hessian(total)(x), before, rtol=1e-12)
        np.testing.assert_allclose(make_fx(wye.grad(total))(x)(wye.from_numpy(x)), wye.grad(total)(x), rtol=1e-12)


def test_per_sample_gradients_after_a_repeated_call():
    def loss(w):
        return np.std(np.dot(W, w)) + np.sum(np.where(w > 0.5, w, 0.0)) + np.linalg.norm(w[PLACES])

    ws = np.random.default_rng(0).uniform(0.1, 1.2, (4, 3))
    one_by_one = [wye.grad(loss)(w) for w in ws]
    np.testing.assert_allclose(wye.vmap(wye.grad(loss))(ws), one_by_one, rtol=1e-12)


@pytest.mark.skipif(IS_PURE, reason="the twin remembers nothing")
def test_what_is_remembered():
    line = FUNCTIONS[np.std]
    line.forget()
    x = wye.numpy.asarray(np.arange(1.0, 4.0))
    for _ in range(3):
        np.std(x)
    assert line.kept() == [1]
    np.std(x, ddof=1)
    np.std(wye.numpy.asarray(np.arange(4.0)))
    assert line.kept() == [1, 1, 1]
    for size in range(5, 90):
        assert float(np.std(wye.numpy.asarray(np.arange(float(size))))) == pytest.approx(np.std(np.arange(size)))
    assert len(line.kept()) <= 32
    line.forget()
    assert line.kept() == []


@pytest.mark.skipif(IS_PURE, reason="the twin remembers nothing")
def test_views_that_change_nothing_are_not_repeated():
    line = FUNCTIONS[np.einsum]
    line.forget()
    x = wye.numpy.asarray(np.arange(1.0, 4.0))
    assert np.einsum("i,i->i", x, x * 2).tolist() == [2, 8, 18]
    assert line.kept() == [1]
    part = np.einsum("i->i", x)  # a view in NumPy, too
    part[0] = 7.0
    assert x[0] == 7.0


@pytest.mark.skipif(IS_PURE, reason="the twin remembers nothing")
def test_calls_that_read_elements_are_not_repeated():
    line = FUNCTIONS[np.digitize]
    line.forget()
    x = wye.numpy.asarray(np.arange(3.0))
    assert np.digitize(x, np.array([0.5, 1.5, 9.0])).tolist() == [0, 1, 2]
    with pytest.raises(ValueError, match="monoton"):
        np.digitize(x, np.array([1.0, 3.0, 2.0]))
    assert set(line.kept()) <= {None}


def test_numbers_that_are_equal_and_not_the_same():
    def at(number):
        return lambda x: np.sum(1.0 / np.where(np.array([True, False, False]), x, number))

    for _ in range(3):
        x = np.ones(3)
        with np.errstate(divide="ignore"):
            assert wye.value_and_grad(at(0.0))(x)[0] == np.inf
            assert wye.value_and_grad(at(-0.0))(x)[0] == -np.inf
        assert np.isnan(wye.value_and_grad(at(np.nan))(x)[0])
        assert wye.value_and_grad(at(1))(x)[0] == wye.value_and_grad(at(1.0))(x)[0] == 3.0


def test_dtypes_shapes_and_strides_count():
    x = np.arange(1.0, 7.0).reshape(2, 3)
    for _ in range(3):
        for one in (x, x.T, x.reshape(3, 2), x.astype(np.float32), x.astype(int), x > 2, x[:, ::2], x[:1]):
            array = wye.numpy.asarray(one)
            for function in (np.cumsum, np.ravel, np.trace, np.sum, lambda a: np.repeat(a, 2), np.transpose):
                found, wanted = function(array), function(one)
                assert found.dtype == wanted.dtype
                np.testing.assert_array_equal(np.asarray(found), wanted)


def test_gradients_are_recorded_where_they_are_wanted():
    def f(x):
        with wye.no_grad():
            shift = np.mean(x)
        return np.sum((x - shift) ** 2) + np.mean(x)

    for _ in range(3):
        x = np.array([1.0, 2.0, 6.0])
        np.testing.assert_allclose(wye.grad(f)(x), 2 * (x - 3) + 1 / 3)


def test_errors_are_those_of_the_first_call():
    solve = wye.grad(lambda x: np.sum(np.linalg.solve(np.outer(x, x) + x[0] * np.eye(3), x)))
    solve(np.ones(3))
    solve(np.ones(3))
    for _ in range(2):
        with pytest.raises(np.linalg.LinAlgError):
            solve(np.zeros(3))
    pick = wye.grad(lambda x: np.sum(x[PLACES + (0 if float(x[0]) > 0 else 9)]))
    pick(np.ones(3))
    for _ in range(2):
        with pytest.raises(IndexError):
            pick(-np.ones(3))


@pytest.mark.parametrize("place", ["named", "third"])
def test_a_followed_result_is_never_written_to_an_ndarray(place):
    def f(x):
        out = np.zeros(3)
        if place == "named":
            np.dot(W, x, out=out)
        else:
            np.dot(W, x, out)
        return np.sum(out * x)

    for _ in range(2):
        with pytest.raises((TypeError, ValueError)):
            wye.grad(f)(np.ones(3))


def test_functions_of_programs_run_every_time():
    before, calls = FUNCTIONS[np.nanquantile], []

    def doubled(x, q, **options):
        calls.append(q)
        return np.sum(x) * len(calls)

    wye.numpy.implements(np.nanquantile)(doubled)
    try:
        x = wye.numpy.asarray(np.ones(3))
        assert [float(np.nanquantile(x, 0.5)) for _ in range(3)] == [3.0, 6.0, 9.0]
    finally:
        FUNCTIONS[np.nanquantile] = before


def test_a_result_can_be_written_to():
    def f(x):
        y = np.zeros_like(x)
        z = np.ones(3, like=x) * 2.0
        y[0] = x[1]
        z[1:] = np.tril(x * W)[2, 1:]
        return np.sum(y * z * x)

    x = np.array([0.3, 0.9, 1.7])
    first = wye.grad(f)(x)
    for _ in range(3):
        np.testing.assert_array_equal(wye.grad(f)(x), first)


def test_inputs_are_not_kept():
    x = np.random.default_rng(0).uniform(size=3)
    alive = []

    def f(a):
        alive.append(weakref.ref(a))
        return np.std(a) + np.sum(np.where(a > 0.5, a, 0.0))

    for _ in range(3):
        wye.grad(f)(x)
    gc.collect()
    assert all(one() is None for one in alive)
