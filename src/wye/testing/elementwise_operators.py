"""Elementwise operators as test cases, with the same functions of NumPy and SciPy.

Cold path.  In: tables by the dtypes that the operators take.  Out: `UNARY_UFUNCS` and `BINARY_UFUNCS`.
"""

from __future__ import annotations

from operator import methodcaller
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from wye.aten.functions import function
from wye.testing.op_kinds import BinaryUfuncInfo, UnaryUfuncInfo, dtypes_of, function_at
from wye.testing.op_samples import binary_samples, unary_samples

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from wye.testing.op_info import SampleInput


__all__ = ["BINARY_UFUNCS", "UNARY_UFUNCS"]


# ---- functions of arrays that NumPy does not have


def _rectified(x: Any) -> Any:
    return np.maximum(x, np.zeros((), x.dtype))


def _thresholded(x: Any, *, threshold: float, value: float) -> Any:
    return np.where(x <= threshold, value, x).astype(x.dtype)


def _sigmoid(x: Any) -> Any:
    return (1 / (1 + np.exp(-x))).astype(np.result_type(x.dtype, np.float32) if x.dtype.kind in "biu" else x.dtype)


def _sgn(x: Any) -> Any:
    if not np.iscomplexobj(x):
        return np.sign(x)
    size = np.abs(x)
    return np.where(size == 0, 0, x / np.where(size == 0, 1, size)).astype(x.dtype)


def _sinc(x: Any) -> Any:
    return np.sinc(x.astype(np.float32)).astype(np.float16) if x.dtype == np.float16 else np.sinc(x)


def _sign(x: Any) -> Any:
    return np.sign(x, dtype=np.uint8).astype(np.bool_) if x.dtype == np.bool_ else np.sign(x)


def _lgamma(x: Any) -> Any:
    made = function_at("scipy.special.gammaln")(x)
    return np.where(x == -np.inf, np.asarray(np.inf, made.dtype), made)


def _softplus(x: Any) -> Any:
    return np.where(x > 20, x, np.log1p(np.exp(np.minimum(x, 20)))).astype(x.dtype)


def _tanhshrink(x: Any) -> Any:
    return x - np.tanh(x)


def _selu(x: Any) -> Any:
    grown = 1.6732632423543772848170429916717 * (np.exp(np.minimum(x, 0)) - 1)
    return (1.0507009873554804934193349852946 * np.where(x > 0, x, grown)).astype(x.dtype)


def _elu(x: Any) -> Any:
    return np.where(x > 0, x, np.expm1(np.minimum(x, 0))).astype(x.dtype)


def _multigammaln(x: Any, d: int) -> Any:
    return function_at("scipy.special.multigammaln")(x, d)


def _polygamma(n: int) -> Callable[[Any], Any]:
    def of(x: Any) -> Any:
        made = function_at("scipy.special.polygamma")(n, x)
        return made.astype(np.float32) if x.dtype not in (np.float64, np.longdouble) else made

    return of


def _derivative_of_digamma(x: Any, n: int, **more: Any) -> Any:
    """`polygamma`, whose tensor comes second."""
    return function("polygamma")(n, x, **more)


def _rounded_to(decimals: int) -> Callable[[Any], Any]:
    return lambda x: np.round(x, decimals=decimals)


# ---- of one number


def _if_scipy(fn: Any) -> Any:
    """The function, which calls SciPy's; None without SciPy."""
    return fn if function_at("scipy.special.psi") is not None else None


class _One(NamedTuple):
    """What is known of a function of one number, besides its dtypes."""

    ref: Any = None
    domain: tuple[float | None, float | None] = (None, None)
    op: Any = None
    options: dict[str, Any] | None = None


def _numpy(names: str, prefix: str = "") -> dict[str, _One]:
    """Functions that NumPy has, as ``name=NumPy's name`` or the same name."""
    pairs = (each.partition("=") for each in names.split())
    return {prefix + name: _One(getattr(np, other or name)) for name, _, other in pairs}


def _scipy(names: str, prefix: str = "") -> dict[str, _One]:
    pairs = (each.partition("=") for each in names.split())
    return {prefix + name: _One(function_at(f"scipy.special.{other or name}")) for name, _, other in pairs}


def _methods(names: str) -> dict[str, _One]:
    return {name: _One(op=methodcaller(name)) for name in names.split()}


# Dtypes (`op_kinds.DTYPE_LETTERS`) -> functions; a name after a colon tells cases of one function apart.
_ONE: Final[dict[str, dict[str, _One]]] = {
    "uiberfc": {
        **_numpy("asinh=arcsinh atan=arctan cos cosh exp logical_not sin sinh tan tanh exp2 expm1 reciprocal square"),
        **_numpy("angle isnan"),
        "acos": _One(np.arccos, (-1, 1)), "acosh": _One(np.arccosh, (1, None)), "asin": _One(np.arcsin, (-1, 1)),
        "atanh": _One(np.arctanh, (-1, 1)), "log1p": _One(np.log1p, (-1, None)), "log": _One(np.log, (0, None)),
        "log10": _One(np.log10, (0, None)), "log2": _One(np.log2, (0, None)), "sinc": _One(_sinc),
        "rsqrt": _One(lambda x: 1 / np.sqrt(x), (0, None)), "sqrt": _One(np.sqrt, (0, None)),
        **_numpy("conj=conjugate conj_physical=conjugate real isfinite isinf isreal"), "sgn": _One(_sgn),
        **_methods("bfloat16 bool char double float long cdouble cfloat"),
        "fill": _One(lambda x, *, value: np.full_like(x, value), options={"value": 1.0}),
        "sigmoid": _One(_sigmoid), **_methods("byte half int short"),
    },
    "uib": _numpy("bitwise_not=invert"),
    "uierf": {
        **_numpy("ceil floor round trunc"),
        "nn.functional.relu": _One(_rectified), "nn.functional.relu6": _One(),
        "nn.functional.threshold": _One(
            _thresholded,
            options={"threshold": 0.123, "value": -9},
        ),
        "mvlgamma:mvlgamma_p_1": _One(_if_scipy(_multigammaln), (1, None), options={"p": 1}),
        "mvlgamma:mvlgamma_p_3": _One(_if_scipy(_multigammaln), (2, None), options={"p": 3}),
        "mvlgamma:mvlgamma_p_5": _One(_if_scipy(_multigammaln), (3, None), options={"p": 5}),
    },
    "uiberf": {
        **_numpy("deg2rad=radians rad2deg=degrees signbit nan_to_num isposinf isneginf"), "sign": _One(_sign),
        **_scipy("i0 digamma=psi erf erfc"), **_scipy("i0e i1 i1e ndtr entr", "special."),
        "erfinv": _One(function_at("scipy.special.erfinv"), (-1, 1)), "lgamma": _One(_if_scipy(_lgamma)),
        "logit": _One(function_at("scipy.special.logit"), (0, 1)),
        "polygamma:polygamma_n_0": _One(_if_scipy(_polygamma(0)), op=_derivative_of_digamma, options={"n": 0}),
        "special.polygamma:special_polygamma_n_0": _One(
            _if_scipy(_polygamma(0)), op=_derivative_of_digamma, options={"n": 0}
        ),
    },
    "erf": {
        **_numpy("frexp"), "frac": _One(lambda x: np.modf(x)[0]),
        "nn.functional.elu": _One(_elu), "nn.functional.celu": _One(_elu), "nn.functional.selu": _One(_selu),
        "nn.functional.silu": _One(lambda x: (x * _sigmoid(x)).astype(x.dtype)),
        "nn.functional.hardsigmoid": _One(lambda x: np.clip(x / 6 + 0.5, 0, 1).astype(x.dtype)),
        "nn.functional.logsigmoid": _One(
            lambda x: np.where(x > 0, -np.log1p(np.exp(-np.abs(x))), x - np.log1p(np.exp(-np.abs(x)))).astype(x.dtype)
        ),
        "nn.functional.mish": _One(lambda x: x * np.tanh(_softplus(x))),
        "nn.functional.softshrink": _One(), "nn.functional.hardshrink": _One(),
        "round:decimals_0": _One(_rounded_to(0), options={"decimals": 0}), "nn.functional.softplus": _One(_softplus),
    },
    "c": _numpy("imag"),
    "rf": {
        "round:decimals_3": _One(_rounded_to(3), options={"decimals": 3}),
        "round:decimals_neg_3": _One(_rounded_to(-3), options={"decimals": -3}),
    },
    "uierfc": {
        **_numpy("abs=absolute positive neg=negative"),
        "nn.functional.softsign": _One(lambda x: x / (np.abs(x) + 1)), "nn.functional.tanhshrink": _One(_tanhshrink),
    },
    "ierf": {"nn.functional.hardtanh": _One()},
    "uibrf": {
        f"polygamma:polygamma_n_{n}": _One(_if_scipy(_polygamma(n)), op=_derivative_of_digamma, options={"n": n})
        for n in (1, 2, 3, 4)
    },
    "uibf": {
        "special.ndtri": _One(function_at("scipy.special.ndtri"), (0, 1)),
        **_scipy("log_ndtr erfcx bessel_j0=j0 bessel_j1=j1 bessel_y0=y0 bessel_y1=y1", "special."),
        **_scipy("modified_bessel_i0=i0 modified_bessel_i1=i1 modified_bessel_k0=k0 modified_bessel_k1=k1", "special."),
        **_scipy("scaled_modified_bessel_k0=k0e scaled_modified_bessel_k1=k1e", "special."),
        "special.airy_ai": _One(_if_scipy(lambda x: function_at("scipy.special.airy")(x)[0])),
        "special.spherical_bessel_j0": _One(_if_scipy(lambda x: function_at("scipy.special.spherical_jn")(0, x))),
    },
}  # fmt: skip
_COMPLEX_TO_REAL: Final = frozenset(("abs", "angle", "real", "imag", "isfinite", "isinf", "isnan", "isreal"))
_WITHOUT_OUT: Final = frozenset(("positive", "conj", "real", "imag", "isfinite", "isinf", "isreal", "isnan", "fill"))
_NUMPY_NAMES: Final = {
    "p": "d",
    "decimals": None,
    "n": None,
}  # what the same arguments are called there; None: not given


def _one(name: str, letters: str, known: _One) -> UnaryUfuncInfo:
    function_name, _, variant = name.partition(":")
    options = known.options or {}
    there = {_NUMPY_NAMES.get(key, key): value for key, value in options.items()}
    there.pop(None, None)
    facts: dict[str, Any] = {"op": known.op} if known.op is not None else {}
    if options:
        facts["sample_kwargs"] = lambda device, dtype, input: (dict(options), dict(there))
    return UnaryUfuncInfo(
        function_name, variant_test_name=variant, dtypes=dtypes_of(letters), domain=known.domain, ref=known.ref,
        supports_out=function_name not in _WITHOUT_OUT and not function_name.startswith("nn.") and known.op is None,
        supports_complex_to_float=function_name in _COMPLEX_TO_REAL, sample_inputs_func=unary_samples, **facts,
    )  # fmt: skip


# ---- of two numbers


def _floor_divided(x: Any, y: Any) -> Any:
    return np.floor_divide(x, y)


def _reflected(name: str) -> Callable[[Any, Any], Any]:
    return lambda x, y: getattr(x, name)(y)


def _two(op: Any = None, ref: Any = None, **facts: Any) -> dict[str, Any]:
    return {**({"op": op} if op is not None else {}), "ref": ref, **facts}


def _rounded(mode: str) -> Any:
    """Samples of a division that is rounded: methods and `out` are called with the mode too."""

    def samples(*args: Any, **options: Any) -> Iterator[SampleInput]:
        for one in binary_samples(*args, **options):
            one.kwargs = {**one.kwargs, "rounding_mode": mode}
            yield one

    return samples


_TENSORS_ONLY: Final = {"supports_rhs_python_scalar": False}
_ONE_NUMBER: Final = {"supports_one_python_scalar": True}
_TWO_NUMBERS: Final = {"supports_two_python_scalars": True}
_TO_FLOAT: Final = {"promotes_int_to_float": True}
_BOOL: Final = {"always_returns_bool": True}
_NOT_ZERO: Final = {"exclude_zero": True}
_POSITIVE: Final = {"low": 0}

_TWO: Final[dict[str, dict[str, dict[str, Any]]]] = {
    "uiberf": {
        "clamp_max": _two(ref=np.minimum, **_TENSORS_ONLY), "clamp_min": _two(ref=np.maximum, **_TENSORS_ONLY),
        "atan2": _two(**_TO_FLOAT, **_TENSORS_ONLY), "copysign": _two(**_TO_FLOAT),
        "fmax": _two(**_TENSORS_ONLY), "fmin": _two(**_TENSORS_ONLY),
        "ge": _two(ref=np.greater_equal, **_BOOL), "gt": _two(ref=np.greater, **_BOOL),
        "le": _two(ref=np.less_equal, **_BOOL), "lt": _two(ref=np.less, **_BOOL),
        "max:binary": _two(ref=np.maximum, **_TENSORS_ONLY), "maximum": _two(ref=np.maximum, **_TENSORS_ONLY),
        "min:binary": _two(ref=np.minimum, **_TENSORS_ONLY), "minimum": _two(ref=np.minimum, **_TENSORS_ONLY),
        "heaviside": _two(**_TENSORS_ONLY),
        "xlogy": _two(rhs_make_tensor_kwargs={"low": 0.01}, **_TO_FLOAT, **_ONE_NUMBER),
        "special.xlog1py": _two(rhs_make_tensor_kwargs={"low": -0.99}, **_TO_FLOAT, **_ONE_NUMBER),
    },
    "ui": {
        "bitwise_left_shift": _two(rhs_make_tensor_kwargs=_POSITIVE, **_ONE_NUMBER),
        "bitwise_right_shift": _two(rhs_make_tensor_kwargs=_POSITIVE, **_ONE_NUMBER),
        "lcm": _two(ref=np.lcm, **_TENSORS_ONLY), "gcd": _two(ref=np.gcd, **_TENSORS_ONLY),
    },
    "ef": {"complex": _two(**_TENSORS_ONLY)},
    "uiberfc": {
        "add": _two(ref=np.add, **_TWO_NUMBERS), "mul": _two(**_TWO_NUMBERS), "eq": _two(ref=np.equal, **_BOOL),
        "div:no_rounding_mode": _two(rhs_make_tensor_kwargs=_NOT_ZERO, **_TO_FLOAT, **_TWO_NUMBERS),
        "true_divide": _two(rhs_make_tensor_kwargs=_NOT_ZERO, **_TO_FLOAT, **_TWO_NUMBERS),
        "ldexp": _two(**_TO_FLOAT, **_TENSORS_ONLY), "isclose": _two(ref=np.isclose, **_TENSORS_ONLY),
        **{name: _two(ref=getattr(np, name), **_BOOL, **_TENSORS_ONLY)
           for name in ("logical_and", "logical_or", "logical_xor")},
        "ne": _two(ref=np.not_equal, **_BOOL),
        "float_power": _two(ref=np.float_power, lhs_make_tensor_kwargs=_POSITIVE, rhs_make_tensor_kwargs=_POSITIVE,
                            **_TO_FLOAT, **_ONE_NUMBER),
        "__radd__": _two(_reflected("__radd__")), "__rmul__": _two(_reflected("__rmul__")),
        "__rdiv__": _two(_reflected("__rdiv__"), lhs_make_tensor_kwargs=_NOT_ZERO, **_TO_FLOAT),
    },
    "uierf": {
        **{f"div:{name}_rounding": _two(
            rhs_make_tensor_kwargs=_NOT_ZERO, sample_inputs_func=_rounded(name), **_TWO_NUMBERS)
           for name in ("trunc", "floor")},
        "fmod": _two(ref=np.fmod, rhs_make_tensor_kwargs=_NOT_ZERO),
        "remainder": _two(ref=np.remainder, rhs_make_tensor_kwargs=_NOT_ZERO, **_ONE_NUMBER),
        "floor_divide": _two(ref=_floor_divided, rhs_make_tensor_kwargs=_NOT_ZERO, **_TWO_NUMBERS),
        "__rmod__": _two(_reflected("__rmod__"), lhs_make_tensor_kwargs=_NOT_ZERO, **_ONE_NUMBER),
    },
    "erfc": {"logaddexp": _two(**_TENSORS_ONLY)},
    "uib": {
        **{name: _two(ref=getattr(np, name), **_ONE_NUMBER) for name in ("bitwise_and", "bitwise_or", "bitwise_xor")},
        **{name: _two(_reflected(name)) for name in ("__rand__", "__ror__", "__rxor__")},
    },
    "erf": {name: _two(**_TENSORS_ONLY) for name in ("nextafter", "igamma", "igammac", "hypot")},
    "uierfc": {
        "sub": _two(ref=np.subtract, **_TWO_NUMBERS),
        "pow": _two(ref=np.power, lhs_make_tensor_kwargs=_POSITIVE, rhs_make_tensor_kwargs=_POSITIVE, **_ONE_NUMBER),
        "__rpow__": _two(_reflected("__rpow__"), **_ONE_NUMBER),
        "__rsub__": _two(_reflected("__rsub__"), **_ONE_NUMBER), "rsub": _two(),
    },
    "f": {"polar": _two(lhs_make_tensor_kwargs=_POSITIVE, **_TENSORS_ONLY)},
    "uibf": {
        f"special.{name}": _two(**_TO_FLOAT, **_ONE_NUMBER)
        for name in (
            "zeta", "hermite_polynomial_h", "hermite_polynomial_he", "laguerre_polynomial_l", "legendre_polynomial_p",
            *(f"{shift}chebyshev_polynomial_{kind}" for shift in ("", "shifted_") for kind in "tuvw"),
        )
    },
}  # fmt: skip


def _pair(name: str, letters: str, facts: dict[str, Any]) -> BinaryUfuncInfo:
    function_name, _, variant = name.partition(":")
    given = {"sample_inputs_func": binary_samples, **facts}
    return BinaryUfuncInfo(function_name, variant_test_name=variant, dtypes=dtypes_of(letters), **given)


UNARY_UFUNCS: Final = [_one(name, letters, row) for letters, rows in _ONE.items() for name, row in rows.items()]
BINARY_UFUNCS: Final = [_pair(name, letters, row) for letters, rows in _TWO.items() for name, row in rows.items()]
