"""NumPy's protocols on arrays and tensors."""

import numpy as np
import pytest

import wye
import wye.numpy as wnp
from wye.numpy.calls import OPERATORS, compute, operator_of
from wye.numpy.table import UNIVERSAL

A = np.array([1.0, 2.0, 3.0])


@pytest.mark.parametrize("dtype", ["float32", "float64", "int32", "int64", "uint8", "bool", "complex64"])
def test_simple_calls_have_numpys_dtypes_the_second_time_too(dtype):
    x, number = np.array([1, 0, 1], dtype), 2.5
    for _ in range(3):
        for mine, theirs in [(wnp.asarray(x), x), (wye.from_numpy(x), x)]:
            found, wanted = np.asarray(np.multiply(mine, mine)), np.multiply(theirs, theirs)
            assert (found.dtype, found.tolist()) == (wanted.dtype, wanted.tolist())
            found, wanted = np.asarray(np.cos(mine)), np.cos(theirs)
            assert found.dtype == wanted.dtype
            np.testing.assert_allclose(found, wanted, rtol=1e-3 if dtype in ("bool", "uint8") else 1e-6)
        found, wanted = np.asarray(wnp.asarray(x) * number), x * number
        assert (found.dtype, found.tolist()) == (wanted.dtype, wanted.tolist())


def test_a_line_of_ones_own_replaces_what_the_engine_remembers():
    x = wnp.asarray(A)
    np.testing.assert_array_equal(np.sin(x), np.sin(A))
    before, mine = UNIVERSAL[np.sin], OPERATORS[np.sin]
    try:
        wnp.implements(np.sin)(lambda value: value * 2)
        np.testing.assert_array_equal(np.sin(x), 2 * A)
    finally:
        UNIVERSAL[np.sin] = before
        mine.same.clear()
    np.testing.assert_array_equal(np.sin(x), np.sin(A))


def test_an_operator_that_raises_leaves_nothing_behind():
    x, y = wnp.asarray(A), wnp.asarray(np.ones(4))
    for _ in range(3):
        with pytest.raises(ValueError, match="broadcast"):
            np.add(x, y)


def test_operators_take_dictionaries():
    with pytest.raises(TypeError):
        wye._engine.engine.ArrayOperator([], {}, print)
    with pytest.raises(TypeError):
        wye._engine.engine.ArrayProtocol([], print)
    assert operator_of(np.add) is OPERATORS[np.add]


def test_numbers_stay_weak_beside_arrays():
    x = wnp.asarray(A.astype(np.float32))
    assert (x + 2.0).dtype == np.float32
    assert (x + np.float64(2)).dtype == np.float64
    assert (wnp.asarray(np.arange(3)) + 2.5).dtype == np.float64
    assert compute(np.add, UNIVERSAL[np.add], (x, 1)).dtype is wye.float32


def test_numpys_own_function_runs_where_no_layer_follows():
    found = np.spacing(wnp.asarray(A))
    assert type(found) is wnp.Array
    np.testing.assert_array_equal(found, np.spacing(A))
