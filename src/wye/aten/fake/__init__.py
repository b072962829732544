"""Fake kernels of the operator set, one file per family: shapes in, shapes out."""
