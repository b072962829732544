"""`torch.testing._internal.inductor_utils`: there is no compiler of programs, and none of its devices.  Constants."""

from __future__ import annotations

__all__ = ["GPU_TYPE", "HAS_CPU", "HAS_CUDA", "HAS_GPU", "HAS_MULTIGPU", "HAS_TRITON", "RUN_CPU", "RUN_GPU"]

GPU_TYPE = "cuda"  # the one that programs mean who do not ask which there is
HAS_CPU = HAS_CUDA = HAS_GPU = HAS_MPS = HAS_XPU = HAS_MULTIGPU = HAS_TRITON = HAS_GPU_AND_TRITON = False
HAS_CUDA_AND_TRITON = HAS_XPU_AND_TRITON = HAS_PALLAS = HAS_HELION = HAS_TPU = TRITON_HAS_CPU = False
RUN_CPU = RUN_GPU = RUN_TPU = False
