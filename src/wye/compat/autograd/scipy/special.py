"""`scipy.special`: functions of wye's operators, and of SciPy with registered derivatives."""

from __future__ import annotations

import importlib
from functools import partial
from typing import TYPE_CHECKING, Any

from numpy import ndarray

import wye.special
from wye.compat.autograd import numpy as np
from wye.compat.autograd.core import defjvp, defvjp
from wye.compat.autograd.scipy.installed import function_of, name_of
from wye.compat.autograd.tracer import getval
from wye.numpy import Array, asarray
from wye.numpy.arrays import holds_arrays
from wye.numpy.promotion import promoted

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = [
    "beta", "betainc", "betaln", "digamma", "entr", "erf", "erfc", "erfcinv", "erfcx", "erfinv", "expit", "gamma",
    "gammainc", "gammaincc", "gammaln", "gammasgn", "i0", "i0e", "i1", "i1e", "iv", "ive", "j0", "j1", "jn", "jv",
    "log_ndtr", "logit", "logsumexp", "multigammaln", "ndtr", "ndtri", "polygamma", "psi", "rgamma", "stdtr", "xlog1py",
    "xlogy", "y0", "y1", "yn", "zeta",
]  # fmt: skip


def _operator(name: str) -> Callable[..., Any]:
    """A function of arrays that an operator computes: data of data, traced arrays of traced arrays."""

    def function(*args: Any) -> Any:
        return _applied(getattr(wye.special, name), args)

    function.__name__ = function.__qualname__ = name
    function.__doc__ = f"`scipy.special.{name}`."
    return function


def _applied(run: Callable[..., Any], args: Any) -> Any:
    tensors = promoted(*args)
    found = run(*[one if one.dtype.is_floating_point or one.dtype.is_complex else one.double() for one in tensors])
    return Array(found) if holds_arrays(args) else getval(Array(found))


digamma, psi = _operator("digamma"), _operator("psi")
entr, xlogy, xlog1py, zeta = _operator("entr"), _operator("xlogy"), _operator("xlog1py"), _operator("zeta")
erfcx, erfinv = _operator("erfcx"), _operator("erfinv")
_real_erf, _real_erfc = _operator("erf"), _operator("erfc")
expit, logit = _operator("expit"), _operator("logit")
gammainc, gammaincc, gammaln = _operator("gammainc"), _operator("gammaincc"), _operator("gammaln")
i0, i0e, i1, i1e = _operator("i0"), _operator("i0e"), _operator("i1"), _operator("i1e")
ndtr, ndtri, log_ndtr = _operator("ndtr"), _operator("ndtri"), _operator("log_ndtr")


def erf(z: Any) -> Any:
    """The error function; of complex numbers by SciPy."""
    return _complex_erf(z) if np.iscomplexobj(z) else _real_erf(z)


def erfc(z: Any) -> Any:
    """One minus `erf`."""
    return 1.0 - _complex_erf(z) if np.iscomplexobj(z) else _real_erfc(z)


def erfcinv(y: Any) -> Any:
    """The inverse of `erfc`."""
    return erfinv(1.0 - y)


def polygamma(n: Any, x: Any) -> Any:
    """A derivative of `digamma`: the ``n``-th."""
    return _applied(partial(wye.special.polygamma, int(getval(n))), (x,))


def gammasgn(x: Any) -> Any:
    """The sign of `gamma`."""
    return np.where((x > 0) | (np.floor(x) % 2 == 0), 1.0, -1.0)


def gamma(x: Any) -> Any:
    """The gamma function."""
    return gammasgn(x) * np.exp(gammaln(x))


def rgamma(x: Any) -> Any:
    """One divided by `gamma`."""
    return gammasgn(x) * np.exp(-gammaln(x))


def multigammaln(a: Any, d: int) -> Any:
    """The logarithm of the gamma function of ``d`` dimensions."""
    constant = d * (d - 1) / 4.0 * np.log(np.pi)
    return constant + sum(gammaln(a - j / 2.0) for j in range(int(getval(d))))


def betaln(a: Any, b: Any) -> Any:
    """The logarithm of `beta`."""
    return gammaln(a) + gammaln(b) - gammaln(a + b)


def beta(a: Any, b: Any) -> Any:
    """The beta function."""
    return np.exp(betaln(a, b))


def logsumexp(a: Any, axis: Any = None, b: Any = 1.0, keepdims: bool = False, return_sign: bool = False) -> Any:
    """The logarithm of a sum of exponentials, each times ``b``."""
    a = np.array(a) * 1.0
    b = 1.0 if b is None else b
    top = np.max(getval(a), axis=axis, keepdims=True)
    top = np.where(np.isfinite(top), top, 0.0)
    total = np.sum(b * np.exp(a - top), axis=axis, keepdims=keepdims)
    shown = top if keepdims else np.reshape(top, np.shape(total))
    if return_sign:
        return np.log(np.abs(total)) + shown, np.sign(total)
    return np.log(total) + shown


# ---- of SciPy, with derivatives ----


def _scipys(name: str) -> Callable[..., Any]:
    """A universal function of SciPy, which has a line in wye's table, with its derivatives."""

    def function(*args: Any) -> Any:
        given = [asarray(one) if isinstance(one, ndarray) else one for one in args] if holds_arrays(args) else args
        return getattr(importlib.import_module("scipy.special"), name)(*given)

    function.__name__ = function.__qualname__ = name
    function.__doc__ = f"`scipy.special.{name}`."
    return function


betainc, stdtr = _scipys("betainc"), _scipys("stdtr")
j0, j1, y0, y1 = _scipys("j0"), _scipys("j1"), _scipys("y0"), _scipys("y1")
jn, jv, yn, iv, ive = _scipys("jn"), _scipys("jv"), _scipys("yn"), _scipys("iv"), _scipys("ive")

_complex_erf = function_of("scipy.special", "erf")
defvjp(_complex_erf, lambda ans, z: lambda g: g * _slope_of_erf(z))
defjvp(_complex_erf, lambda g, ans, z: g * _slope_of_erf(z))


def _slope_of_erf(z: Any) -> Any:
    return 2.0 / np.sqrt(np.pi) * np.exp(-(z**2))


def __getattr__(name: str) -> Any:
    return name_of("scipy.special", name)
