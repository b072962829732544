"""`numpy.linalg` and products of wye's arrays: errors, result classes, dtypes that hang on values."""

import numpy as np
import pytest

import wye
import wye.numpy
from wye.errors import NoArrayFunctionError
from wye.numpy.arrays import Array, as_tensor
from wye.pytree import tree_map

EYE, ONES, WIDE = np.eye(2), np.ones((2, 2)), np.ones((2, 3))
NAN = np.array([[np.nan, 1.0], [1.0, 1.0]])
L = np.linalg


@pytest.mark.parametrize(
    ("function", "args"),
    [
        (L.inv, (ONES,)), (L.inv, (WIDE,)), (L.inv, (np.ones(2),)), (L.inv, (ONES.astype("float16"),)),
        (L.inv, (np.stack([EYE, ONES]),)), (L.inv, (NAN,)), (L.solve, (ONES, np.ones(2))), (L.solve, (EYE, np.ones(3))),
        (L.solve, (np.stack([EYE, EYE, EYE]), np.ones((3, 2)))), (L.cholesky, (-EYE,)), (L.cholesky, (WIDE,)),
        (L.det, (WIDE,)), (L.slogdet, (np.ones(2),)), (L.eig, (NAN,)), (L.eigvals, (WIDE,)), (L.svd, (NAN,)),
        (L.eigh, (EYE, "X")), (L.qr, (EYE, "x")), (L.qr, (np.ones(2),)), (L.pinv, (np.ones(2),)), (L.cond,
        (np.ones((0, 2)),)),
        (L.lstsq, (EYE, np.ones(3))), (L.lstsq, (NAN, np.ones(2))), (L.matrix_power, (EYE, 1.5)), (L.tensorinv,
        (EYE, 0)),
        (L.norm, (EYE, 3)), (L.norm, (np.ones(2), "nuc")), (L.norm, (EYE, None, 5)), (L.norm, (EYE, 2, (0, 0))),
        (L.norm, (np.ones(0), -np.inf)), (np.dot, (WIDE, WIDE)), (np.inner, (WIDE, WIDE.T)), (np.vdot, (WIDE, EYE)),
        (L.matmul, (WIDE, WIDE)), (L.matmul, (WIDE, np.array(2.0))), (np.tensordot, (WIDE, WIDE, 1)),
        (np.tensordot, (WIDE, WIDE, 5)), (np.einsum, ("ij,jk", WIDE, WIDE)), (np.einsum, ("ij->k", WIDE)),
        (np.einsum, ("ij->ii", WIDE)), (np.einsum, ("ijk", WIDE)), (np.einsum, ("i$", WIDE)), (np.einsum,
        ("ij", WIDE, WIDE)),
        (np.einsum, ("i...->i", WIDE)), (np.cross, (np.ones(4), np.ones(4))), (np.cross, (WIDE, np.ones((3, 3)))),
        (np.trace, (np.ones(2),)), (np.trace, (EYE, 0, 5)), (L.multi_dot, ([EYE],)), (L.multi_dot,
        ([EYE, WIDE, WIDE],)),
        (L.outer, (EYE, EYE)), (L.matrix_transpose, (np.ones(2),)), (L.cross, (EYE, EYE)),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)  # fmt: skip
def test_errors_are_those_of_numpy(function, args):
    with pytest.raises(Exception) as theirs:  # noqa: PT011 - whichever NumPy raises
        function(*args)
    with pytest.raises(type(theirs.value)) as ours:
        function(*tree_map(lambda one: wye.numpy.asarray(one) if isinstance(one, np.ndarray) else one, args))
    assert str(ours.value) == str(theirs.value)


@pytest.mark.parametrize("function", [L.eig, L.eigh, L.qr, L.svd, L.slogdet])
def test_results_with_several_parts_have_numpys_classes(function):
    assert type(function(wye.numpy.asarray(EYE))) is type(function(EYE))


def test_eigenvalues_are_real_where_all_are_and_values_are_known():
    turned = np.array([[0.0, 1.0], [-1.0, 0.0]])
    assert L.eigvals(wye.numpy.asarray(EYE)).dtype == np.linalg.eigvals(EYE).dtype  # float64 before NumPy 2.5
    assert L.eigvals(wye.numpy.asarray(turned)).dtype == np.complex128
    assert L.eig(wye.numpy.asarray(np.stack([EYE, turned]))).eigenvectors.dtype == np.complex128
    assert wye.vmap(L.eigvals)(np.stack([EYE, EYE])).dtype == np.complex128
    found = wye.grad(lambda x: np.sum(np.real(L.eigvals(x)) * np.arange(2.0)))(np.diag([3.0, 1.0]))
    np.testing.assert_allclose(found, np.diag([0.0, 1.0]))


def test_the_gradient_of_the_norm_of_zeros_is_zero():
    np.testing.assert_array_equal(wye.grad(L.norm)(np.zeros(3)), np.zeros(3))


def test_results_are_written_to_out():
    out = wye.numpy.asarray(np.zeros((2, 2)))
    assert np.dot(wye.numpy.asarray(EYE), ONES, out=out) is out
    np.testing.assert_array_equal(np.asarray(out), ONES)
    plain = np.zeros((2, 2))
    assert np.einsum("ij->ji", wye.numpy.asarray(EYE), out=plain) is plain
    with pytest.raises(NoArrayFunctionError, match="cannot write to the ndarray"):
        wye.grad(lambda x: np.dot(x, EYE, out=np.zeros((2, 2))).sum())(ONES)
    with pytest.raises(TypeError, match="Cannot cast"):
        np.outer(wye.numpy.asarray(np.ones(2)), np.ones(2), out=wye.numpy.asarray(np.zeros((2, 2), int)))
    with pytest.raises(ValueError, match="wrong dimensions"):
        np.outer(wye.numpy.asarray(np.ones(2)), np.ones(2), out=wye.numpy.asarray(np.zeros((2, 3))))


def test_tensors_under_a_layer_reach_the_table_too():
    x = as_tensor(EYE).requires_grad_()
    assert not isinstance(L.inv(x), Array)
    L.inv(x).sum().backward()
    np.testing.assert_allclose(x.grad.numpy(), -np.ones((2, 2)))


def test_a_failure_that_is_not_the_matrix_keeps_its_own_error():
    def f(x):
        return L.inv(x) if bool(np.sum(x) > 0) else x

    with pytest.raises(TypeError, match="needs the values"):
        wye.vmap(f)(np.stack([EYE, EYE]))
    with pytest.raises(np.linalg.LinAlgError, match="Singular matrix"):
        wye.vmap(L.inv)(np.stack([EYE, ONES]))


def test_frequencies_have_gradients_by_the_distance_of_samples():
    np.testing.assert_array_equal(np.asarray(wye.numpy.fft.fftfreq(5, 0.5)), np.fft.fftfreq(5, 0.5))
    np.testing.assert_array_equal(np.asarray(wye.numpy.fft.rfftfreq(4, 0.5)), np.fft.rfftfreq(4, 0.5))
    np.testing.assert_allclose(wye.grad(lambda d: np.sum(wye.numpy.fft.rfftfreq(4, d)))(0.5), -0.75 / 0.25)
