"""`torch.testing._internal.common_cuda`: there is no CUDA here.  Constants only."""

from __future__ import annotations

from wye.testing.no_cuda import version as _get_magma_version  # noqa: F401 - no public name
from wye.testing.no_cuda import version as _get_torch_cuda_version  # noqa: F401 - no public name
from wye.testing.scaling_cases import scaling_case as _create_scaling_case  # noqa: F401 - no public name
from wye.testing.scaling_cases import scaling_models as _create_scaling_models_optimizers  # noqa: F401 - no public name
from wye.testing.skips import is_not as tf32_is_not_fp32
from wye.testing.skips import unchanged

__all__ = [
    "TEST_CUDA", "TEST_CUDNN", "TEST_MULTIGPU", "SM53OrLater", "SM80OrLater", "tf32_is_not_fp32", "tf32_off",
    "with_tf32_off",
]  # fmt: skip

TEST_CUDA = TEST_CUDNN = TEST_MULTIGPU = SM53OrLater = SM80OrLater = False
PLATFORM_SUPPORTS_FLASH_ATTENTION = PLATFORM_SUPPORTS_FUSED_ATTENTION = PLATFORM_SUPPORTS_MEM_EFF_ATTENTION = False
PLATFORM_SUPPORTS_CUDNN_ATTENTION = PLATFORM_SUPPORTS_BF16 = PLATFORM_SUPPORTS_FP8 = PLATFORM_SUPPORTS_FUSED_SDPA = (
    False
)
SM60OrLater = SM70OrLater = SM75OrLater = SM89OrLater = SM90OrLater = SM100OrLater = IS_SM89 = IS_SM90 = IS_JETSON = (
    False
)
TEST_CUSPARSE_GENERIC = TEST_HIPSPARSE_GENERIC = CDNA2OrLater = CDNA3OrLater = False
TEST_CUDNN_VERSION = 0
tf32_on = xfailIfSM89 = xfailIfSM100OrLater = tf32_off = with_tf32_off = tf32_on_and_off = unchanged  # noqa: N816
