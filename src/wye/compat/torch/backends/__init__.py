"""`torch.backends`: libraries that kernels could use; wye's use NumPy.  Aliases only."""

from __future__ import annotations

from wye.compat.torch.backends import cpu, cuda, cudnn, mkl, mkldnn, mps, openmp, opt_einsum, quantized

__all__ = ["cpu", "cuda", "cudnn", "mkl", "mkldnn", "mps", "openmp", "opt_einsum", "quantized"]
