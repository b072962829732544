"""Calls of elementwise operators that PyTorch's own samples do not reach: other names, and forms with numbers."""

from __future__ import annotations

from typing import Any

from tests.conformance.operators.hand import call, t

_SPECIAL = (
    "i0", "special_i0", "special_i0e", "special_i1", "special_i1e", "special_modified_bessel_i0",
    "special_modified_bessel_i1", "special_modified_bessel_k0", "special_modified_bessel_k1",
    "special_scaled_modified_bessel_k0", "special_scaled_modified_bessel_k1", "special_bessel_j0", "special_bessel_j1",
    "special_bessel_y0", "special_bessel_y1", "special_spherical_bessel_j0", "special_airy_ai", "special_erfcx",
    "special_log_ndtr", "special_ndtri", "special_ndtr", "special_entr",
)  # fmt: skip
_POLYNOMIALS = (
    *(f"special_{kind}chebyshev_polynomial_{letter}" for kind in ("", "shifted_") for letter in "tuvw"),
    "special_hermite_polynomial_h", "special_hermite_polynomial_he", "special_laguerre_polynomial_l",
    "special_legendre_polynomial_p",
)  # fmt: skip

# Other names of operators, by packet: they are called as these are.
ALIASES = {
    "absolute": "abs", "arccos": "acos", "arccosh": "acosh", "arcsin": "asin", "arcsinh": "asinh", "arctan": "atan",
    "arctanh": "atanh", "arctan2": "atan2", "subtract": "sub", "multiply": "mul", "divide": "div", "true_divide": "div",
    "negative": "neg", "positive": "neg", "fix": "trunc", "clip": "clamp", "clamp_max": "clamp_min", "not_equal": "ne",
    "less": "lt", "less_equal": "le", "greater": "gt", "greater_equal": "ge", "__and__": "bitwise_and",
    "__or__": "bitwise_or", "__xor__": "bitwise_xor", "__iand__": "bitwise_and", "__ior__": "bitwise_or",
    "__ixor__": "bitwise_xor", "__lshift__": "bitwise_left_shift", "__rshift__": "bitwise_right_shift",
    "__ilshift__": "bitwise_left_shift", "__irshift__": "bitwise_right_shift", "special_erf": "erf",
    "special_erfc": "erfc", "special_expit": "sigmoid", "special_expm1": "expm1", "special_exp2": "exp2",
    "special_erfinv": "erfinv", "special_gammaln": "lgamma", "special_digamma": "digamma", "special_psi": "digamma",
    "special_logit": "logit", "special_sinc": "sinc", "special_log1p": "log1p", "isfinite": "isinf",
    "conj_physical": "abs", "square": "abs", "relu6": "relu", "selu": "relu", "log_sigmoid": "relu",
    "conj": "abs", "resolve_conj": "abs", "resolve_neg": "abs", "_is_zerotensor": "abs",
    "zero": "abs", "special_zeta": "special_xlog1py", "igamma": "atan2", "igammac": "atan2",
    "special_gammainc": "atan2", "special_gammaincc": "atan2", **dict.fromkeys(_SPECIAL, "digamma"),
}  # fmt: skip

_NUMBERS = (3, -2, 0, True, 2.5, -1.0, {"$complex": [1.0, -2.0]})
_TENSORS = tuple(t(2, 3, dtype=dtype) for dtype in ("float32", "int64", "uint8", "bool", "float16", "complex64"))
_PAIRS = [
    call(a, b) for a in (t(2, 3), t(3, dtype="int64"), t(2, 1, dtype="float16")) for b in (t(2, 3), t(3, dtype="int32"))
]
_WITH_NUMBER = [call(tensor, number) for tensor in _TENSORS for number in _NUMBERS]
_NUMBER_FIRST = [call(number, tensor) for tensor in _TENSORS for number in _NUMBERS]
_MASK = t(2, 3, dtype="bool")


def _with_out(calls: list[dict[str, Any]], dtype: str = "float32") -> list[dict[str, Any]]:
    return [{"args": one["args"], "kwargs": {**one["kwargs"], "out": t(0, dtype=dtype)}} for one in calls]


def _moded(calls: list[dict[str, Any]]) -> list[dict[str, Any]]:
    modes = ("trunc", "floor", None)
    return [{"args": one["args"], "kwargs": {"rounding_mode": mode}} for one in calls for mode in modes]


_SHIFTS = [call(t(2, 3, dtype=dtype), t(3, dtype=dtype)) for dtype in ("int64", "uint8", "int32", "bool", "float32")]

_ORDERS = [call(number, tensor) for tensor in _TENSORS for number in (0, 1, 2, 5, -1)]
_DIMENSIONS = [call(tensor, number) for tensor in _TENSORS for number in (1, 2, 5, 0)]

HAND: dict[str, list[dict[str, Any]]] = {
    **dict.fromkeys(_POLYNOMIALS, _PAIRS),
    **{f"{name}.x_scalar": _NUMBER_FIRST for name in _POLYNOMIALS},
    **{f"{name}.n_scalar": _WITH_NUMBER for name in _POLYNOMIALS},
    **dict.fromkeys(("polygamma", "special_polygamma"), _ORDERS),
    **dict.fromkeys(("mvlgamma", "special_multigammaln", "mvlgamma_", "polygamma_"), _DIMENSIONS),
    **{
        f"divide{end}.{kind}_mode": _moded(calls)
        for end in ("", "_")
        for kind, calls in (("Tensor", _PAIRS), ("Scalar", _WITH_NUMBER))
    },
    "divide.out_mode": _with_out(_moded(_PAIRS)),
    **{
        f"{name}.Scalar": _WITH_NUMBER
        for name in (
            "subtract",
            "subtract_",
            "multiply",
            "multiply_",
            "divide",
            "divide_",
            "true_divide",
            "true_divide_",
            "floor_divide",
            "floor_divide_",
            "__and__",
            "__or__",
            "__xor__",
            "__iand__",
            "__ior__",
            "__ixor__",
            "__lshift__",
            "__rshift__",
            "__ilshift__",
            "__irshift__",
            "not_equal",
            "less",
            "less_equal",
            "greater",
            "greater_equal",
        )
    },
    **{f"bitwise_{name}.Scalar_Tensor": _NUMBER_FIRST for name in ("and", "or", "xor", "left_shift", "right_shift")},
    **{f"bitwise_{name}_shift.Tensor_Scalar": _WITH_NUMBER for name in ("left", "right")},
    **{f"bitwise_{name}_shift.Tensor": _SHIFTS for name in ("left", "right")},
    "remainder.Scalar_Tensor": _NUMBER_FIRST,
    "abs_": [call(tensor) for tensor in _TENSORS],
    "isclose": [
        call(t(2, 3), t(2, 3)),
        call(t(3, dtype="int64"), t(3, dtype="int64"), 0.5, 1.0, True),
        call(t(3, special=2), t(3, special=1), 1e-5, 1e-8, True),
    ],
    "celu_": [call(t(2, 3)), call(t(2, 3), 2.5)],
    "log_sigmoid_forward.output": [call(t(2, 3), output=t(0), buffer=t(0))],
    "log_sigmoid_forward": [call(t(2, 3)), call(t(0)), call(t(2, 3, dtype="float64", order=[1, 0]))],
    "prelu": [call(t(2, 3), t(3)), call(t(2, 3, 4), t(1)), call(t(3), t(1)), call(t(), t()), call(t(2, 3), t(2))],
    "where.ScalarOther": [
        call(_MASK, t(3), 2.5),
        call(_MASK, t(2, 3, dtype="int64"), -1),
        call(_MASK, t(3, dtype="float16"), True),
    ],
    "where.ScalarSelf": [
        call(_MASK, 2.5, t(3)),
        call(_MASK, -1, t(2, 3, dtype="int64")),
        call(_MASK, 1, t(3, dtype="bool")),
    ],
    "where.Scalar": [
        call(_MASK, 2.5, 1),
        call(_MASK, 1, 2),
        call(_MASK, True, False),
        call(_MASK, {"$complex": [1.0, 2.0]}, 1.0),
    ],
    "where": [call(_MASK), call(t(2, 3, dtype="int64")), call(t())],
    "masked_fill_.Tensor": [
        call(t(2, 3), _MASK, t()),
        call(t(2, 3, dtype="int64"), t(3, dtype="bool"), t(dtype="int64")),
        call(t(2, 3), _MASK, t(1)),
    ],
    "fill.Tensor": [call(t(2, 3), t()), call(t(2, 3, dtype="int64"), t()), call(t(2), t(1))],
    "fill_.Tensor": [call(t(2, 3), t()), call(t(2, 3, dtype="int64"), t()), call(t(2), t(1))],
    "fill_.Scalar": _WITH_NUMBER,
    "to.device": [
        call(t(2, 3), {"$device": "cpu"}, {"$dtype": "float64"}),
        call(t(2, 3), {"$device": "cpu"}, {"$dtype": "float32"}, False, True),
    ],
    "to.dtype": [
        call(t(2, 3), {"$dtype": name})
        for name in ("float64", "int64", "bool", "complex64", "float16", "float32", "uint8")
    ]
    + [
        call(t(2, 3), {"$dtype": "float32"}, False, True),
        call(t(2, 3, 4, 5), {"$dtype": "float64"}, False, False, {"$memory_format": "channels_last"}),
    ],
    "to.other": [call(t(2, 3), t(3, dtype="float64")), call(t(2, 3), t(1)), call(t(3, dtype="complex64"), t(1))],
    "to.dtype_layout": [
        call(t(2, 3), dtype={"$dtype": "float64"}),
        call(t(2, 3)),
        call(t(2, 3), dtype={"$dtype": "int32"}, copy=True),
    ],
    "type_as": [call(t(2, 3), t(3, dtype="float64")), call(t(2, 3), t(1))],
    "float_power.Tensor_Tensor": _PAIRS,
    "float_power.Tensor_Scalar": _WITH_NUMBER,
    "float_power.Scalar": _NUMBER_FIRST,
    "float_power_.Tensor": [
        call(t(2, 3, dtype="float64"), t(3)),
        call(t(2, 3), t(3)),
        call(t(2, dtype="complex128"), t(2)),
    ],
    "float_power_.Scalar": [
        call(t(2, 3, dtype="float64"), 2),
        call(t(2, 3), 0.5),
        call(t(2, 3, dtype="complex128"), 1.5),
    ],
    "float_power.Tensor_Tensor_out": _with_out(_PAIRS, "float64"),
    "float_power.Tensor_Scalar_out": _with_out(_WITH_NUMBER, "float64"),
    "float_power.Scalar_out": _with_out(_NUMBER_FIRST, "float64"),
    **dict.fromkeys(
        ("xlogy.Scalar_Other", "special_xlogy.other_scalar", "special_xlog1py.other_scalar", "xlogy_.Scalar_Other"),
        _WITH_NUMBER,
    ),
    **dict.fromkeys(("xlogy.Scalar_Self", "special_xlogy.self_scalar", "special_xlog1py.self_scalar"), _NUMBER_FIRST),
    **{
        name: _with_out(_WITH_NUMBER)
        for name in ("xlogy.OutScalar_Other", "special_xlogy.other_scalar_out", "special_xlog1py.other_scalar_out")
    },
    **{
        name: _with_out(_NUMBER_FIRST)
        for name in ("xlogy.OutScalar_Self", "special_xlogy.self_scalar_out", "special_xlog1py.self_scalar_out")
    },
    "special_xlogy": _PAIRS,
    "special_xlogy.out": _with_out(_PAIRS),
    "frexp.Tensor_out": [call(t(2, 3), mantissa=t(0), exponent=t(0, dtype="int32"))],
    "special_round": [call(t(2, 3)), call(t(2, 3), decimals=2), call(t(2, dtype="int64"))],
    "special_round.out": _with_out([call(t(2, 3)), call(t(2, 3), decimals=2)]),
    "_efficientzerotensor": [call([2, 3]), call([], dtype={"$dtype": "int64"}), call([0, 2])],
    "item": [
        call(t()),
        call(t(1, 1, dtype="int64")),
        call(t(1, dtype="complex64")),
        call(t(2)),
        call(t(1, dtype="bool")),
        call(t(1, dtype="bfloat16")),
    ],
    "_conj": [call(t(2, 3, dtype="complex64")), call(t(2)), call(t(dtype="complex128"))],
    **{
        name: [call(t(2, 3, dtype=dtype)) for dtype in ("complex64", "float32", "int64", "complex128")]
        for name in (
            "conj",
            "conj_physical",
            "conj_physical_",
            "resolve_conj",
            "resolve_neg",
            "square",
            "square_",
        )
    },
}


def borrowed(name: str) -> str | None:
    """The operator whose calls one with another name takes."""
    packet, dot, overload = name.partition(".")
    in_place = packet.endswith("_") and not packet.endswith("__")
    source = ALIASES.get(packet[:-1] if in_place else packet)
    return None if source is None else f"{source}{'_' if in_place else ''}{dot}{overload}"
