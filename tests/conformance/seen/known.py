"""Known differences of what a dispatch mode sees: the calls and operators, each with its reason."""

from __future__ import annotations

from typing import Final

__all__ = ["COMPOSITES", "MISSING", "SEEN"]

_OPERATORS: Final = (
    "PyTorch ends in an operator that is not in the set: "
    "_trilinear, _embedding_bag_forward_only, _safe_softmax, flash attention"
)
_NO_OPERATOR: Final = "a question about dtypes, which no tensor takes part in, is answered without an operator"
_OUT: Final = "an output of a composite is stored with copy_, not by the last operator on the way"
_BINDING: Final = "PyTorch's binding of this method detaches once more"
_COMPLEX: Final = "complex numbers are convolved in one operator, not in three of real ones"
_STORAGE: Final = "storages are handed on by tensors"
_PRECISION: Final = "a Python float goes to the operator as it is, not rounded to single precision first"
_OTHERWISE: Final = "the same result by other operators, or with another memory format"

# Public calls.
SEEN: Final = {
    **dict.fromkeys((
        "torch.vander(v)", "torch.rrelu(x)", "torch.gradient(v)", "F.gumbel_softmax(x)", "torch.cov(x)",
        "torch.corrcoef(x)", "torch.linalg.vander(v)", "torch.stft(seq[0], 4, return_complex=True)", "F.rrelu(x)",
        "F.ctc_loss(seq.log_softmax(2), idx.new_ones(3, 2), idx, idx)",
    ), _OTHERWISE),
    **dict.fromkeys((
        "torch.can_cast(torch.float32, torch.int64)", "torch.promote_types(torch.float32, torch.int64)",
    ), _NO_OPERATOR),
    **dict.fromkeys((
        "x.view(torch.int32)",
    ), _BINDING),
    **dict.fromkeys((
        "torch.matmul(x, w, out=o35)", "torch.linalg.inv(sq, out=sq.clone())",
    ), _OUT),
    **dict.fromkeys((
        "torch.bilinear(x, y, b2.new_ones(2, 4, 4), None)", "F.embedding_bag(i, e)",
        "F.scaled_dot_product_attention(b, b, b)",
        "F.scaled_dot_product_attention(b[None], b[None], b[None], is_causal=True)",
        "F.bilinear(x, y, b2.new_ones(2, 4, 4))",
    ), _OPERATORS),
}  # fmt: skip

# Functions that are not there.
MISSING: Final = dict.fromkeys((
    "torch.gru_cell", "torch.lstm_cell", "torch.mvlgamma", "torch.polygamma", "torch.special.entr",
    "torch.special.i0", "torch.special.multigammaln", "torch.special.ndtr", "torch.special.polygamma",
), "its operator is not in the set")  # fmt: skip

# Operators that are composite in PyTorch.
COMPOSITES: Final = {
    **dict.fromkeys((
        "chain_matmul.out", "column_stack.out", "concat.out", "concatenate.out", "cross.out", "diag.out",
        "dstack.out", "fft_fft.out", "fft_fft2.out", "fft_fftn.out", "fft_hfft.out", "fft_hfft2.out",
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
        "nanmean.out", "nanquantile.out", "nanquantile.scalar_out", "nll_loss.out", "nll_loss2d.out",
        "nuclear_norm.dim_out", "nuclear_norm.out", "outer.out", "qr.Q", "quantile.out", "quantile.scalar_out",
        "row_stack.out", "slogdet.out", "special_round.out", "svd.U", "take_along_dim.out", "tensordot.out",
        "vstack.out",
    ), _OUT),
    **dict.fromkeys((
        "_fused_rms_norm", "rms_norm",
    ), _PRECISION),
    **dict.fromkeys((
        "batch_norm",
    ), _OTHERWISE),
    **dict.fromkeys((
        "bilinear", "embedding_bag", "embedding_bag.padding_idx",
    ), _OPERATORS),
    **dict.fromkeys((
        "conv1d.padding", "conv_transpose2d.input",
    ), _COMPLEX),
    **dict.fromkeys((
        "set_.source_Tensor_storage_offset",
    ), _STORAGE),
}  # fmt: skip
