"""Schemas: losses."""

from __future__ import annotations

__all__ = ["SCHEMAS"]

SCHEMAS = """
mse_loss(Tensor self, Tensor target, int reduction=1) -> Tensor | pt2_compliant_tag | public(nn)
mse_loss.out(Tensor self, Tensor target, int reduction=1, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag | output(castable) public(nn)
l1_loss(Tensor self, Tensor target, int reduction=1) -> Tensor | pt2_compliant_tag | public(nn)
smooth_l1_loss(Tensor self, Tensor target, int reduction=1, float beta=1.) -> Tensor | pt2_compliant_tag | public(nn)
smooth_l1_loss.out(Tensor self, Tensor target, int reduction=1, float beta=1., *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag | output(castable) public(nn)
huber_loss(Tensor self, Tensor target, int reduction=1, float delta=1.) -> Tensor | pt2_compliant_tag | public(nn)
huber_loss.out(Tensor self, Tensor target, int reduction=1, float delta=1., *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag | output(castable) public(nn)
nll_loss(Tensor self, Tensor target, Tensor? weight=None, int reduction=1, SymInt ignore_index=-100) -> Tensor | pt2_compliant_tag | public(nn)
nll_loss.out(Tensor self, Tensor target, Tensor? weight=None, int reduction=1, SymInt ignore_index=-100, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag | public(nn)
nll_loss_forward(Tensor self, Tensor target, Tensor? weight, int reduction, SymInt ignore_index) -> (Tensor output, Tensor total_weight) | pt2_compliant_tag | public(function)
nll_loss_forward.output(Tensor self, Tensor target, Tensor? weight, int reduction, SymInt ignore_index, *, Tensor(a!) output, Tensor(b!) total_weight) -> (Tensor(a!), Tensor(b!)) | out pt2_compliant_tag | public(function)
nll_loss2d(Tensor self, Tensor target, Tensor? weight=None, int reduction=1, SymInt ignore_index=-100) -> Tensor | pt2_compliant_tag | public(nn)
nll_loss2d.out(Tensor self, Tensor target, Tensor? weight=None, int reduction=1, SymInt ignore_index=-100, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag | output(same) public(nn)
nll_loss2d_forward(Tensor self, Tensor target, Tensor? weight, int reduction, SymInt ignore_index) -> (Tensor output, Tensor total_weight) | pt2_compliant_tag | public(function)
nll_loss2d_forward.output(Tensor self, Tensor target, Tensor? weight, int reduction, SymInt ignore_index, *, Tensor(a!) output, Tensor(b!) total_weight) -> (Tensor(a!), Tensor(b!)) | out pt2_compliant_tag | public(function)
nll_loss_backward(Tensor grad_output, Tensor self, Tensor target, Tensor? weight, int reduction, SymInt ignore_index, Tensor total_weight) -> Tensor | pt2_compliant_tag | public(function)
nll_loss_backward.grad_input(Tensor grad_output, Tensor self, Tensor target, Tensor? weight, int reduction, SymInt ignore_index, Tensor total_weight, *, Tensor(a!) grad_input) -> Tensor(a!) | out pt2_compliant_tag | public(function)
nll_loss2d_backward(Tensor grad_output, Tensor self, Tensor target, Tensor? weight, int reduction, SymInt ignore_index, Tensor total_weight) -> Tensor | pt2_compliant_tag | public(function)
nll_loss2d_backward.grad_input(Tensor grad_output, Tensor self, Tensor target, Tensor? weight, int reduction, SymInt ignore_index, Tensor total_weight, *, Tensor(a!) grad_input) -> Tensor(a!) | out pt2_compliant_tag | public(function)
nll_loss_nd(Tensor self, Tensor target, Tensor? weight=None, int reduction=1, SymInt ignore_index=-100) -> Tensor | pt2_compliant_tag | public(nn)
cross_entropy_loss(Tensor self, Tensor target, Tensor? weight=None, int reduction=1, SymInt ignore_index=-100, float label_smoothing=0.) -> Tensor | pt2_compliant_tag | public(nn)
binary_cross_entropy(Tensor self, Tensor target, Tensor? weight=None, int reduction=1) -> Tensor | pt2_compliant_tag | public(nn)
binary_cross_entropy.out(Tensor self, Tensor target, Tensor? weight=None, int reduction=1, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag | public(nn)
binary_cross_entropy_with_logits(Tensor self, Tensor target, Tensor? weight=None, Tensor? pos_weight=None, int reduction=1) -> Tensor | pt2_compliant_tag | unreduced public(function)
binary_cross_entropy_with_logits.out(Tensor self, Tensor target, Tensor? weight=None, Tensor? pos_weight=None, int reduction=1, *, Tensor(a!) out) -> Tensor(a!) | generated out pt2_compliant_tag | public(function)
kl_div(Tensor self, Tensor target, int reduction=1, *, bool log_target=False) -> Tensor | pt2_compliant_tag | unreduced public(function)
soft_margin_loss(Tensor self, Tensor target, int reduction=1) -> Tensor | pt2_compliant_tag | public(nn)
soft_margin_loss.out(Tensor self, Tensor target, int reduction=1, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag | public(nn)
hinge_embedding_loss(Tensor self, Tensor target, float margin=1., int reduction=1) -> Tensor | pt2_compliant_tag | unreduced public(function)
margin_ranking_loss(Tensor input1, Tensor input2, Tensor target, float margin=0., int reduction=1) -> Tensor | pt2_compliant_tag | unreduced
cosine_embedding_loss(Tensor input1, Tensor input2, Tensor target, float margin=0., int reduction=1) -> Tensor | pt2_compliant_tag | unreduced
triplet_margin_loss(Tensor anchor, Tensor positive, Tensor negative, float margin=1., float p=2., float eps=9.9999999999999995e-07, bool swap=False, int reduction=1) -> Tensor | pt2_compliant_tag | unreduced
poisson_nll_loss(Tensor input, Tensor target, bool log_input, bool full, float eps, int reduction) -> Tensor | pt2_compliant_tag
pairwise_distance(Tensor x1, Tensor x2, float p=2., float eps=9.9999999999999995e-07, bool keepdim=False) -> Tensor | pt2_compliant_tag
"""  # noqa: E501 - one schema is one line
