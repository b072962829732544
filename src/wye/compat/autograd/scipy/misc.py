"""`scipy.misc` of old: `logsumexp`."""

from wye.compat.autograd.scipy.special import logsumexp

__all__ = ["logsumexp"]
