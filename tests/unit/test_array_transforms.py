"""Transforms of functions that are written with NumPy."""

import numpy as np
import pytest

import wye
import wye.numpy
from wye.errors import NoArrayFunctionError

A = np.array([1.0, 2.0, 3.0])
W = np.arange(9.0).reshape(3, 3)


def f(x):
    return np.sum(np.sin(x) * x)


def test_the_gradient_of_a_numpy_function_is_an_ndarray():
    found = wye.grad(f)(A)
    assert type(found) is np.ndarray
    np.testing.assert_allclose(found, np.cos(A) * A + np.sin(A))


def test_the_gradient_of_a_function_of_a_float_is_a_number():
    found = wye.grad(lambda x: x * x)(3.0)
    assert isinstance(found, float)
    assert found == 6.0


def test_transforms_nest():
    np.testing.assert_allclose(wye.grad(wye.grad(lambda y: y * y * y))(2.0), 12.0)
    np.testing.assert_allclose(wye.vmap(wye.grad(f))(np.stack([A, A])), np.stack([np.cos(A) * A + np.sin(A)] * 2))


@pytest.mark.parametrize("product", [lambda x: W @ x, W.dot, lambda x: np.matmul(W, x)])
def test_a_plain_ndarray_may_stand_on_the_left(product):
    np.testing.assert_allclose(wye.grad(lambda x: np.sum(product(x)))(A), W.sum(0))


def test_a_function_may_write_to_its_argument_and_to_what_the_gradient_needs():
    def g(x):
        x[0] += 2 * x[1]
        x[1:] = x[:2] * x[2]
        return np.sum(x)

    np.testing.assert_allclose(wye.grad(g)(A), [4.0, 11.0, 7.0])
    np.testing.assert_allclose(wye.vjp(g, A)[1](1.0)[0], [4.0, 11.0, 7.0])
    np.testing.assert_array_equal(A, [1.0, 2.0, 3.0])


def test_a_function_without_a_line_is_named_under_a_layer():
    with pytest.raises(NoArrayFunctionError, match=r"numpy.isnat has no line"):
        wye.grad(lambda x: np.sum(np.isnat(x)))(A)


def test_an_integer_has_no_gradient():
    with pytest.raises(TypeError, match="give floats"):
        wye.grad(lambda x: x * x)(np.arange(3))


def test_graphs_of_fx_take_ndarrays_and_have_the_names_of_parameters():
    def function(left, right):
        return np.dot(left, right)

    for trace in (wye.make_fx, wye.fx.make_fx):
        graph = trace(function)(np.ones(2), np.ones(2))
        assert "forward(self, left_1, right_1)" in graph.code
        assert float(graph(np.arange(2.0), np.arange(2.0))) == 1.0


def test_functions_and_dtypes_of_numpy_are_no_arrays():
    def function(x, f, dtype):
        return np.sum(f(x).astype(dtype))

    np.testing.assert_allclose(wye.grad(function)(np.zeros(2), np.sin, np.dtype(float)), [1.0, 1.0])


def test_new_arrays_that_a_traced_gradient_writes_to_are_followed():
    def total(x):
        y = np.zeros(4, like=x)
        y[1:3] = x
        y[1:-1] = 0.25 * (y[2:] + y[:-2])
        z = np.array(np.ones(2), like=x)
        z[:1] *= x[1:]
        return np.sum(y * np.arange(4.0) ** 2) + np.sum(z)

    x = np.array([1.0, 2.0])
    expected = wye.grad(total)(x)
    np.testing.assert_allclose(expected, [1.0, 1.25])
    for mode in ("real", "fake"):
        graph = wye.make_fx(wye.grad(total), tracing_mode=mode)(x)
        np.testing.assert_allclose(np.asarray(graph(wye.tensor(x))), expected)


@pytest.mark.parametrize("answer", [3.0, 3, np.float32(3), A.sum()])
def test_a_function_that_does_not_use_its_argument_has_a_gradient_of_zeros_and_runs_once(answer):
    calls = []

    def constant(x):
        calls.append(x)
        return answer * 1.0

    for point in (A, np.array([np.inf, np.nan, 1.0]), 2.0):
        np.testing.assert_array_equal(wye.grad(constant)(point), np.zeros_like(point))
        assert len(calls) == 1
        calls.clear()


def test_numbers_of_arguments_that_are_no_integers_are_refused():
    for wrong in ("x", None, 1.5, (0, "x"), [0]):
        with pytest.raises(RuntimeError, match="argnums must be int or Tuple"):
            wye.grad(np.sum, wrong)(A)


def test_masked_arrays_are_refused_since_the_mask_would_be_lost():
    masked = np.ma.array([1.0, 2.0], mask=[False, True])
    for call in (
        lambda: wye.grad(np.sum)(masked),
        lambda: wye.numpy.asarray(masked),
        lambda: wye.numpy.ones(2) + masked,
    ):
        with pytest.raises(TypeError, match="tensors have no masks"):
            call()


def test_data_whose_memory_no_tensor_can_have_is_not_taken_without_a_copy():
    locked = np.arange(3.0)
    locked.flags.writeable = False
    for data in (locked, np.arange(6.0)[::-2], np.arange(3, dtype=">f8"), [1.0]):
        with pytest.raises(ValueError, match="Unable to avoid copy"):
            wye.numpy.asarray(data, copy=False)
    own = wye.numpy.asarray(A, copy=False)
    assert np.shares_memory(np.asarray(own), A)


def test_a_function_that_writes_to_what_its_gradient_needs_runs_twice_the_first_time_and_once_then():
    calls = []

    def total(x):
        calls.append(x)
        y = np.exp(x)
        y *= 2.0
        return np.sum(y * x)

    slope = wye.grad(total)
    for count in (2, 3, 4):
        np.testing.assert_allclose(slope(A), 2 * np.exp(A) * (1 + A))
        assert len(calls) == count


def _refilled_factor(x):
    buffer, total = np.zeros(3), 0.0
    for k in range(1, 4):
        buffer[:] = k * np.arange(3)
        total = total + np.sum(x * buffer) ** 2 + np.sum(buffer[::-1] * x) + np.dot(buffer, x) ** 2
    return total


def _refilled_matrix(x):
    matrix, total = np.eye(3), 0.0
    for k in range(3):
        matrix[0, k] += 0.5
        total = total + np.sum((matrix @ x) ** 2) + np.linalg.solve(matrix.T, x)[0] ** 2 + np.sum(matrix[k] * x) ** 2
    return total


def _refilled_positions(x):
    at, mask, total = np.array([0, 1]), np.zeros(3, bool), np.zeros_like(x)
    for k in range(2):
        mask[k] = True
        total[at] += x[at] ** (k + 2)
        total[mask] *= x[mask]
        np.add.at(total, at, np.where(mask, x, x**2)[1:])
        mask[k] = False
        at += 1
    return np.sum(total**2)


def _refilled_others(x):
    e, total = np.ones(3), 0.0
    for _ in range(3):
        total = total + np.sum(x**e) ** 2 + np.sum(x / e) ** 2 + np.sum(np.average(x**2, weights=e)) + np.prod([e, x])
        total = total + np.sum(np.interp(x, np.arange(3.0), e)) ** 2 + np.stack([e, x]).std() + np.inner(e, x) ** 2
        e *= 1.5
    return total


@pytest.mark.parametrize("function", [_refilled_factor, _refilled_matrix, _refilled_positions, _refilled_others])
def test_ndarrays_that_are_filled_again_count_with_the_values_they_had(function):
    x = np.array([0.4, 0.9, 1.3])
    wanted = [(function(x + step) - function(x - step)) / 2e-6 for step in 1e-6 * np.eye(3)]
    np.testing.assert_allclose(wye.grad(function)(x), wanted, rtol=1e-6)
    np.testing.assert_allclose(
        wye.grad(lambda y: np.sum(wye.grad(function)(y) * y))(x), wye.hessian(function)(x) @ x + wanted, rtol=1e-6
    )
    np.testing.assert_allclose(wye.vjp(function, x)[1](1.0)[0], wanted, rtol=1e-6)
    np.testing.assert_allclose(wye.jvp(function, (x,), (np.ones(3),))[1], np.sum(wanted), rtol=1e-6)
    np.testing.assert_allclose(wye.vmap(wye.grad(function))(np.stack([x, x]))[1], wanted, rtol=1e-6)
    np.testing.assert_allclose(wye.make_fx(function)(x)(x * 0.9), function(x * 0.9))


def test_arrays_share_memory_again_after_a_transform_that_fails():
    def fails(x):
        raise KeyError(str(x * np.ones(3)))

    with pytest.raises(KeyError):
        wye.grad(fails)(np.ones(3))
    with pytest.raises(ValueError, match="Unable to avoid copy"):
        wye.grad(lambda x: np.sum(x * wye.numpy.asarray(np.ones(3), copy=False)))(np.ones(3))
    data = np.ones(3)
    wye.numpy.asarray(data)[0] = 5.0
    assert data[0] == 5.0


def _written_rows(x):
    rows = np.reshape(x * 1.0, (2, 2))
    for row in rows:
        np.multiply(row, row[0], out=row)
    for place, column in enumerate(rows.T):
        column[place] = column[0] ** 2
    return np.sum(rows * np.arange(4.0).reshape(2, 2))


def test_rows_of_an_array_are_written_to_in_a_loop():
    x = np.array([0.4, 0.9, 1.3, 0.7])
    wanted = [(_written_rows(x + step) - _written_rows(x - step)) / 2e-6 for step in 1e-6 * np.eye(4)]
    slope = wye.grad(_written_rows)
    for _ in range(2):
        np.testing.assert_allclose(slope(x), wanted, rtol=1e-6, atol=1e-8)
    np.testing.assert_allclose(wye.vjp(_written_rows, x)[1](1.0)[0], wanted, rtol=1e-6, atol=1e-8)
    np.testing.assert_allclose(wye.vmap(slope)(np.stack([x, x]))[1], wanted, rtol=1e-6, atol=1e-8)
    assert wye.hessian(_written_rows)(x).shape == (4, 4)
