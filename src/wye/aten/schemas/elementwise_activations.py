"""Schemas: activations."""

from __future__ import annotations

__all__ = ["SCHEMAS"]

SCHEMAS = """
relu(Tensor self) -> Tensor | core pointwise pt2_compliant_tag
relu.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) | generated out pt2_compliant_tag
relu_(Tensor(a!) self) -> Tensor(a!) | inplace pointwise pt2_compliant_tag
relu6(Tensor self) -> Tensor | pointwise pt2_compliant_tag
relu6_(Tensor(a!) self) -> Tensor(a!) | inplace pt2_compliant_tag
gelu(Tensor self, *, str approximate="none") -> Tensor | core pointwise pt2_compliant_tag
gelu.out(Tensor self, *, str approximate="none", Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag | output(operand)
gelu_(Tensor(a!) self, *, str approximate="none") -> Tensor(a!) | inplace pt2_compliant_tag
silu(Tensor self) -> Tensor | pointwise pt2_compliant_tag
silu.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) | out pointwise pt2_compliant_tag | output(operand)
silu_(Tensor(a!) self) -> Tensor(a!) | inplace pointwise pt2_compliant_tag
mish(Tensor self) -> Tensor | pointwise pt2_compliant_tag
mish.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag | output(operand)
mish_(Tensor(a!) self) -> Tensor(a!) | inplace pt2_compliant_tag
softplus(Tensor self, Scalar beta=1, Scalar threshold=20) -> Tensor | pointwise pt2_compliant_tag
softplus.out(Tensor self, Scalar beta=1, Scalar threshold=20, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag | output(operand)
elu(Tensor self, Scalar alpha=1, Scalar scale=1, Scalar input_scale=1) -> Tensor | core pointwise pt2_compliant_tag
elu.out(Tensor self, Scalar alpha=1, Scalar scale=1, Scalar input_scale=1, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag | output(operand)
elu_(Tensor(a!) self, Scalar alpha=1, Scalar scale=1, Scalar input_scale=1) -> Tensor(a!) | inplace pointwise pt2_compliant_tag
selu(Tensor self) -> Tensor | pointwise pt2_compliant_tag
selu_(Tensor(a!) self) -> Tensor(a!) | inplace pointwise pt2_compliant_tag
celu(Tensor self, Scalar alpha=1.) -> Tensor | pointwise pt2_compliant_tag
celu.out(Tensor self, Scalar alpha=1., *, Tensor(a!) out) -> Tensor(a!) | generated out pt2_compliant_tag
celu_(Tensor(a!) self, Scalar alpha=1.) -> Tensor(a!) | inplace pointwise pt2_compliant_tag
leaky_relu(Tensor self, Scalar negative_slope=0.01) -> Tensor | core pointwise pt2_compliant_tag
leaky_relu.out(Tensor self, Scalar negative_slope=0.01, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag | output(operand)
leaky_relu_(Tensor(a!) self, Scalar negative_slope=0.01) -> Tensor(a!) | inplace pointwise pt2_compliant_tag
hardtanh(Tensor self, Scalar min_val=-1, Scalar max_val=1) -> Tensor | core pointwise pt2_compliant_tag
hardtanh.out(Tensor self, Scalar min_val=-1, Scalar max_val=1, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag | output(operand)
hardtanh_(Tensor(a!) self, Scalar min_val=-1, Scalar max_val=1) -> Tensor(a!) | inplace pointwise pt2_compliant_tag
hardsigmoid(Tensor self) -> Tensor | pointwise pt2_compliant_tag
hardsigmoid.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag | output(operand)
hardsigmoid_(Tensor(a!) self) -> Tensor(a!) | inplace pointwise pt2_compliant_tag
hardswish(Tensor self) -> Tensor | pt2_compliant_tag
hardswish.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag | output(operand)
hardswish_(Tensor(a!) self) -> Tensor(a!) | inplace pt2_compliant_tag
log_sigmoid(Tensor self) -> Tensor | pt2_compliant_tag
log_sigmoid.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag
log_sigmoid_forward(Tensor self) -> (Tensor output, Tensor buffer) | pt2_compliant_tag
log_sigmoid_forward.output(Tensor self, *, Tensor(a!) output, Tensor(b!) buffer) -> (Tensor(a!), Tensor(b!)) | out pt2_compliant_tag
softshrink(Tensor self, Scalar lambd=0.5) -> Tensor | pointwise pt2_compliant_tag
softshrink.out(Tensor self, Scalar lambd=0.5, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag | output(operand)
hardshrink(Tensor self, Scalar lambd=0.5) -> Tensor | pointwise pt2_compliant_tag
hardshrink.out(Tensor self, Scalar lambd=0.5, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag | output(operand)
threshold(Tensor self, Scalar threshold, Scalar value) -> Tensor | pointwise pt2_compliant_tag
threshold.out(Tensor self, Scalar threshold, Scalar value, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag
threshold_(Tensor(a!) self, Scalar threshold, Scalar value) -> Tensor(a!) | inplace pt2_compliant_tag
prelu(Tensor self, Tensor weight) -> Tensor | pt2_compliant_tag
_prelu_kernel(Tensor self, Tensor weight) -> Tensor | pt2_compliant_tag
glu(Tensor self, int dim=-1) -> Tensor | pt2_compliant_tag
glu.out(Tensor self, int dim=-1, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag | output(castable)
rrelu(Tensor self, Scalar lower=0.125, Scalar upper=0.33333333333333331, bool training=False, Generator? generator=None) -> Tensor | nondeterministic_seeded pointwise pt2_compliant_tag
rrelu_(Tensor(a!) self, Scalar lower=0.125, Scalar upper=0.33333333333333331, bool training=False, Generator? generator=None) -> Tensor(a!) | inplace nondeterministic_seeded pt2_compliant_tag
rrelu_with_noise(Tensor self, Tensor(b!) noise, Scalar lower=0.125, Scalar upper=0.33333333333333331, bool training=False, Generator? generator=None) -> Tensor | nondeterministic_seeded pt2_compliant_tag
rrelu_with_noise.out(Tensor self, Tensor(b!) noise, Scalar lower=0.125, Scalar upper=0.33333333333333331, bool training=False, Generator? generator=None, *, Tensor(a!) out) -> Tensor(a!) | nondeterministic_seeded out pt2_compliant_tag
rrelu_with_noise_(Tensor(a!) self, Tensor(b!) noise, Scalar lower=0.125, Scalar upper=0.33333333333333331, bool training=False, Generator? generator=None) -> Tensor(a!) | inplace nondeterministic_seeded pt2_compliant_tag
"""  # noqa: E501 - one schema is one line
