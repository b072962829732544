"""Entries of PyTorch's references (`torch._refs`) as test cases: `python_ref_db`.

Cold path.  PyTorch writes many operators a second time, in Python.  Every operator of wye is written in Python, over
NumPy: a reference is the function itself, and its entry differs from that of the operator in name.
"""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, Any, Final

from wye.modes import FunctionMode
from wye.testing.op_entries import OPERATORS
from wye.testing.op_kinds import (
    BinaryReferenceInfo,
    BinaryUfuncInfo,
    ReductionOpInfo,
    ReductionPythonRefInfo,
    ReferenceInfo,
    SpectralFuncInfo,
    SpectralReferenceInfo,
    UnaryReferenceInfo,
    UnaryUfuncInfo,
)
from wye.testing.op_table import FLAGS, cases_of

if TYPE_CHECKING:
    from wye.testing.op_info import OpInfo

__all__ = ["REFERENCES", "ReferenceMode"]

# Below `torch._refs`; a name that is no operator's is found without the module before it, or in `_OTHERS`.
_TABLE: Final = """
    T _conversions.bfloat16 _conversions.bool _conversions.byte _conversions.cdouble _conversions.cfloat
    _conversions.chalf _conversions.char _conversions.complex _conversions.double _conversions.float
    _conversions.half _conversions.int _conversions.long _conversions.polar _conversions.short abs acos acosh add
    addcdiv addcmul addr alias_copy all allclose amax amin any arange as_strided:,partial_views as_strided_copy
    as_strided_scatter asin asinh atan atan2 atanh atleast_1d atleast_2d atleast_3d bitwise_and bitwise_left_shift
    bitwise_not bitwise_or bitwise_right_shift bitwise_xor block_diag broadcast_shapes broadcast_tensors
    broadcast_to bucketize cat cauchy ceil chunk clamp clamp_max clamp_min clone column_stack conj conj_physical
    constant_pad_nd contiguous copysign cos cosh count_nonzero cumprod cumsum deg2rad diag diag_embed diagonal
    diagonal_copy diagonal_scatter digamma div:no_rounding_mode,trunc_rounding,floor_rounding dot dsplit dstack
    empty empty_like empty_strided eq equal erf erfc erfinv exp exp2 expand expand_as expand_copy expm1 exponential
    eye fft.fft fft.fft2 fft.fftn fft.fftshift fft.hfft fft.hfft2 fft.hfftn fft.ifft fft.ifft2 fft.ifftn
    fft.ifftshift fft.ihfft fft.ihfft2 fft.ihfftn fft.irfft fft.irfft2 fft.irfftn fft.rfft fft.rfft2 fft.rfftn fill
    flatten flip fliplr flipud float_power floor floor_divide fmax fmin fmod frac frexp gcd ge geometric gt
    heaviside hsplit hstack hypot i0 igamma igammac imag index_add index_copy index_fill index_select isclose
    isfinite isinf isnan isneginf isposinf isreal istft item lcm le lerp lgamma linalg.cross linalg.diagonal
    linalg.matrix_norm linalg.norm linalg.svd linalg.svdvals linalg.vecdot linalg.vector_norm
    linspace:,tensor_overload log log10 log1p log2 log_normal log_softmax:with_dtype logaddexp logaddexp2
    logical_and logical_not logical_or logical_xor logspace:,tensor_overload logsumexp lt masked_fill maximum mean
    meshgrid:variadic_tensors,list_of_tensors minimum movedim mul nan_to_num narrow narrow_copy native_group_norm
    native_layer_norm ne neg new_empty new_empty_strided new_full new_ones new_zeros nextafter
    nn.functional.alpha_dropout nn.functional.celu nn.functional.channel_shuffle nn.functional.dropout
    nn.functional.elu nn.functional.gelu nn.functional.glu nn.functional.group_norm nn.functional.hardshrink
    nn.functional.hardsigmoid nn.functional.hardtanh nn.functional.hinge_embedding_loss nn.functional.huber_loss
    nn.functional.l1_loss nn.functional.layer_norm nn.functional.leaky_relu nn.functional.log_softmax:with_dtype
    nn.functional.margin_ranking_loss nn.functional.mish nn.functional.mse_loss nn.functional.nll_loss
    nn.functional.pairwise_distance nn.functional.pdist nn.functional.pixel_shuffle nn.functional.pixel_unshuffle
    nn.functional.poisson_nll_loss nn.functional.prelu nn.functional.relu nn.functional.relu6 nn.functional.selu
    nn.functional.smooth_l1_loss nn.functional.softmax:with_dtype nn.functional.softmin:with_dtype
    nn.functional.softplus nn.functional.softshrink nn.functional.tanhshrink nn.functional.threshold
    nn.functional.triplet_margin_loss norm normal:,number_mean normal_:in_place ones permute permute_copy positive
    pow prod rad2deg randn ravel real reciprocal remainder renorm repeat reshape reshape_as roll rot90 round rsqrt
    rsub select_scatter sgn sigmoid sign signbit sin sinc sinh softmax:with_dtype special.bessel_j0
    special.bessel_j1 special.entr special.erfcx special.i0e special.i1 special.i1e special.log_ndtr
    special.log_softmax:with_dtype special.logit special.multigammaln:mvlgamma_p_1,mvlgamma_p_3,mvlgamma_p_5
    special.ndtr special.ndtri special.softmax:with_dtype special.spherical_bessel_j0 special.xlog1py special.zeta
    split_with_sizes sqrt square squeeze:,multiple squeeze_copy stack std std_mean stft sub sum sum_to_size t t_copy
    take_along_dim tan tanh tensor_split to trace transpose transpose_copy tril tril_indices triu triu_indices
    true_divide trunc unbind unbind_copy unflatten unfold unfold_copy unsqueeze unsqueeze_copy var var_mean vdot
    view view_as view_as_complex view_copy vsplit vstack where xlogy zeros
"""
_OTHERS: Final = {"normal_": "normal", "special.multigammaln": "mvlgamma"}
# `out=` where the operator has none, or none where the operator has it.
_OUT_DIFFERS: Final = frozenset(
    [
        "exponential",
        "geometric",
        "log_normal",
        "fill",
        "isfinite",
        "isinf",
        "isnan",
        "isreal",
        "special.log_softmax:with_dtype",
        "special.softmax:with_dtype",
        "nn.functional.celu",
        "nn.functional.channel_shuffle",
        "nn.functional.threshold",
        "nn.functional.elu",
        "nn.functional.hardtanh",
        "nn.functional.glu",
        "nn.functional.pairwise_distance",
        "nn.functional.pdist",
        "nn.functional.leaky_relu",
        "nn.functional.log_softmax:with_dtype",
        "nn.functional.relu",
        "nn.functional.relu6",
        "nn.functional.mish",
        "nn.functional.selu",
        "nn.functional.softmax:with_dtype",
        "nn.functional.nll_loss",
        "nn.functional.huber_loss",
        "diagonal_scatter",
        "diag_embed",
        "sum",
        "prod",
        "where",
    ]
)
_KINDS: Final[dict[type, type]] = {
    UnaryUfuncInfo: UnaryReferenceInfo, BinaryUfuncInfo: BinaryReferenceInfo, ReductionOpInfo: ReductionPythonRefInfo,
    SpectralFuncInfo: SpectralReferenceInfo,
}  # fmt: skip


def _reference(name: str, variant: str, operators: dict[tuple[str, str], OpInfo]) -> OpInfo:
    places = (_OTHERS.get(name, name), name.rpartition(".")[2])
    of = next(operators[place, variant] for place in places if (place, variant) in operators)
    made: OpInfo = copy.copy(of)
    made.__class__ = _KINDS.get(type(of), ReferenceInfo)
    more = {
        **FLAGS["n"], "name": f"_refs.{name}", "torch_opinfo": of, "torch_opinfo_name": of.name,
        "torch_opinfo_variant_name": variant, "aliases": (), "method_variant": None, "inplace_variant": None,
        "operator_variant": None, "inplace_operator_variant": None, "skips": (),
        "supports_out": of.supports_out ^ (f"{name}:{variant}".rstrip(":") in _OUT_DIFFERS),
    }  # fmt: skip
    vars(made).update(more)
    return made


class ReferenceMode(FunctionMode):
    """A mode in which functions are their references: it changes nothing.

    Args:
        strict: Whether a function without a reference is refused; every function is its own.
    """

    def __init__(self, strict: bool = False, **options: Any) -> None:
        super().__init__()
        self.strict = strict

    def __torch_function__(
        self, func: Any, types: tuple[type, ...], args: tuple[Any, ...] = (), kwargs: dict[str, Any] | None = None
    ) -> Any:
        """Call the function."""
        return func(*args, **(kwargs or {}))


def _references() -> list[OpInfo]:
    operators = {(op.name, op.variant_test_name): op for op in OPERATORS}
    return [_reference(*case, operators) for word in _TABLE.split() for case in cases_of(word)]


REFERENCES: Final = _references()
