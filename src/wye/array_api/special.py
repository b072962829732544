"""Special functions for SciPy's array-API paths: ``scipy.special.psi(x)`` of an array runs its line here.

No extension of the standard yet.  SciPy asks a namespace for ``special`` before it computes on ndarrays, which would
lose gradients.  The names are those that SciPy's universal functions with a line have, and few others.
"""

from __future__ import annotations

import math
import sys
from typing import Any

import numpy as np

from wye import special as of_tensors
from wye.call.packets import ops
from wye.numpy.arrays import Array, as_tensor
from wye.numpy.functions.special import names
from wye.numpy.namespace import named
from wye.numpy.promotion import promoted
from wye.numpy.table import universal_of

__all__ = ["multigammaln", "polygamma", "zeta"]

aten: Any = ops.aten


def _floating(x: Any) -> Any:
    tensor = as_tensor(x)
    return tensor if tensor.dtype.is_floating_point else tensor.double()


def polygamma(n: Any, x: Any, /) -> Array:
    """Derivatives of `psi`: the ``n``-th."""
    orders = as_tensor(n)
    tensor = promoted(_floating(orders), _floating(x))[1]  # whole orders make float64 of what they meet, as in SciPy
    if isinstance(n, int):
        return Array(of_tensors.polygamma(n, tensor))
    is_first = orders == 0
    others = aten.masked_fill.Scalar(orders, is_first, 1).to(tensor.dtype) + 1
    found = aten.pow.Scalar(-1.0, others) * of_tensors.gammaln(others).exp()  # NaN for parts of numbers, as in SciPy
    return Array(aten.where.self(is_first, of_tensors.psi(tensor), found * of_tensors.zeta(others, tensor)))


def zeta(x: Any, q: Any = None, /) -> Any:
    """The zeta function of Hurwitz; without ``q`` that of Riemann, which has no gradient here."""
    if q is None:
        return sys.modules["scipy.special._ufuncs"]._riemann_zeta(Array(_floating(x)))
    return Array(of_tensors.zeta(*promoted(_floating(x), _floating(q))))


def multigammaln(a: Any, d: Any, /) -> Array:
    """The logarithm of the gamma function of ``d`` dimensions.

    Raises:
        ValueError: there is no such function for so small numbers.
    """
    tensor, count = _floating(a), int(d)
    if bool((tensor.detach() <= 0.5 * (count - 1)).any()):
        raise ValueError(f"condition a > 0.5 * (d-1) is not met for d = {count}")
    parts = [of_tensors.gammaln(tensor - n / 2) for n in range(count)]
    return Array(sum(parts[1:], parts[0]) + 0.25 * count * (count - 1) * math.log(math.pi))


def __getattr__(name: str) -> Any:
    scipys: Any = sys.modules.get("scipy.special._ufuncs")
    theirs = getattr(scipys, name, None)
    if not isinstance(theirs, np.ufunc) or universal_of(theirs) is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = globals()[name] = named(name, scipys)
    return value


def __dir__() -> list[str]:
    return sorted([*__all__, *names()])
