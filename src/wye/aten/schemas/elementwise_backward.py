"""Schemas: gradients of elementwise functions, as operators of their own."""

from __future__ import annotations

__all__ = ["SCHEMAS"]

SCHEMAS = """
threshold_backward(Tensor grad_output, Tensor self, Scalar threshold) -> Tensor | pointwise pt2_compliant_tag
threshold_backward.grad_input(Tensor grad_output, Tensor self, Scalar threshold, *, Tensor(a!) grad_input) -> Tensor(a!) | out pt2_compliant_tag
tanh_backward(Tensor grad_output, Tensor output) -> Tensor | pointwise pt2_compliant_tag
tanh_backward.grad_input(Tensor grad_output, Tensor output, *, Tensor(a!) grad_input) -> Tensor(a!) | out pointwise pt2_compliant_tag
sigmoid_backward(Tensor grad_output, Tensor output) -> Tensor | pointwise pt2_compliant_tag
sigmoid_backward.grad_input(Tensor grad_output, Tensor output, *, Tensor(a!) grad_input) -> Tensor(a!) | out pointwise pt2_compliant_tag
gelu_backward(Tensor grad_output, Tensor self, *, str approximate="none") -> Tensor | pointwise pt2_compliant_tag
gelu_backward.grad_input(Tensor grad_output, Tensor self, *, str approximate="none", Tensor(a!) grad_input) -> Tensor(a!) | out pt2_compliant_tag
silu_backward(Tensor grad_output, Tensor self) -> Tensor | pointwise pt2_compliant_tag
silu_backward.grad_input(Tensor grad_output, Tensor self, *, Tensor(a!) grad_input) -> Tensor(a!) | out pointwise pt2_compliant_tag
"""  # noqa: E501 - one schema is one line
