"""Functions of tensors that are written in Python over the operators.

Layer above `wye.aten`: a function is here, not there, where no operator is called in the same way (`einsum`,
`meshgrid`, `norm`), or where it chooses between operators (`unique`).  `wye.einsum` is `wye.functional.einsum`; what
PyTorch has as a method of tensors is given to the class by `wye.functional.methods`.

Every one of them can be handled by function modes and by arguments: see `wye.overrides.overridable`.
"""

from __future__ import annotations

from wye.functional.distances import cdist, norm
from wye.functional.eigenpairs import lobpcg
from wye.functional.histograms import histogramdd
from wye.functional.low_rank import lu, pca_lowrank, svd_lowrank
from wye.functional.products import chain_matmul, einsum, tensordot
from wye.functional.searches import nonzero
from wye.functional.shapes import (
    atleast_1d,
    atleast_2d,
    atleast_3d,
    block_diag,
    broadcast_shapes,
    broadcast_tensors,
    cartesian_prod,
    meshgrid,
    split,
    unravel_index,
)
from wye.functional.spectral import stft
from wye.functional.uniques import unique, unique_consecutive

__all__ = [
    "atleast_1d",
    "atleast_2d",
    "atleast_3d",
    "block_diag",
    "broadcast_shapes",
    "broadcast_tensors",
    "cartesian_prod",
    "cdist",
    "chain_matmul",
    "einsum",
    "histogramdd",
    "lobpcg",
    "lu",
    "meshgrid",
    "nonzero",
    "norm",
    "pca_lowrank",
    "split",
    "stft",
    "svd_lowrank",
    "tensordot",
    "unique",
    "unique_consecutive",
    "unravel_index",
]
