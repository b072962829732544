"""Elementwise functions and operators."""

from __future__ import annotations

__all__ = ["CALLS"]

CALLS = """
x + y
x + 1
1 + x
x + 1.5
x - y
x - 2
2 - x
x * y
x * 2
3 * x
x / y
x / 2
2 / x
x // y
x // 2
7 // x
x % y
x % 2
5 % x
x ** 2
x ** y
2 ** x
x ** 0.5
-x
+x
abs(x)
~m
~i
m & m
i & 3
3 & i
i | i
i ^ 1
i << 1
i >> i
1 << i
x == y
x == 1
x != y
x < y
x < 1
x <= 2
x > y
x >= 0.5
1 < x
x += y
x += 1
x -= y
x -= 1
x *= y
x *= 2
x /= y
x /= 2
x //= 2
x %= 2
x **= 2
i &= 3
i |= i
i ^= i
i <<= 1
i >>= 1
torch.add(x, y)
torch.add(x, y, alpha=2)
torch.add(x, 1, alpha=2)
x.add(y, alpha=2)
x.add_(y)
x.add_(1)
x.add_(y, alpha=2)
torch.sub(x, y, alpha=2)
x.sub_(1)
torch.rsub(x, y)
torch.rsub(x, 2)
torch.subtract(x, y)
torch.mul(x, 2)
torch.multiply(x, y)
x.mul_(y)
torch.div(x, y, rounding_mode="floor")
torch.div(x, 2, rounding_mode="trunc")
torch.divide(x, y)
torch.true_divide(x, y)
torch.floor_divide(x, y)
torch.remainder(x, y)
torch.fmod(x, 2)
torch.pow(x, 2)
torch.pow(2, x)
torch.float_power(x, 2)
torch.float_power(x, y)
torch.square(x)
x.square_()
torch.neg(x)
torch.negative(x)
torch.positive(x)
torch.abs(x)
torch.absolute(x)
torch.sign(x)
torch.sgn(c)
torch.exp(x)
x.exp_()
torch.expm1(x)
torch.log(x)
torch.log1p(x)
torch.log2(x)
torch.sqrt(x)
torch.rsqrt(x)
torch.reciprocal(x)
torch.sin(x)
torch.arcsin(x)
torch.arctan2(x, y)
torch.atan2(x, y)
torch.sigmoid(x)
torch.logit(x)
torch.special.expit(x)
torch.special.logit(x, eps=0.1)
torch.erf(x)
torch.special.erf(x)
torch.special.xlogy(x, y)
torch.special.xlog1py(x, 2)
torch.special.entr(x)
torch.special.softmax(x, 0)
torch.special.log_softmax(x, 0)
torch.special.logsumexp(x, 0)
torch.special.round(x)
torch.special.gammaln(x)
torch.special.digamma(x)
torch.special.sinc(x)
torch.special.exp2(x)
torch.special.expm1(x)
torch.special.i0(x)
torch.special.ndtr(x)
torch.special.multigammaln(x + 5, 2)
torch.special.polygamma(1, x)
torch.polygamma(1, x)
torch.mvlgamma(x + 5, 2)
torch.floor(x)
torch.round(x)
torch.round(x, decimals=1)
torch.trunc(x)
torch.fix(x)
torch.frac(x)
torch.clamp(x, 0, 1)
torch.clamp(x, min=0)
torch.clamp(x, max=y)
torch.clip(x, 0, 1)
x.clamp_(0, 1)
torch.clamp_min(x, 0)
torch.maximum(x, y)
torch.max(x, y)
torch.minimum(x, y)
torch.fmax(x, y)
torch.where(m, x, y)
torch.where(m, x, 0)
torch.where(m, 1.0, x)
torch.where(m, 1, 0)
torch.where(m, 1.0, 0.0)
torch.where(m)
x.where(m, y)
torch.lerp(x, y, 0.5)
torch.addcmul(x, x, y, value=0.5)
torch.addcdiv(x, x, y)
torch.isfinite(x)
torch.isfinite(i)
torch.isinf(x)
torch.isnan(x)
torch.isposinf(x)
torch.isreal(x)
torch.isreal(c)
torch.isclose(x, y)
torch.isclose(i, i)
torch.isclose(x, y, equal_nan=True)
torch.isclose(x, y, rtol=0, atol=0)
torch.allclose(x, y)
torch.nan_to_num(x)
torch.logical_and(x, y)
torch.logical_not(x)
torch.bitwise_and(i, 3)
torch.bitwise_left_shift(i, 1)
torch.hypot(x, y)
torch.copysign(x, 1.0)
torch.heaviside(x, s)
torch.ldexp(x, i)
torch.frexp(x)
torch.gcd(i, i)
torch.deg2rad(x)
torch.logaddexp(x, y)
torch.xlogy(x, 2)
torch.nextafter(x, y)
x.masked_fill(m, 0.0)
x.masked_fill_(m, s)
x.masked_scatter(m, y)
x.fill_(1)
x.fill_(s)
torch.fill(x, 2)
x.zero_()
torch.relu(x)
x.relu_()
torch.selu(x)
torch.celu(x)
torch.prelu(x, v[:1])
torch.rrelu(x)
torch.threshold(x, 0.1, 0.0)
torch.dropout(x, 0.5, True)
torch.dropout(x, 0.5, False)
torch.alpha_dropout(x, 0.5, True)
torch.feature_dropout(img, 0.5, True)
torch.bernoulli(m.float())
x.uniform_()
x.normal_()
x.bernoulli_(0.5)
x.random_(5)
x.exponential_()
torch.add(x, y, out=o)
torch.sin(x, out=o)
torch.pow(x, 2, out=o)
torch.clamp(x, 0, 1, out=o)
torch.eq(x, y, out=m)
torch.where(m, x, y, out=o)
x.div_(y, rounding_mode="trunc")
x.pow_(2)
x.clamp_(-1, 1)
x.fill_(3)
x.copy_(y.double())
x.copy_(v)
x.neg_()
x.sigmoid_()
x.tanh_()
x.normal_(0, 1)
x.random_(10)
x.geometric_(0.5)
x.log_normal_()
x.cauchy_()
x.__iadd__(1)
x.__isub__(y)
x.__imul__(2)
x.__itruediv__(2)
x.__ipow__(2)
i.__iand__(1)
i.__ilshift__(1)
x.__ifloordiv__(2)
x.__imod__(2)
2 % x
2 // x
i & 1
1 | i
i ^ i
2 > x
x.__contains__(1.0)
torch.add(input=x, other=y)
torch.add(x, other=2)
torch.clip(x, 0)
torch.special.gammaln(x.abs())
torch.special.logit(x.sigmoid(), eps=1e-6)
torch.special.xlog1py(x.abs(), y.abs())
torch.special.round(x, decimals=1)
"""
