"""Universal functions of SciPy, where it is installed."""

from __future__ import annotations

from importlib.util import find_spec

from tests.unit.numpy.drawn import case, draw

from wye.numpy.functions.special import names

_BETWEEN = {
    "entr": (0.1, 2), "erfinv": (-0.9, 0.9), "gamma": (0.2, 3), "gammaln": (0.2, 3), "beta": (0.2, 3),
    "betaln": (0.2, 3), "boxcox": (0.2, 3), "boxcox1p": (0.2, 3), "gammainc": (0.2, 3), "gammaincc": (0.2, 3),
    "inv_boxcox": (0.2, 2), "inv_boxcox1p": (0.2, 2), "kl_div": (0.2, 2), "rel_entr": (0.2, 2), "logit": (0.1, 0.9),
    "ndtri": (0.1, 0.9), "k0": (0.2, 3), "k1": (0.2, 3), "k0e": (0.2, 3), "k1e": (0.2, 3), "loggamma": (0.2, 3),
    "log1p": (-0.7, 2), "psi": (0.2, 3), "pseudo_huber": (0.2, 3), "huber": (0.2, 3), "xlogy": (0.2, 2),
    "xlog1py": (0.2, 2), "y0": (0.2, 3), "y1": (0.2, 3), "_zeta": (1.2, 3), "cbrt": (0.3, 2),
}  # fmt: skip
_WITHOUT_GRADIENT = ("gammainc", "gammaincc", "_zeta", "j0", "j1", "y0", "y1", "k0", "k1", "k0e", "k1e")


def _calls(name):
    from scipy.special import _ufuncs

    ufunc = getattr(_ufuncs, name)
    low, high = _BETWEEN.get(name, (-2, 2))
    for dtype in (float, "float32"):
        inputs = [draw(*shape, dtype=dtype, low=low, high=high) for shape in ((2, 3), (3,))[: ufunc.nin]]
        rtol = 5e-5 if dtype == "float32" else 1e-7
        yield case(ufunc, *inputs, gradient=name not in _WITHOUT_GRADIENT, vmap=dtype is float, rtol=rtol)


CASES = [one for name in names() for one in _calls(name)] if find_spec("scipy") else []
