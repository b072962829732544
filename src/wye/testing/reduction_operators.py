"""Reductions and Fourier transforms as test cases, with the same functions of NumPy.

Cold path.  Out: `REDUCTION_OPERATORS` and `SPECTRAL_OPERATORS`.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from wye.schema.values import DTYPES
from wye.testing.devices import tol, tolerance
from wye.testing.make_tensor import make_tensor
from wye.testing.op_info import DecorateInfo, SampleInput
from wye.testing.op_kinds import (
    ReductionOpInfo,
    SpectralFuncInfo,
    SpectralFuncType,
    dtypes_of,
    function_at,
    reduction_samples,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

__all__ = ["REDUCTION_OPERATORS", "SPECTRAL_OPERATORS"]


def _of_arrays(fn: Any) -> Callable[..., Any]:
    """NumPy's reduction, called as wye's is."""
    spread = fn in (np.std, np.var)

    def reduce(x: Any, *args: Any, dim: Any = None, keepdim: bool = False, **options: Any) -> Any:
        axis = tuple(dim) if isinstance(dim, list) else dim
        if spread:  # one less than the count divides, unless it is said
            options["ddof"] = int(options.pop("unbiased", options.pop("correction", 1)))
        kept = {"keepdims": True} if keepdim else {}
        return fn(x, *args, axis=axis, **kept, **options)

    return reduce


def _product(x: Any, **options: Any) -> Any:
    """NumPy's, in int64 for integers that are narrower."""
    kind = np.int64 if np.issubdtype(x.dtype, np.integer) or x.dtype == np.bool_ else x.dtype
    return np.prod(x, dtype=kind, **options)


def _with_order(
    tensor: Any, dim: Any = None, keepdim: bool = False
) -> Iterator[tuple[tuple[Any, ...], dict[str, Any]]]:
    for order in (2, 4, 0, 1, float("inf"), -float("inf")):
        if tensor.numel() or order in (2, 4, 0, 1):
            yield (order,), {}


def _with_correction(
    tensor: Any, dim: Any = None, keepdim: bool = False
) -> Iterator[tuple[tuple[Any, ...], dict[str, Any]]]:
    yield (), {"unbiased": True} if dim is None else {}
    yield (), {"unbiased": False}


def _samples(op: Any, device: Any, dtype: Any, requires_grad: bool, **options: Any) -> Iterator[SampleInput]:
    make = partial(make_tensor, dtype=dtype, device=device, requires_grad=requires_grad)
    return reduction_samples(op, device, dtype, requires_grad, make, _SHAPES[requires_grad])


# One number has no spread, and `var` no gradient there.
_SHAPES: Final = {False: ((), (3,), (2, 3, 4)), True: ((3,), (2, 3, 4))}
_PROPAGATES: Final = {"nan_policy": "propagate"}
_BOOL: Final = {"result_dtype": DTYPES["bool"]}
_POSITION: Final = {"supports_multiple_dims": False, "result_dtype": DTYPES["int64"], "supports_autograd": False}
_SPREAD: Final = {"promotes_int_to_float": True, "complex_to_real": True, **_PROPAGATES}
_INTO_INT64: Final = {"promotes_int_to_int64": True}

_REDUCTIONS: Final[dict[str, tuple[str, Any, dict[str, Any]]]] = {
    "all": ("uiberfc", np.all, {"identity": True, "supports_autograd": False, **_BOOL}),
    "any": ("uiberfc", np.any, {"identity": False, "supports_autograd": False, **_BOOL}),
    "amax": ("uiberf", np.amax, _PROPAGATES),
    "amin": ("uiberf", np.amin, _PROPAGATES),
    "argmax": ("uierf", np.argmax, _POSITION),
    "argmin": ("uierf", np.argmin, _POSITION),
    "count_nonzero": (
        "uiberfc", np.count_nonzero, {"identity": 0, "supports_out": False, "supports_autograd": False,
                                      "result_dtype": DTYPES["int64"]},
    ),
    "mean": ("erfc", np.mean, {"promotes_int_to_float": True, **_PROPAGATES}),
    "nanmean": ("erf", np.nanmean, {"nan_policy": "omit", "promotes_int_to_float": True}),
    "std": ("erfc", np.std, {**_SPREAD, "generate_args_kwargs": _with_correction}),
    "std:unbiased": ("erfc", None, _SPREAD),
    "var": ("erfc", np.var, {**_SPREAD, "generate_args_kwargs": _with_correction}),
    "var:unbiased": ("erfc", None, _SPREAD),
    "prod": ("uiberfc", _product, {"identity": 1, "supports_multiple_dims": False, **_PROPAGATES, **_INTO_INT64}),
    "sum": ("uiberfc", np.sum, {"identity": 0, **_PROPAGATES, **_INTO_INT64}),
    "nansum": ("uiberf", np.nansum, {"identity": 0, "nan_policy": "omit", **_INTO_INT64}),
    "linalg.vector_norm": (
        "erfc", None, {"identity": 0, "complex_to_real": True, "generate_args_kwargs": _with_order, **_PROPAGATES},
    ),
}  # fmt: skip


def _reduction(name: str, letters: str, ref: Any, facts: dict[str, Any]) -> ReductionOpInfo:
    function_name, _, variant = name.partition(":")
    return ReductionOpInfo(
        function_name, variant_test_name=variant, dtypes=dtypes_of(letters), sample_inputs_func=_samples,
        ref=None if ref is None else _of_arrays(ref), **facts,
    )  # fmt: skip


def _transform_samples(op: Any, device: Any, dtype: Any, requires_grad: bool, **options: Any) -> Iterator[SampleInput]:
    make = partial(make_tensor, dtype=dtype, device=device, requires_grad=requires_grad)
    one = op.ndimensional is SpectralFuncType.OneD
    for more in ({}, {"norm": "ortho"}, {"n": 5} if one else {"s": (3, 5)}, {"dim": 0} if one else {"dim": (0, 1)}):
        yield SampleInput(make(4, 6), kwargs=more)


# Over several dimensions rounding adds up, where NumPy computes with more digits.
_SINGLE: Final = DecorateInfo(
    tolerance({DTYPES["float32"]: tol(2e-4, 2e-4), DTYPES["complex64"]: tol(2e-4, 2e-4)}),
    "TestFFT",
    "test_reference_nd",
)


def _transform(name: str, dims: str, kind: SpectralFuncType) -> SpectralFuncInfo:
    full = f"{name}{dims}"
    place = f"numpy.fft.{full}" if hasattr(np.fft, full) else f"scipy.fft.{full}"
    return SpectralFuncInfo(
        f"fft.{full}", dtypes=dtypes_of("uibf" if name in ("rfft", "ihfft") else "uibfc"), ndimensional=kind,
        ref=function_at(place), sample_inputs_func=_transform_samples, decorators=[_SINGLE],
    )  # fmt: skip


REDUCTION_OPERATORS: Final = [_reduction(name, *row) for name, row in _REDUCTIONS.items()]
SPECTRAL_OPERATORS: Final = [
    _transform(name, dims, kind)
    for name in ("fft", "hfft", "rfft", "ifft", "ihfft", "irfft")
    for dims, kind in zip(("", "2", "n"), SpectralFuncType, strict=True)
]
