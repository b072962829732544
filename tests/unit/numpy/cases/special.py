"""Universal functions of SciPy, where it is installed."""

from __future__ import annotations

from importlib.util import find_spec

import numpy as np
from tests.unit.numpy.drawn import case, draw

from wye.numpy.functions.special import names
from wye.numpy.functions.special_derivatives import derivatives_of

_BETWEEN = {
    "entr": (0.1, 2), "erfinv": (-0.9, 0.9), "gamma": (0.2, 3), "gammaln": (0.2, 3), "beta": (0.2, 3),
    "betaln": (0.2, 3), "boxcox": (0.2, 3), "boxcox1p": (0.2, 3), "gammainc": (0.2, 3), "gammaincc": (0.2, 3),
    "inv_boxcox": (0.2, 2), "inv_boxcox1p": (0.2, 2), "kl_div": (0.2, 2), "rel_entr": (0.2, 2), "logit": (0.1, 0.9),
    "ndtri": (0.1, 0.9), "k0": (0.2, 3), "k1": (0.2, 3), "k0e": (0.2, 3), "k1e": (0.2, 3), "loggamma": (0.2, 3),
    "log1p": (-0.7, 2), "psi": (0.2, 3), "pseudo_huber": (0.2, 3), "huber": (0.2, 3), "xlogy": (0.2, 2),
    "xlog1py": (0.2, 2), "y0": (0.2, 3), "y1": (0.2, 3), "_zeta": (1.2, 3), "cbrt": (0.3, 2), "rgamma": (0.2, 3),
    "betainc": (0.1, 0.9), "betaincc": (0.1, 0.9), "betaincinv": (0.1, 0.9), "gammaincinv": (0.1, 0.9),
    "gammainccinv": (0.1, 0.9), "chdtr": (0.2, 3), "chdtrc": (0.2, 3), "stdtrit": (0.1, 0.9), "ellipk": (0.1, 0.9),
    "ellipe": (0.1, 0.9), "erfcinv": (0.2, 1.8), "exp1": (0.2, 3), "expi": (0.2, 3), "spence": (0.2, 0.9),
    "binom": (0.2, 3), "poch": (0.2, 3), "yv": (0.3, 3), "yn": (0.3, 3), "kv": (0.3, 3), "kn": (0.3, 3),
    "kve": (0.3, 3), "ive": (0.3, 3), "iv": (0.3, 3), "jv": (0.3, 3), "hyp2f1": (0.1, 0.8), "cotdg": (20, 80),
    "tandg": (20, 80),
}  # fmt: skip
_WITHOUT_GRADIENT = ("gammainc", "gammaincc", "_zeta")


_OTHERS = {"kn": 2, "yn": 2}  # what stands for arguments without a derivative: 1.5, otherwise


def _calls(name):
    from scipy.special import _ufuncs

    ufunc = getattr(_ufuncs, name)
    low, high = _BETWEEN.get(name, (-2, 2))
    known = derivatives_of(name, None) or ()
    fixed = [_OTHERS.get(name, 1.5 + 0.25 * n) for n, one in enumerate(known) if one is None]
    for dtype in (float, "float32"):
        inputs = [draw(*shape, dtype=dtype, low=low, high=high) for shape in ((2, 3), (3,))[: ufunc.nin - len(fixed)]]
        rtol = 2e-4 if dtype == "float32" else 1e-7
        function = (lambda *args, given=fixed: ufunc(*given, *args)) if fixed else ufunc
        yield case(function, *inputs, of=ufunc, gradient=name not in _WITHOUT_GRADIENT, vmap=dtype is float, rtol=rtol)


def _poles():
    """Functions of gamma where whole numbers are not above 0."""
    from scipy.special import beta, betaln, gamma, gammasgn

    x = np.array([-3.0, -2.0, -1.0, -0.0, 0.0, 1.0, 2.0, 3.0, -0.5, -2.5, 4.5, -np.inf])
    for function in (beta, betaln, gamma, gammasgn):
        yield case(function, *(x, x[:, None])[: function.nin], gradient=False, vmap=False)


CASES = [*[one for name in names() for one in _calls(name)], *_poles()] if find_spec("scipy") else []
