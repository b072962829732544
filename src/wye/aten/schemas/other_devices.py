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
_efficient_attention_forward(Tensor query, Tensor key, Tensor value, Tensor? bias, Tensor? cu_seqlens_q, Tensor? cu_seqlens_k, SymInt? max_seqlen_q, SymInt? max_seqlen_k, float dropout_p, int custom_mask_type, bool compute_log_sumexp=False, *, float? scale=None, Tensor? seqlen_k=None, int? window_size=None) -> (Tensor output, Tensor logsumexp, Tensor philox_seed, Tensor philox_offset, SymInt max_seqlen_batch_q, SymInt max_seqlen_batch_k) | nondeterministic_seeded pt2_compliant_tag | no_rule(cuda_only)
_flash_attention_forward(Tensor query, Tensor key, Tensor value, Tensor? cum_seq_q, Tensor? cum_seq_k, SymInt max_q, SymInt max_k, float dropout_p, bool is_causal, bool return_debug_mask, *, float? scale=None, SymInt? window_size_left=None, SymInt? window_size_right=None, Tensor? seqused_k=None, Tensor? alibi_slopes=None, Tensor? block_table=None, int? num_splits=None) -> (Tensor output, Tensor softmax_logsumexp, Tensor rng_state, Tensor unused, Tensor debug_attn_mask) | nondeterministic_seeded pt2_compliant_tag | no_rule(cuda_only)
to_sparse.sparse_dim(Tensor self, int sparse_dim) -> Tensor | pt2_compliant_tag | no_rule(layout)
to_sparse(Tensor self, *, Layout? layout=None, int[2]? blocksize=None, int? dense_dim=None) -> Tensor | pt2_compliant_tag | no_rule(layout)
_to_sparse.sparse_dim(Tensor self, int sparse_dim) -> Tensor | pt2_compliant_tag | no_rule(layout)
_to_sparse(Tensor self, *, Layout? layout=None, int[2]? blocksize=None, int? dense_dim=None) -> Tensor | pt2_compliant_tag | no_rule(layout)
"""  # noqa: E501 - one schema is one line
