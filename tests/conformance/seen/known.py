"""Known differences of what a dispatch mode sees: the calls and operators, each with its reason."""

from __future__ import annotations

from typing import Final

__all__ = ["COMPOSITES", "MISSING", "SEEN"]

_FACTORY: Final = "factories do not pass the device, the layout and pin_memory on as PyTorch's functions do"
_MAKING: Final = "data goes in and out without an operator that PyTorch has for it"
_OPERATORS: Final = "PyTorch ends in an operator that is not in the set"
_NO_OPERATOR: Final = "a question about dtypes, which no tensor takes part in, is answered without an operator"
_OUT: Final = "an output of a composite is stored with copy_, not by the last operator of the way"
_CHOICE: Final = "another overload of the operator is chosen"
_OTHERS: Final = "computed otherwise"

# Public calls.
SEEN: Final = {
    **dict.fromkeys((
        "torch.zeros(2, 3)", "torch.zeros((2, 3), dtype=torch.int64)", 'torch.zeros(2, 3, device="cpu")',
        'torch.zeros(2, device="meta")', "torch.zeros(())", "torch.ones(2, 3)",
        'torch.ones([2], dtype=torch.float64, device="cpu")', "torch.empty(2, 3)",
        "torch.empty((2, 3, 4, 5), memory_format=torch.channels_last)", "torch.empty_strided((2, 3), (3, 1))",
        "torch.full((2, 3), 1.5)", "torch.full((2,), 3)", "torch.full((2,), True)",
        "torch.full((2, 3), 7, dtype=torch.float32)", "torch.arange(5)", "torch.arange(1, 5)",
        "torch.arange(1, 5, 2)", "torch.arange(5.0)", "torch.arange(0, 1, 0.25, dtype=torch.float64)",
        'torch.arange(5, device="cpu")', "torch.linspace(0, 1, 5)", "torch.logspace(0, 1, 5)", "torch.eye(3)",
        "torch.eye(3, 4)", "torch.eye(3, dtype=torch.int64)", "torch.scalar_tensor(2.0)", "torch.rand(2, 3)",
        "torch.randn(2, 3)", "torch.randn((2, 3), dtype=torch.float64)", "torch.randint(5, (2, 3))",
        "torch.randint(1, 5, (2, 3))", "torch.randperm(4)", "torch.normal(0.0, 1.0, (2, 2))",
        "torch.tril_indices(3, 3)", "torch.triu_indices(3, 3)", "torch.zeros_like(x)",
        "torch.zeros_like(x, dtype=torch.int64)", "torch.ones_like(x)", "torch.ones_like(i, dtype=torch.float32)",
        "torch.empty_like(x)", 'torch.empty_like(x, device="cpu")', "torch.full_like(x, 2)",
        "torch.full_like(x, 2, dtype=torch.int32)", "torch.rand_like(x)", "torch.randn_like(x)",
        "torch.randint_like(x, 5)", "torch.randint_like(x, 1, 5)", "x.new_zeros(2, 3)", "x.new_zeros((2, 3))",
        "x.new_zeros((2,), dtype=torch.int64)", "x.new_ones(2)", "x.new_empty(2, 3)",
        "x.new_empty((2,), dtype=torch.bool)", "x.new_full((2, 3), 1.5)", "x.new_full((2,), 4)",
        "x.new_tensor([1.0, 2.0])", "x.new_tensor(3)", "x.new_tensor([1, 2], dtype=torch.int64)",
        "x.new_empty_strided((2, 3), (3, 1))", "torch.tensor([1.0, 2.0])", "torch.tensor(3)",
        "torch.tensor([[1, 2], [3, 4]])", "torch.tensor([1, 2], dtype=torch.float64)",
        'torch.tensor(2.5, dtype=torch.float32, device="cpu")', "torch.tensor([])", "torch.tensor([True, False])",
        "torch.tensor(np.ones(3))", "torch.tensor(np.ones(3), dtype=torch.float32)", "torch.as_tensor([1.0, 2.0])",
        "torch.as_tensor(np.ones(3))", "torch.as_tensor(np.ones(3), dtype=torch.float32)",
        "torch.from_numpy(np.ones((2, 2)))", "torch.asarray([1.0, 2.0])", "torch.asarray(np.ones(3))", "x[True]",
        "torch.fft.fftfreq(5)", "torch.fft.rfftfreq(5)", "F.pixel_shuffle(img.new_ones(1, 4, 2, 2), 2)",
        "F.channel_shuffle(img.new_ones(1, 4, 2, 2), 2)", "torch.pixel_shuffle(img.new_ones(1, 4, 2, 2), 2)",
        "torch.grid_sampler(img, img.new_zeros(2, 4, 4, 2), 0, 0, False)",
    ), _FACTORY),
    **dict.fromkeys((
        "torch.as_tensor(x, dtype=torch.float64)", "x.detach().numpy()", "x.numpy()", "x.data", "s.item()",
        "i[0, 0].item()", "float(s)", "int(s)", "bool(s)", "complex(s)", "m.any().item()", "x.view(torch.int32)",
        "1.0 in x",
    ), _MAKING),
    **dict.fromkeys((
        "torch.can_cast(torch.float32, torch.int64)", "torch.promote_types(torch.float32, torch.int64)",
    ), _NO_OPERATOR),
    **dict.fromkeys((
        "i << 1", "i >> i", "i <<= 1", "i >>= 1", "x.std()", "x.std(0)", "x.var()", "x.var(0)", "torch.var_mean(x)",
        "torch.var_mean(x, 0)", "x.norm()", "x.norm(2)", "x.norm(1)", "x.norm(2, 0)", "x.norm(p=1, dim=1)",
        "torch.norm(x)", "torch.norm(x, 2)", "torch.norm(x, p=3, dim=0, keepdim=True)",
        'torch.norm(x, p=float("inf"))', "torch.linalg.pinv(x)", "F.elu(x)", "F.hardtanh(x)",
    ), _CHOICE),
    **dict.fromkeys((
        "torch.std(x, 0, out=v)", "torch.matmul(x, w, out=o35)", "torch.linalg.inv(sq, out=sq.clone())",
    ), _OUT),
    **dict.fromkeys((
        "torch.bilinear(x, y, b2.new_ones(2, 4, 4), None)", "F.scaled_dot_product_attention(b, b, b)",
        "F.scaled_dot_product_attention(b[None], b[None], b[None], is_causal=True)",
        "F.bilinear(x, y, b2.new_ones(2, 4, 4))",
    ), _OPERATORS),
}  # fmt: skip

# Functions that do not exist yet, or do not take such arguments.
MISSING: Final = dict.fromkeys((
    "adaptive_avg_pool2d", "adaptive_avg_pool3d", "adaptive_max_pool1d", "adaptive_max_pool2d", "affine_grid",
    "alpha_dropout", "bartlett_window", "batch_norm", "binary_cross_entropy", "binary_cross_entropy_with_logits",
    "blackman_window", "block_diag", "broadcast_tensors", "cartesian_prod", "chain_matmul", "cholesky_inverse",
    "cholesky_solve", "corrcoef", "cosine_embedding_loss", "cov", "cross_entropy", "ctc_loss", "dropout",
    "dropout2d", "einsum", "embedding", "embedding_bag", "entr", "feature_alpha_dropout", "fold",
    "gaussian_nll_loss", "gradient", "grid_sample", "gru_cell", "gumbel_softmax", "hamming_window", "hann_window",
    "hinge_embedding_loss", "huber_loss", "i0", "instance_norm", "interpolate", "isin", "isreal", "kaiser_window",
    "kl_div", "l1_loss", "local_response_norm", "log_softmax", "lp_pool2d", "lstm_cell", "lstsq", "lu", "lu_factor",
    "margin_ranking_loss", "matrix_exp", "max_pool1d", "max_pool2d", "max_pool3d", "meshgrid", "mse_loss",
    "multi_margin_loss", "multigammaln", "multilabel_margin_loss", "multilabel_soft_margin_loss", "mvlgamma", "ndtr",
    "nll_loss", "nonzero", "norm", "normalize", "poisson_nll_loss", "polygamma", "rrelu", "smooth_l1_loss",
    "soft_margin_loss", "softmax", "softmin", "softsign", "stft", "tanhshrink", "tensordot", "trapz",
    "triplet_margin_loss", "unfold", "unique", "upsample", "vander", "where",
), "not there")  # fmt: skip

# Operators that are composite in PyTorch.
COMPOSITES: Final = {
    **dict.fromkeys((
        "argsort.stable_out", "chain_matmul.out", "column_stack.out", "concat.out", "concatenate.out", "cross.out",
        "diag.out", "dstack.out", "fft_fft.out", "fft_fft2.out", "fft_fftn.out", "fft_hfft.out", "fft_hfft2.out",
        "fft_hfftn.out", "fft_ifft.out", "fft_ifft2.out", "fft_ifftn.out", "fft_ihfft.out", "fft_ihfft2.out",
        "fft_ihfftn.out", "fft_irfft.out", "fft_irfft2.out", "fft_irfftn.out", "fft_rfft.out", "fft_rfft2.out",
        "fft_rfftn.out", "frobenius_norm.out", "ger.out", "hstack.out", "inner.out", "inverse.out", "kron.out",
        "linalg_cholesky.out", "linalg_cond.out", "linalg_cond.p_str_out", "linalg_det.out", "linalg_eigh.eigvals",
        "linalg_eigvalsh.out", "linalg_inv.out", "linalg_matmul.out", "linalg_matrix_norm.out",
        "linalg_matrix_norm.str_ord_out", "linalg_matrix_power.out", "linalg_matrix_rank.atol_rtol_float_out",
        "linalg_matrix_rank.atol_rtol_tensor_out", "linalg_matrix_rank.out", "linalg_matrix_rank.out_tol_tensor",
        "linalg_multi_dot.out", "linalg_norm.ord_str_out", "linalg_norm.out", "linalg_pinv.atol_rtol_float_out",
        "linalg_pinv.out", "linalg_pinv.out_rcond_tensor", "linalg_slogdet.out", "linalg_solve.out",
        "linalg_solve_ex.out", "linalg_svd.U", "linalg_svdvals.out", "linalg_tensorinv.out",
        "linalg_tensorsolve.out", "linalg_vecdot.out", "log_sigmoid.out", "matmul.out", "matrix_power.out",
        "msort.out", "nanmean.out", "nanquantile.out", "nanquantile.scalar_out", "nll_loss.out", "nll_loss2d.out",
        "nuclear_norm.dim_out", "nuclear_norm.out", "outer.out", "qr.Q", "quantile.out", "quantile.scalar_out",
        "row_stack.out", "slogdet.out", "special_round.out", "std.out", "svd.U", "take_along_dim.out",
        "tensordot.out", "var.out", "vstack.out",
    ), _OUT),
    **dict.fromkeys((
        "_fused_rms_norm", "batch_norm", "bilinear", "conv1d.padding", "conv_transpose2d.input",
        "cosine_embedding_loss", "embedding_bag", "embedding_bag.padding_idx", "hinge_embedding_loss", "rms_norm",
        "set_.source_Tensor_storage_offset",
    ), _OTHERS),
}  # fmt: skip
