"""Schemas: gradients of losses."""

from __future__ import annotations

__all__ = ["SCHEMAS"]

SCHEMAS = """
mse_loss_backward(Tensor grad_output, Tensor self, Tensor target, int reduction) -> Tensor | pt2_compliant_tag | public(function)
mse_loss_backward.grad_input(Tensor grad_output, Tensor self, Tensor target, int reduction, *, Tensor(a!) grad_input) -> Tensor(a!) | out pt2_compliant_tag | public(function)
smooth_l1_loss_backward.grad_input(Tensor grad_output, Tensor self, Tensor target, int reduction, float beta, *, Tensor(a!) grad_input) -> Tensor(a!) | out pt2_compliant_tag | public(function)
smooth_l1_loss_backward(Tensor grad_output, Tensor self, Tensor target, int reduction, float beta) -> Tensor | pt2_compliant_tag | public(function)
huber_loss_backward.out(Tensor grad_output, Tensor self, Tensor target, int reduction, float delta, *, Tensor(a!) grad_input) -> Tensor(a!) | out pt2_compliant_tag | public(function)
huber_loss_backward(Tensor grad_output, Tensor self, Tensor target, int reduction, float delta) -> Tensor | pt2_compliant_tag | public(function)
binary_cross_entropy_backward(Tensor grad_output, Tensor self, Tensor target, Tensor? weight=None, int reduction=1) -> Tensor | pt2_compliant_tag | public(function)
binary_cross_entropy_backward.grad_input(Tensor grad_output, Tensor self, Tensor target, Tensor? weight=None, int reduction=1, *, Tensor(a!) grad_input) -> Tensor(a!) | out pt2_compliant_tag | public(function)
soft_margin_loss_backward(Tensor grad_output, Tensor self, Tensor target, int reduction) -> Tensor | pt2_compliant_tag | public(function)
soft_margin_loss_backward.grad_input(Tensor grad_output, Tensor self, Tensor target, int reduction, *, Tensor(a!) grad_input) -> Tensor(a!) | out pt2_compliant_tag | public(function)
"""  # noqa: E501 - one schema is one line
