"""Schemas of operators that do the same to each tensor of a list."""

__all__ = ["SCHEMAS"]

SCHEMAS = """
_foreach_abs(Tensor[] self) -> Tensor[] | pt2_compliant_tag
_foreach_abs.out(Tensor[] self, *, Tensor(a!)[] out) -> () | generated out pt2_compliant_tag | uncounted
_foreach_abs_(Tensor(a!)[] self) -> () | inplace pt2_compliant_tag | uncounted
_foreach_acos(Tensor[] self) -> Tensor[] | pt2_compliant_tag
_foreach_acos.out(Tensor[] self, *, Tensor(a!)[] out) -> () | generated out pt2_compliant_tag | uncounted
_foreach_acos_(Tensor(a!)[] self) -> () | inplace pt2_compliant_tag | uncounted
_foreach_add.Scalar(Tensor[] self, Scalar scalar) -> Tensor[] | pt2_compliant_tag
_foreach_add.Scalar_out(Tensor[] self, Scalar scalar, *, Tensor(a!)[] out) -> () | generated out pt2_compliant_tag | uncounted
_foreach_add.List(Tensor[] self, Tensor[] other, *, Scalar alpha=1) -> Tensor[] | pt2_compliant_tag
_foreach_add.List_out(Tensor[] self, Tensor[] other, *, Scalar alpha=1, Tensor(a!)[] out) -> () | generated out pt2_compliant_tag | uncounted
_foreach_add.ScalarList(Tensor[] self, Scalar[] scalars) -> Tensor[] | pt2_compliant_tag
_foreach_add.ScalarList_out(Tensor[] self, Scalar[] scalars, *, Tensor(a!)[] out) -> () | generated out pt2_compliant_tag | uncounted
_foreach_add.Tensor(Tensor[] self, Tensor other, *, Scalar alpha=1) -> Tensor[] | pt2_compliant_tag
_foreach_add.Tensor_out(Tensor[] self, Tensor other, *, Scalar alpha=1, Tensor(a!)[] out) -> () | generated out pt2_compliant_tag | uncounted
_foreach_add_.Scalar(Tensor(a!)[] self, Scalar scalar) -> () | inplace pt2_compliant_tag | uncounted
_foreach_add_.List(Tensor(a!)[] self, Tensor[] other, *, Scalar alpha=1) -> () | inplace pt2_compliant_tag | uncounted
_foreach_add_.ScalarList(Tensor(a!)[] self, Scalar[] scalars) -> () | inplace pt2_compliant_tag | uncounted
_foreach_add_.Tensor(Tensor(a!)[] self, Tensor other, *, Scalar alpha=1) -> () | inplace pt2_compliant_tag | uncounted
_foreach_addcdiv.Scalar(Tensor[] self, Tensor[] tensor1, Tensor[] tensor2, Scalar value=1) -> Tensor[] | pt2_compliant_tag
_foreach_addcdiv.Scalar_out(Tensor[] self, Tensor[] tensor1, Tensor[] tensor2, Scalar value=1, *, Tensor(a!)[] out) -> () | generated out pt2_compliant_tag | uncounted
_foreach_addcdiv.ScalarList(Tensor[] self, Tensor[] tensor1, Tensor[] tensor2, Scalar[] scalars) -> Tensor[] | pt2_compliant_tag
_foreach_addcdiv.ScalarList_out(Tensor[] self, Tensor[] tensor1, Tensor[] tensor2, Scalar[] scalars, *, Tensor(a!)[] out) -> () | generated out pt2_compliant_tag | uncounted
_foreach_addcdiv.Tensor(Tensor[] self, Tensor[] tensor1, Tensor[] tensor2, Tensor scalars) -> Tensor[] | pt2_compliant_tag
_foreach_addcdiv.Tensor_out(Tensor[] self, Tensor[] tensor1, Tensor[] tensor2, Tensor scalars, *, Tensor(a!)[] out) -> () | generated out pt2_compliant_tag | uncounted
_foreach_addcdiv_.Scalar(Tensor(a!)[] self, Tensor[] tensor1, Tensor[] tensor2, Scalar value=1) -> () | inplace pt2_compliant_tag | uncounted
_foreach_addcdiv_.ScalarList(Tensor(a!)[] self, Tensor[] tensor1, Tensor[] tensor2, Scalar[] scalars) -> () | inplace pt2_compliant_tag | uncounted
_foreach_addcdiv_.Tensor(Tensor(a!)[] self, Tensor[] tensor1, Tensor[] tensor2, Tensor scalars) -> () | inplace pt2_compliant_tag | uncounted
_foreach_addcmul.Scalar(Tensor[] self, Tensor[] tensor1, Tensor[] tensor2, Scalar value=1) -> Tensor[] | pt2_compliant_tag
_foreach_addcmul.Scalar_out(Tensor[] self, Tensor[] tensor1, Tensor[] tensor2, Scalar value=1, *, Tensor(a!)[] out) -> () | generated out pt2_compliant_tag | uncounted
_foreach_addcmul.ScalarList(Tensor[] self, Tensor[] tensor1, Tensor[] tensor2, Scalar[] scalars) -> Tensor[] | pt2_compliant_tag
_foreach_addcmul.ScalarList_out(Tensor[] self, Tensor[] tensor1, Tensor[] tensor2, Scalar[] scalars, *, Tensor(a!)[] out) -> () | generated out pt2_compliant_tag | uncounted
_foreach_addcmul.Tensor(Tensor[] self, Tensor[] tensor1, Tensor[] tensor2, Tensor scalars) -> Tensor[] | pt2_compliant_tag
_foreach_addcmul.Tensor_out(Tensor[] self, Tensor[] tensor1, Tensor[] tensor2, Tensor scalars, *, Tensor(a!)[] out) -> () | generated out pt2_compliant_tag | uncounted
_foreach_addcmul_.Scalar(Tensor(a!)[] self, Tensor[] tensor1, Tensor[] tensor2, Scalar value=1) -> () | inplace pt2_compliant_tag | uncounted
_foreach_addcmul_.ScalarList(Tensor(a!)[] self, Tensor[] tensor1, Tensor[] tensor2, Scalar[] scalars) -> () | inplace pt2_compliant_tag | uncounted
_foreach_addcmul_.Tensor(Tensor(a!)[] self, Tensor[] tensor1, Tensor[] tensor2, Tensor scalars) -> () | inplace pt2_compliant_tag | uncounted
_foreach_asin(Tensor[] self) -> Tensor[] | pt2_compliant_tag
_foreach_asin.out(Tensor[] self, *, Tensor(a!)[] out) -> () | generated out pt2_compliant_tag | uncounted
_foreach_asin_(Tensor(a!)[] self) -> () | inplace pt2_compliant_tag | uncounted
_foreach_atan(Tensor[] self) -> Tensor[] | pt2_compliant_tag
_foreach_atan.out(Tensor[] self, *, Tensor(a!)[] out) -> () | generated out pt2_compliant_tag | uncounted
_foreach_atan_(Tensor(a!)[] self) -> () | inplace pt2_compliant_tag | uncounted
_foreach_ceil(Tensor[] self) -> Tensor[] | pt2_compliant_tag
_foreach_ceil.out(Tensor[] self, *, Tensor(a!)[] out) -> () | generated out pt2_compliant_tag | uncounted
_foreach_ceil_(Tensor(a!)[] self) -> () | inplace pt2_compliant_tag | uncounted
_foreach_clamp_max.Scalar(Tensor[] self, Scalar scalar) -> Tensor[] | pt2_compliant_tag
_foreach_clamp_max.Scalar_out(Tensor[] self, Scalar scalar, *, Tensor(a!)[] out) -> () | generated out pt2_compliant_tag | uncounted
_foreach_clamp_max.List(Tensor[] self, Tensor[] other) -> Tensor[] | pt2_compliant_tag
_foreach_clamp_max.List_out(Tensor[] self, Tensor[] other, *, Tensor(a!)[] out) -> () | generated out pt2_compliant_tag | uncounted
_foreach_clamp_max.ScalarList(Tensor[] self, Scalar[] scalars) -> Tensor[] | pt2_compliant_tag
_foreach_clamp_max.ScalarList_out(Tensor[] self, Scalar[] scalars, *, Tensor(a!)[] out) -> () | generated out pt2_compliant_tag | uncounted
_foreach_clamp_max_.Scalar(Tensor(a!)[] self, Scalar scalar) -> () | inplace pt2_compliant_tag | uncounted
_foreach_clamp_max_.List(Tensor(a!)[] self, Tensor[] other) -> () | inplace pt2_compliant_tag | uncounted
_foreach_clamp_max_.ScalarList(Tensor(a!)[] self, Scalar[] scalars) -> () | inplace pt2_compliant_tag | uncounted
_foreach_clamp_min.Scalar(Tensor[] self, Scalar scalar) -> Tensor[] | pt2_compliant_tag
_foreach_clamp_min.Scalar_out(Tensor[] self, Scalar scalar, *, Tensor(a!)[] out) -> () | generated out pt2_compliant_tag | uncounted
_foreach_clamp_min.List(Tensor[] self, Tensor[] other) -> Tensor[] | pt2_compliant_tag
_foreach_clamp_min.List_out(Tensor[] self, Tensor[] other, *, Tensor(a!)[] out) -> () | generated out pt2_compliant_tag | uncounted
_foreach_clamp_min.ScalarList(Tensor[] self, Scalar[] scalars) -> Tensor[] | pt2_compliant_tag
_foreach_clamp_min.ScalarList_out(Tensor[] self, Scalar[] scalars, *, Tensor(a!)[] out) -> () | generated out pt2_compliant_tag | uncounted
_foreach_clamp_min_.Scalar(Tensor(a!)[] self, Scalar scalar) -> () | inplace pt2_compliant_tag | uncounted
_foreach_clamp_min_.List(Tensor(a!)[] self, Tensor[] other) -> () | inplace pt2_compliant_tag | uncounted
_foreach_clamp_min_.ScalarList(Tensor(a!)[] self, Scalar[] scalars) -> () | inplace pt2_compliant_tag | uncounted
_foreach_clone(Tensor[] self, *, MemoryFormat? memory_format=None) -> Tensor[] | pt2_compliant_tag
_foreach_clone.out(Tensor[] self, *, MemoryFormat? memory_format=None, Tensor(a!)[] out) -> () | generated out pt2_compliant_tag | uncounted
_foreach_copy(Tensor[] self, Tensor[] src, bool non_blocking=False) -> Tensor[] self_out | pt2_compliant_tag
_foreach_copy.out(Tensor[] self, Tensor[] src, bool non_blocking=False, *, Tensor(a!)[] out) -> () | generated out pt2_compliant_tag | uncounted
_foreach_copy_(Tensor(a!)[] self, Tensor[] src, bool non_blocking=False) -> () | inplace pt2_compliant_tag | uncounted
_foreach_cos(Tensor[] self) -> Tensor[] | pt2_compliant_tag
_foreach_cos.out(Tensor[] self, *, Tensor(a!)[] out) -> () | generated out pt2_compliant_tag | uncounted
_foreach_cos_(Tensor(a!)[] self) -> () | inplace pt2_compliant_tag | uncounted
_foreach_cosh(Tensor[] self) -> Tensor[] | pt2_compliant_tag
_foreach_cosh.out(Tensor[] self, *, Tensor(a!)[] out) -> () | generated out pt2_compliant_tag | uncounted
_foreach_cosh_(Tensor(a!)[] self) -> () | inplace pt2_compliant_tag | uncounted
_foreach_div.Scalar(Tensor[] self, Scalar scalar) -> Tensor[] | pt2_compliant_tag
_foreach_div.Scalar_out(Tensor[] self, Scalar scalar, *, Tensor(a!)[] out) -> () | generated out pt2_compliant_tag | uncounted
_foreach_div.List(Tensor[] self, Tensor[] other) -> Tensor[] | pt2_compliant_tag
_foreach_div.List_out(Tensor[] self, Tensor[] other, *, Tensor(a!)[] out) -> () | generated out pt2_compliant_tag | uncounted
_foreach_div.ScalarList(Tensor[] self, Scalar[] scalars) -> Tensor[] | pt2_compliant_tag
_foreach_div.ScalarList_out(Tensor[] self, Scalar[] scalars, *, Tensor(a!)[] out) -> () | generated out pt2_compliant_tag | uncounted
_foreach_div.Tensor(Tensor[] self, Tensor other) -> Tensor[] | pt2_compliant_tag
_foreach_div.Tensor_out(Tensor[] self, Tensor other, *, Tensor(a!)[] out) -> () | generated out pt2_compliant_tag | uncounted
_foreach_div_.Scalar(Tensor(a!)[] self, Scalar scalar) -> () | inplace pt2_compliant_tag | uncounted
_foreach_div_.List(Tensor(a!)[] self, Tensor[] other) -> () | inplace pt2_compliant_tag | uncounted
_foreach_div_.ScalarList(Tensor(a!)[] self, Scalar[] scalars) -> () | inplace pt2_compliant_tag | uncounted
_foreach_div_.Tensor(Tensor(a!)[] self, Tensor other) -> () | inplace pt2_compliant_tag | uncounted
_foreach_erf(Tensor[] self) -> Tensor[] | pt2_compliant_tag
_foreach_erf.out(Tensor[] self, *, Tensor(a!)[] out) -> () | generated out pt2_compliant_tag | uncounted
_foreach_erf_(Tensor(a!)[] self) -> () | inplace pt2_compliant_tag | uncounted
_foreach_erfc(Tensor[] self) -> Tensor[] | pt2_compliant_tag
_foreach_erfc.out(Tensor[] self, *, Tensor(a!)[] out) -> () | generated out pt2_compliant_tag | uncounted
_foreach_erfc_(Tensor(a!)[] self) -> () | inplace pt2_compliant_tag | uncounted
_foreach_exp(Tensor[] self) -> Tensor[] | pt2_compliant_tag
_foreach_exp.out(Tensor[] self, *, Tensor(a!)[] out) -> () | generated out pt2_compliant_tag | uncounted
_foreach_exp_(Tensor(a!)[] self) -> () | inplace pt2_compliant_tag | uncounted
_foreach_expm1(Tensor[] self) -> Tensor[] | pt2_compliant_tag
_foreach_expm1.out(Tensor[] self, *, Tensor(a!)[] out) -> () | generated out pt2_compliant_tag | uncounted
_foreach_expm1_(Tensor(a!)[] self) -> () | inplace pt2_compliant_tag | uncounted
_foreach_floor(Tensor[] self) -> Tensor[] | pt2_compliant_tag
_foreach_floor.out(Tensor[] self, *, Tensor(a!)[] out) -> () | generated out pt2_compliant_tag | uncounted
_foreach_floor_(Tensor(a!)[] self) -> () | inplace pt2_compliant_tag | uncounted
_foreach_frac(Tensor[] self) -> Tensor[] | pt2_compliant_tag
_foreach_frac.out(Tensor[] self, *, Tensor(a!)[] out) -> () | generated out pt2_compliant_tag | uncounted
_foreach_frac_(Tensor(a!)[] self) -> () | inplace pt2_compliant_tag | uncounted
_foreach_lerp.List(Tensor[] self, Tensor[] tensors1, Tensor[] weights) -> Tensor[] | pt2_compliant_tag
_foreach_lerp.List_out(Tensor[] self, Tensor[] tensors1, Tensor[] weights, *, Tensor(a!)[] out) -> () | generated out pt2_compliant_tag | uncounted
_foreach_lerp.Scalar(Tensor[] self, Tensor[] tensors1, Scalar weight) -> Tensor[] | pt2_compliant_tag
_foreach_lerp.Scalar_out(Tensor[] self, Tensor[] tensors1, Scalar weight, *, Tensor(a!)[] out) -> () | generated out pt2_compliant_tag | uncounted
_foreach_lerp.ScalarList(Tensor[] self, Tensor[] tensors1, Scalar[] weight) -> Tensor[] | pt2_compliant_tag
_foreach_lerp.ScalarList_out(Tensor[] self, Tensor[] tensors1, Scalar[] weight, *, Tensor(a!)[] out) -> () | generated out pt2_compliant_tag | uncounted
_foreach_lerp_.List(Tensor(a!)[] self, Tensor[] tensors1, Tensor[] weights) -> () | inplace pt2_compliant_tag | uncounted
_foreach_lerp_.Scalar(Tensor(a!)[] self, Tensor[] tensors1, Scalar weight) -> () | inplace pt2_compliant_tag | uncounted
_foreach_lerp_.ScalarList(Tensor(a!)[] self, Tensor[] tensors1, Scalar[] weight) -> () | inplace pt2_compliant_tag | uncounted
_foreach_lgamma(Tensor[] self) -> Tensor[] | pt2_compliant_tag
_foreach_lgamma.out(Tensor[] self, *, Tensor(a!)[] out) -> () | generated out pt2_compliant_tag | uncounted
_foreach_lgamma_(Tensor(a!)[] self) -> () | inplace pt2_compliant_tag | uncounted
_foreach_log(Tensor[] self) -> Tensor[] | pt2_compliant_tag
_foreach_log.out(Tensor[] self, *, Tensor(a!)[] out) -> () | generated out pt2_compliant_tag | uncounted
_foreach_log_(Tensor(a!)[] self) -> () | inplace pt2_compliant_tag | uncounted
_foreach_log10(Tensor[] self) -> Tensor[] | pt2_compliant_tag
_foreach_log10.out(Tensor[] self, *, Tensor(a!)[] out) -> () | generated out pt2_compliant_tag | uncounted
_foreach_log10_(Tensor(a!)[] self) -> () | inplace pt2_compliant_tag | uncounted
_foreach_log1p(Tensor[] self) -> Tensor[] | pt2_compliant_tag
_foreach_log1p.out(Tensor[] self, *, Tensor(a!)[] out) -> () | generated out pt2_compliant_tag | uncounted
_foreach_log1p_(Tensor(a!)[] self) -> () | inplace pt2_compliant_tag | uncounted
_foreach_log2(Tensor[] self) -> Tensor[] | pt2_compliant_tag
_foreach_log2.out(Tensor[] self, *, Tensor(a!)[] out) -> () | generated out pt2_compliant_tag | uncounted
_foreach_log2_(Tensor(a!)[] self) -> () | inplace pt2_compliant_tag | uncounted
_foreach_max(Tensor[] self) -> Tensor[] | pt2_compliant_tag
_foreach_max.out(Tensor[] self, *, Tensor(a!)[] out) -> () | generated out pt2_compliant_tag | uncounted
_foreach_maximum.Scalar(Tensor[] self, Scalar scalar) -> Tensor[] | pt2_compliant_tag
_foreach_maximum.Scalar_out(Tensor[] self, Scalar scalar, *, Tensor(a!)[] out) -> () | generated out pt2_compliant_tag | uncounted
_foreach_maximum.List(Tensor[] self, Tensor[] other) -> Tensor[] | pt2_compliant_tag
_foreach_maximum.List_out(Tensor[] self, Tensor[] other, *, Tensor(a!)[] out) -> () | generated out pt2_compliant_tag | uncounted
_foreach_maximum.ScalarList(Tensor[] self, Scalar[] scalars) -> Tensor[] | pt2_compliant_tag
_foreach_maximum.ScalarList_out(Tensor[] self, Scalar[] scalars, *, Tensor(a!)[] out) -> () | generated out pt2_compliant_tag | uncounted
_foreach_maximum_.Scalar(Tensor(a!)[] self, Scalar scalar) -> () | inplace pt2_compliant_tag | uncounted
_foreach_maximum_.List(Tensor(a!)[] self, Tensor[] other) -> () | inplace pt2_compliant_tag | uncounted
_foreach_maximum_.ScalarList(Tensor(a!)[] self, Scalar[] scalars) -> () | inplace pt2_compliant_tag | uncounted
_foreach_minimum.Scalar(Tensor[] self, Scalar scalar) -> Tensor[] | pt2_compliant_tag
_foreach_minimum.Scalar_out(Tensor[] self, Scalar scalar, *, Tensor(a!)[] out) -> () | generated out pt2_compliant_tag | uncounted
_foreach_minimum.List(Tensor[] self, Tensor[] other) -> Tensor[] | pt2_compliant_tag
_foreach_minimum.List_out(Tensor[] self, Tensor[] other, *, Tensor(a!)[] out) -> () | generated out pt2_compliant_tag | uncounted
_foreach_minimum.ScalarList(Tensor[] self, Scalar[] scalars) -> Tensor[] | pt2_compliant_tag
_foreach_minimum.ScalarList_out(Tensor[] self, Scalar[] scalars, *, Tensor(a!)[] out) -> () | generated out pt2_compliant_tag | uncounted
_foreach_minimum_.Scalar(Tensor(a!)[] self, Scalar scalar) -> () | inplace pt2_compliant_tag | uncounted
_foreach_minimum_.List(Tensor(a!)[] self, Tensor[] other) -> () | inplace pt2_compliant_tag | uncounted
_foreach_minimum_.ScalarList(Tensor(a!)[] self, Scalar[] scalars) -> () | inplace pt2_compliant_tag | uncounted
_foreach_mm(Tensor[] self, Tensor[] mat2) -> Tensor[] | pt2_compliant_tag
_foreach_mul.Scalar(Tensor[] self, Scalar scalar) -> Tensor[] | pt2_compliant_tag
_foreach_mul.Scalar_out(Tensor[] self, Scalar scalar, *, Tensor(a!)[] out) -> () | generated out pt2_compliant_tag | uncounted
_foreach_mul.List(Tensor[] self, Tensor[] other) -> Tensor[] | pt2_compliant_tag
_foreach_mul.List_out(Tensor[] self, Tensor[] other, *, Tensor(a!)[] out) -> () | generated out pt2_compliant_tag | uncounted
_foreach_mul.ScalarList(Tensor[] self, Scalar[] scalars) -> Tensor[] | pt2_compliant_tag
_foreach_mul.ScalarList_out(Tensor[] self, Scalar[] scalars, *, Tensor(a!)[] out) -> () | generated out pt2_compliant_tag | uncounted
_foreach_mul.Tensor(Tensor[] self, Tensor other) -> Tensor[] | pt2_compliant_tag
_foreach_mul.Tensor_out(Tensor[] self, Tensor other, *, Tensor(a!)[] out) -> () | generated out pt2_compliant_tag | uncounted
_foreach_mul_.Scalar(Tensor(a!)[] self, Scalar scalar) -> () | inplace pt2_compliant_tag | uncounted
_foreach_mul_.List(Tensor(a!)[] self, Tensor[] other) -> () | inplace pt2_compliant_tag | uncounted
_foreach_mul_.ScalarList(Tensor(a!)[] self, Scalar[] scalars) -> () | inplace pt2_compliant_tag | uncounted
_foreach_mul_.Tensor(Tensor(a!)[] self, Tensor other) -> () | inplace pt2_compliant_tag | uncounted
_foreach_neg(Tensor[] self) -> Tensor[] | pt2_compliant_tag
_foreach_neg.out(Tensor[] self, *, Tensor(a!)[] out) -> () | generated out pt2_compliant_tag | uncounted
_foreach_neg_(Tensor(a!)[] self) -> () | inplace pt2_compliant_tag | uncounted
_foreach_norm.Scalar(Tensor[] self, Scalar ord=2, ScalarType? dtype=None) -> Tensor[] | pt2_compliant_tag
_foreach_norm.Scalar_out(Tensor[] self, Scalar ord=2, ScalarType? dtype=None, *, Tensor(a!)[] out) -> () | generated out pt2_compliant_tag | uncounted
_foreach_pow.List(Tensor[] self, Tensor[] exponent) -> Tensor[] | pt2_compliant_tag
_foreach_pow.List_out(Tensor[] self, Tensor[] exponent, *, Tensor(a!)[] out) -> () | generated out pt2_compliant_tag | uncounted
_foreach_pow.Scalar(Tensor[] self, Scalar exponent) -> Tensor[] | pt2_compliant_tag
_foreach_pow.Scalar_out(Tensor[] self, Scalar exponent, *, Tensor(a!)[] out) -> () | generated out pt2_compliant_tag | uncounted
_foreach_pow.ScalarList(Tensor[] self, Scalar[] exponent) -> Tensor[] | pt2_compliant_tag
_foreach_pow.ScalarList_out(Tensor[] self, Scalar[] exponent, *, Tensor(a!)[] out) -> () | generated out pt2_compliant_tag | uncounted
_foreach_pow.ScalarAndTensor(Scalar self, Tensor[] exponent) -> Tensor[] | pt2_compliant_tag
_foreach_pow_.List(Tensor(a!)[] self, Tensor[] exponent) -> () | inplace pt2_compliant_tag | uncounted
_foreach_pow_.Scalar(Tensor(a!)[] self, Scalar exponent) -> () | inplace pt2_compliant_tag | uncounted
_foreach_pow_.ScalarList(Tensor(a!)[] self, Scalar[] exponent) -> () | inplace pt2_compliant_tag | uncounted
_foreach_powsum.Scalar(Tensor[] self, Scalar ord=2, ScalarType? dtype=None) -> Tensor[] | pt2_compliant_tag
_foreach_powsum.Scalar_out(Tensor[] self, Scalar ord=2, ScalarType? dtype=None, *, Tensor(a!)[] out) -> () | generated out pt2_compliant_tag | uncounted
_foreach_reciprocal(Tensor[] self) -> Tensor[] | pt2_compliant_tag
_foreach_reciprocal.out(Tensor[] self, *, Tensor(a!)[] out) -> () | generated out pt2_compliant_tag | uncounted
_foreach_reciprocal_(Tensor(a!)[] self) -> () | inplace pt2_compliant_tag | uncounted
_foreach_round(Tensor[] self) -> Tensor[] | pt2_compliant_tag
_foreach_round.out(Tensor[] self, *, Tensor(a!)[] out) -> () | generated out pt2_compliant_tag | uncounted
_foreach_round_(Tensor(a!)[] self) -> () | inplace pt2_compliant_tag | uncounted
_foreach_rsqrt(Tensor[] self) -> Tensor[] | pt2_compliant_tag
_foreach_rsqrt.out(Tensor[] self, *, Tensor(a!)[] out) -> () | generated out pt2_compliant_tag | uncounted
_foreach_rsqrt_(Tensor(a!)[] self) -> () | inplace pt2_compliant_tag | uncounted
_foreach_sigmoid(Tensor[] self) -> Tensor[] | pt2_compliant_tag
_foreach_sigmoid.out(Tensor[] self, *, Tensor(a!)[] out) -> () | generated out pt2_compliant_tag | uncounted
_foreach_sigmoid_(Tensor(a!)[] self) -> () | inplace pt2_compliant_tag | uncounted
_foreach_sign(Tensor[] self) -> Tensor[] | pt2_compliant_tag
_foreach_sign.out(Tensor[] self, *, Tensor(a!)[] out) -> () | generated out pt2_compliant_tag | uncounted
_foreach_sign_(Tensor(a!)[] self) -> () | inplace pt2_compliant_tag | uncounted
_foreach_sin(Tensor[] self) -> Tensor[] | pt2_compliant_tag
_foreach_sin.out(Tensor[] self, *, Tensor(a!)[] out) -> () | generated out pt2_compliant_tag | uncounted
_foreach_sin_(Tensor(a!)[] self) -> () | inplace pt2_compliant_tag | uncounted
_foreach_sinh(Tensor[] self) -> Tensor[] | pt2_compliant_tag
_foreach_sinh.out(Tensor[] self, *, Tensor(a!)[] out) -> () | generated out pt2_compliant_tag | uncounted
_foreach_sinh_(Tensor(a!)[] self) -> () | inplace pt2_compliant_tag | uncounted
_foreach_sqrt(Tensor[] self) -> Tensor[] | pt2_compliant_tag
_foreach_sqrt.out(Tensor[] self, *, Tensor(a!)[] out) -> () | generated out pt2_compliant_tag | uncounted
_foreach_sqrt_(Tensor(a!)[] self) -> () | inplace pt2_compliant_tag | uncounted
_foreach_sub.Scalar(Tensor[] self, Scalar scalar) -> Tensor[] | pt2_compliant_tag
_foreach_sub.Scalar_out(Tensor[] self, Scalar scalar, *, Tensor(a!)[] out) -> () | generated out pt2_compliant_tag | uncounted
_foreach_sub.List(Tensor[] self, Tensor[] other, *, Scalar alpha=1) -> Tensor[] | pt2_compliant_tag
_foreach_sub.List_out(Tensor[] self, Tensor[] other, *, Scalar alpha=1, Tensor(a!)[] out) -> () | generated out pt2_compliant_tag | uncounted
_foreach_sub.ScalarList(Tensor[] self, Scalar[] scalars) -> Tensor[] | pt2_compliant_tag
_foreach_sub.ScalarList_out(Tensor[] self, Scalar[] scalars, *, Tensor(a!)[] out) -> () | generated out pt2_compliant_tag | uncounted
_foreach_sub_.Scalar(Tensor(a!)[] self, Scalar scalar) -> () | inplace pt2_compliant_tag | uncounted
_foreach_sub_.List(Tensor(a!)[] self, Tensor[] other, *, Scalar alpha=1) -> () | inplace pt2_compliant_tag | uncounted
_foreach_sub_.ScalarList(Tensor(a!)[] self, Scalar[] scalars) -> () | inplace pt2_compliant_tag | uncounted
_foreach_tan(Tensor[] self) -> Tensor[] | pt2_compliant_tag
_foreach_tan.out(Tensor[] self, *, Tensor(a!)[] out) -> () | generated out pt2_compliant_tag | uncounted
_foreach_tan_(Tensor(a!)[] self) -> () | inplace pt2_compliant_tag | uncounted
_foreach_tanh(Tensor[] self) -> Tensor[] | pt2_compliant_tag
_foreach_tanh.out(Tensor[] self, *, Tensor(a!)[] out) -> () | generated out pt2_compliant_tag | uncounted
_foreach_tanh_(Tensor(a!)[] self) -> () | inplace pt2_compliant_tag | uncounted
_foreach_trunc(Tensor[] self) -> Tensor[] | pt2_compliant_tag
_foreach_trunc.out(Tensor[] self, *, Tensor(a!)[] out) -> () | generated out pt2_compliant_tag | uncounted
_foreach_trunc_(Tensor(a!)[] self) -> () | inplace pt2_compliant_tag | uncounted
_foreach_zero(Tensor[] self) -> Tensor[] self_out | generated pt2_compliant_tag
_foreach_zero.out(Tensor[] self, *, Tensor(a!)[] out) -> () | generated out pt2_compliant_tag | uncounted
_foreach_zero_(Tensor(a!)[] self) -> () | inplace pt2_compliant_tag | uncounted
"""  # noqa: E501 - schemas are PyTorch's, one to a line
