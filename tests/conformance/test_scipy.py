"""SciPy and scikit-learn on wye's arrays: their array-API paths, lines of special functions, errors that name them."""

import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest

import wye
from wye.errors import NoArrayFunctionError, NoRuleError

pytest.importorskip("scipy")

from tests.unit.numpy import drawn
from tests.unit.numpy.cases.special import CASES

from wye.compat.autograd.scipy import special
from wye.compat.autograd.test_util import check_grads

ROOT = Path(__file__).resolve().parents[2]
X = np.linspace(0.1, 0.9, 5)

pytestmark = pytest.mark.filterwarnings("ignore")


def test_array_api_paths_of_scipy_and_scikit_learn_take_arrays_and_pass_gradients():
    variables = {
        **os.environ,
        "SCIPY_ARRAY_API": "1",
        "PYTHONPATH": os.pathsep.join([str(ROOT), *filter(None, sys.path)]),
    }
    command = [sys.executable, "-m", "tests.conformance.scipy_calls", *["sklearn"] * bool(find_spec("sklearn"))]
    told = subprocess.run(command, cwd=ROOT, env=variables, capture_output=True, text=True, check=False)
    assert told.returncode == 0, told.stderr
    *different, last = told.stdout.splitlines()
    assert not different, told.stdout
    assert int(last.split()[0]) > 90


@pytest.mark.parametrize("case", CASES, ids=str)
def test_lines_of_special_functions(case):
    drawn.check_value(case)
    drawn.check_fake(case)
    if case.vmap:
        drawn.check_vmap(case)
    if case.gradient:
        drawn.check_gradient(case)


@pytest.mark.parametrize(
    ("module", "name", "args"),
    [
        ("special", "logsumexp", ()), ("special", "polygamma", (1,)), ("stats", "gmean", ()), ("stats", "skew", ()),
        ("fft", "dct", ()), ("signal", "hilbert", ()), ("linalg", "expm", ()), ("ndimage", "gaussian_filter1d", (1.0,)),
    ],
)  # fmt: skip
def test_functions_that_take_ndarrays_alone_are_named_where_a_layer_follows(module, name, args):
    import importlib

    function = getattr(importlib.import_module(f"scipy.{module}"), name)

    def total(x):
        given = (1, x) if name == "polygamma" else (np.diag(x), *args) if name == "expm" else (x, *args)
        return np.sum(function(*given))

    with pytest.raises(NoArrayFunctionError, match=rf"scipy\.{module}\.{name} got an array that a layer follows"):
        wye.grad(total)(X)


def test_numbers_that_scipy_computes_with_are_no_silent_loss():
    from scipy.integrate import quad

    with pytest.raises(NoArrayFunctionError, match=r"scipy\.integrate\.quad"):
        wye.grad(lambda x: x[0] * quad(lambda t: t * x[1], 0, 1)[0])(X)


def test_plain_arithmetic_of_scipy_is_followed():
    from scipy.integrate import trapezoid
    from scipy.optimize import rosen, rosen_der

    np.testing.assert_allclose(wye.grad(rosen)(X), rosen_der(X))
    np.testing.assert_allclose(wye.grad(lambda x: trapezoid(x, dx=0.5))(X), [0.25, 0.5, 0.5, 0.5, 0.25])


@pytest.mark.parametrize("name", special.__all__)
def test_special_functions_of_autograd_have_derivatives(name):
    first = {
        **dict.fromkeys(["jn", "yn", "polygamma"], (2,)), **dict.fromkeys(["jv", "iv", "ive", "stdtr", "zeta"], (2.5,)),
        **dict.fromkeys(["beta", "betaln", "gammainc", "gammaincc", "xlogy", "xlog1py"], (1.5,)), "betainc": (1.5, 2.0),
    }.get(name, ())  # fmt: skip
    function = getattr(special, name)
    check_grads((lambda x: function(x + 3.0, 2)) if name == "multigammaln" else lambda x: function(*first, x))(X)


def test_operators_stand_in_traces():
    from scipy.special import betainc, j0

    graph = wye.fx.make_fx(wye.grad(lambda x: np.sum(j0(x))))(X)
    assert "special_bessel_j1" in graph.code
    np.testing.assert_allclose(graph(X), wye.grad(lambda x: np.sum(j0(x)))(X))
    with pytest.raises(NoRuleError, match="betainc has no operator"):
        wye.fx.make_fx(lambda x: betainc(1.0, 2.0, x))(X)


def test_the_example_of_logistic_regression_minimizes_with_scipy(capsys):
    import runpy

    runpy.run_path(str(ROOT / "examples" / "numpy_logistic_regression.py"), run_name="__main__")
    told = capsys.readouterr().out
    assert "scipy.optimize.minimize" in told
