"""Kinds of operators as test cases: of one number, of two, reductions, Fourier transforms; with what their tests ask.

Cold path.  `DTYPE_LETTERS` and `dtypes_of` say dtypes in short, for tables of operators.
"""

from __future__ import annotations

import enum
import importlib
import importlib.util
from typing import TYPE_CHECKING, Any, Final

from wye.schema.values import DTYPES
from wye.testing.op_info import OpInfo, SampleInput

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from wye.schema.values import dtype

__all__ = [
    "DTYPE_LETTERS",
    "BinaryReferenceInfo",
    "BinaryUfuncInfo",
    "ReductionOpInfo",
    "ReductionPythonRefInfo",
    "ReferenceInfo",
    "SpectralFuncInfo",
    "SpectralFuncType",
    "SpectralReferenceInfo",
    "UnaryReferenceInfo",
    "UnaryUfuncInfo",
    "dtypes_of",
    "function_at",
    "reduction_samples",
]

DTYPE_LETTERS: Final = {
    "u": "uint8", "i": "int8 int16 int32 int64", "b": "bool", "e": "float16", "r": "bfloat16",
    "f": "float32 float64", "c": "complex64 complex128",
}  # fmt: skip


def dtypes_of(letters: str) -> tuple[dtype, ...]:
    """The dtypes that letters stand for: ``"uif"`` is the integers and the usual floating-point numbers."""
    return tuple(DTYPES[name] for letter in letters for name in DTYPE_LETTERS[letter].split())


def function_at(place: str | None) -> Any:
    """The function of a place like ``"scipy.special.i1"``; None without a place, or without that library."""
    if place is None:
        return None
    module, _, name = place.rpartition(".")
    if importlib.util.find_spec(module.partition(".")[0]) is None:
        return None
    return getattr(importlib.import_module(module), name)


def _no_options(device: Any, dtype: Any, input: Any) -> tuple[dict[str, Any], dict[str, Any]]:
    return {}, {}


class UnaryUfuncInfo(OpInfo):
    """A function of one number.

    ``domain`` has the numbers between which it is real; ``ref`` is the same function of arrays, and ``sample_kwargs``
    gives what both are called with besides; ``reference_numerics_filter`` has a condition on arguments, and the number
    to take instead.
    """

    domain: tuple[float | None, float | None] = (None, None)
    handles_complex_extremal_values: bool = True
    handles_large_floats: bool = True
    supports_complex_to_float: bool = False
    reference_numerics_filter: Any = None
    sample_kwargs: Any = staticmethod(_no_options)


class BinaryUfuncInfo(OpInfo):
    """A function of two numbers.

    ``lhs_make_tensor_kwargs`` and ``rhs_make_tensor_kwargs`` say which numbers its arguments may be.
    """

    promotes_int_to_float: bool = False
    always_returns_bool: bool = False
    supports_rhs_python_scalar: bool = True
    supports_one_python_scalar: bool = False
    supports_two_python_scalars: bool = False

    def __init__(
        self,
        name: str,
        *,
        lhs_make_tensor_kwargs: dict[str, Any] | None = None,
        rhs_make_tensor_kwargs: dict[str, Any] | None = None,
        **facts: Any,
    ) -> None:
        self.lhs_make_tensor_kwargs = lhs_make_tensor_kwargs or {}
        self.rhs_make_tensor_kwargs = rhs_make_tensor_kwargs or {}
        super().__init__(name, **facts)
        if self.supports_two_python_scalars:  # then one of them may be a tensor
            self.supports_one_python_scalar = True
        if self.supports_one_python_scalar:
            self.supports_rhs_python_scalar = True


def _dims_alone(
    tensor: Any, dim: Any = None, keepdim: bool = False
) -> Iterator[tuple[tuple[Any, ...], dict[str, Any]]]:
    yield (), {}


class ReductionOpInfo(OpInfo):
    """A reduction.

    ``identity`` is the number that changes no result, ``nan_policy`` what it does about NaN ("propagate" or "omit").
    ``generate_args_kwargs`` yields what a call takes besides the tensor, its dimensions and ``keepdim``.
    """

    identity: Any = None
    nan_policy: str | None = None
    supports_multiple_dims: bool = True
    promotes_int_to_float: bool = False
    promotes_int_to_int64: bool = False
    result_dtype: Any = None
    complex_to_real: bool = False
    generate_args_kwargs: Any = staticmethod(_dims_alone)


class ReferenceInfo(OpInfo):
    """The reference of an operator.

    ``torch_opinfo`` is the entry of that operator.
    """

    torch_opinfo: OpInfo
    torch_opinfo_name: str
    torch_opinfo_variant_name: str
    validate_view_consistency: bool = True


class UnaryReferenceInfo(UnaryUfuncInfo):
    """The reference of a function of one number."""


class BinaryReferenceInfo(BinaryUfuncInfo):
    """The reference of a function of two numbers."""


class ReductionPythonRefInfo(ReductionOpInfo):
    """The reference of a reduction."""


class SpectralFuncType(enum.Enum):
    """Over how many dimensions a Fourier transform goes."""

    OneD = 1
    TwoD = 2
    ND = 3


class SpectralFuncInfo(OpInfo):
    """A Fourier transform, over one dimension, two, or several."""

    ndimensional: SpectralFuncType


class SpectralReferenceInfo(SpectralFuncInfo):
    """The reference of a Fourier transform."""


def reduction_samples(
    op: Any, device: Any, dtype: Any, requires_grad: bool, make: Any, shapes: Iterable[tuple[int, ...]]
) -> Iterator[SampleInput]:
    """Samples over one dimension, all, and several where the reduction takes them."""
    for shape in shapes:
        for dims in ({}, *({"dim": at} for at in range(len(shape)))):
            for args, more in op.generate_args_kwargs(make(*shape), **dims):
                yield SampleInput(make(*shape), args=args, kwargs={**dims, **more})
        if op.supports_multiple_dims and len(shape) > 1:
            yield SampleInput(make(*shape), dim=(0, -1))
