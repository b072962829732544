"""`torch.testing._internal.common_cuda`: there is no CUDA here.  Constants only."""

from __future__ import annotations

__all__ = ["TEST_CUDA", "TEST_CUDNN", "TEST_MULTIGPU"]

TEST_CUDA = TEST_CUDNN = TEST_MULTIGPU = False
