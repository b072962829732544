"""`scipy.special`: functions of wye's operators, and of SciPy with registered derivatives."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, Final

import wye.special
from wye.compat.autograd import numpy as np
from wye.compat.autograd.core import defjvp, defvjp
from wye.compat.autograd.scipy.installed import function_of, name_of
from wye.compat.autograd.tracer import getval
from wye.numpy import Array
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


# ---- of SciPy, with derivatives of the last argument ----

_scipy: Final = partial(function_of, "scipy.special")
betainc, stdtr, _complex_erf = _scipy("betainc"), _scipy("stdtr"), _scipy("erf")
j0, j1, y0, y1 = _scipy("j0"), _scipy("j1"), _scipy("y0"), _scipy("y1")
jn, jv, yn, iv, ive = _scipy("jn"), _scipy("jv"), _scipy("yn"), _scipy("iv"), _scipy("ive")


def _stdtr(df: Any, t: Any) -> Any:
    return np.exp(-betaln(df / 2.0, 0.5) - (df + 1) / 2.0 * np.log1p(t * t / df)) / np.sqrt(df)


def _around(f: Any, sign: float) -> Callable[[Any, Any], Any]:
    """The derivative of a Bessel function, by those of the orders around it."""
    return lambda n, x: (f(n - 1, x) + sign * f(n + 1, x)) / 2.0


def _register(f: Any, derivative: Callable[..., Any], place: int) -> None:
    """Register the derivative of a function, which takes the same arguments, for its last one."""
    defvjp(f, lambda ans, *args: lambda g: unbroadcast(g * derivative(*args), args[place]), argnums=[place])
    defjvp(f, lambda g, ans, *args: g * derivative(*args), argnums=[place])


def unbroadcast(gradient: Any, like: Any) -> Any:
    """A gradient summed over the dimensions in which its argument was stretched."""
    wanted = np.shape(like)
    while np.ndim(gradient) > len(wanted):
        gradient = np.sum(gradient, axis=0)
    for axis, size in enumerate(wanted):
        if size == 1:
            gradient = np.sum(gradient, axis=axis, keepdims=True)
    return gradient


for _f, _derivative, _place in (
    (betainc, lambda a, b, x: np.exp((a - 1) * np.log(x) + (b - 1) * np.log1p(-x) - betaln(a, b)), 2),
    (stdtr, _stdtr, 1),
    (_complex_erf, lambda z: 2.0 / np.sqrt(np.pi) * np.exp(-(z**2)), 0),
    (j0, lambda x: -j1(x), 0),
    (j1, lambda x: j0(x) - j1(x) / x, 0),
    (y0, lambda x: -y1(x), 0),
    (y1, lambda x: y0(x) - y1(x) / x, 0),
    (jn, _around(jn, -1.0), 1),
    (jv, _around(jv, -1.0), 1),
    (yn, _around(yn, -1.0), 1),
    (iv, _around(iv, 1.0), 1),
    (ive, lambda v, x: _around(ive, 1.0)(v, x) - ive(v, x) * np.sign(x), 1),
):
    _register(_f, _derivative, _place)


def __getattr__(name: str) -> Any:
    return name_of("scipy.special", name)
