"""How elementwise operators choose dtypes: one row per operator, read by NumPy kernels and fake kernels alike.

In: operands, which are arrays, MetaArrays or Python numbers.  Out: the dtype to compute in and the dtype of the result,
or the error that PyTorch would raise.
"""

from __future__ import annotations

from typing import Any, Final

from wye.schema.dtype_table import ROWS
from wye.tensors.dtypes import from_numpy_dtype, get_default_dtype, not_implemented, to_numpy_dtype
from wye.tensors.layout import pointwise_strides, strides_like
from wye.tensors.meta_array import MetaArray
from wye.tensors.promotion import category, dtype_named, result_type, to_real

__all__ = [
    "TYPINGS",
    "Typing",
    "as_met",
    "check_alpha",
    "check_number",
    "check_parameters",
    "result_strides",
]

_BOOL: Final = dtype_named("bool")


class Typing:
    """The dtypes of one operator: which it takes, which it computes in and which it gives.

    >>> import numpy as np
    >>> TYPINGS["sin"](np.zeros(3, "int32"))
    (dtype('float32'), dtype('float32'))
    """

    __slots__ = ("_keeps", "_known", "errors", "exact", "kind", "refuses", "word")

    def __init__(
        self,
        kind: str,
        refuses: str,
        word: str,
        errors: dict[str, tuple[type[Exception], str]],
        *,
        exact: bool = False,
        keeps: str = "",
    ) -> None:
        self._known: dict[Any, tuple[Any, Any]] = {}  # answers so far that do not depend on settings
        self._keeps = keeps  # b, i, f, c: the kinds of numbers whose result is laid out like the operand
        self.exact = exact  # are numbers used exactly with 16-bit floats, instead of rounded to them?
        # same; float: integers become floats; bool: the result is; real: so is that of complex numbers; angle: both
        self.kind = kind
        self.refuses = refuses  # b, i, f, c: the kinds of numbers that it does not take; h: floats of 16 bits
        self.word = word  # its name in messages
        self.errors = errors  # by kind of number, where the message is not the usual one

    def __call__(self, *operands: Any) -> tuple[Any, Any]:
        """The dtype to compute in and that of the result.

        Raises:
            NotImplementedError, RuntimeError: the operator does not take such elements.
        """
        return self.of(result_type(*operands))

    def keeps(self, operand: Any) -> bool:
        """Has the result the operand's strides, where they do not matter too (in dimensions of size 1)?"""
        return bool(self._keeps) and "bifc"[category(operand.dtype)] in self._keeps

    def of(self, dtype: Any) -> tuple[Any, Any]:
        """The same, when the operands have been promoted already."""
        found = self._known.get(dtype)
        if found is not None:
            return found
        group = category(dtype)
        letter = "bifc"[group]
        if letter in self.errors:
            error, message = self.errors[letter]
            raise error(message)
        if letter in self.refuses or ("h" in self.refuses and group == 2 and dtype.itemsize <= 2):
            raise not_implemented(self.word, dtype)
        kind = self.kind
        if group < 2 and kind in ("float", "angle"):
            default = to_numpy_dtype(get_default_dtype())
            return default, default
        result = _BOOL if kind == "bool" else to_real(dtype) if kind in ("real", "angle") else dtype
        self._known[dtype] = dtype, result
        return dtype, result


def result_strides(shape: tuple[int, ...], itemsize: int, compute: Any, operands: tuple[Any, ...]) -> tuple[int, ...]:
    """The strides of a result of this shape, computed from operands that are promoted to the dtype ``compute``.

    Operands of other dtypes count with the layout of their converted copies, numbers as tensors without dimensions.
    """
    return pointwise_strides(shape, itemsize, [as_met(operand, compute) for operand in operands])


def as_met(operand: Any, compute: Any) -> Any:
    """An operand as its converted copy lies in memory."""
    if isinstance(operand, (int, float, complex)) or not hasattr(operand, "dtype"):  # symbolic numbers, too
        return MetaArray((), compute)
    if operand.dtype is compute or operand.dtype == compute:
        return operand
    return MetaArray(operand.shape, compute, strides_like(operand))


def check_number(value: Any, dtype: Any) -> None:
    """Can a number become an element of this dtype?  Negative ones wrap around where the dtype has no sign.

    Raises:
        RuntimeError: it is too large for that.
    """
    group = category(dtype)
    if group == 0:
        return  # any number is true or false
    if isinstance(value, complex) and group < 3 and value.imag != 0:
        raise RuntimeError(f"value cannot be converted to type {_c_name(dtype)} without overflow")
    value = value.real if isinstance(value, complex) else value
    if group == 1:
        bits = 8 * dtype.itemsize - (dtype.kind == "i")
        wraps = isinstance(value, int) or dtype.kind == "i"
        fits = (-(2**bits) + (dtype.kind == "u") if wraps else 0) <= value <= 2**bits - 1
    elif group >= 2 and isinstance(value, (int, float)):
        limit = ROWS[from_numpy_dtype(dtype).name].largest
        fits = not limit or not limit < abs(value) < float("inf")
    else:
        fits = True
    if not fits:
        raise RuntimeError(f"value cannot be converted to type {_c_name(dtype)} without overflow")


def check_parameters(typing: Typing, self: Any, *values: Any) -> None:
    """Can an operator compute with these numbers?  Floats of 16 bits are computed with wider ones.

    Raises:
        RuntimeError: one of them is too large, or complex beside real elements.
    """
    dtype, _ = typing(self)
    if category(dtype) == 2 and dtype.itemsize <= 2:
        dtype = _FLOAT32
    for value in values:
        check_number(value, dtype)


_FLOAT32: Final = dtype_named("float32")


def _c_name(dtype: Any) -> str:
    return ROWS[from_numpy_dtype(dtype).name].scalar_name


def check_alpha(dtype: Any, alpha: Any, name: str = "alpha") -> None:
    """May the result be computed with this factor?

    Raises:
        RuntimeError: it is of a higher kind than the result.
    """
    group = category(dtype)
    if isinstance(alpha, bool) and group != 0:
        raise RuntimeError(f"Boolean {name} only supported for Boolean results.")
    if group < 2 and isinstance(alpha, (float, complex)):
        raise RuntimeError(f"For integral input tensors, argument {name} must not be a floating point number.")
    if group < 3 and isinstance(alpha, complex):
        raise RuntimeError(f"For non-complex input tensors, argument {name} must not be a complex number.")
    check_number(alpha, dtype)


def _no_complex(message: str, error: type[Exception] = RuntimeError) -> dict[str, tuple[type[Exception], str]]:
    return {"c": (error, message)}


_SUBTRACTION = (
    "Subtraction, the `-` operator, with two bool tensors is not supported. "
    "Use the `^` or `logical_xor()` operator instead."
)

# The operators that take every number.
_KINDS: Final = {
    "same": "where pow.trivial",
    "float": (
        "acos acosh asin asinh atan atanh cos cosh sin sinh tan tanh exp exp2 expm1 log log2 log10 log1p sqrt rsqrt "
        "reciprocal sigmoid sinc"
    ),
    "bool": "isnan isfinite eq ne logical_and logical_or logical_xor logical_not",
}

_POLYNOMIALS: Final = (
    "chebyshev_polynomial_t chebyshev_polynomial_u chebyshev_polynomial_v chebyshev_polynomial_w "
    "shifted_chebyshev_polynomial_t shifted_chebyshev_polynomial_u shifted_chebyshev_polynomial_v "
    "shifted_chebyshev_polynomial_w hermite_polynomial_h hermite_polynomial_he laguerre_polynomial_l "
    "legendre_polynomial_p"
)

# And those that do not: kind, what they refuse, their name in messages, other messages.
_Row = tuple[str, str, str, dict[str, tuple[type[Exception], str]]]
_ROWS: Final[dict[str, _Row]] = {
    "angle": ("angle", "", "angle", {}),
    "neg": ("same", "", "neg_cpu", {"b": (RuntimeError, "Negation, the `-` operator, on a bool tensor is not "
            "supported. If you are trying to invert a mask, use the `~` or `logical_not()` operator instead.")}),
    "positive": ("same", "", "positive", {"b": (RuntimeError, "The `+` operator, on a bool tensor is not supported.")}),
    "ceil": ("same", "b", "ceil_vml_cpu", _no_complex("ceil is not supported for complex inputs", NotImplementedError)),
    "floor": ("same", "b", "floor_vml_cpu",
              _no_complex("floor is not supported for complex inputs", NotImplementedError)),
    "trunc": ("same", "b", "trunc_vml_cpu",
              _no_complex("trunc is not supported for complex inputs", NotImplementedError)),
    "round": ("same", "bc", "round_vml_cpu", {}),
    "round.decimals": ("same", "bic", "round_vml_cpu", {}),
    "frac": ("same", "bic", "frac_cpu", {}),
    "sgn": ("same", "", "sgn_cpu", {}),
    "sign": ("same", "", "sign_cpu", _no_complex(
        "Unlike NumPy, torch.sign is not intended to support complex numbers. Please use torch.sgn instead.",
        NotImplementedError)),
    "signbit": ("bool", "", "signbit_cpu",
                _no_complex("signbit is not implemented for complex tensors.", NotImplementedError)),
    "isposinf": ("bool", "", "isposinf", _no_complex("isposinf does not support complex inputs.")),
    "isneginf": ("bool", "", "isneginf", _no_complex("isneginf does not support complex inputs.")),
    "bitwise_not": ("same", "fc", "bitwise_not_cpu", {}),
    "digamma": ("float", "c", "digamma", {}),
    "lgamma": ("float", "c", "lgamma_vml_cpu", {}),
    "erf": ("float", "c", "erf_vml_cpu", {}),
    "erfc": ("float", "c", "erfc_vml_cpu", {}),
    "erfinv": ("float", "c", "erfinv_vml_cpu", {}),
    "logit": ("float", "c", "logit_cpu", {}),
    # two operands
    "remainder": ("same", "bc", "remainder_cpu", {}),
    "fmod": ("same", "bc", "fmod_cpu", {}),
    "atan2": ("float", "c", "atan2_cpu", {}),
    "bitwise_and": ("same", "fc", "bitwise_and_cpu", {}),
    "bitwise_or": ("same", "fc", "bitwise_or_cpu", {}),
    "bitwise_xor": ("same", "fc", "bitwise_xor_cpu", {}),
    "bitwise_left_shift": ("same", "bfc", "lshift_cpu", {}),
    "bitwise_right_shift": ("same", "bfc", "rshift_cpu", {}),
    "copysign": ("float", "c", "copysign_cpu", {}),
    "logaddexp": ("same", "bi", "logaddexp_cpu", {}),
    "logaddexp2": ("same", "bic", "logaddexp2_cpu", {}),
    "lt": ("bool", "c", "lt_cpu", {}),
    "le": ("bool", "c", "le_cpu", {}),
    "gt": ("bool", "c", "gt_cpu", {}),
    "ge": ("bool", "c", "ge_cpu", {}),
    "maximum": ("same", "", "maximum_cpu", _no_complex("maximum not implemented for complex tensors.")),
    "minimum": ("same", "", "minimum_cpu", _no_complex("minimum not implemented for complex tensors.")),
    "fmax": ("same", "", "fmax_cpu", _no_complex("fmax not implemented for complex tensors.")),
    "fmin": ("same", "", "fmin_cpu", _no_complex("fmin not implemented for complex tensors.")),
    "hypot": ("same", "bic", "hypot_cpu", {}),
    "nextafter": ("same", "bic", "nextafter_cpu", {}),
    "xlogy": ("float", "c", "xlogy_cpu", {}),
    "special_xlog1py": ("float", "c", "xlog1py_cpu", {}),
    "gcd": ("same", "bfc", "gcd_cpu", {}),
    "lcm": ("same", "bfc", "lcm_cpu", {}),
    "heaviside": ("same", "", "heaviside_cpu", _no_complex("heaviside is not yet implemented for complex tensors.")),
    "pow": ("same", "b", "pow", {}),
    "clamp": ("same", "b", "clamp_cpu", _no_complex("clamp is not supported for complex types", NotImplementedError)),
    "clamp_tensor": ("same", "", "clamp_cpu",
                     _no_complex("clamp is not supported for complex types", NotImplementedError)),
    "lerp": ("same", "bi", "lerp_kernel_scalar", {}),
    "addcmul": ("same", "b", "addcmul_cpu_out", {}),
    "addcdiv": ("same", "", "addcdiv_cpu_out", dict.fromkeys("bi", (
        RuntimeError, "Integer division with addcdiv is no longer supported; convert the inputs to a floating dtype, "
        "or add the result of div(rounding_mode='trunc')"))),
    # special functions; h: floats of 16 bits
    "special_modified_bessel_i0": ("float", "hc", "modified_bessel_i0_cpu", {}),
    "special_modified_bessel_i1": ("float", "hc", "modified_bessel_i1_cpu", {}),
    "special_modified_bessel_k0": ("float", "hc", "modified_bessel_k0_cpu", {}),
    "special_modified_bessel_k1": ("float", "hc", "modified_bessel_k1_cpu", {}),
    "special_scaled_modified_bessel_k0": ("float", "hc", "scaled_modified_bessel_k0_cpu", {}),
    "special_scaled_modified_bessel_k1": ("float", "hc", "scaled_modified_bessel_k1_cpu", {}),
    "special_bessel_j0": ("float", "hc", "bessel_j0_cpu", {}),
    "special_bessel_j1": ("float", "hc", "bessel_j1_cpu", {}),
    "special_bessel_y0": ("float", "hc", "bessel_y0_cpu", {}),
    "special_bessel_y1": ("float", "hc", "bessel_y1_cpu", {}),
    "special_spherical_bessel_j0": ("float", "hc", "spherical_bessel_j0_cpu", {}),
    "special_airy_ai": ("float", "hc", "airy_ai_cpu", {}),
    "special_erfcx": ("float", "hc", "erfcx_cpu", {}),
    "special_log_ndtr": ("float", "hc", "log_ndtr_cpu", {}),
    "special_ndtri": ("float", "hc", "ndtri_cpu", {}),
    "special_entr": ("float", "c", "entr_cpu", {}),
    "special_i0e": ("float", "c", "i0e_cpu", {}),
    "special_i1": ("float", "c", "i1_cpu", {}),
    "special_i1e": ("float", "c", "i1e_cpu", {}),
    "i0": ("float", "c", "i0_vml_cpu", {}),
    "special_zeta": ("float", "hc", "zeta_cpu", {}),
    "polygamma": ("float", "c", "polygamma", {}),
    "igamma": ("same", "bic", "igamma_cpu", {}),
    "igammac": ("same", "bic", "igammac_cpu", {}),
    **{f"special_{name}": ("float", "hc", f"{name}_cpu", {}) for name in _POLYNOMIALS.split()},
    # activations
    "relu": ("same", "", "relu", {"b": (RuntimeError, "Boolean inputs not supported for relu"),
             **_no_complex("clamp is not supported for complex types", NotImplementedError)}),
    "gelu": ("same", "bic", "GeluKernelImpl", {}),
    "silu": ("same", "bi", "silu_cpu", {}),
    "mish": ("same", "bic", "mish_cpu", {}),
    "softplus": ("same", "bic", "softplus_cpu", {}),
    "elu": ("same", "bic", "elu_cpu", {}),
    "leaky_relu": ("same", "bic", "leaky_relu_cpu", {}),
    "hardsigmoid": ("same", "bic", "hardsigmoid_cpu", {}),
    "hardswish": ("same", "bic", "hardswish_cpu", {}),
    "log_sigmoid_forward": ("same", "bic", "log_sigmoid_cpu", {}),
    "softshrink": ("same", "bic", "softshrink_cpu", {}),
    "hardshrink": ("same", "bic", "hardshrink_cpu", {}),
    "threshold": ("same", "bc", "threshold_cpu", {}),
    "_prelu_kernel": ("same", "bic", "prelu_cpu", {}),
    "glu": ("same", "bic", "glu_cpu", {}),
    # gradients of activations
    "tanh_backward": ("same", "bi", "tanh_backward_cpu", {}),
    "sigmoid_backward": ("same", "bi", "sigmoid_backward_cpu", {}),
    "silu_backward": ("same", "bi", "silu_backward_cpu", {}),
    "threshold_backward": ("same", "bc", "threshold_cpu", {}),
    "gelu_backward": ("same", "bic", "GeluBackwardKernelImpl", {}),
    "softshrink_backward": ("same", "bic", "shrink_backward_cpu", {}),
    "hardshrink_backward": ("same", "bic", "shrink_backward_cpu", {}),
    "hardsigmoid_backward": ("same", "bic", "hardsigmoid_backward", {}),
    "log_sigmoid_backward": ("same", "bic", "log_sigmoid_backward_cpu", {}),
    "_prelu_kernel_backward": ("same", "bic", "prelu_backward_cpu", {}),
    **{f"{name}_backward": ("same", "bic", f"{name}_backward_cpu", {})
       for name in ("elu", "leaky_relu", "mish", "softplus", "hardtanh", "hardswish", "logit")},
}  # fmt: skip

# And those that use numbers exactly, or lay their results out like their operands.
_WITH_MORE: Final = {
    "add": Typing("same", "", "add", {}),
    "mul": Typing("same", "", "mul", {}, exact=True),
    "div": Typing("float", "", "div", {}, exact=True),
    "_conj_physical": Typing("same", "", "_conj_physical", {}, keeps="bifc"),
    "nan_to_num": Typing("same", "", "nan_to_num", {}, keeps="bifc"),
    "isinf": Typing("bool", "", "isinf", {}, keeps="bi"),
    "deg2rad": Typing("float", "", "deg2rad", _no_complex("deg2rad is not supported for complex tensors."),
                      keeps="bif"),
    "rad2deg": Typing("float", "", "rad2deg", _no_complex("rad2deg is not supported for complex tensors."),
                      keeps="bif"),
    "hardtanh": Typing("same", "", "hardtanh", {"b": (RuntimeError, "Bool inputs not supported for hardtanh"),
                 **_no_complex("clamp is not supported for complex types", NotImplementedError)}, keeps="if"),
    "abs": Typing("real", "b", "abs_cpu", {}, keeps="c"),
    "frexp": Typing("same", "", "frexp", dict.fromkeys("bic", (
        RuntimeError, "torch.frexp() only supports floating-point dtypes")), keeps="f"),
    "sub": Typing("same", "", "sub", {"b": (RuntimeError, _SUBTRACTION)}),
    "div_trunc": Typing("same", "bc", "div_trunc_cpu", {}, exact=True),
    "div_floor": Typing("same", "bc", "div_floor_cpu", {}, exact=True),
}  # fmt: skip

TYPINGS: Final[dict[str, Typing]] = {
    **{name: Typing(kind, "", name, {}) for kind, names in _KINDS.items() for name in names.split()},
    **{name: Typing(*row) for name, row in _ROWS.items()},
    **_WITH_MORE,
}
