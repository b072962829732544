"""Schemas: special functions."""

from __future__ import annotations

__all__ = ["SCHEMAS"]

SCHEMAS = """
digamma(Tensor self) -> Tensor | pointwise pt2_compliant_tag
digamma.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) | out pointwise pt2_compliant_tag
digamma_(Tensor(a!) self) -> Tensor(a!) | inplace pointwise pt2_compliant_tag
lgamma(Tensor self) -> Tensor | pointwise pt2_compliant_tag
lgamma.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) | out pointwise pt2_compliant_tag
lgamma_(Tensor(a!) self) -> Tensor(a!) | inplace pointwise pt2_compliant_tag
erf(Tensor self) -> Tensor | core pointwise pt2_compliant_tag
erf.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) | out pointwise pt2_compliant_tag
erf_(Tensor(a!) self) -> Tensor(a!) | inplace pointwise pt2_compliant_tag
erfc(Tensor self) -> Tensor | pointwise pt2_compliant_tag
erfc.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) | out pointwise pt2_compliant_tag
erfc_(Tensor(a!) self) -> Tensor(a!) | inplace pointwise pt2_compliant_tag
erfinv(Tensor self) -> Tensor | pointwise pt2_compliant_tag
erfinv.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) | out pointwise pt2_compliant_tag
erfinv_(Tensor(a!) self) -> Tensor(a!) | inplace pointwise pt2_compliant_tag
logit(Tensor self, float? eps=None) -> Tensor | pointwise pt2_compliant_tag
logit.out(Tensor self, float? eps=None, *, Tensor(a!) out) -> Tensor(a!) | out pointwise pt2_compliant_tag
logit_(Tensor(a!) self, float? eps=None) -> Tensor(a!) | inplace pointwise pt2_compliant_tag
sinc(Tensor self) -> Tensor | pointwise pt2_compliant_tag
sinc.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) | out pointwise pt2_compliant_tag
sinc_(Tensor(a!) self) -> Tensor(a!) | inplace pointwise pt2_compliant_tag
xlogy.Tensor(Tensor self, Tensor other) -> Tensor | pointwise pt2_compliant_tag
xlogy.Scalar_Other(Tensor self, Scalar other) -> Tensor | pointwise pt2_compliant_tag
xlogy.Scalar_Self(Scalar self, Tensor other) -> Tensor | pointwise pt2_compliant_tag
xlogy.OutTensor(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!) | out pointwise pt2_compliant_tag
xlogy.OutScalar_Self(Scalar self, Tensor other, *, Tensor(a!) out) -> Tensor(a!) | out pointwise pt2_compliant_tag
xlogy.OutScalar_Other(Tensor self, Scalar other, *, Tensor(a!) out) -> Tensor(a!) | out pointwise pt2_compliant_tag
xlogy_.Tensor(Tensor(a!) self, Tensor other) -> Tensor(a!) | inplace pointwise pt2_compliant_tag
xlogy_.Scalar_Other(Tensor(a!) self, Scalar other) -> Tensor(a!) | inplace pt2_compliant_tag
nan_to_num(Tensor self, float? nan=None, float? posinf=None, float? neginf=None) -> Tensor | pointwise pt2_compliant_tag
nan_to_num.out(Tensor self, float? nan=None, float? posinf=None, float? neginf=None, *, Tensor(a!) out) -> Tensor(a!) | out pointwise pt2_compliant_tag | output(operand)
nan_to_num_(Tensor(a!) self, float? nan=None, float? posinf=None, float? neginf=None) -> Tensor(a!) | inplace pointwise pt2_compliant_tag
ldexp.Tensor(Tensor self, Tensor other) -> Tensor | pointwise pt2_compliant_tag
ldexp.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!) | out pointwise pt2_compliant_tag
ldexp_(Tensor(a!) self, Tensor other) -> Tensor(a!) | inplace pointwise pt2_compliant_tag
frexp.Tensor(Tensor self) -> (Tensor mantissa, Tensor exponent) | pointwise pt2_compliant_tag
frexp.Tensor_out(Tensor self, *, Tensor(a!) mantissa, Tensor(b!) exponent) -> (Tensor(a!) mantissa, Tensor(b!) exponent) | out pointwise pt2_compliant_tag | output(operand)
heaviside(Tensor self, Tensor values) -> Tensor | pointwise pt2_compliant_tag
heaviside.out(Tensor self, Tensor values, *, Tensor(a!) out) -> Tensor(a!) | out pointwise pt2_compliant_tag | output(operand)
heaviside_(Tensor(a!) self, Tensor values) -> Tensor(a!) | inplace pt2_compliant_tag
special_erf(Tensor self) -> Tensor | pt2_compliant_tag | same_as(erf) public(function)
special_erf.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag | same_as(erf.out) public(function)
special_erfc(Tensor self) -> Tensor | pt2_compliant_tag | same_as(erfc) public(function)
special_erfc.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag | same_as(erfc.out) public(function)
special_expit(Tensor self) -> Tensor | pt2_compliant_tag | same_as(sigmoid) public(function)
special_expit.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag | same_as(sigmoid.out) public(function)
special_expm1(Tensor self) -> Tensor | pt2_compliant_tag | same_as(expm1) public(function)
special_expm1.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag | same_as(expm1.out) public(function)
special_exp2(Tensor self) -> Tensor | pt2_compliant_tag | same_as(exp2) public(function)
special_exp2.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag | same_as(exp2.out) public(function)
special_erfinv(Tensor self) -> Tensor | pt2_compliant_tag | same_as(erfinv) public(function)
special_erfinv.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag | same_as(erfinv.out) public(function)
special_gammaln(Tensor self) -> Tensor | pt2_compliant_tag | same_as(lgamma) public(function)
special_gammaln.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag | same_as(lgamma.out) public(function)
special_digamma(Tensor self) -> Tensor | pt2_compliant_tag | same_as(digamma) public(function)
special_digamma.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag | same_as(digamma.out) public(function)
special_psi(Tensor self) -> Tensor | pt2_compliant_tag | same_as(digamma) public(function)
special_psi.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag | same_as(digamma.out) public(function)
special_logit(Tensor self, float? eps=None) -> Tensor | pt2_compliant_tag | same_as(logit) public(function)
special_logit.out(Tensor self, float? eps=None, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag | same_as(logit.out) public(function)
special_xlogy(Tensor self, Tensor other) -> Tensor | pt2_compliant_tag | same_as(xlogy.Tensor) public(function)
special_xlogy.other_scalar(Tensor self, Scalar other) -> Tensor | pt2_compliant_tag | same_as(xlogy.Scalar_Other) public(function)
special_xlogy.self_scalar(Scalar self, Tensor other) -> Tensor | pt2_compliant_tag | same_as(xlogy.Scalar_Self)
special_xlogy.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag | same_as(xlogy.OutTensor) public(function)
special_xlogy.self_scalar_out(Scalar self, Tensor other, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag | same_as(xlogy.OutScalar_Self)
special_xlogy.other_scalar_out(Tensor self, Scalar other, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag | same_as(xlogy.OutScalar_Other) public(function)
special_xlog1py(Tensor self, Tensor other) -> Tensor | pointwise pt2_compliant_tag | public(function)
special_xlog1py.other_scalar(Tensor self, Scalar other) -> Tensor | pointwise pt2_compliant_tag | public(function)
special_xlog1py.self_scalar(Scalar self, Tensor other) -> Tensor | pointwise pt2_compliant_tag
special_xlog1py.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!) | out pointwise pt2_compliant_tag | public(function)
special_xlog1py.self_scalar_out(Scalar self, Tensor other, *, Tensor(a!) out) -> Tensor(a!) | out pointwise pt2_compliant_tag
special_xlog1py.other_scalar_out(Tensor self, Scalar other, *, Tensor(a!) out) -> Tensor(a!) | out pointwise pt2_compliant_tag | public(function)
special_sinc(Tensor self) -> Tensor | pt2_compliant_tag | same_as(sinc) public(function)
special_sinc.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag | same_as(sinc.out) public(function)
special_round(Tensor self, *, int decimals=0) -> Tensor | pt2_compliant_tag | public(function)
special_round.out(Tensor self, *, int decimals=0, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag | public(function)
special_log1p(Tensor self) -> Tensor | pt2_compliant_tag | same_as(log1p) public(function)
special_log1p.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag | same_as(log1p.out) public(function)
special_erfcx(Tensor self) -> Tensor | pointwise pt2_compliant_tag | public(function)
special_erfcx.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) | out pointwise pt2_compliant_tag | public(function)
special_entr(Tensor self) -> Tensor | pointwise pt2_compliant_tag | public(function)
special_entr.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) | out pointwise pt2_compliant_tag | public(function)
special_ndtr(Tensor self) -> Tensor | pt2_compliant_tag | public(function)
special_ndtr.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag | public(function)
special_ndtri(Tensor self) -> Tensor | pointwise pt2_compliant_tag | public(function)
special_ndtri.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) | out pointwise pt2_compliant_tag | public(function)
special_log_ndtr(Tensor self) -> Tensor | pointwise pt2_compliant_tag | public(function)
special_log_ndtr.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) | out pointwise pt2_compliant_tag | public(function)
"""  # noqa: E501 - one schema is one line
