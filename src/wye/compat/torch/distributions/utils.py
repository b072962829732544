"""`torch.distributions.utils`.  Aliases only."""

from __future__ import annotations

from wye.distributions.parameters import (
    broadcast_all,
    clamp_probs,
    euler_constant,
    lazy_property,
    logits_to_probs,
    probs_to_logits,
    tril_matrix_to_vec,
    vec_to_tril_matrix,
)
from wye.distributions.parameters import standard_normal as _standard_normal
from wye.distributions.parameters import sum_rightmost as _sum_rightmost

__all__ = [
    "_standard_normal",
    "_sum_rightmost",
    "broadcast_all",
    "clamp_probs",
    "euler_constant",
    "lazy_property",
    "logits_to_probs",
    "probs_to_logits",
    "tril_matrix_to_vec",
    "vec_to_tril_matrix",
]
