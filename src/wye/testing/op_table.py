"""What is known of every operator that PyTorch's lists of test cases name: dtypes, gradients, other names.

Cold path, read when `FACTS` is asked for.  A line of the table: dtypes, after a slash those of gradients where they are
others, flags, and the operators with their variants, of which each is a case of its own.
"""

from __future__ import annotations

from typing import Any, Final

from wye.schema.values import DTYPES

__all__ = ["ALIASES", "ATEN_NAMES", "BACKWARD_NAMES", "FACTS", "FLAGS", "LETTERS", "PARTS", "cases_of"]

# What a letter in front of a bar stands for; other dtypes follow as `+int64`.
LETTERS: Final = {
    "u": "uint8", "i": "int8 int16 int32 int64", "b": "bool", "e": "float16", "r": "bfloat16", "f": "float32 float64",
    "h": "complex32", "c": "complex64 complex128", "w": "uint16 uint32 uint64",
    "8": "float8_e4m3fn float8_e4m3fnuz float8_e5m2 float8_e5m2fnuz", ".": "",
}  # fmt: skip

_GRADIENTS: Final = (
    "supports_autograd", "supports_gradgrad", "supports_forward_ad", "supports_fwgrad_bwgrad",
    "supports_inplace_autograd", "check_batched_grad", "check_batched_gradgrad", "check_batched_forward_grad",
    "check_inplace_batched_forward_grad",
)  # fmt: skip
_USUAL: Final[dict[str, Any]] = {**dict.fromkeys(_GRADIENTS, True), "supports_out": True}


def _no(*names: str) -> dict[str, Any]:
    return dict.fromkeys((*names,), False)


# What a flag changes of the usual: everything has gradients, forward and backward and again, also batched, and `out=`.
FLAGS: Final[dict[str, dict[str, Any]]] = {
    "n": _no(*_GRADIENTS),
    "u": _no("supports_autograd", "supports_gradgrad", "supports_fwgrad_bwgrad", "check_batched_gradgrad"),
    "g": _no("supports_gradgrad"), "d": _no("supports_forward_ad", "supports_fwgrad_bwgrad"),
    "w": _no("supports_fwgrad_bwgrad"), "W": {"supports_fwgrad_bwgrad": True}, "i": _no("supports_inplace_autograd"),
    "a": _no("check_batched_grad", "check_batched_gradgrad"), "A": _no("check_batched_gradgrad"),
    "G": {"check_batched_gradgrad": True},
    "v": _no("check_batched_forward_grad", "check_inplace_batched_forward_grad"),
    "V": _no("check_inplace_batched_forward_grad"), "z": {"check_inplace_batched_forward_grad": True},
    "t": {"gradcheck_nondet_tol": 1e-12}, "T": {"gradcheck_nondet_tol": 1e-15},
    "q": {"gradcheck_fast_mode": True}, "Q": {"gradcheck_fast_mode": False},
    "o": _no("supports_out"), "R": {"has_nondeterministic_output": True}, "F": {"is_factory_function": True},
    "S": _no("supports_scripting"), "L": _no("supports_tracing"), "y": {"supports_varargs": True},
    "C": _no("test_conjugated_samples"), "N": _no("test_neg_view"), "p": {"promotes_int_to_float": True},
    "x": {"supports_expanded_weight": True},
}  # fmt: skip

_TABLE: Final = """
    +float32 noS | broadcast_shapes
    +int32+int64 no | tril_indices triu_indices
    +int64 dvo | nn.functional.one_hot
    . dvoR | torch.ops.aten._efficient_attention_forward torch.ops.aten._flash_attention_forward
    . o | nn.functional.batch_norm:without_cudnn
    8 n | torch._scaled_mm torch._scaled_mm_v2
    berfc qo | nn.functional.unfold
    c avqo | istft
    c no | nn.functional.silu:complex
    c oC | view_as_real
    ef | complex
    ef oN | view_as_complex
    erf | _batch_norm_with_update _native_batch_norm_legit bernoulli frac frexp hypot log_softmax logaddexp2
        native_batch_norm nextafter nn.functional.gelu nn.functional.hardshrink nn.functional.logsigmoid
        nn.functional.softplus nn.functional.softshrink round:decimals_0 softmax
    erf Avo | max_pool2d_with_indices_backward
    erf Qo | nn.functional.binary_cross_entropy
    erf aGqo | nn.functional.max_unpool2d:grad
    erf dWvo | native_layer_norm nn.functional.scaled_dot_product_attention
    erf davto | nn.functional.linear_cross_entropy:chunked_none
    erf dv | normal:,number_mean
    erf dvTo | grid_sampler_2d grid_sampler_3d nn.functional.grid_sample
    erf dvto | nn.functional.linear_cross_entropy:chunked
    erf gdAvo | _segment_reduce:lengths,offsets sparse.mm:reduce
    erf gdAvto | nn.functional.embedding_bag
    erf gwAo | nn.functional.hardsigmoid
    erf n | histc igamma igammac multinomial
    erf no | bmm:triton_optimized cauchy exponential log_normal
    erf o | _softmax_backward_data masked.log_softmax masked.median masked.softmax masked.softmin native_group_norm
        nn.functional.batch_norm nn.functional.celu nn.functional.cosine_similarity nn.functional.cross_entropy
        nn.functional.elu nn.functional.hardswish nn.functional.hinge_embedding_loss
        nn.functional.interpolate:linear nn.functional.kl_div nn.functional.leaky_relu
        nn.functional.max_unpool1d:,grad nn.functional.max_unpool2d nn.functional.max_unpool3d:grad
        nn.functional.mish nn.functional.mse_loss nn.functional.multilabel_soft_margin_loss nn.functional.nll_loss
        nn.functional.prelu nn.functional.selu nn.functional.silu nn.functional.smooth_l1_loss nn.functional.softmin
    erf op | masked.norm
    erf ox | nn.functional.embedding nn.functional.group_norm nn.functional.instance_norm nn.functional.layer_norm
    erf qo | nn.functional.feature_alpha_dropout:with_train nn.functional.gaussian_nll_loss nn.functional.glu
        nn.functional.max_unpool3d nn.functional.multi_head_attention_forward
    erf to | nn.functional.adaptive_avg_pool1d nn.functional.adaptive_avg_pool2d
        nn.functional.binary_cross_entropy_with_logits nn.functional.interpolate:trilinear,area
        nn.functional.linear_cross_entropy
    erf tqo | nn.functional.adaptive_avg_pool3d
    erf vo | masked.logaddexp nn.functional.alpha_dropout nn.functional.dropout nn.functional.dropout2d
        nn.functional.dropout3d nn.functional.max_pool1d
    erf voN | nn.functional.fractional_max_pool2d
    erf vp | nanmean
    erf vto | nn.functional.adaptive_max_pool1d nn.functional.adaptive_max_pool2d nn.functional.adaptive_max_pool3d
    erf vtoN | nn.functional.fractional_max_pool3d
    erf wo | nn.functional.huber_loss nn.functional.soft_margin_loss
    erf+int64 | nn.functional.avg_pool2d
    erf+int64 o | nn.functional.local_response_norm
    erf+int64 to | nn.functional.avg_pool1d
    erfc | addcdiv lerp logaddexp logcumsumexp nn.functional.normalize renorm
    erfc Av | linalg.matrix_norm
    erfc avo | matrix_exp
    erfc no | allclose normal:in_place uniform
    erfc o | nn.functional.l1_loss nn.functional.rms_norm
    erfc op | masked.mean
    erfc p | mean
    erfc qo | masked.normalize
    erfc v | linalg.norm:,subgradients_at_zero linalg.vecdot linalg.vector_norm norm:fro
    erfc vo | std_mean:,unbiased var_mean:,unbiased
    erfc vop | std:unbiased var:unbiased
    erfc vp | std var
    erfc vqo | dist
    erfc+int64 to | nn.functional.conv_transpose1d
    erfc+int64 tox | nn.functional.conv1d
    erfc+int64 tqo | nn.functional.conv_transpose2d nn.functional.conv_transpose3d
    erfc+int64 tqox | nn.functional.conv2d nn.functional.conv3d
    erfhc n | randn
    erfhc no | rand_like randn_like
    erfhc vQ | norm:inf
    erfhc vq | norm
    f dvo | nn.functional.ctc_loss
    f gdAvo | cdist nn.functional.multi_margin_loss nn.functional.multilabel_margin_loss nn.functional.pdist
    f n | histogram histogramdd
    f no | signal.windows.bartlett signal.windows.blackman signal.windows.cosine signal.windows.exponential
        signal.windows.gaussian signal.windows.general_cosine signal.windows.general_hamming signal.windows.hamming
        signal.windows.hann signal.windows.kaiser signal.windows.nuttall
    f v | nanquantile quantile
    f w | polar
    f+int64 t | nn.functional.avg_pool3d
    fc | linalg.slogdet linalg.solve_ex linalg.solve_triangular linalg.tensorsolve
    fc A | cholesky_solve linalg.det linalg.inv linalg.inv_ex linalg.qr qr triangular_solve
    fc Av | linalg.svdvals norm:nuc
    fc Avt | linalg.cond
    fc ao | linalg.pinv:singular
    fc aq | linalg.pinv
    fc ato | pinverse
    fc av | linalg.eig linalg.eigh linalg.eigvals linalg.eigvalsh linalg.pinv:hermitian
    fc avq | linalg.householder_product linalg.svd svd
    fc avqo | pca_lowrank svd_lowrank
    fc avtqo | stft
    fc dv | cholesky linalg.lstsq sparse.sampled_addmm
    fc dvq | ormqr
    fc iaGq | linalg.matrix_power
    fc n | geqrf linalg.ldl_factor linalg.ldl_factor_ex linalg.ldl_solve linalg.matrix_rank:,hermitian
    fc o | logdet
    fc q | cholesky_inverse linalg.lu linalg.lu_factor linalg.lu_factor_ex linalg.solve lu_unpack
    fc qo | linalg.lstsq:grad_oriented
    fc v | linalg.cholesky linalg.cholesky_ex linalg.tensorinv lu_solve
    fc vq | linalg.lu_solve lu
    hc vo | imag
    ierf o | nn.functional.hardtanh
    ierfc ivo | gradient
    rf | round:decimals_3,decimals_neg_3
    rf o | nn.functional.rrelu
    uerf o | nn.functional.interpolate:nearest,nearest-exact
    uerf to | nn.functional.interpolate:bilinear,bicubic nn.functional.upsample_bilinear
        nn.functional.upsample_nearest
    uf to | _upsample_bilinear2d_aa
    ui n | bitwise_left_shift bitwise_right_shift gcd lcm
    ui no | bincount unravel_index
    uib n | bitwise_and bitwise_not bitwise_or bitwise_xor
    uib uo | __rand__ __ror__ __rxor__
    uiberf | aminmax clamp_max clamp_min fmax fmin max:reduction_with_dim,reduction_no_dim,binary maximum
        min:reduction_with_dim,reduction_no_dim,binary minimum mode nan_to_num scatter_reduce:sum sign sort
        special.polygamma:special_polygamma_n_0
    uiberf A | msort
    uiberf dv | scatter_reduce:prod
    uiberf dvo | native_dropout_backward
    uiberf n | ge gt hash_tensor heaviside isneginf isposinf le lt signbit
    uiberf no | argsort unique_consecutive
    uiberf o | nn.functional.cosine_embedding_loss select_scatter torch.ops.aten._safe_softmax.default
    uiberf p | atan2 deg2rad digamma erf erfc erfinv i0 lgamma logit polygamma:polygamma_n_0 rad2deg xlogy
    uiberf q | slice_scatter
    uiberf qp | copysign
    uiberf t | cummax cummin
    uiberf v | amax amin nansum scatter_reduce:amin,amax
    uiberfc | angle expand_copy masked_select scatter scatter_add softmax:with_dtype square view_copy
    uiberfc Avo | put
    uiberfc Q | logsumexp
    uiberfc aG | take
    uiberfc aGvo | nn.functional.pad:circular
    uiberfc dvo | half
    uiberfc ioS | _unsafe_masked_index _unsafe_masked_index_put_accumulate
    uiberfc ip | acosh asinh atanh
    uiberfc iq | kron
    uiberfc iqp | ldexp
    uiberfc ivt | take_along_dim
    uiberfc n | all any logical_and logical_not logical_or logical_xor ne
    uiberfc nL | equal
    uiberfc no | argwhere byte count_nonzero int isclose isnan jiterator_2inputs_2outputs
        jiterator_4inputs_with_extra_args jiterator_binary jiterator_binary_return_by_ref jiterator_unary resize_as_
        short
    uiberfc noN | resize_
    uiberfc noR | empty_strided
    uiberfc o | __radd__ __rmul__ constant_pad_nd diagonal_scatter expand expand_as flip fliplr flipud masked.sum
        nn.functional.channel_shuffle nn.functional.feature_alpha_dropout:without_train nn.functional.pixel_shuffle
        nn.functional.pixel_unshuffle resolve_conj split:list_args sum sum_to_size tensor_split to
    uiberfc p | acos asin atan cos cosh exp exp2 expm1 log log10 log1p log2 reciprocal rsqrt sigmoid sin sinc sinh
        sqrt tan tanh true_divide
    uiberfc qo | masked.prod nn.functional.pad:constant repeat rot90 tile zero_
    uiberfc qop | __rdiv__
    uiberfc qp | div:no_rounding_mode float_power
    uiberfc t | addr gather
    uiberfc tqo | prod
    uiberfc v | diag outer t_copy
    uiberfc vo | broadcast_tensors broadcast_to cartesian_prod combinations diagflat masked_scatter
        meshgrid:variadic_tensors,list_of_tensors t
    uiberfc vq | diff
    uiberfc+uint16+uint32 no | full_like
    uiberfc/f davo | to_sparse
    uiberfc8 n | eye
    uiberfhc | add alias_copy conj_physical diagonal_copy hstack log_softmax:with_dtype mul narrow_copy permute_copy
        split_with_sizes_copy stack tril triu vstack where
    uiberfhc V | as_strided_copy transpose_copy
    uiberfhc Vo | as_strided:,partial_views as_strided_scatter transpose
    uiberfhc aG | unbind_copy
    uiberfhc dvo | bfloat16 cfloat chalf float
    uiberfhc iqoS | __getitem__ slice
    uiberfhc n | _chunk_cat eq nonzero
    uiberfhc nF | full zeros
    uiberfhc nFy | ones
    uiberfhc nR | empty
    uiberfhc no | bool char isfinite isinf isreal item long new_full new_ones new_zeros nonzero_static ones_like
        scalar_tensor zeros_like
    uiberfhc noR | empty_like empty_permuted new_empty new_empty_strided
    uiberfhc o | T cdouble chunk clone contiguous diagonal double fft.fftshift fft.ifftshift linalg.diagonal narrow
        reshape reshape_as resolve_neg roll select split split_with_sizes unbind unflatten view view_as
    uiberfhc oy | permute
    uiberfhc qo | diag_embed mT
    uiberfhc t | index_select
    uiberfhc v | column_stack dstack squeeze_copy unsqueeze_copy
    uiberfhc vo | H block_diag conj dsplit fill flatten hsplit index_fill masked_fill movedim ravel real
        repeat_interleave squeeze:,multiple unsafe_chunk unsafe_split unsqueeze vsplit
    uiberfhc voN | index_put
    uiberfhc vq | cat
    uiberfhc vqo | atleast_1d atleast_2d atleast_3d mH
    uiberfhc vt | index_add index_copy
    uiberfhc/erfc | sgn
    uiberfhc/erfc Avq | unfold_copy
    uiberfhc/erfc Avqo | unfold
    uiberfw | special.i0e special.ndtr
    uiberfw i | special.entr
    uiberfw no | unique
    uiberfw p | special.xlog1py
    uiberfw/f | special.i1 special.i1e
    uibf | special.ndtri
    uibf aGv | fft.ihfft
    uibf aq | fft.rfft fft.rfft2 fft.rfftn
    uibf avq | fft.ihfft2 fft.ihfftn
    uibfc Avq | fft.hfft fft.hfft2 fft.hfftn fft.irfft fft.irfft2 fft.irfftn
    uibfc vq | fft.fft fft.fft2 fft.fftn fft.ifft fft.ifft2 fft.ifftn
    uibfw | special.erfcx special.log_ndtr
    uibfw n | special.airy_ai special.bessel_j0 special.bessel_j1 special.bessel_y0 special.bessel_y1
        special.modified_bessel_i0 special.modified_bessel_i1 special.modified_bessel_k0 special.modified_bessel_k1
        special.scaled_modified_bessel_k0 special.scaled_modified_bessel_k1 special.spherical_bessel_j0
    uibfw np | special.chebyshev_polynomial_t special.chebyshev_polynomial_u special.chebyshev_polynomial_v
        special.chebyshev_polynomial_w special.hermite_polynomial_h special.hermite_polynomial_he
        special.laguerre_polynomial_l special.legendre_polynomial_p special.shifted_chebyshev_polynomial_t
        special.shifted_chebyshev_polynomial_u special.shifted_chebyshev_polynomial_v
        special.shifted_chebyshev_polynomial_w special.zeta
    uibrf p | polygamma:polygamma_n_1,polygamma_n_2,polygamma_n_3,polygamma_n_4
    uierf | ceil clamp floor kthvalue round scatter_reduce:mean topk trunc
    uierf Avqo | nn.functional.max_pool2d
    uierf dv | index_reduce:amin,amax
    uierf dvt | index_reduce:mean,prod
    uierf n | argmax argmin bucketize floor_divide isin searchsorted
    uierf nF | arange
    uierf no | geometric masked.argmax masked.argmin randint randint_like
    uierf o | masked.amax masked.amin median nanmedian nn.functional.margin_ranking_loss
        nn.functional.poisson_nll_loss nn.functional.relu nn.functional.relu6 nn.functional.threshold
    uierf p | mvlgamma:mvlgamma_p_1,mvlgamma_p_3,mvlgamma_p_5
    uierf q | div:trunc_rounding,floor_rounding fmod remainder
    uierf qo | __rmod__ nn.functional.bilinear
    uierf vtqo | nn.functional.max_pool3d
    uierfc | addcmul addmv bmm cross cumsum dot linalg.cross mm mv vdot
    uierfc Q | cumprod
    uierfc iavt | linalg.multi_dot
    uierfc io | rsub trace
    uierfc iq | pow
    uierfc nF | linspace:,tensor_overload logspace:,tensor_overload
    uierfc o | __rpow__ __rsub__ cov masked.logsumexp nn.functional.pairwise_distance
        nn.functional.softmin:with_dtype nn.functional.softsign nn.functional.tanhshrink
        nn.functional.triplet_margin_loss nn.functional.triplet_margin_with_distance_loss
    uierfc q | addbmm baddbmm
    uierfc qo | masked.cumprod masked.cumsum
    uierfc t | addmm:,decomposed
    uierfc to | nn.functional.pad:reflect,replicate,replicate_negative
    uierfc v | inner tensordot
    uierfc vo | corrcoef cumulative_trapezoid einsum trapezoid trapz
    uierfc vop | masked.var
    uierfc vq | matmul
    uierfc vqo | __rmatmul__
    uierfc vqop | masked.std
    uierfc vtx | nn.functional.linear
    uierfhc | abs neg sub
    uierfhc o | positive
    uifc o | linalg.vander
"""

_ALIASES: Final = """
    abs=absolute acos=arccos acosh=arccosh mul=multiply sub=subtract asin=arcsin asinh=arcsinh atan=arctan
    atan2=arctan2 atanh=arctanh clamp=clip div:no_rounding_mode=divide div:trunc_rounding=divide
    div:floor_rounding=divide i0=special.i0 log1p=special.log1p ge=greater_equal gt=greater le=less_equal lt=less
    matrix_exp=linalg.matrix_exp matmul=linalg.matmul max:binary=maximum min:binary=minimum
    softmax=special.softmax,nn.functional.softmax softmax:with_dtype=special.softmax,nn.functional.softmax
    nn.functional.conv_transpose1d=conv_transpose1d nn.functional.conv_transpose2d=conv_transpose2d
    nn.functional.conv_transpose3d=conv_transpose3d nn.functional.conv1d=conv1d nn.functional.conv2d=conv2d
    nn.functional.conv3d=conv3d nn.functional.group_norm=group_norm nn.functional.layer_norm=layer_norm
    nn.functional.rms_norm=rms_norm igamma=torch.special.gammainc igammac=torch.special.gammaincc
    mvlgamma:mvlgamma_p_1=special.multigammaln mvlgamma:mvlgamma_p_3=special.multigammaln
    mvlgamma:mvlgamma_p_5=special.multigammaln ne=not_equal neg=negative outer=ger round=special.round
    round:decimals_0=special.round round:decimals_3=special.round round:decimals_neg_3=special.round
    sinc=special.sinc tanh=nn.functional.tanh trunc=fix exp2=special.exp2 expm1=special.expm1 cat=concat,concatenate
    vstack=row_stack movedim=moveaxis xlogy=special.xlogy logsumexp=special.logsumexp transpose=swapdims,swapaxes
    mH=adjoint sigmoid=special.expit,nn.functional.sigmoid digamma=special.psi,special.digamma erf=special.erf
    erfc=special.erfc erfinv=special.erfinv lgamma=special.gammaln
    log_softmax=special.log_softmax,nn.functional.log_softmax
    log_softmax:with_dtype=special.log_softmax,nn.functional.log_softmax logit=special.logit linalg.det=det
    linalg.householder_product=orgqr linalg.matrix_power=matrix_power linalg.inv=inverse
"""


# Functions of `nn.functional` whose operator has the name without the module, or the one given.
_ATEN_NAMES: Final = """
    softmin cosine_similarity avg_pool1d avg_pool2d avg_pool3d binary_cross_entropy_with_logits relu conv_transpose1d
    conv_transpose2d conv_transpose3d conv1d conv2d conv3d group_norm layer_norm rms_norm hardswish leaky_relu
    max_pool1d max_pool2d max_pool3d max_unpool1d max_unpool2d max_unpool3d linear bilinear glu batch_norm softshrink
    hardshrink hardtanh gelu relu6 pad:constant=constant_pad_nd unfold=im2col logsigmoid=log_sigmoid
"""
# The operators of gradients that are tested with the samples of another.
_BACKWARD_NAMES: Final = """
    diagonal=diagonal_backward linalg.diagonal=diagonal_backward softmax=_softmax_backward_data
    log_softmax=_log_softmax_backward_data nn.functional.layer_norm=layer_norm_backward
    nn.functional.hardswish=hardswish_backward nn.functional.leaky_relu=leaky_relu_backward
    nn.functional.elu=elu_backward nn.functional.prelu=_prelu_kernel_backward
    nn.functional.rrelu=rrelu_with_noise_backward nn.functional.silu=silu_backward
    nn.functional.hardsigmoid=hardsigmoid_backward nn.functional.logsigmoid=log_sigmoid_backward
    nn.functional.mish=mish_backward nn.functional.binary_cross_entropy=binary_cross_entropy_backward
    nn.functional.softshrink=softshrink_backward nn.functional.hardshrink=hardshrink_backward
    nn.functional.hardtanh=hardtanh_backward nn.functional.gelu=gelu_backward select=select_backward tanh=tanh_backward
    sigmoid=sigmoid_backward logit=logit_backward nn.functional.embedding=embedding_dense_backward
    nn.functional.softplus=softplus_backward nn.functional.mse_loss=mse_loss_backward
    nn.functional.huber_loss=huber_loss_backward
"""
# The operators that others are decomposed into.
_PARTS: Final = """
    conj_physical=_conj_physical split:list_args=split_with_sizes linalg.svd=_linalg_svd linalg.svdvals=_linalg_svd
    fft.fft=_fft_c2c fft.fft2=_fft_c2c fft.fftn=_fft_c2c fft.ifft=_fft_c2c fft.ifft2=_fft_c2c fft.ifftn=_fft_c2c
    fft.hfft=_fft_c2r fft.hfft2=_fft_c2r fft.hfftn=_fft_c2r fft.irfft=_fft_c2r fft.irfft2=_fft_c2r fft.irfftn=_fft_c2r
    fft.rfft=_fft_r2c fft.rfft2=_fft_r2c fft.rfftn=_fft_r2c fft.ihfft=_fft_r2c fft.ihfft2=_fft_r2c fft.ihfftn=_fft_r2c
"""


def cases_of(word: str) -> list[tuple[str, str]]:
    """Names and variants of ``name:variant,variant``."""
    name, _, variants = word.partition(":")
    return [(name, variant) for variant in variants.split(",")]


def _dtypes(letters: str) -> tuple[Any, ...]:
    short, *others = letters.split("+")
    names = [name for letter in short for name in LETTERS[letter].split()]
    return tuple(DTYPES[name] for name in (*names, *others))


def _facts(head: str) -> dict[str, Any]:
    letters, _, flags = head.strip().partition(" ")
    dtypes, _, backward = letters.partition("/")
    facts = dict(_USUAL)
    for flag in flags:
        facts.update(FLAGS[flag])
    return {**facts, "dtypes": _dtypes(dtypes), "backward_dtypes": _dtypes(backward or dtypes)}


def _read() -> dict[str, dict[str, Any]]:
    """Facts by ``name:variant``, in the order of the names."""
    found: dict[str, dict[str, Any]] = {}
    facts: dict[str, Any] = {}
    for line in _TABLE.strip().splitlines():
        head, bar, words = line.rpartition("|")
        facts = _facts(head) if bar else facts
        for word in words.split():
            found.update((f"{name}:{variant}".rstrip(":"), facts) for name, variant in cases_of(word))
    return dict(sorted(found.items()))


FACTS: Final = _read()
ATEN_NAMES: Final = {
    f"nn.functional.{name}": other or name for name, _, other in (word.partition("=") for word in _ATEN_NAMES.split())
}
BACKWARD_NAMES: Final = {name: other for name, _, other in (word.partition("=") for word in _BACKWARD_NAMES.split())}
PARTS: Final = {name: other for name, _, other in (word.partition("=") for word in _PARTS.split())}
ALIASES: Final = {
    name: tuple(others.split(",")) for name, _, others in (word.partition("=") for word in _ALIASES.split())
}
