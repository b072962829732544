# Made by tools/make_stubs.py from the schemas of the operators.  Do not edit.
# The functions of `wye`.
from builtins import bool as _bool, complex as _complex, float as _float, int as _int
from collections.abc import Sequence
from typing import Any, TypeAlias, overload

from wye import return_types
from wye.call.arrays import ArrayLike as _ArrayLike
from wye.schema.values import device, dtype, layout, memory_format
from wye.tensors.dense import Tensor
from wye.tensors.generator import Generator
from wye.tensors.storage import Storage

_Number: TypeAlias = _int | _float | _bool | _complex

from wye.functional import atleast_1d as atleast_1d
from wye.functional import atleast_2d as atleast_2d
from wye.functional import atleast_3d as atleast_3d
from wye.functional import block_diag as block_diag
from wye.functional import broadcast_shapes as broadcast_shapes
from wye.functional import broadcast_tensors as broadcast_tensors
from wye.functional import cartesian_prod as cartesian_prod
from wye.functional import cdist as cdist
from wye.functional import chain_matmul as chain_matmul
from wye.functional import einsum as einsum
from wye.functional import histogramdd as histogramdd
from wye.functional import lobpcg as lobpcg
from wye.functional import lu as lu
from wye.functional import meshgrid as meshgrid
from wye.functional import nonzero as nonzero
from wye.functional import norm as norm
from wye.functional import pca_lowrank as pca_lowrank
from wye.functional import split as split
from wye.functional import stft as stft
from wye.functional import svd_lowrank as svd_lowrank
from wye.functional import tensordot as tensordot
from wye.functional import unique as unique
from wye.functional import unique_consecutive as unique_consecutive
from wye.functional import unravel_index as unravel_index
__all__: list[str] = [
    "abs",
    "abs_",
    "absolute",
    "absolute_",
    "acos",
    "acos_",
    "acosh",
    "acosh_",
    "adaptive_avg_pool1d",
    "adaptive_avg_pool2d",
    "adaptive_avg_pool3d",
    "adaptive_max_pool1d",
    "adaptive_max_pool2d",
    "adaptive_max_pool3d",
    "add",
    "add_",
    "addbmm",
    "addbmm_",
    "addcdiv",
    "addcdiv_",
    "addcmul",
    "addcmul_",
    "addmm",
    "addmm_",
    "addmv",
    "addmv_",
    "addr",
    "addr_",
    "adjoint",
    "affine_grid_generator",
    "alias",
    "alias_copy",
    "all",
    "allclose",
    "alpha_dropout",
    "alpha_dropout_",
    "amax",
    "amin",
    "aminmax",
    "angle",
    "any",
    "arange",
    "arccos",
    "arccos_",
    "arccosh",
    "arccosh_",
    "arcsin",
    "arcsin_",
    "arcsinh",
    "arcsinh_",
    "arctan",
    "arctan2",
    "arctan2_",
    "arctan_",
    "arctanh",
    "arctanh_",
    "argmax",
    "argmin",
    "argsort",
    "argwhere",
    "as_strided",
    "as_strided_",
    "as_strided_copy",
    "as_strided_scatter",
    "asin",
    "asin_",
    "asinh",
    "asinh_",
    "atan",
    "atan2",
    "atan2_",
    "atan_",
    "atanh",
    "atanh_",
    "atleast_1d",
    "atleast_2d",
    "atleast_3d",
    "avg_pool1d",
    "avg_pool2d",
    "avg_pool2d_backward",
    "avg_pool3d",
    "baddbmm",
    "baddbmm_",
    "bartlett_window",
    "batch_norm",
    "bernoulli",
    "bernoulli_",
    "bilinear",
    "binary_cross_entropy",
    "binary_cross_entropy_backward",
    "binary_cross_entropy_with_logits",
    "bincount",
    "binomial",
    "bitwise_and",
    "bitwise_and_",
    "bitwise_left_shift",
    "bitwise_left_shift_",
    "bitwise_not",
    "bitwise_not_",
    "bitwise_or",
    "bitwise_or_",
    "bitwise_right_shift",
    "bitwise_right_shift_",
    "bitwise_xor",
    "bitwise_xor_",
    "blackman_window",
    "block_diag",
    "bmm",
    "broadcast_shapes",
    "broadcast_tensors",
    "broadcast_to",
    "bucketize",
    "cartesian_prod",
    "cat",
    "cauchy",
    "cauchy_",
    "cdist",
    "ceil",
    "ceil_",
    "celu",
    "celu_",
    "chain_matmul",
    "channel_shuffle",
    "cholesky",
    "cholesky_inverse",
    "cholesky_solve",
    "chunk",
    "clamp",
    "clamp_",
    "clamp_max",
    "clamp_max_",
    "clamp_min",
    "clamp_min_",
    "clip",
    "clip_",
    "clone",
    "col2im",
    "column_stack",
    "combinations",
    "complex",
    "concat",
    "concatenate",
    "conj",
    "conj_physical",
    "conj_physical_",
    "constant_pad_nd",
    "contiguous",
    "conv1d",
    "conv2d",
    "conv3d",
    "conv_tbc",
    "conv_transpose1d",
    "conv_transpose2d",
    "conv_transpose3d",
    "convolution",
    "convolution_backward",
    "copy",
    "copy_",
    "copysign",
    "copysign_",
    "corrcoef",
    "cos",
    "cos_",
    "cosh",
    "cosh_",
    "cosine_embedding_loss",
    "cosine_similarity",
    "count_nonzero",
    "cov",
    "cross",
    "cross_entropy_loss",
    "ctc_loss",
    "cudnn_batch_norm",
    "cudnn_grid_sampler",
    "cummax",
    "cummin",
    "cumprod",
    "cumprod_",
    "cumsum",
    "cumsum_",
    "cumulative_trapezoid",
    "deg2rad",
    "deg2rad_",
    "det",
    "detach",
    "detach_",
    "detach_copy",
    "diag",
    "diag_embed",
    "diagflat",
    "diagonal",
    "diagonal_backward",
    "diagonal_copy",
    "diagonal_scatter",
    "diff",
    "digamma",
    "digamma_",
    "dim",
    "dist",
    "div",
    "div_",
    "divide",
    "divide_",
    "dot",
    "dropout",
    "dropout_",
    "dsplit",
    "dstack",
    "einsum",
    "elu",
    "elu_",
    "elu_backward",
    "embedding",
    "embedding_bag",
    "embedding_dense_backward",
    "embedding_renorm",
    "embedding_renorm_",
    "empty",
    "empty_like",
    "empty_permuted",
    "empty_strided",
    "eq",
    "eq_",
    "equal",
    "erf",
    "erf_",
    "erfc",
    "erfc_",
    "erfinv",
    "erfinv_",
    "exp",
    "exp2",
    "exp2_",
    "exp_",
    "expand",
    "expand_as",
    "expand_copy",
    "expm1",
    "expm1_",
    "exponential",
    "exponential_",
    "eye",
    "feature_alpha_dropout",
    "feature_alpha_dropout_",
    "feature_dropout",
    "feature_dropout_",
    "fft_fft",
    "fft_fft2",
    "fft_fftfreq",
    "fft_fftn",
    "fft_fftshift",
    "fft_hfft",
    "fft_hfft2",
    "fft_hfftn",
    "fft_ifft",
    "fft_ifft2",
    "fft_ifftn",
    "fft_ifftshift",
    "fft_ihfft",
    "fft_ihfft2",
    "fft_ihfftn",
    "fft_irfft",
    "fft_irfft2",
    "fft_irfftn",
    "fft_rfft",
    "fft_rfft2",
    "fft_rfftfreq",
    "fft_rfftn",
    "fill",
    "fill_",
    "fill_diagonal_",
    "fix",
    "fix_",
    "flatten",
    "flip",
    "fliplr",
    "flipud",
    "float_power",
    "float_power_",
    "floor",
    "floor_",
    "floor_divide",
    "floor_divide_",
    "fmax",
    "fmin",
    "fmod",
    "fmod_",
    "frac",
    "frac_",
    "fractional_max_pool2d",
    "fractional_max_pool3d",
    "frexp",
    "frobenius_norm",
    "from_file",
    "full",
    "full_like",
    "gather",
    "gather_backward",
    "gcd",
    "gcd_",
    "ge",
    "ge_",
    "gelu",
    "gelu_",
    "gelu_backward",
    "geometric",
    "geometric_",
    "geqrf",
    "ger",
    "glu",
    "glu_backward",
    "gradient",
    "greater",
    "greater_",
    "greater_equal",
    "greater_equal_",
    "grid_sampler",
    "grid_sampler_2d",
    "grid_sampler_3d",
    "group_norm",
    "gru",
    "gru_cell",
    "gt",
    "gt_",
    "hamming_window",
    "hann_window",
    "hardshrink",
    "hardshrink_backward",
    "hardsigmoid",
    "hardsigmoid_",
    "hardsigmoid_backward",
    "hardswish",
    "hardswish_",
    "hardswish_backward",
    "hardtanh",
    "hardtanh_",
    "hardtanh_backward",
    "heaviside",
    "heaviside_",
    "hinge_embedding_loss",
    "histc",
    "histogram",
    "histogramdd",
    "hsplit",
    "hstack",
    "huber_loss",
    "huber_loss_backward",
    "hypot",
    "hypot_",
    "i0",
    "i0_",
    "igamma",
    "igamma_",
    "igammac",
    "igammac_",
    "im2col",
    "imag",
    "index",
    "index_add",
    "index_add_",
    "index_copy",
    "index_copy_",
    "index_fill",
    "index_fill_",
    "index_put",
    "index_put_",
    "index_reduce",
    "index_reduce_",
    "index_select",
    "index_select_backward",
    "inner",
    "instance_norm",
    "inverse",
    "is_complex",
    "is_conj",
    "is_contiguous",
    "is_floating_point",
    "is_inference",
    "is_neg",
    "is_non_overlapping_and_dense",
    "is_nonzero",
    "is_pinned",
    "is_same_size",
    "is_signed",
    "is_strides_like_format",
    "isclose",
    "isfinite",
    "isin",
    "isinf",
    "isnan",
    "isneginf",
    "isposinf",
    "isreal",
    "istft",
    "item",
    "kaiser_window",
    "kl_div",
    "kron",
    "kthvalue",
    "l1_loss",
    "layer_norm",
    "lcm",
    "lcm_",
    "ldexp",
    "ldexp_",
    "le",
    "le_",
    "leaky_relu",
    "leaky_relu_",
    "leaky_relu_backward",
    "lerp",
    "lerp_",
    "less",
    "less_",
    "less_equal",
    "less_equal_",
    "lgamma",
    "lgamma_",
    "lift",
    "lift_fresh",
    "lift_fresh_copy",
    "linalg_cholesky",
    "linalg_cholesky_ex",
    "linalg_cond",
    "linalg_cross",
    "linalg_det",
    "linalg_diagonal",
    "linalg_eig",
    "linalg_eigh",
    "linalg_eigvals",
    "linalg_eigvalsh",
    "linalg_householder_product",
    "linalg_inv",
    "linalg_inv_ex",
    "linalg_ldl_factor",
    "linalg_ldl_factor_ex",
    "linalg_ldl_solve",
    "linalg_lstsq",
    "linalg_lu",
    "linalg_lu_factor",
    "linalg_lu_factor_ex",
    "linalg_lu_solve",
    "linalg_matmul",
    "linalg_matrix_exp",
    "linalg_matrix_norm",
    "linalg_matrix_power",
    "linalg_matrix_rank",
    "linalg_multi_dot",
    "linalg_norm",
    "linalg_pinv",
    "linalg_qr",
    "linalg_slogdet",
    "linalg_solve",
    "linalg_solve_ex",
    "linalg_solve_triangular",
    "linalg_svd",
    "linalg_svdvals",
    "linalg_tensorinv",
    "linalg_tensorsolve",
    "linalg_vander",
    "linalg_vecdot",
    "linalg_vector_norm",
    "linear",
    "linspace",
    "lobpcg",
    "log",
    "log10",
    "log10_",
    "log1p",
    "log1p_",
    "log2",
    "log2_",
    "log_",
    "log_normal",
    "log_normal_",
    "log_sigmoid",
    "log_sigmoid_backward",
    "log_sigmoid_forward",
    "log_softmax",
    "logaddexp",
    "logaddexp2",
    "logcumsumexp",
    "logdet",
    "logical_and",
    "logical_and_",
    "logical_not",
    "logical_not_",
    "logical_or",
    "logical_or_",
    "logical_xor",
    "logical_xor_",
    "logit",
    "logit_",
    "logit_backward",
    "logspace",
    "logsumexp",
    "lstm",
    "lstm_cell",
    "lt",
    "lt_",
    "lu",
    "lu_solve",
    "lu_unpack",
    "mH",
    "mT",
    "margin_ranking_loss",
    "masked_fill",
    "masked_fill_",
    "masked_scatter",
    "masked_scatter_",
    "masked_select",
    "masked_select_backward",
    "matmul",
    "matrix_H",
    "matrix_exp",
    "matrix_power",
    "max",
    "max_pool1d",
    "max_pool1d_with_indices",
    "max_pool2d",
    "max_pool2d_with_indices",
    "max_pool2d_with_indices_backward",
    "max_pool3d",
    "max_pool3d_with_indices",
    "max_pool3d_with_indices_backward",
    "max_unpool2d",
    "max_unpool3d",
    "maximum",
    "mean",
    "median",
    "meshgrid",
    "min",
    "minimum",
    "miopen_batch_norm",
    "mish",
    "mish_",
    "mish_backward",
    "mm",
    "mode",
    "moveaxis",
    "movedim",
    "mse_loss",
    "mse_loss_backward",
    "msort",
    "mul",
    "mul_",
    "multi_margin_loss",
    "multilabel_margin_loss",
    "multilabel_margin_loss_forward",
    "multinomial",
    "multiply",
    "multiply_",
    "mv",
    "mvlgamma",
    "mvlgamma_",
    "nan_to_num",
    "nan_to_num_",
    "nanmean",
    "nanmedian",
    "nanquantile",
    "nansum",
    "narrow",
    "narrow_copy",
    "native_batch_norm",
    "native_batch_norm_backward",
    "native_channel_shuffle",
    "native_dropout",
    "native_dropout_backward",
    "native_group_norm",
    "native_group_norm_backward",
    "native_layer_norm",
    "native_layer_norm_backward",
    "ne",
    "ne_",
    "neg",
    "neg_",
    "negative",
    "negative_",
    "new_empty",
    "new_empty_strided",
    "new_full",
    "new_ones",
    "new_zeros",
    "nextafter",
    "nextafter_",
    "nll_loss",
    "nll_loss2d",
    "nll_loss2d_backward",
    "nll_loss2d_forward",
    "nll_loss_backward",
    "nll_loss_forward",
    "nll_loss_nd",
    "nonzero",
    "nonzero_numpy",
    "nonzero_static",
    "norm",
    "norm_except_dim",
    "normal",
    "normal_",
    "normal_functional",
    "not_equal",
    "not_equal_",
    "nuclear_norm",
    "numel",
    "numpy_T",
    "one_hot",
    "ones",
    "ones_like",
    "orgqr",
    "ormqr",
    "outer",
    "pad",
    "pairwise_distance",
    "pca_lowrank",
    "pdist",
    "permute",
    "permute_copy",
    "pinverse",
    "pixel_shuffle",
    "pixel_unshuffle",
    "poisson",
    "poisson_nll_loss",
    "polar",
    "polygamma",
    "polygamma_",
    "positive",
    "pow",
    "pow_",
    "prelu",
    "prod",
    "put",
    "put_",
    "qr",
    "quantile",
    "rad2deg",
    "rad2deg_",
    "rand",
    "rand_like",
    "randint",
    "randint_like",
    "randn",
    "randn_like",
    "random",
    "random_",
    "randperm",
    "range",
    "ravel",
    "real",
    "reciprocal",
    "reciprocal_",
    "record_stream",
    "reflection_pad1d",
    "reflection_pad2d",
    "reflection_pad3d",
    "relu",
    "relu6",
    "relu6_",
    "relu_",
    "remainder",
    "remainder_",
    "renorm",
    "renorm_",
    "repeat",
    "repeat_interleave",
    "replication_pad1d",
    "replication_pad2d",
    "replication_pad3d",
    "reshape",
    "reshape_as",
    "resize",
    "resize_",
    "resize_as",
    "resize_as_",
    "resolve_conj",
    "resolve_neg",
    "rms_norm",
    "rnn_relu",
    "rnn_relu_cell",
    "rnn_tanh",
    "rnn_tanh_cell",
    "roll",
    "rot90",
    "round",
    "round_",
    "row_stack",
    "rrelu",
    "rrelu_",
    "rrelu_with_noise",
    "rrelu_with_noise_",
    "rrelu_with_noise_backward",
    "rrelu_with_noise_functional",
    "rsqrt",
    "rsqrt_",
    "rsub",
    "scalar_tensor",
    "scaled_dot_product_attention",
    "scatter",
    "scatter_",
    "scatter_add",
    "scatter_add_",
    "scatter_reduce",
    "scatter_reduce_",
    "searchsorted",
    "segment_reduce",
    "select",
    "select_backward",
    "select_copy",
    "select_scatter",
    "selu",
    "selu_",
    "set_",
    "sgn",
    "sgn_",
    "sigmoid",
    "sigmoid_",
    "sigmoid_backward",
    "sign",
    "sign_",
    "signbit",
    "silu",
    "silu_",
    "silu_backward",
    "sin",
    "sin_",
    "sinc",
    "sinc_",
    "sinh",
    "sinh_",
    "size",
    "slice",
    "slice_backward",
    "slice_copy",
    "slice_inverse",
    "slice_scatter",
    "slogdet",
    "smooth_l1_loss",
    "smooth_l1_loss_backward",
    "soft_margin_loss",
    "soft_margin_loss_backward",
    "softmax",
    "softplus",
    "softplus_backward",
    "softshrink",
    "softshrink_backward",
    "sort",
    "special_airy_ai",
    "special_bessel_j0",
    "special_bessel_j1",
    "special_bessel_y0",
    "special_bessel_y1",
    "special_chebyshev_polynomial_t",
    "special_chebyshev_polynomial_u",
    "special_chebyshev_polynomial_v",
    "special_chebyshev_polynomial_w",
    "special_digamma",
    "special_entr",
    "special_erf",
    "special_erfc",
    "special_erfcx",
    "special_erfinv",
    "special_exp2",
    "special_expit",
    "special_expm1",
    "special_gammainc",
    "special_gammaincc",
    "special_gammaln",
    "special_hermite_polynomial_h",
    "special_hermite_polynomial_he",
    "special_i0",
    "special_i0e",
    "special_i1",
    "special_i1e",
    "special_laguerre_polynomial_l",
    "special_legendre_polynomial_p",
    "special_log1p",
    "special_log_ndtr",
    "special_log_softmax",
    "special_logit",
    "special_logsumexp",
    "special_modified_bessel_i0",
    "special_modified_bessel_i1",
    "special_modified_bessel_k0",
    "special_modified_bessel_k1",
    "special_multigammaln",
    "special_ndtr",
    "special_ndtri",
    "special_polygamma",
    "special_psi",
    "special_round",
    "special_scaled_modified_bessel_k0",
    "special_scaled_modified_bessel_k1",
    "special_shifted_chebyshev_polynomial_t",
    "special_shifted_chebyshev_polynomial_u",
    "special_shifted_chebyshev_polynomial_v",
    "special_shifted_chebyshev_polynomial_w",
    "special_sinc",
    "special_softmax",
    "special_spherical_bessel_j0",
    "special_xlog1py",
    "special_xlogy",
    "special_zeta",
    "split",
    "split_copy",
    "split_with_sizes",
    "split_with_sizes_copy",
    "sqrt",
    "sqrt_",
    "square",
    "square_",
    "squeeze",
    "squeeze_",
    "squeeze_copy",
    "stack",
    "std",
    "std_mean",
    "stft",
    "storage_offset",
    "stride",
    "sub",
    "sub_",
    "subtract",
    "subtract_",
    "sum",
    "sum_to_size",
    "svd",
    "svd_lowrank",
    "swapaxes",
    "swapaxes_",
    "swapdims",
    "swapdims_",
    "sym_constrain_range",
    "sym_constrain_range_for_size",
    "sym_is_contiguous",
    "sym_numel",
    "sym_size",
    "sym_storage_offset",
    "sym_stride",
    "t",
    "t_",
    "t_copy",
    "take",
    "take_along_dim",
    "tan",
    "tan_",
    "tanh",
    "tanh_",
    "tanh_backward",
    "tensor_split",
    "tensordot",
    "threshold",
    "threshold_",
    "threshold_backward",
    "tile",
    "to",
    "to_sparse",
    "topk",
    "trace",
    "transpose",
    "transpose_",
    "transpose_copy",
    "trapezoid",
    "trapz",
    "triangular_solve",
    "tril",
    "tril_",
    "tril_indices",
    "triplet_margin_loss",
    "triu",
    "triu_",
    "triu_indices",
    "true_divide",
    "true_divide_",
    "trunc",
    "trunc_",
    "type_as",
    "unbind",
    "unbind_copy",
    "unflatten",
    "unfold",
    "unfold_backward",
    "unfold_copy",
    "uniform",
    "uniform_",
    "unique",
    "unique_consecutive",
    "unique_dim",
    "unique_dim_consecutive",
    "unravel_index",
    "unsafe_chunk",
    "unsafe_split",
    "unsafe_split_with_sizes",
    "unsqueeze",
    "unsqueeze_",
    "unsqueeze_copy",
    "upsample_bicubic2d",
    "upsample_bilinear2d",
    "upsample_linear1d",
    "upsample_nearest1d",
    "upsample_nearest2d",
    "upsample_nearest3d",
    "upsample_trilinear3d",
    "value_selecting_reduction_backward",
    "vander",
    "var",
    "var_mean",
    "vdot",
    "view",
    "view_as",
    "view_as_complex",
    "view_as_complex_copy",
    "view_as_real",
    "view_as_real_copy",
    "view_copy",
    "vsplit",
    "vstack",
    "where",
    "xlogy",
    "xlogy_",
    "zero",
    "zero_",
    "zeros",
    "zeros_like",
]

@overload
def abs(input: Tensor, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def abs(input: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def abs_(input: Tensor) -> Tensor: ...
@overload
def abs_(input: _ArrayLike) -> Any: ...
@overload
def absolute(input: Tensor, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def absolute(input: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def absolute_(input: Tensor) -> Tensor: ...
@overload
def absolute_(input: _ArrayLike) -> Any: ...
@overload
def acos(input: Tensor, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def acos(input: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def acos_(input: Tensor) -> Tensor: ...
@overload
def acos_(input: _ArrayLike) -> Any: ...
@overload
def acosh(input: Tensor, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def acosh(input: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def acosh_(input: Tensor) -> Tensor: ...
@overload
def acosh_(input: _ArrayLike) -> Any: ...
@overload
def adaptive_avg_pool1d(
    input: Tensor,
    output_size: int | Sequence[int],
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def adaptive_avg_pool1d(input: Tensor, *output_size: int, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def adaptive_avg_pool1d(
    input: _ArrayLike,
    output_size: int | Sequence[int],
    *,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def adaptive_avg_pool1d(input: _ArrayLike, *output_size: int, out: _ArrayLike | None = None) -> Any: ...
@overload
def adaptive_avg_pool2d(
    input: Tensor,
    output_size: int | Sequence[int],
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def adaptive_avg_pool2d(input: Tensor, *output_size: int, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def adaptive_avg_pool2d(
    input: _ArrayLike,
    output_size: int | Sequence[int],
    *,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def adaptive_avg_pool2d(input: _ArrayLike, *output_size: int, out: _ArrayLike | None = None) -> Any: ...
@overload
def adaptive_avg_pool3d(
    input: Tensor,
    output_size: int | Sequence[int],
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def adaptive_avg_pool3d(input: Tensor, *output_size: int, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def adaptive_avg_pool3d(
    input: _ArrayLike,
    output_size: int | Sequence[int],
    *,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def adaptive_avg_pool3d(input: _ArrayLike, *output_size: int, out: _ArrayLike | None = None) -> Any: ...
@overload
def adaptive_max_pool1d(input: Tensor, output_size: int | Sequence[int]) -> tuple[Tensor, Tensor]: ...
@overload
def adaptive_max_pool1d(input: Tensor, *output_size: int) -> tuple[Tensor, Tensor]: ...
@overload
def adaptive_max_pool1d(input: _ArrayLike, output_size: int | Sequence[int]) -> Any: ...
@overload
def adaptive_max_pool1d(input: _ArrayLike, *output_size: int) -> Any: ...
@overload
def adaptive_max_pool2d(
    input: Tensor,
    output_size: int | Sequence[int],
    *,
    out: tuple[Tensor, Tensor] | None = None,
) -> tuple[Tensor, Tensor]: ...
@overload
def adaptive_max_pool2d(
    input: Tensor,
    *output_size: int,
    out: tuple[Tensor, Tensor] | None = None,
) -> tuple[Tensor, Tensor]: ...
@overload
def adaptive_max_pool2d(
    input: _ArrayLike,
    output_size: int | Sequence[int],
    *,
    out: tuple[_ArrayLike, _ArrayLike] | None = None,
) -> Any: ...
@overload
def adaptive_max_pool2d(
    input: _ArrayLike,
    *output_size: int,
    out: tuple[_ArrayLike, _ArrayLike] | None = None,
) -> Any: ...
@overload
def adaptive_max_pool3d(
    input: Tensor,
    output_size: int | Sequence[int],
    *,
    out: tuple[Tensor, Tensor] | None = None,
) -> tuple[Tensor, Tensor]: ...
@overload
def adaptive_max_pool3d(
    input: Tensor,
    *output_size: int,
    out: tuple[Tensor, Tensor] | None = None,
) -> tuple[Tensor, Tensor]: ...
@overload
def adaptive_max_pool3d(
    input: _ArrayLike,
    output_size: int | Sequence[int],
    *,
    out: tuple[_ArrayLike, _ArrayLike] | None = None,
) -> Any: ...
@overload
def adaptive_max_pool3d(
    input: _ArrayLike,
    *output_size: int,
    out: tuple[_ArrayLike, _ArrayLike] | None = None,
) -> Any: ...
@overload
def add(
    input: Tensor | _Number,
    other: Tensor | _ArrayLike | _Number,
    *,
    alpha: _Number = 1,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def add(
    input: Tensor | _Number,
    other: _Number,
    alpha: _Number = 1,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def add(
    input: _ArrayLike | _Number,
    other: _ArrayLike | _Number,
    *,
    alpha: _Number = 1,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def add(input: _ArrayLike | _Number, other: _Number, alpha: _Number = 1, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def add_(input: Tensor, other: Tensor | _ArrayLike | _Number, *, alpha: _Number = 1) -> Tensor: ...
@overload
def add_(input: Tensor, other: _Number, alpha: _Number = 1) -> Tensor: ...
@overload
def add_(input: _ArrayLike, other: _ArrayLike | _Number, *, alpha: _Number = 1) -> Any: ...
@overload
def add_(input: _ArrayLike, other: _Number, alpha: _Number = 1) -> Any: ...
@overload
def addbmm(
    input: Tensor,
    batch1: Tensor | _ArrayLike,
    batch2: Tensor | _ArrayLike,
    *,
    beta: _Number = 1,
    alpha: _Number = 1,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def addbmm(
    input: _ArrayLike,
    batch1: _ArrayLike,
    batch2: _ArrayLike,
    *,
    beta: _Number = 1,
    alpha: _Number = 1,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def addbmm_(
    input: Tensor,
    batch1: Tensor | _ArrayLike,
    batch2: Tensor | _ArrayLike,
    *,
    beta: _Number = 1,
    alpha: _Number = 1,
) -> Tensor: ...
@overload
def addbmm_(
    input: _ArrayLike,
    batch1: _ArrayLike,
    batch2: _ArrayLike,
    *,
    beta: _Number = 1,
    alpha: _Number = 1,
) -> Any: ...
@overload
def addcdiv(
    input: Tensor,
    tensor1: Tensor | _ArrayLike,
    tensor2: Tensor | _ArrayLike,
    *,
    value: _Number = 1,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def addcdiv(
    input: _ArrayLike,
    tensor1: _ArrayLike,
    tensor2: _ArrayLike,
    *,
    value: _Number = 1,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def addcdiv_(
    input: Tensor,
    tensor1: Tensor | _ArrayLike,
    tensor2: Tensor | _ArrayLike,
    *,
    value: _Number = 1,
) -> Tensor: ...
@overload
def addcdiv_(input: _ArrayLike, tensor1: _ArrayLike, tensor2: _ArrayLike, *, value: _Number = 1) -> Any: ...
@overload
def addcmul(
    input: Tensor,
    tensor1: Tensor | _ArrayLike,
    tensor2: Tensor | _ArrayLike,
    *,
    value: _Number = 1,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def addcmul(
    input: _ArrayLike,
    tensor1: _ArrayLike,
    tensor2: _ArrayLike,
    *,
    value: _Number = 1,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def addcmul_(
    input: Tensor,
    tensor1: Tensor | _ArrayLike,
    tensor2: Tensor | _ArrayLike,
    *,
    value: _Number = 1,
) -> Tensor: ...
@overload
def addcmul_(input: _ArrayLike, tensor1: _ArrayLike, tensor2: _ArrayLike, *, value: _Number = 1) -> Any: ...
@overload
def addmm(
    input: Tensor,
    mat1: Tensor | _ArrayLike,
    mat2: Tensor | _ArrayLike,
    *,
    beta: _Number = 1,
    alpha: _Number = 1,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def addmm(
    input: Tensor,
    mat1: Tensor | _ArrayLike,
    mat2: Tensor | _ArrayLike,
    out_dtype: dtype,
    *,
    beta: _Number = 1,
    alpha: _Number = 1,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def addmm(
    input: _ArrayLike,
    mat1: _ArrayLike,
    mat2: _ArrayLike,
    *,
    beta: _Number = 1,
    alpha: _Number = 1,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def addmm(
    input: _ArrayLike,
    mat1: _ArrayLike,
    mat2: _ArrayLike,
    out_dtype: dtype,
    *,
    beta: _Number = 1,
    alpha: _Number = 1,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def addmm_(
    input: Tensor,
    mat1: Tensor | _ArrayLike,
    mat2: Tensor | _ArrayLike,
    *,
    beta: _Number = 1,
    alpha: _Number = 1,
) -> Tensor: ...
@overload
def addmm_(input: _ArrayLike, mat1: _ArrayLike, mat2: _ArrayLike, *, beta: _Number = 1, alpha: _Number = 1) -> Any: ...
@overload
def addmv(
    input: Tensor,
    mat: Tensor | _ArrayLike,
    vec: Tensor | _ArrayLike,
    *,
    beta: _Number = 1,
    alpha: _Number = 1,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def addmv(
    input: _ArrayLike,
    mat: _ArrayLike,
    vec: _ArrayLike,
    *,
    beta: _Number = 1,
    alpha: _Number = 1,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def addmv_(
    input: Tensor,
    mat: Tensor | _ArrayLike,
    vec: Tensor | _ArrayLike,
    *,
    beta: _Number = 1,
    alpha: _Number = 1,
) -> Tensor: ...
@overload
def addmv_(input: _ArrayLike, mat: _ArrayLike, vec: _ArrayLike, *, beta: _Number = 1, alpha: _Number = 1) -> Any: ...
@overload
def addr(
    input: Tensor,
    vec1: Tensor | _ArrayLike,
    vec2: Tensor | _ArrayLike,
    *,
    beta: _Number = 1,
    alpha: _Number = 1,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def addr(
    input: _ArrayLike,
    vec1: _ArrayLike,
    vec2: _ArrayLike,
    *,
    beta: _Number = 1,
    alpha: _Number = 1,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def addr_(
    input: Tensor,
    vec1: Tensor | _ArrayLike,
    vec2: Tensor | _ArrayLike,
    *,
    beta: _Number = 1,
    alpha: _Number = 1,
) -> Tensor: ...
@overload
def addr_(input: _ArrayLike, vec1: _ArrayLike, vec2: _ArrayLike, *, beta: _Number = 1, alpha: _Number = 1) -> Any: ...
@overload
def adjoint(input: Tensor) -> Tensor: ...
@overload
def adjoint(input: _ArrayLike) -> Any: ...
@overload
def affine_grid_generator(
    theta: Tensor,
    size: Sequence[int],
    align_corners: bool,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def affine_grid_generator(
    theta: _ArrayLike,
    size: Sequence[int],
    align_corners: bool,
    *,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def alias(input: Tensor) -> Tensor: ...
@overload
def alias(input: _ArrayLike) -> Any: ...
@overload
def alias_copy(input: Tensor, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def alias_copy(input: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def all(input: Tensor, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def all(input: Tensor, dim: int, keepdim: bool = False, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def all(
    input: Tensor,
    dim: Sequence[int] | None = None,
    keepdim: bool = False,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def all(input: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def all(input: _ArrayLike, dim: int, keepdim: bool = False, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def all(
    input: _ArrayLike,
    dim: Sequence[int] | None = None,
    keepdim: bool = False,
    *,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def allclose(
    input: Tensor,
    other: Tensor | _ArrayLike,
    rtol: float = 1e-05,
    atol: float = 1e-08,
    equal_nan: bool = False,
) -> bool: ...
@overload
def allclose(
    input: _ArrayLike,
    other: _ArrayLike,
    rtol: float = 1e-05,
    atol: float = 1e-08,
    equal_nan: bool = False,
) -> Any: ...
@overload
def alpha_dropout(input: Tensor, p: float, train: bool) -> Tensor: ...
@overload
def alpha_dropout(input: _ArrayLike, p: float, train: bool) -> Any: ...
@overload
def alpha_dropout_(input: Tensor, p: float, train: bool) -> Tensor: ...
@overload
def alpha_dropout_(input: _ArrayLike, p: float, train: bool) -> Any: ...
@overload
def amax(
    input: Tensor,
    dim: int | Sequence[int] = (),
    keepdim: bool = False,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def amax(
    input: _ArrayLike,
    dim: int | Sequence[int] = (),
    keepdim: bool = False,
    *,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def amin(
    input: Tensor,
    dim: int | Sequence[int] = (),
    keepdim: bool = False,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def amin(
    input: _ArrayLike,
    dim: int | Sequence[int] = (),
    keepdim: bool = False,
    *,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def aminmax(
    input: Tensor,
    *,
    dim: int | None = None,
    keepdim: bool = False,
    out: tuple[Tensor, Tensor] | None = None,
) -> return_types.aminmax: ...
@overload
def aminmax(
    input: _ArrayLike,
    *,
    dim: int | None = None,
    keepdim: bool = False,
    out: tuple[_ArrayLike, _ArrayLike] | None = None,
) -> Any: ...
@overload
def angle(input: Tensor, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def angle(input: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def any(input: Tensor, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def any(input: Tensor, dim: int, keepdim: bool = False, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def any(
    input: Tensor,
    dim: Sequence[int] | None = None,
    keepdim: bool = False,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def any(input: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def any(input: _ArrayLike, dim: int, keepdim: bool = False, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def any(
    input: _ArrayLike,
    dim: Sequence[int] | None = None,
    keepdim: bool = False,
    *,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def arange(
    end: _Number,
    *,
    dtype: dtype | None = None,
    layout: layout | None = None,
    device: device | str | None = None,
    pin_memory: bool | None = None,
    requires_grad: bool = False,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def arange(
    start: _Number,
    end: _Number,
    *,
    dtype: dtype | None = None,
    layout: layout | None = None,
    device: device | str | None = None,
    pin_memory: bool | None = None,
    requires_grad: bool = False,
) -> Tensor: ...
@overload
def arange(
    start: _Number,
    end: _Number,
    step: _Number = 1,
    *,
    dtype: dtype | None = None,
    layout: layout | None = None,
    device: device | str | None = None,
    pin_memory: bool | None = None,
    requires_grad: bool = False,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def arccos(input: Tensor, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def arccos(input: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def arccos_(input: Tensor) -> Tensor: ...
@overload
def arccos_(input: _ArrayLike) -> Any: ...
@overload
def arccosh(input: Tensor, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def arccosh(input: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def arccosh_(input: Tensor) -> Tensor: ...
@overload
def arccosh_(input: _ArrayLike) -> Any: ...
@overload
def arcsin(input: Tensor, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def arcsin(input: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def arcsin_(input: Tensor) -> Tensor: ...
@overload
def arcsin_(input: _ArrayLike) -> Any: ...
@overload
def arcsinh(input: Tensor, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def arcsinh(input: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def arcsinh_(input: Tensor) -> Tensor: ...
@overload
def arcsinh_(input: _ArrayLike) -> Any: ...
@overload
def arctan(input: Tensor, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def arctan(input: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def arctan2(input: Tensor, other: Tensor | _ArrayLike, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def arctan2(input: _ArrayLike, other: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def arctan2_(input: Tensor, other: Tensor | _ArrayLike) -> Tensor: ...
@overload
def arctan2_(input: _ArrayLike, other: _ArrayLike) -> Any: ...
@overload
def arctan_(input: Tensor) -> Tensor: ...
@overload
def arctan_(input: _ArrayLike) -> Any: ...
@overload
def arctanh(input: Tensor, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def arctanh(input: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def arctanh_(input: Tensor) -> Tensor: ...
@overload
def arctanh_(input: _ArrayLike) -> Any: ...
@overload
def argmax(
    input: Tensor,
    dim: int | None = None,
    keepdim: bool = False,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def argmax(
    input: _ArrayLike,
    dim: int | None = None,
    keepdim: bool = False,
    *,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def argmin(
    input: Tensor,
    dim: int | None = None,
    keepdim: bool = False,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def argmin(
    input: _ArrayLike,
    dim: int | None = None,
    keepdim: bool = False,
    *,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def argsort(input: Tensor, dim: int = -1, descending: bool = False) -> Tensor: ...
@overload
def argsort(
    input: Tensor,
    *,
    stable: bool,
    dim: int = -1,
    descending: bool = False,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def argsort(input: _ArrayLike, dim: int = -1, descending: bool = False) -> Any: ...
@overload
def argsort(
    input: _ArrayLike,
    *,
    stable: bool,
    dim: int = -1,
    descending: bool = False,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def argwhere(input: Tensor) -> Tensor: ...
@overload
def argwhere(input: _ArrayLike) -> Any: ...
@overload
def as_strided(
    input: Tensor,
    size: Sequence[int],
    stride: Sequence[int],
    storage_offset: int | None = None,
) -> Tensor: ...
@overload
def as_strided(
    input: _ArrayLike,
    size: Sequence[int],
    stride: Sequence[int],
    storage_offset: int | None = None,
) -> Any: ...
@overload
def as_strided_(
    input: Tensor,
    size: Sequence[int],
    stride: Sequence[int],
    storage_offset: int | None = None,
) -> Tensor: ...
@overload
def as_strided_(
    input: _ArrayLike,
    size: Sequence[int],
    stride: Sequence[int],
    storage_offset: int | None = None,
) -> Any: ...
@overload
def as_strided_copy(
    input: Tensor,
    size: Sequence[int],
    stride: Sequence[int],
    storage_offset: int | None = None,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def as_strided_copy(
    input: _ArrayLike,
    size: Sequence[int],
    stride: Sequence[int],
    storage_offset: int | None = None,
    *,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def as_strided_scatter(
    input: Tensor,
    src: Tensor | _ArrayLike,
    size: Sequence[int],
    stride: Sequence[int],
    storage_offset: int | None = None,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def as_strided_scatter(
    input: _ArrayLike,
    src: _ArrayLike,
    size: Sequence[int],
    stride: Sequence[int],
    storage_offset: int | None = None,
    *,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def asin(input: Tensor, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def asin(input: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def asin_(input: Tensor) -> Tensor: ...
@overload
def asin_(input: _ArrayLike) -> Any: ...
@overload
def asinh(input: Tensor, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def asinh(input: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def asinh_(input: Tensor) -> Tensor: ...
@overload
def asinh_(input: _ArrayLike) -> Any: ...
@overload
def atan(input: Tensor, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def atan(input: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def atan2(input: Tensor, other: Tensor | _ArrayLike, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def atan2(input: _ArrayLike, other: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def atan2_(input: Tensor, other: Tensor | _ArrayLike) -> Tensor: ...
@overload
def atan2_(input: _ArrayLike, other: _ArrayLike) -> Any: ...
@overload
def atan_(input: Tensor) -> Tensor: ...
@overload
def atan_(input: _ArrayLike) -> Any: ...
@overload
def atanh(input: Tensor, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def atanh(input: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def atanh_(input: Tensor) -> Tensor: ...
@overload
def atanh_(input: _ArrayLike) -> Any: ...
@overload
def avg_pool1d(
    input: Tensor,
    kernel_size: int | Sequence[int],
    stride: int | Sequence[int] = (),
    padding: int | Sequence[int] = (0,),
    ceil_mode: bool = False,
    count_include_pad: bool = True,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def avg_pool1d(
    input: _ArrayLike,
    kernel_size: int | Sequence[int],
    stride: int | Sequence[int] = (),
    padding: int | Sequence[int] = (0,),
    ceil_mode: bool = False,
    count_include_pad: bool = True,
    *,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def avg_pool2d(
    input: Tensor,
    kernel_size: int | Sequence[int],
    stride: int | Sequence[int] = (),
    padding: int | Sequence[int] = (0, 0),
    ceil_mode: bool = False,
    count_include_pad: bool = True,
    divisor_override: int | None = None,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def avg_pool2d(
    input: _ArrayLike,
    kernel_size: int | Sequence[int],
    stride: int | Sequence[int] = (),
    padding: int | Sequence[int] = (0, 0),
    ceil_mode: bool = False,
    count_include_pad: bool = True,
    divisor_override: int | None = None,
    *,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def avg_pool2d_backward(
    grad_output: Tensor,
    input: Tensor | _ArrayLike,
    kernel_size: int | Sequence[int],
    stride: int | Sequence[int],
    padding: int | Sequence[int],
    ceil_mode: bool,
    count_include_pad: bool,
    divisor_override: int | None,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def avg_pool2d_backward(
    grad_output: _ArrayLike,
    input: _ArrayLike,
    kernel_size: int | Sequence[int],
    stride: int | Sequence[int],
    padding: int | Sequence[int],
    ceil_mode: bool,
    count_include_pad: bool,
    divisor_override: int | None,
    *,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def avg_pool3d(
    input: Tensor,
    kernel_size: int | Sequence[int],
    stride: int | Sequence[int] = (),
    padding: int | Sequence[int] = (0, 0, 0),
    ceil_mode: bool = False,
    count_include_pad: bool = True,
    divisor_override: int | None = None,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def avg_pool3d(
    input: _ArrayLike,
    kernel_size: int | Sequence[int],
    stride: int | Sequence[int] = (),
    padding: int | Sequence[int] = (0, 0, 0),
    ceil_mode: bool = False,
    count_include_pad: bool = True,
    divisor_override: int | None = None,
    *,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def baddbmm(
    input: Tensor,
    batch1: Tensor | _ArrayLike,
    batch2: Tensor | _ArrayLike,
    *,
    beta: _Number = 1,
    alpha: _Number = 1,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def baddbmm(
    input: Tensor,
    batch1: Tensor | _ArrayLike,
    batch2: Tensor | _ArrayLike,
    out_dtype: dtype,
    *,
    beta: _Number = 1,
    alpha: _Number = 1,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def baddbmm(
    input: _ArrayLike,
    batch1: _ArrayLike,
    batch2: _ArrayLike,
    *,
    beta: _Number = 1,
    alpha: _Number = 1,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def baddbmm(
    input: _ArrayLike,
    batch1: _ArrayLike,
    batch2: _ArrayLike,
    out_dtype: dtype,
    *,
    beta: _Number = 1,
    alpha: _Number = 1,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def baddbmm_(
    input: Tensor,
    batch1: Tensor | _ArrayLike,
    batch2: Tensor | _ArrayLike,
    *,
    beta: _Number = 1,
    alpha: _Number = 1,
) -> Tensor: ...
@overload
def baddbmm_(
    input: _ArrayLike,
    batch1: _ArrayLike,
    batch2: _ArrayLike,
    *,
    beta: _Number = 1,
    alpha: _Number = 1,
) -> Any: ...
@overload
def bartlett_window(
    window_length: int,
    *,
    dtype: dtype | None = None,
    layout: layout | None = None,
    device: device | str | None = None,
    pin_memory: bool | None = None,
    requires_grad: bool = False,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def bartlett_window(
    window_length: int,
    periodic: bool,
    *,
    dtype: dtype | None = None,
    layout: layout | None = None,
    device: device | str | None = None,
    pin_memory: bool | None = None,
    requires_grad: bool = False,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def batch_norm(
    input: Tensor,
    weight: Tensor | _ArrayLike | None,
    bias: Tensor | _ArrayLike | None,
    running_mean: Tensor | _ArrayLike | None,
    running_var: Tensor | _ArrayLike | None,
    training: bool,
    momentum: float,
    eps: float,
    cudnn_enabled: bool,
) -> Tensor: ...
@overload
def batch_norm(
    input: _ArrayLike,
    weight: _ArrayLike | None,
    bias: _ArrayLike | None,
    running_mean: _ArrayLike | None,
    running_var: _ArrayLike | None,
    training: bool,
    momentum: float,
    eps: float,
    cudnn_enabled: bool,
) -> Any: ...
@overload
def bernoulli(
    input: Tensor,
    *,
    generator: Generator | None = None,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def bernoulli(input: Tensor, p: float, *, generator: Generator | None = None) -> Tensor: ...
@overload
def bernoulli(
    input: Tensor,
    p: Tensor | _ArrayLike,
    *,
    generator: Generator | None = None,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def bernoulli(
    input: Tensor,
    p: float = 0.5,
    *,
    generator: Generator | None = None,
    out: Tensor | _ArrayLike,
) -> Tensor: ...
@overload
def bernoulli(input: _ArrayLike, *, generator: Generator | None = None, out: _ArrayLike | None = None) -> Any: ...
@overload
def bernoulli(input: _ArrayLike, p: float, *, generator: Generator | None = None) -> Any: ...
@overload
def bernoulli(
    input: _ArrayLike,
    p: _ArrayLike,
    *,
    generator: Generator | None = None,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def bernoulli(input: _ArrayLike, p: float = 0.5, *, generator: Generator | None = None, out: _ArrayLike) -> Any: ...
@overload
def bernoulli_(input: Tensor, p: Tensor | _ArrayLike, *, generator: Generator | None = None) -> Tensor: ...
@overload
def bernoulli_(input: Tensor, p: float = 0.5, *, generator: Generator | None = None) -> Tensor: ...
@overload
def bernoulli_(input: _ArrayLike, p: _ArrayLike, *, generator: Generator | None = None) -> Any: ...
@overload
def bernoulli_(input: _ArrayLike, p: float = 0.5, *, generator: Generator | None = None) -> Any: ...
@overload
def bilinear(
    input1: Tensor,
    input2: Tensor | _ArrayLike,
    weight: Tensor | _ArrayLike,
    bias: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def bilinear(input1: _ArrayLike, input2: _ArrayLike, weight: _ArrayLike, bias: _ArrayLike | None = None) -> Any: ...
@overload
def binary_cross_entropy(
    input: Tensor,
    target: Tensor | _ArrayLike,
    weight: Tensor | _ArrayLike | None = None,
    reduction: int = 1,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def binary_cross_entropy(
    input: _ArrayLike,
    target: _ArrayLike,
    weight: _ArrayLike | None = None,
    reduction: int = 1,
    *,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def binary_cross_entropy_backward(
    grad_output: Tensor,
    input: Tensor | _ArrayLike,
    target: Tensor | _ArrayLike,
    weight: Tensor | _ArrayLike | None = None,
    reduction: int = 1,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def binary_cross_entropy_backward(
    grad_output: _ArrayLike,
    input: _ArrayLike,
    target: _ArrayLike,
    weight: _ArrayLike | None = None,
    reduction: int = 1,
    *,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def binary_cross_entropy_with_logits(
    input: Tensor,
    target: Tensor | _ArrayLike,
    weight: Tensor | _ArrayLike | None = None,
    pos_weight: Tensor | _ArrayLike | None = None,
    reduction: int = 1,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def binary_cross_entropy_with_logits(
    input: _ArrayLike,
    target: _ArrayLike,
    weight: _ArrayLike | None = None,
    pos_weight: _ArrayLike | None = None,
    reduction: int = 1,
    *,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def bincount(
    input: Tensor,
    weights: Tensor | _ArrayLike | None = None,
    minlength: int = 0,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def bincount(
    input: _ArrayLike,
    weights: _ArrayLike | None = None,
    minlength: int = 0,
    *,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def binomial(
    count: Tensor,
    prob: Tensor | _ArrayLike,
    generator: Generator | None = None,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def binomial(
    count: _ArrayLike,
    prob: _ArrayLike,
    generator: Generator | None = None,
    *,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def bitwise_and(
    input: Tensor,
    other: Tensor | _ArrayLike | _Number,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def bitwise_and(input: _Number, other: Tensor | _ArrayLike, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def bitwise_and(input: _ArrayLike, other: _ArrayLike | _Number, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def bitwise_and_(input: Tensor, other: Tensor | _ArrayLike | _Number) -> Tensor: ...
@overload
def bitwise_and_(input: _ArrayLike, other: _ArrayLike | _Number) -> Any: ...
@overload
def bitwise_left_shift(
    input: Tensor,
    other: Tensor | _ArrayLike | _Number,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def bitwise_left_shift(
    input: _Number,
    other: Tensor | _ArrayLike,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def bitwise_left_shift(input: _ArrayLike, other: _ArrayLike | _Number, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def bitwise_left_shift_(input: Tensor, other: _Number | Tensor) -> Tensor: ...
@overload
def bitwise_left_shift_(input: _ArrayLike, other: _Number | _ArrayLike) -> Any: ...
@overload
def bitwise_not(input: Tensor, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def bitwise_not(input: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def bitwise_not_(input: Tensor) -> Tensor: ...
@overload
def bitwise_not_(input: _ArrayLike) -> Any: ...
@overload
def bitwise_or(
    input: Tensor,
    other: Tensor | _ArrayLike | _Number,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def bitwise_or(input: _Number, other: Tensor | _ArrayLike, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def bitwise_or(input: _ArrayLike, other: _ArrayLike | _Number, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def bitwise_or_(input: Tensor, other: Tensor | _ArrayLike | _Number) -> Tensor: ...
@overload
def bitwise_or_(input: _ArrayLike, other: _ArrayLike | _Number) -> Any: ...
@overload
def bitwise_right_shift(
    input: Tensor,
    other: Tensor | _ArrayLike | _Number,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def bitwise_right_shift(
    input: _Number,
    other: Tensor | _ArrayLike,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def bitwise_right_shift(input: _ArrayLike, other: _ArrayLike | _Number, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def bitwise_right_shift_(input: Tensor, other: _Number | Tensor) -> Tensor: ...
@overload
def bitwise_right_shift_(input: _ArrayLike, other: _Number | _ArrayLike) -> Any: ...
@overload
def bitwise_xor(
    input: Tensor,
    other: Tensor | _ArrayLike | _Number,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def bitwise_xor(input: _Number, other: Tensor | _ArrayLike, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def bitwise_xor(input: _ArrayLike, other: _ArrayLike | _Number, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def bitwise_xor_(input: Tensor, other: Tensor | _ArrayLike | _Number) -> Tensor: ...
@overload
def bitwise_xor_(input: _ArrayLike, other: _ArrayLike | _Number) -> Any: ...
@overload
def blackman_window(
    window_length: int,
    *,
    dtype: dtype | None = None,
    layout: layout | None = None,
    device: device | str | None = None,
    pin_memory: bool | None = None,
    requires_grad: bool = False,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def blackman_window(
    window_length: int,
    periodic: bool,
    *,
    dtype: dtype | None = None,
    layout: layout | None = None,
    device: device | str | None = None,
    pin_memory: bool | None = None,
    requires_grad: bool = False,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def bmm(input: Tensor, mat2: Tensor | _ArrayLike, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def bmm(
    input: Tensor,
    mat2: Tensor | _ArrayLike,
    out_dtype: dtype,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def bmm(input: _ArrayLike, mat2: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def bmm(input: _ArrayLike, mat2: _ArrayLike, out_dtype: dtype, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def broadcast_to(input: Tensor, size: Sequence[int]) -> Tensor: ...
@overload
def broadcast_to(input: Tensor, *size: int) -> Tensor: ...
@overload
def broadcast_to(input: _ArrayLike, size: Sequence[int]) -> Any: ...
@overload
def broadcast_to(input: _ArrayLike, *size: int) -> Any: ...
@overload
def bucketize(
    input: Tensor | _Number,
    boundaries: Tensor | _ArrayLike,
    *,
    out_int32: bool = False,
    right: bool = False,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def bucketize(
    input: _ArrayLike | _Number,
    boundaries: _ArrayLike,
    *,
    out_int32: bool = False,
    right: bool = False,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def cat(tensors: Sequence[Tensor], dim: int = 0, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def cat(tensors: Sequence[_ArrayLike], dim: int = 0, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def cauchy(
    input: Tensor,
    median: float = 0.0,
    sigma: float = 1.0,
    *,
    generator: Generator | None = None,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def cauchy(
    input: _ArrayLike,
    median: float = 0.0,
    sigma: float = 1.0,
    *,
    generator: Generator | None = None,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def cauchy_(
    input: Tensor,
    median: float = 0.0,
    sigma: float = 1.0,
    *,
    generator: Generator | None = None,
) -> Tensor: ...
@overload
def cauchy_(
    input: _ArrayLike,
    median: float = 0.0,
    sigma: float = 1.0,
    *,
    generator: Generator | None = None,
) -> Any: ...
@overload
def ceil(input: Tensor, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def ceil(input: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def ceil_(input: Tensor) -> Tensor: ...
@overload
def ceil_(input: _ArrayLike) -> Any: ...
@overload
def celu(input: Tensor, alpha: _Number = 1.0, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def celu(input: _ArrayLike, alpha: _Number = 1.0, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def celu_(input: Tensor, alpha: _Number = 1.0) -> Tensor: ...
@overload
def celu_(input: _ArrayLike, alpha: _Number = 1.0) -> Any: ...
@overload
def channel_shuffle(input: Tensor, groups: int, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def channel_shuffle(input: _ArrayLike, groups: int, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def cholesky(input: Tensor, upper: bool = False, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def cholesky(input: _ArrayLike, upper: bool = False, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def cholesky_inverse(input: Tensor, upper: bool = False, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def cholesky_inverse(input: _ArrayLike, upper: bool = False, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def cholesky_solve(
    input: Tensor,
    input2: Tensor | _ArrayLike,
    upper: bool = False,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def cholesky_solve(
    input: _ArrayLike,
    input2: _ArrayLike,
    upper: bool = False,
    *,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def chunk(input: Tensor, chunks: int, dim: int = 0) -> tuple[Tensor, ...]: ...
@overload
def chunk(input: _ArrayLike, chunks: int, dim: int = 0) -> Any: ...
@overload
def clamp(
    input: Tensor,
    min: _Number | None = None,
    max: _Number | None = None,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def clamp(
    input: Tensor,
    min: Tensor | _ArrayLike | None = None,
    max: Tensor | _ArrayLike | None = None,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def clamp(
    input: _ArrayLike,
    min: _Number | None = None,
    max: _Number | None = None,
    *,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def clamp(
    input: _ArrayLike,
    min: _ArrayLike | None = None,
    max: _ArrayLike | None = None,
    *,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def clamp_(input: Tensor, min: _Number | None = None, max: _Number | None = None) -> Tensor: ...
@overload
def clamp_(input: Tensor, min: Tensor | _ArrayLike | None = None, max: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def clamp_(input: _ArrayLike, min: _Number | None = None, max: _Number | None = None) -> Any: ...
@overload
def clamp_(input: _ArrayLike, min: _ArrayLike | None = None, max: _ArrayLike | None = None) -> Any: ...
@overload
def clamp_max(input: Tensor, max: _Number | Tensor, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def clamp_max(input: _ArrayLike, max: _Number | _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def clamp_max_(input: Tensor, max: _Number | Tensor) -> Tensor: ...
@overload
def clamp_max_(input: _ArrayLike, max: _Number | _ArrayLike) -> Any: ...
@overload
def clamp_min(input: Tensor, min: _Number | Tensor, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def clamp_min(input: _ArrayLike, min: _Number | _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def clamp_min_(input: Tensor, min: _Number | Tensor) -> Tensor: ...
@overload
def clamp_min_(input: _ArrayLike, min: _Number | _ArrayLike) -> Any: ...
@overload
def clip(
    input: Tensor,
    min: _Number | None = None,
    max: _Number | None = None,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def clip(
    input: Tensor,
    min: Tensor | _ArrayLike | None = None,
    max: Tensor | _ArrayLike | None = None,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def clip(
    input: _ArrayLike,
    min: _Number | None = None,
    max: _Number | None = None,
    *,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def clip(
    input: _ArrayLike,
    min: _ArrayLike | None = None,
    max: _ArrayLike | None = None,
    *,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def clip_(input: Tensor, min: _Number | None = None, max: _Number | None = None) -> Tensor: ...
@overload
def clip_(input: Tensor, min: Tensor | _ArrayLike | None = None, max: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def clip_(input: _ArrayLike, min: _Number | None = None, max: _Number | None = None) -> Any: ...
@overload
def clip_(input: _ArrayLike, min: _ArrayLike | None = None, max: _ArrayLike | None = None) -> Any: ...
@overload
def clone(
    input: Tensor,
    *,
    memory_format: memory_format | None = None,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def clone(input: _ArrayLike, *, memory_format: memory_format | None = None, out: _ArrayLike | None = None) -> Any: ...
@overload
def col2im(
    input: Tensor,
    output_size: int | Sequence[int],
    kernel_size: int | Sequence[int],
    dilation: int | Sequence[int],
    padding: int | Sequence[int],
    stride: int | Sequence[int],
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def col2im(
    input: _ArrayLike,
    output_size: int | Sequence[int],
    kernel_size: int | Sequence[int],
    dilation: int | Sequence[int],
    padding: int | Sequence[int],
    stride: int | Sequence[int],
    *,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def column_stack(tensors: Sequence[Tensor], *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def column_stack(tensors: Sequence[_ArrayLike], *, out: _ArrayLike | None = None) -> Any: ...
@overload
def combinations(input: Tensor, r: int = 2, with_replacement: bool = False) -> Tensor: ...
@overload
def combinations(input: _ArrayLike, r: int = 2, with_replacement: bool = False) -> Any: ...
@overload
def complex(real: Tensor, imag: Tensor | _ArrayLike, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def complex(real: _ArrayLike, imag: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def concat(tensors: Sequence[Tensor], dim: int = 0, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def concat(tensors: Sequence[_ArrayLike], dim: int = 0, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def concatenate(tensors: Sequence[Tensor], dim: int = 0, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def concatenate(tensors: Sequence[_ArrayLike], dim: int = 0, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def conj(input: Tensor) -> Tensor: ...
@overload
def conj(input: _ArrayLike) -> Any: ...
@overload
def conj_physical(input: Tensor, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def conj_physical(input: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def conj_physical_(input: Tensor) -> Tensor: ...
@overload
def conj_physical_(input: _ArrayLike) -> Any: ...
@overload
def constant_pad_nd(
    input: Tensor,
    pad: Sequence[int],
    value: _Number = 0,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def constant_pad_nd(
    input: _ArrayLike,
    pad: Sequence[int],
    value: _Number = 0,
    *,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def contiguous(input: Tensor, *, memory_format: memory_format = ...) -> Tensor: ...
@overload
def contiguous(input: _ArrayLike, *, memory_format: memory_format = ...) -> Any: ...
@overload
def conv1d(
    input: Tensor,
    weight: Tensor | _ArrayLike,
    bias: Tensor | _ArrayLike | None = None,
    stride: int | Sequence[int] = (1,),
    padding: int | Sequence[int] = (0,),
    dilation: int | Sequence[int] = (1,),
    groups: int = 1,
) -> Tensor: ...
@overload
def conv1d(
    input: Tensor,
    weight: Tensor | _ArrayLike,
    bias: Tensor | _ArrayLike | None = None,
    stride: int | Sequence[int] = (1,),
    padding: str = 'valid',
    dilation: int | Sequence[int] = (1,),
    groups: int = 1,
) -> Tensor: ...
@overload
def conv1d(
    input: _ArrayLike,
    weight: _ArrayLike,
    bias: _ArrayLike | None = None,
    stride: int | Sequence[int] = (1,),
    padding: int | Sequence[int] = (0,),
    dilation: int | Sequence[int] = (1,),
    groups: int = 1,
) -> Any: ...
@overload
def conv1d(
    input: _ArrayLike,
    weight: _ArrayLike,
    bias: _ArrayLike | None = None,
    stride: int | Sequence[int] = (1,),
    padding: str = 'valid',
    dilation: int | Sequence[int] = (1,),
    groups: int = 1,
) -> Any: ...
@overload
def conv2d(
    input: Tensor,
    weight: Tensor | _ArrayLike,
    bias: Tensor | _ArrayLike | None = None,
    stride: int | Sequence[int] = (1, 1),
    padding: int | Sequence[int] = (0, 0),
    dilation: int | Sequence[int] = (1, 1),
    groups: int = 1,
) -> Tensor: ...
@overload
def conv2d(
    input: Tensor,
    weight: Tensor | _ArrayLike,
    bias: Tensor | _ArrayLike | None = None,
    stride: int | Sequence[int] = (1, 1),
    padding: str = 'valid',
    dilation: int | Sequence[int] = (1, 1),
    groups: int = 1,
) -> Tensor: ...
@overload
def conv2d(
    input: _ArrayLike,
    weight: _ArrayLike,
    bias: _ArrayLike | None = None,
    stride: int | Sequence[int] = (1, 1),
    padding: int | Sequence[int] = (0, 0),
    dilation: int | Sequence[int] = (1, 1),
    groups: int = 1,
) -> Any: ...
@overload
def conv2d(
    input: _ArrayLike,
    weight: _ArrayLike,
    bias: _ArrayLike | None = None,
    stride: int | Sequence[int] = (1, 1),
    padding: str = 'valid',
    dilation: int | Sequence[int] = (1, 1),
    groups: int = 1,
) -> Any: ...
@overload
def conv3d(
    input: Tensor,
    weight: Tensor | _ArrayLike,
    bias: Tensor | _ArrayLike | None = None,
    stride: int | Sequence[int] = (1, 1, 1),
    padding: int | Sequence[int] = (0, 0, 0),
    dilation: int | Sequence[int] = (1, 1, 1),
    groups: int = 1,
) -> Tensor: ...
@overload
def conv3d(
    input: Tensor,
    weight: Tensor | _ArrayLike,
    bias: Tensor | _ArrayLike | None = None,
    stride: int | Sequence[int] = (1, 1, 1),
    padding: str = 'valid',
    dilation: int | Sequence[int] = (1, 1, 1),
    groups: int = 1,
) -> Tensor: ...
@overload
def conv3d(
    input: _ArrayLike,
    weight: _ArrayLike,
    bias: _ArrayLike | None = None,
    stride: int | Sequence[int] = (1, 1, 1),
    padding: int | Sequence[int] = (0, 0, 0),
    dilation: int | Sequence[int] = (1, 1, 1),
    groups: int = 1,
) -> Any: ...
@overload
def conv3d(
    input: _ArrayLike,
    weight: _ArrayLike,
    bias: _ArrayLike | None = None,
    stride: int | Sequence[int] = (1, 1, 1),
    padding: str = 'valid',
    dilation: int | Sequence[int] = (1, 1, 1),
    groups: int = 1,
) -> Any: ...
@overload
def conv_tbc(
    input: Tensor,
    weight: Tensor | _ArrayLike,
    bias: Tensor | _ArrayLike,
    pad: int = 0,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def conv_tbc(
    input: _ArrayLike,
    weight: _ArrayLike,
    bias: _ArrayLike,
    pad: int = 0,
    *,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def conv_transpose1d(
    input: Tensor,
    weight: Tensor | _ArrayLike,
    bias: Tensor | _ArrayLike | None = None,
    stride: int | Sequence[int] = (1,),
    padding: int | Sequence[int] = (0,),
    output_padding: int | Sequence[int] = (0,),
    groups: int = 1,
    dilation: int | Sequence[int] = (1,),
) -> Tensor: ...
@overload
def conv_transpose1d(
    input: _ArrayLike,
    weight: _ArrayLike,
    bias: _ArrayLike | None = None,
    stride: int | Sequence[int] = (1,),
    padding: int | Sequence[int] = (0,),
    output_padding: int | Sequence[int] = (0,),
    groups: int = 1,
    dilation: int | Sequence[int] = (1,),
) -> Any: ...
@overload
def conv_transpose2d(
    input: Tensor,
    weight: Tensor | _ArrayLike,
    bias: Tensor | _ArrayLike | None = None,
    stride: int | Sequence[int] = (1, 1),
    padding: int | Sequence[int] = (0, 0),
    output_padding: int | Sequence[int] = (0, 0),
    groups: int = 1,
    dilation: int | Sequence[int] = (1, 1),
) -> Tensor: ...
@overload
def conv_transpose2d(
    input: _ArrayLike,
    weight: _ArrayLike,
    bias: _ArrayLike | None = None,
    stride: int | Sequence[int] = (1, 1),
    padding: int | Sequence[int] = (0, 0),
    output_padding: int | Sequence[int] = (0, 0),
    groups: int = 1,
    dilation: int | Sequence[int] = (1, 1),
) -> Any: ...
@overload
def conv_transpose3d(
    input: Tensor,
    weight: Tensor | _ArrayLike,
    bias: Tensor | _ArrayLike | None = None,
    stride: int | Sequence[int] = (1, 1, 1),
    padding: int | Sequence[int] = (0, 0, 0),
    output_padding: int | Sequence[int] = (0, 0, 0),
    groups: int = 1,
    dilation: int | Sequence[int] = (1, 1, 1),
) -> Tensor: ...
@overload
def conv_transpose3d(
    input: _ArrayLike,
    weight: _ArrayLike,
    bias: _ArrayLike | None = None,
    stride: int | Sequence[int] = (1, 1, 1),
    padding: int | Sequence[int] = (0, 0, 0),
    output_padding: int | Sequence[int] = (0, 0, 0),
    groups: int = 1,
    dilation: int | Sequence[int] = (1, 1, 1),
) -> Any: ...
@overload
def convolution(
    input: Tensor,
    weight: Tensor | _ArrayLike,
    bias: Tensor | _ArrayLike | None,
    stride: Sequence[int],
    padding: Sequence[int],
    dilation: Sequence[int],
    transposed: bool,
    output_padding: Sequence[int],
    groups: int,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def convolution(
    input: _ArrayLike,
    weight: _ArrayLike,
    bias: _ArrayLike | None,
    stride: Sequence[int],
    padding: Sequence[int],
    dilation: Sequence[int],
    transposed: bool,
    output_padding: Sequence[int],
    groups: int,
    *,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def convolution_backward(
    grad_output: Tensor,
    input: Tensor | _ArrayLike,
    weight: Tensor | _ArrayLike,
    bias_sizes: Sequence[int] | None,
    stride: Sequence[int],
    padding: Sequence[int],
    dilation: Sequence[int],
    transposed: bool,
    output_padding: Sequence[int],
    groups: int,
    output_mask: bool | Sequence[bool],
    *,
    out: tuple[Tensor, Tensor, Tensor] | None = None,
) -> tuple[Tensor, Tensor, Tensor]: ...
@overload
def convolution_backward(
    grad_output: _ArrayLike,
    input: _ArrayLike,
    weight: _ArrayLike,
    bias_sizes: Sequence[int] | None,
    stride: Sequence[int],
    padding: Sequence[int],
    dilation: Sequence[int],
    transposed: bool,
    output_padding: Sequence[int],
    groups: int,
    output_mask: bool | Sequence[bool],
    *,
    out: tuple[_ArrayLike, _ArrayLike, _ArrayLike] | None = None,
) -> Any: ...
@overload
def copy(
    input: Tensor | _Number,
    src: Tensor | _ArrayLike | _Number,
    non_blocking: bool = False,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def copy(
    input: _ArrayLike | _Number,
    src: _ArrayLike | _Number,
    non_blocking: bool = False,
    *,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def copy_(input: Tensor, src: Tensor | _ArrayLike | _Number, non_blocking: bool = False) -> Tensor: ...
@overload
def copy_(input: _ArrayLike, src: _ArrayLike | _Number, non_blocking: bool = False) -> Any: ...
@overload
def copysign(
    input: Tensor,
    other: Tensor | _ArrayLike | _Number,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def copysign(input: _ArrayLike, other: _ArrayLike | _Number, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def copysign_(input: Tensor, other: Tensor | _ArrayLike | _Number) -> Tensor: ...
@overload
def copysign_(input: _ArrayLike, other: _ArrayLike | _Number) -> Any: ...
@overload
def corrcoef(input: Tensor) -> Tensor: ...
@overload
def corrcoef(input: _ArrayLike) -> Any: ...
@overload
def cos(input: Tensor, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def cos(input: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def cos_(input: Tensor) -> Tensor: ...
@overload
def cos_(input: _ArrayLike) -> Any: ...
@overload
def cosh(input: Tensor, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def cosh(input: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def cosh_(input: Tensor) -> Tensor: ...
@overload
def cosh_(input: _ArrayLike) -> Any: ...
@overload
def cosine_embedding_loss(
    input1: Tensor,
    input2: Tensor | _ArrayLike,
    target: Tensor | _ArrayLike,
    margin: float = 0.0,
    reduction: int = 1,
) -> Tensor: ...
@overload
def cosine_embedding_loss(
    input1: _ArrayLike,
    input2: _ArrayLike,
    target: _ArrayLike,
    margin: float = 0.0,
    reduction: int = 1,
) -> Any: ...
@overload
def cosine_similarity(x1: Tensor, x2: Tensor | _ArrayLike, dim: int = 1, eps: float = 1e-08) -> Tensor: ...
@overload
def cosine_similarity(x1: _ArrayLike, x2: _ArrayLike, dim: int = 1, eps: float = 1e-08) -> Any: ...
@overload
def count_nonzero(input: Tensor, dim: int | None = None, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def count_nonzero(input: Tensor, dim: Sequence[int], *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def count_nonzero(input: Tensor, *dim: int, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def count_nonzero(input: _ArrayLike, dim: int | None = None, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def count_nonzero(input: _ArrayLike, dim: Sequence[int], *, out: _ArrayLike | None = None) -> Any: ...
@overload
def count_nonzero(input: _ArrayLike, *dim: int, out: _ArrayLike | None = None) -> Any: ...
@overload
def cov(
    input: Tensor,
    *,
    correction: int = 1,
    fweights: Tensor | _ArrayLike | None = None,
    aweights: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def cov(
    input: _ArrayLike,
    *,
    correction: int = 1,
    fweights: _ArrayLike | None = None,
    aweights: _ArrayLike | None = None,
) -> Any: ...
@overload
def cross(
    input: Tensor,
    other: Tensor | _ArrayLike,
    dim: int | None = None,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def cross(input: _ArrayLike, other: _ArrayLike, dim: int | None = None, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def cross_entropy_loss(
    input: Tensor,
    target: Tensor | _ArrayLike,
    weight: Tensor | _ArrayLike | None = None,
    reduction: int = 1,
    ignore_index: int = -100,
    label_smoothing: float = 0.0,
) -> Tensor: ...
@overload
def cross_entropy_loss(
    input: _ArrayLike,
    target: _ArrayLike,
    weight: _ArrayLike | None = None,
    reduction: int = 1,
    ignore_index: int = -100,
    label_smoothing: float = 0.0,
) -> Any: ...
@overload
def ctc_loss(
    log_probs: Tensor,
    targets: Tensor | _ArrayLike,
    input_lengths: Sequence[int],
    target_lengths: Sequence[int],
    blank: int = 0,
    reduction: int = 1,
    zero_infinity: bool = False,
) -> Tensor: ...
@overload
def ctc_loss(
    log_probs: Tensor,
    targets: Tensor | _ArrayLike,
    input_lengths: Tensor | _ArrayLike,
    target_lengths: Tensor | _ArrayLike,
    blank: int = 0,
    reduction: int = 1,
    zero_infinity: bool = False,
) -> Tensor: ...
@overload
def ctc_loss(
    log_probs: _ArrayLike,
    targets: _ArrayLike,
    input_lengths: Sequence[int],
    target_lengths: Sequence[int],
    blank: int = 0,
    reduction: int = 1,
    zero_infinity: bool = False,
) -> Any: ...
@overload
def ctc_loss(
    log_probs: _ArrayLike,
    targets: _ArrayLike,
    input_lengths: _ArrayLike,
    target_lengths: _ArrayLike,
    blank: int = 0,
    reduction: int = 1,
    zero_infinity: bool = False,
) -> Any: ...
@overload
def cudnn_batch_norm(
    input: Tensor,
    weight: Tensor | _ArrayLike,
    bias: Tensor | _ArrayLike | None,
    running_mean: Tensor | _ArrayLike | None,
    running_var: Tensor | _ArrayLike | None,
    training: bool,
    exponential_average_factor: float,
    epsilon: float,
) -> tuple[Tensor, Tensor, Tensor, Tensor]: ...
@overload
def cudnn_batch_norm(
    input: _ArrayLike,
    weight: _ArrayLike,
    bias: _ArrayLike | None,
    running_mean: _ArrayLike | None,
    running_var: _ArrayLike | None,
    training: bool,
    exponential_average_factor: float,
    epsilon: float,
) -> Any: ...
@overload
def cudnn_grid_sampler(input: Tensor, grid: Tensor | _ArrayLike) -> Tensor: ...
@overload
def cudnn_grid_sampler(input: _ArrayLike, grid: _ArrayLike) -> Any: ...
@overload
def cummax(input: Tensor, dim: int, *, out: tuple[Tensor, Tensor] | None = None) -> return_types.cummax: ...
@overload
def cummax(input: _ArrayLike, dim: int, *, out: tuple[_ArrayLike, _ArrayLike] | None = None) -> Any: ...
@overload
def cummin(input: Tensor, dim: int, *, out: tuple[Tensor, Tensor] | None = None) -> return_types.cummin: ...
@overload
def cummin(input: _ArrayLike, dim: int, *, out: tuple[_ArrayLike, _ArrayLike] | None = None) -> Any: ...
@overload
def cumprod(
    input: Tensor,
    dim: int,
    *,
    dtype: dtype | None = None,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def cumprod(input: _ArrayLike, dim: int, *, dtype: dtype | None = None, out: _ArrayLike | None = None) -> Any: ...
@overload
def cumprod_(input: Tensor, dim: int, *, dtype: dtype | None = None) -> Tensor: ...
@overload
def cumprod_(input: _ArrayLike, dim: int, *, dtype: dtype | None = None) -> Any: ...
@overload
def cumsum(
    input: Tensor,
    dim: int,
    *,
    dtype: dtype | None = None,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def cumsum(input: _ArrayLike, dim: int, *, dtype: dtype | None = None, out: _ArrayLike | None = None) -> Any: ...
@overload
def cumsum_(input: Tensor, dim: int, *, dtype: dtype | None = None) -> Tensor: ...
@overload
def cumsum_(input: _ArrayLike, dim: int, *, dtype: dtype | None = None) -> Any: ...
@overload
def cumulative_trapezoid(y: Tensor, x: Tensor | _ArrayLike, *, dim: int = -1) -> Tensor: ...
@overload
def cumulative_trapezoid(y: Tensor, *, dx: _Number = 1, dim: int = -1) -> Tensor: ...
@overload
def cumulative_trapezoid(y: _ArrayLike, x: _ArrayLike, *, dim: int = -1) -> Any: ...
@overload
def cumulative_trapezoid(y: _ArrayLike, *, dx: _Number = 1, dim: int = -1) -> Any: ...
@overload
def deg2rad(input: Tensor, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def deg2rad(input: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def deg2rad_(input: Tensor) -> Tensor: ...
@overload
def deg2rad_(input: _ArrayLike) -> Any: ...
@overload
def det(input: Tensor) -> Tensor: ...
@overload
def det(input: _ArrayLike) -> Any: ...
@overload
def detach(input: Tensor) -> Tensor: ...
@overload
def detach(input: _ArrayLike) -> Any: ...
@overload
def detach_(input: Tensor) -> Tensor: ...
@overload
def detach_(input: _ArrayLike) -> Any: ...
@overload
def detach_copy(input: Tensor, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def detach_copy(input: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def diag(input: Tensor, diagonal: int = 0, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def diag(input: _ArrayLike, diagonal: int = 0, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def diag_embed(
    input: Tensor,
    offset: int = 0,
    dim1: int = -2,
    dim2: int = -1,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def diag_embed(
    input: _ArrayLike,
    offset: int = 0,
    dim1: int = -2,
    dim2: int = -1,
    *,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def diagflat(input: Tensor, offset: int = 0) -> Tensor: ...
@overload
def diagflat(input: _ArrayLike, offset: int = 0) -> Any: ...
@overload
def diagonal(input: Tensor, offset: int = 0, dim1: int = 0, dim2: int = 1) -> Tensor: ...
@overload
def diagonal(input: _ArrayLike, offset: int = 0, dim1: int = 0, dim2: int = 1) -> Any: ...
@overload
def diagonal_backward(
    grad_output: Tensor,
    input_sizes: Sequence[int],
    offset: int,
    dim1: int,
    dim2: int,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def diagonal_backward(
    grad_output: _ArrayLike,
    input_sizes: Sequence[int],
    offset: int,
    dim1: int,
    dim2: int,
    *,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def diagonal_copy(
    input: Tensor,
    offset: int = 0,
    dim1: int = 0,
    dim2: int = 1,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def diagonal_copy(
    input: _ArrayLike,
    offset: int = 0,
    dim1: int = 0,
    dim2: int = 1,
    *,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def diagonal_scatter(
    input: Tensor,
    src: Tensor | _ArrayLike,
    offset: int = 0,
    dim1: int = 0,
    dim2: int = 1,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def diagonal_scatter(
    input: _ArrayLike,
    src: _ArrayLike,
    offset: int = 0,
    dim1: int = 0,
    dim2: int = 1,
    *,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def diff(
    input: Tensor,
    n: int = 1,
    dim: int = -1,
    prepend: Tensor | _ArrayLike | None = None,
    append: Tensor | _ArrayLike | None = None,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def diff(
    input: _ArrayLike,
    n: int = 1,
    dim: int = -1,
    prepend: _ArrayLike | None = None,
    append: _ArrayLike | None = None,
    *,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def digamma(input: Tensor, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def digamma(input: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def digamma_(input: Tensor) -> Tensor: ...
@overload
def digamma_(input: _ArrayLike) -> Any: ...
@overload
def dim(input: Tensor) -> int: ...
@overload
def dim(input: _ArrayLike) -> Any: ...
@overload
def dist(
    input: Tensor,
    other: Tensor | _ArrayLike,
    p: _Number = 2,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def dist(input: _ArrayLike, other: _ArrayLike, p: _Number = 2, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def div(
    input: Tensor | _Number,
    other: Tensor | _ArrayLike | _Number,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def div(
    input: Tensor | _Number,
    other: Tensor | _ArrayLike | _Number,
    *,
    rounding_mode: str | None,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def div(input: _ArrayLike | _Number, other: _ArrayLike | _Number, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def div(
    input: _ArrayLike | _Number,
    other: _ArrayLike | _Number,
    *,
    rounding_mode: str | None,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def div_(input: Tensor, other: Tensor | _ArrayLike | _Number) -> Tensor: ...
@overload
def div_(input: Tensor, other: Tensor | _ArrayLike | _Number, *, rounding_mode: str | None) -> Tensor: ...
@overload
def div_(input: _ArrayLike, other: _ArrayLike | _Number) -> Any: ...
@overload
def div_(input: _ArrayLike, other: _ArrayLike | _Number, *, rounding_mode: str | None) -> Any: ...
@overload
def divide(
    input: Tensor | _Number,
    other: Tensor | _ArrayLike | _Number,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def divide(
    input: Tensor | _Number,
    other: Tensor | _ArrayLike | _Number,
    *,
    rounding_mode: str | None,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def divide(input: _ArrayLike | _Number, other: _ArrayLike | _Number, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def divide(
    input: _ArrayLike | _Number,
    other: _ArrayLike | _Number,
    *,
    rounding_mode: str | None,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def divide_(input: Tensor, other: Tensor | _ArrayLike | _Number) -> Tensor: ...
@overload
def divide_(input: Tensor, other: Tensor | _ArrayLike | _Number, *, rounding_mode: str | None) -> Tensor: ...
@overload
def divide_(input: _ArrayLike, other: _ArrayLike | _Number) -> Any: ...
@overload
def divide_(input: _ArrayLike, other: _ArrayLike | _Number, *, rounding_mode: str | None) -> Any: ...
@overload
def dot(input: Tensor, tensor: Tensor | _ArrayLike, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def dot(input: _ArrayLike, tensor: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def dropout(input: Tensor, p: float, train: bool) -> Tensor: ...
@overload
def dropout(input: _ArrayLike, p: float, train: bool) -> Any: ...
@overload
def dropout_(input: Tensor, p: float, train: bool) -> Tensor: ...
@overload
def dropout_(input: _ArrayLike, p: float, train: bool) -> Any: ...
@overload
def dsplit(input: Tensor, sections: int) -> tuple[Tensor, ...]: ...
@overload
def dsplit(input: Tensor, indices: Sequence[int]) -> tuple[Tensor, ...]: ...
@overload
def dsplit(input: Tensor, *indices: int) -> tuple[Tensor, ...]: ...
@overload
def dsplit(input: _ArrayLike, sections: int) -> Any: ...
@overload
def dsplit(input: _ArrayLike, indices: Sequence[int]) -> Any: ...
@overload
def dsplit(input: _ArrayLike, *indices: int) -> Any: ...
@overload
def dstack(tensors: Sequence[Tensor], *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def dstack(tensors: Sequence[_ArrayLike], *, out: _ArrayLike | None = None) -> Any: ...
@overload
def elu(
    input: Tensor,
    alpha: _Number = 1,
    scale: _Number = 1,
    input_scale: _Number = 1,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def elu(
    input: _ArrayLike,
    alpha: _Number = 1,
    scale: _Number = 1,
    input_scale: _Number = 1,
    *,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def elu_(input: Tensor, alpha: _Number = 1, scale: _Number = 1, input_scale: _Number = 1) -> Tensor: ...
@overload
def elu_(input: _ArrayLike, alpha: _Number = 1, scale: _Number = 1, input_scale: _Number = 1) -> Any: ...
@overload
def elu_backward(
    grad_output: Tensor,
    alpha: _Number,
    scale: _Number,
    input_scale: _Number,
    is_result: bool,
    self_or_result: Tensor | _ArrayLike,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def elu_backward(
    grad_output: _ArrayLike,
    alpha: _Number,
    scale: _Number,
    input_scale: _Number,
    is_result: bool,
    self_or_result: _ArrayLike,
    *,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def embedding(
    weight: Tensor,
    indices: Tensor | _ArrayLike,
    padding_idx: int = -1,
    scale_grad_by_freq: bool = False,
    sparse: bool = False,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def embedding(
    weight: _ArrayLike,
    indices: _ArrayLike,
    padding_idx: int = -1,
    scale_grad_by_freq: bool = False,
    sparse: bool = False,
    *,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def embedding_bag(
    weight: Tensor,
    indices: Tensor | _ArrayLike,
    offsets: Tensor | _ArrayLike,
    scale_grad_by_freq: bool = False,
    mode: int = 0,
    sparse: bool = False,
    per_sample_weights: Tensor | _ArrayLike | None = None,
    include_last_offset: bool = False,
) -> tuple[Tensor, Tensor, Tensor, Tensor]: ...
@overload
def embedding_bag(
    weight: Tensor,
    indices: Tensor | _ArrayLike,
    offsets: Tensor | _ArrayLike,
    scale_grad_by_freq: bool,
    mode: int,
    sparse: bool,
    per_sample_weights: Tensor | _ArrayLike | None,
    include_last_offset: bool,
    padding_idx: int | None,
) -> tuple[Tensor, Tensor, Tensor, Tensor]: ...
@overload
def embedding_bag(
    weight: _ArrayLike,
    indices: _ArrayLike,
    offsets: _ArrayLike,
    scale_grad_by_freq: bool = False,
    mode: int = 0,
    sparse: bool = False,
    per_sample_weights: _ArrayLike | None = None,
    include_last_offset: bool = False,
) -> Any: ...
@overload
def embedding_bag(
    weight: _ArrayLike,
    indices: _ArrayLike,
    offsets: _ArrayLike,
    scale_grad_by_freq: bool,
    mode: int,
    sparse: bool,
    per_sample_weights: _ArrayLike | None,
    include_last_offset: bool,
    padding_idx: int | None,
) -> Any: ...
@overload
def embedding_dense_backward(
    grad_output: Tensor,
    indices: Tensor | _ArrayLike,
    num_weights: int,
    padding_idx: int,
    scale_grad_by_freq: bool,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def embedding_dense_backward(
    grad_output: _ArrayLike,
    indices: _ArrayLike,
    num_weights: int,
    padding_idx: int,
    scale_grad_by_freq: bool,
    *,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def embedding_renorm(
    input: Tensor,
    indices: Tensor | _ArrayLike,
    max_norm: float,
    norm_type: float,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def embedding_renorm(
    input: _ArrayLike,
    indices: _ArrayLike,
    max_norm: float,
    norm_type: float,
    *,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def embedding_renorm_(input: Tensor, indices: Tensor | _ArrayLike, max_norm: float, norm_type: float) -> Tensor: ...
@overload
def embedding_renorm_(input: _ArrayLike, indices: _ArrayLike, max_norm: float, norm_type: float) -> Any: ...
@overload
def empty(
    size: Sequence[int],
    *,
    dtype: dtype | None = None,
    layout: layout | None = None,
    device: device | str | None = None,
    pin_memory: bool | None = None,
    memory_format: memory_format | None = None,
    requires_grad: bool = False,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def empty(
    *size: int,
    dtype: dtype | None = None,
    layout: layout | None = None,
    device: device | str | None = None,
    pin_memory: bool | None = None,
    memory_format: memory_format | None = None,
    requires_grad: bool = False,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def empty_like(
    input: Tensor,
    *,
    dtype: dtype | None = None,
    layout: layout | None = None,
    device: device | str | None = None,
    pin_memory: bool | None = None,
    memory_format: memory_format | None = None,
    requires_grad: bool = False,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def empty_like(
    input: _ArrayLike,
    *,
    dtype: dtype | None = None,
    layout: layout | None = None,
    device: device | str | None = None,
    pin_memory: bool | None = None,
    memory_format: memory_format | None = None,
    requires_grad: bool = False,
    out: _ArrayLike | None = None,
) -> Any: ...
def empty_permuted(
    size: Sequence[int],
    physical_layout: Sequence[int],
    *,
    dtype: dtype | None = None,
    layout: layout | None = None,
    device: device | str | None = None,
    pin_memory: bool | None = None,
    requires_grad: bool = False,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
def empty_strided(
    size: Sequence[int],
    stride: Sequence[int],
    *,
    dtype: dtype | None = None,
    layout: layout | None = None,
    device: device | str | None = None,
    pin_memory: bool | None = None,
    requires_grad: bool = False,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def eq(input: Tensor, other: Tensor | _ArrayLike | _Number, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def eq(input: _ArrayLike, other: _ArrayLike | _Number, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def eq_(input: Tensor, other: _Number | Tensor) -> Tensor: ...
@overload
def eq_(input: _ArrayLike, other: _Number | _ArrayLike) -> Any: ...
@overload
def equal(input: Tensor, other: Tensor | _ArrayLike) -> bool: ...
@overload
def equal(input: _ArrayLike, other: _ArrayLike) -> Any: ...
@overload
def erf(input: Tensor, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def erf(input: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def erf_(input: Tensor) -> Tensor: ...
@overload
def erf_(input: _ArrayLike) -> Any: ...
@overload
def erfc(input: Tensor, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def erfc(input: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def erfc_(input: Tensor) -> Tensor: ...
@overload
def erfc_(input: _ArrayLike) -> Any: ...
@overload
def erfinv(input: Tensor, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def erfinv(input: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def erfinv_(input: Tensor) -> Tensor: ...
@overload
def erfinv_(input: _ArrayLike) -> Any: ...
@overload
def exp(input: Tensor, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def exp(input: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def exp2(input: Tensor, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def exp2(input: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def exp2_(input: Tensor) -> Tensor: ...
@overload
def exp2_(input: _ArrayLike) -> Any: ...
@overload
def exp_(input: Tensor) -> Tensor: ...
@overload
def exp_(input: _ArrayLike) -> Any: ...
@overload
def expand(input: Tensor, size: Sequence[int], *, implicit: bool = False) -> Tensor: ...
@overload
def expand(input: Tensor, *size: int, implicit: bool = False) -> Tensor: ...
@overload
def expand(input: _ArrayLike, size: Sequence[int], *, implicit: bool = False) -> Any: ...
@overload
def expand(input: _ArrayLike, *size: int, implicit: bool = False) -> Any: ...
@overload
def expand_as(input: Tensor, other: Tensor | _ArrayLike) -> Tensor: ...
@overload
def expand_as(input: _ArrayLike, other: _ArrayLike) -> Any: ...
@overload
def expand_copy(
    input: Tensor,
    size: Sequence[int],
    *,
    implicit: bool = False,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def expand_copy(
    input: Tensor,
    *size: int,
    implicit: bool = False,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def expand_copy(
    input: _ArrayLike,
    size: Sequence[int],
    *,
    implicit: bool = False,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def expand_copy(input: _ArrayLike, *size: int, implicit: bool = False, out: _ArrayLike | None = None) -> Any: ...
@overload
def expm1(input: Tensor, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def expm1(input: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def expm1_(input: Tensor) -> Tensor: ...
@overload
def expm1_(input: _ArrayLike) -> Any: ...
@overload
def exponential(
    input: Tensor,
    lambd: float = 1.0,
    *,
    generator: Generator | None = None,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def exponential(
    input: _ArrayLike,
    lambd: float = 1.0,
    *,
    generator: Generator | None = None,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def exponential_(input: Tensor, lambd: float = 1.0, *, generator: Generator | None = None) -> Tensor: ...
@overload
def exponential_(input: _ArrayLike, lambd: float = 1.0, *, generator: Generator | None = None) -> Any: ...
@overload
def eye(
    n: int,
    *,
    dtype: dtype | None = None,
    layout: layout | None = None,
    device: device | str | None = None,
    pin_memory: bool | None = None,
    requires_grad: bool = False,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def eye(
    n: int,
    m: int,
    *,
    dtype: dtype | None = None,
    layout: layout | None = None,
    device: device | str | None = None,
    pin_memory: bool | None = None,
    requires_grad: bool = False,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def feature_alpha_dropout(input: Tensor, p: float, train: bool) -> Tensor: ...
@overload
def feature_alpha_dropout(input: _ArrayLike, p: float, train: bool) -> Any: ...
@overload
def feature_alpha_dropout_(input: Tensor, p: float, train: bool) -> Tensor: ...
@overload
def feature_alpha_dropout_(input: _ArrayLike, p: float, train: bool) -> Any: ...
@overload
def feature_dropout(input: Tensor, p: float, train: bool) -> Tensor: ...
@overload
def feature_dropout(input: _ArrayLike, p: float, train: bool) -> Any: ...
@overload
def feature_dropout_(input: Tensor, p: float, train: bool) -> Tensor: ...
@overload
def feature_dropout_(input: _ArrayLike, p: float, train: bool) -> Any: ...
@overload
def fft_fft(
    input: Tensor,
    n: int | None = None,
    dim: int = -1,
    norm: str | None = None,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def fft_fft(
    input: _ArrayLike,
    n: int | None = None,
    dim: int = -1,
    norm: str | None = None,
    *,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def fft_fft2(
    input: Tensor,
    s: int | Sequence[int] | None = None,
    dim: int | Sequence[int] = (-2, -1),
    norm: str | None = None,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def fft_fft2(
    input: _ArrayLike,
    s: int | Sequence[int] | None = None,
    dim: int | Sequence[int] = (-2, -1),
    norm: str | None = None,
    *,
    out: _ArrayLike | None = None,
) -> Any: ...
def fft_fftfreq(
    n: int,
    d: float = 1.0,
    *,
    dtype: dtype | None = None,
    layout: layout | None = None,
    device: device | str | None = None,
    pin_memory: bool | None = None,
    requires_grad: bool = False,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def fft_fftn(
    input: Tensor,
    s: int | Sequence[int] | None = None,
    dim: int | Sequence[int] | None = None,
    norm: str | None = None,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def fft_fftn(
    input: _ArrayLike,
    s: int | Sequence[int] | None = None,
    dim: int | Sequence[int] | None = None,
    norm: str | None = None,
    *,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def fft_fftshift(input: Tensor, dim: int | Sequence[int] | None = None) -> Tensor: ...
@overload
def fft_fftshift(input: _ArrayLike, dim: int | Sequence[int] | None = None) -> Any: ...
@overload
def fft_hfft(
    input: Tensor,
    n: int | None = None,
    dim: int = -1,
    norm: str | None = None,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def fft_hfft(
    input: _ArrayLike,
    n: int | None = None,
    dim: int = -1,
    norm: str | None = None,
    *,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def fft_hfft2(
    input: Tensor,
    s: int | Sequence[int] | None = None,
    dim: int | Sequence[int] = (-2, -1),
    norm: str | None = None,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def fft_hfft2(
    input: _ArrayLike,
    s: int | Sequence[int] | None = None,
    dim: int | Sequence[int] = (-2, -1),
    norm: str | None = None,
    *,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def fft_hfftn(
    input: Tensor,
    s: int | Sequence[int] | None = None,
    dim: int | Sequence[int] | None = None,
    norm: str | None = None,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def fft_hfftn(
    input: _ArrayLike,
    s: int | Sequence[int] | None = None,
    dim: int | Sequence[int] | None = None,
    norm: str | None = None,
    *,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def fft_ifft(
    input: Tensor,
    n: int | None = None,
    dim: int = -1,
    norm: str | None = None,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def fft_ifft(
    input: _ArrayLike,
    n: int | None = None,
    dim: int = -1,
    norm: str | None = None,
    *,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def fft_ifft2(
    input: Tensor,
    s: int | Sequence[int] | None = None,
    dim: int | Sequence[int] = (-2, -1),
    norm: str | None = None,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def fft_ifft2(
    input: _ArrayLike,
    s: int | Sequence[int] | None = None,
    dim: int | Sequence[int] = (-2, -1),
    norm: str | None = None,
    *,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def fft_ifftn(
    input: Tensor,
    s: int | Sequence[int] | None = None,
    dim: int | Sequence[int] | None = None,
    norm: str | None = None,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def fft_ifftn(
    input: _ArrayLike,
    s: int | Sequence[int] | None = None,
    dim: int | Sequence[int] | None = None,
    norm: str | None = None,
    *,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def fft_ifftshift(input: Tensor, dim: int | Sequence[int] | None = None) -> Tensor: ...
@overload
def fft_ifftshift(input: _ArrayLike, dim: int | Sequence[int] | None = None) -> Any: ...
@overload
def fft_ihfft(
    input: Tensor,
    n: int | None = None,
    dim: int = -1,
    norm: str | None = None,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def fft_ihfft(
    input: _ArrayLike,
    n: int | None = None,
    dim: int = -1,
    norm: str | None = None,
    *,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def fft_ihfft2(
    input: Tensor,
    s: int | Sequence[int] | None = None,
    dim: int | Sequence[int] = (-2, -1),
    norm: str | None = None,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def fft_ihfft2(
    input: _ArrayLike,
    s: int | Sequence[int] | None = None,
    dim: int | Sequence[int] = (-2, -1),
    norm: str | None = None,
    *,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def fft_ihfftn(
    input: Tensor,
    s: int | Sequence[int] | None = None,
    dim: int | Sequence[int] | None = None,
    norm: str | None = None,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def fft_ihfftn(
    input: _ArrayLike,
    s: int | Sequence[int] | None = None,
    dim: int | Sequence[int] | None = None,
    norm: str | None = None,
    *,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def fft_irfft(
    input: Tensor,
    n: int | None = None,
    dim: int = -1,
    norm: str | None = None,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def fft_irfft(
    input: _ArrayLike,
    n: int | None = None,
    dim: int = -1,
    norm: str | None = None,
    *,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def fft_irfft2(
    input: Tensor,
    s: int | Sequence[int] | None = None,
    dim: int | Sequence[int] = (-2, -1),
    norm: str | None = None,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def fft_irfft2(
    input: _ArrayLike,
    s: int | Sequence[int] | None = None,
    dim: int | Sequence[int] = (-2, -1),
    norm: str | None = None,
    *,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def fft_irfftn(
    input: Tensor,
    s: int | Sequence[int] | None = None,
    dim: int | Sequence[int] | None = None,
    norm: str | None = None,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def fft_irfftn(
    input: _ArrayLike,
    s: int | Sequence[int] | None = None,
    dim: int | Sequence[int] | None = None,
    norm: str | None = None,
    *,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def fft_rfft(
    input: Tensor,
    n: int | None = None,
    dim: int = -1,
    norm: str | None = None,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def fft_rfft(
    input: _ArrayLike,
    n: int | None = None,
    dim: int = -1,
    norm: str | None = None,
    *,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def fft_rfft2(
    input: Tensor,
    s: int | Sequence[int] | None = None,
    dim: int | Sequence[int] = (-2, -1),
    norm: str | None = None,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def fft_rfft2(
    input: _ArrayLike,
    s: int | Sequence[int] | None = None,
    dim: int | Sequence[int] = (-2, -1),
    norm: str | None = None,
    *,
    out: _ArrayLike | None = None,
) -> Any: ...
def fft_rfftfreq(
    n: int,
    d: float = 1.0,
    *,
    dtype: dtype | None = None,
    layout: layout | None = None,
    device: device | str | None = None,
    pin_memory: bool | None = None,
    requires_grad: bool = False,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def fft_rfftn(
    input: Tensor,
    s: int | Sequence[int] | None = None,
    dim: int | Sequence[int] | None = None,
    norm: str | None = None,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def fft_rfftn(
    input: _ArrayLike,
    s: int | Sequence[int] | None = None,
    dim: int | Sequence[int] | None = None,
    norm: str | None = None,
    *,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def fill(input: Tensor, value: _Number | Tensor, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def fill(input: _ArrayLike, value: _Number | _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def fill_(input: Tensor, value: _Number | Tensor) -> Tensor: ...
@overload
def fill_(input: _ArrayLike, value: _Number | _ArrayLike) -> Any: ...
@overload
def fill_diagonal_(input: Tensor, fill_value: _Number, wrap: bool = False) -> Tensor: ...
@overload
def fill_diagonal_(input: _ArrayLike, fill_value: _Number, wrap: bool = False) -> Any: ...
@overload
def fix(input: Tensor, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def fix(input: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def fix_(input: Tensor) -> Tensor: ...
@overload
def fix_(input: _ArrayLike) -> Any: ...
@overload
def flatten(input: Tensor, start_dim: int = 0, end_dim: int = -1) -> Tensor: ...
@overload
def flatten(input: _ArrayLike, start_dim: int = 0, end_dim: int = -1) -> Any: ...
@overload
def flip(input: Tensor, dims: Sequence[int], *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def flip(input: Tensor, *dims: int, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def flip(input: _ArrayLike, dims: Sequence[int], *, out: _ArrayLike | None = None) -> Any: ...
@overload
def flip(input: _ArrayLike, *dims: int, out: _ArrayLike | None = None) -> Any: ...
@overload
def fliplr(input: Tensor) -> Tensor: ...
@overload
def fliplr(input: _ArrayLike) -> Any: ...
@overload
def flipud(input: Tensor) -> Tensor: ...
@overload
def flipud(input: _ArrayLike) -> Any: ...
@overload
def float_power(
    input: Tensor,
    exponent: Tensor | _ArrayLike | _Number,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def float_power(input: _Number, exponent: Tensor | _ArrayLike, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def float_power(input: _ArrayLike, exponent: _ArrayLike | _Number, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def float_power_(input: Tensor, exponent: Tensor | _ArrayLike | _Number) -> Tensor: ...
@overload
def float_power_(input: _ArrayLike, exponent: _ArrayLike | _Number) -> Any: ...
@overload
def floor(input: Tensor, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def floor(input: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def floor_(input: Tensor) -> Tensor: ...
@overload
def floor_(input: _ArrayLike) -> Any: ...
@overload
def floor_divide(
    input: Tensor | _Number,
    other: Tensor | _ArrayLike | _Number,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def floor_divide(input: _ArrayLike | _Number, other: _ArrayLike | _Number, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def floor_divide_(input: Tensor, other: Tensor | _ArrayLike | _Number) -> Tensor: ...
@overload
def floor_divide_(input: _ArrayLike, other: _ArrayLike | _Number) -> Any: ...
@overload
def fmax(input: Tensor, other: Tensor | _ArrayLike, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def fmax(input: _ArrayLike, other: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def fmin(input: Tensor, other: Tensor | _ArrayLike, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def fmin(input: _ArrayLike, other: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def fmod(input: Tensor, other: Tensor | _ArrayLike | _Number, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def fmod(input: _ArrayLike, other: _ArrayLike | _Number, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def fmod_(input: Tensor, other: Tensor | _ArrayLike | _Number) -> Tensor: ...
@overload
def fmod_(input: _ArrayLike, other: _ArrayLike | _Number) -> Any: ...
@overload
def frac(input: Tensor, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def frac(input: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def frac_(input: Tensor) -> Tensor: ...
@overload
def frac_(input: _ArrayLike) -> Any: ...
@overload
def fractional_max_pool2d(
    input: Tensor,
    kernel_size: int | Sequence[int],
    output_size: int | Sequence[int],
    random_samples: Tensor | _ArrayLike,
    *,
    out: tuple[Tensor, Tensor] | None = None,
) -> tuple[Tensor, Tensor]: ...
@overload
def fractional_max_pool2d(
    input: _ArrayLike,
    kernel_size: int | Sequence[int],
    output_size: int | Sequence[int],
    random_samples: _ArrayLike,
    *,
    out: tuple[_ArrayLike, _ArrayLike] | None = None,
) -> Any: ...
@overload
def fractional_max_pool3d(
    input: Tensor,
    kernel_size: int | Sequence[int],
    output_size: int | Sequence[int],
    random_samples: Tensor | _ArrayLike,
    *,
    out: tuple[Tensor, Tensor] | None = None,
) -> tuple[Tensor, Tensor]: ...
@overload
def fractional_max_pool3d(
    input: _ArrayLike,
    kernel_size: int | Sequence[int],
    output_size: int | Sequence[int],
    random_samples: _ArrayLike,
    *,
    out: tuple[_ArrayLike, _ArrayLike] | None = None,
) -> Any: ...
@overload
def frexp(input: Tensor, *, out: tuple[Tensor, Tensor] | None = None) -> return_types.frexp: ...
@overload
def frexp(input: _ArrayLike, *, out: tuple[_ArrayLike, _ArrayLike] | None = None) -> Any: ...
@overload
def frobenius_norm(
    input: Tensor,
    dim: int | Sequence[int],
    keepdim: bool = False,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def frobenius_norm(
    input: _ArrayLike,
    dim: int | Sequence[int],
    keepdim: bool = False,
    *,
    out: _ArrayLike | None = None,
) -> Any: ...
def from_file(
    filename: str,
    shared: bool | None = None,
    size: int | None = 0,
    *,
    dtype: dtype | None = None,
    layout: layout | None = None,
    device: device | str | None = None,
    pin_memory: bool | None = None,
    requires_grad: bool = False,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
def full(
    size: Sequence[int],
    fill_value: _Number,
    *,
    dtype: dtype | None = None,
    layout: layout | None = None,
    device: device | str | None = None,
    pin_memory: bool | None = None,
    requires_grad: bool = False,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def full_like(
    input: Tensor,
    fill_value: _Number,
    *,
    dtype: dtype | None = None,
    layout: layout | None = None,
    device: device | str | None = None,
    pin_memory: bool | None = None,
    memory_format: memory_format | None = None,
    requires_grad: bool = False,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def full_like(
    input: _ArrayLike,
    fill_value: _Number,
    *,
    dtype: dtype | None = None,
    layout: layout | None = None,
    device: device | str | None = None,
    pin_memory: bool | None = None,
    memory_format: memory_format | None = None,
    requires_grad: bool = False,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def gather(
    input: Tensor,
    dim: int,
    index: Tensor | _ArrayLike,
    *,
    sparse_grad: bool = False,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def gather(
    input: _ArrayLike,
    dim: int,
    index: _ArrayLike,
    *,
    sparse_grad: bool = False,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def gather_backward(
    grad: Tensor,
    input: Tensor | _ArrayLike,
    dim: int,
    index: Tensor | _ArrayLike,
    sparse_grad: bool,
) -> Tensor: ...
@overload
def gather_backward(grad: _ArrayLike, input: _ArrayLike, dim: int, index: _ArrayLike, sparse_grad: bool) -> Any: ...
@overload
def gcd(input: Tensor, other: Tensor | _ArrayLike, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def gcd(input: _ArrayLike, other: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def gcd_(input: Tensor, other: Tensor | _ArrayLike) -> Tensor: ...
@overload
def gcd_(input: _ArrayLike, other: _ArrayLike) -> Any: ...
@overload
def ge(input: Tensor, other: Tensor | _ArrayLike | _Number, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def ge(input: _ArrayLike, other: _ArrayLike | _Number, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def ge_(input: Tensor, other: _Number | Tensor) -> Tensor: ...
@overload
def ge_(input: _ArrayLike, other: _Number | _ArrayLike) -> Any: ...
@overload
def gelu(input: Tensor, *, approximate: str = 'none', out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def gelu(input: _ArrayLike, *, approximate: str = 'none', out: _ArrayLike | None = None) -> Any: ...
@overload
def gelu_(input: Tensor, *, approximate: str = 'none') -> Tensor: ...
@overload
def gelu_(input: _ArrayLike, *, approximate: str = 'none') -> Any: ...
@overload
def gelu_backward(
    grad_output: Tensor,
    input: Tensor | _ArrayLike,
    *,
    approximate: str = 'none',
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def gelu_backward(
    grad_output: _ArrayLike,
    input: _ArrayLike,
    *,
    approximate: str = 'none',
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def geometric(
    input: Tensor,
    p: float,
    *,
    generator: Generator | None = None,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def geometric(
    input: _ArrayLike,
    p: float,
    *,
    generator: Generator | None = None,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def geometric_(input: Tensor, p: float, *, generator: Generator | None = None) -> Tensor: ...
@overload
def geometric_(input: _ArrayLike, p: float, *, generator: Generator | None = None) -> Any: ...
@overload
def geqrf(input: Tensor, *, out: tuple[Tensor, Tensor] | None = None) -> return_types.geqrf: ...
@overload
def geqrf(input: _ArrayLike, *, out: tuple[_ArrayLike, _ArrayLike] | None = None) -> Any: ...
@overload
def ger(input: Tensor, vec2: Tensor | _ArrayLike, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def ger(input: _ArrayLike, vec2: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def glu(input: Tensor, dim: int = -1, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def glu(input: _ArrayLike, dim: int = -1, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def glu_backward(
    grad_output: Tensor,
    input: Tensor | _ArrayLike,
    dim: int,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def glu_backward(grad_output: _ArrayLike, input: _ArrayLike, dim: int, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def gradient(
    input: Tensor,
    *,
    spacing: _Number | None = None,
    dim: int | None = None,
    edge_order: int = 1,
) -> tuple[Tensor, ...]: ...
@overload
def gradient(
    input: Tensor,
    *,
    spacing: _Number | Sequence[_Number] | Sequence[Tensor],
    dim: Sequence[int],
    edge_order: int = 1,
) -> tuple[Tensor, ...]: ...
@overload
def gradient(input: Tensor, *, dim: Sequence[int], edge_order: int = 1) -> tuple[Tensor, ...]: ...
@overload
def gradient(
    input: Tensor,
    *,
    spacing: Sequence[_Number] | Sequence[Tensor],
    dim: int | None = None,
    edge_order: int = 1,
) -> tuple[Tensor, ...]: ...
@overload
def gradient(
    input: _ArrayLike,
    *,
    spacing: _Number | None = None,
    dim: int | None = None,
    edge_order: int = 1,
) -> Any: ...
@overload
def gradient(
    input: _ArrayLike,
    *,
    spacing: _Number | Sequence[_Number] | Sequence[_ArrayLike],
    dim: Sequence[int],
    edge_order: int = 1,
) -> Any: ...
@overload
def gradient(input: _ArrayLike, *, dim: Sequence[int], edge_order: int = 1) -> Any: ...
@overload
def gradient(
    input: _ArrayLike,
    *,
    spacing: Sequence[_Number] | Sequence[_ArrayLike],
    dim: int | None = None,
    edge_order: int = 1,
) -> Any: ...
@overload
def greater(
    input: Tensor,
    other: Tensor | _ArrayLike | _Number,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def greater(input: _ArrayLike, other: _ArrayLike | _Number, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def greater_(input: Tensor, other: _Number | Tensor) -> Tensor: ...
@overload
def greater_(input: _ArrayLike, other: _Number | _ArrayLike) -> Any: ...
@overload
def greater_equal(
    input: Tensor,
    other: Tensor | _ArrayLike | _Number,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def greater_equal(input: _ArrayLike, other: _ArrayLike | _Number, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def greater_equal_(input: Tensor, other: _Number | Tensor) -> Tensor: ...
@overload
def greater_equal_(input: _ArrayLike, other: _Number | _ArrayLike) -> Any: ...
@overload
def grid_sampler(
    input: Tensor,
    grid: Tensor | _ArrayLike,
    interpolation_mode: int,
    padding_mode: int,
    align_corners: bool,
) -> Tensor: ...
@overload
def grid_sampler(
    input: _ArrayLike,
    grid: _ArrayLike,
    interpolation_mode: int,
    padding_mode: int,
    align_corners: bool,
) -> Any: ...
@overload
def grid_sampler_2d(
    input: Tensor,
    grid: Tensor | _ArrayLike,
    interpolation_mode: int,
    padding_mode: int,
    align_corners: bool,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def grid_sampler_2d(
    input: _ArrayLike,
    grid: _ArrayLike,
    interpolation_mode: int,
    padding_mode: int,
    align_corners: bool,
    *,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def grid_sampler_3d(
    input: Tensor,
    grid: Tensor | _ArrayLike,
    interpolation_mode: int,
    padding_mode: int,
    align_corners: bool,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def grid_sampler_3d(
    input: _ArrayLike,
    grid: _ArrayLike,
    interpolation_mode: int,
    padding_mode: int,
    align_corners: bool,
    *,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def group_norm(
    input: Tensor,
    num_groups: int,
    weight: Tensor | _ArrayLike | None = None,
    bias: Tensor | _ArrayLike | None = None,
    eps: float = 1e-05,
    cudnn_enabled: bool = True,
) -> Tensor: ...
@overload
def group_norm(
    input: _ArrayLike,
    num_groups: int,
    weight: _ArrayLike | None = None,
    bias: _ArrayLike | None = None,
    eps: float = 1e-05,
    cudnn_enabled: bool = True,
) -> Any: ...
@overload
def gru(
    input: Tensor,
    hx: Tensor | _ArrayLike,
    params: Sequence[Tensor],
    has_biases: bool,
    num_layers: int,
    dropout: float,
    train: bool,
    bidirectional: bool,
    batch_first: bool,
) -> tuple[Tensor, Tensor]: ...
@overload
def gru(
    data: Tensor,
    batch_sizes: Tensor | _ArrayLike,
    hx: Tensor | _ArrayLike,
    params: Sequence[Tensor],
    has_biases: bool,
    num_layers: int,
    dropout: float,
    train: bool,
    bidirectional: bool,
) -> tuple[Tensor, Tensor]: ...
@overload
def gru(
    input: _ArrayLike,
    hx: _ArrayLike,
    params: Sequence[_ArrayLike],
    has_biases: bool,
    num_layers: int,
    dropout: float,
    train: bool,
    bidirectional: bool,
    batch_first: bool,
) -> Any: ...
@overload
def gru(
    data: _ArrayLike,
    batch_sizes: _ArrayLike,
    hx: _ArrayLike,
    params: Sequence[_ArrayLike],
    has_biases: bool,
    num_layers: int,
    dropout: float,
    train: bool,
    bidirectional: bool,
) -> Any: ...
@overload
def gru_cell(
    input: Tensor,
    hx: Tensor | _ArrayLike,
    w_ih: Tensor | _ArrayLike,
    w_hh: Tensor | _ArrayLike,
    b_ih: Tensor | _ArrayLike | None = None,
    b_hh: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def gru_cell(
    input: _ArrayLike,
    hx: _ArrayLike,
    w_ih: _ArrayLike,
    w_hh: _ArrayLike,
    b_ih: _ArrayLike | None = None,
    b_hh: _ArrayLike | None = None,
) -> Any: ...
@overload
def gt(input: Tensor, other: Tensor | _ArrayLike | _Number, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def gt(input: _ArrayLike, other: _ArrayLike | _Number, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def gt_(input: Tensor, other: _Number | Tensor) -> Tensor: ...
@overload
def gt_(input: _ArrayLike, other: _Number | _ArrayLike) -> Any: ...
@overload
def hamming_window(
    window_length: int,
    *,
    dtype: dtype | None = None,
    layout: layout | None = None,
    device: device | str | None = None,
    pin_memory: bool | None = None,
    requires_grad: bool = False,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def hamming_window(
    window_length: int,
    periodic: bool,
    *,
    dtype: dtype | None = None,
    layout: layout | None = None,
    device: device | str | None = None,
    pin_memory: bool | None = None,
    requires_grad: bool = False,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def hamming_window(
    window_length: int,
    periodic: bool,
    alpha: float,
    *,
    dtype: dtype | None = None,
    layout: layout | None = None,
    device: device | str | None = None,
    pin_memory: bool | None = None,
    requires_grad: bool = False,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def hamming_window(
    window_length: int,
    periodic: bool,
    alpha: float,
    beta: float,
    *,
    dtype: dtype | None = None,
    layout: layout | None = None,
    device: device | str | None = None,
    pin_memory: bool | None = None,
    requires_grad: bool = False,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def hann_window(
    window_length: int,
    *,
    dtype: dtype | None = None,
    layout: layout | None = None,
    device: device | str | None = None,
    pin_memory: bool | None = None,
    requires_grad: bool = False,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def hann_window(
    window_length: int,
    periodic: bool,
    *,
    dtype: dtype | None = None,
    layout: layout | None = None,
    device: device | str | None = None,
    pin_memory: bool | None = None,
    requires_grad: bool = False,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def hardshrink(input: Tensor, lambd: _Number = 0.5, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def hardshrink(input: _ArrayLike, lambd: _Number = 0.5, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def hardshrink_backward(
    grad_out: Tensor,
    input: Tensor | _ArrayLike,
    lambd: _Number,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def hardshrink_backward(
    grad_out: _ArrayLike,
    input: _ArrayLike,
    lambd: _Number,
    *,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def hardsigmoid(input: Tensor, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def hardsigmoid(input: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def hardsigmoid_(input: Tensor) -> Tensor: ...
@overload
def hardsigmoid_(input: _ArrayLike) -> Any: ...
@overload
def hardsigmoid_backward(
    grad_output: Tensor,
    input: Tensor | _ArrayLike,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def hardsigmoid_backward(grad_output: _ArrayLike, input: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def hardswish(input: Tensor, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def hardswish(input: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def hardswish_(input: Tensor) -> Tensor: ...
@overload
def hardswish_(input: _ArrayLike) -> Any: ...
@overload
def hardswish_backward(
    grad_output: Tensor,
    input: Tensor | _ArrayLike,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def hardswish_backward(grad_output: _ArrayLike, input: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def hardtanh(
    input: Tensor,
    min_val: _Number = -1,
    max_val: _Number = 1,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def hardtanh(
    input: _ArrayLike,
    min_val: _Number = -1,
    max_val: _Number = 1,
    *,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def hardtanh_(input: Tensor, min_val: _Number = -1, max_val: _Number = 1) -> Tensor: ...
@overload
def hardtanh_(input: _ArrayLike, min_val: _Number = -1, max_val: _Number = 1) -> Any: ...
@overload
def hardtanh_backward(
    grad_output: Tensor,
    input: Tensor | _ArrayLike,
    min_val: _Number,
    max_val: _Number,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def hardtanh_backward(
    grad_output: _ArrayLike,
    input: _ArrayLike,
    min_val: _Number,
    max_val: _Number,
    *,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def heaviside(input: Tensor, values: Tensor | _ArrayLike, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def heaviside(input: _ArrayLike, values: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def heaviside_(input: Tensor, values: Tensor | _ArrayLike) -> Tensor: ...
@overload
def heaviside_(input: _ArrayLike, values: _ArrayLike) -> Any: ...
@overload
def hinge_embedding_loss(
    input: Tensor,
    target: Tensor | _ArrayLike,
    margin: float = 1.0,
    reduction: int = 1,
) -> Tensor: ...
@overload
def hinge_embedding_loss(input: _ArrayLike, target: _ArrayLike, margin: float = 1.0, reduction: int = 1) -> Any: ...
@overload
def histc(
    input: Tensor,
    bins: int = 100,
    min: _Number = 0,
    max: _Number = 0,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def histc(
    input: _ArrayLike,
    bins: int = 100,
    min: _Number = 0,
    max: _Number = 0,
    *,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def histogram(
    input: Tensor,
    bins: Tensor | _ArrayLike,
    *,
    weight: Tensor | _ArrayLike | None = None,
    density: bool = False,
    out: tuple[Tensor, Tensor] | None = None,
) -> return_types.histogram: ...
@overload
def histogram(
    input: Tensor,
    bins: int = 100,
    *,
    range: Sequence[float] | None = None,
    weight: Tensor | _ArrayLike | None = None,
    density: bool = False,
    out: tuple[Tensor, Tensor] | None = None,
) -> return_types.histogram: ...
@overload
def histogram(
    input: _ArrayLike,
    bins: _ArrayLike,
    *,
    weight: _ArrayLike | None = None,
    density: bool = False,
    out: tuple[_ArrayLike, _ArrayLike] | None = None,
) -> Any: ...
@overload
def histogram(
    input: _ArrayLike,
    bins: int = 100,
    *,
    range: Sequence[float] | None = None,
    weight: _ArrayLike | None = None,
    density: bool = False,
    out: tuple[_ArrayLike, _ArrayLike] | None = None,
) -> Any: ...
@overload
def hsplit(input: Tensor, sections: int) -> tuple[Tensor, ...]: ...
@overload
def hsplit(input: Tensor, indices: Sequence[int]) -> tuple[Tensor, ...]: ...
@overload
def hsplit(input: Tensor, *indices: int) -> tuple[Tensor, ...]: ...
@overload
def hsplit(input: _ArrayLike, sections: int) -> Any: ...
@overload
def hsplit(input: _ArrayLike, indices: Sequence[int]) -> Any: ...
@overload
def hsplit(input: _ArrayLike, *indices: int) -> Any: ...
@overload
def hstack(tensors: Sequence[Tensor], *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def hstack(tensors: Sequence[_ArrayLike], *, out: _ArrayLike | None = None) -> Any: ...
@overload
def huber_loss(
    input: Tensor,
    target: Tensor | _ArrayLike,
    reduction: int = 1,
    delta: float = 1.0,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def huber_loss(
    input: _ArrayLike,
    target: _ArrayLike,
    reduction: int = 1,
    delta: float = 1.0,
    *,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def huber_loss_backward(
    grad_output: Tensor,
    input: Tensor | _ArrayLike,
    target: Tensor | _ArrayLike,
    reduction: int,
    delta: float,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def huber_loss_backward(
    grad_output: _ArrayLike,
    input: _ArrayLike,
    target: _ArrayLike,
    reduction: int,
    delta: float,
    *,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def hypot(input: Tensor, other: Tensor | _ArrayLike, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def hypot(input: _ArrayLike, other: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def hypot_(input: Tensor, other: Tensor | _ArrayLike) -> Tensor: ...
@overload
def hypot_(input: _ArrayLike, other: _ArrayLike) -> Any: ...
@overload
def i0(input: Tensor, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def i0(input: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def i0_(input: Tensor) -> Tensor: ...
@overload
def i0_(input: _ArrayLike) -> Any: ...
@overload
def igamma(input: Tensor, other: Tensor | _ArrayLike, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def igamma(input: _ArrayLike, other: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def igamma_(input: Tensor, other: Tensor | _ArrayLike) -> Tensor: ...
@overload
def igamma_(input: _ArrayLike, other: _ArrayLike) -> Any: ...
@overload
def igammac(input: Tensor, other: Tensor | _ArrayLike, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def igammac(input: _ArrayLike, other: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def igammac_(input: Tensor, other: Tensor | _ArrayLike) -> Tensor: ...
@overload
def igammac_(input: _ArrayLike, other: _ArrayLike) -> Any: ...
@overload
def im2col(
    input: Tensor,
    kernel_size: int | Sequence[int],
    dilation: int | Sequence[int],
    padding: int | Sequence[int],
    stride: int | Sequence[int],
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def im2col(
    input: _ArrayLike,
    kernel_size: int | Sequence[int],
    dilation: int | Sequence[int],
    padding: int | Sequence[int],
    stride: int | Sequence[int],
    *,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def imag(input: Tensor) -> Tensor: ...
@overload
def imag(input: _ArrayLike) -> Any: ...
@overload
def index(input: Tensor, indices: Sequence[Tensor | None], *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def index(input: _ArrayLike, indices: Sequence[_ArrayLike | None], *, out: _ArrayLike | None = None) -> Any: ...
@overload
def index_add(
    input: Tensor,
    dim: int,
    index: Tensor | _ArrayLike,
    source: Tensor | _ArrayLike,
    *,
    alpha: _Number = 1,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def index_add(
    input: _ArrayLike,
    dim: int,
    index: _ArrayLike,
    source: _ArrayLike,
    *,
    alpha: _Number = 1,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def index_add_(
    input: Tensor,
    dim: int,
    index: Tensor | _ArrayLike,
    source: Tensor | _ArrayLike,
    *,
    alpha: _Number = 1,
) -> Tensor: ...
@overload
def index_add_(input: _ArrayLike, dim: int, index: _ArrayLike, source: _ArrayLike, *, alpha: _Number = 1) -> Any: ...
@overload
def index_copy(
    input: Tensor,
    dim: int,
    index: Tensor | _ArrayLike,
    source: Tensor | _ArrayLike,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def index_copy(
    input: _ArrayLike,
    dim: int,
    index: _ArrayLike,
    source: _ArrayLike,
    *,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def index_copy_(input: Tensor, dim: int, index: Tensor | _ArrayLike, source: Tensor | _ArrayLike) -> Tensor: ...
@overload
def index_copy_(input: _ArrayLike, dim: int, index: _ArrayLike, source: _ArrayLike) -> Any: ...
@overload
def index_fill(
    input: Tensor,
    dim: int,
    index: Tensor | _ArrayLike,
    value: Tensor | _ArrayLike | _Number,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def index_fill(
    input: _ArrayLike,
    dim: int,
    index: _ArrayLike,
    value: _ArrayLike | _Number,
    *,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def index_fill_(
    input: Tensor,
    dim: int,
    index: Tensor | _ArrayLike,
    value: Tensor | _ArrayLike | _Number,
) -> Tensor: ...
@overload
def index_fill_(input: _ArrayLike, dim: int, index: _ArrayLike, value: _ArrayLike | _Number) -> Any: ...
@overload
def index_put(
    input: Tensor,
    indices: Sequence[Tensor | None],
    values: Tensor | _ArrayLike,
    accumulate: bool = False,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def index_put(
    input: _ArrayLike,
    indices: Sequence[_ArrayLike | None],
    values: _ArrayLike,
    accumulate: bool = False,
    *,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def index_put_(
    input: Tensor,
    indices: Sequence[Tensor | None],
    values: Tensor | _ArrayLike,
    accumulate: bool = False,
) -> Tensor: ...
@overload
def index_put_(
    input: _ArrayLike,
    indices: Sequence[_ArrayLike | None],
    values: _ArrayLike,
    accumulate: bool = False,
) -> Any: ...
@overload
def index_reduce(
    input: Tensor,
    dim: int,
    index: Tensor | _ArrayLike,
    source: Tensor | _ArrayLike,
    reduce: str,
    *,
    include_self: bool = True,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def index_reduce(
    input: _ArrayLike,
    dim: int,
    index: _ArrayLike,
    source: _ArrayLike,
    reduce: str,
    *,
    include_self: bool = True,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def index_reduce_(
    input: Tensor,
    dim: int,
    index: Tensor | _ArrayLike,
    source: Tensor | _ArrayLike,
    reduce: str,
    *,
    include_self: bool = True,
) -> Tensor: ...
@overload
def index_reduce_(
    input: _ArrayLike,
    dim: int,
    index: _ArrayLike,
    source: _ArrayLike,
    reduce: str,
    *,
    include_self: bool = True,
) -> Any: ...
@overload
def index_select(
    input: Tensor,
    dim: int,
    index: Tensor | _ArrayLike,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def index_select(input: _ArrayLike, dim: int, index: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def index_select_backward(grad: Tensor, self_sizes: Sequence[int], dim: int, index: Tensor | _ArrayLike) -> Tensor: ...
@overload
def index_select_backward(grad: _ArrayLike, self_sizes: Sequence[int], dim: int, index: _ArrayLike) -> Any: ...
@overload
def inner(input: Tensor, other: Tensor | _ArrayLike, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def inner(input: _ArrayLike, other: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def instance_norm(
    input: Tensor,
    weight: Tensor | _ArrayLike | None,
    bias: Tensor | _ArrayLike | None,
    running_mean: Tensor | _ArrayLike | None,
    running_var: Tensor | _ArrayLike | None,
    use_input_stats: bool,
    momentum: float,
    eps: float,
    cudnn_enabled: bool,
) -> Tensor: ...
@overload
def instance_norm(
    input: _ArrayLike,
    weight: _ArrayLike | None,
    bias: _ArrayLike | None,
    running_mean: _ArrayLike | None,
    running_var: _ArrayLike | None,
    use_input_stats: bool,
    momentum: float,
    eps: float,
    cudnn_enabled: bool,
) -> Any: ...
@overload
def inverse(input: Tensor, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def inverse(input: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def is_complex(input: Tensor) -> bool: ...
@overload
def is_complex(input: _ArrayLike) -> Any: ...
@overload
def is_conj(input: Tensor) -> bool: ...
@overload
def is_conj(input: _ArrayLike) -> Any: ...
@overload
def is_contiguous(input: Tensor) -> bool: ...
@overload
def is_contiguous(input: Tensor, memory_format: memory_format) -> bool: ...
@overload
def is_contiguous(input: _ArrayLike) -> Any: ...
@overload
def is_contiguous(input: _ArrayLike, memory_format: memory_format) -> Any: ...
@overload
def is_floating_point(input: Tensor) -> bool: ...
@overload
def is_floating_point(input: _ArrayLike) -> Any: ...
@overload
def is_inference(input: Tensor) -> bool: ...
@overload
def is_inference(input: _ArrayLike) -> Any: ...
@overload
def is_neg(input: Tensor) -> bool: ...
@overload
def is_neg(input: _ArrayLike) -> Any: ...
@overload
def is_non_overlapping_and_dense(input: Tensor) -> bool: ...
@overload
def is_non_overlapping_and_dense(input: _ArrayLike) -> Any: ...
@overload
def is_nonzero(input: Tensor) -> bool: ...
@overload
def is_nonzero(input: _ArrayLike) -> Any: ...
@overload
def is_pinned(input: Tensor, device: device | str | None = None) -> bool: ...
@overload
def is_pinned(input: _ArrayLike, device: device | str | None = None) -> Any: ...
@overload
def is_same_size(input: Tensor, other: Tensor | _ArrayLike) -> bool: ...
@overload
def is_same_size(input: _ArrayLike, other: _ArrayLike) -> Any: ...
@overload
def is_signed(input: Tensor) -> bool: ...
@overload
def is_signed(input: _ArrayLike) -> Any: ...
@overload
def is_strides_like_format(input: Tensor, memory_format: memory_format) -> bool: ...
@overload
def is_strides_like_format(input: _ArrayLike, memory_format: memory_format) -> Any: ...
@overload
def isclose(
    input: Tensor,
    other: Tensor | _ArrayLike,
    rtol: float = 1e-05,
    atol: float = 1e-08,
    equal_nan: bool = False,
) -> Tensor: ...
@overload
def isclose(
    input: _ArrayLike,
    other: _ArrayLike,
    rtol: float = 1e-05,
    atol: float = 1e-08,
    equal_nan: bool = False,
) -> Any: ...
@overload
def isfinite(input: Tensor) -> Tensor: ...
@overload
def isfinite(input: _ArrayLike) -> Any: ...
@overload
def isin(
    elements: Tensor,
    test_elements: Tensor | _ArrayLike,
    *,
    assume_unique: bool = False,
    invert: bool = False,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def isin(
    elements: Tensor,
    test_element: _Number,
    *,
    assume_unique: bool = False,
    invert: bool = False,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def isin(
    element: _Number,
    test_elements: Tensor | _ArrayLike,
    *,
    assume_unique: bool = False,
    invert: bool = False,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def isin(
    elements: _ArrayLike,
    test_elements: _ArrayLike,
    *,
    assume_unique: bool = False,
    invert: bool = False,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def isin(
    elements: _ArrayLike,
    test_element: _Number,
    *,
    assume_unique: bool = False,
    invert: bool = False,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def isinf(input: Tensor, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def isinf(input: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def isnan(input: Tensor, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def isnan(input: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def isneginf(input: Tensor, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def isneginf(input: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def isposinf(input: Tensor, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def isposinf(input: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def isreal(input: Tensor) -> Tensor: ...
@overload
def isreal(input: _ArrayLike) -> Any: ...
@overload
def istft(
    input: Tensor,
    n_fft: int,
    hop_length: int | None = None,
    win_length: int | None = None,
    window: Tensor | _ArrayLike | None = None,
    center: bool = True,
    normalized: bool = False,
    onesided: bool | None = None,
    length: int | None = None,
    return_complex: bool = False,
) -> Tensor: ...
@overload
def istft(
    input: _ArrayLike,
    n_fft: int,
    hop_length: int | None = None,
    win_length: int | None = None,
    window: _ArrayLike | None = None,
    center: bool = True,
    normalized: bool = False,
    onesided: bool | None = None,
    length: int | None = None,
    return_complex: bool = False,
) -> Any: ...
@overload
def item(input: Tensor) -> _Number: ...
@overload
def item(input: _ArrayLike) -> Any: ...
@overload
def kaiser_window(
    window_length: int,
    *,
    dtype: dtype | None = None,
    layout: layout | None = None,
    device: device | str | None = None,
    pin_memory: bool | None = None,
    requires_grad: bool = False,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def kaiser_window(
    window_length: int,
    periodic: bool,
    *,
    dtype: dtype | None = None,
    layout: layout | None = None,
    device: device | str | None = None,
    pin_memory: bool | None = None,
    requires_grad: bool = False,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def kaiser_window(
    window_length: int,
    periodic: bool,
    beta: float,
    *,
    dtype: dtype | None = None,
    layout: layout | None = None,
    device: device | str | None = None,
    pin_memory: bool | None = None,
    requires_grad: bool = False,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def kl_div(input: Tensor, target: Tensor | _ArrayLike, reduction: int = 1, *, log_target: bool = False) -> Tensor: ...
@overload
def kl_div(input: _ArrayLike, target: _ArrayLike, reduction: int = 1, *, log_target: bool = False) -> Any: ...
@overload
def kron(input: Tensor, other: Tensor | _ArrayLike, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def kron(input: _ArrayLike, other: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def kthvalue(
    input: Tensor,
    k: int,
    dim: int = -1,
    keepdim: bool = False,
    *,
    out: tuple[Tensor, Tensor] | None = None,
) -> return_types.kthvalue: ...
@overload
def kthvalue(
    input: _ArrayLike,
    k: int,
    dim: int = -1,
    keepdim: bool = False,
    *,
    out: tuple[_ArrayLike, _ArrayLike] | None = None,
) -> Any: ...
@overload
def l1_loss(input: Tensor, target: Tensor | _ArrayLike, reduction: int = 1) -> Tensor: ...
@overload
def l1_loss(input: _ArrayLike, target: _ArrayLike, reduction: int = 1) -> Any: ...
@overload
def layer_norm(
    input: Tensor,
    normalized_shape: Sequence[int],
    weight: Tensor | _ArrayLike | None = None,
    bias: Tensor | _ArrayLike | None = None,
    eps: float = 1e-05,
    cudnn_enable: bool = True,
) -> Tensor: ...
@overload
def layer_norm(
    input: _ArrayLike,
    normalized_shape: Sequence[int],
    weight: _ArrayLike | None = None,
    bias: _ArrayLike | None = None,
    eps: float = 1e-05,
    cudnn_enable: bool = True,
) -> Any: ...
@overload
def lcm(input: Tensor, other: Tensor | _ArrayLike, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def lcm(input: _ArrayLike, other: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def lcm_(input: Tensor, other: Tensor | _ArrayLike) -> Tensor: ...
@overload
def lcm_(input: _ArrayLike, other: _ArrayLike) -> Any: ...
@overload
def ldexp(input: Tensor, other: Tensor | _ArrayLike, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def ldexp(input: _ArrayLike, other: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def ldexp_(input: Tensor, other: Tensor | _ArrayLike) -> Tensor: ...
@overload
def ldexp_(input: _ArrayLike, other: _ArrayLike) -> Any: ...
@overload
def le(input: Tensor, other: Tensor | _ArrayLike | _Number, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def le(input: _ArrayLike, other: _ArrayLike | _Number, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def le_(input: Tensor, other: _Number | Tensor) -> Tensor: ...
@overload
def le_(input: _ArrayLike, other: _Number | _ArrayLike) -> Any: ...
@overload
def leaky_relu(input: Tensor, negative_slope: _Number = 0.01, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def leaky_relu(input: _ArrayLike, negative_slope: _Number = 0.01, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def leaky_relu_(input: Tensor, negative_slope: _Number = 0.01) -> Tensor: ...
@overload
def leaky_relu_(input: _ArrayLike, negative_slope: _Number = 0.01) -> Any: ...
@overload
def leaky_relu_backward(
    grad_output: Tensor,
    input: Tensor | _ArrayLike,
    negative_slope: _Number,
    self_is_result: bool,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def leaky_relu_backward(
    grad_output: _ArrayLike,
    input: _ArrayLike,
    negative_slope: _Number,
    self_is_result: bool,
    *,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def lerp(
    input: Tensor,
    end: Tensor | _ArrayLike,
    weight: _Number | Tensor,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def lerp(input: _ArrayLike, end: _ArrayLike, weight: _Number | _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def lerp_(input: Tensor, end: Tensor | _ArrayLike, weight: _Number | Tensor) -> Tensor: ...
@overload
def lerp_(input: _ArrayLike, end: _ArrayLike, weight: _Number | _ArrayLike) -> Any: ...
@overload
def less(input: Tensor, other: Tensor | _ArrayLike | _Number, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def less(input: _ArrayLike, other: _ArrayLike | _Number, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def less_(input: Tensor, other: _Number | Tensor) -> Tensor: ...
@overload
def less_(input: _ArrayLike, other: _Number | _ArrayLike) -> Any: ...
@overload
def less_equal(
    input: Tensor,
    other: Tensor | _ArrayLike | _Number,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def less_equal(input: _ArrayLike, other: _ArrayLike | _Number, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def less_equal_(input: Tensor, other: _Number | Tensor) -> Tensor: ...
@overload
def less_equal_(input: _ArrayLike, other: _Number | _ArrayLike) -> Any: ...
@overload
def lgamma(input: Tensor, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def lgamma(input: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def lgamma_(input: Tensor) -> Tensor: ...
@overload
def lgamma_(input: _ArrayLike) -> Any: ...
@overload
def lift(input: Tensor, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def lift(input: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def lift_fresh(input: Tensor) -> Tensor: ...
@overload
def lift_fresh(input: _ArrayLike) -> Any: ...
@overload
def lift_fresh_copy(input: Tensor, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def lift_fresh_copy(input: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def linalg_cholesky(input: Tensor, *, upper: bool = False, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def linalg_cholesky(input: _ArrayLike, *, upper: bool = False, out: _ArrayLike | None = None) -> Any: ...
@overload
def linalg_cholesky_ex(
    input: Tensor,
    *,
    upper: bool = False,
    check_errors: bool = False,
    out: tuple[Tensor, Tensor] | None = None,
) -> return_types.linalg_cholesky_ex: ...
@overload
def linalg_cholesky_ex(
    input: _ArrayLike,
    *,
    upper: bool = False,
    check_errors: bool = False,
    out: tuple[_ArrayLike, _ArrayLike] | None = None,
) -> Any: ...
@overload
def linalg_cond(input: Tensor, p: _Number | None = None, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def linalg_cond(input: Tensor, p: str, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def linalg_cond(input: _ArrayLike, p: _Number | None = None, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def linalg_cond(input: _ArrayLike, p: str, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def linalg_cross(
    input: Tensor,
    other: Tensor | _ArrayLike,
    *,
    dim: int = -1,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def linalg_cross(input: _ArrayLike, other: _ArrayLike, *, dim: int = -1, out: _ArrayLike | None = None) -> Any: ...
@overload
def linalg_det(A: Tensor, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def linalg_det(A: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def linalg_diagonal(A: Tensor, *, offset: int = 0, dim1: int = -2, dim2: int = -1) -> Tensor: ...
@overload
def linalg_diagonal(A: _ArrayLike, *, offset: int = 0, dim1: int = -2, dim2: int = -1) -> Any: ...
@overload
def linalg_eig(input: Tensor, *, out: tuple[Tensor, Tensor] | None = None) -> return_types.linalg_eig: ...
@overload
def linalg_eig(input: _ArrayLike, *, out: tuple[_ArrayLike, _ArrayLike] | None = None) -> Any: ...
@overload
def linalg_eigh(
    input: Tensor,
    UPLO: str = 'L',
    *,
    out: tuple[Tensor, Tensor] | None = None,
) -> return_types.linalg_eigh: ...
@overload
def linalg_eigh(input: _ArrayLike, UPLO: str = 'L', *, out: tuple[_ArrayLike, _ArrayLike] | None = None) -> Any: ...
@overload
def linalg_eigvals(input: Tensor, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def linalg_eigvals(input: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def linalg_eigvalsh(input: Tensor, UPLO: str = 'L', *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def linalg_eigvalsh(input: _ArrayLike, UPLO: str = 'L', *, out: _ArrayLike | None = None) -> Any: ...
@overload
def linalg_householder_product(
    input: Tensor,
    tau: Tensor | _ArrayLike,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def linalg_householder_product(input: _ArrayLike, tau: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def linalg_inv(A: Tensor, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def linalg_inv(A: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def linalg_inv_ex(
    A: Tensor,
    *,
    check_errors: bool = False,
    out: tuple[Tensor, Tensor] | None = None,
) -> return_types.linalg_inv_ex: ...
@overload
def linalg_inv_ex(
    A: _ArrayLike,
    *,
    check_errors: bool = False,
    out: tuple[_ArrayLike, _ArrayLike] | None = None,
) -> Any: ...
@overload
def linalg_ldl_factor(
    input: Tensor,
    *,
    hermitian: bool = False,
    out: tuple[Tensor, Tensor] | None = None,
) -> return_types.linalg_ldl_factor: ...
@overload
def linalg_ldl_factor(
    input: _ArrayLike,
    *,
    hermitian: bool = False,
    out: tuple[_ArrayLike, _ArrayLike] | None = None,
) -> Any: ...
@overload
def linalg_ldl_factor_ex(
    input: Tensor,
    *,
    hermitian: bool = False,
    check_errors: bool = False,
    out: tuple[Tensor, Tensor, Tensor] | None = None,
) -> return_types.linalg_ldl_factor_ex: ...
@overload
def linalg_ldl_factor_ex(
    input: _ArrayLike,
    *,
    hermitian: bool = False,
    check_errors: bool = False,
    out: tuple[_ArrayLike, _ArrayLike, _ArrayLike] | None = None,
) -> Any: ...
@overload
def linalg_ldl_solve(
    LD: Tensor,
    pivots: Tensor | _ArrayLike,
    B: Tensor | _ArrayLike,
    *,
    hermitian: bool = False,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def linalg_ldl_solve(
    LD: _ArrayLike,
    pivots: _ArrayLike,
    B: _ArrayLike,
    *,
    hermitian: bool = False,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def linalg_lstsq(
    input: Tensor,
    b: Tensor | _ArrayLike,
    rcond: float | None = None,
    *,
    driver: str | None = None,
    out: tuple[Tensor, Tensor, Tensor, Tensor] | None = None,
) -> return_types.linalg_lstsq: ...
@overload
def linalg_lstsq(
    input: _ArrayLike,
    b: _ArrayLike,
    rcond: float | None = None,
    *,
    driver: str | None = None,
    out: tuple[_ArrayLike, _ArrayLike, _ArrayLike, _ArrayLike] | None = None,
) -> Any: ...
@overload
def linalg_lu(
    A: Tensor,
    *,
    pivot: bool = True,
    out: tuple[Tensor, Tensor, Tensor] | None = None,
) -> return_types.linalg_lu: ...
@overload
def linalg_lu(
    A: _ArrayLike,
    *,
    pivot: bool = True,
    out: tuple[_ArrayLike, _ArrayLike, _ArrayLike] | None = None,
) -> Any: ...
@overload
def linalg_lu_factor(
    A: Tensor,
    *,
    pivot: bool = True,
    out: tuple[Tensor, Tensor] | None = None,
) -> return_types.linalg_lu_factor: ...
@overload
def linalg_lu_factor(A: _ArrayLike, *, pivot: bool = True, out: tuple[_ArrayLike, _ArrayLike] | None = None) -> Any: ...
@overload
def linalg_lu_factor_ex(
    A: Tensor,
    *,
    pivot: bool = True,
    check_errors: bool = False,
    out: tuple[Tensor, Tensor, Tensor] | None = None,
) -> return_types.linalg_lu_factor_ex: ...
@overload
def linalg_lu_factor_ex(
    A: _ArrayLike,
    *,
    pivot: bool = True,
    check_errors: bool = False,
    out: tuple[_ArrayLike, _ArrayLike, _ArrayLike] | None = None,
) -> Any: ...
@overload
def linalg_lu_solve(
    LU: Tensor,
    pivots: Tensor | _ArrayLike,
    B: Tensor | _ArrayLike,
    *,
    left: bool = True,
    adjoint: bool = False,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def linalg_lu_solve(
    LU: _ArrayLike,
    pivots: _ArrayLike,
    B: _ArrayLike,
    *,
    left: bool = True,
    adjoint: bool = False,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def linalg_matmul(input: Tensor, other: Tensor | _ArrayLike, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def linalg_matmul(input: _ArrayLike, other: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def linalg_matrix_exp(input: Tensor, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def linalg_matrix_exp(input: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def linalg_matrix_norm(
    input: Tensor,
    ord: _Number,
    dim: Sequence[int] = (-2, -1),
    keepdim: bool = False,
    *,
    dtype: dtype | None = None,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def linalg_matrix_norm(
    input: Tensor,
    ord: str = 'fro',
    dim: Sequence[int] = (-2, -1),
    keepdim: bool = False,
    *,
    dtype: dtype | None = None,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def linalg_matrix_norm(
    input: _ArrayLike,
    ord: _Number,
    dim: Sequence[int] = (-2, -1),
    keepdim: bool = False,
    *,
    dtype: dtype | None = None,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def linalg_matrix_norm(
    input: _ArrayLike,
    ord: str = 'fro',
    dim: Sequence[int] = (-2, -1),
    keepdim: bool = False,
    *,
    dtype: dtype | None = None,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def linalg_matrix_power(input: Tensor, n: int, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def linalg_matrix_power(input: _ArrayLike, n: int, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def linalg_matrix_rank(
    input: Tensor,
    tol: float,
    hermitian: bool = False,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def linalg_matrix_rank(
    input: Tensor,
    tol: Tensor | _ArrayLike,
    hermitian: bool = False,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def linalg_matrix_rank(
    input: Tensor,
    *,
    atol: Tensor | _ArrayLike | None = None,
    rtol: Tensor | _ArrayLike | None = None,
    hermitian: bool = False,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def linalg_matrix_rank(
    input: Tensor,
    *,
    atol: float | None = None,
    rtol: float | None = None,
    hermitian: bool = False,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def linalg_matrix_rank(
    input: _ArrayLike,
    tol: float,
    hermitian: bool = False,
    *,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def linalg_matrix_rank(
    input: _ArrayLike,
    tol: _ArrayLike,
    hermitian: bool = False,
    *,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def linalg_matrix_rank(
    input: _ArrayLike,
    *,
    atol: _ArrayLike | None = None,
    rtol: _ArrayLike | None = None,
    hermitian: bool = False,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def linalg_matrix_rank(
    input: _ArrayLike,
    *,
    atol: float | None = None,
    rtol: float | None = None,
    hermitian: bool = False,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def linalg_multi_dot(tensors: Sequence[Tensor], *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def linalg_multi_dot(tensors: Sequence[_ArrayLike], *, out: _ArrayLike | None = None) -> Any: ...
@overload
def linalg_norm(
    input: Tensor,
    ord: _Number | None = None,
    dim: int | Sequence[int] | None = None,
    keepdim: bool = False,
    *,
    dtype: dtype | None = None,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def linalg_norm(
    input: Tensor,
    ord: str,
    dim: int | Sequence[int] | None = None,
    keepdim: bool = False,
    *,
    dtype: dtype | None = None,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def linalg_norm(
    input: _ArrayLike,
    ord: _Number | None = None,
    dim: int | Sequence[int] | None = None,
    keepdim: bool = False,
    *,
    dtype: dtype | None = None,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def linalg_norm(
    input: _ArrayLike,
    ord: str,
    dim: int | Sequence[int] | None = None,
    keepdim: bool = False,
    *,
    dtype: dtype | None = None,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def linalg_pinv(
    input: Tensor,
    rcond: float | Tensor,
    hermitian: bool = False,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def linalg_pinv(
    input: Tensor,
    *,
    atol: float | None = None,
    rtol: float | None = None,
    hermitian: bool = False,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def linalg_pinv(
    input: Tensor,
    *,
    atol: Tensor | _ArrayLike | None = None,
    rtol: Tensor | _ArrayLike | None = None,
    hermitian: bool = False,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def linalg_pinv(
    input: _ArrayLike,
    rcond: float | _ArrayLike,
    hermitian: bool = False,
    *,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def linalg_pinv(
    input: _ArrayLike,
    *,
    atol: float | None = None,
    rtol: float | None = None,
    hermitian: bool = False,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def linalg_pinv(
    input: _ArrayLike,
    *,
    atol: _ArrayLike | None = None,
    rtol: _ArrayLike | None = None,
    hermitian: bool = False,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def linalg_qr(
    A: Tensor,
    mode: str = 'reduced',
    *,
    out: tuple[Tensor, Tensor] | None = None,
) -> return_types.linalg_qr: ...
@overload
def linalg_qr(A: _ArrayLike, mode: str = 'reduced', *, out: tuple[_ArrayLike, _ArrayLike] | None = None) -> Any: ...
@overload
def linalg_slogdet(A: Tensor, *, out: tuple[Tensor, Tensor] | None = None) -> return_types.linalg_slogdet: ...
@overload
def linalg_slogdet(A: _ArrayLike, *, out: tuple[_ArrayLike, _ArrayLike] | None = None) -> Any: ...
@overload
def linalg_solve(
    A: Tensor,
    B: Tensor | _ArrayLike,
    *,
    left: bool = True,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def linalg_solve(A: _ArrayLike, B: _ArrayLike, *, left: bool = True, out: _ArrayLike | None = None) -> Any: ...
@overload
def linalg_solve_ex(
    A: Tensor,
    B: Tensor | _ArrayLike,
    *,
    left: bool = True,
    check_errors: bool = False,
    out: tuple[Tensor, Tensor] | None = None,
) -> return_types.linalg_solve_ex: ...
@overload
def linalg_solve_ex(
    A: _ArrayLike,
    B: _ArrayLike,
    *,
    left: bool = True,
    check_errors: bool = False,
    out: tuple[_ArrayLike, _ArrayLike] | None = None,
) -> Any: ...
@overload
def linalg_solve_triangular(
    input: Tensor,
    B: Tensor | _ArrayLike,
    *,
    upper: bool,
    left: bool = True,
    unitriangular: bool = False,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def linalg_solve_triangular(
    input: _ArrayLike,
    B: _ArrayLike,
    *,
    upper: bool,
    left: bool = True,
    unitriangular: bool = False,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def linalg_svd(
    A: Tensor,
    full_matrices: bool = True,
    *,
    driver: str | None = None,
    out: tuple[Tensor, Tensor, Tensor] | None = None,
) -> return_types.linalg_svd: ...
@overload
def linalg_svd(
    A: _ArrayLike,
    full_matrices: bool = True,
    *,
    driver: str | None = None,
    out: tuple[_ArrayLike, _ArrayLike, _ArrayLike] | None = None,
) -> Any: ...
@overload
def linalg_svdvals(A: Tensor, *, driver: str | None = None, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def linalg_svdvals(A: _ArrayLike, *, driver: str | None = None, out: _ArrayLike | None = None) -> Any: ...
@overload
def linalg_tensorinv(input: Tensor, ind: int = 2, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def linalg_tensorinv(input: _ArrayLike, ind: int = 2, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def linalg_tensorsolve(
    input: Tensor,
    other: Tensor | _ArrayLike,
    dims: Sequence[int] | None = None,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def linalg_tensorsolve(
    input: _ArrayLike,
    other: _ArrayLike,
    dims: Sequence[int] | None = None,
    *,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def linalg_vander(x: Tensor, *, N: int | None = None) -> Tensor: ...
@overload
def linalg_vander(x: _ArrayLike, *, N: int | None = None) -> Any: ...
@overload
def linalg_vecdot(
    x: Tensor,
    y: Tensor | _ArrayLike,
    *,
    dim: int = -1,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def linalg_vecdot(x: _ArrayLike, y: _ArrayLike, *, dim: int = -1, out: _ArrayLike | None = None) -> Any: ...
@overload
def linalg_vector_norm(
    input: Tensor,
    ord: _Number = 2,
    dim: int | Sequence[int] | None = None,
    keepdim: bool = False,
    *,
    dtype: dtype | None = None,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def linalg_vector_norm(
    input: _ArrayLike,
    ord: _Number = 2,
    dim: int | Sequence[int] | None = None,
    keepdim: bool = False,
    *,
    dtype: dtype | None = None,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def linear(
    input: Tensor,
    weight: Tensor | _ArrayLike,
    bias: Tensor | _ArrayLike | None = None,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def linear(
    input: _ArrayLike,
    weight: _ArrayLike,
    bias: _ArrayLike | None = None,
    *,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def linspace(
    start: Tensor | _Number,
    end: Tensor | _ArrayLike | _Number,
    steps: int,
    *,
    dtype: dtype | None = None,
    layout: layout | None = None,
    device: device | str | None = None,
    pin_memory: bool | None = None,
    requires_grad: bool = False,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def linspace(
    start: _ArrayLike | _Number,
    end: _ArrayLike | _Number,
    steps: int,
    *,
    dtype: dtype | None = None,
    layout: layout | None = None,
    device: device | str | None = None,
    pin_memory: bool | None = None,
    requires_grad: bool = False,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def log(input: Tensor, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def log(input: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def log10(input: Tensor, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def log10(input: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def log10_(input: Tensor) -> Tensor: ...
@overload
def log10_(input: _ArrayLike) -> Any: ...
@overload
def log1p(input: Tensor, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def log1p(input: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def log1p_(input: Tensor) -> Tensor: ...
@overload
def log1p_(input: _ArrayLike) -> Any: ...
@overload
def log2(input: Tensor, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def log2(input: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def log2_(input: Tensor) -> Tensor: ...
@overload
def log2_(input: _ArrayLike) -> Any: ...
@overload
def log_(input: Tensor) -> Tensor: ...
@overload
def log_(input: _ArrayLike) -> Any: ...
@overload
def log_normal(
    input: Tensor,
    mean: float = 1.0,
    std: float = 2.0,
    *,
    generator: Generator | None = None,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def log_normal(
    input: _ArrayLike,
    mean: float = 1.0,
    std: float = 2.0,
    *,
    generator: Generator | None = None,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def log_normal_(
    input: Tensor,
    mean: float = 1.0,
    std: float = 2.0,
    *,
    generator: Generator | None = None,
) -> Tensor: ...
@overload
def log_normal_(
    input: _ArrayLike,
    mean: float = 1.0,
    std: float = 2.0,
    *,
    generator: Generator | None = None,
) -> Any: ...
@overload
def log_sigmoid(input: Tensor, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def log_sigmoid(input: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def log_sigmoid_backward(
    grad_output: Tensor,
    input: Tensor | _ArrayLike,
    buffer: Tensor | _ArrayLike,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def log_sigmoid_backward(
    grad_output: _ArrayLike,
    input: _ArrayLike,
    buffer: _ArrayLike,
    *,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def log_sigmoid_forward(
    input: Tensor,
    *,
    out: tuple[Tensor, Tensor] | None = None,
) -> return_types.log_sigmoid_forward: ...
@overload
def log_sigmoid_forward(input: _ArrayLike, *, out: tuple[_ArrayLike, _ArrayLike] | None = None) -> Any: ...
@overload
def log_softmax(
    input: Tensor,
    dim: int,
    dtype: dtype | None = None,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def log_softmax(input: _ArrayLike, dim: int, dtype: dtype | None = None, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def logaddexp(input: Tensor, other: Tensor | _ArrayLike, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def logaddexp(input: _ArrayLike, other: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def logaddexp2(input: Tensor, other: Tensor | _ArrayLike, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def logaddexp2(input: _ArrayLike, other: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def logcumsumexp(input: Tensor, dim: int, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def logcumsumexp(input: _ArrayLike, dim: int, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def logdet(input: Tensor) -> Tensor: ...
@overload
def logdet(input: _ArrayLike) -> Any: ...
@overload
def logical_and(input: Tensor, other: Tensor | _ArrayLike, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def logical_and(input: _ArrayLike, other: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def logical_and_(input: Tensor, other: Tensor | _ArrayLike) -> Tensor: ...
@overload
def logical_and_(input: _ArrayLike, other: _ArrayLike) -> Any: ...
@overload
def logical_not(input: Tensor, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def logical_not(input: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def logical_not_(input: Tensor) -> Tensor: ...
@overload
def logical_not_(input: _ArrayLike) -> Any: ...
@overload
def logical_or(input: Tensor, other: Tensor | _ArrayLike, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def logical_or(input: _ArrayLike, other: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def logical_or_(input: Tensor, other: Tensor | _ArrayLike) -> Tensor: ...
@overload
def logical_or_(input: _ArrayLike, other: _ArrayLike) -> Any: ...
@overload
def logical_xor(input: Tensor, other: Tensor | _ArrayLike, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def logical_xor(input: _ArrayLike, other: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def logical_xor_(input: Tensor, other: Tensor | _ArrayLike) -> Tensor: ...
@overload
def logical_xor_(input: _ArrayLike, other: _ArrayLike) -> Any: ...
@overload
def logit(input: Tensor, eps: float | None = None, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def logit(input: _ArrayLike, eps: float | None = None, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def logit_(input: Tensor, eps: float | None = None) -> Tensor: ...
@overload
def logit_(input: _ArrayLike, eps: float | None = None) -> Any: ...
@overload
def logit_backward(
    grad_output: Tensor,
    input: Tensor | _ArrayLike,
    eps: float | None = None,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def logit_backward(
    grad_output: _ArrayLike,
    input: _ArrayLike,
    eps: float | None = None,
    *,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def logspace(
    start: Tensor | _Number,
    end: Tensor | _ArrayLike | _Number,
    steps: int,
    base: float = 10.0,
    *,
    dtype: dtype | None = None,
    layout: layout | None = None,
    device: device | str | None = None,
    pin_memory: bool | None = None,
    requires_grad: bool = False,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def logspace(
    start: _ArrayLike | _Number,
    end: _ArrayLike | _Number,
    steps: int,
    base: float = 10.0,
    *,
    dtype: dtype | None = None,
    layout: layout | None = None,
    device: device | str | None = None,
    pin_memory: bool | None = None,
    requires_grad: bool = False,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def logsumexp(
    input: Tensor,
    dim: int | Sequence[int],
    keepdim: bool = False,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def logsumexp(
    input: _ArrayLike,
    dim: int | Sequence[int],
    keepdim: bool = False,
    *,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def lstm(
    input: Tensor,
    hx: Sequence[Tensor],
    params: Sequence[Tensor],
    has_biases: bool,
    num_layers: int,
    dropout: float,
    train: bool,
    bidirectional: bool,
    batch_first: bool,
) -> tuple[Tensor, Tensor, Tensor]: ...
@overload
def lstm(
    data: Tensor,
    batch_sizes: Tensor | _ArrayLike,
    hx: Sequence[Tensor],
    params: Sequence[Tensor],
    has_biases: bool,
    num_layers: int,
    dropout: float,
    train: bool,
    bidirectional: bool,
) -> tuple[Tensor, Tensor, Tensor]: ...
@overload
def lstm(
    input: _ArrayLike,
    hx: Sequence[_ArrayLike],
    params: Sequence[_ArrayLike],
    has_biases: bool,
    num_layers: int,
    dropout: float,
    train: bool,
    bidirectional: bool,
    batch_first: bool,
) -> Any: ...
@overload
def lstm(
    data: _ArrayLike,
    batch_sizes: _ArrayLike,
    hx: Sequence[_ArrayLike],
    params: Sequence[_ArrayLike],
    has_biases: bool,
    num_layers: int,
    dropout: float,
    train: bool,
    bidirectional: bool,
) -> Any: ...
@overload
def lstm_cell(
    input: Tensor,
    hx: Sequence[Tensor],
    w_ih: Tensor | _ArrayLike,
    w_hh: Tensor | _ArrayLike,
    b_ih: Tensor | _ArrayLike | None = None,
    b_hh: Tensor | _ArrayLike | None = None,
) -> tuple[Tensor, Tensor]: ...
@overload
def lstm_cell(
    input: _ArrayLike,
    hx: Sequence[_ArrayLike],
    w_ih: _ArrayLike,
    w_hh: _ArrayLike,
    b_ih: _ArrayLike | None = None,
    b_hh: _ArrayLike | None = None,
) -> Any: ...
@overload
def lt(input: Tensor, other: Tensor | _ArrayLike | _Number, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def lt(input: _ArrayLike, other: _ArrayLike | _Number, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def lt_(input: Tensor, other: _Number | Tensor) -> Tensor: ...
@overload
def lt_(input: _ArrayLike, other: _Number | _ArrayLike) -> Any: ...
@overload
def lu_solve(
    input: Tensor,
    LU_data: Tensor | _ArrayLike,
    LU_pivots: Tensor | _ArrayLike,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def lu_solve(
    input: _ArrayLike,
    LU_data: _ArrayLike,
    LU_pivots: _ArrayLike,
    *,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def lu_unpack(
    LU_data: Tensor,
    LU_pivots: Tensor | _ArrayLike,
    unpack_data: bool = True,
    unpack_pivots: bool = True,
    *,
    out: tuple[Tensor, Tensor, Tensor] | None = None,
) -> return_types.lu_unpack: ...
@overload
def lu_unpack(
    LU_data: _ArrayLike,
    LU_pivots: _ArrayLike,
    unpack_data: bool = True,
    unpack_pivots: bool = True,
    *,
    out: tuple[_ArrayLike, _ArrayLike, _ArrayLike] | None = None,
) -> Any: ...
@overload
def mH(input: Tensor) -> Tensor: ...
@overload
def mH(input: _ArrayLike) -> Any: ...
@overload
def mT(input: Tensor) -> Tensor: ...
@overload
def mT(input: _ArrayLike) -> Any: ...
@overload
def margin_ranking_loss(
    input1: Tensor,
    input2: Tensor | _ArrayLike,
    target: Tensor | _ArrayLike,
    margin: float = 0.0,
    reduction: int = 1,
) -> Tensor: ...
@overload
def margin_ranking_loss(
    input1: _ArrayLike,
    input2: _ArrayLike,
    target: _ArrayLike,
    margin: float = 0.0,
    reduction: int = 1,
) -> Any: ...
@overload
def masked_fill(
    input: Tensor,
    mask: Tensor | _ArrayLike,
    value: _Number | Tensor,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def masked_fill(
    input: _ArrayLike,
    mask: _ArrayLike,
    value: _Number | _ArrayLike,
    *,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def masked_fill_(input: Tensor, mask: Tensor | _ArrayLike, value: _Number | Tensor) -> Tensor: ...
@overload
def masked_fill_(input: _ArrayLike, mask: _ArrayLike, value: _Number | _ArrayLike) -> Any: ...
@overload
def masked_scatter(
    input: Tensor,
    mask: Tensor | _ArrayLike,
    source: Tensor | _ArrayLike,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def masked_scatter(
    input: _ArrayLike,
    mask: _ArrayLike,
    source: _ArrayLike,
    *,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def masked_scatter_(input: Tensor, mask: Tensor | _ArrayLike, source: Tensor | _ArrayLike) -> Tensor: ...
@overload
def masked_scatter_(input: _ArrayLike, mask: _ArrayLike, source: _ArrayLike) -> Any: ...
@overload
def masked_select(input: Tensor, mask: Tensor | _ArrayLike, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def masked_select(input: _ArrayLike, mask: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def masked_select_backward(grad: Tensor, input: Tensor | _ArrayLike, mask: Tensor | _ArrayLike) -> Tensor: ...
@overload
def masked_select_backward(grad: _ArrayLike, input: _ArrayLike, mask: _ArrayLike) -> Any: ...
@overload
def matmul(input: Tensor, other: Tensor | _ArrayLike, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def matmul(input: _ArrayLike, other: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def matrix_H(input: Tensor) -> Tensor: ...
@overload
def matrix_H(input: _ArrayLike) -> Any: ...
@overload
def matrix_exp(input: Tensor) -> Tensor: ...
@overload
def matrix_exp(input: _ArrayLike) -> Any: ...
@overload
def matrix_power(input: Tensor, n: int, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def matrix_power(input: _ArrayLike, n: int, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def max(input: Tensor, other: Tensor | _ArrayLike, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def max(input: Tensor, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def max(
    input: Tensor,
    dim: int,
    keepdim: bool = False,
    *,
    out: tuple[Tensor, Tensor] | None = None,
) -> return_types.max: ...
@overload
def max(input: _ArrayLike, other: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def max(input: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def max(
    input: _ArrayLike,
    dim: int,
    keepdim: bool = False,
    *,
    out: tuple[_ArrayLike, _ArrayLike] | None = None,
) -> Any: ...
@overload
def max_pool1d(
    input: Tensor,
    kernel_size: int | Sequence[int],
    stride: int | Sequence[int] = (),
    padding: int | Sequence[int] = (0,),
    dilation: int | Sequence[int] = (1,),
    ceil_mode: bool = False,
) -> Tensor: ...
@overload
def max_pool1d(
    input: _ArrayLike,
    kernel_size: int | Sequence[int],
    stride: int | Sequence[int] = (),
    padding: int | Sequence[int] = (0,),
    dilation: int | Sequence[int] = (1,),
    ceil_mode: bool = False,
) -> Any: ...
@overload
def max_pool1d_with_indices(
    input: Tensor,
    kernel_size: int | Sequence[int],
    stride: int | Sequence[int] = (),
    padding: int | Sequence[int] = (0,),
    dilation: int | Sequence[int] = (1,),
    ceil_mode: bool = False,
) -> tuple[Tensor, Tensor]: ...
@overload
def max_pool1d_with_indices(
    input: _ArrayLike,
    kernel_size: int | Sequence[int],
    stride: int | Sequence[int] = (),
    padding: int | Sequence[int] = (0,),
    dilation: int | Sequence[int] = (1,),
    ceil_mode: bool = False,
) -> Any: ...
@overload
def max_pool2d(
    input: Tensor,
    kernel_size: int | Sequence[int],
    stride: int | Sequence[int] = (),
    padding: int | Sequence[int] = (0, 0),
    dilation: int | Sequence[int] = (1, 1),
    ceil_mode: bool = False,
) -> Tensor: ...
@overload
def max_pool2d(
    input: _ArrayLike,
    kernel_size: int | Sequence[int],
    stride: int | Sequence[int] = (),
    padding: int | Sequence[int] = (0, 0),
    dilation: int | Sequence[int] = (1, 1),
    ceil_mode: bool = False,
) -> Any: ...
@overload
def max_pool2d_with_indices(
    input: Tensor,
    kernel_size: int | Sequence[int],
    stride: int | Sequence[int] = (),
    padding: int | Sequence[int] = (0, 0),
    dilation: int | Sequence[int] = (1, 1),
    ceil_mode: bool = False,
    *,
    out: tuple[Tensor, Tensor] | None = None,
) -> tuple[Tensor, Tensor]: ...
@overload
def max_pool2d_with_indices(
    input: _ArrayLike,
    kernel_size: int | Sequence[int],
    stride: int | Sequence[int] = (),
    padding: int | Sequence[int] = (0, 0),
    dilation: int | Sequence[int] = (1, 1),
    ceil_mode: bool = False,
    *,
    out: tuple[_ArrayLike, _ArrayLike] | None = None,
) -> Any: ...
@overload
def max_pool2d_with_indices_backward(
    grad_output: Tensor,
    input: Tensor | _ArrayLike,
    kernel_size: int | Sequence[int],
    stride: int | Sequence[int],
    padding: int | Sequence[int],
    dilation: int | Sequence[int],
    ceil_mode: bool,
    indices: Tensor | _ArrayLike,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def max_pool2d_with_indices_backward(
    grad_output: _ArrayLike,
    input: _ArrayLike,
    kernel_size: int | Sequence[int],
    stride: int | Sequence[int],
    padding: int | Sequence[int],
    dilation: int | Sequence[int],
    ceil_mode: bool,
    indices: _ArrayLike,
    *,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def max_pool3d(
    input: Tensor,
    kernel_size: int | Sequence[int],
    stride: int | Sequence[int] = (),
    padding: int | Sequence[int] = (0, 0, 0),
    dilation: int | Sequence[int] = (1, 1, 1),
    ceil_mode: bool = False,
) -> Tensor: ...
@overload
def max_pool3d(
    input: _ArrayLike,
    kernel_size: int | Sequence[int],
    stride: int | Sequence[int] = (),
    padding: int | Sequence[int] = (0, 0, 0),
    dilation: int | Sequence[int] = (1, 1, 1),
    ceil_mode: bool = False,
) -> Any: ...
@overload
def max_pool3d_with_indices(
    input: Tensor,
    kernel_size: int | Sequence[int],
    stride: int | Sequence[int] = (),
    padding: int | Sequence[int] = (0, 0, 0),
    dilation: int | Sequence[int] = (1, 1, 1),
    ceil_mode: bool = False,
    *,
    out: tuple[Tensor, Tensor] | None = None,
) -> tuple[Tensor, Tensor]: ...
@overload
def max_pool3d_with_indices(
    input: _ArrayLike,
    kernel_size: int | Sequence[int],
    stride: int | Sequence[int] = (),
    padding: int | Sequence[int] = (0, 0, 0),
    dilation: int | Sequence[int] = (1, 1, 1),
    ceil_mode: bool = False,
    *,
    out: tuple[_ArrayLike, _ArrayLike] | None = None,
) -> Any: ...
@overload
def max_pool3d_with_indices_backward(
    grad_output: Tensor,
    input: Tensor | _ArrayLike,
    kernel_size: int | Sequence[int],
    stride: int | Sequence[int],
    padding: int | Sequence[int],
    dilation: int | Sequence[int],
    ceil_mode: bool,
    indices: Tensor | _ArrayLike,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def max_pool3d_with_indices_backward(
    grad_output: _ArrayLike,
    input: _ArrayLike,
    kernel_size: int | Sequence[int],
    stride: int | Sequence[int],
    padding: int | Sequence[int],
    dilation: int | Sequence[int],
    ceil_mode: bool,
    indices: _ArrayLike,
    *,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def max_unpool2d(
    input: Tensor,
    indices: Tensor | _ArrayLike,
    output_size: int | Sequence[int],
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def max_unpool2d(
    input: _ArrayLike,
    indices: _ArrayLike,
    output_size: int | Sequence[int],
    *,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def max_unpool3d(
    input: Tensor,
    indices: Tensor | _ArrayLike,
    output_size: int | Sequence[int],
    stride: int | Sequence[int],
    padding: int | Sequence[int],
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def max_unpool3d(
    input: _ArrayLike,
    indices: _ArrayLike,
    output_size: int | Sequence[int],
    stride: int | Sequence[int],
    padding: int | Sequence[int],
    *,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def maximum(input: Tensor, other: Tensor | _ArrayLike, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def maximum(input: _ArrayLike, other: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def mean(input: Tensor, *, dtype: dtype | None = None, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def mean(
    input: Tensor,
    dim: int | Sequence[int] | None,
    keepdim: bool = False,
    *,
    dtype: dtype | None = None,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def mean(input: _ArrayLike, *, dtype: dtype | None = None, out: _ArrayLike | None = None) -> Any: ...
@overload
def mean(
    input: _ArrayLike,
    dim: int | Sequence[int] | None,
    keepdim: bool = False,
    *,
    dtype: dtype | None = None,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def median(input: Tensor, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def median(
    input: Tensor,
    dim: int,
    keepdim: bool = False,
    *,
    out: tuple[Tensor, Tensor] | None = None,
) -> return_types.median: ...
@overload
def median(input: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def median(
    input: _ArrayLike,
    dim: int,
    keepdim: bool = False,
    *,
    out: tuple[_ArrayLike, _ArrayLike] | None = None,
) -> Any: ...
@overload
def min(input: Tensor, other: Tensor | _ArrayLike, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def min(input: Tensor, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def min(
    input: Tensor,
    dim: int,
    keepdim: bool = False,
    *,
    out: tuple[Tensor, Tensor] | None = None,
) -> return_types.min: ...
@overload
def min(input: _ArrayLike, other: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def min(input: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def min(
    input: _ArrayLike,
    dim: int,
    keepdim: bool = False,
    *,
    out: tuple[_ArrayLike, _ArrayLike] | None = None,
) -> Any: ...
@overload
def minimum(input: Tensor, other: Tensor | _ArrayLike, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def minimum(input: _ArrayLike, other: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def miopen_batch_norm(
    input: Tensor,
    weight: Tensor | _ArrayLike,
    bias: Tensor | _ArrayLike | None,
    running_mean: Tensor | _ArrayLike | None,
    running_var: Tensor | _ArrayLike | None,
    training: bool,
    exponential_average_factor: float,
    epsilon: float,
) -> tuple[Tensor, Tensor, Tensor]: ...
@overload
def miopen_batch_norm(
    input: _ArrayLike,
    weight: _ArrayLike,
    bias: _ArrayLike | None,
    running_mean: _ArrayLike | None,
    running_var: _ArrayLike | None,
    training: bool,
    exponential_average_factor: float,
    epsilon: float,
) -> Any: ...
@overload
def mish(input: Tensor, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def mish(input: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def mish_(input: Tensor) -> Tensor: ...
@overload
def mish_(input: _ArrayLike) -> Any: ...
@overload
def mish_backward(grad_output: Tensor, input: Tensor | _ArrayLike) -> Tensor: ...
@overload
def mish_backward(grad_output: _ArrayLike, input: _ArrayLike) -> Any: ...
@overload
def mm(input: Tensor, mat2: Tensor | _ArrayLike, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def mm(
    input: Tensor,
    mat2: Tensor | _ArrayLike,
    out_dtype: dtype,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def mm(input: _ArrayLike, mat2: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def mm(input: _ArrayLike, mat2: _ArrayLike, out_dtype: dtype, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def mode(
    input: Tensor,
    dim: int = -1,
    keepdim: bool = False,
    *,
    out: tuple[Tensor, Tensor] | None = None,
) -> return_types.mode: ...
@overload
def mode(
    input: _ArrayLike,
    dim: int = -1,
    keepdim: bool = False,
    *,
    out: tuple[_ArrayLike, _ArrayLike] | None = None,
) -> Any: ...
@overload
def moveaxis(input: Tensor, source: Sequence[int], destination: Sequence[int]) -> Tensor: ...
@overload
def moveaxis(input: Tensor, source: int, destination: int) -> Tensor: ...
@overload
def moveaxis(input: _ArrayLike, source: Sequence[int], destination: Sequence[int]) -> Any: ...
@overload
def moveaxis(input: _ArrayLike, source: int, destination: int) -> Any: ...
@overload
def movedim(input: Tensor, source: int, destination: int) -> Tensor: ...
@overload
def movedim(input: Tensor, source: Sequence[int], destination: Sequence[int]) -> Tensor: ...
@overload
def movedim(input: _ArrayLike, source: int, destination: int) -> Any: ...
@overload
def movedim(input: _ArrayLike, source: Sequence[int], destination: Sequence[int]) -> Any: ...
@overload
def mse_loss(
    input: Tensor,
    target: Tensor | _ArrayLike,
    reduction: int = 1,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def mse_loss(input: _ArrayLike, target: _ArrayLike, reduction: int = 1, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def mse_loss_backward(
    grad_output: Tensor,
    input: Tensor | _ArrayLike,
    target: Tensor | _ArrayLike,
    reduction: int,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def mse_loss_backward(
    grad_output: _ArrayLike,
    input: _ArrayLike,
    target: _ArrayLike,
    reduction: int,
    *,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def msort(input: Tensor, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def msort(input: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def mul(
    input: Tensor | _Number,
    other: Tensor | _ArrayLike | _Number,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def mul(input: _ArrayLike | _Number, other: _ArrayLike | _Number, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def mul_(input: Tensor, other: Tensor | _ArrayLike | _Number) -> Tensor: ...
@overload
def mul_(input: _ArrayLike, other: _ArrayLike | _Number) -> Any: ...
@overload
def multi_margin_loss(
    input: Tensor,
    target: Tensor | _ArrayLike,
    p: _Number = 1,
    margin: _Number = 1,
    weight: Tensor | _ArrayLike | None = None,
    reduction: int = 1,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def multi_margin_loss(
    input: _ArrayLike,
    target: _ArrayLike,
    p: _Number = 1,
    margin: _Number = 1,
    weight: _ArrayLike | None = None,
    reduction: int = 1,
    *,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def multilabel_margin_loss(
    input: Tensor,
    target: Tensor | _ArrayLike,
    reduction: int = 1,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def multilabel_margin_loss(
    input: _ArrayLike,
    target: _ArrayLike,
    reduction: int = 1,
    *,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def multilabel_margin_loss_forward(
    input: Tensor,
    target: Tensor | _ArrayLike,
    reduction: int,
    *,
    out: tuple[Tensor, Tensor] | None = None,
) -> return_types.multilabel_margin_loss_forward: ...
@overload
def multilabel_margin_loss_forward(
    input: _ArrayLike,
    target: _ArrayLike,
    reduction: int,
    *,
    out: tuple[_ArrayLike, _ArrayLike] | None = None,
) -> Any: ...
@overload
def multinomial(
    input: Tensor,
    num_samples: int,
    replacement: bool = False,
    *,
    generator: Generator | None = None,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def multinomial(
    input: _ArrayLike,
    num_samples: int,
    replacement: bool = False,
    *,
    generator: Generator | None = None,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def multiply(
    input: Tensor | _Number,
    other: Tensor | _ArrayLike | _Number,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def multiply(input: _ArrayLike | _Number, other: _ArrayLike | _Number, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def multiply_(input: Tensor, other: Tensor | _ArrayLike | _Number) -> Tensor: ...
@overload
def multiply_(input: _ArrayLike, other: _ArrayLike | _Number) -> Any: ...
@overload
def mv(input: Tensor, vec: Tensor | _ArrayLike, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def mv(input: _ArrayLike, vec: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def mvlgamma(input: Tensor, p: int, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def mvlgamma(input: _ArrayLike, p: int, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def mvlgamma_(input: Tensor, p: int) -> Tensor: ...
@overload
def mvlgamma_(input: _ArrayLike, p: int) -> Any: ...
@overload
def nan_to_num(
    input: Tensor,
    nan: float | None = None,
    posinf: float | None = None,
    neginf: float | None = None,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def nan_to_num(
    input: _ArrayLike,
    nan: float | None = None,
    posinf: float | None = None,
    neginf: float | None = None,
    *,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def nan_to_num_(
    input: Tensor,
    nan: float | None = None,
    posinf: float | None = None,
    neginf: float | None = None,
) -> Tensor: ...
@overload
def nan_to_num_(
    input: _ArrayLike,
    nan: float | None = None,
    posinf: float | None = None,
    neginf: float | None = None,
) -> Any: ...
@overload
def nanmean(
    input: Tensor,
    dim: int | Sequence[int] | None = None,
    keepdim: bool = False,
    *,
    dtype: dtype | None = None,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def nanmean(
    input: _ArrayLike,
    dim: int | Sequence[int] | None = None,
    keepdim: bool = False,
    *,
    dtype: dtype | None = None,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def nanmedian(input: Tensor, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def nanmedian(
    input: Tensor,
    dim: int,
    keepdim: bool = False,
    *,
    out: tuple[Tensor, Tensor] | None = None,
) -> return_types.nanmedian: ...
@overload
def nanmedian(input: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def nanmedian(
    input: _ArrayLike,
    dim: int,
    keepdim: bool = False,
    *,
    out: tuple[_ArrayLike, _ArrayLike] | None = None,
) -> Any: ...
@overload
def nanquantile(
    input: Tensor,
    q: Tensor | _ArrayLike | float,
    dim: int | None = None,
    keepdim: bool = False,
    *,
    interpolation: str = 'linear',
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def nanquantile(
    input: _ArrayLike,
    q: _ArrayLike | float,
    dim: int | None = None,
    keepdim: bool = False,
    *,
    interpolation: str = 'linear',
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def nansum(
    input: Tensor,
    dim: int | Sequence[int] | None = None,
    keepdim: bool = False,
    *,
    dtype: dtype | None = None,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def nansum(
    input: _ArrayLike,
    dim: int | Sequence[int] | None = None,
    keepdim: bool = False,
    *,
    dtype: dtype | None = None,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def narrow(input: Tensor, dim: int, start: int | Tensor, length: int) -> Tensor: ...
@overload
def narrow(input: _ArrayLike, dim: int, start: int | _ArrayLike, length: int) -> Any: ...
@overload
def narrow_copy(
    input: Tensor,
    dim: int,
    start: int,
    length: int,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def narrow_copy(input: _ArrayLike, dim: int, start: int, length: int, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def native_batch_norm(
    input: Tensor,
    weight: Tensor | _ArrayLike | None,
    bias: Tensor | _ArrayLike | None,
    running_mean: Tensor | _ArrayLike | None,
    running_var: Tensor | _ArrayLike | None,
    training: bool,
    momentum: float,
    eps: float,
    *,
    out: tuple[Tensor, Tensor, Tensor] | None = None,
) -> tuple[Tensor, Tensor, Tensor]: ...
@overload
def native_batch_norm(
    input: _ArrayLike,
    weight: _ArrayLike | None,
    bias: _ArrayLike | None,
    running_mean: _ArrayLike | None,
    running_var: _ArrayLike | None,
    training: bool,
    momentum: float,
    eps: float,
    *,
    out: tuple[_ArrayLike, _ArrayLike, _ArrayLike] | None = None,
) -> Any: ...
@overload
def native_batch_norm_backward(
    grad_out: Tensor,
    input: Tensor | _ArrayLike,
    weight: Tensor | _ArrayLike | None,
    running_mean: Tensor | _ArrayLike | None,
    running_var: Tensor | _ArrayLike | None,
    save_mean: Tensor | _ArrayLike | None,
    save_invstd: Tensor | _ArrayLike | None,
    train: bool,
    eps: float,
    output_mask: bool | Sequence[bool],
    *,
    out: tuple[Tensor, Tensor, Tensor] | None = None,
) -> tuple[Tensor, Tensor, Tensor]: ...
@overload
def native_batch_norm_backward(
    grad_out: _ArrayLike,
    input: _ArrayLike,
    weight: _ArrayLike | None,
    running_mean: _ArrayLike | None,
    running_var: _ArrayLike | None,
    save_mean: _ArrayLike | None,
    save_invstd: _ArrayLike | None,
    train: bool,
    eps: float,
    output_mask: bool | Sequence[bool],
    *,
    out: tuple[_ArrayLike, _ArrayLike, _ArrayLike] | None = None,
) -> Any: ...
@overload
def native_channel_shuffle(input: Tensor, groups: int) -> Tensor: ...
@overload
def native_channel_shuffle(input: _ArrayLike, groups: int) -> Any: ...
@overload
def native_dropout(
    input: Tensor,
    p: float,
    train: bool | None,
    *,
    out: tuple[Tensor, Tensor] | None = None,
) -> tuple[Tensor, Tensor]: ...
@overload
def native_dropout(
    input: _ArrayLike,
    p: float,
    train: bool | None,
    *,
    out: tuple[_ArrayLike, _ArrayLike] | None = None,
) -> Any: ...
@overload
def native_dropout_backward(
    grad_output: Tensor,
    mask: Tensor | _ArrayLike,
    scale: float,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def native_dropout_backward(
    grad_output: _ArrayLike,
    mask: _ArrayLike,
    scale: float,
    *,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def native_group_norm(
    input: Tensor,
    weight: Tensor | _ArrayLike | None,
    bias: Tensor | _ArrayLike | None,
    N: int,
    C: int,
    HxW: int,
    group: int,
    eps: float,
    *,
    out: tuple[Tensor, Tensor, Tensor] | None = None,
) -> tuple[Tensor, Tensor, Tensor]: ...
@overload
def native_group_norm(
    input: _ArrayLike,
    weight: _ArrayLike | None,
    bias: _ArrayLike | None,
    N: int,
    C: int,
    HxW: int,
    group: int,
    eps: float,
    *,
    out: tuple[_ArrayLike, _ArrayLike, _ArrayLike] | None = None,
) -> Any: ...
@overload
def native_group_norm_backward(
    grad_out: Tensor,
    input: Tensor | _ArrayLike,
    mean: Tensor | _ArrayLike,
    rstd: Tensor | _ArrayLike,
    weight: Tensor | _ArrayLike | None,
    N: int,
    C: int,
    HxW: int,
    group: int,
    output_mask: bool | Sequence[bool],
    *,
    out: tuple[Tensor, Tensor, Tensor] | None = None,
) -> tuple[Tensor, Tensor, Tensor]: ...
@overload
def native_group_norm_backward(
    grad_out: _ArrayLike,
    input: _ArrayLike,
    mean: _ArrayLike,
    rstd: _ArrayLike,
    weight: _ArrayLike | None,
    N: int,
    C: int,
    HxW: int,
    group: int,
    output_mask: bool | Sequence[bool],
    *,
    out: tuple[_ArrayLike, _ArrayLike, _ArrayLike] | None = None,
) -> Any: ...
@overload
def native_layer_norm(
    input: Tensor,
    normalized_shape: Sequence[int],
    weight: Tensor | _ArrayLike | None,
    bias: Tensor | _ArrayLike | None,
    eps: float,
    *,
    out: tuple[Tensor, Tensor, Tensor] | None = None,
) -> tuple[Tensor, Tensor, Tensor]: ...
@overload
def native_layer_norm(
    input: _ArrayLike,
    normalized_shape: Sequence[int],
    weight: _ArrayLike | None,
    bias: _ArrayLike | None,
    eps: float,
    *,
    out: tuple[_ArrayLike, _ArrayLike, _ArrayLike] | None = None,
) -> Any: ...
@overload
def native_layer_norm_backward(
    grad_out: Tensor,
    input: Tensor | _ArrayLike,
    normalized_shape: Sequence[int],
    mean: Tensor | _ArrayLike,
    rstd: Tensor | _ArrayLike,
    weight: Tensor | _ArrayLike | None,
    bias: Tensor | _ArrayLike | None,
    output_mask: bool | Sequence[bool],
    *,
    out: tuple[Tensor, Tensor, Tensor] | None = None,
) -> tuple[Tensor, Tensor, Tensor]: ...
@overload
def native_layer_norm_backward(
    grad_out: _ArrayLike,
    input: _ArrayLike,
    normalized_shape: Sequence[int],
    mean: _ArrayLike,
    rstd: _ArrayLike,
    weight: _ArrayLike | None,
    bias: _ArrayLike | None,
    output_mask: bool | Sequence[bool],
    *,
    out: tuple[_ArrayLike, _ArrayLike, _ArrayLike] | None = None,
) -> Any: ...
@overload
def ne(input: Tensor, other: Tensor | _ArrayLike | _Number, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def ne(input: _ArrayLike, other: _ArrayLike | _Number, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def ne_(input: Tensor, other: _Number | Tensor) -> Tensor: ...
@overload
def ne_(input: _ArrayLike, other: _Number | _ArrayLike) -> Any: ...
@overload
def neg(input: Tensor, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def neg(input: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def neg_(input: Tensor) -> Tensor: ...
@overload
def neg_(input: _ArrayLike) -> Any: ...
@overload
def negative(input: Tensor, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def negative(input: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def negative_(input: Tensor) -> Tensor: ...
@overload
def negative_(input: _ArrayLike) -> Any: ...
@overload
def new_empty(
    input: Tensor,
    size: Sequence[int],
    *,
    dtype: dtype | None = None,
    layout: layout | None = None,
    device: device | str | None = None,
    pin_memory: bool | None = None,
    requires_grad: bool = False,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def new_empty(
    input: Tensor,
    *size: int,
    dtype: dtype | None = None,
    layout: layout | None = None,
    device: device | str | None = None,
    pin_memory: bool | None = None,
    requires_grad: bool = False,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def new_empty(
    input: _ArrayLike,
    size: Sequence[int],
    *,
    dtype: dtype | None = None,
    layout: layout | None = None,
    device: device | str | None = None,
    pin_memory: bool | None = None,
    requires_grad: bool = False,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def new_empty(
    input: _ArrayLike,
    *size: int,
    dtype: dtype | None = None,
    layout: layout | None = None,
    device: device | str | None = None,
    pin_memory: bool | None = None,
    requires_grad: bool = False,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def new_empty_strided(
    input: Tensor,
    size: Sequence[int],
    stride: Sequence[int],
    *,
    dtype: dtype | None = None,
    layout: layout | None = None,
    device: device | str | None = None,
    pin_memory: bool | None = None,
    requires_grad: bool = False,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def new_empty_strided(
    input: _ArrayLike,
    size: Sequence[int],
    stride: Sequence[int],
    *,
    dtype: dtype | None = None,
    layout: layout | None = None,
    device: device | str | None = None,
    pin_memory: bool | None = None,
    requires_grad: bool = False,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def new_full(
    input: Tensor,
    size: Sequence[int],
    fill_value: _Number,
    *,
    dtype: dtype | None = None,
    layout: layout | None = None,
    device: device | str | None = None,
    pin_memory: bool | None = None,
    requires_grad: bool = False,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def new_full(
    input: _ArrayLike,
    size: Sequence[int],
    fill_value: _Number,
    *,
    dtype: dtype | None = None,
    layout: layout | None = None,
    device: device | str | None = None,
    pin_memory: bool | None = None,
    requires_grad: bool = False,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def new_ones(
    input: Tensor,
    size: Sequence[int],
    *,
    dtype: dtype | None = None,
    layout: layout | None = None,
    device: device | str | None = None,
    pin_memory: bool | None = None,
    requires_grad: bool = False,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def new_ones(
    input: Tensor,
    *size: int,
    dtype: dtype | None = None,
    layout: layout | None = None,
    device: device | str | None = None,
    pin_memory: bool | None = None,
    requires_grad: bool = False,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def new_ones(
    input: _ArrayLike,
    size: Sequence[int],
    *,
    dtype: dtype | None = None,
    layout: layout | None = None,
    device: device | str | None = None,
    pin_memory: bool | None = None,
    requires_grad: bool = False,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def new_ones(
    input: _ArrayLike,
    *size: int,
    dtype: dtype | None = None,
    layout: layout | None = None,
    device: device | str | None = None,
    pin_memory: bool | None = None,
    requires_grad: bool = False,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def new_zeros(
    input: Tensor,
    size: Sequence[int],
    *,
    dtype: dtype | None = None,
    layout: layout | None = None,
    device: device | str | None = None,
    pin_memory: bool | None = None,
    requires_grad: bool = False,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def new_zeros(
    input: Tensor,
    *size: int,
    dtype: dtype | None = None,
    layout: layout | None = None,
    device: device | str | None = None,
    pin_memory: bool | None = None,
    requires_grad: bool = False,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def new_zeros(
    input: _ArrayLike,
    size: Sequence[int],
    *,
    dtype: dtype | None = None,
    layout: layout | None = None,
    device: device | str | None = None,
    pin_memory: bool | None = None,
    requires_grad: bool = False,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def new_zeros(
    input: _ArrayLike,
    *size: int,
    dtype: dtype | None = None,
    layout: layout | None = None,
    device: device | str | None = None,
    pin_memory: bool | None = None,
    requires_grad: bool = False,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def nextafter(input: Tensor, other: Tensor | _ArrayLike, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def nextafter(input: _ArrayLike, other: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def nextafter_(input: Tensor, other: Tensor | _ArrayLike) -> Tensor: ...
@overload
def nextafter_(input: _ArrayLike, other: _ArrayLike) -> Any: ...
@overload
def nll_loss(
    input: Tensor,
    target: Tensor | _ArrayLike,
    weight: Tensor | _ArrayLike | None = None,
    reduction: int = 1,
    ignore_index: int = -100,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def nll_loss(
    input: _ArrayLike,
    target: _ArrayLike,
    weight: _ArrayLike | None = None,
    reduction: int = 1,
    ignore_index: int = -100,
    *,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def nll_loss2d(
    input: Tensor,
    target: Tensor | _ArrayLike,
    weight: Tensor | _ArrayLike | None = None,
    reduction: int = 1,
    ignore_index: int = -100,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def nll_loss2d(
    input: _ArrayLike,
    target: _ArrayLike,
    weight: _ArrayLike | None = None,
    reduction: int = 1,
    ignore_index: int = -100,
    *,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def nll_loss2d_backward(
    grad_output: Tensor,
    input: Tensor | _ArrayLike,
    target: Tensor | _ArrayLike,
    weight: Tensor | _ArrayLike | None,
    reduction: int,
    ignore_index: int,
    total_weight: Tensor | _ArrayLike,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def nll_loss2d_backward(
    grad_output: _ArrayLike,
    input: _ArrayLike,
    target: _ArrayLike,
    weight: _ArrayLike | None,
    reduction: int,
    ignore_index: int,
    total_weight: _ArrayLike,
    *,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def nll_loss2d_forward(
    input: Tensor,
    target: Tensor | _ArrayLike,
    weight: Tensor | _ArrayLike | None,
    reduction: int,
    ignore_index: int,
    *,
    out: tuple[Tensor, Tensor] | None = None,
) -> return_types.nll_loss2d_forward: ...
@overload
def nll_loss2d_forward(
    input: _ArrayLike,
    target: _ArrayLike,
    weight: _ArrayLike | None,
    reduction: int,
    ignore_index: int,
    *,
    out: tuple[_ArrayLike, _ArrayLike] | None = None,
) -> Any: ...
@overload
def nll_loss_backward(
    grad_output: Tensor,
    input: Tensor | _ArrayLike,
    target: Tensor | _ArrayLike,
    weight: Tensor | _ArrayLike | None,
    reduction: int,
    ignore_index: int,
    total_weight: Tensor | _ArrayLike,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def nll_loss_backward(
    grad_output: _ArrayLike,
    input: _ArrayLike,
    target: _ArrayLike,
    weight: _ArrayLike | None,
    reduction: int,
    ignore_index: int,
    total_weight: _ArrayLike,
    *,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def nll_loss_forward(
    input: Tensor,
    target: Tensor | _ArrayLike,
    weight: Tensor | _ArrayLike | None,
    reduction: int,
    ignore_index: int,
    *,
    out: tuple[Tensor, Tensor] | None = None,
) -> return_types.nll_loss_forward: ...
@overload
def nll_loss_forward(
    input: _ArrayLike,
    target: _ArrayLike,
    weight: _ArrayLike | None,
    reduction: int,
    ignore_index: int,
    *,
    out: tuple[_ArrayLike, _ArrayLike] | None = None,
) -> Any: ...
@overload
def nll_loss_nd(
    input: Tensor,
    target: Tensor | _ArrayLike,
    weight: Tensor | _ArrayLike | None = None,
    reduction: int = 1,
    ignore_index: int = -100,
) -> Tensor: ...
@overload
def nll_loss_nd(
    input: _ArrayLike,
    target: _ArrayLike,
    weight: _ArrayLike | None = None,
    reduction: int = 1,
    ignore_index: int = -100,
) -> Any: ...
@overload
def nonzero_numpy(input: Tensor) -> tuple[Tensor, ...]: ...
@overload
def nonzero_numpy(input: _ArrayLike) -> Any: ...
@overload
def nonzero_static(
    input: Tensor,
    *,
    size: int,
    fill_value: int = -1,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def nonzero_static(input: _ArrayLike, *, size: int, fill_value: int = -1, out: _ArrayLike | None = None) -> Any: ...
@overload
def norm_except_dim(v: Tensor, pow: int = 2, dim: int = 0) -> Tensor: ...
@overload
def norm_except_dim(v: _ArrayLike, pow: int = 2, dim: int = 0) -> Any: ...
@overload
def normal(
    mean: Tensor,
    std: float = 1.0,
    *,
    generator: Generator | None = None,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def normal(
    mean: float | Tensor,
    std: Tensor | _ArrayLike,
    *,
    generator: Generator | None = None,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def normal(
    mean: float,
    std: float,
    size: Sequence[int],
    *,
    generator: Generator | None = None,
    dtype: dtype | None = None,
    layout: layout | None = None,
    device: device | str | None = None,
    pin_memory: bool | None = None,
    requires_grad: bool = False,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def normal(
    input: Tensor,
    mean: float = 0.0,
    std: float = 1.0,
    *,
    generator: Generator | None = None,
    out: Tensor | _ArrayLike,
) -> Tensor: ...
@overload
def normal(
    mean: _ArrayLike,
    std: float = 1.0,
    *,
    generator: Generator | None = None,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def normal(
    mean: float | _ArrayLike,
    std: _ArrayLike,
    *,
    generator: Generator | None = None,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def normal(
    input: _ArrayLike,
    mean: float = 0.0,
    std: float = 1.0,
    *,
    generator: Generator | None = None,
    out: _ArrayLike,
) -> Any: ...
@overload
def normal_(input: Tensor, mean: float = 0.0, std: float = 1.0, *, generator: Generator | None = None) -> Tensor: ...
@overload
def normal_(input: _ArrayLike, mean: float = 0.0, std: float = 1.0, *, generator: Generator | None = None) -> Any: ...
@overload
def normal_functional(
    input: Tensor,
    mean: float = 0.0,
    std: float = 1.0,
    *,
    generator: Generator | None = None,
) -> Tensor: ...
@overload
def normal_functional(
    input: _ArrayLike,
    mean: float = 0.0,
    std: float = 1.0,
    *,
    generator: Generator | None = None,
) -> Any: ...
@overload
def not_equal(
    input: Tensor,
    other: Tensor | _ArrayLike | _Number,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def not_equal(input: _ArrayLike, other: _ArrayLike | _Number, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def not_equal_(input: Tensor, other: _Number | Tensor) -> Tensor: ...
@overload
def not_equal_(input: _ArrayLike, other: _Number | _ArrayLike) -> Any: ...
@overload
def nuclear_norm(input: Tensor, keepdim: bool = False, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def nuclear_norm(
    input: Tensor,
    dim: int | Sequence[int],
    keepdim: bool = False,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def nuclear_norm(input: _ArrayLike, keepdim: bool = False, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def nuclear_norm(
    input: _ArrayLike,
    dim: int | Sequence[int],
    keepdim: bool = False,
    *,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def numel(input: Tensor) -> int: ...
@overload
def numel(input: _ArrayLike) -> Any: ...
@overload
def numpy_T(input: Tensor) -> Tensor: ...
@overload
def numpy_T(input: _ArrayLike) -> Any: ...
@overload
def one_hot(input: Tensor, num_classes: int = -1) -> Tensor: ...
@overload
def one_hot(input: _ArrayLike, num_classes: int = -1) -> Any: ...
@overload
def ones(
    size: Sequence[int],
    *,
    dtype: dtype | None = None,
    layout: layout | None = None,
    device: device | str | None = None,
    pin_memory: bool | None = None,
    requires_grad: bool = False,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def ones(
    *size: int,
    dtype: dtype | None = None,
    layout: layout | None = None,
    device: device | str | None = None,
    pin_memory: bool | None = None,
    requires_grad: bool = False,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def ones_like(
    input: Tensor,
    *,
    dtype: dtype | None = None,
    layout: layout | None = None,
    device: device | str | None = None,
    pin_memory: bool | None = None,
    memory_format: memory_format | None = None,
    requires_grad: bool = False,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def ones_like(
    input: _ArrayLike,
    *,
    dtype: dtype | None = None,
    layout: layout | None = None,
    device: device | str | None = None,
    pin_memory: bool | None = None,
    memory_format: memory_format | None = None,
    requires_grad: bool = False,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def orgqr(input: Tensor, input2: Tensor | _ArrayLike, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def orgqr(input: _ArrayLike, input2: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def ormqr(
    input: Tensor,
    input2: Tensor | _ArrayLike,
    input3: Tensor | _ArrayLike,
    left: bool = True,
    transpose: bool = False,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def ormqr(
    input: _ArrayLike,
    input2: _ArrayLike,
    input3: _ArrayLike,
    left: bool = True,
    transpose: bool = False,
    *,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def outer(input: Tensor, vec2: Tensor | _ArrayLike, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def outer(input: _ArrayLike, vec2: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def pad(input: Tensor, pad: Sequence[int], mode: str = 'constant', value: float | None = None) -> Tensor: ...
@overload
def pad(input: _ArrayLike, pad: Sequence[int], mode: str = 'constant', value: float | None = None) -> Any: ...
@overload
def pairwise_distance(
    x1: Tensor,
    x2: Tensor | _ArrayLike,
    p: float = 2.0,
    eps: float = 1e-06,
    keepdim: bool = False,
) -> Tensor: ...
@overload
def pairwise_distance(
    x1: _ArrayLike,
    x2: _ArrayLike,
    p: float = 2.0,
    eps: float = 1e-06,
    keepdim: bool = False,
) -> Any: ...
@overload
def pdist(input: Tensor, p: float = 2.0) -> Tensor: ...
@overload
def pdist(input: _ArrayLike, p: float = 2.0) -> Any: ...
@overload
def permute(input: Tensor, dims: Sequence[int]) -> Tensor: ...
@overload
def permute(input: Tensor, *dims: int) -> Tensor: ...
@overload
def permute(input: _ArrayLike, dims: Sequence[int]) -> Any: ...
@overload
def permute(input: _ArrayLike, *dims: int) -> Any: ...
@overload
def permute_copy(input: Tensor, dims: Sequence[int], *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def permute_copy(input: Tensor, *dims: int, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def permute_copy(input: _ArrayLike, dims: Sequence[int], *, out: _ArrayLike | None = None) -> Any: ...
@overload
def permute_copy(input: _ArrayLike, *dims: int, out: _ArrayLike | None = None) -> Any: ...
@overload
def pinverse(input: Tensor, rcond: float = 1e-15) -> Tensor: ...
@overload
def pinverse(input: _ArrayLike, rcond: float = 1e-15) -> Any: ...
@overload
def pixel_shuffle(input: Tensor, upscale_factor: int, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def pixel_shuffle(input: _ArrayLike, upscale_factor: int, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def pixel_unshuffle(input: Tensor, downscale_factor: int, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def pixel_unshuffle(input: _ArrayLike, downscale_factor: int, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def poisson(input: Tensor, generator: Generator | None = None, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def poisson(input: _ArrayLike, generator: Generator | None = None, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def poisson_nll_loss(
    input: Tensor,
    target: Tensor | _ArrayLike,
    log_input: bool,
    full: bool,
    eps: float,
    reduction: int,
) -> Tensor: ...
@overload
def poisson_nll_loss(
    input: _ArrayLike,
    target: _ArrayLike,
    log_input: bool,
    full: bool,
    eps: float,
    reduction: int,
) -> Any: ...
@overload
def polar(abs: Tensor, angle: Tensor | _ArrayLike, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def polar(abs: _ArrayLike, angle: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
def polygamma(n: int, input: Tensor | _ArrayLike, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def polygamma_(input: Tensor, n: int) -> Tensor: ...
@overload
def polygamma_(input: _ArrayLike, n: int) -> Any: ...
@overload
def positive(input: Tensor) -> Tensor: ...
@overload
def positive(input: _ArrayLike) -> Any: ...
@overload
def pow(
    input: Tensor,
    exponent: Tensor | _ArrayLike | _Number,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def pow(input: _Number, exponent: Tensor | _ArrayLike, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def pow(input: _ArrayLike, exponent: _ArrayLike | _Number, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def pow_(input: Tensor, exponent: _Number | Tensor) -> Tensor: ...
@overload
def pow_(input: _ArrayLike, exponent: _Number | _ArrayLike) -> Any: ...
@overload
def prelu(input: Tensor, weight: Tensor | _ArrayLike) -> Tensor: ...
@overload
def prelu(input: _ArrayLike, weight: _ArrayLike) -> Any: ...
@overload
def prod(input: Tensor, *, dtype: dtype | None = None, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def prod(
    input: Tensor,
    dim: int,
    keepdim: bool = False,
    *,
    dtype: dtype | None = None,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def prod(input: _ArrayLike, *, dtype: dtype | None = None, out: _ArrayLike | None = None) -> Any: ...
@overload
def prod(
    input: _ArrayLike,
    dim: int,
    keepdim: bool = False,
    *,
    dtype: dtype | None = None,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def put(
    input: Tensor,
    index: Tensor | _ArrayLike,
    source: Tensor | _ArrayLike,
    accumulate: bool = False,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def put(
    input: _ArrayLike,
    index: _ArrayLike,
    source: _ArrayLike,
    accumulate: bool = False,
    *,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def put_(
    input: Tensor,
    index: Tensor | _ArrayLike,
    source: Tensor | _ArrayLike,
    accumulate: bool = False,
) -> Tensor: ...
@overload
def put_(input: _ArrayLike, index: _ArrayLike, source: _ArrayLike, accumulate: bool = False) -> Any: ...
@overload
def qr(input: Tensor, some: bool = True, *, out: tuple[Tensor, Tensor] | None = None) -> return_types.qr: ...
@overload
def qr(input: _ArrayLike, some: bool = True, *, out: tuple[_ArrayLike, _ArrayLike] | None = None) -> Any: ...
@overload
def quantile(
    input: Tensor,
    q: Tensor | _ArrayLike | float,
    dim: int | None = None,
    keepdim: bool = False,
    *,
    interpolation: str = 'linear',
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def quantile(
    input: _ArrayLike,
    q: _ArrayLike | float,
    dim: int | None = None,
    keepdim: bool = False,
    *,
    interpolation: str = 'linear',
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def rad2deg(input: Tensor, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def rad2deg(input: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def rad2deg_(input: Tensor) -> Tensor: ...
@overload
def rad2deg_(input: _ArrayLike) -> Any: ...
@overload
def rand(
    size: Sequence[int],
    *,
    dtype: dtype | None = None,
    layout: layout | None = None,
    device: device | str | None = None,
    pin_memory: bool | None = None,
    requires_grad: bool = False,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def rand(
    size: Sequence[int],
    *,
    generator: Generator | None,
    dtype: dtype | None = None,
    layout: layout | None = None,
    device: device | str | None = None,
    pin_memory: bool | None = None,
    requires_grad: bool = False,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def rand(
    *size: int,
    dtype: dtype | None = None,
    layout: layout | None = None,
    device: device | str | None = None,
    pin_memory: bool | None = None,
    requires_grad: bool = False,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def rand(
    *size: int,
    generator: Generator | None,
    dtype: dtype | None = None,
    layout: layout | None = None,
    device: device | str | None = None,
    pin_memory: bool | None = None,
    requires_grad: bool = False,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def rand_like(
    input: Tensor,
    *,
    dtype: dtype | None = None,
    layout: layout | None = None,
    device: device | str | None = None,
    pin_memory: bool | None = None,
    memory_format: memory_format | None = None,
    requires_grad: bool = False,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def rand_like(
    input: Tensor,
    *,
    generator: Generator | None,
    dtype: dtype | None = None,
    layout: layout | None = None,
    device: device | str | None = None,
    pin_memory: bool | None = None,
    memory_format: memory_format | None = None,
    requires_grad: bool = False,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def rand_like(
    input: _ArrayLike,
    *,
    dtype: dtype | None = None,
    layout: layout | None = None,
    device: device | str | None = None,
    pin_memory: bool | None = None,
    memory_format: memory_format | None = None,
    requires_grad: bool = False,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def rand_like(
    input: _ArrayLike,
    *,
    generator: Generator | None,
    dtype: dtype | None = None,
    layout: layout | None = None,
    device: device | str | None = None,
    pin_memory: bool | None = None,
    memory_format: memory_format | None = None,
    requires_grad: bool = False,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def randint(
    high: int,
    size: Sequence[int],
    *,
    dtype: dtype | None = ...,
    layout: layout | None = None,
    device: device | str | None = None,
    pin_memory: bool | None = None,
    requires_grad: bool = False,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def randint(
    high: int,
    size: Sequence[int],
    *,
    generator: Generator | None,
    dtype: dtype | None = ...,
    layout: layout | None = None,
    device: device | str | None = None,
    pin_memory: bool | None = None,
    requires_grad: bool = False,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def randint(
    low: int,
    high: int,
    size: Sequence[int],
    *,
    dtype: dtype | None = ...,
    layout: layout | None = None,
    device: device | str | None = None,
    pin_memory: bool | None = None,
    requires_grad: bool = False,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def randint(
    low: int,
    high: int,
    size: Sequence[int],
    *,
    generator: Generator | None,
    dtype: dtype | None = ...,
    layout: layout | None = None,
    device: device | str | None = None,
    pin_memory: bool | None = None,
    requires_grad: bool = False,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def randint_like(
    input: Tensor,
    high: int | Tensor,
    *,
    dtype: dtype | None = None,
    layout: layout | None = None,
    device: device | str | None = None,
    pin_memory: bool | None = None,
    memory_format: memory_format | None = None,
    requires_grad: bool = False,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def randint_like(
    input: Tensor,
    low: int,
    high: int,
    *,
    dtype: dtype | None = None,
    layout: layout | None = None,
    device: device | str | None = None,
    pin_memory: bool | None = None,
    memory_format: memory_format | None = None,
    requires_grad: bool = False,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def randint_like(
    input: Tensor,
    high: int | Tensor,
    *,
    generator: Generator | None,
    dtype: dtype | None = None,
    layout: layout | None = None,
    device: device | str | None = None,
    pin_memory: bool | None = None,
    memory_format: memory_format | None = None,
    requires_grad: bool = False,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def randint_like(
    input: Tensor,
    low: int,
    high: int,
    *,
    generator: Generator | None,
    dtype: dtype | None = None,
    layout: layout | None = None,
    device: device | str | None = None,
    pin_memory: bool | None = None,
    memory_format: memory_format | None = None,
    requires_grad: bool = False,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def randint_like(
    input: _ArrayLike,
    high: int | _ArrayLike,
    *,
    dtype: dtype | None = None,
    layout: layout | None = None,
    device: device | str | None = None,
    pin_memory: bool | None = None,
    memory_format: memory_format | None = None,
    requires_grad: bool = False,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def randint_like(
    input: _ArrayLike,
    low: int,
    high: int,
    *,
    dtype: dtype | None = None,
    layout: layout | None = None,
    device: device | str | None = None,
    pin_memory: bool | None = None,
    memory_format: memory_format | None = None,
    requires_grad: bool = False,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def randint_like(
    input: _ArrayLike,
    high: int | _ArrayLike,
    *,
    generator: Generator | None,
    dtype: dtype | None = None,
    layout: layout | None = None,
    device: device | str | None = None,
    pin_memory: bool | None = None,
    memory_format: memory_format | None = None,
    requires_grad: bool = False,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def randint_like(
    input: _ArrayLike,
    low: int,
    high: int,
    *,
    generator: Generator | None,
    dtype: dtype | None = None,
    layout: layout | None = None,
    device: device | str | None = None,
    pin_memory: bool | None = None,
    memory_format: memory_format | None = None,
    requires_grad: bool = False,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def randn(
    size: Sequence[int],
    *,
    dtype: dtype | None = None,
    layout: layout | None = None,
    device: device | str | None = None,
    pin_memory: bool | None = None,
    requires_grad: bool = False,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def randn(
    size: Sequence[int],
    *,
    generator: Generator | None,
    dtype: dtype | None = None,
    layout: layout | None = None,
    device: device | str | None = None,
    pin_memory: bool | None = None,
    requires_grad: bool = False,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def randn(
    *size: int,
    dtype: dtype | None = None,
    layout: layout | None = None,
    device: device | str | None = None,
    pin_memory: bool | None = None,
    requires_grad: bool = False,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def randn(
    *size: int,
    generator: Generator | None,
    dtype: dtype | None = None,
    layout: layout | None = None,
    device: device | str | None = None,
    pin_memory: bool | None = None,
    requires_grad: bool = False,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def randn_like(
    input: Tensor,
    *,
    dtype: dtype | None = None,
    layout: layout | None = None,
    device: device | str | None = None,
    pin_memory: bool | None = None,
    memory_format: memory_format | None = None,
    requires_grad: bool = False,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def randn_like(
    input: Tensor,
    *,
    generator: Generator | None,
    dtype: dtype | None = None,
    layout: layout | None = None,
    device: device | str | None = None,
    pin_memory: bool | None = None,
    memory_format: memory_format | None = None,
    requires_grad: bool = False,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def randn_like(
    input: _ArrayLike,
    *,
    dtype: dtype | None = None,
    layout: layout | None = None,
    device: device | str | None = None,
    pin_memory: bool | None = None,
    memory_format: memory_format | None = None,
    requires_grad: bool = False,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def randn_like(
    input: _ArrayLike,
    *,
    generator: Generator | None,
    dtype: dtype | None = None,
    layout: layout | None = None,
    device: device | str | None = None,
    pin_memory: bool | None = None,
    memory_format: memory_format | None = None,
    requires_grad: bool = False,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def random(
    input: Tensor,
    from_: int,
    /,
    to: int | None,
    *,
    generator: Generator | None = None,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def random(
    input: Tensor,
    to: int,
    *,
    generator: Generator | None = None,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def random(input: Tensor, *, generator: Generator | None = None, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def random(
    input: _ArrayLike,
    from_: int,
    /,
    to: int | None,
    *,
    generator: Generator | None = None,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def random(input: _ArrayLike, to: int, *, generator: Generator | None = None, out: _ArrayLike | None = None) -> Any: ...
@overload
def random(input: _ArrayLike, *, generator: Generator | None = None, out: _ArrayLike | None = None) -> Any: ...
@overload
def random_(input: Tensor, from_: int, /, to: int | None, *, generator: Generator | None = None) -> Tensor: ...
@overload
def random_(input: Tensor, to: int, *, generator: Generator | None = None) -> Tensor: ...
@overload
def random_(input: Tensor, *, generator: Generator | None = None) -> Tensor: ...
@overload
def random_(input: _ArrayLike, from_: int, /, to: int | None, *, generator: Generator | None = None) -> Any: ...
@overload
def random_(input: _ArrayLike, to: int, *, generator: Generator | None = None) -> Any: ...
@overload
def random_(input: _ArrayLike, *, generator: Generator | None = None) -> Any: ...
@overload
def randperm(
    n: int,
    *,
    dtype: dtype | None = ...,
    layout: layout | None = None,
    device: device | str | None = None,
    pin_memory: bool | None = None,
    requires_grad: bool = False,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def randperm(
    n: int,
    *,
    generator: Generator | None,
    dtype: dtype | None = ...,
    layout: layout | None = None,
    device: device | str | None = None,
    pin_memory: bool | None = None,
    requires_grad: bool = False,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
def range(
    start: _Number,
    end: _Number,
    step: _Number = 1,
    *,
    dtype: dtype | None = None,
    layout: layout | None = None,
    device: device | str | None = None,
    pin_memory: bool | None = None,
    requires_grad: bool = False,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def ravel(input: Tensor) -> Tensor: ...
@overload
def ravel(input: _ArrayLike) -> Any: ...
@overload
def real(input: Tensor) -> Tensor: ...
@overload
def real(input: _ArrayLike) -> Any: ...
@overload
def reciprocal(input: Tensor, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def reciprocal(input: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def reciprocal_(input: Tensor) -> Tensor: ...
@overload
def reciprocal_(input: _ArrayLike) -> Any: ...
@overload
def record_stream(input: Tensor, s: object) -> None: ...
@overload
def record_stream(input: _ArrayLike, s: object) -> Any: ...
@overload
def reflection_pad1d(
    input: Tensor,
    padding: int | Sequence[int],
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def reflection_pad1d(input: Tensor, *padding: int, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def reflection_pad1d(input: _ArrayLike, padding: int | Sequence[int], *, out: _ArrayLike | None = None) -> Any: ...
@overload
def reflection_pad1d(input: _ArrayLike, *padding: int, out: _ArrayLike | None = None) -> Any: ...
@overload
def reflection_pad2d(
    input: Tensor,
    padding: int | Sequence[int],
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def reflection_pad2d(input: Tensor, *padding: int, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def reflection_pad2d(input: _ArrayLike, padding: int | Sequence[int], *, out: _ArrayLike | None = None) -> Any: ...
@overload
def reflection_pad2d(input: _ArrayLike, *padding: int, out: _ArrayLike | None = None) -> Any: ...
@overload
def reflection_pad3d(
    input: Tensor,
    padding: int | Sequence[int],
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def reflection_pad3d(input: Tensor, *padding: int, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def reflection_pad3d(input: _ArrayLike, padding: int | Sequence[int], *, out: _ArrayLike | None = None) -> Any: ...
@overload
def reflection_pad3d(input: _ArrayLike, *padding: int, out: _ArrayLike | None = None) -> Any: ...
@overload
def relu(input: Tensor, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def relu(input: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def relu6(input: Tensor) -> Tensor: ...
@overload
def relu6(input: _ArrayLike) -> Any: ...
@overload
def relu6_(input: Tensor) -> Tensor: ...
@overload
def relu6_(input: _ArrayLike) -> Any: ...
@overload
def relu_(input: Tensor) -> Tensor: ...
@overload
def relu_(input: _ArrayLike) -> Any: ...
@overload
def remainder(
    input: Tensor,
    other: Tensor | _ArrayLike | _Number,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def remainder(input: _Number, other: Tensor | _ArrayLike, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def remainder(input: _ArrayLike, other: _ArrayLike | _Number, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def remainder_(input: Tensor, other: Tensor | _ArrayLike | _Number) -> Tensor: ...
@overload
def remainder_(input: _ArrayLike, other: _ArrayLike | _Number) -> Any: ...
@overload
def renorm(
    input: Tensor,
    p: _Number,
    dim: int,
    maxnorm: _Number,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def renorm(input: _ArrayLike, p: _Number, dim: int, maxnorm: _Number, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def renorm_(input: Tensor, p: _Number, dim: int, maxnorm: _Number) -> Tensor: ...
@overload
def renorm_(input: _ArrayLike, p: _Number, dim: int, maxnorm: _Number) -> Any: ...
@overload
def repeat(input: Tensor, repeats: Sequence[int], *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def repeat(input: Tensor, *repeats: int, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def repeat(input: _ArrayLike, repeats: Sequence[int], *, out: _ArrayLike | None = None) -> Any: ...
@overload
def repeat(input: _ArrayLike, *repeats: int, out: _ArrayLike | None = None) -> Any: ...
@overload
def repeat_interleave(
    repeats: Tensor,
    *,
    output_size: int | None = None,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def repeat_interleave(
    input: Tensor,
    repeats: Tensor | _ArrayLike | int,
    dim: int | None = None,
    *,
    output_size: int | None = None,
) -> Tensor: ...
@overload
def repeat_interleave(repeats: _ArrayLike, *, output_size: int | None = None, out: _ArrayLike | None = None) -> Any: ...
@overload
def repeat_interleave(
    input: _ArrayLike,
    repeats: _ArrayLike | int,
    dim: int | None = None,
    *,
    output_size: int | None = None,
) -> Any: ...
@overload
def replication_pad1d(
    input: Tensor,
    padding: int | Sequence[int],
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def replication_pad1d(input: Tensor, *padding: int, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def replication_pad1d(input: _ArrayLike, padding: int | Sequence[int], *, out: _ArrayLike | None = None) -> Any: ...
@overload
def replication_pad1d(input: _ArrayLike, *padding: int, out: _ArrayLike | None = None) -> Any: ...
@overload
def replication_pad2d(
    input: Tensor,
    padding: int | Sequence[int],
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def replication_pad2d(input: Tensor, *padding: int, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def replication_pad2d(input: _ArrayLike, padding: int | Sequence[int], *, out: _ArrayLike | None = None) -> Any: ...
@overload
def replication_pad2d(input: _ArrayLike, *padding: int, out: _ArrayLike | None = None) -> Any: ...
@overload
def replication_pad3d(
    input: Tensor,
    padding: int | Sequence[int],
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def replication_pad3d(input: Tensor, *padding: int, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def replication_pad3d(input: _ArrayLike, padding: int | Sequence[int], *, out: _ArrayLike | None = None) -> Any: ...
@overload
def replication_pad3d(input: _ArrayLike, *padding: int, out: _ArrayLike | None = None) -> Any: ...
@overload
def reshape(input: Tensor, shape: Sequence[int]) -> Tensor: ...
@overload
def reshape(input: Tensor, *shape: int) -> Tensor: ...
@overload
def reshape(input: _ArrayLike, shape: Sequence[int]) -> Any: ...
@overload
def reshape(input: _ArrayLike, *shape: int) -> Any: ...
@overload
def reshape_as(input: Tensor, other: Tensor | _ArrayLike) -> Tensor: ...
@overload
def reshape_as(input: _ArrayLike, other: _ArrayLike) -> Any: ...
@overload
def resize(
    input: Tensor,
    size: Sequence[int],
    *,
    memory_format: memory_format | None = None,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def resize(
    input: Tensor,
    *size: int,
    memory_format: memory_format | None = None,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def resize(
    input: _ArrayLike,
    size: Sequence[int],
    *,
    memory_format: memory_format | None = None,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def resize(
    input: _ArrayLike,
    *size: int,
    memory_format: memory_format | None = None,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def resize_(input: Tensor, size: Sequence[int], *, memory_format: memory_format | None = None) -> Tensor: ...
@overload
def resize_(input: Tensor, *size: int, memory_format: memory_format | None = None) -> Tensor: ...
@overload
def resize_(input: _ArrayLike, size: Sequence[int], *, memory_format: memory_format | None = None) -> Any: ...
@overload
def resize_(input: _ArrayLike, *size: int, memory_format: memory_format | None = None) -> Any: ...
@overload
def resize_as(
    input: Tensor,
    the_template: Tensor | _ArrayLike,
    *,
    memory_format: memory_format | None = None,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def resize_as(
    input: _ArrayLike,
    the_template: _ArrayLike,
    *,
    memory_format: memory_format | None = None,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def resize_as_(
    input: Tensor,
    the_template: Tensor | _ArrayLike,
    *,
    memory_format: memory_format | None = None,
) -> Tensor: ...
@overload
def resize_as_(input: _ArrayLike, the_template: _ArrayLike, *, memory_format: memory_format | None = None) -> Any: ...
@overload
def resolve_conj(input: Tensor) -> Tensor: ...
@overload
def resolve_conj(input: _ArrayLike) -> Any: ...
@overload
def resolve_neg(input: Tensor) -> Tensor: ...
@overload
def resolve_neg(input: _ArrayLike) -> Any: ...
@overload
def rms_norm(
    input: Tensor,
    normalized_shape: Sequence[int],
    weight: Tensor | _ArrayLike | None = None,
    eps: float | None = None,
) -> Tensor: ...
@overload
def rms_norm(
    input: _ArrayLike,
    normalized_shape: Sequence[int],
    weight: _ArrayLike | None = None,
    eps: float | None = None,
) -> Any: ...
@overload
def rnn_relu(
    input: Tensor,
    hx: Tensor | _ArrayLike,
    params: Sequence[Tensor],
    has_biases: bool,
    num_layers: int,
    dropout: float,
    train: bool,
    bidirectional: bool,
    batch_first: bool,
) -> tuple[Tensor, Tensor]: ...
@overload
def rnn_relu(
    data: Tensor,
    batch_sizes: Tensor | _ArrayLike,
    hx: Tensor | _ArrayLike,
    params: Sequence[Tensor],
    has_biases: bool,
    num_layers: int,
    dropout: float,
    train: bool,
    bidirectional: bool,
) -> tuple[Tensor, Tensor]: ...
@overload
def rnn_relu(
    input: _ArrayLike,
    hx: _ArrayLike,
    params: Sequence[_ArrayLike],
    has_biases: bool,
    num_layers: int,
    dropout: float,
    train: bool,
    bidirectional: bool,
    batch_first: bool,
) -> Any: ...
@overload
def rnn_relu(
    data: _ArrayLike,
    batch_sizes: _ArrayLike,
    hx: _ArrayLike,
    params: Sequence[_ArrayLike],
    has_biases: bool,
    num_layers: int,
    dropout: float,
    train: bool,
    bidirectional: bool,
) -> Any: ...
@overload
def rnn_relu_cell(
    input: Tensor,
    hx: Tensor | _ArrayLike,
    w_ih: Tensor | _ArrayLike,
    w_hh: Tensor | _ArrayLike,
    b_ih: Tensor | _ArrayLike | None = None,
    b_hh: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def rnn_relu_cell(
    input: _ArrayLike,
    hx: _ArrayLike,
    w_ih: _ArrayLike,
    w_hh: _ArrayLike,
    b_ih: _ArrayLike | None = None,
    b_hh: _ArrayLike | None = None,
) -> Any: ...
@overload
def rnn_tanh(
    input: Tensor,
    hx: Tensor | _ArrayLike,
    params: Sequence[Tensor],
    has_biases: bool,
    num_layers: int,
    dropout: float,
    train: bool,
    bidirectional: bool,
    batch_first: bool,
) -> tuple[Tensor, Tensor]: ...
@overload
def rnn_tanh(
    data: Tensor,
    batch_sizes: Tensor | _ArrayLike,
    hx: Tensor | _ArrayLike,
    params: Sequence[Tensor],
    has_biases: bool,
    num_layers: int,
    dropout: float,
    train: bool,
    bidirectional: bool,
) -> tuple[Tensor, Tensor]: ...
@overload
def rnn_tanh(
    input: _ArrayLike,
    hx: _ArrayLike,
    params: Sequence[_ArrayLike],
    has_biases: bool,
    num_layers: int,
    dropout: float,
    train: bool,
    bidirectional: bool,
    batch_first: bool,
) -> Any: ...
@overload
def rnn_tanh(
    data: _ArrayLike,
    batch_sizes: _ArrayLike,
    hx: _ArrayLike,
    params: Sequence[_ArrayLike],
    has_biases: bool,
    num_layers: int,
    dropout: float,
    train: bool,
    bidirectional: bool,
) -> Any: ...
@overload
def rnn_tanh_cell(
    input: Tensor,
    hx: Tensor | _ArrayLike,
    w_ih: Tensor | _ArrayLike,
    w_hh: Tensor | _ArrayLike,
    b_ih: Tensor | _ArrayLike | None = None,
    b_hh: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def rnn_tanh_cell(
    input: _ArrayLike,
    hx: _ArrayLike,
    w_ih: _ArrayLike,
    w_hh: _ArrayLike,
    b_ih: _ArrayLike | None = None,
    b_hh: _ArrayLike | None = None,
) -> Any: ...
@overload
def roll(
    input: Tensor,
    shifts: int | Sequence[int],
    dims: int | Sequence[int] = (),
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def roll(
    input: _ArrayLike,
    shifts: int | Sequence[int],
    dims: int | Sequence[int] = (),
    *,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def rot90(
    input: Tensor,
    k: int = 1,
    dims: Sequence[int] = (0, 1),
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def rot90(input: _ArrayLike, k: int = 1, dims: Sequence[int] = (0, 1), *, out: _ArrayLike | None = None) -> Any: ...
@overload
def round(input: Tensor, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def round(input: Tensor, *, decimals: int, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def round(input: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def round(input: _ArrayLike, *, decimals: int, out: _ArrayLike | None = None) -> Any: ...
@overload
def round_(input: Tensor) -> Tensor: ...
@overload
def round_(input: Tensor, *, decimals: int) -> Tensor: ...
@overload
def round_(input: _ArrayLike) -> Any: ...
@overload
def round_(input: _ArrayLike, *, decimals: int) -> Any: ...
@overload
def row_stack(tensors: Sequence[Tensor], *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def row_stack(tensors: Sequence[_ArrayLike], *, out: _ArrayLike | None = None) -> Any: ...
@overload
def rrelu(
    input: Tensor,
    lower: _Number = 0.125,
    upper: _Number = 0.3333333333333333,
    training: bool = False,
    generator: Generator | None = None,
) -> Tensor: ...
@overload
def rrelu(
    input: _ArrayLike,
    lower: _Number = 0.125,
    upper: _Number = 0.3333333333333333,
    training: bool = False,
    generator: Generator | None = None,
) -> Any: ...
@overload
def rrelu_(
    input: Tensor,
    lower: _Number = 0.125,
    upper: _Number = 0.3333333333333333,
    training: bool = False,
    generator: Generator | None = None,
) -> Tensor: ...
@overload
def rrelu_(
    input: _ArrayLike,
    lower: _Number = 0.125,
    upper: _Number = 0.3333333333333333,
    training: bool = False,
    generator: Generator | None = None,
) -> Any: ...
@overload
def rrelu_with_noise(
    input: Tensor,
    noise: Tensor | _ArrayLike,
    lower: _Number = 0.125,
    upper: _Number = 0.3333333333333333,
    training: bool = False,
    generator: Generator | None = None,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def rrelu_with_noise(
    input: _ArrayLike,
    noise: _ArrayLike,
    lower: _Number = 0.125,
    upper: _Number = 0.3333333333333333,
    training: bool = False,
    generator: Generator | None = None,
    *,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def rrelu_with_noise_(
    input: Tensor,
    noise: Tensor | _ArrayLike,
    lower: _Number = 0.125,
    upper: _Number = 0.3333333333333333,
    training: bool = False,
    generator: Generator | None = None,
) -> Tensor: ...
@overload
def rrelu_with_noise_(
    input: _ArrayLike,
    noise: _ArrayLike,
    lower: _Number = 0.125,
    upper: _Number = 0.3333333333333333,
    training: bool = False,
    generator: Generator | None = None,
) -> Any: ...
@overload
def rrelu_with_noise_backward(
    grad_output: Tensor,
    input: Tensor | _ArrayLike,
    noise: Tensor | _ArrayLike,
    lower: _Number,
    upper: _Number,
    training: bool,
    self_is_result: bool,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def rrelu_with_noise_backward(
    grad_output: _ArrayLike,
    input: _ArrayLike,
    noise: _ArrayLike,
    lower: _Number,
    upper: _Number,
    training: bool,
    self_is_result: bool,
    *,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def rrelu_with_noise_functional(
    input: Tensor,
    noise: Tensor | _ArrayLike,
    lower: _Number = 0.125,
    upper: _Number = 0.3333333333333333,
    training: bool = False,
    generator: Generator | None = None,
) -> tuple[Tensor, Tensor]: ...
@overload
def rrelu_with_noise_functional(
    input: _ArrayLike,
    noise: _ArrayLike,
    lower: _Number = 0.125,
    upper: _Number = 0.3333333333333333,
    training: bool = False,
    generator: Generator | None = None,
) -> Any: ...
@overload
def rsqrt(input: Tensor, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def rsqrt(input: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def rsqrt_(input: Tensor) -> Tensor: ...
@overload
def rsqrt_(input: _ArrayLike) -> Any: ...
@overload
def rsub(
    input: Tensor,
    other: Tensor | _ArrayLike,
    *,
    alpha: _Number = 1,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def rsub(input: Tensor, other: _Number, alpha: _Number = 1, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def rsub(input: _ArrayLike, other: _ArrayLike, *, alpha: _Number = 1, out: _ArrayLike | None = None) -> Any: ...
@overload
def rsub(input: _ArrayLike, other: _Number, alpha: _Number = 1, *, out: _ArrayLike | None = None) -> Any: ...
def scalar_tensor(
    s: _Number,
    *,
    dtype: dtype | None = None,
    layout: layout | None = None,
    device: device | str | None = None,
    pin_memory: bool | None = None,
    requires_grad: bool = False,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def scaled_dot_product_attention(
    query: Tensor,
    key: Tensor | _ArrayLike,
    value: Tensor | _ArrayLike,
    attn_mask: Tensor | _ArrayLike | None = None,
    dropout_p: float = 0.0,
    is_causal: bool = False,
    *,
    scale: float | None = None,
    enable_gqa: bool = False,
) -> Tensor: ...
@overload
def scaled_dot_product_attention(
    query: _ArrayLike,
    key: _ArrayLike,
    value: _ArrayLike,
    attn_mask: _ArrayLike | None = None,
    dropout_p: float = 0.0,
    is_causal: bool = False,
    *,
    scale: float | None = None,
    enable_gqa: bool = False,
) -> Any: ...
@overload
def scatter(
    input: Tensor,
    dim: int,
    index: Tensor | _ArrayLike,
    value: _Number,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def scatter(
    input: Tensor,
    dim: int,
    index: Tensor | _ArrayLike,
    src: Tensor | _ArrayLike,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def scatter(
    input: Tensor,
    dim: int,
    index: Tensor | _ArrayLike,
    src: Tensor | _ArrayLike,
    *,
    reduce: str,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def scatter(
    input: Tensor,
    dim: int,
    index: Tensor | _ArrayLike,
    value: _Number,
    *,
    reduce: str,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def scatter(
    input: _ArrayLike,
    dim: int,
    index: _ArrayLike,
    value: _Number,
    *,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def scatter(
    input: _ArrayLike,
    dim: int,
    index: _ArrayLike,
    src: _ArrayLike,
    *,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def scatter(
    input: _ArrayLike,
    dim: int,
    index: _ArrayLike,
    src: _ArrayLike,
    *,
    reduce: str,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def scatter(
    input: _ArrayLike,
    dim: int,
    index: _ArrayLike,
    value: _Number,
    *,
    reduce: str,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def scatter_(input: Tensor, dim: int, index: Tensor | _ArrayLike, src: Tensor | _ArrayLike) -> Tensor: ...
@overload
def scatter_(input: Tensor, dim: int, index: Tensor | _ArrayLike, value: _Number) -> Tensor: ...
@overload
def scatter_(
    input: Tensor,
    dim: int,
    index: Tensor | _ArrayLike,
    src: Tensor | _ArrayLike,
    *,
    reduce: str,
) -> Tensor: ...
@overload
def scatter_(input: Tensor, dim: int, index: Tensor | _ArrayLike, value: _Number, *, reduce: str) -> Tensor: ...
@overload
def scatter_(input: _ArrayLike, dim: int, index: _ArrayLike, src: _ArrayLike) -> Any: ...
@overload
def scatter_(input: _ArrayLike, dim: int, index: _ArrayLike, value: _Number) -> Any: ...
@overload
def scatter_(input: _ArrayLike, dim: int, index: _ArrayLike, src: _ArrayLike, *, reduce: str) -> Any: ...
@overload
def scatter_(input: _ArrayLike, dim: int, index: _ArrayLike, value: _Number, *, reduce: str) -> Any: ...
@overload
def scatter_add(
    input: Tensor,
    dim: int,
    index: Tensor | _ArrayLike,
    src: Tensor | _ArrayLike,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def scatter_add(
    input: _ArrayLike,
    dim: int,
    index: _ArrayLike,
    src: _ArrayLike,
    *,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def scatter_add_(input: Tensor, dim: int, index: Tensor | _ArrayLike, src: Tensor | _ArrayLike) -> Tensor: ...
@overload
def scatter_add_(input: _ArrayLike, dim: int, index: _ArrayLike, src: _ArrayLike) -> Any: ...
@overload
def scatter_reduce(
    input: Tensor,
    dim: int,
    index: Tensor | _ArrayLike,
    src: Tensor | _ArrayLike,
    reduce: str,
    *,
    include_self: bool = True,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def scatter_reduce(
    input: _ArrayLike,
    dim: int,
    index: _ArrayLike,
    src: _ArrayLike,
    reduce: str,
    *,
    include_self: bool = True,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def scatter_reduce_(
    input: Tensor,
    dim: int,
    index: Tensor | _ArrayLike,
    src: Tensor | _ArrayLike,
    reduce: str,
    *,
    include_self: bool = True,
) -> Tensor: ...
@overload
def scatter_reduce_(
    input: _ArrayLike,
    dim: int,
    index: _ArrayLike,
    src: _ArrayLike,
    reduce: str,
    *,
    include_self: bool = True,
) -> Any: ...
@overload
def searchsorted(
    sorted_sequence: Tensor,
    input: Tensor | _ArrayLike | _Number,
    *,
    out_int32: bool = False,
    right: bool = False,
    side: str | None = None,
    sorter: Tensor | _ArrayLike | None = None,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def searchsorted(
    sorted_sequence: _ArrayLike,
    input: _ArrayLike | _Number,
    *,
    out_int32: bool = False,
    right: bool = False,
    side: str | None = None,
    sorter: _ArrayLike | None = None,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def segment_reduce(
    data: Tensor,
    reduce: str,
    *,
    lengths: Tensor | _ArrayLike | None = None,
    indices: Tensor | _ArrayLike | None = None,
    offsets: Tensor | _ArrayLike | None = None,
    axis: int = 0,
    unsafe: bool = False,
    initial: _Number | None = None,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def segment_reduce(
    data: _ArrayLike,
    reduce: str,
    *,
    lengths: _ArrayLike | None = None,
    indices: _ArrayLike | None = None,
    offsets: _ArrayLike | None = None,
    axis: int = 0,
    unsafe: bool = False,
    initial: _Number | None = None,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def select(input: Tensor, dim: int, index: int) -> Tensor: ...
@overload
def select(input: _ArrayLike, dim: int, index: int) -> Any: ...
@overload
def select_backward(
    grad_output: Tensor,
    input_sizes: Sequence[int],
    dim: int,
    index: int,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def select_backward(
    grad_output: _ArrayLike,
    input_sizes: Sequence[int],
    dim: int,
    index: int,
    *,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def select_copy(input: Tensor, dim: int, index: int, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def select_copy(input: _ArrayLike, dim: int, index: int, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def select_scatter(
    input: Tensor,
    src: Tensor | _ArrayLike,
    dim: int,
    index: int,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def select_scatter(
    input: _ArrayLike,
    src: _ArrayLike,
    dim: int,
    index: int,
    *,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def selu(input: Tensor) -> Tensor: ...
@overload
def selu(input: _ArrayLike) -> Any: ...
@overload
def selu_(input: Tensor) -> Tensor: ...
@overload
def selu_(input: _ArrayLike) -> Any: ...
@overload
def set_(
    input: Tensor,
    source: Storage | Tensor,
    storage_offset: int,
    size: Sequence[int],
    stride: Sequence[int] = (),
) -> Tensor: ...
@overload
def set_(input: Tensor, source: Tensor | _ArrayLike | Storage) -> Tensor: ...
@overload
def set_(input: Tensor) -> Tensor: ...
@overload
def set_(
    input: _ArrayLike,
    source: Storage | _ArrayLike,
    storage_offset: int,
    size: Sequence[int],
    stride: Sequence[int] = (),
) -> Any: ...
@overload
def set_(input: _ArrayLike, source: _ArrayLike | Storage) -> Any: ...
@overload
def set_(input: _ArrayLike) -> Any: ...
@overload
def sgn(input: Tensor, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def sgn(input: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def sgn_(input: Tensor) -> Tensor: ...
@overload
def sgn_(input: _ArrayLike) -> Any: ...
@overload
def sigmoid(input: Tensor, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def sigmoid(input: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def sigmoid_(input: Tensor) -> Tensor: ...
@overload
def sigmoid_(input: _ArrayLike) -> Any: ...
@overload
def sigmoid_backward(
    grad_output: Tensor,
    output: Tensor | _ArrayLike,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def sigmoid_backward(grad_output: _ArrayLike, output: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def sign(input: Tensor, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def sign(input: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def sign_(input: Tensor) -> Tensor: ...
@overload
def sign_(input: _ArrayLike) -> Any: ...
@overload
def signbit(input: Tensor, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def signbit(input: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def silu(input: Tensor, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def silu(input: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def silu_(input: Tensor) -> Tensor: ...
@overload
def silu_(input: _ArrayLike) -> Any: ...
@overload
def silu_backward(
    grad_output: Tensor,
    input: Tensor | _ArrayLike,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def silu_backward(grad_output: _ArrayLike, input: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def sin(input: Tensor, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def sin(input: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def sin_(input: Tensor) -> Tensor: ...
@overload
def sin_(input: _ArrayLike) -> Any: ...
@overload
def sinc(input: Tensor, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def sinc(input: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def sinc_(input: Tensor) -> Tensor: ...
@overload
def sinc_(input: _ArrayLike) -> Any: ...
@overload
def sinh(input: Tensor, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def sinh(input: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def sinh_(input: Tensor) -> Tensor: ...
@overload
def sinh_(input: _ArrayLike) -> Any: ...
@overload
def size(input: Tensor, dim: int) -> int: ...
@overload
def size(input: Tensor) -> Sequence[int]: ...
@overload
def size(input: _ArrayLike, dim: int) -> Any: ...
@overload
def size(input: _ArrayLike) -> Any: ...
@overload
def slice(input: Tensor, dim: int = 0, start: int | None = None, end: int | None = None, step: int = 1) -> Tensor: ...
@overload
def slice(input: _ArrayLike, dim: int = 0, start: int | None = None, end: int | None = None, step: int = 1) -> Any: ...
@overload
def slice_backward(
    grad_output: Tensor,
    input_sizes: Sequence[int],
    dim: int,
    start: int,
    end: int,
    step: int,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def slice_backward(
    grad_output: _ArrayLike,
    input_sizes: Sequence[int],
    dim: int,
    start: int,
    end: int,
    step: int,
    *,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def slice_copy(
    input: Tensor,
    dim: int = 0,
    start: int | None = None,
    end: int | None = None,
    step: int = 1,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def slice_copy(
    input: _ArrayLike,
    dim: int = 0,
    start: int | None = None,
    end: int | None = None,
    step: int = 1,
    *,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def slice_inverse(
    input: Tensor,
    src: Tensor | _ArrayLike,
    dim: int = 0,
    start: int | None = None,
    end: int | None = None,
    step: int = 1,
) -> Tensor: ...
@overload
def slice_inverse(
    input: _ArrayLike,
    src: _ArrayLike,
    dim: int = 0,
    start: int | None = None,
    end: int | None = None,
    step: int = 1,
) -> Any: ...
@overload
def slice_scatter(
    input: Tensor,
    src: Tensor | _ArrayLike,
    dim: int = 0,
    start: int | None = None,
    end: int | None = None,
    step: int = 1,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def slice_scatter(
    input: _ArrayLike,
    src: _ArrayLike,
    dim: int = 0,
    start: int | None = None,
    end: int | None = None,
    step: int = 1,
    *,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def slogdet(input: Tensor, *, out: tuple[Tensor, Tensor] | None = None) -> return_types.slogdet: ...
@overload
def slogdet(input: _ArrayLike, *, out: tuple[_ArrayLike, _ArrayLike] | None = None) -> Any: ...
@overload
def smooth_l1_loss(
    input: Tensor,
    target: Tensor | _ArrayLike,
    reduction: int = 1,
    beta: float = 1.0,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def smooth_l1_loss(
    input: _ArrayLike,
    target: _ArrayLike,
    reduction: int = 1,
    beta: float = 1.0,
    *,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def smooth_l1_loss_backward(
    grad_output: Tensor,
    input: Tensor | _ArrayLike,
    target: Tensor | _ArrayLike,
    reduction: int,
    beta: float,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def smooth_l1_loss_backward(
    grad_output: _ArrayLike,
    input: _ArrayLike,
    target: _ArrayLike,
    reduction: int,
    beta: float,
    *,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def soft_margin_loss(
    input: Tensor,
    target: Tensor | _ArrayLike,
    reduction: int = 1,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def soft_margin_loss(
    input: _ArrayLike,
    target: _ArrayLike,
    reduction: int = 1,
    *,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def soft_margin_loss_backward(
    grad_output: Tensor,
    input: Tensor | _ArrayLike,
    target: Tensor | _ArrayLike,
    reduction: int,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def soft_margin_loss_backward(
    grad_output: _ArrayLike,
    input: _ArrayLike,
    target: _ArrayLike,
    reduction: int,
    *,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def softmax(
    input: Tensor,
    dim: int,
    dtype: dtype | None = None,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def softmax(input: _ArrayLike, dim: int, dtype: dtype | None = None, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def softplus(
    input: Tensor,
    beta: _Number = 1,
    threshold: _Number = 20,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def softplus(
    input: _ArrayLike,
    beta: _Number = 1,
    threshold: _Number = 20,
    *,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def softplus_backward(
    grad_output: Tensor,
    input: Tensor | _ArrayLike,
    beta: _Number,
    threshold: _Number,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def softplus_backward(
    grad_output: _ArrayLike,
    input: _ArrayLike,
    beta: _Number,
    threshold: _Number,
    *,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def softshrink(input: Tensor, lambd: _Number = 0.5, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def softshrink(input: _ArrayLike, lambd: _Number = 0.5, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def softshrink_backward(
    grad_output: Tensor,
    input: Tensor | _ArrayLike,
    lambd: _Number,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def softshrink_backward(
    grad_output: _ArrayLike,
    input: _ArrayLike,
    lambd: _Number,
    *,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def sort(
    input: Tensor,
    dim: int = -1,
    descending: bool = False,
    *,
    out: tuple[Tensor, Tensor] | None = None,
) -> return_types.sort: ...
@overload
def sort(
    input: Tensor,
    *,
    stable: bool | None,
    dim: int = -1,
    descending: bool = False,
    out: tuple[Tensor, Tensor] | None = None,
) -> return_types.sort: ...
@overload
def sort(
    input: _ArrayLike,
    dim: int = -1,
    descending: bool = False,
    *,
    out: tuple[_ArrayLike, _ArrayLike] | None = None,
) -> Any: ...
@overload
def sort(
    input: _ArrayLike,
    *,
    stable: bool | None,
    dim: int = -1,
    descending: bool = False,
    out: tuple[_ArrayLike, _ArrayLike] | None = None,
) -> Any: ...
@overload
def special_airy_ai(x: Tensor, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def special_airy_ai(x: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def special_bessel_j0(input: Tensor, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def special_bessel_j0(input: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def special_bessel_j1(input: Tensor, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def special_bessel_j1(input: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def special_bessel_y0(input: Tensor, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def special_bessel_y0(input: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def special_bessel_y1(input: Tensor, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def special_bessel_y1(input: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def special_chebyshev_polynomial_t(
    x: Tensor | _Number,
    n: Tensor | _ArrayLike,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def special_chebyshev_polynomial_t(x: Tensor, n: _Number, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def special_chebyshev_polynomial_t(x: _ArrayLike | _Number, n: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def special_chebyshev_polynomial_t(x: _ArrayLike, n: _Number, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def special_chebyshev_polynomial_u(
    x: Tensor | _Number,
    n: Tensor | _ArrayLike,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def special_chebyshev_polynomial_u(x: Tensor, n: _Number, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def special_chebyshev_polynomial_u(x: _ArrayLike | _Number, n: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def special_chebyshev_polynomial_u(x: _ArrayLike, n: _Number, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def special_chebyshev_polynomial_v(
    x: Tensor | _Number,
    n: Tensor | _ArrayLike,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def special_chebyshev_polynomial_v(x: Tensor, n: _Number, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def special_chebyshev_polynomial_v(x: _ArrayLike | _Number, n: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def special_chebyshev_polynomial_v(x: _ArrayLike, n: _Number, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def special_chebyshev_polynomial_w(
    x: Tensor | _Number,
    n: Tensor | _ArrayLike,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def special_chebyshev_polynomial_w(x: Tensor, n: _Number, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def special_chebyshev_polynomial_w(x: _ArrayLike | _Number, n: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def special_chebyshev_polynomial_w(x: _ArrayLike, n: _Number, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def special_digamma(input: Tensor, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def special_digamma(input: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def special_entr(input: Tensor, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def special_entr(input: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def special_erf(input: Tensor, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def special_erf(input: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def special_erfc(input: Tensor, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def special_erfc(input: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def special_erfcx(input: Tensor, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def special_erfcx(input: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def special_erfinv(input: Tensor, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def special_erfinv(input: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def special_exp2(input: Tensor, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def special_exp2(input: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def special_expit(input: Tensor, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def special_expit(input: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def special_expm1(input: Tensor, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def special_expm1(input: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def special_gammainc(
    input: Tensor,
    other: Tensor | _ArrayLike,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def special_gammainc(input: _ArrayLike, other: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def special_gammaincc(
    input: Tensor,
    other: Tensor | _ArrayLike,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def special_gammaincc(input: _ArrayLike, other: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def special_gammaln(input: Tensor, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def special_gammaln(input: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def special_hermite_polynomial_h(
    x: Tensor | _Number,
    n: Tensor | _ArrayLike,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def special_hermite_polynomial_h(x: Tensor, n: _Number, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def special_hermite_polynomial_h(x: _ArrayLike | _Number, n: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def special_hermite_polynomial_h(x: _ArrayLike, n: _Number, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def special_hermite_polynomial_he(
    x: Tensor | _Number,
    n: Tensor | _ArrayLike,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def special_hermite_polynomial_he(x: Tensor, n: _Number, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def special_hermite_polynomial_he(x: _ArrayLike | _Number, n: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def special_hermite_polynomial_he(x: _ArrayLike, n: _Number, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def special_i0(input: Tensor, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def special_i0(input: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def special_i0e(input: Tensor, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def special_i0e(input: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def special_i1(input: Tensor, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def special_i1(input: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def special_i1e(input: Tensor, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def special_i1e(input: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def special_laguerre_polynomial_l(
    x: Tensor | _Number,
    n: Tensor | _ArrayLike,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def special_laguerre_polynomial_l(x: Tensor, n: _Number, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def special_laguerre_polynomial_l(x: _ArrayLike | _Number, n: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def special_laguerre_polynomial_l(x: _ArrayLike, n: _Number, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def special_legendre_polynomial_p(
    x: Tensor | _Number,
    n: Tensor | _ArrayLike,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def special_legendre_polynomial_p(x: Tensor, n: _Number, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def special_legendre_polynomial_p(x: _ArrayLike | _Number, n: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def special_legendre_polynomial_p(x: _ArrayLike, n: _Number, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def special_log1p(input: Tensor, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def special_log1p(input: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def special_log_ndtr(input: Tensor, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def special_log_ndtr(input: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def special_log_softmax(input: Tensor, dim: int, *, dtype: dtype | None = None) -> Tensor: ...
@overload
def special_log_softmax(input: _ArrayLike, dim: int, *, dtype: dtype | None = None) -> Any: ...
@overload
def special_logit(input: Tensor, eps: float | None = None, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def special_logit(input: _ArrayLike, eps: float | None = None, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def special_logsumexp(
    input: Tensor,
    dim: int | Sequence[int],
    keepdim: bool = False,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def special_logsumexp(
    input: _ArrayLike,
    dim: int | Sequence[int],
    keepdim: bool = False,
    *,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def special_modified_bessel_i0(input: Tensor, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def special_modified_bessel_i0(input: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def special_modified_bessel_i1(input: Tensor, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def special_modified_bessel_i1(input: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def special_modified_bessel_k0(input: Tensor, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def special_modified_bessel_k0(input: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def special_modified_bessel_k1(input: Tensor, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def special_modified_bessel_k1(input: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def special_multigammaln(input: Tensor, p: int, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def special_multigammaln(input: _ArrayLike, p: int, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def special_ndtr(input: Tensor, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def special_ndtr(input: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def special_ndtri(input: Tensor, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def special_ndtri(input: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
def special_polygamma(n: int, input: Tensor | _ArrayLike, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def special_psi(input: Tensor, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def special_psi(input: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def special_round(input: Tensor, *, decimals: int = 0, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def special_round(input: _ArrayLike, *, decimals: int = 0, out: _ArrayLike | None = None) -> Any: ...
@overload
def special_scaled_modified_bessel_k0(x: Tensor, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def special_scaled_modified_bessel_k0(x: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def special_scaled_modified_bessel_k1(x: Tensor, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def special_scaled_modified_bessel_k1(x: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def special_shifted_chebyshev_polynomial_t(
    x: Tensor | _Number,
    n: Tensor | _ArrayLike,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def special_shifted_chebyshev_polynomial_t(
    x: Tensor,
    n: _Number,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def special_shifted_chebyshev_polynomial_t(
    x: _ArrayLike | _Number,
    n: _ArrayLike,
    *,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def special_shifted_chebyshev_polynomial_t(x: _ArrayLike, n: _Number, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def special_shifted_chebyshev_polynomial_u(
    x: Tensor | _Number,
    n: Tensor | _ArrayLike,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def special_shifted_chebyshev_polynomial_u(
    x: Tensor,
    n: _Number,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def special_shifted_chebyshev_polynomial_u(
    x: _ArrayLike | _Number,
    n: _ArrayLike,
    *,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def special_shifted_chebyshev_polynomial_u(x: _ArrayLike, n: _Number, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def special_shifted_chebyshev_polynomial_v(
    x: Tensor | _Number,
    n: Tensor | _ArrayLike,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def special_shifted_chebyshev_polynomial_v(
    x: Tensor,
    n: _Number,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def special_shifted_chebyshev_polynomial_v(
    x: _ArrayLike | _Number,
    n: _ArrayLike,
    *,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def special_shifted_chebyshev_polynomial_v(x: _ArrayLike, n: _Number, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def special_shifted_chebyshev_polynomial_w(
    x: Tensor | _Number,
    n: Tensor | _ArrayLike,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def special_shifted_chebyshev_polynomial_w(
    x: Tensor,
    n: _Number,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def special_shifted_chebyshev_polynomial_w(
    x: _ArrayLike | _Number,
    n: _ArrayLike,
    *,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def special_shifted_chebyshev_polynomial_w(x: _ArrayLike, n: _Number, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def special_sinc(input: Tensor, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def special_sinc(input: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def special_softmax(input: Tensor, dim: int, dtype: dtype | None = None) -> Tensor: ...
@overload
def special_softmax(input: _ArrayLike, dim: int, dtype: dtype | None = None) -> Any: ...
@overload
def special_spherical_bessel_j0(x: Tensor, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def special_spherical_bessel_j0(x: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def special_xlog1py(
    input: Tensor,
    other: Tensor | _ArrayLike | _Number,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def special_xlog1py(
    input: _Number,
    other: Tensor | _ArrayLike,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def special_xlog1py(input: _ArrayLike, other: _ArrayLike | _Number, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def special_xlogy(
    input: Tensor,
    other: Tensor | _ArrayLike | _Number,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def special_xlogy(input: _Number, other: Tensor | _ArrayLike, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def special_xlogy(input: _ArrayLike, other: _ArrayLike | _Number, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def special_zeta(
    input: Tensor,
    other: Tensor | _ArrayLike | _Number,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def special_zeta(input: _Number, other: Tensor | _ArrayLike, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def special_zeta(input: _ArrayLike, other: _ArrayLike | _Number, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def split_copy(
    input: Tensor,
    split_size: int,
    dim: int = 0,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> tuple[Tensor, ...]: ...
@overload
def split_copy(input: _ArrayLike, split_size: int, dim: int = 0, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def split_with_sizes(input: Tensor, split_sizes: Sequence[int], dim: int = 0) -> tuple[Tensor, ...]: ...
@overload
def split_with_sizes(input: _ArrayLike, split_sizes: Sequence[int], dim: int = 0) -> Any: ...
@overload
def split_with_sizes_copy(
    input: Tensor,
    split_sizes: Sequence[int],
    dim: int = 0,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> tuple[Tensor, ...]: ...
@overload
def split_with_sizes_copy(
    input: _ArrayLike,
    split_sizes: Sequence[int],
    dim: int = 0,
    *,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def sqrt(input: Tensor, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def sqrt(input: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def sqrt_(input: Tensor) -> Tensor: ...
@overload
def sqrt_(input: _ArrayLike) -> Any: ...
@overload
def square(input: Tensor, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def square(input: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def square_(input: Tensor) -> Tensor: ...
@overload
def square_(input: _ArrayLike) -> Any: ...
@overload
def squeeze(input: Tensor) -> Tensor: ...
@overload
def squeeze(input: Tensor, dim: int | Sequence[int]) -> Tensor: ...
@overload
def squeeze(input: Tensor, *dim: int) -> Tensor: ...
@overload
def squeeze(input: _ArrayLike) -> Any: ...
@overload
def squeeze(input: _ArrayLike, dim: int | Sequence[int]) -> Any: ...
@overload
def squeeze(input: _ArrayLike, *dim: int) -> Any: ...
@overload
def squeeze_(input: Tensor) -> Tensor: ...
@overload
def squeeze_(input: Tensor, dim: int | Sequence[int]) -> Tensor: ...
@overload
def squeeze_(input: Tensor, *dim: int) -> Tensor: ...
@overload
def squeeze_(input: _ArrayLike) -> Any: ...
@overload
def squeeze_(input: _ArrayLike, dim: int | Sequence[int]) -> Any: ...
@overload
def squeeze_(input: _ArrayLike, *dim: int) -> Any: ...
@overload
def squeeze_copy(input: Tensor, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def squeeze_copy(input: Tensor, dim: int | Sequence[int], *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def squeeze_copy(input: Tensor, *dim: int, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def squeeze_copy(input: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def squeeze_copy(input: _ArrayLike, dim: int | Sequence[int], *, out: _ArrayLike | None = None) -> Any: ...
@overload
def squeeze_copy(input: _ArrayLike, *dim: int, out: _ArrayLike | None = None) -> Any: ...
@overload
def stack(tensors: Sequence[Tensor], dim: int = 0, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def stack(tensors: Sequence[_ArrayLike], dim: int = 0, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def std(input: Tensor, unbiased: bool = True) -> Tensor: ...
@overload
def std(
    input: Tensor,
    dim: int | Sequence[int] | None,
    unbiased: bool = True,
    keepdim: bool = False,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def std(
    input: Tensor,
    dim: int | Sequence[int] | None = None,
    *,
    correction: _Number | None = None,
    keepdim: bool = False,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def std(input: _ArrayLike, unbiased: bool = True) -> Any: ...
@overload
def std(
    input: _ArrayLike,
    dim: int | Sequence[int] | None,
    unbiased: bool = True,
    keepdim: bool = False,
    *,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def std(
    input: _ArrayLike,
    dim: int | Sequence[int] | None = None,
    *,
    correction: _Number | None = None,
    keepdim: bool = False,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def std_mean(input: Tensor, unbiased: bool = True) -> tuple[Tensor, Tensor]: ...
@overload
def std_mean(
    input: Tensor,
    dim: int | Sequence[int] | None,
    unbiased: bool = True,
    keepdim: bool = False,
) -> tuple[Tensor, Tensor]: ...
@overload
def std_mean(
    input: Tensor,
    dim: int | Sequence[int] | None = None,
    *,
    correction: _Number | None = None,
    keepdim: bool = False,
    out: tuple[Tensor, Tensor] | None = None,
) -> tuple[Tensor, Tensor]: ...
@overload
def std_mean(input: _ArrayLike, unbiased: bool = True) -> Any: ...
@overload
def std_mean(
    input: _ArrayLike,
    dim: int | Sequence[int] | None,
    unbiased: bool = True,
    keepdim: bool = False,
) -> Any: ...
@overload
def std_mean(
    input: _ArrayLike,
    dim: int | Sequence[int] | None = None,
    *,
    correction: _Number | None = None,
    keepdim: bool = False,
    out: tuple[_ArrayLike, _ArrayLike] | None = None,
) -> Any: ...
@overload
def storage_offset(input: Tensor) -> int: ...
@overload
def storage_offset(input: _ArrayLike) -> Any: ...
@overload
def stride(input: Tensor, dim: int) -> int: ...
@overload
def stride(input: Tensor) -> Sequence[int]: ...
@overload
def stride(input: _ArrayLike, dim: int) -> Any: ...
@overload
def stride(input: _ArrayLike) -> Any: ...
@overload
def sub(
    input: Tensor | _Number,
    other: Tensor | _ArrayLike | _Number,
    *,
    alpha: _Number = 1,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def sub(
    input: Tensor | _Number,
    other: _Number,
    alpha: _Number = 1,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def sub(
    input: _ArrayLike | _Number,
    other: _ArrayLike | _Number,
    *,
    alpha: _Number = 1,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def sub(input: _ArrayLike | _Number, other: _Number, alpha: _Number = 1, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def sub_(input: Tensor, other: Tensor | _ArrayLike | _Number, *, alpha: _Number = 1) -> Tensor: ...
@overload
def sub_(input: Tensor, other: _Number, alpha: _Number = 1) -> Tensor: ...
@overload
def sub_(input: _ArrayLike, other: _ArrayLike | _Number, *, alpha: _Number = 1) -> Any: ...
@overload
def sub_(input: _ArrayLike, other: _Number, alpha: _Number = 1) -> Any: ...
@overload
def subtract(
    input: Tensor | _Number,
    other: Tensor | _ArrayLike | _Number,
    *,
    alpha: _Number = 1,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def subtract(input: Tensor | _Number, other: _Number, alpha: _Number = 1) -> Tensor: ...
@overload
def subtract(
    input: _ArrayLike | _Number,
    other: _ArrayLike | _Number,
    *,
    alpha: _Number = 1,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def subtract(input: _ArrayLike | _Number, other: _Number, alpha: _Number = 1) -> Any: ...
@overload
def subtract_(input: Tensor, other: Tensor | _ArrayLike | _Number, *, alpha: _Number = 1) -> Tensor: ...
@overload
def subtract_(input: Tensor, other: _Number, alpha: _Number = 1) -> Tensor: ...
@overload
def subtract_(input: _ArrayLike, other: _ArrayLike | _Number, *, alpha: _Number = 1) -> Any: ...
@overload
def subtract_(input: _ArrayLike, other: _Number, alpha: _Number = 1) -> Any: ...
@overload
def sum(
    input: Tensor,
    dim: int | Sequence[int] | None,
    keepdim: bool = False,
    *,
    dtype: dtype | None = None,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def sum(input: Tensor, *, dtype: dtype | None = None, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def sum(
    input: _ArrayLike,
    dim: int | Sequence[int] | None,
    keepdim: bool = False,
    *,
    dtype: dtype | None = None,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def sum(input: _ArrayLike, *, dtype: dtype | None = None, out: _ArrayLike | None = None) -> Any: ...
@overload
def sum_to_size(input: Tensor, size: Sequence[int]) -> Tensor: ...
@overload
def sum_to_size(input: Tensor, *size: int) -> Tensor: ...
@overload
def sum_to_size(input: _ArrayLike, size: Sequence[int]) -> Any: ...
@overload
def sum_to_size(input: _ArrayLike, *size: int) -> Any: ...
@overload
def svd(
    input: Tensor,
    some: bool = True,
    compute_uv: bool = True,
    *,
    out: tuple[Tensor, Tensor, Tensor] | None = None,
) -> return_types.svd: ...
@overload
def svd(
    input: _ArrayLike,
    some: bool = True,
    compute_uv: bool = True,
    *,
    out: tuple[_ArrayLike, _ArrayLike, _ArrayLike] | None = None,
) -> Any: ...
@overload
def swapaxes(input: Tensor, axis0: int, axis1: int) -> Tensor: ...
@overload
def swapaxes(input: _ArrayLike, axis0: int, axis1: int) -> Any: ...
@overload
def swapaxes_(input: Tensor, axis0: int, axis1: int) -> Tensor: ...
@overload
def swapaxes_(input: _ArrayLike, axis0: int, axis1: int) -> Any: ...
@overload
def swapdims(input: Tensor, dim0: int, dim1: int) -> Tensor: ...
@overload
def swapdims(input: _ArrayLike, dim0: int, dim1: int) -> Any: ...
@overload
def swapdims_(input: Tensor, dim0: int, dim1: int) -> Tensor: ...
@overload
def swapdims_(input: _ArrayLike, dim0: int, dim1: int) -> Any: ...
def sym_constrain_range(size: _Number, *, min: int | None = None, max: int | None = None) -> None: ...
def sym_constrain_range_for_size(size: _Number, *, min: int | None = None, max: int | None = None) -> None: ...
@overload
def sym_is_contiguous(input: Tensor, memory_format: memory_format = ...) -> bool: ...
@overload
def sym_is_contiguous(input: _ArrayLike, memory_format: memory_format = ...) -> Any: ...
@overload
def sym_numel(input: Tensor) -> int: ...
@overload
def sym_numel(input: _ArrayLike) -> Any: ...
@overload
def sym_size(input: Tensor, dim: int) -> int: ...
@overload
def sym_size(input: Tensor) -> Sequence[int]: ...
@overload
def sym_size(input: _ArrayLike, dim: int) -> Any: ...
@overload
def sym_size(input: _ArrayLike) -> Any: ...
@overload
def sym_storage_offset(input: Tensor) -> int: ...
@overload
def sym_storage_offset(input: _ArrayLike) -> Any: ...
@overload
def sym_stride(input: Tensor, dim: int) -> int: ...
@overload
def sym_stride(input: Tensor) -> Sequence[int]: ...
@overload
def sym_stride(input: _ArrayLike, dim: int) -> Any: ...
@overload
def sym_stride(input: _ArrayLike) -> Any: ...
@overload
def t(input: Tensor) -> Tensor: ...
@overload
def t(input: _ArrayLike) -> Any: ...
@overload
def t_(input: Tensor) -> Tensor: ...
@overload
def t_(input: _ArrayLike) -> Any: ...
@overload
def t_copy(input: Tensor, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def t_copy(input: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def take(input: Tensor, index: Tensor | _ArrayLike, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def take(input: _ArrayLike, index: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def take_along_dim(
    input: Tensor,
    indices: Tensor | _ArrayLike,
    dim: int | None = None,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def take_along_dim(
    input: _ArrayLike,
    indices: _ArrayLike,
    dim: int | None = None,
    *,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def tan(input: Tensor, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def tan(input: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def tan_(input: Tensor) -> Tensor: ...
@overload
def tan_(input: _ArrayLike) -> Any: ...
@overload
def tanh(input: Tensor, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def tanh(input: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def tanh_(input: Tensor) -> Tensor: ...
@overload
def tanh_(input: _ArrayLike) -> Any: ...
@overload
def tanh_backward(
    grad_output: Tensor,
    output: Tensor | _ArrayLike,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def tanh_backward(grad_output: _ArrayLike, output: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def tensor_split(input: Tensor, sections: int, dim: int = 0) -> tuple[Tensor, ...]: ...
@overload
def tensor_split(input: Tensor, indices: Sequence[int], dim: int = 0) -> tuple[Tensor, ...]: ...
@overload
def tensor_split(
    input: Tensor,
    tensor_indices_or_sections: Tensor | _ArrayLike,
    dim: int = 0,
) -> tuple[Tensor, ...]: ...
@overload
def tensor_split(input: _ArrayLike, sections: int, dim: int = 0) -> Any: ...
@overload
def tensor_split(input: _ArrayLike, indices: Sequence[int], dim: int = 0) -> Any: ...
@overload
def tensor_split(input: _ArrayLike, tensor_indices_or_sections: _ArrayLike, dim: int = 0) -> Any: ...
@overload
def threshold(
    input: Tensor,
    threshold: _Number,
    value: _Number,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def threshold(input: _ArrayLike, threshold: _Number, value: _Number, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def threshold_(input: Tensor, threshold: _Number, value: _Number) -> Tensor: ...
@overload
def threshold_(input: _ArrayLike, threshold: _Number, value: _Number) -> Any: ...
@overload
def threshold_backward(
    grad_output: Tensor,
    input: Tensor | _ArrayLike,
    threshold: _Number,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def threshold_backward(
    grad_output: _ArrayLike,
    input: _ArrayLike,
    threshold: _Number,
    *,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def tile(input: Tensor, dims: Sequence[int]) -> Tensor: ...
@overload
def tile(input: Tensor, *dims: int) -> Tensor: ...
@overload
def tile(input: _ArrayLike, dims: Sequence[int]) -> Any: ...
@overload
def tile(input: _ArrayLike, *dims: int) -> Any: ...
@overload
def to(
    input: Tensor,
    device: device | str,
    dtype: dtype,
    non_blocking: bool = False,
    copy: bool = False,
    memory_format: memory_format | None = None,
) -> Tensor: ...
@overload
def to(
    input: Tensor,
    dtype: dtype,
    non_blocking: bool = False,
    copy: bool = False,
    memory_format: memory_format | None = None,
) -> Tensor: ...
@overload
def to(
    input: Tensor,
    other: Tensor | _ArrayLike,
    non_blocking: bool = False,
    copy: bool = False,
    memory_format: memory_format | None = None,
) -> Tensor: ...
@overload
def to(
    input: Tensor,
    *,
    dtype: dtype | None = None,
    layout: layout | None = None,
    device: device | str | None = None,
    pin_memory: bool | None = None,
    non_blocking: bool = False,
    copy: bool = False,
    memory_format: memory_format | None = None,
    requires_grad: bool = False,
) -> Tensor: ...
@overload
def to(
    input: _ArrayLike,
    device: device | str,
    dtype: dtype,
    non_blocking: bool = False,
    copy: bool = False,
    memory_format: memory_format | None = None,
) -> Any: ...
@overload
def to(
    input: _ArrayLike,
    dtype: dtype,
    non_blocking: bool = False,
    copy: bool = False,
    memory_format: memory_format | None = None,
) -> Any: ...
@overload
def to(
    input: _ArrayLike,
    other: _ArrayLike,
    non_blocking: bool = False,
    copy: bool = False,
    memory_format: memory_format | None = None,
) -> Any: ...
@overload
def to(
    input: _ArrayLike,
    *,
    dtype: dtype | None = None,
    layout: layout | None = None,
    device: device | str | None = None,
    pin_memory: bool | None = None,
    non_blocking: bool = False,
    copy: bool = False,
    memory_format: memory_format | None = None,
    requires_grad: bool = False,
) -> Any: ...
@overload
def to_sparse(input: Tensor, sparse_dim: int) -> Tensor: ...
@overload
def to_sparse(
    input: Tensor,
    *,
    layout: layout | None = None,
    blocksize: int | Sequence[int] | None = None,
    dense_dim: int | None = None,
) -> Tensor: ...
@overload
def to_sparse(input: _ArrayLike, sparse_dim: int) -> Any: ...
@overload
def to_sparse(
    input: _ArrayLike,
    *,
    layout: layout | None = None,
    blocksize: int | Sequence[int] | None = None,
    dense_dim: int | None = None,
) -> Any: ...
@overload
def topk(
    input: Tensor,
    k: int,
    dim: int = -1,
    largest: bool = True,
    sorted: bool = True,
    *,
    out: tuple[Tensor, Tensor] | None = None,
) -> return_types.topk: ...
@overload
def topk(
    input: _ArrayLike,
    k: int,
    dim: int = -1,
    largest: bool = True,
    sorted: bool = True,
    *,
    out: tuple[_ArrayLike, _ArrayLike] | None = None,
) -> Any: ...
@overload
def trace(input: Tensor, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def trace(input: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def transpose(input: Tensor, dim0: int, dim1: int) -> Tensor: ...
@overload
def transpose(input: _ArrayLike, dim0: int, dim1: int) -> Any: ...
@overload
def transpose_(input: Tensor, dim0: int, dim1: int) -> Tensor: ...
@overload
def transpose_(input: _ArrayLike, dim0: int, dim1: int) -> Any: ...
@overload
def transpose_copy(input: Tensor, dim0: int, dim1: int, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def transpose_copy(input: _ArrayLike, dim0: int, dim1: int, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def trapezoid(y: Tensor, x: Tensor | _ArrayLike, *, dim: int = -1) -> Tensor: ...
@overload
def trapezoid(y: Tensor, *, dx: _Number = 1, dim: int = -1) -> Tensor: ...
@overload
def trapezoid(y: _ArrayLike, x: _ArrayLike, *, dim: int = -1) -> Any: ...
@overload
def trapezoid(y: _ArrayLike, *, dx: _Number = 1, dim: int = -1) -> Any: ...
@overload
def trapz(y: Tensor, x: Tensor | _ArrayLike, *, dim: int = -1) -> Tensor: ...
@overload
def trapz(y: Tensor, *, dx: float = 1.0, dim: int = -1) -> Tensor: ...
@overload
def trapz(y: _ArrayLike, x: _ArrayLike, *, dim: int = -1) -> Any: ...
@overload
def trapz(y: _ArrayLike, *, dx: float = 1.0, dim: int = -1) -> Any: ...
@overload
def triangular_solve(
    input: Tensor,
    A: Tensor | _ArrayLike,
    upper: bool = True,
    transpose: bool = False,
    unitriangular: bool = False,
    *,
    out: tuple[Tensor, Tensor] | None = None,
) -> return_types.triangular_solve: ...
@overload
def triangular_solve(
    input: _ArrayLike,
    A: _ArrayLike,
    upper: bool = True,
    transpose: bool = False,
    unitriangular: bool = False,
    *,
    out: tuple[_ArrayLike, _ArrayLike] | None = None,
) -> Any: ...
@overload
def tril(input: Tensor, diagonal: int = 0, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def tril(input: _ArrayLike, diagonal: int = 0, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def tril_(input: Tensor, diagonal: int = 0) -> Tensor: ...
@overload
def tril_(input: _ArrayLike, diagonal: int = 0) -> Any: ...
def tril_indices(
    row: int,
    col: int,
    offset: int = 0,
    *,
    dtype: dtype | None = ...,
    layout: layout | None = None,
    device: device | str | None = None,
    pin_memory: bool | None = None,
    requires_grad: bool = False,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def triplet_margin_loss(
    anchor: Tensor,
    positive: Tensor | _ArrayLike,
    negative: Tensor | _ArrayLike,
    margin: float = 1.0,
    p: float = 2.0,
    eps: float = 1e-06,
    swap: bool = False,
    reduction: int = 1,
) -> Tensor: ...
@overload
def triplet_margin_loss(
    anchor: _ArrayLike,
    positive: _ArrayLike,
    negative: _ArrayLike,
    margin: float = 1.0,
    p: float = 2.0,
    eps: float = 1e-06,
    swap: bool = False,
    reduction: int = 1,
) -> Any: ...
@overload
def triu(input: Tensor, diagonal: int = 0, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def triu(input: _ArrayLike, diagonal: int = 0, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def triu_(input: Tensor, diagonal: int = 0) -> Tensor: ...
@overload
def triu_(input: _ArrayLike, diagonal: int = 0) -> Any: ...
def triu_indices(
    row: int,
    col: int,
    offset: int = 0,
    *,
    dtype: dtype | None = ...,
    layout: layout | None = None,
    device: device | str | None = None,
    pin_memory: bool | None = None,
    requires_grad: bool = False,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def true_divide(
    input: Tensor | _Number,
    other: Tensor | _ArrayLike | _Number,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def true_divide(input: _ArrayLike | _Number, other: _ArrayLike | _Number, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def true_divide_(input: Tensor, other: Tensor | _ArrayLike | _Number) -> Tensor: ...
@overload
def true_divide_(input: _ArrayLike, other: _ArrayLike | _Number) -> Any: ...
@overload
def trunc(input: Tensor, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def trunc(input: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def trunc_(input: Tensor) -> Tensor: ...
@overload
def trunc_(input: _ArrayLike) -> Any: ...
@overload
def type_as(input: Tensor, other: Tensor | _ArrayLike) -> Tensor: ...
@overload
def type_as(input: _ArrayLike, other: _ArrayLike) -> Any: ...
@overload
def unbind(input: Tensor, dim: int = 0) -> tuple[Tensor, ...]: ...
@overload
def unbind(input: _ArrayLike, dim: int = 0) -> Any: ...
@overload
def unbind_copy(input: Tensor, dim: int = 0, *, out: Tensor | _ArrayLike | None = None) -> tuple[Tensor, ...]: ...
@overload
def unbind_copy(input: _ArrayLike, dim: int = 0, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def unflatten(input: Tensor, dim: int, sizes: Sequence[int]) -> Tensor: ...
@overload
def unflatten(input: _ArrayLike, dim: int, sizes: Sequence[int]) -> Any: ...
@overload
def unfold(input: Tensor, dimension: int, size: int, step: int) -> Tensor: ...
@overload
def unfold(input: _ArrayLike, dimension: int, size: int, step: int) -> Any: ...
@overload
def unfold_backward(
    grad_in: Tensor,
    input_sizes: Sequence[int],
    dim: int,
    size: int,
    step: int,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def unfold_backward(
    grad_in: _ArrayLike,
    input_sizes: Sequence[int],
    dim: int,
    size: int,
    step: int,
    *,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def unfold_copy(
    input: Tensor,
    dimension: int,
    size: int,
    step: int,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def unfold_copy(input: _ArrayLike, dimension: int, size: int, step: int, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def uniform(
    input: Tensor,
    from_: float = 0.0,
    /,
    to: float = 1.0,
    *,
    generator: Generator | None = None,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def uniform(
    input: _ArrayLike,
    from_: float = 0.0,
    /,
    to: float = 1.0,
    *,
    generator: Generator | None = None,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def uniform_(
    input: Tensor,
    from_: float = 0.0,
    /,
    to: float = 1.0,
    *,
    generator: Generator | None = None,
) -> Tensor: ...
@overload
def uniform_(
    input: _ArrayLike,
    from_: float = 0.0,
    /,
    to: float = 1.0,
    *,
    generator: Generator | None = None,
) -> Any: ...
@overload
def unique_dim(
    input: Tensor,
    dim: int,
    sorted: bool = True,
    return_inverse: bool = False,
    return_counts: bool = False,
    *,
    out: tuple[Tensor, Tensor, Tensor] | None = None,
) -> tuple[Tensor, Tensor, Tensor]: ...
@overload
def unique_dim(
    input: _ArrayLike,
    dim: int,
    sorted: bool = True,
    return_inverse: bool = False,
    return_counts: bool = False,
    *,
    out: tuple[_ArrayLike, _ArrayLike, _ArrayLike] | None = None,
) -> Any: ...
@overload
def unique_dim_consecutive(
    input: Tensor,
    dim: int,
    return_inverse: bool = False,
    return_counts: bool = False,
    *,
    out: tuple[Tensor, Tensor, Tensor] | None = None,
) -> tuple[Tensor, Tensor, Tensor]: ...
@overload
def unique_dim_consecutive(
    input: _ArrayLike,
    dim: int,
    return_inverse: bool = False,
    return_counts: bool = False,
    *,
    out: tuple[_ArrayLike, _ArrayLike, _ArrayLike] | None = None,
) -> Any: ...
@overload
def unsafe_chunk(input: Tensor, chunks: int, dim: int = 0) -> tuple[Tensor, ...]: ...
@overload
def unsafe_chunk(input: _ArrayLike, chunks: int, dim: int = 0) -> Any: ...
@overload
def unsafe_split(
    input: Tensor,
    split_size: int,
    dim: int = 0,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> tuple[Tensor, ...]: ...
@overload
def unsafe_split(input: _ArrayLike, split_size: int, dim: int = 0, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def unsafe_split_with_sizes(
    input: Tensor,
    split_sizes: Sequence[int],
    dim: int = 0,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> tuple[Tensor, ...]: ...
@overload
def unsafe_split_with_sizes(
    input: _ArrayLike,
    split_sizes: Sequence[int],
    dim: int = 0,
    *,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def unsqueeze(input: Tensor, dim: int) -> Tensor: ...
@overload
def unsqueeze(input: _ArrayLike, dim: int) -> Any: ...
@overload
def unsqueeze_(input: Tensor, dim: int) -> Tensor: ...
@overload
def unsqueeze_(input: _ArrayLike, dim: int) -> Any: ...
@overload
def unsqueeze_copy(input: Tensor, dim: int, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def unsqueeze_copy(input: _ArrayLike, dim: int, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def upsample_bicubic2d(
    input: Tensor,
    output_size: int | Sequence[int],
    align_corners: bool,
    scales_h: float | None = None,
    scales_w: float | None = None,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def upsample_bicubic2d(
    input: Tensor,
    output_size: Sequence[int] | None,
    align_corners: bool,
    scale_factors: Sequence[float] | None,
) -> Tensor: ...
@overload
def upsample_bicubic2d(
    input: _ArrayLike,
    output_size: int | Sequence[int],
    align_corners: bool,
    scales_h: float | None = None,
    scales_w: float | None = None,
    *,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def upsample_bicubic2d(
    input: _ArrayLike,
    output_size: Sequence[int] | None,
    align_corners: bool,
    scale_factors: Sequence[float] | None,
) -> Any: ...
@overload
def upsample_bilinear2d(
    input: Tensor,
    output_size: int | Sequence[int],
    align_corners: bool,
    scales_h: float | None = None,
    scales_w: float | None = None,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def upsample_bilinear2d(
    input: Tensor,
    output_size: Sequence[int] | None,
    align_corners: bool,
    scale_factors: Sequence[float] | None,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def upsample_bilinear2d(
    input: _ArrayLike,
    output_size: int | Sequence[int],
    align_corners: bool,
    scales_h: float | None = None,
    scales_w: float | None = None,
    *,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def upsample_bilinear2d(
    input: _ArrayLike,
    output_size: Sequence[int] | None,
    align_corners: bool,
    scale_factors: Sequence[float] | None,
    *,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def upsample_linear1d(
    input: Tensor,
    output_size: int | Sequence[int],
    align_corners: bool,
    scales: float | None = None,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def upsample_linear1d(
    input: Tensor,
    output_size: Sequence[int] | None,
    align_corners: bool,
    scale_factors: Sequence[float] | None,
) -> Tensor: ...
@overload
def upsample_linear1d(
    input: _ArrayLike,
    output_size: int | Sequence[int],
    align_corners: bool,
    scales: float | None = None,
    *,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def upsample_linear1d(
    input: _ArrayLike,
    output_size: Sequence[int] | None,
    align_corners: bool,
    scale_factors: Sequence[float] | None,
) -> Any: ...
@overload
def upsample_nearest1d(
    input: Tensor,
    output_size: int | Sequence[int],
    scales: float | None = None,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def upsample_nearest1d(
    input: Tensor,
    output_size: Sequence[int] | None,
    scale_factors: Sequence[float] | None,
) -> Tensor: ...
@overload
def upsample_nearest1d(
    input: _ArrayLike,
    output_size: int | Sequence[int],
    scales: float | None = None,
    *,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def upsample_nearest1d(
    input: _ArrayLike,
    output_size: Sequence[int] | None,
    scale_factors: Sequence[float] | None,
) -> Any: ...
@overload
def upsample_nearest2d(
    input: Tensor,
    output_size: int | Sequence[int],
    scales_h: float | None = None,
    scales_w: float | None = None,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def upsample_nearest2d(
    input: Tensor,
    output_size: Sequence[int] | None,
    scale_factors: Sequence[float] | None,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def upsample_nearest2d(
    input: _ArrayLike,
    output_size: int | Sequence[int],
    scales_h: float | None = None,
    scales_w: float | None = None,
    *,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def upsample_nearest2d(
    input: _ArrayLike,
    output_size: Sequence[int] | None,
    scale_factors: Sequence[float] | None,
    *,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def upsample_nearest3d(
    input: Tensor,
    output_size: int | Sequence[int],
    scales_d: float | None = None,
    scales_h: float | None = None,
    scales_w: float | None = None,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def upsample_nearest3d(
    input: Tensor,
    output_size: Sequence[int] | None,
    scale_factors: Sequence[float] | None,
) -> Tensor: ...
@overload
def upsample_nearest3d(
    input: _ArrayLike,
    output_size: int | Sequence[int],
    scales_d: float | None = None,
    scales_h: float | None = None,
    scales_w: float | None = None,
    *,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def upsample_nearest3d(
    input: _ArrayLike,
    output_size: Sequence[int] | None,
    scale_factors: Sequence[float] | None,
) -> Any: ...
@overload
def upsample_trilinear3d(
    input: Tensor,
    output_size: int | Sequence[int],
    align_corners: bool,
    scales_d: float | None = None,
    scales_h: float | None = None,
    scales_w: float | None = None,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def upsample_trilinear3d(
    input: Tensor,
    output_size: Sequence[int] | None,
    align_corners: bool,
    scale_factors: Sequence[float] | None,
) -> Tensor: ...
@overload
def upsample_trilinear3d(
    input: _ArrayLike,
    output_size: int | Sequence[int],
    align_corners: bool,
    scales_d: float | None = None,
    scales_h: float | None = None,
    scales_w: float | None = None,
    *,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def upsample_trilinear3d(
    input: _ArrayLike,
    output_size: Sequence[int] | None,
    align_corners: bool,
    scale_factors: Sequence[float] | None,
) -> Any: ...
@overload
def value_selecting_reduction_backward(
    grad: Tensor,
    dim: int,
    indices: Tensor | _ArrayLike,
    sizes: Sequence[int],
    keepdim: bool,
) -> Tensor: ...
@overload
def value_selecting_reduction_backward(
    grad: _ArrayLike,
    dim: int,
    indices: _ArrayLike,
    sizes: Sequence[int],
    keepdim: bool,
) -> Any: ...
@overload
def vander(x: Tensor, N: int | None = None, increasing: bool = False) -> Tensor: ...
@overload
def vander(x: _ArrayLike, N: int | None = None, increasing: bool = False) -> Any: ...
@overload
def var(input: Tensor, unbiased: bool = True) -> Tensor: ...
@overload
def var(
    input: Tensor,
    dim: int | Sequence[int] | None,
    unbiased: bool = True,
    keepdim: bool = False,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def var(
    input: Tensor,
    dim: int | Sequence[int] | None = None,
    *,
    correction: _Number | None = None,
    keepdim: bool = False,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def var(input: _ArrayLike, unbiased: bool = True) -> Any: ...
@overload
def var(
    input: _ArrayLike,
    dim: int | Sequence[int] | None,
    unbiased: bool = True,
    keepdim: bool = False,
    *,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def var(
    input: _ArrayLike,
    dim: int | Sequence[int] | None = None,
    *,
    correction: _Number | None = None,
    keepdim: bool = False,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def var_mean(input: Tensor, unbiased: bool = True) -> tuple[Tensor, Tensor]: ...
@overload
def var_mean(
    input: Tensor,
    dim: int | Sequence[int] | None,
    unbiased: bool = True,
    keepdim: bool = False,
) -> tuple[Tensor, Tensor]: ...
@overload
def var_mean(
    input: Tensor,
    dim: int | Sequence[int] | None = None,
    *,
    correction: _Number | None = None,
    keepdim: bool = False,
    out: tuple[Tensor, Tensor] | None = None,
) -> tuple[Tensor, Tensor]: ...
@overload
def var_mean(input: _ArrayLike, unbiased: bool = True) -> Any: ...
@overload
def var_mean(
    input: _ArrayLike,
    dim: int | Sequence[int] | None,
    unbiased: bool = True,
    keepdim: bool = False,
) -> Any: ...
@overload
def var_mean(
    input: _ArrayLike,
    dim: int | Sequence[int] | None = None,
    *,
    correction: _Number | None = None,
    keepdim: bool = False,
    out: tuple[_ArrayLike, _ArrayLike] | None = None,
) -> Any: ...
@overload
def vdot(input: Tensor, other: Tensor | _ArrayLike, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def vdot(input: _ArrayLike, other: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def view(input: Tensor, size: Sequence[int]) -> Tensor: ...
@overload
def view(input: Tensor, dtype: dtype) -> Tensor: ...
@overload
def view(input: Tensor, *size: int) -> Tensor: ...
@overload
def view(input: _ArrayLike, size: Sequence[int]) -> Any: ...
@overload
def view(input: _ArrayLike, dtype: dtype) -> Any: ...
@overload
def view(input: _ArrayLike, *size: int) -> Any: ...
@overload
def view_as(input: Tensor, other: Tensor | _ArrayLike) -> Tensor: ...
@overload
def view_as(input: _ArrayLike, other: _ArrayLike) -> Any: ...
@overload
def view_as_complex(input: Tensor) -> Tensor: ...
@overload
def view_as_complex(input: _ArrayLike) -> Any: ...
@overload
def view_as_complex_copy(input: Tensor, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def view_as_complex_copy(input: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def view_as_real(input: Tensor) -> Tensor: ...
@overload
def view_as_real(input: _ArrayLike) -> Any: ...
@overload
def view_as_real_copy(input: Tensor, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def view_as_real_copy(input: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def view_copy(input: Tensor, size: Sequence[int], *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def view_copy(input: Tensor, dtype: dtype, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def view_copy(input: Tensor, *size: int, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def view_copy(input: _ArrayLike, size: Sequence[int], *, out: _ArrayLike | None = None) -> Any: ...
@overload
def view_copy(input: _ArrayLike, dtype: dtype, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def view_copy(input: _ArrayLike, *size: int, out: _ArrayLike | None = None) -> Any: ...
@overload
def vsplit(input: Tensor, sections: int) -> tuple[Tensor, ...]: ...
@overload
def vsplit(input: Tensor, indices: Sequence[int]) -> tuple[Tensor, ...]: ...
@overload
def vsplit(input: Tensor, *indices: int) -> tuple[Tensor, ...]: ...
@overload
def vsplit(input: _ArrayLike, sections: int) -> Any: ...
@overload
def vsplit(input: _ArrayLike, indices: Sequence[int]) -> Any: ...
@overload
def vsplit(input: _ArrayLike, *indices: int) -> Any: ...
@overload
def vstack(tensors: Sequence[Tensor], *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def vstack(tensors: Sequence[_ArrayLike], *, out: _ArrayLike | None = None) -> Any: ...
@overload
def where(
    condition: Tensor,
    input: Tensor | _ArrayLike,
    other: Tensor | _ArrayLike,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def where(condition: Tensor, input: Tensor | _ArrayLike | _Number, other: _Number) -> Tensor: ...
@overload
def where(condition: Tensor, input: _Number, other: Tensor | _ArrayLike) -> Tensor: ...
@overload
def where(condition: Tensor) -> tuple[Tensor, ...]: ...
@overload
def where(condition: _ArrayLike, input: _ArrayLike, other: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def where(condition: _ArrayLike, input: _ArrayLike | _Number, other: _Number) -> Any: ...
@overload
def where(condition: _ArrayLike, input: _Number, other: _ArrayLike) -> Any: ...
@overload
def where(condition: _ArrayLike) -> Any: ...
@overload
def xlogy(input: Tensor, other: Tensor | _ArrayLike | _Number, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def xlogy(input: _Number, other: Tensor | _ArrayLike, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def xlogy(input: _ArrayLike, other: _ArrayLike | _Number, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def xlogy_(input: Tensor, other: Tensor | _ArrayLike | _Number) -> Tensor: ...
@overload
def xlogy_(input: _ArrayLike, other: _ArrayLike | _Number) -> Any: ...
@overload
def zero(input: Tensor, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def zero(input: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def zero_(input: Tensor) -> Tensor: ...
@overload
def zero_(input: _ArrayLike) -> Any: ...
@overload
def zeros(
    size: Sequence[int],
    *,
    dtype: dtype | None = None,
    layout: layout | None = None,
    device: device | str | None = None,
    pin_memory: bool | None = None,
    requires_grad: bool = False,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def zeros(
    *size: int,
    dtype: dtype | None = None,
    layout: layout | None = None,
    device: device | str | None = None,
    pin_memory: bool | None = None,
    requires_grad: bool = False,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def zeros_like(
    input: Tensor,
    *,
    dtype: dtype | None = None,
    layout: layout | None = None,
    device: device | str | None = None,
    pin_memory: bool | None = None,
    memory_format: memory_format | None = None,
    requires_grad: bool = False,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def zeros_like(
    input: _ArrayLike,
    *,
    dtype: dtype | None = None,
    layout: layout | None = None,
    device: device | str | None = None,
    pin_memory: bool | None = None,
    memory_format: memory_format | None = None,
    requires_grad: bool = False,
    out: _ArrayLike | None = None,
) -> Any: ...
