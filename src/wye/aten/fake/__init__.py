"""Fake kernels of the operator set, one file per family: from shapes to shapes."""
