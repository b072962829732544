"""Plain NumPy programs: gradients beside finite differences, batches beside loops, graphs run again."""

import copy
import pickle

import numpy as np
import pytest
from tests.unit.numpy.programs import PROGRAMS

import wye

pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore")]
# Their number of elements, or their branch, depends on data.
NOT_MAPPED = {"apply", "maskwrite", "pyfloat"}
SMOOTH = [name for name, (_, args) in PROGRAMS.items() if args[0].dtype.kind == "f"]


def _copies(args):
    return [one.copy() for one in args]


def _differences(function, args, number):
    found = np.zeros(args[number].shape, args[number].dtype)
    for place in np.ndindex(found.shape):

        def at(step, place=place):
            given = _copies(args)
            given[number][place] += step
            return function(*given)

        found[place] = (at(1e-6) - at(-1e-6)) / 2e-6
        if found.dtype.kind == "c":
            found[place] += 1j * (at(1e-6j) - at(-1e-6j)) / 2e-6
    return found


@pytest.mark.parametrize("name", PROGRAMS)
def test_gradients_equal_finite_differences(name):
    function, args = PROGRAMS[name]
    for number in range(len(args)):
        expected = _differences(function, args, number)
        np.testing.assert_allclose(wye.grad(function, number)(*_copies(args)), expected, rtol=2e-4, atol=2e-5)


@pytest.mark.parametrize("name", [name for name in PROGRAMS if name not in NOT_MAPPED])
def test_batches_equal_loops(name):
    function, args = PROGRAMS[name]
    batch = [np.stack([one, one * 1.1]) for one in args]
    for of in (function, wye.grad(function)):
        expected = [of(*[one[row].copy() for one in batch]) for row in range(2)]
        np.testing.assert_allclose(wye.vmap(of)(*_copies(batch)), expected, rtol=1e-7, atol=1e-10)


@pytest.mark.parametrize("name", PROGRAMS)
def test_graphs_compute_the_same_again(name):
    function, args = PROGRAMS[name]
    for of in (function, wye.grad(function)):
        graph = wye.make_fx(of)(*_copies(args))
        expected = of(*_copies(args))
        np.testing.assert_allclose(np.asarray(graph(*map(wye.tensor, args))), expected, rtol=1e-9, atol=1e-12)
        for copied in (graph, copy.deepcopy(graph), pickle.loads(pickle.dumps(graph))):
            found = copied(*_copies(args))
            assert type(found) is type(expected)
            np.testing.assert_allclose(found, expected, rtol=1e-9, atol=1e-12)


@pytest.mark.parametrize("name", SMOOTH)
def test_second_derivatives_are_those_of_the_gradient(name):
    function, args = PROGRAMS[name]
    of = wye.grad(function)
    second = wye.hessian(function)(*_copies(args)).reshape(args[0].size, args[0].size)
    np.testing.assert_allclose(second, second.T, rtol=1e-5, atol=1e-7)
    low, high = _copies(args), _copies(args)
    low[0].flat[0] -= 1e-6
    high[0].flat[0] += 1e-6
    np.testing.assert_allclose(second[0], ((of(*high) - of(*low)) / 2e-6).ravel(), rtol=2e-3, atol=1e-4)
    _, slope = wye.jvp(function, tuple(_copies(args)), tuple(np.ones_like(one) for one in args))
    total = sum(wye.grad(function, number)(*_copies(args)).sum() for number in range(len(args)))
    np.testing.assert_allclose(slope, total, rtol=1e-7, atol=1e-9)
