"""`torch.testing._internal.composite_compliance`: operators on tensor subclasses.  Aliases only."""

from __future__ import annotations

from wye.testing.compliance import check_backward as check_backward_formula
from wye.testing.compliance import check_choices as check_all_permutations
from wye.testing.compliance import check_forward as check_forward_ad_formula
from wye.testing.compliance import check_with_mode
from wye.testing.compliance import expected_gradients as compute_expected_grads
from wye.testing.compliance import leaf_tensors as gather_leaf_tensors

__all__ = [
    "check_all_permutations",
    "check_backward_formula",
    "check_forward_ad_formula",
    "check_with_mode",
    "compute_expected_grads",
    "gather_leaf_tensors",
]
