"""The vector spaces of arrays."""

from wye.compat.autograd.vspaces import ArrayVSpace, ComplexArrayVSpace, VSpace

__all__ = ["ArrayVSpace", "ComplexArrayVSpace", "VSpace"]
