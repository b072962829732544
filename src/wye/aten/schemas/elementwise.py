"""Schemas: elementwise arithmetic, rounding, comparison and logic."""

from __future__ import annotations

__all__ = ["SCHEMAS"]

SCHEMAS = """
abs(Tensor self) -> Tensor | core pointwise pt2_compliant_tag | composite(direct)
abs.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) | out pointwise pt2_compliant_tag | output(real)
abs_(Tensor(a!) self) -> Tensor(a!) | inplace pt2_compliant_tag | composite(direct)
absolute(Tensor self) -> Tensor | pt2_compliant_tag | same_as(abs)
absolute.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag | same_as(abs.out)
absolute_(Tensor(a!) self) -> Tensor(a!) | inplace pt2_compliant_tag | same_as(abs_)
acos(Tensor self) -> Tensor | core pointwise pt2_compliant_tag
acos.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) | out pointwise pt2_compliant_tag
acos_(Tensor(a!) self) -> Tensor(a!) | inplace pointwise pt2_compliant_tag
acosh(Tensor self) -> Tensor | core pointwise pt2_compliant_tag
acosh.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) | out pointwise pt2_compliant_tag
acosh_(Tensor(a!) self) -> Tensor(a!) | inplace pointwise pt2_compliant_tag
arccos(Tensor self) -> Tensor | pt2_compliant_tag | same_as(acos)
arccos.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag | same_as(acos.out)
arccos_(Tensor(a!) self) -> Tensor(a!) | inplace pt2_compliant_tag | same_as(acos_)
arccosh(Tensor self) -> Tensor | pt2_compliant_tag | same_as(acosh)
arccosh.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag | same_as(acosh.out)
arccosh_(Tensor(a!) self) -> Tensor(a!) | inplace pt2_compliant_tag | same_as(acosh_)
add.Tensor(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor | core pointwise pt2_compliant_tag
add.Scalar(Tensor self, Scalar other, Scalar alpha=1) -> Tensor | core pointwise pt2_compliant_tag
add.out(Tensor self, Tensor other, *, Scalar alpha=1, Tensor(a!) out) -> Tensor(a!) | out pointwise pt2_compliant_tag
add.Scalar_out(Tensor self, Scalar other, Scalar alpha=1, *, Tensor(a!) out) -> Tensor(a!) | generated out pt2_compliant_tag
add_.Tensor(Tensor(a!) self, Tensor other, *, Scalar alpha=1) -> Tensor(a!) | inplace pointwise pt2_compliant_tag
add_.Scalar(Tensor(a!) self, Scalar other, Scalar alpha=1) -> Tensor(a!) | inplace pointwise pt2_compliant_tag
sub.Tensor(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor | core pointwise pt2_compliant_tag
sub.Scalar(Tensor self, Scalar other, Scalar alpha=1) -> Tensor | core pointwise pt2_compliant_tag
sub.out(Tensor self, Tensor other, *, Scalar alpha=1, Tensor(a!) out) -> Tensor(a!) | out pointwise pt2_compliant_tag
sub.Scalar_out(Tensor self, Scalar other, Scalar alpha=1, *, Tensor(a!) out) -> Tensor(a!) | generated out pt2_compliant_tag
sub_.Tensor(Tensor(a!) self, Tensor other, *, Scalar alpha=1) -> Tensor(a!) | inplace pointwise pt2_compliant_tag
sub_.Scalar(Tensor(a!) self, Scalar other, Scalar alpha=1) -> Tensor(a!) | inplace pointwise pt2_compliant_tag
subtract.Tensor(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor | pt2_compliant_tag | same_as(sub.Tensor)
subtract.out(Tensor self, Tensor other, *, Scalar alpha=1, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag | same_as(sub.out)
subtract.Scalar(Tensor self, Scalar other, Scalar alpha=1) -> Tensor | pt2_compliant_tag | same_as(sub.Scalar)
subtract_.Tensor(Tensor(a!) self, Tensor other, *, Scalar alpha=1) -> Tensor(a!) | inplace pt2_compliant_tag | same_as(sub_.Tensor)
subtract_.Scalar(Tensor(a!) self, Scalar other, Scalar alpha=1) -> Tensor(a!) | inplace pt2_compliant_tag | same_as(sub_.Scalar)
mul.Tensor(Tensor self, Tensor other) -> Tensor | core pointwise pt2_compliant_tag
mul.Scalar(Tensor self, Scalar other) -> Tensor | core pointwise pt2_compliant_tag
mul.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!) | out pointwise pt2_compliant_tag
mul.Scalar_out(Tensor self, Scalar other, *, Tensor(a!) out) -> Tensor(a!) | generated out pt2_compliant_tag
mul_.Tensor(Tensor(a!) self, Tensor other) -> Tensor(a!) | inplace pointwise pt2_compliant_tag
mul_.Scalar(Tensor(a!) self, Scalar other) -> Tensor(a!) | inplace pointwise pt2_compliant_tag
multiply.Tensor(Tensor self, Tensor other) -> Tensor | pt2_compliant_tag | same_as(mul.Tensor)
multiply.Scalar(Tensor self, Scalar other) -> Tensor | pt2_compliant_tag | same_as(mul.Scalar)
multiply.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag | same_as(mul.out)
multiply_.Tensor(Tensor(a!) self, Tensor other) -> Tensor(a!) | inplace pt2_compliant_tag | same_as(mul_.Tensor)
multiply_.Scalar(Tensor(a!) self, Scalar other) -> Tensor(a!) | inplace pt2_compliant_tag | same_as(mul_.Scalar)
div.Tensor(Tensor self, Tensor other) -> Tensor | core pointwise pt2_compliant_tag
div.Scalar(Tensor self, Scalar other) -> Tensor | core pointwise pt2_compliant_tag
div.Tensor_mode(Tensor self, Tensor other, *, str? rounding_mode) -> Tensor | core pointwise pt2_compliant_tag
div.Scalar_mode(Tensor self, Scalar other, *, str? rounding_mode) -> Tensor | core pointwise pt2_compliant_tag
div.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!) | out pointwise pt2_compliant_tag
div.out_mode(Tensor self, Tensor other, *, str? rounding_mode, Tensor(a!) out) -> Tensor(a!) | out pointwise pt2_compliant_tag
div.Scalar_out(Tensor self, Scalar other, *, Tensor(a!) out) -> Tensor(a!) | generated out pt2_compliant_tag
div.Scalar_mode_out(Tensor self, Scalar other, *, str? rounding_mode, Tensor(a!) out) -> Tensor(a!) | generated out pt2_compliant_tag
div_.Tensor(Tensor(a!) self, Tensor other) -> Tensor(a!) | inplace pointwise pt2_compliant_tag
div_.Tensor_mode(Tensor(a!) self, Tensor other, *, str? rounding_mode) -> Tensor(a!) | inplace pointwise pt2_compliant_tag
div_.Scalar(Tensor(a!) self, Scalar other) -> Tensor(a!) | inplace pointwise pt2_compliant_tag
div_.Scalar_mode(Tensor(a!) self, Scalar other, *, str? rounding_mode) -> Tensor(a!) | inplace pointwise pt2_compliant_tag
divide.Tensor(Tensor self, Tensor other) -> Tensor | pt2_compliant_tag | same_as(div.Tensor)
divide.Scalar(Tensor self, Scalar other) -> Tensor | pt2_compliant_tag | same_as(div.Scalar)
divide.Tensor_mode(Tensor self, Tensor other, *, str? rounding_mode) -> Tensor | pt2_compliant_tag | same_as(div.Tensor_mode)
divide.Scalar_mode(Tensor self, Scalar other, *, str? rounding_mode) -> Tensor | pt2_compliant_tag | same_as(div.Scalar_mode)
divide.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag | same_as(div.out)
divide.out_mode(Tensor self, Tensor other, *, str? rounding_mode, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag | same_as(div.out_mode)
divide_.Tensor(Tensor(a!) self, Tensor other) -> Tensor(a!) | inplace pt2_compliant_tag | same_as(div_.Tensor)
divide_.Tensor_mode(Tensor(a!) self, Tensor other, *, str? rounding_mode) -> Tensor(a!) | inplace pt2_compliant_tag | same_as(div_.Tensor_mode)
divide_.Scalar_mode(Tensor(a!) self, Scalar other, *, str? rounding_mode) -> Tensor(a!) | inplace pt2_compliant_tag | same_as(div_.Scalar_mode)
divide_.Scalar(Tensor(a!) self, Scalar other) -> Tensor(a!) | inplace pt2_compliant_tag | same_as(div_.Scalar)
true_divide.Tensor(Tensor self, Tensor other) -> Tensor | pointwise pt2_compliant_tag | same_as(div.Tensor)
true_divide.Scalar(Tensor self, Scalar other) -> Tensor | pt2_compliant_tag | same_as(div.Scalar)
true_divide.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag | same_as(div.out)
true_divide_.Tensor(Tensor(a!) self, Tensor other) -> Tensor(a!) | inplace pt2_compliant_tag | same_as(div_.Tensor)
true_divide_.Scalar(Tensor(a!) self, Scalar other) -> Tensor(a!) | inplace pt2_compliant_tag | same_as(div_.Scalar)
floor_divide(Tensor self, Tensor other) -> Tensor | pt2_compliant_tag
floor_divide.Scalar(Tensor self, Scalar other) -> Tensor | pt2_compliant_tag
floor_divide.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag | output(castable)
floor_divide.Scalar_out(Tensor self, Scalar other, *, Tensor(a!) out) -> Tensor(a!) | generated out pt2_compliant_tag
floor_divide_.Tensor(Tensor(a!) self, Tensor other) -> Tensor(a!) | inplace pt2_compliant_tag | output(castable)
floor_divide_.Scalar(Tensor(a!) self, Scalar other) -> Tensor(a!) | inplace pt2_compliant_tag | output(castable)
remainder.Tensor(Tensor self, Tensor other) -> Tensor | core pointwise pt2_compliant_tag
remainder.Scalar(Tensor self, Scalar other) -> Tensor | core pointwise pt2_compliant_tag | composite(direct)
remainder.Scalar_Tensor(Scalar self, Tensor other) -> Tensor | pointwise pt2_compliant_tag
remainder.Tensor_out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!) | out pointwise pt2_compliant_tag
remainder.Scalar_out(Tensor self, Scalar other, *, Tensor(a!) out) -> Tensor(a!) | out pointwise pt2_compliant_tag
remainder.Scalar_Tensor_out(Scalar self, Tensor other, *, Tensor(a!) out) -> Tensor(a!) | generated out pt2_compliant_tag
remainder_.Tensor(Tensor(a!) self, Tensor other) -> Tensor(a!) | inplace pointwise pt2_compliant_tag
remainder_.Scalar(Tensor(a!) self, Scalar other) -> Tensor(a!) | inplace pointwise pt2_compliant_tag
fmod.Tensor(Tensor self, Tensor other) -> Tensor | core pointwise pt2_compliant_tag
fmod.Scalar(Tensor self, Scalar other) -> Tensor | core pointwise pt2_compliant_tag | composite(direct)
fmod.Tensor_out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!) | out pointwise pt2_compliant_tag
fmod.Scalar_out(Tensor self, Scalar other, *, Tensor(a!) out) -> Tensor(a!) | out pointwise pt2_compliant_tag
fmod_.Tensor(Tensor(a!) self, Tensor other) -> Tensor(a!) | inplace pointwise pt2_compliant_tag
fmod_.Scalar(Tensor(a!) self, Scalar other) -> Tensor(a!) | inplace pointwise pt2_compliant_tag
rsub.Tensor(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor | pt2_compliant_tag | public(function)
rsub.Scalar(Tensor self, Scalar other, Scalar alpha=1) -> Tensor | pointwise pt2_compliant_tag | public(function)
rsub.Tensor_out(Tensor self, Tensor other, *, Scalar alpha=1, Tensor(a!) out) -> Tensor(a!) | generated out pt2_compliant_tag | public(function)
rsub.Scalar_out(Tensor self, Scalar other, Scalar alpha=1, *, Tensor(a!) out) -> Tensor(a!) | generated out pt2_compliant_tag | public(function)
neg(Tensor self) -> Tensor | core pointwise pt2_compliant_tag
neg.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) | out pointwise pt2_compliant_tag | output(operand)
neg_(Tensor(a!) self) -> Tensor(a!) | inplace pointwise pt2_compliant_tag
negative(Tensor self) -> Tensor | pt2_compliant_tag | same_as(neg)
negative.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag | same_as(neg.out)
negative_(Tensor(a!) self) -> Tensor(a!) | inplace pt2_compliant_tag | same_as(neg_)
positive(Tensor(a) self) -> Tensor(a) | pointwise pt2_compliant_tag
asin(Tensor self) -> Tensor | core pointwise pt2_compliant_tag
asin.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) | out pointwise pt2_compliant_tag
asin_(Tensor(a!) self) -> Tensor(a!) | inplace pointwise pt2_compliant_tag
asinh(Tensor self) -> Tensor | core pointwise pt2_compliant_tag
asinh.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) | out pointwise pt2_compliant_tag
asinh_(Tensor(a!) self) -> Tensor(a!) | inplace pointwise pt2_compliant_tag
arcsin(Tensor self) -> Tensor | pt2_compliant_tag | same_as(asin)
arcsin.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag | same_as(asin.out)
arcsin_(Tensor(a!) self) -> Tensor(a!) | inplace pt2_compliant_tag | same_as(asin_)
arcsinh(Tensor self) -> Tensor | pt2_compliant_tag | same_as(asinh)
arcsinh.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag | same_as(asinh.out)
arcsinh_(Tensor(a!) self) -> Tensor(a!) | inplace pt2_compliant_tag | same_as(asinh_)
atan(Tensor self) -> Tensor | core pointwise pt2_compliant_tag
atan.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) | out pointwise pt2_compliant_tag
atan_(Tensor(a!) self) -> Tensor(a!) | inplace pointwise pt2_compliant_tag
atanh(Tensor self) -> Tensor | core pointwise pt2_compliant_tag
atanh.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) | out pointwise pt2_compliant_tag
atanh_(Tensor(a!) self) -> Tensor(a!) | inplace pointwise pt2_compliant_tag
arctan(Tensor self) -> Tensor | pt2_compliant_tag | same_as(atan)
arctan.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag | same_as(atan.out)
arctan_(Tensor(a!) self) -> Tensor(a!) | inplace pt2_compliant_tag | same_as(atan_)
arctanh(Tensor self) -> Tensor | pt2_compliant_tag | same_as(atanh)
arctanh.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag | same_as(atanh.out)
arctanh_(Tensor(a!) self) -> Tensor(a!) | inplace pt2_compliant_tag | same_as(atanh_)
atan2(Tensor self, Tensor other) -> Tensor | core pointwise pt2_compliant_tag
atan2.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!) | core out pointwise pt2_compliant_tag
atan2_(Tensor(a!) self, Tensor other) -> Tensor(a!) | inplace pointwise pt2_compliant_tag
arctan2(Tensor self, Tensor other) -> Tensor | pt2_compliant_tag | same_as(atan2)
arctan2.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag | same_as(atan2.out)
arctan2_(Tensor(a!) self, Tensor other) -> Tensor(a!) | inplace pt2_compliant_tag | same_as(atan2_)
bitwise_and.Tensor(Tensor self, Tensor other) -> Tensor | core pointwise pt2_compliant_tag
bitwise_and.Scalar(Tensor self, Scalar other) -> Tensor | core pointwise pt2_compliant_tag | composite(direct)
bitwise_and.Scalar_Tensor(Scalar self, Tensor other) -> Tensor | pointwise pt2_compliant_tag | composite(direct)
bitwise_and.Tensor_out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!) | out pointwise pt2_compliant_tag
bitwise_and.Scalar_out(Tensor self, Scalar other, *, Tensor(a!) out) -> Tensor(a!) | out pointwise pt2_compliant_tag
bitwise_and.Scalar_Tensor_out(Scalar self, Tensor other, *, Tensor(a!) out) -> Tensor(a!) | generated out pt2_compliant_tag
bitwise_and_.Tensor(Tensor(a!) self, Tensor other) -> Tensor(a!) | inplace pointwise pt2_compliant_tag
bitwise_and_.Scalar(Tensor(a!) self, Scalar other) -> Tensor(a!) | inplace pointwise pt2_compliant_tag
bitwise_or.Tensor(Tensor self, Tensor other) -> Tensor | core pointwise pt2_compliant_tag
bitwise_or.Scalar(Tensor self, Scalar other) -> Tensor | core pointwise pt2_compliant_tag | composite(direct)
bitwise_or.Scalar_Tensor(Scalar self, Tensor other) -> Tensor | pointwise pt2_compliant_tag | composite(direct)
bitwise_or.Tensor_out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!) | out pointwise pt2_compliant_tag
bitwise_or.Scalar_out(Tensor self, Scalar other, *, Tensor(a!) out) -> Tensor(a!) | out pointwise pt2_compliant_tag
bitwise_or.Scalar_Tensor_out(Scalar self, Tensor other, *, Tensor(a!) out) -> Tensor(a!) | generated out pt2_compliant_tag
bitwise_or_.Tensor(Tensor(a!) self, Tensor other) -> Tensor(a!) | inplace pointwise pt2_compliant_tag
bitwise_or_.Scalar(Tensor(a!) self, Scalar other) -> Tensor(a!) | inplace pointwise pt2_compliant_tag
bitwise_xor.Tensor(Tensor self, Tensor other) -> Tensor | core pointwise pt2_compliant_tag
bitwise_xor.Scalar(Tensor self, Scalar other) -> Tensor | core pointwise pt2_compliant_tag | composite(direct)
bitwise_xor.Scalar_Tensor(Scalar self, Tensor other) -> Tensor | pointwise pt2_compliant_tag | composite(direct)
bitwise_xor.Tensor_out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!) | out pointwise pt2_compliant_tag
bitwise_xor.Scalar_out(Tensor self, Scalar other, *, Tensor(a!) out) -> Tensor(a!) | out pointwise pt2_compliant_tag
bitwise_xor.Scalar_Tensor_out(Scalar self, Tensor other, *, Tensor(a!) out) -> Tensor(a!) | generated out pt2_compliant_tag
bitwise_xor_.Tensor(Tensor(a!) self, Tensor other) -> Tensor(a!) | inplace pointwise pt2_compliant_tag
bitwise_xor_.Scalar(Tensor(a!) self, Scalar other) -> Tensor(a!) | inplace pointwise pt2_compliant_tag
bitwise_not(Tensor self) -> Tensor | core pointwise pt2_compliant_tag
bitwise_not.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) | out pointwise pt2_compliant_tag | output(operand)
bitwise_not_(Tensor(a!) self) -> Tensor(a!) | inplace pointwise pt2_compliant_tag
bitwise_left_shift.Tensor(Tensor self, Tensor other) -> Tensor | pointwise pt2_compliant_tag
bitwise_left_shift.Tensor_Scalar(Tensor self, Scalar other) -> Tensor | pointwise pt2_compliant_tag
bitwise_left_shift.Scalar_Tensor(Scalar self, Tensor other) -> Tensor | pointwise pt2_compliant_tag
bitwise_left_shift.Tensor_out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!) | out pointwise pt2_compliant_tag
bitwise_left_shift.Tensor_Scalar_out(Tensor self, Scalar other, *, Tensor(a!) out) -> Tensor(a!) | out pointwise pt2_compliant_tag
bitwise_left_shift.Scalar_Tensor_out(Scalar self, Tensor other, *, Tensor(a!) out) -> Tensor(a!) | generated out pt2_compliant_tag
bitwise_left_shift_.Tensor_Scalar(Tensor(a!) self, Scalar other) -> Tensor(a!) | inplace pointwise pt2_compliant_tag
bitwise_left_shift_.Tensor(Tensor(a!) self, Tensor other) -> Tensor(a!) | inplace pointwise pt2_compliant_tag
bitwise_right_shift.Tensor(Tensor self, Tensor other) -> Tensor | pointwise pt2_compliant_tag
bitwise_right_shift.Tensor_Scalar(Tensor self, Scalar other) -> Tensor | pointwise pt2_compliant_tag
bitwise_right_shift.Scalar_Tensor(Scalar self, Tensor other) -> Tensor | pointwise pt2_compliant_tag
bitwise_right_shift.Tensor_out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!) | out pointwise pt2_compliant_tag
bitwise_right_shift.Tensor_Scalar_out(Tensor self, Scalar other, *, Tensor(a!) out) -> Tensor(a!) | out pointwise pt2_compliant_tag
bitwise_right_shift.Scalar_Tensor_out(Scalar self, Tensor other, *, Tensor(a!) out) -> Tensor(a!) | generated out pt2_compliant_tag
bitwise_right_shift_.Tensor_Scalar(Tensor(a!) self, Scalar other) -> Tensor(a!) | inplace pointwise pt2_compliant_tag
bitwise_right_shift_.Tensor(Tensor(a!) self, Tensor other) -> Tensor(a!) | inplace pointwise pt2_compliant_tag
__lshift__.Tensor(Tensor self, Tensor other) -> Tensor | pointwise pt2_compliant_tag
__lshift__.Scalar(Tensor self, Scalar other) -> Tensor | pointwise pt2_compliant_tag
__lshift__.Scalar_out(Tensor self, Scalar other, *, Tensor(a!) out) -> Tensor(a!) | generated out pt2_compliant_tag
__lshift__.Tensor_out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!) | generated out pt2_compliant_tag
__rshift__.Tensor(Tensor self, Tensor other) -> Tensor | pointwise pt2_compliant_tag
__rshift__.Scalar(Tensor self, Scalar other) -> Tensor | pointwise pt2_compliant_tag
__rshift__.Scalar_out(Tensor self, Scalar other, *, Tensor(a!) out) -> Tensor(a!) | generated out pt2_compliant_tag
__rshift__.Tensor_out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!) | generated out pt2_compliant_tag
__ilshift__.Tensor(Tensor(a!) self, Tensor other) -> Tensor(a!) | inplace pointwise pt2_compliant_tag | functional(__lshift__.Tensor)
__ilshift__.Scalar(Tensor(a!) self, Scalar other) -> Tensor(a!) | inplace pointwise pt2_compliant_tag | functional(__lshift__.Scalar)
__irshift__.Tensor(Tensor(a!) self, Tensor other) -> Tensor(a!) | inplace pt2_compliant_tag | functional(__rshift__.Tensor)
__irshift__.Scalar(Tensor(a!) self, Scalar other) -> Tensor(a!) | inplace pt2_compliant_tag | functional(__rshift__.Scalar)
__and__.Scalar(Tensor self, Scalar other) -> Tensor | pt2_compliant_tag | same_as(bitwise_and.Scalar)
__and__.Tensor(Tensor self, Tensor other) -> Tensor | pt2_compliant_tag | same_as(bitwise_and.Tensor)
__or__.Tensor(Tensor self, Tensor other) -> Tensor | pt2_compliant_tag | same_as(bitwise_or.Tensor)
__or__.Scalar(Tensor self, Scalar other) -> Tensor | pt2_compliant_tag | same_as(bitwise_or.Scalar)
__xor__.Tensor(Tensor self, Tensor other) -> Tensor | pointwise pt2_compliant_tag | same_as(bitwise_xor.Tensor)
__xor__.Scalar(Tensor self, Scalar other) -> Tensor | pointwise pt2_compliant_tag | same_as(bitwise_xor.Scalar)
__iand__.Tensor(Tensor(a!) self, Tensor other) -> Tensor(a!) | inplace pt2_compliant_tag | same_as(bitwise_and_.Tensor)
__iand__.Scalar(Tensor(a!) self, Scalar other) -> Tensor(a!) | inplace pt2_compliant_tag | same_as(bitwise_and_.Scalar)
__ior__.Tensor(Tensor(a!) self, Tensor other) -> Tensor(a!) | inplace pt2_compliant_tag | same_as(bitwise_or_.Tensor)
__ior__.Scalar(Tensor(a!) self, Scalar other) -> Tensor(a!) | inplace pt2_compliant_tag | same_as(bitwise_or_.Scalar)
__ixor__.Tensor(Tensor(a!) self, Tensor other) -> Tensor(a!) | inplace pointwise pt2_compliant_tag | same_as(bitwise_xor_.Tensor)
__ixor__.Scalar(Tensor(a!) self, Scalar other) -> Tensor(a!) | inplace pointwise pt2_compliant_tag | same_as(bitwise_xor_.Scalar)
ceil(Tensor self) -> Tensor | core pointwise pt2_compliant_tag
ceil.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) | out pointwise pt2_compliant_tag | output(operand)
ceil_(Tensor(a!) self) -> Tensor(a!) | inplace pointwise pt2_compliant_tag
floor(Tensor self) -> Tensor | core pointwise pt2_compliant_tag
floor.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) | out pointwise pt2_compliant_tag | output(operand)
floor_(Tensor(a!) self) -> Tensor(a!) | inplace pointwise pt2_compliant_tag
trunc(Tensor self) -> Tensor | core pointwise pt2_compliant_tag
trunc.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) | out pointwise pt2_compliant_tag | output(operand)
trunc_(Tensor(a!) self) -> Tensor(a!) | inplace pointwise pt2_compliant_tag
fix(Tensor self) -> Tensor | pt2_compliant_tag | same_as(trunc)
fix.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag | same_as(trunc.out)
fix_(Tensor(a!) self) -> Tensor(a!) | inplace pt2_compliant_tag | same_as(trunc_)
round(Tensor self) -> Tensor | core pointwise pt2_compliant_tag
round.decimals(Tensor self, *, int decimals) -> Tensor | pointwise pt2_compliant_tag
round.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) | out pointwise pt2_compliant_tag | output(operand)
round.decimals_out(Tensor self, *, int decimals, Tensor(a!) out) -> Tensor(a!) | out pointwise pt2_compliant_tag | output(operand)
round_(Tensor(a!) self) -> Tensor(a!) | inplace pointwise pt2_compliant_tag
round_.decimals(Tensor(a!) self, *, int decimals) -> Tensor(a!) | inplace pointwise pt2_compliant_tag
frac(Tensor self) -> Tensor | pointwise pt2_compliant_tag
frac.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) | out pointwise pt2_compliant_tag | output(operand)
frac_(Tensor(a!) self) -> Tensor(a!) | inplace pointwise pt2_compliant_tag
copysign.Tensor(Tensor self, Tensor other) -> Tensor | pointwise pt2_compliant_tag
copysign.Scalar(Tensor self, Scalar other) -> Tensor | pointwise pt2_compliant_tag
copysign.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!) | out pointwise pt2_compliant_tag
copysign.Scalar_out(Tensor self, Scalar other, *, Tensor(a!) out) -> Tensor(a!) | out pointwise pt2_compliant_tag
copysign_.Tensor(Tensor(a!) self, Tensor other) -> Tensor(a!) | inplace pt2_compliant_tag
copysign_.Scalar(Tensor(a!) self, Scalar other) -> Tensor(a!) | inplace pt2_compliant_tag
cos(Tensor self) -> Tensor | core pointwise pt2_compliant_tag
cos.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) | out pointwise pt2_compliant_tag
cos_(Tensor(a!) self) -> Tensor(a!) | inplace pointwise pt2_compliant_tag
cosh(Tensor self) -> Tensor | core pointwise pt2_compliant_tag
cosh.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) | out pointwise pt2_compliant_tag
cosh_(Tensor(a!) self) -> Tensor(a!) | inplace pointwise pt2_compliant_tag
sin(Tensor self) -> Tensor | core pointwise pt2_compliant_tag
sin.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) | out pointwise pt2_compliant_tag
sin_(Tensor(a!) self) -> Tensor(a!) | inplace pointwise pt2_compliant_tag
sinh(Tensor self) -> Tensor | core pointwise pt2_compliant_tag
sinh.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) | out pointwise pt2_compliant_tag
sinh_(Tensor(a!) self) -> Tensor(a!) | inplace pointwise pt2_compliant_tag
tan(Tensor self) -> Tensor | core pointwise pt2_compliant_tag
tan.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) | out pointwise pt2_compliant_tag
tan_(Tensor(a!) self) -> Tensor(a!) | inplace pointwise pt2_compliant_tag
tanh(Tensor self) -> Tensor | core pointwise pt2_compliant_tag
tanh.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) | out pointwise pt2_compliant_tag
tanh_(Tensor(a!) self) -> Tensor(a!) | inplace pointwise pt2_compliant_tag
deg2rad(Tensor self) -> Tensor | pointwise pt2_compliant_tag
deg2rad.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) | out pointwise pt2_compliant_tag
deg2rad_(Tensor(a!) self) -> Tensor(a!) | inplace pointwise pt2_compliant_tag
rad2deg(Tensor self) -> Tensor | pointwise pt2_compliant_tag
rad2deg.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) | out pointwise pt2_compliant_tag
rad2deg_(Tensor(a!) self) -> Tensor(a!) | inplace pointwise pt2_compliant_tag
exp(Tensor self) -> Tensor | core pointwise pt2_compliant_tag
exp.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) | out pointwise pt2_compliant_tag
exp_(Tensor(a!) self) -> Tensor(a!) | inplace pointwise pt2_compliant_tag
exp2(Tensor self) -> Tensor | pointwise pt2_compliant_tag
exp2.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) | out pointwise pt2_compliant_tag
exp2_(Tensor(a!) self) -> Tensor(a!) | inplace pointwise pt2_compliant_tag
expm1(Tensor self) -> Tensor | core pointwise pt2_compliant_tag
expm1.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) | out pointwise pt2_compliant_tag
expm1_(Tensor(a!) self) -> Tensor(a!) | inplace pointwise pt2_compliant_tag
log(Tensor self) -> Tensor | core pointwise pt2_compliant_tag
log.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) | out pointwise pt2_compliant_tag
log_(Tensor(a!) self) -> Tensor(a!) | inplace pointwise pt2_compliant_tag
log2(Tensor self) -> Tensor | core pointwise pt2_compliant_tag
log2.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) | out pointwise pt2_compliant_tag
log2_(Tensor(a!) self) -> Tensor(a!) | inplace pointwise pt2_compliant_tag
log10(Tensor self) -> Tensor | core pointwise pt2_compliant_tag
log10.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) | out pointwise pt2_compliant_tag
log10_(Tensor(a!) self) -> Tensor(a!) | inplace pointwise pt2_compliant_tag
log1p(Tensor self) -> Tensor | core pointwise pt2_compliant_tag
log1p.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) | out pointwise pt2_compliant_tag
log1p_(Tensor(a!) self) -> Tensor(a!) | inplace pointwise pt2_compliant_tag
logaddexp(Tensor self, Tensor other) -> Tensor | pointwise pt2_compliant_tag
logaddexp.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!) | out pointwise pt2_compliant_tag
logaddexp2(Tensor self, Tensor other) -> Tensor | pointwise pt2_compliant_tag
logaddexp2.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!) | out pointwise pt2_compliant_tag
sqrt(Tensor self) -> Tensor | core pointwise pt2_compliant_tag
sqrt.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) | out pointwise pt2_compliant_tag
sqrt_(Tensor(a!) self) -> Tensor(a!) | inplace pointwise pt2_compliant_tag
rsqrt(Tensor self) -> Tensor | core pointwise pt2_compliant_tag
rsqrt.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) | out pointwise pt2_compliant_tag
rsqrt_(Tensor(a!) self) -> Tensor(a!) | inplace pointwise pt2_compliant_tag
reciprocal(Tensor self) -> Tensor | core pointwise pt2_compliant_tag
reciprocal.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) | out pointwise pt2_compliant_tag
reciprocal_(Tensor(a!) self) -> Tensor(a!) | inplace pointwise pt2_compliant_tag
sigmoid(Tensor self) -> Tensor | core pointwise pt2_compliant_tag
sigmoid.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) | out pointwise pt2_compliant_tag
sigmoid_(Tensor(a!) self) -> Tensor(a!) | inplace pointwise pt2_compliant_tag
sgn(Tensor self) -> Tensor | pointwise pt2_compliant_tag
sgn.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) | out pointwise pt2_compliant_tag | output(operand)
sgn_(Tensor(a!) self) -> Tensor(a!) | inplace pointwise pt2_compliant_tag
sign(Tensor self) -> Tensor | core pointwise pt2_compliant_tag
sign.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) | out pointwise pt2_compliant_tag | output(operand)
sign_(Tensor(a!) self) -> Tensor(a!) | inplace pointwise pt2_compliant_tag
signbit(Tensor self) -> Tensor | pointwise pt2_compliant_tag
signbit.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) | out pointwise pt2_compliant_tag | output(operand)
isnan(Tensor self) -> Tensor | core pointwise pt2_compliant_tag
isnan.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) | generated out pt2_compliant_tag
isinf(Tensor self) -> Tensor | core pointwise pt2_compliant_tag | composite(direct)
isinf.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) | generated out pt2_compliant_tag
isfinite(Tensor self) -> Tensor | pointwise pt2_compliant_tag
isposinf(Tensor self) -> Tensor | pointwise pt2_compliant_tag
isposinf.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) | out pointwise pt2_compliant_tag | output(operand)
isneginf(Tensor self) -> Tensor | pointwise pt2_compliant_tag
isneginf.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) | out pointwise pt2_compliant_tag | output(operand)
isclose(Tensor self, Tensor other, float rtol=1.0000000000000001e-05, float atol=1e-08, bool equal_nan=False) -> Tensor | pt2_compliant_tag
allclose(Tensor self, Tensor other, float rtol=1.0000000000000001e-05, float atol=1e-08, bool equal_nan=False) -> bool | data_dependent_output pt2_compliant_tag
eq.Tensor(Tensor self, Tensor other) -> Tensor | core pointwise pt2_compliant_tag
eq.Scalar(Tensor self, Scalar other) -> Tensor | core pointwise pt2_compliant_tag
eq.Scalar_out(Tensor self, Scalar other, *, Tensor(a!) out) -> Tensor(a!) | out pointwise pt2_compliant_tag
eq.Tensor_out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!) | out pointwise pt2_compliant_tag
eq_.Scalar(Tensor(a!) self, Scalar other) -> Tensor(a!) | inplace pt2_compliant_tag
eq_.Tensor(Tensor(a!) self, Tensor other) -> Tensor(a!) | inplace pt2_compliant_tag
ne.Tensor(Tensor self, Tensor other) -> Tensor | core pointwise pt2_compliant_tag
ne.Scalar(Tensor self, Scalar other) -> Tensor | core pointwise pt2_compliant_tag
ne.Scalar_out(Tensor self, Scalar other, *, Tensor(a!) out) -> Tensor(a!) | out pointwise pt2_compliant_tag
ne.Tensor_out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!) | out pointwise pt2_compliant_tag
ne_.Scalar(Tensor(a!) self, Scalar other) -> Tensor(a!) | inplace pt2_compliant_tag
ne_.Tensor(Tensor(a!) self, Tensor other) -> Tensor(a!) | inplace pt2_compliant_tag
lt.Tensor(Tensor self, Tensor other) -> Tensor | core pointwise pt2_compliant_tag
lt.Scalar(Tensor self, Scalar other) -> Tensor | core pointwise pt2_compliant_tag
lt.Scalar_out(Tensor self, Scalar other, *, Tensor(a!) out) -> Tensor(a!) | out pointwise pt2_compliant_tag
lt.Tensor_out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!) | out pointwise pt2_compliant_tag
lt_.Scalar(Tensor(a!) self, Scalar other) -> Tensor(a!) | inplace pt2_compliant_tag
lt_.Tensor(Tensor(a!) self, Tensor other) -> Tensor(a!) | inplace pt2_compliant_tag
le.Tensor(Tensor self, Tensor other) -> Tensor | core pointwise pt2_compliant_tag
le.Scalar(Tensor self, Scalar other) -> Tensor | core pointwise pt2_compliant_tag
le.Scalar_out(Tensor self, Scalar other, *, Tensor(a!) out) -> Tensor(a!) | out pointwise pt2_compliant_tag
le.Tensor_out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!) | out pointwise pt2_compliant_tag
le_.Scalar(Tensor(a!) self, Scalar other) -> Tensor(a!) | inplace pt2_compliant_tag
le_.Tensor(Tensor(a!) self, Tensor other) -> Tensor(a!) | inplace pt2_compliant_tag
gt.Tensor(Tensor self, Tensor other) -> Tensor | core pointwise pt2_compliant_tag
gt.Scalar(Tensor self, Scalar other) -> Tensor | core pointwise pt2_compliant_tag
gt.Scalar_out(Tensor self, Scalar other, *, Tensor(a!) out) -> Tensor(a!) | out pointwise pt2_compliant_tag
gt.Tensor_out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!) | out pointwise pt2_compliant_tag
gt_.Scalar(Tensor(a!) self, Scalar other) -> Tensor(a!) | inplace pt2_compliant_tag
gt_.Tensor(Tensor(a!) self, Tensor other) -> Tensor(a!) | inplace pt2_compliant_tag
ge.Tensor(Tensor self, Tensor other) -> Tensor | core pointwise pt2_compliant_tag
ge.Scalar(Tensor self, Scalar other) -> Tensor | core pointwise pt2_compliant_tag
ge.Scalar_out(Tensor self, Scalar other, *, Tensor(a!) out) -> Tensor(a!) | out pointwise pt2_compliant_tag
ge.Tensor_out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!) | out pointwise pt2_compliant_tag
ge_.Scalar(Tensor(a!) self, Scalar other) -> Tensor(a!) | inplace pt2_compliant_tag
ge_.Tensor(Tensor(a!) self, Tensor other) -> Tensor(a!) | inplace pt2_compliant_tag
not_equal.Tensor(Tensor self, Tensor other) -> Tensor | pt2_compliant_tag | same_as(ne.Tensor)
not_equal.Scalar(Tensor self, Scalar other) -> Tensor | pt2_compliant_tag | same_as(ne.Scalar)
not_equal.Scalar_out(Tensor self, Scalar other, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag | same_as(ne.Scalar_out)
not_equal.Tensor_out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag | same_as(ne.Tensor_out)
not_equal_.Scalar(Tensor(a!) self, Scalar other) -> Tensor(a!) | inplace pt2_compliant_tag | same_as(ne_.Scalar)
not_equal_.Tensor(Tensor(a!) self, Tensor other) -> Tensor(a!) | inplace pt2_compliant_tag | same_as(ne_.Tensor)
less.Tensor(Tensor self, Tensor other) -> Tensor | pt2_compliant_tag | same_as(lt.Tensor)
less.Scalar(Tensor self, Scalar other) -> Tensor | pt2_compliant_tag | same_as(lt.Scalar)
less.Scalar_out(Tensor self, Scalar other, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag | same_as(lt.Scalar_out)
less.Tensor_out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag | same_as(lt.Tensor_out)
less_.Scalar(Tensor(a!) self, Scalar other) -> Tensor(a!) | inplace pt2_compliant_tag | same_as(lt_.Scalar)
less_.Tensor(Tensor(a!) self, Tensor other) -> Tensor(a!) | inplace pt2_compliant_tag | same_as(lt_.Tensor)
less_equal.Tensor(Tensor self, Tensor other) -> Tensor | pt2_compliant_tag | same_as(le.Tensor)
less_equal.Scalar(Tensor self, Scalar other) -> Tensor | pt2_compliant_tag | same_as(le.Scalar)
less_equal.Scalar_out(Tensor self, Scalar other, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag | same_as(le.Scalar_out)
less_equal.Tensor_out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag | same_as(le.Tensor_out)
less_equal_.Scalar(Tensor(a!) self, Scalar other) -> Tensor(a!) | inplace pt2_compliant_tag | same_as(le_.Scalar)
less_equal_.Tensor(Tensor(a!) self, Tensor other) -> Tensor(a!) | inplace pt2_compliant_tag | same_as(le_.Tensor)
greater.Tensor(Tensor self, Tensor other) -> Tensor | pt2_compliant_tag | same_as(gt.Tensor)
greater.Scalar(Tensor self, Scalar other) -> Tensor | pt2_compliant_tag | same_as(gt.Scalar)
greater.Scalar_out(Tensor self, Scalar other, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag | same_as(gt.Scalar_out)
greater.Tensor_out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag | same_as(gt.Tensor_out)
greater_.Scalar(Tensor(a!) self, Scalar other) -> Tensor(a!) | inplace pt2_compliant_tag | same_as(gt_.Scalar)
greater_.Tensor(Tensor(a!) self, Tensor other) -> Tensor(a!) | inplace pt2_compliant_tag | same_as(gt_.Tensor)
greater_equal.Tensor(Tensor self, Tensor other) -> Tensor | pt2_compliant_tag | same_as(ge.Tensor)
greater_equal.Scalar(Tensor self, Scalar other) -> Tensor | pt2_compliant_tag | same_as(ge.Scalar)
greater_equal.Scalar_out(Tensor self, Scalar other, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag | same_as(ge.Scalar_out)
greater_equal.Tensor_out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag | same_as(ge.Tensor_out)
greater_equal_.Scalar(Tensor(a!) self, Scalar other) -> Tensor(a!) | inplace pt2_compliant_tag | same_as(ge_.Scalar)
greater_equal_.Tensor(Tensor(a!) self, Tensor other) -> Tensor(a!) | inplace pt2_compliant_tag | same_as(ge_.Tensor)
logical_and(Tensor self, Tensor other) -> Tensor | core pointwise pt2_compliant_tag | composite(direct)
logical_and.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!) | out pointwise pt2_compliant_tag
logical_and_(Tensor(a!) self, Tensor other) -> Tensor(a!) | inplace pointwise pt2_compliant_tag
logical_or(Tensor self, Tensor other) -> Tensor | core pointwise pt2_compliant_tag | composite(direct)
logical_or.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!) | out pointwise pt2_compliant_tag
logical_or_(Tensor(a!) self, Tensor other) -> Tensor(a!) | inplace pointwise pt2_compliant_tag
logical_xor(Tensor self, Tensor other) -> Tensor | core pointwise pt2_compliant_tag | composite(direct)
logical_xor.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!) | out pointwise pt2_compliant_tag
logical_xor_(Tensor(a!) self, Tensor other) -> Tensor(a!) | inplace pointwise pt2_compliant_tag
logical_not(Tensor self) -> Tensor | core pointwise pt2_compliant_tag | composite(direct)
logical_not.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) | out pointwise pt2_compliant_tag
logical_not_(Tensor(a!) self) -> Tensor(a!) | inplace pointwise pt2_compliant_tag
maximum(Tensor self, Tensor other) -> Tensor | core pointwise pt2_compliant_tag
maximum.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!) | out pointwise pt2_compliant_tag
minimum(Tensor self, Tensor other) -> Tensor | core pointwise pt2_compliant_tag
minimum.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!) | out pointwise pt2_compliant_tag
fmax(Tensor self, Tensor other) -> Tensor | pointwise pt2_compliant_tag
fmax.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!) | out pointwise pt2_compliant_tag
fmin(Tensor self, Tensor other) -> Tensor | pointwise pt2_compliant_tag
fmin.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!) | out pointwise pt2_compliant_tag
hypot(Tensor self, Tensor other) -> Tensor | pointwise pt2_compliant_tag
hypot.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!) | out pointwise pt2_compliant_tag
hypot_(Tensor(a!) self, Tensor other) -> Tensor(a!) | inplace pointwise pt2_compliant_tag
nextafter(Tensor self, Tensor other) -> Tensor | pointwise pt2_compliant_tag
nextafter.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!) | out pointwise pt2_compliant_tag
nextafter_(Tensor(a!) self, Tensor other) -> Tensor(a!) | inplace pointwise pt2_compliant_tag
_conj_physical(Tensor self) -> Tensor | pointwise pt2_compliant_tag
_conj_physical.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) | generated out pt2_compliant_tag
gcd(Tensor self, Tensor other) -> Tensor | pointwise pt2_compliant_tag
gcd.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!) | out pointwise pt2_compliant_tag
gcd_(Tensor(a!) self, Tensor other) -> Tensor(a!) | inplace pt2_compliant_tag
lcm(Tensor self, Tensor other) -> Tensor | pointwise pt2_compliant_tag
lcm.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!) | out pointwise pt2_compliant_tag
lcm_(Tensor(a!) self, Tensor other) -> Tensor(a!) | inplace pt2_compliant_tag
isreal(Tensor self) -> Tensor | pt2_compliant_tag
"""  # noqa: E501 - one schema is one line
