"""The Kullback-Leibler divergence of distributions, by their families."""

from __future__ import annotations

import math
import warnings
from typing import TYPE_CHECKING, Any

from wye.autograd import grad
from wye.distributions.categorical import Categorical, OneHotCategorical
from wye.distributions.composed import Independent, TransformedDistribution
from wye.distributions.discrete import Bernoulli, Binomial, ContinuousBernoulli, Geometric, Poisson
from wye.distributions.distribution import Distribution, ExponentialFamily
from wye.distributions.gamma import Beta, Dirichlet, Exponential, Gamma
from wye.distributions.location_scale import Cauchy, Gumbel, Laplace, Normal, Uniform
from wye.distributions.multivariate import (
    LowRankMultivariateNormal,
    MultivariateNormal,
    batch_mahalanobis,
)
from wye.distributions.parameters import euler_constant, sum_rightmost
from wye.distributions.transformed import HalfNormal, Pareto
from wye.functional.operators import of
from wye.nn import functional as F  # noqa: N812 - as everybody calls it

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["dispatch_kl", "families", "kl_divergence", "register_kl", "rules"]

rules: dict[tuple[type, type], Callable[[Any, Any], Any]] = {}
_FOUND: dict[tuple[type, type], Callable[[Any, Any], Any]] = {}


def register_kl(type_p: type, type_q: type) -> Callable[[Callable[[Any, Any], Any]], Callable[[Any, Any], Any]]:
    """A decorator for the divergence of distributions of two classes.

    Raises:
        TypeError: one of them is no class of distributions.
    """
    for name, given in (("type_p", type_p), ("type_q", type_q)):
        if not isinstance(given, type):
            raise TypeError(f"Expected {name} to be a Distribution subclass but got {given}")

    def decorator(fn: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
        rules[type_p, type_q] = fn
        _FOUND.clear()
        return fn

    return decorator


def _distance(pair: tuple[type, type], other: tuple[type, type]) -> tuple[int, ...]:
    return tuple(cls.__mro__.index(base) for cls, base in zip(pair, other, strict=True))


def dispatch_kl(type_p: type, type_q: type) -> Any:
    """The function for two classes: that of the nearest classes above them; None without one."""
    fits = [(p, q) for p, q in rules if issubclass(type_p, p) and issubclass(type_q, q)]
    if not fits:
        return NotImplemented
    pair = type_p, type_q
    left = min(fits, key=lambda one: _distance(pair, one))
    right = min(fits, key=lambda one: _distance(pair, one)[::-1])
    if rules[left] is not rules[right]:
        warnings.warn(
            f"Ambiguous kl_divergence({type_p.__name__}, {type_q.__name__}). Please "
            f"register_kl({left[0].__name__}, {right[1].__name__})",
            RuntimeWarning,
            stacklevel=3,
        )
    return rules[left]


def kl_divergence(p: Distribution, q: Distribution) -> Any:
    """The Kullback-Leibler divergence of one distribution from another.

    Raises:
        NotImplementedError: nothing is known of these classes.
    """
    pair = type(p), type(q)
    fn = _FOUND.get(pair)
    if fn is None:
        fn = _FOUND[pair] = dispatch_kl(*pair)
    if fn is NotImplemented:
        raise NotImplementedError(
            f"No KL(p || q) is implemented for p type {pair[0].__name__} and q type {pair[1].__name__}"
        )
    return fn(p, q)


# ---- of one family


@register_kl(ExponentialFamily, ExponentialFamily)
def families(p: Any, q: Any) -> Any:
    """The divergence of two distributions of one exponential family, by the gradient of its normalizer."""
    if type(p) is not type(q):
        raise NotImplementedError(
            "The cross KL-divergence between different exponential families cannot be computed using Bregman "
            "divergences"
        )
    natural = [one.detach().requires_grad_() for one in p._natural_params]
    others = q._natural_params
    normalizer = p._log_normalizer(*natural)
    slopes = grad(normalizer.sum(), natural, create_graph=True)
    result = q._log_normalizer(*others) - normalizer
    for mine, theirs, slope in zip(natural, others, slopes, strict=True):
        result = result - sum_rightmost((theirs - mine) * slope, len(q.event_shape))
    return result


def _x_log_x(x: Any) -> Any:
    return x * x.log()


@register_kl(Bernoulli, Bernoulli)
def _bernoulli(p: Any, q: Any) -> Any:
    first = p.probs * (F.softplus(-q.logits) - F.softplus(-p.logits))
    first = of.where(p.probs == 0, 0, of.where(q.probs == 0, math.inf, first))
    second = (1 - p.probs) * (F.softplus(q.logits) - F.softplus(p.logits))
    return first + of.where(p.probs == 1, 0, of.where(q.probs == 1, math.inf, second))


@register_kl(Beta, Beta)
def _beta(p: Any, q: Any) -> Any:
    total_p, total_q = p.concentration1 + p.concentration0, q.concentration1 + q.concentration0
    first = q.concentration1.lgamma() + q.concentration0.lgamma() + total_p.lgamma()
    second = p.concentration1.lgamma() + p.concentration0.lgamma() + total_q.lgamma()
    found = first - second + (p.concentration1 - q.concentration1) * of.digamma(p.concentration1)
    found = found + (p.concentration0 - q.concentration0) * of.digamma(p.concentration0)
    return found + (total_q - total_p) * of.digamma(total_p)


@register_kl(Binomial, Binomial)
def _binomial(p: Any, q: Any) -> Any:
    if (p.total_count < q.total_count).any():
        raise NotImplementedError("KL between Binomials where q.total_count > p.total_count is not implemented")
    found = p.total_count * (p.probs * (p.logits - q.logits) + (-p.probs).log1p() - (-q.probs).log1p())
    return of.where(p.total_count > q.total_count, math.inf, found)


@register_kl(Categorical, Categorical)
def _categorical(p: Any, q: Any) -> Any:
    found = p.probs * (p.logits - q.logits)
    found = of.where((q.probs == 0).expand_as(found), math.inf, found)
    return of.where((p.probs == 0).expand_as(found), 0, found).sum(-1)


@register_kl(ContinuousBernoulli, ContinuousBernoulli)
def _continuous_bernoulli(p: Any, q: Any) -> Any:
    first = p.mean * (p.logits - q.logits)
    return first + p._cont_bern_log_norm() + of.log1p(-p.probs) - q._cont_bern_log_norm() - of.log1p(-q.probs)


@register_kl(Dirichlet, Dirichlet)
def _dirichlet(p: Any, q: Any) -> Any:
    total_p, total_q = p.concentration.sum(-1), q.concentration.sum(-1)
    found = total_p.lgamma() - total_q.lgamma() - (p.concentration.lgamma() - q.concentration.lgamma()).sum(-1)
    change = p.concentration.digamma() - total_p.digamma().unsqueeze(-1)
    return found + ((p.concentration - q.concentration) * change).sum(-1)


@register_kl(Exponential, Exponential)
def _exponential(p: Any, q: Any) -> Any:
    ratio = q.rate / p.rate
    return ratio - ratio.log() - 1


@register_kl(Gamma, Gamma)
def _gamma(p: Any, q: Any) -> Any:
    found = q.concentration * (p.rate / q.rate).log() + of.lgamma(q.concentration) - of.lgamma(p.concentration)
    found = found + (p.concentration - q.concentration) * of.digamma(p.concentration)
    return found + (q.rate - p.rate) * (p.concentration / p.rate)


@register_kl(Gumbel, Gumbel)
def _gumbel(p: Any, q: Any) -> Any:
    ratio, at_q, at_p = p.scale / q.scale, q.loc / q.scale, p.loc / q.scale
    found = -ratio.log() - at_q + at_p + ratio * euler_constant
    return found + of.exp(at_q + (1 + ratio).lgamma() - at_p) - (1 + euler_constant)


@register_kl(Geometric, Geometric)
def _geometric(p: Any, q: Any) -> Any:
    return -p.entropy() - of.log1p(-q.probs) / p.probs - q.logits


@register_kl(HalfNormal, HalfNormal)
def _half_normal(p: Any, q: Any) -> Any:
    return _normal(p.base_dist, q.base_dist)


@register_kl(Laplace, Laplace)
def _laplace(p: Any, q: Any) -> Any:
    ratio, far = p.scale / q.scale, (p.loc - q.loc).abs()
    return -ratio.log() + far / q.scale + ratio * of.exp(-far / p.scale) - 1


@register_kl(Normal, Normal)
def _normal(p: Any, q: Any) -> Any:
    ratio = (p.scale / q.scale).pow(2)
    return 0.5 * (ratio + ((p.loc - q.loc) / q.scale).pow(2) - 1 - ratio.log())


@register_kl(OneHotCategorical, OneHotCategorical)
def _one_hot(p: Any, q: Any) -> Any:
    return _categorical(p._categorical, q._categorical)


@register_kl(Pareto, Pareto)
def _pareto(p: Any, q: Any) -> Any:
    ratio = q.alpha / p.alpha
    found = q.alpha * (p.scale / q.scale).log() - ratio.log() + ratio - 1
    return of.where(p.support.lower_bound < q.support.lower_bound, math.inf, found)


@register_kl(Poisson, Poisson)
def _poisson(p: Any, q: Any) -> Any:
    return p.rate * (p.rate.log() - q.rate.log()) - (p.rate - q.rate)


@register_kl(TransformedDistribution, TransformedDistribution)
def _transformed(p: Any, q: Any) -> Any:
    if p.transforms != q.transforms or p.event_shape != q.event_shape:
        raise NotImplementedError
    return kl_divergence(p.base_dist, q.base_dist)


@register_kl(Uniform, Uniform)
def _uniform(p: Any, q: Any) -> Any:
    found = ((q.high - q.low) / (p.high - p.low)).log()
    return of.where((q.low > p.low) | (q.high < p.high), math.inf, found)


@register_kl(Independent, Independent)
def _independent(p: Any, q: Any) -> Any:
    if p.reinterpreted_batch_ndims != q.reinterpreted_batch_ndims:
        raise NotImplementedError
    return sum_rightmost(kl_divergence(p.base_dist, q.base_dist), p.reinterpreted_batch_ndims)


@register_kl(Cauchy, Cauchy)
def _cauchy(p: Any, q: Any) -> Any:
    square = (p.scale + q.scale).pow(2) + (p.loc - q.loc).pow(2)
    return square.log() - (4 * p.scale * q.scale).log()


# ---- of vectors


def _log_determinant(p: Any) -> Any:
    if isinstance(p, LowRankMultivariateNormal):
        return p._log_determinant()
    return 2 * p._unbroadcasted_scale_tril.diagonal(dim1=-2, dim2=-1).log().sum(-1)


@register_kl(MultivariateNormal, MultivariateNormal)
def _multivariate(p: Any, q: Any) -> Any:
    if p.event_shape != q.event_shape:
        raise ValueError(
            "KL-divergence between two Multivariate Normals with different event shapes cannot be computed"
        )
    n = p.event_shape[0]
    factor = q._unbroadcasted_scale_tril
    shape = (*of.broadcast_tensors([p._unbroadcasted_scale_tril[..., 0, 0], factor[..., 0, 0]])[0].shape, n, n)
    solved = of.linalg_solve_triangular(factor.expand(shape), p._unbroadcasted_scale_tril.expand(shape), upper=False)
    far = batch_mahalanobis(factor, q.loc - p.loc)
    return 0.5 * (_log_determinant(q) - _log_determinant(p)) + 0.5 * (solved.pow(2).sum((-2, -1)) + far - n)


def _low_rank_far(p: Any, q: Any) -> Any:
    """The squared length of the way between the means, in the metric of a low-rank one."""
    far = q.loc - p.loc
    scaled = far / q._unbroadcasted_cov_diag
    inside = of.matmul(q._unbroadcasted_cov_factor.mT, scaled.unsqueeze(-1)).squeeze(-1)
    return (far * scaled).sum(-1) - batch_mahalanobis(q._capacitance_tril, inside)


def _low_rank_trace(q: Any, covariance: Any) -> Any:
    """The trace of the inverse covariance of a low-rank one with a matrix."""
    return (q.precision_matrix * covariance).sum((-2, -1))


@register_kl(LowRankMultivariateNormal, LowRankMultivariateNormal)
def _low_rank(p: Any, q: Any) -> Any:
    return _to_low_rank(p, q)


@register_kl(MultivariateNormal, LowRankMultivariateNormal)
def _to_low_rank(p: Any, q: Any) -> Any:
    if p.event_shape != q.event_shape:
        raise ValueError(
            "KL-divergence between two (Low Rank) Multivariate Normals with different event shapes cannot be computed"
        )
    trace = _low_rank_trace(q, p.covariance_matrix)
    return 0.5 * (_log_determinant(q) - _log_determinant(p) + trace + _low_rank_far(p, q) - p.event_shape[0])


@register_kl(LowRankMultivariateNormal, MultivariateNormal)
def _from_low_rank(p: Any, q: Any) -> Any:
    if p.event_shape != q.event_shape:
        raise ValueError(
            "KL-divergence between two (Low Rank) Multivariate Normals with different event shapes cannot be computed"
        )
    trace = (q.precision_matrix * p.covariance_matrix).sum((-2, -1))
    far = batch_mahalanobis(q._unbroadcasted_scale_tril, q.loc - p.loc)
    return 0.5 * (_log_determinant(q) - _log_determinant(p) + trace + far - p.event_shape[0])


# ---- of two families


def _infinite(p: Any, q: Any) -> Any:
    """Some values of the first cannot be of the second."""
    return of.full_like(_first_parameter(p), math.inf)


def _first_parameter(p: Any) -> Any:
    names = ("rate", "probs", "concentration1", "loc", "scale")
    return getattr(p, next(name for name in names if hasattr(p, name)))


for _p, _others in (
    (Beta, (Pareto,)),
    (ContinuousBernoulli, (Pareto,)),
    (Exponential, (Beta, ContinuousBernoulli, Pareto, Uniform)),
    (Gamma, (Beta, ContinuousBernoulli, Pareto, Uniform)),
    (Gumbel, (Beta, ContinuousBernoulli, Exponential, Gamma, Pareto, Uniform)),
    (Laplace, (Beta, ContinuousBernoulli, Exponential, Gamma, Pareto, Uniform)),
    (Normal, (Beta, ContinuousBernoulli, Exponential, Gamma, Pareto, Uniform)),
    (Pareto, (Beta, ContinuousBernoulli, Uniform)),
    (Poisson, (Bernoulli, Binomial)),
):
    for _q in _others:
        register_kl(_p, _q)(_infinite)


@register_kl(Bernoulli, Poisson)
def _bernoulli_poisson(p: Any, q: Any) -> Any:
    return -p.entropy() - (p.probs * q.rate.log() - q.rate)


@register_kl(Beta, ContinuousBernoulli)
def _beta_continuous_bernoulli(p: Any, q: Any) -> Any:
    return -p.entropy() - p.mean * q.logits - of.log1p(-q.probs) - q._cont_bern_log_norm()


@register_kl(Beta, Exponential)
def _beta_exponential(p: Any, q: Any) -> Any:
    return -p.entropy() - q.rate.log() + q.rate * p.mean


@register_kl(Beta, Gamma)
def _beta_gamma(p: Any, q: Any) -> Any:
    logs = p.concentration1.digamma() - (p.concentration1 + p.concentration0).digamma()
    found = -p.entropy() + q.concentration.lgamma() - q.concentration * q.rate.log()
    return found - (q.concentration - 1) * logs + q.rate * p.mean


@register_kl(Beta, Normal)
def _beta_normal(p: Any, q: Any) -> Any:
    square = q.scale.pow(2) * 2
    found = -p.entropy() + 0.5 * (square * math.pi).log()
    return found + (p.variance + (p.mean - q.loc).pow(2)) / square


@register_kl(Beta, Uniform)
def _beta_uniform(p: Any, q: Any) -> Any:
    found = -p.entropy() + (q.high - q.low).log()
    return of.where((q.low > 0) | (q.high < 1), math.inf, found)


@register_kl(ContinuousBernoulli, Exponential)
def _continuous_bernoulli_exponential(p: Any, q: Any) -> Any:
    return -p.entropy() - of.log(q.rate) + q.rate * p.mean


@register_kl(ContinuousBernoulli, Normal)
def _continuous_bernoulli_normal(p: Any, q: Any) -> Any:
    found = -p.entropy() + 0.5 * (math.log(2.0 * math.pi) + (q.loc / q.scale).square()) + of.log(q.scale)
    return found + (p.variance + p.mean.square() - 2.0 * q.loc * p.mean) / (2.0 * q.scale.square())


@register_kl(ContinuousBernoulli, Uniform)
def _continuous_bernoulli_uniform(p: Any, q: Any) -> Any:
    found = -p.entropy() + (q.high - q.low).log()
    return of.where((q.low > 0) | (q.high < 1), math.inf, found)


@register_kl(Exponential, Gamma)
def _exponential_gamma(p: Any, q: Any) -> Any:
    ratio = q.rate / p.rate
    found = -q.concentration * of.log(ratio) + ratio + q.concentration.lgamma()
    return found + q.concentration * euler_constant - (1 + euler_constant)


@register_kl(Exponential, Gumbel)
def _exponential_gumbel(p: Any, q: Any) -> Any:
    product, at = p.rate * q.scale, q.loc / q.scale
    return product.log() - 1 + product.reciprocal() - at + of.exp(at) * product / (product + 1)


@register_kl(Exponential, Normal)
def _exponential_normal(p: Any, q: Any) -> Any:
    square, rate = q.scale.pow(2), p.rate.pow(2)
    found = 0.5 * of.log(rate * square * 2 * math.pi) - 1
    return found + (rate.reciprocal() - q.loc / p.rate + q.loc.pow(2) / 2) / square


@register_kl(Gamma, Exponential)
def _gamma_exponential(p: Any, q: Any) -> Any:
    return -p.entropy() - q.rate.log() + q.rate * p.concentration / p.rate


@register_kl(Gamma, Gumbel)
def _gamma_gumbel(p: Any, q: Any) -> Any:
    product, at = p.rate * q.scale, q.loc / q.scale
    found = (p.concentration - 1) * p.concentration.digamma() - p.concentration.lgamma() - p.concentration
    found = found + product.log() + p.concentration / product - at
    return found + of.exp(at) * (1 + product.reciprocal()).pow(-p.concentration)


@register_kl(Gamma, Normal)
def _gamma_normal(p: Any, q: Any) -> Any:
    square, rate = q.scale.pow(2), p.rate.pow(2)
    found = 0.5 * of.log(rate * square * 2 * math.pi) - p.concentration - p.concentration.lgamma()
    found = found + (p.concentration - 1) * p.concentration.digamma()
    moments = 0.5 * (p.concentration.pow(2) + p.concentration) / rate
    return found + (moments - q.loc * p.concentration / p.rate + 0.5 * q.loc.pow(2)) / square


@register_kl(Gumbel, Normal)
def _gumbel_normal(p: Any, q: Any) -> Any:
    ratio = p.scale / q.scale
    found = (ratio / math.sqrt(2 * math.pi)).log()
    moments = (math.pi * ratio * 0.5).pow(2) / 3
    far = ((p.loc + p.scale * euler_constant - q.loc) / q.scale).pow(2) * 0.5
    return -found + moments + far - (euler_constant + 1)


@register_kl(Laplace, Normal)
def _laplace_normal(p: Any, q: Any) -> Any:
    square = q.scale.pow(2)
    ratio = p.scale.pow(2) / square
    found = 0.5 * of.log(2 * ratio / math.pi)
    return -found + ratio + 0.5 * p.loc.pow(2) / square - p.loc * q.loc / square + 0.5 * q.loc.pow(2) / square - 1


@register_kl(Normal, Gumbel)
def _normal_gumbel(p: Any, q: Any) -> Any:
    mean, at = p.loc / q.scale, q.loc / q.scale
    square = (p.scale / q.scale).pow(2)
    found = mean - at + of.exp(-mean + 0.5 * square + at)
    return found - 0.5 * of.log(square * 2 * math.pi) - 0.5


@register_kl(Normal, Laplace)
def _normal_laplace(p: Any, q: Any) -> Any:
    far = p.loc - q.loc
    ratio, width = p.scale / q.scale, far / p.scale
    found = of.log(ratio)
    spread = math.sqrt(2 / math.pi) * p.scale * of.exp(-0.5 * width.pow(2))
    return -found + (spread + far * of.erf(math.sqrt(0.5) * width)) / q.scale - 0.5 * math.log(0.5 * math.pi) - 0.5


@register_kl(Pareto, Exponential)
def _pareto_exponential(p: Any, q: Any) -> Any:
    product = p.scale * q.rate
    found = (p.alpha / product).log() - p.alpha.reciprocal() + p.alpha * product / (p.alpha - 1) - 1
    return of.where(p.alpha <= 1, math.inf, found)


@register_kl(Pareto, Gamma)
def _pareto_gamma(p: Any, q: Any) -> Any:
    logs = p.scale.log() + p.alpha.reciprocal()
    found = p.alpha.log() - p.scale.log() + q.concentration.lgamma() - q.concentration * q.rate.log()
    found = found + (1 - q.concentration) * logs + q.rate * p.alpha * p.scale / (p.alpha - 1)
    found = found - p.alpha.reciprocal() - 1
    return of.where(p.alpha <= 1, math.inf, found)


@register_kl(Pareto, Normal)
def _pareto_normal(p: Any, q: Any) -> Any:
    square = 2 * q.scale.pow(2)
    mean = p.scale * p.alpha / (p.alpha - 1)
    found = (math.sqrt(2 * math.pi) * q.scale / p.scale * p.alpha).log() - p.alpha.reciprocal()
    variance = p.alpha * p.scale.pow(2) / (p.alpha - 2)
    spread = variance - 2 * q.loc * mean + q.loc.pow(2)
    return of.where(p.alpha <= 2, math.inf, found + spread / square - 1)


@register_kl(Uniform, Beta)
def _uniform_beta(p: Any, q: Any) -> Any:
    width = p.high - p.low
    found = q.concentration1.lgamma() + q.concentration0.lgamma() - (q.concentration1 + q.concentration0).lgamma()
    found = found - width.log()
    found = found - (q.concentration1 - 1) * ((_x_log_x(p.high) - _x_log_x(p.low)) / width - 1)
    rest = (_x_log_x(1 - p.high) - _x_log_x(1 - p.low)) / width
    found = found + (q.concentration0 - 1) * (rest + 1)
    return of.where((p.high > 1) | (p.low < 0), math.inf, found)


@register_kl(Uniform, ContinuousBernoulli)
def _uniform_continuous_bernoulli(p: Any, q: Any) -> Any:
    found = -p.entropy() - p.mean * q.logits - of.log1p(-q.probs) - q._cont_bern_log_norm()
    return of.where((p.high > 1) | (p.low < 0), math.inf, found)


@register_kl(Uniform, Exponential)
def _uniform_exponential(p: Any, q: Any) -> Any:
    found = q.rate * (p.high + p.low) / 2 - ((p.high - p.low) * q.rate).log()
    return of.where(p.low < 0, math.inf, found)


@register_kl(Uniform, Gamma)
def _uniform_gamma(p: Any, q: Any) -> Any:
    width = p.high - p.low
    found = q.concentration.lgamma() - q.concentration * q.rate.log() - width.log()
    found = found + (1 - q.concentration) * ((_x_log_x(p.high) - _x_log_x(p.low)) / width - 1)
    return of.where(p.low < 0, math.inf, found + q.rate * (p.high + p.low) / 2)


@register_kl(Uniform, Gumbel)
def _uniform_gumbel(p: Any, q: Any) -> Any:
    width = q.scale / (p.high - p.low)
    high, low = (p.high - q.loc) / q.scale, (p.low - q.loc) / q.scale
    return width.log() + 0.5 * (high + low) - width * (of.exp(-high) - of.exp(-low))


@register_kl(Uniform, Normal)
def _uniform_normal(p: Any, q: Any) -> Any:
    width = p.high - p.low
    found = (math.sqrt(math.pi * 2) * q.scale / width).log()
    spread = width.pow(2) / 12 + ((p.high + p.low - 2 * q.loc) / 2).pow(2)
    return found + 0.5 * spread / q.scale.pow(2)


@register_kl(Uniform, Pareto)
def _uniform_pareto(p: Any, q: Any) -> Any:
    found = -(q.alpha * q.scale.pow(q.alpha) * (p.high - p.low)).log()
    found = found + (q.alpha + 1) * ((_x_log_x(p.high) - _x_log_x(p.low)) / (p.high - p.low) - 1)
    return of.where(p.low < q.support.lower_bound, math.inf, found)
