"""What the drawn cases do not say of reductions, statistics and sorting: signatures, errors, ties, partial batches."""

import inspect

import numpy as np
import pytest

import wye
import wye.numpy as wnp
from wye.numpy import table

A = np.array([[3.0, 1.0, 3.0], [2.0, 5.0, 4.0]])
_MODULES = (
    "reductions", "nan_reductions", "quantiles", "statistics", "differences", "number_parts", "sorting", "sets",
    "inspection",
)  # fmt: skip


def _own_lines():
    table.load()
    return [
        pytest.param(theirs, ours, id=theirs.__name__)
        for theirs, ours in table.FUNCTIONS.items()
        if ours.__module__.rpartition(".")[2] in _MODULES and ours.__module__.startswith("wye.numpy.functions.")
    ]


@pytest.mark.parametrize(("theirs", "ours"), _own_lines())
def test_a_line_has_the_parameters_of_numpys_function(theirs, ours):
    expected = list(inspect.signature(theirs).parameters.values())
    found = inspect.signature(ours).parameters
    assert [one.name for one in expected if one.name not in found] == []
    places = [name for name, one in found.items() if one.kind is not one.KEYWORD_ONLY]
    assert (
        places
        == [one.name for one in expected if one.kind is not one.KEYWORD_ONLY and one.name in found][: len(places)]
    )


@pytest.mark.parametrize(
    "call",
    [
        lambda x: np.sum(x, axis=5),
        lambda x: np.sum(x, axis=(0, 0)),
        lambda x: np.mean(x[0, 0], axis=0),
        lambda x: np.max(x[:0]),
        lambda x: np.max(x, where=x > 2),
        lambda x: np.argmin(x[:, :0], axis=1),
        lambda x: np.var(x, ddof=1, correction=1),
        lambda x: np.ptp(x > 2),
        lambda x: np.average(x, weights=[1.0, 2.0]),
        lambda x: np.average(x, axis=1, weights=[0.0, 0.0, 0.0]),
        lambda x: np.quantile(x, 1.5),
        lambda x: np.percentile(x, -1.0),
        lambda x: np.quantile(x, 0.5, method="unknown"),
        lambda x: np.quantile(x, 0.5, weights=[1.0, 1.0, 1.0], axis=1),
        lambda x: np.quantile(x * 1j, 0.5),
        lambda x: np.nanargmax(x * np.nan, axis=1),
        np.cumulative_sum,
        lambda x: np.sort(x[0, 0]),
        lambda x: np.sort(x, order="a"),
        lambda x: np.partition(x, 7),
        lambda x: np.searchsorted(x, 1.0),
        lambda x: np.searchsorted(x[0], 1.0, side="middle"),
        lambda x: np.digitize(x, [1.0, 3.0, 2.0]),
        lambda x: np.nonzero(x[0, 0]),
        lambda x: np.where(x, x),
        lambda x: np.isclose(x, x[:, :2]),
        lambda x: np.isin(x, x, kind="unknown"),
        lambda x: np.isposinf(x * 1j),
        lambda x: np.cov(x, ddof=0.5),
        lambda x: np.cov(x, aweights=[1.0, 2.0, -1.0]),
        lambda x: np.histogram(x, bins=0),
        lambda x: np.histogram(x, bins=[2.0, 1.0]),
        lambda x: np.histogram(x, range=(2, 1)),
        lambda x: np.histogram(x * np.inf),
        lambda x: np.bincount(x[0]),
        lambda x: np.bincount(x[0].astype(int) - 9),
        lambda x: np.diff(x, n=-1),
        lambda x: np.gradient(x, 1.0, 2.0, 3.0),
        lambda x: np.gradient(x, edge_order=3),
        lambda x: np.convolve(x, x[0]),
        lambda x: np.convolve(x[0], x[0], mode="other"),
        lambda x: np.interp(1.0, x[0], x[0, :2]),
        lambda x: np.i0(x * 1j),
        lambda x: np.clip(x, 1.0),
        lambda x: np.sum(x, axis=0, out=np.zeros(5)),
    ],
)
def test_errors_have_the_class_of_numpys(call):
    with pytest.raises((ValueError, TypeError, IndexError, ZeroDivisionError, RuntimeError)) as expected:
        call(A.copy())
    with pytest.raises(expected.type):
        call(wnp.asarray(A.copy()))


def test_equal_extremes_share_the_gradient_evenly():
    np.testing.assert_array_equal(wye.grad(lambda x: np.max(x[0]))(A), [[0.5, 0, 0.5], [0, 0, 0]])
    np.testing.assert_array_equal(wye.grad(np.min)(np.array([2.0, 1.0, 1.0, 1.0])), np.array([0, 1, 1, 1]) / 3)


def test_a_partition_has_smaller_elements_before_and_greater_ones_after():
    x = np.random.default_rng(0).normal(size=(3, 9))
    found = np.asarray(np.partition(wnp.asarray(x), 4, axis=1))
    assert (found[:, :4] <= found[:, 4:5]).all()
    assert (found[:, 5:] >= found[:, 4:5]).all()
    np.testing.assert_array_equal(np.sort(found), np.sort(x))
    places = np.asarray(np.argpartition(wnp.asarray(x), 4, axis=1))
    np.testing.assert_array_equal(np.take_along_axis(x, places, 1)[:, 4], np.sort(x)[:, 4])


def test_comparisons_of_arrays_are_truths_where_values_are_known():
    x = wnp.asarray(A)
    assert np.allclose(x, A + 1e-12)
    assert not np.array_equal(x, A[:1])
    np.testing.assert_array_equal(wye.vmap(lambda row: np.allclose(row, A[0]))(A), [True, False])


@pytest.mark.parametrize(
    ("call", "inputs", "in_dims"),
    [
        (np.searchsorted, (np.sort(A), A), (0, None)),
        (np.searchsorted, (np.array([1.0, 2.0, 3.0]), A), (None, 0)),
        (np.interp, (A, np.array([1.0, 2.0, 5.0]), A), (None, None, 0)),
        (np.interp, (A, np.sort(A), A[0]), (0, 0, None)),
        (np.quantile, (A, np.array([0.25, 0.5])), (None, 0)),
        (np.convolve, (A, A[0]), (0, None)),
        (lambda x, w: np.histogram(x, bins=3, weights=w)[0], (A[0], A), (None, 0)),
        (lambda x, w: np.histogram(x, bins=3, weights=w)[0], (A, A[0]), (0, None)),
        (lambda x, y: np.where(x > 2, x, y), (A, A[0]), (0, None)),
        (np.cov, (A, A[0]), (0, None)),
        (np.isin, (A, A[0]), (0, None)),
        (np.isin, (A, A), (None, 0)),
    ],
)
def test_some_arguments_may_be_batched_and_others_not(call, inputs, in_dims):
    found = wye.vmap(call, in_dims)(*inputs)
    for place in range(2):
        one = [x if dim is None else x[place] for x, dim in zip(inputs, in_dims, strict=True)]
        np.testing.assert_allclose(found[place], call(*one))


def test_a_histogram_has_gradients_by_its_weights_and_its_ends():
    weights = np.array([1.0, 2.0, 3.0])
    found = wye.jacobian(lambda w: np.histogram([0.0, 0.4, 1.0], bins=2, weights=w)[0])(weights)
    np.testing.assert_array_equal(found, [[1, 1, 0], [0, 0, 1]])
    edges = wye.jacobian(lambda x: np.histogram_bin_edges(x, bins=2))(np.array([0.0, 0.4, 1.0]))
    np.testing.assert_allclose(edges, [[1, 0, 0], [0.5, 0, 0.5], [0, 0, 1]])


def test_unique_values_have_gradients():
    found = wye.grad(lambda x: np.sum(np.unique(x) * np.array([1.0, 10.0])))(np.array([4.0, 2.0, 4.0]))
    np.testing.assert_array_equal(found, [10, 1, 0])


def test_methods_are_the_functions_of_the_same_name():
    x = wnp.asarray(A)
    assert float(x.sum()) == A.sum()
    np.testing.assert_allclose(np.asarray(x.std(axis=0, ddof=1)), A.std(axis=0, ddof=1))
    np.testing.assert_array_equal(np.asarray(x.argsort(axis=0)), A.argsort(axis=0))
    np.testing.assert_array_equal(np.asarray(x.clip(2, 3)), A.clip(2, 3))
    out = wnp.asarray(np.zeros(2))
    assert x.max(axis=1, out=out) is out
    np.testing.assert_array_equal(np.asarray(out), A.max(1))


def test_the_deviation_of_one_number_is_constant():
    np.testing.assert_array_equal(wye.grad(np.std)(np.array([2.0])), [0.0])
    np.testing.assert_array_equal(wye.grad(lambda x: np.sum(np.std(x, axis=1)))(np.ones((3, 1))), np.zeros((3, 1)))
    np.testing.assert_array_equal(
        wye.hessian(lambda x: np.sum(np.std(x, axis=0)))(np.ones((1, 2))), np.zeros((1, 2, 1, 2))
    )


@pytest.mark.parametrize("options", [{}, {"axis": 0}, {"ddof": 1}, {"axis": 1, "keepdims": True}])
def test_the_deviation_of_equal_elements_has_a_gradient_of_zero(options):
    assert wye.grad(lambda x: np.sum(np.std(x, **options)))(np.ones((2, 3))).tolist() == np.zeros((2, 3)).tolist()
    along = wye.jvp(lambda x: np.sum(np.std(x, **options)), (np.ones((2, 3)),), (A,))[1]
    assert along == 0
