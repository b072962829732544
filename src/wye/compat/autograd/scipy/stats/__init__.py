"""Distributions: densities and distribution functions with gradients; other members are SciPy's, if installed."""

from wye.compat.autograd.scipy.stats import beta, chi2, dirichlet, gamma, multivariate_normal, norm, poisson, t

__all__ = ["beta", "chi2", "dirichlet", "gamma", "multivariate_normal", "norm", "poisson", "t"]
