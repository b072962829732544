"""Calls of SciPy and scikit-learn on wye's arrays, beside the same on ndarrays: run with ``SCIPY_ARRAY_API=1``.

Prints how many calls had the same results, and a line for each that had not.  A program of its own, since SciPy reads
that variable when it is imported.
"""

from __future__ import annotations

import importlib
import sys
import warnings
from typing import TYPE_CHECKING, Any

import numpy as np

import wye
import wye.array_api as xp
from wye.numpy import Array

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

rng = np.random.default_rng(20261116)
X, Y, P = rng.uniform(0.1, 2, 4), rng.uniform(0.5, 3, 4), rng.uniform(0.1, 0.9, 4)
SAMPLE, OTHER, MATRIX = rng.normal(size=20), rng.normal(size=20), rng.normal(size=(5, 3))
SIGNAL, IMAGE = rng.normal(size=32), rng.normal(size=(8, 9))
COMPLEX = rng.normal(size=(4, 8)) + 1j * rng.normal(size=(4, 8))
B, A = np.array([0.1, 0.5, 0.2]), np.array([1.0, -0.3, 0.1])

CALLS: dict[str, dict[str, tuple[Any, ...]]] = {
    "scipy.special": {
        **dict.fromkeys(["expit", "entr", "erf", "gammaln", "i0", "j0", "log_ndtr", "logsumexp", "ndtri", "psi"], (P,)),
        **dict.fromkeys(["log_softmax", "softmax", "rgamma", "ellipk", "expi"], (P,)),
        **dict.fromkeys(["betaln", "kl_div", "rel_entr", "xlogy", "gammainc", "jv", "stdtr"], (X, Y)),
        "betainc": (X, Y, P), "multigammaln": (X + 3, 2), "polygamma": (1, X), "zeta": (X + 1, Y),
    },
    "scipy.stats": {
        **dict.fromkeys(["skew", "kurtosis", "sem", "zscore", "moment", "iqr", "rankdata", "tmean"], (SAMPLE,)),
        **dict.fromkeys(["ttest_ind", "ttest_rel", "pearsonr", "spearmanr", "bartlett", "f_oneway"], (SAMPLE, OTHER)),
        **dict.fromkeys(["gmean", "hmean", "variation", "entropy", "circmean"], (X,)), "describe": (MATRIX,),
    },
    "scipy.fft": {
        **dict.fromkeys(["fft", "ifft", "irfft", "hfft", "fft2", "fftn", "ifftn"], (COMPLEX,)),
        **dict.fromkeys(["rfft", "ihfft", "dct", "dstn", "fftshift"], (MATRIX,)),
    },
    "scipy.signal": {
        **dict.fromkeys(["convolve", "correlate", "fftconvolve"], (SIGNAL, B)), "lfilter": (B, A, SIGNAL),
        "detrend": (SIGNAL,), "hilbert": (SIGNAL,), "savgol_filter": (SIGNAL, 5, 2), "freqz": (B, A),
        "resample": (SIGNAL, 20),
    },
    "scipy.ndimage": {"gaussian_filter": (IMAGE, 1.0), "sobel": (IMAGE,), "median_filter": (IMAGE, 3)},
    "scipy.integrate": {"trapezoid": (SAMPLE,), "simpson": (SAMPLE,), "cumulative_trapezoid": (SAMPLE,)},
    "scipy.linalg": {"inv": (MATRIX.T @ MATRIX,), "det": (MATRIX.T @ MATRIX,), "svdvals": (MATRIX,)},
    "scipy.optimize": {"rosen": (X,), "rosen_der": (X,), "rosen_hess": (X,)},
    "scipy.cluster.vq": {"whiten": (MATRIX,), "vq": (MATRIX, MATRIX[:2])},
    "scipy.cluster.hierarchy": {"linkage": (MATRIX,), "average": (MATRIX,)},
    "scipy.spatial.distance": {"pdist": (MATRIX,), "cdist": (MATRIX, MATRIX)},
    "sklearn.metrics": {
        "accuracy_score": (np.arange(9) % 2, np.arange(9) % 3 % 2), "r2_score": (SAMPLE, OTHER),
        "mean_squared_error": (SAMPLE, OTHER), "confusion_matrix": (np.arange(9) % 2, np.arange(9) % 3 % 2),
    },
    "sklearn.metrics.pairwise": {"rbf_kernel": (MATRIX,), "euclidean_distances": (MATRIX,)},
    "sklearn.preprocessing": {"minmax_scale": (MATRIX,), "normalize": (MATRIX,)},
}  # fmt: skip


def _written() -> Iterator[tuple[str, Callable[..., Any], tuple[Any, ...]]]:
    """Calls that are more than a name."""
    from scipy import differentiate, integrate, interpolate
    from scipy.optimize import elementwise
    from scipy.spatial.transform import Rotation

    yield "derivative", lambda x: differentiate.derivative(lambda t: t**3, x).df, (X,)
    yield "find_root", lambda a, b: elementwise.find_root(lambda t: t**2 - 2, (a, b)).x, (np.zeros(2), np.full(2, 3.0))
    yield "tanhsinh", lambda a, b: integrate.tanhsinh(lambda t: t**2, a, b).integral, (np.zeros(3), X[:3])
    yield "Rotation", lambda q: Rotation.from_quat(q).as_matrix(), (rng.normal(size=(3, 4)),)
    yield "CubicSpline", lambda x, y: interpolate.CubicSpline(x, y)(x + 0.1), (np.arange(4.0), X)


def _estimators() -> Iterator[tuple[str, Callable[..., Any], tuple[Any, ...]]]:
    try:
        from sklearn.decomposition import PCA
        from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
        from sklearn.linear_model import Ridge
        from sklearn.preprocessing import StandardScaler
    except ModuleNotFoundError:
        return
    data, labels = rng.normal(size=(40, 4)), np.arange(40) % 3
    yield "PCA", lambda x: PCA(2, svd_solver="full").fit_transform(x), (data,)
    yield "Ridge", lambda x, y: Ridge(solver="svd").fit(x, y).predict(x), (data, data[:, 0] + 1)
    yield "LDA", lambda x, y: LinearDiscriminantAnalysis().fit(x, y).predict_proba(x), (data, labels)
    yield "StandardScaler", lambda x: StandardScaler().fit_transform(x), (data,)


def calls() -> Iterator[tuple[str, Callable[..., Any], tuple[Any, ...]]]:
    """The name, the function and the arguments of each call."""
    for module, functions in CALLS.items():
        try:
            loaded = importlib.import_module(module)
        except ModuleNotFoundError:
            continue
        yield from ((f"{module}.{name}", getattr(loaded, name), args) for name, args in functions.items())
    yield from _written()
    yield from _estimators()


def _flat(result: Any) -> list[Any]:
    return [one for part in result for one in _flat(part)] if isinstance(result, tuple) else [result]


def difference(function: Callable[..., Any], args: tuple[Any, ...]) -> str | None:
    """How a result on wye's arrays differs from that on ndarrays; None: it does not."""
    wanted = _flat(function(*args))
    try:
        found = _flat(function(*[xp.asarray(one.copy()) if isinstance(one, np.ndarray) else one for one in args]))
        for one, other in zip(found, wanted, strict=True):
            data = np.asarray(one)
            np.testing.assert_allclose(data, other, rtol=1e-6, atol=1e-9)
            assert (data.dtype, data.shape) == (np.asarray(other).dtype, np.shape(other))
    except Exception as error:  # noqa: BLE001 - all differences are shown together
        return f"{type(error).__name__}: {error!s:.300}"
    return None


def _gradients() -> Iterator[tuple[str, Callable[..., Any]]]:
    """Functions of one array whose gradient passes SciPy's array-API path."""
    from scipy import special, stats
    from scipy.fft import rfft

    for name in ("logsumexp", "log_softmax", "softmax", "psi", "j0", "ndtri", "entr", "erfcx", "rgamma"):
        yield name, getattr(special, name)
    for name in ("skew", "gmean", "variation", "zscore", "sem"):
        yield name, getattr(stats, name)
    yield "rfft", lambda x: abs(rfft(x))
    yield "multigammaln", lambda x: special.multigammaln(x + 3, 2)
    yield "polygamma", lambda x: special.polygamma(2, x)


def wrong_gradient(function: Callable[..., Any]) -> str | None:
    """How a gradient differs from differences; None: it does not."""

    def total(x: Any) -> Any:
        found = function(x)
        return (found * np.cos(np.arange(found.size).reshape(found.shape))).sum()

    steps = [1e-6 * row for row in np.eye(len(P))]
    wanted = [(total(P + step) - total(P - step)) / 2e-6 for step in steps]
    try:
        np.testing.assert_allclose(wye.grad(total)(P), wanted, rtol=1e-4, atol=1e-6)
    except Exception as error:  # noqa: BLE001 - all differences are shown together
        return f"{type(error).__name__}: {error!s:.300}"
    return None


def main() -> None:
    """Run all calls."""
    warnings.simplefilter("ignore")
    if "sklearn" in sys.argv[1:]:
        importlib.import_module("sklearn").set_config(array_api_dispatch=True)
    assert type(xp.asarray(P)) is Array
    count = 0
    for name, function, args in calls():
        line, count = difference(function, args), count + 1
        if line is not None:
            print(f"{name}: {line}")
    for name, of_array in _gradients():
        line, count = wrong_gradient(of_array), count + 1
        if line is not None:
            print(f"gradient of {name}: {line}")
    print(count, "calls")


if __name__ == "__main__":
    main()
