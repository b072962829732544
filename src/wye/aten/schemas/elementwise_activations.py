"""Schemas: activations."""

from __future__ import annotations

__all__ = ["SCHEMAS"]

SCHEMAS = """
relu(Tensor self) -> Tensor | core pointwise pt2_compliant_tag
relu.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) | generated out pt2_compliant_tag
relu_(Tensor(a!) self) -> Tensor(a!) | inplace pointwise pt2_compliant_tag
relu6(Tensor self) -> Tensor | pointwise pt2_compliant_tag | public(nn)
relu6_(Tensor(a!) self) -> Tensor(a!) | inplace pt2_compliant_tag | public(nn)
gelu(Tensor self, *, str approximate="none") -> Tensor | core pointwise pt2_compliant_tag | public(nn)
gelu.out(Tensor self, *, str approximate="none", Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag | output(operand) public(nn)
gelu_(Tensor(a!) self, *, str approximate="none") -> Tensor(a!) | inplace pt2_compliant_tag | public(nn)
silu(Tensor self) -> Tensor | pointwise pt2_compliant_tag | public(nn)
silu.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) | out pointwise pt2_compliant_tag | output(operand) public(nn)
silu_(Tensor(a!) self) -> Tensor(a!) | inplace pointwise pt2_compliant_tag | public(nn)
mish(Tensor self) -> Tensor | pointwise pt2_compliant_tag | public(nn)
mish.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag | output(operand) public(nn)
mish_(Tensor(a!) self) -> Tensor(a!) | inplace pt2_compliant_tag | public(nn)
softplus(Tensor self, Scalar beta=1, Scalar threshold=20) -> Tensor | pointwise pt2_compliant_tag | public(nn)
softplus.out(Tensor self, Scalar beta=1, Scalar threshold=20, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag | output(operand) public(nn)
elu(Tensor self, Scalar alpha=1, Scalar scale=1, Scalar input_scale=1) -> Tensor | core pointwise pt2_compliant_tag | public(nn)
elu.out(Tensor self, Scalar alpha=1, Scalar scale=1, Scalar input_scale=1, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag | output(operand) public(nn)
elu_(Tensor(a!) self, Scalar alpha=1, Scalar scale=1, Scalar input_scale=1) -> Tensor(a!) | inplace pointwise pt2_compliant_tag | public(nn)
selu(Tensor self) -> Tensor | pointwise pt2_compliant_tag | public(function)
selu_(Tensor(a!) self) -> Tensor(a!) | inplace pointwise pt2_compliant_tag | public(function)
celu(Tensor self, Scalar alpha=1.) -> Tensor | pointwise pt2_compliant_tag | public(function)
celu.out(Tensor self, Scalar alpha=1., *, Tensor(a!) out) -> Tensor(a!) | generated out pt2_compliant_tag | public(function)
celu_(Tensor(a!) self, Scalar alpha=1.) -> Tensor(a!) | inplace pointwise pt2_compliant_tag | public(function)
leaky_relu(Tensor self, Scalar negative_slope=0.01) -> Tensor | core pointwise pt2_compliant_tag | public(nn)
leaky_relu.out(Tensor self, Scalar negative_slope=0.01, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag | output(operand) public(nn)
leaky_relu_(Tensor(a!) self, Scalar negative_slope=0.01) -> Tensor(a!) | inplace pointwise pt2_compliant_tag | public(nn)
hardtanh(Tensor self, Scalar min_val=-1, Scalar max_val=1) -> Tensor | core pointwise pt2_compliant_tag | public(nn)
hardtanh.out(Tensor self, Scalar min_val=-1, Scalar max_val=1, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag | output(operand) public(nn)
hardtanh_(Tensor(a!) self, Scalar min_val=-1, Scalar max_val=1) -> Tensor(a!) | inplace pointwise pt2_compliant_tag | public(nn)
hardsigmoid(Tensor self) -> Tensor | pointwise pt2_compliant_tag | public(nn)
hardsigmoid.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag | output(operand) public(nn)
hardsigmoid_(Tensor(a!) self) -> Tensor(a!) | inplace pointwise pt2_compliant_tag | public(nn)
hardswish(Tensor self) -> Tensor | pt2_compliant_tag | public(nn)
hardswish.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag | output(operand) public(nn)
hardswish_(Tensor(a!) self) -> Tensor(a!) | inplace pt2_compliant_tag | public(nn)
log_sigmoid(Tensor self) -> Tensor | pt2_compliant_tag | public(nn)
log_sigmoid.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag | public(nn)
log_sigmoid_forward(Tensor self) -> (Tensor output, Tensor buffer) | pt2_compliant_tag | public(function)
log_sigmoid_forward.output(Tensor self, *, Tensor(a!) output, Tensor(b!) buffer) -> (Tensor(a!), Tensor(b!)) | out pt2_compliant_tag | public(function)
softshrink(Tensor self, Scalar lambd=0.5) -> Tensor | pointwise pt2_compliant_tag | public(nn)
softshrink.out(Tensor self, Scalar lambd=0.5, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag | output(operand) public(nn)
hardshrink(Tensor self, Scalar lambd=0.5) -> Tensor | pointwise pt2_compliant_tag
hardshrink.out(Tensor self, Scalar lambd=0.5, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag | output(operand)
threshold(Tensor self, Scalar threshold, Scalar value) -> Tensor | pointwise pt2_compliant_tag | public(function)
threshold.out(Tensor self, Scalar threshold, Scalar value, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag | public(function)
threshold_(Tensor(a!) self, Scalar threshold, Scalar value) -> Tensor(a!) | inplace pt2_compliant_tag | public(function)
prelu(Tensor self, Tensor weight) -> Tensor | pt2_compliant_tag
_prelu_kernel(Tensor self, Tensor weight) -> Tensor | pt2_compliant_tag | public(function)
glu(Tensor self, int dim=-1) -> Tensor | pt2_compliant_tag | public(nn)
glu.out(Tensor self, int dim=-1, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag | output(castable) public(nn)
rrelu(Tensor self, Scalar lower=0.125, Scalar upper=0.33333333333333331, bool training=False, Generator? generator=None) -> Tensor | nondeterministic_seeded pointwise pt2_compliant_tag | public(function)
rrelu_(Tensor(a!) self, Scalar lower=0.125, Scalar upper=0.33333333333333331, bool training=False, Generator? generator=None) -> Tensor(a!) | inplace nondeterministic_seeded pt2_compliant_tag | public(function)
rrelu_with_noise(Tensor self, Tensor(b!) noise, Scalar lower=0.125, Scalar upper=0.33333333333333331, bool training=False, Generator? generator=None) -> Tensor | nondeterministic_seeded pt2_compliant_tag | uncounted(noise) public(nn) functional(rrelu_with_noise_functional)
rrelu_with_noise.out(Tensor self, Tensor(b!) noise, Scalar lower=0.125, Scalar upper=0.33333333333333331, bool training=False, Generator? generator=None, *, Tensor(a!) out) -> Tensor(a!) | nondeterministic_seeded out pt2_compliant_tag | uncounted(noise) public(nn) functional(rrelu_with_noise_functional)
rrelu_with_noise_(Tensor(a!) self, Tensor(b!) noise, Scalar lower=0.125, Scalar upper=0.33333333333333331, bool training=False, Generator? generator=None) -> Tensor(a!) | inplace nondeterministic_seeded pt2_compliant_tag | uncounted(noise) public(nn) functional(rrelu_with_noise_functional)
rrelu_with_noise_functional(Tensor self, Tensor noise, Scalar lower=0.125, Scalar upper=0.33333333333333331, bool training=False, Generator? generator=None) -> (Tensor, Tensor noise_out) | generated nondeterministic_seeded pt2_compliant_tag | public(function)
"""  # noqa: E501 - one schema is one line
