"""Families of distributions: densities, moments, samples and their gradients."""

import math

import pytest

import wye
from wye import distributions as D  # noqa: N812 - as everybody calls it
from wye.testing import assert_close

T = wye.tensor

CONTINUOUS = [
    D.Normal(T([0.5]), T([2.0])), D.Laplace(T([0.5]), T([2.0])), D.Gumbel(T([0.5]), T([2.0])),
    D.StudentT(T([5.0]), T([0.5]), T([2.0])), D.Uniform(T([-1.0]), T([2.0])), D.Gamma(T([2.5]), T([1.5])),
    D.Beta(T([2.5]), T([1.5])), D.Exponential(T([1.5])), D.Chi2(T([4.0])), D.FisherSnedecor(T([6.0]), T([12.0])),
    D.LogNormal(T([0.1]), T([0.4])), D.HalfNormal(T([2.0])), D.Pareto(T([1.0]), T([6.0])),
    D.Weibull(T([1.5]), T([2.0])), D.Kumaraswamy(T([2.0]), T([3.0])), D.InverseGamma(T([6.0]), T([2.0])),
    D.ContinuousBernoulli(T([0.3])), D.GeneralizedPareto(T([0.5]), T([1.0]), T([0.1])),
]  # fmt: skip
DISCRETE = [
    D.Bernoulli(T([0.3])), D.Geometric(T([0.4])), D.Binomial(7, T([0.3])), D.Poisson(T([3.5])),
    D.NegativeBinomial(T([4.0]), T([0.4])),
]  # fmt: skip


def name(one):
    return type(one).__name__


@pytest.mark.parametrize("distribution", [*CONTINUOUS, *DISCRETE], ids=name)
def test_samples_have_the_mean_and_the_variance(distribution):
    wye.manual_seed(5)
    drawn = distribution.sample((20000,)).double()
    assert_close(drawn.mean(0), distribution.mean.double(), rtol=0.05, atol=0.03)
    assert_close(drawn.var(0), distribution.variance.double(), rtol=0.2, atol=0.03)


@pytest.mark.parametrize("distribution", CONTINUOUS, ids=name)
def test_densities_add_up_to_one_and_give_the_entropy(distribution):
    at = wye.linspace(-60, 120, 900001, dtype=wye.float64).unsqueeze(-1)
    at = at[distribution.support.check(at)].unsqueeze(-1)
    log_prob = distribution.log_prob(at).double()
    density = log_prob.exp().nan_to_num(0, 0, 0)
    step = 180 / 900000
    assert_close(density.sum() * step, T(1.0).double(), rtol=0.002, atol=0)
    try:
        entropy = distribution.entropy()
    except NotImplementedError:
        return
    assert_close(-(density * log_prob.nan_to_num(0, 0, 0)).sum() * step, entropy[0].double(), rtol=0.005, atol=0.005)


@pytest.mark.parametrize("distribution", [one for one in CONTINUOUS if name(one) not in ("Gamma", "Chi2")], ids=name)
def test_values_of_cumulative_probabilities_lead_back(distribution):
    chance = T([0.1, 0.4, 0.9])
    try:
        value = distribution.icdf(chance)
    except NotImplementedError:
        return
    assert_close(distribution.cdf(value), chance, rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize("distribution", DISCRETE, ids=name)
def test_probabilities_add_up_to_one(distribution):
    at = wye.arange(200.0).unsqueeze(-1)
    at = at[distribution.support.check(at)].unsqueeze(-1)
    assert_close(distribution.log_prob(at).exp().sum(), T(1.0), rtol=1e-4, atol=1e-5)


def test_gradients_of_samples_follow_the_distribution_function():
    a = wye.full((5,), 2.5, dtype=wye.float64, requires_grad=True)
    x = D.Gamma(a, 1.0).rsample()
    x.sum().backward()
    step = 1e-5
    change = wye.special.gammainc(a.detach() + step, x.detach()) - wye.special.gammainc(a.detach() - step, x.detach())
    assert_close(a.grad, -change / (2 * step) / D.Gamma(a, 1.0).log_prob(x).exp().detach(), rtol=1e-6, atol=1e-8)


def test_gradients_of_shares_leave_their_sum():
    a = T([0.5, 2.0, 30.0], dtype=wye.float64, requires_grad=True)
    D.Dirichlet(a).rsample().sum().backward()
    assert_close(a.grad, wye.zeros(3, dtype=wye.float64), atol=1e-9, rtol=0)


def test_tiny_concentrations_give_numbers():
    drawn = D.Beta(T([1e-6]), T([1e-6])).sample((20,))
    assert bool(drawn.isfinite().all())
    assert bool((drawn > 0).all())


def test_parameters_and_values_are_checked():
    with pytest.raises(ValueError, match=r"Expected parameter scale .* to satisfy the constraint GreaterThan"):
        D.Normal(0.0, -1.0)
    with pytest.raises(ValueError, match=r"to be within the support .Boolean"):
        D.Bernoulli(0.5).log_prob(T(2.0))
    with pytest.raises(ValueError, match="but not both"):
        D.Categorical()
    assert math.isnan(D.Normal(0.0, -1.0, validate_args=False).log_prob(T(0.0)).item())


def test_categories_are_drawn_by_their_probabilities():
    wye.manual_seed(0)
    d = D.Categorical(T([[0.1, 0.6, 0.3], [0.0, 0.0, 1.0]]))
    drawn = d.sample((4000,))
    assert drawn.shape == (4000, 2)
    assert set(drawn[:, 1].tolist()) == {2}
    assert abs((drawn[:, 0] == 1).double().mean().item() - 0.6) < 0.03
    assert_close(d.log_prob(T([1, 2])), T([math.log(0.6), 0.0]), atol=1e-5, rtol=1e-5)
    assert D.OneHotCategorical(T([0.2, 0.8])).sample((3,)).sum(-1).tolist() == [1.0] * 3
    counts = D.Multinomial(10, T([0.2, 0.3, 0.5])).sample((50,))
    assert counts.sum(-1).eq(10).all()


def test_vectors_have_their_covariance():
    wye.manual_seed(1)
    covariance = T([[2.0, 0.5], [0.5, 1.0]])
    d = D.MultivariateNormal(T([1.0, -1.0]), covariance)
    assert_close(d.sample((20000,)).T.cov(), covariance, atol=0.06, rtol=0.05)
    same = D.MultivariateNormal(T([1.0, -1.0]), precision_matrix=covariance.inverse())
    low = D.LowRankMultivariateNormal(T([1.0, -1.0]), T([[1.0], [0.5]]), T([1.0, 0.75]))
    x = T([[0.3, 0.4], [2.0, -3.0]])
    assert_close(same.log_prob(x), d.log_prob(x))
    assert_close(low.log_prob(x), d.log_prob(x))
    assert_close(low.entropy(), d.entropy())


def test_mixtures_add_their_densities():
    d = D.MixtureSameFamily(D.Categorical(T([0.25, 0.75])), D.Normal(T([0.0, 3.0]), T([1.0, 2.0])))
    x = T([0.5, 4.0])
    parts = [weight * D.Normal(at, wide).log_prob(x).exp() for weight, at, wide in ((0.25, 0.0, 1.0), (0.75, 3.0, 2.0))]
    assert_close(d.log_prob(x).exp(), parts[0] + parts[1])
    assert_close(d.mean, T(2.25))


def test_distributions_are_expanded_without_copies():
    for one in (
        *CONTINUOUS,
        *DISCRETE,
        D.Categorical(T([[0.5, 0.5]])),
        D.Independent(D.Normal(wye.zeros(1, 2), 1.0), 1),
    ):
        wide = one.expand((4, 1))
        assert wide.batch_shape == (4, 1)
        assert type(wide) is type(one)
        assert wide.sample((2,)).shape == (2, 4, 1, *one.event_shape)

    class Other(D.Normal):
        def __init__(self):
            super().__init__(wye.zeros(1), wye.ones(1))

    with pytest.raises(NotImplementedError, match="must also define a custom"):
        Other().expand((2,))


@pytest.mark.parametrize(
    ("p", "q"),
    [
        (D.Normal(T(0.2), T(1.0)), D.Normal(T(0.5), T(2.0))), (D.Normal(T(0.2), T(1.0)), D.Laplace(T(0.5), T(2.0))),
        (D.Gamma(T(2.0), T(1.0)), D.Normal(T(0.5), T(2.0))), (D.Beta(T(2.0), T(3.0)), D.Uniform(T(-1.0), T(2.0))),
        (D.Uniform(T(0.1), T(0.8)), D.Beta(T(2.0), T(3.0))), (D.Exponential(T(2.0)), D.Gumbel(T(0.5), T(1.0))),
        (D.Pareto(T(1.0), T(6.0)), D.Normal(T(1.0), T(2.0))), (D.Gumbel(T(0.5), T(1.0)), D.Normal(T(1.0), T(2.0))),
        (D.Bernoulli(T(0.3)), D.Poisson(T(0.7))), (D.Gamma(T(2.0), T(1.0)), D.Gumbel(T(0.5), T(2.0))),
    ],
    ids=name,
)  # fmt: skip
def test_divergences_are_the_means_of_the_quotients_of_densities(p, q):
    wye.manual_seed(2)
    x = p.sample((200000,))
    found = (p.log_prob(x) - q.log_prob(x)).double().mean()
    assert_close(D.kl_divergence(p, q).double(), found, rtol=0.03, atol=0.01)


def test_divergences_of_unknown_families_are_refused():
    with pytest.raises(NotImplementedError, match=r"No KL\(p \|\| q\) is implemented for p type Cauchy"):
        D.kl_divergence(D.Cauchy(0.0, 1.0), D.Normal(0.0, 1.0))
