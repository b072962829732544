"""Functions of other libraries that take ndarrays alone."""

import numpy as np
import pytest

import wye
from wye.errors import NoArrayFunctionError

SOURCE = """
import numpy as np

def mean(x):
    return np.isnan(np.asarray(x)).any()

def total(x):
    return float(np.sum(x))

def as_data(x):
    return np.asarray(x, dtype=float)

def doubled(x):
    return 2 * np.asarray(x)

def decorated(f):
    def wrapper(*args):
        return f(*[np.asarray(one, dtype=float) for one in args])
    return wrapper

@decorated
def moment(x):
    return x

class Spline:
    def __init__(self, x):
        self.x = np.asarray(x, dtype=float)
"""
library: dict = {"__name__": "scipy.stats._made"}
exec(SOURCE, library)  # functions of a module of SciPy's
X = np.array([1.0, 2.0])


@pytest.mark.parametrize("name", ["mean", "total", "as_data", "moment", "Spline"])
def test_functions_are_named(name):
    with pytest.raises(
        NoArrayFunctionError, match=rf"scipy\.stats\.{name} got an array that a layer follows"
    ) as caught:
        wye.grad(library[name])(X)
    assert "SCIPY_ARRAY_API=1" in " ".join(caught.value.__notes__)


def test_layers_without_values_name_them_too():
    for run in (lambda: wye.vmap(library["mean"])(np.ones((3, 2))), lambda: wye.eval_shape(library["mean"], X)):
        with pytest.raises(NoArrayFunctionError, match=r"scipy\.stats\.mean"):
            run()


def test_plain_arithmetic_works():
    np.testing.assert_array_equal(wye.grad(lambda x: np.sum(library["doubled"](x)))(X), [2.0, 2.0])


def test_other_errors_stay():
    with pytest.raises(ZeroDivisionError):
        wye.grad(lambda x: np.sum(x) / 0 if library["mean"](X) else 1 // 0)(X)


def test_numbers_that_a_program_asks_for_are_given():
    assert wye.grad(lambda x: np.sum(x) * float(x[0]))(X).tolist() == [1.0, 1.0]


def test_memory_around_an_array_is_not_read():
    strided = np.lib.stride_tricks.as_strided
    with pytest.raises(NoArrayFunctionError, match="as_strided"):
        wye.grad(lambda x: np.sum(strided(x[1:], (2, 2), (-8, 8))))(X)
