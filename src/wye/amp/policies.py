"""Which operators autocast casts, and how: a table by device, policy and operator.  Data only; as in PyTorch 2.13.

The policies:
    lower     floating-point arguments become the dtype of the block (bfloat16 or float16)
    fp32      they become float32
    promote   they become the widest dtype among them
    set_dtype the argument ``dtype`` becomes float32 where none is given: the operator casts by itself
    append    as `set_dtype`, for operators whose overload with a ``dtype`` is another one
    banned    the call is refused
An operator that is in no list keeps its arguments; so do in-place and ``out`` variants.
"""

from __future__ import annotations

from typing import Final

__all__ = ["BANNED_MESSAGES", "POLICIES", "WITH_DTYPE"]

_LOWER_EVERYWHERE: Final = """
    addbmm addmm baddbmm bmm conv1d conv2d conv3d conv_tbc conv_transpose1d conv_transpose2d.input linear matmul mm
    prelu scaled_dot_product_attention _convolution.deprecated
"""
_LOSSES: Final = """
    binary_cross_entropy_with_logits cosine_embedding_loss hinge_embedding_loss huber_loss kl_div l1_loss
    margin_ranking_loss mse_loss multi_margin_loss multilabel_margin_loss nll_loss nll_loss2d poisson_nll_loss
    smooth_l1_loss soft_margin_loss triplet_margin_loss cdist
"""
_CPU: Final = {
    "lower": f"""
        {_LOWER_EVERYWHERE} _addmm_activation _native_multi_head_attention conv1d.padding conv2d.padding conv3d.padding
        conv_transpose3d.input linalg_vecdot mkldnn_rnn_layer
    """,
    "fp32": f"""
        {_LOSSES} _grid_sampler_2d_cpu_fallback _lu_with_info adaptive_avg_pool3d adaptive_max_pool3d avg_pool3d
        binary_cross_entropy cholesky cholesky_inverse cholesky_solve cross_entropy_loss ctc_loss.IntList
        ctc_loss.Tensor fake_quantize_per_tensor_affine fft_fft fft_fft2 fft_fftn fft_hfft fft_ifft fft_ifft2 fft_ifftn
        fft_ihfft fft_irfft fft_irfft2 fft_irfftn fft_rfft fft_rfft2 fft_rfftn fractional_max_pool2d
        fractional_max_pool3d geqrf grid_sampler grid_sampler_2d grid_sampler_3d inverse linalg_cholesky
        linalg_cholesky_ex linalg_cond linalg_cond.p_str linalg_eig linalg_eigh linalg_eigvals linalg_eigvalsh
        linalg_householder_product linalg_inv linalg_inv_ex linalg_lstsq linalg_matrix_rank
        linalg_matrix_rank.atol_rtol_float linalg_matrix_rank.atol_rtol_tensor linalg_matrix_rank.tol_tensor linalg_qr
        linalg_solve linalg_svd linalg_svdvals linalg_tensorinv linalg_tensorsolve lu_solve max_pool3d max_unpool2d
        max_unpool3d multilabel_margin_loss_forward nanquantile nanquantile.scalar orgqr ormqr pinverse polar prod
        prod.dim_int qr quantile quantile.scalar reflection_pad1d reflection_pad2d replication_pad1d replication_pad2d
        replication_pad3d stft stft.center svd trace triangular_solve view_as_complex
    """,
    "promote": "cat index_copy stack",
}
_LOWER_ON_ACCELERATORS: Final = f"""
    {_LOWER_EVERYWHERE} _convolution addmv addr chain_matmul convolution einsum linalg_multi_dot lstm_cell mv
"""
_FP32_ON_ACCELERATORS: Final = f"""
    {_LOSSES} acos asin cosh cosine_similarity dist erfinv exp expm1 frobenius_norm.dim group_norm layer_norm log log10
    log1p log2 logsumexp native_layer_norm nuclear_norm nuclear_norm.dim pdist pow.Scalar pow.Tensor_Scalar
    pow.Tensor_Tensor reciprocal renorm rsqrt sinh softplus tan
"""
_TAKING_DTYPE: Final = """
    cumprod cumsum linalg_matrix_norm linalg_matrix_norm.str_ord linalg_vector_norm log_softmax.int prod prod.dim_int
    softmax.int sum sum.dim_IntList
"""
_PROMOTE_ON_ACCELERATORS: Final = """
    addcdiv addcmul atan2 bilinear cross dot grid_sampler index_put scatter_add tensordot
"""
_XPU: Final = {
    "lower": f"""
        {_LOWER_ON_ACCELERATORS} _scaled_dot_product_flash_attention _thnn_fused_gru_cell _thnn_fused_lstm_cell
        conv_transpose3d.input gru_cell linalg_vecdot rnn_relu_cell rnn_tanh_cell
    """,
    "fp32": f"""
        {_FP32_ON_ACCELERATORS} _upsample_bicubic2d_aa _upsample_bilinear2d_aa _upsample_nearest_exact1d
        _upsample_nearest_exact2d _upsample_nearest_exact3d rms_norm upsample_bicubic2d upsample_bilinear2d
        upsample_linear1d upsample_nearest1d upsample_nearest2d upsample_nearest3d upsample_trilinear3d
    """,
    "promote": f"{_PROMOTE_ON_ACCELERATORS} vdot",
    "set_dtype": _TAKING_DTYPE,
    "append": "norm.Scalar norm.ScalarOpt_dim",
    "banned": "binary_cross_entropy",
}
_CUDA: Final = {**_XPU, "lower": f"{_XPU['lower']} cudnn_convolution cudnn_convolution_transpose"}
_MPS: Final = {
    "lower": f"{_LOWER_ON_ACCELERATORS} _mps_convolution",
    "fp32": f"{_FP32_ON_ACCELERATORS} {_TAKING_DTYPE} batch_norm conv_transpose3d.input",
    "promote": _PROMOTE_ON_ACCELERATORS,
}


def _by_operator(policies: dict[str, str]) -> dict[str, str]:
    return {name: policy for policy, names in policies.items() for name in names.split()}


# By device type, then by operator.
POLICIES: Final = {
    device: _by_operator(policies)
    for device, policies in {
        "cpu": _CPU, "cuda": _CUDA, "maia": _XPU, "mps": _MPS, "mtia": _XPU, "xpu": _XPU,
    }.items()
}  # fmt: skip
# The overload with a ``dtype`` of those that `append` it.
WITH_DTYPE: Final = {"norm.Scalar": "norm.ScalarOpt_dtype", "norm.ScalarOpt_dim": "norm.ScalarOpt_dim_dtype"}
BANNED_MESSAGES: Final = {
    "binary_cross_entropy": (
        "binary_cross_entropy and BCELoss are unsafe to autocast: sigmoid of float16 loses too much before the "
        "logarithm.",
        "binary_cross_entropy_with_logits takes both in one step, and is safe to autocast",
    )
}
