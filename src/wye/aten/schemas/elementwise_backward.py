"""Schemas: gradients of activations, elementwise."""

from __future__ import annotations

__all__ = ["SCHEMAS"]

SCHEMAS = """
tanh_backward(Tensor grad_output, Tensor output) -> Tensor | pointwise pt2_compliant_tag
tanh_backward.grad_input(Tensor grad_output, Tensor output, *, Tensor(a!) grad_input) -> Tensor(a!) | out pointwise pt2_compliant_tag
sigmoid_backward(Tensor grad_output, Tensor output) -> Tensor | pointwise pt2_compliant_tag
sigmoid_backward.grad_input(Tensor grad_output, Tensor output, *, Tensor(a!) grad_input) -> Tensor(a!) | out pointwise pt2_compliant_tag
logit_backward(Tensor grad_output, Tensor self, float? eps=None) -> Tensor | pointwise pt2_compliant_tag | public(function)
logit_backward.grad_input(Tensor grad_output, Tensor self, float? eps=None, *, Tensor(a!) grad_input) -> Tensor(a!) | out pointwise pt2_compliant_tag | public(function)
threshold_backward(Tensor grad_output, Tensor self, Scalar threshold) -> Tensor | pointwise pt2_compliant_tag | public(function)
threshold_backward.grad_input(Tensor grad_output, Tensor self, Scalar threshold, *, Tensor(a!) grad_input) -> Tensor(a!) | out pt2_compliant_tag | public(function)
elu_backward(Tensor grad_output, Scalar alpha, Scalar scale, Scalar input_scale, bool is_result, Tensor self_or_result) -> Tensor | pt2_compliant_tag
elu_backward.grad_input(Tensor grad_output, Scalar alpha, Scalar scale, Scalar input_scale, bool is_result, Tensor self_or_result, *, Tensor(a!) grad_input) -> Tensor(a!) | out pt2_compliant_tag
gelu_backward(Tensor grad_output, Tensor self, *, str approximate="none") -> Tensor | pointwise pt2_compliant_tag | public(function)
gelu_backward.grad_input(Tensor grad_output, Tensor self, *, str approximate="none", Tensor(a!) grad_input) -> Tensor(a!) | out pt2_compliant_tag | public(function)
silu_backward(Tensor grad_output, Tensor self) -> Tensor | pointwise pt2_compliant_tag | public(function)
silu_backward.grad_input(Tensor grad_output, Tensor self, *, Tensor(a!) grad_input) -> Tensor(a!) | out pointwise pt2_compliant_tag | public(function)
mish_backward(Tensor grad_output, Tensor self) -> Tensor | pt2_compliant_tag | public(function)
softplus_backward(Tensor grad_output, Tensor self, Scalar beta, Scalar threshold) -> Tensor | pt2_compliant_tag | public(function)
softplus_backward.grad_input(Tensor grad_output, Tensor self, Scalar beta, Scalar threshold, *, Tensor(a!) grad_input) -> Tensor(a!) | out pt2_compliant_tag | public(function)
leaky_relu_backward(Tensor grad_output, Tensor self, Scalar negative_slope, bool self_is_result) -> Tensor | pt2_compliant_tag | public(function)
leaky_relu_backward.grad_input(Tensor grad_output, Tensor self, Scalar negative_slope, bool self_is_result, *, Tensor(a!) grad_input) -> Tensor(a!) | out pt2_compliant_tag | public(function)
hardtanh_backward(Tensor grad_output, Tensor self, Scalar min_val, Scalar max_val) -> Tensor | pt2_compliant_tag | public(function)
hardtanh_backward.grad_input(Tensor grad_output, Tensor self, Scalar min_val, Scalar max_val, *, Tensor(a!) grad_input) -> Tensor(a!) | out pt2_compliant_tag | public(function)
hardsigmoid_backward(Tensor grad_output, Tensor self) -> Tensor | pt2_compliant_tag | public(function)
hardsigmoid_backward.grad_input(Tensor grad_output, Tensor self, *, Tensor(a!) grad_input) -> Tensor(a!) | out pt2_compliant_tag | public(function)
hardswish_backward(Tensor grad_output, Tensor self) -> Tensor | pt2_compliant_tag | public(function)
hardswish_backward.out(Tensor grad_output, Tensor self, *, Tensor(a!) out) -> Tensor(a!) | generated out pt2_compliant_tag | public(function)
log_sigmoid_backward(Tensor grad_output, Tensor self, Tensor buffer) -> Tensor | pt2_compliant_tag | public(function)
log_sigmoid_backward.grad_input(Tensor grad_output, Tensor self, Tensor buffer, *, Tensor(a!) grad_input) -> Tensor(a!) | out pt2_compliant_tag | public(function)
softshrink_backward(Tensor grad_output, Tensor self, Scalar lambd) -> Tensor | pt2_compliant_tag | public(function)
softshrink_backward.grad_input(Tensor grad_output, Tensor self, Scalar lambd, *, Tensor(a!) grad_input) -> Tensor(a!) | out pt2_compliant_tag | public(function)
hardshrink_backward(Tensor grad_out, Tensor self, Scalar lambd) -> Tensor | pt2_compliant_tag | public(function)
hardshrink_backward.grad_input(Tensor grad_out, Tensor self, Scalar lambd, *, Tensor(a!) grad_input) -> Tensor(a!) | out pt2_compliant_tag | public(function)
_prelu_kernel_backward(Tensor grad_output, Tensor self, Tensor weight) -> (Tensor, Tensor) | pt2_compliant_tag | public(function)
glu_backward(Tensor grad_output, Tensor self, int dim) -> Tensor | pt2_compliant_tag | public(function)
glu_backward.grad_input(Tensor grad_output, Tensor self, int dim, *, Tensor(a!) grad_input) -> Tensor(a!) | out pt2_compliant_tag | public(function)
rrelu_with_noise_backward(Tensor grad_output, Tensor self, Tensor noise, Scalar lower, Scalar upper, bool training, bool self_is_result) -> Tensor | pt2_compliant_tag | public(function)
rrelu_with_noise_backward.out(Tensor grad_output, Tensor self, Tensor noise, Scalar lower, Scalar upper, bool training, bool self_is_result, *, Tensor(a!) out) -> Tensor(a!) | generated out pt2_compliant_tag | public(function)
"""  # noqa: E501 - one schema is one line
