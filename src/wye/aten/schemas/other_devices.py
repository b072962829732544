"""Schemas of operators that have kernels only for devices and layouts that wye does not have.

Programs look them up, for tables of operators; a call says that there is no kernel.
"""

from __future__ import annotations

__all__ = ["SCHEMAS"]

SCHEMAS = """
cudnn_batch_norm(Tensor input, Tensor weight, Tensor? bias, Tensor? running_mean, Tensor? running_var, bool training, float exponential_average_factor, float epsilon) -> (Tensor, Tensor, Tensor, Tensor) | pt2_compliant_tag | no_rule(cuda_only)
cudnn_grid_sampler(Tensor self, Tensor grid) -> Tensor output | pt2_compliant_tag | no_rule(cuda_only)
miopen_batch_norm(Tensor input, Tensor weight, Tensor? bias, Tensor? running_mean, Tensor? running_var, bool training, float exponential_average_factor, float epsilon) -> (Tensor, Tensor, Tensor) | pt2_compliant_tag | no_rule(cuda_only)
_use_cudnn_ctc_loss(Tensor log_probs, Tensor targets, int[] input_lengths, int[] target_lengths, int blank) -> bool | pt2_compliant_tag | no_rule(cuda_only)
_use_cudnn_ctc_loss.Tensor(Tensor log_probs, Tensor targets, Tensor input_lengths, Tensor target_lengths, int blank) -> bool | pt2_compliant_tag | no_rule(cuda_only)
to_sparse.sparse_dim(Tensor self, int sparse_dim) -> Tensor | pt2_compliant_tag | no_rule(layout)
to_sparse(Tensor self, *, Layout? layout=None, int[2]? blocksize=None, int? dense_dim=None) -> Tensor | pt2_compliant_tag | no_rule(layout)
_to_sparse.sparse_dim(Tensor self, int sparse_dim) -> Tensor | pt2_compliant_tag | no_rule(layout)
_to_sparse(Tensor self, *, Layout? layout=None, int[2]? blocksize=None, int? dense_dim=None) -> Tensor | pt2_compliant_tag | no_rule(layout)
"""  # noqa: E501 - one schema is one line
