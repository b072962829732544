"""`torch.testing._internal.common_cuda`: there is no CUDA here.  Constants only."""

from __future__ import annotations

from wye.testing.skips import unchanged

__all__ = ["TEST_CUDA", "TEST_CUDNN", "TEST_MULTIGPU", "SM53OrLater", "SM80OrLater", "tf32_off", "with_tf32_off"]

TEST_CUDA = TEST_CUDNN = TEST_MULTIGPU = SM53OrLater = SM80OrLater = False
tf32_off = with_tf32_off = tf32_on_and_off = unchanged
