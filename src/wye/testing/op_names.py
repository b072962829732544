"""Names of operators for which there are no samples here, so that lists of exceptions by name can be read.

Cold path.  Each is an `OpInfo` without dtypes, of which `ops` makes no tests.  A name leaves this table when
`wye.testing.op_samples` has samples for it.
"""

from __future__ import annotations

from typing import Final

from wye.testing.op_info import OpInfo
from wye.testing.op_samples import OPERATORS

__all__ = ["ALL_OPERATORS", "NAMES"]

# "name", or "name:variant,variant" where PyTorch has several cases of one operator.  A variant may have no name.
_TABLE: Final = """
    H T __getitem__ __radd__ __rand__ __rdiv__ __rmatmul__ __rmod__ __rmul__ __ror__ __rpow__ __rsub__ __rxor__
    _batch_norm_with_update _chunk_cat _native_batch_norm_legit _segment_reduce:lengths,offsets
    _softmax_backward_data _unsafe_masked_index _unsafe_masked_index_put_accumulate _upsample_bilinear2d_aa
    addbmm addcdiv addmm:decomposed addmv addr alias_copy all allclose aminmax angle any arange argwhere
    as_strided:,partial_views as_strided_copy as_strided_scatter atleast_1d atleast_2d atleast_3d bernoulli
    bfloat16 bincount bitwise_left_shift bitwise_right_shift block_diag bmm:triton_optimized bool
    broadcast_shapes broadcast_tensors bucketize byte cartesian_prod cauchy cdist cdouble cfloat chalf char
    cholesky cholesky_inverse cholesky_solve clamp_max clamp_min column_stack combinations complex conj
    conj_physical constant_pad_nd contiguous corrcoef count_nonzero cov cross cumulative_trapezoid diag_embed
    diagflat diagonal_copy diagonal_scatter diff dist div:floor_rounding,no_rounding_mode,trunc_rounding double
    dsplit dstack empty empty_like empty_permuted empty_strided equal expand_as expand_copy exponential eye
    fft.fft fft.fft2 fft.fftn fft.fftshift fft.hfft fft.hfft2 fft.hfftn fft.ifft fft.ifft2 fft.ifftn
    fft.ifftshift fft.ihfft fft.ihfft2 fft.ihfftn fft.irfft fft.irfft2 fft.irfftn fft.rfft fft.rfft2 fft.rfftn
    fill fliplr flipud float float_power frexp full full_like geometric geqrf gradient grid_sampler_2d
    grid_sampler_3d half hash_tensor heaviside histc histogram histogramdd hsplit hstack i0 igamma igammac imag
    index_copy index_fill index_put index_reduce:amax,amin,mean,prod inner int isclose isin isinf isnan isneginf
    isposinf isreal istft item jiterator_2inputs_2outputs jiterator_4inputs_with_extra_args jiterator_binary
    jiterator_binary_return_by_ref jiterator_unary kthvalue ldexp linalg.cholesky linalg.cholesky_ex linalg.cond
    linalg.cross linalg.det linalg.diagonal linalg.eig linalg.eigh linalg.eigvals linalg.eigvalsh
    linalg.householder_product linalg.inv linalg.inv_ex linalg.ldl_factor linalg.ldl_factor_ex linalg.ldl_solve
    linalg.lstsq:,grad_oriented linalg.lu linalg.lu_factor linalg.lu_factor_ex linalg.lu_solve
    linalg.matrix_norm linalg.matrix_power linalg.matrix_rank:,hermitian linalg.multi_dot
    linalg.norm:,subgradients_at_zero linalg.pinv:,hermitian,singular linalg.qr linalg.slogdet linalg.solve
    linalg.solve_ex linalg.solve_triangular linalg.svd linalg.svdvals linalg.tensorinv linalg.tensorsolve
    linalg.vander linalg.vecdot linalg.vector_norm linspace:,tensor_overload log_normal log_softmax:with_dtype
    logdet logical_and logical_not logical_or logical_xor logspace:,tensor_overload long lu lu_solve lu_unpack
    mH mT masked.amax masked.amin masked.argmax masked.argmin masked.cumprod masked.cumsum masked.log_softmax
    masked.logaddexp masked.logsumexp masked.mean masked.median masked.norm masked.normalize masked.prod
    masked.softmax masked.softmin masked.std masked.sum masked.var masked_scatter matrix_exp
    max:binary,reduction_no_dim,reduction_with_dim max_pool2d_with_indices_backward
    meshgrid:list_of_tensors,variadic_tensors min:binary,reduction_no_dim,reduction_with_dim mode msort
    multinomial mvlgamma:mvlgamma_p_1,mvlgamma_p_3,mvlgamma_p_5 nan_to_num nanmean nanmedian nanquantile
    narrow_copy native_batch_norm native_dropout_backward native_group_norm native_layer_norm new_empty
    new_empty_strided new_full new_ones new_zeros nextafter nn.functional.adaptive_avg_pool1d
    nn.functional.adaptive_avg_pool2d nn.functional.adaptive_avg_pool3d nn.functional.adaptive_max_pool1d
    nn.functional.adaptive_max_pool2d nn.functional.adaptive_max_pool3d nn.functional.alpha_dropout
    nn.functional.avg_pool1d nn.functional.avg_pool3d nn.functional.batch_norm:,without_cudnn
    nn.functional.bilinear nn.functional.binary_cross_entropy nn.functional.binary_cross_entropy_with_logits
    nn.functional.celu nn.functional.channel_shuffle nn.functional.conv3d nn.functional.conv_transpose1d
    nn.functional.conv_transpose2d nn.functional.conv_transpose3d nn.functional.cosine_embedding_loss
    nn.functional.cosine_similarity nn.functional.cross_entropy nn.functional.ctc_loss nn.functional.dropout
    nn.functional.dropout2d nn.functional.dropout3d nn.functional.embedding_bag
    nn.functional.feature_alpha_dropout:with_train,without_train nn.functional.fractional_max_pool2d
    nn.functional.fractional_max_pool3d nn.functional.gaussian_nll_loss nn.functional.glu
    nn.functional.grid_sample nn.functional.group_norm nn.functional.hardshrink nn.functional.hardsigmoid
    nn.functional.hardswish nn.functional.hinge_embedding_loss nn.functional.huber_loss
    nn.functional.instance_norm
    nn.functional.interpolate:area,bicubic,bilinear,linear,nearest,nearest-exact,trilinear nn.functional.kl_div
    nn.functional.l1_loss nn.functional.linear_cross_entropy:,chunked,chunked_none
    nn.functional.local_response_norm nn.functional.margin_ranking_loss nn.functional.max_pool1d
    nn.functional.max_pool3d nn.functional.max_unpool1d:,grad nn.functional.max_unpool2d:,grad
    nn.functional.max_unpool3d:,grad nn.functional.multi_head_attention_forward nn.functional.multi_margin_loss
    nn.functional.multilabel_margin_loss nn.functional.multilabel_soft_margin_loss nn.functional.nll_loss
    nn.functional.normalize nn.functional.one_hot
    nn.functional.pad:circular,constant,reflect,replicate,replicate_negative nn.functional.pairwise_distance
    nn.functional.pdist nn.functional.pixel_shuffle nn.functional.pixel_unshuffle nn.functional.poisson_nll_loss
    nn.functional.prelu nn.functional.relu6 nn.functional.rms_norm nn.functional.rrelu nn.functional.selu
    nn.functional.silu:complex nn.functional.smooth_l1_loss nn.functional.soft_margin_loss
    nn.functional.softmin:,with_dtype nn.functional.softshrink nn.functional.tanhshrink nn.functional.threshold
    nn.functional.triplet_margin_loss nn.functional.triplet_margin_with_distance_loss nn.functional.unfold
    nn.functional.upsample_bilinear nn.functional.upsample_nearest nonzero nonzero_static norm:,fro,inf,nuc
    normal:,in_place,number_mean ones ormqr pca_lowrank permute_copy pinverse polar
    polygamma:polygamma_n_0,polygamma_n_1,polygamma_n_2,polygamma_n_3,polygamma_n_4 put qr quantile rand_like
    randint randint_like randn randn_like ravel real renorm repeat_interleave reshape_as resize_ resize_as_
    resolve_conj resolve_neg rot90 round:decimals_0,decimals_3,decimals_neg_3 rsub scalar_tensor
    scatter_reduce:amax,amin,mean,prod,sum searchsorted select_scatter sgn short signal.windows.bartlett
    signal.windows.blackman signal.windows.cosine signal.windows.exponential signal.windows.gaussian
    signal.windows.general_cosine signal.windows.general_hamming signal.windows.hamming signal.windows.hann
    signal.windows.kaiser signal.windows.nuttall signbit slice slice_scatter softmax:with_dtype sparse.mm:reduce
    sparse.sampled_addmm special.airy_ai special.bessel_j0 special.bessel_j1 special.bessel_y0 special.bessel_y1
    special.chebyshev_polynomial_t special.chebyshev_polynomial_u special.chebyshev_polynomial_v
    special.chebyshev_polynomial_w special.entr special.erfcx special.hermite_polynomial_h
    special.hermite_polynomial_he special.i0e special.i1 special.i1e special.laguerre_polynomial_l
    special.legendre_polynomial_p special.log_ndtr special.modified_bessel_i0 special.modified_bessel_i1
    special.modified_bessel_k0 special.modified_bessel_k1 special.ndtr special.ndtri
    special.polygamma:special_polygamma_n_0 special.scaled_modified_bessel_k0 special.scaled_modified_bessel_k1
    special.shifted_chebyshev_polynomial_t special.shifted_chebyshev_polynomial_u
    special.shifted_chebyshev_polynomial_v special.shifted_chebyshev_polynomial_w special.spherical_bessel_j0
    special.xlog1py special.zeta split:list_args split_with_sizes split_with_sizes_copy squeeze:multiple
    squeeze_copy std:unbiased std_mean:,unbiased stft sum_to_size svd svd_lowrank t_copy take take_along_dim
    tensor_split tensordot to to_sparse torch._scaled_mm torch._scaled_mm_v2
    torch.ops.aten._efficient_attention_forward torch.ops.aten._flash_attention_forward
    torch.ops.aten._safe_softmax.default transpose_copy trapezoid trapz triangular_solve tril_indices
    triu_indices unbind_copy unflatten unfold unfold_copy uniform unique unique_consecutive unravel_index
    unsafe_chunk unsafe_split unsqueeze_copy var:unbiased var_mean:,unbiased vdot view_as view_as_complex
    view_as_real view_copy vsplit vstack zero_ zeros
"""


def _cases(word: str) -> list[tuple[str, str]]:
    name, _, variants = word.partition(":")
    return [(name, variant) for variant in variants.split(",")]


NAMES: Final = tuple(case for word in _TABLE.split() for case in _cases(word))
ALL_OPERATORS: Final = [*OPERATORS, *(OpInfo(name, variant_test_name=variant) for name, variant in NAMES)]
